//! Tiles that something covers in part, such as a dialog or another window.
//!
//! What is left of a letter may look like another letter, so a tile that is covered is unreadable, whatever it seems to
//! say. What covers it ends in a straight line that crosses the tile and goes on beyond it. Tiles have lines too, but
//! all have them in the same places ([`CommonLines`]). The weights are learned (`covered.weights`).

use super::score::Score;
use crate::pixels::{Frame, Point, luma, median};
use std::ops::Range;
use std::sync::OnceLock;

/// The features of a tile, by name.
pub(crate) const COVERED_FEATURES: [&str; 5] = ["clarity", "framed", "unframed", "line", "beyond"];

/// The values of one tile, in the order of [`COVERED_FEATURES`].
pub(crate) type CoveredValues = [f32; COVERED_FEATURES.len()];

fn score() -> &'static Score {
    static SCORE: OnceLock<Score> = OnceLock::new();
    SCORE.get_or_init(|| Score::parse(include_str!("covered.weights"), &COVERED_FEATURES))
}

/// The log odds from which a covered tile is unreadable. Below, a letter that is read rightly would be lost more often than
/// a wrong one is kept back: of ten thousand tiles hardly one is covered. Chosen by hand; `hard judge --seed 909` and
/// `--kind covered` show both.
const UNREADABLE: f32 = 1.0;

/// Whether a tile with these first values may be covered, whatever lines cross it.
pub(super) fn may_be_covered(read: &[f32; 3]) -> bool {
    score().most(read) > UNREADABLE
}

/// Whether a tile with this evidence is covered in part.
pub(super) fn is_covered(values: &CoveredValues) -> bool {
    score().log_odds(values) > UNREADABLE
}

/// The first values, which are known from the reading: of the confidence of the best letter, and of the likeness of the
/// tile's frame to the common one (`None` where tiles have none).
pub(super) fn read_values(confidence: f32, frame_likeness: Option<f32>) -> [f32; 3] {
    let clarity = -(1.0 - confidence + 1e-4).ln();
    [clarity, frame_likeness.unwrap_or(0.0), f32::from(frame_likeness.is_none())]
}

/// All values of a tile with these first ones, of a board whose tiles have these lines in common.
pub(super) fn values([clarity, framed, unframed]: [f32; 3], tile: &CrossedTile, common: &CommonLines) -> CoveredValues {
    let (line, beyond) = common.strongest(tile);
    [clarity, framed, unframed, line, beyond]
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

impl CrossedTile<'_> {
    /// The share of the places of a line with an edge, all light on one side, and that side.
    fn within(&self, line: GridLine) -> (f32, LightSide) {
        let (before, after) = self.edges(line, -0.5, GRID);
        if after > before { (after, LightSide::After) } else { (before, LightSide::Before) }
    }

    /// The share of a line's places beyond the tile with an edge that is light on this side, at the end where it is larger.
    fn beyond(&self, line: GridLine, side: LightSide) -> f32 {
        let share = |from: f32| {
            let (before, after) = self.edges(line, from, GRID / 2);
            if side == LightSide::After { after } else { before }
        };
        share(-1.0).max(share(0.5))
    }

    /// The shares of this number of places along a line, from this one on (in tiles from the center), with an edge that is
    /// light before it, and after it.
    fn edges(&self, GridLine { is_column, index }: GridLine, from: f32, count: usize) -> (f32, f32) {
        /// The least difference of luma across an edge, in levels. Smaller: textures have lines. Larger: pale dialogs have none.
        /// Chosen by hand.
        const EDGE: f32 = 14.0;
        let (center, pitch) = (self.center, self.pitch);
        let (width, height) = self.frame.pixels().dimensions();
        let level = |x: f32, y: f32| {
            let inside = (0.0..width as f32).contains(&x) && (0.0..height as f32).contains(&y);
            let [red, green, blue, _] = inside.then(|| self.frame.pixels().get_pixel(x as u32, y as u32).0)?;
            Some(luma([red, green, blue]))
        };
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
        (before as f32 / count as f32, after as f32 / count as f32)
    }
}

/// The lines that the tiles of a board have in common, within the bounds of their letters.
pub(super) struct CommonLines(Vec<CommonLine>);

/// A line of every tile of a board: medians over the tiles, of the strongest of the line and the two beside it.
struct CommonLine {
    line: GridLine,
    /// The median share of edges in the tile.
    within: f32,
    /// The same beyond the tile.
    beyond: f32,
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
            let shares = |tile: &CrossedTile| -> Vec<(f32, f32)> {
                let lines = (first..end).map(|index| GridLine { is_column, index });
                let shares = lines.map(|line| {
                    let (within, side) = tile.within(line);
                    (within, tile.beyond(line, side))
                });
                shares.collect()
            };
            let tiles: Vec<Vec<(f32, f32)>> = tiles.iter().map(shares).collect();
            let lines = range.map(move |index| {
                let beside = index.saturating_sub(1).max(first) - first..(index + 2).min(end) - first;
                let median_of = |share: fn(&(f32, f32)) -> f32| {
                    let strongest = |tile: &Vec<(f32, f32)>| tile[beside.clone()].iter().map(share).fold(0.0, f32::max);
                    median(tiles.iter().map(strongest).collect())
                };
                let (within, beyond) = (median_of(|share| share.0), median_of(|share| share.1));
                CommonLine { line: GridLine { is_column, index }, within, beyond }
            });
            lines.collect::<Vec<_>>()
        };
        CommonLines([(true, range(left, right)), (false, range(top, bottom))].into_iter().flat_map(common).collect())
    }

    /// The line of a tile that exceeds the common one most: by how much in the tile, and beyond it.
    fn strongest(&self, tile: &CrossedTile) -> (f32, f32) {
        let excess = self.0.iter().map(|common| {
            let (within, side) = tile.within(common.line);
            (within - common.within, side, common)
        });
        let strongest = excess.max_by(|a, b| a.0.total_cmp(&b.0));
        strongest.map_or((0.0, 0.0), |(excess, side, common)| (excess, tile.beyond(common.line, side) - common.beyond))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::paint::{Style, paint};
    use image::Rgba;

    /// The smallest cases: nothing, a rectangle over a part of the tile and the one below it, and a gem.
    #[test]
    fn a_line_across_a_tile_that_goes_on_is_of_what_covers_it() {
        let rest = " E A R\nS L I N\nO D G M\nP U C H";
        for (tile, share, expected) in [("T", 0.0, false), ("T:green", 0.0, false), ("T", 0.4, true), ("T", 0.6, true)]
        {
            let board: Board = format!("{tile}{rest}").parse().unwrap();
            let (mut pixels, layout) = paint(&board, &Style::default(), 48.0).unwrap();
            let (left, top, ..) = layout.bounds();
            for y in top as u32..(top + 96.0) as u32 {
                (left as u32..(left + 48.0 * share) as u32)
                    .for_each(|x| pixels.put_pixel(x, y, Rgba([40, 60, 160, 255])));
            }
            let frame = Frame::new(pixels, "painted");
            let (pitch, frame) = (layout.pitch().into(), &frame);
            let tile_at = |cell| CrossedTile { frame, center: layout.center(cell).into(), pitch };
            let tiles: Vec<CrossedTile> = layout.shape().cells().map(tile_at).collect();
            let (line, _) = CommonLines::of(&tiles, [0.2, 0.2, 0.8, 0.8]).strongest(&tiles[0]);
            assert_eq!(line > 0.4, expected, "{tile} {share}: {line}");
        }
    }
}
