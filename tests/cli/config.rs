//! Settings: the file and the variables, their order, and `hexlex config`.

#![allow(clippy::unwrap_used)] // a test fails by panicking

use crate::SQUARE;
use crate::common::{Run, answer, error_line, fixture, folder, hexlex, json, run, trouble};
use serde_json::json as value;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// A folder with a board and a configuration file.
fn with_config(text: &str) -> TempDir {
    let dir = folder();
    fs::write(dir.path().join("a.txt"), SQUARE).unwrap();
    let settings = dir.path().join("home/hexlex");
    fs::create_dir_all(&settings).unwrap();
    fs::write(settings.join("config.toml"), text).unwrap();
    dir
}

/// The run of a command with variables.
fn with_variables(folder: &Path, args: &[&str], variables: &[(&str, &str)]) -> Run {
    Run::of(hexlex(folder, args).envs(variables.iter().copied()))
}

/// The words of an answer of `solve --json`.
fn words(run: &Run) -> usize {
    let document: serde_json::Value = serde_json::from_str(&run.stdout).unwrap_or_else(|_| panic!("{}", run.stderr));
    document["words"].as_array().unwrap().len()
}

#[test]
fn the_command_line_comes_before_variables_and_these_before_the_file() {
    let dir = with_config("top = 5\ncount = 2\njson = true\n[solve]\ntop = 4\n");
    let path = dir.path();
    let top = [("HEXLEX_TOP", "3")];
    assert_eq!(words(&with_variables(path, &["solve", "a.txt", "--top", "2"], &top)), 2);
    assert_eq!(words(&with_variables(path, &["solve", "a.txt"], &top)), 3);
    assert_eq!(words(&with_variables(path, &["solve", "a.txt"], &[])), 4);
    assert_eq!(json(0, path, &["roll"], "")["boards"].as_array().unwrap().len(), 2);
    let plain = with_variables(path, &["solve", "a.txt", "--no-config"], &top);
    assert!(plain.stdout.contains("10 of "), "{}", plain.stdout);
    let text = with_variables(path, &["solve", "a.txt"], &[("HEXLEX_JSON", "false")]);
    assert!(text.stdout.contains("4 of "), "{}", text.stdout);
}

#[test]
fn settings_that_typed_options_exclude_are_left_out() {
    let dir = with_config("top = 1\n[solve]\nformat = \"board\"\n[words.list]\nprefix = \"qua\"\n");
    assert!(answer(0, dir.path(), &["solve", "a.txt", "--all"], "").starts_with("C A T\nS O D\nR E N\n"));
    assert!(words(&run(dir.path(), &["solve", "a.txt", "--all", "--json"], "")) > 10);
    let list = answer(0, dir.path(), &["words", "list", "--max-length", "4"], "");
    assert!(list.lines().count() > 2 && list.lines().all(|word| word.starts_with("qua")), "{list}");
    // These take no settings.
    assert!(answer(0, dir.path(), &["completions", "bash"], "").contains("_hexlex"));
}

#[test]
fn a_file_in_the_place_of_a_folder_leaves_nothing_set() {
    let dir = folder();
    let path = dir.path();
    fs::write(path.join("a.txt"), SQUARE).unwrap();
    fs::write(path.join("file"), "").unwrap();
    let file = path.join("file");
    let run = |variables: &[&str], args: &[&str]| {
        Run::of(hexlex(path, args).envs(variables.iter().map(|variable| (variable, &file))))
    };
    let both = ["XDG_CONFIG_HOME", "XDG_DATA_HOME"];
    for args in
        [&["solve", "a.txt"][..], &["words", "has", "cat"], &["config", "show"], &["read", &fixture("tan/small.png")]]
    {
        let Run { code, stderr, .. } = run(&both, args);
        assert_eq!((code, stderr.as_str()), (0, ""), "{args:?}");
    }
    for (variable, args) in [
        ("XDG_CONFIG_HOME", &["words", "refuse", "xu"][..]),
        ("XDG_CONFIG_HOME", &["config", "edit"]),
        ("XDG_DATA_HOME", &["words", "import", &fixture("tan/small.txt"), "--name", "x"]),
        ("XDG_DATA_HOME", &["teach", &fixture("tan/small.png"), "--skin", "tan"]),
    ] {
        let error = error_line(run(&[variable], args));
        let expected = format!("expected a folder, found the file {}: set {variable} to a folder", file.display());
        assert!(error.contains(&expected) && error.ends_with("or unset it"), "{error}");
    }
    fs::create_dir(path.join("me")).unwrap();
    fs::write(path.join("me/.config"), "").unwrap();
    for (home, remedy) in [("me", "/.config: rename it, or set XDG_CONFIG_HOME to"), ("file", "/file: set HOME to")] {
        let mut command = hexlex(path, &["words", "refuse", "xu"]);
        let error = error_line(Run::of(command.env_remove("XDG_CONFIG_HOME").env("HOME", path.join(home))));
        assert!(error.contains(&format!("{remedy} a folder that can be written")), "{error}");
    }
}

#[test]
fn an_option_that_a_command_requires_comes_from_its_own_table() {
    let picture = fixture("tan/small.png");
    let error = trouble(with_config("skin = \"tan\"").path(), &["teach", &picture], "");
    assert!(error.contains("expected --skin <NAME>, found nothing"), "{error}");
    let dir = with_config("");
    let error = error_line(with_variables(dir.path(), &["teach", &picture], &[("HEXLEX_SKIN", "tan")]));
    assert!(error.contains("expected --skin <NAME>, found nothing"), "{error}");
    let taught = answer(0, with_config("[teach]\nskin = \"tan\"").path(), &["teach", &picture], "");
    assert!(taught.contains("skin tan: "), "{taught}");
}

#[test]
fn what_is_typed_before_the_command_wins_over_settings() {
    let dir = with_config("verbose = true\n");
    for args in [&["--quiet", "solve", "a.txt"][..], &["-q", "solve", "a.txt"], &["solve", "a.txt", "-q"]] {
        assert_eq!(run(dir.path(), args, "").stderr, "", "{args:?}");
    }
    assert!(run(dir.path(), &["solve", "a.txt"], "").stderr.starts_with("note: "));
    assert!(run(dir.path(), &["-q", "solve", "a.txt", "-v"], "").stderr.starts_with("note: "));
    assert_eq!(run(dir.path(), &["-v", "solve", "a.txt", "-q"], "").stderr, "");
}

#[test]
fn a_setting_counts_beside_another_one_that_it_needs() {
    let dir = with_config("[advise]\nforce = true\noutput = \"b.png\"\n");
    let board = fixture("tan/small.txt");
    fs::write(dir.path().join("b.png"), "another file").unwrap();
    answer(0, dir.path(), &["advise", &board, "--solves", "1"], "");
    assert!(fs::read(dir.path().join("b.png")).unwrap().starts_with(b"\x89PNG"));
}

#[test]
fn an_option_with_an_optional_value_is_set_by_true() {
    let dir = with_config("show = true\n");
    let shown = |variables: &[(&str, &str)], args: &[&str]| with_variables(dir.path(), args, variables);
    let solve = ["solve", "a.txt", "-o", "b.png"];
    assert_eq!(shown(&[], &solve).stderr, "");
    assert_eq!(shown(&[("HEXLEX_SHOW", "false")], &solve).stderr, "");
    assert!(shown(&[("HEXLEX_SHOW", "sixel")], &solve).stdout.contains("\x1bPq"));
    assert_eq!(shown(&[], &["solve", "a.txt", "--json"]).stderr, "");
}

#[test]
fn a_setting_that_cannot_apply_is_left_out_without_a_word() {
    let dir = with_config("show = true\nopen = true\nscale = 2.0\n[solve]\ncommon = true\n");
    fs::write(dir.path().join("list.txt"), "cat\nact\n").unwrap();
    let staggered = fixture("tan/small.txt");
    for args in [
        &["solve", "a.txt"][..],
        &["solve", "a.txt", "--lexicon", "list.txt"],
        &["solve", &staggered, "--goal", "survive"],
        &["solve", &fixture("tan/small.png"), "-o", "-"],
    ] {
        let run = hexlex(dir.path(), args).output().unwrap();
        let stderr = String::from_utf8_lossy(&run.stderr);
        assert!(run.status.success() && !stderr.contains("warning"), "{args:?}: {stderr}");
    }
    let typed = run(dir.path(), &["solve", "a.txt", "--show=sixel"], "");
    assert!(typed.stderr.starts_with("warning: a.txt: --show: expected a picture to draw on"), "{}", typed.stderr);
    let dir = with_config("goal = \"survive\"\n");
    assert_eq!(run(dir.path(), &["solve", &staggered, "--common"], "").stderr, "");
}

#[test]
fn what_is_wrong_is_named_with_its_place() {
    for (config, part) in [
        ("tpo = 3", "config.toml, line 1: expected the long name of an option, found `tpo`: use `top`"),
        ("[slove]\ntop = 3", "config.toml, line 1: expected a command, found [slove]: use `solve`"),
        (
            "[solve]\ngaol = 3",
            "config.toml, line 2, [solve]: expected the long name of an option, found `gaol`: use `goal`",
        ),
        ("top = 0", "config.toml, line 1: --top: expected a whole number from 1"),
        ("[solve]\ngoal = \"points\"", "config.toml, line 2, [solve]: --goal: expected one of longest, score, survive"),
        (
            "lexicon = \"englsh\"",
            "config.toml, line 1: --lexicon: expected a dictionary, found no file and no dictionary named",
        ),
        ("[solve]\nlexicon = \"englsh\"", "config.toml, line 2, [solve]: --lexicon: expected a dictionary"),
        ("json = \"yes\"", "expected true or false for `json`, found \"yes\""),
        ("top 3", "config.toml, line 1: expected TOML"),
        (
            "game = 3",
            "expected a table [[game]] for each game, found `game = 3`: write [[game]], and below it window = ",
        ),
        ("[[game]]\nwindow = \"x\"\n[[game]]\nwindo = \"y\"", "config.toml, line 4, [[game]]: expected one of window"),
        ("[game]\nwindow = \"x\"", "expected a table [[game]] for each game, found [game]: write two brackets"),
    ] {
        let dir = with_config(config);
        let error = trouble(dir.path(), &["solve", "a.txt"], "");
        assert!(error.contains(part), "{config}: {error}");
        // The file can be looked at and mended with it.
        assert_eq!(run(dir.path(), &["config", "path"], "").code, 0);
        assert_eq!(run(dir.path(), &["solve", "a.txt", "--no-config"], "").code, 0);
        assert_eq!(run(dir.path(), &["--help"], "").code, 0);
    }
    let dir = with_config("");
    for (variable, found, part) in [
        ("HEXLEX_TOP", "many", "HEXLEX_TOP: --top: expected a whole number"),
        ("HEXLEX_ALL", "perhaps", "HEXLEX_ALL: expected true or false, found `perhaps`"),
        ("HEXLEX_GOAL", "points", "HEXLEX_GOAL: --goal: expected one of longest, score, survive"),
    ] {
        let error = error_line(with_variables(dir.path(), &["solve", "a.txt"], &[(variable, found)]));
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn settings_are_shown_with_their_origin() {
    let dir = with_config("top = 5\n[solve]\ncommon = true\n[[game]]\nwindow = \"worm\"\nlevel = 3\n");
    let shown = json(0, dir.path(), &["config", "show"], "");
    assert_eq!(shown["settings"][0], value!({ "command": "solve", "option": "common", "value": true, "from": "file" }));
    assert_eq!(shown["settings"][1], value!({ "command": null, "option": "top", "value": "5", "from": "file" }));
    assert_eq!(shown["games"][0]["level"], 3);
    assert!(!answer(0, dir.path(), &["config", "show"], "").contains("of several values"));
    let run = with_variables(
        dir.path(),
        &["config", "show"],
        &[("HEXLEX_TOP", "2"), ("HEXLEX_TPO", "2"), ("HEXLEX_CONFIG", "x")],
    );
    assert!(run.stdout.contains("of several values of an option"), "{}", run.stdout);
    assert!(run.stdout.contains("HEXLEX_TOP") && run.stdout.contains("game `worm`: level 3\n"), "{}", run.stdout);
    assert!(run.stderr.contains("found HEXLEX_TPO: use HEXLEX_TOP"), "{}", run.stderr);
    assert!(run.stderr.contains("found HEXLEX_CONFIG: unset it; XDG_CONFIG_HOME"), "{}", run.stderr);
    let doctor = with_variables(dir.path(), &["doctor", "settings"], &[("HEXLEX_TPO", "2")]);
    assert!(
        doctor.stdout.contains("damaged: expected the variable of an option, found HEXLEX_TPO: use HEXLEX_TOP"),
        "{}",
        doctor.stdout
    );
    assert_eq!(json(0, dir.path(), &["config", "path"], "")["exists"], true);
}

#[test]
fn values_that_a_command_would_refuse_are_refused_where_they_are_shown() {
    for (text, part) in [
        ("[solve]\ngoal = \"scor\"\n", "[solve]: --goal: expected one of longest, score, survive, pace, found `scor`"),
        ("goal = \"scor\"\n", "--goal: expected one of longest, score, survive, pace, found `scor`"),
        ("[read]\nmin-confidence = 3\n", "[read]: --min-confidence: expected a number from 0 to 1, found `3`"),
    ] {
        let dir = with_config(text);
        let error = trouble(dir.path(), &["config", "show"], "");
        assert!(error.contains(part), "{text}: {error}");
    }
    // A path need not be there, and an option may need another one.
    let dir = with_config("[solve]\nlexicon = \"none.txt\"\ntransparent = true\n");
    answer(0, dir.path(), &["config", "show"], "");
}

#[cfg(unix)]
#[test]
fn the_editor_of_the_system_needs_a_terminal() {
    let dir = folder();
    let run = Run::of(hexlex(dir.path(), &["config", "edit"]).env_remove("VISUAL").env_remove("EDITOR"));
    assert!(error_line(run).starts_with("expected a terminal for the editor `vi`, found none: set EDITOR"));
}

#[cfg(unix)]
#[test]
fn an_editor_opens_a_file_with_every_option() {
    let dir = folder();
    let path = dir.path();
    let edit = |editor: &str| {
        let mut command = hexlex(path, &["config", "edit"]);
        Run::of(command.env("EDITOR", editor).env_remove("VISUAL"))
    };
    assert_eq!(edit("true").code, 0);
    let file = path.join("home/hexlex/config.toml");
    let template = fs::read_to_string(&file).unwrap();
    for option in ["# top = ...", "# json = true", "# goal = ", "# min-length = ", "# word = [\"...\"]"] {
        assert!(template.contains(option), "{option}");
    }
    assert!(edit("false").stderr.contains("expected the editor `false` to succeed"));
    assert!(edit("no-such-editor").stderr.contains("expected an editor, found that `no-such-editor`"));
    fs::write(&file, "tpo = 1\n").unwrap();
    let saved = edit("true");
    assert!(saved.code == 2 && saved.stderr.contains("use `top`"), "{}", saved.stderr);
}
