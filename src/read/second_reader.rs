//! The second reader: a network that classifies gray crops of doubtful tiles.
//!
//! Segmentation loses hairlines and pale strokes; gray crops suffer from frames, textures and neighbors. The two
//! readers rarely make the same error, so [`SecondReader::fuse`] multiplies their probabilities.

use super::classify::{FACES, GlyphClass, glyph_class};
use super::geometry::Geometry;
use super::gray_crop::LetterBox;
use super::guess::ScoredGuess;
use super::net::{CLASSES, NO_LETTER};
use super::passes::{BoardModel, Passes};
use super::score::CONFIDENT;
use super::tile::TilePixels;
use super::tile_params::tile_params;
use super::tile_store::CropKey;
use super::{Doubt, Engine};
use crate::board::Face;
use crate::pixels::{Rgb, median_color};
use std::collections::HashMap;

/// The confidence below which the second reader classifies a tile too; tiles that may be a part of another letter are
/// always classified. Smaller: errors of the first reader remain. Larger: more work. Chosen by hand.
const ASKED: f32 = 0.97;

/// The class probabilities of the tiles that the second reader classified.
pub(super) struct SecondReader {
    /// The baseline and height of the letters; `None` where the second reader is not used.
    letter_box: Option<LetterBox>,
    /// Whether letters are lighter than their ground; `None` where that is not known.
    light: Option<bool>,
    /// The median color of the letters.
    ink: Option<Rgb>,
    /// The class probabilities by tile; `None` where the pixels of the crop are all alike.
    answers: HashMap<usize, Option<[f32; CLASSES]>>,
}

impl SecondReader {
    /// A second reader for the tiles of these passes, which has classified nothing yet.
    pub(super) fn new(engine: &Engine, passes: &Passes) -> SecondReader {
        let best = passes.best();
        let inks: Vec<Rgb> = (0..best.len()).filter_map(|i| ink(passes.pixels(i), &best[i])).collect();
        SecondReader::with(engine, &passes.geometry, median_color(&inks))
    }

    /// A second reader for tiles beside this board, which has classified nothing yet.
    pub(super) fn of_board(engine: &Engine, board: &BoardModel) -> SecondReader {
        SecondReader::with(engine, &board.geometry, board.ink)
    }

    /// A second reader by this geometry and ink; without a letter box where the engine does not use one.
    fn with(engine: &Engine, geometry: &Geometry, ink: Option<Rgb>) -> SecondReader {
        let is_asked = matches!(engine, Engine::Net | Engine::Auto | Engine::Taught(_) | Engine::SmallLetters);
        let letter_box = geometry.measured_letter_box.filter(|_| is_asked);
        SecondReader { letter_box, light: geometry.light, ink, answers: HashMap::new() }
    }

    /// The median color of the letters.
    pub(super) fn ink(&self) -> Option<Rgb> {
        self.ink
    }

    /// Classifies the gray crops of those of these tiles that were not classified before.
    fn ask(&mut self, passes: &mut Passes, at: &[usize], best: &[Option<ScoredGuess>]) {
        let Some(letter_box) = self.letter_box else { return };
        let crop = |i: usize| {
            let is_light = self.light.or(best[i].as_ref().map(|(guess, _)| guess.glyph.light))?;
            let ink = ink(passes.pixels(i), &best[i]).or(self.ink)?;
            Some((i, CropKey { letter_box, ink, is_light }))
        };
        let new: Vec<usize> = at.iter().copied().filter(|i| !self.answers.contains_key(i)).collect();
        let crops: Vec<(usize, CropKey)> = new.iter().filter_map(|&i| crop(i)).collect();
        let answers = passes.crop_classes(&crops);
        self.answers.extend(new.into_iter().map(|i| (i, None)));
        self.answers.extend(crops.iter().zip(answers).map(|((i, _), answer)| (*i, answer)));
    }

    /// The letter of each tile by its gray crop alone, with its probability; `None` where the crop shows none.
    pub(super) fn letters(&mut self, passes: &mut Passes, best: &[Option<ScoredGuess>]) -> Vec<Option<(Face, f32)>> {
        let all: Vec<usize> = (0..best.len()).collect();
        self.ask(passes, &all, best);
        let letter = |i: usize| {
            let classes = self.answers.get(&i)?.as_ref()?;
            let class = (0..NO_LETTER).max_by(|&a, &b| classes[a].total_cmp(&classes[b]))?;
            match glyph_class(class) {
                GlyphClass::Face(face) => Some((face, classes[class])),
                GlyphClass::Slash => None,
            }
        };
        all.into_iter().map(letter).collect()
    }

    /// Those of these tiles whose best guess the second reader does not confirm.
    pub(super) fn not_confirmed(
        &mut self,
        passes: &mut Passes,
        at: Vec<usize>,
        best: &[Option<ScoredGuess>],
    ) -> Vec<usize> {
        self.ask(passes, &at, best);
        let is_confirmed = |i: &usize| {
            let (Some(Some(classes)), Some((guess, _))) = (self.answers.get(i), &best[*i]) else { return false };
            let class = (0..NO_LETTER).max_by(|&a, &b| classes[a].total_cmp(&classes[b])).unwrap_or(NO_LETTER);
            let first = guess.faces.first().map(|(face, _)| face);
            classes[class] > CONFIDENT && matches!(glyph_class(class), GlyphClass::Face(face) if Some(&face) == first)
        };
        at.into_iter().filter(|i| !is_confirmed(i)).collect()
    }

    /// The doubts of a board's tiles, fused with the second reader where their confidence is low.
    pub(super) fn fuse(
        &mut self,
        passes: &mut Passes,
        best: &[Option<ScoredGuess>],
        mut doubts: Vec<Doubt>,
    ) -> Vec<Doubt> {
        let is_asked = |&i: &usize| match &best[i] {
            Some((guess, _)) => !guess.is_several() && (doubts[i].confidence < ASKED || guess.may_be_a_part()),
            None => true,
        };
        let asked: Vec<usize> = (0..doubts.len()).filter(is_asked).collect();
        self.ask(passes, &asked, best);
        let share = tile_params().leftover_min;
        for i in asked {
            let left_of = best[i].as_ref().map_or(&[][..], |(guess, _)| guess.may_be_left_of());
            if let Some(Some(classes)) = self.answers.get(&i) {
                doubts[i] = fused(&doubts[i], (left_of, share), classes);
            }
        }
        doubts
    }
}

/// The color of a letter that was segmented with log odds above 0 from the narrow crop; others may have the color of a
/// frame or a neighbor.
fn ink(tile: &TilePixels, best: &Option<ScoredGuess>) -> Option<Rgb> {
    let right = best.as_ref().filter(|(guess, log_odds)| *log_odds > 0.0 && !guess.glyph.is_wide());
    right.map(|(guess, _)| guess.glyph.ink(tile))
}

/// The doubt of a tile, fused with these class probabilities. Each of the letters in `left_of` has at least the
/// probability `share` in the first reader.
fn fused(doubt: &Doubt, (left_of, share): (&[&str], f32), classes: &[f32; CLASSES]) -> Doubt {
    let first = doubt.best.iter().map(|face| (face, doubt.confidence));
    let reported: Vec<(&Face, f32)> = first.chain(doubt.alternatives.iter().map(|(face, p)| (face, *p))).collect();
    // The remaining probability is spread evenly over all classes.
    let open = (1.0 - reported.iter().map(|(_, p)| p).sum::<f32>()).max(0.0) / CLASSES as f32;
    let params = tile_params();
    let product = |class: usize| {
        let by_cut = match glyph_class(class) {
            GlyphClass::Face(face) => {
                let is_whole = matches!(&face, Face::Letters(text) if left_of.contains(&text.as_str()));
                let left = if is_whole { share } else { 0.0 };
                reported.iter().find(|(other, _)| **other == face).map_or(open, |(_, p)| *p).max(left)
            }
            GlyphClass::Slash => open,
        };
        (by_cut + params.first_floor) * (classes[class] + params.second_floor)
    };
    let products: Vec<f32> = (0..CLASSES).map(product).collect();
    let all: f32 = products.iter().sum();
    let mut order: Vec<usize> = (0..NO_LETTER).collect();
    order.sort_by(|&a, &b| products[b].total_cmp(&products[a]));
    let mut faces = order.into_iter().filter_map(|class| match glyph_class(class) {
        GlyphClass::Face(face) => Some((face, products[class] / all)),
        GlyphClass::Slash => None,
    });
    let (best, confidence) = faces.next().unzip();
    Doubt { confidence: confidence.unwrap_or(0.0), best, alternatives: faces.take(FACES - 1).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letter(letter: &str) -> Face {
        Face::Letters(letter.to_string())
    }

    fn doubt(best: &str, confidence: f32) -> Doubt {
        let other = (letter("E"), 0.5 * (1.0 - confidence));
        Doubt { confidence, best: Some(letter(best)), alternatives: vec![other] }
    }

    /// Class probabilities with this likelihood of one class; the other classes share the rest.
    fn probabilities(class: usize, likelihood: f32) -> [f32; CLASSES] {
        let rest = (1.0 - likelihood) / (CLASSES - 1) as f32;
        std::array::from_fn(|other| if other == class { likelihood } else { rest })
    }

    const NONE: (&[&str], f32) = (&[], 0.0);

    #[test]
    fn agreement_raises_the_confidence() {
        let fused = fused(&doubt("F", 0.6), NONE, &probabilities(5, 0.9));
        assert!(fused.best == Some(letter("F")) && fused.confidence > 0.95, "{fused:?}");
        assert_eq!(fused.alternatives[0].0, letter("E"));
    }

    #[test]
    fn the_more_confident_reader_wins() {
        let overruled = fused(&doubt("F", 0.6), NONE, &probabilities(4, 0.98));
        assert!(overruled.best == Some(letter("E")) && overruled.confidence > 0.8, "{overruled:?}");
        let kept = fused(&doubt("F", 0.999), NONE, &probabilities(4, 0.8));
        assert!(kept.best == Some(letter("F")), "{kept:?}");
    }

    #[test]
    fn a_letter_that_lost_strokes_is_recovered() {
        let crop = probabilities(4, 0.9);
        let alone = fused(&doubt("F", 0.999), NONE, &crop);
        let left_over = fused(&doubt("F", 0.999), (&["E", "P", "R"], 0.3), &crop);
        assert!(alone.best == Some(letter("F")) && left_over.best == Some(letter("E")), "{alone:?} {left_over:?}");
    }

    #[test]
    fn a_crop_without_a_letter_lowers_the_confidence() {
        assert!(fused(&doubt("F", 0.6), NONE, &probabilities(NO_LETTER, 0.98)).confidence < 0.3);
        let unread = fused(&Doubt::default(), NONE, &probabilities(4, 0.9));
        assert!(unread.best == Some(letter("E")) && unread.confidence < 0.99, "{unread:?}");
    }
}
