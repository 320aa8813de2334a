//! Letters that a person has corrected, by their glyphs: [`Corrections`]. They outweigh every reader.

use super::proofs::alike;
use crate::board::Face;
use crate::read::{GlyphPixels, likeness};

/// Glyphs with the letters that a person gave them.
#[derive(Default)]
pub(super) struct Corrections {
    glyphs: Vec<(Box<GlyphPixels>, Face)>,
}

impl Corrections {
    /// A correction: glyphs that have at least this likeness to this one are this face from now on. A later correction
    /// replaces an earlier one: returns the glyphs that had another face until now.
    pub(super) fn add(&mut self, glyph: &GlyphPixels, face: Face, least: f32) -> Vec<Box<GlyphPixels>> {
        let is_replaced =
            |(known, other): &mut (Box<GlyphPixels>, Face)| *other != face && alike(known, glyph) >= least;
        let replaced = self.glyphs.extract_if(.., is_replaced).map(|(known, _)| known).collect();
        self.glyphs.push((Box::new(*glyph), face));
        replaced
    }

    /// A correction that was kept: it replaces no other one.
    pub(super) fn remember(&mut self, glyph: &GlyphPixels, face: Face) {
        self.glyphs.push((Box::new(*glyph), face));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.glyphs.is_empty()
    }

    /// The face of a tile with this glyph, in a game where two glyphs are one letter from this likeness on; `None` where no
    /// correction concerns it.
    pub(super) fn face(&self, glyph: &GlyphPixels, least: f32) -> Option<&Face> {
        let likeness = |(known, _): &&(Box<GlyphPixels>, Face)| likeness(known, glyph);
        let (nearest, face) = self.glyphs.iter().max_by(|a, b| likeness(a).total_cmp(&likeness(b)))?;
        (alike(nearest, glyph) >= least).then_some(face)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::GLYPH;

    #[test]
    fn a_correction_holds_for_glyphs_that_look_so() {
        let letter = |text: &str| Face::Letters(text.to_string());
        let bar = |x: usize| -> GlyphPixels { std::array::from_fn(|i| f32::from(u8::from((i % GLYPH) / 4 == x))) };
        let mut corrections = Corrections::default();
        assert!(corrections.is_empty() && corrections.face(&bar(1), 1.0).is_none());
        corrections.add(&bar(1), letter("V"), 0.97);
        let mut noisy = bar(1);
        noisy[0] += 0.2;
        assert_eq!(corrections.face(&noisy, 0.97), Some(&letter("V")));
        assert_eq!(corrections.face(&bar(2), 0.99), None);
        assert_eq!(corrections.add(&bar(1), letter("Y"), 0.97), [Box::new(bar(1))]);
        assert_eq!(corrections.face(&bar(1), 0.97), Some(&letter("Y")));
        // What was kept of two letters that are much alike stays.
        corrections.remember(&noisy, letter("U"));
        assert_eq!(
            (corrections.face(&bar(1), 0.97), corrections.face(&noisy, 0.97)),
            (Some(&letter("Y")), Some(&letter("U")))
        );
    }
}
