//! A lexicon as bytes: what the build script embeds and what a compiled dictionary file holds.
//!
//! ```text
//! HEXLEXDG  8 bytes that no word list begins with
//! version   u32, little endian; a reader refuses the versions it does not know
//! length    u64, little endian: how many bytes follow the checksum
//! checksum  u64, little endian, of those bytes (see `checksum`)
//! letters   a count (u32), then each letter's code point (u32)
//! states    a count (u32), then for each state, children first, the root last, a byte:
//!           2 x edges + (1 where a word ends)
//! edges     state after state, four bytes each: the letter's index in the upper 6 bits,
//!           the number of the state behind in the lower 26
//! classes   0, or 1 and two bits for each word in alphabetical order, low bits first
//! ```
//! All numbers are little endian. Word counts are not stored: they follow from the states in one pass.
//! Fixed widths make the file a quarter larger than it could be, and ready at once.
//!
//! The build script compiles this file too, so it uses nothing of the crate but its neighbor.

use super::dawg::{Alphabet, Assembler, Dawg, DawgError, MAX_ALPHABET};

/// What a compiled lexicon begins with.
pub(crate) const MAGIC: &[u8; 8] = b"HEXLEXDG";

/// The version that is written, and the only one so far that is read.
const VERSION: u32 = 1;

/// Where what the checksum covers begins.
const HEADER: usize = MAGIC.len() + 4 + 8 + 8;

/// The bits of an edge that tell the state behind it; the rest tell the letter, of 64 at most.
const STATE_BITS: u32 = 26;

/// How many words' classes a byte holds.
pub(crate) const CLASSES_A_BYTE: usize = 4;

/// What keeps bytes from being a lexicon.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FormatError {
    /// The bytes are something else.
    #[error("expected a compiled lexicon, found something else: give a word list or build one from it")]
    Foreign,
    /// A version that this program does not know.
    #[error("expected a lexicon of version 1, found version {found}: build it again or update hexlex")]
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
    /// The states are no automaton.
    #[error(transparent)]
    States(#[from] DawgError),
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
    bytes.chunks(8).fold(start, |hash, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        mix(hash, u64::from_le_bytes(word))
    })
}

/// The bytes of an automaton and, where it has them, its words' classes.
pub(crate) fn encode(dawg: &Dawg, classes: Option<&[u8]>) -> Vec<u8> {
    let letters = dawg.alphabet.letters();
    let mut body = (letters.len() as u32).to_le_bytes().to_vec();
    body.extend(letters.iter().flat_map(|&letter| u32::from(letter).to_le_bytes()));
    body.extend((dawg.nodes.len() as u32).to_le_bytes());
    body.extend(dawg.nodes.iter().map(|node| 2 * node.children.count_ones() as u8 + u8::from(node.is_word)));
    for number in 0..dawg.nodes.len() as u32 {
        let edges = dawg.edges_of(number);
        body.extend(edges.flat_map(|(letter, edge)| (u32::from(letter) << STATE_BITS | edge.node).to_le_bytes()));
    }
    body.push(u8::from(classes.is_some()));
    body.extend_from_slice(classes.unwrap_or_default());
    let mut bytes = MAGIC.to_vec();
    bytes.extend_from_slice(&VERSION.to_le_bytes());
    bytes.extend_from_slice(&(body.len() as u64).to_le_bytes());
    bytes.extend_from_slice(&checksum(&body).to_le_bytes());
    bytes.extend_from_slice(&body);
    bytes
}

/// The automaton and the classes of [`encode`]d bytes.
///
/// Safe for bytes of any origin: a wrong checksum is told, and contents that pass it are checked
/// state by state, so that nothing that is returned can be walked in a circle or out of bounds.
pub(crate) fn decode(bytes: &[u8]) -> Result<(Dawg, Option<Vec<u8>>), FormatError> {
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
    let dawg = decode_states(&mut input)?;
    let classes = match input.take()? {
        [0] => None,
        [1] => Some(input.rest().to_vec()),
        _ => return Err(FormatError::Contents("0 or 1 before the classes")),
    };
    let size = classes.as_ref().map_or(0, |_| (dawg.words as usize).div_ceil(CLASSES_A_BYTE));
    if classes.as_ref().map_or(input.rest().len(), Vec::len) != size {
        return Err(FormatError::Contents("as many classes as words at the end"));
    }
    Ok((dawg, classes))
}

fn decode_states(input: &mut Input<'_>) -> Result<Dawg, FormatError> {
    let count = input.number()? as usize;
    let letters = input.numbers(count)?.map(|letter| char::from_u32(letter).ok_or(FormatError::Contents("letters")));
    let letters = letters.collect::<Result<Vec<char>, _>>()?;
    if !letters.is_sorted_by(|a, b| a < b) {
        return Err(FormatError::Contents("letters in ascending order"));
    }
    let count = input.number()? as usize;
    let heads = input.slice(count)?;
    let mut left = input.numbers(heads.iter().map(|head| usize::from(head / 2)).sum())?;
    let mut states = Assembler::with_capacity(Alphabet::new(letters)?, heads.len(), left.len());
    let mut edges = Vec::with_capacity(MAX_ALPHABET);
    for head in heads {
        edges.clear();
        let next = left.by_ref().take(usize::from(head / 2));
        edges.extend(next.map(|edge| ((edge >> STATE_BITS) as u8, edge & ((1 << STATE_BITS) - 1))));
        states.push(head % 2 == 1, &edges)?;
    }
    Ok(states.finish()?)
}

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
    use proptest::prelude::*;

    fn dawg(words: &[&str]) -> Dawg {
        let alphabet = Alphabet::new(words.iter().flat_map(|word| word.chars())).unwrap();
        Dawg::from_sorted(alphabet, words.iter().copied()).unwrap()
    }

    fn sample() -> Vec<u8> {
        encode(&dawg(&["bat", "bats", "cat", "cats", "dog"]), Some(&[0b00_01_10_00, 0b01]))
    }

    /// The bytes with the checksum that they should have, so that their contents are looked at.
    fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
        let sum = checksum(&bytes[HEADER..]).to_le_bytes();
        bytes[HEADER - 8..HEADER].copy_from_slice(&sum);
        bytes
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
        future[8] = 2;
        assert_eq!(decode(&future), Err(FormatError::Version { found: 2 }));
        let mut damaged = good.clone();
        *damaged.last_mut().unwrap() ^= 1;
        assert!(matches!(decode(&damaged), Err(FormatError::Checksum { .. })));
        let longer = sealed([good.as_slice(), &[0]].concat());
        assert!(matches!(decode(&longer), Err(FormatError::Contents(_))));
    }

    #[test]
    fn states_that_lead_forward_are_refused() {
        // one letter, two states; the first leads to itself
        let body = [&[1, 0, 0, 0, b'a', 0, 0, 0], &[2, 0, 0, 0, 2, 2, 0, 0][..], &[0, 0, 0, 0, 0, 0, 0]].concat();
        let mut bytes = sample();
        bytes.truncate(HEADER);
        bytes[12..20].copy_from_slice(&(body.len() as u64).to_le_bytes());
        bytes.extend_from_slice(&body);
        assert!(matches!(decode(&sealed(bytes)), Err(FormatError::States(DawgError::Broken(_)))));
    }

    proptest! {
        #[test]
        fn damaged_bytes_never_panic(place in 0usize..200, bits in 1u8.., seal in prop::bool::ANY) {
            let mut bytes = sample();
            let place = place % bytes.len();
            bytes[place] ^= bits;
            let bytes = if seal && place >= HEADER { sealed(bytes) } else { bytes };
            if let Ok((dawg, _)) = decode(&bytes) {
                // what passes for a lexicon can be walked to its end
                let words: u32 = dawg.edges_of(dawg.root()).map(|(_, edge)| edge.skip).max().unwrap_or(0);
                prop_assert!(words <= dawg.words);
            } else {
                prop_assert!(place >= 8 || decode(&bytes) == Err(FormatError::Foreign));
            }
        }

        #[test]
        fn any_bytes_behind_a_right_header_never_panic(body in prop::collection::vec(prop_oneof![0u8..6, 0u8..], 0..60)) {
            let mut bytes = sample();
            bytes.truncate(HEADER);
            bytes[12..20].copy_from_slice(&(body.len() as u64).to_le_bytes());
            bytes.extend_from_slice(&body);
            if let Ok((dawg, classes)) = decode(&sealed(bytes)) {
                let again = encode(&dawg, classes.as_deref());
                prop_assert_eq!(decode(&again), Ok((dawg, classes)));
            }
        }
    }
}
