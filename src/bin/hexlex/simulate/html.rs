//! The page of `simulate --html`: the table, the comparison, the plot, and what is assumed.

use super::{Played, plot, report};
use crate::args::SimulateArgs;
use crate::page::{self, escaped};
use hexlex::profile::Profile;
use std::fmt::Write;

/// What this page adds to the style of all. On a phone the plot scrolls: smaller, its numbers cannot be read. It is drawn on white, which
/// the page has below the shadow that shows that it goes on.
const STYLE: &str = ".plot{color-scheme:light;background-color:#fff;border-radius:.4rem}.plot rect{fill:none}\
                     svg{display:block;max-width:100%;min-width:44rem;height:auto}";

/// How every page begins.
pub(super) const BEGINNING: &str =
    "<!DOCTYPE html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>hexlex simulate</title>";

/// The page.
pub(super) fn page(played: &[Played], profile: &Profile, args: &SimulateArgs) -> String {
    let mut rows = String::new();
    for (number, row) in report::rows(played).iter().enumerate() {
        let tag = if number == 0 { "th" } else { "td" };
        let cells: String = row.iter().map(|cell| format!("<{tag}>{}</{tag}>", escaped(cell))).collect();
        // Writing to a string cannot fail.
        let _ = writeln!(rows, "<tr>{cells}</tr>");
    }
    let comparisons: String =
        report::comparisons(played).iter().map(|line| format!("<p>{}</p>\n", escaped(line))).collect();
    let assumed = match profile.assumed.as_slice() {
        [] => "none".to_string(),
        names => escaped(names.join(", ")),
    };
    format!(
        "{BEGINNING}<meta name=\"viewport\" content=\"width=device-width\"><style>{}{STYLE}</style>\n\
         <h1>{} games of {}</h1>\n<p>Seeds {} to {}, the same for every policy; at most {} words a game. Words are the geometric \
         mean with its 95% interval.</p>\n<div class=\"scroll\"><table>\n{rows}</table></div>\n{comparisons}<div class=\"scroll plot\">{}</div>\n<p>Numbers that no source gives: {assumed}.</p>\n</html>\n",
        page::STYLE,
        args.games,
        escaped(&profile.title),
        args.seed,
        args.seed.wrapping_add(args.games as u64 - 1),
        args.max_words,
        plot::svg(played),
    )
}
