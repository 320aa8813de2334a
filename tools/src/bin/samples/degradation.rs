//! What happens to a picture between the screen and the reader: scaling, blur, compression, noise.

use crate::canvas::{CANVAS, TILE};
use crate::random::Random;
use image::codecs::jpeg::JpegEncoder;
use image::{DynamicImage, RgbaImage, imageops};
use tiny_skia::Pixmap;

/// A picture after its degradation.
pub(crate) struct Degraded {
    pub(crate) picture: RgbaImage,
    /// How many times larger it is than the canvas.
    pub(crate) scale: f32,
}

/// Degrades a canvas; noise is weaker where its colors have little contrast.
pub(crate) fn degrade(rng: &mut Random, canvas: Pixmap, contrast: f32) -> Option<Degraded> {
    let side = canvas.width();
    let mut picture = RgbaImage::from_raw(side, side, canvas.data().to_vec())?;
    let mut scale = 1.0;
    if rng.chance(0.65) {
        let tile = if rng.chance(0.25) { rng.between(17.0, 26.0) } else { rng.between(26.0, 90.0) };
        let side = (CANVAS * tile / TILE).round();
        scale = side / CANVAS;
        let filter = if rng.chance(0.8) { imageops::FilterType::Triangle } else { imageops::FilterType::CatmullRom };
        picture = imageops::resize(&picture, side as u32, side as u32, filter);
    }
    if rng.chance(0.25) {
        picture = imageops::fast_blur(&picture, rng.between(0.3, 1.3) * scale.max(0.5));
    }
    if rng.chance(0.3) {
        let mut bytes = Vec::new();
        let rgb = DynamicImage::ImageRgba8(picture).into_rgb8();
        let quality = rng.between(40.0, 95.0) as u8;
        JpegEncoder::new_with_quality(&mut bytes, quality).encode_image(&rgb).ok()?;
        picture = image::load_from_memory(&bytes).ok()?.into_rgba8();
    }
    if rng.chance(0.45) {
        let strength = rng.between(0.5, 0.05 * contrast + 1.0);
        for pixel in picture.pixels_mut() {
            for channel in &mut pixel.0[..3] {
                *channel = (f32::from(*channel) + rng.normal(strength)).clamp(0.0, 255.0) as u8;
            }
        }
    }
    Some(Degraded { picture, scale })
}
