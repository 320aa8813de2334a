//! The states of a session, and the transitions between them.
//!
//! ```text
//!  FindingWindow           --opened-->                        FindingBoard
//!  FindingBoard            --board found-->                   Tracking
//!  Tracking                --gone, resized, read again-->     FindingBoard
//!  FindingBoard, Tracking  --hidden-->                        Hidden
//!  Hidden                  --shown-->                         FindingBoard
//!  any state               --closed-->                        FindingWindow
//!  any state               --paused-->                        Paused, which keeps that state
//!  Paused                  --resumed-->                       the state that it keeps, after 'read again'
//! ```

use super::change::Cause;
use super::finding_board::{FindingBoard, NextSearch};
use super::hidden::Hidden;
use super::tracking::Tracking;
use super::window::OpenTarget;
use std::time::{Duration, Instant};

/// Time between a change of the window's size and the search: a user who resizes it is not done yet. Shorter searches
/// pictures that are half drawn; longer delays the answer. Chosen by hand.
const RESIZE_DELAY: Duration = Duration::from_millis(120);

/// A session's state. It is generic over the open target, so that tests can use a name for it.
pub(super) enum SessionState<W = OpenTarget> {
    /// No window is open.
    FindingWindow,
    /// The window is open, no board is known.
    FindingBoard(FindingBoard<W>),
    /// A board is known.
    Tracking(Tracking<W>),
    /// The window is open, and minimized or hidden.
    Hidden(Hidden<W>),
    /// The user paused the watch, in this state.
    Paused(Box<SessionState<W>>),
}

impl<W> SessionState<W> {
    /// The state that follows. A cause that does not apply to this state leaves it as it is.
    pub(super) fn after(self, cause: Cause<W>, now: Instant) -> SessionState<W> {
        let search = |window, next| Self::FindingBoard(FindingBoard { window, next });
        match (self, cause) {
            (Self::Paused(state), Cause::Resumed) => state.after(Cause::ReadAgain, now),
            (Self::Paused(state), cause) => Self::Paused(Box::new(state.after(cause, now))),
            (state, Cause::Paused) => Self::Paused(Box::new(state)),

            (Self::FindingWindow, Cause::WindowOpened(window)) => search(window, NextSearch::Now),
            (_, Cause::WindowClosed(_)) => Self::FindingWindow,
            (Self::Hidden(Hidden { window }), Cause::WindowShown) => search(window, NextSearch::At(now + RESIZE_DELAY)),

            (Self::FindingBoard(FindingBoard { window, .. }), Cause::BoardFound(board)) => {
                Self::Tracking(Tracking::new(window, board, now))
            }
            (Self::Tracking(Tracking { window, .. }), Cause::BoardGone) => search(window, NextSearch::Now),

            (
                Self::FindingBoard(FindingBoard { window, .. }) | Self::Tracking(Tracking { window, .. }),
                Cause::WindowHidden,
            ) => Self::Hidden(Hidden { window }),
            (
                Self::FindingBoard(FindingBoard { window, .. }) | Self::Tracking(Tracking { window, .. }),
                Cause::WindowResized,
            ) => search(window, NextSearch::At(now + RESIZE_DELAY)),
            (
                Self::FindingBoard(FindingBoard { window, .. }) | Self::Tracking(Tracking { window, .. }),
                Cause::ReadAgain,
            ) => search(window, NextSearch::At(now)),
            (state, _) => state,
        }
    }

    /// The board that is watched, also during a pause.
    pub(super) fn tracking(&self) -> Option<&Tracking<W>> {
        match self {
            SessionState::Tracking(tracking) => Some(tracking),
            SessionState::Paused(state) => state.tracking(),
            _ => None,
        }
    }

    /// The same, to change it.
    pub(super) fn tracking_mut(&mut self) -> Option<&mut Tracking<W>> {
        match self {
            SessionState::Tracking(tracking) => Some(tracking),
            SessionState::Paused(state) => state.tracking_mut(),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::search::FoundBoard;
    use super::*;
    use hexlex::board::Shape;
    use hexlex::capture::CaptureError;
    use hexlex::locate::Layout;
    use hexlex::overlay::FreeSpace;
    use hexlex::pipeline::Timing;
    use hexlex::pixels::Frame;
    use hexlex::pixels::Rect;
    use image::RgbaImage;

    type State = SessionState<&'static str>;

    fn found() -> Cause<&'static str> {
        let layout = Layout::new(Shape::bookworm(), (30.0, 30.0), (50.0, 50.0));
        let free_space = FreeSpace::new(&Frame::new(RgbaImage::new(400, 400), ""), &layout);
        let (area, timing) = (Rect::default(), Timing::default());
        Cause::BoardFound(Box::new(FoundBoard { area, layout, free_space, timing }))
    }

    /// A state with its window, in words.
    fn describe(state: &State) -> String {
        match state {
            State::FindingWindow => "finding a window".to_string(),
            State::FindingBoard(finding) => format!("finding the board in {}", finding.window),
            State::Tracking(tracking) => format!("tracking {}", tracking.window),
            State::Hidden(hidden) => format!("hidden {}", hidden.window),
            State::Paused(state) => format!("paused, {}", describe(state)),
        }
    }

    /// The states that a session goes through.
    fn states(now: Instant, causes: Vec<Cause<&'static str>>) -> Vec<String> {
        let mut state = State::FindingWindow;
        let step = |cause| {
            state = std::mem::replace(&mut state, State::FindingWindow).after(cause, now);
            describe(&state)
        };
        causes.into_iter().map(step).collect()
    }

    #[test]
    fn a_session_from_the_window_to_the_board_and_back() {
        let causes = vec![
            Cause::WindowOpened("game"),
            found(),
            Cause::WindowHidden,
            Cause::WindowShown,
            found(),
            Cause::WindowResized,
            found(),
            Cause::BoardGone,
            found(),
            Cause::WindowClosed(CaptureError::Closed),
            Cause::WindowOpened("another game"),
        ];
        let expected = [
            "finding the board in game",
            "tracking game",
            "hidden game",
            "finding the board in game",
            "tracking game",
            "finding the board in game",
            "tracking game",
            "finding the board in game",
            "tracking game",
            "finding a window",
            "finding the board in another game",
        ];
        assert_eq!(states(Instant::now(), causes), expected);
    }

    #[test]
    fn the_end_of_a_pause_reads_the_board_again() {
        let causes = vec![Cause::Paused, Cause::Resumed, Cause::WindowOpened("game"), found(), Cause::Paused];
        let expected = [
            "paused, finding a window",
            "finding a window",
            "finding the board in game",
            "tracking game",
            "paused, tracking game",
        ];
        assert_eq!(states(Instant::now(), causes), expected);
        let causes = || vec![Cause::WindowOpened("game"), found(), Cause::Paused];
        let last = |cause| states(Instant::now(), causes().into_iter().chain([cause]).collect()).pop().unwrap();
        assert_eq!(last(Cause::Resumed), "finding the board in game");
        assert_eq!(last(Cause::ReadAgain), "paused, finding the board in game");
    }

    #[test]
    fn a_hidden_window_is_not_searched() {
        for cause in [Cause::ReadAgain, Cause::WindowHidden, Cause::WindowResized, Cause::BoardGone] {
            let causes = vec![Cause::WindowOpened("game"), Cause::WindowHidden, cause];
            assert_eq!(states(Instant::now(), causes).pop().unwrap(), "hidden game");
        }
        let causes = vec![Cause::WindowOpened("game"), Cause::WindowHidden, Cause::WindowClosed(CaptureError::Closed)];
        assert_eq!(states(Instant::now(), causes).pop().unwrap(), "finding a window");
    }

    #[test]
    fn a_resized_window_is_searched_later_and_a_gone_board_at_once() {
        let now = Instant::now();
        let next = |cause: Cause<&'static str>| {
            let tracking = State::FindingWindow.after(Cause::WindowOpened("game"), now).after(found(), now);
            match tracking.after(cause, now) {
                State::FindingBoard(finding) => finding.next,
                other => panic!("{}", describe(&other)),
            }
        };
        assert_eq!(next(Cause::WindowResized), NextSearch::At(now + RESIZE_DELAY));
        assert_eq!(next(Cause::ReadAgain), NextSearch::At(now));
        assert_eq!(next(Cause::BoardGone), NextSearch::Now);
    }
}
