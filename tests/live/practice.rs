//! `hexlex practice` under real clicks and keys.

use crate::common::parse;
use crate::common::schema::assert_described;
use crate::desktop::{Desktop, Program, wait, wait_or};
use hexlex::board::{Board, Cell};
use hexlex::game::{Game, GameParams};
use hexlex::lexicon;
use hexlex::locate::Layout;
use hexlex::pipeline::{Options, read};
use hexlex::pixels::Frame;
use hexlex::solve::{FoundWord, Goal, Rules, solve};
use image::RgbaImage;
use serde_json::json;
use std::path::PathBuf;

const TITLE: &str = "hexlex practice";
const SEED: u64 = 7;

/// A practice game on a desktop, and the same game in memory.
struct Practice<'a> {
    desktop: &'a Desktop,
    program: Program,
    window: u32,
    state: PathBuf,
    game: Game,
}

impl Practice<'_> {
    fn start<'a>(desktop: &'a Desktop, more: &[&str]) -> Practice<'a> {
        let state = desktop.file("state.txt");
        let seed = SEED.to_string();
        let args = ["practice", "--seed", &seed, "--state", "state.txt"];
        let still = if more.contains(&"--animation") { &[][..] } else { &["--animation", "off"] };
        let mut program = desktop.hexlex(&[&args, still, more].concat());
        let window = desktop.window(&mut program, TITLE);
        let params = if more.contains(&"boggle") { GameParams::cubes(Rules::boggle()) } else { GameParams::default() };
        Practice { desktop, program, window, state, game: Game::new(params, SEED) }
    }

    fn state_text(&self) -> String {
        std::fs::read_to_string(&self.state).unwrap()
    }

    fn state(&self) -> Board {
        self.state_text().parse().unwrap()
    }

    /// Waits until the state file has the board of the same game in memory.
    fn settle(&self) {
        let expected = self.game.board();
        wait_or(
            || (self.state() == expected).then_some(()),
            || {
                let path = self.desktop.keep(&self.desktop.screenshot(), "practice");
                format!("the state\n{expected}found\n{}see {}", self.state(), path.display())
            },
        );
    }

    /// The picture of the window once it shows the present board, and the layout of its tiles.
    fn look(&self) -> (RgbaImage, Layout) {
        self.look_for(|_| true)
    }

    /// The same once the layout is accepted.
    fn look_for(&self, lies: impl Fn(&Layout) -> bool) -> (RgbaImage, Layout) {
        let look = || {
            let frame = Frame::new(self.desktop.screenshot_of(self.window), TITLE);
            let reading = read(&frame, &Options::default()).map(|(reading, _)| reading);
            (frame.pixels().clone(), reading)
        };
        wait_or(
            || {
                let (picture, reading) = look();
                let exact = reading.ok().filter(|reading| reading.board == self.state() && lies(&reading.layout))?;
                Some((picture, exact.layout))
            },
            || {
                let (picture, reading) = look();
                let path = self.desktop.keep(&picture, "practice");
                let read = reading.map_or_else(|error| error.to_string(), |reading| reading.board.to_string());
                format!("a picture of\n{}{} reads as\n{read}", self.state(), path.display())
            },
        )
    }

    /// The best word of the true board.
    fn best(&self) -> FoundWord {
        solve(&self.state(), lexicon::english(), self.game.rules(), Goal::Longest).words.remove(0)
    }

    fn clicks(&self, layout: &Layout, path: &[Cell]) -> Vec<String> {
        path.iter().map(|&cell| self.desktop.click_at(self.window, layout.center(cell))).collect()
    }

    /// Clicks the tiles of a path in both games, and waits until they are selected.
    fn select(&mut self, layout: &Layout, path: &[Cell]) {
        self.desktop.act(&self.clicks(layout, path));
        path.iter().for_each(|&cell| self.game.select(cell).unwrap());
        self.settle();
    }
}

#[test]
fn the_window_has_its_title_and_shows_the_true_board() {
    let Some(desktop) = Desktop::start() else { return };
    let practice = Practice::start(&desktop, &["--size", "800x700"]);
    assert_eq!(desktop.windows(), [(practice.window, TITLE.to_string())]);
    assert_eq!(desktop.size(practice.window), (800, 700));
    practice.settle();
    practice.look();
}

#[test]
fn clicks_work_with_a_compositor() {
    let Some(desktop) = Desktop::composited() else { return };
    let mut practice = Practice::start(&desktop, &["--size", "640x480"]);
    let (_, layout) = practice.look();
    let best = practice.best();
    practice.select(&layout, &best.path);
    practice.look();
}

#[test]
fn clicks_spell_a_word_and_a_double_click_plays_it() {
    let Some(desktop) = Desktop::start() else { return };
    let mut practice = Practice::start(&desktop, &[]);
    let (_, layout) = practice.look();
    let best = practice.best();
    practice.select(&layout, &best.path);
    practice.look();
    let last = *best.path.last().unwrap();
    let twice = practice.clicks(&layout, &[last, last]);
    desktop.act(&twice);
    // Two clicks play one word.
    assert_eq!(practice.game.submit(lexicon::english()).unwrap().points, best.score);
    practice.settle();
    practice.look();
}

#[test]
fn tiles_are_deselected_and_words_refused() {
    let Some(desktop) = Desktop::start() else { return };
    let mut practice = Practice::start(&desktop, &[]);
    let (_, layout) = practice.look();
    let at = |index| Cell { line: 2, index };
    practice.select(&layout, &[at(0), at(1), at(2), at(3)]);
    practice.select(&layout, &[at(1)]);
    assert_eq!(practice.game.selected(), [at(0), at(1)]);
    desktop.key(practice.window, "Return");
    desktop.key(practice.window, "BackSpace");
    practice.game.deselect_last();
    practice.settle();
    desktop.key(practice.window, "Escape");
    practice.game.deselect_all();
    practice.settle();
    assert_eq!(practice.game.words_played(), 0);
}

#[test]
fn a_resized_window_is_drawn_and_clicked_at_its_new_size() {
    let Some(desktop) = Desktop::start() else { return };
    let mut practice = Practice::start(&desktop, &["--size", "640x480"]);
    let mut layout = practice.look().1;
    for size in [(1280, 720), (500, 760), (1500, 1100)] {
        desktop.resize(practice.window, size);
        // For a moment the window shows the old picture in a corner.
        let picture;
        (picture, layout) = practice.look_for(|new| (new.tile() - layout.tile()).abs() > 1.0);
        assert_eq!(picture.dimensions(), size);
        let best = practice.best();
        practice.select(&layout, &best.path);
        desktop.key(practice.window, "Return");
        practice.game.submit(lexicon::english()).unwrap();
        practice.settle();
    }
}

#[test]
fn closing_the_window_prints_the_result() {
    let Some(desktop) = Desktop::start() else { return };
    let practice = Practice::start(&desktop, &[]);
    desktop.close(practice.window);
    let ended = practice.program.end();
    assert_eq!(
        (ended.code, ended.stdout.as_str()),
        (Some(0), "0 points, 0 words, level 1; --seed 7 begins this game again\n")
    );
}

#[test]
fn the_result_as_json_is_as_the_schema_says() {
    let Some(desktop) = Desktop::start() else { return };
    for (skin, has_round) in [("wood", false), ("boggle", true)] {
        let mut practice = Practice::start(&desktop, &["--json", "--skin", skin]);
        let found = practice.best();
        practice.play(&found, Input::Keys);
        practice.wait_for_words(1, found.score.into());
        desktop.close(practice.window);
        let ended = practice.program.end();
        let report = parse(&ended.stdout);
        assert_described("practice", &report);
        let word = json!([{ "word": found.word, "score": found.score }]);
        assert_eq!((&report["seed"], &report["words"]), (&SEED.into(), &word));
        assert_eq!(report["round"]["words"] == 1, has_round, "{report}");
    }
}

#[test]
fn an_interrupt_closes_the_window() {
    let Some(desktop) = Desktop::start() else { return };
    let practice = Practice::start(&desktop, &[]);
    practice.program.signal("INT");
    practice.program.end();
    wait("the window's end", || desktop.windows().is_empty().then_some(()));
}

#[test]
fn tiles_fall_before_the_state_changes() {
    let Some(desktop) = Desktop::start() else { return };
    let mut practice = Practice::start(&desktop, &["--animation", "400"]);
    let (_, layout) = practice.look();
    let best = practice.best();
    practice.select(&layout, &best.path);
    let before = practice.look().0;
    desktop.key(practice.window, "Return");
    // The first new picture is one of falling tiles. The state file does not have their board yet.
    let falling = wait("tiles that fall", || {
        let picture = desktop.screenshot_of(practice.window);
        (picture != before).then_some(picture)
    });
    practice.game.submit(lexicon::english()).unwrap();
    practice.settle();
    let (after, _) = practice.look();
    assert!(falling != after, "no picture of falling tiles was seen");
}

/// The words of the scripted player. A unit test of the binary plays two hundred without a desktop.
const WORDS: u32 = 40;

#[test]
fn forty_scripted_words_give_the_boards_of_the_game() {
    let Some(desktop) = Desktop::start() else { return };
    let mut practice = Practice::start(&desktop, &["--size", "640x480"]);
    let (_, layout) = practice.look();
    let mut seed = SEED;
    let mut played = 0;
    while played < WORDS {
        if practice.game.is_over() {
            // Any click begins the next game.
            desktop.click(practice.window, layout.center(Cell { line: 3, index: 3 }));
            seed += 1;
            practice.game = Game::new(GameParams::default(), seed);
            practice.settle();
        }
        let board = practice.game.board();
        let words = solve(&board, lexicon::english(), practice.game.rules(), Goal::Score).words;
        // Short words bring fire, so that games end, too.
        let Some(found) = words.iter().min_by_key(|found| found.length) else { panic!("no word on\n{board}") };
        let mut steps = practice.clicks(&layout, &found.path);
        steps.push("key Return".to_string());
        desktop.act(&steps);
        let turn = practice.game.play(&found.path).unwrap();
        assert_eq!((turn.word, turn.points), (found.word.clone(), found.score));
        practice.settle();
        played += 1;
        if played.is_multiple_of(10) && !practice.game.is_over() {
            practice.look();
        }
    }
}

/// How a word is spelled.
#[derive(Clone, Copy)]
enum Input {
    Clicks,
    Drag,
    Keys,
}

impl Practice<'_> {
    /// Plays a word in both games.
    fn play(&mut self, found: &FoundWord, input: Input) {
        let centers = |practice: &Practice<'_>| {
            let layout = practice.look().1;
            found.path.iter().map(|&cell| layout.center(cell)).collect::<Vec<_>>()
        };
        let mut steps = vec![format!("windowfocus --sync {}", self.window)];
        match input {
            Input::Clicks => {
                steps.extend(centers(self).into_iter().map(|at| self.desktop.click_at(self.window, at)));
                steps.push("key Return".to_string());
            }
            Input::Drag => {
                let path: Vec<String> =
                    centers(self).into_iter().map(|at| self.desktop.point_at(self.window, at)).collect();
                steps.extend([path[0].clone(), "mousedown 1".to_string()]);
                steps.extend(path.into_iter().flat_map(|point| [point, "sleep 0.02".to_string()]));
                steps.push("mouseup 1".to_string());
            }
            Input::Keys => {
                let keys = found.word.to_lowercase().chars().map(|letter| format!("key {letter}")).collect::<Vec<_>>();
                steps.extend(keys);
                steps.push("key Return".to_string());
            }
        }
        self.desktop.act(&steps);
        self.game.play(&found.path).unwrap();
    }

    /// Waits until the game has this number of words, and this score.
    fn wait_for_words(&self, count: usize, score: u64) {
        let expected = [format!("# words: {count}\n"), format!("# score: {score}\n")];
        wait_or(
            || expected.iter().all(|line| self.state_text().contains(line)).then_some(()),
            || format!("{expected:?} in\n{}", self.state_text()),
        );
    }
}

#[test]
fn every_skin_is_played() {
    let Some(desktop) = Desktop::start() else { return };
    let skins = [
        ("wood", Input::Drag),
        ("pixel", Input::Clicks),
        ("runes", Input::Keys),
        ("light-on-dark", Input::Drag),
        ("boggle", Input::Drag),
        ("lower", Input::Clicks),
    ];
    for (skin, input) in skins {
        let mut practice = Practice::start(&desktop, &["--skin", skin, "--effects", "none", "--size", "800x600"]);
        practice.settle();
        let found = practice.best();
        practice.play(&found, input);
        practice.wait_for_words(1, found.score.into());
        if !matches!(input, Input::Keys) {
            // Typed letters may take another path.
            practice.settle();
        }
    }
}

#[test]
fn typed_letters_select_tiles_and_are_written() {
    let Some(desktop) = Desktop::start() else { return };
    let practice = Practice::start(&desktop, &["--skin", "runes"]);
    let word = practice.best().word;
    let keys: Vec<String> = word.to_lowercase().chars().map(|letter| format!("key {letter}")).collect();
    desktop.act(&[vec![format!("windowfocus --sync {}", practice.window)], keys].concat());
    let is_selected = || practice.state_text().contains(&format!("# selected: {word}\n"));
    wait("the selected word", || is_selected().then_some(()));
    let selected = practice.state().tiles().flatten().filter(|tile| tile.has_tag("selected")).count();
    assert!(selected > 2 && selected <= word.len());
}

#[test]
fn a_game_that_is_killed_is_among_the_high_scores() {
    let Some(desktop) = Desktop::start() else { return };
    let mut practice = Practice::start(&desktop, &["--size", "640x480"]);
    let found = practice.best();
    practice.play(&found, Input::Keys);
    practice.wait_for_words(1, found.score.into());
    practice.program.signal("KILL");
    let kept = std::fs::read_to_string(desktop.file("home/data/hexlex/practice.json")).unwrap();
    assert!(kept.contains(&format!("\"score\": {}", found.score)) && kept.contains(&found.word), "{kept}");
}

#[test]
fn effects_move_only_where_they_are_asked_for() {
    let Some(desktop) = Desktop::start() else { return };
    for (effects, moves) in [("none", false), ("wild", true)] {
        let practice = Practice::start(&desktop, &["--skin", "pixel", "--effects", effects, "--size", "480x400"]);
        practice.settle();
        if moves {
            let first = desktop.screenshot_of(practice.window);
            wait("a banner that moves", || (desktop.screenshot_of(practice.window) != first).then_some(()));
        } else {
            let first = practice.look().0;
            std::thread::sleep(std::time::Duration::from_millis(300));
            assert!(desktop.screenshot_of(practice.window) == first, "a window that moves without effects");
        }
    }
}
