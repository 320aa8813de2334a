//! The page with how far confidences can be trusted, kind by kind.

use crate::arguments::Which;
use crate::judge::judge;
use crate::score::{HIGH_CONFIDENCE, JudgedTile, Score, Verdict};
use anyhow::Result;
use clap::ValueEnum;
use hexlex_tools::hard::{Fonts, Kind};
use hexlex_tools::outln;
use std::fmt::Write as _;
use std::path::Path;

/// The confidences of the columns.
const RANGES: [(f32, f32); 4] = [(0.5, 0.9), (0.9, 0.95), (0.95, 0.99), (0.99, 1.01)];

/// Judges boards of every kind and writes the page.
pub(crate) fn write(which: &Which, fonts: &Fonts, page: &Path) -> Result<()> {
    let mut text = format!(
        "# How far confidences can be trusted

Written by `cargo run --release -p hexlex-tools --bin hard -- by-kind {} --out {}`: drawn boards in typefaces that no network
was trained with ([`tools/README.md`](../tools/README.md) has the kinds). *exact*: every letter, kind and place right. *read*: the
share of the letters that a person can read which were read. *confidently wrong*: the letters that are wrong with a confidence over
{HIGH_CONFIDENCE}, of ten thousand. The last columns: of the letters that were read with such a confidence, how many there are and the share
that is right.

| kind | boards | found | exact | letters | read | confidently wrong | {} |
|---|---|---|---|---|---|---|{}
",
        which.of_kind(Kind::Plain).in_words(),
        page.display(),
        RANGES.map(|(from, to)| format!("{from} to {}", to.min(1.0))).join(" | "),
        "---|".repeat(RANGES.len())
    );
    for &kind in Kind::value_variants() {
        let scores = judge(&which.of_kind(kind), fonts, None)?;
        outln!("{}", kind.name());
        writeln!(text, "{}", row(kind, &scores))?;
    }
    std::fs::write(page, text)?;
    outln!("wrote {}", page.display());
    Ok(())
}

/// The figures of one kind.
fn row(kind: Kind, scores: &[Score]) -> String {
    let percent = |part: usize, whole: usize| 100.0 * part as f64 / whole.max(1) as f64;
    let count = |is_part: &dyn Fn(&Score) -> bool| scores.iter().filter(|score| is_part(score)).count();
    let tiles: Vec<&JudgedTile> =
        scores.iter().flat_map(|score| &score.tiles).filter(|tile| !tile.hidden && !tile.covered).collect();
    let read = tiles.iter().filter(|tile| matches!(tile.verdict, Verdict::Right | Verdict::Wrong)).count();
    let is_confidently_wrong =
        |tile: &&&JudgedTile| tile.verdict == Verdict::Wrong && tile.confidence > HIGH_CONFIDENCE;
    let range = |(from, to): (f32, f32)| {
        let within: Vec<&&JudgedTile> = tiles.iter().filter(|tile| (from..to).contains(&tile.confidence)).collect();
        let right = within.iter().filter(|tile| tile.verdict == Verdict::Right).count();
        if within.is_empty() {
            "0".to_string()
        } else {
            format!("{}: {:.1}%", within.len(), percent(right, within.len()))
        }
    };
    format!(
        "| {} | {} | {:.1}% | {:.1}% | {} | {:.2}% | {:.1} | {} |",
        kind.name(),
        scores.len(),
        percent(count(&|score| score.found), scores.len()),
        percent(count(&Score::is_exact), scores.len()),
        tiles.len(),
        percent(read, tiles.len()),
        100.0 * percent(tiles.iter().filter(is_confidently_wrong).count(), tiles.len()),
        RANGES.map(range).join(" | ")
    )
}
