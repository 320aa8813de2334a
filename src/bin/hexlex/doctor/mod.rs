//! `hexlex doctor`: a line for each thing that hexlex uses, with what was found and what to do where it is missing.

#[cfg(all(target_os = "linux", feature = "desktop"))]
mod desktop;

use crate::args::{DoctorArgs, PartArg};
use crate::console::{Console, Outcome, counted, printable};
use crate::terminal::{width_of_answers, wrapped};
use crate::user_words::UserList;
use crate::{config, dictionary, skins, system_lists};
use anyhow::Result;
use clap::ValueEnum;
use hexlex::lexicon::Lexicon;
use hexlex::read::tesseract_ready;
use hexlex::skin::Skin;
use hexlex::solve::Kernel;
use serde::Serialize;

/// How a part is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum State {
    Present,
    /// It is not there, which is no fault: hexlex does without it.
    Missing,
    /// The same of a part that nobody lacks who has not asked for it.
    #[serde(rename = "missing")]
    Optional,
    /// It is there and cannot be used.
    Damaged,
}

/// What was found of a part.
#[derive(Debug, Serialize)]
struct Finding {
    part: String,
    state: State,
    found: String,
    /// What to do; `None` where nothing is to be done.
    #[serde(skip_serializing_if = "Option::is_none")]
    remedy: Option<String>,
}

/// A finding without its part.
#[derive(Debug)]
struct Found {
    state: State,
    text: String,
    remedy: Option<String>,
}

impl Found {
    fn present(text: impl Into<String>) -> Found {
        Found { state: State::Present, text: text.into(), remedy: None }
    }

    fn missing(text: impl Into<String>, remedy: &str) -> Found {
        Found { state: State::Missing, text: text.into(), remedy: Some(remedy.to_string()) }
    }

    fn optional(text: impl Into<String>, remedy: &str) -> Found {
        Found { state: State::Optional, ..Found::missing(text, remedy) }
    }

    fn damaged(text: impl Into<String>, remedy: &str) -> Found {
        Found { state: State::Damaged, text: text.into(), remedy: Some(remedy.to_string()) }
    }
}

/// Runs the command.
pub(crate) fn run(args: &DoctorArgs, console: &Console) -> Result<Outcome> {
    let is_asked_for = !args.parts.is_empty();
    let parts = if is_asked_for { &args.parts } else { PartArg::value_variants() };
    let findings: Vec<Finding> = parts
        .iter()
        .map(|&part| {
            let Found { state, text, remedy } = look_at(part);
            Finding { part: part.name(), state, found: text, remedy }
        })
        .collect();
    if console.json {
        console.answer_json(&findings)?;
    } else {
        let width = width_of_answers();
        let lines = findings.iter().map(|finding| wrapped(&line(finding, is_asked_for), width) + "\n");
        console.answer(&lines.collect::<String>())?;
    }
    let is_wrong = |finding: &Finding| match finding.state {
        State::Present => false,
        State::Missing | State::Optional => is_asked_for,
        State::Damaged => true,
    };
    Ok(if findings.iter().any(is_wrong) { Outcome::No } else { Outcome::Done })
}

/// A finding as a line.
fn line(Finding { part, state, found, remedy }: &Finding, is_asked_for: bool) -> String {
    let mark = match state {
        State::Present => "",
        State::Optional if !is_asked_for => "",
        State::Missing | State::Optional => "missing: ",
        State::Damaged => "damaged: ",
    };
    let remedy = remedy.as_ref().map_or(String::new(), |remedy| format!("; {}", printable(remedy)));
    format!("{:<14}{mark}{}{remedy}", format!("{part}:"), printable(found))
}

fn look_at(part: PartArg) -> Found {
    match part {
        PartArg::Display | PartArg::Compositor | PartArg::Capture | PartArg::Overlay => on_desktop(part),
        PartArg::Instructions => instructions(),
        PartArg::Dictionaries => dictionaries(),
        PartArg::Skins => taught_skins(),
        PartArg::Settings => settings(),
        PartArg::Features => features(),
    }
}

#[cfg(all(target_os = "linux", feature = "desktop"))]
use desktop::look_at as on_desktop;

/// Other systems: windows are captured without a display server that could be asked.
#[cfg(all(not(target_os = "linux"), feature = "desktop"))]
fn on_desktop(part: PartArg) -> Found {
    match (part, hexlex::capture::monitors()) {
        (PartArg::Display | PartArg::Capture, Ok(monitors)) => Found::present(counted(monitors.len(), "monitor")),
        (PartArg::Display | PartArg::Capture, Err(error)) => {
            Found::missing(error.to_string(), "allow hexlex to record the screen")
        }
        _ => Found::missing("not on this system", "use `watch --preview`"),
    }
}

#[cfg(not(feature = "desktop"))]
fn on_desktop(_: PartArg) -> Found {
    Found::missing("a build without the feature `desktop`", "build with `cargo build --release --features desktop`")
}

/// The instruction sets that the search has kernels for, the one that is used first.
fn instructions() -> Found {
    let names: Vec<&str> =
        Kernel::ALL.into_iter().rev().filter(|kernel| kernel.is_available()).map(Kernel::name).collect();
    match Kernel::best() {
        Kernel::Scalar => Found::optional("scalar only", "nothing: boards are searched at a fifth of the speed"),
        _ => Found::present(names.join(", ")),
    }
}

/// The built-in dictionary, the imported ones and the user's own lists.
fn dictionaries() -> Found {
    let mut text = counted(hexlex::lexicon::english().len(), "built-in word");
    for list in [UserList::Allowed, UserList::Refused] {
        match list.read() {
            Ok(words) => text.push_str(&format!(", {} {}", words.len(), list.state())),
            Err(error) => return Found::damaged(format!("{error:#}"), "correct or remove the list"),
        }
    }
    for name in dictionary::imported_names() {
        let Ok(path) = dictionary::imported_path(&name) else { continue };
        match Lexicon::open(path) {
            Ok((lexicon, _)) => text.push_str(&format!("; {name}: {}", counted(lexicon.len(), "word"))),
            Err(error) => return Found::damaged(error.to_string(), "import it again"),
        }
    }
    let lists: Vec<&str> = system_lists::languages().filter(|(_, is_there)| *is_there).map(|(name, _)| name).collect();
    if !lists.is_empty() {
        text.push_str(&format!("; lists of the system: {}", lists.join(", ")));
    }
    Found::present(text)
}

/// The taught skins.
fn taught_skins() -> Found {
    let mut names = Vec::new();
    for folder in skins::folders() {
        match Skin::load(&folder) {
            Ok(skin) => names.push(format!("{} ({})", skin.name(), counted(skin.alphabet().len(), "letter"))),
            Err(error) => return Found::damaged(error.to_string(), "teach it again, or remove its folder"),
        }
    }
    match names.is_empty() {
        true => Found::optional("none is taught", "`hexlex teach` learns the letters of a game"),
        false => Found::present(names.join(", ")),
    }
}

/// The user's settings. What is wrong with them says what to do.
fn settings() -> Found {
    let unknown = config::unknown_variables();
    match config::check() {
        Ok(_) if !unknown.is_empty() => Found { state: State::Damaged, text: unknown.join("; "), remedy: None },
        Ok(Some(file)) => Found::present(file.display().to_string()),
        Ok(None) => Found::optional("no file", "`hexlex config edit` makes it"),
        Err(error) => Found { state: State::Damaged, text: format!("{error:#}"), remedy: None },
    }
}

/// The features of the build.
pub(crate) fn built_features() -> Vec<&'static str> {
    let built = [
        ("cli", cfg!(feature = "cli")),
        ("desktop", cfg!(feature = "desktop")),
        ("tesseract", cfg!(feature = "tesseract")),
        ("wayland", cfg!(feature = "wayland")),
    ];
    built.into_iter().filter(|(_, is_built)| *is_built).map(|(name, _)| name).collect()
}

/// The features of the build, and what they need to run.
fn features() -> Found {
    let text = built_features().join(", ");
    match tesseract_ready() {
        Ok(()) => Found::present(format!("{text}; Tesseract runs")),
        Err(error) if cfg!(feature = "tesseract") => Found::damaged(error.to_string(), "install what it names"),
        Err(_) => Found::present(text),
    }
}
