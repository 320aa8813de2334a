//! Windows and macOS: everything by xcap.

use super::xcap_backend::{XcapCapture, monitor_area, no_display, window_area};
use super::{Backend, CaptureError, Monitor, Target, Window, WindowState};

/// Every window that xcap lists. One that closes meanwhile is left out.
pub(super) fn windows() -> Result<Vec<Window>, CaptureError> {
    let all = xcap::Window::all().map_err(no_display)?;
    Ok(all.iter().filter_map(|window| describe(window).ok()).collect())
}

fn describe(window: &xcap::Window) -> Result<Window, xcap::XCapError> {
    Ok(Window {
        id: window.id()?,
        title: window.title()?,
        class: window.app_name()?,
        area: window_area(window)?,
        frame: window_area(window)?,
        state: if window.is_minimized()? { WindowState::Minimized } else { WindowState::Shown },
    })
}

/// Every monitor that xcap lists. One that is unplugged meanwhile is left out.
pub(super) fn monitors() -> Result<Vec<Monitor>, CaptureError> {
    let all = xcap::Monitor::all().map_err(no_display)?;
    let describe = |monitor: &xcap::Monitor| -> Result<Monitor, xcap::XCapError> {
        Ok(Monitor { name: monitor.friendly_name().or_else(|_| monitor.name())?, area: monitor_area(monitor)? })
    };
    Ok(all.iter().filter_map(|monitor| describe(monitor).ok()).collect())
}

pub(super) fn is_wayland() -> Result<bool, CaptureError> {
    Ok(false)
}

pub(super) fn pick() -> Result<Window, CaptureError> {
    Err(CaptureError::Unsupported("picking a window by a click"))
}

pub(super) fn open(target: Target) -> Result<(Box<dyn Backend>, Option<String>), CaptureError> {
    Ok((Box::new(XcapCapture::open(target)?), None))
}
