//! Tests: what games draw over their tiles is not a letter.

use super::accept::is_same;
use super::tests::{board, played, window};
use super::*;
use crate::board::Tile;
use crate::locate::Layout;
use crate::paint::{Style, paint};
use crate::pixels::crop;
use image::{Rgba, RgbaImage};

/// The time between two frames, in milliseconds.
const FRAME: u64 = 33;
/// How long each board of a run is shown, in frames.
const SHOWN: u64 = 110;
/// The place and the size of the tiles.
const AT: (i64, i64) = (100, 30);
const TILE: f32 = 56.0;

/// Blends a picture over another one at this place.
fn blend(under: &mut RgbaImage, over: &RgbaImage, (x, y): (i64, i64), alpha: f32) {
    for (px, py, pixel) in over.enumerate_pixels() {
        let (x, y) = (x + i64::from(px), y + i64::from(py));
        if x >= 0 && y >= 0 && x < under.width().into() && y < under.height().into() {
            let below = under.get_pixel_mut(x as u32, y as u32);
            for channel in 0..3 {
                let mixed = alpha * f32::from(pixel.0[channel]) + (1.0 - alpha) * f32::from(below.0[channel]);
                below.0[channel] = mixed.round() as u8;
            }
        }
    }
}

/// A tile with this letter.
fn tile(letter: &str, size: f32) -> RgbaImage {
    let board: Board = format!("{letter} {letter}\n{letter} {letter}").parse().unwrap();
    let (picture, layout) = paint(&board, &Style::default(), size).unwrap();
    let (x, y) = layout.center(Cell { line: 0, index: 0 });
    let (left, top, side) = ((x - size / 2.0) as i32, (y - size / 2.0) as i32, size as u32);
    crop(&picture, Rect { x: left, y: top, width: side, height: side })
}

/// The pixels of one tile of a frame.
fn of_tile(frame: &mut RgbaImage, (x, y): (f32, f32), mut change: impl FnMut(&mut Rgba<u8>)) {
    let half = TILE / 2.0 - 2.0;
    for py in (y - half) as u32..(y + half) as u32 {
        for px in (x - half) as u32..(x + half) as u32 {
            change(frame.get_pixel_mut(px, py));
        }
    }
}

/// Whether two tiles have the same letters and kind.
fn is_alike(read: Option<&Tile>, truth: Option<&Tile>) -> bool {
    read.map(|tile| (&tile.face, tile.kind)) == truth.map(|tile| (&tile.face, tile.kind))
}

/// Runs a board and the board after a move, with an effect over both that is drawn by the number of milliseconds. No wrong
/// letter is reported, 98% of the tiles are read, and no board is reported twice.
fn check(seed: u64, effect: impl Fn(&mut RgbaImage, &Layout, u64)) {
    let first = board(seed);
    let cells = [(1, 2), (2, 2), (2, 3)].map(|(line, index)| Cell { line, index });
    let second = played(&first, &cells, "SMT");
    let (mut tracker, start) = (Tracker::new(Options::default()).unwrap(), Instant::now());
    let plain = [&first, &second].map(|board| window(board, TILE, AT));
    tracker.find(&plain[0], start).unwrap();
    let (area, layout) = (tracker.area().unwrap(), tracker.reading().unwrap().layout.clone());
    let mut reported: Option<Board> = None;
    for frame in 1..2 * SHOWN {
        let (truth, plain) = if frame < SHOWN { (&first, &plain[0]) } else { (&second, &plain[1]) };
        let mut pixels = plain.pixels().clone();
        effect(&mut pixels, &layout, FRAME * frame);
        let update = tracker.update(crop(&pixels, area), start + Duration::from_millis(FRAME * frame));
        assert!(!matches!(update, Update::Gone | Update::Covered), "frame {frame}: {update:?}");
        let read = tracker.reading().unwrap().board.clone();
        if update == Update::Changed {
            for ((cell, tile), (_, truth)) in read.cells().zip(truth.cells()) {
                let is_right = tile.face == Face::Unreadable || tile.face == truth.face;
                assert!(is_right, "frame {frame}: {cell:?} is {}, not {}", tile.face, truth.face);
            }
            let known = reported.as_ref().is_some_and(|before| is_same(before, &read));
            assert!(!known, "frame {frame}: the same board again");
            reported = Some(read);
        }
        if frame == SHOWN - 1 || frame == 2 * SHOWN - 1 {
            let reading = tracker.reading().unwrap();
            let right = reading.board.tiles().zip(truth.tiles()).filter(|(read, truth)| is_alike(*read, *truth));
            let right = right.count();
            assert!(right >= 51, "frame {frame}: {right} of 52 tiles\n{}\n{truth}", reading.board);
        }
    }
}

#[test]
fn a_letter_that_drifts_over_tiles() {
    let ghost = tile("K", 80.0);
    check(11, |frame, _, at| blend(frame, &ghost, (60 + (at / 12) as i64 % 400, 40 + (at / 20) as i64 % 300), 0.4));
}

#[test]
fn a_letter_that_fades_over_a_tile() {
    let ghost = tile("M", TILE);
    check(12, |frame, layout, at| {
        let (x, y) = layout.center(Cell { line: 3, index: 4 });
        let alpha = 0.45 * (1.0 - (at as f32 / 600.0 * std::f32::consts::PI).cos());
        blend(frame, &ghost, (x as i64 - 28, y as i64 - 28), alpha);
    });
}

#[test]
fn letters_that_blink() {
    let blank = [214, 180, 130];
    check(13, |frame, layout, at| {
        if at / 400 % 2 == 1 {
            for (line, index) in [(0, 3), (5, 1)] {
                of_tile(frame, layout.center(Cell { line, index }), |pixel| pixel.0[..3].copy_from_slice(&blank));
            }
        }
    });
}

#[test]
fn a_fire_whose_letter_changes_color() {
    check(14, |frame, layout, at| {
        let is_red = at / 500 % 2 == 1;
        of_tile(frame, layout.center(Cell { line: 4, index: 2 }), |pixel| {
            let dark = pixel.0[..3].iter().map(|level| u32::from(*level)).sum::<u32>() < 200;
            let color = match (dark, is_red) {
                (true, true) => [250, 240, 90],
                (true, false) => [40, 10, 0],
                (false, _) => [200, 60, 20],
            };
            pixel.0[..3].copy_from_slice(&color);
        });
    });
}

#[test]
fn a_gem_that_glitters() {
    check(15, |frame, layout, at| {
        let shine = (at / 33 % 20) as i32 * 3;
        of_tile(frame, layout.center(Cell { line: 2, index: 5 }), |pixel| {
            pixel.0[1] = (i32::from(pixel.0[1]) + shine).min(255) as u8;
        });
    });
}

/// A new E looks like an F for a second, while something on it changes from frame to frame. It is doubtful for that second, and right
/// without a doubt after it.
#[test]
fn a_sparkle_that_makes_a_new_letter_another_one() {
    const CHANGED: u64 = 1000;
    let first = board(11);
    let second = played(&first, &[(1, 2), (2, 2), (2, 3)].map(|(line, index)| Cell { line, index }), "EMT");
    let (cell, other) = (Cell { line: 1, index: 0 }, Cell { line: 2, index: 0 });
    let truth = &second.tile(cell).unwrap().face;
    let (mut tracker, start) = (Tracker::new(Options::default()).unwrap(), Instant::now());
    let plain = [&first, &second].map(|board| window(board, TILE, AT));
    tracker.find(&plain[0], start).unwrap();
    let (area, (x, y)) = (tracker.area().unwrap(), tracker.reading().unwrap().layout.center(cell));
    let other_letter = tile("F", TILE);
    let (mut was_wrong, mut doubted_before) = (false, Vec::new());
    for at in (FRAME..4000 + CHANGED).step_by(FRAME as usize) {
        let mut pixels = plain[usize::from(at >= 1000)].pixels().clone();
        if (1000..1000 + CHANGED).contains(&at) {
            blend(&mut pixels, &other_letter, (x as i64 - 28, y as i64 - 28), 1.0);
            pixels.put_pixel(x as u32 - 15 + (at / FRAME % 30) as u32, y as u32 + 18, Rgba([255, 255, 255, 255]));
        }
        tracker.update(crop(&pixels, area), start + Duration::from_millis(at));
        let read = &tracker.reading().unwrap().board;
        let face = &read.tile(cell).unwrap().face;
        if at < 1000 {
            doubted_before = tracker.doubtful();
        } else if face != truth && is_alike(read.tile(other), second.tile(other)) {
            was_wrong |= *face != Face::Unreadable;
            assert!(*face == Face::Unreadable || tracker.doubtful().contains(&cell), "{at} ms: {face}");
        }
    }
    assert!(was_wrong, "the letter is not read as another one");
    let reading = tracker.reading().unwrap();
    assert_eq!(
        (&reading.board.tile(cell).unwrap().face, tracker.doubtful()),
        (truth, doubted_before),
        "{}",
        reading.board
    );
}

#[test]
fn snow() {
    let flake = RgbaImage::from_pixel(3, 3, Rgba([255, 255, 255, 255]));
    check(16, |frame, _, at| {
        for flake_number in 0..90u64 {
            let x = 60 + flake_number * 7919 % 480;
            let y = (flake_number * 104_729 + at / 6) % 520;
            blend(frame, &flake, (x as i64, y as i64), 0.9);
        }
    });
}

#[test]
fn a_banner_that_slides_over_the_board() {
    let banner = RgbaImage::from_pixel(500, 46, Rgba([30, 30, 120, 255]));
    check(17, |frame, _, at| blend(frame, &banner, (80, (at / 8) as i64 % 800 - 60), 0.5));
}

#[test]
fn a_pointer_that_rests_on_a_tile() {
    let shape = |x: u32, y: u32| x <= y && y < 22 && (x < 12 || y < 14);
    let pointer = RgbaImage::from_fn(16, 22, |x, y| {
        let light = shape(x, y) && shape(x + 1, y + 1);
        Rgba(if light { [255, 255, 255, 255] } else { [0, 0, 0, 255] })
    });
    check(18, |frame, layout, at| {
        let step = at / 1300;
        let (line, index) = ((1 + 2 * step as usize) % 7, (2 + step as usize) % 6);
        let (x, y) = layout.center(Cell { line, index });
        let at = (x as i64, y as i64 + 4);
        for (px, py, pixel) in pointer.enumerate_pixels().filter(|(px, py, _)| shape(*px, *py)) {
            blend(frame, &RgbaImage::from_pixel(1, 1, *pixel), (at.0 + i64::from(px), at.1 + i64::from(py)), 1.0);
        }
    });
}
