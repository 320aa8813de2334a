//! The best path of each word, of all paths that a search finds.

use super::Total;
use super::kernels::WordKey;
use crate::profile::{Scoring, Tally};
use std::cmp::Reverse;

/// The words that have been found on the current board.
///
/// Generation stamps: per word, the generation of the last board that had it. A new board increments the generation
/// instead of clearing. Refused words are stamped before the search, so they never count as new.
#[derive(Debug, Clone)]
pub(super) struct SeenWords {
    generations: Vec<u8>,
    generation: u8,
    refused: Vec<u32>,
}

impl SeenWords {
    /// No word seen, of a lexicon with word numbers below `words` and these refused words.
    pub(super) fn new(words: usize, refused: impl Iterator<Item = u32>) -> SeenWords {
        SeenWords { generations: vec![0; words], generation: 0, refused: refused.collect() }
    }

    /// Forgets the words of the last board.
    pub(super) fn next_board(&mut self) {
        if self.generation == u8::MAX {
            self.generations.fill(0);
            self.generation = 0;
        }
        self.generation += 1;
        for &number in &self.refused {
            self.generations[number as usize] = self.generation;
        }
    }

    /// Whether the word is refused, on a board on which none was marked as seen.
    #[inline]
    pub(super) fn is_refused(&self, number: u32) -> bool {
        self.generations[number as usize] == self.generation
    }

    /// Marks the word as seen, and returns whether it was neither refused nor seen before.
    #[inline]
    pub(super) fn is_new(&mut self, number: u32) -> bool {
        // stores in every case: a branch around the store would wait for the load
        std::mem::replace(&mut self.generations[number as usize], self.generation) != self.generation
    }
}

/// One path of a word: see [`Solver::all_paths`](super::Solver::all_paths).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WordPath {
    /// The word's [number](crate::lexicon::Lexicon::number).
    pub number: u32,
    /// The number of its letters; a `Qu` tile has two.
    pub letters: u32,
    /// The set of its cells: the bit of each [id](crate::board::Shape::id).
    pub mask: u64,
}

/// The order of the paths of one word, the best last: by score, then fire tiles, then the fewest `*`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) struct PathRank {
    pub(super) score: u32,
    fires: u32,
    blanks: Reverse<u32>,
}

impl PathRank {
    /// The rank where all paths of a word are equally good.
    pub(super) fn of_score(score: u32) -> PathRank {
        PathRank { score, ..PathRank::default() }
    }

    /// The rank of a path with this tally.
    pub(super) fn of(tally: &Tally, scoring: &Scoring) -> PathRank {
        PathRank { score: scoring.points(tally), fires: tally.fires, blanks: Reverse(tally.blanks) }
    }
}

/// A word and the best of its paths so far.
#[derive(Debug, Clone)]
pub(super) struct StoredPath {
    pub(super) word: WordKey,
    pub(super) rank: PathRank,
    /// The index of its first cell in [`PathStore::cells`].
    start: u32,
    /// The number of its cells.
    tiles: u32,
}

/// The best path so far of each word of a board.
#[derive(Debug, Clone, Default)]
pub(super) struct PathStore {
    pub(super) words: Vec<StoredPath>,
    /// Cell ids of all stored paths, including those replaced by a better one.
    cells: Vec<u32>,
    /// The number of cells that are in use.
    used: usize,
    /// Index in `words`, indexed by word number; entries of words that the board lacks are outdated.
    indices: Vec<u32>,
}

impl PathStore {
    pub(super) fn clear(&mut self) {
        self.words.clear();
        self.used = 0;
    }

    /// The cell ids of a word's path, in order.
    #[inline]
    pub(super) fn cells(&self, path: &StoredPath) -> &[u32] {
        &self.cells[path.start as usize..(path.start + path.tiles) as usize]
    }

    /// Adds the first path of a word, and returns its rank and its cells, both to be filled in.
    #[inline]
    pub(super) fn push(&mut self, word: WordKey, tiles: usize) -> (&mut PathRank, &mut [u32]) {
        let start = self.reserve(tiles);
        self.words.push(StoredPath { word, rank: PathRank::default(), start: start as u32, tiles: tiles as u32 });
        let last = self.words.len() - 1;
        (&mut self.words[last].rank, &mut self.cells[start..self.used])
    }

    /// Adds a path if its word is new, or replaces the word's path if this one is better: by rank or, in the same rank,
    /// by the order of the cells.
    pub(super) fn keep_better(&mut self, seen: &mut SeenWords, word: WordKey, rank: PathRank, path: &[u32]) {
        if self.indices.is_empty() {
            self.indices = vec![u32::MAX; seen.generations.len()];
        }
        if seen.is_new(word.number) {
            self.indices[word.number as usize] = self.words.len() as u32;
            let (stored, cells) = self.push(word, path.len());
            *stored = rank;
            cells.copy_from_slice(path);
            return;
        }
        // the index of a refused word is missing or outdated
        let index = self.indices[word.number as usize] as usize;
        let Some(old) = self.words.get(index).filter(|old| old.word.number == word.number) else { return };
        if (rank, Reverse(path)) > (old.rank, Reverse(self.cells(old))) {
            let start = self.reserve(path.len());
            self.cells[start..self.used].copy_from_slice(path);
            self.words[index] = StoredPath { word, rank, start: start as u32, tiles: path.len() as u32 };
        }
    }

    /// Takes space for the cells of a path, and returns where it begins.
    #[inline]
    fn reserve(&mut self, tiles: usize) -> usize {
        let start = self.used;
        self.used += tiles;
        if self.used > self.cells.len() {
            self.cells.resize(self.used * 2, 0);
        }
        start
    }
}

/// A path that spells a word: see [`Solver::visit_paths`](super::Solver::visit_paths).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SpelledPath<'a> {
    /// The word's [number](crate::lexicon::Lexicon::number).
    pub number: u32,
    /// The number of its letters; a `Qu` tile has two.
    pub letters: u32,
    /// The score along the path.
    pub score: u32,
    /// The [ids](crate::board::Shape::id) of the cells that spell it, in order.
    pub cells: &'a [u32],
}

/// A word of a board with its best path: see [`Solver::best_paths`](super::Solver::best_paths).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BestPath<'a> {
    /// The word's [number](crate::lexicon::Lexicon::number).
    pub number: usize,
    /// The number of its letters; a `Qu` tile has two.
    pub letters: usize,
    /// Its score along the path.
    pub score: u32,
    /// The [ids](crate::board::Shape::id) of the cells that spell it, in order.
    pub cells: &'a [u32],
}

/// The words of one board, each with its best path.
#[derive(Debug, Clone, Copy)]
pub struct BestPaths<'a> {
    pub(super) paths: &'a PathStore,
    /// Whether the search found every word: see [`Solution::complete`](super::Solution::complete).
    pub complete: bool,
}

impl<'a> BestPaths<'a> {
    /// Each word once, in no particular order.
    pub fn iter(self) -> impl ExactSizeIterator<Item = BestPath<'a>> {
        self.paths.words.iter().map(move |stored| self.path(stored))
    }

    fn path(self, stored: &StoredPath) -> BestPath<'a> {
        let &StoredPath { word: WordKey { number, letters }, rank, .. } = stored;
        let cells = self.paths.cells(stored);
        BestPath { number: number as usize, letters: letters as usize, score: rank.score, cells }
    }

    /// The number of words, and their points.
    pub fn total(self) -> Total {
        let paths = self.iter();
        Total { words: paths.len(), points: paths.map(|path| u64::from(path.score)).sum() }
    }
}
