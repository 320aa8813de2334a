//! What the words of a board can do about its fires: the facts by which boards are valued and reasons are given.

use crate::board::TileKind;
use crate::game::{Engine, MAX_CELLS, State, ids};
use crate::solve::WordPath;

/// The fires of a board, and the words that reach them.
#[derive(Debug, Clone, Copy)]
pub struct Outlook {
    /// The cells that burn.
    pub fires: u64,
    /// The fires on the bottom: the next word has to use them.
    pub bottom: u64,
    /// The fires that are there in one turn.
    pub next: u64,
    /// For each fire the [turns](Engine::deadlines) until it is on the bottom.
    pub turns: [u8; MAX_CELLS],
    /// For each fire the number of paths that use it.
    pub through: [u32; MAX_CELLS],
    /// The number of paths of words.
    pub paths: u32,
    /// Those of words of five letters and more.
    pub long_paths: u32,
    /// Those that use three fires or more.
    pub triples: u32,
    /// Those that use all fires on the bottom.
    pub saving_paths: u32,
    /// The most fires that a path uses.
    pub most: u32,
    /// The most fires on the bottom that a path uses.
    pub most_bottom: u32,
    /// The most fires that are on the bottom in at most one turn, that a path uses.
    pub most_low: u32,
    /// How much fire the best path uses of those that use all fires on the bottom, each fire by how near
    /// it is to the bottom: 1 on it, 1/2 a turn above it.
    pub relief: f32,
    /// The turns that all gems resist.
    pub gems: u32,
}

/// How near a fire is to the bottom: 1 on it, 1/2 a turn above it.
fn nearness(turns: u8) -> f32 {
    (1.0 + f32::from(turns)).recip()
}

impl Outlook {
    /// The outlook of a board with these paths of words.
    pub fn of(engine: &Engine, state: &State, paths: &[WordPath]) -> Outlook {
        let mut outlook = Outlook::of_fires(engine, state);
        let Outlook { fires, bottom, next, .. } = outlook;
        let near = outlook.turns.map(nearness);
        for &WordPath { mask, letters, .. } in paths {
            outlook.paths += 1;
            outlook.long_paths += u32::from(letters >= LONG);
            let used = mask & fires;
            let saves = mask & bottom == bottom;
            outlook.saving_paths += u32::from(saves);
            if used == 0 {
                continue;
            }
            let count = used.count_ones();
            outlook.most = outlook.most.max(count);
            outlook.triples += u32::from(count > 2);
            outlook.most_bottom = outlook.most_bottom.max((mask & bottom).count_ones());
            outlook.most_low = outlook.most_low.max((mask & (bottom | next)).count_ones());
            let mut relief = 0.0;
            for cell in ids(used) {
                outlook.through[cell] += 1;
                relief += near[cell];
            }
            if saves {
                outlook.relief = outlook.relief.max(relief);
            }
        }
        outlook
    }

    /// The fires alone, without any word.
    pub(super) fn of_fires(engine: &Engine, state: &State) -> Outlook {
        let fires = state.fires();
        let resistance = &engine.params().fire.resistance;
        let mut outlook = Outlook {
            fires,
            bottom: 0,
            next: 0,
            turns: [0; MAX_CELLS],
            through: [0; MAX_CELLS],
            paths: 0,
            long_paths: 0,
            triples: 0,
            saving_paths: 0,
            most: 0,
            most_bottom: 0,
            most_low: 0,
            relief: 0.0,
            gems: GEMS.iter().map(|&gem| state.cells_of(gem).count_ones() * u32::from(resistance.of(gem))).sum(),
        };
        engine.deadlines(state, |cell, turns| {
            outlook.turns[cell] = turns.min(u32::from(u8::MAX)) as u8;
            outlook.bottom |= u64::from(turns == 0) << cell;
            outlook.next |= u64::from(turns == 1) << cell;
        });
        outlook
    }

    /// The number of fires on the bottom that the best word leaves.
    pub fn stranded(&self) -> u32 {
        self.bottom.count_ones() - self.most_bottom
    }

    /// The fires that no word uses.
    pub fn unreached(&self) -> u64 {
        ids(self.fires).filter(|&cell| self.through[cell] == 0).fold(0, |cells, cell| cells | 1 << cell)
    }
}

/// The tiles that resist fire.
const GEMS: [TileKind; 4] = [TileKind::Green, TileKind::Gold, TileKind::Sapphire, TileKind::Diamond];

/// The letters from which on a word is long; it brings a gem in most games.
const LONG: u32 = 5;
