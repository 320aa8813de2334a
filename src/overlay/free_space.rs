//! Finds a rectangle of a window without texture, where a panel hides nothing.

use super::board_bounds;
use super::detail::DetailMap;
use crate::locate::Layout;
use crate::pixels::{Bounds, Frame, Rect, Size};

/// The distance kept from the tiles and from the window's edge, in tiles, chosen by hand: less crowds the board, more
/// finds no place in small windows.
const CLEARANCE: f32 = 0.3;
/// The distance kept from frames and buttons where there is space for it, in tiles. Smaller: the panel seems to belong to them. Larger: it
/// goes further from the board for nothing. Chosen by hand.
const APART: f32 = 0.2;
/// The number of places tried along each side of the window, less one. Fewer miss narrow gaps, more cost time.
const STEPS: usize = 40;
/// The largest share of a candidate rectangle that may have detail: it tolerates specks, as the stars of a background. Smaller, a
/// few specks keep the panel away; larger, it covers text. Chosen by hand.
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

    /// The place for a panel of this size nearest to the board, in pixels of the window, that covers neither detail nor lines:
    /// no part of a frame or a button either. It keeps off these where there is such a place. `None` where there is none.
    pub fn nearest_empty(&self, size: Size) -> Option<Rect> {
        let is_empty = |place: &Bounds| self.details.share_of_edges(place) <= MOST_DETAIL;
        let keeps_off = |place: &Bounds| is_empty(&place.inset(-APART * self.tile));
        self.nearest_where(size, keeps_off).or_else(|| self.nearest_where(size, is_empty))
    }

    /// The place for a panel of this size nearest to the board, in pixels of the window, that covers no detail; straight lines
    /// may cross it. `None` where there is none.
    pub fn nearest(&self, size: Size) -> Option<Rect> {
        let is_free = |place: &Bounds| self.details.share(place) <= MOST_DETAIL;
        self.nearest_where(size, is_free)
    }

    /// The place for a panel of this size beside the board with the least detail on it and around it, and of such places the one
    /// nearest to the board: the detail around it is text whose frame or button it would cover. `None` where the board leaves no
    /// place in the window.
    pub fn least_covering(&self, size: Size) -> Option<Rect> {
        let clear = CLEARANCE * self.tile;
        let rank = |place: &Bounds| (self.details.share(&place.inset(-clear)), self.cost(place));
        let by_rank = |a: &Bounds, b: &Bounds| {
            let ((detail_a, cost_a), (detail_b, cost_b)) = (rank(a), rank(b));
            detail_a.total_cmp(&detail_b).then(cost_a.total_cmp(&cost_b))
        };
        self.places_beside(size, 0.0).min_by(by_rank).map(|place| on_pixels(&place, size))
    }

    fn nearest_where(&self, size: Size, is_free: impl Fn(&Bounds) -> bool) -> Option<Rect> {
        let places = self.places_beside(size, CLEARANCE * self.tile).filter(is_free);
        places.min_by(|a, b| self.cost(a).total_cmp(&self.cost(b))).map(|place| on_pixels(&place, size))
    }

    /// Places of this size all over the window but for the board, this far from both; none where the window is too small.
    fn places_beside(&self, size: Size, clear: f32) -> impl Iterator<Item = Bounds> {
        let panel = Bounds::from(size);
        let inside = self.window.inset(clear);
        let along = move |spare: f32| {
            let steps = if spare < 0.0 { 0..0 } else { 0..STEPS + 1 };
            steps.map(move |n| clear + spare * n as f32 / STEPS as f32)
        };
        let (columns, spare_y) = (along(inside.width - panel.width), inside.height - panel.height);
        let places = columns.flat_map(move |x| along(spare_y).map(move |y| Bounds { x, y, ..panel }));
        let taken = self.board.inset(-clear);
        places.filter(move |place| {
            place.x > taken.right() || place.right() < taken.x || place.y > taken.bottom() || place.bottom() < taken.y
        })
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

/// A place of this size in whole pixels.
fn on_pixels(place: &Bounds, size: Size) -> Rect {
    Rect { x: place.x as i32, y: place.y as i32, width: size.width, height: size.height }
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

    /// A box with a frame beside the board, and room below it: the nearest place crosses the frame, an empty one does not.
    #[test]
    fn a_frame_is_not_empty() {
        let layout = Layout::new(Shape::rows(4, 4).unwrap(), (480.0, 80.0), (50.0, 50.0));
        let frame = Bounds::between(60.0, 100.0, 400.0, 210.0);
        let picture = RgbaImage::from_fn(700, 500, |x, y| {
            let (x, y) = (x as f32, y as f32);
            let (outer, inner) = (frame, frame.inset(2.0));
            let is_in =
                |bounds: Bounds| (bounds.x..bounds.right()).contains(&x) && (bounds.y..bounds.bottom()).contains(&y);
            Rgba(if is_in(outer) && !is_in(inner) { [240, 230, 140, 255] } else { [30, 30, 60, 255] })
        });
        let free = FreeSpace::new(&Frame::new(picture, ""), &layout);
        let size = Size::new(260, 90);
        let crosses = |place: Rect| place.y < 210 && place.bottom() > 100;
        assert!(crosses(free.nearest(size).unwrap()));
        let empty = free.nearest_empty(size).unwrap();
        assert!(!crosses(empty) && empty.size() == size, "{empty}");
        // It keeps off the frame: above it the space is too low.
        assert!(empty.y >= 210 + 10, "{empty}");
    }

    #[test]
    fn where_no_place_is_free_the_one_with_the_least_detail_is_found() {
        let layout = Layout::new(Shape::rows(4, 4).unwrap(), (80.0, 80.0), (50.0, 50.0));
        // Text all over the window, but for every other line below the board.
        let picture = RgbaImage::from_fn(600, 400, |x, y| {
            let is_text = (x + y).is_multiple_of(3) && (y < 270 || y % 40 < 20);
            Rgba(if is_text { [0, 0, 0, 255] } else { [200, 200, 190, 255] })
        });
        let free = FreeSpace::new(&Frame::new(picture, ""), &layout);
        let size = Size::new(180, 80);
        assert_eq!((free.nearest(size), free.nearest_empty(size)), (None, None));
        let place = free.least_covering(size).unwrap();
        assert!(place.y >= 270 && place.size() == size, "{place}");
        assert_eq!(free.least_covering(Size::new(590, 395)), None);
    }
}
