//! hexlex: from a picture of a letter board to its best word.

pub mod board;
mod components;
pub mod frame;
pub mod grid;
pub mod locate;
pub mod paint;
pub mod pipeline;
pub mod recognize;
pub mod text;
