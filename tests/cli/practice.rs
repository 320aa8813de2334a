//! `practice` where it cannot open a window. `tests/live` plays it in a window.

use crate::common::{Run, error_line, folder, hexlex, trouble};

#[test]
fn a_missing_desktop_gives_one_error_line() {
    let nowhere = [("DISPLAY", ""), ("WAYLAND_DISPLAY", ""), ("WAYLAND_SOCKET", "")];
    let error = error_line(Run::of(hexlex(folder().path(), &["practice"]).envs(nowhere)));
    let (expected, remedy) = if cfg!(feature = "wayland") {
        ("an X11 or Wayland display", "start hexlex on the desktop, or set DISPLAY or WAYLAND_DISPLAY")
    } else {
        ("an X11 display", "start hexlex on the desktop, set DISPLAY, or build with --features wayland")
    };
    assert!(error.starts_with(&format!("expected {expected}, found none (")), "{error}");
    assert!(!error.contains(".rs"), "{error}");
    assert!(error.ends_with(&format!("): {remedy}")), "{error}");
}

#[test]
fn bad_options_are_refused_before_a_window_opens() {
    let folder = folder();
    let error = |args: &[&str]| trouble(folder.path(), &[&["practice"], args].concat(), "");
    assert!(
        error(&["--profile", "wordament"])
            .contains("expected one of deluxe, web, boggle, wordhunt, ruzzle, found `wordament`")
    );
    let skins = "expected one of wood, pixel, runes, light-on-dark, boggle, lower, found `marble`";
    assert!(error(&["--skin", "marble"]).contains(skins));
    assert!(
        error(&["--effects", "fog"])
            .contains("expected names of effects, with commas between several, found `fog`: use none, usual, ")
    );
    assert!(
        error(&["--min-length", "9", "--max-length", "8"])
            .contains("--min-length not above --max-length, found 9 and 8")
    );
    for size in ["wide", "159x120", "160x119"] {
        assert!(error(&["--size", size]).contains("expected a size from 160x120 to 16384x16384"));
    }
    assert!(error(&["--time", "long"]).contains("expected off, or seconds from 1 to 3600, found `long`"));
    assert!(error(&["--animation", "slow"]).contains("milliseconds from 0 to 60000, found `slow`"));
    assert!(error(&["--state", "none/board.txt"]).starts_with("cannot write none/board.txt: "));
    assert!(error(&["--lexicon", "none.txt"]).contains("none.txt"));
}
