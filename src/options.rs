//! What a caller may ask of the reader, and the engines that read for it.

use crate::board::Shape;
use crate::locate::Layout;
use crate::pixels::Frame;
use crate::read::{Engine, Known, Templates, tesseract_ready};
use crate::read_error::ReadError;
use crate::skin::Skin;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// An engine, and the taught skin that it reads by.
pub(crate) struct NamedEngine {
    pub(crate) skin: Option<String>,
    pub(crate) engine: Engine,
}

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
    /// Whether each letter may lie in any of four directions, as on dice.
    pub turned: bool,
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
    /// [`ReadError::Skin`] where the skin is unknown or none is built in, [`ReadError::Tesseract`] where it is asked for and not there.
    pub fn engine(&self) -> Result<Engine, ReadError> {
        match (&self.skin, self.method) {
            (Some(skin), method) => Ok(of_skin(self.named(skin)?, method)),
            (None, Method::Template) => Ok(Engine::Template(Templates::all()?)),
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
            turned: false,
            budget: Options::BUDGET,
        }
    }
}
