//! A lattice: the places of a board's tiles, as a map from nodes to pixels.

use super::params::PARAMS;
use crate::board::{Lines, Shape};
use crate::pixels::{Point, median};
use rustc_hash::FxHashMap;

/// The column, and the row in half tiles (down is positive), of a point of a lattice.
pub(super) type Node = (i32, i32);

/// A map by nodes; no attacker chooses them.
pub(super) type NodeMap<T> = FxHashMap<Node, T>;

/// The offset between neighboring columns of a lattice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Neighboring columns are at the same height: nodes are at even half rows.
    Square,
    /// Neighboring columns are half a tile off: at node `(c, r)`, `c + r` is even.
    Staggered,
}

impl Kind {
    /// The kind of a board of this shape.
    pub(super) fn of(shape: &Shape) -> Kind {
        if shape.lines() == Lines::Rows { Kind::Square } else { Kind::Staggered }
    }

    /// Whether the lattice has this node.
    pub(super) fn has(self, (column, row): Node) -> bool {
        match self {
            Kind::Square => row % 2 == 0,
            Kind::Staggered => (column + row) % 2 == 0,
        }
    }

    /// The steps to the linked neighbors; the opposite ones follow from the other end.
    pub(super) fn steps(self) -> &'static [Node] {
        match self {
            // The blocks of an irregular board may touch at a corner only.
            Kind::Square => &[(1, 0), (0, 2), (1, 2), (1, -2)],
            Kind::Staggered => &[(1, 1), (1, -1), (0, 2)],
        }
    }
}

/// The affine map from nodes to pixels of the shrunk picture.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lattice {
    /// The offset between neighboring columns.
    pub(super) kind: Kind,
    /// The position of node (0, 0), in pixels.
    pub(super) origin: Point,
    /// The horizontal and the vertical pitch, in pixels.
    pub(super) pitch: Point,
}

impl Lattice {
    /// The position of a node in pixels.
    pub(super) fn place(&self, (column, row): Node) -> Point {
        self.origin + Point::new(column as f32 * self.pitch.x, row as f32 * self.pitch.y / 2.0)
    }

    /// The smaller pitch, in pixels.
    pub(super) fn tile(&self) -> f32 {
        self.pitch.x.min(self.pitch.y)
    }

    /// The vertical pitch, in horizontal pitches.
    pub(super) fn ratio(&self) -> f32 {
        self.pitch.y / self.pitch.x
    }

    /// The lattice through points with known nodes, by least squares without outliers, and the residuals in pixels.
    /// `None` where the points do not span a lattice. Points of a single row or column give one pitch; the other
    /// follows from `ratio` (the vertical pitch in horizontal pitches).
    pub(super) fn fit(kind: Kind, nodes: &[Node], points: &[Point], ratio: f32) -> Option<(Lattice, Vec<f32>)> {
        /// The residual of an outlier, in median residuals. Smaller: letters of other widths are dropped. Larger:
        /// strays tilt the lattice. Chosen by hand.
        const OUTLIER: f32 = 2.5;
        /// The residual below which no point is an outlier, in pitches: the boxes of letters are not centered alike.
        /// Chosen by hand.
        const JITTER: f32 = 0.04;
        let mut kept: Vec<usize> = (0..nodes.len()).collect();
        let mut result = None;
        for _ in 0..3 {
            let lattice = Lattice::through(kind, kept.iter().map(|&i| (nodes[i], points[i])), ratio)?;
            let residuals: Vec<f32> = nodes.iter().zip(points).map(|(&n, &p)| lattice.place(n).distance(p)).collect();
            let middle = median(kept.iter().map(|&i| residuals[i]).collect());
            let limit = (OUTLIER * middle).max(JITTER * lattice.pitch.y).max(1.0);
            kept = (0..nodes.len()).filter(|&i| residuals[i] < limit).collect();
            result = Some((lattice, residuals));
            if kept.len() < PARAMS.min_blobs {
                break;
            }
        }
        result
    }

    /// The lattice through all of these, by least squares.
    fn through(kind: Kind, samples: impl Iterator<Item = (Node, Point)> + Clone, ratio: f32) -> Option<Lattice> {
        let x = Line::through(samples.clone().map(|(node, point)| (node.0 as f32, point.x)));
        let y = Line::through(samples.map(|(node, point)| (node.1 as f32 / 2.0, point.y)));
        let pitch = Point::new(
            x.slope.or(y.slope.map(|down| down / ratio))?,
            y.slope.or(x.slope.map(|across| across * ratio))?,
        );
        let origin = Point::new(x.value - pitch.x * x.n, y.value - pitch.y * y.n);
        (pitch.x.min(pitch.y) > 0.0).then_some(Lattice { kind, origin, pitch })
    }
}

/// A line through samples `(n, value)`.
pub(super) struct Line {
    /// The mean of the samples, which the line goes through.
    pub(super) n: f32,
    pub(super) value: f32,
    /// The slope; `None` where all `n` are equal.
    pub(super) slope: Option<f32>,
}

impl Line {
    /// The line by least squares.
    pub(super) fn through(samples: impl Iterator<Item = (f32, f32)> + Clone) -> Line {
        let (count, n, value) = samples.clone().fold((0.0, 0.0, 0.0), |sum, s| (sum.0 + 1.0, sum.1 + s.0, sum.2 + s.1));
        let (n, value) = (n / count, value / count);
        let spread: f32 = samples.clone().map(|s| (s.0 - n).powi(2)).sum();
        let common: f32 = samples.map(|s| (s.0 - n) * (s.1 - value)).sum();
        Line { n, value, slope: (spread > 0.0).then_some(common / spread) }
    }
}
