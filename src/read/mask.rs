//! Pixels of a tile as bits: a letter, the ground around it, and how opaque it is.

use super::fit::PixelBox;
use super::tile::{Plane, SIDE};
use crate::pixels::Histogram;

/// A yes or no for each pixel of the tile's picture: a row is a word, its first pixel the lowest bit.
pub(super) type Mask = [u64; SIDE];

/// The mask grown by `radius` pixels on every side.
pub(super) fn grown(mask: &Mask, radius: usize) -> Mask {
    let wide = mask.map(|row| (0..=radius).fold(row, |wide, by| wide | row << by | row >> by));
    std::array::from_fn(|y| {
        wide[y.saturating_sub(radius)..(y + radius + 1).min(SIDE)].iter().fold(0, |high, row| high | row)
    })
}

/// The ground around a letter: near it, but not at its soft edge, and no ink.
pub(super) fn ring(letter: &Mask, ink: &Mask) -> Mask {
    let (edge, far) = (grown(letter, 1), grown(letter, 3));
    std::array::from_fn(|y| far[y] & !edge[y] & !ink[y])
}

/// The places of a mask's pixels in a plane.
pub(super) fn places(mask: &Mask) -> impl Iterator<Item = usize> + '_ {
    mask.iter().enumerate().flat_map(|(y, &row)| {
        let mut rest = row;
        std::iter::from_fn(move || {
            let x = rest.trailing_zeros() as usize;
            rest &= rest.checked_sub(1)?;
            Some(y * SIDE + x)
        })
    })
}

/// The middle level of a plane under a mask; `None` where there are too few pixels to tell.
pub(super) fn median_level(plane: &Plane, mask: &Mask) -> Option<u8> {
    const ENOUGH: u32 = 6;
    let levels: Histogram = places(mask).map(|i| plane[i]).collect();
    (levels.total() >= ENOUGH).then(|| levels.quantile(0.5))
}

/// The opacity of each pixel of a window, row by row: 0 where it has the level of the ground, 1 where it has that of
/// the ink, or is as far beyond the threshold: a cut that was made for hairlines shows them. `None` where ink and ground
/// are the same.
pub(super) fn soften(plane: &Plane, level: u8, letter: &Mask, ring: &Mask, window: PixelBox) -> Option<Vec<f32>> {
    /// Ink and ground differ by at least this many levels.
    const CONTRAST: f32 = 8.0;
    let inner: Mask = std::array::from_fn(|y| {
        letter[y] & letter[y] << 1 & if y > 0 { letter[y - 1] & letter[y - 1] << 1 } else { 0 }
    });
    let ground = f32::from(median_level(plane, ring).or_else(|| median_level(plane, &letter.map(|row| !row)))?);
    let ink = f32::from(median_level(plane, &inner).or_else(|| median_level(plane, letter))?);
    if (ink - ground).abs() < CONTRAST {
        return None;
    }
    let beyond = 2.0 * (f32::from(level) - ground);
    let full = if beyond * (ink - ground) > 0.0 && beyond.abs() < (ink - ground).abs() { beyond } else { ink - ground };
    let letter = grown(letter, 1);
    let opacity = |(x, y): (usize, usize)| match letter[y] >> x & 1 {
        0 => 0.0,
        _ => ((f32::from(plane[y * SIDE + x]) - ground) / full).clamp(0.0, 1.0),
    };
    let row = |y: usize| (window.left..window.right).map(move |x| (x, y));
    Some((window.top..window.bottom).flat_map(row).map(opacity).collect())
}
