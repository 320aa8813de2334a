//! The practice game as it is played: what clicks and keys do, and how long tiles fall.

use super::plan::{Plan, Target};
use super::view::{Shown, View};
use crate::outputs;
use crate::window::{Event, Key, Next, Scene};
use anyhow::Result;
use hexlex::grid::Cell;
use hexlex::lexicon::Lexicon;
use hexlex::play::{Game, Numbers, Refused};
use image::RgbaImage;
use std::borrow::Cow;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Two clicks on a tile within this time are one that plays the word.
const DOUBLE_CLICK: Duration = Duration::from_millis(450);
/// How long a picture of falling tiles is seen.
const PICTURE: Duration = Duration::from_millis(16);

/// What a table is laid for.
pub(super) struct Setting {
    pub(super) numbers: Numbers,
    pub(super) lexicon: Cow<'static, Lexicon>,
    pub(super) seed: u64,
    /// How long tiles fall.
    pub(super) fall: Duration,
    /// The file of the true board.
    pub(super) state: Option<PathBuf>,
}

/// A word that was played, and what it paid.
pub(super) type Played = (String, u32);

/// A game, and the player in front of it.
pub(super) struct Table {
    setting: Setting,
    /// The seed of this game; the next one has the next.
    seed: u64,
    game: Game,
    played: Vec<Played>,
    note: String,
    falling: Option<Falling>,
    clicked: Option<Click>,
    view: View,
    plan: Plan,
    picture: RgbaImage,
}

/// A click on a tile.
#[derive(Clone, Copy)]
struct Click {
    cell: Cell,
    at: Instant,
    /// Whether it played a word: one that follows at once is no pick of the tile that is there now.
    played: bool,
}

/// Tiles on their way down.
struct Falling {
    since: Instant,
    /// How many places each tile falls.
    places: Vec<u8>,
}

impl Table {
    /// A table with a new game on it, whose board is in the state file.
    pub(super) fn new(setting: Setting) -> Result<Table> {
        let game = Game::new(setting.numbers.clone(), setting.seed);
        let table = Table {
            seed: setting.seed,
            plan: Plan::new(game.shape(), (0, 0)),
            setting,
            game,
            played: Vec::new(),
            note: String::new(),
            falling: None,
            clicked: None,
            view: View::new(),
            picture: RgbaImage::new(0, 0),
        };
        table.keep()?;
        Ok(table)
    }

    /// The game of now.
    pub(super) fn game(&self) -> &Game {
        &self.game
    }

    /// Its seed.
    pub(super) fn seed(&self) -> u64 {
        self.seed
    }

    /// Its words so far.
    pub(super) fn played(&self) -> &[Played] {
        &self.played
    }

    /// Writes the true board, with what else a test may want to know as comments.
    fn keep(&self) -> Result<()> {
        let Some(path) = &self.setting.state else { return Ok(()) };
        let text = format!(
            "# seed: {}\n# score: {}\n# level: {}\n# words: {}\n# over: {}\n{}",
            self.seed,
            self.game.score(),
            self.game.level(),
            self.game.words(),
            self.game.over(),
            self.game.board()
        );
        outputs::write_bytes(text.as_bytes(), path)
    }

    /// After a change: it is seen, and kept once the tiles stand.
    fn changed(&self) -> Result<Next> {
        if self.falling.is_none() {
            self.keep()?;
        }
        Ok(Next::Draw)
    }

    fn renew(&mut self) -> Result<Next> {
        self.seed = self.seed.wrapping_add(1);
        self.game = Game::new(self.setting.numbers.clone(), self.seed);
        self.played.clear();
        self.note.clear();
        self.clicked = None;
        // All tiles of a new board come from above.
        let places = self.game.shape().cells().map(|cell| self.game.shape().lengths()[cell.line] as u8).collect();
        self.fall(places);
        self.changed()
    }

    fn fall(&mut self, places: Vec<u8>) {
        if !self.setting.fall.is_zero() && places.iter().any(|&places| places > 0) {
            self.falling = Some(Falling { since: Instant::now(), places });
        }
    }

    fn submit(&mut self) -> Result<Next> {
        match self.game.submit(&self.setting.lexicon) {
            Ok(turn) => {
                let gem = turn.gem.map_or(String::new(), |gem| format!(" and a {} tile", gem.name()));
                self.note = format!("{}: {} points{gem}", turn.word, turn.points);
                self.played.push((turn.word, turn.points));
                self.fall(turn.fell);
            }
            Err(refused) => self.refuse(&refused),
        }
        self.changed()
    }

    fn scramble(&mut self) -> Result<Next> {
        match self.game.scramble() {
            Ok(()) => self.note = "scrambled, at the price of fire".to_string(),
            Err(refused) => self.refuse(&refused),
        }
        self.changed()
    }

    fn refuse(&mut self, refused: &Refused) {
        self.note = refused.to_string();
    }

    fn pick(&mut self, cell: Cell, now: Instant) -> Result<Next> {
        let last = self.clicked.filter(|click| click.cell == cell && now.duration_since(click.at) < DOUBLE_CLICK);
        if last.is_some_and(|click| click.played) {
            return Ok(Next::Rest);
        }
        let before = self.game.clone();
        self.note.clear();
        if let Err(refused) = self.game.pick(cell) {
            self.refuse(&refused);
        }
        // The first of two clicks took the tile, or gave it back: either way the word with it is meant.
        let whole = if self.game.picked().last() == Some(&cell) { self.game.clone() } else { before };
        let played = last.is_some() && whole.is_word(&self.setting.lexicon);
        self.clicked = Some(Click { cell, at: now, played });
        if played {
            self.game = whole;
            return self.submit();
        }
        self.changed()
    }

    fn click(&mut self, at: (f32, f32)) -> Result<Next> {
        match self.plan.target(at) {
            _ if self.game.over() => self.renew(),
            Some(Target::Tile(cell)) => self.pick(cell, Instant::now()),
            Some(Target::Submit) => self.submit(),
            Some(Target::Scramble) => self.scramble(),
            Some(Target::Renew) => self.renew(),
            None => Ok(Next::Rest),
        }
    }

    fn key(&mut self, key: Key) -> Result<Next> {
        if self.game.over() {
            return self.renew();
        }
        match key {
            Key::Enter => return self.submit(),
            Key::Escape => self.game.clear(),
            Key::Backspace => self.game.take_back(),
            Key::Sign(_) => return Ok(Next::Rest),
        }
        self.note.clear();
        self.changed()
    }

    /// Lets time pass for the tiles that fall.
    fn pass(&mut self, now: Instant) -> Result<Next> {
        let Some(falling) = &self.falling else { return Ok(Next::Rest) };
        if now.duration_since(falling.since) < self.setting.fall {
            return Ok(Next::Draw);
        }
        self.falling = None;
        self.changed()
    }

    /// How far each tile is above its place, in tiles: falling as things fall, sooner and sooner.
    fn above(&self, now: Instant) -> Vec<f32> {
        let Some(falling) = &self.falling else { return vec![0.0; self.game.pieces().len()] };
        let part = now.duration_since(falling.since).as_secs_f32() / self.setting.fall.as_secs_f32();
        falling.places.iter().map(|&places| f32::from(places) * (1.0 - part.min(1.0).powi(2))).collect()
    }
}

impl Scene for Table {
    type Message = ();

    fn draw(&mut self, size: (u32, u32)) -> &RgbaImage {
        self.plan = Plan::new(self.game.shape(), size);
        let shown = Shown {
            game: &self.game,
            above: &self.above(Instant::now()),
            is_word: self.game.is_word(&self.setting.lexicon),
            history: self.played.iter().rev().map(|(word, points)| (word.as_str(), *points)).collect(),
            note: &self.note,
        };
        self.picture = self.view.draw(&self.plan, &shown);
        &self.picture
    }

    fn hear(&mut self, event: Event<()>) -> Result<Next> {
        match event {
            Event::Close => Ok(Next::Close),
            Event::Time | Event::Message(()) => self.pass(Instant::now()),
            // What is clicked at while tiles fall is not what will be there.
            _ if self.falling.is_some() => Ok(Next::Rest),
            Event::Click(x, y) => self.click((x, y)),
            Event::Key(key) => self.key(key),
        }
    }

    fn alarm(&self) -> Option<Instant> {
        let falling = self.falling.as_ref()?;
        let seen = falling.since.elapsed().as_millis() / PICTURE.as_millis();
        Some(falling.since + PICTURE * u32::try_from(seen + 1).unwrap_or(u32::MAX))
    }
}
