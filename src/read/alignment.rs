//! How much two glyphs are alike wherever their tiles lie between the pixels.
//!
//! A letter that lies half a pixel further on has another gray edge, and may have a box that is a pixel wider; so glyphs of one
//! letter correlate with 0.89 on small tiles, where other letters reach 0.88. [`aligned_likeness`] shifts and stretches one of
//! them a little to where they are most alike: then one letter has 0.98, and others 0.91.

use super::fit::{GLYPH, GlyphPixels};
use super::templates::{correlation, unit};

/// The distances in pixels of the glyph by which it is shifted, and by which its edges are moved apart. Larger: other letters
/// become alike. Finer: more time. Chosen by hand; on tiles of 36 to 72 pixels one letter has at least 0.978 with these, and
/// other letters at most 0.911.
const STEPS: [f32; 4] = [-1.0, -0.5, 0.5, 1.0];

/// The direction in which a glyph is resampled.
#[derive(Debug, Clone, Copy)]
enum Axis {
    X,
    Y,
}

/// The likeness of two glyphs, 1 for the same shape, after the first one is shifted and stretched along each axis to where it is
/// most like the second one. Takes some 40 times as long as [`likeness`](super::likeness()).
pub fn aligned_likeness(glyph: &GlyphPixels, other: &GlyphPixels) -> f32 {
    let other = unit(other);
    let mut aligned = *glyph;
    let mut best = correlation(&unit(&aligned), &other);
    for axis in [Axis::X, Axis::Y] {
        let start = aligned;
        let mut shift = 0.0;
        let mut keep_better = |shift: f32, stretch: f32| {
            let moved = resampled(&start, axis, shift, stretch);
            let likeness = correlation(&unit(&moved), &other);
            let is_better = likeness > best;
            if is_better {
                (best, aligned) = (likeness, moved);
            }
            is_better
        };
        for step in STEPS {
            shift = if keep_better(step, 0.0) { step } else { shift };
        }
        for step in STEPS {
            keep_better(shift, step);
        }
    }
    best
}

/// A glyph whose pixel at the center comes from `shift` pixels further on, and those at the edges from `stretch` pixels further
/// out. Pixels beyond the edge of the glyph count as 0 (no ink).
fn resampled(glyph: &GlyphPixels, axis: Axis, shift: f32, stretch: f32) -> GlyphPixels {
    const LAST: f32 = (GLYPH - 1) as f32;
    // The two pixels that make each new one, and the share of the second.
    let sources: [(isize, f32); GLYPH] = std::array::from_fn(|at| {
        let from_center = 2.0 * at as f32 / LAST - 1.0;
        let source = at as f32 + shift + stretch * from_center;
        (source.floor() as isize, source - source.floor())
    });
    let (along, across) = match axis {
        Axis::X => (1, GLYPH),
        Axis::Y => (GLYPH, 1),
    };
    let mut new = [0.0; GLYPH * GLYPH];
    for (at, (first, share)) in sources.into_iter().enumerate() {
        for (source, share) in [(first, 1.0 - share), (first + 1, share)] {
            let Some(source) = usize::try_from(source).ok().filter(|source| *source < GLYPH) else { continue };
            for line in 0..GLYPH {
                new[at * along + line * across] += share * glyph[source * along + line * across];
            }
        }
    }
    new
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::likeness;

    /// Bars, each from a place to another one, in pixels with fractions; they are as high as the glyph.
    fn bars(places: &[(f32, f32)]) -> GlyphPixels {
        std::array::from_fn(|i| {
            let x = (i % GLYPH) as f32;
            let ink = |(left, right): &(f32, f32)| ((x + 1.0).min(*right) - x.max(*left)).clamp(0.0, 1.0);
            places.iter().map(ink).sum()
        })
    }

    #[test]
    fn a_letter_between_pixels_is_the_same_letter() {
        let letter = bars(&[(4.0, 7.0), (25.0, 28.0)]);
        for (other, name) in [
            (bars(&[(4.5, 7.5), (25.5, 28.5)]), "shifted"),
            (bars(&[(3.5, 6.5), (25.5, 28.5)]), "wider"),
            (bars(&[(4.0, 7.0), (24.0, 27.0)]), "narrower, and shifted"),
        ] {
            let (as_they_lie, aligned) = (likeness(&letter, &other), aligned_likeness(&letter, &other));
            assert!(as_they_lie < 0.93 && aligned > 0.97, "{name}: {as_they_lie} to {aligned}");
        }
        assert!(aligned_likeness(&letter, &letter) > 0.999);
    }

    #[test]
    fn another_letter_stays_another_one() {
        let (left, right) = ((6.0, 10.0), (20.0, 24.0));
        assert!(aligned_likeness(&bars(&[left]), &bars(&[left, right])) < 0.8);
        assert!(aligned_likeness(&bars(&[left]), &bars(&[right])) < 0.1);
    }
}
