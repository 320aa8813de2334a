//! Photographs, noise, charts and maps.

use crate::hard::background::{each_pixel, photograph};
use crate::hard::canvas::{Canvas, Region};
use crate::hard::colors::{UiTheme, hsl};
use crate::hard::noise::noise;
use crate::hard::random::Random;
use crate::hard::words::{capital, phrase, word};
use hexlex::pixels::{Point, mix};

/// Hills, clouds and lights.
pub(crate) fn photo(canvas: &mut Canvas, rng: &mut Random, region: Region, height: f32) {
    let color = hsl(rng.between(0.0, 360.0), rng.between(0.1, 0.6), rng.between(0.3, 0.7));
    let size = height * rng.between(3.0, 20.0);
    photograph(canvas, rng, region, color, size);
}

/// Grain alone.
pub(crate) fn grain(canvas: &mut Canvas, rng: &mut Random, region: Region, _height: f32) {
    let (seed, gray) = (rng.below(u32::MAX), rng.chance(0.5));
    let size = rng.between(0.3, 1.0);
    each_pixel(canvas, region, |x, y| {
        let channel = |n: u32| (noise(x * size, y * size, seed ^ n) * 255.0) as u8;
        if gray { [channel(0); 3] } else { [channel(0), channel(1), channel(2)] }
    });
}

/// Smooth spots of any size, sometimes with hard edges.
pub(crate) fn clouds(canvas: &mut Canvas, rng: &mut Random, region: Region, height: f32) {
    let (seed, scale, hard) = (rng.below(u32::MAX), 1.0 / (height * rng.between(1.0, 10.0)), rng.chance(0.4));
    let (one, other) = (hsl(rng.between(0.0, 360.0), 0.5, 0.3), hsl(rng.between(0.0, 360.0), 0.4, 0.8));
    each_pixel(canvas, region, |x, y| {
        let value = noise(x * scale, y * scale, seed);
        mix(one, other, if hard { f32::from(u8::from(value > 0.5)) } else { value })
    });
}

/// Disks, boxes and lines at random places.
pub(crate) fn shapes(canvas: &mut Canvas, rng: &mut Random, region: Region, height: f32) {
    for _ in 0..rng.count(20..=150) {
        let color = hsl(rng.between(0.0, 360.0), rng.between(0.2, 0.9), rng.between(0.2, 0.8));
        let Point { x, y } = random_point(rng, region);
        let size = height * rng.between(0.5, 6.0);
        match rng.below(4) {
            0 => canvas.disk(Point { x, y }, size, color, rng.between(0.4, 1.0)),
            1 => {
                canvas.block(Region::new(x, y, size, size * rng.between(0.4, 2.0)), rng.between(0.0, 0.4) * size, color)
            }
            2 => canvas.border(Region::new(x, y, size, size), 0.1 * size, 0.15 * size, color),
            _ => {
                let end = Point::new(x + rng.between(-2.0, 2.0) * size, y + size);
                canvas.line(&[Point { x, y }, end], 0.2 * size, color, 1.0);
            }
        }
    }
}

/// A random place in a region.
fn random_point(rng: &mut Random, region: Region) -> Point {
    Point::new(region.x + rng.between(0.0, region.width), region.y + rng.between(0.0, region.height))
}

/// Axes with numbers; returns the region between them.
fn axes(canvas: &mut Canvas, rng: &mut Random, region: Region, height: f32, theme: UiTheme) -> Region {
    canvas.block(region, 0.0, theme.background);
    let inside = region.inset(5.0 * height);
    canvas.text_in(
        &phrase(rng, 2..=5),
        Point::new(region.center().x, region.y + 2.0 * height),
        1.4 * height,
        region.width,
        theme.ink,
    );
    let step = *rng.pick(&[1, 2, 5, 10, 100]);
    for n in 0..=8u32 {
        let y = inside.bottom() - n as f32 / 8.0 * inside.height;
        canvas.line(&[Point::new(inside.x, y), Point::new(inside.right(), y)], 1.0, theme.ink, 0.2);
        canvas.text_in(
            &(n * step).to_string(),
            Point::new(inside.x - 2.0 * height, y),
            height,
            4.0 * height,
            theme.ink,
        );
        let x = inside.x + n as f32 / 8.0 * inside.width;
        canvas.text_in(
            &(2010 + n).to_string(),
            Point::new(x, inside.bottom() + 2.0 * height),
            height,
            4.0 * height,
            theme.ink,
        );
    }
    canvas.line(
        &[
            Point::new(inside.x, inside.y),
            Point::new(inside.x, inside.bottom()),
            Point::new(inside.right(), inside.bottom()),
        ],
        2.0,
        theme.ink,
        1.0,
    );
    inside
}

/// Curves and points.
pub(crate) fn plot(canvas: &mut Canvas, rng: &mut Random, region: Region, height: f32) {
    let theme = UiTheme::random(rng);
    let inside = axes(canvas, rng, region, height, theme);
    for _ in 0..rng.count(1..=4) {
        let (color, seed) = (hsl(rng.between(0.0, 360.0), 0.7, 0.5), rng.below(u32::MAX));
        let points: Vec<Point> = (0..60)
            .map(|n| {
                let x = inside.x + n as f32 / 59.0 * inside.width;
                Point::new(x, inside.y + noise(n as f32 * 0.2, 0.5, seed) * inside.height)
            })
            .collect();
        canvas.line(&points, 2.0, color, 1.0);
        if rng.chance(0.5) {
            points.iter().for_each(|&at| canvas.disk(at, 0.3 * height, color, 1.0));
        }
    }
}

/// Bars with names.
pub(crate) fn bars(canvas: &mut Canvas, rng: &mut Random, region: Region, height: f32) {
    let theme = UiTheme::random(rng);
    let inside = axes(canvas, rng, region, height, theme);
    let count = rng.count(4..=14);
    for n in 0..count {
        let slot = inside.cell(count, 1, n, 0);
        let high = rng.between(0.1, 0.95) * slot.height;
        let bar = Region::new(slot.x + 0.15 * slot.width, slot.bottom() - high, 0.7 * slot.width, high);
        canvas.block(bar, 0.0, theme.accent);
        let label = Point::new(bar.center().x, bar.y - height);
        canvas.text_in(&rng.below(1000).to_string(), label, height, slot.width, theme.ink);
    }
}

/// Land, water, roads and names.
pub(crate) fn map(canvas: &mut Canvas, rng: &mut Random, region: Region, height: f32) {
    let (seed, scale) = (rng.below(u32::MAX), 1.0 / (12.0 * height));
    let (land, water) = (hsl(rng.between(60.0, 120.0), 0.3, 0.8), hsl(205.0, 0.5, 0.75));
    each_pixel(canvas, region, |x, y| if noise(x * scale, y * scale, seed) > 0.35 { land } else { water });
    for _ in 0..rng.count(5..=14) {
        let mut at = random_point(rng, region);
        let mut road = vec![at];
        for _ in 0..8 {
            at = at + Point::new(rng.between(-0.2, 0.2) * region.width, rng.between(-0.2, 0.2) * region.height);
            road.push(at);
        }
        canvas.line(&road, rng.between(2.0, 7.0), hsl(45.0, 0.8, rng.between(0.6, 0.95)), 1.0);
    }
    for _ in 0..rng.count(10..=30) {
        let (u, v) = (rng.between(0.05, 0.95), rng.between(0.05, 0.95));
        let at = Point::new(region.x + u * region.width, region.y + v * region.height);
        canvas.disk(at, 0.35 * height, [40; 3], 1.0);
        let size = height * rng.between(0.8, 1.6);
        canvas.text(
            &capital(word(rng)),
            Point::new(at.x + 0.6 * height, at.y - 0.5 * size),
            size,
            30.0 * height,
            [40; 3],
        );
    }
}
