//! `hexlex read`: prints the boards in pictures as board text.
//!
//! [`Picture`] is a picture with its readings; `solve` and `check` start from it too.

use crate::args::{EngineArg, ReadArgs, ReadingArgs};
use crate::console::{Console, Form, Outcome, printable};
use crate::inputs::{self, Input};
use crate::nearest::nearest;
use crate::report::{self, InputReport, ReadReport, ReadTimes};
use crate::{boards, skins, warnings};
use anyhow::{Context, Result, bail};
use hexlex::pipeline::{self, Boards, Method, Options, ReadError, Remedy};
use hexlex::pixels::{Frame, Point, Rect, Size, crop};
use hexlex::read::{Reading, Templates, TemplatesError};
use hexlex::skin::Skin;
use image::imageops::{rotate90, rotate180, rotate270};
use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The library's options for these arguments.
///
/// Taught skins are loaded if a skin is named, or if the engine is `template` or not named: then a skin that matches
/// the picture reads it.
///
/// # Errors
/// If the skin is unknown.
pub(crate) fn options(args: &ReadingArgs, engine: Option<EngineArg>, console: &Console) -> Result<Options> {
    let uses_skins = args.skin.is_some() || matches!(engine, None | Some(EngineArg::Template));
    let taught = if uses_skins { skins::load(console) } else { Vec::new() };
    args.skin.as_deref().map_or(Ok(()), |skin| check_skin(skin, &taught))?;
    Ok(Options {
        shape: args.shape.0.clone(),
        skin: args.skin.clone(),
        min_confidence: args.min_confidence,
        method: engine.unwrap_or(EngineArg::Net).method(),
        taught: Arc::new(taught),
        turned: args.turned,
        budget: args.budget.0,
    })
}

/// Checks before the first picture that a skin is there: a taught one, a folder, or a typeface.
///
/// # Errors
/// If it is not; the error has what was most likely meant.
fn check_skin(asked: &str, taught: &[Skin]) -> Result<()> {
    let names: Vec<&str> = taught.iter().map(Skin::name).collect();
    if names.contains(&asked) || Skin::load(Path::new(asked)).is_ok() {
        return Ok(());
    }
    let known = match Templates::named(asked) {
        Ok(_) => return Ok(()),
        Err(TemplatesError::Unknown { known, .. }) => known,
        Err(error) => return Err(error.into()),
    };
    let remedy = match nearest(asked, names.iter().copied().chain(known.split(", "))) {
        Some(similar) => format!("use `{similar}`"),
        None if names.is_empty() => "leave --skin out, or teach the skin by `hexlex teach`".to_string(),
        None => format!("leave --skin out, teach the skin by `hexlex teach`, or name one of {}", names.join(", ")),
    };
    bail!(
        "--skin: expected a taught skin, a folder of letters or a typeface such as dejavu-sans, found `{asked}`: {remedy}"
    )
}

/// A picture and the boards in it. All coordinates are those of the whole picture.
pub(crate) struct Picture {
    pub(crate) frame: Frame,
    /// The reading of the largest board.
    pub(crate) reading: Reading,
    /// The readings of the other boards, the largest first.
    pub(crate) others: Vec<Reading>,
    /// Whether the budget ended the search for boards.
    pub(crate) limited: bool,
    pub(crate) times: ReadTimes,
}

impl Picture {
    /// Reads a frame, or the part of it in a region; `decode` is the time that it took to decode.
    ///
    /// # Errors
    /// If no board is found, the region is outside the picture, or the skin or the engine is not available.
    pub(crate) fn read(frame: Frame, decode: Duration, options: &Options, region: Option<Rect>) -> Result<Picture> {
        let started = Instant::now();
        let boards = read_boards(&frame, region, options)
            .map_err(|error| of_another_shape(&error, &frame, region, options).unwrap_or(error));
        // Of letters that lie turned with their board, --turned reads only some.
        let may_be_turned = boards.as_ref().map_or_else(may_be_turned, |_| options.turned);
        let turned = may_be_turned.then(|| upright_turn(&frame, region, options, started, boards.as_ref().ok()));
        let boards = turned.flatten().map_or(boards, |error| Err(error.into()));
        let Boards { mut readings, limited, timing } = boards.with_context(|| frame.source().to_string())?;
        let others = readings.split_off(1);
        Ok(Picture { reading: readings.swap_remove(0), others, limited, times: ReadTimes::new(decode, timing), frame })
    }

    /// All readings, the largest board first.
    pub(crate) fn readings(&self) -> impl Iterator<Item = &Reading> {
        std::iter::once(&self.reading).chain(&self.others)
    }

    /// The JSON of the largest board.
    pub(crate) fn report(&self) -> ReadReport {
        self.report_of(&self.reading)
    }

    /// The JSON of all boards: that of the largest, with `boards` if there are several.
    fn report_of_all(&self) -> ReadReport {
        let mut report = self.report();
        if !self.others.is_empty() {
            report.boards = self.readings().map(|reading| self.report_of(reading)).collect();
        }
        report
    }

    fn report_of(&self, reading: &Reading) -> ReadReport {
        let mut report = report::read(&self.frame, reading, self.times);
        report.limited = self.limited;
        report
    }

    /// The warnings about the largest board: one if it is cut, or does not fit the shape that was asked for, one if its
    /// letters are unknown, and one if the budget ended the search.
    pub(crate) fn warnings(&self, options: &Options, region: Option<Rect>) -> Vec<String> {
        let limited = self.limited.then(|| warnings::limited(options.budget));
        let shape = shape_warning(&self.frame, region, &self.reading, options);
        let cut = || warnings::cut(&self.reading.cut, cut_remedy(options, region));
        let unknown = options.shape.as_ref().and_then(|_| warnings::unknown_letters(&self.reading.board));
        shape.or_else(cut).into_iter().chain(unknown).chain(limited).collect()
    }

    /// The size of the picture and the times of each stage, in one line.
    pub(crate) fn times(&self) -> String {
        let ReadTimes { decode, locate, recognize, .. } = self.times;
        let Size { width, height } = self.frame.size();
        let skin = self.reading.skin.as_ref().map_or(String::new(), |skin| format!("; skin {skin}"));
        format!(
            "{}: {width}x{height} pixels; decode {decode:.1} ms, locate {locate:.1} ms, recognize {recognize:.1} ms\
             {skin}",
            self.frame.source()
        )
    }
}

/// The warning about a board that does not fit the shape that was asked for: it is a part of a larger one, or does not fill the shape.
/// For the former, the picture is read once more without the shape, by the networks alone.
pub(crate) fn shape_warning(
    frame: &Frame,
    region: Option<Rect>,
    reading: &Reading,
    options: &Options,
) -> Option<String> {
    let asked = options.shape.as_ref()?;
    let boards = read_boards(frame, region, &in_any_shape(options)).ok();
    let whole = boards.iter().flat_map(|boards| &boards.readings).find(|whole| is_part_of(reading, whole));
    whole.map(|whole| warnings::part(asked, whole.layout.shape())).or_else(|| warnings::smaller(&reading.board))
}

/// Whether a reading is one of a part of a board: its middle lies inside the other one, which has more tiles.
fn is_part_of(part: &Reading, whole: &Reading) -> bool {
    let (left, top, right, bottom) = part.layout.bounds();
    let (x, y) = ((left + right) / 2.0, (top + bottom) / 2.0);
    let (left, top, right, bottom) = whole.layout.bounds();
    whole.tiles() > part.tiles() && (left..right).contains(&x) && (top..bottom).contains(&y)
}

/// The options for a board of any shape, read by the networks alone.
fn in_any_shape(options: &Options) -> Options {
    Options { shape: None, skin: None, method: Method::Net, ..options.clone() }
}

/// The error in place of one that says that no board has the asked shape, or that its tiles fall: it names the shape of the board
/// that the picture has, or is the one without a shape if tiles fall. `None` where that says no more.
fn of_another_shape(
    error: &anyhow::Error,
    frame: &Frame,
    region: Option<Rect>,
    options: &Options,
) -> Option<anyhow::Error> {
    let asked = options.shape.as_ref()?;
    let is_falling = |error: &anyhow::Error| matches!(error.downcast_ref(), Some(ReadError::Falling { .. }));
    let is_of_shape = matches!(error.downcast_ref(), Some(ReadError::NoBoard { remedy: Remedy::AnyShape, .. }));
    if !is_of_shape && !is_falling(error) {
        return None;
    }
    match read_boards(frame, region, &in_any_shape(options)) {
        Ok(boards) => {
            let shape = boards.readings[0].layout.shape();
            let no_board = ReadError::NoBoard {
                asked: Some(Box::new(asked.clone())),
                found: format!("one of the shape {shape}"),
                remedy: Remedy::OtherShape(Box::new(shape.clone())),
            };
            (shape != asked).then(|| no_board.into())
        }
        Err(error) => is_falling(&error).then_some(error),
    }
}

/// Whether a picture with this error may have an upright board when it is turned. Of a lattice that is too large the letters read upright.
fn may_be_turned(error: &anyhow::Error) -> bool {
    let Some(ReadError::NoBoard { remedy, .. }) = error.downcast_ref() else { return false };
    matches!(remedy, Remedy::Turned | Remedy::Shape(_) | Remedy::AnyShape | Remedy::OtherPicture)
}

/// The error of a picture that was not taken upright: turned by quarters it has a board with upright letters, which read better than
/// those of the boards that were found in it as it is. `None` for any other, and once the budget, which counts from `started`, is spent.
fn upright_turn(
    frame: &Frame,
    region: Option<Rect>,
    options: &Options,
    started: Instant,
    found: Option<&Boards>,
) -> Option<ReadError> {
    /// The least mean confidence of the tiles. Smaller: a turn is proposed for pictures without a board. Chosen by hand.
    const LEAST: f32 = 0.8;
    let part = match region {
        Some(region) => {
            let part = region.shared(&Rect::at_origin(frame.size()))?;
            Cow::Owned(Frame::new(crop(frame.pixels(), part), frame.source()))
        }
        None => Cow::Borrowed(frame),
    };
    let remaining = || Some(options.budget.saturating_sub(started.elapsed())).filter(|budget| !budget.is_zero());
    remaining()?;
    let quarters = pipeline::quarters_turned(&part)?;
    let budget = remaining()?;
    let options = Options { turned: false, shape: None, budget, ..options.clone() };
    let (upright, turn) = match quarters {
        1 => (rotate270(part.pixels()), "turn the picture by 90 degrees counterclockwise"),
        2 => (rotate180(part.pixels()), "turn the picture upside down"),
        _ => (rotate90(part.pixels()), "turn the picture by 90 degrees clockwise"),
    };
    let boards = pipeline::read_boards(&Frame::new(upright, frame.source()), &options).ok()?;
    let right = boards.right_letters();
    let reads = right >= LEAST * boards.readings.first()?.tiles() as f32;
    let with_region = region.map_or("", |_| " with the --region that the board has in it");
    (reads && right > found.map_or(0.0, Boards::right_letters)).then(|| ReadError::NoBoard {
        asked: None,
        found: "one in a picture that is turned".to_string(),
        remedy: Remedy::Other(format!("{turn}, and read that{with_region}").into()),
    })
}

/// The boards of a picture, or of a part of it.
fn read_boards(frame: &Frame, region: Option<Rect>, options: &Options) -> Result<Boards> {
    match region {
        None => Ok(pipeline::read_boards(frame, options)?),
        Some(region) => read_region(frame, region, options),
    }
}

/// The boards of a part of a picture, in coordinates of the whole picture.
fn read_region(frame: &Frame, region: Rect, options: &Options) -> Result<Boards> {
    let size = frame.size();
    let part = region.shared(&Rect::at_origin(size)).with_context(|| {
        format!("expected a --region inside the picture of {size} pixels, found {region}: correct X,Y,W,H")
    })?;
    let pixels = Frame::new(crop(frame.pixels(), part), frame.source());
    let mut boards = pipeline::read_boards(&pixels, options)?;
    let corner = Point::new(part.x as f32, part.y as f32);
    for reading in &mut boards.readings {
        reading.layout = reading.layout.shifted(corner);
    }
    Ok(boards)
}

/// How to read the whole of a board that is cut.
fn cut_remedy(options: &Options, region: Option<Rect>) -> &'static str {
    match (&options.shape, region) {
        (Some(_), _) => "leave --shape out, or take a screenshot that shows all of it",
        (None, Some(_)) => "pass a larger --region, or take a screenshot that shows all of it",
        (None, None) => "take a screenshot that shows all of it",
    }
}

/// Runs the command.
pub(crate) fn run(args: ReadArgs, console: &Console) -> Result<Outcome> {
    let options = options(&args.reading, args.engine.engine, console)?;
    let region = args.region.region;
    let gathered = inputs::gather(&args.inputs, args.sources, console)?;
    let console = &console.with_progress(gathered.inputs.len())?;
    let mut outcome = gathered.outcome;
    let mut reports = Vec::new();
    for input in &gathered.inputs {
        match read(input, &options, region) {
            Ok(picture) => {
                warn(&picture, &options, &args, console);
                match (console.json, args.all_boards) {
                    (true, true) => reports.push(InputReport::Answer(picture.report_of_all())),
                    (true, false) => reports.push(InputReport::Answer(picture.report())),
                    (false, _) => print(&picture, gathered.form, &args, console)?,
                }
            }
            Err(error) => {
                console.failure(&error);
                if gathered.form == Form::Array {
                    reports.push(InputReport::failure(input.name(), &error));
                }
                outcome = Outcome::Trouble;
            }
        }
        console.advance();
    }
    console.answer_reports(&reports, gathered.form)?;
    Ok(outcome)
}

fn read(input: &Input, options: &Options, region: Option<Rect>) -> Result<Picture> {
    let (frame, decode) = input.load_picture()?;
    Picture::read(frame, decode, options, region)
}

/// Warns of everything that the board text does not show.
fn warn(picture: &Picture, options: &Options, args: &ReadArgs, console: &Console) {
    let name = picture.frame.source();
    for warning in picture.warnings(options, args.region.region) {
        console.warn(format_args!("{name}: {warning}"));
    }
    if !args.all_boards && !picture.others.is_empty() {
        let several = warnings::several(picture.readings().count(), "pass --all-boards to read all");
        console.warn(format_args!("{name}: {several}"));
    }
    for (reading, number) in picture.others.iter().zip(2..).filter(|_| args.all_boards) {
        if let Some(cut) = warnings::cut(&reading.cut, cut_remedy(options, args.region.region)) {
            console.warn(format_args!("{name}, board {number}: {cut}"));
        }
    }
}

/// Prints the board text; below the name of its source if there are several inputs. With `--all-boards`, a line
/// separates the boards.
fn print(picture: &Picture, form: Form, args: &ReadArgs, console: &Console) -> Result<()> {
    console.detail(picture.times());
    if form == Form::Array {
        let source = printable(picture.frame.source());
        console.answer(&format!("{} {source}\n", boards::SOURCE))?;
    }
    console.answer(&picture.reading.board.to_string())?;
    for other in picture.others.iter().filter(|_| args.all_boards) {
        console.answer(&format!("{}\n{}", boards::SEPARATOR, other.board))?;
    }
    Ok(())
}
