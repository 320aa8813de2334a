//! Reads the tiles of layouts in one picture.
//!
//! [`TileReader::read`] reads the whole board of a layout; [`TileReader::peek`] reads places beside it. Both share a
//! [`TileStore`], so that a tile of two candidates is read once. Where the letters may be small ones, the board is read as
//! capitals and as small letters, and the better reading counts.

use super::certainty;
use super::common_tile::CommonTile;
use super::covered::{self, CommonLines, CoveredValues, CrossedTile, is_covered, may_be_covered};
use super::empty_cells::{self, EmptyValues, Ground};
use super::frame_edges;
use super::guess::{Guess, ScoredGuess};
use super::letter_case::{self, CaseReading, CaseValues};
use super::passes::{BoardModel, Passes};
use super::possible_letters;
use super::printed_values;
use super::score::likelihood;
use super::second_reader::SecondReader;
use super::selection;
use super::tile::{TilePixels, tile_pixels};
use super::tile_colors::{TileColors, evenly_lit};
use super::tile_kind::{TileKindGuess, kinds};
use super::tile_store::{Crops, TileStore};
use super::{Doubt, Engine, LetterCase, Reading, palette, taught, tesseract};
use crate::board::{Board, Cell, Face, SELECTED, Tile};
use crate::locate::{Layout, Side};
use crate::pixels::{Frame, Point, Rgb};
use std::rc::Rc;

/// Reads the tiles of one picture with one engine.
pub(crate) struct TileReader<'a> {
    store: TileStore<'a>,
    /// The tiles as small letters.
    small: TileStore<'a>,
    min_confidence: f32,
    /// The model of the last board that was studied.
    board: Option<(Layout, BoardModel)>,
    /// The model of the last board that places were compared with: parts of larger boards are studied in between.
    peeked: Option<(Layout, BoardModel)>,
    /// Whether small letters are tried too.
    reads_small: bool,
    /// Whether the last board was read by the networks, not by the letters of a taught skin alone.
    is_read_in_full: bool,
}

/// A place beside a board, compared with the board's tiles.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Peek {
    /// The confidence of the best letter.
    pub(crate) confidence: f32,
    /// The correlation of the edges of its frame with those that the board's tiles have in common; `None` where they
    /// have none.
    pub(crate) frame_likeness: Option<f32>,
    /// Whether only the ground around the board is visible there.
    pub(crate) is_empty: bool,
    /// Whether the picture's edge crosses the part of it where letters are.
    pub(crate) is_cut: bool,
    /// How far its letter is from where those of the board are in their tiles, in tiles; `None` where that is not known.
    pub(crate) offset: Option<Point>,
}

/// The results for the cells of a layout, in their order.
struct Study {
    doubts: Vec<Doubt>,
    kind_guesses: Vec<TileKindGuess>,
    /// Whether each cell is empty.
    empty: Vec<bool>,
    /// Whether each tile is covered in part, so that its letter does not count.
    covered: Vec<bool>,
    /// The likeness of each cell's frame to the common one; `None` where tiles have none.
    frame_likeness: Vec<Option<f32>>,
    /// The top and bottom of each single letter that reads, in tiles below the middle.
    extents: Vec<(f32, f32)>,
    /// What the tiles have in common.
    model: BoardModel,
}

/// The reading of the tiles of a layout. Tiles of lower confidence than `min_confidence` are unreadable.
pub fn read_tiles(frame: &Frame, layout: &Layout, engine: &Engine, min_confidence: f32) -> Reading {
    if let Some((frame, upright)) = layout.upright(frame) {
        let reading = read_tiles(&frame, &upright, engine, min_confidence);
        return Reading { layout: layout.clone(), ..reading };
    }
    let read = |frame: &Frame| {
        let mut tiles = TileReader::new(frame, engine, min_confidence);
        let mut reading = tiles.read(layout);
        tiles.weigh(&mut reading);
        reading
    };
    let reading = read(frame);
    // A taught skin has the letters as they are.
    let may_be_striped = !matches!(engine, Engine::Taught(_)) && reading.has_doubtful_letters();
    let joined = if may_be_striped { layout.with_joined_stripes(frame) } else { None };
    let Some(joined) = joined.as_ref().map(read) else { return reading };
    if joined.right_letters() > reading.right_letters() { joined } else { reading }
}

impl<'a> TileReader<'a> {
    /// A reader that has read nothing yet. Tiles of lower confidence than `min_confidence` are unreadable.
    pub(crate) fn new(frame: &'a Frame, engine: &'a Engine, min_confidence: f32) -> TileReader<'a> {
        static SMALL: Engine = Engine::SmallLetters;
        let crops = Rc::<Crops>::default();
        let small = TileStore::new(frame, &SMALL, crops.clone());
        let store = TileStore::new(frame, engine, crops);
        let reads_small = matches!(engine, Engine::Net | Engine::Auto | Engine::Taught(_));
        TileReader { store, small, min_confidence, board: None, peeked: None, reads_small, is_read_in_full: false }
    }

    /// The same reader for capitals alone.
    pub(super) fn of_capitals(self) -> TileReader<'a> {
        TileReader { reads_small: false, ..self }
    }

    /// The picture.
    pub(crate) fn frame(&self) -> &'a Frame {
        self.store.frame()
    }

    /// Whether the last board was read by a taught skin that does not know every tile of it.
    pub(crate) fn lacks_letters(&self) -> bool {
        self.store.engine().has_second() && self.is_read_in_full
    }

    /// The number of glyphs that were classified so far: a measure of the work.
    pub(crate) fn classified(&self) -> usize {
        self.store.classified() + self.small.classified()
    }

    /// The reading of a layout.
    pub(crate) fn read(&mut self, layout: &Layout) -> Reading {
        self.store.forget_if_large();
        self.small.forget_if_large();
        let known = match self.store.engine() {
            Engine::Taught(known) => taught::read_tiles(&mut self.store, layout, known, self.min_confidence),
            _ => None,
        };
        self.is_read_in_full = known.is_none();
        known.unwrap_or_else(|| self.read_in_full(layout))
    }

    fn read_in_full(&mut self, layout: &Layout) -> Reading {
        let (shape, min_confidence) = (layout.shape(), self.min_confidence);
        let Study { mut doubts, kind_guesses, empty, covered, model, .. } = self.study(layout);
        doubts
            .iter_mut()
            .zip(&covered)
            .filter(|(_, covered)| **covered)
            .for_each(|(doubt, _)| *doubt = Doubt::default());
        self.board = Some((layout.clone(), model));
        let board_tiles =
            (0..doubts.len()).map(|i| (!empty[i]).then(|| tile_of(&doubts[i], &kind_guesses[i], min_confidence)));
        let board =
            Board::new(shape.clone(), board_tiles.collect()).unwrap_or_else(|_| unreachable!("a tile for each cell"));
        let doubts = board.tiles().zip(doubts).map(|(tile, doubt)| tile.map(|_| doubt)).collect();
        Reading::new(board, layout.clone(), doubts)
    }

    /// The results by capitals or, where the letters may be small ones and that fits better, by small letters.
    fn study(&mut self, layout: &Layout) -> Study {
        let capitals = study(&mut self.store, layout);
        // Without a segment for capitals there is none for small letters.
        let has_segments = capitals.model.guesses.iter().any(Option::is_some);
        if !(has_segments && self.reads_small && letter_case::may_be_small(&capitals.case_reading())) {
            return capitals;
        }
        let small = study(&mut self.small, layout);
        if letter_case::is_small(&capitals.case_reading(), &small.case_reading()) { small } else { capitals }
    }

    /// The evidence that a layout has small letters, and its letters if it has capitals, and if it has small ones.
    pub(crate) fn case_values(&mut self, layout: &Layout) -> (CaseValues, [Vec<Option<Face>>; 2]) {
        let readings = [&mut self.store, &mut self.small].map(|store| study(store, layout));
        let [capitals, small] = readings.each_ref().map(Study::case_reading);
        let faces = |study: &Study| study.doubts.iter().map(|doubt| doubt.best.clone()).collect();
        (letter_case::values(&capitals, &small), readings.each_ref().map(faces))
    }

    /// The case of the letters of a layout.
    pub(super) fn case_of(&mut self, layout: &Layout) -> LetterCase {
        self.model(layout).geometry.case
    }

    /// The store of tiles whose letters have this case.
    pub(super) fn store_of(&mut self, case: LetterCase) -> &mut TileStore<'a> {
        if case == self.store.engine().case() { &mut self.store } else { &mut self.small }
    }

    /// The engine that reads the tiles.
    pub(super) fn engine(&self) -> &'a Engine {
        self.store.engine()
    }

    /// The best guess for each tile of a layout.
    pub(super) fn guesses(&mut self, layout: &Layout) -> &[Option<Rc<Guess>>] {
        &self.model(layout).guesses
    }

    /// The center of the letter of each cell of a layout, in pixels of the picture; `None` where nothing was segmented.
    pub(crate) fn letter_places(&mut self, layout: &Layout) -> Vec<Option<Point>> {
        let (across, down) = layout.pitch();
        let place = |(cell, guess): (Cell, &Option<Rc<Guess>>)| {
            let glyph = &guess.as_ref()?.glyph;
            let middle = 0.5 * (glyph.top() + glyph.bottom());
            Some(layout.place(cell, Point::new(glyph.center_x * across, middle * down)))
        };
        layout.shape().cells().zip(self.guesses(layout)).map(place).collect()
    }

    /// The share of the letters of a layout with another one beside them on their line that the cell's edge cuts, on the side where most
    /// have one.
    pub(crate) fn cut_letters(&mut self, layout: &Layout) -> f32 {
        let glyphs: Vec<[bool; 2]> =
            self.guesses(layout).iter().flatten().map(|guess| guess.glyph.letters_beside.cut).collect();
        let count = |side: usize| glyphs.iter().filter(|beside| beside[side]).count();
        count(0).max(count(1)) as f32 / glyphs.len().max(1) as f32
    }

    /// The crop of each tile of a layout.
    pub(super) fn crops(&mut self, layout: &Layout) -> Vec<&TilePixels> {
        let tiles = self.store.tiles_of(layout);
        tiles.into_iter().map(|tile| self.store.pixels(tile)).collect()
    }

    /// The colors of each tile of a layout, and those around the board.
    pub(super) fn tile_colors(&mut self, layout: &Layout) -> (&[Option<TileColors>], &Ground) {
        let model = self.model(layout);
        (&model.colors, &model.ground)
    }

    /// Weighs what was read of each tile by the whole board: its letter ([`possible_letters`]), how certain that is ([`certainty`]), and
    /// whether it is selected ([`selection`]). The tiles of a taught skin were compared with those that were learned, which says more.
    pub(crate) fn weigh(&mut self, reading: &mut Reading) {
        if self.is_read_in_full {
            possible_letters::weigh(self, reading);
            certainty::weigh(self, reading, self.min_confidence);
            printed_values::weigh(self, reading, self.min_confidence);
            remove_colors_of_unreadable(&mut reading.board);
            selection::mark_selected(self, reading);
        }
    }

    /// What the tiles of a layout have in common.
    pub(super) fn common_tile(&mut self, layout: &Layout) -> &CommonTile {
        &self.model(layout).common
    }

    /// The color of most letters of a layout; `None` where no letter reads.
    pub(super) fn ink(&mut self, layout: &Layout) -> Option<Rgb> {
        self.model(layout).ink
    }

    /// The distance of the letters of a layout from the middle of their cells, in tiles.
    pub(crate) fn off_center(&mut self, layout: &Layout) -> f32 {
        self.model(layout).geometry.off_center()
    }

    /// How far the tall letters of a layout lie below (or, negative, above) the middle of their cells, in tiles, where its letters are small ones.
    pub(crate) fn small_letters_off_middle(&mut self, layout: &Layout) -> Option<f32> {
        let geometry = &self.model(layout).geometry;
        geometry.off_middle().filter(|_| geometry.case == LetterCase::Lower)
    }

    /// The share of the border of the cells of a layout that differs from their middle: their tiles have a body or an outline.
    pub(crate) fn body(&mut self, layout: &Layout) -> f32 {
        self.model(layout).common.body()
    }

    /// The likeness of the frame around a place to that of the tiles of a layout; `None` where they have none.
    pub(super) fn frame_likeness(&mut self, layout: &Layout, center: Point) -> Option<f32> {
        let frame = self.store.frame();
        let common = self.model(layout).edges.as_ref()?;
        let pixels = tile_pixels(frame.pixels(), center.into(), layout.pitch());
        Some(frame_edges::correlation(&frame_edges::edges(&pixels), common))
    }

    /// The likeness of the frame around a place beyond this side of a layout to that of its tiles, without the edges that it shares
    /// with the board, and by the edges at right angles to the side; `None` where its tiles have none.
    pub(super) fn frame_likeness_beyond(&mut self, layout: &Layout, side: Side, center: Point) -> Option<f32> {
        let frame = self.store.frame();
        let common = self.model(layout).edges.as_ref()?;
        let pixels = tile_pixels(frame.pixels(), center.into(), layout.pitch());
        Some(frame_edges::correlation_beyond(side, &frame_edges::edges(&pixels), common))
    }

    /// The evidence that each cell of a layout is empty.
    pub(crate) fn empty_values(&mut self, layout: &Layout) -> Vec<EmptyValues> {
        let Study { doubts, frame_likeness, model, .. } = self.study(layout);
        let tiles = self.store.tiles_of(layout);
        let values = |(i, &tile): (usize, &usize)| {
            let compared = model.common.compare(self.store.frame(), self.store.center(tile));
            let (pixels, frame_likeness) = (self.store.pixels(tile), frame_likeness[i]);
            let cell = empty_cells::TestedCell { pixels, confidence: doubts[i].confidence, frame_likeness };
            empty_cells::values(&cell, compared.as_ref(), &model.ground)
        };
        tiles.iter().enumerate().map(values).collect()
    }

    /// The evidence that each tile of a layout is covered in part.
    pub(crate) fn covered_values(&mut self, layout: &Layout) -> Vec<CoveredValues> {
        let (frame, Study { doubts, frame_likeness, model, .. }) = (self.frame(), self.study(layout));
        let Some(letter_bounds) = model.letter_bounds else { return Vec::new() };
        let common = common_lines(frame, layout, &doubts, letter_bounds);
        let pitch = layout.pitch().into();
        let tiles = layout.shape().cells().map(|cell| CrossedTile { frame, center: layout.center(cell).into(), pitch });
        let read = read_values(&doubts, &frame_likeness).into_iter().zip(tiles);
        read.map(|(read, tile)| covered::values(read, &tile, &common)).collect()
    }

    /// The model of the tiles of a layout, which is computed where it is not that of the last one.
    fn model(&mut self, layout: &Layout) -> &BoardModel {
        let is_of = |known: &Option<(Layout, BoardModel)>| known.as_ref().is_some_and(|(known, _)| known == layout);
        let is_peeked = !is_of(&self.board) && is_of(&self.peeked);
        if !is_peeked && !is_of(&self.board) {
            let model = self.study(layout).model;
            self.board = Some((layout.clone(), model));
        }
        let known = if is_peeked { &self.peeked } else { &self.board };
        known.as_ref().map_or_else(|| unreachable!("it was just read"), |(_, model)| model)
    }

    /// The state of these places, judged by the baseline, height, polarity and frames of the tiles of this board.
    pub(crate) fn peek(&mut self, layout: &Layout, centers: &[Point]) -> Vec<Peek> {
        if self.peeked.as_ref().is_none_or(|(known, _)| known != layout) {
            self.model(layout);
            self.peeked = self.board.take();
        }
        let Some((layout, model)) = self.peeked.take() else { return Vec::new() };
        let peeks = peek(self.store_of(model.geometry.case), (layout.pitch().into(), centers), &model);
        self.peeked = Some((layout, model));
        peeks
    }
}

/// The state of these places, one pitch wide and high, beside the board of this model.
fn peek(store: &mut TileStore, (pitch, centers): (Point, &[Point]), model: &BoardModel) -> Vec<Peek> {
    let tiles: Vec<usize> = centers.iter().map(|&center| store.tile_at(center, pitch)).collect();
    let engine = store.engine();
    let mut passes = Passes::beside(store, tiles, model);
    passes.doubtful_again();
    let best = passes.best();
    let mut second = SecondReader::of_board(engine, model);
    let doubts = second.fuse(&mut passes, &best, doubts(engine, &best));
    let is_cut = |i: usize| model.letter_bounds.is_some_and(|letter_bounds| passes.is_cut(i, letter_bounds));
    let peek = |(i, doubt): (usize, &Doubt)| Peek {
        confidence: doubt.confidence,
        frame_likeness: passes.frame_likeness(i),
        is_empty: passes.is_empty(i, doubt.confidence, &model.ground, &model.common),
        is_cut: is_cut(i),
        offset: best[i].as_ref().and_then(|(guess, _)| model.geometry.offset(guess)),
    };
    doubts.iter().enumerate().map(peek).collect()
}

/// The results of reading the tiles of a layout with the engine of this store.
fn study(store: &mut TileStore, layout: &Layout) -> Study {
    let (frame, engine) = (store.frame(), store.engine());
    let tiles = store.tiles_of(layout);
    let mut passes = Passes::first(store, tiles);
    let mut second = SecondReader::new(engine, &passes);
    passes.later(&mut second);
    let best = passes.best();
    let doubts = second.fuse(&mut passes, &best, doubts(engine, &best));
    let mut doubts = tesseract::fuse(engine, &best, doubts);
    let extents = extents(&best, &doubts);
    // A part of a letter may look like another one.
    let is_cut = |i: usize| best[i].as_ref().is_some_and(|(guess, _)| passes.is_cut(i, guess.glyph.bounds()));
    (0..doubts.len()).filter(|&i| is_cut(i)).for_each(|i| doubts[i] = Doubt::default());
    let frame_likeness: Vec<Option<f32>> = (0..doubts.len()).map(|i| passes.frame_likeness(i)).collect();
    let letter_bounds = passes.letter_bounds();
    let covered = match letter_bounds {
        Some(letter_bounds) => covered(frame, layout, (&doubts, &frame_likeness), letter_bounds),
        None => vec![false; doubts.len()],
    };
    let colors = |(i, best): (usize, &Option<ScoredGuess>)| {
        let (guess, _) = best.as_ref().filter(|_| !covered[i])?;
        Some(passes.colors(i, &guess.glyph))
    };
    let centers: Vec<Point> = layout.shape().cells().map(|cell| layout.center(cell).into()).collect();
    let colors: Vec<Option<TileColors>> = evenly_lit(best.iter().enumerate().map(colors).collect(), &centers);
    let ground = Ground::around(frame, layout);
    let common = CommonTile::of(frame, &tile_centers(layout, &doubts), layout.pitch().into());
    let empty = |i: usize| passes.is_empty(i, doubts[i].confidence, &ground, &common);
    let empty: Vec<bool> = (0..doubts.len()).map(empty).collect();
    let kind_guesses = kinds(&colors, |color| ground.has_color(color));
    let model = passes.model(second.ink(), ground, colors, common, letter_bounds);
    Study { doubts, kind_guesses, empty, covered, frame_likeness, extents, model }
}

impl Study {
    /// What this says about the case of the letters.
    fn case_reading(&self) -> CaseReading<'_> {
        CaseReading { doubts: &self.doubts, extents: &self.extents }
    }
}

/// Whether each tile of a layout is covered in part. Lines are looked for only where they can decide.
fn covered(
    frame: &Frame,
    layout: &Layout,
    (doubts, frame_likeness): (&[Doubt], &[Option<f32>]),
    letter_bounds: [f32; 4],
) -> Vec<bool> {
    let read = read_values(doubts, frame_likeness);
    if !read.iter().any(may_be_covered) {
        return vec![false; doubts.len()];
    }
    let common = common_lines(frame, layout, doubts, letter_bounds);
    let pitch = layout.pitch().into();
    let tiles = layout.shape().cells().map(|cell| CrossedTile { frame, center: layout.center(cell).into(), pitch });
    let is_covered = |(read, tile): ([f32; 2], CrossedTile)| {
        may_be_covered(&read) && is_covered(&covered::values(read, &tile, &common))
    };
    read.into_iter().zip(tiles).map(is_covered).collect()
}

/// What is known of each tile from its reading.
fn read_values(doubts: &[Doubt], frame_likeness: &[Option<f32>]) -> Vec<[f32; 2]> {
    let values = |(doubt, likeness): (&Doubt, &Option<f32>)| covered::read_values(doubt.confidence, *likeness);
    doubts.iter().zip(frame_likeness).map(values).collect()
}

/// The lines that the tiles of a layout have in common.
fn common_lines(frame: &Frame, layout: &Layout, doubts: &[Doubt], letter_bounds: [f32; 4]) -> CommonLines {
    /// The most tiles that are compared: a limit of work. The median of fewer is as good.
    const MOST: usize = 16;
    let centers = tile_centers(layout, doubts);
    let some = centers.iter().step_by(centers.len().div_ceil(MOST).max(1));
    let pitch = layout.pitch().into();
    let tiles: Vec<CrossedTile> = some.map(|&center| CrossedTile { frame, center, pitch }).collect();
    CommonLines::of(&tiles, letter_bounds)
}

/// The centers of the tiles that read, or of all tiles where those are too few for a comparison.
fn tile_centers(layout: &Layout, doubts: &[Doubt]) -> Vec<Point> {
    /// The fewest tiles for a median. Chosen by hand.
    const FEWEST: usize = 3;
    let centers: Vec<Point> = layout.shape().cells().map(|cell| layout.center(cell).into()).collect();
    let reads = |(_, doubt): &(&Point, &Doubt)| doubt.confidence > 0.5;
    let read: Vec<Point> = centers.iter().zip(doubts).filter(reads).map(|(center, _)| *center).collect();
    if read.len() < FEWEST { centers } else { read }
}

/// The tops and bottoms of the single letters that read.
fn extents(best: &[Option<ScoredGuess>], doubts: &[Doubt]) -> Vec<(f32, f32)> {
    let read = best.iter().zip(doubts).filter(|(_, doubt)| doubt.confidence > 0.5);
    let guesses = read.filter_map(|(best, _)| best.as_ref().map(|(guess, _)| guess));
    let single = guesses.filter(|guess| !guess.is_several());
    single.map(|guess| (guess.glyph.top(), guess.glyph.bottom())).collect()
}

/// The doubt of each tile, by its best guess.
fn doubts(engine: &Engine, best: &[Option<ScoredGuess>]) -> Vec<Doubt> {
    let doubt_of = |(guess, log_odds): &ScoredGuess| doubt(guess, engine.calibrated(*log_odds));
    best.iter().map(|best| best.as_ref().map_or_else(Doubt::default, doubt_of)).collect()
}

fn tile_of(doubt: &Doubt, kind_guess: &TileKindGuess, min_confidence: f32) -> Tile {
    let face = match &doubt.best {
        Some(face) if doubt.confidence >= min_confidence => face.clone(),
        _ => Face::Unreadable,
    };
    Tile { face, kind: kind_guess.kind, tags: kind_guess.tag.iter().cloned().collect() }
}

/// Removes the tags of unreadable tiles that they have by their color: it may be that of what covers them.
pub(super) fn remove_colors_of_unreadable(board: &mut Board) {
    let is_of_color = |tag: &String| tag == SELECTED || tag.starts_with(palette::COLOR);
    for tile in board.tiles_mut().flatten().filter(|tile| tile.face == Face::Unreadable) {
        tile.tags.retain(|tag| !is_of_color(tag));
    }
}

/// The confidence of a guess with these log odds on its board, and its alternatives.
pub(super) fn doubt(guess: &Guess, log_odds: f32) -> Doubt {
    let confidence = likelihood(log_odds);
    let mut faces = guess.faces.iter();
    let best = faces.next().map(|(face, _)| face.clone());
    Doubt {
        confidence,
        best,
        alternatives: faces.map(|(face, likelihood)| (face.clone(), likelihood.min(1.0 - confidence))).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Shape;
    use crate::paint::{Marks, Style, paint};

    fn painted() -> (Frame, Layout) {
        let board: Board = "T E A R\nS L I N\nO D G M\nP U C H\nB Y K W".parse().unwrap();
        let (pixels, layout) = paint(&board, &Style::default(), 48.0).unwrap();
        (Frame::new(pixels, "painted"), layout)
    }

    /// Two letters on each tile, in cells around both, around the second ones and around the first ones, and none.
    #[test]
    fn cells_around_one_of_two_letters_cut_the_other_one() {
        let board: Board = "DE HN TR\nEB NH RE\nHD EP LB".parse().unwrap();
        let (pixels, layout) = paint(&board, &Style { marks: Marks::None, ..Style::default() }, 60.0).unwrap();
        let frame = Frame::new(pixels, "pairs");
        let mut tiles = TileReader::new(&frame, &Engine::Net, 0.5);
        let mut share = |across: f32| tiles.cut_letters(&layout.shifted(Point::new(across, 0.0)));
        let [both, second, first, none] = [0.0, 0.22, -0.22, 9.0].map(|part| share(part * 60.0));
        assert!(both < 0.2 && second > 0.5 && first > 0.5 && none == 0.0, "{both} {second} {first} {none}");
    }

    /// Every other row, in cells twice as high whose middles are lower than those of the tiles.
    #[test]
    fn letters_have_the_same_places_whatever_the_cells() {
        let (frame, layout) = painted();
        let places = TileReader::new(&frame, &Engine::Net, 0.5).letter_places(&layout);
        let (x, y) = layout.center(Cell { line: 0, index: 0 });
        let tall = Layout::new(Shape::rows(3, 4).unwrap(), (x, y + 6.0), (48.0, 96.0));
        let tall_places = TileReader::new(&frame, &Engine::Net, 0.5).letter_places(&tall);
        for (cell, place) in tall.shape().cells().zip(tall_places) {
            let expected = places[4 * 2 * cell.line + cell.index].unwrap();
            assert!(place.unwrap().distance(expected) < 2.0, "{cell:?}: {place:?} in place of {expected:?}");
            assert!(expected.distance(layout.center(Cell { line: 2 * cell.line, ..cell }).into()) < 4.0);
        }
    }

    #[test]
    fn a_tile_that_was_read_before_reads_the_same() {
        let (frame, layout) = painted();
        let part = layout.part(1..5, 0..3).unwrap();
        let mut reader = TileReader::new(&frame, &Engine::Net, 0.5);
        let readings = [&part, &layout, &part].map(|layout| reader.read(layout));
        assert_eq!(reader.store.len(), layout.shape().len());
        assert_eq!(readings[0], readings[2]);
        assert_eq!(readings[1], TileReader::new(&frame, &Engine::Net, 0.5).read(&layout));
    }

    #[test]
    fn a_tile_that_does_not_read_has_no_tag_by_its_color() {
        for (tag, kept) in [(SELECTED, false), ("color:#102030", false), ("marked", true)] {
            let kind_guess = TileKindGuess { tag: Some(tag.to_string()), ..TileKindGuess::default() };
            let best = Some(Face::Letters("A".to_string()));
            for (confidence, expected) in [(0.9, true), (0.1, kept)] {
                let doubt = Doubt { best: best.clone(), confidence, ..Doubt::default() };
                let tile = tile_of(&doubt, &kind_guess, 0.5);
                let mut board = Board::new(Shape::rows(1, 1).unwrap(), vec![Some(tile)]).unwrap();
                remove_colors_of_unreadable(&mut board);
                let has_tag = board.tiles().flatten().any(|tile| tile.has_tag(tag));
                assert_eq!(has_tag, expected, "{tag} {confidence}");
            }
        }
    }

    #[test]
    fn places_beside_a_board_are_letters_or_empty() {
        let (frame, layout) = painted();
        let part = layout.part(0..4, 0..4).unwrap();
        let mut reader = TileReader::new(&frame, &Engine::Net, 0.5);
        let last = (0..4).map(|index| Point::from(layout.center(Cell { line: 4, index }))).collect::<Vec<_>>();
        for peek in reader.peek(&part, &last) {
            assert!(peek.confidence > 0.9 && peek.frame_likeness > Some(0.6) && !peek.is_empty, "{peek:?}");
        }
        let beyond = last.iter().map(|center| Point { y: center.y + layout.pitch().1, ..*center });
        for peek in reader.peek(&part, &beyond.collect::<Vec<_>>()) {
            assert!(peek.confidence < 0.2 && peek.frame_likeness < Some(0.4) && peek.is_empty, "{peek:?}");
        }
    }
}
