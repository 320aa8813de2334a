//! A Bookworm-like game: a board, a player's moves and their results. Independent of pixels and time; all randomness
//! comes from the seed.
//!
//! - [`Game`]: a game in progress, with the tiles that the player has selected.
//! - [`Turn`] and [`MoveError`]: the result of a move.
//! - [`GameParams`]: the numbers that decide how a game goes, from a [profile](crate::profile).
//! - [`State`] and [`Engine`]: the board alone as a small value and what moves do to it, for players that think ahead;
//!   [`Game`] moves by them too.
//! - [`Collapse`] and [`Territory`]: boards of squares that are played off, and whose tiles change hands, for players that think
//!   ahead. [`Game`] does not play them.
//!
//! A word's tiles vanish, and the columns fall. A burning tile that the word did not use destroys the tile below it
//! (gems withstand some turns) and moves down one row. New tiles come from the top. Long words add gems, short words
//! add fire. A fire that was on the bottom before a word and is not part of the word ends the game. In a game of cubes
//! ([`GameParams::cubes`]) the tiles stay, and a word counts once.
//!
//! ```
//! use hexlex::{game::{Game, GameParams}, lexicon, solve::{Goal, solve}};
//!
//! let mut game = Game::new(GameParams::default(), 7);
//! let solution = solve(&game.board(), lexicon::english(), game.rules(), Goal::Score);
//! let best = solution.best().ok_or("no word")?;
//! let turn = game.play(&best.path)?;
//! assert_eq!((turn.word, turn.points), (best.word.clone(), best.score));
//! assert_eq!(game.score(), u64::from(best.score));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod collapse;
mod engine;
mod moves;
mod state;
mod territory;

pub use crate::profile::{
    Beginnings, BurnOrder, CollapseParams, Defended, FireParams, FireRun, GameParams, Refill, Resistance,
    ScrambleParams, ScrambleTiles, ScrambleTurn, TerritoryParams,
};
pub use collapse::{Collapse, Pile};
pub use engine::{Engine, Fallen};
pub use moves::{MoveError, Piece, Turn};
pub use state::{HOLE, MAX_CELLS, State, UNKNOWN, ids, mask_of};
pub use territory::{Owners, Territory, TerritoryError};

use crate::board::{Board, Cell, SELECTED, Shape, Tile, TileKind};
use crate::lexicon::Lexicon;
use crate::roll::Roller;
use crate::solve::Rules;

/// A game in progress. The same seed and the same moves give the same game.
#[derive(Debug, Clone)]
pub struct Game {
    params: GameParams,
    roller: Roller,
    /// In the order of the shape's cells.
    pieces: Vec<Piece>,
    selected: Vec<Cell>,
    score: u64,
    /// The words so far, oldest first.
    words: Vec<String>,
    next_id: u32,
    /// The number of short words in a row.
    short_words: u8,
    is_over: bool,
}

impl Game {
    /// A new game, whose board has neither gems nor fire.
    pub fn new(params: GameParams, seed: u64) -> Game {
        let mut game = Game {
            params,
            roller: Roller::new(seed),
            pieces: Vec::new(),
            selected: Vec::new(),
            score: 0,
            words: Vec::new(),
            next_id: 0,
            short_words: 0,
            is_over: false,
        };
        let letters = game.roller.roll(&game.params.letters, game.params.shape.len());
        game.pieces = letters.chars().take(game.params.shape.len()).map(|letter| game.piece_of(letter)).collect();
        // Cubes may be fewer than the cells.
        while game.pieces.len() < game.params.shape.len() {
            let piece = game.new_piece();
            game.pieces.push(piece);
        }
        game.apply_level();
        game
    }

    /// The cells and which of them touch.
    pub fn shape(&self) -> &Shape {
        &self.params.shape
    }

    /// What decides how the game goes.
    pub fn params(&self) -> &GameParams {
        &self.params
    }

    /// Which words count, and their points on the current level.
    pub fn rules(&self) -> &Rules {
        &self.params.rules
    }

    /// The tiles in the order of the shape's cells.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// The current board, with the selected tiles tagged `selected`.
    pub fn board(&self) -> Board {
        let tiles = self.params.shape.cells().zip(&self.pieces).map(|(cell, piece)| {
            let tags = if self.selected.contains(&cell) { vec![SELECTED.to_string()] } else { Vec::new() };
            Some(Tile { tags, ..piece.tile() })
        });
        Board::new(self.params.shape.clone(), tiles.collect()).unwrap_or_else(|_| unreachable!("every cell has a tile"))
    }

    /// The points so far.
    pub fn score(&self) -> u64 {
        self.score
    }

    /// Adds points that no word scored, such as those of a bonus word.
    pub fn add_points(&mut self, points: u32) {
        self.score = (self.score + u64::from(points)).min(self.params.score_limit);
        self.apply_level();
    }

    /// The level, from 1.
    pub fn level(&self) -> u32 {
        self.params.level(self.score)
    }

    /// The number of words so far.
    pub fn words_played(&self) -> u32 {
        self.words.len() as u32
    }

    /// Whether the game has ended: a fire was on the bottom, and the last word did not use it.
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// The tiles that the player has selected, in the word's order.
    pub fn selected(&self) -> &[Cell] {
        &self.selected
    }

    /// The letters of the selected tiles.
    pub fn word(&self) -> String {
        self.letters(&self.selected)
    }

    /// The points that the selected tiles would score.
    pub fn word_points(&self) -> u32 {
        self.points(&self.selected)
    }

    /// Whether the selected tiles spell a word of the lexicon.
    pub fn is_word(&self, lexicon: &Lexicon) -> bool {
        let word = self.word();
        self.check_word(&word).is_ok() && lexicon.contains(&word)
    }

    /// Selects a tile that touches the last selected one. The last selected tile itself is deselected, an earlier one
    /// becomes the last.
    ///
    /// # Errors
    /// [`MoveError`], with nothing changed.
    pub fn select(&mut self, cell: Cell) -> Result<(), MoveError> {
        if self.is_over {
            return Err(MoveError::GameOver);
        }
        let piece = self.piece(cell).ok_or(MoveError::NoTile)?;
        if let Some(at) = self.selected.iter().position(|&selected| selected == cell) {
            let is_last = at + 1 == self.selected.len();
            self.selected.truncate(if is_last { at } else { at + 1 });
            return Ok(());
        }
        if let Some(&last) = self.selected.last()
            && !self.params.shape.neighbors(last).contains(&cell)
        {
            return Err(MoveError::NotAdjacent);
        }
        let most = self.params.rules.max_length;
        if self.word().len() + piece.letters().len() > most {
            return Err(MoveError::TooLong { most });
        }
        self.selected.push(cell);
        Ok(())
    }

    /// Deselects the last selected tile.
    pub fn deselect_last(&mut self) {
        self.selected.pop();
    }

    /// Deselects every tile.
    pub fn deselect_all(&mut self) {
        self.selected.clear();
    }

    /// Plays the selected tiles, if the lexicon has their word.
    ///
    /// # Errors
    /// [`MoveError`], with nothing changed.
    pub fn submit(&mut self, lexicon: &Lexicon) -> Result<Turn, MoveError> {
        let path = self.selected.clone();
        let word = self.word();
        self.check(&path)?;
        if !lexicon.contains(&word) {
            return Err(MoveError::UnknownWord(word));
        }
        self.play(&path)
    }

    /// Plays the tiles of a path without asking a lexicon: for callers that have checked the word.
    ///
    /// # Errors
    /// [`MoveError`], with nothing changed, if the path leaves the board, repeats a tile, has a gap, or is too short or
    /// too long.
    pub fn play(&mut self, path: &[Cell]) -> Result<Turn, MoveError> {
        self.check(path)?;
        let points = self.points(path);
        let word = self.letters(path);
        let gem = self.params.gem(word.len());
        self.score = (self.score + u64::from(points)).min(self.params.score_limit);
        self.words.push(word.clone());
        self.selected.clear();
        let drops = match Engine::new(self.params.clone()).filter(|_| self.params.refill == Refill::Fall) {
            Some(engine) => self.fall(&engine, path, word.len()),
            None => vec![0; self.pieces.len()],
        };
        self.apply_level();
        Ok(Turn { word, points, gem, drops })
    }

    /// Shuffles the tiles that do not burn, or makes new ones of them, and sets some of the top row on fire. Where it costs a
    /// turn, fire burns down first.
    ///
    /// # Errors
    /// [`MoveError::GameOver`].
    pub fn scramble(&mut self) -> Result<(), MoveError> {
        if self.is_over {
            return Err(MoveError::GameOver);
        }
        self.selected.clear();
        let Some(engine) = Engine::new(self.params.clone()).filter(|_| self.params.refill == Refill::Fall) else {
            self.roller.shuffle(&mut self.pieces);
            return Ok(());
        };
        self.score = self.score.saturating_sub(self.params.scramble.points);
        match engine.scramble(&self.state(), &mut self.roller) {
            Some(state) => self.take_scrambled(&state),
            None => self.is_over = true,
        }
        self.apply_level();
        Ok(())
    }

    /// Makes the rules score words as the current level does.
    fn apply_level(&mut self) {
        self.params.rules = self.params.rules.clone().at_level(self.level());
    }

    /// The tile in a cell.
    pub fn piece(&self, cell: Cell) -> Option<&Piece> {
        self.params.shape.id(cell).map(|id| &self.pieces[id])
    }

    /// Whether a word may take this path: tiles of the board, each once, each touching the one before, with an allowed
    /// number of letters.
    fn check(&self, path: &[Cell]) -> Result<(), MoveError> {
        if self.is_over {
            return Err(MoveError::GameOver);
        }
        let is_repeated = |(n, cell): (usize, &Cell)| path[..n].contains(cell);
        if path.iter().enumerate().any(is_repeated) || path.iter().any(|&cell| self.piece(cell).is_none()) {
            return Err(MoveError::NoTile);
        }
        if path.windows(2).any(|pair| !self.params.shape.neighbors(pair[0]).contains(&pair[1])) {
            return Err(MoveError::NotAdjacent);
        }
        self.check_word(&self.letters(path))
    }

    /// Whether the word has an allowed number of letters and, where tiles stay, is new.
    fn check_word(&self, word: &str) -> Result<(), MoveError> {
        let Rules { min_length: least, max_length: most, .. } = self.params.rules;
        match word.len() {
            found if found < least => Err(MoveError::TooShort { least, found }),
            found if found > most => Err(MoveError::TooLong { most }),
            _ if self.params.refill.stays() && self.words.iter().any(|old| old == word) => {
                Err(MoveError::Repeated(word.to_string()))
            }
            _ => Ok(()),
        }
    }

    fn letters(&self, path: &[Cell]) -> String {
        path.iter().filter_map(|&cell| self.piece(cell)).map(Piece::letters).collect()
    }

    fn points(&self, path: &[Cell]) -> u32 {
        let tiles = path.iter().filter_map(|&cell| self.piece(cell));
        self.params.rules.word_score(tiles.map(|piece| (piece.letters(), piece.kind)))
    }

    /// The board as the engine takes it.
    fn state(&self) -> State {
        let mut state = State::empty();
        state.short_words = self.short_words;
        for (cell, piece) in self.pieces.iter().enumerate() {
            state.set(cell, piece.letter as u8 - b'A', piece.kind, piece.burned);
        }
        state
    }

    /// Lets the tiles fall after a word, or ends the game. Returns the number of rows that each tile fell.
    fn fall(&mut self, engine: &Engine, path: &[Cell], letters: usize) -> Vec<u8> {
        let mut drops = vec![0; self.pieces.len()];
        let Some(fallen) = engine.after_word(&self.state(), mask_of(&self.params.shape, path)) else {
            self.is_over = true;
            return drops;
        };
        let state = engine.refill(&fallen, letters, self.level(), &mut self.roller);
        let before = self.pieces.clone();
        let mut first = 0;
        for length in self.params.shape.lengths().to_vec() {
            let column = first..first + length;
            let new = column.clone().filter(|&id| fallen.origins[id] == Fallen::NEW).count();
            for id in column {
                let old = before.get(usize::from(fallen.origins[id]));
                drops[id] = if old.is_some() { id as u8 - fallen.origins[id] } else { new as u8 };
                self.pieces[id] = self.piece_of_state(&state, id, old);
            }
            first += length;
        }
        self.short_words = state.short_words;
        drops
    }

    /// Takes the tiles of a scrambled board. Tiles that were not burning have new identities.
    fn take_scrambled(&mut self, state: &State) {
        let before = std::mem::take(&mut self.pieces);
        for (id, old) in before.iter().enumerate() {
            let is_same = state.kind(id) == TileKind::Fire && old.kind == TileKind::Fire;
            let piece = self.piece_of_state(state, id, Some(old).filter(|_| is_same));
            self.pieces.push(piece);
        }
        self.short_words = state.short_words;
    }

    /// The tile of a cell, with the identity of an old one or a new identity.
    fn piece_of_state(&mut self, state: &State, cell: usize, old: Option<&Piece>) -> Piece {
        let id = old.map_or_else(
            || {
                self.next_id += 1;
                self.next_id
            },
            |piece| piece.id,
        );
        let letter = char::from(b'A' + state.letter(cell));
        Piece { letter, kind: state.kind(cell), id, burned: state.burned(cell) }
    }

    /// A plain tile with a random letter.
    fn new_piece(&mut self) -> Piece {
        let letter = self.roller.roll(&self.params.letters, 1).chars().next().unwrap_or('e');
        self.piece_of(letter)
    }

    /// A new plain tile with this letter.
    fn piece_of(&mut self, letter: char) -> Piece {
        self.next_id += 1;
        Piece { letter: letter.to_ascii_uppercase(), kind: TileKind::Normal, id: self.next_id, burned: 0 }
    }
}

/// The rows and columns above, left, right and below a square; some may be beyond the last ones.
fn beside(row: usize, column: usize) -> impl Iterator<Item = (usize, usize)> + use<> {
    let above = row.checked_sub(1).map(|row| (row, column));
    let left = column.checked_sub(1).map(|column| (row, column));
    [above, left, Some((row, column + 1)), Some((row + 1, column))].into_iter().flatten()
}

#[cfg(test)]
mod reference;
#[cfg(test)]
mod tests;
