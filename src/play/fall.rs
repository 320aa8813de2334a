//! What becomes of one column after a word: its tiles are gone, the rest falls, fire burns down, new tiles follow.

use super::{Numbers, Piece};
use crate::board::TileKind;

/// A tile and how many places it fell.
pub(super) type Fallen = (Piece, u8);

/// The tiles that are left of a column, top to bottom, after the used ones are gone and each fire has burned the
/// tile below it.
///
/// From the bottom up, so that a fire above another one follows it down in the same turn. A fire does not burn
/// another one [?], and a gem only after as many turns as it [withstands](Numbers::withstands).
pub(super) fn burned(column: impl Iterator<Item = (Piece, bool)>) -> Vec<Piece> {
    let mut left: Vec<Piece> = column.filter(|(_, used)| !used).map(|(piece, _)| piece).collect();
    for at in (1..left.len()).rev() {
        if left[at - 1].kind != TileKind::Fire || left[at].kind == TileKind::Fire {
            continue;
        }
        let below = &mut left[at];
        below.burned += 1;
        if below.burned > Numbers::withstands(below.kind) {
            left.remove(at);
        }
    }
    left
}

/// The column of this length made whole: `left` at its bottom, new tiles above; and how far each one fell.
///
/// `before` is the column as it was.
pub(super) fn refilled(
    before: &[Piece],
    left: Vec<Piece>,
    mut new: impl FnMut() -> Piece,
) -> impl Iterator<Item = Fallen> {
    let missing = before.len().saturating_sub(left.len());
    let mut fresh: Vec<Fallen> = (0..missing).map(|_| (new(), missing as u8)).collect();
    fresh.extend(left.into_iter().enumerate().map(|(n, piece)| {
        let was = before.iter().position(|old| old.id == piece.id).unwrap_or(missing + n);
        (piece, (missing + n).saturating_sub(was) as u8)
    }));
    fresh.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A column of `a` plain, `f` fire and `g` green tiles, top to bottom, of which those in capitals are used.
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
        burned(column(text).into_iter()).iter().map(|piece| piece.id).collect()
    }

    #[test]
    fn fire_destroys_what_is_below_and_drops() {
        assert_eq!(left("afaa"), [0, 1, 3]);
        assert_eq!(left("afAa"), [0, 1]); // it falls, and burns what it falls on
        assert_eq!(left("aFaa"), [0, 2, 3]); // a used one burns no more
        assert_eq!(left("aaf"), [0, 1, 2]); // there is nothing below
    }

    #[test]
    fn fire_follows_fire() {
        assert_eq!(left("ffa"), [0, 1]);
        assert_eq!(left("fafa"), [0, 2]);
        assert_eq!(left("ff"), [0, 1]);
    }

    #[test]
    fn a_green_tile_withstands_two_turns() {
        let mut now: Vec<Piece> = burned(column("fg").into_iter());
        for turn in 1..=2 {
            assert_eq!((now.len(), now[1].burned), (2, turn));
            now = burned(now.into_iter().map(|piece| (piece, false)));
        }
        assert_eq!(now.len(), 1);
    }

    #[test]
    fn a_column_is_made_whole_from_above() {
        let before: Vec<Piece> = column("abcd").into_iter().map(|(piece, _)| piece).collect();
        let mut id = 10;
        let new = || {
            id += 1;
            Piece { id, ..before[0] }
        };
        let whole: Vec<(u32, u8)> =
            refilled(&before, vec![before[1], before[3]], new).map(|(piece, fell)| (piece.id, fell)).collect();
        assert_eq!(whole, [(11, 2), (12, 2), (1, 1), (3, 0)]);
    }
}
