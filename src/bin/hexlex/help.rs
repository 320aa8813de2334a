//! `hexlex completions` and `hexlex man`: the help in the forms of shells and of `man`.

use crate::args::{self, CompletionsArgs, ManArgs};
use crate::console::{Console, Outcome};
use crate::nearest::nearest;
use anyhow::{Context, Result, anyhow, ensure};
use clap_complete::Shell;
use clap_mangen::Man;

/// Prints the completions of a shell.
pub(crate) fn completions(args: &CompletionsArgs, console: &Console) -> Result<Outcome> {
    refuse_json(console)?;
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut args::command(), "hexlex", &mut script);
    let script = String::from_utf8(script).context("cannot print the completions")?;
    console.answer(&if args.shell == Shell::Bash { with_files_first(&script) } else { script })?;
    Ok(Outcome::Done)
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
            has_commands = words.contains(&"help") || command.is_none_or(clap::Command::has_subcommands);
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
        let names: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
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
        let mut script = Vec::new();
        clap_complete::generate(Shell::Bash, &mut args::command(), "hexlex", &mut script);
        let script = with_files_first(&String::from_utf8(script).unwrap());
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
}
