//! Marks on the tiles on which the next turns depend, in the upper right corner, which paths leave free.

use super::{DARK_COLOR, Sheet};
use crate::advise::{CriticalReason, CriticalTile};
use crate::locate::Layout;
use crate::pixels::{Bounds, Point, Rgb};
use crate::typeface::Typeface;
use image::{RgbaImage, imageops};
use tiny_skia::Pixmap;

/// From a tile's center to that of its mark, to the right and up, in tiles. Chosen by hand: nearer, it covers the letter.
const AT: f32 = 0.36;
/// The radius of a mark, in tiles, and its least in pixels, below which it cannot be read.
const RADIUS: f32 = 0.15;
const LEAST: f32 = 6.0;
/// The width of the dark line around a mark, as a share of its radius.
const CASING: f32 = 0.22;

impl CriticalReason {
    /// The mark: what it says, its color, and that of its text. Red and orange call for action, as the fires themselves; the
    /// number of turns that a gem gives is in blue.
    fn mark(self) -> (String, Rgb, Rgb) {
        match self {
            CriticalReason::UseNow => ("!".to_string(), [214, 24, 24], [255; 3]),
            CriticalReason::UseNext => ("1".to_string(), [255, 150, 30], DARK_COLOR),
            CriticalReason::Holds(turns) => (turns.to_string(), [40, 110, 220], [255; 3]),
        }
    }
}

/// Draws the marks of these tiles over a picture.
pub fn mark_critical_tiles(picture: &mut RgbaImage, layout: &Layout, tiles: &[CriticalTile]) {
    let Some(pixmap) = Pixmap::new(picture.width(), picture.height()) else { return };
    let mut sheet = Sheet { pixmap };
    let radius = (RADIUS * layout.tile()).max(LEAST);
    for CriticalTile { cell, reason } in tiles.iter().filter(|tile| layout.shape().id(tile.cell).is_some()) {
        let at = Point::from(layout.center(*cell)) + Point::new(AT, -AT) * layout.tile();
        let (text, color, ink) = reason.mark();
        let disk = |radius: f32| Bounds::centered(at, 2.0 * radius, 2.0 * radius).rounded(radius);
        sheet.fill(disk(radius * (1.0 + CASING)).as_ref(), DARK_COLOR, 0.85);
        sheet.fill(disk(radius).as_ref(), color, 1.0);
        sheet.fill(Typeface::embedded().centered(&text, at, 1.2 * radius, 1.5 * radius).as_ref(), ink, 1.0);
    }
    imageops::overlay(picture, &sheet.into_image(), 0, 0);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Cell, Shape};

    #[test]
    fn only_these_tiles_are_marked_and_letters_are_free() {
        let layout = Layout::new(Shape::rows(2, 2).unwrap(), (30.0, 30.0), (50.0, 50.0));
        let mut picture = RgbaImage::from_pixel(110, 110, image::Rgba([90, 90, 90, 255]));
        let plain = picture.clone();
        let tile = |line, index, reason| CriticalTile { cell: Cell { line, index }, reason };
        mark_critical_tiles(
            &mut picture,
            &layout,
            &[tile(0, 1, CriticalReason::UseNow), tile(9, 9, CriticalReason::UseNext)],
        );
        let changed = |left: u32, top: u32| {
            (top..top + 50).any(|y| (left..left + 50).any(|x| picture.get_pixel(x, y) != plain.get_pixel(x, y)))
        };
        assert!(changed(60, 0) && !changed(5, 5) && !changed(5, 55) && !changed(55, 55));
        let (x, y) = layout.center(Cell { line: 0, index: 1 });
        assert_eq!(picture.get_pixel(x as u32, y as u32), plain.get_pixel(x as u32, y as u32));
    }
}
