//! What each of the two networks reads on a tile by itself: the first on its glyph, the second on its gray crop.
//!
//! `second_reader` fuses the two for doubtful tiles, so that a fused confidence does not show whether they agree.
//! [`two_readings`] asks both about every tile, and returns the glyph too. Tracking learns only letters on which they agree.

use super::fit::GLYPH;
use super::passes::Passes;
use super::score::likelihood;
use super::second_reader::SecondReader;
use super::tile::{SIDE, TilePixels};
use super::tile_reader::TileReader;
use super::{Engine, GlyphPixels, LetterCase};
use crate::board::Face;
use crate::locate::Layout;
use crate::pixels::{Frame, median};

/// A face with its likelihood, 0 to 1.
type Likely = (Face, f32);

/// What the networks read on one tile; `None` where one of them sees no letter.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TwoReadings {
    /// By the glyph, with its geometry on the board.
    pub by_glyph: Option<Likely>,
    /// By the gray crop.
    pub by_crop: Option<Likely>,
    /// The glyph that the first network read, or else all that is drawn on the tile; `None` where that is nothing.
    pub glyph: Option<Box<GlyphPixels>>,
}

impl TwoReadings {
    /// Whether both read this face, each with at least this likelihood.
    pub fn agree_on(&self, face: &Face, least: f32) -> bool {
        [&self.by_glyph, &self.by_crop].into_iter().all(|reading| is_likely(reading, least, |read| read == face))
    }

    /// Whether one of them reads another face with at least this likelihood.
    pub fn contradict(&self, face: &Face, least: f32) -> bool {
        [&self.by_glyph, &self.by_crop].into_iter().any(|reading| is_likely(reading, least, |read| read != face))
    }
}

/// Whether a reading has at least this likelihood and this face.
fn is_likely(reading: &Option<Likely>, least: f32, is_face: impl Fn(&Face) -> bool) -> bool {
    reading.as_ref().is_some_and(|(face, likelihood)| *likelihood >= least && is_face(face))
}

/// What both networks read on each tile of a layout, in the order of its cells, and the case of the letters.
pub fn two_readings(frame: &Frame, layout: &Layout) -> (Vec<TwoReadings>, LetterCase) {
    if let Some((frame, layout)) = layout.upright(frame) {
        return two_readings(&frame, &layout);
    }
    static NET: Engine = Engine::Net;
    let mut reader = TileReader::new(frame, &NET, 0.0);
    let case = reader.case_of(layout);
    let store = reader.store_of(case);
    let (engine, tiles) = (store.engine(), store.tiles_of(layout));
    let mut passes = Passes::first(store, tiles.clone());
    let mut second = SecondReader::new(engine, &passes);
    passes.later(&mut second);
    let best = passes.best();
    let by_crop = second.letters(&mut passes, &best);
    let readings = best.iter().zip(by_crop).zip(tiles).map(|((best, by_crop), tile)| {
        let Some((guess, log_odds)) = best else {
            return TwoReadings { by_glyph: None, by_crop, glyph: whole_ink(store.pixels(tile)) };
        };
        let likelihood = likelihood(engine.calibrated(*log_odds));
        let by_glyph = guess.faces.first().map(|(face, _)| (face.clone(), likelihood));
        TwoReadings { by_glyph, by_crop, glyph: Some(guess.glyph.pixels.clone()) }
    });
    (readings.collect(), case)
}

/// What is drawn on the middle of a tile, for a sign that is no letter to the reader: its contrast with the edge of that middle.
/// `None` where the tile is even.
fn whole_ink(tile: &TilePixels) -> Option<Box<GlyphPixels>> {
    /// The side of the middle, in tiles. Smaller: large signs are cut; larger: frames and printed values count. Chosen by hand.
    const MIDDLE: f32 = 0.7;
    /// The least contrast of a sign, in levels of 255. Smaller: the grain of a tile is a sign; larger: faint signs are none. Chosen
    /// by hand.
    const LEAST: f32 = 40.0;
    let side = MIDDLE / tile.zoom * SIDE as f32;
    let start = (SIDE as f32 - side) / 2.0;
    let at = |n: usize| ((start + side * (n as f32 + 0.5) / GLYPH as f32) as usize).min(SIDE - 1);
    let mut ink: Box<GlyphPixels> = Box::new([0.0; GLYPH * GLYPH]);
    for (n, value) in ink.iter_mut().enumerate() {
        *value = f32::from(tile.luma[at(n / GLYPH) * SIDE + at(n % GLYPH)]);
    }
    let is_edge = |n: usize| [n / GLYPH, n % GLYPH].iter().any(|&place| place == 0 || place == GLYPH - 1);
    let edge: Vec<f32> = (0..ink.len()).filter(|&n| is_edge(n)).map(|n| ink[n]).collect();
    let ground = median(edge);
    ink.iter_mut().for_each(|value| *value = (*value - ground).abs());
    let most = ink.iter().copied().fold(0.0, f32::max);
    ink.iter_mut().for_each(|value| *value /= most.max(1.0));
    (most >= LEAST).then_some(ink)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::paint::{Style, paint};

    #[test]
    fn both_networks_read_a_plain_board() {
        let board: Board = "T E A R\nS L I N\nO D G M\nP U C H".parse().unwrap();
        let (pixels, layout) = paint(&board, &Style::default(), 48.0).unwrap();
        let (readings, case) = two_readings(&Frame::new(pixels, "painted"), &layout);
        assert_eq!(case, LetterCase::Upper);
        for (tile, readings) in board.tiles().flatten().zip(&readings) {
            assert!(readings.agree_on(&tile.face, 0.9), "{tile:?} {readings:?}");
            assert!(!readings.contradict(&tile.face, 0.5));
        }
    }

    #[test]
    fn one_reading_neither_agrees_nor_is_silenced() {
        let letter = |letter: &str| Face::Letters(letter.to_string());
        let split = TwoReadings { by_glyph: Some((letter("U"), 0.99)), by_crop: Some((letter("V"), 0.7)), glyph: None };
        assert!(!split.agree_on(&letter("U"), 0.5) && split.contradict(&letter("U"), 0.5));
        assert!(!split.contradict(&letter("U"), 0.8));
        let alone = TwoReadings { by_crop: None, ..split };
        assert!(!alone.agree_on(&letter("U"), 0.5) && !alone.contradict(&letter("U"), 0.5));
    }
}
