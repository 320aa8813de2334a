//! Doubtful tiles: a thin ring with a question mark in the corner, so that a player looks at them before believing a word.

use super::{DARK_COLOR, Sheet};
use crate::board::Cell;
use crate::locate::Layout;
use crate::pixels::{Bounds, Point, Rgb, Size};
use crate::typeface::Typeface;
use image::RgbaImage;
use tiny_skia::Pixmap;

/// The color of the ring and the mark. The path has no line of this color.
const COLOR: Rgb = [255, 214, 64];
/// From a tile's center to its ring, in tiles: inside the ring of a path, so that both are visible. Smaller, it touches the
/// letter. Chosen by hand.
const RING: f32 = 0.39;
/// The radius of the ring's corners, in tiles.
const CORNER: f32 = 0.17;
/// From a tile's center to that of the mark, to the right and up, in tiles: the upper left corner has the number of a path.
const MARK: f32 = 0.36;
/// The width of the ring and of the dark casing on each side of it, in tiles, with the least in pixels. Thinner, they are lost
/// on textured tiles; thicker, they look like a path.
const LINE: (f32, f32) = (0.03, 1.0);
const CASING: (f32, f32) = (0.025, 0.8);
/// The radius of the mark, in tiles, and its least in pixels, below which it cannot be read.
const RADIUS: f32 = 0.14;
const LEAST: f32 = 5.0;

/// The marks of doubtful tiles on transparent pixels of this size, to which the layout refers; `None` where a picture of this
/// size is impossible.
pub fn doubts_alone(size: Size, layout: &Layout, cells: &[Cell]) -> Option<RgbaImage> {
    let mut sheet = Sheet { pixmap: Pixmap::new(size.width, size.height)? };
    let (tile, (pitch_x, pitch_y)) = (layout.tile(), layout.pitch());
    let [line, casing] = [LINE, CASING].map(|(share, least)| (share * tile).max(least));
    let typeface = Typeface::embedded();
    for &cell in cells.iter().filter(|cell| layout.shape().id(**cell).is_some()) {
        let center: Point = layout.center(cell).into();
        let ring = Bounds::centered(center, 2.0 * RING * pitch_x, 2.0 * RING * pitch_y).rounded(CORNER * tile);
        sheet.stroke(ring.as_ref(), line + 2.0 * casing, DARK_COLOR, 0.7);
        sheet.stroke(ring.as_ref(), line, COLOR, 1.0);
        let radius = (RADIUS * tile).max(LEAST);
        let at = center + Point::new(MARK * tile, -MARK * tile);
        sheet.fill(Bounds::centered(at, 2.0 * radius, 2.0 * radius).rounded(radius).as_ref(), COLOR, 1.0);
        sheet.fill(typeface.centered("?", at, 1.3 * radius, 1.6 * radius).as_ref(), DARK_COLOR, 1.0);
    }
    Some(sheet.into_image())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Shape;

    #[test]
    fn only_doubtful_tiles_are_marked() {
        let layout = Layout::new(Shape::rows(2, 2).unwrap(), (30.0, 30.0), (50.0, 50.0));
        let picture = doubts_alone(Size::new(110, 110), &layout, &[Cell { line: 0, index: 1 }]).unwrap();
        let marked = |left: u32| (0..55).any(|y| (left..left + 55).any(|x| picture.get_pixel(x, y).0[3] > 0));
        assert!(marked(55) && !marked(0));
        let (x, y) = layout.center(Cell { line: 0, index: 1 });
        assert_eq!(picture.get_pixel(x as u32, y as u32).0[3], 0, "the letter is free");
        assert!(doubts_alone(Size::new(0, 9), &layout, &[]).is_none());
    }
}
