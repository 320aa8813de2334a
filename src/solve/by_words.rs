//! The search for boards with so many paths that they cannot all be walked: it walks the dictionary, and keeps one path for
//! each prefix.
//!
//! On a board of many `*`, nearly every word lies along nearly every path, so walking paths takes hours; but one path of a word is
//! enough to know that the board has it. [`ByWords`] goes through the dictionary letter by letter. The path of a prefix is
//! mostly that of the shorter prefix and one tile more; where it has no free neighbor, another path is looked for, backward
//! from the cells at which the prefix can end. A prefix without any path ends its branch, so the words that are found are all
//! words of the board. Their paths are good ones and not always the best: among the neighbors, letters come before `*`.
//!
//! Cells are bits of a `u64`: boards of more than 64 tiles are searched only if all of them are `*`, in a part of 64 cells, in
//! which every path of such a board can be laid.

use crate::board::COVERED;
use crate::board::{Adjacency, Board, Face, Tile, TileKind};
use crate::lexicon::search::{Layer, Position, fold};
use crate::profile::{Scoring, Tally};
use crate::solve::Rules;

/// The cells that the search can use: the bits of a set.
const MAX_CELLS: usize = 64;

/// The steps of all searches for another path, some 30 ns each. Smaller: boards that could be searched completely are not.
/// Larger: an answer takes longer than a tenth of a second. Eight `*` spread over 8x8 letters take a tenth of this, eight close
/// together on 4x4 forty times as many. Chosen by hand; `cargo bench --bench worst` prints the times.
const MAX_STEPS: u32 = 1_000_000;

/// A path of a word, and what it spells.
pub(super) struct SpelledWord<'p> {
    /// The word's number in the lexicon.
    pub(super) number: u32,
    /// The number of its letters.
    pub(super) letters: u32,
    /// The ids of its cells.
    pub(super) cells: &'p [u32],
}

/// Whether every word of the board was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Completeness {
    Complete,
    /// Some prefix was given up before it was known to have no path.
    Incomplete,
}

/// A board prepared for the search with one automaton.
pub(super) struct ByWords {
    /// The ids of the cells, in the order of the bits.
    ids: Vec<u32>,
    neighbors: Vec<u64>,
    /// The cells that spell a letter by its index in the alphabet, `*` among them.
    cells_of: Vec<u64>,
    /// The cells of `Qu`.
    qu: u64,
    blanks: u64,
    /// The indices of Q and U in the alphabet.
    q_and_u: Option<(u8, u8)>,
    steps: u32,
    completeness: Completeness,
    /// For each tile of the prefix, the cells that its letters allow.
    allowed: Vec<u64>,
    /// The same, reduced to those that some walk from the first tile reaches.
    reached: Vec<u64>,
    /// The path of the prefix.
    path: Vec<u8>,
    cells: Vec<u32>,
}

impl ByWords {
    /// Prepares a board; `None` for one with tiles of several letters, with free adjacency, or with too many cells.
    pub(super) fn new(board: &Board, neighbors: &[Vec<u32>], layer: Layer<'_>) -> Option<ByWords> {
        if board.shape().adjacency() == Adjacency::Free {
            return None;
        }
        let tiles: Vec<Option<&Tile>> = board.tiles().map(|tile| tile.filter(|tile| is_usable(tile))).collect();
        let usable: Vec<u32> = (0..).zip(&tiles).filter_map(|(id, tile)| tile.map(|_| id)).collect();
        let is_blank = |id: &u32| tiles[*id as usize].is_some_and(|tile| tile.face == Face::Blank);
        let ids = match usable.len() {
            0..=MAX_CELLS => usable,
            _ if usable.iter().all(is_blank) => part(&usable, neighbors),
            _ => return None,
        };
        let bit_of = |id: &u32| ids.iter().position(|own| own == id).map_or(0, |bit| 1 << bit);
        let alphabet = &layer.automaton.alphabet;
        let mut search = ByWords {
            neighbors: ids.iter().map(|&id| neighbors[id as usize].iter().map(bit_of).sum()).collect(),
            cells_of: vec![0; alphabet.letters().len()],
            qu: 0,
            blanks: ids.iter().filter(|id| is_blank(id)).map(bit_of).sum(),
            q_and_u: alphabet.index('q').zip(alphabet.index('u')),
            steps: 0,
            completeness: Completeness::Complete,
            allowed: Vec::new(),
            reached: Vec::new(),
            path: Vec::new(),
            cells: Vec::new(),
            ids,
        };
        for (bit, &id) in search.ids.iter().enumerate() {
            let Some(Face::Letters(text)) = tiles[id as usize].map(|tile| &tile.face) else { continue };
            let mut letters = text.chars();
            match (letters.next(), letters.next()) {
                (Some(letter), None) => {
                    if let Some(index) = fold(letter).and_then(|letter| alphabet.index(letter)) {
                        search.cells_of[usize::from(index)] |= 1 << bit;
                    }
                }
                _ if text == "QU" => search.qu |= 1 << bit,
                _ => return None,
            }
        }
        search.cells_of.iter_mut().for_each(|cells| *cells |= search.blanks);
        Some(search)
    }

    /// Calls `visit` with a path of every word whose length the rules allow; some words are visited twice.
    pub(super) fn search(
        mut self,
        layer: Layer<'_>,
        rules: &Rules,
        mut visit: impl FnMut(SpelledWord<'_>),
    ) -> Completeness {
        self.go_on(layer, layer.automaton.start(), 0, rules, &mut visit);
        self.completeness
    }

    /// Visits the words that begin with the prefix of the current path.
    fn go_on(
        &mut self,
        layer: Layer<'_>,
        at: Position<'_>,
        letters: usize,
        rules: &Rules,
        visit: &mut dyn FnMut(SpelledWord<'_>),
    ) {
        let number = at.word_number().filter(|_| letters >= rules.min_length);
        if let Some(number) = number.and_then(|number| layer.lexicon_number(number)) {
            self.cells.clear();
            self.cells.extend(self.path.iter().map(|&bit| self.ids[usize::from(bit)]));
            visit(SpelledWord { number, letters: letters as u32, cells: &self.cells });
        }
        // The sets of cells with which the prefix has no path: many letters are on no tile but `*`.
        let mut failed: Vec<u64> = Vec::new();
        let mut children = at.children();
        while children != 0 {
            let letter = children.trailing_zeros() as u8;
            children &= children - 1;
            let Some(next) = at.step(letter) else { continue };
            let allowed = self.cells_of[usize::from(letter)];
            let is_known = failed.iter().any(|failed| allowed & !failed == 0);
            if letters < rules.max_length && !is_known && !self.take(allowed, layer, next, letters + 1, rules, visit) {
                failed.push(allowed);
            }
            let u = self.q_and_u.filter(|(q, _)| *q == letter && self.qu != 0 && letters + 2 <= rules.max_length);
            if let Some(next) = u.and_then(|(_, u)| next.step(u)) {
                self.take(self.qu, layer, next, letters + 2, rules, visit);
            }
        }
    }

    /// Goes on with one tile more, one of these cells; returns whether there is a path.
    fn take(
        &mut self,
        allowed: u64,
        layer: Layer<'_>,
        next: Position<'_>,
        letters: usize,
        rules: &Rules,
        visit: &mut dyn FnMut(SpelledWord<'_>),
    ) -> bool {
        let reached = match self.reached.last() {
            Some(&before) => allowed & self.around(before),
            None => allowed,
        };
        if reached == 0 {
            return false;
        }
        self.allowed.push(allowed);
        self.reached.push(reached);
        let before = self.path.clone();
        let is_found = self.extend(allowed) || self.find_path();
        if is_found {
            self.go_on(layer, next, letters, rules, visit);
        }
        self.path = before;
        self.reached.pop();
        self.allowed.pop();
        is_found
    }

    /// The neighbors of a set of cells.
    fn around(&self, mut cells: u64) -> u64 {
        let mut around = 0;
        while cells != 0 {
            around |= self.neighbors[cells.trailing_zeros() as usize];
            cells &= cells - 1;
        }
        around
    }

    /// Appends a free cell of these to the path, and returns whether there is one: a letter before a `*`, then the cell with the
    /// fewest free neighbors, so that long words of blanks do not run into a corner (Warnsdorff's rule).
    fn extend(&mut self, allowed: u64) -> bool {
        let used = self.path.iter().fold(0u64, |used, &bit| used | 1 << bit);
        let near = self.path.last().map_or(u64::MAX, |&last| self.neighbors[usize::from(last)]);
        let free = near & allowed & !used;
        let letters = free & !self.blanks;
        let mut choice = if letters != 0 { letters } else { free };
        let mut best: Option<(u32, u8)> = None;
        while choice != 0 {
            let bit = choice.trailing_zeros() as u8;
            choice &= choice - 1;
            let ways = (self.neighbors[usize::from(bit)] & !used).count_ones();
            best = Some(best.map_or((ways, bit), |best| best.min((ways, bit))));
        }
        self.path.extend(best.map(|(_, bit)| bit));
        best.is_some()
    }

    /// Finds any path of the prefix, and returns whether there is one.
    fn find_path(&mut self) -> bool {
        let tiles = self.reached.len();
        let mut narrowed = self.reached.clone();
        for tile in (0..tiles - 1).rev() {
            narrowed[tile] &= self.around(narrowed[tile + 1]);
        }
        if tiles > self.ids.len() || narrowed.contains(&0) {
            return false;
        }
        let missing = self.missing(&narrowed);
        let goal = Goal { narrowed: &narrowed, missing: &missing };
        let mut path = vec![0; tiles];
        let found = self.walk_back(&goal, tiles, u64::MAX, 0, &mut path);
        if found {
            self.path = path;
        }
        found
    }

    /// For each number of first tiles, the least number of `*` that any order of them needs: the tiles of a letter beyond those
    /// that have it.
    fn missing(&self, narrowed: &[u64]) -> Vec<u32> {
        let letters =
            |tile: usize| if narrowed[tile] & !self.blanks == 0 { 0 } else { self.allowed[tile] & !self.blanks };
        let mut missing = vec![0];
        for tile in 0..narrowed.len() {
            let own = letters(tile);
            let before = (0..tile).filter(|&other| letters(other) == own).count() as u32;
            missing.push(missing[tile] + u32::from(before >= own.count_ones()));
        }
        missing
    }

    /// Lays the first `tiles` tiles onto cells that are not used, the last of them next to the one behind it.
    fn walk_back(&mut self, goal: &Goal<'_>, tiles: usize, near: u64, used: u64, path: &mut [u8]) -> bool {
        let Some(tile) = tiles.checked_sub(1) else { return true };
        if goal.missing[tiles] > (self.blanks & !used).count_ones() {
            return false;
        }
        let mut choice = goal.narrowed[tile] & near & !used;
        while choice != 0 {
            self.steps += 1;
            if self.steps > MAX_STEPS {
                self.completeness = Completeness::Incomplete;
                return false;
            }
            let bit = self.next_choice(choice, used);
            choice &= !(1 << bit);
            path[tile] = bit as u8;
            if self.walk_back(goal, tile, self.neighbors[bit as usize], used | 1 << bit, path) {
                return true;
            }
        }
        false
    }

    /// The cell of a set to try first: a letter before a `*`; of nothing but `*` the one with the fewest free neighbors.
    fn next_choice(&self, choice: u64, used: u64) -> u32 {
        let letters = choice & !self.blanks;
        if letters != 0 || self.blanks.count_ones() < self.ids.len() as u32 {
            return if letters != 0 { letters } else { choice }.trailing_zeros();
        }
        let mut rest = choice;
        let mut best = (u32::MAX, 0);
        while rest != 0 {
            let bit = rest.trailing_zeros();
            rest &= rest - 1;
            best = best.min(((self.neighbors[bit as usize] & !used).count_ones(), bit));
        }
        best.1
    }
}

/// What a path of a prefix has to fit.
struct Goal<'g> {
    /// For each tile, the cells on which it can be.
    narrowed: &'g [u64],
    missing: &'g [u32],
}

/// Whether the solver may use a tile.
fn is_usable(tile: &Tile) -> bool {
    !tile.has_tag(COVERED) && tile.face != Face::Unreadable
}

/// A connected part of these cells, with as many as fit: those nearest to the first one.
fn part(usable: &[u32], neighbors: &[Vec<u32>]) -> Vec<u32> {
    let mut part: Vec<u32> = usable.first().copied().into_iter().collect();
    let mut next = 0;
    while next < part.len() && part.len() < MAX_CELLS {
        for &neighbor in &neighbors[part[next] as usize] {
            if part.len() < MAX_CELLS && usable.binary_search(&neighbor).is_ok() && !part.contains(&neighbor) {
                part.push(neighbor);
            }
        }
        next += 1;
    }
    part
}

/// Whether a board has a `*`.
pub(super) fn has_blanks(board: &Board) -> bool {
    board.tiles().flatten().any(|tile| tile.face == Face::Blank)
}

/// The sums over the tiles of a path over letters and `*`.
pub(super) fn tally_of(board: &Board, cells: &[u32], letters: u32, scoring: &Scoring) -> Tally {
    let mut tally = Tally { letters, tiles: cells.len() as u32, ..Tally::default() };
    let tiles = cells.iter().filter_map(|&id| board.tile(board.shape().cell(id as usize)?));
    for tile in tiles {
        let value = match &tile.face {
            Face::Letters(text) => scoring.letter_value(text),
            _ => scoring.blank_value(),
        };
        tally.values = tally.values.saturating_add(value);
        tally.gems = tally.gems.saturating_add(scoring.gem_value(tile.kind));
        tally.fires += u32::from(tile.kind == TileKind::Fire);
        tally.blanks += u32::from(tile.face == Face::Blank);
    }
    tally
}
