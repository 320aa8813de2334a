//! `read` and `solve` with pictures, and what README.md shows of them.

use crate::SQUARE;
use crate::common::{Run, answer, error_line, fixture, folder, json, names, root, run, trouble};
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
    assert!(trouble(dir.path(), &["solve", "a.png", "-o", "c.tiff"], "").contains("ends in .png, .jpg or .webp"));
}

#[test]
fn an_output_that_cannot_be_written_is_found_before_the_work() {
    let dir = folder();
    fs::create_dir(dir.path().join("in")).unwrap();
    fs::write(dir.path().join("file"), "").unwrap();
    fs::write(dir.path().join("words.txt"), "cat\n").unwrap();
    for (args, expected) in [
        (&["-o", "none/c.png"][..], "expected the folder none, found nothing there: create it"),
        (&["-o", "in"], "expected a file to write, found the folder in: "),
        (&["--out-dir", "file"], "expected a folder, found the file file: name another"),
        (&["--out-dir", "file/in"], "expected a folder, found the file file: name another"),
        #[cfg(target_os = "linux")]
        (&["-o", "/proc/c.png"], "expected to write to the folder /proc, found an error ("),
        #[cfg(target_os = "linux")]
        (&["--out-dir", "/proc"], "expected to write to the folder /proc, found an error ("),
    ] {
        // Found before the work: the inputs are missing too, and no error says so.
        let error = trouble(dir.path(), &[&["solve", "none.png"], args].concat(), "");
        assert!(error.starts_with(expected), "{args:?}: {error}");
        if args[0] == "--out-dir" {
            let error = trouble(dir.path(), &[&["solve", "none.png", "other.png"], args].concat(), "");
            assert!(error.starts_with(expected), "{args:?}: {error}");
        }
    }
    let error = trouble(dir.path(), &["words", "build", "none.txt", "-o", "in"], "");
    assert!(error.starts_with("expected a file to write, found the folder in: "), "{error}");
    let error = trouble(dir.path(), &["words", "import", "none.txt", "-o", "file/x"], "");
    assert!(error.starts_with("expected a folder, found the file file: "), "{error}");
}

#[test]
fn an_overlay_does_not_replace_a_picture_that_is_still_to_be_read() {
    let dir = folder();
    let at = |name: &str| dir.path().join(name);
    fs::copy(fixture("tan/small.png"), at("a.png")).unwrap();
    fs::copy(fixture("tan/small.png"), at("a.hexlex.png")).unwrap();
    let error = trouble(dir.path(), &["solve", "a.png", "a.hexlex.png", "--force"], "");
    assert!(error.starts_with("expected a new file to write, found the input a.hexlex.png: "), "{error}");
    assert_eq!(fs::read(at("a.hexlex.png")).unwrap(), fs::read(at("a.png")).unwrap());
    // An earlier overlay is no screenshot.
    fs::remove_file(at("a.hexlex.png")).unwrap();
    assert_eq!(run(dir.path(), &["solve", "a.png"], "").code, 0);
    assert_ne!(run(dir.path(), &["solve", "a.png", "a.hexlex.png"], "").code, 2);
}

#[test]
fn a_file_with_the_name_of_an_overlay_is_replaced_only_by_force() {
    let dir = folder();
    let at = |name: &str| dir.path().join(name);
    fs::copy(fixture("tan/small.png"), at("a.png")).unwrap();
    fs::create_dir(at("out")).unwrap();
    for (more, file) in [(&[][..], "a.hexlex.png"), (&["--out-dir", "out"], "out/a.hexlex.png")] {
        fs::write(at(file), "another file").unwrap();
        let solve = |last: &[&str]| run(dir.path(), &[&["solve", "a.png"], more, last].concat(), "");
        let Run { code, stdout, stderr } = solve(&[]);
        assert!(code == 2 && stdout.lines().count() > 10, "the words are printed: {stdout}");
        assert!(stderr.contains(&format!("found another file {file}: pass --force")), "{stderr}");
        assert_eq!(fs::read(at(file)).unwrap(), b"another file");
        assert_eq!(solve(&["--force"]).code, 0);
        assert!(image::open(at(file)).is_ok());
        assert_eq!(solve(&[]).code, 0, "{file} is an overlay, which needs no --force");
    }
}

#[test]
fn a_file_that_hexlex_did_not_write_is_replaced_only_by_force() {
    let dir = folder();
    let at = |name: &str| dir.path().join(name);
    let solve = |file: &str, more: &[&str]| run(dir.path(), &[&["solve", "-", "-o", file], more].concat(), SQUARE);
    for file in ["a.png", "a.jpg", "a.webp"] {
        crate::empty_picture(&at(file), 40, 30);
        let before = fs::read(at(file)).unwrap();
        let error = error_line(solve(file, &[]));
        let expected =
            format!("expected a new file or an overlay of hexlex to replace, found another file {file}: pass --force");
        assert!(error.starts_with(&expected), "{error}");
        assert_eq!(fs::read(at(file)).unwrap(), before);
        assert_eq!(solve(file, &["--force"]).code, 0);
        let drawn = image::open(at(file)).unwrap();
        assert!(drawn.width() > 100, "{file} is the overlay");
        assert_eq!(solve(file, &[]).code, 0, "{file} is an overlay, which needs no --force");
    }
    assert_eq!(solve("b.webp", &["--transparent"]).code, 0);
    assert!(image::open(at("b.webp")).unwrap().into_rgba8().pixels().any(|pixel| pixel.0[3] == 0));
    let error = error_line(solve("b.jpg", &["--transparent"]));
    assert!(error.starts_with("expected a PNG or WebP file with --transparent, found b.jpg: "), "{error}");
}

#[test]
fn upright_boards_are_read_upright_where_letters_may_lie_turned() {
    for picture in ["stone/small.png", "square/small.bmp", "round/small.png"].map(fixture) {
        let read = |more: &[&str]| answer(0, root(), &[&["read", &picture], more].concat(), "");
        assert_eq!(read(&["--turned"]), read(&[]), "{picture}");
    }
}

/// Square boards and staggered ones are answered alike, also with `--turned`, which reads only some letters of a board, with the
/// shape of the upright board, and in a region.
#[test]
fn a_picture_that_was_not_taken_upright_is_to_be_turned() {
    let dir = folder();
    for (name, shape) in [("square/small.bmp", "5x5"), ("tan/medium.png", "7,8,7,8,7,8,7")] {
        let picture = image::open(fixture(name)).unwrap();
        for (turned, part) in [
            (picture.rotate90(), "turn the picture by 90 degrees counterclockwise"),
            (picture.rotate180(), "turn the picture upside down"),
            (picture.rotate270(), "turn the picture by 90 degrees clockwise"),
        ] {
            turned.save(dir.path().join("turned.png")).unwrap();
            let whole = format!("0,0,{},{}", turned.width(), turned.height());
            for more in [&[][..], &["--turned"], &["--shape", shape], &["--region", &whole]] {
                let error = trouble(dir.path(), &[&["solve", "turned.png"], more].concat(), "");
                assert!(error.contains(part), "{name} {more:?}: {error}");
                let names_region = error.ends_with("with the --region that the board has in it");
                assert_eq!(names_region, more.contains(&"--region"), "{error}");
            }
            let error = trouble(dir.path(), &["solve", "turned.png", "--region", "90000,0,9,9"], "");
            assert!(error.contains("expected a --region inside the picture"), "{error}");
        }
    }
}

#[test]
fn all_boards_of_a_picture_are_solved_by_the_remedy() {
    let dir = folder();
    let picture = fixture("tan/small.png");
    let error = trouble(dir.path(), &["solve", &picture, "--all-boards"], "");
    assert!(error.contains("`hexlex read PICTURE --all-boards | hexlex solve -`"), "{error}");
    let boards = answer(0, dir.path(), &["read", &picture, "--all-boards"], "");
    answer(0, dir.path(), &["solve", "-"], boards);
}

#[test]
fn the_first_frame_of_a_gif_is_read_as_any_picture() {
    let dir = folder();
    let (gif, truth) = (dir.path().join("board.gif"), fixture("tan/medium.txt"));
    let board = image::open(fixture("tan/medium.png")).unwrap().into_rgba8();
    let empty = image::RgbaImage::new(board.width(), board.height());
    let frames = [board, empty].map(image::Frame::new);
    image::codecs::gif::GifEncoder::new(fs::File::create(gif).unwrap()).encode_frames(frames).unwrap();
    fs::copy(&truth, dir.path().join("board.txt")).unwrap();
    let read = answer(0, dir.path(), &["read", "board.gif"], "");
    assert_eq!(
        read.parse::<Board>().unwrap().to_string(),
        fs::read_to_string(truth).unwrap().parse::<Board>().unwrap().to_string()
    );
    assert!(answer(0, dir.path(), &["solve", "."], "").contains("overlay: board.hexlex.png"));
    let checked = json(0, dir.path(), &["check", "board.gif"], "");
    assert_eq!((&checked["pictures"], &checked["exact"]), (&1.into(), &1.into()));
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
