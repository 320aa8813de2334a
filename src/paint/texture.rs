//! Textures of tiles: flames and grain, from noise that is the same on every machine.

use super::canvas::Scale;
use super::{Fill, Gradient};
use crate::locate::HEXAGON;
use crate::pixels::{Point, Rgb, mix};
use tiny_skia::{Pixmap, PremultipliedColorU8};

/// The texture of a tile in pixels, as wide as a hexagon; `None` for fills without texture. Each seed has its own.
pub(super) fn texture(fill: Fill, scale: Scale, seed: u32) -> Option<Pixmap> {
    let (width, height) = ((HEXAGON * scale.x).ceil() as u32, scale.y.ceil() as u32);
    let mut pixmap = Pixmap::new(width.max(1), height.max(1))?;
    for (n, pixel) in pixmap.pixels_mut().iter_mut().enumerate() {
        let at = Point::new((n as u32 % width) as f32 / scale.x, (n as u32 / width) as f32 / scale.y);
        let [r, g, b] = match fill {
            Fill::Flames { smoke, blaze, hot } => match heat(at, seed) {
                heat if heat < 0.5 => mix(smoke, blaze, heat * 2.0),
                heat => mix(blaze, hot, (heat - 0.5) * 2.0),
            },
            Fill::Grain(colors) => grain(at, colors, seed),
            Fill::None | Fill::Gradient(_) | Fill::Gem { .. } => return None,
        };
        *pixel = PremultipliedColorU8::from_rgba(r, g, b, u8::MAX)?;
    }
    Some(pixmap)
}

/// The heat of a burning tile at a point, 0 to 1: more below, torn by noise.
fn heat(Point { x, y }: Point, seed: u32) -> f32 {
    // Coarse tongues and finer sparks, both stretched upward.
    let torn = 0.65 * noise(x * 4.0, y * 2.5, seed) + 0.35 * noise(x * 11.0, y * 7.0, seed ^ 0x55);
    (y * 1.1 + torn * 0.9 - 0.5).clamp(0.0, 1.0)
}

/// The color of a tile with grain at a point: long streaks across the tile with fine ones in them.
fn grain(Point { x, y }: Point, colors: Gradient, seed: u32) -> Rgb {
    let share = 0.7 * noise(x * 2.0, y * 9.0, seed) + 0.3 * noise(x * 6.0, y * 26.0, seed ^ 0xaa);
    mix(colors.start, colors.end, share)
}

/// Smooth noise from 0 to 1 between hashed values at whole coordinates.
fn noise(x: f32, y: f32, seed: u32) -> f32 {
    let corner = |x: f32, y: f32| {
        let mut hash = (x as u32).wrapping_mul(0x9e37_79b1) ^ (y as u32).wrapping_mul(0x85eb_ca77);
        hash = (hash ^ seed.wrapping_mul(0xc2b2_ae3d)).wrapping_mul(0x27d4_eb2f);
        hash ^= hash >> 15;
        hash = hash.wrapping_mul(0x2c1b_3c6d);
        (hash >> 16) as f32 / 65_535.0
    };
    let (left, top) = (x.floor(), y.floor());
    let ease = |t: f32| t * t * (3.0 - 2.0 * t);
    let (u, v) = (ease(x - left), ease(y - top));
    let across = |y: f32| corner(left, y) * (1.0 - u) + corner(left + 1.0, y) * u;
    across(top) * (1.0 - v) + across(top + 1.0) * v
}
