//! Board after board by the same lexicon and rules, in memory that is used again.

use super::kernels::{Hits, Kernel, KernelError, Letters, MAX_CELLS, Mesh, Queue, Search, split};
use super::rules::Sums;
use super::search::{COVERED, Field, Neighbors};
use super::tiles::Tiles;
use super::ways::{Best, Seen, Ways, Worth};
use super::{Found, Goal, Rules, Solution, Total};
use crate::board::Board;
use crate::grid::{Adjacency, Shape};
use crate::lexicon::Lexicon;
use crate::lexicon::search::Layer;
use std::cmp::Reverse;

/// The letters that a word of a kernel can have, at most: what the bits of a sum can count.
const COUNTED_LETTERS: usize = 128;

/// Solves board after board, with the fastest [`Kernel`] that the processor has.
///
/// ```
/// use hexlex::{board::Board, lexicon::{self, Lexicon}, solve::{Rules, Solver}};
///
/// let lexicon = Lexicon::from_words(["tea", "eat", "teat"])?;
/// let mut solver = Solver::new(&lexicon, Rules::boggle());
/// let board: Board = "T E\nT A".parse()?;
/// let total = solver.total(&board);
/// assert_eq!((total.words, total.points), (3, 3));
///
/// let finds = solver.finds(&board);
/// let longest = finds.ways().max_by_key(|way| way.letters).ok_or("no word")?;
/// assert_eq!((lexicon.word(longest.number).as_deref(), longest.path), (Some("teat"), &[0, 1, 3, 2][..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Solver<'a> {
    lexicon: &'a Lexicon,
    rules: Rules,
    kernel: Kernel,
    /// Of the last shape: boards mostly come with the same.
    shape: Option<Prepared>,
    letters: Letters,
    queue: Queue,
    seen: Seen,
    /// The hits of words that have not come before.
    new: Vec<u32>,
    tiles: Tiles,
    ways: Ways,
    /// What the rules pay for a word by its number of letters, and whether they allow it.
    pay: Vec<(u32, u32)>,
    complete: bool,
}

/// What is known of a shape.
#[derive(Debug, Clone)]
struct Prepared {
    neighbors: Neighbors,
    /// Where kernels can search it.
    mesh: Option<Box<Mesh>>,
}

impl Prepared {
    fn new(shape: &Shape) -> Prepared {
        Prepared { neighbors: Neighbors::new(shape), mesh: Mesh::new(shape).map(Box::new) }
    }
}

/// A word of a board with its best way: see [`Solver::finds`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Way<'a> {
    /// The word's [number](Lexicon::number).
    pub number: usize,
    /// The number of its letters; a `Qu` tile has two.
    pub letters: usize,
    /// What the rules pay for it along its path.
    pub score: u32,
    /// The [ids](Shape::id) of the cells that spell it, in order.
    pub path: &'a [u32],
}

/// The words of one board.
#[derive(Debug, Clone, Copy)]
pub struct Finds<'a> {
    ways: &'a Ways,
    /// Whether these are all: see [`Solution::complete`].
    pub complete: bool,
}

impl<'a> Finds<'a> {
    /// Each word once, in no order that means anything.
    pub fn ways(self) -> impl ExactSizeIterator<Item = Way<'a>> {
        self.ways.words.iter().map(move |best| self.way(best))
    }

    fn way(self, best: &Best) -> Way<'a> {
        let &Best { number, letters, worth, .. } = best;
        Way { number: number as usize, letters: letters as usize, score: worth.score, path: self.ways.path(best) }
    }
}

/// The walks that find every best way, by whether they use fire tiles only.
///
/// Where tiles are interchangeable a walk takes gems before fire, so it can miss a word all of fire.
fn passes(neighbors: &Neighbors, rules: &Rules) -> &'static [bool] {
    let free = neighbors.shape().adjacency() == Adjacency::Free;
    if free && rules.scoring.pays_fire() { &[false, true] } else { &[false] }
}

impl<'a> Solver<'a> {
    /// A solver by these rules.
    pub fn new(lexicon: &'a Lexicon, rules: Rules) -> Solver<'a> {
        let allowed = rules.min_length..=rules.max_length;
        let pay = |letters| {
            let sums = Sums { letters: letters as u32, tiles: letters as u32, ..Sums::default() };
            if allowed.contains(&letters) { (rules.scoring.points(&sums), 1) } else { (0, 0) }
        };
        Solver {
            lexicon,
            kernel: Kernel::best(),
            shape: None,
            letters: Letters::default(),
            queue: Queue::default(),
            seen: Seen::new(lexicon.numbers(), lexicon.refused()),
            new: Vec::new(),
            tiles: Tiles::default(),
            ways: Ways::default(),
            pay: (0..COUNTED_LETTERS).map(pay).collect(),
            complete: true,
            rules,
        }
    }

    /// The same with this kernel: what it finds is the same, only the time differs.
    ///
    /// # Errors
    /// [`KernelError::Missing`] where the processor cannot run it.
    pub fn with_kernel(mut self, kernel: Kernel) -> Result<Solver<'a>, KernelError> {
        self.kernel = kernel.checked()?;
        Ok(self)
    }

    /// The kernel that searches boards of plain letters.
    pub fn kernel(&self) -> Kernel {
        self.kernel
    }

    /// What the words of one board come to.
    pub fn total(&mut self, board: &Board) -> Total {
        if self.rules.scoring.is_by_length() {
            let prepared = self.prepare(board.shape());
            let total =
                self.quick_total(&prepared, |letters, mesh, layer| letters.read(board, mesh, layer.automaton, COVERED));
            self.shape = Some(prepared);
            if let Some(total) = total {
                return total;
            }
        }
        let ways = self.finds(board).ways();
        let words = ways.len();
        Total { points: ways.map(|way| u64::from(way.score)).sum(), words }
    }

    /// The same for a board of unbroken letters, `q` standing for `Qu`, without making a [`Board`] of it; `None`
    /// where that takes one.
    ///
    /// ```
    /// use hexlex::{board::Board, grid::Shape, lexicon::{self, Lexicon}, solve::{Rules, Solver}};
    ///
    /// let mut solver = Solver::new(lexicon::english(), Rules::boggle());
    /// let total = solver.total_of_letters(&Shape::rows(2, 2)?, "qita").ok_or("no plain board")?;
    /// let board = Board::from_letters(Shape::rows(2, 2)?, "quita")?;
    /// assert!(total.words > 0);
    /// assert_eq!((total.words, total.points), (solver.total(&board).words, solver.total(&board).points));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn total_of_letters(&mut self, shape: &Shape, letters: &str) -> Option<Total> {
        if !self.rules.scoring.is_by_length() {
            return None;
        }
        let prepared = self.prepare(shape);
        let total = self.quick_total(&prepared, |known, mesh, layer| known.read_line(letters, mesh, layer.automaton));
        self.shape = Some(prepared);
        total
    }

    /// As [`finds`](Solver::finds), as [`total_of_letters`](Solver::total_of_letters) is to [`total`](Solver::total).
    pub fn finds_of_letters(&mut self, shape: &Shape, letters: &str) -> Option<Finds<'_>> {
        if !self.rules.scoring.is_by_length() {
            return None;
        }
        let prepared = self.prepare(shape);
        self.begin();
        let found = prepared.mesh.as_deref().is_some_and(|mesh| {
            self.lexicon.layers().all(|layer| {
                self.letters.read_line(letters, mesh, layer.automaton) && self.take_hits(layer, mesh, true)
            })
        });
        self.shape = Some(prepared);
        found.then_some(Finds { ways: &self.ways, complete: true })
    }

    /// Forgets the last board.
    fn begin(&mut self) {
        self.ways.clear();
        self.seen.next_board();
        self.complete = true;
    }

    /// What is known of the shape; taken out, and to be put back.
    fn prepare(&mut self, shape: &Shape) -> Prepared {
        match self.shape.take() {
            Some(known) if known.neighbors.shape() == shape => known,
            _ => Prepared::new(shape),
        }
    }

    /// What the words come to where kernels can search the board and no way is worth more than another.
    fn quick_total(
        &mut self,
        prepared: &Prepared,
        mut read: impl FnMut(&mut Letters, &Mesh, Layer<'_>) -> bool,
    ) -> Option<Total> {
        let mesh = prepared.mesh.as_deref()?;
        let mut total = Total::default();
        self.seen.next_board();
        for layer in self.lexicon.layers() {
            if !read(&mut self.letters, mesh, layer) {
                return None;
            }
            let search = Search { automaton: layer.automaton, mesh, letters: &self.letters, paths: false };
            let hits = self.queue.search(self.kernel, &search)?;
            for &sum in hits.sums() {
                let (number, letters) = split(sum);
                let (pay, count) = self.pay[letters as usize % COUNTED_LETTERS];
                let is_new = u32::from(self.seen.is_new(number + layer.offset));
                total.points += u64::from(pay * is_new);
                total.words += (count * is_new) as usize;
            }
        }
        Some(total)
    }

    /// Every word of a board that the rules allow, with its best path: see [`solve`](super::solve).
    pub fn finds(&mut self, board: &Board) -> Finds<'_> {
        let prepared = self.prepare(board.shape());
        self.begin();
        if !self.search_quickly(board, &prepared) {
            self.begin();
            self.walk(board, &prepared.neighbors);
        }
        self.shape = Some(prepared);
        Finds { ways: &self.ways, complete: self.complete }
    }

    /// Finds the words with a kernel, where it can.
    fn search_quickly(&mut self, board: &Board, prepared: &Prepared) -> bool {
        let Some(mesh) = &prepared.mesh else { return false };
        self.tiles.read(board, &self.rules.scoring);
        self.lexicon.layers().all(|layer| {
            let read = self.letters.read(board, mesh, layer.automaton, COVERED);
            read && self.take_hits(layer, mesh, self.tiles.alike)
        })
    }

    /// Searches the letters that have been read, and takes the first way of each word or, where ways are not alike,
    /// the best; `false` where there are too many.
    fn take_hits(&mut self, layer: Layer<'_>, mesh: &Mesh, alike: bool) -> bool {
        let search = Search { automaton: layer.automaton, mesh, letters: &self.letters, paths: true };
        let Some(hits) = self.queue.search(self.kernel, &search) else { return false };
        let mut taker = Taker {
            hits,
            offset: layer.offset,
            rules: &self.rules,
            pay: &self.pay,
            tiles: &self.tiles,
            seen: &mut self.seen,
            ways: &mut self.ways,
        };
        if alike {
            taker.take_first(&mut self.new)
        } else {
            taker.take_best()
        }
        true
    }

    /// Finds the words with the walk that knows no limits.
    fn walk(&mut self, board: &Board, neighbors: &Neighbors) {
        for layer in self.lexicon.layers() {
            for &only_fire in passes(neighbors, &self.rules) {
                let mut field = Field::new(board, neighbors, layer, &self.rules, only_fire);
                self.complete &= field.walk(layer, &self.rules, |hit| {
                    let worth = Worth::of(&hit.sums(), &self.rules.scoring);
                    let path = hit.path();
                    self.ways.add(&mut self.seen, (hit.number, hit.letters), worth, path.len(), |cells| {
                        cells.copy_from_slice(&path);
                    });
                });
            }
        }
    }

    /// Every word of the board, the best first: see [`solve`](super::solve).
    pub fn solve(&mut self, board: &Board, goal: Goal) -> Solution {
        let lexicon = self.lexicon;
        solution(lexicon, board, self.finds(board), goal)
    }

    /// As [`solve`](Solver::solve), by the walk alone.
    #[cfg(test)]
    pub(super) fn walked(&mut self, board: &Board) -> Solution {
        self.begin();
        self.walk(board, &Neighbors::new(board.shape()));
        solution(self.lexicon, board, Finds { ways: &self.ways, complete: self.complete }, Goal::Longest)
    }
}

/// What the hits of a kernel are made into ways with.
struct Taker<'t> {
    hits: Hits<'t>,
    /// What the words' numbers are more than the hits tell.
    offset: u32,
    rules: &'t Rules,
    pay: &'t [(u32, u32)],
    tiles: &'t Tiles,
    seen: &'t mut Seen,
    ways: &'t mut Ways,
}

impl Taker<'_> {
    /// Takes the first way of each word that has been found.
    fn take_first(&mut self, new: &mut Vec<u32>) {
        // which hits are new is as good as random: they are listed first, without a branch
        let sums = self.hits.sums();
        new.resize(new.len().max(sums.len()), 0);
        let mut count = 0;
        for (hit, &sum) in (0..).zip(sums) {
            let (number, letters) = split(sum);
            let (_, allowed) = self.pay[letters as usize % COUNTED_LETTERS];
            new[count] = hit;
            count += usize::from(self.seen.is_new(number + self.offset) & (allowed != 0));
        }
        for &hit in &new[..count] {
            let hit = hit as usize;
            let (number, letters) = split(sums[hit]);
            let (worth, path) = self.ways.first(number + self.offset, letters, self.hits.tiles(hit));
            self.hits.trace(hit, path);
            *worth = match self.rules.scoring.is_by_length() {
                true => Worth::of_score(self.pay[letters as usize % COUNTED_LETTERS].0),
                false => self.tiles.worth(path, letters, &self.rules.scoring),
            };
        }
    }

    /// Takes the best way of each word that has been found.
    fn take_best(&mut self) {
        let mut path = [0; MAX_CELLS];
        for (hit, &sum) in self.hits.sums().iter().enumerate() {
            let (number, letters) = split(sum);
            if self.pay[letters as usize % COUNTED_LETTERS].1 == 0 {
                continue;
            }
            let path = &mut path[..self.hits.tiles(hit)];
            self.hits.trace(hit, path);
            let worth = self.tiles.worth(path, letters, &self.rules.scoring);
            self.ways.add(self.seen, (number + self.offset, letters), worth, path.len(), |cells| {
                cells.copy_from_slice(path);
            });
        }
    }
}

/// The words as they are told, the best first.
fn solution(lexicon: &Lexicon, board: &Board, finds: Finds<'_>, goal: Goal) -> Solution {
    let found = |way: Way<'_>| {
        Some(Found {
            word: crate::board::upper(&lexicon.word(way.number)?),
            length: way.letters,
            score: way.score,
            path: way.path.iter().filter_map(|&id| board.shape().cell(id as usize)).collect(),
            class: lexicon.class_of(way.number),
        })
    };
    let mut words: Vec<Found> = finds.ways().filter_map(found).collect();
    words.sort_unstable_by(|a, b| {
        let key = |found: &Found| match goal {
            Goal::Longest => Reverse((found.length, found.score as usize)),
            Goal::Score => Reverse((found.score as usize, found.length)),
        };
        key(a).cmp(&key(b)).then_with(|| a.word.cmp(&b.word))
    });
    Solution { words, complete: finds.complete }
}
