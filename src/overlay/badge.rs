//! The number of each tile of a path, on a badge in the corner of the tile where it covers least.

use super::path::{Arrow, Lengths};
use super::{DARK_COLOR, LIGHT_COLOR, PATH_COLOR, START_COLOR, Sheet};
use crate::pixels::{Bounds, Point, Rgb};
use crate::typeface::Typeface;

/// The radius of a badge in tiles. Smaller, its number is hard to read; larger, it covers the letter.
const RADIUS: f32 = 0.135;
/// The largest radius in tiles that still fits between four letters.
const LARGEST: f32 = 0.2;
/// The minimum radius in pixels for a legible number; [`LARGEST`] takes precedence.
const LEAST: f32 = 5.2;
/// Half the side in tiles of the box around a letter that badges keep out of.
const LETTER_BOX: f32 = 0.31;
/// The smallest radius, in pixels, of a badge with an outline; on smaller badges it leaves no space for the digits.
const OUTLINED: f32 = 5.5;
/// The radius of the first badge as a multiple of the others, so that the start stands out.
const FIRST: f32 = 1.25;
/// What each further digit adds to the half width, in radii.
const DIGIT: f32 = 0.25;

/// Costs of a badge in a corner: that it overlaps another badge, and that it leaves the picture. An arrow through its
/// center costs at least 1.
mod cost {
    pub(super) const BADGE: f32 = 4.0;
    pub(super) const OUTSIDE: f32 = 8.0;
}

/// The number of a tile in the word's order, with its size and colors.
pub(super) struct Badge {
    text: String,
    /// Half its height, in pixels.
    radius: f32,
    half_width: f32,
    fill: Rgb,
    ink: Rgb,
}

/// A badge that was placed.
pub(super) struct PlacedBadge {
    center: Point,
    half_width: f32,
}

impl Badge {
    /// The badge of tile `n` of `count`, counted from 0.
    pub(super) fn new(lengths: &Lengths, n: usize, count: usize) -> Badge {
        let usual = (RADIUS * lengths.tile).max(LEAST.min(LARGEST * lengths.tile));
        let text = (n + 1).to_string();
        let largest = usual.max(LARGEST * lengths.tile);
        let radius = if n == 0 { (usual * FIRST).min(largest) } else { usual };
        let half_width = radius * (1.0 + DIGIT * (text.len() - 1) as f32);
        let (fill, ink) = match n {
            0 => (START_COLOR, DARK_COLOR),
            _ if n + 1 == count => (PATH_COLOR, DARK_COLOR),
            _ => (DARK_COLOR, LIGHT_COLOR),
        };
        Badge { text, radius, half_width, fill, ink }
    }

    /// The place of this badge with this center.
    pub(super) fn at(&self, center: Point) -> PlacedBadge {
        PlacedBadge { center, half_width: self.half_width }
    }

    pub(super) fn draw(&self, sheet: &mut Sheet, lengths: &Lengths, typeface: &Typeface, center: Point) {
        let plate = Bounds::centered(center, 2.0 * self.half_width, 2.0 * self.radius).rounded(self.radius);
        let line = (lengths.line * 0.45).max(0.9);
        sheet.stroke(plate.as_ref(), line + lengths.casing, DARK_COLOR, 0.85);
        sheet.fill(plate.as_ref(), self.fill, 1.0);
        let is_outlined = self.radius >= OUTLINED;
        if is_outlined {
            sheet.stroke(plate.as_ref(), line, if self.fill == DARK_COLOR { PATH_COLOR } else { LIGHT_COLOR }, 1.0);
        }
        // The height and the width of the digits, in half heights and half widths of the badge.
        let (height, width) = if is_outlined { (1.16, 1.5) } else { (1.4, 1.75) };
        let digits = typeface.centered(&self.text, center, height * self.radius, width * self.half_width);
        sheet.fill(digits.as_ref(), self.ink, 1.0);
    }

    /// The center of the badge in the corner of a tile where it covers least: off the arrows, off other badges, inside
    /// the picture.
    pub(super) fn corner(
        &self,
        sheet: &Sheet,
        lengths: &Lengths,
        tile: Point,
        arrows: &[Arrow],
        taken: &[PlacedBadge],
    ) -> Point {
        /// Upper left first: in the lower right many tiles have a value.
        const CORNERS: [Point; 4] =
            [Point::new(-1.0, -1.0), Point::new(1.0, -1.0), Point::new(-1.0, 1.0), Point::new(1.0, 1.0)];
        // The nearest place where the round badge does not overlap the corner of the letter's box.
        let out = LETTER_BOX * lengths.tile + self.radius * std::f32::consts::FRAC_1_SQRT_2;
        let spread = (lengths.pitch - Point::new(lengths.tile, lengths.tile)) * 0.5;
        let wide = (self.half_width - self.radius) / 2.0;
        let places = CORNERS.map(|sign| tile + Point::new(sign.x * (out + spread.x + wide), sign.y * (out + spread.y)));
        let cost = |&center: &Point| {
            let near_arrow = |arrow: &Arrow| {
                let clear = arrow.segment.distance(center) - self.half_width;
                (1.0 - clear / lengths.half_head).max(0.0)
            };
            let overlaps = |other: &&PlacedBadge| center.distance(other.center) < other.half_width + self.half_width;
            let arrows: f32 = arrows.iter().map(near_arrow).sum();
            let badges = cost::BADGE * taken.iter().filter(overlaps).count() as f32;
            arrows + badges + if self.leaves(sheet, center) { cost::OUTSIDE } else { 0.0 }
        };
        places.into_iter().min_by(|a, b| cost(a).total_cmp(&cost(b))).unwrap_or(tile)
    }

    /// Whether a badge with this center would be cut off by the edge of the sheet.
    fn leaves(&self, sheet: &Sheet, center: Point) -> bool {
        let (width, height) = (sheet.pixmap.width() as f32, sheet.pixmap.height() as f32);
        center.x < self.half_width
            || center.y < self.radius
            || center.x > width - self.half_width
            || center.y > height - self.radius
    }
}
