//! Random boards: Boggle's cubes shuffled and rolled, or letters drawn by their frequencies.
//!
//! [`Dice`] are the letters to choose from, a [`Roller`] makes the choices. A seed gives the same boards on every machine
//! and in every version, so a benchmark can name its boards by a number.
//!
//! ```
//! use hexlex::roll::{Dice, Roller};
//!
//! let mut roller = Roller::new(7);
//! let board = roller.roll(&Dice::NEW, Dice::NEW.shape().len());
//! assert_eq!(board.chars().count(), 16);
//! assert_eq!(board, Roller::new(7).roll(&Dice::NEW, 16));
//! ```

use crate::board::Shape;

/// The letters that boards are rolled from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dice {
    /// Cubes, one for each tile, by the letters on their sides; `q` is `Qu`.
    Cubes(&'static [&'static str]),
    /// The relative frequency of each letter, A to Z.
    Frequencies([u32; 26]),
}

/// The cubes of a 4x4 board before 1987.
const OLD_CUBES: [&str; 16] = [
    "aaciot", "abilty", "abjmoq", "acdemp", "acelrs", "adenvz", "ahmors", "biforx", "denosw", "dknotu", "eefhiy",
    "egintv", "egkluy", "ehinps", "elpstu", "gilruw",
];

/// The cubes of a 4x4 board since 1987.
const NEW_CUBES: [&str; 16] = [
    "aaeegn", "abbjoo", "achops", "affkps", "aoottw", "cimotu", "deilrx", "delrvy", "distty", "eeghnw", "eeinsu",
    "ehrtvw", "eiosst", "elrtty", "himnqu", "hlnnrz",
];

/// The cubes of a 5x5 board.
const BIG_CUBES: [&str; 25] = [
    "aaafrs", "aaeeee", "aafirs", "adennn", "aeeeem", "aeegmu", "aegmnn", "afirsy", "bjkqxz", "ccnstw", "ceiilt",
    "ceilpt", "ceipst", "ddlnor", "dhhnot", "dhhlor", "dhlnor", "eiiitt", "emottt", "ensssu", "fiprsy", "gorrvw",
    "hiprry", "nootuw", "ooottu",
];

/// The frequency of each letter in English text, A to Z, in parts of a thousand: the table of Lewand, *Cryptological
/// Mathematics* (2000), rounded. Bookworm's own frequencies are not published.
const ENGLISH: [u32; 26] =
    [82, 15, 28, 43, 127, 22, 20, 61, 70, 2, 8, 40, 24, 67, 75, 19, 1, 60, 63, 91, 28, 10, 24, 2, 20, 1];

/// Equal frequencies.
const UNIFORM: [u32; 26] = [1; 26];

impl Dice {
    /// Boggle's cubes before 1987.
    pub const OLD: Dice = Dice::Cubes(&OLD_CUBES);
    /// Boggle's cubes since 1987.
    pub const NEW: Dice = Dice::Cubes(&NEW_CUBES);
    /// Big Boggle's cubes.
    pub const BIG: Dice = Dice::Cubes(&BIG_CUBES);
    /// Letters with their frequencies in English text.
    pub const ENGLISH: Dice = Dice::Frequencies(ENGLISH);
    /// Letters with equal frequencies.
    pub const UNIFORM: Dice = Dice::Frequencies(UNIFORM);

    /// The default dice of a shape: the cubes of the game that is played on it, else English letters.
    pub fn for_shape(shape: &Shape) -> Dice {
        [Dice::NEW, Dice::BIG].into_iter().find(|dice| dice.shape() == *shape).unwrap_or(Dice::ENGLISH)
    }

    /// The shape of the game with these cubes; Bookworm's for frequencies.
    pub fn shape(&self) -> Shape {
        let side = match self {
            Dice::Cubes(cubes) => cubes.len().isqrt(),
            Dice::Frequencies(_) => 0,
        };
        Shape::rows(side, side).unwrap_or_else(|_| Shape::bookworm())
    }

    /// Whether the dice can fill a board of this number of tiles.
    pub fn fits(&self, tiles: usize) -> bool {
        match self {
            Dice::Cubes(cubes) => cubes.len() == tiles,
            Dice::Frequencies(_) => true,
        }
    }
}

/// Rolls boards from a seed.
#[derive(Debug, Clone)]
pub struct Roller(u64);

impl Roller {
    /// A roller; the same seed gives the same boards.
    pub fn new(seed: u64) -> Roller {
        Roller(seed)
    }

    /// The letters of a random board, `q` for `Qu`. Cubes give one letter each, whatever `tiles` is.
    pub fn roll(&mut self, dice: &Dice, tiles: usize) -> String {
        match dice {
            Dice::Cubes(cubes) => {
                let mut cubes = cubes.to_vec();
                self.shuffle(&mut cubes);
                cubes.into_iter().filter_map(|cube| cube.chars().nth(self.below(cube.len() as u64) as usize)).collect()
            }
            Dice::Frequencies(weights) => (0..tiles).map(|_| self.letter(weights)).collect(),
        }
    }

    /// Shuffles the items, every order equally likely (Fisher and Yates).
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u64 + 1) as usize);
        }
    }

    fn letter(&mut self, weights: &[u32; 26]) -> char {
        char::from(b'a' + self.weighted(weights) as u8)
    }

    /// The index of a random entry, drawn by these weights.
    #[inline]
    pub(crate) fn weighted(&mut self, weights: &[u32; 26]) -> usize {
        let mut rest = self.below(weights.iter().map(|&weight| u64::from(weight)).sum());
        let index = weights.iter().position(|&weight| match rest.checked_sub(u64::from(weight)) {
            Some(difference) => {
                rest = difference;
                false
            }
            None => true,
        });
        index.unwrap_or(0)
    }

    /// One of these items, each equally likely; `None` where there is none.
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        let end = items.len() as u64;
        (end > 0).then(|| &items[self.below(end) as usize])
    }

    /// A uniform number below `end` (Lemire, *Fast random integer generation in an interval*, 2019).
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        loop {
            let product = u128::from(self.next()) * u128::from(end);
            // rejects the few products that would favor some numbers
            if product as u64 >= end.wrapping_neg() % end.max(1) {
                return (product >> 64) as u64;
            }
        }
    }

    /// The next 64 bits of SplitMix64, with its own constants (Steele, Lea and Flood, *Fast splittable pseudorandom
    /// number generators*, 2014).
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_board_has_one_letter_of_each_cube() {
        for cubes in [&OLD_CUBES[..], &NEW_CUBES, &BIG_CUBES] {
            let mut roller = Roller::new(1);
            for _ in 0..50 {
                let board: Vec<char> = roller.roll(&Dice::Cubes(cubes), 0).chars().collect();
                assert_eq!(board.len(), cubes.len());
                assert!(matching(&board, cubes), "{board:?}");
            }
        }
    }

    /// Whether letters and cubes have a perfect matching (Kuhn's augmenting paths).
    fn matching(letters: &[char], cubes: &[&str]) -> bool {
        fn place(
            letter: usize,
            letters: &[char],
            cubes: &[&str],
            owner: &mut [Option<usize>],
            tried: &mut [bool],
        ) -> bool {
            (0..cubes.len()).any(|cube| {
                if tried[cube] || !cubes[cube].contains(letters[letter]) {
                    return false;
                }
                tried[cube] = true;
                if owner[cube].is_none_or(|other| place(other, letters, cubes, owner, tried)) {
                    owner[cube] = Some(letter);
                    return true;
                }
                false
            })
        }
        let mut owner = vec![None; cubes.len()];
        (0..letters.len()).all(|letter| place(letter, letters, cubes, &mut owner, &mut vec![false; cubes.len()]))
    }

    #[test]
    fn numbers_are_uniform() {
        let mut roller = Roller::new(3);
        let mut counts = [0u32; 6];
        (0..60_000).for_each(|_| counts[roller.below(6) as usize] += 1);
        assert!(counts.iter().all(|count| (9_700..10_300).contains(count)), "{counts:?}");
        assert_eq!(roller.below(1), 0);
    }

    #[test]
    fn letters_have_their_frequencies() {
        let text = Roller::new(5).roll(&Dice::ENGLISH, 100_000);
        let share = |letter| text.chars().filter(|&c| c == letter).count() as f64 / 100_000.0;
        let total = f64::from(ENGLISH.iter().sum::<u32>());
        assert!((share('e') - 127.0 / total).abs() < 0.005 && (share('t') - 91.0 / total).abs() < 0.005);
    }

    #[test]
    fn dice_match_the_shapes_of_their_games() {
        assert_eq!(Dice::BIG.shape().to_string(), "5x5");
        assert_eq!(Dice::for_shape(&Shape::bookworm()), Dice::ENGLISH);
        assert!(Dice::OLD.fits(16) && !Dice::OLD.fits(25) && Dice::UNIFORM.fits(7));
    }
}
