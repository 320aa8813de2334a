//! Rates of new fire, by maximum likelihood.
//!
//! The mean number of new fires after a word is a sum: a base rate, what short words add by their length, what each level adds,
//! and what a run of short words adds. The game brings the whole part of it and one more with the probability of the rest, so
//! that a number `n` has the probability `max(0, 1 - |rate - n|)`. Its logarithm is concave, and Newton's method finds the
//! largest likelihood. A rate's interval has all values whose log likelihood, with the other rates at their best, is within
//! half the 95% quantile of the chi-squared distribution of the largest (Venzon and Moolgavkar, *A method for computing
//! profile-likelihood-based confidence intervals*, 1988).

use super::intervals::{Ends, likeliest};
use super::moves::WordTurn;
use super::{Estimate, Interval, Method, Value};
use crate::profile::Profile;
use nalgebra::{DMatrix, DVector};

/// The rates, in the order of [`NAMES`].
const RATES: usize = 6;
const NAMES: [&str; RATES] =
    ["fire.base", "fire.letters_3", "fire.letters_4", "fire.letters_5", "fire.per_level", "fire.run"];
const RUN: usize = 5;

/// Half the 95% quantile of the chi-squared distribution with one degree of freedom.
const CUT: f64 = 3.841 / 2.0;

/// The runs of short words that are considered: their letters, and how many bring no more fire.
const RUNS: [(u32, u32); 8] = [(3, 1), (3, 2), (3, 3), (3, 4), (4, 1), (4, 2), (4, 3), (4, 4)];

/// Half the quantile for a rate that is the best of eight kinds of runs, by Bonferroni: 1 - 5% / 8.
const CUT_OF_RUN: f64 = 7.477 / 2.0;

/// The probability that a number of new fires was recorded wrongly; it may then be any, each twice as likely as the next. Smaller:
/// one wrong record moves a rate far. Larger: rates near a whole number have wider intervals. Chosen by hand.
const WRONG: f64 = 0.002;

/// The width in tiles over which the probability's peak is rounded, so that it has derivatives. Smaller: Newton's method takes
/// more steps. Larger: rates near a whole number have wider intervals. Chosen by hand.
const ROUNDED: f64 = 0.01;

/// A word's covariates, its number of new fires, and how many such words there are.
struct Observation {
    covariates: [f64; RATES],
    fires: f64,
    count: f64,
}

/// Words under a hypothesis about runs.
struct Model {
    observations: Vec<Observation>,
    /// The rates that the words say something about.
    known: [bool; RATES],
}

/// The best rates, and their log likelihood.
#[derive(Clone)]
struct Fit {
    rates: [f64; RATES],
    log: f64,
}

/// The estimates of all rates that the words say something about.
pub(super) fn rates(turns: &[WordTurn], base: &Profile) -> Vec<Estimate> {
    let base_run = (base.game.fire.run.letters, base.game.fire.run.words);
    let mut runs = RUNS.to_vec();
    // The first of equal ones is the best.
    runs.sort_by_key(|&run| run != base_run);
    let models: Vec<Model> = runs.iter().map(|&run| Model::new(turns, run)).collect();
    let fits: Vec<Fit> = models.iter().map(|model| model.fit(None, &[0.1; RATES])).collect();
    let Some(best) = (0..fits.len()).reduce(|best, at| if fits[at].log > fits[best].log + 1e-6 { at } else { best })
    else {
        return Vec::new();
    };
    // Kinds of runs that no value of a rate can bring back into its interval.
    let close: Vec<usize> = (0..fits.len()).filter(|&at| fits[at].log > fits[best].log - CUT_OF_RUN).collect();
    let words: usize = models[best].observations.iter().map(|seen| seen.count as usize).sum();
    let mut estimates = Vec::new();
    for rate in (0..RATES).filter(|&rate| models[best].known[rate]) {
        let cut = if rate == RUN { CUT_OF_RUN } else { CUT };
        let target = fits[best].log - cut;
        let ends =
            close.iter().filter(|&&at| fits[at].log > target).map(|&at| models[at].interval(rate, &fits[at], target));
        let (low, high) =
            ends.fold((f64::INFINITY, 0.0_f64), |(low, high), ends| (low.min(ends.low), high.max(ends.high)));
        estimates.push(Estimate {
            name: NAMES[rate].to_string(),
            value: Value::Number(fits[best].rates[rate]),
            interval: Interval::Range { low, high },
            observations: words,
            method: Method::ProfileLikelihood,
        });
    }
    if has_runs(&estimates) {
        estimates.extend(run_of(&runs, &fits, best, &estimates));
    } else {
        without_runs(&models[best], &fits[best], &mut estimates);
    }
    estimates
}

/// Whether runs of short words bring fire for certain.
fn has_runs(estimates: &[Estimate]) -> bool {
    let is_positive = |estimate: &Estimate| matches!(estimate.interval, Interval::Range { low, .. } if low > 0.0);
    estimates.iter().any(|estimate| estimate.name == NAMES[RUN] && is_positive(estimate))
}

/// Where runs may bring nothing, the estimates are those without them.
fn without_runs(model: &Model, fit: &Fit, estimates: &mut [Estimate]) {
    let without = model.fit(Some((RUN, 0.0)), &fit.rates);
    for (rate, name) in NAMES.iter().enumerate() {
        let of_rate = estimates.iter_mut().filter(|estimate| estimate.name == *name);
        of_rate.for_each(|estimate| estimate.value = Value::Number(without.rates[rate]));
    }
}

/// Which words are short, and how many of them in a row bring no more fire.
fn run_of(runs: &[(u32, u32)], fits: &[Fit], best: usize, estimates: &[Estimate]) -> Vec<Estimate> {
    let logs: Vec<f64> = fits.iter().map(|fit| fit.log).collect();
    let (_, kept) = likeliest(&logs);
    let kept: Vec<(u32, u32)> = runs.iter().zip(kept).filter(|(_, kept)| *kept).map(|(run, _)| *run).collect();
    let estimate = |name: &str, of: fn(&(u32, u32)) -> u32| Estimate {
        name: name.to_string(),
        value: Value::Count(u64::from(of(&runs[best]))),
        interval: Interval::Range {
            low: kept.iter().map(of).min().unwrap_or(0).into(),
            high: kept.iter().map(of).max().unwrap_or(0).into(),
        },
        observations: estimates.first().map_or(0, |estimate| estimate.observations),
        method: Method::Exact,
    };
    vec![estimate("fire.run_letters", |run| run.0), estimate("fire.run_words", |run| run.1)]
}

impl Model {
    fn new(turns: &[WordTurn], (letters, words): (u32, u32)) -> Model {
        let has_levels = turns.iter().any(|turn| turn.level.is_some());
        let mut observations: Vec<Observation> = Vec::new();
        for turn in turns.iter().filter(|turn| turn.level.is_some() || !has_levels) {
            let Some(is_run) = turn.is_in_run(letters as usize, words as usize) else { continue };
            let is = |is: bool| f64::from(u8::from(is));
            let covariates = [
                1.0,
                is(turn.letters <= 3),
                is(turn.letters == 4),
                is(turn.letters == 5),
                f64::from(turn.level.unwrap_or(1).saturating_sub(1)),
                is(is_run),
            ];
            let fires = f64::from(turn.new_fires);
            match observations.iter_mut().find(|seen| seen.covariates == covariates && seen.fires == fires) {
                Some(seen) => seen.count += 1.0,
                None => observations.push(Observation { covariates, fires, count: 1.0 }),
            }
        }
        // A rate is not known where its covariate is always the same.
        let mut known = std::array::from_fn(|rate| {
            let first = observations.first().map_or(0.0, |seen| seen.covariates[rate]);
            observations.iter().any(|seen| seen.covariates[rate] != first)
        });
        known[0] = !observations.is_empty();
        Model { observations, known }
    }

    /// The log likelihood of these rates, its gradient and its curvature.
    fn log_with_derivatives(&self, rates: &[f64; RATES]) -> (f64, DVector<f64>, DMatrix<f64>) {
        let mut log = 0.0;
        let (mut gradient, mut curvature) = (DVector::zeros(RATES), DMatrix::zeros(RATES, RATES));
        for Observation { covariates, fires, count } in &self.observations {
            let rate: f64 = covariates.iter().zip(rates).map(|(x, rate)| x * rate).sum();
            let Term { value, slope, bend } = term(rate - fires, *fires);
            log += count * value;
            for (i, x) in covariates.iter().enumerate().filter(|(_, x)| **x != 0.0) {
                gradient[i] += count * slope * x;
                for (j, y) in covariates.iter().enumerate() {
                    curvature[(i, j)] += count * bend * x * y;
                }
            }
        }
        (log, gradient, curvature)
    }

    fn log(&self, rates: &[f64; RATES]) -> f64 {
        let of = |seen: &Observation| {
            let rate: f64 = seen.covariates.iter().zip(rates).map(|(x, rate)| x * rate).sum();
            seen.count * term(rate - seen.fires, seen.fires).value
        };
        self.observations.iter().map(of).sum()
    }

    /// The best rates, one of them possibly fixed, by Newton's method with rates that stay at 0 where they would fall below it.
    fn fit(&self, fixed: Option<(usize, f64)>, start: &[f64; RATES]) -> Fit {
        /// The most steps: a dozen are usual.
        const STEPS: usize = 60;
        /// The gain in log likelihood below which a step is the last one, far below the cuts of intervals.
        const ENOUGH: f64 = 1e-5;
        let mut rates: [f64; RATES] = std::array::from_fn(|rate| if self.known[rate] { start[rate] } else { 0.0 });
        if let Some((rate, value)) = fixed {
            rates[rate] = value;
        }
        let is_fixed = |rate: usize| !self.known[rate] || fixed.is_some_and(|(at, _)| at == rate);
        let mut log = self.log(&rates);
        for _ in 0..STEPS {
            let (_, gradient, curvature) = self.log_with_derivatives(&rates);
            let is_free = |rate: &usize| !is_fixed(*rate) && (rates[*rate] > 0.0 || gradient[*rate] > 0.0);
            let free: Vec<usize> = (0..RATES).filter(is_free).collect();
            let Some(step) = newton_step(&gradient, &curvature, &free) else { break };
            let mut length = 1.0;
            let better = std::iter::from_fn(|| {
                let mut tried = rates;
                free.iter().zip(step.iter()).for_each(|(&rate, step)| {
                    tried[rate] = (rates[rate] + length * step).max(0.0);
                });
                length *= 0.5;
                Some((self.log(&tried), tried))
            });
            /// The halvings of a step before it is given up.
            const HALVINGS: usize = 30;
            let Some((tried_log, tried)) = better.take(HALVINGS).find(|(tried, _)| *tried > log) else { break };
            let gain = tried_log - log;
            (rates, log) = (tried, tried_log);
            if gain < ENOUGH {
                break;
            }
        }
        Fit { rates, log }
    }

    /// The values of a rate for which the best log likelihood is above the target; without an upper end where no rate is too high.
    fn interval(&self, rate: usize, fit: &Fit, target: f64) -> Ends {
        /// More fires a word than any board survives.
        const MOST: f64 = 8.0;
        let best = fit.rates[rate];
        let is_inside = |value: f64| self.fit(Some((rate, value)), &fit.rates).log >= target;
        let low = if best <= 0.0 || is_inside(0.0) { 0.0 } else { boundary(0.0, best, |value| !is_inside(value)) };
        let mut step = (0.1 * best).max(0.01);
        while best + step < MOST && is_inside(best + step) {
            step *= 2.0;
        }
        let high = if best + step >= MOST { f64::INFINITY } else { boundary(best, best + step, is_inside) };
        Ends { low, high }
    }
}

/// Where a condition that holds at the lower end ceases to hold, by bisection.
fn boundary(mut low: f64, mut high: f64, holds: impl Fn(f64) -> bool) -> f64 {
    /// A ten-thousandth of a fire a word: the digits that a profile has.
    const PRECISION: f64 = 1e-4;
    while high - low > PRECISION {
        let middle = 0.5 * (low + high);
        if holds(middle) { low = middle } else { high = middle }
    }
    0.5 * (low + high)
}

/// The step of Newton's method along the free rates; `None` without any.
fn newton_step(gradient: &DVector<f64>, curvature: &DMatrix<f64>, free: &[usize]) -> Option<DVector<f64>> {
    /// Added to the curvature, so that rates that cannot be told apart have a step at all.
    const RIDGE: f64 = 1e-6;
    if free.is_empty() {
        return None;
    }
    let of_free = DMatrix::from_fn(free.len(), free.len(), |i, j| {
        curvature[(free[i], free[j])] + if i == j { RIDGE } else { 0.0 }
    });
    let towards = DVector::from_fn(free.len(), |i, _| gradient[free[i]]);
    of_free.cholesky().map(|factors| factors.solve(&towards))
}

/// The logarithm of a probability, its derivative by the rate, and its curvature, positive where it is concave.
struct Term {
    value: f64,
    slope: f64,
    bend: f64,
}

/// The log probability of a number of new fires that differs by this much from the rate.
fn term(difference: f64, fires: f64) -> Term {
    let distance = difference.hypot(ROUNDED);
    let (hat, slope) = ((1.0 - (distance - ROUNDED)).max(0.0), -difference / distance);
    let probability = (1.0 - WRONG) * hat + WRONG * 0.5_f64.powf(fires + 1.0);
    let slope = if hat > 0.0 { (1.0 - WRONG) * slope / probability } else { 0.0 };
    let peak = if hat > 0.0 { (1.0 - WRONG) * ROUNDED * ROUNDED / distance.powi(3) / probability } else { 0.0 };
    Term { value: probability.ln(), slope, bend: slope * slope + peak }
}

impl WordTurn {
    /// Whether the word ends a run of more than `words` words of at most `letters` letters; `None` where that is not known.
    fn is_in_run(&self, letters: usize, words: usize) -> Option<bool> {
        if self.letters > letters {
            return Some(false);
        }
        let before = self.before.iter().take_while(|&&before| before <= letters).count();
        let is_known = !self.is_cut || before < self.before.len() || before >= words;
        is_known.then_some(before >= words)
    }
}
