//! `--engine`: which engine reads the letters.

use crate::common::{Run, error_line, fixture, folder, hexlex, run, trouble};
use hexlex::board::Board;
use std::fs;

/// The errors of a machine without Tesseract: the helper is not built, or its data is not installed.
const MISSING: [&str; 2] = ["expected the helper hexlex-tesseract", "expected Tesseract's English data"];

fn is_missing(error: &str) -> bool {
    MISSING.iter().any(|missing| error.contains(missing))
}

#[test]
fn every_engine_reads_a_plain_board() {
    let dir = folder();
    let picture = fixture("tan/medium.png");
    let truth: Board = fs::read_to_string(fixture("tan/medium.txt")).unwrap().parse().unwrap();
    for engine in ["net", "template", "auto", "tesseract"] {
        let Run { code, stdout, stderr } = run(dir.path(), &["read", &picture, "--engine", engine], "");
        if code == 2 && is_missing(&stderr) {
            eprintln!("skipped: {stderr}");
            continue;
        }
        let board: Board = stdout.parse().unwrap();
        let right = board.tiles().zip(truth.tiles()).filter(|(a, b)| a.map(|t| &t.face) == b.map(|t| &t.face)).count();
        // Tesseract is made for lines of text and misreads a few single letters.
        let least = if engine == "tesseract" { 46 } else { 52 };
        assert!(code == 0 && right >= least, "{engine}: {right} of 52 right: {stderr}{stdout}");
    }
}

#[test]
fn a_missing_tesseract_gives_one_error_line() {
    let dir = folder();
    let picture = fixture("tan/medium.png");
    for args in [
        &["read", &picture, "--engine", "tesseract"][..],
        // Not an error of the shape.
        &["read", &picture, "--engine", "tesseract", "--shape", "4x4"],
        &["solve", &picture, "--engine", "auto"],
        &["check", &picture, "--engine", "net,tesseract"],
    ] {
        let error = error_line(Run::of(hexlex(dir.path(), args).env("TESSDATA_PREFIX", "/nonexistent")));
        assert!(is_missing(&error) && error.contains("--engine net"), "{error}");
    }
}

#[test]
fn an_unknown_engine_is_an_error() {
    let error = trouble(folder().path(), &["read", "a.png", "--engine", "guess"], "");
    assert!(error.contains("guess") && error.contains("net, template, tesseract, auto"), "{error}");
}
