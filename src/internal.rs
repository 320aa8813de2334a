//! The parts of the reader that only the project's own tools use. They are hidden, because they change with the reader.

pub use crate::read::selection::GroupClass;
pub use crate::read::training::{Cut, Effort, LetterBox, cuts, gray_crop, normalize};

use crate::board::Face;
use crate::locate::{BlobKind, Candidate, Evidence, LONG_SIDE, Layout, Shrunk, Side};
use crate::pipeline::{Options, ReadError};
use crate::pixels::{Frame, Point};
use crate::read::possible_letters::PossibleLetter;
use crate::read::selection::Group;
use crate::read::{
    Doubt, Reading, TileReader, certainty, covered, crossing, empty_cells, evidence, extent, letter_case,
    possible_letters, selection, settled, tile_params, turned,
};
use crate::search::{Found, Search};
use crate::stopwatch::Stopwatch;

/// The names of the features of a board, of a line and of a side that the picture's edge may cross.
pub const BOARD_FEATURES: &[&str] = &evidence::FEATURES;
/// The number of those that are known before a candidate is read: the first ones.
pub const BOARD_GEOMETRY: usize = evidence::GEOMETRY;
/// As [`BOARD_FEATURES`].
pub const LINE_FEATURES: &[&str] = &extent::LINE_FEATURES;
/// As [`BOARD_FEATURES`].
pub const CROSSING_FEATURES: &[&str] = &crossing::CROSSING_FEATURES;

/// The names of the parameters of the tile reader.
pub const TILE_PARAMS: &[&str] = tile_params::TILE_PARAMS;

/// The learned values of the parameters of the tile reader, in the order of [`TILE_PARAMS`].
pub fn tile_values() -> Vec<f32> {
    tile_params::learned_values()
}

/// Reads tiles with these values from now on, in every thread.
pub fn try_tile_values(values: &[f32]) {
    tile_params::try_values(values);
}

/// The first of these candidates, as many as `most`, with what was read of each and its board evidence.
///
/// # Errors
/// As [`crate::pipeline::read`], but for [`ReadError::NoBoard`].
pub fn board_evidence(
    frame: &Frame,
    options: &Options,
    candidates: &[Candidate],
    most: usize,
) -> Result<Vec<(Reading, Vec<f32>)>, ReadError> {
    let found = read_first(frame, options, candidates, most)?.into_iter();
    Ok(found.map(|found| (found.reading, found.measured.to_vec())).collect())
}

/// The first of these candidates, as many as `most`, as the reader reads them.
fn read_first(
    frame: &Frame,
    options: &Options,
    candidates: &[Candidate],
    most: usize,
) -> Result<Vec<Found>, ReadError> {
    let engines = options.engines()?;
    let mut search = Search::new(frame, options, &engines, Stopwatch::start());
    let first = search.ranked(candidates).into_iter().take(most);
    Ok(first.map(|(_, candidate)| search.read_candidate(candidate)).collect())
}

/// The candidates of a picture by the bodies of tiles, where [`crate::locate::locate`] goes by letters.
pub fn locate_tiles(frame: &Frame) -> Vec<Candidate> {
    Shrunk::new(frame, None, LONG_SIDE).candidates(BlobKind::Tiles)
}

/// The candidates of a picture by groups of letters that share a tile.
pub fn locate_groups(frame: &Frame) -> Vec<Candidate> {
    Shrunk::new(frame, None, LONG_SIDE).candidates(BlobKind::Groups)
}

/// The contribution of each feature of the board evidence of a candidate in log odds, by name; and the sum with the bias.
/// `geometry` is that of any candidate that was found in the same way: by letters or by whole tiles.
pub fn board_parts(values: &[f32], geometry: &Evidence) -> (Vec<(String, f32)>, f32) {
    let score = evidence::board_score(geometry);
    (score.parts(values), score.log_odds(values))
}

/// The evidence that each line of places belongs to the board of `base`.
///
/// # Errors
/// As [`crate::pipeline::read`], but for [`ReadError::NoBoard`].
pub fn line_evidence(
    frame: &Frame,
    options: &Options,
    base: &Layout,
    blobs: &[Point],
    lines: &[Vec<Point>],
) -> Result<Vec<Vec<f32>>, ReadError> {
    let engine = options.engine()?;
    let mut tiles = TileReader::new(frame, &engine, options.min_confidence);
    let mut extent = extent::Extent::new(&mut tiles, base, blobs);
    Ok(lines.iter().map(|line| extent.line_values(line).to_vec()).collect())
}

/// The names of the features of a board's motion.
pub const SETTLED_FEATURES: &[&str] = &settled::SETTLED_FEATURES;

/// The layout with the highest score among the first `most` of these candidates, as the reader brings it to its extent, even if that score
/// is not that of a board; with the evidence that its tiles are in their places. `None` without candidates.
///
/// # Errors
/// As [`crate::pipeline::read`], but for [`ReadError::NoBoard`].
pub fn settled_evidence(
    frame: &Frame,
    options: &Options,
    candidates: &[Candidate],
    most: usize,
) -> Result<Option<(Layout, Vec<f32>)>, ReadError> {
    let engine = options.engine()?;
    let found = read_first(frame, options, candidates, most)?;
    let best = found.into_iter().max_by(|a, b| a.score.total_cmp(&b.score));
    let mut tiles = TileReader::new(frame, &engine, options.min_confidence);
    let values = |found: Found| {
        let reading = tiles.read(&found.layout);
        let drifting = settled::drifting_tiles(&mut tiles, &found.layout, &found.strays);
        (found.layout, settled::settled_values(&mut tiles, &reading, &drifting).to_vec())
    };
    Ok(best.map(values))
}

/// The names of the features of a board that may have small letters.
pub const CASE_FEATURES: &[&str] = &letter_case::CASE_FEATURES;

/// The evidence that a board has small letters, and both readings of it.
pub struct CaseEvidence {
    /// The values, in the order of [`CASE_FEATURES`].
    pub values: Vec<f32>,
    /// The best face of each tile, read as a capital.
    pub as_capitals: Vec<Option<Face>>,
    /// The best face of each tile, read as a small letter.
    pub as_small: Vec<Option<Face>>,
}

/// The evidence that a layout has small letters.
///
/// # Errors
/// As [`crate::pipeline::read`], but for [`ReadError::NoBoard`].
pub fn case_evidence(frame: &Frame, options: &Options, layout: &Layout) -> Result<CaseEvidence, ReadError> {
    let engine = options.engine()?;
    let (values, [as_capitals, as_small]) = TileReader::new(frame, &engine, options.min_confidence).case_values(layout);
    Ok(CaseEvidence { values: values.to_vec(), as_capitals, as_small })
}

/// The names of the features of a board whose letters may lie turned.
pub const TURNED_FEATURES: &[&str] = &turned::TURNED_FEATURES;

/// The evidence that the letters of a layout lie turned.
///
/// # Errors
/// As [`crate::pipeline::read`], but for [`ReadError::NoBoard`].
pub fn turned_evidence(frame: &Frame, options: &Options, layout: &Layout) -> Result<Vec<f32>, ReadError> {
    let engine = options.engine()?;
    let reading = TileReader::new(frame, &engine, options.min_confidence).read(layout);
    Ok(turned::turned_values(frame, &reading).to_vec())
}

/// The cells of the larger layout that the smaller one, on the same lattice, does not have.
pub fn difference(larger: &Layout, smaller: &Layout) -> Vec<Point> {
    extent::difference(larger, smaller)
}

/// The evidence of each side near the picture's edge that this crosses tiles there.
///
/// # Errors
/// As [`crate::pipeline::read`], but for [`ReadError::NoBoard`].
pub fn crossing_evidence(
    frame: &Frame,
    options: &Options,
    layout: &Layout,
) -> Result<Vec<(Side, Vec<f32>)>, ReadError> {
    let engine = options.engine()?;
    let mut tiles = TileReader::new(frame, &engine, options.min_confidence);
    let values = crossing::crossing_values(&mut tiles, layout, layout).into_iter();
    Ok(values.map(|(side, values)| (side, values.to_vec())).collect())
}

/// The names of the features of a cell that may be empty.
pub const EMPTY_FEATURES: &[&str] = &empty_cells::EMPTY_FEATURES;

/// The evidence that each cell of a layout is empty.
///
/// # Errors
/// As [`crate::pipeline::read`], but for [`ReadError::NoBoard`].
pub fn empty_evidence(frame: &Frame, options: &Options, layout: &Layout) -> Result<Vec<Vec<f32>>, ReadError> {
    let engine = options.engine()?;
    let mut tiles = TileReader::new(frame, &engine, options.min_confidence);
    Ok(tiles.empty_values(layout).into_iter().map(|values| values.to_vec()).collect())
}

/// The names of the features of a tile that may be covered in part.
pub const COVERED_FEATURES: &[&str] = &covered::COVERED_FEATURES;

/// The evidence that each tile of a layout is covered in part.
///
/// # Errors
/// As [`crate::pipeline::read`], but for [`ReadError::NoBoard`].
pub fn covered_evidence(frame: &Frame, options: &Options, layout: &Layout) -> Result<Vec<Vec<f32>>, ReadError> {
    let engine = options.engine()?;
    let mut tiles = TileReader::new(frame, &engine, options.min_confidence);
    Ok(tiles.covered_values(layout).into_iter().map(|values| values.to_vec()).collect())
}

/// The names of the features of a [`GroupClass::Plain`] group of tiles that may be selected.
pub const SELECTION_FEATURES: &[&str] = &selection::SELECTION_FEATURES;

/// The same of a [`GroupClass::Special`] group.
pub const SPECIAL_SELECTION_FEATURES: &[&str] = &selection::SPECIAL_SELECTION_FEATURES;

/// Tiles that are odd in the same way, with the evidence that they are selected.
pub struct GroupEvidence {
    /// The numbers of their cells.
    pub tiles: Vec<usize>,
    /// The score that weighs it, and so the features of `values`.
    pub class: GroupClass,
    /// In the order of [`SELECTION_FEATURES`] or [`SPECIAL_SELECTION_FEATURES`], by the class.
    pub values: Vec<f32>,
}

/// The groups of odd tiles on the board of a layout.
///
/// # Errors
/// As [`crate::pipeline::read`], but for [`ReadError::NoBoard`].
pub fn selection_evidence(frame: &Frame, options: &Options, layout: &Layout) -> Result<Vec<GroupEvidence>, ReadError> {
    let engine = options.engine()?;
    let mut tiles = TileReader::new(frame, &engine, options.min_confidence);
    let reading = tiles.read(layout);
    let groups = selection::groups(&mut tiles, &reading).into_iter();
    Ok(groups.map(|Group { tiles, class, values, .. }| GroupEvidence { tiles, class, values }).collect())
}

/// The names of the features of a letter that a tile may have.
pub const LETTER_FEATURES: &[&str] = &possible_letters::LETTER_FEATURES;

/// The letters that each tile of a layout may have, with the evidence for each (in the order of [`LETTER_FEATURES`]); none for a tile with
/// fewer than two.
///
/// # Errors
/// As [`crate::pipeline::read`], but for [`ReadError::NoBoard`].
pub fn letter_evidence(
    frame: &Frame,
    options: &Options,
    layout: &Layout,
) -> Result<Vec<Vec<LetterEvidence>>, ReadError> {
    let engine = options.engine()?;
    let mut tiles = TileReader::new(frame, &engine, options.min_confidence);
    let reading = tiles.read(layout);
    let evidence = |letter: PossibleLetter| LetterEvidence { face: letter.face, values: letter.values.to_vec() };
    let of_tile = |letters: Vec<PossibleLetter>| letters.into_iter().map(evidence).collect();
    Ok(possible_letters::possible_letters(&mut tiles, &reading).into_iter().map(of_tile).collect())
}

/// The names of the features of a tile's letter.
pub const CERTAINTY_FEATURES: &[&str] = &certainty::CERTAINTY_FEATURES;

/// The letter of a tile, or one that it may have, with the evidence for it.
pub struct LetterEvidence {
    pub face: Face,
    /// In the order of [`CERTAINTY_FEATURES`], or of [`LETTER_FEATURES`].
    pub values: Vec<f32>,
}

/// The evidence for the letter of each tile of a layout; `None` for a tile without one.
///
/// # Errors
/// As [`crate::pipeline::read`], but for [`ReadError::NoBoard`].
pub fn certainty_evidence(
    frame: &Frame,
    options: &Options,
    layout: &Layout,
) -> Result<Vec<Option<LetterEvidence>>, ReadError> {
    let engine = options.engine()?;
    let mut tiles = TileReader::new(frame, &engine, options.min_confidence);
    let mut reading = tiles.read(layout);
    possible_letters::weigh(&mut tiles, &mut reading);
    let evidence = certainty::certainty_values(&mut tiles, &reading).into_iter();
    let of_tile = |(doubt, evidence): (&Option<Doubt>, Option<certainty::Certainty>)| {
        Some(LetterEvidence { face: doubt.as_ref()?.best.clone()?, values: evidence?.values.to_vec() })
    };
    Ok(reading.doubts.iter().zip(evidence).map(of_tile).collect())
}

/// The contribution of each feature of the crossing evidence in log odds, by name; and the sum with the bias.
pub fn crossing_parts(values: &[f32]) -> (Vec<(String, f32)>, f32) {
    (crossing::crossing_score().parts(values), crossing::crossing_score().log_odds(values))
}
