//! The compiled form of a lexicon, and its decoder: what a dictionary file contains and what the build script embeds.
//!
//! ```text
//! HEXLEXDG    8 bytes that no word list begins with
//! version     u32; a reader refuses versions that it does not know
//! length      u64: the number of bytes after the checksum
//! checksum    u64 of those bytes (see `checksum`)
//! letters     a count (u32), then each letter's code point (u32)
//! counts      u32 each: letters of the longest word; states; edges; bytes of references; frequent states (below), with
//!             the uppermost bit set where references may have three bytes
//! frequent    the number (u32) of each frequent state
//! flags       two bits for each state, low bits first: 1 where a word ends, 2 where a reference names the state
//! edges       one byte each, state by state, children before parents, the root last, in the order of the symbols:
//!             the symbol (5 bits), 32 for the last edge of a state, 64 x kind, by the state that the edge leads to:
//!             0 the leaf, where a word ends and no longer word goes on (the leaf itself is not written),
//!             1 the top of a stack, which the edge pops (each state is pushed when it is complete),
//!             2 the state that the next reference names
//! references  with F, the number of frequent states: a byte b < F is the frequent state b; otherwise b - F and the next
//!             byte (or two), high bits first, are the number of the state. Only states that a reference names have
//!             numbers, in the order in which they are written
//! classes     0, or 1 and two bits for each word in the order of the word numbers, low bits first
//! ```
//! Integers are little endian. Frequent states are those that most references name. Masks, word numbers and slots are not
//! written: the decoder computes them in one pass.
//!
//! # Why the compiled form is not searched directly
//! A search reads hundreds of states for each board and should read memory once for each: [one slot](crate::automaton)
//! holds everything. In the compiled form an edge is a byte, the n-th reference is found only by decoding all before
//! it, and there are no word numbers. This makes it half as large as forms that can be searched directly. The pass
//! takes some 12 ns an edge (1.5 ms for English, 5.5 ms for Polish, measured on a busy machine); slots and lookahead
//! masks take 2.3 and 8 MB.

use crate::alphabet::{Alphabet, SYMBOLS};
use crate::assembler::{Assembler, FinishedState, InvalidStates, OpenState};
use crate::automaton::{Automaton, Counts};
use crate::fold::MAX_WORD_LETTERS;

/// The first bytes of a compiled lexicon.
pub(crate) const MAGIC: &[u8; 8] = b"HEXLEXDG";

/// The version that is written, and the only one that is read.
pub(crate) const VERSION: u32 = 2;

/// The bytes before those that the checksum covers.
pub(crate) const HEADER: usize = MAGIC.len() + 4 + 8 + 8;

/// Classes per byte.
pub(crate) const CLASSES_A_BYTE: usize = 4;

/// Flag pairs per byte, and the two flags.
pub(crate) const FLAGS_A_BYTE: usize = 4;
pub(crate) const IS_WORD: u8 = 1;
pub(crate) const IS_SHARED: u8 = 2;

/// The parts of an edge's byte.
const SYMBOL: u8 = 31;
pub(crate) const LAST: u8 = 32;
pub(crate) const KIND_SHIFT: u32 = 6;
pub(crate) const TO_LEAF: u8 = 0;
pub(crate) const TO_POPPED: u8 = 1;
pub(crate) const TO_SHARED: u8 = 2;

/// The bit in the count of frequent states that is set if references have two bytes after the first instead of one.
pub(crate) const WIDE: u32 = 1 << 31;

/// The values of a reference's first byte.
pub(crate) const FIRST_BYTE_VALUES: usize = 256;

/// Why bytes are not a compiled lexicon that can be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FormatError {
    /// The bytes are not a compiled lexicon.
    #[error("expected a compiled lexicon, found something else: give a word list or build one from it")]
    Foreign,
    /// The version is unknown to this program.
    #[error("expected a lexicon of version {VERSION}, found version {found}: build it again or update hexlex")]
    Version {
        /// The version in the bytes.
        found: u32,
    },
    /// The bytes end too early.
    #[error("expected at least {expected} bytes, found {found}: the lexicon is cut short, copy or build it again")]
    Truncated {
        /// The least number of bytes.
        expected: usize,
        /// The number of bytes.
        found: usize,
    },
    /// The bytes were changed after they were written.
    #[error("expected the checksum {expected:016x}, found {found:016x}: the lexicon is damaged, build it again")]
    Checksum {
        /// The checksum in the bytes.
        expected: u64,
        /// The checksum of the bytes.
        found: u64,
    },
    /// The checksum is right and the contents are invalid: what was expected of them.
    #[error("expected {0} in the lexicon, found other contents: build it again")]
    Contents(&'static str),
}

impl From<InvalidStates> for FormatError {
    fn from(InvalidStates(expected): InvalidStates) -> FormatError {
        FormatError::Contents(expected)
    }
}

/// A variant of FNV-1a over 8-byte words, the last one padded with zeros: the length is hashed first, and after each
/// step the high bits are folded into the low ones. Eight times as fast as FNV-1a over bytes; loading waits for it.
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    /// Offset basis and prime of the 64-bit FNV-1a hash (Fowler, Noll and Vo).
    const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    let mix = |hash: u64, word: u64| {
        let mixed = (hash ^ word).wrapping_mul(PRIME);
        // a multiplication moves bits only upward: mix the high ones into the low ones
        mixed ^ (mixed >> 32)
    };
    let start = mix(OFFSET, bytes.len() as u64);
    let (words, rest) = bytes.as_chunks();
    let hash = words.iter().fold(start, |hash, word| mix(hash, u64::from_le_bytes(*word)));
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    if rest.is_empty() { hash } else { mix(hash, u64::from_le_bytes(last)) }
}

/// The automaton and the classes of [encoded](crate::encode) bytes.
///
/// The bytes may come from anywhere: after the checksum, the contents are checked state by state, so the automaton has no
/// cycle and no index out of bounds.
///
/// # Errors
/// [`FormatError`] as described at its variants.
pub(crate) fn decode(bytes: &[u8]) -> Result<(Automaton, Option<Vec<u8>>), FormatError> {
    let mut input = open_body(bytes)?;
    let automaton = decode_states(&mut input)?;
    let classes = match input.take()? {
        [0] => None,
        [1] => Some(input.rest().to_vec()),
        _ => return Err(FormatError::Contents("0 or 1 before the classes")),
    };
    let size = classes.as_ref().map_or(0, |_| (automaton.words as usize).div_ceil(CLASSES_A_BYTE));
    if classes.as_ref().map_or(input.rest().len(), Vec::len) != size {
        return Err(FormatError::Contents("as many classes as words at the end"));
    }
    Ok((automaton, classes))
}

/// The bytes after the header, whose checksum is right.
fn open_body(bytes: &[u8]) -> Result<ByteReader<'_>, FormatError> {
    if !bytes.starts_with(MAGIC) {
        return Err(if MAGIC.starts_with(bytes) && !bytes.is_empty() {
            FormatError::Truncated { expected: HEADER, found: bytes.len() }
        } else {
            FormatError::Foreign
        });
    }
    let mut input = ByteReader { bytes, at: MAGIC.len() };
    let version = u32::from_le_bytes(input.take()?);
    if version != VERSION {
        return Err(FormatError::Version { found: version });
    }
    let length = usize::try_from(u64::from_le_bytes(input.take()?)).unwrap_or(usize::MAX);
    let expected = u64::from_le_bytes(input.take()?);
    if bytes.len() - HEADER < length {
        return Err(FormatError::Truncated { expected: HEADER.saturating_add(length), found: bytes.len() });
    }
    let found = checksum(&bytes[HEADER..]);
    if expected != found {
        return Err(FormatError::Checksum { expected, found });
    }
    Ok(input)
}

fn decode_alphabet(input: &mut ByteReader<'_>) -> Result<Alphabet, FormatError> {
    let count = input.number()? as usize;
    let letters = input.numbers(count)?.map(|letter| char::from_u32(letter).ok_or(FormatError::Contents("letters")));
    let letters = letters.collect::<Result<Vec<char>, _>>()?;
    if !letters.is_sorted_by(|a, b| a < b) || letters.iter().any(|&letter| crate::fold::fold(letter) != Some(letter)) {
        return Err(FormatError::Contents("folded letters in ascending order"));
    }
    Alphabet::new(letters).ok_or(FormatError::Contents("at most 64 letters"))
}

fn decode_states(input: &mut ByteReader<'_>) -> Result<Automaton, FormatError> {
    let alphabet = decode_alphabet(input)?;
    let longest = input.number()?;
    let [states, edges, references, frequent] = [input.number()?, input.number()?, input.number()?, input.number()?];
    let is_wide = frequent & WIDE != 0;
    let frequent = input.numbers((frequent & !WIDE) as usize)?;
    let flags = input.slice((states as usize).div_ceil(FLAGS_A_BYTE))?;
    let edges = input.slice(edges as usize)?;
    if frequent.len() > FIRST_BYTE_VALUES {
        return Err(FormatError::Contents("at most 256 frequent states"));
    }
    let references = [input.slice(references as usize)?, &[0; PADDING]].concat();
    let references = References::new(&references, frequent, is_wide);
    // the leaf is not written
    let leaf = u32::from(edges.iter().any(|edge| edge >> KIND_SHIFT == TO_LEAF));
    let counts = Counts { longest, states: states.saturating_add(leaf), edges: edges.len() as u32 };
    let encoded = EncodedStates { count: states as usize, flags, edges, references };
    encoded.assemble(Assembler::new(alphabet, edges.len()), counts)
}

/// The states as they lie in the bytes.
struct EncodedStates<'a> {
    count: usize,
    flags: &'a [u8],
    edges: &'a [u8],
    references: References<'a>,
}

impl EncodedStates<'_> {
    /// Assembles the states in the order in which they lie.
    ///
    /// The kind of an edge and the length of a reference are unpredictable. So the loop reads for every edge what any kind
    /// of edge would need, and has no branch on the kind but the check for errors.
    fn assemble(mut self, mut assembler: Assembler, counts: Counts) -> Result<Automaton, FormatError> {
        // the leaf, then the stack, then the shared states
        let mut pool = vec![FinishedState::LEAF; 1 + MAX_STACK];
        let mut height = 0usize;
        let mut edges = self.edges.iter();
        for state in 0..self.count {
            let mut open = OpenState::default();
            loop {
                let &edge = edges.next().ok_or(FormatError::Contents("edges for every state"))?;
                let kind = edge >> KIND_SHIFT;
                let shared = 1 + MAX_STACK + self.references.next_if(kind == TO_SHARED)?;
                let popped = usize::from(kind == TO_POPPED);
                if kind > TO_SHARED || height < popped {
                    return Err(FormatError::Contents("edges of a known kind, to states on the stack"));
                }
                let index = if kind == TO_SHARED { shared } else { height * popped };
                height -= popped;
                let child = pool.get(index).ok_or(FormatError::Contents("edges to states that came before"))?;
                assembler.add_edge(&mut open, edge & SYMBOL, *child)?;
                if edge & LAST != 0 {
                    break;
                }
            }
            let flags = self.flags[state / FLAGS_A_BYTE] >> (2 * (state % FLAGS_A_BYTE));
            let finished = assembler.close(open, flags & IS_WORD != 0)?;
            pool.push(finished);
            pool.truncate(pool.len() - usize::from(flags & IS_SHARED == 0));
            height += 1;
            if height > MAX_STACK {
                return Err(FormatError::Contents("fewer states on the stack"));
            }
            pool[height] = finished;
        }
        let root = if height > 0 { pool[height] } else { FinishedState::default() };
        if height > 1 || edges.next().is_some() || !self.references.are_read() {
            return Err(FormatError::Contents("one root, and no edge after its own"));
        }
        Ok(assembler.finish(root, counts)?)
    }
}

/// The most states on the stack: the children of all states on the path of a word of 64 letters, two symbols each.
const MAX_STACK: usize = 2 * MAX_WORD_LETTERS * SYMBOLS;

/// Reads references from front to back.
struct References<'a> {
    /// The remaining references and the padding.
    bytes: &'a [u8],
    /// Indexed by a reference's first byte.
    table: Box<[FirstByte; FIRST_BYTE_VALUES]>,
    /// Right shift of the two bytes after the first that keeps those of the reference: 8 if it has one of them, else 0.
    shift: u32,
}

/// What the first byte of a reference says.
#[derive(Clone, Copy, Default)]
struct FirstByte {
    /// The state's number without the bits in the following bytes.
    number: u32,
    /// The bits of the number that are in the following bytes.
    mask: u32,
    /// The length of the reference in bytes.
    length: u32,
}

impl<'a> References<'a> {
    fn new(bytes: &'a [u8], frequent: impl ExactSizeIterator<Item = u32>, is_wide: bool) -> References<'a> {
        let (others, low) = (frequent.len(), if is_wide { u16::BITS } else { u8::BITS });
        let mut table = Box::new([FirstByte::default(); FIRST_BYTE_VALUES]);
        for (value, first) in table.iter_mut().enumerate().skip(others) {
            let number = ((value - others) as u32) << low;
            *first = FirstByte { number, mask: (1 << low) - 1, length: 1 + low / u8::BITS };
        }
        table.iter_mut().zip(frequent).for_each(|(first, number)| *first = FirstByte { number, mask: 0, length: 1 });
        References { bytes, table, shift: u16::BITS - low }
    }

    /// The number of the state that the next reference names; goes to the reference after it only if `is_reference`.
    #[inline]
    fn next_if(&mut self, is_reference: bool) -> Result<usize, FormatError> {
        // with the padding there are three bytes for every edge, unless a reference is missing
        const MISSING: FormatError = FormatError::Contents("a reference for every edge that has one");
        let [first, bytes @ ..] = *self.bytes.first_chunk::<PADDING>().ok_or(MISSING)?;
        let FirstByte { number, mask, length } = self.table[usize::from(first)];
        self.bytes = &self.bytes[length as usize * usize::from(is_reference)..];
        Ok((number | (u32::from(u16::from_be_bytes(bytes)) >> self.shift) & mask) as usize)
    }

    /// Whether only the padding remains.
    fn are_read(&self) -> bool {
        self.bytes.len() == PADDING
    }
}

/// The zero bytes after the references, so that the three bytes of the longest reference can always be read.
const PADDING: usize = 3;

/// Reads bytes from front to back.
struct ByteReader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> ByteReader<'a> {
    fn slice(&mut self, size: usize) -> Result<&'a [u8], FormatError> {
        let short = FormatError::Truncated { expected: self.at.saturating_add(size), found: self.bytes.len() };
        let taken = self.rest().get(..size).ok_or(short)?;
        self.at += size;
        Ok(taken)
    }

    fn take<const N: usize>(&mut self) -> Result<[u8; N], FormatError> {
        let short = FormatError::Truncated { expected: self.at + N, found: self.bytes.len() };
        self.slice(N)?.first_chunk().copied().ok_or(short)
    }

    fn number(&mut self) -> Result<u32, FormatError> {
        self.take().map(u32::from_le_bytes)
    }

    fn numbers(&mut self, count: usize) -> Result<impl ExactSizeIterator<Item = u32> + use<'a>, FormatError> {
        let bytes = self.slice(count.saturating_mul(4))?;
        Ok(bytes.as_chunks().0.iter().map(|number| u32::from_le_bytes(*number)))
    }

    fn rest(&self) -> &'a [u8] {
        &self.bytes[self.at..]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dawg::{Dawg, DawgBuilder, Edge, State};
    use crate::encode::{encode, with_classes, with_header};
    use proptest::prelude::*;

    fn compiled<W: AsRef<str>>(words: &[W]) -> Vec<u8> {
        let mut builder = DawgBuilder::default();
        words.iter().for_each(|word| builder.add(word.as_ref()).unwrap());
        encode(&builder.finish().unwrap())
    }

    fn sample() -> Vec<u8> {
        with_classes(&compiled(&["bat", "bats", "cat", "cats", "dog", "quad", "squad"]), &[0b00_01_10_00, 0b01_00_01])
    }

    #[test]
    fn bytes_that_are_not_a_lexicon_are_errors() {
        let good = sample();
        assert!(decode(&good).is_ok());
        assert_eq!(decode(b"aardvark\n"), Err(FormatError::Foreign));
        assert_eq!(decode(b""), Err(FormatError::Foreign));
        for end in 1..good.len() {
            assert!(matches!(decode(&good[..end]), Err(FormatError::Truncated { .. })), "{end} bytes");
        }
        let mut future = good.clone();
        future[8] = 3;
        assert_eq!(decode(&future), Err(FormatError::Version { found: 3 }));
        let mut damaged = good.clone();
        *damaged.last_mut().unwrap() ^= 1;
        assert!(matches!(decode(&damaged), Err(FormatError::Checksum { .. })));
        let longer = with_header(&[&good[HEADER..], &[0]].concat());
        assert!(matches!(decode(&longer), Err(FormatError::Contents(_))));
    }

    #[test]
    fn references_to_later_states_are_refused() {
        // one letter, one state whose edge names the first shared state: itself
        let header = [&[1, 0, 0, 0, b'a', 0, 0, 0], &[1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0][..]].concat();
        let body = [&header, &[0, 0, 0, 0, 2, 2 << KIND_SHIFT | LAST, 0, 0][..]].concat();
        assert!(matches!(decode(&with_header(&body)), Err(FormatError::Contents(_))));
    }

    #[test]
    fn many_shared_states_need_longer_references() {
        // this number of different endings, each used twice: after `p` and after `q`
        let number =
            |n: usize| (0..4).rev().map(|at| (b'a' + (n / 15usize.pow(at) % 15) as u8) as char).collect::<String>();
        for count in [300, 40_000] {
            let endings: Vec<String> = (0..count)
                .map(|n| format!("{}{}{}", number(n), number(n * 7 % count), number(n * 11 % count)))
                .collect();
            let words: Vec<String> =
                ["p", "q"].iter().flat_map(|start| endings.iter().map(move |end| format!("{start}{end}"))).collect();
            let mut words: Vec<String> =
                words.into_iter().chain(endings.iter().map(|end| format!("p{}{end}", &end[8..]))).collect();
            words.sort();
            words.dedup();
            let (automaton, _) = decode(&compiled(&words)).unwrap();
            assert_eq!(automaton.words as usize, words.len());
            assert!(words.iter().all(|word| automaton.number(word).is_some()));
        }
    }

    /// The bytes of a lexicon with all words of `a` and `b` up to this length, or of `a` alone: a chain of states.
    fn chain(length: u32, letters: &[char]) -> Vec<u8> {
        let alphabet = Alphabet::new(letters.iter().copied()).unwrap();
        let count = letters.len() as u16;
        let mut states = vec![State { first: 0, edges: 0, is_word: true }];
        let mut edges = Vec::new();
        for below in 0..length {
            let first = edges.len() as u32;
            edges.extend((0..u32::from(count)).map(|label| Edge { label, state: below }));
            states.push(State { first, edges: count, is_word: below + 1 < length });
        }
        crate::encode::encode(&Dawg { alphabet, states, edges })
    }

    #[test]
    fn words_of_thousands_of_letters_are_refused() {
        assert!(decode(&chain(64, &['a'])).is_ok());
        for length in [65, 4_000] {
            let error = decode(&chain(length, &['a'])).unwrap_err();
            assert_eq!(error, FormatError::Contents("words of as many letters as it says, at most 64"), "{length}");
        }
        // the number of letters of the longest word is told wrong
        let good = chain(3, &['a']);
        for longest in [0u8, 2, 4, 64, 255] {
            let mut body = good[HEADER..].to_vec();
            body[8] = longest;
            assert!(matches!(decode(&with_header(&body)), Err(FormatError::Contents(_))), "{longest}");
        }
    }

    /// Found by fuzzing: a letter of a large alphabet has two symbols, and a word ended between them.
    #[test]
    fn words_that_end_within_a_letter_are_refused() {
        let letters = ('\u{430}'..='\u{44f}').chain('a'..='z');
        let mut words: Vec<String> = letters.flat_map(|c| [format!("{c}"), format!("{c}{c}a")]).collect();
        words.sort_unstable();
        let good = compiled(&words);
        let body = &good[HEADER..];
        let mut refused = 0;
        for at in 0..body.len() {
            for bit in 0..8 {
                let mut body = body.to_vec();
                body[at] ^= 1 << bit;
                match decode(&with_header(&body)) {
                    Ok((automaton, _)) => {
                        for number in 0..automaton.words.min(300) {
                            let word: String = automaton.spell(number).unwrap().into_iter().collect();
                            assert_eq!(automaton.number(&word), Some(number), "byte {at}, bit {bit}: {word:?}");
                        }
                    }
                    Err(error) => refused += usize::from(error == FormatError::Contents("words of whole letters")),
                }
            }
        }
        assert!(refused > 0);
    }

    #[test]
    fn millions_of_words_in_a_few_bytes_are_visited_one_by_one() {
        let bytes = chain(23, &['a', 'b']);
        assert!(bytes.len() < 300, "{}", bytes.len());
        let lexicon = crate::Lexicon::from_bytes(bytes).unwrap();
        assert_eq!(lexicon.len(), (1 << 24) - 2);
        let mut visited = Vec::new();
        let any: crate::Pattern = "*".parse().unwrap();
        lexicon.visit_matching(&any, |word| {
            visited.push(word.len());
            if visited.len() < 30 { std::ops::ControlFlow::Continue(()) } else { std::ops::ControlFlow::Break(()) }
        });
        assert_eq!((visited.len(), visited[22], visited[23]), (30, 23, 23));
        assert!(decode(&chain(25, &['a', 'b'])).is_err(), "more words than a search can count");
    }

    proptest! {
        #[test]
        fn damaged_bytes_never_panic(index in 0usize..200, bits in 1u8.., fix_checksum in prop::bool::ANY) {
            let mut bytes = sample();
            let index = index % bytes.len();
            bytes[index] ^= bits;
            let bytes = if fix_checksum && index >= HEADER { with_header(&bytes[HEADER..]) } else { bytes };
            if let Ok((automaton, _)) = decode(&bytes) {
                // a lexicon that is accepted can be walked to its end and spells the word of each number
                let words = automaton.words.min(1000);
                prop_assert!((0..words).all(|number| automaton.spell(number).is_some()));
            } else {
                prop_assert!(index >= 8 || decode(&bytes) == Err(FormatError::Foreign));
            }
        }

        #[test]
        fn random_bytes_behind_a_right_header_never_panic(body in prop::collection::vec(prop_oneof![0u8..6, 0u8..], 0..60)) {
            if let Ok((automaton, _)) = decode(&with_header(&body)) {
                let words = automaton.words.min(1000);
                prop_assert!((0..words).all(|number| automaton.spell(number).is_some()));
            }
        }
    }
}
