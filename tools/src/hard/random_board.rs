//! Random boards: shapes, letters, kinds of tiles.

use crate::hard::irregular::{Outline, outline};
use crate::hard::kind::Kind;
use crate::hard::random::Random;
use crate::hard::vocabulary;
use crate::letters::by_frequency;
use anyhow::Result;
use hexlex::board::{Adjacency, Board, Cell, Face, Lines, Shape, Tile, TileKind};

/// Families of shapes with their weights.
type Families = &'static [(&'static str, u32)];

/// The families of usual boards.
const USUAL: Families = &[
    ("7,8,7,8,7,8,7", 16),
    ("8,7,8,7,8,7,8", 9),
    ("7x7 up", 7),
    ("7x7 down", 7),
    ("hexagon", 8),
    ("other columns", 7),
    ("4x4", 18),
    ("5x5", 8),
    ("6x6", 4),
    ("3x3", 3),
    ("other rows", 8),
];

/// Those that have lines to lose at every side.
const LARGE: Families = &[
    ("7,8,7,8,7,8,7", 16),
    ("8,7,8,7,8,7,8", 9),
    ("7x7 up", 7),
    ("7x7 down", 7),
    ("other columns", 7),
    ("5x5", 8),
    ("large rows", 20),
];

/// The families of a kind of board.
fn families(kind: Kind) -> Families {
    match kind {
        Kind::EmptyCells => &[("large rows", 4), ("other columns", 1)],
        Kind::Irregular => &[("large rows", 6), ("other columns", 3), ("7,8,7,8,7,8,7", 2)],
        Kind::Tall => &[("tall rows", 4), ("word search", 3), ("tall columns", 2)],
        Kind::Rows => &[("one row", 1), ("two rows", 1)],
        Kind::Cut | Kind::Several => LARGE,
        Kind::Digrams => &[("4x4", 4), ("5x5", 2), ("3x3", 1), ("other rows", 2)],
        _ => USUAL,
    }
}

/// A random board, and the properties by which the report groups boards.
pub(crate) struct RandomBoard {
    pub(crate) board: Board,
    pub(crate) family: &'static str,
    /// The order of its letters.
    pub(crate) letters: &'static str,
    /// Whether it may have tiles of several letters, whose letters are small.
    pub(crate) several_letters: bool,
}

impl RandomBoard {
    /// A random board of a kind.
    pub(crate) fn random(rng: &mut Random, kind: Kind) -> Result<RandomBoard> {
        let family = rng.weighted(families(kind));
        let shape: Shape = shape(family, rng).parse()?;
        if kind != Kind::Irregular {
            let filled = vec![true; shape.len()];
            return RandomBoard::within(rng, kind, family, shape, &filled);
        }
        let Outline { shape, filled, form } = outline(rng, &shape);
        RandomBoard::within(rng, kind, form, shape, &filled)
    }

    /// A random small board, with at most half the tiles of another one; `None` where no family is that small.
    pub(crate) fn smaller_than(rng: &mut Random, other: &Board) -> Result<Option<RandomBoard>> {
        const SMALL: [&str; 6] = ["3x3", "4x3", "3x4", "4x4", "3,4,3", "4,5,4"];
        let shapes = SMALL.iter().filter_map(|text| Some((*text, text.parse::<Shape>().ok()?)));
        let small: Vec<(&str, Shape)> = shapes.filter(|(_, shape)| 2 * shape.len() <= other.shape().len()).collect();
        if small.is_empty() {
            return Ok(None);
        }
        let (family, shape) = rng.pick(&small).clone();
        let filled = vec![true; shape.len()];
        RandomBoard::within(rng, Kind::Several, family, shape, &filled).map(Some)
    }

    /// A random board of this shape with tiles in these cells.
    fn within(
        rng: &mut Random,
        kind: Kind,
        family: &'static str,
        mut shape: Shape,
        filled: &[bool],
    ) -> Result<RandomBoard> {
        let rows = shape.lines() == Lines::Rows;
        if rows && rng.chance(0.1) {
            shape = shape.with_adjacency(Adjacency::Free);
        }
        let (letters, order) = match kind {
            Kind::Vocabulary => vocabulary::letters(rng, &shape),
            _ => random_letters(rng, shape.len()),
        };
        let tile = |(&letter, &filled): (&char, &bool)| filled.then(|| Tile::new(Face::Letters(letter.to_string())));
        let mut tiles: Vec<Option<Tile>> = letters.iter().zip(filled).map(tile).collect();
        pair_qu(&mut tiles, rng);
        // The most tiles with several letters.
        let most = match kind {
            Kind::Digrams => tiles.len() / 2,
            Kind::Vocabulary | Kind::Tall => 0,
            _ if rows && rng.chance(0.25) => 3,
            _ => 0,
        };
        let several_letters = most > 0;
        if kind == Kind::Digrams && rng.chance(0.4) {
            give_digrams(&mut tiles, rng);
        } else if several_letters {
            let count = rng.count(1..=most);
            (0..count).for_each(|_| give_several_letters(&mut tiles, rng));
        }
        if rng.chance(if rows { 0.15 } else { 0.6 }) {
            give_kinds(&mut tiles, rng);
        }
        if kind == Kind::EmptyCells {
            remove_tiles(&shape, &mut tiles, rng);
        }
        Ok(RandomBoard { board: Board::new(shape, tiles)?, family, letters: order, several_letters })
    }
}

/// Letters by their frequency, or all as likely.
fn random_letters(rng: &mut Random, count: usize) -> (Vec<char>, &'static str) {
    let uniform = rng.chance(0.4);
    let letter = |_| if uniform { rng.letter() } else { by_frequency(|sum| rng.below(sum)) };
    ((0..count).map(letter).collect(), "random")
}

/// A random shape of a family, as text.
fn shape(family: &str, rng: &mut Random) -> String {
    match family {
        "7x7 up" => "7,7,7,7,7,7,7:up".to_string(),
        "7x7 down" => "7,7,7,7,7,7,7:down".to_string(),
        "hexagon" if rng.chance(0.7) => "5,6,7,8,9,8,7,6,5".to_string(),
        "hexagon" => "4,5,6,7,6,5,4".to_string(),
        "other columns" => {
            let (first, lines) = (rng.count(4..=9), rng.count(4..=10));
            let second = if rng.chance(0.3) { first } else { first + 1 };
            let second = if rng.chance(0.5) { second } else { (2 * first).saturating_sub(second) };
            let lengths = in_turn(first, second, lines);
            let stagger = if second != first { "" } else { *rng.pick(&[":up", ":down"]) };
            format!("{lengths}{stagger}")
        }
        "other rows" => {
            let sizes = ["3x4", "4x3", "5x4", "4x5", "6x5", "5x6", "7x5", "7x7", "8x6", "8x8", "9x9", "10x6", "12x8"];
            rng.pick(&sizes).to_string()
        }
        "large rows" => rng.pick(&["5x5", "6x6", "7x7", "8x6", "6x8", "8x8", "10x8", "10x10", "12x9"]).to_string(),
        "word search" => rng.pick(&["15x15", "15x15", "20x20", "12x30", "16x24", "30x30", "40x40"]).to_string(),
        "tall rows" => format!("{}x{}", rng.count(5..=20), rng.count(15..=40)),
        "tall columns" => {
            let (first, lines) = (rng.count(15..=24), rng.count(5..=12));
            let second = first + rng.count(0..=1);
            in_turn(first, second, lines)
        }
        "one row" => format!("{}x1", rng.count(3..=12)),
        "two rows" => format!("{}x2", rng.count(3..=12)),
        plain => plain.to_string(),
    }
}

/// The lengths of columns that are of two lengths in turn, as text.
fn in_turn(first: usize, second: usize, lines: usize) -> String {
    let lengths: Vec<String> = (0..lines).map(|n| if n % 2 == 0 { first } else { second }.to_string()).collect();
    lengths.join(",")
}

/// Turns every Q into Qu, on most boards.
fn pair_qu(tiles: &mut [Option<Tile>], rng: &mut Random) {
    if rng.chance(0.15) {
        return;
    }
    for tile in tiles.iter_mut().flatten() {
        if tile.face == Face::Letters("Q".to_string()) {
            tile.face = Face::Letters("QU".to_string());
        }
    }
}

/// Gives several letters to one tile.
fn give_several_letters(tiles: &mut [Option<Tile>], rng: &mut Random) {
    const TEXTS: [&str; 30] = [
        "VE", "CH", "TH", "ER", "IN", "ST", "SH", "ND", "NG", "QU", "AN", "HE", "LL", "WH", "ED", "SUB-", "UN-", "RE-",
        "DE-", "PRE-", "-ER", "-ING", "-ED", "-LY", "-EST", "U/M", "A/E", "I/T", "K/W", "N/R",
    ];
    let at = rng.below(tiles.len() as u32) as usize;
    let text: &str = rng.pick::<&str>(&TEXTS);
    if let (Some(Some(tile)), Some(face)) = (tiles.get_mut(at), Face::parse(text)) {
        tile.face = face;
    }
}

/// Gives two letters to every tile.
fn give_digrams(tiles: &mut [Option<Tile>], rng: &mut Random) {
    for tile in tiles.iter_mut().flatten() {
        let two: String = (0..2).map(|_| by_frequency(|sum| rng.below(sum))).collect();
        tile.face = Face::Letters(two);
    }
}

/// Turns some tiles into gems and fires, few or many.
fn give_kinds(tiles: &mut [Option<Tile>], rng: &mut Random) {
    let share = *rng.pick(&[0.04, 0.1, 0.1, 0.25, 0.45]);
    let special = &TileKind::ALL[1..];
    for tile in tiles.iter_mut().flatten() {
        if rng.chance(share) {
            tile.kind = *rng.pick(special);
        }
    }
}

/// Takes tiles away, but keeps two in every line and in every row across the lines. Staggered columns lose only tiles
/// that no other one stands on: in the games that have them, the others would fall.
fn remove_tiles(shape: &Shape, tiles: &mut [Option<Tile>], rng: &mut Random) {
    /// The least number of tiles that a row or a column keeps: with fewer the shape of the board could not be known.
    const LEAST: usize = 2;
    let share = rng.between(0.04, 0.25);
    let cells: Vec<Cell> = shape.cells().collect();
    let mut order: Vec<usize> = (0..cells.len()).collect();
    rng.shuffle(&mut order);
    order.truncate((share * cells.len() as f32) as usize);
    if shape.lines() == Lines::Columns {
        order.sort_by_key(|&id| cells[id].index);
        order.retain(|&id| cells[id].index < 3);
    }
    for id in order {
        let Cell { line, index } = cells[id];
        let above = index.checked_sub(1).and_then(|index| shape.id(Cell { line, index }));
        if shape.lines() == Lines::Columns && above.is_some_and(|above| tiles[above].is_some()) {
            continue;
        }
        let has_more = |in_group: &dyn Fn(&Cell) -> bool| {
            cells.iter().zip(tiles.iter()).filter(|(cell, tile)| tile.is_some() && in_group(cell)).count() > LEAST
        };
        let from_end = |cell: &Cell| shape.lengths()[cell.line] - cell.index;
        let in_line = has_more(&|cell| cell.line == line);
        // In columns of two lengths, a row across the columns is counted from either end.
        let across = has_more(&|cell| cell.index == index)
            && has_more(&|cell| from_end(cell) == from_end(&cells[id]))
            && (shape.lines() == Lines::Rows || from_end(&cells[id]) > 1);
        if in_line && across {
            tiles[id] = None;
        }
    }
}
