//! Lists windows and monitors, and lets the user pick a window by a click.

use super::super::{CaptureError, Monitor, Window};
use super::display::{Display, failed, lost, no_id};
use crate::pixels::Rect;
use std::time::{Duration, Instant};
use x11rb::connection::{Connection, RequestConnection};
use x11rb::protocol::Event;
use x11rb::protocol::randr::ConnectionExt as _;
use x11rb::protocol::xproto::{
    ConnectionExt, EventMask, GrabMode, GrabStatus, MapState, Window as XWindow, WindowClass,
};

/// The smallest side of a listed window, in pixels. A larger limit loses small windows, a smaller one lists the helper
/// windows that programs keep out of sight. Chosen by hand.
const MIN_SIDE: u32 = 32;
/// How many levels below the root a window manager's frame may hold the program's window. Chosen by hand: frames of
/// today take one or two.
const MAX_DEPTH: usize = 4;

/// The windows of programs, the topmost first.
pub(in super::super) fn windows() -> Result<Vec<Window>, CaptureError> {
    let display = Display::open()?;
    let mut found: Vec<XWindow> = display.numbers(display.root, display.atoms._NET_CLIENT_LIST_STACKING);
    if found.is_empty() {
        // Without a window manager there is no list.
        found = top_level(&display);
    }
    Ok(found.into_iter().rev().filter_map(|window| describe(&display, window).ok()).collect())
}

/// One window, or an error where it closed meanwhile.
fn describe(display: &Display, window: XWindow) -> Result<Window, CaptureError> {
    let (area, state) = (display.area(window)?, display.state(window)?);
    let (title, class, frame) = (display.title(window), display.class(window), display.frame(window, area));
    Ok(Window { id: window, title, class, area, frame, state })
}

/// The program's window in each child of the root, the lowest first.
fn top_level(display: &Display) -> Vec<XWindow> {
    let children = display.children(display.root).into_iter();
    children.filter_map(|window| client(display, window, MAX_DEPTH)).collect()
}

/// The window itself if it is a program's, or else the topmost program's window inside it, at most `levels` down.
fn client(display: &Display, window: XWindow, levels: usize) -> Option<XWindow> {
    let attributes = display.conn.get_window_attributes(window).ok()?.reply().ok()?;
    let area = display.area(window).ok()?;
    let is_visible = attributes.class == WindowClass::INPUT_OUTPUT && attributes.map_state == MapState::VIEWABLE;
    if !is_visible || area.width < MIN_SIDE || area.height < MIN_SIDE {
        return None;
    }
    if display.is_client(window) {
        return Some(window);
    }
    let inner = display.children(window).into_iter().rev();
    levels.checked_sub(1).and_then(|levels| inner.filter_map(|inner| client(display, inner, levels)).next())
}

/// The monitors that RandR lists.
pub(in super::super) fn monitors() -> Result<Vec<Monitor>, CaptureError> {
    Ok(monitors_of(&Display::open()?))
}

/// The monitors that RandR lists; one of the whole screen where it lists none.
pub(super) fn monitors_of(display: &Display) -> Vec<Monitor> {
    let asked = display.conn.randr_get_monitors(display.root, true);
    let all = asked.ok().and_then(|cookie| cookie.reply().ok()).map_or(Vec::new(), |reply| reply.monitors);
    let name = |atom| {
        let asked = display.conn.get_atom_name(atom).ok().and_then(|cookie| cookie.reply().ok());
        asked.map_or(String::new(), |reply| String::from_utf8_lossy(&reply.name).into_owned())
    };
    let monitors = all.iter().map(|monitor| Monitor {
        name: name(monitor.name),
        area: Rect {
            x: monitor.x.into(),
            y: monitor.y.into(),
            width: monitor.width.into(),
            height: monitor.height.into(),
        },
    });
    let monitors: Vec<Monitor> = monitors.collect();
    if monitors.is_empty() { vec![Monitor { name: "screen".to_string(), area: display.screen }] } else { monitors }
}

/// Whether the server is XWayland: the root window is black then. The tests are those of the program `xisxwayland`.
pub(in super::super) fn is_xwayland() -> Result<bool, CaptureError> {
    let display = Display::open()?;
    let has_extension = display.conn.extension_information("XWAYLAND").map_err(lost)?.is_some();
    Ok(has_extension || monitors_of(&display).iter().any(|monitor| monitor.name.starts_with("XWAYLAND")))
}

/// The crosshair glyph of the cursor font.
const CROSSHAIR: u16 = 34;
/// How long to retry while another program grabs the pointer, as it does for moments while a menu closes. Shorter fails
/// then, longer delays the error where the grab lasts. Chosen by hand.
const GRAB_TIMEOUT: Duration = Duration::from_secs(2);
/// Time between two tries.
const GRAB_INTERVAL: Duration = Duration::from_millis(50);

/// The window that the user clicks on next. No other program gets the click, and any button but the first cancels.
pub(in super::super) fn pick() -> Result<Window, CaptureError> {
    let display = Display::open()?;
    let conn = &display.conn;
    grab_pointer(&display)?;
    let clicked = loop {
        if let Event::ButtonPress(press) = conn.wait_for_event().map_err(lost)? {
            break (press.detail == 1).then_some(press.child);
        }
    };
    conn.ungrab_pointer(x11rb::CURRENT_TIME).map_err(lost)?;
    conn.flush().map_err(lost)?;
    let frame = clicked.filter(|&window| window != x11rb::NONE);
    let window = frame.and_then(|frame| client(&display, frame, MAX_DEPTH));
    let missed = || {
        let message = "expected a click on a window, found none: click again, or name the window with --window";
        CaptureError::Failed(message.to_string())
    };
    describe(&display, window.ok_or_else(missed)?)
}

/// Shows a crosshair and directs all clicks to this program.
fn grab_pointer(display: &Display) -> Result<(), CaptureError> {
    let (conn, root) = (&display.conn, display.root);
    let (font, cursor) = (conn.generate_id().map_err(no_id)?, conn.generate_id().map_err(no_id)?);
    conn.open_font(font, b"cursor").map_err(lost)?;
    let (white, black) = (u16::MAX, 0);
    conn.create_glyph_cursor(cursor, font, font, CROSSHAIR, CROSSHAIR + 1, white, white, white, black, black, black)
        .map_err(lost)?;
    let (mask, mode) = (EventMask::BUTTON_PRESS, GrabMode::ASYNC);
    let start = Instant::now();
    loop {
        let asked = conn.grab_pointer(false, root, mask, mode, mode, x11rb::NONE, cursor, x11rb::CURRENT_TIME);
        match asked.map_err(lost)?.reply().map_err(failed)?.status {
            GrabStatus::SUCCESS => return Ok(()),
            _ if start.elapsed() > GRAB_TIMEOUT => {
                return Err(CaptureError::Failed("another program holds the pointer".to_string()));
            }
            _ => std::thread::sleep(GRAB_INTERVAL),
        }
    }
}
