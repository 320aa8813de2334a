//! Pictures of boards that are hard to read, each with its ground truth, and pictures without a board.
//!
//! [`sample()`] draws a board of a random [`Kind`], [`sample_of`] one of a given kind: a `plan` is a `random_board` in
//! an `appearance` within a `scene`, with `overlays` or an `impairment`; then come a `crop` and a
//! `degradation`. [`no_board::draw`] draws a picture without a board. Every picture has its own random numbers, from
//! the seed and its number.

mod appearance;
mod apps;
mod background;
mod canvas;
mod colors;
mod crop;
mod degradation;
mod fonts;
mod impairment;
mod irregular;
mod kind;
pub mod no_board;
mod noise;
mod overlays;
mod photo;
mod plan;
mod random;
mod random_board;
mod sample;
mod scene;
mod tiles;
mod tilt;
mod vocabulary;
mod words;

pub use degradation::Picture;
pub use fonts::{FontChoice, Fonts};
pub use kind::Kind;
pub use sample::{Fragment, OtherBoard, Sample, pictures_for, sample, sample_of};
pub use tiles::{COVERED, FALLING, ODD, SELECTED};
