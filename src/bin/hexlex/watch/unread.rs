//! How many tiles of a board cannot be read, and what to do where most cannot.

use hexlex::board::{Board, Face};
use std::sync::Arc;

/// The tiles of a board that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct UnreadTiles {
    unread: usize,
    all: usize,
    correction: CorrectionMeans,
}

/// What a person corrects tiles with.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) enum CorrectionMeans {
    /// A global key, as the user writes it.
    Key(Arc<str>),
    /// The key C in the preview window.
    Preview,
    /// The option `--fix` of the next run: no key works.
    #[default]
    Fix,
}

impl CorrectionMeans {
    /// In a panel.
    fn in_short(&self) -> &str {
        match self {
            CorrectionMeans::Key(key) => key,
            CorrectionMeans::Preview => "C",
            CorrectionMeans::Fix => "--fix",
        }
    }

    /// The same for a board that is not reported because too few of its letters are read: an option corrects it only where its shape is
    /// given.
    pub(super) fn of_covered_board(&self) -> String {
        match self {
            CorrectionMeans::Fix => "with --shape SHAPE and --fix LINE,TILE=LETTERS".to_string(),
            _ => self.in_words(),
        }
    }

    /// In a sentence, after "correct".
    fn in_words(&self) -> String {
        match self {
            CorrectionMeans::Key(key) => format!("with {key}"),
            CorrectionMeans::Preview => "with the key C in the preview".to_string(),
            CorrectionMeans::Fix => "with --fix LINE,TILE=LETTERS".to_string(),
        }
    }
}

impl UnreadTiles {
    /// Those of this board.
    pub(super) fn of(board: &Board, correction: CorrectionMeans) -> UnreadTiles {
        let unread = board.cells().filter(|(_, tile)| tile.face == Face::Unreadable).count();
        UnreadTiles { unread, all: board.cells().count(), correction }
    }

    /// What a panel shows where the board has no word: lines, the first of which says so. Any tile that cannot be read may be why.
    #[cfg_attr(not(target_os = "linux"), allow(dead_code, reason = "only the overlay has a panel"))]
    pub(super) fn no_word_lines(&self) -> Vec<String> {
        let remedy = || format!("correct one of each letter: {}", self.correction.in_short());
        let unread = (self.unread > 0).then(|| [self.count(), remedy()]).into_iter().flatten();
        std::iter::once(NO_WORD.to_string()).chain(unread).collect()
    }

    /// The same as one sentence.
    pub(super) fn no_word(&self) -> String {
        if self.unread == 0 { NO_WORD.to_string() } else { format!("{NO_WORD}: {}", self.count_and_remedy()) }
    }

    /// The count and what to do, where most tiles cannot be read.
    pub(super) fn sentence(&self) -> Option<String> {
        (2 * self.unread > self.all).then(|| self.count_and_remedy())
    }

    fn count_and_remedy(&self) -> String {
        format!("{}: correct one tile of each letter {}", self.count(), self.correction.in_words())
    }

    fn count(&self) -> String {
        format!("{} of {} tiles cannot be read", self.unread, self.all)
    }
}

/// What is shown where a board has no word.
const NO_WORD: &str = "no word on this board";

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str, correction: CorrectionMeans) -> UnreadTiles {
        UnreadTiles::of(&text.parse().unwrap(), correction)
    }

    #[test]
    fn without_a_word_any_unread_tile_is_worth_a_remark_and_else_most() {
        let most = of("? ?\n? T", CorrectionMeans::Fix);
        assert!(most.no_word_lines()[1].starts_with("3 of 4 tiles"));
        assert!(most.sentence().unwrap().starts_with("3 of 4 tiles cannot be read: correct one tile of each letter"));
        let half = of("? ?\nA T", CorrectionMeans::Fix);
        assert!(half.no_word_lines()[1].starts_with("2 of 4 tiles") && half.sentence().is_none());
        assert!(half.no_word().starts_with("no word on this board: 2 of 4 tiles cannot be read: correct"));
        let all_read = of("A A\nA T", CorrectionMeans::Fix);
        assert_eq!((all_read.no_word_lines(), all_read.sentence()), (vec![NO_WORD.to_string()], None));
        assert_eq!(all_read.no_word(), NO_WORD);
    }

    #[test]
    fn the_remedy_is_a_key_that_works() {
        for (means, short, sentence) in [
            (CorrectionMeans::Key("F7".into()), "F7", "with F7"),
            (CorrectionMeans::Preview, "C", "with the key C in the preview"),
            (CorrectionMeans::Fix, "--fix", "with --fix LINE,TILE=LETTERS"),
        ] {
            let unread = of("? ?\n? T", means);
            assert!(unread.no_word_lines()[2].ends_with(&format!("letter: {short}")));
            assert_eq!(
                unread.no_word(),
                format!(
                    "no word on this board: 3 of 4 tiles cannot be read: correct one tile of each letter {sentence}"
                )
            );
        }
    }
}
