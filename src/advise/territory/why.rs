//! Why a word is advised, in numbers of tiles that can be counted on the board.

use super::position::Position;
use super::search::Examined;
use crate::advise::answer::{AdvisedWord, Effect, Reply};
use std::fmt;

/// Something that is true of a board after a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum TerritoryFact {
    /// Every tile has an owner: the game is over.
    Over,
    /// There is no word: pass.
    NoWord,
    /// The word ends the game with these tiles.
    Ends {
        /// The player's.
        mine: u32,
        /// The other player's.
        theirs: u32,
    },
    /// The tiles that the word takes.
    Takes {
        /// From the other player.
        theirs: u32,
        /// From nobody.
        free: u32,
    },
    /// The number of the player's tiles that become defended.
    Defends(u32),
    /// The best reply.
    Reply(Reply),
    /// The best reply ends the game ahead, and so does one to every word that was tried.
    ReplyWins(Reply),
    /// There is no reply.
    NoReply,
    /// The word that takes more tiles, and why it is not advised: the reply to it.
    Rival {
        /// The word.
        word: String,
        /// The tiles that it takes from the other player and from nobody.
        takes: u32,
        /// The best reply to it.
        reply: Reply,
    },
}

/// Why a word is advised.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TerritoryWhy {
    /// The facts, in the order of the line.
    facts: Vec<TerritoryFact>,
}

/// The tiles that a word takes.
#[derive(Clone, Copy)]
struct Takes {
    /// From the other player.
    theirs: u32,
    /// From nobody.
    free: u32,
}

impl Takes {
    /// By how many tiles the word changes the lead.
    fn gain(self) -> u32 {
        2 * self.theirs + self.free
    }
}

impl TerritoryWhy {
    /// Why the first of these words is the best one.
    pub(super) fn of(position: &Position<'_, '_>, examined: &[Examined], advised: &[AdvisedWord]) -> TerritoryWhy {
        let (territory, owners) = (position.search.territory, position.owners);
        let Some(first) = examined.first() else {
            let fact = if territory.is_over(owners) { TerritoryFact::Over } else { TerritoryFact::NoWord };
            return TerritoryWhy { facts: vec![fact] };
        };
        let Effect::Territory { takes, mine, theirs, defended, reply } = position.effect(first) else {
            return TerritoryWhy { facts: Vec::new() };
        };
        let has = owners.mover.count_ones();
        let best = Takes { theirs: takes, free: mine - has - takes };
        let takes = TerritoryFact::Takes { theirs: best.theirs, free: best.free };
        if territory.is_over(first.word.after) {
            return TerritoryWhy { facts: vec![TerritoryFact::Ends { mine, theirs }, takes] };
        }
        let more = defended.saturating_sub(territory.defended(owners.mover).count_ones());
        let mut facts = vec![takes];
        facts.extend((more > 0).then_some(TerritoryFact::Defends(more)));
        facts.push(match reply {
            Some(reply) if first.is_lost() => TerritoryFact::ReplyWins(reply),
            Some(reply) => TerritoryFact::Reply(reply),
            None => TerritoryFact::NoReply,
        });
        facts.extend(rival(advised, has, best));
        TerritoryWhy { facts }
    }
}

/// The word that takes more than the advised one, with the reply to it.
fn rival(advised: &[AdvisedWord], has: u32, best: Takes) -> Option<TerritoryFact> {
    let takes = |word: &AdvisedWord| match &word.effect {
        Some(Effect::Territory { takes, mine, .. }) => Takes { theirs: *takes, free: mine - has - takes },
        _ => Takes { theirs: 0, free: 0 },
    };
    let rival = advised.iter().max_by_key(|word| takes(word).gain())?;
    match &rival.effect {
        Some(Effect::Territory { reply: Some(reply), .. }) if takes(rival).gain() > best.gain() => {
            let (Takes { theirs, free }, word) = (takes(rival), rival.found.word.clone());
            Some(TerritoryFact::Rival { word, takes: theirs + free, reply: reply.clone() })
        }
        _ => None,
    }
}

impl fmt::Display for TerritoryWhy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, fact) in self.facts.iter().enumerate() {
            f.write_str(if number > 0 { "; " } else { "" })?;
            fact.fmt(f)?;
        }
        Ok(())
    }
}

impl fmt::Display for TerritoryFact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TerritoryFact::Over => f.write_str("the game is over: every tile has an owner"),
            TerritoryFact::NoWord => f.write_str("there is no word: pass"),
            TerritoryFact::Ends { mine, theirs } => write!(f, "ends the game with {mine} tiles to {theirs}"),
            TerritoryFact::Takes { theirs: 0, free } => write!(f, "takes {free} free tiles"),
            TerritoryFact::Takes { theirs, free: 0 } => write!(f, "takes {theirs} of their tiles"),
            TerritoryFact::Takes { theirs, free } => write!(f, "takes {theirs} of their tiles and {free} free ones"),
            TerritoryFact::Defends(1) => f.write_str("1 more tile of mine is defended"),
            TerritoryFact::Defends(more) => write!(f, "{more} more tiles of mine are defended"),
            TerritoryFact::Reply(Reply { word, takes, mine, theirs }) => {
                write!(f, "the best reply {word} takes back {takes} and leaves {mine} to {theirs}")
            }
            TerritoryFact::ReplyWins(Reply { word, mine, theirs, .. }) => {
                write!(
                    f,
                    "the reply {word} ends the game with {mine} tiles to {theirs}, and no word tried prevents that"
                )
            }
            TerritoryFact::NoReply => f.write_str("there is no reply"),
            TerritoryFact::Rival { word, takes, reply: Reply { word: reply, mine, theirs, .. } } => {
                write!(f, "{word} takes {takes}, but then {reply} leaves {mine} to {theirs}")
            }
        }
    }
}
