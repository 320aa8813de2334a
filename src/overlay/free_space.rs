//! Finds a rectangle of a window without texture, where a panel hides nothing.

use super::board_bounds;
use super::detail::DetailMap;
use crate::locate::Layout;
use crate::pixels::{Bounds, Frame, Rect, Size};

/// The distance kept from the tiles and from the window's edge, in tiles, chosen by hand: less crowds the board, more
/// finds no place in small windows.
const CLEARANCE: f32 = 0.3;
/// The number of places tried along each side of the window, less one. Fewer miss narrow gaps, more cost time.
const STEPS: usize = 40;
/// The largest share of a candidate rectangle that may have detail: it tolerates a thin border line that crosses the
/// rectangle. Larger, the panel covers text.
const MOST_DETAIL: f32 = 0.004;
/// The cost of a pixel of vertical offset between the centers of panel and board, relative to a pixel of gap between
/// them.
const ASIDE: f32 = 0.2;

/// A window, the board in it, and where it shows detail.
///
/// ```
/// use hexlex::{board::Shape, locate::Layout, overlay::FreeSpace, pixels::{Frame, Size}};
///
/// let window = Frame::new(image::RgbaImage::new(600, 400), "a window");
/// let layout = Layout::new(Shape::rows(4, 4)?, (80.0, 80.0), (50.0, 50.0));
/// let free = FreeSpace::new(&window, &layout);
/// assert!(free.nearest(Size::new(200, 100)).is_some());
/// assert_eq!(free.nearest(Size::new(600, 100)), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct FreeSpace {
    details: DetailMap,
    window: Bounds,
    board: Bounds,
    tile: f32,
}

impl FreeSpace {
    /// The free space of a window with this board.
    pub fn new(frame: &Frame, layout: &Layout) -> FreeSpace {
        FreeSpace {
            details: DetailMap::new(frame),
            window: frame.size().into(),
            board: board_bounds(layout),
            tile: layout.tile(),
        }
    }

    /// The place for a panel of this size nearest to the board, in pixels of the window, that covers no detail; `None`
    /// where there is none.
    pub fn nearest(&self, size: Size) -> Option<Rect> {
        let clear = CLEARANCE * self.tile;
        let panel = Bounds::from(size);
        let inside = self.window.inset(clear);
        let (spare_x, spare_y) = (inside.width - panel.width, inside.height - panel.height);
        if spare_x < 0.0 || spare_y < 0.0 {
            return None;
        }
        let along = |spare: f32| (0..=STEPS).map(move |n| clear + spare * n as f32 / STEPS as f32);
        let places = along(spare_x).flat_map(|x| along(spare_y).map(move |y| Bounds { x, y, ..panel }));
        let taken = self.board.inset(-clear);
        let is_free = |place: &Bounds| {
            let is_beside = place.x > taken.right()
                || place.right() < taken.x
                || place.y > taken.bottom()
                || place.bottom() < taken.y;
            is_beside && self.details.share(place) <= MOST_DETAIL
        };
        let nearest = places.filter(is_free).min_by(|a, b| self.cost(a).total_cmp(&self.cost(b)))?;
        Some(Rect { x: nearest.x as i32, y: nearest.y as i32, width: size.width, height: size.height })
    }

    /// The cost of a place in pixels: horizontal gap + vertical gap + [`ASIDE`] x vertical offset of the centers.
    fn cost(&self, place: &Bounds) -> f32 {
        let gap = |low: f32, high: f32, from: f32, to: f32| (from - high).max(low - to).max(0.0);
        let aside = (place.center().y - self.board.center().y).abs();
        gap(place.x, place.right(), self.board.x, self.board.right())
            + gap(place.y, place.bottom(), self.board.y, self.board.bottom())
            + ASIDE * aside
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Shape;
    use image::{Rgba, RgbaImage};

    #[test]
    fn the_nearest_place_covers_neither_detail_nor_board() {
        let layout = Layout::new(Shape::rows(4, 4).unwrap(), (80.0, 80.0), (50.0, 50.0));
        let stripes = |x: u32, y: u32| (x + y).is_multiple_of(3);
        let picture = RgbaImage::from_fn(600, 400, |x, y| {
            let shows = x > 320 && y < 200 && stripes(x, y);
            Rgba(if shows { [0, 0, 0, 255] } else { [200, 200, 190, 255] })
        });
        let free = FreeSpace::new(&Frame::new(picture, ""), &layout);
        let place = free.nearest(Size::new(180, 100)).unwrap();
        assert!(place.x >= 256 && place.y >= 196 && place.size() == Size::new(180, 100), "{place}");
        assert_eq!(free.nearest(Size::new(590, 100)), None);
        let noisy = RgbaImage::from_fn(600, 400, |x, y| Rgba([if stripes(x, y) { 0 } else { 250 }, 0, 0, 255]));
        assert_eq!(FreeSpace::new(&Frame::new(noisy, ""), &layout).nearest(Size::new(100, 60)), None);
    }
}
