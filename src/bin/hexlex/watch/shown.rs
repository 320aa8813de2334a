//! What the overlay, the preview and the picture files draw: a board and its words.

use super::points::Points;
use super::unread::UnreadTiles;
use crate::args::HelpLevelArg;
use hexlex::board::Cell;
use hexlex::locate::Layout;
use hexlex::overlay::FreeSpace;
use hexlex::pixels::Rect;
use hexlex::solve::FoundWord;
use std::sync::{Arc, Mutex, PoisonError};

/// Where a game is on the screen.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(not(target_os = "linux"), allow(dead_code, reason = "only windows beside the game need it"))]
pub(super) struct GamePlace {
    pub(super) window: Rect,
    pub(super) board: Rect,
}

/// Where the panel of words is on the screen, while it is shown: the overlay knows it, and the thread that listens to the
/// pointer asks for it.
#[derive(Debug, Clone, Default)]
pub(super) struct PanelArea(Arc<Mutex<Option<Rect>>>);

#[cfg_attr(not(target_os = "linux"), allow(dead_code, reason = "only the overlay has a panel"))]
impl PanelArea {
    pub(super) fn set(&self, area: Option<Rect>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = area;
    }

    /// Whether this pixel of the screen is on the panel.
    pub(super) fn contains(&self, x: i32, y: i32) -> bool {
        let area = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        area.is_some_and(|area| (area.x..area.right()).contains(&x) && (area.y..area.bottom()).contains(&y))
    }
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
    /// The tiles that the player has selected.
    pub(super) selected: &'a [Cell],
    /// The tiles whose letters are doubtful.
    pub(super) doubtful: &'a [Cell],
    /// How many tiles cannot be read.
    pub(super) unread: &'a UnreadTiles,
    /// What is known of the words' points, and how much of the words is shown.
    pub(super) points: Points,
    pub(super) help: HelpLevelArg,
    /// Where the window has free space beside the board.
    pub(super) free_space: &'a FreeSpace,
}

impl ShownBoard<'_> {
    /// The word whose path is drawn, if there is any.
    pub(super) fn drawn(&self) -> Option<&FoundWord> {
        self.words.get(self.first)
    }

    /// The points of a word, or its length where they are not known; empty where its length is all that is shown of it.
    pub(super) fn value(&self, found: &FoundWord) -> String {
        if self.is_length_shown() { String::new() } else { self.points.text(found) }
    }

    /// The same without the unit.
    #[cfg_attr(not(target_os = "linux"), allow(dead_code))]
    pub(super) fn short_value(&self, found: &FoundWord) -> String {
        if self.is_length_shown() { String::new() } else { self.points.short_text(found) }
    }

    /// Whether the length stands in the place both of the word and of its points.
    fn is_length_shown(&self) -> bool {
        self.points == Points::None && self.help == HelpLevelArg::Length
    }

    /// The drawn word, then the others, each with its place, best first.
    #[cfg_attr(not(target_os = "linux"), allow(dead_code))]
    pub(super) fn drawn_and_others(&self) -> impl Iterator<Item = (usize, &FoundWord)> {
        let others = self.words.iter().enumerate().filter(|(place, _)| *place != self.first);
        self.drawn().map(|found| (self.first, found)).into_iter().chain(others)
    }
}
