//! Sizes in a picture, with fractions of pixels.

/// A width and a height in pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Extent {
    /// From the left to the right.
    pub width: f32,
    /// From the top to the bottom.
    pub height: f32,
}
