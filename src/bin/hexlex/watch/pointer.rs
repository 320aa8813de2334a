//! The pointer on the panel of words while Ctrl and Alt are held, on X11: moves, fades and unpins it. Without them every click
//! goes to the window below.

use super::commands::{PanelCommand, UserCommand};
use super::shown::PanelArea;
use anyhow::Result;
use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{Allow, ButtonIndex, ConnectionExt, EventMask, GrabMode, ModMask, Window as XWindow};
use x11rb::rust_connection::RustConnection;

/// The buttons: the left one moves the panel, the right one unpins it, and the wheel fades it.
const LEFT: u8 = 1;
const RIGHT: u8 = 3;
const WHEEL: [u8; 2] = [4, 5];

/// What is done with the panel by the pointer.
pub(super) struct PanelPointer {
    area: PanelArea,
    /// Where the pointer was last, while the panel is dragged.
    dragged: Option<(i32, i32)>,
}

impl PanelPointer {
    pub(super) fn new(area: PanelArea) -> PanelPointer {
        PanelPointer { area, dragged: None }
    }

    /// Asks for every click with Ctrl and Alt. Returns whether no other program has them.
    pub(super) fn grab(conn: &RustConnection, root: XWindow) -> Result<bool> {
        let events = EventMask::BUTTON_PRESS | EventMask::BUTTON_RELEASE | EventMask::BUTTON_MOTION;
        let locks = [ModMask::from(0u16), ModMask::LOCK, ModMask::M2, ModMask::LOCK | ModMask::M2];
        let mut done = true;
        for button in [LEFT, RIGHT].into_iter().chain(WHEEL) {
            for lock in locks {
                let held = ModMask::CONTROL | ModMask::M1 | lock;
                // The server holds the pointer until it hears whether the click is for the panel.
                let (pointer, keyboard, button) = (GrabMode::SYNC, GrabMode::ASYNC, ButtonIndex::from(button));
                let none = x11rb::NONE;
                let asked = conn.grab_button(false, root, events, pointer, keyboard, none, none, button, held)?;
                done &= asked.check().is_ok();
            }
        }
        Ok(done)
    }

    /// What follows from an event. A click beside the panel is handed on.
    pub(super) fn handle(&mut self, conn: &RustConnection, event: &Event) -> Result<Option<UserCommand>> {
        let command = match event {
            Event::ButtonPress(press) => {
                let at = (i32::from(press.root_x), i32::from(press.root_y));
                let is_on_panel = self.area.contains(at.0, at.1);
                let allow = if is_on_panel { Allow::ASYNC_POINTER } else { Allow::REPLAY_POINTER };
                conn.allow_events(allow, press.time)?;
                conn.flush()?;
                if is_on_panel { self.press(press.detail, at) } else { None }
            }
            Event::MotionNotify(motion) => self.drag((i32::from(motion.root_x), i32::from(motion.root_y))),
            Event::ButtonRelease(release) if release.detail == LEFT => {
                self.dragged = None;
                None
            }
            _ => None,
        };
        Ok(command.map(UserCommand::Panel))
    }

    fn press(&mut self, button: u8, at: (i32, i32)) -> Option<PanelCommand> {
        match button {
            LEFT => {
                self.dragged = Some(at);
                None
            }
            RIGHT => Some(PanelCommand::Unpin),
            _ => Some(PanelCommand::Fade),
        }
    }

    fn drag(&mut self, (x, y): (i32, i32)) -> Option<PanelCommand> {
        let from = self.dragged.as_mut()?;
        let (from_x, from_y) = std::mem::replace(from, (x, y));
        Some(PanelCommand::Move { dx: x - from_x, dy: y - from_y })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexlex::pixels::Rect;

    #[test]
    fn the_panel_is_dragged_from_press_to_press() {
        let area = PanelArea::default();
        area.set(Some(Rect { x: 10, y: 10, width: 100, height: 50 }));
        assert!(area.contains(10, 59) && !area.contains(9, 20) && !area.contains(10, 60));
        let mut pointer = PanelPointer::new(area);
        assert_eq!(pointer.drag((5, 5)), None, "nothing is pressed");
        assert_eq!(pointer.press(LEFT, (20, 20)), None);
        assert_eq!(pointer.drag((25, 18)), Some(PanelCommand::Move { dx: 5, dy: -2 }));
        assert_eq!(pointer.drag((30, 18)), Some(PanelCommand::Move { dx: 5, dy: 0 }));
        assert_eq!(
            (pointer.press(RIGHT, (20, 20)), pointer.press(4, (20, 20))),
            (Some(PanelCommand::Unpin), Some(PanelCommand::Fade))
        );
    }
}
