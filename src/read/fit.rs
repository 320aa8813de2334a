//! Fitting: scales a crop of opacities to the size of a glyph.
//!
//! [`fit`] keeps the proportions and centers the result. `segment` uses it for segments, [`normalize`] for drawn
//! templates.

use crate::pixels::Spans;
use image::GrayImage;

/// The side of a glyph in pixels.
pub const GLYPH: usize = 32;
/// The empty pixels around a glyph. Fewer: convolutions lose the edge of a letter. More: letters lose detail. The
/// networks are trained with this value.
const PADDING: usize = 2;

/// The opacities of a glyph, 0 to 1, row by row.
pub type GlyphPixels = [f32; GLYPH * GLYPH];

/// A bounding box in pixels; `right` and `bottom` are exclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PixelBox {
    /// The first column.
    pub(super) left: usize,
    /// The first row.
    pub(super) top: usize,
    /// The column after the last one.
    pub(super) right: usize,
    /// The row after the last one.
    pub(super) bottom: usize,
}

/// The smallest box around both.
pub(super) fn union(a: PixelBox, b: PixelBox) -> PixelBox {
    PixelBox {
        left: a.left.min(b.left),
        top: a.top.min(b.top),
        right: a.right.max(b.right),
        bottom: a.bottom.max(b.bottom),
    }
}

/// The glyph of a crop of opacities, `width` to a row: centered, its longer side scaled to the size without padding,
/// its proportions kept.
pub(super) fn fit(opacity: &[f32], width: usize) -> GlyphPixels {
    let height = opacity.len() / width;
    let scale = (GLYPH - 2 * PADDING) as f32 / width.max(height) as f32;
    let side = |n: usize| ((n as f32 * scale).round() as usize).clamp(1, GLYPH - 2 * PADDING);
    let (columns, rows) = (side(width), side(height));
    let mut pixels = [0f32; GLYPH * GLYPH];
    let (left, top) = ((GLYPH - columns) / 2, (GLYPH - rows) / 2);
    let (across, down) =
        (Spans::of((0.0, width as f32), width, columns), Spans::of((0.0, height as f32), height, rows));
    let mut sums = vec![0f32; width];
    for (line, (from, weights)) in pixels.chunks_exact_mut(GLYPH).skip(top).zip(down.each()) {
        // The vertical pass first, for every column, then the horizontal one.
        sums.fill(0.0);
        for (row, weight) in opacity.chunks_exact(width).skip(from).zip(weights) {
            sums.iter_mut().zip(row).for_each(|(sum, opacity)| *sum += weight * opacity);
        }
        for (out, (from, weights)) in line[left..].iter_mut().zip(across.each()) {
            *out = sums[from..].iter().zip(weights).map(|(sum, weight)| sum * weight).sum();
        }
    }
    pixels
}

/// The glyph of a drawn letter, whose levels are its opacity. Empty pictures give an empty glyph.
///
/// Templates are fitted like the segments that are compared with them.
pub fn normalize(drawn: &GrayImage) -> GlyphPixels {
    /// The level below which a pixel is the soft edge of a letter and outside of its box. Chosen by hand.
    const FRINGE: u8 = 100;
    let inked = || drawn.enumerate_pixels().filter(|(.., pixel)| pixel.0[0] > FRINGE);
    let pixel = |(x, y): (u32, u32)| PixelBox {
        left: x as usize,
        top: y as usize,
        right: x as usize + 1,
        bottom: y as usize + 1,
    };
    match inked().map(|(x, y, _)| pixel((x, y))).reduce(union) {
        None => [0.0; GLYPH * GLYPH],
        Some(window) => {
            let rows = drawn.as_raw().chunks_exact(drawn.width() as usize);
            let rows = rows.skip(window.top).take(window.bottom - window.top);
            let levels = rows.flat_map(|row| &row[window.left..window.right]);
            fit(&levels.map(|&level| f32::from(level) / 255.0).collect::<Vec<_>>(), window.right - window.left)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Luma;

    #[test]
    fn a_glyph_fills_its_square_up_to_the_padding() {
        let bar = GrayImage::from_fn(40, 60, |x, y| {
            Luma([if (10..16).contains(&x) && (5..55).contains(&y) { 255 } else { 0 }])
        });
        let glyph = normalize(&bar);
        let row = |y: usize| glyph[y * GLYPH..][..GLYPH].iter().sum::<f32>();
        assert_eq!((row(1), row(GLYPH - 2)), (0.0, 0.0));
        assert!(row(2) > 2.5 && row(GLYPH - 3) > 2.5);
        assert_eq!(normalize(&GrayImage::new(7, 7)), [0.0; GLYPH * GLYPH]);
    }
}
