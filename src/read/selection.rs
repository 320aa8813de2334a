//! Tiles that the player has selected: a chain of adjacent tiles of one unusual appearance, often with a line or arrows over the
//! borders between them.
//!
//! The appearance of selected tiles differs from game to game: another fill, which may be that of a gem, a shade of the
//! plain one, another edge. But gems lie anywhere, while selected tiles form a path. So tiles that are odd in the same way
//! ([`appearance`](super::appearance)) are a group, and whether a group is selected is a score over [named
//! evidence](SELECTION_FEATURES) with learned weights, one score for each [class of groups](GroupClass).

use super::Reading;
use super::appearance::{Appearance, BoardAppearance};
use super::borders::Borders;
use super::palette::{self, tint};
use super::score::Score;
use super::tile_reader::TileReader;
use crate::board::{Board, SELECTED, Shape, Tile, TileKind};
use std::sync::OnceLock;

/// The features of a [`GroupClass::Plain`] group, by name.
pub(crate) const SELECTION_FEATURES: [&str; 9] =
    ["surprise", "together", "count", "distance", "step", "others", "hue", "ink", "marks"];

/// The features of a [`GroupClass::Special`] group, by name.
pub(crate) const SPECIAL_SELECTION_FEATURES: [&str; 9] =
    ["surprise", "together", "count", "among_gems", "fire", "others", "same_kind", "hue", "marks"];

/// The class of a group. The color of a kind is weaker evidence of a selection than an odd shade of the plain color, so each class has
/// its own score.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GroupClass {
    /// Tiles of which most have a color that is not that of a kind: shades of the plain color, and colors that have a tag only, as that of rubies.
    Plain,
    /// Tiles of which most have the color of a kind: fire, green, gold, sapphire or diamond.
    Special,
}

impl GroupClass {
    /// The learned weights of the class.
    fn score(self) -> &'static Score {
        static PLAIN: OnceLock<Score> = OnceLock::new();
        static SPECIAL: OnceLock<Score> = OnceLock::new();
        match self {
            GroupClass::Plain => {
                PLAIN.get_or_init(|| Score::parse(include_str!("selection.weights"), &SELECTION_FEATURES))
            }
            GroupClass::Special => SPECIAL
                .get_or_init(|| Score::parse(include_str!("special-selection.weights"), &SPECIAL_SELECTION_FEATURES)),
        }
    }
}

/// The log odds above which a [`GroupClass::Special`] group of more than two tiles is selected: a gem that is taken for a selected tile loses its
/// kind, and games show gems of one kind side by side more often than drawn boards. Smaller: such gems are selected. Larger: selected tiles in
/// the color of a gem are gems. Chosen by hand: with 1, 0.5 and 0, 1,155, 1,180 and 1,180 of 1,316 selected tiles were found, and 1,950, 1,942 and
/// 1,938 gems had the right kind (`hard judge --fonts opened --kind selected --count 300`, seeds 1049 and 1050).
const SPECIAL_SELECTED_FROM: f32 = 0.5;

/// The same for two tiles with marks over them, as games show two such gems most often. Smaller: two gems under an arrow of the game are selected.
/// Larger: two selected tiles with faint arrows are gems. Chosen by hand: two gems of a drawn board, under an arrow of its game, have log odds of
/// 1.3; `hard judge --kind selected` shows a change.
const SPECIAL_PAIR_FROM: f32 = 2.0;

/// The least [`Group::marks`] of two such tiles: two that nothing marks are gems, even as the only odd ones of a board. Smaller: two gems are
/// selected. Larger: two selected tiles with arrows are gems. Chosen by hand: two gems of a fixture have 0.04 at most, two selected cubes of
/// `practice` 0.18; `hard judge --kind selected` shows a change.
const PAIR_MARKS: f32 = 0.1;

/// Tags the tiles of a reading that are selected: those of the group that is farthest above its limit, as a player selects one word. Their
/// color does not show their kind. A tile alone keeps the tag that it has by its color.
pub(super) fn mark_selected(tiles: &mut TileReader, reading: &mut Reading) {
    let mut unselected = groups(tiles, reading);
    let selected = take_selected(&mut unselected);
    let shape = reading.board.shape().clone();
    let mut tiles: Vec<Option<&mut Tile>> = reading.board.tiles_mut().collect();
    for id in unselected.into_iter().flat_map(|group| group.tiles) {
        tiles[id].iter_mut().for_each(|tile| tile.tags.retain(|tag| tag != SELECTED));
    }
    if let Some(group) = selected {
        let has_neighbor = |id: &&usize| neighbors(**id, &shape).iter().any(|other| group.tiles.contains(other));
        for &id in group.tiles.iter().filter(has_neighbor) {
            let Some(tile) = &mut tiles[id] else { continue };
            (tile.kind, tile.tags) = (TileKind::Normal, vec![SELECTED.to_string()]);
        }
    }
}

/// Takes the group that is selected out of those of a board: the one that is farthest above its limit.
fn take_selected(groups: &mut Vec<Group>) -> Option<Group> {
    groups.sort_by(|a, b| a.margin().total_cmp(&b.margin()));
    groups.pop_if(|likeliest| likeliest.margin() > 0.0)
}

/// Tiles that are odd in the same way.
pub(crate) struct Group {
    /// Their numbers, in the order of the cells.
    pub(crate) tiles: Vec<usize>,
    /// The score that weighs it, and so the features of `values`.
    pub(crate) class: GroupClass,
    /// In the order of the features of the class.
    pub(crate) values: Vec<f32>,
    /// The median contrast of the [marks](Borders::marks) over the borders within its largest chain, as a part of 255 levels.
    marks: f32,
}

impl Group {
    /// The log odds above which it is selected.
    fn selected_from(&self) -> f32 {
        match self.class {
            GroupClass::Plain => 0.0,
            GroupClass::Special if self.tiles.len() > 2 => SPECIAL_SELECTED_FROM,
            GroupClass::Special if self.marks < PAIR_MARKS => f32::INFINITY,
            GroupClass::Special => SPECIAL_PAIR_FROM,
        }
    }

    /// The log odds that it is selected, less those above which it is.
    fn margin(&self) -> f32 {
        self.class.score().log_odds(&self.values) - self.selected_from()
    }
}

/// The groups of odd tiles, with the evidence that they are selected.
pub(crate) fn groups(tiles: &mut TileReader, reading: &Reading) -> Vec<Group> {
    let frame = tiles.frame();
    let (tile_colors, ground) = tiles.tile_colors(&reading.layout);
    let appearance = BoardAppearance::new(frame, reading, tile_colors, ground);
    let mut groups = appearance.odd_groups();
    let odd: f32 = groups.iter().map(|group| appearance.odd_weight(group)).sum();
    // A tile alone may be anything.
    groups.retain(|group| group.len() > 1);
    if groups.is_empty() {
        return Vec::new();
    }
    let borders = Borders::new(frame, reading);
    groups.into_iter().map(|group| group_of(&group, odd, &appearance, &borders, &reading.board)).collect()
}

/// A group of these tiles with its evidence; `odd` is the sum of the weights of all odd tiles of the board.
fn group_of(tiles: &[&Appearance], odd: f32, appearance: &BoardAppearance, borders: &Borders, board: &Board) -> Group {
    let ids: Vec<usize> = tiles.iter().map(|tile| tile.id).collect();
    let chain = largest_chain(&ids, board.shape());
    let surprise = surprise(chain.len(), ids.len(), board.shape()).ln_1p();
    let together = chain.len() as f32 / ids.len() as f32;
    let count = (ids.len() as f32).ln();
    let others = (odd - appearance.odd_weight(tiles)).max(0.0).ln_1p();
    let hue = appearance.difference(tiles, |tile| tile.fill, tint) / 255.0;
    let marks = borders.marks(&chain, |id| appearance.colors(id)) / 255.0;
    let kind = most_frequent_kind(tiles);
    let (class, values) = if kind == TileKind::Normal {
        let distance = appearance.log_distance(tiles);
        let step = appearance.log_step(tiles);
        let ink = appearance.difference(tiles, |tile| tile.ink, palette::distance) / 255.0;
        (GroupClass::Plain, vec![surprise, together, count, distance, step, others, hue, ink, marks])
    } else {
        let outside = || board.tiles().enumerate().filter(|(id, _)| !ids.contains(id)).filter_map(|(_, tile)| tile);
        let is_other = |tile: &Tile| ![TileKind::Normal, kind].contains(&tile.kind);
        let among_gems = f32::from(outside().any(is_other));
        let fire = f32::from(kind == TileKind::Fire);
        let same_kind = (outside().filter(|tile| tile.kind == kind).count() as f32).ln_1p();
        (GroupClass::Special, vec![surprise, together, count, among_gems, fire, others, same_kind, hue, marks])
    };
    Group { tiles: ids, class, values, marks }
}

/// The most frequent kind of these tiles by their color; where plain tiles are as many, not theirs.
fn most_frequent_kind(tiles: &[&Appearance]) -> TileKind {
    let count = |kind: TileKind| tiles.iter().filter(|tile| tile.class.kind == kind).count();
    let kinds = tiles.iter().map(|tile| tile.class.kind);
    kinds.max_by_key(|kind| (count(*kind), *kind != TileKind::Normal)).unwrap_or_default()
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
    use super::*;

    /// A chain in the color of a gem, with these numbers of other odd tiles and of other gems of its kind.
    fn gems(count: usize, shape: &Shape, [others, same_kind]: [f32; 2], hue: f32, marks: f32) -> Group {
        let among_gems = f32::from(others > same_kind);
        let surprise = surprise(count, count, shape).ln_1p();
        let size = (count as f32).ln();
        let values = vec![surprise, 1.0, size, among_gems, 0.0, f32::ln_1p(others), f32::ln_1p(same_kind), hue, marks];
        Group { tiles: (0..count).collect(), class: GroupClass::Special, values, marks }
    }

    /// Two adjacent tiles, the only odd ones of their board, by the marks on the border between them.
    #[test]
    fn marks_part_selected_tiles_from_two_gems() {
        let shapes = [Shape::rows(4, 4).unwrap(), Shape::rows(8, 8).unwrap(), Shape::bookworm()];
        for (shape, hue) in shapes.iter().flat_map(|shape| [0.05, 0.2, 0.35, 0.5].map(|hue| (shape, hue))) {
            let is_selected = |marks: f32| gems(2, shape, [0.0, 0.0], hue, marks).margin() > 0.0;
            // Two selected cubes of `practice` have 0.18, two gems of a fixture at most 0.04 and a hue of 0.35 on a board of 4 x 4.
            assert_eq!([0.0, 0.18].map(is_selected), [false, true], "{shape}, hue {hue}");
            assert!(!is_selected(0.04), "{shape}, hue {hue}");
        }
        // Among gems of other kinds a faint arrow over two is one of the game, a bright one that of a selection.
        let among_gems = |marks: f32| gems(2, &Shape::bookworm(), [12.0, 0.0], 0.35, marks).margin() > 0.0;
        assert_eq!([0.13, 0.36].map(among_gems), [false, true]);
    }

    /// A chain that nothing marks, alone, beside gems of other kinds, and beside gems of its kind too.
    #[test]
    fn a_chain_in_the_color_of_a_gem_is_selected_where_it_is_alone_or_has_its_own_color() {
        for (count, others, same_kind, expected) in
            [(2, 0.0, 0.0, false), (4, 0.0, 0.0, true), (4, 12.0, 0.0, false), (4, 12.0, 4.0, true)]
        {
            let group = gems(count, &Shape::bookworm(), [others, same_kind], 0.35, 0.0);
            assert_eq!(group.margin() > 0.0, expected, "{count} tiles, {others} others, {same_kind} of its kind");
        }
    }

    #[test]
    fn the_likeliest_group_is_selected() {
        let shape = Shape::bookworm();
        let of = |counts: &[usize]| {
            let mut groups = counts.iter().map(|&count| gems(count, &shape, [0.0, 0.0], 0.35, 0.0)).collect();
            (take_selected(&mut groups).map(|group| group.tiles.len()), groups.len())
        };
        assert_eq!(of(&[]), (None, 0));
        assert_eq!(of(&[2]), (None, 1));
        assert_eq!(of(&[5, 3, 2]), (Some(5), 2));
    }

    /// Whether two adjacent plain tiles are selected, by their distance from the usual appearance and from the tiles beside them: as odd as noise makes
    /// them, odder, and in another light.
    #[test]
    fn marks_part_selected_tiles_from_plain_ones() {
        let surprise = surprise(2, 2, &Shape::rows(4, 4).unwrap()).ln_1p();
        for (distance, step, marks, expected) in [
            (-0.5, -0.5, 0.0, false),
            (-0.5, -0.5, 0.04, false),
            (-0.5, -0.5, 0.18, true),
            (1.0, 1.0, 0.0, true),
            (1.0, -0.5, 0.0, false),
        ] {
            let values = vec![surprise, 1.0, 2f32.ln(), distance, step, 0.0, 0.0, 0.0, marks];
            let group = Group { tiles: vec![0, 1], class: GroupClass::Plain, values, marks };
            assert_eq!(group.margin() > 0.0, expected, "distance {distance}, step {step}, marks {marks}");
        }
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
}
