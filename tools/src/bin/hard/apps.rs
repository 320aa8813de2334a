//! What other programs show: behind the game on a desktop, and alone where there is no board.

use crate::colors::{Palette, WHITE, hsl, is_light};
use crate::dice::Dice;
use crate::ground::photograph;
use crate::pen::{Area, Pen};
use crate::words::{capital, phrase, word};
use hexlex::pixels::mix;

/// Draws a program's content into an area, with text of this height.
pub(crate) type App = fn(&mut Pen, &mut Dice, Area, f32);

/// Programs that a desktop may show beside a game.
pub(crate) const USUAL: [App; 6] = [prose, code, terminal, numbers, files, page];

/// Lines of text from the top down; `line` makes each.
fn lines(pen: &mut Pen, area: Area, height: f32, ink: [u8; 3], mut line: impl FnMut(usize) -> (f32, String)) {
    /// The distance of lines, in heights of capitals.
    const STEP: f32 = 2.1;
    for n in 0..((area.h / (STEP * height)) as usize).saturating_sub(1) {
        let (indent, text) = line(n);
        let at = (area.x + indent * height, area.y + (n as f32 + 0.5) * STEP * height);
        pen.text(&text, at, height, area.w - indent * height, ink);
    }
}

/// Running text with paragraphs.
pub(crate) fn prose(pen: &mut Pen, dice: &mut Dice, area: Area, height: f32) {
    let palette = Palette::any(dice);
    pen.block(area, 0.0, palette.ground);
    column_of_text(pen, dice, area.inset(2.0 * height), height, palette);
}

/// Running text in two columns.
pub(crate) fn two_columns(pen: &mut Pen, dice: &mut Dice, area: Area, height: f32) {
    let palette = Palette::any(dice);
    pen.block(area, 0.0, palette.ground);
    for n in 0..2 {
        column_of_text(pen, dice, area.cell(2, 1, n, 0).inset(1.5 * height), height, palette);
    }
}

fn column_of_text(pen: &mut Pen, dice: &mut Dice, area: Area, height: f32, palette: Palette) {
    lines(pen, area, height, palette.ink, |_| match dice.below(9) {
        0 => (0.0, String::new()),
        1 => (0.0, phrase(dice, 2..=6) + "."),
        _ => (0.0, phrase(dice, 12..=24)),
    });
}

/// Source code with line numbers.
pub(crate) fn code(pen: &mut Pen, dice: &mut Dice, area: Area, height: f32) {
    let palette = Palette::any(dice);
    pen.block(area, 0.0, palette.ground);
    let (gutter, text) = area.inset(height).cut_left(5.0 * height);
    let first = dice.count(1..=400);
    lines(pen, gutter, height, mix(palette.ink, palette.ground, 0.5), |n| (0.0, (first + n).to_string()));
    let mut depth = 0usize;
    lines(pen, text, height, palette.ink, |_| {
        let indent = depth as f32 * 3.0;
        let (a, b) = (word(dice), word(dice));
        let says = match dice.below(7) {
            0 if depth < 4 => {
                depth += 1;
                format!("fn {a}_{b}({}: usize) {{", word(dice))
            }
            1 | 2 if depth > 0 => {
                depth -= 1;
                "}".to_string()
            }
            3 => String::new(),
            4 => format!("let {a} = {b}.{}({});", word(dice), dice.below(99)),
            5 => format!("// {}", phrase(dice, 3..=8)),
            _ => format!("{a}.{b}(&{}, {:?});", word(dice), word(dice)),
        };
        (indent, says)
    });
}

/// A terminal with a listing.
pub(crate) fn terminal(pen: &mut Pen, dice: &mut Dice, area: Area, height: f32) {
    let (back, ink) = (hsl(dice.between(0.0, 360.0), 0.2, 0.08), hsl(dice.between(60.0, 160.0), 0.5, 0.75));
    pen.block(area, 0.0, back);
    lines(pen, area.inset(height), height, ink, |_| {
        let says = match dice.below(5) {
            0 => format!("$ {} --{} {}/{}", word(dice), word(dice), word(dice), word(dice)),
            1 => format!("[{:02}:{:02}:{:02}] {}", dice.below(24), dice.below(60), dice.below(60), phrase(dice, 3..=9)),
            _ => {
                let size = dice.below(90_000);
                format!("-rw-r--r-- 1 user user {size:>6} Jan {:>2} {}.{}", dice.count(1..=28), word(dice), word(dice))
            }
        };
        (0.0, says)
    });
}

/// A table; `says` fills its cells.
fn table(pen: &mut Pen, dice: &mut Dice, area: Area, height: f32, says: &mut dyn FnMut(&mut Dice) -> String) {
    let light = dice.chance(0.8);
    let (back, ink) = if light { (WHITE, [30; 3]) } else { ([30; 3], [220; 3]) };
    pen.block(area, 0.0, back);
    let line = mix(back, ink, 0.2);
    let (w, h) = (height * dice.between(4.5, 8.0), height * dice.between(2.0, 2.8));
    let (columns, rows) = ((area.w / w) as usize, (area.h / h) as usize);
    for row in 0..rows {
        for column in 0..columns {
            let cell = Area::new(area.x + column as f32 * w, area.y + row as f32 * h, w, h);
            pen.border(cell, 0.0, 1.0, line);
            let text = match (row, column) {
                (0, 0) => String::new(),
                (0, n) => char::from(b'A' + ((n - 1) % 26) as u8).to_string(),
                (n, 0) => n.to_string(),
                _ if dice.chance(0.12) => String::new(),
                _ => says(dice),
            };
            if row == 0 || column == 0 {
                pen.block(cell.inset(1.0), 0.0, mix(back, ink, 0.1));
            }
            pen.text_in(&text, cell.center(), height, 0.9 * w, ink);
        }
    }
}

/// A spreadsheet of numbers.
pub(crate) fn numbers(pen: &mut Pen, dice: &mut Dice, area: Area, height: f32) {
    let digits = dice.below(3);
    table(pen, dice, area, height, &mut |dice| match digits {
        0 => dice.below(100).to_string(),
        1 => format!("{}.{:02}", dice.below(500), dice.below(100)),
        _ => dice.below(100_000).to_string(),
    });
}

/// A spreadsheet of short words.
pub(crate) fn short_words(pen: &mut Pen, dice: &mut Dice, area: Area, height: f32) {
    const SHORT: [&str; 14] =
        ["yes", "no", "OK", "n/a", "kg", "USD", "EUR", "Mon", "Tue", "Jan", "Feb", "low", "high", "mid"];
    table(pen, dice, area, height, &mut |dice| {
        if dice.chance(0.7) { dice.pick(&SHORT).to_string() } else { capital(word(dice)) }
    });
}

/// Icons with names below, as in a file manager or on a desktop.
pub(crate) fn files(pen: &mut Pen, dice: &mut Dice, area: Area, height: f32) {
    let palette = Palette::any(dice);
    pen.block(area, 0.0, palette.ground);
    icons(pen, dice, area.inset(height), height, palette.ink);
}

/// Icons on a lattice, each with its name.
pub(crate) fn icons(pen: &mut Pen, dice: &mut Dice, area: Area, height: f32, ink: [u8; 3]) {
    let step = 9.0 * height;
    for row in 0..(area.h / step) as usize {
        for column in 0..(area.w / step) as usize {
            if dice.chance(0.15) {
                continue;
            }
            let (x, y) = (area.x + (column as f32 + 0.5) * step, area.y + (row as f32 + 0.4) * step);
            icon(pen, dice, (x, y), 2.2 * height);
            pen.text_in(&capital(word(dice)), (x, y + 3.6 * height), height, 0.9 * step, ink);
        }
    }
}

/// A little picture of this radius.
pub(crate) fn icon(pen: &mut Pen, dice: &mut Dice, (x, y): (f32, f32), radius: f32) {
    let color = hsl(dice.between(0.0, 360.0), 0.6, dice.between(0.35, 0.6));
    let over = if is_light(color) { mix(color, [0; 3], 0.6) } else { WHITE };
    let plate = Area::new(x - radius, y - radius, 2.0 * radius, 2.0 * radius);
    match dice.below(3) {
        0 => pen.disk((x, y), radius, color, 1.0),
        1 => pen.block(plate, 0.4 * radius, color),
        _ => pen.block(Area { w: 1.5 * radius, ..plate }, 0.1 * radius, color),
    }
    let r = 0.5 * radius;
    match dice.below(5) {
        0 => pen.disk((x, y), r, over, 1.0),
        1 => pen.polygon(&[(x - r, y + r), (x, y - r), (x + r, y + r)], over, 1.0),
        2 => pen.line(&[(x - r, y), (x - 0.3 * r, y + 0.7 * r), (x + r, y - 0.7 * r)], 0.25 * radius, over, 1.0),
        3 => (0..3).for_each(|n| {
            let at = y + (n as f32 - 1.0) * 0.8 * r;
            pen.line(&[(x - r, at), (x + r, at)], 0.18 * radius, over, 1.0);
        }),
        _ => pen.border(plate.inset(0.5 * radius), 0.2 * r, 0.2 * radius, over),
    }
}

/// A page of a browser: a heading, a picture, text beside it.
pub(crate) fn page(pen: &mut Pen, dice: &mut Dice, area: Area, height: f32) {
    let palette = Palette::any(dice);
    pen.block(area, 0.0, palette.ground);
    let (bar, rest) = area.cut(3.0 * height);
    pen.block(bar, 0.0, palette.panel);
    pen.text(
        &format!("https://{}.example/{}", word(dice), word(dice)),
        (bar.x + 4.0 * height, bar.y + height),
        height,
        bar.w,
        palette.ink,
    );
    let (head, rest) = rest.inset(1.5 * height).cut(4.0 * height);
    pen.text(&phrase(dice, 3..=6), (head.x, head.y), 1.8 * height, head.w, palette.ink);
    let (picture, text) = rest.cut_left(0.4 * rest.w);
    let picture = Area { h: picture.h * 0.6, w: picture.w - height, ..picture };
    let color = hsl(dice.between(0.0, 360.0), 0.4, 0.5);
    photograph(pen, dice, picture, color, 5.0 * height);
    column_of_text(pen, dice, text, height, palette);
}

/// A window with a title bar around a program.
pub(crate) fn window(pen: &mut Pen, dice: &mut Dice, area: Area, height: f32, app: App) {
    let inside = frame(pen, dice, area, height);
    app(pen, dice, inside, height);
}

/// The frame of a window; answers what is inside.
pub(crate) fn frame(pen: &mut Pen, dice: &mut Dice, area: Area, height: f32) -> Area {
    let palette = Palette::any(dice);
    pen.block(Area::new(area.x + 3.0, area.y + 3.0, area.w, area.h), 0.0, mix(palette.ground, [0; 3], 0.7));
    pen.block(area, 0.0, palette.panel);
    pen.border(area, 0.0, 1.0, mix(palette.panel, palette.ink, 0.3));
    let (bar, inside) = area.inset(1.0).cut(2.8 * height);
    pen.text(&phrase(dice, 1..=4), (bar.x + height, bar.y + 0.9 * height), height, 0.7 * bar.w, palette.ink);
    for n in 0..3 {
        let (x, y) = (bar.right() - (2.0 + 3.2 * n as f32) * height, bar.center().1);
        let r = 0.5 * height;
        match n {
            0 => {
                pen.line(&[(x - r, y - r), (x + r, y + r)], 1.5, palette.ink, 1.0);
                pen.line(&[(x + r, y - r), (x - r, y + r)], 1.5, palette.ink, 1.0);
            }
            1 => pen.border(Area::new(x - r, y - r, 2.0 * r, 2.0 * r), 0.0, 1.5, palette.ink),
            _ => pen.line(&[(x - r, y + r), (x + r, y + r)], 1.5, palette.ink, 1.0),
        }
    }
    inside
}

/// A desktop: wallpaper, icons, windows and a task bar.
pub(crate) fn desktop(pen: &mut Pen, dice: &mut Dice, area: Area, height: f32) {
    let wall = hsl(dice.between(0.0, 360.0), 0.4, dice.between(0.2, 0.7));
    photograph(pen, dice, area, wall, 12.0 * height);
    let ink = if is_light(wall) { [20; 3] } else { WHITE };
    icons(pen, dice, Area { w: 10.0 * height, ..area }.inset(height), height, ink);
    for _ in 0..dice.count(2..=5) {
        let (w, h) = (dice.between(0.3, 0.7) * area.w, dice.between(0.3, 0.7) * area.h);
        let at = Area::new(
            area.x + dice.between(0.05, 1.0) * (area.w - w),
            area.y + dice.between(0.0, 0.9) * (area.h - h),
            w,
            h,
        );
        let app = *dice.pick(&USUAL);
        window(pen, dice, at, height, app);
    }
    let bar = Area { y: area.bottom() - 4.0 * height, h: 4.0 * height, ..area };
    let palette = Palette::any(dice);
    pen.block(bar, 0.0, palette.panel);
    for n in 0..dice.count(3..=9) {
        icon(pen, dice, (bar.x + (2.5 + 4.5 * n as f32) * height, bar.center().1), 1.3 * height);
    }
    let clock = format!("{:02}:{:02}", dice.below(24), dice.below(60));
    pen.text(&clock, (bar.right() - 7.0 * height, bar.y + 1.5 * height), height, 6.0 * height, palette.ink);
}
