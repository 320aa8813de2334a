//! The program of `docs/python.md` prints what stands below it.

use crate::common::{folder, root};
use std::fs;
use std::path::Path;
use std::process::Command;

#[test]
fn the_program_in_python_prints_what_is_shown() {
    let page = fs::read_to_string(root().join("docs/python.md")).unwrap();
    let block = |kind: &str| page.split(kind).nth(1).and_then(|rest| rest.split("```").next()).expect("a block");
    let (program, shown) = (block("```python\n"), block("```text\n"));
    let dir = folder();
    let folder_of_program = Path::new(env!("CARGO_BIN_EXE_hexlex")).parent().unwrap();
    let path = format!("{}:{}", folder_of_program.display(), std::env::var("PATH").unwrap());
    let program = program.replace("\"fixtures/", &format!("\"{}/fixtures/", root().display()));
    let run = Command::new("python3").args(["-c", &program]).current_dir(dir.path()).env("PATH", path).output();
    let Ok(run) = run else {
        eprintln!("skipped: Python is not installed");
        return;
    };
    assert_eq!(String::from_utf8_lossy(&run.stdout), shown, "{}", String::from_utf8_lossy(&run.stderr));
}
