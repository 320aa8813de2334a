//! One target on X11, looked at again and again.

use super::super::{Area, CaptureError, News, Place, Target, Waker, WindowState};
use super::desk::{Desk, failed, lost, no_id};
use super::pixels::{Pixels, are_plain};
use super::windows::monitors_of;
use image::RgbaImage;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::time::Instant;
use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::composite::{ConnectionExt as _, Redirect};
use x11rb::protocol::damage::{ConnectionExt as _, Damage, ReportLevel};
use x11rb::protocol::shape::{ConnectionExt as _, SK};
use x11rb::protocol::xfixes::ConnectionExt as _;
use x11rb::protocol::xproto::{
    ChangeWindowAttributesAux, ConnectionExt, EventMask, MapState, Window as XWindow, WindowClass,
};

/// A window, or a part of the root window.
pub(in super::super) struct Source {
    desk: Desk,
    window: XWindow,
    /// The part of the root window; `None` for a window.
    part: Option<Area>,
    pixels: Pixels,
    damage: Damage,
    /// Where the window was when the place was asked for.
    area: Area,
    /// The window's frame, just below the root.
    frame: XWindow,
}

impl Source {
    pub(in super::super) fn open(target: Target) -> Result<Source, CaptureError> {
        let desk = Desk::open()?;
        let (window, part) = match target {
            Target::Window(id) => (id, None),
            Target::Monitor(asked) => {
                let all = monitors_of(&desk);
                let found = asked.checked_sub(1).and_then(|n| all.get(n));
                let monitor = found.ok_or(CaptureError::NoMonitor { asked, count: all.len() })?;
                (desk.root, Some(monitor.area))
            }
            Target::Region(region) => {
                let shared = desk.screen.shared(&region);
                (desk.root, Some(shared.ok_or(CaptureError::OffScreen { region, screen: desk.screen })?))
            }
        };
        let geometry = desk.conn.get_geometry(window).map_err(lost)?.reply().map_err(failed)?;
        if !are_plain(&desk, geometry.depth) {
            return Err(CaptureError::Failed(format!("the window has pixels of {} bits", geometry.depth)));
        }
        let damage = listen(&desk, window, part.is_none())?;
        let pixels = Pixels::new(&desk);
        let (area, frame) = (desk.area(window)?, if part.is_none() { desk.outermost(window)? } else { window });
        Ok(Source { desk, window, part, pixels, damage, area, frame })
    }

    /// Waits for the server, the waker or the time, whichever is first.
    pub(in super::super) fn wait(&mut self, until: Option<Instant>, waker: &Waker) -> Result<News, CaptureError> {
        loop {
            let news = self.heard()?;
            if waker.take() || news != News::default() {
                return Ok(news);
            }
            let now = Instant::now();
            let left = until.map(|until| until.saturating_duration_since(now));
            if left.is_some_and(|left| left.is_zero()) {
                return Ok(news);
            }
            let timeout = left.and_then(|left| Timespec::try_from(left).ok());
            let server = self.desk.conn.stream();
            let waits = &mut [PollFd::new(server, PollFlags::IN), PollFd::from_borrowed_fd(waker.fd(), PollFlags::IN)];
            match poll(waits, timeout.as_ref()) {
                Ok(_) | Err(rustix::io::Errno::INTR) => {}
                Err(error) => return Err(CaptureError::Failed(format!("cannot wait ({error})"))),
            }
        }
    }

    /// What the server has told meanwhile.
    fn heard(&mut self) -> Result<News, CaptureError> {
        let mut news = News::default();
        while let Some(event) = self.desk.conn.poll_for_event().map_err(lost)? {
            match event {
                Event::DamageNotify(damage) => {
                    let at = damage.area;
                    let changed = Area {
                        x: i32::from(at.x),
                        y: i32::from(at.y),
                        width: u32::from(at.width),
                        height: u32::from(at.height),
                    };
                    news.changed = Some(news.changed.map_or(changed, |known| known.around(&changed)));
                }
                Event::Error(_) => continue,
                _ => news.moved = true,
            }
            news.at.get_or_insert_with(Instant::now);
        }
        if news.changed.is_some() {
            // From here on every change is told again; what has changed until now the next grab will see.
            self.desk.conn.damage_subtract(self.damage, x11rb::NONE, x11rb::NONE).map_err(lost)?;
        }
        self.desk.conn.flush().map_err(lost)?;
        news.changed = news.changed.and_then(|changed| match self.part {
            Some(part) => changed.shared(&part).map(|shared| shared.moved((-part.x, -part.y))),
            None => Some(changed),
        });
        if news.changed.is_none() && !news.moved {
            return Ok(News::default());
        }
        Ok(news)
    }

    pub(in super::super) fn place(&mut self) -> Result<Place, CaptureError> {
        if let Some(part) = self.part {
            return Ok(Place { area: part });
        }
        if self.desk.state(self.window)? != WindowState::Shown {
            return Err(CaptureError::Hidden);
        }
        self.area = self.desk.area(self.window)?;
        self.frame = self.desk.outermost(self.window)?;
        Ok(Place { area: self.area })
    }

    pub(in super::super) fn grab(&mut self, part: Option<Area>) -> Result<RgbaImage, CaptureError> {
        let (whole, offset) = match self.part {
            Some(part) => (Area { x: 0, y: 0, ..part }, (part.x, part.y)),
            None => (Area { x: 0, y: 0, ..self.area }, (0, 0)),
        };
        let wanted = part.map_or(Some(whole), |part| part.shared(&whole));
        let wanted = wanted.ok_or_else(|| CaptureError::Failed("the window shrank".to_string()))?;
        self.pixels.grab(&self.desk, self.window, wanted.moved(offset))
    }

    pub(in super::super) fn is_covered(&mut self, part: Area) -> bool {
        if self.part.is_some() {
            return false;
        }
        let part = part.moved((self.area.x, self.area.y));
        let children = self.desk.children(self.desk.root);
        let above = children.into_iter().rev().take_while(|&window| window != self.frame);
        let above: Vec<XWindow> = above.collect();
        above.into_iter().any(|window| self.covers(window, part).unwrap_or(false))
    }

    /// Whether a window is on the screen, takes clicks, and shares pixels with this part of the screen.
    fn covers(&self, window: XWindow, part: Area) -> Option<bool> {
        let conn = &self.desk.conn;
        let attributes = conn.get_window_attributes(window).ok()?;
        let geometry = conn.get_geometry(window).ok()?;
        let attributes = attributes.reply().ok()?;
        let geometry = geometry.reply().ok()?;
        if attributes.map_state != MapState::VIEWABLE || attributes.class != WindowClass::INPUT_OUTPUT {
            return Some(false);
        }
        let corner = (i32::from(geometry.x), i32::from(geometry.y));
        let area = Area { x: 0, y: 0, width: u32::from(geometry.width), height: u32::from(geometry.height) };
        if area.moved(corner).shared(&part).is_none() {
            return Some(false);
        }
        let input = conn.shape_get_rectangles(window, SK::INPUT).ok()?.reply().ok()?;
        Some(!input.rectangles.is_empty())
    }
}

/// Asks to be told of whatever happens to a window, and for its pixels to be kept even where others lie over it.
fn listen(desk: &Desk, window: XWindow, is_window: bool) -> Result<Damage, CaptureError> {
    let conn = &desk.conn;
    // Versions have to be agreed upon before anything else of an extension is used.
    conn.composite_query_version(0, 4).map_err(lost)?.reply().map_err(failed)?;
    conn.damage_query_version(1, 1).map_err(lost)?.reply().map_err(failed)?;
    conn.xfixes_query_version(5, 0).map_err(lost)?.reply().map_err(failed)?;
    if is_window {
        conn.composite_redirect_window(window, Redirect::AUTOMATIC).map_err(lost)?.check().map_err(failed)?;
        let mask = EventMask::STRUCTURE_NOTIFY | EventMask::PROPERTY_CHANGE;
        let asked = conn.change_window_attributes(window, &ChangeWindowAttributesAux::new().event_mask(mask));
        asked.map_err(lost)?.check().map_err(failed)?;
        let mask = EventMask::SUBSTRUCTURE_NOTIFY;
        let asked = conn.change_window_attributes(desk.root, &ChangeWindowAttributesAux::new().event_mask(mask));
        asked.map_err(lost)?.check().map_err(failed)?;
    }
    let damage = conn.generate_id().map_err(no_id)?;
    conn.damage_create(damage, window, ReportLevel::BOUNDING_BOX).map_err(lost)?.check().map_err(failed)?;
    conn.flush().map_err(lost)?;
    Ok(damage)
}
