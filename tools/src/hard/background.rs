//! Backgrounds: flat colors, gradients, textures, patterns, and imitations of photographs.

use crate::hard::canvas::{Canvas, Region};
use crate::hard::colors::{hsl, is_light};
use crate::hard::noise::{clouds, noise};
use crate::hard::random::Random;
use hexlex::pixels::{Point, Rgb, mix};
use image::Rgba;

/// Gives every pixel of a region the color of its place, counted from the region's corner.
pub(crate) fn each_pixel(canvas: &mut Canvas, region: Region, color: impl Fn(f32, f32) -> Rgb) {
    let (width, height) = canvas.picture.dimensions();
    let (left, top) = (region.x.max(0.0) as u32, region.y.max(0.0) as u32);
    let (right, bottom) = ((region.right().max(0.0) as u32).min(width), (region.bottom().max(0.0) as u32).min(height));
    for y in top..bottom {
        for x in left..right {
            let [r, g, b] = color(x as f32 - region.x, y as f32 - region.y);
            canvas.picture.put_pixel(x, y, Rgba([r, g, b, u8::MAX]));
        }
    }
}

/// How far a background may be from its color.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Detail {
    /// Near it everywhere: thin outlines stay visible.
    Faint,
    /// Any, photographs too.
    Any,
}

/// The kinds of backgrounds with their weights; the last only where any detail is allowed.
const KINDS: [(&str, u32); 5] = [("flat", 25), ("gradient", 25), ("texture", 20), ("pattern", 15), ("photograph", 15)];

/// Fills a region with a background around a color, its details about `size` pixels large; returns its kind.
pub(crate) fn background(
    canvas: &mut Canvas,
    rng: &mut Random,
    region: Region,
    color: Rgb,
    size: f32,
    detail: Detail,
) -> &'static str {
    let faint = detail == Detail::Faint;
    let kind = rng.weighted(&KINDS[..if faint { 4 } else { 5 }]);
    let strength = if faint { 0.06 } else { rng.between(0.08, 0.3) };
    let other = mix(color, hsl(rng.between(0.0, 360.0), 0.4, if is_light(color) { 0.4 } else { 0.6 }), strength);
    match kind {
        "flat" => canvas.block(region, 0.0, color),
        "gradient" => canvas.gradient(region, 0.0, color, other),
        "texture" => {
            let seed = rng.below(u32::MAX);
            let (across, down) = (rng.between(0.5, 4.0) / size, rng.between(1.0, 8.0) / size);
            each_pixel(canvas, region, |x, y| mix(color, other, clouds(x * across, y * down, seed)));
        }
        "pattern" => pattern(canvas, rng, region, [color, other], size),
        _ => photograph(canvas, rng, region, color, size),
    }
    kind
}

/// Stripes, checks or dots of two colors.
fn pattern(canvas: &mut Canvas, rng: &mut Random, region: Region, [color, other]: [Rgb; 2], size: f32) {
    let step = (size * rng.between(0.15, 0.7)).max(4.0);
    let alternate = |n: f32| if (n as u32).is_multiple_of(2) { color } else { other };
    match rng.below(3) {
        0 => each_pixel(canvas, region, |x, y| alternate((x + y) / step)),
        1 => each_pixel(canvas, region, |x, y| alternate((x / step).floor() + (y / step).floor())),
        _ => {
            let radius = rng.between(0.1, 0.3) * step;
            each_pixel(canvas, region, |x, y| {
                let shift = if ((y / step) as u32).is_multiple_of(2) { 0.0 } else { step / 2.0 };
                let (u, v) = ((x + shift) % step - step / 2.0, y % step - step / 2.0);
                if u * u + v * v < radius * radius { other } else { color }
            });
        }
    }
}

/// Hazy hills, clouds and blobs of light, all around one color.
pub(crate) fn photograph(canvas: &mut Canvas, rng: &mut Random, region: Region, color: Rgb, size: f32) {
    let hue = rng.between(0.0, 360.0);
    let colors = [color, mix(color, hsl(hue, 0.5, 0.35), 0.5), mix(color, hsl(hue + 70.0, 0.45, 0.6), 0.5)];
    let (seed, scale) = (rng.below(u32::MAX), 1.0 / (size * rng.between(1.0, 4.0)));
    let horizon = rng.between(0.3, 0.8) * region.height;
    each_pixel(canvas, region, |x, y| {
        let hill = horizon + (noise(x * scale * 0.5, 0.5, seed ^ 7) - 0.5) * size * 3.0;
        let haze = clouds(x * scale, y * scale, seed);
        let base = if y < hill { mix(colors[0], colors[2], haze) } else { mix(colors[1], colors[0], haze * 0.6) };
        let grain = noise(x * 0.7, y * 0.7, seed ^ 9) - 0.5;
        base.map(|c| (f32::from(c) + grain * 12.0).clamp(0.0, 255.0) as u8)
    });
    for _ in 0..rng.count(0..=6) {
        let center = Point::new(region.x + rng.between(0.0, region.width), region.y + rng.between(0.0, region.height));
        let (radius, light) = (size * rng.between(0.3, 2.0), hsl(rng.between(0.0, 360.0), 0.4, 0.6));
        for ring in 1..=6 {
            canvas.disk(center, radius * ring as f32 / 6.0, light, 0.05);
        }
    }
}
