//! Pictures of every state of the overlay over every skin of `practice`, for a person to look at, and three of them for
//! docs/watch.md.

use super::{PRACTICE, ScreenPath, Watch, path};
use crate::desktop::{Desktop, Program, wait};
use image::{DynamicImage, RgbaImage};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::time::Duration;

const SKINS: [&str; 6] = ["wood", "pixel", "runes", "light-on-dark", "boggle", "lower"];

/// A game with `watch` beside it.
struct Shown<'a> {
    desktop: &'a Desktop,
    skin: &'a str,
    _practice: Program,
    window: u32,
    watch: Watch,
    event: Value,
}

impl<'a> Shown<'a> {
    fn start(desktop: &'a Desktop, skin: &'a str, more: &[&str]) -> Shown<'a> {
        let args = ["practice", "--skin", skin, "--effects", "none", "--seed", "7", "--size", "820x600"];
        let mut practice = desktop.hexlex(&args);
        let window = desktop.window(&mut practice, PRACTICE);
        desktop.act(&[format!("windowmove {window} 40 60")]);
        let shape: &[&str] = if skin == "runes" { &["--shape", "bookworm"] } else { &[] };
        let keys = ["--keys", "correct=F8,report=F9"];
        let mut watch = Watch::start(desktop, &[&["--window", PRACTICE], &keys[..], shape, more].concat());
        let event = watch.until("board");
        Shown { desktop, skin, _practice: practice, window, watch, event }
    }

    fn path(&self) -> ScreenPath {
        path(self.desktop, self.window, &self.event)
    }

    /// The screen once it rests.
    fn at_rest(&self) -> RgbaImage {
        wait("a screen at rest", || {
            let shot = self.desktop.screenshot();
            std::thread::sleep(Duration::from_millis(700));
            (shot == self.desktop.screenshot()).then_some(shot)
        })
    }

    /// Keeps the screen as it is, and returns its file.
    fn keep(&self, state: &str) -> PathBuf {
        self.desktop.act(&["mousemove 5 5".to_string()]);
        self.desktop.keep(&self.at_rest(), &format!("overlay-{}-{state}", self.skin))
    }

    /// Selects the first tiles of the path, and waits until `watch` has seen it; says so where it does not.
    fn select(&mut self, count: usize) {
        // Of letters that cannot be read, nothing is proposed.
        if self.event["words"].as_array().is_none_or(Vec::is_empty) {
            return println!("{}: no word to select", self.skin);
        }
        let steps = self.path().tiles.into_iter().take(count);
        let steps: Vec<String> = steps.map(|(x, y)| format!("mousemove {x} {y} click 1")).collect();
        self.desktop.act(&steps);
        let is_seen = |event: &Value| event["tiles"].as_array().is_some_and(|tiles| tiles.len() == count);
        loop {
            match self.watch.events.recv_timeout(Duration::from_secs(5)) {
                Ok(event) if event["event"] == "selected" && is_seen(&event) => return,
                Ok(_) => {}
                Err(_) => return println!("{}: no selection was seen", self.skin),
            }
        }
    }
}

/// Every state over one skin.
fn states(desktop: &Desktop, skin: &str) {
    {
        let first = Shown::start(desktop, skin, &["--help-level", "first-letter"]);
        println!("{}", first.keep("first-letter").display());
        assert_eq!(first.watch.end(), Some(0));
    }
    wait("the end of the game", || desktop.windows().is_empty().then_some(()));
    let mut shown = Shown::start(desktop, skin, &[]);
    shown.keep("path");
    shown.select(2);
    shown.keep("selected");
    desktop.act(&["key Escape".to_string()]);
    desktop.act(&["key F9".to_string()]);
    shown.keep("report");
    desktop.act(&["key F8".to_string()]);
    desktop.window(&mut shown.watch.program, "hexlex watch: correct");
    shown.keep("correct");
    assert_eq!(shown.watch.end(), Some(0));
}

#[test]
#[ignore = "draws pictures: HEXLEX_REGENERATE=1 cargo test --release --test live gallery -- --ignored --nocapture"]
fn gallery_of_every_skin() {
    if !crate::common::regenerates() {
        return;
    }
    for skin in SKINS {
        let Some(desktop) = Desktop::start() else { return };
        states(&desktop, skin);
    }
}

/// The part of the screen that is not empty, with a margin.
fn cut(shot: &RgbaImage) -> RgbaImage {
    const MARGIN: u32 = 8;
    let ground = *shot.get_pixel(shot.width() - 1, shot.height() - 1);
    let points = || shot.enumerate_pixels().filter(|(_, _, pixel)| **pixel != ground);
    let (left, right) = (points().map(|p| p.0).min().unwrap(), points().map(|p| p.0).max().unwrap());
    let (top, bottom) = (points().map(|p| p.1).min().unwrap(), points().map(|p| p.1).max().unwrap());
    let (left, top) = (left.saturating_sub(MARGIN), top.saturating_sub(MARGIN));
    image::imageops::crop_imm(shot, left, top, right + MARGIN - left, bottom + MARGIN - top).to_image()
}

/// Draws the pictures of docs/watch.md.
#[test]
#[ignore = "draws .github/watch-*.png: HEXLEX_REGENERATE=1 cargo test --release --test live gallery -- --ignored"]
fn gallery_for_the_docs() {
    if !crate::common::regenerates() {
        return;
    }
    for (skin, name) in [("light-on-dark", "hexagons"), ("wood", "selected"), ("runes", "correct")] {
        let Some(desktop) = Desktop::composited() else { return };
        let mut shown = Shown::start(&desktop, skin, &[]);
        match name {
            "selected" => shown.select(3),
            "correct" => {
                desktop.act(&["key F8".to_string()]);
                desktop.window(&mut shown.watch.program, "hexlex watch: correct");
            }
            _ => {}
        }
        desktop.act(&["mousemove 1590 5".to_string()]);
        let picture = DynamicImage::ImageRgba8(cut(&shown.at_rest())).into_rgb8();
        picture.save(Path::new(env!("CARGO_MANIFEST_DIR")).join(format!(".github/watch-{name}.png"))).unwrap();
        assert_eq!(shown.watch.end(), Some(0));
    }
}
