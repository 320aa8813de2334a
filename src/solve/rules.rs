//! What a game counts as a word and what it pays: plain data with a name for every number.
//!
//! The numbers come from players' measurements of the games. Where nobody has published one the
//! field's comment says `[?]`, and the value is a choice of this program, open to be changed.

use crate::board::{Board, TileKind};
use crate::grid::Lines;
use std::fmt;

/// What a game counts as a word, and what it pays for it.
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
    /// What a word pays.
    pub scoring: Scoring,
}

/// What a word pays.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Scoring {
    /// `(level + letter values) x (letters + gem values) x 10`.
    Bookworm(Bookworm),
    /// So much for each number of letters, from 0 up; the last entry holds for all longer words.
    ByLength(Vec<u32>),
    /// So many points a letter.
    ByLetter(u32),
}

/// The numbers of Bookworm's scoring.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bookworm {
    /// The level the player is on, from 1.
    pub level: u32,
    /// What A to Z pay; that of Q is also what a `Qu` tile pays.
    pub letters: [u32; 26],
    /// What any other letter pays. [?] The games have none.
    pub other_letter: u32,
    /// What a tile for any letter pays. [?] The games have none.
    pub blank: u32,
    /// What a green tile adds to the length.
    pub green: u32,
    /// What a gold tile adds to the length.
    pub gold: u32,
    /// What a sapphire adds to the length.
    pub sapphire: u32,
    /// What a diamond adds to the length.
    pub diamond: u32,
    /// What a word of fire tiles only adds to the length, less than its number of letters by this;
    /// `None` where fire pays nothing.
    pub all_fire_less: Option<u32>,
    /// The factor of the whole.
    pub factor: u32,
}

impl Bookworm {
    /// The gem value of a tile; fire has none by itself.
    pub fn gem(&self, kind: TileKind) -> u32 {
        match kind {
            TileKind::Normal | TileKind::Fire => 0,
            TileKind::Green => self.green,
            TileKind::Gold => self.gold,
            TileKind::Sapphire => self.sapphire,
            TileKind::Diamond => self.diamond,
        }
    }
}

/// Letter values of Bookworm Deluxe and the GBA version, A to Z (one source, checked against the
/// value dots of a real screenshot).
const DELUXE_LETTERS: [u32; 26] = [1, 4, 4, 3, 1, 5, 3, 5, 1, 8, 7, 2, 4, 2, 1, 4, 9, 2, 1, 2, 2, 5, 6, 8, 6, 10];

/// What a word pays in Boggle, by its number of letters.
const BOGGLE_POINTS: [u32; 9] = [0, 0, 0, 1, 1, 2, 3, 5, 11];

/// The fewest letters of a word in Boggle, and on its big boards.
const BOGGLE_LETTERS: (usize, usize) = (3, 4);

/// From this many tiles on (5x5) a board is one of Boggle's big ones.
const BIG_BOGGLE_TILES: usize = 25;

/// A profile that does not exist.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected a profile of {names}, found `{0}`: name one of these", names = Rules::NAMES.join(", "))]
pub struct UnknownProfile(pub String);

impl Rules {
    /// The names of all profiles.
    pub const NAMES: [&'static str; 5] = ["deluxe", "web", "boggle", "wordament", "adventures"];

    /// Bookworm Deluxe: 3 to 12 letters, level 1.
    pub fn deluxe() -> Rules {
        let scoring = Scoring::Bookworm(Bookworm {
            level: 1,
            letters: DELUXE_LETTERS,
            other_letter: 1,
            blank: 0,
            green: 2,
            gold: 4,
            sapphire: 7,
            diamond: 10,
            all_fire_less: Some(1),
            factor: 10,
        });
        Rules { name: "deluxe", min_length: 3, max_length: 12, scoring }
    }

    /// Bookworm on the web: 3 to 10 letters, H pays 1 and Qu 7.
    pub fn web() -> Rules {
        let mut rules = Rules { name: "web", max_length: 10, ..Rules::deluxe() };
        if let Scoring::Bookworm(numbers) = &mut rules.scoring {
            numbers.letters[usize::from(b'h' - b'a')] = 1;
            numbers.letters[usize::from(b'q' - b'a')] = 7;
        }
        rules
    }

    /// Boggle: from 3 letters, points by length. Its big boards begin at 4: see [`Rules::for_board`].
    pub fn boggle() -> Rules {
        Rules {
            name: "boggle",
            min_length: BOGGLE_LETTERS.0,
            max_length: usize::MAX,
            scoring: Scoring::ByLength(BOGGLE_POINTS.to_vec()),
        }
    }

    /// Wordament: from 3 letters [?]. Its points a tile are not known [?]: a letter counts one.
    pub fn wordament() -> Rules {
        Rules { name: "wordament", min_length: 3, max_length: usize::MAX, scoring: Scoring::ByLetter(1) }
    }

    /// Bookworm Adventures: from 3 letters, as many as there are tiles. Its damage by letter is not
    /// known [?]: a letter counts one. That any tile may follow any other is the board's business.
    pub fn adventures() -> Rules {
        Rules { name: "adventures", ..Rules::wordament() }
    }

    /// The rules that a board suggests: Bookworm Deluxe's for staggered columns, else Boggle's.
    pub fn for_board(board: &Board) -> Rules {
        match board.shape().lines() {
            Lines::Columns => Rules::deluxe(),
            Lines::Rows => Rules::boggle().fitted_to(board),
        }
    }

    /// The profile of a name (in either case); the same as parsing it.
    ///
    /// # Errors
    /// [`UnknownProfile`], whose message lists the names.
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

    /// With what the size of a board changes: Boggle begins at 4 letters from 5x5 on.
    #[must_use]
    pub fn fitted_to(mut self, board: &Board) -> Rules {
        if self.name == "boggle" && board.shape().len() >= BIG_BOGGLE_TILES {
            self.min_length = self.min_length.max(BOGGLE_LETTERS.1);
        }
        self
    }

    /// What a word of these tiles pays, told by their letters (upper case, `QU` for the tile `Qu`) and kinds.
    ///
    /// ```
    /// use hexlex::{board::TileKind, solve::Rules};
    /// let tiles = [("C", TileKind::Normal), ("A", TileKind::Green), ("T", TileKind::Normal)];
    /// assert_eq!(Rules::deluxe().worth(tiles), (1 + 4 + 1 + 2) * (3 + 2) * 10);
    /// ```
    pub fn worth<T: AsRef<str>>(&self, tiles: impl IntoIterator<Item = (T, TileKind)>) -> u32 {
        let mut sums = Sums::default();
        for (letters, kind) in tiles {
            let letters = letters.as_ref();
            sums.letters += letters.chars().count() as u32;
            sums.tiles += 1;
            sums.values += self.scoring.value(letters, false);
            sums.gems += self.scoring.gem(kind);
            sums.fires += u32::from(kind == TileKind::Fire);
        }
        self.scoring.points(&sums)
    }

    /// On this level, where the game has levels.
    #[must_use]
    pub fn at_level(mut self, level: u32) -> Rules {
        if let Scoring::Bookworm(numbers) = &mut self.scoring {
            numbers.level = level;
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

/// What a way to spell a word comes to: all that scoring looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Sums {
    /// The letters of the word.
    pub(crate) letters: u32,
    /// The tiles that spell it.
    pub(crate) tiles: u32,
    /// Their letter values.
    pub(crate) values: u32,
    /// Their gem values.
    pub(crate) gems: u32,
    /// How many of them burn.
    pub(crate) fires: u32,
    /// How many of them stand for any letter.
    pub(crate) blanks: u32,
}

impl Scoring {
    /// The letter value of one tile that is read as these letters (upper case).
    pub(crate) fn value(&self, letters: &str, blank: bool) -> u32 {
        let Scoring::Bookworm(numbers) = self else { return 0 };
        if blank {
            return numbers.blank;
        }
        let value = |c: char| match c {
            'A'..='Z' => numbers.letters[usize::from(c as u8 - b'A')],
            _ => numbers.other_letter,
        };
        match letters {
            "QU" => value('Q'),
            _ => letters.chars().map(value).fold(0, u32::saturating_add),
        }
    }

    /// The gem value of one tile.
    pub(crate) fn gem(&self, kind: TileKind) -> u32 {
        match self {
            Scoring::Bookworm(numbers) => numbers.gem(kind),
            _ => 0,
        }
    }

    /// Whether the number of letters alone settles what a word pays.
    pub(crate) fn is_by_length(&self) -> bool {
        matches!(self, Scoring::ByLength(_) | Scoring::ByLetter(_))
    }

    /// Whether words of fire tiles only are paid for it.
    pub(crate) fn pays_fire(&self) -> bool {
        matches!(self, Scoring::Bookworm(Bookworm { all_fire_less: Some(_), .. }))
    }

    /// What a word pays; stays at the largest `u32` where it would be more.
    pub(crate) fn points(&self, sums: &Sums) -> u32 {
        match self {
            Scoring::ByLength(points) => {
                let entry = points.get(sums.letters as usize).or(points.last());
                entry.copied().unwrap_or(0)
            }
            Scoring::ByLetter(points) => points.saturating_mul(sums.letters),
            Scoring::Bookworm(numbers) => {
                let gems = match numbers.all_fire_less {
                    Some(less) if sums.fires == sums.tiles => sums.gems.max(sums.letters.saturating_sub(less)),
                    _ => sums.gems,
                };
                let base = u64::from(numbers.level) + u64::from(sums.values);
                let length = u64::from(sums.letters) + u64::from(gems);
                let points = base.saturating_mul(length).saturating_mul(u64::from(numbers.factor));
                u32::try_from(points).unwrap_or(u32::MAX)
            }
        }
    }
}
