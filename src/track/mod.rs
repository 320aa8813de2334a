//! Following a board from frame to frame: only tiles whose pixels changed are read again.
//!
//! A [`Tracker`] finds the board once in a whole picture. From then on it wants only the board's
//! [`area`](Tracker::area) of each frame and compares it with the last one, cell by cell. What changed is looked up among
//! the pictures of tiles that were read before (most tiles that fall only move), and what is left is set side by
//! side in a small picture and read. Readings that are sure teach it the letters of this very game, so that after a
//! board or two no network is asked any more.
//!
//! Tiles that fall are not read: where not every changed tile is sure at once, or something changed a moment ago, the
//! tracker waits until two looks are alike.
//!
//! `known` has the board's pixels and tiles; here is what time makes of them, and what is decided.
//!
//! Time is given from outside, so that everything here can be tried without a clock.

mod known;

use crate::board::{Board, Face, Tile};
use crate::grid::Lines;
use crate::pipeline::{Method, Options, ReadError, Timing, read};
use crate::pixels::{Frame, Rect};
use crate::recognize::{Doubt, Engine, Reading, check_dots, lessons, recognize};
use crate::skin::Skin;
use image::RgbaImage;
use known::{Known, Remembered, remember};
use std::time::{Duration, Instant};

/// Frames of an animation come sooner than this after one another; a board that looks alike for so long stands.
pub const STILL: Duration = Duration::from_millis(45);
/// Tiles that cannot be read may be on their way, or fade in: they are waited for so long.
const PATIENCE: Duration = Duration::from_millis(500);
/// What moves for longer than this will not rest: tiles that flicker.
const RESTLESS: Duration = Duration::from_millis(400);
/// A restless board is read so often, and after so many readings the last one is taken.
const TRIES: (Duration, u32) = (Duration::from_millis(250), 6);
/// Where more of the tiles cannot be read, something lies over the board.
const COVERED: f32 = 0.15;
/// The tag of tiles that the player has picked for a word.
const PICKED: &str = "selected";
/// And where more of them cannot, it is not there any more.
const GONE: f32 = 0.5;
/// The game's own letters are learned from so many boards; by then all that come have come.
const LESSONS: usize = 24;

/// What a look at the board says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Look {
    /// Everything is as it was.
    Same,
    /// Tiles are changing: look again at this time, or when something changes.
    Moving(Instant),
    /// There are other tiles: see [`Tracker::reading`].
    Changed,
    /// Something lies over the board.
    Covered,
    /// This is no board any more: find it again.
    Gone,
}

/// Follows one board.
pub struct Tracker {
    options: Options,
    /// What is known of the board; `None` before it is found.
    board: Option<Known>,
    /// The letters of this game.
    skin: Option<Skin>,
    /// Who reads.
    engine: Engine,
    taught: usize,
    /// What tiles with these pixels say.
    remembered: Remembered,
}

impl Tracker {
    /// A tracker of no board yet.
    ///
    /// # Errors
    /// [`ReadError::Skin`] and [`ReadError::Tesseract`] where the options ask for what is not there.
    pub fn new(options: Options) -> Result<Tracker, ReadError> {
        let engine = options.engine()?;
        Ok(Tracker { options, board: None, skin: None, engine, taught: 0, remembered: Remembered::new() })
    }

    /// Finds the board in a whole picture, and forgets the one before. What it says counts from the next
    /// [`look`](Tracker::look) on: it may be moving.
    ///
    /// # Errors
    /// [`ReadError`], as for a picture that is read once.
    pub fn find(&mut self, frame: &Frame, now: Instant) -> Result<(&Reading, Timing), ReadError> {
        self.board = None;
        let (reading, timing) = self.read(frame)?;
        let board = self.board.insert(Known::new(frame, reading, now));
        remember(&mut self.remembered, board);
        Ok((&board.reading, timing))
    }

    /// With the letters of this game where they are known, so that a resized board is read as well.
    fn read(&self, frame: &Frame) -> Result<(Reading, Timing), ReadError> {
        let Some(skin) = &self.skin else { return read(frame, &self.options) };
        let options = Options { taught: vec![skin.clone()].into(), ..self.options.clone() };
        let (mut reading, timing) = read(frame, &options)?;
        // It was not the user who taught it.
        reading.skin = None;
        Ok((reading, timing))
    }

    /// Forgets the board, but not the letters.
    pub fn lose(&mut self) {
        self.board = None;
    }

    /// The part of the picture to look at. `None` where no board is known.
    pub fn area(&self) -> Option<Rect> {
        self.board.as_ref().map(|board| board.area)
    }

    /// What the board says, and where; as it stood last.
    pub fn reading(&self) -> Option<&Reading> {
        self.board.as_ref().map(|board| &board.reading)
    }

    /// Looks at the pixels of the [`area`](Tracker::area), which may have changed.
    pub fn look(&mut self, pixels: RgbaImage, now: Instant) -> Look {
        let Some(board) = &mut self.board else { return Look::Gone };
        if pixels.dimensions() != board.pixels.dimensions() {
            return Look::Gone;
        }
        let changed = board.compare(pixels);
        let Some((since, last)) = board.motion else {
            if !changed {
                return Look::Same;
            }
            // The first change after a while: perhaps all of it.
            if let Some(read) = self.glance() {
                return self.settle(read);
            }
            return self.moving(now, now);
        };
        let still = now.saturating_duration_since(last);
        if !changed && still >= STILL {
            self.study(last, still)
        } else if !changed {
            Look::Moving(last + STILL)
        } else if now.saturating_duration_since(since) < RESTLESS {
            self.moving(since, now)
        } else {
            self.try_restless(since, now)
        }
    }

    fn moving(&mut self, since: Instant, last: Instant) -> Look {
        if let Some(board) = &mut self.board {
            board.motion = Some((since, last));
        }
        Look::Moving(last + STILL)
    }

    /// A board that never rests, as with tiles that flicker, stands where two readings say the same.
    fn try_restless(&mut self, since: Instant, now: Instant) -> Look {
        let Some(board) = &mut self.board else { return Look::Gone };
        let tries = match &board.tried {
            Some((at, _, _)) if now.saturating_duration_since(*at) < TRIES.0 => return self.moving(since, now),
            Some((_, tries, _)) => *tries,
            None => 0,
        };
        let before = board.tried.take();
        let read = self.glance().or_else(|| self.whole());
        let (Some(board), Some(read)) = (&mut self.board, read) else { return Look::Gone };
        if before.is_some_and(|(_, _, before)| before == read.board) || tries >= TRIES.1 {
            return self.settle(read);
        }
        board.tried = Some((now, tries + 1, read.board));
        self.moving(since, now)
    }

    /// Reads the tiles that changed, by themselves; `None` where one of them is not sure.
    fn glance(&mut self) -> Option<Reading> {
        let board = self.board.as_ref()?;
        let cells: Vec<usize> = (0..board.pending.len()).filter(|&id| board.pending[id]).collect();
        let mut found: Vec<(usize, Tile, Doubt)> = Vec::new();
        let mut unknown: Vec<usize> = Vec::new();
        for id in cells {
            match self.remembered.get(&board.fingerprint(id)) {
                Some((tile, doubt)) => found.push((id, tile.clone(), doubt.clone())),
                None => unknown.push(id),
            }
        }
        // Where nothing moves but tiles that are hard to read, they flicker, and say what they said.
        let flicker = found.is_empty() && unknown.iter().all(|&id| !board.is_sure(id));
        if !unknown.is_empty() {
            let read = board.read_alone(&unknown, &self.engine, self.options.min_confidence)?;
            for (id, sure) in unknown.into_iter().zip(read) {
                match sure {
                    Some((tile, doubt)) => found.push((id, tile, doubt)),
                    None if flicker && !board.fresh => {}
                    None => return None,
                }
            }
        }
        board.with(found)
    }

    /// Reads the whole board, which has stood still for so long.
    fn study(&mut self, last: Instant, still: Duration) -> Look {
        let Some(read) = self.glance().or_else(|| self.whole()) else { return Look::Gone };
        let all = read.board.settled && unread(&read.board) == 0;
        if all || still >= PATIENCE { self.settle(read) } else { Look::Moving(last + PATIENCE) }
    }

    /// What the whole board says.
    fn whole(&self) -> Option<Reading> {
        let board = self.board.as_ref()?;
        let (frame, layout) = board.part();
        let mut reading = recognize(&frame, &layout, &self.engine, self.options.min_confidence);
        if let Some(values) = &self.options.dots {
            check_dots(&frame, &mut reading, values, self.options.min_confidence);
        }
        reading.layout = board.reading.layout.clone();
        Some(reading)
    }

    /// Takes a reading for what stands now.
    fn settle(&mut self, mut reading: Reading) -> Look {
        let Some(board) = &mut self.board else { return Look::Gone };
        board.motion = None;
        board.tried = None;
        board.pending.fill(false);
        let tiles = reading.board.shape().len() as f32;
        let unread = unread(&reading.board) as f32;
        if unread > COVERED * tiles {
            // Nothing of it is to be believed, but when it goes, the board may be as it was.
            board.pending.fill(true);
            board.covered = true;
            return if unread > GONE * tiles { Look::Gone } else { Look::Covered };
        }
        keep_picked(&board.reading.board, &mut reading);
        let untold = std::mem::take(&mut board.covered) | std::mem::take(&mut board.fresh);
        let same = is_same(&board.reading.board, &reading.board);
        board.reading = reading;
        remember(&mut self.remembered, board);
        if same && !untold { Look::Same } else { Look::Changed }
    }

    /// Learns the letters of the board that stands, for the next ones to be read sooner. Takes its time: for when
    /// there is nothing else to do.
    pub fn learn(&mut self) {
        if self.options.method != Method::Net || self.options.skin.is_some() || self.taught >= LESSONS {
            return;
        }
        let Some(board) = &self.board else { return };
        if board.motion.is_some() || board.covered {
            return;
        }
        let known = self.skin.as_ref().map(Skin::alphabet).unwrap_or_default();
        let is_new = |tile: &Tile| !known.contains(&tile.face.to_string());
        let truth = board.sure();
        if self.taught > 0 && !truth.cells().any(|(_, tile)| is_new(tile)) {
            return;
        }
        self.taught += 1;
        let (frame, layout) = board.part();
        let lessons = lessons(&frame, &layout, &truth, &self.engine);
        let Some(mut skin) = self.skin.take().or_else(|| Skin::new("this-game").ok()) else { return };
        // A skin of other lines is of a game that was here before.
        if skin.learn(&layout, &truth, &lessons).is_ok() {
            self.engine = Engine::Taught(skin.known().clone());
            self.skin = Some(skin);
        }
    }
}

/// How many tiles cannot be read; those of a column that are not there count, too.
fn unread(board: &Board) -> usize {
    let rows = board.shape().lines() == Lines::Rows;
    board.tiles().filter(|tile| tile.map_or(!rows, |tile| tile.face == Face::Unreadable)).count()
}

/// What a picked tile was before is what it is: its color says only that it was picked.
fn keep_picked(before: &Board, reading: &mut Reading) {
    let keep = |(before, now): (Option<&Tile>, Option<&Tile>)| {
        let mut now = now?.clone();
        if let Some(before) = before.filter(|before| before.face == now.face && now.has_tag(PICKED)) {
            now.kind = before.kind;
        }
        Some(now)
    };
    let tiles = before.tiles().zip(reading.board.tiles()).map(keep).collect();
    if let Ok(mut board) = Board::new(reading.board.shape().clone(), tiles) {
        board.settled = reading.board.settled;
        reading.board = board;
    }
}

/// Whether two boards say the same, whichever tiles are picked.
fn is_same(a: &Board, b: &Board) -> bool {
    let told = |tile: Option<&Tile>| tile.map(|tile| (tile.face.clone(), tile.kind));
    a.shape() == b.shape() && a.settled == b.settled && a.tiles().map(told).eq(b.tiles().map(told))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Cell, Shape};
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

    /// A window of a game with this board in it, so many pixels from its corner.
    fn window(board: &Board, tile: f32, (x, y): (i64, i64)) -> Frame {
        let (picture, _) = paint(board, &Style::default(), tile).unwrap();
        let mut window = RgbaImage::from_pixel(WIDTH, HEIGHT, Rgba([40, 60, 50, 255]));
        replace(&mut window, &picture, x, y);
        Frame::new(window, "a window")
    }

    /// A game, its tracker and a clock.
    struct Play {
        tracker: Tracker,
        now: Instant,
    }

    impl Play {
        fn new(frame: &Frame) -> Play {
            let mut play = Play { tracker: Tracker::new(Options::default()).unwrap(), now: Instant::now() };
            play.tracker.find(frame, play.now).unwrap();
            play
        }

        /// Looks at a frame after so many milliseconds.
        fn look(&mut self, frame: &Frame, later: u64) -> Look {
            self.now += Duration::from_millis(later);
            self.tracker.look(crop(frame.pixels(), self.tracker.area().unwrap()), self.now)
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
    fn a_board_counts_once_it_stands() {
        let (first, frame) = (board(1), window(&board(1), 56.0, (120, 40)));
        let mut play = Play::new(&frame);
        assert!(matches!(play.look(&frame, 10), Look::Moving(_)));
        assert_eq!(play.look(&frame, 100), Look::Changed);
        assert_eq!(play.board(), &first);
        assert_eq!(play.look(&frame, 100), Look::Same);
    }

    #[test]
    fn moves_are_followed_with_and_without_lessons() {
        for learns in [false, true] {
            let mut truth = board(2);
            let frame = window(&truth, 56.0, (100, 30));
            let mut play = Play::new(&frame);
            assert_eq!(play.look(&frame, 100), Look::Changed);
            for turn in 0..6usize {
                if learns {
                    play.tracker.learn();
                }
                let cells = [(turn, 1), (turn, 2), ((turn + 1) % 7, 3)].map(|(line, index)| Cell { line, index });
                truth = played(&truth, &cells, "ETAOINSH");
                let frame = window(&truth, 56.0, (100, 30));
                let mut look = play.look(&frame, 1000);
                if let Look::Moving(_) = look {
                    look = play.look(&frame, 100);
                }
                assert_eq!(look, Look::Changed, "turn {turn}");
                assert_eq!(play.board(), &truth, "turn {turn}");
            }
        }
    }

    #[test]
    fn falling_tiles_are_waited_for() {
        let (before, after) = (board(3), board(4));
        let frame = window(&before, 56.0, (100, 30));
        let mut play = Play::new(&frame);
        assert_eq!(play.look(&frame, 100), Look::Changed);
        // The whole board slides down by parts of a tile.
        for step in 1..12 {
            let look = play.look(&window(&after, 56.0, (100, 30 - 60 + 5 * step)), 16);
            assert!(matches!(look, Look::Moving(_)), "{step}: {look:?}");
            assert_eq!(play.board(), &before);
        }
        let last = window(&after, 56.0, (100, 30));
        assert!(matches!(play.look(&last, 16), Look::Moving(_)));
        assert!(matches!(play.look(&last, 16), Look::Moving(_)));
        assert_eq!(play.look(&last, 40), Look::Changed);
        assert_eq!(play.board(), &after);
    }

    #[test]
    fn a_tile_that_flickers_stops_nothing() {
        let (first, frame) = (board(5), window(&board(5), 56.0, (100, 30)));
        let mut play = Play::new(&frame);
        assert_eq!(play.look(&frame, 100), Look::Changed);
        let layout = play.tracker.reading().unwrap().layout.clone();
        let (x, y) = layout.center(Cell { line: 2, index: 2 });
        for turn in 0..40u32 {
            let mut pixels = frame.pixels().clone();
            // A spark in the tile's corner, another color each time.
            let spark = RgbaImage::from_pixel(6, 4, Rgba([200, (turn * 6) as u8, 40, 255]));
            replace(&mut pixels, &spark, x as i64 - 20, y as i64 - 20);
            let look = play.look(&Frame::new(pixels, ""), 33);
            assert_ne!(look, Look::Gone);
            assert_ne!(look, Look::Covered);
        }
        assert_eq!(play.board(), &first);
        // And a move among the sparks is seen.
        let truth = played(&first, &[Cell { line: 4, index: 4 }, Cell { line: 5, index: 5 }], "ZK");
        let mut looks = Vec::new();
        for turn in 0..60u32 {
            let mut pixels = window(&truth, 56.0, (100, 30)).pixels().clone();
            let spark = RgbaImage::from_pixel(6, 4, Rgba([(turn * 4) as u8, 200, 40, 255]));
            replace(&mut pixels, &spark, x as i64 - 20, y as i64 - 20);
            looks.push(play.look(&Frame::new(pixels, ""), 33));
        }
        assert!(looks.contains(&Look::Changed), "{looks:?}");
        assert_eq!(play.board(), &truth);
    }

    #[test]
    fn a_picked_tile_stays_what_it_is() {
        let tile = |text: &str| -> Board { text.parse().unwrap() };
        let (before, picked) = (tile("A:gold B\nC D"), tile("A:selected B:selected\nC D"));
        let layout = Layout::new(before.shape().clone(), (9.0, 9.0), (9.0, 9.0));
        let mut reading = Reading { board: picked, layout, doubts: vec![None; 4], skin: None };
        keep_picked(&before, &mut reading);
        assert!(is_same(&before, &reading.board));
        assert!(!is_same(&before, &tile("A:green B\nC D")) && !is_same(&before, &tile("A:gold B\nC E")));
    }

    #[test]
    fn a_dialog_covers_and_goes_again() {
        let (first, frame) = (board(6), window(&board(6), 56.0, (100, 30)));
        let mut play = Play::new(&frame);
        assert_eq!(play.look(&frame, 100), Look::Changed);
        let mut pixels = frame.pixels().clone();
        replace(&mut pixels, &RgbaImage::from_pixel(230, 160, Rgba([90, 90, 120, 255])), 200, 200);
        let covered = Frame::new(pixels, "");
        assert!(matches!(play.look(&covered, 1000), Look::Moving(_)));
        assert!(matches!(play.look(&covered, 100), Look::Moving(_)));
        assert_eq!(play.look(&covered, 600), Look::Covered);
        assert_eq!(play.look(&frame, 100), Look::Changed);
        assert_eq!(play.board(), &first);
    }

    #[test]
    fn another_screen_is_no_board() {
        let frame = window(&board(7), 56.0, (100, 30));
        let mut play = Play::new(&frame);
        assert_eq!(play.look(&frame, 100), Look::Changed);
        let menu = Frame::new(RgbaImage::from_pixel(WIDTH, HEIGHT, Rgba([30, 90, 160, 255])), "");
        assert!(matches!(play.look(&menu, 1000), Look::Moving(_)));
        assert!(matches!(play.look(&menu, 100), Look::Moving(_)));
        assert_eq!(play.look(&menu, 600), Look::Gone);
        assert!(play.tracker.find(&menu, play.now).is_err());
        assert_eq!(play.tracker.area(), None);
        assert_eq!(play.tracker.look(RgbaImage::new(3, 3), play.now), Look::Gone);
    }
}
