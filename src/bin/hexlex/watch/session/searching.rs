//! The window is open, and no board is known: when it is searched for one.

use super::change::{Cause, Exit};
use super::context::SessionContext;
use super::search::{PAUSE_PER_SEARCH, SearchError, search};
use super::window::{AreaChange, OpenTarget};
use hexlex::pipeline::{ReadError, Remedy};
use hexlex::track::STILL;
use std::time::{Duration, Instant};

/// Time between searches in a new window that may not have drawn yet. Shorter gives slow games too little time; longer
/// delays the first answer. Chosen by hand.
const FIRST_DRAW_DELAY: Duration = Duration::from_millis(120);

/// No board is known in this window.
pub(super) struct Searching<W = OpenTarget> {
    pub(super) window: W,
    pub(super) next: NextSearch,
}

/// When the window is searched next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NextSearch {
    /// Without waiting for anything.
    Now,
    /// At this time.
    At(Instant),
    /// Some time after the window changes, which depends on how long the last search took.
    AfterChange { took: Duration },
}

impl NextSearch {
    /// When a wait for changes ends.
    fn deadline(self) -> Option<Instant> {
        match self {
            NextSearch::At(at) => Some(at),
            NextSearch::Now | NextSearch::AfterChange { .. } => None,
        }
    }

    /// Reschedules the search after a change of the window: delayed, since changes come in bursts. A search that is
    /// already scheduled is kept.
    fn after_change(self, now: Instant) -> NextSearch {
        match self {
            NextSearch::AfterChange { took } => NextSearch::At(now + STILL.max(PAUSE_PER_SEARCH * took)),
            planned => planned,
        }
    }

    fn is_due(self, now: Instant) -> bool {
        self.deadline().is_some_and(|at| at <= now)
    }
}

impl Searching {
    /// Searches the window, or waits until something happens.
    pub(super) fn step(&mut self, context: &mut SessionContext) -> Result<(), Exit> {
        self.window.capture.report_only(None)?;
        match self.next {
            NextSearch::Now => self.search(context),
            NextSearch::At(_) | NextSearch::AfterChange { .. } => self.wait(context),
        }
    }

    /// Waits for a change of the window or for the time of the next search.
    fn wait(&mut self, context: &mut SessionContext) -> Result<(), Exit> {
        let changes = self.window.capture.wait(self.next.deadline(), &context.waker)?;
        self.window.note_change(&changes);
        if changes.windows_moved {
            match self.window.update_area()? {
                AreaChange::Resized => return Err(Cause::WindowResized.into()),
                AreaChange::Moved { .. } => context.display.follow(self.window.area),
                AreaChange::Same => {}
            }
        }
        if self.next.is_due(Instant::now()) {
            self.search(context)?;
        } else if changes.pixels.is_some() {
            self.next = self.next.after_change(Instant::now());
        }
        Ok(())
    }

    fn search(&mut self, context: &mut SessionContext) -> Result<(), Exit> {
        let start = Instant::now();
        match search(&mut self.window, context) {
            Ok(board) => Err(Cause::BoardFound(board).into()),
            Err(SearchError::Window(error)) => Err(error.into()),
            Err(SearchError::Board(error)) => self.handle_no_board(error, start.elapsed(), context),
        }
    }

    /// Reports that the window shows no board, unless it may not have drawn yet. With `--once` that is an error.
    fn handle_no_board(&mut self, error: ReadError, took: Duration, context: &mut SessionContext) -> Result<(), Exit> {
        if self.window.silent_retries > 0 {
            self.window.silent_retries -= 1;
            self.next = NextSearch::At(Instant::now() + FIRST_DRAW_DELAY);
        } else if context.settings.args.once {
            return Err(Exit::Failure(of_window(error, SEARCHED_ONCE).into()));
        } else {
            self.next = NextSearch::AfterChange { took };
            self.window.changed_at = None;
            context.lose_board(&of_window(error, SEARCHED_AGAIN).to_string())?;
        }
        Ok(())
    }
}

/// What to do about a window without a board.
const SEARCHED_AGAIN: &str = "show a whole board there; it is searched again when it changes";
const SEARCHED_ONCE: &str = "show a whole board there, tilted by less than 10 degrees, and run it again";

/// The error of a window, with this remedy where its own is that of a picture.
fn of_window(error: ReadError, remedy: &'static str) -> ReadError {
    match error {
        ReadError::NoBoard { asked, found, remedy: Remedy::OtherPicture } => {
            ReadError::NoBoard { asked, found, remedy: Remedy::Other(remedy.into()) }
        }
        error => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_remedy_is_that_of_a_window() {
        let error = ReadError::NoBoard { asked: None, found: "nothing".to_string(), remedy: Remedy::OtherPicture };
        let text = of_window(error, SEARCHED_ONCE).to_string();
        assert!(text.ends_with(SEARCHED_ONCE) && !text.contains("picture"), "{text}");
    }

    #[test]
    fn a_change_plans_a_search_later_and_only_once() {
        let now = Instant::now();
        let after = |took| NextSearch::AfterChange { took }.after_change(now);
        assert_eq!(after(Duration::ZERO), NextSearch::At(now + STILL));
        assert_eq!(after(Duration::from_millis(50)), NextSearch::At(now + Duration::from_millis(600)));
        let planned = NextSearch::At(now);
        assert_eq!(planned.after_change(now + Duration::from_secs(1)), planned);
    }

    #[test]
    fn a_search_after_a_change_is_not_due_before() {
        let now = Instant::now();
        assert!(NextSearch::At(now).is_due(now));
        assert!(!NextSearch::At(now + STILL).is_due(now));
        assert!(!NextSearch::AfterChange { took: Duration::ZERO }.is_due(now));
    }
}
