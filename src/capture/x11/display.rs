//! The connection to the X server, and the properties of windows.

use super::super::{CaptureError, WindowState};
use crate::pixels::{Rect, Size};
use x11rb::connection::Connection;
use x11rb::errors::{ConnectError, ConnectionError, ReplyError, ReplyOrIdError};
use x11rb::protocol::ErrorKind;
use x11rb::protocol::xproto::{AtomEnum, ConnectionExt, MapState, Window as XWindow};
use x11rb::rust_connection::RustConnection;

x11rb::atom_manager! {
    /// The names of properties.
    pub(super) Atoms: AtomsCookie {
        UTF8_STRING,
        WM_STATE,
        _NET_CLIENT_LIST_STACKING,
        _NET_FRAME_EXTENTS,
        _NET_WM_NAME,
        _NET_WM_STATE,
        _NET_WM_STATE_HIDDEN,
    }
}

/// A connection to the X server, with its first screen.
pub(super) struct Display {
    pub(super) conn: RustConnection,
    pub(super) root: XWindow,
    /// The whole screen.
    pub(super) screen: Rect,
    pub(super) atoms: Atoms,
}

/// The longest property that is read, in units of four bytes. A longer title or window list is cut off; 16 KiB is far
/// beyond the ones that programs set. Chosen by hand.
const MAX_PROPERTY: u32 = 4096;
/// The value of `WM_STATE` for a minimized window (ICCCM 4.1.3.1).
const ICONIC: u32 = 3;

impl Display {
    pub(super) fn open() -> Result<Display, CaptureError> {
        let (conn, number) = x11rb::connect(None).map_err(no_display)?;
        let screen = &conn.setup().roots[number];
        let (root, width, height) = (screen.root, screen.width_in_pixels, screen.height_in_pixels);
        let atoms = Atoms::new(&conn).map_err(lost)?.reply().map_err(failed)?;
        let screen = Rect::at_origin(Size::new(width.into(), height.into()));
        Ok(Display { root, screen, conn, atoms })
    }

    /// The title: `_NET_WM_NAME`, or else `WM_NAME` of any type.
    pub(super) fn title(&self, window: XWindow) -> String {
        let net_wm_name = self.bytes(window, self.atoms._NET_WM_NAME, self.atoms.UTF8_STRING);
        let wm_name = || self.bytes(window, AtomEnum::WM_NAME.into(), AtomEnum::ANY.into());
        let bytes = if net_wm_name.is_empty() { wm_name() } else { net_wm_name };
        String::from_utf8_lossy(&bytes).trim_end_matches('\0').to_string()
    }

    /// The program's name: the second string of `WM_CLASS`, or else the first.
    pub(super) fn class(&self, window: XWindow) -> String {
        let bytes = self.bytes(window, AtomEnum::WM_CLASS.into(), AtomEnum::STRING.into());
        let text = String::from_utf8_lossy(&bytes);
        text.split('\0').filter(|part| !part.is_empty()).nth(1).or(text.split('\0').next()).unwrap_or("").to_string()
    }

    fn bytes(&self, window: XWindow, property: u32, kind: u32) -> Vec<u8> {
        let asked = self.conn.get_property(false, window, property, kind, 0, MAX_PROPERTY);
        asked.ok().and_then(|cookie| cookie.reply().ok()).map_or(Vec::new(), |reply| reply.value)
    }

    /// The 32-bit numbers of a property.
    pub(super) fn numbers(&self, window: XWindow, property: u32) -> Vec<u32> {
        let asked = self.conn.get_property(false, window, property, u32::from(AtomEnum::ANY), 0, MAX_PROPERTY);
        let reply = asked.ok().and_then(|cookie| cookie.reply().ok());
        reply.and_then(|reply| reply.value32().map(Iterator::collect)).unwrap_or_default()
    }

    /// The window's rectangle in screen coordinates, without the window manager's frame.
    pub(super) fn area(&self, window: XWindow) -> Result<Rect, CaptureError> {
        let size = self.conn.get_geometry(window).map_err(lost)?;
        let corner = self.conn.translate_coordinates(window, self.root, 0, 0).map_err(lost)?;
        let (size, corner) = (size.reply().map_err(failed)?, corner.reply().map_err(failed)?);
        Ok(Rect {
            x: corner.dst_x.into(),
            y: corner.dst_y.into(),
            width: size.width.into(),
            height: size.height.into(),
        })
    }

    /// The rectangle of a window with this area and the frame that the window manager draws around it.
    pub(super) fn frame(&self, window: XWindow, area: Rect) -> Rect {
        /// The widest frame that is believed, in pixels: any program may set the property. Chosen by hand, far above every theme.
        const WIDEST: u32 = 200;
        match self.numbers(window, self.atoms._NET_FRAME_EXTENTS)[..] {
            [left, right, top, bottom] if [left, right, top, bottom].iter().all(|&width| width <= WIDEST) => Rect {
                x: area.x - left as i32,
                y: area.y - top as i32,
                width: area.width + left + right,
                height: area.height + top + bottom,
            },
            _ => area,
        }
    }

    pub(super) fn state(&self, window: XWindow) -> Result<WindowState, CaptureError> {
        let attributes = self.conn.get_window_attributes(window).map_err(lost)?.reply().map_err(failed)?;
        let iconic = self.numbers(window, self.atoms.WM_STATE).first() == Some(&ICONIC);
        Ok(if iconic || self.numbers(window, self.atoms._NET_WM_STATE).contains(&self.atoms._NET_WM_STATE_HIDDEN) {
            WindowState::Minimized
        } else if attributes.map_state == MapState::VIEWABLE {
            WindowState::Shown
        } else {
            WindowState::Hidden
        })
    }

    /// Whether it has a property that only windows of programs have: a state, a class or a title.
    pub(super) fn is_client(&self, window: XWindow) -> bool {
        !self.numbers(window, self.atoms.WM_STATE).is_empty()
            || !self.bytes(window, AtomEnum::WM_CLASS.into(), AtomEnum::ANY.into()).is_empty()
            || !self.title(window).is_empty()
    }

    /// The windows directly inside this one, the lowest first.
    pub(super) fn children(&self, window: XWindow) -> Vec<XWindow> {
        let asked = self.conn.query_tree(window);
        asked.ok().and_then(|cookie| cookie.reply().ok()).map_or(Vec::new(), |reply| reply.children)
    }

    /// The ancestor of the window that is a child of the root: with most window managers its frame.
    pub(super) fn outermost(&self, mut window: XWindow) -> Result<XWindow, CaptureError> {
        loop {
            let tree = self.conn.query_tree(window).map_err(lost)?.reply().map_err(failed)?;
            if tree.parent == self.root || tree.parent == x11rb::NONE {
                return Ok(window);
            }
            window = tree.parent;
        }
    }
}

fn no_display(error: ConnectError) -> CaptureError {
    CaptureError::NoDisplay(match std::env::var("DISPLAY") {
        Ok(name) if !name.is_empty() => format!("none at DISPLAY={name} ({error})"),
        _ => "DISPLAY unset".to_string(),
    })
}

/// The error of a request that could not be sent.
pub(super) fn lost(error: ConnectionError) -> CaptureError {
    CaptureError::Failed(format!("the connection to the X server is lost ({error})"))
}

/// The error of a request that the server refused: the window is gone, or it is not on the screen.
pub(super) fn failed(error: ReplyError) -> CaptureError {
    match error {
        ReplyError::ConnectionError(error) => lost(error),
        ReplyError::X11Error(error) => match error.error_kind {
            ErrorKind::Window | ErrorKind::Drawable => CaptureError::Closed,
            ErrorKind::Match => CaptureError::Hidden,
            kind => CaptureError::Failed(format!("the X server reports {kind:?}")),
        },
    }
}

/// [`failed`] for requests that need a new id.
pub(super) fn no_id(error: ReplyOrIdError) -> CaptureError {
    match error {
        ReplyOrIdError::ConnectionError(error) => lost(error),
        ReplyOrIdError::X11Error(error) => failed(ReplyError::X11Error(error)),
        ReplyOrIdError::IdsExhausted => CaptureError::Failed("the X server has no ids left".to_string()),
    }
}
