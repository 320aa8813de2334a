//! Whether the board was found whole and in the right place: [`Tracker::confirm`].
//!
//! A board may be found while its tiles fall into place or a message lies over it, and then has places where no tile is, or lacks
//! lines. Searches of the whole picture show that: one before a board is reported that may not be whole, and others from time to
//! time while its pixels change.

use super::tracked::TrackedBoard;
use super::{Tracker, unreadable};
use crate::board::{Board, Face, Tile};
use crate::locate::Layout;
use crate::pixels::Frame;
use crate::read::Reading;
use std::cmp::Reverse;
use std::time::Duration;
use web_time::Instant;

/// Two layouts whose tiles lie within this part of a tile of each other are the same. Smaller: the same board counts as another
/// one; larger: a board that is shifted by a line counts as the same. Chosen by hand.
const SAME_PLACE: f32 = 0.2;

/// The largest share of equal letters at which a board is another one than before. Of two boards that have nothing to do with each
/// other it is about a fifteenth, the chance that two letters of English are the same. Smaller: a new board of few tiles is taken
/// for a move. Larger: a word of many tiles from the lowest row is answered only after a search. Chosen by hand.
const MAX_EQUAL_SHARE: f32 = 0.2;

/// The wait before the first search after a board was found or became covered: a game may put more of it on the screen than there
/// was when it was found. Shorter: a game that deals its tiles slowly is not done. Longer: the words are those of a part for longer.
/// Chosen by hand.
const FIRST_WAIT: Duration = Duration::from_millis(1500);
/// The longest wait between two searches; each is twice the one before. Shorter: more of the processor's time (a search takes some
/// 40 ms) in a game that is never still. Longer: the words are those of a part for longer. Chosen by hand.
const MAX_WAIT: Duration = Duration::from_secs(60);
/// The same for a board that is covered. A part of the last board is a board of its own if a search finds nothing better after this
/// wait, some ten seconds after it was found. Shorter: a long message at the end of a game makes a board of the tiles beside it.
/// Longer: a game whose next board is smaller, or in another place, is answered later. Chosen by hand.
const MAX_WAIT_COVERED: Duration = Duration::from_secs(6);

/// When the whole picture is searched again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Confirmation {
    at: Instant,
    /// The wait before it.
    wait: Duration,
}

impl Confirmation {
    /// The first search for a board that was found now, or that is covered from now on.
    pub(super) fn first(now: Instant) -> Confirmation {
        Confirmation { at: now + FIRST_WAIT, wait: FIRST_WAIT }
    }

    /// A search at once.
    pub(super) fn due(now: Instant) -> Confirmation {
        Confirmation { at: now, wait: FIRST_WAIT }
    }

    /// The search after one that found nothing better, after this wait at most.
    fn next(self, now: Instant, max_wait: Duration) -> Confirmation {
        let wait = max_wait.min(2 * self.wait);
        Confirmation { at: now + wait, wait }
    }
}

impl Tracker {
    /// Whether the board may not be whole: its tiles changed between the moment in which it was found and the first reading
    /// that counted, some of them cannot be read, or nearly all letters are others than before. [`confirm`](Tracker::confirm)
    /// settles it.
    pub fn is_tentative(&self) -> bool {
        self.board.as_ref().is_some_and(|board| board.is_tentative)
    }

    /// Whether the board may be what is seen of the last one, over which something lies.
    pub fn is_part(&self) -> bool {
        self.board.as_ref().is_some_and(|board| board.is_part)
    }

    /// When to [`confirm`](Tracker::confirm) the board; `None` where no board is known or none was read yet, or no pixel changed since
    /// the last search. A part of the last board, and a board that may not be whole, are always searched for.
    pub fn confirm_at(&self) -> Option<Instant> {
        let board = self.board.as_ref().filter(|board| !board.fresh || board.covered)?;
        (!board.is_confirmed || board.is_part || board.is_tentative).then_some(board.confirmation.at)
    }

    /// Searches a whole picture for the board again, and replaces the present board where the search reads more letters of the same
    /// lattice, or as many with fewer places that do not read. Where the board [may not be whole](Tracker::is_tentative) the
    /// lattice may be any. Where something lies over it, what the search reads is compared with what reads there now, and a part of
    /// it counts only with other letters. Returns whether the board was replaced: then the tiles are not final until
    /// [`update`](Tracker::update) returns [`Update::Changed`](super::Update::Changed). Where nothing better is found of a part, it
    /// may count as a board from now on: [`due`](Tracker::due) says so.
    pub fn confirm(&mut self, frame: &Frame, now: Instant) -> bool {
        let Some(board) = &mut self.board else { return false };
        // Where a board was found by its shape, no search by letters knows better.
        let is_found_by_shape = board.unknown > 0;
        let found = if is_found_by_shape { None } else { self.read(frame, self.options.shape.clone()).ok() };
        let reading = found.and_then(|found| found.readings.into_iter().next());
        let better = reading.filter(|reading| self.is_better(reading));
        let Some(board) = &mut self.board else { return false };
        if let Some(reading) = better {
            let is_part = |last: &Layout| board.covered && reading.layout.is_part_of(last);
            let is_part = self.last_layout.as_ref().is_some_and(is_part);
            *board = TrackedBoard::new(frame, reading, &self.cadence, now);
            board.is_part = is_part;
            return true;
        }
        if board.is_part && board.confirmation.wait >= MAX_WAIT_COVERED {
            (board.is_part, board.covered, board.recheck) = (false, false, Some(now));
        }
        // A board that may not be whole may be in motion still.
        let is_settled = !std::mem::take(&mut board.is_tentative);
        let max_wait = if board.covered { MAX_WAIT_COVERED } else { MAX_WAIT };
        board.confirmation = if is_settled { board.confirmation.next(now, max_wait) } else { Confirmation::first(now) };
        board.is_confirmed = is_settled;
        false
    }

    /// Whether the board of a whole picture is better than the one that is known.
    fn is_better(&self, found: &Reading) -> bool {
        let Some(board) = &self.board else { return false };
        let known = &board.reading;
        if is_same_layout(&known.layout, &found.layout) {
            return false;
        }
        if board.covered {
            let Some(seen) = self.read_all() else { return true };
            let seen = &seen.reading.board;
            // Places that were never read may not be those of a board.
            let is_part = !board.fresh && found.layout.is_part_of(&known.layout);
            return (!is_part || is_another(&known.board, seen)) && legible(&found.board) > legible(seen);
        }
        let may_be = board.is_tentative || known.layout.overlap(&found.layout) > 0.0;
        may_be && legible(&found.board) > legible(&known.board)
    }
}

/// Whether nearly all letters of a board are others than before: it is another board, not one after a move.
pub(super) fn is_another(before: &Board, new: &Board) -> bool {
    let face = |tile: Option<&Tile>| tile.map(|tile| tile.face.clone()).filter(|face| *face != Face::Unreadable);
    let faces = before.tiles().zip(new.tiles()).filter_map(|(old, new)| Some((face(old)?, face(new)?)));
    let (equal, different): (Vec<_>, Vec<_>) = faces.partition(|(old, new)| old == new);
    !different.is_empty() && equal.len() as f32 <= MAX_EQUAL_SHARE * (equal.len() + different.len()) as f32
}

/// The number of letters that read, then of places that do not; fewer of the latter is better.
fn legible(board: &Board) -> (usize, Reverse<usize>) {
    let read = board.tiles().flatten().filter(|tile| tile.face != Face::Unreadable).count();
    (read, Reverse(unreadable(board)))
}

pub(super) fn is_same_layout(a: &Layout, b: &Layout) -> bool {
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
    use super::{Confirmation, is_another};
    use crate::board::{Board, Cell};
    use crate::pixels::{Frame, crop};
    use image::Rgba;
    use image::RgbaImage;
    use image::imageops::replace;
    use std::time::Duration;
    use web_time::Instant;

    const TILE: f32 = 56.0;
    const AT: (i64, i64) = (100, 30);

    /// Follows a board in a picture that stays, until it is at rest; returns what that means.
    fn settle(tracker: &mut Tracker, frame: &Frame, now: &mut Instant) -> Update {
        loop {
            *now += Duration::from_millis(100);
            let update = tracker.update(crop(frame.pixels(), tracker.area().unwrap()), *now);
            if !matches!(update, Update::Moving(_)) {
                return update;
            }
        }
    }

    /// A board that was found in one picture and shows another one from then on.
    fn found_before(first: &Frame, then: &Frame) -> (Tracker, Instant) {
        let (mut tracker, mut now) = (Tracker::new(Options::default()).unwrap(), Instant::now());
        tracker.find(first, now).unwrap();
        settle(&mut tracker, then, &mut now);
        (tracker, now)
    }

    /// The picture with something over all rows above this one.
    fn covered_above(frame: &Frame, index: usize) -> Frame {
        let (tracker, _) = found_before(frame, frame);
        let edge = tracker.reading().unwrap().layout.center(Cell { line: 0, index }).1 - 0.76 * TILE;
        let mut pixels = frame.pixels().clone();
        replace(&mut pixels, &RgbaImage::from_pixel(frame.size().width, edge as u32, Rgba([40, 60, 50, 255])), 0, 0);
        Frame::new(pixels, "")
    }

    #[test]
    fn lines_that_come_later_belong_to_the_board() {
        let whole = window(&board(5), TILE, AT);
        let shape = board(5).shape().clone();
        let (mut known, now) = found_before(&whole, &whole);
        assert!(!known.is_tentative() && !known.confirm(&whole, now));
        // The two upper tiles of every column come later.
        let part = covered_above(&whole, 2);
        let (mut tracker, mut now) = found_before(&part, &part);
        assert!(tracker.reading().unwrap().board.shape().len() < shape.len());
        assert!(tracker.confirm(&whole, now));
        assert_eq!(tracker.reading().unwrap().board.shape(), &shape);
        assert_eq!(settle(&mut tracker, &whole, &mut now), Update::Changed);
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

    /// A lattice that goes on beyond the board, as where it was found while letters flew about, and of which most places never read.
    #[test]
    fn a_board_is_found_within_places_that_never_read() {
        let whole = window(&board(5), TILE, (100, 130));
        let (mut tracker, mut now) = found_before(&whole, &whole);
        let layout = tracker.reading().unwrap().layout.clone();
        let (x, y) = layout.center(Cell { line: 0, index: 0 });
        let (across, down) = layout.pitch();
        let shape: crate::board::Shape = "9,10,9,10,9,10,9".parse().unwrap();
        let larger = crate::locate::Layout::new(shape.clone(), (x, y - 2.0 * down), (across, down));
        assert!(layout.is_part_of(&larger));
        let mut reading = tracker.reading().unwrap().clone();
        (reading.board, reading.doubts) = (Board::new(shape, vec![None; 66]).unwrap(), vec![None; 66]);
        reading.layout = larger;
        tracker.board = Some(super::TrackedBoard::new(&whole, reading, &tracker.cadence, now));
        assert_eq!(settle(&mut tracker, &whole, &mut now), Update::Covered);
        assert!(tracker.confirm(&whole, now));
        assert_eq!(settle(&mut tracker, &whole, &mut now), Update::Changed);
        assert_eq!(tracker.reading().unwrap().board, board(5));
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

    #[test]
    fn searches_come_ever_more_rarely_and_only_after_changes() {
        let shown = window(&board(8), TILE, AT);
        let (mut tracker, mut now) = found_before(&shown, &shown);
        let mut waits = Vec::new();
        for turn in 0..8 {
            let at = tracker.confirm_at().unwrap();
            assert!(!tracker.confirm(&shown, at));
            assert_eq!(tracker.confirm_at(), None);
            // A spot beside the letter of a tile.
            let mut pixels = shown.pixels().clone();
            let (x, y) = tracker.reading().unwrap().layout.center(Cell { line: 1, index: 1 });
            pixels.put_pixel((x - 0.3 * TILE) as u32, (y - 0.3 * TILE) as u32, Rgba([turn, 0, 0, 255]));
            now = now.max(at);
            settle(&mut tracker, &Frame::new(pixels, ""), &mut now);
            waits.push((tracker.confirm_at().unwrap() - at).as_millis());
        }
        assert_eq!(waits, [3000, 6000, 12_000, 24_000, 48_000, 60_000, 60_000, 60_000]);
    }

    /// A message lies over the upper half of the first board; the next one is dealt without it.
    #[test]
    fn a_part_of_the_last_board_is_not_read_as_a_board() {
        let (first, then) = (window(&board(9), TILE, AT), window(&board(10), TILE, AT));
        let (mut tracker, mut now) = found_before(&first, &first);
        let part = covered_above(&first, 4);
        tracker.find(&part, now).unwrap();
        assert!(tracker.is_part());
        assert_eq!(settle(&mut tracker, &part, &mut now), Update::Covered);
        assert!(tracker.confirm_at().unwrap() > now && !tracker.confirm(&part, now));
        assert_eq!(settle(&mut tracker, &then, &mut now), Update::Covered);
        assert!(tracker.confirm_at().unwrap() <= now && tracker.confirm(&then, now));
        assert_eq!(settle(&mut tracker, &then, &mut now), Update::Changed);
        assert_eq!(tracker.reading().unwrap().board, board(10));
    }

    #[test]
    fn a_part_that_stays_is_a_board() {
        let first = window(&board(9), TILE, AT);
        let (mut tracker, found_at) = found_before(&first, &first);
        let part = covered_above(&first, 4);
        let mut now = found_at;
        tracker.find(&part, now).unwrap();
        assert_eq!(settle(&mut tracker, &part, &mut now), Update::Covered);
        while tracker.due().is_none() {
            now = tracker.confirm_at().unwrap();
            assert!(!tracker.confirm(&part, now));
        }
        assert!((9..12).contains(&(now - found_at).as_secs()));
        assert_eq!(settle(&mut tracker, &part, &mut now), Update::Changed);
    }

    #[test]
    fn a_smaller_board_in_the_places_of_the_last_one_is_a_board_in_the_end() {
        let first = window(&board(9), TILE, AT);
        let (mut tracker, mut now) = found_before(&first, &first);
        let then = covered_above(&window(&board(10), TILE, AT), 2);
        assert_eq!(settle(&mut tracker, &then, &mut now), Update::Covered);
        assert!(tracker.confirm(&then, now) && tracker.is_part());
        assert_eq!(settle(&mut tracker, &then, &mut now), Update::Covered);
        while tracker.due().is_none() {
            now = tracker.confirm_at().unwrap();
            assert!(!tracker.confirm(&then, now));
        }
        assert_eq!(settle(&mut tracker, &then, &mut now), Update::Changed);
    }

    #[test]
    fn what_changes_beside_the_board_leads_to_a_search() {
        let shown = window(&board(8), TILE, AT);
        let (mut tracker, now) = found_before(&shown, &shown);
        assert!(!tracker.confirm(&shown, now) && tracker.confirm_at().is_none());
        let mut pixels = crop(shown.pixels(), tracker.area().unwrap());
        pixels.put_pixel(0, 0, Rgba([1, 2, 3, 255]));
        assert_eq!(tracker.update(pixels, now), Update::Same);
        assert!(tracker.confirm_at().is_some());
    }

    #[test]
    fn a_part_is_a_board_where_the_place_of_the_last_one_is_forgotten() {
        let first = window(&board(9), TILE, AT);
        let (mut tracker, mut now) = found_before(&first, &first);
        let part = covered_above(&first, 4);
        tracker.forget_layout();
        tracker.find(&part, now).unwrap();
        assert_eq!(settle(&mut tracker, &part, &mut now), Update::Changed);
    }

    /// The first tiles of a game were found while something lay over the others; another game begins.
    #[test]
    fn another_board_is_searched_for_before_it_is_reported() {
        let (first, then) = (window(&board(9), TILE, AT), window(&board(10), TILE, AT));
        let part = covered_above(&first, 4);
        let (mut tracker, mut now) = found_before(&part, &part);
        assert!(!tracker.is_tentative());
        assert_eq!(settle(&mut tracker, &then, &mut now), Update::Changed);
        assert!(tracker.is_tentative() && tracker.confirm(&then, now));
        assert_eq!(settle(&mut tracker, &then, &mut now), Update::Changed);
        assert_eq!(tracker.reading().unwrap().board, board(10));
    }

    /// Two rows of the first board have no tiles of the second one, which is lower.
    #[test]
    fn a_board_in_another_place_is_not_covered_for_ever() {
        let (x, y) = AT;
        let (first, then) = (window(&board(11), TILE, AT), window(&board(12), TILE, (x, y + 2 * TILE as i64)));
        let (mut tracker, mut now) = found_before(&first, &first);
        assert_eq!(settle(&mut tracker, &then, &mut now), Update::Covered);
        assert!(tracker.confirm_at().is_some() && tracker.confirm(&then, now));
        assert_eq!(settle(&mut tracker, &then, &mut now), Update::Changed);
        assert_eq!(tracker.reading().unwrap().board, board(12));
    }

    #[test]
    fn a_part_of_the_board_beside_a_dialog_is_no_better_board() {
        let shown = window(&board(13), TILE, AT);
        let (mut tracker, mut now) = found_before(&shown, &shown);
        let dialog = covered_above(&shown, 2);
        assert_eq!(settle(&mut tracker, &dialog, &mut now), Update::Covered);
        assert!(!tracker.confirm(&dialog, now));
        assert_eq!(tracker.reading().unwrap().board, board(13));
    }

    /// A larger board of smaller tiles stands in the place of the one that is known, or beside it.
    #[test]
    fn a_board_of_another_lattice_replaces_only_one_that_may_not_be_whole() {
        let letters: Board = "A B C\nD E F\nG H I".parse().unwrap();
        let (known, larger) = (window(&letters, TILE, AT), window(&board(14), 0.6 * TILE, AT));
        let (mut tracker, now) = found_before(&known, &known);
        assert!(!tracker.is_tentative() && !tracker.confirm(&larger, now));
        tracker.board.as_mut().unwrap().is_tentative = true;
        assert!(tracker.confirm(&larger, now));
    }

    /// The search that was due came while the next board was dealt.
    #[test]
    fn another_board_is_searched_for_after_a_search_in_motion() {
        let (first, then) = (window(&board(6), TILE, AT), window(&board(7), TILE, AT));
        let (mut tracker, mut now) = found_before(&first, &first);
        now += Duration::from_secs(2);
        let pixels = crop(then.pixels(), tracker.area().unwrap());
        assert!(matches!(tracker.update(pixels, now), Update::Moving(_)));
        assert!(!tracker.confirm(&then, now));
        assert_eq!(settle(&mut tracker, &then, &mut now), Update::Changed);
        assert!(tracker.is_tentative() && tracker.confirm_at().is_some_and(|at| at <= now));
    }

    #[test]
    fn a_search_that_fails_in_motion_is_made_again_soon() {
        let (first, then) = (window(&board(6), TILE, AT), window(&board(7), TILE, AT));
        let (mut tracker, now) = found_before(&first, &then);
        assert_eq!(tracker.confirm_at(), Some(Confirmation::due(now).at));
        assert!(!tracker.confirm(&then, now));
        assert_eq!(tracker.confirm_at(), Some(Confirmation::first(now).at));
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
