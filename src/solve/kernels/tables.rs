//! A board in the form that the kernels read: the neighbors of each cell, which depend on the shape alone, and the
//! letters of those neighbors.

use super::INDEX_BITS;
use crate::board::COVERED;
use crate::board::{Adjacency, Board, Face, Shape};
use crate::lexicon::search::Automaton;

/// The largest number of cells: the bits of a mask.
pub(crate) const MAX_CELLS: usize = 64;

/// The largest number of neighbors of a cell: the eight around a square.
pub(crate) const LANES: usize = 8;

/// The neighbors of every cell of a shape.
#[derive(Debug, Clone)]
pub(crate) struct NeighborTable {
    rows: [CellNeighbors; MAX_CELLS],
    len: usize,
}

/// The neighbors of a cell in ascending order of their ids, one in each lane.
#[derive(Debug, Clone, Copy)]
#[repr(C, align(64))]
pub(super) struct CellNeighbors {
    /// The ids, shifted left by [`INDEX_BITS`]; 0 in unused lanes.
    pub(super) shifted_ids: [u32; LANES],
    /// The ids as bits.
    pub(super) mask: u64,
    /// The ids; [`MAX_CELLS`] in unused lanes.
    ids: [u8; LANES],
}

impl NeighborTable {
    /// The table of a shape; `None` for more than 64 cells and for free adjacency.
    pub(crate) fn new(shape: &Shape) -> Option<NeighborTable> {
        if shape.len() > MAX_CELLS || shape.adjacency() != Adjacency::Touching {
            return None;
        }
        let isolated = CellNeighbors { shifted_ids: [0; LANES], mask: 0, ids: [MAX_CELLS as u8; LANES] };
        let mut table = NeighborTable { rows: [isolated; MAX_CELLS], len: shape.len() };
        for (cell, row) in shape.cells().zip(&mut table.rows) {
            let neighbors = shape.neighbors(cell).into_iter().filter_map(|cell| shape.id(cell));
            for (lane, neighbor) in neighbors.enumerate() {
                *row.ids.get_mut(lane)? = neighbor as u8;
                row.shifted_ids[lane] = (neighbor as u32) << INDEX_BITS;
                row.mask |= 1 << neighbor;
            }
        }
        Some(table)
    }

    /// The neighbors of each cell; none for ids that are not in the shape.
    #[inline]
    pub(super) fn rows(&self) -> &[CellNeighbors; MAX_CELLS] {
        &self.rows
    }
}

/// The letters of a board, cell by cell and around each cell, as bits of the automaton's symbols.
#[derive(Debug, Clone)]
pub(crate) struct LetterTable {
    /// The symbol bit of each cell; 0 where no word has the letter. The last entry, for unused lanes, is always 0.
    bits: [u32; MAX_CELLS + 1],
    rows: [NeighborLetters; MAX_CELLS],
}

/// The letters of a cell's neighbors, in the lanes of [`CellNeighbors`].
#[derive(Debug, Clone, Copy)]
#[repr(C, align(64))]
pub(super) struct NeighborLetters {
    /// The symbol bit of each neighbor.
    pub(super) bits: [u32; LANES],
    /// The symbol bits of all cells around each neighbor.
    pub(super) around: [u32; LANES],
}

impl Default for LetterTable {
    fn default() -> LetterTable {
        let empty = NeighborLetters { bits: [0; LANES], around: [0; LANES] };
        LetterTable { bits: [0; MAX_CELLS + 1], rows: [empty; MAX_CELLS] }
    }
}

impl LetterTable {
    /// Fills the table from a board of the neighbors' shape. Returns `false` where a tile is neither a letter nor `Qu`,
    /// or the automaton has no symbol of its own for it.
    pub(crate) fn load_board(&mut self, board: &Board, neighbors: &NeighborTable, automaton: &Automaton) -> bool {
        for (cell, tile) in board.tiles().enumerate() {
            let face = tile.filter(|tile| !tile.has_tag(COVERED)).map(|tile| &tile.face);
            let bit = match face {
                None | Some(Face::Unreadable) => Some(0),
                Some(Face::Letters(text)) => bit_of(text, automaton),
                Some(_) => None,
            };
            let Some(bit) = bit else { return false };
            self.bits[cell] = bit;
        }
        self.fill_rows(neighbors);
        true
    }

    /// Fills the table from the letters of a board of the neighbors' shape, `q` for `Qu`. Returns `false` as
    /// [`load_board`](LetterTable::load_board) does, and where the number of letters is not the number of cells.
    pub(crate) fn load_letters(&mut self, text: &str, neighbors: &NeighborTable, automaton: &Automaton) -> bool {
        let mut letters = text.chars();
        for bit in &mut self.bits[..neighbors.len] {
            let Some(letter) = letters.next() else { return false };
            // other characters may still be tiles, such as `.` and `?`: the caller then parses the text as a board
            let found = match letter {
                'q' | 'Q' => bit_of_qu(automaton),
                _ => bit_of_letter(letter, automaton).filter(|_| letter.is_alphabetic()),
            };
            let Some(found) = found else { return false };
            *bit = found;
        }
        self.fill_rows(neighbors);
        letters.next().is_none()
    }

    /// Fills the table from the codes of letters on a board of the neighbors' shape, each an index of `bits`; other codes
    /// are tiles that no word uses.
    #[inline]
    pub(crate) fn load_codes(&mut self, codes: &[u8], bits: &LetterBits, neighbors: &NeighborTable) {
        for (bit, &code) in self.bits[..neighbors.len].iter_mut().zip(codes) {
            *bit = bits.get(usize::from(code)).copied().unwrap_or(0);
        }
        self.fill_rows(neighbors);
    }

    fn fill_rows(&mut self, neighbors: &NeighborTable) {
        // the entry of unused lanes, and the ids that are not in the shape
        self.bits[neighbors.len..].fill(0);
        let mut unions = [0; MAX_CELLS + 1];
        let cells = &neighbors.rows[..neighbors.len];
        for ((row, cell), all) in self.rows.iter_mut().zip(cells).zip(&mut unions) {
            // written in place, lane by lane: a row built elsewhere and copied would stall on store forwarding
            for (bit, &id) in row.bits.iter_mut().zip(&cell.ids) {
                *bit = self.bits[usize::from(id)];
                *all |= *bit;
            }
        }
        for (row, cell) in self.rows.iter_mut().zip(cells) {
            for (around, &id) in row.around.iter_mut().zip(&cell.ids) {
                *around = unions[usize::from(id)];
            }
        }
    }

    /// The symbol bit of each cell of the shape.
    #[inline]
    pub(super) fn bits(&self, neighbors: &NeighborTable) -> &[u32] {
        &self.bits[..neighbors.len]
    }

    /// The letters around each cell.
    #[inline]
    pub(super) fn rows(&self) -> &[NeighborLetters; MAX_CELLS] {
        &self.rows
    }
}

/// The symbol bits of the letters A to Z; that of Q is the tile `Qu`.
pub(crate) type LetterBits = [u32; 26];

/// The bits of an automaton; `None` where it has no symbol of its own for one of the letters.
pub(crate) fn letter_bits(automaton: &Automaton) -> Option<LetterBits> {
    let mut bits = [0; 26];
    for (bit, letter) in bits.iter_mut().zip('a'..='z') {
        *bit = if letter == 'q' { bit_of_qu(automaton) } else { bit_of_letter(letter, automaton) }?;
    }
    Some(bits)
}

/// The bit of a tile's symbol: 0 where no word has its letter, `None` where it has no symbol of its own.
#[inline]
fn bit_of(text: &str, automaton: &Automaton) -> Option<u32> {
    let mut letters = text.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) => bit_of_letter(letter, automaton),
        _ if text == "QU" => bit_of_qu(automaton),
        _ => None,
    }
}

/// As [`bit_of`], for a letter.
#[inline]
fn bit_of_letter(letter: char, automaton: &Automaton) -> Option<u32> {
    match automaton.alphabet.code(letter) {
        Some(code) => code.single().map(|symbol| 1 << symbol),
        None => Some(0),
    }
}

/// As [`bit_of`], for the tile `Qu`.
fn bit_of_qu(automaton: &Automaton) -> Option<u32> {
    let has_letters = ['q', 'u'].iter().all(|&letter| automaton.alphabet.code(letter).is_some());
    if has_letters { automaton.qu().map(|symbol| 1 << symbol) } else { Some(0) }
}
