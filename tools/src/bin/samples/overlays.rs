//! What is drawn around a letter and over it: marks in the corners, lines along the selected tiles, windows.

use crate::canvas::{CANVAS, TILE, paint};
use crate::fonts::Font;
use crate::random::Random;
use hexlex::pixels::{Point, Rgb};
use tiny_skia::{FillRule, LineCap, LineJoin, Mask, Path, PathBuilder, Pixmap, Rect, Stroke, Transform};

/// Draws digits and dots in the corners, in some cases a line across the canvas.
pub(crate) fn draw_marks(rng: &mut Random, canvas: &mut Pixmap, font: &Font, ink: Rgb) {
    let identity = Transform::identity();
    let count = [0, 0, 1, 1, 1, 2][rng.below(6)];
    for _ in 0..count {
        let mut coordinate =
            || (if rng.chance(0.5) { 1.0 } else { -1.0 }) * rng.between(0.28, 0.44) * TILE + CANVAS / 2.0;
        let place = Point::new(coordinate(), coordinate());
        let color = if rng.chance(0.7) { ink } else { rng.color() };
        if rng.chance(0.65) {
            let number = (1 + rng.below(12)).to_string();
            let height = rng.between(5.0, 11.0);
            if let Some(path) = font.typeface.centered(&number, place, height, 16.0) {
                canvas.fill_path(&path, &paint(color, 1.0), FillRule::Winding, identity, None);
            }
        } else if let Some(dot) = PathBuilder::from_circle(place.x, place.y, rng.between(1.0, 6.0)) {
            canvas.fill_path(&dot, &paint(rng.color(), 1.0), FillRule::Winding, identity, None);
        }
    }
    if rng.chance(0.05) {
        let mut line = PathBuilder::new();
        line.move_to(rng.between(0.0, CANVAS), rng.between(0.0, CANVAS));
        line.line_to(rng.between(0.0, CANVAS), rng.between(0.0, CANVAS));
        if let Some(line) = line.finish() {
            let stroke = Stroke { width: rng.between(0.8, 2.2), ..Stroke::default() };
            canvas.stroke_path(&line, &paint(rng.color(), 1.0), &stroke, identity, None);
        }
    }
}

/// In some cases, draws a broad line from the tile to a neighbor, as from one selected tile to the next.
pub(crate) fn draw_arrow(rng: &mut Random, canvas: &mut Pixmap) {
    if !rng.chance(0.06) {
        return;
    }
    let mut line = PathBuilder::new();
    let middle = CANVAS / 2.0;
    let (sin, cos) = (std::f32::consts::FRAC_PI_6 * rng.below(12) as f32).sin_cos();
    let start = rng.between(0.0, 0.3) * TILE;
    line.move_to(middle + start * cos, middle + start * sin);
    line.line_to(middle + TILE * cos, middle + TILE * sin);
    if let Some(line) = line.finish() {
        let stroke = Stroke { width: rng.between(2.0, 9.0), ..Stroke::default() };
        canvas.stroke_path(&line, &paint(rng.color(), rng.between(0.4, 1.0)), &stroke, Transform::identity(), None);
    }
}

/// In some cases, draws a window with text over a side of the tile; returns the part of the letter's bounds that it
/// hides.
pub(crate) fn draw_window(rng: &mut Random, canvas: &mut Pixmap, font: &Font, letter: Rect) -> f32 {
    if !rng.chance(0.09) {
        return 0.0;
    }
    let edge = rng.between(0.15, 1.0) * CANVAS;
    let (left, top) = if rng.chance(0.5) { (edge, 0.0) } else { (0.0, edge) };
    let window = if rng.chance(0.5) {
        Rect::from_ltrb(left, top, CANVAS, CANVAS)
    } else {
        Rect::from_ltrb(0.0, 0.0, CANVAS - left, CANVAS - top)
    };
    let Some(window) = window else { return 0.0 };
    canvas.fill_rect(window, &paint(rng.color(), 1.0), Transform::identity(), None);
    if rng.chance(0.6) {
        let text: String = (0..5).map(|_| rng.letter()).collect();
        let (x, y) = ((window.left() + window.right()) / 2.0, (window.top() + window.bottom()) / 2.0);
        let place = Point::new(x + rng.normal(0.1) * TILE, y + rng.normal(0.1) * TILE);
        if let Some(path) = font.typeface.centered(&text, place, rng.between(8.0, 40.0), 4.0 * CANVAS) {
            canvas.fill_path(&path, &paint(rng.color(), 1.0), FillRule::Winding, Transform::identity(), None);
        }
    }
    let hidden = |low: f32, high: f32, from: f32, to: f32| (high.min(to) - low.max(from)).max(0.0) / (to - from);
    hidden(window.left(), window.right(), letter.left(), letter.right())
        * hidden(window.top(), window.bottom(), letter.top(), letter.bottom())
}

/// A line through the selected tiles: it ends at the letter's center, turns there, or goes through.
pub(crate) struct SelectionLine {
    line: Path,
    stroke: Stroke,
    color: Rgb,
    opacity: f32,
    /// Whether the letter is drawn over it.
    pub(crate) is_below: bool,
}

impl SelectionLine {
    /// In some cases a line, at a letter of this ink.
    pub(crate) fn random(rng: &mut Random, ink: Rgb) -> Option<SelectionLine> {
        if !rng.chance(0.1) {
            return None;
        }
        let middle = Point::new(CANVAS / 2.0 + rng.normal(0.03) * TILE, CANVAS / 2.0 + rng.normal(0.03) * TILE);
        // Squares have neighbors in steps of 45 degrees, hexagons in steps of 60 from 0 or 30.
        let (step, count) = if rng.chance(0.7) { (45f32, 8) } else { (30f32, 12) };
        let mut end = || {
            let (sin, cos) = (step.to_radians() * rng.below(count) as f32).sin_cos();
            Point::new(middle.x + 1.5 * TILE * cos, middle.y + 1.5 * TILE * sin)
        };
        let (from, to) = (end(), end());
        let mut line = PathBuilder::new();
        line.move_to(from.x, from.y);
        line.line_to(middle.x, middle.y);
        if rng.chance(0.6) {
            line.line_to(to.x, to.y);
        }
        let cap = if rng.chance(0.75) { LineCap::Round } else { LineCap::Butt };
        let width = rng.between(0.05, 0.25) * TILE;
        let stroke = Stroke { width, line_cap: cap, line_join: LineJoin::Round, ..Stroke::default() };
        let color = match rng.below(10) {
            0..=2 => ink,
            3 => [255; 3],
            4 => [20; 3],
            _ => rng.color(),
        };
        let opacity = if rng.chance(0.4) { 1.0 } else { rng.between(0.3, 0.95) };
        Some(SelectionLine { line: line.finish()?, stroke, color, opacity, is_below: rng.chance(0.25) })
    }

    pub(crate) fn draw(&self, canvas: &mut Pixmap) {
        canvas.stroke_path(&self.line, &paint(self.color, self.opacity), &self.stroke, Transform::identity(), None);
    }

    /// The part of a letter that it hides. It counts less than the same part under a window, as the reader can see
    /// where the line runs; nothing is hidden where the letter shines through.
    pub(crate) fn hidden(&self, letter: &Path) -> f32 {
        /// The weight of a hidden part. Chosen by hand: a larger one labels readable letters "no letter".
        const WEIGHT: f32 = 0.6;
        /// The least opacity of a line through which no letter shines.
        const OPAQUE: f32 = 0.8;
        let (identity, side) = (Transform::identity(), CANVAS as u32);
        let line = self.line.stroke(&self.stroke, 1.0);
        let (Some(line), Some(mut mask)) = (line, Mask::new(side, side)) else { return 0.0 };
        if self.is_below || self.opacity < OPAQUE {
            return 0.0;
        }
        let area = |mask: &Mask| mask.data().iter().map(|&level| f32::from(level)).sum::<f32>();
        mask.fill_path(letter, FillRule::Winding, true, identity);
        let whole = area(&mask);
        mask.intersect_path(&line, FillRule::Winding, true, identity);
        WEIGHT * area(&mask) / whole.max(1.0)
    }
}
