//! What the player does on a board: which tiles are selected, which word was tried, and whether the game refused it.

use hexlex::board::Cell;
use hexlex::solve::FoundWord;
use std::time::{Duration, Instant};

/// How long the board must stay as it is after the tiles of a word are no longer selected, for the game to have refused it.
/// Shorter: a game that takes its time to remove the tiles seems to refuse them. Longer: the event comes later. Chosen by
/// hand.
const REFUSED_AFTER: Duration = Duration::from_millis(1200);

/// The player on one board.
#[derive(Default)]
pub(super) struct Following {
    /// The word whose tiles were all selected last, with all of them.
    tried: Option<FoundWord>,
    /// The tiles that were selected last, in their order.
    selected: Vec<Cell>,
    /// When its tiles were deselected, if they are.
    deselected_at: Option<Instant>,
    /// The last word that the game refused.
    pub(super) refused: Option<FoundWord>,
}

impl Following {
    /// Takes the tiles that are selected now; `words` are those of the board.
    pub(super) fn follow(&mut self, selected: &[Cell], words: &[FoundWord], now: Instant) {
        if selected.is_empty() {
            self.deselected_at = self.tried.as_ref().map(|_| now);
            return;
        }
        self.selected = selected.to_vec();
        let is_selected = |found: &&FoundWord| {
            found.path.len() == selected.len() && found.path.iter().all(|cell| selected.contains(cell))
        };
        // Of two words with the same tiles, the one in whose order they were selected.
        let in_order = words.iter().find(|found| found.path == selected);
        let is_part_of = |tried: &FoundWord| {
            selected.len() + 1 < tried.path.len() && selected.iter().all(|cell| tried.path.contains(cell))
        };
        // Two or more tiles were deselected at once, and the others do not spell a word: the word was submitted, and an effect covers
        // the others.
        if in_order.is_none() && self.tried.as_ref().is_some_and(is_part_of) {
            return;
        }
        (self.tried, self.deselected_at) = (in_order.or_else(|| words.iter().find(is_selected)).cloned(), None);
    }

    /// When [`refusal`](Following::refusal) may have an answer.
    pub(super) fn deadline(&self) -> Option<Instant> {
        self.deselected_at.map(|at| at + REFUSED_AFTER)
    }

    /// The word that the game has just refused: its tiles were selected, no longer are, and the board did not change.
    pub(super) fn refusal(&mut self, now: Instant) -> Option<FoundWord> {
        if self.deadline().is_none_or(|at| at > now) {
            return None;
        }
        self.deselected_at = None;
        let refused = self.tried.take()?;
        self.refused = Some(refused.clone());
        Some(refused)
    }

    /// The word whose tiles were selected and no longer are: in a game whose board stays, it was played.
    pub(super) fn take_finished(&mut self) -> Option<FoundWord> {
        self.deselected_at.take()?;
        self.tried.take()
    }

    /// The board has changed: the word that was played, as far as its tiles were seen as selected. Begins anew.
    pub(super) fn take_played(&mut self) -> SeenMove {
        let Following { tried, selected, .. } = std::mem::take(self);
        SeenMove { tried, selected }
    }
}

/// What was seen of a move before the board changed.
pub(super) struct SeenMove {
    /// The word whose tiles were all selected last.
    pub(super) tried: Option<FoundWord>,
    /// The tiles that were selected last, in their order.
    pub(super) selected: Vec<Cell>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(text: &str, path: &[(usize, usize)]) -> FoundWord {
        let path: Vec<Cell> = path.iter().map(|&(line, index)| Cell { line, index }).collect();
        FoundWord { word: text.to_string(), length: text.len(), score: 1, path, class: None }
    }

    #[test]
    fn a_word_is_refused_where_the_board_stays() {
        let words = [word("CAT", &[(0, 0), (0, 1), (1, 1)]), word("TAC", &[(1, 0), (0, 1), (1, 1)])];
        let (mut player, now) = (Following::default(), Instant::now());
        player.follow(&words[0].path[..2], &words, now);
        player.follow(&[], &words, now);
        assert_eq!(player.deadline(), None, "no word was selected");
        let mut other_order = words[0].path.clone();
        other_order.swap(0, 1);
        player.follow(&other_order, &words, now);
        player.follow(&[], &words, now);
        assert_eq!(player.refusal(now), None);
        assert_eq!(player.refusal(now + REFUSED_AFTER).map(|found| found.word), Some("CAT".to_string()));
        assert_eq!(player.refusal(now + REFUSED_AFTER), None);
        assert!(player.refused.is_some());
    }

    #[test]
    fn of_words_with_the_same_tiles_the_one_in_their_order_is_played() {
        let tiles = [(0, 0), (0, 1), (1, 1)];
        let reversed = tiles.iter().rev().copied().collect::<Vec<_>>();
        let words = [word("HET", &reversed), word("THE", &tiles)];
        for played in &words {
            let (mut player, now) = (Following::default(), Instant::now());
            player.follow(&played.path, &words, now);
            player.follow(&[], &words, now);
            assert_eq!(player.take_finished().as_ref(), Some(played));
        }
    }

    #[test]
    fn a_word_has_ended_where_several_of_its_tiles_are_deselected_at_once() {
        let tiles = [(0, 0), (0, 1), (1, 1), (1, 2), (2, 2)];
        let words = [word("CARTS", &tiles), word("CAR", &tiles[..3])];
        for (rest, played) in [(2, Some("CARTS")), (3, Some("CAR")), (4, None)] {
            let (mut player, now) = (Following::default(), Instant::now());
            player.follow(&words[0].path, &words, now);
            player.follow(&words[0].path[..rest], &words, now);
            player.follow(&[], &words, now);
            assert_eq!(player.take_finished().map(|found| found.word).as_deref(), played, "{rest} tiles");
        }
    }

    #[test]
    fn a_word_is_played_where_its_tiles_are_left_on_a_board_that_stays() {
        let words = [word("CAT", &[(0, 0), (0, 1), (1, 1)])];
        let (mut player, now) = (Following::default(), Instant::now());
        player.follow(&words[0].path, &words, now);
        assert_eq!(player.take_finished(), None, "its tiles are still selected");
        player.follow(&[], &words, now);
        assert_eq!(player.take_finished().as_ref(), Some(&words[0]));
        assert_eq!((player.take_finished(), player.deadline()), (None, None));
        assert!(player.take_played().tried.is_none());
    }

    #[test]
    fn a_word_is_played_where_the_board_changes() {
        let words = [word("CAT", &[(0, 0), (0, 1), (1, 1)])];
        let (mut player, now) = (Following::default(), Instant::now());
        player.follow(&words[0].path, &words, now);
        player.follow(&[], &words, now);
        let played = player.take_played();
        assert_eq!(played.tried.map(|found| found.word), Some("CAT".to_string()));
        assert_eq!(played.selected, words[0].path);
        assert!(player.deadline().is_none() && player.take_played().tried.is_none());
    }
}
