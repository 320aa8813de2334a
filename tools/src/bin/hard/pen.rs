//! Drawing in pixels over an opaque picture.

use hexlex::pixels::Rgb;
use hexlex::typeface::Typeface;
use image::RgbaImage;
use tiny_skia::{
    Color, FillRule, GradientStop, LinearGradient, Paint, Path, PathBuilder, PixmapMut, Point, Rect, Shader,
    SpreadMode, Stroke, Transform,
};

/// A rectangle in pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Area {
    pub(crate) x: f32,
    pub(crate) y: f32,
    pub(crate) w: f32,
    pub(crate) h: f32,
}

impl Area {
    pub(crate) fn new(x: f32, y: f32, w: f32, h: f32) -> Area {
        Area { x, y, w, h }
    }

    /// Smaller on every side.
    pub(crate) fn inset(self, by: f32) -> Area {
        Area::new(self.x + by, self.y + by, self.w - 2.0 * by, self.h - 2.0 * by)
    }

    pub(crate) fn center(self) -> (f32, f32) {
        (self.x + self.w / 2.0, self.y + self.h / 2.0)
    }

    pub(crate) fn right(self) -> f32 {
        self.x + self.w
    }

    pub(crate) fn bottom(self) -> f32 {
        self.y + self.h
    }

    /// The cell in this column and row of a grid over the area.
    pub(crate) fn cell(self, columns: usize, rows: usize, column: usize, row: usize) -> Area {
        let (w, h) = (self.w / columns as f32, self.h / rows as f32);
        Area::new(self.x + column as f32 * w, self.y + row as f32 * h, w, h)
    }

    /// The upper part of this height, and the rest.
    pub(crate) fn cut(self, height: f32) -> (Area, Area) {
        let height = height.min(self.h);
        (Area { h: height, ..self }, Area { y: self.y + height, h: self.h - height, ..self })
    }

    /// The left part of this width, and the rest.
    pub(crate) fn cut_left(self, width: f32) -> (Area, Area) {
        let width = width.min(self.w);
        (Area { w: width, ..self }, Area { x: self.x + width, w: self.w - width, ..self })
    }

    /// What it shares with another.
    pub(crate) fn overlap(self, other: Area) -> f32 {
        let w = self.right().min(other.right()) - self.x.max(other.x);
        let h = self.bottom().min(other.bottom()) - self.y.max(other.y);
        w.max(0.0) * h.max(0.0)
    }
}

/// A picture, and the typeface of the text on it.
pub(crate) struct Pen {
    pub(crate) picture: RgbaImage,
    pub(crate) typeface: Typeface,
}

fn opaque([r, g, b]: Rgb, alpha: f32) -> Color {
    Color::from_rgba8(r, g, b, (alpha.clamp(0.0, 1.0) * 255.0).round() as u8)
}

impl Pen {
    /// A picture all of one color.
    pub(crate) fn new(width: u32, height: u32, color: Rgb, typeface: Typeface) -> Pen {
        let [r, g, b] = color;
        let picture = RgbaImage::from_pixel(width.max(1), height.max(1), image::Rgba([r, g, b, u8::MAX]));
        Pen { picture, typeface }
    }

    /// The whole picture.
    pub(crate) fn area(&self) -> Area {
        Area::new(0.0, 0.0, self.picture.width() as f32, self.picture.height() as f32)
    }

    fn draw(&mut self, path: Option<Path>, shader: Shader<'_>, stroke: Option<f32>) {
        let (width, height) = self.picture.dimensions();
        let (Some(mut pixmap), Some(path)) = (PixmapMut::from_bytes(&mut self.picture, width, height), path) else {
            return;
        };
        let paint = Paint { shader, ..Paint::default() };
        match stroke {
            None => pixmap.fill_path(&path, &paint, FillRule::Winding, Transform::identity(), None),
            Some(width) => {
                let stroke = Stroke { width, line_join: tiny_skia::LineJoin::Round, ..Stroke::default() };
                pixmap.stroke_path(&path, &paint, &stroke, Transform::identity(), None);
            }
        }
    }

    /// Fills an outline.
    pub(crate) fn fill(&mut self, path: Option<Path>, color: Rgb, alpha: f32) {
        self.draw(path, Shader::SolidColor(opaque(color, alpha)), None);
    }

    /// Draws along an outline.
    pub(crate) fn stroke(&mut self, path: Option<Path>, width: f32, color: Rgb, alpha: f32) {
        self.draw(path, Shader::SolidColor(opaque(color, alpha)), Some(width));
    }

    /// Lays a color over everything.
    pub(crate) fn fill_all(&mut self, color: Rgb, alpha: f32) {
        self.fill(rounded(self.area(), 0.0), color, alpha);
    }

    /// A filled rectangle with rounded corners.
    pub(crate) fn block(&mut self, area: Area, radius: f32, color: Rgb) {
        self.fill(rounded(area, radius), color, 1.0);
    }

    /// The border of one.
    pub(crate) fn border(&mut self, area: Area, radius: f32, width: f32, color: Rgb) {
        self.stroke(rounded(area, radius), width, color, 1.0);
    }

    /// From one color at the top to another at the bottom.
    pub(crate) fn slope(&mut self, area: Area, radius: f32, from: Rgb, to: Rgb) {
        let stops = vec![GradientStop::new(0.0, opaque(from, 1.0)), GradientStop::new(1.0, opaque(to, 1.0))];
        let (start, end) = (Point::from_xy(area.x, area.y), Point::from_xy(area.x, area.bottom()));
        let shader = LinearGradient::new(start, end, stops, SpreadMode::Pad, Transform::identity());
        self.draw(rounded(area, radius), shader.unwrap_or(Shader::SolidColor(opaque(from, 1.0))), None);
    }

    pub(crate) fn disk(&mut self, (x, y): (f32, f32), radius: f32, color: Rgb, alpha: f32) {
        self.fill(PathBuilder::from_circle(x, y, radius.max(0.1)), color, alpha);
    }

    pub(crate) fn line(&mut self, points: &[(f32, f32)], width: f32, color: Rgb, alpha: f32) {
        self.stroke(polygon(points, false), width, color, alpha);
    }

    pub(crate) fn polygon(&mut self, points: &[(f32, f32)], color: Rgb, alpha: f32) {
        self.fill(polygon(points, true), color, alpha);
    }

    /// Text with its middle at a place, its capitals this high, shrunk where it is wider than it may be.
    pub(crate) fn text_in(&mut self, text: &str, center: (f32, f32), height: f32, widest: f32, color: Rgb) {
        let path = self.typeface.centered(text, center.into(), height, widest);
        self.fill(path, color, 1.0);
    }

    /// Text from a place on, its capitals this high, standing below that place; words that do not fit are left
    /// out. Answers its width.
    pub(crate) fn text(&mut self, text: &str, (x, y): (f32, f32), height: f32, widest: f32, color: Rgb) -> f32 {
        let mut shown = text;
        let mut width = self.typeface.width(shown) * height;
        while width > widest {
            let Some((start, _)) = shown.rsplit_once(' ') else { return 0.0 };
            shown = start;
            width = self.typeface.width(shown) * height;
        }
        let place = Transform::from_row(height, 0.0, 0.0, height, x, y + height);
        let path = self.typeface.outline(shown).and_then(|path| path.transform(place));
        self.fill(path, color, 1.0);
        width
    }
}

/// A rectangle with round corners.
fn rounded(area: Area, radius: f32) -> Option<Path> {
    let rect = Rect::from_xywh(area.x, area.y, area.w.max(0.0), area.h.max(0.0)).filter(|r| r.width() > 0.0)?;
    let r = radius.min(area.w / 2.0).min(area.h / 2.0);
    if r <= 0.0 {
        return Some(PathBuilder::from_rect(rect));
    }
    let (x, y, right, bottom) = (area.x, area.y, area.right(), area.bottom());
    let mut path = PathBuilder::new();
    path.move_to(x + r, y);
    path.line_to(right - r, y);
    path.quad_to(right, y, right, y + r);
    path.line_to(right, bottom - r);
    path.quad_to(right, bottom, right - r, bottom);
    path.line_to(x + r, bottom);
    path.quad_to(x, bottom, x, bottom - r);
    path.line_to(x, y + r);
    path.quad_to(x, y, x + r, y);
    path.close();
    path.finish()
}

fn polygon(points: &[(f32, f32)], closed: bool) -> Option<Path> {
    let mut path = PathBuilder::new();
    let (first, rest) = points.split_first()?;
    path.move_to(first.0, first.1);
    rest.iter().for_each(|&(x, y)| path.line_to(x, y));
    if closed {
        path.close();
    }
    path.finish()
}
