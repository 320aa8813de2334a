//! The context of a session: what does not change with its state.

use crate::warnings;
use crate::watch::display::AnswerDisplay;
use crate::watch::events::{EventKind, EventLog};
use crate::watch::settings::WatchSettings;
use crate::watch::target::TargetQuery;
use anyhow::Result;
use hexlex::capture::Waker;
use hexlex::locate::Side;
use hexlex::pipeline::ReadError;
use hexlex::track::Tracker;

/// What all states of a session share.
pub(super) struct SessionContext<'a> {
    pub(super) settings: &'a WatchSettings<'a>,
    pub(super) target: TargetQuery,
    pub(super) display: AnswerDisplay<'a>,
    pub(super) events: EventLog<'a>,
    /// Ends a wait when the user sends a command.
    pub(super) waker: Waker,
    /// Reads the board. It keeps the letters of this game while no board is known.
    pub(super) tracker: Tracker,
    /// The number of pictures captured so far.
    pub(super) captured_count: u64,
    /// The reason of the last `lost` event; `None` once a board was found, or after the user asked to read again.
    pub(super) lost_reason: Option<String>,
    /// The sides of the board in the last warning that it is cut; empty for a whole board.
    cut: Vec<Side>,
}

impl<'a> SessionContext<'a> {
    /// # Errors
    /// [`ReadError::Skin`] and [`ReadError::Tesseract`] where the options ask for a reader that is missing.
    pub(super) fn new(
        settings: &'a WatchSettings<'a>,
        target: TargetQuery,
        display: AnswerDisplay<'a>,
        waker: Waker,
    ) -> Result<SessionContext<'a>, ReadError> {
        Ok(SessionContext {
            settings,
            target,
            display,
            events: EventLog::new(settings.console),
            waker,
            tracker: Tracker::new(settings.options.clone())?,
            captured_count: 0,
            lost_reason: None,
            cut: Vec::new(),
        })
    }

    /// Warns where the board is cut, unless the last warning was about the same sides.
    pub(super) fn warn_if_cut(&mut self, name: &str) {
        let cut = self.tracker.reading().map_or(&[][..], |reading| &reading.cut);
        if self.cut == cut {
            return;
        }
        self.cut = cut.to_vec();
        if let Some(warning) = warnings::cut(&self.cut, "show all of it in the window") {
            self.settings.console.warn(format_args!("{name}: {warning}"));
        }
    }

    /// Warns that the budget ended the search for a board.
    pub(super) fn warn_if_limited(&self, name: &str) {
        if self.tracker.is_limited() {
            let warning = warnings::limited(self.settings.options.budget);
            self.settings.console.warn(format_args!("{name}: {warning}"));
        }
    }

    /// Gives the board up, and reports why. A reason that was reported last is not reported again.
    pub(super) fn lose_board(&mut self, reason: &str) -> Result<()> {
        self.tracker.forget();
        self.display.hide();
        if self.lost_reason.as_deref() != Some(reason) {
            self.lost_reason = Some(reason.to_string());
            self.events.warn(EventKind::Lost, self.captured_count, reason)?;
        }
        Ok(())
    }
}
