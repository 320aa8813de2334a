//! Whether a tile is there at all: its frame is like the frames of the other tiles.
//!
//! A dialog over the board shows letters too, and so does the board behind one. Neither has the frame, the gap and the
//! corners that all tiles of the board have in one place. The edges around each tile's letter are compared with those
//! that all tiles have in common; letters on one ground have none.

use super::tile::{SIDE, TilePixels};
use super::tile_params::tile_params;
use crate::locate::Side;
use crate::pixels::median;

/// The side, in pixels, of the squares whose edges are compared: the fits of tiles differ by less.
const SQUARE: usize = 2;
/// The number of squares along a side.
const GRID: usize = SIDE / SQUARE;
/// The inner part, in squares from the edge, that belongs to the letter.
const INNER: std::ops::Range<usize> = 8..GRID - 8;
/// An edge of this many levels is as good as a stronger one: gems have stronger frames than plain tiles.
const STRONG: f32 = 24.0;

/// The strength of the edges around the letter of a tile, square by square.
pub(super) fn edges(tile: &TilePixels) -> Vec<f32> {
    let mut levels = [0f32; GRID * GRID];
    for (row, pixels) in levels.chunks_exact_mut(GRID).zip(tile.luma.chunks_exact(SQUARE * SIDE)) {
        for (x, level) in row.iter_mut().enumerate() {
            let square = (0..SQUARE).flat_map(|y| (0..SQUARE).map(move |dx| y * SIDE + x * SQUARE + dx));
            let sum: u16 = square.map(|i| u16::from(pixels[i])).sum();
            *level = f32::from(sum) / (SQUARE * SQUARE) as f32;
        }
    }
    let mut slopes = [0f32; GRID * GRID];
    for y in 1..GRID - 1 {
        let row = |y: usize| &levels[y * GRID..][..GRID];
        let (above, own, below) = (row(y - 1), row(y), row(y + 1));
        let slopes = &mut slopes[y * GRID..][..GRID];
        for x in 1..GRID - 1 {
            let (across, down) = (own[x + 1] - own[x - 1], below[x] - above[x]);
            slopes[x] = (across * across + down * down).sqrt().min(STRONG);
        }
    }
    places().map(|(x, y)| slopes[y * GRID + x]).collect()
}

/// The edges that frames have in common: the median of each square. `None` where they have none.
pub(super) fn common(frames: &[&[f32]]) -> Option<Vec<f32>> {
    let common: Vec<f32> =
        (0..frames.first()?.len()).map(|i| median(frames.iter().map(|frame| frame[i]).collect())).collect();
    let likeness = frames.iter().map(|frame| correlation(frame, &common)).collect();
    (median(likeness) > tile_params().framed_likeness).then_some(common)
}

/// The squares around the letter, as column and row, in the order of their edges.
fn places() -> impl Iterator<Item = (usize, usize)> {
    let row = |y: usize| (1..GRID - 1).map(move |x| (x, y));
    (1..GRID - 1).flat_map(row).filter(|(x, y)| !(INNER.contains(x) && INNER.contains(y)))
}

/// The correlation of the edges of a place beyond this side of the board with those of a tile, without the edges that it shares with the
/// board. The edges of a panel or a window run along the board and are like one edge of tiles, so those at right angles to the side must
/// be alike as well: the smaller correlation counts.
pub(super) fn correlation_beyond(side: Side, place: &[f32], tile: &[f32]) -> f32 {
    let on = |(x, y): (usize, usize), side: Side| match side {
        Side::Above => y < INNER.start,
        Side::Below => y >= INNER.end,
        Side::Left => x < INNER.start,
        Side::Right => x >= INNER.end,
    };
    let without = |sides: &[Side]| {
        let kept = |edges: &[f32]| -> Vec<f32> {
            let kept = places().zip(edges).filter(|(place, _)| !sides.iter().any(|&side| on(*place, side)));
            kept.map(|(_, edge)| *edge).collect()
        };
        correlation(&kept(place), &kept(tile))
    };
    without(&[side.opposite()]).min(without(&[side.opposite(), side]))
}

/// The correlation of two series of values.
pub(super) fn correlation(a: &[f32], b: &[f32]) -> f32 {
    let mean = |v: &[f32]| v.iter().sum::<f32>() / v.len() as f32;
    let (ma, mb) = (mean(a), mean(b));
    let sum = |f: &dyn Fn(f32, f32) -> f32| a.iter().zip(b).map(|(a, b)| f(a - ma, b - mb)).sum::<f32>();
    sum(&|a, b| a * b) / (sum(&|a, _| a * a) * sum(&|_, b| b * b)).sqrt().max(1e-6)
}

#[cfg(test)]
mod tests {
    use super::super::tile::tile_pixels;
    use super::*;
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
        let edges: Vec<Vec<f32>> = row().iter().map(edges).collect();
        let edges: Vec<&[f32]> = edges.iter().map(Vec::as_slice).collect();
        let common = common(&edges).unwrap();
        let likeness: Vec<f32> = edges.iter().map(|edges| correlation(edges, &common)).collect();
        assert!(likeness[0] > 0.7 && likeness[1] > 0.7, "{likeness:?}");
        assert!(likeness[2] < tile_params().frame_missing, "{likeness:?}");
    }

    /// Below a tile there is another one, nothing, or a panel that begins where the next row would end.
    #[test]
    fn the_edge_of_a_panel_is_not_a_tile() {
        let likeness = |is_dark: fn(u32, u32) -> bool| {
            let picture = RgbaImage::from_fn(60, 60, |x, y| {
                let level = if is_dark(x, y) { 20 } else { 180 };
                Rgba([level, level, level, 255])
            });
            let place = edges(&tile_pixels(&picture, (30.0, 30.0), (60.0, 60.0)));
            correlation_beyond(Side::Below, &place, &edges(&row()[0]))
        };
        assert!(likeness(|x, y| !((4..56).contains(&x) && (4..56).contains(&y))) > 0.9);
        assert!(likeness(|_, _| false) < 0.1);
        assert!(likeness(|_, y| y >= 56) < 0.1);
    }

    #[test]
    fn even_tiles_have_no_frame() {
        let even = RgbaImage::from_pixel(60, 60, Rgba([90, 90, 90, 255]));
        assert!(common(&[&edges(&tile_pixels(&even, (30.0, 30.0), (60.0, 60.0)))]).is_none());
    }
}
