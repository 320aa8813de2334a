//! Builds a dictionary from a list of words, writes it to a file, and loads it again.
//!
//! `cargo run --release --example build_lexicon`

use hexlex::lexicon::{Lexicon, Pattern};
use std::error::Error;
use std::fs;
use std::ops::ControlFlow;

/// Runs the example.
pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    // Words in any order and any case; duplicates count once. `Lexicon::open` reads lists of games too.
    let lexicon = Lexicon::from_words(["Cat", "cats", "cot", "coat", "stoat", "cat"])?;
    assert_eq!(lexicon.len(), 5);

    let file = std::env::temp_dir().join(format!("hexlex-example-{}.lexicon", std::process::id()));
    fs::write(&file, lexicon.to_bytes())?;
    let (loaded, report) = Lexicon::open(&file)?;
    fs::remove_file(&file)?;
    println!("{} words in {} bytes, {} lines refused", loaded.len(), loaded.size(), report.skipped);

    assert!(loaded.contains("stoat") && !loaded.contains("goat"));
    let pattern: Pattern = "c.t*".parse()?;
    loaded.visit_matching(&pattern, |word| {
        println!("{word}");
        ControlFlow::Continue(())
    });
    Ok(())
}
