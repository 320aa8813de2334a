//! `watch` as a companion: doubts, corrections, refused words, what the player selects, and games that come and go.

use super::{
    PRACTICE, SIZE, STAGE, TILE, Watch, letters, letters_of, movements, open_stage, path, put, rolled_board, state,
};
use crate::desktop::{Desktop, wait};
use crate::stage::{Stage, game};
use hexlex::board::{Board, Cell, Face, SELECTED, Tile};
use hexlex::lexicon;
use hexlex::solve::{FoundWord, Goal, Rules, solve};
use serde_json::Value;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

/// The cells of an event's list of tiles.
fn cells(tiles: &Value) -> Vec<Cell> {
    let number = |value: &Value| value.as_u64().unwrap() as usize;
    let tiles = tiles.as_array().unwrap().iter();
    tiles.map(|tile| Cell { line: number(&tile["line"]), index: number(&tile["index"]) }).collect()
}

/// The board with every tile of one letter changed to another one.
fn exchanged(board: &Board, from: &Face, to: &str) -> Vec<String> {
    let exchange = |tile: &Tile| if tile.face == *from { to.to_string() } else { tile.face.to_string().to_uppercase() };
    board.cells().map(|(_, tile)| exchange(tile)).collect()
}

#[test]
fn a_window_that_is_not_there_yet_is_waited_for() {
    let Some(desktop) = Desktop::start() else { return };
    let other = Stage::open(desktop.display(), "a gaem on a stage", SIZE);
    wait("the other window", || desktop.windows().iter().any(|(id, _)| *id == other.window).then_some(()));
    let mut watch = Watch::start(&desktop, &["--window", STAGE]);
    assert!(watch.until("lost")["message"].as_str().unwrap().contains("waiting"));
    let (stage, board) = open_stage(&desktop, 3);
    assert_eq!(letters(&watch.until("board")), letters_of(&board));
    // A game that was closed and started again is taken up.
    stage.close();
    watch.until("lost");
    let (_stage, board) = open_stage(&desktop, 4);
    watch.until_board(&board);
    watch.program.signal("INT");
    let ended = watch.program.end();
    assert_eq!(ended.code, Some(0));
    assert!(ended.stderr.contains("nearest is `a gaem on a stage`"), "{}", ended.stderr);
}

#[test]
fn a_display_that_dies_is_an_error() {
    let Some(desktop) = Desktop::start() else { return };
    let (_stage, board) = open_stage(&desktop, 5);
    let mut watch = Watch::start(&desktop, &["--window", STAGE]);
    watch.until_board(&board);
    desktop.kill_server();
    let ended = watch.program.end();
    assert!(ended.code == Some(2) && ended.stderr.contains("expected an X11 display"), "{}", ended.stderr);
}

#[test]
fn a_display_that_dies_under_a_window_of_its_own_is_an_error() {
    let Some(desktop) = Desktop::start() else { return };
    let (_stage, board) = open_stage(&desktop, 5);
    let mut watch = Watch::start(&desktop, &["--window", STAGE, "--preview"]);
    watch.until_board(&board);
    desktop.kill_server();
    let ended = watch.program.end();
    assert!(ended.code == Some(2) && ended.stderr.contains("expected an X11 display"), "{}", ended.stderr);
}

#[test]
fn a_corrected_tile_is_read_so_wherever_it_is_and_later() {
    let Some(desktop) = Desktop::start() else { return };
    let (stage, board) = open_stage(&desktop, 6);
    let (mut watch, mut input) = Watch::with_input(&desktop, &["--window", STAGE, "--no-overlay"]);
    watch.until_board(&board);
    let cell = Cell { line: 1, index: 2 };
    let face = board.tile(cell).unwrap().face.clone();
    writeln!(input, "2,3").unwrap();
    writeln!(input, "2,3=Z").unwrap();
    let corrected = watch.until("corrected");
    let same: Vec<Cell> = board.cells().filter(|(_, tile)| tile.face == face).map(|(cell, _)| cell).collect();
    assert_eq!(cells(&corrected["tiles"]), same);
    assert_eq!(letters(&watch.until("board")), exchanged(&board, &face, "Z"));
    // It holds on the next board, and in the next run.
    let next = rolled_board(7);
    assert!(next.cells().any(|(_, tile)| tile.face == face), "choose a board with {face}");
    put(&stage, &next);
    assert_eq!(letters(&watch.until("board")), exchanged(&next, &face, "Z"));
    watch.program.signal("INT");
    let ended = watch.program.end();
    assert!(ended.code == Some(0) && ended.stderr.contains("expected LINE,TILE=LETTERS"), "{}", ended.stderr);
    let mut again = Watch::start(&desktop, &["--window", STAGE, "--no-overlay"]);
    assert_eq!(letters(&again.until("board")), exchanged(&next, &face, "Z"));
    assert_eq!(again.end(), Some(0));
    // A correction of the command line is made before the first answer.
    let mut fixed = Watch::start(&desktop, &["--window", STAGE, "--no-overlay", "--fix", "2,3=Y", "--once"]);
    let first = fixed.until("corrected");
    assert_eq!((first["word"].as_str(), cells(&first["tiles"]).contains(&cell)), (Some("Y"), true));
    assert_eq!(letters(&fixed.until("board"))[7 + 2], "Y");
    assert_eq!(fixed.program.end().code, Some(0));
}

#[test]
fn selected_tiles_and_refused_words_are_reported() {
    let Some(desktop) = Desktop::start() else { return };
    // A game that knows nearly no word.
    fs::write(desktop.file("words.txt"), "zyzzyva\n").unwrap();
    let args = ["practice", "--seed", "7", "--lexicon", "words.txt", "--state", "state.txt"];
    let mut practice = desktop.hexlex(&args);
    let window = desktop.window(&mut practice, PRACTICE);
    let mut watch = Watch::start(&desktop, &["--window", PRACTICE, "--keys", "refuse=F6"]);
    let event = watch.until_board(&state(&desktop.file("state.txt")));
    let best = event["words"][0].clone();
    let wanted = cells(&best["path"]);
    let tiles = path(&desktop, window, &event).tiles;
    for (n, (x, y)) in tiles.iter().enumerate() {
        desktop.act(&[format!("mousemove {x} {y} click 1")]);
        if n < 1 {
            // One tile alone may be anything.
            continue;
        }
        let selected = loop {
            let event = watch.until("selected");
            if cells(&event["tiles"]).len() == n + 1 {
                break event;
            }
        };
        assert!(cells(&selected["tiles"]).iter().all(|cell| wanted[..=n].contains(cell)));
        let offered = cells(&selected["words"][0]["path"]);
        assert!(wanted[..=n].iter().all(|cell| offered.contains(cell)), "{}", selected["words"][0]["word"]);
    }
    desktop.key(window, "Return");
    desktop.key(window, "Escape");
    let refused = watch.until("refused");
    assert_eq!(refused["word"], best["word"]);
    desktop.act(&["key F6".to_string()]);
    let without = watch.until("board");
    assert!(without["words"].as_array().unwrap().iter().all(|word| word["word"] != best["word"]));
    assert_eq!(watch.end(), Some(0));
    let ended = desktop.hexlex(&["words", "refuse"]).end();
    assert_eq!(ended.stdout.trim().to_uppercase(), best["word"].as_str().unwrap());
}

/// Each word is clicked tile by tile, the longest one over more than a third of the board, in a game without `--profile`.
#[test]
fn words_of_a_board_that_stays_are_followed_to_their_end() {
    let Some(desktop) = Desktop::start() else { return };
    for skin in ["wood", "boggle", "light-on-dark"] {
        let args =
            ["practice", "--seed", "5", "--profile", "boggle", "--time", "off", "--skin", skin, "--state", "state.txt"];
        let mut practice = desktop.hexlex(&args);
        let window = desktop.window(&mut practice, PRACTICE);
        let board = state(&desktop.file("state.txt"));
        let mut watch = Watch::start(&desktop, &["--window", PRACTICE]);
        let event = watch.until_board(&board);
        let rules = Rules { min_length: 3, ..Rules::for_board(&board) };
        let words = solve(&board, lexicon::english(), &rules, Goal::Longest).words;
        // The longest one, and one whose tiles have another word, too.
        let tiles = |found: &FoundWord| {
            let mut path = found.path.clone();
            path.sort();
            path
        };
        let is_anagram =
            |found: &&FoundWord| words.iter().any(|other| other.path != found.path && tiles(other) == tiles(found));
        let short = words.iter().rev().find(is_anagram).unwrap();
        for found in [&words[0], short] {
            for point in movements(&desktop, window, &event, &found.path) {
                desktop.act(&[format!("{point} click 1")]);
                std::thread::sleep(Duration::from_millis(300));
            }
            desktop.key(window, "Return");
            let played = watch.until("played");
            assert_eq!(
                (played["word"].as_str().unwrap(), cells(&played["tiles"])),
                (&*found.word, found.path.clone()),
                "{skin}"
            );
        }
        assert_eq!(watch.end(), Some(0));
    }
}

/// In a game whose tiles stay, a word is played in the order of its tiles only, and counts once: it is not the best one afterwards.
#[test]
fn a_word_is_played_once_and_in_its_order() {
    let Some(desktop) = Desktop::start() else { return };
    let args = ["practice", "--skin", "boggle", "--seed", "8", "--time", "off", "--state", "state.txt"];
    let mut practice = desktop.hexlex(&args);
    let window = desktop.window(&mut practice, PRACTICE);
    let watch_args = ["--window", PRACTICE, "--profile", "boggle", "--record", "game"];
    let mut watch = Watch::start(&desktop, &watch_args);
    let event = watch.until_board(&state(&desktop.file("state.txt")));
    let drag = |tiles: &[Cell]| {
        for (n, point) in movements(&desktop, window, &event, tiles).iter().enumerate() {
            let down = if n == 0 { " mousedown 1" } else { "" };
            desktop.act(&[format!("{point}{down}")]);
            std::thread::sleep(Duration::from_millis(400));
        }
        desktop.act(&["mouseup 1".to_string()]);
    };
    let [e, t, d] = [(0, 1), (1, 1), (0, 2)].map(|(line, index)| Cell { line, index });
    let best = event["words"][0]["word"].as_str().unwrap();
    drag(&cells(&event["words"][0]["path"]));
    let played = watch.until("played");
    assert_eq!(played["word"], best);
    assert_ne!(played["words"][0]["word"], best);
    drag(&[e, t, d]);
    while watch.until("selected")["word"] != "" {}
    drag(&[t, e, d]);
    let ted = watch.until("played");
    assert_eq!((&ted["word"], cells(&ted["tiles"])), (&"TED".into(), vec![t, e, d]));
    assert_eq!(watch.end(), Some(0));
    let turns = fs::read_to_string(desktop.file("game").join("turns.tsv")).unwrap();
    let words: Vec<Vec<&str>> = turns.lines().skip(1).map(|line| line.split('\t').collect()).collect();
    let next = played["words"][0]["word"].as_str().unwrap();
    assert_eq!(words.iter().map(|turn| (turn[2], turn[4])).collect::<Vec<_>>(), [(best, best), ("TED", next)]);
    let summary = fs::read_to_string(desktop.file("game").join("summary.txt")).unwrap();
    assert!(
        summary.contains(&format!("missed on board 1: {next} ")) && !summary.contains(&format!(": {best} (")),
        "{summary}"
    );
}

#[test]
fn points_are_known_only_with_a_profile_and_its_level() {
    let Some(desktop) = Desktop::start() else { return };
    let (_stage, _) = open_stage(&desktop, 8);
    let first = |more: &[&str]| {
        let mut watch = Watch::start(&desktop, &[&["--window", STAGE, "--once"], more].concat());
        watch.until("board")
    };
    let (assumed, known) = (first(&[]), first(&["--profile", "deluxe", "--level", "3", "--goal", "score"]));
    assert_eq!((&assumed["points"], &known["points"]), (&"assumed".into(), &"known".into()));
    assert!(known["words"][0]["score"].as_u64() > assumed["words"][0]["score"].as_u64());
    assert_eq!(assumed["doubt"], serde_json::json!([]));
    // The same by the configuration file, for the window by its title.
    let settings = Path::new(&desktop.file("home/config/hexlex")).to_path_buf();
    std::fs::create_dir_all(&settings).unwrap();
    let game = format!("[[game]]\nwindow = \"{STAGE}\"\nprofile = \"deluxe\"\nlevel = 3\n[watch]\ngoal = \"score\"\n");
    std::fs::write(settings.join("config.toml"), game).unwrap();
    let by_file = first(&[]);
    assert_eq!((&by_file["points"], &by_file["words"][0]), (&known["points"], &known["words"][0]));
    assert!(first(&["--level", "9"])["words"][0]["score"].as_u64() > known["words"][0]["score"].as_u64());
}

#[test]
fn advice_for_a_game_of_another_kind_is_one_warning() {
    let Some(desktop) = Desktop::start() else { return };
    let (_stage, _) = open_stage(&desktop, 8);
    for (profile, expected) in [("boggle", 1), ("spelltower", 1), ("deluxe", 0)] {
        let options = ["watch", "--window", STAGE, "--once", "--goal", "survive", "--profile", profile];
        let ended = desktop.hexlex(&options).end();
        let warnings = ended.stderr.matches("--goal survive is for").count();
        assert_eq!((ended.code, warnings), (Some(0), expected), "{profile}: {}", ended.stderr);
    }
}

#[test]
fn a_recording_has_the_boards_the_words_and_a_summary() {
    let Some(desktop) = Desktop::start() else { return };
    let mut practice = desktop.hexlex(&["practice", "--seed", "7", "--state", "state.txt", "--animation", "100"]);
    let window = desktop.window(&mut practice, PRACTICE);
    let file = desktop.file("state.txt");
    let mut watch = Watch::start(&desktop, &["--window", PRACTICE, "--record", "game", "--no-overlay"]);
    let event = watch.until_board(&state(&file));
    let before = letters_of(&state(&file));
    for (x, y) in path(&desktop, window, &event).tiles {
        desktop.act(&[format!("mousemove {x} {y} click 1")]);
    }
    let length = event["words"][0]["path"].as_array().unwrap().len();
    while cells(&watch.until("selected")["tiles"]).len() < length {}
    desktop.act(&["key Return".to_string()]);
    let after = wait("a move", || Some(state(&file)).filter(|now| letters_of(now) != before));
    watch.until_board(&after);
    assert_eq!(watch.end(), Some(0));
    let text = |name: &str| fs::read_to_string(desktop.file("game").join(name)).unwrap();
    assert_eq!(text("board-00001.txt").parse::<Board>().unwrap().to_string(), text("board-00001.txt"));
    let word = event["words"][0]["word"].as_str().unwrap();
    assert!(text("board-00002.tsv").starts_with("word\tlength\tscore\tpath\n"));
    assert!(text("board-00001.tsv").lines().nth(1).unwrap().starts_with(word));
    let turns = text("turns.tsv");
    let turn: Vec<&str> = turns.lines().nth(1).unwrap().split('\t').collect();
    assert_eq!((turn[0], turn[2], turn[4]), ("1", word, word), "{turns}");
    assert!(text("summary.txt").starts_with("turns: 1\nwords seen: 1\n"), "{}", text("summary.txt"));
    assert!(desktop.file("game").join("board-00002.png").is_file());
}

/// The last tile of a word does not look otherwise when it is selected: the next board shows that it was played.
#[test]
fn a_word_with_a_tile_that_was_not_seen_as_selected_is_recorded() {
    let Some(desktop) = Desktop::start() else { return };
    let (stage, board) = open_stage(&desktop, 8);
    let mut watch = Watch::start(&desktop, &["--window", STAGE, "--record", "game", "--no-overlay"]);
    let event = watch.until_board(&board);
    let (word, path) = (event["words"][0]["word"].as_str().unwrap(), cells(&event["words"][0]["path"]));
    let seen = &path[..path.len() - 1];
    let mut selected = board.clone();
    seen.iter().for_each(|&cell| selected.tile_mut(cell).unwrap().tags.push(SELECTED.to_string()));
    put(&stage, &selected);
    while cells(&watch.until("selected")["tiles"]).len() < seen.len() {}
    let columns = board.shape().lengths().iter().enumerate().flat_map(|(line, &length)| {
        let rest = (0..length).map(move |index| Cell { line, index }).filter(|cell| !path.contains(cell));
        let rest: Vec<Option<Tile>> = rest.map(|cell| board.tile(cell).cloned()).collect();
        let new = (rest.len()..length).map(|_| Some(Tile::new(Face::parse("M").unwrap())));
        new.chain(rest).collect::<Vec<_>>()
    });
    let next = Board::new(board.shape().clone(), columns.collect()).unwrap();
    put(&stage, &next);
    watch.until_board(&next);
    assert_eq!(watch.end(), Some(0));
    let turns = fs::read_to_string(desktop.file("game").join("turns.tsv")).unwrap();
    let turn: Vec<&str> = turns.lines().nth(1).unwrap().split('\t').collect();
    assert_eq!((turn[0], turn[2]), ("1", word), "{turns}");
}

/// A square board may be that of many games, a staggered one is taken for Bookworm's.
#[test]
fn words_without_points_have_their_reason_once() {
    let Some(desktop) = Desktop::start() else { return };
    let notes = |more: &[&str]| {
        let ended = desktop.hexlex(&[&["watch", "--window", PRACTICE, "--once", "--no-overlay"], more].concat()).end();
        assert_eq!(ended.code, Some(0), "{}", ended.stderr);
        ended.stderr.matches("the game of this board is not known").count()
    };
    for (profile, expected) in [("boggle", [1, 0]), ("deluxe", [0, 0])] {
        let mut practice = desktop.hexlex(&["practice", "--seed", "5", "--profile", profile]);
        desktop.window(&mut practice, PRACTICE);
        assert_eq!([notes(&[]), notes(&["--profile", profile])], expected, "{profile}");
    }
}

/// Two frames of a stage after each other are one board.
#[test]
fn a_letter_that_blinks_is_no_new_board() {
    let Some(desktop) = Desktop::start() else { return };
    let (stage, board) = open_stage(&desktop, 9);
    let mut watch = Watch::start(&desktop, &["--window", STAGE, "--no-overlay"]);
    let event = watch.until_board(&board);
    let tile = &event["board"]["tiles"][20];
    let plain = game(SIZE, &board, TILE);
    let (x, y) = (tile["x"].as_f64().unwrap() as u32, tile["y"].as_f64().unwrap() as u32);
    let ground = *plain.get_pixel(x - 22, y - 22);
    let mut blank = plain.clone();
    (x - 22..x + 22).for_each(|x| (y - 22..y + 22).for_each(|y| blank.put_pixel(x, y, ground)));
    let scenes = [&plain, &blank].map(|picture| stage.scene(picture));
    for turn in 0..8 {
        stage.show(&scenes[(turn + 1) % 2]);
        std::thread::sleep(std::time::Duration::from_millis(400));
    }
    let next = rolled_board(10);
    put(&stage, &next);
    let event = watch.until("board");
    assert_eq!(letters(&event), letters_of(&next), "no board is reported for a letter that blinks");
    assert_eq!(watch.end(), Some(0));
}

/// Eight letters vanish together, twice, and come back: the overlay stays until tiles move.
#[test]
fn the_overlay_stays_while_letters_blink() {
    let Some(desktop) = Desktop::start() else { return };
    let (stage, board) = open_stage(&desktop, 9);
    let mut watch = Watch::start(&desktop, &["--window", STAGE]);
    let event = watch.until_board(&board);
    let plain = game(SIZE, &board, TILE);
    let mut blank = plain.clone();
    let tiles = event["board"]["tiles"].as_array().unwrap().iter().step_by(7);
    assert_eq!(tiles.len(), 8);
    for tile in tiles {
        let (x, y) = (tile["x"].as_f64().unwrap() as u32, tile["y"].as_f64().unwrap() as u32);
        for y in y - 20..y + 20 {
            // The color of the tile beside the letter.
            let ground = *plain.get_pixel(x - 20, y);
            (x - 20..x + 20).for_each(|x| blank.put_pixel(x, y, ground));
        }
    }
    wait("the overlay", || is_drawn(&desktop, stage.window).then_some(()));
    let scenes = [&plain, &blank].map(|picture| stage.scene(picture));
    for turn in 0..4 {
        stage.show(&scenes[(turn + 1) % 2]);
        for _ in 0..6 {
            std::thread::sleep(Duration::from_millis(50));
            assert!(is_drawn(&desktop, stage.window), "turn {turn}");
        }
    }
    while let Ok(event) = watch.events.try_recv() {
        assert_ne!(event["event"], "unsettled");
    }
    put(&stage, &rolled_board(10));
    watch.until_board(&rolled_board(10));
    assert_eq!(watch.end(), Some(0));
}

/// Whether a path is drawn over this window: its first ring is green.
fn is_drawn(desktop: &Desktop, window: u32) -> bool {
    let shot = desktop.screenshot_of(window);
    shot.pixels().filter(|pixel| (120..180).contains(&pixel.0[0]) && pixel.0[1] > 230 && pixel.0[2] < 80).count() > 60
}

#[test]
fn tiles_are_corrected_in_a_window() {
    let Some(desktop) = Desktop::start() else { return };
    let (stage, board) = open_stage(&desktop, 6);
    // There is space beside it.
    desktop.act(&[format!("windowmove {} 10 40", stage.window)]);
    let mut watch = Watch::start(&desktop, &["--window", STAGE, "--keys", "correct=F8,pause=F7"]);
    watch.until_board(&board);
    wait("the overlay", || is_drawn(&desktop, stage.window).then_some(()));
    desktop.act(&["key F8".to_string()]);
    let window = desktop.window(&mut watch.program, "hexlex watch: correct");
    wait("the focus", || (desktop.focus() == window).then_some(()));
    // No tile is doubtful, so the first one is chosen; below it is the second one.
    let face = board.tile(Cell { line: 0, index: 1 }).unwrap().face.clone();
    desktop.act(&["key Down".to_string(), "key q".to_string(), "key u".to_string()]);
    let corrected = watch.until("corrected");
    assert_eq!(corrected["word"], "Qu");
    let is_same = |(_, tile): &(Cell, &Tile)| tile.face == face;
    let same: Vec<Cell> = board.cells().filter(is_same).map(|(cell, _)| cell).collect();
    assert_eq!(cells(&corrected["tiles"]), same);
    assert_eq!(letters(&watch.until("board")), exchanged(&board, &face, "QU"));
    // A second correction replaces the first one, for this run and the next.
    desktop.act(&["key z".to_string()]);
    assert_eq!(watch.until("corrected")["word"], "Z");
    assert_eq!(letters(&watch.until("board")), exchanged(&board, &face, "Z"));
    // While the watch is paused, a correction holds and no path is drawn.
    desktop.act(&["key F7".to_string()]);
    watch.until("paused");
    wait("no overlay", || (!is_drawn(&desktop, stage.window)).then_some(()));
    desktop.act(&["key x".to_string()]);
    assert_eq!(watch.until("corrected")["word"], "X");
    desktop.act(&["key Escape".to_string()]);
    wait("the end of the window", || (!desktop.windows().iter().any(|(id, _)| *id == window)).then_some(()));
    assert!(!is_drawn(&desktop, stage.window));
    desktop.act(&["key F7".to_string()]);
    assert_eq!(letters(&watch.until("board")), exchanged(&board, &face, "X"));
    assert_eq!(watch.end(), Some(0));
    let mut again = Watch::start(&desktop, &["--window", STAGE, "--no-overlay"]);
    assert_eq!(letters(&again.until("board")), exchanged(&board, &face, "X"));
    assert_eq!(again.end(), Some(0));
    // They are those of one game: another window is read as it is.
    drop(stage);
    let other = Stage::open(desktop.display(), "another game", SIZE);
    let scene = other.scene(&game(SIZE, &board, TILE));
    other.show(&scene);
    wait("the other game", || desktop.windows().iter().any(|(id, _)| *id == other.window).then_some(()));
    other.show(&scene);
    let mut watch = Watch::start(&desktop, &["--window", "another game", "--no-overlay"]);
    watch.until_board(&board);
    assert_eq!(watch.end(), Some(0));
}

#[test]
fn a_report_for_a_bug_is_written_once_its_contents_were_shown() {
    let Some(desktop) = Desktop::start() else { return };
    let (_stage, board) = open_stage(&desktop, 11);
    let mut watch = Watch::start(&desktop, &["--window", STAGE, "--keys", "report=F9"]);
    watch.until_board(&board);
    let folder = desktop.file("hexlex-report-1");
    desktop.act(&["key F9".to_string()]);
    std::thread::sleep(std::time::Duration::from_millis(300));
    assert!(!folder.exists(), "the contents come first");
    desktop.act(&["key F9".to_string()]);
    wait("the report", || folder.join("about.txt").is_file().then_some(()));
    let text = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    assert_eq!(letters_of(&text("board.txt").parse::<Board>().unwrap()), letters_of(&board));
    let reading: Value = serde_json::from_str(&text("reading.json")).unwrap();
    assert!(reading["tiles"][0]["confidence"].as_f64().unwrap() > 0.5);
    assert_eq!(image::open(folder.join("frame.png")).unwrap().width(), SIZE.0);
    assert!(text("about.txt").starts_with(concat!("hexlex: ", env!("CARGO_PKG_VERSION"), "\n")));
    watch.program.signal("INT");
    let ended = watch.program.end();
    assert!(ended.stderr.contains("the picture of the whole window") && ended.stderr.contains("wrote hexlex-report-1"));
}

#[test]
fn less_help_shows_less_of_a_word() {
    let Some(desktop) = Desktop::start() else { return };
    let (_stage, _) = open_stage(&desktop, 8);
    let output =
        |level: &str| desktop.hexlex(&["watch", "--window", STAGE, "--once", "--help-level", level]).end().stdout;
    let all = output("all");
    let word = all.split(' ').next().unwrap();
    assert!(output("first-letter").starts_with(&format!("{}{}", &word[..1], "\u{b7}".repeat(word.len() - 1))));
    assert!(output("length").starts_with(&format!("{} letters ", word.len())), "{}", output("length"));
}
