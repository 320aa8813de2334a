//! What lattices are compared with: the blobs and pixels of a picture, and the blob on each node.

use super::blobs::{Blob, BlobKind};
use super::params::PARAMS;
use super::point_grid::PointGrid;
use crate::pixels::{Histogram, median};
use image::{GrayImage, RgbaImage};
use std::cell::OnceCell;

/// The blobs and pixels of a picture, the same for every lattice.
pub(super) struct Scene<'a> {
    color: &'a RgbaImage,
    pub(super) gray: &'a GrayImage,
    pub(super) blobs: &'a [Blob],
    /// The part of a board that the blobs are.
    pub(super) what: BlobKind,
    /// The centers of the blobs.
    pub(super) point_grid: PointGrid,
    /// The blobs like single letters: `blobs`, or others where these are whole tiles.
    pub(super) letters: &'a [Blob],
    /// The centers of such others, computed on first use.
    letter_grid: OnceCell<PointGrid>,
    /// The color around each blob, computed on first use.
    grounds: Vec<OnceCell<[u8; 3]>>,
}

impl<'a> Scene<'a> {
    /// The scene of these blobs, and of those like single letters, in a picture in color and in gray.
    pub(super) fn new(
        color: &'a RgbaImage,
        gray: &'a GrayImage,
        blobs: &'a [Blob],
        letters: &'a [Blob],
        what: BlobKind,
    ) -> Scene<'a> {
        let grounds = vec![OnceCell::new(); blobs.len()];
        let point_grid = centers(blobs);
        Scene { color, gray, blobs, what, point_grid, letters, letter_grid: OnceCell::new(), grounds }
    }

    /// The centers of the blobs like single letters.
    pub(super) fn letter_grid(&self) -> &PointGrid {
        match self.what.is_of_whole_tiles() {
            true => self.letter_grid.get_or_init(|| centers(self.letters)),
            false => &self.point_grid,
        }
    }

    /// The median color around a blob.
    pub(super) fn ground(&self, blob: usize) -> [u8; 3] {
        *self.grounds[blob].get_or_init(|| ground_color(self.color, &self.blobs[blob]))
    }

    /// Whether a blob of this height may belong to a board whose usual blobs are `usual` pixels high. Of small letters the usual ones have no tail.
    pub(super) fn is_board_height(&self, height: f32, usual: f32) -> bool {
        let tallest = if self.what == BlobKind::SmallLetters { PARAMS.tall } else { 1.0 };
        (HEIGHTS[0]..=HEIGHTS[1] * tallest).contains(&(height / usual))
    }
}

/// The centers of some blobs.
fn centers(blobs: &[Blob]) -> PointGrid {
    // Queries have a radius of about half a tile, which is about the height of a letter.
    let bucket = median(blobs.iter().map(|blob| blob.height).collect()).max(1.0);
    PointGrid::new(blobs.iter().map(Blob::center).collect(), bucket)
}

/// The heights of a board's blobs, relative to the median: the tail of a Q above, a small x-height below; small letters may be `PARAMS.tall`
/// times as high. Narrower: letters are missed. Wider: icons count. Chosen by hand.
const HEIGHTS: [f32; 2] = [0.8, 1.32];

/// The blob on a node.
pub(super) struct NodeBlob {
    /// The number of the blob.
    pub(super) blob: usize,
    /// Whether another blob of its size lies beside it.
    pub(super) crowded: bool,
    /// Whether the color around it recurs on fewer than two other nodes.
    pub(super) has_lone_color: bool,
}

/// The width of the ring around a letter in which its ground is seen, in heights of the letter. Smaller: soft edges count
/// as ground. Larger: frames and neighbors do. Chosen by hand.
const RING: f32 = 0.25;

/// Visits the pixels around a box that are more than a pixel and at most `margin` away from it, inside the picture. Large
/// frames are sampled: a median needs some hundred samples.
fn visit_frame(blob: &Blob, margin: f32, size: (u32, u32), mut visit: impl FnMut(u32, u32)) {
    /// The number of steps along a blob's height. Fewer: the median is coarse. More: more time. Chosen by hand.
    const STEPS: f32 = 16.0;
    let step = ((blob.height / STEPS) as usize).max(1);
    let clamp = |value: f32, end: u32| (value.max(0.0) as u32).min(end);
    let columns = clamp(blob.left - margin, size.0)..clamp(blob.right() + margin + 1.0, size.0);
    let rows = clamp(blob.top - margin, size.1)..clamp(blob.bottom() + margin + 1.0, size.1);
    let inner_columns = clamp(blob.left - 0.5, size.0)..clamp(blob.right() + 1.5, size.0);
    let inner_rows = clamp(blob.top - 0.5, size.1)..clamp(blob.bottom() + 1.5, size.1);
    // The first step behind the box.
    let behind = columns.start + inner_columns.end.saturating_sub(columns.start).next_multiple_of(step as u32);
    for y in rows.step_by(step) {
        if inner_rows.contains(&y) {
            (columns.start..inner_columns.start).step_by(step).for_each(|x| visit(x, y));
            (behind..columns.end).step_by(step).for_each(|x| visit(x, y));
        } else {
            columns.clone().step_by(step).for_each(|x| visit(x, y));
        }
    }
}

/// The median color around a blob.
fn ground_color(color: &RgbaImage, blob: &Blob) -> [u8; 3] {
    let margin = RING * blob.height;
    let mut channels = [Histogram::new(), Histogram::new(), Histogram::new()];
    visit_frame(blob, margin, color.dimensions(), |x, y| {
        channels.iter_mut().zip(color.get_pixel(x, y).0).for_each(|(channel, level)| channel.add(level));
    });
    channels.map(|channel| channel.quantile(0.5))
}
