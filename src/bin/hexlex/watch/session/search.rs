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
use std::time::Instant;

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
    let layout = context
        .tracker
        .reading()
        .map(|reading| reading.layout.clone())
        .ok_or(SearchError::Window(CaptureError::Closed))?;
    let free_space = FreeSpace::new(&frame, &layout);
    let area = context.tracker.area().unwrap_or_else(|| Rect::at_origin(frame.size()));
    context.warn_if_limited(&window.name);
    Ok(Box::new(FoundBoard { area, layout, free_space, timing }))
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
