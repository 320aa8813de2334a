//! `hexlex teach`: learns a skin from pictures whose letters are known from a truth or are asked for.

mod ask;

use crate::args::TeachArgs;
use crate::boards;
use crate::console::{Console, Form, Outcome, counted};
use crate::inputs::{self, Gathered, Input};
use crate::named::{self, MAX_TEXT_BYTES};
use crate::outputs;
use crate::skins;
use anyhow::{Context, Result, bail};
use ask::Asker;
use hexlex::board::{Board, Face, Tile, TileKind};
use hexlex::pipeline::{self, Options};
use hexlex::read::{Engine, Reading, lessons};
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
    let gathered = inputs::gather(&args.pictures, console)?;
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
    let (folder, mut skin) = open(&args)?;
    let mut asker = Asker::new();
    let mut files = Vec::new();
    for path in &pictures {
        match learn(path, &args, &mut skin, &mut asker) {
            Ok(Learned { tiles, new }) => files.push(FileReport { path: path.display().to_string(), tiles, new }),
            Err(error) => {
                console.failure(&error);
                outcome = Outcome::Trouble;
            }
        }
    }
    if files.is_empty() {
        return Ok(outcome);
    }
    if let Some(profile) = args.profile {
        skin.set_profile(&profile.name());
    }
    skins::save(&skin, &folder)?;
    let report = report(&skin, &folder, files);
    if console.json {
        console.answer_json(&report)?
    } else {
        console.answer(&text(&report))?
    }
    Ok(outcome)
}

/// The number of inputs, for the error message.
fn several(gathered: &Gathered) -> String {
    match gathered.inputs.len() {
        0 | 1 => "a folder".to_string(),
        n => n.to_string(),
    }
}

/// The folder of the skin, and the skin in it or a new one.
///
/// # Errors
/// If the name is not allowed, or the folder has another skin or cannot be read.
fn open(args: &TeachArgs) -> Result<(PathBuf, Skin)> {
    let empty = Skin::new(&args.skin)?;
    let folder = match &args.dir {
        Some(folder) => folder.clone(),
        None => skins::folder(&args.skin)?,
    };
    outputs::check_creatable(&folder)?;
    let is_there = std::fs::read_dir(&folder).is_ok_and(|mut entries| entries.next().is_some());
    let skin = if is_there { Skin::load(&folder)? } else { empty };
    if skin.name() != args.skin {
        bail!("{}: expected the skin {}, found {}: give another --dir", folder.display(), args.skin, skin.name());
    }
    Ok((folder, skin))
}

/// Learns from one picture.
fn learn(path: &Path, args: &TeachArgs, skin: &mut Skin, asker: &mut Asker) -> Result<Learned> {
    let (frame, _) = Input::File(path.to_path_buf()).load_picture()?;
    let truth = truth(path, args)?;
    let shape = truth.as_ref().map_or(args.shape.0.clone(), |truth| Some(truth.shape().clone()));
    let options = Options { shape, ..Options::default() };
    let (reading, _) = pipeline::read(&frame, &options).with_context(|| path.display().to_string())?;
    let truth = match truth {
        Some(truth) => truth,
        None => asker.board(&frame, &reading)?,
    };
    check_truth(path, &reading, &truth)?;
    let truth = with_kinds(truth, &reading)?;
    let lessons = lessons(&frame, &reading.layout, &truth, &Engine::Net);
    let learned = skin.learn(&reading.layout, &truth, &lessons)?;
    if learned.tiles == 0 {
        bail!("{}: expected tiles with single letters, found none: correct its truth", path.display());
    }
    Ok(learned)
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

/// Checks that the truth belongs to the picture: a skin of wrong letters would read every later board wrong.
///
/// # Errors
/// If fewer than a quarter of the letters are read as the truth has them.
fn check_truth(path: &Path, reading: &Reading, truth: &Board) -> Result<()> {
    /// One letter in this many must agree. Chosen by hand: smaller refuses a strange typeface with its own truth,
    /// larger accepts the truth of another board.
    const ONE_IN: usize = 4;
    let tiles: Vec<_> =
        truth.tiles().zip(&reading.doubts).filter_map(|(tile, doubt)| Some((tile?, doubt.as_ref()?))).collect();
    let letters = tiles.iter().filter(|(tile, _)| matches!(tile.face, Face::Letters(_)));
    let agree = letters.clone().filter(|(tile, doubt)| doubt.best.as_ref() == Some(&tile.face)).count();
    let all = letters.count();
    if agree * ONE_IN < all {
        bail!("{}: expected its truth, found one that matches in {agree} of {all} letters: correct it", path.display());
    }
    Ok(())
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
        let _ = writeln!(text, "{path}: {}, {}", counted(*tiles, "tile"), counted(*new, "new glyph"));
    }
    let missing = match report.missing.as_slice() {
        [] => String::new(),
        missing => format!("; missing: {}", missing.join(" ")),
    };
    let _ = writeln!(text, "skin {}: {}{missing}", report.skin, counted(report.letters.len(), "letter"));
    let _ = writeln!(text, "saved in {}", report.folder);
    text
}
