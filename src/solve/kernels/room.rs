//! The memory of a search.
#![allow(unsafe_code)] // arrays too large for the stack, which a box would be made on

use super::{LANES, MAX_CELLS};
use std::alloc::{Layout, alloc_zeroed, handle_alloc_error};

/// The entries and the hits of one search, at places that a kernel knows when it is compiled.
///
/// Memory that no board needs is never touched.
#[repr(C, align(64))]
pub(crate) struct Room<const N: usize> {
    /// For each entry its slot's place, and its cell above [`PLACE_BITS`](super::PLACE_BITS); entry 0 stands before all words.
    pub(super) what: [u32; N],
    /// For each entry the one that it comes from.
    pub(super) parent: [u32; N],
    /// For each entry that has been taken up the cells that are still free.
    pub(super) free: [u64; N],
    /// For each entry that has been taken up the sum of the automaton's values on the way, and of one letter more.
    pub(super) sum: [u32; N],
    /// For each hit, in the order in which they are found, the word's number, and the number of its letters above
    /// [`NUMBER_BITS`](crate::lexicon::search::NUMBER_BITS).
    pub(super) hits: [[u32; LANES]; N],
    /// For each hit the entry that it comes from, and its last cell above [`PLACE_BITS`](super::PLACE_BITS).
    pub(super) links: [[u32; LANES]; N],
}

impl<const N: usize> Room<N> {
    /// While there are no more entries than this, what comes of two of them has room, as has a look some places ahead;
    /// and so have the hits: [`LANES`] an entry at most, beside those of the start.
    pub(super) const LAST: usize = N - (MAX_CELLS + 2 * LANES);

    /// An empty room.
    pub(super) fn new() -> Box<Room<N>> {
        let layout = Layout::new::<Room<N>>();
        // SAFETY: the layout is that of the type, which has a size; all zeros are a value of it; and the memory comes
        // from where a box gives it back to.
        unsafe {
            let room = alloc_zeroed(layout);
            if room.is_null() {
                handle_alloc_error(layout);
            }
            Box::from_raw(room.cast())
        }
    }
}
