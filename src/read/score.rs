//! A score with learned weights: the log odds that some evidence comes to.
//!
//! A [`Score`] is a sum over features. Each feature counts by a monotone line of two pieces: from its low value to the
//! middle one, and from there to the high one; beyond either end it counts no more. All numbers lie in a file that
//! `weights` (a binary of `hexlex-tools`) writes; none of these is set by hand.

/// A feature's place in the sum.
#[derive(Debug, Clone, PartialEq)]
struct Feature {
    name: String,
    /// The values between which it counts, and the one where the slope changes.
    knots: [f32; 3],
    /// The log odds from the low to the middle value, and from the middle to the high one.
    weights: [f32; 2],
}

impl Feature {
    /// The log odds of a value.
    fn log_odds(&self, value: f32) -> f32 {
        let [low, middle, high] = self.knots;
        let part = |from: f32, to: f32| if to > from { ((value - from) / (to - from)).clamp(0.0, 1.0) } else { 0.0 };
        self.weights[0] * part(low, middle) + self.weights[1] * part(middle, high)
    }

    /// The most log odds that any value has.
    fn most(&self) -> f32 {
        let [first, second] = self.weights;
        0f32.max(first).max(first + second)
    }
}

/// A sum of weighted features.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Score {
    bias: f32,
    /// What the features that are known last come to for nearly all right alternatives, at most.
    rest: f32,
    features: Vec<Feature>,
}

impl Score {
    /// The score of a weights file: a line for each feature with its name, three knots and two weights, a line for the
    /// bias, and perhaps one for the rest; `#` starts a comment. The features are those of `names`, in any order.
    ///
    /// # Panics
    /// Where the file lacks a feature or has a malformed line: it is a part of the program, and a test reads it.
    pub(crate) fn parse(text: &str, names: &[&str]) -> Score {
        let lines: Vec<Vec<&str>> = text
            .lines()
            .filter(|line| !line.starts_with('#') && !line.trim().is_empty())
            .map(|line| line.split_whitespace().collect())
            .collect();
        let numbers = |name: &str| -> Vec<f32> {
            let line = lines.iter().find(|line| line[0] == name);
            let line = line.unwrap_or_else(|| panic!("expected weights of {name}, found none: run `weights`"));
            line[1..].iter().map(|number| number.parse().unwrap_or_else(|_| panic!("{name}: {number}"))).collect()
        };
        let feature = |name: &&str| match numbers(name)[..] {
            [low, middle, high, lower, upper] => {
                Feature { name: name.to_string(), knots: [low, middle, high], weights: [lower, upper] }
            }
            ref other => panic!("expected three knots and two weights of {name}, found {} numbers", other.len()),
        };
        let rest = if lines.iter().any(|line| line[0] == "rest") { numbers("rest")[0] } else { 0.0 };
        Score { bias: numbers("bias")[0], rest, features: names.iter().map(feature).collect() }
    }

    /// The log odds of these values, in the order of the names.
    pub(crate) fn log_odds(&self, values: &[f32]) -> f32 {
        debug_assert_eq!(values.len(), self.features.len());
        self.bias + self.features.iter().zip(values).map(|(feature, &value)| feature.log_odds(value)).sum::<f32>()
    }

    /// What an alternative with these first values comes to at most, if it is right.
    pub(crate) fn bound(&self, first: &[f32]) -> f32 {
        let known: f32 = self.features.iter().zip(first).map(|(feature, &value)| feature.log_odds(value)).sum();
        self.bias + known + self.rest
    }

    /// What any alternative with these first values comes to at most.
    pub(crate) fn most(&self, first: &[f32]) -> f32 {
        let known: f32 = self.features.iter().zip(first).map(|(feature, &value)| feature.log_odds(value)).sum();
        self.bias + known + self.features[first.len()..].iter().map(Feature::most).sum::<f32>()
    }

    /// What each feature comes to, by name.
    pub(crate) fn parts(&self, values: &[f32]) -> Vec<(String, f32)> {
        self.features
            .iter()
            .zip(values)
            .map(|(feature, &value)| (feature.name.clone(), feature.log_odds(value)))
            .collect()
    }

    /// The feature that takes the most from the best case, with the log odds that it takes.
    pub(crate) fn weakest(&self, values: &[f32]) -> Option<(&str, f32)> {
        let lost = self
            .features
            .iter()
            .zip(values)
            .map(|(feature, &value)| (feature.name.as_str(), feature.most() - feature.log_odds(value)));
        lost.max_by(|a, b| a.1.total_cmp(&b.1))
    }
}

/// The confidence from which a letter counts as read rightly: it serves as an example, and tiles below it are read further. Smaller: wrong letters
/// do. Larger: there are too few examples, and reading takes longer. Chosen by hand; `hard judge` counts wrong letters above it. A feature of
/// boards has it as a bound: after a change, learn `boards` and `whole-tiles` anew.
pub(super) const CONFIDENT: f32 = 0.9;

/// The least distance of a likelihood from 0 and from 1. Smaller: single outliers outweigh the geometry of the board.
/// Larger: confident tiles are read again. Chosen by hand.
const LIKELIHOOD_MARGIN: f32 = 1e-4;

/// The logarithm of the odds of a likelihood.
pub(super) fn log_odds(likelihood: f32) -> f32 {
    let likelihood = likelihood.clamp(LIKELIHOOD_MARGIN, 1.0 - LIKELIHOOD_MARGIN);
    (likelihood / (1.0 - likelihood)).ln()
}

/// The likelihood for these log odds: the logistic function.
pub(crate) fn likelihood(log_odds: f32) -> f32 {
    1.0 / (1.0 + (-log_odds).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# a comment\nbias -1\nsize 0 2 4 1 0.5\nnoise 0 1 3 -2 -1\n";

    fn score() -> Score {
        Score::parse(TEXT, &["size", "noise"])
    }

    #[test]
    fn a_feature_counts_between_its_knots() {
        for (values, expected) in [
            ([0.0, 0.0], -1.0),
            ([-5.0, -5.0], -1.0),
            ([1.0, 0.0], -0.5),
            ([3.0, 0.0], 0.25),
            ([9.0, 0.0], 0.5),
            ([0.0, 0.5], -2.0),
            ([0.0, 2.0], -3.5),
            ([0.0, 9.0], -4.0),
        ] {
            assert_eq!(score().log_odds(&values), expected, "{values:?}");
        }
    }

    #[test]
    fn the_bound_adds_what_right_alternatives_come_to() {
        let score = Score::parse(&format!("{TEXT}rest -0.25\n"), &["size", "noise"]);
        assert_eq!(score.bound(&[]), -1.25);
        assert_eq!(score.bound(&[4.0]), 0.25);
    }

    #[test]
    fn the_most_adds_the_best_case_of_the_rest() {
        assert_eq!(score().most(&[]), 0.5);
        assert_eq!(score().most(&[0.0]), -1.0);
        assert_eq!(score().most(&[9.0, 9.0]), score().log_odds(&[9.0, 9.0]));
    }

    #[test]
    fn the_weakest_feature_is_the_one_that_takes_most() {
        assert_eq!(score().weakest(&[0.0, 9.0]), Some(("noise", 3.0)));
        assert_eq!(score().weakest(&[0.0, 0.0]), Some(("size", 1.5)));
    }
}
