//! The window is open, and minimized or hidden.

use super::change::{Cause, Exit};
use super::context::SessionContext;
use super::window::OpenTarget;

/// The window has no picture.
pub(super) struct Blind<W = OpenTarget> {
    pub(super) window: W,
}

impl Blind {
    /// Waits until the window can be seen again.
    pub(super) fn step(&mut self, context: &mut SessionContext) -> Result<(), Exit> {
        let changes = self.window.capture.wait(None, &context.waker)?;
        if changes.windows_moved {
            // Fails with `Hidden` as long as the window cannot be seen.
            self.window.update_area()?;
            self.window.changed_at = changes.pixels.and(changes.at);
            return Err(Cause::WindowShown.into());
        }
        Ok(())
    }
}
