//! `watch` while windows move, change their size, cover each other, hide, close and open again: it reports no wrong letter, keeps
//! nothing behind, and its last answer is right.

use super::long::at_rest;
use super::soak::minutes;
use super::{SIZE, STAGE, TILE, Watch, letters, letters_of, rolled_board};
use crate::desktop::{Desktop, wait};
use crate::stage::{Stage, game};
use hexlex::board::Board;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::time::{Duration, Instant};

/// The boards that may still be reported: the newest ones. On a busy machine an answer comes when others are on the screen already;
/// with 4, a board that was read right five boards ago ended a long run.
const RECENT: usize = 16;

struct Chaos<'a> {
    desktop: &'a Desktop,
    stage: Option<Stage>,
    cover: Option<Stage>,
    dice: ChaCha8Rng,
    seed: u64,
    recent: Vec<Board>,
    watch: Watch,
    events: usize,
}

impl Chaos<'_> {
    /// Shows another board.
    fn deal(&mut self) {
        self.seed += 1;
        let board = rolled_board(self.seed);
        if let Some(stage) = &self.stage {
            let scene = stage.scene(&game(stage.size(), &board, TILE * stage.size().0 as f32 / SIZE.0 as f32));
            stage.show(&scene);
            stage.forget(scene);
        }
        self.recent.push(board);
        let old = self.recent.len().saturating_sub(RECENT);
        self.recent.drain(..old);
    }

    /// Checks every event that has come.
    fn check(&mut self) {
        self.watch.program.assert_runs();
        while let Ok(event) = self.watch.events.try_recv() {
            self.events += 1;
            if event["event"] != "board" {
                continue;
            }
            let read = letters(&event);
            let is_of = |board: &Board| {
                let truth = letters_of(board);
                read.len() == truth.len() && read.iter().zip(&truth).all(|(read, truth)| read == "?" || read == truth)
            };
            assert!(self.recent.iter().any(is_of), "{read:?} is none of the boards {:?}", self.recent);
        }
    }

    /// Opens a stage. It may have the id of the one that was closed; a busy window manager then gives it that one's size.
    fn open_stage(&self) -> Stage {
        let mut stage = Stage::open(self.desktop.display(), STAGE, SIZE);
        stage.resize(SIZE);
        stage
    }

    fn act(&self, step: String) {
        self.desktop.act(&[step]);
    }

    /// Does something at random.
    fn disturb(&mut self) {
        let Some(window) = self.stage.as_ref().map(|stage| stage.window) else {
            self.stage = Some(self.open_stage());
            return self.deal();
        };
        let at = (self.dice.random_range(0..500), self.dice.random_range(0..400));
        match self.dice.random_range(0..12) {
            0..=3 => self.deal(),
            4 | 5 => self.act(format!("windowmove {window} {} {}", at.0, at.1)),
            6 => {
                let share = self.dice.random_range(60..=110);
                let size = (SIZE.0 * share / 100, SIZE.1 * share / 100);
                self.stage.iter_mut().for_each(|stage| stage.resize(size));
                self.deal();
            }
            7 | 8 => match self.cover.take() {
                Some(cover) => cover.close(),
                None => {
                    let cover = Stage::open(self.desktop.display(), "a cover", (300, 260));
                    cover.place((at.0 + 100, at.1 + 100));
                    self.cover = Some(cover);
                }
            },
            9 => self.act(format!("windowminimize {window}")),
            10 => self.act(format!("windowmap {window}")),
            _ => self.stage.take().into_iter().for_each(Stage::close),
        }
    }

    /// Puts everything right, and waits for the answer.
    fn settle(&mut self) {
        self.cover.take().into_iter().for_each(Stage::close);
        self.stage.take().into_iter().for_each(Stage::close);
        let stage = self.open_stage();
        let window = stage.window;
        wait("the stage", || self.desktop.windows().iter().any(|(id, _)| *id == window).then_some(()));
        self.stage = Some(stage);
        self.deal();
        let last = self.recent[self.recent.len() - 1].clone();
        self.watch.until_board(&last);
    }
}

/// How a run ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    /// The user ends `watch`.
    Asked,
    /// The X server is killed.
    ServerKilled,
}

/// Disturbs a watch this number of times.
fn run(disturbances: usize, end: End) {
    let Some(desktop) = Desktop::start() else { return };
    let watch = Watch::start(&desktop, &["--window", STAGE]);
    let mut chaos = Chaos {
        desktop: &desktop,
        stage: None,
        cover: None,
        dice: ChaCha8Rng::seed_from_u64(14),
        seed: 1000,
        recent: Vec::new(),
        watch,
        events: 0,
    };
    chaos.settle();
    let mut before = None;
    for n in 0..disturbances {
        chaos.disturb();
        std::thread::sleep(Duration::from_millis(chaos.dice.random_range(20..350)));
        chaos.check();
        if n == disturbances / 4 {
            chaos.settle();
            before = Some(at_rest(chaos.watch.program.id(), None));
        }
    }
    chaos.settle();
    let before = before.unwrap();
    let after = at_rest(chaos.watch.program.id(), Some(before));
    println!("{disturbances} disturbances, {} events: {before:?}, then {after:?}", chaos.events);
    assert_eq!((after.files, after.threads), (before.files, before.threads), "open files and threads");
    /// The growth allowed after the first quarter, in kB: a search of a whole frame keeps some 9 MB, and sizes differ.
    const KEPT: u64 = 32 * 1024;
    assert!(after.memory < before.memory + KEPT, "{before:?}, then {after:?}");
    if end == End::Asked {
        assert_eq!(chaos.watch.end(), Some(0));
        return;
    }
    chaos.stage = None;
    let killed = Instant::now();
    desktop.kill_server();
    let ended = chaos.watch.program.end();
    println!("the X server was killed: status {:?} after {:?}", ended.code, killed.elapsed());
    assert!(
        ended.code == Some(2) && killed.elapsed() < Duration::from_secs(3),
        "{:?}, {}",
        killed.elapsed(),
        ended.stderr
    );
}

#[test]
fn forty_disturbances() {
    run(40, End::Asked);
}

/// Some 300 in a minute.
#[test]
#[ignore = "long: ./x soak"]
fn ten_minutes_of_disturbances_and_the_death_of_the_server() {
    run(300 * minutes().min(10) as usize, End::ServerKilled);
}
