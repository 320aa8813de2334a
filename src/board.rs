//! The letters on a board, and the text that says them.
//!
//! The same text is used everywhere: for fixtures and their truths, on standard input, in answers
//! and in these docs. A line for each column (left to right, tiles top to bottom) or row; tokens
//! between white space; a token is what the tile says and then its `:tags`.
//!
//! ```
//! use hexlex::board::{Board, TileKind};
//!
//! let text = "\
//! ## layout: columns
//! S A B
//! O I:green E:fire Qu
//! D F U
//! ";
//! let board: Board = text.parse()?;
//! assert_eq!(board.shape().len(), 10);
//! assert_eq!(board.tiles().flatten().filter(|tile| tile.kind == TileKind::Fire).count(), 1);
//! assert_eq!(board.to_string(), text);
//! # Ok::<(), hexlex::board::BoardError>(())
//! ```

use crate::grid::{Adjacency, Cell, Lines, Shape, ShapeError, Stagger};
use std::fmt;

/// What a tile says.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Face {
    /// One or more letters, read in order; upper case, `QU` for the tile that shows `Qu`.
    Letters(String),
    /// Any one of these: `U/M`.
    Choice(Vec<String>),
    /// Letters that may only begin a word: `SUB-`.
    Prefix(String),
    /// Letters that may only end a word: `-ER`.
    Suffix(String),
    /// Any letter: `*`.
    Blank,
    /// Nobody could read it: `?`.
    Unreadable,
}

/// What a tile is made of, by the names of Bookworm.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum TileKind {
    /// A plain tile.
    #[default]
    Normal,
    /// Burns down unless it is used.
    Fire,
    /// The gem worth 2.
    Green,
    /// The gem worth 4.
    Gold,
    /// The gem worth 7.
    Sapphire,
    /// The gem worth 10.
    Diamond,
}

impl TileKind {
    /// Every kind, in the order of its worth.
    pub const ALL: [TileKind; 6] =
        [TileKind::Normal, TileKind::Fire, TileKind::Green, TileKind::Gold, TileKind::Sapphire, TileKind::Diamond];

    /// The name that board texts and JSON use.
    pub fn name(self) -> &'static str {
        match self {
            TileKind::Normal => "normal",
            TileKind::Fire => "fire",
            TileKind::Green => "green",
            TileKind::Gold => "gold",
            TileKind::Sapphire => "sapphire",
            TileKind::Diamond => "diamond",
        }
    }

    /// The kind of a [`name`](TileKind::name).
    pub fn from_name(name: &str) -> Option<TileKind> {
        TileKind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// One tile: what it says, what it is made of, and what else is known of it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Tile {
    /// What it says.
    pub face: Face,
    /// What it is made of.
    pub kind: TileKind,
    /// Further tags, as `selected` or `covered`, in the order they were given.
    pub tags: Vec<String>,
}

impl Tile {
    /// A plain tile without tags.
    pub fn new(face: Face) -> Tile {
        Tile { face, kind: TileKind::Normal, tags: Vec::new() }
    }

    /// Whether it carries this tag.
    pub fn has_tag(&self, tag: &str) -> bool {
        self.tags.iter().any(|t| t == tag)
    }
}

/// What keeps a text from being a board. Lines and tokens are counted from 1.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// A token that is no tile.
    #[error("line {line}: `{token}` is no tile: expected letters with optional :tags, `*`, `?` or `.`")]
    Token {
        /// The line of the text.
        line: usize,
        /// What stands there.
        token: String,
    },
    /// A token with two kinds.
    #[error("line {line}: `{token}` is of two kinds: a tile is one of fire, green, gold, sapphire, diamond")]
    TwoKinds {
        /// The line of the text.
        line: usize,
        /// What stands there.
        token: String,
    },
    /// A header with a value that it does not have.
    #[error("line {line}: `{header}` is none of its values: expected {expected}")]
    Header {
        /// The line of the text.
        line: usize,
        /// What stands there.
        header: String,
        /// The values that it may have.
        expected: &'static str,
    },
    /// The lines do not make a shape.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// The number of tiles is not the shape's.
    #[error("expected {expected} tiles for this shape, found {found}")]
    Count {
        /// The number of cells.
        expected: usize,
        /// The number of tiles.
        found: usize,
    },
}

/// A shape with a tile, or none, in each cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    shape: Shape,
    tiles: Vec<Option<Tile>>,
    /// Whether every tile stands in its place; `false` while tiles fall.
    pub settled: bool,
}

impl Board {
    /// A board with these tiles in the order of the shape's cells; `None` is an empty cell.
    ///
    /// # Errors
    /// [`BoardError::Count`] where there are not as many tiles as cells.
    pub fn new(shape: Shape, tiles: Vec<Option<Tile>>) -> Result<Board, BoardError> {
        if tiles.len() != shape.len() {
            return Err(BoardError::Count { expected: shape.len(), found: tiles.len() });
        }
        Ok(Board { shape, tiles, settled: true })
    }

    /// A board of `shape` from unbroken text: a letter a tile, `qu` one tile, `.` and `?` as in board texts.
    ///
    /// ```
    /// use hexlex::{board::Board, grid::Shape};
    /// let board = Board::from_letters(Shape::rows(2, 2)?, "quit.")?;
    /// assert_eq!(board.to_string(), "Qu I\nT .\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`BoardError::Token`] for what is no letter, [`BoardError::Count`] for too many or too few.
    pub fn from_letters(shape: Shape, text: &str) -> Result<Board, BoardError> {
        let tiles = split_letters(text).iter().map(|token| parse_tile(token, 1)).collect::<Result<Vec<_>, _>>()?;
        Board::new(shape, tiles)
    }

    /// The cells and which of them touch.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The same tiles under another rule of adjacency.
    #[must_use]
    pub fn with_adjacency(mut self, adjacency: Adjacency) -> Board {
        self.shape = self.shape.with_adjacency(adjacency);
        self
    }

    /// The tile of a cell; `None` where the cell is empty or outside.
    pub fn tile(&self, cell: Cell) -> Option<&Tile> {
        self.tiles[self.shape.id(cell)?].as_ref()
    }

    /// The tiles in the order of the shape's cells, `None` for an empty one.
    pub fn tiles(&self) -> impl ExactSizeIterator<Item = Option<&Tile>> {
        self.tiles.iter().map(Option::as_ref)
    }

    /// Each cell with its tile, without the empty ones.
    pub fn cells(&self) -> impl Iterator<Item = (Cell, &Tile)> {
        self.shape.cells().zip(&self.tiles).filter_map(|(cell, tile)| Some((cell, tile.as_ref()?)))
    }

    /// Reads a board text whose lines are unbroken: a letter a tile, `Qu` together.
    ///
    /// # Errors
    /// As for the usual form.
    pub fn parse_split(text: &str) -> Result<Board, BoardError> {
        parse(text, |line| line.split_whitespace().flat_map(split_letters).collect())
    }
}

impl std::str::FromStr for Board {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Board, BoardError> {
        parse(text, |line| line.split_whitespace().map(str::to_string).collect())
    }
}

/// `AQUIT.` as `A`, `QU`, `I`, `T`, `.`.
fn split_letters(text: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let u = if matches!(c, 'q' | 'Q') { chars.next_if(|next| matches!(next, 'u' | 'U')) } else { None };
        tokens.push([Some(c), u].into_iter().flatten().collect());
    }
    tokens
}

/// What the comment lines of a board text say of it.
#[derive(Default)]
struct Headers {
    columns: bool,
    stagger: Option<Stagger>,
    free: bool,
    falling: bool,
}

impl Headers {
    /// Takes in `# name: value and free text`; every other comment passes.
    fn read(&mut self, comment: &str, line: usize) -> Result<(), BoardError> {
        let Some((name, rest)) = comment.split_once(':') else { return Ok(()) };
        let value = rest.split_whitespace().next().unwrap_or("");
        let choose = |names: [&str; 2], expected| match names.iter().position(|n| *n == value) {
            Some(n) => Ok(n == 0),
            None => Err(BoardError::Header { line, header: comment.trim().to_string(), expected }),
        };
        match name.trim() {
            "layout" => self.columns = choose(["columns", "rows"], "columns or rows")?,
            "adjacency" => self.free = choose(["free", "touching"], "free or touching")?,
            "settled" => self.falling = choose(["false", "true"], "true or false")?,
            "stagger" => {
                let up = choose(["up", "down"], "up or down")?;
                self.stagger = Some(if up { Stagger::Up } else { Stagger::Down });
            }
            _ => {}
        }
        Ok(())
    }
}

fn parse(text: &str, tokens: impl Fn(&str) -> Vec<String>) -> Result<Board, BoardError> {
    let mut headers = Headers::default();
    let mut lengths = Vec::new();
    let mut tiles = Vec::new();
    for (number, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        if let Some(comment) = line.trim_start().strip_prefix('#') {
            headers.read(comment, number + 1)?;
        } else if !line.trim().is_empty() {
            let before = tiles.len();
            for token in tokens(line) {
                tiles.push(parse_tile(&token, number + 1)?);
            }
            lengths.push(tiles.len() - before);
        }
    }
    let shape = if headers.columns {
        Shape::columns(&lengths, headers.stagger)?
    } else {
        let expected = lengths.first().copied().unwrap_or(0);
        if let Some(row) = lengths.iter().position(|&n| n != expected) {
            return Err(ShapeError::Ragged { row: row + 1, expected, found: lengths[row] }.into());
        }
        Shape::rows(lengths.len(), expected)?
    };
    let adjacency = if headers.free { Adjacency::Free } else { Adjacency::Touching };
    let mut board = Board::new(shape.with_adjacency(adjacency), tiles)?;
    board.settled = !headers.falling;
    Ok(board)
}

/// One token: `None` for an empty cell.
fn parse_tile(token: &str, line: usize) -> Result<Option<Tile>, BoardError> {
    let bad = || BoardError::Token { line, token: token.to_string() };
    let (says, tags) = token.split_once(':').map_or((token, None), |(says, tags)| (says, Some(tags)));
    if says == "." {
        return if tags.is_none() { Ok(None) } else { Err(bad()) };
    }
    let mut tile = Tile::new(Face::parse(says).ok_or_else(bad)?);
    let mut kinds = 0;
    for tag in split_tags(tags) {
        if tag.is_empty() {
            return Err(bad());
        }
        match TileKind::from_name(&tag) {
            Some(kind) => {
                tile.kind = kind;
                kinds += 1;
            }
            None => tile.tags.push(tag),
        }
    }
    if kinds > 1 {
        return Err(BoardError::TwoKinds { line, token: token.to_string() });
    }
    Ok(Some(tile))
}

/// `gold:color:#aabbcc` as `gold` and `color:#aabbcc`: a part that begins with `#` is the value of the tag before it.
fn split_tags(tags: Option<&str>) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    for part in tags.into_iter().flat_map(|tags| tags.split(':')) {
        match parts.last_mut() {
            Some(tag) if part.starts_with('#') => *tag = format!("{tag}:{part}"),
            _ => parts.push(part.to_string()),
        }
    }
    parts
}

/// Upper case where that is one character too (`ß` stays as it is).
pub(crate) fn upper(text: &str) -> String {
    text.chars()
        .map(|c| {
            let mut up = c.to_uppercase();
            match (up.next(), up.next()) {
                (Some(one), None) => one,
                _ => c,
            }
        })
        .collect()
}

impl Face {
    /// What a token without its tags says: `e`, `Qu`, `VE`, `U/M`, `SUB-`, `-ER`, `*`, `?`; `None` where it is none of these.
    pub fn parse(text: &str) -> Option<Face> {
        let letters = |part: &str| (!part.is_empty() && part.chars().all(char::is_alphabetic)).then(|| upper(part));
        match text {
            "*" => return Some(Face::Blank),
            "?" => return Some(Face::Unreadable),
            _ => {}
        }
        if text.contains('/') {
            text.split('/').map(letters).collect::<Option<Vec<_>>>().map(Face::Choice)
        } else if let Some(part) = text.strip_suffix('-') {
            letters(part).map(Face::Prefix)
        } else if let Some(part) = text.strip_prefix('-') {
            letters(part).map(Face::Suffix)
        } else {
            letters(text).map(Face::Letters)
        }
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Face::Letters(text) if text == "QU" => f.write_str("Qu"),
            Face::Letters(text) => f.write_str(text),
            Face::Choice(parts) => f.write_str(&parts.join("/")),
            Face::Prefix(text) => write!(f, "{text}-"),
            Face::Suffix(text) => write!(f, "-{text}"),
            Face::Blank => f.write_str("*"),
            Face::Unreadable => f.write_str("?"),
        }
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.face)?;
        if self.kind != TileKind::Normal {
            write!(f, ":{}", self.kind.name())?;
        }
        self.tags.iter().try_for_each(|tag| write!(f, ":{tag}"))
    }
}

impl fmt::Display for Board {
    /// The board text, headers first where they are not the default.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.shape.lines() == Lines::Columns {
            writeln!(f, "# layout: columns")?;
        }
        if let (true, Some(stagger)) = (self.shape.needs_stagger(), self.shape.stagger()) {
            writeln!(f, "# stagger: {stagger}")?;
        }
        if self.shape.adjacency() == Adjacency::Free {
            writeln!(f, "# adjacency: free")?;
        }
        if !self.settled {
            writeln!(f, "# settled: false")?;
        }
        let mut tiles = self.tiles.iter();
        for &length in self.shape.lengths() {
            let tokens: Vec<String> = tiles
                .by_ref()
                .take(length)
                .map(|tile| tile.as_ref().map_or(".".to_string(), Tile::to_string))
                .collect();
            writeln!(f, "{}", tokens.join(" "))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn tile(text: &str) -> Tile {
        parse_tile(text, 1).unwrap().unwrap()
    }

    #[test]
    fn tokens_say_what_cli_md_lists() {
        assert_eq!(tile("e").face, Face::Letters("E".into()));
        assert_eq!(tile("qu").to_string(), "Qu");
        assert_eq!(tile("Q").to_string(), "Q");
        assert_eq!(tile("ve").to_string(), "VE");
        assert_eq!(tile("U/M").face, Face::Choice(vec!["U".into(), "M".into()]));
        assert_eq!(tile("SUB-").face, Face::Prefix("SUB".into()));
        assert_eq!(tile("-ER").face, Face::Suffix("ER".into()));
        assert_eq!(tile("*").face, Face::Blank);
        assert_eq!(tile("?:covered").face, Face::Unreadable);
        assert_eq!(tile("R:gold:selected").to_string(), "R:gold:selected");
        assert_eq!(tile("R:selected:gold").kind, TileKind::Gold);
        assert_eq!(tile("R:color:#a0b1c2:selected").tags, ["color:#a0b1c2", "selected"]);
        assert_eq!(tile("ż").to_string(), "Ż");
    }

    #[test]
    fn what_is_no_board_says_why() {
        let message = |text: &str| text.parse::<Board>().unwrap_err().to_string();
        assert_eq!(message(""), "a board needs at least one tile, found none");
        assert_eq!(message("# layout: columns\n"), "a board needs at least one tile, found none");
        assert!(message("A B\nC 3").starts_with("line 2: `3` is no tile"));
        assert!(message("A:fire:gold").contains("two kinds"));
        assert!(message("A:").contains("no tile"));
        assert!(message("# layout: hexagons\nA").contains("expected columns or rows"));
        assert_eq!(message("A B C\nD E"), "row 2 has 2 tiles where the first row has 3: write `.` for an empty cell");
    }

    #[test]
    fn free_text_after_a_header_and_other_comments_pass() {
        let board: Board =
            "\u{feff}# source: a picture\r\n# layout: columns (staggered)\r\n# stagger: down\r\na b\r\nc d\r\n"
                .parse()
                .unwrap();
        assert_eq!(board.to_string(), "# layout: columns\n# stagger: down\nA B\nC D\n");
    }

    #[test]
    fn unbroken_lines_are_taken_apart() {
        let board = Board::parse_split("aqub\nq.?c").unwrap_err();
        assert!(matches!(board, BoardError::Shape(ShapeError::Ragged { .. })));
        let board = Board::parse_split("aqub\nq.?").unwrap();
        assert_eq!(board.to_string(), "A Qu B\nQ . ?\n");
    }

    fn any_tile() -> impl Strategy<Value = Option<Tile>> {
        let face = prop_oneof![
            4 => "[A-Z]{1,3}".prop_map(Face::Letters),
            1 => Just(Face::Letters("QU".into())),
            1 => prop::collection::vec("[A-ZĄŻ]{1,2}", 2..4).prop_map(Face::Choice),
            1 => "[A-Z]{1,3}".prop_map(Face::Prefix),
            1 => "[A-Z]{1,3}".prop_map(Face::Suffix),
            1 => Just(Face::Blank),
            1 => Just(Face::Unreadable),
        ];
        let tags = prop::collection::vec(prop_oneof!["selected", "covered", "color:#[0-9a-f]{6}"], 0..3);
        prop::option::weighted(
            0.9,
            (face, prop::sample::select(&TileKind::ALL[..]), tags).prop_map(|(face, kind, tags)| Tile {
                face,
                kind,
                tags,
            }),
        )
    }

    fn any_board() -> impl Strategy<Value = Board> {
        crate::grid::tests::any_shape().prop_flat_map(|shape| {
            let tiles = prop::collection::vec(any_tile(), shape.len());
            (tiles, prop::bool::ANY).prop_map(move |(tiles, settled)| {
                let mut board = Board::new(shape.clone(), tiles).unwrap();
                board.settled = settled;
                board
            })
        })
    }

    proptest! {
        #[test]
        fn a_printed_board_parses_back(board in any_board()) {
            prop_assert_eq!(board.to_string().parse::<Board>(), Ok(board));
        }

        #[test]
        fn no_text_panics(text in "(# (layout|stagger): ?[a-z]{0,7}\n)?[A-Za-z?*.:/# \n-]{0,80}") {
            let _ = text.parse::<Board>();
            let _ = Board::parse_split(&text);
        }
    }
}
