//! Assembles an [`Automaton`] state by state, children before their parents.
//!
//! The [decoder](crate::format) opens a state ([`OpenState`]), adds its edges in the order of their symbols, and closes it
//! ([`FinishedState`]); parents then add edges to the finished state. Whatever the assembler is given, the result has no
//! cycle and no index out of bounds.

use crate::alphabet::{Alphabet, SYMBOLS};
use crate::automaton::{AHEAD_MASKS, Automaton, Counts, ONE_LETTER, Slot};
use crate::dawg::{MAX_EDGES, MAX_WORDS};
use crate::fold::MAX_WORD_LETTERS;

/// Why states do not make an automaton: what was expected of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct InvalidStates(pub(crate) &'static str);

/// A finished state: what an edge to it needs.
///
/// It is often read right after it is written. Store-to-load forwarding needs fields of equal width, so all are `u64`.
#[derive(Debug, Clone, Copy, Default)]
#[repr(align(8))]
pub(crate) struct FinishedState {
    /// A slot's `cont` and, above it, `words`.
    masks: u64,
    /// A slot's `first` and, above it, the number of words below the state, without the one that ends at it.
    first_and_count: u64,
    /// 1 where a word ends here, else 0.
    is_word: u64,
    /// The symbols of the longest way on from here.
    depth: u64,
}

impl FinishedState {
    /// The state at which a word ends and no longer word goes on.
    pub(crate) const LEAF: FinishedState = FinishedState { masks: 0, first_and_count: 0, is_word: 1, depth: 0 };

    fn first(self) -> u32 {
        self.first_and_count as u32
    }

    fn count(self) -> u32 {
        (self.first_and_count >> 32) as u32
    }

    /// The slot of an edge to the state.
    #[inline]
    fn slot(self, value: u32) -> Slot {
        Slot { cont: self.masks as u32, words: (self.masks >> 32) as u32, first: self.first(), value }
    }
}

/// A state whose edges are being added: see [`Assembler::add_edge`].
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct OpenState {
    cont: u32,
    words: u32,
    /// The number of words that end deeper than at a child.
    count: u32,
    /// The number of words that end at a child.
    ending: u32,
    /// The symbols of the longest way on from here.
    depth: u64,
}

/// An automaton that is being assembled.
pub(crate) struct Assembler {
    alphabet: Alphabet,
    /// The symbols that an edge may have.
    symbols: u32,
    slots: Vec<Slot>,
    ahead: Vec<u32>,
    qu: Option<QuSymbols>,
    /// The index of the open state's first slot.
    first: u32,
}

/// The symbols of Q and U, and the free symbol that stands for both.
#[derive(Debug, Clone, Copy)]
struct QuSymbols {
    q: u8,
    u: u8,
    both: u8,
}

impl Assembler {
    /// An automaton without states, with capacity for this number of edges.
    pub(crate) fn new(alphabet: Alphabet, edges: usize) -> Assembler {
        let single = |letter| alphabet.index(letter).and_then(|index| alphabet.code_of(index).single());
        let has_free_symbol = alphabet.letters().len() < SYMBOLS;
        let qu = single('q').zip(single('u')).filter(|_| has_free_symbol);
        let qu = qu.map(|(q, u)| QuSymbols { q, u, both: alphabet.letters().len() as u8 });
        let slots = Vec::with_capacity(edges);
        let ahead = Vec::with_capacity(edges + AHEAD_MASKS);
        let symbols = alphabet.symbols();
        Assembler { alphabet, symbols, slots, ahead, qu, first: 0 }
    }

    /// Adds an edge to the open state. The symbols of a state's edges ascend.
    #[inline]
    pub(crate) fn add_edge(
        &mut self,
        open: &mut OpenState,
        symbol: u8,
        child: FinishedState,
    ) -> Result<(), InvalidStates> {
        let bit = 1 << symbol;
        if (open.cont | open.words) >= bit || bit & self.symbols == 0 {
            return Err(InvalidStates("the letters of a state in ascending order, within the alphabet"));
        }
        let has_children = child.masks != 0;
        open.words |= (child.is_word as u32) << symbol;
        open.ending += child.is_word as u32;
        open.depth = open.depth.max(child.depth + 1);
        open.cont |= u32::from(has_children) << symbol;
        // no branch: whether the child has children is unpredictable, so its slot is pushed and taken off again
        self.push(child.slot(open.count));
        let slots = self.slots.len() - usize::from(!has_children);
        self.slots.truncate(slots);
        self.ahead.truncate(slots);
        open.count = open.count.checked_add(child.count()).ok_or(InvalidStates("fewer words"))?;
        Ok(())
    }

    #[inline]
    fn push(&mut self, slot: Slot) {
        self.slots.push(slot);
        self.ahead.push(slot.cont | slot.words);
    }

    /// Finishes the open state.
    #[inline]
    pub(crate) fn close(&mut self, mut open: OpenState, is_word: bool) -> Result<FinishedState, InvalidStates> {
        let first = std::mem::replace(&mut self.first, self.slots.len() as u32);
        let ending = open.ending;
        for slot in &mut self.slots[first as usize..] {
            slot.value = (slot.value + ending) | ONE_LETTER;
        }
        if let Some(symbols) = self.qu.filter(|symbols| open.cont & 1 << symbols.q != 0) {
            self.add_qu(symbols, first, &mut open);
        }
        for index in first as usize + AHEAD_MASKS..self.slots.len() {
            self.ahead[first as usize + (index - first as usize) % AHEAD_MASKS] |= self.ahead[index];
        }
        let count = open.count + ending;
        if count as usize > MAX_WORDS || self.slots.len() > MAX_EDGES {
            return Err(InvalidStates("no more words and edges than a search can count"));
        }
        let masks = u64::from(open.cont) | u64::from(open.words) << 32;
        let first_and_count = u64::from(first) | u64::from(count) << 32;
        Ok(FinishedState { masks, first_and_count, is_word: is_word.into(), depth: open.depth })
    }

    /// Adds a slot for `Qu` at the end of the open state, if longer words go on with Q and then U.
    #[cold]
    fn add_qu(&mut self, QuSymbols { q, u, both }: QuSymbols, first: u32, open: &mut OpenState) {
        let state = Slot { cont: open.cont, words: open.words, first, value: 0 };
        let after_q = self.slots[state.child(q)];
        if after_q.words & 1 << u != 0 {
            // a word ends with QU: as Q, U and as Qu it would have two numbers
            self.qu = None;
        } else if after_q.cont & 1 << u != 0 {
            let after_u = self.slots[after_q.child(u)];
            self.push(Slot { value: after_q.value.wrapping_add(after_u.value), ..after_u });
            self.first += 1;
            open.cont |= 1 << both;
        }
    }

    /// The automaton with this state as its root.
    pub(crate) fn finish(mut self, root: FinishedState, counts: Counts) -> Result<Automaton, InvalidStates> {
        if root.is_word != 0 {
            return Err(InvalidStates("a root at which no word ends"));
        }
        // A letter of a large alphabet may have two symbols.
        let symbols_a_letter = if self.alphabet.has_shifts() { 2 } else { 1 };
        let longest = u64::from(counts.longest);
        let is_deep_enough = (longest..=longest * symbols_a_letter).contains(&root.depth);
        if !is_deep_enough || longest > MAX_WORD_LETTERS as u64 {
            return Err(InvalidStates("words of as many letters as it says, at most 64"));
        }
        self.ahead.resize(self.slots.len() + AHEAD_MASKS, 0);
        let automaton = Automaton {
            alphabet: self.alphabet,
            slots: self.slots,
            ahead: self.ahead,
            root: root.slot(0),
            words: root.count(),
            counts,
            qu: self.qu.map(|symbols| symbols.both),
        };
        if automaton.has_whole_letters() { Ok(automaton) } else { Err(InvalidStates("words of whole letters")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The index of a slot is 26 bits of a search's queue entries: as many slots as that are allowed, and not one more. It needs
    /// 1.3 GB of memory: `./x sanitize` runs it.
    #[test]
    #[ignore = "needs 1.3 GB of memory"]
    fn as_many_slots_as_a_search_can_count_are_allowed() {
        let alphabet = Alphabet::new(['a']).unwrap();
        let mut assembler = Assembler::new(alphabet, MAX_EDGES + 1);
        assembler.slots.resize(MAX_EDGES, Slot::default());
        assembler.ahead.resize(MAX_EDGES, 0);
        assembler.first = MAX_EDGES as u32 - 1;
        let state = assembler.close(OpenState::default(), true).unwrap();
        assert_eq!((state.first() as usize, assembler.slots.len()), (MAX_EDGES - 1, MAX_EDGES));
        assembler.slots.push(Slot::default());
        assembler.ahead.push(0);
        assert!(assembler.close(OpenState::default(), true).is_err());
    }
}
