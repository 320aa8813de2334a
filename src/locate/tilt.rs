//! Boards that do not stand upright in the picture: turned by some degrees, sheared, or seen at an angle.
//!
//! The blobs are turned by several angles; where they then lie on a lattice, as of an upright board, the lattice is fitted
//! to them again, first as an affine and then as a projective map. [`Straightening`] is the upright picture, with the map
//! from it.

use super::blobs::{Blob, BlobKind};
use super::lattice::{Kind, Line, Node};
use super::layout::Layout;
use super::params::PARAMS;
use super::patches::{Patch, patches};
use super::point_grid::PointGrid;
use crate::board::{GridPoint, Shape};
use crate::pixels::{Bounds, Point, Projection, Size, median};
use std::collections::BTreeMap;

/// A picture in which a tilted board is upright.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Straightening {
    /// From that picture to the one in which the board is tilted, both in pixels.
    pub(crate) projection: Projection,
    /// Its size.
    pub(crate) size: Size,
}

impl Straightening {
    /// The same for pictures that are larger by this factor.
    pub(super) fn scaled(&self, factor: f32) -> Straightening {
        let scale = |factor| Projection::stretch(Point::new(factor, factor), Point::default());
        let side = |length: u32| (length as f32 * factor).round() as u32;
        Straightening {
            projection: scale(1.0 / factor).then(&self.projection).then(&scale(factor)),
            size: Size::new(side(self.size.width), side(self.size.height)),
        }
    }
}

/// The distance from its place on the nearest upright lattice, in pitches, that a letter must have for a board to be read as
/// tilted. Smaller: upright boards, in which it is below 0.013, are read twice. Larger: tilted ones lose letters (with 0.06, in pictures
/// turned by a degree an I is read as J). Chosen by hand; `hard judge --kind tilted` shows a change.
const LEAN: f32 = 0.03;

/// How the shrunk picture of this size is set upright, by that of these layouts that explains the most letters: a picture is tilted as
/// a whole, and few letters seem so by their jitter. `of_letters` is how the largest lattice of all letters is set upright;
/// it is asked only where letters lie between those of the layout. `None` where it is upright.
pub(super) fn of_layouts(
    layouts: &[Layout],
    letters: &[Blob],
    size: Size,
    of_letters: impl FnOnce() -> Option<Straightening>,
) -> Option<Straightening> {
    /// How many times the letters of an upright lattice a tilted one must have. Smaller: three columns in motion outweigh two at rest.
    /// Larger: a board that leans little, of which a part seems upright, is not set upright. Chosen by hand; `hard judge --kind tilted`
    /// and `--kind falling` show a change.
    const LETTERS_RATIO: f32 = 1.5;
    let nodes = |layout: &Layout| {
        let node = |cell| {
            let GridPoint { x, y } = layout.shape().point(cell);
            ((x / 2, y), Point::from(layout.center(cell)))
        };
        layout.shape().cells().map(node).collect::<Vec<_>>()
    };
    let fit = |layout: &Layout| Fit::of(Kind::of(layout.shape()), nodes(layout).into_iter(), layout.tile(), letters);
    let evidence =
        |fit: &Fit| if fit.is_tilted() { fit.pairs.len() as f32 / LETTERS_RATIO } else { fit.pairs.len() as f32 };
    let order =
        |a: &Fit, b: &Fit| (!a.is_accidental()).cmp(&!b.is_accidental()).then(evidence(a).total_cmp(&evidence(b)));
    let fit = layouts.iter().rev().filter_map(fit).max_by(order)?;
    // A board that was found on a part of a tilted lattice, as every other letter, hides the whole one.
    let larger = fit.leaves_out(letters).then(of_letters).flatten();
    larger.or_else(|| fit.straightening(size).filter(|_| !fit.is_accidental()))
}

/// How the largest lattice of these letters is set upright; `None` where it is upright, and where there is none. `upright` is their
/// largest lattice before rotation.
pub(super) fn of_letters(
    letters: &[Blob],
    upright: Option<&Patch>,
    size: Size,
    expected: Option<&Shape>,
) -> Option<Straightening> {
    /// The angles by which the letters are turned, in degrees. Links bridge about three degrees more. Chosen by hand:
    /// pictures of boards are within ten degrees; more angles cost time.
    const ANGLES: [f32; 4] = [-4.5, 4.5, -9.0, 9.0];
    let middle = Point::new(size.width as f32 / 2.0, size.height as f32 / 2.0);
    let patch_at = |angle: f32| {
        let back: Vec<Blob> = letters.iter().map(|blob| turned_blob(blob, middle, -angle)).collect();
        Some((angle, patches(&back, BlobKind::Letters, expected).into_iter().next()?))
    };
    let mut best: Option<Fit> = None;
    for (angle, Patch { lattice, nodes, .. }) in
        upright.map(|patch| (0.0, patch.clone())).into_iter().chain(ANGLES.into_iter().filter_map(patch_at))
    {
        let nodes = nodes.iter().map(|&node| (node, turned(lattice.place(node), middle, angle)));
        let fit = Fit::of(lattice.kind, nodes, lattice.tile(), letters).filter(|fit| !fit.is_accidental());
        if fit.as_ref().is_some_and(|fit| best.as_ref().is_none_or(|best| fit.pairs.len() > best.pairs.len())) {
            best = fit;
        }
    }
    best?.straightening(size)
}

/// A point that is turned clockwise about this one.
fn turned(point: Point, middle: Point, degrees: f32) -> Point {
    let (sin, cos) = degrees.to_radians().sin_cos();
    let offset = point - middle;
    middle + Point::new(cos * offset.x - sin * offset.y, sin * offset.x + cos * offset.y)
}

/// A blob whose center is turned.
fn turned_blob(blob: &Blob, middle: Point, degrees: f32) -> Blob {
    let offset = turned(blob.center(), middle, degrees) - blob.center();
    Blob { left: blob.left + offset.x, top: blob.top + offset.y, ..*blob }
}

/// A lattice that may be tilted, with its letters.
struct Fit {
    /// From places in the lattice, in pitches, to pixels of the shrunk picture.
    projection: Projection,
    /// The height of the blobs that it was fitted to: letters, bodies of tiles, or parts of these.
    height: f32,
    /// The letters: the place of each in the lattice, and in the picture.
    pairs: Vec<(Point, Point)>,
    /// The numbers that were fitted: 6 of an affine map, 8 of a projective one.
    parameters: usize,
}

/// Whether a letter may be of the same typeface as letters of this height.
fn is_alike(letter: &Blob, height: f32) -> bool {
    letter.height < PARAMS.group * height && letter.height > height / PARAMS.group
}

/// Whether a blob may show the same part of its tile as blobs of this height.
fn is_as_high(blob: &Blob, height: f32) -> bool {
    (blob.height - height).abs() <= same_height(height)
}

/// How far the heights of the same part of different tiles lie apart: capitals overshoot, and a box is of whole pixels. Smaller: letters
/// are left out. Larger: bodies, their shaded halves and letters are mixed, whose middles differ. Chosen by hand;
/// `hard judge --kind tilted` shows a change.
fn same_height(height: f32) -> f32 {
    0.05 * height + 1.0
}

/// The heights that blobs at the most of these nodes have, the most frequent first: those of letters, of bodies, and of parts of them.
fn common_heights(at_nodes: &[Vec<&Blob>]) -> Vec<f32> {
    /// The most heights that are tried: a limit of work.
    const MOST: usize = 3;
    /// The share of the nodes with the most frequent height that another one has. Smaller: more work for lattices with holes.
    /// Chosen by hand.
    const LEAST_SHARE: f32 = 0.8;
    let mut heights: Vec<f32> = at_nodes.iter().flatten().map(|blob| blob.height).collect();
    heights.sort_by(f32::total_cmp);
    heights.dedup();
    let count = |height: f32| at_nodes.iter().filter(|at| at.iter().any(|blob| is_as_high(blob, height))).count();
    let mut counted: Vec<(usize, f32)> = heights.into_iter().map(|height| (count(height), height)).collect();
    counted.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.total_cmp(&b.1)));
    let least = LEAST_SHARE * counted.first().map_or(0.0, |(count, _)| *count as f32);
    let mut common: Vec<f32> = Vec::new();
    for (_, height) in counted.into_iter().take_while(|(count, _)| *count as f32 >= least) {
        let is_new = |other: &f32| (other - height).abs() > 2.0 * same_height(height);
        if common.len() < MOST && common.iter().all(is_new) {
            let alike = at_nodes.iter().flatten().filter(|blob| is_as_high(blob, height));
            common.push(median(alike.map(|blob| blob.height).collect()));
        }
    }
    common
}

/// The place of a node, in pitches.
fn in_pitches((column, row): Node) -> Point {
    Point::new(column as f32, row as f32 / 2.0)
}

/// The distance of each place from the nearest upright lattice, in pitches; with each its node.
fn off_upright(pairs: &[(Point, Point)]) -> impl Iterator<Item = f32> {
    let across = Line::through(pairs.iter().map(|(node, place)| (node.x, place.x)));
    let down = Line::through(pairs.iter().map(|(node, place)| (node.y, place.y)));
    let off =
        |line: &Line, n: f32, value: f32| line.slope.map_or(0.0, |slope| (value - line.value) / slope - (n - line.n));
    pairs.iter().map(move |(node, place)| off(&across, node.x, place.x).hypot(off(&down, node.y, place.y)))
}

/// The distance of each letter from its place by this map, in pitches.
fn distances(pairs: &[(Point, Point)], map: &Projection) -> impl Iterator<Item = f32> {
    pairs.iter().map(|(node, place)| map.map_back(*place).distance(*node))
}

/// The Bayesian information criterion (Schwarz 1978) of a map with this number of parameters; the distances are those of the letters from
/// their mapped places, in pitches. The map with the smaller value is the better one: more parameters count against it.
fn criterion(distances: impl Iterator<Item = f32>, parameters: usize) -> f32 {
    /// The jitter of a letter's center that no lattice explains, in pitches: half a pixel of a small tile. It
    /// keeps the logarithm finite.
    const JITTER: f32 = 0.01;
    let (count, squares) = distances.fold((0.0, 0.0), |(count, sum), d| (count + 1.0, sum + d * d + JITTER * JITTER));
    let values: f32 = 2.0 * count;
    values * (squares / values).ln() + parameters as f32 * values.ln()
}

/// The affine or projective map that these letters support, with the number of its parameters.
fn supported_map(pairs: &[(Point, Point)]) -> Option<(Projection, usize)> {
    let affine = Projection::affine(pairs).map(|map| (map, 6));
    let projective = Projection::projective(pairs).map(|map| (map, 8));
    let criterion_of = |(map, parameters): &(Projection, usize)| criterion(distances(pairs, map), *parameters);
    affine.into_iter().chain(projective).min_by(|a, b| criterion_of(a).total_cmp(&criterion_of(b)))
}

impl Fit {
    /// The best fit to blobs at these nodes that are as high as each other, and to those around them. A letter, the body of its tile, and
    /// the shaded halves of that have different middles: a lattice of all of them would lean to where they are mixed. `tile` is the
    /// smaller pitch.
    fn of(kind: Kind, nodes: impl Iterator<Item = (Node, Point)>, tile: f32, blobs: &[Blob]) -> Option<Fit> {
        let reach = PARAMS.off_node * tile;
        let grid = PointGrid::new(blobs.iter().map(Blob::center).collect(), reach);
        let nodes: Vec<(Node, Point)> = nodes.collect();
        let at = |place: Point| grid.within(place, reach).map(|i| &blobs[i]).collect::<Vec<&Blob>>();
        let at_nodes: Vec<Vec<&Blob>> = nodes.iter().map(|(_, place)| at(*place)).collect();
        let fits = common_heights(&at_nodes).into_iter().filter_map(|height| {
            let centers: Vec<Point> = blobs.iter().filter(|blob| is_as_high(blob, height)).map(Blob::center).collect();
            Fit::of_centers(kind, &nodes, (tile, height), PointGrid::new(centers, tile))
        });
        fits.min_by(|a, b| a.residual().total_cmp(&b.residual()))
    }

    /// The fit to those of these centers, of blobs of this height, that lie at these nodes, and around them.
    fn of_centers(kind: Kind, nodes: &[(Node, Point)], (tile, height): (f32, f32), centers: PointGrid) -> Option<Fit> {
        /// How often the map is fitted, and the letters around the known ones are added: the lattice grows by a line each
        /// time.
        const ROUNDS: usize = 8;
        let reach = PARAMS.off_node * tile;
        let center = |(node, place): (Node, Point)| Some((node, centers.points()[centers.nearest(place, reach)?]));
        let mut known: BTreeMap<Node, Point> = nodes.iter().copied().filter_map(center).collect();
        let pairs = |known: &BTreeMap<Node, Point>| -> Vec<(Point, Point)> {
            known.iter().map(|(&node, &point)| (in_pitches(node), point)).collect()
        };
        let (mut projection, mut parameters) = supported_map(&pairs(&known))?;
        for round in 0..ROUNDS {
            let beside = |&(column, row): &Node| {
                let steps = kind.steps().iter().chain(&[(0, 0)]);
                steps.flat_map(move |&(across, down)| [(column + across, row + down), (column - across, row - down)])
            };
            let grown: BTreeMap<Node, Point> = known
                .keys()
                .flat_map(beside)
                .filter_map(|node| center((node, projection.map(in_pitches(node)))))
                .collect();
            if grown == known && round > 0 {
                break; // The map was fitted to these letters.
            }
            known = grown;
            (projection, parameters) = supported_map(&pairs(&known))?;
        }
        Some(Fit { projection, height, pairs: pairs(&known), parameters })
    }

    /// Whether the lattice is accidental: its letters lie far from their places, or it leans more than boards in pictures do.
    fn is_accidental(&self) -> bool {
        /// The median distance from their places, in pitches, from which they do: in running text it is 0.033 to 0.07, on most
        /// boards 0.01. Larger: pages of text are searched twice. Smaller: boards of small or uneven letters are not set
        /// upright. Chosen by hand; `hard judge --kind tilted` and the time for a screen full of text show a change.
        const LOOSE: f32 = 0.03;
        /// The degrees by which a direction of the lattice leans at most: ten by which a board is turned, and five by which the other
        /// direction leans in the middle where the corners are moved by 8% of a side. Columns that fall, each further than the
        /// last one, lean more.
        const STEEPEST: f32 = 15.0;
        self.residual() > LOOSE || self.steepness() > STEEPEST
    }

    /// By how many degrees the directions of the lattice lean at most, in its middle.
    fn steepness(&self) -> f32 {
        let middle = self.middle();
        let from = self.projection.map(middle);
        let across = self.projection.map(middle + Point::new(1.0, 0.0)) - from;
        let down = self.projection.map(middle + Point::new(0.0, 1.0)) - from;
        across.y.atan2(across.x).abs().max(down.x.atan2(down.y).abs()).to_degrees()
    }

    /// The middle of the letters in the lattice.
    fn middle(&self) -> Point {
        let sum = self.pairs.iter().fold(Point::default(), |sum, (node, _)| sum + *node);
        sum * (1.0 / self.pairs.len() as f32)
    }

    /// The pitches in the middle, in pixels.
    fn pitch(&self) -> Point {
        let middle = self.middle();
        let length = |step: Point| self.projection.map(middle + step).distance(self.projection.map(middle));
        Point::new(length(Point::new(1.0, 0.0)), length(Point::new(0.0, 1.0)))
    }

    /// Whether more letters of the same size stand between those of the lattice: it is a part of another one.
    fn leaves_out(&self, letters: &[Blob]) -> bool {
        /// The letters beside the nodes within its bounds, for each at a node, from which it does. Chosen by hand: between
        /// none, where each letter of a board is on its lattice, and one, where every other one is.
        const BESIDE: f32 = 0.5;
        let Some(bounds) = Bounds::around(self.pairs.iter().map(|(node, _)| *node)) else { return false };
        const AT_NODE: f32 = 2.0 * PARAMS.off_node;
        let nodes = PointGrid::new(self.pairs.iter().map(|(node, _)| *node).collect(), AT_NODE);
        let is_beside = |letter: &&Blob| {
            let place = self.projection.map_back(letter.center());
            let is_at_node = || nodes.within(place, AT_NODE).next().is_some();
            bounds.contains(place) && is_alike(letter, self.height) && !is_at_node()
        };
        letters.iter().filter(is_beside).count() as f32 > BESIDE * self.pairs.len() as f32
    }

    /// The median distance of the letters from their places, in pitches.
    fn residual(&self) -> f32 {
        median(self.distances().collect())
    }

    /// The distance of each letter from its place, in pitches.
    fn distances(&self) -> impl Iterator<Item = f32> {
        distances(&self.pairs, &self.projection)
    }

    /// The largest distance of a node from its place on the nearest upright lattice, in pitches.
    fn lean(&self) -> f32 {
        let mapped = self.pairs.iter().map(|(node, _)| (*node, self.projection.map(*node)));
        off_upright(&mapped.collect::<Vec<_>>()).fold(0.0, f32::max)
    }

    /// Whether the lattice leans by more than the jitter of its letters explains. Two lines alone cannot show it: each may stand anywhere.
    fn is_tilted(&self) -> bool {
        /// The fewest lines, of which the third shows that they lean alike.
        const FEWEST_LINES: usize = 3;
        let lines = |along: fn(&Point) -> f32| {
            let mut lines: Vec<f32> = self.pairs.iter().map(|(node, _)| along(node)).collect();
            lines.sort_by(f32::total_cmp);
            lines.dedup();
            lines.len()
        };
        lines(|node| node.x).min(lines(|node| node.y)) >= FEWEST_LINES && self.lean() >= LEAN && self.is_supported()
    }

    /// Whether the letters are explained better by this map than by an upright lattice.
    fn is_supported(&self) -> bool {
        /// The parameters of an upright lattice: its place and its pitch in both directions.
        const UPRIGHT: usize = 4;
        criterion(self.distances(), self.parameters) < criterion(off_upright(&self.pairs), UPRIGHT)
    }

    /// How the picture of this size, as far as the width of the lattice beside it, is set upright; `None` where the lattice is
    /// upright.
    fn straightening(&self, size: Size) -> Option<Straightening> {
        if !self.is_tilted() {
            return None;
        }
        let pitch = self.pitch();
        let upright = |node: Point| Point::new(node.x * pitch.x, node.y * pitch.y);
        let (width, height) = (size.width as f32, size.height as f32);
        let corners = [(0.0, 0.0), (width, 0.0), (0.0, height), (width, height)];
        let shown = Bounds::around(corners.map(|corner| upright(self.projection.map_back(corner.into()))))?;
        let board = Bounds::around(self.pairs.iter().map(|(node, _)| upright(*node)))?;
        // Behind the horizon corners change sides.
        let shown = shown.united(&board);
        let around = Bounds::centered(board.center(), 3.0 * board.width, 3.0 * board.height).shared(&shown);
        /// The most pixels of the upright picture, in pictures: a limit of memory. A board that fills the picture takes 1.4
        /// when it is turned by ten degrees.
        const MOST: f32 = 2.0;
        if !(1.0..MOST * width * height).contains(&(around.width * around.height)) {
            return None;
        }
        let size = Size::new(around.width.ceil() as u32, around.height.ceil() as u32);
        let per_pitch = Point::new(1.0 / pitch.x, 1.0 / pitch.y);
        let to_node = Projection::stretch(per_pitch, Point::new(around.x * per_pitch.x, around.y * per_pitch.y));
        Some(Straightening { projection: to_node.then(&self.projection), size })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const SIZE: Size = Size::new(400, 300);

    fn letter(center: Point) -> Blob {
        let (width, height) = (12.0, 16.0);
        let (left, top) = (center.x - width / 2.0, center.y - height / 2.0);
        Blob { left, top, width, height, area: 90.0, light: false, stability: 5.0 }
    }

    /// How the largest lattice of these letters is set upright.
    fn straightening(letters: &[Blob]) -> Option<Straightening> {
        of_letters(letters, patches(letters, BlobKind::Letters, None).first(), SIZE, None)
    }

    /// Five rows of six letters, turned by some degrees.
    fn rows(degrees: f32) -> Vec<Blob> {
        let place = |n: usize| Point::new(90.0 + 40.0 * (n % 6) as f32, 70.0 + 40.0 * (n / 6) as f32);
        (0..30).map(|n| letter(turned(place(n), Point::new(200.0, 150.0), degrees))).collect()
    }

    #[test]
    fn only_a_tilted_lattice_is_set_upright() {
        for degrees in [0.0, 0.3, -0.3] {
            assert!(straightening(&rows(degrees)).is_none(), "{degrees}");
        }
        for degrees in [1.5, -3.0, 6.0, -10.0] {
            let letters = rows(degrees);
            let Straightening { projection, size } = straightening(&letters).expect("a tilted lattice");
            let upright: Vec<Point> = letters.iter().map(|letter| projection.map_back(letter.center())).collect();
            for (n, place) in upright.iter().enumerate() {
                assert!((place.y - upright[n / 6 * 6].y).abs() < 1.0, "{degrees}: {place:?}");
                assert!((place.x - upright[n % 6].x).abs() < 1.0, "{degrees}: {place:?}");
                assert!(Bounds::from(size).contains(*place), "{degrees}: {place:?} in {size:?}");
            }
        }
    }

    /// Three by four letters whose centers jitter as those of real letters do; turned by some degrees.
    #[test]
    fn the_jitter_of_a_few_letters_is_no_tilt() {
        const JITTER: [f32; 12] = [0.9, -1.1, 0.4, -0.6, 1.2, -0.3, -1.0, 0.7, 1.1, -0.8, 0.2, -1.2];
        for (degrees, expected) in [(0.0, false), (4.0, true)] {
            let place = |n: usize| Point::new(90.0 + 33.0 * (n % 3) as f32, 70.0 + 37.0 * (n / 3) as f32);
            let jitter = |n: usize| Point::new(JITTER[n], JITTER[(5 * n + 3) % 12]);
            let center = |n: usize| turned(place(n), Point::new(120.0, 125.0), degrees) + jitter(n);
            let letters: Vec<Blob> = (0..12).map(|n| letter(center(n))).collect();
            let nodes = (0..12).map(|n| (((n % 3) as i32, 2 * (n / 3) as i32), center(n)));
            let fit = Fit::of(Kind::Square, nodes, 33.0, &letters).unwrap();
            assert_eq!(fit.is_supported(), expected, "{degrees}: {}", fit.lean());
        }
    }

    /// Each tile is a letter, a body that reaches lower, and the upper part of that, which is shaded to another line on each tile.
    #[test]
    fn bodies_and_their_shaded_parts_do_not_bend_a_lattice() {
        let box_of = |center: Point, height: f32| Blob {
            left: center.x - 17.0,
            top: center.y + 20.0 - 34.0,
            width: 34.0,
            height,
            ..letter(center)
        };
        for degrees in [1.0, -2.0] {
            let letters = rows(degrees);
            let shaded = |(n, letter): (usize, &Blob)| box_of(letter.center(), 26.0 + 1.5 * (n * 7 % 5) as f32);
            let bodies = letters.iter().map(|letter| box_of(letter.center(), 34.0));
            let blobs: Vec<Blob> =
                letters.iter().copied().chain(bodies).chain(letters.iter().enumerate().map(shaded)).collect();
            let level = rows(0.0);
            let nodes =
                level.iter().enumerate().map(|(n, letter)| ((n as i32 % 6, 2 * (n as i32 / 6)), letter.center()));
            let fit = Fit::of(Kind::Square, nodes, 40.0, &blobs).expect("a fit");
            let step = fit.projection.map(Point::new(4.0, 2.0)) - fit.projection.map(Point::new(1.0, 2.0));
            let found = step.y.atan2(step.x).to_degrees();
            assert!((found - degrees).abs() < 0.05 && fit.residual() < 0.003, "{found} for {degrees}");
        }
    }

    /// The columns of a board that fall, each further than the last one.
    #[test]
    fn falling_columns_are_not_a_tilt() {
        for (slope, expected) in [(0.15, false), (0.35, true)] {
            let letters: Vec<Blob> = (0..12)
                .map(|n| {
                    letter(Point::new(
                        (90 + 40 * (n % 3)) as f32,
                        (70 + 40 * (n / 3)) as f32 - 40.0 * slope * (n % 3) as f32,
                    ))
                })
                .collect();
            let nodes = (0..12).map(|n| (((n % 3) as i32, 2 * (n / 3) as i32), letters[n].center()));
            let fit = Fit::of(Kind::Square, nodes, 40.0, &letters).expect("a fit");
            assert_eq!(fit.is_accidental(), expected, "{} degrees", fit.steepness());
        }
    }

    #[test]
    fn a_map_has_the_parameters_that_its_letters_support() {
        let place = |n: usize| Point::new((n % 5) as f32, (n / 5) as f32);
        let jitter = |n: usize| Point::new((n * 7 % 5) as f32 - 2.0, (n * 3 % 5) as f32 - 2.0) * 0.4;
        let seen = |nearer: f32, jittered: f32| -> Vec<(Point, Point)> {
            let map = |at: Point| Point::new(40.0 * at.x, 3.0 * at.x + 40.0 * at.y) * (1.0 / (1.0 + nearer * at.y));
            (0..20).map(|n| (place(n), map(place(n)) + jitter(n) * jittered)).collect()
        };
        for (nearer, jittered, expected) in [(0.0, 0.0, 6), (0.0, 1.0, 6), (0.04, 0.0, 8), (0.04, 1.0, 8)] {
            let (_, parameters) = supported_map(&seen(nearer, jittered)).expect("a map");
            assert_eq!(parameters, expected, "{nearer} {jittered}");
        }
    }

    #[test]
    fn common_heights_are_those_of_most_nodes() {
        let blob = |height: f32| Blob { height, ..letter(Point::new(0.0, 0.0)) };
        let blobs = [20.0, 20.9, 19.2, 54.0, 53.2, 54.6, 8.0].map(blob);
        let [a, b, c, d, e, f, g] = &blobs;
        let common = |at_nodes: &[Vec<&Blob>]| common_heights(at_nodes);
        assert_eq!(common(&[vec![a, d, g], vec![b, e], vec![c, f]]), [20.0, 54.0]);
        // Bodies at one node of three are not common, and neither is anything where nothing is.
        assert_eq!(common(&[vec![a, d], vec![b], vec![c]]), [20.0]);
        assert!(common(&[vec![], vec![]]).is_empty());
    }

    /// A tilted board, and nine letters beside it that stand upright.
    #[test]
    fn the_lattice_with_the_most_letters_decides_the_tilt() {
        let mut letters = rows(2.0);
        let beside = |n: usize| Point::new(320.0 + 30.0 * (n % 3) as f32, 40.0 + 30.0 * (n / 3) as f32);
        letters.extend((0..9).map(|n| letter(beside(n))));
        let shape = |lines, length| Shape::rows(lines, length).unwrap();
        let (small, large) = (
            Layout::new(shape(3, 3), (320.0, 40.0), (30.0, 30.0)),
            Layout::new(shape(5, 6), (90.0, 70.0), (40.0, 40.0)),
        );
        let is_tilted = |layouts: &[Layout]| of_layouts(layouts, &letters, SIZE, || straightening(&letters)).is_some();
        assert!(is_tilted(&[small.clone(), large.clone()]) && is_tilted(&[large, small.clone()]));
        assert!(!is_tilted(&[small]));
        assert!(!is_tilted(&[]));
    }

    #[test]
    fn every_other_row_is_a_part_of_a_lattice() {
        let letters = rows(3.0);
        let some: Vec<Node> = (0..3).flat_map(|row| (0..3).map(move |column| (column, 2 * row))).collect();
        let at = |&(column, row): &Node| ((column, row), letters[(2 * column + 6 * row) as usize].center());
        let fit = Fit::of(Kind::Square, some.iter().map(at), 80.0, &letters).expect("a fit");
        assert!(fit.leaves_out(&letters));
    }

    proptest! {
        #[test]
        fn letters_anywhere_are_set_upright_in_a_picture_of_some_size(
            places in prop::collection::vec((-50f32..450.0, -50f32..350.0), 0..40), same in any::<bool>(),
        ) {
            let y = |y: f32| if same { 100.0 } else { y };
            let letters: Vec<Blob> = places.into_iter().map(|(x, other)| letter(Point::new(x, y(other)))).collect();
            if let Some(Straightening { size, .. }) = straightening(&letters) {
                prop_assert!(size.width * size.height <= 3 * SIZE.width * SIZE.height, "{size:?}");
            }
        }
    }
}
