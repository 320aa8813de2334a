//! What lies about a letter and over it: marks in the corners, arrows, chains, windows.

use super::draw::{CANVAS, Dice, TILE, paint};
use super::faces::Face;
use hexlex::pixels::Rgb;
use tiny_skia::{FillRule, LineCap, LineJoin, Mask, Path, PathBuilder, Pixmap, Rect, Stroke, Transform};

/// Value digits, dots and badges in the corners; now and then a line across.
pub(crate) fn marks(dice: &mut Dice, canvas: &mut Pixmap, face: &Face, ink: Rgb) {
    let identity = Transform::identity();
    let count = [0, 0, 1, 1, 1, 2][dice.below(6)];
    for _ in 0..count {
        let mut corner =
            || (if dice.chance(0.5) { 1.0 } else { -1.0 }) * dice.between(0.28, 0.44) * TILE + CANVAS / 2.0;
        let place = (corner(), corner());
        let color = if dice.chance(0.7) { ink } else { dice.color() };
        if dice.chance(0.65) {
            let number = (1 + dice.below(12)).to_string();
            let height = dice.between(5.0, 11.0);
            if let Some(path) = face.typeface.centered(&number, place.into(), height, 16.0) {
                canvas.fill_path(&path, &paint(color, 1.0), FillRule::Winding, identity, None);
            }
        } else if let Some(dot) = PathBuilder::from_circle(place.0, place.1, dice.between(1.0, 6.0)) {
            canvas.fill_path(&dot, &paint(dice.color(), 1.0), FillRule::Winding, identity, None);
        }
    }
    if dice.chance(0.05) {
        let mut line = PathBuilder::new();
        line.move_to(dice.between(0.0, CANVAS), dice.between(0.0, CANVAS));
        line.line_to(dice.between(0.0, CANVAS), dice.between(0.0, CANVAS));
        if let Some(line) = line.finish() {
            let width = dice.between(0.8, 2.2);
            canvas.stroke_path(
                &line,
                &paint(dice.color(), 1.0),
                &Stroke { width, ..Stroke::default() },
                identity,
                None,
            );
        }
    }
}

/// A broad line over the tile, as from one picked tile to the next.
pub(crate) fn arrow(dice: &mut Dice, canvas: &mut Pixmap) {
    if !dice.chance(0.06) {
        return;
    }
    let mut line = PathBuilder::new();
    let middle = CANVAS / 2.0;
    let (sin, cos) = (std::f32::consts::FRAC_PI_6 * dice.below(12) as f32).sin_cos();
    let start = dice.between(0.0, 0.3) * TILE;
    line.move_to(middle + start * cos, middle + start * sin);
    line.line_to(middle + TILE * cos, middle + TILE * sin);
    if let Some(line) = line.finish() {
        let stroke = Stroke { width: dice.between(2.0, 9.0), ..Stroke::default() };
        canvas.stroke_path(&line, &paint(dice.color(), dice.between(0.4, 1.0)), &stroke, Transform::identity(), None);
    }
}

/// Now and then a window, with text in it, covers a side of the tile; returns how much of this box.
pub(crate) fn cover(dice: &mut Dice, canvas: &mut Pixmap, face: &Face, letter: Rect) -> f32 {
    if !dice.chance(0.09) {
        return 0.0;
    }
    let edge = dice.between(0.15, 1.0) * CANVAS;
    let (left, top) = if dice.chance(0.5) { (edge, 0.0) } else { (0.0, edge) };
    let over = if dice.chance(0.5) { (left, top, CANVAS, CANVAS) } else { (0.0, 0.0, CANVAS - left, CANVAS - top) };
    let Some(window) = Rect::from_ltrb(over.0, over.1, over.2, over.3) else { return 0.0 };
    canvas.fill_rect(window, &paint(dice.color(), 1.0), Transform::identity(), None);
    if dice.chance(0.6) {
        let text: String = (0..5).map(|_| char::from(b'A' + dice.below(26) as u8)).collect();
        let place =
            ((over.0 + over.2) / 2.0 + dice.normal(0.1) * TILE, (over.1 + over.3) / 2.0 + dice.normal(0.1) * TILE);
        if let Some(path) = face.typeface.centered(&text, place.into(), dice.between(8.0, 40.0), 4.0 * CANVAS) {
            canvas.fill_path(&path, &paint(dice.color(), 1.0), FillRule::Winding, Transform::identity(), None);
        }
    }
    let side = |low: f32, high: f32, from: f32, to: f32| (high.min(to) - low.max(from)).max(0.0) / (to - from);
    side(window.left(), window.right(), letter.left(), letter.right())
        * side(window.top(), window.bottom(), letter.top(), letter.bottom())
}

/// The line through the tiles that a player picks: it ends at the letter's middle, turns there, or goes through.
pub(crate) struct Chain {
    line: Path,
    stroke: Stroke,
    color: Rgb,
    opacity: f32,
    /// Whether the letter lies over it.
    pub(crate) below: bool,
}

impl Chain {
    /// Now and then one, at a letter of this ink.
    pub(crate) fn any(dice: &mut Dice, ink: Rgb) -> Option<Chain> {
        if !dice.chance(0.1) {
            return None;
        }
        let middle = (CANVAS / 2.0 + dice.normal(0.03) * TILE, CANVAS / 2.0 + dice.normal(0.03) * TILE);
        // Squares have eight neighbors, hexagons six.
        let (step, count) = if dice.chance(0.7) { (45f32, 8) } else { (30f32, 12) };
        let mut far = || {
            let (sin, cos) = (step.to_radians() * dice.below(count) as f32).sin_cos();
            (middle.0 + 1.5 * TILE * cos, middle.1 + 1.5 * TILE * sin)
        };
        let (from, to) = (far(), far());
        let mut line = PathBuilder::new();
        line.move_to(from.0, from.1);
        line.line_to(middle.0, middle.1);
        if dice.chance(0.6) {
            line.line_to(to.0, to.1);
        }
        let cap = if dice.chance(0.75) { LineCap::Round } else { LineCap::Butt };
        let width = dice.between(0.05, 0.25) * TILE;
        let stroke = Stroke { width, line_cap: cap, line_join: LineJoin::Round, ..Stroke::default() };
        let color = match dice.below(10) {
            0..=2 => ink,
            3 => [255; 3],
            4 => [20; 3],
            _ => dice.color(),
        };
        let opacity = if dice.chance(0.4) { 1.0 } else { dice.between(0.3, 0.95) };
        Some(Chain { line: line.finish()?, stroke, color, opacity, below: dice.chance(0.25) })
    }

    pub(crate) fn draw(&self, canvas: &mut Pixmap) {
        canvas.stroke_path(&self.line, &paint(self.color, self.opacity), &self.stroke, Transform::identity(), None);
    }

    /// How much it hides of a letter. One sees where the line runs, and guesses what is below it: that counts less
    /// than the same under a window, and nothing where the letter shines through.
    pub(crate) fn hidden(&self, letter: &Path) -> f32 {
        const COUNTS: f32 = 0.6;
        const OPAQUE: f32 = 0.8;
        let (identity, side) = (Transform::identity(), CANVAS as u32);
        let line = self.line.stroke(&self.stroke, 1.0);
        let (Some(line), Some(mut mask)) = (line, Mask::new(side, side)) else { return 0.0 };
        if self.below || self.opacity < OPAQUE {
            return 0.0;
        }
        let area = |mask: &Mask| mask.data().iter().map(|&level| f32::from(level)).sum::<f32>();
        mask.fill_path(letter, FillRule::Winding, true, identity);
        let whole = area(&mask);
        mask.intersect_path(&line, FillRule::Winding, true, identity);
        COUNTS * area(&mask) / whole.max(1.0)
    }
}
