//! What is wrong with the arguments, in one line: `expected X, found Y: do Z`.
//!
//! [`clap`] finds the error, [`print`] words it.

use crate::args::settings::{TypedCommand, typed_command};
use crate::console::{Outcome, Severity, one_line, print_message};
use crate::nearest::nearest;
use crate::other_names;
use clap::Error;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::error::Error as _;
use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

/// Prints the text of `--help` and `--version`, or in one line what is wrong with the arguments.
/// An error about a setting says first where that is set.
pub(crate) fn print(error: &Error, origin: Option<String>) -> ExitCode {
    let is_help = error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand;
    if !error.use_stderr() || is_help {
        // A failure means that the output is closed, which is not an error.
        let _ = error.print();
        return if is_help { Outcome::Trouble } else { Outcome::Done }.into();
    }
    let typed: Vec<OsString> = std::env::args_os().collect();
    let text = in_one_line(error, &typed);
    let text = origin.map_or(text.clone(), |origin| format!("{origin}: {text}"));
    print_message(Severity::Error, &format_args!("{text}; see `{} --help`", typed_command(&typed).name));
    Outcome::Trouble.into()
}

/// The error of these arguments in one line.
pub(crate) fn in_one_line(error: &Error, typed: &[OsString]) -> String {
    let mut words = typed.to_vec();
    if words.get(1).is_some_and(|word| word == "help") {
        // `hexlex help words` is about the commands of `words`.
        words.remove(1);
    }
    let TypedCommand { definition, name, .. } = typed_command(&words);
    in_words(error, &definition, &name).unwrap_or_else(|| first_lines(error))
}

/// Prints what is wrong with the settings, in one line.
pub(crate) fn print_failure(error: &anyhow::Error) -> ExitCode {
    print_message(Severity::Error, &one_line(error));
    Outcome::Trouble.into()
}

/// The error of a typed `command`, which clap knows `at`; `None` for a kind that is rare enough for clap's own words.
fn in_words(error: &Error, at: &clap::Command, command: &str) -> Option<String> {
    let argument = texts(error, ContextKind::InvalidArg);
    let value = texts(error, ContextKind::InvalidValue);
    let text = match error.kind() {
        ErrorKind::UnknownArgument => {
            let found = argument.first()?;
            format!("expected an argument of `{command}`, found `{found}`: {}", instead_of(found, at, command))
        }
        ErrorKind::InvalidSubcommand => {
            let found = texts(error, ContextKind::InvalidSubcommand);
            let found = found.first()?;
            let names: Vec<&str> = at.get_subcommands().map(clap::Command::get_name).collect();
            let remedy = match (other_names::command(found, at), nearest(found, names.iter().copied().chain(["help"])))
            {
                _ if is_quoted(found, at) => format!("leave the quotes out: `{command} {found}`"),
                _ if is_input(found) => format!("use `hexlex solve {found}`"),
                (Some(name), _) | (None, Some(name)) => format!("use `{name}`"),
                (None, None) if names.len() == 1 => format!("use `{}`", names[0]),
                (None, None) => format!("use one of {}", names.join(", ")),
            };
            format!("expected a command of `{command}`, found `{found}`: {remedy}")
        }
        ErrorKind::ValueValidation
            if value.first().is_some_and(|found| found == "all")
                && at.get_arguments().any(|arg| arg.get_long() == Some("all")) =>
        {
            format!("{}: expected a number, found `all`: use `--all`", name(argument.first()?))
        }
        ErrorKind::ValueValidation => format!("{}: {}", name(argument.first()?), error.source()?),
        ErrorKind::InvalidValue if value.iter().all(String::is_empty) => match name(argument.first()?) {
            option if option.starts_with('-') => format!("expected a value after {option}, found none: give one"),
            input => format!("expected {}, found an empty text: give one", in_own_words(input)),
        },
        ErrorKind::InvalidValue => {
            let (values, found) = (texts(error, ContextKind::ValidValue), value.first()?);
            let remedy = match nearest(found, &values) {
                _ if found == "json" => "use `--json` alone".to_string(),
                Some(similar) => format!("use `{similar}`"),
                None => "use one of them".to_string(),
            };
            format!("{}: expected one of {}, found `{found}`: {remedy}", name(argument.first()?), values.join(", "))
        }
        ErrorKind::TooManyValues => {
            let (option, found) = (name(argument.first()?), value.first()?);
            format!("expected {option} without a value, found `{found}`: write `{option}` alone")
        }
        ErrorKind::MissingSubcommand => {
            let names: Vec<&str> = at.get_subcommands().map(clap::Command::get_name).collect();
            format!("expected a command of `{command}`, found none: give one of {}", names.join(", "))
        }
        ErrorKind::MissingRequiredArgument => {
            let inputs: Vec<String> = argument.iter().map(|argument| in_own_words(argument)).collect();
            format!("expected {}, found nothing: give {}", inputs.join(" and "), missing(&argument, at, command))
        }
        ErrorKind::ArgumentConflict => {
            let others = texts(error, ContextKind::PriorArg);
            if others == argument {
                return Some(format!("expected {} once, found it twice: leave one out", argument.first()?));
            }
            let others: Vec<String> = others.iter().map(|argument| in_own_words(argument)).collect();
            format!(
                "expected {} or {}, found both: leave one out",
                in_own_words(argument.first()?),
                others.join(" or ")
            )
        }
        _ => return None,
    };
    Some(text)
}

/// What an argument takes, where its name does not say it.
fn in_own_words(argument: &str) -> String {
    match argument.trim_end_matches('.').trim_matches(['<', '>', '[', ']']) {
        "INPUT" => "a picture, a folder or a board text".to_string(),
        "PICTURE" => "a picture".to_string(),
        "PATH" => "a picture or a folder".to_string(),
        "WORD" => "a word".to_string(),
        "FILE" => "a file".to_string(),
        "LIST" => "a word list".to_string(),
        "LEXICON" => "a dictionary".to_string(),
        "NAME" => "a name".to_string(),
        "RECORD|FILE" => "a recording or a file".to_string(),
        _ => argument.to_string(),
    }
}

/// What to give where these arguments are missing: an example of the command with them.
fn missing(arguments: &[String], at: &clap::Command, command: &str) -> String {
    let Some(first) = arguments.first() else { return "what is missing".to_string() };
    if let Some(values) = values_of(first, at) {
        return format!("one of {values}");
    }
    let given = at.get_positionals().filter_map(|arg| arg.get_value_names()?.first());
    let missing = arguments.iter().find_map(|argument| example_of(argument, command));
    let in_place = flag_in_place_of_inputs(at);
    let input = missing.or(in_place.as_deref()).or_else(|| given.filter_map(|name| example_of(name, command)).next());
    let options = at.get_arguments().filter(|arg| arg.is_required_set() && !arg.is_positional());
    let options = options.filter_map(|arg| Some(format!(" --{} {}", arg.get_long()?, arg.get_value_names()?.first()?)));
    let example = format!("{command}{}{}", input.unwrap_or_default(), options.collect::<String>());
    let which = match (arguments, missing) {
        ([_], Some(_)) => "one",
        ([_], None) => "it",
        _ => "them",
    };
    let has_clipboard = at.get_arguments().any(|arg| arg.get_long() == Some("clipboard"));
    let others = if has_clipboard && missing.is_some() { ", - for standard input, or --clipboard" } else { "" };
    format!("{which}, as in `{example}`{others}")
}

/// The typed option, without a value, that excludes positional arguments, with a space before it: `--forget` of `teach`.
fn flag_in_place_of_inputs(at: &clap::Command) -> Option<String> {
    let is_typed = |arg: &&clap::Arg| {
        let option = arg.get_long().map(|long| format!("--{long}"));
        !arg.get_action().takes_values() && option.is_some_and(|option| typed_texts().any(|typed| typed == option))
    };
    let excludes = |arg: &&clap::Arg| at.get_arg_conflicts_with(arg).iter().any(|other| other.is_positional());
    let flag = at.get_arguments().filter(is_typed).find(excludes)?;
    flag.get_long().map(|long| format!(" --{long}"))
}

/// An example of a positional argument of this name of a command, with a space before it; `None` where there is none.
fn example_of(argument: &str, command: &str) -> Option<&'static str> {
    match argument.trim_end_matches('.').trim_matches(['<', '>']) {
        "INPUT" | "PICTURE" | "PATH" => Some(" screenshot.png"),
        "WORD" => Some(" cat"),
        "LIST" => Some(" words.txt"),
        "FILE" if command == "hexlex words import" => Some(" words.txt"),
        "FILE" => Some(" boards.txt"),
        "NAME" => Some(" deluxe"),
        "RECORD|FILE" => Some(" record"),
        _ => None,
    }
}

/// The values that an argument of this name, as in `<SHELL>`, can have; `None` where it takes others too.
fn values_of(name: &str, at: &clap::Command) -> Option<String> {
    let id = name.trim_matches(['<', '>']).to_lowercase();
    let values = at.get_positionals().find(|arg| arg.get_id().as_str() == id)?.get_possible_values();
    let names: Vec<&str> = values.iter().map(clap::builder::PossibleValue::get_name).collect();
    (!names.is_empty()).then(|| names.join(", "))
}

/// What to do about an argument that a command does not have.
fn instead_of(found: &str, at: &clap::Command, command: &str) -> String {
    if command == "hexlex" {
        return before_command(found, at);
    }
    if found == "-o" {
        return "leave it out; to keep the answer, write it to a file with `> FILE`".to_string();
    }
    if !found.starts_with('-') {
        return other_names::argument(found, command).unwrap_or("leave it out".to_string());
    }
    if let Some(remedy) = other_names::in_place_of(found, command) {
        return remedy.to_string();
    }
    if let Some(remedy) = of_dashed_file(found) {
        return remedy;
    }
    if let Some(remedy) = without_option(found, at, command) {
        return remedy;
    }
    let similar =
        || similar_option(found, at).or_else(|| long_with_one_dash(found, at)).or_else(|| value_of_option(found, at));
    if let Some(option) = other_names::option(found, at).or_else(similar) {
        return format!("leave it out, or use `{option}`");
    }
    match other_names::owners(found, &crate::args::command()) {
        Some(owners) => format!("leave it out; it is an option of {owners}"),
        None => "leave it out".to_string(),
    }
}

/// The long option that was typed with one dash: clap takes `-top` for the short option `-t` and what follows, and `-version` for
/// `-v` and an unknown `-e`.
fn long_with_one_dash(found: &str, at: &clap::Command) -> Option<String> {
    let letter = found.strip_prefix('-')?;
    let is_one = |arg: &String| arg.len() > 2 && !arg.starts_with("--") && arg.starts_with('-') && arg.contains(letter);
    let typed: Vec<String> = typed_texts().filter(is_one).collect();
    typed.iter().find_map(|arg| similar_option(&format!("-{arg}"), at))
}

/// What to do about an option before the command that is not one of all commands.
fn before_command(found: &str, at: &clap::Command) -> String {
    let name = found.trim_start_matches('-');
    if at.find_subcommand(name).is_some() {
        return format!("use `{name}`");
    }
    if let Some(owners) = other_names::owners(found, at) {
        return format!("write it behind the command; it is an option of {owners}");
    }
    let similar = || similar_option(found, at).or_else(|| long_with_one_dash(found, at));
    let known = other_names::option(found, at).or_else(similar);
    known.map_or("leave it out".to_string(), |option| format!("leave it out, or use `{option}`"))
}

/// What was typed, as text: names of files may have other bytes.
fn typed_texts() -> impl Iterator<Item = String> {
    std::env::args_os().map(|arg| arg.to_string_lossy().into_owned())
}

/// What to do about a file whose name begins with a dash, or where a dash was typed before its name.
fn of_dashed_file(found: &str) -> Option<String> {
    let typed = typed_texts().find(|arg| arg.starts_with(found) && !arg.starts_with("--") && arg.len() > 2)?;
    let name = &typed[1..];
    match (Path::new(&typed).is_file(), Path::new(name).is_file()) {
        (true, _) => Some(format!("for the file of this name write ./{typed}")),
        (false, true) => Some(format!("use `{name}`")),
        (false, false) => None,
    }
}

/// How an argument is given that was typed as an option, as in `--shell` for SHELL, or `--input` and `-f` for a file.
fn without_option(found: &str, at: &clap::Command, command: &str) -> Option<String> {
    let value = if let Some(positional) =
        at.get_positionals().find(|arg| found.strip_prefix("--") == Some(arg.get_id().as_str()))
    {
        let values = positional.get_possible_values();
        let name = positional.get_id().as_str().to_uppercase();
        format!(" {}", values.first().map_or(name, |value| value.get_name().to_string()))
    } else if matches!(found, "--input" | "--file" | "--image" | "--picture" | "-i" | "-f") {
        let mut names = at.get_positionals().filter_map(|arg| arg.get_value_names()?.first());
        let name = names.find(|name| matches!(name.as_str(), "INPUT" | "PICTURE" | "PATH" | "FILE"))?;
        example_of(name, command)?.to_string()
    } else {
        return None;
    };
    Some(format!("leave it out, and give its value alone, as in `{command}{value}`"))
}

/// The option that takes what was typed with dashes as its value: `--goal longest` for `--longest`.
fn value_of_option(found: &str, at: &clap::Command) -> Option<String> {
    let value = found.strip_prefix("--").filter(|value| !value.is_empty())?;
    let takes = |arg: &&clap::Arg| arg.get_possible_values().iter().any(|known| known.get_name() == value);
    let option = at.get_arguments().filter(|arg| arg.get_long().is_some() && !arg.is_hide_set()).find(takes)?;
    Some(format!("--{} {value}", option.get_long()?))
}

/// The option of a command, or of every command, that is most similar to the typed one, with its dashes.
fn similar_option(typed: &str, at: &clap::Command) -> Option<String> {
    let typed = typed.split_once('=').map_or(typed, |(option, _)| option).strip_prefix("--")?;
    let everywhere = ["json", "quiet", "verbose", "no-config", "help"];
    let own = at.get_arguments().filter(|arg| !arg.is_hide_set()).filter_map(clap::Arg::get_long);
    let version = at.get_version().map(|_| "version");
    nearest(typed, own.chain(everywhere).chain(version)).map(|option| format!("--{option}"))
}

/// Whether an argument is a file, or has the name of a picture or a board text.
fn is_input(argument: &str) -> bool {
    let path = Path::new(argument);
    let is_text = path.extension().is_some_and(|extension| extension == "txt");
    path.is_file() || is_text || image::ImageFormat::from_path(path).is_ok()
}

/// Whether a command was typed with its arguments in one word, as in `"solve a.png"`.
fn is_quoted(found: &str, at: &clap::Command) -> bool {
    found.split_once(' ').is_some_and(|(first, _)| at.find_subcommand(first).is_some())
}

/// The texts of a context of the error.
fn texts(error: &Error, kind: ContextKind) -> Vec<String> {
    match error.get(kind) {
        Some(ContextValue::String(text)) => vec![text.clone()],
        Some(ContextValue::Strings(texts)) => texts.clone(),
        _ => Vec::new(),
    }
}

/// `--top` of `--top <N>`, `--show` of `--show[=<PROTOCOL>]`, and `PART` of `[PART]...`; in angle brackets, the name of a positional
/// argument is all of it.
fn name(argument: &str) -> &str {
    let argument = argument.trim_end_matches("...");
    match argument.strip_prefix('[') {
        Some(optional) => optional.trim_end_matches(']'),
        None => argument.split([' ', '[']).next().unwrap_or(argument),
    }
}

/// clap's text without the usage and the tips.
fn first_lines(error: &Error) -> String {
    let text = error.to_string();
    let lines = text.lines().map(str::trim).take_while(|line| !line.is_empty());
    let text = lines.collect::<Vec<_>>().join(" ");
    text.strip_prefix("error: ").unwrap_or(&text).to_string()
}
