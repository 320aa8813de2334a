//! `hexlex config show` and `hexlex config path`.

use super::environment;
use super::file::{ConfigFile, commands};
use crate::args::settings::{self, Setting, SettingValue, settable};
use crate::args::{self, GameSettings};
use crate::console::{Console, Outcome, printable};
use crate::nearest::nearest;
use crate::table::table;
use crate::usage;
use anyhow::{Result, bail};
use clap::error::ErrorKind;
use serde::Serialize;
use std::ffi::OsString;
use std::path::PathBuf;

/// The JSON of `config path`.
#[derive(Serialize)]
struct PathReport {
    file: String,
    exists: bool,
}

/// The JSON of `config show`.
#[derive(Serialize)]
struct SettingsReport {
    #[serde(flatten)]
    path: PathReport,
    settings: Vec<SettingReport>,
    games: Vec<GameReport>,
}

#[derive(Serialize)]
struct SettingReport {
    /// The command that it is for; `None` for all that have the option.
    command: Option<String>,
    option: String,
    value: ValueReport,
    /// `environment` or `file`.
    from: &'static str,
}

#[derive(Serialize)]
#[serde(untagged)]
enum ValueReport {
    Flag(bool),
    One(String),
    Several(Vec<String>),
}

#[derive(Serialize)]
struct GameReport {
    window: String,
    profile: Option<String>,
    lexicon: Option<String>,
    level: Option<u32>,
    skin: Option<String>,
}

fn path_report() -> Result<PathReport> {
    let path = ConfigFile::path()?;
    Ok(PathReport { exists: path.exists(), file: path.display().to_string() })
}

/// Checks the user's settings; the file where there is one.
///
/// # Errors
/// As a command that takes them would say it.
pub(crate) fn check() -> Result<Option<PathBuf>> {
    check_values(&ConfigFile::load()?, &environment::all()?)?;
    Ok(ConfigFile::path().ok().filter(|path| path.exists()))
}

/// Prints where the file is, or would be.
pub(super) fn path(console: &Console) -> Result<Outcome> {
    let report = path_report()?;
    match console.json {
        true => console.answer_json(&report)?,
        false => console.answer(&format!("{}\n", report.file))?,
    }
    Ok(Outcome::Done)
}

/// Prints the settings and where they come from, the strongest first.
pub(super) fn settings(console: &Console) -> Result<Outcome> {
    let file = ConfigFile::load()?;
    let of_variables = environment::all()?;
    check_values(&file, &of_variables)?;
    let report = |command: Option<&String>, setting: &Setting, from| SettingReport {
        command: command.cloned(),
        option: setting.name.clone(),
        value: value(setting),
        from,
    };
    let mut settings: Vec<SettingReport> =
        of_variables.iter().map(|setting| report(None, setting, "environment")).collect();
    settings.extend(file.of_commands().map(|(command, setting)| report(Some(command), setting, "file")));
    settings.extend(file.of_all_commands().iter().map(|setting| report(None, setting, "file")));
    let report = SettingsReport { path: path_report()?, settings, games: file.games().iter().map(game).collect() };
    warn_of_unknown(console);
    match console.json {
        true => console.answer_json(&report)?,
        false => console.answer(&text(&report))?,
    }
    Ok(Outcome::Done)
}

/// Checks the values of the file and of the variables, each by the command that would take it.
///
/// # Errors
/// For the first wrong one, as the command would say it.
fn check_values(file: &ConfigFile, of_variables: &[Setting]) -> Result<()> {
    let of_commands = file.of_commands().map(|(command, setting)| (command.as_str(), setting));
    let all = commands();
    let owner = |setting: &Setting| {
        let has = |command: &&clap::Command| {
            settable(command).iter().any(|option| option.get_long() == Some(setting.name.as_str()))
        };
        Some(all.iter().find(|(_, command)| has(command))?.0.as_str())
    };
    let of_all =
        file.of_all_commands().iter().chain(of_variables).filter_map(|setting| Some((owner(setting)?, setting)));
    for (command, setting) in of_commands.chain(of_all) {
        let typed: Vec<OsString> = ["hexlex"].into_iter().chain(command.split(' ')).map(OsString::from).collect();
        let filled = settings::fill(&typed, &settings::typed_command(&typed), vec![vec![setting.clone()]]);
        let wrong = [ErrorKind::InvalidValue, ErrorKind::ValueValidation];
        if let Err(error) = args::command().try_get_matches_from(&filled.arguments)
            && wrong.contains(&error.kind())
        {
            bail!("{}: {}", setting.origin, usage::in_one_line(&error, &typed));
        }
    }
    Ok(())
}

fn value(setting: &Setting) -> ValueReport {
    match &setting.value {
        SettingValue::Flag(is_on) => ValueReport::Flag(*is_on),
        SettingValue::Values(values) => match &values[..] {
            [one] => ValueReport::One(one.clone()),
            several => ValueReport::Several(several.to_vec()),
        },
    }
}

fn game(game: &GameSettings) -> GameReport {
    GameReport {
        window: game.window.clone(),
        profile: game.profile.map(|profile| profile.name()),
        lexicon: game.lexicon.as_ref().map(|path| path.display().to_string()),
        level: game.level,
        skin: game.skin.clone(),
    }
}

/// Warns of variables that set nothing.
fn warn_of_unknown(console: &Console) {
    unknown_variables().into_iter().for_each(|message| console.warn(message));
}

/// For each variable that sets nothing, what to do.
pub(crate) fn unknown_variables() -> Vec<String> {
    let known: Vec<String> =
        commands().values().flat_map(settable).filter_map(|option| option.get_long().map(str::to_string)).collect();
    let remedy = |name: &String| {
        // Other programs have such a variable for their file.
        if name.trim_end_matches("_FILE") == environment::variable("config") {
            return "unset it; XDG_CONFIG_HOME sets the folder of hexlex/config.toml".to_string();
        }
        let variables = known.iter().map(|name| environment::variable(name));
        nearest(name, variables).map_or("unset it".to_string(), |similar| format!("use {similar}"))
    };
    let message = |name: String| format!("expected the variable of an option, found {name}: {}", remedy(&name));
    environment::unknown(&known).into_iter().map(message).collect()
}

fn text(report: &SettingsReport) -> String {
    let file = printable(&report.path.file);
    let mut text = match report.path.exists {
        true => format!("file: {file}\n"),
        false => format!("file: {file}, which is not there: `hexlex config edit` makes it\n"),
    };
    let row = |setting: &SettingReport| {
        let value = match &setting.value {
            ValueReport::Flag(is_on) => is_on.to_string(),
            ValueReport::One(value) => value.clone(),
            ValueReport::Several(values) => values.join(" "),
        };
        let command = setting.command.clone().unwrap_or("all".to_string());
        let from = match setting.from {
            "environment" => environment::variable(&setting.option),
            from => from.to_string(),
        };
        [setting.option.clone(), printable(value), command, from]
    };
    if !report.settings.is_empty() {
        let heading = ["option", "value", "command", "from"].map(str::to_string);
        text.push_str(&table(&[heading].into_iter().chain(report.settings.iter().map(row)).collect::<Vec<_>>(), 0));
        let is_again = |(at, setting): (usize, &SettingReport)| {
            report.settings[..at].iter().any(|other| other.option == setting.option)
        };
        if report.settings.iter().enumerate().any(is_again) {
            text.push_str("of several values of an option, a command takes the first one that is for it\n");
        }
    }
    for game in &report.games {
        let level = game.level.map(|level| level.to_string());
        let named = [("profile", &game.profile), ("lexicon", &game.lexicon), ("level", &level), ("skin", &game.skin)];
        let set = named.into_iter().filter_map(|(name, value)| Some(format!("{name} {}", printable(value.as_ref()?))));
        text.push_str(&format!("game `{}`: {}\n", printable(&game.window), set.collect::<Vec<_>>().join(", ")));
    }
    text
}
