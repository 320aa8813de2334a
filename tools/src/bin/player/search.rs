//! Parameters of the search, compared with the present ones on the same games.

use crate::Games;
use crate::games::{self, Rules};
use anyhow::{Context, Result};
use hexlex::advise::{SearchParams, paired_ratio};
use hexlex_tools::outln;

/// Candidates whose boards are examined, and those for which tiles are sampled.
const TRIED: [(usize, usize); 8] = [(24, 8), (16, 4), (16, 8), (20, 4), (12, 4), (24, 4), (18, 2), (14, 6)];

/// Prints a line for each.
pub(crate) fn run(args: &Games) -> Result<()> {
    let rules = Rules::of(args)?;
    let present = SearchParams::default();
    let seeds = args.seed..args.seed + args.games;
    let against = rules.play(&present, seeds.clone());
    outln!("present ({} candidates, {} sampled): {}", present.candidates, present.sampled, games::line(&against));
    for (candidates, sampled) in TRIED.into_iter().filter(|tried| *tried != (present.candidates, present.sampled)) {
        let played = rules.play(&SearchParams { candidates, sampled, ..present.clone() }, seeds.clone());
        let words = paired_ratio(&played, &against, |game| f64::from(game.words)).context("no game")?;
        let score = paired_ratio(&played, &against, |game| game.score as f64).context("no game")?;
        outln!(
            "{candidates} candidates, {sampled} sampled: {}; words {:.3} ({:.3} to {:.3}), score {:.3} ({:.3} to {:.3})",
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
