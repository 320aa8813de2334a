//! A picture that is drawn on in tile heights, and what stands around a board.
//!
//! Outlines come in tile heights and are made pixels at the very end, so that a drawing is as sharp at any size.

use super::{Panel, Style};
use crate::pixels::{Bounds, Point, Rgb, mix};
use crate::typeface::Typeface;
use image::RgbaImage;
use tiny_skia::{
    Color, FillRule, GradientStop, LinearGradient, Paint, Path, PathBuilder, PixmapMut, Shader, SpreadMode, Stroke,
    Transform,
};

/// One color, this opaque.
pub fn solid(color: Rgb, alpha: f32) -> Shader<'static> {
    Shader::SolidColor(opaque(color, alpha))
}

fn opaque([r, g, b]: Rgb, alpha: f32) -> Color {
    Color::from_rgba8(r, g, b, (alpha.clamp(0.0, 1.0) * 255.0).round() as u8)
}

/// A gradient between two points.
pub fn slope(from: Point, to: Point, colors: (Rgb, Rgb)) -> Shader<'static> {
    let stops = vec![GradientStop::new(0.0, opaque(colors.0, 1.0)), GradientStop::new(1.0, opaque(colors.1, 1.0))];
    let (start, end) = (tiny_skia::Point::from_xy(from.x, from.y), tiny_skia::Point::from_xy(to.x, to.y));
    LinearGradient::new(start, end, stops, SpreadMode::Pad, Transform::identity())
        .unwrap_or_else(|| solid(colors.0, 1.0))
}

/// How round buttons are, in their heights.
const BUTTON_RADIUS: f32 = 0.25;

/// A button's height and its distance from the next, in tile heights.
const BUTTON: (f32, f32) = (0.6, 0.25);

/// An opaque picture that is drawn on: premultiplied is plain there.
pub struct Canvas<'a> {
    pixmap: PixmapMut<'a>,
    /// Pixels a tile height, to the right and down.
    pub(super) scale: (f32, f32),
}

impl Canvas<'_> {
    /// Over a picture, so many pixels a tile height to the right and down; `None` where that has no pixels.
    pub fn over(picture: &mut RgbaImage, scale: (f32, f32)) -> Option<Canvas<'_>> {
        let (width, height) = picture.dimensions();
        Some(Canvas { pixmap: PixmapMut::from_bytes(picture, width, height)?, scale })
    }

    fn transform(&self) -> Transform {
        Transform::from_scale(self.scale.0, self.scale.1)
    }

    /// Fills an outline; there is none where nothing is to be seen.
    pub fn fill(&mut self, path: Option<Path>, shader: Shader<'_>) {
        let paint = Paint { shader, ..Paint::default() };
        if let Some(path) = path {
            self.pixmap.fill_path(&path, &paint, FillRule::Winding, self.transform(), None);
        }
    }

    /// Draws along an outline.
    pub fn stroke(&mut self, path: Option<Path>, width: f32, shader: Shader<'_>) {
        let paint = Paint { shader, ..Paint::default() };
        let stroke = Stroke { width, line_join: tiny_skia::LineJoin::Round, ..Stroke::default() };
        if let Some(path) = path {
            self.pixmap.stroke_path(&path, &paint, &stroke, self.transform(), None);
        }
    }

    /// The background with its specks.
    pub(super) fn background(&mut self, style: &Style, size: (f32, f32)) {
        let everything = Bounds { x: 0.0, y: 0.0, width: size.0, height: size.1 };
        self.fill(everything.rounded(0.0), slope(Point::default(), Point::new(0.0, size.1), style.background));
        let Some(color) = style.specks else { return };
        /// Specks stand this far apart and are this large, in tile heights.
        const SPECKS: (f32, f32) = (0.31, 0.045);
        for row in 0..(size.1 / SPECKS.0) as u32 {
            for column in 0..(size.0 / SPECKS.0) as u32 {
                let shoved = if row % 2 == 0 { 0.25 } else { 0.75 };
                let (x, y) = ((column as f32 + shoved) * SPECKS.0, (row as f32 + 0.5) * SPECKS.0);
                self.fill(PathBuilder::from_circle(x, y, SPECKS.1), solid(color, 1.0));
            }
        }
    }

    /// A panel with its text and its buttons: one below the other, or beside each other in flat panels.
    pub(super) fn panel(&mut self, panel: &Panel, area: Bounds, typeface: &Typeface) {
        self.fill(area.rounded(0.0), solid(panel.fill, 1.0));
        let count = panel.lines.len() + panel.buttons.len();
        let upright = area.height >= area.width;
        let step = if upright { area.height } else { area.width } / count.max(1) as f32;
        let slot = |n: usize| match upright {
            true => Bounds { y: area.y + n as f32 * step, height: step, ..area },
            false => Bounds { x: area.x + n as f32 * step, width: step, ..area },
        };
        /// The share of the room that text may take.
        const ROOM: f32 = 0.86;
        for (n, (text, height)) in panel.lines.iter().enumerate() {
            let slot = slot(n);
            self.fill(typeface.centered(text, slot.center(), *height, ROOM * slot.width), solid(panel.ink, 1.0));
        }
        for (n, text) in panel.buttons.iter().enumerate() {
            let slot = slot(panel.lines.len() + n);
            let center = slot.center();
            let (width, height) = (ROOM * slot.width, BUTTON.0.min(ROOM * slot.height));
            let plate = Bounds::centered(center, width, height);
            let outline = plate.rounded(BUTTON_RADIUS * height);
            self.fill(outline.clone(), solid(panel.button, 1.0));
            self.stroke(outline, BUTTON.0 * 0.08, solid(mix(panel.button, panel.ink, 0.5), 1.0));
            self.fill(typeface.centered(text, center, height * 0.42, ROOM * width), solid(panel.ink, 1.0));
        }
    }
}
