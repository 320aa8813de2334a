//! A folder with what hexlex saw and read, for a report of a bug. The first press of its key says what it will contain, a second
//! one within [`CONFIRM`] writes it.

use super::context::SessionContext;
use super::window::OpenTarget;
use crate::report::{ReadTimes, of_reading};
use crate::{doctor, outputs};
use anyhow::{Context, Result};
use hexlex::pipeline::Timing;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How long the key is waited for after it was pressed for the first time. Shorter: too little to read; longer: a press much
/// later writes at once. Chosen by hand.
pub(super) const CONFIRM: Duration = Duration::from_secs(30);

/// What a report contains, a line each.
pub(super) const CONTENTS: [&str; 4] = [
    "the picture of the whole window and its title",
    "the board as it is read, with confidences",
    "what hexlex said last, and its options",
    "the versions of hexlex and the system",
];

/// The same in the panel.
pub(super) const NOTICE: [&str; 6] = [
    "Write a report?",
    "the whole window and its title",
    "the board as read, with confidences",
    "the last message, the options",
    "versions of hexlex and the system",
    "The same key again writes it.",
];

/// Writes a report into a new folder below the current one, and returns its name.
pub(super) fn write(window: &mut OpenTarget, context: &mut SessionContext) -> Result<PathBuf> {
    let folder = new_folder(Path::new(""))?;
    context.display.lift();
    let frame = window.capture.grab(None).context("cannot capture the window for the report")?;
    outputs::write_png(&frame, &folder.join("frame.png"))?;
    let mut about = about(context);
    if let Some(reading) = context.tracker.reading() {
        outputs::write_bytes(reading.board.to_string().as_bytes(), &folder.join("board.txt"))?;
        let times = ReadTimes::new(Duration::ZERO, Timing::default());
        let report = of_reading(&window.name, frame.dimensions().into(), reading, times);
        let json = serde_json::to_string_pretty(&report).context("cannot write the reading as JSON")?;
        outputs::write_bytes(json.as_bytes(), &folder.join("reading.json"))?;
        about.push_str(&format!("doubtful: {} tiles\n", context.tracker.doubtful().len()));
        about.push_str(&format!("letters learned: {}\n", context.tracker.learned().concat()));
    }
    outputs::write_bytes(about.as_bytes(), &folder.join("about.txt"))?;
    Ok(folder)
}

/// A folder that did not exist.
fn new_folder(parent: &Path) -> Result<PathBuf> {
    let names = (1..).map(|number: u32| parent.join(format!("hexlex-report-{number}")));
    for folder in names {
        match std::fs::create_dir(&folder) {
            Ok(()) => return Ok(folder),
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error).with_context(|| format!("cannot create {}", folder.display())),
        }
    }
    unreachable!("there are more names than folders")
}

/// The versions and the options.
fn about(context: &SessionContext) -> String {
    let arguments = std::env::args_os().skip(1);
    let arguments: Vec<String> = arguments.map(|argument| argument.to_string_lossy().into_owned()).collect();
    let value = |name: &str| std::env::var(name).unwrap_or_else(|_| "-".to_string());
    format!(
        "hexlex: {}\nfeatures: {}\nsystem: {} {}\nsession: {}\ndesktop: {}\narguments: {}\nframes: {}\nlast message: {}\n",
        env!("CARGO_PKG_VERSION"),
        doctor::built_features().join(", "),
        std::env::consts::OS,
        std::env::consts::ARCH,
        value("XDG_SESSION_TYPE"),
        value("XDG_CURRENT_DESKTOP"),
        arguments.join(" "),
        context.captured_count,
        context.events.last_message(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_report_has_a_folder_of_its_own() {
        let parent = tempfile::tempdir().unwrap();
        let names = [(); 3].map(|()| new_folder(parent.path()).unwrap());
        assert!(names[0].ends_with("hexlex-report-1") && names[2].ends_with("hexlex-report-3"));
        assert!(new_folder(&parent.path().join("missing")).is_err());
    }
}
