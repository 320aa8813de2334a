//! The overlay picture: the paths of words on the picture, or on a board that hexlex draws.

use super::answer::Source;
use crate::args::{ShowArg, SolveArgs};
use crate::overlay_file::{self, Existing};
use crate::read::Picture;
use crate::terminal::Terminal;
use crate::{inline_picture, outputs};
use anyhow::{Result, anyhow, ensure};
use hexlex::advise::CriticalTile;
use hexlex::board::{Board, Cell};
use hexlex::locate::Layout;
use hexlex::overlay::{Caption, FurtherWord, draw_words, draw_words_alone, mark_critical_tiles, tint_owners};
use hexlex::paint::Style;
use hexlex::pixels::{Frame, MAX_PIXELS, MAX_SIDE, Size};
use hexlex::solve::FoundWord;
use image::imageops::{FilterType, resize};
use std::path::{Path, PathBuf};

/// The height of a tile of a board that hexlex draws, in pixels. Chosen by hand: smaller tiles make the letters hard to
/// read, larger ones only make the picture larger.
const TILE_HEIGHT: f32 = 64.0;

/// The least height of a tile in an overlay, in pixels: pictures with smaller ones are drawn larger. Smaller: the numbers of the
/// path are hard to read. Larger: more pictures do not keep their size. Set by the owner.
const LEAST_TILE: f32 = 40.0;

/// The longest side to which a picture grows by itself, in pixels. Smaller: small tiles in large pictures stay small. Larger: the
/// files are too large to send. Chosen by hand.
const LONGEST_GROWN: f32 = 4096.0;

/// The number of words in the caption below the one that is drawn. Set by the owner.
pub(super) const NEXT_WORDS: usize = 3;

/// Draws the words with these indices and returns the path of the overlay; `None` if there is no word, or if the board is a text
/// and `-o` is not given.
///
/// # Errors
/// If the board is too large to draw, or the file cannot be written or replaced.
pub(super) fn words(
    source: &Source,
    words: &[FoundWord],
    chosen: &[usize],
    critical: &[CriticalTile],
    file: &Path,
    args: &SolveArgs,
) -> Result<Option<PathBuf>> {
    let paths: Vec<&[Cell]> = chosen.iter().map(|&place| words[place].path.as_slice()).collect();
    let value = |place: usize| points(&words[place]);
    let Some(caption) = caption(words, chosen, args.ranking.top, value) else { return Ok(None) };
    let drawn;
    let (frame, layout) = match &source.picture {
        Some(picture) => (&picture.frame, &picture.reading.layout),
        None if args.output.is_some() => {
            drawn = paint(&source.board)?;
            (&drawn.0, &drawn.1)
        }
        None => return Ok(None),
    };
    let factor = factor(frame, layout, args)?;
    let scaled = (factor != 1.0).then(|| scaled(frame, layout, factor));
    let (frame, layout) = scaled.as_ref().map_or((frame, layout), |(frame, layout)| (frame, layout));
    let draw = if args.transparent { draw_words_alone } else { draw_words };
    if let (Some(_), Some(folder)) = (&args.out_dir, file.parent()) {
        outputs::create_folder(folder)?;
    }
    // The file of `-o` was checked before the work.
    if args.output.is_none() {
        overlay_file::check(file, Existing::of(args.force))?;
    }
    let mut picture = draw(frame, layout, &paths, &caption);
    mark_critical_tiles(&mut picture, layout, &beside(critical, &paths));
    overlay_file::write(&picture, file)?;
    Ok(Some(file.to_path_buf()))
}

/// A word of an advice.
pub(crate) struct AdvisedPath {
    pub(crate) found: FoundWord,
    /// What the words are ordered by, where that is not their points.
    pub(crate) value: Option<String>,
}

/// Draws the first of these words or, where there is none, that a scramble is advised; with the owners of the tiles, and marks on fires
/// that must be used and gems that hold fires up.
///
/// # Errors
/// If the board is too large to draw, or the file cannot be written.
pub(crate) fn advice(
    board: &Board,
    picture: Option<&Picture>,
    advised: Vec<AdvisedPath>,
    critical: &[CriticalTile],
    file: &Path,
) -> Result<()> {
    let (words, values): (Vec<FoundWord>, Vec<Option<String>>) =
        advised.into_iter().map(|word| (word.found, word.value)).unzip();
    let drawn;
    let (frame, layout) = match picture {
        Some(picture) => (&picture.frame, &picture.reading.layout),
        None => {
            drawn = paint(board)?;
            (&drawn.0, &drawn.1)
        }
    };
    let factor = grown(frame, layout);
    let scaled = (factor != 1.0).then(|| scaled(frame, layout, factor));
    let (frame, layout) = scaled.as_ref().map_or((frame, layout), |(frame, layout)| (frame, layout));
    let value = |place: usize| values[place].clone().unwrap_or_else(|| points(&words[place]));
    let caption = caption(&words, &[0][..words.len().min(1)], NEXT_WORDS + 1, value)
        .unwrap_or_else(|| Caption::new("scramble", "no word"));
    let paths: Vec<&[Cell]> = words.iter().take(1).map(|found| found.path.as_slice()).collect();
    let tinted = tint_owners(frame.clone(), layout, board);
    let mut overlay = draw_words(&tinted, layout, &paths, &caption);
    mark_critical_tiles(&mut overlay, layout, &beside(critical, &paths));
    overlay_file::write(&overlay, file)
}

/// The tiles that matter and are not in a path: the path shows that these are used, and its numbers may be in the same corner.
fn beside(critical: &[CriticalTile], paths: &[&[Cell]]) -> Vec<CriticalTile> {
    critical.iter().filter(|tile| paths.iter().all(|path| !path.contains(&tile.cell))).copied().collect()
}

/// The points of a word.
fn points(found: &FoundWord) -> String {
    match found.score {
        1 => "1 point".to_string(),
        score => format!("{score} points"),
    }
}

/// The text beside the board: the first word that is drawn with its value, and below it the others or, where it is the only one,
/// the words that follow it, as far as the answer of at most `top` words has them.
fn caption(words: &[FoundWord], chosen: &[usize], top: usize, value: impl Fn(usize) -> String) -> Option<Caption> {
    let (&first, others) = chosen.split_first()?;
    let line = |place: usize| format!("{}  {}", words[place].word, value(place));
    let drawn = (1..).zip(others).map(|(n, &place)| FurtherWord { text: line(place), path: Some(n) });
    let next = first + 1..words.len().min(top).min(first + 1 + NEXT_WORDS);
    let next = next.map(|place| FurtherWord { text: line(place), path: None });
    let further = if others.is_empty() { next.collect() } else { drawn.collect() };
    Some(Caption::new(&words[first].word, value(first)).with_further(further))
}

/// How many times as large as the picture the overlay is.
///
/// # Errors
/// If it would be too large.
fn factor(frame: &Frame, layout: &Layout, args: &SolveArgs) -> Result<f32> {
    let longest = frame.size().width.max(frame.size().height) as f32;
    let Some(factor) = args.drawing.scale else {
        // A transparent overlay lies over the picture as it is.
        return Ok(if args.transparent { 1.0 } else { grown(frame, layout) });
    };
    let Size { width, height } = frame.size();
    let largest = (MAX_PIXELS as f32 / (width as f32 * height as f32)).sqrt().min(MAX_SIDE as f32 / longest);
    ensure!(
        factor <= largest,
        "--scale: expected a factor of at most {:.1} for a picture of {width}x{height} pixels, found {factor}: give less",
        (largest * 10.0).floor() / 10.0
    );
    Ok(factor)
}

/// How many times as large as the picture an overlay is, so that its tiles are not too small.
fn grown(frame: &Frame, layout: &Layout) -> f32 {
    let longest = frame.size().width.max(frame.size().height) as f32;
    if layout.tile() >= LEAST_TILE { 1.0 } else { (LEAST_TILE / layout.tile()).min(LONGEST_GROWN / longest).max(1.0) }
}

/// A picture and the layout of its board, in another size.
fn scaled(frame: &Frame, layout: &Layout, factor: f32) -> (Frame, Layout) {
    let side = |length: u32| ((length as f32 * factor).round() as u32).max(1);
    let pixels = resize(frame.pixels(), side(frame.size().width), side(frame.size().height), FilterType::CatmullRom);
    (Frame::new(pixels, frame.source()), layout.scaled(factor))
}

/// A picture of a board text.
pub(super) fn paint(board: &Board) -> Result<(Frame, Layout)> {
    let (pixels, layout) = hexlex::paint::paint(board, &Style::default(), TILE_HEIGHT)
        .map_err(|error| anyhow!("cannot draw the board ({error}): leave -o out"))?;
    let frame = Frame::new(pixels, "a painted board");
    let layout = layout.measured(&frame);
    Ok((frame, layout))
}

/// An overlay as it is printed on the terminal.
pub(super) fn inline(file: &Path, asked: ShowArg) -> Result<String> {
    let picture = Frame::open(file)?;
    let width = Terminal::of_output().unwrap_or(Terminal::PLAIN).width;
    inline_picture::encode(picture.pixels(), inline_picture::protocol(asked)?, width)
}

/// Opens a file in the system's viewer, and does not wait for it.
#[cfg(feature = "desktop")]
pub(super) fn open(file: &Path) -> Result<()> {
    let name = file.display();
    // The error is left out: it names every command that was tried, in the debug form of Rust.
    open::that_detached(file)
        .map_err(|_| anyhow!("--open: expected a viewer for {name}, found none that opens it: open the file by hand"))
}

/// An error: this build opens no windows.
#[cfg(not(feature = "desktop"))]
pub(super) fn open(file: &Path) -> Result<()> {
    let name = file.display();
    Err(anyhow!("--open: expected a build with the feature `desktop`, found one without: open {name} by hand"))
}
