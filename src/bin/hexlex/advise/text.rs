//! The advice as text: the word, why, and a table of the best words.

use crate::table::table_within;
use crate::terminal::wrapped;
use hexlex::advise::{Advice, AdvisedWord, Effect, RiskUnknown};
use hexlex::solve::FoundWord;
use std::fmt::Write;

/// The move with its reason, in lines of this width, and the best `top` words.
pub(super) fn of(advice: &Advice, top: usize, width: usize) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    match advice.words.first().filter(|_| !advice.scramble) {
        Some(best) => {
            let word = format!("play {}, tiles {}", best.found.word, tiles(&best.found));
            let why = wrapped(&format!("why: {}", advice.text), width);
            let _ = writeln!(text, "{}\n{why}\n", wrapped(&word, width));
        }
        None => {
            let _ = writeln!(text, "{}", wrapped(&advice.text, width));
            return text;
        }
    }
    let heading = ["", "word", "letters", "points"].map(str::to_string).into_iter().chain(last_headings(advice));
    let row = |(place, word): (usize, &AdvisedWord)| {
        let found = &word.found;
        let first = [(place + 1).to_string(), found.word.clone(), found.length.to_string(), found.score.to_string()];
        cells(first.into_iter().chain(last_cells(word)))
    };
    let words = advice.words.iter().take(top).enumerate().map(row);
    text.push_str(&table_within(&[cells(heading)].into_iter().chain(words).collect::<Vec<_>>(), 1, width));
    if let Some(unknown) = advice.risk_unknown {
        let other = match unknown {
            RiskUnknown::Shape => "this board has another shape",
            RiskUnknown::Rules => "this game has other rules or lengths of words",
            RiskUnknown::Words => "this dictionary has other words",
        };
        let reason = format!("no risk is printed: it was measured for `deluxe` with built-in English, and {other}");
        let _ = writeln!(text, "\n{}", wrapped(&reason, width));
    }
    text
}

/// The columns of a table; those that a kind of game does not have are empty.
fn cells(cells: impl Iterator<Item = String>) -> [String; 7] {
    let mut cells = cells;
    std::array::from_fn(|_| cells.next().unwrap_or_default())
}

/// The headings of the columns that depend on the kind of the game.
fn last_headings(advice: &Advice) -> Vec<String> {
    let has_risk = advice.words.iter().any(|word| word.risk.is_some());
    let headings: &[&str] = match advice.words.first().and_then(|word| word.effect.as_ref()) {
        Some(Effect::Collapse { .. }) => &["removes", "whole game"],
        Some(Effect::Territory { .. }) => &["takes", "leaves", "after the reply"],
        None if has_risk => &["risk"],
        None => &[],
    };
    headings.iter().map(|heading| heading.to_string()).collect()
}

/// What the words are ordered by, for the caption of a picture; `None` where that is their points or their risk.
pub(super) fn value(word: &AdvisedWord) -> Option<String> {
    Some(match word.effect.as_ref()? {
        Effect::Collapse { total, .. } => format!("whole game {total} points"),
        Effect::Territory { reply: Some(reply), .. } => {
            format!("{}:{} tiles after the reply", reply.mine, reply.theirs)
        }
        Effect::Territory { mine, theirs, .. } => format!("{mine}:{theirs} tiles"),
    })
}

/// The cells below these headings.
fn last_cells(word: &AdvisedWord) -> Vec<String> {
    match &word.effect {
        Some(Effect::Collapse { removes, total }) => vec![removes.to_string(), total.to_string()],
        Some(Effect::Territory { takes, mine, theirs, reply, .. }) => {
            let reply = reply.as_ref().map_or_else(String::new, |reply| format!("{}:{}", reply.mine, reply.theirs));
            vec![takes.to_string(), format!("{mine}:{theirs}"), reply]
        }
        None => vec![word.risk.map_or_else(String::new, percent)],
    }
}

/// A chance with as many digits as it is worth.
fn percent(chance: f32) -> String {
    match 100.0 * chance {
        percent if percent < 0.1 => "< 0.1%".to_string(),
        percent if percent < 10.0 => format!("{percent:.1}%"),
        percent => format!("{percent:.0}%"),
    }
}

/// The tiles of a path, counted from 1.
fn tiles(found: &FoundWord) -> String {
    let tiles: Vec<String> = found.path.iter().map(|cell| format!("{},{}", cell.line + 1, cell.index + 1)).collect();
    tiles.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexlex::advise::Reply;

    #[test]
    fn a_caption_has_what_the_words_are_ordered_by() {
        let found = FoundWord { word: "CAT".to_string(), length: 3, score: 3, path: Vec::new(), class: None };
        let of = |effect| value(&AdvisedWord { found: found.clone(), danger: 0.0, risk: None, effect });
        let territory = |reply| Effect::Territory { takes: 1, mine: 5, theirs: 2, defended: 0, reply };
        let reply = Reply { word: "DOG".to_string(), takes: 1, mine: 4, theirs: 6 };
        assert_eq!(of(None), None);
        assert_eq!(of(Some(Effect::Collapse { removes: 3, total: 90 })).as_deref(), Some("whole game 90 points"));
        assert_eq!(of(Some(territory(Some(reply)))).as_deref(), Some("4:6 tiles after the reply"));
        assert_eq!(of(Some(territory(None))).as_deref(), Some("5:2 tiles"));
    }
}
