//! The letters of a random board.

/// The weight of each letter from A to Z, in thousandths. Chosen by hand: near the frequencies of English text (`src/roll.rs`), with rare
/// letters more often, so that pictures show every letter. Bookworm's own frequencies are not published. Another
/// weight changes every fixture and every hard picture.
const FREQUENCIES: [u32; 26] =
    [82, 21, 28, 40, 115, 18, 27, 24, 77, 8, 15, 54, 30, 58, 68, 28, 9, 70, 60, 62, 42, 14, 15, 6, 22, 7];

/// A capital letter by its frequency; `below` draws a number below the one it is given.
pub fn by_frequency(below: impl FnOnce(u32) -> u32) -> char {
    let mut at = below(FREQUENCIES.iter().sum());
    let letter = FREQUENCIES.iter().position(|&weight| {
        let here = at < weight;
        at = at.saturating_sub(weight);
        here
    });
    char::from(b'A' + letter.unwrap_or(0) as u8)
}
