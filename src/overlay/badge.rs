//! The number of each tile of a path, on a badge at the edge of the tile where it covers least.

use super::colors::PathColors;
use super::path::{Lengths, Part, Step, placed};
use super::{DARK_COLOR, LIGHT_COLOR, Sheet};
use crate::board::Cell;
use crate::locate::{DIRECTIONS, Layout};
use crate::pixels::{Bounds, Point, Rgb};
use crate::typeface::Typeface;

/// The radius of a badge in tiles. Smaller, its number is hard to read; larger, it covers the letter.
const RADIUS: f32 = 0.135;
/// The largest radius in tiles that still fits between four letters.
const LARGEST: f32 = 0.2;
/// The minimum radius in pixels for a legible number; [`LARGEST`] takes precedence.
const LEAST: f32 = 5.2;
/// Half the width and half the height, in pitches, of the box around a letter that badges keep out of.
const LETTER_BOX: Point = Point::new(0.31, 0.29);
/// The smallest radius, in pixels, of a badge with an outline; on smaller badges it leaves no space for the digits.
const OUTLINED: f32 = 5.5;
/// The radius of the first badge as a multiple of the others, so that the start stands out.
const FIRST: f32 = 1.25;
/// What each further digit adds to the half width, in radii.
const DIGIT: f32 = 0.25;

/// What a place costs, chosen by hand: only the order matters. A badge on the line hides where the word goes, one on another
/// badge is unreadable, one on a printed value hides that.
mod cost {
    pub(super) const BADGE: f32 = 16.0;
    pub(super) const OUTSIDE: f32 = 32.0;
    /// Of a badge whose center is on the line; less beside it, and nothing off it.
    pub(super) const LINE: f32 = 8.0;
    pub(super) const PRINTED: f32 = 2.0;
    /// Of each direction, in eighths of a turn clockwise from the right: corners before sides, the upper left first. In the
    /// lower right many tiles have a value.
    pub(super) const DIRECTION: [f32; super::DIRECTIONS] = [1.2, 0.5, 1.1, 0.3, 1.0, 0.0, 0.9, 0.1];
}

/// The number of a tile in the word's order, with its size and colors.
pub(super) struct Badge {
    text: String,
    /// Half its height, in pixels.
    radius: f32,
    half_width: f32,
    fill: Rgb,
    ink: Rgb,
    /// The color of its outline.
    outline: Rgb,
    part: Part,
}

/// A badge that was placed.
pub(super) struct PlacedBadge {
    center: Point,
    half_width: f32,
}

impl Badge {
    /// The badge of tile `n` of `count`, counted from 0.
    pub(super) fn new(lengths: &Lengths, n: usize, count: usize, colors: PathColors, part: Part) -> Badge {
        let usual = (RADIUS * lengths.tile).max(LEAST.min(LARGEST * lengths.tile));
        let text = (n + 1).to_string();
        let largest = usual.max(LARGEST * lengths.tile);
        let radius = if n == 0 { (usual * FIRST).min(largest) } else { usual };
        let half_width = radius * (1.0 + DIGIT * (text.len() - 1) as f32);
        let (fill, ink) = match n {
            0 => (colors.start, DARK_COLOR),
            _ if n + 1 == count || colors.is_one_of_several() => (colors.line, DARK_COLOR),
            _ => (DARK_COLOR, LIGHT_COLOR),
        };
        let outline = if fill == DARK_COLOR { colors.line } else { LIGHT_COLOR };
        Badge { text, radius, half_width, fill, ink, outline, part }
    }

    /// The place of this badge with this center.
    pub(super) fn at(&self, center: Point) -> PlacedBadge {
        PlacedBadge { center, half_width: self.half_width }
    }

    pub(super) fn draw(&self, sheet: &mut Sheet, lengths: &Lengths, typeface: &Typeface, center: Point) {
        let plate = Bounds::centered(center, 2.0 * self.half_width, 2.0 * self.radius).rounded(self.radius);
        let line = (lengths.line * 0.45).max(0.9);
        let part = self.part;
        sheet.stroke(plate.as_ref(), line + lengths.casing, DARK_COLOR, 0.85 * part.alpha());
        sheet.fill(plate.as_ref(), part.color(self.fill), part.alpha());
        let is_outlined = self.radius >= OUTLINED;
        if is_outlined {
            sheet.stroke(plate.as_ref(), line, part.color(self.outline), part.alpha());
        }
        // The height and the width of the digits, in half heights and half widths of the badge.
        let (height, width) = if is_outlined { (1.16, 1.5) } else { (1.4, 1.75) };
        let digits = typeface.centered(&self.text, center, height * self.radius, width * self.half_width);
        // Dark digits stay: a dim plate is lighter than they are.
        let ink = if self.ink == LIGHT_COLOR { part.color(self.ink) } else { self.ink };
        sheet.fill(digits.as_ref(), ink, part.alpha());
    }

    /// The center of the badge at the tile's edge where it covers least: off the line, off other badges and printed
    /// values, inside the picture.
    pub(super) fn place(
        &self,
        sheet: &Sheet,
        lengths: &Lengths,
        (layout, cell): (&Layout, Cell),
        steps: &[Step],
        taken: &[PlacedBadge],
    ) -> Point {
        let to_picture = placed(layout, cell);
        let cost = |eighth: usize| {
            let mut center = tiny_skia::Point::from(<(f32, f32)>::from(self.offset(lengths, eighth)));
            to_picture.map_point(&mut center);
            let center = Point::new(center.x, center.y);
            let on_line = |step: &Step| (1.0 - step.distance(lengths, center) / self.half_width).max(0.0);
            let line = cost::LINE * steps.iter().map(on_line).sum::<f32>();
            let overlaps = |other: &&PlacedBadge| center.distance(other.center) < other.half_width + self.half_width;
            let badges = cost::BADGE * taken.iter().filter(overlaps).count() as f32;
            let outside = if self.leaves(sheet, center) { cost::OUTSIDE } else { 0.0 };
            let printed = if lengths.body.is_printed(eighth) { cost::PRINTED } else { 0.0 };
            (center, line + badges + outside + printed + cost::DIRECTION[eighth])
        };
        let places = (0..DIRECTIONS).filter(|eighth| self.fits(lengths, *eighth)).map(cost);
        let best = places.min_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(center, _)| center);
        best.unwrap_or_else(|| layout.center(cell).into())
    }

    /// Whether the badge fits between the letters of two tiles; it always does between four.
    fn fits(&self, lengths: &Lengths, eighth: usize) -> bool {
        let offset = self.offset(lengths, eighth);
        eighth % 2 == 1 || (offset.x.abs() <= 0.5 * lengths.pitch.x && offset.y.abs() <= 0.5 * lengths.pitch.y)
    }

    /// From a tile's center to that of the badge in a direction: on the ring, or further out where the badge would
    /// overlap the letter.
    fn offset(&self, lengths: &Lengths, eighth: usize) -> Point {
        let angle = std::f32::consts::TAU * eighth as f32 / DIRECTIONS as f32;
        let unit = Point::new(angle.cos(), angle.sin());
        let ring = lengths.ring();
        let on_ring = lengths.body.shape.reach(unit, ring.x, ring.y);
        // The nearest place where the badge, with its outline, does not reach into the letter's box.
        let beside = |part: f32, half: f32, own: f32| (half + own) / part.abs().max(1e-3);
        let is_corner = eighth % 2 == 1;
        let own = |half: f32| match is_corner {
            true => half * std::f32::consts::FRAC_1_SQRT_2,
            false => half + lengths.casing + 0.5,
        };
        let clear = beside(unit.x, LETTER_BOX.x * lengths.pitch.x, own(self.half_width)).min(beside(
            unit.y,
            LETTER_BOX.y * lengths.pitch.y,
            own(self.radius),
        ));
        unit * on_ring.max(clear)
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
