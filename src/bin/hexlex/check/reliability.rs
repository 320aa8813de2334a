//! Whether confidence means what it says: of the tiles said to be 0.9 sure, nine in ten should be right.

use super::Checked;
use crate::table::table;
use serde::Serialize;

/// Where the bins begin: fine where most tiles are, and where it matters.
const BINS: [f32; 9] = [0.0, 0.2, 0.4, 0.6, 0.8, 0.9, 0.95, 0.99, 0.999];

/// The tiles whose best guess had a confidence between two bounds, and how it turned out.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub(super) struct Bin {
    from: f64,
    to: f64,
    tiles: usize,
    /// The mean confidence.
    pub(super) said: f64,
    /// The part of the tiles whose best guess is the truth.
    pub(super) right: f64,
}

impl Bin {
    /// Its bounds, for people.
    pub(super) fn name(&self) -> String {
        format!("{} to {}", self.from, self.to)
    }

    /// How many tiles are in it.
    pub(super) fn tiles(&self) -> usize {
        self.tiles
    }
}

/// The bins that have tiles, the surest last. Where tiles are moving nobody knows what is right, so these
/// pictures are left out.
pub(super) fn bins(checked: &[Checked]) -> Vec<Bin> {
    let settled = checked.iter().filter(|one| !one.comparison.lenient);
    let guesses = settled
        .flat_map(|one| &one.tiles)
        .filter(|tile| tile.guess.is_some())
        .map(|tile| (tile.confidence, tile.guessed_right()));
    of(&guesses.collect::<Vec<_>>())
}

fn of(guesses: &[(f32, bool)]) -> Vec<Bin> {
    let bin = |i: usize| {
        let (from, to) = (BINS[i], BINS.get(i + 1).copied().unwrap_or(1.0));
        let is_last = i + 1 == BINS.len();
        let inside: Vec<&(f32, bool)> =
            guesses.iter().filter(|(said, _)| *said >= from && (*said < to || is_last)).collect();
        let tiles = inside.len();
        let mean = |sum: f64| (sum / tiles as f64 * 1e4).round() / 1e4;
        let short = |bound: f32| (f64::from(bound) * 1e3).round() / 1e3;
        (tiles > 0).then(|| Bin {
            from: short(from),
            to: short(to),
            tiles,
            said: mean(inside.iter().map(|(said, _)| f64::from(*said)).sum()),
            right: mean(inside.iter().filter(|(_, right)| *right).count() as f64),
        })
    };
    (0..BINS.len()).filter_map(bin).collect()
}

/// The mean distance between what was said and what was right, weighed by tiles: 0 is perfect.
pub(super) fn error(bins: &[Bin]) -> f64 {
    let tiles: usize = bins.iter().map(|bin| bin.tiles).sum();
    let sum: f64 = bins.iter().map(|bin| bin.tiles as f64 * (bin.said - bin.right).abs()).sum();
    if tiles == 0 { 0.0 } else { (sum / tiles as f64 * 1e4).round() / 1e4 }
}

/// A table for people.
pub(super) fn text(bins: &[Bin]) -> String {
    let mut rows = vec![["confidence", "tiles", "said", "right"].map(str::to_string)];
    let percent = |part: f64| format!("{:.1}%", 100.0 * part);
    rows.extend(bins.iter().map(|bin| [bin.name(), bin.tiles.to_string(), percent(bin.said), percent(bin.right)]));
    table(&rows, 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guesses_fall_into_bins() {
        let bins = of(&[(0.0, false), (0.92, true), (0.94, false), (1.0, true), (0.9996, true)]);
        let told: Vec<_> = bins.iter().map(|bin| (bin.from, bin.to, bin.tiles, bin.said, bin.right)).collect();
        assert_eq!(told, [(0.0, 0.2, 1, 0.0, 0.0), (0.9, 0.95, 2, 0.93, 0.5), (0.999, 1.0, 2, 0.9998, 1.0)]);
        assert!((error(&bins) - 2.0 * 0.43 / 5.0).abs() < 1e-3, "{}", error(&bins));
        assert!(of(&[]).is_empty() && error(&[]) == 0.0);
        assert!(text(&bins).ends_with("0.999 to 1       2  100.0%  100.0%\n"), "{}", text(&bins));
    }
}
