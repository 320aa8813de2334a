//! Makes `src/lexicon/english.classes`: which words of the package `wordnik_list` the built-in
//! English keeps, and how sure it is that a game takes them.
//!
//! ```text
//! HEXLEX_TABLE=none cargo run --release --example words -- YAWL SCOWL src/lexicon/english.classes [YARDSTICK]
//! ```
//! - `YAWL` is the list of that name, a word a line: the file `words.txt` inside the packages
//!   `boggle-maker` 0.1.4 and `word-trie` 0.1.0 (both the same).
//! - `SCOWL` is the folder of SCOWL's lists (`english-words.10`, ...): `usr/share/dict/scowl` inside
//!   the Debian package `scowl` 2020.12.07.
//! - `YARDSTICK`, a list to measure the result against, changes nothing in the table.
//!
//! `HEXLEX_TABLE=none` builds hexlex without the old table, which may not fit any more.
//!
//! A word stays that is in YAWL and in SCOWL up to its size 80, in lower case (accents do not count:
//! `café` is `cafe`). Size 95 has everything that anybody ever listed; of the words that only it has
//! not one is in ENABLE. The smallest size that has a word gives its class.

#![allow(unreachable_pub)] // the shared files serve a library

#[allow(dead_code)] // only the checksum is needed here
#[path = "../src/lexicon/alphabet.rs"]
mod alphabet;
#[allow(dead_code)] // only the checksum is needed here
#[path = "../src/lexicon/assembler.rs"]
mod assembler;
#[allow(dead_code)] // only the checksum is needed here
#[path = "../src/lexicon/automaton.rs"]
mod automaton;
#[allow(dead_code)] // only the checksum is needed here
#[path = "../src/lexicon/builder.rs"]
mod builder;
#[allow(dead_code)] // only the table's writer is needed here
#[path = "english_table.rs"]
mod english_table;
#[allow(dead_code)] // only the checksum is needed here
#[path = "../src/lexicon/fold.rs"]
mod fold;
#[allow(dead_code)] // only the checksum is needed here
#[path = "../src/lexicon/format.rs"]
mod format;

use std::collections::{HashMap, HashSet};
use std::error::Error;
use std::path::Path;

/// The largest size of SCOWL that makes a word stay.
const LARGEST_SIZE: u8 = 80;

/// The largest sizes of the classes "common" and "known"; "rare" is the rest.
const COMMON_SIZE: u8 = 50;
const KNOWN_SIZE: u8 = 70;

/// The lengths that the yardstick measures: Bookworm's.
const MEASURED_LENGTHS: std::ops::RangeInclusive<usize> = 3..=12;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (yawl, scowl, out, yardstick) = match arguments.as_slice() {
        [yawl, scowl, out] => (yawl, scowl, out, None),
        [yawl, scowl, out, yardstick] => (yawl, scowl, out, Some(yardstick)),
        _ => return Err("usage: words YAWL SCOWL OUT [YARDSTICK]".into()),
    };
    let yawl = read_list(Path::new(yawl))?;
    let sizes = read_scowl(Path::new(scowl))?;
    let words = english_table::package_words();
    let mark = |word: &&str| match sizes.get(*word) {
        Some(&size) if size <= LARGEST_SIZE && yawl.contains(*word) => 1 + class(size),
        _ => 0,
    };
    let marks: Vec<u8> = words.iter().map(mark).collect();
    std::fs::write(out, english_table::write(&words, marks.iter().copied()))?;
    println!("{} of {} words stay", marks.iter().filter(|&&mark| mark > 0).count(), words.len());
    if let Some(yardstick) = yardstick {
        measure(&words, &marks, &read_list(Path::new(yardstick))?);
    }
    Ok(())
}

/// The class that a size gives, from 0.
fn class(size: u8) -> u8 {
    u8::from(size > COMMON_SIZE) + u8::from(size > KNOWN_SIZE)
}

/// The words of a list, a word a line.
fn read_list(path: &Path) -> Result<HashSet<String>, Box<dyn Error>> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(text.lines().map(|line| line.trim().to_lowercase()).collect())
}

/// The lower-case words of SCOWL, accents taken off, with the smallest size that has each.
fn read_scowl(folder: &Path) -> Result<HashMap<String, u8>, Box<dyn Error>> {
    let mut sizes = HashMap::new();
    let entries = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for path in entries.map(|entry| entry.map(|entry| entry.path())).collect::<Result<Vec<_>, _>>()? {
        let Some(size) = path.extension().and_then(|size| size.to_str()?.parse::<u8>().ok()) else { continue };
        for line in std::fs::read_to_string(&path)?.lines() {
            if let Some(word) = line.trim().chars().map(plain).collect::<Option<String>>() {
                sizes.entry(word).and_modify(|known: &mut u8| *known = size.min(*known)).or_insert(size);
            }
        }
    }
    if sizes.is_empty() {
        return Err(
            format!("expected SCOWL's lists such as english-words.10 in {}, found none", folder.display()).into()
        );
    }
    Ok(sizes)
}

/// The letter without its accent; `None` for capitals (names, abbreviations) and everything else.
fn plain(letter: char) -> Option<char> {
    Some(match letter {
        'a'..='z' => letter,
        'à'..='å' => 'a',
        'ç' => 'c',
        'è'..='ë' => 'e',
        'ì'..='ï' => 'i',
        'ñ' => 'n',
        'ò'..='ö' | 'ø' => 'o',
        'ù'..='ü' => 'u',
        'ý' | 'ÿ' => 'y',
        _ => return None,
    })
}

/// Says how the words that stay compare with a list.
fn measure(words: &[&str], marks: &[u8], yardstick: &HashSet<String>) {
    let measured = |word: &str| MEASURED_LENGTHS.contains(&word.len());
    let wanted = yardstick.iter().filter(|word| measured(word)).count();
    let (mut kept, mut right) = ([0usize; 3], [0usize; 3]);
    for (word, mark) in words.iter().zip(marks).filter(|(word, mark)| **mark > 0 && measured(word)) {
        let class = usize::from(mark - 1);
        kept[class] += 1;
        right[class] += usize::from(yardstick.contains(*word));
    }
    let percent = |part: usize, whole: usize| 100.0 * part as f64 / whole.max(1) as f64;
    let (all_kept, all_right) = (kept.iter().sum(), right.iter().sum());
    println!("recall {:.4}%, precision {:.3}%", percent(all_right, wanted), percent(all_right, all_kept));
    for (name, class) in ["common", "known", "rare"].into_iter().zip(0..) {
        println!("{name}: {} words, {:.2}% in the yardstick", kept[class], percent(right[class], kept[class]));
    }
}
