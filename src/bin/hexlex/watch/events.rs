//! Events, one line each: JSON for programs, text for people.

use super::points::Points;
use crate::console::Console;
use crate::report::{ReadReport, WordReport, milliseconds};
use anyhow::Result;
use hexlex::board::{Cell, Face};
use hexlex::pixels::Rect;
use hexlex::read::Reading;
use serde::Serialize;
use std::cell::RefCell;
use std::fmt;
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
    /// The board is at rest again, and is the one that was reported last.
    Settled,
    /// The player has selected other tiles.
    Selected,
    /// A word was played in a game whose board stays.
    Played,
    /// The game did not accept a word.
    Refused,
    /// A person has corrected tiles.
    Corrected,
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
    /// The word that was refused, or the letters of the selected tiles.
    #[serde(skip_serializing_if = "Option::is_none")]
    word: Option<&'a str>,
    /// The tiles that were selected, refused or corrected.
    #[serde(skip_serializing_if = "Option::is_none")]
    tiles: Option<Vec<TileName>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<ReadReport>,
    /// The tiles that are shown as doubtful, the most doubtful first.
    #[serde(skip_serializing_if = "Option::is_none")]
    doubt: Option<Vec<TileName>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<Points>,
    #[serde(skip_serializing_if = "Option::is_none")]
    words: Option<Vec<WordReport>>,
    /// Why the first word is the first, with `--goal survive`.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

/// A tile by its place.
#[derive(Serialize)]
pub(super) struct TileName {
    line: usize,
    index: usize,
    /// What is read on it; `None` where it cannot be read.
    text: Option<String>,
    /// The letter that it may have instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    instead: Option<String>,
}

impl TileName {
    /// The tile of a cell of a reading.
    pub(super) fn new(reading: &Reading, cell: Cell) -> TileName {
        let is_read = |face: &&Face| **face != Face::Unreadable;
        let text = reading.board.tile(cell).map(|tile| &tile.face).filter(is_read).map(ToString::to_string);
        let doubt = reading.board.shape().id(cell).and_then(|id| reading.doubts[id].as_ref());
        let instead = doubt.and_then(|doubt| match &text {
            Some(_) => {
                doubt.alternatives.first().filter(|(_, share)| *share > LIKELY).map(|(face, _)| face.to_string())
            }
            None => doubt.best.as_ref().map(ToString::to_string),
        });
        TileName { line: cell.line, index: cell.index, text, instead }
    }
}

impl fmt::Display for TileName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = format_args!("line {}, tile {}", self.line + 1, self.index + 1);
        match (&self.text, &self.instead) {
            (Some(text), Some(instead)) => write!(f, "{text} or {instead} at {place}"),
            (Some(text), None) | (None, Some(text)) => write!(f, "{text} at {place}"),
            (None, None) => write!(f, "an unreadable tile at {place}"),
        }
    }
}

/// The likelihood from which another letter is named beside the one that was read. Smaller: it is named where it says
/// nothing. Chosen by hand.
const LIKELY: f32 = 0.02;

/// Tiles that something happened to.
pub(super) struct TileEvent<'a> {
    pub(super) kind: EventKind,
    pub(super) tiles: Vec<TileName>,
    /// The word that they spell.
    pub(super) word: Option<&'a str>,
    /// The words that are offered now.
    pub(super) words: Option<Vec<WordReport>>,
    /// What happened, as a sentence.
    pub(super) message: String,
}

impl<'a> EventLine<'a> {
    fn new(event: EventKind, frame: u64, message: &'a str) -> EventLine<'a> {
        EventLine {
            event,
            frame,
            message,
            window: None,
            latency_ms: None,
            word: None,
            tiles: None,
            board: None,
            doubt: None,
            points: None,
            words: None,
            why: None,
        }
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
    /// The message where it has no word.
    pub(super) no_word: String,
    /// The doubtful tiles.
    pub(super) doubt: Vec<TileName>,
    pub(super) points: Points,
    pub(super) words: Vec<WordReport>,
    /// Why the first word is the first, with `--goal survive`.
    pub(super) why: Option<String>,
    /// Time from the change on the screen to the answer.
    pub(super) latency: Duration,
    /// The line for people.
    pub(super) text: String,
}

/// Prints events.
pub(super) struct EventLog<'a> {
    console: &'a Console,
    last_message: RefCell<String>,
}

impl<'a> EventLog<'a> {
    pub(super) fn new(console: &'a Console) -> EventLog<'a> {
        EventLog { console, last_message: RefCell::new("-".to_string()) }
    }

    /// The message of the last event; `-` before the first one.
    pub(super) fn last_message(&self) -> String {
        self.last_message.borrow().replace(char::is_control, " ")
    }

    fn remember(&self, message: &str) {
        *self.last_message.borrow_mut() = message.to_string();
    }

    /// Prints an event; people see it with `--verbose` only.
    pub(super) fn detail(&self, event: EventKind, frame: u64, message: &str) -> Result<()> {
        self.remember(message);
        if self.console.json {
            return self.console.answer_line(&EventLine::new(event, frame, message));
        }
        self.console.detail(message);
        Ok(())
    }

    /// Prints an event; people see it as a warning.
    pub(super) fn warn(&self, event: EventKind, frame: u64, message: &str) -> Result<()> {
        self.remember(message);
        if self.console.json {
            return self.console.answer_line(&EventLine::new(event, frame, message));
        }
        self.console.warn(message);
        Ok(())
    }

    /// Prints an event; people see it as a note.
    pub(super) fn note(&self, event: EventKind, frame: u64, message: &str) -> Result<()> {
        self.remember(message);
        if self.console.json {
            return self.console.answer_line(&EventLine::new(event, frame, message));
        }
        self.console.note(message);
        Ok(())
    }

    /// Prints where the window is.
    pub(super) fn found(&self, frame: u64, title: &str, area: Rect, message: &str) -> Result<()> {
        self.remember(message);
        if !self.console.json {
            self.console.detail(format_args!("{message}: {title}, {area}"));
            return Ok(());
        }
        let window = WindowReport { title, x: area.x, y: area.y, size: [area.width, area.height] };
        let line = EventLine::new(EventKind::Found, frame, message);
        self.console.answer_line(&EventLine { window: Some(window), ..line })
    }

    /// Prints what happened to tiles; people see words that were played, refusals and corrections, and selections with `--verbose`.
    pub(super) fn tiles(&self, frame: u64, event: TileEvent) -> Result<()> {
        self.remember(&event.message);
        if !self.console.json {
            match event.kind {
                EventKind::Selected => self.console.detail(event.message),
                EventKind::Played => self.console.answer(&format!("{}\n", event.message))?,
                EventKind::Corrected => self.console.note(event.message),
                _ => self.console.warn(event.message),
            }
            return Ok(());
        }
        self.console.answer_line(&EventLine {
            word: event.word,
            tiles: Some(event.tiles),
            words: event.words,
            ..EventLine::new(event.kind, frame, &event.message)
        })
    }

    /// Prints a board with its words.
    pub(super) fn board(&self, frame: u64, event: BoardEvent) -> Result<()> {
        self.remember(event.text.trim_end());
        if !self.console.json {
            return self.console.answer(&event.text);
        }
        let message = event.words.first().map_or(event.no_word, |best| best.word.clone());
        self.console.answer_line(&EventLine {
            latency_ms: Some(milliseconds(event.latency)),
            board: Some(event.board),
            doubt: Some(event.doubt),
            points: Some(event.points),
            words: Some(event.words),
            why: event.why,
            ..EventLine::new(EventKind::Board, frame, &message)
        })
    }
}
