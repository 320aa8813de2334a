//! A lexicon's automata side by side: the dictionary's, and the small one of what a player has added.
//!
//! What a player refuses or allows must not cost building a dictionary anew. So refused words are a bit
//! each beside the automaton, and allowed ones an automaton of their own, which every walk visits after
//! the large one. No word is in both.

use crate::Lexicon;
use crate::automaton::{Automaton, Place};

/// A bit for each word; no bits at all where none is set.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Bits(Vec<u64>);

impl Bits {
    /// Whether the bit is set.
    #[inline]
    pub fn has(&self, number: u32) -> bool {
        self.0.get(number as usize / 64).is_some_and(|word| word >> (number % 64) & 1 != 0)
    }

    /// Sets a bit of so many.
    pub(crate) fn set(&mut self, number: u32, size: usize) {
        if self.0.len() * 64 < size {
            self.0.resize(size.div_ceil(64), 0);
        }
        if let Some(word) = self.0.get_mut(number as usize / 64) {
            *word |= 1 << (number % 64);
        }
    }

    /// Clears a bit.
    pub(crate) fn clear(&mut self, number: u32) {
        if let Some(word) = self.0.get_mut(number as usize / 64) {
            *word &= !(1 << (number % 64));
        }
    }

    /// How many are set.
    pub(crate) fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The bits that are set.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.0.len() as u32 * 64).filter(|&number| self.has(number))
    }
}

/// One of a lexicon's automata.
#[derive(Debug, Clone, Copy)]
pub struct Layer<'a> {
    /// The automaton.
    pub automaton: &'a Automaton,
    /// What its words' numbers are more than its own count.
    pub offset: u32,
    /// The refused words, by number.
    pub refused: &'a Bits,
}

impl Layer<'_> {
    /// The lexicon's number of a word of the automaton, unless it is refused.
    #[inline]
    pub fn tell(&self, number: u32) -> Option<u32> {
        Some(number + self.offset).filter(|&number| !self.refused.has(number))
    }
}

/// A place in a [`Lexicon`]: the beginning of at least one word (unless the lexicon is empty).
#[derive(Debug, Clone, Copy)]
pub struct Cursor<'a> {
    lexicon: &'a Lexicon,
    main: Option<Place<'a>>,
    allowed: Option<Place<'a>>,
}

impl Lexicon {
    /// A cursor at the beginning of all words.
    pub fn root(&self) -> Cursor<'_> {
        Cursor { lexicon: self, main: Some(self.main.start()), allowed: self.allowed.as_ref().map(Automaton::start) }
    }

    /// All words in alphabetical order, in lower case.
    pub fn words(&self) -> Words<'_> {
        let start = Level { letters: Vec::new(), next: 0, is_new: true };
        Words { places: vec![self.root()], levels: vec![start], word: String::new() }
    }
}

impl<'a> Cursor<'a> {
    /// The place one letter further; `None` where no word goes on with it.
    pub fn descend(self, letter: char) -> Option<Cursor<'a>> {
        let step =
            |place: Place<'a>, automaton: &Automaton| place.step(automaton.alphabet.index(crate::fold(letter)?)?);
        let main = self.main.and_then(|place| step(place, &self.lexicon.main));
        let allowed =
            self.allowed.zip(self.lexicon.allowed.as_ref()).and_then(|(place, automaton)| step(place, automaton));
        (main.is_some() || allowed.is_some()).then_some(Cursor { main, allowed, ..self })
    }

    /// Whether a word ends here.
    pub fn is_word(self) -> bool {
        self.number().is_some()
    }

    /// The number of the word that ends here, if one does: see [`Lexicon::number`].
    pub fn number(self) -> Option<usize> {
        let mut layers = self.lexicon.layers();
        let mut tell = |place: Option<Place<'a>>| layers.next()?.tell(place?.word()?);
        let main = tell(self.main);
        main.or_else(|| tell(self.allowed)).map(|number| number as usize)
    }

    /// The letters that may follow, in lower case and ascending order.
    pub fn letters(self) -> impl Iterator<Item = char> + 'a {
        let letters = |place: Option<Place<'a>>, automaton: &'a Automaton| {
            let children = place.map_or(0, |place| place.children());
            let all = automaton.alphabet.letters().iter().enumerate();
            all.filter(move |(index, _)| children >> index & 1 != 0).map(|(_, &letter)| letter)
        };
        let mut both: Vec<char> = letters(self.main, &self.lexicon.main).collect();
        if let Some(allowed) = &self.lexicon.allowed {
            both.extend(letters(self.allowed, allowed));
            both.sort_unstable();
            both.dedup();
        }
        both.into_iter()
    }
}

/// The words of a [`Lexicon`] in alphabetical order.
#[derive(Debug, Clone)]
pub struct Words<'a> {
    /// The places on the way to the last word, the beginning first.
    places: Vec<Cursor<'a>>,
    levels: Vec<Level>,
    word: String,
}

/// What is left to be tried at a place.
#[derive(Debug, Clone)]
struct Level {
    letters: Vec<char>,
    next: usize,
    /// Whether the place has not been looked at.
    is_new: bool,
}

impl Iterator for Words<'_> {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        while let Some((&place, level)) = self.places.last().zip(self.levels.last_mut()) {
            if std::mem::take(&mut level.is_new) {
                level.letters.clear();
                level.letters.extend(place.letters());
                level.next = 0;
                if place.is_word() {
                    return Some(self.word.clone());
                }
            }
            let letter = level.letters.get(level.next).copied();
            level.next += 1;
            match letter.and_then(|letter| Some((letter, place.descend(letter)?))) {
                Some((letter, next)) => {
                    self.word.push(letter);
                    self.places.push(next);
                    self.levels.push(Level { letters: Vec::new(), next: 0, is_new: true });
                }
                None => {
                    self.places.pop();
                    self.levels.pop();
                    self.word.pop();
                }
            }
        }
        None
    }
}
