//! Listing windows and monitors, and picking a window by a click.

use super::super::{Area, CaptureError, Monitor, Window};
use super::desk::{Desk, failed, lost, no_id};
use std::time::{Duration, Instant};
use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::randr::ConnectionExt as _;
use x11rb::protocol::xproto::{
    ConnectionExt, EventMask, GrabMode, GrabStatus, MapState, Window as XWindow, WindowClass,
};

/// Smaller windows are helpers of a program that nobody sees.
const SMALLEST: u32 = 32;

/// Every window that a user would call one, the topmost first.
pub(in super::super) fn windows() -> Result<Vec<Window>, CaptureError> {
    let desk = Desk::open()?;
    let mut found: Vec<XWindow> = desk.numbers(desk.root, desk.atoms._NET_CLIENT_LIST_STACKING);
    if found.is_empty() {
        // No window manager, or one that has just begun.
        found = top_level(&desk);
    }
    Ok(found.into_iter().rev().filter_map(|window| describe(&desk, window).ok()).collect())
}

/// One window; an error where it closed meanwhile.
fn describe(desk: &Desk, window: XWindow) -> Result<Window, CaptureError> {
    let (area, state) = (desk.area(window)?, desk.state(window)?);
    Ok(Window { id: window, title: desk.title(window), class: desk.class(window), area, state })
}

/// The named windows of the tree, the lowest first: what is below the root, or within a frame there.
fn top_level(desk: &Desk) -> Vec<XWindow> {
    let named = |window: XWindow| client(desk, window, 3);
    desk.children(desk.root).into_iter().filter_map(named).collect()
}

/// The window itself where it is named, or else the first such in it, so many levels down.
fn client(desk: &Desk, window: XWindow, levels: usize) -> Option<XWindow> {
    let attributes = desk.conn.get_window_attributes(window).ok()?.reply().ok()?;
    let area = desk.area(window).ok()?;
    let is_seen = attributes.class == WindowClass::INPUT_OUTPUT && attributes.map_state == MapState::VIEWABLE;
    if !is_seen || area.width < SMALLEST || area.height < SMALLEST {
        return None;
    }
    if desk.is_named(window) {
        return Some(window);
    }
    let inner = desk.children(window).into_iter().rev();
    levels.checked_sub(1).and_then(|levels| inner.filter_map(|inner| client(desk, inner, levels)).next())
}

/// The monitors as RandR knows them.
pub(in super::super) fn monitors() -> Result<Vec<Monitor>, CaptureError> {
    Ok(monitors_of(&Desk::open()?))
}

/// The same of a connection; the whole screen where nobody knows.
pub(super) fn monitors_of(desk: &Desk) -> Vec<Monitor> {
    let asked = desk.conn.randr_get_monitors(desk.root, true);
    let all = asked.ok().and_then(|cookie| cookie.reply().ok()).map_or(Vec::new(), |reply| reply.monitors);
    let name = |atom| {
        let asked = desk.conn.get_atom_name(atom).ok().and_then(|cookie| cookie.reply().ok());
        asked.map_or(String::new(), |reply| String::from_utf8_lossy(&reply.name).into_owned())
    };
    let monitors = all.iter().map(|monitor| Monitor {
        name: name(monitor.name),
        area: Area {
            x: i32::from(monitor.x),
            y: i32::from(monitor.y),
            width: u32::from(monitor.width),
            height: u32::from(monitor.height),
        },
    });
    let monitors: Vec<Monitor> = monitors.collect();
    if monitors.is_empty() { vec![Monitor { name: "screen".to_string(), area: desk.screen }] } else { monitors }
}

/// The cross hair of the cursor font.
const CROSSHAIR: u16 = 34;
/// Other programs hold the pointer for moments, as while a menu closes.
const PATIENCE: Duration = Duration::from_secs(2);

/// The window that is clicked on next. The click goes to nobody else, and any other button than the first leaves.
pub(in super::super) fn pick() -> Result<Window, CaptureError> {
    let desk = Desk::open()?;
    let conn = &desk.conn;
    let (font, cursor) = (conn.generate_id().map_err(no_id)?, conn.generate_id().map_err(no_id)?);
    conn.open_font(font, b"cursor").map_err(lost)?;
    let (white, black) = (u16::MAX, 0);
    conn.create_glyph_cursor(cursor, font, font, CROSSHAIR, CROSSHAIR + 1, white, white, white, black, black, black)
        .map_err(lost)?;
    let start = Instant::now();
    loop {
        let mode = GrabMode::ASYNC;
        let asked = conn.grab_pointer(
            false,
            desk.root,
            EventMask::BUTTON_PRESS,
            mode,
            mode,
            x11rb::NONE,
            cursor,
            x11rb::CURRENT_TIME,
        );
        match asked.map_err(lost)?.reply().map_err(failed)?.status {
            GrabStatus::SUCCESS => break,
            _ if start.elapsed() > PATIENCE => {
                return Err(CaptureError::Failed("another program holds the pointer".to_string()));
            }
            _ => std::thread::sleep(Duration::from_millis(50)),
        }
    }
    let clicked = loop {
        if let Event::ButtonPress(press) = conn.wait_for_event().map_err(lost)? {
            break (press.detail == 1).then_some(press.child);
        }
    };
    conn.ungrab_pointer(x11rb::CURRENT_TIME).map_err(lost)?;
    conn.flush().map_err(lost)?;
    let window = clicked.filter(|&window| window != x11rb::NONE).and_then(|window| client(&desk, window, 4));
    describe(&desk, window.ok_or_else(|| CaptureError::Failed("the click was on no window".to_string()))?)
}
