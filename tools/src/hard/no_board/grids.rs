//! Lattices of letters, numbers or keys that are not letter boards.

use crate::hard::canvas::{Canvas, Region};
use crate::hard::colors::{BLACK, UiTheme, WHITE, hsl};
use crate::hard::random::Random;
use crate::hard::words::{capital, word};
use hexlex::pixels::Point;

/// Rows of keys with their labels, which are `size` high in parts of a key's height.
fn keys(canvas: &mut Canvas, region: Region, rows: &[&[&str]], theme: UiTheme, size: f32) {
    for (row, keys) in rows.iter().enumerate() {
        for (column, key) in keys.iter().enumerate() {
            let cell = region.cell(keys.len(), rows.len(), column, row);
            let plate = cell.inset(0.06 * cell.width.min(cell.height));
            canvas.block(plate, 0.12 * plate.height, theme.panel);
            canvas.text_in(key, plate.center(), size * plate.height, 0.8 * plate.width, theme.ink);
        }
    }
}

/// A crossword of `count` rows, of which this share of the cells has a letter.
pub(crate) fn puzzle(canvas: &mut Canvas, rng: &mut Random, region: Region, count: usize, filled: f32) {
    canvas.block(region, 0.0, UiTheme::random(rng).background);
    let (grid, side) = region.square_grid(count, count);
    let black = rng.between(0.15, 0.35);
    let mut number = 0;
    for n in 0..count * count {
        let cell = grid.cell(count, count, n % count, n / count);
        if rng.chance(black) {
            canvas.block(cell, 0.0, BLACK);
            continue;
        }
        canvas.block(cell, 0.0, WHITE);
        canvas.border(cell, 0.0, 1.0, BLACK);
        if rng.chance(0.3) {
            number += 1;
            canvas.text(
                &number.to_string(),
                Point::new(cell.x + 0.08 * side, cell.y + 0.08 * side),
                0.2 * side,
                side,
                BLACK,
            );
        }
        if rng.chance(filled) {
            let letter = rng.letter().to_string();
            canvas.text_in(&letter, cell.center(), 0.45 * side, 0.7 * side, [20; 3]);
        }
    }
}

pub(crate) fn crossword(canvas: &mut Canvas, rng: &mut Random, region: Region, _height: f32) {
    let count = rng.count(9..=17);
    puzzle(canvas, rng, region, count, 0.0);
}

pub(crate) fn half_filled(canvas: &mut Canvas, rng: &mut Random, region: Region, _height: f32) {
    let count = rng.count(9..=17);
    puzzle(canvas, rng, region, count, 0.5);
}

pub(crate) fn sudoku(canvas: &mut Canvas, rng: &mut Random, region: Region, _height: f32) {
    let theme = UiTheme::random(rng);
    canvas.block(region, 0.0, theme.background);
    let (grid, side) = region.square_grid(9, 9);
    let given = rng.between(0.3, 1.0);
    for n in 0..81 {
        let cell = grid.cell(9, 9, n % 9, n / 9);
        canvas.border(cell, 0.0, 1.0, theme.ink);
        if rng.chance(given) {
            canvas.text_in(&rng.count(1..=9).to_string(), cell.center(), 0.5 * side, side, theme.ink);
        }
    }
    for n in 0..9 {
        canvas.border(grid.cell(3, 3, n % 3, n / 3), 0.0, 3.0, theme.ink);
    }
}

pub(crate) fn calendar(canvas: &mut Canvas, rng: &mut Random, region: Region, height: f32) {
    let theme = UiTheme::random(rng);
    canvas.block(region, 0.0, theme.background);
    let (head, rest) = region.split_top(4.0 * height);
    canvas.text_in(
        &format!("{} {}", capital(word(rng)), 2000 + rng.below(40)),
        head.center(),
        1.6 * height,
        head.width,
        theme.ink,
    );
    let days: [&str; 7] =
        if rng.chance(0.5) { ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"] } else { ["M", "T", "W", "T", "F", "S", "S"] };
    let first = rng.below(7) as usize;
    let dates = (1..=42usize).map(|n| n.checked_sub(first).filter(|date| (1..=31).contains(date)));
    let dates = dates.map(|date| date.map_or(String::new(), |date| date.to_string()));
    for (n, text) in days.into_iter().map(str::to_string).chain(dates).enumerate() {
        let cell = rest.cell(7, 7, n % 7, n / 7);
        if rng.chance(0.05) {
            canvas.disk(cell.center(), 0.4 * cell.height.min(cell.width), theme.accent, 1.0);
        }
        canvas.text_in(&text, cell.center(), (0.3 * cell.height).min(3.0 * height), 0.8 * cell.width, theme.ink);
    }
}

pub(crate) fn phone(canvas: &mut Canvas, rng: &mut Random, region: Region, height: f32) {
    let theme = UiTheme::random(rng);
    canvas.block(region, 0.0, theme.background);
    let (grid, side) = region.square_grid(3, 4);
    let keys = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "*", "0", "#"];
    let letters = ["", "ABC", "DEF", "GHI", "JKL", "MNO", "PQRS", "TUV", "WXYZ", "", "+", ""];
    for n in 0..12 {
        let center = grid.cell(3, 4, n % 3, n / 3).center();
        canvas.disk(center, 0.42 * side, theme.panel, 1.0);
        canvas.text_in(keys[n], Point::new(center.x, center.y - 0.06 * side), 0.26 * side, side, theme.ink);
        canvas.text_in(
            letters[n],
            Point::new(center.x, center.y + 0.2 * side),
            (0.08 * side).max(0.6 * height),
            side,
            theme.ink,
        );
    }
}

pub(crate) fn calculator(canvas: &mut Canvas, rng: &mut Random, region: Region, _height: f32) {
    let theme = UiTheme::random(rng);
    canvas.block(region, 0.0, theme.background);
    let (display, rest) = region.split_top(0.2 * region.height);
    canvas.text_in(
        &rng.below(1_000_000).to_string(),
        display.center(),
        0.4 * display.height,
        0.9 * display.width,
        theme.ink,
    );
    let rows: [&[&str]; 5] = [
        &["C", "%", "M", "/"],
        &["7", "8", "9", "*"],
        &["4", "5", "6", "-"],
        &["1", "2", "3", "+"],
        &["0", ".", "E", "="],
    ];
    keys(canvas, rest, &rows, theme, 0.35);
}

/// The keyboard of a phone: rows of keys, each row offset against the next.
pub(crate) fn keyboard(canvas: &mut Canvas, rng: &mut Random, region: Region, height: f32) {
    let theme = UiTheme::random(rng);
    canvas.block(region, 0.0, theme.background);
    let rows = [("QWERTYUIOP", 0.0), ("ASDFGHJKL", 0.5), ("ZXCVBNM", 1.5)];
    let step = region.width / 10.0;
    let tall = (step * rng.between(0.9, 1.5)).min(region.height / 5.0);
    let top = region.bottom() - 4.2 * tall;
    canvas.text(
        &capital(word(rng)),
        Point::new(region.x + height, top - 3.0 * height),
        height,
        region.width,
        theme.ink,
    );
    for (row, (letters, offset)) in rows.iter().enumerate() {
        for (n, letter) in letters.chars().enumerate() {
            let x = region.x + (n as f32 + offset) * step;
            let key = Region::new(x, top + row as f32 * tall, step, tall).inset(0.06 * step);
            canvas.block(key, 0.12 * step, theme.panel);
            canvas.text_in(&letter.to_string(), key.center(), 0.32 * tall, 0.6 * step, theme.ink);
        }
    }
    let space = Region::new(region.x + 2.0 * step, top + 3.0 * tall, 6.0 * step, tall).inset(0.06 * step);
    canvas.block(space, 0.12 * step, theme.panel);
}

pub(crate) fn elements(canvas: &mut Canvas, rng: &mut Random, region: Region, _height: f32) {
    const ELEMENTS: &str = "H He Li Be B C N O F Ne Na Mg Al Si P S Cl Ar K Ca Sc Ti V Cr Mn Fe Co Ni Cu Zn Ga Ge As Se \
                            Br Kr Rb Sr Y Zr Nb Mo Tc Ru Rh Pd Ag Cd In Sn Sb Te I Xe";
    let theme = UiTheme::random(rng);
    canvas.block(region, 0.0, theme.background);
    let (grid, side) = region.square_grid(18, 5);
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
        canvas.block(cell, 0.0, hsl((column * 20) as f32, 0.4, 0.75));
        canvas.text_in(name, cell.center(), 0.35 * side, 0.7 * side, BLACK);
        canvas.text(
            &(n + 1).to_string(),
            Point::new(cell.x + 0.06 * side, cell.y + 0.06 * side),
            0.14 * side,
            side,
            BLACK,
        );
    }
}

/// Seats by row and letter: 12A, 12B.
pub(crate) fn seats(canvas: &mut Canvas, rng: &mut Random, region: Region, _height: f32) {
    let theme = UiTheme::random(rng);
    canvas.block(region, 0.0, theme.background);
    let (columns, rows) = (rng.count(4..=7), rng.count(6..=10));
    let (grid, side) = region.square_grid(columns, rows);
    for n in 0..columns * rows {
        let cell = grid.cell(columns, rows, n % columns, n / columns).inset(0.08 * side);
        let taken = rng.chance(0.3);
        canvas.block(cell, 0.2 * side, if taken { theme.panel } else { theme.accent });
        let seat = format!("{}{}", n / columns + 1, char::from(b'A' + (n % columns) as u8));
        let ink = if taken { theme.ink } else { theme.on_accent };
        canvas.text_in(&seat, cell.center(), 0.28 * side, 0.8 * cell.width, ink);
    }
}
