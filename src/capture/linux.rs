//! Linux: uses X11, except for monitors and regions of a Wayland session, which are black to X11. These use xcap, with
//! the feature `wayland`.

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

/// Whether the X server is one for the windows of a Wayland session.
pub(super) fn is_wayland() -> Result<bool, CaptureError> {
    x11::is_xwayland()
}

pub(super) fn pick() -> Result<Window, CaptureError> {
    x11::pick()
}

pub(super) fn open(target: Target) -> Result<(Box<dyn Backend>, Option<String>), CaptureError> {
    let is_window = matches!(target, Target::Window(_));
    if !is_window && is_wayland()? {
        return open_wayland(target);
    }
    Ok((Box::new(X11Capture::open(target)?), None))
}

#[cfg(feature = "wayland")]
fn open_wayland(target: Target) -> Result<(Box<dyn Backend>, Option<String>), CaptureError> {
    let note = "the screen of a Wayland session is captured twice a second: answers come later than on X11".to_string();
    Ok((Box::new(XcapCapture::open(target)?), Some(note)))
}

#[cfg(not(feature = "wayland"))]
fn open_wayland(_: Target) -> Result<(Box<dyn Backend>, Option<String>), CaptureError> {
    Err(CaptureError::Wayland)
}
