//! Fits the weights of decisions among alternatives: a conditional logit with sign constraints.
//!
//! A [`Choice`] is a group of alternatives, each with a feature vector, of which some are right, or none. The score of an
//! alternative is the weighted sum of its features; the probability of each is its share of the exponentials, among which
//! that of "none of them" has the score 0 (McFadden, Conditional Logit Analysis of Qualitative Choice Behavior, 1974). So
//! a feature that is 1 for every alternative is the log odds of the first against none. [`fit`] maximizes the likelihood
//! of the right ones by accelerated projected gradient descent, with a small quadratic penalty. The same data give the
//! same weights.

/// A group of alternatives.
#[derive(Debug, Clone)]
pub struct Choice {
    /// The features of each alternative, in the order of the [`Feature`]s.
    pub alternatives: Vec<Vec<f32>>,
    /// The alternatives that are right; empty where none of them is.
    pub right: Vec<usize>,
}

/// What is known of a weight before it is fitted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sign {
    /// It may be anything.
    Any,
    /// More of the feature is never evidence against.
    Positive,
    /// More of the feature is never evidence for.
    Negative,
}

impl Sign {
    /// The character by which files of weights say it.
    pub fn symbol(self) -> char {
        match self {
            Sign::Any => '*',
            Sign::Positive => '+',
            Sign::Negative => '-',
        }
    }

    /// The sign of a character in a file of weights.
    pub fn from_symbol(symbol: &str) -> Option<Sign> {
        [Sign::Any, Sign::Positive, Sign::Negative].into_iter().find(|sign| symbol.chars().eq([sign.symbol()]))
    }

    /// The nearest value that is allowed.
    fn project(self, value: f64) -> f64 {
        match self {
            Sign::Any => value,
            Sign::Positive => value.max(0.0),
            Sign::Negative => value.min(0.0),
        }
    }
}

/// A feature of the alternatives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Feature {
    /// Its name, as files of weights have it.
    pub name: String,
    /// What is known of its weight.
    pub sign: Sign,
}

/// Fitted weights.
#[derive(Debug, Clone, PartialEq)]
pub struct Fit {
    /// The weight of each feature.
    pub weights: Vec<f64>,
    /// The mean negative log likelihood of the choices, in nats.
    pub loss: f64,
}

/// What a feature is worth.
#[derive(Debug, Clone, PartialEq)]
pub struct Worth {
    /// The feature's name.
    pub name: String,
    /// Its weight beside all others.
    pub weight: f64,
    /// The log likelihood of all choices, in nats, that is lost when the other weights are fitted without it.
    pub loss: f64,
}

/// The usual quadratic penalty for a weight whose feature has a root mean square of 1, in nats a choice.
pub const PENALTY: f64 = 1e-5;
/// The most steps of descent. It ends earlier, once a step gains less than [`GAIN`] nats a choice.
const STEPS: usize = 3000;
const GAIN: f64 = 1e-9;

/// The weights that make the right alternatives likeliest.
pub fn fit(features: &[Feature], choices: &[Choice]) -> Fit {
    fit_with(features, choices, PENALTY)
}

/// The same with another penalty: a larger one keeps weights small that few choices ask for.
pub fn fit_with(features: &[Feature], choices: &[Choice], penalty: f64) -> Fit {
    Problem { penalty, ..Problem::new(features, choices) }.solve(vec![0.0; features.len()], None)
}

/// The mean negative log likelihood of the choices by these weights, in nats.
pub fn loss(weights: &[f64], choices: &[Choice]) -> f64 {
    let total: f64 = choices.iter().map(|choice| choice.loss(|values| dot(values, weights), |_, _| ())).sum();
    total / choices.len().max(1) as f64
}

/// What each feature is worth, the most valuable first.
pub fn worths(features: &[Feature], choices: &[Choice], fitted: &Fit) -> Vec<Worth> {
    let problem = Problem::new(features, choices);
    let worth = |(i, feature): (usize, &Feature)| {
        let without = problem.solve(fitted.weights.clone(), Some(i));
        let loss = (without.loss - fitted.loss) * choices.len() as f64;
        Worth { name: feature.name.clone(), weight: fitted.weights[i], loss }
    };
    let mut worths: Vec<Worth> = features.iter().enumerate().map(worth).collect();
    worths.sort_by(|a, b| b.loss.total_cmp(&a.loss));
    worths
}

impl Choice {
    /// The negative log likelihood of the right alternatives. `gradient` is told for each alternative how much the loss
    /// grows with its score.
    fn loss(&self, score: impl Fn(&[f32]) -> f64, mut gradient: impl FnMut(&[f32], f64)) -> f64 {
        let scores: Vec<f64> = self.alternatives.iter().map(|values| score(values)).collect();
        let highest = scores.iter().copied().fold(0.0, f64::max);
        let power = |score: f64| (score - highest).exp();
        let all: f64 = power(0.0) + scores.iter().map(|&score| power(score)).sum::<f64>();
        let right: f64 = match self.right.is_empty() {
            true => power(0.0),
            false => self.right.iter().map(|&i| power(scores[i])).sum(),
        };
        for (i, (values, &score)) in self.alternatives.iter().zip(&scores).enumerate() {
            let own = power(score);
            let of_right = if self.right.contains(&i) { own / right.max(f64::MIN_POSITIVE) } else { 0.0 };
            gradient(values, own / all - of_right);
        }
        (all / right.max(f64::MIN_POSITIVE)).ln()
    }
}

/// The choices with every feature scaled to a root mean square of 1.
struct Problem<'a> {
    features: &'a [Feature],
    choices: Vec<Choice>,
    scales: Vec<f64>,
    /// The quadratic penalty, as [`PENALTY`].
    penalty: f64,
}

impl<'a> Problem<'a> {
    fn new(features: &'a [Feature], choices: &[Choice]) -> Problem<'a> {
        let mut squares = vec![0f64; features.len()];
        let rows = || choices.iter().flat_map(|choice| &choice.alternatives);
        for row in rows() {
            assert_eq!(row.len(), features.len(), "every alternative has every feature");
            squares.iter_mut().zip(row).for_each(|(square, value)| *square += f64::from(*value).powi(2));
        }
        let count = rows().count().max(1) as f64;
        // A feature that is nearly always 0 is not blown up.
        let scales: Vec<f64> = squares.into_iter().map(|square| (square / count).sqrt().max(0.01)).collect();
        let scaled = |row: &Vec<f32>| row.iter().zip(&scales).map(|(value, scale)| value / *scale as f32).collect();
        let choice = |choice: &Choice| Choice {
            alternatives: choice.alternatives.iter().map(scaled).collect(),
            right: choice.right.clone(),
        };
        Problem { features, choices: choices.iter().map(choice).collect(), scales, penalty: PENALTY }
    }

    /// Descends from these weights, one of them fixed at 0 where it is left out.
    fn solve(&self, start: Vec<f64>, left_out: Option<usize>) -> Fit {
        let project = |weights: &mut [f64]| {
            for (i, (weight, feature)) in weights.iter_mut().zip(self.features).enumerate() {
                *weight = if left_out == Some(i) { 0.0 } else { feature.sign.project(*weight) };
            }
        };
        let mut weights: Vec<f64> = start.iter().zip(&self.scales).map(|(weight, scale)| weight * scale).collect();
        project(&mut weights);
        let (mut ahead, mut momentum, mut step) = (weights.clone(), 1.0f64, 1.0);
        let (mut best, _) = self.descent(&weights);
        for _ in 0..STEPS {
            let (here, gradient) = self.descent(&ahead);
            // Halves the step until the quadratic model is an upper bound (Beck, Teboulle: FISTA, 2009).
            let (next, value) = loop {
                let mut next: Vec<f64> = ahead.iter().zip(&gradient).map(|(at, slope)| at - step * slope).collect();
                project(&mut next);
                let moved: Vec<f64> = next.iter().zip(&ahead).map(|(a, b)| a - b).collect();
                let model = here
                    + moved.iter().zip(&gradient).map(|(a, b)| a * b).sum::<f64>()
                    + moved.iter().map(|a| a * a).sum::<f64>() / (2.0 * step);
                let (value, _) = self.descent(&next);
                if value <= model + 1e-12 || step < 1e-9 {
                    break (next, value);
                }
                step /= 2.0;
            };
            if value > best {
                // Overshot: restarts from the best weights without momentum.
                (ahead, momentum) = (weights.clone(), 1.0);
                continue;
            }
            let following = (1.0 + (1.0 + 4.0 * momentum * momentum).sqrt()) / 2.0;
            let part = (momentum - 1.0) / following;
            ahead = next.iter().zip(&weights).map(|(new, old)| new + part * (new - old)).collect();
            let gain = best - value;
            (weights, momentum, best) = (next, following, value);
            if gain < GAIN {
                break;
            }
        }
        let loss = loss(&weights, &self.choices);
        Fit { weights: weights.iter().zip(&self.scales).map(|(weight, scale)| weight / scale).collect(), loss }
    }

    /// The penalized loss and its gradient.
    fn descent(&self, weights: &[f64]) -> (f64, Vec<f64>) {
        let mut gradient: Vec<f64> = vec![0.0; weights.len()];
        let mut total = 0.0;
        for choice in &self.choices {
            total += choice.loss(
                |values| dot(values, weights),
                |values, slope| {
                    gradient.iter_mut().zip(values).for_each(|(sum, value)| *sum += slope * f64::from(*value));
                },
            );
        }
        let count = self.choices.len().max(1) as f64;
        for (slope, weight) in gradient.iter_mut().zip(weights) {
            *slope = *slope / count + 2.0 * self.penalty * weight;
        }
        (total / count + self.penalty * weights.iter().map(|weight| weight * weight).sum::<f64>(), gradient)
    }
}

fn dot(values: &[f32], weights: &[f64]) -> f64 {
    values.iter().zip(weights).map(|(value, weight)| f64::from(*value) * weight).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    fn features(signs: &[Sign]) -> Vec<Feature> {
        signs.iter().enumerate().map(|(i, &sign)| Feature { name: format!("f{i}"), sign }).collect()
    }

    /// Choices that were drawn by these weights; the first feature is 1.
    fn drawn(weights: &[f64], count: usize) -> Vec<Choice> {
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        let mut uniform = move || f64::from(rng.random_range(0..1u32 << 24)) / f64::from(1u32 << 24);
        let mut choice = || {
            let mut row = || -> Vec<f32> {
                (0..weights.len()).map(|i| if i == 0 { 1.0 } else { (4.0 * uniform() - 2.0) as f32 }).collect()
            };
            let alternatives: Vec<Vec<f32>> = (0..4).map(|_| row()).collect();
            let powers: Vec<f64> = alternatives.iter().map(|row| dot(row, weights).exp()).collect();
            let mut at = uniform() * (1.0 + powers.iter().sum::<f64>());
            let right = powers.iter().position(|power| {
                at -= power;
                at < 0.0
            });
            Choice { alternatives, right: right.into_iter().collect() }
        };
        (0..count).map(|_| choice()).collect()
    }

    #[test]
    fn the_weights_that_drew_the_choices_are_found_again() {
        let truth = [-0.5, 1.5, -2.0, 0.0];
        let fit = fit(&features(&[Sign::Any; 4]), &drawn(&truth, 4000));
        for (weight, truth) in fit.weights.iter().zip(truth) {
            assert!((weight - truth).abs() < 0.15, "{fit:?}");
        }
    }

    #[test]
    fn a_sign_is_kept_and_a_useless_feature_is_worth_nothing() {
        let choices = drawn(&[-0.5, 1.5, -2.0, 0.0], 2000);
        let features = features(&[Sign::Any, Sign::Positive, Sign::Positive, Sign::Any]);
        let fit = fit(&features, &choices);
        assert_eq!(fit.weights[2], 0.0);
        assert!(fit.weights[1] > 0.5);
        let worths = worths(&features, &choices, &fit);
        assert_eq!(worths[0].name, "f1");
        let useless = worths.iter().find(|worth| worth.name == "f3").unwrap();
        assert!(useless.loss.abs() < 8.0, "{worths:?}");
    }

    #[test]
    fn none_of_them_has_the_score_0() {
        let choice = |right: &[usize]| Choice { alternatives: vec![vec![1.0]], right: right.to_vec() };
        let choices = [choice(&[0]), choice(&[]), choice(&[]), choice(&[])];
        let fit = fit(&features(&[Sign::Any]), &choices);
        assert!((fit.weights[0] - (1f64 / 3.0).ln()).abs() < 0.01, "{fit:?}");
    }
}
