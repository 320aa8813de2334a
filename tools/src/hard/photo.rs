//! Photographs of screens and pages: uneven light, moire, a page that is bent a little.

use crate::hard::noise::clouds;
use crate::hard::plan::DrawnBoard;
use crate::hard::random::Random;
use hexlex::pixels::Point;
use image::{Rgba, RgbaImage};
use std::f32::consts::{PI, TAU};

/// What a photograph does to a picture of this size. Every strength goes from what is hardly visible to what a person
/// would still send; all are chosen by hand.
pub(crate) struct Photograph {
    size: Point,
    /// The direction towards the light; its length is the share of the light that is lost across the picture.
    light: Point,
    /// How much of the light is lost in the corners, 0 to 1.
    vignette: f32,
    /// The waves of the moire, in cycles a pixel, and their strength, 0 to 1.
    moire: (Point, f32),
    /// The most by which the page is bent up or down, in pixels.
    bend: f32,
    /// The seed of patches of other brightness.
    seed: u32,
}

impl Photograph {
    /// A random photograph of a picture of this size.
    pub(crate) fn random(rng: &mut Random, (width, height): (u32, u32)) -> Photograph {
        let size = Point::new(width as f32, height as f32);
        let (sin, cos) = rng.between(0.0, TAU).sin_cos();
        let lost = rng.between(0.0, 0.5);
        let (across, along) = rng.between(0.0, TAU).sin_cos();
        let frequency = rng.between(0.02, 0.3);
        Photograph {
            size,
            light: Point::new(cos, sin) * lost,
            vignette: rng.between(0.0, 0.35),
            moire: (Point::new(across, along) * frequency, if rng.chance(0.6) { rng.between(0.01, 0.06) } else { 0.0 }),
            bend: if rng.chance(0.4) { rng.between(-0.012, 0.012) * size.y } else { 0.0 },
            seed: rng.below(1 << 16),
        }
    }

    /// How far a place is moved down.
    fn moved_by(&self, x: f32) -> f32 {
        self.bend * (PI * x / self.size.x).sin()
    }

    /// The photograph.
    pub(crate) fn apply(&self, picture: &RgbaImage) -> RgbaImage {
        let (width, height) = picture.dimensions();
        RgbaImage::from_fn(width, height, |x, y| {
            let (u, v) = (x as f32 / self.size.x - 0.5, y as f32 / self.size.y - 0.5);
            let from = (y as f32 - self.moved_by(x as f32)).clamp(0.0, height as f32 - 1.0);
            let (above, part) = (from as u32, from.fract());
            let (one, other) = (picture.get_pixel(x, above), picture.get_pixel(x, (above + 1).min(height - 1)));
            let (waves, strength) = self.moire;
            let wave = (TAU * (waves.x * x as f32 + waves.y * y as f32)).sin() * strength;
            let patches = 0.1 * (clouds(3.0 * u, 3.0 * v, self.seed) - 0.5);
            let light = (1.0 + self.light.x * u + self.light.y * v - self.light.length() / 2.0)
                * (1.0 - self.vignette * 2.0 * (u * u + v * v))
                * (1.0 + wave + patches);
            let level = |channel: usize| {
                let level = f32::from(one.0[channel]) * (1.0 - part) + f32::from(other.0[channel]) * part;
                (level * light).clamp(0.0, 255.0) as u8
            };
            Rgba([level(0), level(1), level(2), 255])
        })
    }

    /// The board with its tiles where the photograph shows them.
    pub(crate) fn board(&self, mut board: DrawnBoard) -> DrawnBoard {
        board.tiles.iter_mut().for_each(|tile| tile.center.y += self.moved_by(tile.center.x));
        board
    }
}
