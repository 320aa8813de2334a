//! The automaton in the form that is searched: a 16-byte slot for each edge that leads to a longer word.
//!
//! A [`Slot`] has everything that a search needs at a state, so that a step reads memory once: the symbols with which
//! words go on (`cont`), the symbols that end a word (`words`), the index of the first child's slot (`first`), and what
//! the step adds to the word number (`value`). The slots of a state's children follow each other in the order of the
//! symbols of `cont`, so the slot of a symbol is at `first` + the number of lower bits in `cont`. Each edge to a state has
//! its own copy of the state's masks: this costs memory (2 MB for English) and saves every second memory access.
//!
//! # Word numbers
//! Each word has a number below the number of words: a minimal perfect hash (Lucchesi and Kowaltowski, *Applications of
//! finite automata representing large vocabularies*, 1993). The values along a path add up to the number of the first
//! word that ends with the next symbol. Words that end with the next symbol come first, in the order of that symbol;
//! then come the longer words, child by child. So a word's number is a sum and a popcount. It is not the alphabetical
//! order.
//!
//! The upper 7 bits of a sum count the letters, so that a search gets the length of a word without a counter.
//!
//! # Lookahead
//! Half of the prefixes that a search over a board finds are dead ends: no neighbor has a letter that continues them.
//! To reject those without a read of their slots, the symbols after each slot are stored a second time in an array of
//! masks, [`ahead`](Automaton::ahead). A search compares [`AHEAD_MASKS`] of them at once. In a state with more slots,
//! slots whose ranks are equal modulo eight share a mask.
//!
//! # `Qu`
//! A tile `Qu` is one step of a path and two letters of a word. An alphabet of fewer than 32 letters has a free symbol,
//! which stands for `Qu`: its slot is that of U after Q.

use crate::alphabet::{Alphabet, SYMBOLS};

/// The bits of a sum of values that are the word number; the bits above count the letters.
pub const NUMBER_BITS: u32 = 25;

/// What a letter adds to a sum.
pub const ONE_LETTER: u32 = 1 << NUMBER_BITS;

/// The number of lookahead masks of a state ([`Automaton::ahead`]): what a 256-bit register holds.
pub const AHEAD_MASKS: usize = 8;

/// An edge, with everything that a search needs at the state that it leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[repr(C, align(16))]
pub struct Slot {
    /// The symbols with which longer words go on.
    pub cont: u32,
    /// The symbols that end a word.
    pub words: u32,
    /// The index of the slot of the lowest symbol in `cont`.
    pub first: u32,
    /// What the step to this state adds to the sum; wraps around.
    pub value: u32,
}

impl Slot {
    /// The index of the slot of a symbol in `cont`.
    #[inline]
    pub(crate) fn child(&self, symbol: u8) -> usize {
        self.first as usize + (self.cont & below(symbol)).count_ones() as usize
    }

    /// The number of symbols in `words` below this one.
    #[inline]
    pub(crate) fn words_below(&self, symbol: u8) -> u32 {
        (self.words & below(symbol)).count_ones()
    }
}

/// The mask of the symbols below this one.
#[inline]
fn below(symbol: u8) -> u32 {
    (1 << symbol) - 1
}

/// Counts for reports; no search uses them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Counts {
    /// The letters of the longest word.
    pub(crate) longest: u32,
    /// The states of the minimal automaton.
    pub(crate) states: u32,
    /// The edges of the minimal automaton.
    pub(crate) edges: u32,
}

/// A minimal automaton that can be searched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Automaton {
    /// The letters and their symbols.
    pub alphabet: Alphabet,
    /// Invariant: `first + cont.count_ones() <= slots.len()` for each slot (the vector kernels index unchecked).
    pub(crate) slots: Vec<Slot>,
    /// [`AHEAD_MASKS`] longer than `slots`, see [`ahead`](Automaton::ahead).
    pub(crate) ahead: Vec<u32>,
    pub(crate) root: Slot,
    /// The number of words.
    pub(crate) words: u32,
    pub(crate) counts: Counts,
    /// The symbol of `Qu`, if it has one.
    pub(crate) qu: Option<u8>,
}

impl Automaton {
    /// The slot of the root.
    #[inline]
    pub fn root(&self) -> Slot {
        self.root
    }

    /// The slots of all other states.
    #[inline]
    pub fn slots(&self) -> &[Slot] {
        &self.slots
    }

    /// The lookahead masks: `ahead[slot.first + rank % AHEAD_MASKS]` is a superset of the symbols that may follow the
    /// symbol of that rank in `slot.cont` (ranks [`AHEAD_MASKS`] apart share a mask). At least [`AHEAD_MASKS`] masks
    /// begin at every `first`.
    #[inline]
    pub fn ahead(&self) -> &[u32] {
        &self.ahead
    }

    /// The symbol of `Qu`; `None` where only Q and then U spell it.
    #[inline]
    pub fn qu(&self) -> Option<u8> {
        self.qu
    }

    /// The bytes of memory of the slots and the lookahead masks.
    pub(crate) fn memory(&self) -> usize {
        std::mem::size_of_val(self.slots.as_slice()) + std::mem::size_of_val(self.ahead.as_slice())
    }

    /// The position before the first letter.
    #[inline]
    pub fn start(&self) -> Position<'_> {
        Position { automaton: self, slot: self.root, sum: 0, word_number: None }
    }

    /// The letters of the word with this number, in order.
    pub(crate) fn spell(&self, number: u32) -> Option<Vec<char>> {
        let mut spelled = Vec::new();
        let (mut slot, mut sum, mut shift) = (self.root, 0u32, None);
        if number >= self.words {
            return None;
        }
        loop {
            let rest = number.wrapping_sub(sum & (ONE_LETTER - 1));
            let is_last = rest < slot.words.count_ones();
            let symbol = if is_last {
                nth_bit(slot.words, rest)
            } else {
                let begins_before = |&symbol: &u8| self.slots[slot.child(symbol)].value & (ONE_LETTER - 1) <= rest;
                bits(slot.cont & self.alphabet.symbols_after(shift)).take_while(begins_before).last()?
            };
            shift = match self.alphabet.index_of(shift, symbol) {
                Some(index) => {
                    spelled.push(self.alphabet.letters()[usize::from(index)]);
                    None
                }
                None => Some(symbol),
            };
            if is_last {
                return Some(spelled);
            }
            slot = self.slots[slot.child(symbol)];
            sum = sum.wrapping_add(slot.value);
        }
    }

    /// The number of a word in any case; `None` for a word that is not in the automaton.
    #[inline]
    pub(crate) fn number(&self, word: &str) -> Option<u32> {
        let (mut slot, mut sum) = (self.root, 0u32);
        // the last symbol that has been read, whose edge has not been followed
        let mut last = None;
        for letter in word.chars() {
            let code = self.alphabet.code(letter)?;
            for symbol in [Some(code.first()), code.second()].into_iter().flatten() {
                if let Some(last) = last.replace(symbol) {
                    if slot.cont & 1 << last == 0 {
                        return None;
                    }
                    slot = self.slots[slot.child(last)];
                    sum = sum.wrapping_add(slot.value);
                }
            }
        }
        let last = last?;
        (slot.words & 1 << last != 0).then(|| (sum & (ONE_LETTER - 1)) + slot.words_below(last))
    }
}

/// The indices of a mask's set bits, in ascending order.
fn bits(mut mask: u32) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let symbol = (mask != 0).then(|| mask.trailing_zeros() as u8)?;
        mask &= mask - 1;
        Some(symbol)
    })
}

impl Automaton {
    /// Whether every word is one of whole letters: none ends behind a shift, and every symbol behind a shift makes a letter of the
    /// alphabet. States are shared, so each is looked at once behind each shift, and once behind a letter.
    pub(crate) fn has_whole_letters(&self) -> bool {
        if !self.alphabet.has_shifts() {
            return true;
        }
        let singles = self.alphabet.singles();
        // For each slot, a bit for each shift behind which it was seen, and the lowest for a letter.
        let mut seen = vec![0u32; self.slots.len()];
        let mut open = vec![(self.root, None)];
        while let Some((slot, shift)) = open.pop() {
            let is_letter = |symbol: u8| shift.is_none() || self.alphabet.index_of(shift, symbol).is_some();
            let ends_behind_shift = shift.is_none() && slot.words >> singles != 0;
            if ends_behind_shift || !bits(slot.cont | slot.words).all(is_letter) {
                return false;
            }
            for symbol in bits(slot.cont) {
                let next = Some(symbol).filter(|&symbol| shift.is_none() && symbol >= singles);
                let child = slot.child(symbol);
                let bit = 1 << next.map_or(0, |shift| 1 + shift - singles);
                if seen[child] & bit == 0 {
                    seen[child] |= bit;
                    open.push((self.slots[child], next));
                }
            }
        }
        true
    }
}

/// The index of the set bit that has this number of set bits below it.
fn nth_bit(mask: u32, below: u32) -> u8 {
    (0..below).fold(mask, |mask, _| mask & mask.wrapping_sub(1)).trailing_zeros() as u8
}

/// A position of a walk through an [`Automaton`]: the state after the letters of a prefix.
#[derive(Debug, Clone, Copy)]
pub struct Position<'a> {
    automaton: &'a Automaton,
    slot: Slot,
    sum: u32,
    word_number: Option<u32>,
}

impl<'a> Position<'a> {
    /// The number of the word that ends here.
    #[inline]
    pub fn word_number(&self) -> Option<u32> {
        self.word_number
    }

    /// The letters that may follow, as bits at their indices in the alphabet.
    #[inline]
    pub fn children(&self) -> u64 {
        let alphabet = &self.automaton.alphabet;
        let symbols = (self.slot.cont | self.slot.words) & alphabet.symbols();
        if alphabet.has_shifts() { self.expand_shifts(symbols) } else { u64::from(symbols) }
    }

    /// The letters that these symbols begin, as bits.
    fn expand_shifts(&self, symbols: u32) -> u64 {
        let singles = self.automaton.alphabet.singles();
        let (single_letters, shifts) = (symbols & ((1 << singles) - 1), symbols >> singles);
        bits(shifts).fold(u64::from(single_letters), |letters, shift| {
            let shifted = self.automaton.slots[self.slot.child(singles + shift)];
            letters | u64::from(shifted.cont | shifted.words) << (singles + SYMBOLS as u8 * shift)
        })
    }

    /// The position one letter further, by the letter's index; `None` where no word goes on with it.
    #[inline]
    pub fn step(mut self, letter: u8) -> Option<Position<'a>> {
        let code = self.automaton.alphabet.code_of(letter);
        self.take(code.first())?;
        if let Some(second) = code.second() {
            self.take(second)?;
        }
        Some(self)
    }

    /// Goes one symbol further.
    #[inline]
    fn take(&mut self, symbol: u8) -> Option<()> {
        let Position { slot, sum, .. } = *self;
        let is_word = slot.words & 1 << symbol != 0;
        self.word_number = is_word.then(|| (sum & (ONE_LETTER - 1)) + slot.words_below(symbol));
        if slot.cont & 1 << symbol != 0 {
            self.slot = self.automaton.slots[slot.child(symbol)];
            self.sum = sum.wrapping_add(self.slot.value);
            return Some(());
        }
        self.slot = Slot::default();
        is_word.then_some(())
    }
}
