//! The tiles of a game, and the result of a move: a [`Turn`] or a [`MoveError`].

use crate::board::{Face, Tile, TileKind};

/// A tile of a game. Unlike a board's [`Tile`] it keeps its identity while it falls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece {
    /// The letter in upper case; `Q` is the tile that shows `Qu`.
    pub letter: char,
    /// Normal, burning, or a gem.
    pub kind: TileKind,
    /// Unique in its game.
    pub id: u32,
    /// The number of turns that it has spent below a fire.
    pub(super) burned: u8,
}

impl Piece {
    /// The letters that it adds to a word.
    pub fn letters(&self) -> String {
        if self.letter == 'Q' { "QU".to_string() } else { self.letter.to_string() }
    }

    /// The tile of a board with this letter and kind.
    pub fn tile(&self) -> Tile {
        Tile { kind: self.kind, ..Tile::new(Face::Letters(self.letters())) }
    }
}

/// The result of a word that was played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    /// The word in upper case.
    pub word: String,
    /// Its points.
    pub points: u32,
    /// The gem that it added.
    pub gem: Option<TileKind>,
    /// The number of rows that each tile of the board fell, in the order of the shape's cells.
    pub drops: Vec<u8>,
}

/// Why a move is not allowed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// The game has ended.
    #[error("the game is over: begin a new one")]
    GameOver,
    /// The board has no such tile, or the word has it already.
    #[error("expected a tile of the board, each at most once")]
    NoTile,
    /// The tile does not touch the last selected one.
    #[error("expected a tile that touches the last one")]
    NotAdjacent,
    /// The word has too few letters.
    #[error("expected a word of {least} letters or more, found {found}")]
    TooShort {
        /// The minimum length.
        least: usize,
        /// The word's length.
        found: usize,
    },
    /// The word has too many letters.
    #[error("expected a word of {most} letters or fewer")]
    TooLong {
        /// The maximum length.
        most: usize,
    },
    /// The word was played before, where tiles stay.
    #[error("{0} was played before")]
    Repeated(String),
    /// The dictionary does not have the word.
    #[error("{0} is not in the dictionary")]
    UnknownWord(String),
}
