//! `doctor`: what it prints, and when it fails.

use crate::common::{Run, answer, fixture, folder, json, run};
use std::fs;

#[test]
fn doctor_prints_a_line_for_each_part() {
    let dir = folder();
    let Run { stdout, .. } = run(dir.path(), &["doctor"], "");
    let parts: Vec<&str> = stdout.lines().filter_map(|line| line.split(':').next()).collect();
    let all = [
        "display",
        "compositor",
        "capture",
        "overlay",
        "instructions",
        "dictionaries",
        "skins",
        "settings",
        "features",
    ];
    assert_eq!(parts, all, "{stdout}");
    let report = json(0, dir.path(), &["doctor", "instructions", "dictionaries", "features"], "");
    assert_eq!((&report[1]["part"], &report[1]["state"]), (&"dictionaries".into(), &"present".into()));
}

#[test]
fn doctor_fails_where_what_was_asked_for_is_missing() {
    let dir = folder();
    let all = run(dir.path(), &["doctor"], "").stdout;
    for line in ["skins:        none is taught; ", "settings:     no file; "] {
        assert!(all.contains(&format!("\n{line}")), "{all}");
    }
    let stdout = answer(1, dir.path(), &["doctor", "skins"], "");
    assert!(stdout.starts_with("skins:        missing: none is taught; "), "{stdout}");
    answer(0, dir.path(), &["teach", &fixture("tan/medium.png"), "--skin", "tan"], "");
    assert_eq!(answer(0, dir.path(), &["doctor", "skins"], ""), "skins:        tan (26 letters)\n");
}

#[test]
fn doctor_names_what_is_damaged() {
    let dir = folder();
    let home = dir.path().join("home/hexlex");
    fs::create_dir_all(home.join("lexicons")).unwrap();
    fs::create_dir_all(home.join("skins/broken")).unwrap();
    fs::write(home.join("skins/broken/skin.toml"), "name = 1\n").unwrap();
    fs::write(home.join("lexicons/game.lexicon"), "HEXLEXDG").unwrap();
    for part in ["skins", "dictionaries"] {
        let stdout = answer(1, dir.path(), &["doctor", part], "");
        assert!(stdout.contains("damaged: ") && stdout.lines().count() == 1, "{stdout}");
    }
    fs::remove_file(home.join("lexicons/game.lexicon")).unwrap();
    fs::write(home.join("refused.txt"), "4th\n").unwrap();
    assert!(answer(1, dir.path(), &["doctor", "dictionaries"], "").contains("refused.txt"));
    assert!(answer(0, dir.path(), &["doctor", "instructions"], "").contains("scalar"));
    fs::write(home.join("config.toml"), "top = 3\ntpo = 3\n").unwrap();
    // It runs where other commands refuse to.
    let stdout = answer(1, dir.path(), &["doctor", "settings"], "");
    assert!(stdout.starts_with("settings:     damaged: ") && stdout.contains("line 2: expected"), "{stdout}");
    fs::write(home.join("config.toml"), "top = 3\n").unwrap();
    assert!(answer(0, dir.path(), &["doctor", "settings"], "").ends_with("config.toml\n"));
}
