//! Tiles that the player has selected: a chain of adjacent tiles of one unusual appearance, often with a line or arrows over the
//! borders between them.
//!
//! The appearance of selected tiles differs from game to game: another fill, which may be that of a gem, a shade of the
//! plain one, another edge. But gems lie anywhere, while selected tiles form a path. So tiles that are odd in the same way
//! are a group, and whether a group is selected is a score over [named evidence](SELECTION_FEATURES) with learned weights
//! (`selection.weights`).

use super::Reading;
use super::borders::Borders;
use super::palette::{Color, distance, length, mean_color, median_channels, minus, tint};
use super::score::Score;
use super::tile::tile_pixels;
use super::tile_kind::{Edge, outlier_limit};
use super::tile_reader::TileReader;
use crate::board::{Face, SELECTED, Shape, Tile, TileKind};
use crate::pixels::{Point, median};
use std::sync::OnceLock;

/// The features of a group of tiles, by name. `plain_distance` is 0 for groups that would be gems or fire by their color, `kind_distance` for
/// all others.
pub(crate) const SELECTION_FEATURES: [&str; 11] = [
    "surprise",
    "together",
    "count",
    "plain_distance",
    "kind_distance",
    "among_gems",
    "fire",
    "others",
    "hue",
    "ink",
    "marks",
];

/// The values of one group, in the order of [`SELECTION_FEATURES`].
pub(crate) type SelectionValues = [f32; SELECTION_FEATURES.len()];

fn score() -> &'static Score {
    static SCORE: OnceLock<Score> = OnceLock::new();
    SCORE.get_or_init(|| Score::parse(include_str!("selection.weights"), &SELECTION_FEATURES))
}

/// The log odds above which tiles that would be gems or fire by their color are selected: one that is taken for a selected tile loses its
/// kind, and games show two gems of one kind side by side more often than drawn boards. Smaller: such gems are selected. Larger:
/// selected tiles in the color of a gem are gems. Chosen by hand: two gems of a fixture that lie side by side come to 2.8, two selected
/// cubes of `practice` to 3.6. `hard judge --kind selected` shows a change.
const GEMS_SELECTED_FROM: f32 = 3.0;

/// The largest part of a tile's side that lies beyond the picture's edge where its look counts. Smaller: selected tiles that touch the
/// edge are missed. Larger: tiles that are cut look odd. Chosen by hand.
const MOST_BEYOND: f32 = 0.1;

/// The largest shift of a tile's crop, across and down, in pixels of the picture, when its edge is compared with the usual one: a right
/// lattice is off by less than a pixel. Smaller: plain tiles whose crop is off look odd. Larger: thin edges of selected tiles are missed.
/// Chosen by hand; `hard judge --kind selected` shows a change.
const EDGE_SHIFT: f32 = 0.75;

/// Tags the tiles of a reading that are selected. Their color says nothing about their kind. A tile
/// alone keeps the tag that it has by its color.
pub(super) fn mark_selected(tiles: &mut TileReader, reading: &mut Reading) {
    let least = |group: &Group| if group.is_special { GEMS_SELECTED_FROM } else { 0.0 };
    let is_selected = |group: &Group| score().log_odds(&group.values) > least(group);
    let (selected, others): (Vec<Group>, Vec<Group>) = groups(tiles, reading).into_iter().partition(is_selected);
    let shape = reading.board.shape().clone();
    let mut tiles: Vec<Option<&mut Tile>> = reading.board.tiles_mut().collect();
    for id in others.into_iter().flat_map(|group| group.tiles) {
        tiles[id].iter_mut().for_each(|tile| tile.tags.retain(|tag| tag != SELECTED));
    }
    for group in selected {
        let has_neighbor = |id: &&usize| neighbors(**id, &shape).iter().any(|other| group.tiles.contains(other));
        for &id in group.tiles.iter().filter(has_neighbor) {
            let Some(tile) = &mut tiles[id] else { continue };
            (tile.kind, tile.tags) = (TileKind::Normal, vec![SELECTED.to_string()]);
        }
    }
}

/// Tiles that are odd in the same way.
pub(crate) struct Group {
    /// Their numbers, in the order of the cells.
    pub(crate) tiles: Vec<usize>,
    /// Whether they would be gems or fire by their color.
    is_special: bool,
    pub(crate) values: SelectionValues,
}

/// The groups of odd tiles, with the evidence that they are selected.
pub(crate) fn groups(tiles: &mut TileReader, reading: &Reading) -> Vec<Group> {
    let frame = tiles.frame();
    let (tile_colors, ground) = tiles.tile_colors(&reading.layout);
    let is_ground = |color: Color| ground.has(color.map(|level| level as u8));
    // What covers a tile, so that it does not read, hides how it looks, and so does the edge of the picture.
    let is_whole = |id: &usize| {
        let Some(cell) = reading.board.shape().cell(*id) else { return false };
        let [left, top, right, bottom] =
            frame.shown_part(reading.layout.center(cell).into(), reading.layout.pitch().into());
        left.max(top).max(1.0 - right).max(1.0 - bottom) <= MOST_BEYOND
    };
    let appearance_of = |(id, tile): (usize, Option<&Tile>)| {
        let tile = tile.filter(|tile| tile.face != Face::Unreadable && is_whole(&id))?;
        let colors = tile_colors.get(id)?.as_ref()?;
        Some(Appearance {
            id,
            class: TileClass::of(tile),
            fill: colors.fill()?,
            edge: colors.edge(is_ground),
            ink: colors.ink(),
        })
    };
    let appearances: Vec<Appearance> = reading.board.tiles().enumerate().filter_map(appearance_of).collect();
    let plain: Vec<&Appearance> = appearances.iter().filter(|tile| tile.class == TileClass::default()).collect();
    let all: Vec<&Appearance> = appearances.iter().collect();
    // Without plain tiles, what most tiles have.
    let common = if plain.is_empty() { &all } else { &plain };
    let usual = &usual(common);
    let limit = odd_from(common.iter().map(|tile| tile.distance(usual)));
    let mut groups = alike(&appearances, usual, limit);
    let odd: usize = groups.iter().map(Vec::len).sum();
    // A tile alone may be anything.
    groups.retain(|group| group.len() > 1);
    if groups.is_empty() {
        return Vec::new();
    }
    let colors = |id: usize| {
        let tile = appearances.iter().find(|tile| tile.id == id);
        tile.map(|tile| vec![tile.fill, tile.mean_edge()]).unwrap_or_default()
    };
    let borders = Borders::new(frame, reading, colors);
    let is_special = |kind: TileKind| kind != TileKind::Normal;
    let has_other_gems = |kind: TileKind| {
        let mut tiles = reading.board.tiles().flatten();
        tiles.any(|tile| is_special(tile.kind) && tile.kind != kind)
    };
    // The distance from the usual appearance, with the edge of the shifted crop that is most like the usual edge: the lattice may be off by
    // a part of a pixel.
    let shifts = [-EDGE_SHIFT, 0.0, EDGE_SHIFT];
    let shifts = shifts.into_iter().flat_map(|x| shifts.map(|y| Point::new(x, y)));
    let shifts: Vec<Point> = shifts.filter(|shift| *shift != Point::default()).collect();
    let distance_with_shifts = |tile: &Appearance| {
        let seen = tile_colors[tile.id].as_ref().zip(reading.board.shape().cell(tile.id));
        let shifted = seen.into_iter().flat_map(|(colors, cell)| {
            let (center, pitch) = (Point::from(reading.layout.center(cell)), reading.layout.pitch());
            shifts.iter().filter_map(move |&shift| {
                let pixels = tile_pixels(frame.pixels(), (center + shift).into(), pitch);
                edge_distance(&colors.with_edge_of(&pixels).edge(is_ground), &usual.edge)
            })
        });
        let edge = edge_distance(&tile.edge, &usual.edge).into_iter().chain(shifted).reduce(f32::min);
        distance(tile.fill, usual.fill).hypot(edge.unwrap_or_default())
    };
    let group = |appearances: Vec<&Appearance>| {
        let ids: Vec<usize> = appearances.iter().map(|tile| tile.id).collect();
        let mean = |color: fn(&Appearance) -> Color| {
            mean_color(&appearances.iter().map(|tile| color(tile)).collect::<Vec<_>>())
        };
        let chain = largest_chain(&ids, reading.board.shape());
        let class = &appearances[0].class;
        let clear = |distance: &dyn Fn(&Appearance) -> f32| {
            clearness(median(appearances.iter().map(|tile| distance(tile)).collect()), limit)
        };
        let (plain_distance, kind_distance) = match is_special(class.kind) {
            true => (0.0, clear(&|tile| tile.distance(usual))),
            false => (clear(&distance_with_shifts), 0.0),
        };
        let values = [
            surprise(chain.len(), ids.len(), reading.board.shape()).ln_1p(),
            chain.len() as f32 / ids.len() as f32,
            (ids.len() as f32).ln(),
            plain_distance,
            kind_distance,
            f32::from(is_special(class.kind) && has_other_gems(class.kind)),
            f32::from(class.kind == TileKind::Fire),
            ((odd - ids.len()) as f32).ln_1p(),
            if plain.is_empty() { 0.0 } else { tint(mean(|tile| tile.fill), usual.fill) / 255.0 },
            // The letter of a gem often has its color.
            if plain.is_empty() || is_special(class.kind) {
                0.0
            } else {
                distance(mean(|tile| tile.ink), usual.ink) / 255.0
            },
            borders.marks(&chain) / 255.0,
        ];
        Group { tiles: ids, is_special: is_special(class.kind), values }
    };
    groups.into_iter().map(group).collect()
}

/// What is seen of a tile.
struct Appearance {
    /// The number of its cell.
    id: usize,
    class: TileClass,
    fill: Color,
    edge: Edge,
    ink: Color,
}

impl Appearance {
    /// The distance from another appearance by fill and edge, in levels. The ink does not count: that of thin letters is
    /// measured badly.
    fn distance(&self, other: &Appearance) -> f32 {
        distance(self.fill, other.fill).hypot(edge_distance(&self.edge, &other.edge).unwrap_or_default())
    }

    /// The mean color of its edge; that of its fill where the ground is seen all around.
    fn mean_edge(&self) -> Color {
        let known: Vec<Color> = self.edge.iter().flatten().copied().flatten().collect();
        if known.is_empty() { self.fill } else { mean_color(&known) }
    }

    /// The distance by fill, edge and ink. For tiles of a known kind: an outlined gem differs from a plain tile in its ink only.
    fn distance_with_ink(&self, other: &Appearance) -> f32 {
        self.distance(other).hypot(distance(self.ink, other.ink))
    }
}

/// The distance of the edges, in levels: for each side the difference of the mean colors of the squares that both have, and of the
/// sides the median in each channel. A change of one side, as of a tile at the end of the board, does not count, one of two sides by
/// half; opposite changes cancel. `None` where no square is seen of both.
fn edge_distance(own: &Edge, other: &Edge) -> Option<f32> {
    let difference = |(own, other): (&Vec<Option<Color>>, &Vec<Option<Color>>)| {
        let both = own.iter().zip(other).filter_map(|(own, other)| Some(((*own)?, (*other)?)));
        let (own, other): (Vec<Color>, Vec<Color>) = both.unzip();
        (!own.is_empty()).then(|| minus(mean_color(&own), mean_color(&other)))
    };
    let sides: Vec<Color> = own.iter().zip(other).filter_map(difference).collect();
    if sides.is_empty() {
        return None;
    }
    let middle = |channel: usize| {
        let mut levels: Vec<f32> = sides.iter().map(|difference| difference[channel]).collect();
        levels.sort_by(f32::total_cmp);
        // The two in the middle are one where the number is odd.
        (levels[(levels.len() - 1) / 2] + levels[levels.len() / 2]) / 2.0
    };
    Some(length([0, 1, 2].map(middle)))
}

/// The usual appearance of these tiles: the median of each color.
fn usual(plain: &[&Appearance]) -> Appearance {
    let median =
        |color: fn(&Appearance) -> Color| median_channels(&plain.iter().map(|tile| color(tile)).collect::<Vec<_>>());
    let side = |side: usize| {
        let square = |at: usize| {
            let known: Vec<Color> = plain.iter().filter_map(|tile| tile.edge[side][at]).collect();
            // What only some tiles have there is not usual.
            (2 * known.len() >= plain.len()).then(|| median_channels(&known))
        };
        (0..plain.first().map_or(0, |tile| tile.edge[side].len())).map(square).collect()
    };
    let (fill, edge, ink) = (median(|tile| tile.fill), [0, 1, 2, 3].map(side), median(|tile| tile.ink));
    Appearance { id: 0, class: TileClass::default(), fill, edge, ink }
}

/// The limit in levels, from the plain tiles' distances to the usual appearance, beyond which a tile of the plain class is odd.
fn odd_from(plain: impl Iterator<Item = f32>) -> f32 {
    /// Outlier factor: plain tiles stay within 5 times the 30th-percentile distance from their median. Smaller: noise makes
    /// groups, of which the evidence says little. Larger: faint edges are missed. Chosen by hand; `hard judge --kind
    /// selected` shows a change.
    const TIMES: f32 = 5.0;
    /// The least limit, in levels. Smaller: JPEG makes groups. Larger: faint edges are missed. Chosen by hand; `hard judge
    /// --kind selected` shows a change.
    const LEAST: f32 = 10.0;
    outlier_limit(&plain.collect::<Vec<f32>>(), TIMES, LEAST)
}

/// The odd tiles, grouped by similar appearance. A tile of the plain class is odd beyond `limit` levels from the usual one.
fn alike<'a>(appearances: &'a [Appearance], usual: &Appearance, limit: f32) -> Vec<Vec<&'a Appearance>> {
    /// The distance of two tiles of one group, compared with that from the usual one. Smaller: fire falls apart. Larger: two
    /// similar colors are one group. Chosen by hand; `hard judge --kind selected` shows a change.
    const SAME: f32 = 0.5;
    let is_odd = |tile: &&Appearance| tile.class != usual.class || tile.distance(usual) > limit;
    let mut groups: Vec<Vec<&Appearance>> = Vec::new();
    for tile in appearances.iter().filter(is_odd) {
        let is_like = |other: &&Appearance| {
            let by = if tile.class == usual.class { Appearance::distance } else { Appearance::distance_with_ink };
            let (own, others) = (by(tile, usual), by(other, usual));
            tile.class == other.class && by(tile, other) < SAME * own.min(others)
        };
        let (near, far): (Vec<_>, Vec<_>) = groups.into_iter().partition(|group| group.iter().any(is_like));
        let mut joined: Vec<&Appearance> = near.into_iter().flatten().chain([tile]).collect();
        joined.sort_by_key(|tile| tile.id);
        groups = far.into_iter().chain([joined]).collect();
    }
    groups
}

/// How clearly odd tiles are that lie `distance` levels from the usual appearance: the logarithm of their distance in limits, where the
/// limit is that of [`odd_from`].
fn clearness(distance: f32, limit: f32) -> f32 {
    /// The distance in limits beyond which more says nothing: no noise reaches as far. Smaller: noise counts as clearly odd. Larger: a
    /// faint edge counts as noise. Chosen by hand; `hard judge --kind lower-case` and `--kind selected` show a change.
    /// Its reciprocal is the least distance that counts.
    const FARTHEST: f32 = 3.0;
    (distance / limit).clamp(FARTHEST.recip(), FARTHEST).ln()
}

/// The kind and the tags of a tile.
#[derive(Debug, Clone, PartialEq, Default)]
struct TileClass {
    kind: TileKind,
    tags: Vec<String>,
}

impl TileClass {
    fn of(tile: &Tile) -> TileClass {
        TileClass { kind: tile.kind, tags: tile.tags.clone() }
    }
}

/// The largest set of these tiles in which each is adjacent to another one.
fn largest_chain(ids: &[usize], shape: &Shape) -> Vec<usize> {
    let mut left = ids.to_vec();
    let mut largest = Vec::new();
    while let Some(first) = left.pop() {
        let mut chain = vec![first];
        let mut next = 0;
        while next < chain.len() {
            let neighbors = neighbors(chain[next], shape);
            let (near, far): (Vec<usize>, Vec<usize>) = left.into_iter().partition(|id| neighbors.contains(id));
            chain.extend(near);
            left = far;
            next += 1;
        }
        if chain.len() > largest.len() {
            largest = chain;
        }
    }
    largest
}

fn neighbors(id: usize, shape: &Shape) -> Vec<usize> {
    let neighbors = shape.cell(id).map(|cell| shape.neighbors(cell)).unwrap_or_default();
    neighbors.into_iter().filter_map(|cell| shape.id(cell)).collect()
}

/// How unlikely it is, in nats, that a chain of `chain` of `count` tiles forms at random places: the logarithm of
/// the expected number of such sets, at most 0, with the other sign.
fn surprise(chain: usize, count: usize, shape: &Shape) -> f32 {
    let cells = shape.len() as f32;
    let pairs: usize = shape.cells().map(|cell| shape.neighbors(cell).len()).sum();
    let degree = pairs as f32 / cells.max(1.0);
    let beside = |size: usize| (degree * size as f32 / (cells - size as f32).max(1.0)).min(1.0);
    let likelihood: f32 = (1..chain).map(|size| beside(size).ln()).sum();
    let sets: f32 = (0..chain).map(|i| ((count - i) as f32 / (chain - i) as f32).ln()).sum();
    -(likelihood + sets).min(0.0)
}

#[cfg(test)]
mod tests {
    use super::super::fit::PixelBox;
    use super::super::tile::SIDE;
    use super::super::tile_kind::TileColors;
    use super::*;

    /// The distance by the number of sides that differ.
    #[test]
    fn an_edge_counts_by_half_where_two_sides_differ() {
        let tile = |odd: usize| {
            let side = |at: usize| vec![None, Some([if at < odd { 150.0 } else { 90.0 }, 90.0, 90.0])];
            let edge = [0, 1, 2, 3].map(side);
            Appearance { id: 0, class: TileClass::default(), fill: [200.0; 3], edge, ink: [0.0; 3] }
        };
        for (odd, expected) in [(0, 0.0), (1, 0.0), (2, 30.0), (3, 60.0), (4, 60.0)] {
            assert_eq!(tile(odd).distance(&tile(0)), expected, "{odd} sides");
        }
        let unseen = Appearance { edge: [0; 4].map(|_| vec![None, None]), ..tile(0) };
        assert_eq!(unseen.distance(&tile(0)), 0.0);
    }

    /// The edges of a framed tile that is cut out four pixels off its place, across and down, and of one whose frame has another color.
    #[test]
    fn an_edge_beside_its_place_is_found_again() {
        const GROUND: [u8; 3] = [200; 3];
        let side = SIDE as u32;
        let picture = |frame: [u8; 3]| {
            let is_frame = |at: u32| (3..7).contains(&at) || (side - 7..side - 3).contains(&at);
            image::RgbaImage::from_fn(side, side, |x, y| {
                let [red, green, blue] = if is_frame(x) || is_frame(y) { frame } else { GROUND };
                image::Rgba([red, green, blue, 255])
            })
        };
        let pitch = SIDE as f32;
        let cut = |picture: &image::RgbaImage, beside: f32| {
            tile_pixels(picture, (pitch / 2.0 + beside, pitch / 2.0 + beside), (pitch, pitch))
        };
        let letter = PixelBox { left: 28, top: 28, right: 36, bottom: 36 };
        let colors = |picture, beside| TileColors::of(&cut(picture, beside), ([0; 3], GROUND), letter);
        let (usual, other) = (picture([90; 3]), picture([240, 40, 40]));
        let edge = |colors: &TileColors| colors.edge(|_| false);
        let from_usual = |tile: &TileColors| edge_distance(&edge(tile), &edge(&colors(&usual, 0.0))).unwrap();
        let beside = colors(&usual, 4.0);
        assert!(from_usual(&beside) > 10.0, "{}", from_usual(&beside));
        assert_eq!(from_usual(&beside.with_edge_of(&cut(&usual, 0.0))), 0.0);
        assert!(from_usual(&colors(&other, 4.0).with_edge_of(&cut(&other, 0.0))) > 100.0);
    }

    #[test]
    fn a_chain_of_adjacent_tiles_surprises_more_than_two_beside_each_other() {
        let shape = Shape::rows(6, 6).unwrap();
        let chain = |ids: &[usize]| largest_chain(ids, &shape);
        let mut row = chain(&[0, 1, 2, 3]);
        row.sort_unstable();
        assert_eq!(row, [0, 1, 2, 3]);
        assert_eq!(chain(&[0, 2, 4, 35, 29]).len(), 2);
        assert_eq!(surprise(1, 4, &shape), 0.0);
        assert!(surprise(4, 4, &shape) > surprise(2, 2, &shape));
        assert!(surprise(2, 2, &shape) > surprise(2, 9, &shape));
    }

    #[test]
    fn tiles_of_one_look_are_a_group() {
        let gray = |level: f32| [level; 3];
        let edge = |color: Color| [0; 4].map(|_| vec![None, Some(color), Some(color)]);
        let tile = |id: usize, fill: Color| Appearance {
            id,
            class: TileClass::default(),
            fill,
            edge: edge(gray(90.0)),
            ink: gray(0.0),
        };
        let mut appearances: Vec<Appearance> = (0..12).map(|id| tile(id, gray(200.0 + id as f32 / 4.0))).collect();
        // Two of another edge, two darker ones, and one that is neither.
        appearances[3].edge = edge([240.0, 60.0, 60.0]);
        appearances[4].edge = edge([235.0, 65.0, 60.0]);
        appearances[7].fill = gray(130.0);
        appearances[8].fill = gray(132.0);
        appearances[10].fill = [120.0, 200.0, 250.0];
        let plain: Vec<&Appearance> = appearances.iter().collect();
        let usual = usual(&plain);
        let groups = alike(&appearances, &usual, odd_from(plain.iter().map(|tile| tile.distance(&usual))));
        let ids: Vec<Vec<usize>> = groups.iter().map(|group| group.iter().map(|tile| tile.id).collect()).collect();
        assert_eq!(ids, [vec![3, 4], vec![7, 8], vec![10]]);
    }
}
