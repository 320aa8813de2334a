//! How a letter is painted: full or faint, with a shadow, a halo, or strokes that are nearly invisible.

use crate::canvas::paint;
use crate::random::Random;
use crate::tile::Colors;
use hexlex::pixels::luma;
use tiny_skia::{FillRule, LineJoin, Mask, Path, Pixmap, Stroke, Transform};

/// Draws the letter as views show it: in some cases with a halo, with faint strokes, or thinned.
pub(crate) fn draw_for_view(rng: &mut Random, canvas: &mut Pixmap, path: &Path, height: f32, colors: Colors) {
    draw_halo(rng, canvas, path, colors);
    if !draw_hairlines(rng, canvas, path, height, colors) {
        draw_letter(rng, canvas, path, colors);
        thin(rng, canvas, path, colors);
    }
}

/// Draws the letter, in some cases with a shadow or a halo, in some bolder than its font has it.
pub(crate) fn draw_letter(rng: &mut Random, canvas: &mut Pixmap, path: &Path, colors: Colors) {
    let Colors { background, ink } = colors;
    let identity = Transform::identity();
    let stroke = |width: f32| Stroke { width, line_join: LineJoin::Round, ..Stroke::default() };
    if rng.chance(0.22) {
        let color = rng.color();
        let offset = Transform::from_translate(rng.between(-3.0, 3.0), rng.between(-3.0, 3.0));
        let opacity = rng.between(0.15, 0.5);
        for width in [0.5, 2.0, 3.5] {
            canvas.stroke_path(path, &paint(color, opacity / 3.0), &stroke(width), offset, None);
        }
        canvas.fill_path(path, &paint(color, opacity), FillRule::Winding, offset, None);
    } else if rng.chance(0.08) {
        // A halo on the other side of the background's color than the ink.
        let color = [0, 1, 2]
            .map(|i: usize| (1.5 * f32::from(background[i]) - 0.5 * f32::from(ink[i])).clamp(0.0, 255.0) as u8);
        let width = rng.between(2.0, 6.0);
        let opacity = rng.between(0.3, 1.0);
        canvas.stroke_path(path, &paint(color, opacity), &stroke(width), identity, None);
    }
    let opacity = if rng.chance(0.15) { rng.between(0.7, 1.0) } else { 1.0 };
    canvas.fill_path(path, &paint(ink, opacity), FillRule::Winding, identity, None);
    if rng.chance(0.3) {
        let width = rng.between(0.4, 2.6);
        canvas.stroke_path(path, &paint(ink, opacity), &stroke(width), identity, None);
    }
}

/// In some cases, draws a line around the letter, lighter or darker than the background.
fn draw_halo(rng: &mut Random, canvas: &mut Pixmap, path: &Path, colors: Colors) {
    let Colors { background, ink } = colors;
    if !rng.chance(0.12) {
        return;
    }
    let by = rng.between(0.2, 0.8) * if luma(ink) > luma(background) { -1.0 } else { 1.0 };
    let color = [0, 1, 2].map(|i: usize| (f32::from(background[i]) + 90.0 * by).clamp(0.0, 255.0) as u8);
    let stroke = Stroke { width: rng.between(1.5, 5.0), ..Stroke::default() };
    canvas.stroke_path(path, &paint(color, rng.between(0.4, 1.0)), &stroke, Transform::identity(), None);
}

/// In some cases, draws the letter with faint strokes in one direction, as typefaces of high contrast have them; returns
/// whether it did. The letter is drawn in full where it overlaps with itself shifted either way, the rest faintly.
fn draw_hairlines(rng: &mut Random, canvas: &mut Pixmap, path: &Path, height: f32, colors: Colors) -> bool {
    /// The least part of the letter that is drawn in full. Chosen by hand: with less it could not be read.
    const LEAST: f32 = 0.3;
    if !rng.chance(0.25) {
        return false;
    }
    let angle = match rng.below(10) {
        0..=4 => std::f32::consts::FRAC_PI_2,
        5..=6 => 0.0,
        _ => rng.between(0.0, std::f32::consts::PI),
    };
    let by = rng.between(0.02, 0.08) * height;
    let shifted = |by: f32| path.clone().transform(Transform::from_translate(by * angle.cos(), by * angle.sin()));
    let mask = Mask::new(canvas.width(), canvas.height());
    let (Some(mut full), Some(one), Some(other)) = (mask, shifted(by), shifted(-by)) else { return false };
    let area = |mask: &Mask| mask.data().iter().map(|&opacity| f32::from(opacity)).sum::<f32>();
    let identity = Transform::identity();
    full.fill_path(path, FillRule::Winding, true, identity);
    let whole = area(&full);
    full.intersect_path(&one, FillRule::Winding, true, identity);
    full.intersect_path(&other, FillRule::Winding, true, identity);
    if area(&full) < LEAST * whole {
        return false;
    }
    canvas.fill_path(path, &paint(colors.ink, rng.between(0.25, 0.7)), FillRule::Winding, identity, None);
    canvas.fill_path(path, &paint(colors.ink, 1.0), FillRule::Winding, identity, Some(&full));
    true
}

/// In some cases, paints over the edges of every stroke: hairlines nearly vanish.
fn thin(rng: &mut Random, canvas: &mut Pixmap, path: &Path, colors: Colors) {
    if rng.chance(0.12) {
        let stroke = Stroke { width: rng.between(0.3, 1.1), ..Stroke::default() };
        let opacity = rng.between(0.5, 1.0);
        canvas.stroke_path(path, &paint(colors.background, opacity), &stroke, Transform::identity(), None);
    }
}
