//! What the player did on a board, which holds while its letters are the same: through pauses and effects, and where the board is
//! found anew.

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
        let is_same = self.board.as_ref().is_some_and(|before| are_alike(before, board));
        let words = if is_same { std::mem::take(self) } else { BoardMemory::default() };
        *self = BoardMemory { board: Some(board.clone()), ..words };
    }

    /// Takes the words that were played off the answer of this board, and chooses what was chosen.
    pub(super) fn apply(&self, answer: &mut Answer) {
        self.played.iter().for_each(|played| answer.tick_off(played));
        let place = self.chosen.as_ref().and_then(|chosen| answer.words.iter().position(|found| found == chosen));
        place.into_iter().for_each(|place| answer.select(place));
    }
}

/// Whether two readings may be of one board: every tile that both have read has the same letters.
fn are_alike(one: &Board, other: &Board) -> bool {
    fn read(tile: Option<&Tile>) -> Option<&Face> {
        tile.map(|tile| &tile.face).filter(|face| **face != Face::Unreadable)
    }
    let is_same = |(one, other): (Option<&Tile>, Option<&Tile>)| read(one).zip(read(other)).is_none_or(|(a, b)| a == b);
    one.shape() == other.shape() && one.tiles().zip(other.tiles()).all(is_same)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_kept_while_the_letters_are_the_same() {
        let word = FoundWord { word: "CAT".to_string(), length: 3, score: 1, path: Vec::new(), class: None };
        let board = |text: &str| text.parse::<Board>().unwrap();
        let mut memory = BoardMemory::default();
        for (text, is_kept) in
            [("C A\nT S", false), ("C A\nT S", true), ("C ?\nT S:gold", true), ("C A\nT E", false), ("C A T E", false)]
        {
            memory.enter(&board(text));
            assert_eq!(!memory.played.is_empty(), is_kept, "{text}");
            memory.played = vec![word.clone()];
        }
    }
}
