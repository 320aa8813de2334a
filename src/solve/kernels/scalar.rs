//! The search one lane after the other: the definition of what the other kernels do.

use super::{LANES, Letters, Mesh, PLACE, PLACE_BITS, Queue, Trail};
use crate::lexicon::{ONE_LETTER, Slot};

/// Takes up entries until there is none, or no room.
pub(super) fn run(queue: &mut Queue, slots: &[Slot], mesh: &Mesh, letters: &Letters) {
    while queue.head < queue.tail && !queue.is_full() {
        take_up(queue, slots, mesh, letters);
    }
}

#[inline]
fn take_up(queue: &mut Queue, slots: &[Slot], mesh: &Mesh, letters: &Letters) {
    let head = queue.head;
    let what = queue.what[head];
    let (slot, cell) = (slots[(what & PLACE) as usize], (what >> PLACE_BITS) as usize);
    let from = queue.trail[queue.parent[head] as usize];
    let trail = Trail { free: from.free & !(1 << cell), sum: from.sum.wrapping_add(slot.value), ..from };
    queue.trail[head] = trail;
    let marks = &mesh.marks()[cell];
    let all = slot.cont | slot.words;
    // the lanes that are alive: without a branch each, which nobody could foresee
    let mut alive = 0u32;
    for (lane, (&bit, &mark)) in letters.around()[cell].iter().zip(marks).enumerate() {
        let free = (trail.free >> (mark >> PLACE_BITS)) as u32 & 1;
        alive |= (u32::from(all & bit != 0) & free) << lane;
    }
    while alive != 0 {
        let lane = alive.trailing_zeros() as usize % LANES;
        alive &= alive - 1;
        let (bit, mark) = (letters.around()[cell][lane], marks[lane]);
        if slot.words & bit != 0 {
            queue.hits[queue.found] = trail.sum.wrapping_add(ONE_LETTER + ones(slot.words & (bit - 1)));
            queue.links[queue.found] = mark | head as u32;
            queue.found += 1;
        }
        if slot.cont & bit != 0 {
            queue.what[queue.tail] = mark | (slot.first + ones(slot.cont & (bit - 1)));
            queue.parent[queue.tail] = head as u32;
            queue.tail += 1;
        }
    }
    queue.head += 1;
}

/// The number of bits.
#[inline]
fn ones(mask: u32) -> u32 {
    mask.count_ones()
}
