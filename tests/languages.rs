//! Word lists of the system by their language, and accents on boards with and without them.

#![allow(clippy::unwrap_used)] // helpers of tests

mod common;

use common::{Run, folder, hexlex, parse};
use std::fs;
use std::path::Path;

/// A run in which the system has the word lists of `folder/system/dict`, ended with its status.
fn run(folder: &Path, args: &[&str], stdin: &str) -> Run {
    Run::of(hexlex(folder, args).env("XDG_DATA_DIRS", folder.join("system")).write_stdin(stdin.as_bytes()))
}

/// A folder whose system has a German list, and one that a person put there.
fn with_lists() -> tempfile::TempDir {
    let dir = folder();
    let lists = dir.path().join("system/dict");
    fs::create_dir_all(&lists).unwrap();
    fs::write(lists.join("ngerman"), "Straße\nStraßen\nGrüße\nMaße\nSterne\nusw.\n").unwrap();
    fs::write(lists.join("klingon"), "qapla\n").unwrap();
    dir
}

/// The words of a board, in alphabetical order.
fn words(dir: &Path, board: &str) -> Vec<String> {
    let Run { code, stdout, stderr } = run(dir, &["solve", "-", "--lexicon", "de", "--all", "--json"], board);
    assert!(code < 2, "{stderr}");
    let found = parse(&stdout);
    let mut words: Vec<String> =
        found["words"].as_array().unwrap().iter().map(|word| word["word"].as_str().unwrap().to_string()).collect();
    words.sort();
    words
}

#[test]
fn accents_fold_on_a_board_that_has_none() {
    let dir = with_lists();
    assert_eq!(words(dir.path(), "S T R A S S E N\n"), ["STRASSE", "STRASSEN"]);
    assert_eq!(words(dir.path(), "S T R A ß E N\n"), ["STRAßE", "STRAßEN"]);
    // one tile with an accent shows that the game has them: U is not a Ü there
    assert_eq!(words(dir.path(), "G R U S S E Ü\n"), [""; 0]);
    assert_eq!(words(dir.path(), "G R U S S E U\n"), ["GRUSSE"]);
    assert_eq!(words(dir.path(), "g r ü ß e u\n"), ["GRÜßE"]);
}

#[test]
fn score_chooses_for_each_board() {
    let dir = with_lists();
    let args = ["score", "-", "--lexicon", "DE", "--each", "--shape", "1x7", "--min-length", "5"];
    let Run { code, stdout, stderr } = run(dir.path(), &args, "strasse\ngrüßess\ngrusseü\n");
    assert_eq!((code, stdout.as_str()), (0, "5 1 strasse\n2 1 grüßess\n0 0 grusseü\n"), "{stderr}");
}

#[test]
fn refused_words_stay_out_in_either_spelling() {
    let dir = with_lists();
    assert_eq!(run(dir.path(), &["words", "refuse", "strasse"], "").code, 0);
    assert_eq!(words(dir.path(), "S T R A S S E N\n"), ["STRASSEN"]);
    assert_eq!(run(dir.path(), &["words", "refuse", "straßen"], "").code, 0);
    assert_eq!(words(dir.path(), "S T R A S S E N\n"), [""; 0]);
}

#[test]
fn a_language_has_several_names_and_its_abbreviations_are_left_out_silently() {
    let dir = with_lists();
    for name in ["de", "DE", "german", "ngerman"] {
        let Run { code, stdout, stderr } = run(dir.path(), &["words", "has", "straße", "--lexicon", name], "");
        assert_eq!((code, stdout.as_str(), stderr.as_str()), (0, "straße: yes\n", ""), "{name}");
    }
    assert_eq!(run(dir.path(), &["words", "has", "qapla", "--lexicon", "klingon"], "").code, 0);
    assert_eq!(run(dir.path(), &["words", "has", "house", "--lexicon", "en"], "").code, 0);
    assert!(run(dir.path(), &["doctor", "dictionaries"], "").stdout.contains("; lists of the system: de\n"));
}

#[test]
fn a_missing_dictionary_says_how_to_get_one() {
    let dir = with_lists();
    fs::write(dir.path().join("list.txt"), "cat\n").unwrap();
    assert_eq!(run(dir.path(), &["words", "import", "list.txt", "--name", "deluxe"], "").code, 0);
    let lists = dir.path().join("system/dict");
    for (name, expected) in [
        (
            "pl",
            format!(
                "--lexicon: expected the word list `polish` for `pl`, found none in {}: install it (Debian and Ubuntu: apt-get \
                 install wpolish), or name a file",
                lists.display()
            ),
        ),
        (
            "delux",
            "--lexicon: expected a dictionary, found no file and no dictionary named `delux`: use `deluxe`, or name a file, or use \
             one of english, de"
                .to_string(),
        ),
        (
            "xyzzy",
            "--lexicon: expected a dictionary, found no file and no dictionary named `xyzzy`: name a file, or use one of english, deluxe, \
             de; other languages, once their word lists are installed: bg, "
                .to_string(),
        ),
        (
            "words.txt",
            "expected a word list at words.txt, found".to_string(),
        ),
    ] {
        let Run { code, stderr, .. } = run(dir.path(), &["words", "has", "cat", "--lexicon", name], "");
        assert_eq!(code, 2, "{name}");
        let message = stderr.strip_prefix("error: ").unwrap_or_default();
        assert!(message.starts_with(&expected) || message.contains("words.txt: expected a file"), "{stderr}");
    }
}
