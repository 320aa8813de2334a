//! Games of the player under given parameters.

use crate::Games;
use anyhow::{Context, Result};
use hexlex::advise::{Adviser, GameResult, Limits, Policy, SearchParams, Summary, play};
use hexlex::board::{Board, Face, Tile};
use hexlex::game::{Engine, GameParams};
use hexlex::lexicon;
use hexlex::profile::Profile;
use hexlex::roll::Roller;
use rayon::prelude::*;
use std::ops::Range;

/// The rules and limits of games, and the boards that are solved for a move.
pub(crate) struct Rules {
    pub(crate) engine: Engine,
    pub(crate) limits: Limits,
    pub(crate) solves: usize,
}

/// The level of games with a fixed rate of fire, as in the tables of docs/playing.md.
const LEVEL: u32 = 20;

impl Rules {
    /// The rules of the arguments.
    pub(crate) fn of(args: &Games) -> Result<Rules> {
        let mut params = GameParams::of(&Profile::load(&args.profile)?);
        let factor = args.fires.strip_prefix('x');
        let number: f64 = factor.unwrap_or(&args.fires).parse().context("expected a rate such as 2.5, or x2")?;
        params.fire = match factor {
            Some(_) => params.fire.times(number),
            None => params.fire.at_rate((number * 1000.0) as u32),
        };
        let engine = Engine::new(params).context("expected tiles that fall")?;
        let limits = Limits { words: args.max_words, level: factor.is_none().then_some(LEVEL) };
        Ok(Rules { engine, limits, solves: args.solves })
    }

    /// Plays the games of these seeds, on all cores.
    pub(crate) fn play(&self, search: &SearchParams, seeds: Range<u64>) -> Vec<GameResult> {
        let adviser = || Adviser::new(self.engine.clone(), lexicon::english()).with_search(search.clone());
        let game =
            |adviser: &mut Adviser<'_>, seed| play(adviser, Policy::Survive, self.solves, seed, self.limits, |_| {});
        seeds.into_par_iter().map_init(adviser, game).collect()
    }
}

/// What games say, in a line.
pub(crate) fn line(games: &[GameResult]) -> String {
    let Some(summary) = Summary::of(games) else { return "no game".to_string() };
    let words = summary.words;
    format!(
        "{:.0} words [{:.0}..{:.0}], {:.0} points a word, {} of {} games to the end",
        words.geometric_mean, words.low, words.high, summary.score_per_word, summary.capped, summary.games
    )
}

/// A random board of the profile's letters; `q` is the text of a Q tile (`Q` or `QU`).
pub(crate) fn rolled(params: &GameParams, seed: u64, q: &str) -> Option<Board> {
    let letters = Roller::new(seed).roll(&params.letters, params.shape.len());
    let face = |letter: char| if letter == 'q' { q.to_string() } else { letter.to_uppercase().to_string() };
    let tiles = letters.chars().map(|letter| Some(Tile::new(Face::Letters(face(letter)))));
    Board::new(params.shape.clone(), tiles.collect()).ok()
}
