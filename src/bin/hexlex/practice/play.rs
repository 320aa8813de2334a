//! The game in progress without its window: moves, the words so far, the high scores, the state file.

use super::PlayedWord;
use super::bonus::{BonusWord, BonusWords};
use super::round::{Clock, Rest};
use super::scores::{GameResult, HighScores};
use super::spelling::path_spelling;
use crate::{outputs, own_output};
use anyhow::{Error, Result};
use hexlex::board::Cell;
use hexlex::game::{Game, GameParams, MoveError, Turn};
use hexlex::lexicon::Lexicon;
use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// What a practice game begins with.
pub(super) struct Setup {
    pub(super) params: GameParams,
    /// The time of a round.
    pub(super) time: Option<Duration>,
    /// The points of the bonus words, one after the other; the last one repeats. Empty for a game without them.
    pub(super) bonus: Vec<u32>,
    pub(super) lexicon: Cow<'static, Lexicon>,
    pub(super) seed: u64,
    /// The file to which the true board is written.
    pub(super) state: Option<PathBuf>,
    pub(super) scores: HighScores,
}

/// A game in progress.
pub(super) struct Play {
    setup: Setup,
    /// The seed of this game. The next game has the next seed.
    seed: u64,
    pub(super) game: Game,
    words: Vec<PlayedWord>,
    bonus: BonusWords,
    clock: Option<Clock>,
    /// What was left on a board that stays, after the end.
    rest: Option<Rest>,
    /// The line about the last move.
    pub(super) note: Note,
    /// The selected tiles, where they were typed.
    typed: Typed,
    /// Why the high scores are not kept.
    scores_error: Option<Error>,
}

/// The line about the last move.
#[derive(Debug, Default)]
pub(super) struct Note {
    pub(super) text: String,
    /// What became of a word that was played; `None` where the line is about something else.
    pub(super) verdict: Option<Verdict>,
}

/// What became of a word that was played. Each looks different on the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    Right,
    Repeated,
    NoWord,
}

impl Note {
    pub(super) fn clear(&mut self) {
        *self = Note::default();
    }
}

impl From<String> for Note {
    fn from(text: String) -> Note {
        Note { text, verdict: None }
    }
}

/// What every state file begins with.
const STATE_BEGINNING: &str = "# seed: ";

/// A text that was typed, and the tiles that it selected: they are typed text until others are selected.
#[derive(Default)]
struct Typed {
    text: String,
    path: Vec<Cell>,
}

impl Play {
    /// A new game, whose board is in the state file.
    ///
    /// # Errors
    /// Where the state file cannot be written.
    pub(super) fn new(setup: Setup) -> Result<Play> {
        let game = Game::new(setup.params.clone(), setup.seed);
        let play = Play {
            seed: setup.seed,
            bonus: BonusWords::new(&setup.bonus, &game, &setup.lexicon, setup.seed),
            game,
            clock: setup.time.map(|time| Clock::new(time, Instant::now())),
            setup,
            words: Vec::new(),
            rest: None,
            note: Note::default(),
            typed: Typed::default(),
            scores_error: None,
        };
        play.write_state()?;
        Ok(play)
    }

    /// The seed of the current game.
    pub(super) fn seed(&self) -> u64 {
        self.seed
    }

    /// The words of the current game, oldest first.
    pub(super) fn words(&self) -> &[PlayedWord] {
        &self.words
    }

    /// The bonus word that is asked for.
    pub(super) fn bonus(&self) -> Option<&BonusWord> {
        self.bonus.asked().filter(|_| !self.is_over())
    }

    /// The word with the most points, the first of several.
    pub(super) fn best(&self) -> Option<&PlayedWord> {
        self.words.iter().rev().max_by_key(|played| played.score)
    }

    /// The longest word, the first of several.
    pub(super) fn longest(&self) -> Option<&PlayedWord> {
        self.words.iter().rev().max_by_key(|played| played.word.chars().count())
    }

    /// The highest score of another game by the same rules.
    pub(super) fn highest(&self) -> u64 {
        self.setup.scores.highest(&self.game.rules().name)
    }

    /// Whether the selected tiles spell a word.
    pub(super) fn is_word(&self) -> bool {
        self.game.is_word(&self.setup.lexicon)
    }

    /// Why the high scores are not kept, if they are not.
    pub(super) fn scores_error(&self) -> Option<&Error> {
        self.scores_error.as_ref()
    }

    /// Checks that the state file is not another file.
    ///
    /// # Errors
    /// If it is.
    pub(super) fn check_state(file: &Path) -> Result<()> {
        own_output::check(file, STATE_BEGINNING.as_bytes())
    }

    /// Writes the true board to the state file, after comments with what the board does not show.
    pub(super) fn write_state(&self) -> Result<()> {
        let Some(path) = &self.setup.state else { return Ok(()) };
        let bonus = self.bonus().map(|bonus| format!("# bonus: {} {}\n", bonus.word, bonus.points));
        let text = format!(
            "{STATE_BEGINNING}{}\n# score: {}\n# level: {}\n# words: {}\n# over: {}\n# selected: {}\n{}{}",
            self.seed,
            self.game.score(),
            self.game.level(),
            self.game.words_played(),
            self.is_over(),
            self.game.word(),
            bonus.unwrap_or_default(),
            self.game.board()
        );
        outputs::write_bytes(text.as_bytes(), path)
    }

    /// The clock of the round, while it runs.
    pub(super) fn clock(&self) -> Option<&Clock> {
        self.clock.as_ref().filter(|_| self.rest.is_none())
    }

    /// Whether the game has ended.
    pub(super) fn is_over(&self) -> bool {
        self.game.is_over() || self.rest.is_some()
    }

    /// What was left on a board that stays, after the end.
    pub(super) fn rest(&self) -> Option<&Rest> {
        self.rest.as_ref()
    }

    /// Ends the round of a game whose tiles stay.
    pub(super) fn end_round(&mut self) {
        if self.setup.params.refill.stays() && self.rest.is_none() {
            self.game.deselect_all();
            self.note.clear();
            self.rest = Some(Rest::of(&self.game, &self.setup.lexicon, &self.words));
        }
    }

    /// Begins the game of the next seed.
    pub(super) fn new_game(&mut self) {
        self.seed = self.seed.wrapping_add(1);
        self.game = Game::new(self.setup.params.clone(), self.seed);
        self.bonus = BonusWords::new(&self.setup.bonus, &self.game, &self.setup.lexicon, self.seed);
        self.words.clear();
        self.note.clear();
        self.rest = None;
        self.clock = self.setup.time.map(|time| Clock::new(time, Instant::now()));
        self.setup.scores.next_game();
    }

    /// Plays the selected tiles; notes why not, where they are not a word.
    pub(super) fn submit(&mut self) -> Option<Turn> {
        match self.game.submit(&self.setup.lexicon) {
            Ok(mut turn) => {
                let bonus = self.bonus.take(&turn.word, &mut self.game, &self.setup.lexicon, self.seed);
                turn.points += bonus.unwrap_or(0);
                let text = match turn.gem {
                    _ if bonus.is_some() => format!("the bonus word: {} points for {}", turn.points, turn.word),
                    None if self.setup.params.refill.stays() => format!("right: {}", turn.word),
                    Some(gem) => format!("a {} tile for {}", gem.name(), turn.word),
                    None => format!("{} points for {}", turn.points, turn.word),
                };
                self.note = Note { text, verdict: Some(Verdict::Right) };
                self.words.push(PlayedWord { word: turn.word.clone(), score: turn.points });
                self.record();
                Some(turn)
            }
            Err(error) => {
                self.explain(&error);
                None
            }
        }
    }

    /// Keeps the result among the high scores. After an error the game goes on without them.
    fn record(&mut self) {
        if self.scores_error.is_some() {
            return;
        }
        let result = GameResult {
            profile: self.game.rules().name.to_string(),
            score: self.game.score(),
            level: self.game.level(),
            words: self.game.words_played(),
            best: self.best().cloned(),
            seed: self.seed,
        };
        self.scores_error = self.setup.scores.record(result).err();
    }

    pub(super) fn scramble(&mut self) {
        match self.game.scramble() {
            Ok(()) => {
                let price = if self.setup.params.fire.scramble > 0 { ", at the price of fire" } else { "" };
                self.note = format!("scrambled{price}").into();
            }
            Err(error) => self.explain(&error),
        }
    }

    /// Notes why a move is not allowed.
    pub(super) fn explain(&mut self, error: &MoveError) {
        let text = match error {
            MoveError::NotAdjacent => "the next tile must touch the last".to_string(),
            MoveError::TooShort { least, .. } => format!("a word has {least} letters or more"),
            MoveError::TooLong { most } => format!("a word has {most} letters or fewer"),
            MoveError::UnknownWord(word) if self.setup.params.refill.stays() => format!("not a word: {word}"),
            MoveError::Repeated(word) => format!("repeated: {word}"),
            MoveError::GameOver | MoveError::NoTile | MoveError::UnknownWord(_) => error.to_string(),
        };
        let verdict = match error {
            MoveError::UnknownWord(_) => Some(Verdict::NoWord),
            MoveError::Repeated(_) => Some(Verdict::Repeated),
            _ => None,
        };
        self.note = Note { text, verdict };
    }

    /// What has been typed to select the tiles; their letters where they were clicked.
    fn typed(&self) -> String {
        if self.typed.path == self.game.selected() { self.typed.text.clone() } else { self.game.word() }
    }

    /// Selects tiles that spell what was typed and this letter.
    pub(super) fn type_letter(&mut self, letter: char) {
        self.note.clear();
        let mut text = self.typed();
        text.extend(letter.to_uppercase());
        match path_spelling(&self.game, &text, self.game.selected()) {
            Some(path) => self.select_typed(text, path),
            None => self.note = format!("no tiles that touch spell {text}").into(),
        }
    }

    /// Takes back the last letter that was typed.
    pub(super) fn delete_letter(&mut self) {
        self.note.clear();
        let mut text = self.typed();
        text.pop();
        match path_spelling(&self.game, &text, self.game.selected()) {
            Some(path) => self.select_typed(text, path),
            None => self.game.deselect_last(),
        }
    }

    fn select_typed(&mut self, text: String, path: Vec<Cell>) {
        let before = self.game.clone();
        self.game.deselect_all();
        match path.iter().try_for_each(|&cell| self.game.select(cell)) {
            Ok(()) => self.typed = Typed { text, path },
            Err(error) => {
                self.game = before;
                self.explain(&error);
            }
        }
    }
}
