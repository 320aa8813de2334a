//! What speaks for a word and against another one: the terms in which the boards differ that the two leave.
//!
//! [`After`] is such a board, before new tiles come. [`Pair::strongest`] is the fact that differs most in favor of a word: most terms of
//! the board's [value](Value) have a fact, and so has what a player counts and the value does not. `low_stranded`, `long_paths`,
//! `saving_paths`, `relief` and `triples` have none.

use super::candidates::TilePoints;
use super::outlook::Outlook;
use super::search::Adviser;
use super::value::Value;
use super::why::{Fact, FireLeft, FireTile, FiresUsed};
use crate::board::{Shape, TileKind};
use crate::game::{Engine, Fallen, HOLE, State, ids};
use crate::lexicon::Lexicon;
use crate::solve::WordPath;

/// The differences from which on a term is a clear reason: in new fires, a tenth of a tile; in paths, gems and points, a tenth; in
/// the danger of a fire, that of a quarter of a new fire. A smaller one is named only where no term is clear. Smaller thresholds:
/// reasons that say little; larger: weaker terms in their place. Chosen by hand.
const NEW_FIRES: f32 = 0.1;
const RATIO: f32 = 0.1;
const FIRE: f32 = 2.0;

/// What a letter of the longest next word, a rare letter, and more points speak for a word, in the units of the value, which has no
/// term for them. Larger: they are named in place of the terms by which words are chosen. Chosen by hand: a tenth more paths
/// speak 0.16.
const LETTER_WEIGHT: f32 = 0.12;
const RARE_WEIGHT: f32 = 0.5;
const POINTS_WEIGHT: f32 = 0.1;

/// The letters that the fewest words of English have.
pub(super) const RARE: &str = "JQXZ";

/// What a word scores, and what it leaves before new tiles come.
pub(super) struct After {
    fallen: Fallen,
    pub(super) outlook: Outlook,
    new_fires: f32,
    /// The fires whose turns count a gem.
    held: u64,
    score: u32,
    paths: Vec<WordPath>,
}

impl After {
    /// What a word leaves; `None` where it ends the game.
    pub(super) fn of(adviser: &mut Adviser<'_>, state: &State, level: u32, path: &WordPath) -> Option<After> {
        let fallen = adviser.engine.after_word(state, path.mask)?;
        let paths = adviser.paths(&fallen.state).to_vec();
        let engine = &adviser.engine;
        let scoring = engine.params().rules.clone().at_level(level).scoring;
        let outlook = Outlook::of(engine, &fallen.state, &paths);
        Some(After {
            held: held_by_gems(engine, &fallen.state),
            score: TilePoints::of(state, &scoring).score(path, &scoring),
            new_fires: engine.expected_fires(state, path.letters as usize, level),
            fallen,
            outlook,
            paths,
        })
    }

    /// The number of new tiles that come after the word.
    pub(super) fn new_tiles(&self) -> u32 {
        self.fallen.holes.count_ones()
    }

    /// How much the fires of the board endanger the game.
    pub(super) fn danger(&self, value: &Value) -> f32 {
        value.danger(&self.outlook, self.new_fires)
    }

    /// What the next word has to use, or the lowest fire that remains.
    pub(super) fn remaining(&self, shape: &Shape) -> Option<Fact> {
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
        FireLeft {
            turns: u32::from(self.outlook.turns[cell]),
            is_held: self.held >> cell & 1 == 1,
            paths: self.outlook.through[cell],
        }
    }

    /// The cell of the fire that was in this cell before the word; `None` where the word used it.
    fn cell_of(&self, origin: usize) -> Option<usize> {
        ids(self.outlook.fires).find(|&cell| self.fallen.origin(cell) == Some(origin))
    }

    /// The fires that the best next word uses.
    fn fires_used(&self) -> FiresUsed {
        FiresUsed { used: self.outlook.most, fires: self.outlook.fires.count_ones() }
    }

    /// Of the paths for which this is largest, the word that most games accept; `None` without any.
    fn word_with_most(&self, lexicon: &Lexicon, of: impl Fn(&WordPath) -> u32) -> Option<(String, u32)> {
        let most = self.paths.iter().map(&of).max()?;
        let best = self.paths.iter().filter(|path| of(path) == most);
        let number = best.map(|path| path.number).min_by_key(|&number| (lexicon.class_of(number as usize), number))?;
        Some((lexicon.word(number as usize)?.to_uppercase(), most))
    }

    /// The number of gems.
    fn gems(&self) -> u32 {
        self.letters().filter(|&(cell, _)| is_gem(self.fallen.state.kind(cell))).count() as u32
    }

    /// The cells with a letter, and the letters.
    fn letters(&self) -> impl Iterator<Item = (usize, char)> {
        let letters = self.fallen.state.letters().iter().enumerate();
        letters.filter(|&(_, &code)| code < HOLE).map(|(cell, &code)| (cell, char::from(b'A' + code)))
    }

    /// The number of tiles with this letter.
    fn count(&self, letter: char) -> usize {
        self.letters().filter(|&(_, other)| other == letter).count()
    }
}

/// The fires that would be on the bottom earlier if all gems were plain tiles.
pub(super) fn held_by_gems(engine: &Engine, state: &State) -> u64 {
    let (mut plain, mut turns_of) = (*state, [0; crate::game::MAX_CELLS]);
    for cell in (0..engine.params().shape.len()).filter(|&cell| is_gem(state.kind(cell))) {
        plain.set(cell, state.letter(cell), TileKind::Normal, 0);
    }
    engine.deadlines(state, |fire, turns| turns_of[fire] = turns);
    let mut held = 0;
    engine.deadlines(&plain, |fire, turns| held |= u64::from(turns < turns_of[fire]) << fire);
    held
}

fn is_gem(kind: TileKind) -> bool {
    !matches!(kind, TileKind::Normal | TileKind::Fire)
}

/// The lines of these cells.
pub(super) fn lines_of(shape: &Shape, cells: u64) -> Vec<usize> {
    let mut lines: Vec<usize> = ids(cells).filter_map(|id| shape.cell(id)).map(|cell| cell.line).collect();
    lines.dedup();
    lines
}

/// A fact in favor of a word.
struct Reason {
    /// Whether the difference is large enough to say something.
    is_clear: bool,
    /// What it speaks for the word, in the units of the value.
    weight: f32,
    fact: Fact,
}

/// Two words on the same board.
pub(super) struct Pair<'a> {
    pub(super) shape: &'a Shape,
    pub(super) value: &'a Value,
    pub(super) lexicon: &'a Lexicon,
    /// What the word leaves for which reasons are sought.
    pub(super) ours: &'a After,
    /// What the other one leaves.
    pub(super) theirs: &'a After,
}

impl Pair<'_> {
    /// The same with the words exchanged.
    pub(super) fn swapped(&self) -> Pair<'_> {
        Pair { ours: self.theirs, theirs: self.ours, ..*self }
    }

    /// The fact that speaks most for the word or, where none is clear, the two that do; none where the boards differ in nothing.
    pub(super) fn strongest(&self) -> Vec<Fact> {
        let mut reasons: Vec<Reason> = self.reasons().collect();
        reasons.sort_by(|a, b| b.by_strength(a));
        let facts = if reasons.first().is_some_and(|reason| reason.is_clear) { 1 } else { 2 };
        reasons.into_iter().take(facts).map(|reason| reason.fact).collect()
    }

    /// The fact that speaks most for the word; `None` where no difference is clear.
    pub(super) fn strongest_clear(&self) -> Option<Fact> {
        self.reasons().filter(|reason| reason.is_clear).max_by(Reason::by_strength).map(|reason| reason.fact)
    }

    fn reasons(&self) -> impl Iterator<Item = Reason> {
        let all = [
            self.fire(),
            self.new_fires(),
            self.paths(),
            self.next_word(),
            self.longest(),
            self.gems(),
            self.rare(),
            self.points(),
        ];
        all.into_iter().flatten()
    }

    /// The fire to which the other word is worst.
    fn fire(&self) -> Option<Reason> {
        let Pair { ours, theirs, value, .. } = self;
        let same = |cell: usize| ours.cell_of(theirs.fallen.origin(cell)?);
        let difference = |cell: usize| {
            // A fire that the word uses also saves the weight of a fire.
            let left = same(cell).map_or(-value.fires, |cell| value.fire_danger(&ours.outlook, cell));
            value.fire_danger(&theirs.outlook, cell) - left
        };
        let worst = ids(theirs.outlook.fires).max_by(|&a, &b| difference(a).total_cmp(&difference(b)))?;
        let weight = difference(worst);
        let fire = FireTile::of(self.shape, &theirs.fallen.state, worst)?;
        let advised = same(worst).map(|cell| ours.left(cell));
        let fact = Fact::RivalLeaves { fire, rival: theirs.left(worst), advised };
        // The fire that a word takes is as clear as it can be.
        (weight > 0.0).then_some(Reason { is_clear: weight >= FIRE || advised.is_none(), weight, fact })
    }

    fn new_fires(&self) -> Option<Reason> {
        let thousandths = |tiles: f32| (tiles * 1000.0).round() as u32;
        let (advised, rival) = (thousandths(self.ours.new_fires), thousandths(self.theirs.new_fires));
        let fewer = self.theirs.new_fires - self.ours.new_fires;
        // The line has hundredths.
        (rival >= advised + 10).then_some(Reason {
            is_clear: fewer >= NEW_FIRES,
            weight: self.value.new_fire * fewer,
            fact: Fact::NewFires { advised, rival },
        })
    }

    fn paths(&self) -> Option<Reason> {
        let (advised, rival) = (self.ours.outlook.paths, self.theirs.outlook.paths);
        let ratio = (advised as f32).ln_1p() - (rival as f32).ln_1p();
        (advised > rival).then_some(Reason {
            is_clear: is_clearly_more(advised, rival),
            weight: self.value.paths * ratio,
            fact: Fact::Paths { advised, rival },
        })
    }

    fn next_word(&self) -> Option<Reason> {
        let (advised, rival) = (self.ours.fires_used(), self.theirs.fires_used());
        let spared = rival.beyond().checked_sub(advised.beyond()).filter(|&spared| spared > 0)?;
        let fires = self.ours.outlook.fires;
        let word = self.ours.word_with_most(self.lexicon, |path| (path.mask & fires).count_ones());
        let (word, _) = word.filter(|&(_, used)| used > 0)?;
        let weight = self.value.beyond_best * spared as f32;
        Some(Reason { is_clear: true, weight, fact: Fact::NextWord { word, advised, rival } })
    }

    fn longest(&self) -> Option<Reason> {
        let (word, advised) = self.ours.word_with_most(self.lexicon, |path| path.letters)?;
        let rival = self.theirs.paths.iter().map(|path| path.letters).max().unwrap_or(0);
        let more = advised.checked_sub(rival).filter(|&more| more > 0)?;
        let weight = LETTER_WEIGHT * more as f32;
        Some(Reason { is_clear: true, weight, fact: Fact::LongestNext { word, advised, rival } })
    }

    fn gems(&self) -> Option<Reason> {
        let (advised, rival) = (self.ours.gems(), self.theirs.gems());
        let turns = self.ours.outlook.gems as f32 - self.theirs.outlook.gems as f32;
        let weight = self.value.gems * turns;
        (advised > rival && weight > 0.0).then_some(Reason {
            is_clear: is_clearly_more(advised, rival),
            weight,
            fact: Fact::Gems { advised, rival },
        })
    }

    fn rare(&self) -> Option<Reason> {
        let fewer = |letter: char| self.theirs.count(letter).saturating_sub(self.ours.count(letter));
        let all = |after: &After| RARE.chars().map(|letter| after.count(letter)).sum::<usize>();
        let removed: String = RARE.chars().filter(|&letter| fewer(letter) > 0).collect();
        let weight = RARE_WEIGHT * all(self.theirs).checked_sub(all(self.ours)).filter(|&fewer| fewer > 0)? as f32;
        Some(Reason { is_clear: true, weight, fact: Fact::RareLetters(removed) })
    }

    fn points(&self) -> Option<Reason> {
        let (advised, rival) = (self.ours.score, self.theirs.score);
        (advised > rival).then_some(Reason {
            is_clear: is_clearly_more(advised, rival),
            weight: POINTS_WEIGHT,
            fact: Fact::Scores { advised, rival },
        })
    }
}

/// Whether a number is at least a tenth more than another.
fn is_clearly_more(more: u32, than: u32) -> bool {
    more as f32 >= (1.0 + RATIO) * than as f32
}

impl Reason {
    fn by_strength(&self, other: &Reason) -> std::cmp::Ordering {
        self.is_clear.cmp(&other.is_clear).then(self.weight.total_cmp(&other.weight))
    }
}
