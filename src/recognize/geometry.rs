//! How the letters of a board stand: what the sure ones agree on settles the doubtful ones.
//!
//! The letters of a board are of one size and stand on one line in their tiles; a counter, a frame or a
//! digit does not.

use super::glyph::Glyph;
use super::guess::{Guess, likelihood};

/// What the sure letters of a board agree on.
pub(super) struct Geometry {
    /// Their height, in tiles.
    height: f32,
    /// How far their middle is below the tile's, in tiles.
    below: f32,
    /// How far their middle is to the right of the tile's, in tiles.
    beside: f32,
}

impl Geometry {
    /// From the guesses for each tile.
    pub(super) fn of(tiles: &[Vec<Guess>]) -> Geometry {
        /// The likelihood that makes a tile a witness.
        const SURE: f32 = 0.8;
        let best = tiles.iter().filter_map(|guesses| guesses.iter().max_by(|a, b| a.evidence.total_cmp(&b.evidence)));
        let sure: Vec<&Guess> = best.filter(|guess| likelihood(guess.evidence) > SURE).collect();
        let median = |value: fn(&Glyph) -> f32| {
            let mut values: Vec<f32> = sure.iter().map(|guess| value(&guess.glyph)).collect();
            let middle = values.len() / 2;
            if values.is_empty() { None } else { Some(*values.select_nth_unstable_by(middle, f32::total_cmp).1) }
        };
        Geometry {
            height: median(|g| g.height).unwrap_or(0.5),
            below: median(|g| g.below).unwrap_or(0.0),
            beside: median(|g| g.beside).unwrap_or(0.0),
        }
    }

    /// What a glyph loses that is of another size or stands elsewhere than the others, in log odds. Where no
    /// tile is seen around it (`has_rim`), it must stand as exactly as only the letters of a board do: it may be
    /// one of a dialog.
    pub(super) fn penalty(&self, guess: &Guess, has_rim: bool) -> f32 {
        /// Differences that letters have: the tail of a Q, the overshoot of an O.
        const HEIGHT: f32 = 0.12;
        const BELOW: f32 = 0.05;
        const BESIDE: f32 = 0.08;
        /// What differences beyond those cost: a third more height costs as much as half a letter's evidence.
        const COST: (f32, f32, f32) = (20.0, 40.0, 40.0);
        /// How much less is allowed, and how much more it costs, without a tile around.
        const STRICT: (f32, f32) = (0.5, 2.0);
        let (allowed, cost) = if has_rim { (1.0, 1.0) } else { STRICT };
        let glyph = &guess.glyph;
        // Several letters are set smaller, to fit.
        let smaller = if glyph.parts.len() > 1 { 0.5 } else { 1.0 };
        let size = (glyph.height / self.height).ln();
        let beyond = |difference: f32, limit: f32| (difference - allowed * limit).max(0.0);
        let other_size = beyond(if size < 0.0 { -size * smaller } else { size }, HEIGHT);
        let lower = beyond((glyph.below - self.below).abs(), BELOW);
        let aside = beyond((glyph.beside - self.beside).abs(), BESIDE);
        cost * (COST.0 * other_size + COST.1 * lower + COST.2 * aside)
    }

    /// The best of the guesses for a tile, and how sure it is on this board (the logarithm of its odds).
    pub(super) fn choose<'a>(&self, guesses: &'a [Guess], has_rim: bool) -> Option<(&'a Guess, f32)> {
        let worth = guesses.iter().map(|guess| (guess, guess.evidence - self.penalty(guess, has_rim)));
        worth.max_by(|a, b| a.1.total_cmp(&b.1))
    }
}
