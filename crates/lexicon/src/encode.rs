//! Writes a lexicon as bytes: see the [format](crate::format).
//!
//! What is written depends on the words alone, not on the order in which they came: the automaton is minimal, and is
//! gone through from its root in the order of the letters.

use crate::builder::{Edge, State, States};
use crate::format::{
    FLAGS_A_BYTE, HEADER, IS_SHARED, IS_WORD, KIND_SHIFT, LAST, LEADERS_AND_OTHERS, MAGIC, TO_LEAF, TO_SHARED,
    TO_WAITING, VERSION, WIDE, checksum,
};
use std::collections::HashMap;

/// The bytes of an automaton.
pub(crate) fn encode(states: &States) -> Vec<u8> {
    let longest = states.longest();
    let narrow;
    let states = if states.alphabet.has_shifts() {
        narrow = with_shifts(states);
        &narrow
    } else {
        states
    };
    let order = Order::new(states);
    let (leaders, wide) = order.leaders();
    let references = order.references(&leaders, wide);
    let letters = states.alphabet.letters();
    let mut body = (letters.len() as u32).to_le_bytes().to_vec();
    body.extend(letters.iter().flat_map(|&letter| u32::from(letter).to_le_bytes()));
    let marked = leaders.len() as u32 | if wide { WIDE } else { 0 };
    for count in [longest, order.written.len() as u32, order.edges.len() as u32, references.len() as u32, marked] {
        body.extend_from_slice(&count.to_le_bytes());
    }
    body.extend(leaders.iter().flat_map(|leader| leader.to_le_bytes()));
    body.extend(order.flags(states));
    body.extend_from_slice(&order.edges);
    body.extend(references);
    body.push(0);
    sealed(&body)
}

/// The same lexicon with classes, two bits a word in the order of the words' numbers.
#[allow(dead_code)] // for the build script
pub(crate) fn with_classes(bytes: &[u8], classes: &[u8]) -> Vec<u8> {
    let mut body = bytes.get(HEADER..).unwrap_or_default().to_vec();
    if let Some(mark) = body.last_mut() {
        *mark = 1;
    }
    body.extend_from_slice(classes);
    sealed(&body)
}

/// A body behind its header.
pub(crate) fn sealed(body: &[u8]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend_from_slice(&VERSION.to_le_bytes());
    bytes.extend_from_slice(&(body.len() as u64).to_le_bytes());
    bytes.extend_from_slice(&checksum(body).to_le_bytes());
    bytes.extend_from_slice(body);
    bytes
}

/// The states of an automaton over symbols, where some letters have two: behind a shift lies a state of its own.
fn with_shifts(wide: &States) -> States {
    let mut narrow = States { alphabet: wide.alphabet.clone(), states: Vec::new(), edges: Vec::new() };
    let mut places: Vec<u32> = Vec::with_capacity(wide.states.len());
    let mut known: HashMap<Vec<(u32, u32)>, u32> = HashMap::new();
    let push = |narrow: &mut States, is_word, edges: &[Edge]| {
        let state = State { first: narrow.edges.len() as u32, edges: edges.len() as u16, is_word };
        narrow.states.push(state);
        narrow.edges.extend_from_slice(edges);
        narrow.states.len() as u32 - 1
    };
    for state in 0..wide.states.len() as u32 {
        let mut edges: Vec<Edge> = Vec::new();
        let coded: Vec<(u8, Option<u8>, u32)> = wide
            .edges_of(state)
            .iter()
            .map(|edge| {
                let code = wide.alphabet.code_of(edge.letter as u8);
                (code.first(), code.second(), places[edge.state as usize])
            })
            .collect();
        for group in coded.chunk_by(|a, b| a.0 == b.0) {
            let behind: Vec<(u32, u32)> =
                group.iter().filter_map(|&(_, second, state)| Some((u32::from(second?), state))).collect();
            let letter = u32::from(group[0].0);
            let state = if behind.is_empty() {
                group[0].2
            } else {
                let edges: Vec<Edge> = behind.iter().map(|&(letter, state)| Edge { letter, state }).collect();
                *known.entry(behind).or_insert_with(|| push(&mut narrow, false, &edges))
            };
            edges.push(Edge { letter, state });
        }
        places.push(push(&mut narrow, wide.states[state as usize].is_word, &edges));
    }
    narrow
}

/// The order in which states are written, and what is written of each.
struct Order {
    /// The states but the one at which words only end, children first.
    written: Vec<u32>,
    edges: Vec<u8>,
    /// The states that references lead to, reference after reference.
    targets: Vec<u32>,
    /// By state: how many references lead to it.
    references: Vec<u32>,
}

/// No place in the order yet.
const UNSEEN: u8 = 0;
/// On the way from the root, or written.
const SEEN: u8 = 1;

impl Order {
    /// Goes down from the root, last letters first, so that the states that wait for their parent are taken from
    /// a stack in the order of its letters.
    fn new(states: &States) -> Order {
        let mut order = Order {
            written: Vec::new(),
            edges: Vec::new(),
            targets: Vec::new(),
            references: vec![0; states.states.len()],
        };
        let mut seen = vec![UNSEEN; states.states.len()];
        let root = states.states.len() as u32 - 1;
        // for each state on the way: how many of its edges are still to go, and those that only refer
        let mut way: Vec<(u32, usize, u64)> = vec![(root, states.edges_of(root).len(), 0)];
        while let Some((state, left, refer)) = way.last_mut() {
            let edges = states.edges_of(*state);
            let Some(next) = left.checked_sub(1) else {
                order.write(states, edges, *refer);
                order.written.push(*state);
                way.pop();
                continue;
            };
            *left = next;
            let target = edges[next].state;
            if is_leaf(states, target) {
            } else if std::mem::replace(&mut seen[target as usize], SEEN) == SEEN {
                *refer |= 1 << next;
                order.references[target as usize] += 1;
            } else {
                way.push((target, states.edges_of(target).len(), 0));
            }
        }
        if states.edges.is_empty() {
            order.written.clear();
        }
        order
    }

    fn write(&mut self, states: &States, edges: &[Edge], refer: u64) {
        for (place, edge) in edges.iter().enumerate() {
            let kind = match () {
                () if is_leaf(states, edge.state) => TO_LEAF,
                () if refer >> place & 1 != 0 => {
                    self.targets.push(edge.state);
                    TO_SHARED
                }
                () => TO_WAITING,
            };
            let last = if place + 1 == edges.len() { LAST } else { 0 };
            self.edges.push(edge.letter as u8 | last | kind << KIND_SHIFT);
        }
    }

    fn flags(&self, states: &States) -> Vec<u8> {
        let mut flags = vec![0; self.written.len().div_ceil(FLAGS_A_BYTE)];
        for (place, &state) in self.written.iter().enumerate() {
            let word = if states.states[state as usize].is_word { IS_WORD } else { 0 };
            let shared = if self.references[state as usize] > 0 { IS_SHARED } else { 0 };
            flags[place / FLAGS_A_BYTE] |= (word | shared) << (2 * (place % FLAGS_A_BYTE));
        }
        flags
    }

    /// The states that references lead to, in the order in which they are written.
    fn shared(&self) -> impl Iterator<Item = u32> + '_ {
        self.written.iter().copied().filter(|&state| self.references[state as usize] > 0)
    }

    /// The numbers of the states that most references lead to, and whether the others need two more bytes.
    fn leaders(&self) -> (Vec<u32>, bool) {
        let mut counts: Vec<(u32, u32)> = self.shared().map(|state| self.references[state as usize]).zip(0..).collect();
        let wide = counts.len() > FEW_SHARED;
        let others = counts.len().div_ceil(if wide { 1 << 16 } else { 1 << 8 });
        counts.sort_unstable_by_key(|&(count, number)| (std::cmp::Reverse(count), number));
        let leaders = (LEADERS_AND_OTHERS - others.min(LEADERS_AND_OTHERS)).min(counts.len());
        (counts[..leaders].iter().map(|&(_, number)| number).collect(), wide)
    }

    fn references(&self, leaders: &[u32], wide: bool) -> Vec<u8> {
        let mut numbers = vec![0u32; self.references.len()];
        self.shared().zip(0..).for_each(|(state, number)| numbers[state as usize] = number);
        let places: HashMap<u32, usize> = leaders.iter().copied().zip(0..).collect();
        let mut bytes = Vec::with_capacity(self.targets.len() * 2);
        for &target in &self.targets {
            let number = numbers[target as usize];
            match places.get(&number) {
                Some(&place) => bytes.push(place as u8),
                None => {
                    let (high, low) = if wide { (number >> 16, 2) } else { (number >> 8, 1) };
                    bytes.push((leaders.len() as u32 + high) as u8);
                    bytes.extend(number.to_le_bytes()[..low].iter().rev());
                }
            }
        }
        bytes
    }
}

/// Up to so many states a reference has one more byte at most.
const FEW_SHARED: usize = 1 << 15;

/// Whether words end at the state, and none goes on.
fn is_leaf(states: &States, state: u32) -> bool {
    let State { edges, is_word, .. } = states.states[state as usize];
    edges == 0 && is_word
}
