//! The JSON of `check`.

use super::baseline::Changes;
use super::compare::{Counts, Difference, Kinds};
use super::reliability::{self, Bin};
use super::results::{CheckedPicture, EngineRun, Total, confidently_wrong, confusions, median_time, total};
use crate::report::side_names;
use serde::Serialize;

/// The results of the first engine, and a comparison of all engines in `engines`.
#[derive(Serialize)]
pub(super) struct Report<'a> {
    pictures: usize,
    exact: usize,
    #[serde(flatten)]
    counts: Counts,
    kinds: Option<Kinds>,
    /// The true letter, the letter read, and the number of tiles.
    confusions: Vec<(String, String, usize)>,
    reliability: Reliability,
    engines: Vec<EngineReport>,
    files: Vec<FileReport<'a>>,
    /// The pictures that differ from those of `--baseline`.
    #[serde(skip_serializing_if = "Option::is_none")]
    changes: Option<&'a Changes>,
}

#[derive(Serialize)]
struct Reliability {
    /// The expected calibration error.
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
    #[serde(rename = "wrong_and_sure")]
    confidently_wrong: usize,
    #[serde(rename = "milliseconds")]
    median_time: f64,
}

#[derive(Serialize)]
struct FileReport<'a> {
    path: String,
    exact: bool,
    #[serde(flatten)]
    counts: Counts,
    kinds: Option<Kinds>,
    problem: Option<&'a str>,
    cut: Vec<&'static str>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    limited: bool,
    differences: &'a [Difference],
}

/// The whole document.
pub(super) fn report<'a>(runs: &[EngineRun], first: &'a EngineRun, changes: Option<&'a Changes>) -> Report<'a> {
    let checked = &first.checked;
    let Total { pictures, exact, counts, kinds } = total(checked);
    let bins = reliability::bins(checked);
    Report {
        pictures,
        exact,
        counts,
        kinds,
        confusions: confusions(checked).into_iter().map(|c| (c.truth, c.read, c.count)).collect(),
        reliability: Reliability { error: reliability::error(&bins), bins },
        engines: runs.iter().map(engine).collect(),
        files: checked.iter().map(file).collect(),
        changes,
    }
}

fn engine(run: &EngineRun) -> EngineReport {
    let Total { pictures, exact, counts, .. } = total(&run.checked);
    EngineReport {
        engine: run.engine.name(),
        pictures,
        exact,
        counts,
        confidently_wrong: confidently_wrong(&run.checked),
        median_time: median_time(&run.checked),
    }
}

fn file(CheckedPicture { path, comparison, cut, limited, .. }: &CheckedPicture) -> FileReport<'_> {
    FileReport {
        path: path.display().to_string(),
        exact: comparison.exact(),
        counts: comparison.counts,
        kinds: comparison.kinds,
        problem: comparison.problem.as_deref(),
        cut: side_names(cut),
        limited: *limited,
        differences: &comparison.differences,
    }
}
