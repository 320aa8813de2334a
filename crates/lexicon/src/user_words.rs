//! The user's own words: refused ones are taken out of a [`Lexicon`], allowed ones are added, without rebuilding it.
//!
//! Refused words are one bit each beside the automaton. Allowed words are a second, small automaton. So a lexicon has
//! one or two [`Layer`]s; each walk visits both, and no word is in both.

use crate::automaton::Automaton;
use crate::{Lexicon, LexiconBuilder, LexiconError};

/// A set of word numbers, one bit each; it has no memory while it is empty.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct BitSet(Vec<u64>);

impl BitSet {
    #[inline]
    pub(crate) fn contains(&self, number: u32) -> bool {
        self.0.get(number as usize / 64).is_some_and(|word| word >> (number % 64) & 1 != 0)
    }

    /// Adds a number below `bound`.
    fn insert(&mut self, number: u32, bound: usize) {
        if self.0.len() * 64 < bound {
            self.0.resize(bound.div_ceil(64), 0);
        }
        if let Some(word) = self.0.get_mut(number as usize / 64) {
            *word |= 1 << (number % 64);
        }
    }

    fn remove(&mut self, number: u32) {
        if let Some(word) = self.0.get_mut(number as usize / 64) {
            *word &= !(1 << (number % 64));
        }
    }

    /// Removes the numbers from `bound` on.
    fn truncate(&mut self, bound: u32) {
        (bound..self.0.len() as u32 * 64).for_each(|number| self.remove(number));
    }

    pub(crate) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.0.len() as u32 * 64).filter(|&number| self.contains(number))
    }
}

/// One of a lexicon's automata, searched one after the other: the dictionary, or the words that the user added.
#[derive(Debug, Clone, Copy)]
pub struct Layer<'a> {
    /// The automaton.
    pub automaton: &'a Automaton,
    /// What the lexicon adds to the automaton's word numbers.
    pub offset: u32,
    /// The lexicon's numbers of the refused words.
    refused: &'a BitSet,
}

impl Layer<'_> {
    /// The lexicon's number of the automaton's word with this number; `None` for a refused word.
    #[inline]
    pub fn lexicon_number(&self, number: u32) -> Option<u32> {
        Some(number + self.offset).filter(|&number| !self.refused.contains(number))
    }
}

impl Lexicon {
    /// Takes out words that the user's game refuses, and returns the number of those that were in.
    ///
    /// ```
    /// use hexlex_lexicon::Lexicon;
    ///
    /// let mut lexicon = Lexicon::from_words(["cat", "dog"])?;
    /// assert_eq!(lexicon.refuse(["Dog", "cow"]), 1);
    /// assert_eq!(lexicon.allow(["emu", "cat"])?, 1);
    /// assert_eq!(lexicon.words().collect::<Vec<_>>(), ["cat", "emu"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn refuse<W: AsRef<str>>(&mut self, words: impl IntoIterator<Item = W>) -> usize {
        let bound = self.number_bound();
        let mut refused = 0;
        for word in words {
            if let Some(number) = self.number(word.as_ref()) {
                self.refused.insert(number as u32, bound);
                refused += 1;
            }
        }
        refused
    }

    /// Adds words that the user's game accepts, in place of those allowed before, and returns the number of those that
    /// the dictionary does not contain. Words that were refused are no longer refused.
    ///
    /// # Errors
    /// As [`from_words`](Lexicon::from_words).
    pub fn allow<W: AsRef<str>>(&mut self, words: impl IntoIterator<Item = W>) -> Result<usize, LexiconError> {
        self.allowed = None;
        self.refused.truncate(self.main.words);
        let mut builder = LexiconBuilder::default();
        for word in words {
            let word = word.as_ref();
            match self.main.number(word) {
                Some(number) => self.refused.remove(number),
                None => {
                    if let Err(reason) = builder.add(word)? {
                        return Err(LexiconError::NotAWord { word: word.to_string(), reason });
                    }
                }
            }
        }
        let allowed = builder.finish()?.main;
        let count = allowed.words as usize;
        self.allowed = Some(allowed).filter(|_| count > 0);
        Ok(count)
    }

    /// The numbers of the refused words.
    #[doc(hidden)]
    pub fn refused(&self) -> impl Iterator<Item = u32> + '_ {
        self.refused.iter()
    }

    /// The automata that a search walks one after the other; no word is in two of them.
    #[doc(hidden)]
    #[inline]
    pub fn layers(&self) -> impl Iterator<Item = Layer<'_>> + Clone {
        let main = Layer { automaton: &self.main, offset: 0, refused: &self.refused };
        let allowed =
            self.allowed.iter().map(|automaton| Layer { automaton, offset: self.main.words, refused: &self.refused });
        std::iter::once(main).chain(allowed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_allowed_in_place_of_a_refused_one_are_found() {
        let mut lexicon = Lexicon::from_words(["cat"]).unwrap();
        lexicon.allow(["emu"]).unwrap();
        assert_eq!(lexicon.refuse(["emu"]), 1);
        assert_eq!((lexicon.len(), lexicon.contains("emu")), (1, false));
        lexicon.allow(["gnu"]).unwrap();
        assert_eq!((lexicon.len(), lexicon.contains("gnu")), (2, true));
    }
}
