//! Which tiles the player has selected, and in which order.
//!
//! A single picture shows selected tiles only where they are few among many (`read::selection`): not six of sixteen. A watched board
//! was seen before its tiles were selected ([`RestingLook`]): selected tiles are connected ones that have changed in the same way
//! since, or that have the same color where they have changed: an outline changes a gem differently from a plain tile.

use super::change::{Change, MeanColor, length, mean_color};
use super::tracked::TrackedBoard;
use super::{Pace, RETRY, Tracker, Update};
use crate::board::{Adjacency, Board, Cell, SELECTED, Tile, TileKind};
use crate::read::{Engine, read_tiles};
use image::RgbaImage;
use web_time::Instant;

/// How the tiles of a board look while they are not selected.
#[derive(Debug, Clone)]
pub(super) struct RestingLook {
    /// The mean color of each tile with its letter.
    colors: Vec<MeanColor>,
    /// The pixels of the board.
    pixels: RgbaImage,
    /// The tiles of which only the mean color is known: they were selected when it was taken.
    by_color: Vec<Cell>,
    /// Whether selected tiles were looked for when it was taken.
    is_checked: bool,
}

impl Tracker {
    /// The tiles that the player has selected, in the order in which that was seen.
    pub fn selected(&self) -> &[Cell] {
        self.board.as_ref().map_or(&[], |board| &board.selected)
    }

    /// For each of the [selected](Tracker::selected) tiles, the number of the pass that saw it first, which never falls from one to
    /// the next: tiles with the same number may have been selected in any order.
    pub fn selection_steps(&self) -> &[usize] {
        self.board.as_ref().map_or(&[], |board| &board.selection_steps)
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
        let seen = read_tiles(&frame, &layout, &Engine::Net, self.options.min_confidence).board;
        let selected = board.selected_in(&seen);
        let cells: Vec<Cell> = board.reading.board.shape().cells().collect();
        for (cell, tile) in cells.iter().zip(board.reading.board.tiles_mut()) {
            let Some(tile) = tile else { continue };
            tile.tags.retain(|tag| tag != SELECTED);
            tile.tags.extend(selected.contains(cell).then(|| SELECTED.to_string()));
        }
        let ordered = in_order(board, &selected);
        let before = std::mem::take(&mut board.selected);
        (board.selected, board.selection_steps) = ordered.into_iter().unzip();
        if board.selected == before { Update::Same } else { Update::Selected }
    }
}

impl TrackedBoard {
    /// The selected tiles; `seen` is what the picture alone shows. Remembers how the tiles look while they are not selected.
    fn selected_in(&mut self, seen: &Board) -> Vec<Cell> {
        let in_picture = seen.cells().filter(|(_, tile)| tile.has_tag(SELECTED)).map(|(cell, _)| cell);
        let in_picture: Vec<Cell> = in_picture.collect();
        self.take_rest();
        let changed = self.resting.as_ref().and_then(|resting| resting.changed(&in_picture, self));
        let was_checked = self.resting.as_mut().is_some_and(|resting| std::mem::replace(&mut resting.is_checked, true));
        match changed.as_deref().filter(|changed| was_checked || in_picture.is_empty() || !changed.is_empty()) {
            // One tile alone may have changed for any reason.
            Some(&[cell]) if !in_picture.contains(&cell) => {
                self.first_selected = Some(cell);
                Vec::new()
            }
            Some([]) => {
                self.first_selected = None;
                Vec::new()
            }
            Some(cells) => cells.to_vec(),
            None => {
                self.resting = Some(RestingLook::new(self, &in_picture));
                in_picture
            }
        }
    }

    /// Stores how the tiles of a new board look, if that is due. Tiles that are already selected are found by the next pass.
    pub(super) fn take_rest(&mut self) {
        if std::mem::take(&mut self.is_rest_due) {
            self.first_selected = None;
            self.resting = Some(RestingLook { is_checked: false, ..RestingLook::new(self, &[]) });
        }
    }

    /// The mean color of each tile.
    pub(super) fn mean_colors(&self) -> Vec<MeanColor> {
        self.whole.iter().map(|tile| mean_color(&self.pixels, *tile)).collect()
    }

    /// Plans to look for selected tiles at this time, or at an earlier one at which the board is read again.
    pub(super) fn plan_selection(&mut self, at: Instant) {
        self.recheck = Some(self.recheck.map_or(at, |planned| planned.min(at)));
        self.is_selection_open = true;
    }
}

impl RestingLook {
    /// The resting look of a board as it is now. Tiles that are selected get the mean color of the plain ones.
    fn new(board: &TrackedBoard, selected: &[Cell]) -> RestingLook {
        let tiles = board.reading.board.shape().cells().zip(board.reading.board.tiles());
        let is_plain = |(cell, tile): (Cell, Option<&Tile>)| {
            tile.is_some_and(|tile| tile.kind == TileKind::Normal) && !selected.contains(&cell)
        };
        let mut colors = board.mean_colors();
        let plain: Vec<MeanColor> =
            tiles.zip(&colors).filter(|(tile, _)| is_plain(*tile)).map(|(_, color)| *color).collect();
        let count = plain.len().max(1) as f32;
        let mean = std::array::from_fn(|channel| plain.iter().map(|color| color[channel]).sum::<f32>() / count);
        for (cell, color) in board.reading.board.shape().cells().zip(&mut colors) {
            if selected.contains(&cell) && !plain.is_empty() {
                *color = mean;
            }
        }
        RestingLook { colors, pixels: board.pixels.clone(), by_color: selected.to_vec(), is_checked: true }
    }

    /// How each tile has changed.
    fn changes(&self, board: &TrackedBoard) -> Vec<Change> {
        let now = board.mean_colors();
        let change = |(id, cell): (usize, Cell)| match self.by_color.contains(&cell) {
            true => Change::of_color(self.colors[id], now[id]),
            false => Change::of_pixels(&self.pixels, &board.pixels, board.whole[id]),
        };
        board.reading.board.shape().cells().enumerate().map(change).collect()
    }

    /// The connected tiles that changed most, and alike, in the order of the cells; `None` where the look does not tell.
    fn changed(&self, in_picture: &[Cell], board: &TrackedBoard) -> Option<Vec<Cell>> {
        selected_of(&self.changes(board), in_picture, board)
    }
}

/// Of tiles with these changes, the connected ones that changed most, and alike, in the order of the cells; `None` where the changes do
/// not tell: too many tiles changed for a word, or only gems of one kind did, of which the picture shows none as selected.
fn selected_of(changes: &[Change], in_picture: &[Cell], board: &TrackedBoard) -> Option<Vec<Cell>> {
    /// The least change of a tile's mean color, in levels. Smaller: a faint effect beside a tile counts. Larger: a thin outline of
    /// selected tiles is missed. Chosen by hand: an outline of one pixel covers 6% of a tile of 60 pixels, so one that is 100 levels
    /// brighter changes the mean by 6.
    const LEAST: f32 = 4.0;
    /// The most tiles by which a long word grows between two passes. Smaller: a fast player is lost. Larger: a shade over most of the
    /// board counts as a word. Chosen by hand.
    const MOST_NEW: usize = 4;
    let shape = board.reading.board.shape();
    let cells: Vec<Cell> = shape.cells().collect();
    // What covers a tile changes how it looks, too.
    let is_changed = |id: &usize| length(changes[*id].by) > LEAST && board.unread_since[*id].is_none();
    let changed: Vec<usize> = (0..cells.len()).filter(is_changed).collect();
    let total = |group: &[usize]| group.iter().map(|&id| length(changes[id].by)).sum::<f32>();
    let touches =
        |a: usize, b: usize| shape.adjacency() == Adjacency::Free || shape.neighbors(cells[a]).contains(&cells[b]);
    let kind = |id: usize| board.reading.board.tile(cells[id]).map(|tile| tile.kind);
    // Gems and fire flicker, those of one kind alike: one that changes more than selected tiles does not hide them. Gems of two kinds
    // that change alike are selected, or a glint lies over both.
    let is_selection = |group: &[usize]| {
        let is_steady = |id: &usize| kind(*id) == Some(TileKind::Normal) || in_picture.contains(&cells[*id]);
        let mut kinds = group.iter().filter_map(|&id| kind(id));
        let first = kinds.next();
        group.iter().any(is_steady) || kinds.any(|kind| Some(kind) != first)
    };
    let rank = |group: &[usize]| (is_selection(group), group.len() > 1, total(group));
    let mut rest = changed.clone();
    let mut most: Vec<usize> = Vec::new();
    while let Some(first) = rest.pop() {
        let mut group = vec![first];
        let mut next = 0;
        while let Some(&tile) = group.get(next) {
            let (near, far): (Vec<usize>, Vec<usize>) =
                rest.into_iter().partition(|&other| touches(tile, other) && changes[tile].is_like(&changes[other]));
            group.extend(near);
            rest = far;
            next += 1;
        }
        if most.is_empty() || rank(&group) > rank(&most) {
            most = group;
        }
    }
    // They also flicker side by side: where no other tile changed, only the picture decides.
    if most.len() > 1 && !is_selection(&most) {
        return None;
    }
    most.sort_unstable();
    // More than half of the board changes under a shade. A word that long grows by a few tiles between two passes.
    let is_longer = !board.selected.is_empty() && most.len() <= board.selected.len() + MOST_NEW;
    let is_word = 2 * changed.len() <= cells.len() || is_longer;
    is_word.then(|| most.into_iter().map(|id| cells[id]).collect())
}

/// These selected cells in the order in which they were selected: those that were before, then the new ones, each touching
/// the one before it where that is possible. Each has the number of the pass that saw it first.
fn in_order(board: &TrackedBoard, seen: &[Cell]) -> Vec<(Cell, usize)> {
    let before = board.selected.iter().copied().zip(board.selection_steps.iter().copied());
    let first = board.first_selected.filter(|_| board.selected.is_empty()).map(|cell| (cell, 0));
    let mut ordered: Vec<(Cell, usize)> = before.chain(first).filter(|(cell, _)| seen.contains(cell)).collect();
    let is_new = |cell: &Cell| ordered.iter().all(|(known, _)| known != cell);
    let mut rest: Vec<Cell> = seen.iter().copied().filter(is_new).collect();
    let step = ordered.last().map_or(0, |(_, step)| step + 1);
    let shape = board.reading.board.shape();
    while !rest.is_empty() {
        let touching = ordered.last().map_or(Vec::new(), |&(last, _)| shape.neighbors(last));
        let next = rest.iter().position(|cell| touching.contains(cell)).unwrap_or(0);
        ordered.push((rest.remove(next), step));
    }
    ordered
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Shape;
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

    /// The outline of a selected tile reaches the tiles beside it, which change a little; a gem that flickers changes as much.
    #[test]
    fn a_gem_that_changes_is_selected_where_the_picture_shows_it() {
        let (gem, beside) = (Cell { line: 2, index: 3 }, Cell { line: 3, index: 3 });
        let mut tiles: Vec<Option<Tile>> = board(1).tiles().map(|tile| tile.cloned()).collect();
        let [gem_id, beside_id] = [gem, beside].map(|cell| board(1).shape().id(cell).unwrap());
        tiles[gem_id].as_mut().unwrap().kind = TileKind::Green;
        let first = Board::new(board(1).shape().clone(), tiles).unwrap();
        let frame = window(&first, 56.0, (100, 30));
        let mut session = Session::new(&frame);
        assert_eq!(reported(&mut session, &frame), [Update::Changed]);
        let tracked = session.tracker.board.as_ref().unwrap();
        let mut changes = tracked.resting.as_ref().unwrap().changes(tracked);
        for (id, change) in [(gem_id, [24.0, -6.0, -25.0]), (beside_id, [3.0, 4.0, 5.0])] {
            changes[id] = Change::of_color([0.0; 3], change);
        }
        assert_eq!(selected_of(&changes, &[gem], tracked), Some(vec![gem]));
        assert_eq!(selected_of(&changes, &[], tracked), Some(vec![beside]));
    }

    /// Words with a gem or a fire tile at each place, whose tiles are selected one by one: an outline changes these tiles
    /// differently from plain ones.
    #[test]
    fn gems_are_selected_like_plain_tiles() {
        let word = [(2, 3), (3, 3), (4, 3)].map(|(line, index)| Cell { line, index });
        for kind in TileKind::ALL {
            for at in 0..word.len() {
                let mut board = board(1);
                board.tile_mut(word[at]).unwrap().kind = kind;
                let show = |cells: &[Cell]| window(&with_selected(&board, cells), 56.0, (100, 30));
                let mut session = Session::new(&show(&[]));
                assert_eq!(reported(&mut session, &show(&[])), [Update::Changed], "{kind:?}");
                assert_eq!(reported(&mut session, &show(&word[..1])), [], "{kind:?}");
                for count in 2..=word.len() {
                    assert_eq!(reported(&mut session, &show(&word[..count])), [Update::Selected], "{kind:?} {at}");
                    assert_eq!(session.tracker.selected(), &word[..count], "{kind:?} {at}");
                }
            }
        }
    }

    /// Nine of sixteen tiles: a single picture does not show which are selected.
    #[test]
    fn the_tiles_of_a_long_word_on_a_small_board_are_selected_one_by_one() {
        let board = Board::from_letters(Shape::rows(4, 4).unwrap(), "teaslinodgrmwhck").unwrap();
        let show = |cells: &[Cell]| window(&with_selected(&board, cells), 56.0, (100, 30));
        let mut session = Session::new(&show(&[]));
        assert_eq!(reported(&mut session, &show(&[])), [Update::Changed]);
        let word: Vec<Cell> = [(1, 0), (0, 0), (0, 1), (1, 1), (2, 1), (2, 2), (1, 2), (0, 2), (0, 3)]
            .map(|(line, index)| Cell { line, index })
            .to_vec();
        for count in 2..=word.len() {
            assert_eq!(reported(&mut session, &show(&word[..count])), [Update::Selected], "{count}");
            let (mut seen, mut expected) = (session.tracker.selected().to_vec(), word[..count].to_vec());
            if count > 2 {
                assert_eq!(seen.last(), expected.last());
            }
            let steps: Vec<usize> = [0, 0].into_iter().chain(1..=count - 2).collect();
            assert_eq!(session.tracker.selection_steps(), steps, "the first two came together");
            seen.sort();
            expected.sort();
            assert_eq!(seen, expected);
        }
        assert_eq!(reported(&mut session, &show(&[])), [Update::Selected]);
        assert!(session.tracker.selected().is_empty() && session.tracker.selection_steps().is_empty());
        // A single tile is not reported, but it was seen before the second one.
        assert_eq!(reported(&mut session, &show(&word[1..2])), []);
        assert_eq!(reported(&mut session, &show(&word[..2])), [Update::Selected]);
        assert_eq!(
            (session.tracker.selected(), session.tracker.selection_steps()),
            (&[word[1], word[0]][..], &[0, 1][..])
        );
    }
}
