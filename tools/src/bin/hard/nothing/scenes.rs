//! What a camera or a plotter would make.

use crate::colors::{Palette, hsl};
use crate::dice::Dice;
use crate::ground::{each_pixel, noise as smooth, photograph};
use crate::pen::{Area, Pen};
use crate::words::{capital, phrase, word};
use hexlex::pixels::mix;

/// Hills, clouds and lights.
pub(crate) fn photo(pen: &mut Pen, dice: &mut Dice, area: Area, height: f32) {
    let color = hsl(dice.between(0.0, 360.0), dice.between(0.1, 0.6), dice.between(0.3, 0.7));
    let size = height * dice.between(3.0, 20.0);
    photograph(pen, dice, area, color, size);
}

/// Nothing but grain.
pub(crate) fn noise(pen: &mut Pen, dice: &mut Dice, area: Area, _height: f32) {
    let (seed, gray) = (dice.below(u32::MAX), dice.chance(0.5));
    let size = dice.between(0.3, 1.0);
    each_pixel(pen, area, |x, y| {
        let channel = |n: u32| (smooth(x * size, y * size, seed ^ n) * 255.0) as u8;
        if gray { [channel(0); 3] } else { [channel(0), channel(1), channel(2)] }
    });
}

/// Smooth spots of any size, hard-edged now and then.
pub(crate) fn clouds(pen: &mut Pen, dice: &mut Dice, area: Area, height: f32) {
    let (seed, scale, hard) = (dice.below(u32::MAX), 1.0 / (height * dice.between(1.0, 10.0)), dice.chance(0.4));
    let (one, other) = (hsl(dice.between(0.0, 360.0), 0.5, 0.3), hsl(dice.between(0.0, 360.0), 0.4, 0.8));
    each_pixel(pen, area, |x, y| {
        let value = smooth(x * scale, y * scale, seed);
        mix(one, other, if hard { f32::from(u8::from(value > 0.5)) } else { value })
    });
}

/// Disks, boxes and lines anywhere.
pub(crate) fn shapes(pen: &mut Pen, dice: &mut Dice, area: Area, height: f32) {
    for _ in 0..dice.count(20..=150) {
        let color = hsl(dice.between(0.0, 360.0), dice.between(0.2, 0.9), dice.between(0.2, 0.8));
        let (x, y) = (area.x + dice.between(0.0, area.w), area.y + dice.between(0.0, area.h));
        let size = height * dice.between(0.5, 6.0);
        match dice.below(4) {
            0 => pen.disk((x, y), size, color, dice.between(0.4, 1.0)),
            1 => pen.block(Area::new(x, y, size, size * dice.between(0.4, 2.0)), dice.between(0.0, 0.4) * size, color),
            2 => pen.border(Area::new(x, y, size, size), 0.1 * size, 0.15 * size, color),
            _ => pen.line(&[(x, y), (x + dice.between(-2.0, 2.0) * size, y + size)], 0.2 * size, color, 1.0),
        }
    }
}

/// Axes with numbers; answers the inside.
fn axes(pen: &mut Pen, dice: &mut Dice, area: Area, height: f32, palette: Palette) -> Area {
    pen.block(area, 0.0, palette.ground);
    let inside = area.inset(5.0 * height);
    pen.text_in(&phrase(dice, 2..=5), (area.center().0, area.y + 2.0 * height), 1.4 * height, area.w, palette.ink);
    let step = *dice.pick(&[1, 2, 5, 10, 100]);
    for n in 0..=8u32 {
        let y = inside.bottom() - n as f32 / 8.0 * inside.h;
        pen.line(&[(inside.x, y), (inside.right(), y)], 1.0, palette.ink, 0.2);
        pen.text_in(&(n * step).to_string(), (inside.x - 2.0 * height, y), height, 4.0 * height, palette.ink);
        let x = inside.x + n as f32 / 8.0 * inside.w;
        pen.text_in(&(2010 + n).to_string(), (x, inside.bottom() + 2.0 * height), height, 4.0 * height, palette.ink);
    }
    pen.line(
        &[(inside.x, inside.y), (inside.x, inside.bottom()), (inside.right(), inside.bottom())],
        2.0,
        palette.ink,
        1.0,
    );
    inside
}

/// Curves and points.
pub(crate) fn plot(pen: &mut Pen, dice: &mut Dice, area: Area, height: f32) {
    let palette = Palette::any(dice);
    let inside = axes(pen, dice, area, height, palette);
    for _ in 0..dice.count(1..=4) {
        let (color, seed) = (hsl(dice.between(0.0, 360.0), 0.7, 0.5), dice.below(u32::MAX));
        let points: Vec<(f32, f32)> = (0..60)
            .map(|n| (inside.x + n as f32 / 59.0 * inside.w, inside.y + smooth(n as f32 * 0.2, 0.5, seed) * inside.h))
            .collect();
        pen.line(&points, 2.0, color, 1.0);
        if dice.chance(0.5) {
            points.iter().for_each(|&at| pen.disk(at, 0.3 * height, color, 1.0));
        }
    }
}

/// Bars with names.
pub(crate) fn bars(pen: &mut Pen, dice: &mut Dice, area: Area, height: f32) {
    let palette = Palette::any(dice);
    let inside = axes(pen, dice, area, height, palette);
    let count = dice.count(4..=14);
    for n in 0..count {
        let slot = inside.cell(count, 1, n, 0);
        let high = dice.between(0.1, 0.95) * slot.h;
        let bar = Area::new(slot.x + 0.15 * slot.w, slot.bottom() - high, 0.7 * slot.w, high);
        pen.block(bar, 0.0, palette.accent);
        let label = (bar.center().0, bar.y - height);
        pen.text_in(&dice.below(1000).to_string(), label, height, slot.w, palette.ink);
    }
}

/// Land, water, roads and names.
pub(crate) fn map(pen: &mut Pen, dice: &mut Dice, area: Area, height: f32) {
    let (seed, scale) = (dice.below(u32::MAX), 1.0 / (12.0 * height));
    let (land, water) = (hsl(dice.between(60.0, 120.0), 0.3, 0.8), hsl(205.0, 0.5, 0.75));
    each_pixel(pen, area, |x, y| if smooth(x * scale, y * scale, seed) > 0.35 { land } else { water });
    for _ in 0..dice.count(5..=14) {
        let mut at = (area.x + dice.between(0.0, area.w), area.y + dice.between(0.0, area.h));
        let mut road = vec![at];
        for _ in 0..8 {
            at = (at.0 + dice.between(-0.2, 0.2) * area.w, at.1 + dice.between(-0.2, 0.2) * area.h);
            road.push(at);
        }
        pen.line(&road, dice.between(2.0, 7.0), hsl(45.0, 0.8, dice.between(0.6, 0.95)), 1.0);
    }
    for _ in 0..dice.count(10..=30) {
        let at = (area.x + dice.between(0.05, 0.95) * area.w, area.y + dice.between(0.05, 0.95) * area.h);
        pen.disk(at, 0.35 * height, [40; 3], 1.0);
        let size = height * dice.between(0.8, 1.6);
        pen.text(&capital(word(dice)), (at.0 + 0.6 * height, at.1 - 0.5 * size), size, 30.0 * height, [40; 3]);
    }
}
