//! The numbers that a game goes by, each with a name. Those that nobody has published say `[?]`, and are a
//! choice of this program, open to be changed.

use crate::board::TileKind;
use crate::roll::Dice;
use crate::solve::Rules;

/// What decides how a game goes, besides its seed and its player.
///
/// ```
/// use hexlex::play::Numbers;
///
/// let mut numbers = Numbers::default();
/// numbers.fire.always = 500; // every field may be changed
/// assert!(numbers.fires(1, 3) > numbers.fires(1, 5), "short words are punished");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Numbers {
    /// Which words count, and what they pay on the first level.
    pub rules: Rules,
    /// The letters that fall. [?]
    pub letters: Dice,
    /// The gem for a word of so many letters, the fewest first; one source tells it of the mobile version.
    pub gems: Vec<(usize, TileKind)>,
    /// How often tiles burn.
    pub fire: Fire,
    /// The points that the second level takes; each further one takes as many more than the one before. [?]
    pub level_points: u64,
}

/// How many of the tiles that fall after a word burn, in thousandths: 1,500 are one, and every other time two.
///
/// That short words and higher levels bring more is agreed; the numbers are all [?].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fire {
    /// After any word.
    pub always: u32,
    /// More after words of 3 letters or fewer, of 4, and of 5.
    pub short: [u32; 3],
    /// More for each level after the first.
    pub level: u32,
    /// Tiles that a scramble sets on fire. [?]
    pub scramble: usize,
}

impl Numbers {
    /// The numbers of a game with these words and scores.
    pub fn new(rules: Rules) -> Numbers {
        use TileKind::{Diamond, Gold, Green, Sapphire};
        Numbers {
            rules,
            letters: Dice::ENGLISH,
            gems: vec![(5, Green), (6, Gold), (7, Sapphire), (8, Diamond)],
            fire: Fire { always: 40, short: [220, 80, 20], level: 25, scramble: 3 },
            level_points: 4_000,
        }
    }

    /// How many tiles burn after a word of so many letters on this level, in thousandths.
    pub fn fires(&self, level: u32, letters: usize) -> u32 {
        let Fire { always, short, level: each, .. } = &self.fire;
        let punished = short.get(letters.saturating_sub(3)).copied().unwrap_or(0);
        always.saturating_add(punished).saturating_add(each.saturating_mul(level.saturating_sub(1)))
    }

    /// The gem for a word of so many letters.
    pub fn gem(&self, letters: usize) -> Option<TileKind> {
        self.gems.iter().rev().find(|(least, _)| letters >= *least).map(|(_, gem)| *gem)
    }

    /// The level that so many points are on, from 1.
    pub fn level(&self, points: u64) -> u32 {
        // Level n + 1 begins at n (n + 1) / 2 times the points of the second one.
        let steps = points / self.level_points.max(1);
        let reached = ((steps.saturating_mul(8).saturating_add(1)).isqrt() - 1) / 2;
        u32::try_from(reached + 1).unwrap_or(u32::MAX)
    }

    /// How many fires above it a tile withstands before one destroys it (two sources; the last two are [?]).
    pub(super) fn withstands(kind: TileKind) -> u8 {
        match kind {
            TileKind::Normal | TileKind::Fire => 0,
            TileKind::Green => 2,
            TileKind::Gold => 3,
            TileKind::Sapphire => 4,
            TileKind::Diamond => 5,
        }
    }
}

impl Default for Numbers {
    /// Bookworm Deluxe's words and scores.
    fn default() -> Numbers {
        Numbers::new(Rules::deluxe())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_take_more_points_each() {
        let numbers = Numbers { level_points: 100, ..Numbers::default() };
        let levels = [(0, 1), (99, 1), (100, 2), (299, 2), (300, 3), (599, 3), (600, 4)];
        assert!(levels.iter().all(|&(points, level)| numbers.level(points) == level));
        assert!(Numbers { level_points: 0, ..numbers.clone() }.level(u64::MAX) > 1);
    }

    #[test]
    fn longer_words_bring_better_gems() {
        let gems: Vec<_> = (3..=9).map(|letters| Numbers::default().gem(letters)).collect();
        use TileKind::{Diamond, Gold, Green, Sapphire};
        assert_eq!(gems, [None, None, Some(Green), Some(Gold), Some(Sapphire), Some(Diamond), Some(Diamond)]);
    }

    #[test]
    fn higher_levels_burn_more() {
        let numbers = Numbers::default();
        assert!(numbers.fires(2, 4) > numbers.fires(1, 4) && numbers.fires(1, 0) == numbers.fires(1, 3));
    }
}
