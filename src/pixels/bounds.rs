//! Rectangles with fractional edges, in whatever unit the caller measures or draws.

use super::{Point, Rect, Size};
use std::ops::Mul;
use tiny_skia::{Path, PathBuilder};

/// The offset of a control point, in radii, for a cubic Bezier curve that approximates a quarter of a circle:
/// 4/3 (sqrt 2 - 1).
const QUARTER: f32 = 0.552_284_8;

/// A rectangle with fractional edges. [`Rect`] is the one of whole pixels.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Bounds {
    /// The left edge.
    pub x: f32,
    /// The upper edge.
    pub y: f32,
    /// From the left edge to the right one.
    pub width: f32,
    /// From the upper edge to the lower one.
    pub height: f32,
}

/// An edge of a rectangle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Edge {
    /// The upper one.
    Top,
    /// The lower one.
    Bottom,
    /// The left one.
    Left,
    /// The right one.
    Right,
}

impl Bounds {
    /// The rectangle from its edges.
    pub fn between(left: f32, top: f32, right: f32, bottom: f32) -> Bounds {
        Bounds { x: left, y: top, width: right - left, height: bottom - top }
    }

    /// The rectangle around its center.
    pub fn centered(center: Point, width: f32, height: f32) -> Bounds {
        Bounds { x: center.x - width / 2.0, y: center.y - height / 2.0, width, height }
    }

    /// The smallest rectangle with these points; `None` without points.
    pub fn around(points: impl IntoIterator<Item = Point>) -> Option<Bounds> {
        let corners = points.into_iter().map(|point| (point, point)).reduce(|(low, high), (point, _)| {
            let least = Point::new(low.x.min(point.x), low.y.min(point.y));
            (least, Point::new(high.x.max(point.x), high.y.max(point.y)))
        });
        corners.map(|(low, high)| Bounds::between(low.x, low.y, high.x, high.y))
    }

    /// The intersection of two rectangles, which may be empty.
    #[must_use]
    pub fn shared(&self, other: &Bounds) -> Bounds {
        let (left, top) = (self.x.max(other.x), self.y.max(other.y));
        let (right, bottom) = (self.right().min(other.right()), self.bottom().min(other.bottom()));
        Bounds::between(left, top, right.max(left), bottom.max(top))
    }

    /// The smallest rectangle with both.
    #[must_use]
    pub fn united(&self, other: &Bounds) -> Bounds {
        let (left, top) = (self.x.min(other.x), self.y.min(other.y));
        Bounds::between(left, top, self.right().max(other.right()), self.bottom().max(other.bottom()))
    }

    /// The right edge.
    pub fn right(&self) -> f32 {
        self.x + self.width
    }

    /// The lower edge.
    pub fn bottom(&self) -> f32 {
        self.y + self.height
    }

    /// The center.
    pub fn center(&self) -> Point {
        Point { x: self.x + self.width / 2.0, y: self.y + self.height / 2.0 }
    }

    /// The rectangle reduced by `depth` on each side, or enlarged where `depth` is negative. Sides stop at 0; the center
    /// is not kept then.
    #[must_use]
    pub fn inset(&self, depth: f32) -> Bounds {
        let less = |length: f32| (length - 2.0 * depth).max(0.0);
        Bounds { x: self.x + depth, y: self.y + depth, width: less(self.width), height: less(self.height) }
    }

    /// Whether the point lies in it.
    pub fn contains(&self, point: Point) -> bool {
        (self.x..self.right()).contains(&point.x) && (self.y..self.bottom()).contains(&point.y)
    }

    /// The area of the intersection of two rectangles; 0 where they do not overlap.
    pub fn shared_area(&self, other: &Bounds) -> f32 {
        let shared = self.shared(other);
        shared.width * shared.height
    }

    /// Cuts off a strip of this depth along one edge and returns it.
    pub fn split_off(&mut self, edge: Edge, depth: f32) -> Bounds {
        let mut strip = *self;
        match edge {
            Edge::Top | Edge::Bottom => {
                strip.height = depth;
                self.height -= depth;
            }
            Edge::Left | Edge::Right => {
                strip.width = depth;
                self.width -= depth;
            }
        }
        match edge {
            Edge::Top => self.y += depth,
            Edge::Left => self.x += depth,
            Edge::Bottom => strip.y += self.height,
            Edge::Right => strip.x += self.width,
        }
        strip
    }

    /// Each edge rounded to the nearest pixel edge.
    pub fn to_pixels(&self) -> Rect {
        let (x, y) = (self.x.round(), self.y.round());
        let side = |low: f32, high: f32| (high.round() - low).max(0.0) as u32;
        Rect { x: x as i32, y: y as i32, width: side(x, self.right()), height: side(y, self.bottom()) }
    }

    /// The outline, its corners rounded by this radius; `None` where it has no area.
    pub fn rounded(&self, radius: f32) -> Option<Path> {
        let Bounds { x: left, y: top, width, height } = *self;
        let (right, bottom) = (self.right(), self.bottom());
        let rect = tiny_skia::Rect::from_ltrb(left, top, right, bottom).filter(|_| width > 0.0 && height > 0.0)?;
        let radius = radius.min(width / 2.0).min(height / 2.0);
        if radius <= 0.0 {
            return Some(PathBuilder::from_rect(rect));
        }
        let k = radius * (1.0 - QUARTER);
        let mut path = PathBuilder::new();
        path.move_to(left + radius, top);
        path.line_to(right - radius, top);
        path.cubic_to(right - k, top, right, top + k, right, top + radius);
        path.line_to(right, bottom - radius);
        path.cubic_to(right, bottom - k, right - k, bottom, right - radius, bottom);
        path.line_to(left + radius, bottom);
        path.cubic_to(left + k, bottom, left, bottom - k, left, bottom - radius);
        path.line_to(left, top + radius);
        path.cubic_to(left, top + k, left + k, top, left + radius, top);
        path.close();
        path.finish()
    }
}

impl Mul<f32> for Bounds {
    type Output = Bounds;

    /// Scales position and size by `factor`.
    fn mul(self, factor: f32) -> Bounds {
        let Bounds { x, y, width, height } = self;
        Bounds { x: x * factor, y: y * factor, width: width * factor, height: height * factor }
    }
}

impl From<Size> for Bounds {
    /// The bounds of a picture of this size.
    fn from(size: Size) -> Bounds {
        Bounds { x: 0.0, y: 0.0, width: size.width as f32, height: size.height as f32 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rounded_rectangle_keeps_its_bounds() {
        for radius in [0.0, 1.0, 100.0] {
            let bounds = Bounds::between(1.0, 2.0, 7.0, 6.0).rounded(radius).unwrap().bounds();
            assert_eq!((bounds.left(), bounds.top(), bounds.right(), bounds.bottom()), (1.0, 2.0, 7.0, 6.0));
        }
        assert!(Bounds::between(0.0, 0.0, 0.0, 3.0).rounded(1.0).is_none());
        assert!(Bounds::between(0.0, 0.0, -1.0, 3.0).rounded(1.0).is_none());
    }

    #[test]
    fn points_have_a_smallest_rectangle() {
        assert_eq!(Bounds::around([]), None);
        let around = Bounds::around([Point::new(3.0, 1.0), Point::new(-1.0, 2.0), Point::new(0.0, 5.0)]);
        assert_eq!(around, Some(Bounds::between(-1.0, 1.0, 3.0, 5.0)));
    }

    #[test]
    fn two_rectangles_share_what_lies_in_both() {
        let (a, b) = (Bounds::between(0.0, 0.0, 4.0, 3.0), Bounds::between(1.0, -2.0, 9.0, 2.0));
        assert_eq!(a.shared(&b), Bounds::between(1.0, 0.0, 4.0, 2.0));
        assert_eq!(a.united(&b), Bounds::between(0.0, -2.0, 9.0, 3.0));
        assert_eq!(a.shared_area(&Bounds::between(5.0, 0.0, 6.0, 1.0)), 0.0);
    }

    #[test]
    fn edges_are_rounded_to_pixels() {
        let bounds = Bounds::between(-1.6, 2.4, 3.6, 4.6);
        assert_eq!(bounds.to_pixels(), Rect { x: -2, y: 2, width: 6, height: 3 });
        assert_eq!((bounds * 2.0).to_pixels(), Rect { x: -3, y: 5, width: 10, height: 4 });
    }

    #[test]
    fn a_strip_and_the_rest_make_up_the_whole() {
        let whole = Bounds { x: 1.0, y: 2.0, width: 8.0, height: 6.0 };
        let strips = [(Edge::Top, 1.0, 2.0), (Edge::Bottom, 1.0, 7.0), (Edge::Left, 1.0, 2.0), (Edge::Right, 8.0, 2.0)];
        for (edge, x, y) in strips {
            let mut rest = whole;
            let strip = rest.split_off(edge, 1.0);
            assert_eq!((strip.x, strip.y), (x, y), "{edge:?}");
            let area = |bounds: Bounds| bounds.width * bounds.height;
            assert_eq!((area(strip) + area(rest), strip.shared_area(&rest)), (area(whole), 0.0), "{edge:?}");
        }
    }
}
