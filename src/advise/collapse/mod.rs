//! Advice on a board that is played off (no new tiles come): the word with which the best whole game begins.
//!
//! [`advise`] turns the games that the [`Beam`](search::Beam) finds into words, and says why ([`CollapseWhy`]).

mod search;
mod why;

use super::answer::{Advice, AdviseError, AdvisedWord, Effect, Wishes};
use super::search::Budget;
use crate::board::{Board, Shape, upper};
use crate::game::{Collapse, CollapseParams, GameParams, Pile};
use crate::lexicon::Lexicon;
use crate::solve::FoundWord;
use search::{Beam, Line};
use why::CollapseWhy;

/// The largest board. Larger: an advice takes seconds. Chosen by hand, above the size of any game's board.
const MOST_CELLS: usize = 400;

/// Advises on a board that is played off.
///
/// # Errors
/// [`AdviseError`] where the lines of the board are not rows, or it is too large.
pub(super) fn advise(
    board: &Board,
    lexicon: &Lexicon,
    params: &GameParams,
    collapse: CollapseParams,
    budget: Budget<'_>,
    wishes: Wishes<'_>,
) -> Result<Advice, AdviseError> {
    let shape = board.shape();
    if shape.len() > MOST_CELLS {
        return Err(AdviseError::TooLarge { most: MOST_CELLS, found: shape.len() });
    }
    let (collapse, pile) =
        Collapse::new(board, collapse, &params.rules).ok_or_else(|| AdviseError::Columns(shape.clone()))?;
    let played =
        wishes.played.iter().filter_map(|word| lexicon.number(&word.to_lowercase())).map(|number| number as u32);
    let mut beam = Beam::new(collapse.clone(), lexicon, params.rules.clone(), played.collect());
    let lines = beam.search(&pile, budget);
    let solves = beam.solves;
    let why = CollapseWhy::of(&mut beam, &collapse, &pile, &lines, lexicon);
    let words = lines.iter().filter_map(|line| advised(line, lexicon, shape, &collapse, &pile)).collect();
    Ok(Advice {
        words,
        scramble: false,
        text: why.to_string(),
        why: None,
        risk_unknown: None,
        solves,
        is_partial: beam.is_partial,
    })
}

/// The first word of a game.
fn advised(line: &Line, lexicon: &Lexicon, shape: &Shape, collapse: &Collapse, pile: &Pile) -> Option<AdvisedWord> {
    let first = line.words.first()?;
    let number = first.number as usize;
    let mut removed = Vec::new();
    collapse.removed(pile, &first.cells, first.letters as usize, &mut removed);
    Some(AdvisedWord {
        found: FoundWord {
            word: upper(&lexicon.word(number)?),
            length: first.letters as usize,
            score: first.score,
            path: first.cells.iter().filter_map(|&cell| shape.cell(cell as usize)).collect(),
            class: lexicon.class_of(number),
        },
        danger: -(line.total as f32),
        risk: None,
        effect: Some(Effect::Collapse { removes: removed.len(), total: line.total }),
    })
}

#[cfg(test)]
mod tests;
