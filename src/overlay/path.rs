//! The path over a board: a ring around each tile, one smooth line from tile to tile with an arrow at each step, and a
//! number at each tile.
//!
//! [`Lengths`] turns the proportions below into pixels of one layout. Rings follow the outline of the tiles' bodies. The
//! steps of the line are drawn one after the other; where two cross, the later one lies above, with a halo. Then the middle
//! of each tile that a path may cover is erased: the line passes behind the letters. Each [`Badge`] goes to the place at its
//! tile where it covers least. Several paths have different colors; their lines are shifted a little, and their rings lie
//! within each other where they share tiles.

use super::badge::{Badge, PlacedBadge};
use super::colors::PathColors;
use super::{DARK_COLOR, LIGHT_COLOR, Sheet};
use crate::board::Cell;
use crate::locate::{Layout, TileBody};
use crate::pixels::{Bounds, Point, Rgb, mix};
use crate::typeface::Typeface;
use tiny_skia::{Path, PathBuilder, Transform};

/// Lengths in tiles (the smaller pitch of the layout), chosen by hand.
mod proportions {
    /// From the edge of a tile's body inward to the middle of its ring. Smaller: the rings of neighbors touch; larger: the
    /// ring touches the letter.
    pub(super) const INSET: f32 = 0.035;
    /// The largest part of the pitch that a ring is high. Larger: where tiles touch, the rings of neighbors are one line.
    pub(super) const RING: f32 = 0.89;
    /// The width of a ring's core. Thinner, it is lost on textured tiles; thicker, it fills the tile's edge.
    pub(super) const LINE: f32 = 0.042;
    /// The width of the line from tile to tile: more than a ring's, since it is the path.
    pub(super) const SHAFT: f32 = 0.066;
    /// The length of an arrow's head.
    pub(super) const HEAD: f32 = 0.2;
    /// Half the width of an arrow's head at its back.
    pub(super) const HALF_HEAD: f32 = 0.11;
    /// The depth of the notch in the back of a head, as a share of its length: 0 is a plain triangle.
    pub(super) const NOTCH: f32 = 0.28;
    /// The width of the dark casing on each side of a core.
    pub(super) const CASING: f32 = 0.028;
    /// The width of the halo on each side of a step that lies above another one. Smaller: crossing steps are one cross.
    pub(super) const HALO: f32 = 0.055;
    /// The height of the middle of a tile that is erased, which has the outline of the tile. Smaller: the line touches the
    /// letters; larger: less of the line is seen.
    pub(super) const LETTER: f32 = 0.66;
    /// Tiles whose centers are further apart than this, in pitches, do not touch: no line joins them.
    pub(super) const ADJACENT: f32 = 1.25;
    /// How far the line goes on in the direction in which it enters a tile, as a share of the step. 0 is a line with
    /// corners; larger, it leaves the gap between the tiles.
    pub(super) const SMOOTH: f32 = 0.16;
    /// Between the lines of two paths. Smaller: they are one line where both go the same way; larger: they leave the tiles.
    pub(super) const APART: f32 = 0.1;
    /// Between the rings of two paths around one tile, on each side. Smaller: they are one ring; larger: the inner one touches
    /// the letter.
    pub(super) const RINGS: f32 = 0.055;
}

/// Lower limits in pixels, for tiles so small that lines of their proportion would not be visible.
mod least {
    pub(super) const LINE: f32 = 1.4;
    pub(super) const SHAFT: f32 = 1.8;
    pub(super) const CASING: f32 = 0.8;
    /// Half the width of an arrow's head.
    pub(super) const HALF_HEAD: f32 = 2.6;
}

/// Steps whose middles are nearer than this, in tiles, cross.
const CROSSED: f32 = 0.2;
/// Where the middle of an arrow's head is on its step, as a share of it: in the gap between the tiles, and on a step that
/// crosses another one, beyond the crossing.
const HEAD_AT: f32 = 0.51;
const HEAD_BEYOND: f32 = 0.66;
/// The opacity of the shade over the tiles that are not on the path. More hides what else the board has.
pub(super) const SHADE: f32 = 0.24;

/// The lengths above in pixels of one layout.
pub(super) struct Lengths {
    pub(super) tile: f32,
    /// The pitch of the layout, across and down.
    pub(super) pitch: Point,
    pub(super) body: TileBody,
    pub(super) line: f32,
    shaft: f32,
    pub(super) casing: f32,
    /// Half the width of an arrow's head.
    pub(super) half_head: f32,
}

impl Lengths {
    pub(super) fn new(layout: &Layout) -> Lengths {
        let tile = layout.tile();
        Lengths {
            tile,
            pitch: layout.pitch().into(),
            body: *layout.body(),
            line: (proportions::LINE * tile).max(least::LINE),
            half_head: (proportions::HALF_HEAD * tile).max(least::HALF_HEAD),
            shaft: (proportions::SHAFT * tile).max(least::SHAFT),
            casing: (proportions::CASING * tile).max(least::CASING),
        }
    }

    /// The tiles' body with this height, as a part of the pitch.
    fn body_of(&self, size: f32) -> TileBody {
        self.body.with_size(size)
    }

    /// The width and height of rings, in pixels.
    pub(super) fn ring(&self) -> Point {
        self.ring_within(0)
    }

    /// The width and height of a ring within this number of others.
    fn ring_within(&self, others: usize) -> Point {
        let part = self.tile / self.pitch.y;
        let outer = (self.body.size - 2.0 * proportions::INSET * part).min(proportions::RING);
        self.body_of(outer - 2.0 * proportions::RINGS * part * others as f32).extent(self.pitch)
    }

    /// The outline of the tile in a cell with this extent, where the picture shows it.
    fn outline(&self, layout: &Layout, cell: Cell, extent: Point) -> Option<Path> {
        self.body.shape.outline(Point::default(), extent.x, extent.y)?.transform(placed(layout, cell))
    }
}

/// From places around the center of a tile in the upright layout to the picture.
pub(super) fn placed(layout: &Layout, cell: Cell) -> Transform {
    let center = layout.place(cell, Point::default());
    let right = layout.place(cell, Point::new(1.0, 0.0)) - center;
    let down = layout.place(cell, Point::new(0.0, 1.0)) - center;
    Transform::from_row(right.x, right.y, down.x, down.y, center.x, center.y)
}

/// How far the colors of the walked part of a path go to the dark one, and its opacity. Darker or more transparent: what was
/// walked is lost; less: it is taken for the rest. Chosen by hand; the opacity is above that at which windows without a
/// compositor are cut.
const WALKED_SHADE: f32 = 0.6;
const WALKED_ALPHA: f32 = 0.75;

/// A part of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// Still to be walked, or all of it.
    Ahead,
    /// The player has been here.
    Walked,
}

impl Part {
    fn of(cells: &[Cell], walked: &[Cell]) -> Part {
        if cells.iter().all(|cell| walked.contains(cell)) { Part::Walked } else { Part::Ahead }
    }

    pub(super) fn color(self, color: Rgb) -> Rgb {
        if self == Part::Walked { mix(color, DARK_COLOR, WALKED_SHADE) } else { color }
    }

    pub(super) fn alpha(self) -> f32 {
        if self == Part::Walked { WALKED_ALPHA } else { 1.0 }
    }
}

/// A step of the line: a cubic curve from one center to the next.
#[derive(Debug, Clone, Copy)]
struct Curve([Point; 4]);

impl Curve {
    fn at(&self, t: f32) -> Point {
        let Curve([a, b, c, d]) = *self;
        let s = 1.0 - t;
        a * (s * s * s) + b * (3.0 * s * s * t) + c * (3.0 * s * t * t) + d * (t * t * t)
    }

    /// The direction there.
    fn direction(&self, t: f32) -> Point {
        (self.at(t + 0.01) - self.at(t - 0.01)).unit()
    }

    /// Where the curve has come this part of the way from its start to its end.
    fn parameter(&self, part: f32) -> f32 {
        let Curve([a, .., d]) = *self;
        let along = d - a;
        let has_come = |t: f32| {
            let offset = self.at(t) - a;
            offset.x * along.x + offset.y * along.y >= part * (along.x * along.x + along.y * along.y)
        };
        let (mut low, mut high) = (0.0, 1.0);
        // Ten halvings: a thousandth of a step.
        for _ in 0..10 {
            let middle = (low + high) / 2.0;
            if has_come(middle) { high = middle } else { low = middle }
        }
        high
    }

    fn path(&self) -> Option<Path> {
        let Curve([a, b, c, d]) = *self;
        let mut path = PathBuilder::new();
        path.move_to(a.x, a.y);
        path.cubic_to(b.x, b.y, c.x, c.y, d.x, d.y);
        path.finish()
    }
}

/// A path, and how it is drawn.
pub(super) struct DrawnPath<'a> {
    cells: &'a [Cell],
    /// The tiles that the player has walked already, which are dim.
    walked: &'a [Cell],
    colors: PathColors,
    /// From the centers of the tiles to the line, in tiles.
    shift: Point,
    /// For each tile, how many of the paths before have it.
    shared: Vec<usize>,
}

/// The direction in which the lines of several paths are apart: 12 degrees below the horizontal, which no step of a board
/// has, so that no two lines cover each other. Chosen by hand.
const APART_TOWARD: Point = Point::new(0.98, 0.2);

impl<'a> DrawnPath<'a> {
    /// One path.
    pub(super) fn alone(cells: &'a [Cell], walked: &'a [Cell]) -> DrawnPath<'a> {
        let colors = PathColors::of(0, 1);
        DrawnPath { cells, walked, colors, shift: Point::default(), shared: vec![0; cells.len()] }
    }

    /// Several paths on one picture, the most important one first.
    pub(super) fn several(paths: &'a [Vec<Cell>]) -> Vec<DrawnPath<'a>> {
        let drawn = |(n, cells): (usize, &'a Vec<Cell>)| {
            let before = |cell: &Cell| paths[..n].iter().filter(|path| path.contains(cell)).count();
            let from_middle = n as f32 - (paths.len() - 1) as f32 / 2.0;
            DrawnPath {
                cells,
                walked: &[],
                colors: PathColors::of(n, paths.len()),
                shift: APART_TOWARD * (proportions::APART * from_middle),
                shared: cells.iter().map(before).collect(),
            }
        };
        paths.iter().enumerate().map(drawn).collect()
    }
}

/// A step from one tile to the next.
pub(super) struct Step {
    curve: Curve,
    color: Rgb,
    /// The parameter of the curve where the middle of its head is.
    head_at: f32,
    is_crossed: bool,
    part: Part,
}

impl Step {
    /// The distance of a point to the line, and to the arrow's head: 0 inside it.
    pub(super) fn distance(&self, lengths: &Lengths, point: Point) -> f32 {
        /// Points of the curve that are looked at: closer than the width of the line.
        const POINTS: usize = 24;
        let points = (0..=POINTS).map(|n| self.curve.at(n as f32 / POINTS as f32).distance(point));
        let line = points.fold(f32::MAX, f32::min) - lengths.shaft / 2.0 - lengths.casing;
        let head = self.curve.at(self.head_at).distance(point) - 1.1 * lengths.half_head - lengths.casing;
        line.min(head).max(0.0)
    }

    /// The bounds of the line with its casing and halo, without the arrow's head: a curve lies within the bounds of its control points.
    fn bounds(&self, lengths: &Lengths) -> Option<Bounds> {
        let around = lengths.casing.max(proportions::HALO * lengths.tile);
        Bounds::around(self.curve.0).map(|bounds| bounds.inset(-lengths.shaft / 2.0 - around))
    }

    /// The middle of the line, where another one crosses it.
    fn crossing(&self) -> Option<Path> {
        let (start, end) = (self.curve.at(self.curve.parameter(0.46)), self.curve.at(self.curve.parameter(0.54)));
        let mut middle = PathBuilder::new();
        middle.move_to(start.x, start.y);
        middle.line_to(end.x, end.y);
        middle.finish()
    }

    /// The arrow's head.
    fn head(&self, lengths: &Lengths) -> Option<Path> {
        let forward = self.curve.direction(self.head_at);
        let length = lengths.half_head * proportions::HEAD / proportions::HALF_HEAD;
        let tip = self.curve.at(self.head_at) + forward * (length * 0.5);
        let back = tip - forward * length;
        let side = Point::new(-forward.y, forward.x) * lengths.half_head;
        let mut head = PathBuilder::new();
        head.move_to(tip.x, tip.y);
        for corner in [back + side, back + forward * (length * proportions::NOTCH), back - side] {
            head.line_to(corner.x, corner.y);
        }
        head.close();
        head.finish()
    }
}

/// Whether the tiles that are not on the path are shaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shade {
    Others,
    Nothing,
}

/// Draws the paths on the sheet.
pub(super) fn draw(sheet: &mut Sheet, layout: &Layout, paths: &[DrawnPath<'_>], shade: Shade) {
    let lengths = Lengths::new(layout);
    let steps: Vec<Step> = paths.iter().flat_map(|path| steps(&lengths, layout, path)).collect();
    paths.iter().for_each(|path| draw_rings(sheet, &lengths, layout, path));
    draw_line(sheet, &lengths, &steps);
    erase_letters(sheet, &lengths, layout, paths, &steps);
    if shade == Shade::Others && paths.iter().any(|path| !path.cells.is_empty()) {
        shade_others(sheet, &lengths, layout, paths);
    }
    for (step, head) in steps.iter().filter_map(|step| Some((step, step.head(&lengths)?))) {
        sheet.stroke(Some(&head), 2.0 * lengths.casing, DARK_COLOR, 0.9 * step.part.alpha());
        sheet.fill(Some(&head), step.part.color(LIGHT_COLOR), step.part.alpha());
    }
    let typeface = Typeface::embedded();
    let mut taken: Vec<PlacedBadge> = Vec::new();
    for path in paths {
        for (n, &cell) in path.cells.iter().enumerate() {
            let badge = Badge::new(&lengths, n, path.cells.len(), path.colors, Part::of(&[cell], path.walked));
            let center = badge.place(sheet, &lengths, (layout, cell), &steps, &taken);
            taken.push(badge.at(center));
            badge.draw(sheet, &lengths, &typeface, center);
        }
    }
}

/// Draws the rings layer by layer, so that no casing covers a neighbor's core.
fn draw_rings(sheet: &mut Sheet, lengths: &Lengths, layout: &Layout, path: &DrawnPath<'_>) {
    let ring = |(&cell, &others): (&Cell, &usize)| {
        (lengths.outline(layout, cell, lengths.ring_within(others)), Part::of(&[cell], path.walked))
    };
    let rings: Vec<(Option<Path>, Part)> = path.cells.iter().zip(&path.shared).map(ring).collect();
    for (ring, part) in &rings {
        sheet.stroke(ring.as_ref(), lengths.line + 2.0 * lengths.casing, DARK_COLOR, 0.85 * part.alpha());
    }
    for (n, (ring, part)) in rings.iter().enumerate().rev() {
        let color = part.color(if n == 0 { path.colors.start } else { path.colors.line });
        sheet.stroke(ring.as_ref(), lengths.line, color, part.alpha());
    }
}

/// Draws the steps in their order. One that crosses an earlier one lies above it, with a halo.
fn draw_line(sheet: &mut Sheet, lengths: &Lengths, steps: &[Step]) {
    let casing = 2.0 * lengths.casing;
    for step in steps {
        let path = step.curve.path();
        if step.is_crossed {
            let halo = 2.0 * proportions::HALO * lengths.tile;
            sheet.stroke(step.crossing().as_ref(), lengths.shaft + halo, DARK_COLOR, 0.9);
        }
        sheet.stroke(path.as_ref(), lengths.shaft + casing, DARK_COLOR, 0.85 * step.part.alpha());
        sheet.stroke(path.as_ref(), lengths.shaft, step.part.color(step.color), step.part.alpha());
    }
}

/// Erases the middle of each tile that is on a path or that the bounds of a step overlap.
fn erase_letters(sheet: &mut Sheet, lengths: &Lengths, layout: &Layout, paths: &[DrawnPath<'_>], steps: &[Step]) {
    let extent = lengths.body_of(proportions::LETTER.min(lengths.body.size)).extent(lengths.pitch);
    let drawn: Vec<Bounds> = steps.iter().filter_map(|step| step.bounds(lengths)).collect();
    for cell in cells_on(sheet, lengths, layout) {
        let Some(letter) = lengths.outline(layout, cell, extent) else { continue };
        let edges = letter.bounds();
        let edges = Bounds::between(edges.left(), edges.top(), edges.right(), edges.bottom());
        if is_on_path(paths, cell) || drawn.iter().any(|step| step.shared_area(&edges) > 0.0) {
            sheet.erase(Some(&letter));
        }
    }
}

/// Darkens the tiles that are on no path, below everything else.
fn shade_others(sheet: &mut Sheet, lengths: &Lengths, layout: &Layout, paths: &[DrawnPath<'_>]) {
    let extent = lengths.body.extent(lengths.pitch);
    for cell in cells_on(sheet, lengths, layout).into_iter().filter(|&cell| !is_on_path(paths, cell)) {
        sheet.fill_below(lengths.outline(layout, cell, extent).as_ref(), DARK_COLOR, SHADE);
    }
}

/// Whether the cell is on one of the paths.
fn is_on_path(paths: &[DrawnPath<'_>], cell: Cell) -> bool {
    paths.iter().any(|path| path.cells.contains(&cell))
}

/// The cells whose tiles may be on the sheet.
fn cells_on(sheet: &Sheet, lengths: &Lengths, layout: &Layout) -> Vec<Cell> {
    let picture = Bounds::between(0.0, 0.0, sheet.pixmap.width() as f32, sheet.pixmap.height() as f32);
    let around = picture.inset(-2.0 * lengths.pitch.x.max(lengths.pitch.y));
    layout.shape().cells().filter(|&cell| around.contains(layout.center(cell).into())).collect()
}

/// The steps along the path; none where tiles that follow each other do not touch, as in games in which any tile may follow any: lines
/// across the board hide more than they show, and the numbers give the order.
fn steps(lengths: &Lengths, layout: &Layout, path: &DrawnPath<'_>) -> Vec<Step> {
    let shift = path.shift * lengths.tile;
    let center = |&cell: &Cell| Point::from(layout.center(cell)) + shift;
    let centers: Vec<Point> = path.cells.iter().map(center).collect();
    let is_distant = |pair: &[Point]| {
        let offset = pair[1] - pair[0];
        offset.x.abs() > proportions::ADJACENT * lengths.pitch.x.max(lengths.tile)
            || offset.y.abs() > proportions::ADJACENT * lengths.pitch.y.max(lengths.tile)
    };
    if centers.windows(2).any(is_distant) {
        return Vec::new();
    }
    let middles: Vec<Point> = centers.windows(2).map(|pair| (pair[0] + pair[1]) * 0.5).collect();
    let step = |(n, pair): (usize, &[Point])| {
        let is_near = |m: usize| middles[n].distance(middles[m]) < CROSSED * lengths.tile;
        let is_crossed = (0..middles.len()).any(|m| m != n && is_near(m));
        let curve = smooth(n.checked_sub(1).map(|n| centers[n]), pair, centers.get(n + 2).copied());
        let head_at = curve.parameter(if is_crossed { HEAD_BEYOND } else { HEAD_AT });
        let part = Part::of(&path.cells[n..n + 2], path.walked);
        Step { curve, color: path.colors.line, head_at, is_crossed, part }
    };
    centers.windows(2).enumerate().map(step).collect()
}

/// The curve between two centers that goes on smoothly from the center before to the one after.
fn smooth(before: Option<Point>, pair: &[Point], after: Option<Point>) -> Curve {
    let [from, to] = [pair[0], pair[1]];
    let length = from.distance(to);
    let forward = (to - from).unit();
    let through = |a: Point, b: Point| {
        let direction = (b - a).unit();
        // A path that turns back does not overshoot.
        let back = (direction.x * forward.x + direction.y * forward.y).min(0.0);
        (direction - forward * back) * (length * proportions::SMOOTH)
    };
    let out = before.map_or(through(from, to), |before| through(before, to));
    let into = after.map_or(through(from, to), |after| through(from, after));
    Curve([from, from + out, to - into, to])
}

#[cfg(test)]
mod tests {
    use super::super::PATH_COLOR;
    use super::*;
    use crate::board::Shape;
    use crate::pixels::{Rgb, color_distance};
    use tiny_skia::Pixmap;

    const TILE: f32 = 60.0;

    fn sheet() -> Sheet {
        Sheet { pixmap: Pixmap::new(300, 300).unwrap() }
    }

    fn board(shape: Shape) -> Layout {
        Layout::new(shape, (60.0, 60.0), (TILE, TILE))
    }

    #[test]
    fn the_later_of_two_crossing_steps_lies_above_and_is_kept_apart() {
        let layout = board(Shape::rows(2, 2).unwrap());
        let path = [(0, 0), (1, 1), (0, 1), (1, 0)].map(|(line, index)| Cell { line, index });
        let mut sheet = sheet();
        let path = DrawnPath::alone(&path, &[]);
        draw(&mut sheet, &layout, std::slice::from_ref(&path), Shade::Nothing);
        let picture = sheet.into_image();
        let later = steps(&Lengths::new(&layout), &layout, &path)[2].curve;
        let color = |beside: f32| -> Rgb {
            let (at, forward) = (later.at(0.5), later.direction(0.5));
            let [r, g, b, _] =
                picture.get_pixel((at.x - beside * forward.y) as u32, (at.y + beside * forward.x) as u32).0;
            [r, g, b]
        };
        assert!(color_distance(color(0.0), PATH_COLOR) < 20.0);
        for beside in [-4.0, 4.0] {
            assert!(color_distance(color(beside), DARK_COLOR) < 60.0, "the first one ends at the halo");
        }
    }

    #[test]
    fn numbers_keep_off_the_line() {
        for shape in [Shape::rows(3, 3).unwrap(), Shape::columns(&[3, 3, 3], None).unwrap()] {
            let layout = board(shape);
            let middle = Cell { line: 1, index: 1 };
            let around = layout.shape().neighbors(middle);
            for path in around.iter().flat_map(|&a| around.iter().map(move |&b| [a, middle, b])) {
                if path[0] == path[2] {
                    continue;
                }
                let lengths = Lengths::new(&layout);
                let steps = steps(&lengths, &layout, &DrawnPath::alone(&path, &[]));
                let badge = Badge::new(&lengths, 1, 3, PathColors::of(0, 1), Part::Ahead);
                let at = badge.place(&sheet(), &lengths, (&layout, middle), &steps, &[]);
                let distance = steps.iter().map(|step| step.distance(&lengths, at)).fold(f32::MAX, f32::min);
                assert!(distance > 0.12 * TILE, "{path:?}: {distance}");
            }
        }
    }

    #[test]
    fn tiles_that_do_not_touch_are_not_joined() {
        let layout = board(Shape::rows(3, 3).unwrap());
        let steps = |path: &[(usize, usize)]| {
            let path: Vec<Cell> = path.iter().map(|&(line, index)| Cell { line, index }).collect();
            steps(&Lengths::new(&layout), &layout, &DrawnPath::alone(&path, &[])).len()
        };
        assert_eq!([steps(&[(0, 0), (1, 1), (1, 2)]), steps(&[(0, 0), (1, 1), (1, 2), (1, 0)])], [2, 0]);
    }

    #[test]
    fn a_line_that_turns_back_does_not_overshoot() {
        let [a, b, c] = [0.0, 60.0, 20.0].map(|x| Point::new(x, 0.0));
        let curve = smooth(None, &[a, b], Some(c));
        assert!((0..=20).all(|n| (-0.1..60.1).contains(&curve.at(n as f32 / 20.0).x)));
        assert!((curve.at(curve.parameter(0.5)).x - 30.0).abs() < 0.2);
    }
}
