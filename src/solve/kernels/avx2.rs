//! The AVX2 kernel: eight lanes, without mask registers and vector popcounts. See the [module above](super).
//!
//! A permutation from a table compresses the lanes; a shuffle looks up the popcount of each half byte.
#![allow(unsafe_code)] // vector loads and stores, and unchecked indices that the automaton guarantees

use super::lanes::{PREFETCH_DISTANCE, define_vector_search};
use super::{Arena, INDEX_BITS, INDEX_MASK, LANES, Progress, SearchInput};
use std::arch::x86_64::*;

/// A set of lanes as bits.
type LaneMask = u32;

/// Whether this processor has the features of [`run`].
pub(super) fn is_available() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("popcnt")
}

/// For each mask the lanes in it, in ascending order, one byte each.
static COMPRESS_ORDER: [[u8; LANES]; 256] = compress_orders();

const fn compress_orders() -> [[u8; LANES]; 256] {
    let mut table = [[0; LANES]; 256];
    let mut mask = 0;
    while mask < 256 {
        let (mut lane, mut count) = (0, 0);
        while lane < LANES {
            if mask >> lane & 1 != 0 {
                table[mask][count] = lane as u8;
                count += 1;
            }
            lane += 1;
        }
        mask += 1;
    }
    table
}

/// The number of bits that are set in each lane.
#[inline]
#[target_feature(enable = "avx2")]
fn popcount(lanes: __m256i) -> __m256i {
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

/// The lanes of the mask in which `a` and `b` have a bit in common.
#[inline]
#[target_feature(enable = "avx2")]
fn intersecting(mask: LaneMask, a: __m256i, b: __m256i) -> LaneMask {
    let disjoint = _mm256_cmpeq_epi32(_mm256_and_si256(a, b), _mm256_setzero_si256());
    mask & !(_mm256_movemask_ps(_mm256_castsi256_ps(disjoint)) as u32)
}

/// The lanes of the mask, moved to the front.
#[inline]
#[target_feature(enable = "avx2")]
fn compress(lanes: __m256i, mask: LaneMask) -> __m256i {
    // SAFETY: the mask is below 256, and each row of the table has the eight bytes that are loaded.
    let order = unsafe { _mm_loadl_epi64(COMPRESS_ORDER.get_unchecked(mask as usize).as_ptr().cast()) };
    _mm256_permutevar8x32_epi32(lanes, _mm256_cvtepu8_epi32(order))
}

define_vector_search!("avx2,bmi1,bmi2,popcnt");
