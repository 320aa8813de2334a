//! hexlex: from a picture of a letter board to its best word.

pub mod board;
pub mod frame;
pub mod grid;
pub mod lexicon;
pub mod locate;
pub mod pipeline;
pub mod recognize;
pub mod solve;
