//! The warnings about a picture: a board that is cut off, further boards, a search that the budget ended.
//!
//! Each is one line, `expected X, found Y: do Z`, and changes no exit status. [`read`](crate::read) collects those of a
//! picture; `watch` has only the board.

use crate::report::side_names;
use hexlex::locate::{Layout, Side};
use hexlex::pixels::{Rect, Size};
use std::time::Duration;

/// The warning about a board that goes on beyond these sides; `None` for a whole one.
pub(crate) fn cut(sides: &[Side], remedy: &str) -> Option<String> {
    let names = side_names(sides).join(", ");
    (!sides.is_empty()).then(|| format!("expected a whole board, found one that is cut ({names}): {remedy}"))
}

/// The warning about a search that the budget ended.
pub(crate) fn limited(budget: Duration) -> String {
    format!(
        "expected to search the whole picture in {} ms, found more to search, so another board may be there: pass a \
         larger --budget",
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
    fn the_region_of_a_board_is_inside_the_picture() {
        let layout = Layout::new(Shape::rows(3, 4).expect("a shape"), (15.0, 40.0), (20.0, 20.0));
        // The cells reach from 5,30 to 85,90.
        assert_eq!(region_of(&layout, Size::new(200, 95)), "0,20,95,75");
    }
}
