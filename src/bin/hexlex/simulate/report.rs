//! The results of `simulate` as a table, as JSON and as CSV.

use super::Played;
use crate::table::table_within;
use crate::terminal::wrapped;
use hexlex::advise::{GameResult, Policy, Ratio, paired_ratio};
use hexlex::profile::Profile;
use serde::Serialize;
use std::fmt::Write;

/// The JSON of one policy.
#[derive(Serialize)]
pub(super) struct PolicyReport {
    policy: &'static str,
    games: usize,
    solves: Option<usize>,
    words: WordsReport,
    score: ScoreReport,
    capped: usize,
    scrambles_per_100_words: f64,
    seconds: f64,
    /// The numbers of the profile that no source gives.
    assumed: Vec<String>,
}

#[derive(Serialize)]
struct WordsReport {
    geometric_mean: f64,
    low: f64,
    high: f64,
    median: u32,
    p10: u32,
}

#[derive(Serialize)]
struct ScoreReport {
    geometric_mean: f64,
    median: u64,
    per_word: f64,
}

/// The JSON of all policies.
pub(super) fn json(played: &[Played], profile: &Profile) -> Vec<PolicyReport> {
    let tenths = |number: f64| (number * 10.0).round() / 10.0;
    let report = |played: &Played| {
        let summary = played.summary;
        PolicyReport {
            policy: played.policy.name(),
            games: summary.games,
            solves: played.solves,
            words: WordsReport {
                geometric_mean: tenths(summary.words.geometric_mean),
                low: tenths(summary.words.low),
                high: tenths(summary.words.high),
                median: summary.words.median,
                p10: summary.words.p10,
            },
            score: ScoreReport {
                geometric_mean: tenths(summary.score_geometric_mean),
                median: summary.score_median,
                per_word: tenths(summary.score_per_word),
            },
            capped: summary.capped,
            scrambles_per_100_words: tenths(summary.scrambles_per_100),
            seconds: (played.time.as_secs_f64() * 1000.0).round() / 1000.0,
            assumed: profile.assumed.clone(),
        }
    };
    played.iter().map(report).collect()
}

/// A table with a line for each policy, and how much better the last one is than each other on the same seeds, in lines of this
/// width.
pub(super) fn text(played: &[Played], width: usize) -> String {
    let mut text = table_within(&rows(played), 1, width);
    for line in comparisons(played) {
        let _ = writeln!(text, "{}", wrapped(&line, width));
    }
    text
}

/// The cells of the table, with its heading.
pub(super) fn rows(played: &[Played]) -> Vec<[String; 9]> {
    let heading =
        ["policy", "solves", "words", "95%", "median", "p10", "score", "a word", "capped"].map(str::to_string);
    let row = |played: &Played| {
        let summary = &played.summary;
        let words = &summary.words;
        [
            played.policy.name().to_string(),
            played.solves.map_or("1".to_string(), |solves| solves.to_string()),
            format!("{:.0}", words.geometric_mean),
            format!("{:.0}..{:.0}", words.low, words.high),
            words.median.to_string(),
            words.p10.to_string(),
            summary.score_median.to_string(),
            format!("{:.0}", summary.score_per_word),
            format!("{:.0}%", 100.0 * summary.capped as f64 / summary.games as f64),
        ]
    };
    [heading].into_iter().chain(played.iter().map(row)).collect()
}

/// A line for each policy but the last: what the last one makes of the same seeds.
pub(super) fn comparisons(played: &[Played]) -> Vec<String> {
    let Some((last, others)) = played.split_last() else { return Vec::new() };
    let ratio = |of: fn(&GameResult) -> f64, other: &Played| paired_ratio(&last.games, &other.games, of);
    let times = |ratio: Ratio| format!("{:.2} times ({:.2} to {:.2})", ratio.ratio, ratio.low, ratio.high);
    let line = |other: &Played| {
        let words = ratio(|game| f64::from(game.words), other)?;
        let score = ratio(|game| game.score as f64, other)?;
        let names: [Policy; 2] = [last.policy, other.policy];
        Some(format!("{}: {} the words of {}, {} the score", names[0], times(words), names[1], times(score)))
    };
    others.iter().filter_map(line).collect()
}

/// The first line of the CSV.
pub(super) const CSV_HEADER: &str = "policy,solves,seed,words,score,level,scrambles,capped\n";

/// A line for each game.
pub(super) fn csv(played: &[Played]) -> String {
    let mut text = CSV_HEADER.to_string();
    for played in played {
        let solves = played.solves.unwrap_or(1);
        for GameResult { seed, words, score, level, scrambles, capped } in &played.games {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{},{solves},{seed},{words},{score},{level},{scrambles},{capped}", played.policy);
        }
    }
    text
}
