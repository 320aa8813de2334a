//! One picture's reading, compared with its truth.

use hexlex::board::{Cell, Face, Tile, TileKind};
use hexlex::pixels::Point;
use hexlex::read::{Doubt, Reading};
use hexlex_tools::hard::{COVERED, Impairment, SELECTED, Sample};
use std::time::Duration;

/// The distance from its true center, in pitches, within which every tile of a board lies that counts as found. A
/// larger one lets in boards that are one cell off in a corner; a smaller one refuses readable ones. Chosen by hand.
const FOUND_WITHIN: f32 = 0.15;

/// The distance, in pitches, within which a tile that was read is compared with the true one. From 0.5 on it could be
/// the neighbor. Chosen by hand.
const SAME_WITHIN: f32 = 0.35;

/// Wrong letters with a confidence above this are counted apart.
pub(crate) const HIGH_CONFIDENCE: f32 = 0.9;

/// The result for one tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    Right,
    Unreadable,
    Wrong,
    /// Nothing was read there: the board was not found, or with another shape.
    NotFound,
}

/// A true tile and its reading.
pub(crate) struct JudgedTile {
    pub(crate) truth: Face,
    pub(crate) best: Option<Face>,
    pub(crate) confidence: f32,
    pub(crate) verdict: Verdict,
    /// Whether it need not be read: it is covered or falling.
    pub(crate) hidden: bool,
}

/// The true kind of a tile and the one that was read.
pub(crate) struct JudgedKind {
    pub(crate) cell: Cell,
    pub(crate) truth: TileKind,
    /// The name of a kind, or of another color class.
    pub(crate) read: String,
}

impl JudgedKind {
    pub(crate) fn is_gem(&self) -> bool {
        self.truth != TileKind::Normal
    }

    pub(crate) fn is_right(&self) -> bool {
        self.read == self.truth.name()
    }
}

/// One picture and its reading.
pub(crate) struct Score {
    pub(crate) impairment: Impairment,
    /// As in [`Sample::traits`].
    pub(crate) traits: Vec<(&'static str, String)>,
    /// Whether any board was read.
    pub(crate) has_board: bool,
    /// Whether the board was found with its shape and place.
    pub(crate) found: bool,
    /// Whether the board was read as settled.
    pub(crate) settled: bool,
    pub(crate) tiles: Vec<JudgedTile>,
    /// The confidences of letters that were read where there is no tile.
    pub(crate) invented: Vec<f32>,
    /// The kinds of the tiles that were found and are neither covered nor selected: selected tiles have any color.
    pub(crate) kinds: Vec<JudgedKind>,
    pub(crate) time: Duration,
}

/// What was read at the place of a true tile.
struct Match {
    /// `None` where the tile came out as unreadable.
    face: Option<Face>,
    doubt: Doubt,
}

impl Score {
    /// The score of a reading that took this time; `None` where no board was read.
    pub(crate) fn new(sample: &Sample, result: Option<(&Reading, Duration)>) -> Score {
        let mut score = Score {
            impairment: sample.impairment,
            traits: sample.traits.clone(),
            has_board: result.is_some(),
            found: false,
            settled: result.is_none_or(|(reading, _)| reading.board.settled),
            tiles: Vec::new(),
            invented: Vec::new(),
            kinds: Vec::new(),
            time: result.map_or(Duration::ZERO, |(_, time)| time),
        };
        let mut matches: Vec<Option<Match>> = sample.board.tiles().map(|_| None).collect();
        if let Some((reading, _)) = result {
            score.found = is_found(sample, reading);
            score.match_tiles(sample, reading, &mut matches);
        }
        score.tiles = judged_tiles(sample, matches);
        score
    }

    /// Assigns what was read to the true tiles, and collects the kinds and the invented letters.
    fn match_tiles(&mut self, sample: &Sample, reading: &Reading, matches: &mut [Option<Match>]) {
        let shape = sample.board.shape();
        let cells = reading.layout.shape().cells();
        for ((cell, tile), doubt) in cells.zip(reading.board.tiles()).zip(&reading.doubts) {
            let face = tile.map(|tile| tile.face.clone()).filter(|face| *face != Face::Unreadable);
            let doubt = doubt.clone().unwrap_or_default();
            let center = Point::from(reading.layout.center(cell));
            let is_here = |(cell, true_center): (Cell, &Point)| {
                sample.board.tile(cell).is_some() && distance(sample, *true_center, center) < SAME_WITHIN
            };
            let Some(id) = shape.cells().zip(&sample.centers).position(is_here) else {
                self.invented.extend(face.map(|_| doubt.confidence));
                continue;
            };
            let true_tile = shape.cell(id).and_then(|cell| sample.board.tile(cell));
            let true_tile = true_tile.filter(|tile| !tile.has_tag(COVERED) && !tile.has_tag(SELECTED));
            if let (Some(true_tile), Some(tile)) = (true_tile, tile) {
                self.kinds.push(JudgedKind { cell, truth: true_tile.kind, read: kind_of(tile) });
            }
            matches[id] = Some(Match { face, doubt });
        }
    }

    /// The number of tiles with this verdict.
    pub(crate) fn count(&self, verdict: Verdict) -> usize {
        self.tiles.iter().filter(|tile| tile.verdict == verdict).count()
    }

    /// Whether the board was found and every tile is right; hidden ones may be unreadable.
    pub(crate) fn is_exact(&self) -> bool {
        let fine = |tile: &JudgedTile| match tile.verdict {
            Verdict::Right => true,
            Verdict::Unreadable => tile.hidden,
            Verdict::Wrong | Verdict::NotFound => false,
        };
        self.found && self.invented.is_empty() && self.tiles.iter().all(fine)
    }

    /// Whether the picture was read wrongly, as far as its impairment allows.
    pub(crate) fn has_failed(&self) -> bool {
        match self.impairment {
            Impairment::None => !self.is_exact() || !self.kinds.iter().all(JudgedKind::is_right),
            Impairment::Falling => self.settled || self.count(Verdict::Wrong) > 0,
            Impairment::Covered | Impairment::Blurred => self.count(Verdict::Wrong) > 0 || !self.invented.is_empty(),
        }
    }
}

/// The distance of two places, in pitches.
fn distance(sample: &Sample, one: Point, other: Point) -> f32 {
    let offset = one - other;
    (offset.x / sample.pitch.width).hypot(offset.y / sample.pitch.height)
}

/// Whether the shape is right, and the center of every tile that is not falling.
fn is_found(sample: &Sample, reading: &Reading) -> bool {
    let (shape, found) = (sample.board.shape(), reading.layout.shape());
    let same_shape =
        found.lines() == shape.lines() && found.lengths() == shape.lengths() && found.stagger() == shape.stagger();
    let mut tiles = shape.cells().zip(&sample.centers).zip(&sample.falling);
    let is_near = |cell, center| distance(sample, center, reading.layout.center(cell).into()) < FOUND_WITHIN;
    same_shape && tiles.all(|((cell, &center), &falling)| falling || is_near(cell, center))
}

/// The name of the kind that was read, or of another color class.
fn kind_of(tile: &Tile) -> String {
    match tile.tags.first() {
        Some(tag) if tile.kind == TileKind::Normal => tag.clone(),
        _ => tile.kind.name().to_string(),
    }
}

/// A verdict for each true tile.
fn judged_tiles(sample: &Sample, matches: Vec<Option<Match>>) -> Vec<JudgedTile> {
    let tiles = sample.board.tiles().zip(matches).zip(&sample.falling);
    tiles
        .filter_map(|((tile, read), falling)| {
            let tile = tile?;
            let (verdict, best, confidence) = match read {
                None => (Verdict::NotFound, None, 0.0),
                Some(Match { face: None, doubt }) => (Verdict::Unreadable, doubt.best, doubt.confidence),
                Some(Match { face: Some(face), doubt }) => {
                    let verdict = if face == tile.face { Verdict::Right } else { Verdict::Wrong };
                    (verdict, Some(face), doubt.confidence)
                }
            };
            let hidden = *falling || tile.has_tag(COVERED);
            Some(JudgedTile { truth: tile.face.clone(), best, confidence, verdict, hidden })
        })
        .collect()
}
