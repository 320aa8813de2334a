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
        /// Without an owner.
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
    /// A word that takes more tiles, and why it is not advised: the reply to it leaves less.
    Rival {
        /// The word.
        word: String,
        /// The tiles that it takes from the other player, and those without an owner.
        takes: u32,
        /// The best reply to it.
        reply: Reply,
        /// Whether the reply ends the game.
        ends: bool,
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
    /// Without an owner.
    free: u32,
}

impl Takes {
    /// All of them.
    fn tiles(self) -> u32 {
        self.theirs + self.free
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
        let lead = lead(mine, theirs, reply.as_ref());
        let is_won_by_reply = reply.is_some() && first.is_lost();
        facts.push(match reply {
            Some(reply) if is_won_by_reply => TerritoryFact::ReplyWins(reply),
            Some(reply) => TerritoryFact::Reply(reply),
            None => TerritoryFact::NoReply,
        });
        if !is_won_by_reply {
            facts.extend(rival(advised, has, best, lead, territory.tiles().count_ones()));
        }
        TerritoryWhy { facts }
    }
}

/// The lead of the player after a word and the reply to it.
fn lead(mine: u32, theirs: u32, reply: Option<&Reply>) -> i32 {
    let (mine, theirs) = reply.map_or((mine, theirs), |reply| (reply.mine, reply.theirs));
    mine as i32 - theirs as i32
}

/// The word that takes the most tiles and more than the advised one, but whose best reply leaves less than this lead; the board has
/// `all` tiles.
fn rival(advised: &[AdvisedWord], has: u32, best: Takes, best_lead: i32, all: u32) -> Option<TerritoryFact> {
    let rivals = advised.iter().filter_map(|word| match &word.effect {
        Some(Effect::Territory { takes, mine, theirs, reply: Some(reply), .. }) => {
            let takes = Takes { theirs: *takes, free: mine - has - takes }.tiles();
            (takes > best.tiles() && lead(*mine, *theirs, Some(reply)) < best_lead).then_some((word, takes, reply))
        }
        _ => None,
    });
    let (word, takes, reply) = rivals.max_by_key(|(_, takes, _)| *takes)?;
    let ends = reply.mine + reply.theirs == all;
    Some(TerritoryFact::Rival { word: word.found.word.clone(), takes, reply: reply.clone(), ends })
}

/// A number of tiles with the word for them.
fn tiles(number: u32) -> String {
    format!("{number} {}", if number == 1 { "tile" } else { "tiles" })
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
            TerritoryFact::Ends { mine, theirs } => {
                let loses = if mine < theirs { ", which loses" } else { "" };
                write!(f, "ends the game with {} to {theirs}{loses}", tiles(*mine))
            }
            TerritoryFact::Takes { theirs: 0, free: 0 } => f.write_str("takes no tile"),
            TerritoryFact::Takes { theirs: 0, free: 1 } => f.write_str("takes 1 free tile"),
            TerritoryFact::Takes { theirs: 0, free } => write!(f, "takes {free} free tiles"),
            TerritoryFact::Takes { theirs, free: 0 } => write!(f, "takes {theirs} of their tiles"),
            TerritoryFact::Takes { theirs, free: 1 } => write!(f, "takes {theirs} of their tiles and 1 free one"),
            TerritoryFact::Takes { theirs, free } => write!(f, "takes {theirs} of their tiles and {free} free ones"),
            TerritoryFact::Defends(1) => f.write_str("1 more tile of mine is defended"),
            TerritoryFact::Defends(more) => write!(f, "{more} more tiles of mine are defended"),
            TerritoryFact::Reply(Reply { word, takes: 0, mine, theirs }) => {
                write!(f, "the best reply {word} takes none of mine and leaves {mine} to {theirs}")
            }
            TerritoryFact::Reply(Reply { word, takes, mine, theirs }) => {
                write!(f, "the best reply {word} takes {takes} and leaves {mine} to {theirs}")
            }
            TerritoryFact::ReplyWins(Reply { word, mine, theirs, .. }) => {
                write!(
                    f,
                    "the reply {word} ends the game with {} to {theirs}, and no word tried prevents that",
                    tiles(*mine)
                )
            }
            TerritoryFact::NoReply => f.write_str("there is no reply"),
            TerritoryFact::Rival { word, takes, reply: Reply { word: reply, mine, theirs, .. }, ends: true } => {
                write!(f, "{word} takes {takes}, but then {reply} ends the game with {} to {theirs}", tiles(*mine))
            }
            TerritoryFact::Rival { word, takes, reply: Reply { word: reply, mine, theirs, .. }, ends: false } => {
                write!(f, "{word} takes {takes}, but then {reply} leaves {mine} to {theirs}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reply(takes: u32, mine: u32, theirs: u32) -> Reply {
        Reply { word: "CAT".to_string(), takes, mine, theirs }
    }

    #[test]
    fn numbers_have_their_words() {
        use TerritoryFact::{Ends, Reply as BestReply, ReplyWins, Takes};
        let lines = [
            (Takes { theirs: 0, free: 0 }, "takes no tile"),
            (Takes { theirs: 0, free: 1 }, "takes 1 free tile"),
            (Takes { theirs: 1, free: 0 }, "takes 1 of their tiles"),
            (Takes { theirs: 1, free: 1 }, "takes 1 of their tiles and 1 free one"),
            (Takes { theirs: 2, free: 2 }, "takes 2 of their tiles and 2 free ones"),
            (Ends { mine: 4, theirs: 4 }, "ends the game with 4 tiles to 4"),
            (Ends { mine: 1, theirs: 7 }, "ends the game with 1 tile to 7, which loses"),
            (BestReply(reply(0, 4, 3)), "the best reply CAT takes none of mine and leaves 4 to 3"),
            (BestReply(reply(2, 4, 3)), "the best reply CAT takes 2 and leaves 4 to 3"),
            (
                ReplyWins(reply(3, 1, 7)),
                "the reply CAT ends the game with 1 tile to 7, and no word tried prevents that",
            ),
        ];
        for (fact, line) in lines {
            assert_eq!(fact.to_string(), line);
        }
    }

    #[test]
    fn a_rival_takes_more_tiles_and_keeps_less() {
        let word = |takes: u32, mine: u32, reply: Reply| AdvisedWord {
            found: crate::solve::FoundWord {
                word: "RIVAL".to_string(),
                length: 5,
                score: 5,
                path: Vec::new(),
                class: None,
            },
            danger: 0.0,
            risk: None,
            effect: Some(Effect::Territory { takes, mine, theirs: 3, defended: 0, reply: Some(reply) }),
        };
        // The advised word takes 2 of their tiles and a free one, and leads by 1 tile after the reply.
        let line = |takes, mine, reply| {
            rival(&[word(takes, mine, reply)], 0, Takes { theirs: 2, free: 1 }, 1, 9).map(|fact| fact.to_string())
        };
        let found = |line: &str| Some(line.to_string());
        assert_eq!(line(0, 4, reply(2, 3, 4)), found("RIVAL takes 4, but then CAT leaves 3 to 4"));
        assert_eq!(line(0, 4, reply(3, 1, 8)), found("RIVAL takes 4, but then CAT ends the game with 1 tile to 8"));
        assert_eq!([line(0, 4, reply(1, 4, 3)), line(3, 3, reply(2, 3, 4))], [None, None]);
    }
}
