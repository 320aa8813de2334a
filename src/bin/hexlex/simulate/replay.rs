//! One game of `simulate`, move by move as board text.

use crate::boards;
use crate::console::Console;
use anyhow::Result;
use hexlex::advise::{Adviser, Limits, Move, Policy, Turn, play};
use std::fmt::Write;

/// Prints every board with its move. Boards are board text, with a line `--` between them, so that other commands take them.
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
            Move::Scramble => "scramble".to_string(),
            Move::Word { path, score } => {
                let word = lexicon.word(path.number as usize).unwrap_or_default().to_uppercase();
                let cells = (0..shape.len()).filter(|id| path.mask >> id & 1 == 1).filter_map(|id| shape.cell(id));
                let tiles: Vec<String> = cells.map(|cell| format!("{},{}", cell.line + 1, cell.index + 1)).collect();
                format!("{word}, {score} points, tiles {}", tiles.join(" "))
            }
        };
        // Writing to a string cannot fail.
        let _ = write!(text, "# move {number}, level {level}, {score} points: {played}\n{}", state.board(&shape));
    });
    let end = if result.capped { "the limit of words" } else { "the game was lost" };
    let _ =
        writeln!(text, "# end: {} words, {} points, {} scrambles; {end}", result.words, result.score, result.scrambles);
    console.answer(&text)
}
