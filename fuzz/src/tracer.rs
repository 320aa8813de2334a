//! The slow search that the solver is compared with.

use hexlex::board::{Board, Face, Tile, TileKind};
use hexlex::solve::{Rules, Scoring};
use std::collections::{BTreeMap, BTreeSet};

/// The texts that a tile can spell, in upper case; a few letters for `*`.
pub fn texts_of(tile: &Tile) -> Vec<String> {
    match &tile.face {
        Face::Letters(text) | Face::Prefix(text) | Face::Suffix(text) => vec![text.clone()],
        Face::Choice(parts) => parts.clone(),
        Face::Blank => ["E", "A", "Z"].map(String::from).to_vec(),
        Face::Unreadable => Vec::new(),
    }
}

/// The slow search: every path, tile by tile, by the definition of the rules.
pub struct Tracer<'a> {
    pub board: &'a Board,
    pub rules: &'a Rules,
    pub words: &'a BTreeSet<String>,
    /// The best score of each word.
    pub found: BTreeMap<String, u32>,
    pub steps: usize,
}

impl<'a> Tracer<'a> {
    /// The steps after which a board is given up.
    pub const MOST_STEPS: usize = 100_000;

    /// Goes on from a path.
    pub fn trace(&mut self, path: &mut Vec<hexlex::board::Cell>, spelled: &mut Vec<(&'a Tile, String)>, prefix: &str) {
        self.steps += 1;
        if self.steps > Self::MOST_STEPS {
            return;
        }
        let cells = match path.last() {
            Some(&last) => self.board.shape().neighbors(last),
            None => self.board.shape().cells().collect(),
        };
        for cell in cells {
            let Some(tile) = self.board.tile(cell).filter(|tile| !tile.has_tag("covered")) else { continue };
            if path.contains(&cell) || (matches!(tile.face, Face::Prefix(_)) && !path.is_empty()) {
                continue;
            }
            let texts = match &tile.face {
                Face::Blank => ('A'..='Z').map(String::from).collect(),
                _ => texts_of(tile),
            };
            for text in texts {
                let word = format!("{prefix}{}", text.to_lowercase());
                if !self.words.iter().any(|own| own.starts_with(&word)) {
                    continue;
                }
                path.push(cell);
                spelled.push((tile, text));
                self.note(&word, spelled);
                if !matches!(tile.face, Face::Suffix(_)) {
                    self.trace(path, spelled, &word);
                }
                spelled.pop();
                path.pop();
            }
        }
    }

    /// Keeps the score of a path, if it is that of a word and the best so far.
    fn note(&mut self, word: &str, spelled: &[(&Tile, String)]) {
        let letters = word.chars().count();
        if !self.words.contains(word) || !(self.rules.min_length..=self.rules.max_length).contains(&letters) {
            return;
        }
        let score = self.score(letters as u32, spelled);
        let best = self.found.entry(word.to_string()).or_default();
        *best = score.max(*best);
    }

    /// The score by the formulas of the games.
    fn score(&self, letters: u32, spelled: &[(&Tile, String)]) -> u32 {
        match &self.rules.scoring {
            Scoring::ByLength(points) => points[(letters as usize).min(points.len() - 1)],
            Scoring::ByLetter(points) => points * letters,
            Scoring::ByValue(scoring) | Scoring::ByProduct(scoring) => {
                let bonus = &scoring.length_bonus;
                let times = if matches!(self.rules.scoring, Scoring::ByProduct(_)) { letters } else { 1 };
                let values = times * values(spelled, &scoring.letters, scoring.other_letter, scoring.blank);
                values + bonus.get(letters as usize).or(bonus.last()).copied().unwrap_or(0)
            }
            Scoring::Bookworm(scoring) => {
                let values = values(spelled, &scoring.letters, scoring.other_letter, scoring.blank);
                let gems: u32 = spelled.iter().map(|(tile, _)| scoring.gem_value(tile.kind)).sum();
                let is_fire = spelled.iter().all(|(tile, _)| tile.kind == TileKind::Fire);
                let all_fire = scoring.all_fire_deduction.filter(|_| is_fire).map_or(0, |less| letters - less);
                (scoring.level + values) * (letters + gems.max(all_fire)) * scoring.factor
            }
        }
    }
}

/// The sum of the letter values of a path.
fn values(spelled: &[(&Tile, String)], letters: &[u8; 26], other_letter: u32, blank: u32) -> u32 {
    let value = |letter: char| match letter {
        'A'..='Z' => u32::from(letters[letter as usize - 'A' as usize]),
        _ => other_letter,
    };
    let of_tile = |(tile, text): &(&Tile, String)| match (&tile.face, text.as_str()) {
        (Face::Blank, _) => blank,
        (_, "QU") => value('Q'),
        (_, text) => text.chars().map(value).sum(),
    };
    spelled.iter().map(of_tile).sum()
}
