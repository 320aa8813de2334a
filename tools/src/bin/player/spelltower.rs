//! Games that are played off: the advice against the word with the highest score, on the same boards.

use crate::Duel;
use crate::games::rolled;
use anyhow::{Context, Result};
use hexlex::advise::{Budget, Mean, Wishes, advise};
use hexlex::board::Board;
use hexlex::game::{Collapse, GameParams, Pile, Refill};
use hexlex::lexicon;
use hexlex::profile::Profile;
use hexlex::solve::Solver;
use hexlex_tools::outln;
use rayon::prelude::*;

/// Plays the games of the arguments and prints the totals.
pub(crate) fn run(args: &Duel) -> Result<()> {
    let params = GameParams::of(&Profile::load("spelltower")?);
    let totals: Vec<(u64, u64)> = (args.seed..args.seed + args.games)
        .into_par_iter()
        .map(|seed| {
            let board = rolled(&params, seed, "QU").context("expected a shape of rows")?;
            let highest =
                play(&board, &params, |board, collapse, pile, played| highest(board, collapse, pile, &params, played))?;
            let advised = play(&board, &params, |board, _, _, played| {
                let wishes = Wishes { played, ..Wishes::default() };
                let advice = advise(board, lexicon::english(), &params, 1, Budget::solves(args.solves), wishes);
                let first = advice.ok()?.words.into_iter().next()?.found;
                let cells = first.path.iter().filter_map(|&cell| board.shape().id(cell)).map(|id| id as u32);
                Some(Chosen { word: first.word, cells: cells.collect(), letters: first.length, score: first.score })
            })?;
            Ok((highest, advised))
        })
        .collect::<Result<_>>()?;
    let of = |values: Vec<f64>| Mean::of(&values).context("no game");
    outln!("highest score: {} points", of(totals.iter().map(|&(highest, _)| highest as f64).collect())?);
    outln!(
        "advice with {} boards: {} points",
        args.solves,
        of(totals.iter().map(|&(_, advised)| advised as f64).collect())?
    );
    let ratios: Vec<f64> = totals.iter().map(|&(highest, advised)| advised as f64 / highest.max(1) as f64).collect();
    outln!("advice to highest score on the same board: {}", of(ratios)?);
    let better = totals.iter().filter(|(highest, advised)| advised > highest).count();
    outln!("the advice scores more on {better} of {} boards", totals.len());
    Ok(())
}

/// A word with its cells, letters and points.
struct Chosen {
    word: String,
    cells: Vec<u32>,
    letters: usize,
    score: u32,
}

/// The word with the highest score of those that were not played; of several, the first one that the search finds.
fn highest(board: &Board, collapse: &Collapse, pile: &Pile, params: &GameParams, played: &[String]) -> Option<Chosen> {
    let (mut best, mut removed): (Option<Chosen>, _) = (None, Vec::new());
    Solver::new(lexicon::english(), params.rules.clone()).visit_paths(board, |path| {
        let letters = path.letters as usize;
        collapse.removed(pile, path.cells, letters, &mut removed);
        let score = path.score.saturating_add(collapse.extra(pile, path.cells, &removed, letters));
        if best.as_ref().is_none_or(|best| score > best.score)
            && let Some(word) = lexicon::english().word(path.number as usize).map(|word| word.to_uppercase())
            && !played.contains(&word)
        {
            best = Some(Chosen { word, cells: path.cells.to_vec(), letters, score });
        }
    });
    best
}

/// The points of a game in which every word is this one.
fn play(
    board: &Board,
    params: &GameParams,
    mut choose: impl FnMut(&Board, &Collapse, &Pile, &[String]) -> Option<Chosen>,
) -> Result<u64> {
    let Refill::Collapse(rules) = params.refill else { anyhow::bail!("expected a game that is played off") };
    let (mut board, mut total, mut played) = (Some(board.clone()), 0, Vec::new());
    while let Some(now) = board.take() {
        let (collapse, pile) = Collapse::new(&now, rules, &params.rules).context("expected rows")?;
        let Some(Chosen { word, cells, letters, score }) = choose(&now, &collapse, &pile, &played) else { break };
        played.push(word);
        total += u64::from(score);
        let after = collapse.after(&pile, &cells, letters);
        total += if after.tiles() == 0 { u64::from(rules.clear_bonus) } else { 0 };
        board = collapse.board(&after);
    }
    Ok(total)
}
