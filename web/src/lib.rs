//! hexlex for web pages: a picture or a typed board in, the board and its words out.
//!
//! ```text
//! file, pixels, text -> Session -> Answer { board, words, notes }
//! shared window      -> Watcher -> Seen   { state, answer }
//! ```
//!
//! A [`Session`] holds one board, a [`Watcher`] follows the board of a running game; both live in a worker. Everything
//! that is known of pictures, words and games is in the library: this crate converts, and says in words what a page
//! shows. Coordinates are pixels from the picture's upper left corner.

mod advice;
mod answer;
mod notes;
mod player;
mod session;
mod watcher;

pub use advice::{AdviceReport, AdvisedWord};
pub use answer::{Answer, Center, Game, PictureSize, Tile, Word};
pub use player::{Wishes, plain};
pub use session::{Session, games};
pub use watcher::{Area, Seen, SeenState, Watcher};
