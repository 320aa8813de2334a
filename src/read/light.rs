//! Uneven light: how bright a photograph is at each tile of a board.
//!
//! Light falls off smoothly across a photograph, so that plain tiles differ in brightness as gems do. [`light`] fits a
//! smooth surface to the brightness of all tiles by least absolute deviations: most tiles lie on it exactly, and gems do
//! not bend it. The light counts as even unless the surface fits clearly more tiles than one level does. `tile_colors`
//! divides the colors of each tile by the light.

use crate::pixels::{Point, median};
use nalgebra::{DMatrix, DVector};
use std::collections::BTreeSet;

/// The fewest tiles for a quadratic surface. Fewer: a few gems at one side bend it. More: the corners of small boards stay
/// dark. Chosen by hand.
const FEWEST_QUADRATIC: usize = 25;

/// The brightness of the light at each place, relative to the middle one, from the brightness of the tile there, 0 to 255.
/// `None` is a tile of which nothing is known; its light follows from the others.
pub(super) fn light(places: &[Point], brightness: &[Option<f32>]) -> Vec<f32> {
    /// The rounds of the fit: each weights the tiles by the distance that they had in the one before.
    const ROUNDS: usize = 20;
    /// The least distance that counts, in natural logarithms of brightness: that of rounding to whole levels.
    const LEAST: f32 = 0.004;
    let known: Vec<(usize, f32)> =
        brightness.iter().enumerate().filter_map(|(i, level)| Some((i, (*level)?.max(1.0).ln()))).collect();
    let distinct =
        |axis: fn(&Point) -> f32| places.iter().map(|place| axis(place) as i32).collect::<BTreeSet<_>>().len();
    let fewest = distinct(|place| place.x).min(distinct(|place| place.y));
    // Two lines determine no curve across them, and one no slope.
    let terms = if known.len() < FEWEST_QUADRATIC || fewest < 3 { 3 } else { 6 };
    if known.len() <= terms || fewest < 2 {
        return vec![1.0; places.len()];
    }
    let levels = DVector::from_iterator(known.len(), known.iter().map(|(_, level)| *level));
    let middle = median(levels.iter().copied().collect());
    if median(levels.iter().map(|level| (level - middle).abs()).collect()) <= LEAST {
        // The light is even, as on nearly all screenshots.
        return vec![1.0; places.len()];
    }
    let unit = Unit::of(places);
    let row = |i: usize| unit.terms(places[i]);
    let rows = DMatrix::from_fn(known.len(), terms, |line, term| row(known[line].0)[term]);
    let mut weights = DVector::from_element(known.len(), 1.0);
    let mut fitted = DVector::zeros(terms);
    for _ in 0..ROUNDS {
        let weighted = DMatrix::from_fn(known.len(), terms, |line, term| rows[(line, term)] * weights[line]);
        let Some(inverse) = (weighted.transpose() * &rows).try_inverse() else { break };
        fitted = inverse * weighted.transpose() * &levels;
        weights = (&levels - &rows * &fitted).map(|distance| 1.0 / distance.abs().max(LEAST));
    }
    let residuals: Vec<f32> = (&levels - &rows * &fitted).iter().map(|distance| distance.abs()).collect();
    let width = median(residuals.clone()).max(LEAST);
    let on_surface = residuals.iter().filter(|distance| **distance <= width).count();
    // Uneven light: the surface must fit more tiles than a level does within the same width, and one more for each further
    // term, since a surface may pass through gems. A fit without a solution fails this too.
    if on_surface < most_within(levels.iter().copied().collect(), width) + terms {
        return vec![1.0; places.len()];
    }
    // Without the first term, which is the brightness in the middle.
    let relative = |i: usize| (1..terms).map(|term| fitted[term] * row(i)[term]).sum::<f32>().exp();
    (0..places.len()).map(relative).collect()
}

/// The largest number of these values that lie within this distance of a common level.
fn most_within(mut values: Vec<f32>, distance: f32) -> usize {
    values.sort_by(f32::total_cmp);
    let end = |first: f32| values.partition_point(|value| *value <= first + 2.0 * distance);
    values.iter().enumerate().map(|(i, &first)| end(first) - i).max().unwrap_or(0)
}

/// The coordinates of a board from -1 to 1.
struct Unit {
    middle: Point,
    half: Point,
}

impl Unit {
    fn of(places: &[Point]) -> Unit {
        let bound = |pick: fn(f32, f32) -> f32| {
            places.iter().copied().reduce(|a, b| Point::new(pick(a.x, b.x), pick(a.y, b.y))).unwrap_or_default()
        };
        let (low, high) = (bound(f32::min), bound(f32::max));
        let half = (high - low) * 0.5;
        Unit { middle: (low + high) * 0.5, half: Point::new(half.x.max(1.0), half.y.max(1.0)) }
    }

    /// The terms of a surface of the second degree at a place.
    fn terms(&self, place: Point) -> [f32; 6] {
        let (x, y) = ((place.x - self.middle.x) / self.half.x, (place.y - self.middle.y) / self.half.y);
        [1.0, x, y, x * x, x * y, y * y]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The light on a board of 6 x 6 tiles that are `base` bright under this light, every third one in diagonals a gem half as
    /// bright.
    fn found(at: impl Fn(f32, f32) -> f32) -> Vec<(f32, f32)> {
        let places: Vec<Point> = (0..36).map(|i| Point::new((i % 6) as f32, (i / 6) as f32) * 40.0).collect();
        let true_light: Vec<f32> =
            places.iter().map(|place| at(place.x / 100.0 - 1.0, place.y / 100.0 - 1.0)).collect();
        let gem = |i: usize| if (i + i / 6).is_multiple_of(3) { 0.5 } else { 1.0 };
        let brightness: Vec<Option<f32>> =
            true_light.iter().enumerate().map(|(i, light)| (i != 8).then_some(200.0 * light * gem(i))).collect();
        light(&places, &brightness).into_iter().zip(true_light).collect()
    }

    #[test]
    fn gems_do_not_change_even_light() {
        assert!(found(|_, _| 1.0).iter().all(|(light, _)| (light - 1.0).abs() < 0.01));
    }

    #[test]
    fn gems_at_one_side_do_not_count_as_light() {
        // Dark plain tiles, and brighter gems of three kinds, more of them to the right.
        let places: Vec<Point> = (0..36).map(|i| Point::new((i % 6) as f32, (i / 6) as f32) * 40.0).collect();
        let gems = [190.0, 210.0, 240.0];
        let level = |i: usize| if i % 6 > 2 { gems[(i + i / 6) % 3] } else { 60.0 };
        let brightness: Vec<Option<f32>> = (0..36).map(|i| Some(level(i))).collect();
        assert_eq!(light(&places, &brightness), vec![1.0; 36]);
    }

    #[test]
    fn values_near_one_level_are_counted() {
        assert_eq!(most_within(vec![3.0, 1.0, 2.0, 9.0], 0.5), 2);
        assert_eq!(most_within(Vec::new(), 0.5), 0);
    }

    #[test]
    fn light_that_falls_off_is_found() {
        let shades: [fn(f32, f32) -> f32; 2] =
            [|x, y| (0.3 * x - 0.2 * y).exp(), |x, y| (-0.2 * (x * x + y * y)).exp()];
        for shade in shades {
            let found = found(shade);
            let middle = found[0].0 / found[0].1;
            assert!(found.iter().all(|(light, truth)| (light / truth / middle - 1.0).abs() < 0.02), "{found:?}");
        }
    }

    #[test]
    fn few_lines_have_a_plane_or_even_light() {
        for (lines, is_found) in [(1, false), (2, true)] {
            let places: Vec<Point> =
                (0..40).map(|i| Point::new((i / lines) as f32, (i % lines) as f32) * 40.0).collect();
            let brightness: Vec<Option<f32>> = places.iter().map(|place| Some(100.0 + 0.05 * place.x)).collect();
            let light = light(&places, &brightness);
            assert!(light.iter().all(|light| light.is_finite()));
            assert_eq!(light[39] > light[0], is_found, "{lines}");
        }
    }

    #[test]
    fn few_tiles_have_even_light() {
        let places = [Point::new(0.0, 0.0), Point::new(40.0, 0.0), Point::new(0.0, 40.0)];
        assert_eq!(light(&places, &[Some(10.0), Some(90.0), None]), vec![1.0; 3]);
    }
}
