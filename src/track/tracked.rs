//! The board that is tracked: its pixels and tiles, and which of them changed.
//!
//! [`TrackedBoard`] compares frames and reads single tiles; it decides nothing.

use super::cadence::Cadence;
use super::confirm::Confirmation;
use super::evidence::{CONFIDENT, Evidence, Examined};
use super::selected::RestingLook;
use crate::board::COVERED;
use crate::board::{Board, Cell, Face, Shape, Tile};
use crate::locate::Layout;
use crate::pipeline::Options;
use crate::pixels::{Frame, Point, Rect, Size, crop};
use crate::read::{Doubt, Engine, LetterCase, Reading, read_known, read_tiles};
use image::RgbaImage;
use image::imageops::{crop_imm, replace};
use std::cell::OnceCell;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;
use web_time::Instant;

/// Share of a cell's width and height that is compared; closer to the edge, a neighbor's glow would count as a change.
const INNER: f32 = 0.84;
/// The number of known tiles that are read along with the changed ones, as reference for baseline and height.
const REFERENCES: usize = 6;
/// The capacity of the cache in tiles: some eighty boards of 52.
const CACHE: usize = 4096;

/// Readings of tiles by the [fingerprint](TrackedBoard::fingerprint) of their pixels.
pub(super) type TileCache = HashMap<u64, ReadTile>;

/// What was read of one tile.
#[derive(Clone)]
pub(super) struct ReadTile {
    pub(super) tile: Tile,
    pub(super) doubt: Doubt,
    pub(super) evidence: Evidence,
}

/// Who reads tiles: the engine of the options, after the letters of this game where they are proven.
#[derive(Clone, Copy)]
pub(super) struct Readers<'a> {
    pub(super) proven: Option<&'a Engine>,
    pub(super) engine: &'a Engine,
    pub(super) options: &'a Options,
}

impl Readers<'_> {
    /// The reading of a layout with its evidence.
    pub(super) fn read(&self, frame: &Frame, layout: &Layout) -> Examined {
        let least = self.options.min_confidence;
        match self.proven.and_then(|proven| read_known(frame, layout, proven, least)) {
            Some(reading) => Examined::proven(reading),
            None => {
                let reading = read_tiles(frame, layout, self.engine, least);
                Examined::new(frame, layout, reading, self.options)
            }
        }
    }
}

/// The time in which tiles have been changing without being accepted.
#[derive(Debug, Clone, Copy)]
pub(super) struct Motion {
    /// The first change.
    pub(super) since: Instant,
    /// The last one.
    pub(super) last: Instant,
}

/// A reading of a restless board.
pub(super) struct Attempt {
    pub(super) at: Instant,
    /// The faces that were read.
    pub(super) faces: Vec<Option<Face>>,
}

/// A board that was found.
pub(super) struct TrackedBoard {
    pub(super) reading: Reading,
    /// The evidence for each cell.
    pub(super) evidence: Vec<Evidence>,
    /// The case of its letters, once all of them were read together.
    pub(super) case: Option<LetterCase>,
    /// The rectangle of the picture that is compared.
    pub(super) area: Rect,
    /// The newest pixels.
    pub(super) pixels: RgbaImage,
    /// The pixels of each cell as its tile was read last.
    pub(super) read_pixels: RgbaImage,
    /// For each cell, its central part in pixels of the area.
    pub(super) inner: Vec<Rect>,
    /// For each cell, all of it in pixels of the area.
    pub(super) whole: Vec<Rect>,
    /// For each cell, its fingerprint, once that was asked for.
    fingerprints: Vec<OnceCell<u64>>,
    /// For each cell, whether it changed since it was read.
    pub(super) pending: Vec<bool>,
    /// For each cell, whether it changed since its kind was taken.
    pub(super) recolored: Vec<bool>,
    /// Until when the kinds of cells that changed count.
    pub(super) kinds_until: Instant,
    /// For each cell, when its pixels changed last.
    pub(super) changed_at: Vec<Instant>,
    /// For each cell, the number of readings in a row with the same face, while the board is restless.
    pub(super) readings: Vec<u32>,
    /// The number of tiles that no reader can read although nothing covers them: where the shape of the board is given, those of
    /// the best reading; 0 otherwise.
    pub(super) unknown: usize,
    /// For each cell, since when it cannot be read; `None` where it can.
    pub(super) unread_since: Vec<Option<Instant>>,
    /// For each cell, whether its new letter did not count when it was read last.
    pub(super) kept: Vec<bool>,
    /// How long pixels must stay the same to be still.
    pub(super) still: Duration,
    /// The same for a letter that changes where no tile fell.
    pub(super) in_place: Duration,
    /// For each cell, whether its letter is doubtful because it was new while the board was restless, or because its tile may be new.
    pub(super) doubted: Vec<bool>,
    /// `None` while nothing changes.
    pub(super) motion: Option<Motion>,
    /// The last attempt at a restless board.
    pub(super) attempt: Option<Attempt>,
    /// Whether it is restless, tiles have moved, and not all of them are known.
    pub(super) is_unclear: bool,
    /// When it is to be read again although nothing changes.
    pub(super) recheck: Option<Instant>,
    /// The tiles that the player has selected, in the order in which that was seen.
    pub(super) selected: Vec<Cell>,
    /// For each of them, the number of the pass that saw it first.
    pub(super) selection_steps: Vec<usize>,
    /// The only tile that looked different since the last move, if there was one: possibly the first tile of a word.
    pub(super) first_selected: Option<Cell>,
    /// Whether its tiles have moved since [`take_rest`](TrackedBoard::take_rest).
    pub(super) is_rest_due: bool,
    /// How its tiles look while they are not selected, as last taken; out of date while `is_rest_due`. `None` before the first time.
    pub(super) resting: Option<RestingLook>,
    /// Whether it changed since it was looked at for selected tiles.
    pub(super) is_selection_open: bool,
    /// When it was looked at for selected tiles last.
    pub(super) selection_at: Option<Instant>,
    /// For each cell, the fingerprint of the tile that was last added to the proofs.
    pub(super) exhibited: Vec<Option<u64>>,
    /// Whether it was last reported as covered.
    pub(super) covered: bool,
    /// Whether it was found but not reported yet.
    pub(super) fresh: bool,
    /// Whether it was found where a new board did not read just before: no reader knows its letters, or something lies over it.
    pub(super) is_found_again: bool,
    /// Whether its pixels changed since it was found.
    pub(super) has_changed: bool,
    /// Whether it may not be whole, as `confirm` says.
    pub(super) is_tentative: bool,
    /// Whether it has some of the places of the last board, and may be what is seen of that one.
    pub(super) is_part: bool,
    /// When the whole picture is searched next.
    pub(super) confirmation: Confirmation,
    /// Whether its pixels, and those around it, are still those of the last search, which settled that it is whole.
    pub(super) is_confirmed: bool,
}

impl TrackedBoard {
    pub(super) fn new(frame: &Frame, reading: Reading, cadence: &Cadence, now: Instant) -> TrackedBoard {
        let layout = &reading.layout;
        let area = area(layout, frame.size());
        let part = |cell: Cell, share: f32| {
            let ((x, y), (px, py)) = (layout.center(cell), layout.pitch());
            // The same size for every cell, so that a tile that has fallen has the same picture.
            let (w, h) = ((share * px).round().max(1.0), (share * py).round().max(1.0));
            let start = |center: f32, size: f32, offset: i32, end: u32| {
                ((center - size / 2.0).round() - offset as f32).clamp(0.0, end.saturating_sub(1) as f32) as u32
            };
            let (x, y) = (start(x, w, area.x, area.width), start(y, h, area.y, area.height));
            let (width, height) = ((w as u32).min(area.width - x), (h as u32).min(area.height - y));
            Rect { x: x as i32, y: y as i32, width, height }
        };
        let parts = |share: f32| layout.shape().cells().map(|cell| part(cell, share)).collect::<Vec<Rect>>();
        let (inner, whole) = (parts(INNER), parts(1.0));
        let pixels = crop(frame.pixels(), area);
        TrackedBoard {
            read_pixels: pixels.clone(),
            pixels,
            fingerprints: vec![OnceCell::new(); inner.len()],
            pending: vec![false; inner.len()],
            recolored: vec![false; inner.len()],
            kinds_until: now,
            evidence: vec![Evidence::default(); inner.len()],
            case: None,
            changed_at: vec![now; inner.len()],
            readings: vec![0; inner.len()],
            unknown: 0,
            unread_since: vec![None; inner.len()],
            kept: vec![false; inner.len()],
            doubted: vec![false; inner.len()],
            exhibited: vec![None; inner.len()],
            area,
            inner,
            whole,
            reading,
            still: cadence.still(now),
            in_place: cadence.in_place(now),
            motion: Some(Motion { since: now, last: now }),
            attempt: None,
            is_unclear: false,
            recheck: None,
            selected: Vec::new(),
            selection_steps: Vec::new(),
            first_selected: None,
            is_rest_due: false,
            resting: None,
            is_selection_open: false,
            selection_at: None,
            covered: false,
            fresh: true,
            is_found_again: false,
            has_changed: false,
            is_tentative: false,
            is_part: false,
            confirmation: Confirmation::first(now),
            is_confirmed: false,
        }
    }

    /// Takes the next pixels; returns whether any cell differs.
    pub(super) fn compare(&mut self, pixels: RgbaImage, now: Instant) -> bool {
        let is_still = |at: &Instant| now.saturating_duration_since(*at) >= self.still;
        let can_take_rest = self.is_rest_due && self.changed_at.iter().all(is_still);
        let mut any = false;
        for (id, &inner) in self.inner.iter().enumerate() {
            if !rows(&self.pixels, inner).eq(rows(&pixels, inner)) {
                (self.pending[id], self.recolored[id]) = (true, true);
                (self.changed_at[id], any) = (now, true);
                self.fingerprints[id].take();
            }
        }
        if any && can_take_rest {
            // Here and not in `accept`, where it would delay the answer.
            self.take_rest();
        }
        // What lies beside the board may go without a trace on its tiles.
        self.is_confirmed &= self.pixels == pixels;
        self.pixels = pixels;
        self.has_changed |= any;
        any
    }

    /// A hash of the pixels of a cell.
    pub(super) fn fingerprint(&self, id: usize) -> u64 {
        *self.fingerprints[id].get_or_init(|| {
            let mut hasher = DefaultHasher::new();
            rows(&self.pixels, self.inner[id]).for_each(|row| row.hash(&mut hasher));
            hasher.finish()
        })
    }

    /// The area as a picture of its own, with the layout in it. Copies every pixel: too slow for every frame.
    pub(super) fn part(&self) -> (Frame, Layout) {
        (Frame::new(self.pixels.clone(), ""), self.layout())
    }

    /// The layout in pixels of the area.
    pub(super) fn layout(&self) -> Layout {
        self.reading.layout.shifted(Point::new(-self.area.x as f32, -self.area.y as f32))
    }

    /// Reads some tiles in a picture of their own, beside reference tiles; `None` for a tile below [`CONFIDENT`], and for all where the
    /// few letters seem to have another case than those of the board: an l is an I then.
    pub(super) fn read_alone(&self, cells: &[usize], readers: Readers) -> Option<Vec<Option<ReadTile>>> {
        let references = (0..self.pending.len()).filter(|&id| !self.pending[id] && self.is_confident(id));
        let mut all: Vec<usize> = cells.iter().copied().chain(references.take(REFERENCES)).collect();
        let across = (all.len() as f32).sqrt().ceil() as usize;
        let down = all.len().div_ceil(across);
        // Fill the last row with repeats.
        all.extend(cells.iter().copied().cycle().take(across * down - all.len()).collect::<Vec<_>>());
        let (frame, layout) = self.side_by_side(&all, across, down)?;
        let Examined { reading, evidence, case, .. } = readers.read(&frame, &layout);
        if case.zip(self.case).is_some_and(|(case, of_board)| case != of_board) {
            return None;
        }
        let tiles = reading.board.tiles().zip(reading.doubts).zip(evidence).take(cells.len());
        let confident = |((tile, doubt), evidence): ((Option<&Tile>, Option<Doubt>), Evidence)| {
            let (tile, doubt) = (tile?, doubt?);
            let is_read = tile.face != Face::Unreadable && doubt.confidence >= CONFIDENT;
            is_read.then(|| ReadTile { tile: tile.clone(), doubt, evidence })
        };
        Some(tiles.map(confident).collect())
    }

    /// A picture of these tiles in rows, with a margin of what surrounded them.
    fn side_by_side(&self, cells: &[usize], across: usize, down: usize) -> Option<(Frame, Layout)> {
        /// The margin in pixels.
        const EDGE: u32 = 3;
        let pitch = self.reading.layout.pitch();
        let size = (pitch.0.round().max(1.0) as u32, pitch.1.round().max(1.0) as u32);
        let mut picture = RgbaImage::new(size.0 * across as u32 + 2 * EDGE, size.1 * down as u32 + 2 * EDGE);
        let layout = self.layout();
        // First with their margins, then without, so that no margin covers a neighbor.
        for edge in [EDGE, 0] {
            for (n, &id) in cells.iter().enumerate() {
                let (x, y) = layout.center(layout.shape().cell(id)?);
                let start = |center: f32, size: u32| (center - size as f32 / 2.0 - edge as f32).round().max(0.0) as u32;
                let (width, height) = (size.0 + 2 * edge, size.1 + 2 * edge);
                let tile = crop_imm(&self.pixels, start(x, size.0), start(y, size.1), width, height);
                let at = |n: usize, size: u32| i64::from(n as u32 * size + EDGE - edge);
                replace(&mut picture, &*tile, at(n % across, size.0), at(n / across, size.1));
            }
        }
        let tile = (size.0 as f32, size.1 as f32);
        let first = (tile.0 / 2.0 + EDGE as f32, tile.1 / 2.0 + EDGE as f32);
        Some((Frame::new(picture, ""), Layout::new(Shape::rows(down, across).ok()?, first, tile)))
    }

    /// Whether a tile reads with confidence.
    pub(super) fn is_confident(&self, id: usize) -> bool {
        self.reading.doubts.get(id).and_then(Option::as_ref).is_some_and(|doubt| doubt.confidence >= CONFIDENT)
    }

    /// The reading with other tiles in these cells.
    pub(super) fn with(&self, found: Vec<(usize, ReadTile)>) -> Option<Examined> {
        let mut tiles: Vec<Option<Tile>> = self.reading.board.tiles().map(|tile| tile.cloned()).collect();
        let (mut reading, mut evidence) = (self.reading.clone(), self.evidence.clone());
        for (id, found) in found {
            *tiles.get_mut(id)? = Some(found.tile);
            *reading.doubts.get_mut(id)? = Some(found.doubt);
            *evidence.get_mut(id)? = found.evidence;
        }
        // An empty cell means that a column is still falling.
        let settled = self.reading.board.settled || tiles.iter().all(Option::is_some);
        reading.board = Board::new(self.reading.board.shape().clone(), tiles).ok()?;
        reading.board.settled = settled;
        Some(Examined { reading, evidence, is_whole: false, case: None })
    }

    /// The board with every tile tagged as covered that is not confident or not one of these faces.
    pub(super) fn tiles_with(&self, faces: &[&Face]) -> Board {
        let cover = |(id, tile): (usize, Option<&Tile>)| {
            let mut tile = tile?.clone();
            if !faces.contains(&&tile.face) || !self.is_confident(id) {
                tile.tags.push(COVERED.to_string());
            }
            Some(tile)
        };
        let tiles = self.reading.board.tiles().enumerate().map(cover).collect();
        Board::new(self.reading.board.shape().clone(), tiles).unwrap_or_else(|_| self.reading.board.clone())
    }
}

/// Adds the confident tiles to the cache.
pub(super) fn remember(cache: &mut TileCache, board: &TrackedBoard) {
    if cache.len() + board.inner.len() > CACHE {
        cache.clear();
    }
    for (id, (tile, doubt)) in board.reading.board.tiles().zip(&board.reading.doubts).enumerate() {
        if let (true, Some(tile), Some(doubt)) = (board.is_confident(id) && !board.pending[id], tile, doubt) {
            let evidence = board.evidence[id].clone();
            // The last reading knows its kind best.
            let read = ReadTile { tile: tile.clone(), doubt: doubt.clone(), evidence };
            cache.insert(board.fingerprint(id), read);
        }
    }
}

/// The rectangle of the picture around a board, a little larger than its cells.
fn area(layout: &Layout, Size { width, height }: Size) -> Rect {
    /// In tiles: enough to see the color around the board.
    const AROUND: f32 = 0.5;
    let margin = AROUND * layout.tile();
    let (left, top, right, bottom) = layout.bounds();
    let clamp = |n: f32, end: u32| n.clamp(0.0, end as f32) as u32;
    let (left, top) = (clamp(left - margin, width), clamp(top - margin, height));
    let (right, bottom) = (clamp((right + margin).ceil(), width), clamp((bottom + margin).ceil(), height));
    Rect { x: left as i32, y: top as i32, width: (right - left).max(1), height: (bottom - top).max(1) }
}

/// The rows of a rectangle of a picture, as bytes.
pub(super) fn rows(picture: &RgbaImage, rect: Rect) -> impl Iterator<Item = &[u8]> {
    let stride = picture.width() as usize * 4;
    let (from, to) = (rect.x as usize * 4, rect.right() as usize * 4);
    (rect.y as usize..rect.bottom() as usize).map(move |row| &picture.as_raw()[row * stride..][from..to])
}
