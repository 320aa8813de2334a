//! The one function that composes the stages: a frame becomes a reading.

use crate::board::Shape;
use crate::locate::{BlobKind, LONG_SIDE, Layout, Shrunk};
use crate::pixels::{Frame, Size};
use crate::read::{
    Engine, Known, Reading, Templates, TemplatesError, TesseractError, Values, check_dots, tesseract_ready,
};
use crate::search::{Found, NamedEngine, Search, nearest_in_words};
use crate::skin::Skin;
use crate::stopwatch::Stopwatch;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// The tile in pixels of the shrunk picture below which a board is looked for again in a larger one. A smaller one
/// leaves letters of few pixels unread; a larger one costs time. Chosen by hand; `hard judge --seed 21` shows a change.
const SMALL: f32 = 24.0;

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
    /// The default budget. A smaller one loses boards on slow or busy machines; a larger one lets a hostile picture take
    /// longer. Chosen by hand.
    pub const BUDGET: Duration = Duration::from_secs(20);
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

    /// The engine of every board, and then one for each taught skin that may be found by itself.
    pub(crate) fn engines(&self) -> Result<Vec<NamedEngine>, ReadError> {
        let taught = self.taught.iter().filter(|_| self.finds_skins());
        let named = |skin: &Skin| NamedEngine {
            skin: Some(skin.name().to_string()),
            engine: of_skin(skin.known().clone(), self.method),
        };
        Ok(std::iter::once(NamedEngine { skin: None, engine: self.engine()? }).chain(taught.map(named)).collect())
    }

    /// Whether a taught skin is used that was not named.
    fn finds_skins(&self) -> bool {
        self.skin.is_none() && matches!(self.method, Method::Net | Method::Template)
    }

    /// The number, among [`Options::engines`], of the taught skin that the board of this layout looks like most; 0
    /// where it looks like none.
    pub(crate) fn engine_for(&self, frame: &Frame, layout: &Layout) -> usize {
        if !self.finds_skins() {
            return 0;
        }
        let fitting = self.taught.iter().enumerate().filter_map(|(i, skin)| Some((skin.fits(frame, layout)?, i + 1)));
        fitting.max_by(|a, b| a.0.total_cmp(&b.0)).map_or(0, |(_, index)| index)
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
    #[error("no board found: expected a lattice of letter tiles{}, found {found}: {remedy}", of(asked))]
    NoBoard {
        /// The shape that alone was looked for.
        asked: Option<Box<Shape>>,
        /// What came nearest, and what spoke against it most.
        found: String,
        /// What to do.
        remedy: String,
    },
    /// There is no such skin.
    #[error(transparent)]
    Skin(#[from] TemplatesError),
    /// Tesseract was asked for and cannot answer.
    #[error(transparent)]
    Tesseract(#[from] TesseractError),
}

fn of(asked: &Option<Box<Shape>>) -> String {
    asked.as_ref().map_or(String::new(), |shape| format!(" in the shape {shape}"))
}

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
    let engines = options.engines()?;
    let clock = Stopwatch::start();
    let mut search = Search::new(frame, options, &engines);
    let located = search_scales(frame, options, &mut search);
    let limited = search.limited;
    let nearest = search.nearest();
    let mut readings: Vec<Reading> = search.into_boards().into_iter().map(|found| found.reading).collect();
    if let Some(values) = &options.dots {
        readings.iter_mut().for_each(|reading| check_dots(frame, reading, values, options.min_confidence));
    }
    if readings.is_empty() {
        return Err(no_board(options, nearest, limited));
    }
    let timing = Timing { locate: located, recognize: clock.elapsed().saturating_sub(located) };
    Ok(Boards { readings, limited, timing })
}

/// Searches the shrunk picture, then one twice as large where letters may be too small for that; in each by the
/// letters, and by the bodies of tiles where that finds no board. Returns the time that finding candidates took.
fn search_scales(frame: &Frame, options: &Options, search: &mut Search) -> Duration {
    let Size { width, height } = frame.size();
    let long = width.max(height);
    let mut located = Duration::ZERO;
    for long_side in [LONG_SIDE, 2 * LONG_SIDE] {
        let clock = Stopwatch::start();
        let shrunk = Shrunk::new(frame, long_side);
        located += clock.elapsed();
        for kind in [BlobKind::Letters, BlobKind::Tiles] {
            let clock = Stopwatch::start();
            let candidates = shrunk.candidates(kind, options.shape.as_ref());
            located += clock.elapsed();
            search.read(&candidates);
            if !search.boards.is_empty() || search.limited {
                break;
            }
        }
        let scale = (long as f32 / long_side as f32).max(1.0);
        let is_large = |found: &Found| found.reading.layout.tile() > SMALL * scale;
        if search.limited || long <= long_side || search.boards.iter().any(is_large) {
            break;
        }
    }
    located
}

/// The error of a picture in which this came nearest to a board.
fn no_board(options: &Options, nearest: Option<Found>, limited: bool) -> ReadError {
    let found = nearest.as_ref().map_or("nothing that repeats like one".to_string(), nearest_in_words);
    let remedy = match (&nearest, &options.shape) {
        _ if limited => "pass a larger --budget".to_string(),
        (_, Some(_)) => "see whether the board has this shape, or leave --shape out to look for every one".to_string(),
        (Some(found), None) if found.is_board_by_shape() => {
            format!("if it is a board, pass --shape {}", found.layout.shape())
        }
        _ => "choose a picture, or a larger --region, that shows a whole board upright".to_string(),
    };
    ReadError::NoBoard { asked: options.shape.clone().map(Box::new), found, remedy }
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
