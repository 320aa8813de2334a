//! What the user asks to capture.

use crate::args::WatchArgs;
use anyhow::{Result, bail};
use hexlex::capture::{self, Target, Window, WindowState, matching};

/// Titles of hexlex's own windows that show the answer begin with this: they are never captured.
pub(super) const OWN_TITLE: &str = "hexlex watch";

/// What the user asks to capture. It outlives the window: after the window was closed, it finds a new one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum TargetQuery {
    /// The window that this text names.
    Named(String),
    /// This window; after it was closed, one of the same title and class.
    Specific(Window),
    /// A monitor or a part of the screen.
    Screen(Candidate),
    /// The first window that shows a board.
    AnyWindow,
}

/// A target that can be captured now, and its name for people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Candidate {
    pub(super) target: Target,
    pub(super) name: String,
}

impl TargetQuery {
    /// The target of the arguments.
    ///
    /// # Errors
    /// Where no window or more than one has the name, and where no window was clicked.
    pub(super) fn from_args(args: &WatchArgs) -> Result<TargetQuery> {
        let screen = |target: Target, name: String| TargetQuery::Screen(Candidate { target, name });
        Ok(match (&args.window, args.monitor, args.region) {
            (Some(text), ..) => TargetQuery::by_text(text)?,
            (_, Some(number), _) => screen(Target::Monitor(number), format!("monitor {number}")),
            (.., Some(region)) => screen(Target::Region(region), format!("region {region}")),
            _ if args.pick => TargetQuery::Specific(capture::pick()?),
            _ => TargetQuery::AnyWindow,
        })
    }

    /// The one window that this text means.
    fn by_text(text: &str) -> Result<TargetQuery> {
        let all = windows()?;
        match matching(&all, text)[..] {
            [window] if has_text(window, text) => Ok(TargetQuery::Named(text.to_string())),
            [window] => Ok(TargetQuery::Specific(window.clone())),
            [] => bail!(
                "expected a window whose id, title or class matches `{text}`, found {}: see `hexlex windows`",
                list(&all.iter().collect::<Vec<_>>())
            ),
            ref several => {
                bail!(
                    "expected one window for `{text}`, found {}: pass the id of one: {}",
                    several.len(),
                    list(several)
                )
            }
        }
    }

    /// Whether it is a window: only a window can have an overlay.
    pub(super) fn is_window(&self) -> bool {
        !matches!(self, TargetQuery::Screen(_))
    }

    /// What can be captured now, the most likely first; empty where the target is missing.
    ///
    /// # Errors
    /// Where there is no screen.
    pub(super) fn candidates(&self) -> Result<Vec<Candidate>> {
        let of_window = |window: &Window| Candidate { target: Target::Window(window.id), name: name_of(window) };
        Ok(match self {
            TargetQuery::Screen(target) => vec![target.clone()],
            TargetQuery::Named(text) => matching(&windows()?, text).into_iter().take(1).map(of_window).collect(),
            TargetQuery::Specific(wanted) => {
                let all = windows()?;
                let same = |window: &&Window| window.title == wanted.title && window.class == wanted.class;
                let found = all.iter().find(|window| window.id == wanted.id).or_else(|| all.iter().find(same));
                found.into_iter().map(of_window).collect()
            }
            TargetQuery::AnyWindow => {
                let all = windows()?;
                all.iter().filter(|window| window.state == WindowState::Shown).map(of_window).collect()
            }
        })
    }

    /// What the watch waits for while there is no candidate.
    pub(super) fn waiting_message(&self) -> String {
        match self {
            TargetQuery::Named(text) => format!("waiting for a window `{text}`"),
            TargetQuery::Specific(window) => format!("waiting for the window `{}`", name_of(window)),
            TargetQuery::Screen(target) => format!("waiting for {}", target.name),
            TargetQuery::AnyWindow => {
                "no window shows a board: start the game, or name its window with --window".to_string()
            }
        }
    }
}

/// Every window but hexlex's own.
fn windows() -> Result<Vec<Window>> {
    let mut all = capture::windows()?;
    all.retain(|window| !window.title.starts_with(OWN_TITLE));
    Ok(all)
}

/// Whether the text is in the window's title or class, in any case; otherwise it is the window's number.
fn has_text(window: &Window, text: &str) -> bool {
    let text = text.to_lowercase();
    [&window.title, &window.class].iter().any(|name| name.to_lowercase().contains(&text))
}

fn name_of(window: &Window) -> String {
    if window.title.is_empty() { format!("window {:#x}", window.id) } else { window.title.clone() }
}

/// Windows in one line of an error.
fn list(windows: &[&Window]) -> String {
    if windows.is_empty() {
        return "no window at all".to_string();
    }
    let name = |window: &&Window| format!("{:#x} `{}` ({}, {})", window.id, window.title, window.class, window.state);
    windows.iter().map(name).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexlex::pixels::Rect;

    #[test]
    fn a_text_is_a_name_or_else_a_number() {
        let (title, class) = ("BookWorm 7".to_string(), "Game".to_string());
        let window = Window { id: 7, title, class, area: Rect::default(), state: WindowState::Shown };
        assert!(has_text(&window, "worm") && has_text(&window, "GAME") && has_text(&window, "7"));
        assert!(!has_text(&window, "0x7"));
    }
}
