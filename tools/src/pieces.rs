//! Fits the scores of `hexlex`'s `read/score.rs`: sums of features that count by a monotone line of two pieces.
//!
//! The three knots of a feature come from the values of the examples. Each piece is a feature of a
//! [conditional logit](crate::choice), which fits its log odds.

use crate::choice::{Choice, Feature, Sign, fit_with, loss};
use std::fmt::Write as _;

/// One decision among alternatives, of which one or none is right.
#[derive(Debug, Clone)]
pub struct Decision {
    /// The values of each alternative, and whether it is right. Where none is, "none of them" is.
    pub alternatives: Vec<(Vec<f32>, bool)>,
}

/// A score's features by name, with what is known of their signs.
pub type Features<'a> = [(&'a str, Sign)];

/// A fitted score.
#[derive(Debug, Clone)]
pub struct PieceFit {
    knots: Vec<[f32; 3]>,
    /// The bias, then two weights for each feature.
    weights: Vec<f64>,
    /// The mean log likelihood of a decision, in nats.
    pub likelihood: f64,
}

impl PieceFit {
    /// The score of these features that makes the right alternatives likeliest, with this quadratic penalty of a weight, in nats a decision.
    pub fn new(features: &Features, decisions: &[Decision], penalty: f64) -> PieceFit {
        let knots: Vec<[f32; 3]> = (0..features.len()).map(|feature| knots(decisions, feature)).collect();
        let bias = Feature { name: "bias".to_string(), sign: Sign::Any };
        let pieces = features.iter().flat_map(|(name, sign)| {
            ["lower", "upper"].map(|piece| Feature { name: format!("{name} {piece}"), sign: *sign })
        });
        let pieces: Vec<Feature> = std::iter::once(bias).chain(pieces).collect();
        let fitted = fit_with(&pieces, &choices(decisions, &knots), penalty);
        PieceFit { knots, weights: fitted.weights, likelihood: -fitted.loss }
    }

    /// The mean log likelihood of other decisions, in nats.
    pub fn likelihood_of(&self, decisions: &[Decision]) -> f64 {
        -loss(&self.weights, &choices(decisions, &self.knots))
    }

    /// The share of other decisions in which the likeliest alternative, or none, is right.
    pub fn accuracy(&self, decisions: &[Decision]) -> f64 {
        let is_right = |(decision, choice): &(&Decision, Choice)| {
            let score = |pieces: &Vec<f32>| -> f64 {
                pieces.iter().zip(&self.weights).map(|(piece, weight)| f64::from(*piece) * weight).sum()
            };
            let scores: Vec<f64> = choice.alternatives.iter().map(score).collect();
            let best = (0..scores.len()).max_by(|&a, &b| scores[a].total_cmp(&scores[b]));
            match best.filter(|&best| scores[best] > 0.0) {
                Some(best) => decision.alternatives[best].1,
                None => choice.right.is_empty(),
            }
        };
        let right = decisions.iter().zip(choices(decisions, &self.knots)).filter(is_right).count();
        right as f64 / decisions.len().max(1) as f64
    }

    /// The least log odds of the features from `first` on that this share of the right alternatives stays below.
    pub fn rest(&self, first: usize, share: f64, decisions: &[Decision]) -> f64 {
        let choices = choices(decisions, &self.knots);
        let right = choices.iter().flat_map(|choice| choice.right.iter().map(|&right| &choice.alternatives[right]));
        let rest = |pieces: &Vec<f32>| -> f64 {
            let from = 1 + 2 * first;
            pieces[from..].iter().zip(&self.weights[from..]).map(|(piece, weight)| f64::from(*piece) * weight).sum()
        };
        let mut values: Vec<f64> = right.map(rest).collect();
        values.sort_by(f64::total_cmp);
        values.len().checked_sub(1).map_or(0.0, |last| values[(share * last as f64) as usize])
    }

    /// The weights file, which begins with these comment lines.
    pub fn to_text(&self, features: &Features, comments: &[String]) -> String {
        let mut text: String = comments.iter().map(|line| format!("# {line}\n")).collect();
        let _ = writeln!(text, "# feature: low, middle, high value; log odds to the middle, and on to the high one");
        let _ = writeln!(text, "bias {:.4}", self.weights[0]);
        let pairs = self.weights[1..].chunks_exact(2);
        for (((name, _), [low, middle, high]), pair) in features.iter().zip(&self.knots).zip(pairs) {
            let _ = writeln!(text, "{name} {low:.5} {middle:.5} {high:.5} {:.4} {:.4}", pair[0], pair[1]);
        }
        text
    }
}

/// The knots of a feature: nearly its least value, one between the medians of right and of wrong alternatives, and nearly
/// its greatest.
fn knots(decisions: &[Decision], feature: usize) -> [f32; 3] {
    /// The share of values beyond each end.
    const ODD: f32 = 0.01;
    let alternatives = || decisions.iter().flat_map(|decision| &decision.alternatives);
    let sorted = |is_meant: &dyn Fn(bool) -> bool| {
        let meant = alternatives().filter(|(_, is_right)| is_meant(*is_right));
        let mut values: Vec<f32> = meant.map(|(values, _)| values[feature]).collect();
        values.sort_by(f32::total_cmp);
        values
    };
    let (values, right, wrong) = (sorted(&|_| true), sorted(&|is_right| is_right), sorted(&|is_right| !is_right));
    let Some(last) = values.len().checked_sub(1) else { return [0.0, 0.5, 1.0] };
    let at = |share: f32| values[(share * last as f32) as usize];
    // What is rare is not cut off.
    let (low, high) = if at(ODD) < at(1.0 - ODD) { (at(ODD), at(1.0 - ODD)) } else { (values[0], values[last]) };
    let median = |values: &[f32]| values.get(values.len() / 2).copied().unwrap_or((low + high) / 2.0);
    let middle = (median(&right) + median(&wrong)) / 2.0;
    // Where most values are at one end, the pieces meet in the middle.
    let is_between = middle > low + 0.1 * (high - low) && middle < high - 0.1 * (high - low);
    [low, if is_between { middle } else { (low + high) / 2.0 }, high]
}

/// The decisions with 1 for the bias, then for each feature how much of its two pieces the value covers.
fn choices(decisions: &[Decision], knots: &[[f32; 3]]) -> Vec<Choice> {
    let part =
        |value: f32, from: f32, to: f32| if to > from { ((value - from) / (to - from)).clamp(0.0, 1.0) } else { 0.0 };
    let pieces = |(values, _): &(Vec<f32>, bool)| {
        let pairs = values
            .iter()
            .zip(knots)
            .flat_map(|(&value, &[low, middle, high])| [part(value, low, middle), part(value, middle, high)]);
        std::iter::once(1.0).chain(pairs).collect()
    };
    let choice = |decision: &Decision| Choice {
        alternatives: decision.alternatives.iter().map(pieces).collect(),
        right: (0..decision.alternatives.len()).filter(|&i| decision.alternatives[i].1).collect(),
    };
    decisions.iter().map(choice).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of two alternatives the one with more of the first feature is right; the second one says nothing.
    fn decisions() -> Vec<Decision> {
        let alternative = |a: f32, b: f32, right| (vec![a, b], right);
        let pair = |n: usize| {
            let noise = (n * 7 % 10) as f32 / 10.0;
            let strong = 0.7 + 0.002 * n as f32;
            vec![alternative(strong, noise, true), alternative(0.3, 1.0 - noise, false)]
        };
        let none = |n: usize| vec![alternative(0.2 + 0.001 * n as f32, n as f32 / 20.0, false)];
        (0..40).map(pair).chain((0..20).map(none)).map(|alternatives| Decision { alternatives }).collect()
    }

    #[test]
    fn the_feature_that_tells_gets_the_weight() {
        let fit = PieceFit::new(&[("tells", Sign::Positive), ("noise", Sign::Any)], &decisions(), 5e-4);
        assert_eq!(fit.accuracy(&decisions()), 1.0);
        assert!(fit.likelihood > -0.2, "{fit:?}");
        assert!(fit.weights[1] + fit.weights[2] > 2.0, "{fit:?}");
    }

    #[test]
    fn a_sign_is_kept_whatever_the_examples_say() {
        let fit = PieceFit::new(&[("tells", Sign::Negative), ("noise", Sign::Any)], &decisions(), 5e-4);
        assert!(fit.weights[1..3].iter().all(|weight| *weight <= 0.0));
    }
}
