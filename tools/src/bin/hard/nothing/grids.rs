//! Lattices of something that is no letter board.

use crate::apps::icon;
use crate::colors::{BLACK, Palette, WHITE, hsl};
use crate::dice::Dice;
use crate::ground::ground;
use crate::pen::{Area, Pen};
use crate::words::capital;
use crate::words::word;
use hexlex::pixels::{Rgb, mix};

/// The largest grid of square cells in the middle of an area; answers its cells' size too.
fn squares(area: Area, columns: usize, rows: usize) -> (Area, f32) {
    let side = (0.92 * area.w / columns as f32).min(0.92 * area.h / rows as f32);
    let (w, h) = (side * columns as f32, side * rows as f32);
    let (x, y) = area.center();
    (Area::new(x - w / 2.0, y - h / 2.0, w, h), side)
}

/// Keys or cells that say something, by rows.
fn keys(pen: &mut Pen, area: Area, rows: &[&[&str]], (fill, ink): (Rgb, Rgb), size: f32) {
    for (row, keys) in rows.iter().enumerate() {
        for (column, key) in keys.iter().enumerate() {
            let cell = area.cell(keys.len(), rows.len(), column, row);
            let plate = cell.inset(0.06 * cell.w.min(cell.h));
            pen.block(plate, 0.12 * plate.h, fill);
            pen.text_in(key, plate.center(), size * plate.h, 0.8 * plate.w, ink);
        }
    }
}

fn puzzle(pen: &mut Pen, dice: &mut Dice, area: Area, filled: f32) {
    pen.block(area, 0.0, Palette::any(dice).ground);
    let count = dice.count(9..=17);
    let (grid, side) = squares(area, count, count);
    let black = dice.between(0.15, 0.35);
    let mut number = 0;
    for n in 0..count * count {
        let cell = grid.cell(count, count, n % count, n / count);
        if dice.chance(black) {
            pen.block(cell, 0.0, BLACK);
            continue;
        }
        pen.block(cell, 0.0, WHITE);
        pen.border(cell, 0.0, 1.0, BLACK);
        if dice.chance(0.3) {
            number += 1;
            pen.text(&number.to_string(), (cell.x + 0.08 * side, cell.y + 0.08 * side), 0.2 * side, side, BLACK);
        }
        if dice.chance(filled) {
            let letter = char::from(b'A' + dice.below(26) as u8).to_string();
            pen.text_in(&letter, cell.center(), 0.45 * side, 0.7 * side, [20; 3]);
        }
    }
}

pub(crate) fn crossword(pen: &mut Pen, dice: &mut Dice, area: Area, _height: f32) {
    puzzle(pen, dice, area, 0.0);
}

pub(crate) fn half_filled(pen: &mut Pen, dice: &mut Dice, area: Area, _height: f32) {
    puzzle(pen, dice, area, 0.5);
}

pub(crate) fn sudoku(pen: &mut Pen, dice: &mut Dice, area: Area, _height: f32) {
    let palette = Palette::any(dice);
    pen.block(area, 0.0, palette.ground);
    let (grid, side) = squares(area, 9, 9);
    let given = dice.between(0.3, 1.0);
    for n in 0..81 {
        let cell = grid.cell(9, 9, n % 9, n / 9);
        pen.border(cell, 0.0, 1.0, palette.ink);
        if dice.chance(given) {
            pen.text_in(&dice.count(1..=9).to_string(), cell.center(), 0.5 * side, side, palette.ink);
        }
    }
    for n in 0..9 {
        pen.border(grid.cell(3, 3, n % 3, n / 3), 0.0, 3.0, palette.ink);
    }
}

pub(crate) fn calendar(pen: &mut Pen, dice: &mut Dice, area: Area, height: f32) {
    let palette = Palette::any(dice);
    pen.block(area, 0.0, palette.ground);
    let (head, rest) = area.cut(4.0 * height);
    pen.text_in(
        &format!("{} {}", capital(word(dice)), 2000 + dice.below(40)),
        head.center(),
        1.6 * height,
        head.w,
        palette.ink,
    );
    let days: [&str; 7] =
        if dice.chance(0.5) { ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"] } else { ["M", "T", "W", "T", "F", "S", "S"] };
    let first = dice.below(7) as usize;
    let dates = (1..=42usize).map(|n| n.checked_sub(first).filter(|date| (1..=31).contains(date)));
    let dates = dates.map(|date| date.map_or(String::new(), |date| date.to_string()));
    for (n, text) in days.into_iter().map(str::to_string).chain(dates).enumerate() {
        let cell = rest.cell(7, 7, n % 7, n / 7);
        if dice.chance(0.05) {
            pen.disk(cell.center(), 0.4 * cell.h.min(cell.w), palette.accent, 1.0);
        }
        pen.text_in(&text, cell.center(), (0.3 * cell.h).min(3.0 * height), 0.8 * cell.w, palette.ink);
    }
}

pub(crate) fn phone(pen: &mut Pen, dice: &mut Dice, area: Area, height: f32) {
    let palette = Palette::any(dice);
    pen.block(area, 0.0, palette.ground);
    let (grid, side) = squares(area, 3, 4);
    let says = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "*", "0", "#"];
    let below = ["", "ABC", "DEF", "GHI", "JKL", "MNO", "PQRS", "TUV", "WXYZ", "", "+", ""];
    for n in 0..12 {
        let (x, y) = grid.cell(3, 4, n % 3, n / 3).center();
        pen.disk((x, y), 0.42 * side, palette.panel, 1.0);
        pen.text_in(says[n], (x, y - 0.06 * side), 0.26 * side, side, palette.ink);
        pen.text_in(below[n], (x, y + 0.2 * side), (0.08 * side).max(0.6 * height), side, palette.ink);
    }
}

pub(crate) fn calculator(pen: &mut Pen, dice: &mut Dice, area: Area, _height: f32) {
    let palette = Palette::any(dice);
    pen.block(area, 0.0, palette.ground);
    let (display, rest) = area.cut(0.2 * area.h);
    pen.text_in(&dice.below(1_000_000).to_string(), display.center(), 0.4 * display.h, 0.9 * display.w, palette.ink);
    let rows: [&[&str]; 5] = [
        &["C", "%", "M", "/"],
        &["7", "8", "9", "*"],
        &["4", "5", "6", "-"],
        &["1", "2", "3", "+"],
        &["0", ".", "E", "="],
    ];
    keys(pen, rest, &rows, (palette.panel, palette.ink), 0.35);
}

/// Rows of keys, each shoved against the next.
pub(crate) fn keyboard(pen: &mut Pen, dice: &mut Dice, area: Area, height: f32) {
    let palette = Palette::any(dice);
    pen.block(area, 0.0, palette.ground);
    let rows = [("QWERTYUIOP", 0.0), ("ASDFGHJKL", 0.5), ("ZXCVBNM", 1.5)];
    let step = area.w / 10.0;
    let tall = (step * dice.between(0.9, 1.5)).min(area.h / 5.0);
    let top = area.bottom() - 4.2 * tall;
    pen.text(&capital(word(dice)), (area.x + height, top - 3.0 * height), height, area.w, palette.ink);
    for (row, (letters, shove)) in rows.iter().enumerate() {
        for (n, letter) in letters.chars().enumerate() {
            let x = area.x + (n as f32 + shove) * step;
            let key = Area::new(x, top + row as f32 * tall, step, tall).inset(0.06 * step);
            pen.block(key, 0.12 * step, palette.panel);
            pen.text_in(&letter.to_string(), key.center(), 0.32 * tall, 0.6 * step, palette.ink);
        }
    }
    let space = Area::new(area.x + 2.0 * step, top + 3.0 * tall, 6.0 * step, tall).inset(0.06 * step);
    pen.block(space, 0.12 * step, palette.panel);
}

pub(crate) fn elements(pen: &mut Pen, dice: &mut Dice, area: Area, _height: f32) {
    const ELEMENTS: &str = "H He Li Be B C N O F Ne Na Mg Al Si P S Cl Ar K Ca Sc Ti V Cr Mn Fe Co Ni Cu Zn Ga Ge As Se \
                            Br Kr Rb Sr Y Zr Nb Mo Tc Ru Rh Pd Ag Cd In Sn Sb Te I Xe";
    let palette = Palette::any(dice);
    pen.block(area, 0.0, palette.ground);
    let (grid, side) = squares(area, 18, 5);
    for (n, name) in ELEMENTS.split(' ').enumerate() {
        let (row, column) = match n {
            0 => (0, 0),
            1 => (0, 17),
            2..=3 => (1, n - 2),
            4..=9 => (1, n + 8),
            10..=11 => (2, n - 10),
            12..=17 => (2, n),
            _ => (3 + (n - 18) / 18, (n - 18) % 18),
        };
        let cell = grid.cell(18, 5, column, row).inset(0.03 * side);
        pen.block(cell, 0.0, hsl((column * 20) as f32, 0.4, 0.75));
        pen.text_in(name, cell.center(), 0.35 * side, 0.7 * side, BLACK);
        pen.text(&(n + 1).to_string(), (cell.x + 0.06 * side, cell.y + 0.06 * side), 0.14 * side, side, BLACK);
    }
}

/// A board of two colors; answers its cells.
fn checkered(pen: &mut Pen, dice: &mut Dice, area: Area) -> Vec<(Area, bool)> {
    let palette = Palette::any(dice);
    pen.block(area, 0.0, palette.ground);
    let hue = dice.between(0.0, 360.0);
    let (light, dark) = (hsl(hue, 0.3, 0.85), hsl(hue, 0.4, 0.45));
    let (grid, _) = squares(area, 8, 8);
    let cells: Vec<(Area, bool)> = (0..64).map(|n| (grid.cell(8, 8, n % 8, n / 8), (n % 8 + n / 8) % 2 == 1)).collect();
    for (cell, odd) in &cells {
        pen.block(*cell, 0.0, if *odd { dark } else { light });
    }
    for n in 0..8 {
        let (a, b) = (cells[n].0, cells[8 * n].0);
        let size = 0.16 * a.w;
        pen.text(&char::from(b'a' + n as u8).to_string(), (a.x + 0.8 * a.w, a.y + 0.02 * a.h), size, a.w, dark);
        pen.text(&(8 - n).to_string(), (b.x + 0.04 * b.w, b.y + 0.04 * b.h), size, b.w, dark);
    }
    cells
}

pub(crate) fn chess(pen: &mut Pen, dice: &mut Dice, area: Area, _height: f32) {
    let cells = checkered(pen, dice, area);
    let kept = dice.between(0.4, 1.0);
    for (n, (cell, _)) in cells.into_iter().enumerate() {
        let (row, column) = (n / 8, n % 8);
        if (2..6).contains(&row) != dice.chance(0.12) || dice.chance(1.0 - kept) {
            continue;
        }
        let color = if row < 4 { [24; 3] } else { [244; 3] };
        let ((x, y), s) = (cell.center(), cell.w);
        // A foot, a body and a head: the head tells the piece.
        pen.block(Area::new(x - 0.26 * s, y + 0.22 * s, 0.52 * s, 0.13 * s), 0.03 * s, color);
        pen.polygon(
            &[
                (x - 0.2 * s, y + 0.25 * s),
                (x - 0.08 * s, y - 0.1 * s),
                (x + 0.08 * s, y - 0.1 * s),
                (x + 0.2 * s, y + 0.25 * s),
            ],
            color,
            1.0,
        );
        match if row == 1 || row == 6 { 8 } else { column } {
            0 | 7 => pen.block(Area::new(x - 0.16 * s, y - 0.3 * s, 0.32 * s, 0.22 * s), 0.0, color),
            1 | 6 => pen.polygon(&[(x - 0.22 * s, y), (x, y - 0.34 * s), (x + 0.18 * s, y - 0.05 * s)], color, 1.0),
            2 | 5 => {
                pen.polygon(&[(x - 0.1 * s, y - 0.08 * s), (x, y - 0.36 * s), (x + 0.1 * s, y - 0.08 * s)], color, 1.0)
            }
            3 | 4 => {
                pen.block(Area::new(x - 0.04 * s, y - 0.4 * s, 0.08 * s, 0.3 * s), 0.0, color);
                pen.block(Area::new(x - 0.14 * s, y - 0.3 * s, 0.28 * s, 0.08 * s), 0.0, color);
            }
            _ => pen.disk((x, y - 0.14 * s), 0.13 * s, color, 1.0),
        }
    }
}

pub(crate) fn checkers(pen: &mut Pen, dice: &mut Dice, area: Area, _height: f32) {
    let cells = checkered(pen, dice, area);
    for (n, (cell, odd)) in cells.into_iter().enumerate() {
        if odd && !(24..40).contains(&n) && dice.chance(0.8) {
            let color = if n < 32 { [200, 40, 40] } else { [240; 3] };
            pen.disk(cell.center(), 0.4 * cell.w, mix(color, BLACK, 0.3), 1.0);
            pen.disk(cell.center(), 0.3 * cell.w, color, 1.0);
        }
    }
}

pub(crate) fn mines(pen: &mut Pen, dice: &mut Dice, area: Area, _height: f32) {
    pen.block(area, 0.0, [192; 3]);
    let (columns, rows) = (dice.count(8..=24), dice.count(8..=16));
    let (grid, side) = squares(area, columns, rows);
    for n in 0..columns * rows {
        let cell = grid.cell(columns, rows, n % columns, n / columns);
        match dice.below(10) {
            0..=3 => {
                pen.block(cell.inset(1.0), 0.0, [225; 3]);
                pen.block(cell.inset(0.1 * side), 0.0, [200; 3]);
                if dice.chance(0.12) {
                    let (x, y) = cell.center();
                    let flag = [(x, y - 0.25 * side), (x - 0.25 * side, y - 0.1 * side), (x, y)];
                    pen.polygon(&flag, [220, 20, 20], 1.0);
                    pen.line(&[(x, y - 0.25 * side), (x, y + 0.25 * side)], 0.06 * side, BLACK, 1.0);
                }
            }
            4..=6 => {
                let number = dice.count(1..=5);
                let color = hsl(number as f32 * 77.0, 0.9, 0.35);
                pen.border(cell, 0.0, 1.0, [150; 3]);
                pen.text_in(&number.to_string(), cell.center(), 0.5 * side, side, color);
            }
            _ => pen.border(cell, 0.0, 1.0, [150; 3]),
        }
    }
}

pub(crate) fn tiles_2048(pen: &mut Pen, dice: &mut Dice, area: Area, _height: f32) {
    pen.block(area, 0.0, [250, 248, 239]);
    let (grid, side) = squares(area, 4, 4);
    pen.block(grid.inset(-0.05 * side), 0.06 * side, [187, 173, 160]);
    for n in 0..16 {
        let cell = grid.cell(4, 4, n % 4, n / 4).inset(0.06 * side);
        let power = dice.below(11);
        pen.block(cell, 0.05 * side, hsl(40.0 - 4.0 * power as f32, 0.5, 0.85 - 0.03 * power as f32));
        if power > 0 {
            pen.text_in(&(1u32 << power).to_string(), cell.center(), 0.3 * side, 0.8 * cell.w, [100, 90, 80]);
        }
    }
}

pub(crate) fn solitaire(pen: &mut Pen, dice: &mut Dice, area: Area, _height: f32) {
    pen.block(area, 0.0, hsl(dice.between(100.0, 160.0), 0.5, 0.28));
    let ranks = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
    for column in 0..7 {
        let slot = area.cell(7, 1, column, 0);
        let (w, h) = (0.84 * slot.w, 1.18 * slot.w);
        for n in 0..dice.count(1..=8) {
            let card = Area::new(slot.x + 0.08 * slot.w, area.y + 0.25 * area.h + n as f32 * 0.24 * h, w, h);
            let color = if dice.chance(0.5) { [200, 20, 30] } else { BLACK };
            pen.block(card, 0.06 * w, WHITE);
            pen.border(card, 0.06 * w, 1.0, [120; 3]);
            let rank = *dice.pick(&ranks);
            pen.text(rank, (card.x + 0.07 * w, card.y + 0.06 * w), 0.16 * w, w, color);
            let (x, y) = (card.right() - 0.17 * w, card.y + 0.14 * w);
            pen.polygon(&[(x, y - 0.09 * w), (x + 0.07 * w, y), (x, y + 0.09 * w), (x - 0.07 * w, y)], color, 1.0);
        }
    }
}

/// Gems of some colors, as games of three in a row have them.
pub(crate) fn gems(pen: &mut Pen, dice: &mut Dice, area: Area, height: f32) {
    let back = hsl(dice.between(0.0, 360.0), 0.4, 0.2);
    ground(pen, dice, area, back, 5.0 * height, false);
    let (columns, rows) = (dice.count(5..=9), dice.count(5..=9));
    let (grid, side) = squares(area, columns, rows);
    for n in 0..columns * rows {
        let cell = grid.cell(columns, rows, n % columns, n / columns);
        pen.border(cell.inset(0.02 * side), 0.1 * side, 1.0, mix(back, WHITE, 0.3));
        icon(pen, dice, cell.center(), 0.36 * side);
    }
}

/// Seats by row and number: 12A, 12B.
pub(crate) fn seats(pen: &mut Pen, dice: &mut Dice, area: Area, _height: f32) {
    let palette = Palette::any(dice);
    pen.block(area, 0.0, palette.ground);
    let (columns, rows) = (dice.count(4..=7), dice.count(6..=10));
    let (grid, side) = squares(area, columns, rows);
    for n in 0..columns * rows {
        let cell = grid.cell(columns, rows, n % columns, n / columns).inset(0.08 * side);
        let taken = dice.chance(0.3);
        pen.block(cell, 0.2 * side, if taken { palette.panel } else { palette.accent });
        let seat = format!("{}{}", n / columns + 1, char::from(b'A' + (n % columns) as u8));
        let ink = if taken { palette.ink } else { palette.on_accent };
        pen.text_in(&seat, cell.center(), 0.28 * side, 0.8 * cell.w, ink);
    }
}
