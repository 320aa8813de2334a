//! Where a picture has something to see: text and buttons should not be covered for a caption.

use crate::frame::Frame;

/// The picture is looked at in so many squares along its longer side.
const SQUARES: u32 = 200;

/// In each square, so many pixels a side are looked at.
const SAMPLES: u32 = 5;

/// A square whose lightest and darkest pixels differ by more, in steps of 256, shows something.
const CONTRAST: i32 = 28;

/// A map of the picture that says how much there is to see in any rectangle.
pub(super) struct Busy {
    /// The side of a square in pixels.
    square: f32,
    columns: usize,
    rows: usize,
    /// How many busy squares lie above and to the left of each corner.
    sums: Vec<u32>,
}

impl Busy {
    pub(super) fn new(frame: &Frame) -> Busy {
        let (width, height) = frame.size();
        let square = width.max(height).div_ceil(SQUARES).max(1);
        let (columns, rows) = (width.div_ceil(square) as usize, height.div_ceil(square) as usize);
        let stride = columns + 1;
        let mut sums = vec![0u32; stride * (rows + 1)];
        for row in 0..rows {
            let mut along = 0;
            for column in 0..columns {
                along += u32::from(shows(frame, column as u32 * square, row as u32 * square, square));
                sums[(row + 1) * stride + column + 1] = sums[row * stride + column + 1] + along;
            }
        }
        Busy { square: square as f32, columns, rows, sums }
    }

    /// The share of a rectangle's area, 0 to 1, that shows something; pixels from the upper left corner.
    pub(super) fn share(&self, left: f32, top: f32, right: f32, bottom: f32) -> f32 {
        let at = |n: f32, last: usize| ((n / self.square).max(0.0) as usize).min(last);
        let (l, t) = (at(left, self.columns), at(top, self.rows));
        let (r, b) = (at(right + self.square - 1.0, self.columns), at(bottom + self.square - 1.0, self.rows));
        let sum = |x: usize, y: usize| self.sums[y * (self.columns + 1) + x];
        let squares = r.saturating_sub(l) * b.saturating_sub(t);
        if squares == 0 { 0.0 } else { (sum(r, b) + sum(l, t) - sum(l, b) - sum(r, t)) as f32 / squares as f32 }
    }
}

/// Whether a square of the picture shows something: text and pictures have contrast both across and
/// down, frames and gradients in one direction only.
fn shows(frame: &Frame, left: u32, top: u32, square: u32) -> bool {
    let (width, height) = frame.size();
    let step = square.div_ceil(SAMPLES).max(1) as usize;
    // One pixel beyond, so that an edge between two squares counts.
    let across = (left..(left + square + 1).min(width)).step_by(step);
    let down = (top..(top + square + 1).min(height)).step_by(step);
    let luma = |x: u32, y: u32| {
        let [r, g, b, _] = frame.pixels().get_pixel(x, y).0.map(i32::from);
        (2 * r + 5 * g + b) / 8
    };
    let contrast = |line: &mut dyn Iterator<Item = i32>| {
        let first = line.next().unwrap_or(0);
        let (low, high) = line.fold((first, first), |(low, high), luma| (low.min(luma), high.max(luma)));
        high - low > CONTRAST
    };
    down.clone().any(|y| contrast(&mut across.clone().map(|x| luma(x, y))))
        && across.clone().any(|x| contrast(&mut down.clone().map(|y| luma(x, y))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{Rgba, RgbaImage};

    #[test]
    fn text_is_busy_and_plain_ground_is_not() {
        let picture = RgbaImage::from_fn(400, 300, |x, y| {
            let striped = x > 200 && y < 150 && x % 4 < 2 && y % 4 < 2;
            Rgba(if striped { [255; 4] } else { [30, 30, 30, 255] })
        });
        let busy = Busy::new(&Frame::new(picture, ""));
        assert_eq!(busy.share(0.0, 0.0, 190.0, 300.0), 0.0);
        assert!(busy.share(210.0, 10.0, 390.0, 140.0) > 0.95);
        let half = busy.share(210.0, 0.0, 390.0, 300.0);
        assert!((0.4..0.6).contains(&half), "{half}");
    }

    #[test]
    fn rectangles_outside_are_quiet() {
        let busy = Busy::new(&Frame::new(RgbaImage::new(1, 1), ""));
        assert_eq!(busy.share(-50.0, -50.0, -10.0, -10.0), 0.0);
        assert_eq!(busy.share(10.0, 10.0, 50.0, 50.0), 0.0);
    }
}
