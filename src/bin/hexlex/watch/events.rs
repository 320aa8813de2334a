//! Events, one line each: JSON for programs, text for people.

use crate::console::Console;
use crate::report::{ReadReport, WordReport, milliseconds};
use anyhow::Result;
use hexlex::pixels::Rect;
use serde::Serialize;
use std::time::Duration;

/// What happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum EventKind {
    /// The board is new, or can be read again.
    Board,
    /// Something covers the board.
    Covered,
    /// Tiles are moving, or the window is being resized.
    Unsettled,
    /// The window or its board is missing.
    Lost,
    /// The window with a board was found, or has moved.
    Found,
    /// The user has paused the watch.
    Paused,
}

/// One line of JSON.
#[derive(Serialize)]
struct EventLine<'a> {
    event: EventKind,
    /// The number of pictures captured so far.
    frame: u64,
    /// What happened, as a sentence.
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    window: Option<WindowReport<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    latency_ms: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<ReadReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    words: Option<Vec<WordReport>>,
}

impl<'a> EventLine<'a> {
    fn new(event: EventKind, frame: u64, message: &'a str) -> EventLine<'a> {
        EventLine { event, frame, message, window: None, latency_ms: None, board: None, words: None }
    }
}

/// Where the window is on the screen.
#[derive(Serialize)]
struct WindowReport<'a> {
    title: &'a str,
    x: i32,
    y: i32,
    size: [u32; 2],
}

/// A board with its words.
pub(super) struct BoardEvent {
    pub(super) board: ReadReport,
    pub(super) words: Vec<WordReport>,
    /// Time from the change on the screen to the answer.
    pub(super) latency: Duration,
    /// The line for people.
    pub(super) text: String,
}

/// Prints events.
pub(super) struct EventLog<'a> {
    console: &'a Console,
}

impl<'a> EventLog<'a> {
    pub(super) fn new(console: &'a Console) -> EventLog<'a> {
        EventLog { console }
    }

    /// Prints an event; people see it with `--verbose` only.
    pub(super) fn detail(&self, event: EventKind, frame: u64, message: &str) -> Result<()> {
        if self.console.json {
            return self.console.answer_line(&EventLine::new(event, frame, message));
        }
        self.console.detail(message);
        Ok(())
    }

    /// Prints an event; people see it as a warning.
    pub(super) fn warn(&self, event: EventKind, frame: u64, message: &str) -> Result<()> {
        if self.console.json {
            return self.console.answer_line(&EventLine::new(event, frame, message));
        }
        self.console.warn(message);
        Ok(())
    }

    /// Prints where the window is.
    pub(super) fn found(&self, frame: u64, title: &str, area: Rect, message: &str) -> Result<()> {
        if !self.console.json {
            self.console.detail(format_args!("{message}: {title}, {area}"));
            return Ok(());
        }
        let window = WindowReport { title, x: area.x, y: area.y, size: [area.width, area.height] };
        let line = EventLine::new(EventKind::Found, frame, message);
        self.console.answer_line(&EventLine { window: Some(window), ..line })
    }

    /// Prints a board with its words.
    pub(super) fn board(&self, frame: u64, event: BoardEvent) -> Result<()> {
        if !self.console.json {
            return self.console.answer(&event.text);
        }
        let message = event.words.first().map_or("no word on this board".to_string(), |best| best.word.clone());
        self.console.answer_line(&EventLine {
            latency_ms: Some(milliseconds(event.latency)),
            board: Some(event.board),
            words: Some(event.words),
            ..EventLine::new(EventKind::Board, frame, &message)
        })
    }
}
