//! The memory of one kernel search: its queue and its hits.
#![allow(unsafe_code)] // allocates arrays directly on the heap that are too large for the stack

use super::{LANES, MAX_CELLS};
use std::alloc::{Layout, alloc_zeroed, handle_alloc_error};

/// The entries and the hits of one search, in arrays of `N` entries whose offsets are known at compile time.
///
/// The system zeroes its pages on first use, so capacity that no board needs takes no physical memory.
#[repr(C, align(64))]
pub(crate) struct Arena<const N: usize> {
    /// Per entry: the slot index in the low [`INDEX_BITS`](super::INDEX_BITS) bits, the cell id in the high six bits.
    /// Entry 0 is the empty path.
    pub(super) nodes: [u32; N],
    /// Per entry: the entry that it extends.
    pub(super) parents: [u32; N],
    /// Per expanded entry: the cells that its path does not use, as bits.
    pub(super) free_cells: [u64; N],
    /// Per expanded entry: the sum of the automaton's values along its path, plus
    /// [`ONE_LETTER`](crate::lexicon::search::ONE_LETTER) for the letter that a hit adds.
    pub(super) sums: [u32; N],
    /// Per hit: the word number in the low [`NUMBER_BITS`](crate::lexicon::search::NUMBER_BITS) bits, the number of
    /// letters in the high seven bits.
    pub(super) hit_sums: [[u32; LANES]; N],
    /// Per hit: the entry that its last cell extends in the low [`INDEX_BITS`](super::INDEX_BITS) bits, that cell's id
    /// in the high six bits.
    pub(super) hit_links: [[u32; LANES]; N],
}

impl<const N: usize> Arena<N> {
    /// Largest tail at which the loop may go on. The rest of the arena holds: two more expansions ([`LANES`] entries
    /// each), the reads past the tail that only prefetch, and the [`MAX_CELLS`] one-tile hits of `start`; every entry
    /// adds at most [`LANES`] hits.
    pub(super) const MAX_TAIL: usize = N - (MAX_CELLS + 2 * LANES);

    /// An empty arena.
    pub(super) fn new() -> Box<Arena<N>> {
        let layout = Layout::new::<Arena<N>>();
        // SAFETY: the layout is the type's own and its size is not zero; zeroed bytes are a valid value of the type;
        // the global allocator, which `Box` frees with, allocates the memory.
        unsafe {
            let arena = alloc_zeroed(layout);
            if arena.is_null() {
                handle_alloc_error(layout);
            }
            Box::from_raw(arena.cast())
        }
    }
}
