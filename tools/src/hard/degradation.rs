//! What happens to a picture between the screen and the file: scaling, blur, grain, compression.

use crate::hard::noise::noise;
use crate::hard::random::Random;
use anyhow::Result;
use hexlex::pixels::Point;
use image::codecs::jpeg::JpegEncoder;
use image::imageops::{FilterType, blur, fast_blur, resize};
use image::{DynamicImage, RgbaImage};

/// The degradation of one picture, chosen before anything is drawn.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Degradation {
    /// How many times larger the picture becomes, and how it is resampled.
    pub(crate) scale: Option<(f32, FilterType)>,
    /// The radius of the blur, in pixels.
    pub(crate) blur: f32,
    /// The length of the motion blur to the right and down, in pixels.
    pub(crate) motion: Point,
    /// The strength of the grain, in levels of 256.
    pub(crate) grain: f32,
    /// The quality of the JPEG, from 1 to 100; `None` for a lossless picture.
    pub(crate) jpeg: Option<u8>,
}

/// A degraded picture.
pub struct Picture {
    /// Its pixels as they are read.
    pub pixels: RgbaImage,
    /// The bytes of the file, for a JPEG.
    pub jpeg: Option<Vec<u8>>,
}

impl Degradation {
    /// A random degradation that keeps letters of this height in pixels readable; `least` is the height that they need.
    pub(crate) fn readable(rng: &mut Random, letter: f32, least: f32) -> Degradation {
        /// Letters from this height on, in pixels, stay readable in pixels of uneven size and under strong
        /// compression. Chosen by hand: smaller gives letters that a person cannot read, larger an easier test.
        const STURDY: f32 = 15.0;
        let sturdy = letter >= STURDY;
        // Letters that are drawn too small do not become readable by enlarging.
        let most = letter / least;
        let scale = rng.chance(0.3).then(|| match sturdy && rng.chance(0.25) {
            true => (rng.between(1.1, 2.0).min(most), FilterType::Nearest),
            false => (rng.between(0.6, 1.7).min(most), FilterType::Triangle),
        });
        Degradation {
            scale,
            blur: if rng.chance(0.12) { rng.between(0.3, 0.03 * letter).clamp(0.3, 1.2) } else { 0.0 },
            motion: Point::default(),
            grain: if rng.chance(0.12) { rng.between(2.0, if sturdy { 10.0 } else { 5.0 }) } else { 0.0 },
            jpeg: rng.chance(0.3).then(|| rng.count(if sturdy { 50..=95 } else { 75..=95 }) as u8),
        }
    }

    /// Adds what a camera does: some blur and noise, and a JPEG.
    pub(crate) fn photograph(&mut self, rng: &mut Random, letter: f32) {
        self.blur = rng.between(0.01, 0.04) * letter;
        self.grain = rng.between(2.0, 8.0);
        self.jpeg = Some(rng.count(70..=95) as u8);
    }

    /// Each kind of degradation with its class, for the report.
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

    /// How many times larger the picture becomes.
    pub(crate) fn factor(&self) -> f32 {
        self.scale.map_or(1.0, |(factor, _)| factor)
    }

    /// The degraded picture.
    pub(crate) fn apply(&self, picture: RgbaImage, seed: u32) -> Result<Picture> {
        let mut pixels = picture;
        if self.motion != Point::default() {
            pixels = motion_blur(&pixels, self.motion);
        }
        if let Some((factor, filter)) = self.scale {
            let size = |n: u32| ((n as f32 * factor).round() as u32).max(1);
            pixels = resize(&pixels, size(pixels.width()), size(pixels.height()), filter);
        }
        if self.blur > 0.0 {
            /// The exact blur below this radius in pixels; above it the fast one looks the same.
            const EXACT: f32 = 2.0;
            pixels = if self.blur < EXACT { blur(&pixels, self.blur) } else { fast_blur(&pixels, self.blur) };
        }
        if self.grain > 0.0 {
            add_grain(&mut pixels, self.grain, seed);
        }
        let Some(quality) = self.jpeg else { return Ok(Picture { pixels, jpeg: None }) };
        let mut bytes = Vec::new();
        let rgb = DynamicImage::ImageRgba8(pixels).into_rgb8();
        JpegEncoder::new_with_quality(&mut bytes, quality).encode_image(&rgb)?;
        Ok(Picture { pixels: image::load_from_memory(&bytes)?.into_rgba8(), jpeg: Some(bytes) })
    }
}

/// Makes every channel of every pixel up to `strength` levels lighter or darker.
fn add_grain(picture: &mut RgbaImage, strength: f32, seed: u32) {
    for (x, y, pixel) in picture.enumerate_pixels_mut() {
        for (n, channel) in pixel.0[..3].iter_mut().enumerate() {
            // At whole coordinates neighboring values of the noise are independent.
            let step = (noise(x as f32, y as f32, seed ^ n as u32) - 0.5) * 2.0 * strength;
            *channel = (f32::from(*channel) + step).clamp(0.0, 255.0) as u8;
        }
    }
}

/// The picture averaged along a line of this length and direction.
fn motion_blur(picture: &RgbaImage, line: Point) -> RgbaImage {
    let steps = line.x.abs().max(line.y.abs()).ceil().max(1.0) as i32;
    let (width, height) = (picture.width() as i32, picture.height() as i32);
    RgbaImage::from_fn(picture.width(), picture.height(), |x, y| {
        let mut sums = [0u32; 4];
        for step in 0..=steps {
            let along = step as f32 / steps as f32 - 0.5;
            let u = (x as i32 + (line.x * along).round() as i32).clamp(0, width - 1);
            let v = (y as i32 + (line.y * along).round() as i32).clamp(0, height - 1);
            let pixel = picture.get_pixel(u as u32, v as u32).0;
            (0..4).for_each(|n| sums[n] += u32::from(pixel[n]));
        }
        image::Rgba(sums.map(|sum| (sum / (steps as u32 + 1)) as u8))
    })
}
