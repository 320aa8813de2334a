//! Tiles that something covers in part, such as a dialog or another window.
//!
//! What is left of a letter may look like another letter, so a tile that is covered is unreadable, whatever it seems to
//! say. What covers it ends in a straight line that crosses the tile and goes on beyond it. Tiles have lines too, but
//! all have them in the same places ([`Lines`]). The weights are learned (`covered.weights`).

use super::score::Score;
use crate::pixels::{Frame, Point, luma, median};
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

/// All values of a tile with these first ones, which is crossed by these lines, where letters have these bounds.
pub(super) fn values(
    [clarity, framed, unframed]: [f32; 3],
    lines: &Lines,
    common: &Lines,
    letter_bounds: [f32; 4],
) -> CoveredValues {
    let [line, beyond] = lines.strongest(common, letter_bounds);
    [clarity, framed, unframed, line, beyond]
}

/// The number of places along each side of a tile where lines are looked for. Smaller: lines are missed. Larger: more
/// time. Chosen by hand.
const GRID: usize = 32;

/// The straight lines across a tile: columns, then rows.
#[derive(Debug, Clone)]
pub(super) struct Lines([[Line; GRID]; 2]);

/// A column or a row of a tile.
#[derive(Debug, Clone, Copy, Default)]
struct Line {
    /// The share of its places with an edge, all light on one side.
    within: f32,
    /// The same beyond the tile, at the end where it is larger.
    beyond: f32,
}

impl Lines {
    /// The lines across the tile of this center and pitch.
    pub(super) fn of(frame: &Frame, center: Point, pitch: Point) -> Lines {
        /// The least difference of luma across an edge, in levels. Smaller: textures have lines. Larger: pale dialogs have none.
        /// Chosen by hand.
        const EDGE: f32 = 14.0;
        let (width, height) = frame.pixels().dimensions();
        let level = |x: f32, y: f32| {
            let inside = (0.0..width as f32).contains(&x) && (0.0..height as f32).contains(&y);
            let [red, green, blue, _] = inside.then(|| frame.pixels().get_pixel(x as u32, y as u32).0)?;
            Some(luma([red, green, blue]))
        };
        let at = |n: usize| (n as f32 + 0.5) / GRID as f32 - 0.5;
        let half = |pitch: f32| (0.5 * pitch / GRID as f32).max(1.0);
        // The share of places with an edge, along a part of a line.
        let share = |is_column: bool, line: usize, from: f32, count: usize| {
            let mut edges = [0usize; 2];
            for n in 0..count {
                let along = from + (n as f32 + 0.5) / GRID as f32;
                let sides = match is_column {
                    true => [-1.0, 1.0].map(|side| {
                        level(center.x + at(line) * pitch.x + side * half(pitch.x), center.y + along * pitch.y)
                    }),
                    false => [-1.0, 1.0].map(|side| {
                        level(center.x + along * pitch.x, center.y + at(line) * pitch.y + side * half(pitch.y))
                    }),
                };
                if let [Some(before), Some(after)] = sides {
                    edges[0] += usize::from(after - before > EDGE);
                    edges[1] += usize::from(before - after > EDGE);
                }
            }
            edges.map(|edges| edges as f32 / count as f32)
        };
        let line = |is_column: bool, line: usize| {
            let within = share(is_column, line, -0.5, GRID);
            let best = usize::from(within[1] > within[0]);
            let ends = [-1.0, 0.5].map(|from| share(is_column, line, from, GRID / 2)[best]);
            Line { within: within[best], beyond: ends[0].max(ends[1]) }
        };
        Lines([true, false].map(|is_column| std::array::from_fn(|i| line(is_column, i))))
    }

    /// What these tiles have in common: for each line the median, of the strongest of it and the two beside it.
    pub(super) fn common(tiles: &[Lines]) -> Lines {
        let strongest = |lines: &[Line; GRID], i: usize, of: fn(&Line) -> f32| {
            lines[i.saturating_sub(1)..(i + 2).min(GRID)].iter().map(of).fold(0.0, f32::max)
        };
        let common = |side: usize, i: usize, of: fn(&Line) -> f32| {
            median(tiles.iter().map(|Lines(lines)| strongest(&lines[side], i, of)).collect())
        };
        Lines([0, 1].map(|side| {
            std::array::from_fn(|i| Line {
                within: common(side, i, |line| line.within),
                beyond: common(side, i, |line| line.beyond),
            })
        }))
    }

    /// The line across these bounds (left, top, right, bottom, in tiles) that exceeds the common one most: by how much in
    /// the tile, and beyond it. Farther out are the frames of gems, unlike those of plain tiles.
    fn strongest(&self, common: &Lines, [left, top, right, bottom]: [f32; 4]) -> [f32; 2] {
        // A line at the edge of the letters hides none of them.
        let range = |from: f32, to: f32| {
            let [from, to] = [from, to].map(|at| (at * GRID as f32) as usize);
            (from + 1).min(GRID)..to.clamp((from + 1).min(GRID), GRID)
        };
        let excess = [range(left, right), range(top, bottom)].into_iter().enumerate().flat_map(|(side, range)| {
            let pairs = self.0[side][range.clone()].iter().zip(&common.0[side][range]);
            pairs.map(|(own, common)| [own.within - common.within, own.beyond - common.beyond])
        });
        excess.max_by(|a, b| a[0].total_cmp(&b[0])).unwrap_or_default()
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
            let lines = |cell| Lines::of(&frame, Point::from(layout.center(cell)), layout.pitch().into());
            let all: Vec<Lines> = layout.shape().cells().map(lines).collect();
            let [line, _] = all[0].strongest(&Lines::common(&all), [0.2, 0.2, 0.8, 0.8]);
            assert_eq!(line > 0.4, expected, "{tile} {share}: {line}");
        }
    }
}
