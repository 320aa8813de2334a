//! Writes `src/lexicon/english.classes`: which words of the package `wordnik_list` are in the built-in English dictionary,
//! and the [`WordClass`] of each.
//!
//! ```text
//! cargo run --release -p hexlex-lexicon --example english_classes -- YAWL SCOWL src/lexicon/english.classes [REFERENCE]
//! ```
//! - `YAWL` is the list of that name, a word a line: the file `words.txt` in the packages `boggle-maker` 0.1.4 and
//!   `word-trie` 0.1.0 (both the same).
//! - `SCOWL` is the folder of SCOWL's lists (`english-words.10`, ...): `usr/share/dict/scowl` in the Debian package `scowl`
//!   2020.12.07.
//! - `REFERENCE` is a list to compare the result with; the table does not depend on it.
//!
//! A word is kept if it is in YAWL and, in lower case, in SCOWL up to size 80 (accents are removed: `café` is `cafe`). Of
//! the words that only size 95 has, ENABLE has none. The smallest size that has a word determines its class.

use hexlex_lexicon::{WordClass, class_table};
use std::collections::{HashMap, HashSet};
use std::error::Error;
use std::path::Path;

/// The largest size of SCOWL whose words are kept.
const LARGEST_SIZE: u8 = 80;

/// The largest sizes of the classes "common" and "known"; the larger ones are "rare".
const COMMON_SIZE: u8 = 50;
const KNOWN_SIZE: u8 = 70;

/// The word lengths that are compared with the reference: Bookworm's.
const MEASURED_LENGTHS: std::ops::RangeInclusive<usize> = 3..=12;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (yawl, scowl, out, reference) = match arguments.as_slice() {
        [yawl, scowl, out] => (yawl, scowl, out, None),
        [yawl, scowl, out, reference] => (yawl, scowl, out, Some(reference)),
        _ => return Err("usage: english_classes YAWL SCOWL OUT [REFERENCE]".into()),
    };
    let yawl = read_list(Path::new(yawl))?;
    let sizes = read_scowl(Path::new(scowl))?;
    let mut words: Vec<&str> = wordnik_list::word_iterator().collect();
    words.sort_unstable();
    let class = |word: &&str| {
        let size = *sizes.get(*word)?;
        (size <= LARGEST_SIZE && yawl.contains(*word)).then(|| class_of(size))
    };
    let classes: Vec<Option<WordClass>> = words.iter().map(class).collect();
    std::fs::write(out, class_table::write(&words, classes.iter().copied()))?;
    println!("{} of {} words are kept", classes.iter().flatten().count(), words.len());
    if let Some(reference) = reference {
        compare(&words, &classes, &read_list(Path::new(reference))?);
    }
    Ok(())
}

/// The class of a word whose smallest SCOWL list has this size.
fn class_of(size: u8) -> WordClass {
    if size <= COMMON_SIZE {
        WordClass::Common
    } else if size <= KNOWN_SIZE {
        WordClass::Known
    } else {
        WordClass::Rare
    }
}

/// The words of a list, a word a line.
fn read_list(path: &Path) -> Result<HashSet<String>, Box<dyn Error>> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(text.lines().map(|line| line.trim().to_lowercase()).collect())
}

/// The lower-case words of SCOWL without their accents, with the smallest size that has each.
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
        return Err(format!(
            "expected SCOWL's lists such as english-words.10 in {}, found none: check the folder",
            folder.display()
        )
        .into());
    }
    Ok(sizes)
}

/// The letter without its accent; `None` for capitals (names, abbreviations) and other characters.
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

/// Prints how the kept words compare with the reference.
fn compare(words: &[&str], classes: &[Option<WordClass>], reference: &HashSet<String>) {
    let is_measured = |word: &str| MEASURED_LENGTHS.contains(&word.len());
    let wanted = reference.iter().filter(|word| is_measured(word)).count();
    let (mut kept, mut right) = ([0usize; 3], [0usize; 3]);
    for (word, class) in words.iter().zip(classes).filter(|(word, _)| is_measured(word)) {
        let Some(class) = class.map(|class| class as usize) else { continue };
        kept[class] += 1;
        right[class] += usize::from(reference.contains(*word));
    }
    let percent = |part: usize, whole: usize| 100.0 * part as f64 / whole.max(1) as f64;
    let (all_kept, all_right) = (kept.iter().sum(), right.iter().sum());
    println!("recall {:.4}%, precision {:.3}%", percent(all_right, wanted), percent(all_right, all_kept));
    for (class, name) in WordClass::ALL.map(WordClass::name).into_iter().enumerate() {
        println!("{name}: {} words, {:.2}% in the reference", kept[class], percent(right[class], kept[class]));
    }
}
