//! Tiles that the player has selected: a chain of adjacent tiles of one unusual appearance, often with a line or arrows over the
//! borders between them.
//!
//! The appearance of selected tiles differs from game to game: another fill, which may be that of a gem, a shade of the
//! plain one, another edge. But gems lie anywhere, while selected tiles form a path. So tiles that are odd in the same way
//! are a group, and whether a group is selected is a score over [named evidence](SELECTION_FEATURES) with learned weights
//! (`selection.weights`).

use super::Reading;
use super::palette::{Color, aside, distance, mean_color, median_channels};
use super::score::Score;
use super::tile_kind::outlier_limit;
use super::tile_reader::TileReader;
use crate::board::{Cell, SELECTED, Shape, Tile, TileKind};
use crate::pixels::{Frame, Point, median};
use std::sync::OnceLock;

/// The features of a group of tiles, by name.
pub(crate) const SELECTION_FEATURES: [&str; 7] =
    ["surprise", "together", "count", "among_gems", "others", "ink", "marks"];

/// The values of one group, in the order of [`SELECTION_FEATURES`].
pub(crate) type SelectionValues = [f32; SELECTION_FEATURES.len()];

fn score() -> &'static Score {
    static SCORE: OnceLock<Score> = OnceLock::new();
    SCORE.get_or_init(|| Score::parse(include_str!("selection.weights"), &SELECTION_FEATURES))
}

/// The log odds from which a group is selected: the weights are learned on boards of which two in three have selected tiles;
/// games show them on fewer. Smaller: gems that lie side by side are selected. Larger: selected tiles are missed. Chosen by
/// hand; `hard judge --kind selected` shows a change.
const SELECTED_FROM: f32 = 1.4;

/// Tags the tiles of a reading that are selected. Their color says nothing about their kind. A tile alone keeps the tag that
/// it has by its color.
pub(super) fn mark_selected(tiles: &mut TileReader, reading: &mut Reading) {
    for group in groups(tiles, reading) {
        let shape = reading.board.shape();
        // Where the color is one in which games select tiles, less evidence will do.
        let least = if group.is_tagged { 0.0 } else { SELECTED_FROM };
        let is_selected = score().log_odds(&group.values) > least;
        let has_neighbor = |id: usize| neighbors(id, shape).iter().any(|other| group.tiles.contains(other));
        let members: Vec<usize> = group.tiles.iter().copied().filter(|&id| !is_selected || has_neighbor(id)).collect();
        let tiles = reading.board.tiles_mut().enumerate().filter(|(id, _)| members.contains(id));
        for tile in tiles.filter_map(|(_, tile)| tile) {
            tile.tags.retain(|tag| tag != SELECTED);
            if is_selected {
                (tile.kind, tile.tags) = (TileKind::Normal, vec![SELECTED.to_string()]);
            }
        }
    }
}

/// Tiles that are odd in the same way.
pub(crate) struct Group {
    /// Their numbers, in the order of the cells.
    pub(crate) tiles: Vec<usize>,
    /// Whether their color is one in which games select tiles.
    is_tagged: bool,
    pub(crate) values: SelectionValues,
}

/// The groups of odd tiles, with the evidence that they are selected.
pub(crate) fn groups(tiles: &mut TileReader, reading: &Reading) -> Vec<Group> {
    let frame = tiles.frame();
    let (colors, ground) = tiles.tile_colors(&reading.layout);
    let is_ground = |color: Color| ground.has(color.map(|level| level as u8));
    let appearance_of = |(id, tile): (usize, Option<&Tile>)| {
        let colors = colors.get(id)?.as_ref()?;
        Some(Appearance {
            id,
            class: TileClass::of(tile?),
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
    let usual = usual(common);
    let mut groups = alike(&appearances, &usual, odd_from(common, &usual));
    let odd: usize = groups.iter().map(Vec::len).sum();
    // A tile alone may be anything. Selected tiles are not in flames, and the glow of flames is not a mark.
    groups.retain(|group| group.len() > 1 && group[0].class.kind != TileKind::Fire);
    if groups.is_empty() {
        return Vec::new();
    }
    let borders = Borders::new(frame, reading);
    let has_other_gems = |class: &TileClass| {
        let mut tiles = reading.board.tiles().flatten();
        tiles.any(|tile| tile.kind != TileKind::Normal && tile.kind != class.kind)
    };
    let group = |appearances: Vec<&Appearance>| {
        let ids: Vec<usize> = appearances.iter().map(|tile| tile.id).collect();
        let mean = |color: fn(&Appearance) -> Color| {
            mean_color(&appearances.iter().map(|tile| color(tile)).collect::<Vec<_>>())
        };
        let chain = largest_chain(&ids, reading.board.shape());
        let class = &appearances[0].class;
        let values = [
            surprise(chain.len(), ids.len(), reading.board.shape()).ln_1p(),
            chain.len() as f32 / ids.len() as f32,
            (ids.len() as f32).ln(),
            f32::from(class.kind != TileKind::Normal && has_other_gems(class)),
            ((odd - ids.len()) as f32).ln_1p(),
            if plain.is_empty() { 0.0 } else { distance(mean(|tile| tile.ink), usual.ink) / 255.0 },
            borders.marks(&chain, [mean(|tile| tile.fill), mean(Appearance::mean_edge)]) / 255.0,
        ];
        Group { tiles: ids, is_tagged: class.tags.iter().any(|tag| tag == SELECTED), values }
    };
    groups.into_iter().map(group).collect()
}

/// What is seen of a tile.
struct Appearance {
    /// The number of its cell.
    id: usize,
    class: TileClass,
    fill: Color,
    /// The squares of its edge; `None` where the ground is seen.
    edge: Vec<Option<Color>>,
    ink: Color,
}

impl Appearance {
    /// The distance from another appearance by fill and edge, in levels. The ink does not count: that of thin letters is
    /// measured badly.
    fn distance(&self, other: &Appearance) -> f32 {
        distance(self.fill, other.fill).hypot(self.edge_distance(other))
    }

    /// The distance of the mean colors of the squares of the edge that both have, in levels.
    fn edge_distance(&self, other: &Appearance) -> f32 {
        let both = self.edge.iter().zip(&other.edge).filter_map(|(own, other)| Some(((*own)?, (*other)?)));
        let (own, others): (Vec<Color>, Vec<Color>) = both.unzip();
        if own.is_empty() { 0.0 } else { distance(mean_color(&own), mean_color(&others)) }
    }

    /// The mean color of its edge; that of its fill where the ground is seen all around.
    fn mean_edge(&self) -> Color {
        let known: Vec<Color> = self.edge.iter().copied().flatten().collect();
        if known.is_empty() { self.fill } else { mean_color(&known) }
    }

    /// The distance by fill, edge and ink. For tiles of a known kind: an outlined gem differs from a plain tile in its ink only.
    fn distance_with_ink(&self, other: &Appearance) -> f32 {
        self.distance(other).hypot(distance(self.ink, other.ink))
    }
}

/// The usual appearance of these tiles: the median of each color.
fn usual(plain: &[&Appearance]) -> Appearance {
    let median =
        |color: fn(&Appearance) -> Color| median_channels(&plain.iter().map(|tile| color(tile)).collect::<Vec<_>>());
    let squares = plain.first().map_or(0, |tile| tile.edge.len());
    let square = |at: usize| {
        let known: Vec<Color> = plain.iter().filter_map(|tile| tile.edge[at]).collect();
        // What only some tiles have there is not usual.
        (2 * known.len() >= plain.len()).then(|| median_channels(&known))
    };
    let (fill, edge, ink) = (median(|tile| tile.fill), (0..squares).map(square).collect(), median(|tile| tile.ink));
    Appearance { id: 0, class: TileClass::default(), fill, edge, ink }
}

/// The distance from the usual appearance, in levels, beyond which a tile of the plain class is odd.
fn odd_from(plain: &[&Appearance], usual: &Appearance) -> f32 {
    /// Outlier factor: plain tiles stay within 5 times the 30th-percentile distance from their median. Smaller: noise makes
    /// groups, of which the evidence says little. Larger: faint edges are missed. Chosen by hand; `hard judge --kind
    /// selected` shows a change.
    const TIMES: f32 = 5.0;
    /// The least limit, in levels. Smaller: JPEG makes groups. Larger: faint edges are missed. Chosen by hand; `hard judge
    /// --kind selected` shows a change.
    const LEAST: f32 = 10.0;
    outlier_limit(&plain.iter().map(|tile| tile.distance(usual)).collect::<Vec<_>>(), TIMES, LEAST)
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

/// The picture at the borders between adjacent tiles, where selections are marked with lines and arrows.
struct Borders<'a> {
    frame: &'a Frame,
    reading: &'a Reading,
    /// For each direction to a neighbor the color that most borders have in the middle.
    usual: Vec<(Direction, Color)>,
}

/// The step to a neighbor, in tenths of a pitch.
type Direction = (i32, i32);

impl<'a> Borders<'a> {
    fn new(frame: &'a Frame, reading: &'a Reading) -> Borders<'a> {
        let mut colors: Vec<(Direction, Vec<Color>)> = Vec::new();
        let shape = reading.board.shape();
        for cell in shape.cells() {
            for other in shape.neighbors(cell) {
                let (direction, color) = border(frame, reading, cell, other);
                match colors.iter_mut().find(|(known, _)| *known == direction) {
                    Some((_, colors)) => colors.push(color),
                    None => colors.push((direction, vec![color])),
                }
            }
        }
        let usual = colors.into_iter().map(|(direction, colors)| (direction, median_channels(&colors))).collect();
        Borders { frame, reading, usual }
    }

    /// How much the borders within a chain differ from usual borders and from mixtures of these with either color of its
    /// tiles, in levels: the largest difference at each tile, and the median of these.
    fn marks(&self, chain: &[usize], colors: [Color; 2]) -> f32 {
        let shape = self.reading.board.shape();
        let cells: Vec<Cell> = shape.cells().collect();
        let largest = |&id: &usize| {
            let within = neighbors(id, shape).into_iter().filter(|other| chain.contains(other));
            let mark = |other: usize| {
                let (direction, color) = border(self.frame, self.reading, cells[id], cells[other]);
                let usual = self.usual.iter().find(|(known, _)| *known == direction).map_or(color, |(_, usual)| *usual);
                colors.iter().map(|own| aside(color, *own, usual)).fold(distance(color, usual), f32::min)
            };
            within.map(mark).max_by(f32::total_cmp)
        };
        median(chain.iter().filter_map(largest).collect())
    }
}

/// The direction from one cell to another one, and the mean color in the middle between them.
fn border(frame: &Frame, reading: &Reading, from: Cell, to: Cell) -> (Direction, Color) {
    /// Half the side of the square that is averaged, in tiles, and the places along it. Larger: the tiles count too. Smaller:
    /// thin arrows are missed. Chosen by hand.
    const HALF: f32 = 0.08;
    const PLACES: i32 = 5;
    let (a, b) = (Point::from(reading.layout.center(from)), Point::from(reading.layout.center(to)));
    let (step, middle) = (b - a, (a + b) * 0.5);
    let (across, down) = reading.layout.pitch();
    let direction = ((10.0 * step.x / across).round() as i32, (10.0 * step.y / down).round() as i32);
    let (width, height) = frame.pixels().dimensions();
    let side = HALF * reading.layout.tile();
    let offset = |n: i32| side * (2.0 * n as f32 / (PLACES - 1) as f32 - 1.0);
    let place = |(x, y): (i32, i32)| {
        let at = middle + Point::new(offset(x), offset(y));
        let inside = |value: f32, end: u32| (value.max(0.0) as u32).min(end.saturating_sub(1));
        let [red, green, blue, _] = frame.pixels().get_pixel(inside(at.x, width), inside(at.y, height)).0;
        [red, green, blue].map(f32::from)
    };
    let places = (0..PLACES).flat_map(|y| (0..PLACES).map(move |x| (x, y)));
    (direction, mean_color(&places.map(place).collect::<Vec<_>>()))
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let edge = |color: Color| vec![None, Some(color), Some(color)];
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
        let groups = alike(&appearances, &usual, odd_from(&plain, &usual));
        let ids: Vec<Vec<usize>> = groups.iter().map(|group| group.iter().map(|tile| tile.id).collect()).collect();
        assert_eq!(ids, [vec![3, 4], vec![7, 8], vec![10]]);
    }
}
