//! What of a character is a letter: case folded, so that a list, a board and a player agree.
//!
//! The build script compiles this file too, so it uses nothing of the crate.

/// The code points below this have tables: Latin, Greek and Cyrillic.
pub(crate) const TABLE_END: u32 = 0x530;

/// The most letters a word may have; what is longer is prose without spaces or no text at all.
///
/// The longest words of the German, Polish and Spanish lists have fewer than 40.
pub const MAX_WORD_LETTERS: usize = 64;

/// The letter as words are kept, or `None` for what is no letter.
///
/// Lower case of the upper case, so that letters which a board cannot tell apart are one
/// (`ς` and `σ` are both `Σ`), where each is a single character.
pub fn fold(letter: char) -> Option<char> {
    if letter.is_ascii() {
        return letter.is_ascii_alphabetic().then(|| letter.to_ascii_lowercase());
    }
    match table().get(letter as usize) {
        Some(&folded) => Some(folded).filter(|&folded| folded != '\0'),
        None => fold_slowly(letter),
    }
}

fn fold_slowly(letter: char) -> Option<char> {
    let upper = single(letter.to_uppercase()).unwrap_or(letter);
    let lower = single(upper.to_lowercase()).unwrap_or(upper);
    lower.is_alphabetic().then_some(lower)
}

/// The folded letters by code point, NUL for what is none: Unicode's own tables are searched, which takes long.
fn table() -> &'static [char; TABLE_END as usize] {
    static TABLE: std::sync::OnceLock<[char; TABLE_END as usize]> = std::sync::OnceLock::new();
    TABLE
        .get_or_init(|| std::array::from_fn(|point| char::from_u32(point as u32).and_then(fold_slowly).unwrap_or('\0')))
}

/// The only one of these, if there is just one.
fn single(mut letters: impl Iterator<Item = char>) -> Option<char> {
    letters.next().filter(|_| letters.next().is_none())
}
