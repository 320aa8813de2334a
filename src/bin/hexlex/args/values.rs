//! Option groups and value types that several commands share.

use crate::nearest::nearest;
use clap::Args;
use hexlex::board::{Cell, Face, Shape, ShapeError};
use hexlex::profile::{BuiltIn, Profile, ProfileError, UnknownProfile};
use hexlex::solve::Goal;
use std::fmt;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

/// The words that are searched for.
#[derive(Args, Clone)]
pub(crate) struct WordArgs {
    /// Use this dictionary: a file, a name given to `words import`, or a language (de, fr, ...) whose word list the
    /// system has [default: built-in English]
    #[arg(long, value_name = "FILE|NAME")]
    pub(crate) lexicon: Option<PathBuf>,
    /// Leave out words with fewer letters [default: the game's limit]
    #[arg(long, value_name = "N", value_parser = positive)]
    pub(crate) min_length: Option<usize>,
    /// Leave out words with more letters [default: the game's limit]
    #[arg(long, value_name = "N", value_parser = positive)]
    pub(crate) max_length: Option<usize>,
}

/// How words are scored and ranked, and the number of words in the answer.
#[derive(Args, Clone)]
pub(crate) struct RankingArgs {
    /// Score words as at this level of Bookworm [default: 1; `watch` says that points are assumed without it]
    #[arg(long, value_name = "N", value_parser = level)]
    pub(crate) level: Option<u32>,
    /// Rank the words by length, by score, by how well the game goes on after them, or by points a second [default: longest; in
    /// `watch`, pace for the profile of a game with a clock]
    #[arg(long, value_enum)]
    pub(crate) goal: Option<GoalArg>,
    /// Print at most this many words
    #[arg(long, default_value_t = 10, value_name = "N", value_parser = positive)]
    pub(crate) top: usize,
}

impl RankingArgs {
    /// The order of the words.
    pub(crate) fn goal(&self) -> GoalArg {
        self.goal.unwrap_or(GoalArg::Longest)
    }

    /// The order of the words while a game with this profile is played.
    #[cfg(feature = "desktop")]
    pub(crate) fn goal_in(&self, profile: Option<ProfileArg>) -> GoalArg {
        let has_clock = profile.is_some_and(|profile| profile.profile().seconds.is_some());
        self.goal.unwrap_or(if has_clock { GoalArg::Pace } else { GoalArg::Longest })
    }

    /// The level at which words are scored.
    pub(crate) fn level(&self) -> u32 {
        self.level.unwrap_or(1)
    }
}

/// How much of a word is shown.
#[derive(clap::ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum HelpLevelArg {
    /// Only how long it is
    Length,
    /// Its first letter and where that is
    FirstLetter,
    /// All of it
    All,
}

/// A corrected tile, as in `3,2=V`: people count lines and tiles from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FixArg {
    /// The tile, counted from 0.
    pub(crate) cell: Cell,
    /// What it says.
    pub(crate) face: Face,
}

impl FromStr for FixArg {
    type Err = String;

    fn from_str(text: &str) -> Result<FixArg, String> {
        let number = |text: &str| text.trim().parse::<usize>().ok()?.checked_sub(1);
        let parse = |place: &str, letters: &str| {
            let (line, index) = place.split_once(',')?;
            let cell = Cell { line: number(line)?, index: number(index)? };
            let face = Face::parse(letters.trim()).filter(|face| *face != Face::Unreadable)?;
            Some(FixArg { cell, face })
        };
        let remedy = || match text.split_once('=') {
            Some((letters, place)) if parse(place, letters).is_some() => format!("write {place}={letters}"),
            Some((_, letters)) if !letters.chars().any(char::is_alphabetic) => {
                "give letters behind `=`, as in 3,2=V".to_string()
            }
            _ => "count both from 1, as in 3,2=V".to_string(),
        };
        let parsed = text.split_once('=').and_then(|(place, letters)| parse(place, letters));
        parsed.ok_or_else(|| format!("expected LINE,TILE=LETTERS, found `{text}`: {}", remedy()))
    }
}

/// A shape, or `None` for `auto`.
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

/// The time after which the search for a board ends.
#[derive(Clone, Copy)]
pub(crate) struct BudgetArg(pub(crate) Duration);

impl FromStr for BudgetArg {
    type Err = String;

    fn from_str(text: &str) -> Result<BudgetArg, String> {
        /// Ten minutes, in milliseconds; chosen by hand: longer than any search, and short enough to add to a clock.
        const LONGEST: u64 = 600_000;
        whole(text, "a whole number of milliseconds", 1..=LONGEST).map(|ms| BudgetArg(Duration::from_millis(ms)))
    }
}

impl fmt::Display for BudgetArg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.as_millis().fmt(f)
    }
}

/// The rules of a game: a built-in profile, or a player's own file. A file is read with the arguments, once, and kept until
/// the program ends.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct ProfileArg(&'static Profile);

impl ProfileArg {
    /// A built-in profile.
    pub(crate) fn of(built_in: BuiltIn) -> ProfileArg {
        ProfileArg(built_in.profile())
    }

    /// The profile of this name; `None` for another one.
    #[cfg(feature = "desktop")]
    pub(crate) fn named(name: &str) -> Option<ProfileArg> {
        BuiltIn::named(name).map(ProfileArg::of)
    }

    /// The rules.
    pub(crate) fn profile(self) -> &'static Profile {
        self.0
    }

    /// Its name.
    pub(crate) fn name(self) -> String {
        self.0.name.clone()
    }
}

impl FromStr for ProfileArg {
    type Err = String;

    fn from_str(name: &str) -> Result<ProfileArg, String> {
        if let Some(built_in) = BuiltIn::named(name) {
            return Ok(ProfileArg::of(built_in));
        }
        match Profile::load(name) {
            Ok(profile) => Ok(ProfileArg(Box::leak(Box::new(profile)))),
            Err(ProfileError::Unknown(error)) => Err(unknown_profile(&error)),
            // It names the file itself.
            Err(error @ ProfileError::File(_)) => Err(error.to_string()),
            Err(error @ (ProfileError::Form(_) | ProfileError::Value { .. })) => Err(format!("{name}: {error}")),
        }
    }
}

/// The error of an unknown profile, with the one that was most likely meant.
fn unknown_profile(error: &UnknownProfile) -> String {
    let names: Vec<String> = BuiltIn::games().map(|built_in| built_in.profile().name.to_lowercase()).collect();
    // Where the name is that of a game with several profiles, the error proposes these.
    let similar = nearest(&error.0, names).filter(|_| error.titled().is_empty());
    similar.map_or(error.to_string(), |similar| format!("expected a profile, found `{}`: use `{similar}`", error.0))
}

/// The order of the words.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq)]
pub(crate) enum GoalArg {
    /// By length, then by score
    Longest,
    /// By score, then by length
    Score,
    /// By how well the game goes on, as `advise` does
    Survive,
    /// By points a second, with the movement from tile to tile
    Pace,
}

impl GoalArg {
    /// The library's goal; for `survive`, the order of the words that the search leaves out, and for `pace` the one that is
    /// sorted.
    pub(crate) fn goal(self) -> Goal {
        match self {
            GoalArg::Longest | GoalArg::Survive => Goal::Longest,
            GoalArg::Score | GoalArg::Pace => Goal::Score,
        }
    }
}

/// A whole number in a range; `what` describes it in the error.
fn whole(text: &str, what: &str, range: RangeInclusive<u64>) -> Result<u64, String> {
    let number = text.parse().ok().filter(|number| range.contains(number));
    let (first, last) = (range.start(), range.end());
    let is_digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    // Also a number that no integer here holds.
    let is_too_large = is_digits && !text.parse::<u64>().is_ok_and(|number| number <= *last);
    // A limit that nobody reaches on purpose would only distract.
    let (range, remedy) = match *last < u64::from(u32::MAX) || is_too_large {
        true => (format!("from {first} to {last}"), "give one of these"),
        false => (format!("from {first}"), "give one"),
    };
    number.ok_or_else(|| format!("expected {what} {range}, found `{text}`: {remedy}"))
}

/// What most options with a number take.
const NUMBER: &str = "a whole number";

/// A whole number from 1.
pub(super) fn positive(text: &str) -> Result<usize, String> {
    whole(text, NUMBER, 1..=u64::from(u32::MAX)).map(|number| number as usize)
}

/// A level of Bookworm.
pub(crate) fn level(text: &str) -> Result<u32, String> {
    /// The highest level: above any that players reach, and low enough that scores keep their precision. Chosen by hand.
    const HIGHEST: u64 = 10_000;
    whole(text, NUMBER, 1..=HIGHEST).map(|number| number as u32)
}

/// The seed of random numbers.
pub(super) fn seed(text: &str) -> Result<u64, String> {
    whole(text, NUMBER, 0..=u64::MAX)
}

/// A number of threads.
pub(super) fn threads(text: &str) -> Result<usize, String> {
    /// More than the cores of any desktop, and few enough that a mistyped number cannot exhaust the system. Chosen by
    /// hand.
    const MOST: u64 = 256;
    whole(text, NUMBER, 1..=MOST).map(|number| number as usize)
}

/// The smallest window, in pixels. The practice game has tiles of 12 pixels in it, which are just legible; a larger
/// minimum would keep the window off the smallest screens. Chosen by hand.
pub(crate) const SMALLEST_WINDOW: (u32, u32) = (160, 120);

/// The size of a window in pixels, as in `640x480`.
pub(super) fn window_size(text: &str) -> Result<(u32, u32), String> {
    /// Pixels; chosen by hand to be larger than any screen.
    const LARGEST: u32 = 16_384;
    let (width, height) = SMALLEST_WINDOW;
    let number = |part: &str, least: u32| part.parse().ok().filter(|n| (least..=LARGEST).contains(n));
    let size = text.split_once(['x', 'X']).and_then(|(w, h)| Some((number(w, width)?, number(h, height)?)));
    size.ok_or_else(|| {
        format!(
            "expected a size from {width}x{height} to {LARGEST}x{LARGEST}, found `{text}`: give one such as 640x480"
        )
    })
}

/// A time in milliseconds; zero for `off`.
pub(super) fn milliseconds(text: &str) -> Result<Duration, String> {
    /// One minute; chosen by hand: a longer animation leaves the game unplayable.
    const LONGEST: u64 = 60_000;
    let number =
        if text.eq_ignore_ascii_case("off") { Ok(0) } else { whole(text, "off, or milliseconds", 0..=LONGEST) };
    number.map(Duration::from_millis)
}

/// The time of a round in seconds; zero for `off`.
pub(super) fn round(text: &str) -> Result<Duration, String> {
    /// An hour; chosen by hand: longer than any round.
    const LONGEST: u64 = 3600;
    let number = if text.eq_ignore_ascii_case("off") { Ok(0) } else { whole(text, "off, or seconds", 1..=LONGEST) };
    number.map(Duration::from_secs)
}

/// A percentage, with or without `%`.
pub(super) fn percent(text: &str) -> Result<f64, String> {
    let number = text.trim_end_matches('%').parse().ok().filter(|p| (0.0..=100.0).contains(p));
    number.ok_or_else(|| format!("expected a number from 0 to 100, found `{text}`: give one such as 99.5"))
}

/// A factor of a size.
pub(super) fn scale(text: &str) -> Result<f32, String> {
    let number = text.trim_start_matches('x').parse().ok().filter(|factor| (0.1..=10.0).contains(factor));
    number.ok_or_else(|| format!("expected a factor from 0.1 to 10, found `{text}`: give one such as 2"))
}

/// A probability.
pub(super) fn probability(text: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|p| (0.0..=1.0).contains(p));
    number.ok_or_else(|| format!("expected a number from 0 to 1, found `{text}`: give one such as 0.8"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corrections_count_from_1() {
        let fix: FixArg = " 3, 2 = qu".parse().unwrap();
        assert_eq!((fix.cell, fix.face.to_string()), (Cell { line: 2, index: 1 }, "Qu".to_string()));
        for wrong in ["", "3,2", "0,1=A", "3=A", "3,2=", "3,2=?", "a,b=C", "3,2=a b"] {
            assert!(wrong.parse::<FixArg>().unwrap_err().contains("expected LINE,TILE=LETTERS"), "{wrong}");
        }
    }
}
