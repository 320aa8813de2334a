//! `watch` sends no input to any window.

use super::{PRACTICE, Watch, play_best};
use crate::desktop::Desktop;
use crate::requests::Recorder;

/// Keys and clicks of the test are recorded, which shows that the recording works; while only `watch` is at work, nothing is.
#[test]
fn no_input_is_sent_to_a_window() {
    let Some(desktop) = Desktop::start() else { return };
    let mut practice = desktop.hexlex(&["practice", "--seed", "3", "--size", "960x720"]);
    let window = desktop.window(&mut practice, PRACTICE);
    let recorder = Recorder::start(desktop.display());
    let mut watch = Watch::start(&desktop, &["--window", PRACTICE]);
    let mut event = watch.until("board");
    for _ in 0..3 {
        assert_eq!(recorder.inputs(), [""; 0], "of watch alone");
        play_best(&desktop, window, &event);
        event = watch.until("board");
        assert!(recorder.inputs().iter().any(|name| name == "FakeInput"), "of the test, by XTEST");
    }
    desktop.act(&["key ctrl+alt+h".to_string(), "key ctrl+alt+n".to_string()]);
    recorder.inputs();
    desktop.act(&["getmouselocation".to_string()]);
    assert_eq!(recorder.inputs(), [""; 0], "of watch after its keys");
    assert_eq!(watch.end(), Some(0));
    assert_eq!(recorder.inputs(), [""; 0], "of watch as it ends");
}
