//! One tile: its body by shape and kind, its letter, its value.

use super::canvas::{Canvas, slope, solid};
use super::{Fill, Look, Marks, Style, TileShape};
use crate::board::{Face, Tile, TileKind};
use crate::pixels::{Bounds, Point, Rgb, mix};
use tiny_skia::{FilterQuality, Path, PathBuilder, Pattern, Pixmap, PremultipliedColorU8, SpreadMode, Transform};

/// Half the width of a regular hexagon with a flat top, in halves of its height: 2 / sqrt 3.
const HEXAGON: f32 = 1.154_700_5;

const WHITE: Rgb = [255; 3];
const BLACK: Rgb = [0; 3];

impl TileShape {
    /// The width of a tile of this height.
    pub(super) fn width(self, height: f32) -> f32 {
        if self == TileShape::Hexagon { HEXAGON * height } else { height }
    }

    /// The outline around its center.
    fn outline(self, center: Point, width: f32, height: f32) -> Option<Path> {
        let Point { x, y } = center;
        let (a, b) = (width / 2.0, height / 2.0);
        match self {
            TileShape::Square(radius) => Bounds::centered(center, width, height).rounded(radius * height.min(width)),
            TileShape::Circle => PathBuilder::from_circle(x, y, b.min(a)),
            TileShape::Hexagon => {
                let mut path = PathBuilder::new();
                path.move_to(x - a, y);
                path.line_to(x - a / 2.0, y - b);
                path.line_to(x + a / 2.0, y - b);
                path.line_to(x + a, y);
                path.line_to(x + a / 2.0, y + b);
                path.line_to(x - a / 2.0, y + b);
                path.close();
                path.finish()
            }
        }
    }
}

/// The outline of a tile of the style, smaller by `inset` on every side.
fn outline(style: &Style, at: Point, inset: f32) -> Option<Path> {
    let height = 1.0 - style.gap - 2.0 * inset;
    let width = match style.shape {
        TileShape::Hexagon => style.shape.width(height),
        _ => style.pitch - style.gap - 2.0 * inset,
    };
    style.shape.outline(at, width, height)
}

/// What shines over the neighbors: drawn before all bodies.
pub(super) fn glow(canvas: &mut Canvas<'_>, style: &Style, tile: &Tile, at: Point, _id: usize) {
    let Some(color) = style.looks.of(tile.kind).glow else { return };
    /// The rings that make the shine, by width and opacity.
    const RINGS: [(f32, f32); 3] = [(0.28, 0.14), (0.18, 0.2), (0.1, 0.3)];
    for (width, alpha) in RINGS {
        canvas.stroke(outline(style, at, 0.0), width, solid(color, alpha));
    }
}

/// The tile itself with all that stands on it; `id` tells one fire from the other.
pub(super) fn body(canvas: &mut Canvas<'_>, style: &Style, tile: &Tile, at: Point, id: usize) {
    let picked = tile.has_tag("selected");
    let look = match &style.selected {
        Some(look) if picked && tile.kind == TileKind::Normal => look,
        _ => style.looks.of(tile.kind),
    };
    let filled = look.fill != Fill::None;
    if style.shadow > 0.0 && filled {
        canvas.fill(outline(style, at + Point::new(style.shadow, style.shadow), 0.0), solid(BLACK, 0.45));
    }
    face(canvas, style, look, at, id);
    let inset = style.edge / 2.0;
    let edge = if picked { WHITE } else { look.edge };
    if style.edge > 0.0 {
        canvas.stroke(outline(style, at, inset), style.edge, solid(edge, 1.0));
    }
    let text = says(&tile.face, style.capital_u);
    letters(canvas, style, look, at, &text);
    if let Some(value) = value(&text, style) {
        marks(canvas, style, look, at, value);
    }
}

/// The letters with their shadow and seam.
fn letters(canvas: &mut Canvas<'_>, style: &Style, look: &Look, at: Point, text: &str) {
    let center = at + style.letter_at;
    let letters = |shift: f32| {
        let center = center + Point::new(shift, shift);
        style.typeface.centered(text, center, style.letter_height, style.letter_width)
    };
    if let Some((color, far)) = style.cast {
        canvas.fill(letters(far), solid(color, 0.7));
    }
    if let Some((color, width)) = style.halo {
        canvas.stroke(letters(0.0), 2.0 * width, solid(color, 1.0));
    }
    canvas.fill(letters(0.0), solid(look.letter, 1.0));
}

/// What stands on a tile: nothing on one that nobody could read.
fn says(face: &Face, capital_u: bool) -> String {
    match face {
        Face::Letters(letters) if letters == "QU" && !capital_u => "Qu".to_string(),
        Face::Letters(letters) => letters.clone(),
        Face::Choice(choices) => choices.join("/"),
        Face::Prefix(letters) => format!("{letters}-"),
        Face::Suffix(letters) => format!("-{letters}"),
        Face::Blank => "*".to_string(),
        Face::Unreadable => String::new(),
    }
}

/// The rim and the face.
fn face(canvas: &mut Canvas<'_>, style: &Style, look: &Look, at: Point, id: usize) {
    let half = Point::new(0.5, 0.5);
    let (corner, opposite) = (at - half, at + half);
    let (light, dark) = match look.fill {
        Fill::None => return,
        Fill::Slope(top, bottom) | Fill::Grain(top, bottom) => (mix(top, WHITE, 0.5), mix(bottom, BLACK, 0.35)),
        Fill::Gem(light, _, shade) => (mix(light, WHITE, 0.4), shade),
        Fill::Flames(smoke, _, hot) => (mix(hot, WHITE, 0.2), smoke),
    };
    if style.bevel > 0.0 {
        canvas.fill(outline(style, at, 0.0), slope(corner, opposite, (light, dark)));
    }
    let inner = outline(style, at, style.bevel);
    match look.fill {
        Fill::None => {}
        Fill::Slope(top, bottom) => {
            canvas.fill(inner, slope(at - Point::new(0.0, 0.5), at + Point::new(0.0, 0.5), (top, bottom)))
        }
        Fill::Gem(light, body, shade) => {
            /// The table of the stone is this much smaller than the tile.
            const TABLE: f32 = 0.13;
            canvas.fill(inner, slope(corner, opposite, (mix(light, body, 0.5), mix(shade, body, 0.5))));
            canvas.fill(outline(style, at, TABLE), slope(corner, opposite, (mix(body, shade, 0.12), light)));
        }
        Fill::Flames(..) | Fill::Grain(..) => {
            let Some(texture) = texture(look.fill, canvas.scale, id as u32) else { return };
            let (sx, sy) = (canvas.scale.0.recip(), canvas.scale.1.recip());
            let place = Transform::from_row(sx, 0.0, 0.0, sy, at.x - texture.width() as f32 * sx / 2.0, at.y - 0.5);
            let shader = Pattern::new(texture.as_ref(), SpreadMode::Pad, FilterQuality::Nearest, 1.0, place);
            canvas.fill(inner, shader);
        }
    }
}

/// The texture of a tile that burns or has a grain.
fn texture(fill: Fill, scale: (f32, f32), seed: u32) -> Option<Pixmap> {
    let (width, height) = ((HEXAGON * scale.0).ceil() as u32, scale.1.ceil() as u32);
    let mut pixmap = Pixmap::new(width.max(1), height.max(1))?;
    for (n, pixel) in pixmap.pixels_mut().iter_mut().enumerate() {
        let (u, v) = ((n as u32 % width) as f32 / scale.0, (n as u32 / width) as f32 / scale.1);
        let [r, g, b] = match fill {
            Fill::Flames(smoke, blaze, hot) => flame((u, v), (smoke, blaze, hot), seed),
            Fill::Grain(one, other) => {
                // Long streaks along the tile with fine ones in them.
                let share = 0.7 * noise(u * 2.0, v * 9.0, seed) + 0.3 * noise(u * 6.0, v * 26.0, seed ^ 0xaa);
                mix(one, other, share)
            }
            _ => return None,
        };
        *pixel = PremultipliedColorU8::from_rgba(r, g, b, u8::MAX)?;
    }
    Some(pixmap)
}

/// The color of a burning tile at a place: three colors along the height, torn by noise.
fn flame((u, v): (f32, f32), (smoke, blaze, hot): (Rgb, Rgb, Rgb), seed: u32) -> Rgb {
    // Coarse tongues and finer sparks; both stretched upward as flames are.
    let torn = 0.65 * noise(u * 4.0, v * 2.5, seed) + 0.35 * noise(u * 11.0, v * 7.0, seed ^ 0x55);
    let heat = (v * 1.1 + torn * 0.9 - 0.5).clamp(0.0, 1.0);
    if heat < 0.5 { mix(smoke, blaze, heat * 2.0) } else { mix(blaze, hot, (heat - 0.5) * 2.0) }
}

/// Smooth noise from 0 to 1 over a lattice of hashed values: the same on every machine.
fn noise(x: f32, y: f32, seed: u32) -> f32 {
    let corner = |x: f32, y: f32| {
        let mut hash = (x as u32).wrapping_mul(0x9e37_79b1) ^ (y as u32).wrapping_mul(0x85eb_ca77);
        hash = (hash ^ seed.wrapping_mul(0xc2b2_ae3d)).wrapping_mul(0x27d4_eb2f);
        hash ^= hash >> 15;
        hash = hash.wrapping_mul(0x2c1b_3c6d);
        (hash >> 16) as f32 / 65_535.0
    };
    let (left, top) = (x.floor(), y.floor());
    let ease = |t: f32| t * t * (3.0 - 2.0 * t);
    let (u, v) = (ease(x - left), ease(y - top));
    let across = |y: f32| corner(left, y) * (1.0 - u) + corner(left + 1.0, y) * u;
    across(top) * (1.0 - v) + across(top + 1.0) * v
}

/// What a tile's letters are worth together; `None` where it says none.
fn value(text: &str, style: &Style) -> Option<u32> {
    if text == "Qu" {
        return value("Q", style);
    }
    let values: Vec<u32> = text
        .bytes()
        .filter(u8::is_ascii_uppercase)
        .map(|letter| u32::from(style.values[usize::from(letter - b'A')]))
        .collect();
    (!values.is_empty()).then(|| values.iter().sum())
}

/// The value in a corner.
fn marks(canvas: &mut Canvas<'_>, style: &Style, look: &Look, at: Point, value: u32) {
    match style.marks {
        Marks::None => {}
        Marks::Digits { at: from_center, height } => {
            let digits = style.typeface.centered(&value.to_string(), at + from_center, height, 0.3);
            canvas.fill(digits, solid(look.letter, 0.85));
        }
        Marks::Badge { at: from_center, height, colors: (disk, ink) } => {
            let center = at + from_center;
            canvas.fill(PathBuilder::from_circle(center.x, center.y, height), solid(disk, 1.0));
            let digits = style.typeface.centered(&value.to_string(), center, height, 1.4 * height);
            canvas.fill(digits, solid(ink, 1.0));
        }
        Marks::Dots(color) => {
            /// Below the first, no dot; then a dot more from each on.
            const STEPS: [u32; 3] = [2, 5, 8];
            /// The radius of a dot, and how far the first stands from the tile's middle.
            const DOT: (f32, f32) = (0.035, 0.37);
            let dots = STEPS.iter().filter(|&&step| value >= step).count();
            let reach = (DOT.1 - style.gap / 2.0).min(style.pitch / 2.0 - 0.1);
            for n in 0..dots {
                let (x, y) = (at.x + reach - n as f32 * 2.3 * DOT.0, at.y + reach);
                canvas.fill(PathBuilder::from_circle(x, y, DOT.0), solid(color, 1.0));
                let (x, y) = (x - DOT.0 * 0.3, y - DOT.0 * 0.3);
                canvas.fill(PathBuilder::from_circle(x, y, DOT.0 * 0.4), solid(mix(color, WHITE, 0.6), 1.0));
            }
        }
    }
}
