//! Every word of a board, each with its best path.
//!
//! [`solve`] walks the [`Board`] and the automaton of the [`Lexicon`] together, so a path ends as soon as no word begins
//! with its letters. Boards of plain letters go to vectorized [kernels](Kernel); every other board (tiles of several
//! letters, choices, `*`, free adjacency, more than 64 tiles) goes to a general depth-first search. A word with several
//! paths is reported once, along the path with the highest score; among these the one with the most fire tiles, then the
//! fewest `*`, then the smallest cell ids. The [`Rules`] define the words that count and their scores, the [`Goal`] the
//! order of the words.
//!
//! - [`solve`]: one board, every word as text with its path.
//! - [`Solver`]: board after board in reused memory: words as numbers, only totals, or every path, as a set of cells or in order.
//!
//! ```
//! use hexlex::{board::Board, lexicon, solve::{Goal, Rules, solve}};
//!
//! let board: Board = "\
//! ## layout: columns
//! S A B
//! O I:green E:fire Qu
//! D F T
//! ".parse()?;
//! let solution = solve(&board, lexicon::english(), &Rules::for_board(&board), Goal::Longest);
//! let best = solution.best().ok_or("no word")?;
//! assert_eq!((best.word.as_str(), best.length, best.score), ("FIDOS", 5, 840));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod by_words;
mod depth_first;
mod kernels;
mod listing;
mod pace;
mod paths;
mod prefix_paths;
mod solver;
mod tile_values;

pub use crate::profile::{BookwormScoring, Rules, Scoring, UnknownProfile, ValueScoring};
pub use kernels::{Kernel, KernelError};
pub use pace::Pace;
pub use paths::{BestPath, BestPaths, SpelledPath, WordPath};
pub use solver::Solver;

use crate::board::{Board, Cell};
use crate::lexicon::{Lexicon, WordClass};
use std::fmt;

/// The order of the words of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Goal {
    /// By number of letters, then by score, then alphabetically.
    #[default]
    Longest,
    /// By score, then by number of letters, then alphabetically.
    Score,
}

/// The error for an unknown goal name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected a goal, found `{0}`: name longest or score")]
pub struct UnknownGoal(pub String);

impl std::str::FromStr for Goal {
    type Err = UnknownGoal;

    fn from_str(text: &str) -> Result<Goal, UnknownGoal> {
        match text.trim().to_lowercase().as_str() {
            "longest" => Ok(Goal::Longest),
            "score" => Ok(Goal::Score),
            _ => Err(UnknownGoal(text.to_string())),
        }
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Goal::Longest => "longest",
            Goal::Score => "score",
        })
    }
}

/// A word of a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundWord {
    /// The word in upper case.
    pub word: String,
    /// The number of its letters; a `Qu` tile has two.
    pub length: usize,
    /// Its score along its path.
    pub score: u32,
    /// The cells that spell it, in order.
    pub path: Vec<Cell>,
    /// How likely a game accepts it; `None` where the lexicon has no classes.
    pub class: Option<WordClass>,
}

/// All words of a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solution {
    /// Each word once, the best first.
    pub words: Vec<FoundWord>,
    /// Whether the search found every word. On a board with so many `*` that not all paths can be walked, a word has a path
    /// that need not be its best one; only where even that takes too long, words are missing and this is false.
    pub complete: bool,
}

impl Solution {
    /// The best word; `None` where the board has none.
    pub fn best(&self) -> Option<&FoundWord> {
        self.words.first()
    }
}

/// The best words of a board, and the number of all: see [`Solver::best_words`]. The other words are never spelled, which takes
/// most of the time of [`solve`] on a board of many `*`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BestWords {
    /// The best words, the best first.
    pub words: Vec<FoundWord>,
    /// The number of all words.
    pub count: usize,
    /// The word with the highest score.
    pub highest: Option<FoundWord>,
    /// As [`Solution::complete`].
    pub complete: bool,
}

/// Every word of the board that the lexicon has and the rules allow, the best first.
///
/// Unreadable tiles and tiles with the tag `covered` are never used. With free adjacency, ties in score, fire and `*`
/// go to the lowest cell ids of each letter.
///
/// A 52-tile board takes a tenth of a millisecond, most of it for the text of the words. Use the [`Solver`] for many
/// boards, or where the text is not needed.
pub fn solve(board: &Board, lexicon: &Lexicon, rules: &Rules, goal: Goal) -> Solution {
    Solver::new(lexicon, rules.clone()).solve(board, goal)
}

/// The number of words of a board, and their points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Total {
    /// The sum of the scores of all words, each along its best path.
    pub points: u64,
    /// The number of different words.
    pub words: usize,
}

#[cfg(test)]
mod large_alphabets;
#[cfg(test)]
mod tests;
