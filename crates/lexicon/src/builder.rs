//! Words to a minimal automaton: every word a path of letters from the root, equal endings kept once.
//!
//! `cats`, `rats`, `cat` and `rat` need the letters `ats` only once: two words share the states
//! after their first letter because the same endings are possible there. Sorted words can be added
//! one after the other with the automaton minimal all the while, without a trie in between:
//! Daciuk, Mihov, Watson and Watson, *Incremental construction of minimal acyclic finite-state
//! automata*, Computational Linguistics 26(1), 2000, algorithm 1.
//!
//! States lie in one array of edges and are found again by an open hash table of their numbers, so
//! that three million words need no more memory than the automaton that comes of them.

use crate::alphabet::{Alphabet, MAX_ALPHABET};
use crate::fold::TABLE_END;
use std::collections::HashMap;

/// The most words, which leaves 7 bits beside a word's number for its length.
///
/// Polish, with three million words, has a tenth of it.
pub(crate) const MAX_WORDS: usize = 1 << 25;

/// The most edges: a queue of the search keeps 26 bits for the place of one.
pub(crate) const MAX_EDGES: usize = 1 << 26;

/// What keeps words from becoming an automaton.
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
    #[error("expected words in ascending order without repeats, found one out of its place: sort them first")]
    Order,
    /// A word has no letter.
    #[error("expected a word of at least one letter, found none")]
    EmptyWord,
}

/// A finished state: its edges lie in [`States::edges`].
#[derive(Debug, Clone, Copy)]
pub(crate) struct State {
    /// The place of its first edge.
    pub(crate) first: u32,
    /// The number of its edges.
    pub(crate) edges: u16,
    /// Whether a word ends here.
    pub(crate) is_word: bool,
}

/// A letter and the state behind it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Edge {
    /// The letter's index, in the order in which letters first came, or in that of the alphabet.
    pub(crate) letter: u32,
    /// The state behind.
    pub(crate) state: u32,
}

/// The automaton. States stand after all those that they lead to, the root last.
pub(crate) struct States {
    /// The letters; [`Edge::letter`] is the place in it.
    pub(crate) alphabet: Alphabet,
    pub(crate) states: Vec<State>,
    /// State after state, those of each in the order of the letters.
    pub(crate) edges: Vec<Edge>,
}

impl States {
    /// The letters of the longest word.
    pub(crate) fn longest(&self) -> u32 {
        let mut behind: Vec<u32> = Vec::with_capacity(self.states.len());
        for state in 0..self.states.len() as u32 {
            let longest = self.edges_of(state).iter().map(|edge| behind[edge.state as usize] + 1).max();
            behind.push(longest.unwrap_or(0));
        }
        behind.last().copied().unwrap_or(0)
    }

    /// The edges of a state.
    pub(crate) fn edges_of(&self, state: u32) -> &[Edge] {
        let State { first, edges, .. } = self.states[state as usize];
        &self.edges[first as usize..first as usize + usize::from(edges)]
    }
}

/// What of an automaton has been built: states that no word to come can change.
#[derive(Default)]
struct Done {
    states: Vec<State>,
    edges: Vec<Edge>,
    /// The numbers of the states, plus 1, by their hashes; 0 where there is none. Twice as many places
    /// as states at least.
    register: Vec<u32>,
}

/// Takes words in order and keeps all but the last one's path minimal.
#[derive(Default)]
pub(crate) struct Builder {
    done: Done,
    words: usize,
    /// The last word.
    last: Vec<char>,
    /// The states on its path, the root first, each with whether a word ends there; longer than the word
    /// where words before were.
    path: Vec<(bool, Vec<Edge>)>,
    letters: Letters,
}

/// The letters in the order in which they came.
#[derive(Default)]
struct Letters {
    letters: Vec<char>,
    /// Of the code points that nearly every word is made of: the letter's place, plus 1.
    table: Vec<u32>,
    rest: HashMap<char, u32>,
}

impl Letters {
    fn place(&mut self, letter: char) -> u32 {
        if self.table.is_empty() {
            self.table = vec![0; TABLE_END as usize];
        }
        let next = self.letters.len() as u32 + 1;
        let place = match self.table.get_mut(letter as usize) {
            Some(place) => place,
            None => self.rest.entry(letter).or_insert(0),
        };
        if *place == 0 {
            *place = next;
            self.letters.push(letter);
        }
        *place - 1
    }
}

impl Builder {
    /// Whether there are more letters than an alphabet may have.
    pub(crate) fn has_too_many_letters(&self) -> bool {
        let mut letters: Vec<char> = self.letters.letters.iter().chain(&self.last).copied().collect();
        letters.sort_unstable();
        letters.dedup();
        letters.len() > MAX_ALPHABET
    }

    /// Adds a word of folded letters.
    ///
    /// # Errors
    /// [`DawgError::Order`] for one that does not come after the word before; nothing has changed then.
    pub(crate) fn add(&mut self, word: &str) -> Result<(), DawgError> {
        let mut rest = word.chars();
        let mut shared = 0;
        let next = loop {
            match (rest.next(), self.last.get(shared)) {
                (Some(new), Some(&old)) if new == old => shared += 1,
                (Some(new), Some(&old)) if new < old => return Err(DawgError::Order),
                (Some(new), _) => break new,
                (None, _) if word.is_empty() => return Err(DawgError::EmptyWord),
                (None, _) => return Err(DawgError::Order),
            }
        };
        if self.words == MAX_WORDS {
            return Err(DawgError::TooLarge);
        }
        self.close(shared)?;
        self.last.truncate(shared);
        self.last.push(next);
        self.last.extend(rest);
        if self.path.len() <= self.last.len() {
            self.path.resize_with(self.last.len() + 1, Default::default);
        }
        self.path[self.last.len()].0 = true;
        self.words += 1;
        Ok(())
    }

    /// Finishes the states deeper than `depth`: no later word can change them.
    fn close(&mut self, depth: usize) -> Result<(), DawgError> {
        for at in (depth + 1..=self.last.len()).rev() {
            let (is_word, edges) = &mut self.path[at];
            let state = self.done.settle(*is_word, edges)?;
            *is_word = false;
            edges.clear();
            let letter = self.letters.place(self.last[at - 1]);
            self.path[at - 1].1.push(Edge { letter, state });
        }
        Ok(())
    }

    /// Whether this word was the last one that was added.
    pub(crate) fn is_last(&self, word: &str) -> bool {
        word.chars().eq(self.last.iter().copied())
    }

    /// Takes the automaton apart again: every word, in order.
    pub(crate) fn drain(mut self, mut visit: impl FnMut(&str) -> Result<(), DawgError>) -> Result<(), DawgError> {
        self.close(0)?;
        let root = self.path.first().map(|(_, edges)| edges.as_slice()).unwrap_or_default();
        let mut way = vec![root];
        let mut word = String::new();
        while let Some(left) = way.last_mut() {
            let Some((edge, rest)) = left.split_first() else {
                way.pop();
                word.pop();
                continue;
            };
            *left = rest;
            let State { first, edges, is_word } = self.done.states[edge.state as usize];
            word.push(self.letters.letters[edge.letter as usize]);
            if is_word {
                visit(&word)?;
            }
            way.push(&self.done.edges[first as usize..first as usize + usize::from(edges)]);
        }
        Ok(())
    }

    /// The automaton, its edges' letters in the order of the alphabet.
    pub(crate) fn finish(mut self) -> Result<States, DawgError> {
        self.close(0)?;
        let root = self.path.first().map(|(_, edges)| edges.as_slice()).unwrap_or_default();
        self.done.push(false, root)?;
        let found = self.letters.letters.len();
        let alphabet =
            Alphabet::new(self.letters.letters.iter().copied()).ok_or(DawgError::TooManyLetters { found })?;
        let places: Vec<u32> =
            self.letters.letters.iter().map(|&letter| alphabet.index(letter).map_or(0, u32::from)).collect();
        let Done { states, mut edges, .. } = self.done;
        edges.iter_mut().for_each(|edge| edge.letter = places[edge.letter as usize]);
        Ok(States { alphabet, states, edges })
    }
}

impl Done {
    /// The number of the state that is like this one, which is added where there is none.
    fn settle(&mut self, is_word: bool, edges: &[Edge]) -> Result<u32, DawgError> {
        if self.states.len() * 2 >= self.register.len() {
            self.grow();
        }
        let mask = self.register.len() - 1;
        let mut place = hash(is_word, edges) & mask;
        while let Some(number) = self.register[place].checked_sub(1) {
            let State { first, edges: count, is_word: word } = self.states[number as usize];
            let known = &self.edges[first as usize..first as usize + usize::from(count)];
            if word == is_word && known == edges {
                return Ok(number);
            }
            place = (place + 1) & mask;
        }
        let number = self.push(is_word, edges)?;
        self.register[place] = number + 1;
        Ok(number)
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
        /// Places of the first table.
        const FIRST: usize = 1024;
        let size = (self.register.len() * 2).max(FIRST);
        self.register.clear();
        self.register.resize(size, 0);
        for (number, state) in (1..).zip(&self.states) {
            let edges = &self.edges[state.first as usize..state.first as usize + usize::from(state.edges)];
            let mut place = hash(state.is_word, edges) & (size - 1);
            while self.register[place] != 0 {
                place = (place + 1) & (size - 1);
            }
            self.register[place] = number;
        }
    }
}

/// A multiplicative hash over the edges, its well-mixed upper bits brought down.
fn hash(is_word: bool, edges: &[Edge]) -> usize {
    /// 2 to the 64 through the golden ratio, odd: Knuth's choice for such hashes.
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let mix = |hash: u64, word: u64| (hash.rotate_left(5) ^ word).wrapping_mul(FACTOR);
    let hash = edges
        .iter()
        .fold(u64::from(is_word), |hash, edge| mix(hash, u64::from(edge.letter) << 32 | u64::from(edge.state)));
    (hash >> 29) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn build(words: &[&str]) -> Result<States, DawgError> {
        let mut builder = Builder::default();
        words.iter().try_for_each(|word| builder.add(word))?;
        builder.finish()
    }

    #[test]
    fn equal_endings_are_kept_once() {
        let states = build(&["bat", "bats", "cat", "cats", "rat", "rats"]).unwrap();
        assert_eq!((states.states.len(), states.edges.len()), (5, 6));
        assert_eq!(states.alphabet.letters(), ['a', 'b', 'c', 'r', 's', 't']);
        assert_eq!(states.edges_of(4).iter().map(|edge| edge.letter).collect::<Vec<_>>(), [1, 2, 3]);
    }

    #[test]
    fn words_out_of_order_are_refused() {
        let error = |words: &[&str]| build(words).err().unwrap();
        assert_eq!(error(&["b", "a"]), DawgError::Order);
        assert_eq!(error(&["a", "a"]), DawgError::Order);
        assert_eq!(error(&["ab", "a"]), DawgError::Order);
        assert_eq!(error(&[""]), DawgError::EmptyWord);
        // and what is refused leaves no trace
        let mut builder = Builder::default();
        assert!(builder.add("b").is_ok() && builder.add("a").is_err() && builder.add("c").is_ok());
        assert_eq!(builder.finish().unwrap().alphabet.letters(), ['b', 'c']);
    }
}
