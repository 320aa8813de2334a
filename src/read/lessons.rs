//! Lessons: the glyphs of a board whose letters are known.
//!
//! `hexlex teach` makes a skin of them. [`lessons`] segments every tile, and chooses the segment that is the known
//! letter.

use super::LetterCase;
use super::geometry::Geometry;
use super::glyph::Glyph;
use super::guess::Guess;
use super::mask::NO_FRAME_MASKS;
use super::segment::{Cuts, plain_glyph};
use super::tile::TilePixels;
use super::tile_store::{Pass, TileCrop, TileStore};
use super::{Engine, GlyphPixels};
use crate::board::{Board, Face};
use crate::locate::Layout;
use crate::pixels::Frame;
use std::rc::Rc;

/// The glyph of a tile with a known letter.
#[derive(Debug, Clone)]
pub struct Lesson {
    /// The letter.
    pub face: Face,
    /// Its glyph.
    pub pixels: GlyphPixels,
    /// Its height in tiles.
    pub height: f32,
    /// The median color of its ink.
    pub ink: [u8; 3],
    /// The median color of the ground around it.
    pub ground: [u8; 3],
}

/// The lessons of a board, in the order of its cells. `None` for a tile without a segment that can be its letter, for
/// covered tiles, and for faces of several letters, which are read letter by letter.
///
/// The geometry of the board chooses the segment, together with the engine as far as it knows the typeface: a segment
/// that reads as the known letter has higher log odds, but one with plausible geometry suffices.
pub fn lessons(frame: &Frame, layout: &Layout, truth: &Board, engine: &Engine) -> Vec<Option<Lesson>> {
    if let Some((frame, layout)) = layout.upright(frame) {
        return lessons(&frame, &layout, truth, engine);
    }
    let mut store = TileStore::new(frame, engine, Rc::default());
    let tiles = store.tiles_of(layout);
    let found = store.guesses(&tiles, TileCrop::Tile, Cuts::Many, &NO_FRAME_MASKS, Pass::First);
    let geometry = Geometry::of(&found, LetterCase::Upper);
    let each = |((tile, guesses), truth): ((&TilePixels, &Vec<Rc<Guess>>), Option<&crate::board::Tile>)| {
        let truth = truth.filter(|truth| !truth.has_tag("covered") && is_one_glyph(&truth.face))?;
        let guess = choose(&geometry, guesses, &truth.face)?;
        let (ink, ground) = guess.glyph.colors(tile);
        let [_, top, _, bottom] = guess.glyph.bounds();
        let pixels = *quick_pass_glyph(tile, &guess.glyph).as_ref().unwrap_or(&guess.glyph).pixels;
        Some(Lesson { face: truth.face.clone(), pixels, height: bottom - top, ink, ground })
    };
    tiles.iter().map(|&tile| store.pixels(tile)).zip(&found).zip(truth.tiles()).map(each).collect()
}

/// The segment that `taught` will find in its one pass, where it is the same letter.
fn quick_pass_glyph(tile: &TilePixels, chosen: &Glyph) -> Option<Glyph> {
    /// The largest difference of the two boxes, in tiles. Larger: another segment is learned. Smaller: the glyph
    /// differs from the one that is compared later. Chosen by hand.
    const SAME: f32 = 0.05;
    let plain = plain_glyph(&tile.luma, chosen.light)?;
    let is_same = plain.bounds().iter().zip(chosen.bounds()).all(|(a, b)| (a - b).abs() < SAME);
    is_same.then_some(plain)
}

/// Whether a face is a single glyph, the only kind that can be learned: a letter, or `Qu`.
pub fn is_one_glyph(face: &Face) -> bool {
    matches!(face, Face::Letters(text) if text.chars().count() == 1 || text == "QU")
}

/// The segment that is most likely this letter.
fn choose(geometry: &Geometry, guesses: &[Rc<Guess>], face: &Face) -> Option<Rc<Guess>> {
    /// The likelihood of a known letter that the engine does not read. Smaller: an unfamiliar typeface is not learned.
    /// Larger: frames are learned as letters. Chosen by hand.
    const UNKNOWN: f32 = 0.02;
    /// The log odds below which no segment has plausible geometry. Chosen by hand.
    const HOPELESS: f32 = -8.0;
    let known_letter = |guess: &Rc<Guess>| {
        let known = guess.faces.iter().find(|(other, _)| other == face).map_or(0.0, |(_, likelihood)| *likelihood);
        Rc::new(Guess { faces: vec![(face.clone(), known.max(UNKNOWN))], ..Guess::clone(guess) })
    };
    let candidates: Vec<Rc<Guess>> = guesses.iter().map(known_letter).collect();
    let (best, log_odds) = geometry.choose(&candidates, true)?;
    (log_odds > HOPELESS).then_some(best)
}
