//! The rules of falling and burning once more, slowly and a column at a time: what the engine is tested against.

use super::{BurnOrder, FireParams};
use crate::board::TileKind;

/// A tile of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Tile {
    pub(super) letter: u8,
    pub(super) kind: TileKind,
    pub(super) burned: u8,
}

/// The tiles of a column that remain, top to bottom, after a word. `column` pairs each tile with whether it was used.
///
/// Goes from the bottom up, so that a fire above another one follows it down in the same turn. A fire does not burn another
/// one. A gem burns only after its resistance is used up.
pub(super) fn remaining(column: &[(Tile, bool)], fire: &FireParams) -> Vec<Tile> {
    let mut left: Vec<(Tile, bool)> = column.to_vec();
    if fire.burns == BurnOrder::AfterFall {
        left.retain(|(_, used)| !used);
    }
    let mut burned_up = vec![false; left.len()];
    for at in (1..left.len()).rev() {
        let (above, above_used) = left[at - 1];
        let (below, below_used) = &mut left[at];
        if above.kind != TileKind::Fire || above_used || below.kind == TileKind::Fire || *below_used {
            continue;
        }
        below.burned += 1;
        burned_up[at] = below.burned > fire.resistance.of(below.kind);
        if burned_up[at] && fire.burns == BurnOrder::AfterFall {
            left.remove(at);
            burned_up.remove(at);
        }
    }
    let tiles = left.iter().zip(&burned_up).filter(|((_, used), burned)| !used && !**burned);
    tiles.map(|((tile, _), _)| *tile).collect()
}

/// A column of `a` plain, `f` burning and `g` green tiles, top to bottom. Tiles in upper case are used.
pub(super) fn column(text: &str) -> Vec<(Tile, bool)> {
    let kind = |c: char| match c.to_ascii_lowercase() {
        'f' => TileKind::Fire,
        'g' => TileKind::Green,
        _ => TileKind::Normal,
    };
    let tile = |(id, c)| Tile { letter: id as u8, kind: kind(c), burned: 0 };
    text.chars().enumerate().map(|(id, c)| (tile((id, c)), c.is_ascii_uppercase())).collect()
}

fn left(text: &str, burns: BurnOrder) -> Vec<u8> {
    let fire = FireParams { burns, ..super::GameParams::default().fire };
    remaining(&column(text), &fire).iter().map(|tile| tile.letter).collect()
}

#[test]
fn fire_destroys_the_tile_below_and_drops() {
    let left = |text| left(text, BurnOrder::AfterFall);
    assert_eq!(left("afaa"), [0, 1, 3]);
    assert_eq!(left("afAa"), [0, 1]); // the fire falls, and burns the tile it falls on
    assert_eq!(left("aFaa"), [0, 2, 3]); // a used fire burns nothing
    assert_eq!(left("aaf"), [0, 1, 2]); // nothing is below it
    assert_eq!([left("ffa"), left("fafa"), left("ff")], [vec![0, 1], vec![0, 2], vec![0, 1]]);
}

#[test]
fn fire_that_burns_before_the_fall_does_not_follow_a_used_tile() {
    let left = |text| left(text, BurnOrder::BeforeFall);
    assert_eq!(left("afAa"), [0, 1, 3]);
    assert_eq!([left("afaa"), left("ffa"), left("fafa")], [vec![0, 1, 3], vec![0, 1], vec![0, 2]]);
}
