//! Why a word is advised, in facts that anybody can check on the board.
//!
//! The facts come from the terms of the board's value: those in which the advised word differs most from its rival, the longest
//! word or else the next best.

use super::outlook::Outlook;
use super::search::{Adviser, Choice, Decision};
use super::value::Value;
use crate::board::Shape;
use crate::game::{Fallen, HOLE, State, ids};
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
        /// The turns until it is on the bottom.
        turns: u32,
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
    /// The most fires that a single next word uses, without the new tiles.
    NextWord {
        /// After the advised word.
        advised: u32,
        /// After the rival.
        rival: u32,
    },
    /// The rival leaves a worse board by the sum of small differences, without the new tiles.
    Together,
    /// The rival is not worse before new tiles come, but it was in the mean of samples of these.
    Samples(u32),
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
    fn of(shape: &Shape, state: &State, cell: usize) -> Option<FireTile> {
        let code = state.letter(cell);
        let letter = if code < HOLE { char::from(b'A' + code) } else { '?' };
        Some(FireTile { line: shape.cell(cell)?.line, letter })
    }
}

/// A fire after a word, before new tiles come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FireLeft {
    /// The turns until it is on the bottom.
    pub turns: u32,
    /// The paths of words through it.
    pub paths: u32,
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

/// A remaining fire at least this many turns above the bottom is mentioned only if there is no other fact. Chosen by hand: as many
/// as a column has tiles.
const FAR: u32 = 8;

/// The differences from which on they are a reason: in new fires, a tenth of a tile, and in the number of paths, a tenth.
/// Smaller ones say nothing to a player. Chosen by hand.
const NEW_FIRES: f32 = 0.1;
const PATHS: f32 = 0.1;

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
        if state.fires() == 0 {
            why.facts.insert(0, Fact::NoFire);
        }
        let is_far = |fact: &Fact| matches!(fact, Fact::Remains { left, .. } if left.turns > FAR);
        let is_news = |fact: &Fact| !why.says(fact) && (!is_far(fact) || why.facts.is_empty());
        let remaining = remaining.filter(is_news);
        why.facts.extend(remaining);
        why.facts.truncate(MOST_FACTS);
        why
    }

    /// Whether a fact about the rival also says what remains.
    fn says(&self, remains: &Fact) -> bool {
        let Fact::Remains { fire, left } = remains else { return false };
        let is_same = |fact: &Fact| matches!(fact, Fact::RivalLeaves { fire: other, advised: Some(ours), .. } if other == fire && ours == left);
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
        let is_examined = |path: &WordPath| decision.choices.iter().any(|choice| choice.path.mask == path.mask);
        let longest = paths
            .iter()
            .max_by_key(|path| (path.letters, is_examined(path), std::cmp::Reverse((path.mask, path.number))));
        let is_longest = longest.is_none_or(|longest| longest.letters <= best.path.letters);
        if is_longest {
            self.facts.push(Fact::Longest);
        }
        let rival = match longest.filter(|_| !is_longest) {
            Some(longest) => *longest,
            None => match decision.choices.iter().find(|other| other.path.number != best.path.number) {
                Some(next) => next.path,
                None => return,
            },
        };
        self.rival = adviser.lexicon().word(rival.number as usize).map(|word| word.to_uppercase());
        self.rival_mask = rival.mask;
        let fact = rival_fact(adviser, state, level, decision, &rival);
        self.facts.extend(fact);
    }
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
    new_fires: f32,
}

impl After {
    fn danger(&self, value: &Value) -> f32 {
        value.danger(&self.outlook, self.new_fires)
    }

    /// What the next word has to use, or the lowest fire that remains.
    fn remaining(&self, shape: &Shape) -> Option<Fact> {
        if self.outlook.bottom != 0 {
            return Some(Fact::BottomNext(lines_of(shape, self.outlook.bottom)));
        }
        let lowest =
            ids(self.outlook.fires).min_by_key(|&cell| (self.outlook.turns[cell], self.outlook.through[cell]))?;
        let fire = FireTile::of(shape, &self.fallen.state, lowest)?;
        Some(Fact::Remains { fire, left: self.left(lowest) })
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
        Some(After { fallen, outlook, new_fires: self.engine.expected_fires(state, path.letters as usize, level) })
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
    Some(Fact::TakesLow { fire: FireTile::of(shape, state, lowest)?, turns: turns[lowest].into() })
}

/// What speaks most against the rival.
fn rival_fact(
    adviser: &mut Adviser<'_>,
    state: &State,
    level: u32,
    decision: &Decision,
    rival: &WordPath,
) -> Option<Fact> {
    let best = decision.choices.first()?;
    let shape = adviser.engine.params().shape.clone();
    let left = state.fires() & adviser.engine.bottoms() & !rival.mask;
    if left != 0 {
        return Some(Fact::RivalLoses(lines_of(&shape, left)));
    }
    let (ours, theirs) = (adviser.after(state, level, &best.path)?, adviser.after(state, level, rival)?);
    if theirs.outlook.stranded() > ours.outlook.stranded() {
        let bottom = theirs.outlook.bottom;
        return Some(Fact::RivalStrands { lines: lines_of(&shape, bottom), fires: bottom.count_ones() });
    }
    let value = *adviser.value();
    if theirs.danger(&value) <= ours.danger(&value) {
        return examined_fact(decision, rival);
    }
    let of_fires =
        |after: &After| -> f32 { ids(after.outlook.fires).map(|cell| value.fire_danger(&after.outlook, cell)).sum() };
    let of_paths = |after: &After| (after.outlook.paths as f32).ln_1p();
    // In the units of the value: the weights of its terms are in `danger`.
    let fires = of_fires(&theirs) - of_fires(&ours);
    let paths = of_paths(&ours) - of_paths(&theirs);
    let new = theirs.new_fires - ours.new_fires;
    let only = |new_fires: f32, outlook: &Outlook| value.danger(outlook, new_fires);
    let of_new = only(new, &ours.outlook) - only(0.0, &ours.outlook);
    let of_paths = theirs.danger(&value) - ours.danger(&value) - fires - of_new;
    if fires >= of_new && fires >= of_paths {
        return worst_difference(&shape, &value, &ours, &theirs);
    }
    if of_new >= of_paths && new >= NEW_FIRES {
        let thousandths = |tiles: f32| (tiles * 1000.0).round() as u32;
        return Some(Fact::NewFires { advised: thousandths(ours.new_fires), rival: thousandths(theirs.new_fires) });
    }
    let is_more = paths > (1.0 + PATHS).ln() && of_paths > of_new;
    if is_more {
        return Some(Fact::Paths { advised: ours.outlook.paths, rival: theirs.outlook.paths });
    }
    let (advised, theirs) = (ours.outlook.most, theirs.outlook.most);
    let next = (advised > theirs).then_some(Fact::NextWord { advised, rival: theirs });
    next.or_else(|| examined_fact(decision, rival)).or(Some(Fact::Together))
}

/// What the samples of new tiles, or else the points, say against the rival; `None` where it was not examined so far.
fn examined_fact(decision: &Decision, rival: &WordPath) -> Option<Fact> {
    let best = decision.choices.first()?;
    let other = decision.choices.iter().find(|other| other.path.mask == rival.mask)?;
    // The means of fewer samples are of others: a word that was dropped before was worse in those that it had.
    let is_dropped = other.samples < best.samples;
    if other.samples > 0 && (is_dropped || other.samples == best.samples && other.danger > best.danger) {
        return Some(Fact::Samples(other.samples));
    }
    let is_as_examined = other.samples == best.samples && other.score < best.score;
    is_as_examined.then_some(Fact::Points { advised: best.score, rival: other.score })
}

/// The fire to which the rival is worst, compared with the advised word.
fn worst_difference(shape: &Shape, value: &Value, ours: &After, theirs: &After) -> Option<Fact> {
    let same = |cell: usize| ours.cell_of(theirs.fallen.origin(cell)?);
    let difference = |cell: usize| {
        let left = same(cell).map_or(0.0, |cell| value.fire_danger(&ours.outlook, cell));
        value.fire_danger(&theirs.outlook, cell) - left
    };
    let worst = ids(theirs.outlook.fires).max_by(|&a, &b| difference(a).total_cmp(&difference(b)))?;
    let advised = same(worst).map(|cell| ours.left(cell));
    let fire = FireTile::of(shape, &theirs.fallen.state, worst)?;
    Some(Fact::RivalLeaves { fire, rival: theirs.left(worst), advised })
}

/// Why no word is advised.
fn scramble_fact(adviser: &mut Adviser<'_>, state: &State, decision: &Decision, must_use: u64) -> Fact {
    if !decision.scramble {
        return Fact::Lost(lines_of(&adviser.engine.params().shape, must_use));
    }
    if !decision.choices.is_empty() {
        let strands = |choice: &Choice| {
            let after = adviser.after(state, 1, &choice.path);
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
