//! `practice` where it cannot open a window: what it does in one, `tests/live` plays.

use crate::{folder, run_with, trouble};

#[test]
fn without_a_desktop_one_line_says_so() {
    let nowhere = [("DISPLAY", ""), ("WAYLAND_DISPLAY", ""), ("WAYLAND_SOCKET", "")];
    let (status, said, error) = run_with(folder().path(), &["practice"], "", &nowhere);
    assert_eq!((status, said.as_str()), (2, ""));
    let expected = if cfg!(feature = "wayland") { "an X11 or Wayland display" } else { "an X11 display" };
    assert!(error.starts_with(&format!("error: expected {expected}, found none (")), "{error}");
    assert!(error.lines().count() == 1 && !error.contains(".rs"), "{error}");
    let remedy = if cfg!(feature = "wayland") {
        "start hexlex on the desktop, or set DISPLAY or WAYLAND_DISPLAY"
    } else {
        "start hexlex on the desktop, set DISPLAY, or build with --features wayland"
    };
    assert!(error.ends_with(&format!("): {remedy}\n")), "{error}");
}

#[test]
fn what_cannot_be_played_is_told_before_a_window_opens() {
    let folder = folder();
    let error = |args: &[&str]| trouble(folder.path(), &[&["practice"], args].concat(), "");
    assert!(error(&["--profile", "boggle"]).contains("[possible values: deluxe, web]"), "its board does not fall");
    assert!(
        error(&["--min-length", "9", "--max-length", "8"]).contains("no word has 9 or more letters and 8 or fewer")
    );
    assert!(error(&["--size", "wide"]).contains("expected WIDTHxHEIGHT"));
    assert!(error(&["--animation", "slow"]).contains("expected milliseconds"));
    assert!(error(&["--state", "none/board.txt"]).starts_with("cannot write none/board.txt: "));
    assert!(error(&["--lexicon", "none.txt"]).contains("none.txt"));
}
