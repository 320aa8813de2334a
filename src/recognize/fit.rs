//! The fit: a part of a picture of opacities becomes a glyph, whatever its size.

use image::GrayImage;

/// The side of a glyph in pixels.
pub const GLYPH: usize = 32;
/// The free rim around a glyph.
const RIM: usize = 2;

/// A glyph's opacity, 0 to 1, row by row.
pub type GlyphPixels = [f32; GLYPH * GLYPH];

/// Rows and columns of the tile's picture, the ends excluded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Window {
    pub(super) left: usize,
    pub(super) top: usize,
    pub(super) right: usize,
    pub(super) bottom: usize,
}

/// The smallest window around both.
pub(super) fn union(a: Window, b: Window) -> Window {
    Window {
        left: a.left.min(b.left),
        top: a.top.min(b.top),
        right: a.right.max(b.right),
        bottom: a.bottom.max(b.bottom),
    }
}

/// Fits the window of a picture of opacities (`stride` to a row) into a glyph: centered, its longer side from
/// rim to rim, its proportions kept.
pub(super) fn fit(opacity: &[f32], stride: usize, window: Window) -> GlyphPixels {
    let (width, height) = (window.right - window.left, window.bottom - window.top);
    let scale = (GLYPH - 2 * RIM) as f32 / width.max(height) as f32;
    let side = |n: usize| ((n as f32 * scale).round() as usize).clamp(1, GLYPH - 2 * RIM);
    let (columns, rows) = (side(width), side(height));
    let mut pixels = [0f32; GLYPH * GLYPH];
    let (left, top) = ((GLYPH - columns) / 2, (GLYPH - rows) / 2);
    let (step_x, step_y) = (width as f32 / columns as f32, height as f32 / rows as f32);
    for y in 0..rows {
        for x in 0..columns {
            let source_x = (x as f32 * step_x, (x + 1) as f32 * step_x);
            let source_y = (y as f32 * step_y, (y + 1) as f32 * step_y);
            let value = average(opacity, stride, window, source_x, source_y);
            pixels[(top + y) * GLYPH + left + x] = value;
        }
    }
    pixels
}

/// The mean of an area of the window; of at least one pixel's size, so that enlarging interpolates.
fn average(opacity: &[f32], stride: usize, window: Window, (x0, x1): (f32, f32), (y0, y1): (f32, f32)) -> f32 {
    let widen = |low: f32, high: f32| {
        let missing = (1.0 - (high - low)).max(0.0) / 2.0;
        (low - missing, high + missing)
    };
    let ((x0, x1), (y0, y1)) = (widen(x0, x1), widen(y0, y1));
    let clamp = |n: i64, low: usize, high: usize| (n + low as i64).clamp(low as i64, high as i64 - 1) as usize;
    let mut sum = 0.0;
    for y in y0.floor() as i64..y1.ceil() as i64 {
        let down = ((y + 1) as f32).min(y1) - (y as f32).max(y0);
        let row = clamp(y, window.top, window.bottom) * stride;
        for x in x0.floor() as i64..x1.ceil() as i64 {
            let across = ((x + 1) as f32).min(x1) - (x as f32).max(x0);
            sum += down * across * opacity[row + clamp(x, window.left, window.right)];
        }
    }
    sum / ((x1 - x0) * (y1 - y0))
}

/// The glyph of a drawn letter: the picture's levels are its opacity. Empty pictures give an empty glyph.
///
/// Templates are made with this, so that they went through the same fit as what is compared with them.
pub fn normalize(drawn: &GrayImage) -> GlyphPixels {
    /// Fainter pixels are the fringe of an edge, no part of its box.
    const FRINGE: u8 = 100;
    let inked = || drawn.enumerate_pixels().filter(|(.., pixel)| pixel.0[0] > FRINGE);
    let pixel = |(x, y): (u32, u32)| Window {
        left: x as usize,
        top: y as usize,
        right: x as usize + 1,
        bottom: y as usize + 1,
    };
    match inked().map(|(x, y, _)| pixel((x, y))).reduce(union) {
        None => [0.0; GLYPH * GLYPH],
        Some(window) => {
            let opacity: Vec<f32> = drawn.as_raw().iter().map(|&v| f32::from(v) / 255.0).collect();
            fit(&opacity, drawn.width() as usize, window)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Luma;

    #[test]
    fn a_glyph_fills_its_square_from_rim_to_rim() {
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
