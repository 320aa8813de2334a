//! Q and Qu with a drawn tail: the O of a typeface with a short bar, wedge, or hook, where and as long as the tails of
//! typefaces are that are not installed.

use crate::random::Random;
use hexlex::pixels::Point;
use hexlex::typeface::Typeface;
use tiny_skia::{FillRule, Mask, Path, PathBuilder, PathSegment, Rect, Transform};

/// Pixels for one height of a capital, where the O and the tail are measured.
const GRID: f32 = 48.0;
/// The margin around the O there, in pixels.
const MARGIN: f32 = 32.0;

/// The least area of a tail beside the O's ink, in squares of the capitals' height: 14 of the 32 x 32 pixels that a network
/// sees. Chosen by hand: smaller tails vanish when the letter is cut out, larger ones leave out those that readers miss.
const LEAST_AREA: f32 = 0.016;

/// Whether a tile's text begins with a Q to which a tail can be drawn: `Q`, `Qu`, `QU`.
pub(crate) fn is_with_q(text: &str) -> bool {
    ["Q", "Qu", "QU"].contains(&text)
}

/// A text whose Q is an O with a tail, its capitals one unit high and its baseline at y = 0; y points down.
pub(crate) struct TailedQ {
    pub(crate) path: Path,
    /// The area of the tail beside the O's ink, in squares of the capitals' height.
    pub(crate) tail: f32,
}

impl TailedQ {
    /// A Q, Qu, or QU in the typeface; `None` where it has no usual O, or where no tail is visible.
    pub(crate) fn random(rng: &mut Random, typeface: &Typeface, text: &str) -> Option<TailedQ> {
        let bowl = Bowl::of(typeface)?;
        let spine = Spine::random(rng, &bowl)?;
        let tail = spine.outline(bowl.is_clockwise)?;
        let area = bowl.area_beside(&tail).filter(|&area| area > LEAST_AREA)?;
        let mut builder = PathBuilder::new();
        builder.push_path(&typeface.outline(&text.replacen('Q', "O", 1))?);
        builder.push_path(&tail);
        Some(TailedQ { path: builder.finish()?, tail: area })
    }
}

/// The O of a typeface, measured on a grid of pixels.
struct Bowl {
    bounds: Rect,
    mask: Mask,
    /// The direction of its outer contour, y pointing down: a tail of the other one would cut a hole.
    is_clockwise: bool,
}

/// Where a ray from the middle of the bowl crosses its ink, in distances from the middle.
struct Crossing {
    inner: f32,
    outer: f32,
}

impl Bowl {
    fn of(typeface: &Typeface) -> Option<Bowl> {
        let path = typeface.outline("O")?;
        let bounds = path.bounds();
        let side = |extent: f32| (extent * GRID + 2.0 * MARGIN).ceil() as u32;
        let mut mask = Mask::new(side(bounds.width()), side(bounds.height()))?;
        mask.fill_path(&path, FillRule::Winding, true, Bowl::to_grid(bounds));
        Some(Bowl { bounds, mask, is_clockwise: signed_area(&path) > 0.0 })
    }

    /// From units of a capital to pixels of the grid.
    fn to_grid(bounds: Rect) -> Transform {
        Transform::from_row(GRID, 0.0, 0.0, GRID, MARGIN - bounds.left() * GRID, MARGIN - bounds.top() * GRID)
    }

    fn middle(&self) -> Point {
        Point::new((self.bounds.left() + self.bounds.right()) / 2.0, (self.bounds.top() + self.bounds.bottom()) / 2.0)
    }

    /// Whether there is ink at a point.
    fn has_ink(&self, at: Point) -> bool {
        let (x, y) = ((at.x - self.bounds.left()) * GRID + MARGIN, (at.y - self.bounds.top()) * GRID + MARGIN);
        let (width, height) = (self.mask.width(), self.mask.height());
        x >= 0.0
            && y >= 0.0
            && x < width as f32
            && y < height as f32
            && self.mask.data()[y as usize * width as usize + x as usize] > 127
    }

    /// The outermost stroke on a ray from the middle in this direction; `None` where the bowl is open there or full.
    fn crossing(&self, direction: Point) -> Option<Crossing> {
        let step = 0.5 / GRID;
        let count = (self.bounds.width().max(self.bounds.height()) / step) as usize;
        let at = |i: usize| self.middle() + direction * (i as f32 * step);
        let outer = (0..count).rev().find(|&i| self.has_ink(at(i)))?;
        let inner = (0..outer).rev().find(|&i| !self.has_ink(at(i)))?;
        Some(Crossing { inner: inner as f32 * step, outer: outer as f32 * step })
    }

    /// The area of a tail beside the ink, in squares of the capitals' height.
    fn area_beside(&self, tail: &Path) -> Option<f32> {
        let mut mask = Mask::new(self.mask.width(), self.mask.height())?;
        mask.fill_path(tail, FillRule::Winding, true, Bowl::to_grid(self.bounds));
        let beside =
            mask.data().iter().zip(self.mask.data()).map(|(&tail, &bowl)| f32::from(tail.saturating_sub(bowl)));
        Some(beside.sum::<f32>() / 255.0 / (GRID * GRID))
    }
}

/// The middle line of a tail, and its width along it.
struct Spine {
    from: Point,
    /// The control point of the quadratic curve from one end to the other.
    control: Point,
    to: Point,
    width_from: f32,
    width_to: f32,
}

impl Spine {
    /// A tail at the lower right or the lower middle of the bowl: outside it, across its stroke, or inside it.
    fn random(rng: &mut Random, bowl: &Bowl) -> Option<Spine> {
        let at = if rng.chance(0.7) { rng.between(25.0, 75.0) } else { rng.between(75.0, 108.0) };
        let ray = Point::new(at.to_radians().cos(), at.to_radians().sin());
        let Crossing { inner, outer } = bowl.crossing(ray)?;
        let stroke = outer - inner;
        // Downward to the right; some lie flat.
        let lean = if rng.chance(0.8) { rng.between(20.0, 85.0) } else { rng.between(-10.0, 20.0) };
        let along = Point::new(lean.to_radians().cos(), lean.to_radians().sin());
        let middle = bowl.middle() + ray * (inner + rng.between(0.3, 0.8) * stroke);
        let (inside, outside) = match rng.below(10) {
            0..=3 => (0.0, stroke / 2.0 + rng.between(0.08, 0.3)),
            4..=7 => (stroke / 2.0 + rng.between(0.03, 0.28), stroke / 2.0 + rng.between(0.03, 0.3)),
            _ => (stroke / 2.0 + rng.between(0.1, 0.3), 0.0),
        };
        let width = (stroke * rng.between(0.6, 1.3)).max(0.06);
        let (from, to) = (middle - along * inside, middle + along * outside);
        let bend = if rng.chance(0.4) { rng.between(-0.35, 0.35) * (inside + outside) } else { 0.0 };
        let control = (from + to) * 0.5 + Point::new(-along.y, along.x) * bend;
        let mut taper = || if rng.chance(0.5) { 1.0 } else { rng.between(0.25, 1.3) };
        Some(Spine { from, control, to, width_from: width * taper(), width_to: width * taper() })
    }

    /// The outline, in the direction of the bowl's.
    fn outline(&self, clockwise: bool) -> Option<Path> {
        const STEPS: usize = 6;
        let point =
            |t: f32| self.from * ((1.0 - t) * (1.0 - t)) + self.control * (2.0 * t * (1.0 - t)) + self.to * (t * t);
        let edge = |i: usize, side: f32| {
            let t = i as f32 / STEPS as f32;
            let along = (self.control - self.from) * (1.0 - t) + (self.to - self.control) * t;
            let across = Point::new(-along.y, along.x).unit();
            point(t) + across * (side * (self.width_from * (1.0 - t) + self.width_to * t) / 2.0)
        };
        let mut points: Vec<Point> = (0..=STEPS).map(|i| edge(i, -1.0)).collect();
        points.extend((0..=STEPS).rev().map(|i| edge(i, 1.0)));
        let mut path = polygon(&points)?;
        if (signed_area(&path) > 0.0) != clockwise {
            points.reverse();
            path = polygon(&points)?;
        }
        Some(path)
    }
}

fn polygon(points: &[Point]) -> Option<Path> {
    let mut builder = PathBuilder::new();
    for (i, point) in points.iter().enumerate() {
        if i == 0 { builder.move_to(point.x, point.y) } else { builder.line_to(point.x, point.y) }
    }
    builder.close();
    builder.finish()
}

/// Twice the area that a path's on-curve points enclose: positive for clockwise contours, y pointing down.
fn signed_area(path: &Path) -> f32 {
    let mut area = 0.0;
    let (mut start, mut before) = (tiny_skia::Point::zero(), tiny_skia::Point::zero());
    let mut line = |from: tiny_skia::Point, to: tiny_skia::Point| area += from.x * to.y - to.x * from.y;
    for segment in path.segments() {
        match segment {
            PathSegment::MoveTo(to) => (start, before) = (to, to),
            PathSegment::LineTo(to) | PathSegment::QuadTo(_, to) | PathSegment::CubicTo(_, _, to) => {
                line(before, to);
                before = to;
            }
            PathSegment::Close => line(before, start),
        }
    }
    area
}
