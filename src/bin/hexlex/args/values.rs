//! Values that several commands take.

use clap::Args;
use hexlex::board::{Shape, ShapeError};
use hexlex::recognize::Values;
use hexlex::solve::{Goal, Rules, Scoring};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

/// Which words count.
#[derive(Args, Clone)]
pub(crate) struct WordArgs {
    /// A word list or a compiled dictionary, by its file or its name [default: the built-in English]
    #[arg(long, value_name = "FILE|NAME")]
    pub(crate) lexicon: Option<PathBuf>,
    /// Letters of the shortest word [default: the profile's]
    #[arg(long, value_name = "N", value_parser = positive)]
    pub(crate) min_length: Option<usize>,
    /// Letters of the longest word [default: the profile's]
    #[arg(long, value_name = "N", value_parser = positive)]
    pub(crate) max_length: Option<usize>,
}

/// What words are worth, and which of them are told.
#[derive(Args, Clone)]
pub(crate) struct WorthArgs {
    /// The level of the game, which Bookworm's scores depend on
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub(crate) level: u32,
    /// Which word is the best: by length, then score; or by score, then length
    #[arg(long, value_enum, default_value_t = GoalArg::Longest)]
    pub(crate) goal: GoalArg,
    /// How many words to tell
    #[arg(long, default_value_t = 10, value_name = "N", value_parser = positive)]
    pub(crate) top: usize,
}

/// A shape, or `auto`.
#[derive(Clone)]
pub(crate) struct ShapeArg(pub(crate) Option<Shape>);

impl FromStr for ShapeArg {
    type Err = ShapeError;

    fn from_str(text: &str) -> Result<ShapeArg, ShapeError> {
        if text.eq_ignore_ascii_case("auto") {
            Ok(ShapeArg(None))
        } else {
            text.parse().map(|shape| ShapeArg(Some(shape)))
        }
    }
}

/// The games whose rules are known.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ProfileArg {
    Deluxe,
    Web,
    Boggle,
}

impl ProfileArg {
    /// What letters are worth, where the game says it by dots on the tiles.
    pub(super) fn dots(self) -> Option<Values> {
        match (self, Rules::deluxe().scoring) {
            (ProfileArg::Deluxe, Scoring::Bookworm(numbers)) => Some(numbers.letters),
            _ => None,
        }
    }
}

/// Those of them whose boards fall, as the practice game plays.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FallingArg {
    Deluxe,
    Web,
}

/// What makes one word better than another.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq)]
pub(crate) enum GoalArg {
    Longest,
    Score,
}

impl GoalArg {
    /// The form that the library solves with.
    pub(crate) fn goal(self) -> Goal {
        match self {
            GoalArg::Longest => Goal::Longest,
            GoalArg::Score => Goal::Score,
        }
    }
}

pub(super) fn positive(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|&n| n > 0).ok_or_else(|| "expected a whole number from 1".to_string())
}

/// A size in pixels, as in `640x480`.
pub(super) fn size(text: &str) -> Result<(u32, u32), String> {
    /// No screen is larger.
    const LARGEST: u32 = 16_384;
    let number = |part: &str| part.parse().ok().filter(|n| (1..=LARGEST).contains(n));
    let size = text.split_once(['x', 'X']).and_then(|(width, height)| Some((number(width)?, number(height)?)));
    size.ok_or_else(|| format!("expected WIDTHxHEIGHT, each from 1 to {LARGEST}, as in 640x480"))
}

/// A time in milliseconds; none for `off`.
pub(super) fn milliseconds(text: &str) -> Result<Duration, String> {
    /// Longer is no animation but a standstill.
    const LONGEST: u64 = 60_000;
    let number = if text.eq_ignore_ascii_case("off") { Some(0) } else { text.parse().ok() };
    let time = number.filter(|&n| n <= LONGEST).map(Duration::from_millis);
    time.ok_or_else(|| format!("expected milliseconds from 0 to {LONGEST}, or off"))
}

pub(super) fn percent(text: &str) -> Result<f64, String> {
    text.trim_end_matches('%')
        .parse()
        .ok()
        .filter(|p| (0.0..=100.0).contains(p))
        .ok_or_else(|| "expected a number from 0 to 100".to_string())
}

pub(super) fn probability(text: &str) -> Result<f32, String> {
    text.parse().ok().filter(|p| (0.0..=1.0).contains(p)).ok_or_else(|| "expected a number from 0 to 1".to_string())
}
