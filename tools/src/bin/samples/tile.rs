//! The tile below a letter, its neighbors, and a texture over all of them.

use crate::canvas::{CANVAS, TILE, contrast, paint};
use crate::random::Random;
use hexlex::pixels::{Point, Rgb, luma};
use tiny_skia::{Color, FillRule, Path, PathBuilder, Pixmap, Rect, Stroke, Transform};

/// The colors of a tile.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Colors {
    pub(crate) background: Rgb,
    /// The color of the letter.
    pub(crate) ink: Rgb,
}

impl Colors {
    /// Random colors; `None` where they are too similar to be read.
    pub(crate) fn random(rng: &mut Random) -> Option<Colors> {
        let level = rng.between(15.0, 240.0);
        let by = rng.between(30.0, 215.0) * if rng.chance(0.5) { 1.0 } else { -1.0 };
        let other = if (0.0..=255.0).contains(&(level + by)) { level + by } else { level - by };
        let background = rng.shade(level);
        let ink = if rng.chance(0.6) { rng.shade(other) } else { [other.clamp(0.0, 255.0) as u8; 3] };
        let colors = Colors { background, ink };
        let brightness = (luma(background) - luma(ink)).abs();
        (colors.contrast() > 24.0 && (brightness > 16.0 || colors.contrast() > 60.0)).then_some(colors)
    }

    pub(crate) fn contrast(self) -> f32 {
        contrast(self.background, self.ink)
    }
}

/// The form of a tile.
#[derive(Debug, Clone, Copy)]
enum Form {
    Square,
    /// A square without its corners.
    Octagon,
    Hexagon,
    Circle,
}

impl Form {
    const ALL: [Form; 4] = [Form::Square, Form::Octagon, Form::Hexagon, Form::Circle];

    /// The outline of a tile with this half height; `corner` is what an octagon lacks of a square.
    fn outline(self, center: Point, half: f32, corner: f32) -> Option<Path> {
        let Point { x, y } = center;
        let mut builder = PathBuilder::new();
        match self {
            Form::Square => builder.push_rect(Rect::from_ltrb(x - half, y - half, x + half, y + half)?),
            Form::Octagon => {
                let (near, far) = (half - corner, half);
                let points = [
                    (near, -far),
                    (far, -near),
                    (far, near),
                    (near, far),
                    (-near, far),
                    (-far, near),
                    (-far, -near),
                    (-near, -far),
                ];
                polygon(&mut builder, points.iter().map(|p| (x + p.0, y + p.1)));
            }
            Form::Hexagon => {
                let points = [(-1.15, 0.0), (-0.58, -1.0), (0.58, -1.0), (1.15, 0.0), (0.58, 1.0), (-0.58, 1.0)];
                polygon(&mut builder, points.iter().map(|p| (x + p.0 * half, y + p.1 * half)));
            }
            Form::Circle => builder.push_circle(x, y, half),
        }
        builder.finish()
    }
}

fn polygon(builder: &mut PathBuilder, points: impl Iterator<Item = (f32, f32)>) {
    for (i, (x, y)) in points.enumerate() {
        if i == 0 { builder.move_to(x, y) } else { builder.line_to(x, y) }
    }
    builder.close();
}

/// What all tiles of a board have in common.
struct Design {
    form: Form,
    /// Half a tile's height, in pixels.
    half: f32,
    corner: f32,
    /// The color and the width of the border.
    border: Option<(Rgb, f32)>,
    /// The color of a line inside the tile, and its size in parts of the tile.
    inner_line: Option<(Rgb, f32)>,
    /// Whether neighbors are filled too.
    fills_neighbors: bool,
    /// Whether the columns beside the tile are half a tile lower.
    staggered: bool,
}

impl Design {
    fn random(rng: &mut Random, ink: Rgb) -> Design {
        Design {
            form: Form::ALL[rng.below(4)],
            half: TILE * rng.between(0.4, 0.51),
            corner: rng.between(2.0, 14.0),
            border: rng.chance(0.5).then(|| {
                let color = if rng.chance(0.35) { ink } else { rng.color() };
                (color, TILE * rng.between(0.01, 0.07))
            }),
            inner_line: rng.chance(0.2).then(|| (rng.color(), rng.between(0.84, 0.95))),
            fills_neighbors: rng.chance(0.85),
            staggered: rng.chance(0.5),
        }
    }
}

/// Draws the board's background, the tile, and its neighbors; on some boards the letters have no tiles.
pub(crate) fn draw_tiles(rng: &mut Random, canvas: &mut Pixmap, colors: Colors) {
    let identity = Transform::identity();
    let around = if rng.chance(0.5) { colors.background } else { rng.color() };
    canvas.fill(Color::from_rgba8(around[0], around[1], around[2], 255));
    if rng.chance(0.25) {
        let [r, g, b] = colors.background;
        canvas.fill(Color::from_rgba8(r, g, b, 255));
        return;
    }
    let design = Design::random(rng, colors.ink);
    let middle = CANVAS / 2.0;
    for column in -1..=1i32 {
        for row in -1..=1i32 {
            let down = if design.staggered && column != 0 { row as f32 + 0.5 } else { row as f32 };
            let center = Point::new(middle + column as f32 * TILE, middle + down * TILE);
            let Some(path) = design.form.outline(center, design.half, design.corner) else { continue };
            let is_neighbor = (column, row) != (0, 0);
            let fill = if is_neighbor && rng.chance(0.15) { rng.color() } else { colors.background };
            if design.fills_neighbors || !is_neighbor {
                canvas.fill_path(&path, &paint(fill, 1.0), FillRule::Winding, identity, None);
            }
            if let Some((color, width)) = design.border {
                canvas.stroke_path(&path, &paint(color, 1.0), &Stroke { width, ..Stroke::default() }, identity, None);
            }
            if let Some((color, part)) = design.inner_line
                && let Some(path) = design.form.outline(center, design.half * part, design.corner)
            {
                let stroke = Stroke { width: 1.5, ..Stroke::default() };
                canvas.stroke_path(&path, &paint(color, 0.8), &stroke, identity, None);
            }
        }
    }
}

/// Adds a gradient, and a texture of soft spots; strong and colored ones for fire.
pub(crate) fn draw_texture(rng: &mut Random, canvas: &mut Pixmap, contrast: f32) {
    let slope = if rng.chance(0.5) {
        Point::new(rng.between(-0.3, 0.3) * contrast, rng.between(-0.3, 0.3) * contrast)
    } else {
        Point::default()
    };
    let fire = rng.chance(0.06);
    let strength = if fire {
        0.45
    } else if rng.chance(0.35) {
        rng.between(0.02, 0.16)
    } else {
        0.0
    } * contrast;
    let cells = 3 + rng.below(18);
    let spots: Vec<[f32; 3]> = (0..(cells + 1) * (cells + 1))
        .map(|_| {
            let common = rng.normal(0.6);
            if fire { [common, common * 0.8 + rng.normal(0.2), common * 0.5] } else { [common; 3] }
        })
        .collect();
    let side = canvas.width() as usize;
    for (i, pixel) in canvas.data_mut().chunks_exact_mut(4).enumerate() {
        let (x, y) = ((i % side) as f32 / side as f32, (i / side) as f32 / side as f32);
        let (u, v) = (x * cells as f32, y * cells as f32);
        let (c, r) = (u as usize, v as usize);
        let (fu, fv) = (u.fract(), v.fract());
        for channel in 0..3 {
            let at = |r: usize, c: usize| spots[r.min(cells) * (cells + 1) + c.min(cells)][channel];
            let spot = (at(r, c) * (1.0 - fu) + at(r, c + 1) * fu) * (1.0 - fv)
                + (at(r + 1, c) * (1.0 - fu) + at(r + 1, c + 1) * fu) * fv;
            let add = strength * spot + slope.x * (x - 0.5) * 2.0 + slope.y * (y - 0.5) * 2.0;
            pixel[channel] = (f32::from(pixel[channel]) + add).clamp(0.0, 255.0) as u8;
        }
    }
}
