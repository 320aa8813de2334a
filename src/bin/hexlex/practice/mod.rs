//! `hexlex practice`: a small game in its own window, to play and to try `hexlex watch` on.
//!
//! - `scene`: what clicks and keys do.
//! - `arrangement`: where everything lies in the window.
//! - `renderer` and `scenery`: the image.

mod arrangement;
mod renderer;
mod scene;
mod scenery;

use crate::args::{FallingArg, PracticeArgs};
use crate::console::{Console, Outcome};
use crate::{dictionary, roll, rules, window};
use anyhow::Result;
use hexlex::game::GameParams;
use hexlex::solve::Rules;
use scene::{PracticeScene, Setup};
use serde::Serialize;

/// The window's title, by which `watch --window` finds it.
const TITLE: &str = "hexlex practice";

/// The JSON of `practice`: the result of the last game.
#[derive(Serialize)]
struct PracticeReport<'a> {
    seed: u64,
    score: u64,
    level: u32,
    over: bool,
    words: &'a [PlayedWord],
}

/// A word that was played, and its points.
#[derive(Serialize)]
struct PlayedWord {
    word: String,
    score: u32,
}

/// Runs the command.
pub(crate) fn run(args: PracticeArgs, console: &Console) -> Result<Outcome> {
    rules::check_lengths(args.words.min_length, args.words.max_length)?;
    let setup = Setup {
        params: GameParams::new(rules(&args)),
        lexicon: dictionary::load(args.words.lexicon.as_deref(), console)?,
        seed: args.seed.unwrap_or_else(roll::random_seed),
        fall_time: args.animation,
        state: args.state,
    };
    let scene = PracticeScene::new(setup)?;
    let scene = window::run(TITLE, args.size.into(), |_| scene)?;
    let (game, seed, words) = (scene.game(), scene.seed(), scene.played());
    let (score, level) = (game.score(), game.level());
    if console.json {
        console.answer_json(&PracticeReport { seed, score, level, over: game.is_over(), words })?;
    } else {
        let words = words.len();
        console
            .answer(&format!("{score} points, {words} words, level {level}; --seed {seed} begins this game again\n"))?;
    }
    Ok(Outcome::Done)
}

/// The rules of the arguments.
fn rules(args: &PracticeArgs) -> Rules {
    let mut rules = match args.profile {
        FallingArg::Deluxe => Rules::deluxe(),
        FallingArg::Web => Rules::web(),
    };
    rules::set_lengths(&mut rules, &args.words);
    rules
}
