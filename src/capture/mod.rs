//! Captures windows, monitors and parts of the screen as images, and waits for their changes. Apart from the loaders and
//! the Tesseract helper, this is the only module that does I/O.
//!
//! It only reads the screen. Nothing here sends input to a window or reads the memory of another program.
//!
//! A [`Capture`] stays with one [`Target`]: [`wait`](Capture::wait) for [`Changes`], ask for the target's
//! [`area`](Capture::area), and [`grab`](Capture::grab) the part that matters. A [`Waker`] ends the wait from another
//! thread.
//!
//! - `target`: what can be captured, and finding a window by its title.
//! - `wake`: the waker.
//! - `x11`: the fast backend, over an X11 connection of our own that reports changes.
//! - `xcap_backend`: the portable backend by `xcap`, which polls.
//! - `linux` and `other_systems` choose the backend.

// Linux captures by X11, with the feature `wayland` also by xcap. Every other system captures by xcap.
#[cfg(target_os = "linux")]
mod linux;
#[cfg(target_os = "linux")]
use linux as system;
#[cfg(target_os = "linux")]
mod x11;
#[cfg(not(target_os = "linux"))]
mod other_systems;
#[cfg(not(target_os = "linux"))]
use other_systems as system;
#[cfg(any(not(target_os = "linux"), feature = "wayland"))]
mod xcap_backend;
mod target;
mod wake;

pub use target::{Monitor, Target, Window, WindowState, matching};
pub use wake::Waker;

use crate::pixels::Rect;
use image::RgbaImage;
use std::time::Instant;

/// What a program needs to capture, and what to do where it is missing.
const EXPECTED_DISPLAY: &str = if cfg!(target_os = "linux") { "an X11 display" } else { "a desktop" };
const DISPLAY_REMEDY: &str = if cfg!(target_os = "linux") {
    "start hexlex on the desktop, or set DISPLAY (:0 is usual, also for the XWayland of a Wayland session)"
} else {
    "start hexlex on the desktop"
};

/// Why something cannot be captured.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CaptureError {
    /// There is no display to capture from.
    #[error("expected {EXPECTED_DISPLAY}, found {0}: {DISPLAY_REMEDY}")]
    NoDisplay(String),
    /// A monitor or a region of a Wayland session, in a build without the feature `wayland`.
    #[error(
        "expected an X11 session, found Wayland, which hides its monitors: build with --features wayland, or name a \
         window with --window"
    )]
    Wayland,
    /// The window does not exist any more.
    #[error("the window was closed")]
    Closed,
    /// The window exists and has no pixels.
    #[error("the window is minimized or hidden: bring it back")]
    Hidden,
    /// The window became smaller, so that a part that was asked for lies outside of it.
    #[error("expected a window of constant size, found one that was resized while it was captured: capture it again")]
    Resized,
    /// There is no such monitor.
    #[error("expected a monitor from 1 to {count}, found {asked}: `hexlex windows` lists them")]
    NoMonitor {
        /// The number that was asked for.
        asked: usize,
        /// The number of monitors.
        count: usize,
    },
    /// The region shares no pixel with the screen.
    #[error("expected a region on the screen ({screen}), found {region}: give x,y,width,height in pixels")]
    OffScreen {
        /// The region.
        region: Rect,
        /// The whole screen.
        screen: Rect,
    },
    /// This system does not let programs do it.
    #[error("{0} is not possible on this system: name the window with --window")]
    Unsupported(&'static str),
    /// Any other failure.
    #[error("cannot capture: {0}")]
    Failed(String),
}

/// What changed during a wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Changes {
    /// The bounding box of the pixels that may have changed, relative to the target's upper left corner.
    pub pixels: Option<Rect>,
    /// Whether windows may have moved, opened or closed: ask for the area again.
    pub windows_moved: bool,
    /// When the first change was reported.
    pub at: Option<Instant>,
}

/// A target that is captured again and again.
pub struct Capture {
    backend: Box<dyn Backend>,
}

/// The platform backend of one captured target. The methods are those of [`Capture`].
trait Backend {
    fn wait(&mut self, until: Option<Instant>, waker: &Waker) -> Result<Changes, CaptureError>;
    fn area(&mut self) -> Result<Rect, CaptureError>;
    fn grab(&mut self, part: Option<Rect>) -> Result<RgbaImage, CaptureError>;
    fn is_covered(&mut self, part: Rect) -> bool;
    /// A backend that keeps no pixels returns them each time.
    fn grab_changed(&mut self, part: Rect) -> Result<Option<RgbaImage>, CaptureError> {
        self.grab(Some(part)).map(Some)
    }
    /// A backend that cannot tell parts from each other reports more.
    fn report_only(&mut self, _: Option<Rect>) -> Result<(), CaptureError> {
        Ok(())
    }
}

/// The windows that can be captured, the topmost first.
///
/// # Errors
/// [`CaptureError::NoDisplay`] where there is no display.
pub fn windows() -> Result<Vec<Window>, CaptureError> {
    system::windows()
}

/// The monitors, in the system's order.
///
/// # Errors
/// [`CaptureError::NoDisplay`] where there is no display.
pub fn monitors() -> Result<Vec<Monitor>, CaptureError> {
    system::monitors()
}

/// Whether the screen is that of a Wayland session: [monitors](Target::Monitor) and [regions](Target::Region) are then captured
/// as they are shown, with whatever lies above the windows.
///
/// # Errors
/// [`CaptureError::NoDisplay`] where there is no display.
pub fn is_wayland() -> Result<bool, CaptureError> {
    system::is_wayland()
}

/// The window that the user clicks on next.
///
/// # Errors
/// [`CaptureError::Unsupported`] where the system does not let programs ask, [`CaptureError::Failed`] where the click
/// was not on a window.
pub fn pick() -> Result<Window, CaptureError> {
    system::pick()
}

impl Capture {
    /// Starts to capture a target. The text is a note for the user where the backend is a slow one.
    ///
    /// # Errors
    /// Any [`CaptureError`].
    pub fn open(target: Target) -> Result<(Capture, Option<String>), CaptureError> {
        let (backend, note) = system::open(target)?;
        Ok((Capture { backend }, note))
    }

    /// Waits until something changes, the time comes, or the waker wakes it.
    ///
    /// # Errors
    /// [`CaptureError::Failed`] where the connection is lost, [`CaptureError::Closed`] where the system reports that the window was
    /// closed.
    pub fn wait(&mut self, until: Option<Instant>, waker: &Waker) -> Result<Changes, CaptureError> {
        self.backend.wait(until, waker)
    }

    /// From now on [`wait`](Capture::wait) may leave out pixels that change outside of this part of the target; with `None` it
    /// reports all of them again. A game that draws beside its board then costs nothing.
    ///
    /// # Errors
    /// [`CaptureError::Failed`] where the connection is lost.
    pub fn report_only(&mut self, part: Option<Rect>) -> Result<(), CaptureError> {
        self.backend.report_only(part)
    }

    /// The target's current rectangle in screen coordinates.
    ///
    /// # Errors
    /// [`CaptureError::Closed`] and [`CaptureError::Hidden`].
    pub fn area(&mut self) -> Result<Rect, CaptureError> {
        self.backend.area()
    }

    /// The image of a part of the target, or of all of it.
    ///
    /// # Errors
    /// [`CaptureError::Closed`] and [`CaptureError::Hidden`], as for [`area`](Capture::area), and [`CaptureError::Resized`].
    pub fn grab(&mut self, part: Option<Rect>) -> Result<RgbaImage, CaptureError> {
        self.backend.grab(part)
    }

    /// The image of a part of the target; `None` where it is known to have the pixels that this method returned last, for the same
    /// part and since the last call of [`report_only`](Capture::report_only). A game that draws its whole window again, the same
    /// as before, then costs little.
    ///
    /// # Errors
    /// [`CaptureError::Closed`] and [`CaptureError::Hidden`], as for [`area`](Capture::area), and [`CaptureError::Resized`].
    pub fn grab_changed(&mut self, part: Rect) -> Result<Option<RgbaImage>, CaptureError> {
        self.backend.grab_changed(part)
    }

    /// Whether another window covers some of this part of the target. A window that lets clicks through does not count.
    pub fn is_covered(&mut self, part: Rect) -> bool {
        self.backend.is_covered(part)
    }
}
