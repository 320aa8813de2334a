//! Which components of a tile are its letter: the large and central one, and those on its line or inside its box.

use super::LetterCase;
use super::fit::{PixelBox, union};
use super::glyph::{Hyphen, LettersBeside};
use super::tile_params::tile_params;
use crate::pixels::components::Component;
use std::ops::Range;

/// The rows and columns of a tile crop that are segmented; the frame and the neighbors lie outside. Smaller: large
/// letters are clipped. Larger: frames join the letters. Chosen by hand.
pub(super) const INNER: std::ops::Range<usize> = 4..60;
/// The side of that region, in pixels.
pub(super) const INNER_SIDE: usize = INNER.end - INNER.start;

/// The least height of a letter beside others, in heights of the tallest one. Smaller: the parts of a broken letter are letters. Larger: a
/// letter beside a slash, which reaches a third beyond the letters, is not one. Chosen by hand.
pub(super) const LEAST_HEIGHT: f32 = 0.65;

/// The members grouped by letter, from left to right. Members above each other, as a broken stroke, are one letter. Two of full
/// height are two letters, also where their boxes overlap, as those of a slash and the letter beside it do.
pub(super) fn side_by_side(components: &[Component], members: &[usize]) -> Vec<Vec<usize>> {
    let above = tile_params().stacked_overlap;
    let tallest = members.iter().map(|&i| components[i].height()).max().unwrap_or(0);
    let is_full = |i: usize| components[i].height() as f32 >= LEAST_HEIGHT * tallest as f32;
    let mut order = members.to_vec();
    order.sort_by_key(|&i| components[i].left);
    let mut groups: Vec<(u32, u32, Vec<usize>)> = Vec::new();
    for i in order {
        let own = &components[i];
        match groups.last_mut() {
            Some((left, right, group))
                if own.left < *right
                    && (right.saturating_sub(own.left)) as f32 > above * own.width().min(*right - *left) as f32
                    && !(own.right > *right && is_full(i) && group.iter().any(|&other| is_full(other))) =>
            {
                *right = (*right).max(own.right);
                group.push(i);
            }
            _ => groups.push((own.left, own.right, vec![i])),
        }
    }
    groups.into_iter().map(|(.., group)| group).collect()
}

/// The hyphen beside several letters, a bar or block at half their height: its side and its box.
pub(super) fn hyphen(components: &[Component], polarity: u8, letters: PixelBox) -> Option<(Hyphen, PixelBox)> {
    let (params, height) = (tile_params(), (letters.bottom - letters.top) as f32);
    components.iter().filter(|c| c.class == polarity).find_map(|c| {
        let (bar, place) = ((c.width() as f32, c.height() as f32), window(c));
        let middle = ((place.top + place.bottom) as f32 / 2.0 - letters.top as f32) / height;
        let flat = bar.0 > params.hyphen_min_flatness * bar.1
            && bar.1 < params.hyphen_max_height * height
            && (params.hyphen_min_width..params.hyphen_max_width).contains(&(bar.0 / height));
        let gap = |from: usize, to: usize| {
            to as f32 - from as f32 > -1.0 && (to as f32 - from as f32) < params.hyphen_max_gap * height
        };
        if !flat || !(params.hyphen_highest..params.hyphen_lowest).contains(&middle) {
            None
        } else if gap(letters.right, place.left) {
            Some((Hyphen::After, place))
        } else if gap(place.right, letters.left) {
            Some((Hyphen::Before, place))
        } else {
            None
        }
    })
}

/// The other letters beside the one in this box.
pub(super) fn letters_beside(components: &[Component], polarity: u8, letter: PixelBox) -> LettersBeside {
    /// How far the tops and the bottoms of two letters on a line may be apart, in heights. Smaller: round letters, which reach beyond the
    /// line, are missed. Larger: outlines of tiles count. Chosen by hand; `hard judge --kind digrams` shows a change.
    const APART: f32 = 0.15;
    let most = APART * (letter.bottom - letter.top) as f32;
    let is_on_line = |place: &PixelBox| {
        place.top.abs_diff(letter.top) as f32 <= most && place.bottom.abs_diff(letter.bottom) as f32 <= most
    };
    let on_line = components.iter().filter(|c| c.class == polarity).map(window).filter(is_on_line);
    let beside = on_line.filter(|place| place.right <= letter.left || place.left >= letter.right);
    beside.fold(LettersBeside::default(), |LettersBeside { cut: [left, right], whole }, place| {
        let (is_left, is_right) = (place.left == INNER.start, place.right == INNER.end);
        LettersBeside { cut: [left || is_left, right || is_right], whole: whole || !is_left && !is_right }
    })
}

/// The bounding box of some components, in pixels of the crop.
pub(super) fn window_of(components: &[Component], members: &[usize]) -> Option<PixelBox> {
    members.iter().map(|&i| window(&components[i])).reduce(union)
}

/// The bounding box of a component, in pixels of the crop.
fn window(component: &Component) -> PixelBox {
    let at = |n: u32| n as usize + INNER.start;
    PixelBox {
        left: at(component.left),
        top: at(component.top),
        right: at(component.right),
        bottom: at(component.bottom),
    }
}

/// The components of the letter: the main one first, then those on its line. `None` without a main one.
pub(super) fn letter_parts(
    components: &[Component],
    (polarity, case): (u8, LetterCase),
    zoom: f32,
) -> Option<Vec<usize>> {
    let (params, edge) = (tile_params(), INNER_SIDE as u32);
    let inside = |c: &Component| c.left > 0 && c.top > 0 && c.right < edge && c.bottom < edge;
    let own: Vec<usize> =
        (0..components.len()).filter(|&i| components[i].class == polarity && inside(&components[i])).collect();
    let score = |c: &Component| {
        let off = |low: u32, high: u32| (low + high) as f32 / 2.0 - INNER_SIDE as f32 / 2.0;
        let distance = off(c.left, c.right).powi(2) + off(c.top, c.bottom).powi(2);
        c.height() as f32
            * (c.area as f32).sqrt()
            * (-distance * zoom * zoom / (2.0 * params.center_spread * params.center_spread)).exp()
    };
    let heights = params.letter_min_height..=params.letter_max_height;
    let main = own
        .iter()
        .copied()
        .filter(|&i| heights.contains(&(components[i].height() as f32 * zoom)))
        .filter(|&i| components[i].width() as f32 * zoom <= params.letter_max_width)
        .max_by(|&a, &b| score(&components[a]).total_cmp(&score(&components[b])))?;
    let mut parts = vec![main];
    let (mut left, mut right) = (components[main].left, components[main].right);
    // Two rounds: a component joined in the first may reach the next one.
    for _ in 0..2 {
        for &i in &own {
            let (main, other) = (&components[main], &components[i]);
            if !parts.contains(&i) && belongs(main, other, &(left..right), case) {
                parts.push(i);
                left = left.min(components[i].left);
                right = right.max(components[i].right);
            }
        }
    }
    if case == LetterCase::Lower {
        let is_dot = |i: &&usize| parts.iter().any(|&stem| is_dot_of(&components[stem], &components[**i]));
        let dots: Vec<usize> = own.iter().filter(|i| !parts.contains(i)).filter(is_dot).copied().collect();
        parts.extend(dots);
    }
    Some(parts)
}

/// Whether a component belongs to the letter with this main component, whose parts reach from `left` to `right`: as
/// another letter on its line, or as a fragment inside its box.
fn belongs(main: &Component, other: &Component, reach: &Range<u32>, case: LetterCase) -> bool {
    let params = tile_params();
    let height = main.height() as f32;
    let overlap = main.bottom.min(other.bottom) as f32 - main.top.max(other.top) as f32;
    let gap = (other.left as f32 - reach.end as f32).max(reach.start as f32 - other.right as f32);
    let beside = other.height() as f32 >= params.beside_min_height * height
        && overlap > 0.0
        && gap < params.beside_max_gap * height
        && are_on_one_line(main, other, case);
    let fragment = other.left >= reach.start
        && other.right <= reach.end
        && overlap >= params.fragment_overlap * other.height() as f32;
    beside || fragment
}

/// Whether two letters stand on one line. Capitals end together; small letters may also have an ascender or a descender, but their bodies, as
/// high as an x, lie side by side.
fn are_on_one_line(own: &Component, other: &Component, case: LetterCase) -> bool {
    /// The least height that two small letters have in common, in heights of the taller one: two thirds in usual typefaces. Smaller: the ball of
    /// a `c` that is not joined to it is a letter. Larger: `ly` falls apart. Chosen by hand; `hard judge --kind lower-case` shows a change.
    const BODY: f32 = 0.55;
    let below = own.bottom.abs_diff(other.bottom) as f32;
    let body = own.bottom.min(other.bottom) as f32 - own.top.max(other.top) as f32;
    below <= tile_params().beside_max_offset * own.height() as f32
        || case == LetterCase::Lower && body >= BODY * own.height().max(other.height()) as f32
}

/// The first flat component close below one of the members, no wider than it: the tail of a Q that does not touch it.
pub(super) fn tail_below(components: &[Component], members: &[usize]) -> Option<usize> {
    /// The largest gap above a tail, or by how much it may reach above the letter's lower end, and its largest height, in heights of its letter:
    /// 0.05 and 0.2 in the typefaces of PT. Smaller: tails of blurred letters are missed. Larger: values below letters are taken for tails.
    /// Chosen by hand; `hard judge` and `--kind digrams` show a change.
    const GAP: f32 = 0.12;
    const HEIGHT: f32 = 0.35;
    let is_tail = |tail: &Component, letter: &Component| {
        let height = letter.height() as f32;
        let middle = (tail.left + tail.right) / 2;
        tail.class == letter.class
            && (tail.top as f32 - letter.bottom as f32).abs() <= GAP * height
            && tail.height() as f32 <= HEIGHT * height
            && (tail.height() + 1..=letter.width()).contains(&tail.width())
            && (letter.left..letter.right).contains(&middle)
    };
    let below = |i: &usize| !members.contains(i) && members.iter().any(|&of| is_tail(&components[*i], &components[of]));
    (0..components.len()).find(below)
}

/// Whether a component may be the dot of an `i` or a `j` with this stem.
fn is_dot_of(stem: &Component, other: &Component) -> bool {
    /// The largest height of a dot and the largest gap below it, in heights of the stem: 0.3 and 0.4 in usual typefaces.
    /// Smaller: an `i` loses its dot and reads as l. Larger: a mark above a letter joins it. Chosen by hand.
    const HEIGHT: f32 = 0.5;
    const GAP: f32 = 0.6;
    /// The width of a dot, in heights of the stem. Smaller: the dots of wide typefaces are missed. Larger: lines above a
    /// letter join it. Chosen by hand.
    const WIDTH: f32 = 0.6;
    let height = stem.height() as f32;
    let gap = stem.top as f32 - other.bottom as f32;
    let middle = (other.left + other.right) as f32 / 2.0;
    (0.0..GAP * height).contains(&gap)
        && (other.height() as f32) < HEIGHT * height
        && (other.width() as f32) < WIDTH * height
        && (stem.left as f32..=stem.right as f32).contains(&middle)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What lies beside letters of 30 x 12 pixels: hyphens of several typefaces, four after the letters and two before them; then a stroke, a dot
    /// below, a bar within the letters' box, and one too far away.
    #[test]
    fn a_flat_bar_or_a_block_beside_letters_at_half_their_height_is_a_hyphen() {
        let letters = PixelBox { left: 24, top: 24, right: 54, bottom: 36 };
        for ([left, top, right, bottom], expected) in [
            ([55, 29, 60, 31], Some(Hyphen::After)),
            ([55, 29, 65, 30], Some(Hyphen::After)),
            ([55, 28, 63, 32], Some(Hyphen::After)),
            ([55, 29, 58, 32], Some(Hyphen::After)),
            ([16, 29, 22, 31], Some(Hyphen::Before)),
            ([17, 29, 20, 32], Some(Hyphen::Before)),
            ([55, 24, 58, 36], None),
            ([55, 34, 58, 37], None),
            ([40, 29, 46, 31], None),
            ([4, 29, 10, 31], None),
        ] {
            let [left, top, right, bottom] = [left, top, right, bottom].map(|n: u32| n - INNER.start as u32);
            let component = Component { class: 0, left, top, right, bottom, area: 10 };
            let found = hyphen(&[component], 0, letters).map(|(side, _)| side);
            assert_eq!(found, expected, "{left} {top} {right} {bottom}");
        }
    }

    /// What lies below a letter of 20 x 20 pixels: tails close to it and a little into it; then one too far away, a high one, a dot, one beside
    /// the letter, the edge of a tile, and a light one.
    #[test]
    fn a_flat_mark_close_below_a_letter_is_a_tail() {
        let letter = Component { class: 0, left: 20, top: 20, right: 40, bottom: 40, area: 120 };
        for (class, [left, top, right, bottom], expected) in [
            (0, [24, 41, 42, 45], true),
            (0, [24, 38, 42, 43], true),
            (0, [24, 43, 42, 46], false),
            (0, [24, 41, 42, 49], false),
            (0, [28, 41, 31, 45], false),
            (0, [41, 41, 55, 45], false),
            (0, [8, 41, 50, 44], false),
            (1, [24, 41, 42, 45], false),
        ] {
            let mark = Component { class, left, top, right, bottom, area: 40 };
            let found = tail_below(&[mark, letter], &[1]);
            assert_eq!(found, expected.then_some(0), "{left} {top} {right} {bottom}");
        }
    }

    /// What lies beside a letter of 20 x 20 pixels in the middle: letters that the left and the right edge of the crop cut, a round one, and a
    /// light one; then whole ones and a light one, a higher and a lower one, the outline of a tile, a badge, and a part of the letter.
    #[test]
    fn a_letter_on_the_same_line_that_the_edge_cuts_is_beside_one() {
        let (letter, end) = (PixelBox { left: 22, top: 22, right: 42, bottom: 42 }, INNER_SIDE as u32);
        for (class, [left, top, right, bottom], cut, whole) in [
            (0, [0, 18, 12, 38], [true, false], false),
            (0, [45, 18, end, 38], [false, true], false),
            (0, [45, 16, end, 41], [false, true], false),
            (1, [0, 18, 12, 38], [false, false], false),
            (0, [1, 18, 12, 38], [false, false], true),
            (0, [40, 18, end - 1, 38], [false, false], true),
            (1, [1, 18, 12, 38], [false, false], false),
            (0, [45, 14, end, 34], [false, false], false),
            (0, [45, 22, end, 42], [false, false], false),
            (0, [50, 0, end, end], [false, false], false),
            (0, [0, 0, 10, 12], [false, false], false),
            (0, [22, 18, 26, 38], [false, false], false),
        ] {
            let component = Component { class, left, top, right, bottom, area: 10 };
            let expected = LettersBeside { cut, whole };
            assert_eq!(letters_beside(&[component], 0, letter), expected, "{left} {top} {right} {bottom}");
        }
    }

    /// The tops and bottoms of two letters side by side whose bodies are 20 pixels high; and whether they are on one line as capitals, and as
    /// small letters: `nu`, `qu`, `uq`, `lu`, `ly`, then a letter most of its height below, and an ascender beside a descender alone.
    #[test]
    fn small_letters_are_on_one_line_by_their_bodies() {
        use LetterCase::{Lower, Upper};
        for (own, other, expected) in [
            ([20, 40], [20, 40], [true, true]),
            ([20, 48], [20, 40], [true, true]),
            ([20, 40], [20, 48], [false, true]),
            ([10, 40], [20, 40], [true, true]),
            ([11, 40], [20, 52], [false, true]),
            ([20, 40], [36, 56], [false, false]),
            ([0, 30], [24, 54], [false, false]),
        ] {
            let component =
                |left, [top, bottom]: [u32; 2]| Component { class: 0, left, top, right: left + 12, bottom, area: 100 };
            let (first, second) = (component(10, own), component(26, other));
            let found = [Upper, Lower].map(|case| belongs(&first, &second, &(10..22), case));
            assert_eq!(found, expected, "{own:?} {other:?}");
        }
    }

    /// The smallest cases, as left, top, right, bottom: two letters, a broken stroke, a slash that overlaps a letter, and a tail within
    /// the box of its letter.
    #[test]
    fn components_above_each_other_are_one_letter_and_letters_beside_each_other_are_not() {
        let component =
            |[left, top, right, bottom]: [u32; 4]| Component { class: 0, left, top, right, bottom, area: 10 };
        for (boxes, groups) in [
            (vec![[0, 0, 8, 20], [10, 0, 18, 20]], 2),
            (vec![[0, 0, 8, 8], [0, 12, 8, 20]], 1),
            (vec![[0, 0, 12, 26], [5, 3, 20, 23]], 2),
            (vec![[0, 0, 20, 20], [10, 4, 18, 20]], 1),
        ] {
            let components: Vec<Component> = boxes.iter().copied().map(component).collect();
            let members: Vec<usize> = (0..components.len()).collect();
            assert_eq!(side_by_side(&components, &members).len(), groups, "{boxes:?}");
        }
    }
}
