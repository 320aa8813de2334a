//! Patches: blobs of one size that repeat with one pitch.
//!
//! Pairs of blobs vote for the vertical pitch, and then for the horizontal one, at the same height (square) or half a
//! tile off (staggered). Blobs at those distances are linked, the links give every blob integer coordinates, and least
//! squares give the [`Lattice`]. A [`Patch`] is such a lattice with its blobs; `rank` finds the board on it. Small letters
//! with a tail (an ascender or a descender) vote as if they had none, so that they are of one size with the others.
//!
//! Work grows with the number of blobs: a group has at most `max_blobs`, no two nearly at one place, and votes have a
//! range of a few heights.

use super::blobs::{Blob, BlobKind};
use super::lattice::{Kind, Lattice, Node};
use super::params::PARAMS;
use super::point_grid::PointGrid;
use crate::board::{Lines, Shape};
use crate::pixels::{Point, median};
use std::collections::VecDeque;

/// Blobs of one size on a lattice.
#[derive(Debug, Clone)]
pub(super) struct Patch {
    /// The lattice through the blobs.
    pub(super) lattice: Lattice,
    /// The nodes with a blob.
    pub(super) nodes: Vec<Node>,
    /// The median height of the blobs, in pixels; that of small letters without their tails.
    pub(super) glyph: f32,
}

/// A blob as it votes for pitches.
#[derive(Debug, Clone, Copy)]
struct Voter {
    center: Point,
    height: f32,
    stability: f32,
    /// Whether it is a part of a tall letter: that without its tail.
    is_cut: bool,
}

impl Voter {
    /// The whole blob.
    fn whole(blob: &Blob) -> Voter {
        Voter { center: blob.center(), height: blob.height, stability: blob.stability, is_cut: false }
    }

    /// A tall letter without its ascender, and without its descender: which of the two it has is not known.
    fn without_tail(&self, height: f32) -> [Voter; 2] {
        let tail = (self.height - height) / 2.0;
        [tail, -tail].map(|down| Voter { center: self.center + Point::new(0.0, down), height, is_cut: true, ..*self })
    }
}

/// The limits of the search for pitches.
struct PitchSearch {
    what: BlobKind,
    kinds: Vec<Kind>,
    /// Whether the expected shape has a single row, or a single column.
    single_row: bool,
    single_column: bool,
    /// The fewest blobs of a patch.
    least: usize,
    /// The fewest pairs of blobs that show a pitch.
    votes: usize,
}

impl PitchSearch {
    /// The limits for these blobs, and for the expected shape.
    fn new(what: BlobKind, expected: Option<&Shape>) -> PitchSearch {
        let Some(shape) = expected else {
            let kinds = vec![Kind::Square, Kind::Staggered];
            let least = PARAMS.min_blobs;
            return PitchSearch { what, kinds, single_row: false, single_column: false, least, votes: least / 2 };
        };
        let (lines, places) = (shape.lengths().len(), shape.lengths().iter().copied().max().unwrap_or(0));
        let is_rows = shape.lines() == Lines::Rows;
        PitchSearch {
            what,
            kinds: vec![Kind::of(shape)],
            single_row: if is_rows { lines == 1 } else { places == 1 },
            single_column: if is_rows { places == 1 } else { lines == 1 },
            least: PARAMS.min_blobs.min(shape.len()),
            votes: 1,
        }
    }

    /// The least and the largest vertical pitch, in heights of a blob.
    fn pitch(&self) -> [f32; 2] {
        match self.what {
            BlobKind::Letters | BlobKind::Groups => PARAMS.letter_pitch,
            BlobKind::SmallLetters => [PARAMS.letter_pitch[0], PARAMS.letter_pitch[1] * PARAMS.tall],
            BlobKind::Tiles => [1.0, PARAMS.tile_pitch],
        }
    }

    /// The largest distance of two blobs that vote, in heights: neighbors are one vertical pitch apart, and somewhat
    /// more in the wider direction.
    fn reach(&self) -> f32 {
        match self.what {
            BlobKind::Tiles => 2.0 * self.pitch()[1],
            _ => self.pitch()[1] * PARAMS.staggered_ratio[1],
        }
    }

    /// The least and the largest horizontal pitch, in vertical pitches.
    fn ratio(&self, kind: Kind) -> [f32; 2] {
        match (kind, self.what) {
            (Kind::Staggered, _) => PARAMS.staggered_ratio,
            (Kind::Square, BlobKind::Tiles) => [1.0 / PARAMS.tile_ratio, PARAMS.tile_ratio],
            (Kind::Square, _) => [1.0 / PARAMS.square_ratio, PARAMS.square_ratio],
        }
    }
}

/// The lattices of these blobs, most blobs first; of the kind of the expected shape, and of a single row or column only
/// where that has one.
pub(super) fn patches(blobs: &[Blob], what: BlobKind, expected: Option<&Shape>) -> Vec<Patch> {
    let search = PitchSearch::new(what, expected);
    let mut sorted: Vec<Voter> = blobs.iter().map(Voter::whole).collect();
    sorted.sort_by(|a, b| a.height.total_cmp(&b.height));
    let mut found = Vec::new();
    let Some(mut low) = sorted.first().map(|b| b.height) else { return found };
    let highest = sorted[sorted.len() - 1].height;
    // Groups overlap by half, so that the blobs of a board are all in one of them.
    while low <= highest {
        let first = sorted.partition_point(|b| b.height < low);
        let last = sorted.partition_point(|b| b.height <= low * PARAMS.group);
        let height = low * PARAMS.group.sqrt();
        let mut group = sorted[first..last].to_vec();
        let mut is_complete = true;
        if what == BlobKind::SmallLetters {
            let end = sorted.partition_point(|b| b.height <= low * PARAMS.group * PARAMS.tall);
            let tall = &sorted[last..end];
            is_complete = !group.is_empty() && !tall.is_empty();
            group.extend(tall.iter().flat_map(|tall| tall.without_tail(height)));
        }
        if is_complete && group.len() >= search.least {
            search.group(&group, height, &mut found);
        }
        low = height;
    }
    let most = if what == BlobKind::SmallLetters { PARAMS.max_small_patches } else { PARAMS.max_patches };
    distinct(found, most)
}

impl PitchSearch {
    /// Finds the lattices of blobs of about one height.
    fn group(&self, group: &[Voter], height: f32, found: &mut Vec<Patch>) {
        let voters = without_twins(group, PARAMS.off_node * height);
        if voters.len() < self.least {
            return;
        }
        let grid = PointGrid::new(voters.iter().map(|voter| voter.center).collect(), height);
        let mut seen: Vec<(Kind, Point)> = Vec::new();
        for (kind, pitch) in self.pitches(&grid, height) {
            let is_same = |&(other, at): &(Kind, Point)| other == kind && alike(at.x, pitch.x) && alike(at.y, pitch.y);
            if seen.iter().any(is_same) {
                continue;
            }
            seen.push((kind, pitch));
            for linked in link(&grid, kind, pitch, self.least) {
                found.extend(self.patch(kind, pitch, &linked, grid.points(), &voters));
            }
        }
    }

    /// The pitches of the lattices that pairs of blobs of this height vote for.
    fn pitches(&self, grid: &PointGrid, height: f32) -> Vec<(Kind, Point)> {
        let offsets = self.offsets(grid, height);
        let [low, high] = self.pitch().map(|pitch| pitch * height);
        let side = PARAMS.off_node * height;
        if self.single_row {
            let [narrow, wide] = self.ratio(Kind::Square);
            let level = offsets.iter().filter(|offset| offset.y < side).map(|offset| offset.x);
            let pitches = peaks(level, narrow * low, wide * high, self.votes);
            return pitches
                .into_iter()
                .flat_map(|across| self.kinds.iter().map(move |&kind| (kind, Point::new(across, across))))
                .collect();
        }
        let downward = offsets.iter().filter(|offset| offset.x < side).map(|offset| offset.y);
        let mut found = Vec::new();
        for down in peaks(downward, low, high, self.votes) {
            if self.single_column {
                found.extend(self.kinds.iter().map(|&kind| (kind, Point::new(down, down))));
                continue;
            }
            for &kind in &self.kinds {
                let [narrow, wide] = self.ratio(kind).map(|ratio| ratio * down);
                let level = if kind == Kind::Square { 0.0 } else { down / 2.0 };
                let is_level = |offset: &&Point| (offset.y - level).abs() < PARAMS.off_node * down;
                let sideways = offsets.iter().filter(is_level).map(|offset| offset.x);
                let pitches = peaks(sideways, narrow, wide, self.votes).into_iter();
                found.extend(pitches.map(|across| (kind, Point::new(across, down))));
            }
        }
        found
    }

    /// The distances, across and down, of the pairs of blobs that may be neighbors, in pixels.
    fn offsets(&self, grid: &PointGrid, height: f32) -> Vec<Point> {
        let mut offsets = Vec::new();
        for (i, &point) in grid.points().iter().enumerate() {
            for j in grid.within(point, self.reach() * height).filter(|&j| j > i) {
                let offset = grid.points()[j] - point;
                offsets.push(Point::new(offset.x.abs(), offset.y.abs()));
            }
        }
        offsets
    }

    /// The lattice through linked blobs, or `None` where they are not on one.
    fn patch(
        &self,
        kind: Kind,
        pitch: Point,
        linked: &[(usize, Node)],
        points: &[Point],
        voters: &[Voter],
    ) -> Option<Patch> {
        let nodes: Vec<Node> = linked.iter().map(|&(_, node)| node).collect();
        let places: Vec<Point> = linked.iter().map(|&(i, _)| points[i]).collect();
        let (lattice, residuals) = Lattice::fit(kind, &nodes, &places, pitch.y / pitch.x)?;
        let [narrow, wide] = self.ratio(kind);
        if !(narrow..wide).contains(&(1.0 / lattice.ratio())) {
            return None;
        }
        let limit = 0.1 * lattice.pitch.y;
        let inliers: Vec<usize> = (0..nodes.len()).filter(|&i| residuals[i] < limit).collect();
        let differ = |pick: fn(&Node) -> i32| {
            let first = inliers.first().map(|&i| pick(&nodes[i]));
            inliers.iter().any(|&i| Some(pick(&nodes[i])) != first)
        };
        if inliers.len() < self.least || self.single_column == differ(|n| n.0) || self.single_row == differ(|n| n.1) {
            return None;
        }
        // A lattice without cut letters is that of letters of one height, and cut letters alone do not show the height of the others.
        let has = |is_cut: bool| inliers.iter().any(|&i| voters[linked[i].0].is_cut == is_cut);
        if self.what == BlobKind::SmallLetters && !(has(true) && has(false)) {
            return None;
        }
        let glyph = median(inliers.iter().map(|&i| voters[linked[i].0].height).collect());
        let mut nodes: Vec<Node> = inliers.iter().map(|&i| nodes[i]).collect();
        nodes.sort_unstable();
        nodes.dedup();
        // Either cut of a tall letter may be on a node.
        if nodes.len() < self.least {
            return None;
        }
        Some(Patch { lattice, nodes, glyph })
    }
}

/// Whether two pitches are equal within the tolerance.
fn alike(a: f32, b: f32) -> bool {
    (a / b).ln().abs() < PARAMS.same_pitch
}

/// The most stable of blobs whose centers nearly coincide, at most `max_blobs` of them.
fn without_twins(group: &[Voter], tolerance: f32) -> Vec<Voter> {
    let mut order = group.to_vec();
    order.sort_by(|a, b| b.stability.total_cmp(&a.stability));
    let grid = PointGrid::new(order.iter().map(|voter| voter.center).collect(), 2.0 * tolerance);
    let mut kept = vec![true; order.len()];
    for i in 0..order.len() {
        if kept[i] {
            for twin in grid.within(grid.points()[i], tolerance) {
                kept[twin] &= twin <= i;
            }
        }
    }
    order.iter().zip(kept).filter(|(_, kept)| *kept).map(|(voter, _)| *voter).take(PARAMS.max_blobs).collect()
}

/// The most frequent values between `low` and `high`, each refined to the median of its neighborhood; none with fewer
/// than `votes`.
fn peaks(values: impl Iterator<Item = f32>, low: f32, high: f32, votes: usize) -> Vec<f32> {
    /// The width of a histogram bin, in logarithms.
    const BIN: f32 = PARAMS.same_pitch;
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
    while found.len() < PARAMS.max_pitches {
        let Some(top) = (0..bins.len()).max_by(|&a, &b| bins[a].total_cmp(&bins[b])) else { break };
        if bins[top] < votes as f32 {
            break;
        }
        let center = (top as f32 - 0.5) * BIN;
        let voters: Vec<f32> = logs.iter().copied().filter(|log| (log - center).abs() < 1.5 * BIN).collect();
        found.push(low * median(voters).exp());
        let around = top.saturating_sub(2)..(top + 3).min(bins.len());
        bins[around].fill(0.0);
    }
    found
}

/// The sets of linked blobs, of `least` blobs or more, with their nodes relative to the first blob.
fn link(grid: &PointGrid, kind: Kind, pitch: Point, least: usize) -> Vec<Vec<(usize, Node)>> {
    let points = grid.points();
    // A link from each blob to another one, and back.
    let mut links: Vec<(usize, usize, Node)> = Vec::new();
    for (i, &point) in points.iter().enumerate() {
        for &(column, row) in kind.steps() {
            let place = point + Point::new(column as f32 * pitch.x, row as f32 * pitch.y / 2.0);
            if let Some(j) = grid.nearest(place, PARAMS.off_node * pitch.y) {
                links.push((i, j, (column, row)));
                links.push((j, i, (-column, -row)));
            }
        }
    }
    links.sort_by_key(|(from, ..)| *from);
    let mut starts = vec![0; points.len() + 1];
    links.iter().for_each(|(from, ..)| starts[from + 1] += 1);
    (0..points.len()).for_each(|i| starts[i + 1] += starts[i]);
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
            for &(_, j, (column, row)) in &links[starts[i]..starts[i + 1]] {
                if !seen[j] {
                    seen[j] = true;
                    queue.push_back((j, (node.0 + column, node.1 + row)));
                }
            }
        }
        if set.len() >= least {
            sets.push(set);
        }
    }
    sets
}

/// The patches with the most blobs, at most this number of them, without those that are the same as an earlier one: of the same kind,
/// pitch, place, phase and size of letter.
fn distinct(mut found: Vec<Patch>, most: usize) -> Vec<Patch> {
    found.sort_by(|a, b| b.nodes.len().cmp(&a.nodes.len()).then(b.glyph.total_cmp(&a.glyph)));
    let mut kept: Vec<Patch> = Vec::new();
    for patch in found {
        if kept.len() == most {
            break;
        }
        if !kept.iter().any(|other| covers(other, &patch)) {
            kept.push(patch);
        }
    }
    kept
}

/// Whether the middle of a smaller patch is a node of a larger one, and both have the same kind, pitch and size of
/// letter.
fn covers(large: &Patch, small: &Patch) -> bool {
    let (own, other) = (&large.lattice, &small.lattice);
    let sizes = large.glyph / small.glyph;
    if own.kind != other.kind
        || !alike(own.pitch.x, other.pitch.x)
        || !alike(own.pitch.y, other.pitch.y)
        || sizes.max(1.0 / sizes) > PARAMS.group
    {
        return false;
    }
    let middle = other.place(small.nodes[small.nodes.len() / 2]) - own.origin;
    let (column, row) = (middle.x / own.pitch.x, middle.y / own.pitch.y * 2.0);
    let nearest = (column.round() as i32, row.round() as i32);
    let off = own.place(nearest).distance(own.origin + middle);
    let range = |pick: fn(&Node) -> i32, by: i32| {
        let (low, high) = large.nodes.iter().map(pick).fold((i32::MAX, i32::MIN), |(l, h), n| (l.min(n), h.max(n)));
        low - by..=high + by
    };
    off < PARAMS.off_node * own.pitch.y
        && own.kind.has(nearest)
        && range(|n| n.0, 1).contains(&nearest.0)
        && range(|n| n.1, 2).contains(&nearest.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blobs(kind: Kind, pitch: Point, columns: i32, rows: i32) -> Vec<Blob> {
        let lattice = Lattice { kind, origin: Point::new(40.0, 50.0), pitch };
        let nodes = (0..columns).flat_map(|c| (0..2 * rows).map(move |r| (c, r))).filter(|&n| kind.has(n));
        nodes
            .enumerate()
            .map(|(i, node)| {
                // A deterministic jitter of up to 2 pixels, as letters of different widths give.
                let Point { x, y } = lattice.place(node);
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
            let pitch = Point::from(pitch);
            let found = patches(&blobs(kind, pitch, 7, 7), BlobKind::Letters, None);
            let best = &found[0];
            assert_eq!(best.lattice.kind, kind);
            assert_eq!(best.nodes.len(), 49);
            assert!((best.lattice.pitch.x - pitch.x).abs() < 0.5, "{:?}", best.lattice);
            assert!((best.lattice.pitch.y - pitch.y).abs() < 0.5, "{:?}", best.lattice);
        }
    }

    #[test]
    fn a_single_row_or_column_is_a_lattice_where_the_shape_has_one() {
        for (columns, rows) in [(8, 1), (3, 1), (1, 8), (1, 3)] {
            let blobs = blobs(Kind::Square, Point::new(50.0, 50.0), columns, rows);
            let shape = Shape::rows(rows as usize, columns as usize).unwrap();
            let found = patches(&blobs, BlobKind::Letters, Some(&shape));
            assert_eq!(found.len(), 1, "{shape}");
            assert_eq!(found[0].nodes.len(), shape.len(), "{shape}");
            let pitch = found[0].lattice.pitch;
            assert!((pitch.x - 50.0).abs() < 2.5 && (pitch.y - 50.0).abs() < 2.5, "{shape}: {pitch:?}");
            assert!(patches(&blobs, BlobKind::Letters, None).is_empty(), "{shape}");
        }
    }

    /// Boards of 4x4 small letters: their heights in pixels, where those without a tail have 24, and whether their lattice is found. A tail
    /// is above the others, or below (negative).
    #[test]
    fn small_letters_with_and_without_a_tail_are_on_one_lattice() {
        let mixed = [24, 36, 24, -36, 36, 24, -36, 24, 24, -36, 36, 24, 36, 24, 24, -36];
        let too_tall = mixed.map(|height: i32| if height == 24 { 24 } else { height.signum() * 60 });
        for (heights, expected) in [(mixed, true), ([24; 16], false), ([36; 16], false), (too_tall, false)] {
            let board = blobs(Kind::Square, Point::new(90.0, 90.0), 4, 4).into_iter().zip(heights);
            let letters = board.map(|(blob, height)| {
                let tail = (height.abs() - 24) as f32;
                Blob { top: if height > 0 { blob.top - tail } else { blob.top }, height: 24.0 + tail, ..blob }
            });
            let letters: Vec<Blob> = letters.collect();
            let found = patches(&letters, BlobKind::SmallLetters, None);
            assert_eq!(found.first().map(|patch| patch.nodes.len()), expected.then_some(16), "{heights:?}");
            if let Some(patch) = found.first().filter(|_| expected) {
                let Point { x, y } = patch.lattice.place(patch.nodes[0]);
                assert!((x - 40.0).abs() < 2.5 && (y - 50.0).abs() < 2.5 && patch.glyph < 28.0, "{patch:?}");
                assert!(patches(&letters, BlobKind::Letters, None).iter().all(|patch| patch.nodes.len() < 16));
            }
        }
    }

    #[test]
    fn two_rows_are_a_lattice() {
        let blobs = blobs(Kind::Square, Point::new(50.0, 60.0), 2, 2);
        let shape = Shape::rows(2, 2).unwrap();
        let found = patches(&blobs, BlobKind::Letters, Some(&shape));
        assert_eq!(found[0].nodes.len(), 4);
        let pitch = found[0].lattice.pitch;
        assert!((pitch.x - 50.0).abs() < 2.5 && (pitch.y - 60.0).abs() < 2.5, "{pitch:?}");
    }

    #[test]
    fn a_lattice_of_another_kind_than_the_shape_is_left_out() {
        let blobs = blobs(Kind::Square, Point::new(50.0, 50.0), 5, 5);
        let found = patches(&blobs, BlobKind::Letters, Some(&Shape::bookworm()));
        assert!(found.iter().all(|patch| patch.lattice.kind == Kind::Staggered));
    }

    #[test]
    fn too_few_blobs_make_no_lattice() {
        assert!(patches(&[], BlobKind::Letters, None).is_empty());
        assert!(patches(&blobs(Kind::Square, Point::new(50.0, 50.0), 2, 2), BlobKind::Letters, None).is_empty());
    }
}
