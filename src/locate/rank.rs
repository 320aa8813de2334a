//! The evidence of a lattice as a board: the blobs on its nodes, and the outline that fits them best.
//!
//! The number of blobs alone proves nothing: running text, icons and game frames make lattices too. The letters of a
//! board have no blobs of their size between them, and few empty cells. [`rank`] takes a patch
//! of `patches`, finds its board with `outline`, and returns the [`Ranked`] boards for `locate`.

use super::Evidence;
use super::lattice::{Lattice, Node, NodeMap};
use super::outline::{NodeEvidence, Outline, best_outline};
use super::patches::Patch;
use super::scene::{NodeBlob, Scene};
use super::strays::{STABLE, STRAY_SIDE, Stray, accompanied, captioned, halfway, strays};
use crate::board::Shape;
use crate::pixels::{Bounds, Point, median};
use std::collections::BTreeSet;

/// A board on a lattice, with its evidence.
#[derive(Debug, Clone)]
pub(super) struct Ranked {
    /// The lattice through the blobs of the board.
    pub(super) lattice: Lattice,
    /// The nodes that are cells.
    pub(super) outline: Outline,
    /// The geometric evidence for and against a board.
    pub(super) evidence: Evidence,
    /// The centers of such blobs on all nodes, inside and outside of the outline.
    pub(super) places: Vec<Point>,
    /// The centers of blobs like letters off the nodes, between the cells, above them and one column beside them; the most stable
    /// ones come first.
    pub(super) strays: Vec<Point>,
}

/// The evidence that a node is a cell of the board. All weights were chosen by hand. With a lower
/// `EMPTY` boards with holes are cut; with a higher one they grow into text. They are eighths: their sums are exact, so that of outlines with
/// the same evidence the first one wins.
mod weight {
    /// A blob of the common height.
    pub(super) const BLOB: f32 = 1.0;
    /// A blob with another one of its height beside it in the cell: text, or a tile of two letters.
    pub(super) const CROWDED: f32 = 0.25;
    /// A node without a blob.
    pub(super) const EMPTY: f32 = -0.625;
    /// A node outside of the picture.
    pub(super) const OUTSIDE: f32 = -0.875;
}

/// The margin around the hull of the known nodes in which cells are searched for, in tiles. Smaller: more rounds.
/// Larger: more time, and text joins. Chosen by hand.
const MARGIN: i32 = 2;

/// The boards on the lattice of a patch: the outline with the most evidence, and the hull of all linked blobs, which is
/// the outline of a board with holes or of an irregular one.
pub(super) fn rank(scene: &Scene, patch: &Patch, expected: Option<&Shape>) -> Vec<Ranked> {
    /// The most times that the outline may grow beyond the known nodes: a limit of time. Chosen by hand.
    const GROWTHS: usize = 4;
    let mut patch = patch.clone();
    let mut last = None;
    for _ in 0..GROWTHS {
        let by_node = node_blobs(scene, &patch);
        let evidence = evidence(scene, &patch, &by_node);
        let Some(outline) = best_outline(&NodeEvidence::new(patch.lattice.kind, &evidence), expected) else { break };
        let lattice = refit(scene, &patch, &outline, &by_node);
        let grown: BTreeSet<Node> = patch.nodes.iter().copied().chain(outline.nodes()).collect();
        let is_stable = hull(grown.iter()) == hull(patch.nodes.iter());
        let around = Outline::around(patch.lattice.kind, hull(grown.iter()));
        let outlines = match expected {
            None if around != outline => vec![outline, around],
            _ => vec![outline],
        };
        last = Some((lattice, outlines, by_node));
        if is_stable {
            break;
        }
        patch = Patch { lattice, nodes: grown.into_iter().collect(), glyph: patch.glyph };
    }
    let Some((lattice, outlines, by_node)) = last else { return Vec::new() };
    outlines.into_iter().map(|outline| judge(scene, lattice, outline, &by_node, patch.glyph)).collect()
}

/// The lattice through the blobs inside an outline; the old one where they do not span a lattice.
fn refit(scene: &Scene, patch: &Patch, outline: &Outline, by_node: &NodeMap<NodeBlob>) -> Lattice {
    let inside: Vec<Node> = outline.nodes().filter(|node| by_node.contains_key(node)).collect();
    let places: Vec<Point> = inside.iter().map(|node| scene.point_grid.points()[by_node[node].blob]).collect();
    let fitted = Lattice::fit(patch.lattice.kind, &inside, &places, patch.lattice.ratio());
    fitted.map_or(patch.lattice, |(lattice, _)| lattice)
}

/// The first and last column and half row.
fn hull<'a>(nodes: impl Iterator<Item = &'a Node>) -> (i32, i32, i32, i32) {
    nodes.fold((i32::MAX, i32::MIN, i32::MAX, i32::MIN), |(left, right, top, bottom), &(c, r)| {
        (left.min(c), right.max(c), top.min(r), bottom.max(r))
    })
}

/// The nodes of the patch's hull and some around it.
fn window(patch: &Patch) -> impl Iterator<Item = Node> + '_ {
    let (left, right, top, bottom) = hull(patch.nodes.iter());
    (left - MARGIN..=right + MARGIN)
        .flat_map(move |c| (top - 2 * MARGIN..=bottom + 2 * MARGIN).map(move |r| (c, r)))
        .filter(|&node| patch.lattice.kind.has(node))
}

/// The blobs of the patch's size, by node.
fn node_blobs(scene: &Scene, patch: &Patch) -> NodeMap<NodeBlob> {
    /// The largest distance of a blob's center from its node, in vertical pitches. Smaller: letters off the middle of their
    /// tile are missed. Larger: strays count. Chosen by hand; `hard judge --kind falling` shows a change.
    const OFF: f32 = 0.2;
    /// What a blob loses of its stability (a number of thresholds) for each pitch from its node. Smaller: marks beside the
    /// letter win. Larger: noise in the middle of a tile wins. Chosen by hand.
    const NEARER: f32 = 8.0;
    let blobs = scene.blobs;
    let mut found = NodeMap::default();
    for node in window(patch) {
        let Point { x, y } = patch.lattice.place(node);
        let fitness = |&i: &usize| {
            let Point { x: sx, y: sy } = scene.point_grid.points()[i];
            let off = (sx - x).hypot(sy - y) / patch.lattice.pitch.y;
            let fits = scene.is_board_height(blobs[i].height, patch.glyph)
                && blobs[i].width <= patch.lattice.pitch.x
                && off < OFF;
            fits.then_some((blobs[i].stability - NEARER * off, i))
        };
        let around: Vec<usize> = scene.point_grid.within(Point::new(x, y), 0.5 * patch.lattice.tile()).collect();
        if let Some((_, blob)) = around.iter().filter_map(fitness).max_by(|a, b| a.0.total_cmp(&b.0)) {
            let own = &blobs[blob];
            let beside = |&i: &usize| {
                let other = &blobs[i];
                let apart = other.left >= own.right() || other.right() <= own.left;
                scene.is_board_height(other.height, patch.glyph) && apart
            };
            found.insert(node, NodeBlob { blob, crowded: around.iter().any(beside) });
        }
    }
    found
}

/// The evidence of every node of the window.
fn evidence(scene: &Scene, patch: &Patch, by_node: &NodeMap<NodeBlob>) -> NodeMap<f32> {
    let weight = |node: &Node| match by_node.get(node) {
        _ if !Bounds::from(scene.size).contains(patch.lattice.place(*node)) => weight::OUTSIDE,
        None => weight::EMPTY,
        Some(at_node) if at_node.crowded => weight::CROWDED,
        Some(_) => weight::BLOB,
    };
    window(patch).map(|node| (node, weight(&node))).collect()
}

/// The board on a lattice with this outline, and its evidence.
fn judge(scene: &Scene, lattice: Lattice, outline: Outline, by_node: &NodeMap<NodeBlob>, glyph: f32) -> Ranked {
    let nodes: Vec<Node> = outline.nodes().collect();
    let node_blobs: Vec<(Node, &NodeBlob)> =
        nodes.iter().filter_map(|node| Some((*node, by_node.get(node)?))).collect();
    let light = 2 * node_blobs.iter().filter(|(_, at_node)| scene.blobs[at_node.blob].light).count() > node_blobs.len();
    let stability = median(node_blobs.iter().map(|(_, at_node)| scene.blobs[at_node.blob].stability).collect());
    let strays = strays(scene, &lattice, &nodes, light, glyph);
    let first =
        nodes.iter().copied().map(|(column, row)| [column, row]).reduce(|a, b| [a[0].min(b[0]), a[1].min(b[1])]);
    let last_column = nodes.iter().map(|node| node.0).max().unwrap_or(0);
    let [first_column, first_row] = first.unwrap_or_default();
    let side = STRAY_SIDE * lattice.pitch.x;
    let columns = lattice.place((first_column, 0)).x - side..=lattice.place((last_column, 0)).x + side;
    let highest = lattice.place((0, first_row)).y - STRAY_SIDE * lattice.pitch.y;
    let stable = STABLE.min(stability);
    let is_between =
        |stray: &&Stray| stray.stability >= stable && stray.place.y >= highest && columns.contains(&stray.place.x);
    let between: Vec<Point> = strays.iter().filter(is_between).map(|stray| stray.place).collect();
    let is_in_line =
        |place: &&Point| nodes.iter().any(|node| (lattice.place(*node).x - place.x).abs() < IN_LINE * lattice.pitch.x);
    let a_cell = |count: usize| count as f32 / nodes.len().max(1) as f32;
    let residual = |(node, at_node): &(Node, &NodeBlob)| {
        lattice.place(*node).distance(scene.point_grid.points()[at_node.blob]) / lattice.pitch.y
    };
    let evidence = Evidence {
        coverage: node_blobs.len() as f32 / nodes.len().max(1) as f32,
        residual: if node_blobs.is_empty() { 1.0 } else { median(node_blobs.iter().map(residual).collect()) },
        strays: a_cell(between.len()),
        in_line: a_cell(between.iter().filter(is_in_line).count()),
        captioned: captioned(scene, &lattice, &node_blobs),
        accompanied: accompanied(scene, &lattice, &node_blobs, &strays),
        halfway: halfway(scene, &lattice, &node_blobs, &strays, stable),
        stretch: (lattice.pitch.x / lattice.pitch.y).ln().abs(),
        pitch: lattice.tile().ln(),
        stability,
        kind: scene.what,
    };
    let mut places: Vec<(Node, Point)> =
        by_node.iter().map(|(node, at_node)| (*node, scene.point_grid.points()[at_node.blob])).collect();
    places.sort_by_key(|(node, _)| *node);
    let places = places.into_iter().map(|(_, place)| place).collect();
    let strays = strays.into_iter().map(|stray| stray.place).collect();
    Ranked { lattice, outline, evidence, places, strays }
}

/// The distance from a column of nodes, in pitches, within which the letter of a falling tile lies: letters are up to 8%
/// off the middle of their tile. Smaller: falling tiles are missed. Larger: strays count. Chosen by hand.
const IN_LINE: f32 = 0.12;
