//! Output and exit status: answers go to standard output, messages to standard error.
//!
//! A command prints through a [`Console`], which knows `--json`, `--quiet` and `--verbose`, and returns an
//! [`Outcome`], which becomes the exit status.

use crate::args::General;
use crate::terminal::allows_color;
use anyhow::{Context, Result};
use serde::Serialize;
use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

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
pub(crate) struct Console {
    /// Whether the answer is JSON.
    pub(crate) json: bool,
    quiet: bool,
    verbose: bool,
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
    pub(crate) fn new(general: &General) -> Console {
        Console { json: general.json, quiet: general.quiet, verbose: general.verbose }
    }

    /// Prints a part of the answer.
    pub(crate) fn answer(&self, text: &str) -> Result<()> {
        io::stdout().lock().write_all(text.as_bytes()).context("cannot write to standard output")
    }

    /// Prints the whole answer as one JSON document.
    pub(crate) fn answer_json(&self, document: &impl Serialize) -> Result<()> {
        let mut text = serde_json::to_string_pretty(document).context("cannot write the answer as JSON")?;
        text.push('\n');
        self.answer(&text)
    }

    /// Prints one line of JSON and flushes it, for answers that arrive one by one.
    #[cfg(feature = "desktop")]
    pub(crate) fn answer_line(&self, line: &impl Serialize) -> Result<()> {
        let mut text = serde_json::to_string(line).context("cannot write the answer as JSON")?;
        text.push('\n');
        self.answer(&text)?;
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

    /// Prints an error, for a command that goes on.
    pub(crate) fn error(&self, error: impl Display) {
        print_message(Severity::Error, &error);
    }

    /// Prints an error with its causes, for a command that goes on.
    pub(crate) fn failure(&self, error: &anyhow::Error) {
        self.error(one_line(error));
    }

    /// Prints a warning, unless `--quiet`.
    pub(crate) fn warn(&self, warning: impl Display) {
        if !self.quiet {
            print_message(Severity::Warning, &warning);
        }
    }

    /// Prints a note with `--verbose`.
    pub(crate) fn detail(&self, note: impl Display) {
        if self.verbose {
            print_message(Severity::Note, &note);
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
        let is_closed = |cause: &(dyn std::error::Error + 'static)| {
            cause.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe)
        };
        if error.chain().any(is_closed) {
            return Outcome::Done;
        }
        self.failure(error);
        Outcome::Trouble
    }
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

/// The label of a message.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Severity {
    Error,
    Warning,
    Note,
}

/// Prints one line on standard error; line breaks in file names and causes become spaces. The label is colored on a
/// terminal, unless NO_COLOR is set.
pub(crate) fn print_message(severity: Severity, message: &dyn Display) {
    let (label, color) = match severity {
        Severity::Error => ("error", "31"),
        Severity::Warning => ("warning", "33"),
        Severity::Note => ("note", "36"),
    };
    let message = message.to_string().lines().map(str::trim).collect::<Vec<_>>().join(" ");
    let mut stderr = io::stderr().lock();
    let colored = stderr.is_terminal() && allows_color();
    // A failure means that standard error is closed: the message has nowhere to go.
    let _ = if colored {
        writeln!(stderr, "\x1b[1;{color}m{label}\x1b[0m: {message}")
    } else {
        writeln!(stderr, "{label}: {message}")
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
    fn numbers_agree_with_their_nouns() {
        assert_eq!([0, 1, 2].map(|n| counted(n, "tile")), ["0 tiles", "1 tile", "2 tiles"]);
    }
}
