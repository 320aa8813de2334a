//! Boards from text: a file or standard input with one or several board texts, or one board a line.

use crate::file_kind;
use anyhow::{Context, Result, bail, ensure};
use hexlex::board::{Board, Shape};
use std::path::Path;

/// What the tiles of a typed board are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TypedTiles {
    /// What stands between spaces.
    Spaced,
    /// Each letter, as `--split` asks for.
    Letters,
}

impl TypedTiles {
    pub(crate) fn of(split: bool) -> TypedTiles {
        if split { TypedTiles::Letters } else { TypedTiles::Spaced }
    }
}

/// The board of a typed text.
///
/// # Errors
/// As [`parse`], or if the text is words and not tiles, with what to do.
pub(crate) fn parse_typed(text: &str, name: &str, shape: Option<&Shape>, tiles: TypedTiles) -> Result<Board> {
    if tiles == TypedTiles::Letters {
        if shape.is_none() {
            refuse_rows_in_one_line(text).with_context(|| name.to_string())?;
        }
        return parse_letters(text, name, shape);
    }
    refuse_words(text, shape).with_context(|| name.to_string())?;
    parse(text, name, shape)
}

/// The board of a text named `name`. A given shape takes the tiles in their order, whatever the lines of the text are.
///
/// # Errors
/// If the text is not a board text, or has another number of tiles than the shape.
fn parse(text: &str, name: &str, shape: Option<&Shape>) -> Result<Board> {
    let board = text.parse().with_context(|| name.to_string())?;
    match shape {
        Some(shape) => reshaped(board, shape, name),
        None => Ok(board),
    }
}

/// As [`parse`], but each letter of the text is a tile, and `Qu` is one.
///
/// # Errors
/// As [`parse`].
fn parse_letters(text: &str, name: &str, shape: Option<&Shape>) -> Result<Board> {
    let board = match shape {
        Some(shape) => Board::from_letters(shape.clone(), &letters(text)),
        None => Board::parse_split(text),
    };
    board.with_context(|| name.to_string())
}

/// The board texts of a text. A line `--` separates them (`roll --text`), or each begins with `# source:` (`read`).
///
/// Each begins with empty lines in place of the lines before it, so that errors have the line numbers of the whole.
pub(crate) fn texts(text: &str) -> Vec<String> {
    let mut texts = vec![String::new()];
    for (number, line) in text.lines().enumerate() {
        if line.trim() == SEPARATOR {
            texts.push("\n".repeat(number + 1));
            continue;
        }
        if line.starts_with(SOURCE) && texts.last().is_some_and(|last| !letters(last).is_empty()) {
            texts.push("\n".repeat(number));
        }
        if let Some(last) = texts.last_mut() {
            last.push_str(line);
            last.push('\n');
        }
    }
    // A separator at the beginning or end makes an empty text.
    let several = texts.len() > 1 && texts.iter().any(|text| !letters(text).is_empty());
    if several {
        texts.retain(|text| !letters(text).is_empty());
    }
    texts
}

/// The line between two boards of a text.
pub(crate) const SEPARATOR: &str = "--";
/// The beginning of the header that names the input of a board.
pub(crate) const SOURCE: &str = "# source:";

/// Checks that a text is not words, with `--split` forgotten or as a word list: most of its tokens are words of several letters.
///
/// # Errors
/// If it is, with what to do.
fn refuse_words(text: &str, shape: Option<&Shape>) -> Result<()> {
    let lines = tokens(text);
    // Some games have tiles of two letters, but then with several tiles in a line.
    let shortest = if lines.iter().all(|line| line.len() == 1) { 2 } else { 3 };
    let is_word = |token: &&&str| {
        token.chars().all(char::is_alphabetic) && token.chars().count() >= shortest && !token.eq_ignore_ascii_case("qu")
    };
    let words = lines.iter().flatten().filter(is_word).count();
    if 2 * words <= lines.iter().flatten().count() {
        return Ok(());
    }
    let all = letters(text);
    if lines.len() == 1
        && shape.is_none()
        && let Ok(shape) = shape_of(all.chars().count())
    {
        bail!("expected one letter a tile, found {} letters in one line: use --split --shape {shape}", shape.len());
    }
    ensure!(
        parse_letters(text, "", shape).is_err(),
        "expected spaces between tiles, found words of several letters: use --split to take each letter as a tile"
    );
    bail!(
        "expected a board, found a list of {words} words: write a space between tiles (C A T), or use --split for lines of as \
         many letters each; to search a board for these words, use --lexicon FILE"
    );
}

/// An error where the only line of a text has several rows of letters.
fn refuse_rows_in_one_line(text: &str) -> Result<()> {
    // `Qu` is one tile.
    let tiles = |row: &&str| Board::parse_split(row).map_or(0, |board| board.shape().len());
    if let [rows] = &tokens(text)[..]
        && let [first, _, ..] = rows[..]
        && rows.iter().all(|row| tiles(row) == tiles(&first) && tiles(row) > 1)
    {
        bail!(
            "expected one row per line with --split, found {} rows in one line: write each on its own line, or pass --shape {}x{}",
            rows.len(),
            tiles(&first),
            rows.len()
        );
    }
    Ok(())
}

/// The tokens of each line that is neither empty nor a comment.
fn tokens(text: &str) -> Vec<Vec<&str>> {
    text.lines()
        .map(|line| line.trim_start_matches('\u{feff}').trim())
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| line.split_whitespace().collect())
        .collect()
}

/// The board of a board text in a file.
///
/// # Errors
/// If the bytes are not UTF-8, or not a board text.
pub(crate) fn from_bytes(bytes: Vec<u8>, path: &Path) -> Result<Board> {
    let text = file_kind::text(bytes, path, "a board text")?;
    text.parse().with_context(|| path.display().to_string())
}

/// A text without comments and white space.
fn letters(text: &str) -> String {
    let lines = text.trim_start_matches('\u{feff}').lines().filter(|line| !line.trim_start().starts_with('#'));
    lines.flat_map(|line| line.chars().filter(|c| !c.is_whitespace())).collect()
}

/// The tiles of a board, in their order, on another shape.
fn reshaped(board: Board, shape: &Shape, name: &str) -> Result<Board> {
    let (expected, found) = (shape.len(), board.shape().len());
    ensure!(
        expected == found,
        "{name}: expected {expected} tiles for --shape {shape}, found {found}: leave --shape out or correct the text"
    );
    let shape = shape.clone().with_adjacency(board.shape().adjacency());
    let settled = board.settled;
    let mut board = Board::new(shape, board.tiles().map(|tile| tile.cloned()).collect())?;
    board.settled = settled;
    Ok(board)
}

/// The board of a line of unbroken letters, with `q` for `Qu`. Without a shape, the number of letters determines it.
///
/// # Errors
/// If the number of letters fits no shape, or not the given one.
pub(crate) fn from_line(line: &str, shape: Option<&Shape>) -> Result<Board> {
    let shape = match shape {
        Some(shape) => shape.clone(),
        None => shape_of(line.chars().count())?,
    };
    Ok(Board::from_letters(shape, &line.to_lowercase().replace('q', "qu"))?)
}

/// Bookworm's shape for 52 letters, a square for a square number.
///
/// # Errors
/// For any other number.
pub(crate) fn shape_of(letters: usize) -> Result<Shape> {
    let bookworm = Shape::bookworm();
    if letters == bookworm.len() {
        return Ok(bookworm);
    }
    let side = letters.isqrt();
    ensure!(
        side * side == letters,
        "expected a square number of letters or Bookworm's 52, found {letters}: give the shape with --shape"
    );
    Ok(Shape::rows(side, side)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_letters_determines_the_shape() {
        let shape = |n: usize| from_line(&"a".repeat(n), None).map(|board| board.shape().to_string());
        assert_eq!(shape(16).unwrap(), "4x4");
        assert_eq!(shape(25).unwrap(), "5x5");
        assert_eq!(shape(52).unwrap(), "7,8,7,8,7,8,7");
        assert_eq!(
            shape(17).unwrap_err().to_string(),
            "expected a square number of letters or Bookworm's 52, found 17: give the shape with --shape"
        );
        assert!(shape(0).unwrap_err().to_string().starts_with("expected at least one tile, found none: "));
    }

    #[test]
    fn q_stands_for_a_tile_of_two_letters() {
        assert_eq!(from_line("aqub", None).unwrap().to_string(), "A Qu\nU B\n");
    }

    #[test]
    fn boards_are_separated_and_keep_their_line_numbers() {
        assert_eq!(texts("A B\n--\nC D\n"), ["A B\n", "\n\nC D\n"]);
        assert_eq!(texts("--\r\nA B\r\n -- \n\n--"), ["\nA B\n"]);
        assert_eq!(texts("A-\n--B\n").len(), 1);
        for nothing in ["", "--\n"] {
            assert!(parse(&texts(nothing)[0], "x", None).is_err(), "{nothing}");
        }
        let error = parse(&texts("A B\n--\n# no tile\nC 3\n")[1], "x", None).unwrap_err();
        assert!(format!("{error:#}").contains("line 4: expected a tile, found `3`"), "{error:#}");
    }

    #[test]
    fn words_are_distinguished_from_tiles() {
        let shape: Shape = "4x4".parse().unwrap();
        let refusal =
            |text: &str, shape: Option<&Shape>| refuse_words(text, shape).err().map(|error| error.to_string());
        for words in ["cats\nrole\nnide\ntsar\n", "\u{feff}# a board\nat\nno", "cats role\nnide tsar"] {
            assert!(refusal(words, None).is_some_and(|error| error.contains("use --split")), "{words}");
        }
        assert!(refusal("catsrole nidetsar", Some(&shape)).is_some_and(|error| error.contains("use --split")));
        for words in ["apple\nbanana\ncherry", "a\naardvark\nabacus\n", "cats\nno", "the quick fox\njumps over\nit"] {
            assert!(refusal(words, None).is_some_and(|error| error.contains("found a list of")), "{words}");
        }
        for tiles in
            ["A B\nC D", "IN TH\nER AN", "Qu I\nT S", "Qu\nA", "CATS:fire\nDOGS", "", "VE A\nB C", "ING A\nSUB- *"]
        {
            assert_eq!(refusal(tiles, None), None, "{tiles}");
        }
    }

    #[test]
    fn a_shape_rearranges_the_tiles() {
        let shape: Shape = "2,3".parse().unwrap();
        let columns = "# layout: columns\nA Qu\nI C K\n";
        assert_eq!(parse_letters("aqu\nick", "x", Some(&shape)).unwrap().to_string(), columns);
        assert_eq!(parse("A Qu I C K", "x", Some(&shape)).unwrap().to_string(), columns);
        let error = parse("A B C D", "x", Some(&shape)).unwrap_err();
        let expected = "x: expected 5 tiles for --shape 2,3, found 4: leave --shape out or correct the text";
        assert_eq!(error.to_string(), expected);
    }
}
