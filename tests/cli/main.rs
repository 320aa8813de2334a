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
mod squares;
mod teach;
#[cfg(target_os = "linux")]
mod terminals;
mod text;

use std::ops::RangeInclusive;
use std::path::Path;

/// Writes a picture without a board.
fn empty_picture(path: &Path, width: u32, height: u32) {
    image::RgbImage::from_fn(width, height, |x, y| image::Rgb([x as u8, y as u8, 90]))
        .save(path)
        .expect("a picture is written");
}

/// Writes the fixture `tan/large.jpg` and its truth, with a spot of these pixels on the I in line 6, tile 7. With columns 964 to 972 and
/// rows 700 to 712 the letter does not read; with columns 959 to 975 and rows 684 to 742 it reads with little confidence.
fn spotted_picture(path: &Path, columns: RangeInclusive<u32>, rows: RangeInclusive<u32>) {
    let mut picture = image::open(common::fixture("tan/large.jpg")).expect("a picture").into_rgb8();
    for (x, y) in rows.flat_map(|y| columns.clone().map(move |x| (x, y))) {
        picture.put_pixel(x, y, image::Rgb([60, 40, 20]));
    }
    picture.save(path).expect("a picture is written");
    std::fs::copy(common::fixture("tan/large.txt"), path.with_extension("txt")).expect("a truth is written");
}

/// A small board with words.
const SQUARE: &str = "C A T\nS O D\nR E N\n";
