//! Where the cells of a board lie in a picture.

use super::outline::MIN_SIDE;
use super::tile_body::TileBody;
use crate::board::{Cell, GridPoint, Lines, Shape, Stagger};
use crate::pixels::{Bounds, Frame, Point, Projection, Size, Stripes};
use std::ops::Range;

/// The shape of a board and the map from its cells to pixels: the only place that converts between the two.
///
/// The cells of an upright board have one pitch to the right and one down. Those of a tilted one are where a
/// [`Projection`] takes the cells of an upright layout.
///
/// ```
/// use hexlex::{board::{Cell, Shape}, locate::Layout};
///
/// let layout = Layout::new(Shape::bookworm(), (40.0, 80.0), (50.0, 56.0));
/// // The second column begins half a tile higher.
/// assert_eq!(layout.center(Cell { line: 1, index: 0 }), (90.0, 52.0));
/// assert_eq!(layout.cell_at(92.0, 60.0), Some(Cell { line: 1, index: 0 }));
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Layout {
    shape: Shape,
    origin: (f32, f32),
    pitch: (f32, f32),
    /// From the upright layout to the picture; `None` where the board is upright.
    projection: Option<Projection>,
    /// What the tiles look like, for what is drawn around them.
    body: TileBody,
}

/// A side of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// Above the first line of rows.
    Above,
    /// Below the last.
    Below,
    /// To the left.
    Left,
    /// To the right.
    Right,
}

impl Side {
    /// All four.
    pub const ALL: [Side; 4] = [Side::Above, Side::Below, Side::Left, Side::Right];

    /// The side across the board.
    pub fn opposite(self) -> Side {
        match self {
            Side::Above => Side::Below,
            Side::Below => Side::Above,
            Side::Left => Side::Right,
            Side::Right => Side::Left,
        }
    }

    /// The direction to that side, to the right and down.
    pub fn step(self) -> (f32, f32) {
        match self {
            Side::Above => (0.0, -1.0),
            Side::Below => (0.0, 1.0),
            Side::Left => (-1.0, 0.0),
            Side::Right => (1.0, 0.0),
        }
    }
}

/// Some of a board's tiles, evenly spread: enough for a median of all.
pub(crate) fn some_tiles<T>(tiles: &[T]) -> impl Iterator<Item = &T> {
    /// The most of them: a limit of work. Smaller: the median is that of a part of the board. Larger: large boards take longer. Chosen by hand.
    const MOST: usize = 48;
    tiles.iter().step_by(tiles.len().div_ceil(MOST).max(1))
}

/// How far the centers of cells of one lattice may be apart, as a share of the pitch, and the logarithms of their pitches. Smaller: two fits of one
/// lattice differ. Larger: the lattice of the highlights of tiles, a sixth of a tile off, counts as that of the letters. Chosen by hand;
/// `hard judge`, with `--kind lower-case` and `--kind digrams`, shows a change.
const SAME: f32 = 0.15;

/// The bounds of no point: every point extends them.
const EMPTY_BOUNDS: (f32, f32, f32, f32) = (f32::MAX, f32::MAX, f32::MIN, f32::MIN);

impl Layout {
    /// A layout from the center of the first cell and the pitch, both in pixels.
    ///
    /// The pitch is the distance between neighboring columns and the distance between neighboring
    /// tiles of a column (for rows: between columns and between rows of cells).
    pub fn new(shape: Shape, origin: (f32, f32), pitch: (f32, f32)) -> Layout {
        let body = TileBody::of_pitch(shape.lines(), pitch.into());
        Layout { shape, origin, pitch, projection: None, body }
    }

    /// The same layout with the bodies that its tiles have in this picture.
    #[must_use]
    pub fn measured(&self, frame: &Frame) -> Layout {
        Layout { body: TileBody::measured(frame, self), ..self.clone() }
    }

    /// The picture with the stripes joined of which the letters on its cells are made; `None` where they are whole.
    pub(crate) fn with_joined_stripes(&self, frame: &Frame) -> Option<Frame> {
        /// The longest period of stripes, in tiles: letters of seven stripes are up to six sevenths of a tile high. Smaller: large
        /// letters count as whole. Larger: parts of tiles count as stripes. Chosen by hand.
        const LONGEST: f32 = 0.12;
        let (left, top, right, bottom) = self.bounds();
        let board = Bounds::between(left, top, right, bottom).to_pixels();
        let stripes = Stripes::of(frame.pixels(), board, LONGEST * self.pitch.1)?;
        let (x, y) = (self.pitch.0 / 2.0, self.pitch.1 / 2.0);
        let corners = [(-x, -y), (x, -y), (-x, y), (x, y)].map(Point::from);
        let cell = |cell| Some(Bounds::around(self.places(cell, &corners))?.to_pixels());
        Some(frame.joined(stripes, &self.shape.cells().filter_map(cell).collect::<Vec<_>>()))
    }

    /// The bodies of the tiles: as measured, or else as the pitch suggests.
    pub fn body(&self) -> &TileBody {
        &self.body
    }

    /// The cells and which of them touch.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The horizontal and the vertical pitch in pixels.
    pub fn pitch(&self) -> (f32, f32) {
        self.pitch
    }

    /// The smaller of the two pitches: the size of a tile, for whatever is drawn to its scale.
    pub fn tile(&self) -> f32 {
        self.pitch.0.min(self.pitch.1)
    }

    /// The center of a cell in pixels from the picture's upper left corner.
    pub fn center(&self, cell: Cell) -> (f32, f32) {
        self.projected(self.upright_center(cell)).into()
    }

    /// Where the picture shows a place that is this far from a cell's center in the upright layout, in pixels.
    pub(crate) fn place(&self, cell: Cell, offset: Point) -> Point {
        self.projected(self.upright_center(cell) + offset)
    }

    /// Where the picture shows the places that are this far from a cell's center in the upright layout, in pixels.
    pub(super) fn places(&self, cell: Cell, offsets: &[Point]) -> impl Iterator<Item = Point> {
        let center = self.upright_center(cell);
        offsets.iter().map(move |&offset| self.projected(center + offset))
    }

    /// The center of a cell in the upright layout.
    fn upright_center(&self, cell: Cell) -> Point {
        let GridPoint { x, y } = self.shape.point(cell);
        Point::new(self.origin.0 + x as f32 * self.pitch.0 / 2.0, self.origin.1 + y as f32 * self.pitch.1 / 2.0)
    }

    /// Where the picture shows a place of the upright layout.
    fn projected(&self, place: Point) -> Point {
        self.projection.map_or(place, |projection| projection.map(place))
    }

    /// The same layout in a picture that this map takes its picture to.
    #[must_use]
    pub(crate) fn mapped(&self, map: &Projection) -> Layout {
        let projection = Some(self.projection.map_or(*map, |projection| projection.then(map)));
        Layout { projection, ..self.clone() }
    }

    /// The picture in which this board is upright, from the one that it lies in, with the board's layout there; `None` where it
    /// is upright already, or the picture would be too large.
    pub(crate) fn upright(&self, frame: &Frame) -> Option<(Frame, Layout)> {
        let projection = self.projection?;
        let (.., right, bottom) = self.upright_bounds();
        // A tile more: what lies around the board is ground.
        let side = |end: f32, pitch: f32| (end + pitch).ceil().max(1.0) as u32;
        let size = Size::new(side(right, self.pitch.0), side(bottom, self.pitch.1));
        Some((frame.resampled(&projection, size)?, Layout { projection: None, ..self.clone() }))
    }

    /// The degrees by which the rows are turned, clockwise, in the middle of the board; 0 where it is upright.
    pub fn tilt(&self) -> f32 {
        let (left, top, right, bottom) = self.upright_bounds();
        let middle = Point::new(0.5 * (left + right), 0.5 * (top + bottom));
        let along = self.projected(middle + Point::new(1.0, 0.0)) - self.projected(middle - Point::new(1.0, 0.0));
        if self.projection.is_none() { 0.0 } else { along.y.atan2(along.x).to_degrees() }
    }

    /// The corners of the quadrilateral around all cells, in pixels, clockwise from the upper left.
    pub fn corners(&self) -> [(f32, f32); 4] {
        let (left, top, right, bottom) = self.upright_bounds();
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
        corners.map(|corner| self.projected(corner.into()).into())
    }

    /// The cell under a pixel, or `None` beside the board.
    pub fn cell_at(&self, x: f32, y: f32) -> Option<Cell> {
        let place = Point::new(x, y);
        let Point { x, y } = self.projection.map_or(place, |projection| projection.map_back(place));
        let (u, v) = ((x - self.origin.0) / self.pitch.0, (y - self.origin.1) / self.pitch.1);
        let nearest = |n: f32| 2 * n.round() as i32;
        match self.shape.lines() {
            Lines::Rows => self.shape.cell_at(GridPoint { x: nearest(u), y: nearest(v) }),
            Lines::Columns => {
                let line = usize::try_from(u.round() as i64).ok().filter(|&line| line < self.shape.lengths().len())?;
                let GridPoint { x, y: top } = self.shape.point(Cell { line, index: 0 });
                self.shape.cell_at(GridPoint { x, y: top + nearest(v - top as f32 / 2.0) })
            }
        }
    }

    /// The rectangle of all cells, as left, top, right, bottom in pixels; it may reach outside the picture.
    pub fn bounds(&self) -> (f32, f32, f32, f32) {
        if self.projection.is_none() {
            return self.upright_bounds();
        }
        self.corners().into_iter().fold(EMPTY_BOUNDS, |(left, top, right, bottom), (x, y)| {
            (left.min(x), top.min(y), right.max(x), bottom.max(y))
        })
    }

    /// The rectangle of all cells in the upright layout, in its pixels.
    fn upright_bounds(&self) -> (f32, f32, f32, f32) {
        let (half_x, half_y) = (self.pitch.0 / 2.0, self.pitch.1 / 2.0);
        let centers = self.shape.cells().map(|cell| self.upright_center(cell));
        centers.fold(EMPTY_BOUNDS, |(left, top, right, bottom), Point { x, y }| {
            (left.min(x - half_x), top.min(y - half_y), right.max(x + half_x), bottom.max(y + half_y))
        })
    }

    /// The share of the smaller layout's cells that lie on cells of the other: 1 where one is a part of the other, 0
    /// where they are not of one lattice.
    pub fn overlap(&self, other: &Layout) -> f32 {
        let near = |a: f32, b: f32| (a / b).ln().abs() < SAME;
        let is_alike = self.shape.lines() == other.shape.lines()
            && near(self.pitch.0, other.pitch.0)
            && near(self.pitch.1, other.pitch.1);
        if !is_alike {
            return 0.0;
        }
        let (smaller, larger) = if self.shape.len() < other.shape.len() { (self, other) } else { (other, self) };
        let is_common = |cell: &Cell| larger.is_center(smaller.center(*cell).into());
        smaller.shape.cells().filter(is_common).count() as f32 / smaller.shape.len().max(1) as f32
    }

    /// Whether every cell lies on a cell of another layout.
    pub(crate) fn lies_on(&self, other: &Layout) -> bool {
        self.shape.len() <= other.shape.len() && self.overlap(other) == 1.0
    }

    /// Whether every cell lies on a cell of another layout, which has more.
    pub fn is_part_of(&self, whole: &Layout) -> bool {
        self.shape.len() < whole.shape.len() && self.lies_on(whole)
    }

    /// Whether a place is less than [`SAME`] from the center of a cell.
    fn is_center(&self, place: Point) -> bool {
        self.cell_at(place.x, place.y).is_some_and(|cell| {
            let (x, y) = self.center(cell);
            (place.x - x).abs() < SAME * self.pitch.0 && (place.y - y).abs() < SAME * self.pitch.1
        })
    }

    /// The same layout in a picture enlarged by `factor`.
    #[must_use]
    pub fn scaled(&self, factor: f32) -> Layout {
        if self.projection.is_some() {
            return self.mapped(&Projection::stretch(Point::new(factor, factor), Point::default()));
        }
        let times = |(a, b): (f32, f32)| (a * factor, b * factor);
        Layout { origin: times(self.origin), pitch: times(self.pitch), ..self.clone() }
    }

    /// The same layout in a picture in which everything is moved by this offset: from a part of a picture to the whole.
    #[must_use]
    pub fn shifted(&self, by: Point) -> Layout {
        if self.projection.is_some() {
            return self.mapped(&Projection::stretch(Point::new(1.0, 1.0), by));
        }
        Layout { origin: (self.origin.0 + by.x, self.origin.1 + by.y), ..self.clone() }
    }

    /// The same layout with its cells farther apart by these factors, across and down; what lies at `middle` stays there.
    #[must_use]
    pub(crate) fn stretched(&self, by: Point, middle: Point) -> Layout {
        if self.projection.is_some() {
            let offset = Point::new(middle.x - middle.x * by.x, middle.y - middle.y * by.y);
            return self.mapped(&Projection::stretch(by, offset));
        }
        let at = |place: f32, middle: f32, by: f32| middle + (place - middle) * by;
        let origin = (at(self.origin.0, middle.x, by.x), at(self.origin.1, middle.y, by.y));
        Layout { origin, pitch: (self.pitch.0 * by.x, self.pitch.1 * by.y), ..self.clone() }
    }

    /// These lines of the board, and in each of them these places. In rows a place is the number of a tile, in columns the number of whole tiles
    /// between its upper edge and that of the highest tile. `None` where no shape has such lines.
    pub fn part(&self, lines: Range<usize>, places: Range<usize>) -> Option<Layout> {
        if self.shape.lines() == Lines::Columns {
            let columns = self.columns();
            let highest = columns.iter().map(|&(_, top)| top).min()?;
            let [start, end] = [places.start, places.end].map(|place| 2 * place as i32 + highest);
            let of_column = |&(length, top): &(usize, i32)| {
                // Tiles are two half tiles apart.
                let tops = (0..length as i32).map(|index| top + 2 * index).filter(|top| (start..end).contains(top));
                Some((tops.clone().count(), tops.min()?))
            };
            let columns: Vec<(usize, i32)> =
                columns.get(lines.clone())?.iter().map(of_column).collect::<Option<_>>()?;
            return self.with_columns(&columns, 2 * i32::try_from(lines.start).ok()?);
        }
        let lengths = self.shape.lengths().get(lines.clone())?;
        if places.end > *lengths.first()? {
            return None;
        }
        let shape = Shape::rows(lengths.len(), places.len()).ok()?;
        let origin = self.upright_center(Cell { line: lines.start, index: places.start }).into();
        Some(self.with_shape(shape, origin))
    }

    /// The columns of this parity without their first, or their last, tiles; `None` for rows, and where that leaves
    /// no board.
    pub fn without_ends(&self, odd: bool, first: bool) -> Option<Layout> {
        let is_meant = |line: usize| (line % 2 == 1) == odd;
        let lengths = self.shape.lengths();
        let is_too_short = |(line, &length): (usize, &usize)| is_meant(line) && length < 2;
        if self.shape.lines() == Lines::Rows || lengths.len() < 2 || lengths.iter().enumerate().any(is_too_short) {
            return None;
        }
        let shorter = |(line, (length, top)): (usize, (usize, i32))| match is_meant(line) {
            true => (length - 1, top + if first { 2 } else { 0 }),
            false => (length, top),
        };
        self.with_columns(&self.columns().into_iter().enumerate().map(shorter).collect::<Vec<_>>(), 0)
    }

    /// The cells at the edge on a side: those of the last line, or the last one of each line.
    pub(crate) fn edge_cells(&self, side: Side) -> Vec<Cell> {
        let lengths = self.shape.lengths();
        let (dx, dy) = side.step();
        let is_first = dx + dy < 0.0;
        if (self.shape.lines() == Lines::Rows) == (dy != 0.0) {
            let line = if is_first { 0 } else { lengths.len() - 1 };
            return (0..lengths[line]).map(|index| Cell { line, index }).collect();
        }
        let last = |(line, &length): (usize, &usize)| {
            let end = length.checked_sub(1)?;
            Some(Cell { line, index: if is_first { 0 } else { end } })
        };
        lengths.iter().enumerate().filter_map(last).collect()
    }

    /// The places of the next line of cells on a side. Beside a staggered column they are between its own.
    pub(crate) fn beyond(&self, side: Side) -> Vec<Point> {
        let (dx, dy) = side.step();
        let edge = self.edge_cells(side);
        let half = if self.shape.lines() == Lines::Columns && dx != 0.0 { 0.5 } else { 0.0 };
        let kept = if half > 0.0 { edge.len().saturating_sub(1).max(1) } else { edge.len() };
        let step = Point::new(dx * self.pitch.0, (dy + half) * self.pitch.1);
        edge.iter().take(kept).map(|&cell| self.projected(self.upright_center(cell) + step)).collect()
    }

    /// The layouts without one line of cells at an edge: a line, a place of every row, or the ends of every other column.
    /// None has fewer than three lines, or places in a row.
    pub fn trimmed(&self) -> Vec<Layout> {
        let lengths = self.shape.lengths();
        let lines = lengths.len();
        let places = self.places_of_lines();
        let mut parts = Vec::new();
        if lines > MIN_SIDE {
            parts.extend([self.part(1..lines, 0..places), self.part(0..lines - 1, 0..places)]);
        }
        if self.shape.lines() == Lines::Rows && places > MIN_SIDE {
            parts.extend([self.part(0..lines, 1..places), self.part(0..lines, 0..places - 1)]);
        }
        let ends = [(false, true), (false, false), (true, true), (true, false)];
        parts.extend(ends.map(|(odd, first)| self.without_ends(odd, first)));
        let is_board = |layout: &Layout| layout.shape.lengths().iter().all(|&length| length >= MIN_SIDE - 1);
        parts.into_iter().flatten().filter(is_board).collect()
    }

    /// The number of places in a line: the length of a row, or the height of all columns together in tiles, rounded up.
    pub(crate) fn places_of_lines(&self) -> usize {
        let ends = |(length, top): (usize, i32)| [top, top + 2 * length as i32];
        let ys: Vec<i32> = match self.shape.lines() {
            Lines::Rows => return self.shape.lengths()[0],
            Lines::Columns => self.columns().into_iter().flat_map(ends).collect(),
        };
        let (low, high) = (ys.iter().min(), ys.iter().max());
        low.zip(high).map_or(0, |(low, high)| (high - low) as usize).div_ceil(2)
    }

    /// The length of each column, and how many half tiles below the origin its first tile is.
    fn columns(&self) -> Vec<(usize, i32)> {
        let top = |line: usize| self.shape.point(Cell { line, index: 0 }).y;
        self.shape.lengths().iter().enumerate().map(|(line, &length)| (length, top(line))).collect()
    }

    /// The layouts with one more line of cells on this side. Of staggered columns every other may be longer above or
    /// below, and a new column is as long as the last but one.
    pub fn grown(&self, side: Side) -> Vec<Layout> {
        let lengths = self.shape.lengths();
        let (dx, dy) = side.step();
        match self.shape.lines() {
            Lines::Rows => {
                let size = (lengths.len() + usize::from(dy != 0.0), lengths[0] + usize::from(dx != 0.0));
                let Ok(shape) = Shape::rows(size.0, size.1) else { return Vec::new() };
                let origin = (self.origin.0 + dx.min(0.0) * self.pitch.0, self.origin.1 + dy.min(0.0) * self.pitch.1);
                vec![self.with_shape(shape, origin)]
            }
            Lines::Columns if lengths.len() < 2 => Vec::new(),
            Lines::Columns => {
                let (columns, last) = (self.columns(), lengths.len() - 1);
                let longer = |parity: usize, up: i32| -> Vec<(usize, i32)> {
                    let grow = |(line, &(length, top)): (usize, &(usize, i32))| match line % 2 == parity {
                        true => (length + 1, top - up),
                        false => (length, top),
                    };
                    columns.iter().enumerate().map(grow).collect()
                };
                let (choices, left) = match side {
                    Side::Above => (vec![longer(0, 2), longer(1, 2)], 0),
                    Side::Below => (vec![longer(0, 0), longer(1, 0)], 0),
                    Side::Left => (vec![[&columns[1..2], &columns[..]].concat()], -2),
                    Side::Right => (vec![[&columns[..], &columns[last - 1..last]].concat()], 0),
                };
                choices.iter().filter_map(|columns| self.with_columns(columns, left)).collect()
            }
        }
    }

    /// The layout with such columns in the same lattice, the first of them so many half tiles to the right of the
    /// origin; `None` where no shape has them.
    fn with_columns(&self, columns: &[(usize, i32)], left: i32) -> Option<Layout> {
        let (lengths, tops): (Vec<usize>, Vec<i32>) = columns.iter().copied().unzip();
        let is_up = tops.get(1).is_none_or(|second| *second < tops[0]);
        let shape = Shape::columns(&lengths, Some(if is_up { Stagger::Up } else { Stagger::Down })).ok()?;
        let top = |line: usize| shape.point(Cell { line, index: 0 }).y;
        let stands = (0..lengths.len()).all(|line| top(line) - top(0) == tops[line] - tops[0]);
        let half = |places: i32, pitch: f32| places as f32 * pitch / 2.0;
        let origin = (self.origin.0 + half(left, self.pitch.0), self.origin.1 + half(tops[0] - top(0), self.pitch.1));
        stands.then(|| self.with_shape(shape, origin))
    }

    /// The layout of this shape in the same lattice, from the upright place of its first cell.
    fn with_shape(&self, shape: Shape, origin: (f32, f32)) -> Layout {
        Layout { shape: shape.with_adjacency(self.shape.adjacency()), origin, ..self.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_part_has_some_of_the_cells_of_the_whole() {
        let layout = |columns, x| Layout::new(Shape::rows(4, columns).unwrap(), (x, 30.0), (50.0, 50.0));
        let whole = layout(6, 30.0);
        for (columns, x, is_part) in
            [(2, 80.0, true), (5, 30.0, true), (6, 30.0, false), (2, 55.0, false), (2, 330.0, false)]
        {
            assert_eq!(layout(columns, x).is_part_of(&whole), is_part, "{columns} {x}");
        }
    }

    #[test]
    fn a_board_is_trimmed_down_to_two_tiles_a_column() {
        let mut layout = Layout::new("3,4,5,4,3".parse().unwrap(), (50.0, 60.0), (20.0, 30.0));
        while let Some(smaller) = layout.trimmed().pop() {
            assert!(smaller.shape().len() < layout.shape().len());
            layout = smaller;
        }
        assert!(layout.shape().lengths().iter().all(|&length| length >= 2), "{}", layout.shape());
        let ones = Layout::new("1,2,1".parse().unwrap(), (50.0, 60.0), (20.0, 30.0));
        assert_eq!(ones.without_ends(false, true), None);
    }

    #[test]
    fn grown_rows_have_the_old_ones_as_their_part() {
        let layout = Layout::new(Shape::rows(3, 4).unwrap(), (50.0, 60.0), (20.0, 30.0));
        let parts =
            [(Side::Above, 1..4, 0..4), (Side::Below, 0..3, 0..4), (Side::Left, 0..3, 1..5), (Side::Right, 0..3, 0..4)];
        for (side, lines, places) in parts {
            let grown = layout.grown(side);
            assert!(grown.len() == 1 && grown[0].part(lines, places) == Some(layout.clone()), "{side:?}");
        }
    }

    #[test]
    fn grown_columns_keep_the_old_cells_where_they_are() {
        let centers = |layout: &Layout| -> Vec<(i32, i32)> {
            let rounded = |(x, y): (f32, f32)| (x.round() as i32, y.round() as i32);
            layout.shape().cells().map(|cell| rounded(layout.center(cell))).collect()
        };
        let columns = |lengths: &[usize], stagger| Shape::columns(lengths, Some(stagger)).unwrap();
        for shape in [Shape::bookworm(), columns(&[5; 4], Stagger::Up), columns(&[5; 5], Stagger::Down)] {
            let layout = Layout::new(shape, (70.0, 90.0), (20.0, 30.0));
            let old = centers(&layout);
            for side in Side::ALL {
                for grown in layout.grown(side) {
                    let new = centers(&grown);
                    assert!(
                        old.iter().all(|center| new.contains(center)),
                        "{side:?} of {} is {}",
                        layout.shape(),
                        grown.shape()
                    );
                    assert!(new.len() > old.len());
                }
            }
        }
        // The tiles that stand out of Bookworm's columns were missed.
        let layout = Layout::new(Shape::columns(&[7; 7], Some(Stagger::Down)).unwrap(), (70.0, 90.0), (20.0, 30.0));
        assert!(layout.grown(Side::Above).iter().any(|grown| *grown.shape() == Shape::bookworm()));
    }

    #[test]
    fn a_stretched_layout_keeps_its_middle() {
        let upright = Layout::new(Shape::rows(5, 3).unwrap(), (20.0, 30.0), (10.0, 20.0));
        let tilted = upright.mapped(&Projection::stretch(Point::new(1.0, 1.0), Point::default()));
        let by = Point::new(1.1, 0.9);
        for layout in [upright, tilted] {
            let stretched = layout.stretched(by, Point::new(30.0, 70.0));
            for (line, index, (x, y)) in [(2, 1, (30.0, 70.0)), (0, 0, (19.0, 34.0)), (4, 2, (41.0, 106.0))] {
                let place = stretched.center(Cell { line, index });
                assert!((place.0 - x).abs() < 0.01 && (place.1 - y).abs() < 0.01, "{place:?}");
            }
        }
    }

    #[test]
    fn a_shifted_layout_has_every_cell_moved() {
        let layout = Layout::new(Shape::bookworm(), (70.0, 90.0), (20.0, 30.0));
        let shifted = layout.shifted(Point::new(100.0, -40.5));
        assert_eq!((shifted.pitch(), shifted.shape()), (layout.pitch(), layout.shape()));
        for cell in layout.shape().cells() {
            let (x, y) = layout.center(cell);
            assert_eq!(shifted.center(cell), (x + 100.0, y - 40.5));
        }
    }

    /// The columns, the first and last line and place of a part, and its columns; nothing where a column has no tile there.
    #[test]
    fn parts_of_columns_have_some_of_their_places() {
        for (shape, lines, places, expected) in [
            ("7,8,7,8,7,8,7", 0..3, 0..4, Some("4,4,4:up")),
            ("7,8,7,8,7,8,7", 1..4, 4..8, Some("4,3,4")),
            ("7,8,7,8,7,8,7", 0..7, 0..8, Some("7,8,7,8,7,8,7")),
            ("3,4,5,4,3", 0..5, 0..1, None),
        ] {
            let layout = Layout::new(shape.parse().unwrap(), (50.0, 60.0), (20.0, 30.0));
            let part = layout.part(lines.clone(), places.clone()).map(|part| part.shape().to_string());
            assert_eq!(part.as_deref(), expected, "{shape} {lines:?} {places:?}");
        }
    }

    proptest! {
        #[test]
        fn a_part_lies_where_it_lay(shape in crate::board::any_shape(), line in 0usize..9, index in 0usize..9) {
            let layout = Layout::new(shape, (33.0, 44.0), (60.0, 50.0));
            let lengths = layout.shape().lengths();
            prop_assume!(line < lengths.len());
            // Where no shape has the columns of a part, there is none.
            let places = index..layout.places_of_lines();
            let is_of_part = |cell: &Cell| {
                let tops = || layout.columns().into_iter().map(|(_, top)| top).min();
                let place = match layout.shape().lines() {
                    Lines::Rows => cell.index as i32,
                    Lines::Columns => (layout.shape().point(*cell).y - tops().unwrap_or(0)).div_euclid(2),
                };
                cell.line >= line && (places.start as i32..places.end as i32).contains(&place)
            };
            let expected: Vec<(f32, f32)> =
                layout.shape().cells().filter(is_of_part).map(|cell| layout.center(cell)).collect();
            if let Some(part) = layout.part(line..lengths.len(), places.clone()) {
                let found: Vec<(f32, f32)> = part.shape().cells().map(|cell| part.center(cell)).collect();
                prop_assert_eq!(found, expected);
            }
        }

        #[test]
        fn without_its_ends_a_board_lies_where_it_lay(shape in crate::board::any_shape(), odd: bool, first: bool) {
            let layout = Layout::new(shape, (33.0, 44.0), (60.0, 50.0));
            if let Some(rest) = layout.without_ends(odd, first) {
                for cell in rest.shape().cells() {
                    let gone = usize::from(first && (cell.line % 2 == 1) == odd);
                    let before = Cell { line: cell.line, index: cell.index + gone };
                    prop_assert_eq!(rest.center(cell), layout.center(before));
                }
                prop_assert!(rest.shape().len() < layout.shape().len());
            }
        }

        #[test]
        fn a_center_lies_in_its_cell(shape in crate::board::any_shape(), px in 20f32..200.0, py in 20f32..200.0,
                                     dx in -0.45f32..0.45, dy in -0.45f32..0.45) {
            let layout = Layout::new(shape, (33.0, 44.0), (px, py));
            for cell in layout.shape().cells() {
                let (x, y) = layout.center(cell);
                prop_assert_eq!(layout.cell_at(x + dx * px, y + dy * py), Some(cell));
            }
            let (left, top, right, bottom) = layout.bounds();
            prop_assert_eq!(layout.cell_at(left - 1.0, top - 1.0), None);
            prop_assert_eq!(layout.cell_at(right + 1.0, bottom + 1.0), None);
        }
    }
}
