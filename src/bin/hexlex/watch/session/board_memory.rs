//! The words that the player played and chose on a board. They are kept while its letters are the same: through pauses, effects and
//! a new search.

use super::answer::Answer;
use hexlex::board::{Board, Face, Tile};
use hexlex::solve::FoundWord;

/// The player's words on one board.
#[derive(Default)]
pub(super) struct BoardMemory {
    board: Option<Board>,
    /// The words that were played, where the board stays.
    pub(super) played: Vec<FoundWord>,
    /// The word that was chosen to be drawn.
    pub(super) chosen: Option<FoundWord>,
}

impl BoardMemory {
    /// Forgets the words of the board before, if it is another one.
    pub(super) fn enter(&mut self, board: &Board) {
        let known = self.board.as_ref().and_then(|before| together(before, board));
        if known.is_none() {
            *self = BoardMemory::default();
        }
        self.board = Some(known.unwrap_or_else(|| board.clone()));
    }

    /// The board, with every tile that was read on it; `None` before the first one.
    pub(super) fn board(&self) -> Option<&Board> {
        self.board.as_ref()
    }

    /// Takes a board with corrected letters for the same one.
    pub(super) fn correct(&mut self, board: &Board) {
        self.board = Some(board.clone());
    }

    /// Removes the played words from the answer, and selects the chosen word if it is offered.
    pub(super) fn apply(&self, answer: &mut Answer) {
        self.played.iter().for_each(|played| answer.tick_off(played));
        let place = self.chosen.as_ref().and_then(|chosen| answer.words.iter().position(|found| found == chosen));
        place.into_iter().for_each(|place| answer.select(place));
    }
}

/// The newer of two readings, with the tiles that only the older one has read; `None` where they are of two boards, as a tile that both
/// have read has other letters.
fn together(older: &Board, newer: &Board) -> Option<Board> {
    let is_read = |tile: &&Tile| tile.face != Face::Unreadable;
    let both = |(older, newer): (Option<&Tile>, Option<&Tile>)| match (older.filter(is_read), newer.filter(is_read)) {
        (Some(older), Some(newer)) if older.face != newer.face => None,
        (older, read) => Some(read.or(older).or(newer).cloned()),
    };
    if older.shape() != newer.shape() {
        return None;
    }
    let tiles = older.tiles().zip(newer.tiles()).map(both).collect::<Option<Vec<_>>>()?;
    Board::new(newer.shape().clone(), tiles).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_kept_while_the_letters_are_the_same() {
        let word = FoundWord { word: "CAT".to_string(), length: 3, score: 1, path: Vec::new(), class: None };
        let board = |text: &str| text.parse::<Board>().unwrap();
        let mut memory = BoardMemory::default();
        for (text, is_kept) in [
            ("C A\nT S", false),
            ("C A\nT S", true),
            ("C ?\nT S:gold", true),
            ("C E\nT S", false),
            ("C A\nT S", false),
            ("C A\nT E", false),
            ("C A T E", false),
        ] {
            memory.enter(&board(text));
            assert_eq!(!memory.played.is_empty(), is_kept, "{text}");
            memory.played = vec![word.clone()];
        }
    }
}
