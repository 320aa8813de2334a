//! Counts the numbers that were set by hand in the reader: in finding a board, reading its tiles, and deciding.
//!
//! ```text
//! cargo run --release -p hexlex-tools --bin numbers -- [ROOT] [--list] [--write]
//! ```
//!
//! [`count`] says which literals of a Rust file count. Files that a command writes (learned weights) do not count; the
//! numbers of every other data file in these folders do. The client of Tesseract is left out: it serves another reader.
//!
//! On version 0.1 (commit d2ac4e2) an earlier count, with one number for each constant and without integers in
//! functions, came to 252 named and 103 bare numbers. Of the same files this program counts
//!
//! - 250 constants: that count took in two constants that hold no number that was set (a list of sides, an array of
//!   zeros). They hold 306 numbers, because tuples, ranges and fields count by element here: otherwise one struct of
//!   parameters would be one number.
//! - 109 bare numbers: the same 103 fractions, and 6 integers that decide, as in `area >= 8`.

mod count;
mod page;

use anyhow::{Context, Result, ensure};
use clap::Parser;
use count::{Counted, FieldComments, Kind, Number};
use hexlex_tools::{out, outln};
use std::fs;
use std::path::{Path, PathBuf};

/// The folders and files of the reader, those of earlier versions too.
const READER: [&str; 8] = [
    "src/locate",
    "src/read",
    "src/recognize",
    "src/pipeline.rs",
    "src/options.rs",
    "src/plausible.rs",
    "src/search.rs",
    "src/search",
];
/// The module that is left out: a file or a folder.
const LEFT_OUT: &str = "tesseract";
/// The extensions of files that commands write.
const LEARNED: [&str; 3] = ["net", "weights", "check"];
/// Where `--write` writes.
const PAGE: &str = "docs/numbers.md";

/// Count the numbers that were set by hand in the reader.
#[derive(Parser)]
struct Arguments {
    /// The repository
    #[arg(default_value = ".")]
    root: PathBuf,
    /// Print every number: file, line, name, value
    #[arg(long)]
    list: bool,
    /// Write the list to docs/numbers.md
    #[arg(long)]
    write: bool,
}

/// A file of the reader with its numbers.
struct CountedFile {
    /// The path below the root, with slashes.
    path: String,
    counted: Counted,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let files = count_all(&arguments.root)?;
    if arguments.list {
        for CountedFile { path, counted } in &files {
            for Number { line, name, value, .. } in &counted.numbers {
                outln!("{path}:{line}: {name} {value}");
            }
        }
    }
    out!("{}", page::table(&files));
    if arguments.write {
        let path = arguments.root.join(PAGE);
        fs::write(&path, page::page(&files)).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

/// Counts every file of the reader below the root, in the order of their paths.
fn count_all(root: &Path) -> Result<Vec<CountedFile>> {
    let mut paths = Vec::new();
    for part in READER.map(|part| root.join(part)).iter().filter(|part| part.exists()) {
        find(part, &mut paths)?;
    }
    ensure!(!paths.is_empty(), "expected the reader below {}, found none of {READER:?}: name the root", root.display());
    paths.sort();
    let is_rust = |path: &Path| path.extension().is_some_and(|extension| extension == "rs");
    let mut fields = FieldComments::new();
    for path in paths.iter().filter(|path| is_rust(path)) {
        count::field_comments(&text(path)?, &mut fields).with_context(|| path.display().to_string())?;
    }
    let mut files = Vec::new();
    let mut test_files = Vec::new();
    for path in &paths {
        let counted = if is_rust(path) {
            count::count(&text(path)?, &fields).with_context(|| path.display().to_string())?
        } else {
            count_data(&text(path)?)
        };
        test_files.extend(counted.test_modules.iter().map(|module| path.with_file_name(format!("{module}.rs"))));
        files.push((path.clone(), counted));
    }
    files.retain(|(path, _)| !test_files.contains(path));
    let named = |(path, counted): (PathBuf, Counted)| {
        let path = path.strip_prefix(root).unwrap_or(&path).components();
        let parts: Vec<_> = path.map(|part| part.as_os_str().to_string_lossy().into_owned()).collect();
        CountedFile { path: parts.join("/"), counted }
    };
    Ok(files.into_iter().map(named).collect())
}

/// Adds the file, or the files in the folder, that count.
fn find(path: &Path, found: &mut Vec<PathBuf>) -> Result<()> {
    if path.file_stem().is_some_and(|name| name == LEFT_OUT) {
        return Ok(());
    }
    if path.is_dir() {
        let entries = fs::read_dir(path).with_context(|| format!("cannot list {}", path.display()))?;
        return entries.into_iter().try_for_each(|entry| find(&entry?.path(), found));
    }
    let extension = path.extension().map(|extension| extension.to_string_lossy().into_owned()).unwrap_or_default();
    if extension != "md" && !LEARNED.contains(&extension.as_str()) {
        found.push(path.to_path_buf());
    }
    Ok(())
}

fn text(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}

/// The numbers of a data file, each named by the first word of its line. Comments, from `#` on, do not count.
fn count_data(text: &str) -> Counted {
    let mut counted = Counted { lines: text.lines().count(), ..Counted::default() };
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | '+' | '_');
    for (line, row) in (1..).zip(text.lines()) {
        let row = row.split('#').next().unwrap_or_default();
        let words: Vec<&str> = row.split(|c: char| !is_part(c)).filter(|word| !word.is_empty()).collect();
        let name = words.first().filter(|word| word.parse::<f64>().is_err()).unwrap_or(&"");
        for value in words.iter().filter(|word| word.parse::<f64>().is_ok_and(f64::is_finite)) {
            let (name, value, comment) = (name.to_string(), value.to_string(), String::new());
            counted.numbers.push(Number { line, name, value, kind: Kind::Named, comment });
        }
    }
    counted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_that_no_command_writes_counts() {
        let folder = std::env::temp_dir().join(format!("hexlex-numbers-{}", std::process::id()));
        let reader = folder.join("src/read");
        fs::create_dir_all(&reader).unwrap();
        for (name, text) in [
            ("mod.rs", "const A: f32 = 0.3;\n#[cfg(test)]\nmod more;\n"),
            ("more.rs", "const B: f32 = 0.3;"),
            ("tesseract.rs", "const C: f32 = 0.3;"),
            ("rules.toml", "# 3 of them\nleast = 0.25\nspan = [3, -4.5] # 7\nname = \"x\"\n"),
            ("boards.weights", "1.5 2.5\n"),
            ("glyphs.net", "1.5\n"),
            ("notes.md", "4\n"),
        ] {
            fs::write(reader.join(name), text).unwrap();
        }
        let files = count_all(&folder).unwrap();
        fs::remove_dir_all(&folder).unwrap();
        let shown: Vec<String> = files
            .iter()
            .flat_map(|file| {
                file.counted.numbers.iter().map(|n| format!("{}:{} {} {}", file.path, n.line, n.name, n.value))
            })
            .collect();
        let expected = [
            "src/read/mod.rs:1 A 0.3",
            "src/read/rules.toml:2 least 0.25",
            "src/read/rules.toml:3 span 3",
            "src/read/rules.toml:3 span -4.5",
        ];
        assert_eq!(shown, expected);
    }
}
