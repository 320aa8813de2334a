//! Dots: checks doubtful letters by the dots that show a letter's value.
//!
//! Bookworm Deluxe draws up to three dots in the lower right corner of a tile: none for the value 1, one from 2, two
//! from 5, three from 8. The board itself shows how they are drawn: the reference tiles (letters of high confidence)
//! without dots give the empty corner, and those with dots give the area of a dot. Where the reference tiles do not
//! agree with the dots, the game has none, and the reading stays as it is. Otherwise the likelihoods of the doubtful
//! letters are updated by the number of dots.

use super::tile::{SIDE, TilePixels, tile_pixels};
use super::{Doubt, Reading};
use crate::board::{Face, Tile, TileKind};
use crate::pixels::Frame;
use crate::pixels::components::{Classes, Component, LIGHT, Labels};

/// The values of the letters A to Z; `Qu` has that of Q.
pub type Values = [u32; 26];

/// The confidence from which a tile is a reference tile and is not changed. Smaller: wrong letters hide the dots.
/// Larger: too few reference tiles. Chosen by hand.
const REFERENCE_CONFIDENCE: f32 = 0.9;
/// The corner, in pixels of the tile's picture: below and to the right of the center, inside of the frame. Chosen by
/// hand for Bookworm Deluxe.
const ROWS: std::ops::Range<usize> = 40..60;
const COLUMNS: std::ops::Range<usize> = 30..60;
/// The number of different counts of dots: none to three.
const COUNTS: usize = 4;

/// Checks the doubtful letters of a reading by their dots, if the game has any.
pub fn check_dots(frame: &Frame, reading: &mut Reading, values: &Values, min_confidence: f32) {
    let upright = reading.layout.upright(frame);
    let (frame, layout) = upright.as_ref().map_or((frame, &reading.layout), |(frame, layout)| (frame, layout));
    let pixels = |cell| tile_pixels(frame.pixels(), layout.center(cell), layout.pitch());
    let tiles: Vec<TilePixels> = reading.board.shape().cells().map(pixels).collect();
    let expected: Vec<Option<usize>> = reading
        .board
        .tiles()
        .zip(&reading.doubts)
        .map(|(tile, doubt)| expected_dots(tile?, doubt.as_ref()?, values))
        .collect();
    let Some(counts) = count(&tiles, &expected) else { return };
    for ((tile, doubt), dots) in reading.board.tiles_mut().zip(&mut reading.doubts).zip(counts) {
        let (Some(tile), Some(doubt), Some(dots)) = (tile, doubt, dots) else { continue };
        // Dots on flames and gems are not visible.
        if doubt.confidence < REFERENCE_CONFIDENCE && is_plain(tile) {
            weigh(doubt, dots, values);
            let best = doubt.best.clone().filter(|_| doubt.confidence >= min_confidence);
            tile.face = best.unwrap_or(Face::Unreadable);
        }
    }
}

/// Whether a tile has no kind and no tag.
fn is_plain(tile: &Tile) -> bool {
    tile.kind == TileKind::Normal && tile.tags.is_empty()
}

/// The number of dots of a letter; `None` for a face that is not a single letter.
fn dots_of(face: &Face, values: &Values) -> Option<usize> {
    /// The least values of one, two and three dots, as Bookworm Deluxe draws them.
    const STEPS: [u32; COUNTS - 1] = [2, 5, 8];
    let letter = match face {
        Face::Letters(text) if text == "QU" => b'Q',
        Face::Letters(text) if text.len() == 1 => text.as_bytes()[0],
        _ => return None,
    };
    let value = values.get(usize::from(letter.checked_sub(b'A')?))?;
    Some(STEPS.iter().filter(|step| value >= step).count())
}

/// The number of dots that a plain reference tile must have; `None` for other tiles.
fn expected_dots(tile: &Tile, doubt: &Doubt, values: &Values) -> Option<usize> {
    if doubt.confidence >= REFERENCE_CONFIDENCE && is_plain(tile) { dots_of(&tile.face, values) } else { None }
}

/// The number of dots of each tile, `None` where it is uncertain; or `None` where the reference tiles do not show dots.
fn count(tiles: &[TilePixels], expected: &[Option<usize>]) -> Option<Vec<Option<usize>>> {
    /// The fewest reference tiles without dots, and with dots. Chosen by hand.
    const FEWEST: usize = 3;
    /// The share of the reference tiles that must have their number of dots. Smaller: other marks count as dots.
    /// Larger: noise switches the check off. Chosen by hand.
    const AGREE: f32 = 0.9;
    /// The least area of a dot, in pixels of the tile's picture; smaller marks are noise. Chosen by hand.
    const DOT: f32 = 5.0;
    /// The largest distance from a whole number of dots. Smaller: blurred dots do not count. Larger: other marks count.
    /// Chosen by hand.
    const UNCLEAR: f32 = 0.3;
    let empty: Vec<&TilePixels> =
        tiles.iter().zip(expected).filter(|(_, dots)| **dots == Some(0)).map(|(tile, _)| tile).collect();
    if empty.len() < FEWEST {
        return None;
    }
    let empty = common(&empty);
    let inks: Vec<Ink> = tiles.iter().map(|tile| ink(tile, &empty)).collect();
    let a_dot =
        |(ink, dots): (&Ink, &Option<usize>)| dots.filter(|dots| *dots > 0).map(|dots| ink.inside / dots as f32);
    let mut each: Vec<f32> = inks.iter().zip(expected).filter_map(a_dot).collect();
    if each.len() < FEWEST {
        return None;
    }
    let middle = each.len() / 2;
    let dot = *each.select_nth_unstable_by(middle, f32::total_cmp).1;
    if dot < DOT {
        return None;
    }
    let number = |ink: &Ink| {
        let dots = ink.inside / dot;
        let nearest = dots.round();
        // Whatever covers the corner hides dots.
        let is_clear = (dots - nearest).abs() <= UNCLEAR && ink.crossing < dot;
        (is_clear && nearest < COUNTS as f32).then_some(nearest as usize)
    };
    let counts: Vec<Option<usize>> = inks.iter().map(number).collect();
    let agrees = |empty: bool| {
        let compared = expected.iter().zip(&counts).filter(|(dots, _)| dots.is_some_and(|dots| (dots == 0) == empty));
        let (agree, all) =
            compared.fold((0, 0), |(agree, all), (dots, seen)| (agree + usize::from(dots == seen), all + 1));
        agree as f32 >= AGREE * all as f32
    };
    (agrees(true) && agrees(false)).then_some(counts)
}

/// The pixels of a corner, row by row.
type Corner = Vec<[u8; 3]>;

/// The corner of a tile.
fn corner(tile: &TilePixels) -> Corner {
    let pixel = |i: usize| [0, 1, 2].map(|channel: usize| tile.rgb[channel][i]);
    ROWS.flat_map(|y| COLUMNS.map(move |x| pixel(y * SIDE + x))).collect()
}

/// Whether two pixels differ by more than noise.
fn differ(a: [u8; 3], b: [u8; 3]) -> bool {
    /// The least difference of two colors in one channel, in levels. Smaller: noise is ink. Larger: pale dots are
    /// missed. Chosen by hand.
    const OTHER: u8 = 40;
    a.iter().zip(b).any(|(a, b)| a.abs_diff(b) > OTHER)
}

/// The median corner of tiles without dots; `None` for pixels into which letters reach.
fn common(tiles: &[&TilePixels]) -> Vec<Option<[u8; 3]>> {
    /// The share of the tiles that may differ from the median by chance. Chosen by hand.
    const CHANCE: f32 = 0.125;
    let corners: Vec<Corner> = tiles.iter().map(|tile| corner(tile)).collect();
    let median = |at: usize, channel: usize| {
        let mut values: Vec<u8> = corners.iter().map(|corner| corner[at][channel]).collect();
        let middle = values.len() / 2;
        *values.select_nth_unstable(middle).1
    };
    let pixel = |at: usize| {
        let pixel = [0, 1, 2].map(|channel| median(at, channel));
        let others = corners.iter().filter(|corner| differ(corner[at], pixel)).count();
        (others as f32 <= CHANCE * corners.len() as f32).then_some(pixel)
    };
    (0..ROWS.len() * COLUMNS.len()).map(pixel).collect()
}

/// The areas of a corner that differ from the empty corner, in pixels.
struct Ink {
    /// The area of blobs within the corner.
    inside: f32,
    /// The area of blobs that cross its edge: letters, frames, a dialog.
    crossing: f32,
}

/// The ink in the corner of a tile.
fn ink(tile: &TilePixels, empty: &[Option<[u8; 3]>]) -> Ink {
    /// The least area of a blob, in pixels; smaller ones are noise. Chosen by hand.
    const LEAST: u32 = 3;
    let is_ink = |(own, empty): (&[u8; 3], &Option<[u8; 3]>)| empty.is_some_and(|empty| differ(*own, empty));
    let inks: Vec<bool> = corner(tile).iter().zip(empty).map(is_ink).collect();
    let mut classes = Classes::new(COLUMNS.len());
    for row in inks.chunks_exact(COLUMNS.len()) {
        let ink = row.iter().rev().fold(0u64, |bits, &ink| bits << 1 | u64::from(ink));
        classes.push(!ink, ink);
    }
    let (width, height) = (COLUMNS.len() as u32, ROWS.len() as u32);
    let mut labels = Labels::default();
    let blobs = labels.label(&classes).iter().filter(|blob| blob.class == LIGHT && blob.area >= LEAST);
    let (inside, crossing): (Vec<&Component>, Vec<&Component>) =
        blobs.partition(|blob| blob.left > 0 && blob.top > 0 && blob.right < width && blob.bottom < height);
    let area = |blobs: Vec<&Component>| blobs.iter().map(|blob| blob.area).sum::<u32>() as f32;
    Ink { inside: area(inside), crossing: area(crossing) }
}

/// Updates the likelihoods of a tile by its number of dots, by Bayes's rule.
fn weigh(doubt: &mut Doubt, dots: usize, values: &Values) {
    /// The likelihood that a letter shows its number of dots, and of each other number. Chosen by hand.
    const SHOWS: f32 = 0.94;
    const OTHER: f32 = (1.0 - SHOWS) / (COUNTS - 1) as f32;
    let Some(best) = doubt.best.take() else { return };
    let odds = |face: &Face| match dots_of(face, values) {
        Some(own) if own == dots => SHOWS,
        Some(_) => OTHER,
        // The value of tiles with several letters is not known.
        None => 1.0 / COUNTS as f32,
    };
    let alphabet = ('A'..='Z').map(|letter| odds(&Face::Letters(letter.to_string())));
    let of_any = alphabet.sum::<f32>() / values.len() as f32;
    let others: f32 = doubt.alternatives.iter().map(|(_, likelihood)| likelihood).sum();
    let rest = (1.0 - doubt.confidence - others).max(0.0) * of_any;
    let mut faces = std::mem::take(&mut doubt.alternatives);
    faces.insert(0, (best, doubt.confidence));
    faces.iter_mut().for_each(|(face, likelihood)| *likelihood *= odds(face));
    let all = rest + faces.iter().map(|(_, likelihood)| likelihood).sum::<f32>();
    faces.iter_mut().for_each(|(_, likelihood)| *likelihood /= all.max(f32::EPSILON));
    faces.sort_by(|a, b| b.1.total_cmp(&a.1));
    let (best, confidence) = faces.remove(0);
    *doubt = Doubt { confidence, best: Some(best), alternatives: faces };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::paint::{Marks, Style, paint};
    use crate::read::{Engine, read_tiles};

    const DELUXE: Values = [1, 4, 4, 3, 1, 5, 3, 5, 1, 8, 7, 2, 4, 2, 1, 4, 9, 2, 1, 2, 2, 5, 6, 8, 6, 10];
    const LETTERS: &str = "# layout: columns\nT E A R S\nL I N O K Y\nD O G M A\nP U C H Z E\nS A F E R";

    /// A painted board, and what is read of it.
    fn board(marks: Marks) -> (Frame, Reading) {
        let board: Board = LETTERS.parse().unwrap();
        let style = Style { marks, ..Style::default() };
        let (pixels, layout) = paint(&board, &style, 56.0).unwrap();
        let frame = Frame::new(pixels, "painted");
        let reading = read_tiles(&frame, &layout, &Engine::Net, 0.5);
        assert_eq!(reading.board, board);
        (frame, reading)
    }

    fn letter(text: &str) -> Face {
        Face::Letters(text.to_string())
    }

    /// Makes the reading of a tile doubtful.
    fn blur(reading: &mut Reading, id: usize, guesses: &[(&str, f32)]) {
        let doubt = reading.doubts[id].as_mut().unwrap();
        doubt.confidence = guesses[0].1;
        doubt.best = Some(letter(guesses[0].0));
        doubt.alternatives = guesses[1..].iter().map(|(text, likelihood)| (letter(text), *likelihood)).collect();
        let tiles = reading.board.tiles().enumerate().map(|(at, tile)| {
            let tile = tile.cloned()?;
            Some(if at == id { Tile { face: letter(guesses[0].0), ..tile } } else { tile })
        });
        reading.board = Board::new(reading.board.shape().clone(), tiles.collect()).unwrap();
    }

    /// The cell of this letter, by its number.
    fn place(reading: &Reading, text: &str) -> usize {
        reading.board.tiles().position(|tile| tile.is_some_and(|tile| tile.face == letter(text))).unwrap()
    }

    const DOTS: Marks = Marks::Dots([150, 110, 40]);

    #[test]
    fn dots_decide_between_two_letters() {
        // Each is drawn as the second of its guesses.
        for (drawn, wrong) in [("F", "E"), ("K", "R"), ("Z", "I"), ("G", "O"), ("I", "J")] {
            let (frame, mut reading) = board(DOTS);
            let id = place(&reading, drawn);
            blur(&mut reading, id, &[(wrong, 0.55), (drawn, 0.4)]);
            check_dots(&frame, &mut reading, &DELUXE, 0.5);
            assert_eq!(reading.board, LETTERS.parse().unwrap(), "{drawn}, not {wrong}");
            let doubt = reading.doubts[id].as_ref().unwrap();
            assert!(doubt.confidence > 0.8 && doubt.best == Some(letter(drawn)), "{drawn}: {doubt:?}");
        }
    }

    #[test]
    fn agreement_with_the_dots_raises_the_confidence() {
        let (frame, mut reading) = board(DOTS);
        let id = place(&reading, "F");
        blur(&mut reading, id, &[("F", 0.5), ("E", 0.45)]);
        check_dots(&frame, &mut reading, &DELUXE, 0.5);
        assert!(reading.doubts[id].as_ref().unwrap().confidence > 0.8);
    }

    #[test]
    fn a_letter_with_other_dots_is_unreadable() {
        let (frame, mut reading) = board(DOTS);
        let id = place(&reading, "Z");
        blur(&mut reading, id, &[("E", 0.7)]);
        check_dots(&frame, &mut reading, &DELUXE, 0.5);
        assert!(reading.doubts[id].as_ref().unwrap().confidence < 0.5);
        assert_eq!(reading.board.tiles().nth(id).flatten().unwrap().face, Face::Unreadable);
    }

    #[test]
    fn a_reference_tile_is_never_changed() {
        let (frame, mut reading) = board(DOTS);
        let id = place(&reading, "F");
        blur(&mut reading, id, &[("E", 0.95), ("F", 0.04)]);
        let before = reading.clone();
        check_dots(&frame, &mut reading, &DELUXE, 0.5);
        assert_eq!(reading, before);
    }

    #[test]
    fn a_covered_corner_changes_nothing() {
        let (frame, mut reading) = board(DOTS);
        let id = place(&reading, "F");
        blur(&mut reading, id, &[("E", 0.55), ("F", 0.4)]);
        let (x, y) = reading.layout.center(reading.board.shape().cell(id).unwrap());
        let covered = |px: u32, py: u32| px as f32 > x + 5.0 && py as f32 > y + 8.0;
        let mut pixels = frame.pixels().clone();
        pixels
            .enumerate_pixels_mut()
            .filter(|(px, py, _)| covered(*px, *py))
            .for_each(|(.., p)| p.0 = [20, 30, 90, 255]);
        let before = reading.doubts[id].clone();
        check_dots(&Frame::new(pixels, "covered"), &mut reading, &DELUXE, 0.5);
        assert_eq!(reading.doubts[id], before);
    }

    #[test]
    fn games_without_such_dots_are_left_alone() {
        let digits = Marks::Digits { at: crate::pixels::Point::new(0.34, 0.34), height: 0.14 };
        for marks in [Marks::None, digits] {
            let (frame, mut reading) = board(marks);
            let id = place(&reading, "F");
            blur(&mut reading, id, &[("E", 0.55), ("F", 0.4)]);
            let before = reading.clone();
            check_dots(&frame, &mut reading, &DELUXE, 0.5);
            assert_eq!(reading, before, "{marks:?}");
        }
        // Nor where the dots are those of other values.
        let (frame, mut reading) = board(DOTS);
        let id = place(&reading, "F");
        blur(&mut reading, id, &[("E", 0.55), ("F", 0.4)]);
        let before = reading.clone();
        let mut backward = DELUXE;
        backward.reverse();
        check_dots(&frame, &mut reading, &backward, 0.5);
        assert_eq!(reading, before);
    }
}
