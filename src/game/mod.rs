//! A Bookworm-like game: a board, a player's moves and their results. Independent of pixels and time; all randomness
//! comes from the seed.
//!
//! - [`Game`]: a game in progress, with the tiles that the player has selected.
//! - [`Turn`] and [`MoveError`]: the result of a move.
//! - [`GameParams`]: the numbers that decide how a game goes.
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

mod fall;
mod moves;
mod params;

pub use moves::{MoveError, Piece, Turn};
pub use params::{FireParams, GameParams, Refill};

use crate::board::{Board, Cell, SELECTED, Shape, Tile, TileKind};
use crate::lexicon::Lexicon;
use crate::roll::Roller;
use crate::solve::Rules;
use fall::FallenPiece;

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
        self.score += u64::from(points);
        self.words.push(word.clone());
        let used: Vec<bool> = self.params.shape.cells().map(|cell| path.contains(&cell)).collect();
        self.selected.clear();
        self.is_over = self.burns_through(&used);
        let mut drops = vec![0; self.pieces.len()];
        if !self.is_over && self.params.refill == Refill::Fall {
            let fire_rate = self.params.fire_rate(self.level(), word.len());
            drops = self.fall(&used);
            self.add_gem(&drops, gem);
            self.add_fires(&drops, fire_rate);
        }
        self.apply_level();
        Ok(Turn { word, points, gem, drops })
    }

    /// Shuffles the tiles that do not burn, and sets some of the top row on fire.
    ///
    /// # Errors
    /// [`MoveError::GameOver`].
    pub fn scramble(&mut self) -> Result<(), MoveError> {
        if self.is_over {
            return Err(MoveError::GameOver);
        }
        self.selected.clear();
        let burns = |piece: &Piece| piece.kind == TileKind::Fire;
        let cells: Vec<usize> = (0..self.pieces.len()).filter(|&id| !burns(&self.pieces[id])).collect();
        let mut shuffled: Vec<Piece> = cells.iter().map(|&id| self.pieces[id]).collect();
        self.roller.shuffle(&mut shuffled);
        for (&id, piece) in cells.iter().zip(shuffled) {
            self.pieces[id] = piece;
        }
        let top: Vec<usize> =
            self.params.shape.cells().enumerate().filter(|(_, cell)| cell.index == 0).map(|(id, _)| id).collect();
        self.change_kind(top, self.params.fire.scramble, TileKind::Fire);
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
            _ if self.params.refill == Refill::Stay && self.words.iter().any(|old| old == word) => {
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

    /// The range of cell ids of each column.
    fn columns(&self) -> Vec<std::ops::Range<usize>> {
        let ends = self.params.shape.lengths().iter().scan(0, |end, &length| {
            *end += length;
            Some(*end - length..*end)
        });
        ends.collect()
    }

    /// Whether a fire is on the bottom and was not used.
    fn burns_through(&self, used: &[bool]) -> bool {
        let mut bottoms = self.columns().into_iter().filter_map(|column| column.last());
        bottoms.any(|id| self.pieces[id].kind == TileKind::Fire && !used[id])
    }

    /// Removes the used and the burned tiles, and lets the columns fall. Returns the number of rows that each tile fell.
    fn fall(&mut self, used: &[bool]) -> Vec<u8> {
        let mut drops = vec![0; self.pieces.len()];
        for column in self.columns() {
            let before = self.pieces[column.clone()].to_vec();
            let remaining = fall::remaining(before.iter().copied().zip(used[column.clone()].iter().copied()));
            let full: Vec<FallenPiece> = fall::refilled(&before, remaining, || self.new_piece()).collect();
            for (id, FallenPiece { piece, rows }) in column.zip(full) {
                self.pieces[id] = piece;
                drops[id] = rows;
            }
        }
        drops
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

    /// Makes one plain tile a gem: a green gem among the new tiles, a better one anywhere.
    fn add_gem(&mut self, drops: &[u8], gem: Option<TileKind>) {
        let Some(gem) = gem else { return };
        let cells = if gem == TileKind::Green { self.new_cells(drops) } else { (0..self.pieces.len()).collect() };
        self.change_kind(cells, 1, gem);
    }

    /// Sets new tiles on fire: in the mean this number of thousandths of a tile.
    fn add_fires(&mut self, drops: &[u8], thousandths: u32) {
        let one_more = self.roller.below(1000) < u64::from(thousandths % 1000);
        let count = thousandths as usize / 1000 + usize::from(one_more);
        self.change_kind(self.new_cells(drops), count, TileKind::Fire);
    }

    /// The cells of the tiles that are new in this turn: those that fell from above the board.
    fn new_cells(&self, drops: &[u8]) -> Vec<usize> {
        let cells = self.params.shape.cells().zip(drops).enumerate();
        cells.filter(|(_, (cell, rows))| cell.index < usize::from(**rows)).map(|(id, _)| id).collect()
    }

    /// Changes the kind of `count` random plain tiles among these cells.
    fn change_kind(&mut self, mut cells: Vec<usize>, count: usize, kind: TileKind) {
        cells.retain(|&id| self.pieces[id].kind == TileKind::Normal);
        self.roller.shuffle(&mut cells);
        for id in cells.into_iter().take(count) {
            self.pieces[id].kind = kind;
        }
    }
}

#[cfg(test)]
mod tests;
