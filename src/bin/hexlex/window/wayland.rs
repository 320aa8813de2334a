//! A Wayland display that has died leaves its name in the environment: then windows are those of X11, if that is there.

use std::env;
use std::ffi::OsString;
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
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

/// Whether a display has a name and nothing listens there. A name that is no absolute path is one in the runtime folder.
fn is_dead(display: Option<OsString>, runtime: Option<OsString>) -> bool {
    let Some(name) = display.map(PathBuf::from) else { return false };
    let path = runtime.map_or(name.clone(), |runtime| PathBuf::from(runtime).join(name));
    UnixStream::connect(path).is_err()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::net::UnixListener;

    #[test]
    fn a_display_lives_where_something_listens() {
        let folder = tempfile::tempdir().unwrap();
        let runtime = || Some(folder.path().into());
        assert!(!is_dead(None, runtime()), "no display is named");
        assert!(is_dead(Some("wayland-7".into()), runtime()));
        let listener = UnixListener::bind(folder.path().join("wayland-7")).unwrap();
        assert!(!is_dead(Some("wayland-7".into()), runtime()));
        assert!(!is_dead(Some(folder.path().join("wayland-7").into()), runtime()));
        drop(listener);
        assert!(is_dead(Some("wayland-7".into()), runtime()));
    }
}
