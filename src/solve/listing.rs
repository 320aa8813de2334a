//! The words of a board as text, in the order of a goal: all of them, or the best ones alone.
//!
//! A board of many `*` has nearly every word of the dictionary. Spelling and sorting 185,000 of them takes twice as long as finding
//! them, and an answer shows ten: [`best_words`] compares lengths and scores first, and spells what can be among the best.

use super::paths::{BestPath, BestPaths};
use super::{BestWords, FoundWord, Goal, Solution};
use crate::board::{Board, upper};
use crate::lexicon::{Lexicon, WordClass};
use std::cmp::Reverse;

/// The order of a word before its text: what the goal compares first, then the other of length and score, the best least.
type Key = Reverse<(u32, u32)>;

fn key(path: &BestPath<'_>, goal: Goal) -> Key {
    match goal {
        Goal::Longest => Reverse((path.letters as u32, path.score)),
        Goal::Score => Reverse((path.score, path.letters as u32)),
    }
}

/// All words, the best first.
pub(super) fn solution(lexicon: &Lexicon, board: &Board, paths: BestPaths<'_>, goal: Goal) -> Solution {
    Solution { words: spelled(lexicon, board, paths.iter(), goal), complete: paths.complete }
}

/// At most this many words of the classes that `is_kept` accepts, the best first.
pub(super) fn best_words(
    lexicon: &Lexicon,
    board: &Board,
    paths: BestPaths<'_>,
    goal: Goal,
    most: usize,
    is_kept: impl Fn(Option<WordClass>) -> bool,
) -> BestWords {
    let kept = || paths.iter().filter(|path| is_kept(lexicon.class_of(path.number)));
    let count = kept().count();
    // The paths that may be among the first ones when the texts of their words are compared, too.
    let best = |rank: usize, goal: Goal| {
        let last = if rank < count { last_key(kept().map(|path| key(&path, goal)).collect(), rank) } else { None };
        let paths = kept().filter(move |path| last.is_none_or(|last| key(path, goal) <= last));
        spelled(lexicon, board, paths, goal)
    };
    let mut words = best(most, goal);
    words.truncate(most);
    let highest = match (goal, words.first()) {
        (Goal::Score, Some(first)) => Some(first.clone()),
        _ => best(1, Goal::Score).into_iter().next(),
    };
    BestWords { words, count, highest, complete: paths.complete }
}

/// The key of this rank, where the best one has rank 1; there are more keys.
fn last_key(mut keys: Vec<Key>, rank: usize) -> Option<Key> {
    Some(*keys.select_nth_unstable(rank.max(1) - 1).1)
}

/// The words of these paths as text, the best first.
fn spelled<'a>(
    lexicon: &Lexicon,
    board: &Board,
    paths: impl Iterator<Item = BestPath<'a>>,
    goal: Goal,
) -> Vec<FoundWord> {
    let found = |path: BestPath<'_>| {
        let word = lexicon.word(path.number)?;
        let found = FoundWord {
            word: if word.is_ascii() { word.to_ascii_uppercase() } else { upper(&word) },
            length: path.letters,
            score: path.score,
            path: path.cells.iter().filter_map(|&id| board.shape().cell(id as usize)).collect(),
            class: lexicon.class_of(path.number),
        };
        // With the first letters beside the key, most comparisons need no text.
        Some((key(&path, goal), first_bytes(&found.word), found))
    };
    let mut words: Vec<_> = paths.filter_map(found).collect();
    words.sort_unstable_by(|(a, start_a, found_a), (b, start_b, found_b)| {
        (a, start_a).cmp(&(b, start_b)).then_with(|| found_a.word.cmp(&found_b.word))
    });
    words.into_iter().map(|(.., found)| found).collect()
}

/// The first eight bytes of a text, in the order of the text; zeros fill up a shorter one.
fn first_bytes(text: &str) -> u64 {
    let mut first = [0; 8];
    let count = text.len().min(8);
    first[..count].copy_from_slice(&text.as_bytes()[..count]);
    u64::from_be_bytes(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_bytes_are_in_the_order_of_texts() {
        let texts = ["", "A", "AB", "ABCDEFGH", "ABCDEFGHI", "ABD", "B", "Ä"];
        for pair in texts.windows(2) {
            let [before, after] = [pair[0], pair[1]].map(first_bytes);
            assert!(before < after || (before == after && pair[0].len() >= 8), "{pair:?}");
        }
    }

    #[test]
    fn the_best_words_are_the_first_of_all() {
        use crate::lexicon;
        use crate::solve::{Rules, Solver};

        for text in ["C A T S\nR O L E\nN I D E\nT S A R", "* * *\n* * *", "Z", "# adjacency: free\nE E S T:gold * A"] {
            let board: Board = text.parse().unwrap();
            let mut solver = Solver::new(lexicon::english(), Rules::deluxe());
            for goal in [Goal::Longest, Goal::Score] {
                let all = solver.solve(&board, goal);
                let is_common = |class: Option<WordClass>| class != Some(WordClass::Rare);
                let common: Vec<FoundWord> = all.words.iter().filter(|found| is_common(found.class)).cloned().collect();
                let highest = solver.solve(&board, Goal::Score).best().cloned();
                for most in [0, 1, 2, 10, 1_000_000] {
                    let best = solver.best_words(&board, goal, most, |_| true);
                    assert_eq!((best.count, best.complete), (all.words.len(), all.complete), "{text}");
                    assert_eq!(best.words, all.words[..most.min(all.words.len())], "{text}");
                    assert_eq!(best.highest, highest, "{text}");
                    let best = solver.best_words(&board, goal, most, is_common);
                    assert_eq!(best.count, common.len(), "{text}");
                    assert_eq!(best.words, common[..most.min(common.len())], "{text}");
                }
            }
        }
    }
}
