//! `hexlex check`: reads pictures with known boards and compares them with their truths.
//!
//! [`compare`] judges each tile, [`results`] adds up. The answer is a [`summary`] as text or a [`report`] as JSON, both
//! with the [`reliability`] of the confidence, and an [`html`] page that shows the tiles to review.

mod baseline;
mod compare;
mod html;
mod reliability;
mod report;
mod results;
mod summary;
mod tiles;

use crate::args::{CheckArgs, EngineArg, SourceArgs};
use crate::console::{Console, Outcome, counted, printable};
use crate::inputs::{self, Input};
use crate::read::{self, Picture};
use crate::report::milliseconds;
use crate::terminal::Terminal;
use crate::{boards, outputs, page, warnings};
use anyhow::{Result, anyhow, bail, ensure};
use baseline::{Baseline, Changes};
use compare::Comparison;
use hexlex::board::Board;
use hexlex::pipeline::{Options, ReadError};
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use results::{CheckedPicture, EngineRun, total};
use std::path::{Path, PathBuf};
use std::time::Instant;
use tiles::Crops;

/// Runs the command.
pub(crate) fn run(args: CheckArgs, console: &Console) -> Result<Outcome> {
    let gathered = inputs::gather(&args.paths, SourceArgs::default(), console)?;
    let (pictures, without) = inputs::with_truth(&gathered.inputs, &args.paths);
    if without > 0 {
        console.warn(format_args!(
            "skipped {}: expected a truth (NAME.txt beside NAME.png), found none: write it",
            counted(without, "picture")
        ));
    }
    if pictures.is_empty() {
        if gathered.outcome == Outcome::Trouble {
            return Ok(Outcome::Trouble);
        }
        bail!("expected pictures with a truth beside them (NAME.txt beside NAME.png), found none: write the truths");
    }
    if let Some(file) = &args.html {
        let truths: Vec<PathBuf> = pictures.iter().map(|picture| picture.with_extension("txt")).collect();
        outputs::check_is_no_input(file, pictures.iter().chain(&truths).map(PathBuf::as_path))?;
        page::check_file(file, &page::beginning(html::TITLE))?;
    }
    let baseline = args.baseline.as_deref().map(Baseline::load).transpose()?;
    let console = &console.beside(args.html.as_deref())?;
    let mut outcome = gathered.outcome;
    let mut runs = Vec::new();
    for engine in engines(&args) {
        let (checked, engine_outcome) = check_with(engine, &pictures, &args, console)?;
        outcome = outcome.and(engine_outcome);
        if !checked.is_empty() {
            runs.push(EngineRun { engine: engine.unwrap_or(EngineArg::Net), checked });
        }
    }
    let Some(first) = runs.first() else { return Ok(outcome) };
    if let Some(file) = &args.html {
        outputs::write_bytes(html::page_of(&runs).as_bytes(), file)?;
        console.written("page", file)?;
    }
    let changes = baseline.as_ref().map(|baseline| baseline.changes(&first.checked));
    if let Some(changes) = changes.as_ref().filter(|changes| changes.new.len() == first.checked.len()) {
        let checked = changes.new.first().map_or(String::new(), |path| format!(", such as {}", printable(path)));
        bail!(
            "expected pictures of the baseline, found none among those checked{checked}: name them as for the baseline"
        );
    }
    if console.json {
        console.answer_json(&report::report(&runs, first, changes.as_ref()))?;
    } else {
        console.answer(&summary::summary(&runs, first, Terminal::of_output()))?;
        console.answer(&changes.as_ref().map_or(String::new(), Changes::text))?;
    }
    Ok(outcome.and(match (&changes, args.fail_under) {
        (Some(changes), None) => changes.verdict(),
        (Some(changes), percent) => changes.verdict().and(verdict(&first.checked, percent)),
        (None, percent) => verdict(&first.checked, percent),
    }))
}

/// The engines to compare, each once; `None` is the default of a command without `--engine`.
fn engines(args: &CheckArgs) -> Vec<Option<EngineArg>> {
    let mut engines: Vec<Option<EngineArg>> = Vec::new();
    for engine in args.engines.iter().copied().map(Some) {
        if !engines.contains(&engine) {
            engines.push(engine);
        }
    }
    if engines.is_empty() { vec![None] } else { engines }
}

/// The pictures that one engine could check. Errors of a picture are printed for the first engine only.
fn check_with(
    engine: Option<EngineArg>,
    pictures: &[PathBuf],
    args: &CheckArgs,
    console: &Console,
) -> Result<(Vec<CheckedPicture>, Outcome)> {
    let options = read::options(&args.reading, engine, console)?;
    if engine.is_some_and(EngineArg::asks_tesseract) {
        // One error here instead of one for each picture.
        hexlex::read::tesseract_ready()?;
    }
    let is_first = args.engines.first().copied() == engine;
    let (mut checked, mut outcome) = (Vec::new(), Outcome::Done);
    for result in check_all(pictures, &options, args, console)? {
        match result {
            Ok(picture) => {
                let name = picture.path.display();
                picture
                    .warnings
                    .iter()
                    .filter(|_| is_first)
                    .for_each(|warning| console.warn(format_args!("{name}: {warning}")));
                checked.push(picture);
            }
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

/// Checks the pictures in parallel; the results are in their order.
fn check_all(
    pictures: &[PathBuf],
    options: &Options,
    args: &CheckArgs,
    console: &Console,
) -> Result<Vec<Result<CheckedPicture>>> {
    let pool = ThreadPoolBuilder::new()
        .num_threads(args.jobs.unwrap_or(0))
        .build()
        .map_err(|error| anyhow!("cannot start the threads ({error}): use a smaller -j"))?;
    let bar = console.progress(pictures.len())?;
    let crops = if args.html.is_some() { Crops::ToReview } else { Crops::None };
    let results = pool.install(|| {
        let one = |path: &PathBuf| {
            let result = check(path, options, crops);
            bar.inc(1);
            result
        };
        pictures.par_iter().map(one).collect()
    });
    bar.finish_and_clear();
    Ok(results)
}

/// Checks one picture. A picture without a board is a result, not an error.
fn check(path: &Path, options: &Options, crops: Crops) -> Result<CheckedPicture> {
    let (frame, decode) = Input::File(path.to_path_buf()).load_picture()?;
    let truth = truth(path)?;
    let start = Instant::now();
    let read = Picture::read(frame, decode, options, None);
    let time = milliseconds(start.elapsed());
    let path = path.to_path_buf();
    match read {
        Ok(picture) => {
            let comparison = compare::compare(&picture.reading.board, &truth);
            let tiles = tiles::tiles(picture.frame.pixels(), &picture.reading, &truth, &comparison, crops);
            let warnings = warnings_of(&picture, options);
            let board = match crops {
                Crops::ToReview => tiles::marked(picture.frame.pixels(), &picture.reading, &tiles),
                Crops::None => None,
            };
            let Picture { reading, limited, .. } = picture;
            Ok(CheckedPicture { path, comparison, tiles, cut: reading.cut, limited, warnings, time, picture: board })
        }
        Err(error) => match error.downcast_ref::<ReadError>() {
            Some(no_board @ (ReadError::NoBoard { .. } | ReadError::Falling { .. })) => {
                let comparison = Comparison::no_board(&truth, no_board.clone().without_region().to_string());
                let (tiles, cut, warnings) = (Vec::new(), Vec::new(), Vec::new());
                Ok(CheckedPicture { path, comparison, tiles, cut, limited: false, warnings, time, picture: None })
            }
            _ => Err(error),
        },
    }
}

/// The warnings about a picture, of which only the largest board is compared.
fn warnings_of(picture: &Picture, options: &Options) -> Vec<String> {
    let several = warnings::several(picture.readings().count(), "crop the picture to one board");
    picture.warnings(options, None).into_iter().chain((!picture.others.is_empty()).then_some(several)).collect()
}

/// The truth beside a picture.
fn truth(picture: &Path) -> Result<Board> {
    let path = picture.with_extension("txt");
    ensure!(
        path.exists(),
        "{}: expected its truth in {}, found no such file: run `hexlex read {} > {}`, and correct what it misread",
        picture.display(),
        path.display(),
        picture.display(),
        path.display()
    );
    boards::from_bytes(inputs::truth_beside(&path)?, &path)
}

/// `Done` if enough tiles are right: the given percentage, or all of them.
fn verdict(checked: &[CheckedPicture], fail_under: Option<f64>) -> Outcome {
    let passes = match fail_under {
        Some(percent) => total(checked).counts.percent() >= percent,
        None => checked.iter().all(|picture| picture.comparison.exact()),
    };
    if passes { Outcome::Done } else { Outcome::No }
}
