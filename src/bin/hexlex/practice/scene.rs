//! The practice game in its window: what clicks and keys do, and how tiles fall.

use super::PlayedWord;
use super::arrangement::{Arrangement, ClickTarget};
use super::renderer::{Renderer, Snapshot};
use crate::outputs;
use crate::window::{Event, Key, Response, Scene};
use anyhow::Result;
use hexlex::board::Cell;
use hexlex::game::{Game, GameParams, MoveError};
use hexlex::lexicon::Lexicon;
use hexlex::pixels::{Point, Size};
use image::RgbaImage;
use std::borrow::Cow;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Two clicks on a tile within this time play the word. A shorter time misses slow double clicks; with a longer one,
/// selecting a tile and taking it back plays the word. Chosen by hand.
const DOUBLE_CLICK: Duration = Duration::from_millis(450);
/// Time between two images of falling tiles: one frame of a 60 Hz screen.
const FRAME_TIME: Duration = Duration::from_millis(16);

/// What a practice game begins with.
pub(super) struct Setup {
    pub(super) params: GameParams,
    pub(super) lexicon: Cow<'static, Lexicon>,
    pub(super) seed: u64,
    /// How long tiles fall.
    pub(super) fall_time: Duration,
    /// The file to which the true board is written.
    pub(super) state: Option<PathBuf>,
}

/// A game and the window it is played in.
pub(super) struct PracticeScene {
    setup: Setup,
    /// The seed of this game. The next game has the next seed.
    seed: u64,
    game: Game,
    played: Vec<PlayedWord>,
    /// The line about the last move.
    note: String,
    falling: Option<Falling>,
    last_click: Option<TileClick>,
    renderer: Renderer,
    arrangement: Arrangement,
    /// The part of the image that is drawn once for each arrangement.
    backdrop: RgbaImage,
    picture: RgbaImage,
}

/// A click on a tile.
#[derive(Clone, Copy)]
struct TileClick {
    cell: Cell,
    at: Instant,
    /// Whether it played a word. A further click at once does not select the tile that is there now.
    played: bool,
}

/// Tiles that fall.
struct Falling {
    since: Instant,
    /// The number of rows that each tile falls.
    rows: Vec<u8>,
}

impl PracticeScene {
    /// A new game, whose board is in the state file.
    ///
    /// # Errors
    /// Where the state file cannot be written.
    pub(super) fn new(setup: Setup) -> Result<PracticeScene> {
        let game = Game::new(setup.params.clone(), setup.seed);
        let scene = PracticeScene {
            seed: setup.seed,
            arrangement: Arrangement::new(game.shape(), Size::default()),
            renderer: Renderer::new(&setup.params.rules),
            setup,
            game,
            played: Vec::new(),
            note: String::new(),
            falling: None,
            last_click: None,
            backdrop: RgbaImage::new(0, 0),
            picture: RgbaImage::new(0, 0),
        };
        scene.write_state()?;
        Ok(scene)
    }

    /// The current game.
    pub(super) fn game(&self) -> &Game {
        &self.game
    }

    /// The seed of the current game.
    pub(super) fn seed(&self) -> u64 {
        self.seed
    }

    /// The words of the current game, oldest first.
    pub(super) fn played(&self) -> &[PlayedWord] {
        &self.played
    }

    /// Writes the true board to the state file, after comments with the seed, the score and the level.
    fn write_state(&self) -> Result<()> {
        let Some(path) = &self.setup.state else { return Ok(()) };
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

    /// Redraws after a change, and writes the state unless tiles fall: then it is written when they have landed.
    fn changed(&self) -> Result<Response> {
        if self.falling.is_none() {
            self.write_state()?;
        }
        Ok(Response::Redraw)
    }

    fn new_game(&mut self) -> Result<Response> {
        self.seed = self.seed.wrapping_add(1);
        self.game = Game::new(self.setup.params.clone(), self.seed);
        self.played.clear();
        self.note.clear();
        self.last_click = None;
        // All tiles of a new board come from above it.
        let rows = self.game.shape().cells().map(|cell| self.game.shape().lengths()[cell.line] as u8).collect();
        self.start_fall(rows);
        self.changed()
    }

    fn start_fall(&mut self, rows: Vec<u8>) {
        if !self.setup.fall_time.is_zero() && rows.iter().any(|&rows| rows > 0) {
            self.falling = Some(Falling { since: Instant::now(), rows });
        }
    }

    fn submit(&mut self) -> Result<Response> {
        match self.game.submit(&self.setup.lexicon) {
            Ok(turn) => {
                self.note = match turn.gem {
                    Some(gem) => format!("a {} tile for {}", gem.name(), turn.word),
                    None => format!("{} points for {}", turn.points, turn.word),
                };
                self.played.push(PlayedWord { word: turn.word, score: turn.points });
                self.start_fall(turn.drops);
            }
            Err(error) => self.explain(&error),
        }
        self.changed()
    }

    fn scramble(&mut self) -> Result<Response> {
        match self.game.scramble() {
            Ok(()) => self.note = "scrambled, at the price of fire".to_string(),
            Err(error) => self.explain(&error),
        }
        self.changed()
    }

    /// Notes why a move is not allowed.
    fn explain(&mut self, error: &MoveError) {
        self.note = match error {
            MoveError::NotAdjacent => "the next tile must touch the last".to_string(),
            MoveError::TooShort { least, .. } => format!("a word has {least} letters or more"),
            MoveError::TooLong { most } => format!("a word has {most} letters or fewer"),
            MoveError::GameOver | MoveError::NoTile | MoveError::UnknownWord(_) => error.to_string(),
        };
    }

    /// Selects or deselects a tile. The second click of a double click plays the word.
    fn click_tile(&mut self, cell: Cell, now: Instant) -> Result<Response> {
        let first = self.last_click.filter(|click| click.cell == cell && now.duration_since(click.at) < DOUBLE_CLICK);
        if first.is_some_and(|click| click.played) {
            return Ok(Response::Unchanged);
        }
        let before = self.game.clone();
        self.note.clear();
        if let Err(error) = self.game.select(cell) {
            self.explain(&error);
        }
        // The first of two clicks selected or deselected the tile. Either way the word with the tile is meant.
        let with_tile = if self.game.selected().last() == Some(&cell) { self.game.clone() } else { before };
        let played = first.is_some() && with_tile.is_word(&self.setup.lexicon);
        self.last_click = Some(TileClick { cell, at: now, played });
        if played {
            self.game = with_tile;
            return self.submit();
        }
        self.changed()
    }

    fn click(&mut self, at: Point) -> Result<Response> {
        match self.arrangement.target(at) {
            _ if self.game.is_over() => self.new_game(),
            Some(ClickTarget::Tile(cell)) => self.click_tile(cell, Instant::now()),
            Some(ClickTarget::Submit) => self.submit(),
            Some(ClickTarget::Scramble) => self.scramble(),
            Some(ClickTarget::NewGame) => self.new_game(),
            None => Ok(Response::Unchanged),
        }
    }

    fn key(&mut self, key: Key) -> Result<Response> {
        if self.game.is_over() {
            return self.new_game();
        }
        match key {
            Key::Enter => return self.submit(),
            Key::Escape => self.game.deselect_all(),
            Key::Backspace => self.game.deselect_last(),
            Key::Character(_) => return Ok(Response::Unchanged),
        }
        self.note.clear();
        self.changed()
    }

    /// Moves the falling tiles on, and ends the fall when its time is over.
    fn advance_fall(&mut self, now: Instant) -> Result<Response> {
        let Some(falling) = &self.falling else { return Ok(Response::Unchanged) };
        if now.duration_since(falling.since) < self.setup.fall_time {
            return Ok(Response::Redraw);
        }
        self.falling = None;
        self.changed()
    }

    /// How far each tile is above its cell, in tiles. Tiles fall with a constant acceleration.
    fn above(&self, now: Instant) -> Vec<f32> {
        let Some(falling) = &self.falling else { return vec![0.0; self.game.pieces().len()] };
        let part = now.duration_since(falling.since).as_secs_f32() / self.setup.fall_time.as_secs_f32();
        falling.rows.iter().map(|&rows| f32::from(rows) * (1.0 - part.min(1.0).powi(2))).collect()
    }
}

impl Scene for PracticeScene {
    type Message = ();

    fn draw(&mut self, size: Size) -> &RgbaImage {
        if self.arrangement.size != size {
            self.arrangement = Arrangement::new(self.game.shape(), size);
            self.backdrop = self.renderer.backdrop(&self.arrangement);
        }
        let snapshot = Snapshot {
            game: &self.game,
            above: &self.above(Instant::now()),
            is_word: self.game.is_word(&self.setup.lexicon),
            words: &self.played,
            note: &self.note,
        };
        self.picture = self.renderer.draw(self.backdrop.clone(), &self.arrangement, &snapshot);
        &self.picture
    }

    fn handle(&mut self, event: Event<()>) -> Result<Response> {
        match event {
            Event::Close => Ok(Response::Close),
            Event::Timer | Event::Message(()) => self.advance_fall(Instant::now()),
            // A click on a falling tile would select the tile that lands there.
            _ if self.falling.is_some() => Ok(Response::Unchanged),
            Event::Click(at) => self.click(at),
            Event::Key(key) => self.key(key),
        }
    }

    fn next_timer(&self) -> Option<Instant> {
        let falling = self.falling.as_ref()?;
        let drawn = falling.since.elapsed().as_millis() / FRAME_TIME.as_millis();
        Some(falling.since + FRAME_TIME * u32::try_from(drawn + 1).unwrap_or(u32::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::practice::arrangement::PageParts;
    use hexlex::board::{Board, TileKind};
    use hexlex::lexicon;
    use hexlex::pixels::Bounds;
    use hexlex::solve::{Goal, solve};

    const SEED: u64 = 7;
    const SIZE: Size = Size::new(640, 480);

    fn scene(state: Option<PathBuf>, fall_time: Duration) -> PracticeScene {
        let (params, lexicon) = (GameParams::default(), Cow::Borrowed(lexicon::english()));
        let mut scene = PracticeScene::new(Setup { params, lexicon, seed: SEED, fall_time, state }).unwrap();
        scene.draw(SIZE);
        scene
    }

    fn click(scene: &mut PracticeScene, cell: Cell) {
        let center = scene.arrangement.layout.center(cell).into();
        assert_eq!(scene.handle(Event::Click(center)).unwrap(), Response::Redraw);
    }

    fn enter(scene: &mut PracticeScene) {
        scene.handle(Event::Key(Key::Enter)).unwrap();
    }

    /// The path of the shortest word: short words add fire, so that games end.
    fn shortest(game: &Game) -> Option<Vec<Cell>> {
        let words = solve(&game.board(), lexicon::english(), game.rules(), Goal::Score).words;
        words.into_iter().min_by_key(|found| found.length).map(|found| found.path)
    }

    #[test]
    fn two_hundred_words_are_played_and_written() {
        let folder = tempfile::tempdir().unwrap();
        let state = folder.path().join("state.txt");
        let mut scene = scene(Some(state.clone()), Duration::ZERO);
        let (mut seed, mut twin) = (SEED, Game::new(GameParams::default(), SEED));
        for word in 0..200 {
            if twin.is_over() {
                click(&mut scene, Cell { line: 3, index: 3 });
                seed += 1;
                twin = Game::new(GameParams::default(), seed);
            }
            let Some(path) = shortest(&twin) else { panic!("no word on\n{}", twin.board()) };
            path.iter().for_each(|&cell| click(&mut scene, cell));
            enter(&mut scene);
            twin.play(&path).unwrap();
            let written: Board = std::fs::read_to_string(&state).unwrap().parse().unwrap();
            assert_eq!(written, twin.board(), "word {word}");
            assert_eq!((scene.game().score(), scene.played().len()), (twin.score(), twin.words_played() as usize));
            if word % 20 == 0 {
                scene.draw(SIZE);
            }
        }
        assert!(seed > SEED, "no game ended");
    }

    #[test]
    fn nothing_is_clicked_or_written_while_tiles_fall() {
        let folder = tempfile::tempdir().unwrap();
        let state = folder.path().join("state.txt");
        let mut scene = scene(Some(state.clone()), Duration::from_secs(3600));
        let written = || std::fs::read_to_string(&state).unwrap();
        let path = shortest(scene.game()).unwrap();
        path.iter().for_each(|&cell| click(&mut scene, cell));
        let before = written();
        enter(&mut scene);
        assert_eq!(scene.game().words_played(), 1);
        assert!(scene.next_timer().is_some() && scene.above(Instant::now()).iter().any(|&above| above > 0.5));
        assert_eq!(scene.handle(Event::Click(Point::new(320.0, 240.0))).unwrap(), Response::Unchanged);
        assert_eq!(written(), before);
        scene.draw(SIZE);
        let landed = scene.falling.as_ref().unwrap().since + scene.setup.fall_time;
        scene.advance_fall(landed).unwrap();
        assert_ne!(written(), before);
        assert!(scene.next_timer().is_none() && scene.above(landed).iter().all(|&above| above == 0.0));
    }

    #[test]
    fn buttons_work() {
        let mut scene = scene(None, Duration::ZERO);
        let press = |scene: &mut PracticeScene, button: fn(&PageParts) -> Bounds| {
            let center = button(&scene.arrangement.parts).center();
            scene.handle(Event::Click(center * scene.arrangement.tile)).unwrap();
        };
        let path = shortest(scene.game()).unwrap();
        path.iter().for_each(|&cell| click(&mut scene, cell));
        press(&mut scene, |parts| parts.submit);
        assert_eq!(scene.game().words_played(), 1);
        let before = scene.game().board();
        press(&mut scene, |parts| parts.scramble);
        assert_ne!(scene.game().board(), before);
        press(&mut scene, |parts| parts.new_game);
        assert_eq!((scene.game().words_played(), scene.seed(), scene.played().len()), (0, SEED + 1, 0));
        assert_eq!(scene.game().board(), Game::new(GameParams::default(), SEED + 1).board());
    }

    #[test]
    fn a_double_click_plays_the_word_whatever_the_first_click_did() {
        for first_deselects in [false, true] {
            let mut scene = scene(None, Duration::ZERO);
            let path = shortest(scene.game()).unwrap();
            let last = path[path.len() - 1];
            path.iter().for_each(|&cell| click(&mut scene, cell));
            if first_deselects {
                scene.last_click = None; // as if that was long ago
                click(&mut scene, last);
                assert_eq!((scene.game().words_played(), scene.game().selected().len()), (0, path.len() - 1));
            }
            click(&mut scene, last);
            assert_eq!(scene.game().words_played(), 1);
            let center = scene.arrangement.layout.center(last).into();
            assert_eq!(
                scene.handle(Event::Click(center)).unwrap(),
                Response::Unchanged,
                "a third click at once does nothing"
            );
        }
    }

    #[test]
    fn the_note_explains_why_a_move_is_not_allowed() {
        let mut scene = scene(None, Duration::ZERO);
        enter(&mut scene);
        assert_eq!(scene.note, "a word has 3 letters or more");
        click(&mut scene, Cell { line: 0, index: 0 });
        let far = scene.arrangement.layout.center(Cell { line: 6, index: 6 }).into();
        scene.handle(Event::Click(far)).unwrap();
        assert_eq!((scene.note.as_str(), scene.game().selected().len()), ("the next tile must touch the last", 1));
        scene.handle(Event::Key(Key::Escape)).unwrap();
        assert!(scene.note.is_empty() && scene.game().selected().is_empty());
        scene.scramble().unwrap();
        assert_eq!(scene.game().pieces().iter().filter(|piece| piece.kind == TileKind::Fire).count(), 3);
        assert_eq!(scene.handle(Event::Close).unwrap(), Response::Close);
    }
}
