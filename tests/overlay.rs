//! Overlays against pictures that a person has approved: `tests/golden/*.png`.
//!
//! After an intended change, `HEXLEX_REGENERATE=1 cargo test --release --test overlay` writes them anew. Open every
//! one before you commit it.

#![allow(clippy::unwrap_used)] // helpers of tests

mod common;

use hexlex::board::{Board, Cell};
use hexlex::locate::Layout;
use hexlex::overlay::{Caption, draw, draw_alone, path_alone};
use hexlex::paint::{Fill, Gradient, Marks, Palette, Style, TileShape, TileStyle, paint};
use hexlex::pipeline::{Options, read};
use hexlex::pixels::{Frame, Point, Projection, Size};
use image::RgbaImage;
use std::path::Path;

/// The largest difference of a channel, of 255, that passes. Processors round differently; a larger tolerance hides
/// thin lines. Chosen by hand.
const TOLERANCE: u8 = 12;

const BOOKWORM: &str = "# layout: columns
S A B M P:fire Qu T
O I:green E A O A I E
O F U R Z M V:gold
G P A U R:sapphire L D O
S U M I:diamond Y O B
";

const SQUARE: &str = "T A P E\nR U S N\nI C:green . D\nQu O L *\n";

const LETTERS: &str = "T A P E\nR U S N\nI C M D\nH O L Y\n";

fn check(name: &str, picture: &RgbaImage) {
    let path = common::root().join("tests/golden").join(name).with_extension("png");
    if common::regenerates() {
        picture.save(&path).unwrap();
        return;
    }
    let expected = image::open(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())).into_rgba8();
    let differ = |a: &u8, b: &u8| a.abs_diff(*b) > TOLERANCE;
    let same = picture.dimensions() == expected.dimensions()
        && !picture.iter().zip(expected.iter()).any(|(found, expected)| differ(found, expected));
    if !same {
        let found = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name).with_extension("png");
        picture.save(&found).unwrap();
        panic!(
            "the overlay {} differs from {}: compare them, and set HEXLEX_REGENERATE=1 if the change is intended",
            found.display(),
            path.display()
        );
    }
}

/// A painted board as a frame, its layout with the bodies of the tiles, and a path of cells given as (line, index).
fn scene(text: &str, style: &Style, tile: f32, path: &[(usize, usize)]) -> (Frame, Layout, Vec<Cell>) {
    let board: Board = text.parse().unwrap();
    let (picture, layout) = paint(&board, style, tile).unwrap();
    let frame = Frame::new(picture, "golden");
    let layout = layout.measured(&frame);
    (frame, layout, cells(path))
}

fn cells(path: &[(usize, usize)]) -> Vec<Cell> {
    path.iter().map(|&(line, index)| Cell { line, index }).collect()
}

/// The overlay of a path on a painted board.
fn drawn(text: &str, style: &Style, tile: f32, path: &[(usize, usize)], caption: (&str, &str)) -> RgbaImage {
    let (frame, layout, path) = scene(text, style, tile, path);
    draw(&frame, &layout, &path, &Caption::new(caption.0, caption.1))
}

const STAGGERED: [(usize, usize); 7] = [(0, 1), (0, 2), (1, 3), (2, 3), (3, 3), (2, 2), (1, 2)];
const DIAGONAL: [(usize, usize); 6] = [(0, 0), (1, 1), (0, 1), (1, 0), (2, 0), (3, 1)];
const ABALONE: (&str, &str) = ("ABALONE", "980 points");

fn white() -> Style {
    let plain = Style::default();
    let white = TileStyle::new(Fill::Gradient(Gradient::new([255; 3], [244; 3])), [180; 3], [40; 3]);
    let palette = Palette { normal: white, ..plain.palette };
    Style { palette, background: Gradient::new([252; 3], [240; 3]), margin: 1.2, ..plain }
}

/// Light letters in dark hexagons that share their edges.
fn dark_hexagons() -> Style {
    let plain = Style::default();
    let dark = TileStyle::new(Fill::Gradient(Gradient::new([58, 64, 82], [42, 47, 62])), [96, 104, 128], [236; 3]);
    Style {
        shape: TileShape::Hexagon,
        palette: Palette { normal: dark, ..plain.palette },
        bevel: 0.0,
        shadow: 0.0,
        pitch: 0.75 * TileShape::Hexagon.width(1.0),
        gap: 0.06,
        margin: 1.4,
        marks: Marks::None,
        background: Gradient::plain([14, 15, 22]),
        ..plain
    }
}

fn disks() -> Style {
    let plain = Style::default();
    let disk =
        TileStyle::new(Fill::Gradient(Gradient::new([250, 248, 240], [228, 224, 210])), [120, 130, 140], [36; 3]);
    Style {
        shape: TileShape::Circle,
        palette: Palette { normal: disk, ..plain.palette },
        bevel: 0.0,
        marks: Marks::None,
        margin: 1.0,
        background: Gradient::plain([84, 116, 106]),
        ..plain
    }
}

#[test]
fn staggered_board_with_a_margin() {
    let style = Style { margin: 1.6, ..Style::default() };
    check("staggered", &drawn(BOOKWORM, &style, 36.0, &STAGGERED, ABALONE));
}

#[test]
fn tiny_tiles_without_a_margin() {
    check("tiny", &drawn(BOOKWORM, &Style::default(), 20.0, &STAGGERED, ABALONE));
}

#[test]
fn square_on_white_with_crossing_steps() {
    check("square", &drawn(SQUARE, &white(), 48.0, &DIAGONAL, ("TURACO", "9 points")));
}

#[test]
fn outlined_hexagons_on_a_dark_background() {
    let plain = Style::default();
    let line = TileStyle::new(Fill::None, [190; 3], [200; 3]);
    let palette = Palette { normal: line, ..plain.palette };
    let (shape, background) = (TileShape::Hexagon, Gradient::new([20, 24, 36], [30, 18, 30]));
    let style = Style { shape, palette, bevel: 0.0, pitch: 0.9, margin: 1.4, background, ..plain };
    check("hexagons", &drawn(BOOKWORM, &style, 40.0, &STAGGERED, ABALONE));
}

#[test]
fn dark_hexagons_with_a_long_word() {
    let path = [(0, 0), (1, 1), (1, 2), (2, 2), (2, 1), (3, 1), (3, 2), (3, 3), (2, 3), (1, 4), (0, 4), (0, 5)];
    check("dark", &drawn(BOOKWORM, &dark_hexagons(), 40.0, &path, ("SEAFARERS", "2310 points")));
}

#[test]
fn disks_with_a_short_word() {
    check("disks", &drawn(LETTERS, &disks(), 52.0, &[(0, 1), (1, 1), (2, 2)], ("AUM", "1 point")));
}

#[test]
fn printed_values_stay_visible() {
    let marks = Marks::Digits { at: Point::new(-0.3, -0.31), height: 0.15 };
    let (letter_at, letter_height) = (Point::new(0.03, 0.05), 0.42);
    let style = Style { marks, letter_at, letter_height, margin: 1.0, ..white() };
    let path = [(3, 0), (2, 0), (2, 1), (1, 0), (1, 1), (1, 2), (0, 3)];
    check("values", &drawn(LETTERS, &style, 60.0, &path, ("VALUES", "in a corner")));
}

#[test]
fn large_tiles_with_crossings_in_a_row() {
    let path = [(0, 0), (1, 1), (1, 0), (0, 1), (0, 2), (1, 3), (0, 3), (1, 2), (2, 2), (3, 3), (3, 2), (2, 3)];
    let style = Style { margin: 0.8, gap: 0.06, background: Gradient::plain([48, 34, 24]), ..Style::default() };
    check("crossings", &drawn(LETTERS, &style, 60.0, &path, ("CROSSINGS", "12 letters")));
}

/// The board lies turned by six degrees; it is read, so that its layout is that of a user's picture.
#[test]
fn tilted_board_that_was_read() {
    let style = Style { margin: 1.0, gap: 0.05, background: Gradient::plain([48, 34, 24]), ..Style::default() };
    let (picture, _) = paint(&LETTERS.parse().unwrap(), &style, 48.0).unwrap();
    let (sin, cos) = 6f32.to_radians().sin_cos();
    let (width, height) = (picture.width() as f32, picture.height() as f32);
    let turned = |x: f32, y: f32| Point::new(x * cos - y * sin + height * sin, x * sin + y * cos);
    let corners = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)];
    let back: Vec<(Point, Point)> = corners.map(|(x, y)| (turned(x, y), Point::new(x, y))).to_vec();
    let size = Size::new((width * cos + height * sin) as u32, (height * cos + width * sin) as u32);
    let picture = Projection::affine(&back).unwrap().resampled(&picture, size);
    let frame = Frame::new(picture, "tilted");
    let (reading, _) = read(&frame, &Options::default()).unwrap();
    assert!((reading.layout.tilt() - 6.0).abs() < 0.5, "{}", reading.layout.tilt());
    let path = cells(&[(0, 0), (1, 1), (2, 1), (1, 0), (0, 1), (0, 2)]);
    check("tilted", &draw(&frame, &reading.layout, &path, &Caption::new("TILTED", "6 degrees")));
}

#[test]
fn tiles_of_free_adjacency_are_not_joined() {
    let text = format!("# adjacency: free\n{SQUARE}");
    let style = Style { margin: 1.2, ..Style::default() };
    let path = [(0, 0), (3, 1), (0, 2), (1, 3), (1, 1), (2, 0), (0, 3), (1, 2), (2, 3), (0, 1), (3, 0)];
    check("free", &drawn(&text, &style, 48.0, &path, ("TOPNUCIESQUADA", "")));
}

#[test]
fn alone_on_transparent_pixels() {
    let style = Style { margin: 1.6, ..Style::default() };
    let (frame, layout, path) = scene(BOOKWORM, &style, 36.0, &STAGGERED);
    check("alone", &draw_alone(&frame, &layout, &path, &Caption::new("ABALONE", "980 points")));
}

#[test]
fn the_path_for_a_window() {
    let (frame, layout, path) = scene(BOOKWORM, &dark_hexagons(), 40.0, &STAGGERED);
    check("window", &path_alone(frame.size(), &layout, &path).unwrap());
}
