//! `hexlex watch`: beside the running game.
//!
//! - `wish`: which window the user means, now and after it was closed and opened again.
//! - `session`: the loop, from what happened on the screen to what is to be told.
//! - `teller`: events as lines of JSON or of text.
//! - `views`: where the answer is shown: the live overlay, a window of its own, files.
//! - `keys`: what the user says while it runs.

#[cfg(target_os = "linux")]
mod keys;
#[cfg(target_os = "linux")]
mod overlay;
mod preview;
mod session;
mod teller;
mod views;
mod wish;

use crate::args::WatchArgs;
use crate::console::{Console, Outcome, told};
use crate::words;
use anyhow::{Context, Result};
use hexlex::capture::Waker;
use hexlex::lexicon::Lexicon;
use hexlex::pipeline::Options;
use session::Session;
use std::borrow::Cow;
use std::sync::mpsc::{Sender, channel};
use views::Views;
use wish::Wish;

/// What the user may say while it runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Command {
    /// Forget what is known and read the board again.
    Again,
    /// Show the next best word.
    Next,
    /// Hide the overlay, or show it again.
    Hide,
    /// Stop looking, or go on.
    Pause,
    /// End.
    Quit,
}

/// Where commands come in, from any thread.
#[derive(Clone)]
struct Line {
    sender: Sender<Command>,
    waker: Waker,
}

impl Line {
    fn say(&self, command: Command) {
        // Nobody listens any more once it ends.
        let _ = self.sender.send(command);
        self.waker.wake();
    }
}

/// Everything that stays the same while it runs.
struct Job<'a> {
    args: &'a WatchArgs,
    options: Options,
    lexicon: Cow<'static, Lexicon>,
    console: &'a Console,
}

/// Runs the command.
pub(crate) fn run(args: WatchArgs, console: &Console) -> Result<Outcome> {
    words::check_lengths(&args.words)?;
    let wish = Wish::of(&args)?;
    let options = args.reading.options(args.engine.engine, console);
    let job = Job { args: &args, options, lexicon: words::lexicon(&args.words, console)?, console };
    let (sender, commands) = channel();
    let waker = Waker::new().context("cannot wait for anything")?;
    let line = Line { sender, waker: waker.clone() };
    let on_signal = line.clone();
    ctrlc::set_handler(move || on_signal.say(Command::Quit)).context("cannot listen for Ctrl-C")?;
    listen_to_keys(&job, &line)?;
    if !args.preview {
        let views = Views::new(&job, &wish, None)?;
        return Session::new(&job, wish, views, waker, commands)?.run();
    }
    preview::beside(line, |window| {
        let views = Views::new(&job, &wish, Some(window))?;
        Session::new(&job, wish, views, waker, commands)?.run()
    })
}

/// Global keys where the system has them. That they cannot be had is no reason not to run.
#[cfg(target_os = "linux")]
fn listen_to_keys(job: &Job, line: &Line) -> Result<()> {
    let bindings = keys::bindings(job.args.keys.as_deref())?;
    if bindings.is_empty() || job.args.once {
        return Ok(());
    }
    let line = line.clone();
    match keys::listen(bindings, move |command| line.say(command)) {
        Ok(taken) if taken.is_empty() => {}
        Ok(taken) => job.console.warn(format_args!(
            "another program has the keys {}: name others with --keys, as in next=F8",
            taken.join(", ")
        )),
        Err(error) => job.console.detail(format_args!("no global keys: {}", told(&error))),
    }
    Ok(())
}

#[cfg(not(target_os = "linux"))]
fn listen_to_keys(job: &Job, _: &Line) -> Result<()> {
    if job.args.keys.is_some() {
        anyhow::bail!("global keys are not possible on this system: leave --keys out; Ctrl-C ends it");
    }
    Ok(())
}
