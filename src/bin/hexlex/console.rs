//! Where everything that hexlex says goes: answers to standard output, the rest to standard error.

use crate::args::{Cli, General};
use anyhow::{Context, Result};
use clap::CommandFactory;
use clap::error::ErrorKind;
use serde::Serialize;
use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

/// How a command ended; each has its exit status.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Outcome {
    /// 0: done.
    Done,
    /// 1: done, and the answer is no.
    No,
    /// 2: something went wrong, and has been told.
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

/// What a command may say, and how.
pub(crate) struct Console {
    /// Whether the answer is to be JSON.
    pub(crate) json: bool,
    quiet: bool,
    verbose: bool,
    color: bool,
}

impl Console {
    pub(crate) fn new(general: &General) -> Console {
        Console { json: general.json, quiet: general.quiet, verbose: general.verbose, color: color() }
    }

    /// Puts a part of the answer on standard output.
    pub(crate) fn answer(&self, text: &str) -> Result<()> {
        io::stdout().lock().write_all(text.as_bytes()).context("cannot write to standard output")
    }

    /// Puts the whole answer on standard output, as one JSON document.
    pub(crate) fn answer_json(&self, document: &impl Serialize) -> Result<()> {
        let mut text = serde_json::to_string_pretty(document).context("cannot write the answer as JSON")?;
        text.push('\n');
        self.answer(&text)
    }

    /// Puts one line of JSON on standard output, at once: for answers that have no end.
    #[cfg(feature = "desktop")]
    pub(crate) fn answer_line(&self, line: &impl Serialize) -> Result<()> {
        let mut text = serde_json::to_string(line).context("cannot write the answer as JSON")?;
        text.push('\n');
        self.answer(&text)?;
        io::stdout().flush().context("cannot write to standard output")
    }

    /// With `--json`, the reports of a command over its inputs: a list where `many` were asked for, else the one there is.
    pub(crate) fn answer_reports(&self, reports: &[impl Serialize], many: bool) -> Result<()> {
        match reports {
            _ if !self.json => Ok(()),
            reports if many => self.answer_json(&reports),
            [report] => self.answer_json(report),
            _ => Ok(()),
        }
    }

    /// One line about what went wrong with one of many things.
    pub(crate) fn error(&self, error: impl Display) {
        say("error", "1;31", self.color, &error);
    }

    /// The same for an error with its causes.
    pub(crate) fn failure(&self, error: &anyhow::Error) {
        self.error(told(error));
    }

    /// One line that the answer should not be read without.
    pub(crate) fn warn(&self, message: impl Display) {
        if !self.quiet {
            say("warning", "1;33", self.color, &message);
        }
    }

    /// One line for who asked to hear more.
    pub(crate) fn detail(&self, message: impl Display) {
        if self.verbose {
            say("note", "1;36", self.color, &message);
        }
    }

    /// Whether a progress bar has an eye to see it.
    pub(crate) fn shows_progress(&self) -> bool {
        !self.quiet && io::stderr().is_terminal()
    }

    /// Tells an error and turns it all into the exit status. Nobody reading the answer any more is no error.
    pub(crate) fn finish(&self, outcome: Result<Outcome>) -> ExitCode {
        let outcome = outcome.and_then(|outcome| {
            io::stdout().flush().context("cannot write to standard output")?;
            Ok(outcome)
        });
        outcome.unwrap_or_else(|error| self.failed(&error)).into()
    }

    fn failed(&self, error: &anyhow::Error) -> Outcome {
        let unread = |cause: &(dyn std::error::Error + 'static)| {
            cause.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe)
        };
        if error.chain().any(unread) {
            return Outcome::Done;
        }
        self.failure(error);
        Outcome::Trouble
    }
}

/// An error and its causes in one line; many an error tells its cause itself, which is then not told again.
pub(crate) fn told(error: &anyhow::Error) -> String {
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

/// Answers `--help` and `--version`, and says in one line what is wrong with the arguments.
pub(crate) fn usage(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        // A reader that has gone away misses nothing.
        let _ = error.print();
        return Outcome::Done.into();
    }
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        let _ = error.print();
        return Outcome::Trouble.into();
    }
    let text = error.to_string();
    let lines: Vec<&str> = text
        .lines()
        .map(str::trim)
        .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more information"))
        .filter(|line| !line.is_empty())
        .collect();
    let message = lines.join(" ").replace(" tip: ", "; tip: ");
    let message = message.strip_prefix("error: ").unwrap_or(&message);
    say("error", "1;31", color(), &format_args!("{message}; see `{} --help`", command()));
    Outcome::Trouble.into()
}

/// The command that was typed, down to the last part of its name that there is.
fn command() -> String {
    let mut all = Cli::command();
    let (mut at, mut name) = (&mut all, "hexlex".to_string());
    for arg in std::env::args_os().skip(1).filter(|arg| !arg.to_string_lossy().starts_with('-')) {
        let Some(sub) = at.find_subcommand_mut(&arg) else { break };
        name = format!("{name} {}", sub.get_name());
        at = sub;
    }
    name
}

/// Whether standard error is to be colored: on a terminal, unless NO_COLOR is set.
fn color() -> bool {
    io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// One line on standard error; line breaks that came in with a name or a cause become spaces.
fn say(label: &str, style: &str, color: bool, message: &dyn Display) {
    let message = message.to_string().lines().map(str::trim).collect::<Vec<_>>().join(" ");
    let mut stderr = io::stderr().lock();
    // There is nobody left to tell when standard error is closed.
    let _ = if color {
        writeln!(stderr, "\x1b[{style}m{label}\x1b[0m: {message}")
    } else {
        writeln!(stderr, "{label}: {message}")
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexlex::lexicon::Lexicon;

    #[test]
    fn causes_are_told_once() {
        let error = anyhow::anyhow!("the disk is full").context("cannot write a.png");
        assert_eq!(told(&error), "cannot write a.png: the disk is full");
        let error = anyhow::Error::from(Lexicon::open("no such list").expect_err("there is none"));
        let cause = error.root_cause().to_string();
        assert_eq!(told(&error).matches(&cause).count(), 1, "{error:#}");
    }
}
