//! `solve` with boards given as text.

use crate::SQUARE;
use crate::common::{Run, answer, fixture, folder, json, parse, run, trouble};
use serde_json::Value;
use std::fs;

#[test]
fn a_text_that_is_not_a_board_gives_an_error() {
    let dir = folder();
    fs::write(dir.path().join("bad.txt"), "A B\nC 3\n").unwrap();
    fs::write(dir.path().join("bytes.txt"), [0xff, 0xd8, 0xff, 0xe0]).unwrap();
    let error = trouble(dir.path(), &["solve", "bad.txt"], "");
    assert_eq!(
        error,
        "bad.txt: line 2: expected a tile, found `3`: write letters such as `E`, `QU`, `SUB-`, `-ER` or `U/M` with optional :tags, or `*`, `?`, `.`"
    );
    assert!(
        trouble(dir.path(), &["solve", "bytes.txt"], "")
            .contains("bytes.txt: expected a board text in UTF-8, found other bytes")
    );
    assert!(
        trouble(dir.path(), &["solve", "-"], "")
            .contains("standard input: expected a picture or a board text, found nothing: ")
    );
    assert!(
        trouble(dir.path(), &["solve", "-", "--shape", "4x4"], SQUARE)
            .contains("standard input: expected 16 tiles for --shape 4x4, found 9: ")
    );
}

#[test]
fn a_board_text_is_solved() {
    let dir = folder();
    fs::write(dir.path().join("board.txt"), SQUARE).unwrap();
    let answered = answer(0, dir.path(), &["solve", "board.txt"], "");
    assert!(answered.starts_with(SQUARE), "{answered}");
    assert!(answered.contains("ATONERS"), "{answered}");
    assert_eq!(answer(0, dir.path(), &["solve", "-"], SQUARE), answered);
    assert_eq!(answer(0, dir.path(), &["solve", "-", "--split"], "cat\nsod\nren\n"), answered);
    assert_eq!(answer(0, dir.path(), &["solve", "-", "--split", "--shape", "3x3"], "catsodren"), answered);
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1, "no overlay unless -o asks for one");
}

/// The smallest boards of each kind with more paths than can be tried.
#[test]
fn what_makes_too_many_paths_is_named() {
    let dir = folder();
    let rows = |row: &str, count: usize| (row.to_string() + "\n").repeat(count);
    let choices = rows("E/S/T E/S/T E/S/T E/S/T E/S/T E/S/T", 6);
    let blanks = format!("U/M * * *\n{}", rows("* * * *", 3));
    for (board, expected, remedy) in [
        (choices, "fewer tiles with a choice of letters", "write one letter in place of some choices"),
        (blanks, "fewer `*`", "write letters in place of some"),
    ] {
        let run = run(dir.path(), &["solve", "-"], &board);
        assert_eq!(run.code, 0, "{}", run.stderr);
        let warning =
            format!("expected {expected}, found more paths than can be tried, so words may be missing: {remedy}");
        assert!(run.stderr.contains(&warning), "{}", run.stderr);
    }
}

#[test]
fn the_form_of_the_answer_is_chosen() {
    let dir = folder();
    let solve = |format: &str| answer(0, dir.path(), &["solve", "-", "--top", "1", "--format", format], SQUARE);
    assert_eq!(solve("board"), SQUARE);
    let two = answer(0, dir.path(), &["solve", "-", "--format", "board"], format!("{SQUARE}--\n{SQUARE}"));
    assert_eq!(json(0, dir.path(), &["solve", "-"], &two).as_array().map(Vec::len), Some(2), "{two}");
    let text = answer(0, dir.path(), &["solve", "-", "--top", "1"], SQUARE);
    assert_eq!(solve("text"), text, "a pipe gets text");
    let drawing = solve("drawing");
    // ATONERS, whose tiles are numbered in their order.
    for line in ["| C |1A |2T |", "|7S |3O | D |", "|6R |5E |4N |", "1  ATONERS        7       5       1,2"] {
        assert!(drawing.lines().any(|drawn| drawn == line), "{line}: {drawing}");
    }
    assert!(trouble(dir.path(), &["solve", "-", "--format", "picture"], SQUARE).contains("--format"));
}

#[test]
fn every_input_has_an_answer_with_its_source() {
    let dir = folder();
    fs::write(dir.path().join("two.txt"), format!("{SQUARE}--\nA 1\n")).unwrap();
    fs::write(dir.path().join("one.txt"), SQUARE).unwrap();
    let found = json(2, dir.path(), &["solve", "two.txt", "none.png", "-", "one.txt"], SQUARE);
    let sources: Vec<&str> = found.as_array().unwrap().iter().filter_map(|it| it["source"].as_str()).collect();
    assert_eq!(sources, ["two.txt#1", "two.txt#2", "none.png", "-", "one.txt"]);
    let failed = |at: usize| found[at]["error"].as_str().unwrap_or_default();
    assert!(failed(1).contains("line 5: expected a tile, found `1`"), "{found}");
    assert!(failed(2).contains("none.png: expected a file, found none"), "{found}");
    assert!(found[0]["words"].is_array() && found[4]["words"].is_array() && found[0].get("error").is_none());
    let read = json(2, dir.path(), &["read", &fixture("tan/small.png"), "none.png"], "");
    assert!(read[0]["tiles"].is_array() && read[1]["source"] == "none.png", "{read}");
    assert_eq!(json(0, dir.path(), &["advise", "-"], "# layout: columns\nC A T\nS O D E\nR E N\n")["source"], "-");
}

#[test]
fn the_json_of_a_board_text_is_as_documented() {
    let dir = folder();
    let board = "# layout: columns\nD Qu\nA I T\n";
    let found = json(0, dir.path(), &["solve", "-", "--all", "--goal", "longest"], board);
    assert_eq!((&found["goal"], &found["overlay"]), (&Value::from("longest"), &Value::Null));
    assert!(found.get("board").is_none(), "only pictures have a `board`: {found}");
    assert!(found["timing_ms"]["solve"].is_number() && found["timing_ms"]["total"].is_number());
    let words = found["words"].as_array().unwrap();
    assert_eq!(found["count"], words.len());
    let quit = words.iter().find(|word| word["word"] == "QUIT").unwrap_or_else(|| panic!("{found}"));
    assert_eq!(quit["length"], 4);
    assert_eq!(
        quit["path"],
        serde_json::json!([{ "line": 0, "index": 1 }, { "line": 1, "index": 1 }, { "line": 1, "index": 2 }])
    );
    let top = json(0, dir.path(), &["solve", "-", "--top", "1"], board);
    assert_eq!(top["words"].as_array().unwrap().len(), 1);
    assert_eq!(top["count"], found["count"]);
}

#[test]
fn a_board_without_words_exits_with_1() {
    let dir = folder();
    let Run { code, stdout, stderr } = run(dir.path(), &["solve", "-"], "Z X\nV K\n");
    assert_eq!((code, stderr.as_str()), (1, ""));
    assert_eq!(stdout, "Z X\nV K\n\nno word of 3 or more letters on this board\n");
    let found = json(1, dir.path(), &["solve", "-"], "Z X\nV K\n");
    assert_eq!((&found["count"], &found["overlay"]), (&Value::from(0), &Value::Null));
}

#[test]
fn unreadable_tiles_give_a_warning() {
    let dir = folder();
    let Run { code, stderr, .. } = run(dir.path(), &["solve", "-"], "C A ?\nS O D\nR E N\n");
    assert_eq!(code, 0);
    assert_eq!(
        stderr,
        "warning: standard input: expected 9 readable tiles, found 1 unreadable, so words may be missing: write their letters in place of `?`\n"
    );
    assert_eq!(run(dir.path(), &["solve", "-", "--quiet"], "C A ?\nS O D\nR E N\n").stderr, "");
}

#[test]
fn one_bad_input_does_not_stop_the_rest() {
    let dir = folder();
    fs::write(dir.path().join("good.txt"), SQUARE).unwrap();
    fs::write(dir.path().join("bad.txt"), "A:\n").unwrap();
    let Run { code, stdout, stderr } = run(dir.path(), &["solve", "bad.txt", "missing.png", "good.txt"], "");
    assert_eq!((code, stderr.lines().count()), (2, 2), "{stderr}");
    assert!(stdout.contains(SQUARE), "{stdout}");
    let found = json(2, dir.path(), &["solve", "bad.txt", "good.txt"], "");
    assert!(found[0]["error"].is_string() && found[1]["words"].is_array(), "{found}");
}

#[test]
fn a_text_of_several_boards_is_solved_board_by_board() {
    let dir = folder();
    let rolled = answer(0, dir.path(), &["roll", "--text", "--count", "3", "--seed", "1"], "");
    let found = json(0, dir.path(), &["solve", "-", "--top", "1"], &rolled);
    assert_eq!(found.as_array().map(Vec::len), Some(3));
    let answered = answer(0, dir.path(), &["solve", "-", "--top", "1"], &rolled);
    for (n, board) in (1..).zip(rolled.split("--\n")) {
        assert!(answered.contains(&format!("# source: -, board {n}\n{board}\n")), "{answered}");
    }
    let pictures = [fixture("tan/medium.png"), fixture("square/small.bmp")];
    let read = answer(0, dir.path(), &["read", &pictures[0], &pictures[1]], "");
    let found = json(0, dir.path(), &["solve", "-", "--top", "1"], &read);
    assert_eq!(found.as_array().map(Vec::len), Some(2), "`read` of two pictures prints two boards");
    let bad = rolled.replacen("--\n", "--\n3\n--\n", 1);
    let Run { code, stdout, stderr } = run(dir.path(), &["solve", "-"], &bad);
    assert_eq!((code, stdout.matches("# source: ").count()), (2, 3));
    assert_eq!(
        stderr,
        "error: standard input, board 2: line 6: expected a tile, found `3`: write letters such as `E`, `QU`, `SUB-`, `-ER` or `U/M` with optional :tags, or `*`, `?`, `.`\n"
    );
    let error = trouble(dir.path(), &["solve", "-", "-o", "a.png"], &rolled);
    assert!(error.starts_with("standard input: expected one board with -o, found 3: "), "{error}");
    let split = answer(0, dir.path(), &["solve", "-", "--split", "--top", "1"], "cats\nrole\n--\nnide\ntsar\n");
    assert!(split.contains("board 2\nN I D E\nT S A R\n"), "{split}");
}

#[test]
fn tiles_of_several_letters_suggest_split() {
    let dir = folder();
    let words = "cats\nrole\nnide\ntsar\n";
    let message = "standard input: expected spaces between tiles, found words of several letters: use --split to";
    for more in [&[][..], &["--shape", "4x4"]] {
        let error = trouble(dir.path(), &[&["solve", "-"], more].concat(), words);
        assert!(error.starts_with(message), "{error}");
    }
    answer(0, dir.path(), &["solve", "-", "--split"], words);
    let error = trouble(dir.path(), &["solve", "-"], "ABCDEFGHIJKLMNOP\n");
    assert!(error.contains("found 16 letters in one line: use --split --shape 4x4"), "{error}");
    answer(0, dir.path(), &["solve", "-", "--split", "--shape", "4x4"], "CATSROLENIDETSAR\n");
    let list = "a\naardvark\nabacus\ncat\n";
    let error = trouble(dir.path(), &["solve", "-"], list);
    assert!(error.starts_with("standard input: expected a board, found a list of 3 words: "), "{error}");
    fs::write(dir.path().join("list.txt"), list).unwrap();
    answer(0, dir.path(), &["solve", "-", "--lexicon", "list.txt"], SQUARE);
    assert_eq!(run(dir.path(), &["solve", "-"], "Qu VE\nI T\n").stderr, "");
}

#[test]
fn a_word_list_replaces_the_built_in_words() {
    let dir = folder();
    fs::write(dir.path().join("list.txt"), "\u{feff}Cat\r\nDOE\r\n4th\r\n").unwrap();
    let args = ["solve", "-", "--json", "--all", "--lexicon", "list.txt"];
    let Run { code, stdout, stderr } = run(dir.path(), &args, SQUARE);
    let found = parse(&stdout);
    let words: Vec<_> = found["words"].as_array().unwrap().iter().map(|word| word["word"].clone()).collect();
    assert_eq!((code, words), (0, vec![Value::from("CAT"), Value::from("DOE")]));
    assert!(stderr.starts_with("warning: list.txt: 2 words; 1 line is not a word: line 3"), "{stderr}");
    let error = trouble(dir.path(), &["solve", "-", "--lexicon", "none.txt"], SQUARE);
    assert_eq!(error, "none.txt: expected a file, found none: check the path");
    let error = trouble(dir.path(), &["solve", "-", "--min-length", "5", "--max-length", "4"], SQUARE);
    assert!(error.contains("--min-length"), "{error}");
}

#[test]
fn a_board_with_more_paths_than_can_be_tried_is_marked() {
    let dir = folder();
    // Ten `*` among 6x6 letters.
    let letter = |place: usize| "eatsrinolduc".chars().nth(place * 7 % 12).unwrap();
    let is_blank = |row: usize, column: usize| (2..4).contains(&row) && column < 5;
    let tile = |row: usize, column: usize| if is_blank(row, column) { '*' } else { letter(6 * row + column) };
    let row = |row: usize| (0..6).map(|column| format!("{} ", tile(row, column))).collect::<String>() + "\n";
    fs::write(dir.path().join("blanks.txt"), (0..6).map(row).collect::<String>()).unwrap();
    fs::write(dir.path().join("plain.txt"), SQUARE).unwrap();
    let solved = json(0, dir.path(), &["solve", "blanks.txt"], "");
    assert_eq!(solved["complete"], Value::Bool(false), "{}", solved["count"]);
    assert!(json(0, dir.path(), &["solve", "plain.txt"], "").get("complete").is_none());
}

/// The longest word need not be the one with the most points: where another one has more, the answer names it.
#[test]
fn the_word_with_the_highest_score_is_named_beside_a_longer_one() {
    let dir = folder();
    let text = "# layout: columns\nS A B\nZ:gold O X:gold A\nE T S\n";
    let best = |goal: &str| json(0, dir.path(), &["solve", "-", "--goal", goal, "--top", "1"], text);
    let (longest, score) = (best("longest"), best("score"));
    assert!(longest["words"][0]["length"].as_u64() > score["words"][0]["length"].as_u64(), "{longest} {score}");
    assert_eq!(longest["highest"], score["words"][0]);
    assert!(score.get("highest").is_none());
    let line = format!(
        "highest score: {}, {} points\n",
        score["words"][0]["word"].as_str().unwrap(),
        score["words"][0]["score"]
    );
    assert!(answer(0, dir.path(), &["solve", "-"], text).contains(&line));
    assert!(!answer(0, dir.path(), &["solve", "-", "--goal", "score"], text).contains("highest score"));
    // Here the longest word has the most points.
    assert!(!answer(0, dir.path(), &["solve", "-"], SQUARE).contains("highest score"));
}

/// Whatever the answer needs (ten words, a later one to draw, the next words of a caption), it has the words of `--all`.
#[test]
fn the_words_are_the_first_of_all() {
    let dir = folder();
    let all = json(0, dir.path(), &["solve", "-", "--all"], SQUARE);
    let words = all["words"].as_array().unwrap();
    assert_eq!(all["count"], words.len());
    for options in [&["--top", "3"][..], &["--top", "1", "--nth", "5"], &["--top", "2", "--word", "toe"]] {
        let some = json(0, dir.path(), &[&["solve", "-"], options].concat(), SQUARE);
        let shown = some["words"].as_array().unwrap();
        assert_eq!((shown.as_slice(), &some["count"]), (&words[..shown.len()], &all["count"]), "{options:?}");
    }
    assert!(answer(1, dir.path(), &["solve", "-", "--nth", "9999"], SQUARE).contains("ATONERS"));
}
