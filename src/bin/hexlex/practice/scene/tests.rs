//! The game under clicks, drags and keys, without a window.

use super::*;
use crate::args::SkinArg;
use crate::practice::arrangement::PageParts;
use crate::practice::play::{Note, Setup, Verdict};
use crate::practice::scores::HighScores;
use crate::window::Key;
use hexlex::board::{Board, Cell};
use hexlex::game::GameParams;
use hexlex::lexicon;
use hexlex::pixels::{Bounds, Point};
use hexlex::solve::{Goal, Rules, solve};
use std::borrow::Cow;
use std::collections::BTreeSet;
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
    let play = Play::new(Setup { params, lexicon, seed: SEED, state, scores, time: None, bonus: Vec::new() }).unwrap();
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
        assert_eq!((scene.play.game.score(), scene.play.words().len()), (twin.score(), twin.words_played() as usize));
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
    assert_eq!(scene.play.note.text, "a word has 3 letters or more");
    click(&mut scene, Cell { line: 0, index: 0 });
    let far = scene.arrangement.layout.center(Cell { line: 6, index: 6 }).into();
    scene.handle(Event::Click(far)).unwrap();
    assert_eq!(
        (scene.play.note.text.as_str(), scene.play.game.selected().len()),
        ("the next tile must touch the last", 1)
    );
    scene.handle(Event::Key(Key::Escape)).unwrap();
    assert!(scene.play.note.text.is_empty() && scene.play.game.selected().is_empty());
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
    assert!(scene.play.game.selected().is_empty() && scene.play.note.text.contains("letters or more"));
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
    assert!(scene.play.note.text.starts_with("no tiles that touch spell"), "{}", scene.play.note.text);
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
        bonus: Vec::new(),
    };
    let look = Look { skin: Skin::new(SkinArg::Boggle), effects: Effects::new(), fall_time: Duration::ZERO };
    let mut scene = PracticeScene::new(Play::new(setup).unwrap(), look);
    scene.draw(SIZE);
    let path = shortest(&scene.play.game).unwrap();
    drag(&mut scene, &path);
    assert!(scene.play.note.text.starts_with("right: "), "{}", scene.play.note.text);
    drag(&mut scene, &path);
    assert!(scene.play.note.text.starts_with("repeated: "), "{}", scene.play.note.text);
    // Each verdict has a mark of its own and a color of its own: the same text looks different in gray, too.
    let mut looks = |verdict| {
        scene.play.note = Note { text: "CAT".to_string(), verdict };
        scene.still = None;
        image::imageops::grayscale(scene.draw(SIZE)).into_raw()
    };
    let looks: BTreeSet<Vec<u8>> =
        [None, Some(Verdict::Right), Some(Verdict::Repeated), Some(Verdict::NoWord)].map(&mut looks).into();
    assert_eq!(looks.len(), 4);
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

#[test]
fn the_bonus_word_is_asked_for_and_pays() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("state.txt");
    let setup = Setup {
        params: GameParams::default(),
        time: None,
        bonus: vec![1000, 2000],
        lexicon: Cow::Borrowed(lexicon::english()),
        seed: SEED,
        state: Some(state.clone()),
        scores: HighScores::default(),
    };
    let look = Look { skin: Skin::new(SkinArg::Wood), effects: Effects::new(), fall_time: Duration::ZERO };
    let mut scene = PracticeScene::new(Play::new(setup).unwrap(), look);
    let asked = scene.play.bonus().unwrap().clone();
    let written = |line: String| std::fs::read_to_string(&state).unwrap().contains(&line);
    assert!(written(format!("# bonus: {} 1000\n", asked.word)));
    let shown = scene.draw(SIZE).clone();
    let words = solve(&scene.play.game.board(), lexicon::english(), scene.play.game.rules(), Goal::Score).words;
    let found = words.iter().find(|found| found.word == asked.word).unwrap();
    found.path.iter().for_each(|&cell| click(&mut scene, cell));
    enter(&mut scene);
    let points = found.score + 1000;
    assert_eq!((scene.play.game.score(), scene.play.words()[0].score), (points.into(), points));
    assert_eq!(scene.play.note.text, format!("the bonus word: {points} points for {}", asked.word));
    let next = scene.play.bonus().unwrap();
    assert!(next.points == 2000 && written(format!("# bonus: {} 2000\n", next.word)));
    assert!(*scene.draw(SIZE) != shown);
}
