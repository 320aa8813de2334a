//! What the programs beside hexlex share: fonts, letter frequencies, truths, and what the solver is measured against.
//!
//! The programs are the binaries of this package; see `README.md`.

pub mod baseline;
pub mod fonts;
mod geometry;
pub mod held_out;
pub mod letters;
pub mod truth;

pub use geometry::{Extent, Point};
