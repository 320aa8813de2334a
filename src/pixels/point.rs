//! Places in a picture.

use std::ops::{Add, Mul, Sub};

/// A place or an offset, x to the right and y down; in pixels from the picture's upper left corner unless the caller
/// draws in another unit.
///
/// ```
/// use hexlex::pixels::Point;
/// let (a, b) = (Point::new(1.0, 2.0), Point::new(4.0, 6.0));
/// assert_eq!(a.distance(b), 5.0);
/// assert_eq!((a + b) * 0.5, Point::new(2.5, 4.0));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Point {
    /// To the right.
    pub x: f32,
    /// Down.
    pub y: f32,
}

impl Point {
    /// A point from its coordinates.
    pub const fn new(x: f32, y: f32) -> Point {
        Point { x, y }
    }

    /// The distance from the origin: the length of an offset.
    pub fn length(self) -> f32 {
        self.x.hypot(self.y)
    }

    /// The offset of length 1 in the same direction; the origin stays where it is.
    #[must_use]
    pub fn unit(self) -> Point {
        let length = self.length().max(f32::EPSILON);
        Point { x: self.x / length, y: self.y / length }
    }

    /// The distance to another point.
    pub fn distance(self, other: Point) -> f32 {
        (self - other).length()
    }
}

impl From<(f32, f32)> for Point {
    fn from((x, y): (f32, f32)) -> Point {
        Point { x, y }
    }
}

impl From<Point> for (f32, f32) {
    fn from(point: Point) -> (f32, f32) {
        (point.x, point.y)
    }
}

impl Add for Point {
    type Output = Point;

    fn add(self, other: Point) -> Point {
        Point { x: self.x + other.x, y: self.y + other.y }
    }
}

impl Sub for Point {
    type Output = Point;

    fn sub(self, other: Point) -> Point {
        Point { x: self.x - other.x, y: self.y - other.y }
    }
}

impl Mul<f32> for Point {
    type Output = Point;

    fn mul(self, factor: f32) -> Point {
        Point { x: self.x * factor, y: self.y * factor }
    }
}
