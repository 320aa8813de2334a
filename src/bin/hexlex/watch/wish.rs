//! Which window the user means.

use crate::args::WatchArgs;
use anyhow::{Context, Result, bail};
use hexlex::capture::{self, Target, Window, WindowState, matching};

/// The windows of hexlex that show a board which is not the game's.
pub(super) const OWN_TITLE: &str = "hexlex watch";

/// What is to be watched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Wish {
    /// The window that this text means.
    Named(String),
    /// This window, or after it was closed one of the same title and class.
    This(Window),
    /// A monitor or a part of the screen.
    Screen(Target, String),
    /// The first window that shows a board.
    Any,
}

/// A thing to look at, and what to call it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Candidate {
    pub(super) target: Target,
    pub(super) name: String,
}

impl Wish {
    /// From the arguments; several windows that may be meant, or none, are told in full.
    pub(super) fn of(args: &WatchArgs) -> Result<Wish> {
        if let Some(text) = &args.window {
            let all = windows()?;
            return match matching(&all, text)[..] {
                [window] => Ok(Wish::named(text, window)),
                [] => bail!(
                    "no window `{text}`: expected a number or a part of a title or class, found {}",
                    told(&all.iter().collect::<Vec<_>>())
                ),
                ref several => {
                    bail!("{} windows are called `{text}`: say the id of one: {}", several.len(), told(several))
                }
            };
        }
        if let Some(number) = args.monitor {
            return Ok(Wish::Screen(Target::Monitor(number), format!("monitor {number}")));
        }
        if let Some(region) = &args.region {
            let region = region.parse().context("--region")?;
            return Ok(Wish::Screen(Target::Region(region), format!("region {region}")));
        }
        if args.pick {
            let window = capture::pick()?;
            return Ok(Wish::This(window));
        }
        Ok(Wish::Any)
    }

    fn named(text: &str, window: &Window) -> Wish {
        let is_number = !window.title.to_lowercase().contains(&text.to_lowercase())
            && !window.class.to_lowercase().contains(&text.to_lowercase());
        if is_number { Wish::This(window.clone()) } else { Wish::Named(text.to_string()) }
    }

    /// Whether it is a window, which alone can have an overlay.
    pub(super) fn is_window(&self) -> bool {
        !matches!(self, Wish::Screen(..))
    }

    /// What to look at now, the likeliest first; empty where it is not there.
    pub(super) fn candidates(&self) -> Result<Vec<Candidate>> {
        let of_window = |window: &Window| Candidate { target: Target::Window(window.id), name: name_of(window) };
        Ok(match self {
            Wish::Screen(target, name) => vec![Candidate { target: *target, name: name.clone() }],
            Wish::Named(text) => matching(&windows()?, text).into_iter().take(1).map(of_window).collect(),
            Wish::This(wanted) => {
                let all = windows()?;
                let same = |window: &&Window| window.title == wanted.title && window.class == wanted.class;
                let found = all.iter().find(|window| window.id == wanted.id).or_else(|| all.iter().find(same));
                found.into_iter().map(of_window).collect()
            }
            Wish::Any => {
                let all = windows()?;
                all.iter().filter(|window| window.state == WindowState::Shown).map(of_window).collect()
            }
        })
    }

    /// What is missing where there is no candidate.
    pub(super) fn missing(&self) -> String {
        match self {
            Wish::Named(text) => format!("waiting for a window `{text}`"),
            Wish::This(window) => format!("waiting for the window `{}`", name_of(window)),
            Wish::Screen(_, name) => format!("waiting for {name}"),
            Wish::Any => "no window shows a board: start the game, or name its window with --window".to_string(),
        }
    }
}

/// Every window but those of hexlex that show what it has read.
fn windows() -> Result<Vec<Window>> {
    let mut all = capture::windows()?;
    all.retain(|window| !window.title.starts_with(OWN_TITLE));
    Ok(all)
}

fn name_of(window: &Window) -> String {
    if window.title.is_empty() { format!("window {:#x}", window.id) } else { window.title.clone() }
}

/// Windows in one line of an error.
fn told(windows: &[&Window]) -> String {
    if windows.is_empty() {
        return "no window at all".to_string();
    }
    let name = |window: &&Window| format!("{:#x} `{}` ({}, {})", window.id, window.title, window.class, window.state);
    windows.iter().map(name).collect::<Vec<_>>().join("; ")
}
