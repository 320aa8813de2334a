//! hexlex: from a picture of a letter board to its best word.
//!
//! ```text
//! window or file -> Frame -> Layout -> Reading { board, doubts } -> Solution -> overlay
//!    capture        pixels   locate     read                         solve      overlay
//! ```
//!
//! Every stage is a plain function over plain types; [`pipeline::read`] composes finding and reading. The modules are
//! listed in the order in which they build on one another. Invariants:
//!
//! - [`board`], [`lexicon`], [`profile`], [`solve`], [`roll`], [`game`], [`advise`] and [`estimate`] do not depend on pixels. [`locate::Layout`] alone converts
//!   between pixels and cells.
//! - Only `capture` (a feature, on by default), the loaders ([`pixels::Frame::open`], [`lexicon::Lexicon::open`],
//!   [`skin::Skin::load`], [`read::Templates::open`]) and the helper process of Tesseract access files, other
//!   processes or the desktop. The library does not print.
//! - [`track`] follows the board of a running game and rereads only what changed. Its caller passes pixels and the time
//!   in; it never waits.
//! - Uncertainty is data, not an error: an unreadable tile keeps its candidates with their confidence, and every later
//!   stage reports what it did with them.
//!
//! ```
//! use hexlex::board::Board;
//! use hexlex::lexicon;
//! use hexlex::overlay::{Caption, draw};
//! use hexlex::paint::{Style, paint};
//! use hexlex::pipeline::{Options, read};
//! use hexlex::pixels::Frame;
//! use hexlex::solve::{Goal, Rules, solve};
//!
//! // A picture of a board. Any screenshot would do: Frame::open("screenshot.png".as_ref())?
//! let board: Board = "T E A R\nS L I N\nO D G M\nP U C H".parse()?;
//! let (pixels, _) = paint(&board, &Style::default(), 64.0)?;
//! let frame = Frame::new(pixels, "painted");
//!
//! let (reading, _) = read(&frame, &Options::default())?;
//! assert_eq!(reading.board, board);
//!
//! let solution = solve(&reading.board, lexicon::english(), &Rules::for_board(&reading.board), Goal::Longest);
//! let best = &solution.words[0];
//! let picture = draw(&frame, &reading.layout, &best.path, &Caption::new(&best.word, &format!("{} points", best.score)));
//! assert!(picture.height() >= frame.size().height);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod board;
pub mod lexicon;
pub mod roll;
pub mod profile;
pub mod solve;
pub mod game;
pub mod advise;
pub mod estimate;
pub mod pixels;
#[cfg(feature = "capture")]
pub mod capture;
pub mod locate;
pub mod read;
pub mod skin;
mod search;
mod read_error;
mod options;
pub mod pipeline;
pub mod track;
pub mod files;
mod stopwatch;
pub mod typeface;
pub mod overlay;
pub mod paint;
#[doc(hidden)]
pub mod internal;

/// The examples of README.md, which run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
