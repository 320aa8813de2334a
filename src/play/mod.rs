//! A game of Bookworm's kind: a board, a player's moves, and what they bring. No pixels, no clock, no dice of its own
//! but those of its seed.
//!
//! A word's tiles vanish, the columns fall, tiles that burn and were not used burn down by one, and new tiles come
//! from the top. Long words bring gems, short ones fire; a fire that lies on the bottom before a word and is not
//! in it ends the game. Where the games' rules are unknown, a field of [`Numbers`] says so.
//!
//! ```
//! use hexlex::{lexicon::{self, Lexicon}, play::{Game, Numbers}, solve::{Goal, solve}};
//!
//! let mut game = Game::new(Numbers::default(), 7);
//! let solution = solve(&game.board(), lexicon::english(), game.rules(), Goal::Score);
//! let best = solution.best().ok_or("no word")?;
//! let turn = game.play(&best.path)?;
//! assert_eq!((turn.word, turn.points), (best.word.clone(), best.score));
//! assert_eq!(game.score(), u64::from(best.score));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod fall;
mod moves;
mod numbers;

pub use moves::{Piece, Refused, Turn};
pub use numbers::{Fire, Numbers};

use crate::board::{Board, Cell, Shape, Tile, TileKind};
use crate::lexicon::Lexicon;
use crate::roll::Roller;
use crate::solve::Rules;

/// A game in progress. The same seed and the same moves give the same game.
#[derive(Debug, Clone)]
pub struct Game {
    shape: Shape,
    numbers: Numbers,
    roller: Roller,
    /// In the order of the shape's cells.
    pieces: Vec<Piece>,
    picked: Vec<Cell>,
    score: u64,
    words: u32,
    next_id: u32,
    over: bool,
}

impl Game {
    /// A new game on Bookworm's board, without gems and fire.
    pub fn new(numbers: Numbers, seed: u64) -> Game {
        let mut game = Game {
            shape: Shape::bookworm(),
            numbers,
            roller: Roller::new(seed),
            pieces: Vec::new(),
            picked: Vec::new(),
            score: 0,
            words: 0,
            next_id: 0,
            over: false,
        };
        game.pieces = (0..game.shape.len()).map(|_| game.fresh()).collect();
        game.raise_level();
        game
    }

    /// The cells and which of them touch.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Which words count, and what they pay on the level of now.
    pub fn rules(&self) -> &Rules {
        &self.numbers.rules
    }

    /// The tiles in the order of the shape's cells.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// The board of now; the tiles that are picked are tagged `selected`.
    pub fn board(&self) -> Board {
        let tiles = self.shape.cells().zip(&self.pieces).map(|(cell, piece)| {
            let tags = if self.picked.contains(&cell) { vec!["selected".to_string()] } else { Vec::new() };
            Some(Tile { tags, ..piece.tile() })
        });
        Board::new(self.shape.clone(), tiles.collect()).unwrap_or_else(|_| unreachable!("every cell has a tile"))
    }

    /// The points so far.
    pub fn score(&self) -> u64 {
        self.score
    }

    /// The level, from 1.
    pub fn level(&self) -> u32 {
        self.numbers.level(self.score)
    }

    /// How many words there were so far.
    pub fn words(&self) -> u32 {
        self.words
    }

    /// Whether a fire has reached the bottom and stayed.
    pub fn over(&self) -> bool {
        self.over
    }

    /// The tiles of the word that is being spelled, in its order.
    pub fn picked(&self) -> &[Cell] {
        &self.picked
    }

    /// The word that is being spelled.
    pub fn word(&self) -> String {
        self.picked.iter().filter_map(|&cell| self.piece(cell)).map(Piece::letters).collect()
    }

    /// What the word that is being spelled would pay.
    pub fn worth(&self) -> u32 {
        self.points(&self.picked)
    }

    /// Whether the word that is being spelled is one.
    pub fn is_word(&self, lexicon: &Lexicon) -> bool {
        let word = self.word();
        self.check_length(word.len()).is_ok() && lexicon.contains(&word)
    }

    /// Takes a tile into the word: one beside the last. One that is in it already is cut back to, and the last
    /// one taken back.
    ///
    /// # Errors
    /// [`Refused`], with nothing changed.
    pub fn pick(&mut self, cell: Cell) -> Result<(), Refused> {
        if self.over {
            return Err(Refused::Over);
        }
        let piece = self.piece(cell).ok_or(Refused::NoTile)?;
        if let Some(at) = self.picked.iter().position(|&picked| picked == cell) {
            let is_last = at + 1 == self.picked.len();
            self.picked.truncate(if is_last { at } else { at + 1 });
            return Ok(());
        }
        if let Some(&last) = self.picked.last()
            && !self.shape.neighbors(last).contains(&cell)
        {
            return Err(Refused::Apart);
        }
        let most = self.numbers.rules.max_length;
        if self.word().len() + piece.letters().len() > most {
            return Err(Refused::Long { most });
        }
        self.picked.push(cell);
        Ok(())
    }

    /// Gives up the last tile of the word.
    pub fn take_back(&mut self) {
        self.picked.pop();
    }

    /// Gives up the whole word.
    pub fn clear(&mut self) {
        self.picked.clear();
    }

    /// Plays the word that is being spelled, where the lexicon has it.
    ///
    /// # Errors
    /// [`Refused`], with nothing changed.
    pub fn submit(&mut self, lexicon: &Lexicon) -> Result<Turn, Refused> {
        let path = self.picked.clone();
        let word = self.word();
        self.check(&path)?;
        if !lexicon.contains(&word) {
            return Err(Refused::Unknown(word));
        }
        self.play(&path)
    }

    /// Plays the word along a path, whatever it says: for players who know that it is one.
    ///
    /// # Errors
    /// [`Refused`], with nothing changed, where the path is none.
    pub fn play(&mut self, path: &[Cell]) -> Result<Turn, Refused> {
        self.check(path)?;
        let points = self.points(path);
        self.picked = path.to_vec();
        let word = self.word();
        let letters = word.len();
        let gem = self.numbers.gem(letters);
        self.score += u64::from(points);
        self.words += 1;
        let used: Vec<bool> = self.shape.cells().map(|cell| path.contains(&cell)).collect();
        self.picked.clear();
        self.over = self.burns_through(&used);
        let mut fell = vec![0; self.pieces.len()];
        if !self.over {
            let chance = self.numbers.fires(self.level(), letters);
            fell = self.fall(&used);
            self.enrich(&fell, gem);
            self.kindle(&fell, chance);
        }
        self.raise_level();
        Ok(Turn { word, points, gem, fell })
    }

    /// Shuffles the letters and gems among the tiles that do not burn, and sets some on fire in the top row.
    ///
    /// # Errors
    /// [`Refused::Over`].
    pub fn scramble(&mut self) -> Result<(), Refused> {
        if self.over {
            return Err(Refused::Over);
        }
        self.picked.clear();
        let cold = |piece: &Piece| piece.kind != TileKind::Fire;
        let places: Vec<usize> = (0..self.pieces.len()).filter(|&id| cold(&self.pieces[id])).collect();
        let mut shuffled: Vec<Piece> = places.iter().map(|&id| self.pieces[id]).collect();
        self.roller.shuffle(&mut shuffled);
        for (&place, piece) in places.iter().zip(shuffled) {
            self.pieces[place] = piece;
        }
        let top: Vec<usize> =
            self.shape.cells().enumerate().filter(|(_, cell)| cell.index == 0).map(|(n, _)| n).collect();
        self.set(top, self.numbers.fire.scramble, TileKind::Fire);
        Ok(())
    }

    /// Lets words pay what they do on the level of now.
    fn raise_level(&mut self) {
        self.numbers.rules = self.numbers.rules.clone().at_level(self.level());
    }

    /// The tile of a cell.
    pub fn piece(&self, cell: Cell) -> Option<&Piece> {
        self.shape.id(cell).map(|id| &self.pieces[id])
    }

    /// A path that a word may take: tiles of the board that touch, each once, as many letters as a word may have.
    fn check(&self, path: &[Cell]) -> Result<(), Refused> {
        if self.over {
            return Err(Refused::Over);
        }
        let twice = |(n, cell): (usize, &Cell)| path[..n].contains(cell);
        if path.iter().enumerate().any(twice) || path.iter().any(|&cell| self.piece(cell).is_none()) {
            return Err(Refused::NoTile);
        }
        if path.windows(2).any(|pair| !self.shape.neighbors(pair[0]).contains(&pair[1])) {
            return Err(Refused::Apart);
        }
        self.check_length(path.iter().filter_map(|&cell| self.piece(cell)).map(|piece| piece.letters().len()).sum())
    }

    fn check_length(&self, found: usize) -> Result<(), Refused> {
        let Rules { min_length: least, max_length: most, .. } = self.numbers.rules;
        match found {
            _ if found < least => Err(Refused::Short { least, found }),
            _ if found > most => Err(Refused::Long { most }),
            _ => Ok(()),
        }
    }

    fn points(&self, path: &[Cell]) -> u32 {
        let tiles = path.iter().filter_map(|&cell| self.piece(cell));
        self.numbers.rules.word_score(tiles.map(|piece| (piece.letters(), piece.kind)))
    }

    /// The places of each column's cells among all.
    fn columns(&self) -> Vec<std::ops::Range<usize>> {
        let ends = self.shape.lengths().iter().scan(0, |end, &length| {
            *end += length;
            Some(*end - length..*end)
        });
        ends.collect()
    }

    /// Whether a fire on the bottom has not been used.
    fn burns_through(&self, used: &[bool]) -> bool {
        let mut bottoms = self.columns().into_iter().filter_map(|column| column.last());
        bottoms.any(|id| self.pieces[id].kind == TileKind::Fire && !used[id])
    }

    /// Takes the used tiles away, lets fire burn and the columns fall; tells how far each tile fell.
    fn fall(&mut self, used: &[bool]) -> Vec<u8> {
        let mut fell = vec![0; self.pieces.len()];
        for column in self.columns() {
            let before = self.pieces[column.clone()].to_vec();
            let left = fall::burned(before.iter().copied().zip(used[column.clone()].iter().copied()));
            let whole: Vec<fall::Fallen> = fall::refilled(&before, left, || self.fresh()).collect();
            for (id, (piece, places)) in column.zip(whole) {
                self.pieces[id] = piece;
                fell[id] = places;
            }
        }
        fell
    }

    /// A plain tile that nobody has seen yet.
    fn fresh(&mut self) -> Piece {
        let letter = self.roller.roll(&self.numbers.letters, 1).chars().next().unwrap_or('e');
        self.next_id += 1;
        Piece { letter: letter.to_ascii_uppercase(), kind: TileKind::Normal, id: self.next_id, burned: 0 }
    }

    /// Makes a gem: a green one of a tile that is new, a better one of any plain tile.
    fn enrich(&mut self, fell: &[u8], gem: Option<TileKind>) {
        let Some(gem) = gem else { return };
        let places = if gem == TileKind::Green { self.new_places(fell) } else { (0..self.pieces.len()).collect() };
        self.set(places, 1, gem);
    }

    /// Sets new tiles on fire, so many thousandths of one in the mean.
    fn kindle(&mut self, fell: &[u8], thousandths: u32) {
        let one_more = self.roller.below(1000) < u64::from(thousandths % 1000);
        let count = thousandths as usize / 1000 + usize::from(one_more);
        self.set(self.new_places(fell), count, TileKind::Fire);
    }

    /// Where the tiles are that came with this turn: those that fell from above the board.
    fn new_places(&self, fell: &[u8]) -> Vec<usize> {
        let cells = self.shape.cells().zip(fell).enumerate();
        cells.filter(|(_, (cell, fell))| cell.index < usize::from(**fell)).map(|(id, _)| id).collect()
    }

    /// Makes some of the plain tiles in these places another kind.
    fn set(&mut self, mut places: Vec<usize>, count: usize, kind: TileKind) {
        places.retain(|&id| self.pieces[id].kind == TileKind::Normal);
        self.roller.shuffle(&mut places);
        for id in places.into_iter().take(count) {
            self.pieces[id].kind = kind;
        }
    }
}

#[cfg(test)]
mod tests;
