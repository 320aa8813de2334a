//! The search in eight lanes with masks: see the [module above](super).
//!
//! Lanes are 32 bits in 256-bit registers. What is packed together goes to a register first: compressing straight into
//! memory is slow on AMD.
#![allow(unsafe_code)] // loads and stores of whole registers, and places that the automaton vouches for

use super::lanes::{AHEAD, search_in_lanes};
use super::{PLACE, PLACE_BITS, Progress, Room, Search};
use std::arch::x86_64::*;

/// Lanes as bits.
type Set = __mmask8;

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

/// The bits that are set in each lane.
#[inline]
#[target_feature(enable = "avx512f,avx512vl,avx512vpopcntdq")]
fn ones(lanes: __m256i) -> __m256i {
    _mm256_popcnt_epi32(lanes)
}

/// The lanes of a set that have a bit of the other ones'.
#[inline]
#[target_feature(enable = "avx512f,avx512vl")]
fn meet(set: Set, a: __m256i, b: __m256i) -> Set {
    _mm256_mask_test_epi32_mask(set, a, b)
}

/// The lanes of a set one after the other.
#[inline]
#[target_feature(enable = "avx512f,avx512vl")]
fn pack(lanes: __m256i, set: Set) -> __m256i {
    _mm256_maskz_compress_epi32(set, lanes)
}

search_in_lanes!("avx512f,avx512dq,avx512vl,avx512vpopcntdq,bmi1,bmi2,popcnt");
