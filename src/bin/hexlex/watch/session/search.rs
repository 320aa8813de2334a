//! A search for the board in a picture of the whole window.

use super::context::SessionContext;
use super::window::OpenWindow;
use hexlex::capture::{Area, CaptureError};
use hexlex::frame::Frame;
use hexlex::locate::Layout;
use hexlex::overlay::Quiet;
use hexlex::pipeline::{ReadError, Timing};
use std::time::Instant;

/// While no board is found, the pause after a search is at least this many times as long as the search. Smaller loads
/// the processor for a board that is not there; larger finds a board later. Chosen by hand.
pub(super) const PAUSE_PER_SEARCH: u32 = 12;

/// A board that was found in the window.
pub(super) struct FoundBoard {
    /// The part of the window that the tracker compares, in the window's pixels.
    pub(super) area: Area,
    /// The tiles in the window's pixels; it stays the same as long as the board is tracked.
    pub(super) layout: Layout,
    /// Where the window has free space beside the board.
    pub(super) quiet: Quiet,
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
pub(super) fn search(window: &mut OpenWindow, context: &mut SessionContext) -> Result<Box<FoundBoard>, SearchError> {
    let pixels = window.capture.grab(None).map_err(SearchError::Window)?;
    context.frame += 1;
    let frame = Frame::new(pixels, window.name.as_str());
    let (reading, timing) = context.tracker.find(&frame, Instant::now()).map_err(SearchError::Board)?;
    window.silent_retries = 0;
    let (layout, quiet) = (reading.layout.clone(), Quiet::new(&frame, &reading.layout));
    let (width, height) = frame.size();
    let [x, y, width, height] = context.tracker.area().unwrap_or([0, 0, width, height]);
    let area = Area { x: x as i32, y: y as i32, width, height };
    Ok(Box::new(FoundBoard { area, layout, quiet, timing }))
}
