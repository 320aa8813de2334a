//! Cells without a tile: empty ones, and those that a falling tile has left.

use super::Doubt;
use super::tile::{SIDE, TilePixels};
use crate::locate::Layout;
use crate::pixels::{Frame, Rgb, Size, median_color};

/// For each cell whether it shows nothing but the ground around the board.
pub(super) fn holes(
    around: Option<Rgb>,
    tiles: &[&TilePixels],
    doubts: &[Doubt],
    has_rim: impl Fn(usize) -> bool,
) -> Vec<bool> {
    let Some(around) = around else { return vec![false; tiles.len()] };
    let is_hole = |i: usize| !has_rim(i) && is_like_ground(tiles[i], &doubts[i], around);
    (0..tiles.len()).map(is_hole).collect()
}

/// Whether a tile that reads like this shows nothing but the ground around the board.
pub(super) fn is_like_ground(tile: &TilePixels, doubt: &Doubt, around: Rgb) -> bool {
    /// What reads as a letter with this confidence is no hole.
    const LETTER: f32 = 0.2;
    /// How near (in levels, each channel) a hole's color is to that of the ground around the board.
    const ALIKE: u8 = 36;
    /// How much the middle of a hole may vary, in levels: backgrounds have patterns.
    const EVEN: u8 = 60;
    let looks_empty = || {
        let (color, spread) = middle(tile);
        spread < EVEN && color.iter().zip(around).all(|(a, b)| a.abs_diff(b) < ALIKE)
    };
    doubt.confidence < LETTER && looks_empty()
}

/// The median color of a tile's middle, and how far apart its levels are (the outermost twentieths left out).
fn middle(tile: &TilePixels) -> ([u8; 3], u8) {
    const MIDDLE: std::ops::Range<usize> = SIDE / 4..SIDE - SIDE / 4;
    let sorted = |plane: &[u8; SIDE * SIDE]| {
        let mut levels: Vec<u8> = MIDDLE.flat_map(|y| MIDDLE.map(move |x| plane[y * SIDE + x])).collect();
        levels.sort_unstable();
        levels
    };
    let luma = sorted(&tile.luma);
    let color = [0, 1, 2].map(|channel: usize| sorted(&tile.rgb[channel])[luma.len() / 2]);
    (color, luma[luma.len() - 1 - luma.len() / 20] - luma[luma.len() / 20])
}

/// The median color of the ground just outside the board; `None` where the picture ends there.
pub(super) fn ground_around(frame: &Frame, layout: &Layout) -> Option<Rgb> {
    /// How far outside the cells, in pitches.
    const OUTSIDE: f32 = 0.12;
    let (left, top, right, bottom) = layout.bounds();
    let (dx, dy) = (OUTSIDE * layout.pitch().0, OUTSIDE * layout.pitch().1);
    let (left, top, right, bottom) = (left - dx, top - dy, right + dx, bottom + dy);
    let Size { width, height } = frame.size();
    let across = (left as i64..right as i64).flat_map(|x| [(x, top as i64), (x, bottom as i64)]);
    let down = (top as i64..bottom as i64).flat_map(|y| [(left as i64, y), (right as i64, y)]);
    let inside = |&(x, y): &(i64, i64)| (0..i64::from(width)).contains(&x) && (0..i64::from(height)).contains(&y);
    let colors: Vec<[u8; 3]> = across
        .chain(down)
        .filter(inside)
        .map(|(x, y)| frame.pixels().get_pixel(x as u32, y as u32).0)
        .map(|[r, g, b, _]| [r, g, b])
        .collect();
    median_color(&colors)
}
