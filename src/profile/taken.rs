//! What a word does to the tiles of a board that is never filled up: they vanish and the others fall, or they change hands.

use super::{ProfileError, value};
use serde::Deserialize;

/// What a word removes from a board onto which no new tiles come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CollapseParams {
    /// The fewest letters of a word that also removes the tiles above, below, left and right of its own;
    /// [`usize::MAX`] where no word does.
    pub beside_from: usize,
    /// The fewest letters of a word that removes the black tiles above, below, left and right of its own; [`usize::MAX`] where no
    /// word does.
    pub black_from: usize,
    /// The letters whose tiles remove their whole row, as bits from A.
    pub row_letters: u32,
    /// The tiles whose values count in the score of a word.
    pub counts: Counted,
    /// The points for removing the last tile.
    pub clear_bonus: u32,
}

impl CollapseParams {
    /// Whether a tile with these letters removes its row.
    pub fn removes_row(&self, letters: &str) -> bool {
        letters.bytes().any(|letter| letter_bit(letter).is_some_and(|bit| self.row_letters & bit != 0))
    }
}

/// The tiles whose values count in the score of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Counted {
    /// Those of the word.
    Word,
    /// All that it removes, its own among them.
    Removed,
}

/// How tiles change hands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TerritoryParams {
    /// Which tiles of the other player a word does not take.
    pub defended: Defended,
    /// What becomes of words with which a played word begins.
    pub beginnings: Beginnings,
}

/// Which tiles of the other player a word does not take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Defended {
    /// Those whose neighbors above, below, left and right all have the same owner.
    Surrounded,
    /// None of them.
    None,
}

/// What becomes of words with which a played word begins. The played word itself is always refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Beginnings {
    /// They are refused.
    Refused,
    /// They may be played.
    Allowed,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CollapseSection {
    beside_from: Option<usize>,
    black_from: Option<usize>,
    counts: Option<Counted>,
    #[serde(default)]
    row_letters: String,
    #[serde(default)]
    clear_bonus: u32,
}

impl CollapseSection {
    pub(super) fn params(&self) -> Result<CollapseParams, ProfileError> {
        let wrong = || value("collapse.row_letters", "letters from A to Z, as in JQXZ", &self.row_letters);
        let row_letters = self.row_letters.bytes().try_fold(0, |bits, letter| letter_bit(letter).map(|bit| bits | bit));
        let letters = |name: &str, from: Option<usize>| match from {
            Some(0) => Err(value(name, "1 or more letters", 0)),
            from => Ok(from.unwrap_or(usize::MAX)),
        };
        Ok(CollapseParams {
            beside_from: letters("collapse.beside_from", self.beside_from)?,
            black_from: letters("collapse.black_from", self.black_from)?,
            counts: self.counts.unwrap_or(Counted::Word),
            row_letters: row_letters.ok_or_else(wrong)?,
            clear_bonus: self.clear_bonus,
        })
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TerritorySection {
    defended: Defended,
    beginnings: Beginnings,
}

impl TerritorySection {
    pub(super) fn params(&self) -> TerritoryParams {
        TerritoryParams { defended: self.defended, beginnings: self.beginnings }
    }
}

/// The bit of a letter, in either case; `None` for any other character.
fn letter_bit(letter: u8) -> Option<u32> {
    letter.is_ascii_alphabetic().then(|| 1 << (letter.to_ascii_uppercase() - b'A'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::{BuiltIn, Profile, Refill};

    #[test]
    fn the_letters_that_remove_rows_are_those_of_the_profile() {
        let Refill::Collapse(params) = BuiltIn::Spelltower.profile().game.refill else { panic!("a tower") };
        let removing: String = ('A'..='Z').filter(|letter| params.removes_row(&letter.to_string())).collect();
        assert_eq!((removing.as_str(), params.beside_from, params.black_from), ("JQXZ", 5, 1));
        assert_eq!((params.counts, params.clear_bonus), (Counted::Removed, 1000));
        assert!(params.removes_row("QU") && !params.removes_row("VE") && !params.removes_row(""));
    }

    #[test]
    fn sections_fit_what_tiles_do() {
        let parsed = |base: &str, text: &str| format!("based_on = '{base}'\nname = 'x'\n{text}").parse::<Profile>();
        let error = |base, text| parsed(base, text).unwrap_err().to_string();
        let territory = "[territory]\ndefended = 'none'\nbeginnings = 'allowed'";
        assert!(error("spelltower", "[board]\ntiles = 'stay'").contains("board.tiles = \"collapse\" for collapse"));
        assert!(error("boggle", "[board]\ntiles = 'collapse'").contains("a section collapse for board.tiles"));
        assert!(error("spelltower", territory).contains("board.tiles = \"stay\" for territory"));
        assert!(error("deluxe", "[collapse]").contains("board.tiles = \"collapse\" for collapse"));
        assert!(error("spelltower", "[collapse]\nrow_letters = 'J?'").contains("letters from A to Z"));
        assert!(
            error("spelltower", "[collapse]\nblack_from = 0").contains("1 or more letters for collapse.black_from")
        );
        assert!(error("spelltower", "[collapse]\ncounts = 'all'").contains("removed"));
        let formula = "[score]\nformula = 'values'\n";
        let wrong = error("spelltower", formula);
        assert!(wrong.contains("\"word\", or score.formula = \"product\", for collapse.counts"), "{wrong}");
        assert!(parsed("spelltower", &format!("{formula}[collapse]\ncounts = 'word'")).is_ok());
        assert!(error("spelltower", "[board]\nshape = 'bookworm'").contains("rows, as tiles fall straight down"));
        assert!(error("letterpress", "[territory]\ndefended = 'some'").contains("surrounded"));
        assert!(error("boggle", territory).contains("board.adjacency = \"free\" for territory, found touching"));
        let free = parsed("adventures", territory).unwrap();
        let expected = TerritoryParams { defended: Defended::None, beginnings: Beginnings::Allowed };
        assert_eq!(free.game.refill, Refill::Own(expected));
        assert!(free.game.refill.stays() && !BuiltIn::Spelltower.profile().game.refill.stays());
    }
}
