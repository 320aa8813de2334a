//! The answer of `check` as an HTML page that shows the tiles to review. One file: it loads nothing else.

use super::compare::Verdict;
use super::reliability::{self, Bin};
use super::results::{CheckedPicture, Confusion, EngineRun, Total, confidently_wrong, confusions, median_time, total};
use super::tiles::CheckedTile;
use crate::console::counted;
use crate::page::{self, PageNames, STYLE, escaped, table};
use hexlex::board::Face;
use std::cmp::Reverse;
use std::fmt::Write;

/// The title of the page.
pub(super) const TITLE: &str = "hexlex check";

/// The whole page.
pub(super) fn page_of(runs: &[EngineRun]) -> String {
    let mut page = format!("{}<style>\n{STYLE}</style>\n<h1>{TITLE}</h1>\n", page::beginning(TITLE));
    page.push_str(&engines(runs));
    let names = PageNames::of(runs.iter().flat_map(|run| &run.checked).map(|picture| picture.path.as_path()));
    for run in runs {
        if runs.len() > 1 {
            // Writing to a string cannot fail.
            let _ = writeln!(page, "<h2>Engine {}</h2>", run.engine.name());
        }
        section(&mut page, run, &names);
    }
    page.push_str("</html>\n");
    page
}

/// A table with a row for each engine.
fn engines(runs: &[EngineRun]) -> String {
    let row = |run: &EngineRun| {
        let Total { pictures, exact, counts, .. } = total(&run.checked);
        vec![
            run.engine.name().to_string(),
            format!("{exact} of {pictures}"),
            counts.tiles.to_string(),
            format!("{} ({:.2}%)", counts.right, counts.percent()),
            counts.unreadable.to_string(),
            counts.wrong.to_string(),
            confidently_wrong(&run.checked).to_string(),
            format!("{:.1}", median_time(&run.checked)),
        ]
    };
    let heading = ["engine", "exact", "tiles", "right", "unreadable", "wrong", "confidently wrong", "ms a picture"];
    table(&heading, runs.iter().map(row))
}

/// The results of one engine: reliability, confusions, and the pictures with tiles to review.
fn section(page: &mut String, run: &EngineRun, names: &PageNames) {
    let bins = reliability::bins(&run.checked);
    if !bins.is_empty() {
        let _ = writeln!(page, "<h3>Reliability</h3>\n{}", reliability_table(&bins));
    }
    let confusions = confusions(&run.checked);
    if !confusions.is_empty() {
        page.push_str("<h3>Confusions</h3>\n<p class=\"chips\">\n");
        for Confusion { truth, read, count } in &confusions {
            let (truth, read) = (escaped(truth), escaped(read));
            let title = format!("title=\"{truth} read as {read}\"");
            let _ = writeln!(page, "<span {title}><b>{truth}</b> as {read} <i>{count}</i></span>");
        }
        page.push_str("</p>\n");
    }
    let (shown, others): (Vec<_>, Vec<_>) = run.checked.iter().partition(|picture| needs_review(picture));
    page.push_str("<h3>Tiles that are wrong, unreadable or below 90% confidence</h3>\n");
    for picture in shown {
        section_of_picture(page, picture, names);
    }
    let _ = writeln!(page, "<p class=\"clean\">{} without such tiles.</p>", counted(others.len(), "picture"));
}

fn needs_review(picture: &CheckedPicture) -> bool {
    picture.comparison.problem.is_some() || picture.tiles.iter().any(CheckedTile::needs_review)
}

/// A table of confidence and accuracy, with a bar for each.
fn reliability_table(bins: &[Bin]) -> String {
    let row = |bin: &Bin| {
        vec![
            bin.name(),
            bin.tiles().to_string(),
            page::measure("mean", bin.mean_confidence),
            page::measure("right", bin.accuracy),
        ]
    };
    let error = format!("<p>Expected calibration error: {:.2}%.</p>\n", 100.0 * reliability::error(bins));
    table(&["confidence", "tiles", "mean", "right"], bins.iter().map(row)) + &error
}

/// One picture: its counts, and a card for each tile to review.
fn section_of_picture(
    page: &mut String,
    CheckedPicture { path, comparison, tiles, time, picture, .. }: &CheckedPicture,
    names: &PageNames,
) {
    let typed = path.display().to_string();
    let name = names.name(&typed);
    let counts = comparison.counts;
    let class = if comparison.exact() { "exact" } else { "inexact" };
    let _ = writeln!(
        page,
        "<section class=\"{class}\">\n{}\n<p>{}: {} right, {} unreadable, {} wrong; {time:.1} ms</p>",
        page::heading(&name, &typed),
        counted(counts.tiles, "tile"),
        counts.right,
        counts.unreadable,
        counts.wrong
    );
    if let Some(problem) = &comparison.problem {
        let _ = writeln!(page, "<p class=\"problem\">{}</p>", escaped(problem));
    }
    if let Some(picture) = picture {
        page.push_str(&picture.svg(&name, &[], 0));
    }
    page.push_str("<div class=\"cards\">\n");
    let mut shown: Vec<&CheckedTile> = tiles.iter().filter(|tile| tile.needs_review()).collect();
    // The wrong ones first, then the most doubtful.
    shown.sort_by(|a, b| {
        (Reverse(a.mark_kind())).cmp(&Reverse(b.mark_kind())).then(a.confidence.total_cmp(&b.confidence))
    });
    shown.into_iter().for_each(|tile| card(page, tile));
    page.push_str("</div>\n</section>\n");
}

/// One tile: its crop, the guesses and the truth.
fn card(page: &mut String, tile: &CheckedTile) {
    let class = tile.mark_kind().class();
    let what = match tile.verdict {
        Verdict::Wrong => "wrong",
        Verdict::Unreadable => "unreadable",
        Verdict::Right => "right",
    };
    let face = |face: Option<&Face>, none: &str| face.map_or(none.to_string(), escaped);
    let crop = tile
        .crop
        .as_ref()
        .map_or(String::new(), |png| format!("<img alt=\"\" src=\"{}\">", page::data_address("png", png)));
    let next = tile.runner_up.as_ref().map_or("no other guess".to_string(), |(face, likelihood)| {
        format!("next {} {:.1}%", escaped(face), 100.0 * likelihood)
    });
    let _ = writeln!(
        page,
        "<figure class=\"{class}\">{crop}<figcaption><b>{}</b> <i>truth {}</i>\
         <span class=\"bar\" style=\"width:{:.0}%\"></span>{:.1}% confidence<br>{next}<br>\
         <small>{what}; line {}, tile {}</small></figcaption></figure>",
        face(tile.guess.as_ref(), "nothing"),
        face(tile.truth.as_ref(), "empty"),
        100.0 * tile.confidence,
        100.0 * tile.confidence,
        tile.cell.line + 1,
        tile.cell.index + 1
    );
}

#[cfg(test)]
mod tests {
    use super::super::compare::{Comparison, Counts};
    use super::*;
    use crate::args::EngineArg;
    use hexlex::board::Cell;

    #[test]
    fn names_of_files_and_faces_are_escaped() {
        let tile = CheckedTile {
            cell: Cell { line: 1, index: 2 },
            guess: Some(Face::Letters("O".into())),
            confidence: 0.95,
            runner_up: Some((Face::Letters("QU".into()), 0.04)),
            truth: Some(Face::Letters("Q".into())),
            verdict: Verdict::Wrong,
            crop: Some(vec![1, 2, 3]),
        };
        let comparison =
            Comparison { counts: Counts { tiles: 1, wrong: 1, ..Counts::default() }, ..Comparison::default() };
        let picture = CheckedPicture {
            path: "<b>&.png".into(),
            comparison,
            tiles: vec![tile],
            cut: Vec::new(),
            limited: false,
            warnings: Vec::new(),
            time: 1.5,
            picture: None,
        };
        let checked = vec![picture];
        let page = page_of(&[EngineRun { engine: EngineArg::Net, checked }]);
        for part in [
            "&lt;b&gt;&amp;.png",
            "data:image/png;base64,AQID",
            "<b>O</b> <i>truth Q</i>",
            "next Qu 4.0%",
            "line 2, tile 3",
        ] {
            assert!(page.contains(part), "{part}: {page}");
        }
        assert!(!page.contains("<b>&.png") && !page.contains("http"));
    }
}
