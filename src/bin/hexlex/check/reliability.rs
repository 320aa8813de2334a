//! The reliability of the confidence: of the tiles with a confidence of 0.9, nine in ten should be right.

use super::results::CheckedPicture;
use crate::table::table;
use serde::Serialize;

/// The lower bounds of the bins. Chosen by hand: narrow near 1, where most tiles are.
const BINS: [f32; 9] = [0.0, 0.2, 0.4, 0.6, 0.8, 0.9, 0.95, 0.99, 0.999];

/// The tiles whose best guess has a confidence between two bounds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub(super) struct Bin {
    from: f64,
    to: f64,
    tiles: usize,
    #[serde(rename = "said")]
    pub(super) mean_confidence: f64,
    /// The fraction of the tiles whose best guess is the truth.
    #[serde(rename = "right")]
    pub(super) accuracy: f64,
}

impl Bin {
    /// The bounds as text.
    pub(super) fn name(&self) -> String {
        format!("{} to {}", self.from, self.to)
    }

    /// The number of tiles.
    pub(super) fn tiles(&self) -> usize {
        self.tiles
    }
}

/// The bins that have tiles, lowest confidence first; without pictures of moving tiles, whose truth is uncertain.
pub(super) fn bins(checked: &[CheckedPicture]) -> Vec<Bin> {
    let settled = checked.iter().filter(|picture| !picture.comparison.lenient);
    let guesses = settled
        .flat_map(|picture| &picture.tiles)
        .filter(|tile| tile.guess.is_some())
        .map(|tile| (tile.confidence, tile.guessed_right()));
    bins_of(&guesses.collect::<Vec<_>>())
}

/// The bins of guesses, each its confidence and whether it is right.
fn bins_of(guesses: &[(f32, bool)]) -> Vec<Bin> {
    let bin = |i: usize| {
        let (from, to) = (BINS[i], BINS.get(i + 1).copied().unwrap_or(1.0));
        let is_last = i + 1 == BINS.len();
        let inside: Vec<&(f32, bool)> =
            guesses.iter().filter(|(confidence, _)| *confidence >= from && (*confidence < to || is_last)).collect();
        let tiles = inside.len();
        let mean = |sum: f64| (sum / tiles as f64 * 1e4).round() / 1e4;
        let short = |bound: f32| (f64::from(bound) * 1e3).round() / 1e3;
        (tiles > 0).then(|| Bin {
            from: short(from),
            to: short(to),
            tiles,
            mean_confidence: mean(inside.iter().map(|(confidence, _)| f64::from(*confidence)).sum()),
            accuracy: mean(inside.iter().filter(|(_, right)| *right).count() as f64),
        })
    };
    (0..BINS.len()).filter_map(bin).collect()
}

/// The expected calibration error: the mean of |confidence - accuracy| over the bins, weighted by tiles. 0 is perfect.
pub(super) fn error(bins: &[Bin]) -> f64 {
    let tiles: usize = bins.iter().map(|bin| bin.tiles).sum();
    let sum: f64 = bins.iter().map(|bin| bin.tiles as f64 * (bin.mean_confidence - bin.accuracy).abs()).sum();
    if tiles == 0 { 0.0 } else { (sum / tiles as f64 * 1e4).round() / 1e4 }
}

/// The bins as a table.
pub(super) fn text(bins: &[Bin]) -> String {
    let mut rows = vec![["confidence", "tiles", "mean", "right"].map(str::to_string)];
    let percent = |part: f64| format!("{:.1}%", 100.0 * part);
    let row = |bin: &Bin| [bin.name(), bin.tiles.to_string(), percent(bin.mean_confidence), percent(bin.accuracy)];
    rows.extend(bins.iter().map(row));
    table(&rows, 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guesses_fall_into_bins() {
        let bins = bins_of(&[(0.0, false), (0.92, true), (0.94, false), (1.0, true), (0.9996, true)]);
        let found: Vec<_> =
            bins.iter().map(|bin| (bin.from, bin.to, bin.tiles, bin.mean_confidence, bin.accuracy)).collect();
        assert_eq!(found, [(0.0, 0.2, 1, 0.0, 0.0), (0.9, 0.95, 2, 0.93, 0.5), (0.999, 1.0, 2, 0.9998, 1.0)]);
        assert!((error(&bins) - 2.0 * 0.43 / 5.0).abs() < 1e-3, "{}", error(&bins));
        assert!(bins_of(&[]).is_empty() && error(&[]) == 0.0);
        assert!(text(&bins).ends_with("0.999 to 1       2  100.0%  100.0%\n"), "{}", text(&bins));
    }
}
