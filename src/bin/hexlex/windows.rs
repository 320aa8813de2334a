//! `hexlex windows`: lists the windows and monitors that can be captured.

use crate::args::WindowsArgs;
use crate::console::{Console, Outcome, printable};
use crate::table::table;
use anyhow::Result;
use hexlex::capture::{Monitor, Window, matching, monitors, windows};
use hexlex::pixels::Rect;
use serde::Serialize;

/// The JSON of a window or a monitor.
#[derive(Serialize)]
struct TargetReport {
    kind: &'static str,
    /// A window's id, or a monitor's number from 1.
    id: u64,
    title: String,
    class: String,
    x: i32,
    y: i32,
    size: [u32; 2],
    state: String,
}

/// Runs the command.
pub(crate) fn run(args: &WindowsArgs, console: &Console) -> Result<Outcome> {
    let all = windows()?;
    let (windows, monitors) = match &args.text {
        Some(text) => (matching(&all, text), Vec::new()),
        None => (all.iter().collect(), monitors()?),
    };
    if console.json {
        let monitors = monitors.iter().zip(1..).map(|(monitor, number)| of_monitor(monitor, number));
        console.answer_json(&windows.iter().map(|window| of_window(window)).chain(monitors).collect::<Vec<_>>())?;
    } else {
        console.answer(&text(&windows, &monitors))?;
    }
    Ok(if windows.is_empty() && monitors.is_empty() { Outcome::No } else { Outcome::Done })
}

fn of_window(window: &Window) -> TargetReport {
    let Rect { x, y, width, height } = window.area;
    TargetReport {
        kind: "window",
        id: u64::from(window.id),
        title: window.title.clone(),
        class: window.class.clone(),
        x,
        y,
        size: [width, height],
        state: window.state.to_string(),
    }
}

fn of_monitor(monitor: &Monitor, number: u64) -> TargetReport {
    let Rect { x, y, width, height } = monitor.area;
    let (title, class) = (monitor.name.clone(), String::new());
    TargetReport { kind: "monitor", id: number, title, class, x, y, size: [width, height], state: "shown".to_string() }
}

/// The table of the windows, and a line for each monitor: what `--window` and `--monitor` take.
fn text(windows: &[&Window], monitors: &[Monitor]) -> String {
    let mut text = match (windows.is_empty(), monitors.is_empty()) {
        (false, _) => window_table(windows),
        (true, true) => "no such window: `hexlex windows` without a name lists every one\n".to_string(),
        // Monitors are listed where no name is asked for.
        (true, false) => "no window is open\n".to_string(),
    };
    for (number, monitor) in monitors.iter().enumerate() {
        text.push_str(&format!("monitor {}: {}, {}\n", number + 1, plain(&monitor.name), monitor.area));
    }
    text
}

/// The windows as a table.
pub(crate) fn window_table(windows: &[&Window]) -> String {
    let heading = ["title", "class", "id", "size", "at", "state"].map(str::to_string);
    let row = |window: &&Window| {
        let Rect { x, y, width, height } = window.area;
        [
            plain(&window.title),
            plain(&window.class),
            format!("{:#x}", window.id),
            format!("{width}x{height}"),
            format!("{x},{y}"),
            window.state.to_string(),
        ]
    };
    table(&[heading].into_iter().chain(windows.iter().map(row)).collect::<Vec<_>>(), 0)
}

/// The title as it is printed, shortened for a table: titles come from other programs.
fn plain(title: &str) -> String {
    /// In characters. A longer title makes the table wider than a terminal, a shorter one hides how titles differ.
    /// Chosen by hand.
    const LONGEST: usize = 60;
    let title = printable(title);
    let mut plain: String = title.chars().take(LONGEST).collect();
    if title.chars().count() > LONGEST {
        plain.push('…');
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexlex::capture::WindowState;

    #[test]
    fn terminal_escapes_of_window_titles_are_not_printed() {
        let area = Rect { x: 0, y: 0, width: 9, height: 9 };
        let title = "a\x1b]0;b\x07\u{9b}31m\n".to_string();
        let window =
            Window { id: 1, title: title.clone(), class: title.clone(), area, frame: area, state: WindowState::Shown };
        let printed = text(&[&window], &[Monitor { name: title, area }]);
        assert!(printed.chars().all(|c| c == '\n' || !c.is_control()), "{printed:?}");
        assert_eq!((printed.lines().count(), printed.matches("a\\u{1b}]0;b\\u{7}\\u{9b}31m\\u{a}").count()), (3, 3));
    }
}
