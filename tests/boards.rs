//! Boards whose points and words other solvers have counted.

#![allow(clippy::unwrap_used)] // a test fails by panicking

use hexlex::board::{Board, Shape};
use hexlex::lexicon::{self, Lexicon};
use hexlex::roll::{Dice, Roller};
use hexlex::solve::{BestPath, Goal, Kernel, Rules, Solver, solve};
use std::collections::{HashMap, HashSet};
use std::path::PathBuf;

/// A file of the boards that lie beside the repository; says so and answers `None` where it is missing.
fn shared(name: &str) -> Option<PathBuf> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared").join(name);
    if !path.exists() {
        eprintln!("skipped: {} is missing", path.display());
        return None;
    }
    Some(path)
}

/// Checks a file of boards against the points and distinct words that are known for it, with every kernel.
fn check(file: &str, shape: &str, max_length: usize, points: u64, words: usize) {
    let (Some(list), Some(boards)) = (shared("words/enable2k.txt"), shared(&format!("boards/{file}"))) else { return };
    let (lexicon, _) = Lexicon::open(list).unwrap();
    let shape: Shape = shape.parse().unwrap();
    let rules = Rules { max_length, ..Rules::boggle() };
    let text = std::fs::read_to_string(boards).unwrap();
    for kernel in Kernel::ALL.into_iter().filter(|kernel| kernel.is_available()) {
        let mut solver = Solver::new(&lexicon, rules.clone()).with_kernel(kernel).unwrap();
        let (mut found, mut of_lines) = ((0, 0), (0, 0));
        for line in text.lines() {
            let board = Board::from_letters(shape.clone(), &line.replace('q', "qu")).unwrap();
            let total = solver.total(&board);
            found = (found.0 + total.points, found.1 + total.words);
            let total = solver.total_of_letters(&shape, line).unwrap();
            of_lines = (of_lines.0 + total.points, of_lines.1 + total.words);
        }
        assert_eq!(found, (points, words), "{file}, {kernel}");
        assert_eq!(of_lines, (points, words), "{file}, {kernel}");
    }
}

/// Goes along every path that begins a word, by recursion and with a set of strings; the first path of a word is
/// that whose cells come first.
struct Tracer<'a> {
    board: &'a Board,
    beginnings: &'a HashSet<String>,
    words: &'a HashSet<String>,
    found: HashMap<String, Vec<usize>>,
}

impl Tracer<'_> {
    fn trace(&mut self, path: &mut Vec<usize>, spelled: &str) {
        if self.words.contains(spelled) && !self.found.contains_key(spelled) {
            self.found.insert(spelled.to_string(), path.clone());
        }
        let shape = self.board.shape();
        let next: Vec<usize> = match path.last().and_then(|&id| shape.cell(id)) {
            Some(cell) => shape.neighbors(cell).into_iter().filter_map(|cell| shape.id(cell)).collect(),
            None => (0..shape.len()).collect(),
        };
        for id in next.into_iter().filter(|id| !path.contains(id)).collect::<Vec<_>>() {
            let face = &self.board.tile(shape.cell(id).unwrap()).unwrap().face;
            let longer = spelled.to_string() + &face.to_string().to_lowercase();
            if self.beginnings.contains(&longer) {
                path.push(id);
                self.trace(path, &longer);
                path.pop();
            }
        }
    }
}

#[test]
fn a_thousand_boards_have_the_paths_of_a_slow_tracer() {
    let lexicon = lexicon::english();
    let words: HashSet<String> = lexicon.words().filter(|word| word.len() >= 3).collect();
    let beginnings = words.iter().flat_map(|word| (1..=word.len()).map(move |end| word[..end].to_string())).collect();
    let rules = Rules::boggle();
    for (dice, count) in [(Dice::NEW, 500), (Dice::BIG, 250), (Dice::ENGLISH, 250)] {
        let mut roller = Roller::new(11);
        for _ in 0..count {
            let letters = roller.roll(&dice, dice.shape().len()).replace('q', "qu");
            let board = Board::from_letters(dice.shape(), &letters).unwrap();
            let mut tracer = Tracer { board: &board, beginnings: &beginnings, words: &words, found: HashMap::new() };
            tracer.trace(&mut Vec::new(), "");
            for kernel in Kernel::ALL.into_iter().filter(|kernel| kernel.is_available()) {
                let mut solver = Solver::new(lexicon, rules.clone()).with_kernel(kernel).unwrap();
                let told = |path: BestPath<'_>| {
                    (lexicon.word(path.number).unwrap(), path.cells.iter().map(|&id| id as usize).collect())
                };
                let found: HashMap<String, Vec<usize>> = solver.best_paths(&board).iter().map(told).collect();
                assert_eq!(found, tracer.found, "{kernel}: {letters}");
            }
        }
    }
}

#[test]
fn uniform_letters() {
    check("uniform-4x4.txt", "4x4", 17, 404_988, 339_922);
}

#[test]
fn rolled_dice() {
    check("dice-4x4.txt", "4x4", 17, 1_423_765, 993_059);
}

#[test]
fn boards_of_many_words() {
    check("good-4x4.txt", "4x4", 17, 3_409_644, 1_206_506);
}

#[test]
fn big_boggle() {
    check("dice-5x5.txt", "5x5", 17, 924_422, 507_428);
}

#[test]
fn bookworm() {
    check("bookworm-52.txt", "bookworm", 15, 753_574, 504_479);
}

/// The longest words' lengths, and that paths spell their words, over the full solver.
#[test]
fn the_longest_words_of_bookworm() {
    let (Some(list), Some(boards)) = (shared("words/enable2k.txt"), shared("boards/bookworm-52.txt")) else { return };
    let (lexicon, _) = Lexicon::open(list).unwrap();
    let rules = Rules { max_length: 15, ..Rules::boggle() };
    let (mut words, mut longest) = (0, 0);
    for line in std::fs::read_to_string(boards).unwrap().lines() {
        let board = Board::from_letters(Shape::bookworm(), &line.replace('q', "qu")).unwrap();
        let solution = solve(&board, &lexicon, &rules, Goal::Longest);
        assert!(solution.complete);
        words += solution.words.len();
        longest += solution.best().map_or(0, |best| best.length);
        for found in &solution.words {
            let spelled: String =
                found.path.iter().map(|&cell| board.tile(cell).unwrap().face.to_string().to_uppercase()).collect();
            assert_eq!(spelled, found.word);
        }
    }
    assert_eq!((words, longest), (504_479, 15_779));
}
