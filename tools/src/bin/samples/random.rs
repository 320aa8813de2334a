//! Random numbers: a stream of its own for each lot of tiles.

use hexlex::pixels::Rgb;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Random choices; the same seed and lot give the same ones on every machine.
///
/// What is drawn depends on the order of the calls: a call more or less changes every later tile of the lot.
pub(crate) struct Random(ChaCha8Rng);

impl Random {
    /// The choices for a lot of tiles of a seed.
    pub(crate) fn new(seed: u64, lot: u64) -> Random {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(lot);
        Random(rng)
    }

    /// A number from `low` to below `high`.
    pub(crate) fn between(&mut self, low: f32, high: f32) -> f32 {
        self.0.random_range(low..high)
    }

    /// A whole number below `n`.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0.random_range(0..n)
    }

    /// True with this probability.
    pub(crate) fn chance(&mut self, probability: f32) -> bool {
        self.0.random_range(0.0..1.0) < probability
    }

    /// An about normally distributed number with this standard deviation: the sum of three uniform ones.
    pub(crate) fn normal(&mut self, deviation: f32) -> f32 {
        deviation * (self.between(-1.0, 1.0) + self.between(-1.0, 1.0) + self.between(-1.0, 1.0))
    }

    /// A letter from A to Z, all equally likely.
    pub(crate) fn letter(&mut self) -> char {
        char::from(b'A' + self.below(26) as u8)
    }

    /// Any color.
    pub(crate) fn color(&mut self) -> Rgb {
        [0; 3].map(|_: u8| self.between(0.0, 255.0) as u8)
    }

    /// A color of about this brightness, more often gray than not.
    pub(crate) fn shade(&mut self, level: f32) -> Rgb {
        let spread = if self.chance(0.4) { self.between(0.0, 12.0) } else { self.between(12.0, 90.0) };
        [0; 3].map(|_: u8| (level + self.between(-spread, spread)).clamp(0.0, 255.0) as u8)
    }
}
