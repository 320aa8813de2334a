//! A board as a small value: copied in a few nanoseconds, for players that think ahead.

use crate::board::{Board, Cell, Face, Shape, Tile, TileKind};

/// The most cells of a board: the bits of a mask.
pub const MAX_CELLS: usize = 64;

/// The code of an empty cell; those of letters are 0 for A to 25 for Z, Q being the tile `Qu`.
pub const HOLE: u8 = 26;

/// The code of a tile that is neither a letter nor `Qu`: no word uses it.
pub const UNKNOWN: u8 = 27;

/// The bits of a mark that hold the kind; those above hold the turns below a fire.
const KIND_BITS: u32 = 3;

/// The letters, kinds and burns of a board's cells, in the order of the shape's cells, and the run of short words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct State {
    letters: [u8; MAX_CELLS],
    marks: [u8; MAX_CELLS],
    /// The number of short words in a row.
    pub(super) short_words: u8,
}

impl State {
    /// A board without tiles.
    pub fn empty() -> State {
        State { letters: [HOLE; MAX_CELLS], marks: [0; MAX_CELLS], short_words: 0 }
    }

    /// The tiles of a board; those of other faces than a letter or `Qu` are [`UNKNOWN`]. `None` for a board of more than 64
    /// cells.
    pub fn of_board(board: &Board) -> Option<State> {
        let mut state = State::empty();
        if board.shape().len() > MAX_CELLS {
            return None;
        }
        for (cell, tile) in board.tiles().enumerate() {
            if let Some(tile) = tile {
                state.set(cell, code_of(tile), tile.kind, 0);
            }
        }
        Some(state)
    }

    /// The board of this shape with these tiles.
    pub fn board(&self, shape: &Shape) -> Board {
        let tiles = (0..shape.len()).map(|cell| self.tile(cell)).collect();
        Board::new(shape.clone(), tiles).unwrap_or_else(|_| unreachable!("a tile or none for every cell"))
    }

    /// The tile of a cell's id; `None` for an empty one.
    pub fn tile(&self, cell: usize) -> Option<Tile> {
        let face = match self.letters[cell] {
            HOLE => return None,
            16 => Face::Letters("QU".to_string()),
            code @ 0..26 => Face::Letters(char::from(b'A' + code).to_string()),
            _ => Face::Unreadable,
        };
        Some(Tile { kind: self.kind(cell), ..Tile::new(face) })
    }

    /// The codes of all letters; those beyond the shape are [`HOLE`].
    #[inline]
    pub fn letters(&self) -> &[u8; MAX_CELLS] {
        &self.letters
    }

    /// The code of a cell's letter.
    #[inline]
    pub fn letter(&self, cell: usize) -> u8 {
        self.letters[cell]
    }

    /// The kind of a cell's tile.
    #[inline]
    pub fn kind(&self, cell: usize) -> TileKind {
        KINDS[usize::from(self.marks[cell] & ((1 << KIND_BITS) - 1))]
    }

    /// The number of turns that a tile has spent below a fire.
    #[inline]
    pub fn burned(&self, cell: usize) -> u8 {
        self.marks[cell] >> KIND_BITS
    }

    /// The cells whose tiles burn.
    #[inline]
    pub fn fires(&self) -> u64 {
        self.cells_of(TileKind::Fire)
    }

    /// The cells whose tiles are of this kind; for [`TileKind::Normal`] with the empty cells.
    #[inline]
    pub fn cells_of(&self, kind: TileKind) -> u64 {
        let code = code_of_kind(kind);
        let is = |mark: u8| u64::from(mark & ((1 << KIND_BITS) - 1) == code);
        self.marks.iter().enumerate().fold(0, |cells, (cell, &mark)| cells | is(mark) << cell)
    }

    /// The empty cells among the first ones.
    pub fn holes(&self, cells: usize) -> u64 {
        let is = |letter: u8| u64::from(letter == HOLE);
        self.letters[..cells].iter().enumerate().fold(0, |holes, (cell, &letter)| holes | is(letter) << cell)
    }

    /// Puts a tile into a cell.
    pub fn set(&mut self, cell: usize, letter: u8, kind: TileKind, burned: u8) {
        self.letters[cell] = letter;
        self.marks[cell] = code_of_kind(kind) | burned << KIND_BITS;
    }

    /// Changes the kind of a tile.
    #[inline]
    pub(super) fn set_kind(&mut self, cell: usize, kind: TileKind) {
        self.marks[cell] = code_of_kind(kind);
    }

    /// Counts one more turn below a fire.
    #[inline]
    pub(super) fn burn(&mut self, cell: usize) {
        self.marks[cell] = self.marks[cell].saturating_add(1 << KIND_BITS);
    }

    /// Takes the tile of a cell of another board.
    #[inline]
    pub(super) fn take(&mut self, cell: usize, from: &State, old: usize) {
        self.letters[cell] = from.letters[old];
        self.marks[cell] = from.marks[old];
    }

    /// Exchanges two tiles.
    #[inline]
    pub(super) fn swap(&mut self, one: usize, other: usize) {
        self.letters.swap(one, other);
        self.marks.swap(one, other);
    }
}

/// The kinds by their codes.
const KINDS: [TileKind; 8] = [
    TileKind::Normal,
    TileKind::Fire,
    TileKind::Green,
    TileKind::Gold,
    TileKind::Sapphire,
    TileKind::Diamond,
    TileKind::Normal,
    TileKind::Normal,
];

#[inline]
fn code_of_kind(kind: TileKind) -> u8 {
    match kind {
        TileKind::Normal => 0,
        TileKind::Fire => 1,
        TileKind::Green => 2,
        TileKind::Gold => 3,
        TileKind::Sapphire => 4,
        TileKind::Diamond => 5,
    }
}

/// The code of a tile's letter.
fn code_of(tile: &Tile) -> u8 {
    let Face::Letters(text) = &tile.face else { return UNKNOWN };
    match text.as_bytes() {
        _ if tile.has_tag(crate::board::COVERED) => UNKNOWN,
        b"QU" => 16,
        b"Q" => UNKNOWN,
        [letter @ b'A'..=b'Z'] => letter - b'A',
        _ => UNKNOWN,
    }
}

/// The ids in a set of cells, in ascending order.
#[inline]
pub fn ids(mut cells: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let id = cells.trailing_zeros() as usize;
        cells &= cells.wrapping_sub(1);
        (id < MAX_CELLS).then_some(id)
    })
}

/// The set of these cells of a shape.
pub fn mask_of(shape: &Shape, cells: &[Cell]) -> u64 {
    cells.iter().filter_map(|&cell| shape.id(cell)).filter(|&id| id < MAX_CELLS).fold(0, |mask, id| mask | 1 << id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_is_kept() {
        let text = "# layout: columns\nA:fire Qu . B:gold\nC D:diamond E . F:sapphire\n";
        let board: Board = text.parse().unwrap();
        let state = State::of_board(&board).unwrap();
        assert_eq!(state.board(board.shape()), board);
        assert_eq!((state.fires(), state.holes(9)), (1, 0b1000_0100));
        assert_eq!(ids(0b1010).collect::<Vec<_>>(), [1, 3]);
        assert_eq!(ids(1 << 63).collect::<Vec<_>>(), [63]);
        assert!(size_of::<State>() <= 160);
    }

    #[test]
    fn other_tiles_are_unknown() {
        let board: Board = "VE * Q U/M A:covered ?\n".parse().unwrap();
        let state = State::of_board(&board).unwrap();
        assert!((0..6).all(|cell| state.letter(cell) == UNKNOWN));
        let large: Board = format!("{}\n", "A ".repeat(65)).parse().unwrap();
        assert!(State::of_board(&large).is_none());
    }
}
