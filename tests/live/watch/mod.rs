//! `hexlex watch` beside real windows, on a desktop of its own.

mod chaos;
mod companion;
mod events;
mod gallery;
mod long;
mod only_looks;
mod overlay;
mod skins;
mod soak;
mod wayland;

use crate::common::schema::assert_described;
use crate::desktop::{Desktop, Program, wait};
use crate::stage::{Stage, game};
use hexlex::board::{Board, Cell, Face, Shape};
use hexlex::roll::{Dice, Roller};
use serde_json::Value;
use std::collections::HashMap;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::ChildStdin;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// The title of a practice game.
const PRACTICE: &str = "hexlex practice";
/// The title of the stage.
const STAGE: &str = "a game on a stage";
/// The size of the stage in pixels, and of a tile on it.
const SIZE: (u32, u32) = (1000, 640);
const TILE: f32 = 60.0;

/// A running `watch --json`.
struct Watch {
    program: Program,
    events: Receiver<Value>,
}

impl Watch {
    fn start(desktop: &Desktop, more: &[&str]) -> Watch {
        Watch::of(desktop.hexlex(&[&["watch", "--json"], more].concat()))
    }

    /// The same with a standard input to write to.
    fn with_input(desktop: &Desktop, more: &[&str]) -> (Watch, ChildStdin) {
        let (program, input) = desktop.hexlex_with_input(&[&["watch", "--json"], more].concat());
        (Watch::of(program), input)
    }

    fn of(mut program: Program) -> Watch {
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

    /// The next event, which the schema must describe.
    ///
    /// # Panics
    /// Where none comes; with the standard error of a program that has ended.
    fn next(&mut self) -> Value {
        match self.events.recv_timeout(Duration::from_secs(30)) {
            Ok(event) => {
                // Printed where a test fails.
                println!("{} {} {} {}", event["event"], event["frame"], event["message"], event["latency_ms"]);
                assert_described("watch", &event);
                event
            }
            Err(_) => {
                self.program.assert_runs();
                panic!("no event came");
            }
        }
    }

    /// Skips events to the next one of this kind.
    fn until(&mut self, kind: &str) -> Value {
        loop {
            let event = self.next();
            if event["event"] == kind {
                return event;
            }
        }
    }

    /// Skips events to the next one with this board.
    fn until_board(&mut self, board: &Board) -> Value {
        loop {
            let event = self.until("board");
            if letters(&event) == letters_of(board) {
                return event;
            }
            println!("{:?} is not {:?}", letters(&event), letters_of(board));
        }
    }

    /// Interrupts it, and returns its exit status.
    fn end(self) -> Option<i32> {
        self.program.signal("INT");
        self.program.end().code
    }
}

/// Of each cell of an event's board, in their order, what this tells of its tile; `.` where it has none.
fn of_cells(event: &Value, tell: impl Fn(&Value) -> String) -> Vec<String> {
    let tiles = event["board"]["tiles"].as_array().unwrap();
    let told: HashMap<_, _> =
        tiles.iter().map(|tile| ((tile["line"].as_u64(), tile["index"].as_u64()), tell(tile))).collect();
    let lengths = event["board"]["layout"]["lengths"].as_array().unwrap();
    let cells =
        (0..).zip(lengths).flat_map(|(line, length)| (0..length.as_u64().unwrap()).map(move |index| (line, index)));
    let of_cell = |(line, index)| told.get(&(Some(line), Some(index))).cloned();
    cells.map(|cell| of_cell(cell).unwrap_or(".".to_string())).collect()
}

/// The letters of an event's board, `?` where a tile cannot be read.
fn letters(event: &Value) -> Vec<String> {
    of_cells(event, |tile| tile["text"].as_str().unwrap_or("?").to_uppercase())
}

/// The same of a board.
fn letters_of(board: &Board) -> Vec<String> {
    let text = |face: &Face| if *face == Face::Unreadable { "?".to_string() } else { face.to_string().to_uppercase() };
    board.cells().map(|(_, tile)| text(&tile.face)).collect()
}

/// Whether an event shows this tile as doubtful.
fn is_doubtful(event: &Value, cell: Cell) -> bool {
    let doubts = event["doubt"].as_array().unwrap();
    doubts.iter().any(|tile| tile["line"] == cell.line && tile["index"] == cell.index)
}

/// The kinds of an event's board.
fn kinds(event: &Value) -> Vec<String> {
    of_cells(event, |tile| tile["kind"].as_str().unwrap().to_string())
}

/// A board for the stage.
fn rolled_board(seed: u64) -> Board {
    // A U after a Q would be one tile with it.
    let boards = (0..).map(|turn| Roller::new(seed + turn * 1_000_003).roll(&Dice::ENGLISH, 52));
    boards.into_iter().find_map(|letters| Board::from_letters(Shape::bookworm(), &letters).ok()).unwrap()
}

/// The board in the state file of a practice game.
fn state(file: &Path) -> Board {
    std::fs::read_to_string(file).unwrap().parse().unwrap()
}

/// Opens a stage with a board on it.
fn open_stage(desktop: &Desktop, seed: u64) -> (Stage, Board) {
    let stage = Stage::open(desktop.display(), STAGE, SIZE);
    let board = rolled_board(seed);
    put(&stage, &board);
    wait("the stage", || desktop.windows().iter().any(|(id, _)| *id == stage.window).then_some(()));
    // Drawn again, since what was drawn before the window was mapped may be lost.
    put(&stage, &board);
    (stage, board)
}

/// Shows a board on the stage.
fn put(stage: &Stage, board: &Board) {
    let scene = stage.scene(&game(SIZE, board, TILE));
    stage.show(&scene);
    stage.forget(scene);
}

/// Where the path of the best word lies on the screen, in pixels.
struct ScreenPath {
    /// The centers of its tiles.
    tiles: Vec<(f32, f32)>,
    /// The distance between the centers of neighboring tiles of a line.
    pitch: f32,
}

/// The path of the best word of a `board` event.
fn path(desktop: &Desktop, window: u32, event: &Value) -> ScreenPath {
    path_of(desktop, window, event, 0)
}

/// The path of the word at this place of a `board` event.
fn path_of(desktop: &Desktop, window: u32, event: &Value, place: usize) -> ScreenPath {
    let (left, top) = desktop.origin(window);
    let number = |value: &Value| value.as_f64().unwrap() as f32;
    let steps = event["words"][place]["path"].as_array().unwrap();
    let at = |step: &Value| (left as f32 + number(&step["x"]), top as f32 + number(&step["y"]));
    ScreenPath { tiles: steps.iter().map(at).collect(), pitch: number(&event["board"]["layout"]["pitch"][1]) }
}

/// The commands that move the pointer to these tiles of an event's board.
fn movements(desktop: &Desktop, window: u32, event: &Value, path: &[Cell]) -> Vec<String> {
    let (left, top) = desktop.origin(window);
    let tiles = event["board"]["tiles"].as_array().unwrap();
    let movement = |cell: &Cell| {
        let tile = tiles.iter().find(|tile| tile["line"] == cell.line && tile["index"] == cell.index).unwrap();
        let number = |value: &Value| value.as_f64().unwrap() as i32;
        format!("mousemove {} {}", left + number(&tile["x"]), top + number(&tile["y"]))
    };
    path.iter().map(movement).collect()
}

/// Plays the best word of a board in the practice game: clicks its tiles, and presses Return.
fn play_best(desktop: &Desktop, window: u32, event: &Value) {
    let tiles = path(desktop, window, event).tiles;
    let mut steps: Vec<String> = tiles.iter().map(|(x, y)| format!("mousemove {x} {y} click 1")).collect();
    steps.push("key Return".to_string());
    desktop.act(&steps);
}
