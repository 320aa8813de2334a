//! The search in eight lanes with masks: see the [module above](super).
//!
//! Lanes are 32 bits in 256-bit registers. What is packed together goes to a register first: compressing straight into
//! memory is slow on AMD.
#![allow(unsafe_code)] // loads and stores of whole registers, and places that the automaton vouches for

use super::{LANES, Letters, MAX_CELLS, Mesh, PLACE, PLACE_BITS, Queue, Trail};
use crate::lexicon::{ONE_LETTER, Slot};
use std::arch::x86_64::*;

/// Whether this processor has what [`run`] uses.
pub(super) fn is_available() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512vpopcntdq")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("popcnt")
}

/// Takes up entries until there is none, or no room; with `PATHS` the hits tell where they come from.
///
/// # Safety
/// The features of [`is_available`]; slots of one automaton, and entries that it has led to.
#[target_feature(enable = "avx512f,avx512dq,avx512vl,avx512vpopcntdq,bmi1,bmi2,popcnt")]
pub(super) unsafe fn run<const PATHS: bool>(queue: &mut Queue, slots: &[Slot], mesh: &Mesh, letters: &Letters) {
    let (marks, masks, around) = (mesh.marks(), mesh.masks(), letters.around());
    let room = queue.what.len().min(queue.parent.len()).min(queue.trail.len()).saturating_sub(LANES);
    let (mut head, mut tail, mut found) = (queue.head, queue.tail, queue.found);
    assert!(queue.hits.len() >= (room + LANES) * LANES + MAX_CELLS && queue.links.len() == queue.hits.len());
    assert!(tail <= queue.what.len() && found <= head * LANES + MAX_CELLS);
    let (what, parent, trail) = (queue.what.as_mut_ptr(), queue.parent.as_mut_ptr(), queue.trail.as_mut_ptr());
    let (hits, links) = (queue.hits.as_mut_ptr(), queue.links.as_mut_ptr());
    let one = _mm256_set1_epi32(1);
    while head < tail && tail <= room {
        // SAFETY: head < tail, which is within the queue, and each entry names an earlier one as its parent. Entries hold
        // a place within `slots` (the automaton's invariant) and a cell below 64, as both the start and `marks` do.
        // A store of eight lanes at `tail` ends within the queue, because `tail` is at most `room`, as does the look
        // ahead from `head`. Hits have
        // room for eight an entry behind those of the start, and `found` has grown by no more.
        unsafe {
            // what will be taken up in a while is asked for now; of what lies behind the tail it is a wrong guess
            let ahead = (*what.add(head + LANES) & PLACE) as usize;
            _mm_prefetch::<_MM_HINT_T0>(slots.as_ptr().wrapping_add(ahead).cast());
            let entry = *what.add(head);
            let slot = slots.get_unchecked((entry & PLACE) as usize);
            let cell = (entry >> PLACE_BITS) as usize;
            let from = &*trail.add(*parent.add(head) as usize);
            let free = from.free & !(1 << cell);
            let sum = from.sum.wrapping_add(slot.value);
            *trail.add(head) = Trail { free, sum, unused: 0 };
            let open = _pext_u64(free, *masks.get_unchecked(cell)) as __mmask8;
            let bits = _mm256_load_si256(around.as_ptr().add(cell).cast());
            let below = _mm256_sub_epi32(bits, one);

            let cont = _mm256_set1_epi32(slot.cont as i32);
            let goes_on = _mm256_mask_test_epi32_mask(open, bits, cont);
            let places = _mm256_popcnt_epi32(_mm256_and_si256(below, cont));
            let marks = _mm256_load_si256(marks.as_ptr().add(cell).cast());
            let places = _mm256_add_epi32(places, _mm256_set1_epi32(slot.first as i32));
            let next = _mm256_maskz_compress_epi32(goes_on, _mm256_add_epi32(places, marks));
            _mm256_storeu_si256(what.add(tail).cast(), next);
            _mm256_storeu_si256(parent.add(tail).cast(), _mm256_set1_epi32(head as i32));

            let words = _mm256_set1_epi32(slot.words as i32);
            let ends = _mm256_mask_test_epi32_mask(open, bits, words);
            let numbers = _mm256_popcnt_epi32(_mm256_and_si256(below, words));
            let numbers = _mm256_add_epi32(numbers, _mm256_set1_epi32(sum.wrapping_add(ONE_LETTER) as i32));
            _mm256_storeu_si256(hits.add(found).cast(), _mm256_maskz_compress_epi32(ends, numbers));
            if PATHS {
                let from = _mm256_or_si256(marks, _mm256_set1_epi32(head as i32));
                _mm256_storeu_si256(links.add(found).cast(), _mm256_maskz_compress_epi32(ends, from));
            }
            tail += goes_on.count_ones() as usize;
            found += ends.count_ones() as usize;
        }
        head += 1;
    }
    (queue.head, queue.tail, queue.found) = (head, tail, found);
}
