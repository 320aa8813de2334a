//! The rules of the games as data: one TOML file a game, in `src/game/profiles/`.
//!
//! - [`Profile`]: everything that is known of a game, with the list of what is only [assumed](Profile::assumed).
//! - [`BuiltIn`]: the games whose files are part of the program; [`Profile::load`] reads a player's own file.
//! - [`Rules`]: the part that the solver needs, which words count and what they score.
//! - [`GameParams`]: the part that the game needs, how the board goes on.
//!
//! In a file, a number is `{ value = 3, source = "where it comes from" }`, or `{ default = 3, source = "unknown" }`. A
//! player's own file may write the bare number. The file names the profile that it is `based_on`, and has only what differs.
//!
//! ```
//! use hexlex::profile::{BuiltIn, Profile};
//!
//! let deluxe = BuiltIn::Deluxe.profile();
//! assert_eq!((deluxe.rules.min_length, deluxe.rules.max_length), (3, 12));
//! assert!(deluxe.assumed.iter().any(|name| name == "fire.base"));
//! let mine: Profile = "based_on = 'deluxe'\nname = 'mine'\n[fire]\nbase = 0.5\n".parse()?;
//! assert_eq!(mine.game.fire.base, 500);
//! assert!(!mine.assumed.iter().any(|name| name == "fire.base"));
//! # Ok::<(), hexlex::profile::ProfileError>(())
//! ```

mod file;
mod params;
mod rules;
mod sections;
mod taken;

pub use params::{
    BurnOrder, FireParams, FireRun, GameParams, Refill, Resistance, ScrambleParams, ScrambleTiles, ScrambleTurn,
};
pub(crate) use rules::Tally;
pub use rules::{BookwormScoring, LargeBoard, Rules, Scoring, UnknownProfile, ValueScoring};
pub use taken::{Beginnings, CollapseParams, Counted, Defended, TerritoryParams};

use crate::board::LetterValues;
use crate::files::{self, FileError};
use std::borrow::Cow;
use std::path::Path;
use std::sync::LazyLock;

/// A game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Profile {
    /// The name by which options choose it.
    pub name: String,
    /// The game's own name.
    pub title: String,
    /// Which words count, and their scores.
    pub rules: Rules,
    /// How the board goes on after a word.
    pub game: GameParams,
    /// The points of the bonus words, one after the other; the last one repeats. Empty where the game has none.
    pub bonus: Vec<u32>,
    /// The seconds of a round; `None` for a game without a clock.
    pub seconds: Option<u32>,
    /// The names of the numbers that no source gives, as in `fire.base`, in the order of the file's sections.
    pub assumed: Vec<String>,
}

/// The error of a profile that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ProfileError {
    /// No profile has this name.
    #[error(transparent)]
    Unknown(#[from] UnknownProfile),
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// The text is not TOML, or not a profile.
    #[error("expected a profile in TOML, found an error ({0}): see \"A profile of your own\" in docs/rules.md")]
    Form(String),
    /// A value is outside its range.
    #[error("expected {expected} for {name}, found {found}: correct it in the profile")]
    Value {
        /// The number's name, as in `fire.base`.
        name: String,
        /// What it may be.
        expected: String,
        /// What it is.
        found: String,
    },
}

macro_rules! built_in {
    ($($(#[$doc:meta])* $name:ident $file:literal,)*) => {
        /// The games whose profiles are part of the program.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum BuiltIn {
            $($(#[$doc])* $name,)*
        }

        impl BuiltIn {
            /// Every built-in profile.
            pub const ALL: &'static [BuiltIn] = &[$(BuiltIn::$name),*];

            /// Its name on the command line.
            pub fn name(self) -> &'static str {
                match self { $(BuiltIn::$name => $file),* }
            }

            /// The text of its file.
            pub fn text(self) -> &'static str {
                match self {
                    $(BuiltIn::$name => include_str!(concat!("../game/profiles/", $file, ".toml")),)*
                }
            }

            /// The profile, which is read once.
            pub fn profile(self) -> &'static Profile {
                match self {
                    $(BuiltIn::$name => {
                        static PROFILE: LazyLock<Profile> = LazyLock::new(|| BuiltIn::$name.parsed());
                        &PROFILE
                    })*
                }
            }
        }
    };
}

built_in! {
    /// Bookworm Deluxe for PC.
    Deluxe "deluxe",
    /// Bookworm in a browser.
    Web "web",
    /// Bookworm on telephones.
    Mobile "mobile",
    /// Boggle with 16 cubes.
    Boggle "boggle",
    /// Boggle with 25 cubes.
    BigBoggle "bigboggle",
    /// Word Hunt.
    WordHunt "wordhunt",
    /// Ruzzle.
    Ruzzle "ruzzle",
    /// Wordament.
    Wordament "wordament",
    /// Bookworm Adventures.
    Adventures "adventures",
    /// Letterpress.
    Letterpress "letterpress",
    /// Squaredle.
    Squaredle "squaredle",
    /// SpellTower, tower mode.
    Spelltower "spelltower",
    /// The numbers of the first simulations.
    Sketch "sketch",
}

impl BuiltIn {
    /// The profiles of games: all but `Sketch`.
    pub fn games() -> impl Iterator<Item = BuiltIn> {
        BuiltIn::ALL.iter().copied().filter(|built_in| *built_in != BuiltIn::Sketch)
    }

    /// The profile of this name, in either case.
    pub fn named(name: &str) -> Option<BuiltIn> {
        let name = name.trim();
        BuiltIn::ALL.iter().copied().find(|built_in| built_in.name().eq_ignore_ascii_case(name))
    }

    fn parsed(self) -> Profile {
        self.text().parse().unwrap_or_else(|error| unreachable!("{}: {error}", self.name()))
    }
}

impl Profile {
    /// The profile of this name, or in this file.
    ///
    /// # Errors
    /// [`ProfileError`] where no profile has the name, and the file is missing or not a profile.
    pub fn load(name: &str) -> Result<Profile, ProfileError> {
        if let Some(built_in) = BuiltIn::named(name) {
            return Ok(built_in.profile().clone());
        }
        let path = Path::new(name);
        if path.extension().is_none() && !path.exists() {
            return Err(UnknownProfile(name.to_string()).into());
        }
        /// The largest file, in bytes: far more than every number of a game with its source. Chosen by hand.
        const MOST_BYTES: u64 = 1 << 20;
        let bytes = files::read(path, MOST_BYTES)?;
        String::from_utf8_lossy(&bytes).parse()
    }

    /// This profile for a board whose tiles print letter values, which fit these tables equally well: the profile's own one counts, or
    /// else the first; without any table the profile is unchanged.
    ///
    /// What is printed counts in place of other values of the profile. Where the formula is assumed, a word scores the sum of its
    /// printed values; where it is known to depend on the number of letters alone, they do not matter.
    #[must_use]
    pub fn with_printed_values(&self, tables: &[LetterValues]) -> Cow<'_, Profile> {
        let Some(&first) = tables.first() else { return Cow::Borrowed(self) };
        let values = |own: &LetterValues| if tables.contains(own) { *own } else { first };
        let is_assumed = |name: &str| self.assumed.iter().any(|assumed| assumed == name);
        let scoring = match &self.rules.scoring {
            Scoring::Bookworm(own) => {
                Scoring::Bookworm(BookwormScoring { letters: values(&own.letters), ..own.clone() })
            }
            Scoring::ByValue(own) => Scoring::ByValue(ValueScoring { letters: values(&own.letters), ..own.clone() }),
            Scoring::ByProduct(own) => {
                Scoring::ByProduct(ValueScoring { letters: values(&own.letters), ..own.clone() })
            }
            Scoring::ByLetter(points) if is_assumed("score.formula") => Scoring::ByValue(ValueScoring {
                letters: first,
                other_letter: *points,
                blank: 0,
                length_bonus: Vec::new(),
            }),
            Scoring::ByLetter(_) | Scoring::ByLength(_) => return Cow::Borrowed(self),
        };
        let mut profile = self.clone();
        profile.assumed.retain(|name| !["score.letters", "score.by_letter"].contains(&name.as_str()));
        profile.rules.scoring = scoring;
        profile.game.rules = profile.rules.clone();
        Cow::Owned(profile)
    }
}

/// The error of a value outside its range.
fn value(name: &str, expected: &str, found: impl std::fmt::Display) -> ProfileError {
    ProfileError::Value { name: name.to_string(), expected: expected.to_string(), found: found.to_string() }
}

#[cfg(test)]
mod tests;
