//! Events, a line each: JSON for programs, or text for people.

use crate::console::Console;
use crate::report::{ReadReport, WordReport, milliseconds};
use anyhow::Result;
use hexlex::capture::Area;
use serde::Serialize;
use std::time::Duration;

/// What may happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Kind {
    /// There is another board, or it can be seen again.
    Board,
    /// Something lies over it.
    Covered,
    /// Tiles are falling, or the window is changing.
    Unsettled,
    /// The window or its board is not there.
    Lost,
    /// The window is there, or elsewhere.
    Found,
    /// The user wants a pause.
    Paused,
}

/// One event.
#[derive(Serialize)]
struct Event<'a> {
    event: Kind,
    /// How many pictures were taken before.
    frame: u64,
    /// What happened, in words.
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

/// Where the window is.
#[derive(Serialize)]
struct WindowReport<'a> {
    title: &'a str,
    x: i32,
    y: i32,
    size: [u32; 2],
}

/// A board with its answer.
pub(super) struct Answer {
    pub(super) board: ReadReport,
    pub(super) words: Vec<WordReport>,
    /// From the change on the screen to the answer.
    pub(super) latency: Duration,
    /// The same for people.
    pub(super) text: String,
}

/// Tells events.
pub(super) struct Teller<'a> {
    console: &'a Console,
}

impl<'a> Teller<'a> {
    pub(super) fn new(console: &'a Console) -> Teller<'a> {
        Teller { console }
    }

    /// Something that is no board.
    pub(super) fn tell(&self, event: Kind, frame: u64, message: &str) -> Result<()> {
        if !self.console.json {
            self.console.detail(message);
            return Ok(());
        }
        let (window, latency_ms, board, words) = (None, None, None, None);
        self.line(&Event { event, frame, message, window, latency_ms, board, words })
    }

    /// The same of what a user should see, too.
    pub(super) fn warn(&self, event: Kind, frame: u64, message: &str) -> Result<()> {
        if self.console.json {
            return self.tell(event, frame, message);
        }
        self.console.warn(message);
        Ok(())
    }

    /// Where the window is.
    pub(super) fn found(&self, frame: u64, title: &str, area: Area, message: &str) -> Result<()> {
        if !self.console.json {
            self.console.detail(format_args!("{message}: {title}, {area}"));
            return Ok(());
        }
        let window = WindowReport { title, x: area.x, y: area.y, size: [area.width, area.height] };
        let (latency_ms, board, words) = (None, None, None);
        self.line(&Event { event: Kind::Found, frame, message, window: Some(window), latency_ms, board, words })
    }

    /// A board.
    pub(super) fn board(&self, frame: u64, answer: Answer) -> Result<()> {
        let Answer { board, words, latency, text } = answer;
        if !self.console.json {
            return self.console.answer(&text);
        }
        let message = words.first().map_or("no word on this board".to_string(), |best| best.word.clone());
        self.line(&Event {
            event: Kind::Board,
            frame,
            message: &message,
            window: None,
            latency_ms: Some(milliseconds(latency)),
            board: Some(board),
            words: Some(words),
        })
    }

    fn line(&self, event: &Event) -> Result<()> {
        self.console.answer_line(event)
    }
}
