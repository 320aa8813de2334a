//! The solver against known answers.
//!
//! `tests/data` has 2,000 random boards and the totals of their words over the built-in English. A slow [`Tracer`]
//! counted them, which shares no search with the solver. The boards of `../shared` were counted by other programs.
//!
//! After a change of the built-in English, `HEXLEX_REGENERATE=1 cargo test --release --test boards` writes `tests/data`
//! anew.

#![allow(clippy::unwrap_used)] // a test fails by panicking

mod common;

use common::known::{Totals, data, known_totals};
use common::{regenerates, shared};
use hexlex::board::{Board, Shape};
use hexlex::lexicon::{self, Lexicon};
use hexlex::roll::{Dice, Roller};
use hexlex::solve::{BestPath, Goal, Kernel, Rules, Solver, solve};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write;
use std::fs;
use std::sync::LazyLock;

/// The boards in each file of `tests/data`. All files together stay below 150 kB.
const BOARDS: usize = 500;

/// The boards of each file whose paths are compared. Every path is spelled as text, so more of them only take longer.
const PATH_BOARDS: usize = 250;

/// How the boards of a file of `tests/data` were rolled: `hexlex roll` with these options prints them again.
struct Rolled {
    file: &'static str,
    shape: &'static str,
    dice: Dice,
    seed: u64,
}

const ROLLED: [Rolled; 4] = [
    Rolled { file: "dice-4x4.txt", shape: "4x4", dice: Dice::NEW, seed: 1 },
    Rolled { file: "uniform-4x4.txt", shape: "4x4", dice: Dice::UNIFORM, seed: 2 },
    Rolled { file: "dice-5x5.txt", shape: "5x5", dice: Dice::BIG, seed: 3 },
    Rolled { file: "bookworm-52.txt", shape: "bookworm", dice: Dice::ENGLISH, seed: 4 },
];

/// The known totals, after `tests/data` has been written anew where that is asked for.
static KNOWN: LazyLock<BTreeMap<String, Totals>> = LazyLock::new(|| {
    if regenerates() {
        write_data();
    }
    known_totals()
});

impl Rolled {
    fn shape(&self) -> Shape {
        self.shape.parse().unwrap()
    }

    /// The boards that the roller gives now.
    fn roll(&self) -> String {
        let (mut roller, tiles) = (Roller::new(self.seed), self.shape().len());
        (0..BOARDS).map(|_| roller.roll(&self.dice, tiles) + "\n").collect()
    }

    /// The boards of the file.
    fn text(&self) -> String {
        LazyLock::force(&KNOWN);
        fs::read_to_string(data(self.file)).unwrap()
    }
}

/// Rolls the boards of `tests/data`, and counts their words with the slow tracer.
fn write_data() {
    let dictionary = Dictionary::english();
    let mut totals = "\
# Words of 3 letters and more of the built-in English on the boards of each file, counted by the slow tracer of
# tests/boards.rs. Points are Boggle's; `longest` is the sum of the letters of each board's longest word.
# HEXLEX_REGENERATE=1 cargo test --release --test boards writes this folder anew.
# file boards points words longest
"
    .to_string();
    for rolled in ROLLED {
        let text = rolled.roll();
        fs::write(data(rolled.file), &text).unwrap();
        let Totals { boards, points, words, longest } = dictionary.totals(&rolled.shape(), &text);
        writeln!(totals, "{} {boards} {points} {words} {longest}", rolled.file).unwrap();
    }
    fs::write(data("totals.txt"), totals).unwrap();
}

/// Boggle's points for a word.
fn points(letters: usize) -> u64 {
    match letters {
        0..=2 => 0,
        3..=4 => 1,
        5 => 2,
        6 => 3,
        7 => 5,
        _ => 11,
    }
}

/// The board of a line of letters, where `q` stands for `Qu`.
fn board(shape: &Shape, line: &str) -> Board {
    Board::from_letters(shape.clone(), &line.replace('q', "qu")).unwrap()
}

/// Words as a set of strings, with a set of all their beginnings.
struct Dictionary {
    words: HashSet<String>,
    beginnings: HashSet<String>,
}

impl Dictionary {
    /// The built-in English, from 3 letters on.
    fn english() -> Dictionary {
        let words: HashSet<String> = lexicon::english().words().filter(|word| word.len() >= 3).collect();
        let beginnings = words.iter().flat_map(|word| (1..=word.len()).map(|end| word[..end].to_string())).collect();
        Dictionary { words, beginnings }
    }

    /// The words of a board, each with its first path as cell ids.
    fn trace(&self, board: &Board) -> HashMap<String, Vec<usize>> {
        let mut tracer = Tracer { board, dictionary: self, found: HashMap::new() };
        tracer.trace(&mut Vec::new(), "");
        tracer.found
    }

    fn totals(&self, shape: &Shape, text: &str) -> Totals {
        let mut totals = Totals::default();
        for line in text.lines() {
            let words = self.trace(&board(shape, line));
            totals.boards += 1;
            totals.points += words.keys().map(|word| points(word.len())).sum::<u64>();
            totals.words += words.len();
            totals.longest += words.keys().map(String::len).max().unwrap_or(0);
        }
        totals
    }
}

/// Follows every path that begins a word, by recursion. The first path of a word is the one whose cells come first.
struct Tracer<'a> {
    board: &'a Board,
    dictionary: &'a Dictionary,
    found: HashMap<String, Vec<usize>>,
}

impl Tracer<'_> {
    fn trace(&mut self, path: &mut Vec<usize>, spelled: &str) {
        if self.dictionary.words.contains(spelled) && !self.found.contains_key(spelled) {
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
            if self.dictionary.beginnings.contains(&longer) {
                path.push(id);
                self.trace(path, &longer);
                path.pop();
            }
        }
    }
}

/// A solver for every kernel that runs here.
fn solvers<'a>(lexicon: &'a Lexicon, rules: &Rules) -> Vec<Solver<'a>> {
    let kernels = Kernel::ALL.into_iter().filter(|kernel| kernel.is_available());
    kernels.map(|kernel| Solver::new(lexicon, rules.clone()).with_kernel(kernel).unwrap()).collect()
}

/// What a solver finds on the boards of a text, in each of its ways to count.
fn solved(solver: &mut Solver<'_>, shape: &Shape, text: &str) -> Totals {
    let mut totals = Totals::default();
    for line in text.lines() {
        let board = board(shape, line);
        let total = solver.total(&board);
        assert_eq!(solver.total_of_letters(shape, line), Some(total), "{}: {line}", solver.kernel());
        totals.boards += 1;
        totals.points += total.points;
        totals.words += total.words;
        totals.longest += solver.best_paths(&board).iter().map(|path| path.letters).max().unwrap_or(0);
    }
    totals
}

#[test]
fn every_kernel_finds_the_totals_of_the_slow_tracer() {
    for rolled in ROLLED {
        for mut solver in solvers(lexicon::english(), &Rules::boggle()) {
            let found = solved(&mut solver, &rolled.shape(), &rolled.text());
            assert_eq!(found, KNOWN[rolled.file], "{}, {}", rolled.file, solver.kernel());
        }
    }
}

#[test]
fn every_kernel_finds_the_paths_of_the_slow_tracer() {
    let lexicon = lexicon::english();
    let dictionary = Dictionary::english();
    let mut solvers = solvers(lexicon, &Rules::boggle());
    let word =
        |path: BestPath<'_>| (lexicon.word(path.number).unwrap(), path.cells.iter().map(|&id| id as usize).collect());
    for rolled in ROLLED {
        for line in rolled.text().lines().take(PATH_BOARDS) {
            let board = board(&rolled.shape(), line);
            let expected = dictionary.trace(&board);
            for solver in &mut solvers {
                let found: HashMap<String, Vec<usize>> = solver.best_paths(&board).iter().map(word).collect();
                assert_eq!(found, expected, "{}: {line}", solver.kernel());
            }
        }
    }
}

#[test]
fn a_seed_rolls_the_same_boards_on_every_machine() {
    for rolled in ROLLED {
        assert_eq!(rolled.roll(), rolled.text(), "{}", rolled.file);
    }
}

/// Checks a file of `../shared/boards` against its points and distinct words, with every kernel.
fn check_shared(file: &str, shape: &str, max_length: usize, points: u64, words: usize) {
    let (Some(list), Some(boards)) = (shared("words/enable2k.txt"), shared(&format!("boards/{file}"))) else { return };
    let (lexicon, _) = Lexicon::open(list).unwrap();
    let text = fs::read_to_string(boards).unwrap();
    for mut solver in solvers(&lexicon, &Rules { max_length, ..Rules::boggle() }) {
        let found = solved(&mut solver, &shape.parse().unwrap(), &text);
        assert_eq!((found.points, found.words), (points, words), "{file}, {}", solver.kernel());
    }
}

#[test]
fn shared_boards_of_uniform_letters_have_known_totals() {
    check_shared("uniform-4x4.txt", "4x4", 17, 404_988, 339_922);
}

#[test]
fn shared_boards_of_dice_have_known_totals() {
    check_shared("dice-4x4.txt", "4x4", 17, 1_423_765, 993_059);
}

#[test]
fn shared_boards_of_many_words_have_known_totals() {
    check_shared("good-4x4.txt", "4x4", 17, 3_409_644, 1_206_506);
}

#[test]
fn shared_boards_of_5x5_dice_have_known_totals() {
    check_shared("dice-5x5.txt", "5x5", 17, 924_422, 507_428);
}

#[test]
fn shared_boards_of_bookworm_have_known_totals() {
    check_shared("bookworm-52.txt", "bookworm", 15, 753_574, 504_479);
}

/// Over [`solve`], which `hexlex solve` uses: the sum of the longest words' lengths is known, and each path must spell
/// its word.
#[test]
fn shared_boards_of_bookworm_have_known_longest_words() {
    let (Some(list), Some(boards)) = (shared("words/enable2k.txt"), shared("boards/bookworm-52.txt")) else { return };
    let (lexicon, _) = Lexicon::open(list).unwrap();
    let rules = Rules { max_length: 15, ..Rules::boggle() };
    let (mut words, mut longest) = (0, 0);
    for line in fs::read_to_string(boards).unwrap().lines() {
        let board = board(&Shape::bookworm(), line);
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
