//! All kernels produce an identical queue, and their words are those of the depth-first search.

use super::super::{Rules, Solver};
use super::*;
use crate::board::{Board, Face, Shape, Tile};
use crate::lexicon::Lexicon;
use proptest::prelude::*;

fn kernels() -> impl Iterator<Item = Kernel> {
    Kernel::ALL.into_iter().filter(|kernel| kernel.is_available())
}

/// The used part of an arena after a search.
#[derive(Debug, PartialEq)]
struct Contents {
    nodes: Vec<u32>,
    parents: Vec<u32>,
    free_cells: Vec<u64>,
    sums: Vec<u32>,
    hit_sums: Vec<u32>,
    hit_links: Vec<u32>,
}

/// The contents of an arena of `N` entries after a search; `None` where it overflows or the board is not for kernels.
fn search<const N: usize>(board: &Board, lexicon: &Lexicon, kernel: Kernel) -> Option<Contents> {
    let neighbors = NeighborTable::new(board.shape())?;
    let layer = lexicon.layers().next()?;
    let mut letters = LetterTable::default();
    if !letters.load_board(board, &neighbors, layer.automaton) {
        return None;
    }
    let mut arena = Arena::<N>::new();
    let input = SearchInput { automaton: layer.automaton, neighbors: &neighbors, letters: &letters, with_paths: true };
    let Progress { head, tail, hits } = arena.search(kernel, &input)?;
    Some(Contents {
        nodes: arena.nodes[..tail].to_vec(),
        parents: arena.parents[..tail].to_vec(),
        free_cells: arena.free_cells[..head].to_vec(),
        sums: arena.sums[..head].to_vec(),
        hit_sums: arena.hit_sums.as_flattened()[..hits].to_vec(),
        hit_links: arena.hit_links.as_flattened()[..hits].to_vec(),
    })
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
    fn all_kernels_leave_the_same_queue(board in any_board(), words in any_words()) {
        let lexicon = Lexicon::from_words(words).unwrap();
        let expected = search::<SMALL_ARENA>(&board, &lexicon, Kernel::Scalar);
        let tight = search::<TIGHT_ARENA>(&board, &lexicon, Kernel::Scalar);
        for kernel in kernels() {
            prop_assert_eq!(&search::<SMALL_ARENA>(&board, &lexicon, kernel), &expected, "{}", kernel);
            // either all kernels overflow a small arena, or none
            prop_assert_eq!(&search::<TIGHT_ARENA>(&board, &lexicon, kernel), &tight, "{}", kernel);
        }
        prop_assert!(tight.is_none() || tight == expected);
    }

    #[test]
    fn kernels_find_what_the_depth_first_search_finds(board in any_board(), words in any_words(), refused in any_words(), allowed in any_words()) {
        let mut lexicon = Lexicon::from_words(words).unwrap();
        lexicon.allow(allowed).unwrap();
        lexicon.refuse(refused);
        for kernel in kernels() {
            let mut solver = Solver::new(&lexicon, Rules { min_length: 1, ..Rules::boggle() }).with_kernel(kernel).unwrap();
            let expected = solver.solve_depth_first(&board);
            let found = solver.solve(&board, crate::solve::Goal::Longest);
            prop_assert_eq!(&found, &expected, "{}", kernel);
            let total = solver.total(&board);
            prop_assert_eq!(total.words, expected.words.len());
            prop_assert_eq!(total.points, expected.words.iter().map(|word| u64::from(word.score)).sum::<u64>());
        }
    }
}

/// Entries that are just enough for a small board.
const TIGHT_ARENA: usize = 160;

/// The memory of a search, in its smallest case: `./x sanitize` runs it under Miri, which takes minutes for random boards.
#[test]
fn a_search_stays_in_its_memory() {
    let lexicon = Lexicon::from_words(["a", "ab", "cab", "abac"]).unwrap();
    let board = Board::from_letters("2x2".parse().unwrap(), "abca").unwrap();
    for kernel in kernels() {
        let found = search::<TIGHT_ARENA>(&board, &lexicon, kernel).unwrap();
        assert_eq!(Some(&found), search::<SMALL_ARENA>(&board, &lexicon, kernel).as_ref(), "{kernel}");
        // Each word has two paths, one for each A.
        assert_eq!(found.hit_sums.len(), 8, "{kernel}");
    }
}

#[test]
fn a_search_that_overflows_every_arena_fails() {
    let words: Vec<String> = (1..=30).map(|n| "a".repeat(n)).collect();
    let lexicon = Lexicon::from_words(&words).unwrap();
    let board = Board::from_letters("8x8".parse().unwrap(), &"a".repeat(64)).unwrap();
    for kernel in kernels() {
        assert!(search::<TIGHT_ARENA>(&board, &lexicon, kernel).is_none());
        assert!(search::<SMALL_ARENA>(&board, &lexicon, kernel).is_none());
        assert!(search::<LARGE_ARENA>(&board, &lexicon, kernel).is_none());
    }
}

#[test]
fn a_search_that_overflows_the_small_arena_continues_in_the_large_one() {
    let words: Vec<String> = (1..=5).map(|n| "a".repeat(n)).collect();
    let lexicon = Lexicon::from_words(&words).unwrap();
    let board = Board::from_letters("8x8".parse().unwrap(), &"a".repeat(64)).unwrap();
    for kernel in kernels() {
        assert!(search::<SMALL_ARENA>(&board, &lexicon, kernel).is_none());
        let mut solver = Solver::new(&lexicon, Rules { min_length: 1, ..Rules::boggle() }).with_kernel(kernel).unwrap();
        assert_eq!(solver.solve(&board, crate::solve::Goal::Longest), solver.solve_depth_first(&board));
    }
}

#[test]
fn every_kernel_has_a_name_that_parses() {
    for kernel in Kernel::ALL {
        assert_eq!(kernel.to_string().to_uppercase().parse(), Ok(kernel));
    }
    let error = "neon".parse::<Kernel>().unwrap_err().to_string();
    assert_eq!(error, "expected a kernel, found `neon`: name one of scalar, avx2, avx512");
    assert!(Kernel::best().is_available() && Kernel::Scalar.checked().is_ok());
}
