//! Tests with dictionaries of more than 32 letters, whose last letters the automaton spells with two symbols.

use super::*;
use crate::board::{Face, Shape, Tile};
use proptest::prelude::*;

/// 41 letters, as the French list has: 26 plain ones and fifteen with accents.
const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ\u{c0}\u{c2}\u{c4}\u{c7}\u{c8}\u{c9}\u{ca}\u{cb}\u{ce}\u{cf}\u{d4}\u{d6}\u{d9}\u{db}\u{dc}";

/// Letters around the place where the second symbol begins, so that words mix both kinds.
const USED: &str = "AEZ\u{c0}\u{c4}\u{c8}\u{dc}";

/// Whether the board spells the word: tried tile by tile.
fn is_spelled(board: &Board, rest: &[char], path: &mut Vec<Cell>) -> bool {
    let Some((first, rest)) = rest.split_first() else { return true };
    let next = match path.last() {
        Some(&cell) => board.shape().neighbors(cell),
        None => board.shape().cells().collect(),
    };
    next.into_iter().any(|cell| {
        let fits =
            !path.contains(&cell) && board.tile(cell).is_some_and(|tile| tile.face.to_string() == first.to_string());
        path.push(cell);
        let is_spelled = fits && is_spelled(board, rest, path);
        path.pop();
        is_spelled
    })
}

fn used_letter() -> impl Strategy<Value = char> {
    prop::sample::select(USED.chars().collect::<Vec<_>>())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn every_kernel_finds_what_a_slow_search_finds(
        tiles in prop::collection::vec(used_letter(), 12),
        words in prop::collection::vec(prop::collection::vec(used_letter(), 1..5), 1..60),
    ) {
        let words: Vec<String> = words.iter().map(|word| word.iter().collect()).collect();
        let all = LETTERS.chars().map(String::from);
        let lexicon = Lexicon::from_words(all.chain(words.iter().cloned())).unwrap();
        prop_assert!(lexicon.alphabet().len() > 32);
        let tiles = tiles.into_iter().map(|letter| Some(Tile::new(Face::Letters(letter.to_string()))));
        let board = Board::new(Shape::rows(4, 3).unwrap(), tiles.collect()).unwrap();
        let mut expected: Vec<String> = words;
        expected.extend(LETTERS.chars().map(String::from));
        expected.retain(|word| is_spelled(&board, &word.chars().collect::<Vec<_>>(), &mut Vec::new()));
        expected.sort();
        expected.dedup();
        let rules = Rules { min_length: 1, ..Rules::deluxe() };
        for kernel in Kernel::ALL.into_iter().filter(|kernel| kernel.is_available()) {
            let mut solver = Solver::new(&lexicon, rules.clone()).with_kernel(kernel).unwrap();
            let mut found: Vec<String> = solver.solve(&board, Goal::Longest).words.into_iter().map(|found| found.word).collect();
            found.sort();
            prop_assert_eq!(&found, &expected, "{}", kernel);
        }
    }
}
