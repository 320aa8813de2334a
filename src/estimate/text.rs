//! Recorded moves as text: boards with a line `--` between them, each below the headers of its move.
//!
//! ```text
//! # played: CATS 3,2 3,3 4,3 4,4
//! # score: 1200
//! # level: 2
//! # layout: columns
//! ...
//! --
//! # scrambled
//! # layout: columns
//! ...
//! --
//! # game: 2
//! ```
//!
//! `played` has the word and, where they are known, its tiles in any order as line and tile, both counted from 1. `score` and
//! `level` are those before the move. Without `played` and `scrambled`, the move was not seen. `game` begins another game.

use super::{Move, Played};
use crate::board::{Board, BoardError, Cell};

/// A text that is not recorded moves.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MovesError {
    /// One of the boards cannot be read.
    #[error("board {number}: {error}")]
    Board {
        /// Its number, from 1.
        number: usize,
        /// What is wrong.
        error: BoardError,
    },
    /// A header has a value that is not one.
    #[error("board {number}: expected {expected}, found `{found}`: correct the line")]
    Header {
        /// The board's number, from 1.
        number: usize,
        /// What the header may have.
        expected: &'static str,
        /// The line.
        found: String,
    },
}

/// The moves of a text of one game, or of several one after the other.
///
/// # Errors
/// [`MovesError`] where a board or a header cannot be read.
pub fn parse(text: &str) -> Result<Vec<Move>, MovesError> {
    Ok(parse_games(text)?.concat())
}

/// The moves of each game of a text.
///
/// # Errors
/// [`MovesError`] where a board or a header cannot be read.
pub fn parse_games(text: &str) -> Result<Vec<Vec<Move>>, MovesError> {
    let mut games: Vec<Vec<Move>> = Vec::new();
    let mut part = String::new();
    // The number of lines before this part.
    let mut first = 0;
    let mut number = 0;
    for (at, line) in text.lines().chain([SEPARATOR]).enumerate() {
        if line.trim() != SEPARATOR {
            part.push_str(line);
            part.push('\n');
            continue;
        }
        let is_tiles = |line: &str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
        if part.lines().any(is_tiles) {
            number += 1;
            let begins = part.lines().any(|line| value_of(line, "game").is_some()) || games.is_empty();
            if begins {
                games.push(Vec::new());
            }
            // Again with empty lines in place of those before it, so that errors have the line numbers of the whole.
            let played = parse_move(&part, number).or_else(|_| parse_move(&("\n".repeat(first) + &part), number))?;
            games.last_mut().into_iter().for_each(|game| game.push(played.clone()));
            part.clear();
            first = at + 1;
        }
    }
    Ok(games)
}

/// The largest score: more than any game has, and a number that every profile can hold.
const MOST_SCORE: u64 = 1_000_000_000;

/// The line between two boards.
const SEPARATOR: &str = "--";

/// The value of a header line with this name.
fn value_of<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let rest = line.trim().strip_prefix('#')?.trim_start().strip_prefix(name)?;
    rest.strip_prefix(':').map(str::trim)
}

fn parse_move(text: &str, number: usize) -> Result<Move, MovesError> {
    let board: Board = text.parse().map_err(|error| MovesError::Board { number, error })?;
    let mut played = Move { board, played: Played::Unseen, score: None, level: None };
    for line in text.lines() {
        let wrong = |expected| MovesError::Header { number, expected, found: line.trim().to_string() };
        if line.trim().trim_start_matches('#').trim() == "scrambled" {
            played.played = Played::Scramble;
        } else if let Some(word) = value_of(line, "played").filter(|word| *word != "-") {
            played.played = parse_word(word).ok_or_else(|| wrong("a word and its tiles, as in CAT 1,2 1,3 2,3"))?;
        } else if let Some(score) = value_of(line, "score") {
            let score = score.parse().ok().filter(|&score| score <= MOST_SCORE);
            played.score = Some(score.ok_or_else(|| wrong("a score of at most 1000000000, as in 1200"))?);
        } else if let Some(level) = value_of(line, "level") {
            let level = level.parse().ok().filter(|&level| level > 0);
            played.level = Some(level.ok_or_else(|| wrong("a level from 1"))?);
        }
    }
    Ok(played)
}

/// A word with or without its tiles.
fn parse_word(text: &str) -> Option<Played> {
    let mut parts = text.split_whitespace();
    let word = parts.next().filter(|word| word.chars().all(|c| c.is_ascii_alphabetic()))?.to_uppercase();
    let cell = |part: &str| {
        let (line, index) = part.split_once(',')?;
        let from_1 = |number: &str| number.parse::<usize>().ok()?.checked_sub(1);
        Some(Cell { line: from_1(line)?, index: from_1(index)? })
    };
    let tiles: Vec<Cell> = parts.map(cell).collect::<Option<_>>()?;
    Some(Played::Word { word, tiles: Some(tiles).filter(|tiles| !tiles.is_empty()) })
}

impl Move {
    /// The move as a part of such a text, without the line between boards.
    pub fn text(&self) -> String {
        let mut text = match &self.played {
            Played::Word { word, tiles } => {
                let tiles = tiles.iter().flatten().map(|cell| format!(" {},{}", cell.line + 1, cell.index + 1));
                format!("# played: {word}{}\n", tiles.collect::<String>())
            }
            Played::Scramble => "# scrambled\n".to_string(),
            Played::Unseen => String::new(),
        };
        if let Some(score) = self.score {
            text += &format!("# score: {score}\n");
        }
        if let Some(level) = self.level {
            text += &format!("# level: {level}\n");
        }
        text + &self.board.to_string()
    }
}
