//! An X11 display that ends while a window is open. Xlib, which winit uses, then ends the program by `exit(1)`, and hexlex
//! keeps 1 for the answer no.
//!
//! The C library destroys the thread-local values of the thread that calls `exit`: [`Guard`] keeps one of them, whose
//! destructor ends the program with [`TROUBLE`] in its place. Where a C library destroys none of them, 1 stays.

use std::cell::Cell;
use std::io::Write;
use std::process;
use std::time::Duration;

/// The exit status of trouble.
const TROUBLE: i32 = 2;
/// The time that the other threads have to finish their files, as the recording of a watch. Longer delays the end; it must come
/// within three seconds of the display's. Chosen by hand.
const LAST_WORDS: Duration = Duration::from_millis(500);

struct OnExit {
    is_armed: Cell<bool>,
}

impl Drop for OnExit {
    fn drop(&mut self) {
        if self.is_armed.get() {
            // A failure means that standard error is closed: the message has nowhere to go.
            let _ = writeln!(
                std::io::stderr(),
                "error: expected an X11 display, found that it has gone: start the X server, and then hexlex"
            );
            std::thread::sleep(LAST_WORDS);
            process::exit(TROUBLE);
        }
    }
}

thread_local! {
    static ON_EXIT: OnExit = const { OnExit { is_armed: Cell::new(false) } };
}

/// While it lives, an `exit` of its thread is the end of the display.
pub(super) struct Guard;

impl Guard {
    pub(super) fn new() -> Guard {
        ON_EXIT.with(|on_exit| on_exit.is_armed.set(true));
        Guard
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        ON_EXIT.with(|on_exit| on_exit.is_armed.set(false));
    }
}
