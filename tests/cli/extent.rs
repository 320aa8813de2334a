//! Which part of a picture is read: `--region`, several boards, boards that are cut, and `--budget`.

use crate::common::{Run, answer, folder, json, run, trouble};
use hexlex::board::{Board, Cell};
use hexlex::locate::Layout;
use hexlex::paint::{Style, paint};
use hexlex::pixels::Point;
use image::imageops::{crop_imm, replace};
use image::{Rgba, RgbaImage};
use serde_json::{Value, json};
use std::path::Path;

/// The larger board of [`two_boards`], and the smaller one.
const LARGE: &str = "T E A R S\nS L I N G\nO D G M U\nP U C H E\nA V I N O\n";
const SMALL: &str = "R A T E\nS L I P\nO M E N\nD U C K\n";

/// Where the upper left corners of their pictures are.
const LARGE_AT: (i64, i64) = (20, 100);
const SMALL_AT: (i64, i64) = (560, 40);

/// Writes a picture of 1000x600 pixels with two boards and returns their layouts in it.
fn two_boards(path: &Path) -> [Layout; 2] {
    let mut canvas = RgbaImage::from_pixel(1000, 600, Rgba([40, 60, 50, 255]));
    let layouts = [(LARGE, LARGE_AT, 72.0), (SMALL, SMALL_AT, 60.0)].map(|(text, (x, y), tile)| {
        let (picture, layout) =
            paint(&text.parse().expect("a board text"), &Style::default(), tile).expect("a small picture");
        replace(&mut canvas, &picture, x, y);
        layout.shifted(Point::new(x as f32, y as f32))
    });
    canvas.save(path).expect("a picture is written");
    layouts
}

/// The JSON's centers of tiles are those of the layout, to a pixel or two.
fn check_centers(read: &Value, layout: &Layout) {
    let tiles = read["tiles"].as_array().expect("tiles");
    assert_eq!(tiles.len(), layout.shape().len());
    for tile in tiles {
        let number = |name: &str| tile[name].as_f64().expect("a number");
        let (x, y) = layout.center(Cell { line: number("line") as usize, index: number("index") as usize });
        let apart = (number("x") - f64::from(x)).abs().max((number("y") - f64::from(y)).abs());
        assert!(apart < 3.0, "{tile} is not at {x},{y}");
    }
}

#[test]
fn a_region_is_read_in_coordinates_of_the_whole_picture() {
    let dir = folder();
    let [large, small] = two_boards(&dir.path().join("two.png"));
    for (region, text, layout) in [("0,80,520,520", LARGE, &large), ("530,20,999,400", SMALL, &small)] {
        let args = ["read", "two.png", "--region", region];
        assert_eq!(answer(0, dir.path(), &args, "").parse::<Board>(), text.parse());
        let read = json(0, dir.path(), &args, "");
        assert_eq!((&read["size"], &read["cut"]), (&json!([1000, 600]), &json!([])));
        assert!(read.get("limited").is_none() && read.get("boards").is_none());
        check_centers(&read, layout);
    }

    let args = ["solve", "two.png", "--region", "530,20,470,400", "-o", "alone.png", "--transparent"];
    let solved = json(0, dir.path(), &args, "");
    check_centers(&solved["board"], &small);
    let overlay = image::open(dir.path().join("alone.png")).unwrap().into_rgba8();
    assert_eq!(overlay.width(), 1000);
    let path = solved["words"][0]["path"].as_array().expect("a path");
    let at = |n: usize, name: &str| path[n][name].as_f64().expect("a number");
    let (x, y) = ((at(0, "x") + at(1, "x")) / 2.0, (at(0, "y") + at(1, "y")) / 2.0);
    assert_ne!(overlay.get_pixel(x as u32, y as u32).0[3], 0, "the path crosses {x},{y}");
}

#[test]
fn a_region_outside_the_picture_or_without_pixels_is_an_error() {
    let dir = folder();
    two_boards(&dir.path().join("two.png"));
    for command in ["read", "solve"] {
        let error = trouble(dir.path(), &[command, "two.png", "--region", "1000,0,300,300"], "");
        let expected = "two.png: expected a --region inside the picture of 1000x600 pixels, found 300x300 at 1000,0: ";
        assert!(error.starts_with(expected), "{error}");
        for bad in ["0,0,0,9", "0,0,9", "a,0,9,9", ""] {
            let error = trouble(dir.path(), &[command, "two.png", "--region", bad], "");
            assert!(error.contains("--region") && error.contains("expected x,y,width,height in pixels"), "{error}");
        }
    }
}

#[test]
#[cfg(feature = "desktop")]
fn a_malformed_region_of_watch_has_the_same_message() {
    let error = trouble(folder().path(), &["watch", "--region", "0,0,0,9"], "");
    assert!(error.contains("--region") && error.contains("expected x,y,width,height in pixels"), "{error}");
}

#[test]
fn several_boards_are_read_where_all_are_asked_for() {
    let dir = folder();
    let [large, small] = two_boards(&dir.path().join("two.png"));
    let Run { code, stdout, stderr } = run(dir.path(), &["read", "two.png", "--all-boards"], "");
    assert_eq!((code, stdout.as_str(), stderr.as_str()), (0, &*format!("{LARGE}--\n{SMALL}"), ""));
    let read = json(0, dir.path(), &["read", "two.png", "--all-boards"], "");
    check_centers(&read, &large);
    let boards = read["boards"].as_array().expect("boards");
    assert_eq!((boards.len(), &boards[0]["tiles"]), (2, &read["tiles"]));
    check_centers(&boards[1], &small);
    assert!(boards.iter().all(|board| board.get("boards").is_none() && board["source"] == "two.png"));
    // The text of all boards is an input of `solve`.
    let solved = json(0, dir.path(), &["solve", "-", "--top", "1"], stdout);
    assert_eq!(solved.as_array().map(Vec::len), Some(2));

    // Of one board, the answer is the same with the option.
    let one = ["read", "two.png", "--region", "530,20,470,400", "--all-boards"];
    assert_eq!(answer(0, dir.path(), &one, ""), SMALL);
    assert!(json(0, dir.path(), &one, "").get("boards").is_none());
}

#[test]
fn without_the_option_one_warning_counts_the_boards() {
    let dir = folder();
    two_boards(&dir.path().join("two.png"));
    let Run { code, stdout, stderr } = run(dir.path(), &["read", "two.png"], "");
    let expected =
        "warning: two.png: expected one board, found 2 and read the largest: pass --all-boards to read all\n";
    assert_eq!((code, stdout.as_str(), stderr.as_str()), (0, LARGE, expected));
    assert_eq!(run(dir.path(), &["read", "two.png", "--quiet"], "").stderr, "");
    assert!(json(0, dir.path(), &["read", "two.png"], "").get("boards").is_none());

    let Run { code, stderr, .. } = run(dir.path(), &["solve", "two.png"], "");
    let remedy = stderr.split_once("found 2 and read the largest: pass ").map(|(_, remedy)| remedy);
    let remedy = remedy.unwrap_or_else(|| panic!("{code}: {stderr}"));
    let args: Vec<&str> = remedy.split_whitespace().take(2).collect();
    let board = answer(0, dir.path(), &[&["read", "two.png"], &args[..]].concat(), "");
    assert_eq!(board, SMALL, "{args:?}");

    std::fs::write(dir.path().join("two.txt"), LARGE).unwrap();
    let Run { code, stderr, .. } = run(dir.path(), &["check", "two.png"], "");
    assert_eq!(code, 0, "{stderr}");
    assert!(stderr.starts_with("warning: two.png: expected one board, found 2 ") && stderr.lines().count() == 1);
}

#[test]
fn a_cut_board_is_read_with_one_warning() {
    let dir = folder();
    let picture_path = dir.path().join("whole.png");
    let [large, _] = two_boards(&picture_path);
    let picture = image::open(&picture_path).unwrap().into_rgba8();
    // The lower edge crosses the last row, above its middle.
    let (_, below) = large.center(Cell { line: 4, index: 0 });
    let height = (below - 0.2 * large.pitch().1) as u32;
    crop_imm(&picture, 0, 0, 520, height).to_image().save(dir.path().join("cut.png")).unwrap();
    std::fs::write(dir.path().join("cut.txt"), LARGE.lines().take(4).collect::<Vec<_>>().join("\n")).unwrap();
    let expected = "warning: cut.png: expected a whole board, found one that is cut (below): ";
    for args in [&["read", "cut.png"][..], &["solve", "cut.png"], &["check", "cut.png", "--fail-under", "0"]] {
        let Run { code, stderr, .. } = run(dir.path(), args, "");
        let warned: Vec<&str> = stderr.lines().filter(|line| line.contains("whole board")).collect();
        assert!(code == 0 && warned.len() == 1 && warned[0].starts_with(expected), "{args:?}: {code}: {stderr}");
        assert_eq!(run(dir.path(), &[args, &["--quiet"]].concat(), "").stderr, "", "{args:?}");
    }
    let cut = json!(["below"]);
    assert_eq!(json(0, dir.path(), &["read", "cut.png"], "")["cut"], cut);
    assert_eq!(json(0, dir.path(), &["solve", "cut.png"], "")["board"]["cut"], cut);
    assert_eq!(json(0, dir.path(), &["check", "cut.png", "--fail-under", "0"], "")["files"][0]["cut"], cut);
    // The edge of a region cuts as that of a picture does.
    let region = format!("0,0,520,{height}");
    let Run { code, stderr, .. } = run(dir.path(), &["read", "whole.png", "--region", &region], "");
    assert!(code == 0 && stderr.contains("is cut (below): pass a larger --region"), "{code}: {stderr}");
    // A shape that is smaller than the board reads a part of it, and one that is larger has empty cells.
    let Run { code, stderr, .. } =
        run(dir.path(), &["read", "whole.png", "--region", "0,80,520,520", "--shape", "5x4"], "");
    assert!(code == 0 && stderr.contains("of which this is a part: pass --shape 5x5, or leave"), "{code}: {stderr}");
    let Run { code, stderr, .. } =
        run(dir.path(), &["read", "whole.png", "--region", "0,80,520,520", "--shape", "5x6"], "");
    assert!(code == 0 && stderr.contains("found a board of 5x5: pass --shape 5x5"), "{code}: {stderr}");
}

#[test]
fn the_budget_ends_the_search_with_a_warning() {
    let dir = folder();
    // The first board takes more than a millisecond, and then the other one is left.
    two_boards(&dir.path().join("many.png"));
    for command in ["read", "solve"] {
        let Run { code, stdout, stderr } = run(dir.path(), &[command, "many.png", "--budget", "1", "--json"], "");
        let warned =
            stderr.contains("expected to search the whole picture with a budget of 1 ms, found more to search");
        assert!(code == 0 && warned, "{command}: {code}: {stderr}");
        let answered: Value = serde_json::from_str(&stdout).unwrap();
        let read = if command == "read" { &answered } else { &answered["board"] };
        assert_eq!(read["limited"], true);
    }
}

#[test]
fn a_budget_is_a_number_of_milliseconds() {
    let dir = folder();
    two_boards(&dir.path().join("two.png"));
    answer(0, dir.path(), &["read", "two.png", "--budget", "60000", "--region", "530,20,470,400"], "");
    let mut commands = vec!["read", "solve", "check"];
    if cfg!(feature = "desktop") {
        commands.push("watch");
    }
    for command in commands {
        for bad in ["0", "-3", "soon", "2.5", "1e9", "600001", ""] {
            let input: &[&str] = if command == "watch" { &[] } else { &["two.png"] };
            let error = trouble(dir.path(), &[&[command], input, &[&format!("--budget={bad}")]].concat(), "");
            let expected = "expected a whole number of milliseconds from 1 to 600000";
            assert!(error.contains("--budget") && error.contains(expected), "{command} {bad}: {error}");
        }
    }
}

#[test]
fn the_help_says_how_equal_columns_are_staggered() {
    let dir = folder();
    for command in ["read", "solve", "check", "teach", "score", "roll"] {
        let help = answer(0, dir.path(), &[command, "--help"], "").split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(help.contains("after equal ones :up, which is the default, or :down"), "{command}: {help}");
    }
    for bad in ["7,7,7:left", "7"] {
        let error = trouble(dir.path(), &["read", "a.png", "--shape", bad], "");
        assert!(error.contains("after equal lengths :up or :down"), "{error}");
    }
}
