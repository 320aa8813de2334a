//! Whether the tiles of a board are in their places: tiles that fall are seen between the cells.
//!
//! `locate` finds blobs like letters off the lattice, between the cells, above them, and one column beside them; those in
//! line with a column are read like tiles. Between the cells of a gap the picture is compared with the common frame. The
//! weights are learned (`settled.weights`).

use super::evidence::READS;
use super::score::Score;
use super::tile_reader::{Peek, TileReader};
use super::{Doubt, Reading};
use crate::board::{Adjacency, Board, Cell, Face, Lines, Tile};
use crate::locate::{Layout, Side};
use crate::pixels::Point;
use std::collections::BTreeSet;
use std::sync::OnceLock;

/// The features of a board's motion, by name.
pub(crate) const SETTLED_FEATURES: [&str; 7] =
    ["drifting", "drifting_framed", "framed", "floating", "enclosed", "short", "empty"];

/// The values of one board, in the order of [`SETTLED_FEATURES`].
pub(crate) type SettledValues = [f32; SETTLED_FEATURES.len()];

fn score() -> &'static Score {
    static SCORE: OnceLock<Score> = OnceLock::new();
    SCORE.get_or_init(|| Score::parse(include_str!("settled.weights"), &SETTLED_FEATURES))
}

/// Decides whether the tiles of a board that was read are in their places.
pub(crate) fn settle(tiles: &mut TileReader, reading: &mut Reading, drifting: &[DriftingTile]) {
    let values = settled_values(tiles, reading, drifting);
    reading.board.settled = score().log_odds(&values) > 0.0;
}

/// Marks the cells of a board, of which the letters are decided, that are not empty but unknown: they cannot be read.
pub(crate) fn mark_unknown(reading: &mut Reading) {
    let unknown = unknown_cells(&reading.board);
    if unknown.is_empty() {
        return;
    }
    let filled = |(id, tile): (usize, Option<&Tile>)| match unknown.contains(&id) {
        true => Some(Tile::new(Face::Unreadable)),
        false => tile.cloned(),
    };
    let filled: Vec<Option<Tile>> = reading.board.tiles().enumerate().map(filled).collect();
    if let Ok(mut board) = Board::new(reading.board.shape().clone(), filled) {
        board.settled = reading.board.settled;
        reading.board = board;
        unknown.into_iter().for_each(|id| reading.doubts[id] = Some(Doubt::default()));
    }
}

/// The floating cells that are not known to be empty: all of them where tiles fall, and else those in one block with tiles that
/// cannot be read, since what covers such a tile may cover its neighbors.
fn unknown_cells(board: &Board) -> Vec<usize> {
    let floating: Vec<usize> = floating(board).collect();
    if !board.settled {
        return floating;
    }
    let shape = board.shape().clone().with_adjacency(Adjacency::Touching);
    let cells: Vec<Cell> = shape.cells().collect();
    let is_unreadable = |tile: Option<&Tile>| tile.is_some_and(|tile| tile.face == Face::Unreadable);
    let mut unknown: BTreeSet<Cell> = cells.iter().copied().filter(|&cell| is_unreadable(board.tile(cell))).collect();
    loop {
        let joins = |id: &usize| {
            !unknown.contains(&cells[*id]) && shape.neighbors(cells[*id]).iter().any(|cell| unknown.contains(cell))
        };
        let joining: Vec<Cell> = floating.iter().filter(|id| joins(id)).map(|&id| cells[id]).collect();
        if joining.is_empty() {
            return floating.into_iter().filter(|&id| unknown.contains(&cells[id])).collect();
        }
        unknown.extend(joining);
    }
}

/// Whether a layout that is not a board, with these blobs like letters off its cells, is one whose tiles fall: some between
/// its cells read, all together read with a mean confidence over [`READS`], and by the evidence they are not in their places.
pub(crate) fn falls(tiles: &mut TileReader, layout: &Layout, strays: &[Point]) -> bool {
    let drifting = drifting_tiles(tiles, layout, strays);
    if drifting.is_empty() {
        return false;
    }
    let reading = tiles.read(layout);
    let confidences = reading.doubts.iter().flatten().map(|doubt| doubt.confidence);
    let confidence: f32 = confidences.chain(drifting.iter().map(|tile| tile.confidence)).sum();
    let reads = confidence > READS * (reading.tiles() + drifting.len()) as f32;
    reads && score().log_odds(&settled_values(tiles, &reading, &drifting)) < 0.0
}

/// A tile between the cells of a column, above them, or in the next column, whose letter has a confidence over [`READS`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct DriftingTile {
    pub(crate) center: Point,
    pub(crate) confidence: f32,
}

impl DriftingTile {
    /// Whether it hides a part of this place of a layout, in its column.
    pub(crate) fn overlaps(&self, layout: &Layout, place: Point) -> bool {
        are_within(layout, 1.0, self.center, place)
    }
}

/// The tiles, no two within [`APART`], at those blobs off the lattice that are in line with a column. The most stable blobs come first: only
/// some are read.
pub(crate) fn drifting_tiles(tiles: &mut TileReader, layout: &Layout, strays: &[Point]) -> Vec<DriftingTile> {
    /// The most strays that are read: a limit of work. Smaller: falling tiles are missed. Larger: noise takes longer. Chosen by hand;
    /// `hard judge --kind falling` shows a change.
    const MOST: usize = 24;
    /// The distance in pitches below which two strays are one letter that was found at several thresholds. Smaller: one letter uses several
    /// of the reads. Larger: a blob beside its middle takes the place of a better one. Chosen by hand; `hard judge --kind falling` shows a
    /// change.
    const SAME: f32 = 0.05;
    let (across, down) = layout.pitch();
    let mut places: Vec<Point> = Vec::new();
    for &stray in strays {
        if places.len() == MOST {
            break;
        }
        let is_same =
            |place: &Point| (place.x - stray.x).abs() < SAME * across && (place.y - stray.y).abs() < SAME * down;
        if !places.iter().any(is_same) && is_in_line(layout, stray) && !is_at_cell(layout, stray) {
            places.push(stray);
        }
    }
    let peeks = if places.is_empty() { Vec::new() } else { tiles.peek(layout, &places) };
    let tile = |(center, peek): (Point, Peek)| DriftingTile { center, confidence: peek.confidence };
    let mut read: Vec<DriftingTile> = places.into_iter().zip(peeks).map(tile).collect();
    read.retain(|tile| tile.confidence > READS);
    read.sort_by(|a, b| b.confidence.total_cmp(&a.confidence));
    // Of overlapping tiles the one with the highest confidence counts.
    let mut distinct: Vec<DriftingTile> = Vec::new();
    for tile in read {
        if !distinct.iter().any(|other| are_within(layout, APART, other.center, tile.center)) {
            distinct.push(tile);
        }
    }
    distinct
}

/// The evidence of a board that was read at its layout, with these tiles off its cells.
pub(crate) fn settled_values(tiles: &mut TileReader, reading: &Reading, drifting: &[DriftingTile]) -> SettledValues {
    let cells = reading.layout.shape().len().max(1) as f32;
    let floating_count = floating(&reading.board).count() as f32;
    let enclosed_count = enclosed(&reading.board) as f32;
    let empty = 1.0 - reading.tiles() as f32 / cells;
    let is_full = drifting.is_empty() && reading.board.tiles().flatten().all(|tile| tile.face != Face::Unreadable);
    let framed = if is_full && empty == 0.0 { 0.0 } else { frame_between(tiles, reading) };
    let likeness = |tile: &DriftingTile| Some(tile.confidence * tiles.frame_likeness(&reading.layout, tile.center)?);
    let drifting_framed: f32 = drifting.iter().filter_map(likeness).map(|likeness| likeness.max(0.0)).sum();
    let drifting: f32 = drifting.iter().map(|tile| tile.confidence).sum();
    [
        drifting.ln_1p(),
        drifting_framed.ln_1p(),
        framed,
        floating_count.ln_1p(),
        enclosed_count.ln_1p(),
        shortage(&reading.board),
        empty,
    ]
}

/// How much a place between two cells, in a gap of a column, is like the board's tiles at most: the correlation of the frames;
/// 0 where tiles have none.
fn frame_between(tiles: &mut TileReader, reading: &Reading) -> f32 {
    let places = places_between(reading).into_iter();
    places.filter_map(|place| tiles.frame_likeness(&reading.layout, place)).fold(0.0, f32::max)
}

/// The distance in pitches within which a column has room for only one tile: tiles do not overlap, and their fits differ by less than a
/// quarter. Smaller: one tile counts twice. Larger: of adjacent falling tiles one counts. Chosen by hand; `hard judge --kind falling`
/// shows a change.
const APART: f32 = 0.75;

/// The distance in pitches below which a tile counts as that of a cell, and a letter as in line with a column: letters are centered within this.
/// Smaller: tiles at rest count as falling. Larger: tiles that fall a little count as at rest. Chosen by hand; `hard judge --kind falling` shows a
/// change.
const AT_CELL: f32 = 0.2;

/// Whether two places lie in one column, less than this number of pitches apart.
fn are_within(layout: &Layout, pitches: f32, a: Point, b: Point) -> bool {
    let (across, down) = layout.pitch();
    (a.x - b.x).abs() < 0.5 * across && (a.y - b.y).abs() < pitches * down
}

/// Places between two cells, in the gaps of the columns, above them and just below.
fn places_between(reading: &Reading) -> Vec<Point> {
    /// The step between these places, in pitches: less than a frame is wide. Chosen by hand.
    const STEP: f32 = 0.04;
    let layout = &reading.layout;
    let (_, down) = layout.pitch();
    let read: Vec<Point> = reading
        .board
        .cells()
        .filter(|(_, tile)| tile.face != Face::Unreadable)
        .map(|(cell, _)| layout.center(cell).into())
        .collect();
    let is_free = |place: &Point| !read.iter().any(|tile| are_within(layout, APART, *tile, *place));
    // Above the first tile of a column others may come.
    let above = layout.edge_cells(Side::Above).into_iter().map(|cell| Point::from(layout.center(cell)));
    let above = above.flat_map(|cell| [1.0, 2.0].map(|rows| cell - Point::new(0.0, rows * down)));
    let cells = layout.shape().cells().map(|cell| Point::from(layout.center(cell)));
    let steps = 0..=((1.0 - 2.0 * AT_CELL) / STEP).round() as usize;
    let phases = |cell: Point| steps.clone().map(move |n| cell + Point::new(0.0, (AT_CELL + n as f32 * STEP) * down));
    above.chain(cells).flat_map(phases).filter(is_free).collect()
}

/// By how many tiles the columns in which a tile has nothing below it are shorter than the longest of every other column,
/// on average: a column that falls has all its tiles, one with a hole has not.
fn shortage(board: &Board) -> f32 {
    let cells: Vec<Cell> = board.shape().cells().collect();
    let mut lines: Vec<usize> = floating(board).map(|id| cells[id].line).collect();
    lines.dedup();
    let counts: Vec<f32> = (0..board.shape().lengths().len())
        .map(|line| board.cells().filter(|(cell, _)| cell.line == line).count() as f32)
        .collect();
    // Of staggered columns every other one may be longer.
    let longest = |line: usize| counts.iter().skip(line % 2).step_by(2).copied().fold(0.0, f32::max);
    lines.iter().map(|&line| longest(line) - counts[line]).sum::<f32>() / lines.len().max(1) as f32
}

/// The empty cells of staggered columns somewhere below a tile: only there tiles are known to fall.
fn floating(board: &Board) -> impl Iterator<Item = usize> {
    let is_floating = |cell: &Cell| {
        let above = (0..cell.index).map(|index| Cell { index, ..*cell });
        board.tile(*cell).is_none() && above.into_iter().any(|above| board.tile(above).is_some())
    };
    let columns = board.shape().lines() == Lines::Columns;
    board.shape().cells().enumerate().filter(move |(_, cell)| columns && is_floating(cell)).map(|(id, _)| id)
}

/// The number of floating cells whose neighbors in the next columns all have tiles. Columns fall one by one, but the hole and most
/// corners of an outline go over several of them.
fn enclosed(board: &Board) -> usize {
    let shape = board.shape().clone().with_adjacency(Adjacency::Touching);
    let cells: Vec<Cell> = shape.cells().collect();
    let is_enclosed = |id: &usize| {
        let mut beside = shape.neighbors(cells[*id]).into_iter().filter(|cell| cell.line != cells[*id].line);
        beside.all(|cell| board.tile(cell).is_some())
    };
    floating(board).filter(is_enclosed).count()
}

/// Whether a place is the middle of a cell, or of one that the next column would have in any row: a board that grew has cells
/// where its first candidate had none, and a column beside a board may be another one's.
fn is_at_cell(layout: &Layout, place: Point) -> bool {
    let (across, down) = layout.pitch();
    let is_near = |off: Point| off.x.abs() < AT_CELL * across && off.y.abs() < AT_CELL * down;
    let in_any_row = |off: Point| Point::new(off.x, off.y - (off.y / down).round() * down);
    let is_beside = beside(layout).any(|next| is_near(in_any_row(place - next)));
    is_beside || layout.shape().cells().any(|cell| is_near(place - Point::from(layout.center(cell))))
}

/// Whether a place is in line with the cells of a column, or with those that the next column would have.
fn is_in_line(layout: &Layout, place: Point) -> bool {
    let (across, _) = layout.pitch();
    let cells = layout.shape().cells().map(|cell| Point::from(layout.center(cell)));
    cells.chain(beside(layout)).any(|center| (center.x - place.x).abs() < AT_CELL * across)
}

/// The middles of the cells that the next column on either side would have.
fn beside(layout: &Layout) -> impl Iterator<Item = Point> {
    [Side::Left, Side::Right].into_iter().flat_map(|side| layout.beyond(side))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paint::{Style, paint};
    use crate::pixels::Frame;
    use crate::read::Engine;
    use image::RgbaImage;

    #[test]
    fn an_empty_cell_below_a_tile_of_a_column_is_where_one_falls() {
        for (text, expected) in [
            ("# layout: columns\nA B\nC D E\nF G", vec![]),
            ("# layout: columns\n. B\nC D E\nF G", vec![]),
            ("# layout: columns\nA .\nC D E\nF G", vec![1]),
            ("# layout: columns\nA B\nC . .\nF G", vec![3, 4]),
            ("# layout: rows\nA .\nB C", vec![]),
        ] {
            assert_eq!(floating(&text.parse().unwrap()).collect::<Vec<_>>(), expected, "{text}");
        }
    }

    #[test]
    fn a_column_that_falls_has_all_its_tiles() {
        for (text, expected) in [
            ("# layout: columns\nA B C\nD E F G\nH I J", 0.0),
            ("# layout: columns\nA . B C\nD E F\nH I J", 0.0),
            ("# layout: columns\nA . C\nD E F G\nH I J", 1.0),
            ("# layout: columns\nA . . D\nD E F G H\nH I . J", 0.5),
        ] {
            assert_eq!(shortage(&text.parse().unwrap()), expected, "{text}");
        }
    }

    #[test]
    fn cells_below_tiles_are_unknown_beside_what_cannot_be_read() {
        for (text, is_settled, expected) in [
            ("# layout: columns\nA B\nC . E\nF G", true, vec![]),
            ("# layout: columns\nA B\nC . E\nF G", false, vec![3]),
            ("# layout: columns\nA ?\nC . E\nF G", true, vec![3]),
            // One that touches another unknown cell is unknown, too.
            ("# layout: columns\nA B D\nC . . E\n? G I", true, vec![4, 5]),
            // It touches no unreadable tile, or no tile is above it.
            ("# layout: columns\nA B C\nD . F G\nH I ?", true, vec![]),
            ("# layout: columns\nA ?\n. D E\nF G", true, vec![]),
        ] {
            let mut board: Board = text.parse().unwrap();
            board.settled = is_settled;
            assert_eq!(unknown_cells(&board), expected, "{text}");
        }
    }

    #[test]
    fn a_floating_cell_between_tiles_is_enclosed() {
        for (text, expected) in [
            ("# layout: columns\nA B\nC D E\nF G", 0),
            ("# layout: columns\nA B\nC . E\nF G", 1),
            // Holes and corners that go over two columns.
            ("# layout: columns\nA .\nC . E\nF G", 0),
            ("# layout: columns\nA B\nC . .\nF .", 0),
            // A corner of one column, and a cell with no tile above it.
            ("# layout: columns\nA .\nC D E\nF G", 1),
            ("# layout: columns\n. B\nC D E\nF G", 0),
        ] {
            assert_eq!(enclosed(&text.parse().unwrap()), expected, "{text}");
        }
    }

    /// Places in the line of the next column, beside three rows of three cells.
    #[test]
    fn a_letter_between_the_places_of_the_next_column_may_fall() {
        let layout = Layout::new(crate::board::Shape::rows(3, 3).unwrap(), (50.0, 50.0), (40.0, 40.0));
        for (x, y, in_line, at_cell) in [
            (170.0, 70.0, true, false),
            (170.0, 50.0, true, true),
            (190.0, 70.0, false, false),
            (10.0, 110.0, true, false),
        ] {
            let place = Point::new(x, y);
            assert_eq!((is_in_line(&layout, place), is_at_cell(&layout, place)), (in_line, at_cell), "{x} {y}");
        }
    }

    #[test]
    fn a_tile_that_drifts_counts_once() {
        let board: Board = "T E A R\nS L I N\n. D G M\nB Y K W".parse().unwrap();
        let (mut pixels, layout) = paint(&board, &Style::default(), 48.0).unwrap();
        let (left, top, ..) = layout.bounds();
        let tile = image::imageops::crop_imm(&pixels, left as u32, (top + 48.0) as u32, 48, 48).to_image();
        // The second tile of the first column comes down by half a tile.
        image::imageops::replace(&mut pixels, &tile, left as i64, (top + 1.5 * 48.0) as i64);
        let frame = Frame::new(pixels, "painted");
        let mut tiles = TileReader::new(&frame, &Engine::Net, 0.5);
        let center = Point::new(left + 24.0, top + 2.0 * 48.0);
        let across = Point::new(48.0, 0.0);
        let beside = |down: f32| center + Point::new(0.0, down);
        for (strays, expected) in [
            (vec![center], vec![center]),
            (vec![center, center + Point::new(0.0, 1.0)], vec![center]),
            // The one that is read best counts, also where it is not the first.
            (vec![beside(14.0), center], vec![center]),
            // Between the first two columns, and where nothing is.
            (vec![center + across * 0.5], vec![]),
            (vec![center + Point::new(across.x, 0.5 * across.x)], vec![]),
        ] {
            let centers: Vec<Point> =
                drifting_tiles(&mut tiles, &layout, &strays).iter().map(|tile| tile.center).collect();
            assert_eq!(centers, expected, "{strays:?}");
        }
    }

    #[test]
    fn a_tile_between_two_cells_is_like_the_common_one() {
        let board: Board = "T E A R\nS L I N\n. D G M\n. U C H\nB Y K W".parse().unwrap();
        let (mut pixels, layout) = paint(&board, &Style::default(), 48.0).unwrap();
        let (left, top, ..) = layout.bounds();
        let likeness = |pixels: &RgbaImage| {
            let frame = Frame::new(pixels.clone(), "painted");
            let mut tiles = TileReader::new(&frame, &Engine::Net, 0.5);
            let reading = tiles.read(&layout);
            frame_between(&mut tiles, &reading)
        };
        assert!(likeness(&pixels) < 0.5, "{}", likeness(&pixels));
        // The second tile of the first column comes down by a tile and a half.
        let tile = image::imageops::crop_imm(&pixels, left as u32, (top + 48.0) as u32, 48, 48).to_image();
        image::imageops::replace(&mut pixels, &tile, left as i64, (top + 2.5 * 48.0) as i64);
        assert!(likeness(&pixels) > 0.7, "{}", likeness(&pixels));
    }
}
