//! Builds a minimal automaton (DAWG) from sorted words: each word is a path of letters from the root, and words share
//! equal endings.
//!
//! `cat`, `cats`, `rat` and `rats` store the letters `ats` once: after their first letter the same endings are possible,
//! so both letters lead to the same state. Words in ascending order can be added one after the other while the automaton
//! stays minimal, without a trie in between: Daciuk, Mihov, Watson and Watson, *Incremental construction of minimal
//! acyclic finite-state automata*, Computational Linguistics 26(1), 2000, algorithm 1.
//!
//! A [`DawgBuilder`] takes the words and returns a [`Dawg`], a list of states and edges, which
//! [`encode`](crate::encode::encode) writes as bytes. All edges lie in one array and a hash table of state indices finds
//! equal states, so three million words need no more memory than the automaton itself.

use crate::alphabet::{Alphabet, MAX_ALPHABET};
use crate::fold::TABLE_END;
use std::collections::HashMap;

/// The most words: 25 bits of a search's 32-bit sums are a word number, 7 are the word's length.
///
/// The largest list seen, Polish, has three million words, a tenth of this.
pub(crate) const MAX_WORDS: usize = 1 << 25;

/// The most edges: 26 bits of a search's queue entries are the index of a slot.
pub(crate) const MAX_EDGES: usize = 1 << 26;

/// Why words do not become an automaton.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DawgError {
    /// The words have too many different letters.
    #[error("expected at most {MAX_ALPHABET} different letters, found {found}: leave out the words of other alphabets")]
    TooManyLetters {
        /// The number of different letters.
        found: usize,
    },
    /// There are more words or edges than a search can count.
    #[error("expected at most {MAX_WORDS} words and {MAX_EDGES} edges, found more: split the list")]
    TooLarge,
    /// A word does not come after the one before it.
    #[error("expected words in ascending order without repeats, found one out of order: sort them first")]
    NotAscending,
    /// A word has no letter.
    #[error("expected a word of at least one letter, found none: leave it out")]
    EmptyWord,
}

/// A finished state: its edges lie in [`Dawg::edges`].
#[derive(Debug, Clone, Copy)]
pub(crate) struct State {
    /// The index of its first edge.
    pub(crate) first: u32,
    /// The number of its edges.
    pub(crate) edges: u16,
    /// Whether a word ends here.
    pub(crate) is_word: bool,
}

/// A label and the state that it leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Edge {
    /// While words are added, the letter's index in the order of first use; then its index in the alphabet. Where
    /// letters have two symbols, [`encode`](crate::encode::encode) replaces it by a symbol.
    pub(crate) label: u32,
    /// The index of the state.
    pub(crate) state: u32,
}

/// A minimal automaton as lists. Each state comes after all states that it leads to; the root is the last.
pub(crate) struct Dawg {
    /// The letters; [`Edge::label`] is an index into it.
    pub(crate) alphabet: Alphabet,
    pub(crate) states: Vec<State>,
    /// The edges of all states, those of a state in the order of their letters.
    pub(crate) edges: Vec<Edge>,
}

impl Dawg {
    /// The number of letters of the longest word.
    pub(crate) fn longest(&self) -> u32 {
        let mut depths: Vec<u32> = Vec::with_capacity(self.states.len());
        for state in 0..self.states.len() as u32 {
            let longest = self.edges_of(state).iter().map(|edge| depths[edge.state as usize] + 1).max();
            depths.push(longest.unwrap_or(0));
        }
        depths.last().copied().unwrap_or(0)
    }

    /// The edges of a state.
    pub(crate) fn edges_of(&self, state: u32) -> &[Edge] {
        edges_of(self.states[state as usize], &self.edges)
    }
}

fn edges_of(state: State, edges: &[Edge]) -> &[Edge] {
    &edges[state.first as usize..state.first as usize + usize::from(state.edges)]
}

/// Takes words in ascending order. All states are minimal but those on the path of the last word.
#[derive(Default)]
pub(crate) struct DawgBuilder {
    register: Register,
    words: usize,
    last_word: Vec<char>,
    /// The states on the path of the last word, the root first; longer than the word if earlier words were longer.
    path: Vec<PathState>,
    letters: LetterInterner,
}

/// A state that later words can still change.
#[derive(Default)]
struct PathState {
    is_word: bool,
    edges: Vec<Edge>,
}

impl DawgBuilder {
    /// Whether there are more letters than an alphabet may have.
    pub(crate) fn has_too_many_letters(&self) -> bool {
        let mut letters: Vec<char> = self.letters.letters.iter().chain(&self.last_word).copied().collect();
        letters.sort_unstable();
        letters.dedup();
        letters.len() > MAX_ALPHABET
    }

    /// Adds a word of folded letters.
    ///
    /// # Errors
    /// [`DawgError::NotAscending`] for a word that does not come after the one before; the builder is then unchanged.
    pub(crate) fn add(&mut self, word: &str) -> Result<(), DawgError> {
        let mut rest = word.chars();
        let mut shared = 0;
        let next = loop {
            match (rest.next(), self.last_word.get(shared)) {
                (Some(new), Some(&old)) if new == old => shared += 1,
                (Some(new), Some(&old)) if new < old => return Err(DawgError::NotAscending),
                (Some(new), _) => break new,
                (None, _) if word.is_empty() => return Err(DawgError::EmptyWord),
                (None, _) => return Err(DawgError::NotAscending),
            }
        };
        if self.words == MAX_WORDS {
            return Err(DawgError::TooLarge);
        }
        self.finish_below(shared)?;
        self.last_word.truncate(shared);
        self.last_word.push(next);
        self.last_word.extend(rest);
        if self.path.len() <= self.last_word.len() {
            self.path.resize_with(self.last_word.len() + 1, Default::default);
        }
        self.path[self.last_word.len()].is_word = true;
        self.words += 1;
        Ok(())
    }

    /// Finishes the states of the path that are deeper than `depth`: no later word can change them.
    fn finish_below(&mut self, depth: usize) -> Result<(), DawgError> {
        for at in (depth + 1..=self.last_word.len()).rev() {
            let PathState { is_word, edges } = &mut self.path[at];
            let state = self.register.intern(*is_word, edges)?;
            *is_word = false;
            edges.clear();
            let letter = self.letters.intern(self.last_word[at - 1]);
            self.path[at - 1].edges.push(Edge { label: letter, state });
        }
        Ok(())
    }

    /// Whether this is the last word that was added.
    pub(crate) fn is_last(&self, word: &str) -> bool {
        word.chars().eq(self.last_word.iter().copied())
    }

    /// Visits every word in ascending order and drops the automaton.
    pub(crate) fn drain(mut self, mut visit: impl FnMut(&str) -> Result<(), DawgError>) -> Result<(), DawgError> {
        self.finish_below(0)?;
        // for each state from the root to the current one, the edges that have not been followed
        let mut path = vec![self.root_edges()];
        let mut word = String::new();
        while let Some(remaining) = path.last_mut() {
            let Some((edge, rest)) = remaining.split_first() else {
                path.pop();
                word.pop();
                continue;
            };
            *remaining = rest;
            let state = self.register.states[edge.state as usize];
            word.push(self.letters.letters[edge.label as usize]);
            if state.is_word {
                visit(&word)?;
            }
            path.push(edges_of(state, &self.register.edges));
        }
        Ok(())
    }

    fn root_edges(&self) -> &[Edge] {
        self.path.first().map(|root| root.edges.as_slice()).unwrap_or_default()
    }

    /// The automaton, with the indices of edges' letters changed to those of the alphabet.
    pub(crate) fn finish(mut self) -> Result<Dawg, DawgError> {
        self.finish_below(0)?;
        let root = self.path.first_mut().map(|root| std::mem::take(&mut root.edges)).unwrap_or_default();
        self.register.push(false, &root)?;
        let letters = self.letters.letters;
        let alphabet = Alphabet::new(letters.iter().copied());
        let alphabet = alphabet.ok_or(DawgError::TooManyLetters { found: letters.len() })?;
        let indices: Vec<u32> = letters.iter().map(|&letter| alphabet.index(letter).map_or(0, u32::from)).collect();
        let Register { states, mut edges, .. } = self.register;
        edges.iter_mut().for_each(|edge| edge.label = indices[edge.label as usize]);
        Ok(Dawg { alphabet, states, edges })
    }
}

/// Numbers letters in the order of their first use.
#[derive(Default)]
struct LetterInterner {
    letters: Vec<char>,
    /// Indexed by code point, below [`TABLE_END`]: the letter's index + 1, or 0.
    table: Vec<u32>,
    /// The same for the code points above.
    others: HashMap<char, u32>,
}

impl LetterInterner {
    /// The letter's index.
    fn intern(&mut self, letter: char) -> u32 {
        if self.table.is_empty() {
            self.table = vec![0; TABLE_END as usize];
        }
        let next = self.letters.len() as u32 + 1;
        let entry = match self.table.get_mut(letter as usize) {
            Some(entry) => entry,
            None => self.others.entry(letter).or_insert(0),
        };
        if *entry == 0 {
            *entry = next;
            self.letters.push(letter);
        }
        *entry - 1
    }
}

/// The finished states, no two of them equal, and a hash table that finds them (the paper's *register*).
#[derive(Default)]
struct Register {
    states: Vec<State>,
    edges: Vec<Edge>,
    /// Open addressing: the states' indices + 1 by their hashes, or 0; at most half full.
    table: Vec<u32>,
}

impl Register {
    /// The index of the equal state, which is added if there is none.
    fn intern(&mut self, is_word: bool, edges: &[Edge]) -> Result<u32, DawgError> {
        if self.states.len() * 2 >= self.table.len() {
            self.grow();
        }
        let mask = self.table.len() - 1;
        let mut at = hash(is_word, edges) & mask;
        while let Some(index) = self.table[at].checked_sub(1) {
            let state = self.states[index as usize];
            if state.is_word == is_word && edges_of(state, &self.edges) == edges {
                return Ok(index);
            }
            at = (at + 1) & mask;
        }
        let index = self.push(is_word, edges)?;
        self.table[at] = index + 1;
        Ok(index)
    }

    fn push(&mut self, is_word: bool, edges: &[Edge]) -> Result<u32, DawgError> {
        let first = self.edges.len();
        let count = u16::try_from(edges.len()).map_err(|_| DawgError::TooManyLetters { found: edges.len() })?;
        if first + edges.len() > MAX_EDGES {
            return Err(DawgError::TooLarge);
        }
        self.states.push(State { first: first as u32, edges: count, is_word });
        self.edges.extend_from_slice(edges);
        Ok(self.states.len() as u32 - 1)
    }

    /// Doubles the table.
    fn grow(&mut self) {
        /// The entries of the first table, a power of two.
        const FIRST: usize = 1024;
        let size = (self.table.len() * 2).max(FIRST);
        self.table.clear();
        self.table.resize(size, 0);
        for (entry, &state) in (1..).zip(&self.states) {
            let mut at = hash(state.is_word, edges_of(state, &self.edges)) & (size - 1);
            while self.table[at] != 0 {
                at = (at + 1) & (size - 1);
            }
            self.table[at] = entry;
        }
    }
}

/// A multiplicative hash of a state, shifted so that the well-mixed upper bits select the table entry.
fn hash(is_word: bool, edges: &[Edge]) -> usize {
    /// 2 to the power of 64 divided by the golden ratio, odd: Knuth's choice for multiplicative hashes.
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let mix = |hash: u64, word: u64| (hash.rotate_left(5) ^ word).wrapping_mul(FACTOR);
    let hash = edges
        .iter()
        .fold(u64::from(is_word), |hash, edge| mix(hash, u64::from(edge.label) << 32 | u64::from(edge.state)));
    (hash >> 29) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn build(words: &[&str]) -> Result<Dawg, DawgError> {
        let mut builder = DawgBuilder::default();
        words.iter().try_for_each(|word| builder.add(word))?;
        builder.finish()
    }

    #[test]
    fn equal_endings_are_kept_once() {
        let dawg = build(&["bat", "bats", "cat", "cats", "rat", "rats"]).unwrap();
        assert_eq!((dawg.states.len(), dawg.edges.len()), (5, 6));
        assert_eq!(dawg.alphabet.letters(), ['a', 'b', 'c', 'r', 's', 't']);
        assert_eq!(dawg.edges_of(4).iter().map(|edge| edge.label).collect::<Vec<_>>(), [1, 2, 3]);
    }

    #[test]
    fn words_out_of_order_are_refused() {
        let error = |words: &[&str]| build(words).err().unwrap();
        assert_eq!(error(&["b", "a"]), DawgError::NotAscending);
        assert_eq!(error(&["a", "a"]), DawgError::NotAscending);
        assert_eq!(error(&["ab", "a"]), DawgError::NotAscending);
        assert_eq!(error(&[""]), DawgError::EmptyWord);
        // a refused word leaves no letters
        let mut builder = DawgBuilder::default();
        assert!(builder.add("b").is_ok() && builder.add("a").is_err() && builder.add("c").is_ok());
        assert_eq!(builder.finish().unwrap().alphabet.letters(), ['b', 'c']);
    }
}
