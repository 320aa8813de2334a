//! A board as the kernels see it: which cells touch, which never changes, and which letters they have.

use super::PLACE_BITS;
use crate::board::{Board, Face};
use crate::grid::{Adjacency, Shape};
use crate::lexicon::search::Automaton;

/// The most cells: the bits of a mask.
pub(crate) const MAX_CELLS: usize = 64;

/// The most neighbors of a cell: those of a square.
pub(crate) const LANES: usize = 8;

/// Which cells touch.
#[derive(Debug, Clone)]
pub(crate) struct Mesh {
    rows: [Touching; MAX_CELLS],
    len: usize,
}

/// The neighbors of a cell in ascending order.
#[derive(Debug, Clone, Copy)]
#[repr(C, align(64))]
pub(super) struct Touching {
    /// Each above the bits of a slot's place; 0 where there are fewer.
    pub(super) marks: [u32; LANES],
    /// All as bits.
    pub(super) mask: u64,
    /// Each; [`MAX_CELLS`] where there are fewer.
    ids: [u8; LANES],
}

impl Mesh {
    /// The mesh of a shape; `None` for more than 64 cells, or tiles that need not touch.
    pub(crate) fn new(shape: &Shape) -> Option<Mesh> {
        if shape.len() > MAX_CELLS || shape.adjacency() != Adjacency::Touching {
            return None;
        }
        let alone = Touching { marks: [0; LANES], mask: 0, ids: [MAX_CELLS as u8; LANES] };
        let mut mesh = Mesh { rows: [alone; MAX_CELLS], len: shape.len() };
        for (cell, row) in shape.cells().zip(&mut mesh.rows) {
            let around = shape.neighbors(cell).into_iter().filter_map(|cell| shape.id(cell));
            for (lane, other) in around.enumerate() {
                *row.ids.get_mut(lane)? = other as u8;
                row.marks[lane] = (other as u32) << PLACE_BITS;
                row.mask |= 1 << other;
            }
        }
        Some(mesh)
    }

    /// By cell: its neighbors; those of no cell behind the last one.
    #[inline]
    pub(super) fn rows(&self) -> &[Touching; MAX_CELLS] {
        &self.rows
    }
}

/// What the cells of a board say.
#[derive(Debug, Clone)]
pub(crate) struct Letters {
    /// By cell: the bit of its symbol, 0 where no word has it; one more that is always 0, for neighbors that are not there.
    bits: [u32; MAX_CELLS + 1],
    rows: [Around; MAX_CELLS],
}

/// What the neighbors of a cell say, in the order of the mesh.
#[derive(Debug, Clone, Copy)]
#[repr(C, align(64))]
pub(super) struct Around {
    /// The bit of each one's symbol.
    pub(super) bits: [u32; LANES],
    /// The bits of the symbols around each one.
    pub(super) ahead: [u32; LANES],
}

impl Default for Letters {
    fn default() -> Letters {
        Letters { bits: [0; MAX_CELLS + 1], rows: [Around { bits: [0; LANES], ahead: [0; LANES] }; MAX_CELLS] }
    }
}

impl Letters {
    /// Takes a board of the mesh's shape; `false` where it has tiles that are more than a letter or `Qu`, or that the
    /// automaton has no symbol for.
    pub(crate) fn read(&mut self, board: &Board, mesh: &Mesh, automaton: &Automaton, covered: &str) -> bool {
        for (cell, tile) in board.tiles().enumerate() {
            let says = tile.filter(|tile| !tile.has_tag(covered)).map(|tile| &tile.face);
            let bit = match says {
                None | Some(Face::Unreadable) => Some(0),
                Some(Face::Letters(text)) => bit_of(text, automaton),
                Some(_) => None,
            };
            let Some(bit) = bit else { return false };
            self.bits[cell] = bit;
        }
        self.spread(mesh);
        true
    }

    /// Takes a board of the mesh's shape from its letters, `q` standing for `Qu`; `false` as for
    /// [`read`](Letters::read), and where there are not as many letters as cells.
    pub(crate) fn read_line(&mut self, line: &str, mesh: &Mesh, automaton: &Automaton) -> bool {
        let mut letters = line.chars();
        for bit in &mut self.bits[..mesh.len] {
            let Some(letter) = letters.next() else { return false };
            // what has no bit may still be a tile of its own kind: the slower reading finds out
            let known = match letter {
                'q' | 'Q' => bit_of_qu(automaton),
                _ => bit_of_letter(letter, automaton).filter(|_| letter.is_alphabetic()),
            };
            let Some(known) = known else { return false };
            *bit = known;
        }
        self.spread(mesh);
        letters.next().is_none()
    }

    fn spread(&mut self, mesh: &Mesh) {
        // the cell that is not there, and those that the shape has not
        self.bits[mesh.len..].fill(0);
        let mut around = [0; MAX_CELLS + 1];
        for ((row, touching), all) in self.rows.iter_mut().zip(&mesh.rows[..mesh.len]).zip(&mut around) {
            // number by number: a row put together elsewhere would be waited for
            for (bit, &id) in row.bits.iter_mut().zip(&touching.ids) {
                *bit = self.bits[usize::from(id)];
                *all |= *bit;
            }
        }
        for (row, touching) in self.rows.iter_mut().zip(&mesh.rows[..mesh.len]) {
            for (ahead, &id) in row.ahead.iter_mut().zip(&touching.ids) {
                *ahead = around[usize::from(id)];
            }
        }
    }

    /// The bits of the cells.
    #[inline]
    pub(super) fn bits(&self, mesh: &Mesh) -> &[u32] {
        &self.bits[..mesh.len]
    }

    /// By cell: what its neighbors say.
    #[inline]
    pub(super) fn rows(&self) -> &[Around; MAX_CELLS] {
        &self.rows
    }
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

/// The same for a letter.
#[inline]
fn bit_of_letter(letter: char, automaton: &Automaton) -> Option<u32> {
    match automaton.alphabet.code(letter) {
        Some(code) => code.single().map(|symbol| 1 << symbol),
        None => Some(0),
    }
}

/// The same for a tile that says `Qu`.
fn bit_of_qu(automaton: &Automaton) -> Option<u32> {
    let is_spelled = ['q', 'u'].iter().all(|&letter| automaton.alphabet.code(letter).is_some());
    if is_spelled { automaton.qu().map(|symbol| 1 << symbol) } else { Some(0) }
}
