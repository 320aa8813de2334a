//! The desktop as `doctor` sees it: the X server, its extensions, and who makes windows transparent.

use super::Found;
use crate::args::PartArg;
use crate::console::{counted, one_line};
use crate::watch::screen_overlay;
use hexlex::capture::{is_wayland, windows};
use x11rb::connection::RequestConnection;
use x11rb::protocol::xproto::ConnectionExt;
use x11rb::rust_connection::RustConnection;

/// What captures windows, by the names of the server's extensions.
const CAPTURE: [&str; 3] = ["MIT-SHM", "Composite", "DAMAGE"];
/// What draws over windows.
const OVERLAY: [&str; 2] = ["SHAPE", "XFIXES"];

/// What was found of a part of the desktop.
pub(super) fn look_at(part: PartArg) -> Found {
    let name = std::env::var("DISPLAY").unwrap_or_default();
    let (connection, number) = match x11rb::connect(None) {
        Ok(connected) => connected,
        Err(_) if name.is_empty() => return Found::missing("no X display", "set DISPLAY, on Wayland by XWayland"),
        Err(error) => return Found::damaged(format!("the display {name} ({error})"), "correct DISPLAY"),
    };
    let session = match is_wayland() {
        Ok(true) => Session::Wayland,
        _ => Session::X11,
    };
    match part {
        PartArg::Compositor => compositor(&connection, number),
        PartArg::Capture => match extensions(&connection, &CAPTURE) {
            Ok(text) => windows().map_or_else(
                |error| Found::damaged(error.to_string(), "start a window manager"),
                |windows| Found::present(format!("{text}; {}{}", counted(windows.len(), "window"), session.monitors())),
            ),
            Err(missing) => missing,
        },
        PartArg::Overlay => extensions(&connection, &OVERLAY)
            .map_or_else(|missing| missing, |text| Found::present(format!("{text}{}", session.screen_overlay()))),
        _ => Found::present(format!("X11, {name}{}", session.windows())),
    }
}

/// What the display is the display of.
#[derive(Debug, Clone, Copy)]
enum Session {
    X11,
    /// The X server is one for some windows of a Wayland session.
    Wayland,
}

impl Session {
    /// Which windows are not captured.
    fn windows(self) -> &'static str {
        match self {
            Session::X11 => "",
            Session::Wayland => " in a Wayland session, whose own windows are not captured",
        }
    }

    /// Whether monitors are captured where windows are not all that there is.
    fn monitors(self) -> &'static str {
        match self {
            Session::X11 => "",
            Session::Wayland if cfg!(feature = "wayland") => " of XWayland; monitors by xcap",
            Session::Wayland => " of XWayland; no monitors: build with --features wayland",
        }
    }

    /// What the overlay is drawn by over monitors and regions. Those of X11 have none: it would be captured with them.
    fn screen_overlay(self) -> String {
        match self {
            Session::X11 => " over windows; over monitors and regions use --preview".to_string(),
            Session::Wayland => match screen_overlay() {
                Ok(protocol) => format!(" over windows of XWayland; {protocol} over monitors and regions"),
                Err(error) => format!(" over windows of XWayland; none over monitors ({})", one_line(&error)),
            },
        }
    }
}

/// The server's extensions of these names.
fn extensions(connection: &RustConnection, names: &[&'static str]) -> Result<String, Found> {
    let is_there = |name: &&'static str| matches!(connection.extension_information(name), Ok(Some(_)));
    let missing: Vec<&str> = names.iter().filter(|name| !is_there(name)).copied().collect();
    match missing.is_empty() {
        true => Ok(names.join(", ")),
        false => Err(Found::missing(format!("no {}", missing.join(", ")), "use an X server with these extensions")),
    }
}

/// The program that owns the selection of compositors on this screen.
fn compositor(connection: &RustConnection, screen: usize) -> Found {
    let name = format!("_NET_WM_CM_S{screen}");
    let owner = || -> Option<u32> {
        let atom = connection.intern_atom(false, name.as_bytes()).ok()?.reply().ok()?.atom;
        Some(connection.get_selection_owner(atom).ok()?.reply().ok()?.owner)
    };
    match owner() {
        Some(owner) if owner != x11rb::NONE => Found::present("windows are transparent"),
        _ => Found::optional("no program", "not needed: without one the overlay is cut to its shape"),
    }
}
