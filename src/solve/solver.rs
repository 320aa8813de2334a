//! Board after board with the same lexicon and rules, in reused memory.
//!
//! The [`Solver`] takes a kernel wherever one can search the board, and the depth-first search otherwise.

mod visit;

use super::by_words::{ByWords, Completeness};
use super::depth_first::{DepthFirst, FEW_MOVES, MAX_MOVES, TileFilter, neighbor_ids};
use super::kernels::{
    Hits, Kernel, KernelError, LetterTable, MAX_CELLS, NeighborTable, Queue, SearchInput, WordKey, letter_bits,
};
use super::listing::{best_words, solution};
use super::paths::{BestPaths, PathRank, PathStore, SeenWords, WordPath};
use super::tile_values::{PathChoice, TileValues, has_many_paths, tallies_of_tiles, tally_of};
use super::{BestWords, Goal, Rules, Solution, Total};
use crate::board::{Adjacency, Board, Shape};
use crate::lexicon::search::Layer;
use crate::lexicon::{Lexicon, WordClass};
use crate::profile::Tally;

/// Number of values of the 7-bit letter count in a hit's sum.
const LETTER_COUNTS: usize = 128;

/// Solves board after board, with the fastest [`Kernel`] that the processor has.
///
/// ```
/// use hexlex::{board::Board, lexicon::Lexicon, solve::{Rules, Solver}};
///
/// let lexicon = Lexicon::from_words(["tea", "eat", "teat"])?;
/// let mut solver = Solver::new(&lexicon, Rules::boggle());
/// let board: Board = "T E\nT A".parse()?;
/// let total = solver.total(&board);
/// assert_eq!((total.words, total.points), (3, 3));
///
/// let paths = solver.best_paths(&board);
/// let longest = paths.iter().max_by_key(|path| path.letters).ok_or("no word")?;
/// assert_eq!((lexicon.word(longest.number).as_deref(), longest.cells), (Some("teat"), &[0, 1, 3, 2][..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Solver<'a> {
    lexicon: &'a Lexicon,
    rules: Rules,
    kernel: Kernel,
    /// The last shape: most boards have the same one as the board before.
    prepared: Option<PreparedShape>,
    letters: LetterTable,
    queue: Queue,
    seen: SeenWords,
    /// The hits whose words are new.
    new_hits: Vec<u32>,
    tiles: TileValues,
    paths: PathStore,
    /// Indexed by number of letters.
    scores: Vec<LengthScore>,
    complete: bool,
}

/// A shape with its precomputed neighbor lists.
#[derive(Debug, Clone)]
struct PreparedShape {
    shape: Shape,
    /// For the depth-first search.
    neighbors: Vec<Vec<u32>>,
    /// For the kernels; `None` where they cannot search the shape.
    table: Option<Box<NeighborTable>>,
}

impl PreparedShape {
    fn new(shape: &Shape) -> PreparedShape {
        let table = NeighborTable::new(shape).map(Box::new);
        PreparedShape { shape: shape.clone(), neighbors: neighbor_ids(shape), table }
    }
}

/// The score of words of one length, where it depends on the length alone.
#[derive(Debug, Clone, Copy)]
struct LengthScore {
    points: u32,
    /// 1 where the rules allow the length, else 0: a number, so that totals add it without a branch.
    allowed: u32,
}

/// The depth-first searches that together find every best path.
///
/// Where tiles can be exchanged for each other, a search uses gems before fire, so it can miss a word of fire tiles only.
fn filters(shape: &Shape, rules: &Rules) -> &'static [TileFilter] {
    if shape.adjacency() == Adjacency::Free && rules.scoring.rewards_all_fire() {
        &[TileFilter::All, TileFilter::Fire]
    } else {
        &[TileFilter::All]
    }
}

impl<'a> Solver<'a> {
    /// A solver for the words of this lexicon under these rules.
    pub fn new(lexicon: &'a Lexicon, rules: Rules) -> Solver<'a> {
        let lengths = rules.min_length..=rules.max_length;
        let score = |letters| {
            let tally = Tally { letters: letters as u32, tiles: letters as u32, ..Tally::default() };
            match lengths.contains(&letters) {
                true => LengthScore { points: rules.scoring.points(&tally), allowed: 1 },
                false => LengthScore { points: 0, allowed: 0 },
            }
        };
        Solver {
            lexicon,
            kernel: Kernel::best(),
            prepared: None,
            letters: LetterTable::default(),
            queue: Queue::default(),
            seen: SeenWords::new(lexicon.number_bound(), lexicon.refused()),
            new_hits: Vec::new(),
            tiles: TileValues::default(),
            paths: PathStore::default(),
            scores: (0..LETTER_COUNTS).map(score).collect(),
            complete: true,
            rules,
        }
    }

    /// The same solver with this kernel. All kernels find the same; they differ in speed alone.
    ///
    /// # Errors
    /// [`KernelError::Unsupported`] where the processor cannot run it.
    pub fn with_kernel(mut self, kernel: Kernel) -> Result<Solver<'a>, KernelError> {
        self.kernel = kernel.checked()?;
        Ok(self)
    }

    /// The kernel that searches boards of plain letters.
    pub fn kernel(&self) -> Kernel {
        self.kernel
    }

    /// The number of words of a board, and their points.
    pub fn total(&mut self, board: &Board) -> Total {
        if self.rules.scoring.is_by_length() {
            let prepared = self.take_prepared(board.shape());
            let total = self
                .total_by_kernel(&prepared, |loaded, table, layer| loaded.load_board(board, table, layer.automaton));
            self.prepared = Some(prepared);
            if let Some(total) = total {
                return total;
            }
        }
        self.best_paths(board).total()
    }

    /// As [`total`](Solver::total), for a board of letters without spaces, `q` for `Qu`. It makes no [`Board`] of them;
    /// `None` where it would have to, because the score depends on the tiles or a character is not a plain letter.
    ///
    /// ```
    /// use hexlex::{board::{Board, Shape}, lexicon, solve::{Rules, Solver}};
    ///
    /// let mut solver = Solver::new(lexicon::english(), Rules::boggle());
    /// let total = solver.total_of_letters(&Shape::rows(2, 2)?, "qita").ok_or("not a plain board")?;
    /// let board = Board::from_letters(Shape::rows(2, 2)?, "quita")?;
    /// assert!(total.words > 0);
    /// assert_eq!(total, solver.total(&board));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn total_of_letters(&mut self, shape: &Shape, letters: &str) -> Option<Total> {
        if !self.rules.scoring.is_by_length() {
            return None;
        }
        let prepared = self.take_prepared(shape);
        let total = self
            .total_by_kernel(&prepared, |loaded, table, layer| loaded.load_letters(letters, table, layer.automaton));
        self.prepared = Some(prepared);
        total
    }

    /// As [`best_paths`](Solver::best_paths), for a board of letters: see
    /// [`total_of_letters`](Solver::total_of_letters).
    pub fn best_paths_of_letters(&mut self, shape: &Shape, letters: &str) -> Option<BestPaths<'_>> {
        if !self.rules.scoring.is_by_length() {
            return None;
        }
        let prepared = self.take_prepared(shape);
        self.begin();
        let found = prepared.table.as_deref().is_some_and(|table| {
            self.lexicon.layers().all(|layer| {
                self.letters.load_letters(letters, table, layer.automaton)
                    && self.collect_hits(layer, table, PathChoice::First)
            })
        });
        self.prepared = Some(prepared);
        found.then_some(BestPaths { paths: &self.paths, complete: true })
    }

    /// Forgets the last board.
    fn begin(&mut self) {
        self.paths.clear();
        self.seen.next_board();
        self.complete = true;
    }

    /// Takes the prepared shape out of the solver; the caller puts it back.
    fn take_prepared(&mut self, shape: &Shape) -> PreparedShape {
        match self.prepared.take() {
            Some(prepared) if prepared.shape == *shape => prepared,
            _ => PreparedShape::new(shape),
        }
    }

    /// The total of a board whose score depends on the words' lengths alone, after `load` has filled the letters;
    /// `None` where the kernels cannot search the board.
    fn total_by_kernel(
        &mut self,
        prepared: &PreparedShape,
        mut load: impl FnMut(&mut LetterTable, &NeighborTable, Layer<'_>) -> bool,
    ) -> Option<Total> {
        let neighbors = prepared.table.as_deref()?;
        let mut total = Total::default();
        self.seen.next_board();
        for layer in self.lexicon.layers() {
            if !load(&mut self.letters, neighbors, layer) {
                return None;
            }
            let automaton = layer.automaton;
            let input = SearchInput { automaton, neighbors, letters: &self.letters, with_paths: false };
            let hits = self.queue.search(self.kernel, &input)?;
            for &sum in hits.sums() {
                let WordKey { number, letters } = WordKey::unpack(sum);
                let LengthScore { points, allowed } = self.scores[letters as usize % LETTER_COUNTS];
                let is_new = u32::from(self.seen.is_new(number + layer.offset));
                total.points += u64::from(points * is_new);
                total.words += (allowed * is_new) as usize;
            }
        }
        Some(total)
    }

    /// Every word of a board that the rules allow, with its best path: see [`solve`](super::solve).
    pub fn best_paths(&mut self, board: &Board) -> BestPaths<'_> {
        let prepared = self.take_prepared(board.shape());
        self.begin();
        if !self.search_by_kernel(board, &prepared) {
            self.begin();
            self.search_depth_first(board, &prepared.neighbors);
        }
        self.prepared = Some(prepared);
        BestPaths { paths: &self.paths, complete: self.complete }
    }

    /// Every path of every word that the rules allow, in no particular order, in `paths`, whose memory is used again: what a
    /// player needs who weighs which tiles to use. `false`, and no path, where a cell has no bit (more than 64), tiles
    /// need not touch, or there are too many paths to find all.
    ///
    /// ```
    /// use hexlex::{board::Board, lexicon::Lexicon, solve::{Rules, Solver}};
    ///
    /// let lexicon = Lexicon::from_words(["tea"])?;
    /// let mut paths = Vec::new();
    /// let board: Board = "T E A\n. A .".parse()?;
    /// assert!(Solver::new(&lexicon, Rules::boggle()).all_paths(&board, &mut paths));
    /// paths.sort();
    /// assert_eq!(paths.iter().map(|path| path.mask).collect::<Vec<_>>(), [0b000_111, 0b010_011]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn all_paths(&mut self, board: &Board, paths: &mut Vec<WordPath>) -> bool {
        paths.clear();
        if board.shape().adjacency() == Adjacency::Free || board.shape().len() > MAX_CELLS {
            return false;
        }
        let prepared = self.take_prepared(board.shape());
        let is_complete = self.hits_of_kernel(&prepared, paths, |letters, table, layer| {
            letters.load_board(board, table, layer.automaton)
        }) || self.paths_depth_first(board, &prepared, paths);
        self.prepared = Some(prepared);
        if !is_complete {
            paths.clear();
        }
        is_complete
    }

    /// As [`all_paths`](Solver::all_paths), for a board given by the codes of its letters: 0 for A to 25 for Z, 16 being the
    /// tile `Qu`; other codes are empty cells, and tiles that no word uses. It allocates nothing once its memory has grown.
    /// `false`, and no path, where a kernel cannot search the board.
    ///
    /// ```
    /// use hexlex::{board::Shape, lexicon::Lexicon, solve::{Rules, Solver}};
    ///
    /// let lexicon = Lexicon::from_words(["tea"])?;
    /// let mut paths = Vec::new();
    /// let (t, e, a, none) = (19, 4, 0, 26);
    /// let mut solver = Solver::new(&lexicon, Rules::boggle());
    /// assert!(solver.paths_of_codes(&Shape::rows(2, 3)?, &[t, e, a, none, a, none], &mut paths));
    /// assert_eq!(paths.len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn paths_of_codes(&mut self, shape: &Shape, codes: &[u8], paths: &mut Vec<WordPath>) -> bool {
        paths.clear();
        let prepared = self.take_prepared(shape);
        let is_complete = codes.len() >= shape.len()
            && self.hits_of_kernel(&prepared, paths, |letters, table, layer| {
                let bits = letter_bits(layer.automaton);
                bits.is_some_and(|bits| {
                    letters.load_codes(codes, &bits, table);
                    true
                })
            });
        self.prepared = Some(prepared);
        if !is_complete {
            paths.clear();
        }
        is_complete
    }

    /// All paths by a kernel, after `load` has filled the letters; returns `false` where the kernels cannot search the board.
    fn hits_of_kernel(
        &mut self,
        prepared: &PreparedShape,
        paths: &mut Vec<WordPath>,
        mut load: impl FnMut(&mut LetterTable, &NeighborTable, Layer<'_>) -> bool,
    ) -> bool {
        let Some(neighbors) = prepared.table.as_deref() else { return false };
        self.begin();
        for layer in self.lexicon.layers() {
            let automaton = layer.automaton;
            if !load(&mut self.letters, neighbors, layer) {
                return false;
            }
            let input = SearchInput { automaton, neighbors, letters: &self.letters, with_paths: true };
            let Some(hits) = self.queue.search(self.kernel, &input) else { return false };
            for (hit, &sum) in hits.sums().iter().enumerate() {
                let WordKey { number, letters } = WordKey::unpack(sum).offset(layer.offset);
                let is_allowed = self.scores[letters as usize % LETTER_COUNTS].allowed != 0;
                if is_allowed && !self.seen.is_refused(number) {
                    paths.push(WordPath { number, letters, mask: hits.mask(hit) });
                }
            }
        }
        true
    }

    /// All paths by the depth-first search; returns `false` where it does not find all.
    fn paths_depth_first(&mut self, board: &Board, prepared: &PreparedShape, paths: &mut Vec<WordPath>) -> bool {
        self.begin();
        paths.clear();
        let moves = if has_many_paths(board) { FEW_MOVES } else { MAX_MOVES };
        self.lexicon.layers().all(|layer| {
            let mut search = DepthFirst::new(board, &prepared.neighbors, layer, &self.rules, TileFilter::All);
            search.search(layer, &self.rules, moves, |found| {
                if !self.seen.is_refused(found.number) {
                    let mask = found.cells().iter().fold(0, |mask, &cell| mask | 1 << cell);
                    paths.push(WordPath { number: found.number, letters: found.letters, mask });
                }
            })
        })
    }

    /// Finds the words with a kernel; returns `false` where the kernels cannot search the board.
    fn search_by_kernel(&mut self, board: &Board, prepared: &PreparedShape) -> bool {
        let Some(neighbors) = &prepared.table else { return false };
        self.tiles.load(board, &self.rules.scoring);
        self.lexicon.layers().all(|layer| {
            let is_plain = self.letters.load_board(board, neighbors, layer.automaton);
            is_plain && self.collect_hits(layer, neighbors, self.tiles.choice)
        })
    }

    /// Searches the loaded letters, and stores a path of each word; returns `false` where the search overflows.
    fn collect_hits(&mut self, layer: Layer<'_>, neighbors: &NeighborTable, choice: PathChoice) -> bool {
        let automaton = layer.automaton;
        let input = SearchInput { automaton, neighbors, letters: &self.letters, with_paths: true };
        let Some(hits) = self.queue.search(self.kernel, &input) else { return false };
        let mut collector = HitCollector {
            hits,
            offset: layer.offset,
            rules: &self.rules,
            scores: &self.scores,
            tiles: &self.tiles,
            seen: &mut self.seen,
            paths: &mut self.paths,
        };
        match choice {
            PathChoice::First => collector.collect_first(&mut self.new_hits),
            PathChoice::Best => collector.collect_best(),
        }
        true
    }

    /// Finds the words with the depth-first search.
    fn search_depth_first(&mut self, board: &Board, neighbors: &[Vec<u32>]) {
        for layer in self.lexicon.layers() {
            let by_words = ByWords::new(board, neighbors, layer);
            let moves = if by_words.is_some() || has_many_paths(board) { FEW_MOVES } else { MAX_MOVES };
            let mut complete = true;
            for &filter in filters(board.shape(), &self.rules) {
                let mut search = DepthFirst::new(board, neighbors, layer, &self.rules, filter);
                complete &= search.search(layer, &self.rules, moves, |found| {
                    let word = WordKey { number: found.number, letters: found.letters };
                    let rank = PathRank::of(&found.tally(), &self.rules.scoring);
                    self.paths.keep_better(&mut self.seen, word, rank, &found.cells());
                });
            }
            if let Some(by_words) = by_words.filter(|_| !complete) {
                let tiles = tallies_of_tiles(board, &self.rules.scoring);
                complete = by_words.search(layer, &self.rules, |found| {
                    let word = WordKey { number: found.number, letters: found.letters };
                    let tally = tally_of(&tiles, found.cells, found.letters);
                    let rank = PathRank::of(&tally, &self.rules.scoring);
                    self.paths.keep_better(&mut self.seen, word, rank, found.cells);
                }) == Completeness::Complete;
            }
            self.complete &= complete;
        }
    }

    /// Every word of the board, the best first: see [`solve`](super::solve).
    pub fn solve(&mut self, board: &Board, goal: Goal) -> Solution {
        let lexicon = self.lexicon;
        solution(lexicon, board, self.best_paths(board), goal)
    }

    /// The best words of the board alone, and the number of all: see [`BestWords`]. Words of classes that `is_kept` refuses are
    /// left out; a word has none where the lexicon has no classes.
    ///
    /// ```
    /// use hexlex::{board::Board, lexicon, solve::{Goal, Rules, Solver}};
    ///
    /// let board: Board = "C A T S\nR O L E".parse()?;
    /// let mut solver = Solver::new(lexicon::english(), Rules::boggle());
    /// let all = solver.solve(&board, Goal::Longest);
    /// let best = solver.best_words(&board, Goal::Longest, 3, |_| true);
    /// assert_eq!((&best.words[..], best.count), (&all.words[..3], all.words.len()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn best_words(
        &mut self,
        board: &Board,
        goal: Goal,
        most: usize,
        is_kept: impl Fn(Option<WordClass>) -> bool,
    ) -> BestWords {
        let lexicon = self.lexicon;
        best_words(lexicon, board, self.best_paths(board), goal, most, is_kept)
    }

    /// As [`solve`](Solver::solve), by the depth-first search alone.
    #[cfg(test)]
    pub(super) fn solve_depth_first(&mut self, board: &Board) -> Solution {
        self.begin();
        self.search_depth_first(board, &neighbor_ids(board.shape()));
        solution(self.lexicon, board, BestPaths { paths: &self.paths, complete: self.complete }, Goal::Longest)
    }
}

/// Stores a path for each word among the hits of a kernel.
struct HitCollector<'t> {
    hits: Hits<'t>,
    /// The lexicon's number of the automaton's first word.
    offset: u32,
    rules: &'t Rules,
    scores: &'t [LengthScore],
    tiles: &'t TileValues,
    seen: &'t mut SeenWords,
    paths: &'t mut PathStore,
}

impl HitCollector<'_> {
    /// The score of words with this number of letters.
    #[inline]
    fn score(&self, letters: u32) -> LengthScore {
        self.scores[letters as usize % LETTER_COUNTS]
    }

    /// Stores the first path of each word.
    fn collect_first(&mut self, new_hits: &mut Vec<u32>) {
        // which hits are new is unpredictable: they are listed first, without a branch
        let sums = self.hits.sums();
        new_hits.resize(new_hits.len().max(sums.len()), 0);
        let mut count = 0;
        for (hit, &sum) in (0..).zip(sums) {
            let WordKey { number, letters } = WordKey::unpack(sum);
            new_hits[count] = hit;
            count += usize::from(self.seen.is_new(number + self.offset) & (self.score(letters).allowed != 0));
        }
        for &hit in &new_hits[..count] {
            let hit = hit as usize;
            let word = WordKey::unpack(sums[hit]).offset(self.offset);
            let points = self.score(word.letters).points;
            let (rank, cells) = self.paths.push(word, self.hits.tile_count(hit));
            self.hits.write_path(hit, cells);
            *rank = match self.rules.scoring.is_by_length() {
                true => PathRank::of_score(points),
                false => self.tiles.rank(cells, word.letters, &self.rules.scoring),
            };
        }
    }

    /// Stores the best path of each word.
    fn collect_best(&mut self) {
        let mut cells = [0; MAX_CELLS];
        for (hit, &sum) in self.hits.sums().iter().enumerate() {
            let word = WordKey::unpack(sum).offset(self.offset);
            if self.score(word.letters).allowed == 0 {
                continue;
            }
            let cells = &mut cells[..self.hits.tile_count(hit)];
            self.hits.write_path(hit, cells);
            let rank = self.tiles.rank(cells, word.letters, &self.rules.scoring);
            self.paths.keep_better(self.seen, word, rank, cells);
        }
    }
}
