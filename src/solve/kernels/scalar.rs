//! The search one lane after the other: the definition of what the other kernels do.

use super::{LANES, PLACE, PLACE_BITS, Progress, Room, Search};
use crate::lexicon::search::FAMILY;

/// Takes up entries until there is none, or no room.
pub(super) fn run<const N: usize>(room: &mut Room<N>, search: &Search<'_>, progress: &mut Progress) {
    while progress.head < progress.tail && progress.tail <= Room::<N>::LAST {
        take_up(room, search, progress);
    }
}

#[inline]
fn take_up<const N: usize>(room: &mut Room<N>, search: &Search<'_>, progress: &mut Progress) {
    let Progress { head, tail, found } = progress;
    let what = room.what[*head];
    let (slot, cell) = (search.automaton.slots()[(what & PLACE) as usize], (what >> PLACE_BITS) as usize);
    let (touching, around) = (&search.mesh.rows()[cell], &search.letters.rows()[cell]);
    let from = room.parent[*head] as usize;
    let (free, sum) = (room.free[from] & !(1 << cell), room.sum[from].wrapping_add(slot.value));
    (room.free[*head], room.sum[*head]) = (free, sum);
    let all = slot.cont | slot.words;
    // the lanes that are alive: without a branch each, which nobody could foresee
    let mut alive = 0u32;
    for (lane, (&bit, &mark)) in around.bits.iter().zip(&touching.marks).enumerate() {
        let free = (free >> (mark >> PLACE_BITS)) as u32 & 1;
        alive |= (u32::from(all & bit != 0) & free) << lane;
    }
    while alive != 0 {
        let lane = alive.trailing_zeros() as usize % LANES;
        alive &= alive - 1;
        let (bit, mark) = (around.bits[lane], touching.marks[lane]);
        if slot.words & bit != 0 {
            room.hits.as_flattened_mut()[*found] = sum.wrapping_add(ones(slot.words & (bit - 1)));
            room.links.as_flattened_mut()[*found] = mark | *head as u32;
            *found += 1;
        }
        if slot.cont & bit != 0 {
            let rank = ones(slot.cont & (bit - 1));
            let ahead = search.automaton.ahead()[slot.first as usize + rank as usize % FAMILY];
            room.what[*tail] = mark | (slot.first + rank);
            room.parent[*tail] = *head as u32;
            *tail += usize::from(ahead & around.ahead[lane] != 0);
        }
    }
    *head += 1;
}

/// The number of bits.
#[inline]
fn ones(mask: u32) -> u32 {
    mask.count_ones()
}
