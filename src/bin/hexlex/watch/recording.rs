//! A folder of the boards of a game, with their words, the words that were played and a summary. `docs/record.md` describes it.

use super::points::Points;
use crate::outputs;
use anyhow::{Context, Result};
use hexlex::board::{Board, Face, Tile};
use hexlex::pixels::Frame;
use hexlex::solve::FoundWord;
use std::fmt::Write as _;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// A recording that goes on after the boards of earlier runs.
pub(super) struct Recording {
    folder: PathBuf,
    /// The number of the next board.
    next: usize,
    /// The board that is played on.
    open: Option<OpenTurn>,
    turns: Vec<Turn>,
}

/// A board on which no word was played yet.
struct OpenTurn {
    number: usize,
    board: Board,
    since: Instant,
    /// The best word that was not played on it yet.
    best: Option<FoundWord>,
    points: Points,
}

/// A turn that is over.
struct Turn {
    board: usize,
    seconds: f64,
    /// The word that was played; `None` where that was not seen.
    played: Option<FoundWord>,
    best: Option<FoundWord>,
    points: Points,
}

impl Recording {
    pub(super) fn new(folder: &Path) -> Result<Recording> {
        outputs::create_folder(folder)?;
        let entries = std::fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
        let number = |entry: std::io::Result<std::fs::DirEntry>| -> Option<usize> {
            let name = entry.ok()?.file_name().into_string().ok()?;
            name.strip_prefix("board-")?.split('.').next()?.parse().ok()
        };
        let next = entries.filter_map(number).max().unwrap_or(0) + 1;
        Ok(Recording { folder: folder.to_path_buf(), next, open: None, turns: Vec::new() })
    }

    /// Writes a board with its words, best first, in place of the one of the same turn.
    pub(super) fn add(&mut self, frame: &Frame, board: &Board, words: &[FoundWord], points: Points) -> Result<()> {
        let number = self.open.as_ref().map_or(self.next, |open| open.number);
        let file = |end: &str| self.folder.join(format!("board-{number:05}.{end}"));
        outputs::write_png(frame.pixels(), &file("png"))?;
        outputs::write_bytes(board.to_string().as_bytes(), &file("txt"))?;
        outputs::write_bytes(words_text(words, points).as_bytes(), &file("tsv"))?;
        let since = self.open.as_ref().map_or_else(Instant::now, |open| open.since);
        self.open = Some(OpenTurn { number, board: board.clone(), since, best: words.first().cloned(), points });
        self.next = number + 1;
        Ok(())
    }

    /// Ends the turn of the last board with the word that was played, where it was seen, if the new board is another one: tiles
    /// that could not be read at first do not end it.
    pub(super) fn end_turn(&mut self, new: &Board, played: Option<FoundWord>) -> Result<()> {
        if self.open.as_ref().is_some_and(|open| is_same(&open.board, new)) {
            return Ok(());
        }
        let Some(OpenTurn { number: board, since, best, points, .. }) = self.open.take() else { return Ok(()) };
        self.write_turn(Turn { board, seconds: since.elapsed().as_secs_f64(), played, best, points })
    }

    /// Keeps a word that was played on a board that stays, as a turn; `next` is the best word that was not played yet.
    pub(super) fn add_word(&mut self, played: FoundWord, next: Option<FoundWord>) -> Result<()> {
        let Some(open) = &mut self.open else { return Ok(()) };
        let seconds = open.since.elapsed().as_secs_f64();
        open.since = Instant::now();
        let best = std::mem::replace(&mut open.best, next);
        let turn = Turn { board: open.number, seconds, played: Some(played), best, points: open.points };
        self.write_turn(turn)
    }

    fn write_turn(&mut self, turn: Turn) -> Result<()> {
        self.turns.push(turn);
        let file = self.folder.join("turns.tsv");
        let header = if file.exists() { "" } else { TURNS_HEADER };
        let line = self.turns.last().map_or_else(String::new, turn_line);
        let opened = OpenOptions::new().create(true).append(true).open(&file);
        opened
            .and_then(|mut file| file.write_all(format!("{header}{line}").as_bytes()))
            .with_context(|| format!("cannot write {}", file.display()))
    }

    /// Writes the summary, and returns it; `None` where no turn was seen.
    pub(super) fn finish(&self) -> Result<Option<String>> {
        if self.turns.is_empty() {
            return Ok(None);
        }
        let text = summary(&self.turns);
        outputs::write_bytes(text.as_bytes(), &self.folder.join("summary.txt"))?;
        Ok(Some(text))
    }
}

/// Whether two boards have the same letters, as far as both can be read.
fn is_same(a: &Board, b: &Board) -> bool {
    let is_unreadable = |tile: Option<&Tile>| tile.is_none_or(|tile| tile.face == Face::Unreadable);
    let face = |tile: Option<&Tile>| tile.map(|tile| tile.face.clone());
    let is_alike = |(a, b)| is_unreadable(a) || is_unreadable(b) || face(a) == face(b);
    a.shape() == b.shape() && a.tiles().zip(b.tiles()).all(is_alike)
}

/// The score of a word; `-` where points are not known.
fn score(found: &FoundWord, points: Points) -> String {
    if points == Points::None { "-".to_string() } else { found.score.to_string() }
}

fn words_text(words: &[FoundWord], points: Points) -> String {
    let mut text = "word\tlength\tscore\tpath\n".to_string();
    for found in words {
        let path: Vec<String> = found.path.iter().map(|cell| format!("{},{}", cell.line + 1, cell.index + 1)).collect();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{}\t{}\t{}\t{}", found.word, found.length, score(found, points), path.join(" "));
    }
    text
}

/// The first line of the table of turns.
const TURNS_HEADER: &str = "board\tseconds\tplayed\tscore\tbest\tbest_score\n";

fn turn_line(turn: &Turn) -> String {
    let word = |found: &Option<FoundWord>| match found {
        Some(found) => format!("{}\t{}", found.word, score(found, turn.points)),
        None => "-\t-".to_string(),
    };
    format!("{}\t{:.1}\t{}\t{}\n", turn.board, turn.seconds, word(&turn.played), word(&turn.best))
}

fn summary(turns: &[Turn]) -> String {
    let seen: Vec<&FoundWord> = turns.iter().filter_map(|turn| turn.played.as_ref()).collect();
    let seconds: f64 = turns.iter().map(|turn| turn.seconds).sum();
    let words: Vec<&str> = seen.iter().map(|found| found.word.as_str()).collect();
    let mut text = format!(
        "turns: {}\nwords seen: {}\nseconds a turn: {:.1}\nwords: {}\n",
        turns.len(),
        seen.len(),
        seconds / turns.len() as f64,
        if words.is_empty() { "-".to_string() } else { words.join(" ") }
    );
    for turn in turns {
        let (Some(played), Some(best)) = (&turn.played, &turn.best) else { continue };
        if played.word != best.word {
            let (played_points, best_points) = (turn.points.text(played), turn.points.text(best));
            let board = turn.board;
            let _ = writeln!(
                text,
                "missed on board {board}: {} ({best_points}), played {} ({played_points})",
                best.word, played.word
            );
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexlex::board::Cell;

    fn word(text: &str, score: u32) -> FoundWord {
        let path = vec![Cell { line: 0, index: 2 }, Cell { line: 1, index: 0 }];
        FoundWord { word: text.to_string(), length: text.len(), score, path, class: None }
    }

    #[test]
    fn words_and_turns_are_tables() {
        assert_eq!(words_text(&[word("CAT", 9)], Points::Known), "word\tlength\tscore\tpath\nCAT\t3\t9\t1,3 2,1\n");
        assert!(words_text(&[word("CAT", 9)], Points::None).contains("CAT\t3\t-\t"));
        let turn = |board, played, points| Turn { board, seconds: 2.0, played, best: Some(word("CATS", 12)), points };
        let turns = [
            turn(1, Some(word("CAT", 9)), Points::Known),
            turn(2, None, Points::None),
            turn(3, Some(word("CATS", 12)), Points::Known),
        ];
        let text: String = turns.iter().map(turn_line).collect();
        assert!(text.starts_with("1\t2.0\tCAT\t9\tCATS\t12\n2\t2.0\t-\t-\tCATS\t-\n"), "{text}");
        let summary = summary(&turns);
        assert!(summary.starts_with("turns: 3\nwords seen: 2\nseconds a turn: 2.0\nwords: CAT CATS\n"), "{summary}");
        assert!(summary.ends_with("missed on board 1: CATS (12 points), played CAT (9 points)\n"), "{summary}");
    }

    #[test]
    fn a_recording_goes_on_after_earlier_boards() {
        let folder = tempfile::tempdir().unwrap();
        let board: Board = "c a\nt s".parse().unwrap();
        let frame = Frame::new(image::RgbaImage::new(4, 4), "");
        for first in [1, 3] {
            let mut recording = Recording::new(folder.path()).unwrap();
            assert_eq!(recording.next, first);
            recording.add(&frame, &board, &[word("CAT", 9)], Points::Known).unwrap();
            // A tile that is read later does not end the turn.
            recording.end_turn(&"c a\nt ?".parse().unwrap(), None).unwrap();
            recording.add(&frame, &board, &[word("CAT", 9)], Points::Known).unwrap();
            recording.end_turn(&"c a\nt e".parse().unwrap(), Some(word("CAT", 9))).unwrap();
            recording.add(&frame, &board, &[], Points::Known).unwrap();
            assert!(recording.finish().unwrap().unwrap().starts_with("turns: 1\n"));
        }
        let mut stays = Recording::new(folder.path()).unwrap();
        stays.add(&frame, &board, &[word("CAT", 9)], Points::Known).unwrap();
        stays.add_word(word("CAT", 9), Some(word("ACTS", 5))).unwrap();
        stays.add_word(word("ACT", 9), Some(word("ACTS", 5))).unwrap();
        stays.add_word(word("ACTS", 5), None).unwrap();
        let last = std::fs::read_to_string(folder.path().join("turns.tsv")).unwrap();
        // No word is the best one after it was played.
        let words: Vec<&str> = last.lines().skip(3).map(|line| line.splitn(3, '\t').nth(2).unwrap()).collect();
        assert_eq!(words, ["CAT\t9\tCAT\t9", "ACT\t9\tACTS\t5", "ACTS\t5\tACTS\t5"], "{last}");
        let summary = stays.finish().unwrap().unwrap();
        assert!(summary.ends_with(": ACTS (5 points), played ACT (9 points)\n"), "{summary}");
        assert_eq!(summary.matches("missed").count(), 1);
        let turns: String = last.lines().take(3).map(|line| format!("{line}\n")).collect();
        assert_eq!((turns.lines().count(), turns.starts_with(TURNS_HEADER)), (3, true), "{turns}");
        for file in ["board-00001.png", "board-00004.txt", "board-00001.tsv", "summary.txt"] {
            assert!(folder.path().join(file).is_file(), "{file}");
        }
    }
}
