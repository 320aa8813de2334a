//! What a person sees of a board that is corrected: every tile as the game shows it, beside what was read.

use hexlex::board::{Cell, Face};
use hexlex::pixels::{Point, Rect, crop};
use hexlex::track::Tracker;
use image::RgbaImage;

/// The likelihood from which another letter is named beside the one that was read. Smaller: it is named where it says
/// nothing. Chosen by hand.
const LIKELY: f32 = 0.02;

/// A board that was read, for the correction window.
pub(in crate::watch) struct BoardView {
    pub(super) tiles: Vec<TileView>,
    /// The width and height around all tiles, in tiles.
    pub(super) size: Point,
    /// Indices of the doubtful tiles, the most doubtful first.
    pub(super) doubtful: Vec<usize>,
}

/// A tile of it.
pub(super) struct TileView {
    pub(super) cell: Cell,
    /// Its center, in tiles from the upper left of all tiles.
    pub(super) center: Point,
    /// What was read; empty where nothing was.
    pub(super) text: String,
    /// The letters that it may have instead.
    pub(super) instead: Option<String>,
    /// Its pixels in the game.
    pub(super) picture: RgbaImage,
}

impl BoardView {
    /// The board that the tracker knows; `None` where it knows none.
    pub(in crate::watch) fn of(tracker: &Tracker) -> Option<BoardView> {
        let (frame, layout) = tracker.picture()?;
        let reading = tracker.reading()?;
        let (pitch_x, pitch_y) = layout.pitch();
        let (width, height) = (pitch_x.round().max(1.0), pitch_y.round().max(1.0));
        let mut tiles = Vec::new();
        for ((cell, tile), doubt) in reading.board.shape().cells().zip(reading.board.tiles()).zip(&reading.doubts) {
            let Some(tile) = tile else { continue };
            let text = if tile.face == Face::Unreadable { String::new() } else { tile.face.to_string() };
            let likely = |doubt: &hexlex::read::Doubt| match text.is_empty() {
                true => doubt.best.as_ref().map(ToString::to_string),
                false => doubt.alternatives.first().filter(|(_, p)| *p > LIKELY).map(|(face, _)| face.to_string()),
            };
            let instead = doubt.as_ref().and_then(likely);
            let (x, y) = layout.center(cell);
            let (left, top) = ((x - width / 2.0).round() as i32, (y - height / 2.0).round() as i32);
            let part = Rect { x: left, y: top, width: width as u32, height: height as u32 };
            let center = Point::new(x / pitch_x, y / pitch_y);
            tiles.push(TileView { cell, center, text, instead, picture: crop(frame.pixels(), part) });
        }
        let edge = |of: fn(&Point) -> f32, least: fn(f32, f32) -> f32| {
            tiles.iter().map(|tile| of(&tile.center)).reduce(least).unwrap_or(0.0)
        };
        let first = Point::new(edge(|c| c.x, f32::min), edge(|c| c.y, f32::min));
        let last = Point::new(edge(|c| c.x, f32::max), edge(|c| c.y, f32::max));
        let half = Point::new(0.5, 0.5);
        tiles.iter_mut().for_each(|tile| tile.center = tile.center - first + half);
        let place = |cell| tiles.iter().position(|tile: &TileView| tile.cell == cell);
        let doubtful = tracker.doubtful().into_iter().filter_map(place).collect();
        Some(BoardView { tiles, size: last - first + half + half, doubtful })
    }
}
