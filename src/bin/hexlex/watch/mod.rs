//! `hexlex watch`: captures the game, and solves the board again at every change.
//!
//! - `settings`: the arguments, and what was loaded for them.
//! - `target`: what the user asked to capture, now and after the window was closed and opened again.
//! - `games`: what the configuration file sets for the window.
//! - `commands`, `keys`, `input`: what the user asks for while the watch runs.
//! - `correct`: the window in which a person corrects tiles.
//! - `session`: the loop as states, from a change on the screen to the answer.
//! - `events`: events as lines of JSON or of text. `points`: whether the points of words are known.
//! - `placement`: where on the screen a panel or a window of hexlex covers nothing.
//! - `help`: how much of a word is shown. `pointer`: moves and fades the panel.
//! - `recording`: a folder of boards, words and turns.
//! - `display`: where the answer is shown: the live `overlay`, the `preview` window, picture files. They draw a
//!   `shown::ShownBoard`.
//!
//! Imports go one way: `session` uses `display` and `events`, `display` uses `overlay` and `preview`.

mod commands;
mod correct;
mod display;
mod events;
mod games;
mod help;
mod input;
#[cfg(target_os = "linux")]
mod keymap;
#[cfg(target_os = "linux")]
mod keys;
#[cfg_attr(not(target_os = "linux"), path = "no_overlay.rs")]
mod overlay;
#[cfg(target_os = "linux")]
mod placement;
#[cfg(target_os = "linux")]
mod pointer;
mod points;
mod preview;
mod recording;
mod session;
mod settings;
mod shown;
mod target;
mod unread;
#[cfg(target_os = "linux")]
mod x11_picture;

#[cfg(target_os = "linux")]
pub(crate) use overlay::screen_overlay;

use crate::args::{GoalArg, WatchArgs};
#[cfg(target_os = "linux")]
use crate::console::one_line;
use crate::console::{Console, Outcome};
use crate::{dictionary, read, rules};
use anyhow::{Context, Result, bail};
use commands::{CommandSender, MOST_WAITING, UserCommand};
use display::AnswerDisplay;
use hexlex::capture::Waker;
use hexlex::game::Refill;
use session::Session;
use settings::{NamedKeys, WatchSettings};
use shown::PanelArea;
use std::sync::mpsc::sync_channel;
use target::TargetQuery;
use unread::CorrectionMeans;

/// Runs the command until the user ends it; with `--once` until the first board.
pub(crate) fn run(mut args: WatchArgs, console: &Console) -> Result<Outcome> {
    rules::check_lengths(args.words.min_length, args.words.max_length)?;
    if args.pick {
        console.note("click the window to watch; another button of the mouse cancels");
    }
    // A level of a game in the configuration is not one of --level.
    let typed_level = args.ranking.level;
    let target = games::apply(TargetQuery::from_args(&args)?, &mut args, console);
    check_goal(&args)?;
    let profile = args.reading.profile.map(|profile| profile.profile());
    if let Some(warning) = profile.and_then(|profile| rules::level_warning(profile, typed_level)) {
        console.warn(warning);
    }
    let options = read::options(&args.reading, args.engine.engine, console)?;
    let lexicon = dictionary::load(args.words.lexicon.as_deref(), console)?;
    if let Some(note) = target.missing_note() {
        console.warn(note);
    }
    let (sender, receiver) = sync_channel(MOST_WAITING);
    let waker = Waker::new().context("cannot create the wake-up socket")?;
    let commands = CommandSender::new(sender, waker.clone());
    let on_signal = commands.clone();
    ctrlc::set_handler(move || on_signal.send(UserCommand::Quit)).context("cannot listen for Ctrl-C")?;
    let panel = PanelArea::default();
    let keys = listen_to_keys(&args, console, &commands, &panel)?;
    let correction = match keys.correct.clone() {
        _ if args.once => CorrectionMeans::Fix,
        Some(key) => CorrectionMeans::Key(key.into()),
        None if args.preview => CorrectionMeans::Preview,
        None => CorrectionMeans::Fix,
    };
    let settings = WatchSettings { args: &args, options, lexicon, console, correction, keys };
    if !args.once {
        input::listen(commands.clone());
    }
    let opening = args.preview.then(|| preview::opening(&target, console));
    let run_session = |preview| {
        let display = AnswerDisplay::new(&settings, &target, &panel, preview)?;
        Session::new(&settings, target, display, commands.clone(), receiver)?.run()
    };
    match opening {
        Some(opening) => preview::run_beside(opening, commands.clone(), |preview| run_session(Some(preview))),
        None => run_session(None),
    }
}

/// Refuses the advice for a game whose tiles have owners, which no picture shows.
fn check_goal(args: &WatchArgs) -> Result<()> {
    let own = args.reading.profile.filter(|profile| matches!(profile.profile().game.refill, Refill::Own(_)));
    match own.filter(|_| args.ranking.goal_in(args.reading.profile) == GoalArg::Survive) {
        Some(profile) => bail!(
            "expected a game whose board shows all of its state for --goal survive, found {name}, whose owners of tiles are not \
             read: leave --goal out, or give a text with the tags mine and theirs to `hexlex advise --profile {name}`",
            name = profile.name()
        ),
        None => Ok(()),
    }
}

/// Listens to global keys where the system has them, and returns those that messages name. The watch runs without them where they
/// cannot be had.
#[cfg(target_os = "linux")]
fn listen_to_keys(
    args: &WatchArgs,
    console: &Console,
    commands: &CommandSender,
    panel: &PanelArea,
) -> Result<NamedKeys> {
    let bindings = keys::bindings(args.keys.as_deref())?;
    if bindings.is_empty() || args.once {
        return Ok(NamedKeys::default());
    }
    let [correct, pause] = [UserCommand::Correct, UserCommand::Pause].map(|command| keys::key_of(&bindings, &command));
    let commands = commands.clone();
    match keys::listen(bindings, panel.clone(), move |command| commands.send(command)) {
        Ok(not_grabbed) if not_grabbed.is_empty() => Ok(NamedKeys { correct, pause }),
        Ok(not_grabbed) => {
            console.warn(format_args!(
                "cannot grab the keys {}, which another program has, such as another `hexlex watch`: choose others with --keys, as \
                 in next=F8",
                not_grabbed.join(", ")
            ));
            let is_grabbed =
                |key: &String| !not_grabbed.iter().any(|name| name == key || name.starts_with(&format!("{key} (")));
            Ok(NamedKeys { correct: correct.filter(is_grabbed), pause: pause.filter(is_grabbed) })
        }
        Err(error) => {
            console.detail(format_args!("no global keys: {}", one_line(&error)));
            Ok(NamedKeys::default())
        }
    }
}

#[cfg(not(target_os = "linux"))]
fn listen_to_keys(args: &WatchArgs, _: &Console, _: &CommandSender, _: &PanelArea) -> Result<NamedKeys> {
    if args.keys.is_some() {
        anyhow::bail!("global keys are not possible on this system: leave --keys out; Ctrl-C ends it");
    }
    Ok(NamedKeys::default())
}
