//! `hexlex practice`: a small game in a window of its own, to play and to try the rest of hexlex on.

mod plan;
mod table;
mod view;

use crate::args::{FallingArg, PracticeArgs};
use crate::console::{Console, Outcome};
use crate::{roll, window, words};
use anyhow::Result;
use hexlex::game::GameParams;
use hexlex::solve::Rules;
use serde::Serialize;
use table::{Setting, Table};

/// The window's title, which `watch --window` finds it by.
const TITLE: &str = "hexlex practice";

/// The JSON of `practice`: how the last game went.
#[derive(Serialize)]
struct Report<'a> {
    seed: u64,
    score: u64,
    level: u32,
    over: bool,
    words: Vec<Word<'a>>,
}

#[derive(Serialize)]
struct Word<'a> {
    word: &'a str,
    score: u32,
}

/// Runs the command.
pub(crate) fn run(args: PracticeArgs, console: &Console) -> Result<Outcome> {
    words::check_lengths(&args.words)?;
    let setting = Setting {
        params: GameParams::new(rules(&args)),
        lexicon: words::lexicon(&args.words, console)?,
        seed: args.seed.unwrap_or_else(roll::random_seed),
        fall: args.animation,
        state: args.state,
    };
    let table = Table::new(setting)?;
    let table = window::run(TITLE, args.size, |_| table)?;
    let game = table.game();
    let words: Vec<Word<'_>> = table.played().iter().map(|(word, score)| Word { word, score: *score }).collect();
    let (seed, score, level) = (table.seed(), game.score(), game.level());
    if console.json {
        console.answer_json(&Report { seed, score, level, over: game.is_over(), words })?;
    } else {
        let words = words.len();
        console
            .answer(&format!("{score} points, {words} words, level {level}; --seed {seed} begins this game again\n"))?;
    }
    Ok(Outcome::Done)
}

/// The rules that were asked for.
fn rules(args: &PracticeArgs) -> Rules {
    let mut rules = match args.profile {
        FallingArg::Deluxe => Rules::deluxe(),
        FallingArg::Web => Rules::web(),
    };
    words::limit(&mut rules, &args.words);
    rules
}
