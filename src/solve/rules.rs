//! The rules of the games: which words count, and their scores. Plain data with a name for every number.
//!
//! The numbers come from players' measurements of the games. "Assumed" marks a number that no source gives.

use crate::board::{Board, DELUXE, LetterValues, Lines, TileKind};
use std::fmt;

/// The words that a game accepts, and their scores.
///
/// ```
/// use hexlex::solve::Rules;
///
/// let mut rules: Rules = "deluxe".parse()?;
/// assert_eq!((rules.min_length, rules.max_length), (3, 12));
/// rules.max_length = 10; // every field may be changed
/// assert!("chess".parse::<Rules>().unwrap_err().to_string().contains("deluxe, web, boggle"));
/// # Ok::<(), hexlex::solve::UnknownProfile>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rules {
    /// The profile's name.
    pub name: &'static str,
    /// The fewest letters of a word.
    pub min_length: usize,
    /// The most letters of a word; [`usize::MAX`] where the game has no limit.
    pub max_length: usize,
    /// The scores of words.
    pub scoring: Scoring,
}

/// How a word is scored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Scoring {
    /// `(level + letter values) x (letters + gem values) x 10`.
    Bookworm(BookwormScoring),
    /// Points indexed by number of letters; the last entry also applies to longer words.
    ByLength(Vec<u32>),
    /// The points of each letter.
    ByLetter(u32),
}

/// The numbers in Bookworm's formula.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BookwormScoring {
    /// The level of the game, from 1.
    pub level: u32,
    /// The values of A to Z; a `Qu` tile has the value of Q.
    pub letters: LetterValues,
    /// The value of any other letter. Assumed: the games have none.
    pub other_letter: u32,
    /// The value of a `*` tile. Assumed: the games have none.
    pub blank: u32,
    /// The gem value of a green tile.
    pub green: u32,
    /// The gem value of a gold tile.
    pub gold: u32,
    /// The gem value of a sapphire.
    pub sapphire: u32,
    /// The gem value of a diamond.
    pub diamond: u32,
    /// If every tile of a word is fire, its gem value is the number of letters minus this; `None`: no such rule.
    pub all_fire_deduction: Option<u32>,
    /// The last factor of the formula.
    pub factor: u32,
}

impl BookwormScoring {
    /// The gem value of a tile: 0 for fire, which only counts if the whole word is fire.
    pub fn gem_value(&self, kind: TileKind) -> u32 {
        match kind {
            TileKind::Normal | TileKind::Fire => 0,
            TileKind::Green => self.green,
            TileKind::Gold => self.gold,
            TileKind::Sapphire => self.sapphire,
            TileKind::Diamond => self.diamond,
        }
    }
}

/// The points of a word in Boggle, by its number of letters.
const BOGGLE_POINTS: [u32; 9] = [0, 0, 0, 1, 1, 2, 3, 5, 11];

/// The fewest letters of a word in Boggle.
const BOGGLE_MIN_LENGTH: usize = 3;

/// The fewest letters of a word in Big Boggle.
const BIG_BOGGLE_MIN_LENGTH: usize = 4;

/// The number of tiles from which on a board counts as Big Boggle: 5x5.
const BIG_BOGGLE_TILES: usize = 25;

/// The error for an unknown profile name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected a profile ({names}), found `{0}`: name one of these", names = Rules::NAMES.join(", "))]
pub struct UnknownProfile(pub String);

impl Rules {
    /// The names of all profiles.
    pub const NAMES: [&'static str; 5] = ["deluxe", "web", "boggle", "wordament", "adventures"];

    /// Bookworm Deluxe: 3 to 12 letters, level 1.
    pub fn deluxe() -> Rules {
        let scoring = Scoring::Bookworm(BookwormScoring {
            level: 1,
            letters: DELUXE,
            other_letter: 1,
            blank: 0,
            green: 2,
            gold: 4,
            sapphire: 7,
            diamond: 10,
            all_fire_deduction: Some(1),
            factor: 10,
        });
        Rules { name: "deluxe", min_length: 3, max_length: 12, scoring }
    }

    /// Bookworm on the web: 3 to 10 letters; H has the value 1 and Qu 7.
    pub fn web() -> Rules {
        let mut rules = Rules { name: "web", max_length: 10, ..Rules::deluxe() };
        if let Scoring::Bookworm(scoring) = &mut rules.scoring {
            scoring.letters[usize::from(b'h' - b'a')] = 1;
            scoring.letters[usize::from(b'q' - b'a')] = 7;
        }
        rules
    }

    /// Boggle: from 3 letters, points by length. Big Boggle starts at 4 letters: see [`Rules::fitted_to`].
    pub fn boggle() -> Rules {
        Rules {
            name: "boggle",
            min_length: BOGGLE_MIN_LENGTH,
            max_length: usize::MAX,
            scoring: Scoring::ByLength(BOGGLE_POINTS.to_vec()),
        }
    }

    /// Wordament: from 3 letters, a point for each letter. Both are assumed.
    pub fn wordament() -> Rules {
        Rules { name: "wordament", min_length: 3, max_length: usize::MAX, scoring: Scoring::ByLetter(1) }
    }

    /// Bookworm Adventures: from 3 letters, a point for each letter. The points are assumed: the game's damage for each
    /// letter is not known. Its free adjacency is a property of the board.
    pub fn adventures() -> Rules {
        Rules { name: "adventures", ..Rules::wordament() }
    }

    /// The default rules for a board: Bookworm Deluxe's for staggered columns, Boggle's for rows.
    pub fn for_board(board: &Board) -> Rules {
        match board.shape().lines() {
            Lines::Columns => Rules::deluxe(),
            Lines::Rows => Rules::boggle().fitted_to(board),
        }
    }

    /// The profile with this name, in either case; parsing the name does the same.
    ///
    /// # Errors
    /// [`UnknownProfile`] for any other name.
    pub fn named(name: &str) -> Result<Rules, UnknownProfile> {
        match name.trim().to_lowercase().as_str() {
            "deluxe" => Ok(Rules::deluxe()),
            "web" => Ok(Rules::web()),
            "boggle" => Ok(Rules::boggle()),
            "wordament" => Ok(Rules::wordament()),
            "adventures" => Ok(Rules::adventures()),
            _ => Err(UnknownProfile(name.to_string())),
        }
    }

    /// The same rules adapted to the size of a board: from 5x5 on, Boggle's words start at 4 letters.
    #[must_use]
    pub fn fitted_to(mut self, board: &Board) -> Rules {
        if self.name == "boggle" && board.shape().len() >= BIG_BOGGLE_TILES {
            self.min_length = self.min_length.max(BIG_BOGGLE_MIN_LENGTH);
        }
        self
    }

    /// The score of a word along these tiles, each given by its letters (upper case, `QU` for the tile `Qu`) and kind.
    ///
    /// ```
    /// use hexlex::{board::TileKind, solve::Rules};
    /// let tiles = [("C", TileKind::Normal), ("A", TileKind::Green), ("T", TileKind::Normal)];
    /// assert_eq!(Rules::deluxe().word_score(tiles), (1 + 4 + 1 + 2) * (3 + 2) * 10);
    /// ```
    pub fn word_score<T: AsRef<str>>(&self, tiles: impl IntoIterator<Item = (T, TileKind)>) -> u32 {
        let mut tally = Tally::default();
        for (letters, kind) in tiles {
            let letters = letters.as_ref();
            tally.letters += letters.chars().count() as u32;
            tally.tiles += 1;
            tally.values += self.scoring.letter_value(letters);
            tally.gems += self.scoring.gem_value(kind);
            tally.fires += u32::from(kind == TileKind::Fire);
        }
        self.scoring.points(&tally)
    }

    /// The same rules on this level, where the game has levels.
    #[must_use]
    pub fn at_level(mut self, level: u32) -> Rules {
        if let Scoring::Bookworm(scoring) = &mut self.scoring {
            scoring.level = level;
        }
        self
    }
}

impl std::str::FromStr for Rules {
    type Err = UnknownProfile;

    fn from_str(name: &str) -> Result<Rules, UnknownProfile> {
        Rules::named(name)
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// The sums over the tiles of a path: all that its score depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Tally {
    /// The number of letters of the word.
    pub(crate) letters: u32,
    /// The number of tiles.
    pub(crate) tiles: u32,
    /// The sum of their letter values.
    pub(crate) values: u32,
    /// The sum of their gem values.
    pub(crate) gems: u32,
    /// The number of fire tiles.
    pub(crate) fires: u32,
    /// The number of `*` tiles.
    pub(crate) blanks: u32,
}

impl Scoring {
    /// The value of one tile with these letters (upper case).
    pub(crate) fn letter_value(&self, letters: &str) -> u32 {
        let Scoring::Bookworm(scoring) = self else { return 0 };
        let value = |c: char| match c {
            'A'..='Z' => u32::from(scoring.letters[usize::from(c as u8 - b'A')]),
            _ => scoring.other_letter,
        };
        match letters {
            "QU" => value('Q'),
            _ => letters.chars().map(value).fold(0, u32::saturating_add),
        }
    }

    /// The value of a `*` tile.
    pub(crate) fn blank_value(&self) -> u32 {
        match self {
            Scoring::Bookworm(scoring) => scoring.blank,
            _ => 0,
        }
    }

    /// The gem value of one tile.
    pub(crate) fn gem_value(&self, kind: TileKind) -> u32 {
        match self {
            Scoring::Bookworm(scoring) => scoring.gem_value(kind),
            _ => 0,
        }
    }

    /// Whether the score of a word depends on its number of letters alone.
    pub(crate) fn is_by_length(&self) -> bool {
        matches!(self, Scoring::ByLength(_) | Scoring::ByLetter(_))
    }

    /// Whether a word of fire tiles only scores more for it.
    pub(crate) fn rewards_all_fire(&self) -> bool {
        matches!(self, Scoring::Bookworm(BookwormScoring { all_fire_deduction: Some(_), .. }))
    }

    /// The score of a path with this tally; saturates at the largest `u32`.
    pub(crate) fn points(&self, tally: &Tally) -> u32 {
        match self {
            Scoring::ByLength(points) => {
                let entry = points.get(tally.letters as usize).or(points.last());
                entry.copied().unwrap_or(0)
            }
            Scoring::ByLetter(points) => points.saturating_mul(tally.letters),
            Scoring::Bookworm(scoring) => {
                let gems = match scoring.all_fire_deduction {
                    Some(deduction) if tally.fires == tally.tiles => {
                        tally.gems.max(tally.letters.saturating_sub(deduction))
                    }
                    _ => tally.gems,
                };
                let base = u64::from(scoring.level) + u64::from(tally.values);
                let length = u64::from(tally.letters) + u64::from(gems);
                let points = base.saturating_mul(length).saturating_mul(u64::from(scoring.factor));
                u32::try_from(points).unwrap_or(u32::MAX)
            }
        }
    }
}
