//! Whether what was read is a board: much else has letters on a lattice.

use crate::board::{Board, Face, GridPoint};
use crate::locate::Standing;
use crate::pixels::Frame;
use crate::read::{Reading, beyond};
use std::collections::{BTreeMap, BTreeSet};

/// The least mean confidence of the cells: icons, digits and pictures on a lattice do not read as letters.
const READABLE: f32 = 0.5;
/// The same of fewer cells than so many: keypads and calculators are small. Of a 4x4 board a third may be covered.
const READABLE_OF_FEW: f32 = 0.68;
const FEW: usize = 20;
/// The same where a board is only possible.
const WELL_READABLE: f32 = 0.75;

/// Whether it reads like a board, for how its signs stand.
pub(crate) fn is_like_a_board(reading: &Reading, standing: Standing) -> bool {
    let least = match standing {
        Standing::Plausible if reading.layout.shape().len() < FEW => READABLE_OF_FEW,
        Standing::Plausible => READABLE,
        _ => WELL_READABLE,
    };
    readable(reading) >= least && !is_vague(reading) && says_letters(&reading.board)
}

/// Whether hardly a tile is clear. The tiles of boards are read or covered; digits and symbols are this letter or that.
fn is_vague(reading: &Reading) -> bool {
    /// Confidences that are neither clear nor nothing.
    const VAGUE: std::ops::Range<f32> = 0.15..0.9;
    /// The part of the tiles that may be so, and that may be so or nothing.
    const MOST: (f32, f32) = (0.35, 0.6);
    let tiles = reading.doubts.iter().flatten();
    let part = |least: f32| {
        let unclear = tiles.clone().filter(|doubt| (least..VAGUE.end).contains(&doubt.confidence)).count();
        unclear as f32 / tiles.clone().count().max(1) as f32
    };
    part(VAGUE.start) > MOST.0 && part(0.0) > MOST.1
}

/// Whether its letters are those of a board. Pieces, mines and dots repeat one or two signs, seats and columns of
/// text repeat lines, a keyboard shows letters once and has keys without, and tables are full of short words or of the
/// same few letters.
fn says_letters(board: &Board) -> bool {
    /// Different letters for the square root of the tiles, and at most: boards are far from it.
    const DIFFERENT: (f32, f32) = (1.6, 12.0);
    /// So many letters, drawn as any game draws them, are hardly ever all different; then nothing else may be odd.
    const ALL_DIFFERENT: usize = 14;
    /// The part of the cells without a letter that is odd.
    const MISSING: f32 = 0.1;
    /// The part of the tiles that may say several letters, of few tiles and of many: in games of digrams few do.
    const SEVERAL: (f32, f32) = (0.34, 0.25);
    let mut lines: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    let mut rows: BTreeMap<i32, Vec<(i32, String)>> = BTreeMap::new();
    for (cell, tile) in board.cells().filter(|(_, tile)| tile.face != Face::Unreadable) {
        lines.entry(cell.line).or_default().push(tile.face.to_string());
        let GridPoint { x, y } = board.shape().point(cell);
        rows.entry(y).or_default().push((x, tile.face.to_string()));
    }
    let lines: Vec<Vec<String>> = lines.into_values().collect();
    let faces = lines.concat();
    rows.values_mut().for_each(|row| row.sort());
    let across: Vec<String> = rows.into_values().flatten().map(|(_, face)| face).collect();
    let tiles = faces.len() as f32;
    let several = faces.iter().filter(|face| face.chars().count() > 1 && *face != "Qu").count() as f32;
    let may_say_several = if faces.len() < FEW { SEVERAL.0 } else { SEVERAL.1 };
    let different = faces.iter().collect::<BTreeSet<_>>().len();
    let missing = 1.0 - tiles / board.shape().len() as f32;
    different as f32 >= (DIFFERENT.0 * tiles.sqrt()).min(DIFFERENT.1).floor()
        && (different < faces.len() || faces.len() < ALL_DIFFERENT || missing < MISSING)
        && several <= may_say_several * tiles
        && !repeats(&lines)
        && !is_in_order(&faces)
        && !is_in_order(&across)
        && !is_of_keys(&lines)
}

/// Whether lines are said again and again, or the letters of one line in the next.
fn repeats(lines: &[Vec<String>]) -> bool {
    /// So often the same line of three letters or more is no chance.
    const SAME_LINES: usize = 3;
    /// The part of the letters that are those of the line before in the same place, and so many more: by chance it is
    /// one in fifteen.
    const SAME: (f32, f32) = (0.3, 3.0);
    let long: Vec<&Vec<String>> = lines.iter().filter(|line| line.len() >= 3).collect();
    let same_lines = long.iter().map(|line| long.iter().filter(|other| *other == line).count()).max().unwrap_or(0);
    let across = lines.iter().zip(lines.iter().skip(1)).flat_map(|(one, next)| one.iter().zip(next));
    let along = lines.iter().flat_map(|line| line.iter().zip(line.iter().skip(1)));
    let is_same = |pairs: Vec<(&String, &String)>| {
        let same = pairs.iter().filter(|(a, b)| a == b).count();
        same as f32 > SAME.0 * pairs.len() as f32 + SAME.1
    };
    same_lines >= SAME_LINES || is_same(across.collect()) || is_same(along.collect())
}

/// Whether the letters go up in the alphabet, one after the other, as in an index.
fn is_in_order(faces: &[String]) -> bool {
    /// The part of the letters that come after the one before: of nine drawn ones so many hardly ever do.
    const UP: f32 = 0.8;
    let up = faces.iter().zip(faces.iter().skip(1)).filter(|(a, b)| a < b).count();
    faces.len() > 1 && up as f32 > UP * (faces.len() - 1) as f32
}

/// Whether the letters of a line follow each other as on a keyboard, if not every key was read.
fn is_of_keys(lines: &[Vec<String>]) -> bool {
    const KEYS: [&str; 8] =
        ["QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM", "QWERTZUIOP", "YXCVBNM", "AZERTYUIOP", "QSDFGHJKLM", "WXCVBN"];
    /// The part of the neighbors that do: by chance it is one in six.
    const FOLLOW: f32 = 0.7;
    let follow = |(a, b): (&String, &String)| {
        KEYS.iter().any(|keys| keys.find(a.as_str()).zip(keys.find(b.as_str())).is_some_and(|(a, b)| a < b))
    };
    let pairs: Vec<bool> = lines.iter().flat_map(|line| line.iter().zip(line.iter().skip(1)).map(follow)).collect();
    pairs.iter().filter(|follow| **follow).count() as f32 > FOLLOW * pairs.len() as f32
}

/// Whether it is a part of a larger grid, in which not all places have letters: of a crossword.
pub(crate) fn is_of_a_crossword(frame: &Frame, reading: &Reading) -> bool {
    /// The part of the places that have no letter.
    const EMPTY: f32 = 0.08;
    /// The part of the places beyond a side where the grid goes on, and on how many sides it does. Below a board may be
    /// one line of the same places, to put the word in.
    const SIDES: (f32, usize) = (0.5, 2);
    /// So many places of a side say so.
    const PLACES: usize = 4;
    let unread = reading.board.cells().filter(|(_, tile)| tile.face == Face::Unreadable).count();
    let empty = reading.board.shape().len() - reading.board.cells().count() + unread;
    let goes_on = || beyond(frame, &reading.layout, PLACES, &[]).iter().filter(|beyond| beyond.part > SIDES.0).count();
    empty as f32 > EMPTY * reading.board.shape().len() as f32 && goes_on() >= SIDES.1
}

/// How many letters were read: the sum of the confidences.
pub(crate) fn letters(reading: &Reading) -> f32 {
    reading.doubts.iter().flatten().map(|doubt| doubt.confidence).sum()
}

/// The mean confidence of the places. Where nearly all tiles are read, an empty place is only half a one: boards have
/// some, and what is no board has doubtful tiles beside them.
pub(crate) fn readable(reading: &Reading) -> f32 {
    /// The mean confidence of tiles that are nearly all read.
    const CLEAR: f32 = 0.9;
    let (places, tiles) = (reading.doubts.len() as f32, reading.doubts.iter().flatten().count() as f32);
    let read = letters(reading);
    if read > CLEAR * tiles { 2.0 * read / (places + tiles) } else { read / places }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_any_alphabet_are_letters() {
        let board = |text: &str| -> Board { text.parse().unwrap() };
        assert!(says_letters(&board("Ż Ó Ł W\nĆ M A Ś\nŁ Ą K I\nŹ R E B")));
        assert!(says_letters(&board("Ж У К И\nЩ А В Е\nЛ Ь Ё Д\nЮ Г Э Ф")));
        assert!(!says_letters(&board("Ж Ж Ж Ж\nЖ Ж Ж Ж\nЖ Ж Ж Ж\nЖ Ж Ж И")));
    }

    #[test]
    fn keyboards_and_alphabets_are_no_boards() {
        let board = |text: &str| -> Board { text.parse().unwrap() };
        assert!(!says_letters(&board(". . . . .\nF G H J K\nC V B N M")));
        assert!(!says_letters(&board("Q E T U O Z\nA D G J L A\n. Y C B M .")));
        assert!(!says_letters(&board("A B C\nD E F\nG H I")));
        assert!(!says_letters(&board("A C E\nF H S\nM Q S\nT W Y")));
        assert!(says_letters(&board("A N C\nD E R\nO H I")));
    }
}
