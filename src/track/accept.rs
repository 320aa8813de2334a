//! What a reading means for the board: which of its letters and kinds count, and what changed.

use super::blanks::fill_blanks;
use super::confirm::{Confirmation, is_another};
use super::evidence::{Examined, lower};
use super::settle::{CellState, READINGS, Verdict, verdicts, without_waiting};
use super::tracked::{Motion, TileCache, TrackedBoard, remember};
use super::{FADE, MAX_COVERED_SHARE, MAX_UNREADABLE_SHARE, PATIENCE, Pace, RETRY, Tracker, Update, unreadable};
use crate::board::{Board, Face, SELECTED, Tile};
use crate::read::{Engine, Reading, read_tiles};
use web_time::Instant;

impl Tracker {
    /// Makes this the board's reading, unless too many tiles are unreadable, as far as its letters count.
    pub(super) fn accept(&mut self, mut examined: Examined, pace: Pace, now: Instant) -> Update {
        self.apply_corrections(&mut examined);
        let Some(board) = &mut self.board else { return Update::Gone };
        fill_blanks(&board.reading.board, &mut examined.reading);
        if let Some(covered) = cover(board, &examined.reading.board, now) {
            self.gone = (board.fresh && covered == Update::Gone).then(|| board.reading.layout.clone());
            return covered;
        }
        self.gone = None;
        let (is_new, is_first) = (board.fresh || board.covered, board.fresh);
        let mut verdicts = if board.fresh {
            fresh_verdicts(board, pace, now)
        } else if board.covered {
            uncovered_verdicts(board, &examined.reading.board, now)
        } else {
            judge(board, &examined, &self.cache, now)
        };
        if pace == Pace::Restless {
            verdicts = without_waiting(verdicts, &board.reading.board, &examined.reading.board);
            let since = board.motion.map_or(now, |motion| motion.since);
            board.is_unclear = verdicts.iter().any(|verdict| matches!(verdict, Verdict::Unknown(_)));
            if board.is_unclear && now.saturating_duration_since(since) < PATIENCE {
                return Update::Moving(now + RETRY);
            }
        }
        let wait = verdicts.iter().filter_map(|verdict| match verdict {
            Verdict::Wait(at) => Some(*at),
            _ => None,
        });
        if let Some(at) = wait.max() {
            let last = board.changed_at.iter().copied().max().unwrap_or(now);
            board.motion = Some(Motion { since: board.motion.map_or(now, |motion| motion.since), last });
            return Update::Moving(at.max(last + board.still));
        }
        let touched = board.is_selection_open || board.pending.iter().any(|pending| *pending);
        keep(board, &mut examined, &verdicts);
        if pace == Pace::Restless {
            doubt_restless(board, &mut examined, &self.cache, now);
        } else {
            board.doubted.iter_mut().zip(&board.pending).for_each(|(doubted, pending)| *doubted &= pending);
        }
        let is_move = is_new || has_new_letter(&board.reading.board, &examined.reading.board);
        if is_move {
            board.kinds_until = now + FADE;
        }
        if !is_new {
            let is_open = board.kinds_until >= now;
            if is_open && !examined.is_whole && has_unknown_kind(board, &self.cache) {
                read_kinds_together(board, &mut examined, &self.engine);
            }
            let open: Vec<bool> = board.recolored.iter().map(|recolored| is_open && *recolored).collect();
            keep_kinds(&board.reading.board, &mut examined.reading, &open);
        }
        if board.kinds_until >= now {
            board.recolored.iter_mut().zip(&board.pending).for_each(|(recolored, pending)| *recolored &= pending);
        }
        let same = is_same(&board.reading.board, &examined.reading.board);
        take(board, examined, &verdicts, (pace, now));
        self.last_layout = Some(board.reading.layout.clone());
        if same && !is_new {
            return if touched { self.look_for_selected(pace, now) } else { Update::Same };
        }
        (board.selected, board.selection_steps) = (Vec::new(), Vec::new());
        // A tile that only seems to be of another kind may be a selected one.
        board.is_rest_due |= is_move;
        // Tiles of the new board may be selected already. Neither tiles that were read alone nor those of a skin show it.
        board.plan_selection(now + board.still);
        if is_first {
            self.know_again();
        }
        self.collect_proofs();
        self.drop_disproved();
        // The first tiles of a game show how much alike its letters are.
        self.correct_board();
        if let Some(board) = &self.board {
            remember(&mut self.cache, board);
        }
        Update::Changed
    }
}

/// Where too many tiles of a reading are unreadable, something lies over the board, or it is gone; where it may be a part of the
/// last board, something lies over the rest.
fn cover(board: &mut TrackedBoard, read: &Board, now: Instant) -> Option<Update> {
    let (tiles, unreadable) = (read.shape().len() as f32, unreadable(read) as f32);
    // An alphabet that no reader knows is not a cover.
    let unreadable = unreadable - board.unknown as f32;
    if unreadable <= MAX_UNREADABLE_SHARE * tiles && !board.is_part {
        return None;
    }
    if !board.covered {
        board.confirmation = Confirmation::first(now);
    }
    if board.is_part && is_another(&board.reading.board, read) {
        // What lay over the rest may be gone.
        (board.confirmation, board.reading.board) = (Confirmation::due(now), read.clone());
    }
    (board.motion, board.attempt, board.recheck) = (None, None, None);
    // What covers the board may go and leave it as it was: every tile is read again then.
    board.pending.fill(true);
    board.covered = true;
    let is_gone = unreadable > MAX_COVERED_SHARE * tiles && !(board.fresh && board.is_found_again);
    Some(if is_gone { Update::Gone } else { Update::Covered })
}

/// Makes a reading that counts that of the board.
fn take(board: &mut TrackedBoard, examined: Examined, verdicts: &[Verdict], (pace, now): (Pace, Instant)) {
    if pace != Pace::Restless {
        (board.motion, board.attempt) = (None, None);
        board.readings.fill(0);
    }
    if board.fresh {
        board.is_tentative = board.has_changed || unreadable(&examined.reading.board) > board.unknown;
    } else {
        board.is_tentative |= is_another(&board.reading.board, &examined.reading.board);
    }
    if board.is_tentative {
        board.confirmation = Confirmation::due(now);
    }
    (board.covered, board.fresh, board.is_unclear) = (false, false, false);
    if examined.is_whole {
        board.case = examined.case.or(board.case);
    }
    (board.reading, board.evidence) = (examined.reading, examined.evidence);
    board.store_read_pixels();
    board.unknown = board.unknown.min(unreadable(&board.reading.board));
    let open = verdicts.iter().filter_map(|verdict| match verdict {
        Verdict::Take => None,
        Verdict::Keep(at) | Verdict::Doubt(at) | Verdict::Wait(at) | Verdict::Unknown(at) => Some(*at),
    });
    let restless = (pace == Pace::Restless).then_some(now + RETRY);
    board.recheck = open.chain(restless).min().map(|at| at.max(now + board.still));
}

/// The verdicts on a board that was not reported yet. Where it is restless, a letter counts if its cell is still or it was
/// read several times.
fn fresh_verdicts(board: &TrackedBoard, pace: Pace, now: Instant) -> Vec<Verdict> {
    let in_place = board.in_place;
    let verdict = |(readings, changed_at): (&u32, &Instant)| {
        let counts = pace != Pace::Restless || *changed_at + in_place <= now || *readings >= READINGS;
        if counts { Verdict::Take } else { Verdict::Unknown(now + RETRY) }
    };
    board.readings.iter().zip(&board.changed_at).map(verdict).collect()
}

/// The verdicts on a board that was covered. What covered it may still pass over single tiles: another letter than before
/// counts if its cell is still or it was read several times.
fn uncovered_verdicts(board: &TrackedBoard, new: &Board, now: Instant) -> Vec<Verdict> {
    let face = |tile: Option<&Tile>| tile.map(|tile| tile.face.clone());
    let tiles = board.reading.board.tiles().zip(new.tiles()).enumerate();
    let verdict = |(id, (before, new)): (usize, (Option<&Tile>, Option<&Tile>))| {
        let still = board.changed_at[id] + board.in_place;
        let counts = face(before) == face(new) || still <= now || board.readings[id] >= READINGS;
        if counts { Verdict::Take } else { Verdict::Wait(still) }
    };
    tiles.map(verdict).collect()
}

/// The verdicts on a reading of a board that was reported before.
fn judge(board: &mut TrackedBoard, examined: &Examined, cache: &TileCache, now: Instant) -> Vec<Verdict> {
    let is_read = |tile: Option<&Tile>| tile.is_some_and(|tile| tile.face != Face::Unreadable);
    for (since, tile) in board.unread_since.iter_mut().zip(examined.reading.board.tiles()) {
        *since = if is_read(tile) { None } else { since.or(Some(now)) };
    }
    let state = |id: usize| CellState {
        changed_at: board.changed_at[id],
        still: board.still,
        in_place: board.in_place,
        readings: board.readings[id],
        unread_since: board.unread_since[id],
        is_familiar: cache.contains_key(&board.fingerprint(id)),
        agreed: examined.evidence[id].agreed,
        was_confident: board.is_confident(id),
        is_kept: board.kept[id],
    };
    let states: Vec<CellState> = (0..board.pending.len()).map(state).collect();
    verdicts(&board.reading.board, &examined.reading.board, &states, now)
}

/// Gives the cells whose reading does not count what they had, or makes them unreadable. They stay pending.
fn keep(board: &mut TrackedBoard, examined: &mut Examined, verdicts: &[Verdict]) {
    let before: Vec<Option<Tile>> = board.reading.board.tiles().map(|tile| tile.cloned()).collect();
    for (id, (tile, before)) in examined.reading.board.tiles_mut().zip(before).enumerate() {
        board.pending[id] = verdicts[id] != Verdict::Take;
        let is_new = tile.as_deref().map(|tile| &tile.face) != before.as_ref().map(|tile| &tile.face);
        board.kept[id] = is_new && matches!(verdicts[id], Verdict::Keep(_) | Verdict::Doubt(_));
        if !board.pending[id] {
            continue;
        }
        match (tile, before) {
            (Some(tile), _) if matches!(verdicts[id], Verdict::Unknown(_)) => {
                tile.face = Face::Unreadable;
                if let Some(doubt) = &mut examined.reading.doubts[id] {
                    doubt.confidence = 0.0;
                }
            }
            (Some(tile), Some(before)) => {
                let read = std::mem::replace(tile, before).face;
                examined.reading.doubts[id].clone_from(&board.reading.doubts[id]);
                examined.evidence[id] = board.evidence[id].clone();
                if let (Verdict::Doubt(_), Some(doubt)) = (verdicts[id], &mut examined.reading.doubts[id]) {
                    lower(doubt, Some(read));
                    board.doubted[id] = true;
                }
            }
            _ => {}
        }
    }
}

/// Makes the new letters doubtful that were read a few times only while their pixels went on changing: an effect that lies over a tile
/// for longer than that, as a gem's sparkle, is read as a part of its letter. They stay pending. A letter that was read with
/// confidence from the very same pixels before is not doubted.
fn doubt_restless(board: &mut TrackedBoard, examined: &mut Examined, cache: &TileCache, now: Instant) {
    for id in 0..board.pending.len() {
        let cell = examined.reading.board.shape().cell(id);
        let face = |board: &Board| cell.and_then(|cell| board.tile(cell)).map(|tile| tile.face.clone());
        let read = face(&examined.reading.board);
        let is_new = face(&board.reading.board) != read;
        let is_known = board.is_confident(id) && !is_new;
        let is_changing = board.changed_at[id] + board.still > now && board.readings[id] < READINGS;
        let is_familiar =
            || cache.get(&board.fingerprint(id)).is_some_and(|known| Some(&known.tile.face) == read.as_ref());
        let is_doubted = is_changing && !is_known && !is_familiar();
        match &mut examined.reading.doubts[id] {
            Some(doubt) if is_doubted => {
                lower(doubt, None);
                board.pending[id] = true;
                board.doubted[id] |= is_new;
            }
            _ => board.doubted[id] &= board.pending[id],
        }
    }
}

/// Whether a cell has another letter than before.
fn has_new_letter(before: &Board, new: &Board) -> bool {
    let faces = before.tiles().zip(new.tiles());
    let mut faces = faces.map(|(old, new)| (old.map(|tile| &tile.face), new.map(|tile| &tile.face)));
    faces.any(|(old, new)| new.is_some_and(|new| *new != Face::Unreadable) && old != new)
}

/// Whether a cell that may have another kind has pixels that were never seen on a settled board.
fn has_unknown_kind(board: &TrackedBoard, cache: &TileCache) -> bool {
    (0..board.recolored.len()).any(|id| board.recolored[id] && !cache.contains_key(&board.fingerprint(id)))
}

/// Reads the kinds of all tiles together: a few tiles alone do not show which colors are those of gems.
fn read_kinds_together(board: &TrackedBoard, examined: &mut Examined, engine: &Engine) {
    let (frame, layout) = board.part();
    let whole = read_tiles(&frame, &layout, engine, 0.0);
    for (tile, whole) in examined.reading.board.tiles_mut().zip(whole.board.tiles()) {
        if let (Some(tile), Some(whole)) = (tile, whole) {
            (tile.kind, tile.tags) = (whole.kind, whole.tags.clone());
        }
    }
}

/// Gives tiles that have the same letter as before their kind, except for these (`open`), whose pixels changed with a move: a tile
/// of the same letter may have come to lie there, and games turn tiles into gems where they lie. Between moves only effects
/// and selections change how a tile looks. Selected tiles keep their kind always: their color only shows that they are selected.
pub(super) fn keep_kinds(before: &Board, reading: &mut Reading, open: &[bool]) {
    for (id, (before, now)) in before.tiles().zip(reading.board.tiles_mut()).enumerate() {
        let (Some(before), Some(now)) = (before, now) else { continue };
        let is_selected = now.has_tag(SELECTED);
        if before.face == now.face && (!open[id] || is_selected) {
            *now = Tile { face: now.face.clone(), ..before.clone() };
            now.tags.retain(|tag| tag != SELECTED);
            now.tags.extend(is_selected.then(|| SELECTED.to_string()));
        }
    }
}

/// Whether two boards have the same letters and kinds, whichever tiles are selected.
pub(super) fn is_same(a: &Board, b: &Board) -> bool {
    let letters = |tile: Option<&Tile>| tile.map(|tile| (tile.face.clone(), tile.kind));
    a.shape() == b.shape() && a.settled == b.settled && a.tiles().map(letters).eq(b.tiles().map(letters))
}

#[cfg(test)]
mod tests {
    use super::super::evidence::{CONFIDENT, Evidence};
    use super::super::tests::{Session, board, window};
    use super::super::tracked::ReadTile;
    use super::*;
    use crate::read::Doubt;
    use std::collections::HashMap;

    /// A tile becomes a gem where it lies: at once with a move, a moment after it, or without one. Between moves a change of color
    /// is an effect.
    #[test]
    fn kinds_of_tiles_that_stay_change_with_a_move_only() {
        use crate::board::{Cell, TileKind};

        let before = board(2);
        let (gem, used) = (Cell { line: 2, index: 3 }, Cell { line: 5, index: 0 });
        let with = |board: &Board, letter: Option<&str>, kind: TileKind| {
            let change = |(id, tile): (usize, Option<&Tile>)| {
                let mut tile = tile?.clone();
                match letter {
                    Some(letter) if board.shape().cell(id) == Some(used) => tile.face = Face::parse(letter)?,
                    _ if board.shape().cell(id) == Some(gem) => tile.kind = kind,
                    _ => {}
                }
                Some(tile)
            };
            Board::new(board.shape().clone(), board.tiles().enumerate().map(change).collect()).unwrap()
        };
        let new = if before.tile(used).unwrap().face == Face::parse("Z").unwrap() { "K" } else { "Z" };
        let frame = |board: &Board| window(board, 56.0, (100, 30));
        let kind = |session: &Session| session.tracker.reading().unwrap().board.tile(gem).unwrap().kind;
        let (plain, sapphire) = (TileKind::Normal, TileKind::Sapphire);
        for (name, with_move, after_move, expected) in [
            ("with the move", sapphire, sapphire, sapphire),
            ("after the move", plain, sapphire, sapphire),
            ("and back", sapphire, plain, plain),
        ] {
            let mut session = Session::new(&frame(&before));
            session.settle(&frame(&before));
            session.now += 2 * FADE;
            // An effect colors it for a while: no kind.
            assert_eq!(session.settle(&frame(&with(&before, None, sapphire))), Update::Same, "{name}");
            assert_eq!(session.settle(&frame(&before)), Update::Same, "{name}");
            assert_eq!(session.settle(&frame(&with(&before, Some(new), with_move))), Update::Changed, "{name}");
            assert_eq!(kind(&session), with_move, "{name}");
            let late = frame(&with(&before, Some(new), after_move));
            let later = session
                .tracker
                .update(crate::pixels::crop(late.pixels(), session.tracker.area().unwrap()), session.now);
            assert_eq!(later == Update::Changed, with_move != after_move, "{name}: {later:?}");
            assert_eq!(kind(&session), expected, "{name}");
        }
    }

    #[test]
    fn a_new_letter_is_doubtful_while_it_changes_unless_its_pixels_are_familiar() {
        let frame = window(&board(1), 56.0, (100, 30));
        let mut session = Session::new(&frame);
        session.settle(&frame);
        let board = session.tracker.board.as_mut().unwrap();
        let (tile, evidence) = (Tile::new(Face::Letters("Z".to_string())), Evidence::default());
        let doubt = Doubt { confidence: 0.99, best: Some(tile.face.clone()), alternatives: Vec::new() };
        let new = ReadTile { tile, doubt, evidence };
        let fingerprint = board.fingerprint(0);
        let familiar: TileCache = HashMap::from([(fingerprint, new.clone())]);
        let other = ReadTile { tile: Tile::new(Face::Letters("Y".to_string())), ..new.clone() };
        let (unknown, other) = (HashMap::new(), HashMap::from([(fingerprint, other)]));
        let (changed, long_ago) = (board.changed_at[0], board.changed_at[0] + 10 * board.still);
        for (cache, now, readings, is_doubtful) in [
            (&unknown, changed, 0, true),
            (&other, changed, 0, true),
            (&familiar, changed, 0, false),
            (&unknown, long_ago, 0, false),
            (&unknown, changed, READINGS, false),
        ] {
            let mut examined = board.with(vec![(0, new.clone())]).unwrap();
            (board.readings[0], board.pending[0], board.doubted[0]) = (readings, false, false);
            doubt_restless(board, &mut examined, cache, now);
            let confidence = examined.reading.doubts[0].as_ref().unwrap().confidence;
            assert_eq!([confidence < CONFIDENT, board.pending[0], board.doubted[0]], [is_doubtful; 3], "{readings}");
        }
        // The letter that a doubtful tile had before is not new: where it changes, it flickers.
        board.reading.doubts[0].as_mut().unwrap().confidence = 0.8;
        let mut examined = board.with(Vec::new()).unwrap();
        (board.readings[0], board.pending[0], board.doubted[0]) = (0, false, false);
        doubt_restless(board, &mut examined, &unknown, changed);
        assert_eq!((board.pending[0], board.doubted[0]), (true, false));
    }
}
