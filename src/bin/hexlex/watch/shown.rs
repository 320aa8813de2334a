//! What the overlay, the preview and the picture files draw: a board and its words.

use super::points::Points;
use hexlex::board::Cell;
use hexlex::locate::Layout;
use hexlex::overlay::FreeSpace;
use hexlex::pixels::Rect;
use hexlex::solve::FoundWord;

/// Where a game is on the screen.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(not(target_os = "linux"), allow(dead_code, reason = "only windows beside the game need it"))]
pub(super) struct GamePlace {
    pub(super) window: Rect,
    pub(super) board: Rect,
}

/// A board on the screen with its words.
#[cfg_attr(not(target_os = "linux"), allow(dead_code, reason = "only the overlay needs the window's area"))]
pub(super) struct ShownBoard<'a> {
    /// The window's rectangle in screen coordinates.
    pub(super) area: Rect,
    /// The layout of the tiles, in pixels of the window.
    pub(super) layout: &'a Layout,
    /// The best words, best first.
    pub(super) words: &'a [FoundWord],
    /// Index of the word whose path is drawn.
    pub(super) first: usize,
    /// The tiles whose letters are doubtful.
    pub(super) doubtful: &'a [Cell],
    /// What is known of the words' points.
    pub(super) points: Points,
    /// Where the window has free space beside the board.
    pub(super) free_space: &'a FreeSpace,
}

impl ShownBoard<'_> {
    /// The words from the drawn one on, then those before it.
    pub(super) fn words_from_first(&self) -> impl Iterator<Item = &FoundWord> {
        let (before, from_first) = self.words.split_at(self.first.min(self.words.len()));
        from_first.iter().chain(before)
    }
}
