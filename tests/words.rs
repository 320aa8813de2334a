//! Dictionaries and random boards by the command line.

mod common;

use common::known::data;
use common::{Run, answer, folder, json, run, trouble};
use serde_json::Value;
use std::fs;

#[test]
fn a_built_dictionary_is_listed_searched_and_used() {
    let dir = folder();
    fs::write(dir.path().join("a.txt"), "dog\ncat\ncats\n4th\n").unwrap();
    let built = json(0, dir.path(), &["words", "build", "a.txt", "-", "-o", "x.lexicon"], "COT\ncat\n");
    assert_eq!((&built["words"], &built["states"], &built["edges"]), (&4.into(), &8.into(), &9.into()));
    assert_eq!(built["bytes"], fs::metadata(dir.path().join("x.lexicon")).unwrap().len());
    let list = |args: &[&str]| {
        let words = json(0, dir.path(), &[&["words", "list", "--lexicon", "x.lexicon"], args].concat(), "");
        words["words"].as_array().unwrap().iter().map(|word| word.as_str().unwrap().to_string()).collect::<Vec<_>>()
    };
    assert_eq!(list(&[]), ["cat", "cats", "cot", "dog"]);
    assert_eq!(list(&["--prefix", "CA"]), ["cat", "cats"]);
    assert_eq!(list(&["--pattern", "c.t", "--prefix", "co"]), ["cot"]);
    assert_eq!(list(&["--letters", "stac", "--min-length", "4"]), ["cats"]);
    answer(1, dir.path(), &["words", "list", "--lexicon", "x.lexicon", "--prefix", "z"], "");
    let info = json(0, dir.path(), &["words", "info", "x.lexicon"], "");
    assert_eq!((&info["words"], &info["longest"], &info["lengths"]["3"]), (&4.into(), &4.into(), &3.into()));
    assert!(answer(0, dir.path(), &["words", "info"], "").contains("  3 "));
    let args = ["words", "has", "Cat", "cow", "--lexicon", "x.lexicon"];
    assert_eq!(answer(1, dir.path(), &args, ""), "Cat: yes\ncow: no\n");
    assert_eq!(json(1, dir.path(), &args, "")["missing"], Value::from(vec!["cow"]));
    let filtered = ["words", "build", "x.lexicon", "-o", "y.lexicon", "--max-length", "3", "--pattern", "c*"];
    assert_eq!(json(0, dir.path(), &filtered, "")["words"], 2);
    let score = ["score", "-", "--lexicon", "x.lexicon", "--min-length", "3"];
    assert_eq!(json(0, dir.path(), &score, "ctas\n")["words"], 2);
}

#[test]
fn info_counts_the_users_words_apart() {
    let dir = folder();
    fs::write(dir.path().join("a.txt"), "cat\ndog\n").unwrap();
    let before = json(0, dir.path(), &["words", "info", "a.txt"], "");
    assert_eq!((&before["words"], &before["allowed"], &before["refused"]), (&2.into(), &0.into(), &0.into()));
    answer(0, dir.path(), &["words", "allow", "hexlex", "cat"], "");
    answer(0, dir.path(), &["words", "refuse", "dog", "cow"], "");
    let after = json(0, dir.path(), &["words", "info", "--lexicon", "a.txt"], "");
    assert_eq!((&after["words"], &after["lengths"], &after["longest"]), (&2.into(), &before["lengths"], &3.into()));
    assert_eq!((&after["allowed"], &after["refused"]), (&1.into(), &1.into()));
    let text = answer(0, dir.path(), &["words", "info", "a.txt"], "");
    assert!(text.contains("\nyour own words: 1 of 2 allowed words added, 1 of 2 refused words left out\n"), "{text}");
    assert!(trouble(dir.path(), &["words", "info", "a.txt", "--lexicon", "a.txt"], "").contains("found both"));
}

#[test]
fn the_users_words_apply_to_every_dictionary() {
    let dir = folder();
    let has = |status, word| answer(status, dir.path(), &["words", "has", word], "");
    answer(0, dir.path(), &["words", "refuse", "House", "houses"], "");
    answer(0, dir.path(), &["words", "allow", "hexlex"], "");
    has(1, "house");
    has(0, "hexlex");
    let found = json(0, dir.path(), &["solve", "-", "--split", "--all"], "hexlex\nhouses\n");
    let words: Vec<&str> =
        found["words"].as_array().unwrap().iter().map(|word| word["word"].as_str().unwrap()).collect();
    assert!(words.contains(&"HEXLEX") && !words.contains(&"HOUSE"), "{words:?}");
    assert_eq!(answer(0, dir.path(), &["words", "refuse"], ""), "house\nhouses\n");
    // a word that is allowed leaves the list of refused words
    answer(0, dir.path(), &["words", "allow", "houses"], "");
    assert_eq!(json(0, dir.path(), &["words", "refuse"], "")["words"], Value::from(vec!["house"]));
    answer(0, dir.path(), &["words", "refuse", "--forget", "house"], "");
    has(0, "house");
    assert!(trouble(dir.path(), &["words", "refuse", "don't"], "").contains("not letters only"));
}

#[test]
fn an_edit_of_the_own_words_says_how_to_undo_it() {
    let dir = folder();
    let lists = || ["refuse", "allow"].map(|list| answer(0, dir.path(), &["words", list], ""));
    answer(0, dir.path(), &["words", "refuse", "xu"], "");
    answer(0, dir.path(), &["words", "allow", "zed"], "");
    for args in
        [&["words", "refuse", "qi", "xu", "zed"][..], &["words", "allow", "XU"], &["words", "refuse", "xu", "--forget"]]
    {
        let before = lists();
        let answered = answer(0, dir.path(), args, "");
        assert_ne!(lists(), before);
        let (_, undo) = answered.split_once("to undo this, run `hexlex ").unwrap_or_else(|| panic!("{answered}"));
        for command in undo.trim_end().trim_end_matches('`').split(" && hexlex ") {
            answer(0, dir.path(), &command.split(' ').collect::<Vec<_>>(), "");
        }
        assert_eq!(lists(), before, "{args:?}: {answered}");
    }
    assert!(!answer(0, dir.path(), &["words", "refuse", "xu"], "").contains("undo"), "nothing changes");
}

#[test]
fn a_games_list_is_imported_under_a_name() {
    let dir = folder();
    fs::write(dir.path().join("wordlist.txt"), "aa\n2h\n3ed\ning\ns\n2l\n3ii\n0zoo\n").unwrap();
    assert_eq!(json(0, dir.path(), &["words", "import", "wordlist.txt", "--name", "game"], "")["words"], 8);
    answer(0, dir.path(), &["words", "has", "aalii", "--lexicon", "game"], "");
    assert!(
        trouble(dir.path(), &["words", "import", "wordlist.txt", "--name", "../x"], "").contains("without slashes")
    );
}

#[test]
fn a_damaged_dictionary_gives_the_reason() {
    let dir = folder();
    answer(0, dir.path(), &["words", "build", "-", "-o", "good"], "cat\ndog\n");
    let good = fs::read(dir.path().join("good")).unwrap();
    let info = |bytes: &[u8]| {
        fs::write(dir.path().join("bad"), bytes).unwrap();
        trouble(dir.path(), &["words", "info", "bad"], "")
    };
    assert!(info(&good[..good.len() - 1]).contains("cut short"));
    let changed = |place: usize, value: u8| [&good[..place], &[value], &good[place + 1..]].concat();
    assert!(info(&changed(8, 9)).contains("found version 9"));
    assert!(info(&changed(good.len() - 2, 77)).contains("damaged"));
    assert!(info(b"\x7fELF\x02\x01\x01\0\0\0").contains("binary data"));
    assert!(info(b"").contains("no word"));
    assert!(trouble(dir.path(), &["words", "build", "-", "-o", "x"], "").contains("found none"));
    assert!(trouble(dir.path(), &["words", "build", "none.txt", "-o", "x"], "").contains("none.txt"));
    assert!(!dir.path().join("x").exists());
}

#[test]
fn long_lines_and_long_words_are_skipped() {
    let dir = folder();
    let long = "a".repeat(300);
    let endless = "b".repeat(10_000_000);
    let Run { code, stdout, stderr } =
        run(dir.path(), &["words", "build", "-", "-o", "x"], format!("cat\n{long}\n{endless}\ndog\n"));
    assert_eq!(code, 0, "{stderr}");
    assert!(stdout.contains("2 words"), "{stdout}");
    assert!(stderr.contains("2 lines are not words: line 2") && stderr.contains("more than 64 letters"), "{stderr}");
}

#[test]
fn a_million_lines_of_few_words_build_a_small_dictionary() {
    let dir = folder();
    // at most 500 different words, in disorder
    let word = |n: usize| {
        format!(
            "{}{}\n",
            ["ab", "ba", "cd", "dc"][n % 4],
            "xyzuvw".repeat(1 + n % 5).split_at(n % 6).1.replace('x', ["e", "f"][n / 7 % 2])
        )
    };
    let lines: String = (0..1_000_000).map(|n| word(n * 7919 % 500)).collect();
    let built = json(0, dir.path(), &["words", "build", "-", "-o", "x"], lines.as_str());
    let mut words: Vec<&str> = lines.lines().collect();
    words.sort_unstable();
    words.dedup();
    assert_eq!(built["words"], words.len());
}

#[test]
fn rolled_boards_are_scored_and_solved() {
    let dir = folder();
    let roll = |args: &[&str]| answer(0, dir.path(), &[&["roll", "--seed", "3"], args].concat(), "");
    let lines = roll(&["--count", "50"]);
    assert_eq!(lines, roll(&["--count", "50"]));
    let known = fs::read_to_string(data("dice-4x4.txt")).unwrap();
    assert_eq!(answer(0, dir.path(), &["roll", "--seed", "1", "--count", "500"], ""), known);
    assert_eq!(json(0, dir.path(), &["score", "-"], &lines)["boards"], 50);
    let each = answer(0, dir.path(), &["score", "-", "--each", "--threads", "3"], &lines);
    let boards: Vec<&str> = each.lines().filter_map(|line| line.split(' ').nth(2)).collect();
    assert_eq!(boards, lines.lines().collect::<Vec<_>>());
    let text = roll(&["--shape", "bookworm", "--text", "--count", "2"]);
    for board in text.split("--\n") {
        answer(0, dir.path(), &["solve", "-"], board);
    }
    let words = |board: &str| json(0, dir.path(), &["score", "-"], board)["words"].as_u64().unwrap();
    assert!(words(&roll(&["--best-of", "50"])) > words(&roll(&[])));
    assert_eq!(roll(&["--dice", "big"]).trim().len(), 25);
    assert!(trouble(dir.path(), &["roll", "--shape", "5x5", "--dice", "old"], "").contains("as many tiles"));
    assert!(trouble(dir.path(), &["score", "-", "--kernel", "neon"], "").contains("scalar, avx2, avx512"));
}

/// A few words of each language, with the letters that only this language has.
#[test]
fn languages_are_folded_by_unicode() {
    let dir = folder();
    for (language, list, asked) in [
        ("polish", "\u{17c}\u{f3}\u{142}w\nja\u{17a}\u{144}\n\u{15b}wi\u{119}to\n", "\u{17b}\u{d3}\u{141}W"),
        ("german", "Stra\u{df}e\n\u{c4}rger\n\u{dc}bung\n", "\u{e4}RGER"),
        ("french", "\u{153}uvre\na\u{ef}eul\nno\u{eb}l\n", "\u{152}UVRE"),
        ("spanish", "ni\u{f1}o\nping\u{fc}ino\n\u{e1}rbol\n", "NI\u{d1}O"),
        (
            "russian",
            "\u{451}\u{43b}\u{43a}\u{430}\n\u{43e}\u{431}\u{44a}\u{435}\u{43a}\u{442}\n",
            "\u{401}\u{41b}\u{41a}\u{410}",
        ),
    ] {
        let file = format!("{language}.lexicon");
        assert!(answer(0, dir.path(), &["words", "build", "-", "-o", &file], list).contains(" words"));
        answer(0, dir.path(), &["words", "has", asked, "--lexicon", &file], "");
        let letters: String = asked.chars().take(4).flat_map(|letter| [letter, ' ']).collect();
        let found = json(0, dir.path(), &["words", "list", "--letters", &(letters + "*****"), "--lexicon", &file], "");
        assert!(found["count"].as_u64() > Some(0), "{language}");
    }
}

#[test]
fn an_output_never_replaces_its_input() {
    let dir = folder();
    fs::write(dir.path().join("a.txt"), "cat\ndog\n").unwrap();
    for args in [&["words", "build", "a.txt", "-o", "./a.txt"][..], &["words", "import", "a.txt", "-o", "a.txt"]] {
        assert!(trouble(dir.path(), args, "").contains("found the input"), "{args:?}");
    }
    assert_eq!(fs::read_to_string(dir.path().join("a.txt")).unwrap(), "cat\ndog\n");
}
