//! `watch` beside the looks of the practice game, with every effect that it draws over its tiles.

use super::{PRACTICE, Watch, is_doubtful, kinds, letters, letters_of, movements, state};
use crate::desktop::{Desktop, Program, wait};
use hexlex::board::{Board, Cell};
use hexlex::lexicon;
use hexlex::solve::{Goal, Rules, solve};
use serde_json::Value;
use std::collections::HashSet;
use std::io::Write;

/// A practice game with all effects, and `watch` beside it, none of whose events may have a wrong letter that is not marked.
pub(super) struct Checked<'a> {
    desktop: &'a Desktop,
    _practice: Program,
    window: u32,
    pub(super) watch: Watch,
    /// The last board that was reported.
    event: Option<Value>,
    /// Whether it was covered or lost since: then it is reported again.
    may_repeat: bool,
    skin: &'a str,
    /// The words that were played in this game.
    words: usize,
    boards: usize,
    /// The wrong letters of all events that were not marked as doubtful.
    wrong: Vec<String>,
    /// The wrong letters of the present board that were, and their number in the boards before.
    marked: HashSet<String>,
    marked_before: usize,
    /// The tiles of the boards that were waited for, and those of them that were doubtful and right.
    tiles: usize,
    doubted: usize,
}

/// A wrong letter of an event.
struct WrongLetter {
    name: String,
    /// Whether it is marked as doubtful.
    is_marked: bool,
}

impl<'a> Checked<'a> {
    pub(super) fn start(desktop: &'a Desktop, skin: &'a str, seed: u64) -> Checked<'a> {
        let seed = seed.to_string();
        let args = ["practice", "--skin", skin, "--effects", "wild", "--seed", &seed, "--state", "state.txt"];
        let mut practice = desktop.hexlex(&args);
        let window = desktop.window(&mut practice, PRACTICE);
        // Every board with its picture, to look at where a letter was wrong.
        let folder = std::env::var("HEXLEX_RECORD").ok().map(|folder| {
            let folder = std::path::absolute(folder).unwrap().join(format!("{skin}-{seed}"));
            folder.into_os_string().into_string().unwrap()
        });
        let record = folder.iter().flat_map(|folder| ["--record", folder]);
        let args: Vec<&str> = ["--window", PRACTICE].into_iter().chain(record).collect();
        // The C library raises this threshold with the largest block that was freed, and keeps as much: the tests count what the program
        // holds.
        let variables = [("MALLOC_TRIM_THRESHOLD_", "131072")];
        let watch = Watch::of(desktop.hexlex_with(&variables, &[&["watch", "--json"], &args[..]].concat()));
        let mut game = Checked {
            desktop,
            _practice: practice,
            window,
            watch,
            event: None,
            may_repeat: false,
            skin,
            words: 0,
            boards: 0,
            wrong: Vec::new(),
            marked: HashSet::new(),
            marked_before: 0,
            tiles: 0,
            doubted: 0,
        };
        game.read(&game.truth());
        game
    }

    fn truth(&self) -> Board {
        state(&self.desktop.file("state.txt"))
    }

    fn has_line(&self, line: &str) -> bool {
        std::fs::read_to_string(self.desktop.file("state.txt")).unwrap().contains(line)
    }

    /// Notes the letters of an event that are those of neither of these boards.
    fn check(&mut self, event: &Value, old: &Board, new: &Board) {
        self.boards += 1;
        let read = letters(event);
        let differing = |board: &Board| -> Vec<WrongLetter> {
            let tiles = read.iter().zip(letters_of(board)).zip(board.cells());
            let wrong = tiles.filter(|((read, letter), _)| *read != "?" && *read != letter);
            let name = |((read, letter), (cell, _)): ((&String, String), (Cell, _))| {
                let name = format!("{letter} as {read} at {},{}", cell.line + 1, cell.index + 1);
                WrongLetter { name, is_marked: is_doubtful(event, cell) }
            };
            // A board with other cells is wrong as a whole.
            let is_other = read.len() != board.shape().len();
            let cells = is_other.then(|| WrongLetter { name: format!("{} cells", read.len()), is_marked: false });
            wrong.map(name).chain(cells).collect()
        };
        let wrong = [differing(old), differing(new)].into_iter().min_by_key(Vec::len).unwrap_or_default();
        let (marked, wrong): (Vec<WrongLetter>, Vec<WrongLetter>) =
            wrong.into_iter().partition(|wrong| wrong.is_marked);
        self.marked.extend(marked.into_iter().map(|wrong| wrong.name));
        if !wrong.is_empty() {
            let wrong: Vec<String> = wrong.into_iter().map(|wrong| wrong.name).collect();
            println!("wrong: {}, read: {}", wrong.join("; "), read.join(" "));
            self.wrong.push(wrong.join("; "));
        }
    }

    /// Ends `watch`. No letter was wrong without a mark, and hardly any with one.
    pub(super) fn end(self) {
        /// The boards for each wrong letter that is marked, after a first one that any run may have. More: one passing effect fails a
        /// run. Fewer: marks may stand in for reading well. Chosen by hand.
        const BOARDS_PER_MARK: usize = 20;
        let (wrong, boards) = (self.wrong, self.boards);
        let marked = self.marked_before + self.marked.len();
        println!("{marked} wrong letters were marked, and {} right ones of {}", self.doubted, self.tiles);
        assert!(marked <= 1 + boards / BOARDS_PER_MARK, "{marked} wrong letters of {boards} boards, marked");
        assert_eq!(self.watch.end(), Some(0));
        assert!(wrong.is_empty(), "{} of {boards} boards had wrong letters: {wrong:?}", wrong.len());
    }

    /// The next event.
    fn next_event(&mut self) -> Value {
        let event = self.watch.next();
        self.may_repeat |= interrupts(&event);
        event
    }

    /// Reads events until one has 98% of the tiles of the present board. No event may have a letter of
    /// another board than this one or the one before, or be the same as the one before it.
    fn read(&mut self, before: &Board) {
        let truth = self.truth();
        let new = letters_of(&truth);
        self.marked_before += std::mem::take(&mut self.marked).len();
        loop {
            let event = self.next_event();
            // A busy machine may stop the game while tiles fall: the event says so.
            if event["event"] != "board" || event["board"]["settled"] == false {
                continue;
            }
            let read = letters(&event);
            self.check(&event, before, &truth);
            if let Some(last) = self.event.as_ref().filter(|_| !self.may_repeat) {
                let is_new = letters(last) != read || kinds(last) != kinds(&event) || last["words"] != event["words"];
                assert!(is_new, "the same board again");
            }
            let is_doubted = |((cell, _), (read, letter)): &((Cell, _), (&String, &String))| {
                read == letter && is_doubtful(&event, *cell)
            };
            let doubted = truth.cells().zip(read.iter().zip(&new)).filter(is_doubted).count();
            let unread = read.iter().zip(&new).filter(|(read, new)| read != new).count();
            (self.event, self.may_repeat) = (Some(event), false);
            if unread <= new.len() / 50 {
                self.tiles += new.len();
                self.doubted += doubted;
                return;
            }
        }
    }

    /// The commands that play the tiles of a path: clicks and Return, or a drag over cubes.
    fn steps(&self, path: &[Cell]) -> Vec<String> {
        let points = movements(self.desktop, self.window, self.event.as_ref().unwrap(), path);
        if self.skin != CUBES {
            return points.iter().map(|point| format!("{point} click 1")).chain(["key Return".to_string()]).collect();
        }
        let first = format!("{} mousedown 1", points[0]);
        let drag = points[1..].iter().map(|point| format!("sleep 0.02 {point} sleep 0.02"));
        std::iter::once(first).chain(drag).chain(["mouseup 1".to_string()]).collect()
    }

    /// Plays the longest word, on cubes the longest that was not played, or begins the next game.
    pub(super) fn play(&mut self) {
        let before = self.truth();
        if self.has_line("# over: true") {
            self.desktop.click(self.window, (400.0, 300.0));
            wait("a new game", || self.has_line("# over: false").then_some(()));
            return self.read(&before);
        }
        let words = solve(&before, lexicon::english(), &Rules::for_board(&before), Goal::Longest).words;
        let word = &words[if self.skin == CUBES { self.words } else { 0 }];
        self.desktop.act(&self.steps(&word.path));
        if self.skin == CUBES {
            self.words += 1;
            wait("a word", || self.has_line(&format!("# words: {}\n", self.words)).then_some(()));
            while let Ok(event) = self.watch.events.try_recv() {
                if event["event"] == "board" {
                    self.check(&event, &before, &before);
                }
            }
            return;
        }
        let mut attempts = 1;
        wait("a move", || {
            let is_done = letters_of(&self.truth()) != letters_of(&before) || self.has_line("# over: true");
            // A busy machine may lose a click: the word is played again.
            attempts += 1;
            if !is_done && attempts % ATTEMPTS == 0 {
                self.desktop.act(&["key Escape".to_string()]);
                self.desktop.act(&self.steps(&word.path));
            }
            is_done.then_some(())
        });
        if self.has_line("# over: true") {
            // A message lies over the board.
            while !interrupts(&self.next_event()) {}
            return;
        }
        self.read(&before);
    }
}

/// Whether an event says that the board is covered, lost or found again.
pub(super) fn interrupts(event: &Value) -> bool {
    matches!(event["event"].as_str(), Some("covered" | "lost" | "found"))
}

/// After this number of looks at the state, some 10 ms apart, a word that was not taken is played again.
const ATTEMPTS: u32 = 1500;

/// The skin whose tiles stay, and whose words are dragged.
const CUBES: &str = "boggle";

pub(super) fn check(skin: &str, moves: usize) {
    let Some(desktop) = Desktop::start() else { return };
    /// The words that are played on one board of cubes: each counts once.
    const WORDS: usize = 40;
    let games = if skin == CUBES { moves.div_ceil(WORDS) } else { 1 };
    for game in 0..games {
        let mut checked = Checked::start(&desktop, skin, 7 + game as u64);
        (0..moves.div_ceil(games)).for_each(|_| checked.play());
        println!("{skin}: {} boards, {} with wrong letters", checked.boards, checked.wrong.len());
        checked.end();
    }
}

/// The moves of a short run.
const MOVES: usize = 20;

#[test]
fn letters_on_wood_are_read_under_all_effects() {
    check("wood", MOVES);
}

#[test]
fn letters_of_pixels_are_read_under_all_effects() {
    check("pixel", MOVES);
}

#[test]
fn light_letters_are_read_under_all_effects() {
    check("light-on-dark", MOVES);
}

#[test]
fn small_letters_are_read_under_all_effects() {
    check("lower", MOVES);
}

#[test]
fn cubes_are_read_under_all_effects() {
    check("boggle", MOVES);
}

/// The first tile that is read otherwise than it is, as a line of standard input that corrects it.
fn correction(event: &Value, truth: &Board) -> Option<String> {
    let tiles = letters(event).into_iter().zip(letters_of(truth)).zip(truth.cells());
    let mut wrong = tiles.filter(|((read, truth), _)| read != truth);
    wrong.next().map(|((_, truth), (cell, _))| format!("{},{}={truth}", cell.line + 1, cell.index + 1))
}

/// Letters that no network knows: where the shape of the board is given, a person teaches them by about one correction each, and
/// later runs know them and the shape.
#[test]
fn an_invented_alphabet_is_taught_by_corrections() {
    let Some(desktop) = Desktop::start() else { return };
    let args = ["practice", "--skin", "runes", "--seed", "7", "--state", "state.txt"];
    let mut practice = desktop.hexlex(&args);
    let window = desktop.window(&mut practice, PRACTICE);
    let truth = state(&desktop.file("state.txt"));
    let known: HashSet<String> = letters_of(&truth).into_iter().collect();
    let (mut watch, mut input) = Watch::with_input(&desktop, &["--window", PRACTICE, "--shape", "bookworm"]);
    let mut event = watch.until("board");
    let message = event["message"].as_str().unwrap();
    assert!(message.starts_with("no word on this board: ") && message.contains("Ctrl+Alt+C"), "{message}");
    wait("the marks of doubtful tiles", || {
        let shot = desktop.screenshot_of(window);
        (shot.pixels().filter(|pixel| pixel.0 == [255, 214, 64, 255]).count() > 1000).then_some(())
    });
    let mut corrections = 0;
    while let Some(line) = correction(&event, &truth) {
        writeln!(input, "{line}").unwrap();
        corrections += 1;
        assert!(corrections <= known.len() + 4, "{line} after {corrections} corrections of {} letters", known.len());
        event = watch.until("board");
    }
    // Whatever tile comes first, its correction is kept.
    let errors = |watch: Watch| {
        watch.program.signal("INT");
        watch.program.end().stderr
    };
    let stderr = errors(watch);
    assert!(!stderr.contains("cannot keep"), "{stderr}");
    let mut again = Watch::start(&desktop, &["--window", PRACTICE]);
    let event = again.until("board");
    assert_eq!((letters(&event), &event["doubt"]), (letters_of(&truth), &serde_json::json!([])));
    let held = "corrections of earlier runs hold";
    let stderr = errors(again);
    assert!(stderr.contains(held), "{stderr}");
    // Another look of the same title is read by itself, and nothing is said of those corrections.
    drop(practice);
    for skin in ["boggle", "light-on-dark"] {
        let mut practice = desktop.hexlex(&["practice", "--skin", skin, "--seed", "7", "--state", "state.txt"]);
        desktop.window(&mut practice, PRACTICE);
        let mut other = Watch::start(&desktop, &["--window", PRACTICE]);
        assert_eq!(letters(&other.until("board")), letters_of(&state(&desktop.file("state.txt"))), "{skin}");
        let stderr = errors(other);
        assert!(!stderr.contains(held), "{skin}: {stderr}");
    }
}

/// A game is closed, and another look of it is opened under the same title: it is read as by a new `watch`. So is the same look.
#[test]
fn a_game_that_is_opened_with_another_look_is_read_anew() {
    let Some(desktop) = Desktop::start() else { return };
    let mut watch = Watch::start(&desktop, &["--window", PRACTICE, "--no-overlay"]);
    for (skin, seed) in [("wood", "3"), ("pixel", "5"), ("pixel", "6"), ("wood", "9")] {
        let args = ["practice", "--skin", skin, "--seed", seed, "--state", "state.txt"];
        let mut practice = desktop.hexlex(&args);
        desktop.window(&mut practice, PRACTICE);
        let event = watch.until_board(&state(&desktop.file("state.txt")));
        assert_eq!(event["doubt"], serde_json::json!([]), "{skin}");
        // It learns the letters meanwhile.
        std::thread::sleep(std::time::Duration::from_millis(1500));
        drop(practice);
        watch.until("lost");
    }
    assert_eq!(watch.end(), Some(0));
}
