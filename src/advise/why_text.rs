//! Reasons as text: each [`Fact`] as a part of a line.

use super::search::Choice;
use super::why::{Fact, FireLeft, FireTile, FiresUsed, Why};
use crate::lexicon::Lexicon;
use std::fmt::{self, Write};

impl Why {
    /// The line for people. The lexicon spells the advised word.
    pub fn text(&self, lexicon: &Lexicon, best: Option<&Choice>) -> String {
        let word = best.and_then(|best| lexicon.word(best.path.number as usize)).map(|word| word.to_uppercase());
        let rival = self.rival.clone().unwrap_or_default();
        let taken = self.facts.iter().find_map(|fact| match fact {
            Fact::TakesLow { fire, .. } => Some(*fire),
            _ => None,
        });
        let names = Names { word: word.unwrap_or_default(), rival, taken };
        let mut text = String::new();
        for (number, fact) in self.facts.iter().enumerate() {
            let between = if matches!(fact, Fact::Although(_)) { ", " } else { "; " };
            // Writing to a string cannot fail.
            let _ = write!(text, "{}{}", if number > 0 { between } else { "" }, Phrase(fact, &names));
        }
        text
    }
}

impl fmt::Display for FireTile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let qu = if self.letter == 'Q' { "u" } else { "" };
        write!(f, "the fire {}{qu} in column {}", self.letter, self.line + 1)
    }
}

impl fmt::Display for FireLeft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let paths = match self.paths {
            0 => "without a word".to_string(),
            paths => format!("with {} through it", counted(paths, "path")),
        };
        match self.turns {
            0 => write!(f, "on the bottom {paths}"),
            turns => write!(f, "{} above the bottom {paths}", turns_up(turns, self.is_held)),
        }
    }
}

impl fmt::Display for FiresUsed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", self.used, counted(self.fires, "fire"))
    }
}

/// Turns above the bottom. A gem below may have burned before, which a board does not show.
fn turns_up(turns: u32, is_held: bool) -> String {
    format!("{}{}", if is_held { "at most " } else { "" }, counted(turns, "turn"))
}

/// The words of a line.
struct Names {
    /// The word of which the facts speak.
    word: String,
    rival: String,
    /// The fire of which the line says that the word takes it.
    taken: Option<FireTile>,
}

/// A fact with the words that it is about.
struct Phrase<'a>(&'a Fact, &'a Names);

impl fmt::Display for Phrase<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Phrase(fact, names) = self;
        match fact {
            Fact::TakesBottom(at) => write!(f, "takes the {} on the bottom ({})", plural(at.len(), "fire"), lines(at)),
            Fact::TakesLow { fire, turns, is_held } => {
                write!(f, "takes {fire}, {} above the bottom", turns_up(*turns, *is_held))
            }
            Fact::BottomNext(at) => {
                write!(f, "the next word has to use the {} on the bottom ({})", plural(at.len(), "fire"), lines(at))
            }
            Fact::Remains { fire, left } => write!(f, "{fire} is then {left}"),
            Fact::NoFire => f.write_str("no fire on the board"),
            Fact::Longest => f.write_str("no word is longer"),
            Fact::Bonus(points) => write!(f, "the bonus word: {} more", counted(*points, "point")),
            Fact::ScrambleStranded(at) => {
                write!(f, "scramble now: no word uses {} on the bottom ({})", all_fires(at.len()), lines(at))
            }
            Fact::ScrambleInTime(words) => {
                write!(
                    f,
                    "scramble now: after each of the {words} best words, no word would use all fires on the bottom"
                )
            }
            Fact::ScrambleSafer(samples) => {
                write!(f, "scramble now: safer than every word in the mean of {}", counted(*samples as u32, "scramble"))
            }
            Fact::ScrambleNoWord => f.write_str("scramble: there is no word"),
            Fact::Lost(at) => write!(
                f,
                "the game is lost: no word uses {} on the bottom ({}), and a scramble costs a turn",
                all_fires(at.len()),
                lines(at)
            ),
            Fact::Although(fact) => {
                let swapped = Names { word: names.rival.clone(), rival: names.word.clone(), taken: None };
                write!(f, "although ")?;
                rival_text(fact, &swapped, &format!("{} ", swapped.word), f)
            }
            about_rival => rival_text(about_rival, names, "", f),
        }
    }
}

/// The text of a fact about the rival. Where it begins with a verb, the subject comes before it.
fn rival_text(fact: &Fact, names: &Names, subject: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let Names { word, rival, taken } = names;
    match fact {
        Fact::RivalLoses(at) => {
            write!(f, "{rival} would lose: it leaves the {} on the bottom ({})", plural(at.len(), "fire"), lines(at))
        }
        Fact::RivalStrands { lines: at, fires } => {
            let all = all_fires(*fires as usize);
            write!(f, "after {rival} no word would use {all} on the bottom ({})", lines(at))
        }
        Fact::RivalLeaves { fire, rival: theirs, advised: None } => {
            let takes = if *taken == Some(*fire) { String::new() } else { format!(", while {word} takes it") };
            write!(f, "{rival} leaves {fire}, {theirs}{takes}")
        }
        Fact::RivalLeaves { fire, rival: theirs, advised: Some(ours) } => {
            write!(f, "{rival} leaves {fire}, {theirs}, while {word} leaves it {ours}")
        }
        Fact::Points { advised, rival: theirs } => {
            write!(f, "nearly as safe as {rival}, for {} instead of {theirs}", counted(*advised, "point"))
        }
        Fact::NewFires { advised, rival: other } => {
            let tiles = |thousandths: &u32| f64::from(*thousandths) / 1000.0;
            write!(f, "{rival} brings {:.2} new fires in the mean, {word} {:.2}", tiles(other), tiles(advised))
        }
        Fact::Paths { advised, rival: other } => {
            write!(f, "{subject}leaves {} of words, {rival} {other}", counted(*advised, "path"))
        }
        Fact::NextWord { word: next, advised, rival: other } => {
            write!(f, "after {word} the next word can use {advised} ({next}), after {rival} {other}")
        }
        Fact::LongestNext { word: next, advised, rival: other } => {
            let other = if *other == 0 { "no word".to_string() } else { format!("at most {other}") };
            write!(f, "{subject}leaves {next} ({advised} letters) for the next turn, {rival} {other}")
        }
        Fact::Gems { advised, rival: other } => {
            write!(f, "{subject}keeps {}, {rival} {other}", counted(*advised, "gem"))
        }
        Fact::RareLetters(letters) => {
            let noun = plural(letters.len(), "letter");
            write!(f, "{subject}removes the {noun} {}, which {rival} leaves", listed(letters))
        }
        Fact::Scores { advised, rival: other } => {
            write!(f, "{subject}scores {}, {rival} {other}", counted(*advised, "point"))
        }
        Fact::Samples { samples, advised, rival: other } => {
            write!(f, "safer than {rival} in the mean of {} of new tiles", counted(*samples, "draw"))?;
            match advised > other {
                true => write!(f, " ({word} brings {}, {rival} {other})", counted(*advised, "new tile")),
                false => Ok(()),
            }
        }
        _ => Ok(()),
    }
}

/// All of this number of fires.
fn all_fires(count: usize) -> &'static str {
    if count > 1 { "all the fires" } else { "the fire" }
}

/// A noun in the plural where there are several.
fn plural(count: usize, noun: &str) -> String {
    if count == 1 { noun.to_string() } else { format!("{noun}s") }
}

/// Letters as in `J, Q and X`.
fn listed(letters: &str) -> String {
    let mut letters: Vec<String> = letters.chars().map(|letter| letter.to_string()).collect();
    let last = letters.pop().unwrap_or_default();
    if letters.is_empty() { last } else { format!("{} and {last}", letters.join(", ")) }
}

fn counted(count: u32, noun: &str) -> String {
    format!("{count} {}", plural(count as usize, noun))
}

/// `column 2` or `columns 2, 5`: tiles that fall have columns.
fn lines(at: &[usize]) -> String {
    let numbers: Vec<String> = at.iter().map(|line| (line + 1).to_string()).collect();
    format!("{} {}", plural(at.len(), "column"), numbers.join(", "))
}

#[cfg(test)]
mod tests {
    use super::listed;

    #[test]
    fn letters_are_listed_as_in_a_sentence() {
        assert_eq!(["J", "JQ", "JQX"].map(listed), ["J", "J and Q", "J, Q and X"]);
    }
}
