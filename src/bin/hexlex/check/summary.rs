//! The answer of `check` as text.

use super::compare::{Comparison, Counts, Difference};
use super::reliability;
use super::results::{CheckedPicture, Confusion, EngineRun, Total, confidently_wrong, confusions, median_time, total};
use crate::console::{counted, printable};
use crate::inputs::ONE_RIGHT_IN;
use crate::table::{table, table_within};
use crate::terminal::Terminal;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The counts by folder, the differences and the reliability of the first engine, then a table of all engines.
pub(super) fn summary(runs: &[EngineRun], first: &EngineRun, terminal: Option<Terminal>) -> String {
    let checked = &first.checked;
    let mut text = by_folder(checked, terminal.map_or(usize::MAX, |terminal| terminal.width));
    for picture in checked {
        text.push_str(&differences(picture));
    }
    for Confusion { truth, read, count } in confusions(checked) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{truth} read as {read}: {count}");
    }
    let Total { pictures, exact, counts, .. } = total(checked);
    let _ = writeln!(
        text,
        "{exact} of {} exact, {:.2}% of the tiles right",
        counted(pictures, "picture"),
        counts.percent()
    );
    let bins = reliability::bins(checked);
    if !bins.is_empty() {
        let _ = write!(text, "\n{}", reliability::text(&bins));
    }
    if runs.len() > 1 {
        let _ = write!(text, "\n{}", side_by_side(runs));
    }
    text
}

/// A table with a row for each folder; long folder names are cut at the front to fit `width` characters.
fn by_folder(checked: &[CheckedPicture], width: usize) -> String {
    let mut folders: BTreeMap<String, Vec<&CheckedPicture>> = BTreeMap::new();
    for picture in checked {
        let folder = picture.path.parent().map_or(String::new(), |folder| printable(folder.display()));
        folders.entry(if folder.is_empty() { ".".to_string() } else { folder }).or_default().push(picture);
    }
    let mut rows =
        vec![["folder", "pictures", "exact", "tiles", "right", "unreadable", "wrong", "kinds"].map(str::to_string)];
    rows.extend(folders.iter().map(|(name, pictures)| row(name, &total(pictures.iter().copied()))));
    if folders.len() > 1 {
        rows.push(row("all", &total(checked)));
    }
    let widest = table(&rows, 0).lines().map(|line| line.chars().count()).max().unwrap_or(0);
    let longest = rows.iter().map(|row| row[0].chars().count()).max().unwrap_or(0);
    if widest > width {
        rows.iter_mut().for_each(|row| row[0] = end_of(&row[0], longest.saturating_sub(widest - width)));
    }
    table_within(&rows, 0, width)
}

/// The end of a name that is longer than this many characters, behind dots.
fn end_of(name: &str, most: usize) -> String {
    /// The minimum length of a shortened name, dots included. Chosen by hand.
    const LEAST: usize = 8;
    const DOTS: &str = "...";
    let (count, most) = (name.chars().count(), most.max(LEAST));
    if count <= most {
        name.to_string()
    } else {
        format!("{DOTS}{}", name.chars().skip(count + DOTS.len() - most).collect::<String>())
    }
}

fn row(name: &str, total: &Total) -> [String; 8] {
    let Counts { tiles, right, unreadable, wrong } = total.counts;
    let numbers = [total.pictures, total.exact, tiles, right, unreadable, wrong].map(|n| n.to_string());
    let [pictures, exact, tiles, right, unreadable, wrong] = numbers;
    let kinds = total.kinds.map_or("-".to_string(), |k| format!("{} of {}", k.right, k.right + k.wrong));
    [name.to_string(), pictures, exact, tiles, right, unreadable, wrong, kinds]
}

/// A table with a row for each engine.
fn side_by_side(runs: &[EngineRun]) -> String {
    let heading =
        ["engine", "pictures", "exact", "tiles", "right", "unreadable", "wrong", "confidently wrong", "ms a picture"];
    let row = |run: &EngineRun| {
        let Total { pictures, exact, counts, .. } = total(&run.checked);
        let confident = confidently_wrong(&run.checked);
        let numbers = [pictures, exact, counts.tiles, counts.right, counts.unreadable, counts.wrong, confident];
        let [pictures, exact, tiles, right, unreadable, wrong, confident] = numbers.map(|n| n.to_string());
        let time = format!("{:.1}", median_time(&run.checked));
        [run.engine.name().to_string(), pictures, exact, tiles, right, unreadable, wrong, confident, time]
    };
    let rows: Vec<_> = [heading.map(str::to_string)].into_iter().chain(runs.iter().map(row)).collect();
    table(&rows, 0)
}

/// A line for each tile that differs from the ground truth; lines and tiles count from 1.
fn differences(checked: &CheckedPicture) -> String {
    let path = printable(checked.path.display());
    let mut text = String::new();
    if let Some(problem) = &checked.comparison.problem {
        let _ = writeln!(text, "{path}: {problem}");
    }
    let Comparison { counts, lenient, .. } = checked.comparison;
    if lenient && counts.wrong == 0 && counts.unreadable > 0 {
        let _ = writeln!(
            text,
            "{path}: {} unreadable while moving, not counted as errors",
            counted(counts.unreadable, "tile")
        );
        return text;
    }
    let Counts { tiles, right, unreadable, wrong } = counts;
    if checked.comparison.problem.is_none() && right * ONE_RIGHT_IN < tiles && wrong > unreadable {
        let _ = writeln!(
            text,
            "{path}: expected the truth of this picture, found one with {right} of {tiles} tiles as read: check that the truth \
             belongs to it"
        );
    }
    for Difference { line, index, read, truth } in &checked.comparison.differences {
        let _ = writeln!(text, "{path}: line {}, tile {}: read {read}, truth {truth}", line + 1, index + 1);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_keep_their_ends() {
        for (name, most, expected) in [
            ("fixtures/gems", 13, "fixtures/gems"),
            ("../../fixtures/gems", 13, "...tures/gems"),
            ("../../fixtures/gems", 0, ".../gems"),
            ("gems", 0, "gems"),
        ] {
            assert_eq!(end_of(name, most), expected, "{name} {most}");
        }
    }
}
