//! One target on X11, captured again and again.

use super::super::{Backend, CaptureError, Changes, Target, Waker, WindowState};
use super::display::{Display, failed, lost, no_id};
use super::transfer::{Transfer, is_supported};
use super::windows::monitors_of;
use crate::pixels::Rect;
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
    ChangeWindowAttributesAux, ConnectionExt, EventMask, MapState, Rectangle, Window as XWindow, WindowClass,
};

/// A window, or a part of the root window.
pub(in super::super) struct X11Capture {
    display: Display,
    window: XWindow,
    /// The part of the root window; `None` for a window.
    part: Option<Rect>,
    transfer: Transfer,
    damage: Damage,
    /// The part of the window whose changes count; `None` for all of it.
    interest: Option<Rect>,
    /// The window's area at the last call of [`area`](Backend::area).
    last_area: Rect,
    /// The ancestor of the window that is a child of the root: the window manager's frame.
    wm_frame: XWindow,
    /// Whether the window was destroyed. A new window may have its id by now, but none of what was asked for the old one.
    is_destroyed: bool,
}

impl X11Capture {
    pub(in super::super) fn open(target: Target) -> Result<X11Capture, CaptureError> {
        let display = Display::open()?;
        let (window, part) = match target {
            Target::Window(id) => (id, None),
            Target::Monitor(asked) => {
                let all = monitors_of(&display);
                let found = asked.checked_sub(1).and_then(|n| all.get(n));
                let monitor = found.ok_or(CaptureError::NoMonitor { asked, count: all.len() })?;
                (display.root, Some(monitor.area))
            }
            Target::Region(region) => {
                let shared = display.screen.shared(&region);
                (display.root, Some(shared.ok_or(CaptureError::OffScreen { region, screen: display.screen })?))
            }
        };
        let depth = display.conn.get_geometry(window).map_err(lost)?.reply().map_err(failed)?.depth;
        if !is_supported(&display, depth) {
            return Err(CaptureError::Failed(format!("expected pixels of 24 or 32 bits, found {depth}")));
        }
        agree_on_versions(&display)?;
        if part.is_none() {
            observe_window(&display, window)?;
        }
        let damage = observe_damage(&display, window)?;
        let transfer = Transfer::new(&display);
        let wm_frame = if part.is_none() { display.outermost(window)? } else { window };
        let last_area = display.area(window)?;
        Ok(X11Capture {
            display,
            window,
            part,
            transfer,
            damage,
            interest: None,
            last_area,
            wm_frame,
            is_destroyed: false,
        })
    }

    /// The changes in the events that have arrived.
    fn pending_changes(&mut self) -> Result<Changes, CaptureError> {
        let mut changes = Changes::default();
        while let Some(event) = self.display.conn.poll_for_event().map_err(lost)? {
            match event {
                Event::DamageNotify(damage) => {
                    let area = area_of(damage.area);
                    // What is not subtracted is not reported again: such changes cost one event in all.
                    if self.interest.is_some_and(|interest| interest.shared(&area).is_none()) {
                        continue;
                    }
                    changes.pixels = Some(changes.pixels.map_or(area, |known| known.around(&area)));
                }
                Event::Error(_) => continue,
                Event::DestroyNotify(destroyed) if destroyed.window == self.window => self.is_destroyed = true,
                _ => changes.windows_moved = true,
            }
            changes.at.get_or_insert_with(Instant::now);
        }
        if changes.pixels.is_some() {
            // Clears the reported damage, so that the server reports the next change. The next grab has this one.
            self.display.conn.damage_subtract(self.damage, x11rb::NONE, x11rb::NONE).map_err(lost)?;
        }
        self.display.conn.flush().map_err(lost)?;
        self.exists()?;
        if let Some(part) = self.part {
            let shared = changes.pixels.and_then(|pixels| pixels.shared(&part));
            changes.pixels = shared.map(|shared| shared.moved(-part.x, -part.y));
        }
        let is_change = changes.pixels.is_some() || changes.windows_moved;
        Ok(if is_change { changes } else { Changes::default() })
    }

    /// A part of the target, or all of it, in pixels of the window that it is copied from.
    fn in_drawable(&self, part: Option<Rect>) -> Result<Rect, CaptureError> {
        self.exists()?;
        let target = self.part.unwrap_or_else(|| Rect::at_origin(self.last_area.size()));
        let whole = Rect::at_origin(target.size());
        let wanted = part.map_or(Some(whole), |part| part.shared(&whole)).ok_or(CaptureError::Resized)?;
        Ok(wanted.moved(target.x, target.y))
    }

    /// An error once the window was destroyed.
    fn exists(&self) -> Result<(), CaptureError> {
        if self.is_destroyed { Err(CaptureError::Closed) } else { Ok(()) }
    }

    /// `Resized` in place of `Hidden` where the window is still shown: the server refuses pixels outside of a window that became smaller.
    fn resized_or(&self, error: CaptureError) -> CaptureError {
        match error {
            CaptureError::Hidden
                if self.part.is_none() && self.display.state(self.window) == Ok(WindowState::Shown) =>
            {
                CaptureError::Resized
            }
            error => error,
        }
    }

    /// Whether a window is visible, takes clicks, and shares pixels with this part of the screen; `None` where it closed.
    fn covers(&self, window: XWindow, part: Rect) -> Option<bool> {
        let conn = &self.display.conn;
        let attributes = conn.get_window_attributes(window).ok()?;
        let geometry = conn.get_geometry(window).ok()?;
        let attributes = attributes.reply().ok()?;
        let geometry = geometry.reply().ok()?;
        if attributes.map_state != MapState::VIEWABLE || attributes.class != WindowClass::INPUT_OUTPUT {
            return Some(false);
        }
        let (x, y) = (geometry.x, geometry.y);
        let area = area_of(Rectangle { x, y, width: geometry.width, height: geometry.height });
        if area.shared(&part).is_none() {
            return Some(false);
        }
        let input = conn.shape_get_rectangles(window, SK::INPUT).ok()?.reply().ok()?;
        Some(!input.rectangles.is_empty())
    }
}

impl Backend for X11Capture {
    fn wait(&mut self, until: Option<Instant>, waker: &Waker) -> Result<Changes, CaptureError> {
        loop {
            let changes = self.pending_changes()?;
            if waker.take() || changes != Changes::default() {
                return Ok(changes);
            }
            let now = Instant::now();
            let left = until.map(|until| until.saturating_duration_since(now));
            if left.is_some_and(|left| left.is_zero()) {
                return Ok(changes);
            }
            let timeout = left.and_then(|left| Timespec::try_from(left).ok());
            let server = self.display.conn.stream();
            let sources =
                &mut [PollFd::new(server, PollFlags::IN), PollFd::from_borrowed_fd(waker.fd(), PollFlags::IN)];
            match poll(sources, timeout.as_ref()) {
                Ok(_) | Err(rustix::io::Errno::INTR) => {}
                Err(error) => return Err(CaptureError::Failed(format!("cannot wait ({error})"))),
            }
        }
    }

    fn area(&mut self) -> Result<Rect, CaptureError> {
        if let Some(part) = self.part {
            return Ok(part);
        }
        self.exists()?;
        if self.display.state(self.window)? != WindowState::Shown {
            return Err(CaptureError::Hidden);
        }
        self.last_area = self.display.area(self.window)?;
        self.wm_frame = self.display.outermost(self.window)?;
        Ok(self.last_area)
    }

    fn grab(&mut self, part: Option<Rect>) -> Result<RgbaImage, CaptureError> {
        let wanted = self.in_drawable(part)?;
        self.transfer.grab(&self.display, self.window, wanted).map_err(|error| self.resized_or(error))
    }

    fn grab_changed(&mut self, part: Rect) -> Result<Option<RgbaImage>, CaptureError> {
        let wanted = self.in_drawable(Some(part))?;
        self.transfer.grab_changed(&self.display, self.window, wanted).map_err(|error| self.resized_or(error))
    }

    fn report_only(&mut self, part: Option<Rect>) -> Result<(), CaptureError> {
        self.transfer.forget();
        let origin = self.part.unwrap_or_default();
        let interest = part.map(|part| part.moved(origin.x, origin.y));
        if self.interest != interest {
            self.interest = interest;
            // What was left out until now is reported again.
            self.display.conn.damage_subtract(self.damage, x11rb::NONE, x11rb::NONE).map_err(lost)?;
            self.display.conn.flush().map_err(lost)?;
        }
        Ok(())
    }

    fn is_covered(&mut self, part: Rect) -> bool {
        if self.part.is_some() {
            return false;
        }
        let part = part.moved(self.last_area.x, self.last_area.y);
        let lowest_first = self.display.children(self.display.root);
        let mut above = lowest_first.into_iter().rev().take_while(|&window| window != self.wm_frame);
        above.any(|window| self.covers(window, part).unwrap_or(false))
    }
}

/// A rectangle of the X protocol.
fn area_of(Rectangle { x, y, width, height }: Rectangle) -> Rect {
    Rect { x: x.into(), y: y.into(), width: width.into(), height: height.into() }
}

/// Agrees with the server on the versions of the extensions, which each extension demands before its first use.
fn agree_on_versions(display: &Display) -> Result<(), CaptureError> {
    let conn = &display.conn;
    conn.composite_query_version(0, 4).map_err(lost)?.reply().map_err(failed)?;
    conn.damage_query_version(1, 1).map_err(lost)?.reply().map_err(failed)?;
    conn.xfixes_query_version(5, 0).map_err(lost)?.reply().map_err(failed)?;
    Ok(())
}

/// Makes the server keep all pixels of a window, also under others, and report when windows move, open or close.
fn observe_window(display: &Display, window: XWindow) -> Result<(), CaptureError> {
    let conn = &display.conn;
    conn.composite_redirect_window(window, Redirect::AUTOMATIC).map_err(lost)?.check().map_err(failed)?;
    let own = EventMask::STRUCTURE_NOTIFY | EventMask::PROPERTY_CHANGE;
    for (window, mask) in [(window, own), (display.root, EventMask::SUBSTRUCTURE_NOTIFY)] {
        let events = ChangeWindowAttributesAux::new().event_mask(mask);
        conn.change_window_attributes(window, &events).map_err(lost)?.check().map_err(failed)?;
    }
    Ok(())
}

/// Makes the server report changed pixels of a window, each rectangle by itself: the box around two of them may have the board
/// between them.
fn observe_damage(display: &Display, window: XWindow) -> Result<Damage, CaptureError> {
    let conn = &display.conn;
    let damage = conn.generate_id().map_err(no_id)?;
    conn.damage_create(damage, window, ReportLevel::DELTA_RECTANGLES).map_err(lost)?.check().map_err(failed)?;
    conn.flush().map_err(lost)?;
    Ok(damage)
}
