//! Errors, help, and a reader that closes the pipe.

use crate::common::{answer, fixture, folder, trouble};
use crate::empty_picture;
use std::fs;
use std::path::Path;
use std::process::Stdio;

/// Writes a valid black-and-white PNG of 20,000 x 20,000 pixels, in a few dozen kilobytes.
fn huge_picture(path: &Path) {
    const SIDE: u32 = 20_000;
    let file = std::io::BufWriter::new(fs::File::create(path).expect("a file"));
    let mut encoder = png::Encoder::new(file, SIDE, SIDE);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::One);
    encoder.set_compression(png::Compression::Fast);
    let mut writer = encoder.write_header().expect("a header");
    writer.write_image_data(&vec![0; (SIDE / 8 * SIDE) as usize]).expect("pixels");
    writer.finish().expect("an end");
}

#[test]
fn a_bad_file_gives_one_error_line() {
    let dir = folder();
    let at = |name: &str| dir.path().join(name);
    empty_picture(&at("plain.png"), 300, 200);
    empty_picture(&at("dot.png"), 1, 1);
    fs::write(at("text.png"), "this is text\n").unwrap();
    fs::write(at("empty.png"), "").unwrap();
    fs::write(at("scan.tiff"), b"II*\0\x08\0\0\0").unwrap();
    fs::write(at("empty"), "").unwrap();
    huge_picture(&at("huge.png"));
    empty_picture(&at("whole.jpg"), 300, 200);
    let jpeg = fs::read(at("whole.jpg")).unwrap();
    fs::write(at("cut.jpg"), &jpeg[..jpeg.len() / 2]).unwrap();
    fs::create_dir(at("nothing")).unwrap();
    for (name, expected) in [
        ("plain.png", "plain.png: no board found"),
        ("dot.png", "dot.png: no board found"),
        (
            "text.png",
            "text.png: expected a PNG, JPEG, BMP, WebP or GIF picture, found text: name a picture; `hexlex solve` takes a board text, with a name in .txt",
        ),
        ("empty.png", "found an empty file"),
        ("empty", "empty: expected a picture or a board text, found nothing: "),
        ("huge.png", "huge.png: expected a picture of at most 64000000 pixels and 32768 a side, found 20000x20000"),
        ("cut.jpg", "cut.jpg: expected a whole picture, found damage"),
        ("missing.png", "missing.png: expected a file, found none: check the path"),
        ("missing", "missing: expected a file or a folder, found neither: check the path"),
        ("scan.tiff", "scan.tiff: expected a PNG, JPEG, BMP, WebP or GIF picture, found TIFF: save"),
        ("nothing", "nothing: expected PNG, JPEG, BMP, WebP or GIF files, found none: "),
    ] {
        for command in ["solve", "read"] {
            let error = trouble(dir.path(), &[command, name], "");
            assert!(error.contains(expected), "{command} {name}: {error}");
        }
    }
    assert!(
        trouble(dir.path(), &["read", "-"], "A B\nC D\n").contains("standard input: expected a picture, found text: ")
    );
    assert!(
        trouble(dir.path(), &["solve", "-", "-"], "A B\n").starts_with("expected standard input once, found several")
    );
    let error = trouble(dir.path(), &["read", "plain.png", "--shape", "4x4"], "");
    assert!(error.contains("in the shape 4x4, found ") && error.contains("leave --shape out"), "{error}");
}

#[test]
fn a_bad_argument_gives_one_error_line() {
    let dir = folder();
    for (args, expected) in [
        (&["solve"][..], "as in `hexlex solve screenshot.png`, - for standard input, or --clipboard"),
        (&["solve", "a.png", "--shape", "hexagon"], "expected a shape, found `hexagon`"),
        (&["solve", "a.png", "--top", "0"], "--top: expected a whole number from 1, found `0`: give"),
        (&["solve", "a.png", "--top", "-1"], "--top: expected a whole number from 1, found `-1`: give"),
        (&["check", "a", "-j", "-2"], "--jobs: expected a whole number from 1 to 256, found `-2`: give"),
        (&["roll", "--seed", "-1"], "--seed: expected a whole number from 0, found `-1`: give one"),
        (&["solve", "a.png", "--level", "0"], "--level: expected a whole number from 1"),
        (
            &["solve", "a.png", "--goal", "x"],
            "--goal: expected one of longest, score, survive, pace, found `x`: use one of them",
        ),
        (&["solve", "a.png", "--goal"], "expected a value after --goal, found none: give one"),
        (&["solve", "a.png", "--top", "1", "--all"], "expected --top <N> or --all, found both: leave one out"),
        (&["read", "a.png", "--all-bords"], "found `--all-bords`: leave it out, or use `--all-boards`"),
        (&["slove", "a.png"], "expected a command of `hexlex`, found `slove`: use `solve`"),
        (&["shot.png"], "expected a command of `hexlex`, found `shot.png`: use `hexlex solve shot.png`"),
        (
            &["completions", "csh"],
            "<SHELL>: expected one of bash, elvish, fish, powershell, zsh, found `csh`: use `zsh`; ",
        ),
        (&["roll", "--count", "1", "--count", "2"], "expected --count <N> once, found it twice: leave one out"),
        (&["solve", "a.png", "--fast"], "--fast"),
        (&["frobnicate"], "frobnicate"),
        (&["check", "a", "--fail-under", "200"], "expected a number from 0 to 100"),
        (&["read", "a.png", "--min-confidence", "2"], "expected a number from 0 to 1"),
    ] {
        let error = trouble(dir.path(), args, "");
        assert!(error.contains(expected) && error.contains("--help"), "{args:?}: {error}");
    }
    for (args, help) in [
        (&["frobnicate"][..], "hexlex --help"),
        (&["solve"], "hexlex solve --help"),
        (&["--json", "roll", "--count", "none"], "hexlex roll --help"),
        (&["words", "frobnicate"], "hexlex words --help"),
        (&["words", "list", "--min-length", "0"], "hexlex words list --help"),
        (&["read", "words", "--frob"], "hexlex read --help"),
    ] {
        let error = trouble(dir.path(), args, "");
        assert!(error.ends_with(&format!("; see `{help}`")), "{args:?}: {error}");
    }
}

#[test]
fn help_and_version_go_to_standard_output() {
    let dir = folder();
    for command in [
        "solve",
        "read",
        "watch",
        "windows",
        "check",
        "teach",
        "score",
        "words",
        "roll",
        "practice",
        "completions",
        "man",
        "doctor",
    ] {
        let help = answer(0, dir.path(), &[command, "--help"], "");
        assert!(help.contains("Examples:") && help.contains("Usage: hexlex"), "{help}");
    }
    assert!(answer(0, dir.path(), &["--version"], "").starts_with("hexlex "));
}

#[test]
fn shells_and_man_get_the_same_help() {
    let dir = folder();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = answer(0, dir.path(), &["completions", shell], "");
        assert!(script.contains("min-confidence") && script.contains("practice"), "{shell}: {script}");
    }
    let page = answer(0, dir.path(), &["man"], "");
    assert!(page.starts_with(".ie") && page.contains(".TH hexlex 1") && page.contains("hexlex\\-solve"), "{page}");
    assert!(page.contains("\nhexlex [OPTIONS] <COMMAND>\n"), "{page}");
    let page = answer(0, dir.path(), &["man", "words", "build"], "");
    assert!(page.contains(".SH SYNOPSIS\nhexlex words build [OPTIONS] \\-\\-output <FILE> "), "{page}");
    assert!(page.contains(".TH hexlex-words-build 1") && page.contains("Examples:"), "{page}");
    let error = trouble(dir.path(), &["man", "words", "bild"], "");
    assert!(error.contains("expected a command, found `bild`: use `build`, or one of build, "), "{error}");
    let error = trouble(dir.path(), &["man", "solve", "fast"], "");
    assert!(
        error.contains("expected a command, found `fast` after one without commands of its own: leave it out"),
        "{error}"
    );
}

/// The commands of a help and the long options, as they are listed there.
fn listed(help: &str, command: &str) -> (Vec<String>, Vec<String>) {
    let part = |title: &str| help.split(&format!("\n{title}:\n")).nth(1).and_then(|rest| rest.split("\n\n").next());
    let commands = part("Commands").map_or(Vec::new(), |part| {
        let is_name = |line: &&str| line.starts_with("  ") && !line.starts_with("   ");
        part.lines().filter(is_name).filter_map(|line| line.split_whitespace().next()).map(str::to_string).collect()
    });
    let options = help.lines().map(str::trim_start).filter(|line| line.starts_with('-'));
    let options = options.filter_map(|line| {
        let name = line.split("--").nth(1)?;
        let end = name.find(|c: char| !c.is_ascii_alphanumeric() && c != '-').unwrap_or(name.len());
        Some(format!("--{}", &name[..end]))
    });
    let options: Vec<String> = options.collect();
    assert!(options.len() > 3, "{command}: {help}");
    (commands, options)
}

/// PowerShell itself is not needed: the blocks are closed, and each command has a block with its commands and options.
#[test]
fn powershell_completes_every_command_and_option() {
    let dir = folder();
    let script = answer(0, dir.path(), &["completions", "powershell"], "");
    let mut open = Vec::new();
    // In a text between single quotes, two of them stand for one, which leaves the text and enters it again.
    let outside = script.split('\'').step_by(2).flat_map(str::chars);
    assert!(script.matches('\'').count().is_multiple_of(2), "{script}");
    for c in outside {
        match c {
            '(' | '{' | '[' => open.push(c),
            ')' | '}' | ']' => {
                assert!(matches!((open.pop(), c), (Some('('), ')') | (Some('{'), '}') | (Some('['), ']')))
            }
            _ => {}
        }
    }
    assert!(open.is_empty(), "{open:?}");
    let mut waiting = vec![Vec::new()];
    let mut count = 0;
    while let Some(path) = waiting.pop() {
        let path: Vec<String> = path;
        let words: Vec<&str> = path.iter().map(String::as_str).chain(["--help"]).collect();
        let (commands, options) = listed(&answer(0, dir.path(), &words, ""), &path.join(" "));
        let label = ["hexlex"].into_iter().chain(path.iter().map(String::as_str)).collect::<Vec<_>>().join(";");
        let block = script.split(&format!("\n        '{label}' {{\n")).nth(1).unwrap_or_else(|| panic!("{label}"));
        let block = block.split("\n            break\n        }").next().unwrap();
        for name in commands.iter().chain(&options) {
            assert!(block.contains(&format!("::new('{name}', '{name}', ")), "{label}: {name}");
        }
        count += 1;
        waiting.extend(commands.into_iter().filter(|name| name != "help").map(|name| [&path[..], &[name]].concat()));
    }
    assert!(count > 25, "{count}");
}

/// The names of skins and dictionaries that are taught and imported, beside files.
#[test]
#[cfg(unix)]
fn bash_completes_taught_skins_imported_dictionaries_and_files() {
    let dir = folder();
    answer(0, dir.path(), &["teach", &fixture("tan/medium.png"), "--skin", "tan"], "");
    std::fs::write(dir.path().join("teams.txt"), "cats\n").unwrap();
    answer(0, dir.path(), &["words", "import", "teams.txt", "--name", "tunes"], "");
    // A shell expands what it proposes.
    answer(0, dir.path(), &["words", "import", "teams.txt", "--name", "t$(touch expanded)"], "");
    let completed = |words: &[&str]| {
        let program = env!("CARGO_BIN_EXE_hexlex");
        let (last, before) = (words[words.len() - 1], words[words.len() - 2]);
        let script = format!(
            "hexlex() {{ '{program}' \"$@\"; }}\neval \"$(hexlex completions bash)\"\n\
             COMP_WORDS=({})\nCOMP_CWORD={}\n_hexlex hexlex '{last}' {before} 2>/dev/null\n\
             printf '%s\\n' \"${{COMPREPLY[@]}}\"\n",
            words.join(" "),
            words.len() - 1
        );
        let mut bash = std::process::Command::new("bash");
        let home = dir.path().join("home");
        bash.args(["-c", &script]).current_dir(dir.path()).env("XDG_CONFIG_HOME", &home).env("XDG_DATA_HOME", home);
        let Ok(output) = bash.output() else {
            eprintln!("skipped: there is no bash");
            return None;
        };
        let text = String::from_utf8(output.stdout).unwrap();
        Some(text.split_whitespace().map(str::to_string).collect::<Vec<_>>())
    };
    for (words, names) in [
        (&["hexlex", "solve", "--skin", "t"][..], &["tan", "teams.txt"][..]),
        (&["hexlex", "solve", "--lexicon", "t"], &["tunes", "teams.txt"]),
        // Where nothing is proposed, bash completes files.
        (&["hexlex", "solve", ""], &[]),
        (&["hexlex", "completions", ""], &["bash", "elvish", "fish", "powershell", "zsh"]),
        (&["hexlex", "solve", "--lev"], &["--level"]),
    ] {
        let Some(completed) = completed(words) else { return };
        assert_eq!(completed, names, "{words:?}");
    }
    assert!(!dir.path().join("expanded").exists());
    for (shell, call) in [("zsh", "_hexlex_skin_names'"), ("fish", "-F -a \"(hexlex completions --names skin ")] {
        let script = answer(0, dir.path(), &["completions", shell], "");
        assert!(script.contains(call), "{shell}");
    }
}

#[test]
#[cfg(unix)]
fn a_closed_pipe_is_not_an_error() {
    // The list of words fills any pipe, so hexlex still writes when the reader has closed it.
    let board = "S E R T\nA I N E\nL P O S\nD R E T\n";
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_hexlex"))
        .args(["solve", "-", "--all", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), board.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &[][..]));
}

/// The thread that reads must not wait for workers that have ended.
#[test]
#[cfg(unix)]
fn a_closed_pipe_ends_every_thread_of_score() {
    let dir = folder();
    let boards = dir.path().join("boards.txt");
    std::fs::write(&boards, "serainelpdretabc\n".repeat(200_000)).unwrap();
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_hexlex"))
        .args(["score", "--each", "--threads", "2"])
        .arg(&boards)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let start = std::time::Instant::now();
    while child.try_wait().unwrap().is_none() {
        if start.elapsed().as_secs() > 120 {
            child.kill().unwrap();
            panic!("expected the program to end, found it waiting");
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
#[cfg(not(feature = "desktop"))]
fn a_command_without_its_feature_names_the_remedy() {
    for command in ["windows", "watch", "practice"] {
        let error = trouble(folder().path(), &[command], "");
        assert!(error.contains("the feature `desktop`") && error.contains("--features desktop"), "{error}");
    }
}
