//! What a page gets to know of a board: its tiles and its words, in types of TypeScript.

use hexlex::board::{Board, Cell, Face};
use hexlex::locate::{Layout, TileShape};
use hexlex::read::Reading;
use hexlex::solve::{FoundWord, Solution};
use hexlex::track::CONFIDENT;
use serde::{Deserialize, Serialize};
use tsify::Tsify;

/// A board with its words.
#[derive(Debug, Clone, Serialize, Tsify)]
pub struct Answer {
    /// The board text.
    pub text: String,
    /// The picture that the coordinates are those of.
    pub size: PictureSize,
    /// The tiles in the order of the cells, without the empty cells.
    pub tiles: Vec<Tile>,
    /// Every word, the best first.
    pub words: Vec<Word>,
    /// What makes the answer incomplete, and what to do about it: a sentence each.
    pub notes: Vec<String>,
    /// The game whose rules count.
    pub game: Game,
    /// Whether a game of falling tiles gives advice on this board.
    pub advisable: bool,
}

/// The size of a picture in pixels.
#[derive(Debug, Clone, Copy, Serialize, Tsify)]
pub struct PictureSize {
    /// Its width.
    pub width: u32,
    /// Its height.
    pub height: u32,
}

/// A game whose rules can be chosen.
#[derive(Debug, Clone, Serialize, Tsify)]
pub struct Game {
    /// The name of its profile.
    pub name: String,
    /// Its own name.
    pub title: String,
}

/// A tile of the board.
#[derive(Debug, Clone, Serialize, Tsify)]
pub struct Tile {
    /// Its column or row, from 0.
    pub line: usize,
    /// Its place in the line, from 0.
    pub index: usize,
    /// Its letters as the board text has them; `?` where they are unreadable.
    pub text: String,
    /// `normal`, `fire`, `green`, `gold`, `sapphire` or `diamond`.
    pub kind: &'static str,
    /// Its middle.
    pub center: Center,
    /// The radii of its outline.
    pub radius: Center,
    /// Whether the outline is round.
    pub round: bool,
    /// Whether its letters should be checked.
    pub doubtful: bool,
    /// Other letters that it may show, the likeliest first.
    pub alternatives: Vec<String>,
}

/// A place in the picture, or a distance along both sides.
#[derive(Debug, Clone, Copy, Serialize, Tsify)]
pub struct Center {
    /// Pixels to the right.
    pub x: f32,
    /// Pixels down.
    pub y: f32,
}

/// A word of the board.
#[derive(Debug, Clone, Serialize, Deserialize, Tsify)]
pub struct Word {
    /// The word in upper case.
    pub word: String,
    /// The number of its letters.
    pub length: usize,
    /// Its points.
    pub score: u32,
    /// The indices of its tiles in [`Answer::tiles`], in order.
    pub path: Vec<usize>,
    /// How common it is: `common`, `known` or `rare`; empty where the dictionary does not say.
    pub class: String,
}

/// The tiles of a reading.
pub(crate) fn tiles(reading: &Reading) -> Vec<Tile> {
    let Reading { board, layout, doubts, .. } = reading;
    let radius = radius(layout);
    let tile = |((cell, tile), doubt): ((Cell, Option<&hexlex::board::Tile>), &Option<hexlex::read::Doubt>)| {
        let (tile, (x, y)) = (tile?, layout.center(cell));
        let doubt = doubt.as_ref();
        let best = doubt.and_then(|doubt| doubt.best.as_ref()).filter(|face| **face != tile.face);
        let others = doubt.iter().flat_map(|doubt| doubt.alternatives.iter().map(|(face, _)| face));
        Some(Tile {
            line: cell.line,
            index: cell.index,
            text: tile.face.to_string(),
            kind: tile.kind.name(),
            center: Center { x, y },
            radius,
            round: layout.body().shape == TileShape::Circle,
            doubtful: tile.face == Face::Unreadable || doubt.is_some_and(|doubt| doubt.confidence < CONFIDENT),
            alternatives: best.into_iter().chain(others).map(ToString::to_string).collect(),
        })
    };
    board.shape().cells().zip(board.tiles()).zip(doubts).filter_map(tile).collect()
}

/// The radii of the tiles' bodies.
fn radius(layout: &Layout) -> Center {
    let (body, (x, y)) = (layout.body(), layout.pitch());
    let height = body.size * y;
    let width = if body.shape == TileShape::Hexagon { body.shape.width(height) } else { body.size * x };
    Center { x: width / 2.0, y: height / 2.0 }
}

/// A word with the places of its tiles among those of this board.
pub(crate) fn word(board: &Board, found: &FoundWord) -> Word {
    let place = |cell: &Cell| board.cells().position(|(other, _)| other == *cell);
    Word {
        word: found.word.clone(),
        length: found.length,
        score: found.score,
        path: found.path.iter().filter_map(place).collect(),
        class: found.class.map_or("", |class| class.name()).to_string(),
    }
}

/// The words of a solution.
pub(crate) fn words(board: &Board, solution: &Solution) -> Vec<Word> {
    solution.words.iter().map(|found| word(board, found)).collect()
}
