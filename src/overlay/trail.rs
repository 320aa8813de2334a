//! The path: a ring around each tile, an arrow to the next, a number in a corner.

use super::{DARK, LIGHT, PATH, Rgb, START, Sheet};
use crate::grid::Cell;
use crate::locate::Layout;
use crate::shapes::rounded;
use crate::text::Typeface;
use tiny_skia::{Path, PathBuilder};

/// Lengths in tiles.
mod tiles {
    /// From a tile's center to its ring: outside of a letter (a third of a tile), inside of the edge.
    pub(super) const RING: f32 = 0.435;
    /// The radius of the ring's corners.
    pub(super) const CORNER: f32 = 0.2;
    /// The width of a ring's core.
    pub(super) const LINE: f32 = 0.05;
    /// The width of an arrow's shaft.
    pub(super) const SHAFT: f32 = 0.085;
    /// The length and half the width of an arrow's head.
    pub(super) const HEAD: (f32, f32) = (0.25, 0.13);
    /// How far the back of a head is cut in, as a share of its length: so a glance tells where it points.
    pub(super) const NOTCH: f32 = 0.3;
    /// How far an arrow reaches over the rings at both ends, toward the letters.
    pub(super) const REACH: f32 = 0.035;
    /// How much wider than the core the dark casing is, on each side.
    pub(super) const CASING: f32 = 0.025;
    /// How far the glow reaches.
    pub(super) const GLOW: f32 = 0.09;
    /// The middle of a tile that stays as it is: half its side, and the radius of its corners.
    pub(super) const LETTER: (f32, f32) = (0.37, 0.15);
    /// The half side of the box that a badge keeps out of.
    pub(super) const LETTER_BOX: f32 = 0.31;
    /// The radius of a badge.
    pub(super) const BADGE: f32 = 0.135;
    /// The largest radius of a badge, for tiny tiles: it still fits between four letters.
    pub(super) const LARGEST_BADGE: f32 = 0.2;
    /// Farther apart than this, tiles do not touch.
    pub(super) const TOUCHING: f32 = 1.25;
    /// How far an arc between distant tiles swings out, as a share of its length.
    pub(super) const SWING: f32 = 0.16;
}

/// Lengths in pixels below which nothing is seen.
mod pixels {
    pub(super) const LINE: f32 = 1.4;
    pub(super) const SHAFT: f32 = 2.0;
    pub(super) const CASING: f32 = 0.8;
    /// The radius of the smallest badge with a rim.
    pub(super) const RIMMED: f32 = 5.5;
    /// Half the width of an arrow's head.
    pub(super) const HEAD: f32 = 2.8;
    /// The radius of a badge whose number can be read.
    pub(super) const BADGE: f32 = 5.2;
}

/// Arrows whose middles are this near, in tiles, cross; their heads are shorter, so that neither lies over the other.
const CROSSED: (f32, f32) = (0.2, 0.66);

/// The width of an arc between distant tiles, in lines: it runs over others.
const FAINT: f32 = 0.8;

/// The first badge and the ones of many digits are larger by these.
const FIRST_BADGE: f32 = 1.25;
const DIGITS: f32 = 0.25;

/// The sizes of everything, in pixels of this layout.
struct Scale {
    tile: f32,
    pitch: (f32, f32),
    line: f32,
    shaft: f32,
    casing: f32,
    badge: f32,
    /// The length of an arrow's head.
    head: f32,
}

impl Scale {
    fn new(layout: &Layout) -> Scale {
        let tile = layout.tile();
        Scale {
            tile,
            pitch: layout.pitch(),
            line: (tiles::LINE * tile).max(pixels::LINE),
            head: (tiles::HEAD.0 * tile).max(2.0 * pixels::HEAD),
            shaft: (tiles::SHAFT * tile).max(pixels::SHAFT),
            casing: (tiles::CASING * tile).max(pixels::CASING),
            badge: (tiles::BADGE * tile).max(pixels::BADGE.min(tiles::LARGEST_BADGE * tile)),
        }
    }

    /// The outline around a center, `half` a tile's share away.
    fn around(&self, (x, y): (f32, f32), half: f32, corner: f32) -> Option<Path> {
        let (a, b) = (half * self.pitch.0, half * self.pitch.1);
        rounded(x - a, y - b, 2.0 * a, 2.0 * b, corner * self.tile)
    }

    /// How far it is from a center to its ring in this direction (a unit vector).
    fn to_ring(&self, (dx, dy): (f32, f32)) -> f32 {
        let (a, b) = (tiles::RING * self.pitch.0, tiles::RING * self.pitch.1);
        let corner = (tiles::CORNER * self.tile).min(a).min(b);
        let outside = |t: f32| {
            let (x, y) = ((dx * t).abs() - a + corner, (dy * t).abs() - b + corner);
            x.max(0.0).hypot(y.max(0.0)) + x.max(y).min(0.0) > corner
        };
        let (mut near, mut far) = (0.0, a.hypot(b));
        // Halving twelve times is finer than a hundredth of a pixel.
        for _ in 0..12 {
            let middle = (near + far) / 2.0;
            if outside(middle) { far = middle } else { near = middle }
        }
        far
    }
}

/// An arrow from one tile to the next.
struct Link {
    shaft: Option<Path>,
    head: Option<Path>,
    /// Where it runs, for what keeps clear of it.
    ends: ((f32, f32), (f32, f32)),
    /// Whether it runs far over the board, so that it must not be loud.
    far: bool,
}

/// Draws the path over the sheet.
pub(super) fn draw(sheet: &mut Sheet, layout: &Layout, path: &[Cell]) {
    let scale = Scale::new(layout);
    let centers: Vec<(f32, f32)> = path.iter().map(|&cell| layout.center(cell)).collect();
    let rings: Vec<Option<Path>> =
        centers.iter().map(|&center| scale.around(center, tiles::RING, tiles::CORNER)).collect();
    let links = links(&scale, &centers);
    lines(sheet, &scale, &rings, &links);
    for center in layout.shape().cells().map(|cell| layout.center(cell)) {
        if is_on(sheet, &scale, center) {
            sheet.erase(scale.around(center, tiles::LETTER.0, tiles::LETTER.1).as_ref());
        }
    }
    let typeface = Typeface::embedded();
    let mut taken = Vec::new();
    for (n, &center) in centers.iter().enumerate() {
        let badge = Badge::new(&scale, n, centers.len());
        let at = corner(sheet, &scale, &badge, center, &links, &taken);
        taken.push((at, badge.half_width));
        badge.draw(sheet, &scale, &typeface, at);
    }
}

/// Whether anything of a tile lies on the sheet.
fn is_on(sheet: &Sheet, scale: &Scale, (x, y): (f32, f32)) -> bool {
    let (width, height) = (sheet.pixmap.width() as f32, sheet.pixmap.height() as f32);
    (-scale.pitch.0..width + scale.pitch.0).contains(&x) && (-scale.pitch.1..height + scale.pitch.1).contains(&y)
}

/// Rings and arrows, layer by layer, so that no casing lies over a neighbor's core.
fn lines(sheet: &mut Sheet, scale: &Scale, rings: &[Option<Path>], links: &[Link]) {
    let casing = 2.0 * scale.casing;
    let glow = 2.0 * tiles::GLOW * scale.tile;
    let color = |n: usize| if n == 0 { START } else { PATH };
    for (share, alpha) in [(1.0, 0.2), (0.6, 0.28)] {
        for (n, ring) in rings.iter().enumerate() {
            sheet.stroke(ring.as_ref(), scale.line + casing + share * glow, color(n), alpha);
        }
        for link in links.iter().filter(|link| !link.far) {
            sheet.stroke(link.shaft.as_ref(), scale.shaft + casing + share * glow, PATH, alpha);
        }
    }
    for link in links {
        let (width, alpha) = if link.far { (scale.line * FAINT, 0.3) } else { (scale.shaft, 0.85) };
        sheet.stroke(link.shaft.as_ref(), width + casing, DARK, alpha);
    }
    for ring in rings {
        sheet.stroke(ring.as_ref(), scale.line + casing, DARK, 0.85);
    }
    for (n, ring) in rings.iter().enumerate() {
        sheet.stroke(ring.as_ref(), scale.line, color(n), 1.0);
        sheet.stroke(ring.as_ref(), scale.line * 0.35, LIGHT, 0.75);
    }
    for link in links {
        let (width, alpha) = if link.far { (scale.line * FAINT, 0.6) } else { (scale.shaft, 1.0) };
        sheet.stroke(link.shaft.as_ref(), width, PATH, alpha);
        // The heads lie over the rings: another color, or they would drown in them.
        sheet.stroke(link.head.as_ref(), casing, DARK, 0.9);
        sheet.fill(link.head.as_ref(), LIGHT, 1.0);
    }
}

/// The arrows along the path.
fn links(scale: &Scale, centers: &[(f32, f32)]) -> Vec<Link> {
    let middle = |pair: &[(f32, f32)]| ((pair[0].0 + pair[1].0) / 2.0, (pair[0].1 + pair[1].1) / 2.0);
    let middles: Vec<(f32, f32)> = centers.windows(2).map(middle).collect();
    let crossed = |n: usize| {
        let near = |m: usize| (middles[n].0 - middles[m].0).hypot(middles[n].1 - middles[m].1) < CROSSED.0 * scale.tile;
        (0..middles.len()).any(|m| m != n && near(m))
    };
    let head = |n: usize| scale.head * if crossed(n) { CROSSED.1 } else { 1.0 };
    centers.windows(2).enumerate().map(|(n, pair)| link(scale, pair[0], pair[1], head(n))).collect()
}

/// The arrow from the ring of one center to that of another, with a head of this length.
fn link(scale: &Scale, from: (f32, f32), to: (f32, f32), head: f32) -> Link {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(f32::EPSILON);
    let far = dx.abs() > tiles::TOUCHING * scale.pitch.0 || dy.abs() > tiles::TOUCHING * scale.pitch.1;
    // A distant tile is reached by an arc: straight lines would run through all the tiles between.
    let swing = if far { tiles::SWING * length } else { 0.0 };
    let by = ((from.0 + to.0) / 2.0 + dy / length * swing, (from.1 + to.1) / 2.0 - dx / length * swing);
    let toward = |a: (f32, f32), b: (f32, f32)| {
        let (x, y) = (b.0 - a.0, b.1 - a.1);
        let length = x.hypot(y).max(f32::EPSILON);
        (x / length, y / length)
    };
    let (out, back) = (toward(from, by), toward(to, by));
    let reach = tiles::REACH * scale.tile;
    let (leave, arrive) = (scale.to_ring(out) - reach, scale.to_ring(back) - reach);
    let start = (from.0 + out.0 * leave, from.1 + out.1 * leave);
    let tip = (to.0 + back.0 * arrive, to.1 + back.1 * arrive);
    let neck = (tip.0 + back.0 * head, tip.1 + back.1 * head);
    let notch = (neck.0 - back.0 * head * tiles::NOTCH, neck.1 - back.1 * head * tiles::NOTCH);
    let half = head * tiles::HEAD.1 / tiles::HEAD.0;
    let mut triangle = PathBuilder::new();
    triangle.move_to(tip.0, tip.1);
    triangle.line_to(neck.0 - back.1 * half, neck.1 + back.0 * half);
    triangle.line_to(notch.0, notch.1);
    triangle.line_to(neck.0 + back.1 * half, neck.1 - back.0 * half);
    triangle.close();
    let mut shaft = PathBuilder::new();
    shaft.move_to(start.0, start.1);
    shaft.quad_to(by.0, by.1, neck.0, neck.1);
    // Of a distant pair the numbers tell the direction; heads that come out of nowhere would not.
    let head = if far { None } else { triangle.finish() };
    Link { shaft: shaft.finish(), head, ends: (start, tip), far }
}

/// A number of the order.
struct Badge {
    text: String,
    /// Half its height, in pixels.
    radius: f32,
    half_width: f32,
    fill: Rgb,
    ink: Rgb,
}

impl Badge {
    fn new(scale: &Scale, n: usize, count: usize) -> Badge {
        let text = (n + 1).to_string();
        let largest = scale.badge.max(tiles::LARGEST_BADGE * scale.tile);
        let radius = if n == 0 { (scale.badge * FIRST_BADGE).min(largest) } else { scale.badge };
        let half_width = radius * (1.0 + DIGITS * (text.len() - 1) as f32);
        let (fill, ink) = match n {
            0 => (START, DARK),
            _ if n + 1 == count => (PATH, DARK),
            _ => (DARK, LIGHT),
        };
        Badge { text, radius, half_width, fill, ink }
    }

    fn draw(&self, sheet: &mut Sheet, scale: &Scale, typeface: &Typeface, (x, y): (f32, f32)) {
        let (a, b) = (self.half_width, self.radius);
        let plate = rounded(x - a, y - b, 2.0 * a, 2.0 * b, b);
        let rim = if self.fill == DARK { PATH } else { LIGHT };
        let line = (scale.line * 0.45).max(0.9);
        sheet.stroke(plate.as_ref(), line + scale.casing, DARK, 0.85);
        sheet.fill(plate.as_ref(), self.fill, 1.0);
        // On a tiny badge a rim would leave the digits no room.
        let rimmed = b >= pixels::RIMMED;
        if rimmed {
            sheet.stroke(plate.as_ref(), line, rim, 1.0);
        }
        let (height, width) = if rimmed { (1.16, 1.5) } else { (1.4, 1.75) };
        let digits = typeface.centered(&self.text, (x, y), height * b, width * a);
        sheet.fill(digits.as_ref(), self.ink, 1.0);
    }
}

/// The corner of a tile where its badge disturbs least: off the arrows, off other badges, in the picture.
fn corner(
    sheet: &Sheet,
    scale: &Scale,
    badge: &Badge,
    center: (f32, f32),
    links: &[Link],
    taken: &[((f32, f32), f32)],
) -> (f32, f32) {
    /// Upper left first: there many tiles have nothing, where the lower right has the value.
    const CORNERS: [(f32, f32); 4] = [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)];
    // As far out as keeps the round badge off the corner of the letter's box.
    let out = tiles::LETTER_BOX * scale.tile + badge.radius * std::f32::consts::FRAC_1_SQRT_2;
    let spread = ((scale.pitch.0 - scale.tile) / 2.0, (scale.pitch.1 - scale.tile) / 2.0);
    let wide = (badge.half_width - badge.radius) / 2.0;
    let places = CORNERS.map(|(sx, sy)| (center.0 + sx * (out + spread.0 + wide), center.1 + sy * (out + spread.1)));
    let cost = |&(x, y): &(f32, f32)| {
        let arrows: f32 = (links.iter())
            .map(|link| {
                let clear = distance((x, y), link.ends) - badge.half_width;
                (1.0 - clear / (tiles::HEAD.1 * scale.tile)).max(0.0)
            })
            .sum();
        let badges: f32 = (taken.iter())
            .map(|&(other, half)| {
                let clear = (x - other.0).hypot(y - other.1) - half - badge.half_width;
                if clear < 0.0 { 4.0 } else { 0.0 }
            })
            .sum();
        let (width, height) = (sheet.pixmap.width() as f32, sheet.pixmap.height() as f32);
        let outside =
            x < badge.half_width || y < badge.radius || x > width - badge.half_width || y > height - badge.radius;
        arrows + badges + if outside { 8.0 } else { 0.0 }
    };
    places.into_iter().min_by(|a, b| cost(a).total_cmp(&cost(b))).unwrap_or(center)
}

/// The distance of a point from a line between two others.
fn distance((x, y): (f32, f32), (a, b): ((f32, f32), (f32, f32))) -> f32 {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let along = ((x - a.0) * dx + (y - a.1) * dy) / (dx * dx + dy * dy).max(f32::EPSILON);
    let t = along.clamp(0.0, 1.0);
    (x - a.0 - t * dx).hypot(y - a.1 - t * dy)
}
