//! The evidence that a candidate is a board: what its geometry, its reading and its letters say.
//!
//! [`Evidence`](crate::locate::Evidence) of the geometry comes from `locate`; [`board_evidence`] adds that of the
//! reading. The values are weighed by `boards.weights` or `whole-tiles.weights` ([`board_score`]): the log odds that the
//! candidate is the board of its picture, rather than another candidate or none.

use super::score::{CONFIDENT, Score};
use super::settled::DriftingTile;
use super::{Doubt, Reading};
use crate::board::{Adjacency, Board, Cell, Face, GridPoint, Lines};
use crate::locate::Evidence as Geometry;
use crate::pixels::Point;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

/// The features of the geometry, which are known before anything is read.
pub(crate) const GEOMETRY: usize = 10;

/// All features, by name: first those of the geometry, then those of the reading, then those of the letters.
pub(crate) const FEATURES: [&str; 28] = [
    "coverage",
    "residual",
    "strays",
    "in_line",
    "captioned",
    "accompanied",
    "halfway",
    "stretch",
    "pitch",
    "stability",
    "confidence",
    "unclear",
    "unread",
    "outside",
    "empty_neighbors",
    "gaps",
    "body",
    "columns",
    "goes_on",
    "off_center",
    "alternating",
    "distinct",
    "same_lines",
    "same_neighbors",
    "ascending",
    "several",
    "several_bare",
    "few_repeats",
];

/// The number of features that are about which letters a board has; a known shape makes them irrelevant.
const VOCABULARY: usize = 7;

/// The values of one candidate, in the order of [`FEATURES`].
pub(crate) type BoardValues = [f32; FEATURES.len()];

/// The learned weights for a candidate with this geometry: `boards.weights` where it was found by single letters, `whole-tiles.weights`
/// where by groups of letters or by the bodies of tiles. Several letters on a tile speak strongly against the first, and hardly against
/// the second.
pub(crate) fn board_score(geometry: &Geometry) -> &'static Score {
    static BOARDS: OnceLock<Score> = OnceLock::new();
    static WHOLE_TILES: OnceLock<Score> = OnceLock::new();
    match geometry.is_of_whole_tiles() {
        true => WHOLE_TILES.get_or_init(|| Score::parse(include_str!("whole-tiles.weights"), &FEATURES)),
        false => BOARDS.get_or_init(|| Score::parse(include_str!("boards.weights"), &FEATURES)),
    }
}

/// The values of the geometry.
pub(crate) fn geometry_values(geometry: &Geometry) -> [f32; GEOMETRY] {
    [
        geometry.coverage,
        geometry.residual,
        geometry.strays,
        geometry.in_line,
        geometry.captioned,
        geometry.accompanied,
        geometry.halfway,
        geometry.stretch,
        geometry.pitch,
        geometry.stability,
    ]
}

/// Whether the letters of a board count as evidence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Vocabulary {
    /// They do.
    Counts,
    /// The user named the shape: whatever letters it has, it is a board.
    Ignored,
}

/// How the tiles that were read lie.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct BoardPlacement {
    /// The number of sides, in parts, beyond which there are tiles like those of the board.
    pub(crate) goes_on: f32,
    /// The distance of the letters from the middle of their cells, in tiles: the highlights of tiles, and the marks in
    /// their corners, make lattices too.
    pub(crate) off_center: f32,
    /// How much of the border of its cells differs from their middle, in parts: tiles have a body or an outline, running text
    /// has none.
    pub(crate) body: f32,
    /// The tiles of its columns, and of the next ones, that lie between and above its cells. A cell that they hide counts neither as unread nor as
    /// empty.
    pub(crate) drifting: Vec<DriftingTile>,
}

/// The confidence from which a place is a letter rather than none.
pub(crate) const READS: f32 = 0.5;

/// Whether a place reads as a letter.
pub(crate) fn reads(doubt: &Option<Doubt>) -> bool {
    doubt.as_ref().is_some_and(|doubt| doubt.confidence > READS)
}

/// The number of places that read as letters.
pub(crate) fn letters_that_read(reading: &Reading) -> usize {
    reading.doubts.iter().filter(|doubt| reads(doubt)).count()
}

/// The values of a candidate that was read.
pub(crate) fn board_evidence(
    geometry: &Geometry,
    reading: &Reading,
    placement: &BoardPlacement,
    vocabulary: Vocabulary,
) -> BoardValues {
    // A cell over which a tile drifts is neither unread nor empty.
    let is_hidden = |cell: Cell| {
        let place = Point::from(reading.layout.center(cell));
        placement.drifting.iter().any(|tile| tile.overlaps(&reading.layout, place))
    };
    let cells = reading.board.shape().cells().zip(&reading.doubts);
    let seen: Vec<(Cell, &Option<Doubt>)> = cells.filter(|(cell, doubt)| reads(doubt) || !is_hidden(*cell)).collect();
    let confidences: Vec<f32> = seen.iter().filter_map(|(_, doubt)| Some(doubt.as_ref()?.confidence)).collect();
    let (cells, tiles) = (seen.len().max(1) as f32, confidences.len().max(1) as f32);
    let empty: BTreeSet<Cell> = seen.iter().filter(|(_, doubt)| doubt.is_none()).map(|(cell, _)| *cell).collect();
    let sum: f32 = confidences.iter().sum();
    let share = |range: std::ops::Range<f32>| {
        confidences.iter().filter(|confidence| range.contains(confidence)).count() as f32 / tiles
    };
    let mut values = [0.0; FEATURES.len()];
    values[..GEOMETRY].copy_from_slice(&geometry_values(geometry));
    let read = [
        sum / tiles,
        share(0.15..CONFIDENT),
        share(0.0..READS),
        outside(reading, &empty) as f32 / cells,
        empty_neighbors(reading, &empty),
        gaps(reading, &empty),
        placement.body,
        f32::from(reading.board.shape().lines() == Lines::Columns),
        placement.goes_on,
        placement.off_center,
        alternating(reading),
    ];
    values[GEOMETRY..GEOMETRY + read.len()].copy_from_slice(&read);
    match vocabulary {
        Vocabulary::Counts => {
            values[FEATURES.len() - VOCABULARY..].copy_from_slice(&vocabulary_of(&reading.board, placement.body));
        }
        Vocabulary::Ignored => ignore_vocabulary(&mut values),
    }
    values
}

/// The number of these empty cells that lie between no two tiles of their row or column, such as those between the arms of a cross.
fn outside(reading: &Reading, empty: &BTreeSet<Cell>) -> usize {
    let shape = reading.board.shape();
    let (mut columns, mut rows) = (BTreeMap::new(), BTreeMap::new());
    let tiles = shape.cells().zip(&reading.doubts).filter(|(_, doubt)| doubt.is_some()).map(|(cell, _)| cell);
    for cell in tiles {
        let GridPoint { x, y } = shape.point(cell);
        for (spans, key, at) in [(&mut columns, x, y), (&mut rows, y, x)] {
            let span = spans.entry(key).or_insert((at, at));
            *span = (span.0.min(at), span.1.max(at));
        }
    }
    let is_within = |spans: &BTreeMap<i32, (i32, i32)>, key: i32, at: i32| {
        spans.get(&key).is_some_and(|(first, last)| (*first..=*last).contains(&at))
    };
    let is_outside = |cell: &Cell| {
        let GridPoint { x, y } = shape.point(*cell);
        !is_within(&columns, x, y) && !is_within(&rows, y, x)
    };
    empty.iter().filter(|cell| is_outside(cell)).count()
}

/// Of all pairs of a tile and a cell that touches it, the share whose cell is empty: small where tiles lie in blocks, as in a broad ring or
/// in steps, and large in a crossword.
fn empty_neighbors(reading: &Reading, empty: &BTreeSet<Cell>) -> f32 {
    let shape = reading.board.shape().clone().with_adjacency(Adjacency::Touching);
    let tiles = shape.cells().zip(&reading.doubts).filter(|(_, doubt)| doubt.is_some()).map(|(cell, _)| cell);
    let neighbors: Vec<Cell> = tiles.flat_map(|cell| shape.neighbors(cell)).collect();
    neighbors.iter().filter(|cell| empty.contains(cell)).count() as f32 / neighbors.len().max(1) as f32
}

/// The number of gaps between tiles, along the lines and across them, divided by the number of tiles. A gap counts once, however wide it
/// is; a cell that a drifting tile hides counts as a tile. Low for a ring, high for a crossword or for a lattice that is too fine. Across
/// staggered columns, only every other column is compared.
fn gaps(reading: &Reading, empty: &BTreeSet<Cell>) -> f32 {
    let shape = reading.board.shape();
    let axes: [fn(GridPoint) -> [i32; 2]; 2] = [|at| [at.x, at.y], |at| [at.y, at.x]];
    let gaps_along = |axis: &fn(GridPoint) -> [i32; 2]| -> usize {
        let mut cells: Vec<([i32; 2], bool)> =
            shape.cells().map(|cell| (axis(shape.point(cell)), !empty.contains(&cell))).collect();
        cells.sort_unstable();
        let gaps_of = |line: &[([i32; 2], bool)]| {
            let runs = line.chunk_by(|a, b| a.1 == b.1).filter(|run| run[0].1);
            runs.count().saturating_sub(1)
        };
        cells.chunk_by(|a, b| a.0[0] == b.0[0]).map(gaps_of).sum()
    };
    let tiles = shape.len() - empty.len();
    axes.iter().map(gaps_along).sum::<usize>() as f32 / tiles.max(1) as f32
}

/// How much fuller every other line is with tiles that read: about 0 where lines have the same length, 1 where every other
/// one has none. A lattice with twice as many columns as there are letters has such lines.
fn alternating(reading: &Reading) -> f32 {
    let mut counts = vec![0usize; reading.board.shape().lengths().len()];
    for (cell, doubt) in reading.board.shape().cells().zip(&reading.doubts) {
        counts[cell.line] += usize::from(reads(doubt));
    }
    let mean = |first: usize| {
        let every_other: Vec<usize> = counts.iter().skip(first).step_by(2).copied().collect();
        every_other.iter().sum::<usize>() as f32 / every_other.len().max(1) as f32
    };
    let (one, other) = (mean(0), mean(1));
    // A single line has no other.
    if counts.len() < 2 { 0.0 } else { (one - other).abs() / one.max(other).max(1.0) }
}

/// Sets the values of the letters to those that speak most for a board: the most different letters, and 0 for all else.
pub(crate) fn ignore_vocabulary(values: &mut BoardValues) {
    let of_letters = FEATURES.iter().zip(values).skip(FEATURES.len() - VOCABULARY);
    of_letters.for_each(|(name, value)| *value = if *name == "distinct" { f32::MAX } else { 0.0 });
}

/// The values with another one for this feature.
pub(crate) fn with_value(values: &BoardValues, name: &str, value: f32) -> BoardValues {
    let mut changed = *values;
    let feature = FEATURES.iter().zip(&mut changed).find(|(feature, _)| **feature == name);
    feature.into_iter().for_each(|(_, changed)| *changed = value);
    changed
}

/// The values with 0, which counts least against a board, for where empty cells lie and for alternating lines: a part may lie across a hole
/// of its board.
pub(crate) fn without_empty(values: &BoardValues) -> BoardValues {
    let mut scored = *values;
    for (name, value) in FEATURES.iter().zip(&mut scored) {
        if ["outside", "empty_neighbors", "gaps", "alternating"].contains(name) {
            *value = 0.0;
        }
    }
    scored
}

/// Whether enough of the tiles read as letters: half-filled crosswords and listings have clear lattices, too.
pub(crate) fn mostly_reads(values: &BoardValues) -> bool {
    /// The largest share of tiles that do not read. Smaller: blurred and covered boards are refused. Larger: half-filled crosswords
    /// are boards. Chosen by hand; `hard nothing` and `hard judge --kind blurred` show a change.
    const UNREAD: f32 = 0.5;
    value_of(values, "unread") <= UNREAD
}

/// The value of a feature; 0 for an unknown one.
pub(crate) fn value_of(values: &BoardValues, name: &str) -> f32 {
    FEATURES.iter().position(|feature| *feature == name).map_or(0.0, |i| values[i])
}

/// The feature that speaks most against a board. How the lines run says nothing.
pub(crate) fn weakest(geometry: &Geometry, values: &BoardValues) -> Option<&'static str> {
    if !mostly_reads(values) {
        return Some("unread");
    }
    board_score(geometry).weakest(&with_value(values, "columns", f32::MAX)).map(|(name, _)| name)
}

/// What the letters say: those of boards are drawn from many, in no order. `body` is that of [`BoardPlacement`]: without one, several
/// letters are words of a text.
fn vocabulary_of(board: &Board, body: f32) -> [f32; VOCABULARY] {
    let mut lines: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    let mut rows: BTreeMap<i32, Vec<(i32, String)>> = BTreeMap::new();
    for (cell, tile) in board.cells().filter(|(_, tile)| tile.face != Face::Unreadable) {
        lines.entry(cell.line).or_default().push(tile.face.to_string());
        let GridPoint { x, y } = board.shape().point(cell);
        rows.entry(y).or_default().push((x, tile.face.to_string()));
    }
    rows.values_mut().for_each(|row| row.sort());
    let lines: Vec<Vec<String>> = lines.into_values().collect();
    let across: Vec<Vec<String>> =
        rows.into_values().map(|row| row.into_iter().map(|(_, face)| face).collect()).collect();
    let faces = lines.concat();
    let count = faces.len().max(1) as f32;
    let several = faces.iter().filter(|face| face.chars().count() > 1 && *face != "Qu").count();
    let distinct = faces.iter().collect::<BTreeSet<_>>().len();
    [
        distinct as f32 / count.sqrt(),
        same_lines(&lines),
        same_neighbors(&lines),
        ascending(&different(&lines)).max(ascending(&different(&across))),
        several as f32 / count,
        several as f32 / count * (1.0 - body),
        few_repeats(&faces),
    ]
}

/// The natural logarithm of the number of all pairs of tiles, divided by one more than the pairs with the same face; 0 for fewer than two
/// tiles. Near 3 for single letters of a language; higher where faces hardly repeat, as in a periodic table, an alphabet, or on a board of
/// two letters a tile.
fn few_repeats(faces: &[String]) -> f32 {
    let mut counts: BTreeMap<&String, usize> = BTreeMap::new();
    faces.iter().for_each(|face| *counts.entry(face).or_default() += 1);
    let pairs = |count: usize| count * count.saturating_sub(1) / 2;
    let same: usize = counts.into_values().map(pairs).sum();
    (pairs(faces.len()) as f32 / (1 + same) as f32).max(1.0).ln()
}

/// How often the most frequent line of three letters or more is repeated.
fn same_lines(lines: &[Vec<String>]) -> f32 {
    let mut counts: BTreeMap<&Vec<String>, usize> = BTreeMap::new();
    lines.iter().filter(|line| line.len() >= 3).for_each(|line| *counts.entry(line).or_default() += 1);
    counts.values().max().map_or(0.0, |most| (most - 1) as f32)
}

/// The share of neighbors in a line, or in one place of neighboring lines, that are the same letter: the larger one.
fn same_neighbors(lines: &[Vec<String>]) -> f32 {
    let across = lines.iter().zip(lines.iter().skip(1)).flat_map(|(one, next)| one.iter().zip(next));
    let along = lines.iter().flat_map(|line| line.iter().zip(line.iter().skip(1)));
    let share = |pairs: Vec<(&String, &String)>| share_of(&pairs, |(a, b)| a == b);
    share(across.collect()).max(share(along.collect()))
}

/// The letters of the lines that differ from each other: a repeated line says nothing new about the order.
fn different(lines: &[Vec<String>]) -> Vec<String> {
    let is_first = |(n, line): &(usize, &Vec<String>)| !lines[..*n].contains(line);
    lines.iter().enumerate().filter(is_first).flat_map(|(_, line)| line.iter().cloned()).collect()
}

/// The share of letters that come later in the alphabet than the one before.
fn ascending(faces: &[String]) -> f32 {
    let pairs: Vec<(&String, &String)> = faces.iter().zip(faces.iter().skip(1)).collect();
    share_of(&pairs, |(a, b)| a < b)
}

/// The share of pairs that pass the test; 0 of none.
fn share_of(pairs: &[(&String, &String)], test: impl Fn(&(&String, &String)) -> bool) -> f32 {
    pairs.iter().filter(|pair| test(pair)).count() as f32 / pairs.len().max(1) as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Tile;
    use crate::locate::{BlobKind, Layout};

    /// The values of a board's letters by name.
    fn vocabulary(text: &str) -> impl Fn(&str) -> f32 {
        let values = vocabulary_of(&text.parse().unwrap(), 0.5);
        move |name| {
            let at = FEATURES.iter().position(|feature| *feature == name).unwrap();
            values[at - (FEATURES.len() - VOCABULARY)]
        }
    }

    #[test]
    fn several_letters_count_twice_on_tiles_without_a_body() {
        let value = |name: &str, body: f32| {
            let at = FEATURES.iter().position(|feature| *feature == name).unwrap();
            vocabulary_of(&"AB CD\nEF G".parse().unwrap(), body)[at - (FEATURES.len() - VOCABULARY)]
        };
        for (body, bare) in [(0.0, 0.75), (0.5, 0.375), (1.0, 0.0)] {
            assert_eq!((value("several", body), value("several_bare", body)), (0.75, bare), "{body}");
        }
    }

    #[test]
    fn half_of_the_tiles_must_read() {
        let unread = FEATURES.iter().position(|feature| *feature == "unread").unwrap();
        for (share, expected) in [(0.0, true), (0.5, true), (0.51, false)] {
            let mut values = [0.0; FEATURES.len()];
            values[unread] = share;
            assert_eq!(mostly_reads(&values), expected, "{share}");
            assert!(expected || weakest(&Geometry::default(), &values) == Some("unread"));
        }
    }

    /// Each feature of the letters, with the smallest board that turns it on and one that does not.
    #[test]
    fn each_feature_of_the_letters_is_turned_on_by_its_smallest_case() {
        for (feature, off, on) in [
            ("same_lines", "A B C\nD E F", "A B C\nA B C"),
            ("same_neighbors", "A B\nC D", "A B\nA C"),
            ("same_neighbors", "A B\nC D", "A A\nB C"),
            ("ascending", "C B\nA A", "A B\nC D"),
            ("ascending", "A C B\nA C B", "A C B\nD F E"),
            ("several", "A B\nC Qu", "A B\nC DE"),
            ("several_bare", "A B\nC Qu", "A B\nC DE"),
            ("few_repeats", "A B\nA C", "A B\nC D"),
            ("few_repeats", "A B\nC D", "A B C\nD E F"),
            ("few_repeats", "A B C\nA B C", "A B C\nA D E"),
            ("distinct", "A A\nA A", "A A\nA B"),
        ] {
            assert!(vocabulary(off)(feature) < vocabulary(on)(feature), "{feature}");
        }
    }

    /// The smallest cases of a tile in the first column, which has an empty or an unread cell below its first tile.
    #[test]
    fn a_cell_over_which_a_tile_drifts_is_neither_unread_nor_empty() {
        let known = Doubt { confidence: 1.0, ..Doubt::default() };
        let at = |name: &str| FEATURES.iter().position(|feature| *feature == name).unwrap();
        for (name, second) in [("gaps", None), ("empty_neighbors", None), ("unread", Some(Doubt::default()))] {
            // Its place in pitches right of and below that cell, and whether it hides the cell.
            for (x, y, hides) in [(0.0, 0.5, true), (0.0, -0.5, true), (0.0, 1.5, false), (1.0, 0.5, false)] {
                let board: Board = "A B\n. C\nD E".parse().unwrap();
                let layout = Layout::new(board.shape().clone(), (50.0, 50.0), (40.0, 40.0));
                let mut doubts = vec![Some(known.clone()); 6];
                doubts[2] = second.clone();
                let reading = Reading::new(board, layout, doubts);
                let center = Point::new(50.0 + 40.0 * x, 90.0 + 40.0 * y);
                let drifting = vec![DriftingTile { center, confidence: 1.0 }];
                let placement = BoardPlacement { drifting, ..BoardPlacement::default() };
                let values = board_evidence(&Geometry::default(), &reading, &placement, Vocabulary::Counts);
                assert_eq!(values[at(name)] == 0.0, hides, "{name} {x} {y}");
            }
        }
    }

    /// The reading of a board of this text, and its empty cells.
    fn read_as(text: &str) -> (Reading, BTreeSet<Cell>) {
        let board: Board = text.parse().unwrap();
        let layout = Layout::new(board.shape().clone(), (50.0, 50.0), (40.0, 40.0));
        let doubts = board.tiles().map(|tile| tile.map(|_| Doubt::default())).collect();
        let empty = board.shape().cells().filter(|cell| board.tile(*cell).is_none()).collect();
        (Reading::new(board, layout, doubts), empty)
    }

    /// The smallest boards, and the number of their empty cells between no two tiles.
    #[test]
    fn a_cell_is_outside_where_it_lies_between_no_tiles_of_its_column_or_row() {
        for (text, expected) in [
            ("A B\nC D", 0),
            ("A .\n. B", 2),
            ("A . B\nC D .", 1),
            ("A B\n. C\nD .", 1),
            (". A .\nB C D\n. E .", 4),
            ("# layout: columns\nA . B\nC .\nD E F", 1),
        ] {
            let (reading, empty) = read_as(text);
            assert_eq!(outside(&reading, &empty), expected, "{text}");
        }
    }

    /// The smallest boards, and the share of their tiles' neighbors that are empty.
    #[test]
    fn tiles_in_blocks_have_few_empty_neighbors() {
        for (text, expected) in [
            ("A", 0.0),
            ("A B\nC D", 0.0),
            ("A .\n. B", 2.0 / 3.0),
            ("A B\nC .", 1.0 / 3.0),
            (". A .\nB C D\n. E .", 3.0 / 7.0),
            ("# layout: columns\nA B\nC .", 3.0 / 7.0),
            ("# adjacency: free\nA B\nC .", 1.0 / 3.0),
        ] {
            let (reading, empty) = read_as(text);
            assert_eq!(empty_neighbors(&reading, &empty), expected, "{text}");
        }
    }

    /// The smallest boards, and the number of their gaps for each tile.
    #[test]
    fn gaps_lie_between_tiles_of_a_line() {
        for (text, expected) in [
            ("A B\nC D", 0.0),
            ("A .\n. B", 0.0),
            ("A . B", 0.5),
            ("A . . B", 0.5),
            ("A . B . C", 2.0 / 3.0),
            (". A .", 0.0),
            ("A B C\nD . E\nF G H", 0.25),
            ("A B\n. C\nD E", 0.2),
            ("# layout: columns\nA . B\nC D\nE F G", 1.0 / 7.0),
            ("# layout: columns\nA B\nC D E\n. F\nG H I\nJ K", 1.0 / 11.0),
        ] {
            let (reading, empty) = read_as(text);
            assert_eq!(gaps(&reading, &empty), expected, "{text}");
        }
    }

    /// A ring of tiles: what its hole says against a board, and that it says nothing where the ring may be a part of one.
    #[test]
    fn a_part_of_a_board_may_have_its_hole() {
        let (reading, _) = read_as("A B C D\nE . . F\nI J K L");
        let geometry = Geometry::default();
        let values = board_evidence(&geometry, &reading, &BoardPlacement::default(), Vocabulary::Counts);
        let part = without_empty(&values);
        let (full, _) = read_as("A B C D\nE M N F\nI J K L");
        let full = board_evidence(&geometry, &full, &BoardPlacement::default(), Vocabulary::Counts);
        for (i, name) in FEATURES.iter().enumerate() {
            let is_about_empty = ["outside", "empty_neighbors", "gaps", "alternating"].contains(name);
            assert_eq!(part[i], if is_about_empty { full[i] } else { values[i] }, "{name}");
        }
        let log_odds = |values: &BoardValues| board_score(&geometry).log_odds(values);
        assert!(log_odds(&values) < log_odds(&part));
    }

    /// The smallest boards by their lines, and how much fuller every other line is.
    #[test]
    fn lines_alternate_where_every_other_one_is_nearly_empty() {
        for (text, expected) in
            [("A B\nC D", 0.0), ("A B", 0.0), ("A B C\n. . D\nE F G", 2.0 / 3.0), ("A B\n? ?\nC D", 1.0)]
        {
            let board: Board = text.parse().unwrap();
            let layout = Layout::new(board.shape().clone(), (50.0, 50.0), (40.0, 40.0));
            let read = |tile: &Tile| Doubt { confidence: f32::from(tile.face != Face::Unreadable), ..Doubt::default() };
            let doubts = board.tiles().map(|tile| tile.map(read)).collect();
            let reading = Reading::new(board, layout, doubts);
            assert!((alternating(&reading) - expected).abs() < 1e-6, "{text}");
        }
    }

    #[test]
    fn the_weights_have_every_feature() {
        for kind in [BlobKind::Letters, BlobKind::SmallLetters, BlobKind::Groups, BlobKind::Tiles] {
            assert!(board_score(&Geometry { kind, ..Geometry::default() }).bound(&[]).is_finite());
        }
    }
}
