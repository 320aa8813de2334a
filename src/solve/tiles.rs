//! What the ways over a board of plain letters are worth.

use super::kernels::MAX_CELLS;
use super::rules::{Scoring, Sums};
use super::ways::Worth;
use crate::board::{Board, Face, TileKind};

/// What the tiles of a board make of the ways over them.
#[derive(Debug, Clone)]
pub(super) struct Tiles {
    /// By cell.
    stuff: [Stuff; MAX_CELLS],
    /// Whether all ways of a word are worth the same and have as many tiles, so that the first one is the best.
    pub(super) alike: bool,
}

/// What a tile adds to a way.
#[derive(Debug, Clone, Copy, Default)]
struct Stuff {
    value: u32,
    gem: u32,
    fire: u32,
}

impl Default for Tiles {
    fn default() -> Tiles {
        Tiles { stuff: [Stuff::default(); MAX_CELLS], alike: false }
    }
}

impl Tiles {
    /// Of a board of plain letters.
    pub(super) fn read(&mut self, board: &Board, scoring: &Scoring) {
        let (mut plain, mut q, mut qu) = (true, false, false);
        for (stuff, tile) in self.stuff.iter_mut().zip(board.tiles()) {
            let Some(tile) = tile else { continue };
            let Face::Letters(text) = &tile.face else { continue };
            plain &= tile.kind == TileKind::Normal;
            q |= text == "Q";
            qu |= text == "QU";
            if !scoring.is_by_length() {
                stuff.value = scoring.value(text, false);
                stuff.gem = scoring.gem(tile.kind);
            }
            stuff.fire = u32::from(tile.kind == TileKind::Fire);
        }
        self.alike = plain && !(q && qu);
    }

    /// What a way comes to.
    #[inline]
    pub(super) fn worth(&self, path: &[u32], letters: u32, scoring: &Scoring) -> Worth {
        let mut sums = Sums { letters, tiles: path.len() as u32, ..Sums::default() };
        for &cell in path {
            let Stuff { value, gem, fire } = self.stuff[cell as usize % MAX_CELLS];
            sums.values = sums.values.saturating_add(value);
            sums.gems = sums.gems.saturating_add(gem);
            sums.fires += fire;
        }
        Worth::of(&sums, scoring)
    }
}
