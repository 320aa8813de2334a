//! The weights of [`Risk`] from simulated games, and how well they hold on other ones.

use anyhow::{Context, Result};
use hexlex::advise::{Adviser, Budget, Choice, Decision, RISK_WEIGHTS, RISK_WORDS, Risk};
use hexlex::game::{Engine, State};
use hexlex::lexicon;
use hexlex::profile::BuiltIn;
use hexlex::roll::Roller;
use hexlex_tools::outln;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use std::ops::Range;
use std::path::Path;

/// The games to whose moves the weights are fitted, and other ones on which they are judged. Fewer give weights that luck decides.
const FITTED: Range<u64> = 1..601;
const JUDGED: Range<u64> = 10_001..10_601;

/// The levels of the games: from hardly any fire to more than the player survives for long.
const LEVELS: Range<u32> = 1..131;

/// The words of a game: enough for boards full of fire on the levels where they come about.
const WORDS: u32 = 150;

/// A word at random, in place of the best, begins every so many words: the words after it show what its risk is. Those before the
/// next one that have ten words left for themselves show the risk of the best word.
const CYCLE: u32 = 2 * RISK_WORDS + 1;

/// The boards solved a move, as in most games of docs/playing.md.
const SOLVES: usize = 25;

/// A word that was played, and whether the game was lost within the next ones.
#[derive(Clone, Copy)]
struct Sample {
    terms: [f64; RISK_WEIGHTS],
    is_lost: bool,
}

/// Fits the weights, prints the table, and writes them.
pub(crate) fn run(output: &Path) -> Result<()> {
    let engine = Engine::new(BuiltIn::Sketch.profile().game.clone()).context("expected tiles that fall")?;
    let risk = Risk(fitted(&samples(&engine, FITTED)));
    table(&risk, &samples(&engine, JUDGED));
    let weights: String = risk.0.iter().map(|weight| format!("{weight:.5}\n")).collect();
    let file = output.display();
    let found_by = format!("# Found by: cargo run --release -p hexlex-tools --bin player -- risk -o {file}\n");
    std::fs::write(output, found_by + &weights).with_context(|| file.to_string())
}

/// The words of the games with these seeds.
fn samples(engine: &Engine, seeds: Range<u64>) -> Vec<Sample> {
    let adviser = || Adviser::new(engine.clone(), lexicon::english());
    seeds.into_par_iter().map_init(adviser, game).flatten().collect()
}

/// The words of a game.
fn game(adviser: &mut Adviser<'_>, seed: u64) -> Vec<Sample> {
    /// The scrambles in a row after which a game counts as lost, as in simulated games.
    const MOST_SCRAMBLES: u32 = 12;
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut roller = Roller::new(seed);
    let level = random.random_range(LEVELS);
    let mut state = adviser.engine().new_state(&mut roller);
    let (mut terms, mut moves, mut scrambles) = (Vec::new(), 0, 0);
    let is_lost = loop {
        let words = terms.len() as u32;
        if words >= WORDS {
            break false;
        }
        moves += 1;
        let decision = adviser.decide(&state, level, Budget::solves(SOLVES), seed.rotate_left(32) ^ moves);
        let explores = words.is_multiple_of(CYCLE);
        let next = match choice(&decision, explores, &mut random) {
            Some(choice) => {
                scrambles = 0;
                let long = adviser.engine().expected_fires(&state, 12, level);
                terms.push(choice.leaves.map(|leaves| Risk::terms(&leaves, long)));
                played(adviser.engine(), &state, &choice, level, &mut roller)
            }
            None if decision.scramble && scrambles < MOST_SCRAMBLES => {
                scrambles += 1;
                adviser.engine().scramble(&state, &mut roller)
            }
            None => None,
        };
        match next {
            Some(next) => state = next,
            None => break true,
        }
    };
    let end = terms.len() as u32;
    let is_known = |word: &u32| word % CYCLE <= RISK_WORDS && (is_lost || word + RISK_WORDS < end);
    let sample = |word: u32| {
        let lost = is_lost && word + RISK_WORDS >= end;
        Some(Sample { terms: terms[word as usize]?, is_lost: lost })
    };
    (0..end).filter(is_known).filter_map(sample).collect()
}

/// The word to play; `None` for a scramble, or where the game is lost.
fn choice(decision: &Decision, explores: bool, random: &mut ChaCha8Rng) -> Option<Choice> {
    let best = decision.choices.first().filter(|_| !decision.scramble)?;
    let other = random.random_range(0..decision.choices.len());
    Some(if explores { decision.choices[other] } else { *best })
}

fn played(engine: &Engine, state: &State, choice: &Choice, level: u32, roller: &mut Roller) -> Option<State> {
    let fallen = engine.after_word(state, choice.path.mask)?;
    Some(engine.refill(&fallen, choice.path.letters as usize, level, roller))
}

/// The weights of the greatest likelihood, by Newton's method with a slight pull to 0.
fn fitted(samples: &[Sample]) -> [f64; RISK_WEIGHTS] {
    const ROUNDS: usize = 30;
    const PULL: f64 = 1e-3;
    let mut weights = [0.0; RISK_WEIGHTS];
    for _ in 0..ROUNDS {
        let mut gradient: [f64; RISK_WEIGHTS] = std::array::from_fn(|at| -PULL * weights[at]);
        let mut curvature = [[0.0; RISK_WEIGHTS]; RISK_WEIGHTS];
        for (at, row) in curvature.iter_mut().enumerate() {
            row[at] = PULL;
        }
        for Sample { terms, is_lost } in samples {
            let chance = Risk(weights).chance(terms);
            let error = f64::from(u8::from(*is_lost)) - chance;
            for (at, row) in curvature.iter_mut().enumerate() {
                gradient[at] += error * terms[at];
                row.iter_mut().zip(terms).for_each(|(cell, term)| *cell += chance * (1.0 - chance) * terms[at] * term);
            }
        }
        let step = solved(curvature, gradient);
        weights.iter_mut().zip(step).for_each(|(weight, step)| *weight += step.clamp(-5.0, 5.0));
    }
    weights
}

/// The solution of linear equations, by elimination with the largest pivot.
fn solved(mut rows: [[f64; RISK_WEIGHTS]; RISK_WEIGHTS], mut right: [f64; RISK_WEIGHTS]) -> [f64; RISK_WEIGHTS] {
    for at in 0..RISK_WEIGHTS {
        let largest = (at..RISK_WEIGHTS).max_by(|&a, &b| rows[a][at].abs().total_cmp(&rows[b][at].abs())).unwrap_or(at);
        rows.swap(at, largest);
        right.swap(at, largest);
        for other in (0..RISK_WEIGHTS).filter(|&other| other != at) {
            let (pivot, factor) = (rows[at], rows[other][at] / rows[at][at]);
            rows[other].iter_mut().zip(pivot).for_each(|(value, above)| *value -= factor * above);
            right[other] -= factor * right[at];
        }
    }
    std::array::from_fn(|at| right[at] / rows[at][at])
}

/// Prints how often games were lost within ten words, by the chance that was predicted.
fn table(risk: &Risk, samples: &[Sample]) {
    /// The bounds of the rows.
    const BOUNDS: [f64; 9] = [0.0, 0.002, 0.01, 0.03, 0.1, 0.2, 0.4, 0.7, 1.0];
    outln!("| predicted | words | mean prediction | lost within ten words |\n|---|---:|---:|---:|");
    for bounds in BOUNDS.windows(2) {
        let chances = samples.iter().map(|sample| (risk.chance(&sample.terms), sample.is_lost));
        let row: Vec<(f64, bool)> = chances.filter(|(chance, _)| (bounds[0]..bounds[1]).contains(chance)).collect();
        let count = row.len().max(1) as f64;
        let mean = row.iter().map(|(chance, _)| chance).sum::<f64>() / count;
        let lost = row.iter().filter(|(_, is_lost)| *is_lost).count() as f64 / count;
        let percent = |share: f64| format!("{:.1}%", 100.0 * share);
        let (from, to) = (percent(bounds[0]), percent(bounds[1]));
        outln!("| {from} to {to} | {} | {} | {} |", row.len(), percent(mean), percent(lost));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fit_finds_the_weights_of_its_samples() {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let truth = Risk([-1.0, 0.8, -0.2, 0.5, 0.3, 0.4, -0.1]);
        let mut sample = |_| {
            let terms = std::array::from_fn(|at| if at == 0 { 1.0 } else { random.random_range(-2.0..2.0) });
            Sample { terms, is_lost: random.random::<f64>() < truth.chance(&terms) }
        };
        let samples: Vec<Sample> = (0..20_000).map(&mut sample).collect();
        let found = fitted(&samples);
        assert!(found.iter().zip(truth.0).all(|(found, truth)| (found - truth).abs() < 0.1), "{found:?}");
    }
}
