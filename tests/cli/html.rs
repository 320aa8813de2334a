//! The pages of `solve --html` and `check --html`, and `check --baseline`.

#![allow(clippy::unwrap_used)] // a test fails by panicking

use crate::common::{Run, answer, fixture, folder, json, run, trouble};
use crate::{SQUARE, spotted_picture};
use std::fs;
use std::path::Path;
use std::process::Command;

/// The width of a page and of the window that shows it, in pixels; `None`, with a line, where there is no Chromium.
fn widths(page: &Path, window: u32) -> Option<(u32, u32)> {
    let script = "<script>document.title = document.documentElement.scrollWidth + ' ' + innerWidth</script>";
    let copy = page.with_extension("copy.html");
    fs::write(&copy, fs::read_to_string(page).unwrap() + script).unwrap();
    let run = Command::new("chromium")
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", &format!("--window-size={window},900")])
        .arg(format!("--user-data-dir={}", page.with_extension("profile").display()))
        .arg(format!("file://{}", copy.display()))
        .output();
    let Ok(run) = run else {
        eprintln!("skipped: Chromium is not installed");
        return None;
    };
    let dom = String::from_utf8(run.stdout).unwrap();
    let title = dom.split("<title>").nth(1).and_then(|rest| rest.split("</title>").next()).expect("a title");
    let (page, window) = title.split_once(' ').expect("two numbers");
    Some((page.parse().unwrap(), window.parse().unwrap()))
}

#[test]
fn pages_are_one_file_and_fit_phones() {
    let dir = folder();
    let path = dir.path();
    fs::write(path.join("<b>&.txt"), SQUARE).unwrap();
    let (gems, photograph) = (fixture("gems/medium.png"), fixture("tan/large.jpg"));
    spotted_picture(&path.join("a.png"), 955..=979, 684..=742);
    answer(0, path, &["solve", &gems, "<b>&.txt", "--fix", "1,1=S", "--html", "solve.html"], "");
    answer(0, path, &["check", "a.png", &photograph, &gems, "--html", "check.html"], "");
    for (name, parts) in [
        ("solve.html", ["<button value=", "MERRIEST", "&lt;b&gt;&amp;.txt", "<polyline points="]),
        ("check.html", ["class=\"doubt\"", "% confidence", "<svg class=\"board\"", "data:image/jpeg;base64,"]),
    ] {
        let page = fs::read_to_string(path.join(name)).unwrap();
        for part in parts {
            assert!(page.contains(part), "{name}: {part}");
        }
        // A mask of the page itself is not outside.
        let page = page.replace("url(#letters-", "");
        for outside in ["http:", "https:", "src=\"/", "<link", "url(", "<b>&.txt"] {
            assert!(!page.contains(outside), "{name}: {outside}");
        }
        for window in [390, 1200] {
            let Some((page, window)) = widths(&path.join(name), window) else { continue };
            assert!(page <= window, "{name} is {page} pixels wide in a window of {window}");
        }
    }
}

#[test]
fn pages_name_their_inputs_as_short_as_they_are_clear() {
    let dir = folder();
    let path = dir.path();
    for folder in ["a", "b", "here"] {
        fs::create_dir(path.join(folder)).unwrap();
    }
    for name in ["a/1.txt", "b/1.txt"] {
        fs::write(path.join(name), SQUARE).unwrap();
    }
    spotted_picture(&path.join("a/2.png"), 955..=979, 684..=742);
    answer(0, &path.join("here"), &["solve", "../a/1.txt", "../here/../b/1.txt", "-", "--html", "x.html"], SQUARE);
    let page = fs::read_to_string(path.join("here/x.html")).unwrap();
    for heading in ["<h4 title=\"../a/1.txt\">a/1.txt</h4>", ">b/1.txt</h4>", "<h4>-</h4>"] {
        assert!(page.contains(heading), "{heading}");
    }
    answer(0, &path.join("here"), &["check", "../a/2.png", "--html", "y.html"], "");
    let page = fs::read_to_string(path.join("here/y.html")).unwrap();
    assert!(page.contains("<h4 title=\"../a/2.png\">2.png</h4>") && page.contains("aria-label=\"2.png\""));
}

#[test]
fn a_path_leaves_every_letter_free() {
    let dir = folder();
    let gems = fixture("gems/medium.png");
    fs::write(dir.path().join("a.txt"), SQUARE).unwrap();
    answer(0, dir.path(), &["solve", &gems, "a.txt", "--html", "a.html"], "");
    let page = fs::read_to_string(dir.path().join("a.html")).unwrap();
    for (number, tiles) in [(0, 53), (1, 9)] {
        let mask = page.split(&format!("<mask id=\"letters-{number}\"")).nth(1).expect("a mask");
        let (mask, path) = mask.split_once("</mask>").expect("its end");
        assert_eq!(mask.matches("<ellipse ").count(), tiles);
        let path = path.trim_start().lines().next().expect("a path");
        assert!(path.starts_with(&format!("<g class=\"path\" mask=\"url(#letters-{number})\"><polyline ")), "{path}");
        // A ring around a letter is wider than what the mask leaves free.
        assert!(page.contains("<circle r=\"0.42\"/>") && mask.contains("rx=\"0.4\" ry=\"0.34\"/>"), "{path}");
    }
    // Each tile of a path has a number.
    for section in page.split("<section>").skip(1) {
        let points =
            section.split("<polyline points=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("points");
        assert_eq!(section.matches("class=\"step\"").count(), points.split(' ').count());
    }
    let shown = Command::new("chromium")
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--screenshot=a.png", "--window-size=600,900", "a.html"])
        .arg(format!("--user-data-dir={}", dir.path().join("profile").display()))
        .current_dir(dir.path())
        .output();
    let Ok(_) = shown else {
        eprintln!("skipped: Chromium is not installed");
        return;
    };
    let blue = |pixel: &&image::Rgb<u8>| pixel.0 == [0x3d, 0x7e, 0xdb];
    let count = image::open(dir.path().join("a.png")).unwrap().into_rgb8().pixels().filter(blue).count();
    assert!(count > 1000, "{count} pixels of the path are shown");
}

#[test]
fn unreadable_tiles_are_listed_before_the_words() {
    let dir = folder();
    let gems = fixture("gems/medium.png");
    answer(1, dir.path(), &["solve", &gems, "--min-confidence", "1", "--html", "a.html"], "");
    let page = fs::read_to_string(dir.path().join("a.html")).unwrap();
    let (doubtful, words) = (page.find("doubtful tile").unwrap(), page.find("No word of ").unwrap());
    assert!(doubtful < words && page.contains("class=\"unread\""), "{doubtful} {words}");
}

#[test]
fn pages_replace_only_pages() {
    let dir = folder();
    fs::write(dir.path().join("a.txt"), SQUARE).unwrap();
    fs::write(dir.path().join("mine.html"), "<p>mine</p>").unwrap();
    let error = trouble(dir.path(), &["solve", "a.txt", "--html", "mine.html"], "");
    assert!(error.contains("found another file mine.html"), "{error}");
    let error = trouble(dir.path(), &["solve", "a.txt", "-o", "x.png", "--html", "./x.png"], "");
    assert!(error.contains("expected two files for the overlay and --html"), "{error}");
    let error = trouble(dir.path(), &["solve", "a.txt", "--html", "a.txt"], "");
    assert!(error.contains("a.txt"), "{error}");
    for command in [&["solve", "a.txt"][..], &["simulate", "--games", "1", "--policy", "longest"]] {
        let error = trouble(dir.path(), &[command, &["--html", "new.jpg"]].concat(), "");
        assert!(error.contains("--html: expected a file whose name ends in .html, found new.jpg: name one"), "{error}");
    }
    for _ in 0..2 {
        answer(0, dir.path(), &["solve", "a.txt", "--html", "new.html"], "");
    }
    let Run { code, stdout, stderr } = run(dir.path(), &["solve", "a.txt", "--html", "-"], "");
    assert_eq!(code, 0);
    assert!(stdout.starts_with("<!DOCTYPE html>") && stderr.contains("letters  points"), "{stderr}");
}

#[test]
fn a_baseline_tells_better_from_worse() {
    let dir = folder();
    let path = dir.path();
    let at = |name: &str| path.join(name);
    fs::copy(fixture("tan/medium.png"), at("a.png")).unwrap();
    fs::copy(fixture("gems/medium.png"), at("b.png")).unwrap();
    let truth = |name: &str| fs::read_to_string(fixture(name)).unwrap();
    let (tan, gems) = (truth("tan/medium.txt"), truth("gems/medium.txt"));
    // The truth of one picture is wrong in the earlier check, and that of the other one in the later check.
    let spoiled = |text: &str| text.replacen(" N", " Z", 1).replacen(" E", " Z", 1);
    fs::write(at("a.txt"), spoiled(&tan)).unwrap();
    fs::write(at("b.txt"), &gems).unwrap();
    fs::write(at("before.json"), answer(1, path, &["check", ".", "--json"], "")).unwrap();
    let same = json(0, path, &["check", ".", "--baseline", "before.json"], "");
    assert_eq!(same["changes"], serde_json::json!({ "better": [], "worse": [], "new": [], "missing": [] }));
    fs::write(at("a.txt"), &tan).unwrap();
    assert!(answer(0, path, &["check", ".", "--baseline", "before.json"], "").contains("0 pictures worse, 1 better"));
    fs::write(at("b.txt"), spoiled(&gems)).unwrap();
    let text = answer(1, path, &["check", ".", "--baseline", "before.json"], "");
    assert!(text.contains("b.png: wrong 0 -> ") && text.contains("1 picture worse, 1 better"), "{text}");
    fs::remove_file(at("b.png")).unwrap();
    assert!(answer(0, path, &["check", ".", "--baseline", "before.json"], "").contains("0 new, 1 missing"));
    fs::write(at("before.json"), "{}").unwrap();
    let error = trouble(path, &["check", ".", "--baseline", "before.json"], "");
    assert!(error.contains("expected the output of `hexlex check --json`"), "{error}");
    assert!(trouble(path, &["check", ".", "--baseline", "none.json"], "").contains("none.json"));
}
