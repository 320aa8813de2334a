//! The variables `HEXLEX_…`: the long name of an option in capitals, with `_` for `-`.

use super::file::commands;
use crate::args::settings::{Setting, SettingValue, has_optional_value, is_flag, is_repeatable, settable};
use anyhow::{Result, anyhow};
use std::ffi::OsStr;

/// What every variable begins with.
const PREFIX: &str = "HEXLEX_";

/// The variable of an option.
pub(super) fn variable(option: &str) -> String {
    format!("{PREFIX}{}", option.to_uppercase().replace('-', "_"))
}

/// The settings of the variables for the options of a command.
///
/// # Errors
/// If a variable is not text, or that of an option without a value is neither true nor false.
pub(super) fn settings(command: &clap::Command) -> Result<Vec<Setting>> {
    let options = settable(command);
    let named = options.iter().filter_map(|option| Some((option, option.get_long()?)));
    let set = named.filter_map(|(option, name)| Some((option, name, std::env::var_os(variable(name))?)));
    set.filter(|(.., value)| !value.is_empty()).map(|(option, name, value)| setting(option, name, &value)).collect()
}

fn setting(option: &clap::Arg, name: &str, value: &OsStr) -> Result<Setting> {
    let variable = variable(name);
    let text =
        value.to_str().ok_or_else(|| anyhow!("{variable}: expected text in UTF-8, found other bytes: correct it"))?;
    let alone = truth(text).filter(|_| has_optional_value(option));
    let value = match (is_flag(option), is_repeatable(option)) {
        _ if alone.is_some() => SettingValue::Flag(alone == Some(true)),
        (true, _) => SettingValue::Flag(truth(text).ok_or_else(|| {
            anyhow!("{variable}: expected true or false, found `{text}`: set one of them, or unset it")
        })?),
        (_, true) => SettingValue::Values(text.split_whitespace().map(str::to_string).collect()),
        _ => SettingValue::Values(vec![text.to_string()]),
    };
    Ok(Setting { name: name.to_string(), value, origin: variable })
}

/// The truth value of a text.
fn truth(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "1" | "yes" | "on" => Some(true),
        "false" | "0" | "no" | "off" => Some(false),
        _ => None,
    }
}

/// Variables with the prefix that name no known option.
pub(super) fn unknown(known: &[String]) -> Vec<String> {
    let names = std::env::vars_os().filter_map(|(name, _)| name.into_string().ok());
    let known: Vec<String> = known.iter().map(|name| variable(name)).collect();
    let mut unknown: Vec<String> = names.filter(|name| name.starts_with(PREFIX) && !known.contains(name)).collect();
    unknown.sort();
    unknown
}

/// The settings of the variables for the options of any command, each once.
///
/// # Errors
/// As [`settings`].
pub(super) fn all() -> Result<Vec<Setting>> {
    let mut found: Vec<Setting> = Vec::new();
    for command in commands().values() {
        for setting in settings(command)? {
            if !found.iter().any(|other| other.name == setting.name) {
                found.push(setting);
            }
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_are_named_after_options() {
        assert_eq!(variable("min-length"), "HEXLEX_MIN_LENGTH");
        assert_eq!([truth("ON"), truth("0"), truth("maybe")], [Some(true), Some(false), None]);
    }
}
