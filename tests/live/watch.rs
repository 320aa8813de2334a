//! `hexlex watch` beside real windows, on a desktop of its own.

use crate::desktop::{Desktop, Program, SCREEN, wait, wait_or};
use crate::stage::{Stage, game};
use hexlex::board::{Board, Face, Shape};
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

/// Whether rings of the overlay's colors run around these tiles and their letters are free.
fn has_rings(shot: &RgbaImage, bare: &RgbaImage, tiles: &[(f32, f32)], pitch: f32) -> bool {
    // From a tile's middle to its ring, and along it: off the middle of a side, where arrows cross.
    const RING: f32 = 0.435;
    const ALONG: f32 = 0.15;
    let points = [-RING, RING].iter().flat_map(|&out| [(out, -ALONG), (out, ALONG), (-ALONG, out), (ALONG, out)]);
    let points: Vec<(f32, f32)> = points.map(|(x, y)| (x * pitch, y * pitch)).collect();
    let inside = |x: f32, y: f32| x > 4.0 && y > 4.0 && x + 4.0 < shot.width() as f32 && y + 4.0 < shot.height() as f32;
    tiles.iter().enumerate().all(|(n, &(x, y))| {
        let is_colored = |x: f32, y: f32| {
            let [r, g, b, _] = shot.get_pixel(x as u32, y as u32).0;
            // The first tile is ringed in green, the others in magenta.
            if n == 0 { g > 150 && g > b.saturating_add(60) && g > r } else { r > 150 && b > 110 && g < r / 2 + 20 }
        };
        let is_ring = |&&(dx, dy): &&(f32, f32)| {
            inside(x + dx, y + dy)
                && (0..25).any(|n| is_colored(x + dx + (n / 5 - 2) as f32, y + dy + (n % 5 - 2) as f32))
        };
        let is_free = shot.get_pixel(x as u32, y as u32) == bare.get_pixel(x as u32, y as u32);
        points.iter().filter(is_ring).count() >= 5 && is_free
    })
}

#[test]
fn one_board_and_an_end() {
    let Some(desktop) = Desktop::start() else { return };
    let (stage, board) = stage(&desktop, 1);
    let mut watch = Watch::start(&desktop, &["--window", "STAGE", "--once"]);
    let event = watch.until("board");
    assert_eq!(letters(&event), letters_of(&board));
    let best = solve(&board, lexicon::english(), &Rules::for_board(&board), Goal::Longest).words.remove(0);
    assert_eq!(event["words"][0]["word"], best.word);
    assert_eq!(watch.program.end().0.code(), Some(0));
    stage.close();
    for args in [&["--window", STAGE][..], &["--monitor", "7", "--once"], &["--region", "5000,5000,9,9"]] {
        let (status, _, said) = desktop.hexlex(&[&["watch"], args].concat()).end();
        assert_eq!(status.code(), Some(2), "{args:?}: {said}");
        assert!(said.contains("expected"), "{said}");
    }
}

#[test]
fn windows_are_listed_and_told_apart() {
    let Some(desktop) = Desktop::start() else { return };
    let (first, _) = stage(&desktop, 1);
    let (_second, _) = stage(&desktop, 2);
    let (status, said, _) = desktop.hexlex(&["windows", "--json"]).end();
    assert_eq!(status.code(), Some(0));
    let all: Value = serde_json::from_str(&said).unwrap();
    let all = all.as_array().unwrap();
    let listed = all.iter().find(|window| window["id"] == first.window).unwrap();
    assert_eq!(
        (&listed["title"], &listed["class"], &listed["state"]),
        (&STAGE.into(), &"Stage".into(), &"shown".into())
    );
    assert_eq!(listed["size"], serde_json::json!([SIZE.0, SIZE.1]));
    let (status, _, said) = desktop.hexlex(&["watch", "--window", "stage"]).end();
    assert_eq!(status.code(), Some(2));
    assert!(said.contains("2 windows") && said.contains(&format!("{:#x}", first.window)), "{said}");
    let id = first.window.to_string();
    let (status, said, _) = desktop.hexlex(&["watch", "--window", &id, "--once", "--quiet"]).end();
    assert!(status.success() && !said.is_empty());
}

#[test]
fn nothing_to_look_at_is_told() {
    let Some(desktop) = Desktop::start() else { return };
    let (status, _, said) = desktop.hexlex(&["watch", "--window", "chess"]).end();
    assert!(status.code() == Some(2) && said.contains("no window at all"), "{said}");
    let mut watch = Watch::start(&desktop, &[]);
    assert_eq!(watch.next()["event"], "lost");
    // It goes on by itself when a board comes.
    let (_stage, board) = stage(&desktop, 3);
    assert_eq!(letters(&watch.until("board")), letters_of(&board));
    assert_eq!(watch.end(), Some(0));
}

#[test]
fn every_mishap_has_its_event() {
    let Some(desktop) = Desktop::start() else { return };
    let (stage, board) = stage(&desktop, 4);
    let mut watch = Watch::start(&desktop, &["--window", STAGE]);
    watch.until_board(&board);
    let found = |event: &Value| (event["window"]["x"].as_i64().unwrap(), event["window"]["y"].as_i64().unwrap());
    stage.place((300, 200));
    let moved = watch.until("found");
    let (x, y) = desktop.origin(stage.window);
    assert_eq!(found(&moved), (x.into(), y.into()));
    // Covered, and read all the same.
    let cover = Stage::open(desktop.display(), "a cover", (900, 700));
    cover.place((320, 220));
    watch.until("covered");
    let next = self::board(5);
    put(&stage, &next);
    watch.until_board(&next);
    cover.close();
    watch.until_board(&next);
    desktop.act(&[format!("windowminimize {}", stage.window)]);
    assert!(watch.until("lost")["message"].as_str().unwrap().contains("minimized"));
    desktop.act(&[format!("windowmap {}", stage.window)]);
    watch.until_board(&next);
    // Another size, drawn to it.
    let size = (800, 560);
    desktop.resize(stage.window, size);
    let scene = stage.scene(&game(size, &next, 50.0));
    stage.show(&scene);
    assert_eq!(watch.until("unsettled")["event"], "unsettled");
    loop {
        let event = watch.until_board(&next);
        if event["board"]["size"] == serde_json::json!([800, 560]) {
            break;
        }
    }
    // A menu instead of the board, and back.
    let menu = stage.scene(&RgbaImage::from_pixel(size.0, size.1, image::Rgba([80, 40, 40, 255])));
    stage.show(&menu);
    assert!(watch.until("lost")["message"].as_str().unwrap().contains("no board"));
    stage.show(&scene);
    watch.until_board(&next);
    stage.close();
    assert!(watch.until("lost")["message"].as_str().unwrap().contains("closed"));
    let (_again, board) = self::stage(&desktop, 6);
    watch.until_board(&board);
    assert_eq!(watch.end(), Some(0));
}

#[test]
fn partly_off_the_screen_it_is_read() {
    let Some(desktop) = Desktop::start() else { return };
    let (stage, board) = stage(&desktop, 7);
    stage.place((-300, i32::from(SCREEN.1) - 300));
    let mut watch = Watch::start(&desktop, &["--window", STAGE]);
    watch.until_board(&board);
    let next = self::board(8);
    put(&stage, &next);
    watch.until_board(&next);
}

#[test]
fn without_a_window_manager_it_is_found_all_the_same() {
    let Some(desktop) = Desktop::bare() else { return };
    let stage = Stage::open(desktop.display(), STAGE, SIZE);
    let board = board(9);
    put(&stage, &board);
    let mut watch = Watch::start(&desktop, &["--window", STAGE]);
    watch.until_board(&board);
    let cover = Stage::open(desktop.display(), "a cover", (900, 700));
    watch.until("covered");
    cover.close();
    watch.until_board(&board);
}

/// The overlay on the screen: where it should be, where it should not, and clicks through it.
fn overlay_is_where_the_path_is(desktop: &Desktop) {
    let mut practice = desktop.hexlex(&["practice", "--seed", "7", "--state", "state.txt", "--size", "960x720"]);
    let window = desktop.window(&mut practice, PRACTICE);
    let file = desktop.file("state.txt");
    let bare = wait("the game", || {
        let shot = desktop.screenshot();
        let (x, y) = desktop.origin(window);
        // Its wooden ground is browner than any desktop.
        let [r, _, b, _] = shot.get_pixel(x as u32 + 5, y as u32 + 5).0;
        (r > b.saturating_add(15) && shot == desktop.screenshot()).then_some(shot)
    });
    let focus = desktop.focus();
    let mut watch = Watch::start(desktop, &["--window", PRACTICE]);
    let event = watch.until("board");
    let (tiles, pitch) = path(desktop, window, &event);
    let look = |why: &str, wanted: bool, tiles: &[(f32, f32)]| {
        wait_or(
            || (has_rings(&desktop.screenshot(), &bare, tiles, pitch) == wanted).then_some(()),
            || format!("{why}: see {}", desktop.keep(&desktop.screenshot(), "overlay").display()),
        );
    };
    look("rings around the path", true, &tiles);
    assert_eq!(desktop.windows().len(), 1, "the overlay is in no list");
    assert_eq!(desktop.focus(), focus, "the overlay takes no focus");
    // A click on the first tile goes through the overlay to the game, which picks the tile.
    let (x, y) = tiles[0];
    desktop.act(&[format!("mousemove {x} {y} click 1")]);
    wait("a picked tile", || {
        let text = std::fs::read_to_string(&file).ok()?;
        text.contains("selected").then_some(())
    });
    desktop.act(&["key Escape".to_string(), "mousemove 5 5".to_string()]);
    // It goes with the window.
    desktop.act(&[format!("windowmove {window} 200 150")]);
    watch.until("found");
    let (moved, _) = path(desktop, window, &event);
    wait_or(
        || {
            let shot = desktop.screenshot();
            has_rings(&shot, &shot, &moved, pitch).then_some(())
        },
        || format!("rings after a move: see {}", desktop.keep(&desktop.screenshot(), "overlay").display()),
    );
    assert!(!has_rings(&desktop.screenshot(), &desktop.screenshot(), &tiles, pitch), "nothing is left behind");
    desktop.act(&[format!("windowminimize {window}")]);
    watch.until("lost");
    wait("no rings", || {
        let shot = desktop.screenshot();
        (!has_rings(&shot, &shot, &moved, pitch)).then_some(())
    });
    assert_eq!(watch.end(), Some(0));
}

#[test]
fn the_overlay_without_a_compositor() {
    let Some(desktop) = Desktop::start() else { return };
    overlay_is_where_the_path_is(&desktop);
}

#[test]
fn the_overlay_with_a_compositor() {
    let Some(desktop) = Desktop::composited() else { return };
    overlay_is_where_the_path_is(&desktop);
}

#[test]
fn pictures_are_written_at_each_board() {
    let Some(desktop) = Desktop::start() else { return };
    let (stage, first) = stage(&desktop, 10);
    let more = ["--window", STAGE, "--no-overlay", "--out", "best.png", "--record", "boards"];
    let mut watch = Watch::start(&desktop, &more);
    watch.until_board(&first);
    let picture = |name: &str| image::open(desktop.file(name)).ok().map(|picture| picture.into_rgba8());
    let before = wait("the overlay picture", || picture("best.png"));
    assert!(before.dimensions().0 >= SIZE.0);
    let second = board(11);
    put(&stage, &second);
    watch.until_board(&second);
    wait("another overlay picture", || picture("best.png").filter(|picture| *picture != before));
    assert_eq!(watch.end(), Some(0));
    for (n, board) in [first, second].iter().enumerate() {
        let name = |end: &str| format!("boards/board-0000{}.{end}", n + 1);
        assert_eq!(letters_of(&state(&desktop.file(&name("txt")))), letters_of(board));
        assert_eq!(picture(&name("png")).unwrap().dimensions(), SIZE);
    }
}

#[test]
fn the_preview_shows_the_best_word_and_ends_with_its_window() {
    let Some(desktop) = Desktop::start() else { return };
    let (_stage, board) = stage(&desktop, 12);
    let mut watch = Watch::start(&desktop, &["--window", STAGE, "--preview"]);
    let preview = desktop.window(&mut watch.program, "hexlex watch: preview");
    watch.until_board(&board);
    wait("a path in the preview", || {
        let shot = desktop.screenshot_of(preview);
        let magenta = shot.pixels().filter(|pixel| pixel.0[0] > 200 && pixel.0[2] > 150 && pixel.0[1] < 110).count();
        (magenta > 200).then_some(())
    });
    desktop.close(preview);
    assert_eq!(watch.program.end().0.code(), Some(0));
}

#[test]
fn keys_are_heard_wherever_the_focus_is() {
    let Some(desktop) = Desktop::start() else { return };
    let (stage, board) = stage(&desktop, 13);
    let mut watch = Watch::start(&desktop, &["--window", STAGE, "--keys", "pause=F7,again=F6"]);
    let event = watch.until_board(&board);
    let (tiles, pitch) = path(&desktop, stage.window, &event);
    let rings = |wanted: bool| {
        wait("rings to come or go", || {
            let shot = desktop.screenshot();
            (has_rings(&shot, &shot, &tiles, pitch) == wanted).then_some(())
        });
    };
    rings(true);
    desktop.act(&["key ctrl+alt+h".to_string()]);
    rings(false);
    desktop.act(&["key ctrl+alt+h".to_string()]);
    rings(true);
    desktop.act(&["key F7".to_string()]);
    watch.until("paused");
    rings(false);
    desktop.act(&["key F7".to_string()]);
    watch.until_board(&board);
    desktop.act(&["key F6".to_string()]);
    watch.until_board(&board);
    rings(true);
    desktop.act(&["key ctrl+alt+n".to_string()]);
    rings(false);
    desktop.act(&["key ctrl+alt+q".to_string()]);
    assert_eq!(watch.program.end().0.code(), Some(0));
}

#[test]
#[ignore = "draws .github/watch.png: cargo test --release --test live picture -- --ignored"]
fn picture_for_the_readme() {
    let Some(desktop) = Desktop::composited() else { return };
    let args = ["practice", "--seed", "7", "--state", "state.txt", "--size", "1100x720"];
    let mut practice = desktop.hexlex(&args);
    let window = desktop.window(&mut practice, PRACTICE);
    let mut watch = Watch::start(&desktop, &["--window", PRACTICE]);
    let file = desktop.file("state.txt");
    let mut event = watch.until_board(&state(&file));
    // Some words, so that there are gems.
    for _ in 0..5 {
        let before = state(&file);
        let (tiles, _) = path(&desktop, window, &event);
        let mut steps: Vec<String> = tiles.iter().map(|(x, y)| format!("mousemove {x} {y} click 1")).collect();
        steps.push("key Return".to_string());
        desktop.act(&steps);
        let after = wait("a move", || Some(state(&file)).filter(|now| letters_of(now) != letters_of(&before)));
        event = watch.until_board(&after);
    }
    desktop.act(&["mousemove 5 5".to_string()]);
    let (tiles, pitch) = path(&desktop, window, &event);
    let shot = wait("the overlay", || {
        let shot = desktop.screenshot();
        // The panel comes after the path: two looks alike.
        std::thread::sleep(Duration::from_millis(300));
        (has_rings(&shot, &shot, &tiles, pitch) && shot == desktop.screenshot()).then_some(shot)
    });
    let ((x, y), (width, height)) = (desktop.origin(window), desktop.size(window));
    let (left, top) = ((x - 1).max(0) as u32, (y - 21).max(0) as u32);
    let picture = image::imageops::crop_imm(&shot, left, top, width + 2, height + 22).to_image();
    let picture = image::DynamicImage::ImageRgba8(picture).into_rgb8();
    picture.save(Path::new(env!("CARGO_MANIFEST_DIR")).join(".github/watch.png")).unwrap();
}

/// Whether the practice game is over.
fn is_over(file: &Path) -> bool {
    std::fs::read_to_string(file).unwrap().contains("# over: true")
}

/// How many words the scripted player plays.
const MOVES: usize = 200;

#[test]
fn two_hundred_moves_are_read_right() {
    let Some(desktop) = Desktop::start() else { return };
    let args = ["practice", "--seed", "21", "--state", "state.txt", "--size", "640x480", "--animation", "120"];
    let mut practice = desktop.hexlex(&args);
    let window = desktop.window(&mut practice, PRACTICE);
    let file = desktop.file("state.txt");
    let mut watch = Watch::start(&desktop, &["--window", PRACTICE]);
    let mut event = watch.until_board(&state(&file));
    let mut wrong_kinds = 0;
    for turn in 0..MOVES {
        let before = state(&file);
        if is_over(&file) {
            // Any click begins the next game.
            let (x, y) = desktop.origin(window);
            desktop.act(&[format!("mousemove {} {} click 1", x + 320, y + 240)]);
            let new = wait("a new game", || (!is_over(&file)).then(|| state(&file)));
            event = watch.until_board(&new);
            continue;
        }
        let (tiles, _) = path(&desktop, window, &event);
        let mut steps: Vec<String> = tiles.iter().map(|(x, y)| format!("mousemove {x} {y} click 1")).collect();
        steps.push("key Return".to_string());
        desktop.act(&steps);
        let after = wait_or(
            || Some(state(&file)).filter(|now| letters_of(now) != letters_of(&before) || is_over(&file)),
            || format!("a move: see {}", desktop.keep(&desktop.screenshot(), "moves").display()),
        );
        if is_over(&file) {
            // The news of it lies over the board, which is told, or makes it unreadable altogether.
            while !matches!(watch.next()["event"].as_str(), Some("covered" | "lost")) {}
            continue;
        }
        event = loop {
            let event = watch.until("board");
            let read = letters(&event);
            if read == letters_of(&after) {
                break event;
            }
            // While tiles are picked it may be told again, but what is told is never half of a board.
            assert_eq!(read, letters_of(&before), "turn {turn}");
        };
        let truth: Vec<&str> = after.cells().map(|(_, tile)| tile.kind.name()).collect();
        wrong_kinds += kinds(&event).iter().zip(truth).filter(|(read, truth)| read != truth).count();
    }
    assert!(wrong_kinds <= MOVES, "{wrong_kinds} kinds of {} were read wrong", MOVES * 52);
    assert_eq!(watch.end(), Some(0));
}

/// So many pictures are looked at; memory is measured after the first part of them and at the end.
const FRAMES: u64 = 10_000;

#[test]
fn ten_thousand_frames_leave_nothing_behind() {
    let Some(desktop) = Desktop::start() else { return };
    let (stage, board) = stage(&desktop, 14);
    let mut watch = Watch::start(&desktop, &["--window", STAGE]);
    let event = watch.until_board(&board);
    let number = |value: &Value| value.as_f64().unwrap();
    let tile = &event["board"]["tiles"][20];
    // A spark in a corner of a tile: another picture each time, and the same board.
    let at = (number(&tile["x"]) as i16 - 20, number(&tile["y"]) as i16 - 22);
    let scenes = [board.clone(), self::board(15)].map(|board| stage.scene(&game(SIZE, &board, TILE)));
    let mut turn = 0;
    let mut frames = |watch: &mut Watch, wanted: u64| {
        let mut color = 0u32;
        let mut last = 0;
        while last < wanted {
            for _ in 0..100 {
                color = color.wrapping_add(0x0003_0501) & 0x00ff_ffff;
                stage.dot(color, at, 5);
                std::thread::sleep(Duration::from_millis(1));
            }
            // Now and then another board, which says how many frames there were.
            turn += 1;
            stage.show(&scenes[turn % 2]);
            last = watch.until("board")["frame"].as_u64().unwrap();
        }
    };
    let folder = Path::new("/proc").join(watch.program.id().to_string());
    let measure = || {
        let status = std::fs::read_to_string(folder.join("status")).unwrap();
        let line = status.lines().find(|line| line.starts_with("VmRSS")).unwrap();
        let memory: u64 = line.split_whitespace().nth(1).unwrap().parse().unwrap();
        (memory, std::fs::read_dir(folder.join("fd")).unwrap().count())
    };
    frames(&mut watch, FRAMES / 5);
    let (memory, handles) = measure();
    frames(&mut watch, FRAMES);
    let (later, handles_later) = measure();
    assert_eq!(handles, handles_later, "open files");
    // What was remembered of tiles may still fill up; what leaked at every frame would be far more.
    assert!(later < memory + 8 * 1024, "{memory} kB, then {later} kB");
    assert_eq!(watch.end(), Some(0));
}
