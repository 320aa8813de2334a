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

/// The arguments with the general options that are typed before the command (`hexlex --quiet read`) behind it, where the rules
/// about options hold: clap does not compare the two places.
pub(crate) fn general_behind_command(arguments: &[OsString]) -> Vec<OsString> {
    let end = typed_command(arguments).end;
    let Some((program, before)) = arguments[..end].split_first() else { return arguments.to_vec() };
    let all = super::command();
    let (general, words): (Vec<&OsString>, Vec<&OsString>) = before.iter().partition(|arg| is_general(arg, &all));
    let behind = words.into_iter().chain(general).chain(&arguments[end..]);
    [program].into_iter().chain(behind).cloned().collect()
}

/// Whether an argument is an option of every command, or several in one (`-qv`).
fn is_general(argument: &OsString, all: &clap::Command) -> bool {
    let text = argument.to_string_lossy();
    if let Some(name) = text.strip_prefix("--") {
        return all.get_arguments().any(|option| option.get_long() == Some(name));
    }
    let is_short = |letter| all.get_arguments().any(|option| option.get_short() == Some(letter));
    text.strip_prefix('-').is_some_and(|letters| !letters.is_empty() && letters.chars().all(is_short))
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

/// Whether an option may stand without its value, as `--show` and `--show=sixel`.
pub(crate) fn has_optional_value(option: &clap::Arg) -> bool {
    option.get_num_args().is_some_and(|count| count.takes_values() && count.min_values() == 0)
}

/// The command line with its settings.
pub(crate) struct Filled {
    pub(crate) arguments: Vec<OsString>,
    /// The settings that are in it.
    pub(crate) used: Vec<Setting>,
}

/// The typed arguments with the settings of these sources, the strongest source first. A setting is left out where its option
/// is typed or set by a stronger source, where the typed options or a stronger source exclude it, or where an option that it
/// belongs to is neither typed nor set.
pub(crate) fn fill(typed: &[OsString], command: &TypedCommand, sources: Vec<Vec<Setting>>) -> Filled {
    let mut decided: BTreeSet<String> = typed_options(&typed[command.end..]);
    let mut filled = Filled { arguments: typed.to_vec(), used: Vec::new() };
    // Those whose option is missing: it may be set by another setting of the source, or by a weaker source.
    let mut waiting: Vec<Setting> = Vec::new();
    for source in sources.into_iter().filter(|source| !source.is_empty()) {
        let missing = missing(&filled.arguments);
        let before = std::mem::take(&mut filled.arguments);
        let is_new = |setting: &Setting| !decided.contains(&setting.name);
        let new: Vec<Setting> = source.into_iter().filter(is_new).collect();
        decided.extend(new.iter().map(|setting| setting.name.clone()));
        waiting.extend(new);
        let (mut added, mut count) = (Vec::new(), usize::MAX);
        while waiting.len() < count {
            count = waiting.len();
            for setting in std::mem::take(&mut waiting) {
                let arguments = arguments_of(&setting);
                if arguments.is_empty() || excludes(&inserted(&before, command.end, &arguments)) {
                    continue;
                }
                let with = [added.as_slice(), &arguments].concat();
                if lacks_option(&inserted(&before, command.end, &with), &missing) {
                    waiting.push(setting);
                } else {
                    added = with;
                    filled.used.push(setting);
                }
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

/// Whether two of the arguments exclude each other. A wrong value is another error, which the user should see.
fn excludes(arguments: &[OsString]) -> bool {
    super::command().try_get_matches_from(arguments).is_err_and(|error| error.kind() == ErrorKind::ArgumentConflict)
}

/// Whether one of the arguments needs an option that is not there, beside what was missing before.
fn lacks_option(arguments: &[OsString], missing_before: &BTreeSet<String>) -> bool {
    !missing(arguments).is_subset(missing_before)
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
    fn general_options_count_wherever_they_are_typed() {
        let behind = |typed: &str| {
            let typed: Vec<OsString> = typed.split_whitespace().map(OsString::from).collect();
            general_behind_command(&typed).join(" ".as_ref()).to_string_lossy().into_owned()
        };
        assert_eq!(behind("hexlex --quiet read a -v"), "hexlex read --quiet a -v");
        assert_eq!(behind("hexlex -qv words --json list"), "hexlex words list -qv --json");
        for same in ["hexlex", "hexlex --json", "hexlex --bogus read a", "hexlex -- read", "hexlex --top 3 solve a"] {
            assert_eq!(behind(same), same);
        }
        let on = SettingValue::Flag(true);
        let (stronger, weaker) = ([("verbose", on.clone())], [("quiet", on)]);
        // Of the two the last one counts.
        assert_eq!(filled(&behind("hexlex read a"), &[&stronger, &weaker]), "hexlex read --quiet --verbose a");
        assert_eq!(filled(&behind("hexlex -q read a"), &[&stronger]), "hexlex read --verbose -q a");
    }

    #[test]
    fn a_setting_counts_beside_the_one_that_it_belongs_to() {
        let (on, file) = (SettingValue::Flag(true), value("b.png"));
        let both = [("force", on.clone()), ("output", file.clone())];
        assert_eq!(filled("hexlex advise a", &[&both]), "hexlex advise --output=b.png --force a");
        let (stronger, weaker) = ([("force", on)], [("output", file)]);
        assert_eq!(filled("hexlex advise a", &[&stronger, &weaker]), "hexlex advise --output=b.png --force a");
        assert_eq!(filled("hexlex advise a --output c", &[&both]), "hexlex advise --force a --output c");
    }

    #[test]
    fn settings_that_do_not_fit_are_left_out() {
        let on = SettingValue::Flag(true);
        assert_eq!(filled("hexlex solve a --all", &[&[("top", value("3"))]]), "hexlex solve a --all");
        assert_eq!(filled("hexlex advise a", &[&[("force", on.clone())]]), "hexlex advise a");
        assert_eq!(filled("hexlex advise a -o b", &[&[("force", on.clone())]]), "hexlex advise --force a -o b");
        assert_eq!(filled("hexlex watch --monitor 2", &[&[("window", value("x"))]]), "hexlex watch --monitor 2");
        assert_eq!(filled("hexlex solve", &[&[("clipboard", on)]]), "hexlex solve --clipboard");
        assert_eq!(filled("hexlex teach a", &[&[("skin", value("tan"))]]), "hexlex teach --skin=tan a");
    }
}
