//! `hexlex completions` and `hexlex man`: the help in the forms of shells and of `man`.

use crate::args::{self, CompletionsArgs, EffectsArg, ManArgs, NamedOption};
use crate::console::{Console, Outcome};
use crate::nearest::nearest;
use crate::{dictionary, skins};
use anyhow::{Context, Result, anyhow, ensure};
use clap::builder::PossibleValuesParser;
use clap::{Arg, Command, ValueEnum, ValueHint};
use clap_complete::Shell;
use clap_mangen::Man;
use hexlex::profile::BuiltIn;
use hexlex::solve::Kernel;
use std::collections::BTreeSet;

/// Prints the completions of a shell.
pub(crate) fn completions(args: &CompletionsArgs, console: &Console) -> Result<Outcome> {
    refuse_json(console)?;
    if let Some(shell) = args.shell {
        console.answer(&script(shell)?)?;
    }
    if let Some(option) = args.names {
        console.answer(&names(option).iter().map(|name| format!("{name}\n")).collect::<String>())?;
    }
    Ok(Outcome::Done)
}

/// The names that the option takes on this machine, without those that have other characters than letters, digits, `-`, `_` and `.`:
/// a shell would expand `$(reboot)`.
fn names(option: NamedOption) -> Vec<String> {
    let mut names = match option {
        NamedOption::Lexicon => dictionary::names(),
        NamedOption::Skin => skins::names(),
    };
    names.retain(|name| name.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '.')));
    names
}

fn script(shell: Shell) -> Result<String> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut with_hints(args::command()), "hexlex", &mut script);
    let script = String::from_utf8(script).context("cannot print the completions")?;
    Ok(match shell {
        Shell::Bash => with_names(&with_values_behind_equals(&with_files_first(&script)), shell),
        Shell::Fish => with_names(&with_optional_values(&script, shell), shell) + &arguments_for_fish(),
        Shell::Zsh => with_names(&with_optional_values(&script, shell), shell),
        _ => script,
    })
}

/// The script that also proposes the names of an option's values. The shell asks hexlex for them, since they depend on what is taught
/// and imported.
fn with_names(script: &str, shell: Shell) -> String {
    let options = NamedOption::value_variants().iter().filter_map(NamedOption::to_possible_value);
    let options: Vec<String> = options.map(|value| value.get_name().to_string()).collect();
    let ask = |option: &String| format!("$(hexlex completions --names {option} 2>/dev/null)");
    let mut of_option: Option<&String> = None;
    let line = |line: &str| {
        match shell {
            Shell::Bash => {
                // As in `--skin)`.
                if let Some(label) = line.trim().strip_suffix(')').filter(|label| label.starts_with('-')) {
                    of_option = options.iter().find(|option| label.strip_prefix("--") == Some(option));
                }
                let files = "$(compgen -f \"${cur}\")";
                of_option.map(|option| {
                    line.replace(files, &format!("$(compgen -W \"{}\" -- \"${{cur}}\") {files}", ask(option)))
                })
            }
            Shell::Fish => {
                let is_of = |option: &&String| line.contains(&format!(" -l {option} ")) && line.ends_with(" -F");
                options
                    .iter()
                    .find(is_of)
                    .map(|option| format!("{line} -a \"{}\"", ask(option).trim_start_matches('$')))
            }
            _ => {
                let is_of = |option: &&String| line.starts_with(&format!("'--{option}=["));
                options.iter().find(is_of).map(|option| line.replace(":_files'", &format!(":_hexlex_{option}_names'")))
            }
        }
        .unwrap_or(line.to_string())
            + "\n"
    };
    let script: String = script.lines().map(line).collect();
    if shell != Shell::Zsh {
        return script;
    }
    let function = |option: &String| {
        let names = format!("local names=(${{(f)\"{}\"}})", ask(option));
        let propose = format!("_alternative \"names:{option}:($names)\" 'files:file:_files'");
        format!("_hexlex_{option}_names() {{\n    {names}\n    {propose}\n}}\n\n")
    };
    let functions: String = options.iter().map(function).collect();
    let call = "if [ \"$funcstack[1]\"";
    script.replacen(call, &(functions + call), 1)
}

/// The long names of the options whose value may be left out, and stands behind `=`: `--show=sixel`.
fn optional_values() -> BTreeSet<String> {
    let all = args::command();
    let of_commands = all.get_subcommands().flat_map(Command::get_arguments);
    let options = all.get_arguments().chain(of_commands).filter(|arg| arg.is_require_equals_set());
    options.filter_map(|arg| arg.get_long().map(str::to_string)).collect()
}

/// The script for bash where a value is completed behind `=` too, as in `--goal=score`, which bash takes for three words.
/// Behind a space, an option whose value may be left out has none.
fn with_values_behind_equals(script: &str) -> String {
    const PREVIOUS: &str = "    prev=\"$3\"\n";
    let options: Vec<String> = optional_values().iter().map(|name| format!("--{name}")).collect();
    let behind_equals = format!(
        "{PREVIOUS}    if [[ \"${{COMP_WORDS[COMP_CWORD]}}\" == = ]]; then
        cur=\"\"
        prev=\"${{COMP_WORDS[COMP_CWORD-1]}}\"
    elif [[ \"$prev\" == = ]]; then
        prev=\"${{COMP_WORDS[COMP_CWORD-2]}}\"
    elif [[ \"$prev\" == @({options}) ]]; then
        prev=\"\"
    fi\n",
        options = options.join("|"),
    );
    script.replacen(PREVIOUS, &behind_equals, 1)
}

/// The script where the value of an option that may stand without it is completed behind `=` alone.
fn with_optional_values(script: &str, shell: Shell) -> String {
    let replace = |script: String, name: &String| match shell {
        // `-r` is an option with a value.
        Shell::Fish => {
            let is_of = |line: &str| line.contains(&format!(" -l {name} "));
            script
                .lines()
                .map(|line| if is_of(line) { line.replacen(" -r ", " ", 1) } else { line.to_string() } + "\n")
                .collect()
        }
        // `=-` is a value in the same word.
        _ => script.replace(&format!("--{name}=["), &format!("--{name}=-[")),
    };
    optional_values().iter().fold(script.to_string(), replace)
}

/// The fish completions of positional arguments with a fixed set of values: `clap_complete` writes only those of options and commands.
fn arguments_for_fish() -> String {
    let all = with_hints(args::command());
    let names_of = |command: &Command| -> Vec<String> {
        let arguments = command.get_positionals().flat_map(Arg::get_possible_values);
        arguments.map(|value| value.get_name().to_string()).collect()
    };
    let chosen = all.get_subcommands().map(|command| (command.get_name(), names_of(command)));
    let chosen = chosen.filter(|(_, names)| !names.is_empty());
    let line = |(command, names): (&str, Vec<String>)| {
        format!("complete -c hexlex -n \"__fish_hexlex_using_subcommand {command}\" -f -a \"{}\"\n", names.join(" "))
    };
    chosen.map(line).collect()
}

/// The names that an option takes among other values; clap does not know those.
fn names_of_values(arg: &Arg) -> Option<Vec<String>> {
    let names = match arg.get_long().filter(|_| arg.get_possible_values().is_empty())? {
        // A file of a player's own is rare, and bash proposes files where no name fits.
        "profile" => BuiltIn::games().map(|game| game.name().to_string()).collect(),
        "kernel" => Kernel::ALL.map(|kernel| kernel.name().to_string()).to_vec(),
        "effects" => EffectsArg::names(),
        _ => return None,
    };
    Some(names)
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
        true if arg.is_positional() && arg.get_id() == "command" => arg.value_parser(PossibleValuesParser::new(
            args::command().get_subcommands().map(|command| command.get_name().to_string()).collect::<Vec<_>>(),
        )),
        true => match names_of_values(&arg) {
            Some(names) => arg.value_parser(PossibleValuesParser::new(names)),
            None => {
                let hint = hint(&arg);
                arg.value_hint(hint)
            }
        },
        false => arg,
    };
    command.mut_args(with_hint).mut_subcommands(with_hints)
}

/// The script for bash where the word behind a command without commands of its own is a file, and not an option: those are
/// proposed behind a dash.
fn with_files_first(script: &str) -> String {
    let mut has_commands = true;
    let mut is_behind_values = false;
    let mut all = args::command();
    all.build();
    let lines = script.lines().map(|line| {
        // As in `hexlex__subcmd__words__subcmd__list)`.
        if let Some(label) = line.trim().strip_suffix(')').filter(|label| label.starts_with("hexlex")) {
            let words: Vec<&str> = label.split("__subcmd__").skip(1).collect();
            let command = words.iter().try_fold(&all, |command, word| command.find_subcommand(word));
            has_commands = words.contains(&"help") || command.is_none_or(Command::has_subcommands);
        }
        is_behind_values = (is_behind_values || line.trim() == "esac") && line.trim() != ";;";
        match line.split_once(" || ${COMP_CWORD} -eq ") {
            Some((condition, _)) if !has_commands => format!("{condition} ]] ; then\n"),
            // All options begin with a dash, which bash would write.
            _ if !has_commands && is_behind_values => line.replace("compgen -W", "compgen -X '-*' -W") + "\n",
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
    let name = command.get_display_name().unwrap_or(command.get_name()).to_string();
    let program = format!("hexlex {}", all.get_version().unwrap_or_default());
    let page = page(command.clone().display_name(name), program).context("cannot print the page")?;
    console.answer(&page)?;
    Ok(Outcome::Done)
}

/// The manual page of a command. Its synopsis is the usage line of the help: that of `clap_mangen` lists every option without its
/// value.
fn page(mut command: Command, program: String) -> Result<String> {
    let usage = command.render_usage().to_string();
    let mut page = Vec::new();
    Man::new(command).source(program).render(&mut page)?;
    let page = String::from_utf8(page)?;
    let mut is_synopsis = false;
    let line = |line: &str| {
        let is_old = std::mem::replace(&mut is_synopsis, line == ".SH SYNOPSIS");
        match is_old {
            true => synopsis(&usage),
            false => format!("{line}\n"),
        }
    };
    Ok(page.lines().map(line).collect())
}

/// The usage line as roff.
fn synopsis(usage: &str) -> String {
    let usage = usage.trim_start_matches("Usage:").trim();
    let lines = usage.lines().map(|line| line.trim().replace('\\', "\\\\").replace('-', "\\-"));
    lines.collect::<Vec<_>>().join("\n.br\n") + "\n"
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
        for option in ["--output", "-o", "--out-dir", "--skin", "--lexicon", "--html"] {
            let values = values(option);
            assert!(values.contains(r"IFS=$'\n'") && values.contains("compopt -o filenames"), "{option}: {values}");
        }
        for option in ["--top", "--region", "--word", "--min-length", "--fix"] {
            assert!(!values(option).contains("compgen"), "{option}: {}", values(option));
        }
        for (option, name) in [("--goal", "longest"), ("--show", "sixel"), ("--profile", "deluxe web mobile")] {
            assert!(values(option).contains(name), "{option}: {}", values(option));
        }
    }

    /// The next word after `--show` is a picture.
    #[test]
    fn a_value_that_may_be_left_out_is_completed_behind_equals_alone() {
        let line = |shell: Shell| {
            let script = script(shell).unwrap();
            let mut lines = script.lines().filter(|line| line.contains("show"));
            lines.find(|line| line.contains("Show the overlay")).unwrap_or_default().to_string()
        };
        assert!(
            line(Shell::Fish).contains(" -l show ") && !line(Shell::Fish).contains(" -r "),
            "{}",
            line(Shell::Fish)
        );
        assert!(line(Shell::Zsh).contains("--show=-["), "{}", line(Shell::Zsh));
        let bash = script(Shell::Bash).unwrap();
        assert!(bash.contains("    elif [[ \"$prev\" == @(--show) ]]; then\n"));
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
