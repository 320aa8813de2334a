//! A board of squares that is played off: a word's tiles vanish, those above fall straight down, and no new ones come.
//!
//! - [`Collapse`]: what never changes in a game, its tiles and its rules.
//! - [`Pile`]: which tile is in which cell. [`Collapse::after`] is the pile that a word leaves.
//!
//! A word removes its tiles, and the black ones above, below, left and right of them. A long word removes all tiles there, and some
//! letters remove their whole row: see [`CollapseParams`]. A black tile (unreadable, or tagged `covered`) is in no word: only these
//! remove it.
//!
//! ```
//! use hexlex::{board::Board, game::{Collapse, Refill}, profile::Profile};
//!
//! let board: Board = "E A T\nC . S".parse()?;
//! let game = Profile::load("spelltower")?.game;
//! let Refill::Collapse(params) = game.refill else { return Err("another game".into()) };
//! let (collapse, pile) = Collapse::new(&board, params, &game.rules).ok_or("rows")?;
//! let after = collapse.after(&pile, &[3], 1);
//! assert_eq!(collapse.board(&after).ok_or("empty")?.to_string(), ". . T\nE A S\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::{CollapseParams, beside};
use crate::board::{Adjacency, Board, COVERED, Face, Lines, Shape, Tile};
use crate::profile::{Counted, Rules};

/// The number of a cell without a tile.
const EMPTY: u16 = u16::MAX;

/// What never changes in a game: the size of the board, its different tiles, and the rules.
#[derive(Debug, Clone)]
pub struct Collapse {
    width: usize,
    height: usize,
    adjacency: Adjacency,
    params: CollapseParams,
    /// Each different tile once.
    tiles: Vec<Tile>,
    /// Whether a tile removes its row, by its number.
    removes_row: Vec<bool>,
    /// Whether a tile is black, by its number.
    is_black: Vec<bool>,
    /// The letter values of the tiles, by their numbers; 0 for black ones and those without certain letters.
    values: Vec<u32>,
}

/// Which tile is in which cell: equal boards have equal piles.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pile {
    /// The numbers of the tiles, row by row.
    cells: Box<[u16]>,
}

impl Pile {
    /// The number of tiles.
    pub fn tiles(&self) -> usize {
        self.cells.iter().filter(|&&tile| tile != EMPTY).count()
    }

    /// The number of the tile in a cell, in the order of [`Collapse::tiles`].
    pub fn tile(&self, cell: usize) -> Option<usize> {
        self.cells.get(cell).filter(|&&tile| tile != EMPTY).map(|&tile| tile.into())
    }

    /// Whether the cell has a tile.
    pub fn has_tile(&self, cell: usize) -> bool {
        self.tile(cell).is_some()
    }
}

impl Collapse {
    /// The game that begins with this board; `None` where its lines are not rows, or it has more cells than a `u16` counts.
    pub fn new(board: &Board, params: CollapseParams, rules: &Rules) -> Option<(Collapse, Pile)> {
        let shape = board.shape();
        if shape.lines() != Lines::Rows || shape.len() >= usize::from(EMPTY) {
            return None;
        }
        let mut collapse = Collapse {
            width: shape.lengths()[0],
            height: shape.lengths().len(),
            adjacency: shape.adjacency(),
            params,
            tiles: Vec::new(),
            removes_row: Vec::new(),
            is_black: Vec::new(),
            values: Vec::new(),
        };
        let cells = board.tiles().map(|tile| tile.map_or(EMPTY, |tile| collapse.number(tile, rules))).collect();
        Some((collapse, Pile { cells }))
    }

    /// The rules.
    pub fn params(&self) -> &CollapseParams {
        &self.params
    }

    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.width * self.height
    }

    /// The number of a tile, which gets one if it is new.
    fn number(&mut self, tile: &Tile, rules: &Rules) -> u16 {
        let known = self.tiles.iter().position(|other| other == tile);
        let number = known.unwrap_or_else(|| {
            self.removes_row.push(self.params.removes_row(&tile.face.to_string()));
            let is_black = tile.face == Face::Unreadable || tile.has_tag(COVERED);
            self.is_black.push(is_black);
            self.values.push(match &tile.face {
                Face::Letters(text) if !is_black => rules.scoring.letter_value(text),
                _ => 0,
            });
            self.tiles.push(tile.clone());
            self.tiles.len() - 1
        });
        number as u16
    }

    /// Each different tile once.
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    /// Puts the cells whose tiles a word of this number of letters removes into `removed`, each once, in ascending order.
    pub fn removed(&self, pile: &Pile, word: &[u32], letters: usize, removed: &mut Vec<u32>) {
        removed.clear();
        removed.extend_from_slice(word);
        for &cell in word {
            let (row, column) = (cell as usize / self.width, cell as usize % self.width);
            if letters >= self.params.beside_from {
                removed.extend(self.beside(row, column));
            } else if letters >= self.params.black_from {
                removed.extend(self.beside(row, column).filter(|&cell| self.is_black(pile, cell)));
            }
            let tile = pile.cells[cell as usize];
            if self.removes_row.get(usize::from(tile)).is_some_and(|&removes| removes) {
                let first = (row * self.width) as u32;
                removed.extend(first..first + self.width as u32);
            }
        }
        removed.sort_unstable();
        removed.dedup();
        removed.retain(|&cell| pile.has_tile(cell as usize));
    }

    /// Whether the cell has a black tile.
    fn is_black(&self, pile: &Pile, cell: u32) -> bool {
        pile.tile(cell as usize).is_some_and(|tile| self.is_black[tile])
    }

    /// The letter value of the tile in a cell; 0 where it has none.
    pub fn value(&self, pile: &Pile, cell: usize) -> u32 {
        pile.tile(cell).map_or(0, |tile| self.values[tile])
    }

    /// The points that the [removed](Collapse::removed) tiles add to those of a word of this number of letters: 0 where they
    /// [do not count](CollapseParams::counts).
    pub fn extra(&self, pile: &Pile, word: &[u32], removed: &[u32], letters: usize) -> u32 {
        let sum =
            |cells: &[u32]| cells.iter().fold(0, |sum: u32, &cell| sum.saturating_add(self.value(pile, cell as usize)));
        match self.params.counts {
            Counted::Word => 0,
            Counted::Removed => sum(removed).saturating_sub(sum(word)).saturating_mul(letters as u32),
        }
    }

    /// The cells above, below, left and right of one.
    fn beside(&self, row: usize, column: usize) -> impl Iterator<Item = u32> + use<> {
        let (width, height) = (self.width, self.height);
        let is_on_board = move |&(row, column): &(usize, usize)| row < height && column < width;
        beside(row, column).filter(is_on_board).map(move |(row, column)| (row * width + column) as u32)
    }

    /// The pile after a word of this number of letters along these cells.
    pub fn after(&self, pile: &Pile, word: &[u32], letters: usize) -> Pile {
        let mut removed = Vec::new();
        self.removed(pile, word, letters, &mut removed);
        self.without(pile, &removed)
    }

    /// The pile without the tiles of these cells, after the others have fallen.
    pub fn without(&self, pile: &Pile, removed: &[u32]) -> Pile {
        let mut cells = pile.cells.clone();
        removed.iter().for_each(|&cell| cells[cell as usize] = EMPTY);
        for column in 0..self.width {
            let mut free = self.height;
            for row in (0..self.height).rev() {
                let tile = std::mem::replace(&mut cells[row * self.width + column], EMPTY);
                if tile != EMPTY {
                    free -= 1;
                    cells[free * self.width + column] = tile;
                }
            }
        }
        Pile { cells }
    }

    /// The number of rows above the highest tile.
    pub fn empty_rows(&self, pile: &Pile) -> usize {
        pile.cells.iter().position(|&tile| tile != EMPTY).map_or(self.height, |cell| cell / self.width)
    }

    /// The board of a pile without the [empty rows](Collapse::empty_rows) above it; `None` where no tile is left. A cell of it
    /// has a number that is smaller by those of these rows.
    pub fn board(&self, pile: &Pile) -> Option<Board> {
        let empty = self.empty_rows(pile);
        let shape = Shape::rows(self.height - empty, self.width).ok()?.with_adjacency(self.adjacency);
        let tiles = pile.cells[empty * self.width..].iter();
        Board::new(shape, tiles.map(|&tile| self.tiles.get(usize::from(tile)).cloned()).collect()).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::{BuiltIn, Refill};
    use proptest::prelude::*;

    fn params() -> CollapseParams {
        match BuiltIn::Spelltower.profile().game.refill {
            Refill::Collapse(params) => params,
            other => panic!("a tower, found {other:?}"),
        }
    }

    fn game(board: &str) -> (Collapse, Pile) {
        Collapse::new(&board.parse().unwrap(), params(), &BuiltIn::Spelltower.profile().rules).unwrap()
    }

    /// The board that a word along these cells leaves, with its empty rows.
    fn after(board: &str, word: &[u32], letters: usize) -> String {
        let (collapse, pile) = game(board);
        let after = collapse.after(&pile, word, letters);
        let empty = ". ".repeat(collapse.width).trim_end().to_string() + "\n";
        empty.repeat(collapse.empty_rows(&after))
            + &collapse.board(&after).map_or(String::new(), |board| board.to_string())
    }

    #[test]
    fn tiles_above_a_word_fall_straight_down() {
        assert_eq!(after("A B C\nD E F\nG H I", &[4, 5], 4), "A . .\nD B C\nG H I\n");
        assert_eq!(after("A . C\nD E F\nG H I", &[7], 3), "A . C\nD . F\nG E I\n");
        assert_eq!(after("A B", &[0, 1], 3), ". .\n");
    }

    #[test]
    fn five_letters_remove_the_tiles_beside_and_four_do_not() {
        let board = "A B C D\nE F G H\nI J:covered K L";
        assert_eq!(after(board, &[5], 4), "A . C D\nE . G H\nI B K L\n", "a black tile goes with any word");
        // Above, below, left and right, but not across; a black tile too.
        assert_eq!(after(board, &[5], 5), ". . . D\nA . C H\nI . K L\n");
        // Not around the edge.
        assert_eq!(after(board, &[7], 5), "A B . .\nE F C .\nI J:covered K .\n");
    }

    #[test]
    fn rare_letters_remove_their_row() {
        assert_eq!(after("A B C\nX ? F\nG H I", &[3, 6], 3), ". . .\n. B C\nA H I\n");
        assert_eq!(after("A B C\nQu E F", &[3], 3), ". . .\nA B C\n");
        assert_eq!(after("A B C\nX:covered E F", &[4], 3), ". . C\nA B F\n");
    }

    #[test]
    fn removed_tiles_count_times_the_letters() {
        let (collapse, pile) = game("A B C\nX:covered E ?\nJ A T");
        let extra = |word: &[u32], letters| {
            let mut removed = Vec::new();
            collapse.removed(&pile, word, letters, &mut removed);
            collapse.extra(&pile, word, &removed, letters)
        };
        // No tile but black ones; the row of J; and B with the row below E, of which A counts.
        assert_eq!((extra(&[4], 3), extra(&[6], 3), extra(&[4], 5)), (0, (1 + 1) * 3, (3 + 1) * 5));
        let other = CollapseParams { counts: Counted::Word, ..params() };
        let rules = &BuiltIn::Spelltower.profile().rules;
        let (collapse, pile) = Collapse::new(&"A B".parse().unwrap(), other, rules).unwrap();
        assert_eq!(collapse.extra(&pile, &[0], &[0, 1], 5), 0);
    }

    #[test]
    fn boards_keep_their_adjacency() {
        let (collapse, pile) = game("# adjacency: free\nA B C\nD E F");
        let after = collapse.board(&collapse.after(&pile, &[0, 1, 2], 3)).unwrap();
        assert_eq!(after.shape().adjacency(), Adjacency::Free);
    }

    #[test]
    fn boards_of_columns_are_refused() {
        assert!(
            Collapse::new(
                &"# layout: columns\nA B\nC D E".parse().unwrap(),
                params(),
                &BuiltIn::Spelltower.profile().rules
            )
            .is_none()
        );
    }

    proptest! {
        #[test]
        fn tiles_are_conserved_and_none_floats(
            letters in prop::collection::vec(prop::sample::select(vec!["A", "B", "X", ".", "?", "Qu"]), 20),
            word in prop::collection::btree_set(0u32..20, 1..6),
            count in 3usize..7,
        ) {
            let text: String = letters.chunks(5).map(|row| row.join(" ") + "\n").collect();
            let (collapse, pile) = game(&text);
            let word: Vec<u32> = word.into_iter().filter(|&cell| pile.has_tile(cell as usize)).collect();
            let mut removed = Vec::new();
            collapse.removed(&pile, &word, count, &mut removed);
            prop_assert!(word.iter().all(|cell| removed.contains(cell)));
            let after = collapse.after(&pile, &word, count);
            let sorted = |pile: &Pile, without: &[u32]| {
                let cells = (0..20).filter(|cell| !without.contains(cell) && pile.has_tile(*cell as usize));
                let mut tiles: Vec<u16> = cells.map(|cell| pile.cells[cell as usize]).collect();
                tiles.sort_unstable();
                tiles
            };
            prop_assert_eq!(sorted(&pile, &removed), sorted(&after, &[]));
            for cell in 0..15 {
                prop_assert!(!after.has_tile(cell) || after.has_tile(cell + 5), "cell {} floats", cell);
            }
        }
    }
}
