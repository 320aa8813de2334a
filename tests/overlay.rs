//! Overlays against pictures that were looked at: `tests/golden/*.png`.
//!
//! After a change that is meant, `HEXLEX_REGENERATE=1 cargo test --release --test overlay` writes
//! them anew; look at every one before it is committed.

#![allow(clippy::unwrap_used)] // helpers of tests

use hexlex::board::{Board, Cell};
use hexlex::overlay::{Caption, draw, draw_alone};
use hexlex::paint::{Fill, Gradient, Palette, Style, TileShape, TileStyle, paint};
use hexlex::pixels::Frame;
use image::RgbaImage;
use std::path::Path;

/// How much a channel of a pixel may differ, in steps of 256: machines round differently.
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
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name).with_extension("png");
    if std::env::var_os("HEXLEX_REGENERATE").is_some() {
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
            "the overlay {} is not {}: compare them, and set HEXLEX_REGENERATE=1 if the change is meant",
            found.display(),
            path.display()
        );
    }
}

/// The board painted, as a frame, with a path by (line, index).
fn scene(text: &str, style: &Style, tile: f32, path: &[(usize, usize)]) -> (Frame, hexlex::locate::Layout, Vec<Cell>) {
    let board: Board = text.parse().unwrap();
    let (picture, layout) = paint(&board, style, tile).unwrap();
    let path = path.iter().map(|&(line, index)| Cell { line, index }).collect();
    (Frame::new(picture, "golden"), layout, path)
}

const STAGGERED: [(usize, usize); 7] = [(0, 1), (0, 2), (1, 3), (2, 3), (3, 3), (2, 2), (1, 2)];
const DIAGONAL: [(usize, usize); 6] = [(0, 0), (1, 1), (0, 1), (1, 0), (2, 0), (3, 1)];

#[test]
fn staggered_with_room_above() {
    let style = Style { margin: 1.6, ..Style::default() };
    let (frame, layout, path) = scene(BOOKWORM, &style, 36.0, &STAGGERED);
    check("staggered", &draw(&frame, &layout, &path, &Caption::new("ABALONE", "980 points")));
}

#[test]
fn tiny_tiles_without_room() {
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
fn hexagons_on_the_dark() {
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
fn free_boards_have_distant_steps() {
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
