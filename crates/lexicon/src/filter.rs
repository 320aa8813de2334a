//! Words by what they look like: those of a pattern, or those that some letters can spell.
//!
//! A filter goes along with the automaton letter by letter, so that whole branches without a word are
//! never entered: `q*` looks at the words in Q alone.

use crate::{Cursor, Lexicon, fold};
use std::str::FromStr;

/// What a word must look like: letters, `.` for any letter, `*` for any number of letters.
///
/// ```
/// use hexlex_lexicon::{Lexicon, Pattern};
///
/// let lexicon = Lexicon::from_words(["cat", "cot", "coat", "act"])?;
/// let words = |pattern: &str| pattern.parse().map(|pattern: Pattern| lexicon.matching(&pattern));
/// assert_eq!(words("c.t")?, ["cat", "cot"]);
/// assert_eq!(words("C*t")?, ["cat", "coat", "cot"]);
/// assert!("c4t".parse::<Pattern>().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pattern(Vec<Part>);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Letter(char),
    Any,
    Many,
}

/// The most parts of a pattern: how far it has been followed is a bit each of a `u128`.
const MOST_PARTS: usize = 127;

/// What is no pattern.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "expected a pattern of at most {MOST_PARTS} letters, `.` (any letter) and `*` (any number of letters), found `{0}`"
)]
pub struct PatternError(String);

impl FromStr for Pattern {
    type Err = PatternError;

    fn from_str(text: &str) -> Result<Pattern, PatternError> {
        let part = |c| match c {
            '.' => Some(Part::Any),
            '*' => Some(Part::Many),
            letter => fold(letter).map(Part::Letter),
        };
        let parts = text.trim().chars().map(part).collect::<Option<Vec<Part>>>();
        let fits = |parts: &Vec<Part>| (1..=MOST_PARTS).contains(&parts.len());
        parts.filter(fits).map(Pattern).ok_or_else(|| PatternError(text.to_string()))
    }
}

impl Pattern {
    /// Every word that begins so.
    ///
    /// # Errors
    /// [`PatternError`] for what is no word's beginning.
    pub fn prefix(text: &str) -> Result<Pattern, PatternError> {
        let mut pattern: Pattern = text.parse()?;
        pattern.0.push(Part::Many);
        if pattern.0.len() > MOST_PARTS { Err(PatternError(text.to_string())) } else { Ok(pattern) }
    }

    /// Whether a folded word looks like this.
    pub fn matches(&self, word: &str) -> bool {
        let end = word.chars().try_fold(self.start(), |state, letter| self.step(&state, letter));
        end.is_some_and(|state| self.accepts(&state))
    }

    /// The places that can be reached without a letter from these: `*` may stand for none.
    fn spread(&self, mut places: u128) -> u128 {
        for (place, part) in self.0.iter().enumerate() {
            if *part == Part::Many && places >> place & 1 != 0 {
                places |= 1 << (place + 1);
            }
        }
        places
    }
}

/// Something that goes along with a word.
trait Filter {
    /// How far it has gone.
    type State: Clone;
    fn start(&self) -> Self::State;
    fn step(&self, state: &Self::State, letter: char) -> Option<Self::State>;
    fn accepts(&self, state: &Self::State) -> bool;
}

impl Filter for Pattern {
    type State = u128;

    fn start(&self) -> u128 {
        self.spread(1)
    }

    fn step(&self, state: &u128, letter: char) -> Option<u128> {
        let mut next = 0;
        for (place, part) in self.0.iter().enumerate().filter(|(place, _)| state >> place & 1 != 0) {
            match part {
                Part::Letter(own) if *own != letter => {}
                Part::Letter(_) | Part::Any => next |= 1 << (place + 1),
                Part::Many => next |= 1 << place,
            }
        }
        Some(self.spread(next)).filter(|&next| next != 0)
    }

    fn accepts(&self, state: &u128) -> bool {
        state >> self.0.len() & 1 != 0
    }
}

/// Letters to spell words with, each once; `*` may be any.
struct Rack(Vec<char>);

impl Filter for Rack {
    type State = Vec<char>;

    fn start(&self) -> Vec<char> {
        self.0.clone()
    }

    fn step(&self, left: &Vec<char>, letter: char) -> Option<Vec<char>> {
        let place = left.iter().position(|&own| own == letter).or_else(|| left.iter().position(|&own| own == '*'))?;
        let mut left = left.clone();
        left.swap_remove(place);
        Some(left)
    }

    fn accepts(&self, _: &Vec<char>) -> bool {
        true
    }
}

impl Lexicon {
    /// The words that look like this, in alphabetical order.
    pub fn matching(&self, pattern: &Pattern) -> Vec<String> {
        self.filtered(pattern)
    }

    /// The words that these letters can spell, each used once at most (`*` as any letter), in alphabetical order.
    ///
    /// ```
    /// use hexlex_lexicon::Lexicon;
    ///
    /// let lexicon = Lexicon::from_words(["tea", "eat", "teat", "tree"])?;
    /// assert_eq!(lexicon.spelled_by("ate"), ["eat", "tea"]);
    /// assert_eq!(lexicon.spelled_by("ate*"), ["eat", "tea", "teat"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn spelled_by(&self, letters: &str) -> Vec<String> {
        let letters = letters.chars().filter_map(|c| if c == '*' { Some(c) } else { fold(c) });
        self.filtered(&Rack(letters.collect()))
    }

    fn filtered<F: Filter>(&self, filter: &F) -> Vec<String> {
        let mut words = Vec::new();
        visit(self.root(), filter, &filter.start(), &mut String::new(), &mut words);
        words
    }
}

/// Goes into every branch where the filter goes along; as deep as the longest word.
fn visit<F: Filter>(at: Cursor<'_>, filter: &F, state: &F::State, word: &mut String, words: &mut Vec<String>) {
    if at.is_word() && filter.accepts(state) {
        words.push(word.clone());
    }
    for letter in at.letters() {
        if let Some((next, state)) = at.descend(letter).zip(filter.step(state, letter)) {
            word.push(letter);
            visit(next, filter, &state, word, words);
            word.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The definition, without any cleverness.
    fn matches(parts: &[Part], word: &[char]) -> bool {
        match (parts.split_first(), word.split_first()) {
            (None, _) => word.is_empty(),
            (Some((Part::Many, rest)), None) => matches(rest, word),
            (Some((Part::Many, rest)), Some((_, behind))) => matches(rest, word) || matches(parts, behind),
            (Some((Part::Any, rest)), Some((_, behind))) => matches(rest, behind),
            (Some((Part::Letter(own), rest)), Some((letter, behind))) => own == letter && matches(rest, behind),
            (Some(_), None) => false,
        }
    }

    proptest! {
        #[test]
        fn patterns_mean_what_they_say(pattern in "[ab.*]{1,6}", words in prop::collection::vec("[abc]{1,6}", 1..30)) {
            let lexicon = Lexicon::from_words(&words).unwrap();
            let pattern: Pattern = pattern.parse().unwrap();
            let expected: Vec<String> =
                lexicon.words().filter(|word| matches(&pattern.0, &word.chars().collect::<Vec<_>>())).collect();
            prop_assert_eq!(lexicon.matching(&pattern), expected);
            prop_assert!(words.iter().all(|word| pattern.matches(word) == lexicon.matching(&pattern).contains(word)));
        }
    }

    #[test]
    fn prefixes_are_patterns() {
        let lexicon = Lexicon::from_words(["tea", "teat", "ten", "eat"]).unwrap();
        assert_eq!(lexicon.matching(&Pattern::prefix("TEA").unwrap()), ["tea", "teat"]);
        assert!(Pattern::prefix(&"a".repeat(127)).is_err() && Pattern::prefix("").is_err());
    }
}
