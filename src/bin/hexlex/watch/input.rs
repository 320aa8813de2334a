//! Lines on standard input, each a correction of a tile.

use super::commands::{CommandSender, UserCommand};
use std::io::{BufRead, IsTerminal, stdin};

/// Sends every line of standard input from now on, on a thread of its own, which ends with the input or the program.
pub(super) fn listen(commands: CommandSender) {
    std::thread::spawn(move || {
        let mut line = Vec::new();
        while wait_for_line() && stdin().lock().read_until(b'\n', &mut line).is_ok_and(|bytes| bytes > 0) {
            let text = String::from_utf8_lossy(&line).trim().to_string();
            line.clear();
            if !text.is_empty() {
                commands.send(UserCommand::Line(text));
            }
        }
    });
}

/// Waits until a line may be read. A program in the background that reads from its terminal is stopped by the system, so
/// a terminal is read only in the foreground and once a line is there. Returns `false` where there is none to come.
#[cfg(target_os = "linux")]
fn wait_for_line() -> bool {
    use std::time::Duration;
    /// The time between two looks at a terminal. Longer: a correction is taken later. Shorter: work for nothing.
    const INTERVAL: Duration = Duration::from_millis(200);
    while stdin().is_terminal() && !(is_in_foreground() && has_line()) {
        std::thread::sleep(INTERVAL);
    }
    true
}

#[cfg(not(target_os = "linux"))]
fn wait_for_line() -> bool {
    !stdin().is_terminal()
}

/// Whether the terminal's input goes to this program.
#[cfg(target_os = "linux")]
fn is_in_foreground() -> bool {
    // proc(5): after the name in parentheses come state, parent, group, session, terminal, foreground group.
    let Ok(stat) = std::fs::read_to_string("/proc/self/stat") else { return false };
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    matches!(fields[..], [_, _, own, _, _, foreground, ..] if own == foreground)
}

/// Whether a line can be read without waiting.
#[cfg(target_os = "linux")]
fn has_line() -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let now = Timespec { tv_sec: 0, tv_nsec: 0 };
    poll(&mut [PollFd::new(&stdin(), PollFlags::IN)], Some(&now)).is_ok_and(|ready| ready > 0)
}
