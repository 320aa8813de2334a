//! The JSON of `check`.

use super::reliability::{self, Bin};
use super::{Checked, Run, Total, confusions, total, usual_time, wrong_and_sure};
use crate::compare::{Counts, Difference, Kinds};
use serde::Serialize;

/// The first engine's answer; the others are compared with it in `engines`.
#[derive(Serialize)]
pub(super) struct Report<'a> {
    pictures: usize,
    exact: usize,
    #[serde(flatten)]
    counts: Counts,
    kinds: Option<Kinds>,
    /// What a tile shows, what it was read as, and how often.
    confusions: Vec<(String, String, usize)>,
    reliability: Reliability,
    engines: Vec<EngineReport>,
    files: Vec<FileReport<'a>>,
}

#[derive(Serialize)]
struct Reliability {
    /// The mean distance between what was said and what was right.
    error: f64,
    bins: Vec<Bin>,
}

#[derive(Serialize)]
struct EngineReport {
    engine: &'static str,
    pictures: usize,
    exact: usize,
    #[serde(flatten)]
    counts: Counts,
    wrong_and_sure: usize,
    milliseconds: f64,
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

/// The whole document.
pub(super) fn report<'a>(runs: &[Run], first: &'a Run) -> Report<'a> {
    let checked = &first.checked;
    let Total { pictures, exact, counts, kinds } = total(checked);
    let bins = reliability::bins(checked);
    Report {
        pictures,
        exact,
        counts,
        kinds,
        confusions: confusions(checked),
        reliability: Reliability { error: reliability::error(&bins), bins },
        engines: runs.iter().map(engine).collect(),
        files: checked.iter().map(file).collect(),
    }
}

fn engine(run: &Run) -> EngineReport {
    let Total { pictures, exact, counts, .. } = total(&run.checked);
    EngineReport {
        engine: run.engine.name(),
        pictures,
        exact,
        counts,
        wrong_and_sure: wrong_and_sure(&run.checked),
        milliseconds: usual_time(&run.checked),
    }
}

fn file(one: &Checked) -> FileReport<'_> {
    FileReport {
        path: one.path.display().to_string(),
        exact: one.comparison.exact(),
        counts: one.comparison.counts,
        kinds: one.comparison.kinds,
        problem: one.comparison.problem.as_deref(),
        differences: &one.comparison.differences,
    }
}
