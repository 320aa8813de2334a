//! A lexicon as bytes, and how they are read: what the build script embeds and what a compiled dictionary file holds.
//!
//! ```text
//! HEXLEXDG  8 bytes that no word list begins with
//! version   u32; a reader refuses the versions it does not know
//! length    u64: how many bytes follow the checksum
//! checksum  u64, of those bytes (see `checksum`)
//! letters   a count (u32), then each letter's code point (u32)
//! counts    u32 each: letters of the longest word; states; edges; bytes of references; leaders (below), and the uppermost bit where
//!           references may have three bytes
//! leaders   for each its number (u32)
//! flags     two bits a state, low bits first: 1 where a word ends, 2 where a reference leads to it
//! edges     a byte each, state after state, children first, the root last, in the order of the symbols:
//!           the symbol (5 bits), 32 for the last edge of a state, 64 x kind:
//!           0 to the end of a word that no word goes on from (that state itself is not written),
//!           1 to the state last written of those that no edge of this kind has led to,
//!           2 to the state that the next reference names
//! references  a byte below the number of leaders: that leader; otherwise what it is more, and the next
//!           byte (or two): the number of the state, high bits first, among those that references
//!           lead to, in the order in which they are written
//! classes   0, or 1 and two bits for each word in the order of the words' numbers, low bits first
//! ```
//! All numbers are little endian. Leaders are the states that most references lead to. Everything else
//! (masks, word numbers, lengths) follows in one pass.
//!
//! # Why it is not searched as it lies
//! A search looks at hundreds of places a board: what it wants is [one slot](crate::automaton) with all the answers, in
//! one look at the memory. Here an edge is a byte, references are found only by counting those before them, and word
//! numbers are not there at all, which is what makes the file half as large as forms that can be searched as
//! they lie. Slots are made from it in one pass of some 12 ns an edge: 1.5 ms for English and 5.5 ms for Polish, measured
//! on a busy machine, and take, with what is known of those behind them, 2.3 and 8 MB.

use crate::alphabet::{Alphabet, SYMBOLS};
use crate::assembler::{Assembler, Broken, Info, Open};
use crate::automaton::{Automaton, Size};
use crate::fold::MAX_WORD_LETTERS;

/// What a compiled lexicon begins with.
pub(crate) const MAGIC: &[u8; 8] = b"HEXLEXDG";

/// The version that is written, and the only one that is read.
pub(crate) const VERSION: u32 = 2;

/// Where what the checksum covers begins.
pub(crate) const HEADER: usize = MAGIC.len() + 4 + 8 + 8;

/// How many words' classes a byte holds.
pub(crate) const CLASSES_A_BYTE: usize = 4;

/// How many states' flags a byte holds, and what they say.
pub(crate) const FLAGS_A_BYTE: usize = 4;
pub(crate) const IS_WORD: u8 = 1;
pub(crate) const IS_SHARED: u8 = 2;

/// What an edge's byte says.
const SYMBOL: u8 = 31;
pub(crate) const LAST: u8 = 32;
pub(crate) const KIND_SHIFT: u32 = 6;
pub(crate) const TO_LEAF: u8 = 0;
pub(crate) const TO_WAITING: u8 = 1;
pub(crate) const TO_SHARED: u8 = 2;

/// What the count of leaders has where references have two bytes behind their first.
pub(crate) const WIDE: u32 = 1 << 31;

/// The values of a reference's first byte.
pub(crate) const LEADERS_AND_OTHERS: usize = 256;

/// What keeps bytes from being a lexicon.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FormatError {
    /// The bytes are something else.
    #[error("expected a compiled lexicon, found something else: give a word list or build one from it")]
    Foreign,
    /// A version that this program does not know.
    #[error("expected a lexicon of version {VERSION}, found version {found}: build it again or update hexlex")]
    Version {
        /// The version that the bytes tell.
        found: u32,
    },
    /// The bytes end too early.
    #[error("expected at least {expected} bytes, found {found}: the lexicon is cut short, copy or build it again")]
    Truncated {
        /// The number of bytes there should be.
        expected: usize,
        /// The number of bytes.
        found: usize,
    },
    /// The bytes are not those that were written.
    #[error("expected the checksum {expected:016x}, found {found:016x}: the lexicon is damaged, build it again")]
    Checksum {
        /// The checksum that the bytes tell.
        expected: u64,
        /// The checksum of the bytes.
        found: u64,
    },
    /// The checksum is right and the contents are not.
    #[error("expected {0}: the lexicon was not written by this program, build it again")]
    Contents(&'static str),
}

impl From<Broken> for FormatError {
    fn from(Broken(what): Broken) -> FormatError {
        FormatError::Contents(what)
    }
}

/// FNV-1a over words of eight bytes (the last one filled up with zeros), which is as good here
/// as over single bytes and eight times as fast: start-up waits for it.
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    /// Offset and prime of the 64-bit FNV-1a hash (Fowler, Noll and Vo).
    const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    let mix = |hash: u64, word: u64| {
        let mixed = (hash ^ word).wrapping_mul(PRIME);
        // a multiplication moves bits upward only: bring the high ones back down
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
/// Safe for bytes of any origin: a wrong checksum is told, and contents that pass it are checked
/// state by state, so that nothing that is returned can be walked in a circle or out of bounds.
pub(crate) fn decode(bytes: &[u8]) -> Result<(Automaton, Option<Vec<u8>>), FormatError> {
    let mut input = open(bytes)?;
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

/// The body behind a header that is right.
fn open(bytes: &[u8]) -> Result<Input<'_>, FormatError> {
    if !bytes.starts_with(MAGIC) {
        return Err(if MAGIC.starts_with(bytes) && !bytes.is_empty() {
            FormatError::Truncated { expected: HEADER, found: bytes.len() }
        } else {
            FormatError::Foreign
        });
    }
    let mut input = Input { bytes, at: MAGIC.len() };
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

fn decode_alphabet(input: &mut Input<'_>) -> Result<Alphabet, FormatError> {
    let count = input.number()? as usize;
    let letters = input.numbers(count)?.map(|letter| char::from_u32(letter).ok_or(FormatError::Contents("letters")));
    let letters = letters.collect::<Result<Vec<char>, _>>()?;
    if !letters.is_sorted_by(|a, b| a < b) || letters.iter().any(|&letter| crate::fold::fold(letter) != Some(letter)) {
        return Err(FormatError::Contents("folded letters in ascending order"));
    }
    Alphabet::new(letters).ok_or(FormatError::Contents("at most 64 letters"))
}

fn decode_states(input: &mut Input<'_>) -> Result<Automaton, FormatError> {
    let alphabet = decode_alphabet(input)?;
    let longest = input.number()?;
    let [states, edges, references, leaders] = [input.number()?, input.number()?, input.number()?, input.number()?];
    let wide = leaders & WIDE != 0;
    let leaders = input.numbers((leaders & !WIDE) as usize)?;
    let flags = input.slice((states as usize).div_ceil(FLAGS_A_BYTE))?;
    let edges = input.slice(edges as usize)?;
    if leaders.len() > LEADERS_AND_OTHERS {
        return Err(FormatError::Contents("at most 256 leaders"));
    }
    let references = [input.slice(references as usize)?, &[0; PADDING]].concat();
    let references = References::new(&references, leaders, wide);
    // the state at which words only end is not written
    let leaf = u32::from(edges.iter().any(|edge| edge >> KIND_SHIFT == TO_LEAF));
    let size = Size { longest, states: states.saturating_add(leaf), edges: edges.len() as u32 };
    assemble(Assembler::new(alphabet, edges.len()), size, (states as usize, flags, edges), references)
}

/// Puts the states together in the order in which they lie.
///
/// Which kind an edge is, and how long a reference, nobody can foresee: everything is looked up for every edge, and
/// no branch depends on what is taken of it.
fn assemble(
    mut assembler: Assembler,
    size: Size,
    (states, flags, edges): (usize, &[u8], &[u8]),
    mut references: References<'_>,
) -> Result<Automaton, FormatError> {
    // first the end of a word, then the states that wait, the last one uppermost, then those to refer to
    let mut pool = vec![Info::LEAF; 1 + MOST_WAITING];
    let mut waiting = 0usize;
    let mut left = edges.iter();
    for state in 0..states {
        let mut open = Open::default();
        loop {
            let &edge = left.next().ok_or(FormatError::Contents("edges for every state"))?;
            let kind = edge >> KIND_SHIFT;
            let shared = 1 + MOST_WAITING + references.next(kind == TO_SHARED)?;
            let taken = usize::from(kind == TO_WAITING);
            if kind > TO_SHARED || waiting < taken {
                return Err(FormatError::Contents("edges of a known kind, to states that wait for their parents"));
            }
            let place = if kind == TO_SHARED { shared } else { waiting * taken };
            waiting -= taken;
            let behind = pool.get(place).ok_or(FormatError::Contents("edges to states that came before"))?;
            assembler.edge(&mut open, edge & SYMBOL, *behind)?;
            if edge & LAST != 0 {
                break;
            }
        }
        let flags = flags[state / FLAGS_A_BYTE] >> (2 * (state % FLAGS_A_BYTE));
        let info = assembler.close(open, flags & IS_WORD != 0)?;
        pool.push(info);
        pool.truncate(pool.len() - usize::from(flags & IS_SHARED == 0));
        waiting += 1;
        if waiting > MOST_WAITING {
            return Err(FormatError::Contents("fewer states that wait for their parents"));
        }
        pool[waiting] = info;
    }
    let root = if waiting > 0 { pool[waiting] } else { Info::default() };
    if waiting > 1 || left.next().is_some() || !references.are_read() {
        return Err(FormatError::Contents("one root, and no edge behind its own"));
    }
    Ok(assembler.finish(root, size)?)
}

/// The most states that can wait for their parents: all that the states on the way along a word of 64 letters lead
/// to, each of two symbols.
const MOST_WAITING: usize = 2 * MAX_WORD_LETTERS * SYMBOLS;

/// The references as they are read.
struct References<'a> {
    /// Those left, each of which is within these bytes.
    bytes: &'a [u8],
    /// By a reference's first byte: what it stands for.
    table: Box<[First; LEADERS_AND_OTHERS]>,
    /// How far two bytes are to be shifted to leave those that belong to a reference.
    shift: u32,
}

/// What the first byte of a reference stands for.
#[derive(Clone, Copy, Default)]
struct First {
    /// The number of the state, but for what the bytes behind add.
    number: u32,
    /// What of the bytes behind belongs to the number.
    mask: u32,
    /// The bytes of the reference.
    length: u32,
}

impl<'a> References<'a> {
    fn new(bytes: &'a [u8], leaders: impl ExactSizeIterator<Item = u32>, wide: bool) -> References<'a> {
        let (others, low) = (leaders.len(), if wide { u16::BITS } else { u8::BITS });
        let mut table = Box::new([First::default(); LEADERS_AND_OTHERS]);
        for (value, first) in table.iter_mut().enumerate().skip(others) {
            *first =
                First { number: ((value - others) as u32) << low, mask: (1 << low) - 1, length: 1 + low / u8::BITS };
        }
        table.iter_mut().zip(leaders).for_each(|(first, number)| *first = First { number, mask: 0, length: 1 });
        References { bytes, table, shift: u16::BITS - low }
    }

    /// The number of the state that the next reference names, which stays the next one unless it is taken.
    #[inline]
    fn next(&mut self, is_taken: bool) -> Result<usize, FormatError> {
        // the padding makes these three bytes be there for every edge but those behind the last reference
        let [first, bytes @ ..] = *self.bytes.first_chunk::<3>().ok_or(FormatError::Contents(CUT_REFERENCE))?;
        let First { number, mask, length } = self.table[usize::from(first)];
        self.bytes = &self.bytes[length as usize * usize::from(is_taken)..];
        Ok((number | (u32::from(u16::from_be_bytes(bytes)) >> self.shift) & mask) as usize)
    }

    /// Whether nothing is left but the padding.
    fn are_read(&self) -> bool {
        self.bytes.len() == PADDING
    }
}

/// What a reference without its last byte is told as.
const CUT_REFERENCE: &str = "a reference for every edge that has one";

/// The bytes behind the references that are looked at with them.
const PADDING: usize = 3;

/// Bytes that are read from front to back.
struct Input<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Input<'a> {
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
    use crate::builder::Builder;
    use crate::encode::{encode, sealed, with_classes};
    use proptest::prelude::*;

    fn compiled<W: AsRef<str>>(words: &[W]) -> Vec<u8> {
        let mut builder = Builder::default();
        words.iter().for_each(|word| builder.add(word.as_ref()).unwrap());
        encode(&builder.finish().unwrap())
    }

    fn sample() -> Vec<u8> {
        with_classes(&compiled(&["bat", "bats", "cat", "cats", "dog", "quad", "squad"]), &[0b00_01_10_00, 0b01_00_01])
    }

    #[test]
    fn what_is_no_lexicon_says_why() {
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
        let longer = sealed(&[&good[HEADER..], &[0]].concat());
        assert!(matches!(decode(&longer), Err(FormatError::Contents(_))));
    }

    #[test]
    fn references_to_states_that_have_not_come_are_refused() {
        // one letter, one state whose edge refers to the first shared state: itself
        let header = [&[1, 0, 0, 0, b'a', 0, 0, 0], &[1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0][..]].concat();
        let body = [&header, &[0, 0, 0, 0, 2, 2 << KIND_SHIFT | LAST, 0, 0][..]].concat();
        assert!(matches!(decode(&sealed(&body)), Err(FormatError::Contents(_))));
    }

    #[test]
    fn many_states_to_refer_to_need_longer_references() {
        // so many different endings, each used twice: `xx` + a number, and `yy` + the same
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

    proptest! {
        #[test]
        fn damaged_bytes_never_panic(place in 0usize..200, bits in 1u8.., seal in prop::bool::ANY) {
            let mut bytes = sample();
            let place = place % bytes.len();
            bytes[place] ^= bits;
            let bytes = if seal && place >= HEADER { sealed(&bytes[HEADER..]) } else { bytes };
            if let Ok((automaton, _)) = decode(&bytes) {
                // what passes for a lexicon can be walked to its end, and spells each number
                let words = automaton.words.min(1000);
                prop_assert!((0..words).all(|number| automaton.spell(number).is_some()));
            } else {
                prop_assert!(place >= 8 || decode(&bytes) == Err(FormatError::Foreign));
            }
        }

        #[test]
        fn any_bytes_behind_a_right_header_never_panic(body in prop::collection::vec(prop_oneof![0u8..6, 0u8..], 0..60)) {
            if let Ok((automaton, _)) = decode(&sealed(&body)) {
                let words = automaton.words.min(1000);
                prop_assert!((0..words).all(|number| automaton.spell(number).is_some()));
            }
        }
    }
}
