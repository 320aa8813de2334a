//! The table beside the word package: for each of its words whether the built-in English keeps it,
//! and how sure it is that a game takes it. `tools/words.rs` writes it, the build script reads it.
//!
//! ```text
//! HEXLEXEN  8 bytes
//! count     u32, little endian: the number of words
//! checksum  u64, little endian: of the words in alphabetical order, each followed by a line feed
//! marks     two bits a word in that order, low bits first: 0 left out, 1 + class otherwise
//! ```
//! The words themselves are not in the table, so it fits one version of the package only; the count
//! and the checksum find out.

use super::format::checksum;
use std::error::Error;

/// What a table begins with.
const MAGIC: &[u8; 8] = b"HEXLEXEN";

/// Where the marks begin.
const HEADER: usize = MAGIC.len() + 4 + 8;

/// How many words' marks a byte holds.
const MARKS_A_BYTE: usize = 4;

/// The package's words in alphabetical order; the package itself promises none.
pub fn package_words() -> Vec<&'static str> {
    let mut words: Vec<&str> = wordnik_list::word_iterator().collect();
    words.sort_unstable();
    words
}

fn checksum_of(words: &[&str]) -> u64 {
    checksum((words.join("\n") + "\n").as_bytes())
}

/// The marks as numbers from 0 to 3, packed.
pub fn pack(marks: impl IntoIterator<Item = u8>) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (place, mark) in marks.into_iter().enumerate() {
        if place % MARKS_A_BYTE == 0 {
            bytes.push(0);
        }
        if let Some(byte) = bytes.last_mut() {
            *byte |= (mark & 3) << (2 * (place % MARKS_A_BYTE));
        }
    }
    bytes
}

/// The table of these words and marks.
pub fn write(words: &[&str], marks: impl IntoIterator<Item = u8>) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend_from_slice(&(words.len() as u32).to_le_bytes());
    bytes.extend_from_slice(&checksum_of(words).to_le_bytes());
    bytes.extend(pack(marks));
    bytes
}

/// The marks of these words.
///
/// # Errors
/// A message that says what to do, where the table was made for other words.
pub fn read(table: &[u8], words: &[&str]) -> Result<Vec<u8>, Box<dyn Error>> {
    const REMEDY: &str =
        "make it again as tools/words.rs says, or go back to the version of wordnik_list that Cargo.lock had";
    let numbers = || Some((table.get(8..12)?.try_into().ok()?, table.get(12..HEADER)?.try_into().ok()?));
    let (true, Some((count, sum))) = (table.starts_with(MAGIC), numbers()) else {
        return Err(format!("expected a table of English words, found something else: {REMEDY}").into());
    };
    let count = u32::from_le_bytes(count) as usize;
    if count != words.len() || u64::from_le_bytes(sum) != checksum_of(words) {
        let found = words.len();
        return Err(
            format!("the table of English words fits {count} words, the package has {found} others: {REMEDY}").into()
        );
    }
    let marks = &table[HEADER..];
    if marks.len() != count.div_ceil(MARKS_A_BYTE) {
        return Err(format!("expected a mark for each of {count} words, found a table cut short: {REMEDY}").into());
    }
    Ok((0..count).map(|place| marks[place / MARKS_A_BYTE] >> (2 * (place % MARKS_A_BYTE)) & 3).collect())
}
