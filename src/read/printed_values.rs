//! Printed values: checks letters by the value that many games print in a corner of their tiles, as digits or dots.
//!
//! No digit is read. Marks of one value look alike, and those of different values do not: a table of letter values fits a
//! board where the mark of each confident letter is nearest to that of another letter with the same value. Where one of the
//! tables of well-known games fits, the likelihoods of all letters are updated by the marks on their tiles, by Bayes's
//! rule, and the reading has the table, by which words are scored. Where none does, the game prints no values or those of
//! another table, and the reading stays as it is.

use super::score::CONFIDENT;
use super::tile::{SIDE, TilePixels};
use super::tile_reader::TileReader;
use super::{Doubt, Engine, Reading};
use crate::board::{DELUXE_DOTS, Face, LetterValues, PRINTED, TileKind};
use crate::pixels::Frame;
use multiversion::multiversion;
use std::collections::BTreeMap;

/// The most examples of one letter: a limit of work on large boards.
const EXAMPLES: usize = 4;
/// The distance of a mark to those of its value, in distances to the nearest of another value, up to which it agrees.
/// Smaller: noisy marks say nothing. Larger: noise is a mark. Chosen by hand.
const CLEARLY: f32 = 0.7;
/// The share of the examples, as a mean over the values, that agree with a table that fits. Smaller: a wrong table fits.
/// Larger: a wrong letter among the examples hides the values. Chosen by hand: real boards without values reach 0.7, those
/// with values 0.88 to 1.
const FITS: f32 = 0.85;
/// The distance of a mark to those of known values, in the largest distance of an example to its own, from which its value is
/// unknown. Smaller: noise makes unknown values. Larger: a 10 counts as a 1. Chosen by hand.
const UNKNOWN: f32 = 2.0;
/// The distance below which two marks are the same, in levels squared: rounding and scaling change them by as much. Smaller:
/// on clean pictures the least difference makes an unknown value. Larger: faint marks are alike. Chosen by hand.
const SAME: f32 = 2.0;

/// Updates the likelihoods of the letters of a reading by the values that are printed on their tiles, if there are any, and
/// puts these values into the reading. Tiles that fall below `min_confidence` become unreadable.
pub(super) fn weigh(tiles: &mut TileReader, reading: &mut Reading, min_confidence: f32) {
    let Printed { likelihoods, values } = Printed::of(tiles, reading);
    reading.values = values;
    for ((doubt, tile), likelihoods) in reading.doubts.iter_mut().zip(reading.board.tiles_mut()).zip(likelihoods) {
        if let (Some(doubt), Some(tile), Some(likelihoods)) = (doubt, tile, likelihoods) {
            update(doubt, &likelihoods);
            let is_read = doubt.confidence >= min_confidence;
            tile.face = doubt.best.clone().filter(|_| is_read).unwrap_or(Face::Unreadable);
        }
    }
}

/// Whether the value that is printed on each tile is another one than that of its letter. `false` where the game prints none
/// of a known table, and where a value is not visible.
pub fn contradicted_by_values(frame: &Frame, reading: &Reading) -> Vec<bool> {
    let upright = reading.layout.upright(frame);
    let (frame, layout) = upright.as_ref().map_or((frame, &reading.layout), |(frame, layout)| (frame, layout));
    let reading = Reading { layout: layout.clone(), ..reading.clone() };
    let mut tiles = TileReader::new(frame, &Engine::Net, 0.0);
    let contradicts = |(doubt, likelihoods): (&Option<Doubt>, Option<[f32; 26]>)| {
        let letter = doubt.as_ref().and_then(|doubt| letter_of(doubt.best.as_ref()?));
        let most = |likelihoods: &[f32; 26]| likelihoods.iter().copied().fold(0.0, f32::max);
        letter.zip(likelihoods).is_some_and(|(letter, likelihoods)| likelihoods[letter] < most(&likelihoods))
    };
    reading.doubts.iter().zip(Printed::of(&mut tiles, &reading).likelihoods).map(contradicts).collect()
}

/// What is printed on the tiles of a board.
struct Printed {
    /// How likely the mark of each tile is for the letters A to Z; `None` where it says nothing.
    likelihoods: Vec<Option<[f32; 26]>>,
    /// The tables that fit best and equally well; empty where none fits, and for dots, each of which stands for several values.
    values: Vec<LetterValues>,
}

impl Printed {
    fn of(tiles: &mut TileReader, reading: &Reading) -> Printed {
        let bounds: Vec<Option<[f32; 4]>> = tiles
            .guesses(&reading.layout)
            .iter()
            .map(|guess| guess.as_ref().map(|guess| guess.glyph.bounds()))
            .collect();
        let crops = tiles.crops(&reading.layout);
        let plain: Vec<MarkedTile> = reading
            .board
            .tiles()
            .enumerate()
            .filter_map(|(cell, tile)| {
                // Gems have other colors, flames hide what is printed on them.
                let is_plain = tile.is_some_and(|tile| tile.kind == TileKind::Normal && tile.tags.is_empty());
                let doubt = reading.doubts[cell].as_ref().filter(|_| is_plain)?;
                let letter = letter_of(doubt.best.as_ref()?)?;
                Some(MarkedTile {
                    cell,
                    letter,
                    confidence: doubt.confidence,
                    crop: crops[cell],
                    bounds: bounds[cell]?,
                })
            })
            .collect();
        let mut printed = Printed { likelihoods: vec![None; crops.len()], values: Vec::new() };
        let places = [NEAR, FAR].into_iter().flat_map(|row| [NEAR, FAR].map(|column| (row, column)));
        let marks: Vec<Marks> = places.map(|(row, column)| Marks::new(&plain, row, column)).collect();
        if let Some(fit) = best_fit(&marks) {
            plain.iter().enumerate().for_each(|(i, tile)| printed.likelihoods[tile.cell] = fit.likelihoods(i));
            printed.values = fit.equally_good();
        }
        printed
    }
}

/// The number of a letter, 0 for A; `Qu` counts as Q. `None` for what is not a single letter.
fn letter_of(face: &Face) -> Option<usize> {
    match face {
        Face::Letters(text) if text == "QU" => Some(usize::from(b'Q' - b'A')),
        Face::Letters(text) if text.len() == 1 => {
            text.bytes().next().filter(u8::is_ascii_uppercase).map(|letter| usize::from(letter - b'A'))
        }
        _ => None,
    }
}

/// A tile without a kind or a tag, with a single letter.
struct MarkedTile<'a> {
    cell: usize,
    /// 0 for A.
    letter: usize,
    confidence: f32,
    crop: &'a TilePixels,
    /// The bounding box of its letter: left, top, right, bottom, in tiles from the tile's upper left corner.
    bounds: [f32; 4],
}

/// One corner of the plain tiles of a board, compared with that of the examples.
struct Marks {
    /// The letter of each tile.
    letters: Vec<usize>,
    /// The corner of each tile.
    corners: Vec<Corner>,
    /// The tiles with letters of high confidence, at most [`EXAMPLES`] of each, each with the distances of its mark to those of all
    /// examples, the nearest first.
    examples: Vec<(usize, Vec<(f32, usize)>)>,
    /// The corners of the examples.
    blocks: Vec<Block>,
}

impl Marks {
    fn new(tiles: &[MarkedTile], row: usize, column: usize) -> Marks {
        let mut examples: Vec<(usize, Vec<(f32, usize)>)> = Vec::new();
        for (i, tile) in tiles.iter().enumerate().filter(|(_, tile)| tile.confidence >= CONFIDENT) {
            if examples.iter().filter(|(other, _)| tiles[*other].letter == tile.letter).count() < EXAMPLES {
                examples.push((i, Vec::new()));
            }
        }
        let letters = tiles.iter().map(|tile| tile.letter).collect();
        let corners: Vec<Corner> = tiles.iter().map(|tile| Corner::of(tile, row, column)).collect();
        let block = |examples: &[(usize, Vec<_>)]| Block::of(examples.iter().map(|(example, _)| &corners[*example]));
        let blocks = examples.chunks(TOGETHER).map(block).collect();
        let mut marks = Marks { letters, corners, examples, blocks };
        let mut all: Vec<Vec<f32>> = Vec::new();
        for n in 0..marks.examples.len() {
            // The distance is the same in both directions.
            let mut distances: Vec<f32> = all.iter().map(|known| known[n]).collect();
            distances.extend(marks.distances_from(marks.examples[n].0, n));
            all.push(distances);
        }
        let sorted = all.into_iter().map(nearest_first);
        marks.examples.iter_mut().zip(sorted).for_each(|((_, known), distances)| *known = distances);
        marks
    }

    /// The distances of a tile's mark to those of the examples, each with the number of the example, the nearest first.
    fn distances(&self, tile: usize) -> Vec<(f32, usize)> {
        nearest_first(self.distances_from(tile, 0))
    }

    /// The distances of a tile's mark to those of the examples from this one on: variances, in levels squared.
    fn distances_from(&self, tile: usize, first: usize) -> Vec<f32> {
        let block = first / TOGETHER;
        let all = self.blocks[block..].iter().flat_map(|others| distances(&self.corners[tile], others));
        all.skip(first - TOGETHER * block).take(self.examples.len() - first).collect()
    }

    /// The distances of a tile's mark to the nearer ones of each value, the nearest value first: the lower quartile, so that
    /// single wrong letters do not count. Examples with the tile's own best letter are left out: the same letter looks alike
    /// whatever its value is.
    fn nearest(&self, tile: usize, distances: &[(f32, usize)], values: &LetterValues) -> Vec<(u8, f32)> {
        let value_of = |n: usize| {
            let letter = self.letters[self.examples[n].0];
            (letter != self.letters[tile]).then(|| values[letter])
        };
        let mut counts = [0u32; u8::MAX as usize + 1];
        (0..self.examples.len()).filter_map(value_of).for_each(|value| counts[usize::from(value)] += 1);
        let mut seen = [0u32; u8::MAX as usize + 1];
        let mut nearest: Vec<(u8, f32)> = Vec::new();
        for &(distance, n) in distances {
            let Some(value) = value_of(n) else { continue };
            let seen = &mut seen[usize::from(value)];
            if *seen == (counts[usize::from(value)] - 1) / 4 {
                nearest.push((value, distance));
            }
            *seen += 1;
        }
        // Of equal distances the smaller value first.
        nearest.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
        nearest
    }
}

/// Distances with their numbers, the smallest first.
fn nearest_first(distances: Vec<f32>) -> Vec<(f32, usize)> {
    let mut sorted: Vec<(f32, usize)> = distances.into_iter().zip(0..).collect();
    sorted.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    sorted
}

/// The side of a corner in squares of 2x2 pixels of the tile crop.
const SIDE_OF_CORNER: usize = 11;
const CORNER: usize = SIDE_OF_CORNER * SIDE_OF_CORNER;

/// The first row or column of the corners of a tile crop, inside of its frame.
const NEAR: usize = 3;
const FAR: usize = SIDE - NEAR - 2 * SIDE_OF_CORNER;

/// A corner of a tile, row by row.
struct Corner {
    /// The smoothed luma, in levels.
    levels: [f32; CORNER],
    /// 0 where the tile's own letter is, 1 elsewhere.
    is_visible: [f32; CORNER],
}

impl Corner {
    fn of(tile: &MarkedTile, row: usize, column: usize) -> Corner {
        /// The distance from the letter, in pixels, that its smoothed edge reaches.
        const EDGE: f32 = 2.0;
        let [left, top, right, bottom] = tile.bounds.map(|n| n * SIDE as f32);
        let place = |i: usize| (column + i % SIDE_OF_CORNER * 2, row + i / SIDE_OF_CORNER * 2);
        let level = |i: usize| {
            let (x, y) = place(i);
            let around = |y: usize| tile.crop.luma[y * SIDE + x - 1..][..3].iter().map(|&level| u16::from(level));
            f32::from((y - 1..=y + 1).flat_map(around).sum::<u16>()) / 9.0
        };
        let is_visible = |i: usize| {
            let (x, y) = place(i);
            let (x, y) = (x as f32 + 0.5, y as f32 + 0.5);
            let is_letter = x > left - EDGE && x < right + EDGE && y > top - EDGE && y < bottom + EDGE;
            f32::from(u8::from(!is_letter))
        };
        Corner { levels: std::array::from_fn(level), is_visible: std::array::from_fn(is_visible) }
    }
}

/// The corners that one is compared with at once: as many as a vector register holds.
const TOGETHER: usize = 8;

/// Some corners, place by place.
struct Block {
    levels: [[f32; TOGETHER]; CORNER],
    is_visible: [[f32; TOGETHER]; CORNER],
}

impl Block {
    /// These corners, at most [`TOGETHER`]; nothing is visible of those that are missing.
    fn of<'a>(corners: impl Iterator<Item = &'a Corner>) -> Block {
        let mut block = Block { levels: [[0.0; TOGETHER]; CORNER], is_visible: [[0.0; TOGETHER]; CORNER] };
        for (lane, corner) in corners.enumerate() {
            for i in 0..CORNER {
                (block.levels[i][lane], block.is_visible[i][lane]) = (corner.levels[i], corner.is_visible[i]);
            }
        }
        block
    }
}

/// The variance of the difference of a corner and each of some others where neither has a letter: their brightness may differ.
/// Infinite where little is visible of both.
#[multiversion(targets("x86_64+avx2"))]
fn distances(corner: &Corner, others: &Block) -> [f32; TOGETHER] {
    /// The least part of a corner that is compared. Smaller: parts without a mark look alike. Larger: wide letters
    /// exclude their tiles. Chosen by hand.
    const VISIBLE: f32 = 0.4;
    let nothing = [0f32; TOGETHER];
    let (mut counts, mut sums, mut squares) = (nothing, nothing, nothing);
    for i in 0..CORNER {
        let (visible, levels) = (&others.is_visible[i], &others.levels[i]);
        for lane in 0..TOGETHER {
            let both = corner.is_visible[i] * visible[lane];
            let difference = both * (corner.levels[i] - levels[lane]);
            counts[lane] += both;
            sums[lane] += difference;
            squares[lane] += difference * difference;
        }
    }
    let variance = |lane: usize| {
        let (count, sum) = (counts[lane], sums[lane]);
        let is_clear = count >= VISIBLE * CORNER as f32;
        if is_clear { squares[lane] / count - (sum / count) * (sum / count) } else { f32::INFINITY }
    };
    std::array::from_fn(variance)
}

/// A table of values that fits the marks in one corner.
struct Fit<'a> {
    marks: &'a Marks,
    values: &'a LetterValues,
    /// How likely a mark is nearest to those of its value, from the share of the examples that are.
    agreement: f32,
    /// The largest distance of an example to those of its value.
    farthest: f32,
    /// The number of values that were tested.
    tested: usize,
}

/// The table and the corner that fit best, if any do: those with the most different values.
fn best_fit(marks: &[Marks]) -> Option<Fit<'_>> {
    let fits = marks.iter().flat_map(|marks| PRINTED.iter().filter_map(|values| Fit::of(marks, values)));
    fits.max_by(|a, b| a.tested.cmp(&b.tested).then(a.agreement.total_cmp(&b.agreement)))
}

impl<'a> Fit<'a> {
    /// How a table fits; `None` where it does not.
    fn of(marks: &'a Marks, values: &'a LetterValues) -> Option<Fit<'a>> {
        let mut tested: BTreeMap<u8, Vec<bool>> = BTreeMap::new();
        let mut farthest = SAME;
        for (example, distances) in &marks.examples {
            let own = values[marks.letters[*example]];
            let nearest = marks.nearest(*example, distances, values);
            let Some((_, distance)) = nearest.iter().find(|(value, _)| *value == own) else { continue };
            let other = nearest.iter().find(|(value, _)| *value != own).map_or(f32::INFINITY, |(_, other)| *other);
            let agrees = *distance < CLEARLY * other;
            if agrees {
                farthest = farthest.max(*distance);
            }
            tested.entry(own).or_default().push(agrees);
        }
        let right = |results: &[bool]| results.iter().filter(|agrees| **agrees).count() as f32;
        let share = |results: &[bool]| right(results) / results.len() as f32;
        let mean = tested.values().map(|results| share(results)).sum::<f32>() / tested.len().max(1) as f32;
        let results: Vec<bool> = tested.values().flatten().copied().collect();
        // Laplace's rule of succession.
        let agreement = (right(&results) + 1.0) / (results.len() as f32 + 2.0);
        let tested = tested.len();
        (tested >= 2 && mean >= FITS).then_some(Fit { marks, values, agreement, farthest, tested })
    }

    /// The tables that fit the same marks as well as this one, which is among them; none where the marks are dots.
    fn equally_good(&self) -> Vec<LetterValues> {
        if *self.values == DELUXE_DOTS {
            return Vec::new();
        }
        let is_as_good =
            |fit: &Fit| (fit.tested, fit.agreement) == (self.tested, self.agreement) && *fit.values != DELUXE_DOTS;
        let fits = PRINTED.iter().filter_map(|values| Fit::of(self.marks, values)).filter(is_as_good);
        fits.map(|fit| *fit.values).collect()
    }

    /// How likely the mark of a tile is for each letter; `None` where it is unclear.
    fn likelihoods(&self, tile: usize) -> Option<[f32; 26]> {
        let nearest = self.marks.nearest(tile, &self.marks.distances(tile), self.values);
        let (&(value, distance), second) =
            (nearest.first()?, nearest.get(1).map_or(f32::INFINITY, |(_, other)| *other));
        if !distance.is_finite() {
            return None;
        }
        let is_unknown = distance > UNKNOWN * self.farthest;
        if !is_unknown && distance >= CLEARLY * second {
            return None;
        }
        let others = (1.0 - self.agreement) / (nearest.len().max(2) - 1) as f32;
        let is_known = |value: u8| nearest.iter().any(|(known, _)| *known == value);
        let likelihood = |letter: usize| match self.values[letter] {
            own if is_unknown == is_known(own) => others,
            own if !is_unknown && own != value => others,
            _ => self.agreement,
        };
        Some(std::array::from_fn(likelihood))
    }
}

/// Updates the likelihoods of a tile by Bayes's rule.
fn update(doubt: &mut Doubt, likelihoods: &[f32; 26]) {
    let Some(best) = doubt.best.take() else { return };
    let of_any = likelihoods.iter().sum::<f32>() / likelihoods.len() as f32;
    // The value of tiles with several letters is not known.
    let of = |face: &Face| letter_of(face).map_or(of_any, |letter| likelihoods[letter]);
    let others: f32 = doubt.alternatives.iter().map(|(_, likelihood)| likelihood).sum();
    let rest = (1.0 - doubt.confidence - others).max(0.0) * of_any;
    let mut faces = std::mem::take(&mut doubt.alternatives);
    faces.insert(0, (best, doubt.confidence));
    faces.iter_mut().for_each(|(face, likelihood)| *likelihood *= of(face));
    let all = rest + faces.iter().map(|(_, likelihood)| likelihood).sum::<f32>();
    faces.iter_mut().for_each(|(_, likelihood)| *likelihood /= all.max(f32::EPSILON));
    faces.sort_by(|a, b| b.1.total_cmp(&a.1));
    let (best, confidence) = faces.remove(0);
    *doubt = Doubt { confidence, best: Some(best), alternatives: faces };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, DELUXE, WEB};
    use crate::paint::{Marks as PaintedMarks, Style, paint};
    use crate::pixels::Point;

    const LETTERS: &str = "# layout: columns\nT E A R S\nL I N O K Y\nD O G M A\nP U C H Z E\nS A F E R";
    const DIGITS: PaintedMarks = PaintedMarks::Digits { at: Point::new(-0.34, 0.34), height: 0.15 };
    const DOTS: PaintedMarks = PaintedMarks::Dots([150, 110, 40]);

    fn letter(text: &str) -> Face {
        Face::Letters(text.to_string())
    }

    /// The doubt about the tile of a painted board on which `drawn` is, after the reader took it for these guesses.
    fn weighed(marks: PaintedMarks, values: LetterValues, drawn: &str, guesses: &[(&str, f32)]) -> Doubt {
        let board: Board = LETTERS.parse().unwrap();
        let style = Style { marks, values, letter_height: 0.4, ..Style::default() };
        let (pixels, layout) = paint(&board, &style, 56.0).unwrap();
        let frame = Frame::new(pixels, "painted");
        let mut tiles = TileReader::new(&frame, &Engine::Net, 0.5);
        let mut reading = tiles.read(&layout);
        assert_eq!(reading.board, board);
        let cell = board.tiles().position(|tile| tile.is_some_and(|tile| tile.face == letter(drawn))).unwrap();
        let alternatives = guesses[1..].iter().map(|(text, likelihood)| (letter(text), *likelihood)).collect();
        let doubt = Doubt { confidence: guesses[0].1, best: Some(letter(guesses[0].0)), alternatives };
        reading.doubts[cell] = Some(doubt);
        weigh(&mut tiles, &mut reading, 0.5);
        reading.doubts[cell].clone().unwrap()
    }

    #[test]
    fn marks_decide_between_letters_of_different_values() {
        for marks in [DIGITS, DOTS] {
            for (drawn, wrong) in [("F", "E"), ("K", "R"), ("Z", "I"), ("G", "O")] {
                let doubt = weighed(marks, DELUXE, drawn, &[(wrong, 0.55), (drawn, 0.4)]);
                assert!(doubt.confidence > 0.8 && doubt.best == Some(letter(drawn)), "{marks:?}, {drawn}: {doubt:?}");
            }
            let doubt = weighed(marks, DELUXE, "F", &[("F", 0.5), ("E", 0.45)]);
            assert!(doubt.confidence > 0.8, "{marks:?}: {doubt:?}");
        }
    }

    #[test]
    fn a_letter_of_another_value_is_no_longer_certain() {
        for marks in [DIGITS, DOTS] {
            let doubt = weighed(marks, DELUXE, "P", &[("E", 0.97)]);
            assert!(doubt.confidence < 0.8, "{marks:?}: {doubt:?}");
        }
        // No other tile has the value of the Z.
        assert!(weighed(DIGITS, DELUXE, "Z", &[("E", 0.7)]).confidence < 0.5);
    }

    #[test]
    fn the_only_letter_of_a_value_is_not_an_unknown_value() {
        // In Wordament no letter but E has the value 1.
        let wordament =
            PRINTED.into_iter().find(|values| values.iter().filter(|value| **value == 1).count() == 1).unwrap();
        let doubt = weighed(DIGITS, wordament, "E", &[("E", 0.9), ("F", 0.05)]);
        assert!(doubt.confidence > 0.9 && doubt.best == Some(letter("E")), "{doubt:?}");
    }

    #[test]
    fn values_contradict_a_wrong_letter_and_no_right_one() {
        let board: Board = LETTERS.parse().unwrap();
        for marks in [DIGITS, DOTS, PaintedMarks::None] {
            let style = Style { marks, letter_height: 0.4, ..Style::default() };
            let (pixels, layout) = paint(&board, &style, 56.0).unwrap();
            let frame = Frame::new(pixels, "painted");
            let mut reading = TileReader::new(&frame, &Engine::Net, 0.5).read(&layout);
            assert!(contradicted_by_values(&frame, &reading).iter().all(|contradicts| !contradicts), "{marks:?}");
            let cell = board.tiles().position(|tile| tile.is_some_and(|tile| tile.face == letter("P"))).unwrap();
            reading.doubts[cell].as_mut().unwrap().best = Some(letter("E"));
            let expected = (marks != PaintedMarks::None).then_some(cell);
            let found = contradicted_by_values(&frame, &reading);
            assert_eq!(found.iter().position(|contradicts| *contradicts), expected, "{marks:?}");
            assert_eq!(found.iter().filter(|contradicts| **contradicts).count(), usize::from(expected.is_some()));
        }
    }

    #[test]
    fn the_printed_values_are_known_and_dots_stand_for_several() {
        let board: Board = LETTERS.parse().unwrap();
        let scrabble = PRINTED[2];
        // The board has an H, which is cheaper on the web.
        let cases = [(DIGITS, DELUXE, vec![DELUXE]), (DIGITS, WEB, vec![WEB]), (DIGITS, scrabble, vec![scrabble])];
        for (marks, values, expected) in
            cases.into_iter().chain([(DOTS, DELUXE, vec![]), (PaintedMarks::None, DELUXE, vec![])])
        {
            let style = Style { marks, values, letter_height: 0.4, ..Style::default() };
            let (pixels, layout) = paint(&board, &style, 56.0).unwrap();
            let reading = super::super::read_tiles(&Frame::new(pixels, "painted"), &layout, &Engine::Net, 0.5);
            assert_eq!(reading.board, board);
            assert_eq!(reading.values, expected, "{marks:?}");
        }
    }

    #[test]
    fn letters_of_one_value_stay_in_doubt() {
        let doubt = weighed(DIGITS, DELUXE, "O", &[("O", 0.5), ("A", 0.5)]);
        assert!((doubt.confidence - 0.5).abs() < 0.01, "{doubt:?}");
    }

    #[test]
    fn boards_without_values_of_a_known_table_stay_as_they_are() {
        let mut backward = DELUXE;
        backward.reverse();
        for (marks, values) in [(PaintedMarks::None, DELUXE), (DIGITS, backward), (DIGITS, [1; 26])] {
            let doubt = weighed(marks, values, "F", &[("E", 0.55), ("F", 0.4)]);
            assert_eq!((doubt.confidence, doubt.best), (0.55, Some(letter("E"))), "{marks:?}");
        }
    }
}
