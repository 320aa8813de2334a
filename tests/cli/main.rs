//! The command line as its users see it: exit codes, error lines, and the shapes of the answers.

mod check;
#[path = "../common/mod.rs"]
mod common;
mod config;
mod doctor;
mod drawing;
mod engine;
mod errors;
mod extent;
#[cfg(unix)]
mod faults;
#[cfg(unix)]
mod inputs;
#[cfg(unix)]
mod outputs;
mod html;
mod mistakes;
mod picture;
mod play;
#[cfg(all(target_os = "linux", feature = "capture"))]
mod practice;
#[cfg(unix)]
mod python;
mod schema;
mod score;
mod teach;
#[cfg(target_os = "linux")]
mod terminals;
mod text;

use std::path::Path;

/// Writes a picture without a board.
fn empty_picture(path: &Path, width: u32, height: u32) {
    image::RgbImage::from_fn(width, height, |x, y| image::Rgb([x as u8, y as u8, 90]))
        .save(path)
        .expect("a picture is written");
}

/// A small board with words.
const SQUARE: &str = "C A T\nS O D\nR E N\n";
