//! Territory: what words take, compared with every set of tiles, and the advice.

use super::*;
use crate::advise::{Effect, Wishes, advise as advise_any};
use crate::board::{COVERED, Cell, Tile};
use crate::game::{Owners, Refill, mask_of};
use crate::lexicon;
use crate::profile::BuiltIn;
use proptest::prelude::*;

fn params() -> GameParams {
    GameParams::of(BuiltIn::Letterpress.profile())
}

fn territory(board: &Board) -> (Territory, Owners) {
    let Refill::Own(rules) = params().refill else { panic!("a game of territory") };
    Territory::new(board, rules).unwrap()
}

fn advice_after(board: &str, solves: usize, played: &[String], lexicon: &Lexicon) -> Advice {
    let wishes = Wishes { played, ..Wishes::default() };
    advise_any(&board.parse().unwrap(), lexicon, &params(), 1, Budget::solves(solves), wishes).unwrap()
}

fn advice(board: &str, words: &[&str]) -> Advice {
    advice_after(board, 100, &[], &Lexicon::from_words(words.iter().copied()).unwrap())
}

/// The tiles that the advised word takes, those of both players after it, and whether there is a reply.
fn effect(advice: &Advice) -> (u32, u32, u32, bool) {
    match &advice.words[0].effect {
        Some(Effect::Territory { takes, mine, theirs, reply, .. }) => (*takes, *mine, *theirs, reply.is_some()),
        other => panic!("a game of territory, found {other:?}"),
    }
}

/// Every set of tiles that spells a word, letter by letter.
fn all_sets(board: &Board, word: &str) -> Vec<u64> {
    let mut sets = vec![0u64];
    for letter in word.to_uppercase().chars() {
        let is_letter = |tile: Option<&Tile>| {
            tile.is_some_and(|tile| !tile.has_tag(COVERED) && tile.face.to_string() == letter.to_string())
        };
        let cells: Vec<usize> =
            board.tiles().enumerate().filter(|(_, tile)| is_letter(*tile)).map(|(id, _)| id).collect();
        sets = sets
            .iter()
            .flat_map(|set| cells.iter().filter(move |&cell| set >> cell & 1 == 0).map(move |cell| set | 1 << cell))
            .collect();
    }
    sets.sort_unstable();
    sets.dedup();
    sets
}

fn any_board() -> impl Strategy<Value = Board> {
    let tile = (
        prop::sample::select(vec!["A", "E", "T", "S"]),
        prop::sample::select(vec!["", ":mine", ":theirs", ":covered"]),
    );
    prop::collection::vec(tile, 9).prop_map(|tiles| {
        let tokens: Vec<String> = tiles.iter().map(|(letter, owner)| format!("{letter}{owner}")).collect();
        let text: String = tokens.chunks(3).map(|row| row.join(" ") + "\n").collect();
        text.parse::<Board>().unwrap().with_adjacency(crate::board::Adjacency::Free)
    })
}

proptest! {
    #[test]
    fn the_gain_of_a_word_is_that_of_the_best_set(board in any_board()) {
        let (territory, owners) = territory(&board);
        let mut solver = Solver::new(lexicon::english(), params().rules);
        let words = Words::of(&board, &mut solver, lexicon::english(), |_| false);
        let takings = words.takings(&territory, owners);
        for group in &words.groups {
            let word = lexicon::english().word(group.words[0].number as usize).unwrap();
            let mut sets = group.sets(&words.faces, usize::MAX);
            sets.sort_unstable();
            prop_assert_eq!(&sets, &all_sets(&board, &word));
            let lead = |set: u64| territory.after(owners, set).lead();
            prop_assert_eq!(Some(lead(group.set(&takings))), sets.iter().map(|&set| lead(set)).max());
            let ends = |set: &&u64| territory.is_over(territory.after(owners, **set));
            let ending = sets.iter().filter(ends).map(|&set| lead(set)).max();
            prop_assert_eq!(group.ending_set(&takings).map(lead), ending);
        }
    }

    #[test]
    fn advised_words_are_spelled_by_their_tiles_and_their_replies_are_counted(board in any_board(), solves in 1usize..30) {
        let advice = advise_any(&board, lexicon::english(), &params(), 1, Budget::solves(solves), Wishes::default()).unwrap();
        let (territory, owners) = territory(&board);
        prop_assert!(territory.is_over(owners) || advice.solves <= solves + 1);
        for word in &advice.words {
            let text: String = word.found.path.iter().map(|&cell: &Cell| board.tile(cell).unwrap().face.to_string()).collect();
            prop_assert_eq!(&text, &word.found.word);
            prop_assert!(word.found.path.iter().all(|&cell| !board.tile(cell).unwrap().has_tag(COVERED)));
            let after = territory.after(owners, mask_of(board.shape(), &word.found.path));
            let Some(Effect::Territory { mine, theirs, reply, .. }) = &word.effect else { panic!("a game of territory") };
            prop_assert_eq!((*mine, *theirs), (after.mover.count_ones(), after.other.count_ones()));
            prop_assert!(!territory.is_over(after) || reply.is_none());
        }
    }
}

#[test]
fn of_equal_tiles_the_one_that_takes_most_is_used() {
    // The upper E is defended, the lower one is not; the T without an owner is worth less than theirs.
    let board = "E:theirs A:theirs T\nS:theirs X T:theirs\nX X E:theirs\n";
    let advice = advice(board, &["te"]);
    assert_eq!(advice.words[0].found.path, [Cell { line: 1, index: 2 }, Cell { line: 2, index: 2 }]);
    assert_eq!(effect(&advice), (2, 2, 3, false));
}

#[test]
fn played_words_and_their_beginnings_are_refused() {
    let list = Lexicon::from_words(["cat", "cats", "act", "at"]).unwrap();
    let words = |played: &[&str]| {
        let played: Vec<String> = played.iter().map(|word| word.to_string()).collect();
        let advice = advice_after("C A T\nS X X\n", 100, &played, &list);
        let mut words: Vec<String> = advice.words.into_iter().map(|word| word.found.word).collect();
        words.sort();
        words
    };
    assert_eq!(words(&["CATS"]), ["ACT", "AT"]);
    assert_eq!(words(&["act"]), ["AT", "CAT", "CATS"]);
    // The opponent may not play them either: after CATS, AT is the best reply to it but for the beginnings.
    let only = Lexicon::from_words(["cats", "cat"]).unwrap();
    let advice = advice_after("C A T\nS X X\n", 100, &[], &only);
    assert!(advice.words[0].found.word == "CATS" && !effect(&advice).3, "{}", advice.text);
}

#[test]
fn a_winning_word_is_played_and_one_that_lets_the_opponent_win_is_not() {
    // CATS ends the game ahead.
    let won = advice("C A T\nS X:mine X:theirs\n", &["cats", "cat"]);
    assert_eq!(
        (won.words[0].found.word.as_str(), won.text.as_str()),
        ("CATS", "ends the game with 5 tiles to 1; takes 4 free tiles")
    );
    // STAB takes most, but leaves C alone, with which CAB ends the game, as STAB does after CAB; no word has the C and S that BAT leaves.
    let board = "C A T B\nS X:mine X:theirs X:theirs\nX:theirs X:theirs X:theirs Z:theirs\n";
    let lexicon = Lexicon::from_words(["stab", "cab", "bat"]).unwrap();
    for solves in [1, 2, 100] {
        let advice = advice_after(board, solves, &[], &lexicon);
        assert_eq!(advice.words[0].found.word, "BAT", "{solves}: {}", advice.text);
    }
    let no_time = Budget { solves: 1, goes_on: &|| false };
    let late = advise_any(&board.parse().unwrap(), &lexicon, &params(), 1, no_time, Wishes::default()).unwrap();
    assert_eq!(late.words[0].found.word, "STAB", "{}", late.text);
    let lost = advice(board, &["stab", "cab"]);
    assert!(
        lost.text.contains(" ends the game with ") && lost.text.ends_with("and no word tried prevents that"),
        "{}",
        lost.text
    );
}

#[test]
fn a_tie_that_ends_the_game_is_better_than_a_lead_before_a_lost_reply() {
    let board = "R:theirs T:theirs S T:theirs\nL:theirs T S:theirs A:theirs\n";
    let advice = advice_after(board, 100, &[], lexicon::english());
    assert_eq!(advice.words[0].found.word, "LASTS", "{}", advice.text);
    assert_eq!(effect(&advice), (2, 4, 4, false));
}

#[test]
fn a_game_that_is_over_has_no_word() {
    let over = advice("A:mine T:theirs\n", &["at"]);
    assert_eq!((over.words.len(), over.text.as_str()), (0, "the game is over: every tile has an owner"));
    assert_eq!(advice("X Q\nZ Z\n", &["at"]).text, "there is no word: pass");
}

#[test]
fn the_budget_gives_the_same_answer_every_time() {
    let board = "T R A I N\nE:mine S:mine O L D\nA C:theirs H:theirs E R\nP I N:theirs T S\nL E A D O\n";
    for solves in [1, 2, 40] {
        let first = advice_after(board, solves, &[], lexicon::english());
        assert_eq!(first, advice_after(board, solves, &[], lexicon::english()));
        assert!(first.solves <= solves + 1 && !first.words.is_empty(), "{solves}");
    }
    let advice = advice_after(board, 40, &[], lexicon::english());
    assert!(advice.words.len() > 20 && advice.text.contains("; the best reply "), "{}", advice.text);
    assert!(advice.words[0].found.path.len() > 2);
}
