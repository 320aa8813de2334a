//! The chance to lose the game within the next ten words, from the board that a word leaves and the fire that the level brings.
//!
//! A logistic function, whose weights are in `risk.weights`; `cargo run --release -p hexlex-tools --bin player -- risk` fits them
//! to simulated games, and prints how well they hold on other ones (docs/playing.md). They hold for the rules and the board of
//! these games alone.

use super::search::Leaves;
use crate::game::GameParams;
use crate::lexicon::{self, Lexicon};
use crate::profile::BuiltIn;
use std::sync::LazyLock;

/// The number of weights.
pub const RISK_WEIGHTS: usize = 7;

/// The words within which the game may be lost.
pub const RISK_WORDS: u32 = 10;

/// The weights of the logistic function.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Risk(pub [f64; RISK_WEIGHTS]);

/// Why the risk of a word is not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RiskUnknown {
    /// The board has another shape than those of the simulated games.
    Shape,
    /// The rules or the lengths of words are others.
    Rules,
    /// The dictionary is another one.
    Words,
}

impl Risk {
    /// What the chance is a function of, for a word that leaves this where a long word brings this number of new fires.
    pub fn terms(leaves: &Leaves, new_fires: f32) -> [f64; RISK_WEIGHTS] {
        /// The danger in the size of the other terms.
        const DANGER: f64 = 10.0;
        let danger = f64::from(leaves.danger) / DANGER;
        let new_fires = f64::from(new_fires);
        let stranded = f64::from(leaves.stranded.min(3));
        [1.0, danger, danger * danger, stranded.min(1.0), stranded, new_fires, new_fires * danger]
    }

    /// The chance of these terms.
    pub fn chance(&self, terms: &[f64; RISK_WEIGHTS]) -> f64 {
        let sum: f64 = self.0.iter().zip(terms).map(|(weight, term)| weight * term).sum();
        1.0 / (1.0 + (-sum).exp())
    }

    /// Why the weights do not hold for a game and a dictionary; `None` for those of the simulated games, whatever words score.
    pub fn unknown_for(params: &GameParams, lexicon: &Lexicon) -> Option<RiskUnknown> {
        /// How much the number of words may differ, since people refuse and allow words.
        const WORDS: f64 = 0.02;
        let known = &BuiltIn::Sketch.profile().game;
        let lengths = |params: &GameParams| (params.rules.min_length, params.rules.max_length);
        let english = lexicon::english().len() as f64;
        let has_other_rules = (params.refill, &params.letters, &params.gems, &params.gems_among_new)
            != (known.refill, &known.letters, &known.gems, &known.gems_among_new)
            || (&params.fire, &params.scramble, lengths(params)) != (&known.fire, &known.scramble, lengths(known));
        if params.shape != known.shape {
            Some(RiskUnknown::Shape)
        } else if has_other_rules {
            Some(RiskUnknown::Rules)
        } else {
            ((lexicon.len() as f64 - english).abs() > WORDS * english).then_some(RiskUnknown::Words)
        }
    }
}

impl Default for Risk {
    /// The weights of the program.
    fn default() -> Risk {
        static RISK: LazyLock<Risk> = LazyLock::new(|| {
            let lines = include_str!("risk.weights").lines().filter(|line| !line.starts_with('#'));
            let weights: Vec<f64> = lines.filter_map(|line| line.trim().parse().ok()).collect();
            Risk(weights.try_into().unwrap_or_else(|_| unreachable!("{RISK_WEIGHTS} weights")))
        });
        *RISK
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_danger_is_more_risk() {
        let risk = |danger, stranded, fires| Risk::default().chance(&Risk::terms(&Leaves { danger, stranded }, fires));
        assert!(risk(0.0, 0, 0.1) < 0.02, "{}", risk(0.0, 0, 0.1));
        assert!(risk(20.0, 0, 2.5) < risk(60.0, 0, 2.5) && risk(20.0, 0, 2.5) < risk(20.0, 2, 2.5));
        assert!(risk(20.0, 0, 1.0) < risk(20.0, 0, 3.0));
    }

    #[test]
    fn other_rules_and_dictionaries_are_not_calibrated() {
        let deluxe = BuiltIn::Deluxe.profile().game.clone();
        assert_eq!(Risk::unknown_for(&deluxe, lexicon::english()), None);
        let hotter = GameParams { fire: deluxe.fire.clone().times(2.0), ..deluxe.clone() };
        assert_eq!(Risk::unknown_for(&hotter, lexicon::english()), Some(RiskUnknown::Rules));
        let few = Lexicon::from_words(["cat", "dog"]).unwrap();
        assert_eq!(Risk::unknown_for(&deluxe, &few), Some(RiskUnknown::Words));
        assert_eq!(Risk::unknown_for(&BuiltIn::Boggle.profile().game, &few), Some(RiskUnknown::Shape));
    }
}
