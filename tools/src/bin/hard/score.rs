//! One picture's reading, compared with its truth.

use hexlex::board::{Cell, Face, Tile, TileKind};
use hexlex::locate::Side;
use hexlex::pipeline::{ReadError, Timing};
use hexlex::pixels::Point;
use hexlex::read::{Doubt, Reading};
use hexlex_tools::hard::{COVERED, Fragment, Kind, ODD, SELECTED, Sample};
use std::time::Duration;

/// The distance from its true center, in pitches, within which a cell lies for every tile of a board that counts as found. A
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
    /// Whether a letter was read that nobody can see: a wrong one of a covered tile, or any where most is covered.
    pub(crate) read_through: bool,
    /// Whether it is tagged as covered.
    pub(crate) covered: bool,
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
    pub(crate) kind: Kind,
    /// As in [`Sample::traits`].
    pub(crate) traits: Vec<(&'static str, String)>,
    /// Whether any board was read.
    pub(crate) has_board: bool,
    /// Whether the board was found at its place, without letters beyond it.
    pub(crate) found: bool,
    /// Whether the board was read as settled, and not refused because its tiles fall.
    pub(crate) settled: bool,
    pub(crate) tiles: Vec<JudgedTile>,
    /// The confidences of letters that were read where there is no tile.
    pub(crate) invented: Vec<f32>,
    /// The kinds of the tiles that were found and are neither covered nor selected nor odd: those have any color.
    pub(crate) kinds: Vec<JudgedKind>,
    /// For each tile that was found and is not covered: whether it is selected, and whether it was read as such.
    pub(crate) selected: Vec<(bool, bool)>,
    /// The sides that are cut.
    pub(crate) cut: Vec<Side>,
    /// The sides that were reported as cut; empty where no board was read.
    pub(crate) reported_cut: Vec<Side>,
    pub(crate) time: Duration,
}

/// What was read at the place of a true tile.
struct Match {
    /// `None` where the tile came out as unreadable.
    face: Option<Face>,
    doubt: Doubt,
}

impl Score {
    /// The score of a reading, or of a refusal.
    pub(crate) fn new(sample: &Sample, result: Result<&(Reading, Timing), &ReadError>) -> Score {
        let settled = match result {
            Ok((reading, _)) => reading.board.settled,
            Err(error) => !matches!(error, ReadError::Falling { .. }),
        };
        let result = result.ok().map(|(reading, timing)| (reading, timing.locate + timing.recognize));
        let mut score = Score {
            kind: sample.kind,
            traits: sample.traits.clone(),
            has_board: result.is_some(),
            found: false,
            settled,
            tiles: Vec::new(),
            invented: Vec::new(),
            kinds: Vec::new(),
            selected: Vec::new(),
            cut: sample.cut.clone(),
            reported_cut: result.map_or(Vec::new(), |(reading, _)| reading.cut.clone()),
            time: result.map_or(Duration::ZERO, |(_, time)| time),
        };
        let mut matches: Vec<Option<Match>> = sample.board.tiles().map(|_| None).collect();
        if let Some((reading, _)) = result {
            let beyond = score.match_tiles(sample, reading, &mut matches);
            score.found = beyond == 0 && is_found(sample, reading);
        }
        score.tiles = judged_tiles(sample, matches);
        score
    }

    /// Assigns what was read to the true tiles, and collects the kinds and the invented letters; returns the number of
    /// letters that were read beyond the board's cells and the tiles that the picture's edge crosses.
    fn match_tiles(&mut self, sample: &Sample, reading: &Reading, matches: &mut [Option<Match>]) -> usize {
        let shape = sample.board.shape();
        let mut beyond = 0;
        let cells = reading.layout.shape().cells();
        for ((cell, tile), doubt) in cells.zip(reading.board.tiles()).zip(&reading.doubts) {
            let face = tile.map(|tile| tile.face.clone()).filter(|face| *face != Face::Unreadable);
            let doubt = doubt.clone().unwrap_or_default();
            let center = Point::from(reading.layout.center(cell));
            let is_here = |&true_center: &Point| distance(sample, true_center, center) < SAME_WITHIN;
            let place = sample.centers.iter().position(is_here);
            let true_cell = place.and_then(|id| shape.cell(id));
            let (Some(id), Some(true_tile)) = (place, true_cell.and_then(|cell| sample.board.tile(cell))) else {
                let is_near = |fragment: &&Fragment| distance(sample, fragment.center, center) < SAME_WITHIN;
                let fragment = sample.fragments.iter().find(is_near);
                if face.is_some() && face.as_ref() != fragment.map(|fragment| &fragment.face) {
                    self.invented.push(doubt.confidence);
                    beyond += usize::from(place.is_none() && fragment.is_none());
                }
                continue;
            };
            if let Some(tile) = tile.filter(|_| !true_tile.has_tag(COVERED)) {
                self.selected.push((true_tile.has_tag(SELECTED), tile.has_tag(SELECTED)));
            }
            let has_kind = ![COVERED, SELECTED, ODD].iter().any(|tag| true_tile.has_tag(tag));
            if let Some(tile) = tile.filter(|_| has_kind) {
                self.kinds.push(JudgedKind { cell, truth: true_tile.kind, read: kind_of(tile) });
            }
            matches[id] = Some(Match { face, doubt });
        }
        beyond
    }

    /// The number of tiles with this verdict.
    pub(crate) fn count(&self, verdict: Verdict) -> usize {
        self.tiles.iter().filter(|tile| tile.verdict == verdict).count()
    }

    /// Whether the board was found as settled as it is, and every letter and kind is right; hidden tiles may be
    /// unreadable.
    pub(crate) fn is_exact(&self) -> bool {
        let fine = |tile: &JudgedTile| match tile.verdict {
            Verdict::Right => true,
            Verdict::Unreadable => tile.hidden,
            Verdict::Wrong | Verdict::NotFound => false,
        };
        self.found
            && self.settled != (self.kind == Kind::Falling)
            && self.invented.is_empty()
            && self.tiles.iter().all(fine)
            && self.kinds.iter().all(JudgedKind::is_right)
    }

    /// Whether every side that is cut was reported as cut.
    pub(crate) fn names_cut_sides(&self) -> bool {
        self.cut.iter().all(|side| self.reported_cut.contains(side))
    }

    /// Whether a side was reported as cut that is not.
    pub(crate) fn names_whole_sides(&self) -> bool {
        self.reported_cut.iter().any(|side| !self.cut.contains(side))
    }

    /// Whether the picture was read wrongly, as far as its kind allows.
    pub(crate) fn has_failed(&self) -> bool {
        match self.kind {
            Kind::Falling => self.settled || self.count(Verdict::Wrong) > 0,
            Kind::Covered | Kind::Blurred => self.count(Verdict::Wrong) > 0 || !self.invented.is_empty(),
            _ => !self.is_exact() || !self.names_cut_sides() || self.names_whole_sides(),
        }
    }
}

/// The distance of two places, in pitches.
fn distance(sample: &Sample, one: Point, other: Point) -> f32 {
    let offset = one - other;
    (offset.x / sample.pitch.width).hypot(offset.y / sample.pitch.height)
}

/// Whether the lines have the right direction, and a cell was found at every tile that is not falling.
fn is_found(sample: &Sample, reading: &Reading) -> bool {
    let found = reading.layout.shape();
    let places: Vec<Point> = found.cells().map(|cell| Point::from(reading.layout.center(cell))).collect();
    let mut tiles = sample.board.tiles().zip(&sample.centers).zip(&sample.falling);
    let has_place = |center: Point| places.iter().any(|&place| distance(sample, center, place) < FOUND_WITHIN);
    found.lines() == sample.board.shape().lines()
        && tiles.all(|((tile, &center), &falling)| tile.is_none() || falling || has_place(center))
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
    /// The share of a letter that is hidden from which on nobody can know it, however it is read. Chosen by hand: a
    /// smaller one counts letters as faults that a person reads too.
    const UNKNOWABLE: f32 = 0.5;
    let tiles = sample.board.tiles().zip(matches).zip(&sample.falling).zip(&sample.hidden);
    tiles
        .filter_map(|(((tile, read), falling), hidden)| {
            let tile = tile?;
            let (verdict, best, confidence) = match read {
                None => (Verdict::NotFound, None, 0.0),
                Some(Match { face: None, doubt }) => (Verdict::Unreadable, doubt.best, doubt.confidence),
                Some(Match { face: Some(face), doubt }) => {
                    let verdict = if face == tile.face { Verdict::Right } else { Verdict::Wrong };
                    (verdict, Some(face), doubt.confidence)
                }
            };
            let covered = tile.has_tag(COVERED);
            let is_unknowable = verdict == Verdict::Wrong || (verdict == Verdict::Right && *hidden > UNKNOWABLE);
            let read_through = covered && is_unknowable;
            let hidden = *falling || covered;
            Some(JudgedTile { truth: tile.face.clone(), best, confidence, verdict, hidden, read_through, covered })
        })
        .collect()
}
