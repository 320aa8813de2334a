//! The boards: shapes, letters, kinds.

use crate::dice::Dice;
use anyhow::Result;
use hexlex::board::{Adjacency, Board, Cell, Face, Lines, Shape, Tile, TileKind};
use hexlex_tools::letters::by_frequency;

/// The families of shapes, and how often each is drawn.
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

/// A board, and what tells it from others.
pub(crate) struct Deal {
    pub(crate) board: Board,
    pub(crate) family: &'static str,
    /// Whether tiles of several letters are among them, so that letters are small.
    pub(crate) many: bool,
}

/// A random board.
pub(crate) fn deal(dice: &mut Dice) -> Result<Deal> {
    let family = dice.weighted(&FAMILIES);
    let mut shape: Shape = shape(family, dice).parse()?;
    let rows = shape.lines() == Lines::Rows;
    if rows && dice.chance(0.1) {
        shape = shape.with_adjacency(Adjacency::Free);
    }
    let even = dice.chance(0.4);
    let mut tiles: Vec<Option<Tile>> = (0..shape.len())
        .map(|_| {
            let letter = if even { b'A' + dice.below(26) as u8 } else { by_frequency(|sum| dice.below(sum)) };
            Some(Tile::new(Face::Letters(char::from(letter).to_string())))
        })
        .collect();
    pair_qu(&mut tiles, dice);
    let many = rows && dice.chance(0.25);
    if many {
        let count = dice.count(1..=3);
        (0..count).for_each(|_| several_letters(&mut tiles, dice));
    }
    if dice.chance(if rows { 0.15 } else { 0.6 }) {
        give_kinds(&mut tiles, dice);
    }
    if family.ends_with("empty cells") {
        leave_empty(&shape, &mut tiles, dice);
    }
    Ok(Deal { board: Board::new(shape, tiles)?, family, many })
}

/// A shape of a family, as text.
fn shape(family: &str, dice: &mut Dice) -> String {
    match family {
        "7x7 up" => "7,7,7,7,7,7,7:up".to_string(),
        "7x7 down" => "7,7,7,7,7,7,7:down".to_string(),
        "hexagon" if dice.chance(0.7) => "5,6,7,8,9,8,7,6,5".to_string(),
        "hexagon" => "4,5,6,7,6,5,4".to_string(),
        "other columns" | "columns with empty cells" => {
            let (first, lines) = (dice.count(4..=9), dice.count(4..=10));
            let second = if dice.chance(0.3) { first } else { first + 1 };
            let second = if dice.chance(0.5) { second } else { (2 * first).saturating_sub(second) };
            let lengths: Vec<String> =
                (0..lines).map(|n| if n % 2 == 0 { first } else { second }.to_string()).collect();
            let stagger = if second != first { "" } else { *dice.pick(&[":up", ":down"]) };
            format!("{}{stagger}", lengths.join(","))
        }
        "other rows" => {
            let sizes = ["3x4", "4x3", "5x4", "4x5", "6x5", "5x6", "7x5", "7x7", "8x6", "8x8", "9x9", "10x6", "12x8"];
            dice.pick(&sizes).to_string()
        }
        "rows with empty cells" => dice.pick(&["5x5", "6x6", "7x7", "8x6", "8x8", "10x8"]).to_string(),
        plain => plain.to_string(),
    }
}

/// Most boards show Q with its u, some alone.
fn pair_qu(tiles: &mut [Option<Tile>], dice: &mut Dice) {
    if dice.chance(0.15) {
        return;
    }
    for tile in tiles.iter_mut().flatten() {
        if tile.face == Face::Letters("Q".to_string()) {
            tile.face = Face::Letters("QU".to_string());
        }
    }
}

/// Makes one tile say several letters.
fn several_letters(tiles: &mut [Option<Tile>], dice: &mut Dice) {
    const TEXTS: [&str; 30] = [
        "VE", "CH", "TH", "ER", "IN", "ST", "SH", "ND", "NG", "QU", "AN", "HE", "LL", "WH", "ED", "SUB-", "UN-", "RE-",
        "DE-", "PRE-", "-ER", "-ING", "-ED", "-LY", "-EST", "U/M", "A/E", "I/T", "K/W", "N/R",
    ];
    let at = dice.below(tiles.len() as u32) as usize;
    let text: &str = dice.pick::<&str>(&TEXTS);
    if let (Some(Some(tile)), Some(face)) = (tiles.get_mut(at), Face::parse(text)) {
        tile.face = face;
    }
}

/// Gems and fires, few or many.
fn give_kinds(tiles: &mut [Option<Tile>], dice: &mut Dice) {
    let share = *dice.pick(&[0.04, 0.1, 0.1, 0.25, 0.45]);
    let special = &TileKind::ALL[1..];
    for tile in tiles.iter_mut().flatten() {
        if dice.chance(share) {
            tile.kind = *dice.pick(special);
        }
    }
}

/// Takes tiles away, but so that every line and every outer row keeps two.
fn leave_empty(shape: &Shape, tiles: &mut [Option<Tile>], dice: &mut Dice) {
    /// The least number of tiles that a row or column keeps, so that the shape shows.
    const LEFT: usize = 2;
    let share = dice.between(0.04, 0.25);
    let cells: Vec<Cell> = shape.cells().collect();
    let mut order: Vec<usize> = (0..cells.len()).collect();
    dice.shuffle(&mut order);
    order.truncate((share * cells.len() as f32) as usize);
    for id in order {
        let keeps = |same: &dyn Fn(&Cell) -> bool| {
            cells.iter().zip(tiles.iter()).filter(|(cell, tile)| tile.is_some() && same(cell)).count() > LEFT
        };
        let (line, index) = (cells[id].line, cells[id].index);
        let bottom = shape.lengths()[line] - index;
        let (in_line, across) = (
            keeps(&|cell| cell.line == line),
            // In columns of two lengths, places are counted from either end.
            keeps(&|cell| cell.index == index)
                && keeps(&|cell| shape.lengths()[cell.line] - cell.index == bottom)
                && (shape.lines() == Lines::Rows || (index > 0 && bottom > 1)),
        );
        if in_line && across {
            tiles[id] = None;
        }
    }
}
