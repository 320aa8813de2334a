//! The evidence of a lattice as a board: the blobs on its nodes, and the outline that fits them best.
//!
//! The number of blobs alone proves nothing: running text, icons and game frames make lattices too. The letters of a
//! board have no blobs of their size between them, and few empty cells. [`rank`] takes a patch
//! of `patches`, finds its board with `outline`, and returns the [`Ranked`] boards for `locate`.

use super::Evidence;
use super::blobs::{Blob, BlobKind};
use super::lattice::{Kind, Lattice, Node, NodeMap};
use super::outline::{NodeEvidence, Outline, best_outline};
use super::patches::Patch;
use super::point_grid::PointGrid;
use crate::board::Shape;
use crate::pixels::{Histogram, Point, median};
use image::{GrayImage, RgbaImage};
use std::cell::OnceCell;
use std::collections::BTreeSet;

/// The blobs and pixels of a picture, the same for every lattice.
pub(super) struct Scene<'a> {
    color: &'a RgbaImage,
    gray: &'a GrayImage,
    blobs: &'a [Blob],
    /// Whether the blobs are letters or tiles.
    what: BlobKind,
    /// The centers of the blobs.
    point_grid: PointGrid,
    /// The color around each blob, computed on first use.
    grounds: Vec<OnceCell<[u8; 3]>>,
}

impl<'a> Scene<'a> {
    /// The scene of these blobs, in a picture in color and in gray.
    pub(super) fn new(color: &'a RgbaImage, gray: &'a GrayImage, blobs: &'a [Blob], what: BlobKind) -> Scene<'a> {
        // Queries have a radius of about half a tile, which is about the height of a letter.
        let bucket = median(blobs.iter().map(|b| b.height).collect()).max(1.0);
        let point_grid = PointGrid::new(blobs.iter().map(Blob::center).collect(), bucket);
        Scene { color, gray, blobs, what, point_grid, grounds: vec![OnceCell::new(); blobs.len()] }
    }

    fn ground(&self, blob: usize) -> [u8; 3] {
        *self.grounds[blob].get_or_init(|| ground_color(self.color, &self.blobs[blob]))
    }
}

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
/// `EMPTY` boards with holes are cut; with a higher one they grow into text.
mod weight {
    /// A blob of the common height.
    pub(super) const BLOB: f32 = 1.0;
    /// A blob with another one of its height beside it in the cell: text, or a tile of two letters.
    pub(super) const CROWDED: f32 = 0.3;
    /// A blob on a color that recurs on fewer than two other nodes: timers and icons lie on a lattice by chance.
    pub(super) const LONE_COLOR: f32 = 0.2;
    /// A node without a blob.
    pub(super) const EMPTY: f32 = -0.6;
    /// A node outside of the picture.
    pub(super) const OUTSIDE: f32 = -0.9;
}

/// The heights of a board's blobs, relative to the median: the tail of a Q above, a small x-height below. Narrower:
/// letters are missed. Wider: icons count. Chosen by hand.
const HEIGHTS: std::ops::RangeInclusive<f32> = 0.8..=1.32;
/// The margin around the hull of the known nodes in which cells are searched for, in tiles. Smaller: more rounds.
/// Larger: more time, and text joins. Chosen by hand.
const MARGIN: i32 = 2;

/// The blob on a node.
struct NodeBlob {
    /// The number of the blob.
    blob: usize,
    /// Whether another blob of its size lies beside it.
    crowded: bool,
    /// Whether the color around it recurs on fewer than two other nodes.
    has_lone_color: bool,
}

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
    /// tile are missed. Larger: strays count. Chosen by hand.
    const OFF: f32 = 0.2;
    /// What a blob loses of its stability (a number of thresholds) for each pitch from its node. Smaller: marks beside the
    /// letter win. Larger: noise in the middle of a tile wins. Chosen by hand.
    const NEARER: f32 = 8.0;
    /// The heights of letters beside each other, relative to the median: small letters too. Narrower: running text is
    /// missed. Wider: marks beside a letter count. Chosen by hand.
    const BESIDE: std::ops::RangeInclusive<f32> = 0.55..=1.4;
    let Point { x: across, y: down } = patch.lattice.pitch;
    let blobs = scene.blobs;
    let mut found = NodeMap::default();
    for node in window(patch) {
        let Point { x, y } = patch.lattice.place(node);
        let fitness = |&i: &usize| {
            let Point { x: sx, y: sy } = scene.point_grid.points()[i];
            let off = (sx - x).hypot(sy - y) / down;
            let fits = HEIGHTS.contains(&(blobs[i].height / patch.glyph)) && blobs[i].width <= across && off < OFF;
            fits.then_some((blobs[i].stability - NEARER * off, i))
        };
        let around: Vec<usize> = scene.point_grid.within(Point::new(x, y), 0.48 * patch.lattice.tile()).collect();
        if let Some((_, blob)) = around.iter().filter_map(fitness).max_by(|a, b| a.0.total_cmp(&b.0)) {
            let own = &blobs[blob];
            let beside = |&i: &usize| {
                let other = &blobs[i];
                let apart = other.left >= own.right() || other.right() <= own.left;
                BESIDE.contains(&(other.height / patch.glyph)) && apart
            };
            found.insert(node, NodeBlob { blob, crowded: around.iter().any(beside), has_lone_color: false });
        }
    }
    for node in lone_colors(scene, patch, &found) {
        found.entry(node).and_modify(|at_node| at_node.has_lone_color = true);
    }
    found
}

/// The evidence of every node of the window.
fn evidence(scene: &Scene, patch: &Patch, by_node: &NodeMap<NodeBlob>) -> NodeMap<f32> {
    let (width, height) = (scene.gray.width() as f32, scene.gray.height() as f32);
    window(patch)
        .map(|node| {
            let Point { x, y } = patch.lattice.place(node);
            let inside = (0.0..width).contains(&x) && (0.0..height).contains(&y);
            let weight = match by_node.get(&node) {
                _ if !inside => weight::OUTSIDE,
                None => weight::EMPTY,
                Some(at_node) if at_node.has_lone_color => weight::LONE_COLOR,
                Some(at_node) if at_node.crowded => weight::CROWDED,
                Some(_) => weight::BLOB,
            };
            (node, weight)
        })
        .collect()
}

/// The nodes whose ground color recurs on fewer than two other nodes.
fn lone_colors(scene: &Scene, patch: &Patch, by_node: &NodeMap<NodeBlob>) -> BTreeSet<Node> {
    /// The largest difference of equal colors in each channel, in levels. Smaller: noise makes colors unequal. Larger:
    /// icons count. Chosen by hand.
    const ALIKE: u8 = 45;
    let mut nodes: Vec<Node> = by_node.keys().copied().collect();
    nodes.sort_unstable();
    let colors: Vec<[u8; 3]> = nodes.iter().map(|node| scene.ground(by_node[node].blob)).collect();
    /// The fewest other nodes with the same color. Smaller: two icons of one color count. Larger: rare gems do not. Chosen by
    /// hand.
    const RECURRENCES: usize = 2;
    let alike = |a: [u8; 3], b: [u8; 3]| (0..3).all(|i| a[i].abs_diff(b[i]) < ALIKE);
    let is_lone = |i: usize| {
        let (own, color) = (nodes[i], colors[i]);
        let recurs = |(node, other): &(&Node, &[u8; 3])| {
            let elsewhere = node.0 != own.0 && (node.1 != own.1 || patch.lattice.kind == Kind::Staggered);
            elsewhere && alike(color, **other)
        };
        nodes.iter().zip(&colors).filter(recurs).take(RECURRENCES).count() < RECURRENCES
    };
    (0..nodes.len()).filter(|&i| is_lone(i)).map(|i| nodes[i]).collect()
}

/// The width of the ring around a letter in which its ground is seen, in heights of the letter. Smaller: soft edges count
/// as ground. Larger: frames and neighbors do. Chosen by hand.
const RING: f32 = 0.25;

/// Visits the pixels around a box that are more than a pixel and at most `margin` away from it, inside the picture. Large
/// frames are sampled: a median needs some hundred samples.
fn visit_frame(blob: &Blob, margin: f32, size: (u32, u32), mut visit: impl FnMut(u32, u32)) {
    /// The number of steps along a blob's height. Fewer: the median is coarse. More: more time. Chosen by hand.
    const STEPS: f32 = 16.0;
    let step = ((blob.height / STEPS) as usize).max(1);
    let clamp = |value: f32, end: u32| (value.max(0.0) as u32).min(end);
    let columns = clamp(blob.left - margin, size.0)..clamp(blob.right() + margin + 1.0, size.0);
    let rows = clamp(blob.top - margin, size.1)..clamp(blob.bottom() + margin + 1.0, size.1);
    let inner_columns = clamp(blob.left - 0.5, size.0)..clamp(blob.right() + 1.5, size.0);
    let inner_rows = clamp(blob.top - 0.5, size.1)..clamp(blob.bottom() + 1.5, size.1);
    // The first step behind the box.
    let behind = columns.start + inner_columns.end.saturating_sub(columns.start).next_multiple_of(step as u32);
    for y in rows.step_by(step) {
        if inner_rows.contains(&y) {
            (columns.start..inner_columns.start).step_by(step).for_each(|x| visit(x, y));
            (behind..columns.end).step_by(step).for_each(|x| visit(x, y));
        } else {
            columns.clone().step_by(step).for_each(|x| visit(x, y));
        }
    }
}

/// The median color around a blob.
fn ground_color(color: &RgbaImage, blob: &Blob) -> [u8; 3] {
    let margin = RING * blob.height;
    let mut channels = [Histogram::new(), Histogram::new(), Histogram::new()];
    visit_frame(blob, margin, color.dimensions(), |x, y| {
        channels.iter_mut().zip(color.get_pixel(x, y).0).for_each(|(channel, level)| channel.add(level));
    });
    channels.map(|channel| channel.quantile(0.5))
}

/// The share of letters with a caption, among those with another letter in the next cell below: below the last row, or above a hole, there
/// may be anything, such as a score or the pattern of the ground.
fn captioned(scene: &Scene, lattice: &Lattice, letters: &[(Node, &NodeBlob)]) -> f32 {
    let nodes: BTreeSet<Node> = letters.iter().map(|(node, _)| *node).collect();
    let has_one_below = |((column, row), _): &&(Node, &NodeBlob)| nodes.contains(&(*column, row + 2));
    let above_another: Vec<_> = letters.iter().filter(has_one_below).collect();
    let count = above_another.iter().filter(|(_, at_node)| has_caption(scene, at_node.blob, lattice)).count();
    count as f32 / above_another.len().max(1) as f32
}

/// Whether there is a line of smaller blobs below a blob, within its cell: at least three of one polarity side by side, with
/// one lower edge.
fn has_caption(scene: &Scene, number: usize, lattice: &Lattice) -> bool {
    /// The heights of a caption's letters, in heights of the blob. Smaller: the dots that show a tile's value count.
    /// Larger: the letters of the next row count. Chosen by hand.
    const SMALLER: std::ops::Range<f32> = 0.2..0.7;
    /// The fewest letters of a caption. Fewer: the two digits of a tile's value count. More: short names are missed.
    const FEWEST: usize = 3;
    let own = &scene.blobs[number];
    let below = |&i: &usize| {
        let (blob, center) = (&scene.blobs[i], scene.point_grid.points()[i]);
        SMALLER.contains(&(blob.height / own.height))
            && center.y > own.bottom()
            && (center.x - own.center().x).abs() < lattice.pitch.x / 2.0
    };
    let around = scene.point_grid.within(own.center(), 0.8 * lattice.pitch.y).filter(below);
    let mut blobs: Vec<&Blob> = around.map(|i| &scene.blobs[i]).collect();
    blobs.sort_by(|a, b| a.right().total_cmp(&b.right()));
    let is_in_line = |a: &Blob, b: &Blob| (a.bottom() - b.bottom()).abs() < 0.3 * a.height && a.light == b.light;
    let side_by_side = |a: &Blob| {
        let (mut count, mut end) = (0, f32::MIN);
        for b in blobs.iter().filter(|b| is_in_line(a, b)) {
            // One that overlaps the one before is the same letter at other thresholds, or a part of it.
            if b.left >= end {
                (count, end) = (count + 1, b.right());
            }
        }
        count
    };
    blobs.iter().any(|a| side_by_side(a) >= FEWEST)
}

/// The share of letters with another one of the same height and lower edge next to them, off the lattice, as on tiles with several
/// letters or in words.
fn accompanied(scene: &Scene, lattice: &Lattice, letters: &[(Node, &NodeBlob)], strays: &[Stray]) -> f32 {
    let off_lattice: BTreeSet<usize> = strays.iter().map(|stray| stray.blob).collect();
    let is_accompanied = |(_, at_node): &&(Node, &NodeBlob)| {
        let own = &scene.blobs[at_node.blob];
        let mut around = scene.point_grid.within(own.center(), lattice.pitch.x);
        around.any(|i| off_lattice.contains(&i) && is_next_letter(own, &scene.blobs[i]))
    };
    letters.iter().filter(is_accompanied).count() as f32 / letters.len().max(1) as f32
}

/// The share of the places halfway between neighboring letters that have a blob like a letter, in the direction with the largest share.
/// Several such blobs must differ in width as letters do: badges on the borders of tiles have one width. 0 for groups of letters and
/// bodies of tiles.
fn halfway(scene: &Scene, lattice: &Lattice, letters: &[(Node, &NodeBlob)], strays: &[Stray]) -> f32 {
    /// The largest distance from halfway, in tiles. Smaller: letters off the middle of their tile are missed. Larger: marks
    /// in the corners of tiles count. Chosen by hand; `hard judge --kind digrams` and `--kind lower-case` show a change.
    const NEAR: f32 = 0.15;
    /// The fewest pairs of neighbors in a direction. Smaller: a mark on the border of two tiles counts. Larger: small boards have too
    /// few. Chosen by hand, as above.
    const FEWEST_PAIRS: usize = 2;
    /// The least stability, as the number of thresholds. Smaller: what one threshold shows of the gaps between tiles counts. Larger: pale
    /// letters do not. Chosen by hand, as above.
    const LEAST_STABLE: f32 = 2.0;
    let strays: Vec<&Stray> = strays.iter().filter(|stray| stray.stability >= LEAST_STABLE).collect();
    if scene.what != BlobKind::Letters || strays.is_empty() {
        return 0.0;
    }
    let reach = NEAR * lattice.tile();
    let point_grid = PointGrid::new(strays.iter().map(|stray| stray.place).collect(), reach);
    let nodes: BTreeSet<Node> = letters.iter().map(|(node, _)| *node).collect();
    let width = |blob: usize| scene.blobs[blob].width;
    let usual = median_deviation(letters.iter().map(|(_, at_node)| width(at_node.blob)).collect());
    let share = |&(across, down): &Node| {
        let next = |&(column, row): &Node| (column + across, row + down);
        let pairs: Vec<&Node> = nodes.iter().filter(|node| nodes.contains(&next(node))).collect();
        let middle = |node: &&Node| (lattice.place(**node) + lattice.place(next(node))) * 0.5;
        let between = |place: Point| point_grid.nearest(place, reach).map(|stray| width(strays[stray].blob));
        let widths: Vec<f32> = pairs.iter().map(middle).filter_map(between).collect();
        let share = widths.len() as f32 / pairs.len().max(1) as f32;
        if pairs.len() >= FEWEST_PAIRS && differ_as_letters(widths, usual) { share } else { 0.0 }
    };
    // In the middle of four square tiles with round corners is a gap.
    let is_at_a_side = |&&(across, down): &&Node| lattice.kind == Kind::Staggered || across == 0 || down == 0;
    lattice.kind.steps().iter().filter(is_at_a_side).map(share).fold(0.0, f32::max)
}

/// Whether these widths differ as those of letters with this median deviation do. A few may be alike by chance.
fn differ_as_letters(widths: Vec<f32>, usual: f32) -> bool {
    /// The fewest widths that are compared. Smaller: letters of one width by chance do not count. Larger: badges of small boards do.
    /// Chosen by hand; `hard judge --kind digrams` shows a change.
    const ENOUGH: usize = 4;
    /// The least median deviation, in that of letters. Smaller: badges count. Larger: some letters that are alike by chance do not.
    /// Chosen by hand, as above.
    const LEAST: f32 = 0.5;
    if widths.len() < ENOUGH {
        return true;
    }
    let own = median_deviation(widths);
    own > 0.0 && own >= LEAST * usual
}

/// The median distance of some values from their median.
fn median_deviation(values: Vec<f32>) -> f32 {
    let middle = median(values.clone());
    median(values.into_iter().map(|value| (value - middle).abs()).collect())
}

/// Whether the second blob may be the letter of the same word before or after the first one.
fn is_next_letter(own: &Blob, other: &Blob) -> bool {
    /// The most by which the heights and the lower edges differ, in heights. Smaller: round letters, which reach a little
    /// beyond flat ones, are missed. Larger: small marks beside a letter count. Chosen by hand;
    /// `hard judge --kind digrams` shows a change.
    const UNEVEN: f32 = 0.12;
    /// The largest gap, in heights. Smaller: letters set wide are missed. Larger: those of the tiles beside. Chosen by hand, as above.
    const GAP: f32 = 0.6;
    /// The least width, in heights. Smaller: the edge of a tile counts. Larger: I and J of narrow faces do not. Chosen by hand, as above.
    const THINNEST: f32 = 0.1;
    (0.0..GAP * own.height).contains(&own.gap(other))
        && own.light == other.light
        && other.width >= THINNEST * other.height
        && (other.height - own.height).abs() <= UNEVEN * own.height
        && (other.bottom() - own.bottom()).abs() <= UNEVEN * own.height
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
    let is_between = |stray: &&Stray| {
        stray.stability >= STABLE.min(stability) && stray.place.y >= highest && columns.contains(&stray.place.x)
    };
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
        halfway: halfway(scene, &lattice, &node_blobs, &strays),
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

/// The distance beyond the outermost nodes, in pitches, within which a blob is between the nodes. Chosen by hand.
const STRAY_SIDE: f32 = 0.35;

/// The stability (number of thresholds) from which a stray is evidence against a board; where the median letter is less stable, its
/// stability suffices. Smaller: noise counts. Larger: pale letters between the cells are missed. Chosen by hand; `hard judge` and
/// `hard nothing` show a change.
const STABLE: f32 = 3.0;

/// A blob like a letter off the lattice.
struct Stray {
    /// Its index in the blobs of the scene.
    blob: usize,
    place: Point,
    /// As the number of thresholds.
    stability: f32,
}

/// The blobs of the letters' height and polarity between the cells, or above them, from where tiles fall; and those one column
/// beside them, where all tiles of a column may be between their places. The most stable ones come first.
fn strays(scene: &Scene, lattice: &Lattice, nodes: &[Node], light: bool, glyph: f32) -> Vec<Stray> {
    /// The distance above the first row, in pitches, within which falling tiles count. Chosen by hand.
    const FALL: f32 = 2.0;
    let centers: Vec<Point> = nodes.iter().map(|&node| lattice.place(node)).collect();
    let far = (f32::MAX, f32::MIN);
    let span = |pick: fn(&Point) -> f32| {
        centers.iter().map(pick).fold(far, |(low, high), value| (low.min(value), high.max(value)))
    };
    let ((left, right), (top, bottom)) = (span(|p| p.x), span(|p| p.y));
    let Point { x: across, y: down } = lattice.pitch;
    let beside = (1.0 + STRAY_SIDE) * across;
    let (columns, rows) = (left - beside..right + beside, top - FALL * down..bottom + STRAY_SIDE * down);
    let reach = 0.25 * lattice.tile();
    let point_grid = PointGrid::new(centers, reach);
    let mut strays: Vec<Stray> = scene
        .blobs
        .iter()
        .zip(scene.point_grid.points())
        .enumerate()
        .filter(|(_, (blob, place))| {
            HEIGHTS.contains(&(blob.height / glyph))
                && blob.light == light
                && columns.contains(&place.x)
                && rows.contains(&place.y)
                && point_grid.nearest(**place, reach).is_none()
        })
        .map(|(i, (blob, place))| Stray { blob: i, place: *place, stability: blob.stability })
        .collect();
    strays.sort_by(|a, b| b.stability.total_cmp(&a.stability));
    strays
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::locate::{LONG_SIDE, locate};
    use crate::paint::{Style, paint};
    use crate::pixels::Frame;
    use image::Rgba;

    /// The feature of a board whose letters in these rows have three small marks under them each.
    fn captioned_share(rows: std::ops::Range<usize>) -> f32 {
        let board: Board = "T E R A\nO N I L\nP U M E\nA C H O".parse().unwrap();
        let (mut pixels, layout) = paint(&board, &Style::default(), 56.0).unwrap();
        for cell in layout.shape().cells().filter(|cell| rows.contains(&cell.line)) {
            let (x, y) = layout.center(cell);
            for (mark, dx) in [-9i32, 0, 9].into_iter().flat_map(|left| (0..6).map(move |dx| (left, dx))) {
                (0..8).for_each(|dy| {
                    let (across, down) = ((x as i32 + mark + dx) as u32, y as u32 + 19 + dy);
                    pixels.put_pixel(across, down, Rgba([20, 20, 20, 255]));
                });
            }
        }
        locate(&Frame::new(pixels, "painted"), Some(board.shape()), LONG_SIDE)[0].evidence.captioned
    }

    #[test]
    fn the_next_letter_of_a_word_has_one_height_and_one_lower_edge() {
        let blob = |left: f32, top: f32, height: f32| Blob {
            left,
            top,
            width: 12.0,
            height,
            area: 100.0,
            light: false,
            stability: 4.0,
        };
        let own = blob(40.0, 40.0, 20.0);
        for (other, expected) in [
            (blob(54.0, 40.0, 20.0), true),
            (blob(26.0, 39.0, 21.5), true),
            // Overlapping, farther, lower, as a small letter, as the digit of a value; and the edge of a tile.
            (blob(50.0, 40.0, 20.0), false),
            (blob(66.0, 40.0, 20.0), false),
            (blob(54.0, 45.0, 20.0), false),
            (blob(54.0, 46.0, 14.0), false),
            (blob(54.0, 52.0, 8.0), false),
            (Blob { width: 1.0, ..blob(54.0, 40.0, 20.0) }, false),
        ] {
            assert_eq!(is_next_letter(&own, &other), expected, "{other:?}");
        }
    }

    /// The share of letters with a bar of their height beside them, where the first `count` tiles of the first row have one.
    #[test]
    fn letters_beside_those_of_the_lattice_accompany_them() {
        for (count, expected) in [(0, 0.0), (2, 2.0 / 16.0), (4, 4.0 / 16.0)] {
            let board: Board = "T E R A\nO N I L\nP U M E\nA C H O".parse().unwrap();
            let (mut pixels, layout) = paint(&board, &Style::default(), 56.0).unwrap();
            for cell in layout.shape().cells().filter(|cell| cell.line == 0 && cell.index < count) {
                let (x, y) = layout.center(cell);
                let rows = letter_rows(&pixels, (x as u32, y as u32));
                for (dx, y) in (0..4).flat_map(|dx| rows.clone().map(move |y| (dx, y))) {
                    pixels.put_pixel(x as u32 - 20 + dx, y, Rgba([20, 20, 20, 255]));
                }
            }
            let found = &locate(&Frame::new(pixels, "painted"), Some(board.shape()), LONG_SIDE)[0];
            assert_eq!(found.evidence.accompanied, expected, "{count}");
        }
    }

    /// The rows of the letter in the middle of a tile of 56 pixels.
    fn letter_rows(pixels: &RgbaImage, (x, y): (u32, u32)) -> std::ops::RangeInclusive<u32> {
        let is_ink = |y: &u32| (x - 12..x + 12).any(|x| pixels.get_pixel(x, *y).0[0] < 100);
        let inked: Vec<u32> = (y - 22..y + 22).filter(is_ink).collect();
        inked[0]..=inked[inked.len() - 1]
    }

    /// The share of the places halfway between the letters of a lattice of 3x3 nodes, 40 pixels apart, with blobs of these widths and
    /// this stability beside the first nodes, this far from them.
    fn halfway_share(offset: Point, widths: &[f32], stability: f32, kind: BlobKind) -> f32 {
        let lattice = Lattice { kind: Kind::Square, origin: Point::new(20.0, 20.0), pitch: Point::new(40.0, 40.0) };
        let at = |center: Point, width: f32| {
            let (left, top) = (center.x - width / 2.0, center.y - 9.0);
            Blob { left, top, width, height: 18.0, area: 90.0, light: false, stability: 4.0 }
        };
        let nodes: Vec<Node> = (0..3).flat_map(|column| (0..3).map(move |row| (column, 2 * row))).collect();
        let letters = nodes.iter().zip([14.0, 10.0, 18.0].into_iter().cycle());
        let mut blobs: Vec<Blob> = letters.map(|(node, width)| at(lattice.place(*node), width)).collect();
        let beside = nodes.iter().zip(widths);
        blobs.extend(beside.map(|(node, width)| at(lattice.place(*node) + offset, *width)));
        let (color, gray) = (RgbaImage::new(1, 1), GrayImage::new(1, 1));
        let scene = Scene::new(&color, &gray, &blobs, kind);
        let on_lattice: Vec<NodeBlob> =
            (0..9).map(|blob| NodeBlob { blob, crowded: false, has_lone_color: false }).collect();
        let on_lattice: Vec<(Node, &NodeBlob)> = nodes.iter().copied().zip(&on_lattice).collect();
        let stray = |blob: usize| Stray { blob, place: blobs[blob].center(), stability };
        let strays: Vec<Stray> = (9..blobs.len()).map(stray).collect();
        halfway(&scene, &lattice, &on_lattice, &strays)
    }

    /// Letters halfway between those of the lattice, across and down, or nearly so; three of them; badges, which have one width; letters in
    /// the middle of four, and a third of the way; blobs that are groups of letters; what one threshold alone shows; and no other blobs.
    #[test]
    fn letters_halfway_between_those_of_a_lattice_show_a_finer_one() {
        use BlobKind::{Groups, Letters};
        let letters: &[f32] = &[10.0, 15.0, 18.0, 12.0, 10.0, 15.0, 18.0, 12.0, 10.0];
        for (offset, widths, stability, kind, expected) in [
            ((20.0, 0.0), letters, 4.0, Letters, 1.0),
            ((0.0, 20.0), letters, 4.0, Letters, 1.0),
            ((17.0, 3.0), letters, 4.0, Letters, 1.0),
            ((20.0, 0.0), &letters[..3], 4.0, Letters, 0.5),
            ((20.0, 0.0), &[16.0; 3], 4.0, Letters, 0.5),
            ((20.0, 0.0), &[16.0; 9], 4.0, Letters, 0.0),
            ((20.0, 20.0), letters, 4.0, Letters, 0.0),
            ((13.0, 0.0), letters, 4.0, Letters, 0.0),
            ((20.0, 0.0), letters, 4.0, Groups, 0.0),
            ((20.0, 0.0), letters, 1.0, Letters, 0.0),
            ((20.0, 0.0), &[], 4.0, Letters, 0.0),
        ] {
            let found = halfway_share(offset.into(), widths, stability, kind);
            assert_eq!(found, expected, "{offset:?} {widths:?} {stability} {kind:?}");
        }
    }

    #[test]
    fn a_caption_counts_where_there_is_another_letter_below_it() {
        for (rows, expected) in [(0..0, 0.0), (3..4, 0.0), (1..2, 4.0 / 12.0), (0..4, 1.0)] {
            assert_eq!(captioned_share(rows.clone()), expected, "{rows:?}");
        }
    }
}
