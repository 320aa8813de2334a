//! Reading the tiles: from a frame and its layout to a [`Reading`].
//!
//! 1. `tile`: every tile is brought to one size.
//! 2. `glyph`: what may be its letter is cut out, in several ways.
//! 3. `templates`: each cut is compared with letters of many typefaces.
//! 4. The board's own geometry (how high its letters are and how they stand) settles what is doubtful:
//!    the letters of a board are of one size on one line, a counter or a frame is not.
//! 5. `kinds`: gems and fire, by color.

mod glyph;
mod kinds;
mod templates;
mod tile;

pub use glyph::{GLYPH, GlyphPixels, normalize};
pub use templates::{SkinError, Templates};

use crate::board::{Board, Face, Tile, TileKind};
use crate::frame::Frame;
use crate::grid::Cell;
use crate::locate::Layout;
use glyph::{Cuts, Glyph, glyphs};
use kinds::{Colors, kinds};
use tile::{TilePixels, tile_pixels};

/// What was read from one picture.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    /// The letters and kinds; what could not be read is `?`.
    pub board: Board,
    /// Where they stand in the picture; its shape is the board's.
    pub layout: Layout,
    /// How sure each tile is, in the order of the board's cells; `None` for an empty cell.
    pub doubts: Vec<Option<Doubt>>,
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

/// Reads the tiles of a layout. Tiles less sure than `min_confidence` come out unreadable.
pub fn recognize(frame: &Frame, layout: &Layout, templates: &Templates, min_confidence: f32) -> Reading {
    let shape = layout.shape();
    let pixels = |cell: Cell| tile_pixels(frame.pixels(), layout.center(cell), layout.pitch());
    let tiles: Vec<TilePixels> = shape.cells().map(pixels).collect();
    let mut guesses: Vec<Vec<Guess>> = tiles.iter().map(|tile| all_guesses(tile, Cuts::One, templates)).collect();
    let geometry = Geometry::of(&guesses);
    let mut best: Vec<Option<Guess>> = Vec::with_capacity(tiles.len());
    for (tile, guesses) in tiles.iter().zip(&mut guesses) {
        let chosen = geometry.choose(guesses);
        // Three times the cuts, three times the chances to take a frame for a letter: only where one did not do.
        if chosen.is_none_or(|guess| geometry.confidence(guess) < DOUBTFUL) {
            guesses.extend(all_guesses(tile, Cuts::Three, templates));
        }
        best.push(geometry.choose(guesses).cloned());
    }
    let doubts: Vec<Doubt> = best.iter().map(|guess| geometry.doubt(guess.as_ref())).collect();
    let colors: Vec<Option<Colors>> = tiles
        .iter()
        .zip(&best)
        .map(|(tile, guess)| Some(Colors::of(tile, guess.as_ref()?.glyph.colors(tile))))
        .collect();
    let board_tiles =
        doubts.iter().zip(kinds(&colors)).map(|(doubt, kind)| tile_of(doubt, kind, min_confidence)).collect();
    let board = Board::new(shape.clone(), board_tiles).unwrap_or_else(|_| unreachable!("a tile for each cell"));
    Reading { board, layout: layout.clone(), doubts: doubts.into_iter().map(Some).collect() }
}

/// Below this confidence a tile is looked at again, in more ways.
const DOUBTFUL: f32 = 0.6;

fn tile_of(doubt: &Doubt, kind: TileKind, min_confidence: f32) -> Option<Tile> {
    let face = match &doubt.best {
        Some(face) if doubt.confidence >= min_confidence => face.clone(),
        _ => Face::Unreadable,
    };
    Some(Tile { face, kind, tags: Vec::new() })
}

/// A cut of a tile and the letters that it is most like.
#[derive(Debug, Clone)]
struct Guess {
    glyph: Glyph,
    letters: Vec<(Face, f32)>,
}

/// How many letters of a guess are kept.
const LETTERS: usize = 4;

fn all_guesses(tile: &TilePixels, cuts: Cuts, templates: &Templates) -> Vec<Guess> {
    glyphs(tile, cuts)
        .into_iter()
        .map(|glyph| {
            let letters = templates.likest(&glyph.pixels).into_iter().take(LETTERS);
            Guess { letters: letters.map(|(face, likeness)| (face.clone(), likeness)).collect(), glyph }
        })
        .collect()
}

impl Guess {
    /// The evidence for the first letter, as the logarithm of its odds: how like it is, and how much more so
    /// than the next.
    fn evidence(&self) -> f32 {
        /// The likeness at which a letter is as likely right as wrong, and what likeness and lead are worth.
        const EVEN: f32 = 0.83;
        const LIKENESS: f32 = 30.0;
        const LEAD: f32 = 35.0;
        /// Past this lead, more of it says nothing.
        const MOST: f32 = 0.12;
        let Some((_, first)) = self.letters.first() else { return f32::MIN };
        let lead = self.letters.get(1).map_or(MOST, |(_, second)| (first - second).min(MOST));
        LIKENESS * (first - EVEN) + LEAD * lead - 1.0
    }
}

fn probability(log_odds: f32) -> f32 {
    1.0 / (1.0 + (-log_odds).exp())
}

/// How the letters of a board stand: what the sure ones agree on.
struct Geometry {
    /// Their height, in tiles.
    height: f32,
    /// How far their middle is below the tile's, in tiles.
    below: f32,
}

impl Geometry {
    fn of(tiles: &[Vec<Guess>]) -> Geometry {
        /// Confidence that makes a tile a witness.
        const SURE: f32 = 0.8;
        let best =
            tiles.iter().filter_map(|guesses| guesses.iter().max_by(|a, b| a.evidence().total_cmp(&b.evidence())));
        let sure: Vec<&Guess> = best.filter(|guess| probability(guess.evidence()) > SURE).collect();
        let median = |value: fn(&Glyph) -> f32| {
            let mut values: Vec<f32> = sure.iter().map(|guess| value(&guess.glyph)).collect();
            let middle = values.len() / 2;
            if values.is_empty() { None } else { Some(*values.select_nth_unstable_by(middle, f32::total_cmp).1) }
        };
        Geometry { height: median(|g| g.height).unwrap_or(0.5), below: median(|g| g.below).unwrap_or(0.0) }
    }

    /// What a glyph loses that is of another size or stands elsewhere than the others.
    fn penalty(&self, glyph: &Glyph) -> f32 {
        /// Differences that letters have: the tail of a Q, the overshoot of an O.
        const HEIGHT: f32 = 0.12;
        const BELOW: f32 = 0.05;
        /// What differences beyond those cost: a third more height costs as much as half a letter's evidence.
        const COST: (f32, f32) = (20.0, 40.0);
        let taller = ((glyph.height / self.height).ln().abs() - HEIGHT).max(0.0);
        let lower = ((glyph.below - self.below).abs() - BELOW).max(0.0);
        COST.0 * taller + COST.1 * lower
    }

    fn confidence(&self, guess: &Guess) -> f32 {
        probability(guess.evidence() - self.penalty(&guess.glyph))
    }

    fn choose<'a>(&self, guesses: &'a [Guess]) -> Option<&'a Guess> {
        let worth = |guess: &Guess| guess.evidence() - self.penalty(&guess.glyph);
        guesses.iter().max_by(|a, b| worth(a).total_cmp(&worth(b)))
    }

    /// The confidence of the chosen guess, and how the rest is shared by the runners-up.
    fn doubt(&self, guess: Option<&Guess>) -> Doubt {
        let Some(guess) = guess else { return Doubt::default() };
        let confidence = self.confidence(guess);
        /// How much likelier a letter is for each unit of likeness, as an exponent.
        const SHARE: f32 = 35.0;
        let weight = |(_, likeness): &(Face, f32)| (SHARE * likeness).exp();
        let others = guess.letters.get(1..).unwrap_or_default();
        let all: f32 = guess.letters.iter().map(weight).sum();
        let alternatives =
            others.iter().map(|letter| (letter.0.clone(), (1.0 - confidence) * weight(letter) / all)).collect();
        Doubt { confidence, best: guess.letters.first().map(|(face, _)| face.clone()), alternatives }
    }
}
