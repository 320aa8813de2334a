//! `--engine`: who reads the letters.

use super::*;

/// Nothing that is not there can be asked.
const NO_DATA: [(&str, &str); 1] = [("TESSDATA_PREFIX", "/nonexistent")];

#[test]
fn every_engine_reads_a_plain_board() {
    let dir = folder();
    let picture = fixture("tan/medium.png");
    let truth: Board = fs::read_to_string(fixture("tan/medium.txt")).unwrap().parse().unwrap();
    for engine in ["net", "template", "auto", "tesseract"] {
        let (code, told, stderr) = run(dir.path(), &["read", &picture, "--engine", engine], "");
        if code == 2 && stderr.contains("Tesseract") {
            eprintln!("passed over: {stderr}");
            continue;
        }
        let board: Board = told.parse().unwrap();
        let right = board.tiles().zip(truth.tiles()).filter(|(a, b)| a.map(|t| &t.face) == b.map(|t| &t.face)).count();
        // Tesseract was made for lines of text.
        let least = if engine == "tesseract" { 46 } else { 52 };
        assert!(code == 0 && right >= least, "{engine}: {right} of 52 right: {stderr}{told}");
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
        let (code, stdout, stderr) = run_with(dir.path(), args, "", &NO_DATA);
        assert_eq!((code, stdout.as_str(), stderr.lines().count()), (2, "", 1), "{args:?}: {stderr}");
        let expected = ["expected Tesseract's English data", "expected the helper hexlex-tesseract"];
        assert!(expected.iter().any(|start| stderr.contains(start)) && stderr.contains("--engine net"), "{stderr}");
    }
}

#[test]
fn engines_are_known_by_name() {
    let error = trouble(folder().path(), &["read", "a.png", "--engine", "guess"], "");
    assert!(error.contains("guess") && error.contains("net, template, tesseract, auto"), "{error}");
}
