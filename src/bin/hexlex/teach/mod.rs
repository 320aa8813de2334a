//! `hexlex teach`: a skin learned from pictures whose letters are known, or are asked for.

mod ask;

use crate::args::TeachArgs;
use crate::boards;
use crate::console::{Console, Outcome};
use crate::inputs::{self, Gathered, Input};
use crate::{outputs, skins};
use anyhow::{Context, Result, bail};
use ask::Asker;
use hexlex::board::{Board, Face, Tile, TileKind};
use hexlex::pipeline::{self, Options};
use hexlex::recognize::{Engine, Reading, lessons};
use hexlex::skin::{Learned, Skin};
use serde::Serialize;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The JSON of `teach`.
#[derive(Serialize)]
struct Report {
    skin: String,
    folder: String,
    /// From how many pictures it was learned in all.
    pictures: usize,
    letters: Vec<String>,
    /// The letters of the alphabet that it has not seen yet.
    missing: Vec<String>,
    files: Vec<FileReport>,
}

#[derive(Serialize)]
struct FileReport {
    path: String,
    /// The tiles that it learned from.
    tiles: usize,
    /// The looks of letters that were new.
    new: usize,
}

/// Runs the command.
pub(crate) fn run(args: TeachArgs, console: &Console) -> Result<Outcome> {
    let gathered = inputs::gather(&args.pictures, console);
    if args.truth.is_some() && gathered.many {
        bail!("--truth is the board of one picture, found {}: put a NAME.txt beside each", several(&gathered));
    }
    let (pictures, without) = inputs::with_truth(&gathered.inputs, &args.pictures);
    if without > 0 {
        console.warn(format_args!(
            "passed over {} without a truth (NAME.txt) beside: name a picture to be asked",
            if without == 1 { "1 picture of a folder".to_string() } else { format!("{without} pictures of folders") }
        ));
    }
    let mut outcome = gathered.outcome;
    if pictures.is_empty() && outcome == Outcome::Done {
        bail!(
            "nothing to learn: expected pictures with a board text of the same name beside them (NAME.png, NAME.txt)"
        );
    }
    let (folder, mut skin) = open(&args)?;
    let mut asker = Asker::default();
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
    write(&skin, &folder)?;
    let report = report(&skin, &folder, files);
    if console.json {
        console.answer_json(&report)?
    } else {
        console.answer(&text(&report))?
    }
    Ok(outcome)
}

/// How much was given where one picture was wanted.
fn several(gathered: &Gathered) -> String {
    match gathered.inputs.len() {
        1 => "a folder".to_string(),
        n => n.to_string(),
    }
}

/// The skin's folder, and what is already in it.
fn open(args: &TeachArgs) -> Result<(PathBuf, Skin)> {
    let empty = Skin::new(&args.skin)?;
    let folder = match &args.dir {
        Some(folder) => folder.clone(),
        None => skins::folder(&args.skin)?,
    };
    let is_there = std::fs::read_dir(&folder).is_ok_and(|mut entries| entries.next().is_some());
    let skin = if is_there { Skin::load(&folder)? } else { empty };
    if skin.name() != args.skin {
        bail!("{} has the skin {}, not {}: give another --dir", folder.display(), skin.name(), args.skin);
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
    refuse_another(path, &reading, &truth)?;
    let truth = with_kinds(truth, &reading)?;
    let lessons = lessons(&frame, &reading.layout, &truth, &Engine::Net);
    let learned = skin.learn(&reading.layout, &truth, &lessons)?;
    if learned.tiles == 0 {
        bail!("{}: expected tiles with known letters, found none to learn from", path.display());
    }
    Ok(learned)
}

/// The board that the picture shows, where somebody has written it down.
fn truth(picture: &Path, args: &TeachArgs) -> Result<Option<Board>> {
    let beside = picture.with_extension("txt");
    let path = match &args.truth {
        Some(path) => path,
        None if beside.exists() => &beside,
        None => return Ok(None),
    };
    boards::from_bytes(inputs::bytes_of(path)?, path).map(Some)
}

/// A truth that tells letters only, with the kinds that the picture shows.
fn with_kinds(truth: Board, reading: &Reading) -> Result<Board> {
    let is_plain = |tile: &Tile| tile.kind == TileKind::Normal && tile.tags.is_empty();
    if !truth.tiles().flatten().all(is_plain) {
        return Ok(truth);
    }
    let seen = |(told, read): (Option<&Tile>, Option<&Tile>)| {
        let told = told?.clone();
        Some(read.map_or(told.clone(), |read| Tile { face: told.face, ..read.clone() }))
    };
    let tiles = truth.tiles().zip(reading.board.tiles()).map(seen).collect();
    Ok(Board::new(truth.shape().clone(), tiles)?)
}

/// Learns nothing where the picture shows another board: a skin of wrong letters would read all others wrong.
fn refuse_another(path: &Path, reading: &Reading, truth: &Board) -> Result<()> {
    /// A typeface in which fewer letters are read than one in four would be a strange one.
    const FEWEST: usize = 4;
    let known = |face: &Face| matches!(face, Face::Letters(_));
    let told: Vec<_> =
        truth.tiles().zip(&reading.doubts).filter_map(|(tile, doubt)| Some((tile?, doubt.as_ref()?))).collect();
    let letters = told.iter().filter(|(tile, _)| known(&tile.face));
    let agree = letters.clone().filter(|(tile, doubt)| doubt.best.as_ref() == Some(&tile.face)).count();
    let all = letters.count();
    if agree * FEWEST < all {
        bail!(
            "{}: expected the picture's own board, found one of which only {agree} of {all} letters are read as they are \
             told: nothing was learned; give its own truth",
            path.display()
        );
    }
    Ok(())
}

/// Writes the skin's files, each at once; the one that makes the folder a skin comes last.
fn write(skin: &Skin, folder: &Path) -> Result<()> {
    let letters = folder.join("letters");
    std::fs::create_dir_all(&letters).with_context(|| format!("cannot make the folder {}", letters.display()))?;
    skin.files().iter().try_for_each(|(path, bytes)| outputs::write_bytes(bytes, &folder.join(path)))
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
        let _ = writeln!(text, "{path}: {tiles} tiles, {new} new looks of letters");
    }
    let _ = write!(text, "the skin {} knows {} letters", report.skin, report.letters.len());
    match report.missing.as_slice() {
        [] => text.push('\n'),
        missing => {
            let _ = writeln!(text, "; not yet {}", missing.join(" "));
        }
    }
    let _ = writeln!(text, "it is in {}", report.folder);
    text
}
