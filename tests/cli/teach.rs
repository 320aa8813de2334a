//! `teach`: skins from pictures with truths or with answers, and how pictures are read with them.

use crate::common::{Run, answer, fixture, folder, json, names, parse, run, trouble};
use crate::spotted_picture;
use hexlex::board::{Board, Shape};
use hexlex::paint::{Style, paint};
use hexlex::roll::{Dice, Roller};
use hexlex::typeface::Typeface;
use serde_json::Value;
use std::fs;

#[test]
fn a_taught_skin_is_recognized() {
    let dir = folder();
    let picture = fixture("tan/medium.png");
    let report = json(0, dir.path(), &["teach", &picture, "--skin", "tan"], "");
    assert_eq!(
        (&report["skin"], &report["pictures"], &report["files"][0]["tiles"]),
        (&"tan".into(), &1.into(), &52.into())
    );
    let skin = dir.path().join("home/hexlex/skins/tan");
    assert!(skin.join("skin.toml").exists() && skin.join("letters/E.png").exists());

    let read = |engine: &[&str], picture: &str| json(0, dir.path(), &[&["read", picture], engine].concat(), "");
    let (taught, net) = (read(&[], &picture), read(&["--engine", "net"], &picture));
    assert_eq!((&taught["skin"], &net["skin"]), (&"tan".into(), &Value::Null));
    for (taught, net) in taught["tiles"].as_array().unwrap().iter().zip(net["tiles"].as_array().unwrap()) {
        assert_eq!((&taught["text"], &taught["kind"]), (&net["text"], &net["kind"]));
    }
    assert_eq!(read(&[], &fixture("tan/large.jpg"))["skin"], "tan", "at another size, as a JPEG");
    for other in ["flat/medium.png", "stone/medium.png", "hexagons/medium.jpg"] {
        assert_eq!(read(&[], &fixture(other))["skin"], Value::Null, "{other}");
    }
    assert_eq!(read(&["--skin", "tan", "--engine", "template"], &picture)["tiles"][0]["text"], "R");
    let folder = skin.display().to_string();
    assert_eq!(answer(0, dir.path(), &["read", &picture, "--skin", &folder], "").lines().count(), 8);
}

#[test]
fn a_skin_learns_from_further_pictures() {
    let dir = folder();
    let teach = |name: &str| json(0, dir.path(), &["teach", &fixture(name), "--skin", "tan"], "");
    let first = teach("tan/medium.png");
    let again = teach("tan/medium.png");
    assert_eq!(
        (&again["pictures"], &again["files"][0]["new"]),
        (&2.into(), &0.into()),
        "nothing new in the same picture"
    );
    let more = teach("tan/large.jpg");
    let count = |report: &Value| report["letters"].as_array().map(Vec::len);
    assert!(count(&more) >= count(&first) && more["pictures"] == 3);
    let error = trouble(dir.path(), &["teach", &fixture("square/medium.jpg"), "--skin", "tan"], "");
    assert!(error.contains("expected a board in columns as the skin `tan` has, found one in rows"), "{error}");
}

#[test]
fn the_letters_of_another_game_are_not_mixed_in_silently() {
    let dir = folder();
    let teach = |name: &str| run(dir.path(), &["teach", &fixture(name), "--skin", "square"], "");
    for own in ["square/medium.jpg", "square/small.bmp"] {
        let Run { code, stderr, .. } = teach(own);
        assert_eq!((code, stderr.as_str()), (0, ""));
    }
    let Run { code, stderr, .. } = teach("stone/medium.png");
    assert!(
        code == 0 && stderr.contains("expected tiles as the skin `square` has, found others, which it"),
        "{stderr}"
    );
    assert!(stderr.contains("of another game, run `hexlex teach --forget --skin square`, and teach"), "{stderr}");
    // --forget removes no skin of --dir.
    let teach = |name: &str| run(dir.path(), &["teach", &fixture(name), "--skin", "square", "--dir", "mine"], "");
    assert_eq!(teach("square/medium.jpg").code, 0);
    let Run { code, stderr, .. } = teach("stone/medium.png");
    assert!(code == 0 && stderr.contains("of another game, remove the folder mine, and teach each game"), "{stderr}");
}

#[test]
fn a_truth_of_another_shape_is_named_with_both() {
    let dir = folder();
    fs::write(dir.path().join("truth.txt"), "C A T\nR O L\nN I D\n").unwrap();
    for (picture, shape) in [("square/medium.jpg", "5x5"), ("tan/medium.png", "7,8,7,8,7,8,7")] {
        let args = ["teach", &fixture(picture), "--skin", "x", "--truth", "truth.txt"];
        let error = trouble(dir.path(), &args, "");
        assert!(
            error.contains(&format!("a truth of the board's shape {shape}, found 3x3 in truth.txt: correct")),
            "{error}"
        );
    }
}

/// Letters that no reader knows are taught by their truth; that of another board is refused.
#[test]
fn unknown_letters_are_taught_by_their_truth_alone() {
    let dir = folder();
    let board = |seed| Board::from_letters(Shape::bookworm(), &Roller::new(seed).roll(&Dice::ENGLISH, 52)).unwrap();
    let style = Style { typeface: Typeface::runes(), ..Style::default() };
    paint(&board(1), &style, 56.0).unwrap().0.save(dir.path().join("a.png")).unwrap();
    for seed in [1, 2] {
        fs::write(dir.path().join(format!("{seed}.txt")), board(seed).to_string()).unwrap();
    }
    let error = trouble(dir.path(), &["teach", "a.png", "--skin", "runes", "--truth", "2.txt"], "");
    assert!(error.contains("similar tiles have different letters: correct it"), "{error}");
    answer(0, dir.path(), &["teach", "a.png", "--skin", "runes", "--truth", "1.txt"], "");
    let read: Board = answer(0, dir.path(), &["read", "a.png", "--skin", "runes"], "").parse().unwrap();
    let faces = |board: &Board| board.tiles().flatten().map(|tile| tile.face.to_string()).collect::<Vec<_>>();
    let (truth, read) = (faces(&board(1)), faces(&read));
    let right = read.iter().zip(&truth).filter(|(read, truth)| read == truth).count();
    // A letter that comes but once may stay unread, or have the networks' letter.
    assert!(right >= 39, "{right} of 52: {read:?}");
}

#[test]
fn letters_are_asked_for_without_a_truth() {
    let dir = folder();
    fs::copy(fixture("tan/medium.png"), dir.path().join("a.png")).unwrap();
    let args = ["teach", "a.png", "--skin", "mine", "--json"];
    let Run { code, stdout, stderr: asked } = run(dir.path(), &args, "\n3\nyes\nG\nG\n-\n");
    assert_eq!(code, 0, "{asked}");
    let report = parse(&stdout);
    assert_eq!(report["files"][0]["tiles"], 2, "one letter accepted, one typed, one skipped, the rest not answered");
    assert!(asked.contains("line 1, tile 1: which letter? [R] ") && asked.contains('\u{2588}'), "{asked}");
    for wrong in ["3", "yes"] {
        assert!(asked.contains(&format!("expected one letter, as in E or Qu, found `{wrong}`: ")), "{asked}");
    }
    assert_eq!(asked.matches("line 1, tile 2: which letter?").count(), 4, "asked again after each: {asked}");
    assert!(asked.contains("expected P, found `G`: type G again to keep it, or press Enter for P"), "{asked}");
    let Run { code, stderr, .. } = run(dir.path(), &["teach", "a.png", "--skin", "other"], "");
    assert!(code == 2 && stderr.contains("a.png: expected its letters, found no truth and no answer: "), "{stderr}");
    assert!(!dir.path().join("home/hexlex/skins/other").exists(), "a skin without letters is not written");
}

#[test]
fn confident_letters_are_accepted_at_once_and_answers_taken_back() {
    let dir = folder();
    fs::copy(fixture("tan/medium.png"), dir.path().join("a.png")).unwrap();
    let teach = |name: &str, answers: &str| {
        let Run { code, stdout, stderr } = run(dir.path(), &["teach", "a.png", "--skin", name, "--json"], answers);
        assert_eq!(code, 0, "{stderr}");
        (parse(&stdout), stderr)
    };
    let (report, asked) = teach("all", "all\n");
    assert_eq!(report["files"][0]["tiles"], 52);
    assert!(
        asked.contains("1 of 52, line 1, tile 1: which letter? [R] ") && asked.contains("accepted 52 letters"),
        "{asked}"
    );
    assert_eq!(asked.matches("Enter accepts the letter in brackets").count(), 1, "{asked}");
    // What was accepted at once is taken back before it is saved, and Enter saves it.
    let (report, asked) = teach("taken-back", "all\nsave\nundo\n-\nall\n\n");
    assert_eq!(report["files"][0]["tiles"], 51);
    assert!(asked.contains("expected Enter or `undo`, found `save`"), "{asked}");
    assert_eq!(asked.matches("press Enter to save the letters, or type `undo`").count(), 3, "{asked}");
    // The second answer is taken back and given anew; `?` asks for the hint.
    let (report, asked) = teach("undo", "undo\n\n-\nundo\n\n?\nall\n");
    assert_eq!(report["files"][0]["tiles"], 52);
    assert!(asked.contains("expected an answer to take back, found none yet"), "{asked}");
    assert_eq!(asked.matches("2 of 52, line 1, tile 2").count(), 2, "{asked}");
    assert_eq!(asked.matches("Enter accepts the letter in brackets").count(), 2, "{asked}");
}

#[test]
fn letters_that_look_like_others_are_asked_for_twice() {
    let dir = folder();
    spotted_picture(&dir.path().join("a.png"), 964..=972, 730..=742);
    fs::remove_file(dir.path().join("a.txt")).unwrap();
    // The other tiles are accepted.
    let teach = |name: &str, answers: &str| {
        let args = ["teach", "a.png", "--skin", name, "--shape", "7,8,7,8,7,8,7"];
        let Run { code, stderr, .. } = run(dir.path(), &args, answers);
        assert_eq!(code, 0, "{stderr}");
        stderr
    };
    let asked = teach("wrong", "all\nT\n\n");
    assert!(asked.contains("line 6, tile 7: expected I as in line ") && asked.contains("found `T`"), "{asked}");
    let asked = teach("right", "all\n\n");
    assert!(!asked.contains("looks alike"), "{asked}");
    // Each answer of the first round is one of the second.
    let asked = teach("help", "all\nT\n?\n3\nall\n");
    assert!(asked.contains("Enter takes the letter that looks alike") && asked.contains("found `3`: "), "{asked}");
    assert!(asked.contains("accepted 1 letter; `undo` takes it back\npress Enter to save the letters"), "{asked}");
    // Back to the first round, where the letter is asked for anew.
    let asked = teach("undo", "all\nT\nundo\nI\n");
    assert_eq!(asked.matches("line 6, tile 7: which letter?").count(), 2, "{asked}");
    assert_eq!(asked.matches("looks alike").count(), 1, "{asked}");
    // A letter that is typed twice stays.
    let asked = teach("kept", "all\nT\nT\n");
    assert_eq!(asked.matches("looks alike").count(), 1, "{asked}");
    let letters = |name: &str| names(&dir.path().join("home/hexlex/skins").join(name).join("letters"));
    let count = |name: &str, letter: char| letters(name).iter().filter(|file| file.starts_with(letter)).count();
    assert_eq!(count("kept", 'T'), count("right", 'T') + 1);
    for same in ["wrong", "help", "undo"] {
        assert_eq!(letters(same), letters("right"), "{same}");
    }
}

#[test]
fn a_folder_teaches_its_pictures_with_truths() {
    let dir = folder();
    let at = |name: &str| dir.path().join(name);
    fs::create_dir(at("pictures")).unwrap();
    fs::copy(fixture("tan/medium.png"), at("pictures/a.png")).unwrap();
    let teach = |rest: &[&str]| run(dir.path(), &[&["teach", "pictures", "--skin", "tan"], rest].concat(), "");
    let Run { code, stderr, .. } = teach(&[]);
    assert!(code == 2 && stderr.contains("error: expected pictures with a truth beside them"), "{stderr}");
    fs::copy(fixture("tan/medium.txt"), at("pictures/a.txt")).unwrap();
    fs::copy(fixture("tan/small.png"), at("pictures/b.png")).unwrap();
    let Run { code, stdout, stderr } = teach(&[]);
    assert!(code == 0 && stdout.starts_with("pictures/a.png: 52 tiles"), "{stdout}{stderr}");
    assert!(
        stderr.starts_with("warning: skipped 1 picture: expected a truth (NAME.txt beside NAME.png), found none: "),
        "{stderr}"
    );
    let Run { code, stderr, .. } = teach(&["--truth", "pictures/a.txt"]);
    assert!(code == 2 && stderr.contains("expected one picture with --truth, found 2: "), "{stderr}");
}

#[test]
fn bad_arguments_and_damaged_skins_are_reported() {
    let dir = folder();
    let picture = fixture("tan/medium.png");
    for (args, expected) in [
        (
            &["teach", &picture, "--skin", "a/b"][..],
            "expected a skin's name of letters, digits, `-`, `_` and `.`, found `a/b`",
        ),
        (&["teach", &picture, &picture, "--skin", "a", "--truth", "t.txt"], "expected one picture with --truth"),
        (&["teach", "none.png", "--skin", "a"], "none.png: expected a file, found none"),
        (&["teach", &picture], "--skin"),
    ] {
        let error = trouble(dir.path(), args, "");
        assert!(error.contains(expected), "{args:?}: {error}");
    }
    fs::create_dir_all(dir.path().join("home/hexlex/skins/broken")).unwrap();
    fs::write(dir.path().join("home/hexlex/skins/broken/skin.toml"), "name = 1\n").unwrap();
    let Run { code, stderr, .. } = run(dir.path(), &["read", &picture], "");
    assert!(code == 0 && stderr.starts_with("warning: skipped a taught skin: "), "{stderr}");
}

#[test]
fn the_network_reads_letters_that_the_skin_lacks() {
    let dir = folder();
    let picture = fixture("tan/medium.png");
    answer(0, dir.path(), &["teach", &picture, "--skin", "tan"], "");
    let letters = dir.path().join("home/hexlex/skins/tan/letters");
    for name in names(&letters).iter().filter(|name| name.starts_with(['E', 'C', 'B', 'W'])) {
        fs::remove_file(letters.join(name)).unwrap();
    }
    let report = json(0, dir.path(), &["read", &picture], "");
    assert_eq!(report["skin"], "tan");
    let net = json(0, dir.path(), &["read", &picture, "--engine", "net"], "");
    for (taught, net) in report["tiles"].as_array().unwrap().iter().zip(net["tiles"].as_array().unwrap()) {
        assert_eq!(taught["text"], net["text"]);
    }
}

#[test]
fn skins_have_the_form_of_version_0_1() {
    let dir = folder();
    let picture = fixture("tan/medium.png");
    answer(0, dir.path(), &["teach", &picture, "--skin", "tan"], "");
    let text = fs::read_to_string(dir.path().join("home/hexlex/skins/tan/skin.toml")).unwrap();
    let skin: toml::Table = toml::from_str(&text).unwrap();
    let keys = |table: &toml::Table| table.keys().cloned().collect::<std::collections::BTreeSet<_>>();
    let expected = |names: &str| names.split(' ').map(str::to_string).collect();
    // What 0.1 wrote, and refused to be without.
    assert_eq!(keys(&skin), expected("name pictures lines shapes pitch_ratio glyph_height looks"));
    for colors in skin["looks"].as_array().unwrap() {
        let colors = colors.as_table().unwrap();
        assert_eq!(keys(colors), expected("kind ground ink tiles"));
        assert_eq!((colors["ground"].as_array().unwrap().len(), colors["ink"].as_array().unwrap().len()), (3, 3));
    }
}

#[test]
fn a_skin_and_a_dictionary_are_removed_by_name() {
    let dir = folder();
    let at = dir.path();
    let picture = fixture("tan/medium.png");
    fs::write(at.join("words.txt"), "cat\ncots\n").unwrap();
    answer(0, at, &["teach", &picture, "--skin", "tan"], "");
    answer(0, at, &["words", "import", "words.txt", "--name", "game"], "");
    let own = at.join("home/hexlex/skins/tan/letters/notes.txt");
    fs::write(&own, "mine").unwrap();
    for (args, expected) in [
        (&["teach", "--forget", "--skin", "tann"][..], "--skin: expected a taught skin, found `tann`: name one of tan"),
        (&["teach", "--forget", "--skin", "tan"], "expected the files of a skin alone, found letters/notes.txt too"),
        (&["teach", "--forget", "--skin", "tan", &picture], "expected --forget or a picture, found both"),
        // None of several where one is wrong.
        (&["words", "forget", "game", "gane"], "expected an imported dictionary, found `gane`: use `game`"),
    ] {
        let error = trouble(at, args, "");
        assert!(error.contains(expected), "{args:?}: {error}");
    }
    answer(0, at, &["words", "info", "game"], "");
    fs::remove_file(own).unwrap();
    assert!(answer(0, at, &["teach", "--forget", "--skin", "tan"], "").contains("skins/tan"));
    assert!(answer(0, at, &["words", "forget", "game"], "").contains("lexicons/game.lexicon"));
    assert_eq!(names(&at.join("home/hexlex/skins")), [".hexlex.lock"]);
    assert_eq!(names(&at.join("home/hexlex/lexicons")), [""; 0]);
    for args in [&["teach", "--forget", "--skin", "tan"][..], &["words", "forget", "game"]] {
        assert!(trouble(at, args, "").contains(": none was "), "{args:?}");
    }
}

/// What a link leads to is the user's.
#[test]
#[cfg(unix)]
fn of_a_skin_that_is_a_link_only_the_link_is_removed() {
    let dir = folder();
    let at = dir.path();
    answer(0, at, &["teach", &fixture("tan/medium.png"), "--skin", "tan", "--dir", "mine"], "");
    fs::create_dir_all(at.join("home/hexlex/skins")).unwrap();
    std::os::unix::fs::symlink(at.join("mine"), at.join("home/hexlex/skins/tan")).unwrap();
    answer(0, at, &["teach", "--forget", "--skin", "tan"], "");
    assert!(at.join("mine/skin.toml").is_file() && !at.join("home/hexlex/skins/tan").is_symlink());
}
