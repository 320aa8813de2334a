//! What shows the parts of the overlay on the screen.

use anyhow::Result;
use hexlex::pixels::Rect;
use image::RgbaImage;

/// A part of the overlay.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// The path over the board.
    Path,
    /// The panel of words.
    Panel,
}

/// A desktop that shows the parts above all windows, takes no input for them, and gives them no focus. Rectangles are those
/// of the screen. Errors mean that the display is lost or refuses what the overlay needs.
pub(super) trait OverlayDesktop {
    /// Adapts to a compositor that was started or ended since.
    fn adapt(&mut self) -> Result<()>;

    /// Whether a part may be half transparent.
    fn has_alpha(&self) -> bool;

    /// The monitors.
    fn monitors(&self) -> Result<Vec<Rect>>;

    /// Where a part is; `None` while it is hidden.
    fn area(&self, part: Part) -> Option<Rect>;

    /// Shows a picture, which is as large as the area.
    fn draw(&mut self, part: Part, area: Rect, picture: &RgbaImage) -> Result<()>;

    /// Moves a part, also while it is hidden.
    fn move_by(&mut self, part: Part, dx: i32, dy: i32) -> Result<()>;

    /// Puts both parts above all windows again.
    fn raise(&mut self) -> Result<()>;

    fn hide(&mut self, part: Part) -> Result<()>;

    /// Sends every request to the display.
    fn flush(&mut self) -> Result<()>;
}
