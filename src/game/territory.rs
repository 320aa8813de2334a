//! A board whose tiles change hands: who owns them, which of them are defended, and what a word takes.
//!
//! - [`Territory`]: the tiles and the rules, which never change in a game.
//! - [`Owners`]: whose the tiles are, as sets of cells, seen by the player who is about to move.
//!
//! ```
//! use hexlex::{board::Board, game::Territory, profile::{BuiltIn, Refill}};
//!
//! let Refill::Own(params) = BuiltIn::Letterpress.profile().game.refill else { return Err("no territory".into()) };
//! // The E in the corner is defended: its neighbors have the same owner.
//! let board: Board = "E:theirs A:theirs T\nC:theirs O S".parse()?;
//! let (territory, owners) = Territory::new(&board, params)?;
//! assert_eq!(territory.defended(owners.other), 0b000_001);
//! let after = territory.after(owners, 0b000_111);
//! assert_eq!((after.mover, after.other), (0b000_110, 0b001_001));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::{MAX_CELLS, TerritoryParams, beside, ids};
use crate::board::{Board, Cell, MINE, Shape, THEIRS};
use crate::profile::Defended;

/// The tiles of a board and the rules by which they change hands.
#[derive(Debug, Clone)]
pub struct Territory {
    /// The cells that have a tile.
    tiles: u64,
    /// The tiles above, below, left and right of each cell.
    beside: Vec<u64>,
    params: TerritoryParams,
}

/// Whose the tiles are, as sets of cells. A tile may have no owner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Owners {
    /// Those of the player who is about to move.
    pub mover: u64,
    /// Those of the other player.
    pub other: u64,
}

impl Owners {
    /// The same, seen by the other player.
    #[must_use]
    pub fn swapped(self) -> Owners {
        Owners { mover: self.other, other: self.mover }
    }

    /// How many more tiles the player who is about to move has.
    pub fn lead(self) -> i32 {
        self.mover.count_ones() as i32 - self.other.count_ones() as i32
    }
}

/// A board that is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TerritoryError {
    /// It has no rows, so that no tile is left or right of another.
    #[error("expected rows of tiles, found {0}")]
    Columns(Shape),
    /// It has too many tiles.
    #[error("expected at most 64 tiles, found {0}")]
    TooLarge(usize),
    /// A tile has two owners.
    #[error("expected one owner of the tile {0:?}, found two")]
    TwoOwners(Cell),
}

impl Territory {
    /// The territory of a board, whose tiles are tagged `mine` or `theirs`; the owner of `mine` is about to move.
    ///
    /// # Errors
    /// [`TerritoryError`] where the lines of the board are not rows, it has more than 64 tiles, or a tile has both tags.
    pub fn new(board: &Board, params: TerritoryParams) -> Result<(Territory, Owners), TerritoryError> {
        let shape = board.shape();
        if shape.lines() != crate::board::Lines::Rows {
            return Err(TerritoryError::Columns(shape.clone()));
        }
        if shape.len() > MAX_CELLS {
            return Err(TerritoryError::TooLarge(shape.len()));
        }
        let (mut tiles, mut owners) = (0, Owners::default());
        for (cell, tile) in board.cells() {
            let bit = shape.id(cell).map_or(0, |id| 1 << id);
            tiles |= bit;
            match (tile.has_tag(MINE), tile.has_tag(THEIRS)) {
                (true, true) => return Err(TerritoryError::TwoOwners(cell)),
                (true, false) => owners.mover |= bit,
                (false, true) => owners.other |= bit,
                (false, false) => {}
            }
        }
        let cells = shape
            .cells()
            .map(|Cell { line, index }| beside(line, index).filter_map(|(line, index)| shape.id(Cell { line, index })));
        let beside = cells.map(|cells| cells.fold(0, |set, id| set | 1 << id) & tiles).collect();
        Ok((Territory { tiles, beside, params }, owners))
    }

    /// The rules.
    pub fn params(&self) -> &TerritoryParams {
        &self.params
    }

    /// The cells that have a tile.
    pub fn tiles(&self) -> u64 {
        self.tiles
    }

    /// The tiles above, below, left and right of a cell.
    pub fn beside(&self, cell: usize) -> u64 {
        self.beside[cell]
    }

    /// The tiles of a player that the other one does not take with a word.
    pub fn defended(&self, side: u64) -> u64 {
        match self.params.defended {
            Defended::None => 0,
            Defended::Surrounded => {
                ids(side).filter(|&cell| self.beside[cell] & !side == 0).fold(0, |set, cell| set | 1 << cell)
            }
        }
    }

    /// The owners after the player who is about to move has played these tiles, seen by the same player.
    pub fn after(&self, owners: Owners, word: u64) -> Owners {
        let taken = word & self.tiles & !self.defended(owners.other);
        Owners { mover: owners.mover | taken, other: owners.other & !taken }
    }

    /// Whether every tile has an owner, which ends the game.
    pub fn is_over(&self, owners: Owners) -> bool {
        (owners.mover | owners.other) & self.tiles == self.tiles
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::Beginnings;

    fn territory(board: &str, defended: Defended) -> Result<(Territory, Owners), TerritoryError> {
        Territory::new(&board.parse().unwrap(), TerritoryParams { defended, beginnings: Beginnings::Refused })
    }

    #[test]
    fn a_surrounded_tile_stays_and_a_side_that_is_open_does_not() {
        let board = "A:theirs B:theirs C:theirs\nD:theirs E:theirs F:theirs\nG:theirs H I";
        let (surrounded, owners) = territory(board, Defended::Surrounded).unwrap();
        // E has H below it, and G has H beside it.
        assert_eq!(surrounded.defended(owners.other), 0b000_001_111);
        let all = surrounded.after(owners, 0b111_111_111);
        assert_eq!((all.mover, all.other, surrounded.is_over(all)), (0b111_110_000, 0b000_001_111, true));
        let (open, owners) = territory(board, Defended::None).unwrap();
        assert_eq!((open.defended(owners.other), open.after(owners, 0b11).mover), (0, 0b11));
    }

    #[test]
    fn an_empty_cell_is_no_open_side() {
        let (territory, owners) = territory("A:mine .\n. B", Defended::Surrounded).unwrap();
        assert_eq!((territory.defended(owners.mover), territory.tiles()), (0b0001, 0b1001));
        assert!(!territory.is_over(owners) && territory.is_over(territory.after(owners, 0b1000)));
        assert_eq!((owners.lead(), owners.swapped().lead()), (1, -1));
    }

    #[test]
    fn boards_without_owners_are_refused() {
        let error = |board: &str| territory(board, Defended::Surrounded).unwrap_err();
        assert!(matches!(error("# layout: columns\nA B\nC D E"), TerritoryError::Columns(_)));
        assert_eq!(error(&"A ".repeat(65)), TerritoryError::TooLarge(65));
        assert_eq!(error("A\nB:mine:theirs"), TerritoryError::TwoOwners(Cell { line: 1, index: 0 }));
    }
}
