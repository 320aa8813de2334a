//! The truth beside a picture that is drawn: the board text that a reader should print, with comments.

use hexlex::board::{Board, Cell, Lines};
use hexlex::pixels::Point;
use std::fmt::Write as _;

/// The board text, with comments about its source and the centers of its tiles.
///
/// # Errors
/// None in practice: those of writing into a string.
pub fn text(board: &Board, source: &str, center: impl Fn(Cell) -> Point) -> Result<String, std::fmt::Error> {
    let mut text = board.to_string();
    let mut comments = String::new();
    writeln!(comments, "# source: {source}")?;
    let name = if board.shape().lines() == Lines::Columns { "col" } else { "row" };
    for line in 0..board.shape().lengths().len() {
        write!(comments, "# centers {name} {line}:")?;
        for cell in board.shape().cells().filter(|cell| cell.line == line) {
            let Point { x, y } = center(cell);
            write!(comments, " {x:.1},{y:.1}")?;
        }
        writeln!(comments)?;
    }
    // Behind the headers, before the tiles.
    let tiles = text.lines().take_while(|line| line.starts_with('#')).map(|line| line.len() + 1).sum();
    text.insert_str(tiles, &comments);
    Ok(text)
}
