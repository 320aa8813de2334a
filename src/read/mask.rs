//! Bit masks of a tile crop: the pixels of a letter, of the ground around it, and of frames; and the opacity of a letter.
//!
//! `segment` makes masks of components; [`soften`] makes opacities of a mask.

use super::fit::PixelBox;
use super::tile::{Plane, SIDE};
use crate::pixels::Histogram;

/// A bit for each pixel of a tile crop: a row is a word, its first pixel the lowest bit.
pub(super) type Mask = [u64; SIDE];

/// The frames that a letter may touch: the dark and the light pixels, beside the letters, that nearly all tiles of a
/// board share.
pub(super) type FrameMasks = [Mask; 2];

/// Masks that leave nothing out.
pub(super) const NO_FRAME_MASKS: FrameMasks = [[0; SIDE]; 2];

/// The mask, dilated by `radius` pixels on every side.
pub(super) fn grown(mask: &Mask, radius: usize) -> Mask {
    let wide = mask.map(|row| (0..=radius).fold(row, |wide, by| wide | row << by | row >> by));
    std::array::from_fn(|y| {
        wide[y.saturating_sub(radius)..(y + radius + 1).min(SIDE)].iter().fold(0, |high, row| high | row)
    })
}

/// The ground around a letter: within three pixels, but not at its soft edge, and not ink.
pub(super) fn ring(letter: &Mask, ink: &Mask) -> Mask {
    let (edge, far) = (grown(letter, 1), grown(letter, 3));
    std::array::from_fn(|y| far[y] & !edge[y] & !ink[y])
}

/// The indices of a mask's pixels in a plane.
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

/// The median level of a plane under a mask; `None` where the mask has too few pixels.
pub(super) fn median_level(plane: &Plane, mask: &Mask) -> Option<u8> {
    /// The fewest pixels for a median. Fewer: noise gives the level. More: thin letters have none. Chosen by hand.
    const ENOUGH: u32 = 6;
    let levels: Histogram = places(mask).map(|i| plane[i]).collect();
    (levels.total() >= ENOUGH).then(|| levels.quantile(0.5))
}

/// The opacity of each pixel of a box, row by row: 0 at the level of the ground, 1 at the level of the ink. A threshold
/// near the ground, made for hairlines, gives 1 at twice its distance instead. `None` where ink and ground have nearly
/// the same level.
pub(super) fn soften(plane: &Plane, level: u8, letter: &Mask, ring: &Mask, window: PixelBox) -> Option<Vec<f32>> {
    /// The least difference of ink and ground, in levels. Smaller: noise becomes a letter. Larger: pale letters are
    /// missed. Chosen by hand.
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
