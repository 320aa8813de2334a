//! Where everything of the practice game stands in a window: the board beside an open book, or below it where
//! the window is upright.

use hexlex::board::{Cell, Shape};
use hexlex::locate::Layout;
use hexlex::pixels::{Bounds, Edge, Point};

/// All lengths are in tiles. Around everything.
const MARGIN: f32 = 0.3;
/// The wood around the well that the tiles lie in.
const FRAME: f32 = 0.26;
/// Between the wood and the tiles.
const WELL: f32 = 0.12;
/// Between the book and the board.
const GAP: f32 = 0.35;
/// The book's width beside the board, at least and at most; the room decides.
const BOOK_WIDTH: (f32, f32) = (4.5, 6.2);
/// Its height above the board.
const BOOK_HEIGHT: f32 = 3.1;
/// From the edge of a page to what is written on it.
const PAGE_MARGIN: f32 = 0.3;
/// Tiles are never smaller, in pixels, however small the window.
const SMALLEST_TILE: f32 = 4.0;

/// Where things stand. Areas are in tiles, as canvases want them; the layout is in pixels, as everything else does.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Plan {
    /// The window in pixels.
    pub(super) size: (u32, u32),
    /// The side of a tile in pixels; even, so that columns half a tile apart are drawn alike.
    pub(super) tile: f32,
    /// Where the tiles lie, in pixels.
    pub(super) layout: Layout,
    /// The wood around the board.
    pub(super) frame: Bounds,
    /// The hollow in it where tiles can be seen.
    pub(super) well: Bounds,
    /// The page of the book.
    pub(super) page: Bounds,
    /// What stands on the page.
    pub(super) parts: Parts,
}

/// The parts of the page.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Parts {
    /// The name of it all; of no height where there is no room.
    pub(super) title: Bounds,
    pub(super) score: Bounds,
    pub(super) word: Bounds,
    /// A line about what just happened.
    pub(super) note: Bounds,
    pub(super) submit: Bounds,
    pub(super) scramble: Bounds,
    pub(super) renew: Bounds,
    /// The last words, newest first.
    pub(super) history: Bounds,
}

/// What a click can meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Target {
    Tile(Cell),
    Submit,
    Scramble,
    Renew,
}

impl Plan {
    /// The plan for a board of this shape in a window of so many pixels.
    pub(super) fn new(shape: &Shape, size: (u32, u32)) -> Plan {
        let (left, top, right, bottom) = Layout::new(shape.clone(), (0.0, 0.0), (1.0, 1.0)).bounds();
        let around = 2.0 * (WELL + FRAME);
        let board = (right - left + around, bottom - top + around);
        let window = (size.0 as f32, size.1 as f32);
        let tile_of = |width: f32, height: f32| (window.0 / width).min(window.1 / height);
        let wide = tile_of(BOOK_WIDTH.0 + GAP + board.0 + 2.0 * MARGIN, board.1 + 2.0 * MARGIN);
        let upright = tile_of(board.0 + 2.0 * MARGIN, BOOK_HEIGHT + GAP + board.1 + 2.0 * MARGIN);
        let tile = ((wide.max(upright) / 2.0).floor() * 2.0).max(SMALLEST_TILE);
        // From here on in tiles, on whole pixels.
        let snap = |length: f32| (length * tile).round() / tile;
        let room = (window.0 / tile, window.1 / tile);
        let (page, frame) = if wide >= upright {
            let width = (room.0 - GAP - board.0 - 2.0 * MARGIN).clamp(BOOK_WIDTH.0, BOOK_WIDTH.1);
            let left = snap((room.0 - width - GAP - board.0) / 2.0);
            let top = snap((room.1 - board.1) / 2.0);
            let frame = Bounds { x: left + width + GAP, y: top, width: board.0, height: board.1 };
            (Bounds { x: left, y: top, width, height: board.1 }, frame)
        } else {
            let left = snap((room.0 - board.0) / 2.0);
            let top = snap((room.1 - BOOK_HEIGHT - GAP - board.1) / 2.0);
            let frame = Bounds { x: left, y: top + BOOK_HEIGHT + GAP, width: board.0, height: board.1 };
            (Bounds { x: left, y: top, width: board.0, height: BOOK_HEIGHT }, frame)
        };
        let first = (snap(frame.x + FRAME + WELL) - left, snap(frame.y + FRAME + WELL) - top);
        Plan {
            size,
            tile,
            layout: Layout::new(shape.clone(), (first.0 * tile, first.1 * tile), (tile, tile)),
            frame,
            well: frame.inset(FRAME),
            page,
            parts: if wide >= upright { Parts::tall(page) } else { Parts::flat(page) },
        }
    }

    /// What lies at a place of the window, in pixels.
    pub(super) fn target(&self, (x, y): (f32, f32)) -> Option<Target> {
        let at = Point::new(x / self.tile, y / self.tile);
        let Parts { submit, scramble, renew, .. } = &self.parts;
        let buttons = [(submit, Target::Submit), (scramble, Target::Scramble), (renew, Target::Renew)];
        let button = buttons.into_iter().find(|(area, _)| area.contains(at)).map(|(_, target)| target);
        button.or_else(|| self.layout.cell_at(x, y).map(Target::Tile))
    }
}

impl Parts {
    /// On a page beside the board.
    fn tall(page: Bounds) -> Parts {
        let mut rest = page.inset(PAGE_MARGIN);
        let mut row = |height: f32, gap: f32| {
            let area = rest.split_off(Edge::Top, height);
            rest.split_off(Edge::Top, gap);
            area
        };
        let title = row(0.5, 0.1);
        let score = row(1.4, 0.15);
        let word = row(1.25, 0.05);
        let note = row(0.4, 0.1);
        let submit = row(0.78, 0.16);
        let (scramble, renew) = halves(row(0.62, 0.2));
        Parts { title, score, word, note, submit, scramble, renew, history: rest }
    }

    /// On a page above the board.
    fn flat(page: Bounds) -> Parts {
        const COLUMN: f32 = 2.1;
        const SPACE: f32 = 0.2;
        let mut rest = page.inset(PAGE_MARGIN);
        let mut left = rest.split_off(Edge::Left, COLUMN);
        rest.split_off(Edge::Left, SPACE);
        let mut right = rest.split_off(Edge::Right, COLUMN);
        rest.split_off(Edge::Right, SPACE);
        let score = left.split_off(Edge::Top, 1.5);
        let word = rest.split_off(Edge::Top, 1.25);
        let note = rest.split_off(Edge::Top, 0.45);
        let submit = right.split_off(Edge::Top, 0.78);
        right.split_off(Edge::Top, SPACE);
        let scramble = right.split_off(Edge::Top, 0.62);
        right.split_off(Edge::Top, SPACE);
        let renew = right.split_off(Edge::Top, 0.62);
        let title = left.split_off(Edge::Bottom, 0.6);
        Parts { title, score, word, note, submit, scramble, renew, history: rest }
    }
}

/// Two beside each other.
fn halves(mut area: Bounds) -> (Bounds, Bounds) {
    const BETWEEN: f32 = 0.16;
    let half = (area.width - BETWEEN) / 2.0;
    (area.split_off(Edge::Left, half), area.split_off(Edge::Right, half))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZES: [(u32, u32); 8] =
        [(160, 120), (640, 480), (800, 700), (1280, 720), (1920, 1080), (500, 900), (900, 900), (3000, 400)];

    #[test]
    fn everything_lies_in_the_window_and_nothing_on_the_board() {
        for size in SIZES {
            let plan = Plan::new(&Shape::bookworm(), size);
            let window = Bounds { x: 0.0, y: 0.0, width: size.0 as f32 / plan.tile, height: size.1 as f32 / plan.tile };
            let parts = &plan.parts;
            let all = [parts.score, parts.word, parts.note, parts.submit, parts.scramble, parts.renew, plan.well];
            for area in all {
                assert!(window.contains(Point::new(area.x, area.y)), "{size:?} {area:?}");
                assert!(window.contains(Point::new(area.right(), area.bottom())), "{size:?} {area:?}");
            }
            for part in &all[..6] {
                assert!(!plan.frame.contains(part.center()), "{size:?} {part:?}");
            }
        }
    }

    #[test]
    fn clicks_meet_tiles_and_buttons() {
        for size in SIZES {
            let plan = Plan::new(&Shape::bookworm(), size);
            for cell in plan.layout.shape().cells() {
                assert_eq!(plan.target(plan.layout.center(cell)), Some(Target::Tile(cell)), "{size:?}");
            }
            let pixels = |area: Bounds| (area.center() * plan.tile).into();
            assert_eq!(plan.target(pixels(plan.parts.submit)), Some(Target::Submit));
            assert_eq!(plan.target(pixels(plan.parts.scramble)), Some(Target::Scramble));
            assert_eq!(plan.target(pixels(plan.parts.renew)), Some(Target::Renew));
            assert_eq!(plan.target(pixels(plan.parts.score)), None);
        }
    }
}
