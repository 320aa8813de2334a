//! hexlex: from a picture of a letter board to its best word.

pub mod grid;
pub mod board;
pub mod lexicon;
pub mod solve;
pub mod roll;
pub mod frame;
mod components;
pub mod locate;
pub mod recognize;
pub mod pipeline;
mod shapes;
pub mod text;
pub mod overlay;
pub mod paint;
