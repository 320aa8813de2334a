//! A minimal DAWG: every word a path of letters from the root, equal endings kept once.
//!
//! `cats`, `rats`, `cat` and `rat` need the letters `ats` only once: two words share the states
//! after their first letter because the same endings are possible there. Sorted words can be added
//! one after the other with the automaton minimal all the while, without a trie in between:
//! Daciuk, Mihov, Watson and Watson, *Incremental construction of minimal acyclic finite-state
//! automata*, Computational Linguistics 26(1), 2000, algorithm 1.
//!
//! Each edge also counts the words that come before those behind it. Added up along a path these
//! counts are the word's place in alphabetical order, a minimal perfect hash (Lucchesi and
//! Kowaltowski, *Applications of finite automata representing large vocabularies*, 1993), so that
//! data for each word can lie in a plain array beside the automaton.
//!
//! The build script compiles this file too, so it uses nothing of the crate.

use std::collections::HashMap;

/// The most letters an alphabet may have: a state keeps its letters as the bits of one `u64`.
///
/// The largest alphabet of a language seen in word lists is 41 (raw French).
pub(crate) const MAX_ALPHABET: usize = 64;

/// The most states: a file has 26 bits for them. Polish, with three million words, has 153,356.
pub(crate) const MAX_STATES: usize = 1 << 26;

/// What no letter of the alphabet has as its index.
const NO_LETTER: u8 = u8::MAX;

/// What keeps words or states from becoming an automaton.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DawgError {
    /// The words have too many different letters.
    #[error("expected at most 64 different letters, found {found}: leave out the words of other alphabets")]
    TooManyLetters {
        /// The number of different letters.
        found: usize,
    },
    /// There are more states than a file can hold, or more words than a `u32` can count.
    #[error("expected at most 67108864 states and 4294967295 words, found more: split the list")]
    TooLarge,
    /// A word does not come after the one before it.
    #[error("expected words in ascending order without repeats, found `{0}` out of its place: sort them first")]
    Order(String),
    /// A word has a letter that the alphabet lacks, or none at all.
    #[error("expected a word in the letters of the alphabet, found `{0}`")]
    Letter(String),
    /// States that no builder would write.
    #[error("expected {0}: the automaton is damaged, build it again")]
    Broken(&'static str),
}

/// The letters of a lexicon in ascending order; a letter's index is its bit in a state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Alphabet {
    letters: Vec<char>,
    /// The index of each ASCII letter, the ones that nearly every look-up asks for.
    ascii: [u8; 128],
}

impl Alphabet {
    /// The alphabet of these letters, in any order and with repeats.
    pub(crate) fn new(letters: impl IntoIterator<Item = char>) -> Result<Alphabet, DawgError> {
        let letters: Vec<char> = letters.into_iter().collect::<std::collections::BTreeSet<_>>().into_iter().collect();
        if letters.len() > MAX_ALPHABET {
            return Err(DawgError::TooManyLetters { found: letters.len() });
        }
        let mut ascii = [NO_LETTER; 128];
        for (index, &letter) in letters.iter().enumerate() {
            if let Some(place) = ascii.get_mut(letter as usize) {
                *place = index as u8;
            }
        }
        Ok(Alphabet { letters, ascii })
    }

    /// The letters in ascending order.
    pub(crate) fn letters(&self) -> &[char] {
        &self.letters
    }

    /// The letter's index, below [`MAX_ALPHABET`].
    pub(crate) fn index(&self, letter: char) -> Option<u8> {
        match self.ascii.get(letter as usize) {
            Some(&index) => (index != NO_LETTER).then_some(index),
            None => self.letters.binary_search(&letter).ok().map(|index| index as u8),
        }
    }
}

/// A state: which letters may follow, and whether a word ends here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Node {
    /// A bit for each letter that may follow.
    pub(crate) children: u64,
    /// The place of the first letter's edge; the others follow in the order of the letters.
    pub(crate) first: u32,
    /// Whether a word ends here.
    pub(crate) is_word: bool,
}

/// Where a letter leads, and how many words of its state come before those behind it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Edge {
    /// The state behind.
    pub(crate) node: u32,
    /// The words of the state that this edge leaves which come first in order.
    pub(crate) skip: u32,
}

/// The automaton. States stand after all those that they lead to, the root last.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Dawg {
    pub(crate) alphabet: Alphabet,
    pub(crate) nodes: Vec<Node>,
    pub(crate) edges: Vec<Edge>,
    /// The number of words.
    pub(crate) words: u32,
    /// The letters of the longest word.
    pub(crate) longest: u32,
}

impl Dawg {
    /// The minimal automaton of these words: strictly ascending, none empty, in letters of the alphabet.
    pub(crate) fn from_sorted<'a>(
        alphabet: Alphabet,
        words: impl IntoIterator<Item = &'a str>,
    ) -> Result<Dawg, DawgError> {
        let mut builder = Builder::new(alphabet);
        for word in words {
            builder.add(word)?;
        }
        builder.finish()
    }

    /// The root's state.
    pub(crate) fn root(&self) -> u32 {
        self.nodes.len() as u32 - 1
    }

    /// The edges of a state with their letters' indices, in order.
    pub(crate) fn edges_of(&self, node: u32) -> impl Iterator<Item = (u8, Edge)> + '_ {
        let Node { children, first, .. } = self.nodes[node as usize];
        letters_of(children).zip(self.edges[first as usize..].iter().copied())
    }

    /// The edge that a letter takes from a state.
    #[inline]
    pub(crate) fn edge(&self, node: u32, letter: u8) -> Option<Edge> {
        let Node { children, first, .. } = self.nodes[node as usize];
        let bit = 1u64 << letter;
        (children & bit != 0).then(|| self.edges[(first + (children & (bit - 1)).count_ones()) as usize])
    }
}

/// The places of a mask's bits, in ascending order.
pub(crate) fn letters_of(mut mask: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let letter = (mask != 0).then(|| mask.trailing_zeros() as u8)?;
        mask &= mask - 1;
        Some(letter)
    })
}

/// Puts states together, children first, and keeps every invariant of a [`Dawg`]:
/// no cycle, letters ascending, words counted. Builder and file reader both go through it.
pub(crate) struct Assembler {
    alphabet: Alphabet,
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    /// For each state the words that end in or behind it, and the letters of the longest ending.
    below: Vec<(u32, u32)>,
}

impl Assembler {
    /// No states yet.
    pub(crate) fn new(alphabet: Alphabet) -> Assembler {
        Assembler::with_capacity(alphabet, 0, 0)
    }

    /// No states yet, and room for some.
    pub(crate) fn with_capacity(alphabet: Alphabet, states: usize, edges: usize) -> Assembler {
        let nodes = Vec::with_capacity(states);
        Assembler { alphabet, nodes, edges: Vec::with_capacity(edges), below: Vec::with_capacity(states) }
    }

    /// Adds a state whose edges (letter, state) lead to states added before; answers its number.
    pub(crate) fn push(&mut self, is_word: bool, edges: &[(u8, u32)]) -> Result<u32, DawgError> {
        if self.nodes.len() >= MAX_STATES {
            return Err(DawgError::TooLarge);
        }
        let number = self.nodes.len() as u32;
        let first = u32::try_from(self.edges.len()).map_err(|_| DawgError::TooLarge)?;
        let (mut children, mut words, mut longest) = (0u64, u32::from(is_word), 0);
        for &(letter, node) in edges {
            if usize::from(letter) >= self.alphabet.letters.len() || children >> letter != 0 {
                return Err(DawgError::Broken("the letters of a state in ascending order, within the alphabet"));
            }
            let &(behind, deep) =
                self.below.get(node as usize).ok_or(DawgError::Broken("states that lead to earlier ones only"))?;
            children |= 1 << letter;
            self.edges.push(Edge { node, skip: words });
            words = words.checked_add(behind).ok_or(DawgError::TooLarge)?;
            longest = longest.max(deep + 1);
        }
        self.nodes.push(Node { children, first, is_word });
        self.below.push((words, longest));
        Ok(number)
    }

    /// The automaton; the state added last is the root.
    pub(crate) fn finish(self) -> Result<Dawg, DawgError> {
        let (Some(root), Some(&(words, longest))) = (self.nodes.last(), self.below.last()) else {
            return Err(DawgError::Broken("at least one state"));
        };
        if root.is_word {
            return Err(DawgError::Broken("a root at which no word ends"));
        }
        Ok(Dawg { alphabet: self.alphabet, nodes: self.nodes, edges: self.edges, words, longest })
    }
}

/// A state on the path of the last word: it may still grow.
#[derive(Default)]
struct Open {
    is_word: bool,
    edges: Vec<(u8, u32)>,
}

/// Takes words in order and keeps all but the last one's path minimal.
struct Builder {
    done: Assembler,
    /// Finished states by what they are: whether a word ends there, and their edges.
    register: HashMap<Box<[u64]>, u32>,
    /// The states on the path of the last word, the root first; its letters lie between them.
    path: Vec<Open>,
    letters: Vec<u8>,
    /// Where register keys are put together.
    key: Vec<u64>,
}

impl Builder {
    fn new(alphabet: Alphabet) -> Builder {
        Builder {
            done: Assembler::new(alphabet),
            register: HashMap::new(),
            path: vec![Open::default()],
            letters: Vec::new(),
            key: Vec::new(),
        }
    }

    fn add(&mut self, word: &str) -> Result<(), DawgError> {
        let index = |c| self.done.alphabet.index(c).ok_or_else(|| DawgError::Letter(word.to_string()));
        let letters = word.chars().map(index).collect::<Result<Vec<u8>, _>>()?;
        if letters.is_empty() {
            return Err(DawgError::Letter(word.to_string()));
        }
        if letters <= self.letters {
            return Err(DawgError::Order(word.to_string()));
        }
        let shared = letters.iter().zip(&self.letters).take_while(|(a, b)| a == b).count();
        self.close(shared)?;
        self.path.extend(letters[shared..].iter().map(|_| Open::default()));
        if let Some(end) = self.path.last_mut() {
            end.is_word = true;
        }
        self.letters = letters;
        Ok(())
    }

    /// Finishes the states deeper than `depth`: no later word can change them.
    fn close(&mut self, depth: usize) -> Result<(), DawgError> {
        while self.path.len() > depth + 1 {
            let Some(state) = self.path.pop() else { break };
            let number = self.settle(&state)?;
            let letter = self.letters[self.path.len() - 1];
            if let Some(parent) = self.path.last_mut() {
                parent.edges.push((letter, number));
            }
        }
        Ok(())
    }

    /// The number of the registered state that equals this one, which is added where there is none.
    fn settle(&mut self, state: &Open) -> Result<u32, DawgError> {
        self.key.clear();
        self.key.push(u64::from(state.is_word));
        self.key.extend(state.edges.iter().map(|&(letter, node)| u64::from(letter) << 32 | u64::from(node)));
        if let Some(&number) = self.register.get(self.key.as_slice()) {
            return Ok(number);
        }
        let number = self.done.push(state.is_word, &state.edges)?;
        self.register.insert(self.key.as_slice().into(), number);
        Ok(number)
    }

    fn finish(mut self) -> Result<Dawg, DawgError> {
        self.close(0)?;
        let root = self.path.pop().unwrap_or_default();
        self.done.push(root.is_word, &root.edges)?;
        self.done.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_endings_are_kept_once() {
        let words = ["bat", "bats", "cat", "cats", "rat", "rats"];
        let dawg = Dawg::from_sorted(Alphabet::new("abcrst".chars()).unwrap(), words).unwrap();
        assert_eq!((dawg.nodes.len(), dawg.edges.len(), dawg.words, dawg.longest), (5, 6, 6, 4));
        let skips: Vec<u32> = dawg.edges_of(dawg.root()).map(|(_, edge)| edge.skip).collect();
        assert_eq!(skips, [0, 2, 4]);
    }

    #[test]
    fn words_out_of_order_and_foreign_letters_are_refused() {
        let build = |words: &[&'static str]| {
            Dawg::from_sorted(Alphabet::new("ab".chars()).unwrap(), words.iter().copied()).unwrap_err()
        };
        assert_eq!(build(&["b", "a"]), DawgError::Order("a".into()));
        assert_eq!(build(&["a", "a"]), DawgError::Order("a".into()));
        assert_eq!(build(&["ab", "a"]), DawgError::Order("a".into()));
        assert_eq!(build(&["c"]), DawgError::Letter("c".into()));
        assert_eq!(build(&[""]), DawgError::Letter(String::new()));
    }
}
