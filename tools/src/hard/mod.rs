//! Pictures of boards that are hard to read, each with its ground truth, and pictures without a board.
//!
//! [`sample`] draws a board: a [`random_board`] in an [`appearance`] within a [`scene`], with [`overlays`], an
//! [`Impairment`] or none, and a [`degradation`]. [`no_board::draw`] draws a picture without one. Every picture has its
//! own random numbers, from the seed and its number.

mod appearance;
mod apps;
mod background;
mod canvas;
mod colors;
mod degradation;
mod fonts;
mod impairment;
pub mod no_board;
mod noise;
mod overlays;
mod random;
mod random_board;
mod sample;
mod scene;
mod tiles;
mod words;

pub use degradation::Picture;
pub use fonts::{FontChoice, Fonts};
pub use impairment::Impairment;
pub use sample::{Sample, pictures_for, sample};
pub use tiles::{COVERED, FALLING, SELECTED};
