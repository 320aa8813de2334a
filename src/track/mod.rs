//! Tracking a board from frame to frame: only tiles whose pixels changed are read again.
//!
//! A [`Tracker`] finds the board once in a whole picture. From then on it needs only the board's [`area`](Tracker::area)
//! of each frame, which it compares with the previous one cell by cell. It first looks changed tiles up by their pixels,
//! as most tiles that fall have been read before, and reads the rest in a small picture of their own.
//!
//! Effects are not letters: a new letter counts only where tiles fell, or where its cell is still (`settle`). A letter against
//! which something speaks is doubtful, whatever its confidence (`evidence`, `proofs`). Between moves the tracker
//! [learns](Tracker::learn) the letters that are proven as a [`Skin`]. What a person [corrects](Tracker::correct) outweighs
//! every reader (`corrections`).
//!
//! The file `tracked` holds the board's pixels and tiles; this file decides when it is read, `accept` what a reading means,
//! `blanks` which empty cells have a tile, `blink` which changed tiles do not move, `cadence` how long pixels must stay the
//! same to be still, `confirm` whether the board was found whole, `change` how the look of a tile changes, `selected` which
//! tiles are selected, `learning` what is learned, and `shelf` what of it holds in the next game. The caller passes the time
//! in, so that tests need no clock.

mod accept;
mod blanks;
mod blink;
mod cadence;
mod change;
mod confirm;
mod corrections;
mod evidence;
mod learning;
mod proofs;
mod selected;
mod settle;
mod shelf;
mod tracked;

pub use evidence::CONFIDENT;
pub use learning::Correction;

use crate::board::{Board, Cell, Face, Lines, Shape};
use crate::locate::Layout;
use crate::pipeline::{Boards, Options, ReadError, Timing, read_boards};
use crate::pixels::{Frame, Rect};
use crate::read::{Doubt, Engine, Reading};
use crate::skin::Skin;
use cadence::Cadence;
use change::MeanColor;
use confirm::is_same_layout;
use corrections::Corrections;
use evidence::Examined;
use image::RgbaImage;
use proofs::Proofs;
use shelf::Shelf;
use std::time::Duration;
use tracked::{Attempt, Motion, ReadTile, Readers, TileCache, TrackedBoard};
use web_time::Instant;

/// A board whose pixels do not change for this long has settled, or after longer where the game draws seldom (`cadence`). Shorter
/// than a frame of a 30 Hz animation (33 ms), tiles would be read while they move; longer, every answer comes later. Chosen by
/// hand.
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
/// How long a restless board is given until all its new letters are known, before it is reported without the others. Shorter:
/// boards are reported in parts; longer: moves below an endless effect are reported later. Chosen by hand.
const PATIENCE: Duration = Duration::from_millis(2000);
/// A letter that changes where no tile fell counts after its cell was still for this long, or for longer where the game draws seldom.
/// Shorter: passing effects count; longer: games that replace tiles where they lie are answered later. Chosen by hand.
const IN_PLACE: Duration = Duration::from_millis(150);
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
    /// The tiles are the same, and others are [selected](Tracker::selected) than before.
    Selected,
    /// Tiles are changing: call again at this time, or at the next change.
    Moving(Instant),
    /// There are other tiles: see [`Tracker::reading`].
    Changed,
    /// Something lies over the board, or [may lie](Tracker::is_part) over the rest of it.
    Covered,
    /// The board is not there any more: [find](Tracker::find) it again.
    Gone,
}

/// How a board was when it was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pace {
    /// Its first change has just been seen.
    First,
    /// It is still.
    Still,
    /// It never rests.
    Restless,
}

/// Tracks one board.
pub struct Tracker {
    options: Options,
    /// `None` before a board is found.
    board: Option<TrackedBoard>,
    /// The proven letters of this game, once some are learned.
    skin: Option<Skin>,
    /// The engine of the skin.
    proven: Option<Engine>,
    engine: Engine,
    /// The number of boards that letters were learned from.
    training_boards: usize,
    /// Whether the budget ended the last search for a board.
    limited: bool,
    cache: TileCache,
    proofs: Proofs,
    corrections: Corrections,
    /// How often the game draws, whichever of its boards.
    cadence: Cadence,
    /// Whether a board of this game was accepted, and the color of its plain tiles.
    has_seen_board: bool,
    color: Option<MeanColor>,
    /// What was learned of the game before, until the first board of this one.
    shelf: Option<Box<Shelf>>,
    /// The layout of the board that was read last.
    last_layout: Option<Layout>,
    /// The layout of the last board, where that was new and gone when it was read first.
    gone: Option<Layout>,
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
            proven: None,
            engine,
            training_boards: 0,
            limited: false,
            cache: TileCache::new(),
            proofs: Proofs::default(),
            corrections: Corrections::default(),
            cadence: Cadence::default(),
            has_seen_board: false,
            color: None,
            shelf: None,
            last_layout: None,
            gone: None,
        })
    }

    /// Finds the board in a whole picture, in place of the board before. The board may be in motion, so its tiles are
    /// not final until [`update`](Tracker::update) returns [`Update::Changed`].
    ///
    /// # Errors
    /// [`ReadError`], as for a single picture.
    pub fn find(&mut self, frame: &Frame, now: Instant) -> Result<(&Reading, Timing), ReadError> {
        let shape = self.options.shape.clone();
        self.find_shape(frame, shape, now)
    }

    /// The same for a board of this shape, where it is known: then the board is found whatever its letters are.
    ///
    /// # Errors
    /// [`ReadError`], as for a single picture.
    pub fn find_shape(
        &mut self,
        frame: &Frame,
        shape: Option<Shape>,
        now: Instant,
    ) -> Result<(&Reading, Timing), ReadError> {
        self.board = None;
        let gone = self.gone.take();
        let is_known = shape.is_some();
        let Boards { mut readings, limited, timing } = self.read(frame, shape)?;
        self.limited = limited;
        let reading = readings.swap_remove(0);
        let board = self.board.insert(TrackedBoard::new(frame, reading, &self.cadence, now));
        if is_known {
            board.unknown = unreadable(&board.reading.board);
        }
        board.is_found_again = gone.is_some_and(|gone| is_same_layout(&gone, &board.reading.layout));
        board.is_part = self.last_layout.as_ref().is_some_and(|last| board.reading.layout.is_part_of(last));
        Ok((&board.reading, timing))
    }

    /// Reads a whole picture, by the letters of this game where they are learned.
    fn read(&self, frame: &Frame, shape: Option<Shape>) -> Result<Boards, ReadError> {
        let options = Options { shape, ..self.options.clone() };
        let Some(skin) = self.skin.as_ref().filter(|_| self.corrections.is_empty()) else {
            return read_boards(frame, &options);
        };
        let options = Options { taught: vec![skin.clone()].into(), ..options };
        let mut boards = read_boards(frame, &options)?;
        // The tracker's own skin is not one that the user taught.
        boards.readings.iter_mut().for_each(|reading| reading.skin = None);
        Ok(boards)
    }

    /// Forgets the board, but neither the letters of the game nor where the board was.
    pub fn forget(&mut self) {
        self.board = None;
    }

    /// Forgets where the last board was: a board in some of its places is not taken for a part of it then.
    pub fn forget_layout(&mut self) {
        (self.last_layout, self.gone) = (None, None);
    }

    /// The part of the picture that [`update`](Tracker::update) needs; `None` where no board is known.
    pub fn area(&self) -> Option<Rect> {
        self.board.as_ref().map(|board| board.area)
    }

    /// The newest pixels of the [`area`](Tracker::area) with the layout in them; `None` where no board is known.
    pub fn picture(&self) -> Option<(Frame, Layout)> {
        self.board.as_ref().map(TrackedBoard::part)
    }

    /// Whether the [budget](Options::budget) ended the last search for a board.
    pub fn is_limited(&self) -> bool {
        self.limited
    }

    /// The last accepted reading; `None` where no board is known.
    pub fn reading(&self) -> Option<&Reading> {
        self.board.as_ref().map(|board| &board.reading)
    }

    /// The cells whose letters are doubtful: those below [`CONFIDENT`], most doubtful first.
    pub fn doubtful(&self) -> Vec<Cell> {
        let Some(reading) = self.reading() else { return Vec::new() };
        let confidence = |(cell, doubt): (Cell, &Option<Doubt>)| Some((cell, doubt.as_ref()?.confidence));
        let cells = reading.board.shape().cells().zip(&reading.doubts).filter_map(confidence);
        let mut doubtful: Vec<(Cell, f32)> = cells.filter(|(_, confidence)| *confidence < CONFIDENT).collect();
        doubtful.sort_by(|a, b| a.1.total_cmp(&b.1));
        doubtful.into_iter().map(|(cell, _)| cell).collect()
    }

    /// When to call [`update`](Tracker::update) again although no pixel changes; `None` where nothing is open.
    pub fn due(&self) -> Option<Instant> {
        self.board.as_ref().and_then(|board| board.recheck)
    }

    /// What the new pixels of the [`area`](Tracker::area) mean.
    pub fn update(&mut self, pixels: RgbaImage, now: Instant) -> Update {
        let Some(board) = &mut self.board else { return Update::Gone };
        if pixels.dimensions() != board.pixels.dimensions() {
            return Update::Gone;
        }
        let changed = board.compare(pixels, now);
        if changed {
            self.cadence.add(now);
            (board.still, board.in_place) = (self.cadence.still(now), self.cadence.in_place(now));
        }
        self.judge_change(changed, now)
    }

    /// The same where the pixels are those of the last call: nothing is copied or compared.
    pub fn update_unchanged(&mut self, now: Instant) -> Update {
        self.judge_change(false, now)
    }

    /// What it means that a cell has changed, or that none has.
    fn judge_change(&mut self, changed: bool, now: Instant) -> Update {
        let Some(board) = &mut self.board else { return Update::Gone };
        let Some(Motion { since, last }) = board.motion else {
            let is_due = board.recheck.is_some_and(|at| at <= now);
            return match (changed, is_due) {
                (false, false) => Update::Same,
                (false, true) => self.read_still(now, now, FADE),
                // The first change after a pause may already be complete.
                (true, _) => match self.read_changed() {
                    Some(examined) => self.accept(examined, Pace::First, now),
                    None => self.moving(now, now),
                },
            };
        };
        let (still, least) = (now.saturating_duration_since(last), board.still);
        if !changed && still >= least {
            self.read_still(last, now, still)
        } else if !changed {
            Update::Moving(last + least)
        } else if now.saturating_duration_since(since) < RESTLESS {
            self.moving(since, now)
        } else {
            self.read_restless(since, now)
        }
    }

    fn moving(&mut self, since: Instant, last: Instant) -> Update {
        let Some(board) = &mut self.board else { return Update::Gone };
        board.motion = Some(Motion { since, last });
        Update::Moving(last + board.still)
    }

    /// Reads a board that never rests, as with tiles that flicker. Each letter counts by itself.
    fn read_restless(&mut self, since: Instant, now: Instant) -> Update {
        let Some(board) = &mut self.board else { return Update::Gone };
        board.motion = Some(Motion { since, last: now });
        // While the flicker goes on, what was reported stays.
        let waiting = if board.fresh || board.is_unclear { Update::Moving(now + RETRY) } else { Update::Same };
        if board.attempt.as_ref().is_some_and(|last| now.saturating_duration_since(last.at) < RETRY) {
            return waiting;
        }
        let Some(examined) = self.read_changed().or_else(|| self.read_all()) else { return Update::Gone };
        let Some(board) = &mut self.board else { return Update::Gone };
        let faces: Vec<Option<Face>> = examined.reading.board.tiles().map(|tile| Some(tile?.face.clone())).collect();
        let last = board.attempt.replace(Attempt { at: now, faces });
        let faces = board.attempt.as_ref().map_or(&[][..], |attempt| &attempt.faces);
        for (id, readings) in board.readings.iter_mut().enumerate() {
            let again = last.as_ref().is_some_and(|last| last.faces[id] == faces[id]);
            *readings = if again { *readings + 1 } else { 1 };
        }
        self.accept(examined, Pace::Restless, now)
    }

    /// Reads only the changed tiles. `None` if one of them is below the confidence threshold, unless all changed tiles
    /// were so before: then that is flicker, and such tiles keep their reading.
    fn read_changed(&mut self) -> Option<Examined> {
        let board = self.board.as_ref()?;
        let cells: Vec<usize> = (0..board.pending.len()).filter(|&id| board.pending[id]).collect();
        let mut read: Vec<(usize, ReadTile)> = Vec::new();
        let mut unknown: Vec<usize> = Vec::new();
        for id in cells {
            match self.cache.get(&board.fingerprint(id)) {
                Some(known) => read.push((id, known.clone())),
                None => unknown.push(id),
            }
        }
        // If every changed tile already had low confidence, treat the change as flicker and keep the old readings.
        // A letter that is doubtful because it was new on a restless board may be another one now.
        let is_flicker = |&id: &usize| !board.is_confident(id) && !board.doubted[id];
        let flicker = read.is_empty() && unknown.iter().all(is_flicker);
        if board.fresh && read.is_empty() {
            return None;
        }
        if !unknown.is_empty() {
            let tiles = board.read_alone(&unknown, self.readers())?;
            for (id, confident) in unknown.into_iter().zip(tiles) {
                match confident {
                    Some(tile) => read.push((id, tile)),
                    None if flicker && !board.fresh => {}
                    None => return None,
                }
            }
        }
        board.with(read)
    }

    fn readers(&self) -> Readers<'_> {
        let proven = self.proven.as_ref().filter(|_| self.corrections.is_empty());
        Readers { proven, engine: &self.engine, options: &self.options }
    }

    /// Reads the board, which has been still since `last`.
    fn read_still(&mut self, last: Instant, now: Instant, still: Duration) -> Update {
        let Some(examined) = self.read_changed().or_else(|| self.read_all()) else { return Update::Gone };
        let complete = examined.reading.board.settled && unreadable(&examined.reading.board) == 0;
        if complete || still >= FADE { self.accept(examined, Pace::Still, now) } else { Update::Moving(last + FADE) }
    }

    /// Reads every tile.
    fn read_all(&self) -> Option<Examined> {
        let board = self.board.as_ref()?;
        let (frame, layout) = board.part();
        let mut examined = self.readers().read(&frame, &layout);
        examined.reading.layout = board.reading.layout.clone();
        examined.reading.cut.clone_from(&board.reading.cut);
        examined.reading.skin.clone_from(&board.reading.skin);
        if examined.reading.values.is_empty() {
            // A reading by the board's own letters does not compare the printed values.
            examined.reading.values.clone_from(&board.reading.values);
        }
        Some(examined)
    }
}

/// The number of tiles that cannot be read. In columns an empty cell counts too: its tile is still falling.
fn unreadable(board: &Board) -> usize {
    let rows = board.shape().lines() == Lines::Rows;
    board.tiles().filter(|tile| tile.map_or(!rows, |tile| tile.face == Face::Unreadable)).count()
}

#[cfg(test)]
mod effects;

#[cfg(test)]
mod tests {
    use super::accept::{is_same, keep_kinds};
    use super::*;
    use crate::board::{SELECTED, Tile};
    use crate::paint::{Style, paint};
    use crate::pixels::crop;
    use crate::read::LetterCase;
    use crate::roll::{Dice, Roller};
    use image::Rgba;
    use image::imageops::replace;

    const WIDTH: u32 = 900;
    const HEIGHT: u32 = 620;

    pub(super) fn board(seed: u64) -> Board {
        let letters = Roller::new(seed).roll(&Dice::ENGLISH, 52);
        Board::from_letters(Shape::bookworm(), &letters).unwrap()
    }

    /// A game's window with this board at this offset in pixels.
    pub(super) fn window(board: &Board, tile: f32, (x, y): (i64, i64)) -> Frame {
        let (picture, _) = paint(board, &Style::default(), tile).unwrap();
        let mut window = RgbaImage::from_pixel(WIDTH, HEIGHT, Rgba([40, 60, 50, 255]));
        replace(&mut window, &picture, x, y);
        Frame::new(window, "a window")
    }

    /// A game, its tracker and a clock.
    pub(super) struct Session {
        pub(super) tracker: Tracker,
        pub(super) now: Instant,
    }

    impl Session {
        pub(super) fn new(frame: &Frame) -> Session {
            let mut session = Session { tracker: Tracker::new(Options::default()).unwrap(), now: Instant::now() };
            session.tracker.find(frame, session.now).unwrap();
            session
        }

        /// Updates with a frame, this number of milliseconds later.
        fn update(&mut self, frame: &Frame, later: u64) -> Update {
            self.now += Duration::from_millis(later);
            self.tracker.update(crop(frame.pixels(), self.tracker.area().unwrap()), self.now)
        }

        /// Updates with a frame that stays until it has settled.
        pub(super) fn settle(&mut self, frame: &Frame) -> Update {
            let mut update = self.update(frame, 1000);
            while let Update::Moving(_) = update {
                update = self.update(frame, 100);
            }
            update
        }

        fn board(&self) -> &Board {
            &self.tracker.reading().unwrap().board
        }
    }

    /// The board after these cells were played: tiles fall, others come from above.
    pub(super) fn played(before: &Board, cells: &[Cell], fresh: &str) -> Board {
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

    /// Tiles of one letter that lie otherwise between the pixels are not two letters.
    #[test]
    fn clear_tiles_of_any_size_are_not_doubted() {
        for (seed, tile) in [(2, 72.0), (1, 64.2), (4, 56.5), (1, 48.0), (4, 43.3), (1, 36.0)] {
            let board = board(seed);
            let (picture, _) = paint(&board, &Style::default(), tile).unwrap();
            let frame = Frame::new(picture, "a board");
            let mut session = Session::new(&frame);
            session.settle(&frame);
            assert_eq!((session.board(), session.tracker.doubtful()), (&board, Vec::new()), "tiles of {tile} pixels");
        }
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
                let update = session.settle(&frame);
                assert_eq!(update, Update::Changed, "turn {turn}");
                assert_eq!(session.board(), &truth, "turn {turn}");
            }
            let learned = session.tracker.learned();
            assert_eq!(learned.is_empty(), !learns, "{learned:?}");
            // A letter that came but once is not proven.
            assert!(learned.iter().all(|letter| "AEIOUTNSHRDLMPCGFWYBKV".contains(letter)), "{learned:?}");
        }
    }

    /// The few letters of a move may seem to be capitals on a board of small letters.
    #[test]
    fn tiles_are_not_read_alone_in_another_case() {
        let frame = window(&board(3), 56.0, (100, 30));
        let mut session = Session::new(&frame);
        session.settle(&frame);
        let readers = session.tracker.readers();
        let tracked = session.tracker.board.as_ref().unwrap();
        assert_eq!(tracked.case, Some(LetterCase::Upper));
        assert!(tracked.read_alone(&[3, 9], readers).is_some());
        session.tracker.board.as_mut().unwrap().case = Some(LetterCase::Lower);
        let tracked = session.tracker.board.as_ref().unwrap();
        assert!(tracked.read_alone(&[3, 9], session.tracker.readers()).is_none());
    }

    #[test]
    fn a_correction_holds_for_every_tile_that_looks_so() {
        let (first, frame) = (board(8), window(&board(8), 56.0, (100, 30)));
        let mut session = Session::new(&frame);
        assert_eq!(session.update(&frame, 100), Update::Changed);
        let cell = Cell { line: 2, index: 2 };
        let (face, corrected) = (first.tile(cell).unwrap().face.clone(), Face::Letters("Z".to_string()));
        let correction = session.tracker.correct(cell, &corrected).unwrap();
        let alike: Vec<Cell> = first.cells().filter(|(_, tile)| tile.face == face).map(|(cell, _)| cell).collect();
        assert_eq!(correction.cells, alike);
        // It holds for tiles that come later, and for another run.
        let next = board(9);
        let frame = window(&next, 56.0, (100, 30));
        let mut other = Session::new(&frame);
        correction.glyphs.iter().for_each(|glyph| other.tracker.remember_correction(&corrected, glyph));
        assert_eq!(other.update(&frame, 100), Update::Changed);
        assert_eq!(session.settle(&frame), Update::Changed);
        for (name, session) in [("this run", &session), ("the next run", &other)] {
            for ((cell, read), (_, truth)) in session.board().cells().zip(next.cells()) {
                let wanted = if truth.face == face { &corrected } else { &truth.face };
                assert_eq!(&read.face, wanted, "{name}, {cell:?}");
            }
        }
        assert_eq!(session.tracker.correct(Cell { line: 20, index: 0 }, &corrected), None);
        assert!(session.tracker.remembered_faces().is_empty());
        let remembered = other.tracker.remembered_faces();
        assert!(!remembered.is_empty() && remembered.iter().all(|face| **face == corrected));
    }

    /// A tile is corrected to a letter that other tiles have, and then to a third one: the others stay as they are.
    #[test]
    fn a_second_correction_leaves_tiles_that_had_its_first_letter() {
        let (first, frame) = (board(8), window(&board(8), 56.0, (100, 30)));
        let mut session = Session::new(&frame);
        assert_eq!(session.update(&frame, 100), Update::Changed);
        let cell = Cell { line: 2, index: 2 };
        let face = first.tile(cell).unwrap().face.clone();
        let (_, other) = first.cells().find(|(_, tile)| tile.face != face).unwrap();
        let cells = session.tracker.correct(cell, &other.face).unwrap().cells;
        let second = session.tracker.correct(cell, &Face::Letters("Z".to_string())).unwrap();
        assert_eq!(second.cells, cells);
    }

    #[test]
    fn what_the_game_contradicts_is_forgotten() {
        let mut session = Session::new(&window(&board(2), 56.0, (100, 30)));
        for seed in 2..6 {
            session.settle(&window(&board(seed), 56.0, (100, 30)));
            session.tracker.learn();
        }
        assert!(session.tracker.learned().contains(&"E".to_string()));
        session.tracker.contradict([Face::Letters("E".to_string())].iter());
        session.tracker.learn();
        assert!(!session.tracker.learned().contains(&"E".to_string()));
        // A letter whose tiles turn out to be drawn in two ways is no longer proven.
        let learned = session.tracker.learned();
        let face = Face::parse(&learned[0]).unwrap();
        let glyph = proofs::SharedGlyph::new(std::array::from_fn(|i| f32::from(u8::from(i % 7 < 3))));
        session.tracker.proofs.add(&[proofs::Exhibit { face: &face, glyph: &glyph, agreed: true }]);
        session.settle(&window(&board(7), 56.0, (100, 30)));
        assert!(session.tracker.learned().is_empty(), "{learned:?}");
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
        assert_eq!(session.settle(&last), Update::Changed);
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

    /// A doubtful tile that changes and does not read alone flickers and keeps its letter, unless it is doubtful because it was new: then
    /// the whole board is read.
    #[test]
    fn a_letter_that_was_new_on_a_restless_board_is_no_flicker() {
        let frame = window(&board(1), 56.0, (100, 30));
        let mut session = Session::new(&frame);
        session.settle(&frame);
        let (x, y) = session.tracker.reading().unwrap().layout.center(Cell { line: 2, index: 2 });
        let mut pixels = frame.pixels().clone();
        replace(&mut pixels, &RgbaImage::from_pixel(40, 40, Rgba([90, 90, 120, 255])), x as i64 - 20, y as i64 - 20);
        let pixels = crop(&pixels, session.tracker.area().unwrap());
        let id = board(1).shape().id(Cell { line: 2, index: 2 }).unwrap();
        let tracked = session.tracker.board.as_mut().unwrap();
        tracked.compare(pixels, session.now);
        tracked.reading.doubts[id].as_mut().unwrap().confidence = 0.8;
        for (was_new, keeps) in [(false, true), (true, false)] {
            session.tracker.board.as_mut().unwrap().doubted[id] = was_new;
            assert_eq!(session.tracker.read_changed().is_some(), keeps);
        }
    }

    /// A tile below one that did not change is seen to change alone: its letter stays. Once another column shows that a word was
    /// played, it is doubtful, and the new letter counts when it is still.
    #[test]
    fn a_tile_that_is_replaced_before_the_others_of_its_word_is_doubted() {
        let (cell, first) = (Cell { line: 4, index: 1 }, board(5));
        let one = {
            let face = Face::parse(if first.tile(cell).unwrap().face == Face::parse("K").unwrap() { "M" } else { "K" });
            let id = first.shape().id(cell).unwrap();
            let mut tiles: Vec<Option<Tile>> = first.tiles().map(|tile| tile.cloned()).collect();
            tiles[id].as_mut().unwrap().face = face.unwrap();
            Board::new(first.shape().clone(), tiles).unwrap()
        };
        let all = played(&one, &[Cell { line: 1, index: 2 }, Cell { line: 2, index: 2 }], "ZV");
        let frame = |board: &Board| window(board, 56.0, (100, 30));
        let mut session = Session::new(&frame(&first));
        session.settle(&frame(&first));
        let face = |session: &Session| session.board().tile(cell).unwrap().face.clone();
        assert_eq!(session.settle(&frame(&one)), Update::Same);
        assert_eq!(face(&session), first.tile(cell).unwrap().face);
        assert!(!session.tracker.doubtful().contains(&cell));
        assert_eq!(session.settle(&frame(&all)), Update::Changed);
        assert!(session.board() == &all || session.tracker.doubtful().contains(&cell));
        session.update(&frame(&all), 200);
        assert_eq!(session.board(), &all);
        assert!(!session.tracker.doubtful().contains(&cell));
    }

    /// How often a game draws does not depend on which of its boards is seen, nor on whether one is.
    #[test]
    fn a_lost_board_leaves_what_is_known_of_the_game() {
        let frame = window(&board(1), 56.0, (100, 30));
        let empty = Frame::new(RgbaImage::new(WIDTH, HEIGHT), "");
        let mut session = Session::new(&frame);
        session.settle(&frame);
        let usual = session.tracker.board.as_ref().unwrap().still;
        for other in [2, 3, 2, 3] {
            session.update(&window(&board(other), 56.0, (100, 30)), 100);
        }
        let still = session.tracker.board.as_ref().unwrap().still;
        assert!(still > usual);
        session.tracker.forget();
        assert!(session.tracker.find(&empty, session.now).is_err());
        session.tracker.find(&frame, session.now).unwrap();
        assert_eq!(session.tracker.board.as_ref().unwrap().still, still);
    }

    #[test]
    fn a_selected_tile_keeps_its_kind() {
        let tile = |text: &str| -> Board { text.parse().unwrap() };
        let (before, selected) = (tile("A:gold B\nC D"), tile("A:selected B:selected\nC D"));
        let layout = Layout::new(before.shape().clone(), (9.0, 9.0), (9.0, 9.0));
        let mut reading = Reading::new(selected, layout, vec![None; 4]);
        keep_kinds(&before, &mut reading, &[true; 4]);
        assert!(is_same(&before, &reading.board));
        assert!(reading.board.tiles().flatten().map(|tile| tile.has_tag(SELECTED)).eq([true, true, false, false]));
        assert!(!is_same(&before, &tile("A:green B\nC D")) && !is_same(&before, &tile("A:gold B\nC E")));
    }

    #[test]
    fn a_letter_that_passes_while_a_cover_goes_is_not_read() {
        let before = board(3);
        let shown = window(&before, 56.0, (100, 30));
        let mut session = Session::new(&shown);
        session.settle(&shown);
        let mut pixels = shown.pixels().clone();
        replace(&mut pixels, &RgbaImage::from_pixel(260, 200, Rgba([200, 190, 170, 255])), 150, 100);
        let covered = Frame::new(pixels, "");
        assert_eq!(session.settle(&covered), Update::Covered);
        // As it goes, another letter is over one of its tiles for three frames.
        let mut tiles: Vec<Option<Tile>> = before.tiles().map(|tile| tile.cloned()).collect();
        let place = before.shape().id(Cell { line: 6, index: 5 }).unwrap();
        let other = if tiles[place].as_ref().unwrap().face == Face::parse("M").unwrap() { "K" } else { "M" };
        tiles[place] = Some(Tile::new(Face::parse(other).unwrap()));
        let passing = window(&Board::new(before.shape().clone(), tiles).unwrap(), 56.0, (100, 30));
        for later in [16, 50, 50] {
            let update = session.update(&passing, later);
            assert!(matches!(update, Update::Moving(_)), "{update:?}");
        }
        session.settle(&shown);
        assert!(is_same(session.board(), &before));
        // A letter that stays when the cover has gone is another one.
        assert_eq!(session.settle(&covered), Update::Covered);
        assert_eq!(session.settle(&passing), Update::Changed);
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
