//! What the programs beside hexlex share: fonts, letter frequencies, truths, hard pictures, and what the solver is
//! measured against.
//!
//! The programs are the binaries of this package; see `README.md`.

pub mod baseline;
pub mod choice;
mod extent;
pub mod fonts;
pub mod hard;
pub mod held_out;
pub mod letters;
pub mod output;
pub mod pieces;
pub mod truth;

pub use extent::Extent;
