//! `hexlex read`: prints the boards in pictures as board text.
//!
//! [`Picture`] is a picture with its reading; `solve` and `check` start from it too.

use crate::args::{EngineArg, ProfileArg, ReadArgs, ReadingArgs};
use crate::console::{Console, Form, Outcome};
use crate::inputs::{self, Input};
use crate::report::{self, ReadReport, ReadTimes};
use crate::{boards, skins};
use anyhow::{Context, Result};
use hexlex::pipeline::{self, Options};
use hexlex::pixels::{Frame, Size};
use hexlex::read::Reading;
use std::sync::Arc;
use std::time::Duration;

/// The library's options for these arguments.
///
/// Taught skins are loaded if a skin is named, or if the engine is `template` or not named: then a skin that matches
/// the picture reads it.
pub(crate) fn options(args: &ReadingArgs, engine: Option<EngineArg>, console: &Console) -> Options {
    let uses_skins = args.skin.is_some() || matches!(engine, None | Some(EngineArg::Template));
    Options {
        shape: args.shape.0.clone(),
        skin: args.skin.clone(),
        min_confidence: args.min_confidence,
        method: engine.unwrap_or(EngineArg::Net).method(),
        dots: args.profile.and_then(ProfileArg::dot_values),
        taught: Arc::new(if uses_skins { skins::load(console) } else { Vec::new() }),
        ..Options::default()
    }
}

/// A picture and its reading.
pub(crate) struct Picture {
    pub(crate) frame: Frame,
    pub(crate) reading: Reading,
    pub(crate) times: ReadTimes,
}

impl Picture {
    /// Reads a frame; `decode` is the time that it took to decode.
    ///
    /// # Errors
    /// If no board is found, or the skin or the engine is not available.
    pub(crate) fn read(frame: Frame, decode: Duration, options: &Options) -> Result<Picture> {
        let (reading, timing) = pipeline::read(&frame, options).with_context(|| frame.source().to_string())?;
        Ok(Picture { reading, times: ReadTimes::new(decode, timing), frame })
    }

    /// The JSON of `read`.
    pub(crate) fn report(&self) -> ReadReport {
        report::read(&self.frame, &self.reading, self.times)
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

/// Runs the command.
pub(crate) fn run(args: ReadArgs, console: &Console) -> Result<Outcome> {
    let options = options(&args.reading, args.engine.engine, console);
    let gathered = inputs::gather(&args.inputs, console);
    let mut outcome = gathered.outcome;
    let mut reports = Vec::new();
    for input in &gathered.inputs {
        match read(input, &options) {
            Ok(picture) if console.json => reports.push(picture.report()),
            Ok(picture) => print(&picture, gathered.form, console)?,
            Err(error) => {
                console.failure(&error);
                outcome = Outcome::Trouble;
            }
        }
    }
    console.answer_reports(&reports, gathered.form)?;
    Ok(outcome)
}

fn read(input: &Input, options: &Options) -> Result<Picture> {
    let (frame, decode) = input.load_picture()?;
    Picture::read(frame, decode, options)
}

/// Prints the board text; below the name of its source if there are several inputs.
fn print(picture: &Picture, form: Form, console: &Console) -> Result<()> {
    console.detail(picture.times());
    if form == Form::Array {
        let source: String = picture.frame.source().chars().filter(|c| !c.is_control()).collect();
        console.answer(&format!("{} {source}\n", boards::SOURCE))?;
    }
    console.answer(&picture.reading.board.to_string())
}
