//! The memory of one kernel search: its queue and its hits.
#![allow(unsafe_code)] // allocates arrays directly on the heap that are too large for the stack

use super::{LANES, MAX_CELLS};
use std::alloc::{Layout, alloc_zeroed, handle_alloc_error};

/// The entries and the hits of one search, in arrays of `N` entries whose offsets are known at compile time.
///
/// The system zeroes its pages on first use, so capacity that no board needs takes no physical memory.
#[repr(C, align(64))]
pub(crate) struct Arena<const N: usize> {
    /// For each entry the index of its slot, and its cell above [`INDEX_BITS`](super::INDEX_BITS). Entry 0 is the empty
    /// path.
    pub(super) nodes: [u32; N],
    /// For each entry the entry that it extends.
    pub(super) parents: [u32; N],
    /// For each expanded entry the cells that its path does not use, as bits.
    pub(super) free_cells: [u64; N],
    /// For each expanded entry the sum of the automaton's values along its path, plus one letter.
    pub(super) sums: [u32; N],
    /// For each hit the number of its word, and its number of letters above
    /// [`NUMBER_BITS`](crate::lexicon::search::NUMBER_BITS).
    pub(super) hit_sums: [[u32; LANES]; N],
    /// For each hit the entry that its last cell extends, and that cell above [`INDEX_BITS`](super::INDEX_BITS).
    pub(super) hit_links: [[u32; LANES]; N],
}

impl<const N: usize> Arena<N> {
    /// The largest tail at which a search may continue. Two more expansions fit behind it ([`LANES`] entries each), as
    /// do the prefetching reads beyond the tail and the hits: at most [`LANES`] for each entry, and one for each cell
    /// at the start.
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
