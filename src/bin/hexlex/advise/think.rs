//! How long the search thinks: a number of boards, or a time.

use crate::args::ThinkArgs;
use hexlex::advise::{Advice, AdviseError, Budget, Wishes, advise, advise_within};
use hexlex::board::Board;
use hexlex::game::GameParams;
use hexlex::lexicon::Lexicon;

/// The boards solved where no option says it, in a few milliseconds.
const SOLVES: usize = 100;

/// Advises on a board within the budget of the arguments.
///
/// # Errors
/// As [`advise`].
pub(crate) fn within(
    think: &ThinkArgs,
    board: &Board,
    lexicon: &Lexicon,
    params: &GameParams,
    level: u32,
    wishes: Wishes<'_>,
) -> Result<Advice, AdviseError> {
    match think.think {
        Some(time) => advise_within(board, lexicon, params, level, time, wishes),
        None => {
            let budget = Budget::solves(think.solves.unwrap_or(SOLVES));
            advise(board, lexicon, params, level, budget, wishes)
        }
    }
}
