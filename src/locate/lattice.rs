//! Lattices: where signs of one size repeat with one pitch.
//!
//! Pairs of signs vote for the distance straight down (the pitch) and then for the distance sideways,
//! at the same height (square) or half a tile off (staggered). Signs at those distances are linked, the
//! links give every sign integer coordinates, and least squares give the lattice.

use super::blobs::{Blob, Signs};
use super::point_grid::PointGrid;
use crate::pixels::median;
use std::collections::VecDeque;

/// A place on a lattice: the column, and the row in half tiles (down is positive).
pub(super) type Node = (i32, i32);

/// How neighboring columns of a lattice stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// At the same height: nodes are at even half rows.
    Square,
    /// Half a tile off: at node `(c, r)`, `c + r` is even.
    Staggered,
}

impl Kind {
    /// Whether the lattice has a node there.
    pub(super) fn has(self, (column, row): Node) -> bool {
        match self {
            Kind::Square => row % 2 == 0,
            Kind::Staggered => (column + row) % 2 == 0,
        }
    }

    /// The steps to the neighbors that links look for; the opposite ones come from the other end.
    fn steps(self) -> &'static [Node] {
        match self {
            Kind::Square => &[(1, 0), (0, 2)],
            Kind::Staggered => &[(1, 1), (1, -1), (0, 2)],
        }
    }
}

/// The affine map from nodes to pixels of the shrunk picture.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lattice {
    pub(super) kind: Kind,
    /// The place of node (0, 0).
    pub(super) origin: (f32, f32),
    /// The distance between neighboring columns, and the vertical pitch.
    pub(super) pitch: (f32, f32),
}

impl Lattice {
    pub(super) fn place(&self, (column, row): Node) -> (f32, f32) {
        (self.origin.0 + column as f32 * self.pitch.0, self.origin.1 + row as f32 * self.pitch.1 / 2.0)
    }

    /// The smaller pitch.
    pub(super) fn tile(&self) -> f32 {
        self.pitch.0.min(self.pitch.1)
    }

    /// Least squares through points with known nodes, outliers left out; the residuals in pixels come
    /// with it. `None` where the points do not span a lattice.
    pub(super) fn fit(kind: Kind, nodes: &[Node], points: &[(f32, f32)]) -> Option<(Lattice, Vec<f32>)> {
        /// Beyond this many medians a residual is an outlier...
        const OUTLIER: f32 = 2.5;
        /// ...unless it is below this part of the pitch: letters differ in where their box is centered.
        const JITTER: f32 = 0.04;
        let mut kept: Vec<usize> = (0..nodes.len()).collect();
        let mut result = None;
        for _ in 0..3 {
            let (x0, dx) = line(kept.iter().map(|&i| (nodes[i].0 as f32, points[i].0)))?;
            let (y0, dy) = line(kept.iter().map(|&i| (nodes[i].1 as f32, points[i].1)))?;
            if dx <= 2.0 || dy <= 1.0 {
                return None;
            }
            let lattice = Lattice { kind, origin: (x0, y0), pitch: (dx, 2.0 * dy) };
            let residuals: Vec<f32> = nodes.iter().zip(points).map(|(&n, &p)| distance(lattice.place(n), p)).collect();
            let middle = median(kept.iter().map(|&i| residuals[i]).collect());
            let limit = (OUTLIER * middle).max(JITTER * lattice.pitch.1).max(1.0);
            kept = (0..nodes.len()).filter(|&i| residuals[i] < limit).collect();
            result = Some((lattice, residuals));
            if kept.len() < 5 {
                break;
            }
        }
        result
    }
}

/// The line through `(n, value)` by least squares: its value at 0 and its slope.
fn line(samples: impl Iterator<Item = (f32, f32)> + Clone) -> Option<(f32, f32)> {
    let count = samples.clone().count() as f32;
    let mean = |pick: fn((f32, f32)) -> f32| samples.clone().map(pick).sum::<f32>() / count;
    let (n, value) = (mean(|s| s.0), mean(|s| s.1));
    let spread: f32 = samples.clone().map(|s| (s.0 - n).powi(2)).sum();
    let slope = samples.map(|s| (s.0 - n) * (s.1 - value)).sum::<f32>() / spread;
    slope.is_finite().then_some((value - slope * n, slope))
}

fn distance(a: (f32, f32), b: (f32, f32)) -> f32 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

/// Signs of one size that sit on a lattice.
#[derive(Debug, Clone)]
pub(super) struct Patch {
    pub(super) lattice: Lattice,
    pub(super) nodes: Vec<Node>,
    /// The median height of the signs.
    pub(super) glyph: f32,
}

/// Signs in one group differ in height by at most this factor: a font's capitals, with overshoot and `Q`.
const GROUP: f32 = 1.28;
/// Groups overlap: the next begins this much higher.
const GROUP_STEP: f32 = 1.13;
/// The fewest signs that make a lattice.
const MIN_SIGNS: usize = 6;
/// The most signs looked at in one group: past that it is a page of text, and the stablest will do.
const MAX_SIGNS: usize = 2500;
/// What lattices may be like.
#[derive(Clone, Copy)]
struct Limits {
    /// The vertical pitch in heights of a sign: at least and at most.
    pitch: (f32, f32),
    /// How far apart signs may be to vote, in heights.
    reach: f32,
    /// The horizontal against the vertical pitch of rows: square tiles in a stretched window, and plates.
    square: (f32, f32),
    /// The same of staggered columns: hexagons.
    staggered: (f32, f32),
}

impl Limits {
    /// Letters fill a quarter of a tile to nearly all of it. Those that stand twice as far one way as the other are mostly
    /// a board of which every second row or column was seen.
    const LETTERS: Limits = Limits { pitch: (1.25, 4.4), reach: 5.3, square: (0.55, 1.82), staggered: (0.7, 1.25) };
    /// Tiles touch or stand apart.
    const TILES: Limits = Limits { pitch: (1.0, 1.5), reach: 3.0, square: (0.4, 2.5), staggered: (0.7, 1.25) };

    fn of(what: Signs) -> Limits {
        if what == Signs::Letters { Limits::LETTERS } else { Limits::TILES }
    }

    fn ratio(&self, kind: Kind) -> (f32, f32) {
        if kind == Kind::Square { self.square } else { self.staggered }
    }
}

/// The lattices that these signs may sit on, most signs first.
pub(super) fn patches(signs: &[Blob], what: Signs) -> Vec<Patch> {
    let limits = Limits::of(what);
    let mut sorted: Vec<Blob> = signs.to_vec();
    sorted.sort_by(|a, b| a.height.total_cmp(&b.height));
    let mut found = Vec::new();
    let Some(mut low) = sorted.first().map(|b| b.height) else { return found };
    let highest = sorted[sorted.len() - 1].height;
    while low <= highest {
        let first = sorted.partition_point(|b| b.height < low);
        let last = sorted.partition_point(|b| b.height <= low * GROUP);
        if last - first >= MIN_SIGNS {
            group_patches(&sorted[first..last], low * GROUP.sqrt(), &limits, &mut found);
        }
        low *= GROUP_STEP;
    }
    distinct(found)
}

/// The lattices of signs of about one height.
fn group_patches(group: &[Blob], height: f32, limits: &Limits, found: &mut Vec<Patch>) {
    let signs = without_twins(group, 0.25 * height);
    if signs.len() < MIN_SIGNS {
        return;
    }
    let near = PointGrid::new(signs.iter().map(Blob::center).collect(), height);
    let mut seen: Vec<(Kind, f32, f32)> = Vec::new();
    for (kind, across, down) in pitches(&near, height, limits) {
        let alike = |a: f32, b: f32| (a / b).ln().abs() < 0.03;
        if seen.iter().any(|&(k, a, d)| k == kind && alike(a, across) && alike(d, down)) {
            continue;
        }
        seen.push((kind, across, down));
        for linked in link(&near, kind, across, down) {
            found.extend(patch(kind, &linked, near.points(), &signs, limits));
        }
    }
}

/// Leaves the stablest of signs whose centers nearly coincide.
fn without_twins(group: &[Blob], tolerance: f32) -> Vec<Blob> {
    let mut order = group.to_vec();
    order.sort_by(|a, b| b.stability.total_cmp(&a.stability));
    let near = PointGrid::new(order.iter().map(Blob::center).collect(), tolerance.max(1.0));
    let mut kept = vec![true; order.len()];
    for i in 0..order.len() {
        if kept[i] {
            for twin in near.within(near.points()[i], tolerance) {
                kept[twin] &= twin <= i;
            }
        }
    }
    order.iter().zip(kept).filter(|(_, kept)| *kept).map(|(blob, _)| *blob).take(MAX_SIGNS).collect()
}

/// Kind, horizontal and vertical pitch of the lattices that pairs of signs of this height vote for.
fn pitches(near: &PointGrid, height: f32, limits: &Limits) -> Vec<(Kind, f32, f32)> {
    /// How many vertical pitches, and how many horizontal ones for each, are tried.
    const DOWN: usize = 3;
    const ACROSS: usize = 2;
    /// How far beside the vertical (in heights) a pair may be, and off the level (in pitches).
    const SIDE: f32 = 0.22;
    const LEVEL: f32 = 0.12;
    let (low, high) = (limits.pitch.0 * height, limits.pitch.1 * height);
    let points = near.points();
    let mut offsets = Vec::new();
    for (i, &(x, y)) in points.iter().enumerate() {
        for j in near.within((x, y), limits.reach * height).filter(|&j| j > i) {
            let (dx, dy) = (points[j].0 - x, points[j].1 - y);
            offsets.push((dx.abs(), dy.abs()));
        }
    }
    let downward = offsets.iter().filter(|o| o.0 < SIDE * height).map(|o| o.1);
    let mut found = Vec::new();
    for down in peaks(downward, low, high, DOWN) {
        for kind in [Kind::Square, Kind::Staggered] {
            let (narrow, wide) = limits.ratio(kind);
            let level = if kind == Kind::Square { 0.0 } else { down / 2.0 };
            let sideways = offsets.iter().filter(|o| (o.1 - level).abs() < LEVEL * down).map(|o| o.0);
            found.extend(
                peaks(sideways, narrow * down, wide * down, ACROSS).into_iter().map(|across| (kind, across, down)),
            );
        }
    }
    found
}

/// The most frequent values between `low` and `high`, each sharpened to the median of its neighborhood.
fn peaks(values: impl Iterator<Item = f32>, low: f32, high: f32, most: usize) -> Vec<f32> {
    /// The width of a bin in the logarithm: 2.5% of the value.
    const BIN: f32 = 0.025;
    /// Fewer votes are chance.
    const VOTES: f32 = 3.0;
    let logs: Vec<f32> = values.filter(|v| (low..high).contains(v)).map(|v| (v / low).ln()).collect();
    let mut bins = vec![0f32; ((high / low).ln() / BIN) as usize + 3];
    for log in &logs {
        let bin = (log / BIN) as usize + 1;
        bins[bin] += 1.0;
        bins[bin - 1] += 0.5;
        if let Some(next) = bins.get_mut(bin + 1) {
            *next += 0.5;
        }
    }
    let mut found = Vec::new();
    while found.len() < most {
        let Some(top) = (0..bins.len()).max_by(|&a, &b| bins[a].total_cmp(&bins[b])) else { break };
        if bins[top] < VOTES {
            break;
        }
        let center = (top as f32 - 0.5) * BIN;
        let voters: Vec<f32> = logs.iter().copied().filter(|log| (log - center).abs() < 1.6 * BIN).collect();
        found.push(low * median(voters).exp());
        let around = top.saturating_sub(2)..(top + 3).min(bins.len());
        bins[around].fill(0.0);
    }
    found
}

/// Joins signs that stand one step apart, and numbers each joined set from its first sign.
fn link(near: &PointGrid, kind: Kind, across: f32, down: f32) -> Vec<Vec<(usize, Node)>> {
    /// How far from its place (in vertical pitches) a neighbor may be.
    const TOLERANCE: f32 = 0.15;
    let points = near.points();
    let mut links: Vec<Vec<(usize, Node)>> = vec![Vec::new(); points.len()];
    for (i, &(x, y)) in points.iter().enumerate() {
        for &(column, row) in kind.steps() {
            let place = (x + column as f32 * across, y + row as f32 * down / 2.0);
            if let Some(j) = near.nearest(place, TOLERANCE * down) {
                links[i].push((j, (column, row)));
                links[j].push((i, (-column, -row)));
            }
        }
    }
    let mut seen = vec![false; points.len()];
    let mut sets = Vec::new();
    for start in 0..points.len() {
        if seen[start] {
            continue;
        }
        seen[start] = true;
        let mut set = Vec::new();
        let mut queue = VecDeque::from([(start, (0, 0))]);
        while let Some((i, node)) = queue.pop_front() {
            set.push((i, node));
            for &(j, (column, row)) in &links[i] {
                if !seen[j] {
                    seen[j] = true;
                    queue.push_back((j, (node.0 + column, node.1 + row)));
                }
            }
        }
        if set.len() >= MIN_SIGNS {
            sets.push(set);
        }
    }
    sets
}

/// The lattice through linked signs, or `None` where they make no sound one.
fn patch(
    kind: Kind,
    linked: &[(usize, Node)],
    points: &[(f32, f32)],
    signs: &[Blob],
    limits: &Limits,
) -> Option<Patch> {
    let nodes: Vec<Node> = linked.iter().map(|&(_, node)| node).collect();
    let places: Vec<(f32, f32)> = linked.iter().map(|&(i, _)| points[i]).collect();
    let (lattice, residuals) = Lattice::fit(kind, &nodes, &places)?;
    let ratio = lattice.pitch.0 / lattice.pitch.1;
    let (narrow, wide) = limits.ratio(kind);
    if !(0.97 * narrow..1.03 * wide).contains(&ratio) {
        return None;
    }
    let limit = 0.1 * lattice.pitch.1;
    let inliers: Vec<usize> = (0..nodes.len()).filter(|&i| residuals[i] < limit).collect();
    let differ = |pick: fn(&Node) -> i32| {
        let first = inliers.first().map(|&i| pick(&nodes[i]));
        inliers.iter().any(|&i| Some(pick(&nodes[i])) != first)
    };
    if inliers.len() < MIN_SIGNS || !differ(|n| n.0) || !differ(|n| n.1) {
        return None;
    }
    let glyph = median(inliers.iter().map(|&i| signs[linked[i].0].height).collect());
    let mut nodes: Vec<Node> = inliers.iter().map(|&i| nodes[i]).collect();
    nodes.sort_unstable();
    nodes.dedup();
    Some(Patch { lattice, nodes, glyph })
}

/// Most signs first, without those that say the same as an earlier one: the same kind, pitch, place,
/// phase and size of letter.
fn distinct(mut found: Vec<Patch>) -> Vec<Patch> {
    found.sort_by(|a, b| b.nodes.len().cmp(&a.nodes.len()).then(b.glyph.total_cmp(&a.glyph)));
    let mut kept: Vec<Patch> = Vec::new();
    for patch in found {
        if !kept.iter().any(|other| says_the_same(other, &patch)) {
            kept.push(patch);
        }
    }
    kept
}

fn says_the_same(a: &Patch, b: &Patch) -> bool {
    let alike = |x: f32, y: f32, by: f32| (x / y - 1.0).abs() < by;
    if a.lattice.kind != b.lattice.kind
        || !alike(a.lattice.pitch.0, b.lattice.pitch.0, 0.04)
        || !alike(a.lattice.pitch.1, b.lattice.pitch.1, 0.03)
        || !alike(a.glyph, b.glyph, 0.25)
    {
        return false;
    }
    // Where b's middle lies in a's coordinates: inside a's nodes, and on one of them?
    let middle = b.nodes[b.nodes.len() / 2];
    let (x, y) = b.lattice.place(middle);
    let column = (x - a.lattice.origin.0) / a.lattice.pitch.0;
    let row = (y - a.lattice.origin.1) / a.lattice.pitch.1 * 2.0;
    let nearest = (column.round() as i32, row.round() as i32);
    let on_node = (column - column.round()).abs() < 0.2 && (row - row.round()).abs() < 0.4;
    let range = |pick: fn(&Node) -> i32, by: i32| {
        let (low, high) = a.nodes.iter().map(pick).fold((i32::MAX, i32::MIN), |(l, h), n| (l.min(n), h.max(n)));
        low - by..=high + by
    };
    on_node
        && a.lattice.kind.has(nearest)
        && range(|n| n.0, 1).contains(&nearest.0)
        && range(|n| n.1, 2).contains(&nearest.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signs(kind: Kind, pitch: (f32, f32), columns: i32, rows: i32) -> Vec<Blob> {
        let lattice = Lattice { kind, origin: (40.0, 50.0), pitch };
        let nodes = (0..columns).flat_map(|c| (0..2 * rows).map(move |r| (c, r))).filter(|&n| kind.has(n));
        nodes
            .enumerate()
            .map(|(i, node)| {
                // A deterministic jitter of up to 2 pixels, as letters of different widths give.
                let (x, y) = lattice.place(node);
                let (left, top) = (x - 9.0 + (i * 7 % 5) as f32 - 2.0, y - 12.0 + (i * 3 % 3) as f32 - 1.0);
                Blob { left, top, width: 18.0, height: 24.0, area: 200.0, light: false, stability: 4.0 }
            })
            .collect()
    }

    #[test]
    fn a_lattice_is_found_with_its_kind_and_pitch() {
        for (kind, pitch) in
            [(Kind::Staggered, (50.0, 57.0)), (Kind::Square, (61.0, 55.0)), (Kind::Staggered, (57.0, 50.0))]
        {
            let found = patches(&signs(kind, pitch, 7, 7), Signs::Letters);
            let best = &found[0];
            assert_eq!(best.lattice.kind, kind);
            assert_eq!(best.nodes.len(), 49);
            assert!((best.lattice.pitch.0 - pitch.0).abs() < 0.5, "{:?}", best.lattice);
            assert!((best.lattice.pitch.1 - pitch.1).abs() < 0.5, "{:?}", best.lattice);
        }
    }

    #[test]
    fn too_few_signs_make_no_lattice() {
        assert!(patches(&[], Signs::Letters).is_empty());
        assert!(patches(&signs(Kind::Square, (50.0, 50.0), 2, 2), Signs::Letters).is_empty());
    }
}
