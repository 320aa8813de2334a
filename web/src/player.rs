//! What the player wants: a game, lengths of words, an order; and the words by them.

use crate::answer::{self, Answer, Game, PictureSize};
use crate::notes;
use hexlex::board::{Adjacency, Board, Lines};
use hexlex::game::MAX_CELLS;
use hexlex::lexicon::{Lexicon, LexiconError, english, without_accent};
use hexlex::profile::{BuiltIn, Profile};
use hexlex::read::Reading;
use hexlex::solve::{Goal, Rules, solve};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use tsify::Tsify;
use wasm_bindgen::prelude::wasm_bindgen;

/// What the player has chosen; absent is the default of the game.
#[derive(Debug, Clone, Default, Serialize, Deserialize, Tsify)]
#[serde(default)]
pub struct Wishes {
    /// The name of the game's profile; by default that of the board's kind.
    #[tsify(optional)]
    pub game: Option<String>,
    /// The fewest letters of a word.
    #[tsify(optional)]
    pub min_length: Option<usize>,
    /// The most letters of a word.
    #[tsify(optional)]
    pub max_length: Option<usize>,
    /// Whether words are ordered by their points: `score`; by default `longest`.
    #[tsify(optional)]
    pub goal: Option<String>,
}

/// A dictionary and the wishes of who plays.
#[derive(Default)]
pub(crate) struct Player {
    pub(crate) wishes: Wishes,
    /// The dictionary of the user's file; English without one.
    pub(crate) own_words: Option<OwnWords>,
}

/// The dictionary of the user's file.
pub(crate) struct OwnWords {
    as_is: Lexicon,
    /// The words without accents; `None` where no word has one.
    plain: Option<Lexicon>,
}

impl Player {
    /// Takes the words of a dictionary file in place of English; without bytes, English again. Returns the number of words.
    ///
    /// # Errors
    /// Where it is not a dictionary.
    pub(crate) fn use_words(&mut self, file: &[u8], name: &str) -> Result<usize, LexiconError> {
        if file.is_empty() {
            self.own_words = None;
            return Ok(english().len());
        }
        let (as_is, _) = Lexicon::read(name, file)?;
        let count = as_is.len();
        self.own_words = Some(OwnWords { plain: as_is.without_accents()?, as_is });
        Ok(count)
    }

    /// The words for a board: as they are where a tile has an accent, else without accents.
    pub(crate) fn lexicon(&self, board: &Board) -> &Lexicon {
        match &self.own_words {
            None => english(),
            Some(OwnWords { plain: Some(plain), .. }) if !has_accent(board) => plain,
            Some(OwnWords { as_is, .. }) => as_is,
        }
    }

    /// The profile that counts on the board of a reading, with the letter values that its tiles print.
    pub(crate) fn profile_of(&self, reading: &Reading) -> Cow<'static, Profile> {
        self.profile(&reading.board).with_printed_values(&reading.values)
    }

    /// The profile that counts on a board.
    fn profile(&self, board: &Board) -> &'static Profile {
        let named = self.wishes.game.as_deref().and_then(BuiltIn::named);
        let of_kind = match board.shape().lines() {
            Lines::Columns => BuiltIn::Deluxe,
            Lines::Rows => BuiltIn::Boggle,
        };
        named.unwrap_or(of_kind).profile()
    }

    /// The rules of a profile on a board.
    pub(crate) fn rules(&self, profile: &Profile, board: &Board) -> Rules {
        let rules = profile.rules.clone().fitted_to(board);
        Rules {
            min_length: self.wishes.min_length.unwrap_or(rules.min_length),
            max_length: self.wishes.max_length.unwrap_or(rules.max_length),
            ..rules
        }
    }

    /// The board as the chosen game has it: where any tile may follow any other, no picture shows that.
    pub(crate) fn board(&self, board: &Board) -> Board {
        let is_chosen = self.wishes.game.is_some();
        match self.profile(board).game.shape.adjacency() {
            Adjacency::Free if is_chosen => board.clone().with_adjacency(Adjacency::Free),
            _ => board.clone(),
        }
    }

    /// The words of a reading, with these notes on the picture before those on the board.
    pub(crate) fn answer(&self, reading: &Reading, size: PictureSize, mut notes: Vec<String>) -> Answer {
        let board = self.board(&reading.board);
        let profile = self.profile_of(reading);
        let rules = self.rules(&profile, &board);
        let goal = self.wishes.goal.as_deref().and_then(|goal| goal.parse().ok()).unwrap_or(Goal::Longest);
        let lexicon = self.lexicon(&board);
        let solution = solve(&board, lexicon, &rules, goal);
        let missed = reading.guessed().map(|guessed| solve(&guessed, lexicon, &rules, goal));
        notes.extend(notes::of_board(reading, &solution, missed.as_ref()));
        Answer {
            text: reading.board.to_string(),
            size,
            tiles: answer::tiles(reading),
            words: answer::words(&board, &solution),
            notes,
            game: Game { name: profile.name.clone(), title: profile.title.clone() },
            advisable: board.shape().lines() == Lines::Columns && board.shape().len() <= MAX_CELLS,
        }
    }
}

/// Whether a tile of a board has a letter with an accent.
fn has_accent(board: &Board) -> bool {
    board.to_string().chars().flat_map(char::to_lowercase).any(|letter| without_accent(letter).is_some())
}

/// A text in capitals without accents, as boards without accents spell it: É as E, ß as SS.
#[wasm_bindgen]
pub fn plain(text: &str) -> String {
    let letters = text.chars().flat_map(char::to_lowercase);
    let base = |letter: char| without_accent(letter).map_or_else(|| letter.to_string(), str::to_string);
    letters.map(base).collect::<String>().to_uppercase()
}
