//! What happens to a picture on its way: scaling, blur, grain, compression.

use crate::dice::Dice;
use crate::ground::noise;
use anyhow::Result;
use image::codecs::jpeg::JpegEncoder;
use image::imageops::{FilterType, blur, fast_blur, resize};
use image::{DynamicImage, RgbaImage};

/// What is to happen, decided before anything is drawn.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Wear {
    /// How much larger the picture becomes, and how its pixels are taken over.
    pub(crate) scale: Option<(f32, FilterType)>,
    /// The radius of the blur, in pixels.
    pub(crate) blur: f32,
    /// How far pictures of moving tiles are smeared: right and down, in pixels.
    pub(crate) smear: (f32, f32),
    /// The strength of the grain, in steps of 256.
    pub(crate) grain: f32,
    pub(crate) jpeg: Option<u8>,
}

impl Wear {
    /// What leaves letters of this height readable; below `least` they would not be drawn.
    pub(crate) fn readable(dice: &mut Dice, letter: f32, least: f32) -> Wear {
        /// Letters from this height on stand pixels of uneven size, and coarse compression.
        const STURDY: f32 = 15.0;
        let sturdy = letter >= STURDY;
        // Letters that are drawn too small do not become readable by enlarging.
        let most = letter / least;
        let scale = dice.chance(0.3).then(|| match sturdy && dice.chance(0.25) {
            true => (dice.between(1.1, 2.0).min(most), FilterType::Nearest),
            false => (dice.between(0.6, 1.7).min(most), FilterType::Triangle),
        });
        Wear {
            scale,
            blur: if dice.chance(0.12) { dice.between(0.3, 0.03 * letter).clamp(0.3, 1.2) } else { 0.0 },
            smear: (0.0, 0.0),
            grain: if dice.chance(0.12) { dice.between(2.0, if sturdy { 10.0 } else { 5.0 }) } else { 0.0 },
            jpeg: dice.chance(0.3).then(|| dice.count(if sturdy { 50..=95 } else { 75..=95 }) as u8),
        }
    }

    /// What of it was done.
    pub(crate) fn traits(&self) -> Vec<(&'static str, String)> {
        let scale = match self.scale {
            Some((_, FilterType::Nearest)) => "nearest pixel",
            Some((1.0.., _)) => "larger",
            Some(_) => "smaller",
            None => "no",
        };
        let yes = |is: bool| if is { "yes" } else { "no" };
        let jpeg = match self.jpeg {
            Some(0..70) => "quality under 70",
            Some(_) => "quality from 70",
            None => "no",
        };
        let all = [("scaled", scale), ("blur", yes(self.blur > 0.0)), ("grain", yes(self.grain > 0.0)), ("jpeg", jpeg)];
        all.map(|(name, value)| (name, value.to_string())).to_vec()
    }

    /// How much larger the picture becomes.
    pub(crate) fn factor(&self) -> f32 {
        self.scale.map_or(1.0, |(factor, _)| factor)
    }

    /// Wears the picture; answers it with the bytes of its file, where that is a JPEG.
    pub(crate) fn apply(&self, picture: RgbaImage, seed: u32) -> Result<(RgbaImage, Option<Vec<u8>>)> {
        let mut picture = picture;
        if self.smear != (0.0, 0.0) {
            picture = smear(&picture, self.smear);
        }
        if let Some((factor, filter)) = self.scale {
            let size = |n: u32| ((n as f32 * factor).round() as u32).max(1);
            picture = resize(&picture, size(picture.width()), size(picture.height()), filter);
        }
        if self.blur > 0.0 {
            /// Past this radius an approximation does as well.
            const FINE: f32 = 2.0;
            let fine = self.blur < FINE;
            picture = if fine { blur(&picture, self.blur) } else { fast_blur(&picture, self.blur) };
        }
        if self.grain > 0.0 {
            strew(&mut picture, self.grain, seed);
        }
        let Some(quality) = self.jpeg else { return Ok((picture, None)) };
        let mut bytes = Vec::new();
        let rgb = DynamicImage::ImageRgba8(picture).into_rgb8();
        JpegEncoder::new_with_quality(&mut bytes, quality).encode_image(&rgb)?;
        Ok((image::load_from_memory(&bytes)?.into_rgba8(), Some(bytes)))
    }
}

/// Every channel of every pixel a little lighter or darker.
fn strew(picture: &mut RgbaImage, strength: f32, seed: u32) {
    for (x, y, pixel) in picture.enumerate_pixels_mut() {
        for (n, channel) in pixel.0[..3].iter_mut().enumerate() {
            // At whole places the noise is as rough as can be.
            let step = (noise(x as f32, y as f32, seed ^ n as u32) - 0.5) * 2.0 * strength;
            *channel = (f32::from(*channel) + step).clamp(0.0, 255.0) as u8;
        }
    }
}

/// The mean of the picture along a way.
fn smear(picture: &RgbaImage, (right, down): (f32, f32)) -> RgbaImage {
    let steps = right.abs().max(down.abs()).ceil().max(1.0) as i32;
    let (width, height) = (picture.width() as i32, picture.height() as i32);
    RgbaImage::from_fn(picture.width(), picture.height(), |x, y| {
        let mut sums = [0u32; 4];
        for step in 0..=steps {
            let along = step as f32 / steps as f32 - 0.5;
            let u = (x as i32 + (right * along).round() as i32).clamp(0, width - 1);
            let v = (y as i32 + (down * along).round() as i32).clamp(0, height - 1);
            let pixel = picture.get_pixel(u as u32, v as u32).0;
            (0..4).for_each(|n| sums[n] += u32::from(pixel[n]));
        }
        image::Rgba(sums.map(|sum| (sum / (steps as u32 + 1)) as u8))
    })
}
