//! The bodies of a board's tiles: their outline, and where values are printed on them. For what is drawn around tiles; no
//! letter is read by it.
//!
//! [`TileBody::measured`] takes the median of all tiles along rays from their centers. The letters differ and vanish in
//! it, the edge of the body stays. The outline is the one of a family (squares with rounded corners, disks, hexagons)
//! along which the colors change most.

use super::Layout;
use crate::board::{Cell, Lines};
use crate::pixels::{Bounds, Frame, Point, Rgb, color_distance, luma, median, median_color};
use tiny_skia::{Path, PathBuilder};

/// The width of a regular hexagon with a flat top, in its heights: 2 / sqrt 3.
pub(crate) const HEXAGON: f32 = 1.154_700_5;

/// The outline of a tile.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum TileShape {
    /// A square with corners rounded by this radius, in its sides; 0 for sharp ones.
    Square(f32),
    /// A regular hexagon with a flat top, as staggered columns are made of.
    Hexagon,
    /// A disk.
    Circle,
}

impl TileShape {
    /// The width of a tile of this height.
    pub fn width(self, height: f32) -> f32 {
        if self == TileShape::Hexagon { HEXAGON * height } else { height }
    }

    /// The outline around its center.
    pub(crate) fn outline(self, center: Point, width: f32, height: f32) -> Option<Path> {
        let Point { x, y } = center;
        let (a, b) = (width / 2.0, height / 2.0);
        match self {
            TileShape::Square(radius) => Bounds::centered(center, width, height).rounded(radius * height.min(width)),
            TileShape::Circle => PathBuilder::from_circle(x, y, b.min(a)),
            TileShape::Hexagon => {
                let mut path = PathBuilder::new();
                path.move_to(x - a, y);
                path.line_to(x - a / 2.0, y - b);
                path.line_to(x + a / 2.0, y - b);
                path.line_to(x + a, y);
                path.line_to(x + a / 2.0, y + b);
                path.line_to(x - a / 2.0, y + b);
                path.close();
                path.finish()
            }
        }
    }

    /// The distance from the center of a tile of this size to its outline, in the direction of a unit vector.
    pub(crate) fn reach(self, direction: Point, width: f32, height: f32) -> f32 {
        let (a, b) = (width / 2.0, height / 2.0);
        let (x, y) = (direction.x.abs().max(f32::EPSILON), direction.y.abs().max(f32::EPSILON));
        match self {
            TileShape::Circle => a.min(b),
            TileShape::Hexagon => (b / y).min(a * b / (x * b + y * a / 2.0)),
            TileShape::Square(radius) => {
                let radius = radius * width.min(height);
                let (corner_x, corner_y) = (a - radius, b - radius);
                let straight = (a / x).min(b / y);
                if straight * x <= corner_x || straight * y <= corner_y {
                    return straight;
                }
                // The ray meets the circle around (corner_x, corner_y).
                let along = x * corner_x + y * corner_y;
                let off = corner_x * corner_x + corner_y * corner_y - radius * radius;
                along + (along * along - off).max(0.0).sqrt()
            }
        }
    }
}

/// The number of directions in which something may be printed beside a letter: eighths of a turn, clockwise from the
/// right.
pub(crate) const DIRECTIONS: usize = 8;

/// The body of a board's tiles.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TileBody {
    /// Its outline.
    pub shape: TileShape,
    /// Its height as a part of the pitch: 1 where tiles touch. The width of squares and disks is this part of the
    /// horizontal pitch.
    pub size: f32,
    /// In which of the [`DIRECTIONS`] from the letter the tiles have something printed, as values in a corner: a bit each.
    printed: u8,
}

impl TileBody {
    /// What the pitch alone suggests: hexagons where the columns of a staggered board are as close as theirs, or else
    /// squares.
    pub(super) fn of_pitch(lines: Lines, pitch: Point) -> TileBody {
        /// The horizontal pitch of hexagons, in vertical ones: 0.866 where they touch, and more where only their columns
        /// keep a distance. Squares of staggered columns have 1.
        const HEXAGONAL: std::ops::Range<f32> = 0.83..0.93;
        /// The usual size of a body: most tiles have a gap or an edge.
        const SIZE: f32 = 0.95;
        let is_hexagonal = lines == Lines::Columns && HEXAGONAL.contains(&(pitch.x / pitch.y));
        let shape = if is_hexagonal { TileShape::Hexagon } else { TileShape::Square(RADII[1]) };
        TileBody { shape, size: SIZE, printed: 0 }
    }

    /// The same body, larger or smaller.
    pub(crate) fn with_size(self, size: f32) -> TileBody {
        TileBody { size, ..self }
    }

    /// Whether the tiles have something printed in this one of the [`DIRECTIONS`].
    pub(crate) fn is_printed(&self, eighth: usize) -> bool {
        self.printed >> eighth & 1 == 1
    }

    /// The width and the height on a lattice with this pitch.
    pub(crate) fn extent(&self, pitch: Point) -> Point {
        let height = self.size * pitch.y;
        let width = if self.shape == TileShape::Hexagon { self.shape.width(height) } else { self.size * pitch.x };
        Point::new(width, height)
    }

    /// The body that the tiles of this layout have in a picture; that of the pitch where they have no visible edge.
    pub(super) fn measured(frame: &Frame, layout: &Layout) -> TileBody {
        /// The change of color along an outline below which it is not one, in levels. Smaller: noise has outlines. Larger:
        /// pale tiles get squares. Chosen by hand.
        const LEAST: f32 = 7.0;
        /// The share of the largest change at which a larger outline of the same shape is preferred: the outer edge of a
        /// bevel to the inner one. Chosen by hand.
        const NEARLY: f32 = 0.72;
        /// The smallest and the largest size that are tried, as parts of the pitch, and the steps between them. Smaller ones
        /// meet the letters, and at 1 the neighbors begin. Chosen by hand.
        const SIZES: [f32; 2] = [0.8, 0.98];
        const STEPS: usize = 18;
        let guess = *layout.body();
        let rays = Rays::of(frame, layout);
        let pitch = Point::from(layout.pitch());
        let sizes = (0..=STEPS).map(|n| SIZES[0] + (SIZES[1] - SIZES[0]) * n as f32 / STEPS as f32);
        let mut best: Option<(TileBody, f32)> = None;
        for shape in shapes(layout.shape().lines()) {
            let bodies = sizes.clone().map(|size| TileBody { shape, size, ..guess });
            let scored: Vec<(TileBody, f32)> =
                bodies.map(|body| (body, rays.change(body.extent(pitch), shape))).collect();
            let most = scored.iter().map(|(_, change)| *change).fold(0.0, f32::max);
            let outer = scored.into_iter().rfind(|(_, change)| *change >= NEARLY * most);
            if best.is_none_or(|(_, change)| most > change) {
                best = outer.map(|(body, _)| (body, most));
            }
        }
        let body = best.filter(|(_, change)| *change >= LEAST).map_or(guess, |(body, _)| body);
        TileBody { printed: rays.printed(body.extent(pitch), body.shape), ..body }
    }
}

/// The radii of corners that are tried, in sides of a tile; sharp corners are drawn as slightly round ones. More take
/// time, fewer draw rings that leave the corners. Chosen by hand.
const RADII: [f32; 4] = [0.05, 0.12, 0.2, 0.3];

/// The shapes that tiles of such a board may have.
fn shapes(lines: Lines) -> Vec<TileShape> {
    let mut shapes = vec![TileShape::Circle];
    shapes.extend(RADII.map(TileShape::Square));
    if lines == Lines::Columns {
        shapes.push(TileShape::Hexagon);
    }
    shapes
}

/// The number of rays around a tile. Fewer miss the corners, more take time. Chosen by hand.
const RAYS: usize = 32;
/// The first distance on a ray, in tiles: inside every body. Chosen by hand.
const FIRST: f32 = 0.3;
/// The distance between two places on a ray, in tiles: an edge is wider. Chosen by hand.
const STEP: f32 = 0.0125;
/// The number of places on a ray, so that it reaches the corner of a square, 0.71 tiles from the center.
const STEPS: usize = 36;

/// The colors of the tiles along rays from their centers.
struct Rays {
    /// A tile in pixels.
    tile: f32,
    /// The direction of each ray.
    directions: [Point; RAYS],
    /// The median color at each step of each ray, ray by ray.
    colors: Vec<Rgb>,
    /// The color of each tile there; `None` outside the picture.
    tiles: Vec<Vec<Option<Rgb>>>,
}

impl Rays {
    fn of(frame: &Frame, layout: &Layout) -> Rays {
        /// The most tiles that are looked at: a limit of work. The median of fewer is as good.
        const MOST: usize = 20;
        let cells: Vec<Cell> = layout.shape().cells().collect();
        let tile = layout.tile();
        let directions: [Point; RAYS] = std::array::from_fn(direction);
        let offsets: Vec<Point> =
            (0..RAYS * STEPS).map(|n| directions[n / STEPS] * ((FIRST + STEP * (n % STEPS) as f32) * tile)).collect();
        let some = cells.iter().step_by(cells.len().div_ceil(MOST).max(1));
        let tiles: Vec<Vec<Option<Rgb>>> =
            some.map(|&cell| layout.places(cell, &offsets).map(|place| frame.color_at(place)).collect()).collect();
        let common = |place: usize| {
            let colors: Vec<Rgb> = tiles.iter().filter_map(|tile| tile[place]).collect();
            median_color(&colors).unwrap_or_default()
        };
        Rays { tile, directions, colors: (0..RAYS * STEPS).map(common).collect(), tiles }
    }

    /// How much the color changes across an outline of this extent, in levels: the mean over the rays.
    fn change(&self, extent: Point, shape: TileShape) -> f32 {
        /// From an outline to the colors on both sides, in steps: wider than the blur of an edge.
        const ACROSS: usize = 2;
        /// The change of a ray that counts, in levels: a few strong places are not an outline.
        const MOST: f32 = 60.0;
        let change = |ray: usize| {
            let at = (shape.reach(self.directions[ray], extent.x, extent.y) / self.tile - FIRST) / STEP;
            let at = at.round().max(0.0) as usize;
            let [inner, own, outer] =
                [at.saturating_sub(ACROSS), at, at + ACROSS].map(|step| self.colors[ray * STEPS + step.min(STEPS - 1)]);
            // A gap may be so narrow that the neighbor is on its other side.
            let most = color_distance(inner, own).max(color_distance(own, outer)).max(color_distance(inner, outer));
            most.min(MOST)
        };
        (0..RAYS).map(change).sum::<f32>() / RAYS as f32
    }

    /// In which directions most tiles have something printed between the letter and the edge of the body.
    fn printed(&self, extent: Point, shape: TileShape) -> u8 {
        /// From the edge of the body inward to where nothing of it is, bevels included, in tiles.
        const EDGE: f32 = 0.15;
        /// Where letters end, in tiles from the center.
        const LETTER: f32 = 0.4;
        /// The least contrast of print, in levels: more than that of shades and textures. Chosen by hand.
        const LEAST: f32 = 45.0;
        /// The least contrast of print as a multiple of that in the middle one of all directions: a texture has it in all.
        /// Chosen by hand.
        const TIMES: f32 = 1.7;
        let contrast = |eighth: usize| {
            let middle = eighth * RAYS / DIRECTIONS;
            let places: Vec<usize> = (middle + RAYS - 1..=middle + RAYS + 1)
                .map(|ray| ray % RAYS)
                .flat_map(|ray| {
                    let end = shape.reach(self.directions[ray], extent.x, extent.y) / self.tile - EDGE;
                    (0..STEPS)
                        .filter(move |&step| (LETTER..end).contains(&(FIRST + STEP * step as f32)))
                        .map(move |step| ray * STEPS + step)
                })
                .collect();
            let range = |tile: &Vec<Option<Rgb>>| {
                let lumas = places.iter().filter_map(|&place| tile[place].map(luma));
                let (low, high) = lumas.fold((f32::MAX, f32::MIN), |(low, high), l| (low.min(l), high.max(l)));
                (high - low).max(0.0)
            };
            median(self.tiles.iter().map(range).collect())
        };
        let contrasts: Vec<f32> = (0..DIRECTIONS).map(contrast).collect();
        let usual = median(contrasts.clone());
        let is_printed = |&eighth: &usize| contrasts[eighth] > LEAST.max(TIMES * usual);
        (0..DIRECTIONS).filter(is_printed).fold(0, |bits, eighth| bits | 1 << eighth)
    }
}

/// The direction of a ray: clockwise from the right.
fn direction(ray: usize) -> Point {
    let angle = std::f32::consts::TAU * ray as f32 / RAYS as f32;
    Point::new(angle.cos(), angle.sin())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::paint::{Fill, Marks, Palette, Style, TileStyle, paint};
    use crate::pixels::Projection;

    const COLUMNS: &str = "# layout: columns\nS A B M\nO I:green E A O\nO F U R\nG P A U R\n";
    const ROWS: &str = "T A P E\nR U S N\nI C D O\nQu O L Y\n";

    fn measured(text: &str, style: &Style, tile: f32) -> TileBody {
        let board: Board = text.parse().unwrap();
        let (picture, layout) = paint(&board, style, tile).unwrap();
        *layout.measured(&Frame::new(picture, "")).body()
    }

    #[test]
    fn outlines_are_those_of_the_drawn_tiles() {
        let usual = Style::default();
        let outlined = Palette::uniform(TileStyle::new(Fill::None, [190; 3], [220; 3]));
        for tile in [30.0, 64.0] {
            for (shape, pitch) in [(TileShape::Square(0.1), 1.0), (TileShape::Circle, 1.0), (TileShape::Hexagon, 0.88)]
            {
                for palette in [usual.palette, outlined] {
                    let bevel = if palette == outlined { 0.0 } else { usual.bevel };
                    let style = Style { shape, pitch, palette, bevel, gap: 0.06, shadow: 0.0, ..usual.clone() };
                    let body = measured(COLUMNS, &style, tile);
                    let same = std::mem::discriminant(&body.shape) == std::mem::discriminant(&shape);
                    assert!(same && (body.size - 0.94).abs() < 0.07, "{shape:?} at {tile}: {body:?}");
                }
            }
        }
    }

    #[test]
    fn printed_values_are_found_where_they_are() {
        let at = Point::new(0.31, 0.33);
        let digits = Style { marks: Marks::Digits { at, height: 0.16 }, ..Style::default() };
        let body = measured(ROWS, &digits, 60.0);
        assert!((0..DIRECTIONS).all(|eighth| body.is_printed(eighth) == (eighth == 1)), "lower right: {body:?}");
        let plain = Style { marks: Marks::None, ..Style::default() };
        assert_eq!(measured(ROWS, &plain, 60.0).printed, 0);
    }

    #[test]
    fn even_pictures_and_tilted_boards_have_bodies_too() {
        let board: Board = COLUMNS.parse().unwrap();
        let (picture, layout) = paint(&board, &Style::default(), 40.0).unwrap();
        let plain = Frame::new(image::RgbaImage::new(picture.width(), picture.height()), "");
        assert_eq!(layout.measured(&plain).body(), layout.body());
        let stretch = Projection::stretch(Point::new(1.0, 1.0), Point::new(3.0, 2.0));
        let mapped = layout.mapped(&stretch);
        assert_eq!(
            mapped.place(Cell { line: 0, index: 0 }, Point::default()),
            mapped.center(Cell { line: 0, index: 0 }).into()
        );
    }

    #[test]
    fn rays_reach_the_outline() {
        let directions = (0..RAYS).map(direction);
        for unit in directions {
            for (shape, inside) in [(TileShape::Square(0.2), 0.5), (TileShape::Circle, 0.5), (TileShape::Hexagon, 0.43)]
            {
                let reach = shape.reach(unit, shape.width(1.0), 1.0);
                assert!(reach >= inside && reach < 0.72, "{shape:?} {unit:?} {reach}");
            }
        }
        assert!(
            (TileShape::Square(0.0).reach(Point::new(0.5f32.sqrt(), 0.5f32.sqrt()), 1.0, 1.0) - 0.5f32.sqrt()).abs()
                < 1e-4
        );
    }
}
