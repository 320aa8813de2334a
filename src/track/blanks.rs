//! Tiles that show no letter for a moment: [`fill_blanks`].

use crate::board::{Board, Face, Lines, Tile};
use crate::read::{Doubt, Reading};

/// A tile that blinks or still falls looks like an empty cell. In columns new tiles fall into every place that a word empties,
/// so a cell that had a tile and looks empty now becomes unreadable.
pub(super) fn fill_blanks(before: &Board, reading: &mut Reading) {
    for id in blanks(before, &reading.board) {
        reading.board.put(id, Tile::new(Face::Unreadable));
        reading.doubts[id] = Some(Doubt::default());
    }
}

/// The places of the blank tiles in the order of the shape's cells.
fn blanks(before: &Board, now: &Board) -> Vec<usize> {
    if before.shape() != now.shape() || now.shape().lines() != Lines::Columns {
        return Vec::new();
    }
    let tiles = before.tiles().zip(now.tiles()).enumerate();
    tiles.filter(|(_, (before, now))| before.is_some() && now.is_none()).map(|(id, _)| id).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_of_a_column_does_not_become_empty() {
        let cases: [(&str, &str, &[usize]); 4] = [
            ("A B C D", "A . C D", &[1]),
            ("A B C D", ". . A D", &[0, 1]),
            // A cell that was empty before.
            ("A . C D", "A . C D", &[]),
            ("A B C D", "A B C D", &[]),
        ];
        for (before, now, expected) in cases {
            let board = |column: &str| -> Board { format!("# layout: columns\n{column}\nE F G H I").parse().unwrap() };
            assert_eq!(blanks(&board(before), &board(now)), expected, "{before} -> {now}");
        }
        let rows = |text: &str| -> Board { text.parse().unwrap() };
        assert_eq!(blanks(&rows("A B\nC D"), &rows("A B\n. D")), [0; 0]);
    }
}
