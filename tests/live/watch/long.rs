//! `watch` over many moves and many frames.

use super::*;

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
    let scenes = [board.clone(), super::board(15)].map(|board| stage.scene(&game(SIZE, &board, TILE)));
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
