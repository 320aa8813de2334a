//! `check`: differences, reliability of the confidence, engines side by side, the HTML report.

use crate::common::{Run, answer, fixture, folder, json, names, parse, run, trouble};
use crate::empty_picture;
use serde_json::Value;
use std::fs;

#[test]
fn check_needs_pictures_with_truths() {
    let dir = folder();
    empty_picture(&dir.path().join("a.png"), 200, 200);
    assert!(
        trouble(dir.path(), &["check", "a.png"], "").contains("a.png: expected its truth in a.txt, found no such file")
    );
    assert!(trouble(dir.path(), &["check", "none"], "").contains("none: expected a file or a folder, found neither"));
    let Run { code, stderr, .. } = run(dir.path(), &["check", "."], "");
    assert_eq!(code, 2);
    assert!(stderr.contains("error: expected pictures with a truth beside them"), "{stderr}");
}

#[test]
fn differences_are_reported_and_bad_files_skipped() {
    let dir = folder();
    let at = |name: &str| dir.path().join(name);
    empty_picture(&at("a.png"), 200, 200);
    fs::write(at("a.txt"), "A B\nC D\n").unwrap();
    let report = json(1, dir.path(), &["check", "."], "");
    assert_eq!((&report["pictures"], &report["exact"]), (&Value::from(1), &Value::from(0)));
    assert_eq!((&report["tiles"], &report["unreadable"]), (&Value::from(4), &Value::from(4)));
    assert_eq!(report["files"][0]["exact"], false);
    assert!(report["confusions"].as_array().unwrap().is_empty());
    assert!(answer(1, dir.path(), &["check", "."], "").contains("a.png: no board found"));
    assert_eq!(run(dir.path(), &["check", ".", "--fail-under", "0"], "").code, 0);
    assert_eq!(run(dir.path(), &["check", ".", "--fail-under", "1"], "").code, 1);

    fs::write(at("b.png"), "no picture").unwrap();
    fs::write(at("b.txt"), "A B\nC D\n").unwrap();
    empty_picture(&at("c.png"), 10, 10);
    fs::write(at("c.txt"), "A:\n").unwrap();
    let error = trouble(dir.path(), &["check", "a.png", "--skin", "none"], "");
    assert!(
        error.contains("found `none`: leave --skin out"),
        "a wrong argument is an error, not a difference: {error}"
    );
    let Run { code, stdout, stderr } = run(dir.path(), &["check", ".", "-j", "2", "--json"], "");
    assert_eq!((code, stderr.lines().count()), (2, 2), "{stderr}");
    let report = parse(&stdout);
    assert_eq!(report["pictures"], 1);
}

#[test]
fn engines_are_compared_side_by_side() {
    let dir = folder();
    let args = ["check", &fixture("square"), "--engine", "net,template", "--engine", "net"];
    let report = json(0, dir.path(), &args, "");
    let engines = report["engines"].as_array().expect("engines");
    let names: Vec<&Value> = engines.iter().map(|engine| &engine["engine"]).collect();
    assert_eq!(names, ["net", "template"], "each once");
    for engine in engines {
        let sum =
            ["right", "unreadable", "wrong"].map(|what| engine[what].as_u64().expect("a number")).iter().sum::<u64>();
        assert_eq!(engine["tiles"].as_u64(), Some(sum));
        assert!(engine["milliseconds"].as_f64() > Some(0.0));
    }
    assert_eq!(report["right"], engines[0]["right"], "the totals are those of the first engine");
    let answered = answer(0, dir.path(), &args, "");
    let row = |name: &str| answered.lines().any(|line| line.starts_with(name) && line.split_whitespace().count() == 9);
    assert!(row("net") && row("template"), "{answered}");
}

#[test]
fn reliability_counts_every_guess() {
    let report = json(0, folder().path(), &["check", &fixture("tan")], "");
    let bins = report["reliability"]["bins"].as_array().expect("bins");
    let tiles: u64 = bins.iter().filter_map(|bin| bin["tiles"].as_u64()).sum();
    assert_eq!(Some(tiles), report["tiles"].as_u64());
    for bin in bins {
        let part = |what: &str| bin[what].as_f64().expect("a number");
        assert!(part("from") <= part("said") && part("said") <= part("to"), "{bin}");
        assert!((0.0..=1.0).contains(&part("right")), "{bin}");
    }
}

#[test]
fn the_html_report_is_one_file() {
    let dir = folder();
    fs::copy(fixture("tan/medium.png"), dir.path().join("a&b.png")).unwrap();
    let truth = fs::read_to_string(fixture("tan/medium.txt")).unwrap();
    let first = truth.find(|c: char| c.is_ascii_uppercase() && truth.contains("\n")).unwrap();
    // The truth gets one letter that the picture does not show.
    let letters = truth.find("\nR").map_or(first, |at| at + 1);
    let wrong = format!("{}Z{}", &truth[..letters], &truth[letters + 1..]);
    fs::write(dir.path().join("a&b.txt"), wrong).unwrap();
    answer(1, dir.path(), &["check", ".", "--html", "report.html"], "");
    let page = fs::read_to_string(dir.path().join("report.html")).unwrap();
    for part in ["<!DOCTYPE html>", "a&amp;b.png", "truth Z", "data:image/png;base64,iVBOR", "<style>"] {
        assert!(page.contains(part), "{part}");
    }
    assert!(!page.contains("http") && !page.contains("<script") && !page.contains("<link"));
    assert_eq!(names(dir.path()), ["a&b.png", "a&b.txt", "report.html"]);
    let Run { code, stderr, .. } = run(dir.path(), &["check", ".", "--html", "none/report.html"], "");
    assert!(
        code == 2
            && stderr == "error: expected the folder none, found nothing there: create it, or name another folder\n",
        "{stderr}"
    );
}

#[test]
fn the_truth_of_another_picture_is_suspected() {
    let dir = folder();
    for (picture, truth, message) in [
        ("gems/medium.png", "gems/small.txt", "tiles as read: check that the truth belongs to it\n"),
        ("tan/medium.png", "square/medium.txt", "found 7,8,7,8,7,8,7: check that the truth is that of this picture\n"),
    ] {
        std::fs::copy(fixture(picture), dir.path().join("a.png")).unwrap();
        std::fs::copy(fixture(truth), dir.path().join("a.txt")).unwrap();
        let stdout = answer(1, dir.path(), &["check", "a.png"], "");
        assert!(stdout.contains(message), "{message}: {stdout}");
    }
}
