//! Solves a board that is typed, with its gems, by the rules of two games.
//!
//! `cargo run --release --example solve_board`

use hexlex::board::Board;
use hexlex::lexicon;
use hexlex::profile::BuiltIn;
use hexlex::solve::{Goal, solve};
use std::error::Error;

/// A staggered board as board text: a line for each column. docs/board-text.md has all of its form.
const BOARD: &str = "\
# layout: columns
T A R E
S I N G O
L E:gold D R
O U Qu I T
N E S T
";

/// Runs the example.
pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let board: Board = BOARD.parse()?;
    for game in ["deluxe", "web"] {
        let profile = BuiltIn::named(game).ok_or("no such game")?.profile();
        // The rules say how long words are and what they score, here at the third level.
        let rules = profile.rules.clone().at_level(3);
        let solution = solve(&board, lexicon::english(), &rules, Goal::Score);
        println!("{game}: {} words", solution.words.len());
        for found in solution.words.iter().take(3) {
            // The tiles in their order: (column, tile), counted from 0.
            let path: Vec<(usize, usize)> = found.path.iter().map(|cell| (cell.line, cell.index)).collect();
            println!("  {} {} {path:?}", found.score, found.word);
        }
    }
    Ok(())
}
