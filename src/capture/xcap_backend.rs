//! The portable backend: [`XcapCapture`] polls a target by xcap.

use super::{Backend, CaptureError, Changes, Target, Waker};
use crate::pixels::{Rect, Size, crop};
use image::RgbaImage;
use std::time::{Duration, Instant};

/// Poll interval while `wait` has no deadline (the board is at rest). One capture may take tens of
/// milliseconds, so that a shorter interval costs processor time, and a longer one answers a new board later. Chosen by
/// hand.
const IDLE_INTERVAL: Duration = Duration::from_millis(500);
/// Poll interval while `wait` has a deadline, as while tiles move: the same trade-off, chosen by hand.
const ACTIVE_INTERVAL: Duration = Duration::from_millis(60);

fn failed(error: xcap::XCapError) -> CaptureError {
    CaptureError::Failed(error.to_string())
}

pub(super) fn no_display(error: xcap::XCapError) -> CaptureError {
    CaptureError::NoDisplay(format!("none ({error})"))
}

pub(super) fn window_area(window: &xcap::Window) -> Result<Rect, xcap::XCapError> {
    Ok(Rect { x: window.x()?, y: window.y()?, width: window.width()?, height: window.height()? })
}

pub(super) fn monitor_area(monitor: &xcap::Monitor) -> Result<Rect, xcap::XCapError> {
    Ok(Rect { x: monitor.x()?, y: monitor.y()?, width: monitor.width()?, height: monitor.height()? })
}

fn find_window(id: u32) -> Result<xcap::Window, CaptureError> {
    let all = xcap::Window::all().map_err(no_display)?;
    all.into_iter().find(|window| window.id().is_ok_and(|own| own == id)).ok_or(CaptureError::Closed)
}

/// One target, polled by xcap.
pub(super) struct XcapCapture {
    handle: Handle,
    next_poll: Instant,
}

/// What xcap captures.
enum Handle {
    Window {
        id: u32,
        window: xcap::Window,
    },
    /// The part of a monitor in `area`, in screen coordinates.
    Screen {
        monitor: xcap::Monitor,
        area: Rect,
    },
}

impl XcapCapture {
    pub(super) fn open(target: Target) -> Result<XcapCapture, CaptureError> {
        let handle = match target {
            Target::Window(id) => Handle::Window { id, window: find_window(id)? },
            Target::Monitor(asked) => {
                let all = xcap::Monitor::all().map_err(no_display)?;
                let count = all.len();
                let found = asked.checked_sub(1).and_then(|n| all.into_iter().nth(n));
                let monitor = found.ok_or(CaptureError::NoMonitor { asked, count })?;
                let area = monitor_area(&monitor).map_err(failed)?;
                Handle::Screen { monitor, area }
            }
            Target::Region(region) => Handle::of_region(region)?,
        };
        Ok(XcapCapture { handle, next_poll: Instant::now() })
    }
}

impl Handle {
    /// The monitor that shows the largest part of the region.
    fn of_region(region: Rect) -> Result<Handle, CaptureError> {
        let mut screen = Rect::default();
        let mut best: Option<(Rect, xcap::Monitor)> = None;
        let size = |area: &Rect| u64::from(area.width) * u64::from(area.height);
        for monitor in xcap::Monitor::all().map_err(no_display)? {
            let Ok(area) = monitor_area(&monitor) else { continue };
            screen = screen.around(&area);
            if let Some(shared) = area.shared(&region)
                && best.as_ref().is_none_or(|(other, _)| size(other) < size(&shared))
            {
                best = Some((shared, monitor));
            }
        }
        let (area, monitor) = best.ok_or(CaptureError::OffScreen { region, screen })?;
        Ok(Handle::Screen { monitor, area })
    }
}

impl Backend for XcapCapture {
    /// Waits for the next poll. xcap reports no changes, so that each poll counts as a change of everything.
    fn wait(&mut self, until: Option<Instant>, waker: &Waker) -> Result<Changes, CaptureError> {
        let next = self.next_poll;
        let end = until.map_or(next, |until| until.min(next));
        waker.wait(end.saturating_duration_since(Instant::now()));
        let now = Instant::now();
        if now < next {
            return Ok(Changes::default());
        }
        self.next_poll = now + if until.is_some() { ACTIVE_INTERVAL } else { IDLE_INTERVAL };
        let everything = Rect::at_origin(Size::new(u32::MAX, u32::MAX));
        Ok(Changes { pixels: Some(everything), windows_moved: true, at: Some(now) })
    }

    fn area(&mut self) -> Result<Rect, CaptureError> {
        let (id, window) = match &mut self.handle {
            Handle::Window { id, window } => (*id, window),
            Handle::Screen { area, .. } => return Ok(*area),
        };
        let area = window_area(window).or_else(|_| {
            *window = find_window(id)?;
            window_area(window).map_err(|_| CaptureError::Closed)
        })?;
        if window.is_minimized().unwrap_or(false) { Err(CaptureError::Hidden) } else { Ok(area) }
    }

    fn grab(&mut self, part: Option<Rect>) -> Result<RgbaImage, CaptureError> {
        self.area()?;
        let mut image = match &self.handle {
            Handle::Window { window, .. } => window.capture_image().map_err(failed)?,
            Handle::Screen { monitor, area } => {
                let origin = monitor_area(monitor).map_err(failed)?;
                let image = monitor.capture_image().map_err(failed)?;
                crop(&image, area.moved(-origin.x, -origin.y))
            }
        };
        // The alpha of a Wayland session is undefined.
        image.pixels_mut().for_each(|pixel| pixel.0[3] = u8::MAX);
        let Some(part) = part else { return Ok(image) };
        let part = part.shared(&Rect::at_origin(image.dimensions().into()));
        Ok(crop(&image, part.ok_or(CaptureError::Resized)?))
    }

    /// Always `false`: xcap does not report it, and a covering window may be in the image.
    fn is_covered(&mut self, _: Rect) -> bool {
        false
    }
}
