//! Random boards: shapes, letters, kinds.

use crate::hard::random::Random;
use crate::letters::by_frequency;
use anyhow::Result;
use hexlex::board::{Adjacency, Board, Cell, Face, Lines, Shape, Tile, TileKind};

/// The families of shapes with their weights.
const FAMILIES: [(&str, u32); 13] = [
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
    ("rows with empty cells", 4),
    ("columns with empty cells", 1),
];

/// A random board, and the properties by which the report groups boards.
pub(crate) struct RandomBoard {
    pub(crate) board: Board,
    pub(crate) family: &'static str,
    /// Whether it may have tiles of several letters, whose letters are small.
    pub(crate) several_letters: bool,
}

impl RandomBoard {
    pub(crate) fn random(rng: &mut Random) -> Result<RandomBoard> {
        let family = rng.weighted(&FAMILIES);
        let mut shape: Shape = shape(family, rng).parse()?;
        let rows = shape.lines() == Lines::Rows;
        if rows && rng.chance(0.1) {
            shape = shape.with_adjacency(Adjacency::Free);
        }
        let uniform = rng.chance(0.4);
        let mut tiles: Vec<Option<Tile>> = (0..shape.len())
            .map(|_| {
                let letter = if uniform { rng.letter() } else { by_frequency(|sum| rng.below(sum)) };
                Some(Tile::new(Face::Letters(letter.to_string())))
            })
            .collect();
        pair_qu(&mut tiles, rng);
        let several_letters = rows && rng.chance(0.25);
        if several_letters {
            let count = rng.count(1..=3);
            (0..count).for_each(|_| give_several_letters(&mut tiles, rng));
        }
        if rng.chance(if rows { 0.15 } else { 0.6 }) {
            give_kinds(&mut tiles, rng);
        }
        if family.ends_with("empty cells") {
            remove_tiles(&shape, &mut tiles, rng);
        }
        Ok(RandomBoard { board: Board::new(shape, tiles)?, family, several_letters })
    }
}

/// A random shape of a family, as text.
fn shape(family: &str, rng: &mut Random) -> String {
    match family {
        "7x7 up" => "7,7,7,7,7,7,7:up".to_string(),
        "7x7 down" => "7,7,7,7,7,7,7:down".to_string(),
        "hexagon" if rng.chance(0.7) => "5,6,7,8,9,8,7,6,5".to_string(),
        "hexagon" => "4,5,6,7,6,5,4".to_string(),
        "other columns" | "columns with empty cells" => {
            let (first, lines) = (rng.count(4..=9), rng.count(4..=10));
            let second = if rng.chance(0.3) { first } else { first + 1 };
            let second = if rng.chance(0.5) { second } else { (2 * first).saturating_sub(second) };
            let lengths: Vec<String> =
                (0..lines).map(|n| if n % 2 == 0 { first } else { second }.to_string()).collect();
            let stagger = if second != first { "" } else { *rng.pick(&[":up", ":down"]) };
            format!("{}{stagger}", lengths.join(","))
        }
        "other rows" => {
            let sizes = ["3x4", "4x3", "5x4", "4x5", "6x5", "5x6", "7x5", "7x7", "8x6", "8x8", "9x9", "10x6", "12x8"];
            rng.pick(&sizes).to_string()
        }
        "rows with empty cells" => rng.pick(&["5x5", "6x6", "7x7", "8x6", "8x8", "10x8"]).to_string(),
        plain => plain.to_string(),
    }
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

/// Takes tiles away, but keeps two in every line and in every row across the lines.
fn remove_tiles(shape: &Shape, tiles: &mut [Option<Tile>], rng: &mut Random) {
    /// The least number of tiles that a row or a column keeps: with fewer the shape of the board could not be known.
    const LEAST: usize = 2;
    let share = rng.between(0.04, 0.25);
    let cells: Vec<Cell> = shape.cells().collect();
    let mut order: Vec<usize> = (0..cells.len()).collect();
    rng.shuffle(&mut order);
    order.truncate((share * cells.len() as f32) as usize);
    for id in order {
        let has_more = |in_group: &dyn Fn(&Cell) -> bool| {
            cells.iter().zip(tiles.iter()).filter(|(cell, tile)| tile.is_some() && in_group(cell)).count() > LEAST
        };
        let Cell { line, index } = cells[id];
        let from_end = |cell: &Cell| shape.lengths()[cell.line] - cell.index;
        let in_line = has_more(&|cell| cell.line == line);
        // In columns of two lengths, a row across the columns is counted from either end.
        let across = has_more(&|cell| cell.index == index)
            && has_more(&|cell| from_end(cell) == from_end(&cells[id]))
            && (shape.lines() == Lines::Rows || (index > 0 && from_end(&cells[id]) > 1));
        if in_line && across {
            tiles[id] = None;
        }
    }
}
