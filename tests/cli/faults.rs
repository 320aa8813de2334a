//! What ends or stops the program while it writes: a kill at any moment, a full disk, a closed folder, other runs.
//!
//! After each of them the old file is whole or the new one is, the next run leaves no temporary file, and the exit status is
//! right. `HEXLEX_FAULTS` is the number of random moments (50 where it is not set); `./x faults` takes 1,000.

#![allow(clippy::unwrap_used)] // a test fails by panicking

use crate::SQUARE;
use crate::common::{Run, answer, fixture, folder, hexlex, json, names, run};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime};

/// The number of random moments of a test.
fn moments() -> u64 {
    std::env::var("HEXLEX_FAULTS").ok().and_then(|number| number.parse().ok()).unwrap_or(50)
}

/// A command whose data lies in `folder/home`, without output.
fn quiet(program: &str, folder: &Path) -> Command {
    let mut command = Command::new(program);
    let home = folder.join("home");
    command.current_dir(folder).env("XDG_CONFIG_HOME", &home).env("XDG_DATA_HOME", home);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// Every file and folder below a folder, hidden ones too.
fn all_below(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            found.push(entry.path().display().to_string());
            if entry.path().is_dir() {
                folders.push(entry.path());
            }
        }
    }
    found
}

/// Fails if a temporary file or folder is left.
fn assert_no_leftover(folder: &Path) {
    let left: Vec<String> =
        all_below(folder).into_iter().filter(|path| path.contains(".part") || path.ends_with(".old")).collect();
    assert!(left.is_empty(), "{left:?}");
}

/// The words of the list of refused ones.
fn refused(folder: &Path) -> BTreeSet<String> {
    let list = json(0, folder, &["words", "refuse"], "");
    list["words"].as_array().unwrap().iter().map(|word| word.as_str().unwrap().to_string()).collect()
}

/// The n-th word of letters.
fn word(n: u64) -> String {
    n.to_string().bytes().map(|digit| char::from(b'a' + digit - b'0')).collect()
}

/// Runs a command for this time, then kills it.
fn kill_after(mut command: Command, time: Duration) {
    let mut child = command.spawn().unwrap();
    std::thread::sleep(time);
    // It may have ended.
    let _ = child.kill();
    child.wait().unwrap();
}

/// Moments that are spread over the time of a run, the same in every run of the test.
fn spread(longest: Duration) -> impl Iterator<Item = Duration> {
    (0..moments()).map(move |n| longest.mul_f64((n * 7919 % 997) as f64 / 997.0))
}

#[test]
fn a_list_survives_a_kill_at_any_moment() {
    let dir = folder();
    answer(0, dir.path(), &["words", "refuse", "keep"], "");
    for (n, time) in (0..).zip(spread(Duration::from_millis(12))) {
        let mut command = quiet(env!("CARGO_BIN_EXE_hexlex"), dir.path());
        command.args(["words", "refuse", &word(n)]);
        kill_after(command, time);
        assert!(refused(dir.path()).contains("keep"), "after {time:?}");
    }
    answer(0, dir.path(), &["words", "refuse", "last"], "");
    let words = refused(dir.path());
    assert!(words.contains("keep") && words.contains("last"), "{words:?}");
    assert_no_leftover(dir.path());
}

#[test]
fn a_skin_survives_a_kill_at_any_moment() {
    let dir = folder();
    let pictures = [fixture("tan/medium.png"), fixture("tan/large.jpg")];
    answer(0, dir.path(), &["teach", &pictures[0], "--skin", "tan"], "");
    let skin = dir.path().join("home/hexlex/skins/tan");
    fs::write(skin.join("notes.txt"), "the user's own").unwrap();
    for time in spread(Duration::from_millis(400)).step_by(5) {
        let mut command = quiet(env!("CARGO_BIN_EXE_hexlex"), dir.path());
        command.args(["teach", &pictures[1], "--skin", "tan"]);
        kill_after(command, time);
        let Run { code, stderr, .. } = run(dir.path(), &["read", &pictures[0]], "");
        assert_eq!((code, stderr.as_str()), (0, ""), "after {time:?}");
    }
    answer(0, dir.path(), &["teach", &pictures[0], "--skin", "tan"], "");
    assert_no_leftover(dir.path());
    assert_eq!(fs::read_to_string(skin.join("notes.txt")).unwrap(), "the user's own");
}

/// Runs `hexlex` under strace; `None`, with a line, where that cannot be had.
fn traced(folder: &Path, options: &[&str], args: &[&str]) -> Option<std::process::ExitStatus> {
    let mut strace = quiet("strace", folder);
    let status = strace
        .args(["-f", "-qq", "-o", "/dev/null"])
        .args(options)
        .arg(env!("CARGO_BIN_EXE_hexlex"))
        .args(args)
        .status();
    if Command::new("strace").arg("-V").output().is_err() || status.is_err() {
        eprintln!("skipped: strace is not installed");
        return None;
    }
    status.ok()
}

#[test]
#[cfg(target_os = "linux")]
fn a_kill_at_every_rename_keeps_the_old_or_the_new() {
    let dir = folder();
    let pictures = [fixture("tan/medium.png"), fixture("tan/large.jpg")];
    answer(0, dir.path(), &["words", "refuse", "keep"], "");
    answer(0, dir.path(), &["words", "allow", "moves"], "");
    answer(0, dir.path(), &["teach", &pictures[0], "--skin", "tan"], "");
    let commands: [&[&str]; 3] = [
        &["words", "refuse", "moves", "new"],
        &["teach", &pictures[1], "--skin", "tan"],
        &["words", "import", "a.txt"],
    ];
    fs::write(dir.path().join("a.txt"), "cat\n").unwrap();
    for args in commands {
        for rename in 1..100 {
            let inject = format!("inject=rename,renameat,renameat2:signal=SIGKILL:when={rename}");
            let Some(status) = traced(dir.path(), &["-e", "trace=rename,renameat,renameat2", "-e", &inject], args)
            else {
                return;
            };
            let words = refused(dir.path());
            assert!(words.contains("keep"), "{args:?}, rename {rename}: {words:?}");
            let allowed = answer(0, dir.path(), &["words", "allow"], "");
            assert!(words.contains("moves") || allowed.contains("moves"), "{args:?}, rename {rename}: lost");
            let Run { code, stderr, .. } = run(dir.path(), &["read", &pictures[0]], "");
            assert_eq!((code, stderr.as_str()), (0, ""), "{args:?}, rename {rename}");
            if status.success() {
                assert!(rename > 1, "{args:?} renames something");
                break;
            }
        }
    }
    answer(0, dir.path(), &["teach", &pictures[0], "--skin", "tan"], "");
    answer(0, dir.path(), &["words", "refuse", "last"], "");
    answer(0, dir.path(), &["words", "import", "a.txt"], "");
    assert_no_leftover(dir.path());
}

/// What cannot be made again is on the disk before its name is: no failure of the power leaves an empty file in its place.
#[test]
#[cfg(target_os = "linux")]
fn a_list_a_skin_and_a_dictionary_are_synced_before_they_are_renamed() {
    let dir = folder();
    let log = dir.path().join("log");
    fs::write(dir.path().join("a.txt"), "cat\n").unwrap();
    for args in [
        &["words", "refuse", "xu"][..],
        &["words", "import", "a.txt", "--name", "game"],
        &["words", "build", "a.txt", "-o", "a.lexicon"],
        &["teach", &fixture("tan/medium.png"), "--skin", "tan"],
    ] {
        let named = log.display().to_string();
        let options =
            ["-y", "-e", "trace=write,writev,pwrite64,fsync,fdatasync,rename,renameat,renameat2", "-o", &named];
        let Some(status) = traced(dir.path(), &options, args) else { return };
        assert!(status.success(), "{args:?}");
        let calls = fs::read_to_string(&log).unwrap();
        // The files that were written and not synced since, by their paths as strace prints them: `write(5</tmp/a>, ...`.
        let mut unsynced: BTreeSet<&str> = BTreeSet::new();
        let (mut writes, mut renames) = (0, 0);
        for call in calls.lines() {
            let path = call.split_once('<').and_then(|(_, rest)| rest.split_once('>')).map(|(path, _)| path);
            match path.filter(|path| path.contains(".part")) {
                Some(path) if [" write(", " writev(", " pwrite64("].iter().any(|name| call.contains(name)) => {
                    unsynced.insert(path);
                    writes += 1;
                }
                Some(path) if call.contains("sync(") => _ = unsynced.remove(path),
                _ => {}
            }
            if call.contains(" rename") {
                assert!(unsynced.is_empty(), "{args:?}: {unsynced:?} before {call}");
                renames += 1;
            }
        }
        assert!(writes > 0 && renames > 0 && calls.contains("sync("), "{args:?}: {calls}");
    }
}

/// Files from before and after the clock's time are what a step of the clock leaves. No step is seen while a command runs: no code
/// asks for the time of day.
#[test]
fn a_clock_that_steps_changes_nothing() {
    let dir = folder();
    let picture = fixture("tan/medium.png");
    answer(0, dir.path(), &["words", "refuse", "keep"], "");
    answer(0, dir.path(), &["teach", &picture, "--skin", "tan"], "");
    let read = answer(0, dir.path(), &["read", &picture], "");
    for (n, days) in (0..).zip([0, 365 * 130]) {
        let time = SystemTime::UNIX_EPOCH + Duration::from_secs(days * 86_400);
        for path in all_below(dir.path()).into_iter().filter(|path| Path::new(path).is_file()) {
            fs::File::options().write(true).open(path).unwrap().set_modified(time).unwrap();
        }
        answer(0, dir.path(), &["words", "refuse", &word(n)], "");
        assert!(refused(dir.path()).is_superset(&["keep".to_string(), word(n)].into()), "{days} days");
        answer(0, dir.path(), &["teach", &picture, "--skin", "tan"], "");
        assert_eq!(answer(0, dir.path(), &["read", &picture], ""), read, "{days} days");
        assert_no_leftover(dir.path());
    }
    let sources = ["src", "crates"].map(|folder| all_below(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)));
    for path in sources.iter().flatten().filter(|path| path.ends_with(".rs")) {
        assert!(!fs::read_to_string(path).unwrap().contains("SystemTime"), "{path} asks for the time of day");
    }
}

/// Runs of forty edits at once, five of them on each list; `./x faults` makes a thousand runs.
#[test]
fn two_hundred_edits_at_once_lose_no_word() {
    let lists = if moments() < 1_000 { 1 } else { moments() / 5 };
    (0..lists).for_each(|_| lose_no_word());
}

fn lose_no_word() {
    let dir = folder();
    let all: Vec<String> = (0..200).map(word).collect();
    for some in all.chunks(40) {
        let children: Vec<_> = some
            .iter()
            .map(|word| {
                quiet(env!("CARGO_BIN_EXE_hexlex"), dir.path()).args(["words", "refuse", word]).spawn().unwrap()
            })
            .collect();
        for mut child in children {
            assert!(child.wait().unwrap().success());
        }
    }
    assert_eq!(refused(dir.path()), all.into_iter().collect());
    assert_no_leftover(dir.path());
}

#[test]
fn four_lessons_at_once_are_all_kept() {
    let dir = folder();
    let pictures = ["tan/medium.png", "tan/large.jpg", "tan/small.png", "tan/medium.png"].map(fixture);
    let children: Vec<_> = pictures
        .iter()
        .map(|picture| {
            quiet(env!("CARGO_BIN_EXE_hexlex"), dir.path()).args(["teach", picture, "--skin", "tan"]).spawn().unwrap()
        })
        .collect();
    for mut child in children {
        assert!(child.wait().unwrap().success());
    }
    let report = json(0, dir.path(), &["teach", &pictures[0], "--skin", "tan"], "");
    assert_eq!(report["pictures"], 5);
    assert_no_leftover(dir.path());
}

#[test]
fn an_interrupted_first_lesson_is_no_dead_end() {
    let dir = folder();
    let picture = fixture("tan/medium.png");
    answer(0, dir.path(), &["teach", &picture, "--skin", "tan"], "");
    let skin = dir.path().join("home/hexlex/skins/tan");
    // What version 0.1 left when it was killed: some letters, and no skin.toml.
    fs::remove_file(skin.join("skin.toml")).unwrap();
    fs::remove_file(skin.join("letters/A.png")).unwrap();
    let report = json(0, dir.path(), &["teach", &picture, "--skin", "tan"], "");
    assert_eq!((&report["pictures"], report["letters"].as_array().map(Vec::len)), (&1.into(), Some(26)));
    let Run { code, stderr, .. } = run(dir.path(), &["read", &picture], "");
    assert_eq!((code, stderr.as_str()), (0, ""));
}

/// Runs a script with `hexlex` as `$H` on a disk of this size at `disk`; `None`, with a line, where none can be made.
fn on_full_disk(folder: &Path, size: &str, script: &str) -> Option<Run> {
    fs::create_dir_all(folder.join("disk")).unwrap();
    let whole = format!("mount -t tmpfs -o size={size} none disk || exit 99\n{script}");
    let mut command = quiet("unshare", folder);
    command.args(["--user", "--map-root-user", "--mount", "sh", "-c", &whole]).env("H", env!("CARGO_BIN_EXE_hexlex"));
    let disk = folder.join("disk");
    command.env("XDG_CONFIG_HOME", &disk).env("XDG_DATA_HOME", &disk);
    let output = command.stdout(Stdio::piped()).stderr(Stdio::piped()).output();
    let Some(output) = output.ok().filter(|output| !matches!(output.status.code(), Some(99 | 1))) else {
        eprintln!("skipped: no small disk can be mounted here");
        return None;
    };
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Some(Run { code: output.status.code().unwrap(), stdout: text(output.stdout), stderr: text(output.stderr) })
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_keeps_the_old_file_and_names_the_new_one() {
    let dir = folder();
    let picture = fixture("tan/medium.png");
    fs::write(dir.path().join("a.txt"), SQUARE).unwrap();
    let english = answer(0, dir.path(), &["words", "list"], "");
    fs::write(dir.path().join("words.txt"), english).unwrap();
    // Each command fails with status 2 and the name of what was to be written, and leaves what was there as it was.
    let script = |command: &str| {
        format!(
            "cd disk; \"$H\" words refuse keep >&2 || exit 3; \"$H\" words build - -o x <<END >&2\ncat\nEND\ncp x y; \
             head -c 1000000 /dev/zero > filler 2>/dev/null; \"$H\" {command}; code=$?; rm -f filler; cmp x y || exit 4; \
             \"$H\" words refuse; ls -A; exit $code"
        )
    };
    let at = |name: &str| dir.path().join(name).display().to_string();
    for (command, named) in [
        (format!("words build {} -o x", at("words.txt")), "cannot write x ("),
        (format!("words import {} --name y", at("words.txt")), "y.lexicon"),
        (format!("solve {} -o a.png", at("a.txt")), "cannot write a.png ("),
        (format!("solve {} --html a.html", at("a.txt")), "cannot write a.html ("),
        (format!("check {picture} --html a.html"), "cannot write a.html ("),
        ("simulate --policy longest --games 1 --max-words 2 --csv a.csv".to_string(), "cannot write a.csv ("),
        ("simulate --policy longest --games 1 --max-words 2 --html a.html".to_string(), "cannot write a.html ("),
        ("simulate --policy longest --games 1 --max-words 2 --plot a.svg".to_string(), "cannot write a.svg ("),
        ("config edit".to_string(), "config.toml"),
        (format!("teach {picture} --skin tan"), "tan"),
        ("words refuse xu qi za".to_string(), "refused.txt"),
    ] {
        let Some(Run { code, stdout, stderr }) = on_full_disk(dir.path(), "40k", &script(&command)) else { return };
        assert_eq!(code, 2, "{command}: {stdout}{stderr}");
        let errors: Vec<&str> = stderr.lines().filter(|line| line.starts_with("error: ")).collect();
        assert!(errors.len() == 1 && errors[0].contains(named), "{command}: {stderr}");
        assert!(stdout.contains("keep") && !stdout.contains(".part"), "{command}: {stdout}");
    }
}

#[test]
fn a_closed_folder_is_an_error_before_the_work() {
    use std::os::unix::fs::PermissionsExt;
    let dir = folder();
    fs::write(dir.path().join("a.txt"), SQUARE).unwrap();
    fs::create_dir(dir.path().join("closed")).unwrap();
    fs::set_permissions(dir.path(), fs::Permissions::from_mode(0o755)).unwrap();
    fs::set_permissions(dir.path().join("closed"), fs::Permissions::from_mode(0o555)).unwrap();
    let picture = fixture("tan/medium.png");
    let closed = dir.path().join("closed").display().to_string();
    for args in [
        &["solve", "a.txt", "-o", "closed/a.png"][..],
        &["words", "build", "a.txt", "-o", "closed/a"],
        &["words", "refuse", "xu"],
        &["words", "import", "a.txt", "--name", "x"],
        &["teach", &picture, "--skin", "tan"],
        &["solve", "a.txt", "--html", "closed/a.html"],
        &["check", &picture, "--html", "closed/a.html"],
        &["simulate", "--games", "1", "--csv", "closed/a.csv"],
        &["simulate", "--games", "1", "--html", "closed/a.html"],
        &["simulate", "--games", "1", "--plot", "closed/a.svg"],
        &["config", "edit"],
    ] {
        let Some(mut command) = crate::common::unprivileged(args) else { return };
        command.current_dir(&dir).env("XDG_CONFIG_HOME", &closed).env("XDG_DATA_HOME", &closed);
        let output = command.output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {stderr}");
        assert!(stderr.lines().count() == 1 && stderr.contains("closed"), "{args:?}: {stderr}");
    }
    assert_eq!(names(&dir.path().join("closed")), [""; 0]);
    fs::set_permissions(dir.path().join("closed"), fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn a_leftover_of_a_killed_run_is_removed_by_the_next_one() {
    let dir = folder();
    fs::write(dir.path().join(".hexlex-abcdef.part"), "half a file").unwrap();
    fs::write(dir.path().join(".hexlex-settings"), "the user's own").unwrap();
    answer(0, dir.path(), &["words", "build", "-", "-o", "x"], "cat\n");
    assert_eq!(names(dir.path()), [".hexlex-settings", "x"]);
}

/// The system calls that make a connection, and those that name a file that is written.
#[test]
#[cfg(target_os = "linux")]
fn no_command_opens_a_socket() {
    let dir = folder();
    let at = |name: &str| dir.path().join(name);
    fs::write(at("a.txt"), SQUARE).unwrap();
    fs::write(at("lines.txt"), "catsodren\n").unwrap();
    let picture = fixture("gems/medium.png");
    for args in [
        &["solve", "a.txt"][..],
        &["solve", &picture, "-o", "told.png"],
        &["read", &picture, "--json"],
        &["check", &picture],
        &["score", "lines.txt"],
        &["words", "has", "cat"],
        &["words", "refuse", "xu"],
        &["words", "build", "lines.txt", "-o", "told.lexicon"],
        &["teach", &fixture("tan/medium.png"), "--skin", "tan"],
        &["roll"],
    ] {
        let log = at("log");
        let mut strace = Command::new("strace");
        strace
            .args(["-f", "-qq", "-e", "trace=network,openat,open,creat,rename,renameat,renameat2,mkdir", "-o"])
            .arg(&log);
        let home = at("home");
        strace.arg(env!("CARGO_BIN_EXE_hexlex")).args(args).current_dir(&dir);
        strace.env("XDG_CONFIG_HOME", &home).env("XDG_DATA_HOME", home).stdout(Stdio::null()).stderr(Stdio::null());
        let Ok(status) = strace.status() else {
            eprintln!("skipped: strace is not installed");
            return;
        };
        assert!(status.code().is_some_and(|code| code < 2), "{args:?}");
        let calls = fs::read_to_string(&log).unwrap();
        let sockets: Vec<&str> =
            calls.lines().filter(|call| call.contains("socket") || call.contains("connect(")).collect();
        assert!(sockets.is_empty(), "{args:?}: {sockets:?}");
        let writes = |call: &&str| call.contains("O_WRONLY") || call.contains("O_RDWR") || call.contains("mkdir(");
        let is_told = |call: &&str| {
            let inside = dir.path().display().to_string();
            let relative = call.split('"').nth(1).is_some_and(|path| !path.starts_with('/'));
            call.contains(&inside) || relative || call.contains("/dev/")
        };
        let elsewhere: Vec<&str> = calls.lines().filter(writes).filter(|call| !is_told(call)).collect();
        assert!(elsewhere.is_empty(), "{args:?}: {elsewhere:?}");
        fs::remove_file(log).unwrap();
    }
    assert_eq!(names(dir.path()), ["a.txt", "home", "lines.txt", "told.lexicon", "told.png"]);
}

#[test]
fn concurrent_runs_of_everything_leave_whole_files() {
    let dir = folder();
    fs::write(dir.path().join("a.txt"), SQUARE).unwrap();
    fs::write(dir.path().join("words.txt"), "cat\ndog\n").unwrap();
    let picture = fixture("tan/medium.png");
    let commands: [&[&str]; 7] = [
        &["solve", "a.txt", "-o", "x.png"],
        &["words", "build", "words.txt", "-o", "x.lexicon"],
        &["words", "import", "words.txt", "--name", "game"],
        &["words", "refuse", "dog"],
        &["teach", &picture, "--skin", "tan"],
        &["read", &picture],
        &["check", "none", "--html", "x.html"],
    ];
    let children: Vec<_> = (0..24)
        .map(|n| quiet(env!("CARGO_BIN_EXE_hexlex"), dir.path()).args(commands[n % 6]).spawn().unwrap())
        .collect();
    for mut child in children {
        assert!(child.wait().unwrap().success());
    }
    assert!(image::open(dir.path().join("x.png")).is_ok());
    answer(0, dir.path(), &["words", "has", "cat", "--lexicon", "x.lexicon"], "");
    answer(0, dir.path(), &["words", "has", "cat", "--lexicon", "game"], "");
    assert_eq!(refused(dir.path()), ["dog".to_string()].into());
    assert_eq!(json(0, dir.path(), &["teach", &picture, "--skin", "tan"], "")["pictures"], 5);
    assert!(hexlex(dir.path(), commands[6]).output().unwrap().status.code() == Some(2));
    assert_no_leftover(dir.path());
}
