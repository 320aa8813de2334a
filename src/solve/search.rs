//! The walk over a board: every way to spell every word, without recursion.
//!
//! A [`Field`] is the board as the walk needs it. What a tile can be read as becomes one [`Move`]
//! each (`U/M` two, `*` one a letter), spelled in indices of the lexicon's alphabet. Moves belong to
//! classes: on a board where tiles must touch, each tile is a class; where any tile may follow any
//! other, all tiles that say the same are one, since exchanging them gives the same word. Without
//! that, four equal tiles would multiply the ways by 24.
//!
//! The walk goes depth first with a stack of its own, so a word may be as long as it likes.

use crate::board::{Board, Face, Tile, TileKind};
use crate::grid::{Adjacency, Shape};
use crate::lexicon::search::{Layer, Place};
use crate::solve::Rules;
use crate::solve::rules::Sums;
use std::collections::HashMap;
use std::ops::Range;

/// After this many moves (a second or two) a walk ends with what it has.
///
/// A full 52-tile board takes some thousands. Only boards with many `*` come near: on a board of
/// nothing else every word lies along every path.
pub(crate) const MAX_MOVES: u64 = 20_000_000;

/// The tag of tiles that something hides: what they say is not known to be so.
pub(crate) const COVERED: &str = "covered";

/// Which cells may follow which, by their ids.
#[derive(Debug, Clone)]
pub(crate) struct Neighbors {
    shape: Shape,
    /// For each cell; empty on a board with free adjacency.
    around: Vec<Vec<u32>>,
}

impl Neighbors {
    pub(crate) fn new(shape: &Shape) -> Neighbors {
        let ids = |cell| shape.neighbors(cell).into_iter().filter_map(|c| shape.id(c)).map(|id| id as u32).collect();
        let around = match shape.adjacency() {
            Adjacency::Touching => shape.cells().map(ids).collect(),
            Adjacency::Free => Vec::new(),
        };
        Neighbors { shape: shape.clone(), around }
    }

    pub(crate) fn shape(&self) -> &Shape {
        &self.shape
    }
}

/// One reading of the tiles of one class.
#[derive(Debug, Clone)]
struct Move {
    class: u32,
    /// The letters, as a range of [`Field::letters`]; never empty.
    letters: Range<u32>,
    /// What the letters pay.
    value: u32,
    /// Nothing may follow.
    last: bool,
    /// It has its place at the beginning or the end of a word and cannot exchange it.
    pinned: bool,
    blank: bool,
    /// For a blank: the class of plain tiles with this letter, which are as good wherever they are left.
    rival: Option<u32>,
}

/// A move that may come next.
#[derive(Debug, Clone, Copy)]
struct Follow {
    /// Its first letter, which mostly settles that it may not.
    first: u8,
    mov: u32,
}

/// Tiles that are interchangeable.
#[derive(Debug, Clone)]
struct Class {
    /// The range of [`Field::cells`] that they have, in the order in which they are used.
    cells: Range<u32>,
    /// How many of them the word so far has used.
    used: u32,
    /// The places in [`Field::follow`] of the moves that may come next.
    next: Range<u32>,
}

/// What a cell's tile is made of.
#[derive(Debug, Clone, Copy, Default)]
struct Stuff {
    gem: u32,
    fire: bool,
}

/// A board as the walk needs it.
#[derive(Debug)]
pub(crate) struct Field {
    free: bool,
    letters: Vec<u8>,
    moves: Vec<Move>,
    classes: Vec<Class>,
    /// The cells class after class: in each the gems of most worth first, then fire, then by id.
    cells: Vec<u32>,
    /// All moves, which all may begin a word.
    start: Vec<Follow>,
    /// The moves that may follow, class after class.
    follow: Vec<Follow>,
    /// By cell id.
    stuff: Vec<Stuff>,
}

/// One tile of the word so far.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Step<'a> {
    mov: u32,
    cell: u32,
    place: Place<'a>,
    /// The letters up to and with this tile.
    letters: u32,
    /// The moves still to be tried after it.
    next: u32,
    end: u32,
}

/// A word that the walk has come upon.
pub(crate) struct Hit<'f, 'a> {
    /// The word's number in the lexicon.
    pub(crate) number: u32,
    /// The number of its letters.
    pub(crate) letters: u32,
    field: &'f Field,
    steps: &'f [Step<'a>],
}

/// What a tile can be read as, in upper case (blanks in the lexicon's); nothing for one that nobody could read.
fn readings(tile: &Tile, layer: Layer<'_>) -> Vec<String> {
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

impl Field {
    /// The field of a board whose shape `neighbors` was made for; with `only_fire` without all other tiles.
    pub(crate) fn new(board: &Board, neighbors: &Neighbors, layer: Layer<'_>, rules: &Rules, only_fire: bool) -> Field {
        let free = board.shape().adjacency() == Adjacency::Free;
        let mut field = Field {
            free,
            letters: Vec::new(),
            moves: Vec::new(),
            classes: Vec::new(),
            cells: Vec::new(),
            start: Vec::new(),
            follow: Vec::new(),
            stuff: Vec::with_capacity(board.shape().len()),
        };
        let usable = |tile: &&Tile| !tile.has_tag(COVERED) && (!only_fire || tile.kind == TileKind::Fire);
        let tiles: Vec<Option<&Tile>> = board.tiles().map(|tile| tile.filter(usable)).collect();
        let stuff = |tile: &Option<&Tile>| {
            tile.map_or(Stuff::default(), |tile| Stuff {
                gem: rules.scoring.gem(tile.kind),
                fire: tile.kind == TileKind::Fire,
            })
        };
        field.stuff.extend(tiles.iter().map(stuff));
        if free {
            field.add_kinds(&tiles, layer, rules);
        } else {
            field.add_cells(&tiles, neighbors, layer, rules);
        }
        field
    }

    /// A class for each cell.
    fn add_cells(&mut self, tiles: &[Option<&Tile>], neighbors: &Neighbors, layer: Layer<'_>, rules: &Rules) {
        let mut ends = Vec::with_capacity(tiles.len() + 1);
        ends.push(0);
        for (id, tile) in (0..).zip(tiles) {
            if let Some(tile) = tile {
                self.add_moves(id, tile, layer, rules);
            }
            ends.push(self.moves.len());
            self.cells.push(id);
            self.classes.push(Class { cells: id..id + 1, used: 0, next: 0..0 });
        }
        let first_only = |tile: &Option<&Tile>| matches!(tile.map(|tile| &tile.face), Some(Face::Prefix(_)));
        for (class, around) in self.classes.iter_mut().zip(&neighbors.around) {
            class.next.start = self.follow.len() as u32;
            for cell in around.iter().map(|&cell| cell as usize).filter(|&cell| !first_only(&tiles[cell])) {
                self.follow.extend_from_slice(&self.start[ends[cell]..ends[cell + 1]]);
            }
            class.next.end = self.follow.len() as u32;
        }
    }

    /// A class for each face.
    fn add_kinds(&mut self, tiles: &[Option<&Tile>], layer: Layer<'_>, rules: &Rules) {
        let mut by_face: HashMap<&Face, usize> = HashMap::new();
        let mut faces: Vec<(&Tile, Vec<u32>)> = Vec::new();
        for (id, tile) in tiles.iter().enumerate().filter_map(|(id, tile)| Some((id as u32, (*tile)?))) {
            let place = *by_face.entry(&tile.face).or_insert(faces.len());
            match faces.get_mut(place) {
                Some((_, cells)) => cells.push(id),
                None => faces.push((tile, vec![id])),
            }
        }
        for (class, (tile, mut cells)) in faces.into_iter().enumerate() {
            cells.sort_by_key(|&cell| {
                let Stuff { gem, fire } = self.stuff[cell as usize];
                (std::cmp::Reverse((gem, fire)), cell)
            });
            let (first, known) = (self.cells.len() as u32, self.moves.len());
            self.cells.extend(cells);
            self.classes.push(Class { cells: first..self.cells.len() as u32, used: 0, next: 0..0 });
            self.add_moves(class as u32, tile, layer, rules);
            if !matches!(tile.face, Face::Prefix(_)) {
                self.follow.extend_from_slice(&self.start[known..]);
            }
        }
        let end = self.follow.len() as u32;
        self.classes.iter_mut().for_each(|class| class.next = 0..end);
        self.add_rivals(&by_face, layer, rules);
    }

    /// Tells the blanks which plain tiles are never worse than they.
    fn add_rivals(&mut self, by_face: &HashMap<&Face, usize>, layer: Layer<'_>, rules: &Rules) {
        for mov in self.moves.iter_mut().filter(|mov| mov.blank) {
            let letter = layer.automaton.alphabet.letters()[usize::from(self.letters[mov.letters.start as usize])];
            let face = Face::parse(letter.encode_utf8(&mut [0; 4]));
            let Some(Face::Letters(text)) = &face else { continue };
            if mov.value <= rules.scoring.value(text, false) {
                mov.rival = face.and_then(|face| by_face.get(&face).map(|&class| class as u32));
            }
        }
    }

    /// The moves of one class, whose tiles say the same as this one. What the lexicon cannot spell is none.
    fn add_moves(&mut self, class: u32, tile: &Tile, layer: Layer<'_>, rules: &Rules) {
        let blank = tile.face == Face::Blank;
        for reading in readings(tile, layer) {
            let start = self.letters.len() as u32;
            let fold = |c| layer.automaton.alphabet.index(crate::lexicon::search::fold(c)?);
            let Some(letters) = reading.chars().map(fold).collect::<Option<Vec<u8>>>() else { continue };
            let Some(&first) = letters.first() else { continue };
            self.letters.extend(letters);
            self.start.push(Follow { first, mov: self.moves.len() as u32 });
            self.moves.push(Move {
                class,
                letters: start..self.letters.len() as u32,
                value: rules.scoring.value(&reading, blank),
                last: matches!(tile.face, Face::Suffix(_)),
                pinned: matches!(tile.face, Face::Prefix(_) | Face::Suffix(_)),
                blank,
                rival: None,
            });
        }
    }

    /// Calls `visit` for every way to spell every word of a length that the rules allow, in the order of the
    /// cells' ids where tiles must touch. Answers whether it got through: see [`MAX_MOVES`].
    pub(crate) fn walk<'a>(&mut self, layer: Layer<'a>, rules: &Rules, mut visit: impl FnMut(Hit<'_, 'a>)) -> bool {
        let max = u32::try_from(rules.max_length).unwrap_or(u32::MAX);
        let min = u32::try_from(rules.min_length).unwrap_or(u32::MAX);
        let mut stack: Vec<Step<'a>> = Vec::new();
        let mut moves = 0;
        for at in 0..self.start.len() {
            let Some(step) = self.take(self.start[at].mov, layer.automaton.start(), 0, max) else { continue };
            stack.push(step);
            self.report(layer, &stack, min, &mut visit);
            while let Some(top) = stack.last_mut() {
                let Some(mov) = self.next_move(top) else {
                    self.classes[self.moves[top.mov as usize].class as usize].used -= 1;
                    stack.pop();
                    continue;
                };
                moves += 1;
                if moves > MAX_MOVES {
                    return false;
                }
                if let Some(step) = self.take(mov, top.place, top.letters, max) {
                    stack.push(step);
                    self.report(layer, &stack, min, &mut visit);
                }
            }
        }
        true
    }

    /// The next move with whose first letter any word goes on.
    #[inline]
    fn next_move(&self, step: &mut Step<'_>) -> Option<u32> {
        let children = step.place.children();
        let left = &self.follow[step.next as usize..step.end as usize];
        let skipped = left.iter().position(|follow| children >> follow.first & 1 != 0);
        step.next += skipped.map_or(left.len(), |skipped| skipped + 1) as u32;
        skipped.map(|skipped| left[skipped].mov)
    }

    /// The step that a move makes, if its tile is free and any word goes on with its letters.
    #[inline]
    fn take<'a>(&mut self, mov: u32, mut place: Place<'a>, letters: u32, max: u32) -> Option<Step<'a>> {
        let Move { class, letters: range, last, rival, .. } = &self.moves[mov as usize];
        let Class { cells, used, next } = &self.classes[*class as usize];
        let cell =
            if *used < cells.end - cells.start { self.cells[(cells.start + used) as usize] } else { return None };
        for &letter in &self.letters[range.start as usize..range.end as usize] {
            place = place.step(letter)?;
        }
        let letters = letters + (range.end - range.start);
        if letters > max || rival.is_some_and(|rival| self.is_beaten(cell, rival)) {
            return None;
        }
        let next = if *last || letters == max { 0..0 } else { next.clone() };
        self.classes[*class as usize].used += 1;
        Some(Step { mov, cell, place, letters, next: next.start, end: next.end })
    }

    /// Whether a blank need not be tried, because a plain tile of its letter is left and the blank itself has no worth.
    fn is_beaten(&self, blank: u32, rival: u32) -> bool {
        let Stuff { gem, fire } = self.stuff[blank as usize];
        let rival = &self.classes[rival as usize];
        gem == 0 && !fire && rival.used < rival.cells.end - rival.cells.start
    }

    fn report<'a>(&self, layer: Layer<'_>, steps: &[Step<'a>], min: u32, visit: &mut impl FnMut(Hit<'_, 'a>)) {
        let Some(&Step { place, letters, .. }) = steps.last() else { return };
        if letters >= min
            && let Some(number) = place.word().and_then(|number| layer.tell(number))
        {
            visit(Hit { number, letters, field: self, steps });
        }
    }
}

impl Hit<'_, '_> {
    /// What the way comes to.
    pub(crate) fn sums(&self) -> Sums {
        let mut sums = Sums { letters: self.letters, tiles: self.steps.len() as u32, ..Default::default() };
        for step in self.steps {
            let Stuff { gem, fire } = self.field.stuff[step.cell as usize];
            let mov = &self.field.moves[step.mov as usize];
            sums.values = sums.values.saturating_add(mov.value);
            sums.gems = sums.gems.saturating_add(gem);
            sums.fires += u32::from(fire);
            sums.blanks += u32::from(mov.blank);
        }
        sums
    }

    /// The ids of the cells along the way. Tiles that were exchanged for each other are put into the order
    /// of their ids.
    pub(crate) fn path(&self) -> Vec<u32> {
        let mut path: Vec<u32> = self.steps.iter().map(|step| step.cell).collect();
        if self.field.free {
            for place in 1..path.len() {
                self.settle(&mut path, place);
            }
        }
        path
    }

    /// One pass of an insertion sort among the places of the path that have the same letters.
    fn settle(&self, path: &mut [u32], mut place: usize) {
        let letters = |step: &Step<'_>| {
            let Move { letters, pinned, .. } = &self.field.moves[step.mov as usize];
            (!pinned).then(|| &self.field.letters[letters.start as usize..letters.end as usize])
        };
        let Some(exchangeable) = letters(&self.steps[place]) else { return };
        for before in (0..place).rev() {
            if letters(&self.steps[before]) == Some(exchangeable) {
                if path[before] < path[place] {
                    break;
                }
                path.swap(before, place);
                place = before;
            }
        }
    }
}
