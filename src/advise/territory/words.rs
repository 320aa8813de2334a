//! The words of a board whose tiles may follow each other freely, as numbers of equal tiles.
//!
//! Tiles with the same face are exchangeable, so a word is a number of tiles of each face ([`Group`]), and anagrams are one. Which
//! of the equal tiles a word uses decides what it takes: [`Words::takings`] orders them for a position, and a group's best set is a
//! few of these masks together.

use crate::board::{Board, COVERED};
use crate::game::{Owners, Territory, ids};
use crate::lexicon::Lexicon;
use crate::solve::Solver;
use std::collections::HashMap;

/// The words of a board.
pub(super) struct Words {
    /// The cells of each face.
    pub(super) faces: Vec<u64>,
    /// The words by the tiles that they need.
    pub(super) groups: Vec<Group>,
}

/// The words that need the same tiles.
pub(super) struct Group {
    /// The faces and the number of tiles of each.
    needs: Vec<(usize, usize)>,
    /// The words, the one that most games accept first.
    pub(super) words: Vec<Word>,
}

/// A word of a board.
pub(super) struct Word {
    /// Its number in the lexicon.
    pub(super) number: u32,
    /// The number of its letters.
    pub(super) letters: usize,
    /// Its points.
    pub(super) score: u32,
    /// A cell with the face of each of its tiles, in order.
    pub(super) cells: Box<[u32]>,
}

/// For each face, the set of the first tiles in the order in which a player uses them, by their number.
pub(super) struct Takings {
    sets: Vec<Vec<u64>>,
    /// The same with unowned tiles first: only these end the game.
    free_first: Vec<Vec<u64>>,
    /// The number of tiles of each face without an owner.
    free: Vec<usize>,
    /// The number of all tiles without an owner: those that are covered too.
    all_free: usize,
}

impl Words {
    /// The words of a board but for those that `is_refused` names; none uses a covered tile.
    pub(super) fn of(
        board: &Board,
        solver: &mut Solver<'_>,
        lexicon: &Lexicon,
        is_refused: impl Fn(&str) -> bool,
    ) -> Words {
        let board = &without_covered(board);
        let mut faces: Vec<u64> = Vec::new();
        let mut face_of = vec![0; board.shape().len()];
        let mut known: HashMap<&crate::board::Face, usize> = HashMap::new();
        for (id, tile) in board.tiles().enumerate().filter_map(|(id, tile)| Some((id, tile?))) {
            let face = *known.entry(&tile.face).or_insert(faces.len());
            if face == faces.len() {
                faces.push(0);
            }
            faces[face] |= 1 << id;
            face_of[id] = face;
        }
        let mut groups: Vec<Group> = Vec::new();
        let mut by_needs: HashMap<Vec<(usize, usize)>, usize> = HashMap::new();
        for path in solver.best_paths(board).iter() {
            if lexicon.word(path.number).is_none_or(|word| is_refused(&word)) {
                continue;
            }
            let mut used: Vec<usize> = path.cells.iter().map(|&cell| face_of[cell as usize]).collect();
            used.sort_unstable();
            let needs: Vec<_> = used.chunk_by(|a, b| a == b).map(|same| (same[0], same.len())).collect();
            let group = *by_needs.entry(needs.clone()).or_insert(groups.len());
            if group == groups.len() {
                groups.push(Group { needs, words: Vec::new() });
            }
            let (number, cells) = (path.number as u32, path.cells.into());
            groups[group].words.push(Word { number, letters: path.letters, score: path.score, cells });
        }
        for group in &mut groups {
            group.words.sort_by_key(|word| (lexicon.class_of(word.number as usize), word.number));
        }
        groups.sort_by_key(|group| group.words.first().map(|word| word.number));
        Words { faces, groups }
    }

    /// The order in which the player who is about to move uses equal tiles: those of the other player that can be taken, the
    /// unowned ones, the remaining ones; among equal ones those beside more tiles with an owner.
    pub(super) fn takings(&self, territory: &Territory, owners: Owners) -> Takings {
        let open = owners.other & !territory.defended(owners.other);
        let free = territory.tiles() & !(owners.mover | owners.other);
        let gain = |cell: usize| if open >> cell & 1 != 0 { 2 } else { free >> cell & 1 };
        let owned = owners.mover | owners.other;
        let beside = |cell: usize| (territory.beside(cell) & owned).count_ones();
        let sets = |key: &dyn Fn(usize) -> (u64, u32)| {
            let of_face = |&cells: &u64| {
                let mut order: Vec<usize> = ids(cells).collect();
                order.sort_by_key(|&cell| std::cmp::Reverse(key(cell)));
                let first = std::iter::once(0);
                first
                    .chain(order.iter().scan(0, |set, &cell| {
                        *set |= 1 << cell;
                        Some(*set)
                    }))
                    .collect()
            };
            self.faces.iter().map(of_face).collect()
        };
        Takings {
            sets: sets(&|cell| (gain(cell), beside(cell))),
            free_first: sets(&|cell| (if free >> cell & 1 != 0 { 3 } else { gain(cell) }, beside(cell))),
            free: self.faces.iter().map(|cells| (cells & free).count_ones() as usize).collect(),
            all_free: free.count_ones() as usize,
        }
    }
}

impl Group {
    /// The first word that is none of these.
    pub(super) fn word_but(&self, refused: &[u32]) -> Option<&Word> {
        self.words.iter().find(|word| !refused.contains(&word.number))
    }

    /// The tiles with which the word takes most.
    pub(super) fn set(&self, takings: &Takings) -> u64 {
        self.needs.iter().fold(0, |set, &(face, count)| set | takings.sets[face][count])
    }

    /// The tiles with which the word leaves no tile without an owner, and takes most; `None` where it cannot.
    pub(super) fn ending_set(&self, takings: &Takings) -> Option<u64> {
        let mut needed = 0;
        for &(face, count) in &self.needs {
            if takings.free[face] > count {
                return None;
            }
            needed += takings.free[face];
        }
        (needed == takings.all_free)
            .then(|| self.needs.iter().fold(0, |set, &(face, count)| set | takings.free_first[face][count]))
    }

    /// Every set of tiles that spells the word; only the first `most` of them.
    pub(super) fn sets(&self, faces: &[u64], most: usize) -> Vec<u64> {
        let mut sets = vec![0];
        for &(face, count) in &self.needs {
            let choices = choices(faces[face], count, most);
            sets = sets.iter().flat_map(|set| choices.iter().map(move |choice| set | choice)).take(most).collect();
        }
        sets
    }
}

/// The same board with an empty cell for each covered tile.
fn without_covered(board: &Board) -> Board {
    let tiles = board.tiles().map(|tile| tile.filter(|tile| !tile.has_tag(COVERED)).cloned()).collect();
    Board::new(board.shape().clone(), tiles).unwrap_or_else(|_| board.clone())
}

/// The sets of `count` of these cells; only the first `most` of them.
fn choices(cells: u64, count: usize, most: usize) -> Vec<u64> {
    if count == 0 {
        return vec![0];
    }
    let mut found = Vec::new();
    let mut rest = cells;
    while rest != 0 && found.len() < most {
        let first = rest & rest.wrapping_neg();
        rest &= !first;
        found.extend(choices(rest, count - 1, most - found.len()).into_iter().map(|set| set | first));
    }
    found
}

/// The cells of a word in order, of which these are used.
pub(super) fn ordered(word: &Word, faces: &[u64], set: u64) -> Vec<usize> {
    let mut left = set;
    let cell = |&like: &u32| {
        let face = faces.iter().find(|cells| *cells >> like & 1 != 0).copied().unwrap_or(0);
        let cell = ids(face & left).next()?;
        left &= !(1 << cell);
        Some(cell)
    };
    word.cells.iter().filter_map(cell).collect()
}
