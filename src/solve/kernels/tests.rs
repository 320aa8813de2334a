//! All kernels leave the same queue, and the walk and the slow tracer agree with what is made of it.

use super::super::{Rules, Solver};
use super::*;
use crate::board::{Board, Face, Tile};
use crate::grid::Shape;
use crate::lexicon::Lexicon;
use proptest::prelude::*;

fn kernels() -> impl Iterator<Item = Kernel> {
    Kernel::ALL.into_iter().filter(|kernel| kernel.is_available())
}

/// What a search leaves behind: entries, trails, and hits with their links.
type Left = (Vec<(u32, u32)>, Vec<Trail>, Vec<(u32, u32)>);

fn left(queue: &Queue) -> Left {
    let entries = queue.what.iter().copied().zip(queue.parent.iter().copied()).take(queue.tail).collect();
    let hits = queue.hits.iter().copied().zip(queue.links.iter().copied()).take(queue.found).collect();
    (entries, queue.trail[..queue.head].to_vec(), hits)
}

fn search(board: &Board, lexicon: &Lexicon, kernel: Kernel, entries: usize) -> Option<(bool, Left)> {
    let mesh = Mesh::new(board.shape())?;
    let layer = lexicon.layers().next()?;
    let mut letters = Letters::default();
    if !letters.read(board, &mesh, layer.automaton, "covered") {
        return None;
    }
    let mut queue = Queue::with_entries(entries);
    let done = queue.search(kernel, layer.automaton, &mesh, &letters, true);
    Some((done, left(&queue)))
}

fn any_board() -> impl Strategy<Value = Board> {
    let shapes = vec!["3x3", "8x8", "4x2", "bookworm", "5,6,7,8,9,8,7,6,5", "3,3,3:up", "1x1", "2,2,2:down"];
    prop::sample::select(shapes).prop_flat_map(|shape| {
        let shape: Shape = shape.parse().unwrap();
        let face = prop_oneof![
            8 => "[A-E]".prop_map(Face::Letters),
            1 => prop::sample::select(vec!["Q", "U", "QU", "Z", "\u{17b}"]).prop_map(|text| Face::Letters(text.into())),
            1 => Just(Face::Unreadable),
        ];
        let tiles = prop::collection::vec(prop::option::weighted(0.95, face.prop_map(Tile::new)), shape.len());
        tiles.prop_map(move |tiles| Board::new(shape.clone(), tiles).unwrap())
    })
}

fn any_words() -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec("[a-e]{1,7}|[a-c]{0,2}qu?[a-e]{1,3}|[a-e\u{17c}]{1,4}", 1..60)
}

proptest! {
    #[test]
    fn all_kernels_leave_the_same_queue(board in any_board(), words in any_words(), more in 80usize..400) {
        let lexicon = Lexicon::from_words(words).unwrap();
        let expected = search(&board, &lexicon, Kernel::Scalar, FIRST_ENTRIES);
        for kernel in kernels() {
            // a queue that has to grow ends up the same
            prop_assert_eq!(&search(&board, &lexicon, kernel, more), &expected, "{}", kernel);
        }
    }

    #[test]
    fn kernels_find_what_the_walk_finds(board in any_board(), words in any_words(), refused in any_words(), allowed in any_words()) {
        let mut lexicon = Lexicon::from_words(words).unwrap();
        lexicon.allow(allowed).unwrap();
        lexicon.refuse(refused);
        // a board with one more tile, which touches none and says two things, is for the walk alone
        for kernel in kernels() {
            let mut solver = Solver::new(&lexicon, Rules { min_length: 1, ..Rules::boggle() }).with_kernel(kernel).unwrap();
            let expected = solver.walked(&board);
            let found = solver.solve(&board, crate::solve::Goal::Longest);
            prop_assert_eq!(&found, &expected, "{}", kernel);
            let total = solver.total(&board);
            prop_assert_eq!(total.words, expected.words.len());
            prop_assert_eq!(total.points, expected.words.iter().map(|word| u64::from(word.score)).sum::<u64>());
        }
    }
}

#[test]
fn a_queue_that_would_grow_too_large_says_so() {
    let words: Vec<String> = (1..=30).map(|n| "a".repeat(n)).collect();
    let lexicon = Lexicon::from_words(&words).unwrap();
    let board = Board::from_letters("8x8".parse().unwrap(), &"a".repeat(64)).unwrap();
    for kernel in kernels() {
        let (done, _) = search(&board, &lexicon, kernel, FIRST_ENTRIES).unwrap();
        assert!(!done);
    }
}

#[test]
fn kernels_have_names() {
    for kernel in Kernel::ALL {
        assert_eq!(kernel.to_string().to_uppercase().parse(), Ok(kernel));
    }
    let error = "neon".parse::<Kernel>().unwrap_err().to_string();
    assert_eq!(error, "expected a kernel of scalar, avx2, avx512, found `neon`: name one of these");
    assert!(Kernel::best().is_available() && Kernel::Scalar.checked().is_ok());
}
