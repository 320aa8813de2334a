//! Every word of a board, each with its best path.
//!
//! [`solve`] goes over the [`Board`] and the [`Lexicon`] at once, so that it turns back as soon as
//! no word goes on. Boards of plain letters have [kernels](Kernel) of their own for it, everything else (tiles of
//! several letters, choices, `*`, free adjacency, more than 64 tiles) a walk that knows no limits. A word that lies on the board in several ways is told once, with the way that
//! pays most; among equals the one that uses more fire tiles, then fewer `*`, then the one whose
//! cells come first. What counts as a word and what it pays is for the [`Rules`] to say, what comes
//! first for the [`Goal`].
//!
//! ```
//! use hexlex::{board::Board, lexicon::{self, Lexicon}, solve::{Goal, Rules, solve}};
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

mod kernels;
mod rules;
mod search;
mod solver;
mod tiles;
mod ways;

pub use kernels::{Kernel, KernelError};
pub use rules::{Bookworm, Rules, Scoring, UnknownProfile};
pub use solver::{Finds, Solver, Way};

use crate::board::Board;
use crate::grid::Cell;
use crate::lexicon::{Lexicon, WordClass};
use std::fmt;

/// What makes one word better than another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Goal {
    /// The number of letters, then the score, then the alphabet.
    #[default]
    Longest,
    /// The score, then the number of letters, then the alphabet.
    Score,
}

/// A goal that does not exist.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected a goal of longest, score, found `{0}`: name one of these")]
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
pub struct Found {
    /// The word in upper case.
    pub word: String,
    /// The number of its letters; a `Qu` tile has two.
    pub length: usize,
    /// What the rules pay for it along its path.
    pub score: u32,
    /// The cells that spell it, in order.
    pub path: Vec<Cell>,
    /// How sure it is that a game takes it, where the lexicon knows.
    pub class: Option<WordClass>,
}

/// All words of a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solution {
    /// Each word once, the best first.
    pub words: Vec<Found>,
    /// Whether these are all. Only a board with so many `*` that a full search would take minutes
    /// is left early.
    pub complete: bool,
}

impl Solution {
    /// The best word; `None` where the board has none.
    pub fn best(&self) -> Option<&Found> {
        self.words.first()
    }
}

/// Every word of the board that the lexicon has and the rules allow, the best first.
///
/// Tiles that cannot be read or are tagged `covered` are never used. Where any tile may follow any
/// other, and several ways are equal in score, fire and `*`, the cells are the first of each letter.
///
/// A 52-tile board takes a tenth of a millisecond, nearly all of it for making the words' text: for many boards, or
/// without the text, there is the [`Solver`].
pub fn solve(board: &Board, lexicon: &Lexicon, rules: &Rules, goal: Goal) -> Solution {
    Solver::new(lexicon, rules.clone()).solve(board, goal)
}

/// What the words of a board come to together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Total {
    /// The points of all words, each counted once, along its best path.
    pub points: u64,
    /// The number of different words.
    pub words: usize,
}

#[cfg(test)]
mod tests;
