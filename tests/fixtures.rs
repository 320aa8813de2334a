//! The project's own pictures, and the real ones that lie beside the repository, against their truths.

use assert_cmd::Command;
use serde_json::Value;
use std::path::Path;

/// What `hexlex check` says of a folder or a picture, and its exit status.
fn check(paths: &[&str]) -> (i32, Value) {
    let output = Command::new(env!("CARGO_BIN_EXE_hexlex"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        // Skins that somebody has taught on this machine are no part of the tests.
        .env("XDG_DATA_HOME", "/nonexistent")
        .args(["check", "--json", "--quiet"])
        .args(paths)
        .output()
        .expect("hexlex starts");
    let report = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)));
    (output.status.code().expect("hexlex is not killed"), report)
}

/// Fails with every difference where a reading is not exact.
fn assert_exact(paths: &[&str]) -> Value {
    let (status, report) = check(paths);
    let files = report["files"].as_array().expect("files");
    let inexact: Vec<&Value> = files.iter().filter(|file| file["exact"] != true).collect();
    assert!(inexact.is_empty() && status == 0, "exit status {status}: {inexact:#?}");
    report
}

#[test]
fn every_fixture_is_read_exactly() {
    let report = assert_exact(&["fixtures"]);
    assert_eq!(report["pictures"], report["exact"]);
    assert_eq!(report["tiles"], report["right"]);
    assert!(report["pictures"].as_u64() >= Some(12), "four looks in three sizes: {}", report["pictures"]);
    assert_eq!(report["kinds"]["wrong"], 0, "{}", report["kinds"]);
}

#[test]
fn real_pictures_are_read_exactly() {
    let screens = "../shared/screens";
    if !Path::new(env!("CARGO_MANIFEST_DIR")).join(screens).exists() {
        eprintln!("passed over: {screens} is not there");
        return;
    }
    let paths = [
        "deluxe/deluxe_special_2.png",
        "deluxe/deluxe_special_3.png",
        "wordworm/ww_540x760_1.png",
        "wordworm/ww_700x900_3_specials.png",
        "textagons/tex_native_11.png",
        "textagons/tex_788x638_15.png",
    ]
    .map(|name| format!("{screens}/{name}"));
    let report = assert_exact(&paths.each_ref().map(String::as_str));
    let kinds = |file: &Value| file["path"].as_str().is_some_and(|path| path.contains("deluxe"));
    for file in report["files"].as_array().expect("files").iter().filter(|file| kinds(file)) {
        assert_eq!(file["kinds"]["wrong"], 0, "{file}");
    }
}
