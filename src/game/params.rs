//! The numbers that decide how a game goes. "Assumed" marks a number without a published source: it is chosen by hand.

use crate::board::{Shape, TileKind};
use crate::roll::Dice;
use crate::solve::Rules;

/// What decides how a game goes, besides its seed and its player.
///
/// ```
/// use hexlex::game::GameParams;
///
/// let mut params = GameParams::default();
/// params.fire.base = 500; // every field may be changed
/// assert!(params.fire_rate(1, 3) > params.fire_rate(1, 5), "short words are punished");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameParams {
    /// The cells and which of them touch.
    pub shape: Shape,
    /// What a word does to the board.
    pub refill: Refill,
    /// Which words count, and their points on the first level.
    pub rules: Rules,
    /// The letters of new tiles. Assumed.
    pub letters: Dice,
    /// Minimum word length and the gem that such a word adds, in ascending order. From one source, about the mobile
    /// version.
    pub gems: Vec<(usize, TileKind)>,
    /// How many of the new tiles burn.
    pub fire: FireParams,
    /// Points from the first level to the second. Each further level takes this number more than the one before.
    /// Assumed. Smaller values raise the level, and with it the points and the fire, sooner.
    pub level_points: u64,
}

/// What a word does to the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refill {
    /// Its tiles vanish, those above fall, new ones fill the columns. For shapes whose lines are columns.
    Fall,
    /// Nothing, as in Boggle: a word counts once.
    Stay,
}

/// How many of the new tiles after a word burn. Rates are in thousandths of a tile: 1,500 is one tile, and a second one
/// every other time. Larger rates end games sooner.
///
/// Sources agree that short words and higher levels add more fire. All numbers are assumed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FireParams {
    /// Rate after any word.
    pub base: u32,
    /// Added after words of 3 letters or fewer, of 4, and of 5.
    pub short_words: [u32; 3],
    /// Added for each level after the first.
    pub per_level: u32,
    /// Tiles that a scramble sets on fire.
    pub scramble: usize,
}

impl GameParams {
    /// A game of falling tiles on Bookworm's board, with these rules.
    pub fn new(rules: Rules) -> GameParams {
        use TileKind::{Diamond, Gold, Green, Sapphire};
        GameParams {
            shape: Shape::bookworm(),
            refill: Refill::Fall,
            rules,
            letters: Dice::ENGLISH,
            gems: vec![(5, Green), (6, Gold), (7, Sapphire), (8, Diamond)],
            fire: FireParams { base: 40, short_words: [220, 80, 20], per_level: 25, scramble: 3 },
            level_points: 4_000,
        }
    }

    /// A game on cubes that stay where they are, without gems and fire, with these rules. The level is only a measure
    /// of progress.
    ///
    /// ```
    /// use hexlex::{game::{Game, GameParams}, solve::Rules};
    /// let game = Game::new(GameParams::cubes(Rules::boggle()), 7);
    /// assert_eq!(game.board().shape().to_string(), "4x4");
    /// ```
    pub fn cubes(rules: Rules) -> GameParams {
        GameParams {
            shape: Dice::NEW.shape(),
            refill: Refill::Stay,
            letters: Dice::NEW,
            gems: Vec::new(),
            fire: FireParams { base: 0, short_words: [0; 3], per_level: 0, scramble: 0 },
            level_points: 10,
            rules,
        }
    }

    /// The mean number of new burning tiles after a word of this length on this level, in thousandths.
    pub fn fire_rate(&self, level: u32, letters: usize) -> u32 {
        let FireParams { base, short_words, per_level, .. } = &self.fire;
        let for_length = short_words.get(letters.saturating_sub(3)).copied().unwrap_or(0);
        base.saturating_add(for_length).saturating_add(per_level.saturating_mul(level.saturating_sub(1)))
    }

    /// The gem that a word of this length adds.
    pub fn gem(&self, letters: usize) -> Option<TileKind> {
        self.gems.iter().rev().find(|(least, _)| letters >= *least).map(|(_, gem)| *gem)
    }

    /// The score at which this level begins.
    pub fn level_start(&self, level: u32) -> u64 {
        let before = u64::from(level.saturating_sub(1));
        (before * (before + 1) / 2).saturating_mul(self.level_points.max(1))
    }

    /// The level at this score, from 1.
    pub fn level(&self, points: u64) -> u32 {
        // Level n + 1 begins at n (n + 1) / 2 times the points of the second one.
        let steps = points / self.level_points.max(1);
        let reached = ((steps.saturating_mul(8).saturating_add(1)).isqrt() - 1) / 2;
        u32::try_from(reached + 1).unwrap_or(u32::MAX)
    }

    /// The number of turns that a tile of this kind survives below a fire. Two sources for green and gold; sapphire and
    /// diamond are assumed.
    pub(super) fn fire_resistance(kind: TileKind) -> u8 {
        match kind {
            TileKind::Normal | TileKind::Fire => 0,
            TileKind::Green => 2,
            TileKind::Gold => 3,
            TileKind::Sapphire => 4,
            TileKind::Diamond => 5,
        }
    }
}

impl Default for GameParams {
    /// The rules of Bookworm Deluxe.
    fn default() -> GameParams {
        GameParams::new(Rules::deluxe())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_level_takes_more_points() {
        let params = GameParams { level_points: 100, ..GameParams::default() };
        let levels = [(0, 1), (99, 1), (100, 2), (299, 2), (300, 3), (599, 3), (600, 4)];
        assert!(levels.iter().all(|&(points, level)| params.level(points) == level));
        assert_eq!([1, 2, 3, 4].map(|level| params.level_start(level)), [0, 100, 300, 600]);
        assert!(GameParams { level_points: 0, ..params.clone() }.level(u64::MAX) > 1);
    }

    #[test]
    fn longer_words_add_better_gems() {
        let gems: Vec<_> = (3..=9).map(|letters| GameParams::default().gem(letters)).collect();
        use TileKind::{Diamond, Gold, Green, Sapphire};
        assert_eq!(gems, [None, None, Some(Green), Some(Gold), Some(Sapphire), Some(Diamond), Some(Diamond)]);
    }

    #[test]
    fn higher_levels_add_more_fire() {
        let params = GameParams::default();
        assert!(params.fire_rate(2, 4) > params.fire_rate(1, 4) && params.fire_rate(1, 0) == params.fire_rate(1, 3));
    }
}
