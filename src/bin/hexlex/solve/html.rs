//! The page of `solve --html`: each board over its picture, the doubtful tiles, and the words, whose paths are shown when they
//! are chosen.

use super::answer::{Solved, highest, shown};
use super::draw;
use crate::args::SolveArgs;
use crate::console::counted;
use crate::page::{self, BoardPicture, Mark, MarkKind, STYLE, escaped};
use hexlex::board::{Cell, Face, Tile};
use hexlex::read::{Doubt, Reading};
use std::fmt::Write;

/// The title of the page.
pub(super) const TITLE: &str = "hexlex solve";

/// Tiles below this confidence are marked. As in `check --html`.
const CONFIDENT: f32 = 0.9;

/// Shows the path of a word that is chosen. Without scripts the path of the first one is shown.
const SCRIPT: &str = "<script>\n\
for (const button of document.querySelectorAll('.words button')) button.onclick = () => {\n\
  const section = button.closest('section'), [first, ...others] = section.querySelectorAll('.step');\n\
  section.querySelector('polyline')?.setAttribute('points', button.value);\n\
  others.forEach(step => step.remove());\n\
  if (first) button.value.split(' ').forEach((point, place) => {\n\
    const step = place ? first.parentNode.appendChild(first.cloneNode(true)) : first;\n\
    step.setAttribute('transform', `translate(${point})`);\n\
    step.querySelector('text').textContent = place + 1;\n\
  });\n\
  section.querySelectorAll('tr.shown').forEach(other => other.classList.remove('shown'));\n\
  button.closest('tr').classList.add('shown');\n\
};\n</script>\n";

/// The whole page of these sections.
pub(super) fn page(sections: &[String]) -> String {
    let beginning = page::beginning(TITLE);
    format!("{beginning}<style>\n{STYLE}</style>\n<h1>{TITLE}</h1>\n{}{SCRIPT}</html>\n", sections.concat())
}

/// A board with its words, below this name; the number is that of the section.
pub(super) fn section(solved: &Solved, name: &str, args: &SolveArgs, number: usize) -> String {
    let drawn = picture(solved);
    let best = solved.chosen.first().and_then(|&place| solved.solution.words.get(place));
    let path = best.map_or(&[][..], |word| &word.path);
    let mut html = format!("<section>\n{}\n<div class=\"solved\">\n", page::heading(name, &solved.source.name));
    if let Some(drawn) = &drawn {
        html.push_str(&drawn.svg(name, path, number));
    }
    html.push_str("<div>\n");
    if let Some(picture) = &solved.source.picture {
        html.push_str(&doubtful(&picture.reading));
    }
    if let Some(survival) = &solved.survival {
        // Writing to a string cannot fail.
        let _ = writeln!(html, "<p>{}</p>", escaped(&survival.why));
    }
    html.push_str(&words(solved, args, drawn.as_ref()));
    html.push_str("</div>\n</div>\n</section>\n");
    html
}

/// The board over its picture or, of a board text, over one that hexlex draws.
fn picture(solved: &Solved) -> Option<BoardPicture> {
    let board = &solved.source.board;
    let Some(picture) = &solved.source.picture else {
        let (frame, layout) = draw::paint(board).ok()?;
        return BoardPicture::new(frame.pixels(), &layout, Vec::new());
    };
    let doubts = picture.reading.doubts.iter().map(Option::as_ref);
    let marks = board.shape().cells().zip(board.tiles()).zip(doubts);
    let marks = marks.filter_map(|((cell, tile), doubt)| Some(mark(cell, tile?, doubt))).collect();
    BoardPicture::new(picture.frame.pixels(), &picture.reading.layout, marks)
}

fn mark(cell: Cell, tile: &Tile, doubt: Option<&Doubt>) -> Mark {
    let confidence = doubt.map_or(1.0, |doubt| doubt.confidence);
    let kind = match tile.face {
        Face::Unreadable => MarkKind::Unreadable,
        _ if confidence < CONFIDENT => MarkKind::Doubtful,
        _ => MarkKind::Good,
    };
    let title = format!(
        "{}, {:.1}% confidence, line {}, tile {}",
        tile.face,
        100.0 * confidence,
        cell.line + 1,
        cell.index + 1
    );
    Mark { cell, kind, label: tile.face.to_string(), title }
}

/// A table of the tiles that are unreadable or doubtful, the most doubtful first.
fn doubtful(reading: &Reading) -> String {
    let tiles = reading.board.shape().cells().zip(reading.board.tiles()).zip(&reading.doubts);
    let mut doubtful: Vec<(Cell, &Tile, &Doubt)> = tiles
        .filter_map(|((cell, tile), doubt)| Some((cell, tile?, doubt.as_ref()?)))
        .filter(|(_, tile, doubt)| tile.face == Face::Unreadable || doubt.confidence < CONFIDENT)
        .collect();
    doubtful.sort_by(|a, b| a.2.confidence.total_cmp(&b.2.confidence));
    if doubtful.is_empty() {
        return "<p class=\"key\">Every tile has a confidence of 90% or more.</p>\n".to_string();
    }
    let row = |(cell, tile, doubt): &(Cell, &Tile, &Doubt)| {
        let guess = match (&tile.face, &doubt.best) {
            (Face::Unreadable, Some(best)) => format!("? ({best})"),
            (face, _) => face.to_string(),
        };
        let others = doubt.alternatives.iter().take(3).map(|(face, share)| format!("{face} {:.0}%", 100.0 * share));
        vec![
            format!("<b>{}</b>", escaped(guess)),
            (cell.line + 1).to_string(),
            (cell.index + 1).to_string(),
            page::measure("mean", f64::from(doubt.confidence)),
            escaped(others.collect::<Vec<_>>().join(", ")),
        ]
    };
    let heading = ["doubtful", "line", "tile", "confidence", "or"];
    let count = counted(doubtful.len(), "doubtful tile");
    format!(
        "<p class=\"key\">{count}; correct one with --fix LINE,TILE=LETTERS.</p>\n<div class=\"doubtful\">{}</div>\n",
        page::table(&heading, doubtful.iter().map(row))
    )
}

/// The table of the best words.
fn words(solved: &Solved, args: &SolveArgs, drawn: Option<&BoardPicture>) -> String {
    let shown = shown(solved, args);
    if shown.is_empty() {
        return format!("<p>No word of {} or more letters on this board.</p>\n", solved.rules.min_length);
    }
    let rows = shown.iter().enumerate().map(|(place, found)| {
        let word = escaped(&found.word);
        let word = match drawn {
            Some(drawn) => format!("<button value=\"{}\">{word}</button>", drawn.points(&found.path)),
            None => word,
        };
        let start = found.path.first().map(|cell| format!("{},{}", cell.line + 1, cell.index + 1)).unwrap_or_default();
        vec![(place + 1).to_string(), word, found.length.to_string(), found.score.to_string(), start]
    });
    let table = page::table(&["", "word", "letters", "points", "start"], rows);
    let highest = highest(solved, args)
        .map(|found| format!(" Highest score: {}, {} points.", escaped(&found.word), found.score))
        .unwrap_or_default();
    format!(
        "<div class=\"words\">{table}</div>\n<p class=\"key\">{} of {}. Choose a word to see its path.{highest}</p>\n",
        shown.len(),
        counted(solved.solution.count, "word")
    )
}
