//! Reading the tiles: from a frame and its layout to a [`Reading`].
//!
//! 1. `tile`: every tile is brought to one size.
//! 2. `glyph`: what may be its letter is cut out, in several ways.
//! 3. `net` or `templates`: which letter each cut may be, by a network or by likeness to known letters;
//!    `guess` makes one answer of it, of tiles with several letters too.
//! 4. `geometry`: the letters that are sure say how high letters are and how they stand on this board, and
//!    that settles the doubtful ones. `looks` looks at those again.
//! 5. `opinion`: a second network looks at the doubtful tiles in gray, where the geometry says that their letters
//!    stand (`view`).
//! 6. `tesseract`: a second reader, where it is asked for.
//! 7. `quick`: all of this in one look, for boards whose every tile is known.
//! 8. `kinds`: gems and fire, by color; `palette` names the colors.
//! 9. `dots`: for games that show what a letter is worth, doubtful letters checked by it.

mod dots;
mod fit;
mod geometry;
mod score;
pub(crate) mod settled;
mod segment;
mod guess;
pub(crate) mod crossing;
mod empty_cells;
pub(crate) mod evidence;
pub(crate) mod extent;
mod tile_kind;
mod layers;
mod lessons;
mod passes;
mod mask;
mod net;
mod second_reader;
mod palette;
mod taught;
mod frame_edges;
mod spans;
mod templates;
mod tesseract;
mod tile;
mod tile_reader;
mod tile_store;
pub(crate) mod training;
mod gray_crop;

pub use dots::{Values, check_dots};
pub use fit::{GLYPH, GlyphPixels};
pub use lessons::{Lesson, is_one_glyph, lessons};
pub use taught::{Known, KnownLook};
pub use templates::{Templates, TemplatesError, likeness};
pub use tesseract::{TesseractError, ready as tesseract_ready};
pub(crate) use tile_reader::TileReader;
pub use tile_reader::read_tiles;

use crate::board::{Board, Face, Tile};
use crate::locate::{Layout, Side};

/// What was read from one picture.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    /// The letters and kinds; what could not be read is `?`.
    pub board: Board,
    /// Where they stand in the picture; its shape is the board's.
    pub layout: Layout,
    /// How sure each tile is, in the order of the board's cells; `None` for an empty cell.
    pub doubts: Vec<Option<Doubt>>,
    /// The taught skin that was found by itself.
    pub skin: Option<String>,
    /// The sides on which the board goes on beyond what was read.
    pub cut: Vec<Side>,
}

impl Reading {
    /// The number of tiles: cells that are not empty.
    pub fn tiles(&self) -> usize {
        self.doubts.iter().flatten().count()
    }

    /// The board where every unreadable tile may say what was guessed of it, to ask which words are missed; `None`
    /// where nothing was guessed.
    pub fn guessed(&self) -> Option<Board> {
        /// What is less likely is not even guessed.
        const LIKELY: f32 = 0.05;
        let mut any = false;
        let tiles = self.board.tiles().zip(&self.doubts).map(|(tile, doubt)| {
            let (tile, doubt) = (tile?, doubt.as_ref()?);
            if tile.face != Face::Unreadable {
                return Some(tile.clone());
            }
            let likely = doubt.alternatives.iter().filter(|(_, likelihood)| *likelihood > LIKELY).map(|(face, _)| face);
            let letters = doubt.best.iter().chain(likely).filter_map(|face| match face {
                Face::Letters(text) => Some(text.clone()),
                _ => None,
            });
            let mut letters: Vec<String> = letters.collect();
            any |= !letters.is_empty();
            let face = match letters.len() {
                0 => Face::Unreadable,
                1 => Face::Letters(letters.swap_remove(0)),
                _ => Face::Choice(letters),
            };
            Some(Tile { face, ..tile.clone() })
        });
        let board = Board::new(self.board.shape().clone(), tiles.collect()).ok()?;
        any.then_some(board)
    }
}

/// How sure the reading of one tile is.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Doubt {
    /// How likely the best guess is right, 0 to 1; below the threshold the tile's face is unreadable.
    pub confidence: f32,
    /// The best guess, which is the tile's face where it is sure enough; `None` where nothing was there to guess from.
    pub best: Option<Face>,
    /// What else it may be, likeliest first, each with its likelihood.
    pub alternatives: Vec<(Face, f32)>,
}

/// Who says which letter a glyph is.
#[derive(Debug, Clone, Default)]
pub enum Engine {
    /// The network, for any typeface.
    #[default]
    Net,
    /// Likeness to known letters: exact for a known skin, and quick.
    Template(Templates),
    /// The letters of a known skin, and the network for tiles that none of them is sure of.
    Taught(Known),
    /// Tesseract, on the glyphs that the network takes for letters.
    Tesseract,
    /// The network, and Tesseract for tiles that it is not sure of.
    Auto,
}

impl Engine {
    /// Who looks at the tiles that the first look left in doubt.
    fn second(&self) -> &Engine {
        match self {
            Engine::Taught(_) => &Engine::Net,
            own => own,
        }
    }

    /// Whether the later passes have another reader than the first.
    fn has_second(&self) -> bool {
        matches!(self, Engine::Taught(_))
    }

    /// The log odds of being right that these of the letters and the board's geometry come to. What loses by the
    /// geometry is right more often than that says: a careful line below what was said and how often it was
    /// right, over generated boards (`hard judge --seed 21`).
    fn calibrated(&self, worth: f32) -> f32 {
        match self {
            Engine::Net | Engine::Auto => worth + 0.3,
            _ => worth,
        }
    }

    /// Below this likelihood a tile is looked at again, in more ways.
    fn doubtful(&self) -> f32 {
        match self {
            // The network is there to be asked, and a skin may lack the letter that a tile shows.
            Engine::Taught(_) => 0.9,
            _ => 0.6,
        }
    }
}
