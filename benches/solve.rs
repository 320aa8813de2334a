//! How long a board takes to solve, and the built-in lexicon to load.
//!
//! The boards vary: on boards that resemble one another a branch predictor learns the answer, and
//! every solver looks twice as fast as it is.

use criterion::{Criterion, criterion_group, criterion_main};
use hexlex::board::Board;
use hexlex::grid::{Adjacency, Shape};
use hexlex::lexicon::Lexicon;
use hexlex::solve::{Goal, Rules, Solver, solve};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::hint::black_box;

/// The boards of one benchmark; each is solved in turn.
const BOARDS: usize = 500;

/// How often each letter, A to Z, comes among 1000 of English text.
const FREQUENCIES: [u32; 26] =
    [82, 15, 28, 43, 127, 22, 20, 61, 70, 2, 8, 40, 24, 67, 75, 19, 1, 60, 63, 91, 28, 10, 24, 2, 20, 1];

/// Boards of this shape, with letters as often as in English.
fn boards(shape: &Shape, seed: u64) -> Vec<Board> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let total: u32 = FREQUENCIES.iter().sum();
    let mut letter = || {
        let mut left = random.random_range(0..total);
        let place = FREQUENCIES.iter().position(|&n| left.checked_sub(n).map(|rest| left = rest).is_none());
        char::from(b'a' + place.unwrap_or(0) as u8)
    };
    let mut text = || (0..shape.len()).map(|_| letter()).collect::<String>().replace('q', "qu");
    (0..BOARDS).filter_map(|_| Board::from_letters(shape.clone(), &text()).ok()).collect()
}

fn solving(criterion: &mut Criterion) {
    let lexicon = Lexicon::english();
    let square = Shape::rows(4, 4).unwrap_or_else(|_| Shape::bookworm());
    let free = square.clone().with_adjacency(Adjacency::Free);
    let cases = [("solve 52 tiles", Shape::bookworm()), ("solve 4x4", square), ("solve 4x4 free", free)];
    for (name, shape) in cases {
        let boards = boards(&shape, 1);
        let rules = Rules::for_board(&boards[0]);
        let mut next = boards.iter().cycle();
        criterion.bench_function(name, |bench| {
            bench.iter(|| next.next().map(|board| black_box(solve(board, lexicon, &rules, Goal::Longest))))
        });
    }
    let boards = boards(&Shape::bookworm(), 2);
    let mut scorer = Solver::new(lexicon, Rules::boggle());
    let mut next = boards.iter().cycle();
    criterion.bench_function("score 52 tiles", |bench| {
        bench.iter(|| next.next().map(|board| black_box(scorer.total(board))))
    });
}

fn loading(criterion: &mut Criterion) {
    let bytes = Lexicon::english().to_bytes();
    criterion.bench_function("load the built-in lexicon", |bench| {
        bench.iter(|| black_box(Lexicon::from_bytes(black_box(&bytes))))
    });
}

criterion_group!(benches, solving, loading);
criterion_main!(benches);
