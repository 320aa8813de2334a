//! The general search: depth-first, for every board that the [kernels](super::kernels) do not take.
//!
//! [`DepthFirst`] is a board prepared for the search. Each spelling of a tile becomes a [`Move`] (`U/M` two, `*` one
//! for each letter), spelled in indices of the lexicon's alphabet. Moves belong to tile classes. Where tiles must
//! touch, each tile is a class of its own. With free adjacency, all tiles with the same face are one class, because
//! exchanging them gives the same word: without that, four equal tiles would multiply the paths by 24.
//!
//! The stack is explicit, so the length of a word has no limit.

use crate::board::COVERED;
use crate::board::{Adjacency, Board, Face, Shape, Tile, TileKind};
use crate::lexicon::search::{Layer, Position};
use crate::profile::Tally;
use crate::solve::Rules;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::ops::Range;

/// The number of moves after which a search stops, incomplete: a second or two. Boards without `*` take some thousands, and
/// with free adjacency as many as there are prefixes in the lexicon. Chosen by hand. Smaller: large lexicons lack words;
/// larger: hostile boards take longer.
pub(crate) const MAX_MOVES: u64 = 20_000_000;

/// The same for boards with `*` or many choices and for those that [`ByWords`](super::by_words::ByWords) can search: a hundredth of a
/// second.
/// Smaller: more words get a path that is not their best; larger: an answer takes longer than a tenth of a second.
pub(crate) const FEW_MOVES: u64 = 200_000;

/// Neighbor ids, indexed by cell id; empty with free adjacency.
pub(crate) fn neighbor_ids(shape: &Shape) -> Vec<Vec<u32>> {
    let ids = |cell| shape.neighbors(cell).into_iter().filter_map(|c| shape.id(c)).map(|id| id as u32).collect();
    match shape.adjacency() {
        Adjacency::Touching => shape.cells().map(ids).collect(),
        Adjacency::Free => Vec::new(),
    }
}

/// The tiles that a search uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TileFilter {
    /// All tiles.
    All,
    /// Fire tiles only.
    Fire,
}

/// One way to spell a tile of a class: its letters as alphabet indices.
#[derive(Debug, Clone)]
struct Move {
    class: u32,
    /// Its letters, as a range of [`DepthFirst::letters`]; never empty.
    letters: Range<u32>,
    /// Its letter value.
    value: u32,
    /// A suffix: no move may follow.
    is_last: bool,
    /// A prefix or a suffix, which cannot change places with another tile of the same letters.
    is_pinned: bool,
    is_blank: bool,
    /// For a blank: the class of the tiles that show this letter and score at least as much. While one of them is
    /// unused, the blank is not tried, unless it is a gem or burns.
    dominating: Option<u32>,
}

/// A move that may come next.
#[derive(Debug, Clone, Copy)]
struct NextMove {
    /// Its first letter, which rules most moves out.
    first_letter: u8,
    /// Its index in [`DepthFirst::moves`].
    index: u32,
}

/// Tiles that can be exchanged for each other.
#[derive(Debug, Clone)]
struct TileClass {
    /// Their range in [`DepthFirst::cells`], in the order in which they are used.
    cells: Range<u32>,
    /// The number of them on the current path.
    used: u32,
    /// The range in [`DepthFirst::next_moves`] of the moves that may follow.
    next: Range<u32>,
}

/// The contribution of a cell's tile to the score, besides its letters.
#[derive(Debug, Clone, Copy, Default)]
struct Bonus {
    gem: u32,
    is_fire: bool,
}

impl Bonus {
    fn of(tile: &Tile, rules: &Rules) -> Bonus {
        Bonus { gem: rules.scoring.gem_value(tile.kind), is_fire: tile.kind == TileKind::Fire }
    }
}

/// A board prepared for the search.
#[derive(Debug)]
pub(crate) struct DepthFirst {
    adjacency: Adjacency,
    letters: Vec<u8>,
    moves: Vec<Move>,
    classes: Vec<TileClass>,
    /// The cell ids, class by class: in each the most valuable gems first, then fire, then by id.
    cells: Vec<u32>,
    /// All moves: each may begin a word.
    first_moves: Vec<NextMove>,
    /// The moves that may follow a class, class by class.
    next_moves: Vec<NextMove>,
    /// Indexed by cell id.
    bonuses: Vec<Bonus>,
}

/// One tile of the current path.
#[derive(Debug, Clone, Copy)]
struct Step<'a> {
    move_index: u32,
    cell: u32,
    position: Position<'a>,
    /// The number of letters up to and including this tile.
    letters: u32,
    /// The untried moves after it, as a range of [`DepthFirst::next_moves`].
    next: u32,
    end: u32,
}

/// A path that spells a word.
pub(crate) struct SpelledPath<'s, 'a> {
    /// The word's number in the lexicon.
    pub(crate) number: u32,
    /// The number of its letters.
    pub(crate) letters: u32,
    search: &'s DepthFirst,
    steps: &'s [Step<'a>],
}

/// The ways to spell a tile, in upper case (blanks in the lexicon's case); none for an unreadable tile.
fn spellings(tile: &Tile, layer: Layer<'_>) -> Vec<String> {
    match &tile.face {
        Face::Letters(text) | Face::Prefix(text) | Face::Suffix(text) => vec![text.clone()],
        Face::Choice(parts) => {
            let mut parts = parts.clone();
            parts.sort_unstable();
            parts.dedup();
            parts
        }
        Face::Blank => layer.automaton.alphabet.letters().iter().map(char::to_string).collect(),
        Face::Unreadable => Vec::new(),
    }
}

impl DepthFirst {
    /// Prepares a board; `neighbors` are the [`neighbor_ids`] of its shape.
    pub(crate) fn new(
        board: &Board,
        neighbors: &[Vec<u32>],
        layer: Layer<'_>,
        rules: &Rules,
        filter: TileFilter,
    ) -> DepthFirst {
        let is_usable =
            |tile: &&Tile| !tile.has_tag(COVERED) && (filter == TileFilter::All || tile.kind == TileKind::Fire);
        let tiles: Vec<Option<&Tile>> = board.tiles().map(|tile| tile.filter(is_usable)).collect();
        let bonus = |tile: &Option<&Tile>| tile.map_or(Bonus::default(), |tile| Bonus::of(tile, rules));
        let mut search = DepthFirst {
            adjacency: board.shape().adjacency(),
            letters: Vec::new(),
            moves: Vec::new(),
            classes: Vec::new(),
            cells: Vec::new(),
            first_moves: Vec::new(),
            next_moves: Vec::new(),
            bonuses: tiles.iter().map(bonus).collect(),
        };
        match search.adjacency {
            Adjacency::Touching => search.add_class_per_cell(&tiles, neighbors, layer, rules),
            Adjacency::Free => search.add_class_per_face(&tiles, layer, rules),
        }
        search
    }

    fn add_class_per_cell(&mut self, tiles: &[Option<&Tile>], neighbors: &[Vec<u32>], layer: Layer<'_>, rules: &Rules) {
        let mut ends = Vec::with_capacity(tiles.len() + 1);
        ends.push(0);
        for (id, tile) in (0..).zip(tiles) {
            if let Some(tile) = tile {
                self.add_moves(id, tile, layer, rules);
            }
            ends.push(self.moves.len());
            self.cells.push(id);
            self.classes.push(TileClass { cells: id..id + 1, used: 0, next: 0..0 });
        }
        let is_prefix = |tile: &Option<&Tile>| matches!(tile.map(|tile| &tile.face), Some(Face::Prefix(_)));
        for (class, neighbors) in self.classes.iter_mut().zip(neighbors) {
            class.next.start = self.next_moves.len() as u32;
            for cell in neighbors.iter().map(|&cell| cell as usize).filter(|&cell| !is_prefix(&tiles[cell])) {
                self.next_moves.extend_from_slice(&self.first_moves[ends[cell]..ends[cell + 1]]);
            }
            class.next.end = self.next_moves.len() as u32;
        }
    }

    fn add_class_per_face(&mut self, tiles: &[Option<&Tile>], layer: Layer<'_>, rules: &Rules) {
        let mut by_face: HashMap<&Face, usize> = HashMap::new();
        let mut faces: Vec<(&Tile, Vec<u32>)> = Vec::new();
        for (id, tile) in tiles.iter().enumerate().filter_map(|(id, tile)| Some((id as u32, (*tile)?))) {
            let class = *by_face.entry(&tile.face).or_insert(faces.len());
            match faces.get_mut(class) {
                Some((_, cells)) => cells.push(id),
                None => faces.push((tile, vec![id])),
            }
        }
        for (class, (tile, mut cells)) in faces.into_iter().enumerate() {
            cells.sort_by_key(|&cell| {
                let Bonus { gem, is_fire } = self.bonuses[cell as usize];
                (Reverse((gem, is_fire)), cell)
            });
            let (first_cell, first_move) = (self.cells.len() as u32, self.moves.len());
            self.cells.extend(cells);
            self.classes.push(TileClass { cells: first_cell..self.cells.len() as u32, used: 0, next: 0..0 });
            self.add_moves(class as u32, tile, layer, rules);
            if !matches!(tile.face, Face::Prefix(_)) {
                self.next_moves.extend_from_slice(&self.first_moves[first_move..]);
            }
        }
        let end = self.next_moves.len() as u32;
        self.classes.iter_mut().for_each(|class| class.next = 0..end);
        self.find_dominating(&by_face, layer, rules);
    }

    /// Sets [`Move::dominating`] of every blank.
    fn find_dominating(&mut self, by_face: &HashMap<&Face, usize>, layer: Layer<'_>, rules: &Rules) {
        for blank in self.moves.iter_mut().filter(|candidate| candidate.is_blank) {
            let letter = layer.automaton.alphabet.letters()[usize::from(self.letters[blank.letters.start as usize])];
            let face = Face::parse(letter.encode_utf8(&mut [0; 4]));
            let Some(Face::Letters(text)) = &face else { continue };
            if blank.value <= rules.scoring.letter_value(text) {
                blank.dominating = face.and_then(|face| by_face.get(&face).map(|&class| class as u32));
            }
        }
    }

    /// Adds the moves of a class whose tiles have this one's face, except spellings with letters that no word has.
    fn add_moves(&mut self, class: u32, tile: &Tile, layer: Layer<'_>, rules: &Rules) {
        let is_blank = tile.face == Face::Blank;
        for spelling in spellings(tile, layer) {
            let start = self.letters.len() as u32;
            let fold = |c| layer.automaton.alphabet.index(crate::lexicon::search::fold(c)?);
            let Some(letters) = spelling.chars().map(fold).collect::<Option<Vec<u8>>>() else { continue };
            let Some(&first_letter) = letters.first() else { continue };
            let scoring = &rules.scoring;
            self.letters.extend(letters);
            self.first_moves.push(NextMove { first_letter, index: self.moves.len() as u32 });
            self.moves.push(Move {
                class,
                letters: start..self.letters.len() as u32,
                value: if is_blank { scoring.blank_value() } else { scoring.letter_value(&spelling) },
                is_last: matches!(tile.face, Face::Suffix(_)),
                is_pinned: matches!(tile.face, Face::Prefix(_) | Face::Suffix(_)),
                is_blank,
                dominating: None,
            });
        }
    }

    /// Calls `visit` for every path of every word whose length the rules allow; with touching adjacency, in ascending
    /// order of cell ids. Returns whether the search was complete: it stops after
    /// this number of moves.
    pub(crate) fn search<'a>(
        &mut self,
        layer: Layer<'a>,
        rules: &Rules,
        moves: u64,
        mut visit: impl FnMut(SpelledPath<'_, 'a>),
    ) -> bool {
        let max = u32::try_from(rules.max_length).unwrap_or(u32::MAX);
        let min = u32::try_from(rules.min_length).unwrap_or(u32::MAX);
        let mut stack: Vec<Step<'a>> = Vec::new();
        let mut tried = 0;
        for first in 0..self.first_moves.len() {
            let Some(step) = self.step(self.first_moves[first].index, layer.automaton.start(), 0, max) else {
                continue;
            };
            stack.push(step);
            self.report(layer, &stack, min, &mut visit);
            while let Some(top) = stack.last_mut() {
                let Some(move_index) = self.next_move(top) else {
                    self.classes[self.moves[top.move_index as usize].class as usize].used -= 1;
                    stack.pop();
                    continue;
                };
                tried += 1;
                if tried > moves {
                    return false;
                }
                if let Some(step) = self.step(move_index, top.position, top.letters, max) {
                    stack.push(step);
                    self.report(layer, &stack, min, &mut visit);
                }
            }
        }
        true
    }

    /// The next untried move after a step whose first letter may follow.
    #[inline]
    fn next_move(&self, step: &mut Step<'_>) -> Option<u32> {
        let children = step.position.children();
        let untried = &self.next_moves[step.next as usize..step.end as usize];
        let found = untried.iter().position(|next| children >> next.first_letter & 1 != 0);
        step.next += found.map_or(untried.len(), |found| found + 1) as u32;
        found.map(|found| untried[found].index)
    }

    /// The step after playing a move at `position`, `letters` letters into the word; `None` if its tiles are used up,
    /// no word continues with its letters, the word gets longer than `max`, or the move is dominated.
    #[inline]
    fn step<'a>(&mut self, move_index: u32, mut position: Position<'a>, letters: u32, max: u32) -> Option<Step<'a>> {
        let Move { class, letters: range, is_last, dominating, .. } = &self.moves[move_index as usize];
        let TileClass { cells, used, next } = &self.classes[*class as usize];
        let cell =
            if *used < cells.end - cells.start { self.cells[(cells.start + used) as usize] } else { return None };
        for &letter in &self.letters[range.start as usize..range.end as usize] {
            position = position.step(letter)?;
        }
        let letters = letters + (range.end - range.start);
        if letters > max || dominating.is_some_and(|class| self.is_dominated(cell, class)) {
            return None;
        }
        let next = if *is_last || letters == max { 0..0 } else { next.clone() };
        self.classes[*class as usize].used += 1;
        Some(Step { move_index, cell, position, letters, next: next.start, end: next.end })
    }

    /// Whether a blank is never better than a tile of this class, of which one is unused.
    fn is_dominated(&self, blank: u32, class: u32) -> bool {
        let Bonus { gem, is_fire } = self.bonuses[blank as usize];
        let class = &self.classes[class as usize];
        gem == 0 && !is_fire && class.used < class.cells.end - class.cells.start
    }

    /// Calls `visit` if the steps spell a word.
    fn report<'a>(&self, layer: Layer<'_>, steps: &[Step<'a>], min: u32, visit: &mut impl FnMut(SpelledPath<'_, 'a>)) {
        let Some(&Step { position, letters, .. }) = steps.last() else { return };
        if letters >= min
            && let Some(number) = position.word_number().and_then(|number| layer.lexicon_number(number))
        {
            visit(SpelledPath { number, letters, search: self, steps });
        }
    }
}

impl SpelledPath<'_, '_> {
    /// The sums that the path's score depends on.
    pub(crate) fn tally(&self) -> Tally {
        let mut tally = Tally { letters: self.letters, tiles: self.steps.len() as u32, ..Tally::default() };
        for step in self.steps {
            let Bonus { gem, is_fire } = self.search.bonuses[step.cell as usize];
            let Move { value, is_blank, .. } = &self.search.moves[step.move_index as usize];
            tally.values = tally.values.saturating_add(*value);
            tally.gems = tally.gems.saturating_add(gem);
            tally.fires += u32::from(is_fire);
            tally.blanks += u32::from(*is_blank);
        }
        tally
    }

    /// The ids of the cells along the path. Tiles that can be exchanged for each other are in the order of their ids.
    pub(crate) fn cells(&self) -> Vec<u32> {
        let mut cells: Vec<u32> = self.steps.iter().map(|step| step.cell).collect();
        if self.search.adjacency == Adjacency::Free {
            for index in 1..cells.len() {
                self.insert_sorted(&mut cells, index);
            }
        }
        cells
    }

    /// One pass of an insertion sort among the steps with the same letters.
    fn insert_sorted(&self, cells: &mut [u32], mut index: usize) {
        let letters = |step: &Step<'_>| {
            let Move { letters, is_pinned, .. } = &self.search.moves[step.move_index as usize];
            (!is_pinned).then(|| &self.search.letters[letters.start as usize..letters.end as usize])
        };
        let Some(exchangeable) = letters(&self.steps[index]) else { return };
        for before in (0..index).rev() {
            if letters(&self.steps[before]) == Some(exchangeable) {
                if cells[before] < cells[index] {
                    break;
                }
                cells.swap(before, index);
                index = before;
            }
        }
    }
}
