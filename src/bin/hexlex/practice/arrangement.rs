//! Where everything of the practice game lies in its window: the board beside an open book, or below it in an upright
//! window. [`Arrangement`] serves both drawing and clicks.

use hexlex::board::{Cell, Shape};
use hexlex::locate::Layout;
use hexlex::pixels::{Bounds, Edge, Point, Size};

// All lengths but MIN_TILE are in tiles. They are design choices, and trade the size of the tiles for empty space.

/// Around everything.
const MARGIN: f32 = 0.3;
/// Width of the wooden frame around the well.
const FRAME: f32 = 0.26;
/// Between the frame and the tiles.
const WELL: f32 = 0.12;
/// Between the book and the board.
const GAP: f32 = 0.35;
/// Smallest and largest width of a book beside the board.
const MIN_BOOK_WIDTH: f32 = 4.5;
const MAX_BOOK_WIDTH: f32 = 6.2;
/// Height of a book above the board.
const BOOK_HEIGHT: f32 = 3.1;
/// From the edge of a page to its text.
const PAGE_MARGIN: f32 = 0.3;
/// The smallest side of a tile, in pixels. A window below its minimum size cuts off the board instead of making tiles
/// that vanish. Chosen by hand.
const MIN_TILE: f32 = 4.0;

/// Where everything lies. Bounds are in tiles, the unit of canvases. The layout is in pixels.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Arrangement {
    /// The window's size in pixels.
    pub(super) size: Size,
    /// The side of a tile in pixels. It is even, so that columns half a tile apart both lie on whole pixels.
    pub(super) tile: f32,
    /// The tiles, in pixels.
    pub(super) layout: Layout,
    /// The wooden frame around the board.
    pub(super) frame: Bounds,
    /// The well inside the frame, where tiles are visible.
    pub(super) well: Bounds,
    /// The page of the book.
    pub(super) page: Bounds,
    /// What is on the page.
    pub(super) parts: PageParts,
}

/// The parts of the page.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct PageParts {
    /// The game's name.
    pub(super) title: Bounds,
    pub(super) score: Bounds,
    /// The word of the selected tiles.
    pub(super) word: Bounds,
    /// A line about the last move.
    pub(super) note: Bounds,
    pub(super) submit: Bounds,
    pub(super) scramble: Bounds,
    pub(super) new_game: Bounds,
    /// The last words, newest first.
    pub(super) history: Bounds,
}

/// What a click is on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ClickTarget {
    Tile(Cell),
    Submit,
    Scramble,
    NewGame,
}

impl Arrangement {
    /// The arrangement of a board of this shape in a window of this size. The book lies on the side that leaves larger
    /// tiles.
    pub(super) fn new(shape: &Shape, size: Size) -> Arrangement {
        let (left, top, right, bottom) = Layout::new(shape.clone(), (0.0, 0.0), (1.0, 1.0)).bounds();
        let board_width = right - left + 2.0 * (WELL + FRAME);
        let board_height = bottom - top + 2.0 * (WELL + FRAME);
        let largest_tile = |width: f32, height: f32| {
            (size.width as f32 / (width + 2.0 * MARGIN)).min(size.height as f32 / (height + 2.0 * MARGIN))
        };
        let book_beside = largest_tile(MIN_BOOK_WIDTH + GAP + board_width, board_height);
        let book_above = largest_tile(board_width, BOOK_HEIGHT + GAP + board_height);
        let tile = ((book_beside.max(book_above) / 2.0).floor() * 2.0).max(MIN_TILE);
        // From here on in tiles, on whole pixels.
        let snap = |length: f32| (length * tile).round() / tile;
        let (width, height) = (size.width as f32 / tile, size.height as f32 / tile);
        let (page, frame) = if book_beside >= book_above {
            let book_width = (width - GAP - board_width - 2.0 * MARGIN).clamp(MIN_BOOK_WIDTH, MAX_BOOK_WIDTH);
            let x = snap((width - book_width - GAP - board_width) / 2.0);
            let y = snap((height - board_height) / 2.0);
            let frame = Bounds { x: x + book_width + GAP, y, width: board_width, height: board_height };
            (Bounds { x, y, width: book_width, height: board_height }, frame)
        } else {
            let x = snap((width - board_width) / 2.0);
            let y = snap((height - BOOK_HEIGHT - GAP - board_height) / 2.0);
            let frame = Bounds { x, y: y + BOOK_HEIGHT + GAP, width: board_width, height: board_height };
            (Bounds { x, y, width: board_width, height: BOOK_HEIGHT }, frame)
        };
        let first = (snap(frame.x + FRAME + WELL) - left, snap(frame.y + FRAME + WELL) - top);
        Arrangement {
            size,
            tile,
            layout: Layout::new(shape.clone(), (first.0 * tile, first.1 * tile), (tile, tile)),
            frame,
            well: frame.inset(FRAME),
            page,
            parts: if book_beside >= book_above { PageParts::tall(page) } else { PageParts::flat(page) },
        }
    }

    /// What is at this point of the window, in pixels.
    pub(super) fn target(&self, at: Point) -> Option<ClickTarget> {
        let PageParts { submit, scramble, new_game, .. } = &self.parts;
        let buttons =
            [(submit, ClickTarget::Submit), (scramble, ClickTarget::Scramble), (new_game, ClickTarget::NewGame)];
        let in_tiles = at * (1.0 / self.tile);
        let button = buttons.into_iter().find(|(bounds, _)| bounds.contains(in_tiles)).map(|(_, target)| target);
        button.or_else(|| self.layout.cell_at(at.x, at.y).map(ClickTarget::Tile))
    }
}

impl PageParts {
    /// The parts of a page beside the board. Their sizes, in tiles, are design choices.
    fn tall(page: Bounds) -> PageParts {
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
        let (scramble, new_game) = halves(row(0.62, 0.2));
        PageParts { title, score, word, note, submit, scramble, new_game, history: rest }
    }

    /// The parts of a page above the board.
    fn flat(page: Bounds) -> PageParts {
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
        let new_game = right.split_off(Edge::Top, 0.62);
        let title = left.split_off(Edge::Bottom, 0.6);
        PageParts { title, score, word, note, submit, scramble, new_game, history: rest }
    }
}

/// The left and the right half, with a gap between them.
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

    fn arrangements() -> impl Iterator<Item = Arrangement> {
        SIZES.into_iter().map(|size| Arrangement::new(&Shape::bookworm(), size.into()))
    }

    #[test]
    fn everything_lies_in_the_window_and_nothing_on_the_board() {
        for arrangement in arrangements() {
            let Arrangement { size, tile, parts, .. } = &arrangement;
            let pixels = Bounds::from(*size);
            let window = Bounds { width: pixels.width / tile, height: pixels.height / tile, ..pixels };
            let buttons = [parts.submit, parts.scramble, parts.new_game];
            let all = [&[parts.score, parts.word, parts.note], &buttons[..], &[arrangement.well]].concat();
            for bounds in &all {
                assert!(window.contains(Point::new(bounds.x, bounds.y)), "{size} {bounds:?}");
                assert!(window.contains(Point::new(bounds.right(), bounds.bottom())), "{size} {bounds:?}");
            }
            for part in &all[..6] {
                assert!(!arrangement.frame.contains(part.center()), "{size} {part:?}");
            }
        }
    }

    #[test]
    fn clicks_find_tiles_and_buttons() {
        for arrangement in arrangements() {
            let Arrangement { size, tile, layout, parts, .. } = &arrangement;
            for cell in layout.shape().cells() {
                let center = layout.center(cell).into();
                assert_eq!(arrangement.target(center), Some(ClickTarget::Tile(cell)), "{size}");
            }
            let at = |bounds: Bounds| arrangement.target(bounds.center() * *tile);
            assert_eq!(at(parts.submit), Some(ClickTarget::Submit));
            assert_eq!(at(parts.scramble), Some(ClickTarget::Scramble));
            assert_eq!(at(parts.new_game), Some(ClickTarget::NewGame));
            assert_eq!(at(parts.score), None);
        }
    }
}
