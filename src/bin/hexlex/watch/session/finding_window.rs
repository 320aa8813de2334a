//! No window is open: one attempt to find the window, and to open it.

use super::context::SessionContext;
use super::search::{FoundBoard, search};
use super::window::OpenWindow;
use crate::console::one_line;
use crate::watch::events::EventKind;
use crate::watch::target::{CaptureTarget, NamedTarget};
use anyhow::Result;
use hexlex::capture::{CaptureError, WindowState};

/// What an attempt found.
pub(super) enum Sought {
    /// No window, for this reason.
    Nothing(String),
    /// The window, which can be seen.
    Shown(OpenWindow),
    /// The window, which is minimized or hidden.
    Hidden(OpenWindow),
    /// Of several windows the first that shows a board.
    WithBoard(OpenWindow, Box<FoundBoard>),
}

/// Tries to find and to open the window.
///
/// # Errors
/// Where there is no screen, or the window cannot be captured, before the first picture: then waiting does not help.
pub(super) fn seek(context: &mut SessionContext) -> Result<Sought> {
    match context.target.candidates() {
        Ok(candidates) => match &candidates[..] {
            [window] if context.target != CaptureTarget::AnyWindow => open_only(window, context),
            several => Ok(open_first_with_board(several, context)),
        },
        Err(error) if context.frame == 0 => {
            context.events.detail(EventKind::Lost, 0, &one_line(&error))?;
            Err(error)
        }
        Err(error) => Ok(Sought::Nothing(one_line(&error))),
    }
}

/// Opens the one window that the user means, whether or not it shows a board.
fn open_only(target: &NamedTarget, context: &SessionContext) -> Result<Sought> {
    match OpenWindow::open(target, context.settings.console) {
        Ok((window, WindowState::Shown)) => Ok(Sought::Shown(window)),
        Ok((window, _)) => Ok(Sought::Hidden(window)),
        Err(CaptureError::Closed) => Ok(Sought::Nothing(context.target.missing())),
        Err(error) if context.frame == 0 => Err(error.into()),
        Err(error) => Ok(Sought::Nothing(error.to_string())),
    }
}

/// Opens the first of these windows that shows a board. Windows that cannot be captured are passed over.
fn open_first_with_board(candidates: &[NamedTarget], context: &mut SessionContext) -> Sought {
    let with_board = candidates.iter().find_map(|target| {
        let opened = OpenWindow::open(target, context.settings.console).ok();
        let (mut window, _) = opened.filter(|(_, state)| *state == WindowState::Shown)?;
        let board = search(&mut window, context).ok()?;
        Some(Sought::WithBoard(window, board))
    });
    with_board.unwrap_or_else(|| Sought::Nothing(context.target.missing()))
}
