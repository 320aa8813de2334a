//! Advice on a [`Board`]: the search, its words with their paths, and why.

use super::answer::{Advice, AdviseError, AdvisedWord, Wishes};
use super::candidates::is_known;
use super::collapse;
use super::risk::Risk;
use super::search::{Adviser, Budget, Choice, Leaves, SearchParams};
use super::territory;
use super::why::{Fact, Why};
use crate::board::{Board, Cell, Lines, Shape};
use crate::game::{Engine, GameParams, MAX_CELLS, Refill, State, ids};
use crate::lexicon::Lexicon;
use crate::solve::FoundWord;

/// How much more danger the bonus word may leave than the best word: that of one fire on the bottom that words reach. Chosen by
/// hand; larger values take the bonus at a greater risk.
const BONUS_DANGER: f32 = 10.0;

/// Advises on a board of a game with these parameters, whose shape becomes the board's.
///
/// # Errors
/// [`AdviseError`] where the board does not fit the game, and in games whose tiles stay and have no owners.
pub fn advise(
    board: &Board,
    lexicon: &Lexicon,
    params: &GameParams,
    level: u32,
    budget: Budget<'_>,
    wishes: Wishes<'_>,
) -> Result<Advice, AdviseError> {
    match params.refill {
        Refill::Fall if board.shape().lines() == Lines::Columns => {
            falling(board, lexicon, params, level, budget, wishes)
        }
        Refill::Collapse(rules) => collapse::advise(board, lexicon, params, rules, budget, wishes),
        Refill::Own(rules) => territory::advise(board, lexicon, params, rules, budget, wishes),
        Refill::Fall => Err(AdviseError::Rows(board.shape().clone())),
        Refill::Stay if board.shape().lines() == Lines::Rows => Err(AdviseError::Rows(board.shape().clone())),
        Refill::Stay => Err(AdviseError::Stays),
    }
}

/// Advises on a board whose tiles fall, with new ones above them.
fn falling(
    board: &Board,
    lexicon: &Lexicon,
    params: &GameParams,
    level: u32,
    budget: Budget<'_>,
    wishes: Wishes<'_>,
) -> Result<Advice, AdviseError> {
    let shape = board.shape();
    let too_large = || AdviseError::TooLarge { most: MAX_CELLS, found: shape.len() };
    let params = GameParams { shape: shape.clone(), ..params.clone() };
    let engine = Engine::new(params).filter(|_| shape.len() <= MAX_CELLS).ok_or_else(too_large)?;
    let state = State::of_board(board).ok_or_else(too_large)?;
    let search = SearchParams { examines_longest: true, ..SearchParams::default() };
    let mut adviser = Adviser::new(engine, lexicon).with_search(search);
    let mut decision = adviser.decide(&state, level, budget, SEED);
    let bonus = wishes.bonus.filter(|_| !decision.scramble);
    let paid = bonus.and_then(|(word, points)| {
        let best = decision.choices.first()?.danger;
        let choice = adviser.choice_of(&state, level, word)?;
        let pays = decision.choices.iter().any(|other| other.path.number == choice.path.number)
            || choice.danger < best + BONUS_DANGER;
        pays.then_some((choice, points))
    });
    if let Some((choice, _)) = paid {
        decision.choices.retain(|other| other.path.number != choice.path.number);
        decision.choices.insert(0, choice);
    }
    let mut why = Why::of(&mut adviser, &state, level, &decision);
    if let Some((_, points)) = paid {
        why.facts.insert(0, Fact::Bonus(points));
    }
    let risk_unknown = Risk::unknown_for(adviser.engine().params(), lexicon);
    let new_fires = adviser.engine().expected_fires(&state, LONGEST, level);
    let chance = |leaves: &Leaves| Risk::default().chance(&Risk::terms(leaves, new_fires)) as f32;
    let found = |choice: &Choice| {
        let number = choice.path.number as usize;
        let word = lexicon.word(number)?;
        Some(AdvisedWord {
            found: FoundWord {
                path: path_of(shape, &state, &word, choice.path.mask)?,
                length: choice.path.letters as usize,
                score: choice.score,
                class: lexicon.class_of(number),
                word: crate::board::upper(&word),
            },
            danger: choice.danger,
            risk: choice.leaves.filter(|_| risk_unknown.is_none()).map(|leaves| chance(&leaves)),
            effect: None,
        })
    };
    let mut words: Vec<AdvisedWord> = Vec::new();
    for word in decision.choices.iter().filter_map(found) {
        // Of several paths of a word, the best one counts.
        if words.iter().all(|other| other.found.word != word.found.word) {
            words.push(word);
        }
    }
    Ok(Advice {
        text: why.text(lexicon, decision.choices.first()),
        words,
        scramble: decision.scramble,
        why: Some(why),
        risk_unknown,
        solves: decision.solves,
        is_partial: !is_known(&state, shape.len()),
    })
}

/// The letters of a word after which new fire comes from the level alone.
const LONGEST: usize = 12;

/// The seed of the sampled tiles: any one, always the same.
const SEED: u64 = 1;

/// The cells of a word's path, which uses exactly these, in order.
fn path_of(shape: &Shape, state: &State, word: &str, mask: u64) -> Option<Vec<Cell>> {
    fn extend(shape: &Shape, state: &State, rest: &[u8], left: u64, path: &mut Vec<Cell>) -> bool {
        if rest.is_empty() {
            return left == 0;
        }
        let near = path.last().map(|&last| shape.neighbors(last));
        for id in ids(left) {
            let Some(cell) = shape.cell(id).filter(|cell| near.as_ref().is_none_or(|near| near.contains(cell))) else {
                continue;
            };
            let tile: &[u8] = if state.letter(id) == 16 { b"qu" } else { &[b'a' + state.letter(id).min(25)] };
            let Some(rest) = rest.strip_prefix(tile) else { continue };
            path.push(cell);
            if extend(shape, state, rest, left & !(1 << id), path) {
                return true;
            }
            path.pop();
        }
        false
    }
    let mut path = Vec::new();
    extend(shape, state, word.as_bytes(), mask, &mut path).then_some(path)
}
