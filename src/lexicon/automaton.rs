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
//!
//! The build script compiles this file too, so it uses nothing of the crate but its neighbors.

use super::alphabet::{Alphabet, SYMBOLS};
use super::builder::{MAX_EDGES, MAX_WORDS};

/// The bits of a sum of values that are a word's number; those above count the letters.
pub(crate) const NUMBER_BITS: u32 = 25;

/// What a letter adds to a sum.
pub(crate) const ONE_LETTER: u32 = 1 << NUMBER_BITS;

/// How many masks of the symbols [ahead](Automaton::ahead) a state has: what a 256-bit register holds.
pub(crate) const FAMILY: usize = 8;

/// A place in the automaton: see the [module](self).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[repr(C, align(16))]
pub(crate) struct Slot {
    /// The symbols with which longer words go on.
    pub(crate) cont: u32,
    /// The symbols that end a word.
    pub(crate) words: u32,
    /// Where the slots of `cont`'s symbols begin.
    pub(crate) first: u32,
    /// What the step to this place adds to the sum; wraps around.
    pub(crate) value: u32,
}

impl Slot {
    /// Where the slot of a symbol of `cont` lies.
    #[inline]
    pub(crate) fn place(&self, symbol: u8) -> usize {
        self.first as usize + (self.cont & below(symbol)).count_ones() as usize
    }

    /// How many of the words that end here come before the one that the symbol ends.
    #[inline]
    pub(crate) fn words_below(&self, symbol: u8) -> u32 {
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
pub(crate) struct Size {
    /// The letters of the longest word.
    pub(crate) longest: u32,
    /// The states and edges of the minimal automaton.
    pub(crate) states: u32,
    pub(crate) edges: u32,
}

/// A minimal automaton, ready to be searched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Automaton {
    pub(crate) alphabet: Alphabet,
    /// Every `first` + the number of `cont`'s bits is within this.
    slots: Vec<Slot>,
    /// [`FAMILY`] more than slots, see [`ahead`](Automaton::ahead).
    ahead: Vec<u32>,
    root: Slot,
    /// The number of words.
    pub(crate) words: u32,
    pub(crate) size: Size,
    /// The symbol of `Qu`, where paths can have it.
    qu: Option<u8>,
}

impl Automaton {
    /// The slot at the beginning of all words.
    #[inline]
    pub(crate) fn root(&self) -> Slot {
        self.root
    }

    /// All slots.
    #[inline]
    pub(crate) fn slots(&self) -> &[Slot] {
        &self.slots
    }

    /// At a slot's `first` + the rank of one of its symbols modulo [`FAMILY`]: the symbols that go on from or end a word
    /// behind that symbol, or behind one that has to share the mask. From every `first` on there are [`FAMILY`] masks.
    #[inline]
    pub(crate) fn ahead(&self) -> &[u32] {
        &self.ahead
    }

    /// The symbol of `Qu`; `None` where only Q and U one after the other spell it.
    pub(crate) fn qu(&self) -> Option<u8> {
        self.qu
    }

    /// The bytes of memory that the slots take, and what is known of those behind them.
    pub(crate) fn memory(&self) -> usize {
        std::mem::size_of_val(self.slots.as_slice()) + std::mem::size_of_val(self.ahead.as_slice())
    }

    /// The place before the first letter.
    pub(crate) fn start(&self) -> Place<'_> {
        Place { automaton: self, slot: self.root, sum: 0, word: None }
    }

    /// The letters of the word of a number, in order.
    pub(crate) fn spell(&self, number: u32) -> Option<Vec<char>> {
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
    pub(crate) fn number(&self, word: &str) -> Option<u32> {
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
pub(crate) struct Place<'a> {
    automaton: &'a Automaton,
    slot: Slot,
    sum: u32,
    word: Option<u32>,
}

impl<'a> Place<'a> {
    /// The number of the word that ends here.
    #[inline]
    pub(crate) fn word(&self) -> Option<u32> {
        self.word
    }

    /// The letters that may follow, as bits at their indices in the alphabet.
    #[inline]
    pub(crate) fn children(&self) -> u64 {
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
    pub(crate) fn step(mut self, letter: u8) -> Option<Place<'a>> {
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

/// What states that no builder would write lack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Broken(pub(crate) &'static str);

/// A finished state, as those that lead to it need it.
///
/// It is often read right after it has been written: whole words of eight bytes, which the processor passes on.
#[derive(Debug, Clone, Copy, Default)]
#[repr(align(8))]
pub(crate) struct Info {
    /// A slot's `cont` and, above it, `words`.
    masks: u64,
    /// A slot's `first`, and above it the words behind the state, itself left out.
    first_and_count: u64,
    /// 1 where a word ends here.
    is_word: u64,
}

impl Info {
    /// The state at which a word ends and none goes on.
    pub(crate) const LEAF: Info = Info { masks: 0, first_and_count: 0, is_word: 1 };

    fn first(self) -> u32 {
        self.first_and_count as u32
    }

    fn count(self) -> u32 {
        (self.first_and_count >> 32) as u32
    }

    /// The slot that leads to the state.
    #[inline]
    fn slot(self, value: u32) -> Slot {
        Slot { cont: self.masks as u32, words: (self.masks >> 32) as u32, first: self.first(), value }
    }
}

/// A state that is being put together: see [`Assembler::edge`].
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Open {
    cont: u32,
    words: u32,
    /// The words behind the edges so far.
    count: u32,
    /// The words that end with an edge.
    ending: u32,
}

/// Puts an automaton together, state by state, children first, and keeps its invariants whatever it is given.
pub(crate) struct Assembler {
    alphabet: Alphabet,
    /// Those that an edge may have.
    symbols: u32,
    slots: Vec<Slot>,
    ahead: Vec<u32>,
    qu: Option<QuSymbols>,
    /// Where the slots of the state that is being put together begin.
    first: u32,
}

/// What makes a symbol for `Qu`.
#[derive(Debug, Clone, Copy)]
struct QuSymbols {
    q: u8,
    u: u8,
    both: u8,
}

impl Assembler {
    /// No states yet, and room for some edges.
    pub(crate) fn new(alphabet: Alphabet, edges: usize) -> Assembler {
        let single = |letter| alphabet.index(letter).and_then(|index| alphabet.code_of(index).single());
        let room = alphabet.letters().len() < SYMBOLS;
        let qu = single('q').zip(single('u')).filter(|_| room);
        let qu = qu.map(|(q, u)| QuSymbols { q, u, both: alphabet.letters().len() as u8 });
        let slots = Vec::with_capacity(edges);
        let ahead = Vec::with_capacity(edges + FAMILY);
        let symbols = alphabet.symbols();
        Assembler { alphabet, symbols, slots, ahead, qu, first: 0 }
    }

    /// Adds an edge to the open state: its symbols ascend.
    #[inline]
    pub(crate) fn edge(&mut self, open: &mut Open, symbol: u8, state: Info) -> Result<(), Broken> {
        let bit = 1 << symbol;
        if (open.cont | open.words) >= bit || bit & self.symbols == 0 {
            return Err(Broken("the letters of a state in ascending order, within the alphabet"));
        }
        let goes_on = state.masks != 0;
        open.words |= (state.is_word as u32) << symbol;
        open.ending += state.is_word as u32;
        open.cont |= u32::from(goes_on) << symbol;
        // whether words go on is as good as random: no branch asks for it
        self.push(state.slot(open.count));
        let slots = self.slots.len() - usize::from(!goes_on);
        self.slots.truncate(slots);
        self.ahead.truncate(slots);
        open.count = open.count.checked_add(state.count()).ok_or(Broken("fewer words"))?;
        Ok(())
    }

    #[inline]
    fn push(&mut self, slot: Slot) {
        self.slots.push(slot);
        self.ahead.push(slot.cont | slot.words);
    }

    /// Finishes the open state; answers what those that lead to it need.
    #[inline]
    pub(crate) fn close(&mut self, mut open: Open, is_word: bool) -> Result<Info, Broken> {
        let first = std::mem::replace(&mut self.first, self.slots.len() as u32);
        let ending = open.ending;
        for slot in &mut self.slots[first as usize..] {
            slot.value = (slot.value + ending) | ONE_LETTER;
        }
        if let Some(symbols) = self.qu.filter(|symbols| open.cont & 1 << symbols.q != 0) {
            self.add_qu(symbols, first, &mut open);
        }
        for place in first as usize + FAMILY..self.slots.len() {
            self.ahead[first as usize + (place - first as usize) % FAMILY] |= self.ahead[place];
        }
        let count = open.count + ending;
        if count as usize > MAX_WORDS || self.slots.len() > MAX_EDGES {
            return Err(Broken("no more words and edges than a search can count"));
        }
        let masks = u64::from(open.cont) | u64::from(open.words) << 32;
        Ok(Info { masks, first_and_count: u64::from(first) | u64::from(count) << 32, is_word: is_word.into() })
    }

    /// Puts a slot for `Qu` at the end of the open state, where words go on with both letters.
    #[cold]
    fn add_qu(&mut self, QuSymbols { q, u, both }: QuSymbols, first: u32, open: &mut Open) {
        let state = Slot { cont: open.cont, words: open.words, first, value: 0 };
        let behind_q = self.slots[state.place(q)];
        if behind_q.words & 1 << u != 0 {
            // Q and U, and Qu, would give the word two numbers
            self.qu = None;
        } else if behind_q.cont & 1 << u != 0 {
            let behind_u = self.slots[behind_q.place(u)];
            self.push(Slot { value: behind_q.value.wrapping_add(behind_u.value), ..behind_u });
            self.first += 1;
            open.cont |= 1 << both;
        }
    }

    /// The automaton whose root this state is, if it is the only one that nothing leads to.
    pub(crate) fn finish(mut self, root: Info, size: Size) -> Result<Automaton, Broken> {
        if root.is_word != 0 {
            return Err(Broken("a root at which no word ends"));
        }
        self.ahead.resize(self.slots.len() + FAMILY, 0);
        Ok(Automaton {
            alphabet: self.alphabet,
            slots: self.slots,
            ahead: self.ahead,
            root: root.slot(0),
            words: root.count(),
            size,
            qu: self.qu.map(|symbols| symbols.both),
        })
    }
}
