//! The time to solve boards with every kernel, and to build, load and query dictionaries:
//! `cargo bench -p hexlex-tools`.
//!
//! The boards vary: a branch predictor learns boards that resemble one another, and every solver then seems twice as
//! fast.

#![allow(missing_docs)] // criterion_group makes a public function

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use fst::Set;
use hexlex::board::{Adjacency, Board, Shape};
use hexlex::lexicon::{self, Lexicon};
use hexlex::roll::{Dice, Roller};
use hexlex::solve::{Goal, Kernel, Rules, Solver, solve};
use hexlex_tools::baseline::{self, BOARD_SETS, RecursiveSearch, TrieNode};
use std::hint::black_box;

/// The number of boards in a measurement: enough that no branch predictor learns them.
const BOARDS: usize = 1000;

/// Every kernel, and the recursive search as baseline.
fn kernels(criterion: &mut Criterion) {
    let words = baseline::english_words();
    let Ok(lexicon) = Lexicon::from_words(&words) else { return };
    let mut trie = TrieNode::new(words.iter().map(String::as_str));
    for set in BOARD_SETS {
        let Ok(shape) = set.shape.parse::<Shape>() else { continue };
        let mut boards = set.boards(&shape);
        boards.truncate(BOARDS);
        let rules = Rules { max_length: set.max_length, ..Rules::boggle() };
        let mut group = criterion.benchmark_group(set.name);
        group.throughput(Throughput::Elements(boards.len() as u64));
        let mut recursive = RecursiveSearch::new(&shape);
        let lengths = rules.min_length..=rules.max_length;
        group.bench_function("recursive", |bench| {
            bench.iter(|| {
                let total = |board: &String| recursive.total(&mut trie, board.as_bytes(), lengths.clone()).words;
                boards.iter().map(total).sum::<usize>()
            });
        });
        for kernel in Kernel::ALL {
            let Ok(mut solver) = Solver::new(&lexicon, rules.clone()).with_kernel(kernel) else { continue };
            group.bench_function(kernel.name(), |bench| {
                bench.iter(|| boards.iter().filter_map(|board| solver.total_of_letters(&shape, board)).count());
            });
            let all: Vec<Board> = boards.iter().filter_map(|board| board_of(&shape, board)).collect();
            let mut paths = Vec::new();
            group.bench_function(format!("{kernel}, every path"), |bench| {
                bench.iter(|| all.iter().filter(|board| solver.all_paths(board, &mut paths)).count());
            });
            group.bench_function(format!("{kernel} with paths"), |bench| {
                let mut words =
                    |board| solver.best_paths_of_letters(&shape, board).map_or(0, |paths| paths.iter().len());
                bench.iter(|| boards.iter().map(|board| words(board)).sum::<usize>());
            });
        }
    }
}

/// The board of these letters, `q` for `Qu`.
fn board_of(shape: &Shape, letters: &str) -> Option<Board> {
    Board::from_letters(shape.clone(), &letters.replace('q', "qu")).ok()
}

/// Whole solutions with the words' text; boards of free adjacency are searched without a kernel.
fn solving(criterion: &mut Criterion) {
    let lexicon = lexicon::english();
    let square = Dice::NEW.shape();
    let free = square.clone().with_adjacency(Adjacency::Free);
    for (name, shape) in [("solve 52 tiles", Shape::bookworm()), ("solve 4x4", square), ("solve 4x4 free", free)] {
        let mut roller = Roller::new(1);
        let mut roll =
            || Board::from_letters(shape.clone(), &roller.roll(&Dice::ENGLISH, shape.len()).replace('q', "qu"));
        let boards: Vec<Board> = (0..BOARDS).filter_map(|_| roll().ok()).collect();
        let rules = Rules::for_board(&boards[0]);
        let mut next = boards.iter().cycle();
        criterion.bench_function(name, |bench| {
            bench.iter(|| next.next().map(|board| black_box(solve(board, lexicon, &rules, Goal::Longest))))
        });
    }
}

/// Dictionaries, and the crate `fst` as baseline.
fn dictionaries(criterion: &mut Criterion) {
    for (name, words) in [("english", Some(baseline::english_words())), ("polish", baseline::polish_words())] {
        let Some(words) = words else { continue };
        let (Ok(lexicon), Ok(set)) = (Lexicon::from_words(&words), Set::from_iter(&words)) else { continue };
        let bytes = lexicon.to_bytes();
        let mut group = criterion.benchmark_group(name);
        group.sample_size(10);
        group.bench_function("build", |bench| bench.iter(|| black_box(Lexicon::from_words(&words))));
        group.bench_function("build fst", |bench| bench.iter(|| black_box(Set::from_iter(&words))));
        group.bench_function("load", |bench| bench.iter(|| black_box(Lexicon::from_bytes(black_box(&bytes).clone()))));
        let present = baseline::shuffled(&words);
        for (what, asked) in [("present", &present), ("absent", &baseline::backward(&present))] {
            group.throughput(Throughput::Elements(asked.len() as u64));
            group.bench_function(format!("look up {what}"), |bench| {
                bench.iter(|| asked.iter().filter(|word| lexicon.contains(word)).count());
            });
            group.bench_function(format!("look up {what} fst"), |bench| {
                bench.iter(|| asked.iter().filter(|word| set.contains(word)).count());
            });
        }
    }
}

criterion_group!(benches, kernels, solving, dictionaries);
criterion_main!(benches);
