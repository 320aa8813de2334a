//! The geometry of a board's letters: baseline, height, horizontal center and polarity.
//!
//! All letters of a board have the same height and baseline in their tiles; counters, frames and digits do not.
//! Of small letters some are low, as a, and some tall, as b: the height is that of the tall ones.
//! [`Geometry`] takes both from the reference tiles, those of high likelihood, and [`Geometry::choose`] picks the best
//! guess for every tile with a penalty for implausible geometry.

use super::LetterCase;
use super::glyph::Glyph;
use super::gray_crop::LetterBox;
use super::guess::{Guess, LetterCount};
use super::score::likelihood;
use super::tile_params::{TileParams, tile_params};
use crate::board::Face;
use crate::pixels::Point;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The geometry of the reference tiles of a board: medians, and for small letters the top of the tall ones.
#[derive(Debug, Clone)]
pub(super) struct Geometry {
    /// The baseline and height of the letters; the usual ones if there are no reference tiles.
    letter_box: LetterBox,
    /// Where the middle of a letter is expected across, in tiles from the middle of its tile: that of the letters, or that of the tile.
    middle: f32,
    /// The baseline and height of the letters; `None` where there are too few reference tiles.
    pub(super) measured_letter_box: Option<LetterBox>,
    /// Whether letters are lighter than their ground; `None` where the reference tiles disagree.
    pub(super) light: Option<bool>,
    /// The case of the letters.
    pub(super) case: LetterCase,
    /// How many reference tiles have each number of letters; empty unless most have several, and enough of them do.
    tiles_by_count: BTreeMap<LetterCount, usize>,
    /// The factor on the likelihood of "no letter" for a segment whose geometry is exactly that of the letters.
    by_chance: f32,
}

/// Where the lower ends of the letters of a board are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LowerEnds {
    /// Clear of the frames of their tiles.
    AboveFrame,
    /// On the frames of their tiles: what goes on there is the frame.
    OnFrame,
}

impl Geometry {
    /// The geometry of these tiles, whose letters have this case, from the guesses for each.
    pub(super) fn of(tiles: &[Vec<Rc<Guess>>], case: LetterCase) -> Geometry {
        /// The fewest reference tiles for a measured baseline and height, and for several letters to be usual. Chosen by hand.
        const FEWEST: usize = 3;
        /// How far the letters of a board may lie to the side of the middle of their tiles, in tiles: farther ones are the first or the second
        /// letters of tiles with two, of which one touches its frame. Smaller: letters that are not centered are doubtful. Larger: such first
        /// letters are read by themselves. Chosen by hand; `hard judge --kind digrams` shows a change.
        const ASIDE: f32 = 0.1;
        let params = tile_params();
        let best = tiles
            .iter()
            .filter_map(|guesses| guesses.iter().max_by(|a, b| a.evidence(1.0).total_cmp(&b.evidence(1.0))));
        // Letters with a tail do not show the common bottom edge, nor do several letters, which have many sizes.
        let references = best.filter(|guess| likelihood(guess.evidence(1.0)) > params.reference && !guess.has_tail());
        let (several, single): (Vec<&Rc<Guess>>, Vec<&Rc<Guess>>) = references.partition(|guess| guess.is_several());
        // Where most tiles have several letters, a single one may be a part of its tile's, whose place says nothing.
        let several_prevail = several.len() > single.len();
        let references: Vec<&Glyph> = match several_prevail {
            true => single.iter().chain(&several).map(|guess| &guess.glyph).collect(),
            false => single.iter().map(|guess| &guess.glyph).collect(),
        };
        let quantile = |part: f32, value: &dyn Fn(&Glyph) -> f32, otherwise: f32| {
            let mut values: Vec<f32> = references.iter().map(|glyph| value(glyph)).collect();
            let at = (part * values.len() as f32) as usize;
            if values.is_empty() { otherwise } else { *values.select_nth_unstable_by(at, f32::total_cmp).1 }
        };
        // Of many sizes, the edges are those of the largest letters.
        let (highest, lowest) = match case {
            _ if several_prevail => (TALL, 1.0 - TALL),
            LetterCase::Upper => (0.5, 0.5),
            LetterCase::Lower => (TALL, 0.5),
        };
        let light = references.iter().filter(|glyph| glyph.light).count() as f32;
        // A single reference tile does not fix the polarity.
        let part = if references.len() < 2 { 0.5 } else { light / references.len() as f32 };
        let letter_box = LetterBox {
            top: quantile(highest, &Glyph::top, -0.5 * params.usual_height),
            bottom: quantile(lowest, &Glyph::bottom, 0.5 * params.usual_height),
            center_x: quantile(0.5, &|glyph| glyph.center_x, 0.0),
        };
        let seen = tiles.iter().filter(|guesses| !guesses.is_empty()).count();
        let by_chance =
            if references.len() as f32 > params.reference_share * seen as f32 { params.by_chance } else { 1.0 };
        Geometry {
            letter_box,
            middle: if letter_box.center_x.abs() > ASIDE { 0.0 } else { letter_box.center_x },
            case,
            tiles_by_count: if several_prevail && several.len() >= FEWEST {
                by_count(several.iter().chain(&single))
            } else {
                BTreeMap::new()
            },
            by_chance,
            measured_letter_box: (references.len() >= FEWEST && !several_prevail).then_some(letter_box),
            light: if part >= params.polarity_agreement {
                Some(true)
            } else if part <= 1.0 - params.polarity_agreement {
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

    /// How far the middle of the tall letters is below (or, negative, above) that of their tiles, in tiles; `None` where too few letters are known.
    pub(super) fn off_middle(&self) -> Option<f32> {
        self.measured_letter_box.map(|LetterBox { top, bottom, .. }| 0.5 * (top + bottom))
    }

    /// How far a letter is from where the others are in their tiles, in tiles: its middle across, and its lower edge down. `None`
    /// where the lower edge does not show that: of a letter with a tail, and of several letters.
    pub(super) fn offset(&self, guess: &Guess) -> Option<Point> {
        let LetterBox { bottom, center_x, .. } = self.measured_letter_box?;
        let shows = !guess.has_tail() && !guess.is_several();
        shows.then(|| Point::new(guess.glyph.center_x - center_x, guess.glyph.bottom() - bottom))
    }

    /// The log odds that a guess loses by its size, position and polarity.
    fn penalty(&self, guess: &Guess, params: &TileParams) -> f32 {
        let glyph = &guess.glyph;
        let height = self.letter_box.bottom - self.letter_box.top;
        // The tolerance of each edge: inward for several letters, which games print smaller, and downward for a tail.
        let smaller = if guess.is_several() { height } else { 0.0 };
        let lower = if self.case == LetterCase::Lower { LOWEST * height } else { 0.0 };
        let tail = if guess.has_tail() { params.tail_reach * height } else { 0.0 };
        let slash = if guess.has_slash() { params.slash_reach * height } else { 0.0 };
        let beyond = |difference: f32, limit: f32| (difference - limit - params.slack).max(0.0);
        let (top, bottom) = (glyph.top() - self.letter_box.top, glyph.bottom() - self.letter_box.bottom);
        let off = beyond(-top, slash)
            + beyond(top, smaller.max(lower))
            + beyond(bottom, tail.max(slash))
            + beyond(-bottom, smaller);
        // Single letters are centered by their advance width, so that their ink may lie aside. A stem, several letters, and what may be
        // the rest of several lie in the middle.
        let is_among_several = !self.tiles_by_count.is_empty();
        let is_centered = guess.may_be_a_stem() || guess.is_several() || is_among_several;
        let aside_slack = if is_centered { params.slack } else { params.aside_slack };
        let aside = ((glyph.center_x - self.middle).abs() - aside_slack).max(0.0);
        let inverted = self.light.is_some_and(|light| light != glyph.light);
        params.off_place_cost * (off + aside) + if inverted { params.other_polarity_cost } else { 0.0 }
    }

    /// The guess with a letter with a tail as its best face, where the frame hides the tail: J for an I that reaches below the
    /// baseline, as of the letters of one stroke only J does, and a small Y for a V whose ink goes on below its lower end, unless all
    /// letters stand on the frame.
    pub(super) fn with_hidden_tail(&self, guess: &Guess, ends: LowerEnds) -> Option<Guess> {
        let is_below = guess.glyph.bottom() - self.letter_box.bottom
            > tile_params().hook_reach * (self.letter_box.bottom - self.letter_box.top);
        let is_v = guess.case == LetterCase::Lower && guess.best_letters() == "V";
        let letter = match guess {
            _ if guess.may_be_a_stem() && is_below => "J",
            _ if is_v && guess.glyph.trimmed_below && ends == LowerEnds::AboveFrame => "Y",
            _ => return None,
        };
        let mut guess = guess.clone();
        let face = Face::Letters(letter.to_string());
        guess.faces.retain(|(other, _)| *other != face);
        guess.faces[0].0 = face;
        Some(guess)
    }

    /// The guess with the hyphen that others show beside the same letters. Without a change where there is none, or where the letters
    /// and the hyphen together are farther from the place of letters than the letters alone.
    fn with_hyphen(&self, guess: &Rc<Guess>, hyphenated: &[&Rc<Guess>]) -> Rc<Guess> {
        let penalty = |guess: &Guess| self.penalty(guess, tile_params());
        let mut with_hyphen = hyphenated.iter().filter_map(|other| guess.with_hyphen_of(other));
        with_hyphen.find(|found| penalty(found) <= penalty(guess)).map_or_else(|| guess.clone(), Rc::new)
    }

    /// The best guess for a tile, with its log odds on this board.
    pub(super) fn choose(&self, guesses: &[Rc<Guess>], has_frame: bool) -> Option<(Rc<Guess>, f32)> {
        let params = tile_params();
        let most = self.tiles_by_count.values().copied().max();
        let guesses: Cow<[Rc<Guess>]> = match most {
            Some(most) => {
                let share =
                    |count: LetterCount| (1 + self.tiles_by_count.get(&count).unwrap_or(&0)) as f32 / (1 + most) as f32;
                let factor =
                    |count| share(count) * if count == LetterCount::Of(1) { 1.0 } else { params.usual_several_factor };
                guesses.iter().map(|guess| Rc::new(guess.with_odds_by_count(factor))).collect()
            }
            None => guesses.into(),
        };
        let hyphenated: Vec<&Rc<Guess>> = guesses.iter().filter(|guess| guess.glyph.hyphen.is_some()).collect();
        let guesses: Vec<Rc<Guess>> = guesses.iter().map(|guess| self.with_hyphen(guess, &hyphenated)).collect();
        let scored = guesses.iter().map(|guess| {
            let penalty = self.penalty(guess, params);
            // For several letters, the likelihood of "no letter" was reduced when their parts were joined. A segment of several parts is
            // hardly one letter.
            let is_one = !guess.is_several() && guess.glyph.parts.len() < 2;
            let nothing = if penalty == 0.0 && has_frame && is_one { self.by_chance } else { 1.0 };
            let is_rest = guess.glyph.trimmed && guess.may_be_a_stem();
            let trimmed = if is_rest { params.trimmed_stem_cost } else { 0.0 };
            // A segment of more letters is not a part of one of fewer: at another threshold a slash touches its letter.
            let letters = |guess: &Guess| guess.glyph.parts.len().max(1);
            let may_be_its_whole = |other: &Guess| other.may_be_a_whole() && letters(other) >= letters(guess);
            let is_part = guesses.iter().any(|other| may_be_its_whole(other) && guess.glyph.is_part_of(&other.glyph));
            (guess, guess.evidence(nothing) - penalty - trimmed - if is_part { params.part_cost } else { 0.0 })
        });
        let (guess, log_odds) = scored.max_by(|a, b| a.1.total_cmp(&b.1))?;
        Some((guess.clone(), log_odds))
    }
}

/// How many of these guesses have each number of letters.
fn by_count<'a>(guesses: impl Iterator<Item = &'a &'a Rc<Guess>>) -> BTreeMap<LetterCount, usize> {
    let mut counts = BTreeMap::new();
    let letter_counts = guesses.filter_map(|guess| guess.letter_count());
    letter_counts.for_each(|count| *counts.entry(count).or_default() += 1);
    counts
}

/// How far the top of a low letter may be below that of a tall one, in heights of a tall one: the small letters of typefaces
/// reach 0.5 to 0.85 of it. Smaller: letters of typefaces with long ascenders lose. Larger: marks at the baseline are letters.
const LOWEST: f32 = 0.55;

/// The share of letters that are taller than what counts as tall: single outliers do not set the height. Larger: on a small
/// board a `t`, which is lower than a `d`, counts as tall. Chosen by hand.
pub(super) const TALL: f32 = 0.05;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::fit::{GLYPH, PixelBox};
    use crate::read::glyph::GlyphPart;
    use crate::read::tile::SIDE;

    /// The smallest cases of a tail that the frame of a tile hides: the letter that was read, its case, its lower end in pixels of
    /// the crop, and whether its ink goes on there.
    #[test]
    fn a_hidden_tail_is_known_by_what_is_left_of_it() {
        let geometry = Geometry::of(&[], LetterCase::Lower);
        use LowerEnds::{AboveFrame, OnFrame};
        for (letter, case, bottom, trimmed_below, ends, expected) in [
            ("V", LetterCase::Lower, 50, true, AboveFrame, Some("Y")),
            ("V", LetterCase::Lower, 50, true, OnFrame, None),
            ("V", LetterCase::Lower, 50, false, AboveFrame, None),
            ("V", LetterCase::Upper, 50, true, AboveFrame, None),
            ("I", LetterCase::Upper, 60, false, AboveFrame, Some("J")),
            ("I", LetterCase::Upper, 45, true, AboveFrame, None),
        ] {
            let glyph = Glyph {
                trimmed: trimmed_below,
                trimmed_below,
                ..Glyph::in_box(PixelBox { left: 20, top: 20, right: 40, bottom })
            };
            let faces = vec![(Face::Letters(letter.to_string()), 0.9)];
            let guess = Guess { glyph, faces, nothing: 0.0, case };
            let whole = geometry.with_hidden_tail(&guess, ends);
            assert_eq!(
                whole.as_ref().map(Guess::best_letters),
                expected,
                "{letter} {case:?} {bottom} {trimmed_below} {ends:?}"
            );
        }
    }

    /// The smallest cases: how far aside a surer guess without a hyphen is, and a less sure one with it; the letters of the latter; and
    /// what is read.
    #[test]
    fn letters_keep_a_hyphen_that_does_not_move_them_off_their_place() {
        use crate::read::glyph::Hyphen::After;
        let geometry = Geometry::of(&[], LetterCase::Upper);
        let (plain, prefix) =
            (|text: &str| Face::Letters(text.to_string()), |text: &str| Face::Prefix(text.to_string()));
        let guess = |center_x: f32, face: Face, likelihood: f32, hyphen| {
            let glyph =
                Glyph { hyphen, center_x, ..Glyph::in_box(PixelBox { left: 16, top: 20, right: 48, bottom: 44 }) };
            Rc::new(Guess { glyph, faces: vec![(face, likelihood)], nothing: 0.05, case: LetterCase::Upper })
        };
        for (own, with, text, expected) in [
            (-0.05, 0.0, "SUB", prefix("SUB")),
            (0.0, 0.0, "SUB", prefix("SUB")),
            (0.0, 0.1, "SUB", plain("SUB")),
            (0.0, 0.0, "UB", plain("SUB")),
        ] {
            let (own, other) = (guess(own, plain("SUB"), 0.9, None), guess(with, prefix(text), 0.3, Some(After)));
            let (chosen, _) = geometry.choose(&[own, other], true).unwrap();
            assert_eq!(chosen.faces[0], (expected, 0.9), "{with} {text}");
        }
    }

    /// A capital, or several, in this part of a crop, from left, top, right, bottom in pixels.
    fn guess(text: &str, [left, top, right, bottom]: [usize; 4]) -> Rc<Guess> {
        let glyph = Glyph::in_box(PixelBox { left, top, right, bottom });
        let faces = vec![(Face::Letters(text.to_string()), 0.99)];
        Rc::new(Guess { glyph, faces, nothing: 0.0, case: LetterCase::Upper })
    }

    /// The geometry of three tiles that have this alone.
    fn geometry_of(guess: Rc<Guess>) -> Geometry {
        Geometry::of(&[vec![guess.clone()], vec![guess.clone()], vec![guess]], LetterCase::Upper)
    }

    /// On a board of two letters a tile, the right one of a tile that was read by itself does not set the middle.
    #[test]
    fn several_letters_set_the_box_where_most_tiles_have_several() {
        let guess = |text, left, right, top| vec![guess(text, [left, top, right, SIDE - top])];
        let pairs = [("DE", 24), ("IE", 20), ("OR", 24)].map(|(text, top)| guess(text, 16, 48, top));
        let geometry = Geometry::of(&[&pairs[..], &[guess("K", 36, 48, 24)]].concat(), LetterCase::Upper);
        let highest = (20.0 / SIDE as f32 - 0.5, 0.0);
        assert_eq!((geometry.letter_box.top, geometry.letter_box.center_x), highest);
        assert_eq!(geometry.measured_letter_box, None);
        let single =
            Geometry::of(&[guess("K", 26, 38, 24), guess("E", 26, 38, 24), guess("DE", 16, 48, 28)], LetterCase::Upper);
        assert_eq!(single.letter_box.top, 24.0 / SIDE as f32 - 0.5);
        // A tile that may have one letter, two or three has two where the others do, and there are three of them.
        let few = Geometry::of(&pairs[..2], LetterCase::Upper);
        for (first, second, of_pairs) in [("Q", "IQ", "IQ"), ("IIE", "HE", "HE"), ("HE", "IIE", "HE")] {
            let letters = |text: &str| Face::Letters(text.to_string());
            let mut either = guess(first, 16, 48, 24).remove(0);
            Rc::make_mut(&mut either).faces = vec![(letters(first), 0.6), (letters(second), 0.5)];
            for (geometry, expected) in [(&geometry, of_pairs), (&few, first), (&single, first)] {
                assert_eq!(geometry.choose(&[either.clone()], true).unwrap().0.best_letters(), expected);
            }
        }
    }

    /// The single letters among nine tiles, of which the others have two each, and whether a tile reads as its single letter or as its two: by
    /// their likelihoods the single one is a little better.
    #[test]
    fn a_single_letter_is_as_likely_as_there_are_others() {
        let pair = guess("EC", [16, 20, 48, 44]);
        for (face, single, expected) in [("U", 0, "II"), ("U", 4, "U"), ("QU", 0, "II"), ("QU", 4, "QU")] {
            let alone = guess("K", [22, 20, 42, 44]);
            let tiles: Vec<_> = (0..9).map(|i| vec![if i < single { alone.clone() } else { pair.clone() }]).collect();
            let geometry = Geometry::of(&tiles, LetterCase::Upper);
            let mut either = alone;
            let letters = |text: &str| Face::Letters(text.to_string());
            Rc::make_mut(&mut either).faces = vec![(letters(face), 0.95), (letters("II"), 0.4)];
            assert_eq!(geometry.choose(&[either], true).unwrap().0.best_letters(), expected, "{face} {single}");
        }
    }

    /// The top and bottom of three equal letters in pixels of the crop of 64, and how far their middle is below that of the tile.
    #[test]
    fn letters_are_below_the_middle_by_their_middle() {
        for (top, bottom, expected) in [(16, 48, 0.0), (20, 52, 4.0 / 64.0), (8, 40, -8.0 / 64.0)] {
            let geometry = geometry_of(guess("K", [24, top, 44, bottom]));
            assert!(
                (geometry.off_middle().unwrap() - expected).abs() < 0.02,
                "{top} {bottom}: {:?}",
                geometry.off_middle()
            );
        }
        assert_eq!(Geometry::of(&[], LetterCase::Upper).off_middle(), None);
    }

    /// The smallest cases: where the letters of three tiles are, in pixels of the crop, and the middle that is expected, in tiles.
    #[test]
    fn letters_far_beside_the_middle_of_their_tiles_do_not_set_it() {
        for (left, right, expected) in [(22, 42, 0.0), (28, 48, 0.09375), (29, 49, 0.0), (12, 28, 0.0)] {
            let geometry = geometry_of(guess("E", [left, 20, right, 44]));
            assert_eq!(geometry.middle, expected, "{left} {right}");
            // The lattice lies beside the letters all the same.
            let center_x = (left + right) as f32 / (2 * SIDE) as f32 - 0.5;
            assert_eq!(geometry.letter_box.center_x, center_x, "{left} {right}");
        }
    }

    /// A single letter beside the middle of its tile, where the tiles of a board have one letter each and where they have two: what it loses.
    #[test]
    fn a_letter_among_tiles_of_several_is_in_the_middle() {
        let guess = |text, left, right| guess(text, [left, 20, right, 44]);
        let geometry = |text| geometry_of(guess(text, 16, 48));
        for (board, left, right, loses) in
            [("E", 26, 46, false), ("EC", 26, 46, true), ("EC", 22, 42, false), ("EC", 23, 43, false)]
        {
            let penalty = geometry(board).penalty(&guess("C", left, right), tile_params());
            assert_eq!(penalty > 0.0, loses, "{board} {left} {right} {penalty}");
        }
    }

    /// The parts of a segment and those of a wider one, and whether it counts as a part of that one.
    #[test]
    fn a_segment_of_more_letters_is_no_part_of_one_of_fewer() {
        let of_parts = |text: &str, left: usize, count: usize| {
            let part = GlyphPart { pixels: Box::new([0.0; GLYPH * GLYPH]), with_next: None, divided: Vec::new() };
            let mut guess = guess(text, [left, 20, SIDE - left, 44]);
            Rc::make_mut(&mut guess).glyph.parts = vec![part; count];
            guess
        };
        let geometry = geometry_of(guess("AE", [16, 20, 48, 44]));
        for (parts, wider, is_part) in
            [(3, 2, false), (2, 2, true), (2, 3, true), (0, 0, true), (1, 0, true), (2, 1, false)]
        {
            let (mut own, other) = (of_parts("AKE", 19, parts), of_parts("NE", 16, wider));
            Rc::make_mut(&mut own).faces[0].1 = 0.999;
            let (chosen, _) = geometry.choose(&[own, other], true).unwrap();
            assert_eq!(chosen.best_letters() == "NE", is_part, "{parts} {wider}");
        }
    }

    /// The parts of a segment that reads as N in the place of letters, and whether it is read rather than the letters IN of another segment.
    #[test]
    fn a_segment_of_several_parts_is_hardly_one_letter() {
        let geometry = geometry_of(guess("N", [16, 20, 48, 44]));
        let of_parts = |text: &str, likelihood: f32, parts: usize| {
            let part = GlyphPart { pixels: Box::new([0.0; GLYPH * GLYPH]), with_next: None, divided: Vec::new() };
            let mut guess = guess(text, [16, 20, 48, 44]);
            let own = Rc::make_mut(&mut guess);
            own.glyph.parts = vec![part; parts];
            (own.faces[0].1, own.nothing) = (likelihood, 1.0 - likelihood);
            guess
        };
        for (parts, expected) in [(0, "N"), (1, "N"), (2, "IN")] {
            let guesses = [of_parts("N", 0.6, parts), of_parts("IN", 0.8, 2)];
            assert_eq!(geometry.choose(&guesses, true).unwrap().0.best_letters(), expected, "{parts}");
        }
    }
}
