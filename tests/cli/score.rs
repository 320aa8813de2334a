//! `score`: totals of the boards of a file.

use crate::common::{Run, folder, json, root, run, shared, trouble};
use hexlex::solve::Kernel;
use serde_json::Value;

#[test]
fn scores_are_the_known_ones() {
    let (Some(boards), Some(words)) = (shared("boards"), shared("words/enable2k.txt")) else { return };
    for (name, longest, boards_in, points, found) in [
        ("uniform-4x4", "17", 10_000, 404_988, 339_922),
        ("dice-4x4", "17", 10_000, 1_423_765, 993_059),
        ("good-4x4", "17", 2_000, 3_409_644, 1_206_506),
        ("dice-5x5", "17", 2_000, 924_422, 507_428),
        ("bookworm-52", "15", 2_000, 753_574, 504_479),
    ] {
        let file = boards.join(name).with_extension("txt");
        let (file, words) = (file.display().to_string(), words.display().to_string());
        let args = ["score", &file, "--lexicon", &words, "--min-length", "3", "--max-length", longest];
        for kernel in Kernel::ALL.into_iter().filter(|kernel| kernel.is_available()) {
            for (threads, paths) in [(1, &[][..]), (2, &[]), (3, &["--paths"])] {
                let how = ["--threads", &threads.to_string(), "--kernel", kernel.name()];
                let report = json(0, root(), &[&args[..], &how, paths].concat(), "");
                assert_eq!(report["boards"], boards_in, "{name}");
                assert_eq!(report["points"], points, "{name}");
                assert_eq!(report["words"], found, "{name}");
                assert_eq!((&report["kernel"], &report["threads"]), (&kernel.name().into(), &Value::from(threads)));
                assert!(report["seconds"].is_number() && report["boards_per_second"].is_number());
            }
        }
    }
}

#[test]
fn boards_come_from_standard_input_and_bad_lines_are_told() {
    let dir = folder();
    let report = json(0, dir.path(), &["score", "-"], "catsodren\nzzzz\n");
    assert_eq!(report["boards"], 2);
    let Run { code, stdout, stderr } = run(dir.path(), &["score", "-"], "catsodren\nabc\nab1d\n");
    assert_eq!(code, 2);
    assert!(stdout.starts_with("1 board"), "{stdout}");
    assert_eq!(stderr.lines().count(), 2, "{stderr}");
    assert!(stderr.starts_with("error: -: line 2: 3 letters make no square"), "{stderr}");
    let Run { code, stdout, .. } = run(dir.path(), &["score", "-"], "abc\n");
    assert_eq!((code, stdout.as_str()), (2, "0 boards: 0 points, 0 words\n"));
    assert!(trouble(dir.path(), &["score", "-"], "").contains("no board"));
    assert!(trouble(dir.path(), &["score", "missing"], "").contains("there is no such file"));
}
