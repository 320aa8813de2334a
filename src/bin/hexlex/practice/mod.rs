//! `hexlex practice`: a small game in its own window, to play and to try `hexlex watch` on.
//!
//! - `scene`: what clicks, drags and keys do, and what moves.
//! - `play`: the game in progress without its window; `spelling`: words that are typed; `scores`: the best games.
//! - `bonus`: the words that the game asks for.
//! - `round`: a game against the clock, and what was left on its board.
//! - `arrangement`: where everything lies in the window.
//! - `renderer`, `page` and `scenery`: the image; `skins`: its looks; `effects`: what moves.

mod arrangement;
mod bonus;
mod effects;
mod page;
mod play;
mod renderer;
mod round;
mod scenery;
mod scene;
mod scores;
mod skins;
mod spelling;

use crate::args::{EffectsArg, GameArg, PracticeArgs};
use crate::console::{Console, Outcome};
use crate::window::Opening;
use crate::{dictionary, roll, rules, window};
use anyhow::{Result, ensure};
use hexlex::game::GameParams;
use hexlex::profile::{BuiltIn, Profile};
use hexlex::solve::Rules;
use play::{Play, Setup};
use round::Rest;
use scene::{Look, PracticeScene};
use scores::HighScores;
use serde::{Deserialize, Serialize};
use skins::Skin;
use std::time::Duration;

/// The window's title, by which `watch --window` finds it.
const TITLE: &str = "hexlex practice";

/// The most letters of a word in a game that has no limit of its own: few words are longer, and none of them comes on a board.
/// Chosen by hand.
const LONGEST_PLAYED: usize = 16;

/// The JSON of `practice`: the result of the last game.
#[derive(Serialize)]
struct PracticeReport<'a> {
    seed: u64,
    score: u64,
    level: u32,
    over: bool,
    words: &'a [PlayedWord],
    /// In a game whose tiles stay, what the board had.
    #[serde(skip_serializing_if = "Option::is_none")]
    round: Option<&'a Rest>,
}

/// A word that was played, and its points.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct PlayedWord {
    word: String,
    score: u32,
}

/// Runs the command.
pub(crate) fn run(args: PracticeArgs, console: &Console) -> Result<Outcome> {
    rules::check_lengths(args.words.min_length, args.words.max_length)?;
    args.state.as_deref().map_or(Ok(()), Play::check_state)?;
    let params = params(&args);
    let Rules { min_length, max_length, .. } = params.rules;
    let longest = max_length.min(LONGEST_PLAYED);
    ensure!(
        min_length <= longest,
        "expected --min-length of at most {longest}, the longest word of the game, found {min_length}: lower it"
    );
    let setup = Setup {
        params,
        time: time(&args),
        bonus: profile(&args).bonus.clone(),
        // The games roll letters without accents.
        lexicon: dictionary::load(args.words.lexicon.as_deref(), console)?.into_plain(),
        seed: args.seed.unwrap_or_else(roll::random_seed),
        state: args.state,
        scores: high_scores(console),
    };
    let effects = match args.effects {
        EffectsArg::Usual => skins::usual_effects(args.skin),
        EffectsArg::Only(effects) => effects,
    };
    let look = Look { skin: Skin::new(args.skin), effects: effects.into_iter().collect(), fall_time: args.animation };
    let scene = PracticeScene::new(Play::new(setup)?, look);
    let mut scene = window::run(TITLE, Opening::Anywhere(args.size.into()), |_| scene)?;
    scene.end();
    let play = scene.play();
    if let Some(error) = play.scores_error() {
        console.warn(format_args!("the high scores were not kept: {error:#}"));
    }
    report(play, console)
}

/// Prints the result of the last game.
fn report(play: &Play, console: &Console) -> Result<Outcome> {
    let (game, seed, words) = (&play.game, play.seed(), play.words());
    let (score, level, round) = (game.score(), game.level(), play.rest());
    if console.json {
        console.answer_json(&PracticeReport { seed, score, level, over: play.is_over(), words, round })?;
    } else if let Some(rest) = round {
        console.answer(&format!("{}\n{}--seed {seed} begins this game again\n", rest.share(), rest.list()))?;
    } else {
        let words = words.len();
        console
            .answer(&format!("{score} points, {words} words, level {level}; --seed {seed} begins this game again\n"))?;
    }
    Ok(Outcome::Done)
}

/// The game of the arguments.
fn params(args: &PracticeArgs) -> GameParams {
    let mut params = GameParams::of(profile(args));
    rules::set_lengths(&mut params.rules, &args.words);
    params
}

/// The rules of the arguments.
fn profile(args: &PracticeArgs) -> &'static Profile {
    let built_in = match args.profile.unwrap_or_else(|| skins::usual_game(args.skin)) {
        GameArg::Deluxe => BuiltIn::Deluxe,
        GameArg::Web => BuiltIn::Web,
        GameArg::Boggle => BuiltIn::Boggle,
        GameArg::WordHunt => BuiltIn::WordHunt,
        GameArg::Ruzzle => BuiltIn::Ruzzle,
    };
    built_in.profile()
}

/// The time of a round; `None` for a game without a clock.
fn time(args: &PracticeArgs) -> Option<Duration> {
    let profile = profile(args);
    let time = args.time.or(profile.seconds.map(|seconds| Duration::from_secs(seconds.into())));
    time.filter(|time| !time.is_zero() && profile.game.refill.stays())
}

/// The user's best games; none, after a warning, where they cannot be read.
fn high_scores(console: &Console) -> HighScores {
    let scores = scores::user_file().map_or_else(|| Ok(HighScores::default()), HighScores::open);
    scores.unwrap_or_else(|error| {
        console.warn(format_args!("the high scores are not kept: {error:#}"));
        HighScores::default()
    })
}
