//! Chance, by one seed for each picture.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::ops::RangeInclusive;

/// Random choices; the same seed and number give the same ones on every machine.
pub(crate) struct Dice(ChaCha8Rng);

impl Dice {
    /// For picture `number` of a seed.
    pub(crate) fn new(seed: u64, number: u64) -> Dice {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(number);
        Dice(rng)
    }

    /// True in this share of the cases.
    pub(crate) fn chance(&mut self, share: f32) -> bool {
        self.between(0.0, 1.0) < share
    }

    /// A number between two others.
    pub(crate) fn between(&mut self, low: f32, high: f32) -> f32 {
        low + self.0.random_range(0..1u32 << 24) as f32 / (1u32 << 24) as f32 * (high - low)
    }

    /// A number between two others, about their middle more often.
    pub(crate) fn about(&mut self, low: f32, high: f32) -> f32 {
        (self.between(low, high) + self.between(low, high)) / 2.0
    }

    /// A whole number.
    pub(crate) fn count(&mut self, range: RangeInclusive<usize>) -> usize {
        self.0.random_range(*range.start() as u32..=*range.end() as u32) as usize
    }

    /// A whole number below another, which is not 0.
    pub(crate) fn below(&mut self, end: u32) -> u32 {
        self.0.random_range(0..end.max(1))
    }

    /// One of several; there is at least one.
    pub(crate) fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len() as u32) as usize]
    }

    /// One of several, some more likely than others.
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

    /// Reorders.
    pub(crate) fn shuffle<T>(&mut self, values: &mut [T]) {
        for n in (1..values.len()).rev() {
            values.swap(n, self.below(n as u32 + 1) as usize);
        }
    }
}
