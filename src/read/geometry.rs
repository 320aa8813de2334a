//! The geometry of a board's letters: baseline, height, horizontal center and polarity.
//!
//! All letters of a board have the same height and baseline in their tiles; counters, frames and digits do not.
//! [`Geometry`] takes both from the reference tiles, those of high likelihood, and [`Geometry::choose`] picks the best
//! guess for every tile with a penalty for implausible geometry.

use super::gray_crop::LetterBox;
use super::guess::{Guess, likelihood};
use super::segment::Glyph;
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
    /// The factor on the likelihood of "no letter" for a segment whose geometry is exactly that of the letters.
    by_chance: f32,
}

/// The tolerance for the position of a letter, in tiles, and the log odds that each tenth of a tile beyond it costs.
struct Slack {
    allowed: f32,
    cost: f32,
}

/// The tolerance where the tile's frame is visible: an O is taller than an E, and a segmentation may be off by a pixel.
/// Smaller: right letters are rejected. Larger: marks read as letters. Chosen by hand.
const WITH_FRAME: Slack = Slack { allowed: 0.045, cost: 4.0 };
/// The same without a visible frame, where the segment may be the letter of a dialog.
const WITHOUT_FRAME: Slack = Slack { allowed: 0.04, cost: 8.0 };
/// The factor on the tolerance for the horizontal center, which differs more: J and L are wider on one side, and one of
/// several letters may be missed. It does not apply to I. Chosen by hand.
const ASIDE: f32 = 1.7;
/// The factor on the cost of a horizontal error over that of a vertical one. Smaller: marks beside the letter win.
/// Larger: uneven letters lose. Chosen by hand.
const ASIDE_COST: f32 = 3.0;
/// The reach of the tails of J and Q below the baseline, in letter heights. Smaller: tails are penalized. Larger: marks
/// below the letter join it. Chosen by hand.
const TAIL: f32 = 0.4;
/// The least height of several letters on a tile, in heights of a single letter. Smaller: marks pass for letters.
/// Larger: small groups are penalized. Chosen by hand.
const SMALLEST: f32 = 0.4;
/// The cost in log odds of a polarity other than that of the board. Smaller: counters win. Larger: gems with inverted
/// letters are lost. Chosen by hand.
const OTHER_POLARITY: f32 = 1.0;

impl Geometry {
    /// The geometry of these tiles, from the guesses for each.
    pub(super) fn of(tiles: &[Vec<Rc<Guess>>]) -> Geometry {
        /// The likelihood above which a tile is a reference tile. Smaller: wrong segments shift the median. Larger: too
        /// few tiles remain. Chosen by hand.
        const REFERENCE_LIKELIHOOD: f32 = 0.8;
        /// The share of the reference tiles that must agree on a polarity. Smaller: gems of the other polarity are
        /// lost. Larger: both polarities are tried on every tile. Chosen by hand.
        const AGREED: f32 = 0.85;
        /// The fewest reference tiles for a measured baseline and height. Chosen by hand.
        const FEWEST: usize = 3;
        /// The share of reference tiles above which exact geometry makes a segment likelier. The symbols of a table all
        /// have the same geometry too, but few of them read as letters. Chosen by hand.
        const LETTERS: f32 = 0.35;
        /// The share of segments that are not letters but have the exact geometry of the letters. Smaller: frames
        /// become letters. Larger: doubtful letters stay unread. Chosen by hand.
        const BY_CHANCE: f32 = 0.03;
        let best = tiles
            .iter()
            .filter_map(|guesses| guesses.iter().max_by(|a, b| a.evidence(1.0).total_cmp(&b.evidence(1.0))));
        // Letters with a tail, and several letters, do not show the common bottom edge.
        let references: Vec<&Glyph> = best
            .filter(|guess| {
                likelihood(guess.evidence(1.0)) > REFERENCE_LIKELIHOOD && !guess.has_tail() && !guess.is_several()
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
            top: median(&Glyph::top, -0.25),
            bottom: median(&Glyph::bottom, 0.25),
            center_x: median(&|glyph| glyph.center_x, 0.0),
        };
        let seen = tiles.iter().filter(|guesses| !guesses.is_empty()).count();
        let by_chance = if references.len() as f32 > LETTERS * seen as f32 { BY_CHANCE } else { 1.0 };
        Geometry {
            letter_box,
            by_chance,
            measured_letter_box: (references.len() >= FEWEST).then_some(letter_box),
            light: if part >= AGREED {
                Some(true)
            } else if part <= 1.0 - AGREED {
                Some(false)
            } else {
                None
            },
        }
    }

    /// The distance of the letters from the middle of their tiles, in tiles.
    pub(super) fn off_center(&self) -> f32 {
        let LetterBox { top, bottom, center_x } = self.letter_box;
        center_x.hypot(0.5 * (top + bottom))
    }

    /// The log odds that a guess loses by its size, position and polarity.
    fn penalty(&self, guess: &Guess, slack: &Slack) -> f32 {
        let glyph = &guess.glyph;
        let height = self.letter_box.bottom - self.letter_box.top;
        // The tolerance of each edge inward and outward.
        let smaller = if guess.is_several() { (1.0 - SMALLEST) * height } else { 0.0 };
        let tail = if guess.has_tail() { TAIL * height } else { 0.0 };
        let beyond = |difference: f32, limit: f32| (difference - limit - slack.allowed).max(0.0);
        let (top, bottom) = (glyph.top() - self.letter_box.top, glyph.bottom() - self.letter_box.bottom);
        let off = beyond(-top, 0.0) + beyond(top, smaller) + beyond(bottom, tail) + beyond(-bottom, smaller);
        let wider = if guess.may_be_a_stem() || guess.is_several() { 0.0 } else { ASIDE - 1.0 };
        let aside = ASIDE_COST * beyond((glyph.center_x - self.letter_box.center_x).abs(), wider * slack.allowed);
        let inverted = self.light.is_some_and(|light| light != glyph.light);
        10.0 * slack.cost * (off + aside) + if inverted { OTHER_POLARITY } else { 0.0 }
    }

    /// The guess with J as its best face, where an I reaches below the baseline: the frame hides the hook. Of the
    /// letters of one stroke only J reaches below the baseline.
    pub(super) fn hook(&self, guess: &Guess) -> Option<Guess> {
        /// The least reach below the baseline, in letter heights. Smaller: an I that is off by a pixel becomes J.
        /// Larger: hooks are missed. Chosen by hand.
        const BELOW: f32 = 0.12;
        let is_below =
            guess.glyph.bottom() - self.letter_box.bottom > BELOW * (self.letter_box.bottom - self.letter_box.top);
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
        let slack = if has_frame { WITH_FRAME } else { WITHOUT_FRAME };
        /// The cost in log odds of a part of a larger segment that may be a letter, as the stem of an L with a faint
        /// foot. Smaller: stems win. Larger: letters inside a frame lose. Chosen by hand.
        const PART: f32 = 6.0;
        /// The penalty from which a larger segment is implausible itself, so that its parts are not penalized. Chosen
        /// by hand.
        const ODD: f32 = 3.0;
        /// The cost in log odds of ending at a masked frame, which may hide the rest of the letter. Chosen by hand.
        const TRIMMED: f32 = 0.7;
        /// The same for a single stroke, which may be the rest of any letter. Chosen by hand.
        const STEM: f32 = 6.0;
        let scored = guesses.iter().map(|guess| {
            let penalty = self.penalty(guess, &slack);
            // For several letters, the likelihood of "no letter" was reduced when their parts were joined.
            let nothing = if penalty == 0.0 && has_frame && !guess.is_several() { self.by_chance } else { 1.0 };
            let trimmed = match guess.glyph.trimmed {
                true if guess.may_be_a_stem() => STEM,
                true => TRIMMED,
                false => 0.0,
            };
            let is_part = guesses.iter().any(|other| {
                other.may_be_a_whole() && self.penalty(other, &slack) < ODD && guess.glyph.is_part_of(&other.glyph)
            });
            (guess, guess.evidence(nothing) - penalty - trimmed - if is_part { PART } else { 0.0 })
        });
        let (guess, log_odds) = scored.max_by(|a, b| a.1.total_cmp(&b.1))?;
        Some((guess.clone(), log_odds))
    }
}
