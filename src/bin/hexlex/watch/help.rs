//! How much of a word `watch` shows to a person who wants to find it alone. Programs that read its events get all of it.

use crate::args::HelpLevelArg;
use hexlex::board::Cell;
use hexlex::solve::FoundWord;

impl HelpLevelArg {
    /// The word, its first letter with a dot for each other one, or its length.
    pub(super) fn word(self, found: &FoundWord) -> String {
        match self {
            HelpLevelArg::All => found.word.clone(),
            HelpLevelArg::FirstLetter => {
                let mut letters = found.word.chars();
                let first = letters.next().map(String::from).unwrap_or_default();
                first + &"\u{b7}".repeat(letters.count())
            }
            HelpLevelArg::Length => {
                format!("{} letter{}", found.length, if found.length == 1 { "" } else { "s" })
            }
        }
    }

    /// The part of the path that is drawn.
    pub(super) fn path(self, found: &FoundWord) -> &[Cell] {
        match self {
            HelpLevelArg::All => &found.path,
            HelpLevelArg::FirstLetter => found.path.get(..1).unwrap_or_default(),
            HelpLevelArg::Length => &[],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_level_shows_more() {
        let path = vec![Cell { line: 0, index: 0 }, Cell { line: 0, index: 1 }];
        let found = FoundWord { word: "CATS".to_string(), length: 4, score: 1, path, class: None };
        let shown = [HelpLevelArg::Length, HelpLevelArg::FirstLetter, HelpLevelArg::All]
            .map(|level| (level.word(&found), level.path(&found).len()));
        let expected = [("4 letters", 0), ("C\u{b7}\u{b7}\u{b7}", 1), ("CATS", 2)];
        assert_eq!(shown, expected.map(|(word, tiles)| (word.to_string(), tiles)));
        let empty = FoundWord { word: String::new(), length: 1, path: Vec::new(), ..found };
        assert_eq!(
            (HelpLevelArg::FirstLetter.word(&empty), HelpLevelArg::Length.word(&empty)),
            (String::new(), "1 letter".to_string())
        );
        assert!(HelpLevelArg::FirstLetter.path(&empty).is_empty());
    }
}
