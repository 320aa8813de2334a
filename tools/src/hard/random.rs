//! Random numbers: a stream of its own for each picture of a seed.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::ops::RangeInclusive;

/// Random choices; the same seed and number give the same ones on every machine.
///
/// What is drawn depends on the order of the calls: a call more or less changes every later choice of the picture.
pub(crate) struct Random(ChaCha8Rng);

impl Random {
    /// The choices for picture `number` of a seed.
    pub(crate) fn new(seed: u64, number: u64) -> Random {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(number);
        Random(rng)
    }

    /// True with this probability.
    pub(crate) fn chance(&mut self, probability: f32) -> bool {
        self.between(0.0, 1.0) < probability
    }

    /// A number between two others, all equally likely.
    pub(crate) fn between(&mut self, low: f32, high: f32) -> f32 {
        low + self.0.random_range(0..1u32 << 24) as f32 / (1u32 << 24) as f32 * (high - low)
    }

    /// A number between two others, likelier near their middle: the mean of two.
    pub(crate) fn near_middle(&mut self, low: f32, high: f32) -> f32 {
        (self.between(low, high) + self.between(low, high)) / 2.0
    }

    /// A whole number of the range.
    pub(crate) fn count(&mut self, range: RangeInclusive<usize>) -> usize {
        self.0.random_range(*range.start() as u32..=*range.end() as u32) as usize
    }

    /// A whole number below `end`; 0 where that is 0.
    pub(crate) fn below(&mut self, end: u32) -> u32 {
        self.0.random_range(0..end.max(1))
    }

    /// A letter from A to Z, all equally likely.
    pub(crate) fn letter(&mut self) -> char {
        char::from(b'A' + self.below(26) as u8)
    }

    /// One of several values, which must not be empty.
    pub(crate) fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len() as u32) as usize]
    }

    /// One of several values, each with its weight.
    pub(crate) fn weighted<T: Copy>(&mut self, from: &[(T, u32)]) -> T {
        let mut at = self.below(from.iter().map(|(_, weight)| weight).sum());
        for (value, weight) in from {
            if at < *weight {
                return *value;
            }
            at -= weight;
        }
        from[0].0
    }

    /// Brings values into a random order.
    pub(crate) fn shuffle<T>(&mut self, values: &mut [T]) {
        for n in (1..values.len()).rev() {
            values.swap(n, self.below(n as u32 + 1) as usize);
        }
    }
}
