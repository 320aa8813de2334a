//! Games that are played off: the beam, compared with every game, and the advice.

use super::*;
use crate::advise::{Wishes, advise as advise_any};
use crate::lexicon;
use crate::profile::BuiltIn;
use crate::solve::Solver;
use proptest::prelude::*;

fn params() -> GameParams {
    GameParams::of(BuiltIn::Spelltower.profile())
}

fn collapse(board: &Board) -> (Collapse, Pile) {
    let crate::game::Refill::Collapse(rules) = params().refill else { panic!("a tower") };
    Collapse::new(board, rules, &params().rules).unwrap()
}

fn advice(board: &str, solves: usize) -> Advice {
    let board: Board = board.parse().unwrap();
    advise_any(&board, lexicon::english(), &params(), 1, Budget::solves(solves), Wishes::default()).unwrap()
}

/// The most points of any game from a pile in which these words were played.
fn most(collapse: &Collapse, pile: &Pile, played: &[u32], solver: &mut Solver<'_>) -> u64 {
    let Some(board) = collapse.board(pile) else { return 0 };
    let above = (collapse.cells() - board.shape().len()) as u32;
    let mut words = Vec::new();
    solver.visit_paths(&board, |path| {
        if played.contains(&path.number) {
            return;
        }
        let cells: Vec<u32> = path.cells.iter().map(|cell| cell + above).collect();
        let (letters, mut removed) = (path.letters as usize, Vec::new());
        collapse.removed(pile, &cells, letters, &mut removed);
        let score = path.score + collapse.extra(pile, &cells, &removed, letters);
        words.push((collapse.after(pile, &cells, letters), u64::from(score), path.number));
    });
    words.sort();
    words.dedup();
    let mut rest = |pile: &Pile, number: u32| match pile.tiles() {
        0 => u64::from(collapse.params().clear_bonus),
        _ => most(collapse, pile, &[played, &[number]].concat(), solver),
    };
    words.into_iter().map(|(pile, score, number)| score + rest(&pile, number)).max().unwrap_or(0)
}

fn tiny_board() -> impl Strategy<Value = Board> {
    let letter = prop::sample::select(vec!["A", "E", "T", "S", "R", "N", "X", "."]);
    prop::collection::vec(letter, 9)
        .prop_map(|tiles| tiles.chunks(3).map(|row| row.join(" ") + "\n").collect::<String>().parse().unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn a_wide_beam_finds_the_best_game(board in tiny_board()) {
        let (collapse, pile) = collapse(&board);
        let mut solver = Solver::new(lexicon::english(), params().rules);
        let expected = most(&collapse, &pile, &[], &mut solver);
        let lines = Beam::new(collapse, lexicon::english(), params().rules, Vec::new()).search(&pile, Budget::solves(100_000));
        prop_assert_eq!(lines.first().map_or(0, |line| line.total), expected);
    }

    #[test]
    fn a_game_scores_what_its_words_score_when_they_are_played(board in tiny_board(), solves in 1usize..60) {
        let (collapse, first) = collapse(&board);
        for line in Beam::new(collapse.clone(), lexicon::english(), params().rules, Vec::new()).search(&first, Budget::solves(solves)) {
            let (mut pile, mut total) = (first.clone(), 0);
            for (at, word) in line.words.iter().enumerate() {
                prop_assert!(line.words[..at].iter().all(|before| before.number != word.number), "a word counts once");
                let tiles = word.cells.iter().map(|&cell| &collapse.tiles()[pile.tile(cell as usize).unwrap()]);
                let text: String = tiles.clone().map(|tile| tile.face.to_string()).collect();
                prop_assert_eq!(Some(text.to_lowercase()), lexicon::english().word(word.number as usize));
                let score = params().rules.word_score(tiles.map(|tile| (tile.face.to_string().to_uppercase(), tile.kind)));
                let mut removed = Vec::new();
                collapse.removed(&pile, &word.cells, word.letters as usize, &mut removed);
                removed.retain(|cell| !word.cells.contains(cell));
                let values: u32 = removed.iter().map(|&cell| collapse.value(&pile, cell as usize)).sum();
                prop_assert_eq!(score + values * word.letters, word.score);
                total += u64::from(word.score);
                pile = collapse.after(&pile, &word.cells, word.letters as usize);
            }
            total += if pile.tiles() == 0 { 1000 } else { 0 };
            prop_assert_eq!(total, line.total);
        }
    }
}

const BOARD: &str = "T R A I N\nE S O L D\nA C H E R\nP I N T S\nL E A D O\n";

#[test]
fn the_budget_is_kept_and_gives_the_same_answer_every_time() {
    for solves in [1, 7, 60] {
        let first = advice(BOARD, solves);
        assert!(first.solves <= solves && !first.words.is_empty() && !first.scramble, "{solves}");
        assert_eq!(first, advice(BOARD, solves));
    }
    let total = |solves| match advice(BOARD, solves).words.swap_remove(0).effect {
        Some(Effect::Collapse { total, .. }) => total,
        other => panic!("a tower, found {other:?}"),
    };
    assert!(total(400) >= total(20));
}

#[test]
fn boards_with_too_many_paths_are_partial_and_free_ones_stay_free() {
    assert!(!advice(BOARD, 1).is_partial);
    assert!(advice(&"* * * * * * * *\n".repeat(6), 1).is_partial);
    // After CAT only free adjacency joins the letters of DOG.
    let advice = advice("# adjacency: free\nD . O . G\nC . A . T\n", 60);
    let Some(Effect::Collapse { total, .. }) = advice.words[0].effect else { panic!("a tower") };
    assert!(total > 1000, "both words clear the board: {total}");
}

#[test]
fn the_reason_counts_what_is_left() {
    let advice = advice(BOARD, 60);
    let best = &advice.words[0].found;
    let (collapse, pile) = collapse(&BOARD.parse().unwrap());
    let cells: Vec<u32> = best.path.iter().map(|cell| (cell.line * 5 + cell.index) as u32).collect();
    let after = collapse.board(&collapse.after(&pile, &cells, best.length)).unwrap();
    let mut left = crate::solve::solve(&after, lexicon::english(), &params().rules, crate::solve::Goal::Longest).words;
    left.retain(|found| found.word != best.word);
    let long = left.iter().filter(|found| found.length >= 5).count();
    let leaves = format!("leaves {} words, {long} of 5 or more letters", left.len());
    assert!(advice.text.contains(&leaves), "{leaves}: {}", advice.text);
    assert!(advice.text.contains("the best game found has "), "{}", advice.text);
}

#[test]
fn a_word_counts_once() {
    let board: Board = "C A T\nQ Q Q\nC A T\n".parse().unwrap();
    let words = |played: &[String]| {
        let wishes = Wishes { played, ..Wishes::default() };
        let advice = advise_any(&board, lexicon::english(), &params(), 1, Budget::solves(60), wishes).unwrap();
        advice.words.into_iter().map(|word| word.found.word).collect::<Vec<_>>()
    };
    assert!(words(&[]).contains(&"CAT".to_string()));
    assert!(!words(&["cat".to_string(), "ACT".to_string()]).contains(&"CAT".to_string()));
}

#[test]
fn words_that_leave_as_much_are_compared_by_what_differs() {
    // FEAT and EAT leave no word.
    let text = advice("F E A T Q\n", 60).text;
    assert!(text.starts_with("leaves no word; scores 28 points and "), "{text}");
    // EAT and TAE use the same tiles.
    let text = advice("E A T Q\n", 60).text;
    assert_eq!(text, "leaves no word; TAE is as good: no word found begins a better game");
}

#[test]
fn boards_without_a_word_and_of_other_shapes_are_answered() {
    let over = advice("X Q\nZ ?\n", 9);
    assert_eq!((over.words.len(), over.text.as_str()), (0, "the game is over: there is no word"));
    assert_eq!(advice(". .\n. .\n", 9).words.len(), 0);
    let last = advice("C A T\n", 9);
    assert_eq!((last.words.len(), last.text.as_str()), (1, "removes the last tile, for 1000 points more"));
    let error = |board: &str| {
        let board: Board = board.parse().unwrap();
        advise_any(&board, lexicon::english(), &params(), 1, Budget::solves(9), Wishes::default()).unwrap_err()
    };
    assert!(matches!(error("# layout: columns\nA B\nC D E\n"), AdviseError::Columns(_)));
    assert_eq!(error(&"A ".repeat(401)), AdviseError::TooLarge { most: 400, found: 401 });
}
