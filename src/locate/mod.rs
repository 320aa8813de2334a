//! Finding the board: from a [`Frame`](crate::frame::Frame) to [`Layout`]s, best first.

mod layout;

pub use layout::Layout;

use crate::frame::Frame;
use crate::grid::Shape;

/// A place where a board may be, with how good it looks by geometry alone.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// The cells and where they lie.
    pub layout: Layout,
    /// Only to be compared within one picture; larger is better.
    pub score: f32,
}

/// The places of the picture where a board may be, best first; empty where nothing looks like one.
///
/// With `expected` only boards of this shape.
pub fn locate(_frame: &Frame, _expected: Option<&Shape>) -> Vec<Candidate> {
    Vec::new()
}
