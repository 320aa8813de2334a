//! Fits the weights of a score from examples: a conditional logit with monotone features.
//!
//! Each [`Group`] is one decision among some alternatives and "none of them", whose score is 0. The likelihood of an
//! alternative is its share of the exponentials of the scores (McFadden: Conditional logit analysis of qualitative
//! choice behavior, 1974). With one alternative in each group that is logistic regression. A score is the sum that
//! `hexlex`'s `read/score.rs` computes: each feature counts by a line of two pieces between three knots.

use std::fmt::Write as _;

/// What is known of a feature before the fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sign {
    /// A larger value speaks for an alternative.
    For,
    /// A larger value speaks against it.
    Against,
    /// Unknown.
    Either,
}

/// One decision.
#[derive(Debug, Clone)]
pub struct Group {
    /// The values of each alternative, and whether it is right. Where none is, "none of them" is.
    pub alternatives: Vec<(Vec<f32>, bool)>,
    /// How much the decision counts.
    pub weight: f64,
}

/// A feature's name and what is known of it.
pub type Feature<'a> = (&'a str, Sign);

/// Fitted weights.
#[derive(Debug, Clone)]
pub struct Fit {
    bias: f64,
    knots: Vec<[f64; 3]>,
    weights: Vec<[f64; 2]>,
    /// The mean log likelihood of a decision.
    pub likelihood: f64,
}

/// The penalty of a squared weight, for each decision. A larger one gives smaller weights to rare evidence, a smaller
/// one follows chance. Chosen by hand; `weights` prints the likelihood on decisions that were left out.
const PENALTY: f64 = 1e-4;
/// The steps of the descent: past this many the likelihood changes in its fifth digit.
const STEPS: usize = 1500;

/// Fits the weights of these features.
pub fn fit(groups: &[Group], features: &[Feature]) -> Fit {
    let knots: Vec<[f64; 3]> = (0..features.len()).map(|feature| knots(groups, feature)).collect();
    let pieces: Vec<Vec<Vec<f64>>> = groups.iter().map(|group| pieces_of(group, &knots)).collect();
    let mut descent = Descent::new(2 * features.len() + 1);
    for step in 0..STEPS {
        let gradient = gradient(groups, &pieces, &descent.weights);
        descent.step(&gradient, step);
        for (i, (_, sign)) in features.iter().enumerate() {
            for weight in &mut descent.weights[2 * i + 1..2 * i + 3] {
                *weight = match sign {
                    Sign::For => weight.max(0.0),
                    Sign::Against => weight.min(0.0),
                    Sign::Either => *weight,
                };
            }
        }
    }
    let weights = descent.weights;
    let likelihood = likelihood(groups, &pieces, &weights);
    let pairs = weights[1..].chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect();
    Fit { bias: weights[0], knots, weights: pairs, likelihood }
}

impl Fit {
    /// The mean log likelihood of other decisions.
    pub fn likelihood_of(&self, groups: &[Group]) -> f64 {
        let pieces: Vec<Vec<Vec<f64>>> = groups.iter().map(|group| pieces_of(group, &self.knots)).collect();
        likelihood(groups, &pieces, &self.flat())
    }

    /// The share of other decisions in which the likeliest alternative, or none, is right.
    pub fn accuracy(&self, groups: &[Group]) -> f64 {
        let weights = self.flat();
        let is_right = |group: &&Group| {
            let scores = pieces_of(group, &self.knots).iter().map(|pieces| dot(pieces, &weights)).collect::<Vec<_>>();
            let best = (0..scores.len()).max_by(|&a, &b| scores[a].total_cmp(&scores[b]));
            match best.filter(|&best| scores[best] > 0.0) {
                Some(best) => group.alternatives[best].1,
                None => !group.alternatives.iter().any(|(_, right)| *right),
            }
        };
        groups.iter().filter(is_right).count() as f64 / groups.len().max(1) as f64
    }

    fn flat(&self) -> Vec<f64> {
        std::iter::once(self.bias).chain(self.weights.iter().flatten().copied()).collect()
    }

    /// The weights file, which begins with these comment lines.
    pub fn to_text(&self, features: &[Feature], comments: &[String]) -> String {
        let mut text: String = comments.iter().map(|line| format!("# {line}\n")).collect();
        let _ = writeln!(text, "# feature  low middle high  log odds to the middle, and on to the high value");
        let _ = writeln!(text, "bias {:.4}", self.bias);
        for (((name, _), knots), weights) in features.iter().zip(&self.knots).zip(&self.weights) {
            let [low, middle, high] = knots;
            let _ = writeln!(text, "{name} {low:.5} {middle:.5} {high:.5} {:.4} {:.4}", weights[0], weights[1]);
        }
        text
    }
}

/// The knots of a feature: nearly its least value, the median of what lies between the ends, and nearly its greatest.
fn knots(groups: &[Group], feature: usize) -> [f64; 3] {
    /// The share of values beyond each end.
    const ODD: f64 = 0.01;
    let mut values: Vec<f64> =
        groups.iter().flat_map(|group| &group.alternatives).map(|(values, _)| f64::from(values[feature])).collect();
    values.sort_by(f64::total_cmp);
    let Some(last) = values.len().checked_sub(1) else { return [0.0, 0.5, 1.0] };
    let at = |share: f64| values[(share * last as f64) as usize];
    let (low, high) = (at(ODD), at(1.0 - ODD));
    let between: Vec<f64> = values.iter().copied().filter(|value| *value > low && *value < high).collect();
    [low, between.get(between.len() / 2).copied().unwrap_or((low + high) / 2.0), high]
}

/// For each alternative 1 for the bias, then for each feature how much of its two pieces the value covers.
fn pieces_of(group: &Group, knots: &[[f64; 3]]) -> Vec<Vec<f64>> {
    let part = |value: f64, from: f64, to: f64| if to > from { ((value - from) / (to - from)).clamp(0.0, 1.0) } else { 0.0 };
    let pieces = |(values, _): &(Vec<f32>, bool)| {
        let pairs = values.iter().zip(knots).flat_map(|(value, [low, middle, high])| {
            let value = f64::from(*value);
            [part(value, *low, *middle), part(value, *middle, *high)]
        });
        std::iter::once(1.0).chain(pairs).collect()
    };
    group.alternatives.iter().map(pieces).collect()
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The likelihood of each alternative, and of none at the end.
fn shares(pieces: &[Vec<f64>], weights: &[f64]) -> Vec<f64> {
    let scores: Vec<f64> = pieces.iter().map(|pieces| dot(pieces, weights)).chain([0.0]).collect();
    let highest = scores.iter().copied().fold(f64::MIN, f64::max);
    let powers: Vec<f64> = scores.iter().map(|score| (score - highest).exp()).collect();
    let sum: f64 = powers.iter().sum();
    powers.into_iter().map(|power| power / sum).collect()
}

/// Which alternatives are right, and whether none is at the end.
fn truth(group: &Group) -> Vec<bool> {
    let right: Vec<bool> = group.alternatives.iter().map(|(_, right)| *right).collect();
    let none = !right.contains(&true);
    right.into_iter().chain([none]).collect()
}

fn likelihood(groups: &[Group], pieces: &[Vec<Vec<f64>>], weights: &[f64]) -> f64 {
    let of = |(group, pieces): (&Group, &Vec<Vec<f64>>)| {
        let right: f64 = shares(pieces, weights).iter().zip(truth(group)).filter(|(_, right)| *right).map(|(p, _)| p).sum();
        group.weight * right.max(1e-12).ln()
    };
    let sum: f64 = groups.iter().zip(pieces).map(of).sum();
    sum / groups.iter().map(|group| group.weight).sum::<f64>().max(1e-12)
}

/// The gradient of the mean log likelihood, less the penalty.
fn gradient(groups: &[Group], pieces: &[Vec<Vec<f64>>], weights: &[f64]) -> Vec<f64> {
    let total: f64 = groups.iter().map(|group| group.weight).sum::<f64>().max(1e-12);
    let mut gradient: Vec<f64> = weights.iter().map(|weight| -PENALTY * weight).collect();
    gradient[0] = 0.0;
    for (group, pieces) in groups.iter().zip(pieces) {
        let (shares, truth) = (shares(pieces, weights), truth(group));
        let right: f64 = shares.iter().zip(&truth).filter(|(_, right)| **right).map(|(share, _)| share).sum();
        for ((pieces, share), is_right) in pieces.iter().zip(&shares).zip(&truth) {
            let wanted = if *is_right { share / right.max(1e-12) } else { 0.0 };
            let by = group.weight * (wanted - share) / total;
            gradient.iter_mut().zip(pieces).for_each(|(gradient, piece)| *gradient += by * piece);
        }
    }
    gradient
}

/// Adam (Kingma, Ba: Adam, a method for stochastic optimization, 2015), on all examples at once.
struct Descent {
    weights: Vec<f64>,
    mean: Vec<f64>,
    square: Vec<f64>,
}

impl Descent {
    fn new(count: usize) -> Descent {
        Descent { weights: vec![0.0; count], mean: vec![0.0; count], square: vec![0.0; count] }
    }

    fn step(&mut self, gradient: &[f64], step: usize) {
        const RATE: f64 = 0.05;
        const DECAY: (f64, f64) = (0.9, 0.999);
        let corrected = |value: f64, decay: f64| value / (1.0 - decay.powi(step as i32 + 1));
        for (i, gradient) in gradient.iter().enumerate() {
            self.mean[i] = DECAY.0 * self.mean[i] + (1.0 - DECAY.0) * gradient;
            self.square[i] = DECAY.1 * self.square[i] + (1.0 - DECAY.1) * gradient * gradient;
            let (mean, square) = (corrected(self.mean[i], DECAY.0), corrected(self.square[i], DECAY.1));
            self.weights[i] += RATE * mean / (square.sqrt() + 1e-8);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of two alternatives the one with more of the first feature is right; the second one says nothing.
    fn groups() -> Vec<Group> {
        let alternative = |a: f32, b: f32, right| (vec![a, b], right);
        (0..40)
            .map(|n| {
                let noise = (n * 7 % 10) as f32 / 10.0;
                Group {
                    alternatives: vec![alternative(0.8, noise, true), alternative(0.3, 1.0 - noise, false)],
                    weight: 1.0,
                }
            })
            .chain((0..20).map(|n| Group { alternatives: vec![alternative(0.2, n as f32 / 20.0, false)], weight: 1.0 }))
            .collect()
    }

    #[test]
    fn the_feature_that_tells_gets_the_weight() {
        let fit = fit(&groups(), &[("tells", Sign::For), ("noise", Sign::Either)]);
        let sum = |i: usize| fit.weights[i].iter().sum::<f64>();
        assert!(sum(0) > 4.0 && sum(1).abs() < 0.5 * sum(0), "{fit:?}");
        assert_eq!(fit.accuracy(&groups()), 1.0);
        assert!(fit.likelihood > -0.2, "{}", fit.likelihood);
    }

    #[test]
    fn a_sign_is_kept_whatever_the_examples_say() {
        let fit = fit(&groups(), &[("tells", Sign::Against), ("noise", Sign::Either)]);
        assert!(fit.weights[0].iter().all(|weight| *weight <= 0.0));
    }
}
