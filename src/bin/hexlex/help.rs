//! `hexlex completions` and `hexlex man`: the help in the forms of shells and of `man`.

use crate::args::{self, CompletionsArgs, ManArgs};
use crate::console::{Console, Outcome};
use crate::nearest::nearest;
use anyhow::{Context, Result, anyhow, ensure};
use clap::builder::NonEmptyStringValueParser;
use clap::{Arg, Command, ValueHint};
use clap_complete::Shell;
use clap_mangen::Man;

/// Prints the completions of a shell.
pub(crate) fn completions(args: &CompletionsArgs, console: &Console) -> Result<Outcome> {
    refuse_json(console)?;
    console.answer(&script(args.shell)?)?;
    Ok(Outcome::Done)
}

fn script(shell: Shell) -> Result<String> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut with_hints(args::command()), "hexlex", &mut script);
    let script = String::from_utf8(script).context("cannot print the completions")?;
    Ok(if shell == Shell::Bash { with_files_first(&script) } else { script })
}

/// The command with what its values are: files, whose names may have spaces, or what nothing can be proposed for.
fn with_hints(command: Command) -> Command {
    let has_file = |arg: &Arg| {
        let names = arg.get_value_names().unwrap_or_default();
        names.iter().any(|name| name.contains("FILE") || name.contains("DIR"))
    };
    let hint = |arg: &Arg| match arg.get_value_hint() {
        ValueHint::AnyPath => ValueHint::FilePath,
        ValueHint::Unknown if !arg.get_possible_values().is_empty() => ValueHint::Unknown,
        ValueHint::Unknown if has_file(arg) => ValueHint::FilePath,
        ValueHint::Unknown => ValueHint::Other,
        other => other,
    };
    let with_hint = |arg: Arg| match arg.get_action().takes_values() {
        // Its value stands behind `=`. The scripts propose the same behind a space, where the next argument stands, mostly a file:
        // that is typed more often, and the values behind `=` are in the help.
        true if arg.is_require_equals_set() => {
            arg.value_parser(NonEmptyStringValueParser::new()).value_hint(ValueHint::FilePath)
        }
        true => {
            let hint = hint(&arg);
            arg.value_hint(hint)
        }
        false => arg,
    };
    command.mut_args(with_hint).mut_subcommands(with_hints)
}

/// The script for bash where the word behind a command without commands of its own is a file, and not an option: those are
/// proposed behind a dash.
fn with_files_first(script: &str) -> String {
    let mut has_commands = true;
    let mut all = args::command();
    all.build();
    let lines = script.lines().map(|line| {
        // As in `hexlex__subcmd__words__subcmd__list)`.
        if let Some(label) = line.trim().strip_suffix(')').filter(|label| label.starts_with("hexlex")) {
            let words: Vec<&str> = label.split("__subcmd__").skip(1).collect();
            let command = words.iter().try_fold(&all, |command, word| command.find_subcommand(word));
            has_commands = words.contains(&"help") || command.is_none_or(Command::has_subcommands);
        }
        match line.split_once(" || ${COMP_CWORD} -eq ") {
            Some((condition, _)) if !has_commands => format!("{condition} ]] ; then\n"),
            _ => format!("{line}\n"),
        }
    });
    lines.collect()
}

/// Scripts and pages have no JSON.
fn refuse_json(console: &Console) -> Result<()> {
    ensure!(!console.json, "expected text for a shell or for man, found --json: leave --json out");
    Ok(())
}

/// Prints a manual page.
///
/// # Errors
/// If there is no such command.
pub(crate) fn manual(args: &ManArgs, console: &Console) -> Result<Outcome> {
    refuse_json(console)?;
    let mut all = args::command();
    // The names and the usage of commands of commands.
    all.build();
    let mut command = &all;
    for name in &args.command {
        let names: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
        command = command.find_subcommand(name).ok_or_else(|| match names.as_slice() {
            [] => anyhow!("expected a command, found `{name}` after one without commands of its own: leave it out"),
            _ => {
                let similar = nearest(name, &names).map_or(String::new(), |similar| format!("`{similar}`, or "));
                anyhow!("expected a command, found `{name}`: use {similar}one of {}", names.join(", "))
            }
        })?;
    }
    let mut page = Vec::new();
    let name = command.get_display_name().unwrap_or(command.get_name()).to_string();
    Man::new(command.clone().display_name(name)).render(&mut page).context("cannot print the page")?;
    console.answer(&String::from_utf8(page).context("cannot print the page")?)?;
    Ok(Outcome::Done)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn behind_a_command_bash_completes_files_and_behind_a_group_its_commands() {
        let script = script(Shell::Bash).unwrap();
        let condition = |label: &str| {
            let lines = script.lines().map(str::trim).skip_while(|line| *line != format!("{label})"));
            lines.into_iter().find(|line| line.starts_with("if [[")).unwrap().to_string()
        };
        for (label, any_word) in [
            ("hexlex", true),
            ("hexlex__subcmd__solve", false),
            ("hexlex__subcmd__words", true),
            ("hexlex__subcmd__words__subcmd__build", false),
            ("hexlex__subcmd__help", true),
        ] {
            assert_eq!(condition(label).contains("COMP_CWORD"), any_word, "{label}: {}", condition(label));
        }
    }

    /// Names of files may have spaces, as those of most screenshots do; no file is proposed for a number.
    #[test]
    fn values_that_are_files_are_completed_as_files_and_others_are_not() {
        let script = script(Shell::Bash).unwrap();
        let solve = script.split_once("        hexlex__subcmd__solve)").unwrap().1;
        let values = |option: &str| {
            let lines = solve.lines().map(str::trim).skip_while(move |line| *line != format!("{option})"));
            lines.take_while(|line| *line != ";;").collect::<Vec<_>>().join("\n")
        };
        for option in ["--output", "-o", "--out-dir", "--skin", "--lexicon", "--profile", "--html"] {
            let values = values(option);
            assert!(values.contains(r"IFS=$'\n'") && values.contains("compopt -o filenames"), "{option}: {values}");
        }
        for option in ["--top", "--region", "--word", "--min-length", "--fix"] {
            assert!(!values(option).contains("compgen"), "{option}: {}", values(option));
        }
        assert!(values("--goal").contains("longest"));
        assert!(!values("--show").contains("sixel") && values("--show").contains("compopt -o filenames"));
    }

    /// Names to choose from are words, also where the name of the value ends in FILE.
    #[test]
    fn the_games_of_practice_are_completed_one_by_one() {
        let script = script(Shell::Bash).unwrap();
        let practice = script.split_once("        hexlex__subcmd__practice)").unwrap().1;
        let profile = practice.split_once("--profile)").unwrap().1.split(";;").next().unwrap();
        assert!(profile.contains("deluxe web boggle") && !profile.contains("filenames"), "{profile}");
    }
}
