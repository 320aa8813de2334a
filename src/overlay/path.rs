//! The path over a board: a ring around each tile, an arrow to the next, a number in a corner.
//!
//! [`Lengths`] turns the proportions below into pixels of one layout. Rings and arrows are drawn first, then the middle
//! of every tile is erased so that no line crosses a letter, then each [`Badge`] goes to the corner where it
//! covers least.

use super::badge::{Badge, PlacedBadge};
use super::{DARK_COLOR, LIGHT_COLOR, PATH_COLOR, START_COLOR, Sheet};
use crate::board::Cell;
use crate::locate::Layout;
use crate::pixels::{Bounds, Point};
use crate::typeface::Typeface;
use tiny_skia::{Path, PathBuilder};

/// Lengths in tiles (the smaller pitch of the layout), chosen by hand.
mod proportions {
    /// From a tile's center to its ring. Smaller: it touches the letter, which reaches a third of a tile from the
    /// center; larger: it leaves the tile.
    pub(super) const RING: f32 = 0.435;
    /// The radius of the ring's corners.
    pub(super) const CORNER: f32 = 0.2;
    /// The width of a ring's core. Thinner, it is lost on textured tiles; thicker, it fills the tile's edge.
    pub(super) const LINE: f32 = 0.05;
    /// The width of an arrow's shaft: more than a ring's, since it is short.
    pub(super) const SHAFT: f32 = 0.085;
    /// The length of an arrow's head.
    pub(super) const HEAD: f32 = 0.25;
    /// Half the width of an arrow's head at its back.
    pub(super) const HALF_HEAD: f32 = 0.13;
    /// The depth of the notch in the back of a head, as a share of its length: 0 is a plain triangle.
    pub(super) const NOTCH: f32 = 0.3;
    /// How far an arrow overlaps the rings at both ends.
    pub(super) const REACH: f32 = 0.035;
    /// The width of the dark casing on each side of a core.
    pub(super) const CASING: f32 = 0.025;
    /// The width of the glow on each side of a casing. Wider, it reaches the letters.
    pub(super) const GLOW: f32 = 0.09;
    /// Half the side of the middle of a tile that is erased. Smaller, glow remains on letters; larger, it cuts rings.
    pub(super) const LETTER: f32 = 0.37;
    /// The radius of the corners of the erased middle.
    pub(super) const LETTER_CORNER: f32 = 0.15;
    /// Tiles whose centers are further apart than this, in pitches, do not touch.
    pub(super) const ADJACENT: f32 = 1.25;
    /// The height of the arc between tiles that do not touch, as a share of its length. A straight line (0) crosses
    /// the tiles between.
    pub(super) const SWING: f32 = 0.16;
}

/// Lower limits in pixels, for tiles so small that lines of their proportion would not be visible.
mod least {
    pub(super) const LINE: f32 = 1.4;
    pub(super) const SHAFT: f32 = 2.0;
    pub(super) const CASING: f32 = 0.8;
    /// Half the width of an arrow's head.
    pub(super) const HALF_HEAD: f32 = 2.8;
}

/// Arrows whose middles are nearer than this, in tiles, cross.
const CROSSED: f32 = 0.2;
/// The length of the heads of crossed arrows, as a share of the usual length: longer ones cover each other.
const CROSSED_HEAD: f32 = 0.66;
/// The width of an arc between tiles that do not touch, as a share of a ring's: it runs over other tiles, so it is
/// thinner.
const ARC_WIDTH: f32 = 0.8;

/// The lengths above in pixels of one layout.
pub(super) struct Lengths {
    pub(super) tile: f32,
    /// The pitch of the layout, across and down.
    pub(super) pitch: Point,
    pub(super) line: f32,
    shaft: f32,
    pub(super) casing: f32,
    /// The length of an arrow's head.
    head: f32,
    /// Half the width of an arrow's head.
    pub(super) half_head: f32,
}

impl Lengths {
    pub(super) fn new(layout: &Layout) -> Lengths {
        let tile = layout.tile();
        Lengths {
            tile,
            pitch: layout.pitch().into(),
            line: (proportions::LINE * tile).max(least::LINE),
            head: (proportions::HEAD * tile).max(2.0 * least::HALF_HEAD),
            half_head: proportions::HALF_HEAD * tile,
            shaft: (proportions::SHAFT * tile).max(least::SHAFT),
            casing: (proportions::CASING * tile).max(least::CASING),
        }
    }

    /// A rounded rectangle around a center; half its side and the radius of its corners in tiles.
    pub(super) fn outline(&self, center: Point, half: f32, corner: f32) -> Option<Path> {
        let size = self.pitch * (2.0 * half);
        Bounds::centered(center, size.x, size.y).rounded(corner * self.tile)
    }

    /// The distance from a center to its ring in this direction (a unit vector).
    fn to_ring(&self, direction: Point) -> f32 {
        let half = self.pitch * proportions::RING;
        let corner = (proportions::CORNER * self.tile).min(half.x).min(half.y);
        let outside = |t: f32| {
            let (x, y) = ((direction.x * t).abs() - half.x + corner, (direction.y * t).abs() - half.y + corner);
            x.max(0.0).hypot(y.max(0.0)) + x.max(y).min(0.0) > corner
        };
        let (mut near, mut far) = (0.0, half.length());
        // Twelve halvings of a tile's size: finer than a hundredth of a pixel.
        for _ in 0..12 {
            let middle = (near + far) / 2.0;
            if outside(middle) { far = middle } else { near = middle }
        }
        far
    }
}

/// A straight line between two points.
#[derive(Debug, Clone, Copy)]
pub(super) struct Segment {
    start: Point,
    end: Point,
}

impl Segment {
    /// The distance to a point.
    pub(super) fn distance(&self, point: Point) -> f32 {
        let (along, to) = (self.end - self.start, point - self.start);
        let part = (to.x * along.x + to.y * along.y) / (along.x * along.x + along.y * along.y).max(f32::EPSILON);
        (to - along * part.clamp(0.0, 1.0)).length()
    }
}

/// An arrow from one tile to the next.
pub(super) struct Arrow {
    shaft: Option<Path>,
    head: Option<Path>,
    /// From the tail to the tip: badges keep off it.
    pub(super) segment: Segment,
    /// Whether the tiles do not touch: the arrow is a thin arc then.
    is_distant: bool,
}

/// Draws the path on the sheet.
pub(super) fn draw(sheet: &mut Sheet, layout: &Layout, path: &[Cell]) {
    let lengths = Lengths::new(layout);
    let centers: Vec<Point> = path.iter().map(|&cell| layout.center(cell).into()).collect();
    let ring = |&center: &Point| lengths.outline(center, proportions::RING, proportions::CORNER);
    let rings: Vec<Option<Path>> = centers.iter().map(ring).collect();
    let arrows = arrows(&lengths, &centers);
    draw_lines(sheet, &lengths, &rings, &arrows);
    for center in layout.shape().cells().map(|cell| Point::from(layout.center(cell))) {
        if is_on_sheet(sheet, &lengths, center) {
            sheet.erase(lengths.outline(center, proportions::LETTER, proportions::LETTER_CORNER).as_ref());
        }
    }
    let typeface = Typeface::embedded();
    let mut taken: Vec<PlacedBadge> = Vec::new();
    for (n, &tile) in centers.iter().enumerate() {
        let badge = Badge::new(&lengths, n, centers.len());
        let center = badge.corner(sheet, &lengths, tile, &arrows, &taken);
        taken.push(badge.at(center));
        badge.draw(sheet, &lengths, &typeface, center);
    }
}

/// Whether any part of the tile with this center is on the sheet.
fn is_on_sheet(sheet: &Sheet, lengths: &Lengths, center: Point) -> bool {
    let (width, height) = (sheet.pixmap.width() as f32, sheet.pixmap.height() as f32);
    (-lengths.pitch.x..width + lengths.pitch.x).contains(&center.x)
        && (-lengths.pitch.y..height + lengths.pitch.y).contains(&center.y)
}

/// Draws rings and arrows layer by layer, so that no casing covers a neighbor's core.
fn draw_lines(sheet: &mut Sheet, lengths: &Lengths, rings: &[Option<Path>], arrows: &[Arrow]) {
    let casing = 2.0 * lengths.casing;
    let glow = 2.0 * proportions::GLOW * lengths.tile;
    let color = |n: usize| if n == 0 { START_COLOR } else { PATH_COLOR };
    // Two strokes, the narrower one over the wider one, fade the glow outward.
    for (share, alpha) in [(1.0, 0.2), (0.6, 0.28)] {
        for (n, ring) in rings.iter().enumerate() {
            sheet.stroke(ring.as_ref(), lengths.line + casing + share * glow, color(n), alpha);
        }
        for arrow in arrows.iter().filter(|arrow| !arrow.is_distant) {
            sheet.stroke(arrow.shaft.as_ref(), lengths.shaft + casing + share * glow, PATH_COLOR, alpha);
        }
    }
    for arrow in arrows {
        let (width, alpha) = if arrow.is_distant { (lengths.line * ARC_WIDTH, 0.3) } else { (lengths.shaft, 0.85) };
        sheet.stroke(arrow.shaft.as_ref(), width + casing, DARK_COLOR, alpha);
    }
    for ring in rings {
        sheet.stroke(ring.as_ref(), lengths.line + casing, DARK_COLOR, 0.85);
    }
    for (n, ring) in rings.iter().enumerate() {
        sheet.stroke(ring.as_ref(), lengths.line, color(n), 1.0);
        sheet.stroke(ring.as_ref(), lengths.line * 0.35, LIGHT_COLOR, 0.75);
    }
    for arrow in arrows {
        let (width, alpha) = if arrow.is_distant { (lengths.line * ARC_WIDTH, 0.6) } else { (lengths.shaft, 1.0) };
        sheet.stroke(arrow.shaft.as_ref(), width, PATH_COLOR, alpha);
        // Heads overlap the rings, so they have another color.
        sheet.stroke(arrow.head.as_ref(), casing, DARK_COLOR, 0.9);
        sheet.fill(arrow.head.as_ref(), LIGHT_COLOR, 1.0);
    }
}

/// The arrows along the path.
fn arrows(lengths: &Lengths, centers: &[Point]) -> Vec<Arrow> {
    let middle = |pair: &[Point]| (pair[0] + pair[1]) * 0.5;
    let middles: Vec<Point> = centers.windows(2).map(middle).collect();
    let is_crossed =
        |n: usize| (0..middles.len()).any(|m| m != n && middles[n].distance(middles[m]) < CROSSED * lengths.tile);
    let head = |n: usize| lengths.head * if is_crossed(n) { CROSSED_HEAD } else { 1.0 };
    centers.windows(2).enumerate().map(|(n, pair)| arrow(lengths, pair[0], pair[1], head(n))).collect()
}

/// The arrow from the ring of one center to that of another, with a head of this length.
fn arrow(lengths: &Lengths, from: Point, to: Point, head: f32) -> Arrow {
    let offset = to - from;
    let is_distant = offset.x.abs() > proportions::ADJACENT * lengths.pitch.x
        || offset.y.abs() > proportions::ADJACENT * lengths.pitch.y;
    let swing = if is_distant { proportions::SWING * offset.length() } else { 0.0 };
    let direction = offset.unit();
    // The control point of the shaft's curve: to the left of the straight line.
    let control = (from + to) * 0.5 + Point::new(direction.y, -direction.x) * swing;
    let (out, back) = ((control - from).unit(), (control - to).unit());
    let reach = proportions::REACH * lengths.tile;
    let start = from + out * (lengths.to_ring(out) - reach);
    let tip = to + back * (lengths.to_ring(back) - reach);
    let neck = tip + back * head;
    let notch = neck - back * head * proportions::NOTCH;
    let side = Point::new(-back.y, back.x) * (head * proportions::HALF_HEAD / proportions::HEAD);
    let mut triangle = PathBuilder::new();
    triangle.move_to(tip.x, tip.y);
    for corner in [neck + side, notch, neck - side] {
        triangle.line_to(corner.x, corner.y);
    }
    triangle.close();
    let mut shaft = PathBuilder::new();
    shaft.move_to(start.x, start.y);
    shaft.quad_to(control.x, control.y, neck.x, neck.y);
    // Between distant tiles the numbers give the direction: a head far from its tail would confuse.
    let head = if is_distant { None } else { triangle.finish() };
    Arrow { shaft: shaft.finish(), head, segment: Segment { start, end: tip }, is_distant }
}
