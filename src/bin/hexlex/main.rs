//! The command line of hexlex.
//!
//! [`args`] parses the arguments, the module of the command runs it, and the [`console`] prints the answer. Only the
//! modules of this binary print.

mod advise;
mod args;
mod boards;
mod check;
#[cfg(feature = "desktop")]
mod clipboard;
#[cfg(not(feature = "desktop"))]
#[path = "no_clipboard.rs"]
mod clipboard;
mod config;
mod console;
mod dictionary;
mod drawing;
mod file_kind;
mod fit;
mod fixes;
mod help;
mod doctor;
mod inline_picture;
mod inputs;
mod lock;
mod missing_input;
mod named;
mod nearest;
mod output_file;
mod other_names;
mod outputs;
mod overlay_file;
mod own_output;
mod page;
mod places;
#[cfg(feature = "desktop")]
mod practice;
mod read;
mod report;
mod roll;
mod rules;
mod score;
mod simulate;
mod skins;
mod solve;
mod system_lists;
mod table;
mod teach;
mod terminal;
mod usage;
mod user_words;
mod warnings;
#[cfg(feature = "desktop")]
mod watch;
#[cfg(feature = "desktop")]
mod window;
#[cfg(feature = "desktop")]
mod windows;
#[cfg(not(feature = "desktop"))]
mod without_desktop;
mod words;

use args::Command;
use console::Console;
use std::process::ExitCode;
#[cfg(not(feature = "desktop"))]
use {without_desktop as practice, without_desktop as watch, without_desktop as windows};

fn main() -> ExitCode {
    let (cli, settings) = match config::parse() {
        Ok(parsed) => parsed,
        Err(status) => return status,
    };
    let console = Console::new(&cli.general, settings);
    console.finish(match cli.command {
        Command::Solve(args) => solve::run(args, &console),
        Command::Read(args) => read::run(args, &console),
        Command::Check(args) => check::run(args, &console),
        Command::Teach(args) => teach::run(args, &console),
        Command::Score(args) => score::run(args, &console),
        Command::Words(args) => words::run(args, &console),
        Command::Roll(args) => roll::run(args, &console),
        Command::Practice(args) => practice::run(args, &console),
        Command::Advise(args) => advise::run(args, &console),
        Command::Simulate(args) => simulate::run(args, &console),
        Command::Rules(args) => fit::run(args, &console),
        Command::Watch(args) => watch::run(args, &console),
        Command::Windows(args) => windows::run(&args, &console),
        Command::Completions(args) => help::completions(&args, &console),
        Command::Man(args) => help::manual(&args, &console),
        Command::Config(args) => config::run(&args, &console),
        Command::Doctor(args) => doctor::run(&args, &console),
    })
}
