//! Marks the textured squares of a picture (text, buttons, images), which captions and panels should not cover.

use crate::pixels::{Bounds, Frame, Size, luma};

/// The number of squares along the longer side of the picture. Fewer miss the gaps between texts, more cost time.
const SQUARES: u32 = 200;
/// The number of pixels that are sampled along each side of a square.
const SAMPLES: u32 = 5;
/// The least difference in luma between the lightest and the darkest pixel of a square with detail. Lower, gradients
/// and noise count; higher, pale text does not.
const CONTRAST: f32 = 28.0;

/// The squares of a picture that have detail, as summed-area tables: the share of any rectangle takes constant time.
pub(super) struct DetailMap {
    /// The side of a square in pixels.
    square: f32,
    columns: usize,
    rows: usize,
    /// The summed-area table (integral image) of the squares with contrast both across and down, as text and pictures have it:
    /// `columns + 1` times `rows + 1` counts, row by row.
    texture: Vec<u32>,
    /// The same of the squares with any contrast: frames, straight strokes and the edges of buttons, too.
    edges: Vec<u32>,
}

/// Where a square of the picture has contrast.
#[derive(Debug, Clone, Copy)]
struct Contrast {
    is_across: bool,
    is_down: bool,
}

impl DetailMap {
    pub(super) fn new(frame: &Frame) -> DetailMap {
        let Size { width, height } = frame.size();
        let square = width.max(height).div_ceil(SQUARES).max(1);
        let (columns, rows) = (width.div_ceil(square) as usize, height.div_ceil(square) as usize);
        let stride = columns + 1;
        let mut texture = vec![0u32; stride * (rows + 1)];
        let mut edges = texture.clone();
        for row in 0..rows {
            let (mut textured, mut edged) = (0, 0);
            for column in 0..columns {
                let Contrast { is_across, is_down } =
                    contrast(frame, column as u32 * square, row as u32 * square, square);
                textured += u32::from(is_across && is_down);
                edged += u32::from(is_across || is_down);
                let (above, here) = (row * stride + column + 1, (row + 1) * stride + column + 1);
                texture[here] = texture[above] + textured;
                edges[here] = edges[above] + edged;
            }
        }
        DetailMap { square: square as f32, columns, rows, texture, edges }
    }

    /// The share, 0 to 1, of the squares under a rectangle that have texture: text and pictures, and no straight lines.
    pub(super) fn share(&self, bounds: &Bounds) -> f32 {
        self.share_in(&self.texture, bounds)
    }

    /// The share of the squares that have any contrast.
    pub(super) fn share_of_edges(&self, bounds: &Bounds) -> f32 {
        self.share_in(&self.edges, bounds)
    }

    fn share_in(&self, sums: &[u32], bounds: &Bounds) -> f32 {
        let at = |n: f32, last: usize| ((n / self.square).max(0.0) as usize).min(last);
        let (left, top) = (at(bounds.x, self.columns), at(bounds.y, self.rows));
        let right = at(bounds.right() + self.square - 1.0, self.columns);
        let bottom = at(bounds.bottom() + self.square - 1.0, self.rows);
        let squares = right.saturating_sub(left) * bottom.saturating_sub(top);
        if squares == 0 {
            return 0.0;
        }
        let sum = |x: usize, y: usize| sums[y * (self.columns + 1) + x];
        (sum(right, bottom) + sum(left, top) - sum(left, bottom) - sum(right, top)) as f32 / squares as f32
    }
}

/// The contrast of a square of the picture. Text and pictures have it both across and down, frames in one direction only, and
/// slow gradients in none.
fn contrast(frame: &Frame, left: u32, top: u32, square: u32) -> Contrast {
    let Size { width, height } = frame.size();
    let step = square.div_ceil(SAMPLES).max(1) as usize;
    // One pixel further, so that an edge between two squares counts.
    let across = (left..(left + square + 1).min(width)).step_by(step);
    let down = (top..(top + square + 1).min(height)).step_by(step);
    let luma_at = |x: u32, y: u32| {
        let [r, g, b, _] = frame.pixels().get_pixel(x, y).0;
        luma([r, g, b])
    };
    let has_contrast = |line: &mut dyn Iterator<Item = f32>| {
        let (low, high) = line.fold((f32::MAX, f32::MIN), |(low, high), luma| (low.min(luma), high.max(luma)));
        high - low > CONTRAST
    };
    Contrast {
        is_across: down.clone().any(|y| has_contrast(&mut across.clone().map(|x| luma_at(x, y)))),
        is_down: across.clone().any(|x| has_contrast(&mut down.clone().map(|y| luma_at(x, y)))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{Rgba, RgbaImage};

    #[test]
    fn text_has_detail_and_plain_ground_has_none() {
        let picture = RgbaImage::from_fn(400, 300, |x, y| {
            let striped = x > 200 && y < 150 && x % 4 < 2 && y % 4 < 2;
            Rgba(if striped { [255; 4] } else { [30, 30, 30, 255] })
        });
        let details = DetailMap::new(&Frame::new(picture, ""));
        assert_eq!(details.share(&Bounds::between(0.0, 0.0, 190.0, 300.0)), 0.0);
        assert!(details.share(&Bounds::between(210.0, 10.0, 390.0, 140.0)) > 0.95);
        let half = details.share(&Bounds::between(210.0, 0.0, 390.0, 300.0));
        assert!((0.4..0.6).contains(&half), "{half}");
    }

    #[test]
    fn rectangles_outside_the_picture_have_no_detail() {
        let details = DetailMap::new(&Frame::new(RgbaImage::new(1, 1), ""));
        assert_eq!(details.share(&Bounds::between(-50.0, -50.0, -10.0, -10.0)), 0.0);
        assert_eq!(details.share(&Bounds::between(10.0, 10.0, 50.0, 50.0)), 0.0);
    }
}
