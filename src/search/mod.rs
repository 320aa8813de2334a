//! The search for the boards of a picture: candidates are read best first, brought to their extent, and scored.
//!
//! The geometry of a candidate says what its score would come to if it were a board, and candidates that would not win
//! even so are not read. What is read is scored by its [evidence](crate::read::evidence): the log odds that it is a board.
//! Boards that do not overlap are kept side by side.
//!
//! [`Search`] reads; `found` has what it found, `samples` the parts by which a large layout is judged, `overlap` how boards lie to
//! each other, `reasons` why a candidate was refused.

mod found;
mod overlap;
mod reasons;
mod samples;

pub(crate) use found::Found;
use found::is_longest;
pub(crate) use reasons::{letters_in_words, nearest_in_words, tiles_in_words};

use crate::board::Face;
use crate::locate::{Candidate, Evidence, Layout, MIN_SIDE, Side};
use crate::options::{NamedEngine, Options};
use crate::pixels::{Frame, Point};
use crate::read::evidence::{
    BoardPlacement, Vocabulary, board_evidence, board_score, geometry_values, letters_that_read, mostly_reads,
    with_value, without_empty,
};
use crate::read::extent::{Extent, Surroundings, sides_at_limit};
use crate::read::settled::{drifting_tiles, falls, mark_unknown, settle};
use crate::read::{Engine, Reading, TileReader, is_turned, read_in_all_directions};
use crate::stopwatch::Stopwatch;
use overlap::{SAME_LATTICE, is_coarser_part_of, is_part_of, is_wider_than, overlap};
use samples::samples;

/// The networks alone, which find boards whose letters a skin lacks.
static NETWORKS: NamedEngine = NamedEngine { skin: None, engine: Engine::Net };

/// Whether a layout is the whole candidate or a part of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Portion {
    Whole,
    /// Where its empty cells lie does not count: a board may have its hole there.
    Part,
}

/// The search in one picture.
pub(crate) struct Search<'a> {
    frame: &'a Frame,
    options: &'a Options,
    /// A reader for each engine, and then one by the networks; each keeps the tiles that it read.
    readers: Vec<(&'a NamedEngine, TileReader<'a>)>,
    clock: Stopwatch,
    /// The glyphs that are classified before the search ends.
    most_glyphs: f32,
    /// The lattices of single letters among the candidates, read or not, with their evidence.
    letters: Vec<(Layout, Evidence)>,
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

/// The number of parts of a large layout that decide whether it is refused, before it is read, each time its size has
/// doubled, and once it has the most lines that are looked for. Smaller: text passes, of which one part in four reads well by
/// chance. Larger: boards take longer. Chosen by hand; `hard judge --kind tall` shows a change.
const SAMPLES: usize = 3;

/// The glyphs that are classified before the search ends: a limit of work. It grows in proportion to a budget over the
/// [default](Options::BUDGET) one. Smaller: boards on screens full of text are lost. Larger: thousands of letters take longer. Chosen by hand;
/// `cargo bench --bench worst` and `hard judge --kind tall` show a change.
const MOST_GLYPHS: f32 = 6_000.0;

/// How far tall letters are from the middle of their cells, in tiles, above which a lattice of small letters is centered on them. Smaller:
/// more boards are read twice. Larger: tiles are cut. Chosen by hand; `hard judge --kind lower-case` shows a change.
const OFF_MIDDLE: f32 = 0.05;

/// The share of tiles among the cells of a board from which no smaller outline of its lattice fits better. With a
/// smaller one a hexagon is read as columns of one length with empty corners. Chosen by hand.
const FULL: f32 = 0.95;

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
            readers: engines.iter().chain([&NETWORKS]).map(reader).collect(),
            clock,
            most_glyphs: MOST_GLYPHS * options.budget.div_duration_f32(Options::BUDGET).max(1.0),
            letters: Vec::new(),
            boards: Vec::new(),
            refused: Vec::new(),
            limited: false,
        }
    }

    /// The same search with this share of the glyphs that it may classify.
    pub(crate) fn with_share_of_glyphs(self, share: f32) -> Search<'a> {
        Search { most_glyphs: share * self.most_glyphs, ..self }
    }

    /// The picture.
    pub(crate) fn frame(&self) -> &'a Frame {
        self.frame
    }

    /// Reads the candidates that may be better than what was found, those with the best geometry first, until this share of the budget is
    /// used up. Returns those that remain.
    pub(crate) fn read(&mut self, candidates: &[Candidate], most_used: f32) -> Vec<Candidate> {
        let letters = candidates.iter().filter(|candidate| !candidate.evidence.is_of_whole_tiles());
        self.letters.extend(letters.map(|candidate| (candidate.layout.clone(), candidate.evidence)));
        let remaining = self.read_ranked(candidates, most_used);
        self.boards.iter_mut().for_each(|found| found.add_letters_beside(&self.letters));
        remaining
    }

    /// The same, without the [letters beside](Found::add_letters_beside) the boards.
    fn read_ranked(&mut self, candidates: &[Candidate], most_used: f32) -> Vec<Candidate> {
        let ranked = self.ranked(candidates);
        let may_be_boards = ranked.iter().take_while(|(bound, _)| *bound > 0.0).count();
        for (i, &(bound, candidate)) in ranked[..may_be_boards].iter().enumerate() {
            // The budget ends the search only after one candidate was read: without any, nothing could be said.
            let has_read = !(self.boards.is_empty() && self.refused.is_empty());
            if has_read && self.used_share() > most_used {
                let remaining =
                    ranked[i..may_be_boards].iter().filter(|(bound, candidate)| self.may_win(candidate, *bound));
                return remaining.map(|(_, candidate)| Candidate::clone(candidate)).collect();
            }
            if self.may_win(candidate, bound) {
                let found = self.read_candidate(candidate);
                let reads = self.options.shape.is_some() || mostly_reads(&found.values);
                let is_board = found.score > 0.0 && !found.is_hopeless && reads;
                if is_board { self.boards.push(found) } else { self.refused.push(found) }
            }
        }
        Vec::new()
    }

    /// Reads the candidates that remain of all stages, which [`read`](Search::read) returned. Where the whole budget does not suffice for
    /// them, the search is limited.
    pub(crate) fn read_remaining(&mut self, candidates: &[Candidate]) {
        self.limited |= !self.read_ranked(candidates, 1.0).is_empty();
    }

    /// The share of the budget that is used up: of its time, or of the glyphs that it allows to classify.
    pub(crate) fn used_share(&self) -> f32 {
        let classified: usize = self.readers.iter().map(|(_, tiles)| tiles.classified()).sum();
        let of_time = self.clock.elapsed().as_secs_f32() / self.options.budget.as_secs_f32();
        of_time.max(classified as f32 / self.most_glyphs)
    }

    /// Brings candidates into the order in which they are read.
    pub(crate) fn sort(&self, candidates: &mut Vec<Candidate>) {
        *candidates = self.ranked(candidates).into_iter().map(|(_, candidate)| candidate.clone()).collect();
    }

    /// The candidates with what their scores come to if they are boards, the highest first.
    pub(crate) fn ranked<'b>(&self, candidates: &'b [Candidate]) -> Vec<(f32, &'b Candidate)> {
        let bound =
            |candidate: &Candidate| board_score(&candidate.evidence).bound(&geometry_values(&candidate.evidence));
        let mut ranked: Vec<(f32, &Candidate)> =
            candidates.iter().map(|candidate| (bound(candidate), candidate)).collect();
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
        ranked
    }

    /// Whether a candidate that may come to this score may be better than every board in its place, and no candidate of its
    /// kind was refused there, nor a board that is too large. A part of a board that was read would grow to the same board, so it is not
    /// read. Whole tiles are read all the same where that board lacks their letters, or where they may lie better.
    fn may_win(&self, candidate: &Candidate, bound: f32) -> bool {
        let Candidate { layout, evidence, .. } = candidate;
        let is_same = |found: &Found| found.reading.layout.overlap(layout) > SAME_LATTICE;
        let is_part = |found: &Found| layout.lies_on(&found.reading.layout);
        let beats = |found: &Found| match found.is_full {
            true if is_part(found) && !found.lacks_letters_of(candidate) && !found.may_lie_better(candidate) => false,
            // It has empty cells: another outline of its lattice may fit better, and most of its tiles were read.
            false if is_same(found) => true,
            _ => bound > found.score || !overlap(&found.reading.layout, layout),
        };
        let is_free = self.options.shape.is_none();
        // Letters, small letters, groups and bodies lie at slightly different places, so each kind is refused by itself.
        let is_refused = |found: &Found| {
            let is_same = found.evidence.kind == evidence.kind && found.layout.overlap(layout) > SAME_LATTICE;
            is_same || is_free && found.goes_on_over(layout)
        };
        !self.refused.iter().any(is_refused) && self.boards.iter().all(beats)
    }

    /// The highest score of a board that overlaps this layout; at least 0.
    fn best_overlapping(&self, layout: &Layout) -> f32 {
        let overlapping = self.boards.iter().filter(|found| overlap(&found.reading.layout, layout));
        overlapping.map(|found| found.score).fold(0.0, f32::max)
    }

    /// The reading of a candidate that was brought to its extent, with its score. A skin that lacks letters finds less of a board than
    /// the networks do; the letters of what these find are then read by the skin.
    pub(crate) fn read_candidate(&mut self, candidate: &Candidate) -> Found {
        let index = self.options.engine_for(self.frame, &candidate.layout);
        let mut found = self.read_by(index, candidate);
        if self.options.turned || !self.readers[index].1.lacks_letters() {
            return found;
        }
        let whole = self.read_by(self.readers.len() - 1, candidate);
        if whole.score <= found.score.max(0.0) {
            take_unread(&mut found.reading, &whole.reading);
            return found;
        }
        let (named, tiles) = &mut self.readers[index];
        let mut reading = tiles.read(&whole.layout);
        (reading.skin, reading.cut) = (named.skin.clone(), whole.reading.cut.clone());
        let drifting = drifting_tiles(tiles, &whole.layout, &whole.strays);
        settle(tiles, &mut reading, &drifting);
        tiles.weigh(&mut reading);
        take_unread(&mut reading, &whole.reading);
        mark_unknown(&mut reading);
        Found { reading, ..whole }
    }

    /// The same by the reader of this number. A lattice goes through the middles of its letters; games center small letters by the tall
    /// ones, so that it may be too low. Where it is refused, it is read again with the tall letters in the middle of its cells. Where it is
    /// accepted it stays: tails are farther from the edges of the tiles then.
    fn read_by(&mut self, index: usize, candidate: &Candidate) -> Found {
        let found = self.read_in_place(index, candidate);
        if found.score > 0.0 || found.is_hopeless || self.options.turned {
            return found;
        }
        let off = self.readers[index].1.small_letters_off_middle(&candidate.layout);
        let Some(off) = off.filter(|off| off.abs() > OFF_MIDDLE) else { return found };
        let by = Point::new(0.0, off * candidate.layout.pitch().1);
        let centered = Candidate { layout: candidate.layout.shifted(by), ..candidate.clone() };
        let centered = self.read_in_place(index, &centered);
        if centered.score > 0.0 { centered } else { found }
    }

    /// The same with the cells where the candidate has them.
    fn read_in_place(&mut self, index: usize, candidate: &Candidate) -> Found {
        // Where each tile of a board has several letters, it is one whatever they are.
        let is_board = |board: &Found| board.has_many_beside() && board.lacks_letters_of(candidate);
        let is_known = self.options.shape.is_some() || self.boards.iter().any(is_board);
        let vocabulary = if is_known { Vocabulary::Ignored } else { Vocabulary::Counts };
        let (to_beat, evidence) = (self.best_overlapping(&candidate.layout), candidate.evidence);
        let (named, tiles) = &mut self.readers[index];
        if self.options.turned {
            let (engine, min_confidence) = (&named.engine, self.options.min_confidence);
            let reading = read_in_all_directions(self.frame, &candidate.layout, engine, min_confidence);
            let letters = tiles.letter_places(&candidate.layout);
            let body = tiles.body(&candidate.layout);
            let placement = BoardPlacement { body, ..BoardPlacement::default() };
            let values = board_evidence(&evidence, &reading, &placement, vocabulary);
            let (score, layout) = (board_score(&evidence).log_odds(&values), candidate.layout.clone());
            let strays = candidate.strays.clone();
            let (measured, is_hopeless) = (values, false);
            return Found {
                reading,
                evidence,
                measured,
                values,
                score,
                layout,
                letters,
                strays,
                body,
                cut_letters: 0.0,
                is_full: true,
                is_hopeless,
            };
        }
        let attempt = |tiles: &mut TileReader, layout: &Layout, portion: Portion| {
            let reading = tiles.read(layout);
            let placement = BoardPlacement {
                off_center: tiles.off_center(layout),
                body: tiles.body(layout),
                ..BoardPlacement::default()
            };
            let measured = board_evidence(&evidence, &reading, &placement, vocabulary);
            let values = if portion == Portion::Part { without_empty(&measured) } else { measured };
            let score = board_score(&evidence).log_odds(&values);
            Found {
                reading,
                evidence,
                measured,
                values,
                score,
                layout: candidate.layout.clone(),
                letters: tiles.letter_places(layout),
                strays: candidate.strays.clone(),
                body: placement.body,
                cut_letters: 0.0,
                is_full: true,
                is_hopeless: score < to_beat + HOPELESS,
            }
        };
        // Returns the part that scores lowest if the parts of a large layout show that it is not a board: their mean is not over 0, as that of any
        // board is. Where it goes on beyond the sides on
        // which it does not grow, they must score as one in spite of that.
        let refuse = |tiles: &mut TileReader, layout: &Layout| -> Option<Found> {
            let mut found: Vec<Found> = Vec::new();
            for part in samples(layout, &candidate.places).iter().take(SAMPLES) {
                found.push(attempt(tiles, part, Portion::Part));
                if found[0].is_hopeless {
                    break;
                }
            }
            let mean = |found: &[Found]| found.iter().map(|part| part.score).sum::<f32>() / found.len().max(1) as f32;
            let worst = |found: Vec<Found>| found.into_iter().min_by(|a, b| a.score.total_cmp(&b.score));
            if found.first()?.is_hopeless || mean(&found) <= 0.0 {
                return worst(found).map(|worst| Found { is_hopeless: true, ..worst });
            }
            let sides = sides_at_limit(layout);
            if sides.is_empty() {
                return None;
            }
            // Compared with the part that was read last: reading the whole takes long.
            let read_last = found.last()?.reading.layout.clone();
            let Surroundings { goes_on, cut, .. } =
                Extent::new(tiles, &read_last, &candidate.places).surroundings(layout, &sides);
            for part in &mut found {
                [part.measured, part.values] =
                    [part.measured, part.values].map(|values| with_value(&values, "goes_on", goes_on));
                part.score = board_score(&evidence).log_odds(&part.values);
            }
            let is_refused = !cut.is_empty() && mean(&found) <= 0.0;
            let mut worst = worst(found).filter(|_| is_refused)?;
            (worst.layout, worst.reading.cut, worst.is_hopeless) = (layout.clone(), cut, false);
            Some(worst)
        };
        let is_free = self.options.shape.is_none();
        if is_free && let Some(refused) = refuse(tiles, &candidate.layout) {
            return refused;
        }
        let first = attempt(tiles, &candidate.layout, Portion::Whole);
        // Fewer letters than in one line are noise, which takes long to grow.
        if first.is_hopeless || is_free && letters_that_read(&first.reading) < MIN_SIDE {
            return Found { is_hopeless: true, ..first };
        }
        let mut layout = candidate.layout.clone();
        let mut extent = Extent::new(tiles, &candidate.layout, &candidate.places);
        if is_free {
            layout = extent.trim(layout);
            // In a screen full of text the layout would grow without end: parts of it are read whenever its size has doubled, and once it has as
            // many lines as are looked for.
            loop {
                let most = 2 * layout.shape().len();
                layout = extent.grow(layout, most);
                let is_final = layout.shape().len() <= most;
                if (!is_final || layout != candidate.layout && is_longest(layout.shape()))
                    && let Some(refused) = refuse(extent.tiles(), &layout)
                {
                    return refused;
                }
                if is_final {
                    break;
                }
            }
        }
        let surroundings = extent.surroundings(&layout, &Side::ALL);
        let mut reading = if layout == candidate.layout { first.reading } else { tiles.read(&layout) };
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
        let score = board_score(&evidence).log_odds(&values);
        if score > 0.0 {
            settle(tiles, &mut reading, &placement.drifting);
            tiles.weigh(&mut reading);
            mark_unknown(&mut reading);
        }
        let cut_letters = if score > 0.0 { tiles.cut_letters(&layout) } else { 0.0 };
        if !reading.board.settled {
            // What looks like a further line are tiles on their way.
            reading.cut = surroundings.crossed;
        }
        Found {
            reading,
            evidence,
            measured: values,
            values,
            score,
            letters: tiles.letter_places(&layout),
            layout,
            strays: candidate.strays.clone(),
            body: placement.body,
            cut_letters,
            is_full,
            is_hopeless: false,
        }
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
            board_score(&found.evidence).log_odds(&values) > 0.0
        }
    }

    /// Of the candidates that are not boards, the one that came nearest: that with the most [expected tiles](Found::expected_tiles), and of
    /// those with as many the highest score.
    pub(crate) fn nearest(&self) -> Option<Found> {
        let order = |a: &&Found, b: &&Found| {
            a.expected_tiles().total_cmp(&b.expected_tiles()).then(a.score.total_cmp(&b.score))
        };
        self.refused.iter().max_by(order).cloned()
    }

    /// The boards, those with the most [expected tiles](Found::expected_tiles) first. Where boards overlap, only the one with the
    /// highest score is kept; one whose letters do not read, one [whose cells cut them](Found::cuts_letters), a part of another board, and a
    /// wider outline of one, count as lower than any. Some letters of a finer lattice are not a board, even where that lattice was refused.
    pub(crate) fn into_boards(mut self) -> Vec<Found> {
        self.boards.retain(|found| !self.refused.iter().any(|other| is_coarser_part_of(found, other)));
        // Where a shape is asked for, boards whose letters do not read are there, too.
        let reads = |found: &Found| mostly_reads(&found.values);
        let is_whole = |found: &Found| !found.cuts_letters();
        self.boards.sort_by(|a, b| {
            reads(b).cmp(&reads(a)).then(is_whole(b).cmp(&is_whole(a))).then(b.score.total_cmp(&a.score))
        });
        let is_part =
            |found: &&Found| self.boards.iter().any(|other| is_part_of(found, other) || is_wider_than(found, other));
        let (parts, wholes): (Vec<&Found>, Vec<&Found>) = self.boards.iter().partition(is_part);
        let mut kept: Vec<&Found> = Vec::new();
        for found in wholes.into_iter().chain(parts) {
            if !kept.iter().any(|other| overlap(&other.reading.layout, &found.reading.layout)) {
                kept.push(found);
            }
        }
        kept.sort_by(|a, b| b.expected_tiles().total_cmp(&a.expected_tiles()));
        kept.into_iter().cloned().collect()
    }
}

/// Takes the letters of tiles that do not read from another reading of the same board.
fn take_unread(reading: &mut Reading, other: &Reading) {
    if reading.layout.shape() != other.layout.shape() || reading.layout.overlap(&other.layout) <= SAME_LATTICE {
        return;
    }
    let tiles = reading.board.tiles_mut().zip(&mut reading.doubts).zip(other.board.tiles().zip(&other.doubts));
    for ((tile, doubt), (other, other_doubt)) in tiles {
        if let (Some(tile), Some(other)) = (tile, other)
            && tile.face == Face::Unreadable
            && other.face != Face::Unreadable
        {
            (tile.face, *doubt) = (other.face.clone(), other_doubt.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Shape;
    use crate::locate::BlobKind;
    use crate::read::evidence::FEATURES;

    /// One candidate is read whatever the budget, and those that remain are returned; the search is limited where the whole budget does not
    /// suffice.
    #[test]
    fn a_share_of_the_budget_leaves_candidates_for_later() {
        let layout = |x: f32| Layout::new(Shape::rows(3, 3).unwrap(), (x, 40.0), (40.0, 40.0));
        let evidence = Evidence { coverage: 1.0, stability: 9.0, ..Evidence::default() };
        let candidates: Vec<Candidate> = [40.0, 240.0, 440.0]
            .map(|x| Candidate { layout: layout(x), evidence, places: Vec::new(), strays: Vec::new() })
            .into();
        let frame = Frame::new(image::RgbaImage::new(600, 200), "even");
        let (options, engines) = (Options::default(), Options::default().engines().unwrap());
        let mut search = Search::new(&frame, &options, &engines, Stopwatch::start());
        let remaining = search.read(&candidates, 0.0);
        assert_eq!((search.refused.len(), remaining.len(), search.limited), (1, 2, false));
        search.read_remaining(&remaining);
        assert_eq!((search.refused.len(), search.limited), (3, false));
        let hurried = Options { budget: std::time::Duration::ZERO, ..options };
        let mut search = Search::new(&frame, &hurried, &engines, Stopwatch::start());
        search.read_remaining(&candidates);
        assert_eq!((search.refused.len(), search.limited), (1, true));
    }

    /// A search with a quarter of the glyphs has used four times as much of them.
    #[test]
    fn a_search_may_have_a_share_of_the_glyphs() {
        let board: crate::board::Board = "T E A\nR S L\nI N O".parse().unwrap();
        let (pixels, layout) = crate::paint::paint(&board, &crate::paint::Style::default(), 48.0).unwrap();
        let frame = Frame::new(pixels, "painted");
        // So much time that only glyphs count.
        let options = Options { budget: std::time::Duration::from_secs(1_000_000), ..Options::default() };
        let engines = options.engines().unwrap();
        let [whole, quarter] = [1.0, 0.25].map(|share| {
            let mut search = Search::new(&frame, &options, &engines, Stopwatch::start()).with_share_of_glyphs(share);
            search.readers[0].1.read(&layout);
            search.used_share()
        });
        assert!(whole > 0.0 && (quarter / whole - 4.0).abs() < 0.01, "{whole} {quarter}");
    }

    /// Other lattices and the letters that they show beside their own: that of a board, with more and with fewer letters, one beside it, a part
    /// of it, and too small a part.
    #[test]
    fn letters_beside_a_board_count_where_another_threshold_shows_them() {
        let five = Shape::rows(5, 5).unwrap();
        for (shape, x, beside, expected) in [
            (five.clone(), 20.0, 0.6, 0.6),
            (five.clone(), 20.0, 0.1, 0.2),
            (five.clone(), 36.0, 0.6, 0.2),
            (Shape::rows(2, 2).unwrap(), 20.0, 0.6, 0.6),
            (Shape::rows(1, 3).unwrap(), 20.0, 0.6, 0.2),
        ] {
            let mut board = Found::with_all_tiles(five.clone(), (20.0, 20.0), (40.0, 40.0));
            board.evidence = Evidence { strays: 0.2, accompanied: 0.2, ..Evidence::default() };
            let score = board.score;
            let evidence = Evidence { strays: beside, accompanied: beside, ..Evidence::default() };
            board.add_letters_beside(&[(Layout::new(shape.clone(), (x, 20.0), (40.0, 40.0)), evidence)]);
            let found = [board.evidence.strays, board.evidence.accompanied, board.score];
            assert_eq!(found, [expected, expected, score], "{shape} {x} {beside}");
        }
    }

    /// Of the letters, the share with another one beside them and the share that the edges of cells cut; of the cells, the share with several
    /// letters and no tile; how much of the lattice was read; and whether its tiles may fall.
    #[test]
    fn text_and_what_was_read_in_part_do_not_fall() {
        let (whole, part) = (5, 3);
        for (accompanied, cut_letters, several_bare, read, may_fall) in [
            (0.4, 0.4, 0.4, whole, true),
            (0.5, 0.0, 0.0, whole, false),
            (0.0, 0.5, 0.0, whole, false),
            (0.0, 0.0, 0.5, whole, false),
            (0.0, 0.0, 0.0, part, false),
        ] {
            let board = |side| Found::with_all_tiles(Shape::rows(side, side).unwrap(), (20.0, 20.0), (40.0, 40.0));
            let mut found = Found { reading: board(read).reading, ..board(whole) };
            (found.evidence.accompanied, found.cut_letters) = (accompanied, cut_letters);
            found.values[FEATURES.iter().position(|feature| *feature == "several_bare").unwrap()] = several_bare;
            assert_eq!(found.may_fall(), may_fall, "{accompanied} {cut_letters} {several_bare} {read}");
        }
        // As large a part of the same lattice, elsewhere.
        let board = |x| Found::with_all_tiles(Shape::rows(5, 5).unwrap(), (x, 20.0), (40.0, 40.0));
        assert!(!Found { reading: board(220.0).reading, ..board(20.0) }.may_fall());
    }

    /// The score of a refused candidate of 3x3 tiles; the side of the other one, of the part of it that was read, and its score; and whether the
    /// other one came nearer.
    #[test]
    fn many_tiles_come_nearer_than_few_of_a_slightly_higher_score() {
        let (options, engines) = (Options::default(), Options::default().engines().unwrap());
        let frame = Frame::new(image::RgbaImage::new(200, 200), "even");
        for (of_small, side, read, score, is_nearer) in [
            (-0.5, 10, 10, -2.0, true),
            (-0.5, 10, 10, -4.0, false),
            (-8.0, 10, 10, -9.0, true),
            (-0.5, 10, 3, -2.0, true),
            // It was refused while it grew.
            (-0.5, 3, 6, -1.5, false),
            // Nothing is expected of either.
            (-300.0, 10, 10, -400.0, false),
            (-400.0, 10, 10, -300.0, true),
        ] {
            let mut search = Search::new(&frame, &options, &engines, Stopwatch::start());
            let board = |side| Found::with_all_tiles(Shape::rows(side, side).unwrap(), (20.0, 20.0), (15.0, 15.0));
            let small = Found { score: of_small, ..board(3) };
            let other = Found { score, reading: board(read).reading, ..board(side) };
            search.refused = vec![other.clone(), small];
            assert_eq!(search.nearest().unwrap().score == score, is_nearer, "{of_small} {side} {read} {score}");
        }
    }

    /// The score of a board of single letters, the number of other letters for each cell, the share of letters with another one beside
    /// them, and of places halfway between them that have one; whether the same cells as whole tiles may win, and whether the vocabulary
    /// is ignored for whole tiles then.
    #[test]
    fn whole_tiles_may_win_where_a_board_may_lack_letters() {
        for (score, strays, accompanied, halfway, may_win, is_known) in [
            (3.0, 0.49, 0.49, 0.49, false, false),
            (3.0, 0.5, 0.0, 0.0, true, true),
            (3.0, 0.4, 0.5, 0.0, true, true),
            (3.0, 0.0, 0.5, 0.0, true, true),
            (3.0, 0.0, 0.0, 0.5, true, false),
            (3.0, 0.1, 0.0, 0.0, false, false),
            (2.9, 0.0, 0.0, 0.0, true, false),
        ] {
            let shape = Shape::rows(5, 5).unwrap();
            let mut board = Found::with_all_tiles(shape, (20.0, 20.0), (40.0, 40.0));
            board.score = score;
            board.evidence = Evidence { strays, accompanied, halfway, ..Evidence::default() };
            let layout = board.layout.clone();
            let (options, engines) = (Options::default(), Options::default().engines().unwrap());
            let frame = Frame::new(image::RgbaImage::new(200, 200), "even");
            let mut search = Search::new(&frame, &options, &engines, Stopwatch::start());
            for kind in [BlobKind::Letters, BlobKind::SmallLetters, BlobKind::Groups, BlobKind::Tiles] {
                let evidence = Evidence { kind, ..Evidence::default() };
                let is_of_whole_tiles = [BlobKind::Groups, BlobKind::Tiles].contains(&kind);
                let candidate = Candidate { layout: layout.clone(), evidence, places: Vec::new(), strays: Vec::new() };
                search.boards = vec![board.clone()];
                assert_eq!(
                    search.may_win(&candidate, 9.0),
                    may_win && is_of_whole_tiles,
                    "{score} {strays} {accompanied} {halfway}"
                );
                assert_eq!(board.lacks_letters_of(&candidate), may_win && is_of_whole_tiles);
            }
            assert_eq!(board.has_many_beside(), is_known, "{score} {strays} {accompanied} {halfway}");
            board.evidence.kind = BlobKind::Groups;
            assert!(!board.may_lack_letters());
        }
    }

    /// The blobs by which a board was read and those of a candidate in its place, and the score; whether it is read, too.
    #[test]
    fn a_board_that_is_not_clear_may_be_read_by_other_blobs() {
        use BlobKind::{Groups, Letters, Tiles};
        for (own, other, score, may_win) in [
            (Tiles, Groups, 2.9, true),
            (Groups, Tiles, 2.9, true),
            (Groups, Tiles, 3.0, false),
            (Tiles, Tiles, 2.9, false),
            (Letters, Tiles, 2.9, true),
            (Letters, Tiles, 3.0, false),
            (Tiles, Letters, 2.9, false),
        ] {
            let mut board = Found::with_all_tiles(Shape::rows(5, 5).unwrap(), (20.0, 20.0), (40.0, 40.0));
            (board.score, board.evidence.kind) = (score, own);
            let evidence = Evidence { kind: other, ..Evidence::default() };
            let layout = board.layout.clone();
            let candidate = Candidate { layout, evidence, places: Vec::new(), strays: Vec::new() };
            let (options, engines) = (Options::default(), Options::default().engines().unwrap());
            let frame = Frame::new(image::RgbaImage::new(200, 200), "even");
            let mut search = Search::new(&frame, &options, &engines, Stopwatch::start());
            search.boards.push(board);
            assert_eq!(search.may_win(&candidate, 9.0), may_win, "{own:?} {other:?} {score}");
        }
    }

    /// How a board was found, the share of its letters with others beside them that the edges of its cells cut, and whether a board of whole
    /// tiles of a lower score comes before it.
    #[test]
    fn whole_tiles_come_before_a_board_whose_cells_cut_their_letters() {
        for (kind, cut_letters, is_second) in [
            (BlobKind::Groups, 0.5, true),
            (BlobKind::Tiles, 0.5, true),
            (BlobKind::Groups, 0.4, false),
            (BlobKind::Letters, 0.5, false),
        ] {
            let (options, engines) = (Options::default(), Options::default().engines().unwrap());
            let frame = Frame::new(image::RgbaImage::new(200, 200), "even");
            let mut search = Search::new(&frame, &options, &engines, Stopwatch::start());
            for (kind, x, score, cut_letters) in [(BlobKind::Tiles, 20.0, 1.0, 0.0), (kind, 30.0, 2.0, cut_letters)] {
                let mut board = Found::with_all_tiles(Shape::rows(3, 3).unwrap(), (x, 20.0), (40.0, 40.0));
                (board.evidence.kind, board.score, board.cut_letters) = (kind, score, cut_letters);
                search.boards.push(board);
            }
            let kept: Vec<f32> = search.into_boards().iter().map(|found| found.score).collect();
            assert_eq!(kept, [if is_second { 1.0 } else { 2.0 }], "{kind:?} {cut_letters}");
        }
    }

    /// The share of the letters that do not read, on a board of single letters and on one of the gaps between its tiles, which has the higher score;
    /// whether the letters are kept.
    #[test]
    fn a_board_that_reads_comes_before_one_that_does_not() {
        for (of_letters, of_gaps, are_letters_kept) in [(0.0, 1.0, true), (0.0, 0.0, false), (1.0, 1.0, false)] {
            let (options, engines) = (Options::default(), Options::default().engines().unwrap());
            let frame = Frame::new(image::RgbaImage::new(200, 200), "even");
            let mut search = Search::new(&frame, &options, &engines, Stopwatch::start());
            let unread = FEATURES.iter().position(|feature| *feature == "unread").unwrap();
            for (x, score, share) in [(20.0, 1.0, of_letters), (40.0, 2.0, of_gaps)] {
                let mut board = Found::with_all_tiles(Shape::rows(3, 3).unwrap(), (x, x), (40.0, 40.0));
                (board.score, board.values[unread]) = (score, share);
                search.boards.push(board);
            }
            let kept: Vec<f32> = search.into_boards().iter().map(|found| found.score).collect();
            assert_eq!(kept, [if are_letters_kept { 1.0 } else { 2.0 }], "{of_letters} {of_gaps}");
        }
    }

    /// Whether a shape is asked for; the rows and columns of tiles that were refused, the side on which more follow, and whether only a sample was
    /// read; where whole tiles are found, in tiles to the right and down, and how large they are; whether these are read.
    #[test]
    fn nothing_is_read_in_a_part_of_a_board_that_is_too_large() {
        let free = Options::default();
        let asked = Options { shape: Some(Shape::rows(5, 5).unwrap()), ..Options::default() };
        let engines = free.engines().unwrap();
        let frame = Frame::new(image::RgbaImage::new(900, 900), "even");
        let (within, below, beside) = ([0.0, 2.0], [0.0, 60.0], [30.0, 2.0]);
        for (options, (rows, columns), cut, is_hopeless, place, size, may_win) in [
            (&free, (40, 9), Some(Side::Below), false, within, 1.0, false),
            (&free, (40, 9), Some(Side::Below), false, within, 1.5, false),
            (&free, (9, 40), Some(Side::Right), false, within, 1.0, false),
            (&free, (40, 9), Some(Side::Below), false, below, 1.0, false),
            (&free, (40, 9), Some(Side::Below), false, below, 1.5, true),
            (&free, (40, 9), Some(Side::Above), false, below, 1.0, true),
            (&free, (40, 9), Some(Side::Below), false, beside, 1.0, true),
            (&free, (40, 9), Some(Side::Right), false, beside, 1.0, false),
            (&free, (40, 9), None, false, within, 1.0, true),
            (&free, (40, 9), Some(Side::Below), true, within, 1.0, true),
            (&free, (39, 9), Some(Side::Below), false, within, 1.0, true),
            (&asked, (40, 9), Some(Side::Below), false, within, 1.0, true),
        ] {
            let mut refused = Found::with_all_tiles(Shape::rows(rows, columns).unwrap(), (20.0, 20.0), (20.0, 20.0));
            refused.reading.cut = cut.into_iter().collect();
            refused.is_hopeless = is_hopeless;
            let first = (20.0 + 20.0 * place[0], 20.0 + 20.0 * place[1]);
            let layout = Layout::new(Shape::rows(5, 5).unwrap(), first, (20.0 * size, 20.0 * size));
            let evidence = Evidence { kind: BlobKind::Tiles, ..Evidence::default() };
            let candidate = Candidate { layout, evidence, places: Vec::new(), strays: Vec::new() };
            let mut search = Search::new(&frame, options, &engines, Stopwatch::start());
            search.refused.push(refused);
            assert_eq!(search.may_win(&candidate, 9.0), may_win, "{rows} {columns} {cut:?} {place:?} {size}");
        }
    }

    /// Rows and columns of tiles, and whether 40 of the longer ones are refused as too large, of which most are not read.
    #[test]
    fn a_board_that_is_too_large_is_refused_by_a_part_of_it() {
        for (rows, columns, is_refused) in [(50, 13, true), (13, 50, true), (40, 13, false)] {
            let shape = Shape::rows(rows, columns).unwrap();
            let letters: String = (0..shape.len()).map(|i| char::from(b'A' + (i * i * 7 + i / 5) as u8 % 16)).collect();
            let board = crate::board::Board::from_letters(shape, &letters).unwrap();
            let (pixels, whole) = crate::paint::paint(&board, &crate::paint::Style::default(), 24.0).unwrap();
            let frame = Frame::new(pixels, "painted");
            let long = |length: usize| if length == 50 { 3..43 } else { 0..length };
            let part = whole.part(long(rows), long(columns)).unwrap();
            let evidence = Evidence { coverage: 1.0, stability: 9.0, ..Evidence::default() };
            let places = whole.shape().cells().map(|cell| whole.center(cell).into()).collect();
            let candidate = Candidate { layout: part, evidence, places, strays: Vec::new() };
            let (options, engines) = (Options::default(), Options::default().engines().unwrap());
            let mut search = Search::new(&frame, &options, &engines, Stopwatch::start());
            let found = search.read_candidate(&candidate);
            assert_eq!(found.is_too_large(), is_refused, "{rows} {columns} {}", found.score);
            assert_eq!(found.score <= 0.0, is_refused, "{rows} {columns} {}", found.score);
            let read = found.reading.layout.shape().len();
            assert!(found.layout.shape().len() == 40 * 13 && (read < 20 * 13) == is_refused, "{rows} {columns} {read}");
        }
    }

    /// Of five rows of five tiles every other letter was found, and the whole lattice was refused: its letters read, or most do not.
    #[test]
    fn some_letters_of_a_finer_lattice_that_was_refused_are_not_a_board() {
        let board = |shape, pitch| Found::with_all_tiles(shape, (20.0, 20.0), (pitch, pitch));
        let (whole, part) = (board(Shape::rows(5, 5).unwrap(), 40.0), board(Shape::rows(3, 3).unwrap(), 80.0));
        let mut unread = whole.clone();
        unread.reading.doubts.iter_mut().skip(10).flatten().for_each(|doubt| doubt.confidence = 0.1);
        let frame = Frame::new(image::RgbaImage::new(200, 200), "even");
        let (options, engines) = (Options::default(), Options::default().engines().unwrap());
        for (refused, boards) in [(whole, 0), (unread, 1)] {
            let mut search = Search::new(&frame, &options, &engines, Stopwatch::start());
            search.boards.push(part.clone());
            search.refused.push(refused);
            assert_eq!(search.into_boards().len(), boards);
        }
    }

    /// A tile that a skin does not read has the networks' letter; others keep theirs.
    #[test]
    fn letters_that_do_not_read_are_taken_from_another_reading() {
        let board = || Found::with_all_tiles(Shape::rows(3, 3).unwrap(), (20.0, 20.0), (40.0, 40.0)).reading;
        let (mut reading, mut other) = (board(), board());
        let face = |letter: &str| Face::Letters(letter.to_string());
        other.board.tiles_mut().flatten().for_each(|tile| tile.face = face("B"));
        other.doubts[4].as_mut().unwrap().confidence = 0.9;
        reading.board.tiles_mut().nth(4).unwrap().unwrap().face = Face::Unreadable;
        let shifted = Reading { layout: other.layout.shifted(Point::new(200.0, 0.0)), ..other.clone() };
        take_unread(&mut reading, &shifted);
        assert_eq!(reading.board.tiles().flatten().nth(4).unwrap().face, Face::Unreadable);
        take_unread(&mut reading, &other);
        let faces: Vec<Face> = reading.board.tiles().flatten().map(|tile| tile.face.clone()).collect();
        assert!((0..9).all(|id| faces[id] == face(if id == 4 { "B" } else { "A" })), "{faces:?}");
        assert_eq!(reading.doubts[4].as_ref().unwrap().confidence, 0.9);
    }
}
