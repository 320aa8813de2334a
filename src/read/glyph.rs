//! A glyph: a segment of a tile that may be its letter, scaled to one size, with its place in the tile.

#[cfg(test)]
use super::fit::GLYPH;
use super::fit::{GlyphPixels, PixelBox};
use super::mask::{Mask, median_level};
use super::tile::{SIDE, TilePixels};
use super::tile_params::tile_params;

/// A segment of a tile that may be its letter.
#[derive(Debug, Clone)]
pub(super) struct Glyph {
    /// The opacities, scaled to the size of a glyph.
    pub(super) pixels: Box<GlyphPixels>,
    /// The letters one by one, left to right, where the segment has several; a single one where it may be several that touch;
    /// otherwise empty.
    pub(super) parts: Vec<GlyphPart>,
    /// The side of the hyphen, if one is beside several letters.
    pub(super) hyphen: Option<Hyphen>,
    /// Whether the letter is lighter than its ground.
    pub(super) light: bool,
    /// The horizontal distance from the tile's center to the center of the letter, in tiles.
    pub(super) center_x: f32,
    /// The width of the tile crop that the letter was cut from, in tiles.
    pub(super) zoom: f32,
    /// Whether the letter touches a masked frame: a part of it may be lost.
    pub(super) trimmed: bool,
    /// Whether it does so at its lower end: it may have lost a tail.
    pub(super) trimmed_below: bool,
    /// The pixels of the letter.
    pub(super) letter: Mask,
    /// The ground around the letter.
    pub(super) ring: Mask,
    /// The bounding box in pixels of the crop, and the area in pixels.
    pub(super) place: (PixelBox, usize),
    /// The other letters on its line.
    pub(super) letters_beside: LettersBeside,
}

/// Other letters on the line of one, beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct LettersBeside {
    /// Whether one is to its left, and to its right, cut by that edge of the crop.
    pub(super) cut: [bool; 2],
    /// Whether a whole one is in the crop.
    pub(super) whole: bool,
}

/// A part of a segment of several letters.
#[derive(Debug, Clone)]
pub(super) struct GlyphPart {
    /// The opacities, scaled to the size of a glyph.
    pub(super) pixels: Box<GlyphPixels>,
    /// The same of it and the next part together, where both may be a letter that fell apart.
    pub(super) with_next: Option<Box<GlyphPixels>>,
    /// The same of its letters from left to right, for each division into letters that touch.
    pub(super) divided: Vec<Vec<Box<GlyphPixels>>>,
}

/// The side of the hyphen: before the letters (`-ER`) or after them (`SUB-`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Hyphen {
    Before,
    After,
}

impl Glyph {
    /// The bounding box: left, top, right, bottom, in tiles from the tile's upper left corner.
    pub(super) fn bounds(&self) -> [f32; 4] {
        let PixelBox { left, top, right, bottom } = self.place.0;
        [left, top, right, bottom].map(|n| self.tiles(n) + 0.5)
    }

    /// The bounding box in pixels of the tile's picture, clipped to it.
    pub(super) fn bounds_in_tile(&self) -> PixelBox {
        let [left, top, right, bottom] = self.bounds().map(|n| (n * SIDE as f32).clamp(0.0, SIDE as f32));
        let (left, top) = (left.floor() as usize, top.floor() as usize);
        PixelBox { left, top, right: right.ceil() as usize, bottom: bottom.ceil() as usize }
    }

    /// Whether this glyph is a part of another one that is clearly wider.
    pub(super) fn is_part_of(&self, other: &Glyph) -> bool {
        let params = tile_params();
        let width = |glyph: &Glyph| {
            let [left, _, right, _] = glyph.bounds();
            right - left
        };
        self.light == other.light
            && width(other) > width(self) + params.part_min_wider / SIDE as f32
            && self.outside(other) < params.part_max_outside
    }

    /// The share of this glyph that lies outside of another one: of its pixels, or of its bounding box where the crops
    /// differ.
    fn outside(&self, other: &Glyph) -> f32 {
        if self.zoom == other.zoom {
            let both = self.letter.iter().zip(&other.letter);
            let outside: u32 = both.map(|(own, other)| (own & !other).count_ones()).sum();
            return outside as f32 / self.place.1 as f32;
        }
        let ([left, top, right, bottom], [l, t, r, b]) = (self.bounds(), other.bounds());
        let common = (right.min(r) - left.max(l)).max(0.0) * (bottom.min(b) - top.max(t)).max(0.0);
        1.0 - common / ((right - left) * (bottom - top))
    }

    /// Whether two segments show the same pixels: their boxes differ by at most one pixel, and their areas by less than
    /// an eighth.
    pub(super) fn is_same_as(&self, other: &Glyph) -> bool {
        let ((a, area_a), (b, area_b)) = (self.place, other.place);
        let within_a_pixel = |x: usize, y: usize| x.abs_diff(y) <= 1;
        within_a_pixel(a.left, b.left)
            && within_a_pixel(a.top, b.top)
            && within_a_pixel(a.right, b.right)
            && within_a_pixel(a.bottom, b.bottom)
            && area_a.abs_diff(area_b) * 8 < area_a
    }

    /// The upper edge, in tiles below the tile's center.
    pub(super) fn top(&self) -> f32 {
        self.tiles(self.place.0.top)
    }

    /// The lower edge, in tiles below the tile's center.
    pub(super) fn bottom(&self) -> f32 {
        self.tiles(self.place.0.bottom)
    }

    /// The signed distance of a row or column from the tile's center, in tiles.
    fn tiles(&self, pixel: usize) -> f32 {
        (pixel as f32 / SIDE as f32 - 0.5) * self.zoom
    }

    /// Whether the glyph was cut from the wide crop of its tile.
    pub(super) fn is_wide(&self) -> bool {
        self.zoom > 1.0
    }

    /// The median colors of the letter and of the ground around it.
    pub(super) fn colors(&self, tile: &TilePixels) -> ([u8; 3], [u8; 3]) {
        (self.ink(tile), self.ground(tile))
    }

    /// The median color of the letter.
    pub(super) fn ink(&self, tile: &TilePixels) -> [u8; 3] {
        color(tile, &self.letter)
    }

    /// The median color of the ground around the letter.
    pub(super) fn ground(&self, tile: &TilePixels) -> [u8; 3] {
        color(tile, &self.ring)
    }
}

/// The median color under a mask.
fn color(tile: &TilePixels, mask: &Mask) -> [u8; 3] {
    [0, 1, 2].map(|channel: usize| median_level(&tile.rgb[channel], mask).unwrap_or(0))
}

#[cfg(test)]
impl Glyph {
    /// A glyph with this box, whose pixels are all blank.
    pub(super) fn in_box(bounds: PixelBox) -> Glyph {
        Glyph {
            pixels: Box::new([0.0; GLYPH * GLYPH]),
            parts: Vec::new(),
            hyphen: None,
            light: false,
            center_x: (bounds.left + bounds.right) as f32 / (2 * SIDE) as f32 - 0.5,
            zoom: 1.0,
            trimmed: false,
            trimmed_below: false,
            letter: [0; SIDE],
            ring: [0; SIDE],
            place: (bounds, 100),
            letters_beside: LettersBeside::default(),
        }
    }
}
