//! Dictionaries of word games: a set of words as an automaton that is walked letter by letter.
//!
//! A solver follows paths over a board and asks at every step whether any word begins with the letters so far. A table of
//! words cannot answer that, so a [`Lexicon`] is an automaton: words are paths of letters from a root, and words with
//! equal endings share them (a minimal DAWG). `cat`, `cats`, `rat` and `rats` are:
//!
//! ```text
//! root --c--> o --a--> o --t--> word --s--> word
//!    `---r----^
//! ```
//! 170,000 words take a few hundred kilobytes like this.
//!
//! ```
//! use hexlex_lexicon::Lexicon;
//!
//! let lexicon = Lexicon::from_words(["rats", "cat", "Rat", "cats", "cat"])?;
//! assert_eq!(lexicon.words().collect::<Vec<_>>(), ["cat", "cats", "rat", "rats"]);
//! assert_eq!((lexicon.states(), lexicon.edges()), (5, 5));
//! assert!(lexicon.contains("RATS") && !lexicon.contains("ra"));
//!
//! let ra = lexicon.root().descend('r').and_then(|r| r.descend('a')).ok_or("no word begins with RA")?;
//! assert!(!ra.is_word());
//! assert_eq!(ra.letters().collect::<String>(), "t");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Words are stored in lower case and compared case-insensitively (case folding). Each has a number below the number of
//! words, and may have a [`WordClass`].
//!
//! # From a word list to a search
//! - [`Lexicon::open`] reads a word list, plain or front-coded, or a compiled lexicon; [`Lexicon::from_words`] takes any
//!   words; a [`LexiconBuilder`] takes several lists.
//! - `dawg` builds the minimal automaton, `encode` writes it as bytes ([`Lexicon::to_bytes`]: small, for files), and
//!   `format` decodes the bytes (`assembler`) to the form that is searched (`automaton`: fast, ten times as large).
//! - A [`Cursor`] walks a lexicon letter by letter; [`Pattern`] and [`Lexicon::spelled_by`] select words.
//! - [`Lexicon::without_accents`] spells the words as a board without accents does.
//! - The user's own words ([`Lexicon::refuse`], [`Lexicon::allow`]) lie beside the automaton.

mod accents;
mod alphabet;
mod assembler;
mod automaton;
mod builder;
pub mod class_table;
mod cursor;
mod dawg;
mod encode;
mod filter;
mod fold;
mod format;
mod lines;
mod list;
mod user_words;

pub use accents::without_accent;
pub use builder::{LexiconBuilder, SkipReason};
pub use cursor::{Cursor, Words};
pub use dawg::DawgError;
pub use filter::{Pattern, PatternError};
pub use fold::MAX_WORD_LETTERS;
pub use format::FormatError;
pub use list::{LexiconError, ListFormat, ListReport, SkippedLine};

/// The automaton itself, for the search over boards: slots and masks without a [`Cursor`]; and the header of the compiled form,
/// for damaged ones in tests. Not part of the public
/// interface: it changes with the search.
#[doc(hidden)]
pub mod search {
    pub use crate::alphabet::{Alphabet, Code};
    pub use crate::automaton::{AHEAD_MASKS, Automaton, NUMBER_BITS, ONE_LETTER, Position, Slot};
    pub use crate::encode::with_header;
    pub use crate::fold::fold;
    pub use crate::user_words::Layer;
}

use automaton::Automaton;
use dawg::Dawg;
use fold::fold;
use std::borrow::Cow;
use std::io::Read;
use std::path::Path;
use user_words::{BitSet, Layer};

/// How common a word of the built-in English list is, and so how likely a game accepts it.
///
/// The class is the size of the smallest SCOWL list that has the word. The percentages are the share of the class's words
/// of 3 to 12 letters that are in ENABLE, which is nearly Bookworm's own list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WordClass {
    /// SCOWL sizes 10 to 50, everyday words: 99.2%.
    Common,
    /// SCOWL sizes 55 to 70, words of a large dictionary: 93.9%.
    Known,
    /// SCOWL size 80, words of word games: 83.5%; of those of 3 to 5 letters only half.
    Rare,
}

impl WordClass {
    /// Every class, the most common first.
    pub const ALL: [WordClass; 3] = [WordClass::Common, WordClass::Known, WordClass::Rare];

    /// The name that reports print.
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
/// The words have at most 64 different letters, which is enough for every single alphabetic script.
#[derive(Debug, Clone)]
pub struct Lexicon {
    /// The compiled form, without the user's own words.
    bytes: Cow<'static, [u8]>,
    main: Automaton,
    /// Two bits for each word in the order of the word numbers.
    classes: Option<Vec<u8>>,
    /// The numbers of the words that the user's game refuses.
    refused: BitSet,
    /// The words that the user added; their numbers follow those of `main`.
    allowed: Option<Automaton>,
}

impl Lexicon {
    /// The lexicon of these words, in any order and case; repeats count once.
    ///
    /// # Errors
    /// [`LexiconError::NotAWord`] for a word without letters, with other characters or with more than
    /// [`MAX_WORD_LETTERS`] letters; [`LexiconError::Dawg`] for more than 64 different letters.
    pub fn from_words<I>(words: I) -> Result<Lexicon, LexiconError>
    where
        I: IntoIterator,
        I::Item: AsRef<str>,
    {
        let mut builder = LexiconBuilder::default();
        for word in words {
            let word = word.as_ref();
            if let Err(reason) = builder.add(word)? {
                return Err(LexiconError::NotAWord { word: word.to_string(), reason });
            }
        }
        Ok(builder.finish()?)
    }

    fn from_dawg(dawg: &Dawg) -> Lexicon {
        Lexicon::from_bytes(encode::encode(dawg))
            .unwrap_or_else(|error| unreachable!("encoded bytes can be decoded: {error}"))
    }

    /// Reads a dictionary file; its contents show its [format](ListFormat).
    ///
    /// A word list has one word per line, in any case, with or without a byte-order mark and carriage returns, as
    /// UTF-8, UTF-16 (with its mark) or Latin-1; `#` begins a comment line. In a front-coded list, as Bookworm's own, a
    /// line is the number of letters kept from the word before, then the new letters; without a number, the number of
    /// the line before holds. The third format is a [compiled](Lexicon::to_bytes) lexicon. Lines that are not words are
    /// skipped and counted.
    ///
    /// # Errors
    /// [`LexiconError`] for a file that cannot be read, is a folder, a pipe or a device, is not text, has no word, or is a
    /// damaged compiled lexicon.
    pub fn open(path: impl AsRef<Path>) -> Result<(Lexicon, ListReport), LexiconError> {
        list::open(path.as_ref())
    }

    /// The same from a reader, such as a pipe; errors contain `path`.
    ///
    /// # Errors
    /// As [`open`](Lexicon::open).
    pub fn read(path: impl AsRef<Path>, reader: impl Read) -> Result<(Lexicon, ListReport), LexiconError> {
        list::read(path.as_ref(), reader)
    }

    /// The lexicon of a [compiled](Lexicon::to_bytes) form; a static slice is not copied.
    ///
    /// # Errors
    /// [`FormatError`] for bytes that are cut short, damaged, of another version or not a compiled lexicon.
    pub fn from_bytes(bytes: impl Into<Cow<'static, [u8]>>) -> Result<Lexicon, FormatError> {
        let bytes = bytes.into();
        let (main, classes) = format::decode(&bytes)?;
        Ok(Lexicon { bytes, main, classes, refused: BitSet::default(), allowed: None })
    }

    /// The same words with a class for each, without the words that were [refused](Lexicon::refuse) or
    /// [allowed](Lexicon::allow).
    pub fn with_classes(&self, class: impl Fn(&str) -> WordClass) -> Lexicon {
        let mut classes = vec![0; self.main.words as usize];
        for word in self.words() {
            if let Some(entry) = self.number(&word).and_then(|number| classes.get_mut(number)) {
                *entry = class(&word) as u8;
            }
        }
        let without = self.bytes.len() - self.classes.as_ref().map_or(0, Vec::len);
        Lexicon::from_bytes(encode::with_classes(&self.bytes[..without], &class_table::pack(classes)))
            .unwrap_or_else(|error| unreachable!("encoded bytes can be decoded: {error}"))
    }

    /// The compiled form: fast to load, protected by a checksum, equal for equal words. It does not contain what was
    /// [refused](Lexicon::refuse) or [allowed](Lexicon::allow).
    pub fn to_bytes(&self) -> Vec<u8> {
        self.bytes.to_vec()
    }

    /// The size of the compiled form in bytes.
    pub fn size(&self) -> usize {
        self.bytes.len()
    }

    /// The size of the searchable form in bytes.
    pub fn memory(&self) -> usize {
        self.main.memory()
    }

    /// The number of words.
    pub fn len(&self) -> usize {
        self.number_bound() - self.refused.len()
    }

    /// Whether there is no word.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Exclusive upper bound of the word [numbers](Lexicon::number): the number of words, refused ones included.
    pub fn number_bound(&self) -> usize {
        self.layers().map(|layer| layer.automaton.words as usize).sum()
    }

    /// The number of letters of the longest word; 0 without words.
    pub fn longest(&self) -> usize {
        self.layers().map(|layer| layer.automaton.counts.longest as usize).max().unwrap_or(0)
    }

    /// The letters of the words, in lower case and ascending order, without those that only
    /// [allowed](Lexicon::allow) words have.
    pub fn alphabet(&self) -> &[char] {
        self.main.alphabet.letters()
    }

    /// The number of states of the minimal automaton.
    pub fn states(&self) -> usize {
        self.main.counts.states as usize
    }

    /// The number of edges of the minimal automaton.
    pub fn edges(&self) -> usize {
        self.main.counts.edges as usize
    }

    /// Whether the word is in the lexicon, in any case.
    #[inline]
    pub fn contains(&self, word: &str) -> bool {
        self.number(word).is_some()
    }

    /// The word's number, below [`number_bound`](Lexicon::number_bound), so that data for each word can lie in a plain
    /// array (a minimal perfect hash); `None` for other words. The order of the numbers is not alphabetical.
    #[inline]
    pub fn number(&self, word: &str) -> Option<usize> {
        let number = |layer: Layer<'_>| layer.lexicon_number(layer.automaton.number(word)?);
        self.layers().find_map(number).map(|number| number as usize)
    }

    /// The word of a [`number`](Lexicon::number), in lower case.
    pub fn word(&self, number: usize) -> Option<String> {
        let number = u32::try_from(number).ok().filter(|&number| !self.refused.contains(number))?;
        let spell = |layer: Layer<'_>| layer.automaton.spell(number.checked_sub(layer.offset)?);
        self.layers().find_map(spell).map(|letters| letters.into_iter().collect())
    }

    /// Whether it knows how common its words are.
    pub fn has_classes(&self) -> bool {
        self.classes.is_some()
    }

    /// The word's class; `None` for other words and in a lexicon without classes.
    pub fn class(&self, word: &str) -> Option<WordClass> {
        self.class_of(self.number(word)?)
    }

    /// The class of the word with this number, see [`class`](Lexicon::class).
    pub fn class_of(&self, number: usize) -> Option<WordClass> {
        if number >= self.main.words as usize {
            return None;
        }
        WordClass::ALL.get(usize::from(class_table::unpack(self.classes.as_ref()?, number))).copied()
    }
}

impl PartialEq for Lexicon {
    /// The same words with the same classes, the user's own included.
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

    /// A word list that lies beside the repository; `None`, with a message, where it is missing.
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
        // every builder of minimal automata gets these counts for this list
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
    fn text_that_is_not_a_word_is_an_error() {
        let message = |word: &str| Lexicon::from_words([word]).unwrap_err().to_string();
        assert_eq!(
            message("4th"),
            "expected a word of 1 to 64 letters, found `4th` (not letters only): correct it or leave it out"
        );
        assert!(message("").contains("found `` (not letters only)"));
        assert!(message(&"a".repeat(65)).contains("(more than 64 letters)"));
        assert!(Lexicon::from_words(["a".repeat(64)]).is_ok());
    }

    #[test]
    fn an_empty_lexicon_has_no_word() {
        let lexicon = Lexicon::from_words([""; 0]).unwrap();
        assert!(lexicon.is_empty() && lexicon.words().next().is_none() && lexicon.word(0).is_none());
        assert_eq!(Lexicon::from_bytes(lexicon.to_bytes()), Ok(lexicon));
    }

    #[test]
    fn alphabets_have_up_to_64_letters() {
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
        fn the_words_of_the_list_and_no_others_are_in(words in any_words(), others in any_words()) {
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
