//! Asking for the letters of a board, tile by tile, in the terminal.

use anyhow::{Context, Result, bail};
use hexlex::board::{Board, Cell, Face, Tile};
use hexlex::pixels::Frame;
use hexlex::recognize::{Doubt, Reading, is_one_glyph};
use image::imageops;
use imageproc::contrast::otsu_level;
use std::io::{self, BufRead, Write};

/// Who is asked: the terminal, or whatever standard input is.
#[derive(Default)]
pub(super) struct Asker {
    /// Nobody answers any more.
    ended: bool,
}

/// What was answered for one tile.
#[derive(Debug, PartialEq)]
enum Answer {
    Face(Face),
    /// The tile is to be passed over.
    Pass,
    /// Nothing that could be learned.
    Unclear,
}

impl Asker {
    /// The board of a picture as it is told. Tiles that were passed over are unreadable.
    ///
    /// # Errors
    /// Where nobody has told a single letter.
    pub(super) fn board(&mut self, frame: &Frame, reading: &Reading) -> Result<Board> {
        let shape = reading.layout.shape();
        let tiles = shape.cells().zip(reading.board.tiles()).zip(&reading.doubts).map(|((cell, tile), doubt)| {
            let (Some(tile), Some(doubt)) = (tile, doubt) else { return Ok(None) };
            let face = self.tile(frame, reading, cell, doubt)?.unwrap_or(Face::Unreadable);
            Ok(Some(Tile { face, ..tile.clone() }))
        });
        let tiles = tiles.collect::<Result<Vec<Option<Tile>>>>()?;
        if tiles.iter().flatten().all(|tile| tile.face == Face::Unreadable) {
            bail!("{}: nobody told its letters: expected a board text beside it, --truth, or answers", frame.source());
        }
        Ok(Board::new(shape.clone(), tiles)?)
    }

    /// What a tile says; `None` where it was passed over.
    fn tile(&mut self, frame: &Frame, reading: &Reading, cell: Cell, doubt: &Doubt) -> Result<Option<Face>> {
        if self.ended {
            return Ok(None);
        }
        let picture = blocks(frame, reading, cell);
        let proposal = doubt.best.as_ref();
        let name = proposal.map_or("-".to_string(), Face::to_string);
        let mut stderr = io::stderr().lock();
        write!(stderr, "\n{picture}").context("cannot ask on standard error")?;
        let mut doubted = None;
        loop {
            write!(stderr, "line {}, index {}: which letter? [{name}] ", cell.line, cell.index)
                .and_then(|()| stderr.flush())
                .context("cannot ask on standard error")?;
            let mut line = String::new();
            if io::stdin().lock().read_line(&mut line).context("cannot read an answer from standard input")? == 0 {
                self.ended = true;
                return Ok(None);
            }
            match understood(&line, proposal) {
                Answer::Face(face) if is_surprising(&face, doubt) && doubted.as_ref() != Some(&face) => {
                    writeln!(
                        stderr,
                        "found `{face}` where {name} is to be seen: {face} again to keep it, Enter for {name}"
                    )
                    .context("cannot ask on standard error")?;
                    doubted = Some(face);
                }
                Answer::Face(face) => return Ok(Some(face)),
                Answer::Pass => return Ok(None),
                Answer::Unclear => {
                    writeln!(stderr, "{}", unclear(line.trim(), &name)).context("cannot ask on standard error")?;
                }
            }
        }
    }
}

/// What an answer means where this was proposed.
fn understood(line: &str, proposal: Option<&Face>) -> Answer {
    match (line.trim(), proposal) {
        ("-", _) | ("", None) => Answer::Pass,
        ("", Some(face)) => Answer::Face(face.clone()),
        (text, _) => match Face::parse(text) {
            Some(face) if is_one_glyph(&face) => Answer::Face(face),
            _ => Answer::Unclear,
        },
    }
}

/// Whether an answer is more likely a slip of the finger: one wrong letter is read wrong on every board after.
fn is_surprising(face: &Face, doubt: &Doubt) -> bool {
    const SURE: f32 = 0.9;
    doubt.confidence >= SURE && doubt.best.as_ref().is_some_and(|best| best != face)
}

/// What was wrong with an answer.
fn unclear(answer: &str, proposal: &str) -> String {
    let found = match Face::parse(answer) {
        Some(Face::Letters(_) | Face::Choice(_) | Face::Prefix(_) | Face::Suffix(_)) => "which no single glyph shows",
        _ => "which is no letter",
    };
    format!(
        "expected the tile's letter, as in E or Qu, found `{answer}`, {found}: Enter for {proposal}, or - to pass over it"
    )
}

/// A tile in block characters, a line of text for two lines of points.
fn blocks(frame: &Frame, reading: &Reading, cell: Cell) -> String {
    /// Its points to a side.
    const SIDE: u32 = 32;
    let ((x, y), (width, height)) = (reading.layout.center(cell), reading.layout.pitch());
    let part = |low: f32| low.max(0.0).round() as u32;
    let (left, top) = (part(x - width / 2.0), part(y - height / 2.0));
    let crop = imageops::crop_imm(frame.pixels(), left, top, part(width).max(1), part(height).max(1));
    let gray = imageops::grayscale(&crop.to_image());
    let small = imageops::thumbnail(&gray, SIDE, SIDE);
    let level = otsu_level(&small);
    let is_light = |x: u32, y: u32| small.get_pixel(x, y).0[0] > level;
    let mut text = String::new();
    for y in (0..SIDE).step_by(2) {
        let row = (0..SIDE).map(|x| match (is_light(x, y), is_light(x, y + 1)) {
            (true, true) => '\u{2588}',
            (true, false) => '\u{2580}',
            (false, true) => '\u{2584}',
            (false, false) => ' ',
        });
        text.extend(row);
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_letters_or_nothing() {
        let e = Face::Letters("E".to_string());
        let qu = Face::Letters("QU".to_string());
        assert_eq!(understood("\n", Some(&e)), Answer::Face(e.clone()));
        assert_eq!(understood(" qu \n", Some(&e)), Answer::Face(qu));
        assert_eq!(understood("-\n", Some(&e)), Answer::Pass);
        assert_eq!(understood("\n", None), Answer::Pass);
        for wrong in ["3", "?", "*", "a b", "yes", "ve", "u/m", "-er"] {
            assert_eq!(understood(wrong, Some(&e)), Answer::Unclear, "{wrong}");
        }
        assert!(unclear("3", "E").contains("found `3`, which is no letter: Enter for E"));
        assert!(unclear("yes", "E").contains("found `yes`, which no single glyph shows"));
    }
}
