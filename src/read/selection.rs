//! Tiles that the player has selected: a chain of adjacent tiles of one unusual color, often with a line or arrows over the
//! borders between them.
//!
//! The color of selected tiles differs from game to game, and may be that of a gem. But gems lie anywhere, while selected
//! tiles form a path. So the tiles of each color class are a group, and whether a group is selected is a score over
//! [named evidence](SELECTION_FEATURES) with learned weights (`selection.weights`).

use super::Reading;
use super::palette::{Color, aside, distance, mean_color, median_channels};
use super::score::Score;
use super::tile_kind::TileColors;
use super::tile_reader::TileReader;
use crate::board::{Board, Cell, Shape, Tile, TileKind};
use crate::pixels::{Frame, Point, median};
use std::sync::OnceLock;

/// The features of a group of tiles, by name.
pub(crate) const SELECTION_FEATURES: [&str; 6] = ["surprise", "together", "count", "named", "ink", "marks"];

/// The values of one group, in the order of [`SELECTION_FEATURES`].
pub(crate) type SelectionValues = [f32; SELECTION_FEATURES.len()];

/// The tag of selected tiles.
pub(super) const SELECTED: &str = "selected";

fn score() -> &'static Score {
    static SCORE: OnceLock<Score> = OnceLock::new();
    SCORE.get_or_init(|| Score::parse(include_str!("selection.weights"), &SELECTION_FEATURES))
}

/// The log odds from which a group is selected: `weights` draws selected tiles on every third board, games show them on fewer.
/// Smaller: gems that lie side by side are selected. Chosen by hand; `hard judge --kind selected` shows both.
const SELECTED_FROM: f32 = 1.5;

/// Tags the tiles of a reading that are selected. Their color says nothing about their kind.
pub(super) fn mark_selected(tiles: &mut TileReader, reading: &mut Reading) {
    let mut board_tiles: Vec<Option<Tile>> = reading.board.tiles().map(|tile| tile.cloned()).collect();
    for group in groups(tiles, reading) {
        let is_selected = score().log_odds(&group.values) > SELECTED_FROM;
        for id in group.tiles {
            let Some(tile) = &mut board_tiles[id] else { continue };
            tile.tags.retain(|tag| tag != SELECTED);
            if is_selected {
                (tile.kind, tile.tags) = (TileKind::Normal, vec![SELECTED.to_string()]);
            }
        }
    }
    if let Ok(mut board) = Board::new(reading.board.shape().clone(), board_tiles) {
        board.settled = reading.board.settled;
        reading.board = board;
    }
}

/// Tiles of one odd color.
pub(crate) struct Group {
    /// Their numbers, in the order of the cells.
    pub(crate) tiles: Vec<usize>,
    pub(crate) values: SelectionValues,
}

/// The groups of tiles with one odd color, with the evidence that they are selected.
pub(crate) fn groups(tiles: &mut TileReader, reading: &Reading) -> Vec<Group> {
    let frame = tiles.frame();
    let colors = tiles.tile_colors(&reading.layout);
    let class_of = |(id, tile): (usize, Option<&Tile>)| {
        let class = TileClass::of(tile?);
        Some((id, class, colors.get(id)?.as_ref()?))
    };
    let tiles: Vec<(usize, TileClass, &TileColors)> = reading.board.tiles().enumerate().filter_map(class_of).collect();
    let (plain, odd): (Vec<_>, Vec<_>) = tiles.iter().partition(|(_, class, _)| *class == TileClass::default());
    let mut classes: Vec<Vec<&(usize, TileClass, &TileColors)>> = Vec::new();
    for member in odd {
        match classes.iter_mut().find(|class| class[0].1 == member.1) {
            Some(class) => class.push(member),
            None => classes.push(vec![member]),
        }
    }
    let inks: Vec<Color> = plain.iter().map(|(.., colors)| colors.ink()).collect();
    // A tile alone may be anything.
    classes.retain(|class| class.len() > 1);
    if classes.is_empty() {
        return Vec::new();
    }
    let borders = Borders::new(frame, reading);
    let group = |class: Vec<&(usize, TileClass, &TileColors)>| {
        let ids: Vec<usize> = class.iter().map(|(id, ..)| *id).collect();
        let fills: Vec<Color> = class.iter().filter_map(|(.., colors)| colors.fill()).collect();
        let ink = mean_color(&class.iter().map(|(.., colors)| colors.ink()).collect::<Vec<_>>());
        let chain = largest_chain(&ids, reading.board.shape());
        let is_named = class[0].1.kind != TileKind::Normal;
        let values = [
            surprise(chain.len(), ids.len(), reading.board.shape()),
            chain.len() as f32 / ids.len() as f32,
            (ids.len() as f32).ln(),
            f32::from(is_named),
            if inks.is_empty() { 0.0 } else { distance(ink, median_channels(&inks)) / 255.0 },
            borders.marks(&chain, mean_color(&fills)) / 255.0,
        ];
        Group { tiles: ids, values }
    };
    classes.into_iter().map(group).collect()
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

    /// How much the borders within a chain of tiles of this fill differ from usual ones, and from mixtures of these with the
    /// fill: the median of the largest of each tile, in levels.
    fn marks(&self, chain: &[usize], fill: Color) -> f32 {
        let shape = self.reading.board.shape();
        let cells: Vec<Cell> = shape.cells().collect();
        let largest = |&id: &usize| {
            let within = neighbors(id, shape).into_iter().filter(|other| chain.contains(other));
            let mark = |other: usize| {
                let (direction, color) = border(self.frame, self.reading, cells[id], cells[other]);
                let usual = self.usual.iter().find(|(known, _)| *known == direction).map_or(color, |(_, usual)| *usual);
                distance(color, usual).min(aside(color, fill, usual))
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
}
