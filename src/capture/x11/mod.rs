//! The fast backend, over an X11 connection of our own.
//!
//! - `display`: the connection with its atoms, and the properties of windows.
//! - `windows`: lists windows and monitors, and lets the user pick a window by a click.
//! - `transfer`: copies pixels from the server.
//! - `capture`: one target. Its window is redirected, so that its pixels are complete under other windows, and XDamage
//!   reports its changes.

mod capture;
mod display;
mod transfer;
mod windows;

pub(super) use capture::X11Capture;
pub(super) use windows::{is_xwayland, monitors, pick, windows};
