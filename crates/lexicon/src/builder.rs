//! Builds a [`Lexicon`] from words in any order and case.
//!
//! A [`LexiconBuilder`] passes words in ascending order straight to the [automaton](crate::dawg). It collects the other
//! words, and at 100 MiB it sorts them and merges them with the automaton into a new one. So an unsorted list takes little
//! more time than a sorted one, and a list of any length can be read from a pipe if the automaton of its different words
//! fits into memory.

use crate::Lexicon;
use crate::alphabet::MAX_ALPHABET;
use crate::dawg::{DawgBuilder, DawgError};
use crate::fold::{MAX_WORD_LETTERS, fold};
use std::collections::HashMap;
use std::fmt;

/// The memory for unsorted words, in bytes. Chosen by hand: three million words fit. Smaller: more merges;
/// larger: more memory without gain.
const UNSORTED_BYTES: usize = 100 << 20;

/// Why a line is not a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SkipReason {
    /// It has digits, punctuation or spaces, or is empty.
    NotLetters,
    /// It has more than [`MAX_WORD_LETTERS`] letters.
    TooLong,
    /// It has a letter that is not one of the 64 commonest of the list.
    RareLetter,
    /// In a front-coded list: it keeps more letters than the word before has.
    BadCount,
}

impl fmt::Display for SkipReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SkipReason::NotLetters => f.write_str("not letters only"),
            SkipReason::TooLong => write!(f, "more than {MAX_WORD_LETTERS} letters"),
            SkipReason::RareLetter => write!(f, "a letter beyond the {MAX_ALPHABET} commonest"),
            SkipReason::BadCount => f.write_str("keeps more letters than the word before has"),
        }
    }
}

/// Builds a [`Lexicon`] from words in any order and case.
///
/// ```
/// use hexlex_lexicon::LexiconBuilder;
///
/// let mut builder = LexiconBuilder::default();
/// for word in ["rats", "cat", "Rat", "cat", "4th"] {
///     let is_word = builder.add(word)?.is_ok();
///     assert_eq!(is_word, word != "4th");
/// }
/// let lexicon = builder.finish()?;
/// assert_eq!(lexicon.words().collect::<Vec<_>>(), ["cat", "rat", "rats"]);
/// # Ok::<(), hexlex_lexicon::DawgError>(())
/// ```
#[derive(Default)]
pub struct LexiconBuilder {
    dawg: DawgBuilder,
    unsorted: UnsortedWords,
    /// Scratch buffer for a folded word.
    folded: String,
    added: usize,
}

impl LexiconBuilder {
    /// Adds a word, or returns why it is not one.
    ///
    /// # Errors
    /// [`DawgError::TooLarge`] for too many words.
    pub fn add(&mut self, word: &str) -> Result<Result<(), SkipReason>, DawgError> {
        self.add_if(word, &mut |_| true)
    }

    /// Adds a word if `keep` returns true for its folded form.
    pub(crate) fn add_if(
        &mut self,
        word: &str,
        keep: &mut dyn FnMut(&str) -> bool,
    ) -> Result<Result<(), SkipReason>, DawgError> {
        let mut folded = std::mem::take(&mut self.folded);
        let added = match fold_word(word, &mut folded) {
            Ok(()) if keep(&folded) => self.add_folded(&folded).map(Ok),
            other => Ok(other),
        };
        self.folded = folded;
        added
    }

    /// Adds a word that is folded already.
    pub(crate) fn add_folded(&mut self, word: &str) -> Result<(), DawgError> {
        self.added += 1;
        match self.dawg.add(word) {
            Err(DawgError::NotAscending) if self.dawg.is_last(word) => Ok(()),
            Err(DawgError::NotAscending) => {
                self.unsorted.push(word);
                if self.unsorted.size() >= UNSORTED_BYTES { self.merge() } else { Ok(()) }
            }
            other => other,
        }
    }

    /// The number of words that have been added, repeats included.
    pub(crate) fn added(&self) -> usize {
        self.added
    }

    /// Merges the unsorted words with those of the automaton.
    fn merge(&mut self) -> Result<(), DawgError> {
        let mut unsorted = std::mem::take(&mut self.unsorted);
        let mut sorted = unsorted.sort();
        let mut merged = DawgBuilder::default();
        std::mem::take(&mut self.dawg).drain(|word| {
            while let Some(first) = sorted.peek().filter(|&first| first < word) {
                add_once(&mut merged, first)?;
                sorted.advance();
            }
            add_once(&mut merged, word)
        })?;
        while let Some(first) = sorted.peek() {
            add_once(&mut merged, first)?;
            sorted.advance();
        }
        self.dawg = merged;
        Ok(())
    }

    /// The lexicon of the words.
    ///
    /// # Errors
    /// [`DawgError::TooManyLetters`] for more than 64 different letters, [`DawgError::TooLarge`] for too many words.
    pub fn finish(mut self) -> Result<Lexicon, DawgError> {
        if !self.unsorted.words.is_empty() {
            self.merge()?;
        }
        Ok(Lexicon::from_dawg(&self.dawg.finish()?))
    }

    /// The lexicon of the words that are made of the 64 commonest letters; the others are passed to `skip`.
    pub(crate) fn finish_commonest(mut self, mut skip: impl FnMut(&str)) -> Result<Lexicon, DawgError> {
        if !self.unsorted.words.is_empty() {
            self.merge()?;
        }
        if !self.dawg.has_too_many_letters() {
            return self.finish();
        }
        let mut counts: HashMap<char, usize> = HashMap::new();
        let mut all = DawgBuilder::default();
        self.dawg.drain(|word| {
            word.chars().for_each(|letter| *counts.entry(letter).or_default() += 1);
            all.add(word)
        })?;
        let mut letters: Vec<char> = counts.keys().copied().collect();
        letters.sort_unstable_by_key(|letter| (std::cmp::Reverse(counts[letter]), *letter));
        letters.truncate(MAX_ALPHABET);
        let mut kept = DawgBuilder::default();
        all.drain(|word| {
            if word.chars().all(|letter| letters.contains(&letter)) {
                return kept.add(word);
            }
            skip(word);
            Ok(())
        })?;
        Ok(Lexicon::from_dawg(&kept.finish()?))
    }
}

/// Adds a word of an ascending sequence, unless it repeats the last one.
fn add_once(dawg: &mut DawgBuilder, word: &str) -> Result<(), DawgError> {
    if dawg.is_last(word) { Ok(()) } else { dawg.add(word) }
}

/// Writes the folded word into `folded`, or returns why it is not a word.
fn fold_word(word: &str, folded: &mut String) -> Result<(), SkipReason> {
    folded.clear();
    if word.bytes().all(|byte| byte.is_ascii_alphabetic()) {
        folded.push_str(word);
        folded.make_ascii_lowercase();
    } else {
        for letter in word.chars() {
            folded.push(fold(letter).ok_or(SkipReason::NotLetters)?);
        }
    }
    match folded.len() {
        0 => Err(SkipReason::NotLetters),
        bytes if bytes > MAX_WORD_LETTERS && folded.chars().count() > MAX_WORD_LETTERS => Err(SkipReason::TooLong),
        _ => Ok(()),
    }
}

/// Words that came out of order, in one string.
#[derive(Default)]
struct UnsortedWords {
    text: String,
    words: Vec<WordSpan>,
}

/// Where a word lies in the string of [`UnsortedWords`].
#[derive(Clone, Copy)]
struct WordSpan {
    /// The eight bytes of the word that [`sort_from`] compares.
    key: u64,
    start: u32,
    length: u32,
}

impl WordSpan {
    fn word(self, text: &str) -> &str {
        &text[self.start as usize..(self.start + self.length) as usize]
    }
}

impl UnsortedWords {
    fn push(&mut self, word: &str) {
        let (start, length) = (self.text.len() as u32, word.len() as u32);
        self.words.push(WordSpan { key: sort_key(word.as_bytes()), start, length });
        self.text.push_str(word);
    }

    /// The bytes of memory that the words take.
    fn size(&self) -> usize {
        self.text.len() + size_of_val(self.words.as_slice())
    }

    /// The words in ascending order, with repeats.
    fn sort(&mut self) -> SortedWords<'_> {
        sort_from(0, &mut self.words, &self.text);
        SortedWords { rest: &self.words, text: &self.text, block: String::new(), ends: Vec::new(), next: 0 }
    }
}

/// The first eight bytes as a number that sorts as they do; missing bytes are 0.
fn sort_key(bytes: &[u8]) -> u64 {
    bytes.first_chunk().map_or_else(
        || bytes.iter().zip((0..u64::BITS).step_by(8).rev()).fold(0, |key, (&byte, at)| key | u64::from(byte) << at),
        |first| u64::from_be_bytes(*first),
    )
}

/// Sorts words whose first `offset` bytes are equal, by the next eight bytes, then recursively by those after them.
///
/// A comparison reads the keys, which lie side by side, and not the words, which are scattered in memory.
fn sort_from(offset: usize, words: &mut [WordSpan], text: &str) {
    words.sort_unstable_by_key(|word| word.key);
    let next = offset + size_of::<u64>();
    for run in words.chunk_by_mut(|a, b| a.key == b.key).filter(|run| run.len() > 1) {
        let mut has_more = false;
        for word in &mut *run {
            word.key = sort_key(word.word(text).as_bytes().get(next..).unwrap_or_default());
            has_more |= word.key > 0;
        }
        if has_more {
            sort_from(next, run, text);
        }
    }
}

/// The number of words that [`SortedWords`] copies at a time. Chosen by hand: with fewer, the processor waits for each
/// word's memory in turn; with more, the copies do not stay in its first cache.
const BLOCK: usize = 64;

/// Reads words in ascending order, a block at a time: the memory accesses of a block overlap.
struct SortedWords<'a> {
    /// The words after the block.
    rest: &'a [WordSpan],
    text: &'a str,
    /// The words of the block, one after the other.
    block: String,
    /// The end of each word in the block.
    ends: Vec<usize>,
    /// The index of the next word in the block.
    next: usize,
}

impl SortedWords<'_> {
    /// The next word.
    fn peek(&mut self) -> Option<&str> {
        if self.next == self.ends.len() {
            let (block, rest) = self.rest.split_at(BLOCK.min(self.rest.len()));
            (self.rest, self.next) = (rest, 0);
            self.block.clear();
            self.ends.clear();
            for word in block {
                self.block.push_str(word.word(self.text));
                self.ends.push(self.block.len());
            }
        }
        let start = self.next.checked_sub(1).map_or(0, |last| self.ends[last]);
        self.ends.get(self.next).map(|&end| &self.block[start..end])
    }

    /// Goes to the word after the next one.
    fn advance(&mut self) {
        self.next += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn any_order_gives_the_same_bytes(
            mut words in prop::collection::vec("[a-c\u{17c}]{1,4}|[ab]{7,20}", 0..60),
            merges in prop::collection::vec(0usize..60, 0..4),
        ) {
            let sorted: BTreeSet<String> = words.iter().cloned().collect();
            let expected = Lexicon::from_words(&sorted).unwrap();
            let mut builder = LexiconBuilder::default();
            for (index, word) in words.iter().enumerate() {
                builder.add(word).unwrap().unwrap();
                if merges.contains(&index) {
                    builder.merge().unwrap();
                }
            }
            prop_assert_eq!(builder.finish().unwrap().to_bytes(), expected.to_bytes());
            words.reverse();
            prop_assert_eq!(Lexicon::from_words(&words).unwrap().to_bytes(), expected.to_bytes());
        }
    }
}
