//! Capture by xcap, on every system: a window is looked at again every so often.

use super::{Area, CaptureError, Monitor, News, Place, Target, Waker};
#[cfg(not(target_os = "linux"))]
use super::{Window, WindowState};
use image::RgbaImage;
use std::time::{Duration, Instant};
#[cfg(target_os = "linux")]
use xcap_wayland as xcap;

/// How long to wait between looks: a capture may take tens of milliseconds, and nobody plays faster.
const INTERVAL: Duration = Duration::from_millis(500);
/// And while something is going on.
const LIVELY: Duration = Duration::from_millis(60);

fn failed(error: &xcap::XCapError) -> CaptureError {
    CaptureError::Failed(error.to_string())
}

fn no_display(error: &xcap::XCapError) -> CaptureError {
    CaptureError::NoDisplay(error.to_string())
}

/// What xcap lists; a window that closes meanwhile is left out.
#[cfg(not(target_os = "linux"))]
pub(super) fn windows() -> Result<Vec<Window>, CaptureError> {
    let all = xcap::Window::all().map_err(|error| no_display(&error))?;
    Ok(all.iter().filter_map(|window| describe(window).ok()).collect())
}

#[cfg(not(target_os = "linux"))]
fn describe(window: &xcap::Window) -> Result<Window, xcap::XCapError> {
    Ok(Window {
        id: window.id()?,
        title: window.title()?,
        class: window.app_name()?,
        area: area(window)?,
        state: if window.is_minimized()? { WindowState::Minimized } else { WindowState::Shown },
    })
}

fn area(window: &xcap::Window) -> Result<Area, xcap::XCapError> {
    Ok(Area { x: window.x()?, y: window.y()?, width: window.width()?, height: window.height()? })
}

pub(super) fn monitors() -> Result<Vec<Monitor>, CaptureError> {
    let all = xcap::Monitor::all().map_err(|error| no_display(&error))?;
    let describe = |monitor: &xcap::Monitor| -> Result<Monitor, xcap::XCapError> {
        Ok(Monitor { name: monitor.friendly_name().or_else(|_| monitor.name())?, area: area_of(monitor)? })
    };
    Ok(all.iter().filter_map(|monitor| describe(monitor).ok()).collect())
}

fn area_of(monitor: &xcap::Monitor) -> Result<Area, xcap::XCapError> {
    Ok(Area { x: monitor.x()?, y: monitor.y()?, width: monitor.width()?, height: monitor.height()? })
}

/// A target by xcap.
pub(super) struct Source {
    target: Thing,
    next: Instant,
    lively: bool,
}

enum Thing {
    Window(u32, xcap::Window),
    Monitor(xcap::Monitor, Area),
}

impl Source {
    pub(super) fn open(target: Target) -> Result<Source, CaptureError> {
        let monitors = || xcap::Monitor::all().map_err(|error| no_display(&error));
        let target = match target {
            Target::Window(id) => Thing::Window(id, window(id)?),
            Target::Monitor(asked) => {
                let all = monitors()?;
                let count = all.len();
                let found = asked.checked_sub(1).and_then(|n| all.into_iter().nth(n));
                let monitor = found.ok_or(CaptureError::NoMonitor { asked, count })?;
                let whole = area_of(&monitor).map_err(|error| failed(&error))?;
                Thing::Monitor(monitor, whole)
            }
            Target::Region(region) => {
                let mut screen = Area::default();
                let mut best: Option<(Area, xcap::Monitor)> = None;
                for monitor in monitors()? {
                    let Ok(area) = area_of(&monitor) else { continue };
                    screen = screen.around(&area);
                    let size = |area: &Area| u64::from(area.width) * u64::from(area.height);
                    if let Some(shared) = area.shared(&region)
                        && best.as_ref().is_none_or(|(other, _)| size(other) < size(&shared))
                    {
                        best = Some((shared, monitor));
                    }
                }
                let (shared, monitor) = best.ok_or(CaptureError::OffScreen { region, screen })?;
                Thing::Monitor(monitor, shared)
            }
        };
        Ok(Source { target, next: Instant::now(), lively: true })
    }

    /// Nobody tells of changes: each time is a look.
    pub(super) fn wait(&mut self, until: Option<Instant>, waker: &Waker) -> News {
        let next = if self.lively { self.next - (INTERVAL - LIVELY) } else { self.next };
        let end = until.map_or(next, |until| until.min(next));
        waker.wait(end.saturating_duration_since(Instant::now()));
        let now = Instant::now();
        if now < next {
            return News::default();
        }
        self.next = now + INTERVAL;
        self.lively = until.is_some();
        let everything = Area { x: 0, y: 0, width: u32::MAX, height: u32::MAX };
        News { changed: Some(everything), moved: true, at: Some(now) }
    }

    pub(super) fn place(&mut self) -> Result<Place, CaptureError> {
        match &mut self.target {
            Thing::Window(id, known) => {
                let area = area(known).or_else(|_| {
                    *known = window(*id)?;
                    area(known).map_err(|_| CaptureError::Closed)
                })?;
                match known.is_minimized() {
                    Ok(true) => Err(CaptureError::Hidden),
                    _ => Ok(Place { area }),
                }
            }
            Thing::Monitor(_, area) => Ok(Place { area: *area }),
        }
    }

    /// Nobody tells; and what lies over the window may be in its picture.
    pub(super) fn is_covered(&self, _: Area) -> bool {
        false
    }

    pub(super) fn grab(&mut self, part: Option<Area>) -> Result<RgbaImage, CaptureError> {
        let whole = match &self.target {
            Thing::Window(..) => {
                self.place()?;
                let Thing::Window(_, window) = &self.target else { return Err(CaptureError::Closed) };
                window.capture_image().map_err(|error| failed(&error))?
            }
            Thing::Monitor(monitor, area) => {
                let own = area_of(monitor).map_err(|error| failed(&error))?;
                let inside = area.moved((-own.x, -own.y));
                let (x, y) = (inside.x.unsigned_abs(), inside.y.unsigned_abs());
                monitor.capture_region(x, y, inside.width, inside.height).map_err(|error| failed(&error))?
            }
        };
        let all = Area { x: 0, y: 0, width: whole.width(), height: whole.height() };
        match part.and_then(|part| part.shared(&all)) {
            Some(part) if part != all => {
                let (x, y) = (part.x.unsigned_abs(), part.y.unsigned_abs());
                Ok(image::imageops::crop_imm(&whole, x, y, part.width, part.height).to_image())
            }
            _ => Ok(whole),
        }
    }
}

fn window(id: u32) -> Result<xcap::Window, CaptureError> {
    let all = xcap::Window::all().map_err(|error| no_display(&error))?;
    all.into_iter().find(|window| window.id().is_ok_and(|own| own == id)).ok_or(CaptureError::Closed)
}
