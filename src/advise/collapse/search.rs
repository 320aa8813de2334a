//! Which words to play on a board that is played off (no new tiles come): a beam search over whole games, which have no chance.
//!
//! A [`Beam`] keeps the most promising piles after each number of words; what remains of them is estimated by the letter values of
//! the tiles. The budget is the number of boards that are solved. First a game of one pile a word is played to its end, which
//! gives the length of a game; a beam as wide as most of the budget allows plays the others at the same time; the remaining
//! budget plays games from first words that the beam dropped. A beam that is wider than the number of piles is an exhaustive search.

use crate::advise::search::Budget;
use crate::game::{Collapse, Pile};
use crate::lexicon::Lexicon;
use crate::profile::Rules;
use crate::solve::Solver;
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

/// The points that a letter value brings later, in the estimate of a pile. Smaller: long words now, whatever they waste; larger:
/// high-value letters are kept, and few words played. With 0, 1, 2, 3, 3.5, 4 and 5 the advice
/// has 1915, 1962, 1966, 1978, 1979, 1984 and 1945 points, each within 94 (95%), so 3.5 has no proven lead
/// (`player spelltower --games 100 --seed 1001`).
const FUTURE: f64 = 3.5;

/// The share of the budget that the wide beam takes. Smaller: fewer games at the same time; larger: fewer first words whose games
/// are played, and shallower games. With 0.1, 0.2, 0.4, 0.6 and 0.8 the advice has 1983, 1970, 1918, 1813 and 1747 points, each
/// within 68 (95%; `player spelltower --games 200 --seed 1001`). Before words counted once, 0, 0.1, 0.2, 0.4 and 0.6 gave 2279, 2261,
/// 2291, 2286 and 2256 with `--games 50 --solves 1000`, each within 103. 0.2 is within the interval of the best with both budgets.
const BEAM_SHARE: f64 = 0.2;

/// The widest beam. Smaller: large budgets are not spent; larger: more memory. Chosen by hand.
const WIDEST: usize = 1000;

/// The words that are kept for each pile that the next level may have: several words leave the same pile. Smaller: the next level may
/// have fewer piles; larger: more memory. Chosen by hand.
const KEPT: usize = 8;

/// A word as a move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Word {
    /// Its number in the lexicon.
    pub(super) number: u32,
    /// The number of its letters.
    pub(super) letters: u32,
    /// Its points, with those of the other tiles that it removes.
    pub(super) score: u32,
    /// Its cells on the whole board, in order.
    pub(super) cells: Box<[u32]>,
}

/// The words of a game in their order, and the points of all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) words: Vec<Word>,
    pub(super) total: u64,
}

/// The words of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct WordsLeft {
    /// Their number.
    pub(super) words: usize,
    /// The number of words that also remove tiles beside their own.
    pub(super) long: usize,
}

/// A pile that the search has reached.
#[derive(Debug, Clone)]
struct Node {
    pile: Pile,
    points: u64,
    /// The sum of the letter values of its tiles.
    left: u64,
    /// Its last word; `None` for the first pile.
    last: Option<usize>,
}

/// A word with the word before it.
struct Step {
    word: Word,
    before: Option<usize>,
}

/// A pile that a word of a node leaves, before it is made.
struct Child {
    /// Its estimate: the points of the words played and those expected of the remaining tiles.
    key: f64,
    /// Its node, by its place in the level.
    node: usize,
    number: u32,
    letters: u32,
    score: u32,
    left: u64,
    /// Its cells, in the list of all cells of the level.
    cells: std::ops::Range<usize>,
}

/// The children of a level, and the cells of all of them.
#[derive(Default)]
struct Children {
    all: Vec<Child>,
    cells: Vec<u32>,
}

impl Children {
    /// Drops all but the best ones, and keeps their order.
    fn keep(&mut self, most: usize) {
        if self.all.len() <= 2 * most {
            return;
        }
        let first = |child: &Child| child.cells.start;
        self.all.select_nth_unstable_by(most, |a, b| b.key.total_cmp(&a.key).then_with(|| first(a).cmp(&first(b))));
        self.all.truncate(most);
        self.all.sort_unstable_by_key(first);
        let cells = std::mem::take(&mut self.cells);
        for child in &mut self.all {
            let start = self.cells.len();
            self.cells.extend_from_slice(&cells[child.cells.clone()]);
            child.cells = start..self.cells.len();
        }
    }
}

/// Searches the games of a board.
pub(super) struct Beam<'a> {
    collapse: Collapse,
    solver: Solver<'a>,
    /// The points that a letter value brings later.
    future: f64,
    /// The words that were played before, by their numbers.
    played: Vec<u32>,
    steps: Vec<Step>,
    /// The best game that begins with a word, by the word's number: its last step and its points.
    best: HashMap<u32, (usize, u64)>,
    /// The number of boards that were solved.
    pub(super) solves: usize,
    /// Whether a board had too many paths to visit all: words of it are missing.
    pub(super) is_partial: bool,
}

impl<'a> Beam<'a> {
    /// Words that were played before are not played again; `played` has their numbers.
    pub(super) fn new(collapse: Collapse, lexicon: &'a Lexicon, rules: Rules, played: Vec<u32>) -> Beam<'a> {
        Beam {
            collapse,
            solver: Solver::new(lexicon, rules),
            future: FUTURE,
            played,
            steps: Vec::new(),
            best: HashMap::new(),
            solves: 0,
            is_partial: false,
        }
    }

    /// The best games that were found, one for each first word, the best first.
    pub(super) fn search(&mut self, pile: &Pile, budget: Budget<'_>) -> Vec<Line> {
        let left = (0..self.collapse.cells()).map(|cell| u64::from(self.collapse.value(pile, cell))).sum();
        let root = [Node { pile: pile.clone(), points: 0, left, last: None }];
        let children = self.children(&root, WIDEST, budget);
        let first = self.nodes(&root, &children, WIDEST);
        if self.solves >= budget.solves {
            // No board after a word can be solved: every word counts what it scores.
            first.iter().for_each(|node| self.finish(node));
            return self.lines();
        }
        let before = self.solves;
        self.play(first.iter().take(1).cloned().collect(), 1, budget);
        let length = (self.solves - before).max(1);
        let rest = budget.solves.saturating_sub(self.solves);
        let width = ((rest as f64 * BEAM_SHARE) as usize / length).min(WIDEST);
        if width > 1 {
            self.play(first.iter().take(width).cloned().collect(), width, budget);
        }
        // The word with the highest score is the one that others are compared with.
        let highest = first.iter().max_by_key(|node| (node.points, Reverse(node.last)));
        for node in highest.into_iter().chain(&first) {
            let is_played = node.last.is_some_and(|step| self.best.contains_key(&self.steps[step].word.number));
            if !is_played && self.solves + length <= budget.solves {
                self.play(vec![node.clone()], 1, budget);
            }
        }
        self.lines()
    }

    /// The best games that were found, one for each first word, the best first.
    fn lines(&self) -> Vec<Line> {
        let mut lines: Vec<Line> = self.best.values().map(|&(last, total)| self.line(last, total)).collect();
        lines.sort_by_key(|line| (Reverse(line.total), line.words.first().map(|word| word.number)));
        lines
    }

    /// The words of the pile after a first word, and those of at least `long_from` letters among them.
    pub(super) fn words_left(&mut self, pile: &Pile, first: &Word, long_from: usize) -> WordsLeft {
        let mut left = WordsLeft { words: 0, long: 0 };
        let after = self.collapse.after(pile, &first.cells, first.letters as usize);
        let Some(board) = self.collapse.board(&after) else { return left };
        let is_new = |number: u32| number != first.number && !self.played.contains(&number);
        for path in self.solver.best_paths(&board).iter().filter(|path| is_new(path.number as u32)) {
            left.words += 1;
            left.long += usize::from(path.letters >= long_from);
        }
        left
    }

    /// The words that a game may not have again after this last one, in ascending order.
    fn used(&self, last: Option<usize>) -> Vec<u32> {
        let mut used = self.played.clone();
        let mut next = last;
        while let Some(step) = next.map(|step| &self.steps[step]) {
            used.push(step.word.number);
            next = step.before;
        }
        used.sort_unstable();
        used
    }

    /// Plays these piles to the end, keeping at most `width` piles after each word.
    fn play(&mut self, mut level: Vec<Node>, width: usize, budget: Budget<'_>) {
        while !level.is_empty() {
            let children = self.children(&level, width, budget);
            level = self.nodes(&level, &children, width);
        }
    }

    /// The best words of the piles of a level, enough for `width` piles of the next one. A pile without a word, or one that the
    /// budget does not reach, ends a game.
    fn children(&mut self, level: &[Node], width: usize, budget: Budget<'_>) -> Children {
        let mut children = Children::default();
        for (place, node) in level.iter().enumerate() {
            let before = children.all.len();
            if self.solves < budget.solves.max(1) && (budget.goes_on)() {
                self.add_words(node, place, &mut children);
            }
            if children.all.len() == before {
                self.finish(node);
            }
            children.keep(KEPT * width);
        }
        children
    }

    /// Adds the words of a pile.
    fn add_words(&mut self, node: &Node, place: usize, children: &mut Children) {
        let Some(board) = self.collapse.board(&node.pile) else { return };
        self.solves += 1;
        let above = (self.collapse.cells() - board.shape().len()) as u32;
        let used = self.used(node.last);
        let (collapse, future) = (&self.collapse, self.future);
        let Children { all, cells } = children;
        let mut removed = Vec::new();
        let is_complete = self.solver.visit_paths(&board, |path| {
            if used.binary_search(&path.number).is_ok() {
                return;
            }
            let start = cells.len();
            cells.extend(path.cells.iter().map(|cell| cell + above));
            let letters = path.letters as usize;
            collapse.removed(&node.pile, &cells[start..], letters, &mut removed);
            let extra = collapse.extra(&node.pile, &cells[start..], &removed, letters);
            let score = path.score.saturating_add(extra);
            let left = node.left
                - removed.iter().map(|&cell| u64::from(collapse.value(&node.pile, cell as usize))).sum::<u64>();
            let points = node.points + u64::from(score);
            all.push(Child {
                key: points as f64 + future * left as f64,
                node: place,
                number: path.number,
                letters: path.letters,
                score,
                left,
                cells: start..cells.len(),
            });
        });
        self.is_partial |= !is_complete;
    }

    /// The best of these children as nodes: each pile once and, as far as there are fewer piles, once for each set of words that may
    /// not be played again.
    fn nodes(&mut self, level: &[Node], children: &Children, most: usize) -> Vec<Node> {
        let mut order: Vec<usize> = (0..children.all.len()).collect();
        // A stable sort: what is equal stays in the order of the paths.
        order.sort_by(|&a, &b| children.all[b].key.total_cmp(&children.all[a].key));
        let (mut nodes, mut seen, mut others) = (Vec::new(), HashSet::new(), Vec::new());
        for child in order.into_iter().map(|at| &children.all[at]) {
            if nodes.len() >= most {
                return nodes;
            }
            let node = &level[child.node];
            let cells = &children.cells[child.cells.clone()];
            let pile = self.collapse.after(&node.pile, cells, child.letters as usize);
            match seen.insert(pile.clone()) {
                true => nodes.push(self.node(node, child, cells, pile)),
                false => others.push((child, pile)),
            }
        }
        let mut seen: HashSet<_> = nodes.iter().map(|node| (node.pile.clone(), self.used(node.last))).collect();
        for (child, pile) in others {
            if nodes.len() >= most {
                break;
            }
            let node = &level[child.node];
            let mut used = self.used(node.last);
            used.push(child.number);
            used.sort_unstable();
            if seen.insert((pile.clone(), used)) {
                nodes.push(self.node(node, child, &children.cells[child.cells.clone()], pile));
            }
        }
        nodes
    }

    /// A word of a node as a node of the next level.
    fn node(&mut self, before: &Node, child: &Child, cells: &[u32], pile: Pile) -> Node {
        let Child { number, letters, score, .. } = *child;
        self.steps.push(Step { word: Word { number, letters, score, cells: cells.into() }, before: before.last });
        let points = before.points + u64::from(score);
        Node { pile, points, left: child.left, last: Some(self.steps.len() - 1) }
    }

    /// Notes the game that ends with a pile, where it is the best one with its first word.
    fn finish(&mut self, node: &Node) {
        let Some(last) = node.last else { return };
        let is_clear = node.pile.tiles() == 0;
        let total = node.points + if is_clear { u64::from(self.collapse.params().clear_bonus) } else { 0 };
        let mut first = last;
        while let Some(before) = self.steps[first].before {
            first = before;
        }
        let best = self.best.entry(self.steps[first].word.number).or_insert((last, total));
        if total > best.1 {
            *best = (last, total);
        }
    }

    /// The game that ends with a step.
    fn line(&self, last: usize, total: u64) -> Line {
        let mut words = Vec::new();
        let mut next = Some(last);
        while let Some(step) = next.map(|step| &self.steps[step]) {
            words.push(step.word.clone());
            next = step.before;
        }
        words.reverse();
        Line { words, total }
    }
}
