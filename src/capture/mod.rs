//! Windows, monitors and parts of the screen as pictures: beside the loaders the only room that looks outside.
//!
//! It only looks. Nothing here sends input to a window or reads the memory of another program.
//!
//! - `target`: what can be captured, and finding a window by what it is called.
//! - `wake`: how a wait for the next change is ended from elsewhere.
//! - `x11`: the quick way on X11, by a connection of our own that is told of changes.
//! - `portable`: everything else, by `xcap`, looking again every so often.
//!
//! A [`Capture`] keeps at one target: [`wait`](Capture::wait) until something happened, ask its
//! [`place`](Capture::place), [`grab`](Capture::grab) the part that matters.

#[cfg(any(not(target_os = "linux"), feature = "wayland"))]
mod portable;
mod target;
mod wake;
#[cfg(target_os = "linux")]
mod x11;

pub use target::{Area, Monitor, Target, Window, WindowState, matching};
pub use wake::Waker;

use image::RgbaImage;
use std::time::Instant;

/// Why something cannot be captured.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CaptureError {
    /// There is no screen to look at.
    #[error(
        "no screen to look at: expected an X11 display, found {0}; start this on the desktop, or set DISPLAY (:0 is usual)"
    )]
    NoDisplay(String),
    /// The window is not there any more.
    #[error("the window was closed")]
    Closed,
    /// The window is there and has no picture.
    #[error("the window is minimized or hidden: bring it back")]
    Hidden,
    /// There is no such monitor.
    #[error("expected a monitor from 1 to {count}, found {asked}: `hexlex windows` lists them")]
    NoMonitor {
        /// The one that was asked for.
        asked: usize,
        /// How many there are.
        count: usize,
    },
    /// The region has no pixel on the screen.
    #[error("expected a region on the screen ({screen}), found {region}: say x,y,width,height in pixels")]
    OffScreen {
        /// The region.
        region: Area,
        /// The whole screen.
        screen: Area,
    },
    /// This system does not let programs do that.
    #[error("{0} is not possible on this system: name the window with --window")]
    Unsupported(&'static str),
    /// Something else went wrong.
    #[error("cannot capture: {0}")]
    Failed(String),
}

/// Where a target is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// Its pixels, from the upper left corner of the screen.
    pub area: Area,
}

/// What happened while waiting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct News {
    /// Pixels that may have changed, from the upper left corner of the target.
    pub changed: Option<Area>,
    /// Windows may have moved, opened or closed: ask for the place again.
    pub moved: bool,
    /// When the first of it was heard of.
    pub at: Option<Instant>,
}

/// A target that is looked at again and again.
pub struct Capture {
    way: Way,
}

enum Way {
    #[cfg(target_os = "linux")]
    X11(Box<x11::Source>),
    #[cfg(any(not(target_os = "linux"), feature = "wayland"))]
    Portable(portable::Source),
}

/// What can be captured, the topmost window first.
///
/// # Errors
/// [`CaptureError::NoDisplay`] where there is no screen.
pub fn windows() -> Result<Vec<Window>, CaptureError> {
    #[cfg(target_os = "linux")]
    return x11::windows();
    #[cfg(not(target_os = "linux"))]
    portable::windows()
}

/// The monitors, in their order.
///
/// # Errors
/// [`CaptureError::NoDisplay`] where there is no screen.
pub fn monitors() -> Result<Vec<Monitor>, CaptureError> {
    #[cfg(target_os = "linux")]
    let monitors = x11::monitors();
    #[cfg(all(target_os = "linux", feature = "wayland"))]
    let monitors = monitors.or_else(|_| portable::monitors());
    #[cfg(not(target_os = "linux"))]
    let monitors = portable::monitors();
    monitors
}

/// The window that the user clicks on next.
///
/// # Errors
/// [`CaptureError::Unsupported`] where the system does not let a program ask, [`CaptureError::Closed`] where the
/// click was on no window.
pub fn pick() -> Result<Window, CaptureError> {
    #[cfg(target_os = "linux")]
    return x11::pick();
    #[cfg(not(target_os = "linux"))]
    Err(CaptureError::Unsupported("picking a window by a click"))
}

impl Capture {
    /// Looks at a target from now on; with a note where that is not the quick way.
    ///
    /// # Errors
    /// Any [`CaptureError`].
    pub fn open(target: Target) -> Result<(Capture, Option<String>), CaptureError> {
        #[cfg(target_os = "linux")]
        return match x11::Source::open(target) {
            Ok(source) => Ok((Capture { way: Way::X11(Box::new(source)) }, None)),
            // xcap would not find it either.
            Err(error @ (CaptureError::Closed | CaptureError::NoMonitor { .. } | CaptureError::OffScreen { .. })) => {
                Err(error)
            }
            #[cfg(feature = "wayland")]
            Err(error) => {
                let note = format!("capturing twice a second by xcap, since X11 is not available ({error})");
                Ok((Capture { way: Way::Portable(portable::Source::open(target)?) }, Some(note)))
            }
            #[cfg(not(feature = "wayland"))]
            Err(error) => Err(error),
        };
        #[cfg(not(target_os = "linux"))]
        Ok((Capture { way: Way::Portable(portable::Source::open(target)?) }, None))
    }

    /// Waits until something changed, the time has come, or the waker was poked.
    ///
    /// # Errors
    /// [`CaptureError::Failed`] where the connection is lost.
    pub fn wait(&mut self, until: Option<Instant>, waker: &Waker) -> Result<News, CaptureError> {
        match &mut self.way {
            #[cfg(target_os = "linux")]
            Way::X11(source) => source.wait(until, waker),
            #[cfg(any(not(target_os = "linux"), feature = "wayland"))]
            Way::Portable(source) => Ok(source.wait(until, waker)),
        }
    }

    /// Where the target is now.
    ///
    /// # Errors
    /// [`CaptureError::Closed`] and [`CaptureError::Hidden`].
    pub fn place(&mut self) -> Result<Place, CaptureError> {
        match &mut self.way {
            #[cfg(target_os = "linux")]
            Way::X11(source) => source.place(),
            #[cfg(any(not(target_os = "linux"), feature = "wayland"))]
            Way::Portable(source) => source.place(),
        }
    }

    /// The pixels of a part of the target, or of all of it.
    ///
    /// # Errors
    /// [`CaptureError::Closed`] and [`CaptureError::Hidden`], as for [`place`](Capture::place).
    pub fn grab(&mut self, part: Option<Area>) -> Result<RgbaImage, CaptureError> {
        match &mut self.way {
            #[cfg(target_os = "linux")]
            Way::X11(source) => source.grab(part),
            #[cfg(any(not(target_os = "linux"), feature = "wayland"))]
            Way::Portable(source) => source.grab(part),
        }
    }

    /// Whether another window lies over a part of the target. One that lets clicks through covers nothing.
    pub fn is_covered(&mut self, part: Area) -> bool {
        match &mut self.way {
            #[cfg(target_os = "linux")]
            Way::X11(source) => source.is_covered(part),
            #[cfg(any(not(target_os = "linux"), feature = "wayland"))]
            Way::Portable(source) => source.is_covered(part),
        }
    }
}
