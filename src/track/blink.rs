//! Which changed tiles have not moved: letters that blink, fade or change their color. A falling tile takes its edge along; a letter
//! that another one replaces has lines where there were none.

use super::Tracker;
use super::tracked::TrackedBoard;
use crate::pixels::{Rect, luma};
use image::{Rgba, RgbaImage};

/// The least difference of a channel that is a change, in levels of 255. Smaller: the noise of a shade or a video counts. Larger: a
/// faint edge of a tile moves unseen. Chosen by hand.
const DIFFERENT: u8 = 16;
/// The least difference in luma of two neighboring pixels on an edge, of 255. Smaller: the grain of wood is one. Larger: pale letters
/// have none. Chosen by hand.
const EDGE: f32 = 24.0;
/// The largest share of the pixels around the middle of a cell that may change while its tile stays. Smaller: an effect of a neighbor
/// that reaches over counts as movement. Larger: the first step of a slow fall does not. Chosen by hand.
const MOST_AROUND: f32 = 0.02;
/// The least share of these pixels that lie on edges, where the body of the tile is seen at all: a line along one side of four. Smaller:
/// a letter that vanishes from a plain ground seems to blink, though its tile was used. Larger: tiles with faint outlines do not count.
/// Chosen by hand.
const LEAST_OUTLINE: f32 = 0.04;
/// The largest share of the pixels in the middle of a cell that may have edges where none were. Smaller: a letter that fades between
/// two levels counts as another one. Larger: a letter that another one replaces seems to blink. Chosen by hand.
const MOST_NEW: f32 = 0.01;

impl Tracker {
    /// Whether more than this number of tiles may be moving: changed cells that are not read yet, without those whose tile stays while
    /// its letter blinks.
    pub fn moves_more_than(&self, most: usize) -> bool {
        let Some(board) = &self.board else { return false };
        let changed: Vec<usize> = (0..board.pending.len()).filter(|&id| board.pending[id]).collect();
        changed.len() > most && changed.into_iter().filter(|&id| !board.is_blinking(id)).take(most + 1).count() > most
    }
}

impl TrackedBoard {
    /// Stores the pixels of the cells whose reading counts.
    pub(super) fn store_read_pixels(&mut self) {
        for id in (0..self.pending.len()).filter(|&id| !self.pending[id]) {
            let Rect { x, y, width, height } = self.whole[id];
            let (stride, length) = (self.pixels.width() as usize * 4, width as usize * 4);
            for row in y as usize..y as usize + height as usize {
                let start = row * stride + x as usize * 4;
                let line = &self.pixels.as_raw()[start..start + length];
                let read: &mut [u8] = &mut self.read_pixels;
                read[start..start + length].copy_from_slice(line);
            }
        }
    }

    /// Whether a cell has the tile that was read last, though its letter is drawn in another way or not at all.
    fn is_blinking(&self, id: usize) -> bool {
        let (before, now) = (&self.read_pixels, &self.pixels);
        let (whole, inner) = (self.whole[id], self.inner[id]);
        stays_around(before, now, whole, inner) && has_no_new_edge(before, now, inner)
    }
}

/// Whether the outline of a tile is seen around the middle of its cell, and is where it was.
fn stays_around(before: &RgbaImage, now: &RgbaImage, whole: Rect, inner: Rect) -> bool {
    let is_around = |x: i32, y: i32| !((inner.x..inner.right()).contains(&x) && (inner.y..inner.bottom()).contains(&y));
    let count = (whole.width * whole.height).saturating_sub(inner.width * inner.height) as f32;
    let (mut changed, mut outline) = (0, 0);
    for y in whole.y..whole.bottom() {
        for x in (whole.x..whole.right()).filter(|&x| is_around(x, y)) {
            let (x, y) = (x as u32, y as u32);
            let (was, is) = (before.get_pixel(x, y), now.get_pixel(x, y));
            let is_changed = was.0.iter().zip(is.0).any(|(was, is)| was.abs_diff(is) >= DIFFERENT);
            changed += u32::from(is_changed);
            outline += u32::from(is_edge(before, x, y));
        }
        if changed as f32 > MOST_AROUND * count {
            return false;
        }
    }
    outline as f32 >= LEAST_OUTLINE * count
}

/// Whether no edge lies where none was, or next to where one was.
fn has_no_new_edge(before: &RgbaImage, now: &RgbaImage, inner: Rect) -> bool {
    let was_near = |x: u32, y: u32| {
        let near = |at: u32, end: u32| at.saturating_sub(1)..(at + 2).min(end);
        near(y, before.height()).any(|y| near(x, before.width()).any(|x| is_edge(before, x, y)))
    };
    let pixels = (inner.y..inner.bottom()).flat_map(|y| (inner.x..inner.right()).map(move |x| (x as u32, y as u32)));
    let new = pixels.filter(|&(x, y)| is_edge(now, x, y) && !was_near(x, y)).count();
    new as f32 <= MOST_NEW * (inner.width * inner.height) as f32
}

/// Whether a pixel differs from the one to its right or the one below it.
fn is_edge(picture: &RgbaImage, x: u32, y: u32) -> bool {
    let luma_of = |Rgba([red, green, blue, _]): &Rgba<u8>| luma([*red, *green, *blue]);
    let here = luma_of(picture.get_pixel(x, y));
    let differs =
        |x: u32, y: u32| picture.get_pixel_checked(x, y).is_some_and(|other| (luma_of(other) - here).abs() >= EDGE);
    differs(x + 1, y) || differs(x, y + 1)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{Session, board, played, window};
    use super::super::{Tracker, Update};
    use crate::board::{Cell, Face};
    use crate::pixels::{Rect, crop};
    use image::imageops::replace;
    use image::{Rgba, RgbaImage};
    use std::time::Duration;

    const TILE: f32 = 56.0;
    const AT: (i64, i64) = (100, 30);
    /// Eight tiles, of which hardly any touch.
    const CELLS: [(usize, usize); 8] = [(0, 1), (0, 5), (1, 3), (2, 0), (3, 5), (4, 2), (5, 6), (6, 4)];

    /// A tracker of a board that was reported, with the picture of its window.
    fn tracked() -> (Session, RgbaImage) {
        let frame = window(&board(21), TILE, AT);
        let mut session = Session::new(&frame);
        assert_eq!(session.settle(&frame), Update::Changed);
        (session, frame.pixels().clone())
    }

    /// The square of this size in the middle of each of these cells, in pixels of the window.
    fn squares(tracker: &Tracker, cells: &[(usize, usize)], size: f32) -> Vec<Rect> {
        let layout = &tracker.reading().unwrap().layout;
        let square = |&(line, index): &(usize, usize)| {
            let (x, y) = layout.center(Cell { line, index });
            Rect { x: (x - size / 2.0) as i32, y: (y - size / 2.0) as i32, width: size as u32, height: size as u32 }
        };
        cells.iter().map(square).collect()
    }

    /// Whether more than this number of tiles may be moving in this picture of the window, a frame later.
    fn move_more_than(session: &mut Session, picture: &RgbaImage, most: usize) -> bool {
        session.now += Duration::from_millis(1000);
        let pixels = crop(picture, session.tracker.area().unwrap());
        assert!(session.tracker.board.as_mut().unwrap().compare(pixels, session.now));
        session.tracker.moves_more_than(most)
    }

    #[test]
    fn letters_that_vanish_or_fade_do_not_move() {
        for left in [0.0, 0.5] {
            let (mut session, mut picture) = tracked();
            for square in squares(&session.tracker, &CELLS, 0.68 * TILE) {
                for (x, y) in (square.y..square.bottom()).flat_map(|y| (square.x..square.right()).map(move |x| (x, y)))
                {
                    // The color of the tile beside the letter.
                    let ground = picture.get_pixel(square.x as u32, y as u32).0;
                    let pixel = picture.get_pixel_mut(x as u32, y as u32);
                    for channel in 0..3 {
                        let [level, ground] = [pixel.0[channel], ground[channel]].map(f32::from);
                        pixel.0[channel] = (ground + left * (level - ground)) as u8;
                    }
                }
            }
            assert!(!move_more_than(&mut session, &picture, 4), "{left} of the contrast is left");
            let pending = &session.tracker.board.as_ref().unwrap().pending;
            assert_eq!(pending.iter().filter(|pending| **pending).count(), CELLS.len());
        }
    }

    /// The letter of one tile is not drawn while another tile of the same letter is corrected.
    #[test]
    fn a_correction_reaches_letters_that_are_blinked_out() {
        let board = board(21);
        let face = |cell: Cell| &board.tile(cell).unwrap().face;
        let alike = |cell: Cell| -> Vec<Cell> {
            board.cells().filter(|(_, tile)| tile.face == *face(cell)).map(|(cell, _)| cell).collect()
        };
        let tiles = board.shape().cells().map(alike).max_by_key(Vec::len).unwrap();
        for (hidden, corrected) in [(tiles[0], tiles[1]), (tiles[0], tiles[0])] {
            let (mut session, mut picture) = tracked();
            for square in squares(&session.tracker, &[(hidden.line, hidden.index)], 0.68 * TILE) {
                let ground = *picture.get_pixel(square.x as u32, square.y as u32);
                let blank = RgbaImage::from_pixel(square.width, square.height, ground);
                replace(&mut picture, &blank, square.x.into(), square.y.into());
            }
            assert!(!move_more_than(&mut session, &picture, 0));
            let correction = session.tracker.correct(corrected, &Face::Letters("Z".to_string())).unwrap();
            assert_eq!(correction.cells, tiles);
        }
    }

    #[test]
    fn tiles_that_vanish_move() {
        let (mut session, mut picture) = tracked();
        for square in squares(&session.tracker, &CELLS, TILE) {
            replace(
                &mut picture,
                &RgbaImage::from_pixel(square.width, square.height, Rgba([40, 60, 50, 255])),
                square.x.into(),
                square.y.into(),
            );
        }
        assert!(move_more_than(&mut session, &picture, 4));
    }

    #[test]
    fn tiles_that_fall_move_from_the_first_pixels_on() {
        for step in [2, 5, 14, 28] {
            let (mut session, mut picture) = tracked();
            let columns = [(1, 0), (1, 1), (1, 2), (4, 0), (4, 1), (4, 2)];
            let still = picture.clone();
            for square in squares(&session.tracker, &columns, TILE) {
                replace(&mut picture, &crop(&still, square), square.x.into(), i64::from(square.y) + step);
            }
            assert!(move_more_than(&mut session, &picture, 4), "{step} pixels");
        }
    }

    #[test]
    fn other_letters_are_another_board() {
        let (mut session, picture) = tracked();
        let cells = CELLS.map(|(line, index)| Cell { line, index });
        let next = window(&played(&board(21), &cells, "WXKMZHTA"), TILE, AT);
        // The letters of the new board at once, each in the place of another one.
        let mut both = picture.clone();
        for square in squares(&session.tracker, &CELLS, 0.78 * TILE) {
            replace(&mut both, &crop(next.pixels(), square), square.x.into(), square.y.into());
        }
        assert!(move_more_than(&mut session, &both, 4));
    }
}
