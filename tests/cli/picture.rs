//! `read` and `solve` with pictures, and what README.md shows of them.

use crate::SQUARE;
use crate::common::{Run, answer, fixture, folder, json, names, root, run, trouble};
use hexlex::board::Board;
use serde_json::Value;
use std::fs;

#[test]
fn a_picture_is_read_as_text_that_parses_back() {
    let dir = folder();
    let picture = fixture("tan/medium.png");
    let truth: Board = fs::read_to_string(fixture("tan/medium.txt")).unwrap().parse().unwrap();
    assert_eq!(answer(0, dir.path(), &["read", &picture], ""), truth.to_string());
    let two = answer(0, dir.path(), &["read", &picture, &picture], "");
    let one = format!("# source: {picture}\n{truth}");
    assert_eq!(two, format!("{one}{one}"));
    assert_eq!(one.parse(), Ok(truth));
}

#[test]
fn the_json_of_a_picture_is_as_documented() {
    let dir = folder();
    let picture = fixture("tan/medium.png");
    let read = json(0, dir.path(), &["read", &picture], "");
    assert_eq!(read["source"], picture.as_str());
    assert_eq!(read["layout"]["kind"], "columns");
    assert_eq!(read["layout"]["stagger"], "up");
    assert_eq!(read["layout"]["adjacency"], "touching");
    assert_eq!(read["layout"]["lengths"], serde_json::json!([7, 8, 7, 8, 7, 8, 7]));
    assert_eq!((&read["settled"], read["tiles"].as_array().map(Vec::len)), (&Value::Bool(true), Some(52)));
    let first = &read["tiles"][0];
    assert_eq!((&first["line"], &first["index"], &first["text"]), (&0.into(), &0.into(), &"R".into()));
    assert!(first["x"].is_number() && first["confidence"].as_f64() > Some(0.5) && first["alternatives"].is_array());
    for time in ["decode", "locate", "recognize", "total"] {
        assert!(read["timing_ms"][time].is_number(), "{time}");
    }
    assert!(json(0, dir.path(), &["read", &picture, &picture], "").is_array());

    let solved = json(0, dir.path(), &["solve", &picture, "--top", "2"], "");
    assert_eq!(solved["board"]["tiles"], read["tiles"]);
    assert_eq!((&solved["overlay"], &solved["goal"]), (&"medium.hexlex.png".into(), &"longest".into()));
    assert_eq!(solved["words"].as_array().map(Vec::len), Some(2));
    assert!(solved["words"][0]["path"][0]["x"].is_number());
}

#[test]
fn tiles_below_the_minimum_confidence_are_unreadable() {
    let dir = folder();
    let Run { code, stdout, stderr } =
        run(dir.path(), &["solve", &fixture("tan/medium.png"), "--min-confidence", "1"], "");
    assert!(code < 2 && stdout.contains('?') && stderr.contains("unreadable"), "{code}: {stdout}{stderr}");
    // The warning names the words that the unreadable tiles would spell, from their guesses.
    let confident = json(0, dir.path(), &["solve", &fixture("tan/medium.png"), "--top", "1"], "");
    let best = confident["words"][0]["word"].as_str().expect("a word");
    assert!(stderr.contains(&format!("perhaps {best}, ")), "{best}: {stderr}");
}

#[test]
fn overlays_are_named_after_their_pictures() {
    let dir = folder();
    let (png, jpeg) = (dir.path().join("a.png"), dir.path().join("a.jpg"));
    fs::copy(fixture("tan/medium.png"), &png).unwrap();
    fs::copy(fixture("tan/small.png"), dir.path().join("b.png")).unwrap();
    answer(0, dir.path(), &["solve", "a.png"], "");
    assert_eq!(names(dir.path()), ["a.hexlex.png", "a.png", "b.png"]);
    fs::copy(fixture("tan/large.jpg"), jpeg).unwrap();
    let answered = answer(0, dir.path(), &["solve", ".", "--out-dir", "out/in"], "");
    let expected = ["a.jpg.hexlex.png", "a.png.hexlex.png", "b.hexlex.png"];
    assert_eq!(names(&dir.path().join("out/in")), expected, "the overlay of the first run is not an input: {answered}");
    assert!(answered.contains("overlay: out/in/b.hexlex.png"), "{answered}");

    answer(0, dir.path(), &["solve", "b.png", "-o", "best.png", "--transparent"], "");
    let overlay = image::open(dir.path().join("best.png")).unwrap().into_rgba8();
    assert_eq!(overlay.dimensions(), image::open(fixture("tan/small.png")).unwrap().into_rgba8().dimensions());
    assert!(overlay.pixels().any(|pixel| pixel.0[3] == 0) && overlay.pixels().any(|pixel| pixel.0[3] == 255));
    answer(0, dir.path(), &["solve", "-", "-o", "drawn.png"], SQUARE);
    assert!(image::open(dir.path().join("drawn.png")).is_ok());

    assert!(trouble(dir.path(), &["solve", "a.png", "b.png", "-o", "c.png"], "").contains("--out-dir"));
    assert!(trouble(dir.path(), &["solve", "a.png", "-o", "a.png"], "").contains("found the input a.png"));
    assert!(trouble(dir.path(), &["solve", "a.png", "-o", "c.jpg"], "").contains("ends in .png"));
    let Run { code, stdout, stderr } = run(dir.path(), &["solve", "a.png", "-o", "none/c.png"], "");
    assert!(
        code == 2
            && stderr
                .starts_with("error: cannot write none/c.png: expected a folder none, found nothing there: create"),
        "{stderr}"
    );
    assert!(stdout.contains("letters  points") && !stdout.contains("overlay"), "the words are printed: {stdout}");
}

#[test]
fn a_picture_is_read_from_standard_input() {
    let dir = folder();
    let picture = fixture("tan/medium.png");
    let piped = answer(0, dir.path(), &["read", "-"], fs::read(&picture).unwrap());
    assert_eq!(piped, answer(0, dir.path(), &["read", &picture], ""));
}

#[test]
fn the_docs_show_what_hexlex_prints() {
    let shown: String =
        ["README.md", "docs/engines.md"].map(|page| fs::read_to_string(root().join(page)).unwrap()).concat();
    let dir = folder();
    fs::copy(fixture("gems/medium.png"), dir.path().join("medium.png")).unwrap();
    let taught = dir.path().join("tan").display().to_string();
    for (answered, what) in [
        (answer(0, dir.path(), &["solve", "medium.png"], ""), "the demo"),
        (answer(0, dir.path(), &["solve", "-", "--split", "--top", "5"], "cats\nrole\nnide\ntsar\n"), "a typed board"),
        // The last digits of the confidence, below the blank line, differ between machines.
        (up_to_blank(&answer(0, root(), &["check", "fixtures"], "")), "check"),
        (answer(0, root(), &["teach", "fixtures/tan/medium.png", "--skin", "tan", "--dir", &taught], ""), "teach"),
    ] {
        let answered = answered.replace(&taught, "~/.local/share/hexlex/skins/tan");
        assert!(shown.contains(&answered), "the docs show something else for {what}; hexlex prints\n{answered}");
    }
    let shown = image::open(root().join(".github/overlay.png")).unwrap().into_rgba8();
    let drawn = image::open(dir.path().join("medium.hexlex.png")).unwrap().into_rgba8();
    assert_eq!(shown.dimensions(), drawn.dimensions());
    let differing = shown.iter().zip(drawn.iter()).filter(|(a, b)| a.abs_diff(**b) > 32).count();
    assert!(
        differing * 100 < shown.len(),
        "README.md's picture differs from what hexlex draws: run ./x demo, and move the overlay to .github/overlay.png"
    );
}

/// The part of a text before its first empty line.
fn up_to_blank(text: &str) -> String {
    text.split_once("\n\n").map_or(text.to_string(), |(first, _)| format!("{first}\n"))
}
