//! The canvas that a tile is drawn on, and colors.

use hexlex::pixels::Rgb;
use tiny_skia::{Color, Paint};

/// The side of the tile while it is drawn, in pixels.
pub(crate) const TILE: f32 = 64.0;

/// The side of the canvas around the tile, in pixels.
pub(crate) const CANVAS: f32 = 104.0;

/// A paint of this color.
pub(crate) fn paint(color: Rgb, opacity: f32) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color(Color::from_rgba8(color[0], color[1], color[2], (255.0 * opacity.clamp(0.0, 1.0)) as u8));
    paint
}

/// The root mean square of the differences of the channels, in levels of 256.
pub(crate) fn contrast(a: Rgb, b: Rgb) -> f32 {
    let squared: f32 = a.iter().zip(b).map(|(a, b)| f32::from(a.abs_diff(b)).powi(2)).sum();
    (squared / 3.0).sqrt()
}
