//! `hexlex check`: every picture that has a truth beside it, read and compared.

use crate::args::CheckArgs;
use crate::compare::{self, Comparison, Counts, Difference, Kinds};
use crate::console::{Console, Outcome};
use crate::inputs::{self, Input};
use crate::read::Picture;
use crate::table::table;
use anyhow::{Context, Result, anyhow, bail};
use hexlex::board::Board;
use hexlex::pipeline::{Options, ReadError};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// A picture that was compared with its truth.
struct Checked {
    path: PathBuf,
    comparison: Comparison,
}

/// Runs the command.
pub(crate) fn run(args: CheckArgs, console: &Console) -> Result<Outcome> {
    let gathered = inputs::gather(&args.paths, console);
    let (pictures, without) = with_truth(&gathered.inputs, &args.paths);
    if without > 0 {
        console.warn(format_args!("passed over {without} pictures that have no truth (NAME.txt) beside them"));
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
    let mut checked = Vec::new();
    for result in check_all(&pictures, &args, console)? {
        match result {
            Ok(one) => checked.push(one),
            Err(error) => {
                console.error(format_args!("{error:#}"));
                outcome = Outcome::Trouble;
            }
        }
    }
    if checked.is_empty() {
        return Ok(outcome);
    }
    if console.json {
        console.answer_json(&report(&checked))?;
    } else {
        console.answer(&summary(&checked))?;
    }
    Ok(outcome.and(verdict(&checked, args.fail_under)))
}

/// The pictures to check, and how many of the folders' pictures have no truth. A file that was asked
/// for by name is checked, so that its missing truth is told.
fn with_truth(inputs: &[Input], asked: &[PathBuf]) -> (Vec<PathBuf>, usize) {
    let paths = inputs.iter().map(|input| input.path().map_or_else(|| PathBuf::from("-"), Path::to_path_buf));
    let (pictures, without): (Vec<_>, Vec<_>) =
        paths.partition(|path| asked.contains(path) || path.with_extension("txt").exists());
    (pictures, without.len())
}

/// Checks the pictures on several cores; the results are in their order.
fn check_all(pictures: &[PathBuf], args: &CheckArgs, console: &Console) -> Result<Vec<Result<Checked>>> {
    let options = args.reading.options();
    let pool = ThreadPoolBuilder::new()
        .num_threads(args.jobs.unwrap_or(0))
        .build()
        .context("cannot start the threads: try a smaller -j")?;
    let target = if console.shows_progress() { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let bar = ProgressBar::with_draw_target(Some(pictures.len() as u64), target)
        .with_style(ProgressStyle::with_template("{bar:40} {pos}/{len} pictures, {eta} left")?);
    let results = pool.install(|| {
        let one = |path: &PathBuf| {
            let result = check(path, &options);
            bar.inc(1);
            result
        };
        pictures.par_iter().map(one).collect()
    });
    bar.finish_and_clear();
    Ok(results)
}

fn check(path: &Path, options: &Options) -> Result<Checked> {
    let (frame, decode) = Input::File(path.to_path_buf()).load_picture()?;
    let truth = truth(path)?;
    let comparison = match Picture::read(frame, decode, options) {
        Ok(picture) => compare::compare(&picture.reading.board, &truth),
        // That no board was found is an answer, and the wrong one.
        Err(error) => match error.downcast_ref::<ReadError>() {
            Some(no_board @ ReadError::NoBoard { .. }) => Comparison::no_board(&truth, no_board.to_string()),
            _ => return Err(error),
        },
    };
    Ok(Checked { path: path.to_path_buf(), comparison })
}

fn truth(picture: &Path) -> Result<Board> {
    let path = picture.with_extension("txt");
    let bytes = inputs::bytes_of(&path).with_context(|| format!("{} has no truth", picture.display()))?;
    let text = String::from_utf8(bytes).map_err(|_| anyhow!("{}: expected UTF-8 text", path.display()))?;
    text.parse().with_context(|| format!("cannot read {} as a board text", path.display()))
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

/// The JSON of `check`.
#[derive(Serialize)]
struct Report<'a> {
    pictures: usize,
    exact: usize,
    #[serde(flatten)]
    counts: Counts,
    kinds: Option<Kinds>,
    /// What a tile shows, what it was read as, and how often.
    confusions: Vec<(String, String, usize)>,
    files: Vec<FileReport<'a>>,
}

#[derive(Serialize)]
struct FileReport<'a> {
    path: String,
    exact: bool,
    #[serde(flatten)]
    counts: Counts,
    kinds: Option<Kinds>,
    problem: Option<&'a str>,
    differences: &'a [Difference],
}

fn report<'a>(checked: &'a [Checked]) -> Report<'a> {
    let Total { pictures, exact, counts, kinds } = total(checked);
    let file = |one: &'a Checked| FileReport {
        path: one.path.display().to_string(),
        exact: one.comparison.exact(),
        counts: one.comparison.counts,
        kinds: one.comparison.kinds,
        problem: one.comparison.problem.as_deref(),
        differences: &one.comparison.differences,
    };
    let confusions = confusions(checked);
    Report { pictures, exact, counts, kinds, confusions, files: checked.iter().map(file).collect() }
}

/// What was taken for what, most often first.
fn confusions(checked: &[Checked]) -> Vec<(String, String, usize)> {
    let differences = checked.iter().flat_map(|one| &one.comparison.differences);
    let mut confusions: Vec<_> =
        compare::confusions(differences).into_iter().map(|((truth, read), n)| (truth, read, n)).collect();
    confusions.sort_by_key(|(_, _, n)| Reverse(*n));
    confusions
}

/// The answer for people: a table by folder, then what differs.
fn summary(checked: &[Checked]) -> String {
    let mut folders: BTreeMap<String, Vec<&Checked>> = BTreeMap::new();
    for one in checked {
        let folder = one.path.parent().map_or(String::new(), |folder| folder.display().to_string());
        folders.entry(if folder.is_empty() { ".".to_string() } else { folder }).or_default().push(one);
    }
    let mut rows =
        vec![["folder", "pictures", "exact", "tiles", "right", "unreadable", "wrong", "kinds"].map(str::to_string)];
    rows.extend(folders.iter().map(|(name, ones)| row(name, &total(ones.iter().copied()))));
    if folders.len() > 1 {
        rows.push(row("all", &total(checked)));
    }
    let mut text = table(&rows, 0);
    for one in checked {
        text.push_str(&differences(one));
    }
    for (truth, read, n) in confusions(checked) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{truth} read as {read}: {n}");
    }
    let total = total(checked);
    let _ = writeln!(
        text,
        "{} of {} pictures exact, {:.2}% of the tiles right",
        total.exact,
        total.pictures,
        total.counts.percent()
    );
    text
}

fn row(name: &str, total: &Total) -> [String; 8] {
    let Counts { tiles, right, unreadable, wrong } = total.counts;
    let numbers = [total.pictures, total.exact, tiles, right, unreadable, wrong].map(|n| n.to_string());
    let [pictures, exact, tiles, right, unreadable, wrong] = numbers;
    let kinds = total.kinds.map_or("-".to_string(), |k| format!("{} of {}", k.right, k.right + k.wrong));
    [name.to_string(), pictures, exact, tiles, right, unreadable, wrong, kinds]
}

/// A line for each tile that is not as the truth has it; lines and places counted from 0, as in the JSON.
fn differences(checked: &Checked) -> String {
    let path = checked.path.display();
    let mut text = String::new();
    if let Some(problem) = &checked.comparison.problem {
        let _ = writeln!(text, "{path}: {problem}");
    }
    for Difference { line, index, read, truth } in &checked.comparison.differences {
        let _ = writeln!(text, "{path}: line {line}, index {index}: read {read}, truth {truth}");
    }
    text
}
