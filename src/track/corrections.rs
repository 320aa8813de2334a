//! Letters that a person has corrected, by their glyphs: [`Corrections`]. They outweigh every reader.

use super::proofs::alike;
use crate::board::Face;
use crate::read::{GlyphPixels, likeness};

/// Glyphs with the letters that a person gave them.
#[derive(Default)]
pub(super) struct Corrections {
    glyphs: Vec<CorrectedGlyph>,
}

/// A glyph that a person corrected.
struct CorrectedGlyph {
    glyph: Box<GlyphPixels>,
    face: Face,
    run: Run,
}

/// When a glyph was corrected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Run {
    This,
    Earlier,
}

impl Corrections {
    /// A correction: glyphs that have at least this likeness to this one are this face from now on. A later correction
    /// replaces an earlier one: returns the glyphs that had another face until now.
    pub(super) fn add(&mut self, glyph: &GlyphPixels, face: Face, least: f32) -> Vec<Box<GlyphPixels>> {
        let is_replaced = |known: &mut CorrectedGlyph| known.face != face && alike(&known.glyph, glyph) >= least;
        let replaced = self.glyphs.extract_if(.., is_replaced).map(|known| known.glyph).collect();
        self.glyphs.push(CorrectedGlyph { glyph: Box::new(*glyph), face, run: Run::This });
        replaced
    }

    /// A correction that was kept: it replaces no other one.
    pub(super) fn remember(&mut self, glyph: &GlyphPixels, face: Face) {
        self.glyphs.push(CorrectedGlyph { glyph: Box::new(*glyph), face, run: Run::Earlier });
    }

    pub(super) fn is_empty(&self) -> bool {
        self.glyphs.is_empty()
    }

    /// The face of a tile with this glyph, in a game where two glyphs are one letter from this likeness on; `None` where no
    /// correction concerns it.
    pub(super) fn face(&self, glyph: &GlyphPixels, least: f32) -> Option<&Face> {
        self.nearest(glyph, least).map(|known| &known.face)
    }

    /// The same, where the correction is one of an earlier run.
    pub(super) fn remembered_face(&self, glyph: &GlyphPixels, least: f32) -> Option<&Face> {
        self.nearest(glyph, least).filter(|known| known.run == Run::Earlier).map(|known| &known.face)
    }

    /// The correction that concerns a glyph.
    fn nearest(&self, glyph: &GlyphPixels, least: f32) -> Option<&CorrectedGlyph> {
        let likeness = |known: &&CorrectedGlyph| likeness(&known.glyph, glyph);
        let nearest = self.glyphs.iter().max_by(|a, b| likeness(a).total_cmp(&likeness(b)))?;
        (alike(&nearest.glyph, glyph) >= least).then_some(nearest)
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
        // Which of them is of an earlier run is known.
        assert_eq!(
            (corrections.remembered_face(&bar(1), 0.97), corrections.remembered_face(&noisy, 0.97)),
            (None, Some(&letter("U")))
        );
    }
}
