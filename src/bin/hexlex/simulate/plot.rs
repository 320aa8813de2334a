//! The plot of `simulate`: the share of games that reach each number of words, a curve for each policy.

use super::Played;
use crate::{outputs, overlay_file, own_output};
use anyhow::{Context, Result, ensure};
use hexlex::advise::GameResult;
use hexlex::paint::canvas::{Canvas, Scale, solid};
use hexlex::typeface::Typeface;
use image::RgbaImage;
use std::fmt::Write;
use std::path::Path;
use tiny_skia::{PathBuilder, Transform};

/// The size of the plot in pixels, and the margins around the curves: room for the numbers, and for the names at the right.
const WIDTH: f32 = 960.0;
const HEIGHT: f32 = 540.0;
const LEFT: f32 = 70.0;
const RIGHT: f32 = 170.0;
const TOP: f32 = 30.0;
const BOTTOM: f32 = 60.0;

/// The height of the numbers and names.
const TEXT: f32 = 15.0;

/// The colors of the curves: the palette of Okabe and Ito, which people with every kind of color vision tell apart.
const COLORS: [[u8; 3]; 6] =
    [[0, 114, 178], [213, 94, 0], [0, 158, 115], [204, 121, 167], [230, 159, 0], [86, 180, 233]];

/// A curve: the share of games that are still going on, by words.
struct Curve {
    name: String,
    /// Words and shares, in order.
    points: Vec<(f32, f32)>,
    color: [u8; 3],
}

/// The curves and the scale of their words, which is logarithmic: players differ by factors.
struct Plot {
    curves: Vec<Curve>,
    /// The powers of ten at the left and the right end.
    decades: (i32, i32),
}

impl Plot {
    fn new(played: &[Played]) -> Plot {
        let all = || played.iter().flat_map(|played| &played.games).map(|game| f64::from(game.words.max(1)).log10());
        let first = all().fold(f64::MAX, f64::min).floor() as i32;
        let last = (all().fold(0.0, f64::max).ceil() as i32).max(first + 1);
        let curve = |(number, played): (usize, &Played)| {
            let points = points(&played.games, 10f32.powi(first));
            let solves = played.solves.map_or(String::new(), |solves| format!(" {solves}"));
            Curve { name: format!("{}{solves}", played.policy), points, color: COLORS[number % COLORS.len()] }
        };
        Plot { curves: played.iter().enumerate().map(curve).collect(), decades: (first, last) }
    }

    fn x(&self, words: f32) -> f32 {
        let (first, last) = self.decades;
        LEFT + (words.log10() - first as f32) / (last - first) as f32 * (WIDTH - LEFT - RIGHT)
    }

    /// The numbers of words at which lines are drawn.
    fn ticks(&self) -> impl Iterator<Item = f32> {
        (self.decades.0..=self.decades.1).map(|power| 10f32.powi(power))
    }

    /// The height of a curve's name: one below the other, in the order of the curves.
    fn name_height(number: usize) -> f32 {
        TOP + 20.0 + number as f32 * 1.6 * TEXT
    }
}

/// The corners of a curve that begins at this number of words. It ends where `--max-words` has ended the games that are left.
fn points(games: &[GameResult], first: f32) -> Vec<(f32, f32)> {
    let mut ends: Vec<(bool, u32)> = games.iter().map(|game| (game.capped, game.words.max(1))).collect();
    ends.sort_unstable();
    let share = |left: usize| left as f32 / ends.len() as f32;
    let mut points = vec![(first, 1.0)];
    for (at, &(is_capped, words)) in ends.iter().enumerate() {
        let left = ends.len() - at;
        points.push((words as f32, share(left)));
        if is_capped {
            break;
        }
        points.push((words as f32, share(left - 1)));
    }
    points
}

fn y(share: f32) -> f32 {
    TOP + (1.0 - share) * (HEIGHT - TOP - BOTTOM)
}

/// The shares at which lines are drawn.
const SHARES: [f32; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

const AXIS: &str = "words survived";
const TITLE: &str = "share of games";

/// Checks before the games are played that the name says how the plot is written.
pub(super) fn check(file: &Path) -> Result<()> {
    let is_known = file.extension().is_some_and(|extension| extension == "svg" || extension == "png");
    ensure!(
        is_known,
        "--plot: expected a file whose name ends in .svg or .png, found {}: name one, as in plot.svg",
        file.display()
    );
    match file.extension().and_then(|extension| extension.to_str()) {
        Some("png") => overlay_file::check_is_own(file),
        _ => own_output::check(file, svg_beginning().as_bytes()),
    }
}

/// Writes the plot as the name of the file says.
pub(super) fn write(played: &[Played], file: &Path) -> Result<()> {
    match file.extension().and_then(|extension| extension.to_str()) {
        Some("png") => overlay_file::write(&picture(&Plot::new(played))?, file),
        _ => outputs::write_bytes(svg(played).as_bytes(), file),
    }
}

/// How every plot as SVG begins.
fn svg_beginning() -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"{TEXT}\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
    )
}

/// The plot as SVG.
pub(super) fn svg(played: &[Played]) -> String {
    let plot = Plot::new(played);
    let mut text = svg_beginning();
    let (right, bottom) = (WIDTH - RIGHT, y(0.0));
    // Writing to a string cannot fail.
    for share in SHARES {
        let y = y(share);
        let _ = writeln!(
            text,
            "<path d=\"M{LEFT} {y}H{right}\" stroke=\"#ddd\"/><text x=\"{}\" y=\"{}\" text-anchor=\"end\">{:.0}%</text>",
            LEFT - 8.0,
            y + 5.0,
            share * 100.0
        );
    }
    for words in plot.ticks() {
        let x = plot.x(words);
        let _ = writeln!(
            text,
            "<path d=\"M{x} {TOP}V{bottom}\" stroke=\"#ddd\"/><text x=\"{x}\" y=\"{}\" text-anchor=\"middle\">{words}</text>",
            bottom + 22.0
        );
    }
    let _ = writeln!(
        text,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{AXIS}</text>",
        (LEFT + right) / 2.0,
        HEIGHT - 12.0
    );
    let _ = writeln!(text, "<text x=\"{LEFT}\" y=\"{}\">{TITLE}</text>", TOP - 12.0);
    for (number, Curve { name, points, color: [r, g, b] }) in plot.curves.iter().enumerate() {
        let line: String =
            points.iter().map(|&(words, share)| format!("{:.1},{:.1} ", plot.x(words), y(share))).collect();
        let _ = writeln!(
            text,
            "<polyline points=\"{}\" fill=\"none\" stroke-width=\"2.5\" stroke=\"rgb({r},{g},{b})\"/>",
            line.trim_end()
        );
        let _ = writeln!(
            text,
            "<text x=\"{}\" y=\"{}\" fill=\"rgb({r},{g},{b})\">{name}</text>",
            right + 12.0,
            Plot::name_height(number)
        );
    }
    text.push_str("</svg>\n");
    text
}

/// The plot as a picture.
fn picture(plot: &Plot) -> Result<RgbaImage> {
    let mut picture = RgbaImage::from_pixel(WIDTH as u32, HEIGHT as u32, image::Rgba([255; 4]));
    let mut canvas = Canvas::over(&mut picture, Scale::uniform(1.0)).context("the plot has pixels")?;
    let typeface = Typeface::embedded();
    let (right, bottom) = (WIDTH - RIGHT, y(0.0));
    let line = |canvas: &mut Canvas<'_>, points: &[(f32, f32)], width: f32, color: [u8; 3]| {
        let mut builder = PathBuilder::new();
        for (number, &(x, y)) in points.iter().enumerate() {
            if number == 0 { builder.move_to(x, y) } else { builder.line_to(x, y) }
        }
        canvas.stroke(builder.finish(), width, solid(color, 1.0));
    };
    // `anchor`: the share of the text that is to the left of the point.
    let write = |canvas: &mut Canvas<'_>, text: &str, (x, y): (f32, f32), anchor: f32, color: [u8; 3]| {
        let height = TEXT * CAPITALS;
        let left = x - anchor * typeface.width(text) * height;
        let place = Transform::from_row(height, 0.0, 0.0, height, left, y);
        canvas.fill(typeface.outline(text).and_then(|outline| outline.transform(place)), solid(color, 1.0));
    };
    for share in SHARES {
        line(&mut canvas, &[(LEFT, y(share)), (right, y(share))], 1.0, GRID);
        write(&mut canvas, &format!("{:.0}%", share * 100.0), (LEFT - 8.0, y(share) + 5.0), 1.0, INK);
    }
    for words in plot.ticks() {
        let x = plot.x(words);
        line(&mut canvas, &[(x, TOP), (x, bottom)], 1.0, GRID);
        write(&mut canvas, &words.to_string(), (x, bottom + 22.0), 0.5, INK);
    }
    write(&mut canvas, AXIS, ((LEFT + right) / 2.0, HEIGHT - 12.0), 0.5, INK);
    write(&mut canvas, TITLE, (LEFT, TOP - 12.0), 0.0, INK);
    for (number, Curve { name, points, color }) in plot.curves.iter().enumerate() {
        let points: Vec<(f32, f32)> = points.iter().map(|&(words, share)| (plot.x(words), y(share))).collect();
        line(&mut canvas, &points, 2.5, *color);
        write(&mut canvas, name, (right + 12.0, Plot::name_height(number)), 0.0, *color);
    }
    Ok(picture)
}

/// The height of capitals in a line of text.
const CAPITALS: f32 = 0.72;

/// The colors of the lines of the grid and of the text.
const GRID: [u8; 3] = [221; 3];
const INK: [u8; 3] = [34; 3];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_ends_where_the_limit_has_ended_the_games() {
        let game = |words, capped| GameResult { seed: 1, words, score: 0, level: 1, scrambles: 0, capped };
        let games = [game(20, true), game(4, false), game(20, true), game(20, false)];
        let corners = [(1.0, 1.0), (4.0, 1.0), (4.0, 0.75), (20.0, 0.75), (20.0, 0.5), (20.0, 0.5)];
        assert_eq!(points(&games, 1.0), corners);
        assert_eq!(points(&games[1..2], 1.0), [(1.0, 1.0), (4.0, 1.0), (4.0, 0.0)]);
    }
}
