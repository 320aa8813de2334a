//! The settings of the user: the variables `HEXLEX_…` and the file `config.toml` in the folder of settings.
//!
//! [`parse`] reads the command line with them. The command line comes first, then the variables, for `watch` then the table of
//! the game, then the table of the command, then what the file sets for all commands. [`run`] is `hexlex config`.

mod edit;
mod environment;
mod file;
mod show;

use crate::args::settings::{self, Setting, TypedCommand};
use crate::args::{self, Cli, Command, ConfigArgs, ConfigCommand};
use crate::console::{Console, Outcome};
use crate::usage;
use anyhow::Result;
use clap::error::ErrorKind;
use std::ffi::OsString;
use std::process::ExitCode;

pub(crate) use file::ConfigFile;
pub(crate) use show::{check, unknown_variables};

/// What was typed, with the settings of the user, and which of them that are.
///
/// # Errors
/// The exit status, where the arguments or the settings are wrong or help was asked for: that is printed.
pub(crate) fn parse() -> Result<(Cli, Vec<Setting>), ExitCode> {
    let typed = settings::general_behind_command(&std::env::args_os().collect::<Vec<OsString>>());
    let plain = args::parse(&typed);
    let command = settings::typed_command(&typed);
    let is_incomplete = |error: &clap::Error| error.kind() == ErrorKind::MissingRequiredArgument;
    let uses_settings = match &plain {
        Ok(cli) => !cli.general.no_config && takes_settings(&command),
        Err(error) => is_incomplete(error) && takes_settings(&command) && !typed.iter().any(|arg| arg == "--no-config"),
    };
    if !uses_settings {
        return plain.map(|cli| (cli, Vec::new())).map_err(|error| usage::print(&error, None));
    }
    let file = ConfigFile::load().and_then(|file| Ok((environment::settings(&command.definition)?, file)));
    let (variables, file) = match file {
        Ok(found) => found,
        // It says what is wrong with them.
        Err(_) if command.name == "hexlex doctor" => {
            return plain.map(|cli| (cli, Vec::new())).map_err(|error| usage::print(&error, None));
        }
        Err(error) => return Err(usage::print_failure(&error)),
    };
    let of_games = file.games_without(&typed, &variables);
    let sources = sources(variables, &file, &command);
    let filled = settings::fill(&typed, &command, sources);
    let mut cli = match plain {
        Ok(cli) if filled.used.is_empty() => cli,
        _ => args::parse(&filled.arguments)
            .map_err(|error| usage::print(&error, settings::origin_of(&error, &filled.used)))?,
    };
    match &mut cli.command {
        Command::Watch(args) => args.games = of_games,
        Command::Solve(args) => args.settings = filled.used.iter().map(|setting| setting.name.clone()).collect(),
        _ => {}
    }
    Ok((cli, filled.used))
}

/// The sources of settings for a command, the strongest first. An option that the command requires comes from its own table
/// alone: one name for every command would also be what `teach` writes to.
fn sources(variables: Vec<Setting>, file: &ConfigFile, command: &TypedCommand) -> Vec<Vec<Setting>> {
    let table = command.name.strip_prefix("hexlex ").unwrap_or_default();
    let options = settings::settable(&command.definition);
    let free = options.iter().filter(|option| !option.is_required_set());
    let free: Vec<&str> = free.filter_map(clap::Arg::get_long).collect();
    let is_free = |setting: &Setting| free.contains(&setting.name.as_str());
    let variables = variables.into_iter().filter(is_free).collect();
    let of_all = file.of_all_commands().iter().filter(|setting| is_free(setting)).cloned().collect();
    vec![variables, file.of_command(table).to_vec(), of_all]
}

/// Whether settings change a command: not one that has none, nor the ones that print settings and help.
fn takes_settings(command: &TypedCommand) -> bool {
    let name = command.name.split(' ').nth(1);
    !matches!(name, None | Some("help" | "config" | "completions" | "man"))
}

/// Runs the command.
pub(crate) fn run(args: &ConfigArgs, console: &Console) -> Result<Outcome> {
    match args.command {
        ConfigCommand::Show => show::settings(console),
        ConfigCommand::Path => show::path(console),
        ConfigCommand::Edit => edit::edit(console),
    }
}
