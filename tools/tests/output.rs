//! What the programs do where nobody reads their output.

#![allow(clippy::unwrap_used)] // a test fails by panicking

use std::process::{Command, Stdio};

#[test]
#[cfg(unix)]
fn a_closed_pipe_ends_a_program_quietly() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_numbers"))
        .args([concat!(env!("CARGO_MANIFEST_DIR"), "/.."), "--list"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The program still parses files, or fills the pipe, when its reader is gone.
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""));
}
