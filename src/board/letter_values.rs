//! The values of letters in well-known games, by which printed values are checked.

/// The values of the letters A to Z; a `Qu` tile has that of Q.
pub type LetterValues = [u8; 26];

/// Bookworm Deluxe and the GBA version: from one player's table, checked against the value dots in a real screenshot.
pub const DELUXE: LetterValues = [1, 4, 4, 3, 1, 5, 3, 5, 1, 8, 7, 2, 4, 2, 1, 4, 9, 2, 1, 2, 2, 5, 6, 8, 6, 10];

/// Bookworm on the web: H and Qu are cheaper.
pub const WEB: LetterValues = with(with(DELUXE, b'H', 1), b'Q', 7);

/// The English edition of Scrabble, and the many games that follow it.
const SCRABBLE: LetterValues = [1, 3, 3, 2, 1, 4, 2, 4, 1, 8, 5, 1, 3, 1, 1, 3, 10, 1, 1, 1, 1, 4, 4, 8, 4, 10];

/// Words With Friends.
const WORDS_WITH_FRIENDS: LetterValues =
    [1, 4, 4, 2, 1, 4, 3, 3, 1, 10, 5, 2, 4, 2, 1, 4, 10, 1, 1, 1, 2, 5, 4, 8, 3, 10];

/// Ruzzle and Word Domination.
const RUZZLE: LetterValues = [1, 4, 4, 2, 1, 4, 3, 4, 1, 10, 5, 1, 3, 1, 1, 4, 10, 1, 1, 1, 2, 4, 4, 8, 4, 10];

/// Wordament.
const WORDAMENT: LetterValues = [2, 5, 3, 3, 1, 5, 4, 4, 2, 10, 6, 3, 4, 2, 2, 4, 8, 2, 2, 2, 4, 6, 6, 9, 5, 8];

/// The number of dots on each letter's tile in Bookworm Deluxe: none from the value 1, one from 2, two from 5, three from 8.
pub const DELUXE_DOTS: LetterValues = {
    let mut dots = DELUXE;
    let mut letter = 0;
    while letter < dots.len() {
        let value = DELUXE[letter];
        dots[letter] = (value >= 2) as u8 + (value >= 5) as u8 + (value >= 8) as u8;
        letter += 1;
    }
    dots
};

/// What games print on their tiles.
pub const PRINTED: [LetterValues; 7] = [DELUXE, WEB, SCRABBLE, WORDS_WITH_FRIENDS, RUZZLE, WORDAMENT, DELUXE_DOTS];

/// The same values with another one for a letter.
const fn with(mut values: LetterValues, letter: u8, value: u8) -> LetterValues {
    values[(letter - b'A') as usize] = value;
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_those_of_the_games() {
        let value = |values: &LetterValues, letter: u8| values[usize::from(letter - b'A')];
        let qu = [&DELUXE, &WEB, &SCRABBLE, &WORDS_WITH_FRIENDS, &RUZZLE, &WORDAMENT].map(|values| value(values, b'Q'));
        assert_eq!(qu, [9, 7, 10, 10, 10, 8]);
        assert_eq!((value(&DELUXE, b'H'), value(&WEB, b'H')), (5, 1));
        assert_eq!(b"ELFQ".map(|letter| value(&DELUXE_DOTS, letter)), [0, 1, 2, 3]);
    }
}
