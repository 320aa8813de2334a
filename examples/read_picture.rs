//! Reads the board in a picture, and lists the tiles to look at twice.
//!
//! `cargo run --release --example read_picture -- screenshot.png`

use hexlex::pipeline::{Options, read};
use hexlex::pixels::Frame;
use std::error::Error;
use std::path::PathBuf;

/// Runs the example.
pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let named = std::env::args().nth(1).filter(|argument| argument.ends_with("png") || argument.ends_with("jpg"));
    let path = named.map_or(PathBuf::from("fixtures/tan/large.jpg"), PathBuf::from);
    let frame = Frame::open(&path)?;

    // A picture without a board is an error that names the reason.
    let (reading, timing) = read(&frame, &Options::default())?;
    print!("{}", reading.board);

    // The confidence is calibrated: of the tiles at 0.9, nine in ten are right.
    let shape = reading.board.shape();
    for (cell, doubt) in shape.cells().zip(&reading.doubts) {
        let Some(doubt) = doubt.as_ref().filter(|doubt| doubt.confidence < 0.9) else { continue };
        let best = doubt.best.as_ref().map_or("nothing".to_string(), ToString::to_string);
        // In pixels of the picture, from its upper left corner.
        let (x, y) = reading.layout.center(cell);
        println!("line {}, tile {} at {x:.0},{y:.0}: {best}, {:.2}", cell.line + 1, cell.index + 1, doubt.confidence);
    }
    println!("found in {:.0?}, read in {:.0?}", timing.locate, timing.recognize);
    Ok(())
}
