//! Reads hard pictures, and writes those that were read wrongly.

use crate::arguments::Which;
use crate::score::{Score, Verdict};
use anyhow::Result;
use hexlex::board::{Cell, Face};
use hexlex::pipeline::{Options, read};
use hexlex::pixels::Frame;
use hexlex::read::Reading;
use hexlex_tools::hard::Fonts;
use rayon::prelude::*;
use std::fmt::Write as _;
use std::path::Path;

/// Draws and reads pictures on all cores; with a folder, writes those that failed into it.
pub(crate) fn judge(which: &Which, fonts: &Fonts, keep: Option<&Path>) -> Result<Vec<Score>> {
    which
        .boards()
        .into_par_iter()
        .map(|number| {
            let sample = which.sample(number, fonts)?;
            let frame = Frame::new(sample.picture.pixels.clone(), sample.file());
            let result = read(&frame, &Options { shape: sample.given.clone(), ..Options::default() });
            let score = Score::new(&sample, result.as_ref());
            if let Some(folder) = keep.filter(|_| score.has_failed()) {
                sample.write(folder)?;
                let text = result.map_or_else(|error| error.to_string(), |(reading, _)| describe(&reading, &score));
                std::fs::write(folder.join(format!("{number:05}.read.txt")), text)?;
            }
            Ok(score)
        })
        .collect()
}

/// The board that was read, and every difference from the truth.
fn describe(reading: &Reading, score: &Score) -> String {
    let mut text = reading.board.to_string();
    let (x, y) = reading.layout.center(Cell { line: 0, index: 0 });
    let (px, py) = reading.layout.pitch();
    let _ = writeln!(text, "# first tile at {x:.1},{y:.1}, pitch {px:.1},{py:.1}, found: {}", score.found);
    let _ = writeln!(text, "# settled: {}, cut: {:?}, in truth {:?}", score.settled, score.reported_cut, score.cut);
    for tile in score.tiles.iter().filter(|tile| tile.verdict != Verdict::Right) {
        let best = tile.best.as_ref().map_or("nothing".to_string(), Face::to_string);
        let _ = writeln!(text, "# {} read as {best}, {:?} at {:.3}", tile.truth, tile.verdict, tile.confidence);
    }
    for kind in score.kinds.iter().filter(|kind| !kind.is_right()) {
        let Cell { line, index } = kind.cell;
        let _ = writeln!(text, "# line {line}, index {index} is {}, read as {}", kind.truth.name(), kind.read);
    }
    if !score.invented.is_empty() {
        let _ = writeln!(text, "# letters where no tile is, with {:.3?}", score.invented);
    }
    text
}
