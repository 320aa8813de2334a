//! Which words count in a game, and their scores. The numbers are those of a [profile](super::Profile).

use super::BuiltIn;
use crate::board::{Board, LetterValues, Lines, TileKind};
use std::fmt;

/// The words that a game accepts, and their scores.
///
/// ```
/// use hexlex::solve::Rules;
///
/// let mut rules: Rules = "deluxe".parse()?;
/// assert_eq!((rules.min_length, rules.max_length), (3, 12));
/// rules.max_length = 10; // every field may be changed
/// assert!("chess".parse::<Rules>().unwrap_err().to_string().contains("deluxe, web, mobile"));
/// # Ok::<(), hexlex::solve::UnknownProfile>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rules {
    /// The profile's name.
    pub name: String,
    /// The fewest letters of a word.
    pub min_length: usize,
    /// The most letters of a word; [`usize::MAX`] where the game has no limit.
    pub max_length: usize,
    /// From which size of the board on words are longer; `None` where its size does not matter.
    pub large_board: Option<LargeBoard>,
    /// The scores of words.
    pub scoring: Scoring,
}

/// The fewest letters of a word on large boards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LargeBoard {
    /// The fewest tiles of a large board.
    pub tiles: usize,
    /// The fewest letters of a word on it.
    pub min_length: usize,
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
    /// The values of the letters, and a bonus by their number.
    ByValue(ValueScoring),
    /// The values of the letters times their number, and a bonus by their number.
    ByProduct(ValueScoring),
}

/// The numbers of [`Scoring::ByValue`] and [`Scoring::ByProduct`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ValueScoring {
    /// The values of A to Z; a `Qu` tile has the value of Q.
    pub letters: LetterValues,
    /// The value of any other letter.
    pub other_letter: u32,
    /// The value of a `*` tile.
    pub blank: u32,
    /// The bonus indexed by number of letters; the last entry also applies to longer words.
    pub length_bonus: Vec<u32>,
}

/// The numbers in Bookworm's formula.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BookwormScoring {
    /// The level of the game, from 1.
    pub level: u32,
    /// The values of A to Z; a `Qu` tile has the value of Q.
    pub letters: LetterValues,
    /// The value of any other letter.
    pub other_letter: u32,
    /// The value of a `*` tile.
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

/// The error for an unknown profile name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected a profile, found `{0}`: {remedy}", remedy = self.remedy())]
pub struct UnknownProfile(pub String);

impl UnknownProfile {
    /// The games whose titles have the name as a word, as in `bookworm`.
    pub fn titled(&self) -> Vec<&'static str> {
        let name = self.0.trim().to_lowercase();
        let has_name = |game: &BuiltIn| {
            let title = game.profile().title.to_lowercase();
            title.split(|c: char| !c.is_alphanumeric()).any(|word| !word.is_empty() && word == name)
        };
        BuiltIn::games().filter(has_name).map(BuiltIn::name).collect()
    }

    /// What to do.
    fn remedy(&self) -> String {
        match self.titled()[..] {
            [] => format!("name one of {}", BuiltIn::games().map(BuiltIn::name).collect::<Vec<_>>().join(", ")),
            ref games => format!("for {} name one of {}", self.0.trim(), games.join(", ")),
        }
    }
}

impl Rules {
    /// Bookworm Deluxe's, at level 1.
    pub fn deluxe() -> Rules {
        Rules::of(BuiltIn::Deluxe)
    }

    /// Bookworm's in a browser, at level 1.
    pub fn web() -> Rules {
        Rules::of(BuiltIn::Web)
    }

    /// Boggle's. Big Boggle starts at 4 letters: see [`Rules::fitted_to`].
    pub fn boggle() -> Rules {
        Rules::of(BuiltIn::Boggle)
    }

    /// Those of a built-in profile.
    pub fn of(built_in: BuiltIn) -> Rules {
        built_in.profile().rules.clone()
    }

    /// The default rules for a board: Bookworm Deluxe's for staggered columns, Boggle's for rows.
    pub fn for_board(board: &Board) -> Rules {
        match board.shape().lines() {
            Lines::Columns => Rules::deluxe(),
            Lines::Rows => Rules::boggle().fitted_to(board),
        }
    }

    /// The rules of the profile with this name, in either case; parsing the name does the same.
    ///
    /// # Errors
    /// [`UnknownProfile`] for any other name.
    pub fn named(name: &str) -> Result<Rules, UnknownProfile> {
        BuiltIn::named(name).map(Rules::of).ok_or_else(|| UnknownProfile(name.to_string()))
    }

    /// The same rules adapted to the size of a board: from 5x5 on, Boggle's words start at 4 letters.
    #[must_use]
    pub fn fitted_to(mut self, board: &Board) -> Rules {
        if let Some(large) = self.large_board.filter(|large| board.shape().len() >= large.tiles) {
            self.min_length = self.min_length.max(large.min_length);
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
        f.write_str(&self.name)
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
        let (values, other) = match self {
            Scoring::Bookworm(scoring) => (&scoring.letters, scoring.other_letter),
            Scoring::ByValue(scoring) | Scoring::ByProduct(scoring) => (&scoring.letters, scoring.other_letter),
            Scoring::ByLength(_) | Scoring::ByLetter(_) => return 0,
        };
        let value = |c: char| match c {
            'A'..='Z' => u32::from(values[usize::from(c as u8 - b'A')]),
            _ => other,
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
            Scoring::ByValue(scoring) | Scoring::ByProduct(scoring) => scoring.blank,
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
            Scoring::ByLength(points) => of_length(points, tally.letters),
            Scoring::ByValue(scoring) => tally.values.saturating_add(of_length(&scoring.length_bonus, tally.letters)),
            Scoring::ByProduct(scoring) => {
                let product = tally.values.saturating_mul(tally.letters);
                product.saturating_add(of_length(&scoring.length_bonus, tally.letters))
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

/// The entry of this number of letters, or the last one.
fn of_length(entries: &[u32], letters: u32) -> u32 {
    entries.get(letters as usize).or(entries.last()).copied().unwrap_or(0)
}
