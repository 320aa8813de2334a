//! Whole games of a simulated player, and what many of them say.

use super::policy::{Move, Policy};
use super::search::{Adviser, Budget};
use crate::game::State;
use crate::roll::Roller;
use std::fmt;

/// Where a game goes on without end, or a player only scrambles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The words after which a game ends unfinished.
    pub words: u32,
    /// The level of all words; `None` for the level that the score reaches.
    pub level: Option<u32>,
}

/// A finished game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GameResult {
    /// The game's seed.
    pub seed: u64,
    /// The words that were survived.
    pub words: u32,
    /// The points.
    pub score: u64,
    /// The level at the end.
    pub level: u32,
    /// The scrambles.
    pub scrambles: u32,
    /// Whether the limit ended it.
    pub capped: bool,
}

/// A move of a game, for a replay.
pub struct Turn<'a> {
    /// The board before it.
    pub state: &'a State,
    /// The move.
    pub played: Move,
    /// The score before it.
    pub score: u64,
    /// The level.
    pub level: u32,
}

/// The scrambles in a row after which a game counts as lost: no word can be played.
const MOST_SCRAMBLES: u32 = 12;

/// Plays a game. The seed gives the tiles; the same one gives the same first board to every policy.
pub fn play(
    adviser: &mut Adviser<'_>,
    policy: Policy,
    solves: usize,
    seed: u64,
    limits: Limits,
    mut watch: impl FnMut(&Turn<'_>),
) -> GameResult {
    let mut roller = Roller::new(seed);
    let mut state = adviser.engine.new_state(&mut roller);
    let mut result = GameResult { seed, words: 0, score: 0, level: 1, scrambles: 0, capped: false };
    let mut in_a_row = 0;
    let mut moves: u64 = 0;
    loop {
        let level = limits.level.unwrap_or_else(|| adviser.engine.params().level(result.score));
        result.level = level;
        if result.words >= limits.words {
            result.capped = true;
            return result;
        }
        moves += 1;
        let played = policy.choose(adviser, &state, level, Budget::solves(solves), seed.rotate_left(32) ^ moves);
        watch(&Turn { state: &state, played, score: result.score, level });
        let engine = &adviser.engine;
        let next = match played {
            Move::Word { path, score } => {
                in_a_row = 0;
                engine.after_word(&state, path.mask).map(|fallen| {
                    result.words += 1;
                    result.score = (result.score + u64::from(score)).min(engine.params().score_limit);
                    let level = limits.level.unwrap_or_else(|| engine.params().level(result.score));
                    engine.refill(&fallen, path.letters as usize, level, &mut roller)
                })
            }
            Move::Scramble => {
                in_a_row += 1;
                result.scrambles += 1;
                result.score = result.score.saturating_sub(engine.params().scramble.points);
                engine.scramble(&state, &mut roller).filter(|_| in_a_row <= MOST_SCRAMBLES)
            }
        };
        match next {
            Some(next) => state = next,
            None => return result,
        }
    }
}

/// What many games of one player say.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Summary {
    /// The number of games.
    pub games: usize,
    /// The words survived.
    pub words: WordsSummary,
    /// The median of the points.
    pub score_median: u64,
    /// The geometric mean of the points.
    pub score_geometric_mean: f64,
    /// The points of a word, over all games.
    pub score_per_word: f64,
    /// The games that the limit ended.
    pub capped: usize,
    /// The scrambles in a hundred words.
    pub scrambles_per_100: f64,
}

/// The words survived in many games.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WordsSummary {
    /// The geometric mean: that of the words and one, less one.
    pub geometric_mean: f64,
    /// The lower end of its 95% interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The median.
    pub median: u32,
    /// A tenth of the games ends with fewer words.
    pub p10: u32,
}

impl Summary {
    /// The summary of these games; `None` without any.
    pub fn of(games: &[GameResult]) -> Option<Summary> {
        let mut words: Vec<u32> = games.iter().map(|game| game.words).collect();
        let mut scores: Vec<u64> = games.iter().map(|game| game.score).collect();
        words.sort_unstable();
        scores.sort_unstable();
        let logs: Vec<f64> = words.iter().map(|&words| (f64::from(words) + 1.0).ln()).collect();
        let Mean { mean, half } = Mean::of(&logs)?;
        let all_words: f64 = words.iter().map(|&words| f64::from(words)).sum();
        let all_points: f64 = scores.iter().map(|&score| score as f64).sum();
        let score_logs: Vec<f64> = scores.iter().map(|&score| (score as f64 + 1.0).ln()).collect();
        let scrambles: f64 = games.iter().map(|game| f64::from(game.scrambles)).sum();
        Some(Summary {
            games: games.len(),
            words: WordsSummary {
                geometric_mean: mean.exp() - 1.0,
                low: (mean - half).exp() - 1.0,
                high: (mean + half).exp() - 1.0,
                median: words[games.len() / 2],
                p10: words[games.len() / 10],
            },
            score_median: scores[games.len() / 2],
            score_geometric_mean: Mean::of(&score_logs)?.mean.exp() - 1.0,
            score_per_word: all_points / all_words.max(1.0),
            capped: games.iter().filter(|game| game.capped).count(),
            scrambles_per_100: 100.0 * scrambles / all_words.max(1.0),
        })
    }
}

/// How many times longer one player lives than another on the same seeds: the ratio of the geometric means, with the bounds of
/// its 95% interval. `None` without a common seed.
pub fn paired_ratio(games: &[GameResult], others: &[GameResult], of: impl Fn(&GameResult) -> f64) -> Option<Ratio> {
    let pairs = games.iter().filter_map(|game| Some((game, others.iter().find(|other| other.seed == game.seed)?)));
    let logs: Vec<f64> = pairs.map(|(game, other)| ((of(game) + 1.0) / (of(other) + 1.0)).ln()).collect();
    let Mean { mean, half } = Mean::of(&logs)?;
    Some(Ratio { ratio: mean.exp(), low: (mean - half).exp(), high: (mean + half).exp() })
}

/// A ratio of geometric means with its 95% interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ratio {
    /// The ratio.
    pub ratio: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// A mean with its 95% interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// Half the width of the interval, by the normal distribution.
    pub half: f64,
}

/// The 97.5% quantile of the normal distribution.
pub const NORMAL_QUANTILE: f64 = 1.96;

impl Mean {
    /// The mean of these values; `None` without any.
    pub fn of(values: &[f64]) -> Option<Mean> {
        let n = values.len() as f64;
        let mean = (!values.is_empty()).then(|| values.iter().sum::<f64>() / n)?;
        let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
        Some(Mean { mean, half: NORMAL_QUANTILE * (variance / n).sqrt() })
    }
}

impl fmt::Display for Mean {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = if self.mean.abs() < 100.0 { 2 } else { 0 };
        let (low, high) = (self.mean - self.half, self.mean + self.half);
        write!(f, "{:.digits$} ({low:.digits$} to {high:.digits$})", self.mean)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_shrinks_with_the_number() {
        assert_eq!(Mean::of(&[]), None);
        let few = Mean::of(&[1.0, 3.0]).unwrap();
        let many = Mean::of(&[1.0, 3.0, 1.0, 3.0, 1.0, 3.0]).unwrap();
        assert!(few.mean == 2.0 && many.mean == 2.0 && many.half < few.half);
        assert_eq!(Mean { mean: 2.0, half: 0.5 }.to_string(), "2.00 (1.50 to 2.50)");
    }
}
