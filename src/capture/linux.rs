//! Linux: windows by X11. Monitors and regions by X11 too, but by xcap in a Wayland session, in builds with the feature
//! `wayland`: there the root window of X11 is black.

use super::x11::{self, X11Capture};
#[cfg(feature = "wayland")]
use super::xcap_backend::XcapCapture;
use super::{Backend, CaptureError, Monitor, Target, Window};

pub(super) fn windows() -> Result<Vec<Window>, CaptureError> {
    x11::windows()
}

pub(super) fn monitors() -> Result<Vec<Monitor>, CaptureError> {
    x11::monitors()
}

pub(super) fn pick() -> Result<Window, CaptureError> {
    x11::pick()
}

pub(super) fn open(target: Target) -> Result<(Box<dyn Backend>, Option<String>), CaptureError> {
    #[cfg(feature = "wayland")]
    if !matches!(target, Target::Window(_)) && is_wayland_session() {
        let note = "captures the Wayland session by xcap, at most twice a second while nothing changes".to_string();
        return Ok((Box::new(XcapCapture::open(target)?), Some(note)));
    }
    Ok((Box::new(X11Capture::open(target)?), None))
}

#[cfg(feature = "wayland")]
fn is_wayland_session() -> bool {
    std::env::var_os("WAYLAND_DISPLAY").is_some_and(|display| !display.is_empty())
}
