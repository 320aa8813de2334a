//! What the user may ask for while the watch runs, and the sender through which keys, signals and the preview ask.

use crate::args::FixArg;
use hexlex::capture::Waker;
use std::sync::mpsc::SyncSender;

/// The most commands that wait for the session; a sender waits where there are as many. More: a program that writes lines
/// without end fills the memory; fewer: keys wait for each other. Chosen by hand.
pub(super) const MOST_WAITING: usize = 64;

/// What the user asks for.
// Panels and lost displays are X11's.
#[cfg_attr(not(target_os = "linux"), allow(dead_code))]
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum UserCommand {
    /// Forget the board and read it again.
    Again,
    /// Draw the next best word.
    Next,
    /// Draw the word at this place of the panel, counted from 0.
    Choose(usize),
    /// Move or fade the panel.
    Panel(PanelCommand),
    /// Hide the overlay, or show it again.
    Hide,
    /// Pause, or go on.
    Pause,
    /// Say what a report for a bug contains, and write it at the second time.
    Report,
    /// Keep the word as one that the game refuses.
    Refuse,
    /// A line of standard input: a correction.
    Line(String),
    /// Show the board as it was read, to correct its tiles.
    Correct,
    /// A tile that was corrected there.
    Fix(FixArg),
    /// The user has closed the window for corrections.
    EndCorrection,
    /// End the watch.
    Quit,
    /// The display has gone: end with an error.
    DisplayGone,
}

/// What the user does with the panel of words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(not(target_os = "linux"), allow(dead_code, reason = "only the overlay has a panel"))]
pub(super) enum PanelCommand {
    /// Move it by pixels. It keeps its place beside the game from then on.
    Move { dx: i32, dy: i32 },
    /// Place it by itself again.
    Unpin,
    /// Make it more transparent, and after that opaque again.
    Fade,
}

/// Sends commands to the session from any thread, and wakes it.
#[derive(Clone)]
pub(super) struct CommandSender {
    sender: SyncSender<UserCommand>,
    waker: Waker,
}

impl CommandSender {
    pub(super) fn new(sender: SyncSender<UserCommand>, waker: Waker) -> CommandSender {
        CommandSender { sender, waker }
    }

    /// What ends a wait of the session.
    pub(super) fn waker(&self) -> Waker {
        self.waker.clone()
    }

    pub(super) fn send(&self, command: UserCommand) {
        // The session has ended where its receiver is gone: the command has no effect then. A busy session may miss a step of
        // the panel: the thread of the pointer must not wait, as the desktop waits for it.
        let _ = match command {
            UserCommand::Panel(_) => self.sender.try_send(command).is_ok(),
            _ => self.sender.send(command).is_ok(),
        };
        self.waker.wake();
    }
}
