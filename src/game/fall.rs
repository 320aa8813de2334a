//! One column after a word: used tiles vanish, fire burns the tile below it, the rest falls, new tiles fill the top.

use super::{GameParams, Piece};
use crate::board::TileKind;

/// A tile and the number of rows that it fell.
pub(super) struct FallenPiece {
    pub(super) piece: Piece,
    pub(super) rows: u8,
}

/// The tiles of a column that remain, top to bottom, after the used ones are gone and each fire has burned the tile
/// below it. `column` pairs each tile with whether it was used.
///
/// Goes from the bottom up, so that a fire above another one follows it down in the same turn. Assumed: a fire
/// does not burn another one. A gem burns only after its [resistance](GameParams::fire_resistance) is used up.
pub(super) fn remaining(column: impl Iterator<Item = (Piece, bool)>) -> Vec<Piece> {
    let mut left: Vec<Piece> = column.filter(|(_, used)| !used).map(|(piece, _)| piece).collect();
    for at in (1..left.len()).rev() {
        if left[at - 1].kind != TileKind::Fire || left[at].kind == TileKind::Fire {
            continue;
        }
        let below = &mut left[at];
        below.burned += 1;
        if below.burned > GameParams::fire_resistance(below.kind) {
            left.remove(at);
        }
    }
    left
}

/// The full column, top to bottom: `remaining` at its bottom, new tiles above. `before` is the column before the word.
pub(super) fn refilled(
    before: &[Piece],
    remaining: Vec<Piece>,
    mut new: impl FnMut() -> Piece,
) -> impl Iterator<Item = FallenPiece> {
    let missing = before.len().saturating_sub(remaining.len());
    let mut column: Vec<FallenPiece> =
        (0..missing).map(|_| FallenPiece { piece: new(), rows: missing as u8 }).collect();
    column.extend(remaining.into_iter().enumerate().map(|(n, piece)| {
        let was = before.iter().position(|old| old.id == piece.id).unwrap_or(missing + n);
        FallenPiece { piece, rows: (missing + n).saturating_sub(was) as u8 }
    }));
    column.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A column of `a` plain, `f` burning and `g` green tiles, top to bottom. Tiles in upper case are used.
    fn column(text: &str) -> Vec<(Piece, bool)> {
        let kind = |c: char| match c.to_ascii_lowercase() {
            'f' => TileKind::Fire,
            'g' => TileKind::Green,
            _ => TileKind::Normal,
        };
        let piece = |(id, c)| Piece { letter: 'E', kind: kind(c), id: id as u32, burned: 0 };
        text.chars().enumerate().map(|(id, c)| (piece((id, c)), c.is_ascii_uppercase())).collect()
    }

    fn left(text: &str) -> Vec<u32> {
        remaining(column(text).into_iter()).iter().map(|piece| piece.id).collect()
    }

    #[test]
    fn fire_destroys_the_tile_below_and_drops() {
        assert_eq!(left("afaa"), [0, 1, 3]);
        assert_eq!(left("afAa"), [0, 1]); // the fire falls, and burns the tile it falls on
        assert_eq!(left("aFaa"), [0, 2, 3]); // a used fire burns nothing
        assert_eq!(left("aaf"), [0, 1, 2]); // nothing is below it
    }

    #[test]
    fn fire_follows_fire() {
        assert_eq!(left("ffa"), [0, 1]);
        assert_eq!(left("fafa"), [0, 2]);
        assert_eq!(left("ff"), [0, 1]);
    }

    #[test]
    fn a_green_tile_survives_two_turns() {
        let mut now: Vec<Piece> = remaining(column("fg").into_iter());
        for turn in 1..=2 {
            assert_eq!((now.len(), now[1].burned), (2, turn));
            now = remaining(now.into_iter().map(|piece| (piece, false)));
        }
        assert_eq!(now.len(), 1);
    }

    #[test]
    fn new_tiles_fill_a_column_from_above() {
        let before: Vec<Piece> = column("abcd").into_iter().map(|(piece, _)| piece).collect();
        let mut id = 10;
        let new = || {
            id += 1;
            Piece { id, ..before[0] }
        };
        let column: Vec<(u32, u8)> =
            refilled(&before, vec![before[1], before[3]], new).map(|fallen| (fallen.piece.id, fallen.rows)).collect();
        assert_eq!(column, [(11, 2), (12, 2), (1, 1), (3, 0)]);
    }
}
