//! What `watch` shows: the overlay, the preview, and the keys that turn them on and off.

use super::*;

/// Whether rings of the overlay's colors run around these tiles and their letters are free.
fn has_rings(shot: &RgbaImage, bare: &RgbaImage, tiles: &[(f32, f32)], pitch: f32) -> bool {
    // From a tile's middle to its ring, and along it: off the middle of a side, where arrows cross.
    const RING: f32 = 0.435;
    const ALONG: f32 = 0.15;
    let points = [-RING, RING].iter().flat_map(|&out| [(out, -ALONG), (out, ALONG), (-ALONG, out), (ALONG, out)]);
    let points: Vec<(f32, f32)> = points.map(|(x, y)| (x * pitch, y * pitch)).collect();
    let inside = |x: f32, y: f32| x > 4.0 && y > 4.0 && x + 4.0 < shot.width() as f32 && y + 4.0 < shot.height() as f32;
    tiles.iter().enumerate().all(|(n, &(x, y))| {
        let is_colored = |x: f32, y: f32| {
            let [r, g, b, _] = shot.get_pixel(x as u32, y as u32).0;
            // The first tile is ringed in green, the others in magenta.
            if n == 0 { g > 150 && g > b.saturating_add(60) && g > r } else { r > 150 && b > 110 && g < r / 2 + 20 }
        };
        let is_ring = |&&(dx, dy): &&(f32, f32)| {
            inside(x + dx, y + dy)
                && (0..25).any(|n| is_colored(x + dx + (n / 5 - 2) as f32, y + dy + (n % 5 - 2) as f32))
        };
        let is_free = shot.get_pixel(x as u32, y as u32) == bare.get_pixel(x as u32, y as u32);
        points.iter().filter(is_ring).count() >= 5 && is_free
    })
}

/// The overlay on the screen: where it should be, where it should not, and clicks through it.
fn overlay_is_where_the_path_is(desktop: &Desktop) {
    let mut practice = desktop.hexlex(&["practice", "--seed", "7", "--state", "state.txt", "--size", "960x720"]);
    let window = desktop.window(&mut practice, PRACTICE);
    let file = desktop.file("state.txt");
    let bare = wait("the game", || {
        let shot = desktop.screenshot();
        let (x, y) = desktop.origin(window);
        // Its wooden ground is browner than any desktop.
        let [r, _, b, _] = shot.get_pixel(x as u32 + 5, y as u32 + 5).0;
        (r > b.saturating_add(15) && shot == desktop.screenshot()).then_some(shot)
    });
    let focus = desktop.focus();
    let mut watch = Watch::start(desktop, &["--window", PRACTICE]);
    let event = watch.until("board");
    let (tiles, pitch) = path(desktop, window, &event);
    let look = |why: &str, wanted: bool, tiles: &[(f32, f32)]| {
        wait_or(
            || (has_rings(&desktop.screenshot(), &bare, tiles, pitch) == wanted).then_some(()),
            || format!("{why}: see {}", desktop.keep(&desktop.screenshot(), "overlay").display()),
        );
    };
    look("rings around the path", true, &tiles);
    assert_eq!(desktop.windows().len(), 1, "the overlay is in no list");
    assert_eq!(desktop.focus(), focus, "the overlay takes no focus");
    // A click on the first tile goes through the overlay to the game, which picks the tile.
    let (x, y) = tiles[0];
    desktop.act(&[format!("mousemove {x} {y} click 1")]);
    wait("a picked tile", || {
        let text = std::fs::read_to_string(&file).ok()?;
        text.contains("selected").then_some(())
    });
    desktop.act(&["key Escape".to_string(), "mousemove 5 5".to_string()]);
    // It goes with the window.
    desktop.act(&[format!("windowmove {window} 200 150")]);
    watch.until("found");
    let (moved, _) = path(desktop, window, &event);
    wait_or(
        || {
            let shot = desktop.screenshot();
            has_rings(&shot, &shot, &moved, pitch).then_some(())
        },
        || format!("rings after a move: see {}", desktop.keep(&desktop.screenshot(), "overlay").display()),
    );
    assert!(!has_rings(&desktop.screenshot(), &desktop.screenshot(), &tiles, pitch), "nothing is left behind");
    desktop.act(&[format!("windowminimize {window}")]);
    watch.until("lost");
    wait("no rings", || {
        let shot = desktop.screenshot();
        (!has_rings(&shot, &shot, &moved, pitch)).then_some(())
    });
    assert_eq!(watch.end(), Some(0));
}

#[test]
fn the_overlay_without_a_compositor() {
    let Some(desktop) = Desktop::start() else { return };
    overlay_is_where_the_path_is(&desktop);
}

#[test]
fn the_overlay_with_a_compositor() {
    let Some(desktop) = Desktop::composited() else { return };
    overlay_is_where_the_path_is(&desktop);
}

#[test]
fn the_preview_shows_the_best_word_and_ends_with_its_window() {
    let Some(desktop) = Desktop::start() else { return };
    let (_stage, board) = stage(&desktop, 12);
    let mut watch = Watch::start(&desktop, &["--window", STAGE, "--preview"]);
    let preview = desktop.window(&mut watch.program, "hexlex watch: preview");
    watch.until_board(&board);
    wait("a path in the preview", || {
        let shot = desktop.screenshot_of(preview);
        let magenta = shot.pixels().filter(|pixel| pixel.0[0] > 200 && pixel.0[2] > 150 && pixel.0[1] < 110).count();
        (magenta > 200).then_some(())
    });
    desktop.close(preview);
    assert_eq!(watch.program.end().0.code(), Some(0));
}

#[test]
fn keys_are_heard_wherever_the_focus_is() {
    let Some(desktop) = Desktop::start() else { return };
    let (stage, board) = stage(&desktop, 13);
    let mut watch = Watch::start(&desktop, &["--window", STAGE, "--keys", "pause=F7,again=F6"]);
    let event = watch.until_board(&board);
    let (tiles, pitch) = path(&desktop, stage.window, &event);
    let rings = |wanted: bool| {
        wait("rings to come or go", || {
            let shot = desktop.screenshot();
            (has_rings(&shot, &shot, &tiles, pitch) == wanted).then_some(())
        });
    };
    rings(true);
    desktop.act(&["key ctrl+alt+h".to_string()]);
    rings(false);
    desktop.act(&["key ctrl+alt+h".to_string()]);
    rings(true);
    desktop.act(&["key F7".to_string()]);
    watch.until("paused");
    rings(false);
    desktop.act(&["key F7".to_string()]);
    watch.until_board(&board);
    desktop.act(&["key F6".to_string()]);
    watch.until_board(&board);
    rings(true);
    desktop.act(&["key ctrl+alt+n".to_string()]);
    rings(false);
    desktop.act(&["key ctrl+alt+q".to_string()]);
    assert_eq!(watch.program.end().0.code(), Some(0));
}

#[test]
#[ignore = "draws .github/watch.png: cargo test --release --test live picture -- --ignored"]
fn picture_for_the_readme() {
    let Some(desktop) = Desktop::composited() else { return };
    let args = ["practice", "--seed", "7", "--state", "state.txt", "--size", "1100x720"];
    let mut practice = desktop.hexlex(&args);
    let window = desktop.window(&mut practice, PRACTICE);
    let mut watch = Watch::start(&desktop, &["--window", PRACTICE]);
    let file = desktop.file("state.txt");
    let mut event = watch.until_board(&state(&file));
    // Some words, so that there are gems.
    for _ in 0..5 {
        let before = state(&file);
        let (tiles, _) = path(&desktop, window, &event);
        let mut steps: Vec<String> = tiles.iter().map(|(x, y)| format!("mousemove {x} {y} click 1")).collect();
        steps.push("key Return".to_string());
        desktop.act(&steps);
        let after = wait("a move", || Some(state(&file)).filter(|now| letters_of(now) != letters_of(&before)));
        event = watch.until_board(&after);
    }
    desktop.act(&["mousemove 5 5".to_string()]);
    let (tiles, pitch) = path(&desktop, window, &event);
    let shot = wait("the overlay", || {
        let shot = desktop.screenshot();
        // The panel comes after the path: two looks alike.
        std::thread::sleep(Duration::from_millis(300));
        (has_rings(&shot, &shot, &tiles, pitch) && shot == desktop.screenshot()).then_some(shot)
    });
    let ((x, y), (width, height)) = (desktop.origin(window), desktop.size(window));
    let (left, top) = ((x - 1).max(0) as u32, (y - 21).max(0) as u32);
    let picture = image::imageops::crop_imm(&shot, left, top, width + 2, height + 22).to_image();
    let picture = image::DynamicImage::ImageRgba8(picture).into_rgb8();
    picture.save(Path::new(env!("CARGO_MANIFEST_DIR")).join(".github/watch.png")).unwrap();
}
