//! Gray crops: the letter's place on its tile, in gray, without segmentation.
//!
//! Segmentation has sharp edges and no ground, but it loses pale letters and hairlines below every threshold. The
//! geometry of a board predicts the place of a letter; [`gray_crop`] cuts it out, and `second_reader` classifies it
//! with a network of its own.

use super::fit::{GLYPH, GlyphPixels};
use super::tile::{SIDE, TilePixels};

/// Baseline, height and horizontal center of a board's capitals, in tiles from the tile's center, down and to the
/// right.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LetterBox {
    /// The upper edge of capitals.
    pub top: f32,
    /// The baseline.
    pub bottom: f32,
    /// The horizontal center.
    pub center_x: f32,
}

/// The reach of a crop from the center of the letter, across and down, in heights of a capital: wide enough for M and
/// `Qu`, and far enough down for the tails of J and Q. Smaller: those are clipped. Larger: letters lose detail. The
/// network is trained with this value (`tools/train`).
const REACH: (f32, f32) = (0.95, 0.75);

/// The gray crop around a letter in this box, 0 to 1, the ink above the ground; `None` where the pixels are all alike.
/// Levels are projections on the direction from the color of the ground to that of the ink, which is lighter than the
/// ground or darker.
pub(super) fn gray_crop(tile: &TilePixels, letter_box: LetterBox, ink: [u8; 3], light: bool) -> Option<GlyphPixels> {
    /// The standard deviations from the mean that become 0 and 1. The network is trained with this value.
    const MOST: f32 = 2.5;
    /// The standard deviation, in levels, below which a crop is noise. Chosen by hand.
    const LEAST: f32 = 2.0;
    let axis = axis(tile.ground(), ink, light);
    let height = letter_box.bottom - letter_box.top;
    let side = |middle: f32, reach: f32| {
        let pixel = |tiles: f32| (tiles / tile.zoom + 0.5) * SIDE as f32;
        pixel_ranges(pixel(middle - reach * height), pixel(middle + reach * height))
    };
    let columns = side(letter_box.center_x, REACH.0);
    let rows = side((letter_box.top + letter_box.bottom) / 2.0, REACH.1);
    let mut pixels = [0f32; GLYPH * GLYPH];
    let mut levels = [[0f32; SIDE]; SIDE];
    let first = rows[0].0;
    (first..=rows[GLYPH - 1].1).for_each(|y| project(tile, y, axis, &mut levels[y]));
    for (line, &(top, bottom)) in pixels.chunks_exact_mut(GLYPH).zip(&rows) {
        for (out, &(left, right)) in line.iter_mut().zip(&columns) {
            let mut sum = 0f32;
            for row in &levels[top..=bottom] {
                row[left..=right].iter().for_each(|level| sum += level);
            }
            *out = sum / ((bottom - top + 1) * (right - left + 1)) as f32;
        }
    }
    let mean = pixels.iter().sum::<f32>() / pixels.len() as f32;
    let deviation = (pixels.iter().map(|v| (v - mean).powi(2)).sum::<f32>() / pixels.len() as f32).sqrt();
    (deviation > LEAST).then(|| pixels.map(|v| ((v - mean) / (2.0 * MOST * deviation) + 0.5).clamp(0.0, 1.0)))
}

/// The projections of a row of a tile on a direction in color space.
fn project(tile: &TilePixels, row: usize, axis: [f32; 3], levels: &mut [f32; SIDE]) {
    let [red, green, blue] = [0, 1, 2].map(|channel: usize| &tile.rgb[channel][row * SIDE..][..SIDE]);
    for (x, level) in levels.iter_mut().enumerate() {
        *level = axis[0] * f32::from(red[x]) + axis[1] * f32::from(green[x]) + axis[2] * f32::from(blue[x]);
    }
}

/// The first and last pixel of the tile's picture for each pixel of a crop from one position to another. Positions
/// outside repeat the edge.
fn pixel_ranges(from: f32, to: f32) -> [(usize, usize); GLYPH] {
    let step = (to - from) / GLYPH as f32;
    let pixel = |at: f32| (at.floor().max(0.0) as usize).min(SIDE - 1);
    std::array::from_fn(|i| {
        let start = from + i as f32 * step;
        // Half a pixel less on either side: a range of one pixel is that pixel, not three.
        let first = pixel(start + step.min(1.0) / 2.0);
        (first, pixel(start + step - step.min(1.0) / 2.0).max(first))
    })
}

/// The direction in color space from ground to ink, of length 1. It is luma where the colors are nearly equal, or where
/// the ink has the wrong polarity.
fn axis(ground: [u8; 3], ink: [u8; 3], light: bool) -> [f32; 3] {
    /// The least distance of ink and ground for a direction of their own, in levels. Smaller: noise gives the
    /// direction. Larger: colored letters of equal brightness are lost. Chosen by hand.
    const CONTRAST: f32 = 24.0;
    /// The weights of Rec. 601.
    const LUMA: [f32; 3] = [0.299, 0.587, 0.114];
    let sign = if light { 1.0 } else { -1.0 };
    let difference: [f32; 3] = std::array::from_fn(|i| f32::from(ink[i]) - f32::from(ground[i]));
    let length = difference.iter().map(|d| d * d).sum::<f32>().sqrt();
    let brighter: f32 = difference.iter().zip(LUMA).map(|(d, weight)| d * weight).sum();
    if length < CONTRAST || brighter * sign < 0.0 { LUMA.map(|w| w * sign) } else { difference.map(|d| d / length) }
}

#[cfg(test)]
mod tests {
    use super::super::tile::tile_pixels;
    use super::*;
    use image::{Rgba, RgbaImage};

    const LETTER_BOX: LetterBox = LetterBox { top: -0.25, bottom: 0.25, center_x: 0.0 };

    /// An L whose foot is hardly darker than the ground, the tile `side` pixels wide.
    fn drawn(side: u32, ink: [u8; 3], ground: [u8; 3]) -> RgbaImage {
        let faint: [u8; 3] = std::array::from_fn(|i| (u16::from(ink[i]) / 4 + u16::from(ground[i]) * 3 / 4) as u8);
        RgbaImage::from_fn(side, side, |x, y| {
            let inside = |n: u32, from: u32, to: u32| (from * side / 100..to * side / 100).contains(&n);
            let [r, g, b] = match (inside(x, 35, 43) && inside(y, 25, 75), inside(x, 43, 65) && inside(y, 70, 75)) {
                (true, _) => ink,
                (_, true) => faint,
                _ => ground,
            };
            Rgba([r, g, b, 255])
        })
    }

    #[test]
    fn crops_are_alike_at_every_scale_and_in_any_colors() {
        let crop = |side: u32, ink: [u8; 3], ground: [u8; 3]| {
            let tile = tile_pixels(
                &drawn(side, ink, ground),
                (side as f32 / 2.0, side as f32 / 2.0),
                (side as f32, side as f32),
            );
            gray_crop(&tile, LETTER_BOX, ink, ink[1] > ground[1]).unwrap()
        };
        let first = crop(100, [10; 3], [200; 3]);
        let row = |y: usize| &first[y * GLYPH..][..GLYPH];
        // The stem's center is at (39 - 50) / 95 + 1 / 2 of the crop's width, the foot at its lower end.
        assert!(row(16)[12] > row(16)[8] + 0.5 && row(16)[12] > row(16)[16] + 0.5);
        assert!(row(26)[16] > row(22)[16] + 0.05, "the faint foot is there");
        for (side, ink, ground) in
            [(200, [10; 3], [200; 3]), (64, [250; 3], [40; 3]), (100, [200, 40, 30], [30, 160, 40])]
        {
            let other = crop(side, ink, ground);
            let off = first.iter().zip(&other).map(|(a, b)| (a - b).abs()).sum::<f32>() / first.len() as f32;
            assert!(off < 0.02, "{side} {ink:?}: {off}");
        }
    }

    #[test]
    fn an_even_tile_has_no_crop() {
        let tile = tile_pixels(&RgbaImage::from_pixel(50, 50, Rgba([90, 80, 70, 255])), (25.0, 25.0), (50.0, 50.0));
        assert!(gray_crop(&tile, LETTER_BOX, [0; 3], false).is_none());
    }

    #[test]
    fn a_place_outside_the_tile_repeats_its_edge() {
        let tile = tile_pixels(&drawn(80, [10; 3], [200; 3]), (40.0, 40.0), (80.0, 80.0));
        for letter_box in
            [LetterBox { top: 0.4, bottom: 1.9, center_x: 3.0 }, LetterBox { top: -5.0, bottom: -4.9, center_x: -2.0 }]
        {
            assert!(gray_crop(&tile, letter_box, [10; 3], false).is_none(), "there is only ground");
        }
    }
}
