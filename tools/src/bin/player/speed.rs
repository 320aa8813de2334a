//! How much time of the processor an advice takes.

use anyhow::{Context, Result};
use hexlex::advise::{Adviser, Budget, Limits, Policy, Wishes, advise, advise_within, play};
use hexlex::board::Board;
use hexlex::game::{Engine, GameParams, State};
use hexlex::lexicon;
use hexlex::profile::BuiltIn;
use hexlex_tools::outln;
use rustix::time::{ClockId, clock_gettime};
use std::time::Duration;

/// The level of the boards: as many fires as the player just survives with twice the profile's fire.
const LEVEL: u32 = 45;

/// Every so many moves of a game a board is taken, so that boards differ.
const EVERY: usize = 7;

/// The time of the second measurement.
const THINK: Duration = Duration::from_millis(50);

/// Prints the quantiles of the time for boards of games with twice the fire.
pub(crate) fn run(count: usize) -> Result<()> {
    let game = BuiltIn::Sketch.profile().game.clone();
    let params = GameParams { fire: game.fire.clone().times(2.0), ..game };
    let boards = boards(&params, count)?;
    let english = lexicon::english();
    let mut adviser = Adviser::new(Engine::new(params.clone()).context("expected tiles that fall")?, english);
    let states = boards.iter().map(|board| State::of_board(board).context("a board of at most 64 tiles"));
    let states = states.collect::<Result<Vec<_>>>()?;
    let budget = Budget::solves(25);
    print("a move of a game, 25 boards", &states, |state| adviser.decide(state, LEVEL, budget, 1).solves);
    let wishes = Wishes::default();
    print("advice with its reason, 25 boards", &boards, |board| {
        advise(board, english, &params, LEVEL, budget, wishes).map_or(0, |advice| advice.solves)
    });
    print("advice with its reason, 50 ms", &boards, |board| {
        advise_within(board, english, &params, LEVEL, THINK, wishes).map_or(0, |advice| advice.solves)
    });
    Ok(())
}

/// Boards of games of the player.
fn boards(params: &GameParams, count: usize) -> Result<Vec<Board>> {
    let engine = Engine::new(params.clone()).context("expected tiles that fall")?;
    let mut adviser = Adviser::new(engine, lexicon::english());
    let limits = Limits { words: 150, level: Some(LEVEL) };
    let mut boards = Vec::new();
    for seed in 1.. {
        if boards.len() >= count {
            break;
        }
        let mut moves = 0;
        play(&mut adviser, Policy::Survive, 25, seed, limits, |turn| {
            moves += 1;
            if moves % EVERY == 0 {
                boards.push(turn.state.board(&params.shape));
            }
        });
    }
    boards.truncate(count);
    Ok(boards)
}

/// Prints the median, the 99% quantile and the most of the time that each item takes, in milliseconds of this thread.
fn print<T>(what: &str, items: &[T], mut work: impl FnMut(&T) -> usize) {
    let mut times = Vec::new();
    let mut solves = 0;
    for item in items {
        let before = processor_ms();
        solves += work(item);
        times.push(processor_ms() - before);
    }
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    let mean = solves as f64 / items.len().max(1) as f64;
    outln!(
        "{what}: median {:.2} ms, 99% {:.2} ms, most {:.2} ms of the processor; {} boards, {mean:.0} solved for each",
        at(0.5),
        at(0.99),
        at(1.0),
        items.len()
    );
}

/// The time that this thread has run on the processor, in milliseconds.
fn processor_ms() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1e3 + time.tv_nsec as f64 / 1e6
}
