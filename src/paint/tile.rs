//! One tile: its body by shape and kind, its letter, its value. Lengths and centers are in tile heights.

use super::canvas::{Canvas, gradient, solid};
use super::texture::texture;
use super::{Fill, Gradient, Marks, Style, TileShape, TileStyle};
use crate::board::{Face, SELECTED, Tile, TileKind};
use crate::pixels::{Point, Rgb, mix};
use tiny_skia::{FilterQuality, Path, PathBuilder, Pattern, SpreadMode, Transform};

const WHITE: Rgb = [255; 3];
const BLACK: Rgb = [0; 3];

/// The outline of a tile of the style, smaller by `inset` on every side.
fn outline(style: &Style, center: Point, inset: f32) -> Option<Path> {
    let height = 1.0 - style.gap - 2.0 * inset;
    let width = match style.shape {
        TileShape::Hexagon => style.shape.width(height),
        _ => style.pitch - style.gap - 2.0 * inset,
    };
    style.shape.outline(center, width, height)
}

/// Draws the glow, which reaches over the neighbors: all glows go before all bodies.
pub(super) fn glow(canvas: &mut Canvas<'_>, style: &Style, tile: &Tile, center: Point) {
    let Some(color) = style.palette.of(tile.kind).glow else { return };
    /// The rings that fade the glow, by width and opacity.
    const RINGS: [(f32, f32); 3] = [(0.28, 0.14), (0.18, 0.2), (0.1, 0.3)];
    for (width, alpha) in RINGS {
        canvas.stroke(outline(style, center, 0.0), width, solid(color, alpha));
    }
}

/// Draws the tile with its letters and its value; `seed` selects its texture.
pub(super) fn body(canvas: &mut Canvas<'_>, style: &Style, tile: &Tile, center: Point, seed: u32) {
    let is_selected = tile.has_tag(SELECTED);
    let own = match &style.selected {
        Some(selected) if is_selected && tile.kind == TileKind::Normal => selected,
        _ => style.palette.of(tile.kind),
    };
    if style.shadow > 0.0 && own.fill != Fill::None {
        let fallen = center + Point::new(style.shadow, style.shadow);
        canvas.fill(outline(style, fallen, 0.0), solid(BLACK, 0.45));
    }
    bevel(canvas, style, own, center);
    face(canvas, style, own, center, seed);
    if style.edge > 0.0 {
        let edge = if is_selected { WHITE } else { own.edge };
        canvas.stroke(outline(style, center, style.edge / 2.0), style.edge, solid(edge, 1.0));
    }
    let text = text_of(&tile.face, style);
    letters(canvas, style, own, center, &text);
    if let Some(value) = value(&text, style) {
        marks(canvas, style, own, center, value);
    }
}

/// The letters with their shadow and outline.
fn letters(canvas: &mut Canvas<'_>, style: &Style, own: &TileStyle, center: Point, text: &str) {
    let center = center + style.letter_at;
    let letters = |shift: f32| {
        let center = center + Point::new(shift, shift);
        style.typeface.centered(text, center, style.letter_height, style.letter_width)
    };
    if let Some((color, shift)) = style.cast {
        canvas.fill(letters(shift), solid(color, 0.7));
    }
    if let Some((color, width)) = style.halo {
        canvas.stroke(letters(0.0), 2.0 * width, solid(color, 1.0));
    }
    canvas.fill(letters(0.0), solid(own.letter, 1.0));
}

/// The text on a tile; empty for an unreadable one.
fn text_of(face: &Face, style: &Style) -> String {
    match face {
        Face::Letters(letters) if letters == "QU" && !style.capital_u => "Qu".to_string(),
        Face::Letters(letters) => letters.clone(),
        Face::Choice(choices) => choices.join("/"),
        Face::Prefix(letters) => format!("{letters}-"),
        Face::Suffix(letters) => format!("-{letters}"),
        Face::Blank => "*".to_string(),
        Face::Unreadable => String::new(),
    }
}

/// The upper left and the lower right corner of a tile: the ends of its diagonal gradients.
fn diagonal(center: Point) -> (Point, Point) {
    let half = Point::new(0.5, 0.5);
    (center - half, center + half)
}

/// The raised edge, lit from the upper left.
fn bevel(canvas: &mut Canvas<'_>, style: &Style, own: &TileStyle, center: Point) {
    let (light, dark) = match own.fill {
        Fill::None => return,
        Fill::Gradient(colors) | Fill::Grain(colors) => (mix(colors.start, WHITE, 0.5), mix(colors.end, BLACK, 0.35)),
        Fill::Gem { light, shade, .. } => (mix(light, WHITE, 0.4), shade),
        Fill::Flames { smoke, hot, .. } => (mix(hot, WHITE, 0.2), smoke),
    };
    if style.bevel > 0.0 {
        let (corner, opposite) = diagonal(center);
        canvas.fill(outline(style, center, 0.0), gradient(corner, opposite, Gradient::new(light, dark)));
    }
}

/// The face inside the bevel.
fn face(canvas: &mut Canvas<'_>, style: &Style, own: &TileStyle, center: Point, seed: u32) {
    let inner = outline(style, center, style.bevel);
    match own.fill {
        Fill::None => {}
        Fill::Gradient(colors) => {
            let half = Point::new(0.0, 0.5);
            canvas.fill(inner, gradient(center - half, center + half, colors));
        }
        Fill::Gem { light, body, shade } => {
            /// The inset of the stone's flat top.
            const TOP: f32 = 0.13;
            let (corner, opposite) = diagonal(center);
            let facets = Gradient::new(mix(light, body, 0.5), mix(shade, body, 0.5));
            canvas.fill(inner, gradient(corner, opposite, facets));
            let top = Gradient::new(mix(body, shade, 0.12), light);
            canvas.fill(outline(style, center, TOP), gradient(corner, opposite, top));
        }
        Fill::Flames { .. } | Fill::Grain(_) => {
            let Some(texture) = texture(own.fill, canvas.scale, seed) else { return };
            let (sx, sy) = (canvas.scale.x.recip(), canvas.scale.y.recip());
            let left = center.x - texture.width() as f32 * sx / 2.0;
            let place = Transform::from_row(sx, 0.0, 0.0, sy, left, center.y - 0.5);
            canvas.fill(inner, Pattern::new(texture.as_ref(), SpreadMode::Pad, FilterQuality::Nearest, 1.0, place));
        }
    }
}

/// The sum of the letters' values; `None` for a text without letters.
fn value(text: &str, style: &Style) -> Option<u32> {
    if text == "Qu" {
        return value("Q", style);
    }
    let letters = text.bytes().filter(u8::is_ascii_uppercase);
    letters.map(|letter| u32::from(style.values[usize::from(letter - b'A')])).reduce(|sum, value| sum + value)
}

/// The value in a corner.
fn marks(canvas: &mut Canvas<'_>, style: &Style, own: &TileStyle, center: Point, value: u32) {
    match style.marks {
        Marks::None => {}
        Marks::Digits { at, height } => {
            let digits = style.typeface.centered(&value.to_string(), center + at, height, 0.3);
            canvas.fill(digits, solid(own.letter, 0.85));
        }
        Marks::Badge { at, height, disk, ink } => {
            let center = center + at;
            canvas.fill(PathBuilder::from_circle(center.x, center.y, height), solid(disk, 1.0));
            let digits = style.typeface.centered(&value.to_string(), center, height, 1.4 * height);
            canvas.fill(digits, solid(ink, 1.0));
        }
        Marks::Dots(color) => dots(canvas, style, center, value, color),
    }
}

/// The value as dots in the lower right corner, each with a small highlight.
fn dots(canvas: &mut Canvas<'_>, style: &Style, center: Point, value: u32, color: Rgb) {
    /// The values from which there is one dot, two and three.
    const STEPS: [u32; 3] = [2, 5, 8];
    const RADIUS: f32 = 0.035;
    /// From the tile's center to the outermost dot, across and down.
    const REACH: f32 = 0.37;
    let count = STEPS.iter().filter(|&&step| value >= step).count();
    let reach = (REACH - style.gap / 2.0).min(style.pitch / 2.0 - 0.1);
    for n in 0..count {
        // In this order: pictures of the same seed must have the same bytes.
        let dot = center + Point::new(reach, reach) - Point::new(n as f32 * 2.3 * RADIUS, 0.0);
        canvas.fill(PathBuilder::from_circle(dot.x, dot.y, RADIUS), solid(color, 1.0));
        let (x, y) = (dot.x - RADIUS * 0.3, dot.y - RADIUS * 0.3);
        canvas.fill(PathBuilder::from_circle(x, y, RADIUS * 0.4), solid(mix(color, WHITE, 0.6), 1.0));
    }
}
