//! Why a word is the one to begin with, in facts that can be checked on the board.

use super::search::{Beam, Line, Word, WordsLeft};
use crate::game::{Collapse, Pile};
use crate::lexicon::Lexicon;
use std::fmt;

/// Something that is true of a board after a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum CollapseFact {
    /// The board has no word.
    NoWord,
    /// The word removes the last tile, which brings these points.
    Clears(u32),
    /// The tiles that the word removes besides its own.
    Removes(usize),
    /// The words that the board has after the advised word and after its rival.
    Leaves {
        /// After the advised word.
        advised: WordsLeft,
        /// After the rival; `None` where there is none, or it leaves as many.
        rival: Option<WordsLeft>,
    },
    /// The points of the advised word and of its rival, which leaves as many words.
    Points {
        /// The advised word's.
        advised: u32,
        /// The rival's.
        rival: u32,
    },
    /// The rival is as good: a game with as many points as the best one begins with it.
    AsGood,
    /// The best game that was found from here.
    Game {
        /// The number of its words.
        words: usize,
        /// Its points.
        total: u64,
        /// The points of the best one that begins with the rival; `None` where there is none that has fewer.
        rival: Option<u64>,
    },
}

/// Why a word is advised.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CollapseWhy {
    /// The facts, in the order of the line.
    facts: Vec<CollapseFact>,
    /// The word with which the advised one is compared: the one with the highest score or, where that is the advised one, the next
    /// best.
    rival: Option<String>,
    /// The fewest letters of a long word; `None` where no word removes tiles beside its own.
    long_from: Option<usize>,
}

impl CollapseWhy {
    /// Why the first of these games is the best one.
    pub(super) fn of(
        beam: &mut Beam<'_>,
        collapse: &Collapse,
        pile: &Pile,
        games: &[Line],
        lexicon: &Lexicon,
    ) -> CollapseWhy {
        let from = collapse.params().beside_from;
        let mut why =
            CollapseWhy { facts: Vec::new(), rival: None, long_from: Some(from).filter(|&from| from < usize::MAX) };
        let Some((best, first)) = games.first().and_then(|best| Some((best, best.words.first()?))) else {
            why.facts.push(CollapseFact::NoWord);
            return why;
        };
        let others = games[1..].iter().filter_map(|game| Some((game, game.words.first()?)));
        let highest = others.clone().max_by_key(|(_, word)| word.score).filter(|(_, word)| word.score > first.score);
        let rival = highest.or_else(|| others.clone().next());
        why.rival = rival.and_then(|(_, word)| lexicon.word(word.number as usize)).map(|word| word.to_uppercase());
        let mut removed = Vec::new();
        collapse.removed(pile, &first.cells, first.letters as usize, &mut removed);
        if removed.len() > first.cells.len() {
            why.facts.push(CollapseFact::Removes(removed.len() - first.cells.len()));
        }
        let clears = |word: &Word| collapse.after(pile, &word.cells, word.letters as usize).tiles() == 0;
        let mut left = |word: &Word| beam.words_left(pile, word, from);
        let (advised, others) = (left(first), rival.map(|(_, word)| left(word)));
        match clears(first) {
            true => why.facts.push(CollapseFact::Clears(collapse.params().clear_bonus)),
            // Where both leave as many words, the difference is another one.
            false => {
                why.facts.push(CollapseFact::Leaves { advised, rival: others.filter(|&others| others != advised) })
            }
        }
        if let Some((_, word)) = rival
            && others == Some(advised)
            && first.score > word.score
        {
            why.facts.push(CollapseFact::Points { advised: first.score, rival: word.score });
        }
        if rival.is_some_and(|(game, _)| game.total == best.total) {
            why.facts.push(CollapseFact::AsGood);
        }
        let worse = rival.map(|(game, _)| game).filter(|game| game.total < best.total);
        if best.words.len() > 1 || worse.is_some_and(|game| game.words.len() > 1) {
            let (words, total) = (best.words.len(), best.total);
            why.facts.push(CollapseFact::Game { words, total, rival: worse.map(|game| game.total) });
        }
        why
    }

    /// The words of a board, as text.
    fn left(&self, left: WordsLeft) -> String {
        let words = match left.words {
            0 => return "no word".to_string(),
            1 => "1 word".to_string(),
            words => format!("{words} words"),
        };
        match self.long_from {
            Some(letters) => format!("{words}, {} of {letters} or more letters", left.long),
            None => words,
        }
    }

    fn write(&self, fact: &CollapseFact, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rival = self.rival.as_deref().unwrap_or_default();
        match *fact {
            CollapseFact::NoWord => f.write_str("the game is over: there is no word"),
            CollapseFact::Clears(0) => f.write_str("removes the last tile"),
            CollapseFact::Clears(bonus) => write!(f, "removes the last tile, for {bonus} points more"),
            CollapseFact::Points { advised, rival: other } => {
                write!(f, "scores {} and {rival} {other}", points(advised.into()))
            }
            CollapseFact::AsGood => write!(f, "{rival} is as good: no word found begins a better game"),
            CollapseFact::Removes(1) => f.write_str("removes 1 further tile"),
            CollapseFact::Removes(tiles) => write!(f, "removes {tiles} further tiles"),
            CollapseFact::Leaves { advised, rival: None } => write!(f, "leaves {}", self.left(advised)),
            CollapseFact::Leaves { advised, rival: Some(left) } => {
                write!(f, "leaves {}; {rival} leaves {}", self.left(advised), self.left(left))
            }
            CollapseFact::Game { words, total, rival: other } => {
                let noun = if words == 1 { "word" } else { "words" };
                write!(f, "the best game found has {words} {noun} and {}", points(total))?;
                match other {
                    Some(other) => write!(f, ", with {rival} first {other}"),
                    None => Ok(()),
                }
            }
        }
    }
}

fn points(points: u64) -> String {
    format!("{points} point{}", if points == 1 { "" } else { "s" })
}

impl fmt::Display for CollapseWhy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, fact) in self.facts.iter().enumerate() {
            f.write_str(if number > 0 { "; " } else { "" })?;
            self.write(fact, f)?;
        }
        Ok(())
    }
}
