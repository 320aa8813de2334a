//! Writes a lexicon as bytes in the [format](crate::format).
//!
//! The bytes depend on the words alone, not on the order in which they were added: the automaton is minimal, and states are
//! written in the order of a depth-first walk from the root.

use crate::dawg::{Dawg, Edge, State};
use crate::format::{
    FIRST_BYTE_VALUES, FLAGS_A_BYTE, HEADER, IS_SHARED, IS_WORD, KIND_SHIFT, LAST, MAGIC, TO_LEAF, TO_POPPED,
    TO_SHARED, VERSION, WIDE, checksum,
};
use std::collections::HashMap;

/// The bytes of an automaton.
pub(crate) fn encode(dawg: &Dawg) -> Vec<u8> {
    let longest = dawg.longest();
    let with_shifts;
    let dawg = if dawg.alphabet.has_shifts() {
        with_shifts = letters_to_symbols(dawg);
        &with_shifts
    } else {
        dawg
    };
    let order = WriteOrder::new(dawg);
    let numbering = order.number_shared();
    let references = order.references(&numbering);
    let letters = dawg.alphabet.letters();
    let mut body = (letters.len() as u32).to_le_bytes().to_vec();
    body.extend(letters.iter().flat_map(|&letter| u32::from(letter).to_le_bytes()));
    let frequent = numbering.frequent.len() as u32 | if numbering.is_wide { WIDE } else { 0 };
    for count in [longest, order.written.len() as u32, order.edges.len() as u32, references.len() as u32, frequent] {
        body.extend_from_slice(&count.to_le_bytes());
    }
    body.extend(numbering.frequent.iter().flat_map(|number| number.to_le_bytes()));
    body.extend(order.flags(dawg));
    body.extend_from_slice(&order.edges);
    body.extend(references);
    body.push(0);
    with_header(&body)
}

/// The bytes of a lexicon without classes, with these added: two bits for each word in the order of the word numbers.
pub(crate) fn with_classes(bytes: &[u8], classes: &[u8]) -> Vec<u8> {
    let mut body = bytes.get(HEADER..).unwrap_or_default().to_vec();
    if let Some(has_classes) = body.last_mut() {
        *has_classes = 1;
    }
    body.extend_from_slice(classes);
    with_header(&body)
}

/// The header for this body, then the body.
pub fn with_header(body: &[u8]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend_from_slice(&VERSION.to_le_bytes());
    bytes.extend_from_slice(&(body.len() as u64).to_le_bytes());
    bytes.extend_from_slice(&checksum(body).to_le_bytes());
    bytes.extend_from_slice(body);
    bytes
}

/// The automaton over symbols instead of letters, for an alphabet where some letters have two: each shift leads to a state
/// of its own.
fn letters_to_symbols(dawg: &Dawg) -> Dawg {
    let mut coded = Dawg { alphabet: dawg.alphabet.clone(), states: Vec::new(), edges: Vec::new() };
    // the state in `coded` of each state
    let mut indices: Vec<u32> = Vec::with_capacity(dawg.states.len());
    let mut shift_states: HashMap<Vec<(u32, u32)>, u32> = HashMap::new();
    let push = |coded: &mut Dawg, is_word, edges: &[Edge]| {
        let state = State { first: coded.edges.len() as u32, edges: edges.len() as u16, is_word };
        coded.states.push(state);
        coded.edges.extend_from_slice(edges);
        coded.states.len() as u32 - 1
    };
    for state in 0..dawg.states.len() as u32 {
        let mut edges: Vec<Edge> = Vec::new();
        let codes: Vec<(u8, Option<u8>, u32)> = dawg
            .edges_of(state)
            .iter()
            .map(|edge| {
                let code = dawg.alphabet.code_of(edge.label as u8);
                (code.first(), code.second(), indices[edge.state as usize])
            })
            .collect();
        for group in codes.chunk_by(|a, b| a.0 == b.0) {
            let shifted: Vec<(u32, u32)> =
                group.iter().filter_map(|&(_, second, state)| Some((u32::from(second?), state))).collect();
            let label = u32::from(group[0].0);
            let state = if shifted.is_empty() {
                group[0].2
            } else {
                let edges: Vec<Edge> = shifted.iter().map(|&(label, state)| Edge { label, state }).collect();
                *shift_states.entry(shifted).or_insert_with(|| push(&mut coded, false, &edges))
            };
            edges.push(Edge { label, state });
        }
        indices.push(push(&mut coded, dawg.states[state as usize].is_word, &edges));
    }
    coded
}

/// The order in which states are written, and what is written of each.
struct WriteOrder {
    /// The states without the leaf (where a word ends and no longer word goes on), children first.
    written: Vec<u32>,
    edges: Vec<u8>,
    /// The states that references name, in the order of the references.
    targets: Vec<u32>,
    /// The number of references to each state, indexed by state.
    references: Vec<u32>,
}

/// The numbers of the states that references name, and how they are written.
struct Numbering {
    /// The number of each state among the shared states, in the order in which they are written; indexed by state.
    numbers: Vec<u32>,
    /// The numbers of the states with the most references, which one byte names.
    frequent: Vec<u32>,
    /// Whether the references to other states have three bytes instead of two.
    is_wide: bool,
}

/// A state on the path of the walk in [`WriteOrder::new`].
struct Visit {
    state: u32,
    /// The number of edges that have not been followed.
    remaining: usize,
    /// The edges that are written as references, as bits.
    references: u64,
}

impl WriteOrder {
    /// Walks depth-first from the root, children in reverse letter order, so that the decoder pops them in letter
    /// order.
    fn new(dawg: &Dawg) -> WriteOrder {
        let mut order = WriteOrder {
            written: Vec::new(),
            edges: Vec::new(),
            targets: Vec::new(),
            references: vec![0; dawg.states.len()],
        };
        let mut seen = vec![false; dawg.states.len()];
        let visit = |state| Visit { state, remaining: dawg.edges_of(state).len(), references: 0 };
        let mut path = vec![visit(dawg.states.len() as u32 - 1)];
        while let Some(top) = path.last_mut() {
            let edges = dawg.edges_of(top.state);
            let Some(next) = top.remaining.checked_sub(1) else {
                order.write_edges(dawg, edges, top.references);
                order.written.push(top.state);
                path.pop();
                continue;
            };
            top.remaining = next;
            let target = edges[next].state;
            if is_leaf(dawg, target) {
                continue;
            }
            if std::mem::replace(&mut seen[target as usize], true) {
                top.references |= 1 << next;
                order.references[target as usize] += 1;
            } else {
                path.push(visit(target));
            }
        }
        if dawg.edges.is_empty() {
            order.written.clear();
        }
        order
    }

    fn write_edges(&mut self, dawg: &Dawg, edges: &[Edge], references: u64) {
        for (index, edge) in edges.iter().enumerate() {
            let kind = if is_leaf(dawg, edge.state) {
                TO_LEAF
            } else if references >> index & 1 != 0 {
                self.targets.push(edge.state);
                TO_SHARED
            } else {
                TO_POPPED
            };
            let last = if index + 1 == edges.len() { LAST } else { 0 };
            self.edges.push(edge.label as u8 | last | kind << KIND_SHIFT);
        }
    }

    fn flags(&self, dawg: &Dawg) -> Vec<u8> {
        let mut flags = vec![0; self.written.len().div_ceil(FLAGS_A_BYTE)];
        for (index, &state) in self.written.iter().enumerate() {
            let word = if dawg.states[state as usize].is_word { IS_WORD } else { 0 };
            let shared = if self.references[state as usize] > 0 { IS_SHARED } else { 0 };
            flags[index / FLAGS_A_BYTE] |= (word | shared) << (2 * (index % FLAGS_A_BYTE));
        }
        flags
    }

    /// Numbers the shared states and chooses the frequent ones.
    fn number_shared(&self) -> Numbering {
        let shared = self.written.iter().copied().filter(|&state| self.references[state as usize] > 0);
        let mut numbers = vec![0; self.references.len()];
        let mut counts: Vec<(u32, u32)> = Vec::new();
        for (number, state) in (0..).zip(shared) {
            numbers[state as usize] = number;
            counts.push((self.references[state as usize], number));
        }
        let is_wide = counts.len() > MAX_NARROW_SHARED;
        let others = counts.len().div_ceil(if is_wide { 1 << 16 } else { 1 << 8 });
        counts.sort_unstable_by_key(|&(count, number)| (std::cmp::Reverse(count), number));
        let frequent = (FIRST_BYTE_VALUES - others.min(FIRST_BYTE_VALUES)).min(counts.len());
        let frequent = counts[..frequent].iter().map(|&(_, number)| number).collect();
        Numbering { numbers, frequent, is_wide }
    }

    /// The bytes of all references.
    fn references(&self, Numbering { numbers, frequent, is_wide }: &Numbering) -> Vec<u8> {
        let first_bytes: HashMap<u32, usize> = frequent.iter().copied().zip(0..).collect();
        let mut bytes = Vec::with_capacity(self.targets.len() * 2);
        for &target in &self.targets {
            let number = numbers[target as usize];
            match first_bytes.get(&number) {
                Some(&first) => bytes.push(first as u8),
                None => {
                    let (high, low_bytes) = if *is_wide { (number >> 16, 2) } else { (number >> 8, 1) };
                    bytes.push((frequent.len() as u32 + high) as u8);
                    bytes.extend(number.to_le_bytes()[..low_bytes].iter().rev());
                }
            }
        }
        bytes
    }
}

/// Above this number of shared states, references have three bytes. At 2^15, half of the first-byte values are still
/// free for frequent states.
const MAX_NARROW_SHARED: usize = 1 << 15;

/// Whether a word ends at the state and no longer word goes on.
fn is_leaf(dawg: &Dawg, state: u32) -> bool {
    let State { edges, is_word, .. } = dawg.states[state as usize];
    edges == 0 && is_word
}
