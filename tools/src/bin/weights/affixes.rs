//! Counts the affixes of the built-in dictionary, for `affixes.weights`.

use anyhow::Result;
use hexlex::lexicon;
use hexlex_tools::outln;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::path::Path;

/// The fewest words of an affix in the file. Smaller: the file gets longer. Larger: rare affixes count as letters by chance.
/// Chosen by hand.
const FEWEST: u32 = 50;

/// Writes the affixes into the folder `out`.
pub(crate) fn write(out: &Path) -> Result<()> {
    let words: BTreeSet<String> = lexicon::english().words().map(|word| word.to_ascii_uppercase()).collect();
    let sides: String = counts(&words).iter().map(shares).collect();
    let head = format!(
        "# Written by `weights affixes` (tools/src/bin/weights/affixes.rs): the affixes of {FEWEST} words or more.\n\
         # What words have before, or after, another word of the built-in English dictionary, each with its share of those of its side.\n"
    );
    let path = out.join("affixes.weights");
    std::fs::write(&path, head + &sides)?;
    outln!("wrote {}", path.display());
    Ok(())
}

/// The lines of a side.
fn shares(counts: &BTreeMap<String, u32>) -> String {
    let all: u32 = counts.values().sum();
    let often = counts.iter().filter(|(_, count)| **count >= FEWEST);
    often.map(|(affix, &count)| format!("{affix} {:.6}\n", f64::from(count) / f64::from(all))).collect()
}

/// What is before another of these words in a word, then what is after one, each with the number of words.
fn counts(words: &BTreeSet<String>) -> [BTreeMap<String, u32>; 2] {
    /// The numbers of letters of an affix: a tile with one letter and a hyphen does not read as one. Chosen by hand.
    const LENGTHS: RangeInclusive<usize> = 2..=5;
    /// The fewest letters of the word beside it: nearly every word contains one of two. Chosen by hand.
    const SHORTEST_WORD: usize = 3;
    let [mut prefixes, mut suffixes] = [BTreeMap::new(), BTreeMap::new()];
    for word in words.iter().filter(|word| word.bytes().all(|letter| letter.is_ascii_uppercase())) {
        for length in LENGTHS.filter(|length| length + SHORTEST_WORD <= word.len()) {
            let (prefix, rest) = word.split_at(length);
            if words.contains(rest) {
                *prefixes.entry(format!("{prefix}-")).or_default() += 1;
            }
            let (rest, suffix) = word.split_at(word.len() - length);
            if words.contains(rest) {
                *suffixes.entry(format!("-{suffix}")).or_default() += 1;
            }
        }
    }
    [prefixes, suffixes]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_beside_another_word_is_an_affix() {
        let words =
            ["ART", "ARTED", "UPART", "UPARTED", "UPARTS", "PRECARTS", "CARTS", "ABOUTOARTS", "ARTS", "AR", "ARED"];
        let counts = counts(&words.map(String::from).into_iter().collect());
        let counts = counts.map(|side| side.into_iter().map(|(affix, n)| format!("{affix} {n}")).collect::<Vec<_>>());
        assert_eq!(counts, [vec!["PRE- 1", "PREC- 1", "UP- 3"], vec!["-ED 2"]]);
    }

    #[test]
    fn affixes_of_few_words_are_not_in_the_file() {
        let counts = [("UN-", FEWEST), ("XX-", FEWEST - 1), ("RE-", 101)].map(|(affix, n)| (affix.to_string(), n));
        assert_eq!(shares(&counts.into_iter().collect()), "RE- 0.505000\nUN- 0.250000\n");
    }
}
