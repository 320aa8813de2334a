//! The values of tiles, by which the paths over them are ranked: of a plain board as a kernel searches it, and of one with `*`.

use super::kernels::MAX_CELLS;
use super::paths::PathRank;
use crate::board::{Board, Face, Tile, TileKind};
use crate::profile::{Scoring, Tally};

/// Which path of a word a search has to keep.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PathChoice {
    /// The first one: all paths of a word have the same rank and number of tiles.
    First,
    /// The best one by rank.
    Best,
}

/// The values of the tiles of a board of plain letters.
#[derive(Debug, Clone)]
pub(super) struct TileValues {
    /// Indexed by cell id.
    values: [TileValue; MAX_CELLS],
    pub(super) choice: PathChoice,
}

/// The contribution of a tile to a path's [`Tally`].
#[derive(Debug, Clone, Copy, Default)]
struct TileValue {
    letter_value: u32,
    gem: u32,
    fire: u32,
}

impl Default for TileValues {
    fn default() -> TileValues {
        TileValues { values: [TileValue::default(); MAX_CELLS], choice: PathChoice::Best }
    }
}

impl TileValues {
    /// Takes the values of a board of plain letters.
    pub(super) fn load(&mut self, board: &Board, scoring: &Scoring) {
        let (mut plain, mut q, mut qu) = (true, false, false);
        for (value, tile) in self.values.iter_mut().zip(board.tiles()) {
            let Some(tile) = tile else { continue };
            let Face::Letters(text) = &tile.face else { continue };
            plain &= tile.kind == TileKind::Normal;
            q |= text == "Q";
            qu |= text == "QU";
            if !scoring.is_by_length() {
                value.letter_value = scoring.letter_value(text);
                value.gem = scoring.gem_value(tile.kind);
            }
            value.fire = u32::from(tile.kind == TileKind::Fire);
        }
        // where both Q and Qu are on the board, QU has paths with different numbers of tiles
        self.choice = if plain && !(q && qu) { PathChoice::First } else { PathChoice::Best };
    }

    /// The rank of a path.
    #[inline]
    pub(super) fn rank(&self, path: &[u32], letters: u32, scoring: &Scoring) -> PathRank {
        let mut tally = Tally { letters, tiles: path.len() as u32, ..Tally::default() };
        for &cell in path {
            let TileValue { letter_value, gem, fire } = self.values[cell as usize % MAX_CELLS];
            tally.values = tally.values.saturating_add(letter_value);
            tally.gems = tally.gems.saturating_add(gem);
            tally.fires += fire;
        }
        PathRank::of(&tally, scoring)
    }
}

/// Whether a board may have too many paths to walk all of them: a tile is a `*`, or most tiles are choices.
pub(super) fn has_many_paths(board: &Board) -> bool {
    let count = |is_like: fn(&Face) -> bool| board.tiles().flatten().filter(|tile| is_like(&tile.face)).count();
    let choices = count(|face| matches!(face, Face::Choice(_)));
    count(|face| *face == Face::Blank) > 0 || 2 * choices > board.tiles().flatten().count()
}

/// What each tile of a board of letters and `*` adds to the sums of a path, by the ids of the cells.
pub(super) fn tallies_of_tiles(board: &Board, scoring: &Scoring) -> Vec<Tally> {
    let tally = |tile: &Tile| Tally {
        values: match &tile.face {
            Face::Letters(text) => scoring.letter_value(text),
            _ => scoring.blank_value(),
        },
        gems: scoring.gem_value(tile.kind),
        fires: u32::from(tile.kind == TileKind::Fire),
        blanks: u32::from(tile.face == Face::Blank),
        ..Tally::default()
    };
    board.tiles().map(|tile| tile.map(tally).unwrap_or_default()).collect()
}

/// The sums over the tiles of a path.
pub(super) fn tally_of(tiles: &[Tally], cells: &[u32], letters: u32) -> Tally {
    let mut sum = Tally { letters, tiles: cells.len() as u32, ..Tally::default() };
    for tile in cells.iter().filter_map(|&id| tiles.get(id as usize)) {
        sum.values = sum.values.saturating_add(tile.values);
        sum.gems = sum.gems.saturating_add(tile.gems);
        sum.fires += tile.fires;
        sum.blanks += tile.blanks;
    }
    sum
}
