//! Drawing in pixels over an opaque picture: [`Canvas`] has the picture, [`Region`] is a rectangle in it.

use hexlex::pixels::{Point, Rgb};
use hexlex::typeface::Typeface;
use image::RgbaImage;
use tiny_skia::{
    Color, FillRule, GradientStop, LinearGradient, Paint, Path, PathBuilder, PixmapMut, Rect, Shader, SpreadMode,
    Stroke, Transform,
};

/// A rectangle of the picture, in pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Region {
    pub(crate) x: f32,
    pub(crate) y: f32,
    pub(crate) width: f32,
    pub(crate) height: f32,
}

impl Region {
    pub(crate) fn new(x: f32, y: f32, width: f32, height: f32) -> Region {
        Region { x, y, width, height }
    }

    /// The region smaller by `by` on every side.
    pub(crate) fn inset(self, by: f32) -> Region {
        Region::new(self.x + by, self.y + by, self.width - 2.0 * by, self.height - 2.0 * by)
    }

    pub(crate) fn center(self) -> Point {
        Point::new(self.x + self.width / 2.0, self.y + self.height / 2.0)
    }

    pub(crate) fn right(self) -> f32 {
        self.x + self.width
    }

    pub(crate) fn bottom(self) -> f32 {
        self.y + self.height
    }

    /// The cell in this column and row of a grid over the region.
    pub(crate) fn cell(self, columns: usize, rows: usize, column: usize, row: usize) -> Region {
        let (width, height) = (self.width / columns as f32, self.height / rows as f32);
        Region::new(self.x + column as f32 * width, self.y + row as f32 * height, width, height)
    }

    /// The largest grid of square cells in the middle of the region, with a margin; and the side of a cell.
    pub(crate) fn square_grid(self, columns: usize, rows: usize) -> (Region, f32) {
        let side = (0.92 * self.width / columns as f32).min(0.92 * self.height / rows as f32);
        let (width, height) = (side * columns as f32, side * rows as f32);
        let Point { x, y } = self.center();
        (Region::new(x - width / 2.0, y - height / 2.0, width, height), side)
    }

    /// The upper part of this height, and the rest.
    pub(crate) fn split_top(self, height: f32) -> (Region, Region) {
        let height = height.min(self.height);
        (Region { height, ..self }, Region { y: self.y + height, height: self.height - height, ..self })
    }

    /// The left part of this width, and the rest.
    pub(crate) fn split_left(self, width: f32) -> (Region, Region) {
        let width = width.min(self.width);
        (Region { width, ..self }, Region { x: self.x + width, width: self.width - width, ..self })
    }

    /// The number of square pixels that it shares with another region.
    pub(crate) fn overlap(self, other: Region) -> f32 {
        let width = self.right().min(other.right()) - self.x.max(other.x);
        let height = self.bottom().min(other.bottom()) - self.y.max(other.y);
        width.max(0.0) * height.max(0.0)
    }
}

/// A picture, and the typeface of the text on it.
pub(crate) struct Canvas {
    pub(crate) picture: RgbaImage,
    pub(crate) typeface: Typeface,
}

fn with_alpha([r, g, b]: Rgb, alpha: f32) -> Color {
    Color::from_rgba8(r, g, b, (alpha.clamp(0.0, 1.0) * 255.0).round() as u8)
}

impl Canvas {
    /// A picture of one color.
    pub(crate) fn new(width: u32, height: u32, color: Rgb, typeface: Typeface) -> Canvas {
        let [r, g, b] = color;
        let picture = RgbaImage::from_pixel(width.max(1), height.max(1), image::Rgba([r, g, b, u8::MAX]));
        Canvas { picture, typeface }
    }

    /// The whole picture.
    pub(crate) fn region(&self) -> Region {
        Region::new(0.0, 0.0, self.picture.width() as f32, self.picture.height() as f32)
    }

    /// Fills a path, or draws along it with a stroke of this width.
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

    /// Fills the inside of a path.
    fn fill(&mut self, path: Option<Path>, color: Rgb, alpha: f32) {
        self.draw(path, Shader::SolidColor(with_alpha(color, alpha)), None);
    }

    /// Draws along a path.
    fn stroke(&mut self, path: Option<Path>, width: f32, color: Rgb, alpha: f32) {
        self.draw(path, Shader::SolidColor(with_alpha(color, alpha)), Some(width));
    }

    /// Blends a color over the whole picture.
    pub(crate) fn fill_all(&mut self, color: Rgb, alpha: f32) {
        self.fill(rounded(self.region(), 0.0), color, alpha);
    }

    /// Fills a rectangle with rounded corners.
    pub(crate) fn block(&mut self, region: Region, radius: f32, color: Rgb) {
        self.fill(rounded(region, radius), color, 1.0);
    }

    /// Draws the border of a rectangle with rounded corners.
    pub(crate) fn border(&mut self, region: Region, radius: f32, width: f32, color: Rgb) {
        self.stroke(rounded(region, radius), width, color, 1.0);
    }

    /// Fills a rectangle with rounded corners with a gradient from the top to the bottom.
    pub(crate) fn gradient(&mut self, region: Region, radius: f32, top: Rgb, bottom: Rgb) {
        let stops = vec![GradientStop::new(0.0, with_alpha(top, 1.0)), GradientStop::new(1.0, with_alpha(bottom, 1.0))];
        let start = tiny_skia::Point::from_xy(region.x, region.y);
        let end = tiny_skia::Point::from_xy(region.x, region.bottom());
        let shader = LinearGradient::new(start, end, stops, SpreadMode::Pad, Transform::identity());
        self.draw(rounded(region, radius), shader.unwrap_or(Shader::SolidColor(with_alpha(top, 1.0))), None);
    }

    pub(crate) fn disk(&mut self, center: Point, radius: f32, color: Rgb, alpha: f32) {
        self.fill(PathBuilder::from_circle(center.x, center.y, radius.max(0.1)), color, alpha);
    }

    /// Draws lines from point to point.
    pub(crate) fn line(&mut self, points: &[Point], width: f32, color: Rgb, alpha: f32) {
        self.stroke(polyline(points).and_then(PathBuilder::finish), width, color, alpha);
    }

    /// Draws lines from point to point and back to the first.
    pub(crate) fn closed_line(&mut self, points: &[Point], width: f32, color: Rgb) {
        let mut closed = points.to_vec();
        closed.extend(points.first());
        self.line(&closed, width, color, 1.0);
    }

    pub(crate) fn polygon(&mut self, points: &[Point], color: Rgb, alpha: f32) {
        let path = polyline(points).and_then(|mut path| {
            path.close();
            path.finish()
        });
        self.fill(path, color, alpha);
    }

    /// Draws text around a center, its capitals this high; shrinks it to the widest that it may be.
    pub(crate) fn text_in(&mut self, text: &str, center: Point, height: f32, widest: f32, color: Rgb) {
        let path = self.typeface.centered(text, center, height, widest);
        self.fill(path, color, 1.0);
    }

    /// Draws text whose upper left corner is given, its capitals this high; leaves out the last words where it would
    /// be too wide.
    pub(crate) fn text(&mut self, text: &str, corner: Point, height: f32, widest: f32, color: Rgb) {
        let mut shown = text;
        let mut width = self.typeface.width(shown) * height;
        while width > widest {
            let Some((start, _)) = shown.rsplit_once(' ') else { return };
            shown = start;
            width = self.typeface.width(shown) * height;
        }
        let place = Transform::from_row(height, 0.0, 0.0, height, corner.x, corner.y + height);
        let path = self.typeface.outline(shown).and_then(|path| path.transform(place));
        self.fill(path, color, 1.0);
    }
}

/// The outline of a rectangle with rounded corners; `None` where it has no width.
fn rounded(region: Region, radius: f32) -> Option<Path> {
    let rect = Rect::from_xywh(region.x, region.y, region.width.max(0.0), region.height.max(0.0));
    let rect = rect.filter(|rect| rect.width() > 0.0)?;
    let r = radius.min(region.width / 2.0).min(region.height / 2.0);
    if r <= 0.0 {
        return Some(PathBuilder::from_rect(rect));
    }
    let (x, y, right, bottom) = (region.x, region.y, region.right(), region.bottom());
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

/// A path from point to point; `None` without points.
fn polyline(points: &[Point]) -> Option<PathBuilder> {
    let (first, rest) = points.split_first()?;
    let mut path = PathBuilder::new();
    path.move_to(first.x, first.y);
    rest.iter().for_each(|point| path.line_to(point.x, point.y));
    Some(path)
}
