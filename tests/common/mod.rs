//! Helpers that several test crates use: they run `hexlex` as its users do, and find the files that tests read.

#![allow(dead_code)] // each test crate uses some of them
#![allow(clippy::unwrap_used)] // a test fails by panicking

pub(crate) mod known;
pub(crate) mod schema;

use assert_cmd::Command;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Output;
use tempfile::TempDir;

/// The repository.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A file or folder of `../shared`, which a clone does not have. Where it is missing, prints that the test is skipped
/// and returns `None`.
pub(crate) fn shared(part: &str) -> Option<PathBuf> {
    let path = root().join("../shared").join(part);
    if !path.exists() {
        eprintln!("skipped: {} does not exist", path.display());
        return None;
    }
    Some(path)
}

/// A picture or board text of `fixtures/`.
pub(crate) fn fixture(name: &str) -> String {
    root().join("fixtures").join(name).display().to_string()
}

/// Whether the run writes expected files anew (`HEXLEX_REGENERATE=1`) and does not compare with them.
pub(crate) fn regenerates() -> bool {
    std::env::var_os("HEXLEX_REGENERATE").is_some()
}

/// An empty folder that is deleted at the end of the test.
pub(crate) fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

/// The names in a folder, sorted.
pub(crate) fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// The command `hexlex` in a folder. It keeps skins, words and settings in `folder/home`, so that those of the person
/// who runs the tests change nothing.
pub(crate) fn hexlex(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hexlex"));
    let home = folder.join("home");
    command.args(args).current_dir(folder).env("XDG_CONFIG_HOME", &home).env("XDG_DATA_HOME", home);
    command
}

/// `hexlex` as a user without rights, whom permissions stop; the user who runs the tests, unless that is the superuser. `None`,
/// with a line, where no other user can be taken.
#[cfg(unix)]
pub(crate) fn unprivileged(args: &[&str]) -> Option<std::process::Command> {
    let hexlex = env!("CARGO_BIN_EXE_hexlex");
    let other_user = ["--reuid=65534", "--regid=65534", "--clear-groups"];
    let is_superuser = std::process::Command::new("id").arg("-u").output().is_ok_and(|id| id.stdout == b"0\n");
    let mut command = std::process::Command::new(hexlex);
    if is_superuser {
        let mut probe = std::process::Command::new("setpriv");
        let runs = probe.args(other_user).args([hexlex, "--version"]).output();
        if !runs.is_ok_and(|output| output.status.success()) {
            eprintln!("skipped: no other user can run {hexlex}");
            return None;
        }
        command = std::process::Command::new("setpriv");
        command.args(other_user).arg(hexlex);
    }
    command.args(args);
    Some(command)
}

/// How a command ended.
pub(crate) struct Run {
    /// The exit status.
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Run {
    /// Runs a command to its end.
    pub(crate) fn of(command: &mut Command) -> Run {
        let Output { status, stdout, stderr } = command.output().unwrap();
        let text = |bytes| String::from_utf8(bytes).expect("text in UTF-8");
        Run { code: status.code().expect("an exit status"), stdout: text(stdout), stderr: text(stderr) }
    }
}

/// Runs `hexlex` in a folder.
pub(crate) fn run(folder: &Path, args: &[&str], stdin: impl AsRef<[u8]>) -> Run {
    Run::of(hexlex(folder, args).write_stdin(stdin.as_ref()))
}

/// Standard output of a run that must end with this status.
pub(crate) fn answer(status: i32, folder: &Path, args: &[&str], stdin: impl AsRef<[u8]>) -> String {
    let Run { code, stdout, stderr } = run(folder, args, stdin);
    assert_eq!(code, status, "{args:?}: {stderr}");
    stdout
}

/// The JSON of a run with `--json` that must end with this status. The schema must describe it.
pub(crate) fn json(status: i32, folder: &Path, args: &[&str], stdin: impl AsRef<[u8]>) -> Value {
    let document = parse(&answer(status, folder, &[args, &["--json"]].concat(), stdin));
    schema::assert_described(&schema::command_of(args), &document);
    document
}

/// The JSON in a text.
pub(crate) fn parse(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// The error of a run that must fail: exit status 2, nothing on standard output, one line on standard error.
pub(crate) fn trouble(folder: &Path, args: &[&str], stdin: impl AsRef<[u8]>) -> String {
    error_line(run(folder, args, stdin))
}

/// The same of a run that has ended.
pub(crate) fn error_line(run: Run) -> String {
    let Run { code, stdout, stderr } = run;
    assert_eq!((code, stdout.as_str(), stderr.lines().count()), (2, "", 1), "{stderr}");
    stderr.strip_prefix("error: ").unwrap_or_else(|| panic!("{stderr}")).trim_end().to_string()
}
