//! The search for boards with so many paths that they cannot all be walked: it walks the dictionary, and keeps one path for
//! each prefix.
//!
//! On a board of many `*`, nearly every word lies along nearly every path, so walking paths takes hours; but one path of a word
//! is enough to know that the board has it. [`ByWords`] goes through the dictionary letter by letter. The path of a prefix is
//! mostly that of the shorter prefix and one tile more; where it has no free neighbor, another path is walked for some steps;
//! where that ends without an answer, all paths of the prefix are made ([`PrefixPaths`]), for whatever follows it. A prefix without any path ends its branch, so the words that are found are all words of the board. Their paths are
//! good ones and not always the best: among the neighbors, letters come before `*`.
//!
//! Cells are bits of a `u64`: boards of more than 64 tiles are searched only if all of them are `*`, in a connected part of up to 64
//! cells. The search is complete then where that part has every word.

use super::prefix_paths::PrefixPaths;
use crate::board::COVERED;
use crate::board::{Adjacency, Board, Face, Tile};
use crate::lexicon::search::{Layer, Position, fold};
use crate::solve::Rules;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The cells that the search can use: the bits of a set.
const MAX_CELLS: usize = 64;

/// The steps of a walk for another path of one prefix; they are not counted with the others. Smaller: all paths of more prefixes are
/// made, so that words are missed. Larger: a walk that leads nowhere takes longer. With 30, three of ten boards with eight `*` are not
/// searched completely, with 300 none, in the same time. Chosen by hand; `cargo bench --bench worst` prints the times.
const MAX_WALK: u32 = 300;

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
    /// The neighbors of each cell.
    neighbors: Arc<[u64]>,
    /// The cells that spell a letter by its index in the alphabet, `*` among them.
    cells_of: Vec<u64>,
    /// The cells of `Qu`.
    qu: u64,
    blanks: u64,
    /// The indices of Q and U in the alphabet.
    q_and_u: Option<(u8, u8)>,
    /// Whether they are a part of the board: what it has no path for may have one elsewhere.
    is_part: bool,
    completeness: Completeness,
    /// For each tile of the prefix, the cells that its letters allow.
    allowed: Vec<u64>,
    /// The path of the prefix, and its cells as a set.
    path: Vec<u8>,
    used: u64,
    /// For each tile of the prefix, the path before it where another one took its place.
    replaced: Vec<Option<Vec<u8>>>,
    /// For each tile of a walk, the cells that were not tried in its place.
    untried: Vec<u64>,
    /// All paths of the prefixes that needed them.
    prefixes: PrefixPaths,
}

impl ByWords {
    /// Prepares a board; `None` for one with tiles of several letters, choices or affixes, with free adjacency, or with too many
    /// cells.
    pub(super) fn new(board: &Board, neighbors: &[Vec<u32>], layer: Layer<'_>) -> Option<ByWords> {
        if board.shape().adjacency() == Adjacency::Free {
            return None;
        }
        let tiles: Vec<Option<&Tile>> = board.tiles().map(|tile| tile.filter(|tile| is_usable(tile))).collect();
        let usable: Vec<u32> = (0..).zip(&tiles).filter_map(|(id, tile)| tile.map(|_| id)).collect();
        let is_blank = |id: &u32| tiles[*id as usize].is_some_and(|tile| tile.face == Face::Blank);
        let is_part = usable.len() > MAX_CELLS;
        let ids = match is_part {
            false => usable,
            true if usable.iter().all(is_blank) => part(&usable, neighbors),
            true => return None,
        };
        let bit_of = |id: &u32| ids.iter().position(|own| own == id).map_or(0, |bit| 1 << bit);
        let alphabet = &layer.automaton.alphabet;
        let neighbors: Arc<[u64]> = ids.iter().map(|&id| neighbors[id as usize].iter().map(bit_of).sum()).collect();
        let mut search = ByWords {
            neighbors: neighbors.clone(),
            cells_of: vec![0; alphabet.letters().len()],
            qu: 0,
            blanks: ids.iter().filter(|id| is_blank(id)).map(bit_of).sum(),
            q_and_u: alphabet.index('q').zip(alphabet.index('u')),
            is_part,
            completeness: Completeness::Complete,
            allowed: Vec::new(),
            path: Vec::new(),
            used: 0,
            replaced: Vec::new(),
            untried: Vec::new(),
            prefixes: PrefixPaths::new(neighbors),
            ids,
        };
        for (bit, &id) in search.ids.iter().enumerate() {
            let text = match tiles[id as usize].map(|tile| &tile.face) {
                Some(Face::Letters(text)) => text,
                Some(Face::Blank) => continue,
                _ => return None,
            };
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
        let mut cells = Vec::new();
        let mut visit = |number: u32, letters: u32, ids: &[u32], path: &[u8]| {
            cells.clear();
            cells.extend(path.iter().map(|&bit| ids[usize::from(bit)]));
            visit(SpelledWord { number, letters, cells: &cells });
        };
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
        visit: &mut impl FnMut(u32, u32, &[u32], &[u8]),
    ) {
        let number = at.word_number().filter(|_| letters >= rules.min_length);
        if let Some(number) = number.and_then(|number| layer.lexicon_number(number)) {
            visit(number, letters as u32, &self.ids, &self.path);
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
            if letters < rules.max_length && !is_known {
                if self.take(allowed) {
                    self.go_on(layer, next, letters + 1, rules, visit);
                    self.take_back();
                } else {
                    failed.push(allowed);
                    if self.is_part {
                        self.completeness = Completeness::Incomplete;
                    }
                }
            }
            let u = self.q_and_u.filter(|(q, _)| *q == letter && self.qu != 0 && letters + 2 <= rules.max_length);
            if let Some(next) = u.and_then(|(_, u)| next.step(u)).filter(|_| self.take(self.qu)) {
                self.go_on(layer, next, letters + 2, rules, visit);
                self.take_back();
            }
        }
    }

    /// Makes the prefix longer by a tile on one of these cells; returns whether it has a path.
    fn take(&mut self, allowed: u64) -> bool {
        if self.path.len() == self.ids.len() {
            return false; // every cell is used
        }
        let replaced = match self.extension(allowed) {
            Some(next) => {
                self.path.push(next);
                self.used |= 1 << next;
                None
            }
            None => {
                let path = match self.prefixes.known(&self.allowed) {
                    Some(prefix) => self.prefixes.path(prefix, self.allowed.len(), allowed),
                    None => match self.walked(allowed) {
                        Walk::Arrived(path) => Some(path),
                        Walk::Nowhere => None,
                        Walk::OutOfSteps => self.find_path(allowed),
                    },
                };
                let Some(path) = path else { return false };
                Some(self.replace(path))
            }
        };
        self.allowed.push(allowed);
        self.replaced.push(replaced);
        true
    }

    /// The prefix before the last [`ByWords::take`] that found a path.
    fn take_back(&mut self) {
        self.allowed.pop();
        if let Some(path) = self.replaced.pop().flatten() {
            self.replace(path);
        } else if let Some(last) = self.path.pop() {
            self.used &= !(1 << last);
        }
    }

    /// Takes another path; returns the one before.
    fn replace(&mut self, path: Vec<u8>) -> Vec<u8> {
        self.used = path.iter().fold(0, |used, &bit| used | 1 << bit);
        std::mem::replace(&mut self.path, path)
    }

    /// A free cell of these behind the path, where there is one.
    fn extension(&self, allowed: u64) -> Option<u8> {
        let near = self.path.last().map_or(u64::MAX, |&last| self.neighbors[usize::from(last)]);
        self.best_of(near & allowed & !self.used, self.used)
    }

    /// Of these free cells the one to go on with: a letter before a `*`, then the cell with the fewest free neighbors, so that long
    /// words of blanks do not run into a corner (Warnsdorff's rule).
    fn best_of(&self, free: u64, used: u64) -> Option<u8> {
        let letters = free & !self.blanks;
        let mut choice = if letters != 0 { letters } else { free };
        let mut best: Option<(u32, u8)> = None;
        while choice != 0 {
            let bit = choice.trailing_zeros() as u8;
            choice &= choice - 1;
            let ways = (self.neighbors[usize::from(bit)] & !used).count_ones();
            best = Some(best.map_or((ways, bit), |best| best.min((ways, bit))));
        }
        best.map(|(_, bit)| bit)
    }

    /// Walks from tile to tile of the prefix and on to one of these cells, and steps back where it cannot go on.
    fn walked(&mut self, allowed: u64) -> Walk {
        let mut untried = std::mem::take(&mut self.untried);
        self.allowed.push(allowed);
        let walk = self.walk(&mut untried);
        self.allowed.pop();
        self.untried = untried;
        walk
    }

    /// The same for a prefix that has the tile already, in the memory of another walk.
    fn walk(&self, untried: &mut Vec<u64>) -> Walk {
        untried.clear();
        untried.push(self.allowed[0]);
        let mut used = 0;
        // The cells of the walk; a path has no more than there are cells.
        let mut path = [0u8; MAX_CELLS];
        let mut length = 0;
        for _ in 0..MAX_WALK {
            let Some(choice) = untried.last_mut() else { return Walk::Nowhere };
            if let Some(bit) = self.best_of(*choice, used) {
                *choice &= !(1 << bit);
                path[length] = bit;
                length += 1;
                let Some(next) = self.allowed.get(length) else { return Walk::Arrived(path[..length].to_vec()) };
                used |= 1 << bit;
                untried.push(self.neighbors[usize::from(bit)] & next & !used);
            } else {
                untried.pop();
                length = length.saturating_sub(1);
                used &= !(1 << path[length]);
            }
        }
        Walk::OutOfSteps
    }

    /// Finds any path of the prefix that goes on to one of these cells.
    fn find_path(&mut self, allowed: u64) -> Option<Vec<u8>> {
        let Some(prefix) = self.prefixes.make(&self.allowed) else {
            self.completeness = Completeness::Incomplete;
            return None;
        };
        self.prefixes.path(prefix, self.allowed.len(), allowed)
    }
}

/// How a walk for a path ended.
enum Walk {
    /// With a path.
    Arrived(Vec<u8>),
    /// All paths were tried: there is none.
    Nowhere,
    /// After too many steps.
    OutOfSteps,
}

/// Whether the solver may use a tile.
fn is_usable(tile: &Tile) -> bool {
    !tile.has_tag(COVERED) && tile.face != Face::Unreadable
}

/// The largest connected part of these cells, with as many as fit.
fn part(usable: &[u32], neighbors: &[Vec<u32>]) -> Vec<u32> {
    let mut rest: BTreeSet<u32> = usable.iter().copied().collect();
    let mut largest = Vec::new();
    while let Some(first) = rest.pop_first() {
        let mut part = vec![first];
        let mut next = 0;
        while next < part.len() && part.len() < MAX_CELLS {
            let free = MAX_CELLS - part.len();
            let around = neighbors[part[next] as usize].iter().filter(|neighbor| rest.remove(neighbor)).take(free);
            part.extend(around);
            next += 1;
        }
        largest = if part.len() > largest.len() { part } else { largest };
        if largest.len() == MAX_CELLS {
            break;
        }
    }
    largest
}
