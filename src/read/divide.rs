//! Divisions: where a segment may be cut in two, because two letters touch, or a letter and the slash beside it.
//!
//! [`divisions`] tries straight lines of several slants and keeps, for each slant, the one that cuts the fewest strokes.
//! `segment` makes pictures of both sides, and `guess` asks for them where the segment as a whole is not a letter.

use super::fit::PixelBox;
use super::letter_parts::LEAST_HEIGHT;
use super::mask::Mask;
use super::tile::SIDE;

/// The slants of the cuts, in columns to the right for each row up: for upright letters, italics, and slashes, which in 300 upright
/// typefaces of Debian lean by 0.25 to 0.48 in the middle half and by up to 0.83 in 95%. Fewer: slashes stay with their letters. More:
/// each segment takes longer.
const SLANTS: [f32; 5] = [0.0, 0.15, 0.3, 0.45, 0.65];
/// The largest share of the rows in which a cut may cross ink. Smaller: letters that touch at long serifs stay together. Larger: single
/// letters are cut, which costs work. Chosen by hand; `hard judge --kind digrams` shows a change.
const MOST_CROSSED: f32 = 0.35;
/// The least share of a segment's pixels on each side. Smaller: serifs are cut off. Larger: a thin slash stays with a bold letter.
/// Chosen by hand.
const LEAST_AREA: f32 = 0.1;

/// Returns the pairs of masks, left and right, into which a segment with this box may be cut, at most one for each slant.
pub(super) fn divisions(letter: &Mask, window: PixelBox) -> Vec<[Mask; 2]> {
    let mut found: Vec<[Mask; 2]> = Vec::new();
    for cut in SLANTS.iter().filter_map(|&slant| best_cut(letter, window, slant)) {
        if !found.contains(&cut) {
            found.push(cut);
        }
    }
    found
}

/// The division along the line of this slant that crosses ink in the fewest rows; `None` where each leaves too little on one side
/// or crosses too much.
fn best_cut(letter: &Mask, window: PixelBox, slant: f32) -> Option<[Mask; 2]> {
    let middle = (window.top + window.bottom) as f32 / 2.0;
    let column =
        |at: usize, y: usize| (at as f32 + slant * (middle - y as f32 - 0.5)).round().clamp(1.0, SIDE as f32 - 1.0);
    let crossed = |at: usize| {
        let is_crossed = |y: &usize| letter[*y] >> (column(at, *y) as usize - 1) & 0b11 == 0b11;
        (window.top..window.bottom).filter(is_crossed).count()
    };
    let sides = |at: usize| -> [Mask; 2] {
        let left: Mask = std::array::from_fn(|y| letter[y] & ((1 << column(at, y) as usize) - 1));
        [left, std::array::from_fn(|y| letter[y] & !left[y])]
    };
    let (height, area) = ((window.bottom - window.top) as f32, count(letter) as f32);
    let is_letter = |side: &Mask| {
        let rows = pixel_box(side).map_or(0, |bounds| bounds.bottom - bounds.top);
        rows as f32 >= LEAST_HEIGHT * height && count(side) as f32 >= LEAST_AREA * area
    };
    let cuts = (window.left + 1..window.right).map(|at| (crossed(at), at));
    let mut cuts: Vec<(usize, usize)> = cuts.filter(|(rows, _)| *rows as f32 <= MOST_CROSSED * height).collect();
    cuts.sort_unstable();
    cuts.into_iter().map(|(_, at)| sides(at)).find(|sides| sides.iter().all(is_letter))
}

/// The number of pixels of a mask.
fn count(mask: &Mask) -> u32 {
    mask.iter().map(|row| row.count_ones()).sum()
}

/// The box around the pixels of a mask; `None` without any.
pub(super) fn pixel_box(mask: &Mask) -> Option<PixelBox> {
    let all = mask.iter().fold(0, |all, row| all | row);
    let top = mask.iter().position(|row| *row != 0)?;
    let bottom = mask.iter().rposition(|row| *row != 0)? + 1;
    Some(PixelBox { left: all.trailing_zeros() as usize, top, right: SIDE - all.leading_zeros() as usize, bottom })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A mask of this picture, of which `#` is ink, from the upper left corner.
    fn mask(rows: &[&str]) -> Mask {
        let row = |row: &&str| row.bytes().enumerate().fold(0, |bits, (x, byte)| bits | u64::from(byte == b'#') << x);
        let mut mask = [0; SIDE];
        mask.iter_mut().zip(rows).for_each(|(bits, text)| *bits = row(text));
        mask
    }

    fn divided(rows: &[&str]) -> Vec<[Mask; 2]> {
        let mask = mask(rows);
        divisions(&mask, pixel_box(&mask).unwrap())
    }

    #[test]
    fn two_letters_that_touch_are_divided_where_they_do() {
        let rows = ["##..##", "##..##", "######", "##..##", "##..##"];
        let stems = [mask(&["##"; 5]), mask(&["....##"; 5])];
        let found = divided(&rows);
        let has = |side: &Mask, stem: &Mask| side.iter().zip(stem).all(|(side, stem)| side & stem == *stem);
        let are_apart = |sides: &&[Mask; 2]| sides.iter().zip(&stems).all(|(side, stem)| has(side, stem));
        assert!(found.iter().any(|sides| are_apart(&sides)), "{found:?}");
    }

    #[test]
    fn a_slash_is_divided_from_the_letter_that_it_touches() {
        // The slash reaches over the stem.
        let rows = [
            "....##.#", "....##.#", "...##..#", "...##..#", "..##...#", "..######", ".##....#", ".##....#", "##.....#",
            "##.....#",
        ];
        let stem = mask(&[".......#"; 10]);
        let found = divided(&rows);
        let has_the_stem = |[_, right]: &[Mask; 2]| right.iter().zip(stem).all(|(right, stem)| right & stem == stem);
        assert!(found.iter().any(has_the_stem), "{found:?}");
    }

    #[test]
    fn a_bar_is_not_divided() {
        assert!(divided(&["####"; 8]).is_empty());
        assert!(divided(&["##"; 8]).is_empty());
    }
}
