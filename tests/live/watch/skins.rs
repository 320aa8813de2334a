//! `watch` beside the looks of the practice game, with every effect that it draws over its tiles.

use super::{PRACTICE, Watch, kinds, letters, letters_of, state};
use crate::desktop::{Desktop, wait};
use hexlex::board::{Board, Cell};
use hexlex::lexicon;
use hexlex::solve::{Goal, Rules, solve};
use serde_json::Value;
use std::collections::HashSet;
use std::io::Write;

/// A practice game with all effects, and `watch` beside it, none of whose events may have a wrong letter.
struct Checked<'a> {
    desktop: &'a Desktop,
    window: u32,
    watch: Watch,
    /// The last board that was reported.
    event: Option<Value>,
}

impl Checked<'_> {
    fn truth(&self) -> Board {
        state(&self.desktop.file("state.txt"))
    }

    /// Reads events until one has 98% of the tiles of the present board. No event may have a letter of
    /// another board than this one or the one before, or be the same as the one before it.
    fn read(&mut self, before: &Board) {
        let truth = self.truth();
        let (old, new) = (letters_of(before), letters_of(&truth));
        // What was covered or lost is reported again.
        let mut is_again = false;
        loop {
            let event = self.watch.next();
            is_again |= matches!(event["event"].as_str(), Some("covered" | "lost" | "found"));
            if event["event"] != "board" {
                continue;
            }
            let read = letters(&event);
            let is_of = |board: &[String]| read.iter().zip(board).all(|(read, letter)| read == "?" || read == letter);
            assert!(is_of(&old) || is_of(&new), "{read:?} is neither {old:?} nor {new:?}");
            if let Some(last) = self.event.as_ref().filter(|_| !std::mem::take(&mut is_again)) {
                let is_new = letters(last) != read || kinds(last) != kinds(&event) || last["words"] != event["words"];
                assert!(is_new, "the same board again");
            }
            let unread = read.iter().zip(&new).filter(|(read, new)| read != new).count();
            self.event = Some(event);
            if unread <= 1 {
                return;
            }
        }
    }

    /// Plays the longest word.
    fn play(&mut self) {
        let before = self.truth();
        let best = solve(&before, lexicon::english(), &Rules::for_board(&before), Goal::Longest).words.remove(0);
        let (left, top) = self.desktop.origin(self.window);
        let tiles = self.event.as_ref().unwrap()["board"]["tiles"].as_array().unwrap();
        let click = |cell: &Cell| {
            let tile = tiles.iter().find(|tile| tile["line"] == cell.line && tile["index"] == cell.index).unwrap();
            let number = |value: &Value| value.as_f64().unwrap() as i32;
            format!("mousemove {} {} click 1", left + number(&tile["x"]), top + number(&tile["y"]))
        };
        let mut steps: Vec<String> = best.path.iter().map(click).collect();
        steps.push("key Return".to_string());
        self.desktop.act(&steps);
        wait("a move", || (letters_of(&self.truth()) != letters_of(&before)).then_some(()));
        self.read(&before);
    }
}

fn check(skin: &str, moves: usize) {
    let Some(desktop) = Desktop::start() else { return };
    let args = ["practice", "--skin", skin, "--effects", "wild", "--seed", "7", "--state", "state.txt"];
    let mut practice = desktop.hexlex(&args);
    let window = desktop.window(&mut practice, PRACTICE);
    let watch = Watch::start(&desktop, &["--window", PRACTICE]);
    let mut game = Checked { desktop: &desktop, window, watch, event: None };
    game.read(&game.truth());
    (0..moves).for_each(|_| game.play());
    assert_eq!(game.watch.end(), Some(0));
}

#[test]
fn letters_of_pixels_are_read_under_all_effects() {
    check("pixel", 3);
}

#[test]
fn light_letters_are_read_under_all_effects() {
    check("light-on-dark", 2);
}

#[test]
fn small_letters_are_read_under_all_effects() {
    check("lower", 2);
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
    desktop.window(&mut practice, PRACTICE);
    let truth = state(&desktop.file("state.txt"));
    let known: HashSet<String> = letters_of(&truth).into_iter().collect();
    let (mut watch, mut input) = Watch::with_input(&desktop, &["--window", PRACTICE, "--shape", "bookworm"]);
    let mut event = watch.until("board");
    let mut corrections = 0;
    while let Some(line) = correction(&event, &truth) {
        writeln!(input, "{line}").unwrap();
        corrections += 1;
        assert!(corrections <= known.len() + 4, "{line} after {corrections} corrections of {} letters", known.len());
        event = watch.until("board");
    }
    assert_eq!(watch.end(), Some(0));
    let mut again = Watch::start(&desktop, &["--window", PRACTICE]);
    let event = again.until("board");
    assert_eq!((letters(&event), &event["doubt"]), (letters_of(&truth), &serde_json::json!([])));
    assert_eq!(again.end(), Some(0));
}
