//! The table beside a word list: which of the list's words a dictionary keeps, and the [class](WordClass) of each.
//!
//! The built-in English is the word list of a package on the registry, of which this table keeps a part.
//! `examples/english_classes.rs` writes the table once; the build script reads it at every build.
//!
//! ```text
//! HEXLEXEN  8 bytes
//! count     u32, little endian: the number of words in the list
//! checksum  u64, little endian: of the words in alphabetical order, each followed by a line feed
//! marks     two bits per word in that order, low bits first: 0 left out, 1 + class otherwise
//! ```
//! The table does not contain the words, so it fits one version of the list only: the count and the checksum detect
//! any other.

use crate::WordClass;
use crate::format::{CLASSES_A_BYTE, checksum};

/// What a table begins with.
const MAGIC: &[u8; 8] = b"HEXLEXEN";

/// The offset of the marks in bytes.
const HEADER: usize = MAGIC.len() + 4 + 8;

/// Why a table cannot be used with a word list.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// The bytes do not begin as a table does.
    #[error("expected a class table, found other bytes")]
    NotATable,
    /// The table was written for another list.
    #[error("expected the list of {expected} words that the table was written for, found another list of {found}")]
    OtherWords {
        /// The number of words that the table was written for.
        expected: usize,
        /// The number of words of the list.
        found: usize,
    },
    /// The table ends too early.
    #[error("expected a mark for each of {words} words, found a table that is cut short")]
    CutShort {
        /// The number of words that the table was written for.
        words: usize,
    },
}

/// The table of these words, in alphabetical order, each with its class or `None` where it is left out.
pub fn write(words: &[&str], classes: impl IntoIterator<Item = Option<WordClass>>) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend_from_slice(&(words.len() as u32).to_le_bytes());
    bytes.extend_from_slice(&checksum_of(words).to_le_bytes());
    bytes.extend(pack(classes.into_iter().map(|class| class.map_or(0, |class| 1 + class as u8))));
    bytes
}

/// The class of each of these words, in alphabetical order; `None` for a word that is left out.
///
/// # Errors
/// [`TableError`] where the bytes are not a table, or one for other words.
pub fn read(table: &[u8], words: &[&str]) -> Result<Vec<Option<WordClass>>, TableError> {
    let numbers = || Some((table.get(8..12)?.try_into().ok()?, table.get(12..HEADER)?.try_into().ok()?));
    let (true, Some((count, sum))) = (table.starts_with(MAGIC), numbers()) else { return Err(TableError::NotATable) };
    let count = u32::from_le_bytes(count) as usize;
    if count != words.len() || u64::from_le_bytes(sum) != checksum_of(words) {
        return Err(TableError::OtherWords { expected: count, found: words.len() });
    }
    let marks = &table[HEADER..];
    if marks.len() != count.div_ceil(CLASSES_A_BYTE) {
        return Err(TableError::CutShort { words: count });
    }
    let class = |mark: u8| WordClass::ALL.get(usize::from(mark.checked_sub(1)?)).copied();
    Ok((0..count).map(|index| class(unpack(marks, index))).collect())
}

/// Values from 0 to 3, four to a byte, the first in the low bits.
pub(crate) fn pack(values: impl IntoIterator<Item = u8>) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (index, value) in values.into_iter().enumerate() {
        if index % CLASSES_A_BYTE == 0 {
            bytes.push(0);
        }
        if let Some(byte) = bytes.last_mut() {
            *byte |= (value & 0b11) << shift(index);
        }
    }
    bytes
}

/// The value at an index of [packed](pack) bytes; 0 beyond their end.
pub(crate) fn unpack(bytes: &[u8], index: usize) -> u8 {
    bytes.get(index / CLASSES_A_BYTE).map_or(0, |byte| byte >> shift(index) & 0b11)
}

fn shift(index: usize) -> usize {
    8 / CLASSES_A_BYTE * (index % CLASSES_A_BYTE)
}

fn checksum_of(words: &[&str]) -> u64 {
    checksum((words.join("\n") + "\n").as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_reads_back_with_its_own_words_only() {
        let words = ["ab", "cd", "ef", "gh", "ij"];
        let classes = [Some(WordClass::Rare), None, Some(WordClass::Common), Some(WordClass::Known), None];
        let table = write(&words, classes);
        assert_eq!(read(&table, &words), Ok(classes.to_vec()));
        assert_eq!(read(&table, &words[1..]), Err(TableError::OtherWords { expected: 5, found: 4 }));
        assert!(matches!(read(&table, &["ab", "cd", "ef", "gh", "ik"]), Err(TableError::OtherWords { .. })));
        assert_eq!(read(&table[..table.len() - 1], &words), Err(TableError::CutShort { words: 5 }));
        assert_eq!(read(b"HEXLEXDG", &words), Err(TableError::NotATable));
    }
}
