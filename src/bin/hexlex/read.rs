//! `hexlex read`: pictures as board text.

use crate::args::ReadArgs;
use crate::boards;
use crate::console::{Console, Outcome};
use crate::inputs::{self, Input};
use crate::report::{self, ReadReport, ReadTimes};
use anyhow::{Context, Result};
use hexlex::pipeline::{self, Options};
use hexlex::pixels::{Frame, Size};
use hexlex::recognize::Reading;
use std::time::Duration;

/// A picture that has been read.
pub(crate) struct Picture {
    pub(crate) frame: Frame,
    pub(crate) reading: Reading,
    pub(crate) times: ReadTimes,
}

impl Picture {
    /// Reads a frame that took `decode` to come.
    pub(crate) fn read(frame: Frame, decode: Duration, options: &Options) -> Result<Picture> {
        let (reading, timing) = pipeline::read(&frame, options).with_context(|| frame.source().to_string())?;
        Ok(Picture { reading, times: ReadTimes::new(decode, timing), frame })
    }

    /// The JSON of `read`.
    pub(crate) fn report(&self) -> ReadReport {
        report::read(&self.frame, &self.reading, self.times)
    }

    /// One line about where the time went.
    pub(crate) fn times(&self) -> String {
        let ReadTimes { decode, locate, recognize, .. } = self.times;
        let Size { width, height } = self.frame.size();
        let skin = self.reading.skin.as_ref().map_or(String::new(), |skin| format!("; the skin {skin}"));
        format!(
            "{}: {width}x{height} pixels; decode {decode:.1} ms, locate {locate:.1} ms, recognize {recognize:.1} ms{skin}",
            self.frame.source()
        )
    }
}

/// Runs the command.
pub(crate) fn run(args: ReadArgs, console: &Console) -> Result<Outcome> {
    let options = args.reading.options(args.engine.engine, console);
    let gathered = inputs::gather(&args.inputs, console);
    let mut outcome = gathered.outcome;
    let mut reports = Vec::new();
    for input in &gathered.inputs {
        match read(input, &options) {
            Ok(picture) if console.json => reports.push(picture.report()),
            Ok(picture) => answer(&picture, gathered.many, console)?,
            Err(error) => {
                console.failure(&error);
                outcome = Outcome::Trouble;
            }
        }
    }
    console.answer_reports(&reports, gathered.many)?;
    Ok(outcome)
}

fn read(input: &Input, options: &Options) -> Result<Picture> {
    let (frame, decode) = input.load_picture()?;
    Picture::read(frame, decode, options)
}

fn answer(picture: &Picture, many: bool, console: &Console) -> Result<()> {
    console.detail(picture.times());
    if many {
        let source: String = picture.frame.source().chars().filter(|c| !c.is_control()).collect();
        console.answer(&format!("{} {source}\n", boards::SOURCE))?;
    }
    console.answer(&picture.reading.board.to_string())
}
