//! What a page says of a board that was not read whole, and of a picture without one.

use hexlex::board::{Board, Face};
use hexlex::locate::Side;
use hexlex::pipeline::{Boards, ReadError};
use hexlex::read::Reading;
use hexlex::solve::Solution;
use std::collections::HashSet;

/// The notes on the picture that boards were read from.
pub(crate) fn of_picture(boards: &Boards) -> Vec<String> {
    let mut notes = Vec::new();
    if boards.readings.len() > 1 {
        let count = boards.readings.len();
        notes
            .push(format!("The picture has {count} boards, and this is the largest. Crop the picture to another one."));
    }
    if boards.limited {
        notes.push(limited());
    }
    notes
}

/// The note on a search that its budget ended.
pub(crate) fn limited() -> String {
    "The search took too long and was ended. Crop the picture to the board.".to_string()
}

/// The notes on a board with its words, and the words that it would have if unreadable tiles were as guessed.
pub(crate) fn of_board(reading: &Reading, solution: &Solution, guessed: Option<&Solution>) -> Vec<String> {
    let board = &reading.board;
    let mut notes = Vec::new();
    if !reading.cut.is_empty() {
        let sides: Vec<&str> = Side::ALL.into_iter().filter(|side| reading.cut.contains(side)).map(name).collect();
        notes.push(format!(
            "The picture cuts the board ({}), so words are missing. Take a picture of the whole board.",
            sides.join(", ")
        ));
    }
    if !board.settled {
        notes.push(
            "Tiles fall, or something covers them. Take the picture when all tiles are at rest and nothing lies over them."
                .to_string(),
        );
    }
    let unreadable = count(board, |tile| tile.face == Face::Unreadable);
    if unreadable > 0 {
        let perhaps = missed(solution, guessed);
        let perhaps = if perhaps.is_empty() { String::new() } else { format!(" (perhaps {})", perhaps.join(", ")) };
        let tiles = if unreadable == 1 { "One tile is".to_string() } else { format!("{unreadable} tiles are") };
        notes.push(format!(
            "{tiles} unreadable, so words may be missing{perhaps}. Choose a ringed tile and type its letter."
        ));
    }
    let covered = count(board, |tile| tile.has_tag("covered"));
    if covered > 0 {
        notes.push(format!("Something covers {covered} of the tiles, and no word uses them."));
    }
    if !solution.complete {
        notes.push("There are more paths than can be tried, so words may be missing.".to_string());
    }
    notes
}

/// Why a picture has no board, and what to do.
pub(crate) fn of_refusal(error: &ReadError) -> String {
    match error {
        ReadError::NoBoard { found, .. } => format!(
            "No board found: the picture shows {found}. Choose a picture that shows a whole board, tilted by less than \
             10 degrees, or type the board."
        ),
        other => other.to_string(),
    }
}

fn name(side: Side) -> &'static str {
    match side {
        Side::Above => "above",
        Side::Below => "below",
        Side::Left => "on the left",
        Side::Right => "on the right",
    }
}

fn count(board: &Board, is_counted: impl Fn(&hexlex::board::Tile) -> bool) -> usize {
    board.tiles().flatten().filter(|tile| is_counted(tile)).count()
}

/// The best words of the guessed board that the board does not have.
fn missed(solution: &Solution, guessed: Option<&Solution>) -> Vec<String> {
    /// The number of words in the note: what fits in a line.
    const SHOWN: usize = 3;
    let known: HashSet<&str> = solution.words.iter().map(|found| found.word.as_str()).collect();
    let all = guessed.into_iter().flat_map(|guessed| &guessed.words);
    all.map(|found| found.word.clone()).filter(|word| !known.contains(word.as_str())).take(SHOWN).collect()
}
