//! The states of a session, and the transitions between them.
//!
//! ```text
//!  Seeking              --opened-->                       Searching
//!  Searching            --board found-->                  Watching
//!  Watching             --gone, resized, read again-->    Searching
//!  Searching, Watching  --hidden-->                       Blind
//!  Blind                --shown-->                        Searching
//!  any state            --closed-->                       Seeking
//!  any state            --paused-->                       Paused, which keeps that state
//!  Paused               --resumed-->                      the state that it keeps, after 'read again'
//! ```

use super::blind::Blind;
use super::change::Cause;
use super::searching::{NextSearch, Searching};
use super::watching::Watching;
use super::window::OpenTarget;
use std::time::{Duration, Instant};

/// Time between a change of the window's size and the search: a user who resizes it is not done yet. Shorter searches
/// pictures that are half drawn; longer delays the answer. Chosen by hand.
const RESIZE_DELAY: Duration = Duration::from_millis(120);

/// A session's state. It is generic over the open target, so that tests can use a name for it.
pub(super) enum SessionState<W = OpenTarget> {
    /// No window is open.
    Seeking,
    /// The window is open, no board is known.
    Searching(Searching<W>),
    /// A board is known.
    Watching(Watching<W>),
    /// The window is open, and minimized or hidden.
    Blind(Blind<W>),
    /// The user paused the watch, in this state.
    Paused(Box<SessionState<W>>),
}

impl<W> SessionState<W> {
    /// The state that follows. A cause that does not apply to this state leaves it as it is.
    pub(super) fn after(self, cause: Cause<W>, now: Instant) -> SessionState<W> {
        let search = |window, next| Self::Searching(Searching { window, next });
        match (self, cause) {
            (Self::Paused(state), Cause::Resumed) => state.after(Cause::ReadAgain, now),
            (Self::Paused(state), cause) => Self::Paused(Box::new(state.after(cause, now))),
            (state, Cause::Paused) => Self::Paused(Box::new(state)),

            (Self::Seeking, Cause::WindowOpened(window)) => search(window, NextSearch::Now),
            (_, Cause::WindowClosed(_)) => Self::Seeking,
            (Self::Blind(Blind { window }), Cause::WindowShown) => search(window, NextSearch::At(now + RESIZE_DELAY)),

            (Self::Searching(Searching { window, .. }), Cause::BoardFound(board)) => {
                Self::Watching(Watching::new(window, board, now))
            }
            (Self::Watching(Watching { window, .. }), Cause::BoardGone) => search(window, NextSearch::Now),

            (
                Self::Searching(Searching { window, .. }) | Self::Watching(Watching { window, .. }),
                Cause::WindowHidden,
            ) => Self::Blind(Blind { window }),
            (
                Self::Searching(Searching { window, .. }) | Self::Watching(Watching { window, .. }),
                Cause::WindowResized,
            ) => search(window, NextSearch::At(now + RESIZE_DELAY)),
            (Self::Searching(Searching { window, .. }) | Self::Watching(Watching { window, .. }), Cause::ReadAgain) => {
                search(window, NextSearch::At(now))
            }
            (state, _) => state,
        }
    }

    /// The window that is open, if it can be seen; also during a pause.
    pub(super) fn window_mut(&mut self) -> Option<&mut W> {
        match self {
            SessionState::Searching(Searching { window, .. }) | SessionState::Watching(Watching { window, .. }) => {
                Some(window)
            }
            SessionState::Paused(state) => state.window_mut(),
            SessionState::Seeking | SessionState::Blind(_) => None,
        }
    }

    /// The board that is watched, also during a pause.
    pub(super) fn watching(&self) -> Option<&Watching<W>> {
        match self {
            SessionState::Watching(watching) => Some(watching),
            SessionState::Paused(state) => state.watching(),
            _ => None,
        }
    }

    /// The same, to change it.
    pub(super) fn watching_mut(&mut self) -> Option<&mut Watching<W>> {
        match self {
            SessionState::Watching(watching) => Some(watching),
            SessionState::Paused(state) => state.watching_mut(),
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
            State::Seeking => "finding a window".to_string(),
            State::Searching(finding) => format!("finding the board in {}", finding.window),
            State::Watching(watching) => format!("watching {}", watching.window),
            State::Blind(blind) => format!("blind {}", blind.window),
            State::Paused(state) => format!("paused, {}", describe(state)),
        }
    }

    /// The states that a session goes through.
    fn states(now: Instant, causes: Vec<Cause<&'static str>>) -> Vec<String> {
        let mut state = State::Seeking;
        let step = |cause| {
            state = std::mem::replace(&mut state, State::Seeking).after(cause, now);
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
            "watching game",
            "blind game",
            "finding the board in game",
            "watching game",
            "finding the board in game",
            "watching game",
            "finding the board in game",
            "watching game",
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
            "watching game",
            "paused, watching game",
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
            assert_eq!(states(Instant::now(), causes).pop().unwrap(), "blind game");
        }
        let causes = vec![Cause::WindowOpened("game"), Cause::WindowHidden, Cause::WindowClosed(CaptureError::Closed)];
        assert_eq!(states(Instant::now(), causes).pop().unwrap(), "finding a window");
    }

    #[test]
    fn a_resized_window_is_searched_later_and_a_gone_board_at_once() {
        let now = Instant::now();
        let next = |cause: Cause<&'static str>| {
            let watching = State::Seeking.after(Cause::WindowOpened("game"), now).after(found(), now);
            match watching.after(cause, now) {
                State::Searching(finding) => finding.next,
                other => panic!("{}", describe(&other)),
            }
        };
        assert_eq!(next(Cause::WindowResized), NextSearch::At(now + RESIZE_DELAY));
        assert_eq!(next(Cause::ReadAgain), NextSearch::At(now));
        assert_eq!(next(Cause::BoardGone), NextSearch::Now);
    }
}
