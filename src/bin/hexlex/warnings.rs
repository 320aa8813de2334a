//! The warnings about a picture: a board that is cut off, smaller than the shape that was asked for, or of unknown letters;
//! further boards; a search that the budget ended.
//!
//! Each is one line, `expected X, found Y: do Z`, and changes no exit status. [`read`](crate::read) collects those of a
//! picture; `watch` has only the board.

use crate::report::side_names;
use hexlex::board::{Board, Cell, Face, Lines, Shape};
use hexlex::locate::{Layout, Side};
use hexlex::pixels::{Rect, Size};
use std::time::Duration;

/// The warning about a board that goes on beyond these sides; `None` for a whole one.
pub(crate) fn cut(sides: &[Side], remedy: &str) -> Option<String> {
    let names = side_names(sides).join(", ");
    (!sides.is_empty()).then(|| format!("expected a whole board, found one that is cut ({names}): {remedy}"))
}

/// The warning about a board of a shape that was asked for, where a larger board of another shape is.
pub(crate) fn part(asked: &Shape, whole: &Shape) -> String {
    format!(
        "expected a board of the shape {asked}, found one of {whole} of which this is a part: pass --shape {whole}, or leave \
         --shape out"
    )
}

/// The warning about a board of a shape that was asked for, of which an outer row or column has no tile; `None` for one
/// that fills its shape.
pub(crate) fn smaller(board: &Board) -> Option<String> {
    let shape = board.shape();
    let span = |pick: fn(Cell) -> usize| {
        let numbers = || board.cells().map(|(cell, _)| pick(cell));
        numbers().max().zip(numbers().min()).map_or(0, |(last, first)| last - first + 1)
    };
    let (lines, places) = (span(|cell| cell.line), span(|cell| cell.index));
    let (most_lines, most_places) = (shape.lengths().len(), shape.lengths().iter().copied().max().unwrap_or(0));
    match shape.lines() {
        Lines::Rows if (lines, places) != (most_lines, most_places) => Some(format!(
            "expected tiles in every outer row and column of the shape {shape}, found a board of {places}x{lines}: pass \
             --shape {places}x{lines}, or leave --shape out"
        )),
        Lines::Columns if lines != most_lines => Some(format!(
            "expected tiles in every outer column of the shape {shape}, found them in {lines} of {most_lines} columns: \
             leave --shape out"
        )),
        _ => None,
    }
}

/// The warning about a board of which less than half reads, as it only does in a shape that was asked for.
pub(crate) fn unknown_letters(board: &Board) -> Option<String> {
    let (tiles, unreadable) = (board.cells().count(), unreadable(board));
    (board.settled && 2 * unreadable > tiles).then(|| {
        format!(
            "expected letters of a known typeface, found {tiles} tiles of which {unreadable} do not read, so that the others may \
             be wrong: see whether it is a board; `hexlex teach PICTURE --skin NAME` learns the letters of a game"
        )
    })
}

/// The number of tiles whose letter is unknown.
pub(crate) fn unreadable(board: &Board) -> usize {
    board.tiles().flatten().filter(|tile| tile.face == Face::Unreadable).count()
}

/// The warning about a search that the budget ended.
pub(crate) fn limited(budget: Duration) -> String {
    format!(
        "expected to search the whole picture with a budget of {} ms, found more to search, so another board may \
         be there: pass a larger --budget",
        budget.as_millis()
    )
}

/// The warning about a picture of several boards, of which only the largest is in the answer.
pub(crate) fn several(boards: usize, remedy: &str) -> String {
    format!("expected one board, found {boards} and read the largest: {remedy}")
}

/// The value of `--region` that reads the board of this layout: its cells with half a tile around them, so that the
/// region's edge does not cross a tile.
pub(crate) fn region_of(layout: &Layout, size: Size) -> String {
    let (left, top, right, bottom) = layout.bounds();
    let margin = layout.tile() / 2.0;
    let (x, y) = ((left - margin).floor() as i32, (top - margin).floor() as i32);
    let side = |low: i32, high: f32| ((high + margin).ceil() as i32 - low).max(1) as u32;
    let around = Rect { x, y, width: side(x, right), height: side(y, bottom) };
    let Rect { x, y, width, height } = around.shared(&Rect::at_origin(size)).unwrap_or(around);
    format!("{x},{y},{width},{height}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexlex::board::Shape;

    #[test]
    fn a_cut_board_is_one_line_that_names_its_sides() {
        assert_eq!(cut(&[], "look"), None);
        let expected = "expected a whole board, found one that is cut (above, left): look";
        assert_eq!(cut(&[Side::Left, Side::Above], "look").as_deref(), Some(expected));
    }

    #[test]
    fn a_board_that_does_not_fill_its_shape_is_named() {
        let of = |text: &str| smaller(&text.parse::<Board>().expect("a board"));
        assert_eq!(of("A B C\nD . F\nG H I"), None);
        let warning = of(". . . .\nA B C .\nD E F .").expect("a row and a column are empty");
        assert!(warning.contains("4x3") && warning.contains("--shape 3x2"), "{warning}");
        assert_eq!(of("# layout: columns\nA B\nC D E\nF G"), None);
        assert!(of("# layout: columns\nA B\nC D E\n. .").is_some());
    }

    #[test]
    fn a_board_of_which_less_than_half_reads_has_unknown_letters() {
        let of = |text: &str| unknown_letters(&text.parse::<Board>().expect("a board"));
        assert_eq!([of("A B ?\n? C ."), of("# settled: false\n? ?\n? A")], [None, None]);
        let warning = of("A ? ?\nB ? .").expect("three of five do not read");
        assert!(warning.contains("found 5 tiles of which 3 do not read"), "{warning}");
    }

    #[test]
    fn the_region_of_a_board_is_inside_the_picture() {
        let layout = Layout::new(Shape::rows(3, 4).expect("a shape"), (15.0, 40.0), (20.0, 20.0));
        // The cells reach from 5,30 to 85,90.
        assert_eq!(region_of(&layout, Size::new(200, 95)), "0,20,95,75");
    }
}
