//! What an advice says, in every kind of game.

use super::risk::RiskUnknown;
use super::why::Why;
use crate::board::Shape;
use crate::solve::FoundWord;

/// What to play on a board, and why.
#[derive(Debug, Clone, PartialEq)]
pub struct Advice {
    /// The words that were examined and do not lose the game, each once, the best first.
    pub words: Vec<AdvisedWord>,
    /// Whether to scramble instead.
    pub scramble: bool,
    /// Why, in facts; `None` in games that fire does not end.
    pub why: Option<Why>,
    /// Why, in a line.
    pub text: String,
    /// Why the words have no risk; `None` where they have one, and in games that fire does not end.
    pub risk_unknown: Option<RiskUnknown>,
    /// The number of boards that were solved.
    pub solves: usize,
    /// Whether words were not examined: those through a tile that is neither a letter nor `Qu` where tiles fall, and a part of them
    /// where a board has too many paths to visit all.
    pub is_partial: bool,
}

/// A word of the advice.
#[derive(Debug, Clone, PartialEq)]
pub struct AdvisedWord {
    /// The word and its path.
    pub found: FoundWord,
    /// The danger that it leaves: lower is better, and comparable within one advice alone.
    pub danger: f32,
    /// The chance to lose the game within the next ten words; `None` where it is [not
    /// known](Advice::risk_unknown), and for words that the budget did not reach.
    pub risk: Option<f32>,
    /// What the word does to the board; `None` where new tiles come.
    pub effect: Option<Effect>,
}

/// What a word does to a board that no new tiles fill up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Effect {
    /// It removes tiles.
    Collapse {
        /// The number of tiles that it removes, its own among them.
        removes: usize,
        /// The points of the best whole game that was found with this word first.
        total: u64,
    },
    /// It changes the owners of tiles.
    Territory {
        /// The tiles that it takes from the other player.
        takes: u32,
        /// The player's tiles after it.
        mine: u32,
        /// The other player's tiles after it.
        theirs: u32,
        /// The player's tiles that are defended after it.
        defended: u32,
        /// The best reply; `None` where the game is over, or there is none.
        reply: Option<Reply>,
    },
}

/// The best reply to a word in a game of territory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    /// The word in upper case.
    pub word: String,
    /// The tiles that it takes from the player.
    pub takes: u32,
    /// The player's tiles after it.
    pub mine: u32,
    /// The other player's tiles after it.
    pub theirs: u32,
}

/// What a player wants besides survival, and what a board does not show.
#[derive(Debug, Clone, Copy, Default)]
pub struct Wishes<'a> {
    /// The word for which the game offers a bonus, and its points.
    pub bonus: Option<(&'a str, u32)>,
    /// The words that were played, in games in which a word counts once (`Refill::Own`, `Refill::Collapse`).
    pub played: &'a [String],
}

/// A board for which no advice is given.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AdviseError {
    /// The tiles do not fall.
    #[error(
        "expected staggered columns, whose tiles fall, found {0}: use `solve`, which orders words by length or score, or give \
         --profile spelltower or letterpress"
    )]
    Rows(Shape),
    /// The tiles of the game stay where they are.
    #[error("expected a game whose tiles fall, found one whose tiles stay: give --profile deluxe, web or mobile")]
    Stays,
    /// The tiles of the game have neighbors to the left and right, which those of this board have not.
    #[error("expected rows of tiles, found {0}: use `solve`, or give --profile deluxe, web or mobile")]
    Columns(Shape),
    /// A tile has two owners: its line and its place in it, from 1.
    #[error("expected one owner of a tile, found mine and theirs on line {0}, tile {1}: leave one out")]
    TwoOwners(usize, usize),
    /// There are too many tiles.
    #[error("expected a board of at most {most} tiles, found {found}: use `solve`, which takes any number")]
    TooLarge {
        /// The most tiles.
        most: usize,
        /// The tiles of the board.
        found: usize,
    },
}
