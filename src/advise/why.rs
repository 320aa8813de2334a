//! Why a word is advised, in facts that anybody can check on the board.
//!
//! The facts come from the terms of the board's value: those in which the advised word differs most from its rival, the longest
//! word or else the next best.

use super::outlook::Outlook;
use super::search::{Adviser, Choice, Decision};
use super::value::{danger, fire_danger};
use crate::board::Shape;
use crate::game::{Fallen, ScrambleTurn, State, ids};
use crate::lexicon::Lexicon;
use crate::solve::WordPath;
use std::fmt::{self, Write};

/// Something that is true of a board. Lines are counted from 0 here, and from 1 in the text.
#[derive(Debug, Clone, PartialEq)]
pub enum Fact {
    /// The advised word uses these fires on the bottom, by their lines.
    TakesBottom(Vec<usize>),
    /// The advised word uses the lowest fire that is not on the bottom.
    TakesLow {
        /// Its line.
        line: usize,
        /// The turns until it is on the bottom.
        turns: u32,
    },
    /// The fires that are on the bottom after the word: the next one has to use them.
    BottomNext(Vec<usize>),
    /// The lowest fire that remains after the word.
    Remains {
        /// Its line.
        line: usize,
        /// The fire after the word.
        left: FireLeft,
    },
    /// There is no fire on the board.
    NoFire,
    /// The advised word is the longest.
    Longest,
    /// The rival leaves these fires on the bottom, which ends the game.
    RivalLoses(Vec<usize>),
    /// After the rival, no single word uses all fires that are then on the bottom or only above such fires.
    RivalStrands {
        /// The lines of these fires.
        lines: Vec<usize>,
        /// Their number.
        fires: u32,
    },
    /// A fire to which the rival is worse.
    RivalLeaves {
        /// The fire's line.
        line: usize,
        /// The fire as the rival leaves it.
        rival: FireLeft,
        /// The fire as the advised word leaves it; `None` where that word uses it.
        advised: Option<FireLeft>,
    },
    /// The new fires that the advised word and its rival bring in the mean.
    NewFires {
        /// The advised word's, in thousandths.
        advised: u32,
        /// The rival's.
        rival: u32,
    },
    /// The paths of words that the two leave, without the new tiles.
    Paths {
        /// The advised word's.
        advised: u32,
        /// The rival's.
        rival: u32,
    },
    /// The rival is not worse before new tiles come, but it was in samples of these.
    Samples(u32),
    /// The word brings a bonus.
    Bonus(u32),
    /// No word uses all these fires on the bottom: scramble.
    ScrambleStranded(Vec<usize>),
    /// Every word leaves fires on the bottom that no single word uses: scramble.
    ScrambleInTime,
    /// The board has no word: scramble.
    ScrambleNoWord,
    /// No move saves the game.
    Lost,
}

/// A fire after a word, before new tiles come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FireLeft {
    /// The turns until it is on the bottom.
    pub turns: u32,
    /// The paths of words through it.
    pub paths: u32,
}

impl fmt::Display for FireLeft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let paths = match self.paths {
            0 => "without a word".to_string(),
            paths => format!("with {} through it", counted(paths, "path")),
        };
        match self.turns {
            0 => write!(f, "on the bottom {paths}"),
            turns => write!(f, "{} above the bottom {paths}", counted(turns, "turn")),
        }
    }
}

/// The facts for an advised move, the weightiest first.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Why {
    /// The facts.
    pub facts: Vec<Fact>,
    /// The word that the rival's facts are about, in upper case.
    pub rival: Option<String>,
    /// The rival's cells.
    pub rival_mask: u64,
}

/// The facts in a line.
const MOST_FACTS: usize = 3;

impl Why {
    /// Why the decision is right on this board at this level.
    pub fn of(adviser: &mut Adviser<'_>, state: &State, level: u32, decision: &Decision) -> Why {
        let must_use = state.fires() & adviser.engine.bottoms();
        if decision.scramble || decision.choices.is_empty() {
            return Why { facts: vec![scramble_fact(adviser, state, decision, must_use)], ..Why::default() };
        }
        let best = decision.choices[0];
        let paths = adviser.paths(state).to_vec();
        let mut why = Why::default();
        let after = adviser.after(state, level, &best.path);
        why.facts.extend(taken(adviser, state, &best.path));
        why.compare(adviser, state, level, decision, &paths);
        let remaining = after.and_then(|after| after.remaining(&adviser.engine.params().shape));
        why.facts.extend(remaining.filter(|fact| !why.says(fact)));
        if state.fires() == 0 {
            why.facts.insert(0, Fact::NoFire);
        }
        why.facts.truncate(MOST_FACTS);
        why
    }

    /// Whether a fact about the rival also says what remains.
    fn says(&self, remains: &Fact) -> bool {
        let Fact::Remains { line, left } = remains else { return false };
        let is_same = |fact: &Fact| matches!(fact, Fact::RivalLeaves { line: other, advised: Some(ours), .. } if other == line && ours == left);
        self.facts.iter().any(is_same)
    }

    /// Compares the advised word with the longest one or, where that is the advised word, with the next best.
    fn compare(
        &mut self,
        adviser: &mut Adviser<'_>,
        state: &State,
        level: u32,
        decision: &Decision,
        paths: &[WordPath],
    ) {
        let best = decision.choices[0];
        let longest = paths.iter().max_by_key(|path| (path.letters, std::cmp::Reverse((path.mask, path.number))));
        let is_longest = longest.is_none_or(|longest| longest.letters <= best.path.letters);
        if is_longest {
            self.facts.push(Fact::Longest);
        }
        let rival = match longest.filter(|_| !is_longest) {
            Some(longest) => *longest,
            None => match decision.choices.get(1) {
                Some(next) => next.path,
                None => return,
            },
        };
        self.rival = adviser.lexicon().word(rival.number as usize).map(|word| word.to_uppercase());
        self.rival_mask = rival.mask;
        let fact = rival_fact(adviser, state, level, &best, &rival);
        self.facts.extend(fact);
    }

    /// The line for people. The lexicon spells the advised word.
    pub fn text(&self, lexicon: &Lexicon, best: Option<&Choice>) -> String {
        let word = best.and_then(|best| lexicon.word(best.path.number as usize)).map(|word| word.to_uppercase());
        let names = Names { word: word.unwrap_or_default(), rival: self.rival.clone().unwrap_or_default() };
        let mut text = String::new();
        for (number, fact) in self.facts.iter().enumerate() {
            // Writing to a string cannot fail.
            let _ = write!(text, "{}{}", if number > 0 { "; " } else { "" }, Phrase(fact, &names));
        }
        text
    }
}

/// The words of a line.
struct Names {
    word: String,
    rival: String,
}

/// A fact with the words that it is about.
struct Phrase<'a>(&'a Fact, &'a Names);

impl fmt::Display for Phrase<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Phrase(fact, names) = self;
        match fact {
            Fact::TakesBottom(at) => write!(f, "takes the {} on the bottom ({})", plural(at.len(), "fire"), lines(at)),
            Fact::TakesLow { line, turns } => {
                write!(f, "takes the fire in column {}, {} above the bottom", line + 1, counted(*turns, "turn"))
            }
            Fact::BottomNext(at) => {
                write!(f, "the next word has to use the {} on the bottom ({})", plural(at.len(), "fire"), lines(at))
            }
            Fact::Remains { line, left } => write!(f, "the fire in column {} is then {left}", line + 1),
            Fact::NoFire => f.write_str("no fire on the board"),
            Fact::Longest => f.write_str("no word is longer"),
            Fact::Bonus(points) => write!(f, "the bonus word: {} more", counted(*points, "point")),
            Fact::ScrambleStranded(at) => {
                let all = if at.len() > 1 { "all the fires" } else { "the fire" };
                write!(f, "scramble now: no word uses {all} on the bottom ({})", lines(at))
            }
            Fact::ScrambleInTime => {
                f.write_str("scramble now: after every word, fires at the bottom would be without a word")
            }
            Fact::ScrambleNoWord => f.write_str("scramble: there is no word"),
            Fact::Lost => {
                f.write_str("the game is lost: no word uses all fires on the bottom, and a scramble costs a turn")
            }
            about_rival => rival_text(about_rival, names, f),
        }
    }
}

/// The text of a fact about the rival.
fn rival_text(fact: &Fact, names: &Names, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let Names { word, rival } = names;
    match fact {
        Fact::RivalLoses(at) => {
            write!(f, "{rival} would lose: it leaves the {} on the bottom ({})", plural(at.len(), "fire"), lines(at))
        }
        Fact::RivalStrands { lines: at, fires } => {
            let all = if *fires > 1 { "all the fires" } else { "the fire" };
            write!(f, "after {rival} no word would use {all} at the bottom ({})", lines(at))
        }
        Fact::RivalLeaves { line, rival: theirs, advised: None } => {
            write!(f, "{rival} leaves the fire in column {}, {theirs}", line + 1)
        }
        Fact::RivalLeaves { line, rival: theirs, advised: Some(ours) } => {
            write!(f, "{rival} leaves the fire in column {}, {theirs}, while {word} leaves it {ours}", line + 1)
        }
        Fact::NewFires { advised, rival: other } => {
            let tiles = |thousandths: &u32| f64::from(*thousandths) / 1000.0;
            write!(f, "{rival} brings {:.2} new fires in the mean, {word} {:.2}", tiles(other), tiles(advised))
        }
        Fact::Paths { advised, rival: other } => {
            write!(f, "leaves {} of words, {rival} {other}", counted(*advised, "path"))
        }
        Fact::Samples(samples) => {
            write!(f, "safer than {rival} in the mean of {} of new tiles", counted(*samples, "draw"))
        }
        _ => Ok(()),
    }
}

/// A noun in the plural where there are several.
fn plural(count: usize, noun: &str) -> String {
    if count == 1 { noun.to_string() } else { format!("{noun}s") }
}

fn counted(count: u32, noun: &str) -> String {
    format!("{count} {}", plural(count as usize, noun))
}

/// `column 2` or `columns 2, 5`: tiles that fall have columns.
fn lines(at: &[usize]) -> String {
    let numbers: Vec<String> = at.iter().map(|line| (line + 1).to_string()).collect();
    format!("{} {}", plural(at.len(), "column"), numbers.join(", "))
}

/// The lines of these cells.
fn lines_of(shape: &Shape, cells: u64) -> Vec<usize> {
    let mut lines: Vec<usize> = ids(cells).filter_map(|id| shape.cell(id)).map(|cell| cell.line).collect();
    lines.dedup();
    lines
}

/// What a word leaves, before new tiles come.
struct After {
    fallen: Fallen,
    outlook: Outlook,
    /// The fires on the bottom row.
    on_bottom: u64,
    new_fires: f32,
}

impl After {
    fn danger(&self) -> f32 {
        danger(&self.outlook, self.new_fires)
    }

    /// What the next word has to use, or the lowest fire that remains.
    fn remaining(&self, shape: &Shape) -> Option<Fact> {
        if self.on_bottom != 0 {
            return Some(Fact::BottomNext(lines_of(shape, self.on_bottom)));
        }
        let lowest =
            ids(self.outlook.fires).min_by_key(|&cell| (self.outlook.turns[cell], self.outlook.through[cell]))?;
        let line = shape.cell(lowest)?.line;
        Some(Fact::Remains { line, left: self.left(lowest) })
    }

    /// The fire in a cell.
    fn left(&self, cell: usize) -> FireLeft {
        FireLeft { turns: u32::from(self.outlook.turns[cell]), paths: self.outlook.through[cell] }
    }

    /// The cell of the fire that was in this cell before the word; `None` where the word used it.
    fn cell_of(&self, origin: usize) -> Option<usize> {
        ids(self.outlook.fires).find(|&cell| self.fallen.origin(cell) == Some(origin))
    }
}

impl Adviser<'_> {
    fn after(&mut self, state: &State, level: u32, path: &WordPath) -> Option<After> {
        let fallen = self.engine.after_word(state, path.mask)?;
        let outlook = self.outlook(&fallen.state);
        Some(After {
            on_bottom: fallen.state.fires() & self.engine.bottoms(),
            fallen,
            outlook,
            new_fires: self.engine.expected_fires(state, path.letters as usize, level),
        })
    }
}

/// The weightiest fires that a word uses.
fn taken(adviser: &Adviser<'_>, state: &State, path: &WordPath) -> Option<Fact> {
    let shape = &adviser.engine.params().shape;
    let used = state.fires() & path.mask;
    let bottom = used & adviser.engine.bottoms();
    if bottom != 0 {
        return Some(Fact::TakesBottom(lines_of(shape, bottom)));
    }
    let turns = |cell: usize| adviser.engine.turns_left(state, cell);
    let lowest = ids(used).min_by_key(|&cell| turns(cell))?;
    Some(Fact::TakesLow { line: shape.cell(lowest)?.line, turns: turns(lowest) })
}

/// What speaks most against the rival.
fn rival_fact(adviser: &mut Adviser<'_>, state: &State, level: u32, best: &Choice, rival: &WordPath) -> Option<Fact> {
    let shape = adviser.engine.params().shape.clone();
    let left = state.fires() & adviser.engine.bottoms() & !rival.mask;
    if left != 0 {
        return Some(Fact::RivalLoses(lines_of(&shape, left)));
    }
    let (ours, theirs) = (adviser.after(state, level, &best.path)?, adviser.after(state, level, rival)?);
    let stranded = |after: &After| after.outlook.bottom.count_ones() - after.outlook.most_bottom;
    if stranded(&theirs) > stranded(&ours) {
        let bottom = theirs.outlook.bottom;
        return Some(Fact::RivalStrands { lines: lines_of(&shape, bottom), fires: bottom.count_ones() });
    }
    if theirs.danger() <= ours.danger() {
        return (best.samples > 0).then_some(Fact::Samples(best.samples));
    }
    let of_fires =
        |after: &After| -> f32 { ids(after.outlook.fires).map(|cell| fire_danger(&after.outlook, cell)).sum() };
    let of_paths = |after: &After| (after.outlook.paths as f32).ln_1p();
    // In the units of the value: the weights of its terms are in `danger`.
    let fires = of_fires(&theirs) - of_fires(&ours);
    let paths = of_paths(&ours) - of_paths(&theirs);
    let new = theirs.new_fires - ours.new_fires;
    let only = |new_fires: f32, outlook: &Outlook| danger(outlook, new_fires);
    let of_new = only(new, &ours.outlook) - only(0.0, &ours.outlook);
    let of_paths = theirs.danger() - ours.danger() - fires - of_new;
    if fires >= of_new && fires >= of_paths {
        return worst_difference(&shape, &ours, &theirs);
    }
    if of_new >= of_paths {
        let thousandths = |tiles: f32| (tiles * 1000.0).round() as u32;
        return Some(Fact::NewFires { advised: thousandths(ours.new_fires), rival: thousandths(theirs.new_fires) });
    }
    (paths > 0.0).then_some(Fact::Paths { advised: ours.outlook.paths, rival: theirs.outlook.paths })
}

/// The fire to which the rival is worst, compared with the advised word.
fn worst_difference(shape: &Shape, ours: &After, theirs: &After) -> Option<Fact> {
    let same = |cell: usize| ours.cell_of(theirs.fallen.origin(cell)?);
    let difference = |cell: usize| {
        let left = same(cell).map_or(0.0, |cell| fire_danger(&ours.outlook, cell));
        fire_danger(&theirs.outlook, cell) - left
    };
    let worst = ids(theirs.outlook.fires).max_by(|&a, &b| difference(a).total_cmp(&difference(b)))?;
    let advised = same(worst).map(|cell| ours.left(cell));
    Some(Fact::RivalLeaves { line: shape.cell(worst)?.line, rival: theirs.left(worst), advised })
}

/// Why no word is advised.
fn scramble_fact(adviser: &mut Adviser<'_>, state: &State, decision: &Decision, must_use: u64) -> Fact {
    let costs_turn = adviser.engine.params().scramble.turn == ScrambleTurn::Turn;
    if !decision.scramble {
        return Fact::Lost;
    }
    if !decision.choices.is_empty() && costs_turn {
        return Fact::ScrambleInTime;
    }
    if adviser.paths(state).is_empty() {
        return Fact::ScrambleNoWord;
    }
    Fact::ScrambleStranded(lines_of(&adviser.engine.params().shape, must_use))
}
