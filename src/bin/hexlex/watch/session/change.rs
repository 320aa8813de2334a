//! Why a session goes from one state to another.

use super::search::FoundBoard;
use super::window::OpenTarget;
use hexlex::capture::CaptureError;

/// Why the state changes: the events of the state machine. It is generic over the open target, as the states are.
pub(super) enum Cause<W = OpenTarget> {
    /// The window was found and is captured from now on.
    WindowOpened(W),
    /// The window was minimized or hidden.
    WindowHidden,
    /// The window can be seen again.
    WindowShown,
    /// The window has another size, so the board has another place.
    WindowResized,
    /// The window was closed, or can no longer be captured.
    WindowClosed(CaptureError),
    /// A search found the board.
    BoardFound(Box<FoundBoard>),
    /// The pixels at the board's place are no longer a board.
    BoardGone,
    /// The user asked to forget the board and to read it again.
    ReadAgain,
    /// The user paused the watch.
    Paused,
    /// The user ended the pause.
    Resumed,
}

/// How a step of a state ends early. It is an error type so that `?` hands it on to the session.
pub(super) enum Exit {
    /// The session goes to another state.
    Change(Cause),
    /// The watch ends with an error.
    Failure(anyhow::Error),
}

impl From<Cause> for Exit {
    fn from(cause: Cause) -> Exit {
        Exit::Change(cause)
    }
}

impl From<CaptureError> for Exit {
    fn from(error: CaptureError) -> Exit {
        match error {
            CaptureError::Hidden => Cause::WindowHidden.into(),
            CaptureError::Resized => Cause::WindowResized.into(),
            error => Cause::WindowClosed(error).into(),
        }
    }
}

impl From<anyhow::Error> for Exit {
    fn from(error: anyhow::Error) -> Exit {
        Exit::Failure(error)
    }
}
