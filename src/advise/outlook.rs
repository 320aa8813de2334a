//! What the words of a board can do about its fires: the facts by which boards are valued and reasons are given.

use crate::game::{Engine, MAX_CELLS, State, ids};
use crate::solve::WordPath;

/// The fires of a board, and the words that reach them.
#[derive(Debug, Clone, Copy)]
pub struct Outlook {
    /// The cells that burn.
    pub fires: u64,
    /// The fires that are on the bottom, or only above such fires.
    pub bottom: u64,
    /// The fires that are there in one turn.
    pub next: u64,
    /// For each fire the [turns](Engine::turns_left) until it is on the bottom.
    pub turns: [u8; MAX_CELLS],
    /// For each fire the number of paths that use it.
    pub through: [u32; MAX_CELLS],
    /// The number of paths of words.
    pub paths: u32,
    /// Those of words of five letters and more.
    pub long_paths: u32,
    /// Those that use several fires.
    pub fire_pairs: u32,
    /// Those that use all fires on the bottom.
    pub saving_paths: u32,
    /// The most fires that a path uses.
    pub most: u32,
    /// The most fires on the bottom that a path uses.
    pub most_bottom: u32,
    /// The most fires that are on the bottom in at most one turn, that a path uses.
    pub most_low: u32,
}

impl Outlook {
    /// The outlook of a board with these paths of words.
    pub fn of(engine: &Engine, state: &State, paths: &[WordPath]) -> Outlook {
        let mut outlook = Outlook::of_fires(engine, state);
        let Outlook { fires, bottom, next, .. } = outlook;
        for &WordPath { mask, letters, .. } in paths {
            outlook.paths += 1;
            outlook.long_paths += u32::from(letters >= LONG);
            let used = mask & fires;
            outlook.saving_paths += u32::from(mask & bottom == bottom);
            if used == 0 {
                continue;
            }
            let count = used.count_ones();
            outlook.most = outlook.most.max(count);
            outlook.fire_pairs += u32::from(count > 1);
            outlook.most_bottom = outlook.most_bottom.max((mask & bottom).count_ones());
            outlook.most_low = outlook.most_low.max((mask & (bottom | next)).count_ones());
            ids(used).for_each(|cell| outlook.through[cell] += 1);
        }
        outlook
    }

    /// The fires alone, without any word.
    fn of_fires(engine: &Engine, state: &State) -> Outlook {
        let fires = state.fires();
        let mut outlook = Outlook {
            fires,
            bottom: 0,
            next: 0,
            turns: [0; MAX_CELLS],
            through: [0; MAX_CELLS],
            paths: 0,
            long_paths: 0,
            fire_pairs: 0,
            saving_paths: 0,
            most: 0,
            most_bottom: 0,
            most_low: 0,
        };
        for cell in ids(fires) {
            let turns = engine.turns_left(state, cell);
            outlook.turns[cell] = turns.min(u32::from(u8::MAX)) as u8;
            outlook.bottom |= u64::from(turns == 0) << cell;
            outlook.next |= u64::from(turns == 1) << cell;
        }
        outlook
    }

    /// The fires that no word uses.
    pub fn unreached(&self) -> u64 {
        ids(self.fires).filter(|&cell| self.through[cell] == 0).fold(0, |cells, cell| cells | 1 << cell)
    }
}

/// The letters from which on a word is long; it brings a gem in most games.
const LONG: u32 = 5;
