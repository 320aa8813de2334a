//! Positions of simulated games with their advice and why, for a person who reads them against the board.

use anyhow::{Context, Result};
use hexlex::advise::{Adviser, Budget, Limits, Policy, Wishes, advise, play};
use hexlex::game::Engine;
use hexlex::lexicon;
use hexlex::profile::BuiltIn;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

/// The rules of the games, in turn: rising levels, twice the fire, and a scramble that costs a turn.
fn engines() -> Result<Vec<(&'static str, Engine)>> {
    let params = BuiltIn::Sketch.profile().game.clone();
    let twice = hexlex::game::GameParams { fire: params.fire.clone().times(2.0), ..params.clone() };
    let mut turn = twice.clone();
    turn.scramble.turn = hexlex::game::ScrambleTurn::Turn;
    let named = [("sketch", params), ("fire x2", twice), ("fire x2, a scramble costs a turn", turn)];
    named.into_iter().map(|(name, params)| Some((name, Engine::new(params)?))).collect::<Option<_>>().context("columns")
}

/// Writes the positions. Of each game some come from everywhere, and some from its end, where fires are low.
pub(crate) fn run(count: usize, seed: u64, output: &Path) -> Result<()> {
    let engines = engines()?;
    let mut text = String::new();
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    let mut written = 0;
    for game in seed.. {
        if written >= count {
            break;
        }
        let (name, engine) = &engines[game as usize % engines.len()];
        for (state, level) in positions(engine, game) {
            if written >= count {
                break;
            }
            written += 1;
            let board = state.board(&engine.params().shape);
            let advice =
                advise(&board, lexicon::english(), engine.params(), level, Budget::solves(100), Wishes::default())?;
            let Some(why) = &advice.why else { continue };
            for fact in &why.facts {
                let kind = format!("{fact:?}");
                *kinds.entry(kind.split(['(', ' ', '{']).next().unwrap_or_default().to_string()).or_default() += 1;
            }
            let word = |word: &hexlex::advise::AdvisedWord| {
                let path = word.found.path.iter().map(|cell| format!("{},{}", cell.line + 1, cell.index + 1));
                format!("{} ({})", word.found.word, path.collect::<Vec<_>>().join(" "))
            };
            let play = advice.words.first().filter(|_| !advice.scramble).map_or("scramble".to_string(), word);
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "# {written}: {name}, game {game}, level {level}\n{board}play {play}\nwhy: {}",
                advice.text
            );
            let rival = why.rival.clone().unwrap_or_default();
            let cells = hexlex::game::ids(why.rival_mask).filter_map(|id| engine.params().shape.cell(id));
            let cells: Vec<String> = cells.map(|cell| format!("{},{}", cell.line + 1, cell.index + 1)).collect();
            let _ = writeln!(text, "rival: {rival} ({})\n", cells.join(" "));
        }
    }
    let _ = writeln!(text, "# facts: {kinds:?}");
    std::fs::write(output, text).with_context(|| output.display().to_string())
}

/// A few positions of a game of the player with a small budget.
fn positions(engine: &Engine, seed: u64) -> Vec<(hexlex::game::State, u32)> {
    /// Moves between two positions, and the positions from the end.
    const EVERY: usize = 150;
    const LAST: usize = 4;
    let mut adviser = Adviser::new(engine.clone(), lexicon::english());
    let limits = Limits { words: 1200, level: None };
    let mut all = Vec::new();
    play(&mut adviser, Policy::FireScore, 5, seed, limits, |turn| all.push((*turn.state, turn.level)));
    let from = all.len().saturating_sub(LAST);
    let chosen = all.iter().enumerate().filter(|(at, _)| at % EVERY == EVERY / 3 || *at >= from);
    chosen.map(|(_, position)| *position).collect()
}
