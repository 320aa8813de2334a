//! The looks at the tiles of a board, one after the other, and what they show.
//!
//! One look at one threshold is right for nearly all tiles; only what it leaves in doubt is looked at again. More
//! cuts of every tile would not only be slow: they are more chances to take a frame for a letter.

use super::Engine;
use super::frame_edges;
use super::geometry::Geometry;
use super::guess::{Guess, guesses, likelihood};
use super::second_reader::Views;
use super::segment::{Cuts, Glyph, NO_RIMS, Rims, rims, widened};
use super::tile::{TilePixels, WIDE, tile_pixels, wide_pixels};
use crate::board::Cell;
use crate::locate::Layout;
use crate::pixels::Frame;
use std::collections::{BTreeSet, HashMap};

/// What was seen of a board's tiles so far, each in the order of the cells.
pub(super) struct Looks<'a> {
    frame: &'a Frame,
    layout: &'a Layout,
    engine: &'a Engine,
    /// The tiles' pictures.
    pub(super) tiles: Vec<TilePixels>,
    /// Whether a tile's rim is seen: without, something lies over it or it is not there.
    pub(super) has_rim: Vec<bool>,
    /// How the letters stand.
    pub(super) geometry: Geometry,
    /// What each tile may say.
    found: Vec<Vec<Guess>>,
    /// The pictures that show more than the tile.
    wide: HashMap<usize, TilePixels>,
}

impl<'a> Looks<'a> {
    /// What brightness at one threshold says.
    pub(super) fn first(frame: &'a Frame, layout: &'a Layout, engine: &'a Engine) -> Looks<'a> {
        let pixels = |cell: Cell| tile_pixels(frame.pixels(), layout.center(cell), layout.pitch());
        let tiles: Vec<TilePixels> = layout.shape().cells().map(pixels).collect();
        let likeness = frame_edges::likeness(&tiles);
        let has_rim = |i: usize| likeness.as_ref().is_none_or(|likeness| likeness[i] > frame_edges::MISSING);
        let has_rim = (0..tiles.len()).map(has_rim).collect();
        let found = first_guesses(&tiles, engine);
        let geometry = Geometry::of(&found);
        Looks { frame, layout, engine, tiles, has_rim, geometry, found, wide: HashMap::new() }
    }

    /// The best guess for each tile, with its worth on this board.
    pub(super) fn best(&self) -> Vec<Option<(&Guess, f32)>> {
        (0..self.tiles.len()).map(|i| self.geometry.choose(&self.found[i], self.has_rim[i])).collect()
    }

    /// The picture from which this glyph of a tile was cut.
    pub(super) fn seen(&self, i: usize, glyph: &Glyph) -> &TilePixels {
        self.wide.get(&i).filter(|_| glyph.is_wide()).unwrap_or(&self.tiles[i])
    }

    /// Whether the letters lose strokes: what some of the tiles seemed to say was a part of another letter.
    pub(super) fn lose_strokes(&self) -> bool {
        /// The part of the tiles that must show it.
        const SOME: f32 = 0.05;
        let gave_way =
            |guesses: &&Vec<Guess>| guesses.iter().any(|part| guesses.iter().any(|other| part.gave_way_to(other)));
        self.found.iter().filter(gave_way).count() as f32 > SOME * self.found.len() as f32
    }

    /// Looks at the doubtful tiles in more ways, one after the other until nothing is in doubt, and adds what they
    /// may be: with more thresholds and in more planes, then against what is around, then without the frames, then beyond
    /// the tile's edge.
    pub(super) fn second(&mut self, views: &mut Views) {
        if self.is_hopeless() {
            return;
        }
        let best = self.best();
        let may_be_a_part = |&i: &usize| best[i].is_some_and(|(guess, _)| guess.may_be_a_part());
        let parts: Vec<usize> = (0..self.tiles.len()).filter(may_be_a_part).collect();
        let parts = views.not_confirmed(&self.tiles, parts, &best);
        self.look(&parts, Cuts::Luma(self.geometry.light), &NO_RIMS);
        let mut near: BTreeSet<usize> = parts.into_iter().filter(|&i| self.is_left_over(i)).collect();
        near.extend(self.doubtful());
        let near: Vec<usize> = near.into_iter().collect();
        self.look(&near, Cuts::Many, &NO_RIMS);
        self.look(&near, Cuts::Relief, &NO_RIMS);
        let still = self.doubtful();
        let light = self.geometry.light.filter(|_| !still.is_empty());
        let rims = light.map_or(NO_RIMS, |light| rims(&self.tiles, light));
        if rims != NO_RIMS {
            self.look(&still, Cuts::Many, &rims);
        }
        let far = self.doubtful();
        let cells: Vec<Cell> = self.layout.shape().cells().collect();
        let wide =
            |&i: &usize| (i, wide_pixels(self.frame.pixels(), self.layout.center(cells[i]), self.layout.pitch()));
        self.wide = far.iter().map(wide).collect();
        self.look(&far, Cuts::Many, &widened(&rims, WIDE));
        self.found.iter_mut().flatten().for_each(|guess| self.geometry.hook(guess));
    }

    /// Whether these are no letters, by a closer look at some: looking again costs most where there are none.
    fn is_hopeless(&mut self) -> bool {
        /// The mean likelihood below which they are none, and so many tiles that say so.
        const HOPELESS: f32 = 0.12;
        const SOME: usize = 8;
        let mean = |looks: &Looks, at: &[usize]| {
            let best = looks.best();
            at.iter().filter_map(|i| best[*i]).map(|(_, worth)| likelihood(worth)).sum::<f32>() / at.len() as f32
        };
        let all: Vec<usize> = (0..self.tiles.len()).collect();
        let some: Vec<usize> = all.iter().copied().step_by(all.len().div_ceil(SOME)).collect();
        if mean(self, &all) > HOPELESS {
            return false;
        }
        self.look(&some, Cuts::Many, &NO_RIMS);
        self.look(&some, Cuts::Relief, &NO_RIMS);
        mean(self, &some) < HOPELESS
    }

    /// Looks at these tiles once more, at the wider picture where there is one.
    fn look(&mut self, at: &[usize], cuts: Cuts, rims: &Rims) {
        let pictures: Vec<&TilePixels> = at.iter().map(|i| self.wide.get(i).unwrap_or(&self.tiles[*i])).collect();
        let more = guesses(&pictures, cuts, rims, self.engine.second());
        at.iter().zip(more).for_each(|(&i, more)| self.found[i].extend(more));
    }

    /// The tiles of which nothing is likely enough.
    fn doubtful(&self) -> Vec<usize> {
        let best = self.best();
        let is_sure = |i: &usize| best[*i].is_some_and(|(_, worth)| likelihood(worth) >= self.engine.doubtful());
        (0..self.tiles.len()).filter(|i| !is_sure(i)).collect()
    }

    /// Whether a cut shows more of the tile's letter than another one: strokes are lost at some levels, and perhaps
    /// at all of those.
    fn is_left_over(&self, i: usize) -> bool {
        let mut parts = self.found[i].iter().filter(|guess| guess.may_be_a_part());
        parts.any(|part| self.found[i].iter().any(|other| part.glyph.is_part_of(&other.glyph)))
    }
}

/// What brightness says. Where the letters of some tiles are all light, or all dark, no others are looked for in
/// the rest.
fn first_guesses(tiles: &[TilePixels], engine: &Engine) -> Vec<Vec<Guess>> {
    /// The first tile of every so many is looked at both ways.
    const SAMPLE: usize = 4;
    let of = |cuts: Cuts, wanted: &dyn Fn(usize) -> bool| {
        let chosen: Vec<&TilePixels> =
            tiles.iter().enumerate().filter(|(i, _)| wanted(*i)).map(|(_, tile)| tile).collect();
        guesses(&chosen, cuts, &NO_RIMS, engine)
    };
    let sample = of(Cuts::One(None), &|i| i.is_multiple_of(SAMPLE));
    let light = Geometry::of(&sample).light;
    let mut sample = sample.into_iter();
    let mut rest = of(Cuts::One(light), &|i| !i.is_multiple_of(SAMPLE)).into_iter();
    let next = |i: usize| if i.is_multiple_of(SAMPLE) { sample.next() } else { rest.next() };
    (0..tiles.len()).map(next).map(Option::unwrap_or_default).collect()
}
