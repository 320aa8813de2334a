//! Makes what the library embeds: the built-in English lexicon, and the letters of `templates/`.
//!
//! The automaton's builder and its byte format are the library's own source files, so that there
//! is only one of each.

#![allow(unreachable_pub)] // the shared files serve a library

#[allow(dead_code)] // only the builder is needed here
#[path = "src/lexicon/dawg.rs"]
mod dawg;
#[allow(dead_code)] // only the writer is needed here
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

/// Writes `english.lexicon`.
fn build_english(out: &Path) -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=src/lexicon/dawg.rs");
    println!("cargo::rerun-if-changed=src/lexicon/format.rs");
    let mut words: Vec<&str> = wordnik_list::word_iterator().collect();
    words.sort_unstable();
    let alphabet = dawg::Alphabet::new('a'..='z')?;
    let dawg = dawg::Dawg::from_sorted(alphabet, words.iter().copied())?;
    std::fs::write(out.join("english.lexicon"), format::encode(&dawg, None))?;
    Ok(())
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
