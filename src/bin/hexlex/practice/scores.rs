//! The best games of the user, kept between runs as JSON: `hexlex/practice.json` in the data folder.
//!
//! The game in progress is recorded after every word, so that a window that is closed, or killed, loses nothing. The
//! file is read again before each write: another window may have added its game.

use super::PlayedWord;
use crate::lock::Lock;
use crate::{outputs, places};
use anyhow::Result;
use hexlex::files;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// The number of games that are kept of each profile.
const KEPT: usize = 10;

/// The result of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct GameResult {
    /// The name of the rules.
    pub(super) profile: String,
    pub(super) score: u64,
    pub(super) level: u32,
    pub(super) words: u32,
    /// The word with the most points.
    pub(super) best: Option<PlayedWord>,
    pub(super) seed: u64,
}

/// The best games, and the game in progress among them.
#[derive(Debug, Default)]
pub(super) struct HighScores {
    /// `None` where nothing is kept.
    file: Option<PathBuf>,
    /// The game in progress as it was last written.
    current: Option<GameResult>,
    /// The best games of each profile, but for the one in progress; the best first.
    others: Vec<GameResult>,
}

/// The file of the user's games; `None` if the user has no home folder.
pub(super) fn user_file() -> Option<PathBuf> {
    places::data("practice.json").ok()
}

impl HighScores {
    /// The games of a file, which need not exist yet.
    ///
    /// # Errors
    /// If the file exists and cannot be read. It is not overwritten then.
    pub(super) fn open(file: PathBuf) -> Result<HighScores> {
        let others = read(&file)?;
        Ok(HighScores { file: Some(file), current: None, others })
    }

    /// The highest score of another game of this profile; 0 without one.
    pub(super) fn highest(&self, profile: &str) -> u64 {
        let games = self.others.iter().filter(|game| game.profile == profile);
        games.map(|game| game.score).max().unwrap_or(0)
    }

    /// Keeps the result of the game in progress, in place of its earlier result.
    ///
    /// # Errors
    /// If the file cannot be read or written.
    pub(super) fn record(&mut self, result: GameResult) -> Result<()> {
        let Some(file) = &self.file else { return Ok(()) };
        if result.score == 0 {
            return Ok(());
        }
        let _lock = Lock::of(file.parent().unwrap_or(Path::new("")))?;
        let mut others = read(file)?;
        if let Some(at) = others.iter().position(|game| Some(game) == self.current.as_ref()) {
            others.remove(at);
        }
        let mut all = others.clone();
        all.push(result.clone());
        self.others = best(others);
        self.current = Some(result);
        let mut text = serde_json::to_string_pretty(&best(all))?;
        text.push('\n');
        outputs::write_kept(text.as_bytes(), file)
    }

    /// Begins another game: the last one is one of the others from now on.
    pub(super) fn next_game(&mut self) {
        self.others.extend(self.current.take());
    }
}

/// The games of a file; empty where the file is missing.
fn read(file: &Path) -> Result<Vec<GameResult>> {
    /// The most bytes of the file: a hundred times those of ten games of every profile. Chosen by hand.
    const MAX_BYTES: u64 = 1 << 20;
    let bytes = match files::read(file, MAX_BYTES) {
        Err(error) if error.is_missing() => return Ok(Vec::new()),
        result => result?,
    };
    serde_json::from_slice(&bytes).map_err(|error| {
        anyhow::anyhow!("expected the games of `practice` in {}, found {error}: correct or remove it", file.display())
    })
}

/// The best games of each profile, the best first.
fn best(mut games: Vec<GameResult>) -> Vec<GameResult> {
    games.sort_by_key(|game| std::cmp::Reverse(game.score));
    let mut kept: Vec<GameResult> = Vec::new();
    for game in games {
        if kept.iter().filter(|other| other.profile == game.profile).count() < KEPT {
            kept.push(game);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(profile: &str, score: u64, seed: u64) -> GameResult {
        GameResult { profile: profile.into(), score, level: 1, words: 1, best: None, seed }
    }

    #[test]
    fn a_game_is_kept_once_and_after_every_word() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("new/practice.json");
        let mut scores = HighScores::open(file.clone()).unwrap();
        scores.record(result("deluxe", 0, 1)).unwrap();
        assert!(!file.exists(), "a game without a word is not kept");
        for score in [10, 20, 30] {
            scores.record(result("deluxe", score, 1)).unwrap();
            assert_eq!(read(&file).unwrap(), [result("deluxe", score, 1)]);
        }
        assert_eq!(scores.highest("deluxe"), 0, "no other game");
        scores.next_game();
        scores.record(result("deluxe", 5, 2)).unwrap();
        assert_eq!((scores.highest("deluxe"), scores.highest("web")), (30, 0));
        assert_eq!(HighScores::open(file).unwrap().highest("deluxe"), 30);
    }

    #[test]
    fn two_windows_lose_no_game_and_ten_of_each_profile_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("practice.json");
        let [mut first, mut second] = [(); 2].map(|()| HighScores::open(file.clone()).unwrap());
        for n in 1..=12 {
            first.record(result("deluxe", n, n)).unwrap();
            second.record(result("boggle", 100 + n, n)).unwrap();
            first.next_game();
            second.next_game();
        }
        let games = read(&file).unwrap();
        let scores = |profile: &str| -> Vec<u64> {
            games.iter().filter(|game| game.profile == profile).map(|game| game.score).collect()
        };
        assert_eq!(scores("deluxe"), (3..=12).rev().collect::<Vec<_>>());
        assert_eq!(scores("boggle"), (103..=112).rev().collect::<Vec<_>>());
    }

    #[test]
    fn a_damaged_file_is_an_error_and_stays_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("practice.json");
        std::fs::write(&file, "[{").unwrap();
        let error = HighScores::open(file.clone()).unwrap_err().to_string();
        assert!(error.contains("found EOF") && error.ends_with("correct or remove it"), "{error}");
        let mut scores = HighScores { file: Some(file.clone()), ..HighScores::default() };
        assert!(scores.record(result("deluxe", 1, 1)).is_err());
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "[{");
    }
}
