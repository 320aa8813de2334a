//! `--engine`: who reads the letters.

use crate::common::{Run, error_line, fixture, folder, hexlex, run, trouble};
use hexlex::board::Board;
use std::fs;

/// Nothing that is not there can be asked.
const NO_DATA: [(&str, &str); 1] = [("TESSDATA_PREFIX", "/nonexistent")];

#[test]
fn every_engine_reads_a_plain_board() {
    let dir = folder();
    let picture = fixture("tan/medium.png");
    let truth: Board = fs::read_to_string(fixture("tan/medium.txt")).unwrap().parse().unwrap();
    for engine in ["net", "template", "auto", "tesseract"] {
        let Run { code, stdout, stderr } = run(dir.path(), &["read", &picture, "--engine", engine], "");
        if code == 2 && stderr.contains("Tesseract") {
            eprintln!("skipped: {stderr}");
            continue;
        }
        let board: Board = stdout.parse().unwrap();
        let right = board.tiles().zip(truth.tiles()).filter(|(a, b)| a.map(|t| &t.face) == b.map(|t| &t.face)).count();
        // Tesseract was made for lines of text.
        let least = if engine == "tesseract" { 46 } else { 52 };
        assert!(code == 0 && right >= least, "{engine}: {right} of 52 right: {stderr}{stdout}");
    }
}

#[test]
fn a_missing_tesseract_is_told_in_one_line() {
    let dir = folder();
    let picture = fixture("tan/medium.png");
    for args in [
        &["read", &picture, "--engine", "tesseract"][..],
        &["solve", &picture, "--engine", "auto"],
        &["check", &picture, "--engine", "net,tesseract"],
    ] {
        let error = error_line(Run::of(hexlex(dir.path(), args).envs(NO_DATA)));
        let expected = ["expected Tesseract's English data", "expected the helper hexlex-tesseract"];
        assert!(expected.iter().any(|start| error.contains(start)) && error.contains("--engine net"), "{error}");
    }
}

#[test]
fn engines_are_known_by_name() {
    let error = trouble(folder().path(), &["read", "a.png", "--engine", "guess"], "");
    assert!(error.contains("guess") && error.contains("net, template, tesseract, auto"), "{error}");
}
