//! Letters, and the at most 32 symbols that an automaton spells them with.
//!
//! A state keeps the letters that may follow as the bits of one `u32`, which is what makes a search
//! fast. An alphabet of up to 32 letters (English has 26, Polish 32) has a symbol for each. A larger
//! one keeps symbols back as *shifts*: its last letters, in the order of their code points, are spelled
//! with two symbols, a shift and a place behind it. So 33 letters are no special case anywhere else, and
//! the order of the symbols is that of the letters.

use crate::fold::{TABLE_END, fold};

/// The symbols that there are: the bits of a state's mask.
pub(crate) const SYMBOLS: usize = 32;

/// The most letters an alphabet may have.
///
/// The largest alphabet of a language seen in word lists is 41 (raw French).
pub(crate) const MAX_ALPHABET: usize = 64;

/// The place of a letter that has one symbol, and of a code point that is no letter.
const NONE: u8 = u8::MAX;

/// The symbols that spell a letter: one, or a shift and a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Code {
    first: u8,
    second: u8,
}

impl Code {
    /// What no letter has.
    const MISSING: Code = Code { first: NONE, second: NONE };

    /// The first symbol.
    #[inline]
    pub fn first(self) -> u8 {
        self.first
    }

    /// The second symbol, where there is one.
    #[inline]
    pub fn second(self) -> Option<u8> {
        (self.second != NONE).then_some(self.second)
    }

    /// The only symbol, where there is only one.
    pub fn single(self) -> Option<u8> {
        (self.second == NONE).then_some(self.first)
    }
}

/// The letters of a lexicon in ascending order; a letter's index is its place in it.
#[derive(Clone)]
pub struct Alphabet {
    letters: Vec<char>,
    /// The number of symbols that stand for a letter each; those behind are shifts.
    singles: u8,
    /// By code point, in whatever case: the letters that nearly every look-up asks for.
    codes: Box<[Code]>,
}

impl Alphabet {
    /// The alphabet of these letters, folded, in any order and with repeats; `None` for more than [`MAX_ALPHABET`].
    pub fn new(letters: impl IntoIterator<Item = char>) -> Option<Alphabet> {
        let mut letters: Vec<char> = letters.into_iter().collect();
        letters.sort_unstable();
        letters.dedup();
        if letters.len() > MAX_ALPHABET {
            return None;
        }
        let shifts = letters.len().saturating_sub(SYMBOLS).div_ceil(SYMBOLS - 1);
        let singles = letters.len().min(SYMBOLS - shifts) as u8;
        let mut alphabet = Alphabet { letters, singles, codes: Box::new([]) };
        alphabet.codes = (0..TABLE_END).map(|point| alphabet.look_up(point)).collect();
        Some(alphabet)
    }

    /// The code of a code point, the slow way.
    fn look_up(&self, point: u32) -> Code {
        let place = char::from_u32(point).and_then(fold).and_then(|letter| self.index(letter));
        place.map_or(Code::MISSING, |index| self.code_of(index))
    }

    /// The letters in ascending order.
    pub fn letters(&self) -> &[char] {
        &self.letters
    }

    /// The number of symbols that stand for a letter each.
    pub fn singles(&self) -> u8 {
        self.singles
    }

    /// The symbols that stand for a letter or a shift, as bits.
    pub fn symbols(&self) -> u32 {
        let used = if self.has_shifts() { SYMBOLS } else { self.letters.len() };
        ((1u64 << used) - 1) as u32
    }

    /// The symbols that may follow a shift, or nothing, as bits.
    pub fn symbols_behind(&self, shift: Option<u8>) -> u32 {
        if shift.is_some() { u32::MAX } else { self.symbols() }
    }

    /// Whether some letters have two symbols.
    pub fn has_shifts(&self) -> bool {
        self.letters.len() > usize::from(self.singles)
    }

    /// The index of a folded letter.
    pub fn index(&self, letter: char) -> Option<u8> {
        self.letters.binary_search(&letter).ok().map(|index| index as u8)
    }

    /// The symbols of the letter at this index.
    pub fn code_of(&self, index: u8) -> Code {
        match index.checked_sub(self.singles) {
            None => Code { first: index, second: NONE },
            Some(behind) => Code { first: self.singles + behind / SYMBOLS as u8, second: behind % SYMBOLS as u8 },
        }
    }

    /// The symbols of a letter in whatever case.
    #[inline]
    pub fn code(&self, letter: char) -> Option<Code> {
        match self.codes.get(letter as usize) {
            Some(&code) => (code.first != NONE).then_some(code),
            None => Some(self.code_of(self.index(fold(letter)?)?)),
        }
    }

    /// The index of the letter that these symbols spell; `None` for symbols that no letter has.
    pub fn index_of(&self, shift: Option<u8>, symbol: u8) -> Option<u8> {
        let index = match shift {
            None => Some(symbol).filter(|&symbol| symbol < self.singles)?,
            Some(shift) => self.singles + (shift - self.singles) * SYMBOLS as u8 + symbol,
        };
        (usize::from(index) < self.letters.len()).then_some(index)
    }
}

impl PartialEq for Alphabet {
    fn eq(&self, other: &Alphabet) -> bool {
        self.letters == other.letters
    }
}

impl Eq for Alphabet {}

impl std::fmt::Debug for Alphabet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.letters.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_has_its_own_symbols_in_the_order_of_the_letters() {
        for size in [0, 1, 26, 31, 32, 33, 34, 62, 63, 64] {
            let letters: Vec<char> = ('a'..='z').chain('\u{430}'..='\u{455}').take(size).collect();
            let alphabet = Alphabet::new(letters.iter().rev().copied()).unwrap();
            let codes: Vec<Code> = letters.iter().map(|&letter| alphabet.code(letter).unwrap()).collect();
            let order: Vec<(u8, Option<u8>)> = codes.iter().map(|code| (code.first(), code.second())).collect();
            assert!(order.is_sorted_by(|a, b| a < b), "{size}: {order:?}");
            for (place, code) in codes.iter().enumerate() {
                let (shift, symbol) = code.second().map_or((None, code.first()), |second| (Some(code.first()), second));
                assert_eq!(alphabet.index_of(shift, symbol), Some(place as u8));
                assert!(usize::from(symbol) < SYMBOLS);
            }
            assert_eq!(alphabet.has_shifts(), size > SYMBOLS);
        }
        assert!(Alphabet::new(('\u{4e00}'..).take(65)).is_none());
    }

    #[test]
    fn letters_are_known_in_either_case() {
        let alphabet = Alphabet::new("a\u{17c}\u{3c3}\u{10d0}".chars()).unwrap();
        for (letter, index) in [('A', 0), ('\u{17b}', 1), ('\u{3c2}', 2), ('\u{3a3}', 2), ('\u{10d0}', 3)] {
            assert_eq!(alphabet.code(letter).and_then(Code::single), Some(index), "{letter}");
        }
        assert!(alphabet.code('b').is_none() && alphabet.code('1').is_none() && alphabet.code('\u{4e00}').is_none());
    }
}
