//! Places and sizes in a picture, with fractions of pixels.

use std::ops::{Add, Mul, Sub};

/// A place or an offset in pixels, x to the right and y down.
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

/// A width and a height in pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Extent {
    /// From the left to the right.
    pub width: f32,
    /// From the top to the bottom.
    pub height: f32,
}
