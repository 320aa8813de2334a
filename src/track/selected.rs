//! Which tiles the player has selected, and in which order.

use super::tracked::TrackedBoard;
use super::{Pace, RETRY, Tracker, Update};
use crate::board::{Cell, SELECTED, Tile};
use crate::read::{Engine, read_tiles};
use web_time::Instant;

impl Tracker {
    /// The tiles that the player has selected, in the order in which that was seen.
    pub fn selected(&self) -> &[Cell] {
        self.board.as_ref().map_or(&[], |board| &board.selected)
    }

    /// Looks whether other tiles are selected than before. A board that is not still is looked at now and then.
    pub(super) fn look_for_selected(&mut self, pace: Pace, now: Instant) -> Update {
        let Some(board) = &mut self.board else { return Update::Gone };
        let still = board.still;
        let ready = match pace {
            Pace::Still => now,
            // The change may not be complete.
            Pace::First => board.selection_at.map_or(now + still, |at| (at + RETRY).max(now + still)),
            Pace::Restless => board.selection_at.map_or(now, |at| at + RETRY),
        };
        if ready > now {
            board.plan_selection(ready);
            return Update::Same;
        }
        (board.selection_at, board.is_selection_open) = (Some(now), false);
        let (frame, layout) = board.part();
        let reading = read_tiles(&frame, &layout, &Engine::Net, self.options.min_confidence);
        let is_selected = |(cell, tile): (Cell, &Tile)| tile.has_tag(SELECTED).then_some(cell);
        let seen: Vec<Cell> = reading.board.cells().filter_map(is_selected).collect();
        for (tile, now) in board.reading.board.tiles_mut().zip(reading.board.tiles()) {
            let (Some(tile), Some(now)) = (tile, now) else { continue };
            tile.tags.retain(|tag| tag != SELECTED);
            tile.tags.extend(now.has_tag(SELECTED).then(|| SELECTED.to_string()));
        }
        let selected = in_order(board, &seen);
        if std::mem::replace(&mut board.selected, selected.clone()) == selected {
            Update::Same
        } else {
            Update::Selected
        }
    }
}

impl TrackedBoard {
    /// Plans to look for selected tiles at this time, or at an earlier one at which the board is read again.
    pub(super) fn plan_selection(&mut self, at: Instant) {
        self.recheck = Some(self.recheck.map_or(at, |planned| planned.min(at)));
        self.is_selection_open = true;
    }
}

/// These selected cells in the order in which they were selected: those that were before, then the new ones, each touching
/// the one before it where that is possible.
fn in_order(board: &TrackedBoard, seen: &[Cell]) -> Vec<Cell> {
    let mut ordered: Vec<Cell> = board.selected.iter().copied().filter(|cell| seen.contains(cell)).collect();
    let mut rest: Vec<Cell> = seen.iter().copied().filter(|cell| !ordered.contains(cell)).collect();
    let shape = board.reading.board.shape();
    while !rest.is_empty() {
        let touching = ordered.last().map_or(Vec::new(), |&last| shape.neighbors(last));
        let next = rest.iter().position(|cell| touching.contains(cell)).unwrap_or(0);
        ordered.push(rest.remove(next));
    }
    ordered
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::pixels::Frame;
    use crate::track::tests::{Session, board, played, window};

    /// The board with these tiles selected.
    fn with_selected(board: &Board, cells: &[Cell]) -> Board {
        let tile = |(cell, tile): (Cell, &Tile)| {
            let mut tile = tile.clone();
            tile.tags.extend(cells.contains(&cell).then(|| SELECTED.to_string()));
            Some(tile)
        };
        Board::new(board.shape().clone(), board.cells().map(tile).collect()).unwrap()
    }

    /// What is reported of a frame that stays, until nothing is due.
    fn reported(session: &mut Session, frame: &Frame) -> Vec<Update> {
        let mut updates = vec![session.settle(frame)];
        while let Some(due) = session.tracker.due() {
            session.now = session.now.max(due);
            updates.push(session.tracker.update_unchanged(session.now));
            assert!(updates.len() < 50, "{updates:?}");
        }
        updates.retain(|update| *update != Update::Same);
        updates
    }

    #[test]
    fn tiles_that_are_selected_as_the_board_changes_are_reported_after_it() {
        let first = board(1);
        let at = |line, index| Cell { line, index };
        let show = |board: &Board| window(board, 56.0, (100, 30));
        let mut session = Session::new(&show(&first));
        assert_eq!(reported(&mut session, &show(&first)), [Update::Changed]);
        let word = [at(2, 3), at(3, 3), at(4, 3)];
        assert_eq!(reported(&mut session, &show(&with_selected(&first, &word))), [Update::Selected]);
        assert_eq!(session.tracker.selected().len(), 3);
        // The word is played, and the next one begun.
        let second = played(&first, &word, "ETA");
        let next = [at(0, 2), at(0, 3), at(1, 4)];
        let updates = reported(&mut session, &show(&with_selected(&second, &next)));
        assert_eq!((updates, session.tracker.selected()), (vec![Update::Changed, Update::Selected], &next[..]));
        // The word is played, and none is begun.
        let third = played(&second, &next, "INO");
        assert_eq!(reported(&mut session, &show(&third)), [Update::Changed]);
        assert!(session.tracker.selected().is_empty());
    }
}
