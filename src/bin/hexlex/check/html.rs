//! A page with every tile that needs an eye: one file, nothing loaded from elsewhere.

use super::reliability::{self, Bin};
use super::tiles::CheckedTile;
use super::{Checked, Run, Total, confusions, total, usual_time, wrong_and_sure};
use crate::compare::Verdict;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use hexlex::board::Face;
use std::fmt::{Display, Write};

/// The looks, for light screens and dark ones.
const STYLE: &str = include_str!("report.css");

/// The whole page.
pub(super) fn page(runs: &[Run]) -> String {
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>hexlex check</title>\n<style>\n{STYLE}</style>\n<h1>hexlex check</h1>\n"
    );
    page.push_str(&engines(runs));
    for run in runs {
        section(&mut page, run, runs.len() > 1);
    }
    page.push_str("</html>\n");
    page
}

/// Text that stays text, whatever a file is called.
fn escaped(text: impl Display) -> String {
    let text = text.to_string();
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A table from cells that are HTML already; the first column names, the others are numbers.
fn table(heading: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let cells = |tag: &str, cells: &[String]| -> String {
        cells.iter().map(|cell| format!("<{tag}>{cell}</{tag}>")).collect::<String>()
    };
    let heading: Vec<String> = heading.iter().map(|cell| cell.to_string()).collect();
    let mut html = format!("<table>\n<tr>{}</tr>\n", cells("th", &heading));
    for row in rows {
        // Writing to a string cannot fail.
        let _ = writeln!(html, "<tr>{}</tr>", cells("td", &row));
    }
    html.push_str("</table>\n");
    html
}

/// All engines side by side.
fn engines(runs: &[Run]) -> String {
    let row = |run: &Run| {
        let Total { pictures, exact, counts, .. } = total(&run.checked);
        vec![
            run.engine.name().to_string(),
            format!("{exact} of {pictures}"),
            counts.tiles.to_string(),
            format!("{} ({:.2}%)", counts.right, counts.percent()),
            counts.unreadable.to_string(),
            counts.wrong.to_string(),
            wrong_and_sure(&run.checked).to_string(),
            format!("{:.1}", usual_time(&run.checked)),
        ]
    };
    let heading = ["engine", "exact", "tiles", "right", "unreadable", "wrong", "wrong and sure", "ms a picture"];
    table(&heading, runs.iter().map(row))
}

/// One engine: its reliability, its confusions, and picture by picture what needs an eye.
fn section(page: &mut String, run: &Run, is_named: bool) {
    if is_named {
        let _ = writeln!(page, "<h2>Engine {}</h2>", run.engine.name());
    }
    let bins = reliability::bins(&run.checked);
    if !bins.is_empty() {
        let _ = writeln!(page, "<h3>Reliability</h3>\n{}", reliability_table(&bins));
    }
    let confusions = confusions(&run.checked);
    if !confusions.is_empty() {
        page.push_str("<h3>Confusions</h3>\n<p class=\"chips\">\n");
        for (truth, read, n) in &confusions {
            let (truth, read) = (escaped(truth), escaped(read));
            let _ = writeln!(page, "<span title=\"{truth} read as {read}\"><b>{truth}</b> as {read} <i>{n}</i></span>");
        }
        page.push_str("</p>\n");
    }
    let (shown, clean): (Vec<&Checked>, Vec<&Checked>) = run.checked.iter().partition(|one| needs_an_eye(one));
    page.push_str("<h3>Tiles that are wrong, unread or in doubt</h3>\n");
    for one in shown {
        picture(page, one);
    }
    let _ = writeln!(page, "<p class=\"clean\">{} pictures without any such tile.</p>", clean.len());
}

fn needs_an_eye(one: &Checked) -> bool {
    one.comparison.problem.is_some() || one.tiles.iter().any(CheckedTile::is_doubtful)
}

/// What was said against what was right, with a bar for each.
fn reliability_table(bins: &[Bin]) -> String {
    let bar = |class: &str, part: f64| {
        format!("<span class=\"bar {class}\" style=\"width:{:.1}%\"></span>{:.2}%", 60.0 * part, 100.0 * part)
    };
    let row = |bin: &Bin| vec![bin.name(), bin.tiles().to_string(), bar("said", bin.said), bar("right", bin.right)];
    let error = format!("<p>Said and right are {:.2}% apart in the mean.</p>\n", 100.0 * reliability::error(bins));
    let bars = table(&["confidence", "tiles", "said", "right"], bins.iter().map(row));
    bars.replacen("<table>", "<table class=\"reliability\">", 1) + &error
}

/// One picture: its counts, and a card for each tile that needs an eye.
fn picture(page: &mut String, one: &Checked) {
    let counts = one.comparison.counts;
    let class = if one.comparison.exact() { "exact" } else { "inexact" };
    let _ = writeln!(
        page,
        "<section class=\"{class}\">\n<h4>{}</h4>\n<p>{} tiles: {} right, {} unreadable, {} wrong; {:.1} ms</p>",
        escaped(one.path.display()),
        counts.tiles,
        counts.right,
        counts.unreadable,
        counts.wrong,
        one.time
    );
    if let Some(problem) = &one.comparison.problem {
        let _ = writeln!(page, "<p class=\"problem\">{}</p>", escaped(problem));
    }
    page.push_str("<div class=\"cards\">\n");
    one.tiles.iter().filter(|tile| tile.is_doubtful()).for_each(|tile| card(page, tile));
    page.push_str("</div>\n</section>\n");
}

fn card(page: &mut String, tile: &CheckedTile) {
    let (class, what) = match tile.verdict {
        Verdict::Wrong => ("wrong", "wrong"),
        Verdict::Unreadable => ("unread", "unreadable"),
        Verdict::Right => ("doubt", "right, in doubt"),
    };
    let face = |face: Option<&Face>, none: &str| face.map_or(none.to_string(), escaped);
    let crop = tile.crop.as_ref().map_or(String::new(), |png| {
        format!("<img alt=\"\" src=\"data:image/png;base64,{}\">", BASE64_STANDARD.encode(png))
    });
    let next = tile.runner_up.as_ref().map_or("no other guess".to_string(), |(face, likelihood)| {
        format!("next {} {:.1}%", escaped(face), 100.0 * likelihood)
    });
    let _ = writeln!(
        page,
        "<figure class=\"{class}\">{crop}<figcaption><b>{}</b> <i>truth {}</i>\
         <span class=\"bar\" style=\"width:{:.0}%\"></span>{:.1}% sure<br>{next}<br>\
         <small>{what}; line {}, index {}</small></figcaption></figure>",
        face(tile.guess.as_ref(), "nothing"),
        face(tile.truth.as_ref(), "empty"),
        100.0 * tile.confidence,
        100.0 * tile.confidence,
        tile.cell.line,
        tile.cell.index
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::EngineArg;
    use crate::compare::{Comparison, Counts};
    use hexlex::board::Cell;

    #[test]
    fn names_of_files_and_faces_stay_text() {
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
        let checked = vec![Checked { path: "<b>&.png".into(), comparison, tiles: vec![tile], time: 1.5 }];
        let page = page(&[Run { engine: EngineArg::Net, checked }]);
        for part in ["&lt;b&gt;&amp;.png", "data:image/png;base64,AQID", "<b>O</b> <i>truth Q</i>", "next Qu 4.0%"] {
            assert!(page.contains(part), "{part}: {page}");
        }
        assert!(!page.contains("<b>&.png") && !page.contains("http"));
    }
}
