//! How long boards take with every kernel, and dictionaries to build, load and look into.
//!
//! The boards vary: on boards that resemble one another a branch predictor learns the answer, and
//! every solver looks twice as fast as it is.

mod yardsticks;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use fst::Set;
use hexlex::board::{Adjacency, Board, Shape};
use hexlex::lexicon::{self, Lexicon};
use hexlex::roll::{Dice, Roller};
use hexlex::solve::{Goal, Kernel, Rules, Solver, solve};
use std::hint::black_box;
use yardsticks::{Node, Recursive};

/// The boards that a measure goes over: enough that no predictor learns them.
const BOARDS: usize = 1000;

fn kernels(criterion: &mut Criterion) {
    let words = yardsticks::english_words();
    let Ok(lexicon) = Lexicon::from_words(&words) else { return };
    let spelled = words.iter().map(String::as_str).filter(|word| !word.replace("qu", "").contains('q'));
    let mut trie = Node::new(spelled);
    for (name, shape, max_length, dice) in yardsticks::BOARDS {
        let Ok(shape) = shape.parse::<Shape>() else { continue };
        let mut boards = yardsticks::boards(name, &shape, &dice);
        boards.truncate(BOARDS);
        let rules = Rules { max_length, ..Rules::boggle() };
        let mut group = criterion.benchmark_group(name);
        group.throughput(Throughput::Elements(boards.len() as u64));
        let mut recursive = Recursive::new(&shape);
        let lengths = rules.min_length..=rules.max_length;
        group.bench_function("recursive", |bench| {
            bench.iter(|| {
                let total = |board: &String| recursive.total(&mut trie, board.as_bytes(), lengths.clone()).1;
                boards.iter().map(total).sum::<usize>()
            });
        });
        for kernel in Kernel::ALL {
            let Ok(mut solver) = Solver::new(&lexicon, rules.clone()).with_kernel(kernel) else { continue };
            group.bench_function(kernel.name(), |bench| {
                bench.iter(|| boards.iter().filter_map(|board| solver.total_of_letters(&shape, board)).count());
            });
            group.bench_function(format!("{kernel} with paths"), |bench| {
                let mut words =
                    |board| solver.best_paths_of_letters(&shape, board).map_or(0, |paths| paths.iter().len());
                bench.iter(|| boards.iter().map(|board| words(board)).sum::<usize>());
            });
        }
    }
}

/// Whole solutions, with the words' text; and a board that the kernels leave to the depth-first search.
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

fn dictionaries(criterion: &mut Criterion) {
    for (name, words) in [("english", Some(yardsticks::english_words())), ("polish", yardsticks::polish_words())] {
        let Some(words) = words else { continue };
        let (Ok(lexicon), Ok(set)) = (Lexicon::from_words(&words), Set::from_iter(&words)) else { continue };
        let bytes = lexicon.to_bytes();
        let mut group = criterion.benchmark_group(name);
        group.sample_size(10);
        group.bench_function("build", |bench| bench.iter(|| black_box(Lexicon::from_words(&words))));
        group.bench_function("build fst", |bench| bench.iter(|| black_box(Set::from_iter(&words))));
        group.bench_function("load", |bench| bench.iter(|| black_box(Lexicon::from_bytes(black_box(&bytes).clone()))));
        let present = yardsticks::shuffled(&words);
        for (what, asked) in [("present", &present), ("absent", &yardsticks::backward(&present))] {
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
