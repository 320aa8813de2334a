//! The tiles on which the next turns depend: fires that must be used, and gems that hold a fire up.

use crate::board::{Board, Cell, TileKind};
use crate::game::{Engine, GameParams, MAX_CELLS, State, ids};

/// Why the next turns depend on a tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CriticalReason {
    /// A fire on the bottom: the next word has to use it.
    UseNow,
    /// A fire that is on the bottom in one turn.
    UseNext,
    /// A gem right below a fire, which it holds up for this number of turns.
    Holds(u32),
}

/// A tile on which the next turns depend.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CriticalTile {
    /// Where it is.
    pub cell: Cell,
    /// Why.
    pub reason: CriticalReason,
}

/// The tiles of a board on which the next turns depend in a game with these parameters; none where tiles do not fall.
pub fn critical_tiles(board: &Board, params: &GameParams) -> Vec<CriticalTile> {
    let shape = board.shape();
    let params = GameParams { shape: shape.clone(), ..params.clone() };
    let engine = Engine::new(params).filter(|_| shape.len() <= MAX_CELLS);
    let (Some(engine), Some(state)) = (engine, State::of_board(board)) else { return Vec::new() };
    let at = |id: usize, reason| shape.cell(id).map(|cell| CriticalTile { cell, reason });
    let mut tiles = Vec::new();
    let mut deadlines = [0; MAX_CELLS];
    engine.deadlines(&state, |fire, turns| deadlines[fire] = turns);
    for fire in ids(state.fires()) {
        if deadlines[fire] == 0 {
            tiles.extend(at(fire, CriticalReason::UseNow));
            continue;
        }
        tiles.extend((deadlines[fire] == 1).then(|| at(fire, CriticalReason::UseNext)).flatten());
        let turns = engine.turns_left(&state, fire);
        let below = fire + 1;
        if !matches!(state.kind(below), TileKind::Normal | TileKind::Fire) {
            let under_gem = engine.turns_left(&state, below);
            tiles.extend(at(below, CriticalReason::Holds(turns.saturating_sub(under_gem))));
        }
    }
    tiles
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::BuiltIn;

    #[test]
    fn fires_near_the_bottom_and_gems_below_fires_matter() {
        let text = "# layout: columns\nA:fire B:gold C\nD E:gold F:fire G\nH I J:fire\n";
        let found = critical_tiles(&text.parse().unwrap(), &BuiltIn::Deluxe.profile().game);
        let tile = |line, index, reason| CriticalTile { cell: Cell { line, index }, reason };
        // A gold tile resists three turns, and burns in the fourth.
        let expected = [
            tile(0, 1, CriticalReason::Holds(4)),
            tile(1, 2, CriticalReason::UseNext),
            tile(2, 2, CriticalReason::UseNow),
        ];
        assert_eq!(found, expected);
        assert!(critical_tiles(&"A:fire B\nC D\n".parse().unwrap(), &BuiltIn::Deluxe.profile().game).is_empty());
    }
}
