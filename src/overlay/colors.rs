//! The colors of the paths on one picture: kept apart by hue and by lightness, so that people who do not see red or green
//! tell them apart too.

use super::{PATH_COLOR, START_COLOR};
use crate::pixels::Rgb;

/// The colors of one path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PathColors {
    /// Of its line, its rings and its last number; of several paths, of all numbers.
    pub(super) line: Rgb,
    /// Of the ring and the number of its first tile.
    pub(super) start: Rgb,
}

/// The largest number of paths on one picture. More: colors are too near for people who see two of the three primaries, and
/// lines cover each other.
pub const MAX_PATHS: usize = 4;

/// The line colors where there are several paths, in their order: magenta, gold, pale cyan, bright green. Chosen by hand; the test below
/// measures their distances for each kind of color blindness.
const LINES: [Rgb; MAX_PATHS] = [PATH_COLOR, [255, 200, 0], [190, 255, 255], [90, 250, 140]];

impl PathColors {
    /// The colors of path `n` of `count`, counted from 0; paths beyond [`MAX_PATHS`] repeat them. A path alone has a start of
    /// another color.
    pub(super) fn of(n: usize, count: usize) -> PathColors {
        let line = LINES[n % MAX_PATHS];
        PathColors { line, start: if count > 1 { line } else { START_COLOR } }
    }

    /// Whether others are on the picture: then every number has the color of its path.
    pub(super) fn is_one_of_several(&self) -> bool {
        self.start == self.line
    }
}

#[cfg(test)]
mod tests {
    use super::super::owners::{MINE_TINT, THEIRS_TINT};
    use super::*;
    use crate::pixels::color_distance;

    /// The colors that people without one of the three kinds of cones see, as matrices for linear light (Machado, Oliveira and
    /// Fernandes 2009, severity 1): without long, middle and short waves.
    const BLINDNESS: [[[f32; 3]; 3]; 3] = [
        [[0.152_286, 1.052_583, -0.204_868], [0.114_503, 0.786_281, 0.099_216], [-0.003_882, -0.048_116, 1.051_998]],
        [[0.367_322, 0.860_646, -0.227_968], [0.280_085, 0.672_501, 0.047_413], [-0.011_820, 0.042_940, 0.968_881]],
        [[1.255_528, -0.076_749, -0.178_779], [-0.078_411, 0.930_809, 0.147_602], [0.004_733, 0.691_367, 0.303_900]],
    ];

    fn seen(color: Rgb, matrix: &[[f32; 3]; 3]) -> Rgb {
        let linear = color.map(|channel| (f32::from(channel) / 255.0).powf(2.2));
        matrix.map(|row| {
            let light: f32 = row.iter().zip(linear).map(|(weight, channel)| weight * channel).sum();
            (light.clamp(0.0, 1.0).powf(1.0 / 2.2) * 255.0).round() as u8
        })
    }

    #[test]
    fn colors_of_paths_and_of_owners_are_apart_for_everybody() {
        /// A fifth of the distance from black to white; the nearest two paths are 111 apart.
        const APART: f32 = 88.0;
        let paths = LINES.iter().enumerate().flat_map(|(n, &a)| LINES[n + 1..].iter().map(move |&b| (a, b)));
        for (a, b) in paths.chain([(MINE_TINT, THEIRS_TINT)]) {
            for matrix in &BLINDNESS {
                let distance = color_distance(seen(a, matrix), seen(b, matrix));
                assert!(distance > APART, "{a:?} and {b:?}: {distance}");
            }
        }
    }

    #[test]
    fn a_path_alone_has_a_start_of_its_own() {
        assert_ne!(PathColors::of(0, 1).start, PathColors::of(0, 1).line);
        assert_eq!(PathColors::of(1, 2), PathColors { line: LINES[1], start: LINES[1] });
    }
}
