//! How the boards of a picture lie to each other: overlapping, a part of another one, a wider outline of one.

use super::found::Found;
use crate::board::Cell;
use crate::locate::Layout;
use crate::read::evidence::letters_that_read;

/// The share of common cells from which two layouts are of one lattice. Chosen by hand: with a smaller one a lattice of
/// the badges in the corners of tiles counts as that of their letters.
pub(super) const SAME_LATTICE: f32 = 0.6;

/// The share of its letters that a part of a board has in common with it. Smaller: a board of other letters, of which some lie in the
/// same places, is a part. Larger: a part is none of which a letter was read with a hyphen or without its dot. Chosen by hand;
/// `hard judge --kind lower-case` and `--kind digrams` show a change.
const SHARED: f32 = 0.9;

/// The fewest tiles of the rest of a board, compared with a part of it. Smaller: a line of other letters beside a board joins it.
/// Larger: small blocks are cut off. Chosen by hand; `hard judge --kind irregular` shows a change.
const REST: f32 = 0.3;

/// Whether a board has a part of the tiles of another one that has clearly more of them: a block to which others are
/// adjacent, or every other one. The whole may score lower: the empty places between blocks that touch at a corner count
/// against it, and staggered columns, which every other tile makes, speak for a board.
pub(super) fn is_part_of(part: &Found, whole: &Found) -> bool {
    let (tiles, all) = (part.reading.tiles() as f32, whole.reading.tiles() as f32);
    if all < (1.0 + REST) * tiles || part.share_of_letters_in(whole) < SHARED {
        return false;
    }
    let board = &whole.reading.board;
    let is_in_part = |cell: Cell| whole.letter(cell).is_some_and(|letter| part.has_letter_at(letter));
    let joins = |cell: Cell| {
        let mut neighbors = board.shape().neighbors(cell).into_iter().filter(|near| board.tile(*near).is_some());
        neighbors.any(is_in_part)
    };
    board.cells().any(|(cell, _)| !is_in_part(cell) && joins(cell))
}

/// Whether a board has some letters of a finer lattice, of which clearly more read: words that cross have letters at every other
/// place of every other line.
pub(super) fn is_coarser_part_of(part: &Found, whole: &Found) -> bool {
    /// The ratio of the cells' areas from which a lattice is finer: every other place makes cells of twice the area. The rest is
    /// for the rounding of pitches.
    const FINER: f32 = 1.8;
    let area = |found: &Found| {
        let (across, down) = found.reading.layout.pitch();
        across * down
    };
    area(part) > FINER * area(whole)
        && letters_that_read(&whole.reading) as f32 >= (1.0 + REST) * part.reading.tiles() as f32
        && is_part_of(part, whole)
}

/// Whether a board has the tiles of another one, and more empty cells around them.
pub(super) fn is_wider_than(wide: &Found, narrow: &Found) -> bool {
    let (wide, narrow) = (&wide.reading, &narrow.reading);
    wide.tiles() == narrow.tiles() && narrow.layout.is_part_of(&wide.layout)
}

/// Whether two layouts cover the same part of the picture.
pub(super) fn overlap(a: &Layout, b: &Layout) -> bool {
    /// The share of the smaller one from which they cannot both be boards. Chosen by hand: boards side by side overlap
    /// by no more than their margins.
    const COMMON: f32 = 0.1;
    let ((left, top, right, bottom), (l, t, r, b)) = (a.bounds(), b.bounds());
    let common = (right.min(r) - left.max(l)).max(0.0) * (bottom.min(b) - top.max(t)).max(0.0);
    let smaller = ((right - left) * (bottom - top)).min((r - l) * (b - t));
    common > COMMON * smaller
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Shape};
    use crate::pixels::Point;
    use crate::read::Doubt;

    /// Parts of five rows of five tiles, 40 pixels apart.
    #[test]
    fn a_board_that_has_some_tiles_of_another_one_is_a_part_of_it() {
        let whole = Found::with_all_tiles(Shape::rows(5, 5).unwrap(), (20.0, 20.0), (40.0, 40.0));
        for (shape, first, pitch, expected) in [
            // A block, and every other tile.
            ("3x3", (60.0, 60.0), (40.0, 40.0), true),
            ("3,2,3", (60.0, 20.0), (40.0, 80.0), true),
            ("3x3", (20.0, 20.0), (80.0, 80.0), true),
            // Nearly all of it, the lattice of its tiles' corners, and tiles beside it.
            ("5x4", (20.0, 20.0), (40.0, 40.0), false),
            ("3x3", (40.0, 40.0), (40.0, 40.0), false),
            ("3x3", (300.0, 20.0), (40.0, 40.0), false),
        ] {
            let part = Found::with_all_tiles(shape.parse().unwrap(), first, pitch);
            assert_eq!(is_part_of(&part, &whole), expected, "{shape} at {first:?}");
            assert!(!is_part_of(&whole, &part));
        }
    }

    /// Letters of every other column and row, on a lattice with a smaller pitch: the letters count, not the middles of their cells.
    #[test]
    fn a_part_has_letters_of_the_whole_wherever_they_are_in_its_cells() {
        let whole = Found::with_all_tiles(Shape::rows(5, 5).unwrap(), (20.0, 20.0), (40.0, 40.0));
        for (shift, expected) in [(0.0, true), (3.0, true), (6.0, false)] {
            let mut part = Found::with_all_tiles(Shape::rows(3, 3).unwrap(), (26.0, 26.0), (74.0, 74.0));
            let letters = [20.0, 100.0, 180.0].map(|y| [20.0, 100.0, 180.0].map(|x| Some(Point::new(x + shift, y))));
            part.letters = letters.concat();
            // What was segmented where nothing reads does not count.
            (part.letters[4], part.reading.doubts[4]) = (Some(Point::new(58.0, 58.0)), Some(Doubt::default()));
            assert_eq!((is_part_of(&part, &whole), is_coarser_part_of(&part, &whole)), (expected, expected), "{shift}");
        }
    }

    /// Parts of five rows of five tiles, 40 pixels apart.
    #[test]
    fn every_other_letter_of_a_finer_lattice_is_a_coarser_part_of_it() {
        let whole = Found::with_all_tiles(Shape::rows(5, 5).unwrap(), (20.0, 20.0), (40.0, 40.0));
        for (shape, first, pitch, expected) in [
            ("3x3", (20.0, 20.0), (80.0, 80.0), true),
            ("3,2,3", (60.0, 20.0), (40.0, 80.0), true),
            // A block of the same lattice, and tiles of another one.
            ("3x3", (60.0, 60.0), (40.0, 40.0), false),
            ("3x3", (40.0, 40.0), (80.0, 80.0), false),
        ] {
            let part = Found::with_all_tiles(shape.parse().unwrap(), first, pitch);
            assert_eq!(is_coarser_part_of(&part, &whole), expected, "{shape} at {first:?}");
        }
        // What lies between the letters of a board does not read.
        let part = Found::with_all_tiles(Shape::rows(3, 3).unwrap(), (20.0, 20.0), (80.0, 80.0));
        let mut unread = whole.clone();
        unread.reading.doubts.iter_mut().skip(10).flatten().for_each(|doubt| doubt.confidence = 0.1);
        assert!(!is_coarser_part_of(&part, &unread));
    }

    /// Outlines around five rows of five tiles, 40 pixels apart.
    #[test]
    fn an_outline_with_empty_lines_is_wider() {
        let narrow = Found::with_all_tiles(Shape::rows(5, 5).unwrap(), (20.0, 20.0), (40.0, 40.0));
        for (text, first, expected) in [
            ("A A A A A .\nA A A A A .\nA A A A A .\nA A A A A .\nA A A A A .", (20.0, 20.0), true),
            // Beside it, one tile more, and the same outline.
            ("A A A A A .\nA A A A A .\nA A A A A .\nA A A A A .\nA A A A A .", (300.0, 20.0), false),
            ("A A A A A A\nA A A A A .\nA A A A A .\nA A A A A .\nA A A A A .", (20.0, 20.0), false),
            ("A A A A A\nA A A A A\nA A A A A\nA A A A A\nA A A A A", (20.0, 20.0), false),
        ] {
            let board: Board = text.parse().unwrap();
            let mut wide = Found::with_all_tiles(board.shape().clone(), first, (40.0, 40.0));
            wide.reading.doubts = board.tiles().map(|tile| tile.map(|_| Doubt::default())).collect();
            wide.reading.board = board;
            assert_eq!(is_wider_than(&wide, &narrow), expected, "{text}");
            assert!(!is_wider_than(&narrow, &wide));
        }
    }
}
