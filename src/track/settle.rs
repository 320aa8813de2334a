//! Which letters of a new reading count: [`verdicts`].
//!
//! A tile changes when it falls or is replaced. Everything else that changes its pixels (light, letters that drift over it,
//! snow, a pointer) is an effect, and its letter stays. So a new letter counts at once only where its column shows that
//! tiles fell; elsewhere its cell must be still first. In columns, where every tile comes from above, a tile below others
//! that did not change must be still for long. A letter that cannot be read for a moment is still there.

use crate::board::{Board, Face, Lines, Shape, Tile};
use std::time::Duration;
use web_time::Instant;

/// How long a letter below others that did not fall must be still before it counts as another one. Shorter: a pointer that
/// rests on a tile changes its letter. Longer: a letter that was misread when the board was found stays wrong for longer.
/// Chosen by hand.
const IMPOSSIBLE: Duration = Duration::from_secs(5);
/// How long a tile that cannot be read keeps its letter. Shorter: letters that blink come and go. Longer: a covered tile is
/// reported later. Chosen by hand.
const HOLD: Duration = Duration::from_secs(2);
/// The most letters of one column, and of a board that never rests, that an effect changes. Fewer: larger effects are
/// reported as letters. More: a column whose letters are all exchanged is taken for an effect where some are the same by
/// chance. Chosen by hand.
const MOST_EFFECTS: usize = 2;
/// The readings in a row, some time apart, by which a letter in a cell that never rests counts, where tiles fell and elsewhere.
/// Fewer: a passing effect counts as a letter. More: moves on a restless board are reported later. Chosen by hand.
const READINGS_OF_FALLEN: u32 = 2;
pub(super) const READINGS: u32 = 6;
/// The same for a cell that has the letter it had before the tiles fell, by chance or because the tile that was used is seen
/// flying off.
const READINGS_OF_SAME: u32 = 3;

/// What is known of the cell of a new letter.
#[derive(Debug, Clone, Copy)]
pub(super) struct CellState {
    /// When its pixels changed last.
    pub(super) changed_at: Instant,
    /// How long they must stay the same to be still.
    pub(super) still: Duration,
    /// How long they must stay the same to be still where no tile fell.
    pub(super) in_place: Duration,
    /// The readings in a row of its new letter.
    pub(super) readings: u32,
    /// Since when it cannot be read.
    pub(super) unread_since: Option<Instant>,
    /// Whether its pixels were seen on a settled board before.
    pub(super) is_familiar: bool,
    /// Whether both networks agree on its new letter.
    pub(super) agreed: bool,
    /// Whether the letter before was read with confidence.
    pub(super) was_confident: bool,
    /// Whether its new letter did not count at the last reading either.
    pub(super) is_kept: bool,
}

/// What becomes of a cell's new reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It counts.
    Take,
    /// The cell keeps what it had; read again at this time.
    Keep(Instant),
    /// The cell keeps what it had, with doubt: a word was played, and this tile or one below it may be new. Read again at this time.
    Doubt(Instant),
    /// It may count at this time, if the cell is still until then.
    Wait(Instant),
    /// The cell may have another tile than before: its letter is unknown until this time.
    Unknown(Instant),
}

/// The verdicts where the board never rests: cells that would have to wait are unknown where tiles fell or changed anywhere,
/// and keep what they had where nothing did.
pub(super) fn without_waiting(verdicts: Vec<Verdict>, before: &Board, new: &Board) -> Vec<Verdict> {
    let is_new = |old: Option<&Tile>, new: Option<&Tile>| face(new).is_some() && face(old) != face(new);
    let tiles = before.tiles().zip(new.tiles()).zip(&verdicts);
    let changed: Vec<&Verdict> =
        tiles.filter(|((old, new), _)| is_new(*old, *new)).map(|(_, verdict)| verdict).collect();
    let any_change = changed.contains(&&Verdict::Take);
    let (old_tiles, new_tiles): (Vec<_>, Vec<_>) = (before.tiles().collect(), new.tiles().collect());
    let is_move =
        any_change || changed.len() > MOST_EFFECTS || is_move(&old_tiles, &new_tiles, &fall_lines(new.shape()));
    let decide = |verdict| match verdict {
        Verdict::Wait(at) if is_move => Verdict::Unknown(at),
        Verdict::Wait(at) => Verdict::Keep(at),
        other => other,
    };
    verdicts.into_iter().map(decide).collect()
}

/// The verdict on each cell of a new reading, in the order of the cells.
pub(super) fn verdicts(before: &Board, new: &Board, cells: &[CellState], now: Instant) -> Vec<Verdict> {
    let (before, new_tiles): (Vec<_>, Vec<_>) = (before.tiles().collect(), new.tiles().collect());
    let differs = |id: usize| face(before[id]) != face(new_tiles[id]);
    let mut verdicts = vec![Verdict::Take; cells.len()];
    let lines = fall_lines(new.shape());
    let is_move = is_move(&before, &new_tiles, &lines);
    let is_effect = |line: &[usize], at: usize| {
        if is_move && !cells[line[at]].is_kept {
            // The new tiles of a column may begin with the letter that was there before.
            return false;
        }
        let changed = line.iter().filter(|&&id| differs(id)).count();
        let above_changed = line[..at].iter().any(|&id| differs(id));
        new.shape().lines() == Lines::Columns && at > 0 && !above_changed && changed <= MOST_EFFECTS
    };
    for line in &lines {
        let old: Vec<Option<&Face>> = line.iter().map(|&id| face(before[id])).collect();
        let read: Vec<Option<&Face>> = line.iter().map(|&id| face(new_tiles[id])).collect();
        let fell = fell(&old, &read);
        let others_changed =
            |own: usize| (0..line.len()).any(|at| at != own && read[at].is_some() && differs(line[at]));
        if is_move {
            let same = line.iter().filter(|&&id| !differs(id) && face(new_tiles[id]).is_some());
            same.for_each(|&id| verdicts[id] = unchanged(&cells[id], now));
        }
        for (at, &id) in line.iter().enumerate().filter(|(_, id)| differs(**id)) {
            let cell = &cells[id];
            verdicts[id] = match read[at] {
                // Where tiles fell, any of them may be another one.
                None if is_move || old[at].is_none() || others_changed(at) => Verdict::Take,
                None => hold(cell, now),
                Some(_) if !fell && is_effect(line, at) && cell.was_confident => match impossible(cell, now) {
                    Verdict::Keep(at) if is_move => Verdict::Doubt(at),
                    verdict => verdict,
                },
                Some(_) => changed(cell, fell, now),
            };
        }
        // Where a tile may be new, those above it have fallen too: they may still be drawn in their old places.
        let may_be_new = |at: usize| match verdicts[line[at]] {
            Verdict::Doubt(until) => Some((at, until)),
            _ => None,
        };
        if let Some((lowest, until)) = (0..line.len()).rev().find_map(may_be_new) {
            let same = line[..lowest].iter().filter(|&&id| !differs(id) && face(new_tiles[id]).is_some());
            same.for_each(|&id| verdicts[id] = Verdict::Doubt(until));
        }
    }
    verdicts
}

/// Whether a word was played: tiles fell in a column, or several columns have another topmost tile.
fn is_move(before: &[Option<&Tile>], new: &[Option<&Tile>], lines: &[Vec<usize>]) -> bool {
    let faces = |tiles: &[Option<&Tile>], line: &[usize]| -> Vec<Option<Face>> {
        line.iter().map(|&id| face(tiles[id]).cloned()).collect()
    };
    let columns: Vec<_> = lines.iter().map(|line| (faces(before, line), faces(new, line))).collect();
    let has_new_top = |(old, new): &&(Vec<Option<Face>>, Vec<Option<Face>>)| {
        new.first().is_some_and(|top| top.is_some() && old.first() != Some(top))
    };
    columns.iter().any(|(old, new)| fell(old, new)) || columns.iter().filter(has_new_top).count() > 1
}

/// A letter that changed where tiles may come to lie.
fn changed(cell: &CellState, fell: bool, now: Instant) -> Verdict {
    let (still, readings) = match (fell, cell.is_familiar) {
        (true, true) => (Duration::ZERO, 1),
        (true, false) => (cell.still, READINGS_OF_FALLEN),
        (false, _) => (cell.in_place, READINGS),
    };
    let counts = cell.changed_at + still <= now || cell.readings >= readings;
    if counts { Verdict::Take } else { Verdict::Wait(cell.changed_at + still) }
}

/// A letter that is the same as before, on a board on which tiles fell: where its cell is not still, it may be that of a used
/// tile that is drawn over the new one.
fn unchanged(cell: &CellState, now: Instant) -> Verdict {
    let at = cell.changed_at + cell.still;
    if at <= now || cell.readings >= READINGS_OF_SAME { Verdict::Take } else { Verdict::Wait(at) }
}

/// A letter that changed below others that did not fall.
fn impossible(cell: &CellState, now: Instant) -> Verdict {
    let at = cell.changed_at + IMPOSSIBLE;
    if at > now {
        return Verdict::Keep(at);
    }
    if cell.agreed { Verdict::Take } else { Verdict::Keep(now + IMPOSSIBLE) }
}

/// A letter that cannot be read.
fn hold(cell: &CellState, now: Instant) -> Verdict {
    let until = cell.unread_since.unwrap_or(now) + HOLD;
    if until > now { Verdict::Keep(until) } else { Verdict::Take }
}

/// The face of a tile that can be read.
fn face(tile: Option<&Tile>) -> Option<&Face> {
    tile.map(|tile| &tile.face).filter(|face| **face != Face::Unreadable)
}

/// The cells along which tiles fall, each from the top: columns.
fn fall_lines(shape: &Shape) -> Vec<Vec<usize>> {
    let column = |cell: crate::board::Cell| match shape.lines() {
        Lines::Columns => cell.line,
        Lines::Rows => cell.index,
    };
    let mut lines: Vec<Vec<usize>> = Vec::new();
    for (id, cell) in shape.cells().enumerate() {
        let column = column(cell);
        lines.resize_with(lines.len().max(column + 1), Vec::new);
        lines[column].push(id);
    }
    lines
}

/// Whether a column shows that its tiles fell: down to the lowest change it has new tiles, and below them the old ones without
/// those that were taken, at least one of them lower than before.
fn fell<F: PartialEq>(old: &[Option<F>], new: &[Option<F>]) -> bool {
    let Some(lowest) = (0..old.len()).rev().find(|&at| new[at].is_some() && old[at] != new[at]) else { return false };
    let is_rest_of_old = |fresh: usize| {
        let mut rest = old[..=lowest].iter();
        // A tile that cannot be read may be any.
        new[fresh..=lowest].iter().all(|new| rest.any(|old| new.is_none() || old == new))
    };
    let any_above = (0..lowest).any(|at| old[at] != new[at]);
    any_above && (1..=lowest).any(is_rest_of_old)
}

#[cfg(test)]
mod tests {
    use super::super::{IN_PLACE, STILL};
    use super::*;

    fn board(text: &str) -> Board {
        text.parse().unwrap()
    }

    /// The verdicts where all cells have this state.
    fn judged(before: &str, new: &str, cell: CellState, now: Instant) -> Vec<Verdict> {
        let (before, new) = (board(before), board(new));
        let cells = vec![cell; before.shape().len()];
        verdicts(&before, &new, &cells, now)
    }

    /// A cell that changed this number of milliseconds ago.
    fn cell(now: Instant, age: u64) -> CellState {
        let changed_at = now - Duration::from_millis(age);
        CellState {
            changed_at,
            still: STILL,
            in_place: IN_PLACE,
            readings: 1,
            unread_since: Some(changed_at),
            is_familiar: false,
            agreed: true,
            was_confident: true,
            is_kept: false,
        }
    }

    const BEFORE: &str = "# layout: columns\nA B C D\nE F G H I";

    #[test]
    fn fallen_tiles_count_sooner_than_others() {
        let now = Instant::now() + Duration::from_secs(60);
        // C was played: A and B fell, X is new.
        let fallen = "# layout: columns\nX A B D\nE F G H I";
        assert!(judged(BEFORE, fallen, cell(now, 50), now).iter().all(|verdict| *verdict == Verdict::Take));
        assert!(matches!(judged(BEFORE, fallen, cell(now, 10), now)[1], Verdict::Wait(_)));
        let familiar = CellState { is_familiar: true, ..cell(now, 0) };
        assert_eq!(judged(BEFORE, fallen, familiar, now)[1], Verdict::Take);
        let read_twice = CellState { readings: 2, ..cell(now, 0) };
        assert_eq!(judged(BEFORE, fallen, read_twice, now)[1], Verdict::Take);
        // The topmost tile alone has changed.
        let top = "# layout: columns\nX B C D\nE F G H I";
        assert!(matches!(judged(BEFORE, top, cell(now, 50), now)[0], Verdict::Wait(_)));
        assert_eq!(judged(BEFORE, top, cell(now, 200), now)[0], Verdict::Take);
    }

    #[test]
    fn a_tile_below_others_does_not_change_alone() {
        let now = Instant::now() + Duration::from_secs(60);
        let midst = "# layout: columns\nA B Q D\nE F G H I";
        assert!(matches!(judged(BEFORE, midst, cell(now, 3000), now)[2], Verdict::Keep(_)));
        let disputed = CellState { agreed: false, ..cell(now, 6000) };
        assert!(matches!(judged(BEFORE, midst, disputed, now)[2], Verdict::Keep(_)));
        assert_eq!(judged(BEFORE, midst, cell(now, 6000), now)[2], Verdict::Take);
        // Not even to the letter of a tile above it.
        let as_above = "# layout: columns\nA B A D\nE F G H I";
        assert!(matches!(judged(BEFORE, as_above, cell(now, 3000), now)[2], Verdict::Keep(_)));
        // Where a word was played, the new tiles of another column may begin with the letter that was there.
        let played = "# layout: columns\nA Q C D\nX E F G I";
        assert_eq!(judged(BEFORE, played, cell(now, 200), now)[1], Verdict::Take);
        let kept = CellState { is_kept: true, ..cell(now, 200) };
        let verdicts = judged(BEFORE, played, kept, now);
        assert!(matches!(verdicts[1], Verdict::Doubt(_)));
        // The tile above it has fallen with it, the tile below has not.
        assert!(matches!(verdicts[0], Verdict::Doubt(_)) && verdicts[2] == Verdict::Take, "{verdicts:?}");
        let doubted = CellState { was_confident: false, ..kept };
        assert_eq!(judged(BEFORE, played, doubted, now)[1], Verdict::Take);
        // In rows, tiles are replaced where they lie.
        assert_eq!(judged("A B\nC D", "A B\nC Q", cell(now, 200), now)[3], Verdict::Take);
    }

    #[test]
    fn a_letter_that_blinks_is_still_there() {
        let now = Instant::now() + Duration::from_secs(60);
        let blinks = "# layout: columns\nA B ? D\nE F G H I";
        assert!(matches!(judged(BEFORE, blinks, cell(now, 900), now)[2], Verdict::Keep(_)));
        assert_eq!(judged(BEFORE, blinks, cell(now, 2100), now)[2], Verdict::Take);
        // Where tiles fell it may be another tile.
        let fallen = "# layout: columns\nX A ? D\nE F G H I";
        assert_eq!(judged(BEFORE, fallen, cell(now, 100), now)[2], Verdict::Take);
    }
}
