//! Other programs and the desktop: around a game, and alone in pictures without a board.

use crate::Extent;
use crate::hard::background::photograph;
use crate::hard::canvas::{Canvas, Region};
use crate::hard::colors::{BLACK, UiTheme, WHITE, hsl, is_light};
use crate::hard::random::Random;
use crate::hard::words::{capital, phrase, word};
use hexlex::pixels::{Point, Rgb, mix};

/// Draws a program's content into a region; the number is the height of its capitals in pixels, as in every function
/// here.
pub(crate) type App = fn(&mut Canvas, &mut Random, Region, f32);

/// The programs that a desktop shows beside a game.
pub(crate) const BESIDE_A_GAME: [App; 6] = [prose, code, terminal, numbers, files, page];

/// Draws lines of text from the top down; `line` makes each, with its indent in heights of capitals.
fn lines(canvas: &mut Canvas, region: Region, height: f32, ink: Rgb, mut line: impl FnMut(usize) -> (f32, String)) {
    /// The distance of lines, in heights of capitals.
    const STEP: f32 = 2.1;
    for n in 0..((region.height / (STEP * height)) as usize).saturating_sub(1) {
        let (indent, text) = line(n);
        let corner = Point::new(region.x + indent * height, region.y + (n as f32 + 0.5) * STEP * height);
        canvas.text(&text, corner, height, region.width - indent * height, ink);
    }
}

/// Running text with paragraphs.
pub(crate) fn prose(canvas: &mut Canvas, rng: &mut Random, region: Region, height: f32) {
    let theme = UiTheme::random(rng);
    canvas.block(region, 0.0, theme.background);
    column_of_text(canvas, rng, region.inset(2.0 * height), height, theme);
}

/// Running text in two columns.
pub(crate) fn two_columns(canvas: &mut Canvas, rng: &mut Random, region: Region, height: f32) {
    let theme = UiTheme::random(rng);
    canvas.block(region, 0.0, theme.background);
    for n in 0..2 {
        column_of_text(canvas, rng, region.cell(2, 1, n, 0).inset(1.5 * height), height, theme);
    }
}

fn column_of_text(canvas: &mut Canvas, rng: &mut Random, region: Region, height: f32, theme: UiTheme) {
    lines(canvas, region, height, theme.ink, |_| match rng.below(9) {
        0 => (0.0, String::new()),
        1 => (0.0, phrase(rng, 2..=6) + "."),
        _ => (0.0, phrase(rng, 12..=24)),
    });
}

/// Source code with line numbers.
pub(crate) fn code(canvas: &mut Canvas, rng: &mut Random, region: Region, height: f32) {
    let theme = UiTheme::random(rng);
    canvas.block(region, 0.0, theme.background);
    let (gutter, text) = region.inset(height).split_left(5.0 * height);
    let first = rng.count(1..=400);
    lines(canvas, gutter, height, mix(theme.ink, theme.background, 0.5), |n| (0.0, (first + n).to_string()));
    let mut depth = 0usize;
    lines(canvas, text, height, theme.ink, |_| {
        let indent = depth as f32 * 3.0;
        let (a, b) = (word(rng), word(rng));
        let text = match rng.below(7) {
            0 if depth < 4 => {
                depth += 1;
                format!("fn {a}_{b}({}: usize) {{", word(rng))
            }
            1 | 2 if depth > 0 => {
                depth -= 1;
                "}".to_string()
            }
            3 => String::new(),
            4 => format!("let {a} = {b}.{}({});", word(rng), rng.below(99)),
            5 => format!("// {}", phrase(rng, 3..=8)),
            _ => format!("{a}.{b}(&{}, {:?});", word(rng), word(rng)),
        };
        (indent, text)
    });
}

/// A terminal with a listing.
pub(crate) fn terminal(canvas: &mut Canvas, rng: &mut Random, region: Region, height: f32) {
    let (back, ink) = (hsl(rng.between(0.0, 360.0), 0.2, 0.08), hsl(rng.between(60.0, 160.0), 0.5, 0.75));
    canvas.block(region, 0.0, back);
    lines(canvas, region.inset(height), height, ink, |_| {
        let text = match rng.below(5) {
            0 => format!("$ {} --{} {}/{}", word(rng), word(rng), word(rng), word(rng)),
            1 => format!("[{:02}:{:02}:{:02}] {}", rng.below(24), rng.below(60), rng.below(60), phrase(rng, 3..=9)),
            _ => {
                let size = rng.below(90_000);
                format!("-rw-r--r-- 1 user user {size:>6} Jan {:>2} {}.{}", rng.count(1..=28), word(rng), word(rng))
            }
        };
        (0.0, text)
    });
}

/// A table; `fill` makes the text of a cell.
fn table(
    canvas: &mut Canvas,
    rng: &mut Random,
    region: Region,
    height: f32,
    fill: &mut dyn FnMut(&mut Random) -> String,
) {
    let light = rng.chance(0.8);
    let (back, ink) = if light { (WHITE, [30; 3]) } else { ([30; 3], [220; 3]) };
    canvas.block(region, 0.0, back);
    let line = mix(back, ink, 0.2);
    let (w, h) = (height * rng.between(4.5, 8.0), height * rng.between(2.0, 2.8));
    let (columns, rows) = ((region.width / w) as usize, (region.height / h) as usize);
    for row in 0..rows {
        for column in 0..columns {
            let cell = Region::new(region.x + column as f32 * w, region.y + row as f32 * h, w, h);
            canvas.border(cell, 0.0, 1.0, line);
            let text = match (row, column) {
                (0, 0) => String::new(),
                (0, n) => char::from(b'A' + ((n - 1) % 26) as u8).to_string(),
                (n, 0) => n.to_string(),
                _ if rng.chance(0.12) => String::new(),
                _ => fill(rng),
            };
            if row == 0 || column == 0 {
                canvas.block(cell.inset(1.0), 0.0, mix(back, ink, 0.1));
            }
            canvas.text_in(&text, cell.center(), height, 0.9 * w, ink);
        }
    }
}

/// A spreadsheet of numbers.
pub(crate) fn numbers(canvas: &mut Canvas, rng: &mut Random, region: Region, height: f32) {
    let digits = rng.below(3);
    table(canvas, rng, region, height, &mut |rng| match digits {
        0 => rng.below(100).to_string(),
        1 => format!("{}.{:02}", rng.below(500), rng.below(100)),
        _ => rng.below(100_000).to_string(),
    });
}

/// A spreadsheet of short words.
pub(crate) fn short_words(canvas: &mut Canvas, rng: &mut Random, region: Region, height: f32) {
    const SHORT: [&str; 14] =
        ["yes", "no", "OK", "n/a", "kg", "USD", "EUR", "Mon", "Tue", "Jan", "Feb", "low", "high", "mid"];
    table(canvas, rng, region, height, &mut |rng| {
        if rng.chance(0.7) { rng.pick(&SHORT).to_string() } else { capital(word(rng)) }
    });
}

/// A file manager: icons with names.
pub(crate) fn files(canvas: &mut Canvas, rng: &mut Random, region: Region, height: f32) {
    let theme = UiTheme::random(rng);
    canvas.block(region, 0.0, theme.background);
    icons(canvas, rng, region.inset(height), height, theme.ink);
}

/// Icons on a lattice, each with its name below.
pub(crate) fn icons(canvas: &mut Canvas, rng: &mut Random, region: Region, height: f32, ink: Rgb) {
    let step = 9.0 * height;
    for row in 0..(region.height / step) as usize {
        for column in 0..(region.width / step) as usize {
            if rng.chance(0.15) {
                continue;
            }
            let x = region.x + (column as f32 + 0.5) * step;
            let y = region.y + (row as f32 + 0.4) * step;
            icon(canvas, rng, Point::new(x, y), 2.2 * height);
            canvas.text_in(&capital(word(rng)), Point::new(x, y + 3.6 * height), height, 0.9 * step, ink);
        }
    }
}

/// An icon of this radius: a sign on a plate.
pub(crate) fn icon(canvas: &mut Canvas, rng: &mut Random, center: Point, radius: f32) {
    let Point { x, y } = center;
    let color = hsl(rng.between(0.0, 360.0), 0.6, rng.between(0.35, 0.6));
    let over = if is_light(color) { mix(color, BLACK, 0.6) } else { WHITE };
    let plate = Region::new(x - radius, y - radius, 2.0 * radius, 2.0 * radius);
    match rng.below(3) {
        0 => canvas.disk(center, radius, color, 1.0),
        1 => canvas.block(plate, 0.4 * radius, color),
        _ => canvas.block(Region { width: 1.5 * radius, ..plate }, 0.1 * radius, color),
    }
    let r = 0.5 * radius;
    let at = |dx: f32, dy: f32| Point::new(x + dx * r, y + dy * r);
    match rng.below(5) {
        0 => canvas.disk(center, r, over, 1.0),
        1 => canvas.polygon(&[at(-1.0, 1.0), at(0.0, -1.0), at(1.0, 1.0)], over, 1.0),
        2 => canvas.line(&[at(-1.0, 0.0), at(-0.3, 0.7), at(1.0, -0.7)], 0.25 * radius, over, 1.0),
        3 => (0..3).for_each(|n| {
            let y = y + (n as f32 - 1.0) * 0.8 * r;
            canvas.line(&[Point::new(x - r, y), Point::new(x + r, y)], 0.18 * radius, over, 1.0);
        }),
        _ => canvas.border(plate.inset(0.5 * radius), 0.2 * r, 0.2 * radius, over),
    }
}

/// A page of a browser: a heading, a picture, text beside it.
pub(crate) fn page(canvas: &mut Canvas, rng: &mut Random, region: Region, height: f32) {
    let theme = UiTheme::random(rng);
    canvas.block(region, 0.0, theme.background);
    let (bar, rest) = region.split_top(3.0 * height);
    canvas.block(bar, 0.0, theme.panel);
    canvas.text(
        &format!("https://{}.example/{}", word(rng), word(rng)),
        Point::new(bar.x + 4.0 * height, bar.y + height),
        height,
        bar.width,
        theme.ink,
    );
    let (head, rest) = rest.inset(1.5 * height).split_top(4.0 * height);
    canvas.text(&phrase(rng, 3..=6), Point::new(head.x, head.y), 1.8 * height, head.width, theme.ink);
    let (picture, text) = rest.split_left(0.4 * rest.width);
    let picture = Region { width: picture.width - height, height: picture.height * 0.6, ..picture };
    let color = hsl(rng.between(0.0, 360.0), 0.4, 0.5);
    photograph(canvas, rng, picture, color, 5.0 * height);
    column_of_text(canvas, rng, text, height, theme);
}

/// A window with a program in it.
fn window(canvas: &mut Canvas, rng: &mut Random, region: Region, height: f32, app: App) {
    let inside = frame(canvas, rng, region, height);
    app(canvas, rng, inside, height);
}

/// Draws the frame of a window; returns the region inside.
pub(crate) fn frame(canvas: &mut Canvas, rng: &mut Random, region: Region, height: f32) -> Region {
    let theme = UiTheme::random(rng);
    canvas.block(
        Region::new(region.x + 3.0, region.y + 3.0, region.width, region.height),
        0.0,
        mix(theme.background, BLACK, 0.7),
    );
    canvas.block(region, 0.0, theme.panel);
    canvas.border(region, 0.0, 1.0, mix(theme.panel, theme.ink, 0.3));
    let (bar, inside) = region.inset(1.0).split_top(2.8 * height);
    canvas.text(
        &phrase(rng, 1..=4),
        Point::new(bar.x + height, bar.y + 0.9 * height),
        height,
        0.7 * bar.width,
        theme.ink,
    );
    for n in 0..3 {
        let (x, y) = (bar.right() - (2.0 + 3.2 * n as f32) * height, bar.center().y);
        let r = 0.5 * height;
        let at = |dx: f32, dy: f32| Point::new(x + dx * r, y + dy * r);
        match n {
            0 => {
                canvas.line(&[at(-1.0, -1.0), at(1.0, 1.0)], 1.5, theme.ink, 1.0);
                canvas.line(&[at(1.0, -1.0), at(-1.0, 1.0)], 1.5, theme.ink, 1.0);
            }
            1 => canvas.border(Region::new(x - r, y - r, 2.0 * r, 2.0 * r), 0.0, 1.5, theme.ink),
            _ => canvas.line(&[at(-1.0, 1.0), at(1.0, 1.0)], 1.5, theme.ink, 1.0),
        }
    }
    inside
}

/// A desktop: wallpaper, icons, windows and a task bar.
pub(crate) fn desktop(canvas: &mut Canvas, rng: &mut Random, region: Region, height: f32) {
    let wall = hsl(rng.between(0.0, 360.0), 0.4, rng.between(0.2, 0.7));
    photograph(canvas, rng, region, wall, 12.0 * height);
    let ink = if is_light(wall) { [20; 3] } else { WHITE };
    icons(canvas, rng, Region { width: 10.0 * height, ..region }.inset(height), height, ink);
    for _ in 0..rng.count(2..=5) {
        let size =
            Extent { width: rng.between(0.3, 0.7) * region.width, height: rng.between(0.3, 0.7) * region.height };
        let x = region.x + rng.between(0.05, 1.0) * (region.width - size.width);
        let y = region.y + rng.between(0.0, 0.9) * (region.height - size.height);
        let app = *rng.pick(&BESIDE_A_GAME);
        window(canvas, rng, Region::new(x, y, size.width, size.height), height, app);
    }
    let bar = Region { y: region.bottom() - 4.0 * height, height: 4.0 * height, ..region };
    let theme = UiTheme::random(rng);
    canvas.block(bar, 0.0, theme.panel);
    for n in 0..rng.count(3..=9) {
        let center = Point::new(bar.x + (2.5 + 4.5 * n as f32) * height, bar.center().y);
        icon(canvas, rng, center, 1.3 * height);
    }
    let clock = format!("{:02}:{:02}", rng.below(24), rng.below(60));
    canvas.text(&clock, Point::new(bar.right() - 7.0 * height, bar.y + 1.5 * height), height, 6.0 * height, theme.ink);
}
