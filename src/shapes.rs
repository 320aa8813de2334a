//! Outlines that more than one drawing needs, in whatever unit the caller draws.

use tiny_skia::{Path, PathBuilder, Rect};

/// Where the control points of a Bezier curve stand that looks like a quarter of a circle.
const QUARTER: f32 = 0.552_284_8;

/// A rectangle from its upper left corner, its corners rounded; `None` where it has no area.
pub(crate) fn rounded(left: f32, top: f32, width: f32, height: f32, radius: f32) -> Option<Path> {
    let (right, bottom) = (left + width, top + height);
    let rect = Rect::from_ltrb(left, top, right, bottom).filter(|_| width > 0.0 && height > 0.0)?;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rounded_rectangle_keeps_its_bounds() {
        for radius in [0.0, 1.0, 100.0] {
            let bounds = rounded(1.0, 2.0, 6.0, 4.0, radius).unwrap().bounds();
            assert_eq!((bounds.left(), bounds.top(), bounds.right(), bounds.bottom()), (1.0, 2.0, 7.0, 6.0));
        }
        assert!(rounded(0.0, 0.0, 0.0, 3.0, 1.0).is_none());
        assert!(rounded(0.0, 0.0, -1.0, 3.0, 1.0).is_none());
    }
}
