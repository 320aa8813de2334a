//! Games that are played off: the advice against the word with the highest score, on the same boards.

use crate::Duel;
use anyhow::{Context, Result};
use hexlex::advise::{Budget, Wishes, advise};
use hexlex::board::{Board, Face, Tile};
use hexlex::game::{Collapse, GameParams, Pile, Refill};
use hexlex::lexicon;
use hexlex::profile::Profile;
use hexlex::roll::Roller;
use hexlex::solve::Solver;
use hexlex_tools::outln;
use hexlex_tools::paired::mean_with_interval;
use rayon::prelude::*;

/// Plays the games of the arguments and prints the totals.
pub(crate) fn run(args: &Duel) -> Result<()> {
    let params = GameParams::of(&Profile::load("spelltower")?);
    let totals: Vec<(u64, u64)> = (args.seed..args.seed + args.games)
        .into_par_iter()
        .map(|seed| {
            let board = rolled(&params, seed).context("expected a shape of rows")?;
            let highest = play(&board, &params, |board, collapse, pile| highest(board, collapse, pile, &params))?;
            let advised = play(&board, &params, |board, _, _| {
                let advice =
                    advise(board, lexicon::english(), &params, 1, Budget::solves(args.solves), Wishes::default());
                let first = advice.ok()?.words.into_iter().next()?.found;
                Some((
                    first.path.iter().filter_map(|&cell| board.shape().id(cell)).map(|id| id as u32).collect(),
                    first.length,
                    first.score,
                ))
            })?;
            Ok((highest, advised))
        })
        .collect::<Result<_>>()?;
    let of = |values: Vec<f64>| mean_with_interval(&values).context("no game");
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

/// A board of the profile's letters.
fn rolled(params: &GameParams, seed: u64) -> Option<Board> {
    let letters = Roller::new(seed).roll(&params.letters, params.shape.len());
    let face = |letter: char| if letter == 'q' { "QU".to_string() } else { letter.to_uppercase().to_string() };
    let tiles = letters.chars().map(|letter| Some(Tile::new(Face::Letters(face(letter)))));
    Board::new(params.shape.clone(), tiles.collect()).ok()
}

/// A word's cells, letters and points.
type Chosen = (Vec<u32>, usize, u32);

/// The word with the highest score; of several, the first one that the search finds.
fn highest(board: &Board, collapse: &Collapse, pile: &Pile, params: &GameParams) -> Option<Chosen> {
    let (mut best, mut removed): (Option<Chosen>, _) = (None, Vec::new());
    Solver::new(lexicon::english(), params.rules.clone()).visit_paths(board, |path| {
        let letters = path.letters as usize;
        collapse.removed(pile, path.cells, letters, &mut removed);
        let score = path.score.saturating_add(collapse.extra(pile, path.cells, &removed, letters));
        if best.as_ref().is_none_or(|best| score > best.2) {
            best = Some((path.cells.to_vec(), letters, score));
        }
    });
    best
}

/// The points of a game in which every word is this one.
fn play(
    board: &Board,
    params: &GameParams,
    mut choose: impl FnMut(&Board, &Collapse, &Pile) -> Option<Chosen>,
) -> Result<u64> {
    let Refill::Collapse(rules) = params.refill else { anyhow::bail!("expected a game that is played off") };
    let (mut board, mut total) = (Some(board.clone()), 0);
    while let Some(now) = board.take() {
        let (collapse, pile) = Collapse::new(&now, rules, &params.rules).context("expected rows")?;
        let Some((cells, letters, score)) = choose(&now, &collapse, &pile) else { break };
        total += u64::from(score);
        let after = collapse.after(&pile, &cells, letters);
        total += if after.tiles() == 0 { u64::from(rules.clear_bonus) } else { 0 };
        board = collapse.board(&after);
    }
    Ok(total)
}
