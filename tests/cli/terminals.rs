//! What terminals of several widths show, with colors and without, as text.

#![allow(clippy::unwrap_used)] // a test fails by panicking

use crate::common::{fixture, folder};
use std::process::Command;

/// What a command prints on a terminal of this width, in lines; `None`, with a line, where no terminal can be had.
fn on_terminal(columns: usize, variables: &[(&str, &str)], args: &[&str]) -> Option<Vec<String>> {
    let dir = folder();
    let quoted: Vec<String> = args.iter().map(|arg| format!("'{arg}'")).collect();
    let line = format!("stty cols {columns} rows 60; exec '{}' {}", env!("CARGO_BIN_EXE_hexlex"), quoted.join(" "));
    let run = Command::new("script")
        .args(["-qec", &line, "/dev/null"])
        .current_dir(dir.path())
        .env("XDG_CONFIG_HOME", dir.path())
        .env("XDG_DATA_HOME", dir.path())
        .envs([("TERM", "xterm-256color"), ("LC_ALL", "C.UTF-8")])
        .env_remove("NO_COLOR")
        .envs(variables.iter().copied())
        .output();
    let Ok(run) = run else {
        eprintln!("skipped: no terminal can be had (`script` of util-linux)");
        return None;
    };
    let text = String::from_utf8(run.stdout).unwrap();
    Some(text.lines().map(|line| line.trim_end_matches('\r').to_string()).collect())
}

/// A line without the sequences that color it.
fn plain(line: &str) -> String {
    let mut parts = line.split('\x1b');
    let first = parts.next().unwrap_or_default().to_string();
    first + &parts.map(|part| part.split_once('m').map_or(part, |(_, text)| text)).collect::<String>()
}

#[test]
fn answers_fit_the_terminal() {
    let gems = fixture("gems/medium.png");
    for columns in [40, 80, 200] {
        for args in [
            &["solve", &gems][..],
            &["advise", &gems, "--solves", "2"],
            &["words", "info"],
            &["solve", "--help"],
            &["--help"],
        ] {
            let Some(lines) = on_terminal(columns, &[], args) else { return };
            assert!(lines.len() > 15, "{lines:?}");
            // In a help, only examples to copy and single words, such as a path, are not broken.
            let is_help = args.ends_with(&["--help"]);
            let is_whole = |line: &str| {
                is_help && (line.starts_with("hexlex ") || line.starts_with("cat ") || !line.contains(' '))
            };
            let is_wide = |line: &&String| plain(line).chars().count() > columns && !is_whole(plain(line).trim());
            let wide: Vec<&String> = lines.iter().filter(is_wide).collect();
            assert!(wide.is_empty(), "{columns}, {args:?}: {wide:#?}");
            let names_start = |line: &String| line.contains("column,tile");
            assert!(args[0] != "solve" || is_help || lines.iter().any(names_start), "{columns}: {lines:#?}");
        }
    }
}

#[test]
fn help_is_readable_on_narrow_terminals() {
    for columns in [40, 55, 80] {
        let Some(lines) = on_terminal(columns, &[], &["solve", "-h"]) else { return };
        let lines: Vec<String> = lines.iter().map(|line| plain(line)).collect();
        assert!(lines.iter().all(|line| line.chars().count() <= columns), "{columns}: {}", lines.join("\n"));
        let words = lines.iter().filter(|line| line.split_whitespace().count() == 1 && !line.contains("--")).count();
        assert!(10 * words < lines.len(), "{columns}: {words} lines of one word:\n{}", lines.join("\n"));
    }
}

#[test]
fn colors_and_drawings_are_only_where_they_are_shown() {
    let gems = fixture("gems/medium.png");
    let text = |variables: &[(&str, &str)]| Some(on_terminal(80, variables, &["solve", &gems])?.join("\n"));
    let Some(colored) = text(&[]) else { return };
    assert!(colored.contains("\x1b[") && colored.contains("column,tile"), "{colored}");
    let Some(uncolored) = text(&[("NO_COLOR", "1")]) else { return };
    assert!(!uncolored.contains('\x1b') && uncolored.contains("column,tile"), "{uncolored}");
    assert_eq!(colored.lines().map(plain).collect::<Vec<_>>().len(), uncolored.lines().count());
    let Some(dumb) = text(&[("TERM", "dumb")]) else { return };
    assert!(!dumb.contains('\x1b') && dumb.starts_with("# layout: columns\nY E:sapphire N:diamond"), "{dumb}");
    let Some(error) = on_terminal(80, &[("TERM", "dumb")], &["solve", "none.png"]) else { return };
    assert_eq!(error, ["error: none.png: expected a file, found none: check the path"]);
    let Some(ascii) = text(&[("LC_ALL", "C"), ("NO_COLOR", "1")]) else { return };
    assert!(ascii.is_ascii(), "{ascii}");
}

#[test]
fn many_pictures_have_a_progress_bar() {
    let (gems, tan) = (fixture("gems/medium.png"), fixture("tan/medium.png"));
    let dir = folder();
    let out = dir.path().join("answers.json").display().to_string();
    // Standard output is a file, standard error the terminal.
    let shell = format!("'{}' read '{gems}' '{tan}' --json > '{out}'", env!("CARGO_BIN_EXE_hexlex"));
    let run = Command::new("script").args(["-qec", &shell, "/dev/null"]).env("TERM", "xterm").output();
    let Ok(run) = run else {
        eprintln!("skipped: no terminal can be had (`script` of util-linux)");
        return;
    };
    let shown = String::from_utf8(run.stdout).unwrap();
    assert!(shown.contains("/2 pictures"), "{shown}");
    let answers: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(&out).unwrap()).unwrap();
    assert_eq!(answers.as_array().unwrap().len(), 2);
}
