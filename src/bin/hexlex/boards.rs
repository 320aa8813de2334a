//! Board texts as they are typed or piped in, under `--split` and `--shape`.

use anyhow::{Context, Result, anyhow, bail};
use hexlex::board::{Board, Shape};
use std::path::Path;

/// Reads a board text; `shape`, where it is given, says how its tiles lie, whatever its lines are.
pub(crate) fn parse(text: &str, name: &str, split: bool, shape: Option<&Shape>) -> Result<Board> {
    let board = match shape {
        Some(shape) if split => Board::from_letters(shape.clone(), &letters(text)),
        _ if split => Board::parse_split(text),
        _ => text.parse(),
    };
    let board = board.with_context(|| format!("cannot read {name} as a board text"))?;
    match shape {
        Some(shape) if !split => reshaped(board, shape).with_context(|| format!("{name} does not fit --shape")),
        _ => Ok(board),
    }
}

/// The texts of the boards in a text, which a line `--` stands between, as `roll --text` writes them, or each of which
/// begins with its `# source:`, as `read` does. Each begins with as many empty lines as stand before it, so that
/// errors count lines from the beginning of it all.
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
    // A separator at an end stands between nothing.
    let several = texts.len() > 1 && texts.iter().any(|text| !letters(text).is_empty());
    if several {
        texts.retain(|text| !letters(text).is_empty());
    }
    texts
}

/// The line between boards.
pub(crate) const SEPARATOR: &str = "--";
/// How the line begins that says where a board is from.
pub(crate) const SOURCE: &str = "# source:";

/// Whether a text that was taken as it stands looks as if its lines should have been split: each token is a word, and
/// letter by letter they make a board.
pub(crate) fn wants_split(text: &str, shape: Option<&Shape>) -> bool {
    let lines: Vec<Vec<&str>> = text
        .lines()
        .map(|line| line.trim_start_matches('\u{feff}').trim())
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| line.split_whitespace().collect())
        .collect();
    // Some games have tiles of two letters; there, several stand in a line.
    let shortest = if lines.iter().all(|line| line.len() == 1) { 2 } else { 3 };
    let is_word = |token: &&str| {
        token.chars().all(char::is_alphabetic) && token.chars().count() >= shortest && !token.eq_ignore_ascii_case("qu")
    };
    !lines.is_empty() && lines.iter().flatten().all(is_word) && parse(text, "", true, shape).is_ok()
}

/// What to say then.
pub(crate) const SPLIT_HINT: &str = "if these are lines of letters, say --split: a letter a tile, Qu together";

/// Reads the bytes of a file of this name as a board text.
pub(crate) fn from_bytes(bytes: Vec<u8>, path: &Path) -> Result<Board> {
    let text = String::from_utf8(bytes).map_err(|_| anyhow!("{}: expected UTF-8 text", path.display()))?;
    text.parse().with_context(|| format!("cannot read {} as a board text", path.display()))
}

/// What stands in a text besides comments and white space.
fn letters(text: &str) -> String {
    let lines = text.trim_start_matches('\u{feff}').lines().filter(|line| !line.trim_start().starts_with('#'));
    lines.flat_map(|line| line.chars().filter(|c| !c.is_whitespace())).collect()
}

fn reshaped(board: Board, shape: &Shape) -> Result<Board> {
    let shape = shape.clone().with_adjacency(board.shape().adjacency());
    let settled = board.settled;
    let mut board = Board::new(shape, board.tiles().map(|tile| tile.cloned()).collect())?;
    board.settled = settled;
    Ok(board)
}

/// A board of unbroken letters, `q` standing for `Qu`. Without a shape, the number of letters tells it.
pub(crate) fn from_line(line: &str, shape: Option<&Shape>) -> Result<Board> {
    let shape = match shape {
        Some(shape) => shape.clone(),
        None => shape_of(line.chars().count())?,
    };
    Ok(Board::from_letters(shape, &line.to_lowercase().replace('q', "qu"))?)
}

/// 52 letters are Bookworm's columns, a square number a square.
pub(crate) fn shape_of(letters: usize) -> Result<Shape> {
    let bookworm = Shape::bookworm();
    if letters == bookworm.len() {
        return Ok(bookworm);
    }
    let side = letters.isqrt();
    if side * side != letters {
        bail!("{letters} letters make no square and not the 52 of bookworm: say the --shape");
    }
    Ok(Shape::rows(side, side)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_letters_tells_the_shape() {
        let shape = |n: usize| from_line(&"a".repeat(n), None).map(|board| board.shape().to_string());
        assert_eq!(shape(16).unwrap(), "4x4");
        assert_eq!(shape(25).unwrap(), "5x5");
        assert_eq!(shape(52).unwrap(), "7,8,7,8,7,8,7");
        assert_eq!(
            shape(17).unwrap_err().to_string(),
            "17 letters make no square and not the 52 of bookworm: say the --shape"
        );
        assert!(shape(0).unwrap_err().to_string().starts_with("expected at least one tile, found none: "));
    }

    #[test]
    fn q_stands_for_a_tile_of_two_letters() {
        assert_eq!(from_line("aqub", None).unwrap().to_string(), "A Qu\nU B\n");
    }

    #[test]
    fn boards_are_told_apart_and_keep_the_numbers_of_their_lines() {
        assert_eq!(texts("A B\n--\nC D\n"), ["A B\n", "\n\nC D\n"]);
        assert_eq!(texts("--\r\nA B\r\n -- \n\n--"), ["\nA B\n"]);
        assert_eq!(texts("A-\n--B\n").len(), 1);
        for nothing in ["", "--\n"] {
            assert!(parse(&texts(nothing)[0], "x", false, None).is_err(), "{nothing}");
        }
        let error = parse(&texts("A B\n--\n# no tile\nC 3\n")[1], "x", false, None).unwrap_err();
        assert!(format!("{error:#}").contains("line 4: expected a tile, found `3`"), "{error:#}");
    }

    #[test]
    fn words_are_told_from_tiles() {
        let shape: Shape = "4x4".parse().unwrap();
        for words in ["cats\nrole\nnide\ntsar\n", "\u{feff}# a board\nat\nno", "cats role\nnide tsar"] {
            assert!(wants_split(words, None), "{words}");
        }
        assert!(wants_split("catsrole nidetsar", Some(&shape)) && !wants_split("cats", Some(&shape)));
        for tiles in ["A B\nC D", "IN TH\nER AN", "Qu I\nT S", "Qu\nA", "CATS:fire\nDOGS", "cats\nno", "", "VE A\nB C"]
        {
            assert!(!wants_split(tiles, None), "{tiles}");
        }
    }

    #[test]
    fn a_shape_lays_the_tiles_out_anew() {
        let shape: Shape = "2,3".parse().unwrap();
        let columns = "# layout: columns\nA Qu\nI C K\n";
        assert_eq!(parse("aqu\nick", "x", true, Some(&shape)).unwrap().to_string(), columns);
        assert_eq!(parse("A Qu I C K", "x", false, Some(&shape)).unwrap().to_string(), columns);
        let error = parse("A B C D", "x", false, Some(&shape)).unwrap_err();
        assert!(format!("{error:#}").starts_with("x does not fit --shape: expected 5 tiles for this shape, found 4: "));
    }
}
