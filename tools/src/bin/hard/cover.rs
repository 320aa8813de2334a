//! What lies over a board: dialogs, pointers, arrows along the selected tiles.

use crate::colors::{BLACK, Palette, WHITE, hsl};
use crate::dice::Dice;
use crate::pen::{Area, Pen};
use crate::words::{button, phrase};
use hexlex::pixels::mix;

/// A dialog over part of the board; answers where it is.
pub(crate) fn dialog(pen: &mut Pen, dice: &mut Dice, board: Area, tile: f32) -> Area {
    let (w, h) = (dice.between(0.3, 0.75) * board.w, dice.between(0.2, 0.5) * board.h);
    let area = Area::new(
        board.x + dice.between(-0.1, 1.0) * (board.w - w),
        board.y + dice.between(-0.1, 1.0) * (board.h - h),
        w.max(1.5 * tile),
        h.max(1.5 * tile),
    );
    let palette = Palette::any(dice);
    let radius = dice.between(0.0, 0.2) * tile;
    if dice.chance(0.4) {
        let shade = Area::new(area.x + 5.0, area.y + 5.0, area.w, area.h);
        pen.block(shade, radius, mix(palette.ground, BLACK, 0.8));
    }
    pen.block(area, radius, palette.panel);
    pen.border(area, radius, dice.between(1.0, 4.0), mix(palette.panel, palette.ink, 0.4));
    let (upper, lower) = area.inset(0.1 * area.h).cut(0.55 * area.h);
    let text = (0.3 * tile).clamp(7.0, 40.0).min(0.25 * upper.h);
    pen.text_in(&phrase(dice, 1..=3), (upper.center().0, upper.y + text), 1.3 * text, 0.95 * upper.w, palette.ink);
    pen.text_in(&phrase(dice, 3..=6), (upper.center().0, upper.y + 4.0 * text), text, 0.95 * upper.w, palette.ink);
    let buttons = dice.count(1..=2);
    for n in 0..buttons {
        let plate = lower.cell(buttons, 1, n, 0).inset(0.15 * lower.h);
        pen.block(plate, 0.2 * plate.h, palette.accent);
        pen.text_in(&button(dice), plate.center(), 0.4 * plate.h, 0.8 * plate.w, palette.on_accent);
    }
    // The shadow covers too.
    Area::new(area.x, area.y, area.w + 5.0, area.h + 5.0)
}

/// A mouse pointer with its tip at a place; answers its outline's corners.
pub(crate) fn pointer(pen: &mut Pen, (x, y): (f32, f32), height: f32, dark: bool) -> Vec<(f32, f32)> {
    /// An arrow one unit high.
    const ARROW: [(f32, f32); 7] =
        [(0.0, 0.0), (0.0, 0.8), (0.19, 0.63), (0.32, 0.97), (0.46, 0.91), (0.32, 0.58), (0.58, 0.58)];
    let points: Vec<(f32, f32)> = ARROW.iter().map(|(u, v)| (x + u * height, y + v * height)).collect();
    let (fill, edge) = if dark { (BLACK, WHITE) } else { (WHITE, BLACK) };
    let mut closed = points.clone();
    closed.push(points[0]);
    pen.line(&closed, 0.09 * height, edge, 1.0);
    pen.polygon(&points, fill, 1.0);
    points
}

/// A trail through the selected tiles, and arrows on the borders between them.
pub(crate) fn arrows(pen: &mut Pen, dice: &mut Dice, path: &[(f32, f32)], tile: f32) {
    let color = hsl(dice.between(0.0, 360.0), 0.7, dice.between(0.35, 0.6));
    if dice.chance(0.4) {
        pen.line(path, dice.between(0.08, 0.3) * tile, color, dice.between(0.12, 0.28));
    }
    if dice.chance(0.3) {
        return;
    }
    /// Half an arrow's length, in tiles: it stays between the letters.
    const REACH: f32 = 0.13;
    for pair in path.windows(2) {
        let (dx, dy) = (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1);
        let length = dx.hypot(dy).max(1.0);
        let (u, v) = (dx / length * REACH * tile, dy / length * REACH * tile);
        let (x, y) = ((pair[0].0 + pair[1].0) / 2.0, (pair[0].1 + pair[1].1) / 2.0);
        let head = [(x + u, y + v), (x - u - v, y - v + u), (x - 0.5 * u, y - 0.5 * v), (x - u + v, y - v - u)];
        pen.polygon(&head, color, 1.0);
        let mut closed = head.to_vec();
        closed.push(head[0]);
        pen.line(&closed, 0.02 * tile, mix(color, BLACK, 0.5), 1.0);
    }
}
