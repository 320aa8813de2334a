//! How a letter is painted: full or faint, with a shadow, a halo, a line around it.

use super::draw::{Dice, paint};
use hexlex::pixels::{Rgb, luma};
use tiny_skia::{FillRule, Path, Pixmap, Stroke, Transform};

/// Shadow or halo, then the letter, thinner or thicker than the face has it.
pub(crate) fn strike(dice: &mut Dice, canvas: &mut Pixmap, path: &Path, ground: Rgb, ink: Rgb) {
    let identity = Transform::identity();
    let stroke = |width: f32| Stroke { width, line_join: tiny_skia::LineJoin::Round, ..Stroke::default() };
    if dice.chance(0.22) {
        let color = dice.color();
        let by = Transform::from_translate(dice.between(-3.0, 3.0), dice.between(-3.0, 3.0));
        let soft = dice.between(0.15, 0.5);
        for width in [0.5, 2.0, 3.5] {
            canvas.stroke_path(path, &paint(color, soft / 3.0), &stroke(width), by, None);
        }
        canvas.fill_path(path, &paint(color, soft), FillRule::Winding, by, None);
    } else if dice.chance(0.08) {
        let away =
            [0, 1, 2].map(|i: usize| (1.5 * f32::from(ground[i]) - 0.5 * f32::from(ink[i])).clamp(0.0, 255.0) as u8);
        let width = dice.between(2.0, 6.0);
        let strength = dice.between(0.3, 1.0);
        canvas.stroke_path(path, &paint(away, strength), &stroke(width), identity, None);
    }
    let opacity = if dice.chance(0.15) { dice.between(0.7, 1.0) } else { 1.0 };
    canvas.fill_path(path, &paint(ink, opacity), FillRule::Winding, identity, None);
    if dice.chance(0.3) {
        let width = dice.between(0.4, 2.6);
        canvas.stroke_path(path, &paint(ink, opacity), &stroke(width), identity, None);
    }
}

/// Now and then a line around the letter, lighter or darker than the ground.
pub(crate) fn halo(dice: &mut Dice, canvas: &mut Pixmap, path: &Path, ground: Rgb, ink: Rgb) {
    if !dice.chance(0.12) {
        return;
    }
    let by = dice.between(0.2, 0.8) * if luma(ink) > luma(ground) { -1.0 } else { 1.0 };
    let color = [0, 1, 2].map(|i: usize| (f32::from(ground[i]) + 90.0 * by).clamp(0.0, 255.0) as u8);
    let stroke = Stroke { width: dice.between(1.5, 5.0), ..Stroke::default() };
    canvas.stroke_path(path, &paint(color, dice.between(0.4, 1.0)), &stroke, Transform::identity(), None);
}

/// Now and then a letter whose strokes in one direction are hairlines and faint, as those of high contrast faces;
/// whether it was drawn. What is left where the letter lies over itself, moved a little, is drawn in full, the rest
/// is faint.
pub(crate) fn hairlines(dice: &mut Dice, canvas: &mut Pixmap, path: &Path, height: f32, ink: Rgb) -> bool {
    /// The least part of the letter that is drawn in full.
    const LEAST: f32 = 0.3;
    if !dice.chance(0.25) {
        return false;
    }
    let angle = match dice.below(10) {
        0..=4 => std::f32::consts::FRAC_PI_2,
        5..=6 => 0.0,
        _ => dice.between(0.0, std::f32::consts::PI),
    };
    let by = dice.between(0.02, 0.08) * height;
    let moved = |by: f32| path.clone().transform(Transform::from_translate(by * angle.cos(), by * angle.sin()));
    let (Some(mut full), Some(one), Some(other)) =
        (tiny_skia::Mask::new(canvas.width(), canvas.height()), moved(by), moved(-by))
    else {
        return false;
    };
    let area = |mask: &tiny_skia::Mask| mask.data().iter().map(|&opacity| f32::from(opacity)).sum::<f32>();
    let identity = Transform::identity();
    full.fill_path(path, FillRule::Winding, true, identity);
    let whole = area(&full);
    full.intersect_path(&one, FillRule::Winding, true, identity);
    full.intersect_path(&other, FillRule::Winding, true, identity);
    if area(&full) < LEAST * whole {
        return false;
    }
    canvas.fill_path(path, &paint(ink, dice.between(0.25, 0.7)), FillRule::Winding, identity, None);
    canvas.fill_path(path, &paint(ink, 1.0), FillRule::Winding, identity, Some(&full));
    true
}

/// Takes a little of every stroke: of hairlines, nearly all.
pub(crate) fn thin(dice: &mut Dice, canvas: &mut Pixmap, path: &Path, ground: Rgb) {
    if dice.chance(0.12) {
        let stroke = Stroke { width: dice.between(0.3, 1.1), ..Stroke::default() };
        canvas.stroke_path(path, &paint(ground, dice.between(0.5, 1.0)), &stroke, Transform::identity(), None);
    }
}
