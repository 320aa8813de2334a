//! Where everything of the practice game lies in its window: the board beside an open book, or below it in an upright
//! window, and a banner above both. [`Arrangement`] serves both drawing and clicks.

use hexlex::board::{Cell, Shape};
use hexlex::locate::Layout;
use hexlex::paint::Style;
use hexlex::pixels::{Bounds, Edge, Point, Size};

// All lengths but MIN_UNIT are in units of the arrangement. They are design choices, and trade the size of the tiles for
// empty space.

/// The height of the board without its frame. A tile of Bookworm's board, eight tiles high, is one unit.
const BOARD_HEIGHT: f32 = 8.0;
/// Around everything.
const MARGIN: f32 = 0.3;
/// Width of the frame around the well.
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
/// Height of the banner.
const BANNER: f32 = 0.62;
/// The size of the card over a game that is over.
pub(super) const CARD: Point = Point::new(5.8, 3.1);
/// From the edge of a page to its text.
const PAGE_MARGIN: f32 = 0.3;
/// From the center of a tile to where a drag selects it, in tiles. Larger: a drag across a corner selects the tile beside
/// it; smaller: quick drags miss tiles. Chosen by hand.
const DRAG_REACH: f32 = 0.38;
/// The smallest unit, in pixels. A window below its minimum size cuts off the board instead of making tiles that vanish.
/// Chosen by hand.
const MIN_UNIT: f32 = 4.0;

/// Where everything lies. Bounds are in units, those of canvases. The layout is in pixels.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Arrangement {
    /// The window's size in pixels.
    pub(super) size: Size,
    /// The unit in pixels. It is even, so that columns half a tile apart both lie on whole pixels.
    pub(super) unit: f32,
    /// The height of a tile in pixels.
    pub(super) tile: f32,
    /// The tiles, in pixels.
    pub(super) layout: Layout,
    /// Where a line of text moves, if there is one.
    pub(super) banner: Option<Bounds>,
    /// The frame around the board.
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
    /// How far the level has come.
    pub(super) progress: Bounds,
    /// The best and the longest word, and the highest score.
    pub(super) records: Bounds,
    /// The word of the selected tiles.
    pub(super) word: Bounds,
    /// A line about the last move.
    pub(super) note: Bounds,
    pub(super) submit: Bounds,
    pub(super) scramble: Bounds,
    pub(super) new_game: Bounds,
    /// Below the records. It stays empty while a game is played: the panel of `watch` goes there.
    pub(super) free: Bounds,
}

/// What a click is on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ClickTarget {
    Tile(Cell),
    Submit,
    Scramble,
    NewGame,
}

/// What is known before the window's size is.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Plan {
    pub(super) shape: Shape,
    /// The horizontal pitch of the tiles, and their width, in their heights.
    pitch: f32,
    width: f32,
    has_banner: bool,
}

impl Plan {
    /// The plan of a board of this shape with tiles of this style.
    pub(super) fn new(shape: Shape, style: &Style, has_banner: bool) -> Plan {
        Plan { shape, pitch: style.pitch, width: style.shape.width(1.0).max(style.pitch), has_banner }
    }

    /// The tiles' layout with the upper left corner of the first tile's bounds in the origin, for tiles of this height;
    /// and the size of the bounds.
    fn board(&self, tile: f32) -> (Layout, Point) {
        let layout = Layout::new(self.shape.clone(), (0.0, 0.0), (self.pitch * tile, tile));
        let (left, top, right, bottom) = layout.bounds();
        let wider = (self.width - self.pitch) * tile / 2.0;
        (layout.shifted(Point::new(wider - left, -top)), Point::new(right - left + 2.0 * wider, bottom - top))
    }
}

impl Arrangement {
    /// The arrangement in a window of this size. The book lies on the side that leaves larger tiles.
    pub(super) fn new(plan: &Plan, size: Size) -> Arrangement {
        let tiles = plan.board(1.0).1;
        // The height of a tile in units.
        let tile = BOARD_HEIGHT / tiles.y;
        let border = 2.0 * (WELL + FRAME);
        let board = tiles * tile + Point::new(border, border);
        let banner = if plan.has_banner { BANNER } else { 0.0 };
        let largest_unit = |width: f32, height: f32| {
            (size.width as f32 / (width + 2.0 * MARGIN)).min(size.height as f32 / (height + 2.0 * MARGIN + banner))
        };
        let book_beside = largest_unit(MIN_BOOK_WIDTH + GAP + board.x, board.y);
        let book_above = largest_unit(board.x.max(BOARD_HEIGHT), BOOK_HEIGHT + GAP + board.y);
        let is_beside = book_beside >= book_above;
        let unit = ((book_beside.max(book_above) / 2.0).floor() * 2.0).max(MIN_UNIT);
        let whole = Point::new(size.width as f32 / unit, size.height as f32 / unit);
        let (page, frame) = if is_beside { beside(whole, board, banner) } else { above(whole, board, banner) };
        // On whole pixels, as far as the pitch allows.
        let snap = |length: f32| (length * unit).round();
        let corner = Point::new(snap(frame.x + FRAME + WELL), snap(frame.y + FRAME + WELL));
        Arrangement {
            size,
            unit,
            tile: tile * unit,
            layout: plan.board(tile * unit).0.shifted(corner),
            banner: plan.has_banner.then_some(Bounds { x: 0.0, y: 0.0, width: whole.x, height: banner }),
            frame,
            well: frame.inset(FRAME),
            page,
            parts: if is_beside { PageParts::tall(page) } else { PageParts::flat(page) },
        }
    }

    /// The tile that a drag selects at this point of the window.
    pub(super) fn dragged(&self, at: Point) -> Option<Cell> {
        let cell = self.layout.cell_at(at.x, at.y)?;
        (at.distance(self.layout.center(cell).into()) < DRAG_REACH * self.tile).then_some(cell)
    }

    /// What is at this point of the window, in pixels.
    pub(super) fn target(&self, at: Point) -> Option<ClickTarget> {
        let PageParts { submit, scramble, new_game, .. } = &self.parts;
        let buttons =
            [(submit, ClickTarget::Submit), (scramble, ClickTarget::Scramble), (new_game, ClickTarget::NewGame)];
        let in_units = at * (1.0 / self.unit);
        let button = buttons.into_iter().find(|(bounds, _)| bounds.contains(in_units)).map(|(_, target)| target);
        button.or_else(|| self.layout.cell_at(at.x, at.y).map(ClickTarget::Tile))
    }
}

/// The page and the frame of a board of this size, the page to the left, in a window of this size.
fn beside(whole: Point, board: Point, banner: f32) -> (Bounds, Bounds) {
    let book_width = (whole.x - GAP - board.x - 2.0 * MARGIN).clamp(MIN_BOOK_WIDTH, MAX_BOOK_WIDTH);
    let x = (whole.x - book_width - GAP - board.x) / 2.0;
    let y = banner + (whole.y - banner - board.y) / 2.0;
    let page = Bounds { x, y, width: book_width, height: board.y };
    (page, Bounds { x: x + book_width + GAP, y, width: board.x, height: board.y })
}

/// The same with the page above the board, and not narrower than its text needs.
fn above(whole: Point, board: Point, banner: f32) -> (Bounds, Bounds) {
    let width = board.x.max(BOARD_HEIGHT);
    let y = banner + (whole.y - banner - BOOK_HEIGHT - GAP - board.y) / 2.0;
    let page = Bounds { x: (whole.x - width) / 2.0, y, width, height: BOOK_HEIGHT };
    (page, Bounds { x: (whole.x - board.x) / 2.0, y: y + BOOK_HEIGHT + GAP, width: board.x, height: board.y })
}

impl PageParts {
    /// The parts of a page beside the board. Their sizes are design choices.
    fn tall(page: Bounds) -> PageParts {
        let mut rest = page.inset(PAGE_MARGIN);
        let mut row = |height: f32, gap: f32| {
            let area = rest.split_off(Edge::Top, height);
            rest.split_off(Edge::Top, gap);
            area
        };
        let title = row(0.45, 0.1);
        let score = row(1.3, 0.1);
        let progress = row(0.2, 0.22);
        let word = row(1.15, 0.05);
        let note = row(0.4, 0.08);
        let submit = row(0.72, 0.16);
        let (scramble, new_game) = halves(row(0.58, 0.2));
        let records = row(0.96, 0.1);
        PageParts { title, score, progress, records, word, note, submit, scramble, new_game, free: rest }
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
        let score = left.split_off(Edge::Top, 1.4);
        let progress = left.split_off(Edge::Top, 0.2);
        let word = rest.split_off(Edge::Top, 1.25);
        let note = rest.split_off(Edge::Top, 0.45);
        let submit = right.split_off(Edge::Top, 0.78);
        right.split_off(Edge::Top, SPACE);
        let scramble = right.split_off(Edge::Top, 0.62);
        right.split_off(Edge::Top, SPACE);
        let new_game = right.split_off(Edge::Top, 0.62);
        let title = left.split_off(Edge::Bottom, 0.55);
        let free = rest.split_off(Edge::Bottom, 0.0);
        PageParts { title, score, progress, records: rest, word, note, submit, scramble, new_game, free }
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
    use hexlex::paint::TileShape;

    const SIZES: [(u32, u32); 8] =
        [(160, 120), (640, 480), (800, 700), (1280, 720), (1920, 1080), (500, 900), (900, 900), (3000, 400)];

    fn arrangements() -> impl Iterator<Item = Arrangement> {
        let hexagons = Style { shape: TileShape::Hexagon, pitch: 0.866, ..Style::default() };
        let plans = [
            Plan::new(Shape::bookworm(), &Style::default(), false),
            Plan::new(Shape::bookworm(), &hexagons, true),
            Plan::new(Shape::rows(4, 4).unwrap(), &Style::default(), false),
        ];
        SIZES.into_iter().flat_map(move |size| plans.clone().map(|plan| Arrangement::new(&plan, size.into())))
    }

    #[test]
    fn everything_lies_in_the_window_and_nothing_on_the_board() {
        for arrangement in arrangements() {
            let Arrangement { size, unit, parts, layout, tile, .. } = &arrangement;
            let pixels = Bounds::from(*size);
            let window = Bounds { width: pixels.width / unit, height: pixels.height / unit, ..pixels };
            let buttons = [parts.submit, parts.scramble, parts.new_game];
            let texts = [parts.score, parts.progress, parts.records, parts.word, parts.note];
            let all = [&texts[..], &buttons, &[arrangement.well], arrangement.banner.as_slice()].concat();
            // The banner ends at the window's edge.
            let window = window.inset(-0.001);
            for bounds in &all {
                assert!(window.contains(Point::new(bounds.x, bounds.y)), "{size} {bounds:?}");
                assert!(window.contains(Point::new(bounds.right(), bounds.bottom())), "{size} {bounds:?}");
            }
            for part in &all[..8] {
                assert!(!arrangement.frame.contains(part.center()), "{size} {part:?}");
            }
            let well = arrangement.well * *unit;
            for cell in layout.shape().cells() {
                let center = Point::from(layout.center(cell));
                assert!(well.inset(0.5 * tile - 1.0).contains(center), "{size} {cell:?} {center:?} {well:?}");
            }
        }
    }

    #[test]
    fn clicks_find_tiles_and_buttons() {
        for arrangement in arrangements() {
            let Arrangement { size, unit, tile, layout, parts, .. } = &arrangement;
            for cell in layout.shape().cells() {
                let center = layout.center(cell).into();
                assert_eq!(arrangement.target(center), Some(ClickTarget::Tile(cell)), "{size}");
                assert_eq!(arrangement.dragged(center), Some(cell), "{size}");
                assert_eq!(arrangement.dragged(center + Point::new(0.45 * tile, 0.45 * tile)), None, "{size}");
            }
            let at = |bounds: Bounds| arrangement.target(bounds.center() * *unit);
            assert_eq!(at(parts.submit), Some(ClickTarget::Submit));
            assert_eq!(at(parts.scramble), Some(ClickTarget::Scramble));
            assert_eq!(at(parts.new_game), Some(ClickTarget::NewGame));
            assert_eq!(at(parts.score), None);
        }
    }
}
