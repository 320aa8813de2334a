//! `hexlex roll`: prints random boards.

use crate::args::{DiceArg, RollArgs};
use crate::console::{Console, Outcome};
use crate::{boards, dictionary};
use anyhow::{Result, bail};
use hexlex::board::Shape;
use hexlex::roll::{Dice, Roller};
use hexlex::solve::{Rules, Solver};
use serde::Serialize;
use std::hash::{BuildHasher, Hasher};

/// The JSON of `roll`.
#[derive(Serialize)]
struct Report {
    seed: u64,
    shape: String,
    boards: Vec<String>,
}

/// Runs the command.
pub(crate) fn run(args: RollArgs, console: &Console) -> Result<Outcome> {
    let (shape, dice) = shape_and_dice(&args)?;
    let seed = args.seed.unwrap_or_else(random_seed);
    console.detail(format_args!("use --seed {seed} to print these boards again"));
    let mut roller = Roller::new(seed);
    let lexicon = if args.best_of > 1 { Some(dictionary::load(args.lexicon.as_deref(), console)?) } else { None };
    let mut solver = lexicon.as_ref().map(|lexicon| Solver::new(lexicon.plain(), Rules::boggle()));
    let mut roll = || {
        let rolls = (0..args.best_of).map(|_| roller.roll(&dice, shape.len()));
        match &mut solver {
            Some(solver) => rolls.max_by_key(|board| count_words(solver, &shape, board)).unwrap_or_default(),
            None => rolls.last().unwrap_or_default(),
        }
    };
    if console.json {
        let boards = (0..args.count).map(|_| roll()).collect();
        console.answer_json(&Report { seed, shape: shape.to_string(), boards })?;
        return Ok(Outcome::Done);
    }
    for number in 0..args.count {
        let board = roll();
        if args.text {
            let separator = if number == 0 { String::new() } else { format!("{}\n", boards::SEPARATOR) };
            console.answer(&format!("{separator}{}", boards::from_line(&board, Some(&shape))?))?;
        } else {
            console.answer(&format!("{board}\n"))?;
        }
    }
    Ok(Outcome::Done)
}

/// The shape and the dice of the arguments; each has a default that fits the other.
///
/// # Errors
/// If the dice have another number of cubes than the shape has tiles.
fn shape_and_dice(args: &RollArgs) -> Result<(Shape, Dice)> {
    let named = args.dice.map(|dice| match dice {
        DiceArg::New => Dice::NEW,
        DiceArg::Old => Dice::OLD,
        DiceArg::Big => Dice::BIG,
        DiceArg::Bookworm => Dice::ENGLISH,
        DiceArg::Uniform => Dice::UNIFORM,
    });
    let (shape, dice) = match (args.shape.0.clone(), named) {
        (Some(shape), Some(dice)) => (shape, dice),
        (Some(shape), None) => (shape.clone(), Dice::for_shape(&shape)),
        (None, Some(dice)) => (dice.shape(), dice),
        (None, None) => (Dice::NEW.shape(), Dice::NEW),
    };
    if !dice.fits(shape.len()) {
        bail!("expected a shape with as many tiles as the dice have cubes, found {shape}: leave out --shape or --dice");
    }
    Ok((shape, dice))
}

/// The number of words on a board, 0 if its letters do not fit the shape.
fn count_words(solver: &mut Solver<'_>, shape: &Shape, board: &str) -> usize {
    let quick = solver.total_of_letters(shape, board).map(|total| total.words);
    quick.or_else(|| Some(solver.total(&boards::from_line(board, Some(shape)).ok()?).words)).unwrap_or(0)
}

/// A random seed of 32 bits, short enough to type. It comes from the random keys of the standard hash tables.
pub(crate) fn random_seed() -> u64 {
    std::collections::hash_map::RandomState::new().build_hasher().finish() >> 32
}
