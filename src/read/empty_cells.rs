//! Cells without a tile: empty ones, and those that a falling tile has left.
//!
//! An empty cell shows the [`Ground`] around the board, not the frame and the body that tiles have in common. The
//! weights are learned (`empty.weights`).

use super::common_tile::Comparison;
use super::palette::Color;
use super::score::Score;
use super::tile::{SIDE, TilePixels};
use crate::locate::Layout;
use crate::pixels::{Frame, Histogram, Rgb, Size};
use std::ops::Range;
use std::sync::OnceLock;

/// The features of a cell, by name.
pub(crate) const EMPTY_FEATURES: [&str; 7] =
    ["confidence", "framed", "unframed", "ground", "spread", "explained", "correlation"];

/// The values of one cell, in the order of [`EMPTY_FEATURES`].
pub(crate) type EmptyValues = [f32; EMPTY_FEATURES.len()];

fn score() -> &'static Score {
    static SCORE: OnceLock<Score> = OnceLock::new();
    SCORE.get_or_init(|| Score::parse(include_str!("empty.weights"), &EMPTY_FEATURES))
}

/// Whether a cell has no tile. What takes longer is computed only where it can decide.
pub(super) fn is_empty(cell: &TestedCell, compared: impl FnOnce() -> Option<Comparison>, ground: &Ground) -> bool {
    score().most(&read_values(cell)) > 0.0 && score().log_odds(&values(cell, compared().as_ref(), ground)) > 0.0
}

/// A cell of which it is asked whether there is a tile.
pub(super) struct TestedCell<'a> {
    pub(super) pixels: &'a TilePixels,
    /// The confidence of the best letter.
    pub(super) confidence: f32,
    /// The likeness of its frame to the common one; `None` where tiles have none.
    pub(super) frame_likeness: Option<f32>,
}

/// The evidence that a cell is empty, which was compared with the common tile.
pub(super) fn values(cell: &TestedCell, compared: Option<&Comparison>, ground: &Ground) -> EmptyValues {
    let of = |value: &dyn Fn(&Comparison) -> f32| compared.map_or(0.0, value);
    let [confidence, framed, unframed] = read_values(cell);
    [
        confidence,
        framed,
        unframed,
        ground.share_of(cell.pixels),
        spread(cell.pixels).ln_1p(),
        of(&|compared| compared.explained),
        of(&|compared| compared.correlation()),
    ]
}

/// The first of them, which are known from the reading.
fn read_values(cell: &TestedCell) -> [f32; 3] {
    [cell.confidence, cell.frame_likeness.unwrap_or(0.0), f32::from(cell.frame_likeness.is_none())]
}

/// The middle of a tile, where its letter is.
const MIDDLE: Range<usize> = SIDE / 4..SIDE - SIDE / 4;

/// How far apart the levels of luma in the middle of a tile are, the outermost twentieths left out.
fn spread(tile: &TilePixels) -> f32 {
    const COUNT: usize = (MIDDLE.end - MIDDLE.start).pow(2);
    let levels: Histogram = MIDDLE.flat_map(|y| tile.luma[y * SIDE..][MIDDLE].iter().copied()).collect();
    f32::from(levels.at(COUNT - 1 - COUNT / 20) - levels.at(COUNT / 20))
}

/// The colors just outside of a board.
pub(super) struct Ground {
    /// A cube of colors, [`STEPS`] along each channel: whether a color of this cell, or of one beside it, is seen.
    cube: Vec<bool>,
}

/// The number of classes of a channel. A class is wider than noise and narrower than the contrast of tiles.
const STEPS: usize = 16;

impl Ground {
    /// The ground around a layout.
    pub(super) fn around(frame: &Frame, layout: &Layout) -> Ground {
        /// How far outside of the cells, in pitches: two lines, since backgrounds have patterns.
        const OUTSIDE: [f32; 2] = [0.12, 0.3];
        /// The share of the pixels that a color has at least: rarer ones are of other things.
        const RARE: f32 = 0.01;
        let pixels: Vec<Rgb> = OUTSIDE.into_iter().flat_map(|distance| line_around(frame, layout, distance)).collect();
        let mut counts = vec![0usize; STEPS.pow(3)];
        pixels.iter().for_each(|&color| counts[class(color)] += 1);
        let mut cube = vec![false; STEPS.pow(3)];
        for (i, _) in counts.iter().enumerate().filter(|(_, count)| **count as f32 > RARE * pixels.len() as f32) {
            let near = |n: usize| n.saturating_sub(1)..=(n + 1).min(STEPS - 1);
            for red in near(i / (STEPS * STEPS)) {
                for green in near(i / STEPS % STEPS) {
                    near(i % STEPS).for_each(|blue| cube[(red * STEPS + green) * STEPS + blue] = true);
                }
            }
        }
        Ground { cube }
    }

    /// As [`has`](Ground::has), for a mean color.
    pub(super) fn has_color(&self, color: Color) -> bool {
        self.has(color.map(|level| level as u8))
    }

    /// Whether a color, or one near it, is seen around the board.
    pub(super) fn has(&self, color: Rgb) -> bool {
        self.cube[class(color)]
    }

    /// The share of a tile's middle that has a color of the ground.
    fn share_of(&self, tile: &TilePixels) -> f32 {
        let [red, green, blue] = &tile.rgb;
        let is_ground = |i: usize| self.has([red[i], green[i], blue[i]]);
        let count = MIDDLE.flat_map(|y| MIDDLE.map(move |x| y * SIDE + x)).filter(|&i| is_ground(i)).count();
        count as f32 / (MIDDLE.len() * MIDDLE.len()) as f32
    }
}

/// The class of a color in the cube.
fn class(color: Rgb) -> usize {
    color.into_iter().fold(0, |class, level| class * STEPS + usize::from(level) * STEPS / 256)
}

/// The pixels of a line around a layout, at this distance in pitches from its cells.
fn line_around(frame: &Frame, layout: &Layout, distance: f32) -> Vec<Rgb> {
    let (left, top, right, bottom) = layout.bounds();
    let (dx, dy) = (distance * layout.pitch().0, distance * layout.pitch().1);
    let (left, top, right, bottom) = ((left - dx) as i64, (top - dy) as i64, (right + dx) as i64, (bottom + dy) as i64);
    let Size { width, height } = frame.size();
    let across = (left..right).flat_map(|x| [(x, top), (x, bottom)]);
    let down = (top..bottom).flat_map(|y| [(left, y), (right, y)]);
    let inside = |&(x, y): &(i64, i64)| (0..i64::from(width)).contains(&x) && (0..i64::from(height)).contains(&y);
    let color = |(x, y): (i64, i64)| {
        let [red, green, blue, _] = frame.pixels().get_pixel(x as u32, y as u32).0;
        [red, green, blue]
    };
    across.chain(down).filter(inside).map(color).collect()
}

#[cfg(test)]
mod tests {
    use super::super::common_tile::CommonTile;
    use super::super::tile::tile_pixels;
    use super::*;
    use crate::board::Board;
    use crate::paint::{Style, paint};
    use crate::pixels::Point;

    #[test]
    fn a_place_beside_a_board_is_empty_and_its_tiles_are_not() {
        let board: Board = "T E A R\nS L I N\nO D G M\nP U C H".parse().unwrap();
        let (pixels, layout) = paint(&board, &Style::default(), 48.0).unwrap();
        let frame = Frame::new(pixels, "painted");
        let part = layout.part(0..3, 0..4).unwrap();
        let pitch = Point::from(part.pitch());
        let centers: Vec<Point> = part.shape().cells().map(|cell| part.center(cell).into()).collect();
        let common = CommonTile::of(&frame, &centers, pitch);
        let ground = Ground::around(&frame, &layout);
        let (left, top, ..) = layout.bounds();
        for (row, expected) in [(-1.0, true), (0.0, false), (2.0, false), (3.0, false), (4.0, true)] {
            let center = Point::new(left + 0.5 * pitch.x, top + (row + 0.5) * pitch.y);
            let pixels = tile_pixels(frame.pixels(), center.into(), pitch.into());
            let confidence = if expected { 0.0 } else { 1.0 };
            let frame_likeness = Some(confidence);
            let cell = TestedCell { pixels: &pixels, confidence, frame_likeness };
            assert_eq!(is_empty(&cell, || common.compare(&frame, center), &ground), expected, "row {row}");
        }
    }
}
