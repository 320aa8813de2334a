//! What the player does on a board: which tiles are selected, which word was tried, and whether the game refused it.

use hexlex::board::{Adjacency, Board, Cell, Face, TileKind};
use hexlex::solve::FoundWord;
use std::time::{Duration, Instant};

/// How long the board must stay as it is after the tiles of a word are no longer selected, for the game to have refused it.
/// Shorter: a game that takes its time to remove the tiles seems to refuse them. Longer: the event comes later. Chosen by
/// hand.
const REFUSED_AFTER: Duration = Duration::from_millis(1200);

/// The tiles that are selected, and what was seen of their order.
#[derive(Debug, Clone, Copy)]
pub(super) struct Selection<'a> {
    /// The tiles, in the order in which that was seen.
    pub(super) cells: &'a [Cell],
    /// For each tile, the number of the pass that saw it first: tiles of one pass may have been selected in any order.
    pub(super) steps: &'a [usize],
}

impl Selection<'_> {
    /// The word of these that was selected: one along these tiles, or else one that they spell in a path of their own, where its
    /// points are the same.
    fn word(&self, words: &[FoundWord], board: &Board) -> Option<FoundWord> {
        let exact = words.iter().find(|found| found.path == self.cells);
        let along = || words.iter().find(|found| self.is_along(&found.path));
        let spelled = || words.iter().find_map(|found| self.spelled(found, board));
        exact.or_else(along).cloned().or_else(spelled)
    }

    /// Whether the tiles may have been selected in the order of this path.
    fn is_along(&self, path: &[Cell]) -> bool {
        let step = |cell: &Cell| Some(self.steps[self.cells.iter().position(|other| other == cell)?]);
        path.len() == self.cells.len() && path.iter().zip(self.steps).all(|(cell, at)| step(cell) == Some(*at))
    }

    /// The word along a path of all these tiles, as of DEED from its end, or with another tile of a letter.
    fn spelled(&self, found: &FoundWord, board: &Board) -> Option<FoundWord> {
        let kinds = |path: &[Cell]| {
            let mut kinds: Vec<TileKind> = path.iter().filter_map(|cell| Some(board.tile(*cell)?.kind)).collect();
            kinds.sort();
            kinds
        };
        let mut path = Vec::new();
        let is_same = found.path.len() == self.cells.len()
            && self.spell(&found.word, board, &mut path)
            && kinds(&path) == kinds(&found.path);
        is_same.then(|| FoundWord { path, ..found.clone() })
    }

    /// Continues a path by tiles that spell the rest of a word; returns whether all tiles are on it then.
    fn spell(&self, rest: &str, board: &Board, path: &mut Vec<Cell>) -> bool {
        let Some(step) = self.steps.get(path.len()) else { return rest.is_empty() };
        let shape = board.shape();
        let near = path.last().filter(|_| shape.adjacency() != Adjacency::Free).map(|last| shape.neighbors(*last));
        for (cell, _) in self.cells.iter().zip(self.steps).filter(|(_, other)| *other == step) {
            let Some(Face::Letters(text)) = board.tile(*cell).map(|tile| &tile.face) else { continue };
            let Some(rest) = rest.strip_prefix(text.as_str()) else { continue };
            if path.contains(cell) || near.as_ref().is_some_and(|near| !near.contains(cell)) {
                continue;
            }
            path.push(*cell);
            if self.spell(rest, board, path) {
                return true;
            }
            path.pop();
        }
        false
    }
}

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
    pub(super) fn follow(&mut self, selection: Selection, words: &[FoundWord], board: &Board, now: Instant) {
        let selected = selection.cells;
        if selected.is_empty() {
            self.deselected_at = self.tried.as_ref().map(|_| now);
            return;
        }
        self.selected = selected.to_vec();
        let word = selection.word(words, board);
        let is_part_of = |tried: &FoundWord| {
            selected.len() + 1 < tried.path.len() && selected.iter().all(|cell| tried.path.contains(cell))
        };
        // Two or more tiles were deselected at once, and the others do not spell a word: the word was submitted, and an effect covers
        // the others.
        if word.is_none() && self.tried.as_ref().is_some_and(is_part_of) {
            return;
        }
        (self.tried, self.deselected_at) = (word, None);
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

    /// A board on which the words of these tests lie.
    fn board() -> Board {
        "C A X\nX T R\nX X S".parse().unwrap()
    }

    impl Following {
        /// Takes tiles that were selected one after the other.
        fn follow_in_order(&mut self, cells: &[Cell], words: &[FoundWord], now: Instant) {
            let steps: Vec<usize> = (0..cells.len()).collect();
            self.follow(Selection { cells, steps: &steps }, words, &board(), now);
        }
    }

    #[test]
    fn a_word_is_refused_where_the_board_stays() {
        let words = [word("CAT", &[(0, 0), (0, 1), (1, 1)]), word("TAC", &[(1, 0), (0, 1), (1, 1)])];
        let (mut player, now) = (Following::default(), Instant::now());
        player.follow_in_order(&words[0].path[..2], &words, now);
        player.follow_in_order(&[], &words, now);
        assert_eq!(player.deadline(), None, "no word was selected");
        player.follow_in_order(&words[0].path, &words, now);
        player.follow_in_order(&[], &words, now);
        assert_eq!(player.refusal(now), None);
        assert_eq!(player.refusal(now + REFUSED_AFTER).map(|found| found.word), Some("CAT".to_string()));
        assert_eq!(player.refusal(now + REFUSED_AFTER), None);
        assert!(player.refused.is_some());
    }

    #[test]
    fn only_tiles_that_came_together_may_be_in_any_order() {
        let board: Board = "D E T\nX D E".parse().unwrap();
        let [d, e, t, other_d, other_e] = [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2)];
        let words = [word("TED", &[t, e, d]), word("DEED", &[d, e, other_e, other_d])];
        /// The tiles with the passes that saw them first, and the word that they are.
        type Case = (&'static [(usize, usize)], &'static [usize], Option<&'static str>);
        let cases: [Case; 9] = [
            (&[(0, 2), (0, 1), (0, 0)], &[0, 1, 2], Some("TED")),
            (&[(0, 1), (0, 2), (0, 0)], &[0, 1, 2], None),
            (&[(0, 1), (0, 2), (0, 0)], &[0, 0, 1], Some("TED")),
            (&[(0, 0), (0, 1), (0, 2)], &[0, 0, 0], Some("TED")),
            (&[(0, 0), (0, 1), (0, 2)], &[0, 1, 1], None),
            // The same letter on another tile, and the same word from its end.
            (&[(0, 2), (0, 1), (1, 1)], &[0, 1, 2], Some("TED")),
            (&[(1, 1), (1, 2), (0, 1), (0, 0)], &[0, 1, 2, 3], Some("DEED")),
            (&[(1, 1), (0, 1), (1, 2), (0, 0)], &[0, 1, 1, 2], Some("DEED")),
            // The first D and the last E do not touch.
            (&[(0, 0), (1, 2), (0, 1), (1, 1)], &[0, 1, 2, 3], None),
        ];
        for (tiles, steps, expected) in cases {
            let cells: Vec<Cell> = tiles.iter().map(|&(line, index)| Cell { line, index }).collect();
            let found = Selection { cells: &cells, steps }.word(&words, &board);
            assert_eq!(found.as_ref().map(|found| found.word.as_str()), expected, "{tiles:?} {steps:?}");
            if let Some(found) = found {
                let (mut path, mut cells) = (found.path, cells);
                path.sort();
                cells.sort();
                assert_eq!(path, cells);
            }
        }
        // A tile of another kind may have other points.
        let gem: Board = "D E T\nX D:gold E".parse().unwrap();
        let cells = [t, e, other_d].map(|(line, index)| Cell { line, index });
        assert_eq!(Selection { cells: &cells, steps: &[0, 1, 2] }.word(&words, &gem), None);
    }

    #[test]
    fn of_words_with_the_same_tiles_the_one_in_their_order_is_played() {
        let tiles = [(0, 0), (0, 1), (1, 1)];
        let reversed = tiles.iter().rev().copied().collect::<Vec<_>>();
        let words = [word("HET", &reversed), word("THE", &tiles)];
        for played in &words {
            let (mut player, now) = (Following::default(), Instant::now());
            player.follow_in_order(&played.path, &words, now);
            player.follow_in_order(&[], &words, now);
            assert_eq!(player.take_finished().as_ref(), Some(played));
        }
    }

    #[test]
    fn a_word_has_ended_where_several_of_its_tiles_are_deselected_at_once() {
        let tiles = [(0, 0), (0, 1), (1, 1), (1, 2), (2, 2)];
        let words = [word("CARTS", &tiles), word("CAR", &tiles[..3])];
        for (rest, played) in [(2, Some("CARTS")), (3, Some("CAR")), (4, None)] {
            let (mut player, now) = (Following::default(), Instant::now());
            player.follow_in_order(&words[0].path, &words, now);
            player.follow_in_order(&words[0].path[..rest], &words, now);
            player.follow_in_order(&[], &words, now);
            assert_eq!(player.take_finished().map(|found| found.word).as_deref(), played, "{rest} tiles");
        }
    }

    #[test]
    fn a_word_is_played_where_its_tiles_are_left_on_a_board_that_stays() {
        let words = [word("CAT", &[(0, 0), (0, 1), (1, 1)])];
        let (mut player, now) = (Following::default(), Instant::now());
        player.follow_in_order(&words[0].path, &words, now);
        assert_eq!(player.take_finished(), None, "its tiles are still selected");
        player.follow_in_order(&[], &words, now);
        assert_eq!(player.take_finished().as_ref(), Some(&words[0]));
        assert_eq!((player.take_finished(), player.deadline()), (None, None));
        assert!(player.take_played().tried.is_none());
    }

    #[test]
    fn a_word_is_played_where_the_board_changes() {
        let words = [word("CAT", &[(0, 0), (0, 1), (1, 1)])];
        let (mut player, now) = (Following::default(), Instant::now());
        player.follow_in_order(&words[0].path, &words, now);
        player.follow_in_order(&[], &words, now);
        let played = player.take_played();
        assert_eq!(played.tried.map(|found| found.word), Some("CAT".to_string()));
        assert_eq!(played.selected, words[0].path);
        assert!(player.deadline().is_none() && player.take_played().tried.is_none());
    }
}
