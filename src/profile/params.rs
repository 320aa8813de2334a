//! The numbers that decide how a game goes. Their values and sources are in the files of the profiles.

use super::{BuiltIn, CollapseParams, Profile, Rules, TerritoryParams};
use crate::board::{Shape, TileKind};
use crate::roll::Dice;

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
    /// The letters of new tiles.
    pub letters: Dice,
    /// Minimum word length and the gem that such a word adds, in ascending order.
    pub gems: Vec<(usize, TileKind)>,
    /// The gems that come among the new tiles; others replace a tile anywhere.
    pub gems_among_new: Vec<TileKind>,
    /// How many of the new tiles burn, and how fire goes on.
    pub fire: FireParams,
    /// What a scramble does.
    pub scramble: ScrambleParams,
    /// Points from the first level to the second. Each further level takes this number more than the one before. Smaller
    /// values raise the level, and with it the points and the fire, sooner.
    pub level_points: u64,
    /// The score at which the count ends.
    pub score_limit: u64,
}

/// What a word does to the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refill {
    /// Its tiles vanish, those above fall, new ones fill the columns. For shapes whose lines are columns.
    Fall,
    /// Nothing, as in Boggle: a word counts once.
    Stay,
    /// Its tiles vanish, those above fall straight down, no new ones come. For shapes whose lines are rows.
    Collapse(CollapseParams),
    /// Its tiles become the player's; a word counts once.
    Own(TerritoryParams),
}

impl Refill {
    /// Whether the tiles stay where they are, so that a word counts once.
    pub fn stays(self) -> bool {
        matches!(self, Refill::Stay | Refill::Own(_))
    }
}

/// How many of the new tiles after a word burn. Rates are in thousandths of a tile: 1,500 is one tile, and a second one
/// every other time. Larger rates end games sooner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FireParams {
    /// Rate after any word.
    pub base: u32,
    /// Added after words of 3 letters or fewer, of 4, and of 5.
    pub short_words: [u32; 3],
    /// Added for each level after the first.
    pub per_level: u32,
    /// The most that levels add.
    pub most_from_level: u32,
    /// Added after several short words in a row.
    pub run: FireRun,
    /// Tiles that a scramble sets on fire.
    pub scramble: usize,
    /// Whether fire burns before or after the tiles fall.
    pub burns: BurnOrder,
    /// The turns that gems resist.
    pub resistance: Resistance,
}

/// Fire after several short words in a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FireRun {
    /// The most letters of a short word.
    pub letters: u32,
    /// The words in a row that bring no more fire; each further one does.
    pub words: u32,
    /// Rate, in thousandths.
    pub rate: u32,
}

/// When fire burns the tile below it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BurnOrder {
    /// After the tiles have fallen: a fire above a used tile falls and burns the tile on which it lands.
    AfterFall,
    /// Before the tiles fall: a fire above a used tile burns nothing.
    BeforeFall,
}

/// The turns that each gem resists a fire above it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Resistance {
    /// Of a green tile.
    pub green: u8,
    /// Of a gold tile.
    pub gold: u8,
    /// Of a sapphire.
    pub sapphire: u8,
    /// Of a diamond.
    pub diamond: u8,
}

impl Resistance {
    /// The turns that a tile of this kind resists.
    pub fn of(&self, kind: TileKind) -> u8 {
        match kind {
            TileKind::Normal | TileKind::Fire => 0,
            TileKind::Green => self.green,
            TileKind::Gold => self.gold,
            TileKind::Sapphire => self.sapphire,
            TileKind::Diamond => self.diamond,
        }
    }
}

/// What a scramble does, besides setting tiles on fire ([`FireParams::scramble`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScrambleParams {
    /// Whether fire burns on.
    pub turn: ScrambleTurn,
    /// What becomes of the tiles that do not burn.
    pub tiles: ScrambleTiles,
    /// The points that it takes off the score.
    pub points: u64,
}

/// Whether a scramble is a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScrambleTurn {
    /// No: fire stays where it is.
    Free,
    /// Yes: fire burns down first, and a fire on the bottom ends the game.
    Turn,
}

/// What a scramble does to the tiles that do not burn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScrambleTiles {
    /// They change places.
    Shuffle,
    /// They become plain tiles with new letters.
    Reroll,
}

impl ScrambleParams {
    /// A scramble that costs neither a turn nor points.
    pub(super) fn free() -> ScrambleParams {
        ScrambleParams { turn: ScrambleTurn::Free, tiles: ScrambleTiles::Shuffle, points: 0 }
    }
}

impl FireParams {
    /// No fire at all.
    pub(super) fn none() -> FireParams {
        FireParams {
            base: 0,
            short_words: [0; 3],
            per_level: 0,
            most_from_level: 0,
            run: FireRun { letters: 0, words: 0, rate: 0 },
            scramble: 0,
            burns: BurnOrder::AfterFall,
            resistance: Resistance::default(),
        }
    }

    /// The same with every rate of new fire multiplied.
    #[must_use]
    pub fn times(mut self, factor: f64) -> FireParams {
        let times = |rate: &mut u32| *rate = (f64::from(*rate) * factor).round() as u32;
        self.short_words.iter_mut().for_each(times);
        [&mut self.base, &mut self.per_level, &mut self.most_from_level, &mut self.run.rate]
            .into_iter()
            .for_each(times);
        self
    }

    /// The same with this rate on every level; short words still add theirs.
    #[must_use]
    pub fn at_rate(self, thousandths: u32) -> FireParams {
        FireParams { base: thousandths, per_level: 0, ..self }
    }
}

impl GameParams {
    /// The points of a level in a game without levels: the level is only a measure of progress.
    pub(super) const NO_LEVELS: u64 = 10;

    /// The game of a profile.
    pub fn of(profile: &Profile) -> GameParams {
        profile.game.clone()
    }

    /// Bookworm Deluxe's game with these rules.
    pub fn new(rules: Rules) -> GameParams {
        GameParams { rules, ..GameParams::default() }
    }

    /// Boggle's game with these rules: cubes that stay where they are, without gems and fire.
    ///
    /// ```
    /// use hexlex::{game::{Game, GameParams}, solve::Rules};
    /// let game = Game::new(GameParams::cubes(Rules::boggle()), 7);
    /// assert_eq!(game.board().shape().to_string(), "4x4");
    /// ```
    pub fn cubes(rules: Rules) -> GameParams {
        GameParams { rules, ..GameParams::of(BuiltIn::Boggle.profile()) }
    }

    /// The mean number of new burning tiles after a word of this length on this level, in thousandths.
    pub fn fire_rate(&self, level: u32, letters: usize) -> u32 {
        let FireParams { base, short_words, per_level, most_from_level, .. } = &self.fire;
        let for_length = short_words.get(letters.saturating_sub(3)).copied().unwrap_or(0);
        let for_level = per_level.saturating_mul(level.saturating_sub(1)).min(*most_from_level);
        base.saturating_add(for_length).saturating_add(for_level)
    }

    /// The rate of fire after the last of this number of short words in a row, in thousandths, besides
    /// [`fire_rate`](GameParams::fire_rate).
    pub fn run_rate(&self, short_words: u32) -> u32 {
        if short_words > self.fire.run.words { self.fire.run.rate } else { 0 }
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
}

impl Default for GameParams {
    /// The rules of Bookworm Deluxe.
    fn default() -> GameParams {
        GameParams::of(BuiltIn::Deluxe.profile())
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
