//! The automaton as it is searched: one 16-byte slot for each letter that may follow.
//!
//! A [`Slot`] says all that a search asks for at a place, in one look at the memory: the symbols with
//! which words go on (`cont`), those that end one (`words`), where the slots of the first kind lie, in the
//! order of the symbols (`first`), and what to add to the number of the words (`value`). So the slot behind
//! a symbol is `first` + the number of `cont`'s bits below it. A state that many letters lead to is
//! written behind each of them, which costs memory (2 MB for English) and saves every second look.
//!
//! # Word numbers
//! Each word has a number below the number of words: a minimal perfect hash (Lucchesi and Kowaltowski,
//! *Applications of finite automata representing large vocabularies*, 1993). The values along a path add up
//! to the number of the first word that is one symbol longer; the words that end at a place come first, in
//! the order of their last symbols, then those that go on, symbol by symbol. So the number of a word
//! is a sum and a popcount, with no look at the slots of other symbols. It is not the alphabet's order.
//!
//! The upper 7 bits of a sum count the letters, which costs nothing and tells a search how long
//! each word is.
//!
//! # What lies ahead
//! Half of the beginnings that a search comes upon lead nowhere: no neighbor has a letter that goes on. To pass over
//! those without a look at their slots, the symbols behind each slot are kept a second time, side by side for the slots
//! of one state: a search takes [`FAMILY`] at once. Of a state with more slots every eighth share a mask.
//!
//! # `Qu`
//! A tile that says `Qu` is one step of a path and two letters of a word. Where the alphabet has room
//! for one more symbol, the automaton has one for `Qu`: behind it lies what lies behind Q and U.

use crate::alphabet::{Alphabet, SYMBOLS};

/// The bits of a sum of values that are a word's number; those above count the letters.
pub const NUMBER_BITS: u32 = 25;

/// What a letter adds to a sum.
pub const ONE_LETTER: u32 = 1 << NUMBER_BITS;

/// How many masks of the symbols [ahead](Automaton::ahead) a state has: what a 256-bit register holds.
pub const FAMILY: usize = 8;

/// A place in the automaton: see the [module](self).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[repr(C, align(16))]
pub struct Slot {
    /// The symbols with which longer words go on.
    pub cont: u32,
    /// The symbols that end a word.
    pub words: u32,
    /// Where the slots of `cont`'s symbols begin.
    pub first: u32,
    /// What the step to this place adds to the sum; wraps around.
    pub value: u32,
}

impl Slot {
    /// Where the slot of a symbol of `cont` lies.
    #[inline]
    pub fn place(&self, symbol: u8) -> usize {
        self.first as usize + (self.cont & below(symbol)).count_ones() as usize
    }

    /// How many of the words that end here come before the one that the symbol ends.
    #[inline]
    pub fn words_below(&self, symbol: u8) -> u32 {
        (self.words & below(symbol)).count_ones()
    }
}

/// The symbols before one.
#[inline]
fn below(symbol: u8) -> u32 {
    (1 << symbol) - 1
}

/// What people want to know of an automaton, and no search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Size {
    /// The letters of the longest word.
    pub longest: u32,
    /// The states of the minimal automaton.
    pub states: u32,
    /// The edges of the minimal automaton.
    pub edges: u32,
}

/// A minimal automaton, ready to be searched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Automaton {
    /// The letters and their symbols.
    pub alphabet: Alphabet,
    /// Every `first` + the number of `cont`'s bits is within this.
    pub(crate) slots: Vec<Slot>,
    /// [`FAMILY`] more than slots, see [`ahead`](Automaton::ahead).
    pub(crate) ahead: Vec<u32>,
    pub(crate) root: Slot,
    /// The number of words.
    pub words: u32,
    /// Counts for reports.
    pub size: Size,
    /// The symbol of `Qu`, where paths can have it.
    pub(crate) qu: Option<u8>,
}

impl Automaton {
    /// The slot at the beginning of all words.
    #[inline]
    pub fn root(&self) -> Slot {
        self.root
    }

    /// All slots.
    #[inline]
    pub fn slots(&self) -> &[Slot] {
        &self.slots
    }

    /// At a slot's `first` + the rank of one of its symbols modulo [`FAMILY`]: the symbols that go on from or end a word
    /// behind that symbol, or behind one that has to share the mask. From every `first` on there are [`FAMILY`] masks.
    #[inline]
    pub fn ahead(&self) -> &[u32] {
        &self.ahead
    }

    /// The symbol of `Qu`; `None` where only Q and U one after the other spell it.
    pub fn qu(&self) -> Option<u8> {
        self.qu
    }

    /// The bytes of memory that the slots take, and what is known of those behind them.
    pub fn memory(&self) -> usize {
        std::mem::size_of_val(self.slots.as_slice()) + std::mem::size_of_val(self.ahead.as_slice())
    }

    /// The place before the first letter.
    pub fn start(&self) -> Place<'_> {
        Place { automaton: self, slot: self.root, sum: 0, word: None }
    }

    /// The letters of the word of a number, in order.
    pub fn spell(&self, number: u32) -> Option<Vec<char>> {
        let mut spelled = Vec::new();
        let (mut slot, mut sum, mut shift) = (self.root, 0u32, None);
        if number >= self.words {
            return None;
        }
        loop {
            let left = number.wrapping_sub(sum & (ONE_LETTER - 1));
            let is_last = left < slot.words.count_ones();
            let symbol = if is_last {
                nth(slot.words, left)
            } else {
                let leads = |&symbol: &u8| self.slots[slot.place(symbol)].value & (ONE_LETTER - 1) <= left;
                bits(slot.cont & self.alphabet.symbols_behind(shift)).take_while(leads).last()?
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
            slot = self.slots[slot.place(symbol)];
            sum = sum.wrapping_add(slot.value);
        }
    }

    /// The number of a word in whatever case; `None` where it is not in.
    #[inline]
    pub fn number(&self, word: &str) -> Option<u32> {
        let (mut slot, mut sum) = (self.root, 0u32);
        // the symbol behind which the search is about to go
        let mut last = None;
        for letter in word.chars() {
            let code = self.alphabet.code(letter)?;
            for symbol in [Some(code.first()), code.second()].into_iter().flatten() {
                if let Some(last) = last.replace(symbol) {
                    if slot.cont & 1 << last == 0 {
                        return None;
                    }
                    slot = self.slots[slot.place(last)];
                    sum = sum.wrapping_add(slot.value);
                }
            }
        }
        let last = last?;
        (slot.words & 1 << last != 0).then(|| (sum & (ONE_LETTER - 1)) + slot.words_below(last))
    }
}

/// The places of a mask's bits, in ascending order.
pub(crate) fn bits(mut mask: u32) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let symbol = (mask != 0).then(|| mask.trailing_zeros() as u8)?;
        mask &= mask - 1;
        Some(symbol)
    })
}

/// The place of the bit that has so many others below it.
fn nth(mask: u32, below: u32) -> u8 {
    (0..below).fold(mask, |mask, _| mask & mask.wrapping_sub(1)).trailing_zeros() as u8
}

/// A place on the way along a word, letter by letter.
#[derive(Debug, Clone, Copy)]
pub struct Place<'a> {
    automaton: &'a Automaton,
    slot: Slot,
    sum: u32,
    word: Option<u32>,
}

impl<'a> Place<'a> {
    /// The number of the word that ends here.
    #[inline]
    pub fn word(&self) -> Option<u32> {
        self.word
    }

    /// The letters that may follow, as bits at their indices in the alphabet.
    #[inline]
    pub fn children(&self) -> u64 {
        let alphabet = &self.automaton.alphabet;
        let symbols = (self.slot.cont | self.slot.words) & alphabet.symbols();
        if !alphabet.has_shifts() { u64::from(symbols) } else { self.with_shifts(symbols) }
    }

    fn with_shifts(&self, symbols: u32) -> u64 {
        let singles = self.automaton.alphabet.singles();
        let (plain, shifts) = (symbols & ((1 << singles) - 1), symbols >> singles);
        bits(shifts).fold(u64::from(plain), |letters, shift| {
            let behind = self.automaton.slots[self.slot.place(singles + shift)];
            letters | u64::from(behind.cont | behind.words) << (singles + SYMBOLS as u8 * shift)
        })
    }

    /// The place one letter further, by the letter's index; `None` where no word goes on with it.
    #[inline]
    pub fn step(mut self, letter: u8) -> Option<Place<'a>> {
        let code = self.automaton.alphabet.code_of(letter);
        self.enter(code.first())?;
        if let Some(second) = code.second() {
            self.enter(second)?;
        }
        Some(self)
    }

    /// Goes one symbol further.
    #[inline]
    fn enter(&mut self, symbol: u8) -> Option<()> {
        let Place { slot, sum, .. } = *self;
        let is_word = slot.words & 1 << symbol != 0;
        self.word = is_word.then(|| (sum & (ONE_LETTER - 1)) + slot.words_below(symbol));
        if slot.cont & 1 << symbol != 0 {
            self.slot = self.automaton.slots[slot.place(symbol)];
            self.sum = sum.wrapping_add(self.slot.value);
            return Some(());
        }
        self.slot = Slot::default();
        is_word.then_some(())
    }
}
