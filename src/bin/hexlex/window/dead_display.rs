//! Whether a Wayland display has died. On its own, so that its test runs in every build.

use std::ffi::OsString;
use std::os::unix::net::UnixStream;
use std::path::PathBuf;

/// Whether a display has a name and nothing listens there. A relative name is one in the runtime folder.
pub(super) fn is_dead(display: Option<OsString>, runtime: Option<OsString>) -> bool {
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
