//! The tiles of a board that is drawn: where each lies, and which are selected.

use crate::hard::appearance::Appearance;
use crate::hard::canvas::{Canvas, Region};
use crate::hard::random::Random;
pub use hexlex::board::SELECTED;
use hexlex::board::{Adjacency, Board, Cell, Shape, Tile, TileKind};
use hexlex::locate::Layout;
use hexlex::paint::canvas::Scale;
use hexlex::paint::{PlacedTile, Style, paint_tiles};
use hexlex::pixels::Point;
use std::collections::BTreeSet;

/// The tag of tiles that look like selected ones and are not: gems of another game.
pub const ODD: &str = "odd";
/// The tag of tiles that something hides.
pub const COVERED: &str = "covered";
/// The tag of tiles that are falling.
pub const FALLING: &str = "falling";

/// A tile that is drawn, and its place in the picture.
pub(crate) struct DrawnTile {
    pub(crate) cell: Cell,
    /// `None` in an empty cell.
    pub(crate) tile: Option<Tile>,
    pub(crate) center: Point,
    /// Whether it is above its place, falling.
    pub(crate) falling: bool,
    /// By how many quarters its letters are turned, clockwise.
    pub(crate) quarters: u8,
    /// The bounds of its letters.
    pub(crate) ink: Region,
    /// The share of these bounds that something hides.
    pub(crate) hidden: f32,
}

/// The tiles of a board at their places.
pub(crate) fn place(board: &Board, layout: &Layout, appearance: &Appearance) -> Vec<DrawnTile> {
    let cells = board.shape().cells().zip(board.tiles());
    cells
        .map(|(cell, tile)| {
            let center = Point::from(layout.center(cell));
            let ink = tile.and_then(|tile| ink(tile, center, layout, appearance));
            let ink = ink.unwrap_or(Region::new(center.x, center.y, 0.0, 0.0));
            let mut tile = tile.cloned();
            if let Some(tile) = &mut tile
                && tile.kind == TileKind::Diamond
                && !appearance.shows_diamonds
            {
                tile.kind = TileKind::Normal;
            }
            DrawnTile { cell, tile, center, falling: false, quarters: 0, ink, hidden: 0.0 }
        })
        .collect()
}

/// The bounds of a tile's letters; `None` where nothing is drawn for them.
fn ink(tile: &Tile, center: Point, layout: &Layout, appearance: &Appearance) -> Option<Region> {
    let style = &appearance.style;
    let (sx, sy) = (layout.pitch().0 / style.pitch, layout.pitch().1);
    let text = tile.face.to_string();
    let path = style.typeface.centered(&text, style.letter_at, style.letter_height, style.letter_width)?;
    let b = path.bounds();
    Some(Region::new(center.x + b.left() * sx, center.y + b.top() * sy, b.width() * sx, b.height() * sy))
}

/// Selects a random path of at least two tiles and fewer than half of them, and tags them; returns their centers in order. Empty where
/// there is no such path, and on boards with free adjacency: half of a board, a single tile, or tiles that do not touch each other
/// do not look selected.
pub(crate) fn select(rng: &mut Random, tiles: &mut [DrawnTile], shape: &Shape) -> Vec<Point> {
    let mut path = vec![rng.below(tiles.len() as u32) as usize];
    let count = tiles.iter().filter(|drawn| drawn.tile.is_some()).count();
    let most = rng.count(2..=8).min(count.saturating_sub(1) / 2);
    while path.len() < most {
        let next = step(rng, shape, path[path.len() - 1]);
        if path.contains(&next) || tiles[next].tile.is_none() {
            break;
        }
        path.push(next);
    }
    if path.len() < 2 || tiles[path[0]].tile.is_none() || shape.adjacency() == Adjacency::Free {
        return Vec::new();
    }
    for &at in &path {
        if let Some(tile) = &mut tiles[at].tile {
            tile.tags.push(SELECTED.to_string());
            // Selected tiles look the same, whatever their kind.
            tile.kind = TileKind::Normal;
        }
    }
    path.into_iter().map(|at| tiles[at].center).collect()
}

/// The number of a random neighbor of a cell; its own where it has none.
fn step(rng: &mut Random, shape: &Shape, at: usize) -> usize {
    let neighbors = shape.cell(at).map(|cell| shape.neighbors(cell)).unwrap_or_default();
    if neighbors.is_empty() { at } else { shape.id(*rng.pick(&neighbors)).unwrap_or(at) }
}

/// Puts gems of one kind side by side: games often place new gems where the last word was.
pub(crate) fn gather_gems(rng: &mut Random, tiles: &mut [DrawnTile], shape: &Shape) {
    let gem = |(at, drawn): (usize, &DrawnTile)| Some((at, drawn.tile.as_ref()?.kind));
    let gems: Vec<(usize, TileKind)> =
        tiles.iter().enumerate().filter_map(gem).filter(|(_, kind)| *kind != TileKind::Normal).collect();
    if gems.is_empty() {
        return;
    }
    let (mut at, kind) = *rng.pick(&gems);
    for _ in 0..rng.count(1..=3) {
        at = step(rng, shape, at);
        if let Some(tile) = &mut tiles[at].tile {
            tile.kind = kind;
        }
    }
}

/// Gives some tiles anywhere the appearance of selected ones, but never all of them in one chain: a chain would look selected.
pub(crate) fn scatter_odd(rng: &mut Random, tiles: &mut [DrawnTile], shape: &Shape) {
    let mut odd = BTreeSet::new();
    for _ in 0..rng.count(1..=7) {
        odd.insert(rng.below(tiles.len() as u32) as usize);
    }
    while is_chain(&odd, shape) {
        odd.pop_last();
    }
    for at in odd {
        if let Some(tile) = &mut tiles[at].tile {
            tile.tags.push(ODD.to_string());
            tile.kind = TileKind::Normal;
        }
    }
}

/// Whether several cells touch each other.
fn is_chain(cells: &BTreeSet<usize>, shape: &Shape) -> bool {
    let mut chain: Vec<usize> = cells.first().copied().into_iter().collect();
    let mut next = 0;
    while let Some(cell) = chain.get(next).and_then(|&at| shape.cell(at)) {
        let near = shape.neighbors(cell).into_iter().filter_map(|near| shape.id(near));
        let new: Vec<usize> = near.filter(|near| cells.contains(near) && !chain.contains(near)).collect();
        chain.extend(new);
        next += 1;
    }
    cells.len() > 1 && chain.len() == cells.len()
}

/// Draws the tiles, `height` pixels high; those that fall only below the board's upper edge.
pub(crate) fn paint(canvas: &mut Canvas, tiles: &[DrawnTile], appearance: &Appearance, height: f32, board: Region) {
    let shown = tiles.iter().enumerate().filter(|(_, drawn)| !drawn.falling || drawn.center.y > board.y);
    let turned = |style: &Style| {
        [0, 1, 2, 3].map(|quarters| Style { typeface: style.typeface.clone().turned(quarters), ..style.clone() })
    };
    let (plain, selected) = (turned(&appearance.style), turned(&appearance.selected));
    // The style shows which tiles are selected: the edge of a tile with that tag would be white in every style.
    let untagged = |drawn: &DrawnTile| {
        let mut tile = drawn.tile.clone()?;
        tile.tags.retain(|tag| tag != SELECTED);
        Some(tile)
    };
    let painted: Vec<Option<Tile>> = tiles.iter().map(untagged).collect();
    let placed: Vec<PlacedTile<'_>> = shown
        .filter_map(|(id, drawn)| {
            let tile = drawn.tile.as_ref()?;
            let is_odd = tile.has_tag(SELECTED) || tile.has_tag(ODD);
            let styles = if is_odd { &selected } else { &plain };
            let style = &styles[usize::from(drawn.quarters)];
            Some(PlacedTile { tile: painted[id].as_ref()?, style, center: drawn.center, seed: id as u32 })
        })
        .collect();
    paint_tiles(&mut canvas.picture, &placed, Scale { x: height * appearance.style.stretch, y: height });
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexlex::board::Face;

    #[test]
    fn what_is_selected_is_a_path_of_fewer_than_half_of_the_tiles() {
        let shape = Shape::rows(3, 3).unwrap_or_else(|_| unreachable!("three rows are a shape"));
        let tile = |(n, cell): (usize, Cell)| DrawnTile {
            cell,
            tile: Some(Tile::new(Face::Letters("A".to_string()))),
            center: Point::new(n as f32, 0.0),
            falling: false,
            quarters: 0,
            ink: Region::new(0.0, 0.0, 1.0, 1.0),
            hidden: 0.0,
        };
        let mut lengths = BTreeSet::new();
        for seed in 0..200 {
            let mut tiles: Vec<DrawnTile> = shape.cells().enumerate().map(tile).collect();
            let path = select(&mut Random::new(seed, 0), &mut tiles, &shape);
            let tagged = tiles.iter().flat_map(|drawn| &drawn.tile).filter(|tile| tile.has_tag(SELECTED)).count();
            assert_eq!(path.len(), tagged, "{seed}");
            let cells: Vec<Cell> = path.iter().filter_map(|center| shape.cell(center.x as usize)).collect();
            assert!(cells.windows(2).all(|pair| shape.neighbors(pair[0]).contains(&pair[1])), "{seed}: {cells:?}");
            lengths.insert(path.len());

            let free = shape.clone().with_adjacency(Adjacency::Free);
            assert!(select(&mut Random::new(seed, 0), &mut tiles, &free).is_empty());
        }
        assert_eq!(lengths, BTreeSet::from([2, 3, 4]));
        // Four tiles beside empty cells.
        let mut few: Vec<DrawnTile> = shape.cells().enumerate().map(tile).collect();
        few.iter_mut().skip(4).for_each(|drawn| drawn.tile = None);
        assert!((0..50).all(|seed| select(&mut Random::new(seed, 0), &mut few, &shape).is_empty()));
    }
}
