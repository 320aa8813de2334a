//! Pages of HTML, each one file that loads nothing else: for a phone of 390 pixels as for a screen, light and dark.

mod board;
mod names;

pub(crate) use board::{BoardPicture, Mark, MarkKind};
pub(crate) use names::{PageNames, heading};

use crate::console::is_control;
use crate::output_file::is_written_through;
use crate::{outputs, own_output};
use anyhow::{Result, ensure};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use std::fmt::{Display, Write};
use std::path::Path;

/// The style sheet of every page, with a light and a dark color scheme.
pub(crate) const STYLE: &str = include_str!("style.css");

/// How the page of a command begins: by this an earlier one is recognized.
pub(crate) fn beginning(title: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n"
    )
}

/// Checks before the work that a page can be written to a file: one that is named as a page, and is new or was written so.
///
/// # Errors
/// If it is another file.
pub(crate) fn check_file(file: &Path, beginning: &str) -> Result<()> {
    let is_page =
        file.extension().is_some_and(|end| end.eq_ignore_ascii_case("html") || end.eq_ignore_ascii_case("htm"));
    ensure!(
        is_page || is_written_through(file),
        "--html: expected a file whose name ends in .html, found {}: name one, as in page.html",
        file.display()
    );
    outputs::check_file(file)?;
    own_output::check(file, beginning.as_bytes())
}

/// The text with the special characters of HTML escaped, and without control characters.
pub(crate) fn escaped(text: impl Display) -> String {
    let is_hidden = |c: char| is_control(c) && c != '\n';
    let text: String = text.to_string().chars().map(|c| if is_hidden(c) { '\u{fffd}' } else { c }).collect();
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A table from cells of HTML, which scrolls where it is wider than the page.
pub(crate) fn table(heading: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let cells = |tag: &str, cells: &[String]| -> String {
        cells.iter().map(|cell| format!("<{tag}>{cell}</{tag}>")).collect::<String>()
    };
    let heading: Vec<String> = heading.iter().map(|cell| cell.to_string()).collect();
    let mut html = format!("<div class=\"scroll\" tabindex=\"0\"><table>\n<tr>{}</tr>\n", cells("th", &heading));
    for row in rows {
        // Writing to a string cannot fail.
        let _ = writeln!(html, "<tr>{}</tr>", cells("td", &row));
    }
    html.push_str("</table></div>\n");
    html
}

/// A share as a number with a bar beside it.
pub(crate) fn measure(class: &str, share: f64) -> String {
    format!(
        "<span class=\"measure\">{:.2}%<span class=\"track\"><span class=\"bar {class}\" style=\"width:{:.1}%\">\
         </span></span></span>",
        100.0 * share,
        100.0 * share
    )
}

/// A picture as an address that holds it.
pub(crate) fn data_address(kind: &str, bytes: &[u8]) -> String {
    format!("data:image/{kind};base64,{}", BASE64_STANDARD.encode(bytes))
}
