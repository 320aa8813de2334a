//! Words in any order to a [`Lexicon`], in memory that their number does not decide.
//!
//! Words that come in order go straight into the automaton. Those out of their place wait until there are
//! many megabytes of them, are sorted, and are merged with the words of the automaton so far into a new one. So a
//! list in disorder costs little more than one in order, and a pipe may be as long as it likes, as long as
//! the automaton of its different words fits.

use crate::Lexicon;
use crate::alphabet::MAX_ALPHABET;
use crate::builder::{Builder, DawgError};
use crate::fold::{MAX_WORD_LETTERS, fold};
use std::collections::HashMap;
use std::fmt;

/// The memory of words out of order that wait: enough for three million in any order, so that merging is rare, and
/// little beside what a computer has.
const WAITING_BYTES: usize = 100 << 20;

/// Why a line is not a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Skipped {
    /// It has digits, punctuation, spaces or nothing.
    NotLetters,
    /// It has more than [`MAX_WORD_LETTERS`] letters.
    TooLong,
    /// It has a letter that is not among the 64 commonest of the list.
    RareLetter,
    /// It keeps more letters than the word before has, in a front-coded list.
    BadCount,
}

impl fmt::Display for Skipped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Skipped::NotLetters => f.write_str("not letters only"),
            Skipped::TooLong => write!(f, "more than {MAX_WORD_LETTERS} letters"),
            Skipped::RareLetter => write!(f, "a letter beyond the {MAX_ALPHABET} commonest"),
            Skipped::BadCount => f.write_str("keeps more letters than the word before has"),
        }
    }
}

/// Takes words in any order and case.
///
/// ```
/// use hexlex_lexicon::Gatherer;
///
/// let mut gatherer = Gatherer::default();
/// for word in ["rats", "cat", "Rat", "cat", "4th"] {
///     let is_word = gatherer.add(word)?.is_ok();
///     assert_eq!(is_word, word != "4th");
/// }
/// let lexicon = gatherer.finish()?;
/// assert_eq!(lexicon.words().collect::<Vec<_>>(), ["cat", "rat", "rats"]);
/// # Ok::<(), hexlex::lexicon::DawgError>(())
/// ```
#[derive(Default)]
pub struct Gatherer {
    builder: Builder,
    waiting: Waiting,
    folded: String,
    taken: usize,
}

/// Words out of order.
#[derive(Default)]
struct Waiting {
    text: String,
    words: Vec<Late>,
}

/// A word that waits: where it lies in the text.
#[derive(Clone, Copy)]
struct Late {
    /// Eight of its bytes as a number, which orders words that are equal before these.
    key: u64,
    start: u32,
    length: u32,
}

impl Late {
    fn word(self, text: &str) -> &str {
        &text[self.start as usize..(self.start + self.length) as usize]
    }
}

/// The first eight bytes as a number, with zeros for those that there are not.
fn key(bytes: &[u8]) -> u64 {
    bytes.first_chunk().map_or_else(
        || {
            bytes
                .iter()
                .zip((0..u64::BITS).step_by(8).rev())
                .fold(0, |key, (&byte, place)| key | u64::from(byte) << place)
        },
        |first| u64::from_be_bytes(*first),
    )
}

/// Sorts words that are equal in so many bytes, by eight bytes after the other: a comparison of words would look for
/// both of them all over the memory.
fn sort_behind(equal: usize, words: &mut [Late], text: &str) {
    words.sort_unstable_by_key(|word| word.key);
    let next = equal + size_of::<u64>();
    for run in words.chunk_by_mut(|a, b| a.key == b.key).filter(|run| run.len() > 1) {
        let mut is_more = false;
        for word in &mut *run {
            word.key = key(word.word(text).as_bytes().get(next..).unwrap_or_default());
            is_more |= word.key > 0;
        }
        if is_more {
            sort_behind(next, run, text);
        }
    }
}

impl Waiting {
    fn push(&mut self, word: &str) {
        self.words.push(Late { key: key(word.as_bytes()), start: self.text.len() as u32, length: word.len() as u32 });
        self.text.push_str(word);
    }

    /// The bytes that the words take.
    fn size(&self) -> usize {
        self.text.len() + size_of_val(self.words.as_slice())
    }

    /// The words in order.
    fn sorted(&mut self) -> Sorted<'_> {
        sort_behind(0, &mut self.words, &self.text);
        Sorted { left: &self.words, text: &self.text, block: String::new(), ends: Vec::new(), next: 0 }
    }
}

/// Words in order, fetched some at a time: they lie all over the memory, and so wait for it together.
struct Sorted<'a> {
    left: &'a [Late],
    text: &'a str,
    /// The words that have been fetched, where each ends, and the place of the next one among them.
    block: String,
    ends: Vec<usize>,
    next: usize,
}

/// How many words are fetched at a time.
const BLOCK: usize = 64;

impl Sorted<'_> {
    /// The first word that is left, which stays.
    fn peek(&mut self) -> Option<&str> {
        if self.next == self.ends.len() {
            let (block, left) = self.left.split_at(BLOCK.min(self.left.len()));
            (self.left, self.next) = (left, 0);
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

    /// Goes on to the next word.
    fn advance(&mut self) {
        self.next += 1;
    }
}

impl Gatherer {
    /// Adds a word, or says why it is none.
    ///
    /// # Errors
    /// [`DawgError::TooLarge`] where there are too many words.
    pub fn add(&mut self, word: &str) -> Result<Result<(), Skipped>, DawgError> {
        self.add_if(word, &mut |_| true)
    }

    /// Adds a word where `keep` wants it, which is told it folded.
    pub(crate) fn add_if(
        &mut self,
        word: &str,
        keep: &mut dyn FnMut(&str) -> bool,
    ) -> Result<Result<(), Skipped>, DawgError> {
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
        self.taken += 1;
        match self.builder.add(word) {
            Err(DawgError::Order) if self.builder.is_last(word) => Ok(()),
            Err(DawgError::Order) => {
                self.waiting.push(word);
                if self.waiting.size() >= WAITING_BYTES { self.merge() } else { Ok(()) }
            }
            done => done,
        }
    }

    /// How many words have been added, repeats included.
    pub(crate) fn taken(&self) -> usize {
        self.taken
    }

    /// Merges the words that wait with those of the automaton.
    fn merge(&mut self) -> Result<(), DawgError> {
        let mut waiting = std::mem::take(&mut self.waiting);
        let mut late = waiting.sorted();
        let mut merged = Builder::default();
        std::mem::take(&mut self.builder).drain(|word| {
            while let Some(first) = late.peek().filter(|&first| first < word) {
                add_once(&mut merged, first)?;
                late.advance();
            }
            add_once(&mut merged, word)
        })?;
        while let Some(first) = late.peek() {
            add_once(&mut merged, first)?;
            late.advance();
        }
        self.builder = merged;
        Ok(())
    }

    /// The lexicon of the words.
    ///
    /// # Errors
    /// [`DawgError::TooManyLetters`] for more than 64 different ones, [`DawgError::TooLarge`].
    pub fn finish(mut self) -> Result<Lexicon, DawgError> {
        if !self.waiting.words.is_empty() {
            self.merge()?;
        }
        Ok(Lexicon::from_states(&self.builder.finish()?))
    }

    /// The lexicon of the words without those that have other letters than the 64 commonest; `leave` is told these.
    pub(crate) fn finish_commonest(mut self, mut leave: impl FnMut(&str)) -> Result<Lexicon, DawgError> {
        if !self.waiting.words.is_empty() {
            self.merge()?;
        }
        if !self.builder.has_too_many_letters() {
            return self.finish();
        }
        let mut counts: HashMap<char, usize> = HashMap::new();
        let mut all = Builder::default();
        self.builder.drain(|word| {
            word.chars().for_each(|letter| *counts.entry(letter).or_default() += 1);
            all.add(word)
        })?;
        let mut letters: Vec<char> = counts.keys().copied().collect();
        letters.sort_unstable_by_key(|letter| (std::cmp::Reverse(counts[letter]), *letter));
        letters.truncate(MAX_ALPHABET);
        let mut kept = Builder::default();
        all.drain(|word| {
            if word.chars().all(|letter| letters.contains(&letter)) {
                return kept.add(word);
            }
            leave(word);
            Ok(())
        })?;
        Ok(Lexicon::from_states(&kept.finish()?))
    }
}

/// Adds a word of an ascending sequence, unless it was the last one.
fn add_once(builder: &mut Builder, word: &str) -> Result<(), DawgError> {
    if builder.is_last(word) { Ok(()) } else { builder.add(word) }
}

/// Puts the word as it is kept into `folded`, or says why it is none.
fn fold_word(word: &str, folded: &mut String) -> Result<(), Skipped> {
    folded.clear();
    if word.bytes().all(|byte| byte.is_ascii_alphabetic()) {
        folded.push_str(word);
        folded.make_ascii_lowercase();
    } else {
        for letter in word.chars() {
            folded.push(fold(letter).ok_or(Skipped::NotLetters)?);
        }
    }
    match folded.len() {
        0 => Err(Skipped::NotLetters),
        bytes if bytes > MAX_WORD_LETTERS && folded.chars().count() > MAX_WORD_LETTERS => Err(Skipped::TooLong),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn any_order_gives_the_same_bytes(mut words in prop::collection::vec("[a-c\u{17c}]{1,4}|[ab]{7,20}", 0..60), merges in prop::collection::vec(0usize..60, 0..4)) {
            let sorted: BTreeSet<String> = words.iter().cloned().collect();
            let expected = Lexicon::from_words(&sorted).unwrap();
            let mut gatherer = Gatherer::default();
            for (place, word) in words.iter().enumerate() {
                gatherer.add(word).unwrap().unwrap();
                if merges.contains(&place) {
                    gatherer.merge().unwrap();
                }
            }
            prop_assert_eq!(gatherer.finish().unwrap().to_bytes(), expected.to_bytes());
            words.reverse();
            prop_assert_eq!(Lexicon::from_words(&words).unwrap().to_bytes(), expected.to_bytes());
        }
    }
}
