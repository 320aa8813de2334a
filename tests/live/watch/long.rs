//! `watch` over many moves and many frames: short runs here, long ones with `./x soak`.

use super::skins::interrupts;
use super::{
    PRACTICE, SIZE, STAGE, TILE, Watch, is_doubtful, kinds, letters, letters_of, open_stage, play_best, rolled_board,
    state,
};
use crate::desktop::{Desktop, Program, wait, wait_or};
use crate::stage::game;
use hexlex::board::Board;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A player of the practice game, who plays the best word that `watch` reports.
struct Player<'a> {
    desktop: &'a Desktop,
    /// Ends with the player.
    _practice: Program,
    window: u32,
    state: PathBuf,
    watch: Watch,
    /// What `watch` reported of the present board.
    event: Value,
}

impl Player<'_> {
    fn start<'a>(desktop: &'a Desktop, seed: &str) -> Player<'a> {
        let args = ["practice", "--seed", seed, "--state", "state.txt", "--size", "640x480", "--animation", "120"];
        let mut practice = desktop.hexlex(&args);
        let window = desktop.window(&mut practice, PRACTICE);
        let file = desktop.file("state.txt");
        let mut watch = Watch::start(desktop, &["--window", PRACTICE]);
        let event = watch.until_board(&state(&file));
        Player { desktop, _practice: practice, window, state: file, watch, event }
    }

    fn board(&self) -> Board {
        state(&self.state)
    }

    fn is_over(&self) -> bool {
        std::fs::read_to_string(&self.state).unwrap().contains("# over: true")
    }

    /// After the end of a game, begins the next one with a click anywhere.
    fn begin_next(&mut self) {
        self.desktop.click(self.window, (320.0, 240.0));
        let new = wait("a new game", || (!self.is_over()).then(|| self.board()));
        self.event = self.watch.until_board(&new);
    }

    /// Plays a word, and waits until `watch` reports the board after it, or the end of the game. Returns the number of
    /// tiles whose kinds `watch` read wrong.
    fn play(&mut self) -> usize {
        let before = letters_of(&self.board());
        play_best(self.desktop, self.window, &self.event);
        let after = wait_or(
            || Some(self.board()).filter(|now| letters_of(now) != before || self.is_over()),
            || format!("a move: see {}", self.desktop.keep(&self.desktop.screenshot(), "moves").display()),
        );
        if self.is_over() {
            // A message lies over the board.
            while !interrupts(&self.watch.next()) {}
            return 0;
        }
        self.event = loop {
            let event = self.watch.until("board");
            let read = letters(&event);
            if read == letters_of(&after) {
                break event;
            }
            // The old board may be reported again while tiles are selected, and letters below effects may be unknown or doubtful,
            // but no board has another wrong letter.
            let cells = after.cells().zip(read);
            let certain = |((cell, _), read)| if is_doubtful(&event, cell) { "?".to_string() } else { read };
            let read: Vec<String> = cells.map(certain).collect();
            let is_of = |board: &[String]| read.iter().zip(board).all(|(read, letter)| read == "?" || read == letter);
            let after = letters_of(&after);
            let wrong =
                read.iter().zip(&after).enumerate().filter(|(_, (read, letter))| *read != "?" && read != letter);
            assert!(
                is_of(&before) || is_of(&after),
                "wrong letters: {:?} of {after:?}, before {:?}",
                wrong.collect::<Vec<_>>(),
                before
            );
        };
        let truth: Vec<&str> = after.cells().map(|(_, tile)| tile.kind.name()).collect();
        let names = after.cells().zip(kinds(&self.event)).zip(truth);
        let wrong: Vec<String> = names
            .filter(|((_, read), truth)| read != truth)
            .map(|(((cell, tile), read), truth)| {
                format!("{} {truth} as {read} at {},{}", tile.face, cell.line + 1, cell.index + 1)
            })
            .collect();
        if !wrong.is_empty() {
            println!("wrong kinds: {}", wrong.join("; "));
        }
        wrong.len()
    }
}

/// Plays this number of moves. After the end of a game, a move begins the next one, which must happen.
fn read_moves(seed: &str, moves: usize) {
    let Some(desktop) = Desktop::start() else { return };
    let mut player = Player::start(&desktop, seed);
    let (mut ended, mut wrong_kinds) = (0, 0);
    let before = at_rest(player.watch.program.id(), None);
    for _ in 0..moves {
        if player.is_over() {
            ended += 1;
            player.begin_next();
        } else {
            wrong_kinds += player.play();
        }
    }
    let after = at_rest(player.watch.program.id(), Some(before));
    println!("{moves} moves, {ended} games, {wrong_kinds} wrong kinds: {before:?}, then {after:?}");
    assert_eq!((after.files, after.threads), (before.files, before.threads), "open files and threads");
    assert!(ended > 0, "no game ended: choose another seed");
    assert!(wrong_kinds <= moves, "{wrong_kinds} kinds of {} were read wrong", moves * 52);
    assert_eq!(player.watch.end(), Some(0));
}

#[test]
fn twenty_moves_are_read_right() {
    // This game ends after 8 moves.
    read_moves("366", 20);
}

#[test]
#[ignore = "long: ./x soak"]
fn two_hundred_moves_are_read_right() {
    read_moves("21", 200);
}

/// What a process holds.
#[derive(Debug, Clone, Copy)]
pub(super) struct Resources {
    /// Its memory in kB, without that of files.
    pub(super) memory: u64,
    /// Its open files.
    pub(super) files: usize,
    pub(super) threads: usize,
}

/// What a process holds now.
pub(super) fn resources(process: u32) -> Resources {
    let folder = Path::new("/proc").join(process.to_string());
    let status = std::fs::read_to_string(folder.join("status")).unwrap();
    let number = |name: &str| -> u64 {
        let line = status.lines().find(|line| line.starts_with(name)).unwrap();
        line.split_whitespace().nth(1).unwrap().parse().unwrap()
    };
    let files = std::fs::read_dir(folder.join("fd")).unwrap().count();
    Resources { memory: number("RssAnon"), files, threads: number("Threads") as usize }
}

/// What a process holds at rest: while it looks for other windows it has one connection more, for some milliseconds. Where it held
/// `first` before, a look at which it holds as much ends the wait.
pub(super) fn at_rest(process: u32, first: Option<Resources>) -> Resources {
    let held = |resources: &Resources| (resources.files, resources.threads);
    let looks = || {
        (0..100).map(|_| {
            std::thread::sleep(Duration::from_millis(20));
            resources(process)
        })
    };
    let as_before = first.and_then(|first| looks().find(|now| held(now) == held(&first)));
    as_before.or_else(|| looks().take(25).min_by_key(held)).expect("several looks")
}

/// Shows pictures until `watch` has seen this number of frames. The first half of them fills its caches; after that, memory
/// may grow by no more than `KEPT`, and open files not at all.
fn watch_frames(count: u64) {
    let Some(desktop) = Desktop::start() else { return };
    let (stage, first) = open_stage(&desktop, 14);
    let mut watch = Watch::start(&desktop, &["--window", STAGE]);
    let event = watch.until_board(&first);
    let tile = &event["board"]["tiles"][20];
    // A spot in a corner of a tile: another picture each time, and the same board.
    let offset = |center: &Value, offset: i16| center.as_f64().unwrap() as i16 + offset;
    let spot = (offset(&tile["x"], -20), offset(&tile["y"], -22));
    let scenes = [first, rolled_board(15)].map(|board| stage.scene(&game(SIZE, &board, TILE)));
    let (mut turn, mut color) = (0, 0u32);
    let mut show = |watch: &mut Watch, wanted: u64| {
        let mut seen = 0;
        while seen < wanted {
            for _ in 0..100 {
                color = color.wrapping_add(0x0003_0501) & 0x00ff_ffff;
                stage.dot(color, spot, 5);
                std::thread::sleep(Duration::from_millis(1));
            }
            // Another board, whose event has the number of frames.
            turn += 1;
            stage.show(&scenes[turn % 2]);
            seen = watch.until("board")["frame"].as_u64().unwrap();
        }
    };
    show(&mut watch, count / 2);
    let before = at_rest(watch.program.id(), None);
    show(&mut watch, count);
    let after = at_rest(watch.program.id(), Some(before));
    println!("{count} frames: {before:?}, then {after:?}");
    assert_eq!((after.files, after.threads), (before.files, before.threads), "open files and threads");
    /// The growth allowed in the second half, in kB. A frame that shows the game half drawn starts a search of the whole frame,
    /// after which the allocator keeps some 9 MB; on a busy machine that happens late. A leak of every frame (2.5 MB each) is
    /// far more.
    const KEPT: u64 = 24 * 1024;
    assert!(after.memory < before.memory + KEPT, "{before:?}, then {after:?}");
    assert_eq!(watch.end(), Some(0));
}

#[test]
fn a_thousand_frames_leave_nothing_behind() {
    watch_frames(1_000);
}

#[test]
#[ignore = "long: ./x soak"]
fn ten_thousand_frames_leave_nothing_behind() {
    watch_frames(10_000);
}
