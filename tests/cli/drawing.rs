//! What `solve` draws and takes: chosen words, scales, corrections, common words, folders, the clipboard.

#![allow(clippy::unwrap_used)] // a test fails by panicking

use crate::SQUARE;
use crate::common::{Run, answer, fixture, folder, hexlex, json, run, trouble};
use std::fs;
use std::path::Path;

/// Whether a picture has a pixel of this color.
fn has_color(file: &Path, color: [u8; 3]) -> bool {
    let picture = image::open(file).unwrap().into_rgb8();
    picture.pixels().any(|pixel| pixel.0.iter().zip(color).all(|(a, b)| a.abs_diff(b) < 3))
}

#[test]
fn several_words_have_colors_of_their_own() {
    let dir = folder();
    let args = ["solve", "-", "-o", "a.png", "--word", "cat", "--nth", "1"];
    let report = json(0, dir.path(), &args, SQUARE);
    assert_eq!(report["drawn"][0], "CAT");
    assert_eq!(report["drawn"][1], report["words"][0]["word"]);
    let (magenta, yellow) = ([255, 60, 214], [255, 200, 0]);
    let file = dir.path().join("a.png");
    assert!(has_color(&file, magenta) && has_color(&file, yellow));
    let text = answer(0, dir.path(), &["solve", "-", "-o", "c.png", "--top", "1", "--nth", "2"], SQUARE);
    let second = report["words"][1]["word"].as_str().unwrap();
    assert!(text.ends_with(&format!("drawn: {second}\noverlay: c.png\n")), "{text}");
    let text = answer(0, dir.path(), &["solve", "-", "-o", "b.png"], SQUARE);
    assert!(!text.contains("drawn"), "{text}");
    let file = dir.path().join("b.png");
    assert!(has_color(&file, magenta) && !has_color(&file, yellow));
    let missing = run(dir.path(), &["solve", "-", "--word", "zebra"], SQUARE);
    assert_eq!(missing.code, 1);
    assert!(missing.stderr.contains("found `zebra`") && missing.stdout.contains("letters"), "{}", missing.stderr);
    let near = run(dir.path(), &["solve", "-", "--word", "caat"], SQUARE);
    assert!(near.stderr.contains("use `CAT`, or print them with --all"), "{}", near.stderr);
    let many = ["solve", "-", "--nth", "1", "--nth", "2", "--nth", "3", "--nth", "4", "--nth", "5"];
    assert!(trouble(dir.path(), &many, SQUARE).contains("at most 4 words"));
}

#[test]
fn small_boards_are_drawn_larger_and_a_scale_is_kept() {
    let dir = folder();
    let small = fixture("round/small.png");
    let size = image::image_dimensions(&small).unwrap();
    let drawn = |more: &[&str]| {
        let args = [&["solve", &small, "-o", "a.png"], more].concat();
        answer(0, dir.path(), &args, "");
        image::image_dimensions(dir.path().join("a.png")).unwrap()
    };
    assert!(drawn(&[]).0 > size.0);
    assert_eq!(drawn(&["--transparent"]), size);
    let double = drawn(&["--scale", "2", "--transparent"]);
    assert_eq!(double, (2 * size.0, 2 * size.1));
    let error = trouble(dir.path(), &["solve", &small, "--scale", "0"], "");
    assert!(error.contains("expected a factor from 0.1 to 10"), "{error}");
}

#[test]
fn corrections_hold_for_the_words_and_the_json() {
    let dir = folder();
    let fixed =
        answer(0, dir.path(), &["solve", "-", "--fix", "1,1=B", "--fix", "1,3=qu", "--format", "board"], SQUARE);
    assert_eq!(fixed, "B A Qu\nS O D\nR E N\n");
    let picture = fixture("flat/large.png");
    let args = ["solve", &picture, "--fix", "2,3=Z", "--nth", "1"];
    let report = json(0, dir.path(), &args, "");
    let tiles = report["board"]["tiles"].as_array().unwrap();
    let tile = tiles.iter().find(|tile| tile["line"] == 1 && tile["index"] == 2).unwrap();
    assert_eq!((&tile["text"], &tile["confidence"]), (&"Z".into(), &1.0.into()));
    let error = trouble(dir.path(), &["solve", "-", "--fix", "4,1=B"], SQUARE);
    assert!(error.contains("--fix 4,1: expected a tile of the board, found a board of 3 rows"), "{error}");
    let advised = json(0, dir.path(), &["advise", &picture, "--fix", "1,1=J"], "");
    assert_eq!(advised["board"]["tiles"][0]["text"], "J");
}

#[test]
fn rare_words_are_left_out_where_the_dictionary_knows_them() {
    let dir = folder();
    let count = |args: &[&str]| json(0, dir.path(), args, SQUARE)["count"].as_u64().unwrap();
    let all = count(&["solve", "-"]);
    assert!(count(&["solve", "-", "--common"]) < all);
    fs::write(dir.path().join("list.txt"), "cat\nads\n").unwrap();
    let other = run(dir.path(), &["solve", "-", "--common", "--lexicon", "list.txt"], SQUARE);
    assert!(other.stderr.contains("no word is left out"), "{}", other.stderr);
}

#[test]
fn folders_keep_their_structure_in_the_output() {
    let dir = folder();
    fs::create_dir_all(dir.path().join("shots/later")).unwrap();
    for name in ["shots/a.png", "shots/later/a.png"] {
        fs::copy(fixture("flat/large.png"), dir.path().join(name)).unwrap();
    }
    answer(0, dir.path(), &["solve", "shots", "--out-dir", "out"], "");
    assert!(dir.path().join("out/a.hexlex.png").is_file() && dir.path().join("out/later/a.hexlex.png").is_file());
    let read = json(0, dir.path(), &["read", "shots", "--no-recursive"], "");
    assert_eq!(read.as_array().unwrap().len(), 1);
}

#[test]
fn a_clipboard_that_is_not_there_is_an_error() {
    let dir = folder();
    let mut command = hexlex(dir.path(), &["solve", "--clipboard"]);
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    let output = command.output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(error.contains("clipboard") && error.lines().count() == 1, "{error}");
}

#[test]
fn the_overlay_is_shown_in_the_terminal() {
    let dir = folder();
    let gems = fixture("gems/medium.png");
    for (protocol, beginning, end) in [
        ("kitty", "\x1b_Ga=T,f=100,q=2,c=", "\x1b\\\n"),
        ("iterm", "\x1b]1337;File=inline=1;size=", "\x07\n"),
        ("sixel", "\x1bPq\"1;1;", "\x1b\\\n"),
    ] {
        let text = answer(0, dir.path(), &["solve", &gems, &format!("--show={protocol}")], "");
        let picture = text.split("overlay: medium.hexlex.png\n").nth(1).expect("a picture below the words");
        assert!(picture.starts_with(beginning) && picture.ends_with(end), "{protocol}");
    }
    fs::write(dir.path().join("a.txt"), SQUARE).unwrap();
    for (args, part) in [
        (&["solve", &gems, "--show=sxel"][..], "use `sixel`"),
        (&["solve", &gems, "--show", "--json"], "found both: leave one out"),
    ] {
        let error = trouble(dir.path(), args, "");
        assert!(error.contains(part), "{args:?}: {error}");
    }
    let file = answer(0, dir.path(), &["solve", "a.txt", "--show=sixel", "-o", "a.png"], "");
    assert!(file.ends_with("\x1b\\\n"));
}

#[test]
fn an_overlay_that_cannot_be_shown_is_a_warning() {
    let dir = folder();
    let at = |name: &str| dir.path().join(name);
    fs::copy(fixture("gems/medium.png"), at("a.png")).unwrap();
    fs::write(at("a.txt"), SQUARE).unwrap();
    fs::write(at("b.txt"), format!("{SQUARE}\n--\n{SQUARE}")).unwrap();
    let warnings = [
        (&["solve", "a.png", "--show"][..], "warning: --show: expected a terminal that shows pictures, found none: "),
        (
            &["solve", "a.txt", "--show=sixel"],
            "warning: a.txt: --show: expected a picture to draw on, found a board text",
        ),
        (
            &["solve", "b.txt", "--show=sixel"],
            "warning: b.txt: --show: expected a picture to draw on, found a text of several",
        ),
    ];
    for (args, warning) in warnings {
        let Run { code, stdout, stderr } = run(dir.path(), args, "");
        let plain = run(dir.path(), &args[..2], "");
        assert_eq!((code, &stdout), (plain.code, &plain.stdout), "{args:?}: {stderr}");
        assert!(stderr.starts_with(warning) && stderr.lines().count() == 1, "{args:?}: {stderr}");
    }
    let through = hexlex(dir.path(), &["solve", "a.png", "--show=sixel", "-o", "-"]).output().unwrap();
    assert!(through.status.success() && through.stdout.starts_with(b"\x89PNG"));
    let stderr = String::from_utf8(through.stderr).unwrap();
    assert!(stderr.contains("warning: --show: expected a file, found `-`"), "{stderr}");
}
