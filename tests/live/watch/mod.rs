//! `hexlex watch` beside real windows, on a desktop of its own.

mod events;
mod long;
mod overlay;

use crate::desktop::{Desktop, Program, SCREEN, wait, wait_or};
use crate::stage::{Stage, game};
use hexlex::board::{Board, Face};
use hexlex::grid::Shape;
use hexlex::lexicon;
use hexlex::roll::{Dice, Roller};
use hexlex::solve::{Goal, Rules, solve};
use image::RgbaImage;
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

const PRACTICE: &str = "hexlex practice";
const STAGE: &str = "a game on a stage";
const SIZE: (u32, u32) = (1000, 640);
const TILE: f32 = 60.0;

/// A running `watch --json`.
struct Watch {
    program: Program,
    events: Receiver<Value>,
}

impl Watch {
    fn start(desktop: &Desktop, more: &[&str]) -> Watch {
        let mut program = desktop.hexlex(&[&["watch", "--json"], more].concat());
        let output = program.output();
        let (sender, events) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                let event = serde_json::from_str(&line.unwrap()).unwrap();
                if sender.send(event).is_err() {
                    break;
                }
            }
        });
        Watch { program, events }
    }

    /// The next event; a panic with what the program said where none comes.
    fn next(&mut self) -> Value {
        match self.events.recv_timeout(Duration::from_secs(30)) {
            Ok(event) => {
                // Seen where a test fails.
                println!("{} {} {} {}", event["event"], event["frame"], event["message"], event["latency_ms"]);
                event
            }
            Err(_) => {
                self.program.assert_runs();
                panic!("no event came");
            }
        }
    }

    /// Goes on to the next event of this kind, passing over others.
    fn until(&mut self, kind: &str) -> Value {
        loop {
            let event = self.next();
            if event["event"] == kind {
                return event;
            }
        }
    }

    /// Goes on to the event of this board.
    fn until_board(&mut self, board: &Board) -> Value {
        loop {
            let event = self.until("board");
            if letters(&event) == letters_of(board) {
                return event;
            }
        }
    }

    fn end(self) -> Option<i32> {
        self.program.signal("INT");
        self.program.end().0.code()
    }
}

/// The letters of an event's board, line by line.
fn letters(event: &Value) -> Vec<String> {
    let tiles = event["board"]["tiles"].as_array().unwrap();
    tiles.iter().map(|tile| tile["text"].as_str().unwrap_or("?").to_uppercase()).collect()
}

fn letters_of(board: &Board) -> Vec<String> {
    let text = |face: &Face| if *face == Face::Unreadable { "?".to_string() } else { face.to_string().to_uppercase() };
    board.cells().map(|(_, tile)| text(&tile.face)).collect()
}

/// The kinds of an event's board.
fn kinds(event: &Value) -> Vec<String> {
    let tiles = event["board"]["tiles"].as_array().unwrap();
    tiles.iter().map(|tile| tile["kind"].as_str().unwrap().to_string()).collect()
}

fn board(seed: u64) -> Board {
    Board::from_letters(Shape::bookworm(), &Roller::new(seed).roll(&Dice::ENGLISH, 52)).unwrap()
}

fn state(file: &Path) -> Board {
    std::fs::read_to_string(file).unwrap().parse().unwrap()
}

/// A stage with a board on it.
fn stage(desktop: &Desktop, seed: u64) -> (Stage, Board) {
    let stage = Stage::open(desktop.display(), STAGE, SIZE);
    let board = board(seed);
    put(&stage, &board);
    wait("the stage", || desktop.windows().iter().any(|(id, _)| *id == stage.window).then_some(()));
    // Once more, now that it can be seen.
    put(&stage, &board);
    (stage, board)
}

fn put(stage: &Stage, board: &Board) {
    let scene = stage.scene(&game(SIZE, board, TILE));
    stage.show(&scene);
    stage.forget(scene);
}

/// The screen's places of the best word's tiles, and the pitch.
fn path(desktop: &Desktop, window: u32, event: &Value) -> (Vec<(f32, f32)>, f32) {
    let (left, top) = desktop.origin(window);
    let number = |value: &Value| value.as_f64().unwrap() as f32;
    let steps = event["words"][0]["path"].as_array().unwrap();
    let at = |step: &Value| (left as f32 + number(&step["x"]), top as f32 + number(&step["y"]));
    (steps.iter().map(at).collect(), number(&event["board"]["layout"]["pitch"][1]))
}
