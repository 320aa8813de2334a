//! Advice within a time instead of a number of boards.

use super::answer::{Advice, AdviseError, Wishes};
use super::board::advise;
use super::search::Budget;
use crate::board::Board;
use crate::game::GameParams;
use crate::lexicon::Lexicon;
use crate::stopwatch::Stopwatch;
use std::time::Duration;

/// The boards that are solved to measure the speed.
const MEASURED: usize = 25;

/// The share of the time that is planned, since boards differ; and the share at which the search ends in any case, so that the
/// reasons are found in time. Larger shares miss the limit on some boards: `player speed` shows how many.
const PLANNED: f64 = 0.85;
const MOST: f64 = 0.9;

/// As [`advise`], with as many boards as this time allows. A second search starts anew, so there is none where the first one took over
/// half of the time.
///
/// # Errors
/// As [`advise`].
pub fn advise_within(
    board: &Board,
    lexicon: &Lexicon,
    params: &GameParams,
    level: u32,
    time: Duration,
    wishes: Wishes<'_>,
) -> Result<Advice, AdviseError> {
    let start = Stopwatch::start();
    let goes_on = || start.elapsed() < time.mul_f64(MOST);
    let first = advise(board, lexicon, params, level, Budget { solves: MEASURED, goes_on: &goes_on }, wishes)?;
    if start.elapsed() > time / 2 {
        return Ok(first);
    }
    let each = start.elapsed().div_f64(first.solves.max(1) as f64).max(Duration::from_nanos(1));
    let left = time.saturating_sub(start.elapsed());
    let solves = (PLANNED * left.as_secs_f64() / each.as_secs_f64()) as usize;
    if solves <= MEASURED {
        return Ok(first);
    }
    advise(board, lexicon, params, level, Budget { solves, goes_on: &goes_on }, wishes)
}
