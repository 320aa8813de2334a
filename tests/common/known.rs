//! The boards of `tests/data` and the totals of their words. `tests/boards.rs` writes both.

use super::root;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// What the words of several boards come to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Totals {
    pub(crate) boards: usize,
    /// Boggle's points.
    pub(crate) points: u64,
    /// The different words of each board.
    pub(crate) words: usize,
    /// The letters of each board's longest word.
    pub(crate) longest: usize,
}

/// A file of `tests/data`.
pub(crate) fn data(name: &str) -> PathBuf {
    root().join("tests/data").join(name)
}

/// The totals of every file of boards, by its name, from `tests/data/totals.txt`.
pub(crate) fn known_totals() -> BTreeMap<String, Totals> {
    let text = std::fs::read_to_string(data("totals.txt")).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| totals(line).unwrap_or_else(|| panic!("expected a name and four numbers, found `{line}`")))
        .collect()
}

fn totals(line: &str) -> Option<(String, Totals)> {
    let mut fields = line.split_whitespace();
    let name = fields.next()?.to_string();
    let mut number = || fields.next()?.parse().ok();
    let (boards, points, words, longest) = (number()?, number()?, number()?, number()?);
    Some((name, Totals { boards: boards as usize, points, words: words as usize, longest: longest as usize }))
}
