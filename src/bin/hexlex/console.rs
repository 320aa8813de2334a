//! Output and exit status: answers go to standard output, messages to standard error.
//!
//! A command prints through a [`Console`], which knows `--json`, `--quiet` and `--verbose`, and returns an
//! [`Outcome`], which becomes the exit status.

use crate::args::General;
use crate::args::settings::Setting;
use crate::output_file;
use crate::terminal::{allows_color, width_of_messages, wrapped};
use anyhow::{Context, Result, ensure};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressFinish, ProgressStyle};
use serde::Serialize;
use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

/// How a command ended; the number is the exit status.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Outcome {
    /// 0: done.
    Done,
    /// 1: the answer is negative.
    No,
    /// 2: an error, already printed.
    Trouble,
}

impl Outcome {
    /// The worse of two, for many inputs.
    pub(crate) fn and(self, other: Outcome) -> Outcome {
        self.max(other)
    }
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> ExitCode {
        ExitCode::from(outcome as u8)
    }
}

/// Prints the answers and messages of a command.
#[derive(Clone)]
pub(crate) struct Console {
    /// Whether the answer is JSON.
    pub(crate) json: bool,
    quiet: bool,
    verbose: bool,
    answers: AnswerStream,
    /// Above which messages are printed.
    bar: Option<ProgressBar>,
    /// The options that are set outside of the command line, for errors about them.
    settings: Arc<[Setting]>,
}

/// Where answers go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum AnswerStream {
    Stdout,
    /// Standard output has the file that the command writes.
    Stderr,
}

/// The form of the JSON answer of a command that takes several inputs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// One object, for one input.
    Object,
    /// An array, for several inputs or a folder.
    Array,
}

impl Console {
    /// The console of a command with these settings.
    pub(crate) fn new(general: &General, settings: Vec<Setting>) -> Console {
        let General { json, quiet, verbose, .. } = *general;
        Console { json, quiet, verbose, answers: AnswerStream::Stdout, bar: None, settings: settings.into() }
    }

    /// The console of a command that writes this file: where the file is standard output, the answer goes to standard error.
    ///
    /// # Errors
    /// If the answer is JSON, which goes to standard output too.
    pub(crate) fn beside(&self, file: Option<&Path>) -> Result<Console> {
        if !file.is_some_and(output_file::is_stdout) {
            return Ok(self.clone());
        }
        ensure!(!self.json, "expected a file to write with --json, found `-`: name a file, or leave --json out");
        Ok(Console { answers: AnswerStream::Stderr, ..self.clone() })
    }

    /// Prints a part of the answer. Control characters other than line breaks and tabs are written as in `\u{1b}`.
    pub(crate) fn answer(&self, text: &str) -> Result<()> {
        self.print(&escaped(text, |c| matches!(c, '\n' | '\t'), |c| format!("\\u{{{:x}}}", u32::from(c))))
    }

    /// Prints a part of the answer that hexlex has colored. What comes from outside must be [`printable`] in it.
    pub(crate) fn answer_colored(&self, text: &str) -> Result<()> {
        self.print(text)
    }

    /// Prints the file that a part of the answer was written to, unless the answer is JSON or the file is standard output.
    pub(crate) fn written(&self, what: &str, file: &Path) -> Result<()> {
        if self.json || output_file::is_stdout(file) {
            return Ok(());
        }
        self.answer(&format!("{what}: {}\n", printable(file.display())))
    }

    /// Prints what was removed of the user's data.
    pub(crate) fn removed(&self, paths: &[PathBuf]) -> Result<Outcome> {
        /// The JSON of the commands that remove.
        #[derive(Serialize)]
        struct Removed {
            removed: Vec<String>,
        }
        if self.json {
            self.answer_json(&Removed { removed: paths.iter().map(|path| path.display().to_string()).collect() })?;
        } else {
            let line = |path: &PathBuf| format!("removed: {}\n", printable(path.display()));
            self.answer(&paths.iter().map(line).collect::<String>())?;
        }
        Ok(Outcome::Done)
    }

    fn print(&self, text: &str) -> Result<()> {
        match self.answers {
            AnswerStream::Stdout => io::stdout().lock().write_all(text.as_bytes()),
            AnswerStream::Stderr => io::stderr().lock().write_all(text.as_bytes()),
        }
        .context("cannot write the answer")
    }

    /// Prints the whole answer as one JSON document.
    pub(crate) fn answer_json(&self, document: &impl Serialize) -> Result<()> {
        let text = serde_json::to_string_pretty(document).context("cannot write the answer as JSON")?;
        self.print(&format!("{}\n", escaped_json(&text)))
    }

    /// Prints one line of JSON and flushes it, for answers that arrive one by one.
    #[cfg(feature = "desktop")]
    pub(crate) fn answer_line(&self, line: &impl Serialize) -> Result<()> {
        let text = serde_json::to_string(line).context("cannot write the answer as JSON")?;
        self.print(&format!("{}\n", escaped_json(&text)))?;
        io::stdout().flush().context("cannot write to standard output")
    }

    /// With `--json`, prints the reports of all inputs.
    pub(crate) fn answer_reports(&self, reports: &[impl Serialize], form: Form) -> Result<()> {
        match (form, reports) {
            _ if !self.json => Ok(()),
            (Form::Array, reports) => self.answer_json(&reports),
            (Form::Object, [report]) => self.answer_json(report),
            (Form::Object, _) => Ok(()),
        }
    }

    /// The same with a progress bar for several pictures, where standard error is a terminal and standard output is not one,
    /// which shows the answers. It vanishes with the last copy of the console.
    pub(crate) fn with_progress(&self, pictures: usize) -> Result<Console> {
        if pictures < 2 || !self.shows_progress() || io::stdout().is_terminal() {
            return Ok(self.clone());
        }
        Ok(Console { bar: Some(progress_bar(pictures, ProgressDrawTarget::stderr())?), ..self.clone() })
    }

    /// A picture is done.
    pub(crate) fn advance(&self) {
        self.bar.iter().for_each(|bar| bar.inc(1));
    }

    /// A progress bar for pictures, hidden where none is wanted.
    pub(crate) fn progress(&self, pictures: usize) -> Result<ProgressBar> {
        let target = if self.shows_progress() { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        progress_bar(pictures, target)
    }

    /// Prints a message, above the progress bar if there is one.
    fn message(&self, severity: Severity, message: &dyn Display) {
        match &self.bar {
            Some(bar) => bar.suspend(|| print_message(severity, message)),
            None => print_message(severity, message),
        }
    }

    /// Prints an error, for a command that goes on.
    pub(crate) fn error(&self, error: impl Display) {
        self.message(Severity::Error, &error);
    }

    /// Prints an error with its causes, for a command that goes on; nothing for a broken pipe. One about an option says first where that is set.
    pub(crate) fn failure(&self, error: &anyhow::Error) {
        if is_about_closed_output(error) {
            return;
        }
        let text = one_line(error);
        let is_about = |setting: &&Setting| text.starts_with(&format!("--{}:", setting.name));
        match self.settings.iter().find(is_about) {
            Some(setting) => self.error(format_args!("{}: {text}", setting.origin)),
            None => self.error(text),
        }
    }

    /// Prints a warning, unless `--quiet`.
    pub(crate) fn warn(&self, warning: impl Display) {
        if !self.quiet {
            self.message(Severity::Warning, &warning);
        }
    }

    /// Prints a note about what was done or is waited for, unless `--quiet`.
    pub(crate) fn note(&self, note: impl Display) {
        if !self.quiet {
            self.message(Severity::Note, &note);
        }
    }

    /// Prints a note with `--verbose`.
    pub(crate) fn detail(&self, note: impl Display) {
        if self.verbose {
            self.message(Severity::Note, &note);
        }
    }

    /// Whether progress bars are shown.
    pub(crate) fn shows_progress(&self) -> bool {
        !self.quiet && io::stderr().is_terminal()
    }

    /// Prints the error, if any, and returns the exit status. A closed standard output is not an error.
    pub(crate) fn finish(&self, outcome: Result<Outcome>) -> ExitCode {
        let outcome = outcome.and_then(|outcome| {
            io::stdout().flush().context("cannot write to standard output")?;
            Ok(outcome)
        });
        outcome.unwrap_or_else(|error| self.failed(&error)).into()
    }

    fn failed(&self, error: &anyhow::Error) -> Outcome {
        if is_about_closed_output(error) {
            return Outcome::Done;
        }
        self.failure(error);
        Outcome::Trouble
    }
}

/// Whether the error is a broken pipe: the program that reads the output has ended, as `head` does.
fn is_about_closed_output(error: &anyhow::Error) -> bool {
    let is_closed = |cause: &(dyn std::error::Error + 'static)| {
        cause.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe)
    };
    error.chain().any(is_closed)
}

/// A bar that vanishes at its end.
fn progress_bar(pictures: usize, target: ProgressDrawTarget) -> Result<ProgressBar> {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} pictures, {eta} left")?;
    let bar = ProgressBar::with_draw_target(Some(pictures as u64), target).with_style(style);
    Ok(bar.with_finish(ProgressFinish::AndClear))
}

/// An error and its causes in one line. A cause that the text so far contains is left out: many errors print their own
/// cause.
pub(crate) fn one_line(error: &anyhow::Error) -> String {
    let mut text = String::new();
    for cause in error.chain().map(ToString::to_string) {
        if text.is_empty() {
            text = cause;
        } else if !text.contains(&cause) {
            text = format!("{text}: {cause}");
        }
    }
    text
}

/// A number with its noun in the right form: `1 tile`, `2 tiles`.
pub(crate) fn counted(number: impl Display, noun: &str) -> String {
    let number = number.to_string();
    let ending = if number == "1" { "" } else { "s" };
    format!("{number} {noun}{ending}")
}

/// Whether a character is not shown but changes how a terminal shows others: a control character, or one that turns the
/// direction of writing.
pub(crate) fn is_control(c: char) -> bool {
    c.is_control() || matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// What came from outside (the name of a file, the title of a window) as it is printed within a line: control characters are
/// written as in `\u{1b}`.
pub(crate) fn printable(text: impl Display) -> String {
    escaped(&text.to_string(), |_| false, |c| format!("\\u{{{:x}}}", u32::from(c)))
}

/// A text with its control characters escaped, but for those that are kept.
fn escaped(text: &str, is_kept: impl Fn(char) -> bool, escape: impl Fn(char) -> String) -> String {
    if !text.chars().any(is_control) {
        return text.to_string();
    }
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if is_control(c) && !is_kept(c) { escaped.push_str(&escape(c)) } else { escaped.push(c) }
    }
    escaped
}

/// A JSON document with the control characters in its strings escaped: its writer escapes only those of ASCII.
fn escaped_json(text: &str) -> String {
    escaped(text, |c| c == '\n', |c| format!("\\u{:04x}", u32::from(c)))
}

/// The label of a message.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Severity {
    Error,
    Warning,
    Note,
}

/// Prints one line on standard error; line breaks in file names and causes become spaces, and it is [`printable`]. On a terminal it
/// is broken between words, and the label is colored, unless NO_COLOR is set.
pub(crate) fn print_message(severity: Severity, message: &dyn Display) {
    let (label, color) = match severity {
        Severity::Error => ("error", "31"),
        Severity::Warning => ("warning", "33"),
        Severity::Note => ("note", "36"),
    };
    let message = printable(message.to_string().lines().map(str::trim).collect::<Vec<_>>().join(" "));
    // The input `-` is standard input; before a colon, a dash looks like a list item.
    let message = match message.strip_prefix('-').filter(|rest| rest.starts_with(": ") || rest.starts_with(", ")) {
        Some(rest) => format!("standard input{rest}"),
        None => message,
    };
    // An argument without characters, whose quotes would enclose nothing.
    let message = message.replace("found ``", "found an empty text");
    let text = wrapped(&format!("{label}: {message}"), width_of_messages().unwrap_or(usize::MAX));
    let colored = width_of_messages().is_some() && allows_color();
    // A failure means that standard error is closed: the message has nowhere to go.
    let _ = match text.strip_prefix(label).filter(|_| colored) {
        Some(rest) => writeln!(io::stderr(), "\x1b[1;{color}m{label}\x1b[0m{rest}"),
        None => writeln!(io::stderr(), "{text}"),
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexlex::lexicon::Lexicon;

    #[test]
    fn causes_are_printed_once() {
        let error = anyhow::anyhow!("the disk is full").context("cannot write a.png");
        assert_eq!(one_line(&error), "cannot write a.png: the disk is full");
        let error = anyhow::Error::from(Lexicon::open("no such list").expect_err("there is none"));
        let cause = error.root_cause().to_string();
        assert_eq!(one_line(&error).matches(&cause).count(), 1, "{error:#}");
    }

    #[test]
    fn control_characters_are_written_out() {
        assert_eq!(printable("a\x1b[31m\n\u{9b}\u{202e}\u{17c}\t"), "a\\u{1b}[31m\\u{a}\\u{9b}\\u{202e}\u{17c}\\u{9}");
        let json = serde_json::to_string(&["a\x1b\u{9b}\u{202e}\u{7f}"]).unwrap();
        let printed = escaped_json(&json);
        assert!(printed.is_ascii());
        assert_eq!(serde_json::from_str::<Vec<String>>(&printed).unwrap(), ["a\x1b\u{9b}\u{202e}\u{7f}"]);
    }

    #[test]
    fn numbers_agree_with_their_nouns() {
        assert_eq!([0, 1, 2].map(|n| counted(n, "tile")), ["0 tiles", "1 tile", "2 tiles"]);
    }
}
