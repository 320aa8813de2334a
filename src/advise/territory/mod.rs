//! Advice in a game of territory: the word that takes most, less the best reply.
//!
//! [`advise`] turns the words that the [`Search`](search::Search) examines into words, and says why ([`TerritoryWhy`]).

mod position;
mod search;
mod why;
mod words;

use super::answer::{Advice, AdviseError, AdvisedWord, Wishes};
use super::search::Budget;
use crate::board::{Adjacency, Board};
use crate::game::{GameParams, Territory, TerritoryError, TerritoryParams};
use crate::lexicon::Lexicon;
use crate::profile::Beginnings;
use crate::solve::Solver;
use position::Position;
use search::Search;
use why::TerritoryWhy;
use words::Words;

/// Advises on a board with owners.
///
/// # Errors
/// [`AdviseError`] where the lines of the board are not rows, it is too large, or a tile has two owners.
pub(super) fn advise(
    board: &Board,
    lexicon: &Lexicon,
    params: &GameParams,
    rules: TerritoryParams,
    budget: Budget<'_>,
    wishes: Wishes<'_>,
) -> Result<Advice, AdviseError> {
    let board = &board.clone().with_adjacency(Adjacency::Free);
    let (territory, owners) = Territory::new(board, rules).map_err(|error| match error {
        TerritoryError::Columns(shape) => AdviseError::Columns(shape),
        TerritoryError::TooLarge(found) => AdviseError::TooLarge { most: crate::game::MAX_CELLS, found },
        TerritoryError::TwoOwners(cell) => AdviseError::TwoOwners(cell.line + 1, cell.index + 1),
    })?;
    let mut solver = Solver::new(lexicon, params.rules.clone());
    let words = match territory.is_over(owners) {
        true => Words { faces: Vec::new(), groups: Vec::new() },
        false => Words::of(board, &mut solver, lexicon, |word| is_refused(word, wishes.played, rules.beginnings)),
    };
    let mut search = Search { territory: &territory, words: &words, lexicon, solves: 0 };
    let examined = search.search(owners, budget);
    let solves = search.solves;
    let position = Position { search: &search, owners, shape: board.shape() };
    let mut advised: Vec<AdvisedWord> = Vec::new();
    for word in examined.iter().filter_map(|examined| position.advised(examined)) {
        if advised.iter().all(|other| other.found.word != word.found.word) {
            advised.push(word);
        }
    }
    let why = TerritoryWhy::of(&position, &examined, &advised);
    Ok(Advice {
        words: advised,
        scramble: false,
        text: why.to_string(),
        why: None,
        risk_unknown: None,
        solves,
        is_partial: false,
    })
}

/// Whether a word may not be played after these.
fn is_refused(word: &str, played: &[String], beginnings: Beginnings) -> bool {
    played.iter().any(|played| match beginnings {
        Beginnings::Refused => played.to_lowercase().starts_with(word),
        Beginnings::Allowed => played.to_lowercase() == word,
    })
}

#[cfg(test)]
mod tests;
