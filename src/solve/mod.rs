//! Every word of a board, each with its best path.
//!
//! [`solve`] walks over the [`Board`] and the [`Lexicon`] at once, so that it turns back as soon as
//! no word goes on. A word that lies on the board in several ways is told once, with the way that
//! pays most; among equals the one that uses more fire tiles, then fewer `*`, then the one whose
//! cells come first. What counts as a word and what it pays is for the [`Rules`] to say, what comes
//! first for the [`Goal`].
//!
//! ```
//! use hexlex::{board::Board, lexicon::Lexicon, solve::{Goal, Rules, solve}};
//!
//! let board: Board = "\
//! ## layout: columns
//! S A B
//! O I:green E:fire Qu
//! D F T
//! ".parse()?;
//! let solution = solve(&board, Lexicon::english(), &Rules::for_board(&board), Goal::Longest);
//! let best = solution.best().ok_or("no word")?;
//! assert_eq!((best.word.as_str(), best.length, best.score), ("FIDOS", 5, 840));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod rules;
mod search;

pub use rules::{Bookworm, Rules, Scoring, UnknownProfile};

use crate::board::Board;
use crate::grid::{Adjacency, Cell, Shape};
use crate::lexicon::{Lexicon, WordClass};
use search::{Field, Hit, Neighbors};
use std::cmp::{Ordering, Reverse};
use std::collections::HashMap;
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

/// The best way to spell a word so far.
struct Way {
    number: u32,
    letters: u32,
    score: u32,
    fires: u32,
    blanks: u32,
    path: Vec<u32>,
}

/// The words met so far, each with its best way.
#[derive(Default)]
struct Ways {
    places: HashMap<u32, usize>,
    ways: Vec<Way>,
}

impl Ways {
    fn add(&mut self, hit: &Hit<'_, '_>, rules: &Rules) {
        let sums = hit.sums();
        let score = rules.scoring.points(&sums);
        let (fires, blanks) = (sums.fires, sums.blanks);
        let way = || Way { number: hit.number, letters: hit.letters, score, fires, blanks, path: hit.path() };
        let place = *self.places.entry(hit.number).or_insert(self.ways.len());
        let Some(old) = self.ways.get_mut(place) else { return self.ways.push(way()) };
        match (score, fires, Reverse(blanks)).cmp(&(old.score, old.fires, Reverse(old.blanks))) {
            Ordering::Less => {}
            Ordering::Greater => *old = way(),
            Ordering::Equal => {
                let new = way();
                if new.path < old.path {
                    *old = new;
                }
            }
        }
    }
}

/// The walks that find every best way, by whether they use fire tiles only.
///
/// Where tiles are interchangeable a walk takes gems before fire, so it can miss a word all of fire.
fn passes(neighbors: &Neighbors, rules: &Rules) -> &'static [bool] {
    let free = neighbors.shape().adjacency() == Adjacency::Free;
    if free && rules.scoring.pays_fire() { &[false, true] } else { &[false] }
}

/// Every word of the board that the lexicon has and the rules allow, the best first.
///
/// Tiles that cannot be read or are tagged `covered` are never used. Where any tile may follow any
/// other, and several ways are equal in score, fire and `*`, the cells are the first of each letter.
///
/// A 52-tile board takes a fraction of a millisecond, most of it for making the words' text.
pub fn solve(board: &Board, lexicon: &Lexicon, rules: &Rules, goal: Goal) -> Solution {
    let neighbors = Neighbors::new(board.shape());
    let mut ways = Ways::default();
    let mut complete = true;
    for &only_fire in passes(&neighbors, rules) {
        let mut field = Field::new(board, &neighbors, lexicon, rules, only_fire);
        complete &= field.walk(lexicon, rules, |hit| ways.add(&hit, rules));
    }
    let mut ways = ways.ways;
    ways.sort_unstable_by_key(|way| {
        // the numbers of words are in alphabetical order
        match goal {
            Goal::Longest => (Reverse((way.letters, way.score)), way.number),
            Goal::Score => (Reverse((way.score, way.letters)), way.number),
        }
    });
    let words = ways.into_iter().filter_map(|way| found(way, board.shape(), lexicon)).collect();
    Solution { words, complete }
}

/// A word as it is told.
fn found(way: Way, shape: &Shape, lexicon: &Lexicon) -> Option<Found> {
    Some(Found {
        word: crate::board::upper(&lexicon.word(way.number as usize)?),
        length: way.letters as usize,
        score: way.score,
        path: way.path.iter().filter_map(|&id| shape.cell(id as usize)).collect(),
        class: lexicon.class_of(way.number as usize),
    })
}

/// What the words of a board come to together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Total {
    /// The points of all words, each counted once, along its best path.
    pub points: u64,
    /// The number of different words.
    pub words: usize,
}

/// Adds up board after board, without making any word: for comparing boards, and solvers.
///
/// ```
/// use hexlex::{board::Board, lexicon::Lexicon, solve::{Rules, Scorer}};
///
/// let lexicon = Lexicon::from_words(["tea", "eat", "teat"])?;
/// let mut scorer = Scorer::new(&lexicon, Rules::boggle());
/// let total = scorer.total(&"T E\nT A".parse()?);
/// assert_eq!((total.words, total.points), (3, 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Scorer<'a> {
    lexicon: &'a Lexicon,
    rules: Rules,
    /// Of the last shape: boards mostly come with the same.
    neighbors: Option<Neighbors>,
    /// For each word the last board that had it, and what it paid there.
    seen: Vec<(u32, u32)>,
    /// The number of the board, from 1.
    epoch: u32,
}

impl<'a> Scorer<'a> {
    /// A scorer by these rules.
    pub fn new(lexicon: &'a Lexicon, rules: Rules) -> Scorer<'a> {
        Scorer { lexicon, rules, neighbors: None, seen: vec![(0, 0); lexicon.len()], epoch: 0 }
    }

    /// What the words of one board come to.
    pub fn total(&mut self, board: &Board) -> Total {
        self.epoch = self.epoch.checked_add(1).unwrap_or_else(|| {
            self.seen.fill((0, 0));
            1
        });
        let neighbors = match self.neighbors.take() {
            Some(known) if known.shape() == board.shape() => known,
            _ => Neighbors::new(board.shape()),
        };
        let mut total = Total::default();
        for &only_fire in passes(&neighbors, &self.rules) {
            let mut field = Field::new(board, &neighbors, self.lexicon, &self.rules, only_fire);
            field.walk(self.lexicon, &self.rules, |hit| {
                let (epoch, best) = &mut self.seen[hit.number as usize];
                let points = self.rules.scoring.points(&hit.sums());
                if *epoch != self.epoch {
                    (*epoch, *best) = (self.epoch, 0);
                    total.words += 1;
                }
                total.points += u64::from(points.saturating_sub(*best));
                *best = points.max(*best);
            });
        }
        self.neighbors = Some(neighbors);
        total
    }
}

#[cfg(test)]
mod tests;
