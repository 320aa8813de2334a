//! Selects words: those that match a [`Pattern`], or those that a rack of letters can spell.
//!
//! A filter walks the automaton letter by letter and prunes each branch that cannot match: `q*` visits only the words that
//! begin with Q.

use crate::{Cursor, Lexicon, fold};
use std::ops::ControlFlow;
use std::str::FromStr;

/// A pattern for whole words: letters, `.` for any letter, `*` for any number of letters.
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
    AnyLetter,
    AnyLetters,
}

/// The most parts of a pattern: its state while it is matched is a bit of a `u128` for each part and one for its end.
const MAX_PARTS: usize = 127;

/// A text that is not a pattern.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "expected a pattern of 1 to {MAX_PARTS} letters, `.` (any letter) and `*` (any number of letters), found `{0}`: \
     correct it"
)]
pub struct PatternError(String);

impl FromStr for Pattern {
    type Err = PatternError;

    fn from_str(text: &str) -> Result<Pattern, PatternError> {
        let part = |c| match c {
            '.' => Some(Part::AnyLetter),
            '*' => Some(Part::AnyLetters),
            letter => fold(letter).map(Part::Letter),
        };
        let parts = text.trim().chars().map(part).collect::<Option<Vec<Part>>>();
        let fits = |parts: &Vec<Part>| (1..=MAX_PARTS).contains(&parts.len());
        parts.filter(fits).map(Pattern).ok_or_else(|| PatternError(text.to_string()))
    }
}

impl Pattern {
    /// The pattern of every word that begins with this pattern.
    ///
    /// # Errors
    /// [`PatternError`] for a text that is not a pattern.
    pub fn prefix(text: &str) -> Result<Pattern, PatternError> {
        let mut pattern: Pattern = text.parse()?;
        pattern.0.push(Part::AnyLetters);
        if pattern.0.len() > MAX_PARTS { Err(PatternError(text.to_string())) } else { Ok(pattern) }
    }

    /// Whether a folded word matches.
    pub fn matches(&self, word: &str) -> bool {
        let end = word.chars().try_fold(self.start(), |state, letter| self.step(&state, letter));
        end.is_some_and(|state| self.accepts(&state))
    }

    /// The state with the parts that can be reached without a letter: `*` matches no letter, too.
    fn skip_stars(&self, mut state: u128) -> u128 {
        for (index, part) in self.0.iter().enumerate() {
            if *part == Part::AnyLetters && state >> index & 1 != 0 {
                state |= 1 << (index + 1);
            }
        }
        state
    }
}

/// Matches words letter by letter.
trait Filter {
    type State: Clone;
    /// The state before the first letter.
    fn start(&self) -> Self::State;
    /// The state one letter further; `None` where no word can match.
    fn step(&self, state: &Self::State, letter: char) -> Option<Self::State>;
    /// Whether a word may end in this state.
    fn accepts(&self, state: &Self::State) -> bool;
}

/// The state is the set of parts that may match the next letter, as bits (a nondeterministic automaton).
impl Filter for Pattern {
    type State = u128;

    fn start(&self) -> u128 {
        self.skip_stars(1)
    }

    fn step(&self, state: &u128, letter: char) -> Option<u128> {
        let mut next = 0;
        for (index, part) in self.0.iter().enumerate().filter(|(index, _)| state >> index & 1 != 0) {
            match part {
                Part::Letter(own) if *own != letter => {}
                Part::Letter(_) | Part::AnyLetter => next |= 1 << (index + 1),
                Part::AnyLetters => next |= 1 << index,
            }
        }
        Some(self.skip_stars(next)).filter(|&next| next != 0)
    }

    fn accepts(&self, state: &u128) -> bool {
        state >> self.0.len() & 1 != 0
    }
}

/// Letters to spell words with, each used at most once; `*` is any letter.
struct Rack(Vec<char>);

/// The state is the letters that have not been used.
impl Filter for Rack {
    type State = Vec<char>;

    fn start(&self) -> Vec<char> {
        self.0.clone()
    }

    fn step(&self, unused: &Vec<char>, letter: char) -> Option<Vec<char>> {
        let find = |wanted| unused.iter().position(|&own| own == wanted);
        let index = find(letter).or_else(|| find('*'))?;
        let mut unused = unused.clone();
        unused.swap_remove(index);
        Some(unused)
    }

    fn accepts(&self, _: &Vec<char>) -> bool {
        true
    }
}

impl Lexicon {
    /// The words that match the pattern, in alphabetical order.
    pub fn matching(&self, pattern: &Pattern) -> Vec<String> {
        collected(|visit| self.visit_matching(pattern, visit))
    }

    /// The words that these letters can spell, each used at most once (`*` is any letter), in alphabetical order.
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
        collected(|visit| self.visit_spelled_by(letters, visit))
    }

    /// Visits the words of [`matching`](Lexicon::matching) one by one, until `visit` breaks: a small file can have millions.
    pub fn visit_matching(&self, pattern: &Pattern, mut visit: impl FnMut(&str) -> ControlFlow<()>) {
        // Whether it broke is known to the caller.
        let _ = descend(self.root(), pattern, &pattern.start(), &mut String::new(), &mut visit);
    }

    /// Visits the words of [`spelled_by`](Lexicon::spelled_by) one by one, until `visit` breaks.
    pub fn visit_spelled_by(&self, letters: &str, mut visit: impl FnMut(&str) -> ControlFlow<()>) {
        let rack = Rack::of(letters);
        let _ = descend(self.root(), &rack, &rack.start(), &mut String::new(), &mut visit);
    }
}

impl Rack {
    fn of(letters: &str) -> Rack {
        Rack(letters.chars().filter_map(|c| if c == '*' { Some(c) } else { fold(c) }).collect())
    }
}

/// All words that a walk visits.
fn collected(walk: impl FnOnce(&mut dyn FnMut(&str) -> ControlFlow<()>)) -> Vec<String> {
    let mut words = Vec::new();
    walk(&mut |word| {
        words.push(word.to_string());
        ControlFlow::Continue(())
    });
    words
}

/// Visits the words below a cursor that the filter accepts. Recurses as deep as the longest word.
fn descend<F: Filter>(
    at: Cursor<'_>,
    filter: &F,
    state: &F::State,
    word: &mut String,
    visit: &mut impl FnMut(&str) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if at.is_word() && filter.accepts(state) {
        visit(word)?;
    }
    for letter in at.letters() {
        if let Some((next, state)) = at.descend(letter).zip(filter.step(state, letter)) {
            word.push(letter);
            descend(next, filter, &state, word, visit)?;
            word.pop();
        }
    }
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The definition, recursively.
    fn matches(parts: &[Part], word: &[char]) -> bool {
        match (parts.split_first(), word.split_first()) {
            (None, _) => word.is_empty(),
            (Some((Part::AnyLetters, rest)), None) => matches(rest, word),
            (Some((Part::AnyLetters, rest)), Some((_, behind))) => matches(rest, word) || matches(parts, behind),
            (Some((Part::AnyLetter, rest)), Some((_, behind))) => matches(rest, behind),
            (Some((Part::Letter(own), rest)), Some((letter, behind))) => own == letter && matches(rest, behind),
            (Some(_), None) => false,
        }
    }

    proptest! {
        #[test]
        fn patterns_match_by_their_definition(pattern in "[ab.*]{1,6}", words in prop::collection::vec("[abc]{1,6}", 1..30)) {
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
