//! Letters that a person has corrected, by their glyphs: [`Corrections`]. They outweigh every reader.

use crate::board::Face;
use crate::read::{GlyphPixels, likeness};

/// Glyphs with the letters that a person gave them.
#[derive(Default)]
pub(super) struct Corrections {
    glyphs: Vec<(Box<GlyphPixels>, Face)>,
}

/// How much less like a corrected glyph than usual a tile may be. Smaller: noise hides the correction. Larger: it reaches
/// similar letters. Chosen by hand.
const MARGIN: f32 = 0.015;
/// The least likeness of a corrected tile in a noisy game. Chosen by hand.
const LEAST: f32 = 0.94;

impl Corrections {
    /// A correction: glyphs like this one are this face from now on. A later correction replaces an earlier one.
    pub(super) fn add(&mut self, glyph: &GlyphPixels, face: Face, usual: f32) {
        self.glyphs.retain(|(known, _)| !is_alike(known, glyph, usual));
        self.glyphs.push((Box::new(*glyph), face));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.glyphs.is_empty()
    }

    /// The face of a tile with this glyph, in a game whose tiles of one letter usually have this likeness; `None` where no
    /// correction concerns it.
    pub(super) fn face(&self, glyph: &GlyphPixels, usual: f32) -> Option<&Face> {
        let alike = self.glyphs.iter().filter(|(known, _)| is_alike(known, glyph, usual));
        alike.max_by(|a, b| likeness(&a.0, glyph).total_cmp(&likeness(&b.0, glyph))).map(|(_, face)| face)
    }
}

fn is_alike(a: &GlyphPixels, b: &GlyphPixels, usual: f32) -> bool {
    likeness(a, b) >= (usual - MARGIN).max(LEAST)
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
        corrections.add(&bar(1), letter("V"), 1.0);
        let mut noisy = bar(1);
        noisy[0] += 0.2;
        assert_eq!(corrections.face(&noisy, 0.99), Some(&letter("V")));
        assert_eq!(corrections.face(&bar(2), 0.99), None);
        corrections.add(&bar(1), letter("Y"), 1.0);
        assert_eq!(corrections.face(&bar(1), 1.0), Some(&letter("Y")));
    }
}
