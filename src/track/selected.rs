//! Which tiles the player has selected, and in which order.

use super::tracked::TrackedBoard;
use super::{Pace, RETRY, STILL, Tracker, Update};
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
        let ready = match pace {
            Pace::Still => now,
            // The change may not be complete.
            Pace::First => board.selection_at.map_or(now + STILL, |at| (at + RETRY).max(now + STILL)),
            Pace::Restless => board.selection_at.map_or(now, |at| at + RETRY),
        };
        if ready > now {
            board.recheck = Some(board.recheck.map_or(ready, |at| at.min(ready)));
            board.is_selection_open = true;
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
