//! `hexlex simulate`: plays many games with simulated players and compares them.
//!
//! [`games`] plays on all cores; `report` prints the table, the JSON and the CSV; `plot` draws; `html` is the page; `replay`
//! prints one game.

mod html;
mod plot;
mod replay;
mod report;

use crate::args::{FiresArg, SimulateArgs};
use crate::console::{Console, Outcome};
use crate::output_file::is_stdout;
use crate::terminal::width_of_answers;
use crate::{dictionary, outputs, own_output, page, rules};
use anyhow::{Context, Result, anyhow, ensure};
use hexlex::advise::{Adviser, GameResult, Limits, Policy, Summary, play};
use hexlex::game::{Engine, GameParams, Refill};
use hexlex::lexicon::Lexicon;
use hexlex::profile::Profile;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use std::path::Path;
use std::time::{Duration, Instant};

/// The boards that `survive` solves for a move where no option says it.
const SOLVES: usize = 100;

/// The games of one policy.
struct Played {
    policy: Policy,
    /// The boards solved a move; `None` for a policy that does not search.
    solves: Option<usize>,
    games: Vec<GameResult>,
    summary: Summary,
    time: Duration,
}

/// Runs the command.
pub(crate) fn run(args: SimulateArgs, console: &Console) -> Result<Outcome> {
    rules::check_lengths(args.words.min_length, args.words.max_length)?;
    let dictionary = dictionary::load(args.words.lexicon.as_deref(), console)?;
    // The games roll letters without accents.
    let lexicon = dictionary.plain();
    let profile = args.profile.profile();
    let engine = engine(profile, &args)?;
    let policies = policies(&args);
    let solves = solves(&args, &engine, lexicon);
    if let Some(seed) = args.replay {
        ensure!(!console.json, "expected a report with --json, found --replay, which prints board text: leave one out");
        replay::print(Adviser::new(engine, lexicon), policies[0], solves, seed, limits(&args), console)?;
        return Ok(Outcome::Done);
    }
    let options = [("--csv", &args.csv), ("--plot", &args.plot), ("--html", &args.html)];
    let files: Vec<(&str, &Path)> =
        options.into_iter().filter_map(|(option, file)| Some((option, file.as_deref()?))).collect();
    outputs::check_are_different(&files)?;
    let to_stdout = files.iter().find(|(_, file)| is_stdout(file)).map(|(_, file)| *file);
    let console = &console.beside(to_stdout)?;
    [&args.csv, &args.plot].into_iter().flatten().try_for_each(|file| outputs::check_file(file))?;
    args.plot.as_deref().map_or(Ok(()), plot::check)?;
    args.csv.as_deref().map_or(Ok(()), |file| own_output::check(file, report::CSV_HEADER.as_bytes()))?;
    args.html.as_deref().map_or(Ok(()), |file| page::check_file(file, html::BEGINNING))?;
    let mut played = Vec::new();
    for policy in policies {
        played.push(games(policy, solves, &engine, lexicon, &args, console)?);
    }
    if let Some(file) = &args.csv {
        outputs::write_bytes(report::csv(&played).as_bytes(), file)?;
    }
    if let Some(file) = &args.plot {
        plot::write(&played, file)?;
    }
    if let Some(file) = &args.html {
        outputs::write_bytes(html::page(&played, profile, &args).as_bytes(), file)?;
    }
    if console.json {
        console.answer_json(&report::json(&played, profile))?;
    } else {
        let width = width_of_answers();
        console.answer(&report::text(&played, width))?;
    }
    for (what, file) in [("table", &args.csv), ("plot", &args.plot), ("page", &args.html)] {
        file.iter().try_for_each(|file| console.written(what, file))?;
    }
    Ok(Outcome::Done)
}

/// The policies of the arguments, each once.
fn policies(args: &SimulateArgs) -> Vec<Policy> {
    let asked = if args.policies.is_empty() { &[Policy::FireScore, Policy::Survive][..] } else { &args.policies };
    let mut policies: Vec<Policy> = Vec::new();
    for &policy in asked {
        if !policies.contains(&policy) {
            policies.push(policy);
        }
    }
    policies
}

/// The game of the profile, with the fires of the arguments.
fn engine(profile: &Profile, args: &SimulateArgs) -> Result<Engine> {
    let mut params = GameParams::of(profile);
    rules::set_lengths(&mut params.rules, &args.words);
    params.fire = match args.fires {
        Some(FiresArg::Fixed(rate)) => params.fire.at_rate(rate),
        Some(FiresArg::Times(factor)) => params.fire.times(factor),
        None => params.fire,
    };
    ensure!(
        params.refill == Refill::Fall,
        "expected a game that brings new tiles, found {}: give --profile deluxe, web or mobile",
        profile.name
    );
    Engine::new(params).ok_or_else(|| anyhow!("expected columns of at most 64 tiles: correct the shape of the profile"))
}

fn limits(args: &SimulateArgs) -> Limits {
    Limits { words: args.max_words as u32, level: args.level }
}

/// The boards that are solved for a move. A time becomes the number of boards that fit into it, measured on the first moves of a
/// game, so that every move of the same run has the same number.
fn solves(args: &SimulateArgs, engine: &Engine, lexicon: &Lexicon) -> usize {
    /// The moves that are measured. Fewer: the first boards decide. More: a second is lost. Chosen by hand.
    const MOVES: u32 = 20;
    let Some(think) = args.think.think else { return args.think.solves.unwrap_or(SOLVES) };
    let mut adviser = Adviser::new(engine.clone(), lexicon);
    let (mut moves, start) = (0, Instant::now());
    let limits = Limits { words: MOVES, ..limits(args) };
    play(&mut adviser, Policy::Survive, SOLVES, args.seed, limits, |_| moves += 1);
    let boards_a_second = f64::from(moves) * SOLVES as f64 / start.elapsed().as_secs_f64().max(1e-6);
    ((think.as_secs_f64() * boards_a_second) as usize).max(1)
}

/// Plays the games of a policy on all threads.
fn games(
    policy: Policy,
    solves: usize,
    engine: &Engine,
    lexicon: &Lexicon,
    args: &SimulateArgs,
    console: &Console,
) -> Result<Played> {
    let pool = ThreadPoolBuilder::new()
        .num_threads(args.jobs.unwrap_or(0))
        .build()
        .map_err(|error| anyhow!("cannot start the threads ({error}): use a smaller -j"))?;
    let target = if console.shows_progress() { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let style = ProgressStyle::with_template("{msg:>12} {bar:40} {pos}/{len} games, {eta} left")?;
    let bar = ProgressBar::with_draw_target(Some(args.games as u64), target).with_style(style);
    bar.set_message(policy.name());
    let limits = limits(args);
    let start = Instant::now();
    let games: Vec<GameResult> = pool.install(|| {
        let seeds = (0..args.games as u64).into_par_iter().map(|n| args.seed.wrapping_add(n));
        let adviser = || Adviser::new(engine.clone(), lexicon);
        let played = seeds.map_init(adviser, |adviser, seed| {
            let result = play(adviser, policy, solves, seed, limits, |_| {});
            bar.inc(1);
            result
        });
        played.collect()
    });
    let time = start.elapsed();
    bar.finish_and_clear();
    let summary = Summary::of(&games).context("expected a game, found none")?;
    Ok(Played { policy, solves: (policy == Policy::Survive).then_some(solves), games, summary, time })
}
