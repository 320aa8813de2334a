//! Whether the tiles of a board are in their places: tiles that fall are seen between the cells.
//!
//! `locate` finds blobs like letters off the lattice, between the cells and above them. Those in line with a column are
//! read like tiles; what reads, in the frame of a tile, is one that falls. The weights are learned (`settled.weights`).

use super::Reading;
use super::score::Score;
use super::tile_reader::TileReader;
use crate::board::{Cell, Face};
use crate::locate::Layout;
use crate::pixels::Point;
use std::sync::OnceLock;

/// The features of a board's motion, by name.
pub(crate) const SETTLED_FEATURES: [&str; 4] = ["drifting", "framed", "unread", "empty"];

/// The values of one board, in the order of [`SETTLED_FEATURES`].
pub(crate) type SettledValues = [f32; SETTLED_FEATURES.len()];

fn score() -> &'static Score {
    static SCORE: OnceLock<Score> = OnceLock::new();
    SCORE.get_or_init(|| Score::parse(include_str!("settled.weights"), &SETTLED_FEATURES))
}

/// Whether all tiles are in their places.
pub(crate) fn is_settled(values: &SettledValues) -> bool {
    score().log_odds(values) > 0.0
}

/// The evidence of a board that was read at its layout, with blobs like letters off its lattice.
pub(crate) fn settled_values(tiles: &mut TileReader, reading: &Reading, strays: &[Point]) -> SettledValues {
    /// The most strays that are read: a limit of work.
    const MOST: usize = 24;
    /// The correlation with the common frame from which a place is a tile. Chosen by hand: a smaller one takes letters
    /// of a dialog for tiles.
    const FRAMED: f32 = 0.45;
    let layout = &reading.layout;
    let strays: Vec<Point> = strays.iter().copied().filter(|stray| is_in_line(layout, *stray)).take(MOST).collect();
    let peeks = if strays.is_empty() { Vec::new() } else { tiles.peek(layout, &strays) };
    let sum = |least: f32| -> f32 {
        let is_framed = |likeness: Option<f32>| likeness.is_some_and(|likeness| likeness > least);
        peeks.iter().filter(|peek| is_framed(peek.frame_likeness)).map(|peek| peek.confidence).sum()
    };
    let drifting: f32 = peeks.iter().map(|peek| peek.confidence).sum();
    let cells = layout.shape().len().max(1) as f32;
    let unread = reading.board.tiles().flatten().filter(|tile| tile.face == Face::Unreadable).count() as f32;
    [drifting.ln_1p(), sum(FRAMED).ln_1p(), unread / cells, 1.0 - reading.tiles() as f32 / cells]
}

/// Whether a place is in line with the cells of a column.
fn is_in_line(layout: &Layout, place: Point) -> bool {
    /// How far beside the line, in pitches: the letters of a board are centered within this.
    const BESIDE: f32 = 0.18;
    let shape = layout.shape();
    let columns =
        (0..shape.lengths().len()).flat_map(|line| (0..shape.lengths()[line]).map(move |index| (line, index)));
    let (across, _) = layout.pitch();
    columns.map(|(line, index)| layout.center(Cell { line, index })).any(|(x, _)| (x - place.x).abs() < BESIDE * across)
}
