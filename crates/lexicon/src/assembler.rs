//! An [`Automaton`] put together state by state.

use crate::alphabet::{Alphabet, SYMBOLS};
use crate::automaton::{Automaton, FAMILY, ONE_LETTER, Size, Slot};
use crate::builder::{MAX_EDGES, MAX_WORDS};

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
