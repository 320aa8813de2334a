//! What the user asks to capture.

use crate::args::WatchArgs;
use anyhow::{Result, bail};
use hexlex::capture::{self, Target, Window, WindowState, matching};
#[cfg(target_os = "linux")]
use hexlex::pixels::Rect;

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
    /// Where more than one window has the name, where none has the number or, with `--once`, the name, and where no window
    /// was clicked.
    pub(super) fn from_args(args: &WatchArgs) -> Result<TargetQuery> {
        let screen = |target: Target, name: String| TargetQuery::Screen(Candidate { target, name });
        Ok(match (&args.window, args.monitor, args.region) {
            (Some(text), ..) => TargetQuery::by_text(text, if args.once { Patience::Fails } else { Patience::Waits })?,
            (_, Some(number), _) => screen(Target::Monitor(number), format!("monitor {number}")),
            (.., Some(region)) => screen(Target::Region(region), format!("region {region}")),
            _ if args.pick => TargetQuery::Specific(capture::pick()?),
            _ => TargetQuery::AnyWindow,
        })
    }

    /// The window that this text means, now or once it is there. A number is a window that is there.
    fn by_text(text: &str, patience: Patience) -> Result<TargetQuery> {
        check_name(text)?;
        let all = windows()?;
        match matching(&all, text)[..] {
            [window] if has_text(window, text) => Ok(TargetQuery::Named(text.to_string())),
            [window] => Ok(TargetQuery::Specific(window.clone())),
            [] if patience == Patience::Waits && !is_number(text) => Ok(TargetQuery::Named(text.to_string())),
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

    /// For a window that is not there, the titles of those that are, and the one whose title is nearest to its name.
    pub(super) fn missing_note(&self) -> Option<String> {
        let TargetQuery::Named(text) = self else { return None };
        let all = windows().ok().filter(|all| matching(all, text).is_empty())?;
        let titles: Vec<String> = all.iter().map(|window| format!("`{}`", name_of(window))).collect();
        let nearest = all.iter().min_by_key(|window| {
            [&window.title, &window.class].into_iter().map(|name| distance_in(text, name)).min().unwrap_or(usize::MAX)
        });
        Some(match nearest {
            Some(nearest) => format!(
                "no window is called `{text}` yet: open are {}; the nearest is `{}`",
                titles.join(", "),
                name_of(nearest)
            ),
            None => format!("no window is called `{text}` yet: no window is open"),
        })
    }

    /// The titles and classes of the windows that it may be, and the text that names it.
    pub(super) fn names(&self) -> Vec<String> {
        let of_window = |window: &Window| [window.title.clone(), window.class.clone()];
        let all = windows().unwrap_or_default();
        match self {
            TargetQuery::Named(text) => {
                matching(&all, text).into_iter().flat_map(of_window).chain([text.clone()]).collect()
            }
            TargetQuery::Specific(window) => of_window(window).to_vec(),
            TargetQuery::Screen(_) => Vec::new(),
            TargetQuery::AnyWindow => all.iter().flat_map(of_window).collect(),
        }
    }

    /// Whether it is a window: only a window can have an overlay.
    pub(super) fn is_window(&self) -> bool {
        !matches!(self, TargetQuery::Screen(_))
    }

    /// The part of the screen that is watched: that of a window, where the one window that is meant is open.
    #[cfg(target_os = "linux")]
    pub(super) fn area(&self) -> Option<Rect> {
        let window = |id| windows().ok()?.into_iter().find(|window| window.id == id).map(|window| window.area);
        match self {
            TargetQuery::AnyWindow => None,
            _ => match self.candidates().ok()?.first()?.target {
                Target::Region(region) => Some(region),
                Target::Monitor(number) => Some(capture::monitors().ok()?.get(number.checked_sub(1)?)?.area),
                Target::Window(id) => window(id),
            },
        }
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

/// What happens where no window has the name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Patience {
    /// It is waited for.
    Waits,
    /// It is an error.
    Fails,
}

/// Checks that a text can name a window.
fn check_name(text: &str) -> Result<()> {
    let hex = text.trim().strip_prefix("0x");
    if text.trim().is_empty() {
        bail!("expected the id of a window or a part of its title, found nothing: see `hexlex windows`");
    }
    if hex.is_some_and(|hex| u32::from_str_radix(hex, 16).is_err()) {
        bail!("expected the id of a window as in 0x1c00007, found `{text}`: see `hexlex windows`");
    }
    Ok(())
}

/// Whether a text is the id of a window.
fn is_number(text: &str) -> bool {
    text.trim().starts_with("0x") || text.trim().parse::<u32>().is_ok()
}

/// The least number of letters to insert, delete or replace in a text to make it a part of a name, in any case (Sellers, The
/// Theory and Computation of Evolutionary Distances, 1980).
fn distance_in(text: &str, name: &str) -> usize {
    let name: Vec<char> = name.to_lowercase().chars().collect();
    let mut costs = vec![0; name.len() + 1];
    for letter in text.to_lowercase().chars() {
        let mut diagonal = costs[0];
        costs[0] += 1;
        for (at, other) in name.iter().enumerate() {
            let replaced = diagonal + usize::from(letter != *other);
            diagonal = costs[at + 1];
            costs[at + 1] = replaced.min(costs[at] + 1).min(diagonal + 1);
        }
    }
    costs.into_iter().min().unwrap_or(0)
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
    #[cfg(not(target_os = "linux"))]
    use hexlex::pixels::Rect;

    #[test]
    fn the_nearest_title_is_found() {
        assert_eq!(distance_in("worm", "Bookworm 7"), 0);
        assert_eq!(distance_in("bokworm", "Bookworm 7"), 1);
        assert!(distance_in("chess", "Bookworm 7") > 2);
        assert_eq!(distance_in("abc", ""), 3);
    }

    #[test]
    fn malformed_names_are_refused() {
        for name in ["", "  ", "0x", "0xzz"] {
            assert!(check_name(name).unwrap_err().to_string().contains("expected"), "{name}");
        }
        assert!(check_name("0x1c").is_ok() && check_name("a game").is_ok());
        assert!(is_number("0x1c") && is_number("77") && !is_number("2048 game"));
    }

    #[test]
    fn a_text_is_a_name_or_else_a_number() {
        let (title, class) = ("BookWorm 7".to_string(), "Game".to_string());
        let window =
            Window { id: 7, title, class, area: Rect::default(), frame: Rect::default(), state: WindowState::Shown };
        assert!(has_text(&window, "worm") && has_text(&window, "GAME") && has_text(&window, "7"));
        assert!(!has_text(&window, "0x7"));
    }
}
