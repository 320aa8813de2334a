//! `hexlex check`: every picture that has a truth beside it, read and compared.
//!
//! The workbench: a [`summary`] for people, the same as JSON ([`report`]), how far confidence is to be trusted
//! ([`reliability`]), several engines side by side, and a page ([`html`]) with every tile that needs an eye.

mod html;
mod reliability;
mod report;
mod summary;
mod tiles;

use crate::args::{CheckArgs, EngineArg};
use crate::boards;
use crate::compare::{self, Comparison, Counts, Kinds};
use crate::console::{Console, Outcome};
use crate::inputs::{self, Input};
use crate::outputs;
use crate::read::Picture;
use crate::report::milliseconds;
use anyhow::{Context, Result, bail};
use hexlex::board::Board;
use hexlex::pipeline::{Options, ReadError};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use std::path::{Path, PathBuf};
use std::time::Instant;
use tiles::CheckedTile;

/// A picture that was compared with its truth.
struct Checked {
    path: PathBuf,
    comparison: Comparison,
    tiles: Vec<CheckedTile>,
    /// The time to find and read the board, in milliseconds.
    time: f64,
}

/// What one engine made of the pictures.
struct Run {
    engine: EngineArg,
    checked: Vec<Checked>,
}

/// Runs the command.
pub(crate) fn run(args: CheckArgs, console: &Console) -> Result<Outcome> {
    let gathered = inputs::gather(&args.paths, console);
    let (pictures, without) = inputs::with_truth(&gathered.inputs, &args.paths);
    if without > 0 {
        let pictures = if without == 1 { "picture" } else { "pictures" };
        console.warn(format_args!("passed over {without} {pictures} without a truth (NAME.txt) beside"));
    }
    if pictures.is_empty() {
        if gathered.outcome == Outcome::Trouble {
            return Ok(Outcome::Trouble);
        }
        bail!(
            "nothing to check: expected pictures with a board text of the same name beside them (NAME.png, NAME.txt)"
        );
    }
    let mut outcome = gathered.outcome;
    let mut runs = Vec::new();
    for engine in engines(&args) {
        let (checked, came) = run_engine(engine, &pictures, &args, console)?;
        outcome = outcome.and(came);
        if !checked.is_empty() {
            runs.push(Run { engine: engine.unwrap_or(EngineArg::Net), checked });
        }
    }
    let Some(first) = runs.first() else { return Ok(outcome) };
    if let Some(file) = &args.html {
        outputs::write_bytes(html::page(&runs).as_bytes(), file)?;
        console.detail(format_args!("the report is {}", file.display()));
    }
    if console.json {
        console.answer_json(&report::report(&runs, first))?;
    } else {
        console.answer(&summary::summary(&runs, first))?;
    }
    Ok(outcome.and(verdict(&first.checked, args.fail_under)))
}

/// The engines to compare, each once; `None` stands for the one that reads unless another is asked for.
fn engines(args: &CheckArgs) -> Vec<Option<EngineArg>> {
    let mut engines: Vec<Option<EngineArg>> = Vec::new();
    for engine in args.engines.iter().copied().map(Some) {
        if !engines.contains(&engine) {
            engines.push(engine);
        }
    }
    if engines.is_empty() { vec![None] } else { engines }
}

/// Checks the pictures with one engine; the first engine tells which files cannot be read.
fn run_engine(
    engine: Option<EngineArg>,
    pictures: &[PathBuf],
    args: &CheckArgs,
    console: &Console,
) -> Result<(Vec<Checked>, Outcome)> {
    let options = args.reading.options(engine, console);
    if engine.is_some_and(EngineArg::asks_tesseract) {
        // One line, not one for every picture.
        hexlex::recognize::tesseract_ready()?;
    }
    let is_first = args.engines.first().copied() == engine;
    let (mut checked, mut outcome) = (Vec::new(), Outcome::Done);
    for result in check_all(pictures, &options, args, console)? {
        match result {
            Ok(one) => checked.push(one),
            Err(error) => {
                if is_first {
                    console.failure(&error);
                }
                outcome = Outcome::Trouble;
            }
        }
    }
    Ok((checked, outcome))
}

/// Checks the pictures on several cores; the results are in their order.
fn check_all(
    pictures: &[PathBuf],
    options: &Options,
    args: &CheckArgs,
    console: &Console,
) -> Result<Vec<Result<Checked>>> {
    let pool = ThreadPoolBuilder::new()
        .num_threads(args.jobs.unwrap_or(0))
        .build()
        .context("cannot start the threads: try a smaller -j")?;
    let target = if console.shows_progress() { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let bar = ProgressBar::with_draw_target(Some(pictures.len() as u64), target)
        .with_style(ProgressStyle::with_template("{bar:40} {pos}/{len} pictures, {eta} left")?);
    let results = pool.install(|| {
        let one = |path: &PathBuf| {
            let result = check(path, options, args.html.is_some());
            bar.inc(1);
            result
        };
        pictures.par_iter().map(one).collect()
    });
    bar.finish_and_clear();
    Ok(results)
}

fn check(path: &Path, options: &Options, crops: bool) -> Result<Checked> {
    let (frame, decode) = Input::File(path.to_path_buf()).load_picture()?;
    let truth = truth(path)?;
    let start = Instant::now();
    let (comparison, tiles) = match Picture::read(frame, decode, options) {
        Ok(Picture { frame, reading, .. }) => {
            let comparison = compare::compare(&reading.board, &truth);
            let tiles = tiles::tiles(frame.pixels(), &reading, &truth, &comparison, crops);
            (comparison, tiles)
        }
        // That no board was found is an answer, and the wrong one.
        Err(error) => match error.downcast_ref::<ReadError>() {
            Some(no_board @ ReadError::NoBoard { .. }) => {
                (Comparison::no_board(&truth, no_board.to_string()), Vec::new())
            }
            _ => return Err(error),
        },
    };
    Ok(Checked { path: path.to_path_buf(), comparison, tiles, time: milliseconds(start.elapsed()) })
}

fn truth(picture: &Path) -> Result<Board> {
    let path = picture.with_extension("txt");
    let bytes = inputs::bytes_of(&path).with_context(|| format!("{} has no truth", picture.display()))?;
    boards::from_bytes(bytes, &path)
}

/// Whether the readings are good enough.
fn verdict(checked: &[Checked], fail_under: Option<f64>) -> Outcome {
    let good = match fail_under {
        Some(percent) => total(checked).counts.percent() >= percent,
        None => checked.iter().all(|one| one.comparison.exact()),
    };
    if good { Outcome::Done } else { Outcome::No }
}

/// What several pictures add up to.
#[derive(Default)]
struct Total {
    pictures: usize,
    exact: usize,
    counts: Counts,
    kinds: Option<Kinds>,
}

fn total<'a>(checked: impl IntoIterator<Item = &'a Checked>) -> Total {
    let mut total = Total::default();
    for Checked { comparison, .. } in checked {
        total.pictures += 1;
        total.exact += usize::from(comparison.exact());
        total.counts.add(comparison.counts);
        if let Some(kinds) = comparison.kinds {
            total.kinds.get_or_insert_default().add(kinds);
        }
    }
    total
}

/// The time that half of the pictures take at most, in milliseconds: the first one also wakes the engine.
fn usual_time(checked: &[Checked]) -> f64 {
    let mut times: Vec<f64> = checked.iter().map(|one| one.time).collect();
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or(0.0)
}

/// What was taken for what, most often first.
fn confusions(checked: &[Checked]) -> Vec<(String, String, usize)> {
    // Where tiles are moving, and said to be, nothing was taken for anything.
    let wrong = checked.iter().filter(|one| one.comparison.counts.wrong > 0);
    let differences = wrong.flat_map(|one| &one.comparison.differences);
    let mut confusions: Vec<_> =
        compare::confusions(differences).into_iter().map(|((truth, read), n)| (truth, read, n)).collect();
    confusions.sort_by_key(|(_, _, n)| std::cmp::Reverse(*n));
    confusions
}

/// How many tiles are wrong although their reading was quite sure: the fault that nobody notices.
fn wrong_and_sure(checked: &[Checked]) -> usize {
    const SURE: f32 = 0.9;
    let tiles = checked.iter().flat_map(|one| &one.tiles);
    tiles.filter(|tile| tile.verdict == compare::Verdict::Wrong && tile.confidence > SURE).count()
}
