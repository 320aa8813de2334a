//! Lists, dialogs and other text that is no board.

use crate::apps::icon;
use crate::colors::{BLACK, Palette, WHITE, hsl};
use crate::dice::Dice;
use crate::ground::ground;
use crate::pen::{Area, Pen};
use crate::words::{button, capital, phrase, status, word};
use hexlex::pixels::mix;

/// Rows of letters that become smaller from top to bottom.
pub(crate) fn eye_chart(pen: &mut Pen, dice: &mut Dice, area: Area, _height: f32) {
    let (back, ink) = if dice.chance(0.8) { (WHITE, BLACK) } else { (BLACK, WHITE) };
    pen.block(area, 0.0, back);
    let mut y = area.y + 0.05 * area.h;
    let mut size = 0.16 * area.h;
    for row in 1..=9 {
        let letters: String = (0..row).map(|_| *dice.pick(&['C', 'D', 'E', 'F', 'L', 'O', 'P', 'T', 'Z'])).collect();
        let step = (1.9 * size).min(area.w / row as f32);
        for (n, letter) in letters.chars().enumerate() {
            let x = area.center().0 + (n as f32 - (row - 1) as f32 / 2.0) * step;
            pen.text_in(&letter.to_string(), (x, y + size / 2.0), size, step, ink);
        }
        y += 1.4 * size;
        size *= 0.75;
    }
}

/// A bar of menus with one of them open.
pub(crate) fn menu(pen: &mut Pen, dice: &mut Dice, area: Area, height: f32) {
    let palette = Palette::any(dice);
    ground(pen, dice, area, palette.ground, 10.0 * height, false);
    let (bar, rest) = area.cut(2.6 * height);
    pen.block(bar, 0.0, palette.panel);
    for n in 0..8 {
        let x = bar.x + (1.0 + 7.0 * n as f32) * height;
        pen.text(&capital(word(dice)), (x, bar.y + 0.8 * height), height, 6.5 * height, palette.ink);
    }
    let rows = dice.count(6..=16);
    let list = Area::new(area.x + dice.between(0.0, 0.5) * area.w, rest.y, 24.0 * height, rows as f32 * 2.6 * height);
    pen.block(list, 4.0, palette.panel);
    pen.border(list, 4.0, 1.0, mix(palette.panel, palette.ink, 0.4));
    let chosen = dice.count(0..=rows);
    for row in 0..rows {
        let line = list.cell(1, rows, 0, row);
        if row == chosen {
            pen.block(line.inset(2.0), 3.0, palette.accent);
        }
        let ink = if row == chosen { palette.on_accent } else { palette.ink };
        icon(pen, dice, (line.x + 1.8 * height, line.center().1), 0.7 * height);
        pen.text(&phrase(dice, 1..=2), (line.x + 4.0 * height, line.y + 0.8 * height), height, 13.0 * height, ink);
        let key = format!("Ctrl+{}", char::from(b'A' + dice.below(26) as u8));
        pen.text(&key, (line.right() - 6.0 * height, line.y + 0.8 * height), height, 6.0 * height, ink);
    }
}

/// A dialog with fields.
pub(crate) fn form(pen: &mut Pen, dice: &mut Dice, area: Area, height: f32) {
    let palette = Palette::any(dice);
    ground(pen, dice, area, palette.ground, 8.0 * height, false);
    let plate = area.inset(0.1 * area.w.min(area.h));
    pen.block(plate, 8.0, palette.panel);
    let rows = ((plate.h / (4.0 * height)) as usize).clamp(3, 10);
    for row in 0..rows {
        let line = plate.cell(1, rows, 0, row).inset(0.6 * height);
        pen.text(&phrase(dice, 1..=2), (line.x, line.center().1 - height / 2.0), height, 0.35 * line.w, palette.ink);
        let field = Area::new(line.x + 0.4 * line.w, line.center().1 - 1.2 * height, 0.55 * line.w, 2.4 * height);
        match dice.below(4) {
            0 => {
                pen.border(Area { w: field.h, ..field }, 3.0, 2.0, palette.ink);
                pen.text(
                    &phrase(dice, 2..=4),
                    (field.x + 3.4 * height, field.y + 0.7 * height),
                    height,
                    field.w,
                    palette.ink,
                );
            }
            1 => {
                pen.block(field, 0.3 * field.h, palette.accent);
                pen.text_in(&button(dice), field.center(), height, field.w, palette.on_accent);
            }
            _ => {
                pen.border(field, 3.0, 1.5, mix(palette.panel, palette.ink, 0.5));
                pen.text(
                    &phrase(dice, 1..=4),
                    (field.x + height, field.y + 0.7 * height),
                    height,
                    field.w,
                    palette.ink,
                );
            }
        }
    }
}

/// A page that asks for letters between lines and specks.
pub(crate) fn captcha(pen: &mut Pen, dice: &mut Dice, area: Area, height: f32) {
    let palette = Palette::any(dice);
    pen.block(area, 0.0, palette.ground);
    let (x, y) = area.center();
    let plate = Area::new(x - 14.0 * height, y - 5.0 * height, 28.0 * height, 7.0 * height);
    pen.block(plate, 0.0, hsl(dice.between(0.0, 360.0), 0.3, 0.85));
    for n in 0..dice.count(5..=7) {
        let letter = char::from(b'A' + dice.below(26) as u8).to_string();
        let at = (plate.x + (3.0 + 3.6 * n as f32) * height, plate.center().1 + dice.between(-1.0, 1.0) * height);
        let color = hsl(dice.between(0.0, 360.0), 0.6, 0.3);
        pen.text_in(&letter, at, height * dice.between(2.4, 3.6), 4.0 * height, color);
    }
    for _ in 0..dice.count(4..=14) {
        let mut end = || (plate.x + dice.between(0.0, plate.w), plate.y + dice.between(0.0, plate.h));
        let ends = [end(), end()];
        pen.line(&ends, 2.0, hsl(dice.between(0.0, 360.0), 0.5, 0.4), 0.8);
    }
    pen.text_in(&phrase(dice, 4..=7), (x, plate.y - 2.0 * height), height, area.w, palette.ink);
    let ok = Area::new(x - 5.0 * height, plate.bottom() + 2.0 * height, 10.0 * height, 3.0 * height);
    pen.block(ok, 5.0, palette.accent);
    pen.text_in(&button(dice), ok.center(), height, ok.w, palette.on_accent);
}

/// Faces, names and last lines.
pub(crate) fn chats(pen: &mut Pen, dice: &mut Dice, area: Area, height: f32) {
    let palette = Palette::any(dice);
    pen.block(area, 0.0, palette.ground);
    let rows = ((area.h / (5.0 * height)) as usize).max(2);
    for row in 0..rows {
        let line = area.cell(1, rows, 0, row);
        let name = capital(word(dice));
        let at = (line.x + 3.0 * height, line.center().1);
        pen.disk(at, 1.7 * height, hsl(dice.between(0.0, 360.0), 0.5, 0.45), 1.0);
        pen.text_in(&name[..1], at, 1.4 * height, 3.0 * height, WHITE);
        pen.text(&name, (line.x + 6.0 * height, line.y + 0.8 * height), 1.1 * height, line.w, palette.ink);
        let last = (line.x + 6.0 * height, line.y + 2.9 * height);
        pen.text(
            &phrase(dice, 3..=9),
            last,
            0.9 * height,
            line.w - 12.0 * height,
            mix(palette.ink, palette.ground, 0.4),
        );
    }
}

/// Names, numbers and marks in columns.
pub(crate) fn scores(pen: &mut Pen, dice: &mut Dice, area: Area, height: f32) {
    let palette = Palette::any(dice);
    pen.block(area, 0.0, palette.ground);
    let rows = ((area.h / (2.6 * height)) as usize).max(3);
    for row in 0..rows {
        let line = area.cell(1, rows, 0, row);
        if row % 2 == 1 {
            pen.block(line, 0.0, palette.panel);
        }
        let marks = ["W", "L", "D", "P", "GF"];
        for column in 0..6 {
            let text = match (row, column) {
                (0, 0) => "Team".to_string(),
                (0, n) => marks[n - 1].to_string(),
                (n, 0) => format!("{n}. {}", capital(word(dice))),
                _ => dice.below(100).to_string(),
            };
            pen.text_in(&text, line.cell(6, 1, column, 0).center(), height, 0.9 * line.w / 6.0, palette.ink);
        }
    }
}

/// A game between two boards: its frame, its panels, an empty field.
pub(crate) fn empty_frame(pen: &mut Pen, dice: &mut Dice, area: Area, height: f32) {
    let palette = Palette::any(dice);
    ground(pen, dice, area, palette.ground, 6.0 * height, false);
    let (top, rest) = area.cut(5.0 * height);
    pen.block(top, 0.0, palette.panel);
    for n in 0..3 {
        pen.text_in(&status(dice), top.cell(3, 1, n, 0).center(), 1.3 * height, 0.3 * top.w, palette.ink);
    }
    let (side, field) = rest.cut_left(0.25 * rest.w);
    for n in 0..6 {
        let plate = side.cell(1, 6, 0, n).inset(height);
        pen.block(plate, 6.0, palette.accent);
        pen.text_in(&button(dice), plate.center(), height, 0.9 * plate.w, palette.on_accent);
    }
    let field = field.inset(2.0 * height);
    pen.border(field, 10.0, 4.0, palette.ink);
    if dice.chance(0.6) {
        let (columns, rows) = (dice.count(4..=8), dice.count(4..=8));
        for n in 0..columns * rows {
            let cell = field.cell(columns, rows, n % columns, n / columns);
            pen.border(cell.inset(0.05 * cell.w.min(cell.h)), 4.0, 1.5, mix(palette.ground, palette.ink, 0.4));
        }
    }
    if dice.chance(0.5) {
        pen.text_in("GAME OVER", field.center(), 3.0 * height, field.w, palette.accent);
    }
}
