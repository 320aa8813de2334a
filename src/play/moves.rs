//! What a game is made of, and what comes of a move.

use crate::board::{Face, Tile, TileKind};

/// A tile of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece {
    /// The letter in upper case; `Q` is the tile that shows `Qu`.
    pub letter: char,
    /// What it is made of.
    pub kind: TileKind,
    /// No two tiles of a game have the same, and a tile keeps it wherever it falls.
    pub id: u32,
    /// How many turns a fire has burned on it.
    pub(super) burned: u8,
}

impl Piece {
    /// The letters it stands for.
    pub fn letters(&self) -> String {
        if self.letter == 'Q' { "QU".to_string() } else { self.letter.to_string() }
    }

    /// The same tile as a board has it.
    pub fn tile(&self) -> Tile {
        Tile { kind: self.kind, ..Tile::new(Face::Letters(self.letters())) }
    }
}

/// What a word brought.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    /// The word in upper case.
    pub word: String,
    /// What it paid.
    pub points: u32,
    /// The gem it brought.
    pub gem: Option<TileKind>,
    /// How many places each tile of the board fell, in the order of the shape's cells.
    pub fell: Vec<u8>,
}

/// Why a move is none.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// The game has ended.
    #[error("the game is over: begin a new one")]
    Over,
    /// There is no such tile, or it is in the word already.
    #[error("expected a tile of the board, each at most once")]
    NoTile,
    /// The tile is not beside the last one.
    #[error("expected a tile that touches the last one")]
    Apart,
    /// The word has too few letters.
    #[error("expected a word of {least} letters or more, found {found}")]
    Short {
        /// The fewest that a word may have.
        least: usize,
        /// How many it has.
        found: usize,
    },
    /// The word has too many letters.
    #[error("expected a word of {most} letters or fewer")]
    Long {
        /// The most that a word may have.
        most: usize,
    },
    /// The dictionary lacks the word.
    #[error("{0} is not in the dictionary")]
    Unknown(String),
}
