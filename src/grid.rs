//! Which cells a board has and which of them touch: no letters, no pixels.
//!
//! A [`Shape`] is a list of lines. In staggered boards the lines are columns, left to right, and
//! neighboring columns stand half a tile apart; in square boards they are rows, top to bottom.
//! Positions are kept in half tiles, so that both kinds share one arithmetic: see [`Shape::place`].
//!
//! ```
//! use hexlex::grid::{Cell, Shape, Stagger};
//!
//! let bookworm = Shape::columns(&[7, 8, 7, 8, 7, 8, 7], None)?;
//! assert_eq!(bookworm.len(), 52);
//! assert_eq!(bookworm.stagger(), Some(Stagger::Up));
//! let corner = Cell { line: 0, index: 0 };
//! assert_eq!(bookworm.neighbors(corner).len(), 3);
//! # Ok::<(), hexlex::grid::ShapeError>(())
//! ```

use std::fmt;

/// One place of a board: the line (column or row) and the place in it, both from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// The column of a staggered board, the row of a square one.
    pub line: usize,
    /// The place in the line: downward in a column, to the right in a row.
    pub index: usize,
}

/// Where the second column begins against the first, where both are equally long.
///
/// In the vocabulary of hexagonal offset coordinates: which columns are shoved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Stagger {
    /// Half a tile higher, as in Bookworm.
    Up,
    /// Half a tile lower.
    Down,
}

impl Stagger {
    /// The vertical step from an even to an odd column of the same length, in half tiles (down is positive).
    fn step(self) -> i32 {
        match self {
            Stagger::Up => -1,
            Stagger::Down => 1,
        }
    }
}

impl fmt::Display for Stagger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stagger::Up => "up",
            Stagger::Down => "down",
        })
    }
}

/// Whether a word must walk from a tile to one that it touches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Adjacency {
    /// The next letter lies beside the last.
    Touching,
    /// Any tile may follow any other, as in Bookworm Adventures.
    Free,
}

/// How the lines of a board run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Lines {
    /// Staggered columns: up to six neighbors.
    Columns,
    /// Square rows: up to eight neighbors.
    Rows,
}

/// What makes a list of lengths no board.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ShapeError {
    /// There is no cell at all.
    #[error("a board needs at least one tile, found none")]
    Empty,
    /// The rows of a square board differ in length.
    #[error("row {row} has {found} tiles where the first row has {expected}: write `.` for an empty cell")]
    Ragged {
        /// Counted from 1.
        row: usize,
        /// The length of the first row.
        expected: usize,
        /// The length of this row.
        found: usize,
    },
    /// The stagger that was asked for is not the one that the lengths force.
    #[error("`stagger: {asked}` does not fit columns of {first} and {second} tiles, which begin half a tile {forced}")]
    Stagger {
        /// What was asked for.
        asked: Stagger,
        /// What the first two columns force.
        forced: Stagger,
        /// The length of the first column.
        first: usize,
        /// The length of the second column.
        second: usize,
    },
    /// The text is no shape.
    #[error(
        "`{0}` is no shape: expected bookworm, a size such as 4x4, or column lengths such as 7,8,7,8,7,8,7 \
         (equal ones with :up or :down behind)"
    )]
    Unknown(String),
}

/// The cells of a board and which of them touch.
///
/// Columns whose lengths differ by an odd number are centered on each other, and that settles which
/// stands higher. Between columns of equal length (or an even difference) the [`Stagger`] decides:
/// odd columns begin half a tile higher or lower than even ones.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Shape {
    lines: Lines,
    lengths: Vec<usize>,
    /// Where each line begins, in half tiles below the start of line 0; all zero for rows.
    tops: Vec<i32>,
    stagger: Stagger,
    adjacency: Adjacency,
    /// The number of cells before each line, and the total at the end.
    starts: Vec<usize>,
}

impl Shape {
    /// Staggered columns of these lengths, left to right.
    ///
    /// # Errors
    /// [`ShapeError::Empty`] without a cell, [`ShapeError::Stagger`] where `stagger` contradicts
    /// the first two lengths. `None` means up where the lengths leave it open.
    pub fn columns(lengths: &[usize], stagger: Option<Stagger>) -> Result<Shape, ShapeError> {
        let forced = match lengths {
            [first, second, ..] if (first + second) % 2 == 1 => {
                Some(if second > first { Stagger::Up } else { Stagger::Down })
            }
            [_] => Some(Stagger::Up),
            _ => None,
        };
        if let (Some(asked), Some(forced), [first, second, ..]) = (stagger, forced, lengths)
            && asked != forced
        {
            return Err(ShapeError::Stagger { asked, forced, first: *first, second: *second });
        }
        let stagger = forced.or(stagger).unwrap_or(Stagger::Up);
        let mut tops = vec![0i32];
        for (line, pair) in lengths.windows(2).enumerate() {
            let centered = pair[0] as i32 - pair[1] as i32;
            let shove = if line % 2 == 0 { stagger.step() } else { -stagger.step() };
            tops.push(tops[line] + if centered % 2 == 0 { centered + shove } else { centered });
        }
        Shape::new(Lines::Columns, lengths, tops, stagger)
    }

    /// A square grid of `height` rows of `width` cells.
    ///
    /// # Errors
    /// [`ShapeError::Empty`] where either is 0.
    pub fn rows(height: usize, width: usize) -> Result<Shape, ShapeError> {
        Shape::new(Lines::Rows, &vec![width; height], vec![0; height], Stagger::Up)
    }

    fn new(lines: Lines, lengths: &[usize], tops: Vec<i32>, stagger: Stagger) -> Result<Shape, ShapeError> {
        let mut starts = vec![0];
        starts.extend(lengths.iter().scan(0, |sum, n| {
            *sum += n;
            Some(*sum)
        }));
        if starts.last() == Some(&0) {
            return Err(ShapeError::Empty);
        }
        Ok(Shape { lines, lengths: lengths.to_vec(), tops, stagger, adjacency: Adjacency::Touching, starts })
    }

    /// Bookworm's 52 tiles (RULES: seven columns of 7 and 8, the tall ones half a tile higher).
    pub fn bookworm() -> Shape {
        Shape::columns(&[7, 8, 7, 8, 7, 8, 7], None).unwrap_or_else(|_| unreachable!("seven columns are a board"))
    }

    /// The same cells under another rule of adjacency.
    #[must_use]
    pub fn with_adjacency(mut self, adjacency: Adjacency) -> Shape {
        self.adjacency = adjacency;
        self
    }

    /// Whether the lines are columns or rows.
    pub fn lines(&self) -> Lines {
        self.lines
    }

    /// The number of cells in each line.
    pub fn lengths(&self) -> &[usize] {
        &self.lengths
    }

    /// Which rule of adjacency holds.
    pub fn adjacency(&self) -> Adjacency {
        self.adjacency
    }

    /// How the second column stands against the first; `None` for rows.
    pub fn stagger(&self) -> Option<Stagger> {
        (self.lines == Lines::Columns).then_some(self.stagger)
    }

    /// Whether the lengths leave the stagger open, so that a text must tell it.
    pub fn needs_stagger(&self) -> bool {
        self.lines == Lines::Columns && self.lengths.len() > 1 && (self.lengths[0] + self.lengths[1]).is_multiple_of(2)
    }

    /// The number of cells; never 0.
    #[allow(clippy::len_without_is_empty)] // no shape is empty
    pub fn len(&self) -> usize {
        self.starts[self.lengths.len()]
    }

    /// All cells, line by line. The position in this order is the cell's [`id`](Shape::id).
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.lengths.iter().enumerate().flat_map(|(line, &n)| (0..n).map(move |index| Cell { line, index }))
    }

    /// The cell's place in [`cells`](Shape::cells), or `None` where the shape has no such cell.
    pub fn id(&self, cell: Cell) -> Option<usize> {
        (cell.index < *self.lengths.get(cell.line)?).then(|| self.starts[cell.line] + cell.index)
    }

    /// The cell of an id, or `None` from [`len`](Shape::len) on.
    pub fn cell(&self, id: usize) -> Option<Cell> {
        let line = self.starts.partition_point(|&start| start <= id).checked_sub(1)?;
        (line < self.lengths.len()).then(|| Cell { line, index: id - self.starts[line] })
    }

    /// Where the cell lies, in half tiles to the right of and below the first cell.
    ///
    /// Columns are two half tiles apart here too; how wide that is in pixels is the layout's business.
    /// Works for places outside the shape as well (of an existing line).
    pub fn place(&self, cell: Cell) -> (i32, i32) {
        match self.lines {
            Lines::Columns => (2 * cell.line as i32, self.tops[cell.line] + 2 * cell.index as i32),
            Lines::Rows => (2 * cell.index as i32, 2 * cell.line as i32),
        }
    }

    /// The cell at a [`place`](Shape::place), if the shape has one there.
    pub fn at(&self, (x, y): (i32, i32)) -> Option<Cell> {
        let half = |n: i32| (n >= 0 && n % 2 == 0).then_some(n as usize / 2);
        let cell = match self.lines {
            Lines::Columns => {
                let line = half(x)?;
                Cell { line, index: half(y - self.tops.get(line)?)? }
            }
            Lines::Rows => Cell { line: half(y)?, index: half(x)? },
        };
        self.id(cell).map(|_| cell)
    }

    /// The cells that may follow this one in a word, in the order of their ids.
    ///
    /// In staggered columns the ones above and below and the two half a tile off in each
    /// neighboring column; in rows the eight around; with free adjacency every other cell.
    pub fn neighbors(&self, cell: Cell) -> Vec<Cell> {
        if self.adjacency == Adjacency::Free {
            return self.cells().filter(|&other| other != cell).collect();
        }
        let steps: &[(i32, i32)] = match self.lines {
            Lines::Columns => &[(-2, -1), (-2, 1), (0, -2), (0, 2), (2, -1), (2, 1)],
            Lines::Rows => &[(-2, -2), (0, -2), (2, -2), (-2, 0), (2, 0), (-2, 2), (0, 2), (2, 2)],
        };
        let (x, y) = self.place(cell);
        let mut around: Vec<Cell> = steps.iter().filter_map(|(dx, dy)| self.at((x + dx, y + dy))).collect();
        around.sort_unstable();
        around
    }
}

impl std::str::FromStr for Shape {
    type Err = ShapeError;

    /// `bookworm`, `WIDTHxHEIGHT` (as in `4x4`), or column lengths with an optional `:up` or `:down`.
    fn from_str(text: &str) -> Result<Shape, ShapeError> {
        /// Longer lines are no board but a typing error (or an attack on the memory).
        const LONGEST_LINE: usize = 1000;
        let unknown = || ShapeError::Unknown(text.to_string());
        let number = |part: &str| {
            part.trim().parse::<usize>().ok().filter(|n| (1..=LONGEST_LINE).contains(n)).ok_or_else(unknown)
        };
        let lower = text.trim().to_lowercase();
        if lower == "bookworm" {
            return Ok(Shape::bookworm());
        }
        if let Some((width, height)) = lower.split_once('x') {
            return Shape::rows(number(height)?, number(width)?);
        }
        let (lengths, stagger) = match lower.split_once(':') {
            None => (lower.as_str(), None),
            Some((lengths, "up")) => (lengths, Some(Stagger::Up)),
            Some((lengths, "down")) => (lengths, Some(Stagger::Down)),
            Some(_) => return Err(unknown()),
        };
        let lengths = lengths.split(',').map(number).collect::<Result<Vec<_>, _>>()?;
        if lengths.len() < 2 {
            return Err(unknown());
        }
        Shape::columns(&lengths, stagger)
    }
}

impl fmt::Display for Shape {
    /// The form that [`FromStr`](std::str::FromStr) reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.lines {
            Lines::Rows => write!(f, "{}x{}", self.lengths[0], self.lengths.len()),
            Lines::Columns => {
                let lengths: Vec<String> = self.lengths.iter().map(usize::to_string).collect();
                f.write_str(&lengths.join(","))?;
                if self.needs_stagger() { write!(f, ":{}", self.stagger) } else { Ok(()) }
            }
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use proptest::prelude::*;

    fn at(line: usize, index: usize) -> Cell {
        Cell { line, index }
    }

    /// The neighbors as RULES gives them, in rows of 8 with the top cell of the short columns left out.
    fn by_the_rules(cell: Cell) -> Vec<Cell> {
        let odd = cell.line % 2 == 1;
        let (c, r) = (cell.line as i32, cell.index as i32 + i32::from(!odd));
        let sides =
            if odd { [(r, -1), (r, 1), (r + 1, -1), (r + 1, 1)] } else { [(r - 1, -1), (r - 1, 1), (r, -1), (r, 1)] };
        let mut all: Vec<Cell> = [(r - 1, 0), (r + 1, 0)]
            .into_iter()
            .chain(sides)
            .filter_map(|(row, dc)| {
                let column = c + dc;
                let index = row - i32::from(column % 2 == 0);
                let length = if column % 2 == 0 { 7 } else { 8 };
                ((0..7).contains(&column) && (0..length).contains(&index)).then(|| at(column as usize, index as usize))
            })
            .collect();
        all.sort_unstable();
        all
    }

    #[test]
    fn bookworms_neighbors_are_those_of_the_rules() {
        let shape = Shape::bookworm();
        for cell in shape.cells() {
            assert_eq!(shape.neighbors(cell), by_the_rules(cell), "{cell:?}");
        }
    }

    #[test]
    fn a_hexagon_of_columns_is_centered() {
        let shape: Shape = "5,6,7,8,9,8,7,6,5".parse().unwrap();
        assert_eq!(shape.len(), 61);
        assert_eq!(shape.tops, [0, -1, -2, -3, -4, -3, -2, -1, 0]);
    }

    #[test]
    fn equal_columns_follow_the_stagger() {
        let down: Shape = "7,7,7:down".parse().unwrap();
        assert_eq!(down.tops, [0, 1, 0]);
        assert_eq!(down.neighbors(at(0, 0)), [at(0, 1), at(1, 0)]);
        let up: Shape = "7,7,7:up".parse().unwrap();
        assert_eq!(up.neighbors(at(0, 0)), [at(0, 1), at(1, 0), at(1, 1)]);
    }

    #[test]
    fn a_stagger_that_the_lengths_forbid_is_told() {
        let error = "7,8,7:down".parse::<Shape>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "`stagger: down` does not fit columns of 7 and 8 tiles, which begin half a tile up"
        );
    }

    #[test]
    fn nonsense_is_no_shape() {
        for text in ["", "x", "4x", "0x4", "7", "7,,8", "7,8:left", "99999999999999999999x2", "4x4x4", "-1,2"] {
            assert!(text.parse::<Shape>().is_err(), "{text}");
        }
    }

    #[test]
    fn square_cells_have_eight_around() {
        let shape = Shape::rows(3, 4).unwrap();
        assert_eq!(shape.neighbors(at(1, 1)).len(), 8);
        assert_eq!(shape.neighbors(at(0, 0)), [at(0, 1), at(1, 0), at(1, 1)]);
        assert_eq!(shape.with_adjacency(Adjacency::Free).neighbors(at(0, 0)).len(), 11);
    }

    pub(crate) fn any_shape() -> impl Strategy<Value = Shape> {
        let columns = (prop::collection::vec(1usize..10, 1..10), prop::bool::ANY).prop_map(|(lengths, up)| {
            let stagger = if up { Stagger::Up } else { Stagger::Down };
            Shape::columns(&lengths, Some(stagger)).or_else(|_| Shape::columns(&lengths, None)).unwrap()
        });
        let rows = (1usize..9, 1usize..9).prop_map(|(h, w)| Shape::rows(h, w).unwrap());
        (prop_oneof![columns, rows], prop::bool::ANY)
            .prop_map(|(shape, free)| shape.with_adjacency(if free { Adjacency::Free } else { Adjacency::Touching }))
    }

    proptest! {
        #[test]
        fn neighbors_are_symmetric(shape in any_shape()) {
            for cell in shape.cells() {
                for other in shape.neighbors(cell) {
                    prop_assert!(other != cell && shape.neighbors(other).contains(&cell));
                }
            }
        }

        #[test]
        fn cells_ids_and_places_agree(shape in any_shape()) {
            for (id, cell) in shape.cells().enumerate() {
                prop_assert_eq!(shape.id(cell), Some(id));
                prop_assert_eq!(shape.cell(id), Some(cell));
                prop_assert_eq!(shape.at(shape.place(cell)), Some(cell));
            }
            prop_assert_eq!(shape.cell(shape.len()), None);
        }

        #[test]
        fn a_printed_shape_parses_back(shape in any_shape()) {
            prop_assume!(shape.lengths().len() > 1 && shape.adjacency() == Adjacency::Touching);
            prop_assert_eq!(shape.to_string().parse::<Shape>(), Ok(shape));
        }
    }
}
