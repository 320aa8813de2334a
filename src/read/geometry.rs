//! How the letters of a board stand: what the sure ones agree on settles the doubtful ones.
//!
//! The letters of a board are of one size and stand on one line in their tiles; a counter, a frame or a
//! digit does not.

use super::gray_crop::LetterBox;
use super::guess::{Guess, likelihood};
use super::segment::Glyph;
use crate::board::Face;
use std::rc::Rc;

/// What the sure letters of a board agree on.
#[derive(Debug, Clone)]
pub(super) struct Geometry {
    /// Where they stand, or where letters usually do if there are no sure ones.
    letter_box: LetterBox,
    /// Where they stand; `None` where too few are references.
    pub(super) measured_letter_box: Option<LetterBox>,
    /// Whether they are lighter than their ground; `None` where they do not agree.
    pub(super) light: Option<bool>,
    /// How much less likely it is that what is no letter stands exactly as the letters do.
    by_chance: f32,
}

/// How far a letter may be from where the others are, in tiles; beyond, each tenth costs so much log odds.
struct Slack {
    allowed: f32,
    cost: f32,
}

/// Where a tile is seen around the letter: the overshoot of an O, a cut that is a pixel off.
const WITH_FRAME: Slack = Slack { allowed: 0.045, cost: 4.0 };
/// Where none is, it may be a letter of a dialog: it must stand as exactly as only those of the board do.
const WITHOUT_FRAME: Slack = Slack { allowed: 0.04, cost: 8.0 };
/// Aside letters differ more: a J and an L are wider on one side. Only I is the same on both, and of several letters
/// one side is soon missed.
const ASIDE: f32 = 1.7;
/// Farther aside than that nothing stands: it costs so much more than above and below.
const ASIDE_COST: f32 = 3.0;
/// How far below the line the tails of J and Q may reach, in heights of a letter.
const TAIL: f32 = 0.4;
/// How much smaller several letters may be set than one, to fit.
const SMALLEST: f32 = 0.4;
/// What it costs to be light among dark letters, or dark among light ones, in log odds.
const OTHER_POLARITY: f32 = 1.0;

impl Geometry {
    /// From the guesses for each tile.
    pub(super) fn of(tiles: &[Vec<Rc<Guess>>]) -> Geometry {
        /// The likelihood that makes a tile a witness.
        const REFERENCE_LIKELIHOOD: f32 = 0.8;
        /// The part of the witnesses that must agree on a polarity.
        const AGREED: f32 = 0.85;
        /// Fewer witnesses do not say where to look.
        const FEWEST: usize = 3;
        /// The part of the tiles that must be witnesses for that to make others likelier: of a table's symbols few are
        /// letters by themselves, and all stand alike.
        const LETTERS: f32 = 0.35;
        const BY_CHANCE: f32 = 0.03;
        let best = tiles
            .iter()
            .filter_map(|guesses| guesses.iter().max_by(|a, b| a.evidence(1.0).total_cmp(&b.evidence(1.0))));
        // Letters with a tail, and tiles of several, are no witnesses of where letters end.
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
        // One witness is none.
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

    /// What a guess loses whose glyph is of another size or stands elsewhere than the others, in log odds.
    fn penalty(&self, guess: &Guess, slack: &Slack) -> f32 {
        let glyph = &guess.glyph;
        let height = self.letter_box.bottom - self.letter_box.top;
        // How far each edge may be inside and outside of where it is expected.
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

    /// Of the letters of one stroke only J reaches below the line: what says I there is a J whose hook is lost in
    /// the frame.
    pub(super) fn hook(&self, guess: &Guess) -> Option<Guess> {
        /// How far below the line that is, in heights of a letter.
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

    /// The best of the guesses for a tile, and how sure it is on this board (the logarithm of its odds).
    pub(super) fn choose(&self, guesses: &[Rc<Guess>], has_frame: bool) -> Option<(Rc<Guess>, f32)> {
        let slack = if has_frame { WITH_FRAME } else { WITHOUT_FRAME };
        /// What it costs to be a part of something larger that may be a letter: the stem of an L whose foot is faint.
        const PART: f32 = 6.0;
        /// What loses so much for its place is no letter that anything could be a part of.
        const ODD: f32 = 3.0;
        /// What it costs to end at a frame: it may have gone on.
        const TRIMMED: f32 = 0.7;
        /// ...and where what is left is one stroke, which any letter may leave.
        const STEM: f32 = 6.0;
        let scored = guesses.iter().map(|guess| {
            let penalty = self.penalty(guess, &slack);
            // Each of several letters is doubted by itself.
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
