//! Divisions: where a segment may be cut in two or three letters, because they touch each other or the slash between them.
//!
//! [`divisions`] tries straight lines of several slants and keeps, for each slant, those that cross the fewest rows of ink.
//! `segment` makes pictures of the letters, and `guess` classifies them where the segment as a whole is not a letter.

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
/// The least share of a segment's pixels in each letter. Smaller: serifs are cut off. Larger: a thin slash stays with a bold letter.
/// Chosen by hand.
const LEAST_AREA: f32 = 0.1;

/// The least width, in heights, of a segment that may be three letters that touch, as two and the slash between them. Smaller: more work.
/// Larger: narrow letters stay together. Chosen by hand; `hard judge --kind digrams` shows a change.
const THREE: f32 = 1.5;

/// The number of cuts of a slant that are tried in pairs: a limit of work. Smaller: the slash between two letters stays with one of them.
/// Chosen by hand, as above.
const MOST_CUTS: usize = 6;

/// Returns the masks of the letters, from left to right, into which a segment with this box may be cut: for each slant, at most one division
/// in two and one in three.
pub(super) fn divisions(letter: &Mask, window: PixelBox) -> Vec<Vec<Mask>> {
    let mut found: Vec<Vec<Mask>> = Vec::new();
    for division in SLANTS.iter().flat_map(|&slant| of_slant(letter, window, slant)) {
        if !found.contains(&division) {
            found.push(division);
        }
    }
    found
}

/// The divisions in two and in three along lines of this slant that cross ink in the fewest rows. Those that leave too little of one letter,
/// or cross too much, are none.
fn of_slant(letter: &Mask, window: PixelBox, slant: f32) -> Vec<Vec<Mask>> {
    let middle = (window.top + window.bottom) as f32 / 2.0;
    let column =
        |at: usize, y: usize| (at as f32 + slant * (middle - y as f32 - 0.5)).round().clamp(1.0, SIDE as f32 - 1.0);
    let crossed = |at: usize| {
        let is_crossed = |y: &usize| letter[*y] >> (column(at, *y) as usize - 1) & 0b11 == 0b11;
        (window.top..window.bottom).filter(is_crossed).count()
    };
    let left_of = |at: usize| -> Mask { std::array::from_fn(|y| letter[y] & ((1 << column(at, y) as usize) - 1)) };
    let (height, area) = ((window.bottom - window.top) as f32, ink(letter) as f32);
    let is_letter = |side: &Mask| {
        let rows = pixel_box(side).map_or(0, |bounds| bounds.bottom - bounds.top);
        rows as f32 >= LEAST_HEIGHT * height && ink(side) as f32 >= LEAST_AREA * area
    };
    let letters = |cuts: &[usize]| -> Option<Vec<Mask>> {
        let lefts: Vec<Mask> = cuts.iter().map(|&at| left_of(at)).collect();
        let ends: Vec<Mask> = [&[[0; SIDE]], &lefts[..], &[*letter]].concat();
        let letters: Vec<Mask> =
            ends.windows(2).map(|ends| std::array::from_fn(|y| ends[1][y] & !ends[0][y])).collect();
        letters.iter().all(is_letter).then_some(letters)
    };
    let cuts = (window.left + 1..window.right).map(|at| (crossed(at), at));
    let mut cuts: Vec<(usize, usize)> = cuts.filter(|(rows, _)| *rows as f32 <= MOST_CROSSED * height).collect();
    cuts.sort_unstable();
    let in_two = cuts.iter().find_map(|&(_, at)| letters(&[at]));
    let may_be_three = (window.right - window.left) as f32 >= THREE * height;
    // Of cuts through the same gap, the first one stands for all.
    let starts_gap = |&&(rows, at): &&(usize, usize)| !cuts.contains(&(rows, at - 1));
    let gaps = cuts.iter().filter(|_| may_be_three).filter(starts_gap).filter(|(_, at)| letters(&[*at]).is_some());
    let gaps: Vec<(usize, usize)> = gaps.take(MOST_CUTS).copied().collect();
    let mut pairs: Vec<(usize, [usize; 2])> = Vec::new();
    for &(rows, left) in &gaps {
        let right = gaps.iter().filter(|(_, right)| *right > left);
        pairs.extend(right.map(|&(more, right)| (rows + more, [left, right])));
    }
    pairs.sort_unstable();
    let in_three = pairs.iter().find_map(|(_, cuts)| letters(cuts));
    in_two.into_iter().chain(in_three).collect()
}

/// The number of pixels of a mask.
fn ink(mask: &Mask) -> u32 {
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

    fn divided(rows: &[&str]) -> Vec<Vec<Mask>> {
        let mask = mask(rows);
        divisions(&mask, pixel_box(&mask).unwrap())
    }

    #[test]
    fn two_letters_that_touch_are_divided_where_they_do() {
        let rows = ["##..##", "##..##", "######", "##..##", "##..##"];
        let stems = [mask(&["##"; 5]), mask(&["....##"; 5])];
        let found = divided(&rows);
        let has = |side: &Mask, stem: &Mask| side.iter().zip(stem).all(|(side, stem)| side & stem == *stem);
        let are_apart = |sides: &&Vec<Mask>| sides.iter().zip(&stems).all(|(side, stem)| has(side, stem));
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
        let has_the_stem = |sides: &Vec<Mask>| sides[1].iter().zip(stem).all(|(right, stem)| right & stem == stem);
        assert!(found.iter().any(has_the_stem), "{found:?}");
    }

    /// A slash that touches the stems on both sides, as in `K/W`.
    #[test]
    fn two_letters_and_the_slash_between_them_are_divided_in_three() {
        let rows = [
            "##.......##..##",
            "##.......##..##",
            "##......##...##",
            "##......##...##",
            "##.....##....##",
            "##.....##....##",
            "##....#########",
            "##....##.....##",
            "########.....##",
            "##...##......##",
        ];
        let stems = [mask(&["##"; 10]), mask(&[".............##"; 10])];
        let found = divided(&rows);
        let slash = mask(&[
            ".........##",
            ".........##",
            "........##",
            "........##",
            ".......##",
            ".......##",
            "......##",
            "......##",
            ".....##",
            ".....##",
        ]);
        let has = |letter: &Mask, part: &Mask| letter.iter().zip(part).all(|(letter, part)| letter & part == *part);
        let are_apart = |letters: &&Vec<Mask>| {
            letters.len() == 3 && has(&letters[0], &stems[0]) && has(&letters[1], &slash) && has(&letters[2], &stems[1])
        };
        assert!(found.iter().any(|letters| are_apart(&letters)), "{found:?}");
        // Less than one and a half times as wide as high.
        let narrow = divided(&rows.map(|row| &row[..14]));
        assert!(!narrow.is_empty() && narrow.iter().all(|letters| letters.len() == 2), "{narrow:?}");
    }

    #[test]
    fn a_bar_is_not_divided() {
        assert!(divided(&["####"; 8]).is_empty());
        assert!(divided(&["##"; 8]).is_empty());
    }
}
