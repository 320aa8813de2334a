//! `practice` where it cannot open a window: what it does in one, `tests/live` plays.

use crate::{folder, run_with, trouble};

#[test]
fn without_a_desktop_one_line_says_so() {
    let nowhere = [("DISPLAY", ""), ("WAYLAND_DISPLAY", ""), ("WAYLAND_SOCKET", "")];
    let (status, said, error) = run_with(folder().path(), &["practice"], "", &nowhere);
    assert_eq!((status, said.as_str()), (2, ""));
    assert!(error.starts_with("error: expected a desktop to open a window on, found none: "), "{error}");
    assert!(error.lines().count() == 1 && !error.contains(".rs"), "{error}");
    assert!(error.ends_with("; start this on the desktop, or set DISPLAY (:0 is usual)\n"), "{error}");
}

#[test]
fn what_cannot_be_played_is_told_before_a_window_opens() {
    let folder = folder();
    let error = |args: &[&str]| trouble(folder.path(), &[&["practice"], args].concat(), "");
    assert!(error(&["--profile", "boggle"]).contains("[possible values: deluxe, web]"), "its board does not fall");
    assert!(
        error(&["--min-length", "9", "--max-length", "8"])
            .contains("--min-length not above --max-length, found 9 and 8")
    );
    assert!(error(&["--size", "wide"]).contains("expected WIDTHxHEIGHT"));
    assert!(error(&["--animation", "slow"]).contains("expected milliseconds"));
    assert!(error(&["--state", "none/board.txt"]).starts_with("cannot write none/board.txt: "));
    assert!(error(&["--lexicon", "none.txt"]).contains("none.txt"));
}
