//! Which cells a board has and which of them touch: no letters, no pixels.
//!
//! A [`Shape`] is a list of lines. A staggered board is a hexagonal grid: its lines are columns, left to right, and
//! neighboring columns are half a tile apart. The lines of a square board are rows, top to bottom. Both kinds share
//! one arithmetic, the doubled coordinates of hexagonal grids: see [`GridPoint`].
//!
//! ```
//! use hexlex::board::{Cell, Shape, Stagger};
//!
//! let bookworm = Shape::columns(&[7, 8, 7, 8, 7, 8, 7], None)?;
//! assert_eq!(bookworm.len(), 52);
//! assert_eq!(bookworm.stagger(), Some(Stagger::Up));
//! let corner = Cell { line: 0, index: 0 };
//! assert_eq!(bookworm.neighbors(corner).len(), 3);
//! # Ok::<(), hexlex::board::ShapeError>(())
//! ```

use std::fmt;

/// One cell of a board: its line (column or row) and its index in that line, both from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// The column of a staggered board, the row of a square one.
    pub line: usize,
    /// The index in the line: downward in a column, to the right in a row.
    pub index: usize,
}

/// A point of the grid in half tiles to the right of and below the first cell.
///
/// These are the doubled coordinates of hexagonal grids. Neighboring columns are two units apart;
/// [`Layout`](crate::locate::Layout) maps this to pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct GridPoint {
    /// Half tiles to the right.
    pub x: i32,
    /// Half tiles downward.
    pub y: i32,
}

/// Whether the second column begins higher or lower than the first.
///
/// Lengths that differ by an odd number imply it. Otherwise the second column is centered on the first, then shifted.
/// In offset coordinates of hexagonal grids: whether the odd columns are shoved up or down.
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

/// Which tile may follow another in a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Adjacency {
    /// Only a tile that touches it.
    Touching,
    /// Any tile may follow any other, as in Bookworm Adventures.
    Free,
}

/// The direction of a board's lines, which board texts and JSON call `layout`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Lines {
    /// Staggered columns: up to six neighbors.
    Columns,
    /// Square rows: up to eight neighbors.
    Rows,
}

/// The error of parsing or building a shape.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ShapeError {
    /// There is no cell.
    #[error("expected at least one tile, found none: write a line of tiles for each row or column")]
    Empty,
    /// The rows of a square board differ in length.
    #[error("expected {expected} tiles in row {row} as in row 1, found {found}: write `.` for an empty cell")]
    Ragged {
        /// Counted from 1.
        row: usize,
        /// The length of the first row.
        expected: usize,
        /// The length of this row.
        found: usize,
    },
    /// The lengths of the first two columns imply another stagger.
    #[error("expected stagger `{implied}` for columns of {first} and {second} tiles, found `{found}`: leave it out")]
    Stagger {
        /// The stagger that was given.
        found: Stagger,
        /// The stagger of columns with these lengths.
        implied: Stagger,
        /// The length of the first column.
        first: usize,
        /// The length of the second column.
        second: usize,
    },
    /// The text is not a shape.
    #[error(
        "expected a shape, found `{0}`: write bookworm, a size such as 4x4, or column lengths such as 7,8,7,8,7,8,7 \
         (after equal lengths :up or :down)"
    )]
    Unknown(String),
}

/// The cells of a board and which of them touch.
///
/// Columns whose lengths differ by an odd number are centered on each other, so their lengths alone determine which
/// one starts higher. Between columns of equal length (or an even difference) the [`Stagger`] decides: odd columns
/// begin half a tile higher or lower than even ones.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Shape {
    lines: Lines,
    lengths: Vec<usize>,
    /// The [`GridPoint::y`] of each line's first cell; 0 for rows, which do not use it.
    tops: Vec<i32>,
    stagger: Stagger,
    adjacency: Adjacency,
    /// The id of each line's first cell, and the number of cells at the end.
    first_ids: Vec<usize>,
}

impl Shape {
    /// Staggered columns of these lengths, left to right. `None` is the stagger that the first two lengths imply, and
    /// up where they imply none (their difference is even).
    ///
    /// # Errors
    /// [`ShapeError::Empty`] without a cell, [`ShapeError::Stagger`] where `stagger` contradicts the first two lengths.
    pub fn columns(lengths: &[usize], stagger: Option<Stagger>) -> Result<Shape, ShapeError> {
        let implied = match lengths {
            [first, second, ..] if (first + second) % 2 == 1 => {
                Some(if second > first { Stagger::Up } else { Stagger::Down })
            }
            [_] => Some(Stagger::Up),
            _ => None,
        };
        if let (Some(found), Some(implied), [first, second, ..]) = (stagger, implied, lengths)
            && found != implied
        {
            return Err(ShapeError::Stagger { found, implied, first: *first, second: *second });
        }
        let stagger = implied.or(stagger).unwrap_or(Stagger::Up);
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
        let mut first_ids = vec![0];
        first_ids.extend(lengths.iter().scan(0, |sum, n| {
            *sum += n;
            Some(*sum)
        }));
        if first_ids.last() == Some(&0) {
            return Err(ShapeError::Empty);
        }
        Ok(Shape { lines, lengths: lengths.to_vec(), tops, stagger, adjacency: Adjacency::Touching, first_ids })
    }

    /// Bookworm's 52 cells: seven columns of 7 and 8 cells in turn, the longer ones half a tile higher.
    pub fn bookworm() -> Shape {
        Shape::columns(&[7, 8, 7, 8, 7, 8, 7], None).unwrap_or_else(|_| unreachable!("seven columns are a shape"))
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

    /// Which cell may follow another in a word.
    pub fn adjacency(&self) -> Adjacency {
        self.adjacency
    }

    /// Whether the second column begins higher or lower than the first; `None` for rows.
    pub fn stagger(&self) -> Option<Stagger> {
        (self.lines == Lines::Columns).then_some(self.stagger)
    }

    /// Whether the lengths do not imply the stagger, so that a text must name it.
    pub fn needs_stagger(&self) -> bool {
        self.lines == Lines::Columns && self.lengths.len() > 1 && (self.lengths[0] + self.lengths[1]).is_multiple_of(2)
    }

    /// The number of cells; never 0.
    #[allow(clippy::len_without_is_empty)] // no shape is empty
    pub fn len(&self) -> usize {
        self.first_ids[self.lengths.len()]
    }

    /// All cells, line by line. The index in this order is the cell's [`id`](Shape::id).
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.lengths.iter().enumerate().flat_map(|(line, &n)| (0..n).map(move |index| Cell { line, index }))
    }

    /// The cell's index in [`cells`](Shape::cells), or `None` where the shape has no such cell.
    pub fn id(&self, cell: Cell) -> Option<usize> {
        (cell.index < *self.lengths.get(cell.line)?).then(|| self.first_ids[cell.line] + cell.index)
    }

    /// The cell of an id; `None` where the id is not below [`len`](Shape::len).
    pub fn cell(&self, id: usize) -> Option<Cell> {
        let line = self.first_ids.partition_point(|&first| first <= id).checked_sub(1)?;
        (line < self.lengths.len()).then(|| Cell { line, index: id - self.first_ids[line] })
    }

    /// The center of the cell. The line must exist; the index may lie beyond its end.
    pub fn point(&self, cell: Cell) -> GridPoint {
        let (line, index) = (2 * cell.line as i32, 2 * cell.index as i32);
        match self.lines {
            Lines::Columns => GridPoint { x: line, y: self.tops[cell.line] + index },
            Lines::Rows => GridPoint { x: index, y: line },
        }
    }

    /// The cell with its center at this [`point`](Shape::point); `None` where there is none.
    pub fn cell_at(&self, GridPoint { x, y }: GridPoint) -> Option<Cell> {
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
    /// In staggered columns these are the cells above and below, and in each neighboring column the two that are half
    /// a tile higher and lower; in rows the eight cells around; with free adjacency every other cell.
    pub fn neighbors(&self, cell: Cell) -> Vec<Cell> {
        if self.adjacency == Adjacency::Free {
            return self.cells().filter(|&other| other != cell).collect();
        }
        let steps: &[(i32, i32)] = match self.lines {
            Lines::Columns => &[(-2, -1), (-2, 1), (0, -2), (0, 2), (2, -1), (2, 1)],
            Lines::Rows => &[(-2, -2), (0, -2), (2, -2), (-2, 0), (2, 0), (-2, 2), (0, 2), (2, 2)],
        };
        let GridPoint { x, y } = self.point(cell);
        let beside = |(dx, dy): &(i32, i32)| self.cell_at(GridPoint { x: x + dx, y: y + dy });
        let mut around: Vec<Cell> = steps.iter().filter_map(beside).collect();
        around.sort_unstable();
        around
    }
}

impl std::str::FromStr for Shape {
    type Err = ShapeError;

    /// `bookworm`, `WIDTHxHEIGHT` (as in `4x4`), or column lengths with an optional `:up` or `:down`.
    fn from_str(text: &str) -> Result<Shape, ShapeError> {
        /// The largest number in a shape, in cells: it bounds the memory that a mistyped shape takes. Chosen by hand,
        /// far above the size of any game's board.
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

    /// The neighbors computed another way: in rows of 8 with the top cell of the short columns left out.
    fn neighbors_in_rows_of_8(cell: Cell) -> Vec<Cell> {
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
    fn bookworms_neighbors_are_those_in_rows_of_8() {
        let shape = Shape::bookworm();
        for cell in shape.cells() {
            assert_eq!(shape.neighbors(cell), neighbors_in_rows_of_8(cell), "{cell:?}");
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
    fn a_stagger_that_contradicts_the_lengths_is_refused() {
        let error = "7,8,7:down".parse::<Shape>().unwrap_err();
        assert_eq!(error.to_string(), "expected stagger `up` for columns of 7 and 8 tiles, found `down`: leave it out");
    }

    #[test]
    fn a_text_that_is_not_a_shape_is_refused() {
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
        fn cells_ids_and_points_agree(shape in any_shape()) {
            for (id, cell) in shape.cells().enumerate() {
                prop_assert_eq!(shape.id(cell), Some(id));
                prop_assert_eq!(shape.cell(id), Some(cell));
                prop_assert_eq!(shape.cell_at(shape.point(cell)), Some(cell));
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
