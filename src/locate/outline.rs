//! Outlines: the nodes of a lattice that are the board, as the best shape of a family.
//!
//! Each node has its evidence, positive where there is a letter. A board is not an arbitrary set of nodes. It is a
//! rectangle of rows; staggered columns, where all even columns have the same ends and all odd ones end half a tile
//! higher or lower; or a hexagon (5, 6, .. 9, .. 6, 5). A fit of such a family tolerates empty and covered cells;
//! columns of arbitrary lengths would not. `rank` computes the evidence and calls [`best_outline`].

use super::lattice::{Kind, Node, NodeMap};
use crate::board::{GridPoint, Lines, Shape, Stagger};

/// The nodes of a board: for each column its number, the first half row, and the number of tiles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Outline {
    /// The kind of the lattice.
    pub(super) kind: Kind,
    /// For each column: its number, the first half row, and the number of tiles.
    pub(super) columns: Vec<(i32, i32, i32)>,
}

/// The fewest lines of a board whose shape is unknown, tiles in a line, and letters of a candidate that is brought to its extent. Smaller: pairs of
/// words become boards. Larger: small boards are missed. Chosen by hand; `hard nothing` and `hard judge --kind irregular` show a change.
pub(crate) const MIN_SIDE: usize = 3;
/// The most lines of a board, and tiles in a line: a limit of time. A larger board is cut, and the report says so.
/// Chosen by hand.
pub(crate) const MOST_TILES: i32 = 40;

impl Outline {
    /// All nodes, column by column.
    pub(super) fn nodes(&self) -> impl Iterator<Item = Node> + '_ {
        self.columns.iter().flat_map(|&(column, top, length)| (0..length).map(move |i| (column, top + 2 * i)))
    }

    /// The node of the shape's first cell.
    pub(super) fn first(&self) -> Node {
        (self.columns[0].0, self.columns[0].1)
    }

    /// The shape of the board; `None` where it is not a valid one.
    pub(super) fn shape(&self) -> Option<Shape> {
        match self.kind {
            Kind::Square => Shape::rows(self.columns[0].2 as usize, self.columns.len()).ok(),
            Kind::Staggered => {
                let lengths: Vec<usize> = self.columns.iter().map(|c| c.2 as usize).collect();
                let up = self.columns.get(1).is_none_or(|second| second.1 < self.columns[0].1);
                Shape::columns(&lengths, Some(if up { Stagger::Up } else { Stagger::Down })).ok()
            }
        }
    }

    /// The smallest rectangle, or the smallest alternating columns, around the first and last column and half row.
    pub(super) fn around(kind: Kind, (left, right, top, bottom): (i32, i32, i32, i32)) -> Outline {
        let column = |column: i32| {
            let (first, last) = match kind {
                Kind::Square => (top, bottom),
                Kind::Staggered => {
                    let own = |row: i32| kind.has((column, row));
                    (if own(top) { top } else { top + 1 }, if own(bottom) { bottom } else { bottom - 1 })
                }
            };
            (column, first, ((last - first) / 2 + 1).clamp(1, MOST_TILES))
        };
        Outline { kind, columns: (left..=right).take(MOST_TILES as usize).map(column).collect() }
    }

    /// The outline of a known shape whose first cell is at `first`.
    fn of(shape: &Shape, (column, row): Node) -> Outline {
        let kind = if shape.lines() == Lines::Rows { Kind::Square } else { Kind::Staggered };
        let mut columns: Vec<(i32, i32, i32)> = Vec::new();
        for GridPoint { x, y } in shape.cells().map(|cell| shape.point(cell)) {
            let own = column + x / 2;
            match columns.iter_mut().find(|c| c.0 == own) {
                Some(c) => c.2 += 1,
                None => columns.push((own, row + y, 1)),
            }
        }
        Outline { kind, columns }
    }
}

/// The evidence of the nodes in a rectangle, with running sums down each column.
pub(super) struct NodeEvidence {
    kind: Kind,
    first_column: i32,
    first_row: i32,
    /// For each column the sums of the evidence above each half row.
    sums: Vec<Vec<f32>>,
}

/// The evidence of a node outside the rectangle: low enough to exclude such an outline.
const OUTSIDE: f32 = -9.0;

impl NodeEvidence {
    /// The evidence of every node of a rectangle.
    pub(super) fn new(kind: Kind, nodes: &NodeMap<f32>) -> NodeEvidence {
        let bound = |pick: fn(&Node) -> i32| {
            nodes.keys().map(pick).fold((i32::MAX, i32::MIN), |(low, high), n| (low.min(n), high.max(n)))
        };
        let ((left, right), (top, bottom)) = (bound(|n| n.0), bound(|n| n.1));
        let sums = (left..=right)
            .map(|column| {
                let mut sum = 0.0;
                let downward = (top..=bottom).map(|row| {
                    sum += nodes.get(&(column, row)).copied().unwrap_or(0.0);
                    sum
                });
                std::iter::once(0.0).chain(downward).collect()
            })
            .collect();
        NodeEvidence { kind, first_column: left, first_row: top, sums }
    }

    /// The numbers of the columns.
    fn columns(&self) -> std::ops::Range<i32> {
        self.first_column..self.first_column + self.sums.len() as i32
    }

    /// The half rows.
    fn rows(&self) -> std::ops::Range<i32> {
        self.first_row..self.first_row + self.sums.first().map_or(0, |s| s.len() as i32 - 1)
    }

    /// The evidence of a column's nodes from half row `top` to `bottom`, both included.
    fn stretch(&self, column: i32, top: i32, bottom: i32) -> f32 {
        let rows = self.rows();
        if !self.columns().contains(&column) || top < rows.start || bottom >= rows.end || bottom < top {
            return OUTSIDE;
        }
        let sums = &self.sums[(column - self.first_column) as usize];
        sums[(bottom - self.first_row + 1) as usize] - sums[(top - self.first_row) as usize]
    }

    /// The evidence of an outline.
    fn of(&self, outline: &Outline) -> f32 {
        outline.columns.iter().map(|&(c, top, n)| self.stretch(c, top, top + 2 * (n - 1))).sum()
    }
}

/// The outline with the most evidence; only of the shape `expected` where that is given. `None` where no outline has
/// positive evidence.
pub(super) fn best_outline(evidence: &NodeEvidence, expected: Option<&Shape>) -> Option<Outline> {
    let best = match (expected, evidence.kind) {
        (Some(shape), _) => best_placed(evidence, shape),
        (None, Kind::Square) => best_alternating(evidence, &[(0, 0)]),
        (None, Kind::Staggered) => {
            // The offsets of the odd columns' ends from those of the even ones, in half tiles.
            let alternating = best_alternating(evidence, &[(-1, 1), (-1, -1), (1, 1), (1, -1)]);
            better(alternating, best_hexagon(evidence))
        }
    };
    best.filter(|(_, sum)| *sum > 0.0).map(|(outline, _)| outline)
}

/// An outline with its evidence.
type Scored = Option<(Outline, f32)>;

/// The one with more evidence.
fn better(a: Scored, b: Scored) -> Scored {
    match (&a, &b) {
        (Some((_, x)), Some((_, y))) if y > x => b,
        (None, _) => b,
        _ => a,
    }
}

/// The best position of a known shape.
fn best_placed(evidence: &NodeEvidence, shape: &Shape) -> Scored {
    let mut best = None;
    for column in evidence.columns() {
        for row in evidence.rows().filter(|&row| evidence.kind.has((column, row))) {
            let outline = Outline::of(shape, (column, row));
            if outline.kind == evidence.kind {
                let sum = evidence.of(&outline);
                best = better(best, Some((outline, sum)));
            }
        }
    }
    best
}

/// The best alternating columns: the ends of every second one are shifted by one of `shoves`, in half tiles.
fn best_alternating(evidence: &NodeEvidence, shoves: &[(i32, i32)]) -> Scored {
    let mut best: Scored = None;
    let own = |column: i32, top: i32| evidence.kind.has((column, top));
    let mut sums = Vec::new();
    // Rows have no nodes at odd half rows.
    for top in evidence.rows().filter(|&top| evidence.kind == Kind::Staggered || own(0, top)) {
        for length in MIN_SIDE as i32..=MOST_TILES {
            let bottom = top + 2 * (length - 1);
            if bottom >= evidence.rows().end {
                break;
            }
            for &shove in shoves {
                let value = |column: i32| match own(column, top) {
                    true => evidence.stretch(column, top, bottom),
                    false if evidence.kind == Kind::Square => OUTSIDE,
                    false => evidence.stretch(column, top + shove.0, bottom + shove.1),
                };
                let (range, sum) = best_range(evidence.columns(), value, &mut sums);
                if best.as_ref().is_none_or(|b| sum > b.1) && range.len() >= MIN_SIDE {
                    let ends =
                        |column| if own(column, top) { (top, bottom) } else { (top + shove.0, bottom + shove.1) };
                    let column = |column| (column, ends(column).0, (ends(column).1 - ends(column).0) / 2 + 1);
                    best = Some((Outline { kind: evidence.kind, columns: range.map(column).collect() }, sum));
                }
            }
        }
    }
    best
}

/// The contiguous columns, from [`MIN_SIDE`] to [`MOST_TILES`] of them, with the largest sum. `sums` is a scratch buffer.
fn best_range(
    columns: std::ops::Range<i32>,
    value: impl Fn(i32) -> f32,
    sums: &mut Vec<f32>,
) -> (std::ops::Range<i32>, f32) {
    sums.clear();
    sums.push(0.0);
    sums.extend(columns.clone().scan(0.0, |sum, column| {
        *sum += value(column);
        Some(*sum)
    }));
    let mut best = (columns.start..columns.start, f32::MIN);
    let (least, most) = (MIN_SIDE, MOST_TILES as usize);
    // The start with the least sum before it, among those that leave enough columns.
    let mut start = 0;
    for end in least..sums.len() {
        if end - start > most {
            let from = end - most;
            start = (from..=end - least).min_by(|&a, &b| sums[a].total_cmp(&sums[b])).unwrap_or(from);
        } else if sums[end - least] < sums[start] {
            start = end - least;
        }
        let sum = sums[end] - sums[start];
        if sum > best.1 {
            best = (columns.start + start as i32..columns.start + end as i32, sum);
        }
    }
    best
}

/// The best hexagon: columns that grow by one to the middle and shrink again, as 5, 6, 7, 8, 9, 8, 7, 6, 5.
fn best_hexagon(evidence: &NodeEvidence) -> Scored {
    /// The number of columns on each side of the middle one. Smaller: any staggered board fits. Larger: more time.
    /// Chosen by hand.
    const WINGS: std::ops::RangeInclusive<i32> = 2..=5;
    /// The fewest tiles of the middle column beyond the number of columns on each side. Chosen by hand.
    const OVER: i32 = 2;
    let mut best: Option<(f32, i32, i32, i32, i32)> = None;
    for middle in evidence.columns() {
        for top in evidence.rows().filter(|&top| evidence.kind.has((middle, top))) {
            for length in WINGS.start() + OVER..=MOST_TILES {
                let bottom = top + 2 * (length - 1);
                let mut sum = evidence.stretch(middle, top, bottom);
                for wing in 1..=(*WINGS.end()).min(length - OVER) {
                    let column = |by: i32| evidence.stretch(middle + by, top + wing, bottom - wing);
                    sum += column(-wing) + column(wing);
                    if WINGS.contains(&wing) && best.is_none_or(|b| sum > b.0) {
                        best = Some((sum, middle, wing, top, length));
                    }
                }
            }
        }
    }
    let (sum, middle, wing, top, length) = best?;
    let columns = (-wing..=wing).map(|by| (middle + by, top + by.abs(), length - by.abs())).collect();
    Some((Outline { kind: evidence.kind, columns }, sum))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A letter at every cell of the shape but `missing`, nothing around it.
    fn evidence(shape: &Shape, missing: &[usize]) -> (NodeEvidence, Outline) {
        let outline = Outline::of(shape, (2, 6));
        let mut nodes = NodeMap::default();
        for column in 0..20 {
            for row in 0..40 {
                if outline.kind.has((column, row)) {
                    nodes.insert((column, row), -0.6);
                }
            }
        }
        for (i, node) in outline.nodes().enumerate() {
            if !missing.contains(&i) {
                nodes.insert(node, 1.0);
            }
        }
        (NodeEvidence::new(outline.kind, &nodes), outline)
    }

    #[test]
    fn every_shape_of_the_family_is_found_without_some_cells() {
        for text in [
            "bookworm",
            "8,7,8,7,8,7,8",
            "7,7,7,7,7,7,7:down",
            "7,7,7,7,7,7,7:up",
            "5,6,7,8,9,8,7,6,5",
            "4x4",
            "12x8",
            "3x3",
        ] {
            let shape: Shape = text.parse().unwrap();
            let missing: &[usize] = if shape.len() > 20 { &[0, 9, 17, 18] } else { &[4] };
            let (evidence, outline) = evidence(&shape, missing);
            let found = best_outline(&evidence, None).unwrap();
            assert_eq!(found, outline, "{text}");
            assert_eq!(found.shape().unwrap(), shape, "{text}");
            let placed = best_outline(&evidence, Some(&shape)).unwrap();
            assert_eq!(placed, outline, "{text}");
        }
    }

    #[test]
    fn no_evidence_no_board() {
        let nodes: NodeMap<f32> = (0..10).flat_map(|c| (0..10).map(move |r| ((c, 2 * r), -0.6))).collect();
        assert_eq!(best_outline(&NodeEvidence::new(Kind::Square, &nodes), None), None);
    }
}
