//! Writes `src/lexicon/english.classes`: which words of the package `wordnik_list` the built-in English keeps, and the
//! class of each: how likely a game accepts it.
//!
//! ```text
//! cargo run --release -p hexlex-lexicon --example english_classes -- YAWL SCOWL src/lexicon/english.classes [REFERENCE]
//! ```
//! - `YAWL` is the list of that name, a word a line: the file `words.txt` inside the packages `boggle-maker` 0.1.4 and
//!   `word-trie` 0.1.0 (both the same).
//! - `SCOWL` is the folder of SCOWL's lists (`english-words.10`, ...): `usr/share/dict/scowl` inside the Debian package
//!   `scowl` 2020.12.07.
//! - `REFERENCE` is a word list to measure the result against; it does not change the table.
//!
//! A word is kept if it is in YAWL and, in lower case, in SCOWL up to its size 80 (accents are ignored: `café` is `cafe`).
//! Size 95 has every word of any list; of the words that only it has, none is in ENABLE. The smallest size that has a
//! word gives its class.

use hexlex_lexicon::{WordClass, class_table};
use std::collections::{HashMap, HashSet};
use std::error::Error;
use std::path::Path;

/// The largest size of SCOWL whose words are kept.
const LARGEST_SIZE: u8 = 80;

/// The largest sizes of the classes "common" and "known"; larger ones are "rare".
const COMMON_SIZE: u8 = 50;
const KNOWN_SIZE: u8 = 70;

/// The lengths of words that are measured against the reference: Bookworm's.
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
        measure(&words, &classes, &read_list(Path::new(reference))?);
    }
    Ok(())
}

/// The class of a word whose smallest SCOWL list has this size.
fn class_of(size: u8) -> WordClass {
    match size {
        ..=COMMON_SIZE => WordClass::Common,
        ..=KNOWN_SIZE => WordClass::Known,
        _ => WordClass::Rare,
    }
}

/// The words of a list, a word a line.
fn read_list(path: &Path) -> Result<HashSet<String>, Box<dyn Error>> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(text.lines().map(|line| line.trim().to_lowercase()).collect())
}

/// The lower-case words of SCOWL without accents, each with the smallest size that has it.
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

/// Prints how the words that are kept compare with a reference list.
fn measure(words: &[&str], classes: &[Option<WordClass>], reference: &HashSet<String>) {
    let measured = |word: &str| MEASURED_LENGTHS.contains(&word.len());
    let wanted = reference.iter().filter(|word| measured(word)).count();
    let (mut kept, mut right) = ([0usize; 3], [0usize; 3]);
    for (word, class) in words.iter().zip(classes).filter(|(word, _)| measured(word)) {
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
