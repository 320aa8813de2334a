//! What to play: look ahead, survive or score or hold territory, and say why.
//!
//! - [`advise`]: a board in, words and reasons out; [`advise_within`] takes a time instead of a number of boards. What the word
//!   does to the board decides how it searches: by surviving fires where new tiles come (below), over whole games where none come
//!   (`collapse`), and with the best reply where tiles change hands (`territory`).
//! - [`Adviser`]: searches a board within a [`Budget`]; [`Adviser::decide`] returns a [`Decision`].
//! - [`Outlook`]: what the words of a board can do about its fires; the value of a board and the reasons come from it.
//! - [`critical_tiles`]: the tiles on which the next turns depend, to be marked on a picture.
//! - [`Risk`]: the chance to lose within ten words.
//! - [`Policy`]: simulated players, from the longest word to the search; [`play`] plays their games, [`Summary`] compares.
//!
//! ```
//! use hexlex::advise::{Adviser, Budget};
//! use hexlex::{game::{Engine, GameParams}, lexicon, roll::Roller};
//!
//! let engine = Engine::new(GameParams::default()).ok_or("tiles do not fall")?;
//! let state = engine.new_state(&mut Roller::new(7));
//! let mut adviser = Adviser::new(engine, lexicon::english());
//! let decision = adviser.decide(&state, 1, Budget::solves(25), 0);
//! assert!(decision.solves <= 25 && !decision.scramble);
//! assert_eq!(decision, adviser.decide(&state, 1, Budget::solves(25), 0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
mod board;
mod candidates;
mod collapse;
mod compare;
mod outlook;
mod policy;
mod risk;
mod search;
mod simulate;
mod territory;
mod critical;
mod think;
mod value;
mod why;
mod why_text;

pub use answer::{Advice, AdviseError, AdvisedWord, Effect, Reply, Wishes};
pub use board::advise;
pub use candidates::{Candidate, TilePoints, is_known};
pub use critical::{CriticalReason, CriticalTile, critical_tiles};
pub use outlook::Outlook;
pub use policy::{Move, Policy, UnknownPolicy};
pub use risk::{RISK_WEIGHTS, RISK_WORDS, Risk, RiskUnknown};
pub use search::{Adviser, Budget, Choice, Decision, Leaves, SearchParams};
pub use simulate::{GameResult, Limits, Mean, NORMAL_QUANTILE, Ratio, Summary, Turn, WordsSummary, paired_ratio, play};
pub use think::advise_within;
pub use value::{Value, ValueError, WEIGHTS};
pub use why::{Fact, FireLeft, FireTile, FiresUsed, Why};

#[cfg(test)]
mod tests;
