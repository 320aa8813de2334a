//! The time from a change on the screen to its answer, and the cost of waiting: `cargo bench --bench live`.
//!
//! On a desktop of its own (Xvfb, openbox), a window of 1280x720 shows one board after the other. Two times are measured
//! from outside, from the request that changes the window: to the line of JSON, and to the overlay's pixels on the
//! screen. A third is the latency that the program reports. Then comes the processor time in a minute beside a still
//! window.

#![allow(clippy::unwrap_used)] // a tool for developers

#[cfg(target_os = "linux")]
#[path = "../tests/live/desktop.rs"]
#[allow(dead_code)] // the tests use more of it
mod desktop;
#[cfg(target_os = "linux")]
#[path = "../tests/live/stage.rs"]
#[allow(dead_code)]
mod stage;

#[cfg(not(target_os = "linux"))]
fn main() {
    println!("skipped: this benchmark needs X11");
}

#[cfg(target_os = "linux")]
fn main() {
    linux::main();
}

#[cfg(target_os = "linux")]
mod linux {
    use crate::desktop::{Desktop, Program};
    use crate::stage::{Scene, Stage, game};
    use hexlex::board::{Board, Cell, Shape, Tile};
    use hexlex::roll::{Dice, Roller};
    use serde_json::Value;
    use std::io::{BufRead, BufReader};
    use std::process::ChildStdout;
    use std::time::{Duration, Instant};

    const TITLE: &str = "a game to measure";
    const SIZE: (u32, u32) = (1280, 720);
    const TILE: f32 = 76.0;
    /// The number of changes that are measured.
    const CHANGES: usize = 150;
    /// The number of changes before them, from which the program learns the letters.
    const WARM_UP: usize = 30;
    /// The time without changes before each.
    const REST: Duration = Duration::from_millis(200);
    /// The time for which a still window is watched.
    const MINUTE: Duration = Duration::from_secs(60);
    /// The number of frames in which something changes beside the board, and their distance: 60 a second.
    const FRAMES: u32 = 1200;
    const FRAME: Duration = Duration::from_micros(16_667);
    /// The time after which an overlay counts as missing.
    const TIMEOUT: Duration = Duration::from_millis(500);

    pub(crate) fn main() {
        // `cargo test --benches` only checks that it works.
        let short = !std::env::args().any(|arg| arg == "--bench");
        let Some(desktop) = Desktop::start() else { return };
        let stage = Stage::open(desktop.display(), TITLE, SIZE);
        let boards = boards(if short { 8 } else { WARM_UP + CHANGES });
        stage.show(&scene(&stage, &boards[0]));
        std::thread::sleep(Duration::from_millis(500));
        stage.show(&scene(&stage, &boards[0]));
        for overlay in [false, true] {
            let mut run = Run::start(&desktop, overlay);
            run.until_board();
            let times = run.changes(&desktop, &stage, &boards, if short { 2 } else { WARM_UP });
            println!("{}", if overlay { "with the live overlay" } else { "without an overlay" });
            report("  change to JSON", times.iter().map(|times| times.answer));
            report("  as it reports", times.iter().map(|times| times.reported));
            if overlay {
                report("  change to overlay", times.iter().filter_map(|times| times.overlay));
            }
            // The next run starts with the first board.
            stage.show(&scene(&stage, &boards[0]));
        }
        still(&desktop, if short { Duration::from_secs(1) } else { MINUTE });
        beside(&desktop, &stage, if short { 10 } else { FRAMES });
        redrawn(&desktop, &stage, &boards[0], if short { 10 } else { FRAMES });
    }

    /// Boards as in a game: from one to the next, a word's tiles vanish, those above fall, and new ones appear.
    fn boards(count: usize) -> Vec<Board> {
        let mut numbers = Roller::new(99);
        let mut letters = |count: usize| numbers.roll(&Dice::ENGLISH, count);
        let mut board = Board::from_letters(Shape::bookworm(), &letters(52)).unwrap();
        let mut boards = Vec::new();
        for turn in 0..count {
            let fresh = Board::from_letters(Shape::bookworm(), &letters(52)).unwrap();
            let mut fresh: Vec<Tile> = fresh.tiles().map(|tile| tile.unwrap().clone()).collect();
            let gone = |cell: Cell| (cell.line + turn) % 7 < 5 && cell.index == 3 + (cell.line + turn) % 4;
            let mut tiles = Vec::new();
            for (line, &length) in board.shape().lengths().iter().enumerate() {
                let stays = (0..length).map(|index| Cell { line, index }).filter(|&cell| !gone(cell));
                let stays: Vec<Tile> = stays.map(|cell| board.tile(cell).unwrap().clone()).collect();
                let new = (stays.len()..length).map(|_| fresh.pop().unwrap());
                tiles.extend(new.chain(stays.iter().cloned()).map(Some).collect::<Vec<_>>());
            }
            board = Board::new(Shape::bookworm(), tiles).unwrap();
            boards.push(board.clone());
        }
        boards
    }

    fn scene(stage: &Stage, board: &Board) -> Scene {
        stage.scene(&game(SIZE, board, TILE))
    }

    /// A running `watch --json`.
    struct Run {
        program: Program,
        output: BufReader<ChildStdout>,
        overlay: bool,
    }

    /// The times of one change, in milliseconds.
    struct Times {
        /// To the line of JSON.
        answer: f64,
        /// The latency in that line.
        reported: f64,
        /// To the overlay's pixels.
        overlay: Option<f64>,
    }

    impl Run {
        fn start(desktop: &Desktop, overlay: bool) -> Run {
            let shows = if overlay { "--overlay" } else { "--no-overlay" };
            let mut program = desktop.hexlex(&["watch", "--json", "--window", TITLE, shows]);
            let output = BufReader::new(program.output());
            Run { program, output, overlay }
        }

        fn until_board(&mut self) -> Value {
            loop {
                let mut line = String::new();
                assert!(self.output.read_line(&mut line).unwrap() > 0, "watch has ended");
                let event: Value = serde_json::from_str(&line).unwrap();
                if event["event"] == "board" {
                    return event;
                }
            }
        }

        fn changes(&mut self, desktop: &Desktop, stage: &Stage, boards: &[Board], warm: usize) -> Vec<Times> {
            let (left, top) = desktop.origin(stage.window);
            let mut all = Vec::new();
            for board in &boards[1..] {
                let scene = scene(stage, board);
                std::thread::sleep(REST);
                let start = Instant::now();
                stage.show(&scene);
                let event = self.until_board();
                let answer = start.elapsed().as_secs_f64() * 1e3;
                let number = |value: &Value| value.as_f64().unwrap() as f32;
                let last = event["words"][0]["path"].as_array().unwrap().last().unwrap().clone();
                let pitch = number(&event["board"]["layout"]["pitch"][1]);
                // On the ring around the last tile, left of the middle of its lower edge.
                let at = (
                    left + (number(&last["x"]) - 0.15 * pitch) as i32,
                    top + (number(&last["y"]) + 0.435 * pitch) as i32,
                );
                let overlay = self.overlay.then(|| seen(desktop, at, start)).flatten();
                all.push(Times { answer, reported: event["latency_ms"].as_f64().unwrap(), overlay });
                stage.forget(scene);
            }
            all.split_off(warm.min(all.len() - 1))
        }
    }

    /// The time until the overlay's color appears at a place, in milliseconds; `None` where it does not.
    fn seen(desktop: &Desktop, at: (i32, i32), start: Instant) -> Option<f64> {
        while start.elapsed() < TIMEOUT {
            let [r, g, b, _] = desktop.pixel(at).0;
            if r > 180 && b > 140 && b > g {
                return Some(start.elapsed().as_secs_f64() * 1e3);
            }
            // Queries without a pause would leave the server no time for the overlay.
            std::thread::sleep(Duration::from_micros(300));
        }
        None
    }

    fn report(what: &str, times: impl Iterator<Item = f64>) {
        let mut times: Vec<f64> = times.collect();
        times.sort_by(f64::total_cmp);
        let at = |percent: usize| times.get((times.len() - 1) * percent / 100).copied().unwrap_or(f64::NAN);
        if times.is_empty() {
            println!("{what:20} nothing was measured");
            return;
        }
        println!(
            "{what:20} median {:6.2} ms, 90% {:6.2} ms, 99% {:6.2} ms, least {:6.2} ms, {} changes",
            at(50),
            at(90),
            at(99),
            at(0),
            times.len()
        );
    }

    /// The processor time of a program so far, in seconds.
    fn used(program: &Program) -> f64 {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", program.id())).unwrap();
        let fields: Vec<&str> = stat.rsplit(')').next().unwrap().split_whitespace().collect();
        // User and system time in clock ticks, which Linux reports in hundredths of a second.
        (fields[11].parse::<f64>().unwrap() + fields[12].parse::<f64>().unwrap()) / 100.0
    }

    /// Prints the processor time for watching a window in which nothing changes.
    fn still(desktop: &Desktop, time: Duration) {
        let mut run = Run::start(desktop, true);
        run.until_board();
        std::thread::sleep(Duration::from_secs(2));
        let before = used(&run.program);
        std::thread::sleep(time);
        println!("a still window for {} s: {:.2} s of the processor", time.as_secs(), used(&run.program) - before);
    }

    /// Prints the processor time for a window that is drawn again as a whole, with a banner above the board that moves.
    fn redrawn(desktop: &Desktop, stage: &Stage, board: &Board, frames: u32) {
        let mut run = Run::start(desktop, true);
        run.until_board();
        let mut picture = game(SIZE, board, TILE);
        let scenes = [0, 1].map(|turn| {
            for x in 0..SIZE.0 {
                picture.put_pixel(x, 3, image::Rgba([(x % 256) as u8, 200 * turn, 60, 255]));
            }
            stage.scene(&picture)
        });
        std::thread::sleep(Duration::from_secs(2));
        let before = used(&run.program);
        for frame in 0..frames as usize {
            stage.show(&scenes[frame % 2]);
            std::thread::sleep(FRAME);
        }
        let milliseconds = (used(&run.program) - before) * 1e3 / f64::from(frames);
        let share = milliseconds / FRAME.as_secs_f64() / 10.0;
        println!(
            "a window drawn again with a banner: {milliseconds:.3} ms of the processor a frame, {share:.2}% at 60 a second"
        );
    }

    /// Prints the processor time for a change beside the board, to the left of it and to the right of it at once.
    fn beside(desktop: &Desktop, stage: &Stage, frames: u32) {
        let mut run = Run::start(desktop, true);
        run.until_board();
        std::thread::sleep(Duration::from_secs(2));
        let before = used(&run.program);
        for frame in 0..frames {
            let color = frame.wrapping_mul(0x0003_0501) & 0x00ff_ffff;
            for x in [2, SIZE.0 as i16 - 42] {
                stage.dot(color, (x, 340), 40);
            }
            std::thread::sleep(FRAME);
        }
        let milliseconds = (used(&run.program) - before) * 1e3 / f64::from(frames);
        println!("changes on both sides of the board: {milliseconds:.3} ms of the processor a frame, {frames} frames");
    }
}
