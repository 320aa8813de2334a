//! Whether the board was found whole: [`Tracker::confirm`].
//!
//! A board may be found while its tiles fall into place or a dialog lies over it, and then has places where no tile stands, or
//! lacks lines. Once it is still, and where another board takes its place, a second search of the whole picture shows that.

use super::tracked::TrackedBoard;
use super::{Tracker, unreadable};
use crate::board::{Board, Face, Tile};
use crate::locate::Layout;
use crate::pixels::Frame;
use std::cmp::Reverse;
use web_time::Instant;

/// Two layouts whose tiles lie within this part of a tile of each other are the same. Smaller: the same board counts as another
/// one; larger: a board that is shifted by a line counts as the same. Chosen by hand.
const SAME_PLACE: f32 = 0.2;

/// The share of letters that are the same at which a board still is another one than before. Of two boards that have nothing to
/// do with each other it is about a fourteenth, the chance that two letters of English are the same. Smaller: a new board of few
/// tiles is taken for a move. Larger: a word from the lowest row is answered only after a search. Chosen by hand.
const AGREEING: f32 = 0.2;

impl Tracker {
    /// Whether the board may not be whole: its tiles changed between the moment in which it was found and the first reading
    /// that counted, some of them cannot be read, or nearly all letters are others than before. [`confirm`](Tracker::confirm)
    /// settles it.
    pub fn is_tentative(&self) -> bool {
        self.board.as_ref().is_some_and(|board| board.is_tentative)
    }

    /// Searches a whole picture for the board again, and takes what it finds in place of the present board where more of its
    /// tiles read, or as many with fewer places that do not; where something seems to lie over the board, more than
    /// now read there: another board may stand elsewhere. Returns whether it did: then the tiles are not final until
    /// [`update`](Tracker::update) returns [`Update::Changed`](super::Update::Changed). Where none is found, the board stays.
    pub fn confirm(&mut self, frame: &Frame, now: Instant) -> bool {
        let Some(board) = &mut self.board else { return false };
        board.is_tentative = false;
        if board.unknown > 0 {
            // Found by its shape: no search by letters knows better.
            return false;
        }
        let Ok(found) = self.read(frame, self.options.shape.clone()) else { return false };
        let Some(reading) = found.readings.into_iter().next() else { return false };
        let is_better = self.board.as_ref().is_some_and(|board| {
            let known = &board.reading;
            let now = if board.covered { self.read_all() } else { None };
            !is_same_layout(&known.layout, &reading.layout)
                && match now {
                    Some(now) => legible(&reading.board).0 > legible(&now.reading.board).0,
                    None => legible(&reading.board) > legible(&known.board),
                }
        });
        if is_better {
            self.board = Some(TrackedBoard::new(frame, reading, now));
        }
        is_better
    }
}

/// Whether the letters at the places of a board are so different that it is another one, not a board after a move.
pub(super) fn is_another(before: &Board, new: &Board) -> bool {
    let face = |tile: Option<&Tile>| tile.map(|tile| tile.face.clone()).filter(|face| *face != Face::Unreadable);
    let faces = before.tiles().zip(new.tiles()).filter_map(|(old, new)| Some((face(old)?, face(new)?)));
    let (agreeing, differing): (Vec<_>, Vec<_>) = faces.partition(|(old, new)| old == new);
    agreeing.len() as f32 <= AGREEING * (agreeing.len() + differing.len()) as f32 && !differing.is_empty()
}

/// How much of a board reads: the tiles that do, then the places that do not, where fewer are more.
fn legible(board: &Board) -> (usize, Reverse<usize>) {
    let read = board.tiles().flatten().filter(|tile| tile.face != Face::Unreadable).count();
    (read, Reverse(unreadable(board)))
}

fn is_same_layout(a: &Layout, b: &Layout) -> bool {
    let near = |(a, b): ((f32, f32), (f32, f32))| (a.0 - b.0).hypot(a.1 - b.1) < SAME_PLACE;
    let scaled = |layout: &Layout| {
        let tile = layout.tile();
        layout.shape().cells().map(|cell| layout.center(cell)).map(|(x, y)| (x / tile, y / tile)).collect::<Vec<_>>()
    };
    a.shape() == b.shape() && scaled(a).into_iter().zip(scaled(b)).all(near)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{board, window};
    use super::super::{Options, Tracker, Update};
    use super::is_another;
    use crate::board::{Board, Cell};
    use crate::pixels::{Frame, crop};
    use image::Rgba;
    use image::RgbaImage;
    use image::imageops::replace;
    use std::time::Duration;
    use web_time::Instant;

    const TILE: f32 = 56.0;
    const AT: (i64, i64) = (100, 30);

    /// A board that was found in one picture and shows another one from then on.
    fn found_before(first: &Frame, then: &Frame) -> (Tracker, Instant) {
        let (mut tracker, mut now) = (Tracker::new(Options::default()).unwrap(), Instant::now());
        tracker.find(first, now).unwrap();
        for _ in 0..20 {
            now += Duration::from_millis(100);
            let update = tracker.update(crop(then.pixels(), tracker.area().unwrap()), now);
            if !matches!(update, Update::Moving(_)) {
                break;
            }
        }
        (tracker, now)
    }

    #[test]
    fn lines_that_come_later_belong_to_the_board() {
        let whole = window(&board(5), TILE, AT);
        let mut pixels = whole.pixels().clone();
        let shape = board(5).shape().clone();
        let (mut known, now) = found_before(&whole, &whole);
        assert!(!known.is_tentative() && !known.confirm(&whole, now));
        // The two upper tiles of every column come later.
        let layout = known.reading().unwrap().layout.clone();
        let edge = layout.center(Cell { line: 0, index: 2 }).1 - 0.76 * TILE;
        let plain = RgbaImage::from_pixel(pixels.width(), edge as u32, Rgba([40, 60, 50, 255]));
        replace(&mut pixels, &plain, 0, 0);
        let part = Frame::new(pixels, "");
        let (mut tracker, now) = found_before(&part, &part);
        assert!(tracker.reading().unwrap().board.shape().len() < shape.len());
        assert!(tracker.confirm(&whole, now));
        assert_eq!(tracker.reading().unwrap().board.shape(), &shape);
        assert_eq!(
            tracker.update(crop(whole.pixels(), tracker.area().unwrap()), now + Duration::from_secs(1)),
            Update::Changed
        );
    }

    #[test]
    fn a_board_that_changed_as_it_was_found_is_tentative() {
        let (first, then) = (window(&board(6), TILE, AT), window(&board(7), TILE, AT));
        let (mut tracker, now) = found_before(&first, &then);
        assert!(tracker.is_tentative());
        // It is whole: nothing else is found, and the question is not asked again.
        assert!(!tracker.confirm(&then, now));
        assert!(!tracker.is_tentative());
    }

    #[test]
    fn other_letters_nearly_everywhere_are_another_board() {
        let read = |text: &str| -> Board { text.parse().unwrap() };
        let before = read("A B C D E\nF G H I J");
        for (new, is_other) in [
            ("A B C D E\nF G H I J", false),
            ("X Y Z D E\nV W X I J", false),
            ("X Y Z Q R\nV W X I J", true),
            ("? ? ? ? ?\n? ? ? ? ?", false),
        ] {
            assert_eq!(is_another(&before, &read(new)), is_other, "{new}");
        }
    }

    /// A message lies over the upper half of the first board; the next one is dealt without it.
    #[test]
    fn a_board_of_which_a_part_was_seen_is_whole_once_another_is_dealt() {
        let (first, then) = (window(&board(9), TILE, AT), window(&board(10), TILE, AT));
        let mut tracker = Tracker::new(Options::default()).unwrap();
        let mut now = Instant::now();
        let layout = tracker.find(&first, now).unwrap().0.layout.clone();
        let edge = layout.center(Cell { line: 0, index: 4 }).1 - 0.76 * TILE;
        let mut pixels = first.pixels().clone();
        replace(&mut pixels, &RgbaImage::from_pixel(900, edge as u32, Rgba([40, 60, 50, 255])), 0, 0);
        let (mut tracker, later) = found_before(&Frame::new(pixels.clone(), ""), &Frame::new(pixels, ""));
        let cells = tracker.reading().unwrap().board.shape().len();
        assert!(cells < layout.shape().len() && !tracker.is_tentative(), "{cells}");
        now = later;
        loop {
            now += Duration::from_millis(100);
            match tracker.update(crop(then.pixels(), tracker.area().unwrap()), now) {
                Update::Moving(_) => {}
                update => break assert_eq!(update, Update::Changed),
            }
        }
        assert!(tracker.is_tentative() && tracker.confirm(&then, now));
        assert_eq!(tracker.reading().unwrap().board.shape(), layout.shape());
    }

    /// Two rows of the first board have no tiles of the second one, which stands lower.
    #[test]
    fn a_board_that_stands_elsewhere_is_not_covered_for_ever() {
        let (x, y) = AT;
        let (first, then) = (window(&board(11), TILE, AT), window(&board(12), TILE, (x, y + 2 * TILE as i64)));
        let mut tracker = Tracker::new(Options::default()).unwrap();
        let mut now = Instant::now();
        tracker.find(&first, now).unwrap();
        for expected in [Update::Changed, Update::Covered] {
            let frame = if expected == Update::Changed { &first } else { &then };
            loop {
                now += Duration::from_millis(100);
                match tracker.update(crop(frame.pixels(), tracker.area().unwrap()), now) {
                    Update::Moving(_) => {}
                    update => break assert_eq!(update, expected),
                }
            }
        }
        assert!(tracker.confirm(&then, now));
        assert_eq!(tracker.reading().unwrap().board, board(12));
    }

    #[test]
    fn a_part_of_the_board_beside_a_dialog_is_no_other_board() {
        let shown = window(&board(13), TILE, AT);
        let (mut tracker, mut now) = found_before(&shown, &shown);
        let layout = tracker.reading().unwrap().layout.clone();
        let edge = layout.center(Cell { line: 0, index: 2 }).1 - 0.76 * TILE;
        let mut pixels = shown.pixels().clone();
        replace(&mut pixels, &RgbaImage::from_pixel(900, edge as u32, Rgba([30, 90, 160, 255])), 0, 0);
        let dialog = Frame::new(pixels, "");
        loop {
            now += Duration::from_millis(100);
            match tracker.update(crop(dialog.pixels(), tracker.area().unwrap()), now) {
                Update::Moving(_) => {}
                update => break assert_eq!(update, Update::Covered),
            }
        }
        assert!(!tracker.confirm(&dialog, now));
        assert_eq!(tracker.reading().unwrap().board, board(13));
    }

    #[test]
    fn a_picture_without_a_board_takes_none_away() {
        let shown = window(&board(8), TILE, AT);
        let (mut tracker, now) = found_before(&shown, &shown);
        let menu = Frame::new(RgbaImage::from_pixel(900, 620, Rgba([30, 90, 160, 255])), "");
        assert!(!tracker.confirm(&menu, now));
        assert_eq!(tracker.reading().unwrap().board, board(8));
    }
}
