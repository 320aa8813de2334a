//! The unknown rules of a game, estimated from recorded moves.
//!
//! Bookworm's makers never said how often fire comes, what a scramble costs or which letters new tiles have. A recording shows
//! each board, the word that was played on it, and the board after it. [`estimate`] takes such [`Move`]s, and returns each
//! number of the game's [profile](crate::profile) that they say something about, with its 95% interval.
//!
//! - [`text`]: recorded moves as text, boards with headers between them.
//! - `moves`: what each move did to the board, under a hypothesis about burning (the same engine that plays games predicts it).
//! - `fire`: rates of new fire, by maximum likelihood with profile-likelihood intervals.
//! - `discrete`: burn order, gems, scrambles, levels: the likelihood of every possible value.
//! - `intervals`: the intervals themselves, with their sources.
//! - `report`: the estimates as a profile that `--profile` takes.
//!
//! ```
//! use hexlex::estimate::{estimate, text};
//! use hexlex::{lexicon, profile::BuiltIn};
//!
//! let moves = text::parse("
//! ## layout: columns
//! ## played: TEA
//! A T E A
//! S E A N L
//! R O I D
//! --
//! ## layout: columns
//! K A E A
//! O S N A L
//! R O I D
//! ")?;
//! let found = estimate(&[moves], BuiltIn::Deluxe.profile(), lexicon::english());
//! assert!(found.is_err(), "no path of TEA explains the second board");
//! # Ok::<(), hexlex::estimate::text::MovesError>(())
//! ```

mod discrete;
mod fire;
mod intervals;
mod moves;
mod report;
#[cfg(test)]
mod tests;
pub mod text;

use crate::board::{Board, Cell, Shape};
use crate::lexicon::Lexicon;
use crate::profile::Profile;
use moves::Replay;

/// A recorded board, and what the player did on it.
#[derive(Debug, Clone, PartialEq)]
pub struct Move {
    /// The board before the move.
    pub board: Board,
    /// What was done.
    pub played: Played,
    /// The score before the move, where it is known.
    pub score: Option<u64>,
    /// The level, where it is known.
    pub level: Option<u32>,
}

/// What a player did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Played {
    /// A word, with its tiles in any order where they are known.
    Word {
        /// The word in upper case.
        word: String,
        /// Its tiles.
        tiles: Option<Vec<Cell>>,
    },
    /// A scramble.
    Scramble,
    /// Not seen: a word is inferred where the next board leaves one choice of tiles; shuffled tiles are recognized, too.
    Unseen,
}

/// What the moves say about the rules.
#[derive(Debug, Clone, PartialEq)]
pub struct Estimates {
    /// The estimates, in the order of a profile's sections.
    pub list: Vec<Estimate>,
    /// The moves behind them.
    pub counts: Counts,
    /// The boards' shape.
    shape: Shape,
    /// The name of the profile whose other numbers hold.
    base: String,
}

/// An estimated number or choice of a profile.
#[derive(Debug, Clone, PartialEq)]
pub struct Estimate {
    /// Its name in a profile, as in `fire.base`; `letters.A` to `letters.Z` are shares of the new tiles.
    pub name: String,
    /// The estimate.
    pub value: Value,
    /// Its 95% interval.
    pub interval: Interval,
    /// The moves or tiles that say something about it.
    pub observations: usize,
    /// The statistics behind it.
    pub method: Method,
}

/// The value of an estimate.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// A rate or share.
    Number(f64),
    /// A whole number.
    Count(u64),
    /// One of several names.
    Name(&'static str),
    /// Names of gems.
    Names(Vec<&'static str>),
}

/// The values that the moves leave possible.
#[derive(Debug, Clone, PartialEq)]
pub enum Interval {
    /// All from the lower to the upper end.
    Range {
        /// The lower end.
        low: f64,
        /// The upper end; infinite where no move limits it.
        high: f64,
    },
    /// These names.
    Names(Vec<String>),
}

/// How an estimate and its interval were found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// Maximum likelihood; the interval is that of the profile likelihood.
    ProfileLikelihood,
    /// A share, with the interval of Clopper and Pearson.
    ClopperPearson,
    /// The likelihood of each possible value; the interval has 95% of it.
    Exact,
    /// Every move bounds it.
    Bounds,
}

/// The moves of a recording.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// Words that explain the next board; the estimates rest on these.
    pub words: usize,
    /// Scrambles.
    pub scrambles: usize,
    /// Moves that do not explain the next board, or whose word was not seen and is not clear.
    pub unexplained: usize,
}

/// Moves that say nothing about rules.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EstimateError {
    /// No board was followed by another one.
    #[error("expected at least two boards of one game, found {0}: record more moves")]
    TooFew(usize),
    /// The tiles do not fall, or are too many.
    #[error("expected staggered columns of at most 64 tiles, found {0}: only games whose tiles fall have these rules")]
    Shape(Box<Shape>),
    /// Boards of several shapes.
    #[error("expected boards of one shape, found {0} and {1}: estimate from one game at a time")]
    Shapes(Box<Shape>, Box<Shape>),
    /// No word explains the board after it.
    #[error(
        "expected words that lead from each board to the next, found none among {0} moves: check that the boards follow one another"
    )]
    Unexplained(usize),
}

/// The rules of a game of which these are moves, game by game and in their order. What the moves do not show is as in the base
/// profile. The lexicon serves for words whose tiles were not recorded.
///
/// # Errors
/// [`EstimateError`] where no move can be explained.
pub fn estimate(games: &[Vec<Move>], base: &Profile, lexicon: &Lexicon) -> Result<Estimates, EstimateError> {
    let boards = || games.iter().flatten().map(|played| played.board.shape());
    let shape = boards().next().ok_or(EstimateError::TooFew(0))?;
    if let Some(other) = boards().find(|other| *other != shape) {
        return Err(EstimateError::Shapes(Box::new(shape.clone()), Box::new(other.clone())));
    }
    let moves: usize = games.iter().map(|game| game.len().saturating_sub(1)).sum();
    if moves == 0 {
        return Err(EstimateError::TooFew(boards().count()));
    }
    let replay =
        Replay::new(games, shape, base, lexicon).ok_or_else(|| EstimateError::Shape(Box::new(shape.clone())))?;
    let burning = discrete::burning(&replay);
    let found = replay.run(&burning.params);
    if found.words.is_empty() && found.scrambles.is_empty() {
        return Err(EstimateError::Unexplained(moves));
    }
    let mut list = discrete::gems(&found.words, base);
    list.extend(burning.resistance);
    list.extend(fire::rates(&found.words, base));
    list.extend(burning.order);
    list.extend(discrete::scrambles(&found.scrambles));
    list.extend(discrete::levels(games));
    list.extend(discrete::letters(&found.words));
    let counts = Counts { words: found.words.len(), scrambles: found.scrambles.len(), unexplained: found.unexplained };
    Ok(Estimates { list, counts, shape: shape.clone(), base: base.name.clone() })
}
