//! Tiles that something covers in part, such as a dialog or another window.
//!
//! What is left of a letter may look like another letter, so a tile that is covered is unreadable, whatever it seems to
//! say. What covers it ends in a straight line that crosses the tile, goes on beyond it, and has different colors on its sides. Tiles have lines too, but
//! all have them in the same places ([`CommonLines`]). The weights are learned (`covered.weights`).

use super::palette::{Color, distance, median_channels};
use super::score::Score;
use crate::pixels::{Frame, Point, Rgb, luma, median};
use std::ops::Range;
use std::sync::OnceLock;

/// The features of a tile, by name.
pub(crate) const COVERED_FEATURES: [&str; 3] = ["clarity", "framed", "border"];

/// The values of one tile, in the order of [`COVERED_FEATURES`].
pub(crate) type CoveredValues = [f32; COVERED_FEATURES.len()];

fn score() -> &'static Score {
    static SCORE: OnceLock<Score> = OnceLock::new();
    SCORE.get_or_init(|| Score::parse(include_str!("covered.weights"), &COVERED_FEATURES))
}

/// Whether a tile with these first values may be covered, whatever lines cross it.
pub(super) fn may_be_covered(read: &[f32; 2]) -> bool {
    score().most(read) > 0.0
}

/// Whether a tile with this evidence is covered in part.
pub(super) fn is_covered(values: &CoveredValues) -> bool {
    score().log_odds(values) > 0.0
}

/// The values that are known from the reading: the clarity of the best letter, and the likeness of the tile's frame to the common one.
/// Where tiles have no frames (`None`), none can be hidden: it counts as that of a whole frame, 1.
pub(super) fn read_values(confidence: f32, frame_likeness: Option<f32>) -> [f32; 2] {
    let clarity = -(1.0 - confidence + 1e-4).ln();
    [clarity, frame_likeness.unwrap_or(1.0)]
}

/// All values of a tile with these first ones, of a board whose tiles have these lines in common.
pub(super) fn values([clarity, framed]: [f32; 2], tile: &CrossedTile, common: &CommonLines) -> CoveredValues {
    [clarity, framed, common.border(tile)]
}

/// The number of places along each side of a tile where lines are looked for. Smaller: lines are missed. Larger: more
/// time. Chosen by hand.
const GRID: usize = 32;

/// A tile that lines may cross.
pub(super) struct CrossedTile<'a> {
    /// The picture.
    pub(super) frame: &'a Frame,
    /// The middle of the tile, in pixels.
    pub(super) center: Point,
    /// The pitch of its board, in pixels.
    pub(super) pitch: Point,
}

/// The side of a line on which its edges are light.
#[derive(Debug, Clone, Copy, PartialEq)]
enum LightSide {
    Before,
    After,
}

/// A column or a row of the grid of a tile.
#[derive(Debug, Clone, Copy)]
struct GridLine {
    is_column: bool,
    index: usize,
}

/// The shares of some places with an edge, by the side that is light.
struct EdgeShares {
    light_before: f32,
    light_after: f32,
}

impl EdgeShares {
    fn of(&self, side: LightSide) -> f32 {
        match side {
            LightSide::Before => self.light_before,
            LightSide::After => self.light_after,
        }
    }

    /// The side of the larger share.
    fn larger(&self) -> LightSide {
        if self.light_after > self.light_before { LightSide::After } else { LightSide::Before }
    }
}

impl CrossedTile<'_> {
    /// The share of the places along a line that have an edge with the same light side as most edges in the tile: the smaller of the
    /// shares in the tile and beyond it.
    fn share(&self, line: GridLine) -> f32 {
        let within = self.edges(line, -0.5, GRID);
        let side = within.larger();
        within.of(side).min(self.beyond(line, side))
    }

    /// The difference of the median colors on either side of a line, within the tile, in levels: large at the edge of what covers a tile, small
    /// at a line over it, as that of a selection.
    fn step(&self, GridLine { is_column, index }: GridLine) -> f32 {
        /// How far from the line colors are taken, in tiles. Nearer: what is drawn over the tile counts. Farther: the letter counts more.
        /// Chosen by hand: the lines of selections are up to 0.3 wide; `weights covered` prints the likelihood.
        const BESIDE: Range<f32> = 0.1..0.4;
        /// How far from the center, in tiles: at most at the end of its body. Smaller: lines near the edge are not seen. Larger: the ground
        /// beside the tile counts. Chosen by hand; `weights covered` prints the likelihood.
        const MOST: f32 = 0.45;
        /// The number of places across and along the line on each side: a limit of work. Fewer: noise counts. Chosen by hand.
        const PLACES: [usize; 2] = [4, 16];
        let at = (index as f32 + 0.5) / GRID as f32 - 0.5;
        let place = |side: f32, n: usize, m: usize| {
            let beside = BESIDE.start + (BESIDE.end - BESIDE.start) * (n as f32 + 0.5) / PLACES[0] as f32;
            let (across, along) = ((at + side * beside).clamp(-MOST, MOST), (m as f32 + 0.5) / PLACES[1] as f32 - 0.5);
            if is_column { Point::new(across, along) } else { Point::new(along, across) }
        };
        let median_beside = |side: f32| {
            let places = (0..PLACES[0]).flat_map(|n| (0..PLACES[1]).map(move |m| (n, m)));
            let colors: Vec<Color> = places.filter_map(|(n, m)| self.color(place(side, n, m))).collect();
            (!colors.is_empty()).then(|| median_channels(&colors))
        };
        // Beyond the picture's edge nothing is seen of what covers the tile.
        median_beside(-1.0).zip(median_beside(1.0)).map_or(0.0, |(before, after)| distance(before, after))
    }

    /// The color at a place, in tiles from the center; `None` beyond the picture.
    fn color(&self, place: Point) -> Option<Color> {
        Some(self.pixel(self.center.x + place.x * self.pitch.x, self.center.y + place.y * self.pitch.y)?.map(f32::from))
    }

    /// The pixel at a place, in pixels; `None` beyond the picture.
    fn pixel(&self, x: f32, y: f32) -> Option<Rgb> {
        let (width, height) = self.frame.pixels().dimensions();
        let is_inside = (0.0..width as f32).contains(&x) && (0.0..height as f32).contains(&y);
        let [red, green, blue, _] = is_inside.then(|| self.frame.pixels().get_pixel(x as u32, y as u32).0)?;
        Some([red, green, blue])
    }

    /// The share beyond the tile, at the end where it is larger, with edges that are light on this side.
    fn beyond(&self, line: GridLine, side: LightSide) -> f32 {
        let share = |from: f32| self.edges(line, from, GRID / 2).of(side);
        share(-1.0).max(share(0.5))
    }

    /// The edges at this number of places along a line, from this one on (in tiles from the center).
    fn edges(&self, GridLine { is_column, index }: GridLine, from: f32, count: usize) -> EdgeShares {
        /// The least difference of luma across an edge, in levels. Smaller: textures have lines. Larger: pale dialogs have none.
        /// Chosen by hand.
        const EDGE: f32 = 14.0;
        let (center, pitch) = (self.center, self.pitch);
        let level = |x: f32, y: f32| self.pixel(x, y).map(luma);
        let half = |pitch: f32| (0.5 * pitch / GRID as f32).max(1.0);
        let across = (index as f32 + 0.5) / GRID as f32 - 0.5;
        let (mut before, mut after) = (0usize, 0usize);
        for n in 0..count {
            let along = from + (n as f32 + 0.5) / GRID as f32;
            let sides = [-1.0, 1.0].map(|side| match is_column {
                true => level(center.x + across * pitch.x + side * half(pitch.x), center.y + along * pitch.y),
                false => level(center.x + along * pitch.x, center.y + across * pitch.y + side * half(pitch.y)),
            });
            if let [Some(first), Some(second)] = sides {
                before += usize::from(first - second > EDGE);
                after += usize::from(second - first > EDGE);
            }
        }
        EdgeShares { light_before: before as f32 / count as f32, light_after: after as f32 / count as f32 }
    }
}

/// The lines that the tiles of a board have in common, within the bounds of their letters.
pub(super) struct CommonLines(Vec<CommonLine>);

/// A line of every tile of a board.
struct CommonLine {
    line: GridLine,
    /// The median over the tiles, of the largest share of the line and the two beside it.
    median: f32,
}

impl CommonLines {
    /// The lines that these tiles have in common, across the bounds of their letters (left, top, right, bottom, in tiles).
    /// Farther out are the frames of gems, unlike those of plain tiles.
    pub(super) fn of(tiles: &[CrossedTile], [left, top, right, bottom]: [f32; 4]) -> CommonLines {
        // A line at the edge of the letters hides none of them.
        let range = |from: f32, to: f32| {
            let [from, to] = [from, to].map(|at| (at * GRID as f32) as usize);
            (from + 1).min(GRID)..to.clamp((from + 1).min(GRID), GRID)
        };
        let common = |(is_column, range): (bool, Range<usize>)| {
            let (first, end) = (range.start.saturating_sub(1), (range.end + 1).min(GRID));
            let shares = |tile: &CrossedTile| -> Vec<f32> {
                (first..end).map(|index| tile.share(GridLine { is_column, index })).collect()
            };
            let tiles: Vec<Vec<f32>> = tiles.iter().map(shares).collect();
            let lines = range.map(move |index| {
                let beside = index.saturating_sub(1).max(first) - first..(index + 2).min(end) - first;
                let largest = |tile: &Vec<f32>| tile[beside.clone()].iter().copied().fold(0.0, f32::max);
                CommonLine { line: GridLine { is_column, index }, median: median(tiles.iter().map(largest).collect()) }
            });
            lines.collect::<Vec<_>>()
        };
        CommonLines([(true, range(left, right)), (false, range(top, bottom))].into_iter().flat_map(common).collect())
    }

    /// The largest evidence of a border among the lines: the share of the tile's line above the common median, scaled down where the colors on
    /// both sides are alike; 0 without lines.
    fn border(&self, tile: &CrossedTile) -> f32 {
        /// The difference of the sides, in levels, from which on a line counts in full. Smaller: a line over a tile, as that of a selection, is the
        /// edge of a dialog. Larger: dialogs in the color of the tiles are missed. Chosen by hand; `weights covered` prints the likelihood,
        /// `hard judge --kind covered` and `--kind selected` show a change.
        const STEP: f32 = 25.0;
        self.0.iter().fold(0.0, |most, common| {
            let excess = tile.share(common.line) - common.median;
            if excess <= most { most } else { most.max(excess * (tile.step(common.line) / STEP).min(1.0)) }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::paint::{Style, paint};
    use image::Rgba;

    /// The smallest cases: nothing, a gem, a rectangle over a part of the tile and the one below it, one that ends with the tile, and a line
    /// over both tiles.
    #[test]
    fn a_line_across_a_tile_that_goes_on_is_of_what_covers_it() {
        let rest = " E A R\nI L S N\nO D G M\nP U C H";
        for (tile, [from, to], high, expected) in [
            ("T", [0.0, 0.0], 2.0, false),
            ("T:green", [0.0, 0.0], 2.0, false),
            ("T", [0.0, 0.4], 2.0, true),
            ("T", [0.0, 0.6], 2.0, true),
            ("T", [0.0, 0.4], 1.0, false),
            ("T", [0.42, 0.58], 2.0, false),
            ("T", [0.22, 0.34], 2.0, false),
        ] {
            let board: Board = format!("{tile}{rest}").parse().unwrap();
            let (mut pixels, layout) = paint(&board, &Style::default(), 48.0).unwrap();
            let (left, top, ..) = layout.bounds();
            for y in top as u32..(top + 48.0 * high) as u32 {
                ((left + 48.0 * from) as u32..(left + 48.0 * to) as u32)
                    .for_each(|x| pixels.put_pixel(x, y, Rgba([40, 60, 160, 255])));
            }
            let frame = Frame::new(pixels, "painted");
            let (pitch, frame) = (layout.pitch().into(), &frame);
            let tile_at = |cell| CrossedTile { frame, center: layout.center(cell).into(), pitch };
            let tiles: Vec<CrossedTile> = layout.shape().cells().map(tile_at).collect();
            let border = CommonLines::of(&tiles, [0.2, 0.2, 0.8, 0.8]).border(&tiles[0]);
            assert_eq!(border > 0.4, expected, "{tile} {from} to {to}, {high}: {border}");
        }
    }

    #[test]
    fn a_tile_is_covered_where_a_line_crosses_it_and_it_does_not_read() {
        for (confidence, frame_likeness, border, expected) in [
            (0.0, None, 0.0, false),
            (0.4, None, 0.0, false),
            (0.2, None, 0.9, true),
            (0.2, Some(0.3), 0.9, true),
            (0.2, Some(0.9), 0.0, false),
            (0.999, Some(0.9), 0.4, false),
        ] {
            let [clarity, framed] = read_values(confidence, frame_likeness);
            let values = [clarity, framed, border];
            assert_eq!(is_covered(&values), expected, "{values:?}: {}", score().log_odds(&values));
            assert!(!expected || may_be_covered(&[clarity, framed]));
        }
    }
}
