//! The scalar kernel, lane by lane in safe Rust: the reference for the vector kernels.

use super::{Arena, INDEX_BITS, INDEX_MASK, LANES, Progress, SearchInput};
use crate::lexicon::search::AHEAD_MASKS;

/// Expands entries until the queue is empty or the arena is full.
pub(super) fn run<const N: usize>(arena: &mut Arena<N>, input: &SearchInput<'_>, progress: &mut Progress) {
    while progress.head < progress.tail && progress.tail <= Arena::<N>::MAX_TAIL {
        expand(arena, input, progress);
    }
}

#[inline]
fn expand<const N: usize>(arena: &mut Arena<N>, input: &SearchInput<'_>, progress: &mut Progress) {
    let Progress { head, tail, hits } = progress;
    let node = arena.nodes[*head];
    let (slot, cell) = (input.automaton.slots()[(node & INDEX_MASK) as usize], (node >> INDEX_BITS) as usize);
    let (neighbors, letters) = (&input.neighbors.rows()[cell], &input.letters.rows()[cell]);
    let parent = arena.parents[*head] as usize;
    let (free, sum) = (arena.free_cells[parent] & !(1 << cell), arena.sums[parent].wrapping_add(slot.value));
    (arena.free_cells[*head], arena.sums[*head]) = (free, sum);
    let symbols = slot.cont | slot.words;
    // the lanes with a free neighbor that extends the prefix or completes a word, without unpredictable branches
    let mut live = 0u32;
    for (lane, (&bit, &shifted_id)) in letters.bits.iter().zip(&neighbors.shifted_ids).enumerate() {
        let is_free = (free >> (shifted_id >> INDEX_BITS)) as u32 & 1;
        live |= (u32::from(symbols & bit != 0) & is_free) << lane;
    }
    while live != 0 {
        let lane = live.trailing_zeros() as usize % LANES;
        live &= live - 1;
        let (bit, shifted_id) = (letters.bits[lane], neighbors.shifted_ids[lane]);
        if slot.words & bit != 0 {
            arena.hit_sums.as_flattened_mut()[*hits] = sum.wrapping_add((slot.words & (bit - 1)).count_ones());
            arena.hit_links.as_flattened_mut()[*hits] = shifted_id | *head as u32;
            *hits += 1;
        }
        if slot.cont & bit != 0 {
            let rank = (slot.cont & (bit - 1)).count_ones();
            let ahead = input.automaton.ahead()[slot.first as usize + rank as usize % AHEAD_MASKS];
            arena.nodes[*tail] = shifted_id | (slot.first + rank);
            arena.parents[*tail] = *head as u32;
            *tail += usize::from(ahead & letters.around[lane] != 0);
        }
    }
    *head += 1;
}
