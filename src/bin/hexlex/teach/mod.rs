//! `hexlex teach`: learns a skin from pictures whose letters are known from a truth or are asked for.

mod ask;
mod lookalikes;
mod questions;
mod tile_picture;

use crate::args::SourceArgs;
use crate::args::TeachArgs;
use crate::boards;
use crate::console::{Console, Form, Outcome, counted, printable};
use crate::inputs::{self, Gathered, Input};
use crate::named::{self, MAX_TEXT_BYTES};
use crate::skins::{self, Change};
use anyhow::{Result, anyhow, bail, ensure};
use ask::Asker;
use hexlex::board::{Board, Face, Tile, TileKind};
use hexlex::locate::Layout;
use hexlex::pipeline::{self, Options, ReadError, Remedy};
use hexlex::pixels::Frame;
use hexlex::read::{Engine, Lesson, Reading, Templates, lessons, likeness};
use hexlex::skin::{Learned, Skin};
use serde::Serialize;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The JSON of `teach`.
#[derive(Serialize)]
struct Report {
    skin: String,
    folder: String,
    /// The number of pictures that the skin was learned from, earlier ones included.
    pictures: usize,
    letters: Vec<String>,
    /// The letters of the alphabet that the skin lacks.
    missing: Vec<String>,
    files: Vec<FileReport>,
}

#[derive(Serialize)]
struct FileReport {
    path: String,
    /// The number of tiles that were learned from.
    tiles: usize,
    /// The number of glyphs that were new to the skin.
    new: usize,
}

/// Runs the command.
pub(crate) fn run(args: TeachArgs, console: &Console) -> Result<Outcome> {
    if args.forget {
        return console.removed(&[skins::remove(&args.skin)?]);
    }
    let gathered = inputs::gather(&args.pictures, SourceArgs::default(), console)?;
    if args.truth.is_some() && gathered.form == Form::Array {
        bail!(
            "expected one picture with --truth, found {}: write a NAME.txt beside each NAME.png instead",
            several(&gathered)
        );
    }
    let (pictures, without) = inputs::with_truth(&gathered.inputs, &args.pictures);
    if without > 0 {
        console.warn(format_args!(
            "skipped {}: expected a truth (NAME.txt beside NAME.png), found none: write it, or name the picture to type \
             its letters",
            counted(without, "picture")
        ));
    }
    let mut outcome = gathered.outcome;
    if pictures.is_empty() && outcome == Outcome::Done {
        bail!(
            "expected pictures with a truth beside them (NAME.txt beside NAME.png), found none: write the truths, or \
             name the pictures to type their letters"
        );
    }
    let (folder, known) = folder(&args)?;
    let mut asker = Asker::new();
    let mut taught = Vec::new();
    for path in &pictures {
        match lessons_of(path, &args, &known, &mut asker) {
            Ok(lessons) => taught.push(lessons),
            Err(error) => {
                console.failure(&error);
                outcome = Outcome::Trouble;
            }
        }
    }
    if taught.is_empty() {
        return Ok(outcome);
    }
    let (skin, files) = learn(&taught, &args, &folder, console)?;
    if files.len() < taught.len() {
        outcome = Outcome::Trouble;
    }
    if files.is_empty() {
        return Ok(outcome);
    }
    let report = report(&skin, &folder, files);
    if console.json {
        console.answer_json(&report)?
    } else {
        console.answer(&text(&report))?
    }
    Ok(outcome)
}

/// Changes the skin in the folder by what the pictures teach; returns it, with a report of each picture that it learned from. The
/// others are errors, already printed.
fn learn(taught: &[Taught], args: &TeachArgs, folder: &Path, console: &Console) -> Result<(Skin, Vec<FileReport>)> {
    let mut files = Vec::new();
    let skin = skins::update(folder, &args.skin, |skin| {
        check_is(skin, args, folder)?;
        for Taught { path, layout, truth, lessons, is_alike } in taught {
            match skin.learn(layout, truth, lessons) {
                Ok(Learned { tiles, new }) => {
                    if !is_alike {
                        let name = skin.name();
                        let forget = match &args.dir {
                            Some(folder) => format!("remove the folder {}", folder.display()),
                            None => format!("run `hexlex teach --forget --skin {name}`"),
                        };
                        console.warn(format_args!(
                            "{}: expected tiles as the skin `{name}` has, found others, which it learns as well: if they are of \
                             another game, {forget}, and teach each game as a skin of its own",
                            path.display()
                        ));
                    }
                    files.push(FileReport { path: path.display().to_string(), tiles, new });
                }
                Err(error) => console.failure(&error.into()),
            }
        }
        if let Some(profile) = &args.profile {
            skin.set_profile(&profile.name());
        }
        Ok(if files.is_empty() { Change::Dropped } else { Change::Kept })
    })?;
    Ok((skin, files))
}

/// The number of inputs, for the error message.
fn several(gathered: &Gathered) -> String {
    match gathered.inputs.len() {
        0 | 1 => "a folder".to_string(),
        n => n.to_string(),
    }
}

/// The folder of the skin, and the skin as it is.
///
/// # Errors
/// If the name is not allowed, or the folder has another skin or cannot be read.
fn folder(args: &TeachArgs) -> Result<(PathBuf, Skin)> {
    Skin::new(&args.skin)?;
    ensure!(
        !Templates::builtin_names().contains(&args.skin.as_str()),
        "expected a new name or that of a taught skin, found `{}`, that of a built-in skin: give another --skin",
        args.skin
    );
    let folder = match &args.dir {
        Some(folder) => folder.clone(),
        None => skins::folder(&args.skin)?,
    };
    // Before the work: another one, or one that is damaged, is not changed.
    let known = skins::open(&folder, &args.skin)?;
    check_is(&known, args, &folder)?;
    Ok((folder, known))
}

/// Checks that the skin in the folder is the one that is taught.
///
/// # Errors
/// If it has another name.
fn check_is(skin: &Skin, args: &TeachArgs, folder: &Path) -> Result<()> {
    let (expected, found) = (&args.skin, skin.name());
    ensure!(found == expected, "{}: expected the skin {expected}, found {found}: give another --dir", folder.display());
    Ok(())
}

/// What a picture teaches.
struct Taught {
    path: PathBuf,
    layout: Layout,
    truth: Board,
    /// The glyph of each cell.
    lessons: Vec<Option<Lesson>>,
    /// Whether its tiles look as those of the skin, if that has any.
    is_alike: bool,
}

/// What one picture teaches a skin, of which this is `known`.
fn lessons_of(path: &Path, args: &TeachArgs, known: &Skin, asker: &mut Asker) -> Result<Taught> {
    let (frame, _) = Input::File(path.to_path_buf()).load_picture()?;
    let truth = truth(path, args)?;
    let shape = truth.as_ref().map_or(args.shape.0.clone(), |truth| Some(truth.shape().clone()));
    let options = Options { shape, ..Options::default() };
    let other_size = || truth.as_ref().and_then(|truth| of_another_shape(path, &frame, truth, args));
    let (reading, _) = pipeline::read(&frame, &options).map_err(|error| {
        other_size().unwrap_or_else(|| anyhow::Error::from(without_turned(error)).context(path.display().to_string()))
    })?;
    let is_alike = known.pictures() == 0 || known.fits(&frame, &reading.layout).is_some();
    let is_from_file = truth.is_some();
    let truth = match truth {
        Some(truth) => truth,
        None => asker.board(&frame, &reading)?,
    };
    let truth = with_kinds(truth, &reading)?;
    let lessons = lessons(&frame, &reading.layout, &truth, &Engine::Net);
    check_truth(path, &reading, &truth, &lessons).map_err(|error| {
        // Typed letters have the shape of the reading, which --shape may have set.
        let other_size = is_from_file.then(|| of_another_shape(path, &frame, &truth, args)).flatten();
        other_size.unwrap_or(error)
    })?;
    if !lessons.iter().zip(truth.tiles()).any(|(lesson, tile)| lesson.is_some() && tile.is_some()) {
        bail!("{}: expected tiles with single letters, found none: correct its truth", path.display());
    }
    Ok(Taught { path: path.to_path_buf(), layout: reading.layout, truth, lessons, is_alike })
}

/// The error of a file with a truth that has another shape than the board of its picture; `None` where it has the same, or no board is found.
fn of_another_shape(path: &Path, frame: &Frame, truth: &Board, args: &TeachArgs) -> Option<anyhow::Error> {
    let (reading, _) = pipeline::read(frame, &Options::default()).ok()?;
    let (found, expected) = (truth.shape(), reading.layout.shape());
    let file = args.truth.clone().unwrap_or_else(|| path.with_extension("txt"));
    let error = || {
        anyhow!(
            "{}: expected a truth of the board's shape {expected}, found {found} in {}: correct it, or give that of this picture",
            path.display(),
            file.display()
        )
    };
    (found != expected).then(error)
}

/// The error of a picture where its remedy is not one of `teach`: skins have upright letters, and unknown ones may look as if they were
/// turned or mirrored.
fn without_turned(error: ReadError) -> ReadError {
    match error.without_region() {
        ReadError::NoBoard { asked, found, remedy: Remedy::Turned | Remedy::Mirrored } => {
            let remedy = Remedy::Other(
                "choose a picture with upright letters; letters that hexlex does not know are corrected in `hexlex watch`, by \
                 Ctrl+Alt+C"
                    .into(),
            );
            ReadError::NoBoard { asked, found, remedy }
        }
        error => error,
    }
}

/// The truth of a picture; `None` if there is no file.
fn truth(picture: &Path, args: &TeachArgs) -> Result<Option<Board>> {
    let beside = picture.with_extension("txt");
    match &args.truth {
        Some(path) => boards::from_bytes(named::bytes(path, MAX_TEXT_BYTES)?, path).map(Some),
        None if beside.exists() => boards::from_bytes(inputs::truth_beside(&beside)?, &beside).map(Some),
        None => Ok(None),
    }
}

/// The truth with the kinds of the reading, if the truth has letters only.
fn with_kinds(truth: Board, reading: &Reading) -> Result<Board> {
    let is_plain = |tile: &Tile| tile.kind == TileKind::Normal && tile.tags.is_empty();
    if !truth.tiles().flatten().all(is_plain) {
        return Ok(truth);
    }
    let with_kind = |(truth, read): (Option<&Tile>, Option<&Tile>)| {
        let truth = truth?.clone();
        Some(read.map_or(truth.clone(), |read| Tile { face: truth.face, ..read.clone() }))
    };
    let tiles = truth.tiles().zip(reading.board.tiles()).map(with_kind).collect();
    Ok(Board::new(truth.shape().clone(), tiles)?)
}

/// Checks that the truth belongs to the picture: a skin of wrong letters would read every later board wrong. Letters that hexlex does
/// not know are not read as in the truth; then similar tiles must have the same letter in it.
///
/// # Errors
/// If fewer than a quarter of the letters are read as in the truth, and at most a quarter of the repeated letters have the same letter
/// as their most similar tile.
fn check_truth(path: &Path, reading: &Reading, truth: &Board, lessons: &[Option<Lesson>]) -> Result<()> {
    let tiles: Vec<_> =
        truth.tiles().zip(&reading.doubts).filter_map(|(tile, doubt)| Some((tile?, doubt.as_ref()?))).collect();
    let letters = tiles.iter().filter(|(tile, _)| matches!(tile.face, Face::Letters(_)));
    let agree = letters.clone().filter(|(tile, doubt)| doubt.best.as_ref() == Some(&tile.face)).count();
    let all = letters.count();
    if agree * inputs::ONE_RIGHT_IN >= all {
        return Ok(());
    }
    let Repeated { letters, alike } = repeated(lessons);
    if alike * inputs::ONE_RIGHT_IN > letters {
        return Ok(());
    }
    let found = match letters {
        0 => "no letter comes twice: correct it, or teach a picture with repeated letters",
        _ => "similar tiles have different letters: correct it",
    };
    bail!(
        "{}: expected its truth, found one that matches in {agree} of {all} letters, and in which {found}",
        path.display()
    );
}

/// The letters of a board that come more than once.
struct Repeated {
    /// Their number of tiles.
    letters: usize,
    /// The number of those whose most similar other tile has the same letter.
    alike: usize,
}

fn repeated(lessons: &[Option<Lesson>]) -> Repeated {
    let known: Vec<&Lesson> = lessons.iter().flatten().collect();
    let others = |at: usize| known.iter().enumerate().filter(move |(other, _)| *other != at).map(|(_, lesson)| *lesson);
    let is_repeated = |at: &usize| others(*at).any(|other| other.face == known[*at].face);
    let repeated: Vec<usize> = (0..known.len()).filter(is_repeated).collect();
    let matches_nearest = |at: &&usize| {
        let likeness = |lesson: &&Lesson| likeness(&lesson.pixels, &known[**at].pixels);
        let nearest = others(**at).max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
        nearest.is_some_and(|nearest| nearest.face == known[**at].face)
    };
    Repeated { letters: repeated.len(), alike: repeated.iter().filter(matches_nearest).count() }
}

fn report(skin: &Skin, folder: &Path, files: Vec<FileReport>) -> Report {
    let letters = skin.alphabet();
    let alphabet = ('A'..='Z').map(|letter| if letter == 'Q' { "Qu".to_string() } else { letter.to_string() });
    Report {
        skin: skin.name().to_string(),
        folder: folder.display().to_string(),
        pictures: skin.pictures(),
        missing: alphabet.filter(|letter| !letters.contains(letter)).collect(),
        letters,
        files,
    }
}

fn text(report: &Report) -> String {
    let mut text = String::new();
    for FileReport { path, tiles, new } in &report.files {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{}: {}, {}", printable(path), counted(*tiles, "tile"), counted(*new, "new glyph"));
    }
    let missing = match report.missing.as_slice() {
        [] => String::new(),
        missing => format!("; missing: {}", missing.join(" ")),
    };
    let _ = writeln!(text, "skin {}: {}{missing}", report.skin, counted(report.letters.len(), "letter"));
    let _ = writeln!(text, "saved in {}", printable(&report.folder));
    text
}
