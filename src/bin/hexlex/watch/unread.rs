//! How many tiles of a board cannot be read, and what to do where most cannot.

use hexlex::board::{Board, Face};

/// The tiles of a board that cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct UnreadTiles {
    unread: usize,
    all: usize,
}

impl UnreadTiles {
    /// Those of this board.
    pub(super) fn of(board: &Board) -> UnreadTiles {
        let unread = board.cells().filter(|(_, tile)| tile.face == Face::Unreadable).count();
        UnreadTiles { unread, all: board.cells().count() }
    }

    /// Lines for a panel, where most tiles cannot be read.
    pub(super) fn lines(self) -> Option<[String; 2]> {
        let count = self.count()?;
        Some([count, "correct one of each letter: Ctrl+Alt+C".to_string()])
    }

    /// The same as one sentence.
    pub(super) fn sentence(self) -> Option<String> {
        let count = self.count()?;
        Some(format!("{count}: correct one tile of each letter (Ctrl+Alt+C, unless --keys sets another key)"))
    }

    /// The number of them, where they are most.
    fn count(self) -> Option<String> {
        let UnreadTiles { unread, all } = self;
        (2 * unread > all).then(|| format!("{unread} of {all} tiles cannot be read"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_most_tiles_are_worth_a_remark() {
        let of = |text: &str| UnreadTiles::of(&text.parse().unwrap());
        let most = of("? ?\n? T");
        assert!(most.lines().unwrap()[0].starts_with("3 of 4 tiles"));
        assert!(most.sentence().unwrap().starts_with("3 of 4 tiles cannot be read: correct one tile of each letter"));
        assert_eq!((of("? ?\nA T").lines(), of("? ?\nA T").sentence()), (None, None));
    }
}
