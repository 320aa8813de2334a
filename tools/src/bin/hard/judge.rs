//! Reads the pictures and compares.

use crate::faces::Faces;
use crate::sample::{Sample, sample};
use crate::trouble::Trouble;
use anyhow::Result;
use hexlex::board::{Cell, Face, Tile, TileKind};
use hexlex::pipeline::{Options, read};
use hexlex::pixels::Frame;
use hexlex::recognize::{Doubt, Reading};
use rayon::prelude::*;
use std::fmt::Write as _;
use std::ops::Range;
use std::path::Path;
use std::time::Duration;

/// How near the place of a tile must be for its board to be found, in pitches.
const NEAR: f32 = 0.15;

/// A tile that was read stands for the true one within this distance, in pitches.
const SAME: f32 = 0.35;

/// Wrong above this confidence is wrong and sure.
pub(crate) const SURE: f32 = 0.9;

/// What became of a tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    Right,
    Unreadable,
    Wrong,
    /// Nothing was read there: the board was not found, or with another shape.
    Lost,
}

/// One true tile and its reading.
pub(crate) struct Judged {
    pub(crate) truth: Face,
    pub(crate) best: Option<Face>,
    pub(crate) confidence: f32,
    pub(crate) verdict: Verdict,
    /// Not to be read, as it is covered or falling.
    pub(crate) hidden: bool,
}

/// What a tile is made of, and what was said of it. Selected tiles are left out: they may have any color.
pub(crate) struct Kinds {
    cell: Cell,
    pub(crate) truth: TileKind,
    pub(crate) said: String,
}

impl Kinds {
    /// Whether it is more than plain.
    pub(crate) fn is_gem(&self) -> bool {
        self.truth != TileKind::Normal
    }

    pub(crate) fn is_right(&self) -> bool {
        self.said == self.truth.name()
    }
}

/// One picture and its reading.
pub(crate) struct Score {
    pub(crate) trouble: Trouble,
    pub(crate) traits: Vec<(&'static str, String)>,
    /// Whether anything was taken for a board.
    pub(crate) any: bool,
    /// Whether the board was found with its shape and place.
    pub(crate) found: bool,
    pub(crate) settled: bool,
    pub(crate) tiles: Vec<Judged>,
    /// The confidences of letters where there is no tile.
    pub(crate) invented: Vec<f32>,
    /// Of the tiles that were found and can be seen, the kinds: of what each is made, and of what it was said to be.
    pub(crate) kinds: Vec<Kinds>,
    pub(crate) time: Duration,
}

impl Score {
    /// How many tiles were judged so.
    pub(crate) fn count(&self, verdict: Verdict) -> usize {
        self.tiles.iter().filter(|tile| tile.verdict == verdict).count()
    }

    /// Whether every tile is as it should be.
    pub(crate) fn exact(&self) -> bool {
        let fine = |tile: &Judged| match tile.verdict {
            Verdict::Right => true,
            Verdict::Unreadable => tile.hidden,
            Verdict::Wrong | Verdict::Lost => false,
        };
        self.found && self.invented.is_empty() && self.tiles.iter().all(fine)
    }

    /// Whether someone should look at it.
    fn failed(&self) -> bool {
        match self.trouble {
            Trouble::None => !self.exact() || !self.kinds.iter().all(Kinds::is_right),
            Trouble::Falling => self.settled || self.count(Verdict::Wrong) > 0,
            Trouble::Covered | Trouble::Blurred => self.count(Verdict::Wrong) > 0 || !self.invented.is_empty(),
        }
    }
}

/// Draws and reads pictures on all cores, and keeps what failed.
pub(crate) fn all(seed: u64, numbers: Range<u64>, faces: &Faces, keep: Option<&Path>) -> Result<Vec<Score>> {
    numbers
        .into_par_iter()
        .map(|number| {
            let sample = sample(seed, number, faces)?;
            let frame = Frame::new(sample.picture.clone(), sample.file());
            let answer = read(&frame, &Options::default());
            let score = score(
                &sample,
                answer.as_ref().ok().map(|(reading, timing)| (reading, timing.locate + timing.recognize)),
            );
            if let Some(folder) = keep.filter(|_| score.failed()) {
                sample.write(folder)?;
                let said = answer.map_or_else(|error| error.to_string(), |(reading, _)| describe(&reading, &score));
                std::fs::write(folder.join(format!("{number:05}.read.txt")), said)?;
            }
            Ok(score)
        })
        .collect()
}

/// Compares a reading with the truth.
fn score(sample: &Sample, answer: Option<(&Reading, Duration)>) -> Score {
    let mut score = Score {
        trouble: sample.trouble,
        traits: sample.traits.clone(),
        any: answer.is_some(),
        found: false,
        settled: answer.is_none_or(|(reading, _)| reading.board.settled),
        tiles: Vec::new(),
        invented: Vec::new(),
        kinds: Vec::new(),
        time: answer.map_or(Duration::ZERO, |(_, time)| time),
    };
    let shape = sample.board.shape();
    let mut matched: Vec<Option<(Option<Face>, Doubt)>> = vec![None; shape.len()];
    if let Some((reading, _)) = answer {
        let same = |one: (f32, f32), other: (f32, f32), reach: f32| {
            let (dx, dy) = ((one.0 - other.0) / sample.pitch.0, (one.1 - other.1) / sample.pitch.1);
            dx.hypot(dy) < reach
        };
        let (cells, found) = (shape.lengths(), reading.layout.shape());
        let alike = found.lines() == shape.lines() && found.lengths() == cells && found.stagger() == shape.stagger();
        let lattice = shape.cells().zip(&sample.centers).zip(&sample.moving);
        score.found = alike
            && lattice.into_iter().all(|((cell, at), moving)| *moving || same(*at, reading.layout.center(cell), NEAR));
        for ((cell, tile), doubt) in found.cells().zip(reading.board.tiles()).zip(&reading.doubts) {
            let said = tile.map(|tile| tile.face.clone()).filter(|face| *face != Face::Unreadable);
            let center = reading.layout.center(cell);
            let true_tile = shape
                .cells()
                .zip(&sample.centers)
                .position(|(cell, at)| sample.board.tile(cell).is_some() && same(*at, center, SAME));
            let doubt = doubt.clone().unwrap_or_default();
            match (true_tile, said) {
                (Some(id), said) => {
                    let true_tile = shape.cell(id).and_then(|cell| sample.board.tile(cell));
                    let seen = |tile: &&Tile| !tile.has_tag("covered") && !tile.has_tag("selected");
                    if let (Some(Tile { kind, .. }), Some(tile)) = (true_tile.filter(seen), tile) {
                        score.kinds.push(Kinds { cell, truth: *kind, said: look_of(tile) });
                    }
                    matched[id] = Some((said, doubt));
                }
                (None, Some(_)) => score.invented.push(doubt.confidence),
                (None, None) => {}
            }
        }
    }
    score.tiles = judged(sample, matched);
    score
}

/// What was said of a tile beside its letters: its kind, or the name of another color family.
fn look_of(tile: &Tile) -> String {
    match tile.tags.first() {
        Some(tag) if tile.kind == TileKind::Normal => tag.clone(),
        _ => tile.kind.name().to_string(),
    }
}

/// A verdict for each true tile.
fn judged(sample: &Sample, matched: Vec<Option<(Option<Face>, Doubt)>>) -> Vec<Judged> {
    let tiles = sample.board.tiles().zip(matched).zip(&sample.moving);
    tiles
        .filter_map(|((tile, read), moving)| {
            let tile = tile?;
            let (verdict, best, confidence) = match read {
                None => (Verdict::Lost, None, 0.0),
                Some((None, doubt)) => (Verdict::Unreadable, doubt.best, doubt.confidence),
                Some((Some(said), doubt)) => {
                    let verdict = if said == tile.face { Verdict::Right } else { Verdict::Wrong };
                    (verdict, Some(said), doubt.confidence)
                }
            };
            let hidden = *moving || tile.has_tag("covered");
            Some(Judged { truth: tile.face.clone(), best, confidence, verdict, hidden })
        })
        .collect()
}

/// What was read, and what is wrong with it.
fn describe(reading: &Reading, score: &Score) -> String {
    let mut text = reading.board.to_string();
    let (x, y) = reading.layout.center(Cell { line: 0, index: 0 });
    let (px, py) = reading.layout.pitch();
    let _ = writeln!(text, "# first tile at {x:.1},{y:.1}, pitch {px:.1},{py:.1}, found: {}", score.found);
    for tile in score.tiles.iter().filter(|tile| tile.verdict != Verdict::Right) {
        let best = tile.best.as_ref().map_or("nothing".to_string(), Face::to_string);
        let _ = writeln!(text, "# {} read as {best}, {:?} at {:.3}", tile.truth, tile.verdict, tile.confidence);
    }
    for kinds in score.kinds.iter().filter(|kinds| !kinds.is_right()) {
        let Cell { line, index } = kinds.cell;
        let _ = writeln!(text, "# line {line}, index {index} is {}, said to be {}", kinds.truth.name(), kinds.said);
    }
    text
}
