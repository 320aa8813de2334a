//! The results of a check and what they add up to.
//!
//! An [`EngineRun`] holds a [`CheckedPicture`] for each picture. The functions here compute the figures that the text,
//! the JSON and the HTML page share.

use super::compare::{Comparison, Counts, Difference, Kinds, Verdict};
use super::tiles::{CONFIDENT, CheckedTile};
use crate::args::EngineArg;
use crate::page::BoardPicture;
use hexlex::locate::Side;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// A picture compared with its truth.
pub(super) struct CheckedPicture {
    pub(super) path: PathBuf,
    pub(super) comparison: Comparison,
    pub(super) tiles: Vec<CheckedTile>,
    /// The sides on which the board goes on beyond what was read.
    pub(super) cut: Vec<Side>,
    /// Whether the budget ended the search for boards.
    pub(super) limited: bool,
    /// The warnings about the picture.
    pub(super) warnings: Vec<String>,
    /// The time to find and read the board, in milliseconds.
    pub(super) time: f64,
    /// The board over the picture, for the page, if a tile needs review.
    pub(super) picture: Option<BoardPicture>,
}

/// The results of one engine.
pub(super) struct EngineRun {
    pub(super) engine: EngineArg,
    pub(super) checked: Vec<CheckedPicture>,
}

/// The sum over several pictures.
#[derive(Default)]
pub(super) struct Total {
    pub(super) pictures: usize,
    pub(super) exact: usize,
    pub(super) counts: Counts,
    pub(super) kinds: Option<Kinds>,
}

/// The sum over these pictures.
pub(super) fn total<'a>(checked: impl IntoIterator<Item = &'a CheckedPicture>) -> Total {
    let mut total = Total::default();
    for CheckedPicture { comparison, .. } in checked {
        total.pictures += 1;
        total.exact += usize::from(comparison.exact());
        total.counts.add(comparison.counts);
        if let Some(kinds) = comparison.kinds {
            total.kinds.get_or_insert_default().add(kinds);
        }
    }
    total
}

/// The median time of a picture, in milliseconds. The first picture also loads the engine, so a mean would be too high.
pub(super) fn median_time(checked: &[CheckedPicture]) -> f64 {
    let mut times: Vec<f64> = checked.iter().map(|picture| picture.time).collect();
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or(0.0)
}

/// A letter that was read as another one.
#[derive(Debug, PartialEq)]
pub(super) struct Confusion {
    pub(super) truth: String,
    pub(super) read: String,
    /// The number of tiles.
    pub(super) count: usize,
}

/// The confusions, most frequent first; without pictures in which no tile is wrong.
pub(super) fn confusions(checked: &[CheckedPicture]) -> Vec<Confusion> {
    let wrong = checked.iter().filter(|picture| picture.comparison.counts.wrong > 0);
    count_confusions(wrong.flat_map(|picture| &picture.comparison.differences))
}

/// The differences between two letters, counted, most frequent first.
fn count_confusions<'a>(differences: impl Iterator<Item = &'a Difference>) -> Vec<Confusion> {
    let is_letter = |text: &str| !matches!(text, "." | "?");
    let mut counts: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for Difference { read, truth, .. } in differences.filter(|d| is_letter(&d.read) && is_letter(&d.truth)) {
        *counts.entry((truth, read)).or_default() += 1;
    }
    let confusion =
        |((truth, read), count): ((&str, &str), usize)| Confusion { truth: truth.into(), read: read.into(), count };
    let mut confusions: Vec<Confusion> = counts.into_iter().map(confusion).collect();
    confusions.sort_by_key(|confusion| Reverse(confusion.count));
    confusions
}

/// The number of wrong tiles with a confidence above [`CONFIDENT`]: no user would check these.
pub(super) fn confidently_wrong(checked: &[CheckedPicture]) -> usize {
    let tiles = checked.iter().flat_map(|picture| &picture.tiles);
    tiles.filter(|tile| tile.verdict == Verdict::Wrong && tile.confidence > CONFIDENT).count()
}

#[cfg(test)]
mod tests {
    use super::super::compare::compare;
    use super::*;
    use hexlex::board::Board;

    #[test]
    fn only_pairs_of_letters_are_confusions() {
        let read: Board = "O O A ? .".parse().unwrap();
        let truth: Board = "Q Q B C D".parse().unwrap();
        let confusions = count_confusions(compare(&read, &truth).differences.iter());
        let found: Vec<_> = confusions.iter().map(|c| (c.truth.as_str(), c.read.as_str(), c.count)).collect();
        assert_eq!(found, [("Q", "O", 2), ("B", "A", 1)]);
    }
}
