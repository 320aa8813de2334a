//! `hexlex config edit`.

use super::file::{ConfigFile, commands};
use crate::args::settings::{has_optional_value, is_flag, is_repeatable, settable};
use crate::console::{Console, Outcome};
use crate::outputs;
use anyhow::{Result, anyhow, ensure};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::io::{self, IsTerminal};
use std::path::Path;
use std::process::Command;

/// Opens the file in an editor, and checks it afterwards. A new file has every option as a comment.
pub(super) fn edit(console: &Console) -> Result<Outcome> {
    ensure!(!console.json, "expected an editor, found --json: leave it out, or use `hexlex config show --json`");
    let path = ConfigFile::path()?;
    if !path.exists() {
        outputs::write_kept(template().as_bytes(), &path)?;
        console.detail(format_args!("wrote {}", path.display()));
    }
    open(&path)?;
    // What was saved may be wrong.
    ConfigFile::load()?;
    console.answer(&format!("settings: {}\n", path.display()))?;
    Ok(Outcome::Done)
}

/// Runs the user's editor on a file.
///
/// # Errors
/// If the editor cannot be started, or fails.
fn open(path: &Path) -> Result<()> {
    let system = if cfg!(windows) { "notepad" } else { "vi" };
    let named = ["VISUAL", "EDITOR"].into_iter().filter_map(|name| std::env::var(name).ok());
    let named = named.into_iter().find(|editor| !editor.trim().is_empty());
    // The editor of a desktop needs no terminal; that of the system waits for keys that nobody can press.
    let has_keys = cfg!(windows) || io::stdin().is_terminal() && io::stdout().is_terminal();
    ensure!(
        named.is_some() || has_keys,
        "expected a terminal for the editor `{system}`, found none: set EDITOR, or edit {}",
        path.display()
    );
    let editor = named.unwrap_or(system.to_string());
    // As in `EDITOR="code --wait"`.
    let mut words = editor.split_whitespace();
    let program = words.next().unwrap_or(system);
    let status = Command::new(program).args(words).arg(path).status().map_err(|error| {
        anyhow!(
            "expected an editor, found that `{program}` does not start ({error}): set EDITOR, or edit {}",
            path.display()
        )
    })?;
    ensure!(status.success(), "expected the editor `{editor}` to succeed, found {status}: edit {}", path.display());
    Ok(())
}

/// A new file: how it is written, and every option with what it does.
fn template() -> String {
    let mut text = "\
# Settings of hexlex: defaults for its options, by their long names.
# The command line comes before the variables (HEXLEX_TOP=5), and these before this file.
#
#   top = 5                 # for every command that has the option
#   [solve]                 # for one command
#   goal = \"score\"
#   [[game]]                # for `watch`, where the title of the window has this text
#   window = \"bookworm\"
#   profile = \"deluxe\"      # and lexicon, level, skin
#
# The options, each with the commands that have it:
"
    .to_string();
    let mut options: BTreeMap<String, (clap::Arg, Vec<String>)> = BTreeMap::new();
    for (command, definition) in commands() {
        for option in settable(&definition) {
            let Some(name) = option.get_long().map(str::to_string) else { continue };
            let table = command.replace(' ', ".");
            let place = if option.is_required_set() { format!("{command}: in [{table}]") } else { command.clone() };
            options.entry(name).or_insert_with(|| (option, Vec::new())).1.push(place);
        }
    }
    let all = commands().len();
    for (name, (option, of_commands)) in options {
        let help = option.get_help().map(|help| help.to_string().replace('\n', " ")).unwrap_or_default();
        let value = if is_flag(&option) || has_optional_value(&option) {
            "true"
        } else if is_repeatable(&option) {
            "[\"...\"]"
        } else {
            "..."
        };
        let commands = if of_commands.len() == all { "all".to_string() } else { of_commands.join(", ") };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "#\n# {help} ({commands})\n# {name} = {value}");
    }
    text
}
