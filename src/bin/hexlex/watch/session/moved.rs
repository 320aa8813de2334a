//! The window of a board that is watched is moved, resized or covered by another one.

use super::change::{Cause, Exit};
use super::context::SessionContext;
use super::watching::Watching;
use super::window::AreaChange;
use crate::watch::events::EventKind;
use anyhow::Result;
use hexlex::pixels::Rect;
use std::time::{Duration, Instant};

/// A move of the window is reported after it has not moved for this long. Shorter reports a dragged window many times;
/// longer delays the event. Chosen by hand.
const MOVE_REPORT_DELAY: Duration = Duration::from_millis(100);

/// A move of the window that is not reported yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PendingWindowMove {
    /// The window's rectangle in the last `found` event.
    pub(super) from: Rect,
    pub(super) report_at: Instant,
}

impl Watching {
    /// Windows have moved: follows the game's window, and checks whether another one lies over the board now.
    pub(super) fn follow_window(&mut self, context: &mut SessionContext) -> Result<(), Exit> {
        match self.window.update_area()? {
            AreaChange::Resized => {
                context.display.hide();
                self.unsettle("the window is being resized", context)?;
                return Err(Cause::WindowResized.into());
            }
            AreaChange::Moved { from } => {
                let from = self.pending_window_move.map_or(from, |pending| pending.from);
                self.pending_window_move =
                    Some(PendingWindowMove { from, report_at: Instant::now() + MOVE_REPORT_DELAY });
                context.display.follow(self.window.area);
            }
            AreaChange::Same => {}
        }
        self.check_cover(context)
    }

    /// Reports where the window is after it was dragged.
    pub(super) fn report_move(&mut self, context: &mut SessionContext) -> Result<()> {
        let now = Instant::now();
        match self.pending_window_move.take_if(|pending| pending.report_at <= now) {
            Some(pending) if pending.from != self.window.area => {
                // The panel may have left the monitor, or there is more space now.
                self.show(context);
                let (count, name) = (context.captured_count, &self.window.name);
                context.events.found(count, name, self.window.area, "the window has moved")
            }
            _ => Ok(()),
        }
    }

    /// Checks whether another window lies over the board. The board is read all the same, but the overlay would be drawn
    /// over the other window.
    pub(super) fn check_cover(&mut self, context: &mut SessionContext) -> Result<(), Exit> {
        // The window for corrections is our own.
        let is_covered = !context.display.is_correcting() && self.window.capture.is_covered(self.board.area);
        let before = std::mem::replace(&mut self.is_covered, is_covered);
        match (before, self.is_covered) {
            (false, true) => {
                context.display.hide();
                context.events.warn(
                    EventKind::Covered,
                    context.captured_count,
                    "another window lies over the board: move it to see the words there",
                )?;
            }
            (true, false) if self.answer().is_some() => self.report_answer(Instant::now(), context)?,
            (false, false) => context.display.raise(),
            _ => {}
        }
        Ok(())
    }
}
