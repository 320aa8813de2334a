//! Makes what the library embeds: the built-in English lexicon, and the letters of `templates/`.
//!
//! The automaton's builder and its byte format are the library's own source files, so that there
//! is only one of each.

#![allow(unreachable_pub)] // the shared files serve a library

#[allow(dead_code)] // only what the builder needs
#[path = "src/lexicon/alphabet.rs"]
mod alphabet;
#[path = "src/lexicon/assembler.rs"]
mod assembler;
#[allow(dead_code)] // only the word numbers are needed here
#[path = "src/lexicon/automaton.rs"]
mod automaton;
#[allow(dead_code)] // only words in order are added here
#[path = "src/lexicon/builder.rs"]
mod builder;
#[path = "src/lexicon/encode.rs"]
mod encode;
#[allow(dead_code)] // only the table's reader is needed here
#[path = "tools/english_table.rs"]
mod english_table;
#[path = "src/lexicon/fold.rs"]
mod fold;
#[path = "src/lexicon/format.rs"]
mod format;

use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    let out = PathBuf::from(std::env::var("OUT_DIR")?);
    build_english(&out)?;
    pack_templates(Path::new("templates"), &out)
}

/// Writes `english.lexicon`: the package's words that the committed table keeps, with their classes.
fn build_english(out: &Path) -> Result<(), Box<dyn Error>> {
    const TABLE: &str = "src/lexicon/english.classes";
    for source in [TABLE, "tools/english_table.rs"] {
        println!("cargo::rerun-if-changed={source}");
    }
    for source in ["alphabet", "assembler", "automaton", "builder", "encode", "fold", "format"] {
        println!("cargo::rerun-if-changed=src/lexicon/{source}.rs");
    }
    let words = english_table::package_words();
    let marks = read_marks(TABLE, &words)?;
    let kept: Vec<(&str, u8)> = words.into_iter().zip(marks).filter(|(_, mark)| *mark > 0).collect();
    let mut builder = builder::Builder::default();
    kept.iter().try_for_each(|(word, _)| builder.add(word))?;
    let bytes = encode::encode(&builder.finish()?);
    let (automaton, _) = format::decode(&bytes)?;
    let mut classes = vec![0; kept.len()];
    for (word, mark) in kept {
        let number = automaton.number(word).ok_or("a word without a number")?;
        classes[number as usize] = mark - 1;
    }
    std::fs::write(out.join("english.lexicon"), encode::with_classes(&bytes, &english_table::pack(classes)))?;
    Ok(())
}

/// The marks of the committed table; of `HEXLEX_TABLE=none` marks that keep every word, so that the
/// tool which makes the table can be built when the old one does not fit.
fn read_marks(table: &str, words: &[&str]) -> Result<Vec<u8>, Box<dyn Error>> {
    println!("cargo::rerun-if-env-changed=HEXLEX_TABLE");
    if std::env::var("HEXLEX_TABLE").is_ok_and(|value| value == "none") {
        return Ok(vec![1; words.len()]);
    }
    let bytes = std::fs::read(table).map_err(|error| format!("{table}: {error}"))?;
    english_table::read(&bytes, words)
}

/// Writes `templates.gray`, the pixels of every letter of every face one after the other, and
/// `templates.txt`, a line `face letter` for each.
fn pack_templates(templates: &Path, out: &Path) -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={}", templates.display());
    let (mut pixels, mut index) = (Vec::new(), String::new());
    for face in sorted(templates)?.into_iter().filter(|path| path.join("letters").is_dir()) {
        for letter in sorted(&face.join("letters"))? {
            let picture = image::open(&letter).map_err(|error| format!("{}: {error}", letter.display()))?;
            pixels.extend_from_slice(picture.to_luma8().as_raw());
            let stem =
                |path: &Path| path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
            writeln!(index, "{} {}", stem(&face), stem(&letter))?;
        }
    }
    std::fs::write(out.join("templates.gray"), pixels)?;
    std::fs::write(out.join("templates.txt"), index)?;
    Ok(())
}

/// The entries of a folder by name, so that every build packs the same.
fn sorted(folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut entries =
        std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>, std::io::Error>>()?;
    entries.sort();
    Ok(entries)
}
