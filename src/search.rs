//! The search for the boards of a picture: candidates are read best first, brought to their extent, and scored.
//!
//! The geometry of a candidate says what its score would come to if it were a board, and candidates that would not win
//! even so are not read. What is read is scored by its [evidence](crate::read::evidence): the log odds that it is a board.
//! Boards that do not overlap are kept side by side.

use crate::board::{Cell, Lines, Shape};
use crate::locate::{Candidate, Evidence, Layout};
use crate::pipeline::Options;
use crate::pixels::{Frame, Point};
use crate::read::evidence::{
    BoardPlacement, BoardValues, READS, Vocabulary, board_evidence, board_score, geometry_values, ignore_vocabulary,
    mostly_reads, weakest,
};
use crate::read::extent::Extent;
use crate::read::settled::{drifting_tiles, falls, settle};
use crate::read::{Engine, Reading, TileReader, is_turned, read_in_all_directions};
use crate::stopwatch::Stopwatch;

/// An engine, and the taught skin that it reads by.
pub(crate) struct NamedEngine {
    pub(crate) skin: Option<String>,
    pub(crate) engine: Engine,
}

/// A candidate that was read.
#[derive(Debug, Clone)]
pub(crate) struct Found {
    pub(crate) reading: Reading,
    /// The geometric evidence.
    evidence: Evidence,
    /// What speaks for it.
    pub(crate) values: BoardValues,
    /// The log odds that it is a board.
    pub(crate) score: f32,
    /// Its layout; where it is hopeless that of the candidate, of which `reading` may have a part only.
    pub(crate) layout: Layout,
    /// The centers of blobs like letters off its lattice, in pixels.
    strays: Vec<Point>,
    /// How much of the border of its cells differs from their middle.
    body: f32,
    /// Whether nearly all of its cells have a tile.
    is_full: bool,
    /// Whether its extent was not determined, so that it is not reported.
    is_hopeless: bool,
}

impl Found {
    /// Whether it is a board where its shape is given, so that its letters do not matter.
    pub(crate) fn is_board_by_shape(&self) -> bool {
        let mut values = self.values;
        ignore_vocabulary(&mut values);
        board_score().log_odds(&values) > 0.0
    }
}

/// The search in one picture.
pub(crate) struct Search<'a> {
    frame: &'a Frame,
    options: &'a Options,
    /// A reader for each engine; each keeps the tiles that it read.
    readers: Vec<(&'a NamedEngine, TileReader<'a>)>,
    clock: Stopwatch,
    /// The candidates that are boards, and those that are not.
    pub(crate) boards: Vec<Found>,
    pub(crate) refused: Vec<Found>,
    /// Whether the budget ended the search.
    pub(crate) limited: bool,
}

/// The margin in log odds: a candidate that alone scores lower than the best board in its place (0 without one) by more than
/// this is not brought to its extent: a limit of work. Nearer to 0: boards of which only a part was found are lost. Farther:
/// parts of a screen full of text grow line by line for seconds. Chosen by hand; `hard judge --kind irregular` shows a change.
const HOPELESS: f32 = -5.0;

/// The number of parts of a large layout that decide whether it is refused, before it is read and each time its size has
/// doubled. Smaller: text passes, of which one part in four reads well by chance. Larger: boards take longer. Chosen by hand;
/// `hard judge --kind tall` shows a change.
const SAMPLES: usize = 3;

/// The mean log odds of these parts up to which a layout is refused: a limit of work. Boards have 2 and more, text -1 and
/// less. Nearer to 0: boards with unclear letters are lost. Farther: text is read and grows. Chosen by hand; `hard judge --kind
/// tall` shows a change.
const REFUSED_AT: f32 = -1.0;

/// The glyphs that are classified before the search ends, whatever the budget: a limit of work. Smaller: boards on screens full of
/// text are lost. Larger: thousands of letters take longer; 100x70 take 2.7 s with this value and 6.7 s with twice as many. Chosen by
/// hand; `cargo bench --bench worst` and `hard judge --kind tall` show a change.
const MOST_GLYPHS: usize = 6_000;

/// The same for each second of the budget, so that a larger budget searches longer. At the [default](Options::BUDGET) both are
/// equal.
const GLYPHS_A_SECOND: f32 = 300.0;

impl<'a> Search<'a> {
    /// A search that has read nothing yet. The first engine is the one that reads where no skin fits; the budget counts from
    /// the start of `clock`.
    pub(crate) fn new(
        frame: &'a Frame,
        options: &'a Options,
        engines: &'a [NamedEngine],
        clock: Stopwatch,
    ) -> Search<'a> {
        let reader = |named: &'a NamedEngine| (named, TileReader::new(frame, &named.engine, options.min_confidence));
        Search {
            frame,
            options,
            readers: engines.iter().map(reader).collect(),
            clock,
            boards: Vec::new(),
            refused: Vec::new(),
            limited: false,
        }
    }

    /// The picture.
    pub(crate) fn frame(&self) -> &'a Frame {
        self.frame
    }

    /// Reads the candidates that may be better than what was found, those with the best geometry first.
    pub(crate) fn read(&mut self, candidates: &[Candidate]) {
        for (bound, candidate) in self.ranked(candidates) {
            if bound <= 0.0 {
                break;
            }
            // The budget ends the search only after one candidate was read: without any, nothing could be said.
            let has_read = !(self.boards.is_empty() && self.refused.is_empty());
            if has_read && (self.clock.elapsed() > self.options.budget || self.is_out_of_work()) {
                self.limited = true;
                break;
            }
            if self.may_win(&candidate.layout, bound) {
                let found = self.read_candidate(candidate);
                let reads = self.options.shape.is_some() || mostly_reads(&found.values);
                let is_board = found.score > 0.0 && !found.is_hopeless && reads;
                if is_board { self.boards.push(found) } else { self.refused.push(found) }
            }
        }
    }

    /// Whether as many glyphs were classified as the budget allows.
    fn is_out_of_work(&self) -> bool {
        let classified: usize = self.readers.iter().map(|(_, tiles)| tiles.classified()).sum();
        classified > MOST_GLYPHS.max((GLYPHS_A_SECOND * self.options.budget.as_secs_f32()) as usize)
    }

    /// Brings candidates into the order in which they are read.
    pub(crate) fn sort(&self, candidates: &mut Vec<Candidate>) {
        *candidates = self.ranked(candidates).into_iter().map(|(_, candidate)| candidate.clone()).collect();
    }

    /// The candidates with what their scores come to if they are boards, the highest first.
    pub(crate) fn ranked<'b>(&self, candidates: &'b [Candidate]) -> Vec<(f32, &'b Candidate)> {
        let bound = |candidate: &Candidate| board_score().bound(&geometry_values(&candidate.evidence));
        let mut ranked: Vec<(f32, &Candidate)> =
            candidates.iter().map(|candidate| (bound(candidate), candidate)).collect();
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
        ranked
    }

    /// Whether a candidate that may come to this score may be better than every board in its place. A part of a lattice that
    /// was read would be brought to the same extent.
    fn may_win(&self, layout: &Layout, bound: f32) -> bool {
        let is_same = |found: &Found| found.reading.layout.overlap(layout) > SAME_LATTICE;
        let is_part = |found: &Found| {
            let other = &found.reading.layout;
            // Where it is as large, it may be the lattice of the letters, and the other one that of their tiles' highlights.
            let is_no_more = layout.shape().len() < other.shape().len() || other.congruence(layout) > PART;
            is_no_more && layout.shape().len() <= other.shape().len() && other.overlap(layout) > PART
        };
        let beats = |found: &Found| match found.is_full {
            true if is_part(found) => false,
            // It has empty cells: another outline of its lattice may fit better, and most of its tiles were read.
            false if is_same(found) => true,
            _ => bound > found.score || !overlap(&found.reading.layout, layout),
        };
        let is_refused = |found: &Found| found.layout.congruence(layout) > SAME_LATTICE;
        !self.refused.iter().any(is_refused) && self.boards.iter().all(beats)
    }

    /// The highest score of a board that overlaps this layout; at least 0.
    fn best_overlapping(&self, layout: &Layout) -> f32 {
        let overlapping = self.boards.iter().filter(|found| overlap(&found.reading.layout, layout));
        overlapping.map(|found| found.score).fold(0.0, f32::max)
    }

    /// The reading of a candidate that was brought to its extent, with its score.
    pub(crate) fn read_candidate(&mut self, candidate: &Candidate) -> Found {
        let index = self.options.engine_for(self.frame, &candidate.layout);
        let (to_beat, evidence) = (self.best_overlapping(&candidate.layout), candidate.evidence);
        let (named, tiles) = &mut self.readers[index];
        let vocabulary = if self.options.shape.is_some() { Vocabulary::Ignored } else { Vocabulary::Counts };
        if self.options.turned {
            let (engine, min_confidence) = (&named.engine, self.options.min_confidence);
            let reading = read_in_all_directions(self.frame, &candidate.layout, engine, min_confidence);
            let body = tiles.body(&candidate.layout);
            let placement = BoardPlacement { body, ..BoardPlacement::default() };
            let values = board_evidence(&evidence, &reading, &placement, vocabulary);
            let (score, layout) = (board_score().log_odds(&values), candidate.layout.clone());
            let strays = candidate.strays.clone();
            return Found { reading, evidence, values, score, layout, strays, body, is_full: true, is_hopeless: false };
        }
        let attempt = |tiles: &mut TileReader, layout: &Layout| {
            let reading = tiles.read(layout);
            let placement = BoardPlacement {
                off_center: tiles.off_center(layout),
                body: tiles.body(layout),
                ..BoardPlacement::default()
            };
            let values = board_evidence(&evidence, &reading, &placement, vocabulary);
            let score = board_score().log_odds(&values);
            let (layout, strays) = (candidate.layout.clone(), candidate.strays.clone());
            let is_hopeless = score < to_beat + HOPELESS;
            Found { reading, evidence, values, score, layout, strays, body: placement.body, is_full: true, is_hopeless }
        };
        // The part that reads worst, if the parts of a large layout say that it is not a board.
        let refuse = |tiles: &mut TileReader, layout: &Layout| -> Option<Found> {
            let mut found: Vec<Found> = Vec::new();
            for part in samples(layout, &candidate.places).iter().take(SAMPLES) {
                found.push(attempt(tiles, part));
                if found[0].is_hopeless {
                    break;
                }
            }
            let mean = found.iter().map(|part| part.score).sum::<f32>() / found.len().max(1) as f32;
            let is_refused = found.first()?.is_hopeless || mean <= REFUSED_AT;
            let worst = found.into_iter().min_by(|a, b| a.score.total_cmp(&b.score));
            worst.filter(|_| is_refused).map(|worst| Found { is_hopeless: true, ..worst })
        };
        let is_free = self.options.shape.is_none();
        if is_free && let Some(refused) = refuse(tiles, &candidate.layout) {
            return refused;
        }
        let first = attempt(tiles, &candidate.layout);
        if first.is_hopeless {
            return first;
        }
        let (mut layout, first) = (candidate.layout.clone(), first.reading);
        let cells = first.board.shape().len().max(1);
        let empty = 1.0 - first.tiles() as f32 / cells as f32;
        let mut extent = Extent::new(tiles, &candidate.layout, &candidate.places, empty);
        if is_free {
            layout = extent.trim(layout);
            // In a screen full of text the layout would grow without end: parts of it are read whenever its size has doubled.
            loop {
                let most = 2 * layout.shape().len();
                layout = extent.grow(layout, most);
                if layout.shape().len() <= most {
                    break;
                }
                if let Some(refused) = refuse(extent.tiles(), &layout) {
                    return refused;
                }
            }
        }
        let surroundings = extent.surroundings(&layout);
        let mut reading = if layout == candidate.layout { first } else { tiles.read(&layout) };
        reading.skin = named.skin.clone();
        reading.cut = surroundings.cut;
        let is_full = reading.tiles() as f32 > FULL * layout.shape().len() as f32;
        let placement = BoardPlacement {
            goes_on: surroundings.goes_on,
            off_center: tiles.off_center(&layout),
            body: tiles.body(&layout),
            drifting: drifting_tiles(tiles, &layout, &candidate.strays),
        };
        let values = board_evidence(&evidence, &reading, &placement, vocabulary);
        let score = board_score().log_odds(&values);
        if score > 0.0 {
            settle(tiles, &mut reading, &placement.drifting);
            tiles.weigh(&mut reading);
        }
        let strays = candidate.strays.clone();
        Found { reading, evidence, values, score, layout, strays, body: placement.body, is_full, is_hopeless: false }
    }

    /// Whether a candidate that is not a board is one whose tiles fall.
    pub(crate) fn falls(&mut self, found: &Found) -> bool {
        let (_, tiles) = &mut self.readers[self.options.engine_for(self.frame, &found.layout)];
        falls(tiles, &found.layout, &found.strays)
    }

    /// Whether a candidate that is not a board with upright letters is one with turned letters.
    pub(crate) fn is_turned(&self, found: &Found) -> bool {
        is_turned(self.frame, &found.reading) && {
            let (layout, min_confidence) = (&found.reading.layout, self.options.min_confidence);
            let reading = read_in_all_directions(self.frame, layout, &Engine::Net, min_confidence);
            // The vocabulary does not matter in the shape that the error names.
            let placement = BoardPlacement { body: found.body, ..BoardPlacement::default() };
            let values = board_evidence(&found.evidence, &reading, &placement, Vocabulary::Ignored);
            board_score().log_odds(&values) > 0.0
        }
    }

    /// Of the candidates that are not boards, the one that came nearest.
    pub(crate) fn nearest(&self) -> Option<Found> {
        self.refused.iter().max_by(|a, b| a.score.total_cmp(&b.score)).cloned()
    }

    /// The boards, the largest first. Where boards overlap, only the one with the highest score is kept; a part of another
    /// board, and a wider outline of one, count as lower than any. Some letters of a finer lattice are not a board, even where
    /// that lattice was refused.
    pub(crate) fn into_boards(mut self) -> Vec<Found> {
        self.boards.retain(|found| !self.refused.iter().any(|other| is_coarser_part_of(found, other)));
        self.boards.sort_by(|a, b| b.score.total_cmp(&a.score));
        let is_part =
            |found: &&Found| self.boards.iter().any(|other| is_part_of(found, other) || is_wider_than(found, other));
        let (parts, wholes): (Vec<&Found>, Vec<&Found>) = self.boards.iter().partition(is_part);
        let mut kept: Vec<&Found> = Vec::new();
        for found in wholes.into_iter().chain(parts) {
            if !kept.iter().any(|other| overlap(&other.reading.layout, &found.reading.layout)) {
                kept.push(found);
            }
        }
        kept.sort_by_key(|found| std::cmp::Reverse(found.reading.tiles()));
        kept.into_iter().cloned().collect()
    }
}

/// The share of common cells from which two layouts are of one lattice. Chosen by hand: with a smaller one a lattice of
/// the badges in the corners of tiles counts as that of their letters.
const SAME_LATTICE: f32 = 0.6;

/// The share of its cells that a part of a board has in common with it; the rest is rounding.
const PART: f32 = 0.99;
/// The share of tiles among the cells of a board from which no smaller outline of its lattice fits better. With a
/// smaller one a hexagon is read as columns of one length with empty corners. Chosen by hand.
const FULL: f32 = 0.95;

/// Parts of a large layout, those with the most blobs first; of those with as many the middle is first. None where the layout is
/// small. Columns are taken whole: a layout of 12 columns or fewer has no parts.
fn samples(layout: &Layout, blobs: &[Point]) -> Vec<Layout> {
    /// The number of lines, and of places in a row, of a part. A smaller one refuses boards for a few tiles that are
    /// hard to read; a larger one costs time in pictures full of text. Chosen by hand.
    const SIDE: usize = 6;
    /// The number of parts' cells above which a layout is large.
    const LARGE: usize = 2;
    let lengths = layout.shape().lengths();
    let ranges = |count: usize| {
        let spare = count.saturating_sub(SIDE);
        let mut firsts = vec![spare / 2, 0, spare];
        firsts.dedup();
        firsts.into_iter().map(move |first| first..(first + SIDE).min(count))
    };
    let places: Vec<_> = ranges(lengths[0]).collect();
    let parts =
        ranges(lengths.len()).flat_map(|lines| places.iter().map(move |places| (lines.clone(), places.clone())));
    let parts = parts.filter_map(|(lines, places)| layout.part(lines, places));
    let mut parts: Vec<Layout> = parts.filter(|part| layout.shape().len() > LARGE * part.shape().len()).collect();
    // Of columns, whatever the places.
    parts.dedup();
    let blobs_in = |part: &Layout| blobs.iter().filter(|blob| part.cell_at(blob.x, blob.y).is_some()).count();
    parts.sort_by_cached_key(|part| std::cmp::Reverse(blobs_in(part)));
    parts
}

/// The fewest tiles of the rest of a board, compared with a part of it. Smaller: a line of other letters beside a board joins it.
/// Larger: small blocks are cut off. Chosen by hand; `hard judge --kind irregular` shows a change.
const REST: f32 = 0.3;

/// Whether a board has a part of the tiles of another one that has clearly more of them: a block to which others are
/// adjacent, or every other one. The whole may score lower: the empty places between blocks that touch at a corner count
/// against it, and staggered columns, which every other tile makes, speak for a board.
fn is_part_of(part: &Found, whole: &Found) -> bool {
    let (tiles, all) = (part.reading.tiles() as f32, whole.reading.tiles() as f32);
    let (part, layout) = (&part.reading.layout, &whole.reading.layout);
    if all < (1.0 + REST) * tiles || part.share_on(layout) < PART {
        return false;
    }
    let board = &whole.reading.board;
    let is_in_part = |cell: Cell| part.has_letter_at(layout.center(cell).into());
    let joins = |cell: Cell| {
        let mut neighbors = board.shape().neighbors(cell).into_iter().filter(|near| board.tile(*near).is_some());
        neighbors.any(is_in_part)
    };
    board.cells().any(|(cell, _)| !is_in_part(cell) && joins(cell))
}

/// Whether a board has some letters of a finer lattice, of which clearly more read: words that cross have letters at every other
/// place of every other line.
fn is_coarser_part_of(part: &Found, whole: &Found) -> bool {
    /// The ratio of the cells' areas from which a lattice is finer: every other place makes cells of twice the area. The rest is
    /// for the rounding of pitches.
    const FINER: f32 = 1.8;
    let area = |found: &Found| {
        let (across, down) = found.reading.layout.pitch();
        across * down
    };
    let reads = whole.reading.doubts.iter().flatten().filter(|doubt| doubt.confidence > READS).count();
    area(part) > FINER * area(whole)
        && reads as f32 >= (1.0 + REST) * part.reading.tiles() as f32
        && is_part_of(part, whole)
}

/// Whether a board has the tiles of another one, and more empty cells around them.
fn is_wider_than(wide: &Found, narrow: &Found) -> bool {
    let (wide, narrow) = (&wide.reading, &narrow.reading);
    wide.tiles() == narrow.tiles()
        && wide.layout.shape().len() > narrow.layout.shape().len()
        && narrow.layout.share_on(&wide.layout) >= PART
}

/// Whether two layouts cover the same part of the picture.
fn overlap(a: &Layout, b: &Layout) -> bool {
    /// The share of the smaller one from which they cannot both be boards. Chosen by hand: boards side by side overlap
    /// by no more than their margins.
    const COMMON: f32 = 0.1;
    let ((left, top, right, bottom), (l, t, r, b)) = (a.bounds(), b.bounds());
    let common = (right.min(r) - left.max(l)).max(0.0) * (bottom.min(b) - top.max(t)).max(0.0);
    let smaller = ((right - left) * (bottom - top)).min((r - l) * (b - t));
    common > COMMON * smaller
}

/// A description of the best refused candidate, and the reason why it was refused.
pub(crate) fn nearest_in_words(found: &Found) -> String {
    let reason = in_words(weakest(&found.values).unwrap_or_default());
    format!("{}, {reason}", tiles_in_words(found))
}

/// The tiles of a refused candidate: how many, where it was read as a whole.
pub(crate) fn tiles_in_words(found: &Found) -> String {
    let shape = found.layout.shape();
    let is_whole = found.reading.layout.shape() == shape;
    if is_whole { letters_in_words(found.reading.tiles(), shape) } else { lattice_in_words(shape) }
}

/// This number of letters on a lattice of this shape, in words.
pub(crate) fn letters_in_words(letters: usize, shape: &Shape) -> String {
    format!("{letters} {}", lattice_in_words(shape))
}

/// Letters on a lattice of this shape, in words.
fn lattice_in_words(shape: &Shape) -> String {
    let lines = if shape.lines() == Lines::Columns { "columns" } else { "rows" };
    format!("letters on a lattice of {lines} {shape}")
}

/// What a feature of the board evidence says against a board.
fn in_words(feature: &str) -> &'static str {
    match feature {
        "letters" => "which are too few",
        "coverage" | "holes" | "outside" => "with too many empty places",
        "residual" | "stretch" => "which are not evenly spaced",
        "body" => "which do not stand free on even tiles",
        "strays" | "in_line" => "with other marks between them",
        "captioned" => "with captions below them, like icons",
        "alternating" => "of which every other line is nearly empty",
        "pitch" | "stability" => "which are too small or too faint",
        "confidence" | "unclear" | "unread" => "most of which do not read as letters",
        "off_center" => "whose letters lie beside the middle of their tiles",
        "goes_on" => "beyond which the same tiles go on",
        "same_lines" | "same_neighbors" | "distinct" => "which repeat too often",
        "ascending" => "which are in the order of the alphabet",
        "keyboard" => "which are in the order of a keyboard",
        "several" => "of which too many tiles have several letters",
        "all_different" => "which are all different",
        _ => "which does not look like a board",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Face, Tile};
    use crate::read::Doubt;
    use crate::read::evidence::FEATURES;

    #[test]
    fn the_part_with_the_most_blobs_comes_first() {
        let layout = |shape| Layout::new(shape, (50.0, 60.0), (20.0, 30.0));
        let small = layout(Shape::rows(8, 9).unwrap());
        assert!(samples(&small, &[]).is_empty());
        let large = layout(Shape::rows(20, 18).unwrap());
        let center = |part: &Layout| (part.bounds().0 + part.bounds().2, part.bounds().1 + part.bounds().3);
        // Without a difference the middle.
        let parts = samples(&large, &[]);
        assert_eq!((parts.len(), center(&parts[0])), (9, center(&large)));
        // A ring of letters: the middle has none.
        let cells = large.shape().cells().filter(|cell| cell.line < 3);
        let ring: Vec<Point> = cells.map(|cell| large.center(cell).into()).collect();
        assert_eq!(samples(&large, &ring)[0].bounds().1, large.bounds().1);
        for (lines, places) in [(30, 3), (3, 30), (6, 30)] {
            assert_eq!(samples(&layout(Shape::rows(lines, places).unwrap()), &[]).len(), 3);
        }
    }

    /// A board that was found: all tiles of this shape, as its first cell and pitch say.
    fn found(shape: Shape, first: (f32, f32), pitch: (f32, f32)) -> Found {
        let layout = Layout::new(shape.clone(), first, pitch);
        let tiles = vec![Some(Tile::new(Face::Letters("A".to_string()))); shape.len()];
        let board = Board::new(shape, tiles).unwrap();
        let doubts = vec![Some(Doubt { confidence: 1.0, ..Doubt::default() }); board.shape().len()];
        let reading = Reading::new(board, layout.clone(), doubts);
        let values = [0.0; FEATURES.len()];
        Found {
            reading,
            evidence: Evidence::default(),
            values,
            score: 1.0,
            layout,
            strays: Vec::new(),
            body: 0.0,
            is_full: true,
            is_hopeless: false,
        }
    }

    /// Parts of five rows of five tiles, 40 pixels apart.
    #[test]
    fn a_board_that_has_some_tiles_of_another_one_is_a_part_of_it() {
        let whole = found(Shape::rows(5, 5).unwrap(), (20.0, 20.0), (40.0, 40.0));
        for (shape, first, pitch, expected) in [
            // A block, and every other tile.
            ("3x3", (60.0, 60.0), (40.0, 40.0), true),
            ("3,2,3", (60.0, 20.0), (40.0, 80.0), true),
            ("3x3", (20.0, 20.0), (80.0, 80.0), true),
            // Nearly all of it, the lattice of its tiles' corners, and tiles beside it.
            ("5x4", (20.0, 20.0), (40.0, 40.0), false),
            ("3x3", (40.0, 40.0), (40.0, 40.0), false),
            ("3x3", (300.0, 20.0), (40.0, 40.0), false),
        ] {
            let part = found(shape.parse().unwrap(), first, pitch);
            assert_eq!(is_part_of(&part, &whole), expected, "{shape} at {first:?}");
            assert!(!is_part_of(&whole, &part));
        }
    }

    /// Parts of five rows of five tiles, 40 pixels apart.
    #[test]
    fn every_other_letter_of_a_finer_lattice_is_a_coarser_part_of_it() {
        let whole = found(Shape::rows(5, 5).unwrap(), (20.0, 20.0), (40.0, 40.0));
        for (shape, first, pitch, expected) in [
            ("3x3", (20.0, 20.0), (80.0, 80.0), true),
            ("3,2,3", (60.0, 20.0), (40.0, 80.0), true),
            // A block of the same lattice, and tiles of another one.
            ("3x3", (60.0, 60.0), (40.0, 40.0), false),
            ("3x3", (40.0, 40.0), (80.0, 80.0), false),
        ] {
            let part = found(shape.parse().unwrap(), first, pitch);
            assert_eq!(is_coarser_part_of(&part, &whole), expected, "{shape} at {first:?}");
        }
        // What lies between the letters of a board does not read.
        let part = found(Shape::rows(3, 3).unwrap(), (20.0, 20.0), (80.0, 80.0));
        let mut unread = whole.clone();
        unread.reading.doubts.iter_mut().skip(10).flatten().for_each(|doubt| doubt.confidence = 0.1);
        assert!(!is_coarser_part_of(&part, &unread));
        let frame = Frame::new(image::RgbaImage::new(200, 200), "even");
        let (options, engines) = (Options::default(), Options::default().engines().unwrap());
        for (refused, boards) in [(whole, 0), (unread, 1)] {
            let mut search = Search::new(&frame, &options, &engines, Stopwatch::start());
            search.boards.push(part.clone());
            search.refused.push(refused);
            assert_eq!(search.into_boards().len(), boards);
        }
    }

    /// Outlines around five rows of five tiles, 40 pixels apart.
    #[test]
    fn an_outline_with_empty_lines_is_wider() {
        let narrow = found(Shape::rows(5, 5).unwrap(), (20.0, 20.0), (40.0, 40.0));
        for (text, first, expected) in [
            ("A A A A A .\nA A A A A .\nA A A A A .\nA A A A A .\nA A A A A .", (20.0, 20.0), true),
            // Beside it, one tile more, and the same outline.
            ("A A A A A .\nA A A A A .\nA A A A A .\nA A A A A .\nA A A A A .", (300.0, 20.0), false),
            ("A A A A A A\nA A A A A .\nA A A A A .\nA A A A A .\nA A A A A .", (20.0, 20.0), false),
            ("A A A A A\nA A A A A\nA A A A A\nA A A A A\nA A A A A", (20.0, 20.0), false),
        ] {
            let board: Board = text.parse().unwrap();
            let mut wide = found(board.shape().clone(), first, (40.0, 40.0));
            wide.reading.doubts = board.tiles().map(|tile| tile.map(|_| Doubt::default())).collect();
            wide.reading.board = board;
            assert_eq!(is_wider_than(&wide, &narrow), expected, "{text}");
            assert!(!is_wider_than(&narrow, &wide));
        }
    }

    #[test]
    fn every_feature_has_a_reason() {
        for feature in FEATURES {
            let other = "which does not look like a board";
            assert!(in_words(feature) != other || matches!(feature, "by_tiles" | "columns" | "drifting"), "{feature}");
        }
    }
}
