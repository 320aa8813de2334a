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
//! Time is given from outside, so that everything here can be tried without a clock.

use crate::board::{Board, Face, Tile};
use crate::frame::Frame;
use crate::grid::{Cell, Lines, Shape};
use crate::locate::Layout;
use crate::pipeline::{Method, Options, ReadError, Timing, read};
use crate::recognize::{Doubt, Engine, Reading, check_dots, lessons, recognize};
use crate::skin::Skin;
use image::RgbaImage;
use image::imageops::{crop_imm, replace};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::{Duration, Instant};

/// Frames of an animation come sooner than this after one another; a board that looks alike for so long stands.
pub const STILL: Duration = Duration::from_millis(45);
/// The part of a cell, in the middle, whose pixels count: its rim may glow with its neighbor.
const INNER: f32 = 0.84;
/// Tiles that cannot be read may be on their way, or fade in: they are waited for so long.
const PATIENCE: Duration = Duration::from_millis(500);
/// What moves for longer than this will not rest: tiles that flicker.
const RESTLESS: Duration = Duration::from_millis(400);
/// A restless board is read so often, and after so many readings the last one is taken.
const TRIES: (Duration, u32) = (Duration::from_millis(250), 6);
/// A tile less sure than this is looked at in its surroundings, not alone.
const SURE: f32 = 0.9;
/// So many tiles that are known are read along with the changed ones, to show how letters stand on this board.
const COMPANY: usize = 6;
/// So many pictures of tiles are kept: some hundred boards.
const REMEMBERED: usize = 4096;
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
    remembered: HashMap<u64, (Tile, Doubt)>,
}

/// A board that was found.
struct Known {
    reading: Reading,
    /// The rectangle of the picture that is compared: left, top, width, height.
    area: [u32; 4],
    /// Its pixels at the last look.
    pixels: RgbaImage,
    /// By cell: the inner part, in pixels of the area.
    inner: Vec<[u32; 4]>,
    /// By cell: whether it changed since it was read.
    pending: Vec<bool>,
    /// Since when tiles have been changing without being understood, and when they did last.
    motion: Option<(Instant, Instant)>,
    /// What was read of a board that does not rest: when, how often, and what the last time.
    tried: Option<(Instant, u32, Board)>,
    /// Whether it was told that something lies over it.
    covered: bool,
    /// Whether it was found just now, and nobody has been told what it says.
    fresh: bool,
}

impl Tracker {
    /// A tracker of no board yet.
    ///
    /// # Errors
    /// [`ReadError::Skin`] and [`ReadError::Tesseract`] where the options ask for what is not there.
    pub fn new(options: Options) -> Result<Tracker, ReadError> {
        let engine = options.engine()?;
        Ok(Tracker { options, board: None, skin: None, engine, taught: 0, remembered: HashMap::new() })
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

    /// The part of the picture to look at: left, top, width, height in pixels. `None` where no board is known.
    pub fn area(&self) -> Option<[u32; 4]> {
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

impl Known {
    fn new(frame: &Frame, reading: Reading, now: Instant) -> Known {
        let layout = &reading.layout;
        let area = area(layout, frame.size());
        let [left, top, width, height] = area;
        let inner = |cell: Cell| {
            let ((x, y), (px, py)) = (layout.center(cell), layout.pitch());
            // The same size for every cell, so that a tile that has fallen has the same picture.
            let (w, h) = ((INNER * px).round().max(1.0), (INNER * py).round().max(1.0));
            let start = |center: f32, size: f32, offset: u32, end: u32| {
                ((center - size / 2.0).round() - offset as f32).clamp(0.0, end.saturating_sub(1) as f32) as u32
            };
            let (x, y) = (start(x, w, left, width), start(y, h, top, height));
            [x, y, (w as u32).min(width - x), (h as u32).min(height - y)]
        };
        let inner: Vec<[u32; 4]> = layout.shape().cells().map(inner).collect();
        Known {
            pixels: crop_imm(frame.pixels(), left, top, width, height).to_image(),
            pending: vec![false; inner.len()],
            area,
            inner,
            reading,
            motion: Some((now, now)),
            tried: None,
            covered: false,
            fresh: true,
        }
    }

    /// Takes the next pixels; whether any cell is other than before.
    fn compare(&mut self, pixels: RgbaImage) -> bool {
        let mut any = false;
        for (pending, &inner) in self.pending.iter_mut().zip(&self.inner) {
            let differs = !rows(&self.pixels, inner).eq(rows(&pixels, inner));
            *pending |= differs;
            any |= differs;
        }
        self.pixels = pixels;
        any
    }

    fn fingerprint(&self, id: usize) -> u64 {
        let mut hasher = DefaultHasher::new();
        rows(&self.pixels, self.inner[id]).for_each(|row| row.hash(&mut hasher));
        hasher.finish()
    }

    /// The area as a picture of its own, with the layout in it.
    fn part(&self) -> (Frame, Layout) {
        let [left, top, ..] = self.area;
        let layout = &self.reading.layout;
        let first = layout.shape().cell(0).map_or((0.0, 0.0), |cell| layout.center(cell));
        let origin = (first.0 - left as f32, first.1 - top as f32);
        (Frame::new(self.pixels.clone(), ""), Layout::new(layout.shape().clone(), origin, layout.pitch()))
    }

    /// Reads some tiles in a picture of their own, beside a few that are known; nothing of those that are not sure.
    fn read_alone(&self, cells: &[usize], engine: &Engine, min_confidence: f32) -> Option<Vec<Option<(Tile, Doubt)>>> {
        let known = (0..self.pending.len()).filter(|&id| !self.pending[id] && self.is_sure(id));
        let mut all: Vec<usize> = cells.iter().copied().chain(known.take(COMPANY)).collect();
        let across = (all.len() as f32).sqrt().ceil() as usize;
        let down = all.len().div_ceil(across);
        // The last row is filled up with what there is.
        all.extend(cells.iter().copied().cycle().take(across * down - all.len()).collect::<Vec<_>>());
        let (frame, layout) = self.side_by_side(&all, across, down)?;
        let reading = recognize(&frame, &layout, engine, min_confidence);
        let tiles = reading.board.tiles().zip(reading.doubts).take(cells.len());
        let sure = |(tile, doubt): (Option<&Tile>, Option<Doubt>)| {
            let (tile, doubt) = (tile?, doubt?);
            (tile.face != Face::Unreadable && doubt.confidence >= SURE).then(|| (tile.clone(), doubt))
        };
        Some(tiles.map(sure).collect())
    }

    /// A picture of these tiles in rows, with a little of what was around each at the outer edge.
    fn side_by_side(&self, cells: &[usize], across: usize, down: usize) -> Option<(Frame, Layout)> {
        /// In pixels.
        const EDGE: u32 = 3;
        let pitch = self.reading.layout.pitch();
        let size = (pitch.0.round().max(1.0) as u32, pitch.1.round().max(1.0) as u32);
        let mut picture = RgbaImage::new(size.0 * across as u32 + 2 * EDGE, size.1 * down as u32 + 2 * EDGE);
        let (part, layout) = self.part();
        // First with their surroundings, then without, so that none lies over its neighbor.
        for edge in [EDGE, 0] {
            for (n, &id) in cells.iter().enumerate() {
                let (x, y) = layout.center(layout.shape().cell(id)?);
                let start = |center: f32, size: u32| (center - size as f32 / 2.0 - edge as f32).round().max(0.0) as u32;
                let (width, height) = (size.0 + 2 * edge, size.1 + 2 * edge);
                let tile = crop_imm(part.pixels(), start(x, size.0), start(y, size.1), width, height);
                let at = |n: usize, size: u32| i64::from(n as u32 * size + EDGE - edge);
                replace(&mut picture, &*tile, at(n % across, size.0), at(n / across, size.1));
            }
        }
        let tile = (size.0 as f32, size.1 as f32);
        let first = (tile.0 / 2.0 + EDGE as f32, tile.1 / 2.0 + EDGE as f32);
        Some((Frame::new(picture, ""), Layout::new(Shape::rows(down, across).ok()?, first, tile)))
    }

    fn is_sure(&self, id: usize) -> bool {
        self.reading.doubts.get(id).and_then(Option::as_ref).is_some_and(|doubt| doubt.confidence >= SURE)
    }

    /// The reading with other tiles in these cells.
    fn with(&self, found: Vec<(usize, Tile, Doubt)>) -> Option<Reading> {
        let mut tiles: Vec<Option<Tile>> = self.reading.board.tiles().map(|tile| tile.cloned()).collect();
        let mut reading = self.reading.clone();
        for (id, tile, doubt) in found {
            *tiles.get_mut(id)? = Some(tile);
            *reading.doubts.get_mut(id)? = Some(doubt);
        }
        // A column without a tile at its top is still falling.
        let settled = self.reading.board.settled || tiles.iter().all(Option::is_some);
        reading.board = Board::new(self.reading.board.shape().clone(), tiles).ok()?;
        reading.board.settled = settled;
        Some(reading)
    }

    /// The tiles that are sure; the others as covered ones.
    fn sure(&self) -> Board {
        let cover = |(id, tile): (usize, Option<&Tile>)| {
            let mut tile = tile?.clone();
            if !self.is_sure(id) {
                tile.tags.push("covered".to_string());
            }
            Some(tile)
        };
        let tiles = self.reading.board.tiles().enumerate().map(cover).collect();
        Board::new(self.reading.board.shape().clone(), tiles).unwrap_or_else(|_| self.reading.board.clone())
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

/// Keeps the pictures of the tiles that are sure.
fn remember(remembered: &mut HashMap<u64, (Tile, Doubt)>, board: &Known) {
    if remembered.len() + board.inner.len() > REMEMBERED {
        remembered.clear();
    }
    for (id, (tile, doubt)) in board.reading.board.tiles().zip(&board.reading.doubts).enumerate() {
        if let (true, Some(tile), Some(doubt)) = (board.is_sure(id), tile, doubt) {
            remembered.entry(board.fingerprint(id)).or_insert_with(|| (tile.clone(), doubt.clone()));
        }
    }
}

/// The rectangle of the picture around a board, a little larger than its cells.
fn area(layout: &Layout, (width, height): (u32, u32)) -> [u32; 4] {
    /// In tiles: enough to see what color is around the board.
    const AROUND: f32 = 0.5;
    let margin = AROUND * layout.tile();
    let (left, top, right, bottom) = layout.bounds();
    let clamp = |n: f32, end: u32| n.clamp(0.0, end as f32) as u32;
    let (left, top) = (clamp(left - margin, width), clamp(top - margin, height));
    let (right, bottom) = (clamp((right + margin).ceil(), width), clamp((bottom + margin).ceil(), height));
    [left, top, (right - left).max(1), (bottom - top).max(1)]
}

/// The rows of a rectangle of a picture, as bytes.
fn rows(picture: &RgbaImage, [x, y, width, height]: [u32; 4]) -> impl Iterator<Item = &[u8]> {
    let stride = picture.width() as usize * 4;
    let (from, to) = (x as usize * 4, (x + width) as usize * 4);
    (y as usize..(y + height) as usize).map(move |row| &picture.as_raw()[row * stride..][from..to])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paint::{Style, paint};
    use crate::roll::{Dice, Roller};
    use image::Rgba;

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

    fn part(frame: &Frame, [left, top, width, height]: [u32; 4]) -> RgbaImage {
        crop_imm(frame.pixels(), left, top, width, height).to_image()
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
            self.tracker.look(part(frame, self.tracker.area().unwrap()), self.now)
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
