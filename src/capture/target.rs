//! What can be captured: windows, monitors and regions; and finding a window by its title or class.

use crate::pixels::Rect;
use std::fmt;

/// What to capture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Target {
    /// A window, by its id.
    Window(u32),
    /// A monitor, counted from 1.
    Monitor(usize),
    /// A part of the screen.
    Region(Rect),
}

/// Whether a window is visible.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WindowState {
    /// It is on the screen, perhaps behind others.
    Shown,
    /// The user minimized it.
    Minimized,
    /// It exists and is not on the screen.
    Hidden,
}

impl fmt::Display for WindowState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            WindowState::Shown => "shown",
            WindowState::Minimized => "minimized",
            WindowState::Hidden => "hidden",
        })
    }
}

/// A window that can be captured.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Window {
    /// The system's id.
    pub id: u32,
    /// The text of its title bar.
    pub title: String,
    /// The name of its program.
    pub class: String,
    /// Its rectangle in screen coordinates, without the window manager's frame.
    pub area: Rect,
    /// The same with that frame, where it is known: on X11.
    pub frame: Rect,
    /// Whether it can be seen.
    pub state: WindowState,
}

/// A monitor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Monitor {
    /// The system's name for it.
    pub name: String,
    /// Its rectangle in screen coordinates.
    pub area: Rect,
}

/// The windows that a user may mean by this text: the one with this id (decimal, or hexadecimal after `0x`), or else
/// those with this title or class, or else those with this text in their title or class. Upper and lower case are the
/// same.
///
/// ```
/// use hexlex::capture::{Window, WindowState, matching};
/// use hexlex::pixels::Rect;
/// let window = |id: u32, title: &str| Window {
///     id, title: title.to_string(), class: "game".to_string(), area: Rect::default(), frame: Rect::default(),
///     state: WindowState::Shown,
/// };
/// let windows = [window(7, "BookWorm Deluxe 1.13"), window(9, "Notes on Bookworm")];
/// let ids = |text: &str| matching(&windows, text).iter().map(|window| window.id).collect::<Vec<_>>();
/// assert_eq!(ids("bookworm"), [7, 9]);
/// assert_eq!(ids("bookworm deluxe"), [7]);
/// assert_eq!((ids("0x9"), ids("chess")), (vec![9], vec![]));
/// ```
pub fn matching<'a>(windows: &'a [Window], text: &str) -> Vec<&'a Window> {
    let text = text.trim();
    let number = text.strip_prefix("0x").map_or_else(|| text.parse().ok(), |hex| u32::from_str_radix(hex, 16).ok());
    let found: Vec<&Window> = windows.iter().filter(|window| Some(window.id) == number).collect();
    if !found.is_empty() {
        return found;
    }
    let text = text.to_lowercase();
    let by = |is: &dyn Fn(&str) -> bool| -> Vec<&Window> {
        windows.iter().filter(|window| is(&window.title.to_lowercase()) || is(&window.class.to_lowercase())).collect()
    };
    let whole = by(&|name| name == text);
    if whole.is_empty() { by(&|name| name.contains(&text)) } else { whole }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_whole_title_beats_a_part_of_others() {
        let window = |id, title: &str, class: &str| Window {
            id,
            title: title.to_string(),
            class: class.to_string(),
            area: Rect::default(),
            frame: Rect::default(),
            state: WindowState::Shown,
        };
        let windows = [window(1, "hexlex practice", "hexlex"), window(2, "hexlex practice - notes", "editor")];
        let ids = |text: &str| matching(&windows, text).iter().map(|window| window.id).collect::<Vec<_>>();
        assert_eq!(ids("Hexlex Practice"), [1]);
        assert_eq!(ids("practice"), [1, 2]);
        assert_eq!(ids("EDIT"), [2]);
        assert_eq!(ids("2"), [2]);
    }
}
