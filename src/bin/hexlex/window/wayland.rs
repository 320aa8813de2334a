//! A Wayland display that has died leaves its name in the environment: then windows are those of X11, if that is there.

use super::dead_display::is_dead;
use std::env;
use winit::event_loop::EventLoopBuilder;
use winit::platform::x11::EventLoopBuilderExtX11;

/// Chooses X11 where nothing listens at the Wayland display of the environment, and there is an X11 display. Returns whether
/// windows are those of X11.
pub(super) fn pass_over_dead_display<M>(builder: &mut EventLoopBuilder<M>) -> bool {
    let value = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
    // An open socket is handed over by WAYLAND_SOCKET: it is not tried, because a second connection would not reach it.
    let has_socket = value("WAYLAND_SOCKET").is_some();
    let is_dead = !has_socket && is_dead(value("WAYLAND_DISPLAY"), value("XDG_RUNTIME_DIR"));
    let has_x11 = value("DISPLAY").is_some();
    if is_dead && has_x11 {
        builder.with_x11();
    }
    has_x11 && (is_dead || !has_socket && value("WAYLAND_DISPLAY").is_none())
}
