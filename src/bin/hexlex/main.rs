//! The command line of hexlex: arguments, files, answers and exit codes.
//!
//! Raw arguments ([`args`]) become inputs ([`inputs`]); a command takes them to the library and its
//! answer to the [`console`] as text, or as the JSON of [`report`]. Only here is anything printed.

mod args;
mod boards;
mod check;
mod compare;
mod console;
mod dictionary;
mod inputs;
mod outputs;
#[cfg(feature = "desktop")]
mod practice;
mod read;
mod report;
mod roll;
mod rules;
mod score;
mod skins;
mod solve;
mod table;
mod teach;
mod user_words;
#[cfg(feature = "desktop")]
mod watch;
#[cfg(feature = "desktop")]
mod window;
#[cfg(feature = "desktop")]
mod windows;
mod words;

use args::{Cli, Command};
use clap::Parser;
use console::Console;
use std::process::ExitCode;

/// What stands in for the commands that look at windows or open one where hexlex was built without them.
#[cfg(not(feature = "desktop"))]
mod without {
    use crate::console::Outcome;

    pub(crate) fn run() -> anyhow::Result<Outcome> {
        anyhow::bail!("expected a build with windows, found one without: build hexlex with the feature `desktop`")
    }
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return console::usage(&error),
    };
    let console = Console::new(&cli.general);
    let outcome = match cli.command {
        Command::Solve(args) => solve::run(args, &console),
        Command::Read(args) => read::run(args, &console),
        Command::Check(args) => check::run(args, &console),
        Command::Teach(args) => teach::run(args, &console),
        Command::Score(args) => score::run(args, &console),
        Command::Words(args) => words::run(args, &console),
        Command::Roll(args) => roll::run(args, &console),
        #[cfg(feature = "desktop")]
        Command::Practice(args) => practice::run(args, &console),
        #[cfg(feature = "desktop")]
        Command::Watch(args) => watch::run(args, &console),
        #[cfg(feature = "desktop")]
        Command::Windows(args) => windows::run(&args, &console),
        #[cfg(not(feature = "desktop"))]
        Command::Practice(_) | Command::Watch(_) | Command::Windows(_) => without::run(),
    };
    console.finish(outcome)
}
