//! Whether the picture's edge crosses the tiles beyond a side of a board.
//!
//! A picture that ends in the middle of a row shows the bodies of its tiles, and maybe a part of their letters. The
//! visible strip of each is compared with the same strip of the board's own tile beside it: where tiles have a body,
//! it is alike; on one ground, ink goes on up to the picture's edge. The weights are learned (`crossing.weights`).

use super::score::Score;
use crate::board::{Cell, Lines};
use crate::locate::{Layout, Side};
use crate::pixels::{Frame, Rgb, Size, luma, median};
use std::sync::OnceLock;

/// The features of a side, by name.
pub(crate) const CROSSING_FEATURES: [&str; 8] =
    ["own", "visible", "alike", "alike_body", "ink", "body", "profile", "own_ink"];

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
    let strips: Vec<Strip> =
        layout.edge_cells(side).into_iter().map(|cell| Strip::of(frame, layout, cell, side)).collect();
    let mean = |of: &dyn Fn(&Strip) -> f32| strips.iter().map(of).sum::<f32>() / strips.len() as f32;
    if strips.iter().all(|strip| strip.gap >= 1.0) {
        return None;
    }
    let middle = |of: fn(&Compared) -> f32| {
        let values: Vec<f32> = strips.iter().filter_map(|strip| strip.compared.as_ref()).map(of).collect();
        if values.is_empty() { 0.0 } else { median(values) }
    };
    let (alike, body) = (middle(|compared| compared.alike), middle(|compared| compared.body));
    Some([
        mean(&|strip| (-strip.gap).max(0.0)),
        mean(&|strip| strip.gap.clamp(0.0, 1.0)),
        alike,
        alike * body,
        middle(|compared| compared.ink),
        body,
        profile(&strips),
        middle(|compared| compared.own_ink),
    ])
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
    /// The share of places where a letter may be that differ from the ground; and the same of the board's tile.
    ink: f32,
    own_ink: f32,
    /// The luma along the side of this tile and of the next one, near the boundary, each less its mean.
    profiles: [Vec<f32>; 2],
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

/// The number of places that are compared along a side and into a strip.
const PLACES: (usize, usize) = (14, 10);

/// Compares the strip of this depth, in pitches, beyond a cell with that of the cell itself.
fn compare(frame: &Frame, layout: &Layout, cell: Cell, side: Side, depth: f32) -> Compared {
    /// Levels of a channel from which colors differ: more than noise and JPEG, less than ink from its ground.
    const DIFFER: u8 = 32;
    /// Levels of luma between the rows of a strip that are an edge.
    const EDGE: f32 = 10.0;
    /// Where letters are: the middle of a side, in pitches, beyond the frame.
    const LETTER: (f32, f32) = (0.25, 0.2);
    let color = |next: bool, along: f32, into: f32| strip_color(frame, layout, cell, side, (next, along, into));
    let rows = |line: usize| depth * (line as f32 + 0.5) / PLACES.1 as f32;
    let columns = |place: usize| (place as f32 + 0.5) / PLACES.0 as f32 - 0.5;
    let differ = |a: Rgb, b: Rgb| a.iter().zip(b).any(|(a, b)| a.abs_diff(b) > DIFFER);
    let grid = || (0..PLACES.1).flat_map(|line| (0..PLACES.0).map(move |place| (columns(place), rows(line))));
    let share = |of: &dyn Fn(f32, f32) -> bool, within: &dyn Fn(f32, f32) -> bool| {
        let places: Vec<(f32, f32)> = grid().filter(|&(along, into)| within(along, into)).collect();
        places.iter().filter(|&&(along, into)| of(along, into)).count() as f32 / places.len().max(1) as f32
    };
    let row_luma = |line: usize| median((0..PLACES.0).map(|at| luma(color(false, columns(at), rows(line)))).collect());
    let lumas: Vec<f32> = (0..PLACES.1).map(row_luma).collect();
    let edge = lumas.windows(2).map(|pair| (pair[0] - pair[1]).abs()).fold(0.0, f32::max);
    let is_letter = |along: f32, into: f32| along.abs() < LETTER.0 && into > LETTER.1;
    let ink = |next: bool| {
        let ground = color(next, 0.38, 0.5 * depth);
        share(&|along, into| differ(color(next, along, into), ground), &is_letter)
    };
    Compared {
        alike: share(&|along, into| !differ(color(true, along, into), color(false, along, into)), &|_, _| true),
        body: (edge / EDGE).min(1.0),
        ink: ink(true),
        own_ink: ink(false),
        profiles: [false, true].map(|next| edge_profile(&|along, into| color(next, along, into), depth)),
    }
}

/// The luma along the side of a tile, in the part of the strip near the boundary, less its mean.
fn edge_profile(color: &dyn Fn(f32, f32) -> Rgb, depth: f32) -> Vec<f32> {
    /// The depth of that part in pitches: above the letter.
    const NEAR: f32 = 0.2;
    let depth = depth.min(NEAR);
    let place = |at: usize| {
        let along = (at as f32 + 0.5) / PLACES.0 as f32 - 0.5;
        let rows = (0..PLACES.1).map(|line| luma(color(along, depth * (line as f32 + 0.5) / PLACES.1 as f32)));
        rows.sum::<f32>() / PLACES.1 as f32
    };
    let values: Vec<f32> = (0..PLACES.0).map(place).collect();
    let mean = values.iter().sum::<f32>() / values.len() as f32;
    values.into_iter().map(|value| value - mean).collect()
}

/// How alike the bodies of the board's tiles and of the next ones are, over all strips: the correlation of their luma
/// along the side. 0 where the board's own tiles have none.
fn profile(strips: &[Strip]) -> f32 {
    /// The mean square, in levels of luma, below which a side is even.
    const EVEN: f32 = 4.0;
    let joined = |which: usize| -> Vec<f32> {
        let compared = strips.iter().filter_map(|strip| strip.compared.as_ref());
        compared.flat_map(|compared| compared.profiles[which].iter().copied()).collect()
    };
    let (own, next) = (joined(0), joined(1));
    let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>() / a.len().max(1) as f32;
    let (own_power, next_power) = (dot(&own, &own), dot(&next, &next));
    if own_power < EVEN || next_power < EVEN { 0.0 } else { dot(&own, &next) / (own_power * next_power).sqrt() }
}

/// The color at a place of a cell's strip, or of the same strip of the next tile on the side: `along` pitches beside the
/// middle, and `into` pitches from the boundary that is nearer to the board.
fn strip_color(frame: &Frame, layout: &Layout, cell: Cell, side: Side, (next, along, into): (bool, f32, f32)) -> Rgb {
    let (x, y) = layout.center(cell);
    let (across, down) = layout.pitch();
    let (dx, dy) = side.step();
    let out = if next { 0.5 + into } else { into - 0.5 };
    // Beside a staggered column the next tiles are half a tile lower.
    let half = if next && dx != 0.0 && layout.shape().lines() == Lines::Columns { 0.5 } else { 0.0 };
    let (u, v) = if dx == 0.0 { (along, dy * out) } else { (dx * out, along + half) };
    pixel(frame, x + u * across, y + v * down)
}

/// The color of the pixel at a place; outside of the picture, of the nearest one.
fn pixel(frame: &Frame, x: f32, y: f32) -> Rgb {
    let Size { width, height } = frame.size();
    let inside = |at: f32, size: u32| (at.max(0.0) as u32).min(size.saturating_sub(1));
    let [red, green, blue, _] = frame.pixels().get_pixel(inside(x, width), inside(y, height)).0;
    [red, green, blue]
}
