//! Which case the letters of a board have: it is read as capitals and as small letters, by networks of their own, and the likelier
//! reading counts.
//!
//! Small letters are of uneven height and depth: an `a` is lower than a `b`, and a `p` reaches below both. On a small board only one of them
//! may be tall, and some typefaces have small capitals in their place, so that their heights alone do not decide: how much better they read
//! does, too (`case.weights`).

use super::Doubt;
use super::geometry::TALL;
use super::score::Score;
use crate::pixels::median;
use std::sync::OnceLock;

/// The features of a board that may have small letters, by name. `fit` is the mean log likelihood of a tile that is read as a small letter, less
/// that as a capital; `ratio` the logarithm of the quotient of the two means. The others are shares of [uneven letters](share_of_uneven): of
/// small ones by the second tallest and by the tallest, and of capitals by the tallest.
pub(crate) const CASE_FEATURES: [&str; 5] = ["fit", "ratio", "uneven", "uneven_by_tallest", "uneven_as_capitals"];

/// The values of one board, in the order of [`CASE_FEATURES`].
pub(crate) type CaseValues = [f32; CASE_FEATURES.len()];

fn score() -> &'static Score {
    static SCORE: OnceLock<Score> = OnceLock::new();
    SCORE.get_or_init(|| Score::parse(include_str!("case.weights"), &CASE_FEATURES))
}

/// A board that was read as letters of one case.
pub(super) struct CaseReading<'a> {
    /// The doubt of each tile.
    pub(super) doubts: &'a [Doubt],
    /// The top and bottom of each single letter that reads, in tiles below the middle.
    pub(super) extents: &'a [(f32, f32)],
}

impl CaseReading<'_> {
    /// How well the letters fit the tiles: the mean log likelihood of a tile, with a limit for each.
    fn fit(&self) -> f32 {
        /// The least likelihood of a tile: one that does not read is not evidence against the others. Chosen by hand.
        const LEAST: f32 = 0.05;
        let log_likelihoods = self.doubts.iter().map(|doubt| doubt.confidence.max(LEAST).ln());
        log_likelihoods.sum::<f32>() / self.doubts.len().max(1) as f32
    }

    /// The mean confidence of the tiles that have letters.
    fn confidence(&self) -> f32 {
        let read = self.doubts.iter().filter(|doubt| doubt.best.is_some()).map(|doubt| doubt.confidence);
        let (sum, count) = read.fold((0.0, 0.0), |(sum, count), confidence| (sum + confidence, count + 1.0));
        if count > 0.0 { sum / count } else { 1.0 }
    }
}

/// Whether a board that was read as capitals may have small letters, so that it is read as such, too.
pub(super) fn may_be_small(capitals: &CaseReading) -> bool {
    /// The mean confidence from which the letters are capitals. A larger one costs time on boards that are hard to read; with a
    /// smaller one small letters that look like capitals hide the others. Chosen by hand; `hard judge --kind lower-case` shows a
    /// change.
    const CLEAR: f32 = 0.97;
    /// The share of uneven letters from which a board may have small ones. Smaller: boards of capitals are read twice. Larger:
    /// small letters are read as capitals. Chosen by hand, between what was seen on drawn boards when tails did not count:
    /// at most 0.2 on 60 of capitals (`hard draw --seed 3003`), 0.55 to 0.79 on small letters (`--kind lower-case --seed 52`).
    const UNEVEN: f32 = 0.3;
    capitals.confidence() <= CLEAR || share_of_uneven(capitals.extents, Tallest::Skipped) > UNEVEN
}

/// Whether a board's letters are small ones, by both readings of it.
pub(super) fn is_small(capitals: &CaseReading, small: &CaseReading) -> bool {
    score().log_odds(&values(capitals, small)) > 0.0
}

/// The evidence that a board has small letters.
pub(super) fn values(capitals: &CaseReading, small: &CaseReading) -> CaseValues {
    /// Added to both means of the ratio, in nats a tile: where both readings are clear, neither is clearer. Smaller: letters that look alike in
    /// both cases decide. Larger: a few wrong letters do not. Chosen by hand.
    const FLOOR: f32 = 0.01;
    let uneven = |reading: &CaseReading, tallest| share_of_uneven(reading.extents, tallest);
    [
        small.fit() - capitals.fit(),
        ((FLOOR - capitals.fit()) / (FLOOR - small.fit())).ln(),
        uneven(small, Tallest::Skipped),
        uneven(small, Tallest::Counts),
        uneven(capitals, Tallest::Counts),
    ]
}

/// Whether the tallest letter may count as tall, or on a small board at most the second tallest does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tallest {
    Counts,
    Skipped,
}

/// The share of letters, given by their tops and bottoms, that are clearly lower than the tall ones, or reach clearly below their line.
fn share_of_uneven(letters: &[(f32, f32)], tallest: Tallest) -> f32 {
    /// The part of a tall letter's height below which one is low: the small letters of typefaces have 0.65 to 0.8 of the
    /// height of their `b`, capitals of one typeface differ by a twentieth.
    const CLEARLY: f32 = 0.85;
    /// The part of a tall letter's height by which a letter reaches clearly below the line: tails have 0.2 to 0.3.
    const TAIL: f32 = 0.12;
    let line = median(letters.iter().map(|(_, bottom)| *bottom).collect());
    let height = |(top, bottom): &(f32, f32)| bottom.min(line) - top;
    let mut heights: Vec<f32> = letters.iter().map(height).collect();
    heights.sort_by(|a, b| b.total_cmp(a));
    let taller = ((TALL * heights.len() as f32) as usize).max(usize::from(tallest == Tallest::Skipped));
    let Some(&tall) = heights.get(taller) else { return 0.0 };
    let is_uneven = |letter: &&(f32, f32)| height(letter) < CLEARLY * tall || letter.1 > line + TAIL * tall;
    letters.iter().filter(is_uneven).count() as f32 / letters.len() as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_letters_are_uneven_and_capitals_are_not() {
        // The letters o, b and p, of a line at 0.25.
        let (low, tall, deep) = ((-0.1, 0.25), (-0.25, 0.25), (-0.1, 0.4));
        for (letters, by_second, by_tallest) in [
            (vec![], 0.0, 0.0),
            (vec![tall], 0.0, 0.0),
            (vec![low, tall], 0.0, 0.5),
            (vec![tall; 11], 0.0, 0.0),
            (vec![low, low, tall, low, tall, tall], 0.5, 0.5),
            (vec![low, low, tall, low], 0.0, 0.75),
            (vec![tall, tall, deep, tall, low, tall, tall, deep], 0.375, 0.375),
        ] {
            let shares = [Tallest::Skipped, Tallest::Counts].map(|tallest| share_of_uneven(&letters, tallest));
            assert_eq!(shares, [by_second, by_tallest], "{letters:?}");
        }
    }

    /// The confidence of each tile as a capital and as a small letter, the extents of both readings, and whether the letters are small.
    #[test]
    fn small_letters_read_better_or_are_uneven() {
        let (low, tall) = ((-0.1, 0.25), (-0.25, 0.25));
        let (even, uneven, one_tall) = (
            [tall; 9],
            [low, tall, low, low, tall, low, tall, low, low],
            [tall, low, low, low, low, low, low, low, low],
        );
        for (as_capitals, as_small, capitals, small, expected) in [
            (0.95, 0.99, even, even, false),
            (0.99, 0.9, even, even, false),
            (0.99, 0.9, uneven, uneven, true),
            (0.8, 0.99, uneven, uneven, true),
            (0.4, 0.99, one_tall, one_tall, true),
            (0.1, 0.99, even, even, true),
            (0.7, 0.75, even, even, false),
        ] {
            let doubts = |confidence| vec![Doubt { confidence, ..Doubt::default() }; 9];
            let (of_capitals, of_small) = (doubts(as_capitals), doubts(as_small));
            let found = is_small(
                &CaseReading { doubts: &of_capitals, extents: &capitals },
                &CaseReading { doubts: &of_small, extents: &small },
            );
            assert_eq!(found, expected, "{as_capitals} {as_small} {capitals:?}");
        }
    }

    /// The confidence of the capitals, their extents, and whether they are read as small letters, too.
    #[test]
    fn doubtful_or_uneven_capitals_may_be_small_letters() {
        let (low, tall) = ((-0.1, 0.25), (-0.25, 0.25));
        for (confidence, extents, expected) in
            [(0.99, vec![tall; 9], false), (0.9, vec![tall; 9], true), (0.99, vec![low, tall, tall, low], true)]
        {
            let doubt =
                Doubt { confidence, best: Some(crate::board::Face::Letters("A".to_string())), ..Doubt::default() };
            let doubts = vec![doubt; extents.len()];
            assert_eq!(may_be_small(&CaseReading { doubts: &doubts, extents: &extents }), expected, "{confidence}");
        }
        assert!(!may_be_small(&CaseReading { doubts: &[], extents: &[] }));
    }
}
