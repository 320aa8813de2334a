//! One game of `simulate`, move by move as board text.

use crate::boards;
use crate::console::Console;
use anyhow::Result;
use hexlex::advise::{Adviser, Limits, Move, Policy, Turn, play};
use hexlex::estimate::{self, Played};
use std::fmt::Write;

/// Prints every board with its move. Boards are board text, with a line `--` between them and headers for the moves, so that
/// other commands take them, `rules fit` with the moves.
pub(super) fn print(
    mut adviser: Adviser<'_>,
    policy: Policy,
    solves: usize,
    seed: u64,
    limits: Limits,
    console: &Console,
) -> Result<()> {
    let (shape, lexicon) = (adviser.engine().params().shape.clone(), adviser.lexicon());
    let mut text = String::new();
    let mut number = 0;
    let result = play(&mut adviser, policy, solves, seed, limits, |Turn { state, played, score, level }| {
        number += 1;
        if number > 1 {
            let _ = writeln!(text, "{}", boards::SEPARATOR);
        }
        let played = match played {
            Move::Scramble => Played::Scramble,
            Move::Word { path, .. } => {
                let word = lexicon.word(path.number as usize).unwrap_or_default().to_uppercase();
                let cells = (0..shape.len()).filter(|id| path.mask >> id & 1 == 1).filter_map(|id| shape.cell(id));
                Played::Word { word, tiles: Some(cells.collect()) }
            }
        };
        let recorded = estimate::Move { board: state.board(&shape), played, score: Some(*score), level: Some(*level) };
        // Writing to a string cannot fail.
        let _ = write!(text, "# move {number}\n{}", recorded.text());
    });
    let end = if result.capped { "the limit of words" } else { "the game was lost" };
    let _ =
        writeln!(text, "# end: {} words, {} points, {} scrambles; {end}", result.words, result.score, result.scrambles);
    console.answer(&text)
}
