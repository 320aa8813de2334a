//! Words in any order to a [`Lexicon`], in memory that their number does not decide.
//!
//! Words that come in order go straight into the automaton. Those out of their place wait until there are
//! megabytes of them, are sorted, and are merged with the words of the automaton so far into a new one. So a
//! list in disorder costs little more than one in order, and a pipe may be as long as it likes, as long as
//! the automaton of its different words fits.

use super::Lexicon;
use super::alphabet::MAX_ALPHABET;
use super::builder::{Builder, DawgError};
use super::fold::{MAX_WORD_LETTERS, fold};
use std::collections::HashMap;
use std::fmt;

/// The bytes of words out of order that wait: enough that merging is rare, and little beside what a computer has.
const WAITING_BYTES: usize = 16 << 20;

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
/// use hexlex::lexicon::Gatherer;
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
    text: Vec<u8>,
    /// The first eight bytes as a number, which mostly settles the order, the place in the text, and the length.
    words: Vec<(u64, u32, u32)>,
}

impl Waiting {
    fn push(&mut self, word: &str) {
        let mut start = [0; 8];
        let shown = word.len().min(start.len());
        start[..shown].copy_from_slice(&word.as_bytes()[..shown]);
        self.words.push((u64::from_be_bytes(start), self.text.len() as u32, word.len() as u32));
        self.text.extend_from_slice(word.as_bytes());
    }

    fn word(&self, &(_, start, length): &(u64, u32, u32)) -> &str {
        let bytes = &self.text[start as usize..(start + length) as usize];
        std::str::from_utf8(bytes).unwrap_or_default()
    }

    fn sort(&mut self) {
        let mut words = std::mem::take(&mut self.words);
        // a list in the order of some language is nearly in order, which a stable sort makes use of
        words.sort_by(|a, b| a.0.cmp(&b.0).then_with(|| self.word(a).cmp(self.word(b))));
        self.words = words;
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
    pub(super) fn add_if(
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
    pub(super) fn add_folded(&mut self, word: &str) -> Result<(), DawgError> {
        self.taken += 1;
        match self.builder.add(word) {
            Err(DawgError::Order) if self.builder.is_last(word) => Ok(()),
            Err(DawgError::Order) => {
                self.waiting.push(word);
                if self.waiting.text.len() >= WAITING_BYTES { self.merge() } else { Ok(()) }
            }
            done => done,
        }
    }

    /// How many words have been added, repeats included.
    pub(super) fn taken(&self) -> usize {
        self.taken
    }

    /// Merges the words that wait with those of the automaton.
    fn merge(&mut self) -> Result<(), DawgError> {
        let mut waiting = std::mem::take(&mut self.waiting);
        waiting.sort();
        let mut late = waiting.words.iter().map(|place| waiting.word(place)).peekable();
        let mut merged = Builder::default();
        std::mem::take(&mut self.builder).drain(|word| {
            while let Some(late) = late.next_if(|&late| late < word) {
                add_once(&mut merged, late)?;
            }
            add_once(&mut merged, word)
        })?;
        late.try_for_each(|word| add_once(&mut merged, word))?;
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
    pub(super) fn finish_commonest(mut self, mut leave: impl FnMut(&str)) -> Result<Lexicon, DawgError> {
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
        fn any_order_gives_the_same_bytes(mut words in prop::collection::vec("[a-c\u{17c}]{1,4}", 0..60), merges in prop::collection::vec(0usize..60, 0..4)) {
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
