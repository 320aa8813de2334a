//! The glyphs of a board's single letters, by the letter that was read: [`Shapes`] compares them for `possible_letters` and `certainty`.

use super::guess::Guess;
use super::templates::{UnitGlyph, correlation, nearest_of, unit};
use super::tile_reader::TileReader;
use super::{Doubt, Reading};
use crate::board::Face;
use crate::pixels::median;
use std::rc::Rc;

/// The most tiles of one letter that others are compared with: a limit of work on large boards. Smaller: one misread tile counts more.
/// Larger: more time. Chosen by hand; `hard judge --kind tall` shows a change.
const EXAMPLES: usize = 12;

/// The usual likeness where no letter occurs twice: what is seen on boards without noise. Chosen by hand.
const CLEAN: f32 = 0.98;

/// The letter that was read on one tile, and its shape.
pub(super) type LetterShape = (Face, UnitGlyph);

/// The shape of the letter on each tile of a reading; `None` where it does not have one letter.
pub(super) fn shapes(tiles: &mut TileReader, reading: &Reading) -> Vec<Option<LetterShape>> {
    let shape = |(doubt, guess): (&Option<Doubt>, &Option<Rc<Guess>>)| {
        let face = doubt.as_ref()?.best.as_ref().filter(|face| is_one_letter(face))?;
        Some((face.clone(), unit(&guess.as_ref()?.glyph.pixels)))
    };
    reading.doubts.iter().zip(tiles.guesses(&reading.layout)).map(shape).collect()
}

/// Whether a face is a single letter.
pub(super) fn is_one_letter(face: &Face) -> bool {
    matches!(face, Face::Letters(text) if text.chars().count() == 1)
}

/// The shapes of a board's letters.
pub(super) struct Shapes<'a> {
    /// Of each tile; `None` where it does not have one letter.
    pub(super) of_tiles: &'a [Option<LetterShape>],
    pub(super) letters: Vec<Examples>,
    /// The usual likeness of a tile to the nearest one with its letter.
    pub(super) usual: f32,
}

/// Tiles with the same letter.
pub(super) struct Examples {
    pub(super) face: Face,
    /// At most [`EXAMPLES`].
    pub(super) tiles: Vec<usize>,
}

impl<'a> Shapes<'a> {
    pub(super) fn new(of_tiles: &'a [Option<LetterShape>]) -> Shapes<'a> {
        let mut letters: Vec<Examples> = Vec::new();
        for (tile, (face, _)) in of_tiles.iter().enumerate().filter_map(|(i, shape)| Some((i, shape.as_ref()?))) {
            match letters.iter_mut().find(|letter| letter.face == *face) {
                Some(letter) if letter.tiles.len() < EXAMPLES => letter.tiles.push(tile),
                Some(_) => {}
                None => letters.push(Examples { face: face.clone(), tiles: vec![tile] }),
            }
        }
        let mut shapes = Shapes { of_tiles, letters, usual: CLEAN };
        let nearest = |letter: &Examples| {
            let tiles = letter.tiles.iter();
            tiles.filter_map(|&tile| Some(shapes.nearest(tile, &letter.tiles)?.1)).collect::<Vec<_>>()
        };
        let same: Vec<f32> = shapes.letters.iter().flat_map(nearest).collect();
        shapes.usual = if same.is_empty() { CLEAN } else { median(same) };
        shapes
    }

    /// The likeness of the shapes of two tiles.
    pub(super) fn likeness(&self, a: usize, b: usize) -> f32 {
        match (&self.of_tiles[a], &self.of_tiles[b]) {
            (Some((_, a)), Some((_, b))) => correlation(a, b),
            _ => 0.0,
        }
    }

    /// Of these other tiles the one that a tile is most like, with the likeness.
    pub(super) fn nearest(&self, tile: usize, others: &[usize]) -> Option<(usize, f32)> {
        let shape = |tile: usize| self.of_tiles[tile].as_ref().map(|(_, shape)| shape);
        let own = shape(tile)?;
        let others = || others.iter().copied().filter(|other| *other != tile);
        let (nearest, likeness) = nearest_of(own, others().filter_map(shape))?;
        Some((others().nth(nearest)?, likeness))
    }
}
