//! What happens to a [`State`] after a word or a scramble: tiles vanish, fire burns, columns fall, new tiles come.
//!
//! All rules are those of [`GameParams`]; all chance comes from the [`Roller`] that is passed in.

use super::state::{HOLE, MAX_CELLS, State, ids};
use super::{BurnOrder, GameParams, ScrambleTiles, ScrambleTurn};
use crate::board::{Lines, TileKind};
use crate::roll::{Dice, Roller};

/// The rules of a game of falling tiles, prepared for many moves.
#[derive(Debug, Clone)]
pub struct Engine {
    params: GameParams,
    columns: Vec<Column>,
    bottoms: u64,
    tops: u64,
}

/// The cells of a column: their ids follow one another from the top.
#[derive(Debug, Clone, Copy)]
struct Column {
    first: usize,
    end: usize,
}

/// A board after a word, before new tiles come.
#[derive(Debug, Clone, Copy)]
pub struct Fallen {
    /// The tiles that remain, fallen; the cells above them are empty.
    pub state: State,
    /// The empty cells.
    pub holes: u64,
    /// The cell of each tile before it fell; [`NEW`](Fallen::NEW) for the empty cells.
    pub(super) origins: [u8; MAX_CELLS],
}

impl Fallen {
    /// The cell in which a tile was before it fell; `None` for an empty cell.
    pub fn origin(&self, cell: usize) -> Option<usize> {
        Some(self.origins[cell]).filter(|&origin| origin != Fallen::NEW).map(usize::from)
    }

    /// The origin of a tile that was not on the board.
    pub(super) const NEW: u8 = u8::MAX;
}

impl Engine {
    /// The engine of a game; `None` where the tiles do not fall in columns of at most 64 cells.
    pub fn new(params: GameParams) -> Option<Engine> {
        let shape = &params.shape;
        if shape.lines() != Lines::Columns || shape.len() > MAX_CELLS {
            return None;
        }
        let ends = shape.lengths().iter().scan(0, |end, &length| {
            *end += length;
            Some(Column { first: *end - length, end: *end })
        });
        let columns: Vec<Column> = ends.filter(|column| column.end > column.first).collect();
        let mask = |cell: fn(&Column) -> usize| columns.iter().fold(0, |mask, column| mask | 1u64 << cell(column));
        let (tops, bottoms) = (mask(|column| column.first), mask(|column| column.end - 1));
        Some(Engine { columns, bottoms, tops, params })
    }

    /// The rules.
    pub fn params(&self) -> &GameParams {
        &self.params
    }

    /// The cells on the bottom, where a fire must be used.
    pub fn bottoms(&self) -> u64 {
        self.bottoms
    }

    /// A new board, with neither gems nor fire.
    pub fn new_state(&self, roller: &mut Roller) -> State {
        let mut state = State::empty();
        (0..self.params.shape.len()).for_each(|cell| state.set(cell, self.letter(roller), TileKind::Normal, 0));
        state
    }

    /// The number of turns until a fire in this cell is on the bottom if no word moves it: one for each tile below it that
    /// does not burn, and those that gems resist.
    #[inline]
    pub fn turns_left(&self, state: &State, cell: usize) -> u32 {
        let end = self.columns.iter().find(|column| cell < column.end).map_or(cell, |column| column.end);
        (cell + 1..end).map(|below| self.turns_through(state, below)).sum()
    }

    /// The turns for which a tile holds up a fire above it.
    #[inline]
    fn turns_through(&self, state: &State, below: usize) -> u32 {
        match state.kind(below) {
            TileKind::Fire => 0,
            TileKind::Normal => 1,
            gem => 1 + u32::from(self.params.fire.resistance.of(gem).saturating_sub(state.burned(below))),
        }
    }

    /// Calls `found` with the cell of every fire and the turns until it is on the bottom if the fires that come there before it
    /// are used in time and no other word moves it. A fire above another one comes to the bottom a turn after that one.
    #[inline]
    pub fn deadlines(&self, state: &State, mut found: impl FnMut(usize, u32)) {
        let fires = state.fires();
        for &Column { first, end } in &self.columns {
            let cells = u64::MAX >> (MAX_CELLS - (end - first)) << first;
            if fires & cells == 0 {
                continue;
            }
            let (mut turns, mut earliest) = (0, 0);
            for cell in (first..end).rev() {
                if fires >> cell & 1 == 1 {
                    // What is below this fire burns during the same turns as what is between it and the next fire above: the count starts anew.
                    let deadline = turns.max(earliest);
                    found(cell, deadline);
                    (turns, earliest) = (0, deadline + 1);
                } else {
                    turns += self.turns_through(state, cell);
                }
            }
        }
    }

    /// The board after a word that used these cells, before new tiles come; `None` where the game is over, since a fire on
    /// the bottom was not used.
    #[inline]
    pub fn after_word(&self, before: &State, used: u64) -> Option<Fallen> {
        (before.fires() & self.bottoms & !used == 0).then(|| self.fall(before, used))
    }

    /// Removes the used and the burned tiles, and lets the columns fall.
    fn fall(&self, before: &State, used: u64) -> Fallen {
        let mut now = *before;
        let mut gone = used;
        let fires = before.fires() & !used;
        if self.params.fire.burns == BurnOrder::BeforeFall {
            for fire in ids(fires & !self.bottoms) {
                let below = fire + 1;
                if gone >> below & 1 == 0 && self.is_burned_up(&mut now, below) {
                    gone |= 1 << below;
                }
            }
        }
        let mut fallen = Fallen { state: State::empty(), holes: 0, origins: [Fallen::NEW; MAX_CELLS] };
        fallen.state.short_words = before.short_words;
        for &column in &self.columns {
            self.fall_in_column(column, &mut now, gone, fires, &mut fallen);
        }
        fallen
    }

    /// Lets the tiles of a column fall.
    #[inline]
    fn fall_in_column(
        &self,
        Column { first, end }: Column,
        now: &mut State,
        gone: u64,
        fires: u64,
        fallen: &mut Fallen,
    ) {
        let mut remaining = [0; MAX_CELLS];
        let mut count = 0;
        for cell in first..end {
            remaining[count] = cell as u8;
            count += usize::from(gone >> cell & 1 == 0 && now.letter(cell) != HOLE);
        }
        let cells = u64::MAX >> (MAX_CELLS - (end - first)) << first;
        if fires & cells != 0 && self.params.fire.burns == BurnOrder::AfterFall {
            // From the bottom up, so that a fire above another one follows it down in the same turn.
            for at in (1..count).rev() {
                let is_fire = fires >> remaining[at - 1] & 1 == 1;
                if is_fire && self.is_burned_up(now, usize::from(remaining[at])) {
                    remaining.copy_within(at + 1..count, at);
                    count -= 1;
                }
            }
        }
        let top = end - count;
        fallen.holes |= cells & !(u64::MAX.checked_shl(top as u32).unwrap_or(0));
        for (cell, &old) in (top..end).zip(&remaining[..count]) {
            fallen.state.take(cell, now, usize::from(old));
            fallen.origins[cell] = old;
        }
    }

    /// Burns a tile for a turn, and returns whether that destroys it. Fire does not burn fire.
    fn is_burned_up(&self, state: &mut State, cell: usize) -> bool {
        let kind = state.kind(cell);
        if kind == TileKind::Fire {
            return false;
        }
        state.burn(cell);
        state.burned(cell) > self.params.fire.resistance.of(kind)
    }

    /// Fills the empty cells after a word with this number of letters: new tiles, the word's gem, fire.
    pub fn refill(&self, fallen: &Fallen, letters: usize, level: u32, roller: &mut Roller) -> State {
        let mut state = fallen.state;
        let is_short = letters <= self.params.fire.run.letters as usize;
        state.short_words = if is_short { state.short_words.saturating_add(1) } else { 0 };
        ids(fallen.holes).for_each(|cell| state.set(cell, self.letter(roller), TileKind::Normal, 0));
        if let Some(gem) = self.params.gem(letters) {
            let is_among_new = self.params.gems_among_new.contains(&gem);
            let cells = if is_among_new { fallen.holes } else { self.all_cells() };
            change_kind(&mut state, cells, 1, gem, roller);
        }
        let rate = self.fire_rate(&state, letters, level);
        let one_more = roller.below(1000) < u64::from(rate % 1000);
        change_kind(&mut state, fallen.holes, rate as usize / 1000 + usize::from(one_more), TileKind::Fire, roller);
        state
    }

    /// The mean number of new burning tiles after a word of this length, in thousandths; the state has counted it.
    fn fire_rate(&self, state: &State, letters: usize, level: u32) -> u32 {
        self.params.fire_rate(level, letters).saturating_add(self.params.run_rate(u32::from(state.short_words)))
    }

    /// The mean number of new burning tiles that a word of this length would bring, in tiles.
    pub fn expected_fires(&self, state: &State, letters: usize, level: u32) -> f32 {
        let run = if letters <= self.params.fire.run.letters as usize { u32::from(state.short_words) + 1 } else { 0 };
        self.params.fire_rate(level, letters).saturating_add(self.params.run_rate(run)) as f32 / 1000.0
    }

    /// The board after a scramble; `None` where it ended the game.
    pub fn scramble(&self, before: &State, roller: &mut Roller) -> Option<State> {
        let mut state = *before;
        if self.params.scramble.turn == ScrambleTurn::Turn {
            let fallen = self.after_word(before, 0)?;
            state = fallen.state;
            ids(fallen.holes).for_each(|cell| state.set(cell, self.letter(roller), TileKind::Normal, 0));
        }
        let tiles = self.all_cells() & !state.fires() & !state.holes(self.params.shape.len());
        match self.params.scramble.tiles {
            ScrambleTiles::Shuffle => shuffle(&mut state, tiles, roller),
            ScrambleTiles::Reroll => {
                ids(tiles).for_each(|cell| state.set(cell, self.letter(roller), TileKind::Normal, 0));
            }
        }
        change_kind(&mut state, self.tops, self.params.fire.scramble, TileKind::Fire, roller);
        Some(state)
    }

    fn all_cells(&self) -> u64 {
        u64::MAX >> (MAX_CELLS - self.params.shape.len())
    }

    /// A random letter.
    #[inline]
    fn letter(&self, roller: &mut Roller) -> u8 {
        match &self.params.letters {
            Dice::Frequencies(weights) => roller.weighted(weights) as u8,
            dice => roller.roll(dice, 1).bytes().next().map_or(4, |letter| letter.to_ascii_lowercase() - b'a'),
        }
    }
}

/// Changes the kind of `count` random plain tiles among these cells.
fn change_kind(state: &mut State, cells: u64, count: usize, kind: TileKind, roller: &mut Roller) {
    let mut plain = [0u8; MAX_CELLS];
    let mut found = 0;
    for cell in ids(cells & state.cells_of(TileKind::Normal)) {
        plain[found] = cell as u8;
        found += usize::from(state.letter(cell) != HOLE);
    }
    roller.shuffle(&mut plain[..found]);
    plain[..found].iter().take(count).for_each(|&cell| state.set_kind(usize::from(cell), kind));
}

/// Shuffles the tiles of these cells.
fn shuffle(state: &mut State, cells: u64, roller: &mut Roller) {
    let mut places = [0u8; MAX_CELLS];
    let mut count = 0;
    for cell in ids(cells) {
        places[count] = cell as u8;
        count += 1;
    }
    // Fisher and Yates, as `Roller::shuffle`, on the tiles themselves.
    for last in (1..count).rev() {
        let other = roller.below(last as u64 + 1) as usize;
        state.swap(usize::from(places[last]), usize::from(places[other]));
    }
}
