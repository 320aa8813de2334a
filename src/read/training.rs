//! The cuts and crops of a tile as recognition sees them, to train its networks on.

use super::GlyphPixels;
use super::gray_crop;
use super::segment::{Cuts, Glyph, NO_FRAME_MASKS, glyphs};
use super::tile::tile_pixels;
use crate::pixels::{Point, Rgb};
use image::RgbaImage;

pub use super::fit::normalize;
pub use super::gray_crop::LetterBox;

/// A part of a tile that may be its letter: a sample for the network that reads glyphs.
#[derive(Debug, Clone)]
pub struct Cut {
    /// The fitted glyph.
    pub pixels: GlyphPixels,
    /// Its box: left, top, right, bottom, in tiles from the tile's upper left corner.
    pub bounds: [f32; 4],
    /// The median color of its ink.
    pub ink: Rgb,
    /// The median color around it.
    pub ground: Rgb,
}

/// Which cuts of a tile are made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// Those of every tile.
    Usual,
    /// Also those that are made only of doubtful tiles.
    Thorough,
}

/// The cuts of the tile centered here, `pitch` wide and high, in pixels.
pub fn cuts(picture: &RgbaImage, center: Point, pitch: Point, effort: Effort) -> Vec<Cut> {
    let tile = tile_pixels(picture, center.into(), pitch.into());
    let cut = |glyph: Glyph| {
        let (ink, ground) = glyph.colors(&tile);
        Cut { bounds: glyph.bounds(), pixels: *glyph.pixels, ink, ground }
    };
    let cuts = match effort {
        Effort::Usual => Cuts::One(None),
        Effort::Thorough => Cuts::Many,
    };
    glyphs(&tile, cuts, &NO_FRAME_MASKS).into_iter().map(cut).collect()
}

/// The gray crop of the tile centered here, `pitch` wide and high, in pixels, around a letter of this ink, lighter or
/// darker than its ground: a sample for the network that reads crops. `None` where all pixels are alike.
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
