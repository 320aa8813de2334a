//! The search in eight lanes, without masks and popcounts: see the [module above](super).
//!
//! Lanes are packed together by a permutation from a table, and counted by looking up half bytes.
#![allow(unsafe_code)] // loads and stores of whole registers, and places that the automaton vouches for

use super::{LANES, Letters, MAX_CELLS, Mesh, PLACE, PLACE_BITS, Queue, Trail};
use crate::lexicon::{ONE_LETTER, Slot};
use std::arch::x86_64::*;

/// Whether this processor has what [`run`] uses.
pub(super) fn is_available() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("popcnt")
}

/// For each set of lanes the lanes in it, one after the other, a byte each.
static PACK: [[u8; LANES]; 256] = pack();

const fn pack() -> [[u8; LANES]; 256] {
    let mut table = [[0; LANES]; 256];
    let mut set = 0;
    while set < 256 {
        let (mut lane, mut place) = (0, 0);
        while lane < LANES {
            if set >> lane & 1 != 0 {
                table[set][place] = lane as u8;
                place += 1;
            }
            lane += 1;
        }
        set += 1;
    }
    table
}

/// The bits that are set in each lane.
#[inline]
#[target_feature(enable = "avx2")]
fn ones(lanes: __m256i) -> __m256i {
    #[rustfmt::skip]
    let counts = _mm256_setr_epi8(
        0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
        0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
    );
    let half = _mm256_set1_epi8(0x0f);
    let low = _mm256_shuffle_epi8(counts, _mm256_and_si256(lanes, half));
    let high = _mm256_shuffle_epi8(counts, _mm256_and_si256(_mm256_srli_epi16::<4>(lanes), half));
    let pairs = _mm256_maddubs_epi16(_mm256_add_epi8(low, high), _mm256_set1_epi8(1));
    _mm256_madd_epi16(pairs, _mm256_set1_epi16(1))
}

/// The lanes that have a bit of the other ones', as bits.
#[inline]
#[target_feature(enable = "avx2")]
fn meet(a: __m256i, b: __m256i) -> u32 {
    let apart = _mm256_cmpeq_epi32(_mm256_and_si256(a, b), _mm256_setzero_si256());
    !(_mm256_movemask_ps(_mm256_castsi256_ps(apart)) as u32) & 0xff
}

/// Takes up entries until there is none, or no room; with `PATHS` the hits tell where they come from.
///
/// # Safety
/// The features of [`is_available`]; slots of one automaton, and entries that it has led to.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
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
        // room for eight an entry behind those of the start, and `found` has grown by no more. Sets of lanes are bytes.
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
            let open = _pext_u64(free, *masks.get_unchecked(cell)) as u32;
            let bits = _mm256_load_si256(around.as_ptr().add(cell).cast());
            let below = _mm256_sub_epi32(bits, one);
            let order = |set: u32| _mm256_cvtepu8_epi32(_mm_loadl_epi64(PACK.as_ptr().add(set as usize).cast()));

            let cont = _mm256_set1_epi32(slot.cont as i32);
            let goes_on = meet(bits, cont) & open;
            let places = ones(_mm256_and_si256(below, cont));
            let marks = _mm256_load_si256(marks.as_ptr().add(cell).cast());
            let places = _mm256_add_epi32(places, _mm256_set1_epi32(slot.first as i32));
            let next = _mm256_permutevar8x32_epi32(_mm256_add_epi32(places, marks), order(goes_on));
            _mm256_storeu_si256(what.add(tail).cast(), next);
            _mm256_storeu_si256(parent.add(tail).cast(), _mm256_set1_epi32(head as i32));

            let words = _mm256_set1_epi32(slot.words as i32);
            let ends = meet(bits, words) & open;
            let numbers = ones(_mm256_and_si256(below, words));
            let numbers = _mm256_add_epi32(numbers, _mm256_set1_epi32(sum.wrapping_add(ONE_LETTER) as i32));
            let order = order(ends);
            _mm256_storeu_si256(hits.add(found).cast(), _mm256_permutevar8x32_epi32(numbers, order));
            if PATHS {
                let from = _mm256_or_si256(marks, _mm256_set1_epi32(head as i32));
                _mm256_storeu_si256(links.add(found).cast(), _mm256_permutevar8x32_epi32(from, order));
            }
            tail += goes_on.count_ones() as usize;
            found += ends.count_ones() as usize;
        }
        head += 1;
    }
    (queue.head, queue.tail, queue.found) = (head, tail, found);
}
