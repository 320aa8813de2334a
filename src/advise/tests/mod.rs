//! Players on seeded games.

mod reasons;

use super::*;
use crate::board::{Board, TileKind};
use crate::game::{BurnOrder, Engine, GameParams, Refill, ScrambleTurn, State, ids};
use crate::lexicon;
use crate::profile::BuiltIn;
use crate::roll::Roller;
use crate::solve::{Goal, Solver, solve};
use proptest::prelude::*;

fn params(fire: f64) -> GameParams {
    let mut params = GameParams::of(BuiltIn::Sketch.profile());
    params.fire = params.fire.times(fire);
    params
}

fn adviser(params: GameParams) -> Adviser<'static> {
    Adviser::new(Engine::new(params).unwrap(), lexicon::english())
}

/// Boards of games under much fire, a few of each game.
fn positions(params: &GameParams, level: u32, games: u64) -> Vec<State> {
    let mut states = Vec::new();
    for seed in 0..games {
        let mut number = 0;
        let limits = Limits { words: 40, level: Some(level) };
        play(&mut adviser(params.clone()), Policy::FireScore, 1, seed, limits, |turn| {
            number += 1;
            if number % 3 == 0 {
                states.push(*turn.state);
            }
        });
    }
    states
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn advised_words_are_words_that_do_not_lose(seed in any::<u64>(), fires in any::<u64>(), solves in 1usize..60) {
        let params = params(1.0);
        let mut state = Engine::new(params.clone()).unwrap().new_state(&mut Roller::new(seed));
        // A few fires anywhere.
        for id in ids(fires & fires.rotate_left(17) & fires.rotate_left(31) & ((1 << 52) - 1)) {
            state.set(id, state.letter(id), TileKind::Fire, 0);
        }
        let board = state.board(&params.shape);
        let advice = advise(&board, lexicon::english(), &params, 3, Budget::solves(solves), Wishes::default()).unwrap();
        prop_assert!(advice.solves <= solves.max(1));
        let all = solve(&board, lexicon::english(), &params.rules.clone().at_level(3), Goal::Longest).words;
        let engine = Engine::new(params.clone()).unwrap();
        let must_use = state.fires() & engine.bottoms();
        for AdvisedWord { found, .. } in &advice.words {
            let known = all.iter().find(|other| other.word == found.word);
            prop_assert!(known.is_some_and(|other| other.score >= found.score), "{}", found.word);
            let mask = crate::game::mask_of(&params.shape, &found.path);
            prop_assert_eq!(must_use & !mask, 0, "{} leaves a fire", &found.word);
            let spelled: String = found.path.iter().map(|&cell| board.tile(cell).unwrap().face.to_string()).collect();
            prop_assert_eq!(spelled.to_uppercase(), found.word.clone());
            let touch = |pair: &[crate::board::Cell]| params.shape.neighbors(pair[0]).contains(&pair[1]);
            prop_assert!(found.path.windows(2).all(touch));
        }
        // A scramble is free, so it is advised wherever no word uses all fires on the bottom.
        let mut paths = Vec::new();
        Solver::new(lexicon::english(), params.rules.clone()).all_paths(&board, &mut paths);
        let saves = paths.iter().any(|path| must_use & !path.mask == 0);
        prop_assert_eq!(advice.words.is_empty(), !saves);
        prop_assert!(saves || advice.scramble);
    }
}

/// A board on which many words use more fires than those that use the one on the bottom: these are not dropped with the candidates
/// that are too many.
#[test]
fn a_word_that_saves_the_game_is_found_under_many_fires() {
    let params = params(1.0);
    let mut state = Engine::new(params.clone()).unwrap().new_state(&mut Roller::new(3826459356766432668));
    let fires: u64 = 18250245189283870147;
    for id in ids(fires & fires.rotate_left(17) & fires.rotate_left(31) & ((1 << 52) - 1)) {
        state.set(id, state.letter(id), TileKind::Fire, 0);
    }
    let board = state.board(&params.shape);
    let advice = advise(&board, lexicon::english(), &params, 3, Budget::solves(13), Wishes::default()).unwrap();
    assert!(!advice.words.is_empty(), "{board}");
}

#[test]
fn a_scramble_that_costs_a_turn_saves_nothing_on_the_bottom() {
    let mut params = params(1.0);
    params.scramble.turn = ScrambleTurn::Turn;
    let board: Board = "# layout: columns\nX Q J V:fire\nQ X V J Q\nV J X Q:fire\n".parse().unwrap();
    let advice = advise(&board, lexicon::english(), &params, 1, Budget::solves(25), Wishes::default()).unwrap();
    assert!(advice.words.is_empty() && !advice.scramble);
    assert_eq!(advice.why.as_ref().unwrap().facts, [Fact::Lost(vec![0, 2])]);
    assert!(advice.text.contains("no word uses all the fires on the bottom (columns 1, 3)"), "{}", advice.text);
    let free = params.clone();
    let params = GameParams { scramble: GameParams::default().scramble, ..free };
    let advice = advise(&board, lexicon::english(), &params, 1, Budget::solves(25), Wishes::default()).unwrap();
    assert!(advice.scramble && advice.text.starts_with("scramble: there is no word"), "{}", advice.text);
}

#[test]
fn the_bonus_word_is_taken_where_it_is_safe() {
    let params = params(1.0);
    let text = "# layout: columns\nE T A R S I N\nO L E D T G A H\nS R N E I L O\nT A P C E R S E\nI N G O U T A\nR E D S L I N M\nH A T E R O S";
    let bonus = |text: &str| {
        let board: Board = text.parse().unwrap();
        let wishes = Wishes { bonus: Some(("reeds", 1000)), ..Wishes::default() };
        advise(&board, lexicon::english(), &params, 1, Budget::solves(25), wishes).unwrap()
    };
    let has_word = |advice: &Advice| advice.why.as_ref().unwrap().facts.contains(&Fact::Bonus(1000));
    let board: Board = text.parse().unwrap();
    let is_there =
        solve(&board, lexicon::english(), &params.rules, Goal::Longest).words.iter().any(|found| found.word == "REEDS");
    let safe = bonus(text);
    assert_eq!(has_word(&safe), is_there);
    // A fire on the bottom that the bonus word does not use.
    let burning = bonus(&text.replace("H A T E R O S", "H A T E R O S:fire"));
    assert!(!has_word(&burning));
}

#[test]
fn boards_whose_tiles_do_not_fall_are_refused() {
    let square: Board = "C A T\nS O D\nR E N\n".parse().unwrap();
    let error = advise(&square, lexicon::english(), &GameParams::default(), 1, Budget::solves(9), Wishes::default());
    assert!(matches!(error, Err(AdviseError::Rows(_))));
    let large: Board = format!("# layout: columns\n{}\n{}\n", "A ".repeat(33), "B ".repeat(34)).parse().unwrap();
    let error = advise(&large, lexicon::english(), &GameParams::default(), 1, Budget::solves(9), Wishes::default());
    assert_eq!(error, Err(AdviseError::TooLarge { most: 64, found: 67 }));
    let columns: Board = "# layout: columns\nC A T\nS O D\nR E N\n".parse().unwrap();
    let boggle = GameParams { refill: Refill::Stay, ..GameParams::default() };
    let error = advise(&columns, lexicon::english(), &boggle, 1, Budget::solves(9), Wishes::default());
    assert_eq!(error, Err(AdviseError::Stays));
}

#[test]
fn the_same_seed_gives_the_same_game_and_better_players_live_longer() {
    let limits = Limits { words: 150, level: Some(20) };
    let play = |policy, solves, seed| play(&mut adviser(params(6.0)), policy, solves, seed, limits, |_| {});
    assert_eq!(play(Policy::Survive, 25, 5), play(Policy::Survive, 25, 5));
    let words = |policy, solves| (0..6).map(|seed| play(policy, solves, seed).words).sum::<u32>();
    let (score, fire, survive) = (words(Policy::Score, 1), words(Policy::FireScore, 1), words(Policy::Survive, 25));
    assert!(score < fire && fire < survive, "{score} {fire} {survive}");
}

#[test]
fn both_burn_orders_and_costly_scrambles_are_played() {
    let mut params = params(6.0);
    params.fire.burns = BurnOrder::BeforeFall;
    params.scramble.turn = ScrambleTurn::Turn;
    let limits = Limits { words: 200, level: Some(30) };
    let result = play(&mut adviser(params), Policy::Survive, 25, 3, limits, |_| {});
    assert!(result.words > 5 && !result.capped, "{result:?}");
}

#[test]
fn summaries_are_of_all_games() {
    let game = |seed, words, score| GameResult { seed, words, score, level: 1, scrambles: 1, capped: words == 99 };
    let games = [game(1, 9, 100), game(2, 99, 1000), game(3, 9, 10)];
    let summary = Summary::of(&games).unwrap();
    assert!((summary.words.geometric_mean + 1.0 - 10f64.powf(4.0 / 3.0)).abs() < 1e-9);
    assert_eq!((summary.words.median, summary.words.p10, summary.score_median, summary.capped), (9, 9, 100, 1));
    assert!(summary.words.low < summary.words.geometric_mean && summary.words.geometric_mean < summary.words.high);
    assert!(Summary::of(&[]).is_none());
    let twice: Vec<GameResult> = games.iter().map(|game| GameResult { words: 2 * game.words + 1, ..*game }).collect();
    let ratio = paired_ratio(&twice, &games, |game| f64::from(game.words)).unwrap();
    assert!((ratio.ratio - 2.0).abs() < 1e-9 && (ratio.high - ratio.low).abs() < 1e-9);
    assert!(paired_ratio(&games, &[], |game| f64::from(game.words)).is_none());
}

#[test]
fn policies_have_names() {
    for policy in Policy::ALL {
        assert_eq!(policy.to_string().parse(), Ok(policy));
    }
    assert!(
        "best"
            .parse::<Policy>()
            .unwrap_err()
            .to_string()
            .contains("found `best`: name one of longest, score, fire-longest, fire-score, reach, survive")
    );
}
