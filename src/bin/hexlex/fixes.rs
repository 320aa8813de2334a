//! Tiles that the user corrects before a board is solved: `--fix LINE,TILE=LETTERS`.

use crate::args::FixArg;
use crate::console::counted;
use crate::read::Picture;
use anyhow::{Result, anyhow};
use hexlex::board::{Board, Cell, Lines};

/// Corrects tiles of a board.
///
/// # Errors
/// If the board has no such tile.
pub(crate) fn apply(fixes: &[FixArg], board: &mut Board) -> Result<()> {
    fixes.iter().try_for_each(|FixArg { cell, face }| match board.tile_mut(*cell) {
        Some(tile) => {
            tile.set_face(face.clone());
            Ok(())
        }
        None => Err(missing(board, *cell)),
    })
}

/// The same for the largest board of a picture: what was corrected is certain.
///
/// # Errors
/// If the board has no such tile.
pub(crate) fn apply_to_picture(fixes: &[FixArg], picture: &mut Picture) -> Result<()> {
    fixes.iter().try_for_each(|FixArg { cell, face }| match picture.reading.correct(*cell, face) {
        true => Ok(()),
        false => Err(missing(&picture.reading.board, *cell)),
    })
}

fn missing(board: &Board, cell: Cell) -> anyhow::Error {
    let shape = board.shape();
    let line = if shape.lines() == Lines::Columns { "column" } else { "row" };
    let found = match shape.lengths().get(cell.line) {
        None => format!("a board of {}", counted(shape.lengths().len(), line)),
        Some(&length) if cell.index >= length => format!("{} in {line} {}", counted(length, "tile"), cell.line + 1),
        Some(_) => "an empty cell there".to_string(),
    };
    anyhow!(
        "--fix {},{}: expected a tile of the board, found {found}: count {line}s and tiles from 1, from the upper left",
        cell.line + 1,
        cell.index + 1
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fix_replaces_the_letters_of_a_tile_on_the_board() {
        let board = || "A B:gold\nC .\n".parse::<Board>().unwrap();
        let fixed = |fix: &str| {
            let mut board = board();
            apply(&[fix.parse().unwrap()], &mut board).map(|()| board.to_string()).map_err(|error| error.to_string())
        };
        assert_eq!(fixed("1,2=qu").unwrap(), "A Qu:gold\nC .\n");
        for (fix, found) in [("2,2=x", "an empty cell"), ("2,3=x", "2 tiles in row 2"), ("3,1=x", "a board of 2 rows")]
        {
            let error = fixed(fix).unwrap_err();
            assert!(error.contains(&format!("found {found}")), "{error}");
        }
    }
}
