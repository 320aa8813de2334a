//! The values of the tiles of a plain board, by which the paths over it are ranked.

use super::kernels::MAX_CELLS;
use super::paths::PathRank;
use crate::board::{Board, Face, TileKind};
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
