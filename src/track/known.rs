//! What is known of a board that was found: its pixels, its tiles, and which of them changed.

use crate::board::{Board, Face, Tile};
use crate::grid::{Cell, Shape};
use crate::locate::Layout;
use crate::pixels::{Frame, Rect, Size, crop};
use crate::recognize::{Doubt, Engine, Reading, recognize};
use image::RgbaImage;
use image::imageops::{crop_imm, replace};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Instant;

/// The part of a cell, in the middle, whose pixels count: its rim may glow with its neighbor.
const INNER: f32 = 0.84;
/// A tile less sure than this is looked at in its surroundings, not alone.
const SURE: f32 = 0.9;
/// So many tiles that are known are read along with the changed ones, to show how letters stand on this board.
const COMPANY: usize = 6;
/// So many pictures of tiles are kept: some hundred boards.
const REMEMBERED: usize = 4096;

/// What tiles say, by the [fingerprint](Known::fingerprint) of their pixels.
pub(super) type Remembered = HashMap<u64, (Tile, Doubt)>;

/// A board that was found.
pub(super) struct Known {
    pub(super) reading: Reading,
    /// The rectangle of the picture that is compared.
    pub(super) area: Rect,
    /// Its pixels at the last look.
    pub(super) pixels: RgbaImage,
    /// By cell: the inner part, in pixels of the area.
    inner: Vec<Rect>,
    /// By cell: whether it changed since it was read.
    pub(super) pending: Vec<bool>,
    /// Since when tiles have been changing without being understood, and when they did last.
    pub(super) motion: Option<(Instant, Instant)>,
    /// What was read of a board that does not rest: when, how often, and what the last time.
    pub(super) tried: Option<(Instant, u32, Board)>,
    /// Whether it was told that something lies over it.
    pub(super) covered: bool,
    /// Whether it was found just now, and nobody has been told what it says.
    pub(super) fresh: bool,
}

impl Known {
    pub(super) fn new(frame: &Frame, reading: Reading, now: Instant) -> Known {
        let layout = &reading.layout;
        let area = area(layout, frame.size());
        let inner = |cell: Cell| {
            let ((x, y), (px, py)) = (layout.center(cell), layout.pitch());
            // The same size for every cell, so that a tile that has fallen has the same picture.
            let (w, h) = ((INNER * px).round().max(1.0), (INNER * py).round().max(1.0));
            let start = |center: f32, size: f32, offset: i32, end: u32| {
                ((center - size / 2.0).round() - offset as f32).clamp(0.0, end.saturating_sub(1) as f32) as u32
            };
            let (x, y) = (start(x, w, area.x, area.width), start(y, h, area.y, area.height));
            let (width, height) = ((w as u32).min(area.width - x), (h as u32).min(area.height - y));
            Rect { x: x as i32, y: y as i32, width, height }
        };
        let inner: Vec<Rect> = layout.shape().cells().map(inner).collect();
        Known {
            pixels: crop(frame.pixels(), area),
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
    pub(super) fn compare(&mut self, pixels: RgbaImage) -> bool {
        let mut any = false;
        for (pending, &inner) in self.pending.iter_mut().zip(&self.inner) {
            let differs = !rows(&self.pixels, inner).eq(rows(&pixels, inner));
            *pending |= differs;
            any |= differs;
        }
        self.pixels = pixels;
        any
    }

    pub(super) fn fingerprint(&self, id: usize) -> u64 {
        let mut hasher = DefaultHasher::new();
        rows(&self.pixels, self.inner[id]).for_each(|row| row.hash(&mut hasher));
        hasher.finish()
    }

    /// The area as a picture of its own, with the layout in it. Copies every pixel: nothing for each look.
    pub(super) fn part(&self) -> (Frame, Layout) {
        (Frame::new(self.pixels.clone(), ""), self.layout())
    }

    /// Where the cells are in the area.
    fn layout(&self) -> Layout {
        let layout = &self.reading.layout;
        let first = layout.shape().cell(0).map_or((0.0, 0.0), |cell| layout.center(cell));
        let origin = (first.0 - self.area.x as f32, first.1 - self.area.y as f32);
        Layout::new(layout.shape().clone(), origin, layout.pitch())
    }

    /// Reads some tiles in a picture of their own, beside a few that are known; nothing of those that are not sure.
    pub(super) fn read_alone(
        &self,
        cells: &[usize],
        engine: &Engine,
        min_confidence: f32,
    ) -> Option<Vec<Option<(Tile, Doubt)>>> {
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
        let layout = self.layout();
        // First with their surroundings, then without, so that none lies over its neighbor.
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

    pub(super) fn is_sure(&self, id: usize) -> bool {
        self.reading.doubts.get(id).and_then(Option::as_ref).is_some_and(|doubt| doubt.confidence >= SURE)
    }

    /// The reading with other tiles in these cells.
    pub(super) fn with(&self, found: Vec<(usize, Tile, Doubt)>) -> Option<Reading> {
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
    pub(super) fn sure(&self) -> Board {
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

/// Keeps the pictures of the tiles that are sure.
pub(super) fn remember(remembered: &mut Remembered, board: &Known) {
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
fn area(layout: &Layout, Size { width, height }: Size) -> Rect {
    /// In tiles: enough to see what color is around the board.
    const AROUND: f32 = 0.5;
    let margin = AROUND * layout.tile();
    let (left, top, right, bottom) = layout.bounds();
    let clamp = |n: f32, end: u32| n.clamp(0.0, end as f32) as u32;
    let (left, top) = (clamp(left - margin, width), clamp(top - margin, height));
    let (right, bottom) = (clamp((right + margin).ceil(), width), clamp((bottom + margin).ceil(), height));
    Rect { x: left as i32, y: top as i32, width: (right - left).max(1), height: (bottom - top).max(1) }
}

/// The rows of a rectangle of a picture, as bytes.
fn rows(picture: &RgbaImage, rect: Rect) -> impl Iterator<Item = &[u8]> {
    let stride = picture.width() as usize * 4;
    let (from, to) = (rect.x as usize * 4, rect.right() as usize * 4);
    (rect.y as usize..rect.bottom() as usize).map(move |row| &picture.as_raw()[row * stride..][from..to])
}
