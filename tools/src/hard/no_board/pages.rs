//! Lists, dialogs and other pages of text.

use crate::hard::apps::icon;
use crate::hard::background::{Detail, background};
use crate::hard::canvas::{Canvas, Region};
use crate::hard::colors::{BLACK, UiTheme, WHITE, hsl};
use crate::hard::random::Random;
use crate::hard::words::{button, capital, phrase, status, word};
use hexlex::pixels::{Point, mix};

/// Rows of letters that become smaller from top to bottom.
pub(crate) fn eye_chart(canvas: &mut Canvas, rng: &mut Random, region: Region, _height: f32) {
    let (back, ink) = if rng.chance(0.8) { (WHITE, BLACK) } else { (BLACK, WHITE) };
    canvas.block(region, 0.0, back);
    let mut y = region.y + 0.05 * region.height;
    let mut size = 0.16 * region.height;
    for row in 1..=9 {
        let letters: String = (0..row).map(|_| *rng.pick(&['C', 'D', 'E', 'F', 'L', 'O', 'P', 'T', 'Z'])).collect();
        let step = (1.9 * size).min(region.width / row as f32);
        for (n, letter) in letters.chars().enumerate() {
            let x = region.center().x + (n as f32 - (row - 1) as f32 / 2.0) * step;
            canvas.text_in(&letter.to_string(), Point::new(x, y + size / 2.0), size, step, ink);
        }
        y += 1.4 * size;
        size *= 0.75;
    }
}

/// A bar of menus with one of them open.
pub(crate) fn menu(canvas: &mut Canvas, rng: &mut Random, region: Region, height: f32) {
    let theme = UiTheme::random(rng);
    background(canvas, rng, region, theme.background, 10.0 * height, Detail::Any);
    let (bar, rest) = region.split_top(2.6 * height);
    canvas.block(bar, 0.0, theme.panel);
    for n in 0..8 {
        let x = bar.x + (1.0 + 7.0 * n as f32) * height;
        canvas.text(&capital(word(rng)), Point::new(x, bar.y + 0.8 * height), height, 6.5 * height, theme.ink);
    }
    let rows = rng.count(6..=16);
    let list =
        Region::new(region.x + rng.between(0.0, 0.5) * region.width, rest.y, 24.0 * height, rows as f32 * 2.6 * height);
    canvas.block(list, 4.0, theme.panel);
    canvas.border(list, 4.0, 1.0, mix(theme.panel, theme.ink, 0.4));
    let chosen = rng.count(0..=rows);
    for row in 0..rows {
        let line = list.cell(1, rows, 0, row);
        if row == chosen {
            canvas.block(line.inset(2.0), 3.0, theme.accent);
        }
        let ink = if row == chosen { theme.on_accent } else { theme.ink };
        icon(canvas, rng, Point::new(line.x + 1.8 * height, line.center().y), 0.7 * height);
        canvas.text(
            &phrase(rng, 1..=2),
            Point::new(line.x + 4.0 * height, line.y + 0.8 * height),
            height,
            13.0 * height,
            ink,
        );
        let key = format!("Ctrl+{}", rng.letter());
        canvas.text(&key, Point::new(line.right() - 6.0 * height, line.y + 0.8 * height), height, 6.0 * height, ink);
    }
}

/// A dialog with fields.
pub(crate) fn form(canvas: &mut Canvas, rng: &mut Random, region: Region, height: f32) {
    let theme = UiTheme::random(rng);
    background(canvas, rng, region, theme.background, 8.0 * height, Detail::Any);
    let plate = region.inset(0.1 * region.width.min(region.height));
    canvas.block(plate, 8.0, theme.panel);
    let rows = ((plate.height / (4.0 * height)) as usize).clamp(3, 10);
    for row in 0..rows {
        let line = plate.cell(1, rows, 0, row).inset(0.6 * height);
        canvas.text(
            &phrase(rng, 1..=2),
            Point::new(line.x, line.center().y - height / 2.0),
            height,
            0.35 * line.width,
            theme.ink,
        );
        let field =
            Region::new(line.x + 0.4 * line.width, line.center().y - 1.2 * height, 0.55 * line.width, 2.4 * height);
        match rng.below(4) {
            0 => {
                canvas.border(Region { width: field.height, ..field }, 3.0, 2.0, theme.ink);
                canvas.text(
                    &phrase(rng, 2..=4),
                    Point::new(field.x + 3.4 * height, field.y + 0.7 * height),
                    height,
                    field.width,
                    theme.ink,
                );
            }
            1 => {
                canvas.block(field, 0.3 * field.height, theme.accent);
                canvas.text_in(&button(rng), field.center(), height, field.width, theme.on_accent);
            }
            _ => {
                canvas.border(field, 3.0, 1.5, mix(theme.panel, theme.ink, 0.5));
                canvas.text(
                    &phrase(rng, 1..=4),
                    Point::new(field.x + height, field.y + 0.7 * height),
                    height,
                    field.width,
                    theme.ink,
                );
            }
        }
    }
}

/// A page that asks for letters between lines and specks.
pub(crate) fn captcha(canvas: &mut Canvas, rng: &mut Random, region: Region, height: f32) {
    let theme = UiTheme::random(rng);
    canvas.block(region, 0.0, theme.background);
    let Point { x, y } = region.center();
    let plate = Region::new(x - 14.0 * height, y - 5.0 * height, 28.0 * height, 7.0 * height);
    canvas.block(plate, 0.0, hsl(rng.between(0.0, 360.0), 0.3, 0.85));
    for n in 0..rng.count(5..=7) {
        let letter = rng.letter().to_string();
        let x = plate.x + (3.0 + 3.6 * n as f32) * height;
        let y = plate.center().y + rng.between(-1.0, 1.0) * height;
        let color = hsl(rng.between(0.0, 360.0), 0.6, 0.3);
        canvas.text_in(&letter, Point::new(x, y), height * rng.between(2.4, 3.6), 4.0 * height, color);
    }
    for _ in 0..rng.count(4..=14) {
        let mut end = || Point::new(plate.x + rng.between(0.0, plate.width), plate.y + rng.between(0.0, plate.height));
        let ends = [end(), end()];
        canvas.line(&ends, 2.0, hsl(rng.between(0.0, 360.0), 0.5, 0.4), 0.8);
    }
    canvas.text_in(&phrase(rng, 4..=7), Point::new(x, plate.y - 2.0 * height), height, region.width, theme.ink);
    let ok = Region::new(x - 5.0 * height, plate.bottom() + 2.0 * height, 10.0 * height, 3.0 * height);
    canvas.block(ok, 5.0, theme.accent);
    canvas.text_in(&button(rng), ok.center(), height, ok.width, theme.on_accent);
}

/// Pictures, names and last messages.
pub(crate) fn chats(canvas: &mut Canvas, rng: &mut Random, region: Region, height: f32) {
    let theme = UiTheme::random(rng);
    canvas.block(region, 0.0, theme.background);
    let rows = ((region.height / (5.0 * height)) as usize).max(2);
    for row in 0..rows {
        let line = region.cell(1, rows, 0, row);
        let name = capital(word(rng));
        let center = Point::new(line.x + 3.0 * height, line.center().y);
        canvas.disk(center, 1.7 * height, hsl(rng.between(0.0, 360.0), 0.5, 0.45), 1.0);
        canvas.text_in(&name[..1], center, 1.4 * height, 3.0 * height, WHITE);
        canvas.text(
            &name,
            Point::new(line.x + 6.0 * height, line.y + 0.8 * height),
            1.1 * height,
            line.width,
            theme.ink,
        );
        let last = Point::new(line.x + 6.0 * height, line.y + 2.9 * height);
        canvas.text(
            &phrase(rng, 3..=9),
            last,
            0.9 * height,
            line.width - 12.0 * height,
            mix(theme.ink, theme.background, 0.4),
        );
    }
}

/// A table of names and numbers.
pub(crate) fn scores(canvas: &mut Canvas, rng: &mut Random, region: Region, height: f32) {
    let theme = UiTheme::random(rng);
    canvas.block(region, 0.0, theme.background);
    let rows = ((region.height / (2.6 * height)) as usize).max(3);
    for row in 0..rows {
        let line = region.cell(1, rows, 0, row);
        if row % 2 == 1 {
            canvas.block(line, 0.0, theme.panel);
        }
        let heads = ["W", "L", "D", "P", "GF"];
        for column in 0..6 {
            let text = match (row, column) {
                (0, 0) => "Team".to_string(),
                (0, n) => heads[n - 1].to_string(),
                (n, 0) => format!("{n}. {}", capital(word(rng))),
                _ => rng.below(100).to_string(),
            };
            canvas.text_in(&text, line.cell(6, 1, column, 0).center(), height, 0.9 * line.width / 6.0, theme.ink);
        }
    }
}

/// A game without its board: panels, and an empty field or one of empty cells.
pub(crate) fn empty_frame(canvas: &mut Canvas, rng: &mut Random, region: Region, height: f32) {
    let theme = UiTheme::random(rng);
    background(canvas, rng, region, theme.background, 6.0 * height, Detail::Any);
    let (top, rest) = region.split_top(5.0 * height);
    canvas.block(top, 0.0, theme.panel);
    for n in 0..3 {
        canvas.text_in(&status(rng), top.cell(3, 1, n, 0).center(), 1.3 * height, 0.3 * top.width, theme.ink);
    }
    let (side, field) = rest.split_left(0.25 * rest.width);
    for n in 0..6 {
        let plate = side.cell(1, 6, 0, n).inset(height);
        canvas.block(plate, 6.0, theme.accent);
        canvas.text_in(&button(rng), plate.center(), height, 0.9 * plate.width, theme.on_accent);
    }
    let field = field.inset(2.0 * height);
    canvas.border(field, 10.0, 4.0, theme.ink);
    if rng.chance(0.6) {
        let (columns, rows) = (rng.count(4..=8), rng.count(4..=8));
        for n in 0..columns * rows {
            let cell = field.cell(columns, rows, n % columns, n / columns);
            canvas.border(
                cell.inset(0.05 * cell.width.min(cell.height)),
                4.0,
                1.5,
                mix(theme.background, theme.ink, 0.4),
            );
        }
    }
    if rng.chance(0.5) {
        canvas.text_in("GAME OVER", field.center(), 3.0 * height, field.width, theme.accent);
    }
}
