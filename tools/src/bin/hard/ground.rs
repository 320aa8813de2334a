//! Backgrounds: flat, gradient, texture, pattern, and what looks like a photograph.

use crate::colors::{hsl, is_light};
use crate::dice::Dice;
use crate::pen::{Area, Pen};
use hexlex::pixels::{Rgb, mix};
use image::Rgba;

/// Smooth noise from 0 to 1 over a lattice of hashed values.
pub(crate) fn noise(x: f32, y: f32, seed: u32) -> f32 {
    let corner = |x: f32, y: f32| {
        let mut hash = (x as i32 as u32).wrapping_mul(0x9e37_79b1) ^ (y as i32 as u32).wrapping_mul(0x85eb_ca77);
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

/// Noise of several scales.
fn clouds(x: f32, y: f32, seed: u32) -> f32 {
    0.55 * noise(x, y, seed) + 0.28 * noise(2.3 * x, 2.3 * y, seed ^ 1) + 0.17 * noise(5.1 * x, 5.1 * y, seed ^ 2)
}

/// Colors every pixel of an area.
pub(crate) fn each_pixel(pen: &mut Pen, area: Area, color: impl Fn(f32, f32) -> Rgb) {
    let (width, height) = pen.picture.dimensions();
    let (left, top) = (area.x.max(0.0) as u32, area.y.max(0.0) as u32);
    let (right, bottom) = ((area.right().max(0.0) as u32).min(width), (area.bottom().max(0.0) as u32).min(height));
    for y in top..bottom {
        for x in left..right {
            let [r, g, b] = color(x as f32 - area.x, y as f32 - area.y);
            pen.picture.put_pixel(x, y, Rgba([r, g, b, u8::MAX]));
        }
    }
}

/// What kinds of backgrounds there are.
const KINDS: [(&str, u32); 5] = [("flat", 25), ("gradient", 25), ("texture", 20), ("pattern", 15), ("photograph", 15)];

/// Fills an area around a color, with details of this size in pixels; `quiet` keeps near the color. Answers what it was.
pub(crate) fn ground(pen: &mut Pen, dice: &mut Dice, area: Area, color: Rgb, size: f32, quiet: bool) -> &'static str {
    let kind = dice.weighted(&KINDS[..if quiet { 4 } else { 5 }]);
    let strength = if quiet { 0.06 } else { dice.between(0.08, 0.3) };
    let other = mix(color, hsl(dice.between(0.0, 360.0), 0.4, if is_light(color) { 0.4 } else { 0.6 }), strength);
    match kind {
        "flat" => pen.block(area, 0.0, color),
        "gradient" => pen.slope(area, 0.0, color, other),
        "texture" => {
            let seed = dice.below(u32::MAX);
            let (across, down) = (dice.between(0.5, 4.0) / size, dice.between(1.0, 8.0) / size);
            each_pixel(pen, area, |x, y| mix(color, other, clouds(x * across, y * down, seed)));
        }
        "pattern" => pattern(pen, dice, area, (color, other), size),
        _ => photograph(pen, dice, area, color, size),
    }
    kind
}

/// Stripes, checks or dots.
fn pattern(pen: &mut Pen, dice: &mut Dice, area: Area, (color, other): (Rgb, Rgb), size: f32) {
    let step = (size * dice.between(0.15, 0.7)).max(4.0);
    let choose = |n: f32| if (n as u32).is_multiple_of(2) { color } else { other };
    match dice.below(3) {
        0 => each_pixel(pen, area, |x, y| choose((x + y) / step)),
        1 => each_pixel(pen, area, |x, y| choose((x / step).floor() + (y / step).floor())),
        _ => {
            let radius = dice.between(0.1, 0.3) * step;
            each_pixel(pen, area, |x, y| {
                let shove = if ((y / step) as u32).is_multiple_of(2) { 0.0 } else { step / 2.0 };
                let (u, v) = ((x + shove) % step - step / 2.0, y % step - step / 2.0);
                if u * u + v * v < radius * radius { other } else { color }
            });
        }
    }
}

/// Hazy hills, clouds and blobs of light, all around one color.
pub(crate) fn photograph(pen: &mut Pen, dice: &mut Dice, area: Area, color: Rgb, size: f32) {
    let hue = dice.between(0.0, 360.0);
    let colors = [color, mix(color, hsl(hue, 0.5, 0.35), 0.5), mix(color, hsl(hue + 70.0, 0.45, 0.6), 0.5)];
    let (seed, scale) = (dice.below(u32::MAX), 1.0 / (size * dice.between(1.0, 4.0)));
    let horizon = dice.between(0.3, 0.8) * area.h;
    each_pixel(pen, area, |x, y| {
        let hill = horizon + (noise(x * scale * 0.5, 0.5, seed ^ 7) - 0.5) * size * 3.0;
        let haze = clouds(x * scale, y * scale, seed);
        let base = if y < hill { mix(colors[0], colors[2], haze) } else { mix(colors[1], colors[0], haze * 0.6) };
        let grain = noise(x * 0.7, y * 0.7, seed ^ 9) - 0.5;
        base.map(|c| (f32::from(c) + grain * 12.0).clamp(0.0, 255.0) as u8)
    });
    for _ in 0..dice.count(0..=6) {
        let at = (area.x + dice.between(0.0, area.w), area.y + dice.between(0.0, area.h));
        let (radius, light) = (size * dice.between(0.3, 2.0), hsl(dice.between(0.0, 360.0), 0.4, 0.6));
        for ring in 1..=6 {
            pen.disk(at, radius * ring as f32 / 6.0, light, 0.05);
        }
    }
}
