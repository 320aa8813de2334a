//! A search for the board in a picture of the whole window.

use super::context::SessionContext;
use super::correction;
use super::window::OpenTarget;
use hexlex::capture::CaptureError;
use hexlex::locate::Layout;
use hexlex::overlay::FreeSpace;
use hexlex::pipeline::{ReadError, Timing};
use hexlex::pixels::Frame;
use hexlex::pixels::Rect;
use std::time::{Duration, Instant};

/// While no board is found, the pause after a search is at least this many times as long as the search. Smaller loads
/// the processor for a board that is not there; larger finds a board later. Chosen by hand.
pub(super) const PAUSE_PER_SEARCH: u32 = 12;

/// A board that was found in the window.
pub(super) struct FoundBoard {
    /// The part of the window that the tracker compares, in the window's pixels.
    pub(super) area: Rect,
    /// The tiles in the window's pixels; it stays the same as long as the board is tracked.
    pub(super) layout: Layout,
    /// Where the window has free space beside the board.
    pub(super) free_space: FreeSpace,
    /// How long the last reading took.
    pub(super) timing: Timing,
}

/// Why no board was found.
pub(super) enum SearchError {
    /// The window cannot be captured.
    Window(CaptureError),
    /// The window shows no board.
    Board(ReadError),
}

/// Searches the whole window. On success the tracker knows the board.
pub(super) fn search(window: &mut OpenTarget, context: &mut SessionContext) -> Result<Box<FoundBoard>, SearchError> {
    context.display.lift();
    let pixels = window.capture.grab(None).map_err(SearchError::Window)?;
    context.captured_count += 1;
    let frame = Frame::new(pixels, window.name.as_str());
    let timing = find(&window.name, &frame, context).map_err(SearchError::Board)?;
    window.silent_retries = 0;
    context.warn_if_limited(&window.name);
    context.warn_of_shape(&frame);
    found_board(&frame, timing, context).ok_or(SearchError::Window(CaptureError::Closed))
}

/// Searches the whole window again, where the board may have been found in part or in the wrong place; `None` where the tracker
/// keeps what it has.
pub(super) fn confirm(
    window: &mut OpenTarget,
    context: &mut SessionContext,
) -> Result<Option<Box<FoundBoard>>, CaptureError> {
    context.display.lift();
    let start = Instant::now();
    let frame = Frame::new(window.capture.grab(None)?, window.name.as_str());
    context.captured_count += 1;
    if !context.tracker.confirm(&frame, start) {
        return Ok(None);
    }
    let timing = Timing { locate: start.elapsed(), recognize: Duration::ZERO };
    Ok(found_board(&frame, timing, context))
}

/// The board that the tracker has found in this picture of the window.
fn found_board(frame: &Frame, timing: Timing, context: &SessionContext) -> Option<Box<FoundBoard>> {
    let layout = context.tracker.reading()?.layout.clone();
    let free_space = FreeSpace::new(frame, &layout);
    let area = context.tracker.area().unwrap_or_else(|| Rect::at_origin(frame.size()));
    Some(Box::new(FoundBoard { area, layout, free_space, timing }))
}

/// Finds the board; where none is found in a game whose letters were corrected before, one of the shape that it had then. Such
/// letters may be of an alphabet that hexlex does not know.
fn find(window: &str, frame: &Frame, context: &mut SessionContext) -> Result<Timing, ReadError> {
    let found = context.tracker.find(frame, Instant::now()).map(|(_, timing)| timing);
    if found.is_ok() || context.settings.options.shape.is_some() {
        return found;
    }
    let Some(shape) = correction::shape(window) else { return found };
    // Where that fails too, the first reason says more.
    context.tracker.find_shape(frame, Some(shape), Instant::now()).map(|(_, timing)| timing).or(found)
}
