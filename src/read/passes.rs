//! The passes over the tiles of a board, and the guesses that they collect.
//!
//! [`Passes::first`] segments every tile once, by luma at one threshold, which is right for nearly all tiles.
//! [`Passes::later`] segments only the doubtful ones again: more segmentations cost time, and each may take a frame for
//! a letter. `tile_reader` runs the passes; `tile_store` keeps their results.

use super::common_tile::CommonTile;
use super::empty_cells::{self, Ground};
use super::frame_edges;
use super::frame_masks::{common_frames, widened};
use super::geometry::{Geometry, LowerEnds};
use super::glyph::Glyph;
use super::guess::{Guess, ScoredGuess};
use super::mask::{FrameMasks, NO_FRAME_MASKS};
use super::score::{CONFIDENT, likelihood};
use super::second_reader::SecondReader;
use super::segment::Cuts;
use super::tile::{SIDE, TilePixels, WIDE};
use super::tile_colors::TileColors;
use super::tile_params::tile_params;
use super::tile_store::{CropKey, Pass, TileCrop, TileStore};
use crate::pixels::Rgb;
use std::collections::BTreeSet;
use std::rc::Rc;

/// The guesses for some tiles; all lists are in the order of the cells.
pub(super) struct Passes<'r, 'a> {
    store: &'r mut TileStore<'a>,
    /// The number of each tile in the store.
    tiles: Vec<usize>,
    /// Whether a tile's frame is visible: without it, the tile is covered or missing.
    has_frame: Vec<bool>,
    /// The likeness of each tile's frame to the common one; `None` where tiles have none.
    frame_likeness: Option<Vec<f32>>,
    /// The baseline, height and polarity of the letters.
    pub(super) geometry: Geometry,
    /// The edges that the tiles' frames have in common; `None` where they have none.
    edges: Option<Vec<f32>>,
    /// The guesses for each tile.
    found: Vec<Vec<Rc<Guess>>>,
    /// Whether a tile is segmented from its wide crop.
    is_wide: Vec<bool>,
}

/// What the tiles of a board have in common.
pub(super) struct BoardModel {
    /// The edges of their frames; `None` where they have none.
    pub(super) edges: Option<Vec<f32>>,
    /// The baseline, height and polarity of their letters.
    pub(super) geometry: Geometry,
    /// The color of most letters.
    pub(super) ink: Option<Rgb>,
    /// The colors around the board.
    pub(super) ground: Ground,
    /// The best guess for each tile.
    pub(super) guesses: Vec<Option<Rc<Guess>>>,
    /// The colors of each tile under even light.
    pub(super) colors: Vec<Option<TileColors>>,
    /// The median of the tiles that read.
    pub(super) common: CommonTile,
    /// The bounds within which nearly all letters lie: left, top, right, bottom, in tiles from the upper left corner;
    /// `None` where no letter is known.
    pub(super) letter_bounds: Option<[f32; 4]>,
}

/// The distance in tiles within which a glyph ends at the picture's edge: a pixel and a half of a tile crop. Smaller:
/// clipped letters are read. Larger: whole letters at the edge are lost. Chosen by hand.
const AT_EDGE: f32 = 1.5 / SIDE as f32;

impl<'r, 'a> Passes<'r, 'a> {
    /// The first pass: luma at one threshold.
    pub(super) fn first(store: &'r mut TileStore<'a>, tiles: Vec<usize>) -> Passes<'r, 'a> {
        let found = first_guesses(store, &tiles);
        let geometry = Geometry::of(&found, store.engine().case());
        let edges = common_edges(store, &tiles, &found);
        let likeness = frame_likeness(store, &tiles, edges.as_deref());
        let has_frame = have_frames(likeness.as_deref(), tiles.len());
        let is_wide = vec![false; tiles.len()];
        Passes { store, tiles, has_frame, frame_likeness: likeness, geometry, edges, found, is_wide }
    }

    /// The same for tiles beside a board, whose geometry and frame are known.
    pub(super) fn beside(store: &'r mut TileStore<'a>, tiles: Vec<usize>, board: &BoardModel) -> Passes<'r, 'a> {
        let likeness = frame_likeness(store, &tiles, board.edges.as_deref());
        let has_frame = have_frames(likeness.as_deref(), tiles.len());
        let cuts = Cuts::One(board.geometry.light);
        let found = store.guesses(&tiles, TileCrop::Tile, cuts, &NO_FRAME_MASKS, Pass::First);
        let is_wide = vec![false; tiles.len()];
        let (geometry, edges) = (board.geometry.clone(), board.edges.clone());
        Passes { store, tiles, has_frame, frame_likeness: likeness, geometry, edges, found, is_wide }
    }

    /// The model of these tiles, with this ink, ground, colors, common tile and letter bounds.
    pub(super) fn model(
        self,
        ink: Option<Rgb>,
        ground: Ground,
        colors: Vec<Option<TileColors>>,
        common: CommonTile,
        letter_bounds: Option<[f32; 4]>,
    ) -> BoardModel {
        let guesses = self.best().into_iter().map(|best| best.map(|(guess, _)| guess)).collect();
        BoardModel { edges: self.edges, geometry: self.geometry, ink, ground, guesses, colors, common, letter_bounds }
    }

    /// The bounds within which nearly all letters lie, in tiles.
    pub(super) fn letter_bounds(&self) -> Option<[f32; 4]> {
        /// The share of letters that extend farther on each side: segments that are not letters. Chosen by hand.
        const FARTHER: f32 = 0.1;
        let best = self.best();
        let likely = best.iter().flatten().filter(|(guess, log_odds)| likelihood(*log_odds) > 0.5 && !guess.has_tail());
        let boxes: Vec<[f32; 4]> = likely.map(|(guess, _)| guess.glyph.bounds()).collect();
        let edge = |side: usize| {
            let mut edges: Vec<f32> = boxes.iter().map(|bounds| bounds[side]).collect();
            edges.sort_by(f32::total_cmp);
            let farther = (FARTHER * edges.len() as f32) as usize;
            edges[if side < 2 { farther } else { edges.len() - 1 - farther }]
        };
        (!boxes.is_empty()).then(|| [0, 1, 2, 3].map(edge))
    }

    /// Whether the picture's edge crosses this part of a tile: left, top, right, bottom, from 0 to 1.
    pub(super) fn is_cut(&self, i: usize, [left, top, right, bottom]: [f32; 4]) -> bool {
        let visible = self.store.visible(self.tiles[i]);
        let reaches_low = |end: f32, part: f32| end > 0.0 && part < end + AT_EDGE;
        let reaches_high = |end: f32, part: f32| end < 1.0 && part > end - AT_EDGE;
        reaches_low(visible[0], left)
            || reaches_low(visible[1], top)
            || reaches_high(visible[2], right)
            || reaches_high(visible[3], bottom)
    }

    /// The likeness of a tile's frame to the common one; `None` where tiles have none.
    pub(super) fn frame_likeness(&self, i: usize) -> Option<f32> {
        self.frame_likeness.as_ref().map(|likeness| likeness[i])
    }

    /// Whether a tile, which reads with this confidence, is an empty cell.
    pub(super) fn is_empty(&self, i: usize, confidence: f32, ground: &Ground, common: &CommonTile) -> bool {
        let cell =
            empty_cells::TestedCell { pixels: self.pixels(i), confidence, frame_likeness: self.frame_likeness(i) };
        let compared = || common.compare(self.store.frame(), self.store.center(self.tiles[i]));
        empty_cells::is_empty(&cell, compared, ground)
    }

    /// The pixels of a tile.
    pub(super) fn pixels(&self, i: usize) -> &TilePixels {
        self.store.pixels(self.tiles[i])
    }

    /// The colors of a tile around this glyph.
    pub(super) fn colors(&mut self, i: usize, glyph: &Glyph) -> TileColors {
        self.store.colors(self.tiles[i], glyph)
    }

    /// The class probabilities of these tiles' gray crops.
    pub(super) fn crop_classes(&mut self, wanted: &[(usize, CropKey)]) -> Vec<Option<[f32; super::net::CLASSES]>> {
        let wanted: Vec<(usize, CropKey)> = wanted.iter().map(|&(i, key)| (self.tiles[i], key)).collect();
        self.store.crop_classes(&wanted)
    }

    /// The best guess for each tile, with its log odds on this board.
    pub(super) fn best(&self) -> Vec<Option<ScoredGuess>> {
        (0..self.tiles.len()).map(|i| self.best_of(i)).collect()
    }

    /// The best guess for one tile.
    fn best_of(&self, i: usize) -> Option<ScoredGuess> {
        self.geometry.choose(&self.found[i], self.has_frame[i])
    }

    /// Segments tiles again, with one set of segmentations after the other: what may be a part of a letter at more
    /// thresholds, doubtful tiles in more planes, in relief and smooth, those still doubtful without frames, and the last of them
    /// from the wide crop.
    pub(super) fn later(&mut self, second: &mut SecondReader) {
        if self.is_hopeless() {
            return;
        }
        let best = self.best();
        let may_be_a_part = |&i: &usize| best[i].as_ref().is_some_and(|(guess, _)| guess.may_be_a_part());
        let parts: Vec<usize> = (0..self.tiles.len()).filter(may_be_a_part).collect();
        let parts = second.not_confirmed(self, parts, &best);
        self.segment_again(&parts, Cuts::Luma(self.geometry.light), &NO_FRAME_MASKS);
        let mut doubtful: BTreeSet<usize> = parts.into_iter().filter(|&i| self.is_left_over(i)).collect();
        doubtful.extend(self.doubtful());
        let doubtful: Vec<usize> = doubtful.into_iter().collect();
        self.segment_again(&doubtful, Cuts::Many, &NO_FRAME_MASKS);
        self.segment_again(&doubtful, Cuts::Relief, &NO_FRAME_MASKS);
        self.segment_again(&doubtful, Cuts::Stripes, &NO_FRAME_MASKS);
        self.measure();
        let still_doubtful = self.doubtful();
        let frames = if still_doubtful.is_empty() { NO_FRAME_MASKS } else { self.shared_frames() };
        if frames != NO_FRAME_MASKS {
            self.segment_again(&still_doubtful, Cuts::Many, &frames);
            self.measure();
        }
        let last_doubtful = self.doubtful();
        last_doubtful.iter().for_each(|&i| self.is_wide[i] = true);
        self.segment_again(&last_doubtful, Cuts::Many, &widened(&frames, WIDE));
        let end = self.lower_ends();
        for guess in self.found.iter_mut().flatten() {
            if let Some(whole) = self.geometry.with_hidden_tail(guess, end) {
                *guess = Rc::new(whole);
            }
        }
    }

    /// Where the lower ends of the letters without a tail are.
    fn lower_ends(&self) -> LowerEnds {
        /// The share of letters whose ink goes on into the frame, from which they stand on it. Smaller: a letter that touches it by
        /// chance hides the tails of all. Larger: a v on the frame is a y. Chosen by hand.
        const ON_FRAME: f32 = 0.2;
        let best = self.best();
        let others: Vec<&Guess> =
            best.iter().flatten().map(|(guess, _)| &**guess).filter(|guess| !guess.may_have_lost_a_tail()).collect();
        let on_frame = others.iter().filter(|guess| guess.glyph.trimmed_below).count();
        if on_frame as f32 > ON_FRAME * others.len() as f32 { LowerEnds::OnFrame } else { LowerEnds::AboveFrame }
    }

    /// Segments the doubtful tiles with a frame once more, with more thresholds and planes. Without a frame there is no
    /// tile.
    pub(super) fn doubtful_again(&mut self) {
        // A letter that a skin lacks is one for the network, with or without a frame.
        if self.store.engine().has_second() {
            self.segment_again(&self.doubtful(), Cuts::One(self.geometry.light), &NO_FRAME_MASKS);
        }
        let doubtful: Vec<usize> = self.doubtful().into_iter().filter(|&i| self.has_frame[i]).collect();
        self.segment_again(&doubtful, Cuts::Many, &NO_FRAME_MASKS);
        self.segment_again(&doubtful, Cuts::Relief, &NO_FRAME_MASKS);
        self.segment_again(&doubtful, Cuts::Stripes, &NO_FRAME_MASKS);
    }

    /// Whether these are not letters, by further segmentations of a sample. Places without letters cost the most time
    /// in the later passes.
    fn is_hopeless(&mut self) -> bool {
        /// The mean likelihood of the first pass from which these are letters. A higher one costs time; with a lower one
        /// a screen full of text does, where a quarter of the places of a chance lattice read: boards reach 0.37. Chosen
        /// by hand; the log odds of `hard judge --seed 801 --count 150` were looked at.
        const LETTERS: f32 = 0.35;
        /// The mean likelihood that the tiles of the sample must reach in further segmentations. Larger: pale and small letters are given
        /// up, of which a clear board of letters 12 pixels high reached about 0.59. Smaller: text costs time. Chosen by hand, with some
        /// room below that; `hard judge --kind lower-case` and `cargo bench --bench worst` show a change.
        const SAMPLE: f32 = 0.45;
        /// The number of these tiles. Smaller: one pale letter gives up a board. Larger: more time. Chosen by hand, as above.
        const SOME: usize = 4;
        let of = |best: Option<ScoredGuess>| best.map_or(0.0, |(_, log_odds)| likelihood(log_odds));
        let count = self.tiles.len();
        if self.best().into_iter().map(of).sum::<f32>() > LETTERS * count as f32 {
            return false;
        }
        let some: Vec<usize> = (0..count).step_by(count.div_ceil(SOME).max(1)).collect();
        let are_letters = |passes: &mut Passes, attempts: &[(Cuts, &FrameMasks)]| {
            let mut missing = (1.0 - SAMPLE) * some.len() as f32;
            some.iter().all(|&i| {
                attempts.iter().for_each(|&(cuts, frames)| passes.segment_again(&[i], cuts, frames));
                passes.measure();
                missing -= 1.0 - of(passes.best_of(i));
                missing >= 0.0
            })
        };
        let without_frames = [Cuts::Many, Cuts::Relief, Cuts::Stripes].map(|cuts| (cuts, &NO_FRAME_MASKS));
        if are_letters(self, &without_frames) {
            return false;
        }
        // All letters may touch their frames.
        let frames = self.shared_frames();
        frames == NO_FRAME_MASKS || !are_letters(self, &[(Cuts::Many, &frames)])
    }

    /// The frames that the tiles share.
    fn shared_frames(&self) -> FrameMasks {
        common_frames((0..self.tiles.len()).map(|i| self.pixels(i)), self.geometry.light)
    }

    /// Takes the geometry from the guesses anew.
    fn measure(&mut self) {
        self.geometry = Geometry::of(&self.found, self.geometry.case);
    }

    /// Adds the guesses by more segmentations of these tiles, each from the crop that it needs.
    fn segment_again(&mut self, at: &[usize], cuts: Cuts, frames: &FrameMasks) {
        for crop in [TileCrop::Tile, TileCrop::Wide] {
            let at: Vec<usize> = at.iter().copied().filter(|&i| self.is_wide[i] == (crop == TileCrop::Wide)).collect();
            let tiles: Vec<usize> = at.iter().map(|&i| self.tiles[i]).collect();
            let more = self.store.guesses(&tiles, crop, cuts, frames, Pass::Later);
            at.iter().zip(more).for_each(|(&i, more)| self.found[i].extend(more));
        }
    }

    /// The tiles without a guess of sufficient likelihood, and those whose best one may lack a letter that is beside it.
    fn doubtful(&self) -> Vec<usize> {
        let best = self.best();
        let least = self.store.engine().doubtful();
        // The first pass does not divide letters that touch.
        let least_of = |guess: &Guess| if guess.is_several() { least.max(CONFIDENT) } else { least };
        let is_confident = |i: &usize| {
            let is_likely = |(guess, log_odds): &ScoredGuess| {
                !guess.glyph.letters_beside.whole && likelihood(*log_odds) >= least_of(guess)
            };
            best[*i].as_ref().is_some_and(is_likely)
        };
        (0..self.tiles.len()).filter(|i| !is_confident(i)).collect()
    }

    /// Whether a segment shows more of the tile's letter than another one: some thresholds lose strokes, and perhaps
    /// all of them do.
    fn is_left_over(&self, i: usize) -> bool {
        let mut parts = self.found[i].iter().filter(|guess| guess.may_be_a_part());
        parts.any(|part| self.found[i].iter().any(|other| part.glyph.is_part_of(&other.glyph)))
    }
}

/// The edges that the frames of tiles have in common: of those that read as letters, or of all tiles where hardly any
/// does.
fn common_edges(store: &TileStore, tiles: &[usize], found: &[Vec<Rc<Guess>>]) -> Option<Vec<f32>> {
    /// The fewest tiles that must read. Chosen by hand.
    const FEWEST: usize = 4;
    let least = tile_params().reference;
    let reads = |guesses: &[Rc<Guess>]| guesses.iter().any(|guess| likelihood(guess.evidence(1.0)) > least);
    let edges = |(&tile, _): (&usize, _)| store.edges(tile);
    let reading: Vec<&[f32]> = tiles.iter().zip(found).filter(|(_, guesses)| reads(guesses)).map(edges).collect();
    let all = || tiles.iter().zip(found).map(edges).collect::<Vec<_>>();
    frame_edges::common(&if reading.len() < FEWEST { all() } else { reading })
}

/// The likeness of each tile's frame to the common one; `None` where tiles have none.
fn frame_likeness(store: &TileStore, tiles: &[usize], common: Option<&[f32]>) -> Option<Vec<f32>> {
    common.map(|common| tiles.iter().map(|&tile| frame_edges::correlation(store.edges(tile), common)).collect())
}

/// Whether each of `count` tiles has a frame; all have one where that is not known.
fn have_frames(likeness: Option<&[f32]>, count: usize) -> Vec<bool> {
    let least = tile_params().frame_missing;
    let is_there = |likeness: &[f32]| likeness.iter().map(|likeness| *likeness > least).collect();
    likeness.map_or_else(|| vec![true; count], is_there)
}

/// The guesses by luma. Where the letters of a sample are all light, or all dark, the other tiles are segmented for
/// that polarity only.
fn first_guesses(store: &mut TileStore, tiles: &[usize]) -> Vec<Vec<Rc<Guess>>> {
    /// One in this number of tiles is segmented for both polarities. Smaller: more time. Larger: the sample misses the
    /// polarity. Chosen by hand.
    const SAMPLE: usize = 4;
    let sample: Vec<usize> = tiles.iter().copied().step_by(SAMPLE).collect();
    let sample = store.guesses(&sample, TileCrop::Tile, Cuts::One(None), &NO_FRAME_MASKS, Pass::First);
    let light = Geometry::of(&sample, store.engine().case()).light;
    let rest = |i: &usize| !i.is_multiple_of(SAMPLE);
    let rest: Vec<usize> = (0..tiles.len()).filter(rest).map(|i| tiles[i]).collect();
    let rest = store.guesses(&rest, TileCrop::Tile, Cuts::One(light), &NO_FRAME_MASKS, Pass::First);
    let (mut sample, mut rest) = (sample.into_iter(), rest.into_iter());
    let next = |i: usize| if i.is_multiple_of(SAMPLE) { sample.next() } else { rest.next() };
    (0..tiles.len()).map(next).map(Option::unwrap_or_default).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::paint::{Style, paint};
    use crate::pixels::Frame;
    use crate::read::Engine;

    #[test]
    fn a_tile_with_a_whole_letter_beside_its_own_is_doubtful() {
        let board: Board = "T E A R\nS L I N\nO D G M".parse().unwrap();
        let (pixels, layout) = paint(&board, &Style::default(), 64.0).unwrap();
        let frame = Frame::new(pixels, "painted");
        let mut store = TileStore::new(&frame, &Engine::Net, Rc::default());
        let tiles = store.tiles_of(&layout);
        let mut passes = Passes::first(&mut store, tiles);
        assert_eq!(passes.doubtful(), Vec::<usize>::new());
        for guess in &mut passes.found[5] {
            Rc::make_mut(guess).glyph.letters_beside.whole = true;
        }
        assert_eq!(passes.doubtful(), [5]);
    }
}
