//! Asks in the terminal for the letters of a board, tile by tile.

use crate::named;
use anyhow::{Context, Result, bail};
use hexlex::board::{Board, Cell, Face, Tile};
use hexlex::pixels::Frame;
use hexlex::read::{Doubt, Reading, is_one_glyph};
use image::imageops;
use imageproc::contrast::otsu_level;
use std::io::{self, BufRead, BufReader, Read, Write};

/// Asks on standard error and reads answers from standard input.
pub(super) struct Asker {
    answers: BufReader<Box<dyn Read + Send>>,
    /// Standard input has ended: all further tiles are skipped.
    ended: bool,
}

/// The answer for one tile.
#[derive(Debug, PartialEq)]
enum TypedAnswer {
    Face(Face),
    Skip,
    /// Not a letter that can be learned.
    Invalid,
}

/// The most bytes of all answers: a thousand boards. Chosen by hand.
const MAX_ANSWERS: u64 = 1 << 20;

impl Asker {
    /// An asker who has not asked yet. Standard input is not read before.
    pub(super) fn new() -> Asker {
        Asker { answers: BufReader::new(named::stdin(MAX_ANSWERS)), ended: false }
    }

    /// The board with the answered letters; skipped tiles are unreadable.
    ///
    /// # Errors
    /// If no letter was answered.
    pub(super) fn board(&mut self, frame: &Frame, reading: &Reading) -> Result<Board> {
        let shape = reading.layout.shape();
        let tiles = shape.cells().zip(reading.board.tiles()).zip(&reading.doubts).map(|((cell, tile), doubt)| {
            let (Some(tile), Some(doubt)) = (tile, doubt) else { return Ok(None) };
            let face = self.tile(frame, reading, cell, doubt)?.unwrap_or(Face::Unreadable);
            Ok(Some(Tile { face, ..tile.clone() }))
        });
        let tiles = tiles.collect::<Result<Vec<Option<Tile>>>>()?;
        if tiles.iter().flatten().all(|tile| tile.face == Face::Unreadable) {
            bail!(
                "{}: expected its letters, found no truth and no answer: write NAME.txt beside it, use --truth or type \
                 the letters",
                frame.source()
            );
        }
        Ok(Board::new(shape.clone(), tiles)?)
    }

    /// The answered face of a tile; `None` if it was skipped.
    fn tile(&mut self, frame: &Frame, reading: &Reading, cell: Cell, doubt: &Doubt) -> Result<Option<Face>> {
        if self.ended {
            return Ok(None);
        }
        let proposal = doubt.best.as_ref();
        let name = proposal.map_or("-".to_string(), Face::to_string);
        let question = format!("line {}, tile {}: which letter? [{name}] ", cell.line + 1, cell.index + 1);
        show(&format!("\n{}", block_picture(frame, reading, cell)))?;
        let mut repeated = None;
        loop {
            show(&question)?;
            let mut line = String::new();
            if self.answers.read_line(&mut line).context("cannot read an answer from standard input")? == 0 {
                self.ended = true;
                return Ok(None);
            }
            match answer_of(&line, proposal) {
                TypedAnswer::Face(face) if is_surprising(&face, doubt) && repeated.as_ref() != Some(&face) => {
                    show(&format!(
                        "expected {name}, found `{face}`: type {face} again to keep it, or press Enter for {name}\n"
                    ))?;
                    repeated = Some(face);
                }
                TypedAnswer::Face(face) => return Ok(Some(face)),
                TypedAnswer::Skip => return Ok(None),
                TypedAnswer::Invalid => show(&format!("{}\n", invalid(line.trim(), proposal)))?,
            }
        }
    }
}

/// Prints a part of the dialog.
fn show(text: &str) -> Result<()> {
    let mut stderr = io::stderr().lock();
    write!(stderr, "{text}").and_then(|()| stderr.flush()).context("cannot write to standard error")
}

/// The answer in a line of input.
fn answer_of(line: &str, proposal: Option<&Face>) -> TypedAnswer {
    match (line.trim(), proposal) {
        ("-", _) | ("", None) => TypedAnswer::Skip,
        ("", Some(face)) => TypedAnswer::Face(face.clone()),
        (text, _) => match Face::parse(text) {
            Some(face) if is_one_glyph(&face) => TypedAnswer::Face(face),
            _ => TypedAnswer::Invalid,
        },
    }
}

/// Whether an answer contradicts a confident reading and must be repeated: with a mistyped letter, a skin reads every
/// later board wrong.
fn is_surprising(face: &Face, doubt: &Doubt) -> bool {
    /// Confidence; chosen by hand: lower asks for more answers twice, higher accepts more typing errors.
    const CONFIDENT: f32 = 0.9;
    doubt.confidence >= CONFIDENT && doubt.best.as_ref().is_some_and(|best| best != face)
}

/// The message for an answer that is not a letter.
fn invalid(answer: &str, proposal: Option<&Face>) -> String {
    let remedy = match proposal {
        Some(face) => format!("press Enter for {face}, or type - to skip the tile"),
        None => "press Enter to skip the tile".to_string(),
    };
    format!("expected one letter, as in E or Qu, found `{answer}`: {remedy}")
}

/// A tile in black and white as block characters, each two pixels high.
fn block_picture(frame: &Frame, reading: &Reading, cell: Cell) -> String {
    /// The side in pixels, chosen by hand: legible, and 16 lines of text fit into a terminal.
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
    fn answers_are_letters_or_skips() {
        let e = Face::Letters("E".to_string());
        let qu = Face::Letters("QU".to_string());
        assert_eq!(answer_of("\n", Some(&e)), TypedAnswer::Face(e.clone()));
        assert_eq!(answer_of(" qu \n", Some(&e)), TypedAnswer::Face(qu));
        assert_eq!(answer_of("-\n", Some(&e)), TypedAnswer::Skip);
        assert_eq!(answer_of("\n", None), TypedAnswer::Skip);
        for wrong in ["3", "?", "*", "a b", "yes", "ve", "u/m", "-er"] {
            assert_eq!(answer_of(wrong, Some(&e)), TypedAnswer::Invalid, "{wrong}");
        }
        assert!(invalid("3", Some(&e)).ends_with("found `3`: press Enter for E, or type - to skip the tile"));
        assert!(invalid("3", None).ends_with("found `3`: press Enter to skip the tile"));
    }
}
