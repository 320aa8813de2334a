//! Settings as arguments: options whose values come from the environment or the configuration file.
//!
//! [`fill`] writes them into the command line behind the command, as if they had been typed, and leaves out those that the
//! typed options override or exclude. So every rule about options holds for settings too.

use clap::ArgAction;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::collections::BTreeSet;
use std::ffi::OsString;

/// The value of an option.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum SettingValue {
    /// Whether an option without a value is given.
    Flag(bool),
    /// Its values: one, or several of an option that is repeatable.
    Values(Vec<String>),
}

/// An option that is set outside of the command line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Setting {
    /// The long name, without dashes.
    pub(crate) name: String,
    pub(crate) value: SettingValue,
    /// Where it is set, for errors.
    pub(crate) origin: String,
}

/// A command of a command line, and the place of its last word in the arguments.
pub(crate) struct TypedCommand {
    pub(crate) definition: clap::Command,
    /// `hexlex words build`.
    pub(crate) name: String,
    /// The index of the argument behind the command; 0 where there is none.
    pub(crate) end: usize,
}

/// The command of these arguments (with the program first), with its subcommands as far as they exist.
pub(crate) fn typed_command(arguments: &[OsString]) -> TypedCommand {
    let all = super::command();
    let (mut at, mut name, mut end) = (&all, "hexlex".to_string(), 0);
    let words = arguments.iter().enumerate().skip(1).filter(|(_, arg)| !arg.to_string_lossy().starts_with('-'));
    for (place, arg) in words {
        let Some(sub) = at.find_subcommand(arg) else { break };
        name = format!("{name} {}", sub.get_name());
        (at, end) = (sub, place + 1);
    }
    TypedCommand { definition: at.clone(), name, end }
}

/// The options of a command that can be set: those with a long name, also the ones of every command.
pub(crate) fn settable(command: &clap::Command) -> Vec<clap::Arg> {
    let is_settable = |arg: &&clap::Arg| !arg.is_positional() && arg.get_long().is_some() && !arg.is_hide_set();
    let mut options: Vec<clap::Arg> = command.get_arguments().filter(is_settable).cloned().collect();
    let all = super::command();
    options.extend(all.get_arguments().filter(is_settable).cloned());
    options.retain(|arg| !matches!(arg.get_long(), Some("help" | "version" | "no-config")));
    options
}

/// Whether an option has no value.
pub(crate) fn is_flag(option: &clap::Arg) -> bool {
    matches!(option.get_action(), ArgAction::SetTrue)
}

/// Whether an option can have several values.
pub(crate) fn is_repeatable(option: &clap::Arg) -> bool {
    matches!(option.get_action(), ArgAction::Append)
}

/// The command line with its settings.
pub(crate) struct Filled {
    pub(crate) arguments: Vec<OsString>,
    /// The settings that are in it.
    pub(crate) used: Vec<Setting>,
}

/// The typed arguments with the settings of these sources, the strongest source first. A setting is left out where its option
/// is typed or set by a stronger source, where the typed options or a stronger source exclude it, or where an option that it
/// belongs to is missing.
pub(crate) fn fill(typed: &[OsString], command: &TypedCommand, sources: Vec<Vec<Setting>>) -> Filled {
    let mut decided: BTreeSet<String> = typed_options(&typed[command.end..]);
    let mut filled = Filled { arguments: typed.to_vec(), used: Vec::new() };
    for source in sources.into_iter().filter(|source| !source.is_empty()) {
        let missing = missing(&filled.arguments);
        let (before, mut added) = (filled.arguments.clone(), Vec::new());
        for setting in source.into_iter().filter(|setting| !decided.contains(&setting.name)).collect::<Vec<_>>() {
            decided.insert(setting.name.clone());
            let arguments = arguments_of(&setting);
            if !arguments.is_empty() && applies(&inserted(&before, command.end, &arguments), &missing) {
                added.extend(arguments);
                filled.used.push(setting);
            }
        }
        filled.arguments = inserted(&before, command.end, &added);
    }
    filled
}

/// The long names of the typed options.
fn typed_options(arguments: &[OsString]) -> BTreeSet<String> {
    let texts = arguments.iter().map(|arg| arg.to_string_lossy().into_owned()).take_while(|arg| arg != "--");
    let names = texts.filter_map(|arg| Some(arg.strip_prefix("--")?.split('=').next()?.to_string()));
    names.collect()
}

/// A setting as it would be typed.
fn arguments_of(setting: &Setting) -> Vec<OsString> {
    match &setting.value {
        SettingValue::Flag(true) => vec![format!("--{}", setting.name).into()],
        SettingValue::Flag(false) => Vec::new(),
        SettingValue::Values(values) => {
            values.iter().map(|value| format!("--{}={value}", setting.name).into()).collect()
        }
    }
}

fn inserted(arguments: &[OsString], place: usize, more: &[OsString]) -> Vec<OsString> {
    [&arguments[..place], more, &arguments[place..]].concat()
}

/// The arguments that clap misses.
fn missing(arguments: &[OsString]) -> BTreeSet<String> {
    match super::command().try_get_matches_from(arguments) {
        Err(error) if error.kind() == ErrorKind::MissingRequiredArgument => invalid_arguments(&error).collect(),
        _ => BTreeSet::new(),
    }
}

/// Whether a setting excludes none of the other arguments, and needs none that is not there.
fn applies(arguments: &[OsString], missing_before: &BTreeSet<String>) -> bool {
    match super::command().try_get_matches_from(arguments) {
        Err(error) if error.kind() == ErrorKind::ArgumentConflict => false,
        Err(error) if error.kind() == ErrorKind::MissingRequiredArgument => {
            invalid_arguments(&error).all(|argument| missing_before.contains(&argument))
        }
        // A wrong value is an error that the user should see.
        _ => true,
    }
}

/// The arguments that an error is about, as in `--top <N>`.
fn invalid_arguments(error: &clap::Error) -> impl Iterator<Item = String> {
    let found = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(text)) => vec![text.clone()],
        Some(ContextValue::Strings(texts)) => texts.clone(),
        _ => Vec::new(),
    };
    found.into_iter()
}

/// Where the option is set that an error is about, if it is not typed.
pub(crate) fn origin_of(error: &clap::Error, used: &[Setting]) -> Option<String> {
    let names: Vec<String> = invalid_arguments(error)
        .filter_map(|argument| Some(argument.strip_prefix("--")?.split([' ', '=']).next()?.to_string()))
        .collect();
    used.iter().find(|setting| names.contains(&setting.name)).map(|setting| setting.origin.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(typed: &str, sources: &[&[(&str, SettingValue)]]) -> String {
        let typed: Vec<OsString> = typed.split_whitespace().map(OsString::from).collect();
        let setting = |(name, value): &(&str, SettingValue)| Setting {
            name: name.to_string(),
            value: value.clone(),
            origin: "here".to_string(),
        };
        let sources = sources.iter().map(|source| source.iter().map(setting).collect()).collect();
        let arguments = fill(&typed, &typed_command(&typed), sources).arguments;
        arguments.join(" ".as_ref()).to_string_lossy().into_owned()
    }

    fn value(text: &str) -> SettingValue {
        SettingValue::Values(text.split(' ').map(str::to_string).collect())
    }

    #[test]
    fn settings_stand_behind_the_command() {
        assert_eq!(filled("hexlex solve a", &[&[("top", value("3"))]]), "hexlex solve --top=3 a");
        assert_eq!(
            filled("hexlex -q words list", &[&[("min-length", value("3"))]]),
            "hexlex -q words list --min-length=3"
        );
        assert_eq!(filled("hexlex solve a", &[&[("word", value("A B"))]]), "hexlex solve --word=A --word=B a");
    }

    #[test]
    fn typed_options_and_stronger_sources_win() {
        let (on, off) = (SettingValue::Flag(true), SettingValue::Flag(false));
        assert_eq!(filled("hexlex solve a --top 9", &[&[("top", value("3"))]]), "hexlex solve a --top 9");
        assert_eq!(filled("hexlex solve a -o x", &[&[("output", value("y"))]]), "hexlex solve a -o x");
        assert_eq!(filled("hexlex solve a --word=C", &[&[("word", value("A"))]]), "hexlex solve a --word=C");
        let both: [&[_]; 2] = [&[("top", value("3"))], &[("top", value("4"))]];
        assert_eq!(filled("hexlex solve a", &both), "hexlex solve --top=3 a");
        assert_eq!(filled("hexlex solve a", &[&[("json", off)], &[("json", on.clone())]]), "hexlex solve a");
        assert_eq!(filled("hexlex solve a", &[&[("json", on)]]), "hexlex solve --json a");
    }

    #[test]
    fn settings_that_do_not_fit_are_left_out() {
        let on = SettingValue::Flag(true);
        assert_eq!(filled("hexlex solve a --all", &[&[("top", value("3"))]]), "hexlex solve a --all");
        assert_eq!(filled("hexlex solve a", &[&[("force", on.clone())]]), "hexlex solve a");
        assert_eq!(filled("hexlex solve a -o b", &[&[("force", on.clone())]]), "hexlex solve --force a -o b");
        assert_eq!(filled("hexlex watch --monitor 2", &[&[("window", value("x"))]]), "hexlex watch --monitor 2");
        assert_eq!(filled("hexlex solve", &[&[("clipboard", on)]]), "hexlex solve --clipboard");
        assert_eq!(filled("hexlex teach a", &[&[("skin", value("tan"))]]), "hexlex teach --skin=tan a");
    }
}
