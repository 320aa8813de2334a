//! The practice game as it is played: what clicks and keys do, and how long tiles fall.

use super::plan::{Plan, Target};
use super::view::{Shown, View};
use crate::outputs;
use crate::window::{Event, Key, Next, Scene};
use anyhow::Result;
use hexlex::game::{Game, GameParams, MoveError};
use hexlex::grid::Cell;
use hexlex::lexicon::Lexicon;
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
    pub(super) params: GameParams,
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
    /// What is drawn for this plan once and for all.
    backdrop: RgbaImage,
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
        let game = Game::new(setting.params.clone(), setting.seed);
        let table = Table {
            seed: setting.seed,
            plan: Plan::new(game.shape(), (0, 0)),
            view: View::new(&setting.params.rules),
            setting,
            game,
            played: Vec::new(),
            note: String::new(),
            falling: None,
            clicked: None,
            backdrop: RgbaImage::new(0, 0),
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
            self.game.words_played(),
            self.game.is_over(),
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
        self.game = Game::new(self.setting.params.clone(), self.seed);
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
                self.note = match turn.gem {
                    Some(gem) => format!("a {} tile for {}", gem.name(), turn.word),
                    None => format!("{} points for {}", turn.points, turn.word),
                };
                self.played.push((turn.word, turn.points));
                self.fall(turn.drops);
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

    fn refuse(&mut self, refused: &MoveError) {
        self.note = match refused {
            MoveError::NotAdjacent => "the next tile must touch the last".to_string(),
            MoveError::TooShort { least, .. } => format!("a word has {least} letters or more"),
            MoveError::TooLong { most } => format!("a word has {most} letters or fewer"),
            MoveError::GameOver | MoveError::NoTile | MoveError::UnknownWord(_) => refused.to_string(),
        };
    }

    fn pick(&mut self, cell: Cell, now: Instant) -> Result<Next> {
        let last = self.clicked.filter(|click| click.cell == cell && now.duration_since(click.at) < DOUBLE_CLICK);
        if last.is_some_and(|click| click.played) {
            return Ok(Next::Rest);
        }
        let before = self.game.clone();
        self.note.clear();
        if let Err(refused) = self.game.select(cell) {
            self.refuse(&refused);
        }
        // The first of two clicks took the tile, or gave it back: either way the word with it is meant.
        let whole = if self.game.selected().last() == Some(&cell) { self.game.clone() } else { before };
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
            _ if self.game.is_over() => self.renew(),
            Some(Target::Tile(cell)) => self.pick(cell, Instant::now()),
            Some(Target::Submit) => self.submit(),
            Some(Target::Scramble) => self.scramble(),
            Some(Target::Renew) => self.renew(),
            None => Ok(Next::Rest),
        }
    }

    fn key(&mut self, key: Key) -> Result<Next> {
        if self.game.is_over() {
            return self.renew();
        }
        match key {
            Key::Enter => return self.submit(),
            Key::Escape => self.game.deselect_all(),
            Key::Backspace => self.game.deselect_last(),
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
        if self.plan.size != size {
            self.plan = Plan::new(self.game.shape(), size);
            self.backdrop = self.view.backdrop(&self.plan);
        }
        let shown = Shown {
            game: &self.game,
            above: &self.above(Instant::now()),
            is_word: self.game.is_word(&self.setting.lexicon),
            history: self.played.iter().rev().map(|(word, points)| (word.as_str(), *points)).collect(),
            note: &self.note,
        };
        self.picture = self.view.draw(self.backdrop.clone(), &self.plan, &shown);
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

#[cfg(test)]
mod tests {
    use super::*;
    use hexlex::board::Board;
    use hexlex::lexicon;
    use hexlex::solve::{Goal, solve};

    const SEED: u64 = 7;

    fn table(state: Option<PathBuf>, fall: Duration) -> Table {
        let (params, lexicon) = (GameParams::default(), Cow::Borrowed(lexicon::english()));
        let mut table = Table::new(Setting { params, lexicon, seed: SEED, fall, state }).unwrap();
        table.draw((640, 480));
        table
    }

    fn click(table: &mut Table, cell: Cell) {
        let (x, y) = table.plan.layout.center(cell);
        assert_eq!(table.hear(Event::Click(x, y)).unwrap(), Next::Draw);
    }

    fn enter(table: &mut Table) {
        table.hear(Event::Key(Key::Enter)).unwrap();
    }

    /// The path of the shortest word: short words bring fire, so that games end.
    fn shortest(game: &Game) -> Option<Vec<Cell>> {
        let words = solve(&game.board(), lexicon::english(), game.rules(), Goal::Score).words;
        words.into_iter().min_by_key(|found| found.length).map(|found| found.path)
    }

    #[test]
    fn two_hundred_words_are_played_and_kept() {
        let folder = tempfile::tempdir().unwrap();
        let state = folder.path().join("state.txt");
        let mut table = table(Some(state.clone()), Duration::ZERO);
        let (mut seed, mut twin) = (SEED, Game::new(GameParams::default(), SEED));
        for word in 0..200 {
            if twin.is_over() {
                click(&mut table, Cell { line: 3, index: 3 });
                seed += 1;
                twin = Game::new(GameParams::default(), seed);
            }
            let Some(path) = shortest(&twin) else { panic!("no word on\n{}", twin.board()) };
            path.iter().for_each(|&cell| click(&mut table, cell));
            enter(&mut table);
            twin.play(&path).unwrap();
            let kept: Board = std::fs::read_to_string(&state).unwrap().parse().unwrap();
            assert_eq!(kept, twin.board(), "word {word}");
            assert_eq!((table.game().score(), table.played().len()), (twin.score(), twin.words_played() as usize));
            if word % 20 == 0 {
                table.draw((640, 480));
            }
        }
        assert!(seed > SEED, "no game ended");
    }

    #[test]
    fn nothing_is_clicked_or_kept_while_tiles_fall() {
        let folder = tempfile::tempdir().unwrap();
        let state = folder.path().join("state.txt");
        let mut table = table(Some(state.clone()), Duration::from_secs(3600));
        let kept = || std::fs::read_to_string(&state).unwrap();
        let path = shortest(table.game()).unwrap();
        path.iter().for_each(|&cell| click(&mut table, cell));
        let before = kept();
        enter(&mut table);
        assert_eq!(table.game().words_played(), 1);
        assert!(table.alarm().is_some() && table.above(Instant::now()).iter().any(|&above| above > 0.5));
        assert_eq!(table.hear(Event::Click(320.0, 240.0)).unwrap(), Next::Rest);
        assert_eq!(kept(), before);
        table.draw((640, 480));
        let landed = table.falling.as_ref().unwrap().since + table.setting.fall;
        table.pass(landed).unwrap();
        assert_ne!(kept(), before);
        assert!(table.alarm().is_none() && table.above(landed).iter().all(|&above| above == 0.0));
    }

    #[test]
    fn buttons_do_what_they_say() {
        let mut table = table(None, Duration::ZERO);
        let press = |table: &mut Table, button: fn(&Plan) -> hexlex::pixels::Bounds| {
            let hexlex::pixels::Point { x, y } = button(&table.plan).center();
            let tile = table.plan.tile;
            table.hear(Event::Click(x * tile, y * tile)).unwrap();
        };
        let path = shortest(table.game()).unwrap();
        path.iter().for_each(|&cell| click(&mut table, cell));
        press(&mut table, |plan| plan.parts.submit);
        assert_eq!(table.game().words_played(), 1);
        let before = table.game().board();
        press(&mut table, |plan| plan.parts.scramble);
        assert_ne!(table.game().board(), before);
        press(&mut table, |plan| plan.parts.renew);
        assert_eq!((table.game().words_played(), table.seed(), table.played().len()), (0, SEED + 1, 0));
        assert_eq!(table.game().board(), Game::new(GameParams::default(), SEED + 1).board());
    }

    #[test]
    fn a_double_click_plays_the_word_whatever_the_first_click_did() {
        for first_takes_back in [false, true] {
            let mut table = table(None, Duration::ZERO);
            let path = shortest(table.game()).unwrap();
            let last = path[path.len() - 1];
            path.iter().for_each(|&cell| click(&mut table, cell));
            if first_takes_back {
                table.clicked = None; // that was long ago
                click(&mut table, last);
                assert_eq!((table.game().words_played(), table.game().selected().len()), (0, path.len() - 1));
            }
            click(&mut table, last);
            assert_eq!(table.game().words_played(), 1);
            let (x, y) = table.plan.layout.center(last);
            assert_eq!(table.hear(Event::Click(x, y)).unwrap(), Next::Rest, "a third click at once is none");
        }
    }

    #[test]
    fn what_is_no_word_is_refused_and_said() {
        let mut table = table(None, Duration::ZERO);
        enter(&mut table);
        assert_eq!(table.note, "a word has 3 letters or more");
        click(&mut table, Cell { line: 0, index: 0 });
        let far = table.plan.layout.center(Cell { line: 6, index: 6 });
        table.hear(Event::Click(far.0, far.1)).unwrap();
        assert_eq!((table.note.as_str(), table.game().selected().len()), ("the next tile must touch the last", 1));
        table.hear(Event::Key(Key::Escape)).unwrap();
        assert!(table.note.is_empty() && table.game().selected().is_empty());
        table.scramble().unwrap();
        assert_eq!(table.game().pieces().iter().filter(|piece| piece.kind == hexlex::board::TileKind::Fire).count(), 3);
        assert_eq!(table.hear(Event::Close).unwrap(), Next::Close);
    }
}
