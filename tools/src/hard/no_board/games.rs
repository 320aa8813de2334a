//! Games on a lattice without letters.

use crate::hard::apps::icon;
use crate::hard::background::{Detail, background};
use crate::hard::canvas::{Canvas, Region};
use crate::hard::colors::{BLACK, UiTheme, WHITE, hsl};
use crate::hard::random::Random;
use hexlex::pixels::{Point, mix};

/// A chessboard without pieces; returns its cells, each with whether it is dark.
fn chessboard(canvas: &mut Canvas, rng: &mut Random, region: Region) -> Vec<(Region, bool)> {
    let theme = UiTheme::random(rng);
    canvas.block(region, 0.0, theme.background);
    let hue = rng.between(0.0, 360.0);
    let (light, dark) = (hsl(hue, 0.3, 0.85), hsl(hue, 0.4, 0.45));
    let (grid, _) = region.square_grid(8, 8);
    let cells: Vec<(Region, bool)> =
        (0..64).map(|n| (grid.cell(8, 8, n % 8, n / 8), (n % 8 + n / 8) % 2 == 1)).collect();
    for (cell, is_dark) in &cells {
        canvas.block(*cell, 0.0, if *is_dark { dark } else { light });
    }
    for n in 0..8 {
        let (a, b) = (cells[n].0, cells[8 * n].0);
        let size = 0.16 * a.width;
        canvas.text(
            &char::from(b'a' + n as u8).to_string(),
            Point::new(a.x + 0.8 * a.width, a.y + 0.02 * a.height),
            size,
            a.width,
            dark,
        );
        canvas.text(&(8 - n).to_string(), Point::new(b.x + 0.04 * b.width, b.y + 0.04 * b.height), size, b.width, dark);
    }
    cells
}

pub(crate) fn chess(canvas: &mut Canvas, rng: &mut Random, region: Region, _height: f32) {
    let cells = chessboard(canvas, rng, region);
    let kept = rng.between(0.4, 1.0);
    for (n, (cell, _)) in cells.into_iter().enumerate() {
        let (row, column) = (n / 8, n % 8);
        if (2..6).contains(&row) != rng.chance(0.12) || rng.chance(1.0 - kept) {
            continue;
        }
        let color = if row < 4 { [24; 3] } else { [244; 3] };
        let (Point { x, y }, s) = (cell.center(), cell.width);
        let at = |dx: f32, dy: f32| Point::new(x + dx * s, y + dy * s);
        let block = |dx: f32, dy: f32, w: f32, h: f32| Region::new(x + dx * s, y + dy * s, w * s, h * s);
        // A foot and a body; the head distinguishes the pieces.
        canvas.block(block(-0.26, 0.22, 0.52, 0.13), 0.03 * s, color);
        canvas.polygon(&[at(-0.2, 0.25), at(-0.08, -0.1), at(0.08, -0.1), at(0.2, 0.25)], color, 1.0);
        match if row == 1 || row == 6 { 8 } else { column } {
            0 | 7 => canvas.block(block(-0.16, -0.3, 0.32, 0.22), 0.0, color),
            1 | 6 => canvas.polygon(&[at(-0.22, 0.0), at(0.0, -0.34), at(0.18, -0.05)], color, 1.0),
            2 | 5 => canvas.polygon(&[at(-0.1, -0.08), at(0.0, -0.36), at(0.1, -0.08)], color, 1.0),
            3 | 4 => {
                canvas.block(block(-0.04, -0.4, 0.08, 0.3), 0.0, color);
                canvas.block(block(-0.14, -0.3, 0.28, 0.08), 0.0, color);
            }
            _ => canvas.disk(at(0.0, -0.14), 0.13 * s, color, 1.0),
        }
    }
}

pub(crate) fn checkers(canvas: &mut Canvas, rng: &mut Random, region: Region, _height: f32) {
    let cells = chessboard(canvas, rng, region);
    for (n, (cell, is_dark)) in cells.into_iter().enumerate() {
        if is_dark && !(24..40).contains(&n) && rng.chance(0.8) {
            let color = if n < 32 { [200, 40, 40] } else { [240; 3] };
            canvas.disk(cell.center(), 0.4 * cell.width, mix(color, BLACK, 0.3), 1.0);
            canvas.disk(cell.center(), 0.3 * cell.width, color, 1.0);
        }
    }
}

pub(crate) fn mines(canvas: &mut Canvas, rng: &mut Random, region: Region, _height: f32) {
    canvas.block(region, 0.0, [192; 3]);
    let (columns, rows) = (rng.count(8..=24), rng.count(8..=16));
    let (grid, side) = region.square_grid(columns, rows);
    for n in 0..columns * rows {
        let cell = grid.cell(columns, rows, n % columns, n / columns);
        match rng.below(10) {
            0..=3 => {
                canvas.block(cell.inset(1.0), 0.0, [225; 3]);
                canvas.block(cell.inset(0.1 * side), 0.0, [200; 3]);
                if rng.chance(0.12) {
                    let Point { x, y } = cell.center();
                    let at = |dx: f32, dy: f32| Point::new(x + dx * side, y + dy * side);
                    canvas.polygon(&[at(0.0, -0.25), at(-0.25, -0.1), at(0.0, 0.0)], [220, 20, 20], 1.0);
                    canvas.line(&[at(0.0, -0.25), at(0.0, 0.25)], 0.06 * side, BLACK, 1.0);
                }
            }
            4..=6 => {
                let number = rng.count(1..=5);
                let color = hsl(number as f32 * 77.0, 0.9, 0.35);
                canvas.border(cell, 0.0, 1.0, [150; 3]);
                canvas.text_in(&number.to_string(), cell.center(), 0.5 * side, side, color);
            }
            _ => canvas.border(cell, 0.0, 1.0, [150; 3]),
        }
    }
}

pub(crate) fn tiles_2048(canvas: &mut Canvas, rng: &mut Random, region: Region, _height: f32) {
    canvas.block(region, 0.0, [250, 248, 239]);
    let (grid, side) = region.square_grid(4, 4);
    canvas.block(grid.inset(-0.05 * side), 0.06 * side, [187, 173, 160]);
    for n in 0..16 {
        let cell = grid.cell(4, 4, n % 4, n / 4).inset(0.06 * side);
        let power = rng.below(11);
        canvas.block(cell, 0.05 * side, hsl(40.0 - 4.0 * power as f32, 0.5, 0.85 - 0.03 * power as f32));
        if power > 0 {
            canvas.text_in(&(1u32 << power).to_string(), cell.center(), 0.3 * side, 0.8 * cell.width, [100, 90, 80]);
        }
    }
}

pub(crate) fn solitaire(canvas: &mut Canvas, rng: &mut Random, region: Region, _height: f32) {
    canvas.block(region, 0.0, hsl(rng.between(100.0, 160.0), 0.5, 0.28));
    let ranks = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
    for column in 0..7 {
        let slot = region.cell(7, 1, column, 0);
        let (w, h) = (0.84 * slot.width, 1.18 * slot.width);
        for n in 0..rng.count(1..=8) {
            let card =
                Region::new(slot.x + 0.08 * slot.width, region.y + 0.25 * region.height + n as f32 * 0.24 * h, w, h);
            let color = if rng.chance(0.5) { [200, 20, 30] } else { BLACK };
            canvas.block(card, 0.06 * w, WHITE);
            canvas.border(card, 0.06 * w, 1.0, [120; 3]);
            let rank = *rng.pick(&ranks);
            canvas.text(rank, Point::new(card.x + 0.07 * w, card.y + 0.06 * w), 0.16 * w, w, color);
            let (x, y) = (card.right() - 0.17 * w, card.y + 0.14 * w);
            let at = |dx: f32, dy: f32| Point::new(x + dx * w, y + dy * w);
            canvas.polygon(&[at(0.0, -0.09), at(0.07, 0.0), at(0.0, 0.09), at(-0.07, 0.0)], color, 1.0);
        }
    }
}

/// Gems of several colors, as in games that match three of one kind.
pub(crate) fn gems(canvas: &mut Canvas, rng: &mut Random, region: Region, height: f32) {
    let back = hsl(rng.between(0.0, 360.0), 0.4, 0.2);
    background(canvas, rng, region, back, 5.0 * height, Detail::Any);
    let (columns, rows) = (rng.count(5..=9), rng.count(5..=9));
    let (grid, side) = region.square_grid(columns, rows);
    for n in 0..columns * rows {
        let cell = grid.cell(columns, rows, n % columns, n / columns);
        canvas.border(cell.inset(0.02 * side), 0.1 * side, 1.0, mix(back, WHITE, 0.3));
        icon(canvas, rng, cell.center(), 0.36 * side);
    }
}
