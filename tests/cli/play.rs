//! `advise`, `simulate` and `--profile FILE`: what to play, and games of simulated players.

use crate::common::{Run, folder, json, run, trouble};
use hexlex::board::{Board, WEB};
use hexlex::paint::{Marks, Style, paint};
use hexlex::pixels::Point;
use serde_json::Value;
use std::fs;

/// A board with a fire on the bottom of line 4 and one above the bottom of line 7.
const FALLING: &str = "# layout: columns\nE T A R S I N\nO L E:fire D T G A H\nS R N E I:gold L O\nT A P C E R S E:fire\n\
                       I N G O U T A\nR E D S L I N M\nH A T E R:fire O S\n";

/// The only cell of line 4 on the bottom.
fn uses_the_bottom_fire(word: &Value) -> bool {
    let path = word["path"].as_array().expect("a path");
    path.iter().any(|cell| cell["line"] == 3 && cell["index"] == 7)
}

#[test]
fn advise_names_a_word_that_saves_the_game_and_says_why() {
    let dir = folder();
    let report = json(0, dir.path(), &["advise", "-", "--solves", "25"], FALLING);
    assert_eq!((&report["goal"], &report["scramble"]), (&"survive".into(), &false.into()));
    let words = report["words"].as_array().expect("words");
    assert!(!words.is_empty() && words.iter().all(uses_the_bottom_fire));
    let has_risk = |word: &Value| word["risk"].as_f64().is_some_and(|risk| (0.0..1.0).contains(&risk));
    assert!(words.iter().all(|word| has_risk(word) && word["score"].is_number()));
    let web = json(0, dir.path(), &["advise", "-", "--solves", "25", "--profile", "web"], FALLING);
    assert!(
        web["words"].as_array().expect("words").iter().all(|word| word["risk"].is_null()),
        "other lengths of words"
    );
    let text = run(dir.path(), &["advise", "-", "--solves", "25", "--profile", "web"], FALLING).stdout;
    assert!(text.ends_with("built-in English, and this game has other rules or lengths of words\n"), "{text}");
    let why = report["why"].as_str().expect("a reason");
    assert!(why.starts_with("takes the fire on the bottom (column 4); ") && why.contains(" would lose: "), "{why}");
    assert!(report["assumed"].as_array().expect("names").iter().any(|name| name == "fire.base"));
    assert_eq!(json(0, dir.path(), &["advise", "-", "--solves", "25"], FALLING)["words"], report["words"]);
    let Run { code, stdout, stderr } = run(dir.path(), &["advise", "-", "--solves", "25", "--top", "2"], FALLING);
    let best = words[0]["word"].as_str().expect("a word");
    assert!(
        code == 0 && stdout.contains(&format!("play {best}, tiles ")) && stdout.contains(&format!("why: {why}")),
        "{stdout}"
    );
    assert_eq!((stdout.lines().last().map(|line| line.starts_with('2')), stderr.as_str()), (Some(true), ""));
}

#[test]
fn the_overlay_marks_the_tiles_that_matter() {
    let dir = folder();
    // A word that leaves the fire above the gold tile.
    let board = FALLING.replace("S R N E I:gold", "S R N:fire E:gold I");
    let Run { code, .. } = run(dir.path(), &["advise", "-", "-o", "advice.png"], &board);
    let Run { code: solved, .. } = run(dir.path(), &["solve", "-", "--goal", "survive", "-o", "survive.png"], &board);
    let Run { code: longest, .. } = run(dir.path(), &["solve", "-", "-o", "longest.png"], &board);
    assert_eq!((code, solved, longest), (0, 0, 0));
    // The blue of the mark with the turns that the gem gives.
    let marks = |name: &str| {
        let picture = image::open(dir.path().join(name)).expect("a picture").to_rgb8();
        picture.pixels().filter(|pixel| pixel.0 == [40, 110, 220]).count()
    };
    assert!(marks("advice.png") > 20 && marks("survive.png") > 20 && marks("longest.png") == 0);
    let error = trouble(dir.path(), &["advise", "-", "a.txt", "-o", "b.png"], &board);
    assert!(error.contains("expected one input with -o, found 2"), "{error}");
}

#[test]
fn solve_orders_words_by_survival() {
    let dir = folder();
    let report = json(0, dir.path(), &["solve", "-", "--goal", "survive", "--all"], FALLING);
    assert_eq!((&report["goal"], &report["scramble"]), (&"survive".into(), &false.into()));
    assert!(report["why"].as_str().is_some_and(|why| why.starts_with("takes the fire on the bottom")));
    let words = report["words"].as_array().expect("words");
    assert!(uses_the_bottom_fire(&words[0]));
    assert_eq!(words.len(), report["count"].as_u64().expect("a number") as usize, "no word is lost or doubled");
    let longest = json(0, dir.path(), &["solve", "-", "--all"], FALLING);
    assert_eq!(longest["count"], report["count"]);
    assert!(longest.get("why").is_none());
    assert!(longest["assumed"].as_array().expect("names").iter().any(|name| name == "score.other_letter"), "{longest}");
    let Run { code, stdout, stderr } = run(dir.path(), &["solve", "-", "--goal", "survive"], "C A T\nS O D\nR E N\n");
    assert!(code == 0 && stdout.contains("letters") && stderr.contains("staggered boards"), "{stderr}");
}

#[test]
fn words_score_by_the_values_that_the_tiles_print() {
    let dir = folder();
    let board: Board = FALLING.replace(":fire", "").replace(":gold", "").parse().expect("a board text");
    let marks = Marks::Digits { at: Point::new(-0.34, 0.34), height: 0.15 };
    // H has the value 5 in Bookworm Deluxe, the profile of such boards.
    let style = Style { marks, values: WEB, letter_height: 0.4, ..Style::default() };
    let (picture, _) = paint(&board, &style, 56.0).expect("a small picture");
    picture.save(dir.path().join("web.png")).expect("a picture is written");
    let value = |letter: char| u64::from(WEB[usize::from(letter as u8 - b'A')]);
    let points = |word: &str| (1 + word.chars().map(value).sum::<u64>()) * word.len() as u64 * 10;
    for args in [["solve", "web.png", "--all"], ["advise", "web.png", "--top=100"]] {
        let report = json(0, dir.path(), &args, "");
        assert_eq!(
            (&report["board"]["values"]["H"], &report["board"]["values"]["E"]),
            (&1.into(), &1.into()),
            "{report}"
        );
        let words = report["words"].as_array().expect("words");
        let text = |word: &Value| word["word"].as_str().expect("a word").to_string();
        assert!(words.iter().all(|word| word["score"] == points(&text(word))), "{report}");
        assert!(args[0] == "advise" || words.iter().any(|word| text(word).contains('H')));
    }
    let text = json(0, dir.path(), &["solve", "-", "--all"], board.to_string());
    let has_h = |word: &&Value| word["word"].as_str().is_some_and(|word| word.contains('H'));
    let word = text["words"].as_array().expect("words").iter().find(has_h).expect("a word with an H");
    assert!(word["score"].as_u64() > Some(points(word["word"].as_str().expect("a word"))), "a text prints no values");
}

#[test]
fn a_board_without_a_way_out_is_scrambled() {
    let board = "# layout: columns\nX Q J V:fire\nQ X V J Q\nV J X Q:fire\n";
    let dir = folder();
    let Run { code, stdout, .. } = run(dir.path(), &["advise", "-"], board);
    assert!(code == 1 && stdout.contains("scramble: there is no word"), "{stdout}");
}

#[test]
fn several_boards_and_errors_have_their_names() {
    let dir = folder();
    let square = "C A T\nS O D\nR E N\n";
    let Run { code, stdout, stderr } = run(dir.path(), &["advise", "-"], format!("{FALLING}--\n{square}"));
    assert!(code == 2 && stdout.starts_with("# source: -#1\n"), "{stdout}");
    assert!(
        stderr.starts_with("error: -#2: expected staggered columns, whose tiles fall, found 3x3: use `solve`"),
        "{stderr}"
    );
    let error = |args: &[&str]| trouble(dir.path(), &[&["advise", "-"], args].concat(), FALLING);
    assert!(error(&["--think", "2h"]).contains("expected a time from 1ms to 60s, found `2h`"));
    assert!(error(&["--solves", "0"]).contains("found `0`"));
    assert!(
        error(&["--profile", "boggle", "--bonus", "cat"]).contains("expected a game with bonus words, found boggle")
    );
    assert!(error(&["--bonus", "c4t"]).contains("expected a word of letters for --bonus, found `c4t`"));
    let Run { code, stderr, .. } = run(dir.path(), &["advise", "-", "--bonus", "xqzv"], FALLING);
    assert!(code == 0 && stderr.contains("--bonus: expected a word of the dictionary, found xqzv"), "{stderr}");
}

#[test]
fn a_misspelled_tag_is_refused_with_the_one_that_was_meant() {
    let dir = folder();
    let error = trouble(dir.path(), &["solve", "-"], "C A:fier T\n");
    assert!(error.contains("line 1: expected a tag such as `fire`, found `fier`: write `fire`"), "{error}");
    json(0, dir.path(), &["solve", "-"], "C A:double T\n");
}

#[test]
fn a_time_to_think_is_taken() {
    let report = json(0, folder().path(), &["advise", "-", "--think", "20ms"], FALLING);
    assert!(uses_the_bottom_fire(&report["words"][0]));
}

#[test]
fn a_profile_may_be_a_file() {
    let dir = folder();
    fs::write(dir.path().join("mine.toml"), "based_on = 'boggle'\nname = 'mine'\n[words]\nmin_letters = 5\n")
        .expect("a file");
    let lengths = |args: &[&str]| {
        let report =
            json(0, dir.path(), &[&["solve", "-", "--all"], args].concat(), "C A T S\nS O D E\nR E N A\nD I L T\n");
        report["words"].as_array().expect("words").iter().filter_map(|word| word["length"].as_u64()).min()
    };
    assert_eq!((lengths(&[]), lengths(&["--profile", "mine.toml"])), (Some(3), Some(5)));
    let error = |name: &str| trouble(dir.path(), &["solve", "-", "--profile", name], "A\n");
    assert!(error("chess").contains("expected a profile, found `chess`: name one of deluxe, web, mobile, boggle, "));
    assert!(error("bookworm").contains("for bookworm name one of deluxe, web, mobile, adventures"));
    assert!(error("none.toml").contains("none.toml: expected a file, found none"));
    fs::write(dir.path().join("bad.toml"), "based_on = 'deluxe'\nname = 'x'\n[fire]\nbase = 'hot'\n").expect("a file");
    assert!(error("bad.toml").contains("expected a profile in TOML, found an error (invalid type"));
}

#[test]
fn adventures_may_use_any_tile_after_any_other() {
    let board = "C . . T\n. . . .\n. . . .\n. . A .\n";
    let report = json(0, folder().path(), &["solve", "-", "--profile", "adventures"], board);
    assert!(report["words"].as_array().expect("words").iter().any(|word| word["word"] == "CAT"));
}

#[test]
fn a_simulation_writes_no_two_outputs_into_one_file() {
    let dir = folder();
    for (one, other, file) in [("--csv", "--html", "x.html"), ("--plot", "--csv", "x.svg")] {
        let error = trouble(dir.path(), &["simulate", "--games", "1", one, file, other, file], "");
        assert!(error.contains("expected two files for --") && error.contains("name another one"), "{error}");
        assert!(!dir.path().join(file).exists());
    }
}

#[test]
fn simulated_games_are_repeated_compared_and_written() {
    let dir = folder();
    let args =
        ["simulate", "--policy", "score", "--policy", "survive", "--solves", "10", "--games", "4", "--max-words", "40"];
    let options = ["--fires", "x4", "--level", "20", "--csv", "a.csv", "--plot", "a.svg", "--html", "a.html"];
    let report = json(0, dir.path(), &[&args[..], &options].concat(), "");
    let [score, survive] = report.as_array().expect("an array").as_slice() else { panic!("two policies") };
    assert_eq!(
        (&score["policy"], &survive["policy"], &survive["solves"]),
        (&"score".into(), &"survive".into(), &10.into())
    );
    let mean = |report: &Value| report["words"]["geometric_mean"].as_f64().expect("a number");
    assert!(mean(score) < mean(survive));
    assert!(survive["words"]["low"].as_f64() <= survive["words"]["high"].as_f64());
    let csv = fs::read_to_string(dir.path().join("a.csv")).expect("a file");
    assert_eq!(
        (csv.lines().count(), csv.lines().next()),
        (9, Some("policy,solves,seed,words,score,level,scrambles,capped"))
    );
    let svg = fs::read_to_string(dir.path().join("a.svg")).expect("a file");
    assert_eq!((svg.matches("<polyline").count(), svg.contains("survive 10")), (2, true));
    let html = fs::read_to_string(dir.path().join("a.html")).expect("a file");
    assert!(html.contains("<svg") && html.contains("fire.base"));
    let png = [&args[..], &["--fires", "x4", "--level", "20", "--plot", "a.png", "-j", "1"]].concat();
    let Run { code, stdout, .. } = run(dir.path(), &png, "");
    assert!(code == 0 && stdout.contains("times the") | stdout.contains("the words of score"), "{stdout}");
    assert!(image::open(dir.path().join("a.png")).is_ok());
}

#[test]
fn a_replayed_game_is_board_text() {
    let dir = folder();
    let args = ["simulate", "--policy", "longest", "--replay", "3", "--max-words", "5"];
    let Run { code, stdout, .. } = run(dir.path(), &args, "");
    assert!(code == 0 && stdout.starts_with("# move 1\n# played: "), "{stdout}");
    let solved = json(0, dir.path(), &["solve", "-", "--top", "1"], &stdout);
    assert_eq!(solved.as_array().map(Vec::len), Some(stdout.matches("# move ").count()));
    let error = |args: &[&str]| trouble(dir.path(), &[&["simulate"], args].concat(), "");
    assert!(error(&["--policy", "best"]).contains("expected one of longest, score, "));
    assert!(error(&["--fires", "many"]).contains("expected a rate such as 2.5, or a factor such as x2"));
    assert!(error(&["--profile", "boggle"]).contains("expected a game that brings new tiles, found boggle"));
    assert!(
        error(&["--plot", "a.gif", "--games", "1", "--policy", "score"])
            .contains("--plot: expected a file whose name ends in .svg or .png")
    );
    assert!(error(&["--replay", "1", "--json"]).contains("expected a report with --json, found --replay"));
    assert!(error(&["--csv", "-", "--json"]).contains("expected a file to write with --json"));
    let timed = ["simulate", "--policy", "survive", "--games", "1", "--max-words", "5", "--think", "1ms"];
    let report = json(0, folder().path(), &timed, "");
    assert!(report[0]["solves"].as_u64() > Some(0) && report[0]["words"]["median"] == 5, "{report}");
}

#[test]
fn rules_are_estimated_from_recorded_moves() {
    let dir = folder();
    let args = ["simulate", "--policy", "fire-score", "--profile", "sketch", "--fires", "x2", "--replay", "3"];
    let Run { stdout: moves, .. } = run(dir.path(), &args, "");
    let fit = ["rules", "fit", "-", "-o", "found.toml"];
    let report = json(0, dir.path(), &fit, &moves);
    let estimates = report["estimates"].as_array().expect("estimates");
    let of = |name: &str| estimates.iter().find(|estimate| estimate["name"] == name).expect("an estimate");
    assert_eq!((&of("fire.burns")["value"], &of("gems.gold")["value"]), (&"after-fall".into(), &6.into()));
    let has = |name: &str, value: f64| {
        let end = |end: &str| of(name)[end].as_f64().expect("a number");
        assert!(end("low") <= value && value <= end("high"), "{name}: {:?}", of(name));
    };
    // The profile's, doubled.
    has("fire.letters_3", 0.44);
    has("fire.per_level", 0.05);
    has("letters.E", 0.127);
    assert!(report["words"].as_u64() > Some(100) && report["unexplained"] == 0, "{report}");
    let Run { code, stdout, .. } = run(dir.path(), &["advise", "-", "--profile", "found.toml"], FALLING);
    assert!(code == 0 && stdout.contains("why: takes the fire on the bottom"), "{stdout}");
    let Run { code, stdout, .. } = run(dir.path(), &fit, &moves);
    assert!(code == 0 && stdout.starts_with("rule ") && stdout.ends_with("found.toml: the profile\n"), "{stdout}");
}

#[test]
fn rules_are_estimated_from_a_recording() {
    let dir = folder();
    let args = ["simulate", "--policy", "fire-score", "--replay", "5", "--max-words", "40"];
    let Run { stdout: moves, .. } = run(dir.path(), &args, "");
    fs::create_dir(dir.path().join("record")).expect("a folder");
    let mut turns = "board\tseconds\tplayed\tscore\tbest\tbest_score\n".to_string();
    for (at, part) in moves.split("--\n").enumerate() {
        let word = part.lines().find_map(|line| line.strip_prefix("# played: ")?.split(' ').next()).unwrap_or("-");
        turns += &format!("{}\t2.0\t{word}\t9\tX\t9\n", at + 1);
        let board: String =
            part.lines().filter(|line| !line.starts_with("# move")).map(|line| format!("{line}\n")).collect();
        fs::write(dir.path().join(format!("record/board-{:05}.txt", at + 1)), board).expect("a file");
    }
    fs::write(dir.path().join("record/turns.tsv"), turns).expect("a file");
    let report = json(0, dir.path(), &["rules", "fit", "record"], "");
    assert!(report["words"].as_u64() > Some(35), "{report}");
    let names: Vec<&str> =
        report["estimates"].as_array().expect("estimates").iter().filter_map(|e| e["name"].as_str()).collect();
    assert!(
        names.contains(&"fire.base") && names.contains(&"letters.Z") && !names.contains(&"fire.per_level"),
        "{names:?}"
    );
    let error = |args: &[&str]| trouble(dir.path(), &[&["rules", "fit"], args].concat(), FALLING);
    assert!(error(&["-"]).contains("expected at least two boards of one game, found 1"));
    assert!(error(&["-", "--profile", "boggle"]).contains("expected a built-in profile of a game whose tiles fall"));
    // Words of one letter on a board of that letter have millions of paths: such moves are left out.
    let same = "# layout: columns\n".to_string() + &"A A A A A A A\nA A A A A A A A\n".repeat(3);
    let many = format!("# played: {}\n{same}--\n{same}", "A".repeat(14));
    assert!(trouble(dir.path(), &["rules", "fit", "-"], &many).contains("expected words that lead from each board"));
    let scores = format!("# score: 18446744073709551615\n{same}--\n{same}");
    assert!(trouble(dir.path(), &["rules", "fit", "-"], &scores).contains("expected a score of at most"));
    assert!(error(&["."]).contains("expected a folder of `watch --record` with boards and turns.tsv"));
    fs::write(dir.path().join("mine.toml"), "mine").expect("a file");
    assert!(error(&["record", "-o", "mine.toml"]).contains("expected a new file or an earlier one of this kind"));
}
