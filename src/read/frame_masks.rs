//! Frame masks: the pixels of frames that the tiles of a board share, which are not ink.

use super::mask::{FrameMasks, Mask, NO_FRAME_MASKS, grown};
use super::segment::{Cuts, thresholds};
use super::tile::{SIDE, TilePixels};
use super::tile_params::tile_params;

/// The frames that these tiles share, of the polarity of their letters; of either where that is not known.
pub(super) fn common_frames<'a>(
    tiles: impl Iterator<Item = &'a TilePixels>,
    letters_are_light: Option<bool>,
) -> FrameMasks {
    /// The fewest tiles that show a common frame. Fewer: strokes that letters share become frames. More: the frames of
    /// small boards are missed. Chosen by hand.
    const FEWEST: usize = 8;
    /// The rows and columns in the middle that all letters cover, which are never masked. Smaller: strokes are masked.
    /// Larger: thick frames remain. Chosen by hand.
    const LETTERS: std::ops::Range<usize> = 18..46;
    let mut light = vec![0usize; SIDE * SIDE];
    let mut seen = 0;
    for tile in tiles {
        if let Some(&level) = thresholds(&tile.luma, Cuts::One(None)).first() {
            light.iter_mut().zip(&tile.luma).for_each(|(count, &value)| *count += usize::from(value > level));
            seen += 1;
        }
    }
    let enough = (tile_params().frame_common * seen as f32) as usize;
    if seen < FEWEST {
        return NO_FRAME_MASKS;
    }
    let mask = |has: &dyn Fn(usize) -> bool| {
        let bit = |x: usize, y: usize| !(LETTERS.contains(&x) && LETTERS.contains(&y)) && has(light[y * SIDE + x]);
        let rows = std::array::from_fn(|y| (0..SIDE).fold(0, |row, x| row | u64::from(bit(x, y)) << x));
        // The next pixel may be a soft edge, and frames differ by a pixel from tile to tile.
        grown(&rows, 1)
    };
    // The common pixels of the other polarity are the ground.
    let (none, dark, light) = ([0; SIDE], || mask(&|count| seen - count > enough), || mask(&|count| count > enough));
    match letters_are_light {
        Some(true) => [none, light()],
        Some(false) => [dark(), none],
        None => [dark(), light()],
    }
}

/// The same masks for a crop of `zoom` tiles.
pub(super) fn widened(frames: &FrameMasks, zoom: f32) -> FrameMasks {
    let from = |n: usize| (n as f32 + 0.5 - SIDE as f32 / 2.0) * zoom + SIDE as f32 / 2.0;
    let inside = |n: f32| (0.0..SIDE as f32).contains(&n).then_some(n as usize);
    let bit = |mask: &Mask, x: usize, y: usize| {
        inside(from(x)).zip(inside(from(y))).is_some_and(|(x, y)| mask[y] >> x & 1 == 1)
    };
    frames.map(|mask| std::array::from_fn(|y| (0..SIDE).fold(0, |row, x| row | u64::from(bit(&mask, x, y)) << x)))
}
