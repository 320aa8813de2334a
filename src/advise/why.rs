//! Why a word is advised, in facts that anybody can check on the board.
//!
//! Most facts come from the terms of the board's value: those in which the advised word differs most from its rival, the longest
//! word or else the next best.

use super::compare::{After, Pair, held_by_gems, lines_of};
use super::outlook::Outlook;
use super::search::{Adviser, Choice, Decision};
use crate::board::Shape;
use crate::game::{HOLE, State, ids};
use crate::solve::WordPath;

/// Something that is true of a board. Lines are counted from 0 here, and from 1 in the text.
#[derive(Debug, Clone, PartialEq)]
pub enum Fact {
    /// The advised word uses these fires on the bottom, by their lines.
    TakesBottom(Vec<usize>),
    /// The advised word uses the lowest fire that is not on the bottom.
    TakesLow {
        /// The fire.
        fire: FireTile,
        /// The most turns until it is on the bottom; fewer if a gem below it has burned before.
        turns: u32,
        /// Whether these turns count a gem.
        is_held: bool,
    },
    /// The fires that are on the bottom after the word: the next one has to use them.
    BottomNext(Vec<usize>),
    /// The lowest fire that remains after the word.
    Remains {
        /// The fire.
        fire: FireTile,
        /// The fire after the word.
        left: FireLeft,
    },
    /// There is no fire on the board.
    NoFire,
    /// The advised word is the longest.
    Longest,
    /// The rival leaves these fires on the bottom, which ends the game.
    RivalLoses(Vec<usize>),
    /// After the rival, no single word uses all fires that are then on the bottom.
    RivalStrands {
        /// The lines of these fires.
        lines: Vec<usize>,
        /// Their number.
        fires: u32,
    },
    /// A fire to which the rival is worse.
    RivalLeaves {
        /// The fire.
        fire: FireTile,
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
    /// What a single next word can do about the fires that the two leave, without the new tiles.
    NextWord {
        /// After the advised word, a next word that uses the most fires, in upper case.
        word: String,
        /// The fires after the advised word.
        advised: FiresUsed,
        /// Those after the rival.
        rival: FiresUsed,
    },
    /// The longest word that the two leave, without the new tiles.
    LongestNext {
        /// One of the longest after the advised word, in upper case.
        word: String,
        /// Its letters.
        advised: u32,
        /// The letters of the longest after the rival; 0 where it leaves no word.
        rival: u32,
    },
    /// The gems that the two leave.
    Gems {
        /// The advised word's.
        advised: u32,
        /// The rival's.
        rival: u32,
    },
    /// Letters that few words have: the advised word leaves fewer tiles with each of these than its rival, and fewer of all such ones.
    RareLetters(String),
    /// The points of the two.
    Scores {
        /// The advised word's.
        advised: u32,
        /// The rival's.
        rival: u32,
    },
    /// The rival is not worse before new tiles come, but it was in the mean of samples of these.
    Samples {
        /// The number of samples.
        samples: u32,
        /// The new tiles that come after the advised word.
        advised: u32,
        /// Those after the rival.
        rival: u32,
    },
    /// What speaks most for the rival, a fact in which the two words are exchanged.
    Although(Box<Fact>),
    /// The rival is nearly as safe, and scores less.
    Points {
        /// The advised word's points.
        advised: u32,
        /// The rival's.
        rival: u32,
    },
    /// The word brings a bonus.
    Bonus(u32),
    /// No word uses all these fires on the bottom: scramble.
    ScrambleStranded(Vec<usize>),
    /// Each of this number of words, the best ones, leaves fires on the bottom that no single word uses: scramble.
    ScrambleInTime(usize),
    /// A scrambled board is safer than that after the best word, in the mean of this number of samples.
    ScrambleSafer(usize),
    /// The board has no word: scramble.
    ScrambleNoWord,
    /// No word uses all these fires on the bottom, and a scramble would lose the game too.
    Lost(Vec<usize>),
}

/// A fire by its letter and its line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FireTile {
    /// The line, from 0.
    pub line: usize,
    /// The letter in upper case; `Q` for the tile `Qu`, `?` for any other tile.
    pub letter: char,
}

impl FireTile {
    pub(super) fn of(shape: &Shape, state: &State, cell: usize) -> Option<FireTile> {
        let code = state.letter(cell);
        let letter = if code < HOLE { char::from(b'A' + code) } else { '?' };
        Some(FireTile { line: shape.cell(cell)?.line, letter })
    }
}

/// A fire after a word, before new tiles come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FireLeft {
    /// The most turns until it is on the bottom; fewer if a gem below it has burned before.
    pub turns: u32,
    /// Whether these turns count a gem.
    pub is_held: bool,
    /// The paths of words through it.
    pub paths: u32,
}

/// The fires of a board, and how many of them a single word uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FiresUsed {
    /// The most that a word uses.
    pub used: u32,
    /// All of them.
    pub fires: u32,
}

impl FiresUsed {
    /// The fires that the word leaves.
    pub(super) fn beyond(self) -> u32 {
        self.fires - self.used
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

/// With more facts than this in a line, that the word is the longest is left out; all that the search says counts as one. Smaller: it
/// is hardly ever said; larger: lines with a weak fact more. Chosen by hand.
const MOST_WITH_LONGEST: usize = 4;

/// A remaining fire at least this many turns above the bottom is mentioned only if there is no other fact. Chosen by hand: as many
/// as a column has tiles.
const FAR: u32 = 8;

/// The words with which the advised one is compared until one is found beside which something speaks for it. Chosen by hand: each
/// takes the time of a board.
const MOST_RIVALS: usize = 4;

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
        let after = After::of(adviser, state, level, &best.path);
        why.facts.extend(taken(adviser, state, &best.path));
        if state.fires() == 0 {
            why.facts.push(Fact::NoFire);
        }
        let searched = why.compare(adviser, state, level, decision, &paths);
        let remaining = after.and_then(|after| after.remaining(&adviser.engine.params().shape));
        let is_far = |fact: &Fact| matches!(fact, Fact::Remains { left, .. } if left.turns > FAR);
        let is_news = |fact: &Fact| !why.says(fact) && (!is_far(fact) || why.facts.is_empty());
        let remaining = remaining.filter(is_news);
        why.facts.extend(remaining);
        if why.facts.len() + usize::from(!searched.is_empty()) > MOST_WITH_LONGEST {
            why.facts.retain(|fact| *fact != Fact::Longest);
        }
        why.facts.extend(searched);
        why
    }

    /// Whether a fact about the rival also says what remains.
    fn says(&self, remains: &Fact) -> bool {
        let Fact::Remains { fire, left } = remains else { return false };
        let is_same = |fact: &Fact| matches!(fact, Fact::RivalLeaves { fire: other, advised: Some(ours), .. } if other == fire && ours == left);
        self.facts.iter().any(is_same)
    }

    /// Compares the advised word with the longest one or, where that is the advised word, with the next best. Returns what the
    /// search says of the two where the boards that they leave do not speak for the advised word, and what speaks against it.
    fn compare(
        &mut self,
        adviser: &mut Adviser<'_>,
        state: &State,
        level: u32,
        decision: &Decision,
        paths: &[WordPath],
    ) -> Vec<Fact> {
        let best = decision.choices[0];
        let is_examined = |path: &WordPath| decision.choices.iter().any(|choice| choice.path.mask == path.mask);
        let longest = paths
            .iter()
            .max_by_key(|path| (path.letters, is_examined(path), std::cmp::Reverse((path.mask, path.number))));
        let is_longest = longest.is_none_or(|longest| longest.letters <= best.path.letters);
        if is_longest {
            self.facts.push(Fact::Longest);
        }
        let longest = longest.filter(|_| !is_longest).copied();
        let is_other = |path: &WordPath| {
            path.number != best.path.number && longest.is_none_or(|longest| longest.mask != path.mask)
        };
        let others = decision.choices.iter().map(|choice| choice.path).filter(is_other);
        let rivals = longest.into_iter().chain(others);
        // Some leave a board that differs in nothing, such as the same one.
        for rival in rivals.take(MOST_RIVALS) {
            let (facts, searched) = rival_facts(adviser, state, level, decision, &rival);
            if facts.is_empty() && !searched.iter().any(|fact| matches!(fact, Fact::Points { .. })) {
                continue;
            }
            self.rival = adviser.lexicon().word(rival.number as usize).map(|word| word.to_uppercase());
            self.rival_mask = rival.mask;
            self.facts.extend(facts);
            return searched;
        }
        Vec::new()
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
    let turns = Outlook::of_fires(&adviser.engine, state).turns;
    let lowest = ids(used).min_by_key(|&cell| turns[cell])?;
    let is_held = held_by_gems(&adviser.engine, state) >> lowest & 1 == 1;
    Some(Fact::TakesLow { fire: FireTile::of(shape, state, lowest)?, turns: turns[lowest].into(), is_held })
}

/// What speaks most against the rival on the boards that the two leave, and what the search says of the two where these boards do not
/// speak for the advised word.
fn rival_facts(
    adviser: &mut Adviser<'_>,
    state: &State,
    level: u32,
    decision: &Decision,
    rival: &WordPath,
) -> (Vec<Fact>, Vec<Fact>) {
    let shape = adviser.engine.params().shape.clone();
    let left = state.fires() & adviser.engine.bottoms() & !rival.mask;
    if left != 0 {
        return (vec![Fact::RivalLoses(lines_of(&shape, left))], Vec::new());
    }
    let mut after = |path: &WordPath| After::of(adviser, state, level, path);
    let ours = decision.choices.first().and_then(|best| after(&best.path));
    let (Some(ours), Some(theirs)) = (ours, after(rival)) else { return (Vec::new(), Vec::new()) };
    if theirs.outlook.stranded() > ours.outlook.stranded() {
        let bottom = theirs.outlook.bottom;
        return (vec![Fact::RivalStrands { lines: lines_of(&shape, bottom), fires: bottom.count_ones() }], Vec::new());
    }
    let (value, lexicon) = (*adviser.value(), adviser.lexicon());
    let pair = Pair { shape: &shape, value: &value, lexicon, ours: &ours, theirs: &theirs };
    let mut strongest = pair.strongest();
    if theirs.danger(&value) > ours.danger(&value) {
        return (strongest, Vec::new());
    }
    let tiles = (ours.new_tiles(), theirs.new_tiles());
    let mut searched: Vec<Fact> = examined_fact(decision, rival, tiles).into_iter().collect();
    searched.extend(pair.swapped().strongest_clear().map(|fact| Fact::Although(Box::new(fact))));
    // More points at nearly the same safety are a reason, and need no other one that is not clear.
    if searched.iter().any(|fact| matches!(fact, Fact::Points { .. })) {
        let is_other = |fact: &Fact| !matches!(fact, Fact::Scores { .. });
        strongest = pair.strongest_clear().filter(is_other).into_iter().collect();
    }
    (strongest, searched)
}

/// What the samples of new tiles, or else the points, say against the rival; `None` where it was not examined so far. The new
/// tiles are those of the advised word and of the rival.
fn examined_fact(decision: &Decision, rival: &WordPath, (ours, theirs): (u32, u32)) -> Option<Fact> {
    let best = decision.choices.first()?;
    let other = decision.choices.iter().find(|other| other.path.mask == rival.mask)?;
    // The means of fewer samples are of others: a word that was dropped before was worse in those that it had.
    let is_dropped = other.samples < best.samples;
    if other.samples > 0 && (is_dropped || other.samples == best.samples && other.danger > best.danger) {
        return Some(Fact::Samples { samples: other.samples, advised: ours, rival: theirs });
    }
    let is_as_examined = other.samples == best.samples && other.score < best.score;
    is_as_examined.then_some(Fact::Points { advised: best.score, rival: other.score })
}

/// Why no word is advised.
fn scramble_fact(adviser: &mut Adviser<'_>, state: &State, decision: &Decision, must_use: u64) -> Fact {
    if !decision.scramble {
        return Fact::Lost(lines_of(&adviser.engine.params().shape, must_use));
    }
    if !decision.choices.is_empty() {
        let strands = |choice: &Choice| {
            let after = After::of(adviser, state, 1, &choice.path);
            after.is_none_or(|after| after.outlook.stranded() > 0)
        };
        return match decision.choices.iter().all(strands) {
            true => Fact::ScrambleInTime(decision.choices.len()),
            false => Fact::ScrambleSafer(decision.scrambles),
        };
    }
    if adviser.paths(state).is_empty() {
        return Fact::ScrambleNoWord;
    }
    Fact::ScrambleStranded(lines_of(&adviser.engine.params().shape, must_use))
}
