//! The arguments of every command, as clap parses them.
//!
//! [`Cli`] holds what is typed; each command takes its own struct. Values convert to the library's types in
//! [`values`] and [`reading`]. Nothing here opens a file or prints.

mod boards;
mod config;
mod desktop;
mod help;
mod doctor;
mod pictures;
mod players;
mod practice;
mod reading;
mod rules;
pub(crate) mod settings;
mod values;
mod words;

pub(crate) use boards::{DiceArg, RollArgs, ScoreArgs};
pub(crate) use config::{ConfigArgs, ConfigCommand};
pub(crate) use desktop::{GameSettings, WatchArgs, WindowsArgs};
pub(crate) use doctor::{DoctorArgs, PartArg};
pub(crate) use help::{CompletionsArgs, ManArgs, NamedOption};
pub(crate) use pictures::{CheckArgs, DrawingArgs, FormatArg, ReadArgs, ShowArg, SolveArgs, TeachArgs};
pub(crate) use players::{AdviseArgs, FiresArg, SimulateArgs, ThinkArgs};
#[cfg(feature = "desktop")]
pub(crate) use practice::{EffectArg, GameArg, SkinArg};
pub(crate) use practice::{EffectsArg, PracticeArgs};
pub(crate) use reading::{EngineArg, ReadingArgs, SourceArgs};
pub(crate) use rules::{RulesArgs, RulesCommand, RulesFit};
pub(crate) use values::{FixArg, GoalArg, ProfileArg, WordArgs, level};
#[cfg(feature = "desktop")]
pub(crate) use values::{HelpLevelArg, RankingArgs, SMALLEST_WINDOW};
pub(crate) use words::*;

use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use std::ffi::OsString;

const EXAMPLES: &str = "\
Exit status: 0 success; 1 negative answer (no word found, a difference found by `check`); 2 error.

Examples:
  hexlex solve screenshot.png
      Print the best words and draw the best one into screenshot.hexlex.png
  hexlex read screenshot.png
      Print the board as text
  hexlex watch --window bookworm
      Show the best word beside the running game
  hexlex check fixtures
      Read every picture with a known board and report the differences";

/// Read a letter board from a screenshot, find the best word and draw its path.
#[derive(Parser)]
#[command(name = "hexlex", version, after_help = EXAMPLES)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) general: General,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// Options of every command.
#[derive(Args)]
pub(crate) struct General {
    /// Print the answer as JSON
    #[arg(long, global = true, display_order = 100, overrides_with = "json")]
    pub(crate) json: bool,
    /// Print errors, but no warnings and no progress; of this and --verbose the last one counts
    #[arg(short, long, global = true, display_order = 101, overrides_with_all = ["quiet", "verbose"])]
    pub(crate) quiet: bool,
    /// Print details such as timings on standard error
    #[arg(short, long, global = true, display_order = 102, overrides_with_all = ["quiet", "verbose"])]
    pub(crate) verbose: bool,
    /// Leave out the settings of `hexlex config` and the variables HEXLEX_...
    #[arg(long, global = true, display_order = 103, overrides_with = "no_config")]
    pub(crate) no_config: bool,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    Solve(SolveArgs),
    Read(ReadArgs),
    Watch(WatchArgs),
    Windows(WindowsArgs),
    Check(CheckArgs),
    Teach(TeachArgs),
    Score(ScoreArgs),
    Words(WordsArgs),
    Roll(RollArgs),
    Practice(PracticeArgs),
    Completions(CompletionsArgs),
    Man(ManArgs),
    Config(ConfigArgs),
    Doctor(DoctorArgs),
    Advise(AdviseArgs),
    Simulate(SimulateArgs),
    Rules(RulesArgs),
}

/// The command line of these arguments, the program first.
///
/// # Errors
/// If they are not a command with its arguments, or `--help` or `--version` is among them.
pub(crate) fn parse(arguments: &[OsString]) -> Result<Cli, clap::Error> {
    Cli::from_arg_matches(&command().try_get_matches_from(arguments)?)
}

/// The command line as clap knows it.
pub(crate) fn command() -> clap::Command {
    /// The terminal width in columns below which descriptions go under their options. Smaller: descriptions have one word per line.
    /// Larger: help is longer than needed. Chosen by hand.
    const NARROW: u16 = 60;
    let is_narrow = terminal_size::terminal_size().is_some_and(|(width, _)| width.0 < NARROW);
    adapted(without_json(Cli::command()), is_narrow)
}

/// The command for a terminal that may be narrow. A negative number after an option is its value, so that the error says which
/// numbers the option takes.
fn adapted(command: clap::Command, is_narrow: bool) -> clap::Command {
    let is_option = |arg: &clap::Arg| !arg.is_positional() && arg.get_action().takes_values();
    let command = command.mut_args(|arg| if is_option(&arg) { arg.allow_negative_numbers(true) } else { arg });
    command.next_line_help(is_narrow).mut_subcommands(|command| adapted(command, is_narrow))
}

/// The command with `--json` hidden in the help of commands that have no JSON answer. They still accept it, so that their error says
/// to leave it out.
fn without_json(command: clap::Command) -> clap::Command {
    let json = command.get_arguments().find(|arg| arg.get_id() == "json").cloned();
    let hide = |command: clap::Command| match &json {
        Some(json) => command.arg(json.clone().hide(true)),
        None => command,
    };
    command
        .mut_subcommand("completions", hide)
        .mut_subcommand("man", hide)
        .mut_subcommand("config", |config| config.mut_subcommand("edit", hide))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clap_accepts_the_definition() {
        command().debug_assert();
    }

    #[test]
    fn only_what_answers_in_json_lists_it() {
        let mut all = command();
        all.build();
        let lists = |words: &[&str]| {
            let found = words.iter().try_fold(&all, |command, word| command.find_subcommand(word)).unwrap();
            let help = found.clone().render_help().to_string();
            help.lines().any(|line| line.split_whitespace().next() == Some("--json"))
        };
        for (words, is_listed) in [
            (&["completions"][..], false),
            (&["man"], false),
            (&["config", "edit"], false),
            (&["config", "show"], true),
            (&["config", "path"], true),
            (&["solve"], true),
            (&["words", "list"], true),
        ] {
            assert_eq!(lists(words), is_listed, "{words:?}");
        }
    }

    #[test]
    fn every_help_ends_with_examples() {
        fn check(command: &clap::Command) {
            let notes = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            assert!(notes.contains("Examples:\n  hexlex"), "{}", command.get_name());
            command.get_subcommands().for_each(check);
        }
        check(&command());
    }

    #[test]
    fn of_quiet_and_verbose_the_last_one_counts() {
        for (args, expected) in [
            ("-q read a -v", (false, true)),
            ("-v read a -q", (true, false)),
            ("read a -qv", (false, true)),
            ("-q -q read a --quiet", (true, false)),
            ("read -v a -q -v", (false, true)),
        ] {
            let typed: Vec<OsString> = format!("hexlex {args}").split(' ').map(OsString::from).collect();
            let general = parse(&settings::general_behind_command(&typed)).unwrap().general;
            assert_eq!((general.quiet, general.verbose), expected, "{args}");
        }
    }

    #[test]
    fn numbers_out_of_range_are_refused() {
        let parses = |args: &[&str]| command().try_get_matches_from([&["hexlex"], args].concat()).is_ok();
        assert!(parses(&["solve", "a.png", "--top", "3"]));
        assert!(parses(&["check", "a", "--fail-under", "99.5%", "--budget", "1"]));
        assert!(parses(&["read", "a.png", "--all-boards", "--region", "-5,0,640,480", "--budget", "600000"]));
        assert!(parses(&["practice", "--skin", "light-on-dark", "--effects", "Ghosts, banner"]));
        for bad in [
            &["solve", "a.png", "--top", "0"][..],
            &["solve", "a.png", "--top", "-1"],
            &["solve", "a.png", "--level", "0"],
            &["roll", "--seed", "-1"],
            &["solve", "a.png", "--top", "3", "--all"],
            &["solve", "a.png", "-o", "b.png", "--out-dir", "c"],
            &["check", "a", "-j", "0"],
            &["check", "a", "-j", "1000000"],
            &["score", "a", "--threads", "257"],
            &["check", "a", "--fail-under", "101"],
            &["read", "a", "--min-confidence", "NaN"],
            &["read", "a", "--shape", "hexagon"],
            &["read", "a", "--budget", "0"],
            &["read", "a", "--budget", "2s"],
            &["solve", "a", "--budget", "600001"],
            &["check", "a", "--budget", "-1"],
            &["read", "a", "--region", "1,2,3"],
            &["solve", "a", "--region", "0,0,0,9"],
            &["check", "a", "--region", "0,0,9,9"],
            &["solve"],
            &["practice", "--size", "640"],
            &["practice", "--size", "0x480"],
            &["practice", "--animation", "fast"],
            &["practice", "--skin", "none"],
            &["practice", "--effects", "ghosts,fog"],
            &["practice", "--effects", ""],
        ] {
            assert!(!parses(bad), "{bad:?}");
        }
    }
}
