//! `score`: totals of the boards of a file.

use crate::common::known::{data, known_totals};
use crate::common::{Run, folder, json, run, trouble};
use hexlex::solve::Kernel;
use serde_json::Value;
use std::fs;

/// How often the boards of a file are repeated, so that `score` cuts them into several batches for its threads.
const REPEATS: usize = 8;

#[test]
fn totals_are_the_known_ones_with_every_kernel() {
    let dir = folder();
    for (file, known) in known_totals() {
        fs::write(dir.path().join(&file), fs::read_to_string(data(&file)).unwrap().repeat(REPEATS)).unwrap();
        let expected = [known.boards, known.points as usize, known.words].map(|number| number * REPEATS);
        for kernel in Kernel::ALL.into_iter().filter(|kernel| kernel.is_available()) {
            for (threads, paths) in [(1, &[][..]), (2, &[]), (3, &["--paths"])] {
                let options = ["--min-length", "3", "--threads", &threads.to_string(), "--kernel", kernel.name()];
                let report = json(0, dir.path(), &[&["score", &file], &options[..], paths].concat(), "");
                assert_eq!(["boards", "points", "words"].map(|field| report[field].clone()), expected, "{file}");
                assert_eq!((&report["kernel"], &report["threads"]), (&kernel.name().into(), &Value::from(threads)));
                assert!(report["seconds"].is_number() && report["boards_per_second"].is_number());
            }
        }
    }
}

#[test]
fn a_bad_line_is_reported_and_the_others_are_scored() {
    let dir = folder();
    let report = json(0, dir.path(), &["score", "-"], "catsodren\nzzzz\n");
    assert_eq!(report["boards"], 2);
    let Run { code, stdout, stderr } = run(dir.path(), &["score", "-"], "catsodren\nabc\nab1d\n");
    assert_eq!(code, 2);
    assert!(stdout.starts_with("1 board"), "{stdout}");
    assert_eq!(stderr.lines().count(), 2, "{stderr}");
    assert!(
        stderr.starts_with(
            "error: standard input: line 2: expected a square number of letters or Bookworm's 52, found 3: "
        ),
        "{stderr}"
    );
    // Errors that repeat are counted, and another one among them is printed.
    let Run { stderr, .. } = run(dir.path(), &["score", "-"], "abc\n".repeat(50) + "ab1d\n" + &"abc\n".repeat(50));
    let lines: Vec<&str> = stderr.lines().collect();
    assert!(lines.len() == 5 && lines[3].contains("line 51: expected a tile, found `1`"), "{stderr}");
    assert_eq!(lines[4], "error: standard input: 97 more lines are not boards: correct these first");
    let Run { code, stdout, .. } = run(dir.path(), &["score", "-"], "abc\n");
    assert_eq!((code, stdout.as_str()), (2, "0 boards: 0 points, 0 words\n"));
    assert!(trouble(dir.path(), &["score", "-"], "").contains("no board"));
    assert!(trouble(dir.path(), &["score", "missing"], "").contains("missing: expected a file, found none"));
}

#[test]
fn a_board_in_rows_is_not_taken_for_several_in_silence() {
    let dir = folder();
    let Run { code, stdout, stderr } = run(dir.path(), &["score", "-"], "cats\nrole\nnide\ntsar\n");
    assert!(code == 0 && stdout.contains("4 boards"), "{stdout}{stderr}");
    assert!(
        stderr.contains("found 4 lines of 4 letters, each of them a board: for one board write its letters in"),
        "{stderr}"
    );
    assert_eq!(run(dir.path(), &["score", "-"], "cats\nrole\n").stderr, "");
}
