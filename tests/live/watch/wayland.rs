//! `watch` in a Wayland session: monitors and regions with the overlay by layer-shell, windows of XWayland, and a display that
//! has died.

#[cfg(feature = "wayland")]
mod session {
    use super::super::overlay::Rings;
    use super::super::{PRACTICE, ScreenPath, Watch, letters_of, state};
    use crate::compositor::{Compositor, PLACE};
    use crate::desktop::{Program, wait, wait_or};
    use serde_json::Value;
    use std::time::Duration;

    /// The middle of the button that submits a word, in a game of 960x720 pixels.
    const SUBMIT: (f32, f32) = (190.0, 384.0);
    const ARGS: [&str; 7] = ["practice", "--seed", "7", "--state", "state.txt", "--size", "960x720"];
    const REGION: &str = "100,100,960,720";

    /// Where the path of the best word lies on the screen, for a game at this place.
    fn path(event: &Value, place: (i32, i32)) -> ScreenPath {
        let number = |value: &Value| value.as_f64().unwrap() as f32;
        let steps = event["words"][0]["path"].as_array().unwrap();
        let at = |step: &Value| (place.0 as f32 + number(&step["x"]), place.1 as f32 + number(&step["y"]));
        ScreenPath { tiles: steps.iter().map(at).collect(), pitch: number(&event["board"]["layout"]["pitch"][1]) }
    }

    fn wait_for_rings(compositor: &Compositor, path: &ScreenPath) {
        wait_or(
            || (path.rings_alone(&compositor.screenshot()) == Rings::Shown).then_some(()),
            || format!("rings: see {}", compositor.keep(&compositor.screenshot(), "wayland").display()),
        );
    }

    fn selected(compositor: &Compositor) -> String {
        let text = std::fs::read_to_string(compositor.file("state.txt")).unwrap();
        let line = text.lines().find_map(|line| line.strip_prefix("# selected:"));
        line.unwrap_or("").trim().to_string()
    }

    /// Opens a game whose window is one of Wayland.
    fn open_game(compositor: &Compositor) -> Program {
        let mut practice = compositor.hexlex(&ARGS);
        assert_eq!(compositor.window(&mut practice, PRACTICE), "xdg_shell");
        practice
    }

    /// The overlay is over the region, the picture that is read does not contain it, and clicks pass through it.
    #[test]
    fn a_region_has_an_overlay_that_clicks_pass_through() {
        let Some(compositor) = Compositor::start() else { return };
        let _practice = open_game(&compositor);
        let board = || state(&compositor.file("state.txt"));
        let mut watch = Watch::of(compositor.hexlex(&["watch", "--json", "--region", REGION]));
        let mut event = watch.until_board(&board());
        for _ in 0..3 {
            let path = path(&event, PLACE);
            wait_for_rings(&compositor, &path);
            // It stays while nothing changes, and no event comes.
            std::thread::sleep(Duration::from_millis(1_500));
            assert_eq!(path.rings_alone(&compositor.screenshot()), Rings::Shown);
            let without_change = watch.events.try_recv().ok();
            assert!(without_change.is_none(), "{without_change:?}");
            let before = letters_of(&board());
            compositor.click(&path.tiles[..1]);
            wait("a selected tile", || (!selected(&compositor).is_empty()).then_some(()));
            assert_eq!(watch.until("selected")["word"], selected(&compositor));
            compositor.click(&path.tiles[1..]);
            compositor.click(&[(PLACE.0 as f32 + SUBMIT.0, PLACE.1 as f32 + SUBMIT.1)]);
            wait("a move", || (letters_of(&board()) != before).then_some(()));
            event = watch.until_board(&board());
        }
        assert_eq!(watch.end(), Some(0));
        let last = path(&event, PLACE);
        wait("the end of the overlay", || (last.rings_alone(&compositor.screenshot()) == Rings::Hidden).then_some(()));
    }

    #[test]
    fn a_monitor_is_read() {
        let Some(compositor) = Compositor::start() else { return };
        let _practice = open_game(&compositor);
        let board = state(&compositor.file("state.txt"));
        let mut watch = Watch::of(compositor.hexlex(&["watch", "--json", "--monitor", "1"]));
        let event = watch.until_board(&board);
        // The monitor begins at the corner of the screen.
        wait_for_rings(&compositor, &path(&event, (0, 0)));
        assert_eq!(watch.end(), Some(0));
    }

    #[test]
    fn a_window_of_xwayland_has_the_overlay_of_x11() {
        let Some(compositor) = Compositor::start() else { return };
        let mut practice = compositor.hexlex_without(&["WAYLAND_DISPLAY"], &ARGS);
        assert_eq!(compositor.window(&mut practice, PRACTICE), "xwayland");
        let board = state(&compositor.file("state.txt"));
        let mut watch = Watch::of(compositor.hexlex(&["watch", "--json", "--window", PRACTICE]));
        let event = watch.until_board(&board);
        wait_for_rings(&compositor, &path(&event, PLACE));
        assert_eq!(watch.end(), Some(0));
    }

    #[test]
    fn doctor_names_the_overlay_of_each_target() {
        let Some(compositor) = Compositor::start() else { return };
        let found = compositor.hexlex(&["doctor", "overlay", "display"]).end();
        assert_eq!(found.code, Some(0), "{}", found.stderr);
        assert!(found.stdout.contains("over windows of XWayland; wlr-layer-shell over monitors"), "{}", found.stdout);
        assert!(found.stdout.contains("in a Wayland session"), "{}", found.stdout);
    }
}

use super::{STAGE, Watch, open_stage};
use crate::desktop::Desktop;

/// A session that has ended leaves its variables behind.
#[test]
fn a_dead_wayland_display_leaves_x11() {
    let Some(desktop) = Desktop::start() else { return };
    let (_stage, board) = open_stage(&desktop, 12);
    let args = ["watch", "--json", "--window", STAGE, "--preview"];
    let mut watch = Watch::of(desktop.hexlex_with(&[("WAYLAND_DISPLAY", "wayland-77")], &args));
    let preview = desktop.window(&mut watch.program, "hexlex watch: preview");
    watch.until_board(&board);
    desktop.close(preview);
    assert_eq!(watch.program.end().code, Some(0));
    let mut watch =
        Watch::of(desktop.hexlex_with(&[("WAYLAND_DISPLAY", "wayland-77")], &["watch", "--json", "--monitor", "1"]));
    watch.until_board(&board);
    assert_eq!(watch.end(), Some(0));
}

#[test]
fn doctor_knows_an_x11_session() {
    let Some(desktop) = Desktop::start() else { return };
    let doctor = desktop.hexlex_with(&[("WAYLAND_DISPLAY", "wayland-77")], &["doctor", "overlay", "display"]);
    let found = doctor.end();
    assert_eq!(found.code, Some(0), "{}", found.stderr);
    assert!(
        found.stdout.contains("SHAPE, XFIXES over windows; over monitors and regions use --preview"),
        "{}",
        found.stdout
    );
    assert!(!found.stdout.contains("Wayland"), "{}", found.stdout);
}
