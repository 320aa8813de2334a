//! How the tiles of a board look, and which of them are odd: unlike the plain ones.
//!
//! [`BoardAppearance`] has the [`Appearance`] of each tile: its fill, its edge and its ink. Tiles that are odd in the same way are a
//! group; `selection` weighs whether they are selected.

use super::Reading;
use super::empty_cells::Ground;
use super::palette::{Color, distance, length, mean_color, median_channels, minus};
use super::tile::tile_pixels;
use super::tile_colors::{Edge, EdgeSquare, TileColors};
use super::tile_kind::outlier_limit;
use crate::board::{Adjacency, Face, Shape, Tile, TileKind};
use crate::pixels::{Frame, Point, median};

/// The largest share of a tile's side that may lie beyond the picture's edge; tiles with more are left out. Smaller: selected tiles that
/// touch the edge are missed. Larger: tiles that are cut look odd. Chosen by hand.
const MOST_BEYOND: f32 = 0.1;

/// The largest shift of a tile's crop, across and down, in pixels of the picture, when its edge is compared with the usual one: a right
/// lattice is off by less than a pixel. Smaller: plain tiles whose crop is off look odd. Larger: thin edges of selected tiles are missed.
/// Chosen by hand; `hard judge --kind selected` shows a change.
const EDGE_SHIFT: f32 = 0.75;

/// The largest multiple of a limit that counts: no noise reaches as far. Smaller: noise counts as much as odd tiles. Larger: a faint edge
/// counts as noise. Chosen by hand; `hard judge --kind lower-case` and `--kind selected` show a change. Its reciprocal is the smallest
/// multiple that counts.
const FARTHEST: f32 = 3.0;

/// The appearance of the tiles of a board. Left out are tiles that do not read, since what covers them hides their appearance, and tiles
/// of which more than [`MOST_BEYOND`] lies beyond the picture's edge.
pub(super) struct BoardAppearance<'a> {
    frame: &'a Frame,
    reading: &'a Reading,
    /// The colors of each cell's tile.
    colors: &'a [Option<TileColors>],
    ground: &'a Ground,
    tiles: Vec<Appearance>,
    has_plain: bool,
    /// The appearance of plain tiles; without plain ones, that of most tiles.
    usual: Appearance,
    limits: Limits,
}

impl<'a> BoardAppearance<'a> {
    /// The appearance of the tiles of a reading, from the colors of each cell's tile and the colors around the board.
    pub(super) fn new(
        frame: &'a Frame,
        reading: &'a Reading,
        colors: &'a [Option<TileColors>],
        ground: &'a Ground,
    ) -> BoardAppearance<'a> {
        let is_whole = |id: usize| {
            let Some(cell) = reading.board.shape().cell(id) else { return false };
            let [left, top, right, bottom] =
                frame.shown_part(reading.layout.center(cell).into(), reading.layout.pitch().into());
            left.max(top).max(1.0 - right).max(1.0 - bottom) <= MOST_BEYOND
        };
        let appearance = |(id, tile): (usize, Option<&Tile>)| {
            let tile = tile.filter(|tile| tile.face != Face::Unreadable && is_whole(id))?;
            Appearance::of(id, tile, colors.get(id)?.as_ref()?, ground)
        };
        let tiles: Vec<Appearance> = reading.board.tiles().enumerate().filter_map(appearance).collect();
        let plain: Vec<&Appearance> = tiles.iter().filter(|tile| tile.class == TileClass::default()).collect();
        let has_plain = !plain.is_empty();
        let common = if has_plain { plain } else { tiles.iter().collect() };
        let usual = usual(&common);
        let limits = Limits::of(&common, &usual);
        BoardAppearance { frame, reading, colors, ground, tiles, has_plain, usual, limits }
    }

    /// The odd tiles, grouped by similar appearance.
    pub(super) fn odd_groups(&self) -> Vec<Vec<&Appearance>> {
        alike(&self.tiles, &self.usual, &self.limits)
    }

    /// The colors of the fill and the edge of a tile; none where its appearance is not known.
    pub(super) fn colors(&self, id: usize) -> Vec<Color> {
        let tile = self.tiles.iter().find(|tile| tile.id == id);
        tile.map(|tile| vec![tile.fill, tile.mean_edge()]).unwrap_or_default()
    }

    /// The difference (`by`) of the mean of these tiles' colors from the usual color, in levels; 0 where no tile is plain.
    pub(super) fn difference(
        &self,
        tiles: &[&Appearance],
        color: fn(&Appearance) -> Color,
        by: fn(Color, Color) -> f32,
    ) -> f32 {
        let mean = mean_color(&tiles.iter().map(|tile| color(tile)).collect::<Vec<Color>>());
        if self.has_plain { by(mean, color(&self.usual)) } else { 0.0 }
    }

    /// The natural logarithm of these tiles' median distance from the plain ones beside them, as a multiple of the limit for odd tiles; where there
    /// are none, [`log_distance`](Self::log_distance).
    pub(super) fn log_step(&self, tiles: &[&Appearance]) -> f32 {
        // Tiles that touch, also where words may go from any tile to any other.
        let shape = self.reading.board.shape().clone().with_adjacency(Adjacency::Touching);
        step(tiles, &self.tiles, &shape, &self.limits).map_or_else(|| self.log_distance(tiles), log_multiple)
    }

    /// The sum of the weights of these tiles: 0 for a tile that is not odd, 1 from [`FARTHEST`] times the limit.
    pub(super) fn odd_weight(&self, tiles: &[&Appearance]) -> f32 {
        tiles.iter().map(|tile| log_multiple(self.limits.distance(tile, &self.usual)).max(0.0) / FARTHEST.ln()).sum()
    }

    /// The natural logarithm of these tiles' median distance from the usual appearance, as a multiple of the limit for odd tiles. The edge
    /// is that of the best of nine crops, shifted by up to [`EDGE_SHIFT`].
    pub(super) fn log_distance(&self, tiles: &[&Appearance]) -> f32 {
        log_multiple(median(tiles.iter().map(|tile| self.distance_with_shifts(tile)).collect()))
    }

    /// The distance from the usual appearance, with the edge of the shifted crop that is most like the usual edge: the lattice may be off
    /// by a part of a pixel.
    fn distance_with_shifts(&self, tile: &Appearance) -> f32 {
        let offsets = [-EDGE_SHIFT, 0.0, EDGE_SHIFT];
        let shifts = offsets.into_iter().flat_map(|x| offsets.map(|y| Point::new(x, y)));
        let shifts = shifts.filter(|shift| *shift != Point::default());
        let seen = self.colors[tile.id].as_ref().zip(self.reading.board.shape().cell(tile.id));
        let shifted = seen.into_iter().flat_map(|(colors, cell)| {
            let (center, pitch) = (Point::from(self.reading.layout.center(cell)), self.reading.layout.pitch());
            shifts.clone().filter_map(move |shift| {
                let pixels = tile_pixels(self.frame.pixels(), (center + shift).into(), pitch);
                let edge = colors.edge_in(&pixels, |color| self.ground.has_color(color));
                edge_distance(&edge, &self.usual.edge)
            })
        });
        let edge = edge_distance(&tile.edge, &self.usual.edge).into_iter().chain(shifted).reduce(f32::min);
        self.limits.fill_distance(tile, &self.usual).hypot(edge.unwrap_or_default() / self.limits.edge)
    }
}

/// The natural logarithm of a multiple of a limit, as far as it counts.
fn log_multiple(multiple: f32) -> f32 {
    multiple.clamp(FARTHEST.recip(), FARTHEST).ln()
}

/// The median distance of these tiles from adjacent tiles of the plain class that are not among them, as a multiple of the limit for odd tiles: where
/// the light changes over a board, adjacent tiles are alike. `None` where there are none. `tiles` and `board` are in the order of the cells.
fn step(tiles: &[&Appearance], board: &[Appearance], shape: &Shape, limits: &Limits) -> Option<f32> {
    let is_outside = |id: &usize| tiles.binary_search_by_key(id, |tile| tile.id).is_err();
    let of_id = |id: usize| board.binary_search_by_key(&id, |tile| tile.id).ok().map(|at| &board[at]);
    let beside = |tile: &Appearance| shape.cell(tile.id).map(|cell| shape.neighbors(cell)).unwrap_or_default();
    let steps = tiles.iter().flat_map(|tile| {
        let others = beside(tile).into_iter().filter_map(|cell| shape.id(cell)).filter(is_outside).filter_map(of_id);
        let plain = others.filter(|other| other.class == TileClass::default());
        plain.map(|other| limits.distance(tile, other)).collect::<Vec<f32>>()
    });
    let steps: Vec<f32> = steps.collect();
    (!steps.is_empty()).then(|| median(steps))
}

/// How far plain tiles are from the usual appearance at most, in levels, by fill, edge and ink. Distances are given as multiples of them: a plain
/// tile is odd where its distance is over 1.
struct Limits {
    fill: f32,
    edge: f32,
    ink: f32,
}

impl Limits {
    /// The limits for the plain tiles of a board.
    fn of(plain: &[&Appearance], usual: &Appearance) -> Limits {
        Limits {
            fill: odd_from(plain.iter().map(|tile| distance(tile.fill, usual.fill))),
            edge: odd_from(plain.iter().filter_map(|tile| edge_distance(&tile.edge, &usual.edge))),
            ink: odd_from(plain.iter().map(|tile| distance(tile.ink, usual.ink))),
        }
    }

    /// The distance of a tile from another one by fill.
    fn fill_distance(&self, tile: &Appearance, other: &Appearance) -> f32 {
        distance(tile.fill, other.fill) / self.fill
    }

    /// The distance of a tile from another one by fill and edge, and by ink where the color of one is that of a kind or a tag: an outlined gem
    /// differs from a plain tile in its ink only. Otherwise the ink does not count: that of thin letters is measured badly.
    fn distance(&self, tile: &Appearance, other: &Appearance) -> f32 {
        let edge = edge_distance(&tile.edge, &other.edge).unwrap_or_default() / self.edge;
        let is_plain = [tile, other].iter().all(|tile| tile.class == TileClass::default());
        let ink = if is_plain { 0.0 } else { distance(tile.ink, other.ink) / self.ink };
        self.fill_distance(tile, other).hypot(edge).hypot(ink)
    }
}

/// The measured colors of a tile.
pub(super) struct Appearance {
    /// The number of its cell.
    pub(super) id: usize,
    /// Its kind and tags by color.
    pub(super) class: TileClass,
    /// The mean color of its fill.
    pub(super) fill: Color,
    edge: Edge,
    pub(super) ink: Color,
}

impl Appearance {
    /// The appearance of a tile; `None` where its letter covers all of its fill.
    fn of(id: usize, tile: &Tile, colors: &TileColors, ground: &Ground) -> Option<Appearance> {
        let (fill, edge) = (colors.fill()?, colors.edge(|color| ground.has_color(color)));
        Some(Appearance { id, class: TileClass::of(tile), fill, edge, ink: colors.ink() })
    }

    /// The distance from another appearance by fill and edge, in levels.
    fn distance(&self, other: &Appearance) -> f32 {
        distance(self.fill, other.fill).hypot(edge_distance(&self.edge, &other.edge).unwrap_or_default())
    }

    /// The mean color of its edge; that of its fill where the ground is seen all around.
    fn mean_edge(&self) -> Color {
        let squares = self.edge.iter().flatten().flatten().filter(|square| !square.is_ground);
        let known: Vec<Color> = squares.map(|square| square.color).collect();
        if known.is_empty() { self.fill } else { mean_color(&known) }
    }
}

/// The distance of the edges, in levels: for each side the mean difference of the squares that both have, and of the
/// sides the median in each channel. Two squares that both show the ground do not differ. A change of one side, as of a tile at the end of
/// the board, does not count, one of two sides by half; opposite changes cancel. `None` where no square is seen of both.
fn edge_distance(own: &Edge, other: &Edge) -> Option<f32> {
    let of_squares = |own: EdgeSquare, other: EdgeSquare| {
        // The ground may have many colors.
        if own.is_ground && other.is_ground { [0.0; 3] } else { minus(own.color, other.color) }
    };
    let difference = |(own, other): (&Vec<Option<EdgeSquare>>, &Vec<Option<EdgeSquare>>)| {
        let both = own.iter().zip(other).filter_map(|(own, other)| Some(of_squares((*own)?, (*other)?)));
        let differences: Vec<Color> = both.collect();
        (!differences.is_empty()).then(|| mean_color(&differences))
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

/// The usual appearance of these tiles: that of the set of more than half of them around one tile that is closest together, of the sets around
/// some tiles of the board. So it is not that of tiles that are odd, as long as they are fewer.
fn usual(plain: &[&Appearance]) -> Appearance {
    /// The number of tiles, spread over the board, around which such a set is taken. Smaller: all of them may be odd. Larger: it takes
    /// longer. Chosen by hand; `hard judge --kind selected` shows a change.
    const STARTS: usize = 8;
    /// The most tiles of a board that count: a limit of work. Smaller: the usual appearance is that of a part of the board. Larger: large
    /// boards take longer. Chosen by hand; `cargo bench --bench worst` shows a change.
    const MOST: usize = 128;
    // One further in each step, so that they are not all in one column.
    let starts = (0..STARTS).filter_map(|at| plain.get((at * plain.len() / STARTS + at) % plain.len().max(1)));
    let around = |start: &&Appearance| {
        let tiles = plain.iter().step_by(plain.len().div_ceil(MOST));
        let mut tiles: Vec<(f32, &Appearance)> = tiles.map(|tile| (tile.distance(start), *tile)).collect();
        tiles.sort_by(|a, b| a.0.total_cmp(&b.0));
        tiles.truncate(tiles.len() / 2 + 1);
        tiles
    };
    let width = |tiles: &[(f32, &Appearance)]| tiles.last().map_or(0.0, |(distance, _)| *distance);
    let closest = starts.map(around).min_by(|a, b| width(a).total_cmp(&width(b)));
    median_appearance(&closest.into_iter().flatten().map(|(_, tile)| tile).collect::<Vec<_>>())
}

/// The median of each color of these tiles.
fn median_appearance(tiles: &[&Appearance]) -> Appearance {
    let median =
        |color: fn(&Appearance) -> Color| median_channels(&tiles.iter().map(|tile| color(tile)).collect::<Vec<_>>());
    let side = |side: usize| {
        let square = |at: usize| {
            let known: Vec<EdgeSquare> = tiles.iter().filter_map(|tile| tile.edge[side][at]).collect();
            // What only some tiles have there is not usual.
            (2 * known.len() >= tiles.len()).then(|| usual_square(&known))
        };
        (0..tiles.first().map_or(0, |tile| tile.edge[side].len())).map(square).collect()
    };
    let (fill, edge, ink) = (median(|tile| tile.fill), [0, 1, 2, 3].map(side), median(|tile| tile.ink));
    Appearance { id: 0, class: TileClass::default(), fill, edge, ink }
}

/// Where most of these squares show the ground, its median color there; otherwise the median color of the squares without ground.
fn usual_square(squares: &[EdgeSquare]) -> EdgeSquare {
    let is_ground = 2 * squares.iter().filter(|square| square.is_ground).count() > squares.len();
    let common = squares.iter().filter(|square| square.is_ground == is_ground);
    EdgeSquare { color: median_channels(&common.map(|square| square.color).collect::<Vec<_>>()), is_ground }
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

/// A tile that is odd, with its distances from the usual appearance as multiples of the [`Limits`].
#[derive(Clone, Copy)]
struct OddTile<'a> {
    tile: &'a Appearance,
    fill_distance: f32,
    distance: f32,
}

/// The odd tiles, grouped by similar appearance. A tile of the plain class is odd beyond the limits from the usual one.
fn alike<'a>(appearances: &'a [Appearance], usual: &Appearance, limits: &Limits) -> Vec<Vec<&'a Appearance>> {
    /// The distance of two tiles of one group, compared with that from the usual one. Smaller: fire falls apart. Larger: two
    /// similar colors are one group. Chosen by hand; `hard judge --kind selected` shows a change.
    const SAME: f32 = 0.5;
    /// The same for two tiles of different classes (kind and tags): one color may lie between two kinds. Smaller: a selection in such a color
    /// falls apart. Larger: gems of similar kinds are one group. Chosen by hand; `hard judge --kind selected` shows a change.
    const SAME_ACROSS_KINDS: f32 = 0.1;
    let odd = |tile: &'a Appearance| {
        let (fill_distance, distance) = (limits.fill_distance(tile, usual), limits.distance(tile, usual));
        (tile.class != usual.class || distance > 1.0).then_some(OddTile { tile, fill_distance, distance })
    };
    // Arrows and adjacent tiles change an edge: where the fills of both are odd they decide alone.
    let are_filled = |a: &OddTile, b: &OddTile| a.fill_distance.min(b.fill_distance) > 1.0;
    let difference = |a: &OddTile, b: &OddTile| {
        let by = if are_filled(a, b) { Limits::fill_distance } else { Limits::distance };
        by(limits, a.tile, b.tile)
    };
    let is_like = |a: &OddTile, b: &OddTile| {
        let own = |odd: &OddTile| if are_filled(a, b) { odd.fill_distance } else { odd.distance };
        let same = if a.tile.class == b.tile.class { SAME } else { SAME_ACROSS_KINDS };
        difference(a, b) < same * own(a).min(own(b))
    };
    let groups = linked(appearances.iter().filter_map(odd).collect(), is_like).into_iter();
    let parts = groups.flat_map(|group| match widest_link(&group, difference) {
        Some(widest) => linked(group, |a, b| difference(a, b) <= widest),
        None => vec![group],
    });
    parts.map(|part| part.into_iter().map(|odd| odd.tile).collect()).collect()
}

/// The tiles in groups, by number: each is in one group with those to which the relation links it, directly or through other tiles.
fn linked<'a>(
    tiles: Vec<OddTile<'a>>,
    is_linked: impl Fn(&OddTile<'a>, &OddTile<'a>) -> bool,
) -> Vec<Vec<OddTile<'a>>> {
    let mut groups: Vec<Vec<OddTile>> = Vec::new();
    for odd in tiles {
        let (near, far): (Vec<_>, Vec<_>) =
            groups.into_iter().partition(|group| group.iter().any(|other| is_linked(&odd, other)));
        let mut joined: Vec<OddTile> = near.into_iter().flatten().chain([odd]).collect();
        joined.sort_by_key(|odd| odd.tile.id);
        groups = far.into_iter().chain([joined]).collect();
    }
    groups
}

/// The largest difference of tiles that belong together, where a group has parts that are far apart, as two shades of green: the links of its
/// shortest spanning tree are either short or long. `None` where they are not.
fn widest_link<'a>(group: &[OddTile<'a>], difference: impl Fn(&OddTile<'a>, &OddTile<'a>) -> f32) -> Option<f32> {
    /// How many times longer the shortest of the long links is than the longest of the short ones. Smaller: fire falls apart. Larger: selected
    /// tiles are one group with gems of a similar color. Chosen by hand; `hard judge --kind selected` shows a change.
    const TIMES: f32 = 3.0;
    /// The length, in limits, below which links are as short as noise makes them. Smaller: tiles of one color fall apart. Larger: close
    /// shades are one group. Chosen by hand; `hard judge --kind selected` shows a change.
    const NOISE: f32 = 0.5;
    let mut links: Vec<f32> = spanning_tree(group, difference).into_iter().map(|link| link.max(NOISE)).collect();
    links.sort_by(f32::total_cmp);
    let step = |pair: &[f32]| (pair[1] / pair[0], pair[0]);
    let largest = links.windows(2).map(step).max_by(|a, b| a.0.total_cmp(&b.0));
    largest.filter(|(times, _)| *times > TIMES).map(|(_, short)| short)
}

/// The lengths of the links of the shortest spanning tree (Prim, 1957).
fn spanning_tree<'a>(group: &[OddTile<'a>], difference: impl Fn(&OddTile<'a>, &OddTile<'a>) -> f32) -> Vec<f32> {
    let mut outside: Vec<(f32, &OddTile)> = group.iter().map(|odd| (f32::INFINITY, odd)).collect();
    let mut links = Vec::new();
    let mut added = outside.pop().map(|(_, odd)| odd);
    while let Some(last) = added {
        outside.iter_mut().for_each(|(link, odd)| *link = link.min(difference(odd, last)));
        let nearest = (0..outside.len()).min_by(|&a, &b| outside[a].0.total_cmp(&outside[b].0));
        let nearest = nearest.map(|at| outside.swap_remove(at));
        links.extend(nearest.map(|(link, _)| link));
        added = nearest.map(|(_, odd)| odd);
    }
    links
}

/// The kind and the tags of a tile.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct TileClass {
    pub(super) kind: TileKind,
    tags: Vec<String>,
}

impl TileClass {
    fn of(tile: &Tile) -> TileClass {
        TileClass { kind: tile.kind, tags: tile.tags.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::super::fit::PixelBox;
    use super::super::tile::SIDE;
    use super::*;

    /// A square of an edge in this color, which is not that of the ground.
    fn square(color: Color) -> Option<EdgeSquare> {
        Some(EdgeSquare { color, is_ground: false })
    }

    /// The distance by the number of sides that differ.
    #[test]
    fn an_edge_counts_by_half_where_two_sides_differ() {
        let tile = |odd: usize| {
            let side = |at: usize| vec![None, square([if at < odd { 150.0 } else { 90.0 }, 90.0, 90.0])];
            let edge = [0, 1, 2, 3].map(side);
            Appearance { id: 0, class: TileClass::default(), fill: [200.0; 3], edge, ink: [0.0; 3] }
        };
        for (odd, expected) in [(0, 0.0), (1, 0.0), (2, 30.0), (3, 60.0), (4, 60.0)] {
            assert_eq!(tile(odd).distance(&tile(0)), expected, "{odd} sides");
        }
        let unseen = Appearance { edge: [0; 4].map(|_| vec![None, None]), ..tile(0) };
        assert_eq!(unseen.distance(&tile(0)), 0.0);
    }

    /// The distance of an edge from one that shows the ground.
    #[test]
    fn an_edge_counts_where_plain_tiles_show_the_ground() {
        let edge = |color: Color, is_ground: bool| [0; 4].map(|_| vec![Some(EdgeSquare { color, is_ground })]);
        let (leaf, sky) = ([60.0, 120.0, 40.0], [60.0, 120.0, 240.0]);
        for (own, is_ground, expected) in [(sky, true, 0.0), (sky, false, 200.0), (leaf, false, 0.0)] {
            assert_eq!(edge_distance(&edge(own, is_ground), &edge(leaf, true)), Some(expected), "{own:?} {is_ground}");
        }
    }

    /// The usual square of squares that show the ground (`true`) or do not, by the level of their color.
    #[test]
    fn the_usual_square_is_that_of_the_majority() {
        for (squares, expected) in [
            (vec![(10.0, true), (20.0, true), (30.0, true), (200.0, false)], (20.0, true)),
            (vec![(10.0, true), (200.0, false), (210.0, false), (220.0, false)], (210.0, false)),
            (vec![(10.0, true), (200.0, false)], (200.0, false)),
        ] {
            let square = |&(level, is_ground): &(f32, bool)| EdgeSquare { color: [level; 3], is_ground };
            let found = usual_square(&squares.iter().map(square).collect::<Vec<_>>());
            assert_eq!((found.color[0], found.is_ground), expected, "{squares:?}");
        }
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
        let usual_edge = colors(&usual, 0.0).edge(|_| false);
        let from_usual = |edge: &Edge| edge_distance(edge, &usual_edge).unwrap();
        let beside = colors(&usual, 4.0);
        assert!(from_usual(&beside.edge(|_| false)) > 10.0, "{}", from_usual(&beside.edge(|_| false)));
        assert_eq!(from_usual(&beside.edge_in(&cut(&usual, 0.0), |_| false)), 0.0);
        assert!(from_usual(&colors(&other, 4.0).edge_in(&cut(&other, 0.0), |_| false)) > 100.0);
    }

    /// Tiles of this fill with an edge of one color, black letters and this kind.
    fn tiles(fills: &[Color], kind: TileKind) -> Vec<Appearance> {
        let tile = |(id, &fill): (usize, &Color)| Appearance {
            id,
            class: TileClass { kind, tags: Vec::new() },
            fill,
            edge: [0; 4].map(|_| vec![None, square([90.0; 3]), square([90.0; 3])]),
            ink: [0.0; 3],
        };
        fills.iter().enumerate().map(tile).collect()
    }

    /// The numbers of the tiles of each group.
    fn groups(tiles: &[Appearance]) -> Vec<Vec<usize>> {
        let plain: Vec<&Appearance> = tiles.iter().filter(|tile| tile.class == TileClass::default()).collect();
        let usual = usual(&plain);
        let groups = alike(tiles, &usual, &Limits::of(&plain, &usual));
        groups.iter().map(|group| group.iter().map(|tile| tile.id).collect()).collect()
    }

    /// The fills of a row of tiles, the odd ones among them, the gem if there is one, and how far the odd ones are from the plain tiles beside them, in
    /// limits of ten levels.
    #[test]
    fn a_step_is_the_distance_from_the_plain_tiles_beside() {
        for (fills, odd, gem, expected) in [
            (vec![200.0, 200.0, 225.0, 225.0, 200.0, 200.0], vec![2, 3], None, Some(2.5)),
            (vec![200.0, 200.0, 225.0, 225.0, 100.0, 200.0], vec![2, 3], Some(4), Some(2.5)),
            (vec![200.0, 200.0, 205.0, 210.0, 215.0, 220.0], vec![4, 5], None, Some(0.5)),
            (vec![225.0, 195.0, 225.0, 210.0], vec![0, 2], None, Some(3.0)),
            (vec![225.0, 225.0], vec![0, 1], None, None),
        ] {
            let fills: Vec<Color> = fills.into_iter().map(|level| [level, 200.0, 200.0]).collect();
            let mut board = tiles(&fills, TileKind::Normal);
            gem.into_iter().for_each(|at: usize| board[at].class.kind = TileKind::Green);
            let odd: Vec<&Appearance> = odd.into_iter().map(|id| &board[id]).collect();
            let limits = Limits { fill: 10.0, edge: 10.0, ink: 10.0 };
            assert_eq!(step(&odd, &board, &Shape::rows(1, board.len()).unwrap(), &limits), expected, "{fills:?}");
        }
    }

    #[test]
    fn tiles_of_one_appearance_are_a_group() {
        let gray = |level: f32| [level; 3];
        let edge = |color: Color| [0; 4].map(|_| vec![None, square(color), square(color)]);
        let fills: Vec<Color> = (0..12).map(|id| gray(200.0 + id as f32 / 4.0)).collect();
        let mut appearances = tiles(&fills, TileKind::Normal);
        // Two of another edge, two darker ones, and one that is neither.
        appearances[3].edge = edge([240.0, 60.0, 60.0]);
        appearances[4].edge = edge([235.0, 65.0, 60.0]);
        appearances[7].fill = gray(130.0);
        appearances[8].fill = gray(132.0);
        appearances[10].fill = [120.0, 200.0, 250.0];
        assert_eq!(groups(&appearances), [vec![3, 4], vec![7, 8], vec![10]]);
        // One whose color is that of a kind, and nearly that of the two darker ones.
        appearances[9].fill = gray(131.0);
        appearances[9].class = TileClass { kind: TileKind::Sapphire, tags: Vec::new() };
        assert_eq!(groups(&appearances), [vec![3, 4], vec![7, 8, 9], vec![10]]);
        appearances[9].fill = gray(140.0);
        assert_eq!(groups(&appearances), [vec![3, 4], vec![7, 8], vec![9], vec![10]]);
        appearances.remove(9);
        // An arrow on the edge of a darker one does not part it from the other one.
        appearances[8].edge = edge([250.0, 40.0, 200.0]);
        assert_eq!(groups(&appearances), [vec![3, 4], vec![7, 8], vec![10]]);
    }

    /// Two shades of green that are far from the plain color.
    #[test]
    fn shades_of_a_kind_are_groups_where_each_is_close_together() {
        let (lime, green) = (|n: f32| [150.0 + n, 230.0, 60.0], |n: f32| [70.0 + n, 200.0, 90.0]);
        for (shades, expected) in [
            (vec![lime(0.0), lime(4.0), green(0.0), lime(1.0), green(3.0)], vec![vec![0, 1, 3], vec![2, 4]]),
            // Steps of about the same size, as in fire.
            ((0..5).map(|n| lime(-12.0 * n as f32)).collect(), vec![vec![0, 1, 2, 3, 4]]),
            ((0..5).map(|n| lime(-20.0 * n as f32)).collect(), vec![vec![0, 1, 2, 3, 4]]),
            (vec![green(0.0), green(4.0)], vec![vec![0, 1]]),
        ] {
            let mut appearances = tiles(&shades, TileKind::Green);
            let plain = tiles(&[[30.0, 25.0, 20.0]; 20], TileKind::Normal);
            appearances.extend(plain.into_iter().map(|tile| Appearance { id: tile.id + shades.len(), ..tile }));
            assert_eq!(groups(&appearances), expected, "{shades:?}");
        }
    }

    /// Six of thirteen tiles have a blue edge, and two of the others one that is not seen.
    #[test]
    fn the_usual_appearance_is_that_of_more_than_half() {
        let mut appearances = tiles(&(0..13).map(|n| [80.0 + n as f32 / 4.0; 3]).collect::<Vec<_>>(), TileKind::Normal);
        appearances[7..].iter_mut().for_each(|tile| tile.edge = [0; 4].map(|_| vec![square([110.0, 180.0, 205.0]); 3]));
        appearances[..2].iter_mut().for_each(|tile| tile.edge = [0; 4].map(|_| vec![None; 3]));
        assert_eq!(groups(&appearances), [(7..13).collect::<Vec<_>>()]);
    }
}
