//! Which words there are: a dictionary that is walked letter by letter.
//!
//! A solver follows paths over a board and must know at every step whether any word goes on that
//! way. So a [`Lexicon`] is no table of words but an automaton: a [`Cursor`] stands at a beginning,
//! [`descend`](Cursor::descend) takes one more letter, and [`is_word`](Cursor::is_word) says
//! whether a word ends there. Equal endings are kept once (a minimal DAWG), which makes 170,000
//! words fit into a few hundred kilobytes.
//!
//! Words are kept in lower case, whatever case they come in. Each has a number, its place in
//! alphabetical order, and may have a [`WordClass`] beside it.
//!
//! - [`Lexicon::open`] reads a word list, one that the game has front-coded, or a compiled lexicon.
//! - [`Lexicon::from_words`] takes any words.
//!
//! ```
//! use hexlex_lexicon::Lexicon;
//!
//! let lexicon = Lexicon::from_words(["rats", "cat", "Rat", "cats", "cat"])?;
//! assert_eq!(lexicon.len(), 4);
//! assert!(lexicon.contains("RATS") && !lexicon.contains("ra"));
//! assert_eq!(lexicon.words().collect::<Vec<_>>(), ["cat", "cats", "rat", "rats"]);
//!
//! let at = lexicon.root().descend('r').and_then(|at| at.descend('a')).ok_or("no word in RA")?;
//! assert!(!at.is_word());
//! assert_eq!(at.letters().collect::<String>(), "t");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod alphabet;
mod assembler;
mod automaton;
mod builder;
pub mod class_table;
mod encode;
mod filter;
mod fold;
mod format;
mod gather;
mod lines;
mod list;
mod user_layers;

pub use builder::DawgError;
pub use filter::{Pattern, PatternError};
pub use fold::MAX_WORD_LETTERS;
pub use format::FormatError;
pub use gather::{Gatherer, Skipped};
pub use list::{LexiconError, ListFormat, ListReport, gather, open_file};
pub use user_layers::{Cursor, Words};

/// What a search over boards needs of the automaton itself: its slots and masks, without a [`Cursor`]. Not part of the
/// public interface: it changes with the search.
#[doc(hidden)]
pub mod search {
    pub use crate::alphabet::Alphabet;
    pub use crate::automaton::{Automaton, FAMILY, NUMBER_BITS, ONE_LETTER, Place, Size, Slot};
    pub use crate::fold::fold;
    pub use crate::user_layers::{Bits, Layer};
}

use automaton::Automaton;
use builder::States;
use fold::fold;
use std::borrow::Cow;
use std::path::Path;
use user_layers::{Bits, Layer};

/// How sure it is that a game takes a word of the built-in English list.
///
/// From the size of the smallest SCOWL list that has it. The shares are those of the class's words of
/// 3 to 12 letters that ENABLE has too, which is nearly Bookworm's own list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WordClass {
    /// SCOWL sizes 10 to 50, everyday words: 99.2%.
    Common,
    /// SCOWL sizes 55 to 70, words of a large dictionary: 93.9%.
    Known,
    /// SCOWL size 80, words of word games: 83.5%; only half of those of 3 to 5 letters.
    Rare,
}

impl WordClass {
    /// Every class, the surest first.
    pub const ALL: [WordClass; 3] = [WordClass::Common, WordClass::Known, WordClass::Rare];

    /// The name that reports use.
    pub fn name(self) -> &'static str {
        match self {
            WordClass::Common => "common",
            WordClass::Known => "known",
            WordClass::Rare => "rare",
        }
    }
}

/// A set of words as a minimal automaton. See the [module](self) for the idea.
///
/// At most 64 different letters; that is enough for every alphabetic script by itself.
#[derive(Debug, Clone)]
pub struct Lexicon {
    /// The compiled form of the words without a player's own.
    bytes: Cow<'static, [u8]>,
    main: Automaton,
    /// Two bits a word in the order of the words' numbers.
    classes: Option<Vec<u8>>,
    /// By number: the words that a player does not want to see again.
    refused: Bits,
    /// The words that a player has added; their numbers follow the others.
    allowed: Option<Automaton>,
}

impl Lexicon {
    /// The lexicon of these words, in any order and case; repeats count once.
    ///
    /// # Errors
    /// [`LexiconError::NotAWord`] for what has no letters, something else than letters or more than
    /// [`MAX_WORD_LETTERS`]; [`LexiconError::Dawg`] for more than 64 different letters.
    pub fn from_words<I>(words: I) -> Result<Lexicon, LexiconError>
    where
        I: IntoIterator,
        I::Item: AsRef<str>,
    {
        let mut gatherer = Gatherer::default();
        for word in words {
            let word = word.as_ref();
            if let Err(why) = gatherer.add(word)? {
                return Err(LexiconError::NotAWord { word: word.to_string(), why });
            }
        }
        Ok(gatherer.finish()?)
    }

    /// The lexicon of an automaton.
    fn from_states(states: &States) -> Lexicon {
        Lexicon::from_bytes(encode::encode(states))
            .unwrap_or_else(|error| unreachable!("what is written can be read: {error}"))
    }

    /// Reads a dictionary from disk: what it is, its contents tell.
    ///
    /// A word list has one word a line, in any case, with or without a byte-order mark and carriage
    /// returns, as UTF-8, UTF-16 (with its mark) or Latin-1; `#` begins a comment line. A list that
    /// is front-coded as Bookworm's own (a line is the number of letters kept from the word before,
    /// then the new letters; no number means the same again) and a [compiled](Lexicon::to_bytes)
    /// lexicon are told from it by themselves. What is not a word is left out and counted.
    ///
    /// # Errors
    /// [`LexiconError`] where the file cannot be read, is a folder or no text, holds no word, or is
    /// a compiled lexicon that is damaged.
    pub fn open(path: impl AsRef<Path>) -> Result<(Lexicon, ListReport), LexiconError> {
        list::open(path.as_ref())
    }

    /// The lexicon of a [compiled](Lexicon::to_bytes) form; a static slice is not copied.
    ///
    /// # Errors
    /// [`FormatError`] for bytes that are cut short, damaged, of another version or something else.
    pub fn from_bytes(bytes: impl Into<Cow<'static, [u8]>>) -> Result<Lexicon, FormatError> {
        let bytes = bytes.into();
        let (main, classes) = format::decode(&bytes)?;
        Ok(Lexicon { bytes, main, classes, refused: Bits::default(), allowed: None })
    }

    /// The same words with a class for each; words that were [refused](Lexicon::refuse) or [allowed](Lexicon::allow)
    /// are lost.
    pub fn with_classes(&self, class: impl Fn(&str) -> WordClass) -> Lexicon {
        let mut classes = vec![0; self.main.words as usize];
        for word in self.words() {
            if let Some(slot) = self.number(&word).and_then(|number| classes.get_mut(number)) {
                *slot = class(&word) as u8;
            }
        }
        let without = self.bytes.len() - self.classes.as_ref().map_or(0, Vec::len);
        Lexicon::from_bytes(encode::with_classes(&self.bytes[..without], &class_table::pack(classes)))
            .unwrap_or_else(|error| unreachable!("what is written can be read: {error}"))
    }

    /// The compiled form: fast to load, checked by a checksum, the same for the same words. What a player has
    /// [refused](Lexicon::refuse) or [allowed](Lexicon::allow) is not in it.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.bytes.to_vec()
    }

    /// The size of the compiled form.
    pub fn size(&self) -> usize {
        self.bytes.len()
    }

    /// The bytes of memory that the searchable form takes.
    pub fn memory(&self) -> usize {
        self.main.memory()
    }

    /// The number of words.
    pub fn len(&self) -> usize {
        self.numbers() - self.refused.count()
    }

    /// Whether there is no word at all.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What every word's [number](Lexicon::number) is below: as many as there are words, and refused ones.
    pub fn numbers(&self) -> usize {
        self.layers().map(|layer| layer.automaton.words as usize).sum()
    }

    /// The number of letters of the longest word; 0 where there is none.
    pub fn longest(&self) -> usize {
        self.layers().map(|layer| layer.automaton.size.longest as usize).max().unwrap_or(0)
    }

    /// The letters that words are made of, in lower case and ascending order; those of
    /// [allowed](Lexicon::allow) words only where other words have them too.
    pub fn alphabet(&self) -> &[char] {
        self.main.alphabet.letters()
    }

    /// The number of the automaton's states.
    pub fn states(&self) -> usize {
        self.main.size.states as usize
    }

    /// The number of the automaton's edges.
    pub fn edges(&self) -> usize {
        self.main.size.edges as usize
    }

    /// Whether the word is in, in whatever case it is written.
    pub fn contains(&self, word: &str) -> bool {
        self.number(word).is_some()
    }

    /// The word's own number, below [`numbers`](Lexicon::numbers): a minimal perfect hash, so that data for each word can lie
    /// in a plain array. `None` where it is not in. The order is the automaton's, not the alphabet's.
    pub fn number(&self, word: &str) -> Option<usize> {
        let number = |layer: Layer<'_>| layer.tell(layer.automaton.number(word)?);
        self.layers().find_map(number).map(|number| number as usize)
    }

    /// The word of a [`number`](Lexicon::number), in lower case.
    pub fn word(&self, number: usize) -> Option<String> {
        let number = u32::try_from(number).ok().filter(|&number| !self.refused.has(number))?;
        let spell = |layer: Layer<'_>| layer.automaton.spell(number.checked_sub(layer.offset)?);
        self.layers().find_map(spell).map(|letters| letters.into_iter().collect())
    }

    /// Takes words out, as a player's own list of words that the game refuses: they are found no more.
    /// Answers how many of them were in. Nothing is built anew.
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
        let numbers = self.numbers();
        let mut refused = 0;
        for word in words {
            if let Some(number) = self.number(word.as_ref()) {
                self.refused.set(number as u32, numbers);
                refused += 1;
            }
        }
        refused
    }

    /// Adds words, as a player's own list of words that the game takes, in place of those allowed before.
    /// Answers how many of them were not in. Nothing is built anew but their own small automaton.
    ///
    /// # Errors
    /// As [`from_words`](Lexicon::from_words).
    pub fn allow<W: AsRef<str>>(&mut self, words: impl IntoIterator<Item = W>) -> Result<usize, LexiconError> {
        self.allowed = None;
        let mut gatherer = Gatherer::default();
        for word in words {
            let word = word.as_ref();
            match self.main.number(word) {
                Some(number) => self.refused.clear(number),
                None => {
                    if let Err(why) = gatherer.add(word)? {
                        return Err(LexiconError::NotAWord { word: word.to_string(), why });
                    }
                }
            }
        }
        let added = gatherer.finish()?.main;
        let count = added.words as usize;
        self.allowed = Some(added).filter(|_| count > 0);
        Ok(count)
    }

    /// How sure it is that a game takes the word; `None` where it is not in or the lexicon does not know.
    pub fn class(&self, word: &str) -> Option<WordClass> {
        self.class_of(self.number(word)?)
    }

    /// As [`class`](Lexicon::class), by the word's number.
    pub fn class_of(&self, number: usize) -> Option<WordClass> {
        if number >= self.main.words as usize {
            return None;
        }
        WordClass::ALL.get(usize::from(class_table::unpack(self.classes.as_ref()?, number))).copied()
    }

    /// The numbers of the words that are refused.
    #[doc(hidden)]
    pub fn refused(&self) -> impl Iterator<Item = u32> + '_ {
        self.refused.iter()
    }

    /// The automata that words are looked for in, one after the other; no word is in two of them.
    #[doc(hidden)]
    pub fn layers(&self) -> impl Iterator<Item = Layer<'_>> + Clone {
        let main = Layer { automaton: &self.main, offset: 0, refused: &self.refused };
        let allowed =
            self.allowed.iter().map(|automaton| Layer { automaton, offset: self.main.words, refused: &self.refused });
        std::iter::once(main).chain(allowed)
    }
}

impl PartialEq for Lexicon {
    /// The same words with the same classes, a player's own included.
    fn eq(&self, other: &Lexicon) -> bool {
        self.bytes == other.bytes && self.refused == other.refused && self.allowed == other.allowed
    }
}

impl Eq for Lexicon {}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    /// A word list that lies beside the repository; says so and answers `None` where it is missing.
    pub(crate) fn enable2k() -> Option<String> {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/words/enable2k.txt");
        let text = std::fs::read_to_string(&path).ok();
        if text.is_none() {
            eprintln!("skipped: {} is missing", path.display());
        }
        text
    }

    #[test]
    fn the_automaton_is_minimal() {
        let Some(text) = enable2k() else { return };
        let lexicon = Lexicon::from_words(text.lines()).unwrap();
        // what every builder of minimal automata gets for this list
        assert_eq!((lexicon.len(), lexicon.states(), lexicon.edges()), (173_528, 54_335, 123_451));
    }

    #[test]
    fn words_of_any_case_and_script_are_found() {
        let lexicon =
            Lexicon::from_words(["\u{17b}\u{f3}\u{142}w", "Stra\u{df}e", "\u{3c3}\u{3bf}\u{3c6}\u{3cc}\u{3c2}", "x"])
                .unwrap();
        for word in
            ["\u{17c}\u{d3}\u{141}W", "STRA\u{df}E", "STRA\u{1e9e}E", "\u{3a3}\u{39f}\u{3a6}\u{38c}\u{3a3}", "X"]
        {
            assert!(lexicon.contains(word), "{word}");
        }
        assert!(!lexicon.contains("") && !lexicon.contains("x!"));
        assert_eq!(lexicon.longest(), 6);
    }

    #[test]
    fn what_is_no_word_is_told() {
        let message = |word: &str| Lexicon::from_words([word]).unwrap_err().to_string();
        assert_eq!(message("4th"), "expected a word of 1 to 64 letters, found `4th`: not letters only");
        assert!(message("").ends_with("found ``: not letters only"));
        assert!(message(&"a".repeat(65)).ends_with("more than 64 letters"));
        assert!(Lexicon::from_words(["a".repeat(64)]).is_ok());
    }

    #[test]
    fn an_empty_lexicon_has_no_word() {
        let lexicon = Lexicon::from_words([""; 0]).unwrap();
        assert!(lexicon.is_empty() && lexicon.words().next().is_none() && lexicon.word(0).is_none());
        assert_eq!(Lexicon::from_bytes(lexicon.to_bytes()), Ok(lexicon));
    }

    #[test]
    fn alphabets_beyond_32_letters_work_up_to_64() {
        let letters: Vec<String> =
            ('\u{430}'..='\u{44f}').chain('a'..='z').chain('\u{3b1}'..='\u{3b6}').map(String::from).collect();
        assert_eq!(letters.len(), 64);
        let lexicon = Lexicon::from_words(&letters).unwrap();
        assert!(letters.iter().all(|letter| lexicon.contains(letter)));
        let error = Lexicon::from_words(letters.iter().map(String::as_str).chain(["\u{3c9}"])).unwrap_err();
        assert!(error.to_string().starts_with("expected at most 64 different letters, found 65"), "{error}");
    }

    fn any_words() -> impl Strategy<Value = Vec<String>> {
        prop::collection::vec("[a-e]{1,6}|[a-z\u{105}\u{17c}\u{44f}]{1,9}", 0..60)
    }

    proptest! {
        #[test]
        fn every_word_of_the_list_and_no_other_is_in(words in any_words(), others in any_words()) {
            let lexicon = Lexicon::from_words(&words).unwrap();
            let set: BTreeSet<String> = words.into_iter().collect();
            prop_assert_eq!(lexicon.len(), set.len());
            for word in others.iter().chain(&set) {
                prop_assert_eq!(lexicon.contains(word), set.contains(word));
                prop_assert_eq!(lexicon.contains(&word.to_uppercase()), set.contains(word));
            }
            let numbers: BTreeSet<usize> = set.iter().filter_map(|word| lexicon.number(word)).collect();
            prop_assert_eq!(numbers.into_iter().collect::<Vec<_>>(), (0..set.len()).collect::<Vec<_>>());
            for word in &set {
                prop_assert_eq!(lexicon.number(word).and_then(|number| lexicon.word(number)), Some(word.clone()));
            }
            prop_assert_eq!(lexicon.longest(), set.iter().map(|word| word.chars().count()).max().unwrap_or(0));
            prop_assert_eq!(lexicon.words().collect::<Vec<_>>(), set.into_iter().collect::<Vec<_>>());
        }

        #[test]
        fn the_compiled_form_reads_back(words in any_words()) {
            let lexicon = Lexicon::from_words(&words).unwrap();
            prop_assert_eq!(Lexicon::from_bytes(lexicon.to_bytes()), Ok(lexicon));
        }
    }

    #[test]
    fn classes_are_kept_with_the_words() {
        let class = |word: &str| if word.len() > 3 { WordClass::Rare } else { WordClass::Common };
        let lexicon = Lexicon::from_words(["cat", "cats", "dog", "dogs"]).unwrap().with_classes(class);
        let again = Lexicon::from_bytes(lexicon.to_bytes()).unwrap();
        assert_eq!(again, lexicon);
        assert_eq!(again.class("DOGS"), Some(WordClass::Rare));
        assert_eq!((again.class("cat"), again.class("cow")), (Some(WordClass::Common), None));
        assert_eq!(Lexicon::from_words(["cat"]).unwrap().class("cat"), None);
    }
}
