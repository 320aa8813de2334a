//! Players: simple rules of thumb, and the search.

use super::candidates::TilePoints;
use super::search::{Adviser, Budget};
use crate::game::{State, ids};
use crate::solve::WordPath;
use std::fmt;

/// How a simulated player chooses its words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Policy {
    /// The longest word, then by score.
    Longest,
    /// The highest score.
    Score,
    /// The most fire tiles, then the longest.
    FireLongest,
    /// The most fire tiles, then the highest score.
    FireScore,
    /// Fires by how near they are to the bottom, and no fire left that no word reaches.
    Reach,
    /// The [search](Adviser::decide).
    Survive,
}

/// The error of an unknown policy.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected a policy, found `{0}`: name one of {names}", names = Policy::ALL.map(Policy::name).join(", "))]
pub struct UnknownPolicy(pub String);

/// What a player does.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Move {
    /// Plays a word.
    Word {
        /// The word and its cells.
        path: WordPath,
        /// Its points.
        score: u32,
    },
    /// Scrambles.
    Scramble,
}

/// The words that [`Policy::Reach`] examines at most.
const REACHED: usize = 24;

/// The points in units of a typical word's that one fire on the bottom row is worth to [`Policy::Reach`], a used and an
/// unreached one; further up they are worth less.
const REACH_USED: f64 = 40.0;
const REACH_LEFT: f64 = 60.0;

impl Policy {
    /// Every policy.
    pub const ALL: [Policy; 6] =
        [Policy::Longest, Policy::Score, Policy::FireLongest, Policy::FireScore, Policy::Reach, Policy::Survive];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Policy::Longest => "longest",
            Policy::Score => "score",
            Policy::FireLongest => "fire-longest",
            Policy::FireScore => "fire-score",
            Policy::Reach => "reach",
            Policy::Survive => "survive",
        }
    }

    /// The move of a player on this board; the budget and the seed are those of the search.
    pub fn choose(self, adviser: &mut Adviser<'_>, state: &State, level: u32, budget: Budget<'_>, seed: u64) -> Move {
        if self == Policy::Survive {
            let decision = adviser.decide(state, level, budget, seed);
            return match decision.choices.first() {
                Some(best) if !decision.scramble => Move::Word { path: best.path, score: best.score },
                _ if decision.scramble => Move::Scramble,
                _ => adviser.losing_move(state, level),
            };
        }
        let scoring = adviser.engine.params().rules.clone().at_level(level).scoring;
        let points = TilePoints::of(state, &scoring);
        let fires = state.fires();
        let paths = adviser.paths(state).to_vec();
        let scored = |path: &WordPath| (points.score(path, &scoring), *path);
        let used = |path: &WordPath| (path.mask & fires).count_ones();
        let words = paths.iter().map(scored);
        let best = match self {
            Policy::Longest => words.max_by_key(|(score, path)| (path.letters, *score, path.mask)),
            Policy::Score => words.max_by_key(|(score, path)| (*score, path.letters, path.mask)),
            Policy::FireLongest => words.max_by_key(|(score, path)| (used(path), path.letters, *score, path.mask)),
            Policy::FireScore => words.max_by_key(|(score, path)| (used(path), *score, path.letters, path.mask)),
            Policy::Reach => reach(adviser, state, level, words.collect()),
            Policy::Survive => unreachable!("the search was asked above"),
        };
        best.map_or(Move::Scramble, |(score, path)| Move::Word { path, score })
    }
}

/// The word of [`Policy::Reach`].
fn reach(adviser: &mut Adviser<'_>, state: &State, level: u32, words: Vec<(u32, WordPath)>) -> Option<(u32, WordPath)> {
    let rows_above_bottom = |cell: usize| {
        let shape = &adviser.engine.params().shape;
        shape.cell(cell).map_or(0, |at| shape.lengths()[at.line] - 1 - at.index)
    };
    let rows: Vec<usize> = (0..adviser.engine.params().shape.len()).map(rows_above_bottom).collect();
    let near = |cell: usize| 1.0 / (1.0 + rows[cell] as f64);
    let worth = |&(score, path): &(u32, WordPath)| {
        let used = path.mask & state.fires();
        let bottom = (used & adviser.engine.bottoms()).count_ones();
        let fires: f64 = ids(used).map(|cell| REACH_USED * near(cell)).sum();
        f64::from(score) / (10.0 * (f64::from(level) + 15.0)) + 1e9 * f64::from(bottom) + fires
    };
    let mut ranked: Vec<(f64, (u32, WordPath))> = words.into_iter().map(|word| (worth(&word), word)).collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.1.cmp(&b.1.1)));
    ranked.truncate(REACHED);
    let mut left = |path: &WordPath| -> f64 {
        let Some(fallen) = adviser.engine.after_word(state, path.mask) else { return 1e12 };
        let unreached = adviser.outlook(&fallen.state).unreached();
        ids(unreached).map(|cell| REACH_LEFT * near(cell)).sum()
    };
    let valued: Vec<(f64, (u32, WordPath))> =
        ranked.into_iter().map(|(worth, word)| (worth - left(&word.1), word)).collect();
    valued.into_iter().reduce(|best, other| if other.0 > best.0 { other } else { best }).map(|(_, word)| word)
}

impl Adviser<'_> {
    /// Where every move loses the game: the word with the most points, or a scramble where there is none.
    fn losing_move(&mut self, state: &State, level: u32) -> Move {
        Policy::Score.choose(self, state, level, Budget::solves(1), 0)
    }
}

impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl std::str::FromStr for Policy {
    type Err = UnknownPolicy;

    fn from_str(name: &str) -> Result<Policy, UnknownPolicy> {
        let known = Policy::ALL.into_iter().find(|policy| policy.name() == name.trim().to_lowercase());
        known.ok_or_else(|| UnknownPolicy(name.to_string()))
    }
}
