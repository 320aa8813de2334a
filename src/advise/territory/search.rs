//! Which word to play for territory: what it takes, less the best reply.
//!
//! Every word is tried with its best set of equal tiles. The most promising ones are examined: every word is tried as a reply
//! to each, with the tiles that take most, and the best one counts. The budget is the number of positions whose words are
//! tried. A word after which the opponent can end the game ahead is proposed only where all words are like that: until another
//! one is found, the search goes on beyond that number, but not beyond a time.

use super::words::{Group, Takings, Word, Words};
use crate::advise::search::Budget;
use crate::game::{Owners, Territory};
use crate::lexicon::Lexicon;
use crate::profile::Beginnings;

/// What a defended tile counts in addition to itself, in tiles. Smaller: tiles that are lost again; larger: corners alone. With 0, 0.4, 0.8,
/// 1.0 and 1.2 the advice has 5.4, 7.6, 7.7, 7.7 and 7.6 tiles more than its opponent at the end, each within 1.5 (95%; `player
/// letterpress --games 30 --seed 1001`).
const DEFENDED: f32 = 1.0;

/// The value of a won game, more than any tiles.
const WON: f32 = 1000.0;

/// The sets of equal tiles that are tried for each word. Smaller: a better set of a word with many equal tiles is missed. Larger: an
/// answer takes longer. Chosen by hand.
const MOST_SETS: usize = 200;

/// A word with its tiles and what follows.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Tried {
    /// Its group.
    pub(super) group: usize,
    /// The tiles that it uses.
    pub(super) set: u64,
    /// The owners after it, seen by its player.
    pub(super) after: Owners,
    /// The value for its player: before the reply, or after it where it was examined.
    pub(super) value: f32,
}

/// An examined word with the best reply to it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Examined {
    pub(super) word: Tried,
    /// `None` where the game is over or there is no reply.
    pub(super) reply: Option<Tried>,
}

impl Examined {
    /// Whether the game is lost, at once or by the reply.
    pub(super) fn is_lost(&self) -> bool {
        self.word.value < -WON / 2.0
    }
}

/// The value of a position for the player who has just moved, without the reply.
pub(super) fn value(territory: &Territory, owners: Owners) -> f32 {
    let lead = owners.lead();
    if territory.is_over(owners) {
        return lead as f32 + WON * lead.signum() as f32;
    }
    let defended = |side| territory.defended(side).count_ones() as f32;
    lead as f32 + DEFENDED * (defended(owners.mover) - defended(owners.other))
}

/// Searches the words of a position.
pub(super) struct Search<'a> {
    pub(super) territory: &'a Territory,
    pub(super) words: &'a Words,
    pub(super) lexicon: &'a Lexicon,
    /// The number of positions whose words were tried.
    pub(super) solves: usize,
}

impl Search<'_> {
    /// The examined words, the best first.
    pub(super) fn search(&mut self, owners: Owners, budget: Budget<'_>) -> Vec<Examined> {
        self.solves += 1;
        let takings = self.words.takings(self.territory, owners);
        let groups = self.words.groups.iter().enumerate();
        let sets = groups.flat_map(|(group, words)| {
            Some((group, words.set(&takings))).into_iter().chain(words.ending_set(&takings).map(|set| (group, set)))
        });
        let mut first: Vec<Tried> = sets.map(|(group, set)| self.tried(group, set, owners)).collect();
        first.sort_by(|a, b| b.value.total_cmp(&a.value));
        let mut examined = Vec::new();
        let mut rest = first.into_iter();
        while self.solves < budget.solves && (budget.goes_on)() {
            let Some(word) = rest.next() else { break };
            let word = self.with_best_set(word, owners);
            examined.push(self.examine(word));
        }
        if examined.iter().all(Examined::is_lost) {
            let is_safe = |word: &Tried| !self.loses(word);
            let in_time = |_: &Tried| (budget.goes_on)();
            let found =
                rest.clone().take_while(in_time).find(is_safe).or_else(|| rest.next().filter(|_| examined.is_empty()));
            examined.extend(found.map(|word| self.examine(word)));
        }
        examined.sort_by(|a, b| b.word.value.total_cmp(&a.word.value));
        examined
    }

    /// A word with these tiles.
    fn tried(&self, group: usize, set: u64, owners: Owners) -> Tried {
        let after = self.territory.after(owners, set);
        Tried { group, set, after, value: value(self.territory, after) }
    }

    /// The word with those of its equal tiles that are best before the reply; unchanged where it ends the game, so that a tie is not
    /// exchanged for a lead that the reply turns into a loss.
    fn with_best_set(&self, word: Tried, owners: Owners) -> Tried {
        if self.territory.is_over(word.after) {
            return word;
        }
        let sets = self.words.groups[word.group].sets(&self.words.faces, MOST_SETS);
        let better = |best: Tried, other: Tried| if other.value > best.value { other } else { best };
        sets.into_iter().map(|set| self.tried(word.group, set, owners)).fold(word.clone(), better)
    }

    /// Tries all replies to a word.
    fn examine(&mut self, mut word: Tried) -> Examined {
        if self.territory.is_over(word.after) {
            return Examined { word, reply: None };
        }
        self.solves += 1;
        let refused = self.refused_by(&self.words.groups[word.group]);
        let reply = self.best_reply(word.after.swapped(), &refused);
        word.value = reply.as_ref().map_or(word.value, |reply| -reply.value);
        Examined { word, reply }
    }

    /// The words that the opponent may not play after the first word of a group.
    fn refused_by(&self, group: &Group) -> Vec<u32> {
        let Some(word) = group.words.first().and_then(|word| self.lexicon.word(word.number as usize)) else {
            return Vec::new();
        };
        let ends = word.char_indices().map(|(start, letter)| start + letter.len_utf8());
        let refused =
            ends.filter(|&end| end == word.len() || self.territory.params().beginnings == Beginnings::Refused);
        refused.filter_map(|end| self.lexicon.number(&word[..end])).map(|number| number as u32).collect()
    }

    /// The word with which a reply is played: the first one of its group that may follow this word.
    pub(super) fn reply_word(&self, examined: &Examined) -> Option<&Word> {
        let refused = self.refused_by(&self.words.groups[examined.word.group]);
        self.words.groups[examined.reply.as_ref()?.group].word_but(&refused)
    }

    /// The best word of the player who is about to move, but for the refused ones.
    fn best_reply(&self, owners: Owners, refused: &[u32]) -> Option<Tried> {
        let takings = self.words.takings(self.territory, owners);
        let mut best: Option<Tried> = None;
        for (group, words) in self.words.groups.iter().enumerate() {
            for set in [Some(words.set(&takings)), words.ending_set(&takings)].into_iter().flatten() {
                let tried = self.tried(group, set, owners);
                if best.as_ref().is_none_or(|best| tried.value > best.value) && words.word_but(refused).is_some() {
                    best = Some(tried);
                }
            }
        }
        best
    }

    /// Whether the game is lost after a word: it ends behind, or the opponent can end it ahead.
    fn loses(&self, word: &Tried) -> bool {
        if self.territory.is_over(word.after) {
            return word.after.lead() < 0;
        }
        let owners = word.after.swapped();
        let takings: Takings = self.words.takings(self.territory, owners);
        let refused = self.refused_by(&self.words.groups[word.group]);
        self.words.groups.iter().any(|words| {
            let ends = words.ending_set(&takings).map(|set| self.territory.after(owners, set));
            ends.is_some_and(|after| self.territory.is_over(after) && after.lead() > 0)
                && words.word_but(&refused).is_some()
        })
    }
}
