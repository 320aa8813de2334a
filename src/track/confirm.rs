//! Whether the board was found whole: [`Tracker::confirm`].
//!
//! A board may be found while its tiles fall into place or a dialog goes, and then has places where no tile stands, or lacks
//! lines. Once it is still, a second search of the whole picture shows that.

use super::tracked::TrackedBoard;
use super::{Tracker, unreadable};
use crate::board::{Board, Face};
use crate::locate::Layout;
use crate::pixels::Frame;
use std::cmp::Reverse;
use web_time::Instant;

/// Two layouts whose tiles lie within this part of a tile of each other are the same. Smaller: the same board counts as another
/// one; larger: a board that is shifted by a line counts as the same. Chosen by hand.
const SAME_PLACE: f32 = 0.2;

impl Tracker {
    /// Whether the board may not be whole: its tiles changed between the moment in which it was found and the first reading
    /// that counted, or some of them cannot be read. [`confirm`](Tracker::confirm) settles it.
    pub fn is_tentative(&self) -> bool {
        self.board.as_ref().is_some_and(|board| board.is_tentative)
    }

    /// Searches a whole picture for the board again, and takes what it finds in place of the present board where more of its
    /// tiles read, or as many with fewer places that do not. Returns whether it did: then the tiles are not final until
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
        let is_better = self.reading().is_some_and(|known| {
            !is_same_layout(&known.layout, &reading.layout) && legible(&reading.board) > legible(&known.board)
        });
        if is_better {
            self.board = Some(TrackedBoard::new(frame, reading, now));
        }
        is_better
    }
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
    use crate::board::Cell;
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
    fn a_picture_without_a_board_takes_none_away() {
        let shown = window(&board(8), TILE, AT);
        let (mut tracker, now) = found_before(&shown, &shown);
        let menu = Frame::new(RgbaImage::from_pixel(900, 620, Rgba([30, 90, 160, 255])), "");
        assert!(!tracker.confirm(&menu, now));
        assert_eq!(tracker.reading().unwrap().board, board(8));
    }
}
