//! A lexicon as bytes: what the build script embeds and what a compiled dictionary file holds.
//!
//! ```text
//! HEXLEXDG  8 bytes that no word list begins with
//! version   u32, little endian; a reader refuses the versions it does not know
//! length    u64, little endian: how many bytes follow the checksum
//! checksum  u64, little endian, of those bytes (see `checksum`)
//! letters   a count, then each letter's code point
//! states    a count, then for each state, children first, the root last:
//!           2 x edges + (1 where a word ends), then for each edge the letter's index (a byte) and
//!           how many states back its target lies
//! classes   0, or 1 and two bits for each word in alphabetical order, low bits first
//! ```
//! Counts and code points are LEB128: seven bits a byte, low ones first, the high bit says that
//! more follow. Word counts are not stored: they follow from the states in one pass.
//!
//! The build script compiles this file too, so it uses nothing of the crate but its neighbor.

use super::dawg::{Alphabet, Assembler, Dawg, DawgError};

/// What a compiled lexicon begins with.
pub(crate) const MAGIC: &[u8; 8] = b"HEXLEXDG";

/// The version that is written, and the only one so far that is read.
const VERSION: u32 = 1;

/// Where what the checksum covers begins.
const HEADER: usize = MAGIC.len() + 4 + 8 + 8;

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
    let mut body = Vec::new();
    put(&mut body, dawg.alphabet.letters().len() as u32);
    for &letter in dawg.alphabet.letters() {
        put(&mut body, u32::from(letter));
    }
    put(&mut body, dawg.nodes.len() as u32);
    for (number, node) in dawg.nodes.iter().enumerate() {
        put(&mut body, 2 * node.children.count_ones() + u32::from(node.is_word));
        for (letter, edge) in dawg.edges_of(number as u32) {
            body.push(letter);
            put(&mut body, number as u32 - edge.node);
        }
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
    let letters = (0..input.number()?)
        .map(|_| char::from_u32(input.number()?).ok_or(FormatError::Contents("letters that are characters")))
        .collect::<Result<Vec<char>, _>>()?;
    if !letters.is_sorted_by(|a, b| a < b) {
        return Err(FormatError::Contents("letters in ascending order"));
    }
    let mut states = Assembler::new(Alphabet::new(letters)?);
    let mut edges = Vec::new();
    for number in 0..input.number()? {
        let head = input.number()?;
        edges.clear();
        for _ in 0..head / 2 {
            let [letter] = input.take()?;
            let back = input.number()?;
            let node = number.checked_sub(back).ok_or(FormatError::Contents("states that lead to earlier ones"))?;
            edges.push((letter, node));
        }
        states.push(head % 2 == 1, &edges)?;
    }
    Ok(states.finish()?)
}

/// Writes a number in as few bytes as LEB128 needs.
fn put(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Bytes that are read from front to back.
struct Input<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Input<'a> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], FormatError> {
        let short = FormatError::Truncated { expected: self.at + N, found: self.bytes.len() };
        let taken = self.rest().first_chunk::<N>().ok_or(short)?;
        self.at += N;
        Ok(*taken)
    }

    fn number(&mut self) -> Result<u32, FormatError> {
        let mut number = 0u64;
        for shift in (0..32).step_by(7) {
            let [byte] = self.take()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return u32::try_from(number).map_err(|_| FormatError::Contents("numbers below 4294967296"));
            }
        }
        Err(FormatError::Contents("numbers of at most five bytes"))
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
        let body = [1, b'a', 2, 2, 0, 0, 2, 0, 1, 0];
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
