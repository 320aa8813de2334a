//! `hexlex completions` and `hexlex man`: the help in the forms of shells and of `man`.

use crate::args::{self, CompletionsArgs, ManArgs};
use crate::console::{Console, Outcome};
use crate::nearest::nearest;
use anyhow::{Context, Result, anyhow, ensure};
use clap_mangen::Man;

/// Prints the completions of a shell.
pub(crate) fn completions(args: &CompletionsArgs, console: &Console) -> Result<Outcome> {
    refuse_json(console)?;
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut args::command(), "hexlex", &mut script);
    console.answer(&String::from_utf8(script).context("cannot print the completions")?)?;
    Ok(Outcome::Done)
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
