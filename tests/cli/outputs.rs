//! Outputs that are not plain files, names that change a terminal, and where the user's data lies.

#![allow(clippy::unwrap_used)] // a test fails by panicking

use crate::SQUARE;
use crate::common::{Run, answer, fixture, folder, hexlex, names, run, trouble};
use std::fs;
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Stdio};

/// The first bytes of a PNG file and of a compiled dictionary.
const PNG: &[u8] = b"\x89PNG\r\n";
const LEXICON: &[u8] = b"HEXLEXDG";

#[test]
fn a_pipe_as_an_output_stays_a_pipe() {
    let dir = folder();
    let pipe = dir.path().join("a.png");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let reader = Command::new("cat").arg(&pipe).stdout(Stdio::piped()).spawn().unwrap();
    let told = answer(0, dir.path(), &["solve", "-", "-o", "a.png"], SQUARE);
    assert!(told.contains("overlay: a.png"), "{told}");
    assert!(reader.wait_with_output().unwrap().stdout.starts_with(PNG));
    assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo());
    assert_eq!(names(dir.path()), ["a.png"], "no temporary file is left");
}

#[test]
fn a_pipe_that_nobody_reads_is_given_up() {
    let dir = folder();
    assert!(Command::new("mkfifo").arg(dir.path().join("a")).status().unwrap().success());
    let error = trouble(dir.path(), &["words", "build", "-", "-o", "a"], "cat\n");
    assert!(error.starts_with("cannot write a (nobody read it in 10 seconds)"), "{error}");
}

#[test]
fn a_device_as_an_output_stays_a_device() {
    let dir = folder();
    // A device of the test's own: were this mended no more, it would be replaced.
    let device = dir.path().join("null");
    if !Command::new("mknod").arg(&device).args(["c", "1", "3"]).status().is_ok_and(|status| status.success()) {
        eprintln!("skipped: no device can be made here");
        return;
    }
    answer(0, dir.path(), &["solve", "-", "-o", "null"], SQUARE);
    answer(0, dir.path(), &["words", "build", "-", "-o", "null"], "cat\n");
    assert!(fs::metadata(&device).unwrap().file_type().is_char_device());
}

#[test]
fn a_link_as_an_output_stays_a_link() {
    let dir = folder();
    let at = |name: &str| dir.path().join(name);
    fs::create_dir(at("far")).unwrap();
    fs::write(at("far/a"), [LEXICON, b"old"].concat()).unwrap();
    fs::set_permissions(at("far/a"), fs::Permissions::from_mode(0o604)).unwrap();
    symlink("far/a", at("link")).unwrap();
    answer(0, dir.path(), &["words", "build", "-", "-o", "link"], "cat\n");
    assert!(at("link").is_symlink() && fs::read(at("far/a")).unwrap().starts_with(LEXICON));
    assert_eq!(fs::metadata(at("far/a")).unwrap().mode() & 0o777, 0o604, "the mode is kept");
    assert_eq!(names(&at("far")), ["a"]);
}

#[test]
fn the_owner_of_an_output_is_kept() {
    let dir = folder();
    let file = dir.path().join("a");
    fs::write(&file, [LEXICON, b"old"].concat()).unwrap();
    if std::os::unix::fs::chown(&file, Some(65_534), Some(65_534)).is_err() {
        eprintln!("skipped: no file can be given to another user here");
        return;
    }
    answer(0, dir.path(), &["words", "build", "-", "-o", "a"], "cat\n");
    let metadata = fs::metadata(&file).unwrap();
    assert_eq!((metadata.uid(), metadata.gid()), (65_534, 65_534));
    assert!(metadata.len() > 20, "it was written");
}

#[test]
fn a_hyphen_is_standard_output() {
    let dir = folder();
    let bytes = |args: &[&str], stdin: &str| {
        let output = hexlex(dir.path(), args).write_stdin(stdin).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{args:?}");
        (output.stdout, String::from_utf8(output.stderr).unwrap())
    };
    let (stdout, stderr) = bytes(&["words", "build", "-", "-o", "-"], "cat\ndog\n");
    assert!(stdout.starts_with(LEXICON) && stderr.starts_with("-: 2 words, "), "{stderr}");
    let (stdout, stderr) = bytes(&["solve", "-", "-o", "-"], SQUARE);
    assert!(stdout.starts_with(PNG) && stderr.contains("ATONERS") && !stderr.contains("overlay:"), "{stderr}");
    let (stdout, stderr) = bytes(&["check", &fixture("gems/medium.png"), "--html", "-"], "");
    assert!(stdout.starts_with(b"<!DOCTYPE html>") && stderr.contains("folder"), "{stderr}");
    let error = trouble(dir.path(), &["words", "build", "-", "-o", "-", "--json"], "cat\n");
    assert_eq!(error, "expected a file to write with --json, found `-`: name a file, or leave --json out");
    assert_eq!(names(dir.path()), [""; 0], "no file is named -");
}

#[test]
fn an_output_whose_reader_has_gone_is_not_an_error() {
    let dir = folder();
    let mut child = Command::new(env!("CARGO_BIN_EXE_hexlex"))
        .args(["words", "build", "-", "-o", "-"])
        .current_dir(&dir)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), b"cat\n").unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""));
}

/// No byte of a terminal's commands in a text that was printed.
fn is_plain(text: &str) -> bool {
    text.chars().all(|c| c == '\n' || c == '\t' || !c.is_control())
}

#[test]
fn terminal_escapes_of_names_and_tiles_are_not_printed() {
    let dir = folder();
    let name = "a\u{1b}[31m\u{9b}1m\n.png";
    fs::copy(fixture("gems/medium.png"), dir.path().join(name)).unwrap();
    fs::copy(fixture("gems/medium.png"), dir.path().join("b.png")).unwrap();
    fs::copy(fixture("gems/medium.txt"), dir.path().join("a\u{1b}[31m\u{9b}1m\n.txt")).unwrap();
    for args in [
        &["read", name, "b.png", "none\u{1b}[31m"][..],
        &["read", name, "--json"],
        &["check", name, "--verbose"],
        &["check", ".", "--json"],
        &["words", "has", "a\u{1b}[31m"],
        &["solve", "a.png", "--lexicon", "\u{1b}]0;title\u{7}"],
        &["roll", "--\u{1b}[31m"],
        &["teach", name, "--skin", "x"],
    ] {
        let Run { stdout, stderr, .. } = run(dir.path(), args, "");
        assert!(is_plain(&stdout) && is_plain(&stderr), "{args:?}: {stdout:?} {stderr:?}");
    }
    let Run { stdout, .. } = run(dir.path(), &["read", name, "b.png"], "");
    assert!(stdout.starts_with("# source: a\\u{1b}[31m\\u{9b}1m\\u{a}.png\n"), "{stdout}");
    let json = run(dir.path(), &["read", name, "--json"], "").stdout;
    assert_eq!(crate::common::parse(&json)["source"], name, "JSON keeps the name");
    answer(0, dir.path(), &["check", name, "--html", "page.html"], "");
    assert!(is_plain(&fs::read_to_string(dir.path().join("page.html")).unwrap()));
    let error = trouble(dir.path(), &["solve", "-"], "A:\u{1b}[31m B\nC D\n");
    assert!(is_plain(&error) && error.contains("expected a tile, found `A:\\u{1b}[31m`"), "{error}");
}

#[test]
fn names_with_control_characters_are_not_created() {
    let dir = folder();
    let name = "a\u{1b}[31m.png";
    fs::copy(fixture("gems/medium.png"), dir.path().join(name)).unwrap();
    let Run { code, stdout, stderr } = run(dir.path(), &["solve", name], "");
    assert!(code == 2 && stdout.contains("MERRIEST"), "the words are printed: {stderr}");
    assert!(stderr.contains("expected a name without control characters, found a\\u{1b}[31m.hexlex.png: "), "{stderr}");
    for args in [
        &["solve", "-", "-o", "x\u{7}.png"][..],
        &["words", "build", "-", "-o", "x\u{7}"],
        &["words", "import", "-", "--name", "x\u{7}"],
        &["words", "build", "-", "-o", "new\u{7}/x"],
    ] {
        let error = trouble(dir.path(), args, SQUARE);
        assert!(error.contains("expected a name without control characters, found "), "{args:?}: {error}");
    }
    assert_eq!(names(dir.path()), [name]);
}

/// `hexlex words refuse` with these variables of the environment alone.
fn refuse(folder: &Path, environment: &[(&str, &str)]) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hexlex"));
    command.args(["words", "refuse", "xu"]).current_dir(folder).env_clear().envs(environment.iter().copied());
    let output = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Run { code: output.status.code().unwrap(), stdout: text(output.stdout), stderr: text(output.stderr) }
}

#[test]
#[cfg(target_os = "linux")]
fn data_lies_in_one_place_whatever_home_is() {
    let dir = folder();
    let home = dir.path().display().to_string();
    let file = |run: &Run| run.stdout.split(": ").next().unwrap_or_default().to_string();
    assert_eq!(file(&refuse(dir.path(), &[("HOME", &home)])), format!("{home}/.config/hexlex/refused.txt"));
    // Relative folders do not count, and those of the desktop come before the home folder.
    let relative = refuse(dir.path(), &[("HOME", &home), ("XDG_CONFIG_HOME", "settings")]);
    assert_eq!(file(&relative), format!("{home}/.config/hexlex/refused.txt"));
    let settings = format!("{home}/settings");
    for home in ["", "relative", &home] {
        let named = refuse(dir.path(), &[("HOME", home), ("XDG_CONFIG_HOME", &settings)]);
        assert_eq!(file(&named), format!("{settings}/hexlex/refused.txt"), "{}", named.stderr);
    }
    assert_eq!(names(dir.path()), [".config", "settings"]);
}

#[test]
fn a_relative_home_is_refused_and_nothing_is_written() {
    let dir = folder();
    let Run { code, stderr, .. } = refuse(dir.path(), &[("HOME", "relative")]);
    assert_eq!(code, 2);
    assert!(stderr.contains("expected a home folder with an absolute path, found HOME=relative: set HOME"), "{stderr}");
    let mut solve = Command::new(env!("CARGO_BIN_EXE_hexlex"));
    let board = dir.path().join("a.txt");
    fs::write(&board, SQUARE).unwrap();
    let output = solve.arg("solve").arg(board).current_dir(&dir).env_clear().env("HOME", "relative").output().unwrap();
    assert_eq!(output.status.code(), Some(0), "a board is solved without a home");
    assert_eq!(names(dir.path()), ["a.txt"]);
}

/// What version 0.1 kept, in the folders in which it kept it.
#[test]
fn data_of_version_0_1_is_found() {
    let dir = folder();
    let home = dir.path().join("home/hexlex");
    fs::create_dir_all(home.join("lexicons")).unwrap();
    fs::write(home.join("refused.txt"), "house\n").unwrap();
    answer(0, dir.path(), &["words", "build", "-", "-o", "home/hexlex/lexicons/game.lexicon"], "cat\nhouse\n");
    answer(1, dir.path(), &["words", "has", "house", "--lexicon", "game"], "");
    answer(0, dir.path(), &["words", "has", "cat", "--lexicon", "game"], "");
}
