//! What lattices are compared with: the blobs of a picture, and the blob on each node.

use super::blobs::{Blob, BlobKind, centers};
use super::params::PARAMS;
use super::point_grid::PointGrid;
use crate::pixels::Size;
use std::cell::OnceCell;

/// The blobs of a picture, the same for every lattice.
pub(super) struct Scene<'a> {
    /// The size of the picture in pixels.
    pub(super) size: Size,
    pub(super) blobs: &'a [Blob],
    /// The part of a board that the blobs are.
    pub(super) what: BlobKind,
    /// The centers of the blobs.
    pub(super) point_grid: PointGrid,
    /// The blobs like single letters: `blobs`, or others where these are whole tiles.
    pub(super) letters: &'a [Blob],
    /// The centers of such others, computed on first use.
    letter_grid: OnceCell<PointGrid>,
}

impl<'a> Scene<'a> {
    /// The scene of these blobs, and of those like single letters, in a picture of this size.
    pub(super) fn new(size: Size, blobs: &'a [Blob], letters: &'a [Blob], what: BlobKind) -> Scene<'a> {
        Scene { size, blobs, what, point_grid: centers(blobs), letters, letter_grid: OnceCell::new() }
    }

    /// The centers of the blobs like single letters.
    pub(super) fn letter_grid(&self) -> &PointGrid {
        match self.what.is_of_whole_tiles() {
            true => self.letter_grid.get_or_init(|| centers(self.letters)),
            false => &self.point_grid,
        }
    }

    /// Whether a blob of this height may belong to a board whose usual blobs are `usual` pixels high. Of small letters the usual ones have no tail.
    pub(super) fn is_board_height(&self, height: f32, usual: f32) -> bool {
        let tallest = if self.what == BlobKind::SmallLetters { PARAMS.tall } else { 1.0 };
        (HEIGHTS[0]..=HEIGHTS[1] * tallest).contains(&(height / usual))
    }
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
}
