//! Reading the tiles: from a frame and its layout to a [`Reading`].

use crate::board::{Board, Face};
use crate::locate::Layout;

/// What was read from one picture.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    /// The letters and kinds; what could not be read is `?`.
    pub board: Board,
    /// Where they stand in the picture; its shape is the board's.
    pub layout: Layout,
    /// How sure each tile is, in the order of the board's cells; `None` for an empty cell.
    pub doubts: Vec<Option<Doubt>>,
}

/// How sure the reading of one tile is.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Doubt {
    /// How likely the best guess is right, 0 to 1; below the threshold the tile's face is unreadable.
    pub confidence: f32,
    /// The best guess, which is the tile's face where it is sure enough; `None` where nothing was there to guess from.
    pub best: Option<Face>,
    /// What else it may be, likeliest first, each with its likelihood.
    pub alternatives: Vec<(Face, f32)>,
}
