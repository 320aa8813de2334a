//! Inputs that wait, never end, or cannot be read: each was a program that hung or filled the memory.

#![allow(clippy::unwrap_used)] // a test fails by panicking

use crate::SQUARE;
use crate::common::{Run, answer, error_line, fixture, folder, hexlex, json, names, run, trouble};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// Makes a pipe with a name.
fn pipe(path: &Path) {
    let status = Command::new("mkfifo").arg(path).status().expect("mkfifo runs");
    assert!(status.success(), "{}", path.display());
}

/// Fails if the program does not end: it waited for ever before. The limit is far above what any of these takes.
fn ended(folder: &Path, args: &[&str]) -> Run {
    Run::of(hexlex(folder, args).timeout(std::time::Duration::from_secs(120)))
}

#[test]
fn a_pipe_in_a_folder_is_not_read() {
    let dir = folder();
    fs::create_dir(dir.path().join("pictures")).unwrap();
    fs::copy(fixture("gems/medium.png"), dir.path().join("pictures/a.png")).unwrap();
    pipe(&dir.path().join("pictures/b.png"));
    pipe(&dir.path().join("pictures/a.txt"));
    let Run { code, stdout, stderr } = ended(dir.path(), &["read", "pictures"]);
    assert!(code == 0 && stdout.starts_with("# source: pictures/a.png\n"), "{stderr}");
    let Run { code, stderr, .. } = ended(dir.path(), &["check", "pictures"]);
    assert!(code == 2 && stderr.contains("a.txt: expected a regular file, found a pipe: "), "{stderr}");
}

#[test]
fn a_pipe_in_a_taught_skin_does_not_stop_reading() {
    let dir = folder();
    let picture = fixture("tan/medium.png");
    answer(0, dir.path(), &["teach", &picture, "--skin", "tan"], "");
    let skin = dir.path().join("home/hexlex/skins/tan");
    fs::remove_file(skin.join("letters/E.png")).unwrap();
    pipe(&skin.join("letters/E.png"));
    for _ in 0..2 {
        let Run { code, stdout, stderr } = ended(dir.path(), &["read", &picture]);
        assert!(code == 0 && !stdout.is_empty() && stderr.starts_with("warning: skipped a taught skin: "), "{stderr}");
        assert!(stderr.contains("found a pipe") || stderr.contains("it is a pipe"), "{stderr}");
        fs::remove_file(skin.join("skin.toml")).unwrap();
        pipe(&skin.join("skin.toml"));
    }
}

#[test]
fn a_pipe_that_is_named_is_read() {
    let dir = folder();
    pipe(&dir.path().join("board"));
    let writer = Command::new("sh").args(["-c", "cat > board"]).current_dir(&dir).stdin(Stdio::piped()).spawn();
    let mut writer = writer.unwrap();
    std::io::Write::write_all(&mut writer.stdin.take().unwrap(), SQUARE.as_bytes()).unwrap();
    assert!(answer(0, dir.path(), &["solve", "board"], "").contains("word"));
    writer.wait().unwrap();
}

#[test]
fn a_pipe_that_nobody_writes_to_is_given_up() {
    let dir = folder();
    pipe(&dir.path().join("a.png"));
    let error = error_line(ended(dir.path(), &["read", "a.png"]));
    assert_eq!(error, "a.png: expected data within 10 seconds, found none: check the program that writes it");
}

#[test]
fn standard_input_that_stays_silent_is_given_up() {
    let dir = folder();
    let mut silent = Command::new("sleep").arg("60").stdout(Stdio::piped()).spawn().unwrap();
    let run = Command::new(env!("CARGO_BIN_EXE_hexlex"))
        .args(["words", "build", "-", "-o", "x"])
        .current_dir(&dir)
        .stdin(silent.stdout.take().unwrap())
        .output()
        .unwrap();
    silent.kill().unwrap();
    silent.wait().unwrap();
    let stderr = String::from_utf8(run.stderr).unwrap();
    assert!(run.status.code() == Some(2) && stderr.contains("no byte in 10 seconds"), "{stderr}");
}

#[test]
fn a_device_without_an_end_is_refused() {
    let dir = folder();
    fs::write(dir.path().join("a.txt"), SQUARE).unwrap();
    for args in [
        &["read", "/dev/zero"][..],
        &["solve", "/dev/zero"],
        &["score", "/dev/zero"],
        &["words", "info", "/dev/zero"],
        &["words", "build", "/dev/zero", "-o", "x"],
        &["words", "import", "/dev/zero", "--name", "x"],
        &["solve", "a.txt", "--lexicon", "/dev/zero"],
    ] {
        let error = error_line(ended(dir.path(), args));
        assert!(
            error.contains("/dev/zero: expected a file or a pipe, found a device: name a file"),
            "{args:?}: {error}"
        );
    }
}

/// Standard input that never ends is read up to the limit of its reader, and no further.
#[test]
fn standard_input_without_an_end_is_refused() {
    let dir = folder();
    let endless = |args: &[&str], limit: &str| {
        let run = Command::new(env!("CARGO_BIN_EXE_hexlex"))
            .args(args)
            .current_dir(&dir)
            .stdin(fs::File::open("/dev/zero").unwrap())
            .output()
            .unwrap();
        let stderr = String::from_utf8(run.stderr).unwrap();
        assert!(run.status.code() == Some(2) && stderr.contains(limit), "{args:?}: {stderr}");
    };
    endless(&["solve", "-"], "standard input: expected at most 400000000 bytes, found more: ");
    endless(&["score", "-"], "line 1 has more than 16777216 bytes: ");
    endless(&["words", "build", "-", "-o", "x"], "found binary data");
}

#[test]
fn a_closed_subfolder_does_not_drop_the_folder() {
    use std::os::unix::fs::PermissionsExt;
    let dir = folder();
    let at = |name: &str| dir.path().join(name);
    for name in ["pictures", "pictures/closed"] {
        fs::create_dir(at(name)).unwrap();
    }
    fs::copy(fixture("gems/medium.png"), at("pictures/a.png")).unwrap();
    fs::set_permissions(dir.path(), fs::Permissions::from_mode(0o755)).unwrap();
    fs::set_permissions(at("pictures/closed"), fs::Permissions::from_mode(0o000)).unwrap();
    // The superuser may read it: another user is needed.
    let Some(mut command) = crate::common::unprivileged(&["read", "pictures", "--json"]) else { return };
    let output = command.current_dir(&dir).output().unwrap();
    let (stdout, stderr) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    fs::set_permissions(at("pictures/closed"), fs::Permissions::from_mode(0o755)).unwrap();
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(stderr.contains("pictures/closed: expected a readable folder, found an error ("), "{stderr}");
    assert_eq!(crate::common::parse(&stdout)[0]["source"], "pictures/a.png");
}

#[test]
fn a_letter_of_a_skin_that_is_huge_is_refused() {
    let dir = folder();
    let picture = fixture("tan/medium.png");
    answer(0, dir.path(), &["teach", &picture, "--skin", "tan"], "");
    let letter = dir.path().join("home/hexlex/skins/tan/letters/E.png");
    image::GrayImage::new(1025, 2).save(&letter).unwrap();
    let Run { code, stderr, .. } = run(dir.path(), &["read", &picture], "");
    assert!(code == 0 && stderr.contains("E.png: ") && stderr.contains("limit"), "{stderr}");
    fs::write(&letter, vec![0; 9 << 20]).unwrap();
    let Run { code, stderr, .. } = run(dir.path(), &["read", &picture], "");
    assert!(code == 0 && stderr.contains("E.png: it has more than 8388608 bytes"), "{stderr}");
}

#[test]
fn an_endless_strip_is_refused_before_it_is_decoded() {
    let dir = folder();
    let file = std::io::BufWriter::new(fs::File::create(dir.path().join("a.png")).unwrap());
    let mut encoder = png::Encoder::new(file, 67_000_000, 1);
    encoder.set_color(png::ColorType::Grayscale);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(&vec![0; 67_000_000]).unwrap();
    writer.finish().unwrap();
    let error = trouble(dir.path(), &["read", "a.png"], "");
    assert!(error.contains("at most 64000000 pixels and 32768 a side, found 67000000x1: "), "{error}");
}

#[test]
fn a_board_text_that_is_huge_is_refused() {
    let dir = folder();
    fs::write(dir.path().join("a.txt"), "A B C D\n".repeat(9 << 20)).unwrap();
    let error = trouble(dir.path(), &["solve", "a.txt"], "");
    assert_eq!(error, "a.txt: expected at most 67108864 bytes, found more: give a smaller file");
    assert_eq!(names(dir.path()), ["a.txt"]);
    assert!(json(0, dir.path(), &["solve", "-"], SQUARE)["count"].as_u64() > Some(0));
}

/// A compiled dictionary with all words of `a` and `b` of 1 to 23 letters: a chain of states, each with two edges to the next.
fn millions_of_words() -> Vec<u8> {
    const LENGTH: u32 = 23;
    let shared = LENGTH - 1;
    let numbers = [2, u32::from(b'a'), u32::from(b'b'), LENGTH, LENGTH, 2 * LENGTH, shared, shared];
    let mut body: Vec<u8> = numbers.into_iter().chain(0..shared).flat_map(u32::to_le_bytes).collect();
    // Every state but the root ends a word and is referred to: two bits each.
    let flags = (1u64 << (2 * shared)) - 1;
    body.extend(&flags.to_le_bytes()[..LENGTH.div_ceil(4) as usize]);
    // `a` and, as the last edge of its state, `b`: both to the leaf; then by a reference and from the stack.
    body.extend([0, 1 | 32]);
    body.extend([128, 1 | 32 | 64].repeat(shared as usize));
    body.extend(0..shared as u8);
    body.push(0);
    hexlex::lexicon::search::with_header(&body)
}

#[test]
#[cfg(target_os = "linux")] // other systems have no limit of memory
fn millions_of_words_in_a_few_bytes_are_listed_one_by_one() {
    let dir = folder();
    let bytes = millions_of_words();
    assert!(bytes.len() < 300, "{}", bytes.len());
    fs::write(dir.path().join("x"), bytes).unwrap();
    // As strings in memory they would be above 800 MB.
    let script =
        "ulimit -v 500000; \"$H\" words list --lexicon x | tail -n 1; \"$H\" words list --lexicon x | head -n 2";
    let output = Command::new("sh")
        .args(["-c", script])
        .env("H", env!("CARGO_BIN_EXE_hexlex"))
        .env("HOME", dir.path())
        .current_dir(&dir)
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let last = "b".repeat(23);
    assert_eq!((text(output.stdout), text(output.stderr)), (format!("{last}\na\naa\n"), String::new()));
}
