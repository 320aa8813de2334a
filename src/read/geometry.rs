//! The geometry of a board's letters: baseline, height, horizontal center and polarity.
//!
//! All letters of a board have the same height and baseline in their tiles; counters, frames and digits do not.
//! [`Geometry`] takes both from the reference tiles, those of high likelihood, and [`Geometry::choose`] picks the best
//! guess for every tile with a penalty for implausible geometry.

use super::gray_crop::LetterBox;
use super::guess::{Guess, likelihood};
use super::segment::Glyph;
use super::tile_params::{TileParams, tile_params};
use crate::board::Face;
use std::rc::Rc;

/// The median geometry of the reference tiles of a board.
#[derive(Debug, Clone)]
pub(super) struct Geometry {
    /// The baseline and height of the letters; the usual ones if there are no reference tiles.
    letter_box: LetterBox,
    /// The same; `None` where there are too few reference tiles.
    pub(super) measured_letter_box: Option<LetterBox>,
    /// Whether letters are lighter than their ground; `None` where the reference tiles disagree.
    pub(super) light: Option<bool>,
    /// The share of the reference tiles whose letters are clearly lower than the tall ones: most of those of a board of small
    /// letters, hardly any of capitals.
    pub(super) low_letters: f32,
    /// The factor on the likelihood of "no letter" for a segment whose geometry is exactly that of the letters.
    by_chance: f32,
}

impl Geometry {
    /// The geometry of these tiles, from the guesses for each.
    pub(super) fn of(tiles: &[Vec<Rc<Guess>>]) -> Geometry {
        /// The fewest reference tiles for a measured baseline and height. Chosen by hand.
        const FEWEST: usize = 3;
        let params = tile_params();
        let best = tiles
            .iter()
            .filter_map(|guesses| guesses.iter().max_by(|a, b| a.evidence(1.0).total_cmp(&b.evidence(1.0))));
        // Letters with a tail, and several letters, do not show the common bottom edge.
        let references: Vec<&Glyph> = best
            .filter(|guess| {
                likelihood(guess.evidence(1.0)) > params.reference && !guess.has_tail() && !guess.is_several()
            })
            .map(|guess| &guess.glyph)
            .collect();
        let median = |value: &dyn Fn(&Glyph) -> f32, otherwise: f32| {
            let mut values: Vec<f32> = references.iter().map(|glyph| value(glyph)).collect();
            let middle = values.len() / 2;
            if values.is_empty() { otherwise } else { *values.select_nth_unstable_by(middle, f32::total_cmp).1 }
        };
        let light = references.iter().filter(|glyph| glyph.light).count() as f32;
        // A single reference tile does not fix the polarity.
        let part = if references.len() < 2 { 0.5 } else { light / references.len() as f32 };
        let letter_box = LetterBox {
            top: median(&Glyph::top, -0.5 * params.usual_height),
            bottom: median(&Glyph::bottom, 0.5 * params.usual_height),
            center_x: median(&|glyph| glyph.center_x, 0.0),
        };
        let heights = references.iter().map(|glyph| glyph.bottom() - glyph.top()).collect();
        let seen = tiles.iter().filter(|guesses| !guesses.is_empty()).count();
        let by_chance =
            if references.len() as f32 > params.reference_share * seen as f32 { params.by_chance } else { 1.0 };
        Geometry {
            letter_box,
            low_letters: share_of_low(heights),
            by_chance,
            measured_letter_box: (references.len() >= FEWEST).then_some(letter_box),
            light: if part >= params.polarity_agreement {
                Some(true)
            } else if part <= 1.0 - params.polarity_agreement {
                Some(false)
            } else {
                None
            },
        }
    }

    /// Whether the letters are small ones: an `a` is lower than a `b`.
    pub(super) fn is_lower_case(&self) -> bool {
        /// The share of low letters from which a board has small ones. Smaller: boards of uneven capitals are refused. Larger:
        /// small letters are read as capitals. Chosen by hand, between what was seen on drawn boards: at most 0.2 on 60 of
        /// capitals (`hard draw --seed 3003`), 0.55 to 0.79 on small letters (`hard draw --kind lower-case --seed 52`).
        const LOW: f32 = 0.37;
        self.low_letters > LOW
    }

    /// The distance of the letters from the middle of their tiles, in tiles.
    pub(super) fn off_center(&self) -> f32 {
        let LetterBox { top, bottom, center_x } = self.letter_box;
        center_x.hypot(0.5 * (top + bottom))
    }

    /// The log odds that a guess loses by its size, position and polarity.
    fn penalty(&self, guess: &Guess, params: &TileParams) -> f32 {
        let glyph = &guess.glyph;
        let height = self.letter_box.bottom - self.letter_box.top;
        // The tolerance of each edge: inward for several letters, which games print smaller, and downward for a tail.
        let smaller = if guess.is_several() { height } else { 0.0 };
        let tail = if guess.has_tail() { params.tail_reach * height } else { 0.0 };
        let beyond = |difference: f32, limit: f32| (difference - limit - params.slack).max(0.0);
        let (top, bottom) = (glyph.top() - self.letter_box.top, glyph.bottom() - self.letter_box.bottom);
        let off = beyond(-top, 0.0) + beyond(top, smaller) + beyond(bottom, tail) + beyond(-bottom, smaller);
        let is_centered = guess.may_be_a_stem() || guess.is_several();
        let aside_slack = if is_centered { params.slack } else { params.aside_slack };
        let aside = ((glyph.center_x - self.letter_box.center_x).abs() - aside_slack).max(0.0);
        let inverted = self.light.is_some_and(|light| light != glyph.light);
        params.off_place_cost * (off + aside) + if inverted { params.other_polarity_cost } else { 0.0 }
    }

    /// The guess with J as its best face, where an I reaches below the baseline: the frame hides the hook. Of the
    /// letters of one stroke only J reaches below the baseline.
    pub(super) fn hook(&self, guess: &Guess) -> Option<Guess> {
        let is_below = guess.glyph.bottom() - self.letter_box.bottom
            > tile_params().hook_reach * (self.letter_box.bottom - self.letter_box.top);
        (guess.may_be_a_stem() && is_below).then(|| {
            let mut guess = guess.clone();
            let hooked = Face::Letters("J".to_string());
            guess.faces.retain(|(face, _)| *face != hooked);
            guess.faces[0].0 = hooked;
            guess
        })
    }

    /// The best guess for a tile, with its log odds on this board.
    pub(super) fn choose(&self, guesses: &[Rc<Guess>], has_frame: bool) -> Option<(Rc<Guess>, f32)> {
        let params = tile_params();
        let scored = guesses.iter().map(|guess| {
            let penalty = self.penalty(guess, params);
            // For several letters, the likelihood of "no letter" was reduced when their parts were joined.
            let nothing = if penalty == 0.0 && has_frame && !guess.is_several() { self.by_chance } else { 1.0 };
            let is_rest = guess.glyph.trimmed && guess.may_be_a_stem();
            let trimmed = if is_rest { params.trimmed_stem_cost } else { 0.0 };
            let is_part = guesses.iter().any(|other| other.may_be_a_whole() && guess.glyph.is_part_of(&other.glyph));
            (guess, guess.evidence(nothing) - penalty - trimmed - if is_part { params.part_cost } else { 0.0 })
        });
        let (guess, log_odds) = scored.max_by(|a, b| a.1.total_cmp(&b.1))?;
        Some((guess.clone(), log_odds))
    }
}

/// The share of heights that are clearly less than the large ones.
fn share_of_low(mut heights: Vec<f32>) -> f32 {
    /// The part of a tall letter's height below which one is low: the small letters of typefaces have 0.65 to 0.8 of the
    /// height of their `b`, capitals of one typeface differ by a twentieth.
    const CLEARLY: f32 = 0.85;
    /// The share of letters that are taller than what counts as tall: single outliers do not set the height.
    const TALL: f32 = 0.1;
    /// The fewest letters of which some may be low: three of four are by chance.
    const FEWEST: usize = 6;
    if heights.len() < FEWEST {
        return 0.0;
    }
    heights.sort_by(f32::total_cmp);
    let tall = heights[((heights.len() - 1) as f32 * (1.0 - TALL)) as usize];
    heights.iter().filter(|height| **height < CLEARLY * tall).count() as f32 / heights.len() as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heights_of_small_letters_are_low_and_those_of_capitals_are_not() {
        for (heights, low) in [
            (vec![], 0.0),
            (vec![0.5], 0.0),
            (vec![0.5, 0.52, 0.5, 0.49, 0.65, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5], 0.0),
            (vec![0.35, 0.35, 0.5, 0.35, 0.5, 0.5], 0.5),
        ] {
            assert_eq!(share_of_low(heights.clone()), low, "{heights:?}");
        }
    }
}
