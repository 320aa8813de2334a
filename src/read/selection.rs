//! Tiles that the player has selected: a chain of adjacent tiles of one unusual color, often with a line or arrows over the
//! borders between them.
//!
//! The look of selected tiles differs from game to game: another fill, which may be that of a gem, a shade of the plain
//! one, another edge. But gems lie anywhere, while selected tiles form a path. So the tiles of each look are a group, and
//! whether a group is selected is a score over [named evidence](SELECTION_FEATURES) with learned weights
//! (`selection.weights`).

use super::Reading;
use super::palette::{Color, aside, distance, mean_color, median_channels};
use super::score::Score;
use super::tile_kind::clearly;
use super::tile_reader::TileReader;
use crate::board::{Cell, SELECTED, Shape, Tile, TileKind};
use crate::pixels::{Frame, Point, median};
use std::sync::OnceLock;

/// The features of a group of tiles, by name.
pub(crate) const SELECTION_FEATURES: [&str; 8] =
    ["surprise", "together", "count", "among_gems", "plain", "others", "ink", "marks"];

/// The values of one group, in the order of [`SELECTION_FEATURES`].
pub(crate) type SelectionValues = [f32; SELECTION_FEATURES.len()];

fn score() -> &'static Score {
    static SCORE: OnceLock<Score> = OnceLock::new();
    SCORE.get_or_init(|| Score::parse(include_str!("selection.weights"), &SELECTION_FEATURES))
}

/// The log odds from which a group is selected: `weights` draws selected tiles on every third board, games show them on fewer.
/// Smaller: gems that lie side by side are selected. Chosen by hand; `hard judge --kind selected` shows both.
const SELECTED_FROM: f32 = 2.0;

/// The surprise in nats beyond which more says no more: one board in fifty. Larger: pairs and triples, which most selections
/// are, count for less. Chosen by hand; `weights selection` shows what the feature is worth.
const SURPRISED: f32 = 4.0;

/// Tags the tiles of a reading that are selected. Their color says nothing about their kind.
pub(super) fn mark_selected(tiles: &mut TileReader, reading: &mut Reading) {
    for group in groups(tiles, reading) {
        let is_selected = score().log_odds(&group.values) > SELECTED_FROM;
        let shape = reading.board.shape();
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

/// Tiles of one odd look.
pub(crate) struct Group {
    /// Their numbers, in the order of the cells.
    pub(crate) tiles: Vec<usize>,
    pub(crate) values: SelectionValues,
}

/// The groups of tiles with one odd look, with the evidence that they are selected.
pub(crate) fn groups(tiles: &mut TileReader, reading: &Reading) -> Vec<Group> {
    let frame = tiles.frame();
    let colors = tiles.tile_colors(&reading.layout);
    let look_of = |(id, tile): (usize, Option<&Tile>)| {
        let colors = colors.get(id)?.as_ref()?;
        Some(Look { id, class: TileClass::of(tile?), fill: colors.fill()?, edge: colors.edge(), ink: colors.ink() })
    };
    let looks: Vec<Look> = reading.board.tiles().enumerate().filter_map(look_of).collect();
    let plain: Vec<&Look> = looks.iter().filter(|look| look.class == TileClass::default()).collect();
    let inks: Vec<Color> = plain.iter().map(|look| look.ink).collect();
    let ink = median_channels(&inks);
    let usual = usual(&plain);
    let limit = limit(&plain, &usual);
    let mut groups = alike(&looks, &usual, limit);
    let odd: usize = groups.iter().map(Vec::len).sum();
    // A tile alone may be anything.
    groups.retain(|group| group.len() > 1);
    if groups.is_empty() {
        return Vec::new();
    }
    let borders = Borders::new(frame, reading);
    let has_other_gems = |class: &TileClass| {
        let kinds = reading.board.tiles().flatten().map(|tile| tile.kind);
        kinds.into_iter().any(|kind| kind != TileKind::Normal && kind != class.kind)
    };
    let group = |looks: Vec<&Look>| {
        let ids: Vec<usize> = looks.iter().map(|look| look.id).collect();
        let mean = |color: fn(&Look) -> Color| mean_color(&looks.iter().map(|look| color(look)).collect::<Vec<_>>());
        let chain = largest_chain(&ids, reading.board.shape());
        let class = &looks[0].class;
        let values = [
            surprise(chain.len(), ids.len(), reading.board.shape()).min(SURPRISED),
            chain.len() as f32 / ids.len() as f32,
            (ids.len() as f32).ln(),
            f32::from(class.kind != TileKind::Normal && has_other_gems(class)),
            f32::from(*class == TileClass::default()),
            ((odd - ids.len()) as f32).ln_1p(),
            if inks.is_empty() { 0.0 } else { distance(mean(|look| look.ink), ink) / 255.0 },
            borders.marks(&chain, [mean(|look| look.fill), mean(|look| look.edge)]) / 255.0,
        ];
        Group { tiles: ids, values }
    };
    groups.into_iter().map(group).collect()
}

/// How a tile looks.
struct Look {
    /// The number of its cell.
    id: usize,
    class: TileClass,
    fill: Color,
    edge: Color,
    ink: Color,
}

impl Look {
    /// The distance from another look, in levels.
    fn distance(&self, other: &Look) -> f32 {
        distance(self.fill, other.fill).hypot(distance(self.edge, other.edge))
    }
}

/// The usual look of plain tiles: the median of each color.
fn usual(plain: &[&Look]) -> Look {
    let median = |color: fn(&Look) -> Color| median_channels(&plain.iter().map(|look| color(look)).collect::<Vec<_>>());
    let (fill, edge, ink) = (median(|look| look.fill), median(|look| look.edge), median(|look| look.ink));
    Look { id: 0, class: TileClass::default(), fill, edge, ink }
}

/// The distance from the usual look, in levels, beyond which a tile of the plain class is odd.
fn limit(plain: &[&Look], usual: &Look) -> f32 {
    /// Outlier factor: plain tiles stay within 5 times the 30th-percentile distance from their median, and within so many
    /// levels. Smaller: noise makes groups, of which the evidence says little. Larger: faint edges are missed. Chosen by hand;
    /// `hard judge --kind selected` shows a change.
    const TIMES: f32 = 5.0;
    const LEAST: f32 = 10.0;
    clearly(&plain.iter().map(|look| look.distance(usual)).collect::<Vec<_>>(), TIMES, LEAST)
}

/// The sets of tiles that are not plain and look alike. Tiles of the plain class are odd beyond this distance from the usual look.
fn alike<'a>(looks: &'a [Look], usual: &Look, limit: f32) -> Vec<Vec<&'a Look>> {
    /// The distance of two tiles of one group, compared with that from the plain look. Smaller: fire falls apart. Larger: two
    /// similar colors are one group. Chosen by hand.
    const SAME: f32 = 0.5;
    let is_odd = |look: &&Look| look.class != usual.class || look.distance(usual) > limit;
    let mut groups: Vec<Vec<&Look>> = Vec::new();
    for look in looks.iter().filter(is_odd) {
        let is_like = |other: &&Look| {
            look.class == other.class && look.distance(other) < SAME * look.distance(usual).min(other.distance(usual))
        };
        let (near, far): (Vec<_>, Vec<_>) = groups.into_iter().partition(|group| group.iter().any(is_like));
        let mut joined: Vec<&Look> = near.into_iter().flatten().chain([look]).collect();
        joined.sort_by_key(|look| look.id);
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

/// How unlikely it is, in nats, that so many of `count` tiles at random places are adjacent to each other: the logarithm of
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

    /// How much the borders within a chain of tiles of these colors differ from usual ones, and from mixtures of these with
    /// the colors: the median of the largest of each tile, in levels.
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
        let look =
            |id: usize, fill: Color, edge: Color| Look { id, class: TileClass::default(), fill, edge, ink: gray(0.0) };
        let mut looks: Vec<Look> = (0..12).map(|id| look(id, gray(200.0 + id as f32 / 4.0), gray(90.0))).collect();
        // Two of another edge, two darker ones, and one that is neither.
        looks[3].edge = [240.0, 60.0, 60.0];
        looks[4].edge = [235.0, 65.0, 60.0];
        looks[7].fill = gray(130.0);
        looks[8].fill = gray(132.0);
        looks[10].fill = [120.0, 200.0, 250.0];
        let plain: Vec<&Look> = looks.iter().collect();
        let usual = usual(&plain);
        let groups = alike(&looks, &usual, limit(&plain, &usual));
        let ids: Vec<Vec<usize>> = groups.iter().map(|group| group.iter().map(|look| look.id).collect()).collect();
        assert_eq!(ids, [vec![3, 4], vec![7, 8], vec![10]]);
    }
}
