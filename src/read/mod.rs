//! Reading the tiles: from a frame and its layout to a [`Reading`].
//!
//! A tile:
//! 1. `tile_reader` reads the tiles of a layout, and peeks at places beside one; `tile_store` keeps what was computed of
//!    each tile, so that candidates that overlap share it.
//! 2. `tile` resamples every tile to one size. `segment` cuts out what may be its letter, in several planes and at several
//!    thresholds; `letter_parts` chooses the components, `divide` cuts letters apart that touch, pixels in `frame_masks` are never ink,
//!    and a `glyph` is the result.
//! 3. `classify` has the letters that each glyph may be, as a capital or as a small letter, by `net` or `templates`; `letter_row` makes faces of
//!    several letters, and `guess` what a segment may be.
//! 4. `geometry` takes the line of the letters from the tiles that read with confidence, and chooses among the guesses for
//!    a tile by it. `passes` reads tiles of low confidence again, in more segmentations.
//! 5. `second_reader` shows the doubtful tiles to a second network, as gray crops around the line (`gray_crop`).
//!    `tesseract` reads them too where it is asked for. `two_readings` has what each network reads by itself.
//! 6. `taught` reads boards of which a skin knows every tile, in one pass.
//! 7. `tile_colors` measures the colors of a tile, under `light` that may be uneven, and `tile_kind` names gems and fire by
//!    them; `palette` names the colors; `empty_cells` finds cells without a tile.
//!
//! A board: `letter_case` decides between capitals and small letters, `evidence` scores a candidate as a whole, `extent` finds where it
//! ends, `crossing` whether the picture cuts it,
//! `settled` whether its tiles are at rest, `possible_letters` which letter each tile has by the shapes of all (`letter_shapes`),
//! `certainty` how sure each letter is, `printed_values` whether
//! the values on the tiles agree, `selection` which tiles are selected, by their `appearance` and the marks on their `borders`,
//! `turned` whether its letters lie turned, `covered` which tiles something covers in part, all by scores with learned
//! weights (`score`). `common_tile` is what the tiles of a board have in common: places are compared with it.

mod affixes;
mod appearance;
mod borders;
pub(crate) mod certainty;
mod classify;
mod printed_values;
mod alignment;
mod divide;
mod fit;
mod geometry;
pub(crate) mod score;
pub(crate) mod settled;
mod segment;
pub(crate) mod selection;
mod guess;
pub(crate) mod common_tile;
pub(crate) mod covered;
pub(crate) mod crossing;
pub(crate) mod empty_cells;
pub(crate) mod evidence;
pub(crate) mod extent;
mod tile_colors;
mod tile_kind;
mod layers;
mod lessons;
pub(crate) mod letter_case;
mod light;
mod passes;
mod mask;
mod net;
mod second_reader;
mod palette;
mod taught;
mod frame_edges;
mod templates;
mod tesseract;
mod tile;
pub(crate) mod tile_params;
mod tile_reader;
mod tile_store;
pub(crate) mod training;
pub(crate) mod turned;
mod two_readings;
mod gray_crop;
mod frame_masks;
mod glyph;
mod letter_parts;
mod letter_row;
mod letter_shapes;
pub(crate) mod possible_letters;

pub use alignment::aligned_likeness;
pub use fit::{GLYPH, GlyphPixels};
pub use lessons::{Lesson, is_one_glyph, lessons};
pub use printed_values::contradicted_by_values;
pub use taught::{EVEN, EVEN_UNCHECKED, Known, KnownColors, read_known};
pub use templates::{Templates, TemplatesError, likeness};
pub(crate) use templates::{UnitGlyph, correlation, unit};
pub use tesseract::{TesseractError, ready as tesseract_ready};
pub(crate) use tile_reader::TileReader;
pub use tile_reader::read_tiles;
pub(crate) use turned::{is_mirrored, is_turned, quarters_turned, read_in_all_directions};
pub use two_readings::{TwoReadings, two_readings};

use crate::board::{Board, Cell, Face, LetterValues, Tile};
use crate::locate::{Layout, Side};

/// What was read from one picture.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    /// The letters and kinds; unreadable tiles are `?`.
    pub board: Board,
    /// The cells in the picture; the shape is that of the board.
    pub layout: Layout,
    /// The confidence of each tile, in the order of the board's cells; `None` for an empty cell.
    pub doubts: Vec<Option<Doubt>>,
    /// The taught skin that was recognized.
    pub skin: Option<String>,
    /// The sides on which the board extends beyond the reading.
    pub cut: Vec<Side>,
    /// The tables of letter values that fit the digits on the tiles, equally well; empty where the game prints none of a known
    /// table.
    pub values: Vec<LetterValues>,
}

impl Reading {
    /// A reading of a whole board without a taught skin and without printed values.
    pub fn new(board: Board, layout: Layout, doubts: Vec<Option<Doubt>>) -> Reading {
        Reading { board, layout, doubts, skin: None, cut: Vec::new(), values: Vec::new() }
    }

    /// The number of tiles: cells that are not empty.
    pub fn tiles(&self) -> usize {
        self.doubts.iter().flatten().count()
    }

    /// How many letters are right, as their confidences say: their sum.
    pub fn right_letters(&self) -> f32 {
        self.doubts.iter().flatten().map(|doubt| doubt.confidence).sum()
    }

    /// Whether another reading of the same tiles may have more right letters, as its confidences say.
    pub(crate) fn has_doubtful_letters(&self) -> bool {
        /// How many letters it lacks at most where another reading hardly has more. Smaller: more boards are tested for stripes, which takes
        /// longer. Larger: a striped letter among clear ones is lost. Chosen by hand; `hard judge --kind pixel` shows a change.
        const FEW: f32 = 0.5;
        self.right_letters() < self.tiles() as f32 - FEW
    }

    /// Multiplies each confidence, and the likelihoods of the alternatives, by the likelihood of the board, from its log odds. A confidence
    /// of at least `least` does not fall below it; a smaller one stays as it is.
    pub(crate) fn weigh_by_board(&mut self, log_odds: f32, least: f32) {
        let of_board = score::likelihood(log_odds);
        for doubt in self.doubts.iter_mut().flatten().filter(|doubt| doubt.confidence >= least) {
            doubt.confidence = (of_board * doubt.confidence).max(least);
            doubt.alternatives.iter_mut().for_each(|(_, likelihood)| *likelihood *= of_board);
        }
    }

    /// Corrects the letters of a tile; they are certain then. Returns whether the board has such a tile.
    pub fn correct(&mut self, cell: Cell, face: &Face) -> bool {
        let Some(tile) = self.board.tile_mut(cell) else { return false };
        tile.set_face(face.clone());
        if let Some(doubt) = self.board.shape().id(cell).and_then(|id| self.doubts.get_mut(id)) {
            *doubt = Some(Doubt { confidence: 1.0, best: Some(face.clone()), alternatives: Vec::new() });
        }
        true
    }

    /// The board with the guesses for every unreadable tile, to find words that may be missed; `None` where there are
    /// no guesses.
    pub fn guessed(&self) -> Option<Board> {
        /// The least likelihood of a guess. Smaller: words that are not there. Larger: missed words go unnoticed.
        /// Chosen by hand.
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

/// The confidence in the reading of one tile, and the alternatives.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Doubt {
    /// The likelihood of the best guess, 0 to 1; below the threshold the tile is unreadable.
    pub confidence: f32,
    /// The best guess, which is the tile's face where its confidence suffices; `None` where nothing was segmented.
    pub best: Option<Face>,
    /// The other guesses, likeliest first, each with its likelihood.
    pub alternatives: Vec<(Face, f32)>,
}

/// The case of the letters that a board's tiles show. Boards are printed in upper case, whatever it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LetterCase {
    /// Capitals.
    Upper,
    /// Small letters.
    Lower,
}

/// The classifier of glyphs.
#[derive(Debug, Clone, Default)]
pub enum Engine {
    /// The network, for any typeface.
    #[default]
    Net,
    /// Correlation with known letters: exact for a known skin, and fast.
    Template(Templates),
    /// The letters of a known skin, and the network for tiles of low confidence.
    Taught(Known),
    /// Tesseract, on the glyphs that the network reads as letters.
    Tesseract,
    /// The network, and Tesseract for tiles of low confidence.
    Auto,
    /// The network for small letters, of any typeface.
    SmallLetters,
}

impl Engine {
    /// The case of the letters that it classifies.
    fn case(&self) -> LetterCase {
        if matches!(self, Engine::SmallLetters) { LetterCase::Lower } else { LetterCase::Upper }
    }

    /// The classifier of the later passes.
    fn second(&self) -> &Engine {
        match self {
            Engine::Taught(_) => &Engine::Net,
            own => own,
        }
    }

    /// Whether the later passes have another classifier than the first.
    fn has_second(&self) -> bool {
        matches!(self, Engine::Taught(_))
    }

    /// The calibrated log odds that a guess is right.
    fn calibrated(&self, log_odds: f32) -> f32 {
        match self {
            Engine::Net | Engine::Auto | Engine::SmallLetters => log_odds + tile_params::tile_params().calibration,
            _ => log_odds,
        }
    }

    /// The likelihood below which a tile is segmented again. Smaller: errors remain. Larger: more time. Chosen by hand.
    fn doubtful(&self) -> f32 {
        match self {
            // The network can classify the tile, and the skin may lack its letter.
            Engine::Taught(_) => score::CONFIDENT,
            _ => 0.6,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The confidence of a letter and the log odds of its board, with a least confidence of 0.5 and an alternative of 0.2.
    #[test]
    fn a_confidence_is_multiplied_by_the_likelihood_of_its_board() {
        let board: Board = "A B\nC D".parse().unwrap();
        let layout = Layout::new(board.shape().clone(), (20.0, 20.0), (40.0, 40.0));
        for (confidence, log_odds, expected) in [
            (0.99, 9.0, [0.989, 0.2]),
            (0.99, 2.0, [0.872, 0.176]),
            (0.99, 0.1, [0.519, 0.105]),
            (0.6, 0.1, [0.5, 0.105]),
            (0.3, 0.1, [0.3, 0.2]),
        ] {
            let alternatives = vec![(Face::Letters("E".to_string()), 0.2)];
            let doubt = Doubt { confidence, alternatives, ..Doubt::default() };
            let mut reading = Reading::new(board.clone(), layout.clone(), vec![Some(doubt), None, None, None]);
            reading.weigh_by_board(log_odds, 0.5);
            let found = reading.doubts[0].as_ref().unwrap();
            for (found, expected) in [found.confidence, found.alternatives[0].1].into_iter().zip(expected) {
                assert!((found - expected).abs() < 0.002, "{confidence} {log_odds}: {found}");
            }
        }
    }
}
