//! What `watch` shows: the overlay, the preview, and the keys that turn them on and off.

use super::{
    PRACTICE, STAGE, ScreenPath, TILE, Watch, letters_of, open_stage, path, path_of, play_best, rolled_board, state,
};
use crate::desktop::{Desktop, Program, wait, wait_or};
use crate::stage::{Stage, game};
use hexlex::board::Board;
use hexlex::pixels::Rect;
use image::RgbaImage;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::time::Duration;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rings {
    Shown,
    Hidden,
}

impl ScreenPath {
    /// Whether the overlay's rings run around the tiles, and the letters look as in the picture without an overlay.
    fn rings(&self, shot: &RgbaImage, bare: &RgbaImage) -> Rings {
        // From a tile's center to its ring, and along the ring: off the middle of a side, where arrows cross. Both in
        // pitches, measured on the overlay.
        const RING: f32 = 0.435;
        const ALONG: f32 = 0.15;
        let points = [-RING, RING].iter().flat_map(|&out| [(out, -ALONG), (out, ALONG), (-ALONG, out), (ALONG, out)]);
        let points: Vec<(f32, f32)> = points.map(|(x, y)| (x * self.pitch, y * self.pitch)).collect();
        let (right, bottom) = (shot.width() as f32 - 4.0, shot.height() as f32 - 4.0);
        let is_inside = |x: f32, y: f32| x > 4.0 && y > 4.0 && x < right && y < bottom;
        let is_ringed = |(n, &(x, y)): (usize, &(f32, f32))| {
            let is_colored = |x: f32, y: f32| {
                let [r, g, b, _] = shot.get_pixel(x as u32, y as u32).0;
                // The first ring is green, the others are magenta.
                if n == 0 { g > 150 && g > b.saturating_add(60) && g > r } else { r > 150 && b > 110 && g < r / 2 + 20 }
            };
            let is_ring = |&&(dx, dy): &&(f32, f32)| {
                is_inside(x + dx, y + dy)
                    && (0..25).any(|n| is_colored(x + dx + (n / 5 - 2) as f32, y + dy + (n % 5 - 2) as f32))
            };
            let is_free = shot.get_pixel(x as u32, y as u32) == bare.get_pixel(x as u32, y as u32);
            points.iter().filter(is_ring).count() >= 5 && is_free
        };
        if self.tiles.iter().enumerate().all(is_ringed) { Rings::Shown } else { Rings::Hidden }
    }

    /// The same where no picture without the overlay is known: whatever is at the letters passes.
    pub(super) fn rings_alone(&self, shot: &RgbaImage) -> Rings {
        self.rings(shot, shot)
    }

    /// Waits until the rings are shown or hidden.
    fn wait_for(&self, desktop: &Desktop, wanted: Rings) {
        wait_or(
            || (self.rings_alone(&desktop.screenshot()) == wanted).then_some(()),
            || format!("rings {wanted:?}: see {}", desktop.keep(&desktop.screenshot(), "overlay").display()),
        );
    }
}

/// A practice game with `watch` beside it.
struct Watched<'a> {
    desktop: &'a Desktop,
    /// Ends with the test.
    _practice: Program,
    window: u32,
    state: PathBuf,
    /// The screen before `watch` was started, and the window that had the focus.
    bare: RgbaImage,
    focus: u32,
    watch: Watch,
    event: Value,
}

impl Watched<'_> {
    fn start(desktop: &Desktop) -> Watched<'_> {
        let mut practice = desktop.hexlex(&["practice", "--seed", "7", "--state", "state.txt", "--size", "960x720"]);
        let window = desktop.window(&mut practice, PRACTICE);
        let bare = wait("the game", || {
            let shot = desktop.screenshot();
            let (x, y) = desktop.origin(window);
            // The game's background is brown, the desktop is not.
            let [r, _, b, _] = shot.get_pixel(x as u32 + 5, y as u32 + 5).0;
            (r > b.saturating_add(15) && shot == desktop.screenshot()).then_some(shot)
        });
        let focus = desktop.focus();
        let mut watch = Watch::start(desktop, &["--window", PRACTICE]);
        let event = watch.until("board");
        Watched { desktop, _practice: practice, window, state: desktop.file("state.txt"), bare, focus, watch, event }
    }

    fn path(&self) -> ScreenPath {
        path(self.desktop, self.window, &self.event)
    }
}

/// The overlay surrounds the path, takes no clicks and no focus, and goes where the window goes.
fn check_overlay(desktop: &Desktop) {
    let mut game = Watched::start(desktop);
    let before = game.path();
    wait_or(
        || (before.rings(&desktop.screenshot(), &game.bare) == Rings::Shown).then_some(()),
        || format!("rings: see {}", desktop.keep(&desktop.screenshot(), "overlay").display()),
    );
    assert_eq!(desktop.windows().len(), 1, "the overlay is in no list of windows");
    assert_eq!(desktop.focus(), game.focus, "the overlay takes no focus");
    // A click on the first tile goes through the overlay to the game, which selects the tile.
    let (x, y) = before.tiles[0];
    desktop.act(&[format!("mousemove {x} {y} click 1")]);
    wait("a selected tile", || {
        let text = std::fs::read_to_string(&game.state).ok()?;
        text.contains("selected").then_some(())
    });
    desktop.act(&["key Escape".to_string(), "mousemove 5 5".to_string()]);
    desktop.act(&[format!("windowmove {} 200 150", game.window)]);
    game.watch.until("found");
    let after = game.path();
    after.wait_for(desktop, Rings::Shown);
    assert_eq!(before.rings_alone(&desktop.screenshot()), Rings::Hidden, "no ring stays at the old place");
    desktop.act(&[format!("windowminimize {}", game.window)]);
    game.watch.until("lost");
    after.wait_for(desktop, Rings::Hidden);
    assert_eq!(game.watch.end(), Some(0));
}

#[test]
fn the_overlay_without_a_compositor() {
    let Some(desktop) = Desktop::start() else { return };
    check_overlay(&desktop);
}

#[test]
fn the_overlay_with_a_compositor() {
    let Some(desktop) = Desktop::composited() else { return };
    check_overlay(&desktop);
}

#[test]
fn the_preview_shows_the_best_word_and_ends_with_its_window() {
    let Some(desktop) = Desktop::start() else { return };
    let (_stage, board) = open_stage(&desktop, 12);
    let mut watch = Watch::start(&desktop, &["--window", STAGE, "--preview"]);
    let preview = desktop.window(&mut watch.program, "hexlex watch: preview");
    watch.until_board(&board);
    wait("a path in the preview", || {
        let shot = desktop.screenshot_of(preview);
        let magenta = shot
            .pixels()
            .filter(|pixel| pixel.0[0] > 150 && pixel.0[2] > 110 && pixel.0[1] < pixel.0[0] / 2 + 20)
            .count();
        // Beside the game the preview is small, and its lines are mixed with their casing.
        (magenta > 60).then_some(())
    });
    desktop.close(preview);
    assert_eq!(watch.program.end().code, Some(0));
}

#[test]
fn the_preview_opens_beside_what_is_watched() {
    let Some(desktop) = Desktop::start() else { return };
    let (stage, board) = open_stage(&desktop, 12);
    let area = |window| {
        let ((x, y), (width, height)) = (desktop.origin(window), desktop.size(window));
        Rect { x, y, width, height }
    };
    let game = area(stage.window);
    let region = format!("{},{},{},{}", game.x, game.y, game.width, game.height);
    for target in [["--region", &region], ["--window", STAGE]] {
        let mut watch = Watch::start(&desktop, &[&target[..], &["--preview"]].concat());
        let preview = desktop.window(&mut watch.program, "hexlex watch: preview");
        watch.until_board(&board);
        assert_eq!(area(preview).shared(&game), None, "{} {game}", area(preview));
        desktop.close(preview);
        assert_eq!(watch.program.end().code, Some(0));
    }
    // Beside the only monitor there is no space.
    let mut watch = Watch::start(&desktop, &["--monitor", "1", "--preview"]);
    let preview = desktop.window(&mut watch.program, "hexlex watch: preview");
    desktop.close(preview);
    let ended = watch.program.end();
    assert!(
        ended.stderr.contains("expected space for the preview beside what is watched, found none"),
        "{}",
        ended.stderr
    );
}

#[test]
fn keys_work_whichever_window_has_the_focus() {
    let Some(desktop) = Desktop::start() else { return };
    let (stage, board) = open_stage(&desktop, 13);
    let mut watch = Watch::start(&desktop, &["--window", STAGE, "--keys", "pause=F7,again=F6"]);
    let event = watch.until_board(&board);
    let path = path(&desktop, stage.window, &event);
    let press = |key: &str| desktop.act(&[format!("key {key}")]);
    let rings = |wanted: Rings| path.wait_for(&desktop, wanted);
    rings(Rings::Shown);
    press("ctrl+alt+h");
    rings(Rings::Hidden);
    press("ctrl+alt+h");
    rings(Rings::Shown);
    press("F7");
    assert_eq!(watch.until("paused")["message"], "paused: press F7 to go on");
    rings(Rings::Hidden);
    // Without rings, the panel alone is magenta.
    wait("a panel of one line", || panel_outside(&desktop, Rect::default()).filter(|panel| panel.height < 60));
    press("F7");
    watch.until_board(&board);
    press("F6");
    watch.until_board(&board);
    rings(Rings::Shown);
    press("ctrl+alt+n");
    rings(Rings::Hidden);
    press("ctrl+alt+q");
    assert_eq!(watch.program.end().code, Some(0));
}

/// The panel of words on the screen: the rectangle around its frame, which is magenta, outside of the stage.
fn panel(desktop: &Desktop, stage: u32) -> Option<Rect> {
    let ((x, y), (width, height)) = (desktop.origin(stage), desktop.size(stage));
    panel_outside(desktop, Rect { x, y, width, height })
}

/// The same outside of this area.
fn panel_outside(desktop: &Desktop, area: Rect) -> Option<Rect> {
    let shot = desktop.screenshot();
    let is_outside = |x: u32, y: u32| Rect { x: x as i32, y: y as i32, width: 1, height: 1 }.shared(&area).is_none();
    let of_frame = |(x, y, pixel): (u32, u32, &image::Rgba<u8>)| {
        (pixel.0[..3] == [255, 60, 214] && is_outside(x, y)).then_some((x as i32, y as i32))
    };
    let points: Vec<(i32, i32)> = shot.enumerate_pixels().filter_map(of_frame).collect();
    let (x, y) = (points.iter().map(|p| p.0).min()?, points.iter().map(|p| p.1).min()?);
    let (right, bottom) = (points.iter().map(|p| p.0).max()?, points.iter().map(|p| p.1).max()?);
    Some(Rect { x, y, width: (right - x) as u32, height: (bottom - y) as u32 })
}

/// What a game draws beside its board.
#[derive(Debug, Clone, Copy)]
enum Drawn {
    Nothing,
    /// Strokes of text all over this rectangle.
    Text(Rect),
    /// The outline of an empty box.
    Frame(Rect),
}

impl Drawn {
    fn has(self, x: i32, y: i32) -> bool {
        /// The width of the outline in pixels.
        const LINE: i32 = 3;
        let pixel = |x, y| Rect { x, y, width: 1, height: 1 };
        let is_in = |place: Rect| place.shared(&pixel(x, y)).is_some();
        match self {
            Drawn::Nothing => false,
            Drawn::Text(place) => is_in(place) && y % 8 < 4 && x % 6 < 4,
            Drawn::Frame(place) => {
                let (width, height) = (place.width - 2 * LINE as u32, place.height - 2 * LINE as u32);
                is_in(place) && !is_in(Rect { x: place.x + LINE, y: place.y + LINE, width, height })
            }
        }
    }
}

/// With the next boards the game writes where the panel stands, and draws a box there: once nothing happens, the panel goes elsewhere.
#[test]
fn the_panel_leaves_what_the_game_draws_below_it() {
    const WIDE: (u32, u32) = (1500, 700);
    let Some(desktop) = Desktop::start() else { return };
    let stage = Stage::open(desktop.display(), STAGE, WIDE);
    let show = |board: &Board, drawn: Drawn| {
        let mut picture = game(WIDE, board, TILE);
        let pixels = picture.enumerate_pixels_mut();
        pixels.filter(|(x, y, _)| drawn.has(*x as i32, *y as i32)).for_each(|(_, _, pixel)| pixel.0 = [240; 4]);
        let scene = stage.scene(&picture);
        stage.show(&scene);
        stage.forget(scene);
    };
    let [first, text, frame] = [13, 14, 15].map(rolled_board);
    show(&first, Drawn::Nothing);
    wait("the stage", || desktop.windows().iter().any(|(id, _)| *id == stage.window).then_some(()));
    show(&first, Drawn::Nothing);
    let mut watch = Watch::start(&desktop, &["--window", STAGE]);
    let event = watch.until_board(&first);
    let tiles = event["board"]["tiles"].as_array().unwrap();
    let right = tiles.iter().filter_map(|tile| tile["x"].as_f64()).fold(0.0, f64::max) + f64::from(TILE);
    let (left, top) = desktop.origin(stage.window);
    // Left of the free space lie the board and its path.
    let board = Rect { x: 0, y: 0, width: left as u32 + right as u32, height: 2000 };
    let mut place = wait("a panel", || panel_outside(&desktop, board));
    let inside = Rect { x: left, y: top, width: WIDE.0, height: WIDE.1 };
    assert_eq!(place.shared(&inside), Some(place), "inside of the game {inside}");
    for (next, draw) in [(text, Drawn::Text as fn(Rect) -> Drawn), (frame, Drawn::Frame)] {
        // The edge of the box crosses the middle of the panel.
        let drawn = place.moved(0, place.height as i32 / 2);
        show(&next, draw(drawn.moved(-left, -top)));
        watch.until_board(&next);
        let is_clear = |now: &Rect| now.shared(&drawn).is_none();
        place = wait("a panel elsewhere", || panel_outside(&desktop, board).filter(is_clear));
    }
    assert_eq!(watch.end(), Some(0));
}

#[test]
fn the_panel_is_moved_and_put_back_and_words_have_numbers() {
    let Some(desktop) = Desktop::start() else { return };
    let (stage, board) = open_stage(&desktop, 13);
    let window = stage.window;
    desktop.act(&[format!("windowmove {window} 20 40")]);
    let mut watch = Watch::start(&desktop, &["--window", STAGE]);
    let event = watch.until_board(&board);
    path(&desktop, window, &event).wait_for(&desktop, Rings::Shown);
    for place in [2, 0, 1] {
        desktop.act(&[format!("key ctrl+alt+{}", place + 1)]);
        path_of(&desktop, window, &event, place).wait_for(&desktop, Rings::Shown);
    }
    let at_rest = || {
        wait("a panel beside the game", || {
            let before = panel(&desktop, window)?;
            std::thread::sleep(Duration::from_millis(200));
            panel(&desktop, window).filter(|after| *after == before)
        })
    };
    let first = at_rest();
    let (x, y) = (first.x + 20, first.y + 20);
    let drag = |keys: &str, (dx, dy): (i32, i32)| {
        let steps = format!(
            "mousemove {x} {y} {keys}mousedown 1 mousemove {} {} sleep 0.1 mousemove {} {} mouseup 1 keyup ctrl keyup alt",
            x + dx / 2,
            y + dy / 2,
            x + dx,
            y + dy
        );
        desktop.act(&[steps]);
    };
    // Without the keys the pointer does not take it.
    drag("", (0, 90));
    assert_eq!(at_rest(), first);
    drag("keydown ctrl keydown alt ", (30, 120));
    let moved = wait("a panel that was moved", || panel(&desktop, window).filter(|area| area.y >= first.y + 120));
    assert_eq!((moved.x, moved.y), (first.x + 30, first.y + 120));
    // It stays beside the game where that goes, and on the screen.
    desktop.act(&[format!("windowmove {window} 20 140")]);
    watch.until("found");
    assert_eq!(at_rest(), moved.moved(0, 100));
    desktop.act(&[format!("windowmove {window} 500 140")]);
    watch.until("found");
    let kept = at_rest();
    assert!(kept.right() < 1600 && kept.x < moved.x + 480, "{kept}");
    desktop.act(&[format!("windowmove {window} 20 40")]);
    watch.until("found");
    assert_eq!(at_rest(), moved);
    let (x, y) = (moved.x + 20, moved.y + 20);
    desktop.act(&[format!("mousemove {x} {y} keydown ctrl keydown alt click 3 keyup ctrl keyup alt")]);
    wait("the panel at its own place", || (panel(&desktop, window) == Some(first)).then_some(()));
    assert_eq!(watch.end(), Some(0));
}

/// The brightness of the ring at the upper edge of a tile: of the brightest pixel there.
fn ring_light(desktop: &Desktop, (x, y): (f32, f32), pitch: f32) -> u32 {
    let shot = desktop.screenshot();
    let (x, y) = ((x - 0.15 * pitch) as u32, (y - 0.435 * pitch) as u32);
    let light = |n: u32| shot.get_pixel(x + n % 3 - 1, y + n / 3 - 2).0;
    (0..15).map(light).map(|[r, g, b, _]| u32::from(r.max(b).saturating_sub(g))).max().unwrap_or(0)
}

#[test]
fn the_path_dims_as_it_is_walked() {
    let Some(desktop) = Desktop::start() else { return };
    let mut game = Watched::start(&desktop);
    let ScreenPath { tiles, pitch } = game.path();
    game.path().wait_for(&desktop, Rings::Shown);
    assert!(tiles.len() > 4, "choose another seed");
    for (x, y) in &tiles[..3] {
        desktop.act(&[format!("mousemove {x} {y} click 1")]);
    }
    while game.watch.until("selected")["tiles"].as_array().unwrap().len() < 3 {}
    desktop.act(&["mousemove 5 5".to_string()]);
    let light = |place: usize| ring_light(&desktop, tiles[place], pitch);
    wait_or(
        || (light(1) + 60 < light(3) && light(2) + 60 < light(4)).then_some(()),
        || format!("dim rings: see {}", desktop.keep(&desktop.screenshot(), "walked").display()),
    );
    assert_eq!(game.watch.end(), Some(0));
}

/// Draws the picture of `watch` for README.md.
#[test]
#[ignore = "draws .github/watch.png: HEXLEX_REGENERATE=1 cargo test --release --test live picture -- --ignored"]
fn picture_for_the_readme() {
    // `./x soak` runs all ignored tests, and must not draw.
    if !crate::common::regenerates() {
        return;
    }
    let Some(desktop) = Desktop::composited() else { return };
    let args = ["practice", "--seed", "7", "--state", "state.txt", "--size", "820x600"];
    let mut practice = desktop.hexlex(&args);
    let window = desktop.window(&mut practice, PRACTICE);
    // To the left, so that the panel has room on the right.
    desktop.act(&[format!("windowmove --sync {window} 60 60")]);
    let mut watch = Watch::start(&desktop, &["--window", PRACTICE]);
    let file = desktop.file("state.txt");
    let mut event = watch.until_board(&state(&file));
    // Some words, so that there are gems.
    for _ in 0..5 {
        let before = state(&file);
        play_best(&desktop, window, &event);
        let after = wait("a move", || Some(state(&file)).filter(|now| letters_of(now) != letters_of(&before)));
        event = watch.until_board(&after);
    }
    desktop.act(&["mousemove 5 5".to_string()]);
    let path = path(&desktop, window, &event);
    let shot = wait("the overlay", || {
        let shot = desktop.screenshot();
        // The panel is drawn after the path, so the screen must stay the same for a while.
        std::thread::sleep(Duration::from_millis(300));
        (path.rings_alone(&shot) == Rings::Shown && shot == desktop.screenshot()).then_some(shot)
    });
    // With the frame of the window: 1 pixel on each side, 21 pixels of title.
    let ((x, y), (width, height)) = (desktop.origin(window), desktop.size(window));
    let (left, top) = ((x - 1).max(0) as u32, (y - 21).max(0) as u32);
    // The panel is beside the window, on the empty screen.
    let (bottom, end) = (top + height + 22, left + width + 2);
    let ground = *shot.get_pixel(shot.width() - 1, shot.height() - 1);
    let is_empty = |x: u32| (top..bottom).all(|y| *shot.get_pixel(x, y) == ground);
    let right = (end..shot.width()).rev().find(|&x| !is_empty(x)).map_or(end, |x| x + 1);
    let picture = image::imageops::crop_imm(&shot, left, top, right - left, height + 22).to_image();
    let picture = image::DynamicImage::ImageRgba8(picture).into_rgb8();
    picture.save(Path::new(env!("CARGO_MANIFEST_DIR")).join(".github/watch.png")).unwrap();
}
