//! Boards whose points and words other solvers have counted.

#![allow(clippy::unwrap_used)] // a test fails by panicking

use hexlex::board::Board;
use hexlex::grid::Shape;
use hexlex::lexicon::Lexicon;
use hexlex::solve::{Goal, Rules, Solver, solve};
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

/// Checks a file of boards against the points and distinct words that are known for it.
fn check(file: &str, shape: &str, max_length: usize, points: u64, words: usize) {
    let (Some(list), Some(boards)) = (shared("words/enable2k.txt"), shared(&format!("boards/{file}"))) else { return };
    let (lexicon, _) = Lexicon::open(list).unwrap();
    let shape: Shape = shape.parse().unwrap();
    let rules = Rules { max_length, ..Rules::boggle() };
    let mut scorer = Solver::new(&lexicon, rules);
    let mut found = (0, 0);
    for line in std::fs::read_to_string(boards).unwrap().lines() {
        let board = Board::from_letters(shape.clone(), &line.replace('q', "qu")).unwrap();
        let total = scorer.total(&board);
        found = (found.0 + total.points, found.1 + total.words);
    }
    assert_eq!(found, (points, words), "{file}");
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
