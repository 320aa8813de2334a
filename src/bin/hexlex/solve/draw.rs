//! The overlay picture: the path of the best word on the picture, or on a board that hexlex draws.

use super::answer::Source;
use crate::args::SolveArgs;
use crate::overlay_file;
use anyhow::{Result, anyhow};
use hexlex::board::Board;
use hexlex::locate::Layout;
use hexlex::overlay::{self, Caption};
use hexlex::paint::Style;
use hexlex::pixels::Frame;
use hexlex::solve::FoundWord;
use std::path::{Path, PathBuf};

/// The height of a tile of a board that hexlex draws, in pixels. Chosen by hand: smaller tiles make the letters hard to
/// read, larger ones only make the picture larger.
const TILE_HEIGHT: f32 = 64.0;

/// Draws the best word and returns the path of the overlay; `None` if there is no word, or if the board is a text and
/// `-o` is not given.
///
/// # Errors
/// If the board is too large to draw, or the file cannot be written.
pub(super) fn best_word(
    source: &Source,
    best: Option<&FoundWord>,
    file: &Path,
    args: &SolveArgs,
) -> Result<Option<PathBuf>> {
    let Some(best) = best else { return Ok(None) };
    let painted;
    let (frame, layout) = match &source.picture {
        Some(picture) => (&picture.frame, &picture.reading.layout),
        None if args.output.is_some() => {
            painted = paint(&source.board)?;
            (&painted.0, &painted.1)
        }
        None => return Ok(None),
    };
    let points = if best.score == 1 { "point" } else { "points" };
    let caption = Caption::new(&best.word, format!("{} {points}", best.score));
    let draw = if args.transparent { overlay::draw_alone } else { overlay::draw };
    overlay_file::write(&draw(frame, layout, &best.path, &caption), file)?;
    Ok(Some(file.to_path_buf()))
}

/// A picture of a board text.
fn paint(board: &Board) -> Result<(Frame, Layout)> {
    let (pixels, layout) = hexlex::paint::paint(board, &Style::default(), TILE_HEIGHT)
        .map_err(|error| anyhow!("cannot draw the board ({error}): leave -o out"))?;
    let frame = Frame::new(pixels, "a painted board");
    let layout = layout.measured(&frame);
    Ok((frame, layout))
}
