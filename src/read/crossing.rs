//! Whether the picture's edge crosses the tiles beyond a side of a board.
//!
//! A picture that ends in the middle of a row shows the bodies of its tiles, and maybe a part of their letters. The
//! visible strip of each is compared with the same strip of the board's own tile beside it: where tiles have a body,
//! it is alike; on one ground, ink goes on up to the picture's edge. The weights are learned (`crossing.weights`).

use super::score::Score;
use crate::board::{Cell, Lines};
use crate::locate::{Layout, Side};
use crate::pixels::{Frame, Size, median};
use std::sync::OnceLock;

/// The features of a side, by name.
pub(crate) const CROSSING_FEATURES: [&str; 6] = ["own", "visible", "alike", "alike_body", "ink", "body"];

/// The values of one side, in the order of [`CROSSING_FEATURES`].
pub(crate) type CrossingValues = [f32; CROSSING_FEATURES.len()];

fn score() -> &'static Score {
    static SCORE: OnceLock<Score> = OnceLock::new();
    SCORE.get_or_init(|| Score::parse(include_str!("crossing.weights"), &CROSSING_FEATURES))
}

/// Whether the picture's edge crosses tiles of the board on this side.
pub(crate) fn is_crossed(frame: &Frame, layout: &Layout, side: Side) -> bool {
    crossing_values(frame, layout, side).is_some_and(|values| score().log_odds(&values) > 0.0)
}

/// The evidence of a side; `None` where the picture does not end within a tile beyond it.
pub(crate) fn crossing_values(frame: &Frame, layout: &Layout, side: Side) -> Option<CrossingValues> {
    let strips: Vec<Strip> = ends(layout, side).map(|cell| Strip::of(frame, layout, cell, side)).collect();
    let mean = |of: &dyn Fn(&Strip) -> Option<f32>| {
        let values: Vec<f32> = strips.iter().filter_map(of).collect();
        if values.is_empty() { 0.0 } else { values.iter().sum::<f32>() / values.len() as f32 }
    };
    if strips.iter().all(|strip| strip.gap >= 1.0) {
        return None;
    }
    let middle = |of: fn(&Compared) -> f32| {
        let values: Vec<f32> = strips.iter().filter_map(|strip| strip.compared.as_ref()).map(of).collect();
        if values.is_empty() { 0.0 } else { median(values) }
    };
    let (alike, body) = (middle(|compared| compared.alike), middle(|compared| compared.body));
    Some([
        mean(&|strip| Some((-strip.gap).max(0.0))),
        mean(&|strip| Some(strip.gap.clamp(0.0, 1.0))),
        alike,
        alike * body,
        middle(|compared| compared.ink),
        body,
    ])
}

/// The last cell of each line towards a side, or the cells of the last line.
fn ends(layout: &Layout, side: Side) -> impl Iterator<Item = Cell> {
    let shape = layout.shape();
    let (dx, dy) = side.step();
    let is_first = dx + dy < 0.0;
    let lengths = shape.lengths().to_vec();
    let along_line = (shape.lines() == Lines::Rows) == (dy != 0.0);
    let last = if is_first { 0 } else { lengths.len() - 1 };
    let cells: Vec<Cell> = if along_line {
        (0..lengths[last]).map(|index| Cell { line: last, index }).collect()
    } else {
        let end = |line: usize| if is_first { 0 } else { lengths[line].saturating_sub(1) };
        (0..lengths.len()).map(|line| Cell { line, index: end(line) }).collect()
    };
    cells.into_iter()
}

/// What the picture shows beyond one tile.
struct Strip {
    /// From the tile's cell to the picture's edge, in pitches; negative where the edge crosses the cell itself.
    gap: f32,
    /// The visible part of the next tile; `None` where it is too narrow to compare, or all of the tile is visible.
    compared: Option<Compared>,
}

/// A strip beyond a tile, compared with the same part of the tile.
struct Compared {
    /// The share of places with the same color.
    alike: f32,
    /// 1 where the part of the board's tile shows an edge, as of its body; 0 where it is even.
    body: f32,
    /// The share of places where a letter may be that differ from the ground.
    ink: f32,
}

impl Strip {
    fn of(frame: &Frame, layout: &Layout, cell: Cell, side: Side) -> Strip {
        /// Strips narrower than this, in pitches, are gaps between tiles.
        const NARROWEST: f32 = 0.06;
        let Size { width, height } = frame.size();
        let (x, y) = layout.center(cell);
        let (across, down) = layout.pitch();
        let gap = match side {
            Side::Above => y / down - 0.5,
            Side::Below => (height as f32 - y) / down - 0.5,
            Side::Left => x / across - 0.5,
            Side::Right => (width as f32 - x) / across - 0.5,
        };
        let is_comparable = (NARROWEST..1.0).contains(&gap);
        Strip { gap, compared: is_comparable.then(|| compare(frame, layout, cell, side, gap)) }
    }
}

/// Compares the strip of this depth, in pitches, beyond a cell with that of the cell itself.
fn compare(frame: &Frame, layout: &Layout, cell: Cell, side: Side, depth: f32) -> Compared {
    /// The number of places along the side and into the strip.
    const PLACES: (usize, usize) = (14, 10);
    /// Levels of a channel from which colors differ: more than noise and JPEG, less than ink from its ground.
    const DIFFER: f32 = 32.0;
    /// Levels of luma between the rows of a strip that are an edge.
    const EDGE: f32 = 10.0;
    /// Where letters are: the middle of a side, in pitches, beyond the frame.
    const LETTER: (f32, f32) = (0.25, 0.2);
    let (x, y) = layout.center(cell);
    let (across, down) = layout.pitch();
    let (dx, dy) = side.step();
    // A place of the next tile, `into` pitches from the boundary, and the same place of this one.
    let color = |along: f32, into: f32| {
        let (u, v) = if dx == 0.0 { (along, dy * (0.5 + into)) } else { (dx * (0.5 + into), along) };
        pixel(frame, x + u * across, y + v * down)
    };
    let rows = |line: usize| depth * (line as f32 + 0.5) / PLACES.1 as f32;
    let columns = |place: usize| 0.84 * ((place as f32 + 0.5) / PLACES.0 as f32 - 0.5);
    let differ = |a: [f32; 3], b: [f32; 3]| a.iter().zip(b).any(|(a, b)| (a - b).abs() > DIFFER);
    let grid = || (0..PLACES.1).flat_map(|line| (0..PLACES.0).map(move |place| (columns(place), rows(line))));
    let share = |of: &dyn Fn(f32, f32) -> bool, within: &dyn Fn(f32, f32) -> bool| {
        let places: Vec<(f32, f32)> = grid().filter(|&(along, into)| within(along, into)).collect();
        places.iter().filter(|&&(along, into)| of(along, into)).count() as f32 / places.len().max(1) as f32
    };
    let luma = |line: usize| {
        let levels = (0..PLACES.0).map(|place| color(columns(place), rows(line) - 1.0));
        median(levels.map(|[r, g, b]| 0.299 * r + 0.587 * g + 0.114 * b).collect())
    };
    let lumas: Vec<f32> = (0..PLACES.1).map(luma).collect();
    let edge = lumas.windows(2).map(|pair| (pair[0] - pair[1]).abs()).fold(0.0, f32::max);
    let ground = color(0.4, 0.5 * depth);
    let is_letter = |along: f32, into: f32| along.abs() < LETTER.0 && into > LETTER.1;
    Compared {
        alike: share(&|along, into| !differ(color(along, into), color(along, into - 1.0)), &|_, _| true),
        body: (edge / EDGE).min(1.0),
        ink: share(&|along, into| differ(color(along, into), ground), &is_letter),
    }
}

/// The color of the pixel at a place; outside of the picture, of the nearest one.
fn pixel(frame: &Frame, x: f32, y: f32) -> [f32; 3] {
    let Size { width, height } = frame.size();
    let inside = |at: f32, size: u32| (at.max(0.0) as u32).min(size.saturating_sub(1));
    let [red, green, blue, _] = frame.pixels().get_pixel(inside(x, width), inside(y, height)).0;
    [red, green, blue].map(f32::from)
}
