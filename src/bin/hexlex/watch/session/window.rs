//! The window that is captured: opening it, and following its place on the screen.

use crate::console::Console;
use crate::watch::target::Candidate;
use hexlex::capture::{Capture, CaptureError, Changes, WindowState};
use hexlex::pixels::Rect;
use std::time::Instant;

/// Searches in a new window that may fail without an event, because the game may not have drawn yet. Fewer reports
/// windows that are only starting; more delays the report of a window without a board. Chosen by hand.
pub(super) const SILENT_RETRIES: u32 = 2;

/// The window, monitor or part of the screen that is captured.
pub(super) struct OpenTarget {
    pub(super) capture: Capture,
    pub(super) name: String,
    /// Its rectangle in screen coordinates, as of the last time it was visible.
    pub(super) area: Rect,
    /// When pixels changed that no answer includes yet.
    pub(super) changed_at: Option<Instant>,
    /// Searches that may still fail without an event.
    pub(super) silent_retries: u32,
}

/// What became of the window's area.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AreaChange {
    Same,
    /// It has another place and the same size.
    Moved {
        from: Rect,
    },
    Resized,
}

impl AreaChange {
    fn between(before: Rect, now: Rect) -> AreaChange {
        if before.size() != now.size() {
            AreaChange::Resized
        } else if before != now {
            AreaChange::Moved { from: before }
        } else {
            AreaChange::Same
        }
    }
}

impl OpenTarget {
    /// Starts to capture; returns also whether the window can be seen now.
    pub(super) fn open(target: &Candidate, console: &Console) -> Result<(OpenTarget, WindowState), CaptureError> {
        let (mut capture, note) = Capture::open(target.target)?;
        if let Some(note) = note {
            console.warn(note);
        }
        let (area, state) = match capture.area() {
            Ok(area) => (area, WindowState::Shown),
            Err(CaptureError::Hidden) => (Rect::default(), WindowState::Hidden),
            Err(error) => return Err(error),
        };
        let name = target.name.clone();
        Ok((OpenTarget { capture, name, area, changed_at: None, silent_retries: SILENT_RETRIES }, state))
    }

    /// Asks the system where the window is now.
    pub(super) fn update_area(&mut self) -> Result<AreaChange, CaptureError> {
        let area = self.capture.area()?;
        Ok(AreaChange::between(std::mem::replace(&mut self.area, area), area))
    }

    /// Remembers when pixels changed, if they did.
    pub(super) fn note_change(&mut self, changes: &Changes) {
        self.changed_at = changes.pixels.and(changes.at).or(self.changed_at);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_size_weighs_more_than_another_place() {
        let before = Rect { x: 10, y: 20, width: 300, height: 200 };
        assert_eq!(AreaChange::between(before, before), AreaChange::Same);
        assert_eq!(AreaChange::between(before, before.moved(1, 0)), AreaChange::Moved { from: before });
        assert_eq!(AreaChange::between(before, Rect { x: 0, width: 301, ..before }), AreaChange::Resized);
    }
}
