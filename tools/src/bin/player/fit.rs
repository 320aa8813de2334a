//! Weights of a board's value by the cross-entropy method (Rubinstein and Kroese, *The cross-entropy method*, 2004): weights are
//! drawn from a normal distribution, which moves to the best of them, round after round.

use crate::games::{self, Rules};
use crate::{Fit, Games, read};
use anyhow::{Context, Result};
use hexlex::advise::{GameResult, SearchParams, Value, WEIGHTS, paired_ratio};
use hexlex_tools::outln;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::ops::Range;

/// Candidates of a round, and how many of them the distribution moves to. More: rounds take longer, and are less bound by luck.
const CANDIDATES: usize = 24;
const ELITE: usize = 6;

/// The games of all candidates, of the better half, and of the better quarter, which a round plays one after the other.
const GAMES: [u64; 3] = [12, 24, 48];

/// How much of the distribution each round takes over from the best.
const STEP: f64 = 0.7;

/// The games on which the result is compared with the weights of the start, other ones than those of the rounds. With fewer, a
/// tenth more words is not distinguished from chance.
const JUDGED: u64 = 600;

/// How far each weight is drawn at first: factors of the first value, or for weights that are near 0 a number to add.
const SPREAD: f64 = 0.5;
const SPREAD_ADDED: f64 = 1.0;

/// A normal distribution of weights, each of its own.
struct Distribution {
    start: [f32; WEIGHTS],
    mean: [f64; WEIGHTS],
    deviation: [f64; WEIGHTS],
}

impl Distribution {
    fn new(start: Value) -> Distribution {
        let start = start.array();
        let deviation = std::array::from_fn(|at| match start[at] {
            _ if Value::NAMES[at] == UNIT => 0.0,
            weight if is_factor(weight) => SPREAD,
            _ => SPREAD_ADDED,
        });
        Distribution { start, mean: [0.0; WEIGHTS], deviation }
    }

    fn draw(&self, random: &mut ChaCha8Rng) -> [f64; WEIGHTS] {
        std::array::from_fn(|at| self.mean[at] + self.deviation[at] * normal(random))
    }

    fn value(&self, point: &[f64; WEIGHTS]) -> Value {
        let weight = |at: usize| match is_factor(self.start[at]) {
            true => self.start[at] * point[at].exp() as f32,
            false => self.start[at] + point[at] as f32,
        };
        Value::of_array(std::array::from_fn(weight))
    }

    fn move_to(&mut self, best: &[[f64; WEIGHTS]]) {
        let count = best.len() as f64;
        for at in 0..WEIGHTS {
            let mean = best.iter().map(|point| point[at]).sum::<f64>() / count;
            let variance = best.iter().map(|point| (point[at] - mean).powi(2)).sum::<f64>() / count;
            self.mean[at] += STEP * (mean - self.mean[at]);
            self.deviation[at] += STEP * (variance.sqrt() - self.deviation[at]);
        }
    }
}

/// The weight that stays as it is: everything else is measured by it.
const UNIT: &str = "stranded";

/// Whether a weight is multiplied: small ones, which may have either sign, are added to.
fn is_factor(weight: f32) -> bool {
    weight.abs() > 0.01
}

/// A number from the standard normal distribution (Box and Muller, 1958).
fn normal(random: &mut ChaCha8Rng) -> f64 {
    let (radius, angle): (f64, f64) = (random.random_range(f64::EPSILON..1.0), random.random());
    (-2.0 * radius.ln()).sqrt() * (std::f64::consts::TAU * angle).cos()
}

/// A drawn point and its games.
struct Candidate {
    point: [f64; WEIGHTS],
    search: SearchParams,
    games: Vec<GameResult>,
}

impl Candidate {
    /// The mean logarithm of the words.
    fn fitness(&self) -> f64 {
        let words = self.games.iter().map(|game| f64::from(game.words + 1).ln());
        words.sum::<f64>() / self.games.len().max(1) as f64
    }
}

/// Searches, and writes the weights where they last longer than those that the search starts from.
pub(crate) fn run(fit: &Fit) -> Result<()> {
    let Fit { seed, rounds, profile, from, output } = fit;
    let (seed, rounds) = (*seed, *rounds);
    let rules = rules(seed, profile)?;
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let start = from.as_deref().map_or_else(|| Ok(Value::default()), read)?;
    let mut distribution = Distribution::new(start);
    for round in 0..rounds {
        let first = 1_000_000 * (round as u64 + 1) + 1000 * seed;
        let best = tournament(&distribution, &rules, first, &mut random);
        let points: Vec<[f64; WEIGHTS]> = best.iter().map(|candidate| candidate.point).collect();
        distribution.move_to(&points);
        let value = distribution.value(&distribution.mean);
        outln!("round {}: best {}", round + 1, games::line(&best[0].games));
        outln!("{value}");
    }
    let value = distribution.value(&distribution.mean);
    let judged = |value| played(&rules, &SearchParams { value, ..SearchParams::default() }, seed..seed + JUDGED);
    let (old, new) = (judged(start), judged(value));
    let ratio = paired_ratio(&new, &old, |game| f64::from(game.words)).context("no game")?;
    outln!("start {}\nnew {}", games::line(&old), games::line(&new));
    outln!("{:.3} times the words ({:.3} to {:.3})", ratio.ratio, ratio.low, ratio.high);
    if ratio.low > 1.0 {
        let file = output.display();
        let profile = if profile == "sketch" { String::new() } else { format!(" --profile {profile}") };
        let from = from.as_deref().map(|from| format!(" --from {}", from.display())).unwrap_or_default();
        let found_by = format!(
            "cargo run --release -p hexlex-tools --bin player -- fit --seed {seed} --rounds {rounds}{profile}{from} -o {file}"
        );
        std::fs::write(output, format!("# Found by: {found_by}\n{value}")).with_context(|| file.to_string())?;
        outln!("written: {}", output.display());
    }
    Ok(())
}

/// The rules of the games: more fire than that at which games with rising levels end, so that games are short and many can be
/// played; in half of them for every word, in half with twice the profile's punishment of short words.
fn rules(seed: u64, profile: &str) -> Result<[Rules; 2]> {
    /// The level of the second half: games with twice the fire end ten levels before.
    const LEVEL: u32 = 64;
    let of = |fires: &str| {
        Rules::of(&Games {
            games: 0,
            seed,
            solves: 25,
            fires: fires.to_string(),
            max_words: 1500,
            profile: profile.to_string(),
        })
    };
    let mut twice = of("x2")?;
    twice.limits.level = Some(LEVEL);
    Ok([of("3")?, twice])
}

/// The games of these seeds, half of them by each of the rules.
fn played(rules: &[Rules; 2], search: &SearchParams, seeds: Range<u64>) -> Vec<GameResult> {
    let middle = seeds.start.midpoint(seeds.end);
    let [first, second] = rules;
    let mut games = first.play(search, seeds.start..middle);
    games.extend(second.play(search, middle..seeds.end));
    games
}

/// The best candidates of a round, the best first.
fn tournament(distribution: &Distribution, rules: &[Rules; 2], first: u64, random: &mut ChaCha8Rng) -> Vec<Candidate> {
    let mut candidates: Vec<Candidate> = (0..CANDIDATES)
        .map(|_| {
            let point = distribution.draw(random);
            let search = SearchParams { value: distribution.value(&point), ..SearchParams::default() };
            Candidate { point, search, games: Vec::new() }
        })
        .collect();
    let mut next = first;
    for games in GAMES {
        for candidate in &mut candidates {
            candidate.games.extend(played(rules, &candidate.search, next..next + games));
        }
        next += games;
        candidates.sort_by(|a, b| b.fitness().total_cmp(&a.fitness()));
        candidates.truncate((candidates.len() / 2).max(ELITE));
    }
    candidates.truncate(ELITE);
    candidates
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_starts_from_its_weights_and_keeps_the_unit() {
        let start = Value { fire: 7.0, paths: 0.0, ..Value::default() };
        let distribution = Distribution::new(start);
        assert_eq!(distribution.value(&distribution.mean), start);
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let drawn = distribution.value(&distribution.draw(&mut random));
        assert!(drawn.stranded == start.stranded && drawn.fire != start.fire && drawn.paths != start.paths);
    }
}
