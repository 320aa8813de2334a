//! No window is open: one attempt to find the window, and to open it.

use super::context::SessionContext;
use super::search::{FoundBoard, search};
use super::window::OpenTarget;
use crate::console::one_line;
use crate::watch::events::EventKind;
use crate::watch::target::{Candidate, TargetQuery};
use anyhow::{Result, bail};
use hexlex::capture::{CaptureError, WindowState};

/// What an attempt found.
pub(super) enum FoundWindow {
    /// No window, for this reason.
    Nothing(String),
    /// The window, which can be seen.
    Shown(OpenTarget),
    /// The window, which is minimized or hidden.
    Hidden(OpenTarget),
    /// Of several windows the first that shows a board.
    WithBoard(OpenTarget, Box<FoundBoard>),
}

/// Tries to find and to open the window.
///
/// # Errors
/// If there is no display, if `--once` is given and no window shows a board, or if the window cannot be captured before the first picture:
/// then waiting does not help.
pub(super) fn find_window(context: &mut SessionContext) -> Result<FoundWindow> {
    match context.target.candidates() {
        Ok(candidates) => match &candidates[..] {
            [window] if context.target != TargetQuery::AnyWindow => open_only(window, context),
            several => match open_first_with_board(several, context) {
                FoundWindow::Nothing(_) if context.settings.args.once => bail!(match context.target {
                    TargetQuery::AnyWindow => {
                        "expected a window that shows a board, found none: start the game, or name its window with --window"
                    }
                    _ => "expected the window of the game, found it closed: start the game again",
                }),
                found => Ok(found),
            },
        },
        Err(error) if context.captured_count == 0 || is_without_display(&error) => {
            context.events.detail(EventKind::Lost, context.captured_count, &one_line(&error))?;
            Err(error)
        }
        Err(error) => Ok(FoundWindow::Nothing(one_line(&error))),
    }
}

/// Whether the display has gone: then no window will ever come.
fn is_without_display(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref(), Some(CaptureError::NoDisplay(_)))
}

/// Opens the one window that the user means, whether or not it shows a board.
fn open_only(target: &Candidate, context: &SessionContext) -> Result<FoundWindow> {
    match OpenTarget::open(target, context.settings.console) {
        Ok((window, WindowState::Shown)) => Ok(FoundWindow::Shown(window)),
        Ok((window, _)) => Ok(FoundWindow::Hidden(window)),
        Err(CaptureError::Closed) => Ok(FoundWindow::Nothing(context.target.waiting_message())),
        Err(error @ CaptureError::NoDisplay(_)) => Err(error.into()),
        Err(error) if context.captured_count == 0 => Err(error.into()),
        Err(error) => Ok(FoundWindow::Nothing(error.to_string())),
    }
}

/// Opens the first of these windows that shows a board. Windows that cannot be captured are passed over.
fn open_first_with_board(candidates: &[Candidate], context: &mut SessionContext) -> FoundWindow {
    let with_board = candidates.iter().find_map(|target| {
        let opened = OpenTarget::open(target, context.settings.console).ok();
        let (mut window, _) = opened.filter(|(_, state)| *state == WindowState::Shown)?;
        let board = search(&mut window, context).ok()?;
        Some(FoundWindow::WithBoard(window, board))
    });
    with_board.unwrap_or_else(|| FoundWindow::Nothing(context.target.waiting_message()))
}
