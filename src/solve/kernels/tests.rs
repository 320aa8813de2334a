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

/// What a search leaves behind: entries, what is free behind those taken up, and hits with their links.
type Left = (Vec<(u32, u32)>, Vec<(u64, u32)>, Vec<(u32, u32)>);

fn left<const N: usize>(room: &Room<N>, progress: Progress) -> Left {
    let entries = room.what.iter().copied().zip(room.parent.iter().copied()).take(progress.tail).collect();
    let taken = room.free.iter().copied().zip(room.sum.iter().copied()).take(progress.head).collect();
    let Hits { sums, links, .. } = room.hits(progress);
    (entries, taken, sums.iter().copied().zip(links.iter().copied()).collect())
}

/// What a search leaves in a room of so many entries; nothing where they are too few, or the board is none for kernels.
fn search<const N: usize>(board: &Board, lexicon: &Lexicon, kernel: Kernel) -> Option<Left> {
    let mesh = Mesh::new(board.shape())?;
    let layer = lexicon.layers().next()?;
    let mut letters = Letters::default();
    if !letters.read(board, &mesh, layer.automaton, "covered") {
        return None;
    }
    let mut room = Room::<N>::new();
    let search = Search { automaton: layer.automaton, mesh: &mesh, letters: &letters, paths: true };
    let progress = room.search(kernel, &search)?;
    Some(left(&room, progress))
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
        let expected = search::<FEW>(&board, &lexicon, Kernel::Scalar);
        let tight = search::<TIGHT>(&board, &lexicon, Kernel::Scalar);
        for kernel in kernels() {
            prop_assert_eq!(&search::<FEW>(&board, &lexicon, kernel), &expected, "{}", kernel);
            // in a room that is too small all of them give up, or none
            prop_assert_eq!(&search::<TIGHT>(&board, &lexicon, kernel), &tight, "{}", kernel);
        }
        prop_assert!(tight.is_none() || tight == expected);
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

/// Entries that a small board just needs.
const TIGHT: usize = 160;

#[test]
fn a_search_that_would_grow_too_large_says_so() {
    let words: Vec<String> = (1..=30).map(|n| "a".repeat(n)).collect();
    let lexicon = Lexicon::from_words(&words).unwrap();
    let board = Board::from_letters("8x8".parse().unwrap(), &"a".repeat(64)).unwrap();
    for kernel in kernels() {
        assert!(search::<TIGHT>(&board, &lexicon, kernel).is_none());
        assert!(search::<FEW>(&board, &lexicon, kernel).is_none());
        assert!(search::<MANY>(&board, &lexicon, kernel).is_none());
    }
}

#[test]
fn a_search_that_grows_goes_on_in_a_larger_room() {
    let words: Vec<String> = (1..=5).map(|n| "a".repeat(n)).collect();
    let lexicon = Lexicon::from_words(&words).unwrap();
    let board = Board::from_letters("8x8".parse().unwrap(), &"a".repeat(64)).unwrap();
    for kernel in kernels() {
        assert!(search::<FEW>(&board, &lexicon, kernel).is_none());
        let mut solver = Solver::new(&lexicon, Rules { min_length: 1, ..Rules::boggle() }).with_kernel(kernel).unwrap();
        assert_eq!(solver.solve(&board, crate::solve::Goal::Longest), solver.walked(&board));
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
