//! Drawing over a picture in tile heights.
//!
//! A [`Canvas`] takes outlines in tile heights and turns them into pixels only when it draws, so that a drawing is equally
//! sharp at every size. [`solid`] and [`gradient`] are the colors to draw with.

use super::{Gradient, Panel, Style};
use crate::pixels::{Bounds, Point, Rgb, mix};
use crate::typeface::Typeface;
use image::RgbaImage;
use tiny_skia::{
    Color, FillRule, GradientStop, LineCap, LineJoin, LinearGradient, Paint, Path, PathBuilder, PixmapMut, Shader,
    SpreadMode, Stroke, Transform,
};

/// The share of a panel's slot that its text or button may take, and of a button's width that its text may.
const SHARE: f32 = 0.86;
/// The largest height of a button.
const BUTTON: f32 = 0.6;
/// The radius of a button's corners, in its heights.
const BUTTON_RADIUS: f32 = 0.25;

/// A color of this opacity, 0 to 1.
pub fn solid(color: Rgb, alpha: f32) -> Shader<'static> {
    Shader::SolidColor(with_alpha(color, alpha))
}

fn with_alpha([r, g, b]: Rgb, alpha: f32) -> Color {
    Color::from_rgba8(r, g, b, (alpha.clamp(0.0, 1.0) * 255.0).round() as u8)
}

/// A gradient between two points.
pub fn gradient(from: Point, to: Point, colors: Gradient) -> Shader<'static> {
    let stop = |position: f32, color: Rgb| GradientStop::new(position, with_alpha(color, 1.0));
    let stops = vec![stop(0.0, colors.start), stop(1.0, colors.end)];
    let (start, end) = (tiny_skia::Point::from_xy(from.x, from.y), tiny_skia::Point::from_xy(to.x, to.y));
    LinearGradient::new(start, end, stops, SpreadMode::Pad, Transform::identity())
        .unwrap_or_else(|| solid(colors.start, 1.0))
}

/// A gradient from the upper to the lower edge of a rectangle.
pub fn vertical(area: Bounds, colors: Gradient) -> Shader<'static> {
    gradient(Point::new(area.x, area.y), Point::new(area.x, area.bottom()), colors)
}

/// The number of pixels in a tile height, across and down: they differ where a window is stretched.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scale {
    /// Across.
    pub x: f32,
    /// Down.
    pub y: f32,
}

impl Scale {
    /// The same across and down.
    pub const fn uniform(pixels: f32) -> Scale {
        Scale { x: pixels, y: pixels }
    }
}

/// An opaque picture that is drawn on. Without transparency, tiny-skia's premultiplied colors are plain ones.
pub struct Canvas<'a> {
    pixmap: PixmapMut<'a>,
    pub(super) scale: Scale,
}

impl Canvas<'_> {
    /// A canvas over a picture; `None` where the picture has no pixels.
    pub fn over(picture: &mut RgbaImage, scale: Scale) -> Option<Canvas<'_>> {
        let (width, height) = picture.dimensions();
        Some(Canvas { pixmap: PixmapMut::from_bytes(picture, width, height)?, scale })
    }

    fn transform(&self) -> Transform {
        Transform::from_scale(self.scale.x, self.scale.y)
    }

    /// Fills an outline; does nothing without one.
    pub fn fill(&mut self, path: Option<Path>, shader: Shader<'_>) {
        let paint = Paint { shader, ..Paint::default() };
        if let Some(path) = path {
            self.pixmap.fill_path(&path, &paint, FillRule::Winding, self.transform(), None);
        }
    }

    /// Draws along an outline, or an open line with round ends; does nothing without one.
    pub fn stroke(&mut self, path: Option<Path>, width: f32, shader: Shader<'_>) {
        let paint = Paint { shader, ..Paint::default() };
        let stroke = Stroke { width, line_cap: LineCap::Round, line_join: LineJoin::Round, ..Stroke::default() };
        if let Some(path) = path {
            self.pixmap.stroke_path(&path, &paint, &stroke, self.transform(), None);
        }
    }

    /// The background with its dots.
    pub(super) fn background(&mut self, style: &Style, whole: Bounds) {
        /// The distance between two dots.
        const STEP: f32 = 0.31;
        const RADIUS: f32 = 0.045;
        self.fill(whole.rounded(0.0), vertical(whole, style.background));
        let Some(color) = style.specks else { return };
        for row in 0..(whole.height / STEP) as u32 {
            for column in 0..(whole.width / STEP) as u32 {
                let offset = if row % 2 == 0 { 0.25 } else { 0.75 };
                let (x, y) = ((column as f32 + offset) * STEP, (row as f32 + 0.5) * STEP);
                self.fill(PathBuilder::from_circle(x, y, RADIUS), solid(color, 1.0));
            }
        }
    }

    /// A panel with its text and its buttons: one below the other, or beside each other in a flat panel.
    pub(super) fn panel(&mut self, panel: &Panel, area: Bounds, typeface: &Typeface) {
        self.fill(area.rounded(0.0), solid(panel.fill, 1.0));
        let count = panel.lines.len() + panel.buttons.len();
        let is_upright = area.height >= area.width;
        let step = if is_upright { area.height } else { area.width } / count.max(1) as f32;
        let slot = |n: usize| match is_upright {
            true => Bounds { y: area.y + n as f32 * step, height: step, ..area },
            false => Bounds { x: area.x + n as f32 * step, width: step, ..area },
        };
        for (n, (text, height)) in panel.lines.iter().enumerate() {
            let slot = slot(n);
            self.fill(typeface.centered(text, slot.center(), *height, SHARE * slot.width), solid(panel.ink, 1.0));
        }
        for (n, text) in panel.buttons.iter().enumerate() {
            let slot = slot(panel.lines.len() + n);
            let button = Bounds::centered(slot.center(), SHARE * slot.width, BUTTON.min(SHARE * slot.height));
            self.button(panel, button, text, typeface);
        }
    }

    /// A button of a panel.
    fn button(&mut self, panel: &Panel, area: Bounds, text: &str, typeface: &Typeface) {
        let outline = area.rounded(BUTTON_RADIUS * area.height);
        self.fill(outline.clone(), solid(panel.button, 1.0));
        self.stroke(outline, BUTTON * 0.08, solid(mix(panel.button, panel.ink, 0.5), 1.0));
        let text = typeface.centered(text, area.center(), area.height * 0.42, SHARE * area.width);
        self.fill(text, solid(panel.ink, 1.0));
    }
}
