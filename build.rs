//! Makes what the library embeds: the built-in English lexicon.
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
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    let out = std::env::var("OUT_DIR")?;
    build_english(Path::new(&out))
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
