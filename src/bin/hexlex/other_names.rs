//! What other programs call what hexlex has: commands, options, and arguments without their option.

use crate::inputs::is_picture;
use hexlex::board::Shape;
use std::path::Path;

/// Commands of other programs, and what they are called here.
const COMMANDS: &[(&str, &str)] = &[
    ("version", "--version"),
    ("/?", "--help"),
    ("ocr", "read"),
    ("scan", "read"),
    ("find", "solve"),
    ("find", "list"),
    ("dict", "words"),
    ("delete", "forget"),
    ("play", "practice"),
    ("train", "teach"),
    ("learn", "teach"),
    ("test", "check"),
    ("settings", "config"),
    ("dictionary", "words"),
    ("random", "roll"),
    ("add", "allow"),
    ("remove", "refuse"),
    ("ban", "refuse"),
    ("check", "has"),
    ("contains", "has"),
    ("search", "list"),
    ("compile", "build"),
    ("set", "edit"),
    ("get", "show"),
    ("list", "show"),
    ("list", "words"),
    ("info", "doctor"),
    ("skins", "doctor"),
    ("languages", "doctor"),
];

/// Options of other programs, and what they are called here: long names, without dashes.
const OPTIONS: &[(&str, &str)] = &[
    ("-?", "help"),
    ("-n", "top"),
    ("-t", "top"),
    ("--count", "top"),
    ("--limit", "top"),
    ("--max", "top"),
    ("--lang", "lexicon"),
    ("--language", "lexicon"),
    ("--dict", "lexicon"),
    ("--dictionary", "lexicon"),
    ("--wordlist", "lexicon"),
    ("--words", "lexicon"),
    ("-l", "lexicon"),
    ("--size", "shape"),
    ("--board", "shape"),
    ("--grid", "shape"),
    ("--layout", "shape"),
    ("--game", "profile"),
    ("--rules", "profile"),
    ("--theme", "skin"),
    ("--name", "skin"),
    ("--threads", "jobs"),
    ("--font", "skin"),
    ("--ocr", "engine"),
    ("--backend", "engine"),
    ("--crop", "region"),
    ("--area", "region"),
    ("--title", "window"),
    ("--screen", "monitor"),
    ("--display", "monitor"),
    ("--silent", "quiet"),
    ("--debug", "verbose"),
    ("--save", "output"),
    ("--out-file", "output"),
    ("--sort", "goal"),
    ("--order", "goal"),
    ("--paste", "clipboard"),
    ("--no-settings", "no-config"),
    ("-n", "count"),
    ("-n", "games"),
    ("--n", "count"),
    ("--n", "games"),
    ("--n", "top"),
    ("-n", "top"),
];

/// Options that a command has for an argument that was typed without one.
const WITHOUT_OPTION: &[(&str, &str)] = &[
    ("hexlex watch", "window"),
    ("hexlex words list", "pattern"),
    ("hexlex roll", "count"),
    ("hexlex roll", "shape"),
    ("hexlex simulate", "games"),
];

/// The command or option of `at` that another program calls by this name.
pub(crate) fn command(found: &str, at: &clap::Command) -> Option<&'static str> {
    let is_there = |name: &str| match name {
        "--version" => at.get_version().is_some(),
        _ => name.starts_with("--") || at.find_subcommand(name).is_some(),
    };
    COMMANDS.iter().find(|(other, name)| *other == found && is_there(name)).map(|(_, name)| *name)
}

/// The option of a command that another program calls by this name, with its dashes.
pub(crate) fn option(found: &str, at: &clap::Command) -> Option<String> {
    let found = found.split_once('=').map_or(found, |(option, _)| option);
    let everywhere = ["help", "quiet", "verbose", "no-config"];
    let is_there = |name: &&str| {
        everywhere.contains(name) || at.get_arguments().any(|arg| arg.get_long() == Some(name) && !arg.is_hide_set())
    };
    let name = OPTIONS.iter().filter(|(other, _)| *other == found).map(|(_, name)| *name).find(is_there)?;
    Some(format!("--{name}"))
}

/// What to type for an argument that `command` takes only with an option, or not at all.
pub(crate) fn argument(found: &str, command: &str) -> Option<String> {
    if is_picture(Path::new(found)) {
        return Some(format!("use `hexlex solve {found}`"));
    }
    let is_number = !found.is_empty() && found.chars().all(|c| c.is_ascii_digit());
    let is_shape = found.parse::<Shape>().is_ok();
    let takes = |option: &str| match option {
        "shape" => is_shape && !is_number,
        "count" | "games" => is_number,
        _ => true,
    };
    let (_, option) = WITHOUT_OPTION.iter().find(|(at, option)| *at == command && takes(option))?;
    Some(format!("use `--{option} {found}`"))
}

/// What to do in place of an option that a command lacks, where that is more than to leave it out.
pub(crate) fn in_place_of(option: &str, command: &str) -> Option<&'static str> {
    ((command, option) == ("hexlex solve", "--all-boards")).then_some(
        "`solve` takes the largest board; to solve each one, run `hexlex read PICTURE --all-boards | hexlex solve -`, or pass \
         --region X,Y,W,H",
    )
}

/// The commands that have an option which another one lacks, as in `solve, watch`.
pub(crate) fn owners(option: &str, all: &clap::Command) -> Option<String> {
    let name = option.strip_prefix("--").map(|name| name.split('=').next().unwrap_or(name));
    let letter = option.strip_prefix('-').filter(|letter| letter.chars().count() == 1);
    let is_meant = |arg: &clap::Arg| match name {
        Some(name) => arg.get_long() == Some(name),
        None => letter.is_some_and(|letter| arg.get_short().is_some_and(|short| letter.starts_with(short))),
    };
    let has = |command: &&clap::Command| command.get_arguments().any(|arg| is_meant(arg) && !arg.is_hide_set());
    let owners: Vec<String> = all
        .get_subcommands()
        .flat_map(|command| {
            let own = Some(command).filter(has).map(|command| format!("`{}`", command.get_name()));
            let of_command = move |sub: &clap::Command| format!("`{} {}`", command.get_name(), sub.get_name());
            own.into_iter().chain(command.get_subcommands().filter(has).map(of_command))
        })
        .collect();
    (!owners.is_empty()).then(|| owners.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args;

    #[test]
    fn every_name_leads_to_something_that_is_there() {
        fn all(command: &clap::Command) -> Vec<&clap::Command> {
            let below = command.get_subcommands().flat_map(all);
            [command].into_iter().chain(below).collect()
        }
        let root = args::command();
        for (other, name) in COMMANDS {
            assert!(all(&root).iter().any(|at| command(other, at).is_some()), "{other}, {name}");
        }
        for (other, name) in OPTIONS {
            assert!(all(&root).iter().any(|at| option(other, at) == Some(format!("--{name}"))), "{other}, {name}");
        }
        for (typed, name) in WITHOUT_OPTION {
            let arguments: Vec<_> = typed.split(' ').map(std::ffi::OsString::from).collect();
            let command = args::settings::typed_command(&arguments).definition;
            assert!(command.get_arguments().any(|arg| arg.get_long() == Some(name)), "{typed}, {name}");
        }
    }
}
