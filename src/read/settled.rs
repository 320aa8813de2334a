//! Whether the tiles of a board are in their places: tiles that fall are seen between the cells.
//!
//! `locate` finds blobs like letters off the lattice, between the cells and above them. Those in line with a column are
//! read like tiles; what reads, in the frame of a tile, is one that falls. The weights are learned (`settled.weights`).

use super::score::Score;
use super::tile_reader::{Peek, TileReader};
use super::{Doubt, Reading};
use crate::board::{Board, Cell, Face, Lines, Tile};
use crate::locate::Layout;
use crate::pixels::Point;
use std::sync::OnceLock;

/// The features of a board's motion, by name.
pub(crate) const SETTLED_FEATURES: [&str; 5] = ["drifting", "framed", "floating", "unread", "empty"];

/// The values of one board, in the order of [`SETTLED_FEATURES`].
pub(crate) type SettledValues = [f32; SETTLED_FEATURES.len()];

fn score() -> &'static Score {
    static SCORE: OnceLock<Score> = OnceLock::new();
    SCORE.get_or_init(|| Score::parse(include_str!("settled.weights"), &SETTLED_FEATURES))
}

/// Decides whether the tiles of a board that was read are in their places. Where they are not, what lies below a tile
/// is not empty but unknown: a tile is on its way there, or something covers it.
pub(crate) fn settle(tiles: &mut TileReader, reading: &mut Reading, strays: &[Point]) {
    let values = settled_values(tiles, reading, strays);
    reading.board.settled = score().log_odds(&values) > 0.0;
    if !reading.board.settled {
        let below: Vec<usize> = floating(&reading.board).collect();
        let unknown = |(id, tile): (usize, Option<&Tile>)| match below.contains(&id) {
            true => Some(Tile::new(Face::Unreadable)),
            false => tile.cloned(),
        };
        let filled: Vec<Option<Tile>> = reading.board.tiles().enumerate().map(unknown).collect();
        if let Ok(mut board) = Board::new(reading.board.shape().clone(), filled) {
            board.settled = false;
            reading.board = board;
            below.into_iter().for_each(|id| reading.doubts[id] = Some(Doubt::default()));
        }
    }
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
    let is_framed = |peek: &&Peek| peek.frame_likeness.is_some_and(|likeness| likeness > FRAMED);
    let framed: f32 = peeks.iter().filter(is_framed).map(|peek| peek.confidence).sum();
    let drifting: f32 = peeks.iter().map(|peek| peek.confidence).sum();
    let cells = layout.shape().len().max(1) as f32;
    let unread = reading.board.tiles().flatten().filter(|tile| tile.face == Face::Unreadable).count() as f32;
    let floating = floating(&reading.board).count() as f32;
    let empty = 1.0 - reading.tiles() as f32 / cells;
    [drifting.ln_1p(), framed.ln_1p(), floating.ln_1p(), unread / cells, empty]
}

/// The empty cells of staggered columns somewhere below a tile: only there tiles are known to fall.
fn floating(board: &Board) -> impl Iterator<Item = usize> {
    let is_floating = |cell: &Cell| {
        let above = (0..cell.index).map(|index| Cell { index, ..*cell });
        board.tile(*cell).is_none() && above.into_iter().any(|above| board.tile(above).is_some())
    };
    let columns = board.shape().lines() == Lines::Columns;
    board.shape().cells().enumerate().filter(move |(_, cell)| columns && is_floating(cell)).map(|(id, _)| id)
}

/// Whether a place is in line with the cells of a column.
fn is_in_line(layout: &Layout, place: Point) -> bool {
    /// How far beside the line, in pitches: the letters of a board are centered within this.
    const BESIDE: f32 = 0.18;
    let (across, _) = layout.pitch();
    layout.shape().cells().any(|cell| (layout.center(cell).0 - place.x).abs() < BESIDE * across)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_cell_below_a_tile_of_a_column_is_where_one_falls() {
        for (text, expected) in [
            ("# layout: columns\nA B\nC D E\nF G", vec![]),
            ("# layout: columns\n. B\nC D E\nF G", vec![]),
            ("# layout: columns\nA .\nC D E\nF G", vec![1]),
            ("# layout: columns\nA B\nC . .\nF G", vec![3, 4]),
            ("# layout: rows\nA .\nB C", vec![]),
        ] {
            assert_eq!(floating(&text.parse().unwrap()).collect::<Vec<_>>(), expected, "{text}");
        }
    }
}
