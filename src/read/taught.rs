//! The quick pass for a board of a known skin: one plane, one segmentation and one comparison for each tile.
//!
//! [`read_tiles`] returns a reading only where every letter and every ground looks as it was taught. It needs no second
//! segmentation, no network, and other planes for a few tiles only. One tile of low confidence, and `tile_reader` reads
//! the board in full instead: a fast reading must not be less reliable.

use super::geometry::Geometry;
use super::guess::{Guess, known_guess};
use super::mask::NO_FRAME_MASKS;
use super::score::{CONFIDENT, likelihood};
use super::segment::{Cuts, glyphs, plain_glyph};
use super::tile::{TilePixels, tile_pixels};
use super::tile_reader::doubt;
use super::tile_store::TileStore;
use super::{Engine, LetterCase, Reading, Templates};
use crate::board::{Board, Cell, Face, Tile, TileKind};
use crate::locate::Layout;
use crate::pixels::Frame;
use std::rc::Rc;

/// What a skin was taught: its letters and the colors of its tiles.
#[derive(Debug, Clone)]
pub struct Known {
    /// The letters.
    pub templates: Templates,
    /// The colors of its tiles; without any, every board is read in full.
    pub colors: Vec<KnownColors>,
    /// The correlation with a letter at which the odds are even that a glyph is that letter.
    pub even: f32,
}

/// The correlation of even odds (`Known::even`) of a skin that a person taught. In the same typeface the right letter mostly
/// reaches 0.96, and similar letters, as E and F or C and G, 0.9. Smaller: unknown letters read as similar ones. Larger: more
/// tiles need the network. Chosen by hand.
pub const EVEN: f32 = 0.94;
/// The same of a skin that lacks letters and that no person has checked: only what looks as it was learned is known. Chosen
/// by hand: V and U of typefaces of few pixels correlate with 0.96, drawings of one letter in one game with more than 0.99.
pub const EVEN_UNCHECKED: f32 = 0.975;

/// The colors of the tiles of one kind.
#[derive(Debug, Clone)]
pub struct KnownColors {
    /// The color around the letter.
    pub ground: [u8; 3],
    /// The color of the letter.
    pub ink: [u8; 3],
    /// The kind.
    pub kind: TileKind,
    /// The tag of tiles that are not of a named kind.
    pub tag: Option<String>,
    /// The number of tiles that it was learned from.
    pub tiles: usize,
}

impl From<Templates> for Known {
    fn from(templates: Templates) -> Known {
        Known { templates, colors: Vec::new(), even: EVEN }
    }
}

/// A tile that looks as the skin was taught.
#[derive(Clone)]
pub(super) struct KnownTile<'a> {
    guess: Rc<Guess>,
    colors: &'a KnownColors,
    /// Whether luma alone does not show its letter.
    is_hard: bool,
}

/// The reading of a board of which every tile is known; `None` where one is not.
pub(super) fn read_tiles<'a>(
    store: &mut TileStore<'a>,
    layout: &Layout,
    known: &'a Known,
    min_confidence: f32,
) -> Option<Reading> {
    /// The share of the tiles that may need more than luma; beyond it, reading the board in full is faster. Chosen by
    /// hand.
    const HARD: f32 = 0.25;
    let shape = layout.shape();
    let light = known.has_light_letters()?;
    let least = CONFIDENT.max(min_confidence);
    let mut found: Vec<Vec<Rc<Guess>>> = Vec::with_capacity(shape.len());
    let mut colors: Vec<&KnownColors> = Vec::with_capacity(shape.len());
    let mut hard = 0;
    for cell in shape.cells() {
        let tile = store.tile_at(layout.center(cell).into(), layout.pitch().into());
        let tile = store.known(tile, |tile| known.recognize(tile, light, least))?;
        hard += usize::from(tile.is_hard);
        if hard as f32 > HARD * shape.len() as f32 {
            return None;
        }
        colors.push(tile.colors);
        found.push(vec![tile.guess]);
    }
    let geometry = Geometry::of(&found, LetterCase::Upper);
    let mut doubts = Vec::with_capacity(found.len());
    let mut tiles = Vec::with_capacity(found.len());
    for (guesses, colors) in found.iter().zip(colors) {
        let (guess, log_odds) = geometry.choose(guesses, true)?;
        let doubt = doubt(&guess, log_odds);
        if doubt.confidence < least {
            return None;
        }
        let face = doubt.best.clone().unwrap_or(Face::Unreadable);
        tiles.push(Some(Tile { face, kind: colors.kind, tags: colors.tag.iter().cloned().collect() }));
        doubts.push(Some(doubt));
    }
    let board = Board::new(shape.clone(), tiles).ok()?;
    Some(Reading::new(board, layout.clone(), doubts))
}

/// The reading of a board of which every tile looks as this engine's skin was taught; `None` where one does not, and for
/// tilted boards and other engines.
pub fn read_known(frame: &Frame, layout: &Layout, engine: &Engine, min_confidence: f32) -> Option<Reading> {
    let Engine::Taught(known) = engine else { return None };
    let is_upright = layout.upright(frame).is_none();
    is_upright
        .then(|| read_tiles(&mut TileStore::new(frame, engine, Rc::default()), layout, known, min_confidence))
        .flatten()
}

impl Known {
    /// The height in tiles of the letter of a cell that looks as it was taught; `None` where it does not.
    pub fn height_of(&self, frame: &Frame, layout: &Layout, cell: Cell) -> Option<f32> {
        /// The least correlation of a glyph with its letter in the same typeface at another size. Chosen by hand.
        const ALIKE: f32 = 0.9;
        let tile = tile_pixels(frame.pixels(), layout.center(cell), layout.pitch());
        let glyph = plain_glyph(&tile.luma, self.has_light_letters()?)?;
        self.nearest_colors(glyph.ground(&tile))?;
        let likest = self.templates.likest_of_few(&glyph.pixels);
        let [_, top, _, bottom] = glyph.bounds();
        likest.first().filter(|(_, likeness)| *likeness > ALIKE).map(|_| bottom - top)
    }

    /// A tile that looks as it was taught; `None` where it does not.
    fn recognize(&self, tile: &TilePixels, light: bool, least: f32) -> Option<KnownTile<'_>> {
        let by_luma = self.recognize_by_luma(tile, light, least);
        let is_hard = by_luma.is_none();
        let (guess, colors) = by_luma.or_else(|| self.recognize_in_all_planes(tile, least))?;
        Some(KnownTile { guess: Rc::new(guess), colors, is_hard })
    }

    /// The guess for a tile by luma alone, where that is a known letter on a known ground.
    fn recognize_by_luma(&self, tile: &TilePixels, light: bool, least: f32) -> Option<(Guess, &KnownColors)> {
        let glyph = plain_glyph(&tile.luma, light)?;
        let colors = self.nearest_colors(glyph.ground(tile))?;
        let guess = known_guess(glyph, self);
        (likelihood(guess.evidence(1.0)) >= least).then_some((guess, colors))
    }

    /// The same in every plane: gems and fire differ from their letters in color more than in brightness.
    fn recognize_in_all_planes(&self, tile: &TilePixels, least: f32) -> Option<(Guess, &KnownColors)> {
        let guesses = glyphs(tile, Cuts::One(None), LetterCase::Upper, &NO_FRAME_MASKS)
            .into_iter()
            .map(|glyph| known_guess(glyph, self));
        let best = guesses.max_by(|a, b| a.evidence(1.0).total_cmp(&b.evidence(1.0)))?;
        let colors = self.nearest_colors(best.glyph.ground(tile))?;
        (likelihood(best.evidence(1.0)) >= least).then_some((best, colors))
    }

    /// Whether most letters are lighter than their ground; `None` where no colors are known.
    fn has_light_letters(&self) -> Option<bool> {
        let is_light = |colors: &&KnownColors| luma(colors.ink) > luma(colors.ground);
        let all: usize = self.colors.iter().map(|colors| colors.tiles).sum();
        let light: usize = self.colors.iter().filter(is_light).map(|colors| colors.tiles).sum();
        (all > 0).then_some(2 * light > all)
    }

    /// The known colors with the nearest ground; `None` where no ground is near enough.
    fn nearest_colors(&self, ground: [u8; 3]) -> Option<&KnownColors> {
        /// The largest distance of a ground from a known one, in levels over all channels. Smaller: light and
        /// compression make tiles unknown. Larger: unknown kinds pass for known ones. Chosen by hand.
        const NEAR: u32 = 40;
        let distance = |colors: &KnownColors| -> u32 {
            colors.ground.iter().zip(ground).map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
        };
        let nearest = self.colors.iter().min_by_key(|colors| distance(colors))?;
        (distance(nearest) < NEAR.pow(2)).then_some(nearest)
    }
}

/// Brightness, by the weights of Rec. 601.
fn luma([r, g, b]: [u8; 3]) -> u8 {
    ((299 * u32::from(r) + 587 * u32::from(g) + 114 * u32::from(b) + 500) / 1000) as u8
}
