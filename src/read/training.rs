//! The segments and gray crops of a tile as the reader sees them: samples to train its networks on.
//!
//! `tools/train` draws tiles and labels these samples.

use super::glyph::Glyph;
use super::gray_crop;
use super::mask::NO_FRAME_MASKS;
use super::segment::{Cuts, glyphs};
use super::tile::tile_pixels;
use super::{GlyphPixels, LetterCase};
use crate::pixels::{Point, Rgb};
use image::RgbaImage;

pub use super::fit::normalize;
pub use super::gray_crop::LetterBox;

/// A segment of a tile that may be its letter: a sample for the network that classifies glyphs.
#[derive(Debug, Clone)]
pub struct Cut {
    /// The fitted glyph.
    pub pixels: GlyphPixels,
    /// The bounding box: left, top, right, bottom, in tiles from the tile's upper left corner.
    pub bounds: [f32; 4],
    /// The median color of its ink.
    pub ink: Rgb,
    /// The median color of the ground around it.
    pub ground: Rgb,
}

/// The set of segmentations of a tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// The segmentations of every tile.
    Usual,
    /// The segmentations of doubtful tiles too.
    Thorough,
}

/// The segments of the tile with this center, `pitch` wide and high, in pixels.
pub fn cuts(picture: &RgbaImage, center: Point, pitch: Point, (case, effort): (LetterCase, Effort)) -> Vec<Cut> {
    let tile = tile_pixels(picture, center.into(), pitch.into());
    let cut = |glyph: Glyph| {
        let (ink, ground) = glyph.colors(&tile);
        Cut { bounds: glyph.bounds(), pixels: *glyph.pixels, ink, ground }
    };
    let sets: &[Cuts] = match effort {
        Effort::Usual => &[Cuts::One(None)],
        Effort::Thorough => &[Cuts::Many, Cuts::Stripes],
    };
    sets.iter().flat_map(|&set| glyphs(&tile, set, case, &NO_FRAME_MASKS)).map(cut).collect()
}

/// The gray crop of the tile with this center, `pitch` wide and high, in pixels, around a letter of this ink, lighter
/// or darker than its ground: a sample for the network that classifies crops. `None` where all pixels are alike.
pub fn gray_crop(
    picture: &RgbaImage,
    center: Point,
    pitch: Point,
    letter_box: LetterBox,
    ink: Rgb,
    is_light: bool,
) -> Option<GlyphPixels> {
    gray_crop::gray_crop(&tile_pixels(picture, center.into(), pitch.into()), letter_box, ink, is_light)
}
