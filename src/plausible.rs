//! Whether what was read is a board: much else has letters on a lattice.

use crate::board::{Board, Face};
use crate::frame::Frame;
use crate::locate::Standing;
use crate::recognize::{FEW_PLACES, Reading, beyond};
use std::collections::{BTreeMap, BTreeSet};

/// The least mean confidence of the cells: icons, digits and pictures on a lattice do not read as letters.
const READABLE: f32 = 0.5;
/// The same of fewer cells than so many: keypads and calculators are small. Of a 4x4 board a third may be covered.
const READABLE_OF_FEW: f32 = 0.68;
const FEW: usize = 20;
/// The same where a board is only possible.
const WELL_READABLE: f32 = 0.85;

/// Whether it reads like a board, for how its signs stand.
pub(crate) fn is_like_a_board(reading: &Reading, standing: Standing) -> bool {
    let least = match standing {
        Standing::Plausible if reading.layout.shape().len() < FEW => READABLE_OF_FEW,
        Standing::Plausible => READABLE,
        _ => WELL_READABLE,
    };
    readable(reading) >= least && says_letters(&reading.board)
}

/// Whether its letters are those of a board. Pieces, mines and dots repeat one or two signs, seats and columns of
/// text repeat lines, a keyboard shows letters once and has keys without, and tables are full of short words.
fn says_letters(board: &Board) -> bool {
    /// Different letters for the square root of the tiles: nine tiles with fewer than three are no board, larger
    /// boards are farther from it.
    const DIFFERENT: f32 = 1.25;
    /// So many letters, drawn as any game draws them, are hardly ever all different; then nothing else may be odd.
    const ALL_DIFFERENT: usize = 14;
    /// The part of the cells without a letter that is odd.
    const MISSING: f32 = 0.1;
    /// The part of the tiles that may say several letters: in games of digrams few do.
    const SEVERAL: f32 = 0.4;
    /// So often the same line of three letters or more is no chance.
    const SAME_LINES: usize = 3;
    let mut lines: BTreeMap<usize, String> = BTreeMap::new();
    let mut faces: Vec<String> = Vec::new();
    for (cell, tile) in board.cells().filter(|(_, tile)| tile.face != Face::Unreadable) {
        let face = tile.face.to_string();
        lines.entry(cell.line).or_default().push_str(&face);
        faces.push(face);
    }
    let several = faces.iter().filter(|face| face.chars().count() > 1 && *face != "Qu").count() as f32;
    let different = faces.iter().collect::<BTreeSet<_>>().len();
    let tiles = faces.len() as f32;
    let missing = 1.0 - tiles / board.shape().len() as f32;
    let long: Vec<&String> = lines.values().filter(|line| line.chars().count() >= 3).collect();
    let repeated = long.iter().map(|line| long.iter().filter(|other| *other == line).count()).max().unwrap_or(0);
    different as f32 >= (DIFFERENT * tiles.sqrt()).floor()
        && (different < faces.len() || faces.len() < ALL_DIFFERENT || missing < MISSING)
        && several <= SEVERAL * tiles
        && repeated < SAME_LINES
        && !is_in_order(lines.values())
}

/// Whether the letters follow each other as on a keyboard or in the alphabet.
fn is_in_order<'a>(lines: impl Iterator<Item = &'a String>) -> bool {
    /// The rows of the usual keyboards, and the alphabet.
    const ORDERS: [&str; 10] = [
        "QWERTYUIOP",
        "ASDFGHJKL",
        "ZXCVBNM",
        "QWERTZUIOP",
        "YXCVBNM",
        "AZERTYUIOP",
        "QSDFGHJKLM",
        "WXCVBN",
        "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
        "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ",
    ];
    /// The part of the pairs of neighbors that follow each other: by chance it is a twentieth.
    const FOLLOW: f32 = 0.4;
    let pairs: Vec<String> =
        lines.flat_map(|line| line.chars().zip(line.chars().skip(1)).map(|(a, b)| String::from_iter([a, b]))).collect();
    let follow = pairs.iter().filter(|pair| ORDERS.iter().any(|order| order.contains(pair.as_str()))).count();
    follow as f32 > FOLLOW * pairs.len() as f32
}

/// Whether it is a part of a larger grid, in which not all places have letters: of a crossword.
pub(crate) fn is_of_a_crossword(frame: &Frame, reading: &Reading) -> bool {
    /// The part of the places that have no letter.
    const EMPTY: f32 = 0.08;
    /// The part of the places beyond a side where the grid goes on, and on how many sides it does. Below a board may be
    /// one line of the same places, to put the word in.
    const SIDES: (f32, usize) = (0.5, 2);
    let unread = reading.board.cells().filter(|(_, tile)| tile.face == Face::Unreadable).count();
    let empty = reading.board.shape().len() - reading.board.cells().count() + unread;
    let goes_on = || beyond(frame, &reading.layout, FEW_PLACES).iter().filter(|(_, part)| *part > SIDES.0).count();
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
        assert!(!says_letters(&board("A B C\nD E F\nG H I")));
        assert!(says_letters(&board("A N C\nD E R\nO H I")));
    }
}
