//! Overlays against pictures that a person has approved: `tests/golden/*.png`.
//!
//! After an intended change, `HEXLEX_REGENERATE=1 cargo test --release --test overlay` writes them anew. Open every
//! one before you commit it.

#![allow(clippy::unwrap_used)] // helpers of tests

mod common;

use hexlex::board::{Board, Cell};
use hexlex::overlay::{Caption, draw, draw_alone};
use hexlex::paint::{Fill, Gradient, Palette, Style, TileShape, TileStyle, paint};
use hexlex::pixels::Frame;
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

/// A painted board as a frame, its layout, and a path of cells given as (line, index).
fn scene(text: &str, style: &Style, tile: f32, path: &[(usize, usize)]) -> (Frame, hexlex::locate::Layout, Vec<Cell>) {
    let board: Board = text.parse().unwrap();
    let (picture, layout) = paint(&board, style, tile).unwrap();
    let path = path.iter().map(|&(line, index)| Cell { line, index }).collect();
    (Frame::new(picture, "golden"), layout, path)
}

const STAGGERED: [(usize, usize); 7] = [(0, 1), (0, 2), (1, 3), (2, 3), (3, 3), (2, 2), (1, 2)];
const DIAGONAL: [(usize, usize); 6] = [(0, 0), (1, 1), (0, 1), (1, 0), (2, 0), (3, 1)];

#[test]
fn staggered_board_with_a_margin() {
    let style = Style { margin: 1.6, ..Style::default() };
    let (frame, layout, path) = scene(BOOKWORM, &style, 36.0, &STAGGERED);
    check("staggered", &draw(&frame, &layout, &path, &Caption::new("ABALONE", "980 points")));
}

#[test]
fn tiny_tiles_without_a_margin() {
    let (frame, layout, path) = scene(BOOKWORM, &Style::default(), 20.0, &STAGGERED);
    check("tiny", &draw(&frame, &layout, &path, &Caption::new("ABALONE", "980 points")));
}

#[test]
fn square_on_white_with_crossing_arrows() {
    let plain = Style::default();
    let white = TileStyle::new(Fill::Gradient(Gradient::new([255; 3], [244; 3])), [180; 3], [40; 3]);
    let palette = Palette { normal: white, ..plain.palette };
    let style = Style { palette, background: Gradient::new([252; 3], [240; 3]), margin: 1.2, ..plain };
    let (frame, layout, path) = scene(SQUARE, &style, 48.0, &DIAGONAL);
    check("square", &draw(&frame, &layout, &path, &Caption::new("TURACO", "9 points")));
}

#[test]
fn hexagons_on_a_dark_background() {
    let plain = Style::default();
    let line = TileStyle::new(Fill::None, [190; 3], [200; 3]);
    let palette = Palette { normal: line, ..plain.palette };
    let style = Style {
        shape: TileShape::Hexagon,
        palette,
        bevel: 0.0,
        pitch: 0.9,
        margin: 1.4,
        background: Gradient::new([20, 24, 36], [30, 18, 30]),
        ..plain
    };
    let (frame, layout, path) = scene(BOOKWORM, &style, 40.0, &STAGGERED);
    check("hexagons", &draw(&frame, &layout, &path, &Caption::new("ABALONE", "980 points")));
}

#[test]
fn free_adjacency_with_distant_steps() {
    let text = format!("# adjacency: free\n{SQUARE}");
    let style = Style { margin: 1.2, ..Style::default() };
    let path = [(0, 0), (3, 1), (0, 2), (1, 3), (1, 1), (2, 0), (0, 3), (1, 2), (2, 3), (0, 1), (3, 0)];
    let (frame, layout, path) = scene(&text, &style, 48.0, &path);
    check("free", &draw(&frame, &layout, &path, &Caption::new("TOPNUCIESQUADA", "")));
}

#[test]
fn alone_on_transparent_pixels() {
    let style = Style { margin: 1.6, ..Style::default() };
    let (frame, layout, path) = scene(BOOKWORM, &style, 36.0, &STAGGERED);
    check("alone", &draw_alone(&frame, &layout, &path, &Caption::new("ABALONE", "980 points")));
}
