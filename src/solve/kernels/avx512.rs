//! The AVX-512 kernel: eight lanes with mask registers and vector popcounts. See the [module above](super).
//!
//! The lanes are 32 bits in 256-bit registers. Compressed lanes go to a register first, because compressing straight
//! into memory is slow on AMD.
#![allow(unsafe_code)] // vector loads and stores, and unchecked indices that the automaton guarantees

use super::lanes::{PREFETCH_DISTANCE, define_vector_search};
use super::{Arena, INDEX_BITS, INDEX_MASK, Progress, SearchInput};
use std::arch::x86_64::*;

/// A set of lanes as bits.
type LaneMask = __mmask8;

/// Whether this processor has the features of [`run`].
pub(super) fn is_available() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512vpopcntdq")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("popcnt")
}

/// The number of bits that are set in each lane.
#[inline]
#[target_feature(enable = "avx512f,avx512vl,avx512vpopcntdq")]
fn popcount(lanes: __m256i) -> __m256i {
    _mm256_popcnt_epi32(lanes)
}

/// The lanes of the mask in which `a` and `b` have a bit in common.
#[inline]
#[target_feature(enable = "avx512f,avx512vl")]
fn intersecting(mask: LaneMask, a: __m256i, b: __m256i) -> LaneMask {
    _mm256_mask_test_epi32_mask(mask, a, b)
}

/// The lanes of the mask, moved to the front.
#[inline]
#[target_feature(enable = "avx512f,avx512vl")]
fn compress(lanes: __m256i, mask: LaneMask) -> __m256i {
    _mm256_maskz_compress_epi32(mask, lanes)
}

define_vector_search!("avx512f,avx512dq,avx512vl,avx512vpopcntdq,bmi1,bmi2,popcnt");
