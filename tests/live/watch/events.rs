//! The events of `watch --json`, and the files that it writes.

use super::{PRACTICE, SIZE, STAGE, Watch, letters, letters_of, open_stage, put, rolled_board, state};
use crate::common::parse;
use crate::common::schema::assert_described;
use crate::desktop::{Desktop, Ended, SCREEN, wait};
use crate::stage::{Stage, game};
use hexlex::lexicon;
use hexlex::solve::{Goal, Rules, solve};
use image::RgbaImage;
use serde_json::Value;

#[test]
fn once_reports_one_board_and_ends() {
    let Some(desktop) = Desktop::start() else { return };
    let (stage, board) = open_stage(&desktop, 1);
    let mut watch = Watch::start(&desktop, &["--window", "STAGE", "--once"]);
    let event = watch.until("board");
    assert_eq!(letters(&event), letters_of(&board));
    let best = solve(&board, lexicon::english(), &Rules::for_board(&board), Goal::Longest).words.remove(0);
    assert_eq!(event["words"][0]["word"], best.word);
    assert_eq!(watch.program.end().code, Some(0));
    stage.close();
    for args in
        [&["--window", STAGE, "--once"][..], &["--once"], &["--monitor", "7", "--once"], &["--region", "5000,5000,9,9"]]
    {
        let ended = desktop.hexlex(&[&["watch"], args].concat()).end();
        assert_eq!(ended.code, Some(2), "{args:?}: {}", ended.stderr);
        let expected = if args.len() == 1 { "expected a window that shows a board, found none" } else { "expected" };
        assert!(ended.stderr.contains(expected), "{}", ended.stderr);
    }
}

#[test]
fn a_shape_that_fits_a_part_of_the_board_is_a_warning() {
    let Some(desktop) = Desktop::start() else { return };
    let mut practice = desktop.hexlex(&["practice", "--skin", "boggle", "--seed", "3"]);
    desktop.window(&mut practice, PRACTICE);
    for (shape, warning) in [("3x3", "expected a board of the shape 3x3, found one of 4x4"), ("4x4", "")] {
        let ended = desktop.hexlex(&["watch", "--window", PRACTICE, "--once", "--shape", shape]).end();
        assert_eq!(ended.code, Some(0), "{}", ended.stderr);
        assert!(ended.stderr.contains(warning), "{shape}: {}", ended.stderr);
        assert_eq!(ended.stderr.contains("of the shape"), !warning.is_empty(), "{shape}: {}", ended.stderr);
    }
}

/// A game with letters of its own, where nothing changes and where letters flicker: it is reported once.
#[test]
fn letters_of_a_games_own_are_reported_once() {
    for effects in ["none", "usual"] {
        let Some(desktop) = Desktop::start() else { return };
        let mut practice = desktop.hexlex(&["practice", "--skin", "runes", "--seed", "3", "--effects", effects]);
        desktop.window(&mut practice, PRACTICE);
        // Without `--shape` the glyphs may be anything but letters; the message names the remedy.
        let mut watch = Watch::start(&desktop, &["--window", PRACTICE]);
        let event = watch.until("lost");
        assert!(event["message"].as_str().unwrap().contains("pass --shape"), "{event}");
        std::thread::sleep(std::time::Duration::from_secs(2));
        let next = watch.events.try_recv().ok();
        assert!(next.is_none(), "{effects}: {next:?}");
        let once = desktop.hexlex(&["watch", "--window", PRACTICE, "--once", "--shape", "bookworm"]).end();
        let message = "tiles cannot be read: correct one tile of each letter";
        assert!(once.code == Some(1) && once.stdout.contains(message), "{:?} {}", once.code, once.stdout);
    }
}

#[test]
fn windows_are_listed_and_chosen_by_title_or_id() {
    let Some(desktop) = Desktop::start() else { return };
    let (first, _) = open_stage(&desktop, 1);
    let (_second, _) = open_stage(&desktop, 2);
    let ended = desktop.hexlex(&["windows", "--json"]).end();
    assert_eq!(ended.code, Some(0));
    let all = parse(&ended.stdout);
    assert_described("windows", &all);
    let all = all.as_array().unwrap();
    let listed = all.iter().find(|window| window["id"] == first.window).unwrap();
    assert_eq!(
        (&listed["title"], &listed["class"], &listed["state"]),
        (&STAGE.into(), &"Stage".into(), &"shown".into())
    );
    assert_eq!(listed["size"], serde_json::json!([SIZE.0, SIZE.1]));
    let Ended { code, stderr, .. } = desktop.hexlex(&["watch", "--window", "stage"]).end();
    assert_eq!(code, Some(2));
    assert!(stderr.contains("found 2") && stderr.contains(&format!("{:#x}", first.window)), "{stderr}");
    let id = first.window.to_string();
    let ended = desktop.hexlex(&["watch", "--window", &id, "--once", "--quiet"]).end();
    assert!(ended.code == Some(0) && !ended.stdout.is_empty());
}

#[test]
fn a_missing_window_is_an_error_or_waited_for() {
    let Some(desktop) = Desktop::start() else { return };
    for wrong in [&["chess", "--once"][..], &["123456"], &["0x99"], &["0xzz"], &[" "]] {
        let Ended { code, stderr, .. } = desktop.hexlex(&[&["watch", "--window"], wrong].concat()).end();
        assert!(code == Some(2) && stderr.contains("expected"), "{wrong:?}: {stderr}");
    }
    let mut watch = Watch::start(&desktop, &[]);
    assert_eq!(watch.next()["event"], "lost");
    // It reports the board that comes later.
    let (_stage, board) = open_stage(&desktop, 3);
    assert_eq!(letters(&watch.until("board")), letters_of(&board));
    assert_eq!(watch.end(), Some(0));
}

#[test]
fn every_change_of_the_window_has_its_event() {
    let Some(desktop) = Desktop::start() else { return };
    let (stage, board) = open_stage(&desktop, 4);
    let mut watch = Watch::start(&desktop, &["--window", STAGE]);
    watch.until_board(&board);
    let found = |event: &Value| (event["window"]["x"].as_i64().unwrap(), event["window"]["y"].as_i64().unwrap());
    stage.place((300, 200));
    let moved = watch.until("found");
    let (x, y) = desktop.origin(stage.window);
    assert_eq!(found(&moved), (x.into(), y.into()));
    // A covered window is read.
    let cover = Stage::open(desktop.display(), "a cover", (900, 700));
    cover.place((320, 220));
    watch.until("covered");
    let next = rolled_board(5);
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
    // `unsettled` may come first: that depends on when the window manager shows the window again.
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
    let (_again, board) = open_stage(&desktop, 6);
    watch.until_board(&board);
    assert_eq!(watch.end(), Some(0));
}

/// The X server gives the ids of a program that ended to the next one: what was asked for the old window is gone, but a window of
/// its id, size and place is there. It was taken for the old one, and no change of it was ever seen.
#[test]
fn a_window_that_was_opened_again_under_the_same_id_is_another_one() {
    let Some(desktop) = Desktop::start() else { return };
    let (stage, board) = open_stage(&desktop, 12);
    let mut watch = Watch::start(&desktop, &["--window", STAGE]);
    watch.until_board(&board);
    watch.program.signal("STOP");
    let before = stage.window;
    stage.close();
    let (stage, _) = open_stage(&desktop, 13);
    assert_eq!(stage.window, before, "the X server gave another id: the test shows nothing");
    watch.program.signal("CONT");
    assert!(watch.until("lost")["message"].as_str().unwrap().contains("closed"));
    let next = rolled_board(14);
    put(&stage, &next);
    watch.until_board(&next);
}

#[test]
fn a_window_partly_off_the_screen_is_read() {
    let Some(desktop) = Desktop::start() else { return };
    let (stage, board) = open_stage(&desktop, 7);
    stage.place((-300, i32::from(SCREEN.1) - 300));
    let mut watch = Watch::start(&desktop, &["--window", STAGE]);
    watch.until_board(&board);
    let next = rolled_board(8);
    put(&stage, &next);
    watch.until_board(&next);
}

#[test]
fn a_window_is_found_without_a_window_manager() {
    let Some(desktop) = Desktop::bare() else { return };
    let stage = Stage::open(desktop.display(), STAGE, SIZE);
    let board = rolled_board(9);
    put(&stage, &board);
    let mut watch = Watch::start(&desktop, &["--window", STAGE]);
    watch.until_board(&board);
    let cover = Stage::open(desktop.display(), "a cover", (900, 700));
    watch.until("covered");
    cover.close();
    watch.until_board(&board);
}

#[test]
fn pictures_are_written_for_each_board() {
    let Some(desktop) = Desktop::start() else { return };
    let (stage, first) = open_stage(&desktop, 10);
    let more = ["--window", STAGE, "--no-overlay", "--out", "best.png", "--record", "boards"];
    let mut watch = Watch::start(&desktop, &more);
    watch.until_board(&first);
    let picture = |name: &str| image::open(desktop.file(name)).ok().map(|picture| picture.into_rgba8());
    let before = wait("the overlay picture", || picture("best.png"));
    assert!(before.dimensions().0 >= SIZE.0);
    let second = rolled_board(11);
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
