//! Parameters of the search, compared with the present ones on the same games.

use crate::Search;
use crate::games::{self, Rules};
use anyhow::{Context, Result};
use hexlex::advise::{SearchParams, paired_ratio};
use hexlex_tools::outln;
use std::str::FromStr;

/// Parameters in place of the present ones, as in `candidates=16,sampled=4`.
#[derive(Clone)]
pub(crate) struct Try(String);

impl FromStr for Try {
    type Err = String;

    fn from_str(text: &str) -> Result<Try, String> {
        let tried = Try(text.to_string());
        tried.apply(&SearchParams::default()).map(|_| tried)
    }
}

impl Try {
    /// These parameters with those that are tried.
    fn apply(&self, present: &SearchParams) -> Result<SearchParams, String> {
        let mut params = present.clone();
        for part in self.0.split(',') {
            let wrong = || format!("expected {} with a number, as in candidates=16, found `{part}`", NAMES.join(", "));
            let (name, number) = part.split_once('=').ok_or_else(wrong)?;
            set(&mut params, name, number).ok_or_else(wrong)?;
        }
        Ok(params)
    }
}

/// The parameters that may be tried.
const NAMES: [&str; 9] = [
    "candidates",
    "examined",
    "sampled",
    "prior",
    "solves_per_deep",
    "next_words",
    "deep_budget",
    "scrambles",
    "tolerance",
];

/// Sets a parameter; `None` for another name, or what is not a number.
fn set(params: &mut SearchParams, name: &str, number: &str) -> Option<()> {
    let count = || number.parse().ok();
    match name {
        "candidates" => params.candidates = count()?,
        "sampled" => params.sampled = count()?,
        "solves_per_deep" => params.solves_per_deep = count()?,
        "next_words" => params.next_words = count()?,
        "deep_budget" => params.deep_budget = count()?,
        "scrambles" => params.scrambles = count()?,
        "examined" => params.examined = number.parse().ok()?,
        "prior" => params.prior = number.parse().ok()?,
        "tolerance" => params.tolerance = number.parse().ok()?,
        _ => return None,
    }
    Some(())
}

/// Prints a line for each.
pub(crate) fn run(args: &Search) -> Result<()> {
    let rules = Rules::of(&args.games)?;
    let seeds = args.games.seed..args.games.seed + args.games.games;
    let present = SearchParams::default();
    let against = rules.play(&present, seeds.clone());
    outln!("present: {}", games::line(&against));
    for tried in &args.tried {
        let played = rules.play(&tried.apply(&present).map_err(anyhow::Error::msg)?, seeds.clone());
        let words = paired_ratio(&played, &against, |game| f64::from(game.words)).context("no game")?;
        let score = paired_ratio(&played, &against, |game| game.score as f64).context("no game")?;
        outln!(
            "{}: {}; words {:.3} ({:.3} to {:.3}), score {:.3} ({:.3} to {:.3})",
            tried.0,
            games::line(&played),
            words.ratio,
            words.low,
            words.high,
            score.ratio,
            score.low,
            score.high
        );
    }
    Ok(())
}
