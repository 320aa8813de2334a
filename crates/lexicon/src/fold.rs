//! Case folding: which characters are letters, and the one form in which words store each of them.

/// The lookup tables cover the code points below this: Latin, Greek and Cyrillic.
pub(crate) const TABLE_END: u32 = 0x530;

/// The most letters of a word. A longer line is prose without spaces or not text at all.
///
/// The longest words of the German, Polish and Spanish lists have fewer than 40.
pub const MAX_WORD_LETTERS: usize = 64;

/// The letter as words store it, or `None` for a character that is not a letter.
///
/// This is the lower case of the upper case, where each is a single character. So letters that look alike on a board
/// are one letter: `ς` and `σ` are both `Σ`.
#[inline]
pub fn fold(letter: char) -> Option<char> {
    if letter.is_ascii() {
        return letter.is_ascii_alphabetic().then(|| letter.to_ascii_lowercase());
    }
    match table().get(letter as usize) {
        Some(&folded) => Some(folded).filter(|&folded| folded != '\0'),
        None => fold_by_unicode(letter),
    }
}

fn fold_by_unicode(letter: char) -> Option<char> {
    let upper = single(letter.to_uppercase()).unwrap_or(letter);
    let lower = single(upper.to_lowercase()).unwrap_or(upper);
    lower.is_alphabetic().then_some(lower)
}

/// The folded letters by code point, NUL for the other characters: the standard library searches its Unicode tables,
/// which is slower.
fn table() -> &'static [char; TABLE_END as usize] {
    static TABLE: std::sync::OnceLock<[char; TABLE_END as usize]> = std::sync::OnceLock::new();
    TABLE.get_or_init(|| {
        std::array::from_fn(|point| char::from_u32(point as u32).and_then(fold_by_unicode).unwrap_or('\0'))
    })
}

/// The only item, if there is exactly one.
fn single(mut letters: impl Iterator<Item = char>) -> Option<char> {
    letters.next().filter(|_| letters.next().is_none())
}
