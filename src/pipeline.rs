//! The one function that composes the stages: a frame becomes a reading.

use crate::board::{Cell, Lines, Shape};
use crate::locate::{Candidate, LONG_SIDE, Layout, Standing, locate, locate_tiles};
use crate::pixels::{Frame, Size};
use crate::plausible::{is_like_a_board, is_of_a_crossword, letters, readable};
use crate::read::{
    Engine, Known, Reading, Templates, TemplatesError, TesseractError, Values, beyond, check_dots, read_tiles,
    tesseract_ready,
};
use crate::skin::Skin;
use crate::stopwatch::Stopwatch;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// What may be said about a picture before it is read.
#[derive(Debug, Clone)]
pub struct Options {
    /// The shape of the board, where it is known.
    pub shape: Option<Shape>,
    /// Tiles less sure than this, 0 to 1, are unreadable.
    pub min_confidence: f32,
    /// Who reads the letters.
    pub method: Method,
    /// Read by the letters of this skin (one that was taught, one that came with hexlex, or a folder).
    pub skin: Option<String>,
    /// The skins that were taught; one that a board looks like is found by itself.
    pub taught: Arc<Vec<Skin>>,
    /// What letters are worth in a game that says it by dots on the tiles: doubtful letters are checked by them.
    pub dots: Option<Values>,
    /// The time after which the search for a board ends with the best that was found.
    pub budget: Duration,
}

impl Options {
    /// The default budget. A full screen of text at 3840x2160 takes a fifth of it; a smaller one loses boards on slow
    /// machines. Chosen by hand.
    pub const BUDGET: Duration = Duration::from_secs(5);
}

/// The ways to read letters that a user may ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Method {
    /// The network: any typeface.
    #[default]
    Net,
    /// Likeness to the letters of a taught skin, or else of every skin that came with hexlex.
    Template,
    /// Tesseract, on the glyphs that the network takes for letters.
    Tesseract,
    /// The network, and Tesseract for tiles that it is not sure of.
    Auto,
}

impl Options {
    /// Who reads the letters of every board, unless a taught skin is found by itself.
    ///
    /// # Errors
    /// [`ReadError::Skin`] where the skin is unknown, [`ReadError::Tesseract`] where it is asked for and not there.
    pub fn engine(&self) -> Result<Engine, ReadError> {
        match (&self.skin, self.method) {
            (Some(skin), method) => Ok(of_skin(self.named(skin)?, method)),
            (None, Method::Template) => Ok(Engine::Template(Templates::builtin().clone())),
            (None, Method::Net) => Ok(Engine::Net),
            (None, Method::Tesseract) => Ok(tesseract_ready().map(|()| Engine::Tesseract)?),
            (None, Method::Auto) => Ok(tesseract_ready().map(|()| Engine::Auto)?),
        }
    }

    /// What is known of the skin of this name: one that was taught, one that came with hexlex, or a folder.
    fn named(&self, skin: &str) -> Result<Known, ReadError> {
        if let Some(taught) = self.taught.iter().find(|taught| taught.name() == skin) {
            return Ok(taught.known().clone());
        }
        // A folder may be one that was taught, or one of letters alone.
        match Skin::load(Path::new(skin)) {
            Ok(taught) => Ok(taught.known().clone()),
            Err(_) => Ok(Templates::named(skin)?.into()),
        }
    }

    /// The taught skin that the board of this layout looks like.
    fn skin_of(&self, frame: &Frame, layout: &Layout) -> Option<&Skin> {
        if self.skin.is_some() || !matches!(self.method, Method::Net | Method::Template) {
            return None;
        }
        let fitting = self.taught.iter().filter_map(|skin| Some((skin.fits(frame, layout)?, skin)));
        fitting.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, skin)| skin)
    }
}

/// A skin's letters, and after them the network, unless the method wants letters alone.
fn of_skin(known: Known, method: Method) -> Engine {
    if method == Method::Template { Engine::Template(known.templates) } else { Engine::Taught(known) }
}

impl Default for Options {
    fn default() -> Options {
        Options {
            shape: None,
            min_confidence: 0.5,
            method: Method::Net,
            skin: None,
            taught: Arc::default(),
            dots: None,
            budget: Options::BUDGET,
        }
    }
}

/// How long the stages took.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Timing {
    /// Finding the board.
    pub locate: Duration,
    /// Reading its tiles.
    pub recognize: Duration,
}

/// The boards of a picture.
#[derive(Debug, Clone, PartialEq)]
pub struct Boards {
    /// Their readings, the largest first; at least one.
    pub readings: Vec<Reading>,
    /// Whether the budget ended the search before every candidate was read.
    pub limited: bool,
    /// The time that the stages took.
    pub timing: Timing,
}

/// Why a picture could not be read.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ReadError {
    /// Nothing looks like a board.
    #[error("no board found: expected a lattice of letter tiles{}, found {found}; {}", of(asked), remedy(asked))]
    NoBoard {
        /// The shape that alone was looked for.
        asked: Option<Shape>,
        /// What came nearest.
        found: String,
    },
    /// There is no such skin.
    #[error(transparent)]
    Skin(#[from] TemplatesError),
    /// Tesseract was asked for and cannot answer.
    #[error(transparent)]
    Tesseract(#[from] TesseractError),
}

fn of(asked: &Option<Shape>) -> String {
    asked.as_ref().map_or(String::new(), |shape| format!(" in the shape {shape}"))
}

/// What to do where there is no board.
fn remedy(asked: &Option<Shape>) -> &'static str {
    match asked {
        Some(_) => "see whether the board has this shape, or leave --shape out to look for every one",
        None => "crop the picture to the game, or say its --shape",
    }
}

/// The most candidates that may turn out not to read as letters before the search ends.
const MOST_REFUSED: usize = 8;
/// Tiles with fewer pixels in the shrunk picture are looked for again in a larger one.
const SMALL: f32 = 24.0;

/// Finds the largest board of a picture and reads its tiles.
///
/// # Errors
/// As [`read_boards`].
pub fn read(frame: &Frame, options: &Options) -> Result<(Reading, Timing), ReadError> {
    let Boards { mut readings, timing, .. } = read_boards(frame, options)?;
    Ok((readings.swap_remove(0), timing))
}

/// Finds the boards of a picture and reads their tiles.
///
/// # Errors
/// [`ReadError::NoBoard`] where no lattice of letters is found, [`ReadError::Skin`] where the skin is unknown,
/// [`ReadError::Tesseract`] where it was asked for and is not there.
pub fn read_boards(frame: &Frame, options: &Options) -> Result<Boards, ReadError> {
    let engine = options.engine()?;
    let start = Stopwatch::start();
    let mut located = Duration::ZERO;
    let mut nearest = "nothing".to_string();
    let mut best: Option<Reading> = None;
    let Size { width, height } = frame.size();
    // A small board on a large desktop has letters that the first look is too coarse for.
    for long_side in [LONG_SIDE, 2 * LONG_SIDE] {
        if long_side > LONG_SIDE && width.max(height) <= LONG_SIDE {
            break;
        }
        let looking = Stopwatch::start();
        let candidates = locate(frame, options.shape.as_ref(), long_side);
        located += looking.elapsed();
        let reading = best_reading(frame, options, &engine, &candidates).or_else(|| {
            let looking = Stopwatch::start();
            let candidates = locate_tiles(frame, options.shape.as_ref(), long_side);
            located += looking.elapsed();
            best_reading(frame, options, &engine, &candidates)
        });
        let better = |new: &Reading| best.as_ref().is_none_or(|old| letters(new) > letters(old));
        best = reading.filter(better).or(best);
        let scale = (width.max(height) as f32 / long_side as f32).max(1.0);
        if best.as_ref().is_some_and(|reading| reading.layout.pitch().1 > SMALL * scale) {
            break;
        }
        if long_side == LONG_SIDE {
            nearest = what_came_nearest(&candidates);
        }
    }
    if let (Some(reading), Some(values)) = (&mut best, &options.dots) {
        check_dots(frame, reading, values, options.min_confidence);
    }
    let timing = Timing { locate: located, recognize: start.elapsed() - located };
    best.map(|reading| Boards { readings: vec![reading], limited: false, timing })
        .ok_or_else(|| ReadError::NoBoard { asked: options.shape.clone(), found: nearest })
}

/// The reading of the whole board, where this is only a part of it: a line whose letters have strokes too thin, or are
/// too small, to be found by is found by the rims of its tiles, and one with few tiles by the `signs` outside.
fn whole(frame: &Frame, options: &Options, engine: &Engine, mut reading: Reading, signs: &[(f32, f32)]) -> Reading {
    /// The mean confidence of a line that belongs to the board; and that of the tiles of one that has empty cells.
    const LINE: f32 = 0.7;
    const SPARSE: f32 = 0.85;
    /// The part of the places beyond a side that makes it worth a look: of staggered columns every other may go on.
    const SIDE: f32 = 0.3;
    /// So many places of a side are looked at, of a board without empty cells and of one with some.
    const PLACES: (usize, usize) = (4, 16);
    let tiles = |reading: &Reading| reading.doubts.iter().flatten().count();
    let grown = |reading: &Reading| {
        let has_empty = tiles(reading) < reading.doubts.len();
        let places = if has_empty { PLACES.1 } else { PLACES.0 };
        let sides = beyond(frame, &reading.layout, places, signs);
        sides.into_iter().filter(|beyond| beyond.part > SIDE || beyond.has_sign).find_map(|beyond| {
            let is_longer = |larger: &Reading| {
                let read = letters(larger) - letters(reading);
                let places = larger.doubts.len() - reading.doubts.len();
                let new = tiles(larger).saturating_sub(tiles(reading));
                let is_sparse = beyond.has_sign && new > 0 || has_empty && new > 1;
                read > LINE * places as f32 || is_sparse && read > SPARSE * new as f32
            };
            let layouts = reading.layout.grown(beyond.side).into_iter();
            layouts.map(|layout| read_at(frame, options, engine, &layout)).find(is_longer)
        })
    };
    while let Some(larger) = grown(&reading) {
        reading = larger;
    }
    reading
}

/// The candidate that both stands and reads most like a board; `None` where none of them reads like one.
fn best_reading(frame: &Frame, options: &Options, engine: &Engine, candidates: &[Candidate]) -> Option<Reading> {
    let mut best: Option<(f32, Reading)> = None;
    let mut refused: Vec<&Layout> = Vec::new();
    for Candidate { layout, score, standing, outside, .. } in candidates {
        if *standing == Standing::Unlikely {
            continue;
        }
        // However well it reads, it cannot be better than this.
        if best.as_ref().is_some_and(|(best, _)| best > score) || refused.len() >= MOST_REFUSED {
            break;
        }
        if refused.iter().any(|other| is_same_lattice(other, layout)) {
            continue;
        }
        let reading = read_at(frame, options, engine, layout);
        if !is_like_a_board(&reading, *standing) {
            refused.push(layout);
            continue;
        }
        let reading = match options.shape {
            None => whole(frame, options, engine, reading, outside),
            Some(_) => reading,
        };
        if is_of_a_crossword(frame, &reading) {
            refused.push(layout);
            continue;
        }
        let worth = score * readable(&reading);
        if best.as_ref().is_none_or(|(best, _)| worth > *best) {
            best = Some((worth, reading));
        }
    }
    let mut reading = best?.1;
    while let (None, Some(layout)) = (&options.shape, without_false_edge(&reading)) {
        reading = read_tiles(frame, &layout, engine, options.min_confidence);
    }
    Some(reading)
}

/// What is read there, by a taught skin where the board looks like one.
fn read_at(frame: &Frame, options: &Options, engine: &Engine, layout: &Layout) -> Reading {
    let skin = options.skin_of(frame, layout);
    let own = skin.map(|skin| of_skin(skin.known().clone(), options.method));
    let mut reading = read_tiles(frame, layout, own.as_ref().unwrap_or(engine), options.min_confidence);
    reading.skin = skin.map(|skin| skin.name().to_string());
    reading
}

/// Whether both are about the same lattice: of one pitch, their cells and themselves mostly over each other. A lattice
/// of the badges in the corners of the tiles is not that of their letters.
fn is_same_lattice(a: &Layout, b: &Layout) -> bool {
    /// How far pitches may differ, how far centers may be apart in pitches, and the part of the smaller one that must be
    /// common.
    const PITCH: f32 = 0.1;
    const APART: f32 = 0.22;
    const COMMON: f32 = 0.6;
    let near = |x: f32, y: f32| (x / y).ln().abs() < PITCH;
    let ((left, top, right, bottom), (l, t, r, b_)) = (a.bounds(), b.bounds());
    let common = (right.min(r) - left.max(l)).max(0.0) * (bottom.min(b_) - top.max(t)).max(0.0);
    let smaller = ((right - left) * (bottom - top)).min((r - l) * (b_ - t));
    let same_kind = a.shape().lines() == b.shape().lines();
    let is_apart = |(x, y): (f32, f32)| {
        b.cell_at(x, y).is_some_and(|cell| {
            let (u, v) = b.center(cell);
            (x - u).abs() > APART * b.pitch().0 || (y - v).abs() > APART * b.pitch().1
        })
    };
    let apart = a.shape().cells().filter(|cell| is_apart(a.center(*cell))).count();
    same_kind
        && 2 * apart < a.shape().len()
        && near(a.pitch().0, b.pitch().0)
        && near(a.pitch().1, b.pitch().1)
        && common > COMMON * smaller
}

/// The layout without a line or row of places at its edge that is empty or does not read as letters at all: a frame or
/// buttons beside the board, which geometry took for tiles. `None` where every edge reads.
fn without_false_edge(reading: &Reading) -> Option<Layout> {
    /// A line of the board has this mean confidence, however many of its tiles are covered.
    const EDGE: f32 = 0.15;
    /// No board has fewer lines, or places in a line.
    const FEWEST: usize = 3;
    let (shape, layout) = (reading.board.shape(), &reading.layout);
    let lines = shape.lengths().len();
    let places = if shape.lines() == Lines::Rows { shape.lengths()[0] } else { 0 };
    let is_false = |within: &dyn Fn(Cell) -> bool| {
        let doubts = shape.cells().zip(&reading.doubts).filter(|(cell, _)| within(*cell));
        let confidences: Vec<f32> = doubts.filter_map(|(_, doubt)| Some(doubt.as_ref()?.confidence)).collect();
        let is_empty = confidences.is_empty() && shape.cells().any(within);
        is_empty || confidences.iter().sum::<f32>() < EDGE * confidences.len() as f32
    };
    if lines > FEWEST && is_false(&|cell| cell.line == 0) {
        layout.part(1..lines, 0..places)
    } else if lines > FEWEST && is_false(&|cell| cell.line == lines - 1) {
        layout.part(0..lines - 1, 0..places)
    } else if places > FEWEST && is_false(&|cell| cell.index == 0) {
        layout.part(0..lines, 1..places)
    } else if places > FEWEST && is_false(&|cell| cell.index == places - 1) {
        layout.part(0..lines, 0..places - 1)
    } else {
        // Of staggered columns every other may be a tile shorter.
        let ends = [(false, true), (false, false), (true, true), (true, false)];
        let is_end = |cell: Cell, odd: bool, first: bool| {
            let end = if first { 0 } else { shape.lengths()[cell.line] - 1 };
            (cell.line % 2 == 1) == odd && cell.index == end
        };
        let is_false = |&&(odd, first): &&(bool, bool)| is_false(&|cell| is_end(cell, odd, first));
        ends.iter().filter(is_false).find_map(|&(odd, first)| layout.without_ends(odd, first))
    }
}

/// What came nearest to a board, in words.
fn what_came_nearest(candidates: &[Candidate]) -> String {
    match candidates.first() {
        None => "nothing that repeats like one".to_string(),
        Some(Candidate { layout, signs, standing, .. }) => {
            let (left, top, right, bottom) = layout.bounds();
            let but = match standing {
                Standing::Unlikely => "they do not stand as letters on tiles do",
                _ => "they do not read as letters",
            };
            format!(
                "at best {signs} signs on a lattice of {} in {:.0}x{:.0} pixels at {:.0},{:.0}, but {but}",
                layout.shape(),
                right - left,
                bottom - top,
                left.max(0.0),
                top.max(0.0),
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{Rgba, RgbaImage};

    #[test]
    fn a_picture_without_a_board_says_so() {
        for size in [1, 2, 40, 700] {
            let frame = Frame::new(RgbaImage::from_pixel(size, size, Rgba([70, 80, 90, 255])), "even");
            let error = read(&frame, &Options::default()).unwrap_err();
            assert!(error.to_string().contains("nothing that repeats"), "{error}");
        }
    }

    #[test]
    fn an_unknown_skin_is_told_before_anything_is_read() {
        let frame = Frame::new(RgbaImage::new(9, 9), "");
        let options = Options { skin: Some("nonesuch".to_string()), ..Options::default() };
        assert!(matches!(read(&frame, &options), Err(ReadError::Skin(_))));
    }
}
