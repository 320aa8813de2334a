//! The command line from outside: exit codes, error lines, and the shapes of the answers.

mod check;
mod engine;
#[cfg(all(target_os = "linux", feature = "capture"))]
mod practice;
mod teach;

use assert_cmd::Command;
use hexlex::board::Board;
use hexlex::solve::Kernel;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};
use tempfile::TempDir;

fn hexlex(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hexlex"));
    // Skins that somebody has taught on this machine, and words of their own, are no part of the tests.
    command.env("XDG_DATA_HOME", "/nonexistent").env("XDG_CONFIG_HOME", "/nonexistent").args(args);
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("hexlex speaks UTF-8")
}

/// Runs in a folder; gives the exit status, standard output and standard error.
fn run(folder: &Path, args: &[&str], stdin: &str) -> (i32, String, String) {
    run_with(folder, args, stdin, &[])
}

/// The same with these variables set.
fn run_with(folder: &Path, args: &[&str], stdin: &str, variables: &[(&str, &str)]) -> (i32, String, String) {
    let output = hexlex(args)
        .envs(variables.iter().copied())
        .current_dir(folder)
        .write_stdin(stdin)
        .output()
        .expect("hexlex starts");
    let Output { status, stdout, stderr } = output;
    (status.code().expect("hexlex is not killed"), text(&stdout), text(&stderr))
}

/// Standard output of a run that must end with this status.
fn answer(status: i32, folder: &Path, args: &[&str], stdin: &str) -> String {
    let (code, stdout, stderr) = run(folder, args, stdin);
    assert_eq!(code, status, "{args:?}: {stderr}");
    stdout
}

fn json(status: i32, folder: &Path, args: &[&str], stdin: &str) -> Value {
    let stdout = answer(status, folder, args, stdin);
    serde_json::from_str(&stdout).unwrap_or_else(|error| panic!("{args:?}: {error}: {stdout}"))
}

/// The one line that a run in trouble must say on standard error, with nothing on standard output.
fn trouble(folder: &Path, args: &[&str], stdin: &str) -> String {
    let (code, stdout, stderr) = run(folder, args, stdin);
    assert_eq!((code, stdout.as_str()), (2, ""), "{args:?}: {stderr}");
    assert_eq!(stderr.lines().count(), 1, "{args:?}: {stderr}");
    stderr.strip_prefix("error: ").unwrap_or_else(|| panic!("{args:?}: {stderr}")).trim_end().to_string()
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

/// A picture on which there is nothing like a board.
fn empty_picture(path: &Path, width: u32, height: u32) {
    image::RgbImage::from_fn(width, height, |x, y| image::Rgb([x as u8, y as u8, 90]))
        .save(path)
        .expect("a picture is written");
}

/// A whole black-and-white PNG of 20,000 x 20,000 pixels, in a few dozen kilobytes.
fn huge_picture(path: &Path) {
    const SIDE: u32 = 20_000;
    let file = std::io::BufWriter::new(fs::File::create(path).expect("a file"));
    let mut encoder = png::Encoder::new(file, SIDE, SIDE);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::One);
    encoder.set_compression(png::Compression::Fast);
    let mut writer = encoder.write_header().expect("a header");
    writer.write_image_data(&vec![0; (SIDE / 8 * SIDE) as usize]).expect("pixels");
    writer.finish().expect("an end");
}

/// A folder of boards or words that lies beside the repository; `None`, said aloud, where it is missing.
fn shared(part: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared").join(part);
    if path.exists() {
        return Some(path);
    }
    eprintln!("passed over: {} is not there", path.display());
    None
}

/// A picture of the project's own, with the text of its board beside it.
fn fixture(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(name).display().to_string()
}

/// The names in a folder, sorted.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

const SQUARE: &str = "C A T\nS O D\nR E N\n";

#[test]
fn bad_files_are_told_in_one_line() {
    let dir = folder();
    let at = |name: &str| dir.path().join(name);
    empty_picture(&at("plain.png"), 300, 200);
    empty_picture(&at("dot.png"), 1, 1);
    fs::write(at("text.png"), "this is text\n").unwrap();
    fs::write(at("empty.png"), "").unwrap();
    fs::write(at("moving.gif"), "GIF89a").unwrap();
    fs::write(at("empty"), "").unwrap();
    huge_picture(&at("huge.png"));
    empty_picture(&at("whole.jpg"), 300, 200);
    let jpeg = fs::read(at("whole.jpg")).unwrap();
    fs::write(at("cut.jpg"), &jpeg[..jpeg.len() / 2]).unwrap();
    fs::create_dir(at("nothing")).unwrap();
    for (name, expected) in [
        ("plain.png", "plain.png: no board found"),
        ("dot.png", "dot.png: no board found"),
        ("text.png", "text.png: expected a PNG, JPEG, BMP or WebP picture, found text"),
        ("empty.png", "found an empty file"),
        ("empty", "nothing in empty"),
        ("huge.png", "huge.png: expected a picture of at most 67108864 pixels, found 20000x20000"),
        ("cut.jpg", "cut.jpg: expected a whole picture, found damage"),
        ("missing.png", "cannot read missing.png: there is no such file"),
        ("missing", "cannot read missing: there is no such file"),
        ("moving.gif", "moving.gif: expected a PNG, JPEG, BMP or WebP picture, found GIF: save"),
        ("nothing", "no picture in nothing: expected PNG, JPEG, BMP or WebP files"),
    ] {
        for command in ["solve", "read"] {
            let error = trouble(dir.path(), &[command, name], "");
            assert!(error.contains(expected), "{command} {name}: {error}");
        }
    }
    assert!(trouble(dir.path(), &["read", "-"], "A B\nC D\n").contains("expected a picture"));
    let error = trouble(dir.path(), &["read", "plain.png", "--shape", "4x4"], "");
    assert!(error.contains("in the shape 4x4, found ") && error.contains("leave --shape out"), "{error}");
}

#[test]
fn bad_arguments_are_told_in_one_line() {
    let dir = folder();
    for (args, expected) in [
        (&["solve"][..], "<INPUT>"),
        (&["solve", "a.png", "--shape", "hexagon"], "expected a shape, found `hexagon`"),
        (&["solve", "a.png", "--top", "0"], "expected a whole number from 1"),
        (&["solve", "a.png", "--fast"], "--fast"),
        (&["frobnicate"], "frobnicate"),
        (&["check", "a", "--fail-under", "200"], "expected a number from 0 to 100"),
        (&["read", "a.png", "--min-confidence", "2"], "expected a number from 0 to 1"),
    ] {
        let error = trouble(dir.path(), args, "");
        assert!(error.contains(expected) && error.contains("--help"), "{args:?}: {error}");
    }
    for (args, help) in [
        (&["frobnicate"][..], "hexlex --help"),
        (&["solve"], "hexlex solve --help"),
        (&["--json", "roll", "--count", "none"], "hexlex roll --help"),
        (&["words", "frobnicate"], "hexlex words --help"),
        (&["words", "list", "--min-length", "0"], "hexlex words list --help"),
        (&["read", "words", "--frob"], "hexlex read --help"),
    ] {
        let error = trouble(dir.path(), args, "");
        assert!(error.ends_with(&format!("; see `{help}`")), "{args:?}: {error}");
    }
}

#[test]
fn help_and_version_are_answers() {
    let dir = folder();
    for command in ["solve", "read", "check", "teach", "score", "words", "roll"] {
        let help = answer(0, dir.path(), &[command, "--help"], "");
        assert!(help.contains("Examples:") && help.contains("Usage: hexlex"), "{help}");
    }
    assert!(answer(0, dir.path(), &["--version"], "").starts_with("hexlex "));
}

#[test]
fn board_texts_that_are_none_are_told() {
    let dir = folder();
    fs::write(dir.path().join("bad.txt"), "A B\nC 3\n").unwrap();
    fs::write(dir.path().join("bytes.txt"), [0xff, 0xd8, 0xff, 0xe0]).unwrap();
    let error = trouble(dir.path(), &["solve", "bad.txt"], "");
    assert_eq!(
        error,
        "cannot read bad.txt as a board text: line 2: expected a tile, found `3`: write letters with optional :tags, `*`, `?` or `.`"
    );
    assert!(trouble(dir.path(), &["solve", "bytes.txt"], "").contains("is no board text"));
    assert!(trouble(dir.path(), &["solve", "-"], "").contains("nothing in standard input"));
    assert!(trouble(dir.path(), &["solve", "-", "--shape", "4x4"], SQUARE).contains("expected 16 tiles"));
}

#[test]
fn a_board_text_is_solved() {
    let dir = folder();
    fs::write(dir.path().join("board.txt"), SQUARE).unwrap();
    let told = answer(0, dir.path(), &["solve", "board.txt"], "");
    assert!(told.starts_with(SQUARE), "{told}");
    assert!(told.contains("ACNE") || told.contains("CASTOR") || told.contains("COD"), "{told}");
    assert_eq!(answer(0, dir.path(), &["solve", "-"], SQUARE), told);
    assert_eq!(answer(0, dir.path(), &["solve", "-", "--split"], "cat\nsod\nren\n"), told);
    assert_eq!(answer(0, dir.path(), &["solve", "-", "--split", "--shape", "3x3"], "catsodren"), told);
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1, "no overlay unless -o asks for one");
}

#[test]
fn the_json_of_a_board_text_is_as_documented() {
    let dir = folder();
    let board = "# layout: columns\nD Qu\nA I T\n";
    let found = json(0, dir.path(), &["solve", "-", "--json", "--all", "--goal", "longest"], board);
    assert_eq!((&found["goal"], &found["overlay"]), (&Value::from("longest"), &Value::Null));
    assert!(found.get("board").is_none(), "the board was no picture: {found}");
    assert!(found["timing_ms"]["solve"].is_number() && found["timing_ms"]["total"].is_number());
    let words = found["words"].as_array().unwrap();
    assert_eq!(found["count"], words.len());
    let quit = words.iter().find(|word| word["word"] == "QUIT").unwrap_or_else(|| panic!("{found}"));
    assert_eq!(quit["length"], 4);
    assert_eq!(
        quit["path"],
        serde_json::json!([{ "line": 0, "index": 1 }, { "line": 1, "index": 1 }, { "line": 1, "index": 2 }])
    );
    let top = json(0, dir.path(), &["solve", "-", "--json", "--top", "1"], board);
    assert_eq!(top["words"].as_array().unwrap().len(), 1);
    assert_eq!(top["count"], found["count"]);
}

#[test]
fn a_board_without_words_answers_no() {
    let dir = folder();
    let (code, stdout, stderr) = run(dir.path(), &["solve", "-"], "Z X\nV K\n");
    assert_eq!((code, stderr.as_str()), (1, ""));
    assert_eq!(stdout, "Z X\nV K\n\nno word of 3 or more letters on this board\n");
    let found = json(1, dir.path(), &["solve", "-", "--json"], "Z X\nV K\n");
    assert_eq!((&found["count"], &found["overlay"]), (&Value::from(0), &Value::Null));
}

#[test]
fn words_through_unreadable_tiles_are_said_to_be_missed() {
    let dir = folder();
    let (code, _, stderr) = run(dir.path(), &["solve", "-"], "C A ?\nS O D\nR E N\n");
    assert_eq!(code, 0);
    assert_eq!(stderr, "warning: -: 1 of 9 tiles is unreadable: words through it may be missing\n");
    assert_eq!(run(dir.path(), &["solve", "-", "--quiet"], "C A ?\nS O D\nR E N\n").2, "");
}

#[test]
fn one_bad_input_does_not_stop_the_rest() {
    let dir = folder();
    fs::write(dir.path().join("good.txt"), SQUARE).unwrap();
    fs::write(dir.path().join("bad.txt"), "A:\n").unwrap();
    let (code, stdout, stderr) = run(dir.path(), &["solve", "bad.txt", "missing.png", "good.txt"], "");
    assert_eq!((code, stderr.lines().count()), (2, 2), "{stderr}");
    assert!(stdout.contains(SQUARE), "{stdout}");
    let found = json(2, dir.path(), &["solve", "bad.txt", "good.txt", "--json"], "");
    assert_eq!(found.as_array().map(Vec::len), Some(1));
}

#[test]
fn a_text_of_several_boards_is_solved_board_by_board() {
    let dir = folder();
    let rolled = answer(0, dir.path(), &["roll", "--text", "--count", "3", "--seed", "1"], "");
    let found = json(0, dir.path(), &["solve", "-", "--json", "--top", "1"], &rolled);
    assert_eq!(found.as_array().map(Vec::len), Some(3));
    let told = answer(0, dir.path(), &["solve", "-", "--top", "1"], &rolled);
    for (n, board) in (1..).zip(rolled.split("--\n")) {
        assert!(told.contains(&format!("# source: -, board {n}\n{board}\n")), "{told}");
    }
    let pictures = [fixture("tan/medium.png"), fixture("square/small.bmp")];
    let read = answer(0, dir.path(), &["read", &pictures[0], &pictures[1]], "");
    let found = json(0, dir.path(), &["solve", "-", "--json", "--top", "1"], &read);
    assert_eq!(found.as_array().map(Vec::len), Some(2), "what was read from two pictures is two boards");
    let bad = rolled.replacen("--\n", "--\n3\n--\n", 1);
    let (code, told, stderr) = run(dir.path(), &["solve", "-"], &bad);
    assert_eq!((code, told.matches("# source: ").count()), (2, 3));
    assert_eq!(
        stderr,
        "error: cannot read -, board 2 as a board text: line 6: expected a tile, found `3`: write letters with optional :tags, `*`, `?` or `.`\n"
    );
    let error = trouble(dir.path(), &["solve", "-", "-o", "a.png"], &rolled);
    assert!(error.starts_with("-o is for one board, found 3 in -"), "{error}");
    let split = answer(0, dir.path(), &["solve", "-", "--split", "--top", "1"], "cats\nrole\n--\nnide\ntsar\n");
    assert!(split.contains("board 2\nN I D E\nT S A R\n"), "{split}");
}

#[test]
fn words_where_tiles_are_expected_bring_up_split() {
    let dir = folder();
    let (code, _, stderr) = run(dir.path(), &["solve", "-"], "cats\nrole\nnide\ntsar\n");
    assert_eq!(code, 0);
    assert!(stderr.starts_with("warning: -: every tile says several letters: if ") && stderr.contains("--split"));
    let error = trouble(dir.path(), &["solve", "-", "--shape", "4x4"], "cats\nrole\nnide\ntsar\n");
    assert!(error.contains("expected 16 tiles for this shape, found 4: ") && error.contains("--split"), "{error}");
    assert_eq!(run(dir.path(), &["solve", "-"], "Qu VE\nI T\n").2, "");
}

#[test]
fn word_lists_of_ones_own_are_used() {
    let dir = folder();
    fs::write(dir.path().join("list.txt"), "\u{feff}Cat\r\nDOE\r\n4th\r\n").unwrap();
    let args = ["solve", "-", "--json", "--all", "--lexicon", "list.txt"];
    let (code, stdout, stderr) = run(dir.path(), &args, SQUARE);
    let found: Value = serde_json::from_str(&stdout).unwrap();
    let words: Vec<_> = found["words"].as_array().unwrap().iter().map(|word| word["word"].clone()).collect();
    assert_eq!((code, words), (0, vec![Value::from("CAT"), Value::from("DOE")]));
    assert!(stderr.starts_with("warning: list.txt: 2 words; 1 lines are not words: line 3"), "{stderr}");
    let error = trouble(dir.path(), &["solve", "-", "--lexicon", "none.txt"], SQUARE);
    assert!(error.contains("expected a word list at none.txt") && error.ends_with("): check the path"), "{error}");
    let error = trouble(dir.path(), &["solve", "-", "--min-length", "5", "--max-length", "4"], SQUARE);
    assert!(error.contains("--min-length"), "{error}");
}

#[test]
fn scores_are_the_known_ones() {
    let (Some(boards), Some(words)) = (shared("boards"), shared("words/enable2k.txt")) else { return };
    for (name, longest, boards_in, points, found) in [
        ("uniform-4x4", "17", 10_000, 404_988, 339_922),
        ("dice-4x4", "17", 10_000, 1_423_765, 993_059),
        ("good-4x4", "17", 2_000, 3_409_644, 1_206_506),
        ("dice-5x5", "17", 2_000, 924_422, 507_428),
        ("bookworm-52", "15", 2_000, 753_574, 504_479),
    ] {
        let file = boards.join(name).with_extension("txt");
        let (file, words) = (file.display().to_string(), words.display().to_string());
        let args = ["score", &file, "--lexicon", &words, "--min-length", "3", "--max-length", longest];
        for kernel in Kernel::ALL.into_iter().filter(|kernel| kernel.is_available()) {
            for (threads, paths) in [(1, &[][..]), (2, &[]), (3, &["--paths"])] {
                let how = ["--json", "--threads", &threads.to_string(), "--kernel", kernel.name()];
                let report = json(0, Path::new("."), &[&args[..], &how, paths].concat(), "");
                assert_eq!(report["boards"], boards_in, "{name}");
                assert_eq!(report["points"], points, "{name}");
                assert_eq!(report["words"], found, "{name}");
                assert_eq!((&report["kernel"], &report["threads"]), (&kernel.name().into(), &Value::from(threads)));
                assert!(report["seconds"].is_number() && report["boards_per_second"].is_number());
            }
        }
    }
}

#[test]
fn boards_come_from_standard_input_and_bad_lines_are_told() {
    let dir = folder();
    let report = json(0, dir.path(), &["score", "-", "--json"], "catsodren\nzzzz\n");
    assert_eq!(report["boards"], 2);
    let (code, stdout, stderr) = run(dir.path(), &["score", "-"], "catsodren\nabc\nab1d\n");
    assert_eq!(code, 2);
    assert!(stdout.starts_with("1 board"), "{stdout}");
    assert_eq!(stderr.lines().count(), 2, "{stderr}");
    assert!(stderr.starts_with("error: -: line 2: 3 letters make no square"), "{stderr}");
    let (code, stdout, _) = run(dir.path(), &["score", "-"], "abc\n");
    assert_eq!((code, stdout.as_str()), (2, "0 boards: 0 points, 0 words\n"));
    assert!(trouble(dir.path(), &["score", "-"], "").contains("no board"));
    assert!(trouble(dir.path(), &["score", "missing"], "").contains("there is no such file"));
}

#[test]
#[cfg(unix)]
fn a_reader_that_goes_away_is_no_error() {
    // A list long enough to fill any pipe: the reader is gone before it is all written.
    let board = "S E R T\nA I N E\nL P O S\nD R E T\n";
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_hexlex"))
        .args(["solve", "-", "--all", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), board.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(0), ""));
}

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
    let read = json(0, dir.path(), &["read", &picture, "--json"], "");
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
    assert!(json(0, dir.path(), &["read", &picture, &picture, "--json"], "").is_array());

    let solved = json(0, dir.path(), &["solve", &picture, "--json", "--top", "2"], "");
    assert_eq!(solved["board"]["tiles"], read["tiles"]);
    assert_eq!((&solved["overlay"], &solved["goal"]), (&"medium.hexlex.png".into(), &"longest".into()));
    assert_eq!(solved["words"].as_array().map(Vec::len), Some(2));
    assert!(solved["words"][0]["path"][0]["x"].is_number());
}

#[test]
fn nothing_is_sure_enough_for_the_highest_bar() {
    let dir = folder();
    let (code, stdout, stderr) = run(dir.path(), &["solve", &fixture("tan/medium.png"), "--min-confidence", "1"], "");
    assert!(code < 2 && stdout.contains('?') && stderr.contains("unreadable"), "{code}: {stdout}{stderr}");
    // What was guessed is told as what may be missed, and the guesses are right.
    let sure = json(0, dir.path(), &["solve", &fixture("tan/medium.png"), "--json", "--top", "1"], "");
    let best = sure["words"][0]["word"].as_str().expect("a word");
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
    let told = answer(0, dir.path(), &["solve", ".", "--out-dir", "out/in"], "");
    let expected = ["a.jpg.hexlex.png", "a.png.hexlex.png", "b.hexlex.png"];
    assert_eq!(names(&dir.path().join("out/in")), expected, "the overlay of the first run is no input: {told}");
    assert!(told.contains("overlay: out/in/b.hexlex.png"), "{told}");

    answer(0, dir.path(), &["solve", "b.png", "-o", "best.png", "--transparent"], "");
    let overlay = image::open(dir.path().join("best.png")).unwrap().into_rgba8();
    assert_eq!(overlay.dimensions(), image::open(fixture("tan/small.png")).unwrap().into_rgba8().dimensions());
    assert!(overlay.pixels().any(|pixel| pixel.0[3] == 0) && overlay.pixels().any(|pixel| pixel.0[3] == 255));
    answer(0, dir.path(), &["solve", "-", "-o", "drawn.png"], SQUARE);
    assert!(image::open(dir.path().join("drawn.png")).is_ok());

    assert!(trouble(dir.path(), &["solve", "a.png", "b.png", "-o", "c.png"], "").contains("--out-dir"));
    assert!(trouble(dir.path(), &["solve", "a.png", "-o", "a.png"], "").contains("the picture itself"));
    assert!(trouble(dir.path(), &["solve", "a.png", "-o", "c.jpg"], "").contains("ends in .png"));
    let (code, stdout, stderr) = run(dir.path(), &["solve", "a.png", "-o", "none/c.png"], "");
    assert!(
        code == 2 && stderr.starts_with("error: cannot write none/c.png: there is no folder none: make it"),
        "{stderr}"
    );
    assert!(stdout.contains("letters  points") && !stdout.contains("overlay"), "the words are told: {stdout}");
}

#[test]
fn a_picture_may_come_from_standard_input() {
    let dir = folder();
    let picture = fixture("tan/medium.png");
    let output = hexlex(&["read", "-"]).write_stdin(fs::read(&picture).unwrap()).output().unwrap();
    assert_eq!(text(&output.stdout), answer(0, dir.path(), &["read", &picture], ""));
}

#[test]
fn the_readme_shows_what_hexlex_says() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = fs::read_to_string(root.join("README.md")).unwrap();
    let dir = folder();
    fs::copy(fixture("gems/medium.png"), dir.path().join("medium.png")).unwrap();
    let taught = dir.path().join("tan").display().to_string();
    for (told, what) in [
        (answer(0, dir.path(), &["solve", "medium.png"], ""), "the demo"),
        (answer(0, dir.path(), &["solve", "-", "--split", "--top", "5"], "cats\nrole\nnide\ntsar\n"), "a typed board"),
        // How sure every tile is differs in the last digits from one machine to the next.
        (up_to_blank(&answer(0, root, &["check", "fixtures"], "")), "check"),
        (answer(0, root, &["teach", "fixtures/tan/medium.png", "--skin", "tan", "--dir", &taught], ""), "teach"),
    ] {
        let told = told.replace(&taught, "~/.local/share/hexlex/skins/tan");
        assert!(readme.contains(&told), "{what} is not as README.md has it:\n{told}");
    }
    let shown = image::open(root.join(".github/overlay.png")).unwrap().into_rgba8();
    let drawn = image::open(dir.path().join("medium.hexlex.png")).unwrap().into_rgba8();
    assert_eq!(shown.dimensions(), drawn.dimensions());
    let differing = shown.iter().zip(drawn.iter()).filter(|(a, b)| a.abs_diff(**b) > 32).count();
    assert!(
        differing * 100 < shown.len(),
        "README.md's picture is not as hexlex draws it: run ./x demo, and move the overlay to .github/overlay.png"
    );
}

/// The part of a text before its first empty line.
fn up_to_blank(text: &str) -> String {
    text.split_once("\n\n").map_or(text.to_string(), |(first, _)| format!("{first}\n"))
}
