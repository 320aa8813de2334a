//! What the user may ask for while the watch runs, and the sender through which keys, signals and the preview ask.

use hexlex::capture::Waker;
use std::sync::mpsc::Sender;

/// What the user asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum UserCommand {
    /// Forget the board and read it again.
    Again,
    /// Draw the next best word.
    Next,
    /// Hide the overlay, or show it again.
    Hide,
    /// Pause, or go on.
    Pause,
    /// Keep the word as one that the game refuses.
    Refuse,
    /// A line of standard input: a correction.
    Line(String),
    /// End the watch.
    Quit,
    /// The display has gone: end with an error.
    DisplayGone,
}

/// Sends commands to the session from any thread, and wakes it.
#[derive(Clone)]
pub(super) struct CommandSender {
    sender: Sender<UserCommand>,
    waker: Waker,
}

impl CommandSender {
    pub(super) fn new(sender: Sender<UserCommand>, waker: Waker) -> CommandSender {
        CommandSender { sender, waker }
    }

    pub(super) fn send(&self, command: UserCommand) {
        // The session has ended where its receiver is gone: the command has no effect then.
        let _ = self.sender.send(command);
        self.waker.wake();
    }
}
