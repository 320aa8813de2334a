//! Walks through a [`Lexicon`] letter by letter: [`Cursor`], and [`Words`] in alphabetical order.

use crate::automaton::{Automaton, Position};
use crate::{Lexicon, fold};

/// A position in a [`Lexicon`]: the letters that led to it begin at least one word (unless the lexicon is empty).
#[derive(Debug, Clone, Copy)]
pub struct Cursor<'a> {
    lexicon: &'a Lexicon,
    /// The position in the dictionary's automaton, if it has words with these letters.
    main: Option<Position<'a>>,
    /// The same in the automaton of the user's allowed words.
    allowed: Option<Position<'a>>,
}

impl Lexicon {
    /// A cursor before the first letter.
    #[inline]
    pub fn root(&self) -> Cursor<'_> {
        Cursor { lexicon: self, main: Some(self.main.start()), allowed: self.allowed.as_ref().map(Automaton::start) }
    }

    /// All words in alphabetical order, in lower case.
    pub fn words(&self) -> Words<'_> {
        Words { path: vec![Level::new(self.root())], word: String::new() }
    }
}

impl<'a> Cursor<'a> {
    /// The cursor one letter further; `None` where no word goes on with it.
    #[inline]
    pub fn descend(self, letter: char) -> Option<Cursor<'a>> {
        let step =
            |position: Position<'a>, automaton: &Automaton| position.step(automaton.alphabet.index(fold(letter)?)?);
        let main = self.main.and_then(|position| step(position, &self.lexicon.main));
        let allowed = self.allowed.zip(self.lexicon.allowed.as_ref());
        let allowed = allowed.and_then(|(position, automaton)| step(position, automaton));
        (main.is_some() || allowed.is_some()).then_some(Cursor { main, allowed, ..self })
    }

    /// Whether a word ends here.
    #[inline]
    pub fn is_word(self) -> bool {
        self.number().is_some()
    }

    /// The number of the word that ends here: see [`Lexicon::number`].
    #[inline]
    pub fn number(self) -> Option<usize> {
        let numbers = self.lexicon.layers().zip([self.main, self.allowed]);
        numbers
            .filter_map(|(layer, position)| layer.lexicon_number(position?.word_number()?))
            .next()
            .map(|number| number as usize)
    }

    /// The letters that may follow, in lower case and ascending order.
    pub fn letters(self) -> impl Iterator<Item = char> + 'a {
        self.letter_list().into_iter()
    }

    fn letter_list(self) -> Vec<char> {
        let letters = |position: Option<Position<'a>>, automaton: &'a Automaton| {
            let children = position.map_or(0, |position| position.children());
            let all = automaton.alphabet.letters().iter().enumerate();
            all.filter(move |(index, _)| children >> index & 1 != 0).map(|(_, &letter)| letter)
        };
        let mut list: Vec<char> = letters(self.main, &self.lexicon.main).collect();
        if let Some(allowed) = &self.lexicon.allowed {
            list.extend(letters(self.allowed, allowed));
            list.sort_unstable();
            list.dedup();
        }
        list
    }
}

/// The words of a [`Lexicon`] in alphabetical order.
#[derive(Debug, Clone)]
pub struct Words<'a> {
    /// The path of the last word, the root first.
    path: Vec<Level<'a>>,
    word: String,
}

/// A cursor on the path and the letters that have not been followed from it.
#[derive(Debug, Clone)]
struct Level<'a> {
    cursor: Cursor<'a>,
    letters: std::vec::IntoIter<char>,
}

impl<'a> Level<'a> {
    fn new(cursor: Cursor<'a>) -> Level<'a> {
        Level { cursor, letters: cursor.letter_list().into_iter() }
    }
}

impl Iterator for Words<'_> {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        while let Some(level) = self.path.last_mut() {
            let Some(letter) = level.letters.next() else {
                self.path.pop();
                self.word.pop();
                continue;
            };
            if let Some(cursor) = level.cursor.descend(letter) {
                self.word.push(letter);
                self.path.push(Level::new(cursor));
                if cursor.is_word() {
                    return Some(self.word.clone());
                }
            }
        }
        None
    }
}
