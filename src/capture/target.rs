//! What can be captured, and finding a window by what it is called.

use std::fmt;
use std::str::FromStr;

/// A rectangle of pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Area {
    /// The left edge.
    pub x: i32,
    /// The upper edge.
    pub y: i32,
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
}

/// Text that says no rectangle.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected x,y,width,height in pixels, as in 100,50,640,480, found `{0}`")]
pub struct AreaError(String);

impl Area {
    /// The rectangle from corner to corner.
    fn between((left, top): (i32, i32), (right, bottom): (i32, i32)) -> Option<Area> {
        let side = |low: i32, high: i32| u32::try_from(i64::from(high) - i64::from(low)).ok().filter(|&n| n > 0);
        Some(Area { x: left, y: top, width: side(left, right)?, height: side(top, bottom)? })
    }

    /// The right edge, beyond the last pixel.
    pub fn right(&self) -> i32 {
        self.x.saturating_add_unsigned(self.width)
    }

    /// The lower edge, beyond the last pixel.
    pub fn bottom(&self) -> i32 {
        self.y.saturating_add_unsigned(self.height)
    }

    /// What two rectangles share; `None` where they share nothing.
    ///
    /// ```
    /// use hexlex::capture::Area;
    /// let screen = Area { x: 0, y: 0, width: 100, height: 80 };
    /// let window = Area { x: 90, y: -5, width: 50, height: 20 };
    /// assert_eq!(screen.shared(&window), Some(Area { x: 90, y: 0, width: 10, height: 15 }));
    /// ```
    pub fn shared(&self, other: &Area) -> Option<Area> {
        Area::between(
            (self.x.max(other.x), self.y.max(other.y)),
            (self.right().min(other.right()), self.bottom().min(other.bottom())),
        )
    }

    /// The smallest rectangle around two.
    #[must_use]
    pub fn around(&self, other: &Area) -> Area {
        Area::between(
            (self.x.min(other.x), self.y.min(other.y)),
            (self.right().max(other.right()), self.bottom().max(other.bottom())),
        )
        .unwrap_or(*self)
    }

    /// The same rectangle elsewhere.
    #[must_use]
    pub fn moved(&self, by: (i32, i32)) -> Area {
        Area { x: self.x.saturating_add(by.0), y: self.y.saturating_add(by.1), ..*self }
    }
}

impl fmt::Display for Area {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{} at {},{}", self.width, self.height, self.x, self.y)
    }
}

impl FromStr for Area {
    type Err = AreaError;

    fn from_str(text: &str) -> Result<Area, AreaError> {
        let wrong = || AreaError(text.to_string());
        let parts: Vec<&str> = text.split(',').map(str::trim).collect();
        let [x, y, width, height] = parts[..] else { return Err(wrong()) };
        let place = |text: &str| text.parse::<i32>().map_err(|_| wrong());
        // Screens have at most 65,535 pixels a side; a larger number is a slip.
        let size = |text: &str| text.parse::<u16>().ok().filter(|&n| n > 0).map(u32::from).ok_or_else(wrong);
        Ok(Area { x: place(x)?, y: place(y)?, width: size(width)?, height: size(height)? })
    }
}

/// What is to be captured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Target {
    /// A window by its number.
    Window(u32),
    /// A monitor, counted from 1.
    Monitor(usize),
    /// A part of the screen.
    Region(Area),
}

/// Whether a window can be seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WindowState {
    /// It is on the screen, perhaps behind others.
    Shown,
    /// It was minimized.
    Minimized,
    /// It is there and not on the screen.
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
    /// Its number.
    pub id: u32,
    /// What its title bar says.
    pub title: String,
    /// The program that it belongs to.
    pub class: String,
    /// Its pixels without the frame, from the upper left corner of the screen.
    pub area: Area,
    /// Whether it can be seen.
    pub state: WindowState,
}

/// A monitor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Monitor {
    /// What the system calls it.
    pub name: String,
    /// Its pixels, from the upper left corner of the screen.
    pub area: Area,
}

/// The windows that a user may mean by this text: the one with this number (decimal, or hexadecimal after `0x`), or
/// else those with this title or class, or else those that have it in their title or class; in any case.
///
/// ```
/// use hexlex::capture::{Area, Window, WindowState, matching};
/// let window = |id: u32, title: &str| Window {
///     id, title: title.to_string(), class: "game".to_string(), area: Area::default(), state: WindowState::Shown,
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
    fn regions_are_read_as_they_are_typed() {
        assert_eq!("10, -20,640,480".parse(), Ok(Area { x: 10, y: -20, width: 640, height: 480 }));
        for wrong in ["", "1,2,3", "1,2,3,0", "a,2,3,4", "1,2,3,4,5", "1,2,-3,4", "1,2,70000,4"] {
            assert!(wrong.parse::<Area>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn rectangles_that_only_touch_share_nothing() {
        let a = Area { x: 0, y: 0, width: 10, height: 10 };
        assert_eq!(a.shared(&a.moved((10, 0))), None);
        assert_eq!(a.around(&a.moved((10, 5))), Area { x: 0, y: 0, width: 20, height: 15 });
        assert_eq!(a.shared(&a), Some(a));
    }

    #[test]
    fn a_whole_title_beats_a_part_of_others() {
        let window = |id, title: &str, class: &str| Window {
            id,
            title: title.to_string(),
            class: class.to_string(),
            area: Area::default(),
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
