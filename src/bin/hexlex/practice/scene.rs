//! The practice game in its window: what clicks, drags and keys do, how tiles fall, and when the image changes.

use super::arrangement::{Arrangement, ClickTarget, Plan};
use super::effects::{self, Effects, Ghost, LetterTurn, Present, RisingPoints};
use super::play::Play;
use super::renderer::{Renderer, Snapshot, fires_near_bottom};
use super::round;
use super::skins::Skin;
use crate::args::EffectArg;
use crate::window::{Event, Key, Response, Scene};
use anyhow::Result;
use hexlex::board::{Cell, TileKind};
use hexlex::game::{Game, Turn};
use hexlex::pixels::{Point, Size};
use image::RgbaImage;
use std::time::{Duration, Instant};

/// Two clicks on a tile within this time play the word. A shorter time misses slow double clicks; with a longer one,
/// selecting a tile and taking it back plays the word. Chosen by hand.
const DOUBLE_CLICK: Duration = Duration::from_millis(450);
/// Time between two images of falling tiles: one frame of a 60 Hz screen.
const FRAME_TIME: Duration = Duration::from_millis(16);

/// How the game looks.
pub(super) struct Look {
    pub(super) skin: Skin,
    pub(super) effects: Effects,
    /// How long tiles fall.
    pub(super) fall_time: Duration,
}

/// A game and the window it is played in.
pub(super) struct PracticeScene {
    play: Play,
    effects: Effects,
    fall_time: Duration,
    opened: Instant,
    falling: Option<Falling>,
    ghosts: Vec<Ghost>,
    points: Vec<RisingPoints>,
    press: Option<Press>,
    last_click: Option<TileClick>,
    renderer: Renderer,
    plan: Plan,
    arrangement: Arrangement,
    /// The part of the image that is drawn once for each arrangement.
    backdrop: RgbaImage,
    /// The image without what moves, until the game or a letter changes.
    still: Option<(Moment, RgbaImage)>,
    picture: RgbaImage,
}

/// What the part of the image that stays depends on besides the game: which letters are hidden, and the seconds left.
type Moment = (LetterTurn, Option<String>);

/// The button was pressed on a tile, and is still.
struct Press {
    cell: Cell,
    /// The game before the press.
    before: Game,
    /// Whether the pointer has reached another tile.
    is_drag: bool,
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
    /// A window on a game.
    pub(super) fn new(play: Play, look: Look) -> PracticeScene {
        let Look { skin, effects, fall_time } = look;
        let renderer = Renderer::new(skin, play.game.rules());
        let has_banner = effects.contains(&EffectArg::Banner);
        let plan = Plan::new(play.game.shape().clone(), renderer.style(), has_banner);
        PracticeScene {
            play,
            effects,
            fall_time,
            opened: Instant::now(),
            falling: None,
            ghosts: Vec::new(),
            points: Vec::new(),
            press: None,
            last_click: None,
            renderer,
            arrangement: Arrangement::new(&plan, Size::default()),
            plan,
            backdrop: RgbaImage::new(0, 0),
            still: None,
            picture: RgbaImage::new(0, 0),
        }
    }

    /// The game in progress.
    pub(super) fn play(&self) -> &Play {
        &self.play
    }

    /// Ends the round, before the result is printed.
    pub(super) fn end(&mut self) {
        self.play.end_round();
    }

    /// Redraws after a change, and writes the state unless tiles fall: then it is written when they have landed.
    fn changed(&self) -> Result<Response> {
        if self.falling.is_none() {
            self.play.write_state()?;
        }
        Ok(Response::Redraw)
    }

    fn new_game(&mut self) -> Result<Response> {
        self.play.new_game();
        self.last_click = None;
        // All tiles of a new board come from above it.
        let shape = self.play.game.shape();
        let rows = shape.cells().map(|cell| shape.lengths()[cell.line] as u8).collect();
        self.start_fall(rows);
        self.changed()
    }

    fn start_fall(&mut self, rows: Vec<u8>) {
        if !self.fall_time.is_zero() && rows.iter().any(|&rows| rows > 0) {
            self.falling = Some(Falling { since: Instant::now(), rows });
        }
    }

    fn submit(&mut self) -> Result<Response> {
        let before = self.play.game.clone();
        if let Some(turn) = self.play.submit() {
            self.start_effects(&before, &turn);
            self.start_fall(turn.drops);
        }
        self.changed()
    }

    /// Lets the used tiles drift off and the points rise.
    fn start_effects(&mut self, before: &Game, turn: &Turn) {
        let since = self.opened.elapsed();
        if self.effects.contains(&EffectArg::Ghosts) {
            let used = before.selected().iter().filter_map(|&cell| Some((cell, before.piece(cell)?)));
            self.ghosts.extend(used.map(|(cell, piece)| Ghost { tile: piece.tile(), cell, id: piece.id, since }));
        }
        if let Some(&cell) = before.selected().last().filter(|_| self.effects.contains(&EffectArg::Points)) {
            self.points.push(RisingPoints { points: turn.points, cell, since });
        }
    }

    /// Selects or deselects a tile. The second click of a double click plays the word.
    fn click_tile(&mut self, cell: Cell, now: Instant) -> Result<Response> {
        let first = self.last_click.filter(|click| click.cell == cell && now.duration_since(click.at) < DOUBLE_CLICK);
        if first.is_some_and(|click| click.played) {
            return Ok(Response::Unchanged);
        }
        let before = self.play.game.clone();
        self.play.note.clear();
        if let Err(error) = self.play.game.select(cell) {
            self.play.explain(&error);
        }
        let selects = self.play.game.selected().last() == Some(&cell);
        let after = self.play.game.clone();
        // The first of two clicks selected or deselected the tile. Either way the word with the tile is meant.
        if !selects {
            self.play.game = before.clone();
        }
        let played = first.is_some() && self.play.is_word();
        self.last_click = Some(TileClick { cell, at: now, played });
        if played {
            return self.submit();
        }
        self.play.game = after;
        self.press = Some(Press { cell, before, is_drag: false });
        self.changed()
    }

    fn click(&mut self, at: Point) -> Result<Response> {
        self.press = None;
        match self.arrangement.target(at) {
            _ if self.play.is_over() => self.new_game(),
            Some(ClickTarget::Tile(cell)) => self.click_tile(cell, Instant::now()),
            Some(ClickTarget::Submit) => self.submit(),
            Some(ClickTarget::Scramble) => {
                self.play.scramble();
                self.changed()
            }
            Some(ClickTarget::NewGame) => self.new_game(),
            None => Ok(Response::Unchanged),
        }
    }

    /// Selects the tile that the pointer has reached with the button pressed. The tile before the last takes the last one
    /// back.
    fn drag(&mut self, at: Point) -> Result<Response> {
        let (Some(press), Some(cell)) = (&mut self.press, self.arrangement.dragged(at)) else {
            return Ok(Response::Unchanged);
        };
        let game = &mut self.play.game;
        if !press.is_drag {
            if cell == press.cell {
                return Ok(Response::Unchanged);
            }
            press.is_drag = true;
            *game = press.before.clone();
            if game.selected().last() != Some(&press.cell) && game.select(press.cell).is_err() {
                // It does not go on from the selected tiles: a new word begins.
                game.deselect_all();
                game.select(press.cell)?;
            }
            self.play.note.clear();
        }
        let selected = game.selected();
        let is_back = selected.len() >= 2 && selected[selected.len() - 2] == cell;
        if (selected.contains(&cell) && !is_back) || game.select(cell).is_err() {
            return Ok(Response::Unchanged);
        }
        self.changed()
    }

    /// Plays the word of a drag. Where it is not a word, its tiles are deselected.
    fn release(&mut self) -> Result<Response> {
        if self.press.take().is_none_or(|press| !press.is_drag) {
            return Ok(Response::Unchanged);
        }
        let response = self.submit()?;
        if self.play.game.selected().is_empty() {
            return Ok(response);
        }
        self.play.game.deselect_all();
        self.changed()
    }

    fn key(&mut self, key: Key) -> Result<Response> {
        if self.play.is_over() {
            return self.new_game();
        }
        self.press = None;
        match key {
            Key::Enter => return self.submit(),
            Key::Escape => {
                self.play.note.clear();
                self.play.game.deselect_all();
            }
            Key::Backspace => self.play.delete_letter(),
            Key::Character(letter) if letter.is_alphabetic() => self.play.type_letter(letter),
            Key::Character(_) | Key::Tab | Key::Left | Key::Right | Key::Up | Key::Down => {
                return Ok(Response::Unchanged);
            }
        }
        self.changed()
    }

    /// Moves everything on, and ends what has come to its end.
    fn advance(&mut self, now: Instant) -> Result<Response> {
        let time = now.duration_since(self.opened);
        self.ghosts.retain(|ghost| ghost.at(time).is_some());
        self.points.retain(|points| points.at(time).is_some());
        if self.play.clock().is_some_and(|clock| clock.left(now).is_zero()) {
            self.play.end_round();
            self.press = None;
            self.still = None;
            return self.changed();
        }
        let has_landed = |falling: &Falling| now.duration_since(falling.since) >= self.fall_time;
        if self.falling.as_ref().is_some_and(has_landed) {
            self.falling = None;
            self.still = None;
            return self.changed();
        }
        Ok(Response::Redraw)
    }

    /// How far each tile is above its cell, in tiles. Tiles fall with a constant acceleration.
    fn above(&self, now: Instant) -> Vec<f32> {
        let Some(falling) = &self.falling else { return vec![0.0; self.play.game.pieces().len()] };
        let part = now.duration_since(falling.since).as_secs_f32() / self.fall_time.as_secs_f32();
        falling.rows.iter().map(|&rows| f32::from(rows) * (1.0 - part.min(1.0).powi(2))).collect()
    }

    /// What is on the board now, for the effects.
    fn present(&self) -> Present {
        let pieces = self.play.game.pieces();
        let fires = pieces.iter().any(|piece| piece.kind == TileKind::Fire);
        Present {
            drifting: !self.ghosts.is_empty() || !self.points.is_empty(),
            gems: pieces.iter().any(|piece| !matches!(piece.kind, TileKind::Normal | TileKind::Fire)),
            fires,
            danger: fires && !self.play.game.is_over() && !fires_near_bottom(&self.play.game).is_empty(),
        }
    }
}

impl Scene for PracticeScene {
    type Message = ();

    fn draw(&mut self, size: Size) -> &RgbaImage {
        if self.arrangement.size != size {
            self.arrangement = Arrangement::new(&self.plan, size);
            self.backdrop = self.renderer.backdrop(&self.arrangement);
            self.still = None;
        }
        let now = Instant::now();
        let left = self.play.clock().map(|clock| round::shown(clock.left(now)));
        let turn = (LetterTurn::at(&self.effects, now.duration_since(self.opened)), left);
        let snapshot = Snapshot {
            game: &self.play.game,
            above: &self.above(now),
            is_word: self.play.is_word(),
            words: self.play.words(),
            best: self.play.best(),
            longest: self.play.longest(),
            highest: self.play.highest(),
            note: &self.play.note,
            clock: self.play.clock().map(|clock| clock.time_left(now)),
            rest: self.play.rest(),
            danger: self.present().danger,
            effects: &self.effects,
            now: now.duration_since(self.opened),
            ghosts: &self.ghosts,
            points: &self.points,
        };
        let still = self.still.take().filter(|(drawn, _)| *drawn == turn && self.falling.is_none());
        let (_, still) =
            self.still.insert(still.unwrap_or_else(|| {
                (turn, self.renderer.draw_still(self.backdrop.clone(), &self.arrangement, &snapshot))
            }));
        self.picture = self.renderer.draw_moving(still.clone(), &self.arrangement, &snapshot);
        &self.picture
    }

    fn handle(&mut self, event: Event<()>) -> Result<Response> {
        if event != Event::Timer {
            self.still = None;
        }
        match event {
            Event::Close => Ok(Response::Close),
            Event::Timer | Event::Message(()) => self.advance(Instant::now()),
            // A click on a falling tile would select the tile that lands there.
            _ if self.falling.is_some() => Ok(Response::Unchanged),
            Event::Click(at) => self.click(at),
            Event::Drag(at) => self.drag(at),
            Event::Release => self.release(),
            Event::Key(key) => self.key(key),
        }
    }

    fn next_timer(&self) -> Option<Instant> {
        let fall = self.falling.as_ref().map(|falling| {
            let drawn = falling.since.elapsed().as_millis() / FRAME_TIME.as_millis();
            falling.since + FRAME_TIME * u32::try_from(drawn + 1).unwrap_or(u32::MAX)
        });
        let picture = effects::next_picture(&self.effects, self.present(), self.opened.elapsed());
        let clock = self.play.clock().map(|clock| clock.next_second(Instant::now()));
        [fall, picture.map(|at| self.opened + at), clock].into_iter().flatten().min()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::SkinArg;
    use crate::practice::arrangement::PageParts;
    use crate::practice::play::Setup;
    use crate::practice::scores::HighScores;
    use hexlex::board::Board;
    use hexlex::game::GameParams;
    use hexlex::lexicon;
    use hexlex::pixels::Bounds;
    use hexlex::solve::{Goal, Rules, solve};
    use std::borrow::Cow;
    use std::path::PathBuf;

    const SEED: u64 = 7;
    const SIZE: Size = Size::new(640, 480);

    fn scene(state: Option<PathBuf>, fall_time: Duration) -> PracticeScene {
        scene_of(GameParams::default(), state, (fall_time, &[]))
    }

    fn scene_of(
        params: GameParams,
        state: Option<PathBuf>,
        (fall_time, effects): (Duration, &[EffectArg]),
    ) -> PracticeScene {
        let (lexicon, scores) = (Cow::Borrowed(lexicon::english()), HighScores::default());
        let play = Play::new(Setup { params, lexicon, seed: SEED, state, scores, time: None }).unwrap();
        let effects = effects.iter().copied().collect();
        let mut scene = PracticeScene::new(play, Look { skin: Skin::new(SkinArg::Wood), effects, fall_time });
        scene.draw(SIZE);
        scene
    }

    fn center(scene: &PracticeScene, cell: Cell) -> Point {
        scene.arrangement.layout.center(cell).into()
    }

    fn drag(scene: &mut PracticeScene, path: &[Cell]) {
        click(scene, path[0]);
        for &cell in path {
            scene.handle(Event::Drag(center(scene, cell))).unwrap();
        }
        scene.handle(Event::Release).unwrap();
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
            assert_eq!(
                (scene.play.game.score(), scene.play.words().len()),
                (twin.score(), twin.words_played() as usize)
            );
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
        let path = shortest(&scene.play.game).unwrap();
        path.iter().for_each(|&cell| click(&mut scene, cell));
        let before = written();
        enter(&mut scene);
        assert_eq!(scene.play.game.words_played(), 1);
        assert!(scene.next_timer().is_some() && scene.above(Instant::now()).iter().any(|&above| above > 0.5));
        assert_eq!(scene.handle(Event::Click(Point::new(320.0, 240.0))).unwrap(), Response::Unchanged);
        assert_eq!(written(), before);
        scene.draw(SIZE);
        let landed = scene.falling.as_ref().unwrap().since + scene.fall_time;
        scene.advance(landed).unwrap();
        assert_ne!(written(), before);
        assert!(scene.next_timer().is_none() && scene.above(landed).iter().all(|&above| above == 0.0));
    }

    #[test]
    fn buttons_work() {
        let mut scene = scene(None, Duration::ZERO);
        let press = |scene: &mut PracticeScene, button: fn(&PageParts) -> Bounds| {
            let center = button(&scene.arrangement.parts).center();
            scene.handle(Event::Click(center * scene.arrangement.unit)).unwrap();
        };
        let path = shortest(&scene.play.game).unwrap();
        path.iter().for_each(|&cell| click(&mut scene, cell));
        press(&mut scene, |parts| parts.submit);
        assert_eq!(scene.play.game.words_played(), 1);
        let before = scene.play.game.board();
        press(&mut scene, |parts| parts.scramble);
        assert_ne!(scene.play.game.board(), before);
        press(&mut scene, |parts| parts.new_game);
        assert_eq!((scene.play.game.words_played(), scene.play.seed(), scene.play.words().len()), (0, SEED + 1, 0));
        assert_eq!(scene.play.game.board(), Game::new(GameParams::default(), SEED + 1).board());
    }

    #[test]
    fn a_double_click_plays_the_word_whatever_the_first_click_did() {
        for first_deselects in [false, true] {
            let mut scene = scene(None, Duration::ZERO);
            let path = shortest(&scene.play.game).unwrap();
            let last = path[path.len() - 1];
            path.iter().for_each(|&cell| click(&mut scene, cell));
            if first_deselects {
                scene.last_click = None; // as if that was long ago
                click(&mut scene, last);
                assert_eq!((scene.play.game.words_played(), scene.play.game.selected().len()), (0, path.len() - 1));
            }
            click(&mut scene, last);
            assert_eq!(scene.play.game.words_played(), 1);
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
        assert_eq!(scene.play.note, "a word has 3 letters or more");
        click(&mut scene, Cell { line: 0, index: 0 });
        let far = scene.arrangement.layout.center(Cell { line: 6, index: 6 }).into();
        scene.handle(Event::Click(far)).unwrap();
        assert_eq!(
            (scene.play.note.as_str(), scene.play.game.selected().len()),
            ("the next tile must touch the last", 1)
        );
        scene.handle(Event::Key(Key::Escape)).unwrap();
        assert!(scene.play.note.is_empty() && scene.play.game.selected().is_empty());
        scene.play.scramble();
        assert_eq!(scene.play.game.pieces().iter().filter(|piece| piece.kind == TileKind::Fire).count(), 3);
        assert_eq!(scene.handle(Event::Close).unwrap(), Response::Close);
    }

    #[test]
    fn a_drag_plays_its_word_and_goes_back_over_its_last_tile() {
        let mut scene = scene(None, Duration::ZERO);
        let path = shortest(&scene.play.game).unwrap();
        drag(&mut scene, &path);
        assert_eq!(scene.play.game.words_played(), 1);
        let path = shortest(&scene.play.game).unwrap();
        let beside = scene.play.game.shape().neighbors(path[0]).into_iter().find(|cell| !path.contains(cell)).unwrap();
        let detour: Vec<Cell> = [path[0], beside].into_iter().chain(path.iter().copied()).collect();
        drag(&mut scene, &detour);
        assert_eq!(scene.play.game.words_played(), 2);
    }

    #[test]
    fn a_drag_that_spells_nothing_deselects_its_tiles() {
        let mut scene = scene(None, Duration::ZERO);
        let at = |index| Cell { line: 0, index };
        drag(&mut scene, &[at(0), at(1)]);
        assert!(scene.play.game.selected().is_empty() && scene.play.note.contains("letters or more"));
        // A drag begins a new word where it does not touch the last tile, and goes on where it does.
        click(&mut scene, at(0));
        click(&mut scene, at(5));
        scene.handle(Event::Drag(center(&scene, at(6)))).unwrap();
        assert_eq!(scene.play.game.selected(), [at(5), at(6)]);
        scene.handle(Event::Release).unwrap();
        click(&mut scene, at(0));
        click(&mut scene, at(1));
        scene.handle(Event::Drag(center(&scene, at(2)))).unwrap();
        assert_eq!(scene.play.game.selected(), [at(0), at(1), at(2)]);
    }

    #[test]
    fn letters_are_typed_and_taken_back() {
        let mut scene = scene(None, Duration::ZERO);
        let words = solve(&scene.play.game.board(), lexicon::english(), scene.play.game.rules(), Goal::Longest).words;
        let press = |scene: &mut PracticeScene, key: Key| scene.handle(Event::Key(key)).unwrap();
        for letter in words[0].word.to_lowercase().chars() {
            press(&mut scene, Key::Character(letter));
        }
        assert_eq!(scene.play.game.word(), words[0].word);
        press(&mut scene, Key::Backspace);
        press(&mut scene, Key::Character('1'));
        assert_eq!(scene.play.game.word().len(), words[0].word.len() - 1);
        press(&mut scene, Key::Character(words[0].word.chars().last().unwrap()));
        press(&mut scene, Key::Enter);
        assert_eq!(scene.play.words()[0].word, words[0].word);
        assert_eq!((scene.play.best(), scene.play.longest()), (scene.play.words().first(), scene.play.words().first()));
        press(&mut scene, Key::Character('q'));
        press(&mut scene, Key::Character('z'));
        assert!(scene.play.note.starts_with("no tiles that touch spell"), "{}", scene.play.note);
    }

    #[test]
    fn time_ends_a_round_and_shows_the_rest() {
        let setup = Setup {
            params: GameParams::cubes(Rules::boggle()),
            time: Some(Duration::from_secs(60)),
            lexicon: Cow::Borrowed(lexicon::english()),
            seed: SEED,
            state: None,
            scores: HighScores::default(),
        };
        let look = Look { skin: Skin::new(SkinArg::Boggle), effects: Effects::new(), fall_time: Duration::ZERO };
        let mut scene = PracticeScene::new(Play::new(setup).unwrap(), look);
        scene.draw(SIZE);
        let path = shortest(&scene.play.game).unwrap();
        drag(&mut scene, &path);
        assert!(scene.play.note.starts_with("right: "), "{}", scene.play.note);
        drag(&mut scene, &path);
        assert!(scene.play.note.starts_with("repeated: "), "{}", scene.play.note);
        let soon = scene.next_timer().expect("the clock");
        assert!(soon <= Instant::now() + Duration::from_secs(1) && !scene.play.is_over());
        let running = scene.draw(SIZE).clone();
        scene.advance(Instant::now() + Duration::from_secs(61)).unwrap();
        let rest = scene.play.rest().expect("the round has ended").clone();
        assert!(scene.play.is_over() && rest.share().starts_with("found 1 of ") && !rest.missed.is_empty());
        assert!(scene.next_timer().is_none() && *scene.draw(SIZE) != running);
        click(&mut scene, path[0]);
        assert!(!scene.play.is_over() && scene.play.words().is_empty() && scene.play.clock().is_some());
    }

    #[test]
    fn cubes_stay_and_their_effects_end() {
        let cubes = GameParams::cubes(Rules::boggle());
        let mut scene = scene_of(cubes, None, (Duration::from_secs(3600), &[EffectArg::Ghosts, EffectArg::Points]));
        let before = scene.play.game.board();
        let path = shortest(&scene.play.game).unwrap();
        assert!(scene.next_timer().is_none());
        drag(&mut scene, &path);
        assert_eq!((scene.play.game.words_played(), scene.play.game.board()), (1, before));
        assert_eq!((scene.ghosts.len(), scene.points.len()), (path.len(), 1));
        assert!(scene.falling.is_none() && scene.next_timer().is_some());
        scene.draw(SIZE);
        scene.advance(Instant::now() + Duration::from_secs(60)).unwrap();
        assert!(scene.ghosts.is_empty() && scene.points.is_empty() && scene.next_timer().is_none());
    }
}
