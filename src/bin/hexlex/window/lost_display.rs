//! An X11 display that ends while a window is open. Whichever library notices first ends the program in its own way: Xlib
//! by `exit(1)`, which hexlex keeps for the answer no, and winit by a panic. Here both become [`TROUBLE`] and a message.
//!
//! The C library destroys the thread-local values of the thread that calls `exit`: [`Guard`] keeps one of them, whose
//! destructor ends the program in its place. Where a C library destroys none of them, 1 stays. A panic of that thread ends
//! the program the same way where no display can be reached any more; any other panic stays what it is.

use std::cell::Cell;
use std::io::Write;
use std::sync::Once;
use std::time::Duration;
use std::{panic, process};

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
            end();
        }
    }
}

/// Prints that the display has gone, and ends the program.
fn end() -> ! {
    // A failure means that standard error is closed: the message has nowhere to go.
    let _ = writeln!(
        std::io::stderr(),
        "error: expected an X11 display, found that it has gone: start the X server, and then hexlex"
    );
    std::thread::sleep(LAST_WORDS);
    process::exit(TROUBLE)
}

thread_local! {
    static ON_EXIT: OnExit = const { OnExit { is_armed: Cell::new(false) } };
}

/// Whether this thread has a [`Guard`].
fn is_guarded() -> bool {
    ON_EXIT.try_with(|on_exit| on_exit.is_armed.get()).unwrap_or(false)
}

/// Lets a panic of a guarded thread end the program as a lost display does, where the display is lost.
fn watch_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let report = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            if is_guarded() && x11rb::connect(None).is_err() {
                ON_EXIT.with(|on_exit| on_exit.is_armed.set(false)); // it is printed once
                end();
            }
            report(panic);
        }));
    });
}

/// While it lives, an `exit` of its thread is the end of the display, and so is a panic without a display.
pub(super) struct Guard;

impl Guard {
    pub(super) fn new() -> Guard {
        watch_panics();
        ON_EXIT.with(|on_exit| on_exit.is_armed.set(true));
        Guard
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        ON_EXIT.with(|on_exit| on_exit.is_armed.set(false));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::env;
    use std::process::Command;

    /// Set in the process that panics.
    const PANICS: &str = "HEXLEX_TEST_PANICS";

    #[test]
    fn a_panic_without_a_display_ends_with_status_2() {
        if env::var_os(PANICS).is_some() {
            let _guard = Guard::new();
            panic!("as winit does");
        }
        let test = "window::lost_display::tests::a_panic_without_a_display_ends_with_status_2";
        let mut again = Command::new(env::current_exe().unwrap());
        let again = again.args([test, "--exact", "--nocapture"]).env(PANICS, "1").env("DISPLAY", ":59535");
        let output = again.output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(TROUBLE), "{:?}: {said}", output.status);
        assert!(said.contains("expected an X11 display, found that it has gone") && !said.contains("winit"), "{said}");
    }
}
