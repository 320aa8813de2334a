//! The answer for people: tables, then what differs.

use super::{Checked, Run, Total, confusions, reliability, total, usual_time, wrong_and_sure};
use crate::compare::{Comparison, Counts, Difference};
use crate::table::table;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The first engine by folder, what it got wrong, how far to trust it; then all engines side by side.
pub(super) fn summary(runs: &[Run], first: &Run) -> String {
    let checked = &first.checked;
    let mut text = by_folder(checked);
    for one in checked {
        text.push_str(&differences(one));
    }
    for (truth, read, n) in confusions(checked) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{truth} read as {read}: {n}");
    }
    let Total { pictures, exact, counts, .. } = total(checked);
    let _ = writeln!(text, "{exact} of {pictures} pictures exact, {:.2}% of the tiles right", counts.percent());
    let bins = reliability::bins(checked);
    if !bins.is_empty() {
        let _ = write!(text, "\n{}", reliability::text(&bins));
    }
    if runs.len() > 1 {
        let _ = write!(text, "\n{}", side_by_side(runs));
    }
    text
}

fn by_folder(checked: &[Checked]) -> String {
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
    table(&rows, 0)
}

fn row(name: &str, total: &Total) -> [String; 8] {
    let Counts { tiles, right, unreadable, wrong } = total.counts;
    let numbers = [total.pictures, total.exact, tiles, right, unreadable, wrong].map(|n| n.to_string());
    let [pictures, exact, tiles, right, unreadable, wrong] = numbers;
    let kinds = total.kinds.map_or("-".to_string(), |k| format!("{} of {}", k.right, k.right + k.wrong));
    [name.to_string(), pictures, exact, tiles, right, unreadable, wrong, kinds]
}

/// A line an engine; the time is that to find and read one picture.
fn side_by_side(runs: &[Run]) -> String {
    let heading =
        ["engine", "pictures", "exact", "tiles", "right", "unreadable", "wrong", "wrong and sure", "ms a picture"];
    let row = |run: &Run| {
        let Total { pictures, exact, counts, .. } = total(&run.checked);
        let sure = wrong_and_sure(&run.checked);
        let numbers = [pictures, exact, counts.tiles, counts.right, counts.unreadable, counts.wrong, sure];
        let [pictures, exact, tiles, right, unreadable, wrong, sure] = numbers.map(|n| n.to_string());
        let time = format!("{:.1}", usual_time(&run.checked));
        [run.engine.name().to_string(), pictures, exact, tiles, right, unreadable, wrong, sure, time]
    };
    let rows: Vec<_> = [heading.map(str::to_string)].into_iter().chain(runs.iter().map(row)).collect();
    table(&rows, 0)
}

/// A line for each tile that is not as the truth has it; lines and places counted from 0, as in the JSON.
fn differences(checked: &Checked) -> String {
    let path = checked.path.display();
    let mut text = String::new();
    if let Some(problem) = &checked.comparison.problem {
        let _ = writeln!(text, "{path}: {problem}");
    }
    let Comparison { counts, lenient, .. } = checked.comparison;
    if lenient && counts.wrong == 0 && counts.unreadable > 0 {
        let _ = writeln!(text, "{path}: {} tiles are moving, and none was said to be read", counts.unreadable);
        return text;
    }
    for Difference { line, index, read, truth } in &checked.comparison.differences {
        let _ = writeln!(text, "{path}: line {line}, index {index}: read {read}, truth {truth}");
    }
    text
}
