//! Typed letters that look like another letter of the same board.

use super::questions::CONFIDENT;
use hexlex::board::{Board, Cell, Face};
use hexlex::pixels::Frame;
use hexlex::read::{Engine, Lesson, Reading, lessons};

/// A tile whose glyph looks like a letter of the board other than the one that was typed.
pub(super) struct Lookalike {
    pub(super) cell: Cell,
    /// The letter that was typed.
    pub(super) typed: Face,
    /// The letter that looks alike, and its tile.
    pub(super) like: Face,
    pub(super) like_cell: Cell,
}

/// The correlation from which two glyphs look alike. Smaller: letters such as O and Q are asked for twice. Larger: a letter that
/// is drawn at half a pixel's distance is not recognized. Chosen by hand.
const ALIKE: f32 = 0.9;

/// The tiles with a letter that was typed against a doubtful reading, but whose glyph looks like a letter that was read with
/// confidence and accepted, more than like any accepted glyph of the typed letter.
pub(super) fn lookalikes(frame: &Frame, reading: &Reading, board: &Board) -> Vec<Lookalike> {
    let glyphs = lessons(frame, &reading.layout, board, &Engine::Net);
    let tiles = board.shape().cells().zip(&glyphs).zip(&reading.doubts);
    let (mut confident, mut typed) = (Vec::new(), Vec::new());
    for ((cell, glyph), doubt) in tiles {
        let (Some(glyph), Some(doubt)) = (glyph, doubt) else { continue };
        let is_accepted = doubt.confidence >= CONFIDENT && doubt.best.as_ref() == Some(&glyph.face);
        if is_accepted { confident.push((cell, glyph)) } else { typed.push((cell, glyph)) }
    }
    typed.into_iter().filter_map(|(cell, glyph)| lookalike(cell, glyph, &confident)).collect()
}

fn lookalike(cell: Cell, glyph: &Lesson, confident: &[(Cell, &Lesson)]) -> Option<Lookalike> {
    let likeness = |other: &Lesson| correlation(&glyph.pixels, &other.pixels);
    let (like_cell, nearest) = confident.iter().max_by(|a, b| likeness(a.1).total_cmp(&likeness(b.1)))?;
    let is_other = nearest.face != glyph.face && likeness(nearest) >= ALIKE;
    is_other.then(|| Lookalike { cell, typed: glyph.face.clone(), like: nearest.face.clone(), like_cell: *like_cell })
}

/// The correlation of two pictures of one size, -1 to 1; 0 where one is of a single gray.
fn correlation(a: &[f32], b: &[f32]) -> f32 {
    let mean = |pixels: &[f32]| pixels.iter().sum::<f32>() / pixels.len().max(1) as f32;
    let (mean_a, mean_b) = (mean(a), mean(b));
    let (mut both, mut of_a, mut of_b) = (0.0, 0.0, 0.0);
    for (a, b) in a.iter().zip(b) {
        let (a, b) = (a - mean_a, b - mean_b);
        both += a * b;
        of_a += a * a;
        of_b += b * b;
    }
    if of_a * of_b > 0.0 { both / (of_a * of_b).sqrt() } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn correlation_is_that_of_shapes() {
        let shape = [0.0, 1.0, 1.0, 0.0];
        assert!((correlation(&shape, &[0.2, 0.8, 0.8, 0.2]) - 1.0).abs() < 1e-6);
        assert!((correlation(&shape, &[1.0, 0.0, 0.0, 1.0]) + 1.0).abs() < 1e-6);
        assert_eq!(correlation(&shape, &[0.5; 4]), 0.0);
    }
}
