//! The search in eight lanes, without masks and popcounts: see the [module above](super).
//!
//! Lanes are packed together by a permutation from a table, and counted by looking up half bytes.
#![allow(unsafe_code)] // loads and stores of whole registers, and places that the automaton vouches for

use super::lanes::{AHEAD, search_in_lanes};
use super::{LANES, PLACE, PLACE_BITS, Progress, Room, Search};
use std::arch::x86_64::*;

/// Lanes as bits.
type Set = u32;

/// Whether this processor has what [`run`] uses.
pub(super) fn is_available() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("popcnt")
}

/// For each set of lanes the lanes in it, one after the other, a byte each.
static PACK: [[u8; LANES]; 256] = orders();

const fn orders() -> [[u8; LANES]; 256] {
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

/// The lanes of a set that have a bit of the other ones'.
#[inline]
#[target_feature(enable = "avx2")]
fn meet(set: Set, a: __m256i, b: __m256i) -> Set {
    let apart = _mm256_cmpeq_epi32(_mm256_and_si256(a, b), _mm256_setzero_si256());
    set & !(_mm256_movemask_ps(_mm256_castsi256_ps(apart)) as u32)
}

/// The lanes of a set one after the other.
#[inline]
#[target_feature(enable = "avx2")]
fn pack(lanes: __m256i, set: Set) -> __m256i {
    // SAFETY: a set is a byte, and each place of the table holds eight.
    let order = unsafe { _mm_loadl_epi64(PACK.get_unchecked(set as usize).as_ptr().cast()) };
    _mm256_permutevar8x32_epi32(lanes, _mm256_cvtepu8_epi32(order))
}

search_in_lanes!("avx2,bmi1,bmi2,popcnt");
