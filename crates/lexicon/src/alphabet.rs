//! Letters, and the at most 32 symbols with which an automaton spells them.
//!
//! A state stores the letters that may follow as the bits of one `u32`, which makes a search fast. An [`Alphabet`] of up
//! to 32 letters (English has 26, Polish 32) has a symbol for each. A larger one spells its last letters with two
//! symbols, as old telegraph codes do: a *shift*, then a second symbol. The order of the symbols is the order of the
//! letters in both cases, so the rest of the crate treats 33 letters as it treats 26.

use crate::fold::{TABLE_END, fold};

/// The number of symbols: the bits of a state's mask.
pub(crate) const SYMBOLS: usize = 32;

/// The most letters of an alphabet: a set of letters is the bits of a `u64`.
///
/// The largest alphabet of a language seen in word lists has 41 letters (French with its accents).
pub(crate) const MAX_ALPHABET: usize = 64;

/// Instead of a symbol: there is none.
const NONE: u8 = u8::MAX;

/// The symbols that spell a letter: one, or a shift and a second one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Code {
    first: u8,
    second: u8,
}

impl Code {
    /// The table entry of a character that the alphabet does not contain.
    const MISSING: Code = Code { first: NONE, second: NONE };

    /// The first symbol.
    #[inline]
    pub(crate) fn first(self) -> u8 {
        self.first
    }

    /// The second symbol of a letter that has two.
    #[inline]
    pub(crate) fn second(self) -> Option<u8> {
        (self.second != NONE).then_some(self.second)
    }

    /// The symbol of a letter that has one.
    #[inline]
    pub fn single(self) -> Option<u8> {
        (self.second == NONE).then_some(self.first)
    }
}

/// The letters of a lexicon in ascending order; a letter's index is its position in this order.
#[derive(Clone)]
pub struct Alphabet {
    letters: Vec<char>,
    /// The number of letters that have a symbol of their own; the symbols from this one on are shifts.
    singles: u8,
    /// The codes by code point, upper case and lower case, below [`TABLE_END`].
    codes: Box<[Code]>,
}

impl Alphabet {
    /// The alphabet of these folded letters, in any order and with repeats; `None` for more than [`MAX_ALPHABET`].
    pub(crate) fn new(letters: impl IntoIterator<Item = char>) -> Option<Alphabet> {
        let mut letters: Vec<char> = letters.into_iter().collect();
        letters.sort_unstable();
        letters.dedup();
        if letters.len() > MAX_ALPHABET {
            return None;
        }
        let shifts = letters.len().saturating_sub(SYMBOLS).div_ceil(SYMBOLS - 1);
        let singles = letters.len().min(SYMBOLS - shifts) as u8;
        let mut alphabet = Alphabet { letters, singles, codes: Box::new([]) };
        alphabet.codes = (0..TABLE_END).map(|point| alphabet.table_entry(point)).collect();
        Some(alphabet)
    }

    /// The entry of a code point in `codes`.
    fn table_entry(&self, point: u32) -> Code {
        let index = char::from_u32(point).and_then(fold).and_then(|letter| self.index(letter));
        index.map_or(Code::MISSING, |index| self.code_of(index))
    }

    /// The letters in ascending order.
    #[inline]
    pub fn letters(&self) -> &[char] {
        &self.letters
    }

    /// The number of letters that have a symbol of their own.
    #[inline]
    pub(crate) fn singles(&self) -> u8 {
        self.singles
    }

    /// The symbols of letters and the shifts, as bits.
    #[inline]
    pub(crate) fn symbols(&self) -> u32 {
        let used = if self.has_shifts() { SYMBOLS } else { self.letters.len() };
        ((1u64 << used) - 1) as u32
    }

    /// The symbols that may follow this shift, or may begin a letter, as bits.
    pub(crate) fn symbols_after(&self, shift: Option<u8>) -> u32 {
        if shift.is_some() { u32::MAX } else { self.symbols() }
    }

    /// Whether some letters have two symbols.
    #[inline]
    pub(crate) fn has_shifts(&self) -> bool {
        self.letters.len() > usize::from(self.singles)
    }

    /// The index of a folded letter.
    #[inline]
    pub fn index(&self, letter: char) -> Option<u8> {
        self.letters.binary_search(&letter).ok().map(|index| index as u8)
    }

    /// The symbols of the letter at this index.
    #[inline]
    pub(crate) fn code_of(&self, index: u8) -> Code {
        match index.checked_sub(self.singles) {
            None => Code { first: index, second: NONE },
            Some(rest) => Code { first: self.singles + rest / SYMBOLS as u8, second: rest % SYMBOLS as u8 },
        }
    }

    /// The symbols of a letter, in upper or lower case.
    #[inline]
    pub fn code(&self, letter: char) -> Option<Code> {
        match self.codes.get(letter as usize) {
            Some(&code) => (code.first != NONE).then_some(code),
            None => Some(self.code_of(self.index(fold(letter)?)?)),
        }
    }

    /// The index of the letter that these symbols spell; `None` for symbols of no letter.
    pub(crate) fn index_of(&self, shift: Option<u8>, symbol: u8) -> Option<u8> {
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
            for (index, code) in codes.iter().enumerate() {
                let (shift, symbol) = code.second().map_or((None, code.first()), |second| (Some(code.first()), second));
                assert_eq!(alphabet.index_of(shift, symbol), Some(index as u8));
                assert!(usize::from(symbol) < SYMBOLS);
            }
            assert_eq!(alphabet.has_shifts(), size > SYMBOLS);
        }
        assert!(Alphabet::new(('\u{4e00}'..).take(65)).is_none());
    }

    #[test]
    fn letters_have_a_code_in_either_case() {
        let alphabet = Alphabet::new("a\u{17c}\u{3c3}\u{10d0}".chars()).unwrap();
        for (letter, index) in [('A', 0), ('\u{17b}', 1), ('\u{3c2}', 2), ('\u{3a3}', 2), ('\u{10d0}', 3)] {
            assert_eq!(alphabet.code(letter).and_then(Code::single), Some(index), "{letter}");
        }
        assert!(alphabet.code('b').is_none() && alphabet.code('1').is_none() && alphabet.code('\u{4e00}').is_none());
    }
}
