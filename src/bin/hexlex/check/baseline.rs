//! `check --baseline`: what became better or worse since an earlier `check --json`.

use super::results::CheckedPicture;
use crate::console::{Outcome, counted, printable};
use anyhow::{Context, Result, anyhow};
use hexlex::files;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

/// The most bytes of an earlier report: that of a million pictures. Chosen by hand.
const MAX_BYTES: u64 = 1 << 30;

/// An earlier report, as far as it is compared.
#[derive(Deserialize)]
struct EarlierReport {
    files: Vec<EarlierFile>,
}

#[derive(Deserialize)]
struct EarlierFile {
    path: String,
    exact: bool,
    #[serde(flatten)]
    errors: Errors,
}

/// The errors of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct Errors {
    wrong: usize,
    unreadable: usize,
}

/// An earlier check.
pub(super) struct Baseline {
    files: BTreeMap<String, EarlierFile>,
}

/// The pictures that an earlier check read otherwise.
#[derive(Serialize)]
pub(super) struct Changes {
    better: Vec<Change>,
    worse: Vec<Change>,
    /// Pictures that the earlier check did not have.
    pub(super) new: Vec<String>,
    /// Pictures that only the earlier check had.
    missing: Vec<String>,
    /// Whether one of the new ones is not read right.
    #[serde(skip)]
    is_new_wrong: bool,
}

/// The errors of a picture before and now.
#[derive(Serialize)]
struct Change {
    path: String,
    before: Errors,
    now: Errors,
}

impl Baseline {
    /// The report of a file.
    ///
    /// # Errors
    /// If the file cannot be read, or is not a report.
    pub(super) fn load(file: &Path) -> Result<Baseline> {
        let bytes = files::read(file, MAX_BYTES).context("--baseline")?;
        let report: EarlierReport = serde_json::from_slice(&bytes).map_err(|error| {
            let (file, line) = (file.display(), error.line());
            anyhow!(
                "{file}: expected the output of `hexlex check --json`, found other text in line {line}: write it anew"
            )
        })?;
        Ok(Baseline { files: report.files.into_iter().map(|file| (file.path.clone(), file)).collect() })
    }

    /// What is different now. Wrong tiles weigh more than any number of unreadable ones: nobody would check them.
    pub(super) fn changes(&self, checked: &[CheckedPicture]) -> Changes {
        let mut changes = Changes {
            better: Vec::new(),
            worse: Vec::new(),
            new: Vec::new(),
            missing: Vec::new(),
            is_new_wrong: false,
        };
        for picture in checked {
            let path = picture.path.display().to_string();
            let counts = picture.comparison.counts;
            let now = Errors { wrong: counts.wrong, unreadable: counts.unreadable };
            let Some(earlier) = self.files.get(&path) else {
                changes.is_new_wrong |= !picture.comparison.exact();
                changes.new.push(path);
                continue;
            };
            let rank = |errors: Errors, is_exact: bool| (!is_exact, errors.wrong, errors.unreadable);
            let change = Change { path, before: earlier.errors, now };
            match rank(now, picture.comparison.exact()).cmp(&rank(earlier.errors, earlier.exact)) {
                std::cmp::Ordering::Less => changes.better.push(change),
                std::cmp::Ordering::Greater => changes.worse.push(change),
                std::cmp::Ordering::Equal => {}
            }
        }
        let paths: BTreeSet<String> = checked.iter().map(|picture| picture.path.display().to_string()).collect();
        changes.missing = self.files.keys().filter(|path| !paths.contains(*path)).cloned().collect();
        changes
    }
}

impl Changes {
    /// Negative where a picture became worse, or a new one is not read right.
    pub(super) fn verdict(&self) -> Outcome {
        if self.worse.is_empty() && !self.is_new_wrong { Outcome::Done } else { Outcome::No }
    }

    /// A line for each change, the worse ones first, and one for all.
    pub(super) fn text(&self) -> String {
        let mut text = "\nsince the baseline:\n".to_string();
        for (what, changes) in [("worse", &self.worse), ("better", &self.better)] {
            for Change { path, before, now } in changes {
                // Writing to a string cannot fail.
                let _ = writeln!(
                    text,
                    "{what}: {}: wrong {} -> {}, unreadable {} -> {}",
                    printable(path),
                    before.wrong,
                    now.wrong,
                    before.unreadable,
                    now.unreadable
                );
            }
        }
        let _ = writeln!(
            text,
            "{} worse, {} better, {} new, {} missing",
            counted(self.worse.len(), "picture"),
            self.better.len(),
            self.new.len(),
            self.missing.len()
        );
        text
    }
}
