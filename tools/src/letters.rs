//! Which letters a board is dealt.

/// How often each letter is drawn, A to Z, in parts of a thousand: about as Bookworm deals them.
const FREQUENCIES: [u32; 26] =
    [82, 21, 28, 40, 115, 18, 27, 24, 77, 8, 15, 54, 30, 58, 68, 28, 9, 70, 60, 62, 42, 14, 15, 6, 22, 7];

/// A letter by its frequency; `below` draws a number below the one it is given.
pub fn by_frequency(below: impl FnOnce(u32) -> u32) -> u8 {
    let mut at = below(FREQUENCIES.iter().sum());
    let letter = FREQUENCIES.iter().position(|&part| {
        let here = at < part;
        at = at.saturating_sub(part);
        here
    });
    b'A' + letter.unwrap_or(0) as u8
}
