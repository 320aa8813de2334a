//! A recognizer of one's own: hexlex finds the board, and a reader of fifty lines reads its letters.
//!
//! The reader knows each letter by the mean of its tiles in a picture with a truth. It replaces the networks of hexlex; the
//! board that it returns is solved like any other.
//!
//! `cargo run --release --example own_reader`

use hexlex::board::{Board, Cell, Face, Tile};
use hexlex::lexicon;
use hexlex::locate::Layout;
use hexlex::pipeline::{Options, read};
use hexlex::pixels::Frame;
use hexlex::solve::{Goal, Rules, solve};
use image::imageops::{crop_imm, grayscale, thumbnail};
use std::error::Error;

/// The side of a tile as the reader sees it, in pixels.
const SIDE: u32 = 20;

/// A tile's middle, in gray, without its mean: the ground of a tile does not count.
fn features(frame: &Frame, layout: &Layout, cell: Cell) -> Vec<f32> {
    let ((x, y), side) = (layout.center(cell), 0.6 * layout.tile());
    let corner = |center: f32| (center - side / 2.0).max(0.0) as u32;
    let crop = crop_imm(frame.pixels(), corner(x), corner(y), side as u32, side as u32).to_image();
    let small = thumbnail(&grayscale(&crop), SIDE, SIDE);
    let mean = small.iter().map(|&gray| f32::from(gray)).sum::<f32>() / (SIDE * SIDE) as f32;
    small.iter().map(|&gray| f32::from(gray) - mean).collect()
}

/// How alike two tiles are, -1 to 1.
fn likeness(a: &[f32], b: &[f32]) -> f32 {
    let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>();
    dot(a, b) / (dot(a, a) * dot(b, b)).sqrt().max(f32::MIN_POSITIVE)
}

/// The tiles that the reader knows, with their letters.
struct OwnReader(Vec<(Face, Vec<f32>)>);

impl OwnReader {
    /// Learns from a picture with its board.
    fn learn(frame: &Frame, layout: &Layout, truth: &Board) -> OwnReader {
        let known = truth.cells().map(|(cell, tile)| (tile.face.clone(), features(frame, layout, cell)));
        OwnReader(known.collect())
    }

    /// The board of another picture: each tile has the letter of the most similar one.
    fn read(&self, frame: &Frame, layout: &Layout) -> Result<Board, Box<dyn Error>> {
        let face = |cell: Cell| {
            let tile = features(frame, layout, cell);
            let best = self.0.iter().max_by(|a, b| likeness(&a.1, &tile).total_cmp(&likeness(&b.1, &tile)));
            best.map_or(Face::Unreadable, |(face, _)| face.clone())
        };
        let tiles = layout.shape().cells().map(|cell| Some(Tile::new(face(cell)))).collect();
        Ok(Board::new(layout.shape().clone(), tiles)?)
    }
}

/// Runs the example.
pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let open = |name: &str| Frame::open(format!("fixtures/tan/{name}").as_ref());
    let truth: Board = std::fs::read_to_string("fixtures/tan/large.txt")?.parse()?;
    let (known, unknown) = (open("large.jpg")?, open("medium.png")?);

    // hexlex finds the boards; only their layouts are used here.
    let layout_of = |frame: &Frame| read(frame, &Options::default()).map(|(reading, _)| reading.layout);
    let reader = OwnReader::learn(&known, &layout_of(&known)?, &truth);
    let board = reader.read(&unknown, &layout_of(&unknown)?)?;

    let expected: Board = std::fs::read_to_string("fixtures/tan/medium.txt")?.parse()?;
    let right = board.cells().zip(expected.cells()).filter(|((_, a), (_, b))| a.face == b.face).count();
    println!("{right} of {} letters right", expected.cells().count());
    let solution = solve(&board, lexicon::english(), &Rules::for_board(&board), Goal::Longest);
    println!("{}", solution.best().map_or("no word", |best| best.word.as_str()));
    Ok(())
}
