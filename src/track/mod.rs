//! Tracking a board from frame to frame: only tiles whose pixels changed are read again.
//!
//! A [`Tracker`] finds the board once in a whole picture. From then on it needs only the board's [`area`](Tracker::area)
//! of each frame, which it compares with the previous one cell by cell. It first looks changed tiles up by their pixels,
//! as most tiles that fall have been read before, and reads the rest in a small picture of their own. Between moves it
//! [learns](Tracker::learn) the letters of the game as a [`Skin`], so that after a board or two no network is needed.
//!
//! A change is accepted at once only if every changed tile reads with confidence; otherwise the tracker waits for two
//! equal frames, so falling tiles are not accepted.
//!
//! The file `tracked` holds the board's pixels and tiles; this file decides what a change means. The caller passes the time in,
//! so that tests need no clock.

mod tracked;

use crate::board::{Board, Face, Lines, SELECTED, Tile};
use crate::pipeline::{Boards, Method, Options, ReadError, Timing, read_boards};
use crate::pixels::{Frame, Rect};
use crate::read::{Doubt, Engine, Reading, lessons, read_tiles};
use crate::skin::Skin;
use image::RgbaImage;
use std::time::{Duration, Instant};
use tracked::{Attempt, Motion, TileCache, TrackedBoard, remember};

/// A board whose pixels do not change for this long has settled. Shorter than two frames of a 30 Hz animation (67 ms),
/// tiles would be read while they move; longer, every answer comes later. Chosen by hand.
pub const STILL: Duration = Duration::from_millis(45);
/// How long a still board with unreadable tiles is given, as they may be fading in, before it is accepted with them.
/// Smaller: tiles that fade in are accepted as unreadable; larger: a covered board is reported later. Chosen by hand.
const FADE: Duration = Duration::from_millis(500);
/// Motion longer than this is treated as endless flicker. Must exceed the longest fall animation: smaller, falling
/// tiles are read; larger, the moves on a flickering board are reported later. Chosen by hand.
const RESTLESS: Duration = Duration::from_millis(400);
/// The time between two attempts at a restless board. Smaller: more of the processor's time; larger: later answers.
/// Chosen by hand.
const RETRY: Duration = Duration::from_millis(250);
/// Attempts without two equal readings in a row after which the next reading is accepted. Smaller: readings that the
/// flicker spoils are accepted; larger: a board whose readings never agree is reported later. Chosen by hand.
const RETRIES: u32 = 6;
/// Above this share of unreadable tiles, something lies over the board. Smaller: a few unreadable tiles hide all
/// others; larger: a board below a small dialog is accepted. Chosen by hand.
const MAX_UNREADABLE_SHARE: f32 = 0.15;
/// Above this share of unreadable tiles, the board is not there any more. Smaller: a large dialog makes the caller find
/// the board again; larger: after a change of screens, the board is reported as covered. Chosen by hand.
const MAX_COVERED_SHARE: f32 = 0.5;
/// Maximum number of boards to learn from. After 24 boards of 52 tiles, nearly every letter of English has appeared;
/// more would cost time between moves.
const MAX_TRAINING_BOARDS: usize = 24;

/// What the newest pixels of the board mean. The share of unreadable tiles decides whether the board is covered or
/// gone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Update {
    /// The tiles are the same.
    Same,
    /// Tiles are changing: call again at this time, or at the next change.
    Moving(Instant),
    /// There are other tiles: see [`Tracker::reading`].
    Changed,
    /// Something lies over the board.
    Covered,
    /// The board is not there any more: [find](Tracker::find) it again.
    Gone,
}

/// Tracks one board.
pub struct Tracker {
    options: Options,
    /// `None` before a board is found.
    board: Option<TrackedBoard>,
    /// The letters of this game, once some are learned.
    skin: Option<Skin>,
    engine: Engine,
    /// The number of boards that letters were learned from.
    training_boards: usize,
    /// Whether the budget ended the last search for a board.
    limited: bool,
    cache: TileCache,
}

impl Tracker {
    /// A tracker that has not found a board yet.
    ///
    /// # Errors
    /// [`ReadError::Skin`] and [`ReadError::Tesseract`] where the options name what is missing.
    pub fn new(options: Options) -> Result<Tracker, ReadError> {
        let engine = options.engine()?;
        Ok(Tracker {
            options,
            board: None,
            skin: None,
            engine,
            training_boards: 0,
            limited: false,
            cache: TileCache::new(),
        })
    }

    /// Finds the board in a whole picture, in place of the board before. The board may be in motion, so its tiles are
    /// not final until [`update`](Tracker::update) returns [`Update::Changed`].
    ///
    /// # Errors
    /// [`ReadError`], as for a single picture.
    pub fn find(&mut self, frame: &Frame, now: Instant) -> Result<(&Reading, Timing), ReadError> {
        self.board = None;
        let Boards { mut readings, limited, timing } = self.read(frame)?;
        self.limited = limited;
        let reading = readings.swap_remove(0);
        let board = self.board.insert(TrackedBoard::new(frame, reading, now));
        remember(&mut self.cache, board);
        Ok((&board.reading, timing))
    }

    /// Reads a whole picture, by the letters of this game where they are learned.
    fn read(&self, frame: &Frame) -> Result<Boards, ReadError> {
        let Some(skin) = &self.skin else { return read_boards(frame, &self.options) };
        let options = Options { taught: vec![skin.clone()].into(), ..self.options.clone() };
        let mut boards = read_boards(frame, &options)?;
        // The tracker's own skin is not one that the user taught.
        boards.readings.iter_mut().for_each(|reading| reading.skin = None);
        Ok(boards)
    }

    /// Forgets the board, but not the letters of the game.
    pub fn forget(&mut self) {
        self.board = None;
    }

    /// The part of the picture that [`update`](Tracker::update) needs; `None` where no board is known.
    pub fn area(&self) -> Option<Rect> {
        self.board.as_ref().map(|board| board.area)
    }

    /// Whether the [budget](Options::budget) ended the last search for a board.
    pub fn is_limited(&self) -> bool {
        self.limited
    }

    /// The last accepted reading; `None` where no board is known.
    pub fn reading(&self) -> Option<&Reading> {
        self.board.as_ref().map(|board| &board.reading)
    }

    /// What the new pixels of the [`area`](Tracker::area) mean.
    pub fn update(&mut self, pixels: RgbaImage, now: Instant) -> Update {
        let Some(board) = &mut self.board else { return Update::Gone };
        if pixels.dimensions() != board.pixels.dimensions() {
            return Update::Gone;
        }
        let changed = board.compare(pixels);
        let Some(Motion { since, last }) = board.motion else {
            if !changed {
                return Update::Same;
            }
            // The first change after a pause may already be complete.
            return match self.read_changed() {
                Some(reading) => self.accept(reading),
                None => self.moving(now, now),
            };
        };
        let still = now.saturating_duration_since(last);
        if !changed && still >= STILL {
            self.read_still(last, still)
        } else if !changed {
            Update::Moving(last + STILL)
        } else if now.saturating_duration_since(since) < RESTLESS {
            self.moving(since, now)
        } else {
            self.read_restless(since, now)
        }
    }

    fn moving(&mut self, since: Instant, last: Instant) -> Update {
        if let Some(board) = &mut self.board {
            board.motion = Some(Motion { since, last });
        }
        Update::Moving(last + STILL)
    }

    /// Reads a board that never rests, as with tiles that flicker, and accepts it once two readings agree.
    fn read_restless(&mut self, since: Instant, now: Instant) -> Update {
        let Some(board) = &mut self.board else { return Update::Gone };
        let count = match &board.attempt {
            Some(last) if now.saturating_duration_since(last.at) < RETRY => return self.moving(since, now),
            Some(last) => last.count,
            None => 0,
        };
        let last = board.attempt.take();
        let reading = self.read_changed().or_else(|| self.read_all());
        let (Some(board), Some(reading)) = (&mut self.board, reading) else { return Update::Gone };
        if last.is_some_and(|last| last.board == reading.board) || count >= RETRIES {
            return self.accept(reading);
        }
        board.attempt = Some(Attempt { at: now, count: count + 1, board: reading.board });
        self.moving(since, now)
    }

    /// Reads only the changed tiles. `None` if one of them is below the confidence threshold, unless all changed tiles
    /// were so before: then that is flicker, and such tiles keep their reading.
    fn read_changed(&mut self) -> Option<Reading> {
        let board = self.board.as_ref()?;
        let cells: Vec<usize> = (0..board.pending.len()).filter(|&id| board.pending[id]).collect();
        let mut read: Vec<(usize, Tile, Doubt)> = Vec::new();
        let mut unknown: Vec<usize> = Vec::new();
        for id in cells {
            match self.cache.get(&board.fingerprint(id)) {
                Some((tile, doubt)) => read.push((id, tile.clone(), doubt.clone())),
                None => unknown.push(id),
            }
        }
        // If every changed tile already had low confidence, treat the change as flicker and keep the old readings.
        let flicker = read.is_empty() && unknown.iter().all(|&id| !board.is_confident(id));
        if !unknown.is_empty() {
            let tiles = board.read_alone(&unknown, &self.engine, self.options.min_confidence)?;
            for (id, confident) in unknown.into_iter().zip(tiles) {
                match confident {
                    Some((tile, doubt)) => read.push((id, tile, doubt)),
                    None if flicker && !board.fresh => {}
                    None => return None,
                }
            }
        }
        board.with(read)
    }

    /// Reads the board, which has been still since `last`.
    fn read_still(&mut self, last: Instant, still: Duration) -> Update {
        let Some(reading) = self.read_changed().or_else(|| self.read_all()) else { return Update::Gone };
        let complete = reading.board.settled && unreadable(&reading.board) == 0;
        if complete || still >= FADE { self.accept(reading) } else { Update::Moving(last + FADE) }
    }

    /// Reads every tile.
    fn read_all(&self) -> Option<Reading> {
        let board = self.board.as_ref()?;
        let (frame, layout) = board.part();
        let mut reading = read_tiles(&frame, &layout, &self.engine, self.options.min_confidence);
        reading.layout = board.reading.layout.clone();
        reading.cut.clone_from(&board.reading.cut);
        Some(reading)
    }

    /// Makes this the board's reading, unless too many tiles are unreadable.
    fn accept(&mut self, mut reading: Reading) -> Update {
        let Some(board) = &mut self.board else { return Update::Gone };
        board.motion = None;
        board.attempt = None;
        board.pending.fill(false);
        let tiles = reading.board.shape().len() as f32;
        let unreadable = unreadable(&reading.board) as f32;
        if unreadable > MAX_UNREADABLE_SHARE * tiles {
            // What covers the board may go and leave it as it was: every tile is read again then.
            board.pending.fill(true);
            board.covered = true;
            return if unreadable > MAX_COVERED_SHARE * tiles { Update::Gone } else { Update::Covered };
        }
        keep_kinds_of_selected(&board.reading.board, &mut reading);
        let unreported = std::mem::take(&mut board.covered) | std::mem::take(&mut board.fresh);
        let same = is_same(&board.reading.board, &reading.board);
        board.reading = reading;
        remember(&mut self.cache, board);
        if same && !unreported { Update::Same } else { Update::Changed }
    }

    /// Learns the letters of the settled board, so that later tiles read sooner. Takes some milliseconds: call it when
    /// nothing else is to be done.
    pub fn learn(&mut self) {
        if self.options.method != Method::Net
            || self.options.skin.is_some()
            || self.training_boards >= MAX_TRAINING_BOARDS
        {
            return;
        }
        let Some(board) = &self.board else { return };
        if board.motion.is_some() || board.covered {
            return;
        }
        let learned = self.skin.as_ref().map(Skin::alphabet).unwrap_or_default();
        let is_new = |tile: &Tile| !learned.contains(&tile.face.to_string());
        let truth = board.confident_tiles();
        if self.training_boards > 0 && !truth.cells().any(|(_, tile)| is_new(tile)) {
            return;
        }
        self.training_boards += 1;
        let (frame, layout) = board.part();
        let lessons = lessons(&frame, &layout, &truth, &self.engine);
        let Some(mut skin) = self.skin.take().or_else(|| Skin::new("this-game").ok()) else { return };
        // Learning fails if columns and rows are swapped: the skin belongs to a game watched earlier.
        if skin.learn(&layout, &truth, &lessons).is_ok() {
            self.engine = Engine::Taught(skin.known().clone());
            self.skin = Some(skin);
        }
    }
}

/// The number of tiles that cannot be read. In columns an empty cell counts too: its tile is still falling.
fn unreadable(board: &Board) -> usize {
    let rows = board.shape().lines() == Lines::Rows;
    board.tiles().filter(|tile| tile.map_or(!rows, |tile| tile.face == Face::Unreadable)).count()
}

/// Gives selected tiles the kinds that they had before: their color now only shows that they are selected.
fn keep_kinds_of_selected(before: &Board, reading: &mut Reading) {
    for (before, now) in before.tiles().zip(reading.board.tiles_mut()) {
        let (Some(before), Some(now)) = (before, now) else { continue };
        if before.face == now.face && now.has_tag(SELECTED) {
            now.kind = before.kind;
        }
    }
}

/// Whether two boards have the same letters and kinds, whichever tiles are selected.
fn is_same(a: &Board, b: &Board) -> bool {
    let letters = |tile: Option<&Tile>| tile.map(|tile| (tile.face.clone(), tile.kind));
    a.shape() == b.shape() && a.settled == b.settled && a.tiles().map(letters).eq(b.tiles().map(letters))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Cell, Shape};
    use crate::locate::Layout;
    use crate::paint::{Style, paint};
    use crate::pixels::crop;
    use crate::roll::{Dice, Roller};
    use image::Rgba;
    use image::imageops::replace;

    const WIDTH: u32 = 900;
    const HEIGHT: u32 = 620;

    fn board(seed: u64) -> Board {
        let letters = Roller::new(seed).roll(&Dice::ENGLISH, 52);
        Board::from_letters(Shape::bookworm(), &letters).unwrap()
    }

    /// A game's window with this board at this offset in pixels.
    fn window(board: &Board, tile: f32, (x, y): (i64, i64)) -> Frame {
        let (picture, _) = paint(board, &Style::default(), tile).unwrap();
        let mut window = RgbaImage::from_pixel(WIDTH, HEIGHT, Rgba([40, 60, 50, 255]));
        replace(&mut window, &picture, x, y);
        Frame::new(window, "a window")
    }

    /// A game, its tracker and a clock.
    struct Session {
        tracker: Tracker,
        now: Instant,
    }

    impl Session {
        fn new(frame: &Frame) -> Session {
            let mut session = Session { tracker: Tracker::new(Options::default()).unwrap(), now: Instant::now() };
            session.tracker.find(frame, session.now).unwrap();
            session
        }

        /// Updates with a frame, this number of milliseconds later.
        fn update(&mut self, frame: &Frame, later: u64) -> Update {
            self.now += Duration::from_millis(later);
            self.tracker.update(crop(frame.pixels(), self.tracker.area().unwrap()), self.now)
        }

        fn board(&self) -> &Board {
            &self.tracker.reading().unwrap().board
        }
    }

    /// The board after these cells were played: tiles fall, others come from above.
    fn played(before: &Board, cells: &[Cell], fresh: &str) -> Board {
        let mut fresh = fresh.chars().cycle();
        let mut columns: Vec<Vec<Option<Tile>>> = Vec::new();
        for (line, &length) in before.shape().lengths().iter().enumerate() {
            let stays = (0..length).filter(|&index| !cells.contains(&Cell { line, index }));
            let mut column: Vec<Option<Tile>> = stays.map(|index| before.tile(Cell { line, index }).cloned()).collect();
            while column.len() < length {
                column.insert(0, Some(Tile::new(Face::parse(&fresh.next().unwrap().to_string()).unwrap())));
            }
            columns.push(column);
        }
        Board::new(before.shape().clone(), columns.concat()).unwrap()
    }

    #[test]
    fn a_board_counts_once_it_is_still() {
        let (first, frame) = (board(1), window(&board(1), 56.0, (120, 40)));
        let mut session = Session::new(&frame);
        assert!(matches!(session.update(&frame, 10), Update::Moving(_)));
        assert_eq!(session.update(&frame, 100), Update::Changed);
        assert_eq!(session.board(), &first);
        assert_eq!(session.update(&frame, 100), Update::Same);
    }

    #[test]
    fn moves_are_followed_with_and_without_lessons() {
        for learns in [false, true] {
            let mut truth = board(2);
            let frame = window(&truth, 56.0, (100, 30));
            let mut session = Session::new(&frame);
            assert_eq!(session.update(&frame, 100), Update::Changed);
            for turn in 0..6usize {
                if learns {
                    session.tracker.learn();
                }
                let cells = [(turn, 1), (turn, 2), ((turn + 1) % 7, 3)].map(|(line, index)| Cell { line, index });
                truth = played(&truth, &cells, "ETAOINSH");
                let frame = window(&truth, 56.0, (100, 30));
                let mut update = session.update(&frame, 1000);
                if let Update::Moving(_) = update {
                    update = session.update(&frame, 100);
                }
                assert_eq!(update, Update::Changed, "turn {turn}");
                assert_eq!(session.board(), &truth, "turn {turn}");
            }
        }
    }

    #[test]
    fn falling_tiles_are_not_accepted() {
        let (before, after) = (board(3), board(4));
        let frame = window(&before, 56.0, (100, 30));
        let mut session = Session::new(&frame);
        assert_eq!(session.update(&frame, 100), Update::Changed);
        // The whole board slides down by parts of a tile.
        for step in 1..12 {
            let update = session.update(&window(&after, 56.0, (100, 30 - 60 + 5 * step)), 16);
            assert!(matches!(update, Update::Moving(_)), "{step}: {update:?}");
            assert_eq!(session.board(), &before);
        }
        let last = window(&after, 56.0, (100, 30));
        assert!(matches!(session.update(&last, 16), Update::Moving(_)));
        assert!(matches!(session.update(&last, 16), Update::Moving(_)));
        assert_eq!(session.update(&last, 40), Update::Changed);
        assert_eq!(session.board(), &after);
    }

    #[test]
    fn a_flickering_tile_does_not_stop_tracking() {
        let (first, frame) = (board(5), window(&board(5), 56.0, (100, 30)));
        let mut session = Session::new(&frame);
        assert_eq!(session.update(&frame, 100), Update::Changed);
        let layout = session.tracker.reading().unwrap().layout.clone();
        let (x, y) = layout.center(Cell { line: 2, index: 2 });
        for turn in 0..40u32 {
            let mut pixels = frame.pixels().clone();
            // A spark in the tile's corner, another color each time.
            let spark = RgbaImage::from_pixel(6, 4, Rgba([200, (turn * 6) as u8, 40, 255]));
            replace(&mut pixels, &spark, x as i64 - 20, y as i64 - 20);
            let update = session.update(&Frame::new(pixels, ""), 33);
            assert_ne!(update, Update::Gone);
            assert_ne!(update, Update::Covered);
        }
        assert_eq!(session.board(), &first);
        // And a move among the sparks is seen.
        let truth = played(&first, &[Cell { line: 4, index: 4 }, Cell { line: 5, index: 5 }], "ZK");
        let mut updates = Vec::new();
        for turn in 0..60u32 {
            let mut pixels = window(&truth, 56.0, (100, 30)).pixels().clone();
            let spark = RgbaImage::from_pixel(6, 4, Rgba([(turn * 4) as u8, 200, 40, 255]));
            replace(&mut pixels, &spark, x as i64 - 20, y as i64 - 20);
            updates.push(session.update(&Frame::new(pixels, ""), 33));
        }
        assert!(updates.contains(&Update::Changed), "{updates:?}");
        assert_eq!(session.board(), &truth);
    }

    #[test]
    fn a_selected_tile_keeps_its_kind() {
        let tile = |text: &str| -> Board { text.parse().unwrap() };
        let (before, selected) = (tile("A:gold B\nC D"), tile("A:selected B:selected\nC D"));
        let layout = Layout::new(before.shape().clone(), (9.0, 9.0), (9.0, 9.0));
        let mut reading = Reading { board: selected, layout, doubts: vec![None; 4], skin: None, cut: Vec::new() };
        keep_kinds_of_selected(&before, &mut reading);
        assert!(is_same(&before, &reading.board));
        assert!(!is_same(&before, &tile("A:green B\nC D")) && !is_same(&before, &tile("A:gold B\nC E")));
    }

    #[test]
    fn a_dialog_covers_the_board_and_closes() {
        let (first, frame) = (board(6), window(&board(6), 56.0, (100, 30)));
        let mut session = Session::new(&frame);
        assert_eq!(session.update(&frame, 100), Update::Changed);
        let mut pixels = frame.pixels().clone();
        replace(&mut pixels, &RgbaImage::from_pixel(230, 160, Rgba([90, 90, 120, 255])), 200, 200);
        let covered = Frame::new(pixels, "");
        assert!(matches!(session.update(&covered, 1000), Update::Moving(_)));
        assert!(matches!(session.update(&covered, 100), Update::Moving(_)));
        assert_eq!(session.update(&covered, 600), Update::Covered);
        assert_eq!(session.update(&frame, 100), Update::Changed);
        assert_eq!(session.board(), &first);
    }

    #[test]
    fn another_screen_loses_the_board() {
        let frame = window(&board(7), 56.0, (100, 30));
        let mut session = Session::new(&frame);
        assert_eq!(session.update(&frame, 100), Update::Changed);
        let menu = Frame::new(RgbaImage::from_pixel(WIDTH, HEIGHT, Rgba([30, 90, 160, 255])), "");
        assert!(matches!(session.update(&menu, 1000), Update::Moving(_)));
        assert!(matches!(session.update(&menu, 100), Update::Moving(_)));
        assert_eq!(session.update(&menu, 600), Update::Gone);
        assert!(session.tracker.find(&menu, session.now).is_err());
        assert_eq!(session.tracker.area(), None);
        assert_eq!(session.tracker.update(RgbaImage::new(3, 3), session.now), Update::Gone);
    }
}
