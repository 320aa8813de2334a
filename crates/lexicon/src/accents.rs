//! Words without accents, for games whose tiles have none: `Straße` is spelled STRASSE there, and `żółw` ZOLW.
//!
//! Only letters of the Latin and the Greek alphabet lose anything. The letters of other alphabets that look like accented ones
//! (`й`, `ї`) are letters of their own in every game.

use crate::{DawgError, Lexicon, LexiconBuilder, WordClass};
use std::collections::HashMap;
use std::sync::OnceLock;

/// Base letters and the folded letters that are written as them: the letters of Latin-1, of Latin Extended-A and -B as far as
/// European languages use them, of Vietnamese, and of Greek with its tonos.
const BASE_LETTERS: &[(&str, &str)] = &[
    ("a", "àáâãäåāăąǎạảấầẩẫậắằẳẵặ"),
    ("ae", "æǽ"),
    ("c", "çćĉċč"),
    ("d", "ďđð"),
    ("e", "èéêëēĕėęěẹẻẽếềểễệ"),
    ("f", "ḟ"),
    ("g", "ĝğġģǧ"),
    ("h", "ĥħ"),
    ("i", "ìíîïĩīĭįǐỉị"),
    ("ij", "ĳ"),
    ("j", "ĵ"),
    ("k", "ķǩĸ"),
    ("l", "ĺļľŀł"),
    ("m", "ṁ"),
    ("n", "ñńņňŉŋ"),
    ("o", "òóôõöøōŏőơǒǿọỏốồổỗộớờởỡợ"),
    ("oe", "œ"),
    ("p", "ṗ"),
    ("r", "ŕŗř"),
    ("s", "śŝşšșṡ"),
    ("ss", "ß"),
    ("t", "ţťŧțṫ"),
    ("th", "þ"),
    ("u", "ùúûüũūŭůűųưǔụủứừửữự"),
    ("w", "ŵẁẃẅ"),
    ("y", "ýÿŷỳỵỷỹ"),
    ("z", "źżž"),
    ("α", "ά"),
    ("ε", "έ"),
    ("η", "ή"),
    ("ι", "ίϊΐ"),
    ("ο", "ό"),
    ("υ", "ύϋΰ"),
    ("ω", "ώ"),
];

/// What a board without accents has for this folded letter: `é` is `e`, `ß` is `ss`; `None` for a letter without an accent.
///
/// ```
/// use hexlex_lexicon::without_accent;
///
/// assert_eq!([without_accent('ł'), without_accent('ß'), without_accent('l')], [Some("l"), Some("ss"), None]);
/// ```
#[inline]
pub fn without_accent(letter: char) -> Option<&'static str> {
    static TABLE: OnceLock<HashMap<char, &'static str>> = OnceLock::new();
    if letter.is_ascii() {
        return None;
    }
    let pairs = || BASE_LETTERS.iter().flat_map(|(base, letters)| letters.chars().map(|letter| (letter, *base)));
    TABLE.get_or_init(|| pairs().collect()).get(&letter).copied()
}

impl Lexicon {
    /// The words as a board without accents spells them; `None` where no word has an accent. Words that
    /// differ in their accents alone become one, and a word that becomes longer than
    /// [`MAX_WORD_LETTERS`](crate::MAX_WORD_LETTERS) is left out.
    ///
    /// ```
    /// use hexlex_lexicon::Lexicon;
    ///
    /// let lexicon = Lexicon::from_words(["côte", "coté", "straße"])?;
    /// let plain = lexicon.without_accents()?.ok_or("accents")?;
    /// assert_eq!(plain.words().collect::<Vec<_>>(), ["cote", "strasse"]);
    /// assert!(plain.without_accents()?.is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`DawgError::TooLarge`] for too many words.
    pub fn without_accents(&self) -> Result<Option<Lexicon>, DawgError> {
        let mut letters = self.layers().flat_map(|layer| layer.automaton.alphabet.letters());
        if !letters.any(|&letter| without_accent(letter).is_some()) {
            return Ok(None);
        }
        let mut builder = LexiconBuilder::default();
        let mut plain = String::new();
        for word in self.words() {
            plain.clear();
            for letter in word.chars() {
                match without_accent(letter) {
                    Some(base) => plain.push_str(base),
                    None => plain.push(letter),
                }
            }
            // A word that is too long is left out.
            let _ = builder.add(&plain)?;
        }
        // Allowed words can have letters that no other word has.
        let plain = builder.finish_commonest(|_| {})?;
        // Words without a class are the user's own: nobody knows them better.
        let class = |word: &str| self.class(word).unwrap_or(WordClass::Common);
        Ok(Some(if self.has_classes() { plain.with_classes(class) } else { plain }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::fold;

    #[test]
    fn every_letter_of_the_table_is_folded_and_stands_once() {
        let mut seen = std::collections::BTreeSet::new();
        for (base, letters) in BASE_LETTERS {
            assert!(base.chars().all(|letter| fold(letter) == Some(letter) && without_accent(letter).is_none()));
            for letter in letters.chars() {
                assert_eq!(fold(letter), Some(letter), "{letter} would never be looked up");
                assert!(seen.insert(letter), "{letter} stands twice");
                assert_eq!(without_accent(letter), Some(*base));
            }
        }
    }

    #[test]
    fn letters_of_other_alphabets_stay() {
        let lexicon = Lexicon::from_words(["\u{439}\u{43e}\u{434}", "\u{457}\u{436}\u{430}\u{43a}"]).unwrap();
        assert!(lexicon.without_accents().unwrap().is_none());
    }

    #[test]
    fn words_that_become_too_long_are_left_out_and_allowed_ones_are_in() {
        let mut lexicon = Lexicon::from_words(["\u{df}".repeat(33), "\u{fc}ber".to_string()]).unwrap();
        lexicon.allow(["gr\u{fc}\u{df}e"]).unwrap();
        lexicon.refuse(["\u{fc}ber"]);
        let plain = lexicon.without_accents().unwrap().unwrap();
        assert_eq!(plain.words().collect::<Vec<_>>(), ["grusse"]);
    }
}
