//! A board as the kernels see it: which cells touch, which never changes, and which letters they have.

use super::PLACE_BITS;
use crate::board::{Board, Face};
use crate::grid::{Adjacency, Shape};
use crate::lexicon::Automaton;

/// The most cells: the bits of a mask.
pub(crate) const MAX_CELLS: usize = 64;

/// The most neighbors of a cell: those of a square.
pub(crate) const LANES: usize = 8;

/// Which cells touch.
#[derive(Debug, Clone)]
pub(crate) struct Mesh {
    /// By cell: its neighbors in ascending order; [`MAX_CELLS`] where there are fewer.
    ids: Vec<[u8; LANES]>,
    /// By cell: its neighbors as bits.
    masks: [u64; MAX_CELLS],
    /// By cell: its neighbors, above the bits of a slot's place; 0 where there are fewer.
    marks: Marks,
}

/// Eight numbers a cell, as wide registers want them to lie.
#[derive(Debug, Clone)]
#[repr(C, align(64))]
struct Marks([[u32; LANES]; MAX_CELLS]);

impl Mesh {
    /// The mesh of a shape; `None` for more than 64 cells, or tiles that need not touch.
    pub(crate) fn new(shape: &Shape) -> Option<Mesh> {
        if shape.len() > MAX_CELLS || shape.adjacency() != Adjacency::Touching {
            return None;
        }
        let mut mesh =
            Mesh { ids: Vec::with_capacity(shape.len()), masks: [0; MAX_CELLS], marks: Marks([[0; LANES]; MAX_CELLS]) };
        for (cell, id) in shape.cells().zip(0..) {
            let around: Vec<u8> =
                shape.neighbors(cell).into_iter().filter_map(|cell| shape.id(cell)).map(|id| id as u8).collect();
            let mut ids = [MAX_CELLS as u8; LANES];
            ids.get_mut(..around.len())?.copy_from_slice(&around);
            mesh.ids.push(ids);
            for (lane, &other) in around.iter().enumerate() {
                mesh.masks[id] |= 1 << other;
                mesh.marks.0[id][lane] = u32::from(other) << PLACE_BITS;
            }
        }
        Some(mesh)
    }

    /// The number of cells.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.ids.len()
    }

    /// By cell: its neighbors as bits.
    #[inline]
    pub(super) fn masks(&self) -> &[u64; MAX_CELLS] {
        &self.masks
    }

    /// By cell: its neighbors in ascending order, above the bits of a slot's place.
    #[inline]
    pub(super) fn marks(&self) -> &[[u32; LANES]; MAX_CELLS] {
        &self.marks.0
    }
}

/// What the cells of a board say.
#[derive(Debug, Clone)]
pub(crate) struct Letters {
    /// By cell: the bit of its symbol, 0 where no word has it; one more that is always 0, for neighbors that are not there.
    bits: [u32; MAX_CELLS + 1],
    /// By cell: the bits of its neighbors, in the order of the mesh.
    around: Marks,
}

impl Default for Letters {
    fn default() -> Letters {
        Letters { bits: [0; MAX_CELLS + 1], around: Marks([[0; LANES]; MAX_CELLS]) }
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
        for bit in &mut self.bits[..mesh.len()] {
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
        for (around, ids) in self.around.0.iter_mut().zip(&mesh.ids) {
            for (bit, &id) in around.iter_mut().zip(ids) {
                *bit = self.bits[usize::from(id)];
            }
        }
        // the cell that is not there, and those that the shape has not
        self.bits[mesh.len()..].fill(0);
    }

    /// The bits of the cells.
    #[inline]
    pub(super) fn bits(&self, mesh: &Mesh) -> &[u32] {
        &self.bits[..mesh.len()]
    }

    /// All cells as bits: what says nothing has no symbol, so no way leads there.
    #[inline]
    pub(super) fn usable(&self) -> u64 {
        u64::MAX
    }

    /// By cell: the bits of its neighbors' symbols, in ascending order of the neighbors.
    #[inline]
    pub(super) fn around(&self) -> &[[u32; LANES]; MAX_CELLS] {
        &self.around.0
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
