//! Sizes and rectangles of whole pixels.

use std::fmt;
use std::str::FromStr;

/// A width and a height in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Size {
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
}

impl Size {
    /// A size from its sides.
    pub const fn new(width: u32, height: u32) -> Size {
        Size { width, height }
    }
}

impl From<(u32, u32)> for Size {
    /// As the `image` crate gives dimensions.
    fn from((width, height): (u32, u32)) -> Size {
        Size { width, height }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

/// A rectangle of whole pixels in a picture or on the screen, where monitors may begin left of or above 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Rect {
    /// The left edge.
    pub x: i32,
    /// The upper edge.
    pub y: i32,
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
}

/// Text that is not a rectangle.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "expected x,y,width,height in pixels, the sizes from 1 to 65535, found `{0}`: write four numbers, as in 100,50,640,480"
)]
pub struct RectError(String);

impl Rect {
    /// The rectangle of this size with its upper left corner at the origin.
    pub const fn at_origin(size: Size) -> Rect {
        Rect { x: 0, y: 0, width: size.width, height: size.height }
    }

    /// The rectangle from its edges; `None` where it has no pixels.
    fn between(left: i32, top: i32, right: i32, bottom: i32) -> Option<Rect> {
        let side = |low: i32, high: i32| u32::try_from(i64::from(high) - i64::from(low)).ok().filter(|&n| n > 0);
        Some(Rect { x: left, y: top, width: side(left, right)?, height: side(top, bottom)? })
    }

    /// Its width and height.
    pub fn size(&self) -> Size {
        Size { width: self.width, height: self.height }
    }

    /// The right edge, one past the last column.
    pub fn right(&self) -> i32 {
        self.x.saturating_add_unsigned(self.width)
    }

    /// The lower edge, one past the last row.
    pub fn bottom(&self) -> i32 {
        self.y.saturating_add_unsigned(self.height)
    }

    /// The intersection of two rectangles; `None` where they share no pixel.
    ///
    /// ```
    /// use hexlex::pixels::Rect;
    /// let screen = Rect { x: 0, y: 0, width: 100, height: 80 };
    /// let window = Rect { x: 90, y: -5, width: 50, height: 20 };
    /// assert_eq!(screen.shared(&window), Some(Rect { x: 90, y: 0, width: 10, height: 15 }));
    /// ```
    pub fn shared(&self, other: &Rect) -> Option<Rect> {
        let (left, top) = (self.x.max(other.x), self.y.max(other.y));
        Rect::between(left, top, self.right().min(other.right()), self.bottom().min(other.bottom()))
    }

    /// The smallest rectangle that contains both.
    #[must_use]
    pub fn around(&self, other: &Rect) -> Rect {
        let (left, top) = (self.x.min(other.x), self.y.min(other.y));
        Rect::between(left, top, self.right().max(other.right()), self.bottom().max(other.bottom())).unwrap_or(*self)
    }

    /// The rectangle moved by these pixels to the right and down.
    #[must_use]
    pub fn moved(&self, dx: i32, dy: i32) -> Rect {
        Rect { x: self.x.saturating_add(dx), y: self.y.saturating_add(dy), ..*self }
    }
}

impl fmt::Display for Rect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{} at {},{}", self.width, self.height, self.x, self.y)
    }
}

impl FromStr for Rect {
    type Err = RectError;

    /// Reads `x,y,width,height`.
    fn from_str(text: &str) -> Result<Rect, RectError> {
        let wrong = || RectError(text.to_string());
        let parts: Vec<&str> = text.split(',').map(str::trim).collect();
        let [x, y, width, height] = parts[..] else { return Err(wrong()) };
        let place = |text: &str| text.parse::<i32>().map_err(|_| wrong());
        // Screens have at most 65,535 pixels a side; a larger number is a typing error.
        let size = |text: &str| text.parse::<u16>().ok().filter(|&n| n > 0).map(u32::from).ok_or_else(wrong);
        Ok(Rect { x: place(x)?, y: place(y)?, width: size(width)?, height: size(height)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rectangles_are_parsed_as_they_are_typed() {
        assert_eq!("10, -20,640,480".parse(), Ok(Rect { x: 10, y: -20, width: 640, height: 480 }));
        for wrong in ["", "1,2,3", "1,2,3,0", "a,2,3,4", "1,2,3,4,5", "1,2,-3,4", "1,2,70000,4"] {
            assert!(wrong.parse::<Rect>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn rectangles_that_only_touch_share_nothing() {
        let a = Rect { x: 0, y: 0, width: 10, height: 10 };
        assert_eq!(a.shared(&a.moved(10, 0)), None);
        assert_eq!(a.around(&a.moved(10, 5)), Rect { x: 0, y: 0, width: 20, height: 15 });
        assert_eq!(a.shared(&a), Some(a));
    }
}
