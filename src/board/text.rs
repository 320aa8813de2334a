//! The board text: parsing and printing. Its form is in the [module above](super).

use super::tags::{nearest_tag, split_tags};
use super::{Adjacency, Board, Face, Lines, Shape, ShapeError, Stagger, Tile, TileKind};
use std::fmt;

/// The error of parsing or building a board. Lines and tokens are counted from 1.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// A token is not a tile.
    #[error(
        "line {line}: expected a tile, found `{token}`: write letters such as `E`, `QU`, `SUB-`, `-ER` or `U/M` with optional :tags, or `*`, `?`, `.`"
    )]
    Token {
        /// The line of the text.
        line: usize,
        /// The token.
        token: String,
    },
    /// A tag is a known one misspelled.
    #[error(
        "line {line}: expected a tag such as `{name}`, found `{tag}`: write `{name}`, or a tag that differs by two letters or more"
    )]
    Tag {
        /// The line of the text.
        line: usize,
        /// The tag.
        tag: String,
        /// The known tag.
        name: &'static str,
    },
    /// A token has two kinds.
    #[error("line {line}: expected one kind, found two in `{token}`: keep one of fire, green, gold, sapphire, diamond")]
    TwoKinds {
        /// The line of the text.
        line: usize,
        /// The token.
        token: String,
    },
    /// A header has an unknown value.
    #[error("line {line}: expected {expected}, found `{header}`: use one of them")]
    Header {
        /// The line of the text.
        line: usize,
        /// The header line without its `#`.
        header: String,
        /// The values that the header can have.
        expected: String,
    },
    /// The lines do not make a shape.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// The number of tiles is not the shape's number of cells.
    #[error("expected {expected} tiles for this shape, found {found}: write one for each cell, `.` for an empty one")]
    Count {
        /// The number of cells.
        expected: usize,
        /// The number of tiles.
        found: usize,
    },
}

impl Board {
    /// A board of `shape` from text without spaces: one letter per tile, `qu` as one tile, `.` and `?` as in board
    /// texts.
    ///
    /// ```
    /// use hexlex::board::{Board, Shape};
    /// let board = Board::from_letters(Shape::rows(2, 2)?, "quit.")?;
    /// assert_eq!(board.to_string(), "Qu I\nT .\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`BoardError::Token`] for a character that is not a tile, [`BoardError::Count`] for too many or too few.
    pub fn from_letters(shape: Shape, text: &str) -> Result<Board, BoardError> {
        let tiles = split_letters(text).iter().map(|token| parse_tile(token, 1)).collect::<Result<Vec<_>, _>>()?;
        Board::new(shape, tiles)
    }

    /// Parses lines without spaces: one letter per tile, `Qu` as one tile.
    ///
    /// # Errors
    /// As for [`FromStr`](std::str::FromStr).
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

/// The values of the header lines.
struct Headers {
    lines: Lines,
    stagger: Option<Stagger>,
    adjacency: Adjacency,
    settled: bool,
}

impl Headers {
    /// Reads `# name: value and free text`; ignores every other comment.
    fn read(&mut self, comment: &str, line: usize) -> Result<(), BoardError> {
        let Some((name, rest)) = comment.split_once(':') else { return Ok(()) };
        let value = rest.split_whitespace().next().unwrap_or("");
        let unknown = |expected: String| BoardError::Header { line, header: comment.trim().to_string(), expected };
        match name.trim() {
            "layout" => {
                self.lines = one_of(value, [("columns", Lines::Columns), ("rows", Lines::Rows)]).map_err(unknown)?;
            }
            "adjacency" => {
                let rules = [("free", Adjacency::Free), ("touching", Adjacency::Touching)];
                self.adjacency = one_of(value, rules).map_err(unknown)?;
            }
            "settled" => self.settled = one_of(value, [("true", true), ("false", false)]).map_err(unknown)?,
            "stagger" => {
                let stagger = one_of(value, [("up", Stagger::Up), ("down", Stagger::Down)]).map_err(unknown)?;
                self.stagger = Some(stagger);
            }
            _ => {}
        }
        Ok(())
    }

    /// The shape of lines of these lengths.
    fn shape(&self, lengths: &[usize]) -> Result<Shape, ShapeError> {
        let shape = match self.lines {
            Lines::Columns => Shape::columns(lengths, self.stagger)?,
            Lines::Rows => {
                let expected = lengths.first().copied().unwrap_or(0);
                if let Some(row) = lengths.iter().position(|&n| n != expected) {
                    return Err(ShapeError::Ragged { row: row + 1, expected, found: lengths[row] });
                }
                Shape::rows(lengths.len(), expected)?
            }
        };
        Ok(shape.with_adjacency(self.adjacency))
    }
}

/// The meaning of a header's value; as error the names that it can have.
fn one_of<T>(value: &str, choices: [(&str, T); 2]) -> Result<T, String> {
    let names = choices.each_ref().map(|(name, _)| *name);
    let found = choices.into_iter().find(|(name, _)| *name == value);
    found.map(|(_, meaning)| meaning).ok_or_else(|| names.join(" or "))
}

fn parse(text: &str, tokens: impl Fn(&str) -> Vec<String>) -> Result<Board, BoardError> {
    let mut headers = Headers { lines: Lines::Rows, stagger: None, adjacency: Adjacency::Touching, settled: true };
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
    let mut board = Board::new(headers.shape(&lengths)?, tiles)?;
    board.settled = headers.settled;
    Ok(board)
}

/// The tile of one token; `None` for an empty cell.
fn parse_tile(token: &str, line: usize) -> Result<Option<Tile>, BoardError> {
    let bad = || BoardError::Token { line, token: token.to_string() };
    let (face, tags) = token.split_once(':').map_or((token, None), |(face, tags)| (face, Some(tags)));
    if face == "." {
        return if tags.is_none() { Ok(None) } else { Err(bad()) };
    }
    let mut tile = Tile::new(Face::parse(face).ok_or_else(bad)?);
    let mut kinds = 0;
    for tag in split_tags(tags).ok_or_else(bad)? {
        if tag.is_empty() || tag.chars().any(char::is_control) {
            return Err(bad());
        }
        match TileKind::from_name(&tag) {
            Some(kind) => {
                tile.kind = kind;
                kinds += 1;
            }
            None => match nearest_tag(&tag) {
                Some(name) => return Err(BoardError::Tag { line, tag, name }),
                None => tile.tags.push(tag),
            },
        }
    }
    if kinds > 1 {
        return Err(BoardError::TwoKinds { line, token: token.to_string() });
    }
    Ok(Some(tile))
}

/// The text in upper case; a letter whose upper case is not one character, such as `ß`, stays as it is.
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
    /// The face of a token without its tags: `e`, `Qu`, `VE`, `U/M`, `SUB-`, `-ER`, `*`, `?`; `None` for any other text.
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
    /// The board text; first the headers that differ from the default.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shape = self.shape();
        if shape.lines() == Lines::Columns {
            writeln!(f, "# layout: columns")?;
        }
        if let (true, Some(stagger)) = (shape.needs_stagger(), shape.stagger()) {
            writeln!(f, "# stagger: {stagger}")?;
        }
        if shape.adjacency() == Adjacency::Free {
            writeln!(f, "# adjacency: free")?;
        }
        if !self.settled {
            writeln!(f, "# settled: false")?;
        }
        let mut tiles = self.tiles();
        for &length in shape.lengths() {
            let tokens: Vec<String> =
                tiles.by_ref().take(length).map(|tile| tile.map_or(".".to_string(), Tile::to_string)).collect();
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
    fn every_form_of_a_token_parses() {
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
    fn a_text_that_is_not_a_board_is_refused_with_the_reason() {
        let message = |text: &str| text.parse::<Board>().unwrap_err().to_string();
        let empty = "expected at least one tile, found none: write a line of tiles for each row or column";
        assert_eq!(message(""), empty);
        assert_eq!(message("# layout: columns\n"), empty);
        assert!(message("A B\nC 3").starts_with("line 2: expected a tile, found `3`: "));
        assert!(message("A:fire:gold").contains("expected one kind, found two in `A:fire:gold`: "));
        assert!(message("A:").contains("expected a tile, found `A:`: "));
        assert!(message("# layout: hexagons\nA").contains("expected columns or rows"));
        assert_eq!(
            message("A B C\nD E"),
            "expected 3 tiles in row 2 as in row 1, found 2: write `.` for an empty cell"
        );
    }

    #[test]
    fn a_value_without_a_tag_is_refused() {
        for text in ["A:#x:fire", "A:#x", "A:fire:#x", "A::#x", "A:x\u{1b}[31m", "A:\u{9b}"] {
            assert!(matches!(text.parse::<Board>(), Err(BoardError::Token { .. })), "{text:?}");
        }
        let board: Board = "A:color:#x:fire B".parse().unwrap();
        assert_eq!(board.to_string(), "A:fire:color:#x B\n");
        assert_eq!(board.to_string().parse(), Ok(board));
    }

    #[test]
    fn free_text_after_a_header_and_other_comments_are_ignored() {
        let board: Board =
            "\u{feff}# source: a picture\r\n# layout: columns (staggered)\r\n# stagger: down\r\na b\r\nc d\r\n"
                .parse()
                .unwrap();
        assert_eq!(board.to_string(), "# layout: columns\n# stagger: down\nA B\nC D\n");
    }

    #[test]
    fn lines_without_spaces_are_split_into_tiles() {
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
        crate::board::any_shape().prop_flat_map(|shape| {
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
