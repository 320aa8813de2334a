//! How long the search thinks: a number of boards, or a time.

use crate::args::ThinkArgs;
use hexlex::advise::{Advice, AdviseError, Budget, Wishes, advise};
use hexlex::board::Board;
use hexlex::game::GameParams;
use hexlex::lexicon::Lexicon;
use std::time::{Duration, Instant};

/// The boards solved where no option says it, in a few milliseconds.
const SOLVES: usize = 100;

/// The boards that are solved to measure the speed.
const MEASURED: usize = 25;

/// The share of the time that is planned, since boards differ; and the share at which the search ends in any case, so that the
/// reasons are found in time.
const PLANNED: f64 = 0.85;
const MOST: f64 = 0.9;

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
    let Some(time) = think.think else {
        let budget = Budget::solves(think.solves.unwrap_or(SOLVES));
        return advise(board, lexicon, params, level, budget, wishes);
    };
    let start = Instant::now();
    let first = advise(board, lexicon, params, level, Budget::solves(MEASURED), wishes)?;
    let each = start.elapsed().div_f64(first.solves.max(1) as f64).max(Duration::from_nanos(1));
    let left = time.saturating_sub(start.elapsed());
    let solves = (PLANNED * left.as_secs_f64() / each.as_secs_f64()) as usize;
    if solves <= MEASURED {
        return Ok(first);
    }
    let goes_on = || start.elapsed() < time.mul_f64(MOST);
    advise(board, lexicon, params, level, Budget { solves, goes_on: &goes_on }, wishes)
}
