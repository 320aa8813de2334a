//! Whether a tile is there at all: its rim looks like the rims of the other tiles.
//!
//! A dialog over the board shows letters too, and where a tile fell away the next one shows through. But
//! neither has the frame, the gap and the corners that all tiles of the board have in one place. So the edges
//! of each tile's rim are compared with what is common to all rims; where tiles have no rim (letters on
//! one ground) that says nothing, and is not asked.

use super::tile::{SIDE, TilePixels, tile_pixels};
use crate::board::Lines;
use crate::locate::{Layout, Side};
use crate::pixels::{Frame, Size, median};

/// The rim is looked at in squares of so many pixels: frames jitter by less.
const SQUARE: usize = 2;
/// The number of squares along a side.
const GRID: usize = SIDE / SQUARE;
/// The inner part, in squares from the edge, that belongs to the letter.
const INNER: std::ops::Range<usize> = 8..GRID - 8;
/// An edge of this many levels is as good as a stronger one: gems have stronger frames than plain tiles.
const STRONG: f32 = 24.0;

/// A tile less like the others is not there, or something lies over it; of those that are there, only gems and
/// fire that outshine their frame fall below.
pub(super) const MISSING: f32 = 0.4;

/// How strong the edges of a tile's rim are, square by square.
fn rim(tile: &TilePixels) -> Vec<f32> {
    let level = |x: usize, y: usize| {
        let pixels = (0..SQUARE).flat_map(|dy| (0..SQUARE).map(move |dx| (y * SQUARE + dy) * SIDE + x * SQUARE + dx));
        pixels.map(|i| f32::from(tile.luma[i])).sum::<f32>() / (SQUARE * SQUARE) as f32
    };
    let levels: Vec<f32> = (0..GRID * GRID).map(|i| level(i % GRID, i / GRID)).collect();
    let mut edges = Vec::with_capacity(GRID * GRID);
    for y in 1..GRID - 1 {
        for x in (1..GRID - 1).filter(|x| !(INNER.contains(x) && INNER.contains(&y))) {
            let at = |x: usize, y: usize| levels[y * GRID + x];
            let slope = (at(x + 1, y) - at(x - 1, y)).powi(2) + (at(x, y + 1) - at(x, y - 1)).powi(2);
            edges.push(slope.sqrt().min(STRONG));
        }
    }
    edges
}

/// How much each tile's rim is like what is common to all: the correlation with the median rim. `None` where
/// the tiles have nothing in common.
pub(super) fn likeness(tiles: &[TilePixels]) -> Option<Vec<f32>> {
    /// The likeness that most tiles reach where they have frames.
    const FRAMED: f32 = 0.5;
    let rims: Vec<Vec<f32>> = tiles.iter().map(rim).collect();
    let common = common(&rims)?;
    let likeness: Vec<f32> = rims.iter().map(|rim| correlation(rim, &common)).collect();
    (median(likeness.clone()) > FRAMED).then_some(likeness)
}

/// The median of each part of the rims; `None` where there is no rim.
fn common(rims: &[Vec<f32>]) -> Option<Vec<f32>> {
    Some((0..rims.first()?.len()).map(|i| median(rims.iter().map(|rim| rim[i]).collect())).collect())
}

/// What lies beyond one side of a board.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Beyond {
    /// The side.
    pub(crate) side: Side,
    /// The part of the places there, of those looked at, that have the rims of its tiles.
    pub(crate) part: f32,
    /// Whether one of the signs that stand outside the board stands there, on a tile like the others.
    pub(crate) has_sign: bool,
}

/// What lies beyond each side of a board, outside of which there are these signs (pixels of the picture); at most so many
/// places of each side are looked at.
pub(crate) fn beyond(frame: &Frame, layout: &Layout, most: usize, signs: &[(f32, f32)]) -> [Beyond; 4] {
    /// What is so much like the tiles' rims is one.
    const ALIKE: f32 = 0.45;
    /// So many tiles say what rims are like.
    const TILES: usize = 12;
    /// How far a sign may be from its place, in pitches.
    const OFF: f32 = 0.25;
    let tile = |(x, y): (f32, f32)| rim(&tile_pixels(frame.pixels(), (x, y), layout.pitch()));
    let centers: Vec<(f32, f32)> = layout.shape().cells().map(|cell| layout.center(cell)).collect();
    let rims: Vec<Vec<f32>> = spread(&centers, TILES).map(|&at| tile(at)).collect();
    let nothing = |side| Beyond { side, part: 0.0, has_sign: false };
    let Some(common) = common(&rims) else { return Side::ALL.map(nothing) };
    let is_alike = |rim: &Vec<f32>| correlation(rim, &common) > ALIKE;
    if 2 * rims.iter().filter(|rim| is_alike(rim)).count() < rims.len() {
        return Side::ALL.map(nothing); // no rims at all
    }
    let (across, down) = layout.pitch();
    let Size { width, height } = frame.size();
    let is_inside = |&(x, y): &(f32, f32)| {
        let inside = |at: f32, pitch: f32, size: u32| at - pitch / 2.0 >= 0.0 && at + pitch / 2.0 <= size as f32;
        inside(x, across, width) && inside(y, down, height)
    };
    let is_beyond = |&(x, y): &(f32, f32)| {
        centers.iter().all(|(cx, cy)| (cx - x).abs() > across / 2.0 || (cy - y).abs() > 0.4 * down)
    };
    let is_tile = |at: &(f32, f32)| is_inside(at) && is_alike(&tile(*at));
    let shows_sign =
        |(x, y): &(f32, f32)| signs.iter().any(|(sx, sy)| (sx - x).abs() < OFF * across && (sy - y).abs() < OFF * down);
    Side::ALL.map(|side| {
        let (dx, dy) = side.step();
        // Beside a staggered column the next one is half a tile higher and lower.
        let offsets = if layout.shape().lines() == Lines::Columns && dx != 0.0 { &[-0.5, 0.5][..] } else { &[0.0] };
        let step = |(x, y): (f32, f32)| offsets.iter().map(move |by| (x + dx * across, y + (dy + by) * down));
        let places: Vec<(f32, f32)> = centers.iter().flat_map(|&at| step(at)).filter(is_beyond).collect();
        let seen: Vec<&(f32, f32)> = spread(&places, most).collect();
        let alike = seen.iter().filter(|at| is_tile(at)).count();
        let has_sign = places.iter().any(|at| shows_sign(at) && is_tile(at));
        Beyond { side, part: alike as f32 / seen.len().max(1) as f32, has_sign }
    })
}

/// At most so many of these, evenly from the first on: each with an odd number of steps, as staggered columns alternate.
fn spread<T>(all: &[T], most: usize) -> impl Iterator<Item = &T> {
    all.iter().step_by(all.len().div_ceil(most) | 1)
}

fn correlation(a: &[f32], b: &[f32]) -> f32 {
    let mean = |v: &[f32]| v.iter().sum::<f32>() / v.len() as f32;
    let (ma, mb) = (mean(a), mean(b));
    let sum = |f: &dyn Fn(f32, f32) -> f32| a.iter().zip(b).map(|(a, b)| f(a - ma, b - mb)).sum::<f32>();
    sum(&|a, b| a * b) / (sum(&|a, _| a * a) * sum(&|_, b| b * b)).sqrt().max(1e-6)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Shape;
    use image::{Rgba, RgbaImage};

    /// Three tiles of 60 pixels beside each other, a frame around the first two, a letter's bar in the last two.
    fn row() -> Vec<TilePixels> {
        let picture = RgbaImage::from_fn(180, 60, |x, y| {
            let (tile, x) = (x / 60, x % 60);
            let frame = tile < 2 && !((4..56).contains(&x) && (4..56).contains(&y));
            let letter = tile > 0 && (27..33).contains(&x) && (15..45).contains(&y);
            let level = if frame || letter { 20 } else { 180 };
            Rgba([level, level, level, 255])
        });
        (0..3).map(|i| tile_pixels(&picture, (30.0 + 60.0 * i as f32, 30.0), (60.0, 60.0))).collect()
    }

    #[test]
    fn a_tile_without_the_common_frame_is_missing() {
        let likeness = likeness(&row()).unwrap();
        assert!(likeness[0] > 0.7 && likeness[1] > 0.7, "{likeness:?}");
        assert!(likeness[2] < MISSING, "{likeness:?}");
    }

    #[test]
    fn a_part_of_a_grid_goes_on() {
        // Five lines of six frames, 30 pixels each, on a ground without any.
        let picture = RgbaImage::from_fn(300, 300, |x, y| {
            let (column, row) = (x / 30, y / 30);
            let inside = (2..8).contains(&column) && (2..7).contains(&row);
            let frame = inside && !((2..28).contains(&(x % 30)) && (2..28).contains(&(y % 30)));
            Rgba(if frame { [20, 20, 20, 255] } else { [180, 180, 180, 255] })
        });
        let frame = Frame::new(picture, "a grid");
        let at = |height, width, column: u32, row: u32| {
            let origin = (30.0 * column as f32 + 15.0, 30.0 * row as f32 + 15.0);
            let layout = Layout::new(Shape::rows(height, width).unwrap(), origin, (30.0, 30.0));
            // A sign on the third frame of the first line, and one where there is none.
            beyond(&frame, &layout, 4, &[(137.0, 74.0), (44.0, 100.0)])
        };
        let part = |beyond: [Beyond; 4]| beyond.map(|beyond| beyond.part);
        let has_sign = |beyond: [Beyond; 4]| beyond.map(|beyond| beyond.has_sign);
        assert_eq!(part(at(5, 6, 2, 2)), [0.0; 4], "all of it");
        assert_eq!(part(at(4, 6, 2, 2)), [0.0, 1.0, 0.0, 0.0]);
        assert_eq!(part(at(3, 3, 3, 3)), [1.0; 4]);
        assert_eq!(has_sign(at(5, 6, 2, 2)), [false; 4]);
        assert_eq!(has_sign(at(4, 6, 2, 3)), [true, false, false, false]);
    }

    #[test]
    fn letters_on_one_ground_have_no_rims_to_compare() {
        let tiles: Vec<TilePixels> = row().into_iter().skip(2).collect();
        let even = RgbaImage::from_pixel(60, 60, Rgba([90, 90, 90, 255]));
        assert!(super::likeness(&[tile_pixels(&even, (30.0, 30.0), (60.0, 60.0))]).is_none());
        assert_eq!(tiles.len(), 1);
    }
}
