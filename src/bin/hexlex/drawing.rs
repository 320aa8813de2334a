//! A board as it stands on the screen, drawn with characters for a terminal.
//!
//! A tile is a box, two lines high; a staggered column stands one line higher or lower than the one before. Before its
//! letters a tile has its place in the word, after them the mark of its kind, so that both are seen without color.

use crate::console::printable;
use crate::terminal::Terminal;
use hexlex::board::{Board, Cell, GridPoint, Tile, TileKind};

/// The lines from the upper edge of a tile to that of the one below it, which share one.
const TILE_LINES: usize = 2;

/// The board with the path of a word, and a line that says what the marks mean. `None` where the terminal is too narrow.
pub(crate) fn draw(board: &Board, path: &[Cell], terminal: Terminal) -> Option<String> {
    let tiles = tiles(board, path);
    let columns = tiles.iter().map(|tile| tile.column + 1).max()?;
    let canvas_width = |widths: Widths| columns * (widths.inner() + 1) + 1;
    let widths = [Widths::of(&tiles), Widths { gap: 0, ..Widths::of(&tiles) }];
    let widths = widths.into_iter().find(|widths| canvas_width(*widths) <= terminal.width)?;
    let canvas_width = canvas_width(widths);
    let lines = tiles.iter().map(|tile| tile.top + TILE_LINES + 1).max()?;
    let mut edges = vec![vec![Edges::default(); canvas_width]; lines];
    tiles.iter().for_each(|tile| tile.outline(&mut edges, widths.inner()));
    let mut text = String::new();
    for (number, line) in edges.iter().enumerate() {
        let mut drawn = String::new();
        let mut column = 0;
        while column < line.len() {
            let left = |tile: &&DrawnTile| tile.top + 1 == number && tile.column * (widths.inner() + 1) + 1 == column;
            match tiles.iter().find(left) {
                Some(tile) => {
                    drawn.push_str(&tile.content(widths, terminal.has_color));
                    column += widths.inner();
                }
                None => {
                    drawn.push(line[column].character(terminal.has_unicode));
                    column += 1;
                }
            }
        }
        text.push_str(drawn.trim_end());
        text.push('\n');
    }
    text.push_str(&legend(&tiles, terminal.width));
    Some(text)
}

/// A tile and its place in the drawing.
struct DrawnTile {
    column: usize,
    /// The line of its upper edge.
    top: usize,
    letters: String,
    kind: TileKind,
    /// Its place in the word, from 1.
    place: Option<usize>,
}

/// The tiles of a board.
fn tiles(board: &Board, path: &[Cell]) -> Vec<DrawnTile> {
    let first = board.cells().map(|(cell, _)| board.shape().point(cell).y).min().unwrap_or(0);
    let tile = |(cell, tile): (Cell, &Tile)| {
        let GridPoint { x, y } = board.shape().point(cell);
        DrawnTile {
            column: (x / 2).unsigned_abs() as usize,
            top: (y - first).unsigned_abs() as usize,
            letters: printable(&tile.face),
            kind: tile.kind,
            place: path.iter().position(|on_path| *on_path == cell).map(|place| place + 1),
        }
    };
    board.cells().map(tile).collect()
}

/// The parts of a tile's width, in characters.
#[derive(Clone, Copy)]
struct Widths {
    place: usize,
    /// Between the place and the letters.
    gap: usize,
    letters: usize,
}

impl Widths {
    fn of(tiles: &[DrawnTile]) -> Widths {
        let place = tiles.iter().filter_map(|tile| tile.place).max().unwrap_or(0).to_string().len();
        Widths {
            place,
            // `10H` is hard to read.
            gap: usize::from(place > 1),
            letters: tiles.iter().map(|tile| tile.letters.chars().count()).max().unwrap_or(1),
        }
    }

    /// The width between the edges: the place, the letters, the mark.
    fn inner(self) -> usize {
        self.place + self.gap + self.letters + 1
    }
}

impl DrawnTile {
    /// Adds the edges of the tile.
    fn outline(&self, edges: &mut [Vec<Edges>], inner: usize) {
        let (left, right) = (self.column * (inner + 1), (self.column + 1) * (inner + 1));
        for line in [self.top, self.top + TILE_LINES] {
            edges[line][left..right].iter_mut().for_each(|edge| edge.right = true);
            edges[line][left + 1..=right].iter_mut().for_each(|edge| edge.left = true);
        }
        for column in [left, right] {
            edges[self.top..self.top + TILE_LINES].iter_mut().for_each(|line| line[column].down = true);
            edges[self.top + 1..=self.top + TILE_LINES].iter_mut().for_each(|line| line[column].up = true);
        }
    }

    /// Its place in the word, its letters and its mark.
    fn content(&self, widths: Widths, has_color: bool) -> String {
        let place = self.place.map_or(String::new(), |place| place.to_string());
        let mark = mark(self.kind).unwrap_or(' ');
        let text = format!(
            "{place:>before$}{space:gap$}{letters:^inside$}{mark}",
            letters = self.letters,
            before = widths.place,
            space = "",
            gap = widths.gap,
            inside = widths.letters
        );
        let codes: Vec<&str> = self.place.map(|_| "1;7").into_iter().chain(color(self.kind)).collect();
        if has_color && !codes.is_empty() { format!("\x1b[{}m{text}\x1b[0m", codes.join(";")) } else { text }
    }
}

/// The mark of a kind.
fn mark(kind: TileKind) -> Option<char> {
    match kind {
        TileKind::Normal => None,
        TileKind::Fire => Some('!'),
        TileKind::Green => Some('+'),
        TileKind::Gold => Some('$'),
        TileKind::Sapphire => Some('&'),
        TileKind::Diamond => Some('%'),
    }
}

/// The terminal's code for the color of a kind.
fn color(kind: TileKind) -> Option<&'static str> {
    match kind {
        TileKind::Normal => None,
        TileKind::Fire => Some("31"),
        TileKind::Green => Some("32"),
        TileKind::Gold => Some("33"),
        TileKind::Sapphire => Some("94"),
        TileKind::Diamond => Some("96"),
    }
}

/// The marks that the board has, and what they mean, in lines of at most this width; empty without any.
fn legend(tiles: &[DrawnTile], width: usize) -> String {
    let is_there = |kind: &TileKind| tiles.iter().any(|tile| tile.kind == *kind);
    let (mut text, mut column) = (String::new(), 0);
    for (kind, mark) in TileKind::ALL.into_iter().filter(is_there).filter_map(|kind| Some((kind, mark(kind)?))) {
        let entry = format!("{mark} {}", kind.name());
        let between = match column {
            0 => "",
            column if column + 2 + entry.len() > width => {
                text.push('\n');
                ""
            }
            _ => "  ",
        };
        column = if between.is_empty() { entry.len() } else { column + between.len() + entry.len() };
        text.push_str(between);
        text.push_str(&entry);
    }
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

/// The edges that meet in a character.
#[derive(Clone, Copy, Default)]
struct Edges {
    up: bool,
    down: bool,
    left: bool,
    right: bool,
}

impl Edges {
    fn character(self, has_unicode: bool) -> char {
        let Edges { up, down, left, right } = self;
        match (up, down, left, right, has_unicode) {
            (false, false, false, false, _) => ' ',
            (_, _, false, false, false) => '|',
            (false, false, _, _, false) => '-',
            (.., false) => '+',
            (_, _, false, false, true) => '│',
            (false, false, _, _, true) => '─',
            (false, true, false, true, true) => '┌',
            (false, true, true, false, true) => '┐',
            (true, false, false, true, true) => '└',
            (true, false, true, false, true) => '┘',
            (true, true, false, true, true) => '├',
            (true, true, true, false, true) => '┤',
            (false, true, true, true, true) => '┬',
            (true, false, true, true, true) => '┴',
            (true, true, true, true, true) => '┼',
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexlex::board::Shape;

    const WIDE: Terminal = Terminal { width: 80, has_color: false, has_unicode: true };

    fn cells(path: &[(usize, usize)]) -> Vec<Cell> {
        path.iter().map(|&(line, index)| Cell { line, index }).collect()
    }

    #[test]
    fn columns_are_staggered_by_half_a_tile() {
        let board: Board = "# layout: columns\nA B:fire\nC D E:gold\nQu .".parse().unwrap();
        let expected = [
            "     ┌────┐",
            "┌────┤2C  ├────┐",
            "│1A  ├────┤ Qu │",
            "├────┤ D  ├────┘",
            "│ B !├────┤",
            "└────┤ E $│",
            "     └────┘",
            "! fire  $ gold",
        ];
        let drawn = draw(&board, &cells(&[(0, 0), (1, 0)]), WIDE).unwrap();
        assert_eq!(drawn.lines().collect::<Vec<_>>(), expected, "{drawn}");
    }

    #[test]
    fn rows_are_a_grid() {
        let board: Board = "A B\n? .".parse().unwrap();
        let expected = ["+---+---+", "|1A | B |", "+---+---+", "| ? |", "+---+"];
        let drawn = draw(&board, &cells(&[(0, 0)]), Terminal::PLAIN).unwrap();
        assert_eq!(drawn.lines().collect::<Vec<_>>(), expected, "{drawn}");
    }

    #[test]
    fn colors_mark_the_path_and_the_kinds() {
        let board: Board = "A:green B".parse().unwrap();
        let drawn = draw(&board, &cells(&[(0, 0)]), Terminal { has_color: true, ..WIDE }).unwrap();
        assert!(drawn.contains("\x1b[1;7;32m1A+\x1b[0m") && drawn.contains("│ B │"), "{drawn}");
    }

    #[test]
    fn a_bookworm_board_fits_forty_characters() {
        let letters = "eatrispondleisowamtenbaurcoftijhedsanykovilgeraxpuzitone";
        let board = Board::from_letters(Shape::bookworm(), &letters[..52]).unwrap();
        let path: Vec<Cell> = board.shape().cells().take(12).collect();
        let drawn = |width| draw(&board, &path, Terminal { width, ..WIDE });
        let width = |drawn: Option<String>| drawn.and_then(|text| text.lines().map(|line| line.chars().count()).max());
        assert!(drawn(50).unwrap().contains("10 "), "a place of two digits keeps off the letters where there is room");
        assert_eq!(
            [50, 43, 42, 40, 36, 35].map(|least| width(drawn(least))),
            [43, 43, 36, 36, 36, 0].map(|n| (n > 0).then_some(n))
        );
    }

    #[test]
    fn an_empty_board_is_not_drawn() {
        assert_eq!(draw(&". .".parse().unwrap(), &[], WIDE), None);
    }
}
