//! The results for the tiles of one picture, so that no tile is resampled, segmented or classified twice.
//!
//! Candidates overlap, and a board grows and shrinks line by line: most tiles of a layout were read before as tiles of
//! another one. A [`TileStore`] keeps the following for each tile (a center and a pitch): its pixels, the edges of its
//! frame, every segment with its guess, and the result of the second reader. None of it depends on the rest of a board.
//! What a tile looks like does not depend on the engine either: the stores of capitals and of small letters share their [`Crops`].

use super::Engine;
use super::fit::{GlyphPixels, PixelBox};
use super::frame_edges;
use super::glyph::Glyph;
use super::gray_crop::{LetterBox, gray_crop};
use super::guess::{Guess, guesses};
use super::mask::{FrameMasks, NO_FRAME_MASKS};
use super::net::{CLASSES, Net};
use super::segment::{Cuts, Labeling, Segmentation, segment, segmentations};
use super::taught::KnownTile;
use super::tile::{TilePixels, tile_pixels, wide_pixels};
use super::tile_colors::TileColors;
use crate::locate::Layout;
use crate::pixels::{Frame, Point, Rgb};
use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

/// The tiles of a picture that one engine has read.
pub(super) struct TileStore<'a> {
    frame: &'a Frame,
    engine: &'a Engine,
    /// The crops of tiles, which another store may share.
    crops: Rc<Crops>,
    /// The number of each tile's record.
    numbers: HashMap<TileKey, usize>,
    records: Vec<Record<'a>>,
    labeling: Labeling,
    /// The number of glyphs that were classified, of tiles that were dropped, too.
    classified: usize,
}

/// The center and the pitch of a tile, rounded to fractions of a pixel that do not affect a letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct TileKey([i32; 4]);

impl TileKey {
    fn of(center: Point, pitch: Point) -> TileKey {
        /// Steps of a pixel. The same tile in two layouts differs by the rounding of floats; a tenth of a pixel of a
        /// tile of 16 pixels is less than half a pixel of the 64 that it is resampled to.
        const STEPS: f32 = 10.0;
        TileKey([center.x, center.y, pitch.x, pitch.y].map(|value| (value * STEPS).round() as i32))
    }
}

/// The crops of a picture's tiles, whatever engine reads them.
#[derive(Default)]
pub(super) struct Crops(RefCell<HashMap<TileKey, Rc<Crop>>>);

/// What one tile looks like.
struct Crop {
    pixels: TilePixels,
    /// The wide crop.
    wide: OnceCell<Box<TilePixels>>,
    edges: OnceCell<Vec<f32>>,
}

impl Crop {
    fn new(frame: &Frame, center: Point, pitch: Point) -> Crop {
        let pixels = tile_pixels(frame.pixels(), center.into(), pitch.into());
        Crop { pixels, wide: OnceCell::new(), edges: OnceCell::new() }
    }
}

/// The ink of a letter, the ground around it, and its bounding box in the tile's picture.
type LetterOnTile = ((Rgb, Rgb), PixelBox);

/// The results for one tile.
struct Record<'a> {
    center: Point,
    pitch: Point,
    crop: Rc<Crop>,
    segments: Vec<(SegmentKey, Segment)>,
    gray_crops: Vec<(CropKey, Option<[f32; CLASSES]>)>,
    colors: Vec<(LetterOnTile, TileColors)>,
    /// The tile as a taught skin knows it.
    pub(super) known: OnceCell<Option<KnownTile<'a>>>,
}

/// The parameters of a segment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct SegmentKey {
    segmentation: Segmentation,
    is_wide: bool,
    /// The hash of the masked frames; 0 for none.
    frames: u64,
    pass: Pass,
}

/// The result of a segmentation.
enum Segment {
    Nothing,
    Unclassified(Box<Glyph>),
    Classified(Rc<Guess>),
}

impl Segment {
    fn glyph(&self) -> Option<&Glyph> {
        match self {
            Segment::Nothing => None,
            Segment::Unclassified(glyph) => Some(glyph),
            Segment::Classified(guess) => Some(&guess.glyph),
        }
    }
}

/// The pass, which determines the classifier: a taught skin classifies the first pass, and the network the later ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pass {
    First,
    Later,
}

/// The crop of a tile from which letters are segmented.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TileCrop {
    /// The tile alone.
    Tile,
    /// The tile with a part of its neighbors, for letters that extend beyond the tile's edge.
    Wide,
}

/// The parameters of a gray crop.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct CropKey {
    /// The baseline and height of the letters.
    pub(super) letter_box: LetterBox,
    /// The color of the letter.
    pub(super) ink: Rgb,
    /// Whether the letter is lighter than its ground.
    pub(super) is_light: bool,
}

impl<'a> TileStore<'a> {
    /// A store without tiles, which shares these crops of the same picture.
    pub(super) fn new(frame: &'a Frame, engine: &'a Engine, crops: Rc<Crops>) -> TileStore<'a> {
        TileStore {
            frame,
            engine,
            crops,
            numbers: HashMap::new(),
            records: Vec::new(),
            labeling: Labeling::default(),
            classified: 0,
        }
    }

    /// The picture.
    pub(super) fn frame(&self) -> &'a Frame {
        self.frame
    }

    /// The engine that reads the tiles.
    pub(super) fn engine(&self) -> &'a Engine {
        self.engine
    }

    /// The number of glyphs that were classified: a measure of the work.
    pub(super) fn classified(&self) -> usize {
        self.classified
    }

    /// Drops all records where there are many: the next candidates share few tiles with the previous ones.
    pub(super) fn forget_if_large(&mut self) {
        /// The number of segments, of some kB each. A larger one costs memory, a smaller one reads tiles of overlapping
        /// candidates twice. Chosen by hand.
        const MOST: usize = 3000;
        let segments: usize = self.records.iter().map(|record| record.segments.len()).sum();
        if segments > MOST {
            self.numbers.clear();
            self.records.clear();
            self.crops.0.borrow_mut().clear();
        }
    }

    /// The number of tiles that were read.
    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.records.len()
    }

    /// The numbers of a layout's tiles, in the order of its cells.
    pub(super) fn tiles_of(&mut self, layout: &Layout) -> Vec<usize> {
        let pitch = layout.pitch().into();
        layout.shape().cells().map(|cell| self.tile_at(layout.center(cell).into(), pitch)).collect()
    }

    /// The number of the tile with this center and pitch.
    pub(super) fn tile_at(&mut self, center: Point, pitch: Point) -> usize {
        let (frame, records, crops) = (self.frame, &mut self.records, &self.crops);
        let key = TileKey::of(center, pitch);
        *self.numbers.entry(key).or_insert_with(|| {
            let crop =
                crops.0.borrow_mut().entry(key).or_insert_with(|| Rc::new(Crop::new(frame, center, pitch))).clone();
            records.push(Record::new(center, pitch, crop));
            records.len() - 1
        })
    }

    /// The pixels of a tile.
    pub(super) fn pixels(&self, tile: usize) -> &TilePixels {
        &self.records[tile].crop.pixels
    }

    /// The center of a tile.
    pub(super) fn center(&self, tile: usize) -> Point {
        self.records[tile].center
    }

    /// The part of a tile that lies in the picture: left, top, right, bottom, from 0 to 1.
    pub(super) fn visible(&self, tile: usize) -> [f32; 4] {
        let Record { center, pitch, .. } = &self.records[tile];
        self.frame.shown_part(*center, *pitch)
    }

    /// The pixels from which this glyph of a tile was cut.
    pub(super) fn pixels_of(&self, tile: usize, glyph: &Glyph) -> &TilePixels {
        if glyph.is_wide() { self.wide(tile) } else { self.pixels(tile) }
    }

    fn wide(&self, tile: usize) -> &TilePixels {
        let Record { center, pitch, crop, .. } = &self.records[tile];
        crop.wide.get_or_init(|| Box::new(wide_pixels(self.frame.pixels(), (*center).into(), (*pitch).into())))
    }

    /// The edges of a tile's frame.
    pub(super) fn edges(&self, tile: usize) -> &[f32] {
        let crop = &self.records[tile].crop;
        crop.edges.get_or_init(|| frame_edges::edges(&crop.pixels))
    }

    /// The tile as a taught skin knows it, computed by `know` the first time.
    pub(super) fn known(
        &self,
        tile: usize,
        know: impl FnOnce(&TilePixels) -> Option<KnownTile<'a>>,
    ) -> Option<KnownTile<'a>> {
        let record = &self.records[tile];
        record.known.get_or_init(|| know(&record.crop.pixels)).clone()
    }

    /// The guesses for each of these tiles, by these segmentations of this crop without the masked frames.
    pub(super) fn guesses(
        &mut self,
        tiles: &[usize],
        crop: TileCrop,
        cuts: Cuts,
        frames: &FrameMasks,
        pass: Pass,
    ) -> Vec<Vec<Rc<Guess>>> {
        let pass = if self.engine.has_second() { pass } else { Pass::First };
        let found: Vec<Vec<usize>> = tiles.iter().map(|&tile| self.segments(tile, crop, cuts, frames, pass)).collect();
        self.classify(tiles, &found, pass);
        let guess = |tile: usize, segment: &usize| match &self.records[tile].segments[*segment].1 {
            Segment::Classified(guess) => guess.clone(),
            _ => unreachable!("every segment was classified"),
        };
        let guesses = |(&tile, found): (&usize, &Vec<usize>)| found.iter().map(|at| guess(tile, at)).collect();
        tiles.iter().zip(&found).map(guesses).collect()
    }

    /// The numbers of the different segments of a tile.
    fn segments(&mut self, tile: usize, crop: TileCrop, cuts: Cuts, frames: &FrameMasks, pass: Pass) -> Vec<usize> {
        let is_wide = crop == TileCrop::Wide;
        let all = segmentations(if is_wide { self.wide(tile) } else { self.pixels(tile) }, cuts, self.engine.case());
        let frames_hash = hash(frames);
        self.labeling.clear();
        let record = &mut self.records[tile];
        let pixels =
            if is_wide { record.crop.wide.get().map_or(&record.crop.pixels, |wide| wide) } else { &record.crop.pixels };
        let mut found: Vec<usize> = Vec::new();
        for segmentation in all {
            let key = SegmentKey { segmentation, is_wide, frames: frames_hash, pass };
            let at = record.segments.iter().position(|(other, _)| *other == key).unwrap_or_else(|| {
                let glyph = segment(pixels, segmentation, frames, &mut self.labeling);
                record
                    .segments
                    .push((key, glyph.map_or(Segment::Nothing, |glyph| Segment::Unclassified(Box::new(glyph)))));
                record.segments.len() - 1
            });
            let glyph = |at: usize| record.segments[at].1.glyph();
            let is_new = |new: &Glyph| !found.iter().any(|&other| glyph(other).is_some_and(|old| new.is_same_as(old)));
            if glyph(at).is_some_and(is_new) {
                found.push(at);
            }
        }
        found
    }

    /// Classifies those of the segments that were not classified before, all at once.
    fn classify(&mut self, tiles: &[usize], found: &[Vec<usize>], pass: Pass) {
        let mut at: Vec<(usize, usize)> = Vec::new();
        let mut glyphs: Vec<Glyph> = Vec::new();
        for (&tile, found) in tiles.iter().zip(found) {
            for &segment in found {
                let slot = &mut self.records[tile].segments[segment].1;
                if matches!(slot, Segment::Unclassified(_))
                    && let Segment::Unclassified(glyph) = std::mem::replace(slot, Segment::Nothing)
                {
                    at.push((tile, segment));
                    glyphs.push(*glyph);
                }
            }
        }
        let engine = if pass == Pass::First { self.engine } else { self.engine.second() };
        self.classified += glyphs.len();
        for ((tile, segment), guess) in at.into_iter().zip(guesses(glyphs, engine)) {
            self.records[tile].segments[segment].1 = Segment::Classified(Rc::new(guess));
        }
    }

    /// The class probabilities of the gray crops of these tiles, by the second network; `None` where all pixels of a crop
    /// are alike.
    pub(super) fn crop_classes(&mut self, wanted: &[(usize, CropKey)]) -> Vec<Option<[f32; CLASSES]>> {
        let is_known =
            |(tile, key): &(usize, CropKey)| self.records[*tile].gray_crops.iter().any(|(other, _)| other == key);
        let new: Vec<(usize, CropKey)> = wanted.iter().filter(|wanted| !is_known(wanted)).copied().collect();
        let crop =
            |(tile, key): &(usize, CropKey)| gray_crop(self.pixels(*tile), key.letter_box, key.ink, key.is_light);
        let crops: Vec<Option<GlyphPixels>> = new.iter().map(crop).collect();
        let pictures: Vec<&GlyphPixels> = crops.iter().flatten().collect();
        let mut answers = Net::of_crops(self.engine.case()).classify(&pictures).into_iter();
        for ((tile, key), crop) in new.into_iter().zip(&crops) {
            let answer = crop.as_ref().and_then(|_| answers.next());
            self.records[tile].gray_crops.push((key, answer));
        }
        let answer = |(tile, key): &(usize, CropKey)| {
            self.records[*tile].gray_crops.iter().find(|(other, _)| other == key).and_then(|(_, answer)| *answer)
        };
        wanted.iter().map(answer).collect()
    }

    /// The colors of a tile around this glyph.
    pub(super) fn colors(&mut self, tile: usize, glyph: &Glyph) -> TileColors {
        let key = (glyph.colors(self.pixels_of(tile, glyph)), glyph.bounds_in_tile());
        let Record { crop, colors, .. } = &mut self.records[tile];
        if let Some((_, known)) = colors.iter().find(|(other, _)| *other == key) {
            return known.clone();
        }
        let new = TileColors::of(&crop.pixels, key.0, key.1);
        colors.push((key, new.clone()));
        new
    }
}

impl Record<'_> {
    fn new(center: Point, pitch: Point, crop: Rc<Crop>) -> Self {
        Record {
            center,
            pitch,
            crop,
            segments: Vec::new(),
            gray_crops: Vec::new(),
            colors: Vec::new(),
            known: OnceCell::new(),
        }
    }
}

/// The hash of masked frames; 0 for none.
fn hash(frames: &FrameMasks) -> u64 {
    if *frames == NO_FRAME_MASKS {
        return 0;
    }
    let mut hasher = DefaultHasher::new();
    frames.hash(&mut hasher);
    hasher.finish()
}
